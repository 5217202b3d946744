"""A card for every die of a whole game, for both sides and for who looks on: nothing of it is secret."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ironbottom.games import load
from ironbottom.games.first_blood.game import make
from ironbottom.games.first_blood.rules.supply import SupplyRolled
from ironbottom.kernel.record import Move, read_record
from ironbottom.kernel.step import CHANCE, OBSERVER

RECORDS = Path(__file__).parents[2] / "records" / "first-blood"
CITED = {statement.id for statement in make().statements}


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.jsonl")), ids=lambda path: str(path.stem))
def test_each_die_of_a_game_has_its_card(path: Path) -> None:
    """8.9a, 14.0a: the number that fell, each modifier with its statement and their sum, the result in words."""
    record = read_record(path.read_text("utf-8"), load)
    game, s, thrown = record.game, record.start(), set[str]()
    for entry in record.entries:
        if not isinstance(entry, Move):
            continue
        s = game.apply(s, entry.side, entry.action)
        if entry.side != CHANCE:
            continue
        for viewer in (0, 1, OBSERVER):
            read = [line for seen in game.news_for(s, viewer) if (line := game.line(seen, viewer)) is not None]
            made: Any = next(line for line in read if "card" in line)
            card = made["card"]
            (die,) = made["dice"]
            assert die["value"] == entry.action[1]
            assert card["title"] != card["result"]
            modifiers = card.get("modifiers", [])
            assert all(term["rule"] in CITED for term in (made, *modifiers))
            if made["kind"] == "rolled":
                moved = sum(int(term["value"].replace("\N{MINUS SIGN}", "-")) for term in modifiers)
                assert int(card.get("total", die["value"])) == min(max(die["value"] + moved, 1), 6)
            thrown.add(made["kind"])
    assert thrown == {"rolled", "supply_rolled"}


@pytest.mark.parametrize(("die", "loss", "result"), [
    (3, False, "Nothing is lost."), (4, True, "A unit or ship must be given up."),
    (6, False, "The supply fails, but there is nobody to give up."),
])  # fmt: skip
def test_the_card_of_supply_says_from_which_number_on_something_is_lost(die: int, loss: bool, result: str) -> None:
    """14.1a."""
    made: Any = make().line(SupplyRolled(die, loss), 0)
    assert made["card"]["result"] == result
    assert made["side"] == "japanese", "it is told as theirs"
    (term,) = made["card"]["modifiers"]
    assert (term["value"], term["rule"]) == ("from 4", "14.1a")
