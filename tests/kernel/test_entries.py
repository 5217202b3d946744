"""Entries of the log are put together from a viewer's lines, and from nothing else."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from ironbottom import games
from ironbottom.kernel.entries import Told, joins
from ironbottom.kernel.event import event
from ironbottom.kernel.presenter import Reader
from ironbottom.kernel.step import OBSERVER
from ironbottom.table.log import Entries


def step(start: str, end: str, march: str = "1/5") -> dict[str, Any]:
    motion = {"start": start, "end": end, "via": [], "count": 1, "side": "american"}
    return {"kind": "moved", "text": "", "side": "american", "motions": [motion], "march": march}


FIGHT = {"kind": "fight", "text": "", "side": "american", "mark": "battle", "card": {"title": ""}}
LOSS = {"kind": "loss", "text": "", "side": "japanese", "mark": "loss"}
FALLEN = {"kind": "gone", "text": "", "motions": [{"start": "a", "end": "a", "via": [], "count": 1, "gone": True}]}
POINTS = {"kind": "points", "text": "", "side": "american", "points": [{"side": "american", "n": 2}]}
BOUGHT = {"kind": "bought", "text": "", "side": "american"}


@pytest.mark.parametrize(
    ("before", "line", "one"),
    [
        (step("a", "b"), step("b", "c"), True),
        (step("a", "b"), step("b", "c", "2/5"), False),
        (step("a", "b"), step("c", "d"), False),
        (FIGHT, LOSS, True),
        (FIGHT, FALLEN, True),
        (FIGHT, POINTS, True),
        (BOUGHT, POINTS, False),
        (LOSS, POINTS, True),
        (FIGHT, FIGHT, False),
        (BOUGHT, BOUGHT, True),
        (BOUGHT, BOUGHT | {"side": "japanese"}, False),
        (BOUGHT, BOUGHT | {"joins": False}, False),
        (BOUGHT, LOSS, True),
        ({"kind": "turn", "text": "", "mark": "turn"}, LOSS, False),
        (FIGHT, {"kind": "phase", "text": "", "mark": "phase"}, False),
        (FIGHT, step("a", "b") | {"joins": True}, True),
        (BOUGHT, BOUGHT | {"turn": "Turn 2"}, False),
    ],
)
def test_what_stands_in_one_entry(before: dict[str, Any], line: dict[str, Any], one: bool) -> None:
    assert joins([Told(event("x"), before)], line) is one


def test_a_march_is_one_entry_that_says_its_whole_way() -> None:
    from ironbottom.games.first_blood.rules.movement import Moved

    game, entries = games.load("first-blood"), Entries(games.load("first-blood"), OBSERVER)
    way = ["0603", "0604", "0605"]
    events = [Moved("1/1", 0, start, end, 1, 3 - n) for n, (start, end) in enumerate(pairwise(way))]
    first, last = [entries.take(n, Told(seen, game.line(seen, OBSERVER))) for n, seen in enumerate(events, 4)]
    assert (first["of"], last["of"]) == (4, 4)
    assert "whole" not in first
    assert last["whole"] == game.line(Moved("1/1", 0, "0603", "0605", 1, 2), OBSERVER)["text"]


def test_what_was_thrown_has_a_card_and_what_was_drawn_in_secret_a_blank_one() -> None:
    reader = Reader(games.load("first-blood"), OBSERVER)
    rolled = reader.carded({"kind": "x", "text": "It hits.", "dice": [{"value": 3, "text": "Guns"}]})
    assert rolled["card"] == {"title": "Guns"}
    assert reader.carded({"kind": "x", "text": "They draw.", "drawn": 1})["card"] == {
        "title": "They draw.",
        "blank": True,
    }
    assert reader.carded({"kind": "x", "text": "You draw a tank.", "drawn": 1, "private": True})["card"] == {
        "title": "You draw a tank."
    }
    assert "card" not in reader.carded({"kind": "x", "text": "They march."})
    assert reader.modifier("river", -1, "8.6") == {"text": "doubled behind a river", "value": "−1", "rule": "8.6"}
