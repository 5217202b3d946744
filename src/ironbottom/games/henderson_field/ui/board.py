"""The board: the north coast in flat-topped hexes, the turn track, the airfield's status, Rabaul, boxes, counters.

Hexes, rivers, roads and villages stand in `data/board_hexes.json`, print and positions in `data/board.toml`; coast and
relief are made once by `tools/hex_chart.py henderson_field`.
"""

from __future__ import annotations

import functools
import itertools
import json
import math
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ironbottom.drawing import chart as draw
from ironbottom.drawing import furniture, hexmap
from ironbottom.drawing.pieces import Face, Style, sprite
from ironbottom.drawing.svg import Point, joined, path, rect_path, star
from ironbottom.drawing.tokens import THEMES
from ironbottom.games.henderson_field.rules.printed import ROLL, SIDES, UNLIMITED, Printed, Unit
from ironbottom.kernel.view import Board, Link, SideLook, Space

DATA = Path(__file__).parents[1] / "data"
Theme = Mapping[str, str]


@functools.cache
def plan() -> dict[str, Any]:
    """The sheet and everything printed on it."""
    with (DATA / "board.toml").open("rb") as file:
        return tomllib.load(file)


@functools.cache
def terrain() -> dict[str, Any]:
    """`rows`: a letter a hex, `.` sea, `c` clear, `j` jungle; `levels`: a digit a hex; rivers, roads, names."""
    found: dict[str, Any] = json.loads((DATA / "board_hexes.json").read_text("utf-8"))
    return found


@functools.cache
def _ground() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DATA / "ground.json").read_text("utf-8"))
    return found


RADIUS = float(plan()["sheet"]["radius"])


def centre(name: str) -> Point:
    """The middle of a hex CCRR: columns from the west, rows from the north, odd columns half a hex lower."""
    column, row = int(name[:2]), int(name[2:])
    x, y = plan()["sheet"]["first"]
    low = 0.5 if column % 2 else 0.0
    return (round(x + 1.5 * (column - 1) * RADIUS, 1), round(y + math.sqrt(3) * (row - 1 + low) * RADIUS, 1))


def corners(name: str) -> list[Point]:
    """The six corners of a hex, clockwise from the upper right; neighbours have the same ones to the last digit."""
    column, row = int(name[:2]), int(name[2:])
    (x, y), low = plan()["sheet"]["first"], column % 2
    return [
        (
            round(x + RADIUS * (3 * (column - 1) + across) / 2, 1),
            round(y + RADIUS * math.sqrt(3) * (2 * (row - 1) + low + down) / 2, 1),
        )
        for across, down in ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
    ]


@functools.cache
def hexes() -> dict[str, tuple[str, int]]:
    """Every hex with its terrain and level."""
    return {
        f"{column:02}{row:02}": (sign, int(terrain()["levels"][row - 1][column - 1]))
        for row, line in enumerate(terrain()["rows"], 1)
        for column, sign in enumerate(line, 1)
    }


def neighbours(name: str) -> list[str]:
    """The hexes beside one, on the map."""
    column, row = int(name[:2]), int(name[2:])
    side = row if column % 2 else row - 1
    near = [(column, row - 1), (column, row + 1)]
    near += [(column + way, beside) for way in (-1, 1) for beside in (side, side + 1)]
    return [f"{c:02}{r:02}" for c, r in near if f"{c:02}{r:02}" in hexes()]


def land() -> list[str]:
    """The hexes that are not sea."""
    return [name for name, (sign, _) in hexes().items() if sign != "."]


# --- geometry ------------------------------------------------------------------------------------------------------


def _cells(key: str) -> list[tuple[int, list[float]]]:
    row = plan()[key]
    x, y, w, h = row["rect"]
    step = w / row["count"]
    return [(n, [round(x + step * n, 1), y, round(step, 1), h]) for n in range(row["count"])]


