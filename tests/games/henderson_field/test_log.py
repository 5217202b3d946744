"""What the log says: who did what, by which die, and what it brought, in this order and once."""

from __future__ import annotations

from typing import Any

from ironbottom.games.henderson_field.game import make
from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE
from ironbottom.games.henderson_field.rules.victory import GameOver
from ironbottom.kernel.action import parse
from ironbottom.kernel.step import CHANCE, OBSERVER

GAME = make()


def told(side: int, position: dict[str, Any], *texts: str, dice: bool = False) -> list[Any]:
    """What a side reads of these actions and dice: the sentences, or the numbers of the dice shown."""
    s, found = GAME.place(position), list[Any]()
    for text in texts:
        movers = GAME.to_move(s)
        s = GAME.apply(s, CHANCE if movers == (CHANCE,) else movers[0], parse(text))
        for seen in GAME.news_for(s, side):
            line = GAME.line(seen, side)
            if line is None or line["kind"] == "phase":
                continue
            if dice:
                found += [(line["kind"], [die["value"] for die in line["dice"]])] if "dice" in line else []
            else:
                found.append(line["text"])
    return found


LANDING = {"turn": 4, "phase": "american_landing", "field": "american"}
FIELD = {"turn": 5, "field": "american", "status": 15, "american": {"3707": ["us-1-1", "us-1eng"]}}


def test_the_owner_reads_the_names_of_his_units() -> None:
    assert told(AMERICAN, LANDING, "take us-1rdr", "land 3706") == ["1 Rdr lands at Lunga Point (3706)."]
    assert told(JAPANESE, LANDING, "take us-1rdr", "land 3706") == ["An American unit lands at Lunga Point (3706)."]
    by_sea = {"turn": 5, "field": "american", "american": {"3507": ["us-1-1"]}}
    assert told(AMERICAN, by_sea, "take us-1-1", "sea 6205") == [
        "1/1 goes by sea from Kukum (3507) to Tasimboko (6205).", "Tasimboko (6205) goes to the Americans.",
    ]  # fmt: skip
    assert told(JAPANESE, by_sea, "take us-1-1", "sea 6205")[0] == (
        "An American counter goes by sea from Kukum (3507) to Tasimboko (6205)."
    )
    hidden = {"turn": 5, "phase": "japanese_movement", "field": "american",
              "japanese": {"3914": ["jp-28-1", "jp-28-2"]}}  # fmt: skip
    assert told(JAPANESE, hidden, "hide jp-28-1") == ["28/1 goes into stealth at 3914."]
    assert told(AMERICAN, hidden, "hide jp-28-1") == ["A Japanese unit goes into stealth at 3914."]
    assert told(AMERICAN, hidden, "hide jp-28-2") == ["28/2 goes into stealth at 3914."]


def test_one_unit_and_many() -> None:
    group = {"turn": 5, "phase": "japanese_movement", "japanese": {"3810": ["jp-84g"]}, "stealth": {"jp-84g": 2}}
    assert "84 Gd leaves stealth at 3810." in told(AMERICAN, group, "surface 3810 =2")
    fight = {"turn": 5, "phase": "american_combat", "field": "american", "american": {"3907": ["us-1-1"]},
             "japanese": {"3908": ["jp-84g", "jp-28-1"]}}  # fmt: skip
    assert "1/1 attacks 3908." in told(AMERICAN, fight, "take us-1-1", "on 3908", "done")


