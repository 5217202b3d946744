"""Positions as drawings: pieces stay in their boxes, and what is counted is written there."""

from __future__ import annotations

import re

import pytest

from ironbottom import games
from ironbottom.lab.drawn import draw


def test_pieces_stay_in_their_box_and_stores_are_written() -> None:
    game = games.load("solomons")
    board = game.board("campaign")
    picture = game.picture(game.setup("campaign", {}), -1)
    drawing = draw(game, "campaign", picture)
    at = re.findall(r'<use href="#face-[^"]*" x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)"', drawing)
    boxes = [space["shape"]["rect"] for space in board["spaces"] if space["kind"] == "box"]
    inside = [
        any(x <= float(px) + 0.1 and float(px) + float(w) <= x + wide + 0.1 and y + 26 <= float(py)
            and float(py) + float(w) <= y + high for x, y, wide, high in boxes)
        for px, py, w in at
    ]  # fmt: skip
    assert sum(inside) == sum(piece["place"] in ("truk", "rabaul") for piece in picture["pieces"])
    [land] = [one for one in picture["stores"] if one["place"] == "rabaul" and one["kind"] == "lac"]
    assert f'>{land["amount"]}</tspan> {land["name"]}</text>' in drawing


@pytest.mark.parametrize("slug", games.READY)
def test_each_board_is_drawn(slug: str) -> None:
    game = games.load(slug)
    scenario = game.scenarios[0].id
    assert draw(game, scenario, game.picture(game.setup(scenario, {}), -1)).count("<use") >= 1
