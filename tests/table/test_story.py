"""Two worlds with one view tell one story: the same lines in the same entries, and the same positions between them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from contract import concrete, forward, step
from ironbottom.games import load
from ironbottom.kernel.record import header
from ironbottom.kernel.step import CHANCE
from ironbottom.table.message import MOST_SCENES, lines_after, scenes
from ironbottom.table.seats import Seat, Terms
from ironbottom.table.table import Table

WORLDS = [("archies-war", 0), ("archies-war", 1), ("henderson-field", 0), ("henderson-field", 1)]


def table_from(game: Any, state: Any) -> Table[Any]:
    """A table that begins in a position, everywhere with the same dice."""
    scenario = game.scenarios[0]
    head = header(game, scenario.id, {}, seats={}, seed_hash="", started="")
    seats = [Seat(side, name=str(side), player=str(side)) for side in scenario.sides]
    return Table(game, head, seats, Terms(), bytes(32), start=state)


def story(table: Table[Any], viewer: int, upto: int) -> Any:
    """All that the page of a seat tells up to a line, but for the time of day."""
    lines = [{key: item for key, item in line.items() if key != "time"} for line in lines_after(table, viewer, 0)]
    numbers = list(range(upto + 1))
    parts = [numbers[at : at + MOST_SCENES] for at in range(0, len(numbers), MOST_SCENES)]
    return lines[:upto], [scenes(table, viewer, part) for part in parts]


def alike(game: Any, one: Any, other: Any, side: int, action: Any, viewer: int) -> Any:
    """What the side may do in the other world so that the viewer sees the same; None where there is nothing."""
    there = game.apply(one, side, action)
    wanted = game.view(there, viewer), game.news_for(there, viewer)
    rng = random.Random(0)
    for choice in game.legal(other, side):
        if choice[0] != action[0]:
            continue
        for candidate in dict.fromkeys([action, concrete(choice, rng)]):
            if game.why_not(other, side, candidate) is None:
                then = game.apply(other, side, candidate)
                if (game.view(then, viewer), game.news_for(then, viewer)) == wanted:
                    return candidate
    return None


@pytest.mark.parametrize(("slug", "viewer"), WORLDS)
def test_two_worlds_with_one_view_tell_one_story(slug: str, viewer: int) -> None:
    game, told, apart = load(slug), 0, 0
    for seed in range(24):
        rng = random.Random(seed)
        s = game.setup(game.scenarios[0].id, {})
        for _ in range(20 + 9 * seed):
            if not game.to_move(s):
                break
            s, *_ = step(game, s, rng)
        while game.to_move(s) == (CHANCE,):
            s, *_ = step(game, s, rng)
        if not game.to_move(s):
            continue
        s = s.replace(news=())
        other = game.determinize(game.view(s, viewer), viewer, rng)
        apart += other != s
        tables = [table_from(game, s), table_from(game, other)]
        same = 0
        for _ in range(40):
            first, second = tables
            waiting = first.waiting()
            if not waiting or second.waiting() != waiting:
                break
            side = waiting[0]
            action = concrete(rng.choice(forward(game, first.tip(side), side)), rng)
            again = alike(game, first.tip(side), second.tip(side), side, action, viewer)
            if again is None:
                continue
            first.do(side, [action], 0.0)
            second.do(side, [again], 0.0)
            if first.view(viewer) != second.view(viewer):
                break  # what chance brought to light is another world
            same = first.number(viewer)
            assert second.number(viewer) == same
        told += same
        assert story(tables[0], viewer, same) == story(tables[1], viewer, same)
    assert told > 15
    assert apart, "the worlds were one and the same"
