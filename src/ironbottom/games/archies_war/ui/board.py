"""The printed board of Archie's War: geometry of its spaces, faces of its blocks, and the chart itself.

Where things stand, names and every printed word are in ``data/board.toml``; what the rules know of them (beaches,
anchors, roads and trails, the tracks, the blocks' numbers) comes from the data that the game is played by, with its
owner's corrections (``correction``, as JSON).  The solitaire game has a board of its own
(:mod:`ironbottom.games.archies_war.solitaire.ui.board`).
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ironbottom.drawing import chart as draw
from ironbottom.drawing import icons
from ironbottom.drawing.pieces import Face
from ironbottom.drawing.svg import Point, joined, path, rect_path, star
from ironbottom.drawing.tokens import THEMES
from ironbottom.games.archies_war.rules.printed import printed_data
from ironbottom.kernel.data import load_data
from ironbottom.kernel.view import Board, Link, SideLook, Space

DATA = Path(__file__).parents[1] / "data"


@functools.lru_cache(maxsize=16)
def _data(correction: str, tokens: int = 0) -> dict[str, Any]:
    """What is drawn: the places of `board.toml`, with what the game is played by put in. `tokens`: how many
    bombardments win, where a short scenario says it."""
    overlay = json.loads(correction) if correction else None
    data: dict[str, Any] = load_data("ironbottom.games.archies_war", overlay)["board"]
    printed = printed_data(correction)
    track, places = printed["track"], data["places"]
    for key, location in printed["locations"].items():
        places[key]["beach"] = location["kind"] == "beach"
        if (side := data["sides"].get(location["anchor"])) is not None:
            places[key]["anchor"] = side["style"]
    kinds = {tuple(sorted(link["ends"])): link["kind"] for link in printed["links"].values()}
    drawn = [(way["ends"], way["via"]) for way in data["ways"] if tuple(sorted(way["ends"])) in kinds]
    known = {tuple(sorted(ends)) for ends, _ in drawn}
    drawn += [(list(ends), []) for ends in kinds if ends not in known]  # an owner's link: straight
    data["links"] = [{"ends": ends, "via": via, "kind": kinds[tuple(sorted(ends))]} for ends, via in drawn]
    data["field"] = printed["field"]["location"]
    data["beach_needs"] = printed["margin"]["beach"]["needs"]
    data["turn_track"] |= {
        "cells": track["turns"], "reinforce_from": track["american_reinforcement"]["first_turn"],
        "attrition": track["attrition"]["turns"],
    }
    data["bombardment_track"]["cells"] = (tokens or track["bombardment"]["wins_at"]) + 1
    for side, rows in data["faces"].items():
        like = next(row for kind, row in rows.items() if kind.startswith("inf"))
        units = printed["units"][side]
        data["faces"][side] = {kind: _face(rows.get(kind, like), kind, units.get(kind)) for kind in (*rows, *units)}
    return data


def _face(row: dict[str, Any], kind: str, unit: Mapping[str, Any] | None) -> dict[str, Any]:
    """The face of a block: its number as it is played by, in attack and in defence where these differ; of a block that
    is in the other scenario's bank alone, as it is called."""
    number = row["number"]
    if unit is None:
        unit = {"attack": kind.removeprefix("inf"), "defence": kind.removeprefix("inf")}
    elif unit.get("infantry") and number == "{attack}" and unit["attack"] != unit["defence"]:
        number = "{attack}-{defence}"
    return {**row, "number": number.format_map(unit)}


def _links(data: dict[str, Any], place: str) -> list[Link]:
    found: list[Link] = []
    for link in data["links"]:
        if place in link["ends"]:
            one, other = link["ends"]
            found.append({"to": other if place == one else one, "kind": link["kind"]})
    return found


