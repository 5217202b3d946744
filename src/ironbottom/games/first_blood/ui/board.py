"""The board: where everything lies, the drawing of the map, and the faces of the counters.

Places come from `data/map.toml` in hex widths; the sheet, its print and its words stand in `data/board.toml`; coast and
relief are made once by `tools/hex_chart.py first_blood`.
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from ironbottom.drawing import chart as draw
from ironbottom.drawing import furniture, hexmap, icons
from ironbottom.drawing.pieces import Face, Style, sprite
from ironbottom.drawing.svg import Point, joined, path, rect_path
from ironbottom.drawing.tokens import THEMES
from ironbottom.games.first_blood.rules.printed import RIVER, SIDES, Printed
from ironbottom.kernel.view import Board, Link, Space
from ironbottom.kernel.words import Words

DATA = Path(__file__).parent.parent / "data"


@functools.cache
def _ground() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DATA / "ground.json").read_text("utf-8"))
    return found


RADIUS = 1 / math.sqrt(3)
"""From the middle of a hex to its corners, in hex widths."""
ROW = math.sqrt(3) / 2
CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""From the middle of a hex to its corners, from the top clockwise, in halves of a hex width and of the radius."""
BROOK = 4.0
"""The width of a river without a name."""
ENTRY = 0.37
"""Radius of an entry point in hex widths."""
STYLES: tuple[Style, Style] = ("us", "jp")


class Sheet:
    """Where everything lies, by the data that the game is played by: in board units, of which `scale` are a hex
    width."""

    def __init__(self, printed: Printed) -> None:
        self.printed, self.map = printed, printed.map
        self.plan: Mapping[str, Any] = printed.data["board"]
        """The sheet and everything printed on it besides the hexes."""
        row = self.plan["sheet"]
        self.scale, (self.left, self.top) = float(row["hex"]), row["origin"]
        self.width, self.height, self.piece = float(row["width"]), float(row["height"]), float(row["piece"])
        self.radius = RADIUS * self.scale

    def at(self, x: float, y: float) -> Point:
        """The board units of a place given in hex widths."""
        return round((x + self.left) * self.scale, 1), round((y + self.top) * self.scale, 1)

    def centre(self, name: str) -> Point:
        """The middle of a hex, by its id: rows counted from the south, columns from the east."""
        across, down = _halves(name)
        return self.at(across / 2, down * RADIUS / 2)

    def corners(self, name: str) -> list[Point]:
        """The six corners of a hex, from the top clockwise; neighbours have the same ones to the last digit."""
        across, down = _halves(name)
        return [self.at((across + x) / 2, (down + y) * RADIUS / 2) for x, y in CORNERS]

    def entry_at(self, key: str) -> Point:
        """The middle of an entry point: where the map has it, unless it would touch a hex there."""
        entry = self.map["entry_point"][key]
        return self.at(*self.plan["entries"].get(key, (entry["x"], entry["y"])))

    def rect(self, entry: Any) -> list[float]:
        left, top = entry["x_min"], entry["y_min"]
        return self.area(left, top, entry["x_max"] - left, entry["y_max"] - top)

    def area(self, x: float, y: float, w: float, h: float) -> list[float]:
        return [*self.at(x, y), round(w * self.scale, 1), round(h * self.scale, 1)]

    @cached_property
    def called(self) -> dict[str, list[str]]:
        """The names that are printed over a hex, which a counter hides, by its id."""
        found: dict[str, list[str]] = {}
        hexes = self.printed.names[: self.printed.hexes]
        for row in (*self.plan["print"]["land_names"], *self.plan["print"]["places"]):
            line = row.get("line") or [row["at"]]
            points = [(a + (b - a) * k / 4, c + (d - c) * k / 4)
                      for (a, c), (b, d) in pairwise([*line, line[-1]]) for k in range(5)]
            for x, y in points:
                spot, text = self.at(x, y), row["text"].title()
                away, name = min((math.dist(spot, self.centre(one)), one) for one in hexes)
                if away < self.radius and text not in found.setdefault(name, []):
                    found[name].append(text)
        return found

    @property
    def arrivals(self) -> list[float]:
        """The box where counters wait that are to be placed now."""
        return self.area(*self.plan["arrivals"]["rect"])

    @property
    def turns(self) -> list[float]:
        return self.area(*self.plan["turns"]["rect"])