@functools.cache
def board() -> Board:
    """All land hexes, the tracks, Rabaul's four periods and the boxes."""
    data, words = plan(), plan()["words"]
    spaces = [_hex(name) for name in land()]
    tracks = [
        (f"turn.{n + 1}", words["turn_cell"].format(n=n + 1, date=data["turns"]["dates"][n]), rect)
        for n, rect in _cells("turns")
    ]
    tracks += [(f"status.{n}", words["status_cell"].format(n=n), rect) for n, rect in _cells("status")]
    for key, name, rect in tracks:
        below = 8.0 if key.startswith("turn") else -17.0
        spaces.append({
            "id": key, "name": name, "kind": "cell", "x": round(rect[0] + rect[2] / 2, 1),
            "y": rect[1] + rect[3] + below, "shape": {"rect": rect}, "arrange": "pile",
        })
    boxes = [(f"rabaul.{n + 1}", words["rabaul"].format(period=data["rabaul"]["periods"][n]), rect)
             for n, rect in enumerate(_rabaul())]
    boxes += [(key, row["title"], row["rect"]) for key, row in data["boxes"].items()]
    for key, name, rect in boxes:
        spaces.append({
            "id": key, "name": name, "kind": "box", "x": rect[0] + rect[2] / 2, "y": rect[1] + rect[3] / 2 + 12,
            "shape": {"rect": list(rect)}, "arrange": "row", "label": [rect[0] + rect[2] / 2, rect[1] + 16],
        })
    sides: list[SideLook] = [
        {"id": key, "name": row["name"], "style": row["style"]} for key, row in data["sides"].items()
    ]
    sheet = data["sheet"]
    return {"width": sheet["width"], "height": sheet["height"], "view": list(sheet["view"]), "piece": sheet["piece"],
            "sides": sides, "spaces": spaces, "ruler": data["words"]["ruler"]}


def _hex(name: str) -> Space:
    words, known = plan()["words"], terrain()
    sign, level = hexes()[name]
    x, y = centre(name)
    facts = [words["jungle" if sign == "j" else "clear"]]
    if level:
        facts.append(words["level"].format(n=level))
    if any(hexes()[near][0] == "." for near in neighbours(name)):
        facts.append(words["coastal"])
    if any(name in course for course in known["rivers"].values()):
        facts.append(words["river"])
    if any(name in pair for pair in known["roads"]):
        facts.append(words["road"])
    if name in known["villages"].values():
        facts.append(words["village"])
    called = [key for key, place in known["names"].items() if place == name]
    links: list[Link] = [
        {"to": near, "kind": "slope" if hexes()[near][1] != level else "side"}
        for near in neighbours(name)
        if hexes()[near][0] != "."
    ]
    return {
        "id": name, "name": " ".join((name, *called)), "kind": "hex", "x": x, "y": y,
        "shape": {"points": [list(point) for point in corners(name)]},
        "row": int(name[2:]), "column": int(name[:2]), "arrange": "pile", "facts": facts, "links": links,
    }


def _rabaul() -> list[list[float]]:
    x, y, w, h = plan()["rabaul"]["rect"]
    step = (w + 12) / 4
    return [[round(x + step * n, 1), y, round(step - 12, 1), h] for n in range(4)]


# --- the counters ---------------------------------------------------------------------------------------------------

ARMS = {
    "INF": "nato.infantry", "ARM": "nato.armour", "ART": "nato.artillery", "SPW": "nato.weapons",
    "ENG": "nato.engineer", "LVT": "nato.amphibious", "LAB": "nato.construction",
}  # fmt: skip
SPECIAL = {"us-1par": "nato.parachute", "us-amrcn": "nato.reconnaissance", "us-25rcn": "nato.reconnaissance",
           "jp-2rcn": "nato.reconnaissance"}  # fmt: skip
BARS = {"black": 1, "blue": 2, "red": 3}
STYLES: tuple[Style, Style] = ("us", "jp")


def face_of(unit: Unit, steps: int) -> str:
    """The id of a counter's face with so many steps left."""
    return f"{unit.name}.{steps}"


