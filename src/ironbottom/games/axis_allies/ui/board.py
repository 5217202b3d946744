"""The board: geometry of zones, islands and base cards, faces of the pieces, and the chart itself.

Positions and printed words stand in `data/board.toml`, names and neighbours in `data/map.toml`; both are taken with the
owner's corrections (`Printed`). Outlines, depths and relief are made once by `tools/axis_allies_chart.py`.
"""

from __future__ import annotations

import functools
import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ironbottom.drawing import chart as draw
from ironbottom.drawing import furniture
from ironbottom.drawing.pieces import Face, sprite
from ironbottom.drawing.svg import Point, cut_rect, joined, num, path, rect_path, round_rect, smooth, star
from ironbottom.drawing.tokens import THEMES, var
from ironbottom.games.axis_allies.rules.printed import BASE, HOME, KINDS, SEAS, SIDES, SPACE, SPACES, Printed
from ironbottom.kernel.view import Board, Link, SideLook, Space

DATA = Path(__file__).parents[1] / "data"
STYLES = ("jp", "us")
ICONS = {
    "DST": "destroyer", "CRU": "cruiser", "BAT": "battleship", "CAR": "carrier", "TRN": "transport", "SUB": "submarine",
    "FTR": "fighter", "BOM": "bomber", "ART": "artillery", "AAG": "flak", "INF": "rifle",
}

Theme = Mapping[str, str]


STRETCH = 1.17
"""By how much all is drawn farther from north to south: it gives the fleets room, and the window of a page is less wide
than the Solomons."""
TOP = 24.0
"""Where the stretching begins: below the frame."""


def tall(y: float) -> float:
    """How far down the sheet a height comes to stand."""
    return round(TOP + (y - TOP) * STRETCH, 1)


def height(p: Printed) -> float:
    """The height of the sheet as it is drawn."""
    return tall(p.data["board"]["sheet"]["height"] - TOP) + TOP


@functools.cache
def ground() -> dict[str, Any]:
    """Outlines of islands, depths, ripples, soundings, on the sheet."""
    found: dict[str, Any] = json.loads((DATA / "ground.json").read_text("utf-8"))

    def lower(part: Any) -> Any:
        if isinstance(part, dict):
            return {key: lower(item) for key, item in part.items()}
        if part and not isinstance(part[0], list):
            return [tall(item) if n % 2 else item for n, item in enumerate(part)]
        return [lower(item) for item in part]

    soundings = [[x, tall(y), depth] for x, y, depth in found.pop("soundings")]
    return {**lower(found), "soundings": soundings}


def at(p: Printed, point: Sequence[float]) -> Point:
    """A point of the map on the sheet."""
    x, y = p.data["board"]["sheet"]["origin"]
    return (round(point[0] + x, 1), tall(point[1] + y))


def on_sheet(p: Printed, rect: Sequence[float]) -> list[float]:
    """A rectangle of the map on the sheet."""
    left, top = at(p, rect[:2])
    return [left, top, rect[2], round(rect[3] * STRETCH, 1)]


def field_spots(p: Printed, island: str) -> list[Point]:
    """R14: the places of an island's airfields on the sheet; more than are drawn stand in a row with the last."""
    drawn = [at(p, spot) for spot in p.data["board"]["islands"][island]["fields"]]
    room = p.slots[SPACE[island] - SEAS]
    x, y = drawn[-1]
    return [*drawn, *((x + 34 * n, y) for n in range(1, 1 + room - len(drawn)))][:room]


def flag_spot(p: Printed, island: str) -> Point:
    """Where the flag of the side that controls an island stands."""
    return at(p, p.data["board"]["islands"][island]["flag"])


def first_spot(p: Printed, side: int) -> Point:
    """Where the first player's token lies, on the card of his base."""
    left, top, w, _ = on_sheet(p, p.data["board"]["cards"][SPACES[BASE[side]]]["rect"])
    return (round(left + w - 84, 1), round(top + 12, 1))


def spot(p: Printed, space: str) -> Point:
    """The middle of a space."""
    data = p.data["board"]
    if space in data["cards"]:
        left, top, w, h = on_sheet(p, data["cards"][space]["rect"])
        return (left + w / 2, top + h / 2)
    return at(p, (data["zones"].get(space) or data["islands"][space])["at"])


# --- geometry -----------------------------------------------------------------------------------------------------


