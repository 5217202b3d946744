"""The board: nineteen lettered hexes over the real coastlines, ports as boxes, the calendar and the clock.

Places and printed words stand in `data/board.toml`; coasts and relief are made once by `tools/solomons_chart.py`.
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ironbottom.drawing import chart as draw
from ironbottom.drawing import furniture, hexmap
from ironbottom.drawing.pieces import Face, sprite
from ironbottom.drawing.svg import Point, joined, num, path, polar, rect_path
from ironbottom.drawing.tokens import THEMES, luminance
from ironbottom.games.solomons.rules.printed import BASES, LETTERS, PACKAGE, SIDES, data_of
from ironbottom.kernel.view import Board, Space
from ironbottom.kernel.words import load_words

DATA = Path(__file__).parents[1] / "data"
STYLES = {"japanese": "jp", "american": "us"}


def plan(own: str = "") -> Mapping[str, Any]:
    """Where everything is printed, with an owner's corrections."""
    found: Mapping[str, Any] = data_of(own)["board"]
    return found


@functools.cache
def _ground() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DATA / "ground.json").read_text("utf-8"))
    return found


WIDTH, HEIGHT = float(plan()["sheet"]["width"]), float(plan()["sheet"]["height"])
HEX = float(plan()["sheet"]["hex"])
RADIUS = HEX / math.sqrt(3)


def boxes(own: str) -> dict[str, Any]:
    """The boxes beside the map, by the places that they stand for."""
    return {key: row for key, row in plan(own)["boxes"].items() if key != "source"}


def centre(letter: str, own: str) -> Point:
    """The middle of a hex."""
    row = data_of(own)["map"]["hexes"][letter]
    left, top = plan(own)["sheet"]["first"]
    return (left + HEX * row["column"] + HEX / 2 * (row["row"] % 2), round(top + RADIUS * 1.5 * row["row"], 1))


def corners(letter: str, own: str) -> list[list[float]]:
    """The outline of a hex."""
    return [list(point) for point in hexmap.corners(*centre(letter, own), RADIUS)]


def _sector(n: int, own: str) -> list[Point]:
    """The outline of a segment on the clock, the first at the top right."""
    clock = plan(own)["clock"]
    x, y = clock["middle"]
    step = 360 / clock["count"]
    a, b = n * step, (n + 1) * step
    arc = [a + (b - a) * k / 6 for k in range(7)]
    outer = [polar(x, y, clock["outer"], angle) for angle in arc]
    inner = [polar(x, y, clock["inner"], angle) for angle in reversed(arc)]
    return [(round(px, 1), round(py, 1)) for px, py in (*outer, *inner)]


def _segment_at(n: int, own: str) -> Point:
    clock = plan(own)["clock"]
    cx, cy = clock["middle"]
    x, y = polar(cx, cy, (clock["outer"] + clock["inner"]) / 2, (n + 0.5) * 360 / clock["count"])
    return (round(x, 1), round(y, 1))


