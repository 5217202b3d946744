"""The table with a real game: whole games, replay, and that nothing a seat gets depends on what it may not know."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from ironbottom.games import load
from ironbottom.kernel.action import Action, Range, notation
from ironbottom.kernel.dice import seed_hash
from ironbottom.kernel.errors import IronbottomError
from ironbottom.kernel.record import header, read_record
from ironbottom.kernel.step import CHANCE, OBSERVER
from ironbottom.server.records import position
from ironbottom.table.log import TRUTH
from ironbottom.table.message import message, past
from ironbottom.table.restoring import restore
from ironbottom.table.seats import Seat, Terms
from ironbottom.table.table import Table

SLUG, SCENARIO = "archies-war", "two-player"
NOW = 1_800_000_000.0


def new_table(number: int, start: Any = None) -> Table[Any]:
    game = load(SLUG)
    seed = number.to_bytes(32, "big")
    kinds = dict.fromkeys(game.sides, "human")
    head = header(game, SCENARIO, {}, seats=kinds, seed_hash=seed_hash(seed), started="")
    seats = [Seat(side, name=name, player=name) for side, name in enumerate(game.sides)]
    table: Table[Any] = Table(game, head, seats, Terms(), seed, start=start)
    if start is None:
        table.begin(NOW)
    return table


def settled(action: Action, rng: random.Random) -> Action:
    return tuple(rng.randrange(p.low, p.high + 1, p.step) if isinstance(p, Range) else p for p in action)


def play_on(table: Table[Any], rng: random.Random, steps: int, undo: float = 0.0) -> None:
    for _ in range(steps):
        waiting = table.waiting()
        if not waiting:
            return
        side = rng.choice(waiting)
        draft = table.drafts.get(side)
        if draft and draft.moves and rng.random() < undo:
            table.undo(side, NOW)
            continue
        view = table.view(side)
        legal = [a for a in table.legal(side) if not table.game.retracts(view, a)]
        table.do(side, [settled(rng.choice(legal), rng)], NOW)


def text_of(table: Table[Any], viewer: int) -> str:
    return json.dumps(message(table, viewer), sort_keys=True)


def test_whole_games_with_undo_and_what_is_made_of_them() -> None:
    for number in range(6):
        table = new_table(number)
        rng = random.Random(number)
        play_on(table, rng, 5000, undo=0.2)
        assert table.over is not None
        again = new_table(number, start=table.timeline.at(0, table.log))
        restore(again, table.log)
        for viewer in (0, 1, OBSERVER, TRUTH):
            assert text_of(again, viewer) == text_of(table, viewer)
            lines = message(table, viewer)["lines"]
            assert [line["n"] for line in lines] == list(range(1, len(lines) + 1))
            for at in rng.sample(range(len(lines) + 1), 10):
                told = past(table, viewer, at)
                assert told["picture"]["pieces"]
                assert told["choices"] == []
        record = read_record(table.record().to_text(), lambda slug, overlay: load(slug))
        assert record.verify() == []


def check_secrecy(positions: int, seed: int) -> int:
    """Compare whole messages, refusals and the answers to moves between positions that differ in secrets only."""
    rng = random.Random(seed)
    game = load(SLUG)
    compared = 0
    while compared < positions:
        table = new_table(rng.randrange(10**6))
        play_on(table, rng, rng.randrange(2, 160))
        if table.over is not None:
            continue
        table.drafts.clear()
        for side in (0, 1, OBSERVER):
            view = game.view(table.state, side)
            here = new_table(1, start=table.state)
            there = new_table(1, start=game.determinize(view, side, rng))
            assert text_of(there, side) == text_of(here, side)
            if side != OBSERVER:
                tries = [settled(a, rng) for a in here.legal(side)]
                tries += [settled(a, rng) for a in here.legal(1 - side)] + [("go", "nowhere"), ("end",)]
                for action in rng.sample(tries, min(4, len(tries))):
                    assert told(here, side, action) == told(there, side, action), notation(action)
            compared += 1
    return compared


def told(table: Table[Any], side: int, action: Action) -> str:
    """What a seat is told of a move that reveals nothing: the message, or the refusal."""
    game, view = table.game, table.view(side)
    refusal = game.why_not(view, side, action)
    if refusal is None and game.why_final(view, side, action) is not None:
        return "commits"
    try:
        table.do(side, [action], NOW)
    except IronbottomError as error:
        return f"{error} {getattr(error, 'rule', '')}"
    if table.drafts.get(side) is None:
        return "handed over"
    text = text_of(table, side)
    table.undo(side, NOW, all_of_it=True)
    return text


def test_nothing_that_a_seat_gets_depends_on_secrets() -> None:
    assert check_secrecy(45, 1) >= 45


@pytest.mark.soak
def test_nothing_that_a_seat_gets_depends_on_secrets_soak() -> None:
    assert check_secrecy(1000, 2) >= 1000


def test_drafts_of_a_real_game_are_seen_by_nobody_else() -> None:
    drafted = 0
    for number in range(8):
        table = new_table(number)
        rng = random.Random(number)
        for _ in range(120):
            waiting = table.waiting()
            if not waiting:
                break
            side = waiting[0]
            others = [text_of(table, viewer) for viewer in (1 - side, OBSERVER)]
            logged = len(table.log)
            play_on(table, rng, 1)
            if len(table.log) == logged:
                drafted += 1
                assert [text_of(table, viewer) for viewer in (1 - side, OBSERVER)] == others
    assert drafted > 100


def test_an_analysis_forks_before_the_dice_of_its_line() -> None:
    """From a line that declares what is thrown for, one forks where it can still be decided otherwise."""
    table = new_table(8)
    play_on(table, random.Random(8), 160)
    log, throwing = table.seat_log(0), 0
    for line in range(len(log.lines) + 1):
        found, _, last = position(table, 0, line)
        assert last <= log.entry_of(line)
        assert CHANCE not in table.game.to_move(found) or found == table.timeline.at(0, table.log)
        if 0 < line < len(log.lines):
            throwing += table.game.to_move(table.timeline.at(log.entry_of(line), table.log)) == (CHANCE,)
    assert throwing, "some lines stand just before dice or draws"