def _halves(name: str) -> tuple[int, int]:
    """Where the middle of a hex lies, in halves of a hex width and of the radius."""
    row, column = int(name[:2]), int(name[2:])
    return 42 - 2 * column - (row % 2 == 0), 3 * (12 - row)


@lru_cache(maxsize=8)
def sheet_of(printed: Printed) -> Sheet:
    """The sheet of a printed game."""
    return Sheet(printed)


def geometry(printed: Printed, words: Words) -> Board:
    """All spaces with their places, outlines, facts and ways."""
    sheet = sheet_of(printed)
    spaces = [_hex(sheet, n, words) for n in range(printed.hexes)]
    chart = printed.map
    for key, entry in chart["entry_point"].items():
        x, y = sheet.entry_at(key)
        hexes = tuple(entry["hexes"])
        spaces.append(
            {
                "id": f"entry_{key}", "name": words.name(f"entry_{key}"), "kind": "box", "x": x, "y": y,
                "shape": {"r": ENTRY * sheet.scale}, "arrange": "pile",
                "facts": [words.say("fact.point", hexes=hexes, n=printed.point_limit)],
                "links": [{"to": one, "kind": "entry"} for one in hexes],
            }
        )  # fmt: skip
    for key, entry in chart["box"].items():
        hexes = tuple(entry["hexes"])
        links: list[Link] = [{"to": one, "kind": "entry"} for one in hexes]
        links += [{"to": f"box_{other}", "kind": "box"} for other in entry["adjacent"]]
        spaces.append(_box(f"box_{key}", words, sheet.rect(entry), [words.say("fact.box", hexes=hexes)], links))
    for key, entry in chart["pool"].items():
        spaces.append({**_box(key, words, sheet.rect(entry), [], []), "arrange": "ring"})
    spaces.append(_box("coming", words, sheet.arrivals, [], []))
    x, y, w, h = sheet.turns
    step = w / len(printed.turns)
    for n, name in enumerate(printed.turns):
        rect = [round(x + n * step, 1), y, round(step, 1), h]
        spaces.append(
            {
                "id": f"turn.{n}", "name": name, "kind": "cell", "x": rect[0] + rect[2] / 2,
                "y": rect[1] + rect[3] * 0.66, "shape": {"rect": rect}, "arrange": "pile",
            }
        )  # fmt: skip
    return {
        "width": sheet.width,
        "height": sheet.height,
        "view": [0, 0, sheet.width, sheet.height],
        "piece": sheet.piece,
        "sides": [
            {"id": side, "name": words.say(f"seat.{side}"), "style": STYLES[n]} for n, side in enumerate(SIDES)
        ],
        "spaces": spaces,
    }


def _box(key: str, words: Words, rect: list[float], facts: list[str], links: list[Link]) -> Space:
    name = words.name(key)
    return {
        "id": key, "name": name[0].upper() + name[1:], "kind": "box", "x": rect[0] + rect[2] / 2,
        "y": rect[1] + rect[3] / 2 + 10, "shape": {"rect": rect}, "arrange": "row",
        "label": [rect[0] + rect[2] / 2, rect[1] + 16], "facts": facts, "links": links,
    }  # fmt: skip


