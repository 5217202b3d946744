"""Corrections that the data's schema refuses: no new game begins with them, and games that did go on."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ironbottom import games
from ironbottom.kernel.record import header
from server.play import Browser

JAPAN = {"two_player": {"locations": {"koli_point": {"anchor": "japan"}}}}
"""Taken, and without effect, before data had a schema."""


def begun(overlay: dict[str, Any]) -> str:
    """The record of a game that has begun with these corrections."""
    game = games.load("archies-war", overlay)
    head = header(game, "two-player", dict(game.setup("two-player").setting.options), seats={}, seed_hash="",
                  started="", overlay=overlay)  # fmt: skip
    return json.dumps(head) + "\n"


def test_a_stored_game_goes_on_with_corrections_that_are_refused_now(run: Callable[..., Any]) -> None:
    running = run()
    ann = Browser(running.base)
    key = ann.post("/api/tables", **{"import": begun(JAPAN)})["id"]
    before = ann.look(key, "american")
    running.stop()
    again = run()
    ann = Browser.known(again.base, ann)
    assert {**ann.look(key, "american"), "rev": before["rev"]} == before


def test_an_owners_refused_corrections_stop_new_games_alone(
    run: Callable[..., Any], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    running = run()
    ann = Browser(running.base)
    key = ann.post("/api/tables", **{"import": begun(JAPAN)})["id"]
    running.stop()
    (tmp_path / "data" / "overlays").mkdir()
    file = tmp_path / "data" / "overlays" / "archies-war.toml"
    file.write_text('[two_player.locations.koli_point]\nanchor = "japan"\n')
    with caplog.at_level(logging.WARNING, "ironbottom"):
        running = run()
    line = "overlay, two_player.locations.koli_point.anchor: 'japan' is not one of american, japanese, none"
    assert line in caplog.text
    ann = Browser.known(running.base, ann)
    seats = {"american": "me", "japanese": "me"}
    status, error = ann.refused("/api/tables", game="archies-war", scenario="two-player", seats=seats)
    assert (status, error) == (400, f"{line}; did you mean 'japanese'?")
    assert ann.look(key, "american")["over"] is None
    assert ann.table("axis-allies", "campaign", seats={"allies": "me", "axis": "me"})["id"]
    running.stop()
    file.write_text('[two_player.locations.koli_point]\nanchor = "japanese"\n')
    running = run()
    ann = Browser.known(running.base, ann)
    assert ann.table("archies-war", "two-player", seats=seats)["id"]
