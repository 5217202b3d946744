"""A sheet that is written in secret is applied once line by line as it is written, and once when all are ready."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ironbottom.games import load
from ironbottom.kernel.action import Range
from ironbottom.kernel.dice import seed_hash
from ironbottom.kernel.record import header
from ironbottom.table.message import message
from ironbottom.table.seats import HUMAN, Seat, Terms
from ironbottom.table.table import Table

LINES = 76


def at_a_sheet(game: Any, rng: random.Random) -> Table[Any]:
    """A table at which both sides may write as many lines as they like."""
    scenario = game.scenarios[0]
    options = {one.id: one.default for one in game.options if scenario.id in one.scenarios}
    head = header(game, scenario.id, options, seats={}, seed_hash=seed_hash(b"s"), started="")
    table: Table[Any] = Table(game, head, [Seat(side, HUMAN, "", str(side)) for side in scenario.sides], Terms(), b"s")
    table.begin(0)
    for _ in range(2000):
        if table.sealed and len(table.waiting()) == 2 and all(
            len(lines(game, table, s)) > 4 and ("ready",) in game.legal(table.view(s), s) for s in table.sides
        ):
            return table
        side = table.waiting()[0]
        legal = game.legal(table.view(side), side)
        ready = [action for action in legal if action[0] == "ready"]
        play(table, side, (ready or [one for one in legal if not game.retracts(table.view(side), one)])[0])
    raise AssertionError("no sheet was come to")


def lines(game: Any, table: Table[Any], side: int) -> list[Any]:
    """What a side may write, but for being ready."""
    return [action for action in game.legal(table.view(side), side) if action[0] not in ("ready", "unready")]


def play(table: Table[Any], side: int, action: Any) -> None:
    action = tuple(part.low if isinstance(part, Range) else part for part in action)
    assert table.do(side, [action], 0) is None


def test_a_sheet_of_many_lines_is_applied_once_at_entry_and_once_at_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = load("solomons"), random.Random(2)
    table = at_a_sheet(game, rng)
    applied: list[Any] = []
    apply = type(game).apply

    def counted(self: Any, state: Any, side: int, action: Any) -> Any:
        applied.append(action)
        return apply(self, state, side, action)

    monkeypatch.setattr(type(game), "apply", counted)
    written = dict.fromkeys(table.sides, 0)
    for side in table.sides:
        while written[side] < LINES or ("ready",) not in game.legal(table.view(side), side):
            assert written[side] < 10 * LINES
            back = [action for action in lines(game, table, side) if game.retracts(table.view(side), action)]
            play(table, side, rng.choice(back or lines(game, table, side)))
            written[side] += 1
        message(table, side)
    assert len(applied) == sum(written.values())
    entries = len(table.log)
    first, second = table.sides
    play(table, first, ("ready",))
    assert len(applied) == sum(written.values()) + 1
    applied.clear()
    play(table, second, ("ready",))
    committed = len(table.log) - entries
    assert committed > sum(written.values())
    # the first side's lines stand as they were applied; the second's follow on them, and then what chance decides
    assert len(applied) <= 1 + committed - (written[first] + 1)


def test_a_line_of_a_long_sheet_costs_what_one_of_a_short_sheet_does(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("solomons")
    table = at_a_sheet(game, random.Random(2))
    side = table.sides[0]
    asked: list[Any] = []
    waited_for = type(game).waited_for

    def counted(self: Any, state: Any) -> Any:
        asked.append(state)
        return waited_for(self, state)

    monkeypatch.setattr(type(game), "waited_for", counted)
    each = []
    for _ in range(LINES):
        asked.clear()
        back = [action for action in lines(game, table, side) if game.retracts(table.view(side), action)]
        play(table, side, (back or lines(game, table, side))[0])
        each.append(len(asked))
    assert max(each) == each[1]