@functools.lru_cache(maxsize=4)
def counters(printed: Printed) -> str:
    """R2.2.1a, R2.2.1c: every counter at every strength, and the two backs. The factor is what is left; an American
    bar is a line on the spine: whole for the 1st Marine Division, broken for the 2nd, dotted for the Army."""
    faces = {f"{side}.back": Face("counter", STYLES[n], back=True) for n, side in enumerate(SIDES)}
    for own in printed.units:
        for unit in own:
            icon = SPECIAL.get(unit.name, ARMS[unit.kind])
            bar = BARS.get(unit.bar, 0) if unit.side == 0 else 0
            for steps in range(1, unit.combat + 1):
                factors = f"{steps}-{unit.reach}-{unit.move}" if unit.reach else f"{steps}-{unit.move}"
                faces[face_of(unit, steps)] = Face(
                    "counter", STYLES[unit.side], icon=icon, size=unit.size, factors=factors, label=unit.label,
                    steps=(steps, unit.combat), bar=bar,
                )  # fmt: skip
    return sprite(faces)


# --- the chart -----------------------------------------------------------------------------------------------------


def river_lines() -> dict[str, list[Point]]:
    """Each river from its source to its mouth, through the middles of its hexes and out to sea."""
    found = {}
    for key, course in terrain()["rivers"].items():
        points = [centre(name) for name in reversed(course)]
        mouth = course[0]
        sea = [centre(near) for near in neighbours(mouth) if hexes()[near][0] == "."]
        if sea:
            mx, my = points[-1]
            sx, sy = min(sea, key=lambda p: p[1] - 0.2 * abs(p[0] - mx))
            points.append((mx + (sx - mx) * 0.8, my + (sy - my) * 0.8))
        first, second = points[0], points[1]
        points.insert(0, (first[0] * 1.3 - second[0] * 0.3, first[1] * 1.3 - second[1] * 0.3))
        found[key] = hexmap.winding(points, RADIUS * 1.25, len(key) + ord(key[0]))
    return found


def _slopes() -> list[tuple[Point, Point]]:
    """Hexsides between levels, from the higher to the lower."""
    found = []
    for name in land():
        for near in neighbours(name):
            if hexes()[near][0] != "." and hexes()[name][1] > hexes()[near][1]:
                found.append((centre(name), centre(near)))
    return found


@functools.lru_cache(maxsize=4)
def chart(printed: Printed, theme: str) -> str:
    """The board as a complete SVG document, for the theme `chart` or `room`."""
    t = THEMES[theme]
    data, made, known, marks = plan(), _ground(), terrain(), plan()["print"]
    x, y, w, h = data["sheet"]["map"]
    outline = "".join(path(draw.pairs(ring), closed=True) for ring in made["land"])
    shore = "".join(path(draw.pairs(line)) for line in made["shores"])
    pad = 40.0
    rivers = river_lines()
    fx, fy = centre(marks["field"])
    inner = [
        draw.water(t, x, y, w, h, made["bands"]),
        draw.graticule(t, x, y, w, h, [x + w * k / 20 for k in range(1, 20)], [y + h * k / 6 for k in range(1, 6)]),
        draw.soundings(t, [row for row in made["soundings"] if _clear(row[0], row[1])]),
        draw.land_shadow(t, outline),
        draw.ripples(t, made["ripples"]),
        draw.picture(
            (DATA / f"relief-{theme}.webp").read_bytes(), x - pad, y - pad, w + 2 * pad, h + 2 * pad, "land"
        ),
        '<g clip-path="url(#land)">',
        hexmap.grid(t, [centre(name) for name in land()], RADIUS, flat=True, opacity=0.42),
        *(hexmap.river(t, line, 5.6) for line in rivers.values()),
        "</g>",
        draw.tag(shore, "none", t["land-name"], 1.5, 'stroke-linejoin="round"'),
        hexmap.slopes(t, _slopes(), RADIUS, strokes=5),
        *(hexmap.road(t, [centre(name) for name in way], RADIUS * 1.2) for way in _roads()),
        draw.airstrip(t, fx, fy + 6, 58, 10, -12),
        *(draw.village(t, *centre(name)) for name in known["villages"].values()),
        hexmap.numbers(t, [(name, *centre(name)) for name in land()], RADIUS, 8.6, flat=True),
        *(_river_name(t, key, line) for key, line in rivers.items()),
        *(
            draw.sea_name(t, f"sea{i}", row["text"], [(a, b) for a, b in row["line"]], row["size"], row["tracking"])
            for i, row in enumerate(marks["sea_names"])
        ),
        *(
            draw.land_name(
                t, f"land{i}", row["text"], [(a, b) for a, b in row["line"]], row["size"], row["tracking"], 700
            )
            for i, row in enumerate(marks["land_names"])
        ),
        *(_place(t, name, key) for key, name in known["names"].items()),
        draw.compass(t, *marks["compass"]),
    ]
    return draw.document(
        data["sheet"]["width"], data["sheet"]["height"], marks["document"],
        [
            f'<clipPath id="sheet"><path d="{rect_path(x, y, w, h)}"/></clipPath>',
            f'<clipPath id="land"><path d="{outline}"/></clipPath>',
        ],
        [
            draw.sheet(t, data["sheet"]["width"], data["sheet"]["height"]),
            f'<g clip-path="url(#sheet)">{joined(inner)}</g>', _title(t), _turns(t, printed), _status(t),
            draw.frame(t, x, y, w, h), *_boxes(t),
        ],
    )


