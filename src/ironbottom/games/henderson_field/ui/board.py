"""The board: the north coast in flat-topped hexes, the turn track, the airfield's status, Rabaul, boxes, counters.

All of it is drawn from the data that the game is played by, with their corrections; coast and relief are made once by
`tools/hex_chart.py henderson_field`, and a hex that was corrected is drawn over them.
"""

from __future__ import annotations

import functools
import itertools
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ironbottom.drawing import chart as draw
from ironbottom.drawing import furniture, hexmap
from ironbottom.drawing.pieces import Face, Style, sprite
from ironbottom.drawing.svg import Point, joined, path, rect_path, star
from ironbottom.drawing.tokens import THEMES
from ironbottom.games.henderson_field.rules.printed import (
    AMERICAN,
    JAPANESE,
    ROLL,
    SIDES,
    UNLIMITED,
    Printed,
    Unit,
    read_board,
    read_data,
)
from ironbottom.games.henderson_field.rules.state import least_operational
from ironbottom.kernel.view import Board, Link, SideLook, Space

DATA = Path(__file__).parents[1] / "data"
Theme = Mapping[str, str]


@functools.cache
def _ground() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DATA / "ground.json").read_text("utf-8"))
    return found


class Sheet:
    """Where everything lies, in board units: the printed sheet for the data that the game is played by."""

    def __init__(self, printed: Printed) -> None:
        self.printed = printed
        self.plan = read_board(printed.correction)
        """The sheet and everything printed on it besides the hexes."""
        self.radius = float(self.plan["sheet"]["radius"])
        self.left, self.top = self.plan["sheet"]["first"]
        self.land = sorted(
            (name for n, name in enumerate(printed.names) if printed.land[n]), key=lambda name: (name[2:], name[:2])
        )
        """The hexes that are not sea, row by row."""
        chart = printed.map
        self.villages = {entry["name"]: entry["hex"] for entry in chart["village"].values()}
        heights = {title: name for name, title in chart["names"].items() if "(" not in title}
        self.called = heights | self.villages
        """Places by what they are called; of one that has parts the whole."""
        self.rivers = {key.replace("_", " ").title(): course for key, course in chart["rivers"].items()}

    def centre(self, name: str) -> Point:
        """The middle of a hex CCRR: columns from the west, rows from the north, odd columns half a hex lower."""
        column, row = int(name[:2]), int(name[2:])
        low = 0.5 if column % 2 else 0.0
        x = self.left + 1.5 * (column - 1) * self.radius
        return (round(x, 1), round(self.top + math.sqrt(3) * (row - 1 + low) * self.radius, 1))

    def corners(self, name: str) -> list[Point]:
        """The six corners of a hex, clockwise from the upper right; neighbours have the same ones to the last digit."""
        column, row = int(name[:2]), int(name[2:])
        return [
            (
                round(self.left + self.radius * (3 * (column - 1) + across) / 2, 1),
                round(self.top + self.radius * math.sqrt(3) * (2 * (row - 1) + column % 2 + down) / 2, 1),
            )
            for across, down in ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
        ]

    def near(self, name: str) -> list[str]:
        """The hexes beside one, on the map."""
        p = self.printed
        return [p.names[n] for n in p.plan.near[p.number[name]]]

    def sea(self, name: str) -> bool:
        """Whether a hex is sea."""
        return not self.printed.land[self.printed.number[name]]

    def level(self, name: str) -> int:
        """The height of a hex."""
        return self.printed.level[self.printed.number[name]]

    def cells(self, key: str) -> list[tuple[int, list[float]]]:
        """The boxes of a track."""
        row = self.plan[key]
        x, y, w, h = row["rect"]
        step = w / row["count"]
        return [(n, [round(x + step * n, 1), y, round(step, 1), h]) for n in range(row["count"])]

    def date(self, n: int) -> str:
        """The date of a turn, without its year."""
        return self.printed.turns[n].date.rpartition(" ")[0]

    def rabaul(self) -> Iterator[tuple[str, list[float]]]:
        """Each period of Rabaul: what its box is called, and where it lies."""
        words, firsts = self.plan["words"], self.printed.tables["rabaul"]["first_turns"]
        x, y, w, h = self.plan["rabaul"]["rect"]
        step = (w + 12) / 4
        for n, (low, after) in enumerate(zip(firsts, (*firsts[1:], len(self.printed.turns)), strict=True)):
            period = words["period"].format(low=low, high=after - 1)
            yield words["rabaul"].format(period=period), [round(x + step * n, 1), y, round(step - 12, 1), h]

    def mended(self) -> dict[str, str]:
        """The hexes whose ground is another than that of the first release, which the relief shows: a letter for
        each."""
        if not self.printed.correction:
            return {}
        rows, before = self.printed.map["ground"]["terrain"], read_data("")["map"]["ground"]["terrain"]
        return {
            f"{column:02}{row:02}": sign
            for row, (line, old) in enumerate(zip(rows, before, strict=True), 1)
            for column, (sign, other) in enumerate(zip(line, old, strict=True), 1)
            if sign != other
        }