def _hex(sheet: Sheet, n: int, words: Words) -> Space:
    """4.2a, 4.2b: a hex with its terrain and the kinds of its sides."""
    printed, name = sheet.printed, sheet.printed.names[n]
    x, y = sheet.centre(name)
    facts = [*sheet.called.get(name, ()), words.name(_terrain(printed, n))]
    field = printed.field_at[n]
    if field >= 0:
        key = "fact.airfield" if "bomber" in printed.capacity_users[field] else "fact.strip"
        facts.append(words.say(key, n=printed.air_limit))
    if any(side_kind(printed, n, other) == "ford" for other in printed.near[n]):
        facts.append(words.say("fact.ford"))
    facts += [
        words.say("fact.entry", place=printed.names[place]) for place, hexes in printed.entries.items() if n in hexes
    ]
    row, column = int(name[:2]), int(name[2:])
    return {
        "id": name,
        "name": name,
        "kind": "hex",
        "x": x,
        "y": y,
        "shape": {"points": [list(point) for point in sheet.corners(name)]},
        "row": 12 - row,
        "column": 21 - column,
        "arrange": "pile",
        "facts": facts,
        "links": [{"to": printed.names[other], "kind": side_kind(printed, n, other)} for other in printed.near[n]],
    }


def _terrain(printed: Printed, n: int) -> str:
    return "jungle" if printed.jungle[n] else "ridge" if printed.ridge[n] else "clear"


def side_kind(printed: Printed, a: int, b: int) -> str:
    """The kind of a hexside by what it costs and shields."""
    if printed.shield[a][b] == RIVER:
        return "ford" if b in printed.retreats[a] else "river"
    if printed.shield[a][b]:
        return "ridge"
    return "clear" if dict(printed.edges[a])[b] == 1 else "jungle"


# --- counters -----------------------------------------------------------------------------------------------------

ARMS = {"infantry": "nato.infantry", "artillery": "nato.artillery", "engineer": "nato.engineer", "armor": "nato.armour"}
PLANES = {
    "F4F": "wildcat", "P39": "fighter_us", "P38": "fighter_us", "SBD": "bomber_us", "TBF": "bomber_us",
    "ZERO": "zero", "BETTY": "bomber_jp",
}  # fmt: skip
SHIPS = {"DD": "destroyer_jp", "CL": "cruiser_jp", "CA": "cruiser_jp", "BB": "battleship_jp"}


def face_of(name: str, side: str) -> str:
    """The id of a counter's face."""
    return f"{side}.{name.replace('/', '-')}"


@lru_cache(maxsize=4)
def counters(printed: Printed) -> str:
    """The faces of all counters: ground units with symbol, size, factors and designation; aircraft; ships."""
    faces: dict[str, Face] = {}
    for unit in printed.units:
        factors = f"{unit.combat}-{unit.reach}-{unit.move}" if unit.reach else f"{unit.combat}-{unit.move}"
        faces[face_of(unit.name, SIDES[unit.side])] = Face(
            "counter", STYLES[unit.side], icon=ARMS.get(unit.arm, "nato.infantry"), size="II", factors=factors,
            label=unit.name,
        )  # fmt: skip
    for plane in printed.planes:
        faces.setdefault(
            face_of(plane.type, SIDES[plane.side]),
            Face("counter", STYLES[plane.side], icon=PLANES.get(plane.type, "fighter_us"), factors=plane.type),
        )
    for ship in printed.ships:
        icon = SHIPS.get(ship.type, "cruiser_jp")
        faces.setdefault(face_of(ship.type, "japanese"), Face("counter", "jp", icon=icon, factors=ship.type))
    return sprite(faces)


# --- the map ------------------------------------------------------------------------------------------------------


def river_lines(sheet: Sheet) -> list[tuple[list[Point], float]]:
    """Each river along its hexsides, the named ones from their source to their mouth, with its width."""
    printed, at = sheet.printed, sheet.at
    sides = [
        hexmap.side(sheet.centre(printed.names[a]), sheet.centre(printed.names[b]), sheet.radius)
        for a, b in printed.plan.sides
        if printed.shield[a][b] == RIVER
    ]
    lines, found = hexmap.chains(sides), list[tuple[list[Point], float]]()
    for key, row in sheet.plan["rivers"].items():
        if not lines:
            break
        source = at(*row["near"])
        line = min(lines, key=lambda one: min(math.dist(source, p) for p in one))
        lines.remove(line)
        if line[0][1] < line[-1][1]:
            line = line[::-1]
        line = [*(at(*p) for p in row.get("source", [])), *line, *(at(*p) for p in row.get("mouth", []))]
        found.append((hexmap.winding(line, sheet.radius, len(key)), row["width"]))
    return found + [(hexmap.winding(line, sheet.radius), BROOK) for line in lines]


