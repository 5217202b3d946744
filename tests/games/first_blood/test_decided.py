"""2.0: a game that nothing can change any more says so, in the same words to all; and it ends as was said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ironbottom.games import load
from ironbottom.games.first_blood.rules.decided import decided
from ironbottom.kernel.record import read_record
from ironbottom.kernel.referee import follow
from ironbottom.kernel.step import CHANCE, OBSERVER

GAME = load("first-blood")
RECORDS = Path(__file__).parents[2] / "records" / "first-blood"


def said(s: Any) -> tuple[list[str], str] | None:
    """What the page says of the winner."""
    told = GAME.decided(GAME.view(s, OBSERVER))
    return None if told is None else (told["winners"], told["text"])


@pytest.mark.parametrize("name", [path.stem for path in sorted(RECORDS.glob("*.jsonl"))])
def test_what_was_decided_comes_true(name: str) -> None:
    """Once it is said it is said to the end, and the end is that."""
    record = read_record((RECORDS / f"{name}.jsonl").read_text("utf-8"), load)
    s, found = record.start(), list[Any]()
    for side, action in record.moves():
        s = follow(record.game, s, side, action)
        found.append(None if s.result is not None else decided(s))
    first = next((n for n, one in enumerate(found) if one is not None), len(found) - 1)
    assert all(one == s.result for one in found[first:-1])


def test_the_end_is_said_before_it_comes_in_each_of_the_ways() -> None:
    air = {"turn": 15, "phase": "american_air", "american": {"0708": ["1/1"]}, "air": {"usaf_reserve": ["F4F-1"]}}
    cleared = GAME.place({**air, "japanese": {"box_a": ["29/1"]}})
    survivors = GAME.place({**air, "japanese": {"0101": ["29/1"]}})
    assert said(cleared) == (["american"], GAME.words.say("score.decided_cleared"))
    assert said(survivors) == (["japanese"], GAME.words.say("score.decided_survivors"))
    assert said(GAME.place({**air, "turn": 14, "japanese": {"0101": ["29/1"]}})) is None
    assert said(GAME.place({**air, "phase": "american_movement", "japanese": {"0101": ["29/1"]}})) is None


def test_a_unit_on_an_airfield_that_nobody_attacks_has_won_while_others_are_still_fought() -> None:
    """12.6.2a: once the attacks are declared; before, and while it is attacked, nothing is decided."""
    s = GAME.place({
        "turn": 8, "phase": "american_combat", "japanese": {"0708": ["29/1"], "0503": ["29/2"]},
        "american": {"0603": ["1/5", "2/5", "3/5"]},
    })  # fmt: skip
    assert said(s) is None
    s = GAME.apply(s, 0, ("take", "1/5"))
    s = GAME.apply(GAME.apply(s, 0, ("attack", "0503")), 0, ("done",))
    assert said(s) == (["japanese"], GAME.words.say("score.decided_airfield"))
    s = GAME.apply(s, 0, ("fight", "0503"))
    while s.stack and CHANCE in GAME.to_move(s):
        s = GAME.apply(s, CHANCE, ("die", 3))
    while s.result is None:
        side = GAME.to_move(s)[0]
        s = GAME.apply(s, side, GAME.legal(s, side)[-1])
    assert s.result.reason == "airfield"