@functools.lru_cache(maxsize=4)
def sheet_of(printed: Printed) -> Sheet:
    """The sheet of a printed game."""
    return Sheet(printed)


# --- geometry ------------------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=4)
def geometry(printed: Printed) -> Board:
    """All land hexes, the tracks, Rabaul's four periods and the boxes."""
    it = sheet_of(printed)
    data, words = it.plan, it.plan["words"]
    spaces = [_hex(it, name) for name in it.land]
    tracks = [
        (f"turn.{n + 1}", words["turn_cell"].format(n=n + 1, date=it.date(n + 1)), rect)
        for n, rect in it.cells("turns")
    ]
    tracks += [(f"status.{n}", words["status_cell"].format(n=n), rect) for n, rect in it.cells("status")]
    for key, name, rect in tracks:
        below = 8.0 if key.startswith("turn") else -17.0
        spaces.append({
            "id": key, "name": name, "kind": "cell", "x": round(rect[0] + rect[2] / 2, 1),
            "y": rect[1] + rect[3] + below, "shape": {"rect": rect}, "arrange": "pile",
        })
    boxes = [(f"rabaul.{n}", name, rect) for n, (name, rect) in enumerate(it.rabaul(), 1)]
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


def _hex(it: Sheet, name: str) -> Space:
    p, words, n = it.printed, it.plan["words"], it.printed.number[name]
    level = p.level[n]
    x, y = it.centre(name)
    facts = [words["jungle" if p.jungle[n] else "clear"]]
    if level:
        facts.append(words["level"].format(n=level))
    for key, row in (("coastal", p.coast), ("river", p.river), ("road", p.road), ("village", p.village)):
        if row[n]:
            facts.append(words[key])
    called = [key for key, place in it.called.items() if place == name]
    links: list[Link] = [
        {"to": p.names[m], "kind": "slope" if p.level[m] != level else "side"} for m in p.near[n]
    ]
    made: Space = {
        "id": name, "name": f"{called[0]} ({name})" if called else name, "kind": "hex", "x": x, "y": y,
        "shape": {"points": [list(point) for point in it.corners(name)]},
        "row": int(name[2:]), "column": int(name[:2]), "arrange": "pile", "facts": facts, "links": links,
    }
    if called:
        made["label"] = list(_called_at(it, name))
    return made


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


def river_lines(it: Sheet) -> dict[str, list[Point]]:
    """Each river from its source to its mouth, through the middles of its hexes and out to sea."""
    found = {}
    for key, course in it.rivers.items():
        points = [it.centre(name) for name in reversed(course)]
        sea = [it.centre(near) for near in it.near(course[0]) if it.sea(near)]
        if sea:
            mx, my = points[-1]
            sx, sy = min(sea, key=lambda p: p[1] - 0.2 * abs(p[0] - mx))
            points.append((mx + (sx - mx) * 0.8, my + (sy - my) * 0.8))
        first, second = points[0], points[1] if len(points) > 1 else (points[0][0], points[0][1] - it.radius)
        points.insert(0, (first[0] * 1.3 - second[0] * 0.3, first[1] * 1.3 - second[1] * 0.3))
        found[key] = hexmap.winding(points, it.radius * 1.25, len(key) + ord(key[0]))
    return found