@lru_cache(maxsize=8)
def drawing(printed: Printed, theme: str, title: str) -> str:
    """The chart: sea, coast, land, jungle, ridges, rivers, airfields, hexes with numbers, boxes and names."""
    t = THEMES[theme]
    sheet, ground = sheet_of(printed), _ground()
    at, data, marks, radius = sheet.at, sheet.plan, sheet.plan["print"], sheet.radius
    x, y, w, h = data["sheet"]["map"]
    names = printed.names[: printed.hexes]
    middles = {name: sheet.centre(name) for name in names}
    land = "".join(path(draw.pairs(ring), closed=True) for ring in ground["land"])
    shore = "".join(path(draw.pairs(line)) for line in ground["shores"])
    pad = 40.0
    inner = [
        draw.water(t, x, y, w, h, ground["bands"]),
        draw.graticule(t, x, y, w, h, [x + w * k / 8 for k in range(1, 8)], [y + h * k / 5 for k in range(1, 5)]),
        draw.soundings(t, [row for row in ground["soundings"] if _at_sea(sheet, row[0], row[1])]),
        draw.land_shadow(t, land),
        draw.ripples(t, ground["ripples"]),
        draw.picture(
            (DATA / f"relief-{theme}.webp").read_bytes(), x - pad, y - pad, w + 2 * pad, h + 2 * pad, "land"
        ),
        hexmap.beyond(t, [x, y, w, h], hexmap.outline(_with_shore(sheet, middles), radius), "land", 0.4),
        '<g clip-path="url(#land)">',
        *(draw.grove(t, [at(*p) for p in row["outline"]], 9, row["turn"]) for row in marks["groves"]),
        *(hexmap.ground(t, sheet.corners(name), _terrain(printed, printed.number[name])) for name in printed.mended),
        hexmap.grid(t, middles.values(), radius),
        *(hexmap.river(t, line, width) for line, width in river_lines(sheet)),
        *(hexmap.ford(t, *one, radius) for one in _fords(sheet)),
        "</g>",
        draw.tag(shore, "none", t["land-name"], 1.6, 'stroke-linejoin="round"'),
        hexmap.slopes(t, _slopes(sheet), radius),
        hexmap.numbers(t, [(name, *middles[name]) for name in names], radius, 13.5),
        *_fields(sheet, t),
        *(draw.village(t, *at(*p)) for p in marks["villages"]),
        *(
            draw.river_name(t, f"river-{key}", row["name"], [at(*p) for p in row["line"]], 15)
            for key, row in data["rivers"].items()
        ),
        *(
            draw.sea_name(t, f"sea{i}", row["text"], [at(*p) for p in row["line"]], row["size"], row["tracking"])
            for i, row in enumerate(marks["sea_names"])
        ),
        *(
            draw.land_name(
                t, f"land{i}", row["text"], [at(*p) for p in row["line"]], row["size"], row["tracking"],
                row.get("weight", 600), row.get("opacity", 1),
            )
            for i, row in enumerate(marks["land_names"])
        ),
        *(draw.place_name(t, *at(*row["at"]), row["text"], row["size"], weight=400) for row in marks["places"]),
        draw.compass(t, *at(*marks["compass"][:2]), marks["compass"][2]),
        *_entries(sheet, t),
    ]
    defs = [
        f'<clipPath id="sheet"><path d="{rect_path(x, y, w, h)}"/></clipPath>',
        f'<clipPath id="land"><path d="{land}"/></clipPath>',
    ]
    return draw.document(
        sheet.width, sheet.height, title, defs,
        [
            draw.sheet(t, sheet.width, sheet.height), f'<g clip-path="url(#sheet)">{joined(inner)}</g>',
            _cartouche(sheet, t), *_boxes(sheet, t), _turn_record(sheet, t), draw.frame(t, x, y, w, h),
        ],
    )  # fmt: skip


