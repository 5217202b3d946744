"""How often one is asked: nothing is, where one thing alone can be done; what is offered first is worth something."""

from __future__ import annotations

from typing import Any

from ironbottom.games.henderson_field.game import make
from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE
from ironbottom.kernel.action import parse
from ironbottom.kernel.step import CHANCE, Decision

GAME = make()


def asked(position: dict[str, Any]) -> list[str]:
    """The decisions that are asked of the sides until both have moved, when each does the least: what has one answer
    alone is answered by the table."""
    s, found = GAME.place(position), list[str]()
    while sides := GAME.to_move(s):
        top = s.stack[-1]
        if sides == (CHANCE,):
            s = GAME.apply(s, CHANCE, GAME.chance(s)[0][0])
            continue
        assert isinstance(top, Decision)
        legal = GAME.legal(s, sides[0])
        if type(top).__name__ == "Move" and found.count("Move") == 2:
            return found
        if not (top.starts_itself and len(legal) == 1):
            found.append(type(top).__name__)
        s = GAME.apply(s, sides[0], next(action for action in reversed(legal) if action[0] != "back"))
    return found


def test_nobody_is_asked_to_fire_without_a_target() -> None:
    """The Japanese stack beside the airfield may hide guns, so that its side has the step, but they are far away."""
    position = {
        "turn": 6, "phase": "american_movement", "field": "american", "supply": {"american": 9, "japanese": 9},
        "american": {"3707": ["us-1-1", "us-1-2"]},
        "japanese": {"3809": ["jp-124-2", "jp-28-1"], "1407": ["jp-20mt", "jp-124-1"]},
    }  # fmt: skip
    s = GAME.apply(GAME.place(position), AMERICAN, ("end",))
    assert (type(s.stack[-1]).__name__, GAME.legal(s, JAPANESE)) == ("Fire", (("pass",),))
    assert "Fire" not in asked(position)


def test_the_supply_offered_first_buys_something() -> None:
    """147/2, 2/2 and 10/3 against 4: no supply makes it 1-1, and none of the three points of 10/3 makes more; against 2
    the first point that betters the odds is offered."""
    battle = {"turn": 10, "phase": "american_combat", "supply": {"american": 4}, "field": "american",
              "american": {"3508": ["us-147-2", "us-10-3"]}, "japanese": {"3509": ["jp-124-2"]},
              "steps": {"jp-124-2": 3}}  # fmt: skip
    s = GAME.place(battle)
    for text in ("take us-147-2", "on 3509", "take us-10-3", "on 3509", "done"):
        s = GAME.apply(s, AMERICAN, parse(text))
    (action,) = GAME.legal(s, AMERICAN)
    assert GAME.choice(GAME.view(s, AMERICAN), AMERICAN, action)["amount"]["start"] == 2
    assert GAME.legal(s, JAPANESE) == ()
