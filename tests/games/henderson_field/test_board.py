"""What is drawn and said is made of the data that the game is played by, with an owner's corrections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ironbottom.games import load
from ironbottom.games.henderson_field.game import SCENARIO, make
from ironbottom.games.henderson_field.rules.printed import read_data

PLAIN = make()


def rows(key: str, hex_: str, letter: str) -> list[str]:
    """The rows of the ground with another letter in a hex."""
    found = list(read_data("")["map"]["ground"][key])
    column, row = int(hex_[:2]) - 1, int(hex_[2:]) - 1
    found[row] = found[row][:column] + letter + found[row][column + 1 :]
    return found


def space(game: Any, name: str) -> Any:
    return next((one for one in game.board(SCENARIO)["spaces"] if one["id"] == name), None)


def facts(name: str) -> Callable[[Any], Any]:
    return lambda game: (space(game, name) or {"facts": []})["facts"]


def name_of(place: str) -> Callable[[Any], Any]:
    return lambda game: space(game, place)["name"]


def drawn(text: str) -> Callable[[Any], Any]:
    return lambda game: text in game.chart(SCENARIO, "chart")


def said(key: str) -> Callable[[Any], Any]:
    return lambda game: game.words.name(key)


ROADS = read_data("")["map"]["roads"]["edges"]
CORRECTED: dict[str, tuple[dict[str, Any], Callable[[Any], Any], Any, Any]] = {
    "jungle becomes clear": (
        {"map": {"ground": {"terrain": rows("terrain", "3810", "c")}}}, facts("3810"), ["jungle"], ["clear"],
    ),
    "sea becomes land": (
        {"map": {"ground": {"terrain": rows("terrain", "3705", "c")}}}, facts("3705"), [], ["clear", "coast"],
    ),
    "a height": (
        {"map": {"ground": {"levels": rows("levels", "3907", "1")}}}, facts("3907"), ["clear"], ["clear", "height 1"],
    ),
    "a slope": (
        {"map": {"ground": {"levels": rows("levels", "3907", "1")}}},
        lambda game: {link["kind"] for link in space(game, "3907")["links"]}, {"side"}, {"slope"},
    ),
    "a river": (
        {"map": {"rivers": {"kombito": ["7308", "7309"]}}}, lambda game: "river" in facts("7310")(game), True, False,
    ),
    "a road": (
        {"map": {"roads": {"edges": ROADS[1:]}}}, lambda game: "road" in facts(ROADS[0][0])(game), True, False,
    ),
    "a village": (
        {"map": {"village": {"kukum": {"hex": "3607"}}}},
        lambda game: ("village" in facts("3507")(game), "village" in facts("3607")(game)), (True, False), (False, True),
    ),
    "what a village is called on the board": (
        {"map": {"village": {"kukum": {"name": "Kukumbona"}}}}, name_of("3507"), "Kukum (3507)", "Kukumbona (3507)",
    ),
    "what a village is called in words": (
        {"map": {"village": {"kukum": {"hex": "3607"}}}}, lambda game: (said("3507")(game), said("3607")(game)),
        ("Kukum (3507)", "3607"), ("3507", "Kukum (3607)"),
    ),
    "a name": ({"map": {"names": {"3706": "Lunga Spit"}}}, name_of("3706"), "Lunga Point (3706)", "Lunga Spit (3706)"),
    "a name on the chart": ({"map": {"names": {"3706": "Lunga Spit"}}}, drawn("Lunga Spit"), False, True),
    "a date": (
        {"turns": {"turn": {"3": {"date": "Aug 22 1942"}}}}, name_of("turn.3"), "Turn 3, Aug 21", "Turn 3, Aug 22",
    ),
    "supply on the track": ({"turns": {"turn": {"3": {"american": 37}}}}, drawn(">37<"), False, True),
    "the periods of Rabaul": (
        {"tables": {"rabaul": {"first_turns": [1, 9, 14, 20]}}}, name_of("rabaul.1"), "Rabaul, turns 1 to 7",
        "Rabaul, turns 1 to 8",
    ),
    "the status that works": ({"tables": {"field": {"operational": 12}}}, drawn("works from 12 up"), False, True),
    "a unit's label": ({"units": {"unit": {"us-1-1": {"label": "1/9"}}}}, said("us-1-1"), "1/1", "1/9"),
    "a unit's factor": (
        {"units": {"unit": {"us-1-1": {"combat": 7}}}}, lambda game: 'id="face-us-1-1.7"' in game.faces(SCENARIO),
        False, True,
    ),
    "a word on the board": (
        {"board": {"words": {"jungle": "rain forest"}}}, facts("3810"), ["jungle"], ["rain forest"],
    ),
}  # fmt: skip
"""For each kind of datum a correction, where to look, and what is there before and after it."""


@pytest.mark.parametrize("name", CORRECTED)
def test_a_correction_is_drawn_and_said(name: str) -> None:
    overlay, look, before, after = CORRECTED[name]
    assert look(PLAIN) == before
    assert look(load("henderson-field", overlay)) == after


def test_corrected_ground_is_drawn_over_the_relief() -> None:
    """A patch for each hex, and the released map has none."""
    overlay = {"map": {"ground": {"terrain": rows("terrain", "3810", "c")}}}
    patch = 'fill-opacity=".9"'
    plain, mended = (game.chart(SCENARIO, "chart").count(patch) for game in (PLAIN, load("henderson-field", overlay)))
    assert mended == plain + 1


def test_the_log_uses_corrected_names() -> None:
    game = load("henderson-field", {"units": {"unit": {"us-1rdr": {"label": "Edson"}}}})
    s = game.place({"turn": 4, "phase": "american_landing", "field": "american"})
    for text in ("take us-1rdr", "land 3706"):
        s = game.apply(s, 0, tuple(text.split()))
    lines = [game.line(one, 0) for one in game.news_for(s, 0)]
    assert "Edson lands at Lunga Point (3706)." in [line["text"] for line in lines if line]
