"""What the data may hold: `data/*.toml`, datum by datum. `data/ground.json` is made by a tool from the coast and the
sheet, and no correction reaches it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ironbottom.drawing import schema as sheet
from ironbottom.kernel.hexes import HexMap, axial
from ironbottom.kernel.overlay import corrected
from ironbottom.kernel.schema import (
    ODDS,
    Check,
    Choice,
    Data,
    Flag,
    Given,
    Kind,
    Many,
    Number,
    Real,
    Reference,
    Rows,
    Schema,
    Table,
    Text,
    close,
    every,
    ladder,
    numbers,
    options,
)

SIDES = ("american", "japanese")
SIDE = Choice(SIDES)
HEX = Reference("hexes.hex")
HEXES = Many(HEX, 1, 12, different=True)
TURN = Reference("turns.turn")
BOX = Reference("map.box")
COUNT = Number(0, 12, "counters")
LOSS = Number(-1, 9, "units; -1 for all")

UNITS = Table(
    {
        "unit": Rows(
            Table(
                {
                    "side": SIDE,
                    "class": Choice(("infantry", "artillery", "engineer", "armor")),
                    "combat": Number(0, 20, "combat factor"),
                    "range": Number(0, 15, "hexes, both ends counted; 0 for no artillery"),
                    "move": Number(0, 20, "movement points"),
                    "arrival": Reference("turns.turn", ("START",)),
                    "engineer": Flag(),
                    "name": Text(100),
                },
                options("engineer"),
            ),
            part="unit",
            keys=Text(8, form="[0-9A-Za-z/]+", example="1/164"),
            grows="what the counter says, such as 1/164",
        )
    }
)

CONTENTS: dict[str, Kind] = {
    "ground": Many(Text(8), 0, 60, different=True),
    "air": Rows(COUNT, keys=Reference("aircraft_and_ships.air"), grows="a type of aircraft"),
}
ARRIVALS = Table(
    {**CONTENTS, "ships": Rows(COUNT, keys=Reference("aircraft_and_ships.ship"), grows="a type of ship")}, part="turn"
)

TURNS = Table(
    {
        "turn": Rows(
            Table({"index": Number(1, 15), "american": ARRIVALS, "japanese": ARRIVALS}),
            keys=Text(7, form="[A-Z]{3} I{1,3}", example="OCT II"),
        ),
        "special": Table(
            {
                "destroyers": Many(Text(8, form="[A-Z-]+", example="DD-A"), 0, 9, different=True),
                "type": Reference("aircraft_and_ships.ship"),
                "first_turn": TURN,
            }
        ),
    },
    part="turn",
)

SETUP = Table(
    {
        "american": Table(CONTENTS),
        "japanese": Table({**CONTENTS, "boxes": Many(BOX, 1, 4, different=True)}),
        "american_line": Rows(Many(Text(8), 0, 40, different=True), keys=Text(20), grows="a hex or an air box"),
        "japanese_line": Rows(Many(Text(8), 0, 40, different=True), keys=Text(20), grows="box_ and the letter"),
    },
    part="setup",
)

COUNTERS = Table(
    {
        "air": Rows(
            Table(
                {
                    "side": SIDE,
                    "roles": Many(Choice(("fighter", "bomber")), 1, 2, different=True),
                    "name": sheet.TITLE,
                }
            ),
            keys=Text(8, form="[A-Z0-9]+", example="F4F"),
            grows="its type, such as F4F",
        ),
        "ship": Rows(
            Table({"side": Given("japanese"), "name": sheet.TITLE}),
            keys=Text(8, form="[A-Z]+", example="DD"),
            grows="its type, such as CL",
        ),
    },
    part="unit",
)

RESULTS = Many(Many(Reference("combat.result"), 2, 12), 6, 6)
COMBAT = Table(
    {
        "table": Table(
            {
                "columns": Many(ODDS, 2, 12, different=True),
                "american": Table({"rows": RESULTS}),
                "japanese": Table({"rows": RESULTS}),
            }
        ),
        "result": Rows(
            Table(
                {
                    "attacker_loss": LOSS,
                    "attacker_retreat": Flag(),
                    "defender_loss": LOSS,
                    "defender_retreat": Flag(),
                    "advance": Flag(),
                }
            ),
            keys=Text(4, form="[A-Z][A-Z0-9]", example="D1"),
        ),
        "modifier": Rows(
            Number(-5, 5, "added to the die"), part="number", keys=Choice(("jungle", "high_odds", "bomber", "ship"))
        ),
        "artillery": Table({"limit": Number(0, 9, "times the factors of the ground units")}, part="number"),
        "doubling": Table({"factor": Number(1, 9, "times")}, part="number"),
    },
    part="cell",
)

COST = Number(1, 20, "movement points")
TERRAIN = Table(
    {"step": Table(dict.fromkeys(("clear", "jungle", "ridge", "river_into_clear", "river_into_jungle"), COST))},
    part="cell",
)

HEX_TABLE = Table(
    {
        "hex": Rows(
            Table({"terrain": Choice(("clear", "jungle", "ridge")), "name": sheet.TITLE}, options("name")),
            part="place",
            keys=Text(4, form="[0-9]{4}", example="0708"),
            grows="its row and column, such as 0021",
        )
    }
)
HEXSIDES = Table(
    {
        "side": Rows(
            Table(
                {
                    "kind": Choice(("clear", "jungle", "ridge", "river")),
                    "river": Text(20, form="[a-z_]+", example="lunga"),
                    "ford": Flag(),
                },
                options("river", "ford"),
            ),
            part="hexside",
            keys=Text(9, form=r"[0-9]{4}\|[0-9]{4}", example="0708|0709"),
            grows="its two hexes with | between",
        )
    }
)

WIDTH = Real(-99, 99, "hex widths")
SPOT = Many(WIDTH, 2, 2)
FRAME: dict[str, Kind] = dict.fromkeys(("x_min", "x_max", "y_min", "y_max"), WIDTH)
POOLS = ("ijn_reserve", "ijn_attack", "ijaf_reserve", "ijaf_attack", "usaf_reserve", "usaf_cap", "usaf_ground_attack")

MAP = Table(
    {
        "grid": Table(
            {"layout": Given("even-r"), "hex_scale_yards": Number(1, 5_000, "yards"), "turns_per_month": Given(3)}
        ),
        "setup_area": Table(
            dict.fromkeys(("row_min", "row_max", "column_min", "column_max"), Number(0, 99, "row or column")),
            part="setup",
        ),
        "airfield": Table(
            {
                key: Table(
                    {
                        "hexes": Many(HEX, 2, 2, different=True),
                        "start": Choice(("operative", "damaged", "destroyed", "unbuilt")),
                        "users": Many(Choice(("fighter", "bomber")), 1, 2, different=True),
                    }
                )
                for key in ("henderson", "fighter_strip")
            }
        ),
        "limits": Table(numbers(1, 20, "stack", "entry_point", "air_per_hex", unit="counters"), part="number"),
        "entry_point": Rows(
            Table({"side": SIDE, "hexes": HEXES, "x": WIDTH, "y": WIDTH}),
            keys=Text(2, form="[1-9][0-9]?", example="12"),
            grows="its number",
        ),
        "box": Rows(
            Table({"hexes": HEXES, "adjacent": Many(BOX, 1, 3, different=True), **FRAME}),
            keys=Text(1, form="[a-d]", example="a"),
        ),
        "pool": Table(dict.fromkeys(POOLS, Table({"side": SIDE, **FRAME}))),
        "coast": Table({"west": HEX, "east": HEX}, part="drawing"),
        "label": Rows(SPOT, part="drawing", keys=sheet.TITLE),
    },
    part="place",
)

BOARD_SPOT = Many(WIDTH, 2, 2)
BOARD_LINE = Many(BOARD_SPOT, 1, 100)
BOARD = Table(
    {
        "sheet": Table(
            {
                "hex": Real(10, 400, "board units"),
                "origin": SPOT,
                "width": Real(100, 9_999, "board units"),
                "height": Real(100, 9_999, "board units"),
                "map": sheet.RECT,
                "piece": Real(10, 400, "board units"),
            }
        ),
        "arrivals": Table({"rect": sheet.RECT}),
        "turns": Table({"rect": sheet.RECT}),
        "entries": Rows(SPOT, keys=Text(2, form="[1-9][0-9]?", example="12"), grows="the entry point's number"),
        "rivers": Rows(
            Table(
                {
                    "name": sheet.TITLE, "near": SPOT, "width": sheet.SIZE, "source": BOARD_LINE,
                    "mouth": BOARD_LINE, "line": BOARD_LINE,
                },
                options("source"),
            )
        ),
        "airfields": Rows(Table({"turn": sheet.ANGLE}), keys=Reference("map.airfield")),
        "titles": Rows(sheet.TITLE),
        "emblems": Rows(sheet.ICON, keys=Reference("map.pool")),
        "print": sheet.printed(
            villages=sheet.SPOTS, groves=sheet.GROVES, land_names=sheet.NAMED_LINES,
        ),
    },
    part="drawing",
)  # fmt: skip


def grid(data: Data) -> HexMap:
    """The hexes where they lie."""
    return HexMap((name, axial(int(name[2:]), int(name[:2]), "even-r")) for name, _ in every(data["hexes"]["hex"]))


def hexsides_lie_between_neighbours(data: Data) -> Iterator[str]:
    """4.2b: each two hexes that touch have one hexside; a ford lies in a river, and a river has a name."""
    plan = grid(data)
    sides = {(plan.names[a], plan.names[b]) for a, b in plan.sides}
    for key, side in every(data["hexsides"]["side"]):
        pair = (key[:4], key[5:])
        if pair not in sides and pair[::-1] not in sides:
            yield f"hexsides.side.{key}: these two hexes do not touch"
        sides -= {pair, pair[::-1]}
        if side.get("ford") and side["kind"] != "river":
            yield f"hexsides.side.{key}.ford: a ford lies in a river; this hexside is {side['kind']}"
    for one, other in sorted(sides)[:1]:
        yield f"hexsides.side: {one}|{other} is missing; two hexes that touch have a hexside"


def rows_fill_their_tables(data: Data) -> Iterator[str]:
    """8.9a: odds rise without a gap; each row has a result for each of them."""
    table = data["combat"]["table"]
    columns = table["columns"]
    if not ladder(columns):
        yield f"combat.table.columns: {', '.join(columns)}; odds rise by one from below 1-1 to above, as 1-2, 1-1, 2-1"
    for side in SIDES:
        for die, row in enumerate(table[side]["rows"], 1):
            if len(row) != len(columns):
                yield f"combat.table.{side}.rows: row {die} has {len(row)} results for {len(columns)} columns"


def turns_are_numbered(data: Data) -> Iterator[str]:
    """The turns stand in their order."""
    for number, (name, turn) in enumerate(every(data["turns"]["turn"]), 1):
        if turn["index"] != number:
            yield f"turns.turn.{name}.index: {number} was expected, as the turn stands in the chart"


def arrivals(data: Data) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """The set-up (START) and each turn: its name, its path, what it holds."""
    yield "START", "setup", data["setup"]
    for name, turn in every(data["turns"]["turn"]):
        yield name, f"turns.turn.{name}", turn


def chart_and_counters_agree(data: Data) -> Iterator[str]:
    """7.6a: a unit arrives when its counter says: who corrects that need not correct the chart; who does says the
    same there. Aircraft and ships are of the side that they come to."""
    units = data["units"]["unit"]
    for when, path, entry in arrivals(data):
        for side in SIDES:
            due = {name for name, unit in every(units) if unit["side"] == side and unit["arrival"] == when}
            charted = set(entry[side]["ground"]) if corrected(entry[side], "ground") else due
            for name in sorted(charted ^ due):
                if name not in units:
                    yield f"{path}.{side}.ground: there is no unit {name!r}{close(name, units)}"
                    continue
                word = f"{units[name]['side']}, {units[name]['arrival']}"
                yield f"{path}.{side}.ground: {name} is {word}; correct units.unit.{name}.arrival"
            for kind in ("air", "ship"):
                types = data["aircraft_and_ships"][kind]
                for name, count in every(entry[side].get("air" if kind == "air" else "ships", {})):
                    if count and types[name]["side"] != side:
                        yield f"{path}.{side}.{name}: it is {types[name]['side']}"


def artillery_has_a_range(data: Data) -> Iterator[str]:
    """9.1a: artillery and nothing else has a range."""
    for name, unit in every(data["units"]["unit"]):
        if (unit["class"] == "artillery") != (unit["range"] > 0):
            yield f"units.unit.{name}.range: {unit['range']} does not go with class {unit['class']!r}"


def boxes_join(data: Data) -> Iterator[str]:
    """6.0a: boxes that are adjacent are so both ways."""
    boxes = data["map"]["box"]
    for key, box in every(boxes):
        for other in box["adjacent"]:
            if other == key or key not in boxes[other]["adjacent"]:
                yield f"map.box.{key}.adjacent: {other} does not name {key} as adjacent"


def places_to_begin(data: Data) -> Iterator[str]:
    """3.0a, 7.1a, 12.1a: the area of the set-up holds all who begin there; both sides have entry points; the two
    airfields are four hexes."""
    limits = data["map"]["limits"]
    there = sum(begins_there(data, "american", name) for name, _ in every(data["hexes"]["hex"]))
    units = len(beginners(data, "american"))
    if there * limits["stack"] < units:
        yield f"map.setup_area: {there} hexes have no room for {units} units"
    for side in SIDES:
        if not any(entry["side"] == side for _, entry in every(data["map"]["entry_point"])):
            yield f"map.entry_point: none is {side}; each side has one at least"
    fields = [name for _, field in every(data["map"]["airfield"]) for name in field["hexes"]]
    if len(set(fields)) != len(fields):
        yield "map.airfield: a hex belongs to one airfield"


def counters_have_names_of_their_own(data: Data) -> Iterator[str]:
    """Orders name a counter: a unit and a type are not called alike."""
    kinds, units = data["aircraft_and_ships"], data["units"]["unit"]
    for name, _ in every(kinds["ship"]):
        if name in kinds["air"]:
            yield f"aircraft_and_ships.ship.{name}: a type of aircraft is called so too"
    for name, _ in every(units):
        if name in kinds["air"] or name in kinds["ship"]:
            yield f"units.unit.{name}: a type of aircraft or ship is called so too"


def beginners(data: Data, side: str) -> set[str]:
    """The ground units that a side begins with."""
    return {n for n, unit in every(data["units"]["unit"]) if unit["side"] == side and unit["arrival"] == "START"}


def begins_there(data: Data, side: str, place: str) -> bool:
    """3.0a, 3.1a: whether ground units of a side may be set up in a hex, or in a box."""
    if side == "japanese":
        return place.removeprefix("box_") in data["setup"]["japanese"]["boxes"]
    area = data["map"]["setup_area"]
    ways = (("row", place[:2]), ("column", place[2:]))
    return len(place) == 4 and all(area[f"{way}_min"] <= int(n) <= area[f"{way}_max"] for way, n in ways)


def proposals_name_what_is_there(data: Data) -> Iterator[str]:
    """3.0a, 3.1a: a proposed line names places for counters that begin, ground units within the area of the set-up, the
    Japanese in its boxes; what it leaves out its owner places."""
    setup, units = data["setup"], data["units"]["unit"]
    area = data["map"]["setup_area"]
    hexes, pools, boxes = data["hexes"]["hex"], data["map"]["pool"], data["map"]["box"]
    for side in SIDES:
        begin = beginners(data, side)
        begin |= {f"{kind}-{n}" for kind, count in every(setup[side]["air"]) for n in range(1, count + 1)}
        for place, names in every(setup[f"{side}_line"]):
            path = f"setup.{side}_line.{place}"
            if place not in hexes and place not in pools and place.removeprefix("box_") not in boxes:
                yield f"{path}: there is no such hex or box"
            elif any(name in units for name in names) and not begins_there(data, side, place):
                yield f"{path}: " + (
                    "hexes of the set-up lie in rows {row_min:02}-{row_max:02}, columns {column_min:02}-{column_max:02}"
                    if side == "american" else "the Japanese begin in the boxes " + ", ".join(setup[side]["boxes"])
                ).format(**area)  # fmt: skip
            for name in names:
                if name not in begin and corrected(setup[f"{side}_line"], place):
                    yield f"{path}: {name} does not begin there, or stands in another place too"
                begin.discard(name)


CHECKS: tuple[Check, ...] = (
    turns_are_numbered, hexsides_lie_between_neighbours, rows_fill_their_tables, chart_and_counters_agree,
    artillery_has_a_range, counters_have_names_of_their_own, boxes_join, places_to_begin,
    proposals_name_what_is_there,
)  # fmt: skip

SCHEMA = Schema(
    {
        "units": UNITS,
        "turns": TURNS,
        "setup": SETUP,
        "aircraft_and_ships": COUNTERS,
        "combat": COMBAT,
        "terrain": TERRAIN,
        "hexes": HEX_TABLE,
        "hexsides": HEXSIDES,
        "map": MAP,
        "board": BOARD,
    },
    CHECKS,
    additions=True,
)