def board(p: Printed) -> Board:
    """Zones, islands, base cards and damaged areas, the victory track."""
    data, names = p.data["board"], p.data["map"]["space"]
    spaces: list[Space] = []
    for key, row in data["zones"].items():
        x, y = at(p, row["at"])
        spaces.append({
            "id": key, "name": names[key]["name"], "kind": "area", "x": x, "y": y,
            "shape": {"points": [list(at(p, point)) for point in row["polygon"]]}, "arrange": "ring",
            "label": list(at(p, row["letter"])), "row": row["row"], "column": row["column"], "facts": facts(p, key),
            "links": links(p, key),
        })
    for key, row in data["islands"].items():
        x, y = at(p, row["at"])
        outline = draw.pairs(ground()["islands"][key][0])[:-1]
        spaces.append({
            "id": key, "name": names[key]["name"], "kind": "area", "x": x, "y": y,
            "shape": {"points": [list(point) for point in outline]}, "arrange": "ring",
            "label": list(at(p, row["at"])), "row": row["row"], "column": row["column"], "facts": facts(p, key),
            "links": links(p, key),
        })
    for key, row in data["cards"].items():
        left, top, w, h = on_sheet(p, row["rect"])
        damaged = key.endswith("_DMG")
        name = data["words"]["damaged_name"].format(base=names[key[:3]]["name"]) if damaged else names[key]["name"]
        spaces.append({
            "id": key, "name": name, "kind": "box", "x": left + w / 2, "y": top + h / 2 + 12,
            "shape": {"rect": [left, top, w, h]}, "arrange": "ring", "label": [left + w / 2, top + 19],
            "row": row["row"], "column": row["column"], "facts": facts(p, key), "links": links(p, key),
        })
    x, y, w, h = on_sheet(p, data["points"]["rect"])
    step = w / (p.victory + 1)
    for n in range(p.victory + 1):
        spaces.append({
            "id": f"points.{n}", "name": data["words"]["cell"].format(n=n), "kind": "cell",
            "x": round(x + step * (n + 0.5), 1), "y": y + h / 2,
            "shape": {"rect": [round(x + step * n, 1), y, round(step, 1), h]}, "row": 5, "column": n,
            "arrange": "pile", "label": [round(x + step * (n + 0.5), 1), y - 4], "facts": [], "links": [],
        })
    sides: list[SideLook] = [
        {"id": key, "name": row["name"], "style": row["style"]} for key, row in data["sides"].items()
    ]
    sheet = data["sheet"]
    left, top, wide, high = sheet["view"]
    view = [left, top, wide, round(high + height(p) - sheet["height"], 1)]
    return {"width": sheet["width"], "height": height(p), "view": view, "piece": sheet["piece"], "sides": sides,
            "spaces": spaces, "names": [*_names(p)]}


def _names(p: Printed) -> Iterator[list[float]]:
    """The boxes of the printed names: of an island some along its name, of a place in the sea one."""
    data = p.data["board"]
    for row in data["islands"].values():
        for (ax, ay), (bx, by) in itertools.pairwise(_line(p, row["name"])):
            for k in (0.17, 0.5, 0.83):
                x, y, half = ax + (bx - ax) * k, ay + (by - ay) * k, row["size"] * 0.6
                yield [round(x - half, 1), round(y - half, 1), round(2 * half, 1), round(2 * half, 1)]
    for row in data["print"]["places"]:
        x, y = at(p, row["at"])
        wide = 7.2 * len(row["text"])
        left = x - wide * {"start": 0, "middle": 0.5, "end": 1}[row["anchor"]]
        yield [round(left, 1), round(y - 11, 1), round(wide, 1), 14]


def facts(p: Printed, key: str) -> list[str]:
    """What is printed about a space."""
    words, names = p.data["board"]["words"], p.data["map"]["space"]
    if key.endswith("_DMG"):
        return [words["damaged"].format(n=p.repair)]
    space = SPACE[key]
    found: list[str] = []
    if space < SEAS:
        if space in HOME:  # of the others the page tells it from their links
            found.append(words["touches"].format(islands=names[SPACES[BASE[HOME.index(space)]]]["name"]))
        for side, row in zip(SIDES, p.deploy, strict=True):
            if space in row:
                name = p.data["board"]["sides"][side]["name"]
                found.append(words["deployment"].format(n=row[space], side=name))
        if names[key].get("slot"):
            found.append(words["slot"])
        if space in HOME:
            found.append(words["waters"])
    elif space in BASE:
        found.append(words["base"])
    else:
        slots = p.slots[space - SEAS]
        found.append(words["field_one"] if slots == 1 else words["field_other"].format(n=slots))
    return found


