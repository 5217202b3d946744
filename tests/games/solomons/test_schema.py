"""What the data may hold: the released ones fit, what cannot be played is refused in one line, the rest is played."""

from __future__ import annotations

from typing import Any

import pytest

import corrections
from ironbottom import games

SLUG = "solomons"


def test_each_datum_is_described_and_fits() -> None:
    assert corrections.check_released(SLUG) == 1544


@pytest.mark.parametrize(
    ("path", "value", "line"),
    [
        ("tables.surface.1", ["half_cripled/none"] * 5, "'half_cripled' is not one of none, half_crippled"),
        ("tables.surface.1", ["none"] * 5, "attacker/defender"),
        ("tables.flak.1", [3, 3, 6, 8, 9], "the list has 5 items; 6 were expected"),
        ("tables.flak.1", ["3"] * 6, "item 1: a number from 0 to 30 (air points lost) was expected, not '3'"),
        ("tables.ground.1", ["5-2"] * 5, "a text such as '2/10' was expected"),
        ("map.hexes.A.neighbours", ["B", "Z"], "item 2: 'Z' is no entry of map.hexes"),
        ("map.hexes.A.neighbours", ["B"], "map.hexes.F.neighbours: A does not name F"),
        ("units.J-BB-1.place", "tokyo", "'tokyo' is no entry of map.bases"),
        ("units.J-BB-1.place", "australia", "australia is american"),
        ("units.J-TR-1.type", "BB", "units.J-TR-1.capital: battleships, battlecruisers and carriers are capital ships"),
        ("units.J-BB-1.attack", -3, "a number from 0 to 120 (strength) was expected, not -3"),
        ("setup.japanese.aboard", 27, "27 air points, but decks for 26: there is no legal start"),
        ("setup.japanese.aboard_default", [8, 8, 2, 0, 0], "5 numbers for 4 carriers"),
        ("setup.american.aboard", 20, "24 air points were expected"),
        ("map.routes.guadalcanal", "N", "the rules are written for 'M'"),
        ("params.levels.draw_above", [0, 1], "a number from 1 to 20"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(path: str, value: Any, line: str) -> None:
    assert line in corrections.refused(SLUG, {path: value})


def test_decks_too_small_for_the_aircraft_are_no_legal_start() -> None:
    small = {f"units.J-CV-{n}.aircraft": deck for n, deck in ((1, 4), (2, 4), (3, 3), (4, 3))}
    told = corrections.refused(SLUG, small)
    assert "18 air points, but decks for 14: there is no legal start" in told


@pytest.mark.parametrize(
    "wishes",
    [
        {"units.J-BB-1.flak": 9},
        {"map.hexes.A.neighbours": ["F"], "map.hexes.B.neighbours": ["C", "F", "G"]},
        {"units.J-CV-1.aircraft": 6, "setup.japanese.aboard": 16, "setup.japanese.aboard_default": [6, 8, 2, 0]},
    ],
)
def test_what_is_taken_is_played(wishes: dict[str, Any]) -> None:
    corrections.check_taken(SLUG, wishes)


def test_records_find_the_data_by_the_digests_of_the_first_release() -> None:
    assert games.load(SLUG).digest == "0d980541bd6bea7d15ac2962b810a8f8"
    correction = {
        "units": {"J-BB-1": {"flak": 9}},
        "setup": {"american": {"aboard": 20}},
        "params": {"supply": {"upkeep": 2}},
    }
    assert games.load(SLUG, correction).digest == "f8bd8476c1fa557adff84f68d1f85183"


def test_a_mutation_is_refused_or_played() -> None:
    assert corrections.try_each(SLUG, 50, 30, 60) < 25


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_many_mutations_are_refused_or_played_to_the_end() -> None:
    assert corrections.try_each(SLUG, 50 + 1, 300, 100_000) < 200
    assert corrections.try_each(SLUG, 50 + 2, 50, 100_000, together=2) < 45
