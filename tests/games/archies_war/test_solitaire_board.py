"""The board of the solitaire game: drawn and worded from the data that it is played by."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ironbottom.games.archies_war.game import make

PLAIN = make()
PLACES = ("chart", "board", "tables", "words")


def shown(game: Any) -> dict[str, str]:
    """What a player sees, by where."""
    s = game.setup("solitaire")
    view = game.view(s, 0)
    words = [game.words.say(key) for key in sorted(game.words.keys()) if key.startswith("solo.")]
    return {
        "chart": game.chart("solitaire", "chart"), "board": str(game.board("solitaire")),
        "tables": str(game.picture(view, 0)["tables"]), "words": str(words),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("correction", "places"),
    [
        ({"tables": {"damage": [0, 1, 1, 2, 2, 3]}}, ("chart", "board", "tables")),
        ({"tables": {"banzai": [0, 0, 1, 1, 2, 3]}}, ("chart", "board", "tables")),
        ({"turns": {"number": 16, "reinforced": [3, 6]}}, ("chart", "board")),
        ({"start": {"marker": {"status": 2}}}, ("chart", "board")),
        ({"rolls": {"repair": 2}}, PLACES),
        ({"rolls": {"repair_seabees": 5}}, PLACES),
        ({"rolls": {"air_raid": 5}}, PLACES),
        ({"rolls": {"patrol": 2}}, PLACES),
        ({"rolls": {"bombardment_heavy": 3}}, PLACES),
        ({"vandegrift": {"artillery": 4}}, PLACES),
        ({"front": {"reinforcement": 3}}, ("tables", "words")),
        ({"naval_victory": {"reserves": 3}}, ("tables", "words")),
        ({"bloody_ridge": {"test": 3}}, ("tables", "words")),
    ],
)
def test_a_correction_is_drawn_and_worded_as_it_is_played(correction: dict[str, Any], places: tuple[str, ...]) -> None:
    before, after = shown(PLAIN), shown(make({"solitaire": correction}))
    assert {place for place in PLACES if before[place] != after[place]} >= set(places)


def test_the_board_has_what_its_legend_names() -> None:
    """A box for every force, the tracks, and six lines in each list and table."""
    spaces = {space["id"] for space in PLAIN.board("solitaire")["spaces"]}
    fronts = ("point_cruz", "koli_point", "reserves")
    assert {f"{side}.{box}" for side in ("american", "japanese") for box in fronts} <= spaces
    assert {"american.bloody_ridge", "japanese.infiltration", "vandegrift", "status.below"} <= spaces
    assert {f"turn.{n}" for n in range(1, 19)} | {f"status.{n}" for n in range(8)} <= spaces
    tables = ("american_actions", "american_events", "japanese_actions", "japanese_events", "damage", "banzai")
    assert {f"table.{table}.{n}" for table in tables for n in range(1, 7)} <= spaces
    assert "japanese.bloody_ridge" not in spaces


def test_every_number_of_the_texts_is_filled_in() -> None:
    for place, text in shown(PLAIN).items():
        if place != "words":
            assert not re.search(r"\{[a-z_]+\}", text), place