def links(p: Printed, key: str) -> list[Link]:
    """Neighbouring spaces: open borders, shores, and the closed one."""
    if key.endswith("_DMG"):
        return []
    space = SPACE[key]
    found: list[Link] = []
    for near in sorted(p.air_reach[1][space]):
        found.append({"to": SPACES[near], "kind": "open" if space < SEAS and near < SEAS else "shore"})
    found += [{"to": SPACES[other], "kind": "closed"} for one, other in sorted(p.closed) if one == space]
    return found


# --- faces ---------------------------------------------------------------------------------------------------------


def faces() -> dict[str, Face]:
    """A chip for each type of unit and token of each side."""
    found: dict[str, Face] = {}
    for side, style in zip(SIDES, STYLES, strict=True):
        for kind in KINDS:
            icon = f"{ICONS[kind]}_{style}" if kind in ICONS else "crate" if kind == "SUP" else "torpedo_boat"
            found[f"{side}.{kind}"] = Face("chip", style, icon=icon)  # type: ignore[arg-type]
    return found


def sprite_of_faces() -> str:
    """The SVG document of all faces; airfield markers are drawn here."""
    fields = []
    for side, style in zip(SIDES, STYLES, strict=True):
        for damaged in (False, True):
            name = f"{side}.field_damaged" if damaged else f"{side}.field"
            sign = f"sign.field.{style}-damaged" if damaged else f"sign.field.{style}"
            fields += [f'<symbol id="face-{one}" viewBox="0 0 52 23" style="overflow:visible">'
                       f"{_field(style, damaged)}</symbol>" for one in (name, sign)]
        fields += [f'<symbol id="face-{one}" viewBox="0 0 52 26">{_first(style)}</symbol>'
                   for one in (f"{side}.first", f"sign.first.{style}")]
    return sprite(faces()).replace("</svg>", "".join(fields) + "</svg>")


def _first(style: str) -> str:
    """The first player's token: a numeral on a pale disc in its owner's colour."""
    return (f'<rect x="10" y="0.8" width="32" height="24.4" rx="12.2" style="fill:{var("label")};stroke:{var(style)};'
            f'stroke-width:2"/><text x="26" y="18.6" text-anchor="middle" style="font:700 16px Georgia,serif;'
            f'fill:{var(style)}">1</text>')


def _field(style: str, damaged: bool) -> str:
    """An airfield marker: crossed runways on a pale plate in its owner's shape; burst when damaged."""
    frame = round_rect(0.6, 0.6, 50.8, 21.8, 6) if style == "us" else cut_rect(0.6, 0.6, 50.8, 21.8, 6)
    colour = var(style)
    out = [
        f'<path d="{frame}" style="fill:{var("label")};stroke:{colour};stroke-width:2"/>',
        f'<g transform="translate(26 11.5)"><path d="M-17 4.6L15 -6.6l2 5.6L-15 10.2z" style="fill:{colour}"/>'
        f'<path d="M-17.4 -3.4l1.8 -5L17 3.2l-1.8 5z" style="fill:{colour};fill-opacity:.55"/>'
        f'<path d="M-13.4 5.6L13.6 -3.8" style="fill:none;stroke:{var("label")};stroke-width:1.1;'
        f'stroke-dasharray:3.4 2.6"/></g>',
    ]
    if damaged:
        out.append(f'<path d="M16 2.6L36 20.4M36 2.6L16 20.4" style="fill:none;stroke:{var("label")};stroke-width:6"/>')
        out.append(f'<path d="M16 2.6L36 20.4M36 2.6L16 20.4" style="fill:none;stroke:{var("die-hit")};'
                   f'stroke-width:3.4"/>')
    return "".join(out)


# --- the chart -----------------------------------------------------------------------------------------------------


def _line(p: Printed, points: Sequence[Sequence[float]]) -> list[Point]:
    return [at(p, point) for point in points]


