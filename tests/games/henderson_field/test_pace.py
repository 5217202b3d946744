"""How often one is asked: nothing is, where one thing alone can be done; what is offered first is worth something."""

from __future__ import annotations

from typing import Any

import pytest

from ironbottom.games.henderson_field.game import make
from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE
from ironbottom.kernel.action import parse
from ironbottom.kernel.record import header
from ironbottom.kernel.step import CHANCE, Decision
from ironbottom.table.seats import BOT, HUMAN, Seat, Terms
from ironbottom.table.table import Table

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


def one_click(position: dict[str, Any], side: int, label: str, *before: str) -> Any:
    """The state after what stands under one name, done after these actions and dice."""
    s = GAME.place(position)
    for text in before:
        movers = GAME.to_move(s)
        s = GAME.apply(s, CHANCE if movers == (CHANCE,) else movers[0], parse(text))
    view = GAME.view(s, side)
    offered = {GAME.macro_look(view, side, one)["label"]: one for one in GAME.macros(view, side)}
    for action in offered[label].actions:
        s = GAME.apply(s, side, action)
    return s


def test_a_hex_is_attacked_with_all_who_can() -> None:
    """8.2a: 1/1 and 1/2 stand beside 3908 alone; the odds stand on the hex, at the worst: a counter there is 28/1 or a
    gun, whose supply is still to come."""
    odds = {"turn": 5, "phase": "american_combat", "field": "american", "american": {"3907": ["us-1-1", "us-1-2"]},
            "japanese": {"3908": ["jp-84g"]}}  # fmt: skip
    s = one_click(odds, AMERICAN, "1/1 and 1/2 attack 3908")
    assert [battle.units for battle in s.doings[AMERICAN].plan] == [tuple(
        GAME.plain.unit_number[name][1] for name in ("us-1-1", "us-1-2"))]  # fmt: skip
    far = {"4211": ["jp-20mt", "jp-28-2"]}
    for hidden, more, cost in (("jp-84g", {}, "5-1"), ("jp-28-1", {}, "1-1"), ("jp-28-1", far, "≥1-1")):
        stack = list(dict.fromkeys([hidden, "jp-84g"]))
        placed = odds | {"japanese": {"3908": stack} | more, "supply": {"japanese": 2}}
        view = GAME.view(GAME.place(placed), AMERICAN)
        (look,) = (GAME.macro_look(view, AMERICAN, one) for one in GAME.macros(view, AMERICAN) if one.space)
        assert (look["space"], look["cost"]) == ("3908", cost)


def test_who_advances_does_so_together() -> None:
    """8.2.1.4c: three go in, the strongest first; the weakest, for whom there is no room, stays."""
    fight = {"turn": 5, "phase": "american_combat", "field": "american", "steps": {"jp-84g": 1, "us-1-3": 2},
             "american": {"3907": ["us-1-1", "us-1-2", "us-1-3"], "3808": ["us-5-1"]},
             "japanese": {"3908": ["jp-84g"]}}  # fmt: skip
    to_it = [text for name in ("us-1-1", "us-1-2", "us-1-3", "us-5-1") for text in (f"take {name}", "on 3908")]
    s = one_click(fight, AMERICAN, "1/1, 1/2 and 5/1 advance to 3908", *to_it, "done")
    there = {unit.name for i, unit in enumerate(GAME.plain.units[AMERICAN])
             if s.armies[AMERICAN].at[i] == GAME.plain.number["3908"]}  # fmt: skip
    assert there == {"us-1-1", "us-1-2", "us-5-1"}
    assert type(s.stack[-1]).__name__ != "Advance"


def test_several_steps_are_lost_at_once() -> None:
    """8.1.5: three steps of a stack, each from who has most; never the last one of a unit."""
    stack = {"turn": 23, "phase": "american_defensive_fire", "field": "american",
             "american": {"3907": ["us-11-5"], "3909": ["us-1-2"]}, "steps": {"jp-28-1": 2},
             "japanese": {"4010": ["jp-28-1", "jp-124-1"]}}  # fmt: skip
    s = one_click(stack, JAPANESE, "2 steps, always from the strongest", "attack 4010", "gun us-11-5 =4", "fire",
                  "die =1", "die =1", "die =6", "die =6")  # fmt: skip
    left = {unit.name: s.armies[JAPANESE].steps[i] for i, unit in enumerate(GAME.plain.units[JAPANESE])}
    assert (left["jp-124-1"], left["jp-28-1"]) == (2, 2)


@pytest.mark.parametrize(("other", "asked"), [(BOT, False), (HUMAN, True)])
def test_a_battery_that_can_spend_nothing(other: str, asked: bool) -> None:
    """R8.1.8: a battery that has been silenced adds nothing. Against a computer nobody is asked how much; between
    people the question would tell that by its absence: it is asked, and says why there is one answer."""
    s = GAME.place({
        "turn": 10, "phase": "american_combat", "field": "american", "supply": {"japanese": 4},
        "american": {"3907": ["us-1-1"]}, "japanese": {"3908": ["jp-84g", "jp-20mt"]},
    })  # fmt: skip
    for text in ("take us-1-1", "on 3908", "done"):
        s = GAME.apply(s, AMERICAN, parse(text))
    s = s.doing(JAPANESE, silenced=1 << GAME.plain.unit_number["jp-20mt"][1])
    head = header(GAME, "campaign", {}, seats={"american": other, "japanese": HUMAN}, seed_hash="", started="")
    seats = [Seat(AMERICAN, other, "them", None if other == BOT else "them", "scripted" if other == BOT else None),
             Seat(JAPANESE, HUMAN, "me", "me")]  # fmt: skip
    table: Table[Any] = Table(GAME, head, seats, Terms(), bytes(32), start=s)
    assert table.ordered() == (None if asked else (JAPANESE, (("spend", "jp-20mt", 0),)))
    prompt = GAME.prompt(GAME.view(s, JAPANESE), JAPANESE)
    assert prompt["text"] == "20 Mt can spend no supply on this fight: counter-battery fire has silenced it."
    assert "silenced" not in str(GAME.prompt(GAME.view(s, AMERICAN), AMERICAN))
    mine, theirs = (GAME.picture(GAME.view(s, side), side)["sheets"][0] for side in (JAPANESE, AMERICAN))
    assert [sheet["totals"][0]["value"] for sheet in (mine, theirs)] == ["2-1", "2-1 to 1-1"], "for all that each knows"
