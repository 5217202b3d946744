"""What the data may hold: `data/*.toml`, datum by datum. `data/ground.json` is made by a tool from the coast and the
sheet, and no correction reaches it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from ironbottom.drawing import schema as sheet
from ironbottom.kernel.overlay import corrected
from ironbottom.kernel.schema import (
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
    every,
    joined,
    numbers,
    options,
)

SIDE = Choice(("japanese", "american"))
HEX = Reference("map.hexes")
HEXES = Many(HEX, 0, 19, different=True)
STRENGTH = Number(0, 120, "strength")
AIR = Number(0, 60, "air points")
GROUND = Number(0, 60, "ground points")
WEEKS = Number(0, 9, "Game-Turns")
POINTS = Number(0, 200, "victory points")
DICE = Many(Number(1, 6, "die"), 0, 6, different=True)

UNITS = Rows(
    Table(
        {
            "side": SIDE,
            "type": Choice(("BB", "B", "BC", "CA", "DD", "CV", "TR", "SS", "APD")),
            "name": sheet.TITLE,
            "ships": Text(12),
            "capital": Flag(),
            "bombardment": STRENGTH,
            "aircraft": Number(0, 24, "air points on its deck"),
            "flak": Number(0, 40, "antiaircraft strength"),
            "attack": STRENGTH,
            "defense": STRENGTH,
            "cargo": Number(0, 9, "ground points"),
            "turn": Number(1, 16, "Game-Turn"),
            "place": Reference("map.bases", ("M",)),
            "augmentation": Number(0, 9, "set-up in which it is added; 0: it is always there"),
            "worth": Choice(("BB", "CA", "DD", "CV", "TR", "SS", "APD", "none")),
        }
    ),
    part="unit",
    keys=Text(12, form="[JU]-[A-Z]+(-[0-9]+)?", example="J-CA-1"),
    grows="J- or U-, the type and a number, such as J-CA-8",
)


def base(side: str, hex_: str, air_entry: str, carriers: bool, loads: bool, shelter: bool = False) -> Table:
    """A base; what the rules know of it by themselves is given. `shelter`: it has limits for ships and guns."""
    return Table(
        {
            "name": sheet.TITLE,
            "side": Given(side),
            "entry": HEXES,
            "hex": Given(hex_),
            "air_entry": Given(air_entry),
            "air_limit": Number(0, 99, "air points; 0 for no limit"),
            "ship_limit": Number(0, 99, "ships") if shelter else Given(0),
            "gun_limit": Number(0, 500, "bombardment strength") if shelter else Given(0),
            "carriers": Given(carriers),
            "loads": Given(loads),
        }
    )


MAP = Table(
    {
        "sheet": Table({"hex_width": Real(1, 999), "radius": Real(1, 999)}, part="drawing"),
        "routes": Table(
            {
                "slot": Many(HEX, 1, 19, different=True),
                "anti_slot": Many(HEX, 1, 19, different=True),
                "guadalcanal": Given("M"),
                "shortlands": Given("L"),
            }
        ),
        "reconnaissance": Table({"first": HEXES, "later": HEXES, "later_from": Given(10), "doubtful": HEX}),
        "hexes": Rows(
            Table(
                {
                    "name": sheet.TITLE,
                    "row": Number(0, 9),
                    "column": Number(0, 9),
                    "at": Many(Real(-9_999, 9_999), 2, 2),
                    "neighbours": Many(HEX, 1, 6, different=True),
                    "land": sheet.TITLE,
                },
                options("land"),
            ),
            keys=Text(1, form="[A-S]", example="M"),
        ),
        "bases": Table(
            {
                "rabaul": base("japanese", "", "K", False, True, shelter=True),
                "truk": base("japanese", "", "", True, False),
                "espiritu_santo": base("american", "", "O", True, True),
                "australia": base("american", "", "", True, False),
                "henderson": base("american", "M", "", False, False),
                "shortlands": base("japanese", "L", "", False, False),
            }
        ),
    },
    part="place",
)

COLUMNS = Number(1, 200, "strength, or ratio in halves: 3 is 1.5 to 1")
SHIPS_LOST = (
    "none", "half_crippled", "half_destroyed", "half_crippled_half_destroyed", "all_crippled", "all_destroyed"
)  # fmt: skip


class Pair(Choice):
    """Two words with a stroke between: the attacker's and the defender's."""

    def says(self) -> str:
        return f"attacker/defender, each one of {', '.join(self.names)}"

    def shape(self, item: Any) -> str:
        parts = item.split("/") if isinstance(item, str) else []
        if len(parts) != 2:
            return f"{self.says()} was expected, not {item!r:.60}"
        return next((wrong for part in parts if (wrong := Choice.shape(self, part))), "")


def table(count: int, cell: Kind) -> Table:
    """A results table: so many columns, and a row of cells for each die."""
    rows: dict[str, Kind] = {str(die): Many(cell, count, count) for die in range(1, 7)}
    return Table({"columns": Many(COLUMNS, count, count, rising=True), **rows})


TABLES = Table(
    {
        "bombardment": table(8, Text(7, form=r"[0-9](\+(half|all))?", example="2+half")),
        "surface": table(5, Pair(SHIPS_LOST)),
        "flak": table(6, Number(0, 30, "air points lost")),
        "air_naval": table(6, Choice(("none", "crippled", "destroyed"))),
        "ground": table(5, Text(5, form=r"[0-9]{1,2}/[0-9]{1,2}", example="2/10")),
    },
    part="cell",
)

TURNS = Rows(
    Table(
        {
            "date": Text(10, form=r"194[23]-[01][0-9]-[0-3][0-9]", example="1942-08-07"),
            **dict.fromkeys(("rabaul_ground", "es_ground"), GROUND),
            **dict.fromkeys(("rabaul_lac", "truk_raw", "us_raw", "es_lac"), AIR),
        }
    ),
    part="turn",
    keys=Text(2, form="[0-9]{1,2}", example="12"),
)

SETUP = Table(
    {
        "american": Table(
            {
                "ground_guadalcanal": GROUND,
                "supply_guadalcanal": Number(0, 60, "Supply Points"),
                "ground_es": GROUND,
                "lac_es": AIR,
                "aboard": AIR,
                "supply_aboard": Given(6),
            }
        ),
        "japanese": Table(
            {
                "ground_guadalcanal": GROUND,
                "supply_guadalcanal": Number(0, 60, "Supply Points"),
                "ground_rabaul": GROUND,
                "lac_rabaul": AIR,
                "raw_truk": AIR,
                "aboard": AIR,
                "aboard_default": Many(AIR, 1, 12),
            }
        ),
    },
    part="setup",
)

PARAMS = Table(
    {
        "time": Table({"turns": Number(1, 16, "Game-Turns"), "segments": Given(14)}),
        "task_forces": Table({"per_side": Given(6), "group": Number(1, 20, "ships")}),
        "range": Table(numbers(0, 9, "american", "japanese_nac", "japanese_lac", "extended", unit="hexes")),
        "refit": Table(
            dict.fromkeys(
                ("truk", "australia", "rabaul_capital", "rabaul_transport", "rabaul_other", "es_capital",
                 "es_transport", "es_other", "submarine", "submarine_turns"),
                WEEKS,
            )
        ),
        "repair": Table({"factor": Number(0, 9, "times the die")}),
        "training": Table({"japanese": WEEKS, "american": WEEKS}),
        "rolls": Table({"completion": DICE, "sortie": DICE}),
        "shortlands": Table({"opens": Number(1, 17, "Game-Turn")}),
        "supply": Table(
            {
                "upkeep": Number(0, 20, "Supply Points"),
                "ground_attack": Number(0, 20, "Supply Points"),
                "air_points": Number(1, 60, "air points for a Supply Point"),
            }
        ),
        "ground": Table({"reserve": GROUND, "unsupplied_turns": Number(1, 9, "Game-Turns")}),
        "cargo": Table({"emergency": Given(1), "unload_segments": Given(2)}),
        "victory": Table(
            dict.fromkeys(
                ("CV", "BB", "CA", "DD", "TR", "SS", "APD", "supply", "american_ground", "japanese_ground", "lac",
                 "nac", "field"),
                POINTS,
            )
        ),
        "levels": Table(
            dict.fromkeys(
                ("draw_above", "marginal_above", "substantive_from", "decisive_from"),
                Many(Number(1, 20, "a ratio's part"), 2, 2),
            )
        ),
    },
    part="number",
)  # fmt: skip

BOARD = Table(
    {
        "sheet": Table({**sheet.SHEET, "hex": sheet.SIZE, "first": sheet.POINT}),
        "boxes": sheet.boxes(
            SIDE, "tag", "note", title=sheet.TITLE, tag=Text(3), note=sheet.TITLE, rect=sheet.RECT
        ),
        "turns": Table({"count": Given(16), "rect": sheet.RECT, "plate": sheet.RECT}),
        "clock": Table({"count": Given(14), "middle": sheet.POINT, "outer": sheet.SIZE, "inner": sheet.SIZE}),
        "ground": Table(
            {
                "seed": sheet.SEED, "from": sheet.POINT, "to": sheet.POINT, "level": sheet.COORDINATE,
                "across": sheet.COORDINATE, "along": Many(sheet.POINT, 2, 60),
            }
        ),
        "print": sheet.printed(islands=sheet.NAMED_POINTS),
        "words": sheet.words(
            {
                "title": (), "clock": (), "day": (), "night": (), "zone": (), "zone_later": (), "reach": ("tag",),
            }
        ),
    },
    part="drawing",
)  # fmt: skip

COAST = Table({"rings": Many(Many(sheet.POINT, 3, 9_999), 0, 999)}, part="drawing")


def neighbours_are_mutual(data: Data) -> Iterator[str]:
    """RS-061: a hex that touches another is touched by it; all hexes hang together."""
    hexes = data["map"]["hexes"]
    pairs = []
    for name, entry in every(hexes):
        for other in entry["neighbours"]:
            pairs.append((name, other))
            if name == other:
                yield f"map.hexes.{name}.neighbours: {name} itself stands there"
            elif name not in hexes[other]["neighbours"]:
                yield f"map.hexes.{name}.neighbours: {other} does not name {name}; hexes that touch name each other"
    for name in joined([name for name, _ in every(hexes)], pairs)[:1]:
        yield f"map.hexes: no way leads to {name}; all hexes hang together"


def ways_lead_from_hex_to_hex(data: Data) -> Iterator[str]:
    """RS-073: Slot and Anti-Slot run from hex to hex that touch, into M; the zone of reconnaissance only grows."""
    hexes, chart = data["map"]["hexes"], data["map"]
    for route in ("slot", "anti_slot"):
        way = chart["routes"][route]
        for one, other in pairwise(way):
            if other not in hexes[one]["neighbours"]:
                yield f"map.routes.{route}: {one} and {other} do not touch"
        if way[-1] != "M":
            yield f"map.routes.{route}: it ends in M, at Guadalcanal"
    zone = chart["reconnaissance"]
    for name in zone["first"]:
        if name not in zone["later"]:
            yield f"map.reconnaissance.later: {name} is missing, which is in the zone from the beginning"
    if zone["doubtful"] not in zone["first"]:
        yield f"map.reconnaissance.doubtful: {zone['doubtful']} is not in the zone"
    for name in ("rabaul", "truk", "espiritu_santo", "australia"):
        if not chart["bases"][name]["entry"]:
            yield f"map.bases.{name}.entry: one hex at least leads to the base"


def units_can_come(data: Data) -> Iterator[str]:
    """RS-010, RS-191, RS-192: a unit begins or arrives at a base of its side; in Game-Turn 1 Americans may be in M."""
    sides = {name: entry["side"] for name, entry in every(data["map"]["bases"])}
    for name, unit in every(data["units"]):
        path = f"units.{name}"
        if {"J": "japanese", "U": "american"}[name[0]] != unit["side"]:
            yield f"{path}.side: the key says otherwise"
        if unit["place"] == "M":
            if unit["side"] != "american" or unit["turn"] != 1:
                yield f"{path}.place: Americans of Game-Turn 1 alone stand in M"
        elif unit["place"] in ("henderson", "shortlands"):
            yield f"{path}.place: no ship begins or arrives there; its bases are ports"
        elif sides[unit["place"]] != unit["side"]:
            yield f"{path}.place: {unit['place']} is {sides[unit['place']]}"
        elif unit["type"] == "CV" and not data["map"]["bases"][unit["place"]]["carriers"]:
            yield f"{path}.place: {unit['place']} takes no carriers"
        if unit["aircraft"] and unit["type"] != "CV":
            yield f"{path}.aircraft: carriers (CV) alone have a deck; this is {unit['type']}"
        if unit["capital"] != (unit["type"] in ("BB", "B", "BC", "CV")):  # RS-005
            yield f"{path}.capital: battleships, battlecruisers and carriers are capital ships, and no others"
        if (name == "U-APD") != (unit["type"] == "APD"):
            yield f"{path}.type: the rules know one APD, U-APD"
        if unit["augmentation"] and unit["turn"] != 1:
            yield f"{path}.augmentation: a ship that is added begins in Game-Turn 1"


def decks_hold_the_aircraft(data: Data) -> Iterator[str]:
    """RS-010, RS-047: the carriers of Game-Turn 1 have decks for the aircraft that begin aboard."""
    decks: dict[str, list[int]] = {"japanese": [], "american": []}
    for _, unit in every(data["units"]):
        there = unit["place"] == {"japanese": "truk", "american": "M"}[unit["side"]]
        if there and unit["turn"] == 1 and unit["aircraft"] and not unit["augmentation"]:
            decks[unit["side"]].append(unit["aircraft"])
    setup = data["setup"]
    aboard, room = setup["japanese"]["aboard"], sum(decks["japanese"])
    if aboard > room:
        yield f"setup.japanese.aboard: {aboard} air points, but decks for {room}: there is no legal start"
    if setup["american"]["aboard"] != sum(decks["american"]):
        yield (
            f"setup.american.aboard: {sum(decks['american'])} air points were expected, "
            "as the decks of Game-Turn 1 begin full"
        )
    split = setup["japanese"]["aboard_default"]
    if not corrected(setup["japanese"], "aboard_default"):
        return  # a proposal; where the carriers are others, their decks are filled
    if sum(split) != aboard:
        yield f"setup.japanese.aboard_default: {sum(split)} air points in all; setup.japanese.aboard says {aboard}"
    if len(split) > len(decks["japanese"]):
        yield f"setup.japanese.aboard_default: {len(split)} numbers for {len(decks['japanese'])} carriers"
    for number, (part, deck) in enumerate(zip(split, decks["japanese"], strict=False), 1):
        if part > deck:
            yield f"setup.japanese.aboard_default: {part} air points for carrier {number}, whose deck holds {deck}"


def air_points_have_room(data: Data) -> Iterator[str]:
    """RS-084: what begins at Rabaul is within its limit."""
    limit = data["map"]["bases"]["rabaul"]["air_limit"]
    begin = data["setup"]["japanese"]["lac_rabaul"]
    if limit and begin > limit:
        yield f"setup.japanese.lac_rabaul: {begin} air points; Rabaul holds {limit}"


def victory_rises(data: Data) -> Iterator[str]:
    """RS-200: the levels of victory stand in their order."""
    levels = data["params"]["levels"]
    order = ("draw_above", "marginal_above", "substantive_from", "decisive_from")
    for low, high in pairwise(order):
        (a, b), (c, d) = levels[low], levels[high]
        if a * d > c * b:
            yield f"params.levels.{high}: {c} to {d} is below {low}, {a} to {b}; the levels rise"


def turns_are_all_there(data: Data) -> Iterator[str]:
    """RS-190: each Game-Turn that is played has its line."""
    for turn in range(1, data["params"]["time"]["turns"] + 1):
        if str(turn) not in data["turns"]:
            yield f"turns: {turn} is missing"


CHECKS: tuple[Check, ...] = (
    neighbours_are_mutual, ways_lead_from_hex_to_hex, units_can_come, decks_hold_the_aircraft, air_points_have_room,
    victory_rises, turns_are_all_there,
)  # fmt: skip

SCHEMA = Schema(
    {
        "units": UNITS,
        "map": MAP,
        "tables": TABLES,
        "turns": TURNS,
        "setup": SETUP,
        "params": PARAMS,
        "board": BOARD,
        "coast": COAST,
    },
    CHECKS,
    additions=True,
)