def _with_shore(sheet: Sheet, middles: dict[str, Point]) -> dict[str, Point]:
    """The hexes of the map and those of the sea beside them, so that the map's edge does not follow the coast."""
    land = [draw.pairs(ring) for ring in _ground()["land"]]
    found = dict(middles)
    for x, y in middles.values():
        for n in range(6):
            a = math.radians(30 + 60 * n)
            px, py = x + sheet.scale * math.sin(a), y - sheet.scale * math.cos(a)
            if any(math.dist((px, py), other) < 8 for other in found.values()):
                continue
            if not any(draw.inside(px, py, ring) for ring in land):
                found[f"sea {len(found)}"] = (px, py)
    return found


def _at_sea(sheet: Sheet, x: float, y: float) -> bool:
    """Whether a sounding stands clear of boxes, entry points and names."""
    at, marks = sheet.at, sheet.plan["print"]
    taken = [sheet.area(*marks["cartouche"]), sheet.arrivals]
    taken += [sheet.rect(row) for row in sheet.map["pool"].values()]
    for left, top, w, h in taken:
        if left - 16 < x < left + w + 16 and top - 10 < y < top + h + 18:
            return False
    for row in marks["sea_names"]:
        for px, py in row["line"]:
            qx, qy = at(px, py)
            if abs(x - qx) < 90 and abs(y - qy) < row["size"] + 12:
                return False
    cx, cy = at(*marks["compass"][:2])
    if math.dist((x, y), (cx, cy)) < marks["compass"][2] * 1.6:
        return False
    return all(math.dist((x, y), sheet.entry_at(key)) > 44 for key in sheet.map["entry_point"])


def _fords(sheet: Sheet) -> list[tuple[Point, Point]]:
    return [(a, b) for a, b, kind in _sides(sheet) if kind == "ford"]


def _slopes(sheet: Sheet) -> list[tuple[Point, Point]]:
    """Ridge hexsides, from the height to the low ground."""
    return [(a, b) for a, b, kind in _sides(sheet) if kind == "ridge"]


def _sides(sheet: Sheet) -> Iterator[tuple[Point, Point, str]]:
    """The hexsides: the middles of the two hexes, that of a ridge first, and the kind."""
    printed = sheet.printed
    for a, b in printed.plan.sides:
        high, low = (b, a) if printed.ridge[b] and not printed.ridge[a] else (a, b)
        yield sheet.centre(printed.names[high]), sheet.centre(printed.names[low]), side_kind(printed, a, b)


def _fields(sheet: Sheet, t: draw.Theme) -> list[str]:
    """Both airfields; the one that is still to be built is only pegged out."""
    out = []
    for key, entry in sheet.map["airfield"].items():
        places = [sheet.centre(name) for name in entry["hexes"]]
        cx, cy = sum(p[0] for p in places) / len(places), sum(p[1] for p in places) / len(places)
        if entry["start"] == "unbuilt":
            turn = sheet.plan["airfields"][key]["turn"]
            out.append(
                f'<g transform="translate({cx:g} {cy + 15:g}) rotate({turn})">'
                + draw.tag(rect_path(-46, -5.5, 92, 11), t["land-halo"], extra='fill-opacity=".5"')
                + draw.tag(rect_path(-46, -5.5, 92, 11), "none", t["road-case"], 1.7, 'stroke-dasharray="7 4.5"')
                + draw.tag("M-36 0H36", "none", t["road-case"], 1.2, 'stroke-dasharray="4 6"')
                + "</g>"
            )
        else:
            out.append(draw.airstrip(t, cx, cy + 15, 108, 12, sheet.plan["airfields"][key]["turn"]))
    return out


