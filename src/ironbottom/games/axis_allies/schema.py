"""What the data may hold: `data/*.toml`, datum by datum. `data/ground.json` is made by a tool from the coast and the
zones, and no correction reaches it."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.drawing import schema as sheet
from ironbottom.games.axis_allies.rules.printed import TOKENS
from ironbottom.kernel.schema import (
    Cards,
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
    options,
)

SIDE = Choice(("axis", "allies"))
SPACE = Reference("map.space")
UNIT = Reference("units.unit")
POWER = Number(0, 12, "attack dice")
PIECES = Number(0, 30, "pieces")
SUPPLY = Number(0, 9, "supply tokens")
POINTS = Number(0, 60, "victory points")

SHIPS = ("DST", "CRU", "BAT", "CAR", "TRN", "SUB", "PTB")
AIRCRAFT = ("FTR", "BOM")
TROOPS = ("INF", "ART", "AAG", "SUP")

MAP = Table(
    {
        "space": Rows(
            Table(
                {
                    "kind": Choice(("sea", "island", "base")),
                    "name": sheet.TITLE,
                    "slot": Flag(),
                    "base": SIDE,
                    "airfields": Number(0, 4, "airfields"),
                    "deploy": Table({"side": SIDE, "number": Number(1, 9, "supply tokens")}),
                },
                options("slot", "base", "airfields", "deploy"),
            ),
            part="place",
        ),
        "border": Rows(
            Table({"way": Choice(("open", "closed"))}),
            part="link",
            keys=Text(7, form="[A-Z]{1,3}-[A-Z]{1,3}", example="A-BOU"),
            grows="its two spaces with - between",
        ),
    }
)

NAMES: dict[str, Kind] = {"name": sheet.TITLE, "axis_name": sheet.TITLE, "allied_name": sheet.TITLE}


def unit(category: str, optional: tuple[str, ...], **more: Kind) -> Table:
    """A type of unit: what it costs and rolls."""
    fields: dict[str, Kind] = {
        **NAMES, "category": Given(category), "cost": Number(1, 40, "supply points"), "air": POWER, "sea": POWER,
        "land": POWER, **more,
    }  # fmt: skip
    return Table(fields, options("axis_name", "allied_name", "cost", *optional))


SHIP = unit(
    "sea", ("resilient", "capital", "heavy_armor", "flight_deck", "capacity", "ranged_land"),
    move=Given(1), capacity=Number(0, 6, "land units and supply tokens"), resilient=Flag(), capital=Flag(),
    heavy_armor=Given(True), flight_deck=Given(2), ranged_land=Given(True),
)  # fmt: skip
PLANE = unit("air", (), move=Number(1, 6, "spaces"))
TROOP = unit("land", ("cargo_size", "ranged_sea"), move=Given(0), cargo_size=Given(1), ranged_sea=Given(True))
TOKEN = unit("token", (), move=Given(0), cargo_size=Given(1))

UNITS = Table(
    {
        "unit": Table(
            {
                **dict.fromkeys(SHIPS, SHIP),
                **dict.fromkeys(AIRCRAFT, PLANE),
                **dict.fromkeys(TROOPS[:3], TROOP),
                "SUP": TOKEN,
            },
            part="unit",
        ),
        "box": Rows(
            Table({"slots": Many(UNIT, 12, 12), "order": Many(UNIT, 1, 6, different=True)}),
            part="cell",
            keys=Choice(("air", "sea", "land")),
        ),
        "numbers": Table(
            {
                "victory_points_to_win": Number(1, 60, "victory points"),
                "reinforcement_base": Number(0, 60, "supply points"),
                "reinforcement_per_island": Number(0, 30, "supply points"),
                "airfield_build_supply": Number(1, 9, "supply tokens"),
                "airfield_repair_supply": Number(1, 9, "supply tokens"),
                "ship_repair_supply": Number(1, 9, "supply tokens"),
                "airfield_capacity": Number(1, 9, "aircraft"),
                "airfield_hits_to_damage": Number(1, 9, "hits"),
                "airfield_vp": POINTS,
                "capital_ship_vp": POINTS,
                "hit_values": Many(Number(1, 6, "die"), 2, 2, different=True),
                "box_dice": Given(12),
                "torpedo_dice": Given(1),
            },
            part="number",
        ),
    }
)

STARTING = Table(dict.fromkeys((*SHIPS[:6], *AIRCRAFT, *TROOPS), PIECES), options(*SHIPS[:6], *AIRCRAFT, *TROOPS))

SETUP = Table(
    {
        "first": SIDE,
        "victory_points": POINTS,
        "control": Rows(SIDE, keys=SPACE),
        "airfields": Rows(SIDE, keys=SPACE, grows="an island"),
        "units": Rows(Rows(STARTING, keys=SPACE, grows="a space"), keys=SIDE),
    },
    part="setup",
)

COUNT = Number(0, 99, "pieces")
COMPONENTS = Table(
    {
        "component": Rows(
            Table({"name": sheet.TITLE, "axis": COUNT, "allies": COUNT, "shared": COUNT},
                  options("axis", "allies", "shared"))
        ),
        "chip": Table({"grey": Number(1, 99, "pieces"), "red": Number(1, 99, "pieces")}),
    },
    part="component",
)  # fmt: skip

ADVANTAGES = Table(
    {
        "token": Rows(
            Table(
                {
                    "name": sheet.TITLE,
                    "axis": Number(0, 9, "tokens"),
                    "allies": Number(0, 9, "tokens"),
                    "when": Text(40, form="[a-z_]+", example="before_sea_step"),
                }
            ),
            part="card",
        )
    }
)

PLACE: dict[str, Kind] = {"at": sheet.POINT, "row": sheet.GRID_ROW, "column": sheet.GRID_COLUMN}

BOARD = Table(
    {
        "sheet": Table({**sheet.SHEET, "origin": sheet.POINT}),
        "sides": Rows(sheet.SIDE, keys=SIDE),
        "zones": Rows(
            Table({**PLACE, "letter": sheet.POINT, "polygon": Many(sheet.POINT, 3, 200)}), keys=SPACE
        ),
        "islands": Rows(
            Table(
                {**PLACE, "fields": sheet.SPOTS, "flag": sheet.POINT, "name": sheet.LINE, "size": sheet.SIZE,
                 "tracking": Real(0, 100)}
            ),
            keys=SPACE,
        ),
        "cards": Rows(
            Table(
                {"side": SIDE, "title": sheet.TITLE, "note": sheet.TITLE, "sea": Flag(), "rect": sheet.RECT,
                 "row": sheet.GRID_ROW, "column": sheet.GRID_COLUMN},
                options("sea"),
            )
        ),
        "points": Table({"cells": Given(16), "rect": sheet.RECT, "plate": sheet.RECT}),
        "borders": Many(
            Table({"between": Many(SPACE, 2, 2, different=True), "line": sheet.LINE, "sign": sheet.POINT},
                  options("sign")),
            0,
            60,
        ),
        "ground": Table({"seed": sheet.SEED}),
        "print": sheet.printed(courses=sheet.NAMED_LINES),
        "words": sheet.words(
            {
                "touches": ("islands",), "deployment": ("n", "side"), "slot": (), "waters": (), "base": (),
                "field_one": (), "field_other": ("n",), "damaged_name": ("base",), "damaged": ("n",), "track": (),
                "track_note": ("n",), "cell": ("n",), "wins": (),
            }
        ),
    },
    part="drawing",
)  # fmt: skip


def of_kind(data: Data, kind: str) -> list[str]:
    """The spaces of a kind."""
    return [name for name, space in every(data["map"]["space"]) if space["kind"] == kind]


def borders_join_spaces(data: Data) -> Iterator[str]:
    """M2: a border lies between two spaces, stands there once, and the open ones hang together."""
    spaces = [name for name, _ in every(data["map"]["space"])]
    seen: set[frozenset[str]] = set()
    open_ways: list[tuple[str, str]] = []
    for name, border in every(data["map"]["border"]):
        one, _, other = name.partition("-")
        if one not in spaces or other not in spaces or one == other or {one, other} in seen:
            yield f"map.border.{name}: it lies between two different spaces and stands there once"
        seen.add(frozenset((one, other)))
        if border["way"] == "open":
            open_ways.append((one, other))
    for name in joined(spaces, open_ways)[:1]:
        yield f"map.border: no open way leads to {name}; all spaces hang together"


def spaces_keep_their_kind(data: Data) -> Iterator[str]:
    """G1: thirteen sea zones, six islands and the bases: the rules name them."""
    wanted = {"sea": "ABCDEFGHIJKLM", "island": ("BOU", "CHO", "SIS", "MAL", "NGE", "GUA"), "base": ("RAB", "NCA")}
    for kind, names in wanted.items():
        for name in names:
            found = data["map"]["space"][name]["kind"]
            if found != kind:
                yield f"map.space.{name}.kind: '{kind}' was expected, not '{found}': the rules name this space"
    for name, space in every(data["map"]["space"]):
        if ("airfields" in space) != (space["kind"] == "island"):
            yield f"map.space.{name}.airfields: an island says how many it has room for, and no other space does"
        if space["kind"] == "base" and "base" not in space:
            yield f"map.space.{name}.base: it is missing; a base has its side"


def boxes_hold_their_kinds(data: Data) -> Iterator[str]:
    """C7: each slot of the battle box is for a kind of its category, and the order names each of these once."""
    for where, box in every(data["units"]["box"]):
        kinds = {"air": AIRCRAFT, "sea": SHIPS[:6], "land": TROOPS[:3]}[where]
        if sorted(box["order"]) != sorted(kinds):
            yield f"units.box.{where}.order: it names each of {', '.join(kinds)} once"
        for name in box["slots"]:
            if name not in kinds:
                yield f"units.box.{where}.slots: {name} is none of {', '.join(kinds)}"


def bought_units_have_a_price(data: Data) -> Iterator[str]:
    """R16: all but PT boats are bought."""
    for name, row in every(data["units"]["unit"]):
        if name != "PTB" and "cost" not in row:
            yield f"units.unit.{name}: cost is missing"


def tokens_are_even(data: Data) -> Iterator[str]:
    """O1: both sides have the same number of advantage tokens."""
    sums = {side: sum(row[side] for _, row in every(data["advantages"]["token"])) for side in ("axis", "allies")}
    if len(set(sums.values())) > 1:
        yield (
            f"advantages.token: axis has {sums['axis']} and allies {sums['allies']}; both sides have the same number"
        )


def starting_units_have_room(data: Data) -> Iterator[str]:
    """S1..S5: ships at sea, troops on land, fighters on decks or airfields, bombers on airfields; no more airfields
    than the island has room for."""
    setup, spaces = data["setup"], data["map"]["space"]
    seas, bases = of_kind(data, "sea"), of_kind(data, "base")
    islands = of_kind(data, "island")
    for name in islands:
        if name not in setup["control"]:
            yield f"setup.control: {name} is missing; each island is controlled by a side"
    for name, side in every(setup["airfields"]):
        if name not in islands:
            yield f"setup.airfields: {name} is no island"
        elif not spaces[name]["airfields"]:
            yield f"setup.airfields.{name}: map.space.{name} has room for no airfield"
        elif setup["control"][name] != side:
            yield f"setup.airfields.{name}: {setup['control'][name]} controls the island; the airfield is its own"
    each = data["units"]["numbers"]["airfield_capacity"]
    for side in ("axis", "allies"):
        for name, row in every(setup["units"][side]):
            path = f"setup.units.{side}.{name}"
            here = {kind: count for kind, count in every(row) if count}
            if name in bases and here and spaces[name]["base"] != side:
                yield f"{path}: this is the base of the {spaces[name]['base']}"
            wrong = [kind for kind, _ in every(row) if kind in (TROOPS if name in seas else SHIPS)]
            if wrong:
                yield f"{path}: {wrong[0]} cannot begin there; {'ships' if name in seas else 'land units'} can"
            planes = sum(here.get(kind, 0) for kind in AIRCRAFT)
            if name in seas:
                decks = 2 * here.get("CAR", 0)
                if here.get("BOM"):
                    yield f"{path}.BOM: bombers begin on airfields"
                if here.get("FTR", 0) > decks:
                    yield f"{path}.FTR: {here['FTR']} fighters, but decks for {decks}"
            elif name not in bases:
                room = each if setup["airfields"].get(name) == side else 0
                if planes > room:
                    yield f"{path}: {planes} aircraft, but airfields for {room}"


def deployment_is_at_sea(data: Data) -> Iterator[str]:
    """R14: a deployment number stands in a sea zone; each side has one."""
    sides = set()
    for name, space in every(data["map"]["space"]):
        if "deploy" in space:
            sides.add(space["deploy"]["side"])
            if space["kind"] != "sea":
                yield f"map.space.{name}.deploy: a deployment number stands in a sea zone"
    for side in sorted({"axis", "allies"} - sides):
        yield f"map.space: no zone has a deployment number of the {side}"


CHECKS: tuple[Check, ...] = (
    spaces_keep_their_kind, borders_join_spaces, boxes_hold_their_kinds, bought_units_have_a_price, tokens_are_even,
    deployment_is_at_sea, starting_units_have_room,
)  # fmt: skip

SCHEMA = Schema(
    {
        "map": MAP,
        "units": UNITS,
        "setup": SETUP,
        "components": COMPONENTS,
        "advantages": ADVANTAGES,
        "board": BOARD,
    },
    CHECKS,
    additions=True,
    cards=Cards("advantages.token", TOKENS),
)
