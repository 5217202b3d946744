"""What the data may hold: the released ones fit, what cannot be played is refused in one line, the rest is played."""

from __future__ import annotations

from typing import Any

import pytest

import corrections
from ironbottom import games

SLUG = "henderson-field"


def test_each_datum_is_described_and_fits() -> None:
    assert corrections.check_released(SLUG) == 1794


@pytest.mark.parametrize(
    ("path", "value", "line"),
    [
        ("map.ground.terrain", ["...."] * 19, "item 1: the row has 4 letters; 74 were expected"),
        ("map.ground.levels", ["0" * 74] * 18, "the list has 18 items; 19 were expected"),
        ("map.ground.terrain", ["s" * 74] * 19, "letter 1 is 's'"),
        ("map.roads.edges", [["0803", "9999"]], "'9999' is not a hex from 0101 to 7419"),
        ("map.roads.edges", [["0803", "3209"]], "0803 and 3209 do not touch"),
        ("tables.attrition.rows", [[[1, 0, 0, 0, 0]]], "the list has 1 items; 6 were expected"),
        ("tables.attrition.rows", [[[1, 0, 0, 0, 0]] * 2] * 6, "row 1 has 2 cells for 11 columns"),
        ("tables.attrition.rows", [[[1, 0, 0, 0]] * 11] * 6, "attacker's loss"),
        ("units.unit.us-1-1.type", "XYZ", "'XYZ' is not one of INF, ART"),
        ("units.unit.us-1-1.type", "ART", "artillery and nothing else has a range"),
        ("units.unit.us-1-1.combat", -3, "a number from 1 to 20 (combat factor) was expected, not -3"),
        (
            "turns.turn.3.american",
            "plus",
            "a number from 0 to 40 (supply points), or one of +, unlimited was expected, not 'plus'",
        ),
        ("cards.card.1.american", "seabeas", "did you mean 'seabees'?"),
        ("cards.card.1.american", "supplies", "supplies needs a number from 0 to 40 (supply points)"),
        ("cards.card.3.american_number", 30, "a number from 0 to 20 (points of the airfield) was expected, not 30"),
        ("cards.card.7.american_number", 3, "rain has no number"),
        ("map.village.kukum.hex", "0101", "0101 is sea"),
        ("map.rivers.gavaga", ["5206", "5309"], "5309 touches no hex before it"),
        ("tables.points.withdrawn", 0, "a number from 1 to 20 (units) was expected"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(path: str, value: Any, line: str) -> None:
    assert line in corrections.refused(SLUG, {path: value})


@pytest.mark.parametrize(
    "wishes",
    [
        {"map.rivers.kombito": ["7308", "7309"]},
        {"turns.turn.3.american": 10, "turns.turn.7.american": "+"},
        {"map.roads.edges": [["0803", "0903"]]},
        {"cards.card.1.american": "rain", "units.unit.us-1-1.combat": 6},
    ],
)
def test_what_is_taken_is_played(wishes: dict[str, Any]) -> None:
    corrections.check_taken(SLUG, wishes)


def test_records_find_the_data_by_the_digests_of_the_first_release() -> None:
    assert games.load(SLUG).digest == "e28ddd969832888a54cc7f01002baa68"
    correction = {
        "map": {"rivers": {"kombito": ["7308", "7309"]}, "names": {"0702": "The Cape"}},
        "turns": {"turn": {"1": {"american": 13}}},
    }
    assert games.load(SLUG, correction).digest == "29454691d21caa400c9e80f69d54d142"


def test_a_mutation_is_refused_or_played() -> None:
    assert corrections.try_each(SLUG, 40, 15, 60) < 13


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_many_mutations_are_refused_or_played_to_the_end() -> None:
    assert corrections.try_each(SLUG, 40 + 1, 300, 100_000) < 200
    assert corrections.try_each(SLUG, 40 + 2, 50, 100_000, together=2) < 45
