"""What the data may hold: the released ones fit, what cannot be played is refused in one line, the rest is played."""

from __future__ import annotations

import json
from typing import Any

import pytest

import corrections
from ironbottom import games
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.record import FORMAT, read_record

SLUG = "first-blood"


def test_each_datum_is_described_and_fits() -> None:
    assert corrections.check_released(SLUG) == 1822


@pytest.mark.parametrize(
    ("path", "value", "line"),
    [
        ("hexsides.side.0001|0002.kind", "stream", "'stream' is not one of clear, jungle, ridge, river"),
        ("map.entry_point.1.hexes", ["9999"], "item 1: '9999' is no entry of hexes.hex"),
        ("units.unit.1/7.arrival", "NEVER", "'NEVER' is no entry of turns.turn"),
        ("combat.table.american.rows", [["AE", "A2", "A1", "EX"]], "the list has 1 items; 6 were expected"),
        ("combat.table.american.rows", [["AE", "A2", "A1"]] * 6, "row 1 has 3 results for 4 columns"),
        ("combat.table.japanese.rows", [["AE", "A2", "A1", "XX"]] * 6, "'XX' is no entry of combat.result"),
        ("combat.table.columns", ["1-2", "1-1", "3-1", "4-1"], "odds rise by one"),
        ("hexes.hex.0605.terrain", "swamp", "'swamp' is not one of clear, jungle, ridge"),
        ("units.unit.1/1.combat", -3, "a number from 0 to 20 (combat factor) was expected, not -3"),
        ("turns.turn.SEP II.american.ground", ["1/7", "2/7", "3/7"], "1/11 is american, SEP II; correct units.unit"),
        ("turns.turn.SEP II.japanese.ground", ["4/3", "20MA", "1/7"], "1/7 is american, SEP II; correct units.unit"),
        ("units.unit.1/1.range", 4, "does not go with class 'infantry'"),
        ("map.box.a.adjacent", ["c"], "c does not name a as adjacent"),
        ("setup.american_line.0708", ["1/7"], "1/7 does not begin there"),
        ("setup.american_line.0111", ["3/1"], "hexes of the set-up lie in rows 02-12, columns 02-15"),
        ("setup.japanese_line.box_b", ["124/1"], "the Japanese begin in the boxes a, d"),
        ("map.limits.stack", 0, "a number from 1 to 20 (counters) was expected"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(path: str, value: Any, line: str) -> None:
    assert line in corrections.refused(SLUG, {path: value})


@pytest.mark.parametrize(
    "wishes",
    [
        {"units.unit.1/1.combat": 6},
        {"units.unit.1/7.arrival": "SEP III", "units.unit.1/1.arrival": "SEP I", "units.unit.1/2.arrival": "START"},
        {"setup.american.air.F4F": 2},
        {"terrain.step.jungle": 3, "hexsides.side.0605|0606.kind": "jungle"},
        {
            "units.unit.1/11.arrival": "SEP III",
            "turns.turn.SEP II.american.ground": ["1/7", "2/7", "3/7"],
            "turns.turn.SEP III.american.ground": ["1/11"],
        },
    ],
)
def test_what_is_taken_is_played(wishes: dict[str, Any]) -> None:
    corrections.check_taken(SLUG, wishes)


def test_a_record_with_corrections_that_cannot_be_played_says_why() -> None:
    wrong = corrections.overlay({"map.entry_point.1.hexes": ["9999"]})
    head = {
        "format": FORMAT, "game": SLUG, "rules_version": 1, "scenario": "campaign", "options": {}, "digest": "",
        "seats": {}, "seed_hash": "", "started": "", "overlay": wrong,
    }  # fmt: skip
    with pytest.raises(BadInput, match=r"map.entry_point.1.hexes: item 1: '9999' is no entry of hexes.hex"):
        read_record(json.dumps(head), games.load)


def test_records_find_the_data_by_the_digests_of_the_first_release() -> None:
    assert games.load(SLUG).digest == "baec501ea7a3b3cfbada04abd903e9f3"
    correction = {
        "hexes": {"hex": {"0605": {"terrain": "jungle"}}},
        "board": {"sheet": {"hex": 71.0}},
        "terrain": {"step": {"jungle": 3, "source": "R: mine"}},
    }
    assert games.load(SLUG, correction).digest == "75adef7dcc2c7a86cd88b80029299f31"


def test_a_mutation_is_refused_or_played() -> None:
    assert corrections.try_each(SLUG, 30, 15, 60) < 13


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_many_mutations_are_refused_or_played_to_the_end() -> None:
    assert corrections.try_each(SLUG, 30 + 1, 300, 100_000) < 200
    assert corrections.try_each(SLUG, 30 + 2, 50, 100_000, together=2) < 45


def test_a_corrected_arrival_stands_in_one_place() -> None:
    game = games.load(SLUG, corrections.overlay({"units.unit.1/7.arrival": "SEP III"}))
    printed: Any = game.plain
    assert printed.units[printed.unit_number["1/7"]].arrives == 3
    when = {entry["when"]: entry["text"] for entry in game.picture(game.setup("campaign"), 0)["calendars"][0]["entries"]
            if entry["side"] == "american"}  # fmt: skip
    assert ("1/7" in when["SEP II"], "1/7" in when["SEP III"]) == (False, True)


def test_hexsides_follow_corrected_terrain() -> None:
    """4.2a, 4.5b: but not rivers, nor what the map has as an exception, nor what was corrected itself."""
    wishes = {"hexes.hex.0605.terrain": "jungle", "hexsides.side.0604|0605.kind": "clear",
              "hexes.hex.0307.terrain": "clear", "hexes.hex.0710.terrain": "jungle"}  # fmt: skip
    printed: Any = games.load(SLUG, corrections.overlay(wishes)).plain
    released: Any = games.load(SLUG).plain

    def cost(game: Any, one: str, other: str) -> int:
        return int(dict(game.edges[game.number[one]])[game.number[other]])

    assert (cost(released, "0605", "0606"), cost(printed, "0605", "0606"), cost(printed, "0606", "0605")) == (1, 2, 2)
    assert cost(printed, "0604", "0605") == 1
    assert (released.shield[released.number["0307"]][released.number["0207"]],
            printed.shield[printed.number["0307"]][printed.number["0207"]]) == (2, 0)  # fmt: skip
    assert cost(printed, "0307", "0406") == 1
    assert (cost(released, "0709", "0710"), cost(printed, "0709", "0710")) == (3, 4)