@lru_cache(maxsize=16)
def board(own: str = "") -> Board:
    """The geometry of the board, with an owner's corrections."""
    words = load_words(PACKAGE)
    data = data_of(own)["map"]
    spaces: list[Space] = []
    for letter in LETTERS:
        row = data["hexes"][letter]
        x, y = centre(letter, own)
        first = letter in data["reconnaissance"]["first"]
        later = letter in data["reconnaissance"]["later"]
        facts = [words.say("board.zone") if first else words.say("board.zone_later")] if first or later else []
        facts += [words.say("board.entry", base=base) for base in BASES[:4] if letter in data["bases"][base]["entry"]]
        spaces.append({
            "id": letter, "name": f"{letter}, {row['name']}", "kind": "hex", "x": round(x, 1), "y": round(y + 8, 1),
            "shape": {"points": corners(letter, own)}, "row": row["row"], "column": row["column"], "arrange": "cluster",
            "label": [round(x, 1), round(y - RADIUS + 24, 1)], "facts": facts,
            "links": [{"to": other, "kind": "sea"} for other in row["neighbours"]],
        })
    for key, box in boxes(own).items():
        x, y, w, h = box["rect"]
        entry = data["bases"][key]["entry"] if key in BASES else []
        spaces.append({
            "id": key, "name": words.name(key), "kind": "box", "x": x + w / 2, "y": y + h / 2 + 12,
            "shape": {"rect": [x, y, w, h]}, "arrange": "cluster",
            "label": [x + w / 2, y + 16],
            "links": [{"to": letter, "kind": "sea"} for letter in entry],
        })
    x, y, w, h = plan(own)["turns"]["rect"]
    step = w / plan(own)["turns"]["count"]
    for n in range(plan(own)["turns"]["count"]):
        spaces.append({
            "id": f"turn.{n}", "name": words.say("board.turn", n=n + 1), "kind": "cell",
            "x": round(x + step * (n + 0.5) + 8, 1), "y": y + h / 2 + 3,
            "shape": {"rect": [round(x + step * n, 1), y, round(step, 1), h]},
        })
    for n in range(plan(own)["clock"]["count"]):
        x, y = _segment_at(n, own)
        spaces.append({
            "id": f"segment.{n}", "name": words.say("board.segment", n=n + 1), "kind": "cell", "x": x, "y": y,
            "shape": {"points": [list(point) for point in _sector(n, own)]},
            "facts": [words.say("night" if n % 2 else "day")],
        })
    return {
        "width": WIDTH, "height": HEIGHT, "view": [0, 0, WIDTH, HEIGHT], "piece": plan(own)["sheet"]["piece"],
        "sides": [{"id": "japanese", "name": words.say("board.japanese"), "style": "jp"},
                  {"id": "american", "name": words.say("board.american"), "style": "us"}],
        "spaces": spaces,
    }


# --- the chart -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def chart(theme: str, own: str = "") -> str:
    """The drawing of the board as an SVG document, with an owner's corrections."""
    t = THEMES[theme]
    data, ground, marks = plan(own), _ground(), plan(own)["print"]
    known = data_of(own)["map"]
    x, y, w, h = data["sheet"]["map"]
    land = "".join(path(draw.pairs(ring), closed=True) for ring in ground["land"])
    depths = [row for row in ground["soundings"] if _clear(row[0], row[1], own)]
    recon = known["reconnaissance"]
    zone = hexmap.outline({key: centre(key, own) for key in recon["first"]}, RADIUS)
    later = hexmap.outline({key: centre(key, own) for key in {*recon["first"], *recon["later"]}}, RADIUS)
    area = hexmap.outline({key: centre(key, own) for key in LETTERS}, RADIUS)
    inner = [
        draw.water(t, x, y, w, h, ground["bands"]),
        draw.graticule(t, x, y, w, h, [x + w * k / 8 for k in range(1, 8)], [y + h * k / 5 for k in range(1, 5)]),
        draw.soundings(t, depths),
        draw.land_shadow(t, land),
        draw.ripples(t, ground["ripples"]),
        draw.picture((DATA / f"relief-{theme}.webp").read_bytes(), x, y, w, h, "land"),
        draw.tag(land, "none", t["land-name"], 1.1, 'stroke-linejoin="round"'),
        *(_zone(t, ring, "1.2 5", 2.2) for ring in later),
        *(_zone(t, ring, "10 5", 2.6) for ring in zone),
        hexmap.grid(t, [centre(key, own) for key in LETTERS], RADIUS, opacity=0.6),
        *(draw.tag(path(ring, closed=True), "none", t["land-name"], 1.6, 'stroke-opacity=".6"') for ring in area),
        *(
            draw.sea_name(t, f"sea{i}", row["text"], [(a, b) for a, b in row["line"]], row["size"], row["tracking"])
            for i, row in enumerate(marks["sea_names"])
        ),
        *(draw.place_name(t, row["at"][0], row["at"][1], row["text"], 12.5, weight=600) for row in marks["islands"]),
        *(_hex(t, key, own) for key in LETTERS),
        f'<g transform="rotate({-_bearing(own):.4g} {marks["compass"][0]} {marks["compass"][1]})">'
        + draw.compass(t, *marks["compass"]) + "</g>",
    ]
    defs = [
        f'<clipPath id="sheet"><path d="{rect_path(x, y, w, h)}"/></clipPath>',
        f'<clipPath id="land"><path d="{land}"/></clipPath>',
    ]
    return draw.document(
        WIDTH, HEIGHT, marks["document"], defs,
        [
            draw.sheet(t, WIDTH, HEIGHT), f'<g clip-path="url(#sheet)">{joined(inner)}</g>', _title(t, own),
            _turns(t, own), _clock(t, own), *(_box(t, row) for row in boxes(own).values()), draw.frame(t, x, y, w, h),
        ],
    )


