"""What the data may hold: the released ones fit, what cannot be played is refused in one line, the rest is played."""

from __future__ import annotations

from typing import Any

import pytest

import corrections
from ironbottom import games

SLUG = "archies-war"


def test_each_datum_is_described_and_fits() -> None:
    assert corrections.check_released(SLUG) == 543


@pytest.mark.parametrize(
    ("path", "value", "line"),
    [
        (
            "two_player.locations.koli_point.anchor",
            "japan",
            "'japan' is not one of american, japanese, none; did you mean 'japanese'?",
        ),
        ("two_player.track.attrition.turns", ["3"], "item 1: a number from 1 to 20 was expected, not '3'"),
        ("two_player.track.attrition.turns", [3, 11], "turn 11 is not on a track of 10 turns"),
        ("solitaire.tables.damage", [0, 1, 1], "the list has 3 items; 6 were expected"),
        ("solitaire.turns.number", 17, "turn 18 is not on a track of 17 turns"),
        (
            "two_player.more_anchors.four.locations",
            ["kokumbone"],
            "no entry of two_player.locations; did you mean 'kokumbona'?",
        ),
        ("two_player.links.tetere--taivu_point.ends", ["tetere", "koli_point"], "joins the same locations"),
        ("two_player.links.bloody_ridge--east_jungle.kind", "trial", "did you mean 'trail'?"),
        ("two_player.setup.draw", 4, "4 locations for 4 blocks"),
        ("two_player.units.american.vandegrift.count", 2, "there is one Vandegrift"),
        ("two_player.units.american.inf6.count", 2, "two_player.units.american.inf6: attack is missing"),
        ("two_player.locations.henderson_field.anchor", "none", "'american' was expected"),
        ("board.words.turn_cell", "Turn {number}", "nothing is filled in for {number}; known there: {n}"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(path: str, value: Any, line: str) -> None:
    assert line in corrections.refused(SLUG, {path: value})


@pytest.mark.parametrize(
    "wishes",
    [
        {"two_player.units.american.inf5.attack": 6},
        {"two_player.locations.kokumbona.anchor": "japanese", "two_player.track.turns": 9},
        {"two_player.more_anchors.four.locations": ["tetere"]},
    ],
)
def test_what_is_taken_is_played(wishes: dict[str, Any]) -> None:
    corrections.check_taken(SLUG, wishes)


def test_records_find_the_data_by_the_digests_of_the_first_release() -> None:
    assert games.load(SLUG).digest == "5d9dfc786424f9847b565e132c56e55b"
    correction = {
        "two_player": {
            "units": {"american": {"inf5": {"attack": 6, "source": "R: my copy"}}},
            "setup": {"draw": 3},
        },
        "solitaire": {"turns": {"number": 17}},
    }
    assert games.load(SLUG, correction).digest == "f42115b6a76087911ed89534b57e6cb0"


def test_a_mutation_is_refused_or_played() -> None:
    assert corrections.try_each(SLUG, 10, 30, 60) < 25


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_many_mutations_are_refused_or_played_to_the_end() -> None:
    assert corrections.try_each(SLUG, 10 + 1, 300, 100_000) < 200
    assert corrections.try_each(SLUG, 10 + 2, 50, 100_000, together=2) < 45
