"""What of the board is which datum: hexes, hexsides, entry points, boxes, turns, counters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ironbottom.games.first_blood.rules.printed import SIDES, Printed
from ironbottom.games.first_blood.schema import begins_there
from ironbottom.games.first_blood.ui.board import Sheet, face_of, geometry, sheet_of
from ironbottom.kernel.view import Board
from ironbottom.kernel.words import Words
from ironbottom.kernel.workshop import Brush, Holder, Keys, Plan, Stock, Thing, counter, paint, plan, space_thing, under

KINDS = {"clear": "kunai", "jungle": "jungle", "ridge": "bare", "river": "river"}
BRUSHES: list[Brush] = [
    *(
        paint(key, key.capitalize(), "Hexes", KINDS[key], "terrain", key)
        for key in ("clear", "jungle", "ridge")
    ),
    *(
        paint(f"side-{key}", key.capitalize(), "Hexsides", colour, "side", key,
              {"ford": None} if key == "river" else {"ford": None, "river": None})
        for key, colour in KINDS.items()
    ),
    paint("side-ford", "Ford", "Hexsides", "go", "side", "river", {"ford": True}),
    {"id": "henderson", "name": "Henderson Field", "group": "Airfields, two hexes each", "colour": "bare",
     "joins": {"way": "both", "keys": ["map", "airfield", "henderson", "hexes"]}},
    {"id": "fighter-strip", "name": "Fighter strip", "group": "Airfields, two hexes each", "colour": "bare",
     "joins": {"way": "both", "keys": ["map", "airfield", "fighter_strip", "hexes"]}},
]  # fmt: skip


def make(printed: Printed, words: Words, data: Mapping[str, Any]) -> Plan:
    """The plan of a printed game."""
    sheet, board = sheet_of(printed), geometry(printed, words)
    return plan(
        board,
        (*_hexes(sheet, data), *_sides(sheet, data), *_boxes(board, data), *_turns(board, printed),
         *_counters(printed, data)),
        outlines={"hex": _outline(sheet, printed.names[0])}, brushes=BRUSHES, stock=_stock(printed, data),
        holders=(*_holders(printed, data), *_flying(printed, data)),
    )  # fmt: skip


def _outline(sheet: Sheet, name: str) -> list[list[float]]:
    x, y = sheet.centre(name)
    return [[round(a - x, 1), round(b - y, 1)] for a, b in sheet.corners(name)]


def _hexes(sheet: Sheet, data: Mapping[str, Any]) -> Iterator[Thing]:
    fields = {name: key for key, row in under(data["map"], "airfield") for name in row["hexes"]}
    for name, row in under(data["hexes"], "hex"):
        x, y = sheet.centre(name)
        keys: Keys = ["hexes", "hex", name]
        also: list[Keys] = [["map", "airfield", fields[name]]] if name in fields else []
        yield {
            "id": name, "kind": "hex", "name": " ".join((name, row.get("name", ""))).strip(), "at": [x, y],
            "like": "hex", "data": [keys, *also], "paint": {"terrain": [*keys, "terrain"]},
        }  # fmt: skip


def _sides(sheet: Sheet, data: Mapping[str, Any]) -> Iterator[Thing]:
    """The line that two hexes share."""
    for key, row in under(data["hexsides"], "side"):
        one, _, other = key.partition("|")
        ends = set(sheet.corners(other))
        line = [list(point) for point in sheet.corners(one) if point in ends]
        if len(line) != 2:
            continue
        (ax, ay), (bx, by) = line
        yield {
            "id": f"side.{key}", "kind": "hexside", "name": f"Hexside {one} | {other}, {row['kind']}",
            "at": [(ax + bx) / 2, (ay + by) / 2], "line": line, "data": [["hexsides", "side", key]],
            "ends": [one, other], "paint": {"side": ["hexsides", "side", key, "kind"]},
        }  # fmt: skip


def _boxes(board: Board, data: Mapping[str, Any]) -> Iterator[Thing]:
    for key, _ in under(data["map"], "entry_point"):
        yield space_thing(board, f"entry_{key}", [["map", "entry_point", key]])
    for key, _ in under(data["map"], "box"):
        yield space_thing(board, f"box_{key}", [["map", "box", key], ["setup", "japanese"]])
    for key, _ in under(data["map"], "pool"):
        yield space_thing(board, key, [["map", "pool", key]])


def _turns(board: Board, printed: Printed) -> Iterator[Thing]:
    for n, name in enumerate(printed.turns):
        yield space_thing(board, f"turn.{n}", [["turns", "turn", name], ["turns", "special"]])


def _counters(printed: Printed, data: Mapping[str, Any]) -> Iterator[Thing]:
    for unit in printed.units:
        side = SIDES[unit.side]
        text = f"{unit.name} {data['units']['unit'][unit.name]['name']}"
        yield counter(f"unit.{unit.name}", text, ["units", "unit", unit.name], face_of(unit.name, side), side)
    for kind in ("air", "ship"):
        for key, row in under(data["aircraft_and_ships"], kind):
            keys: Keys = ["aircraft_and_ships", kind, key]
            yield counter(f"{kind}.{key}", row["name"], keys, face_of(key, row["side"]), row["side"])


def _stock(printed: Printed, data: Mapping[str, Any]) -> Iterator[Stock]:
    for unit in printed.units:
        side = SIDES[unit.side]
        yield {
            "id": unit.name, "name": unit.name, "face": face_of(unit.name, side), "side": side,
            "keys": ["units", "unit", unit.name],
        }  # fmt: skip
    for _, key, row in _types(data):
        yield {"id": key, "name": row["name"], "face": face_of(key, row["side"]), "side": row["side"]}


def _types(data: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """The types of aircraft and ships: how the charts call their part, the type, what it is."""
    for kind, part in (("air", "air"), ("ship", "ships")):
        yield from ((part, key, row) for key, row in under(data["aircraft_and_ships"], kind))


def _holders(printed: Printed, data: Mapping[str, Any]) -> Iterator[Holder]:
    """A unit of the start stands in a line, in a hex or a box of the set-up; another waits in its turn."""
    for side, places in (
        ("american", [name for name, _ in under(data["hexes"], "hex")]),
        ("japanese", [f"box_{key}" for key, _ in under(data["map"], "box")]),
    ):
        for place in places:
            yield {
                "space": place, "fields": {"arrival": "START"}, "list": ["setup", f"{side}_line", place],
                "closed": not begins_there(data, side, place), "side": side,
            }  # fmt: skip
    for n, name in enumerate(printed.turns):
        yield {"space": f"turn.{n}", "fields": {"arrival": name}}


def _flying(printed: Printed, data: Mapping[str, Any]) -> Iterator[Holder]:
    """3.0b, 7.6a: aircraft of the start stand on an airfield or aloft, Japanese ones in Reserve; ships begin nowhere;
    in a turn types are counted."""
    types = list(_types(data))
    planes = {side: [key for part, key, row in types if part == "air" and row["side"] == side] for side in SIDES}
    fields = [name for _, row in under(data["map"], "airfield") if row["start"] == "operative" for name in row["hexes"]]
    for place in (*fields, "usaf_cap", "usaf_ground_attack"):
        yield {
            "space": place,
            "numbered": {
                "types": planes["american"], "counts": ["setup", "american", "air"],
                "lines": ["setup", "american_line"], "place": place,
            },
        }  # fmt: skip
    start: dict[str, Keys] = {key: ["setup", "japanese", "air", key] for key in planes["japanese"]}
    yield {"space": "ijaf_reserve", "counts": start}
    for n, name in enumerate(printed.turns):
        counts: dict[str, Keys] = {key: ["turns", "turn", name, row["side"], part, key] for part, key, row in types}
        yield {"space": f"turn.{n}", "counts": counts}