def _entries(sheet: Sheet, t: draw.Theme) -> list[str]:
    """Entry points round the coast, the ways from the boxes in the south, and their arrows."""
    out: list[str] = []
    chart, centre = sheet.map, sheet.centre
    for key, entry in chart["entry_point"].items():
        style = STYLES[SIDES.index(entry["side"])]
        start = sheet.entry_at(key)
        for one in entry["hexes"]:
            end = _short(start, centre(one), 0.31 * sheet.scale)
            out.append(hexmap.arrow(t, _short(end, start, 0.36 * sheet.scale), end, style, 2.6))
    for entry in chart["box"].values():
        for one in entry["hexes"]:
            cx, cy = centre(one)
            out.append(hexmap.arrow(t, (cx, cy + 58), (cx, cy + 26), "jp", 2.6))
    r = ENTRY * sheet.scale
    for key, entry in chart["entry_point"].items():
        style = STYLES[SIDES.index(entry["side"])]
        ex, ey = sheet.entry_at(key)
        plate = furniture.outline(style, ex - r, ey - r, 2 * r, 2 * r, r if style == "us" else 9)
        out.append(draw.tag(plate, t["halo"], t["halo"], 6, 'stroke-opacity=".7"'))
        out.append(draw.tag(plate, t["panel"], t[f"{style}-line"], 2.4))
        out.append(draw.text(ex, ey + 7, key, 20, t[f"{style}-line"], weight=700))
    return out


def _short(start: Point, end: Point, by: float) -> Point:
    """The point that far before the end of a way."""
    far = math.dist(start, end) or 1
    return (end[0] + (start[0] - end[0]) * by / far, end[1] + (start[1] - end[1]) * by / far)


def _boxes(sheet: Sheet, t: draw.Theme) -> list[str]:
    """The off-map boxes and those of aircraft and ships."""
    titles, emblems = sheet.plan["titles"], sheet.plan["emblems"]
    out = []
    for key, row in sheet.map["box"].items():
        left, top, w, h = sheet.rect(row)
        out.append(furniture.tray(t, [left + 4, top, w - 8, h], titles[f"box_{key}"], "jp", head=23))
    for key, row in sheet.map["pool"].items():
        style = STYLES[SIDES.index(row["side"])]
        rect = sheet.rect(row)
        size = 14.5 if len(titles[key]) < 16 else 12
        out.append(furniture.tray(t, rect, titles[key], style, head=23, opacity=0.95, size=size))
        if key in emblems:
            icon = emblems[key]
            width, left, top = 58.0, rect[0] + rect[2] / 2 - 29, rect[1] + 28
            high = width * icons.icons()[icon].height / icons.icons()[icon].width
            drawn = icons.draw(icon, t["rule"], t["panel"], left, top + (rect[3] - 28 - high) / 2, width)
            out.append(f'<g opacity=".8">{drawn}</g>')
    out.append(furniture.tray(t, sheet.arrivals, titles["coming"], "none", head=23, opacity=0.95))
    return out


def _turn_record(sheet: Sheet, t: draw.Theme) -> str:
    printed, (left, top, width, height) = sheet.printed, sheet.turns
    step = width / len(printed.turns)
    out = [draw.plate(t, left - 6, top - 6, width + 12, height + 12, opacity=0.96)]
    for n, name in enumerate(printed.turns):
        out.append(draw.tag(rect_path(left + step * n + 2, top, step - 4, height), t["panel"], t["ink"], 1.1))
        out.append(draw.text(left + step * n + 8, top + 17, name, 14.5, t["ink"], anchor="start", weight=600))
    return joined(out)


def _cartouche(sheet: Sheet, t: draw.Theme) -> str:
    marks = sheet.plan["print"]
    x, y, w, h = sheet.area(*marks["cartouche"])
    return joined(
        (
            draw.plate(t, x, y, w, h, opacity=0.96),
            draw.text(x + w / 2, y + 40, marks["title"], 23, t["ink"], tracking=2.2, room=w - 24),
            draw.text(x + w / 2, y + 62, marks["subtitle"], 12, t["ink"], italic=True, room=w - 24),
            draw.text(x + w / 2, y + 83, marks["note"], 12, t["mut"], room=w - 24),
        )
    )
