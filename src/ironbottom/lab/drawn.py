"""A position as one SVG document: the chart, and the pieces of a picture upon it."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from ironbottom.drawing.tokens import CHART, ROOM
from ironbottom.kernel.game import Game
from ironbottom.kernel.view import Picture, Piece, Space

THEMES = {"chart": CHART, "room": ROOM}


def draw(game: Game[Any], scenario: str, picture: Picture | None, theme: str = "chart") -> str:
    """The board, and the pieces, marks and markers of a picture."""
    board = game.board(scenario)
    chart = game.chart(scenario, theme)
    if picture is None:
        return chart
    spaces = {space["id"]: space for space in board["spaces"]}
    body = [_style(theme), _symbols(game.faces(scenario))]
    at: dict[str, list[Piece]] = {}
    for piece in picture["pieces"]:
        at.setdefault(piece["place"], []).append(piece)
    for place, pieces in at.items():
        if place in spaces:
            body += _stack(spaces[place], pieces, board["piece"])
    for track in picture["tracks"]:
        for marker in track["markers"]:
            cell = f"{track.get('place', track['id'])}.{track['cells'][marker['at']]}"
            space = spaces.get(track["spaces"][marker["at"]] if "spaces" in track else cell)
            if space is not None:
                body.append(_ring(space, marker["name"], board["piece"]))
    end = chart.rindex("</svg>")
    return chart[:end] + "\n".join(body) + "\n" + chart[end:]


def _style(theme: str) -> str:
    tokens: Mapping[str, str] = THEMES[theme]
    text = "".join(f"--{name}:{colour};" for name, colour in sorted(tokens.items()))
    return f"<style>:root{{{text}}}</style>"


def _symbols(sprite: str) -> str:
    inner = re.sub(r"\A.*?<svg[^>]*>", "", sprite, count=1, flags=re.DOTALL)
    return "<defs>" + inner[: inner.rindex("</svg>")] + "</defs>"


def _stack(space: Space, pieces: Sequence[Piece], width: float) -> list[str]:
    """The pieces of a place, in rows of at most four, in a box the size of a piece for each."""
    count = len(pieces)
    columns = min(4, max(1, math.ceil(math.sqrt(count * 1.5))))
    rows = math.ceil(count / columns)
    scale = 1.0 if count <= 6 else (6 / count) ** 0.5
    size = width * scale
    found = []
    for number, piece in enumerate(pieces):
        row, column = divmod(number, columns)
        in_row = min(columns, count - row * columns)
        x = space["x"] + (column - in_row / 2) * size
        y = space["y"] + (row - rows / 2) * size
        found.append(
            f'<use href={quoteattr("#face-" + piece["face"])} x="{x:.1f}" y="{y:.1f}" width="{size:.1f}" '
            f'height="{size:.1f}"><title>{escape(piece["name"])}</title></use>'
        )
    return found


def _ring(space: Space, name: str, width: float) -> str:
    radius = width * 0.3
    return (
        f'<circle cx="{space["x"]:.1f}" cy="{space["y"]:.1f}" r="{radius:.1f}" fill="#e8b93c" stroke="#3a2a08" '
        f'stroke-width="2" fill-opacity=".9"><title>{escape(name)}</title></circle>'
    )
