"""The printed board of the solitaire game: a situation map of the perimeter, both tracks and every table.

Geometry and words stand in ``data/board_solitaire.toml``; what the tables say is the game's own text
(``texts/en.solitaire.toml``), their numbers are ``data/solitaire.toml``.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ironbottom.drawing import chart as draw
from ironbottom.drawing import furniture
from ironbottom.drawing.pieces import Face
from ironbottom.drawing.svg import Point, joined, path, rect_path, star
from ironbottom.drawing.tokens import THEMES
from ironbottom.games.archies_war.solitaire.rules import american
from ironbottom.games.archies_war.solitaire.rules.state import BLOCKS, printed_data
from ironbottom.games.archies_war.ui import board as two_player
from ironbottom.games.archies_war.ui.names import words_of
from ironbottom.kernel.data import load_data
from ironbottom.kernel.overlay import corrected
from ironbottom.kernel.view import Board, SideLook, Space

PACKAGE = "ironbottom.games.archies_war"
DATA = Path(__file__).parents[2] / "data"
BANK = {f"inf{n}" for row in BLOCKS for n in row}
SHORT_TRACK = (0, 0, 1, 2, 3)
"""The track of five boxes that may be agreed instead, printed under it."""


@functools.lru_cache(maxsize=16)
def _data(correction: str) -> dict[str, Any]:
    """What is drawn: the places of `board_solitaire.toml`, with what the game is played by put in."""
    data: dict[str, Any] = load_data(PACKAGE, json.loads(correction) if correction else None)["board_solitaire"]
    game, words = printed_data(correction), words_of(PACKAGE, correction)
    for key in ("turns", "start", "tables"):
        data[f"played_{key}"] = game[key]
    data["played_track"] = game["status"]["track"]
    data["short_track"] = () if corrected(game["status"], "track") else SHORT_TRACK
    data["played_rows"] = rows(game)
    data["say"] = words.say
    return data


def rows(game: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    """What each number of a die calls, by table."""
    events = game["events"]
    return {
        "american_actions": american.ACTIONS, "american_events": events["american"],
        "japanese_actions": events["actions"], "japanese_events": events["japanese"],
    }  # fmt: skip


# --- geometry ------------------------------------------------------------------------------------------


def _box_rect(data: Mapping[str, Any], row: Mapping[str, Any]) -> list[float]:
    box = data["box"]
    w, h = row.get("width", box["width"]), box["height"]
    return [row["at"][0] - w / 2, row["at"][1] - h / 2, w, h]


def _cell(
    key: str, name: str, rect: Sequence[float], row: int, column: int, facts: Sequence[str], at: Point | None = None
) -> Space:
    x, y, w, h = (round(value, 1) for value in rect)
    cx, cy = at or (x + w / 2 + 4, y + h / 2 + 5)
    return {
        "id": key, "name": name, "kind": "cell", "x": round(cx, 1), "y": round(cy, 1), "shape": {"rect": [x, y, w, h]},
        "row": row, "column": column, "arrange": "pile", "label": [round(cx, 1), round(y, 1)], "facts": list(facts),
        "links": [],
    }


def _turn_cells(data: Mapping[str, Any]) -> list[Space]:
    turns = data["played_turns"]
    x, y, w, h = data["turn_track"]["rect"]
    step = w / turns["number"]
    return [
        _cell(
            f"turn.{n}", data["words"]["turn_cell"].format(n=n), [x + step * (n - 1), y, step, h], 0, n - 1,
            [data["words"]["emblem"]] if n in turns["reinforced"] else [],
        )
        for n in range(1, turns["number"] + 1)
    ]


def _status_cells(data: Mapping[str, Any]) -> list[Space]:
    words = data["words"]
    x, y, w, h = data["status_track"]["rect"]
    step = w / (len(data["played_track"]) + 1)
    cells = [_cell("status.below", words["status_below"], [x, y, step, h], 1, 0, [words["below_fact"]])]
    for n, support in enumerate(data["played_track"]):
        facts = [words["zero_fact"]] if support == 0 else []
        if n == data["played_start"]["marker"]["status"]:
            facts.append(words["start_fact"])
        name = words["status_cell"].format(n=n + 1, support=support)
        cells.append(_cell(f"status.{n}", name, [x + step * (n + 1), y, step, h], 1, n + 1, facts))
    return cells


def _tables(data: Mapping[str, Any]) -> list[tuple[dict[str, Any], float, float]]:
    """Each table with its left upper corner."""
    plan = data["tables"]
    return [
        (row, round(plan["left"] + (plan["width"] + plan["gap"]) * n, 1), plan["top"])
        for n, row in enumerate(plan["list"])
    ]


def _row_cells(data: Mapping[str, Any]) -> list[Space]:
    plan, words, say = data["tables"], data["words"], data["say"]
    cells = []
    for number, (row, x, y) in enumerate(_tables(data)):
        key = row["id"]
        for n, one in enumerate(data["played_rows"][key]):
            rect = furniture.row_rect(x, y, plan["width"], plan["head"], plan["row"], n)
            name = words["row"].format(table=say(f"solo.table.{key}"), n=n + 1, name=say(f"solo.{key}.{one}"))
            at = (rect[0] + rect[2] - 24, rect[1] + rect[3] / 2)
            cells.append(
                _cell(f"table.{key}.{n + 1}", name, rect, 6 + n, number, [say(f"solo.effect.{key}.{one}")], at)
            )
    for number, key in enumerate(data["strips"]):
        x, y, w, h = data["strips"][key]["rect"]
        for n, value in enumerate(data["played_tables"][key]):
            name = words["strip"].format(table=say(f"solo.table.{key}"), n=n + 1, value=value)
            rect = [x + w / 6 * n, y, w / 6, h]
            cells.append(_cell(f"table.{key}.{n + 1}", name, rect, 12 + number, n, []))
    return cells


def board(correction: str = "") -> Board:
    """Geometry of the board: boxes of the two sides, tracks, rows of the tables, reminders."""
    data = _data(correction)
    spaces: list[Space] = []
    for key, row in data["boxes"].items():
        rect = _box_rect(data, row)
        spaces.append(
            {
                "id": key, "name": row["name"], "kind": "box", "x": row["at"][0],
                "y": round(row["at"][1] + data["box"]["head"] / 2 + 1, 1), "shape": {"rect": rect}, "row": row["row"],
                "column": row["column"], "arrange": "row", "label": [row["at"][0], rect[1] + 16],
                "facts": [row["fact"]], "links": [],
            }
        )
    for column, (key, row) in enumerate(data["reminders"].items()):
        x, y, w, h = row["rect"]
        spaces.append(
            {
                "id": key, "name": row["name"], "kind": "box", "x": x + w / 2, "y": y + h / 2,
                "shape": {"rect": row["rect"]}, "row": 2, "column": column, "arrange": "row",
                "label": [x + w / 2, y + 16], "facts": [row["fact"]], "links": [],
            }
        )
    spaces += _turn_cells(data) + _status_cells(data) + _row_cells(data)
    sides: list[SideLook] = [
        {"id": key, "name": row["name"], "style": row["style"]} for key, row in data["sides"].items()
    ]
    sheet = data["sheet"]
    return {
        "width": sheet["width"], "height": sheet["height"], "sides": sides, "spaces": spaces,
        "view": list(sheet["view"]), "piece": sheet["piece"],
    }


def faces(correction: str = "") -> dict[str, Face]:
    """The blocks are those of the two-player game, the infantry with the strengths of the bank."""
    return {
        key: replace(face, number=key[-1]) if key.partition(".")[2] in BANK else face
        for key, face in two_player.faces(correction).items()
    }


# --- the chart -----------------------------------------------------------------------------------------


@functools.cache
def _ground() -> dict[str, Any]:
    """Lines made once by ``tools/solitaire_chart.py``."""
    found: dict[str, Any] = json.loads((DATA / "ground_solitaire.json").read_text("utf-8"))
    return found


def _points(rows: Sequence[Sequence[float]]) -> list[Point]:
    return [(x, y) for x, y in rows]


def _turn_track(t: Mapping[str, str], data: Mapping[str, Any]) -> str:
    turns = data["played_turns"]
    words, track = data["words"], data["turn_track"]
    x, y, w, h = track["rect"]
    step = w / turns["number"]
    out = [draw.plate(t, *track["plate"], opacity=0.95)]
    for n in range(1, turns["number"] + 1):
        left = x + step * (n - 1)
        lit = n in turns["reinforced"]
        out.append(draw.tag(rect_path(left + 2, y, step - 4, h), t["panel"], t["ink"], 1.1))
        out.append(draw.text(left + 7, y + 18, str(n), 16.5, t["ink"], anchor="start", weight=600))
        if lit:
            out.append(draw.tag(star(left + step - 14, y + h - 13, 8), t["us-line"]))
    foot = y + h + 27
    out.append(draw.text(x + 2, foot, words["turn"], 18, t["ink"], anchor="start", italic=True))
    out.append(draw.tag(star(x + 66, foot - 5, 8), t["us-line"]))
    out.append(draw.text(x + 80, foot, words["emblem"], 15.5, t["mut"], anchor="start"))
    out.append(draw.text(x + w - 3, foot, words["last"], 15.5, t["mut"], anchor="end"))
    return joined(out)


def _status_track(t: Mapping[str, str], data: Mapping[str, Any]) -> str:
    words, track = data["words"], data["status_track"]
    x, y, w, h = track["rect"]
    px, py, _, _ = track["plate"]
    short = data["short_track"]
    step = w / (len(data["played_track"]) + 1)
    out = [
        draw.plate(t, *track["plate"], opacity=0.95),
        draw.text(px + 16, py + 22, words["status"], 16.5, t["ink"], anchor="start", italic=True),
    ]
    start = data["played_start"]["marker"]["status"]
    for n, support in enumerate((-1, *data["played_track"])):
        left = x + step * n
        d = rect_path(left + 2, y, step - 4, h)
        if support < 0:
            out.append(draw.tag(d, t["panel"], t["hit"], 1.4, 'stroke-dasharray="4 3"'))
            out.append(draw.text(left + step / 2, y + 18, words["below"], 13.2, t["hit"], italic=True))
            out.append(
                draw.tag(
                    f"M{left + step / 2 - 6:g} {y + 27:g}l12 12m0 -12l-12 12", "none", t["hit"], 2.2,
                    'stroke-linecap="round"',
                )
            )
            continue
        out.append(draw.tag(d, t["panel"], t["ink"], 1.1))
        out.append(draw.text(left + 8, y + 20, str(support), 19, t["ink"], anchor="start", weight=600))
        if n - 1 == start:
            out.append(draw.text(left + step - 6, y + h - 6, words["start"], 12, t["mut"], anchor="end", italic=True))
        if n - 1 < len(short):
            out.append(draw.text(left + step / 2, y + h + 14, str(short[n - 1]), 12.5, t["mut"]))
    if short:
        right = x + step * (len(short) + 1) + 6
        out.append(draw.text(right, y + h + 14, words["short_track"], 12.5, t["mut"], anchor="start", italic=True))
    for row in data["reminders"].values():
        style = data["sides"][row["side"]]["style"]
        bx, by, bw, _ = row["rect"]
        out.append(furniture.tray(t, row["rect"], row["title"], style, head=22, size=14, shadow=False, corner=7))
        for n, line in enumerate(row["lines"]):
            out.append(draw.text(bx + bw / 2, by + 41 + n * 17, line, 14, t["mut"], italic=True))
    return joined(out)


def chart(theme: str, correction: str = "") -> str:
    """The board as a complete SVG document, for the theme ``chart`` or ``room``."""
    return _chart(theme, correction)


@functools.lru_cache(maxsize=8)
def _chart(theme: str, correction: str) -> str:
    t = THEMES[theme]
    data, ground = _data(correction), _ground()
    marks, say = data["print"], data["say"]
    width, height = data["sheet"]["width"], data["sheet"]["height"]
    x, y, w, h = data["sheet"]["map"]
    shore = draw.pairs(ground["coast"])
    land = path([*shore, (1760, 1300), (-160, 1300)], closed=True)
    clear = [data["turn_track"]["plate"], data["status_track"]["plate"], marks["cartouche"]]
    cx, cy, r = marks["compass"]
    clear.append([cx - r * 1.3, cy - r * 1.5, r * 2.6, r * 2.9])
    clear += [[row["at"][0] - 50, row["at"][1] - 16, 100, 22] for row in marks["places"]]
    for name in marks["sea_names"]:
        for (ax, ay), (bx, by) in zip(name["line"], name["line"][1:], strict=False):
            clear += [
                [ax + (bx - ax) * k / 6 - 10, ay + (by - ay) * k / 6 - name["size"], 20, name["size"] + 8]
                for k in range(7)
            ]
    depths = [
        row
        for row in ground["soundings"]
        if not any(a - 14 <= row[0] <= a + c + 14 and b - 8 <= row[1] <= b + d + 14 for a, b, c, d in clear)
    ]
    inner = [
        draw.water(t, x, y, w, h, ground["bands"]),
        draw.graticule(t, x, y, w, h, [x + w * k / 8 for k in range(1, 8)], [y + h * k / 4 for k in range(1, 4)]),
        draw.soundings(t, depths),
        draw.land_shadow(t, land),
        draw.ripples(t, ground["ripples"]),
        draw.picture((DATA / f"relief_solitaire-{theme}.webp").read_bytes(), x, y, w, h, "land"),
        '<g clip-path="url(#land)">',
        *(draw.river(t, _points(row["points"])) for row in data["rivers"]),
        *(draw.grove(t, _points(row["outline"]), turn=row["turn"]) for row in marks["groves"]),
        "</g>",
        draw.coastline(t, land),
        *(draw.hachures(t, _points(row["line"]), 15, 6, row["side"]) for row in marks["hachures"]),
        *(draw.road(t, _points(line), 3.6) for line in marks["roads"]),
        draw.airstrip(t, *marks["airstrip"]),
        *(draw.village(t, row[0], row[1]) for row in marks["villages"]),
        furniture.front_line(t, _points(marks["perimeter"]), "us"),
        *(
            furniture.support(t, _points(row["line"]), row["side"], row["mark"], tuple(row["at"]))
            for row in marks["support"]
        ),
        *(
            draw.river_name(t, f"river{i}", row["name"], draw.stretch(_points(row["points"]), *row["share"]), 14)
            for i, row in enumerate(data["rivers"])
        ),
        *(
            draw.sea_name(t, f"sea{i}", row["text"], _points(row["line"]), row["size"], row["tracking"])
            for i, row in enumerate(marks["sea_names"])
        ),
        *(
            draw.land_name(
                t, f"land{i}", row["text"], _points(row["line"]), row["size"], row["tracking"], row.get("weight", 600)
            )
            for i, row in enumerate(marks["land_names"])
        ),
        *(
            draw.place_name(t, row["at"][0], row["at"][1], row["text"], row["size"], weight=row.get("weight", 400))
            for row in marks["places"]
        ),
        *(
            furniture.attack(t, tuple(row["line"][0]), tuple(row["line"][1]), row["width"], "jp")
            for row in marks["attacks"]
        ),
        *(
            furniture.tray(
                t, _box_rect(data, row), row["title"], data["sides"][row["side"]]["style"], head=data["box"]["head"]
            )
            for row in data["boxes"].values()
        ),
        draw.compass(t, cx, cy, r),
    ]
    px, py, pw, ph = marks["cartouche"]
    title = [
        draw.plate(t, px, py, pw, ph, opacity=0.96),
        draw.text(px + pw / 2, py + 46, marks["title"], 28, t["ink"], tracking=4, room=pw - 24),
        draw.text(px + pw / 2, py + 71, marks["subtitle"], 13.6, t["ink"], italic=True,
                  room=pw - 24),
        draw.text(px + pw / 2, py + 94, marks["note"], 12, t["mut"], room=pw - 24),
    ]
    plan = data["tables"]
    tables = [
        furniture.table(
            t, left, top, plan["width"], say(f"solo.table.{row['id']}"), row["note"],
            data["sides"][row["side"]]["style"],
            [
                (say(f"solo.{row['id']}.{one}"), say(f"solo.effect.{row['id']}.{one}"))
                for one in data["played_rows"][row["id"]]
            ],
            head=plan["head"], row=plan["row"],
        )
        for row, left, top in _tables(data)
    ]
    strips = [
        furniture.strip(
            t, row["plate"], row["rect"], say(f"solo.table.{key}"), row["note"], data["played_tables"][key], "none",
        )
        for key, row in data["strips"].items()
    ]
    return draw.document(
        width,
        height,
        marks["document"],
        [
            f'<clipPath id="sheet"><path d="{rect_path(x, y, w, h)}"/></clipPath>',
            f'<clipPath id="land"><path d="{land}"/></clipPath>',
        ],
        [
            draw.sheet(t, width, height), f'<g clip-path="url(#sheet)">{joined(inner)}</g>', *title,
            _turn_track(t, data), _status_track(t, data), *strips, draw.frame(t, x, y, w, h), *tables,
        ],
    )