def _slopes(it: Sheet) -> list[tuple[Point, Point]]:
    """Hexsides between levels, from the higher to the lower."""
    return [
        (it.centre(name), it.centre(near))
        for name in it.land
        for near in it.near(name)
        if not it.sea(near) and it.level(name) > it.level(near)
    ]


def _patches(it: Sheet, t: Theme) -> Iterator[str]:
    """The ground of hexes that the relief shows otherwise."""
    for name, sign in it.mended().items():
        ring = it.corners(name)
        if sign == ".":
            yield draw.tag(path(ring, closed=True), t["water-4"])
        else:
            yield hexmap.ground(t, ring, "jungle" if sign == "j" else "clear")


@functools.lru_cache(maxsize=4)
def chart(printed: Printed, theme: str) -> str:
    """The board as a complete SVG document, for the theme `chart` or `room`."""
    t, it = THEMES[theme], sheet_of(printed)
    data, made, marks, radius = it.plan, _ground(), it.plan["print"], it.radius
    x, y, w, h = data["sheet"]["map"]
    outline = "".join(path(draw.pairs(ring), closed=True) for ring in made["land"])
    risen = [name for name, sign in it.mended().items() if sign != "."]
    outline += "".join(path(it.corners(name), closed=True) for name in risen)
    shore = "".join(path(draw.pairs(line)) for line in made["shores"])
    pad = 40.0
    rivers = river_lines(it)
    fx, fy = it.centre(printed.names[printed.field])
    inner = [
        draw.water(t, x, y, w, h, made["bands"]),
        draw.graticule(t, x, y, w, h, [x + w * k / 20 for k in range(1, 20)], [y + h * k / 6 for k in range(1, 6)]),
        draw.soundings(t, [row for row in made["soundings"] if _clear(data, row[0], row[1])]),
        draw.land_shadow(t, outline),
        draw.ripples(t, made["ripples"]),
        draw.picture(
            (DATA / f"relief-{theme}.webp").read_bytes(), x - pad, y - pad, w + 2 * pad, h + 2 * pad, "land"
        ),
        *_patches(it, t),
        '<g clip-path="url(#land)">',
        hexmap.grid(t, [it.centre(name) for name in it.land], radius, flat=True, opacity=0.42),
        *(hexmap.river(t, line, 5.6) for line in rivers.values()),
        "</g>",
        draw.tag(shore, "none", t["land-name"], 1.5, 'stroke-linejoin="round"'),
        hexmap.slopes(t, _slopes(it), radius, strokes=5),
        *(hexmap.road(t, [it.centre(name) for name in way], radius * 1.2) for way in _roads(printed)),
        draw.airstrip(t, fx, fy + 6, 58, 10, -12),
        *(draw.village(t, *it.centre(name)) for name in it.villages.values()),
        hexmap.numbers(t, [(name, *it.centre(name)) for name in it.land], radius, 8.6, flat=True),
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
        *(_place(it, t, name, key) for key, name in it.called.items()),
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
            f'<g clip-path="url(#sheet)">{joined(inner)}</g>', _title(it, t), _turns(it, t), _status(it, t),
            draw.frame(t, x, y, w, h), *_boxes(it, t),
        ],
    )


def _roads(printed: Printed) -> list[list[str]]:
    """The roads as ways from hex to hex: the coast road whole, the spurs apart."""
    ways: list[list[str]] = []
    for one, other in printed.map["roads"]["edges"]:
        if ways and ways[-1][-1] == one:
            ways[-1].append(other)
        else:
            ways.append([one, other])
    return ways


def _clear(data: Mapping[str, Any], x: float, y: float) -> bool:
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


def _place(it: Sheet, t: Theme, name: str, key: str) -> str:
    """The name of a place: heights in capitals on the hex, the rest below the sign."""
    x, y = _called_at(it, name)
    return draw.place_name(t, x, y, key, 13.5, weight=600)