def _bearing(own: str) -> float:
    """How far the chart is turned: by that many degrees its north lies to the left of the top."""
    (lon0, lat0), (lon1, lat1) = plan(own)["ground"]["from"], plan(own)["ground"]["to"]
    return math.degrees(math.atan2(lat0 - lat1, (lon1 - lon0) * math.cos(math.radians(9.5))))


def _clear(x: float, y: float, own: str) -> bool:
    """Whether a sounding stands clear of print."""
    data = plan(own)
    plates = [data["turns"]["plate"], data["print"]["cartouche"], *(row["rect"] for row in boxes(own).values())]
    if any(a - 16 < x < a + w + 16 and b - 10 < y < b + h + 18 for a, b, w, h in plates):
        return False
    if math.dist((x, y), data["clock"]["middle"]) < data["clock"]["outer"] + 40:
        return False
    if math.dist((x, y), data["print"]["compass"][:2]) < data["print"]["compass"][2] * 1.6:
        return False
    for row in data["print"]["sea_names"]:
        (ax, ay), (bx, _) = row["line"][0], row["line"][-1]
        if ax - 30 < x < bx + 30 and ay - row["size"] - 8 < y < ay + 30:
            return False
    for row in data["print"]["islands"]:
        if abs(x - row["at"][0]) < 60 and abs(y - row["at"][1]) < 20:
            return False
    for letter in LETTERS:
        cx, cy = centre(letter, own)
        if abs(x - cx) < 84 and cy - RADIUS + 6 < y < cy - 20:
            return False
        for px, py in corners(letter, own):
            if math.dist((x, y), (px, py)) < 16:
                return False
        if abs(abs(x - cx) - HEX / 2) < 14 and abs(y - cy) < RADIUS:
            return False
    return True


def _zone(t: Any, ring: list[Point], dashes: str, width: float) -> str:
    """The edge of a zone of reconnaissance, just within its hexes."""
    cx, cy = sum(p[0] for p in ring) / len(ring), sum(p[1] for p in ring) / len(ring)
    inset = []
    for x, y in ring:
        far = math.dist((x, y), (cx, cy)) or 1
        inset.append((x + (cx - x) * 6 / far, y + (cy - y) * 6 / far))
    d = path(inset, closed=True)
    return draw.tag(d, "none", t["jp-line"], 9, 'stroke-opacity=".12" stroke-linejoin="round"') + draw.tag(
        d, "none", t["jp-line"], width, f'stroke-dasharray="{dashes}" stroke-linecap="round" stroke-linejoin="round"'
    )