def _facts(data: dict[str, Any], place: str, row: dict[str, Any]) -> list[str]:
    words = data["words"]
    facts = [words["beach" if row["beach"] else "land"].format(n=data["beach_needs"])]
    if row.get("anchor") == "jp":
        facts.append(words["anchor_jp"])
    if row.get("anchor") == "us":
        facts += [words["anchor_us"], words["objective"]]
    if any(link["to"] == data["field"] for link in _links(data, place)):
        facts.append(words["next_to_field"])
    return facts


def _cells(data: dict[str, Any], name: str) -> list[Space]:
    """Spaces of a track, left to right."""
    track, words = data[f"{name}_track"], data["words"]
    x, y, w, h = track["rect"]
    step = w / track["cells"]
    first = 1 if name == "turn" else 0
    cells: list[Space] = []
    for i in range(track["cells"]):
        number = first + i
        facts = []
        if name == "turn":
            if number >= track["reinforce_from"]:
                facts.append(words["reinforced"])
            if number in track["attrition"]:
                facts.append(words["attrition"])
        elif number == track["cells"] - 1:
            facts.append(words["japanese_win"])
        label = words[f"{name}_cell"].format(n=number)
        cx = x + step * (i + 0.5)
        cells.append(
            {
                "id": f"{name}.{number}", "name": label, "kind": "cell", "x": round(cx, 1), "y": y + h / 2,
                "shape": {"rect": [round(x + step * i, 1), y, step, h]}, "row": 0 if name == "turn" else 1, "column": i,
                "arrange": "pile", "label": [round(cx, 1), y - 4], "facts": facts, "links": [],
            }
        )
    return cells


def board(correction: str = "", tokens: int = 0) -> Board:
    """Geometry of the board: size, sides, every space with its anchor, outline, facts and links."""
    data = _data(correction, tokens)
    spaces: list[Space] = []
    for key, row in data["places"].items():
        x, y = row["at"]
        spaces.append(
            {
                "id": key, "name": row["name"], "kind": "area", "x": x, "y": y, "shape": {"r": row["r"]},
                "row": row["row"], "column": row["column"], "arrange": "cluster", "label": row["label"],
                "facts": _facts(data, key, row), "links": _links(data, key),
            }
        )
    spaces += _cells(data, "turn") + _cells(data, "bombardment")
    for column, (key, row) in enumerate(data["boxes"].items()):
        x, y, w, h = row["rect"]
        spaces.append(
            {
                "id": key, "name": row["name"], "kind": "box", "x": x + w / 2, "y": y + h / 2 + 8,
                "shape": {"rect": row["rect"]}, "row": 9, "column": column, "arrange": "row",
                "label": [x + w / 2, y + 14], "facts": [row["fact"]], "links": [],
            }
        )
    sides: list[SideLook] = [
        {"id": key, "name": row["name"], "style": row["style"]} for key, row in data["sides"].items()
    ]
    sheet = data["sheet"]
    return {
        "width": sheet["width"], "height": sheet["height"], "sides": sides, "spaces": spaces,
        "view": list(sheet["view"]), "piece": sheet["piece"],
    }


def faces(correction: str = "") -> dict[str, Face]:
    """Every face of every block, and the two backs, by id such as ``american.inf5``."""
    data = _data(correction)
    found: dict[str, Face] = {}
    for side, rows in data["faces"].items():
        style = data["sides"][side]["style"]
        for kind, row in rows.items():
            found[f"{side}.{kind}"] = Face("block", style, icon=row["icon"], number=row["number"], label=row["label"])
        found[f"{side}.back"] = Face("block", style, back=True)
    return found


# --- the chart -----------------------------------------------------------------------------------------


@functools.cache
def _ground() -> dict[str, Any]:
    """Lines made once by ``tools/archies_chart.py``: coast, depths, ripples, soundings."""
    found: dict[str, Any] = json.loads((DATA / "ground.json").read_text("utf-8"))
    return found


def _points(rows: list[list[float]]) -> list[Point]:
    return [(x, y) for x, y in rows]


def _within(x: float, y: float, boxes: list[list[float]], margin: float) -> bool:
    return any(
        bx - margin <= x <= bx + bw + margin and by - margin <= y <= by + bh + margin
        for bx, by, bw, bh in boxes
    )