def _roads() -> list[list[str]]:
    """The roads as ways from hex to hex: the coast road whole, the spurs apart."""
    pairs = [list(pair) for pair in terrain()["roads"]]
    ways: list[list[str]] = []
    for one, other in pairs:
        if ways and ways[-1][-1] == one:
            ways[-1].append(other)
        else:
            ways.append([one, other])
    return ways


def _clear(x: float, y: float) -> bool:
    data = plan()
    boxes = [row["rect"] for row in data["boxes"].values()]
    for left, top, w, h in (data["turns"]["plate"], data["status"]["plate"], data["print"]["cartouche"], *boxes):
        if left - 16 < x < left + w + 16 and top - 10 < y < top + h + 20:
            return False
    cx, cy, r = data["print"]["compass"]
    if math.dist((x, y), (cx, cy)) < r * 1.6:
        return False
    for row in data["print"]["sea_names"]:
        for (ax, ay), (bx, by) in itertools.pairwise(row["line"]):
            for k in range(9):
                px, py = ax + (bx - ax) * k / 8, ay + (by - ay) * k / 8
                if abs(x - px) < 60 and py - row["size"] - 10 < y < py + 24:
                    return False
    return True


def _river_name(t: Theme, key: str, line: Sequence[Point]) -> str:
    """The name along the middle of the river."""
    part = list(line[len(line) * 35 // 100 : len(line) * 70 // 100])
    if part[0][0] > part[-1][0]:
        part.reverse()
    bow = [part[0], part[len(part) // 2], part[-1]]
    return draw.river_name(t, f"river-{key}", f"{key} R.", bow, 14)


def _place(t: Theme, name: str, key: str) -> str:
    """The name of a place: heights in capitals on the hex, the rest below the sign."""
    x, y = centre(name)
    return draw.place_name(t, x, y + RADIUS * 0.6, key, 13.5, weight=600)


def _turns(t: Theme, printed: Printed) -> str:
    """R2.1.8: number, date and event of each turn; for each side its supply and how many units are due."""
    data, words = plan(), plan()["words"]
    row = data["turns"]
    px, py, pw, _ = row["plate"]
    out = [
        draw.plate(t, *row["plate"], opacity=0.96),
        draw.text(px + 16, py + 24, words["turns"], 18, t["ink"], anchor="start", italic=True),
        draw.tag(star(px + 96, py + 19, 7), t["us-line"]),
        draw.text(px + 110, py + 24, words["event_us"], 14.5, t["mut"], anchor="start"),
        f'<circle cx="{px + 246}" cy="{py + 19}" r="5.5" fill="{t["jp-line"]}"/>',
        draw.text(px + 258, py + 24, words["event_jp"], 14.5, t["mut"], anchor="start"),
        draw.tag(rect_path(px + 394, py + 12, 16, 14), "none", t["hit"], 2.4),
        draw.text(px + 418, py + 24, words["penalty"], 14.5, t["mut"], anchor="start"),
        draw.text(px + pw - 16, py + 24, words["turn_note"], 14.5, t["mut"], anchor="end", italic=True),
    ]
    for n, (x, y, w, h) in _cells("turns"):
        red = n + 1 == row["penalty"]
        edge, width = (t["hit"], 2.4) if red else (t["ink"], 1.1)
        out.append(draw.tag(rect_path(x + 2, y, w - 4, h), t["panel"], edge, width))
        out.append(draw.text(x + 7, y + 18, str(n + 1), 16, t["ink"], anchor="start", weight=600))
        out.append(draw.text(x + w / 2, y + 33, row["dates"][n], 12.5, t["mut"]))
        if n + 1 >= row["events"]["first"]:
            side = row["events"]["odd" if (n + 1) % 2 else "even"]
            if side == "us":
                out.append(draw.tag(star(x + w - 13, y + 13, 6.4), t["us-line"]))
            else:
                out.append(f'<circle cx="{x + w - 13:g}" cy="{y + 12:g}" r="5" fill="{t["jp-line"]}"/>')
        out.append(draw.tag(f"M{x + 6:.1f} {y + 38}h{w - 12:.1f}", "none", t["rule"], 0.8))
        for side, style in enumerate(STYLES):
            given = printed.turns[n + 1].supply[side]
            what = words["unlimited"] if given == UNLIMITED else "+" if given == ROLL else str(given)
            due = sum(unit.arrival == n + 1 for unit in printed.units[side])
            line, colour = y + 52 + 15 * side, t[f"{style}-line"]
            mark = star(x + 10, line - 4.2, 4) if style == "us" else rect_path(x + 7, line - 7.5, 6, 6)
            out.append(draw.tag(mark, colour))
            out.append(draw.text(x + 18, line, what, 12.5, colour, anchor="start", weight=600))
            if due:
                out.append(draw.text(x + w - 7, line, words["due"].format(n=due), 12.5, colour, anchor="end"))
    return joined(out)


def _status(t: Theme) -> str:
    data, words = plan(), plan()["words"]
    row = data["status"]
    px, py, pw, _ = row["plate"]
    out = [
        draw.plate(t, *row["plate"], opacity=0.96),
        draw.text(px + 16, py + 24, words["status"], 18, t["ink"], anchor="start", italic=True),
        draw.text(px + pw - 16, py + 24, words["status_note"], 14.5, t["mut"], anchor="end", italic=True),
    ]
    for n, (x, y, w, h) in _cells("status"):
        works = n >= 10
        broken = "" if works else 'stroke-dasharray="4 3"'
        out.append(draw.tag(rect_path(x + 2, y, w - 4, h), t["panel"], t["ink"], 1.1, broken))
        colour = t["ink"] if works else t["hit"]
        out.append(draw.text(x + 7, y + 18, str(n), 16, colour, anchor="start", weight=600))
    return joined(out)


def _boxes(t: Theme) -> list[str]:
    data, words = plan(), plan()["words"]
    out = [
        furniture.tray(t, rect, words["rabaul"].format(period=data["rabaul"]["periods"][n]), "jp", head=25)
        for n, rect in enumerate(_rabaul())
    ]
    for row in data["boxes"].values():
        style = data["sides"].get(row["side"], {"style": "none"})["style"]
        out.append(furniture.tray(t, row["rect"], row["title"], style, head=25, size=13.5))
    return out


def _title(t: Theme) -> str:
    marks = plan()["print"]
    x, y, w, h = marks["cartouche"]
    return joined((
        draw.plate(t, x, y, w, h, opacity=0.96),
        draw.text(x + w / 2, y + 46, marks["title"], 30, t["ink"], tracking=5),
        draw.text(x + w / 2, y + 72, marks["subtitle"], 17, t["ink"], italic=True),
        draw.text(x + w / 2, y + 94, marks["note"], 13.5, t["mut"]),
    ))