def test_every_die_is_shown() -> None:
    assert told(AMERICAN, {"turn": 2, "phase": "guerrillas", "field": "american", "supply": {"american": 1}},
                "rise 7208", "die =2", dice=True) == [("guerrillas", [2])]  # fmt: skip
    assert told(AMERICAN, FIELD, "repair us-1-1", "die =2", dice=True) == [("repair_die", [2])]
    ships = {"turn": 2, "phase": "japanese_bombardment", "field": "american"}
    assert told(AMERICAN, ships, "bombard", "die =5", "die =1", "die =6", dice=True) == [
        ("bombard_die", [5]), ("fire", [1]), ("fire_result", [6]),
    ]  # fmt: skip
    supply = {"turn": 3, "phase": "american_supply", "field": "american", "american": {"3706": ["us-1-1"]}}
    assert told(JAPANESE, supply, "die =3", dice=True) == [("supply", [3])]
    rabaul = {"turn": 12, "phase": "end"}
    assert told(JAPANESE, rabaul, "die =1", "die =2", dice=True) == [("hold_dice", [1, 2])]


def test_the_airfield_falls_by_a_die_after_an_assault() -> None:
    assault = {"turn": 5, "phase": "japanese_combat", "field": "american", "american": {"3707": ["us-1eng"]},
               "japanese": {"3807": ["jp-28-1", "jp-28-2"]}, "steps": {"us-1eng": 1}}  # fmt: skip
    texts = ("take jp-28-1", "on 3707", "take jp-28-2", "on 3707", "done", "die =4")
    assert told(AMERICAN, assault, *texts)[-1] == "The assault damages the airfield: it falls by 4 to 16."
    assert told(AMERICAN, assault, *texts, dice=True) == [("field_harmed", [4])]


def test_losses_name_the_unit_before_its_end_and_score_once() -> None:
    odds = {"turn": 5, "phase": "american_combat", "field": "american", "american": {"3907": ["us-1-1", "us-1-2"]},
            "japanese": {"3908": ["jp-84g"]}, "steps": {"jp-84g": 1}}  # fmt: skip
    lines = told(JAPANESE, odds, "take us-1-1", "on 3908", "take us-1-2", "on 3908", "done")
    assert lines == [
        "1/1 and 1/2 attack 3908.", "The assault on 3908: 10 against 1, over 6-1.",
        "84 Gd loses 1 step at 3908: 2 victory points for the Americans.",
        "84 Gd is eliminated at 3908: the odds are above 6-1.",
    ]  # fmt: skip


def test_a_hidden_counter_that_loses_a_step_is_not_named() -> None:
    """Fire on a stack: its owner chooses who loses the step, and he alone reads which."""
    stack = {"turn": 23, "phase": "american_defensive_fire", "field": "american",
             "american": {"3907": ["us-11-5"], "3909": ["us-1-2"]},
             "japanese": {"4010": ["jp-28-1", "jp-124-1"]}}  # fmt: skip
    fired = ("attack 4010", "gun us-11-5 =1", "fire", "die =1")
    for unit, seen in (("jp-28-1", "A hidden unit loses"), ("jp-124-1", "124/1 loses")):
        rest = " 1 step at 4010: 2 victory points for the Americans."
        label = {"jp-28-1": "28/1", "jp-124-1": "124/1"}[unit]
        assert told(AMERICAN, stack, *fired, f"lose {unit}")[-1] == seen + rest
        assert told(JAPANESE, stack, *fired, f"lose {unit}")[-1] == f"{label} loses{rest}"


def test_supply_spent_on_a_battle_is_told() -> None:
    battle = {"turn": 10, "phase": "american_combat", "supply": {"american": 4}, "field": "american",
              "american": {"3508": ["us-147-2"], "3609": ["us-2-2", "us-10-3"]},
              "japanese": {"3509": ["jp-124-2"]}}  # fmt: skip
    lines = told(JAPANESE, battle, "take us-147-2", "on 3509", "take us-2-2", "on 3509", "take us-10-3", "on 3509",
                 "done", "spend us-10-3 =2")  # fmt: skip
    assert "The assault on 3509: 7 against 4, 1-1. The attackers have spent 2 supply." in lines


def test_the_winner_is_named() -> None:
    line = GAME.line(GameOver("automatic", AMERICAN, 73), OBSERVER)
    assert line is not None
    assert line["text"] == "The Americans win: they have 73 victory points, more than 60."
