"""A card for every die and draw of whole games: a die's in words to all, a draw's in full to its owner, and to all
others its back."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import contract
from ironbottom.games import load
from ironbottom.games.archies_war.game import ArchiesWar, make
from ironbottom.games.archies_war.rules.printed import SIDES
from ironbottom.kernel.event import Event
from ironbottom.kernel.record import Move, read_record
from ironbottom.kernel.step import CHANCE, OBSERVER

GAME = make()
RECORDS = Path(__file__).parents[2] / "records" / "archies-war"
VIEWERS = (0, 1, OBSERVER)
CITED = {statement.id for statement in GAME.statements}


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.jsonl")), ids=lambda path: str(path.stem))
def test_each_die_and_draw_of_a_game_has_its_card(path: Path) -> None:
    record = read_record(path.read_text("utf-8"), load)
    game, s = record.game, record.start()
    for entry in record.entries:
        if not isinstance(entry, Move):
            continue
        s = game.apply(s, entry.side, entry.action)
        if entry.side != CHANCE:
            continue
        for viewer in VIEWERS:
            read = [line for seen in game.news_for(s, viewer) if (line := game.line(seen, viewer)) is not None]
            made = next(line for line in read if "card" in line)
            assert made["card"]["title"]
            assert made["rule"] in CITED
            if entry.action[0] == "die":
                assert [die["value"] for die in made["dice"]] == [entry.action[1]]
                assert all(term["rule"] in CITED for term in made["card"].get("modifiers", ()))
                assert "blank" not in made["card"]
            else:
                check_draw(made, entry.action[1], viewer)


def check_draw(made: Any, block: str, viewer: int) -> None:
    """2P-12, 2P-51: the owner sees the block's face; nobody else reads of it anything but that it was drawn."""
    owner = SIDES.index(made["side"])
    if viewer == owner:
        assert [one["face"] for one in made["shown"]] == [f"{made['side']}.{block}"]
        assert "blank" not in made["card"]
    else:
        assert made["card"]["blank"]
        assert "shown" not in made
        assert not {block, GAME.words.name(block)} & set(str(made).split("'"))
        assert GAME.words.name(block) not in made["text"]


THROWN = {kind.file_name for kind in ArchiesWar.types if issubclass(kind, Event) and "die" in kind.fields}
PLAIN = {"solo.attack_test", "solo.raided", "solo.victory_front", "solo.mass_attack"}
"""Dice that stand for themselves: a number against what stands in a box, or a front."""


def test_each_die_of_the_solitaire_game_says_in_words_what_it_did() -> None:
    """Beside the number and the title: what it is read by, with its statement, or its sums; and what came of it."""
    seen: Counter[str] = Counter()
    for seed in range(30):
        for s in contract.states(GAME, "solitaire", {}, seed):
            for event in s.news:
                if not event.get("die"):
                    continue
                made: Any = GAME.line(event, 0)
                seen[made["kind"]] += 1
                card = made["card"]
                assert card.get("result", made["text"]) != card["title"]
                assert card.get("modifiers") or made.get("sums") or made["kind"] in PLAIN, made
    assert set(seen) >= THROWN - PLAIN


def test_what_a_ruling_decides_is_not_told_when_its_line_is_called() -> None:
    """S-03, S-04, S-05: a front that attacks does not grow; the log said that it does, whatever had been agreed."""
    kinds = {getattr(kind, "file_name", ""): kind for kind in ArchiesWar.types}
    told = [
        GAME.line(kinds[name](die, row), 0)
        for name, die, row in (("solo.japanese_action", 1, "point_cruz"), ("solo.japanese_action", 3, "bloody_ridge"),
                               ("solo.japanese_event", 2, "naval_victory"), ("solo.american_event", 1, "nope"))
    ]  # fmt: skip
    front, ridge, victory, nope = (str(one and one["text"]) for one in told)
    assert "+2 SV" not in front + ridge
    assert "+2 SV" in victory
    assert "die" not in victory.split(": ")[1]
    assert "No help" not in nope


def test_marines_that_the_navy_brings_are_not_told_as_those_of_the_third_turn() -> None:
    """SR-56, SR-60, S-05: what brings them is cited; in games stored before only the turn's was."""
    kinds = {getattr(kind, "file_name", ""): kind for kind in ArchiesWar.types}
    came, struck = kinds["solo.reinforced"], kinds["solo.struck"]
    cited = [(GAME.line(one, 0) or {}).get("rule") for one in (
        came(1, "reserves"), came(1, "koli_point", "SR-56"), came(1, "reserves", "S-05"), struck("point_cruz"),
        struck("reserves", "S-05"),
    )]  # fmt: skip
    assert cited == ["SR-60", "SR-56", "S-05", "SR-55", "S-05"]
    s = GAME.place({"scenario": "solitaire", "turn": 2, "step": "reinforce"})
    s = GAME.apply(s, 0, ("reinforce", "koli_point"))
    assert [event.get("by") for event in s.news if event.called() == "solo.reinforced"] == ["SR-56"]


def test_each_side_lands_by_its_own_statement() -> None:
    """2P-13, 2P-14: American blocks cited where the Japanese land."""
    kinds = {getattr(kind, "file_name", ""): kind for kind in ArchiesWar.types}
    landed = kinds["landed"]
    for side, place, rule in (("american", "henderson_field", "2P-13"), ("japanese", "taivu_point", "2P-14")):
        assert (GAME.line(landed(side, place, 2), 0) or {}).get("rule") == rule


def test_a_die_of_the_damage_table_says_its_row() -> None:
    """SR-41, SR-45: the number, the hits it is read as, and what they do; none is said in words too."""
    cases = {1: ("0 hits", "The shells fall wide: the field's marker stays."),
             6: ("2 hits", "The field's marker goes 2 boxes left.")}  # fmt: skip
    kind = next(kind for kind in ArchiesWar.types if getattr(kind, "file_name", "") == "solo.shelled")
    for die, (hits, result) in cases.items():
        made: Any = GAME.line(kind(die, int(hits[0]), 0), 0)
        (term,) = made["card"]["modifiers"]
        assert (term["text"], term["value"], term["rule"]) == (f"{die} in the damage table", hits, "SR-41")
        assert made["card"]["result"] == result