@functools.lru_cache(maxsize=8)
def chart(p: Printed, theme: str) -> str:
    """The board as a complete SVG document, for the theme `chart` or `room`."""
    t, data, made = THEMES[theme], p.data["board"], ground()
    marks = data["print"]
    width, high = data["sheet"]["width"], height(p)
    x, y, w, h = data["sheet"]["map"]
    h *= STRETCH
    rings = [draw.pairs(ring) for group in made["islands"].values() for ring in group]
    rings += [draw.pairs(ring) for ring in made["others"]]
    land = "".join(path(ring, closed=True) for ring in rings)
    clear = _clear(p)
    depths = [
        row for row in made["soundings"]
        if not any(a <= row[0] <= a + c and b <= row[1] <= b + d for a, b, c, d in clear)
    ]
    inner = [
        draw.water(t, x, y, w, h, made["bands"]),
        draw.graticule(t, x, y, w, h, [x + w * k / 10 for k in range(1, 10)], [y + h * k / 6 for k in range(1, 6)]),
        draw.soundings(t, depths),
        *(_border(p, t, row) for row in data["borders"]),
        draw.land_shadow(t, land),
        draw.ripples(t, made["ripples"]),
        draw.picture((DATA / f"relief-{theme}.webp").read_bytes(), x, y, w, h, "land"),
        draw.coastline(t, land),
        *(
            draw.sea_name(t, f"sea{i}", row["text"], _line(p, row["line"]), row["size"], row["tracking"])
            for i, row in enumerate(marks["sea_names"])
        ),
        *(draw.course(t, at(p, row["line"][0]), at(p, row["line"][1]), row["text"]) for row in marks["courses"]),
        *(
            draw.place_name(t, *at(p, row["at"]), row["text"], 13.5, row["anchor"], weight=400)
            for row in marks["places"]
        ),
        *(_airfield_place(t, *place) for key in data["islands"] for place in field_spots(p, key)),
        *(_island_name(p, t, key, row) for key, row in data["islands"].items()),
        *(_letter(p, t, key, row) for key, row in data["zones"].items()),
        draw.compass(t, *at(p, marks["compass"][:2]), marks["compass"][2]),
        *_signs(p, t),
    ]
    defs = [
        f'<clipPath id="sheet"><path d="{rect_path(x, y, w, h)}"/></clipPath>',
        f'<clipPath id="land"><path d="{land}"/></clipPath>',
    ]
    return draw.document(
        width, high, marks["document"], defs,
        [
            draw.sheet(t, width, high), f'<g clip-path="url(#sheet)">{joined(inner)}</g>', _title(p, t),
            _points_track(p, t), *(_card(p, t, key, row) for key, row in data["cards"].items()),
            draw.frame(t, x, y, w, h),
        ],
    )


def _clear(p: Printed) -> list[list[float]]:
    """Where no sounding may stand."""
    data = p.data["board"]
    found = [on_sheet(p, row["rect"]) for row in data["cards"].values()]
    found += [on_sheet(p, data["points"]["plate"]), on_sheet(p, data["print"]["cartouche"])]
    found = [[x - 14, y - 8, w + 28, h + 24] for x, y, w, h in found]
    cx, cy = at(p, data["print"]["compass"][:2])
    r = data["print"]["compass"][2] * 1.3
    found.append([cx - r, cy - r * 1.2, 2 * r, 2.3 * r])
    for row in data["zones"].values():
        lx, ly = at(p, row["letter"])
        found.append([lx - 28, ly - 24, 100, 54])
    for row in data["print"]["places"]:
        px, py = at(p, row["at"])
        found.append([px - 60, py - 16, 120, 26])
    for row in data["print"]["courses"]:
        (ax, ay), (bx, _) = _line(p, row["line"])
        found.append([min(ax, bx) - 8, ay - 24, abs(ax - bx) + 16, 40])
    for row in (*data["print"]["sea_names"], *({**row, "line": row["name"]} for row in data["islands"].values())):
        line = _line(p, row["line"])
        for (ax, ay), (bx, by) in itertools.pairwise(line):
            for k in range(9):
                px, py = ax + (bx - ax) * k / 8, ay + (by - ay) * k / 8
                found.append([px - 24, py - row["size"] - 6, 48, row["size"] + 26])
    for row in data["borders"]:
        line = _line(p, row["line"])
        for (ax, ay), (bx, by) in itertools.pairwise(line):
            parts = max(2, int((abs(ax - bx) + abs(ay - by)) / 16))
            for k in range(parts + 1):
                px, py = ax + (bx - ax) * k / parts, ay + (by - ay) * k / parts
                found.append([px - 15, py - 9, 30, 24])
    return found


def _barred(p: Printed, one: str, other: str) -> bool:
    """M1, M4: whether no way leads over a line on the water: the border is closed, or an owner's copy has none."""
    ways = {frozenset(name.split("-")): border["way"] for name, border in p.data["map"]["border"].items()}
    return ways.get(frozenset((one, other))) != "open"


