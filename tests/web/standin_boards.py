"""The stand-in's boards, their drawings and its rules."""

from __future__ import annotations

import math
from typing import Any

SIDES = {"american": "Americans", "japanese": "Japanese"}
ISO = "2026-11-21T04:00:00Z"


def _archies() -> Any:
    try:
        from ironbottom.games.archies_war.ui import board
    except ImportError:
        return None
    return board


def archies_board() -> dict[str, Any]:
    module = _archies()
    board: dict[str, Any] = (
        module.board()
        if module
        else {
            "width": 1600,
            "height": 1100,
            "view": [0, 0, 1600, 1100],
            "sides": [
                {"id": "american", "name": "Americans", "style": "us"},
                {"id": "japanese", "name": "Japanese", "style": "jp"},
            ],
            "spaces": [
                {
                    "id": f"place{i}",
                    "name": f"Place {i}",
                    "kind": "area",
                    "x": 200 + 180 * i,
                    "y": 500 + 150 * (i % 2),
                    "shape": {"r": 82},
                }
                for i in range(8)
            ],
        }
    )
    board.setdefault("piece", 64)
    return board


def hex_board() -> dict[str, Any]:
    """A small hex map: what a game of counters needs."""
    spaces = []
    size, height = 44.0, 76.0
    for column in range(16):
        for row in range(9):
            x = 70 + column * size * 1.5
            y = 70 + row * height + (height / 2 if column % 2 else 0)
            points = [
                [
                    round(x + size * math.cos(math.radians(a)), 1),
                    round(y + size * math.sin(math.radians(a)) * height / (size * math.sqrt(3)), 1),
                ]
                for a in range(0, 360, 60)
            ]
            near = []
            for dc, dr in (
                (0, 1),
                (0, -1),
                (1, 0),
                (-1, 0),
                (1, 1 if column % 2 else -1),
                (-1, 1 if column % 2 else -1),
            ):
                if 0 <= column + dc < 16 and 0 <= row + dr < 9:
                    near.append({"to": f"{column + dc:02}{row + dr:02}", "kind": "hexside"})
            spaces.append(
                {
                    "id": f"{column:02}{row:02}",
                    "name": f"{column:02}{row:02}",
                    "kind": "hex",
                    "x": round(x, 1),
                    "y": round(y, 1),
                    "shape": {"points": points},
                    "row": row,
                    "column": column,
                    "arrange": "pile",
                    "facts": ["Jungle: 2 points" if (column * row) % 3 else "Kunai: 1 point"],
                    "links": near,
                }
            )
    return {
        "width": 1160,
        "height": 800,
        "view": [0, 0, 1160, 800],
        "piece": 50,
        "sides": [
            {"id": "american", "name": "United States", "style": "us"},
            {"id": "japanese", "name": "Japan", "style": "jp"},
        ],
        "spaces": spaces,
    }


BOARDS = {"archies-war": archies_board, "hexes": hex_board}


def faces(slug: str) -> str:
    from ironbottom.drawing.pieces import Face, sprite

    if slug == "hexes":
        arms = ("infantry", "artillery", "engineer", "armour")
        found = {}
        for style, side in (("us", "american"), ("jp", "japanese")):
            for number, arm in enumerate(arms):
                found[f"{side}.{arm}"] = Face(
                    "counter",
                    style,
                    f"nato.{arm}",
                    label=str(number + 1),
                    size="II",
                    factors=f"{3 + number}–8",
                    steps=(2, 2),
                )  # type: ignore[arg-type]
            found[f"{side}.back"] = Face("counter", style, back=True)  # type: ignore[arg-type]
        return sprite(found)
    module = _archies()
    return sprite(module.faces())


def chart(slug: str, theme: str) -> str:
    module = _archies()
    if slug == "archies-war" and hasattr(module, "chart"):
        return str(module.chart(theme))
    board = BOARDS[slug]()
    wide, high = board["width"], board["height"]
    ink, paper, land, sea = (
        ("#22303a", "#f3eedd", "#e2d3a4", "#c9dbd6")
        if theme == "chart"
        else ("#f0d6c2", "#1d1414", "#4a3126", "#281a1b")
    )
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">']
    out.append(
        f'<rect width="100%" height="100%" fill="{paper}"/>'
        f'<rect x="24" y="24" width="{wide - 48}" height="{high - 48}" fill="{sea}" stroke="{ink}"/>'
    )
    places = {space["id"]: space for space in board["spaces"]}
    for space in board["spaces"]:
        for link in space.get("links", []) if slug == "archies-war" else []:
            end = places[link["to"]]
            dash = ' stroke-dasharray="8 7"' if link["kind"] == "trail" else ""
            out.append(
                f'<path d="M{space["x"]} {space["y"]}L{end["x"]} {end["y"]}" '
                f'stroke="{ink}" stroke-width="3"{dash} opacity=".6"/>'
            )
    for space in board["spaces"]:
        shape = space["shape"]
        style = f'fill="{land}" stroke="{ink}" stroke-opacity=".35"'
        if "r" in shape:
            out.append(f'<circle cx="{space["x"]}" cy="{space["y"]}" r="{shape["r"]}" {style}/>')
        elif "rect" in shape:
            x, y, w, h = shape["rect"]
            out.append(f'<rect x="{x}" y="{y}" width="{w}" height="{h}" {style}/>')
        else:
            out.append(f'<polygon points="{" ".join(f"{x},{y}" for x, y in shape["points"])}" {style}/>')
        if "r" in shape:
            x, y = space.get("label", [space["x"], space["y"]])
            out.append(f'<text x="{x}" y="{y}" font-size="22" fill="{ink}" text-anchor="middle">{space["name"]}</text>')
    return "\n".join([*out, "</svg>"])


RULES = [
    {
        "id": "2P-16",
        "chapter": "Actions",
        "book": "Sequence of play, step 2",
        "text": "In his action step a player takes up to two actions. One moves blocks, or uses a special block.",
    },
    {
        "id": "2P-17",
        "chapter": "Movement",
        "book": "Moving",
        "text": "Blocks of one place move together along roads and trails to one place. An enemy cannot be passed.",
    },
    {
        "id": "2P-21",
        "chapter": "Movement",
        "book": "Moving",
        "text": "A place is out of reach when every way to it passes a place that the enemy holds.",
    },
    {
        "id": "2P-30",
        "chapter": "Combat",
        "book": "Combat",
        "text": "Both sides turn their blocks face up and add their strength. At a beach the attacker needs 2 more.",
    },
    {
        "id": "2P-31",
        "chapter": "Combat",
        "book": "Combat",
        "text": "The loser removes one block of his choice; his other blocks retreat.",
    },
]