def _called_at(it: Sheet, name: str) -> Point:
    """Where the name of a place stands: the middle of its base line."""
    x, y = it.centre(name)
    return x, y + it.radius * 0.6


def _turns(it: Sheet, t: Theme) -> str:
    """R2.1.8: number, date and event of each turn; for each side its supply and how many units are due."""
    printed, words, row = it.printed, it.plan["words"], it.plan["turns"]
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
    for n, (x, y, w, h) in it.cells("turns"):
        turn = printed.turns[n + 1]
        red = n + 1 == printed.points["penalty_turn"]
        edge, width = (t["hit"], 2.4) if red else (t["ink"], 1.1)
        out.append(draw.tag(rect_path(x + 2, y, w - 4, h), t["panel"], edge, width))
        out.append(draw.text(x + 7, y + 18, str(n + 1), 16, t["ink"], anchor="start", weight=600))
        out.append(draw.text(x + w / 2, y + 33, it.date(n + 1), 12.5, t["mut"]))
        if turn.event == AMERICAN:
            out.append(draw.tag(star(x + w - 13, y + 13, 6.4), t["us-line"]))
        elif turn.event == JAPANESE:
            out.append(f'<circle cx="{x + w - 13:g}" cy="{y + 12:g}" r="5" fill="{t["jp-line"]}"/>')
        out.append(draw.tag(f"M{x + 6:.1f} {y + 38}h{w - 12:.1f}", "none", t["rule"], 0.8))
        for side, style in enumerate(STYLES):
            given = turn.supply[side]
            what = words["unlimited"] if given == UNLIMITED else "+" if given == ROLL else str(given)
            due = sum(unit.arrival == n + 1 for unit in printed.units[side])
            line, colour = y + 52 + 15 * side, t[f"{style}-line"]
            mark = star(x + 10, line - 4.2, 4) if style == "us" else rect_path(x + 7, line - 7.5, 6, 6)
            out.append(draw.tag(mark, colour))
            out.append(draw.text(x + 18, line, what, 12.5, colour, anchor="start", weight=600))
            if due:
                out.append(draw.text(x + w - 7, line, words["due"].format(n=due), 12.5, colour, anchor="end"))
    return joined(out)


def _status(it: Sheet, t: Theme) -> str:
    words, row, least = it.plan["words"], it.plan["status"], least_operational(it.printed)
    note = words["status_note"].format(n=least)
    px, py, pw, _ = row["plate"]
    out = [
        draw.plate(t, *row["plate"], opacity=0.96),
        draw.text(px + 16, py + 24, words["status"], 18, t["ink"], anchor="start", italic=True),
        draw.text(px + pw - 16, py + 24, note, 14.5, t["mut"], anchor="end", italic=True),
    ]
    for n, (x, y, w, h) in it.cells("status"):
        works = n >= least
        broken = "" if works else 'stroke-dasharray="4 3"'
        out.append(draw.tag(rect_path(x + 2, y, w - 4, h), t["panel"], t["ink"], 1.1, broken))
        colour = t["ink"] if works else t["hit"]
        out.append(draw.text(x + 7, y + 18, str(n), 16, colour, anchor="start", weight=600))
    return joined(out)


def _boxes(it: Sheet, t: Theme) -> list[str]:
    data = it.plan
    out = [furniture.tray(t, rect, name, "jp", head=25) for name, rect in it.rabaul()]
    for row in data["boxes"].values():
        style = data["sides"].get(row["side"], {"style": "none"})["style"]
        out.append(furniture.tray(t, row["rect"], row["title"], style, head=25, size=13.5))
    return out


def _title(it: Sheet, t: Theme) -> str:
    marks = it.plan["print"]
    x, y, w, h = marks["cartouche"]
    return joined((
        draw.plate(t, x, y, w, h, opacity=0.96),
        draw.text(x + w / 2, y + 46, marks["title"], 30, t["ink"], tracking=5, room=w - 24),
        draw.text(x + w / 2, y + 72, marks["subtitle"], 17, t["ink"], italic=True, room=w - 24),
        draw.text(x + w / 2, y + 94, marks["note"], 13.5, t["mut"], room=w - 24),
    ))