def _ways(data: dict[str, Any], kind: str) -> list[list[Point]]:
    """The links of a kind, those that follow one another in the list joined into one way."""
    ways: list[list[Point]] = []
    last = ""
    for link in data["links"]:
        if link["kind"] != kind:
            continue
        one, other = (data["places"][end]["at"] for end in link["ends"])
        if link["ends"][0] == last:
            ways[-1] += _points([*link["via"], other])
        else:
            ways.append(_points([one, *link["via"], other]))
        last = link["ends"][1]
    return ways


def _links_drawn(t: Mapping[str, str], data: dict[str, Any]) -> list[str]:
    return [
        *(draw.trail(t, way) for way in _ways(data, "trail")),
        *(draw.road(t, way) for way in reversed(_ways(data, "road"))),
        *(draw.crossing(t, row["at"][0], row["at"][1]) for row in data["places"].values()),
    ]


def _place(t: Mapping[str, str], row: dict[str, Any], needs: int) -> str:
    """The emblems on a ring: the anchor of a side, and what a beach costs the attacker."""
    out = []
    x, y = row["at"]
    if row.get("anchor") == "us":
        out.append(draw.objective(t, x, y, row["r"] - 9))
    if row["beach"]:
        a = math.radians(row.get("tab_at", 45))
        out.append(draw.pill(t, x + (row["r"] + 4) * math.sin(a), y - (row["r"] + 4) * math.cos(a), f"+{needs}"))
    if "anchor" in row:
        a = math.radians(row.get("anchor_at", -45))
        out.append(draw.anchor(t, x + (row["r"] + 3) * math.sin(a), y - (row["r"] + 3) * math.cos(a), row["anchor"]))
    return "".join(out)


def _plate(track: dict[str, Any]) -> list[float]:
    """The plate on which a track is printed: its cells, a margin, and room for words above or below."""
    x, y, w, h = track["rect"]
    above, below = track["words"]
    return [x - 14, y - 16 - above, w + 28, h + 32 + above + below]


def _turn_track(t: Mapping[str, str], track: dict[str, Any], words: dict[str, Any]) -> str:
    x, y, w, h = track["rect"]
    step = w / track["cells"]
    out = [
        draw.plate(t, *_plate(track)),
        draw.text(x, y + h + 31, words["turn"], 19, t["ink"], anchor="start", italic=True),
    ]
    for i in range(track["cells"]):
        n = i + 1
        left = x + step * i
        out.append(draw.tag(rect_path(left + 3, y, step - 6, h), t["panel"], t["ink"], 1.1))
        out.append(draw.text(left + 9, y + 20, str(n), 19, t["ink"], anchor="start", weight=600))
        if n >= track["reinforce_from"]:
            out.append(draw.tag(star(left + step - 14, y + 13, 7.6), t["us-line"]))
        if n in track["attrition"]:
            out.append(icons.draw("mosquito", t["jp-line"], t["panel"], left + step - 28, y + h - 27, 22))
    bx = x + 62
    out.append(draw.tag(star(bx + 6, y + h + 24, 8), t["us-line"]))
    out.append(draw.text(bx + 20, y + h + 30, words["draw_two"], 16.5, t["mut"], anchor="start"))
    out.append(icons.draw("mosquito", t["jp-line"], t["paper"], bx + 262, y + h + 14, 20))
    out.append(draw.text(bx + 286, y + h + 30, words["attrition"], 16.5, t["mut"], anchor="start"))
    out.append(draw.text(x + w - 3, y + h + 30, words["draw_every"], 16.5, t["mut"], anchor="end"))
    return joined(out)


