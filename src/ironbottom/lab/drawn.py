"""A position as one SVG document: the chart, and the pieces of a picture upon it."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from ironbottom.drawing.tokens import CHART, ROOM
from ironbottom.kernel.game import Game
from ironbottom.kernel.view import Picture, Piece, Space, Store

THEMES = {"chart": CHART, "room": ROOM}
HEAD, MARGIN, LINE = 28.0, 5.0, 20.0
"""Of a box: how high its head is, what stays free at its rim, and from one line of its stores to the next."""


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
    held: dict[str, list[Store]] = {}
    for store in picture["stores"]:
        held.setdefault(store["place"], []).append(store)
    for place, pieces in at.items():
        if place in spaces:
            body += _stack(spaces[place], pieces, board["piece"], LINE * len(held.get(place, ())))
    inks = {side["id"]: f"var(--{side['style']}-line)" for side in board["sides"]}
    for place, stores in held.items():
        if place in spaces:
            body += _stores(spaces[place], stores, place in at, inks)
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


def _stack(space: Space, pieces: Sequence[Piece], width: float, foot: float) -> list[str]:
    """The pieces of a place: in a box in rows that fit below its head and above its foot, elsewhere in rows of at most
    four."""
    count = len(pieces)
    columns = min(4, max(1, math.ceil(math.sqrt(count * 1.5))))
    size = width * (1.0 if count <= 6 else (6 / count) ** 0.5)
    middle = space["x"], space["y"]
    rect = space["shape"].get("rect")
    if space["kind"] == "box" and rect:
        x, y, w, h = rect[0] + MARGIN, rect[1] + HEAD, rect[2] - 2 * MARGIN, rect[3] - HEAD - MARGIN - foot
        middle = x + w / 2, y + h / 2
        size, columns = max((min(width, w / n, h / math.ceil(count / n)), n) for n in range(1, count + 1))
    rows = math.ceil(count / columns)
    found = []
    for number, piece in enumerate(pieces):
        row, column = divmod(number, columns)
        in_row = min(columns, count - row * columns)
        x = middle[0] + (column - in_row / 2) * size
        y = middle[1] + (row - rows / 2) * size
        found.append(
            f'<use href={quoteattr("#face-" + piece["face"])} x="{x:.1f}" y="{y:.1f}" width="{size:.1f}" '
            f'height="{size:.1f}"><title>{escape(piece["name"])}</title></use>'
        )
    return found


def _stores(space: Space, stores: Sequence[Store], crowded: bool, inks: Mapping[str, str]) -> list[str]:
    """How much of what lies at a place, a line each: in its middle, or below its pieces."""
    rect = space["shape"].get("rect")
    foot = space["y"] if rect is None else rect[1] + rect[3] - 8
    head = rect[1] + HEAD if rect else space["y"]
    found = []
    for number, store in enumerate(stores):
        amount = "?" if store["amount"] is None else str(store["amount"])
        y = foot - LINE * (len(stores) - 1 - number) if crowded else (head + foot + 14 - LINE * (len(stores) - 1)) / 2
        y += 0 if crowded else LINE * number
        ink = inks.get(store.get("side", ""), "var(--ink)")
        found.append(
            f'<text x="{space["x"]:.1f}" y="{y:.1f}" text-anchor="middle" font-family="serif" font-size="17" '
            f'fill="{ink}"><tspan font-weight="bold">{escape(amount)}</tspan> {escape(store["name"])}</text>'
        )
    return found


def _ring(space: Space, name: str, width: float) -> str:
    radius = width * 0.3
    return (
        f'<circle cx="{space["x"]:.1f}" cy="{space["y"]:.1f}" r="{radius:.1f}" fill="#e8b93c" stroke="#3a2a08" '
        f'stroke-width="2" fill-opacity=".9"><title>{escape(name)}</title></circle>'
    )
