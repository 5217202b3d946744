"""A card for every die and draw: what it was for, what was added by which statement, and what came of it, for all who
may know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ironbottom.games import load
from ironbottom.games.henderson_field.game import make
from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE
from ironbottom.kernel.action import parse
from ironbottom.kernel.record import Move, read_record
from ironbottom.kernel.step import CHANCE, OBSERVER

GAME = make()
RECORDS = Path(__file__).parents[2] / "records" / "henderson-field"
MORE = ("FireDie", "CounterDice", "ShipDice", "HoldDie")
"""Dice that fall several for one question: the last of them shows them all."""


def lines(position: dict[str, Any], side: int, *texts: str) -> list[Any]:
    """What a side reads of these actions and dice."""
    s, found = GAME.place(position), list[Any]()
    for text in texts:
        movers = GAME.to_move(s)
        s = GAME.apply(s, CHANCE if movers == (CHANCE,) else movers[0], parse(text))
        found += [line for seen in GAME.news_for(s, side) if (line := GAME.line(seen, side)) is not None]
    return found


def carded(found: list[Any], kind: str) -> Any:
    """The line of that kind that has a card."""
    return next(line for line in found if line["kind"] == kind and "card" in line)


def terms(rows: list[Any]) -> list[tuple[str, str, str]]:
    return [(row["text"], row["value"], row.get("rule", "")) for row in rows]


@pytest.mark.parametrize("name", ["campaign-automatic", "campaign-automatic-japanese", "campaign-field"])
def test_each_die_and_draw_of_a_game_has_its_card(name: str) -> None:
    """Every chance result of the game shows itself on a card to both sides and to who looks on, with the number that
    fell and the statement by which it fell."""
    record = read_record((RECORDS / f"{name}.jsonl").read_text("utf-8"), load)
    game, s, thrown = record.game, record.start(), 0
    for entry in record.entries:
        if not isinstance(entry, Move):
            continue
        step = s.stack[-1]
        s = game.apply(s, entry.side, entry.action)
        if entry.side != CHANCE or (type(step).__name__ in MORE and step.dice > 1):
            continue
        thrown += 1
        for side in (AMERICAN, JAPANESE, OBSERVER):
            read = [line for seen in game.news_for(s, side) if (line := game.line(seen, side)) is not None]
            cards = [line for line in read if "card" in line and ("dice" in line or line["kind"] == "card")]
            assert cards, (step, entry.action, side, read)
            if "dice" in cards[0]:
                assert entry.action[1] in [die["value"] for die in cards[0]["dice"]]
            assert cards[0]["card"]["title"]
            assert cards[0]["rule"], cards[0]
    assert thrown > 20


def test_the_card_of_an_assault_says_what_made_its_odds() -> None:
    """8.2: a unit in the river, a gun's supply, hexes uphill, strain: each with its statement, in the sums and beside
    the die; the loss by name, with its points."""
    battle = {"turn": 10, "phase": "american_combat", "supply": {"american": 4}, "field": "american",
              "american": {"3508": ["us-147-2"], "3609": ["us-2-2", "us-10-3"]},
              "japanese": {"3509": ["jp-124-2"]}}  # fmt: skip
    found = lines(battle, JAPANESE, "take us-147-2", "on 3509", "take us-2-2", "on 3509", "take us-10-3", "on 3509",
                  "done", "spend us-10-3 =2", "strain", "die =6", "lose us-2-2")  # fmt: skip
    odds, die = carded(found, "odds"), carded(found, "assault_die")
    attack, defence = odds["sums"]
    assert terms(attack["terms"]) == [
        ("2/2, halved in the river", "+2½", "R8.2.1.1"), ("147/2", "+4", ""),
        ("10/3, supply, halved in the river", "+1", "R8.2.4b"),
    ]  # fmt: skip
    assert (attack["total"], defence["total"]) == ("7", "4")
    assert terms(defence["terms"]) == [("124/2", "+4", "")]
    assert terms(die["card"]["modifiers"]) == [("Strained by 1", "+1", "R8.2.3"), ("Odds", "2-1", "R8.2.1.3")]
    assert die["text"] == "At 2-1, die 6: the attackers lose 2 steps and retreat a hex."
    (point,) = next(line for line in found if "points" in line)["points"]
    assert (point["n"], point["text"], point["rule"]) == (3, "losses of 2/2", "R9.1")


def test_the_card_of_a_search_is_the_searchers() -> None:
    """7.7.5: distance and marker are added up for who searches; the other side sees the die, and not how far off he
    stands."""
    position = {"turn": 6, "phase": "american_movement", "field": "american", "american": {"3707": ["us-6-3"]},
                "japanese": {"3809": ["jp-124-2"]}, "stealth": {"jp-124-2": 3}}  # fmt: skip
    acts = ("take us-6-3", "detect 3809 =3", "die =3")
    mine, theirs = (carded(lines(position, side, *acts), "search") for side in (AMERICAN, JAPANESE))
    assert terms(mine["card"]["modifiers"]) == [
        ("Distance in hexes", "+2", "R7.7.5"), ("Stealth marker", "−3", "R7.7.5"),
        ("It must come to", "1 or less", "R7.7.5"),
    ]  # fmt: skip
    assert mine["card"]["total"] == "2"
    assert "modifiers" not in theirs["card"]
    assert [die["value"] for die in theirs["dice"]] == [3]


@pytest.mark.parametrize(("dice", "fell", "text"), [
    ("24", "0", "one step lost."), ("56", "−2", "no step lost. The airfield falls by 2 to 16."),
])
def test_the_card_of_a_bombardment_says_how_far_the_airfield_fell(dice: str, fell: str, text: str) -> None:
    """R8.1.6: by what these dice did, not by what any 5 would do."""
    ships = {"turn": 6, "phase": "japanese_bombardment", "field": "american", "status": 18,
             "american": {"3707": ["us-1-1", "us-1-2", "us-1eng"]}}  # fmt: skip
    found = lines(ships, JAPANESE, "bombard", "die =6", "die =2", *(f"die ={die}" for die in dice))
    told = carded(found, "fire_result")
    assert terms(told["card"]["modifiers"])[-1] == ("Airfield: a point for each 5 or more", fell, "R8.1.6")
    assert told["text"].endswith(text)


def test_each_reads_of_counter_battery_fire_what_he_knows() -> None:
    """R8.1.8: its owner whether a battery falls silent, who fires only where none can lie hidden; a second hit on a gun
    that is silent already silences nobody, and a miss says no more than that."""
    hidden = {"turn": 10, "phase": "american_defensive_fire", "field": "american", "supply": {"american": 9},
              "american": {"3907": ["us-11-5"], "3909": ["us-1-2"]},
              "japanese": {"4010": ["jp-124-1", "jp-20mt"], "1407": ["jp-2fa", "jp-124-2"]}}  # fmt: skip
    shot = ("counter 4010", "gun us-11-5 =1", "fire", "die =6", "mute jp-20mt")
    alone = hidden | {"japanese": {"4010": ["jp-20mt"]}}

    def said(position: dict[str, Any], side: int, *texts: str) -> str:
        return str([line["text"] for line in lines(position, side, *texts) if line["kind"] == "counter_result"][-1])

    hit = "Counter-battery fire at 4010 hits"
    assert said(hidden, JAPANESE, *shot) == f"{hit}: a battery there falls silent."
    assert said(hidden, AMERICAN, *shot) == f"{hit}: a battery there falls silent, if there is one."
    assert said(alone, AMERICAN, *shot[:-1]) == f"{hit}: a battery there falls silent."
    assert said(hidden, JAPANESE, *shot, *shot[:-1]) == f"{hit}, but there is no battery there that could fall silent."
    assert said(hidden, JAPANESE, *shot, *shot[:-2], "die =3") == "Counter-battery fire at 4010 misses."