def _bombardment_track(t: Mapping[str, str], track: dict[str, Any], words: dict[str, Any]) -> str:
    x, y, w, h = track["rect"]
    step = w / track["cells"]
    out = [draw.plate(t, *_plate(track)), draw.text(x + w / 2, y - 15, words["bombardment"], 15, t["ink"], italic=True)]
    for n in range(track["cells"]):
        left = x + step * n
        out.append(draw.tag(rect_path(left + 3, y, step - 6, h), t["panel"], t["ink"], 1.1))
        out.append(draw.text(left + 9, y + 20, str(n), 19, t["ink"], anchor="start", weight=600))
        if n == track["cells"] - 1:
            out.append(draw.side_plate(t, left + step - 32, y + h - 24, "jp", 17))
    return joined(out)


def _box(t: Mapping[str, str], row: dict[str, Any], style: str) -> str:
    x, y, w, h = row["rect"]
    return joined(
        (
            draw.tag(rect_path(x, y, w, h), t["panel"], t["ink"], 1.5),
            draw.tag(rect_path(x + 4, y + 4, w - 8, h - 8), "none", t["ink"], 0.6),
            draw.side_plate(t, x + 10, y + 10, style, 18),
            draw.text(x + 42, y + 24, row["name"], 16.5, t["ink"], anchor="start", italic=True),
        )
    )


def _legend(t: Mapping[str, str], rect: list[float], legend: dict[str, str], needs: int) -> str:
    x, y, _, _ = rect

    def words(px: float, py: float, key: str) -> str:
        return draw.text(px, py, legend[key].format(n=needs), 16.5, t["ink"], anchor="start")

    left, right = x + 6, x + 236
    return joined(
        (
            draw.road(t, [(left, y + 20), (left + 22, y + 16), (left + 44, y + 20)]), words(left + 58, y + 24, "road"),
            draw.trail(t, [(left, y + 54), (left + 22, y + 50), (left + 44, y + 54)]),
            words(left + 58, y + 58, "trail"), draw.pill(t, left + 22, y + 87, f"+{needs}"),
            words(left + 58, y + 92, "beach"), draw.anchor(t, right + 15, y + 18, "us", 13),
            words(right + 42, y + 23, "anchor_us"), draw.anchor(t, right + 15, y + 52, "jp", 13),
            words(right + 42, y + 57, "anchor_jp"), draw.airstrip(t, right + 15, y + 87, 38, 11, -13),
            words(right + 42, y + 92, "airfield"),
        )
    )


def chart(theme: str, correction: str = "", tokens: int = 0) -> str:
    """The board as a complete SVG document, for the theme ``chart`` or ``room``."""
    return _chart(theme, correction, tokens)