def _hex(t: Any, letter: str, own: str) -> str:
    """The letter in a double ring, the hex's name, and the tags of the ports that it leads to."""
    x, y = centre(letter, own)
    top = y - RADIUS + 34
    known = data_of(own)["map"]
    out = []
    tags = [key for key in BASES[:4] if letter in known["bases"][key]["entry"]]
    for n, key in enumerate(tags):
        row = plan(own)["boxes"][key]
        style = STYLES[row["side"]]
        left = x + 16 + n * 26
        plate = furniture.outline(style, left, top - 10, 30, 20, 6)
        out.append(draw.tag(plate, t[style], t[f"{style}-edge"], 1.1))
        out.append(draw.text(left + 19, top + 5, row["tag"], 13.5, t["cream"], serif=False, weight=700))
    out += [
        f'<circle cx="{num(x)}" cy="{num(top)}" r="20" fill="{t["halo"]}" fill-opacity=".7"/>',
        f'<circle cx="{num(x)}" cy="{num(top)}" r="17.5" fill="{t["paper"]}" stroke="{t["mag"]}" stroke-width="1.8"/>',
        f'<circle cx="{num(x)}" cy="{num(top)}" r="14.2" fill="none" stroke="{t["mag"]}" stroke-width=".8"/>',
        draw.text(x, top + 7, letter, 20, t["ink"], weight=700),
    ]
    name = known["hexes"][letter]["name"]
    words = [name]
    if len(name) > 21 and " " in name:
        cut = min((k for k, sign in enumerate(name) if sign == " "), key=lambda k: abs(k - len(name) / 2))
        words = [name[:cut], name[cut + 1 :]]
    for n, line in enumerate(words):
        out.append(
            draw.text(x, top + 33 + n * 14, line, 12.5, t["sea-name"], italic=True, halo=t["halo"], halo_opacity=0.65)
        )
    return joined(out)


def _box(t: Any, row: dict[str, Any]) -> str:
    style = STYLES[row["side"]]
    x, y, w, _ = row["rect"]
    tag = row.get("tag", "")
    out = [
        furniture.tray(t, row["rect"], row["title"], style, head=27, opacity=0.95, size=16, emblem=not tag, indent=33)
    ]
    if tag:
        out.append(
            draw.tag(furniture.outline(style, x + 7, y + 5, 21, 17, 4), t["paper"], t["cream"], 1)
            + draw.text(x + 17.5, y + 18, tag, 12.5, t["ink"], serif=False, weight=700)
        )
    if row.get("note"):
        out.append(draw.text(x + w - 12, y + 18.5, row["note"], 13, t["cream"], anchor="end", italic=True))
    return joined(out)


def _turns(t: Any, own: str) -> str:
    data = plan(own)
    x, y, w, h = data["turns"]["rect"]
    px, py, pw, _ = data["turns"]["plate"]
    step = w / data["turns"]["count"]
    out = [
        draw.plate(t, *data["turns"]["plate"], opacity=0.96),
        draw.text(px + 16, py + 24, data["words"]["title"], 17, t["ink"], anchor="start", italic=True),
    ]
    line = 'stroke-dasharray="10 5" stroke-linecap="round"'
    out.append(draw.tag(f"M{px + pw - 452:g} {py + 19:g}h34", "none", t["jp-line"], 2.6, line))
    out.append(draw.text(px + pw - 410, py + 24, data["words"]["zone"], 14, t["mut"], anchor="start"))
    line = 'stroke-dasharray="1.2 5" stroke-linecap="round"'
    out.append(draw.tag(f"M{px + pw - 196:g} {py + 19:g}h34", "none", t["jp-line"], 2.2, line))
    out.append(draw.text(px + pw - 154, py + 24, data["words"]["zone_later"], 14, t["mut"], anchor="start"))
    for n in range(data["turns"]["count"]):
        left = x + step * n
        out.append(draw.tag(rect_path(left + 2, y, step - 4, h), t["panel"], t["ink"], 1.1))
        out.append(draw.text(left + 8, y + 18, str(n + 1), 16, t["ink"], anchor="start", weight=600))
    return joined(out)


def _paper_is_light(t: Any) -> bool:
    """Whether the paper is the lighter."""
    return luminance(t["paper"]) > luminance(t["ink"])