def _border(p: Printed, t: Theme, row: Mapping[str, Any]) -> str:
    """M1, M4: a border on the water: ribbon and dash-dot line; a closed one a solid double line."""
    d = smooth(_line(p, row["line"])) if len(row["line"]) > 3 else path(_line(p, row["line"]))
    one, other = row["between"]
    if _barred(p, one, other):
        return joined((
            draw.tag(d, "none", t["halo"], 10, 'stroke-opacity=".75"'),
            draw.tag(d, "none", t["hit"], 6),
            draw.tag(d, "none", t["paper"], 2.2),
        ))
    return joined((
        draw.tag(d, "none", t["mag"], 8, 'stroke-opacity=".14"'),
        draw.tag(d, "none", t["mag"], 1.6, 'stroke-dasharray="13 3.6 3 3.6"'),
    ))


def _sign(t: Theme, x: float, y: float) -> str:
    """No way here, for ships or aircraft."""
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="17" fill="{t["halo"]}"/>'
        f'<circle cx="{num(x)}" cy="{num(y)}" r="13" fill="{t["paper"]}" stroke="{t["hit"]}" stroke-width="4"/>'
        + draw.tag(f"M{num(x - 8.8)} {num(y - 8.8)}l17.6 17.6", "none", t["hit"], 4)
    )


