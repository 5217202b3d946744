"""What the data may hold: the released ones fit, what cannot be played is refused in one line, the rest is played."""

from __future__ import annotations

from typing import Any

import pytest

import corrections
from ironbottom import games

SLUG = "axis-allies"


def test_each_datum_is_described_and_fits() -> None:
    assert corrections.check_released(SLUG) == 627


@pytest.mark.parametrize(
    ("path", "value", "line"),
    [
        (
            "units.box.sea.slots",
            [*["DST"] * 5, "SUBB", *["CRU"] * 6],
            "item 6: 'SUBB' is no entry of units.unit; did you mean 'SUB'?",
        ),
        ("units.box.sea.slots", [*["DST"] * 11, "INF"], "INF is none of"),
        ("setup.first", "allied", "'allied' is not one of axis, allies; did you mean 'allies'?"),
        ("setup.control.GUA", "allied", "did you mean 'allies'?"),
        ("units.unit.DST.cost", 0, "a number from 1 to 40 (supply points) was expected, not 0"),
        ("map.border.C-F.way", "clsoed", "did you mean 'closed'?"),
        ("setup.units.axis.CHO.INF", -2, "a number from 0 to 30 (pieces) was expected, not -2"),
        ("setup.units.axis.B.FTR", 6, "6 fighters, but decks for 4"),
        ("setup.units.axis.B.CAR", 1, "4 fighters, but decks for 2"),
        ("setup.units.axis.BOU.BOM", 2, "3 aircraft, but airfields for 2"),
        ("units.unit.BAT.heavy_armor", False, "the rules are written for True; False would change nothing"),
        ("units.unit.CAR.flight_deck", 3, "the rules are written for 2"),
        ("units.unit.BOM.move", 0, "a number from 1 to 6 (spaces) was expected, not 0"),
        ("units.unit.CRU.move", 2, "the rules are written for 1"),
        ("units.numbers.torpedo_dice", 2, "the rules are written for 1"),
        ("units.numbers.hit_values", [1, 1], "1 stands there twice"),
        ("advantages.token.pt_boats.allies", 3, "both sides have the same number"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(path: str, value: Any, line: str) -> None:
    assert line in corrections.refused(SLUG, {path: value})


@pytest.mark.parametrize(
    "wishes",
    [
        {"map.border.C-F.way": "closed"},
        {"setup.units.axis.CHO.INF": 5, "setup.first": "allies"},
        {"units.unit.FTR.cost": 4, "map.space.E.deploy.number": 1},
    ],
)
def test_what_is_taken_is_played(wishes: dict[str, Any]) -> None:
    corrections.check_taken(SLUG, wishes)


def test_records_find_the_data_by_the_digests_of_the_first_release() -> None:
    assert games.load(SLUG).digest == "8a292405a13660d77540facfde561e1d"
    correction = {
        "map": {"border": {"C-F": {"way": "closed"}}},
        "setup": {"first": "allies"},
        "units": {"numbers": {"airfield_vp": 2}},
    }
    assert games.load(SLUG, correction).digest == "46215159f7c522ac618cf4b64dc49db6"


def test_a_mutation_is_refused_or_played() -> None:
    assert corrections.try_each(SLUG, 20, 30, 60) < 25


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_many_mutations_are_refused_or_played_to_the_end() -> None:
    assert corrections.try_each(SLUG, 20 + 1, 300, 100_000) < 200
    assert corrections.try_each(SLUG, 20 + 2, 50, 100_000, together=2) < 45
