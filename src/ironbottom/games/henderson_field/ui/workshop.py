"""What of the board is which datum: 1,406 hexes, roads, rivers, turns, counters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ironbottom.games.henderson_field.rules.printed import SIDES, Printed
from ironbottom.games.henderson_field.ui.board import Sheet, face_of, geometry, river_lines, sheet_of
from ironbottom.kernel.view import Board
from ironbottom.kernel.workshop import (
    Brush,
    Holder,
    Keys,
    Lying,
    Plan,
    Stock,
    Thing,
    counter,
    paint,
    plan,
    space_thing,
    under,
)

ROADS: Keys = ["map", "roads", "edges"]
RIVERS: Keys = ["map", "rivers"]
VILLAGES: Lying = {"keys": ["map", "village"], "kind": "hex", "field": "hex", "called": "name"}
BRUSHES: list[Brush] = [
    paint("sea", "Sea", "Terrain", "water-4", "terrain", "."),
    paint("clear", "Clear", "Terrain", "kunai", "terrain", "c"),
    paint("jungle", "Jungle", "Terrain", "jungle", "terrain", "j"),
    *(
        paint(f"level-{n}", f"Level {n}", "Height", colour, "level", str(n))
        for n, colour in enumerate(("land-low", "land-mid", "land-high", "land-shade"))
    ),
    {"id": "road", "name": "Road", "group": "Roads", "colour": "road-case", "joins": {"way": "pairs", "keys": ROADS}},
    {"id": "no-road", "name": "No road", "group": "Roads", "colour": "hit", "parts": True,
     "joins": {"way": "pairs", "keys": ROADS}},
    {"id": "river", "name": "River", "group": "Rivers, from the sea upwards", "colour": "river",
     "joins": {"way": "courses", "keys": RIVERS}, "fresh": "New"},
    {"id": "no-river", "name": "No river", "group": "Rivers, from the sea upwards", "colour": "hit", "parts": True,
     "joins": {"way": "courses", "keys": RIVERS}},
    {"id": "village", "name": "Village", "group": "Villages", "colour": "ink", "lays": VILLAGES,
     "fresh": "New village"},
    {"id": "no-village", "name": "No village", "group": "Villages", "colour": "hit", "lays": VILLAGES, "parts": True},
]  # fmt: skip


def make(printed: Printed, data: Mapping[str, Any]) -> Plan:
    """The plan of a printed game."""
    it, board = sheet_of(printed), geometry(printed)
    x, y = it.centre("0101")
    outline = [[round(a - x, 1), round(b - y, 1)] for a, b in it.corners("0101")]
    return plan(
        board,
        (*_hexes(it, data), *_ways(it, data), *_strips(board, data), *_counters(printed, data)),
        outlines={"hex": outline}, brushes=BRUSHES, stock=_stock(printed), holders=_holders(data),
    )  # fmt: skip


def _hexes(it: Sheet, data: Mapping[str, Any]) -> Iterator[Thing]:
    """Every hex, sea or land, with its letter, its height, and what is called there."""
    called = {place: name for name, place in it.called.items()}
    more: dict[str, list[Keys]] = {}
    for key, village in under(data["map"], "village"):
        more.setdefault(village["hex"], []).append(["map", "village", key])
    for name, _ in under(data["map"], "names"):
        more.setdefault(name, []).append(["map", "names", name])
    for name in it.printed.names:
        column, row = int(name[:2]) - 1, int(name[2:]) - 1
        ground: Keys = ["map", "ground", "terrain", row, column]
        level: Keys = ["map", "ground", "levels", row, column]
        x, y = it.centre(name)
        yield {
            "id": name, "kind": "hex", "name": " ".join((name, called.get(name, ""))).strip(), "at": [x, y],
            "like": "hex", "data": [ground, level, *more.get(name, [])], "paint": {"terrain": ground, "level": level},
        }  # fmt: skip


def _ways(it: Sheet, data: Mapping[str, Any]) -> Iterator[Thing]:
    """Roads from hex to hex, and rivers."""
    for n, (one, other) in enumerate(data["map"]["roads"]["edges"]):
        (ax, ay), (bx, by) = it.centre(one), it.centre(other)
        yield {
            "id": f"road.{one}-{other}", "kind": "link", "name": f"Road {one} to {other}",
            "at": [(ax + bx) / 2, (ay + by) / 2], "line": [[ax, ay], [bx, by]], "data": [[*ROADS, n]],
            "ends": [one, other],
        }  # fmt: skip
    keys = {key.replace("_", " ").title(): key for key, _ in under(data["map"], "rivers")}
    for name, line in river_lines(it).items():
        points = [list(point) for point in line[::4]]
        yield {
            "id": f"river.{keys[name]}", "kind": "link", "name": f"{name} River", "at": points[len(points) // 2],
            "line": points, "data": [["map", "rivers", keys[name]]],
        }  # fmt: skip


def _strips(board: Board, data: Mapping[str, Any]) -> Iterator[Thing]:
    """Turns, the airfield's status, Rabaul."""
    for n, _ in under(data["turns"], "turn"):
        yield space_thing(board, f"turn.{n}", [["turns", "turn", n], ["turns", "events"], ["turns", "turns"]])
    for box in range(data["board"]["status"]["count"]):
        yield space_thing(board, f"status.{box}", [["tables", "field"], ["setup", "start"]])
    for period in range(1, 5):
        yield space_thing(board, f"rabaul.{period}", [["tables", "rabaul"]])
    for key, _ in under(data["board"], "boxes"):
        yield space_thing(board, key, [["board", "boxes", key]])


def _counters(printed: Printed, data: Mapping[str, Any]) -> Iterator[Thing]:
    for own in printed.units:
        for unit in own:
            text = f"{unit.label} {data['units']['unit'][unit.name]['history']}"
            yield counter(
                f"unit.{unit.name}", text, ["units", "unit", unit.name], face_of(unit, unit.combat), SIDES[unit.side]
            )
    for key, _ in under(data["cards"], "card"):
        yield {
            "id": f"card.{key}", "kind": "counter", "name": f"Event card {key}", "at": [0, 0], "face": "",
            "data": [["cards", "card", key]], "side": "",
        }  # fmt: skip


def _stock(printed: Printed) -> Iterator[Stock]:
    for own in printed.units:
        for unit in own:
            yield {
                "id": unit.name, "name": unit.label, "face": face_of(unit, unit.combat), "side": SIDES[unit.side],
                "keys": ["units", "unit", unit.name],
            }  # fmt: skip


def _holders(data: Mapping[str, Any]) -> Iterator[Holder]:
    """A unit begins where it arrives: in a turn, or in a period at Rabaul."""
    for period in range(1, 5):
        yield {"space": f"rabaul.{period}", "fields": {"period": period, "arrival": None}, "also": {"number": 1}}
    for n, _ in under(data["turns"], "turn"):
        yield {"space": f"turn.{n}", "fields": {"arrival": int(n)}}