def _signs(p: Printed, t: Theme) -> Iterator[str]:
    """M1, M4: the sign on each closed border, in the middle of its line where no place is drawn; and a lane on each
    open one between zones that an owner has added."""
    lines = {frozenset(row["between"]): row for row in p.data["board"]["borders"]}
    pairs = [tuple(name.split("-")) for name in p.data["map"]["border"]]
    pairs += [tuple(row["between"]) for pair, row in lines.items() if pair not in {*map(frozenset, pairs)}]
    for one, other in pairs:
        row = lines.get(frozenset((one, other)))
        if _barred(p, one, other):
            if row is not None:
                x, y = at(p, row["sign"]) if "sign" in row else _line(p, row["line"])[len(row["line"]) // 2]
            else:
                x, y = (round(sum(pair) / 2, 1) for pair in zip(spot(p, one), spot(p, other), strict=True))
            yield _sign(t, x, y)
        elif row is None and max(SPACE[one], SPACE[other]) < SEAS and not {SPACE[one], SPACE[other]} & {*HOME}:
            yield draw.tag(path([spot(p, one), spot(p, other)]), "none", t["mag"], 3, 'stroke-dasharray="2 7"')


def _letter(p: Printed, t: Theme, key: str, row: Mapping[str, Any]) -> str:
    """The letter of a zone in a double ring; its deployment number on a tag in the side's shape."""
    x, y = at(p, row["letter"])
    out = []
    for side, numbers in enumerate(p.deploy):
        if SPACE[key] in numbers:
            style = STYLES[side]
            tag = furniture.outline(style, x + 8, y - 12, 58, 24, 7 if style == "jp" else 6)
            out.append(draw.tag(tag, t["halo"], t["halo"], 4, 'stroke-opacity=".6"'))
            out.append(draw.tag(tag, t[style], t[f"{style}-edge"], 1.2))
            if style == "us":
                out.append(draw.tag(star(x + 35, y + 0.6, 7), t["cream"]))
            else:
                out.append(f'<circle cx="{num(x + 35)}" cy="{num(y)}" r="5.4" fill="{t["cream"]}"/>')
            out.append(draw.text(x + 54, y + 6.2, str(numbers[SPACE[key]]), 17, t["cream"], serif=False, weight=700))
    out += [
        f'<circle cx="{num(x)}" cy="{num(y)}" r="20.5" fill="{t["halo"]}" fill-opacity=".7"/>',
        f'<circle cx="{num(x)}" cy="{num(y)}" r="18" fill="{t["paper"]}" stroke="{t["mag"]}" stroke-width="1.9"/>',
        f'<circle cx="{num(x)}" cy="{num(y)}" r="14.6" fill="none" stroke="{t["mag"]}" stroke-width=".8"/>',
        draw.text(x, y + 7.2, key, 21, t["ink"], weight=700),
    ]
    return joined(out)


def _airfield_place(t: Theme, x: float, y: float) -> str:
    """Where an airfield may be built: a broken ring with the plan of a runway."""
    return joined((
        f'<circle cx="{num(x)}" cy="{num(y)}" r="15" fill="{t["land-halo"]}" fill-opacity=".62"/>',
        f'<circle cx="{num(x)}" cy="{num(y)}" r="15" fill="none" stroke="{t["land-name"]}" stroke-width="1.5" '
        'stroke-dasharray="5 3.2"/>',
        f'<g transform="translate({num(x)} {num(y)}) rotate(-24)">'
        + draw.tag(rect_path(-11, -3.2, 22, 6.4), t["road"], t["land-name"], 1.2)
        + draw.tag("M-8 0H8", "none", t["land-name"], 1.2, 'stroke-dasharray="3 2.2"')
        + "</g>",
    ))


def _island_name(p: Printed, t: Theme, key: str, row: Mapping[str, Any]) -> str:
    """Along the coast, on the water: on the island itself the pieces would hide it."""
    name = p.data["map"]["space"][key]["name"].upper()
    return draw.land_name(t, f"land{key}", name, _line(p, row["name"]), row["size"], row["tracking"], 700)


def _card(p: Printed, t: Theme, key: str, row: Mapping[str, Any]) -> str:
    """A part of a base card: land, waters or damaged ships."""
    style = p.data["board"]["sides"][row["side"]]["style"]
    x, y, w, h = on_sheet(p, row["rect"])
    sea = bool(row.get("sea"))
    out = [furniture.tray(t, [x, y, w, h], row["title"], style, head=27, opacity=0.96,
                          size=14 if sea else 15.5, emblem=not sea, indent=31)]
    if sea:
        out.append(draw.tag(rect_path(x + 4, y + 28, w - 8, h - 32), t["water-3"], extra='fill-opacity=".9"'))
        waves = "".join(
            f"M{num(x + 14 + k * 37 + (n % 2) * 18)} {num(y + 52 + n * 21)}q4.6 -4.4 9.2 0t9.2 0"
            for n in range(3) for k in range(5 - n % 2)
        )
        out.append(draw.tag(waves, "none", t["depth"], 1.1, 'stroke-opacity=".55"'))
        out.append(
            f'<circle cx="{num(x + 17)}" cy="{num(y + 13.5)}" r="10" fill="{t["paper"]}" '
            f'stroke="{t["cream"]}" stroke-width="1.2"/>' + draw.text(x + 17, y + 18, key, 13, t["ink"], weight=700)
        )
    out.append(draw.text(x + w - 10, y + h - 9, row["note"], 13, t["sea-name"] if sea else t["mut"],
                         anchor="end", italic=True))
    return joined(out)


def _points_track(p: Printed, t: Theme) -> str:
    data = p.data["board"]
    words, count = data["words"], p.victory + 1
    note = words["track_note"].format(n=p.victory)
    x, y, w, h = on_sheet(p, data["points"]["rect"])
    px, py, pw, ph = on_sheet(p, data["points"]["plate"])
    step = w / count
    out = [
        draw.plate(t, px, py, pw, ph, opacity=0.96),
        draw.text(px + 16, py + 23, words["track"], 18, t["ink"], anchor="start", italic=True),
        draw.text(px + pw - 16, py + 23, note, 14.5, t["mut"], anchor="end", italic=True),
    ]
    for n in range(count):
        left = x + step * n
        last = n == count - 1
        fill = t["paper"] if n % 5 else t["land-low"]
        edge = 2.2 if last else 1.1
        out.append(draw.tag(rect_path(left + 2, y, step - 4, h), fill if not last else t["panel"], t["ink"], edge))
        out.append(draw.text(left + 8, y + 19, str(n), 16, t["ink"], anchor="start", weight=700 if n % 5 == 0 else 400))
        if last:
            out.append(draw.text(left + step / 2, y + h - 8, words["wins"], 13, t["mut"], italic=True))
    return joined(out)


def _title(p: Printed, t: Theme) -> str:
    marks = p.data["board"]["print"]
    x, y, w, h = on_sheet(p, marks["cartouche"])
    return joined((
        draw.plate(t, x, y, w, h, opacity=0.96),
        draw.text(x + w / 2, y + 44, marks["title"], 26, t["ink"], tracking=2.6, room=w - 24),
        draw.text(x + w / 2, y + 70, marks["subtitle"], 16, t["ink"], italic=True, room=w - 24),
        draw.text(x + w / 2, y + 93, marks["note"], 12.4, t["mut"], room=w - 24),
    ))