def _clock(t: Any, own: str) -> str:
    """The fourteen segments of a Game-Turn as a dial: days pale, nights dark."""
    data = plan(own)
    x, y = data["clock"]["middle"]
    outer, inner = data["clock"]["outer"], data["clock"]["inner"]
    out = [
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{outer + 12}" fill="{t["paper"]}" fill-opacity=".96" '
        f'stroke="{t["ink"]}" stroke-width="1.7"/>',
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{outer + 8}" fill="none" stroke="{t["ink"]}" stroke-width=".6"/>',
    ]
    light = _paper_is_light(t)
    day, night = (t["panel"], t["us-edge"]) if light else (t["mut"], t["page"])
    on_day, on_night = (t["ink"], t["cream"]) if light else (t["page"], t["ink"])
    for n in range(data["clock"]["count"]):
        dark = n % 2 == 1
        out.append(draw.tag(path(_sector(n, own), closed=True), night if dark else day, t["ink"], 1.2))
        px, py = polar(x, y, outer - 13, (n + 0.5) * 360 / data["clock"]["count"])
        out.append(draw.text(px, py + 5, str(n + 1), 14, on_night if dark else on_day, weight=600))
    out += [
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{inner - 4}" fill="{t["panel"]}" stroke="{t["ink"]}" '
        'stroke-width=".8"/>',
        draw.text(x, y - 8, data["words"]["clock"], 17, t["ink"], italic=True),
        f'<circle cx="{num(x - 34)}" cy="{num(y + 16)}" r="6" fill="{day}" stroke="{t["ink"]}" '
        'stroke-width="1.2"/>',
        draw.text(x - 24, y + 21, data["words"]["day"], 13, t["mut"], anchor="start"),
        f'<circle cx="{num(x + 8)}" cy="{num(y + 16)}" r="6" fill="{night}" stroke="{t["ink"]}" stroke-width="1.2"/>',
        draw.text(x + 18, y + 21, data["words"]["night"], 13, t["mut"], anchor="start"),
    ]
    return joined(out)


def _title(t: Any, own: str) -> str:
    marks = plan(own)["print"]
    x, y, w, h = marks["cartouche"]
    return joined((
        draw.plate(t, x, y, w, h, opacity=0.96),
        draw.text(x + w / 2, y + 40, marks["title"], 25, t["ink"], tracking=3.4, room=w - 24),
        draw.text(x + w / 2, y + 62, marks["subtitle"], 14.5, t["ink"], italic=True, room=w - 24),
        draw.text(x + w / 2, y + 82, marks["note"], 12, t["mut"], room=w - 24),
    ))


# --- faces ---------------------------------------------------------------------------------------------------------

LATEST = 16
"""The last Game-Turn: what returns later is out for the rest of the game."""
ICONS = {"BB": "battleship", "B": "battleship", "BC": "battleship", "CV": "carrier", "CA": "cruiser", "DD": "destroyer",
         "TR": "transport", "SS": "submarine", "APD": "transport"}


@lru_cache(maxsize=16)
def faces(own: str = "") -> str:
    """The SVG document with the faces of all counters, with an owner's corrections."""
    found: dict[str, Face] = {}
    rows: Mapping[str, Any] = data_of(own)["units"]
    for key, row in rows.items():
        if key == "source":
            continue
        style = "jp" if row["side"] == "japanese" else "us"
        values = f"{row['attack']}–{row['defense']}" if row["type"] not in ("TR", "SS") else ""
        found[f"{row['side']}.{key}"] = Face(
            "counter", style, icon=f"{ICONS[row['type']]}_{style}",  # type: ignore[arg-type]
            label=key[2:], factors=values)
    for side, style in zip(SIDES, ("jp", "us"), strict=True):
        for n in range(6):
            for look in ("carrier", "battleship", "cruiser", "transport"):
                found[f"{side}.tf{n + 1}.{look}"] = Face(
                    "chip", style, icon=f"{look}_{style}", number=f"{n + 1}")  # type: ignore[arg-type]
        for kind in sorted({ICONS[row["type"]] for key, row in rows.items() if key != "source"}):
            for turn in (*range(2, LATEST + 1), 0):
                found[f"{side}.due{turn}.{kind}"] = Face(
                    "chip", style, icon=f"{kind}_{style}", number=str(turn or "–"))  # type: ignore[arg-type]
        found[f"{side}.fleet"] = Face("chip", style, icon=f"transport_{style}")  # type: ignore[arg-type]
        found[f"{side}.back"] = Face("counter", style, back=True)  # type: ignore[arg-type]
    return sprite(found)
