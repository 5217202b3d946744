"""A campaign that public facts have decided says so, in the same words to all."""

from __future__ import annotations

from typing import Any

from games.solomons.busy import GAME
from ironbottom.kernel.step import OBSERVER

LAST = {"turn": 16, "half": 2, "segment": 9, "step": "orders", "built": True, "holder": "japanese",
        "ground": {"japanese": 20}, "air": {"rabaul": {"lac": 4}}}


def told(**more: Any) -> Any:
    s = GAME.place({**LAST, **more})
    return GAME.decided(GAME.view(s, OBSERVER))


def test_japan_has_won_when_nothing_sails_that_could_be_lost() -> None:
    """RS-200: 300 and 75 for the field against 20, and no more than can still be lost at the bases."""
    ahead = {"japanese": 300, "american": 20}
    ending = told(vp=ahead)
    assert ending["winners"] == ["japanese"]
    assert told(vp=ahead, turn=15) is None
    assert told(vp=ahead, segment=5, half=1) is None
    # the island may still change hands where its holder has nobody left
    assert told(vp=ahead, ground={"japanese": 0, "american": 0}) is None
    # all that may be at sea, for he has announced it, could still be lost
    carriers = {f"J-CV-{n}": "truk" for n in range(1, 5)}
    few = {"japanese": 80, "american": 20}
    assert told(vp=few, at=carriers) is not None
    assert told(vp=few, at=carriers, said={"truk": "capital"}) is None


def test_japan_cannot_win_any_more() -> None:
    ending = told(vp={"american": 900}, holder="american", ground={"american": 20})
    assert ending["winners"] == ["american"]
    assert "whatever is still lost" in ending["text"]


def test_what_is_hidden_does_not_decide_it() -> None:
    """The same is told whichever task forces are at sea that nobody has seen."""
    fleets = ({}, {"american": {"tf1": {"units": ["U-CV-1", "U-BB-1"], "at": "S", "way": "S.australia"}}})
    for points in (300, 360):
        found = [told(vp={"japanese": points, "american": 20}, force=force) for force in fleets]
        assert found[0] == found[1]