@functools.lru_cache(maxsize=8)
def _chart(theme: str, correction: str, tokens: int) -> str:
    t = THEMES[theme]
    data, ground = _data(correction, tokens), _ground()
    marks, words, needs = data["print"], data["words"], data["beach_needs"]
    width, height = data["sheet"]["width"], data["sheet"]["height"]
    x, y, w, h = data["sheet"]["map"]
    shore = draw.pairs(ground["coast"])
    isles = [draw.pairs(ring) for ring in ground["islands"]]
    land = path([*shore, (1760, 1300), (-160, 1300)], closed=True) + "".join(path(r, closed=True) for r in isles)

    furniture = [marks["cartouche"], *(_plate(data[f"{name}_track"]) for name in ("turn", "bombardment"))]
    cx, cy, r = marks["compass"]
    furniture += [[cx - r * 1.25, cy - r * 1.5, r * 2.5, r * 2.8]]
    for row in data["places"].values():
        lx, ly = row["label"]
        half = 5.2 * len(row["name"])
        shift = half if row["align"] == "middle" else 0
        furniture.append([lx - shift, ly - 18, 2 * half, 22])
    for name in marks["sea_names"]:
        for (ax, ay), (bx, by) in zip(name["line"], name["line"][1:], strict=False):
            furniture += [
                [ax + (bx - ax) * k / 6 - 10, ay + (by - ay) * k / 6 - name["size"], 20, name["size"] + 8]
                for k in range(7)
            ]
    furniture += [[min(a[0], b[0]), a[1] - 18, abs(a[0] - b[0]), 24] for a, b in (r["line"] for r in marks["courses"])]
    furniture += [[row["at"][0], row["at"][1] - 6, 90, 12] for row in marks["wrecks"]]
    depths = [row for row in ground["soundings"] if not _within(row[0], row[1], furniture, 16)]

    defs = [
        f'<clipPath id="sheet"><path d="{rect_path(x, y, w, h)}"/></clipPath>',
        f'<clipPath id="land"><path d="{land}"/></clipPath>',
    ]
    inner = [
        draw.water(t, x, y, w, h, ground["bands"]),
        draw.graticule(t, x, y, w, h, [x + w * k / 8 for k in range(1, 8)], [y + h * k / 5 for k in range(1, 5)]),
        draw.soundings(t, depths),
        draw.land_shadow(t, land),
        draw.ripples(t, ground["ripples"]),
        draw.picture((DATA / f"relief-{theme}.webp").read_bytes(), x, y, w, h, "land"),
        '<g clip-path="url(#land)">',
        *(draw.river(t, _points(row["points"])) for row in data["rivers"]),
        *(draw.grove(t, _points(row["outline"]), turn=row["turn"]) for row in marks["groves"]),
        "</g>",
        draw.coastline(t, land),
        *(draw.hachures(t, _points(row["line"]), 13, 6, row["side"]) for row in marks["hachures"]),
        *(
            draw.ring(t, row["at"][0], row["at"][1], row["r"], 0.2 if row["beach"] else 0.13)
            for row in data["places"].values()
        ),
        *_links_drawn(t, data),
        draw.airstrip(t, *marks["airstrip"]),
        *(draw.village(t, row[0], row[1]) for row in marks["villages"]),
        *(draw.wreck(t, row["at"][0], row["at"][1], row["name"]) for row in marks["wrecks"]),
        *(
            draw.river_name(t, f"river{i}", row["name"], draw.stretch(_points(row["points"]), *row["share"]), 14)
            for i, row in enumerate(data["rivers"])
        ),
        *(draw.course(t, row["line"][0], row["line"][1], row["text"]) for row in marks["courses"]),
        *(
            draw.sea_name(t, f"sea{i}", row["text"], _points(row["line"]), row["size"], row["tracking"])
            for i, row in enumerate(marks["sea_names"])
        ),
        *(
            draw.land_name(
                t, f"land{i}", row["text"], _points(row["line"]), row["size"], row["tracking"], row.get("weight", 600),
                row.get("opacity", 1),
            )
            for i, row in enumerate(marks["land_names"])
        ),
        *(
            draw.place_name(t, row["at"][0], row["at"][1], row["text"], row["size"], weight=400)
            for row in marks["places"]
        ),
        *(_place(t, row, needs) for row in data["places"].values()),
        *(
            draw.place_name(t, row["label"][0], row["label"][1], row["name"], 20, row["align"])
            for row in data["places"].values()
        ),
        draw.compass(t, cx, cy, r),
    ]
    px, py, pw, ph = marks["cartouche"]
    title = [
        draw.plate(t, px, py, pw, ph, opacity=0.96),
        draw.text(px + pw / 2, py + 42, marks["title"], 28, t["ink"], tracking=3, room=pw - 24),
        draw.text(px + pw / 2, py + 67, marks["subtitle"], 11.6, t["ink"], italic=True, room=pw - 24),
        draw.text(px + pw / 2, py + 87, marks["note"], 11, t["mut"], room=pw - 24),
    ]
    return draw.document(
        width,
        height,
        marks["document"],
        defs,
        [
            draw.sheet(t, width, height), f'<g clip-path="url(#sheet)">{joined(inner)}</g>', *title,
            _turn_track(t, data["turn_track"], words), _bombardment_track(t, data["bombardment_track"], words),
            draw.frame(t, x, y, w, h),
            *(_box(t, row, data["sides"][row["side"]]["style"]) for row in data["boxes"].values()),
            _legend(t, marks["legend"], words["legend"], needs),
        ],
    )
