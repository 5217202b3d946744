"""The printed game: map, counters, tables and cards, as numbers that the rules look up.

Every place has one number: first the hexes, in the order of their names, then where counters wait or are gone.
Units are numbered for each side by themselves.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ironbottom.games.henderson_field.rules.vocabulary import NUMBERS
from ironbottom.kernel.data import digest, load_data
from ironbottom.kernel.hexes import HexMap, axial
from ironbottom.kernel.scenarios import aim_of
from ironbottom.kernel.step import Setting
from ironbottom.kernel.value import Value, value

PACKAGE = "ironbottom.games.henderson_field"
AMERICAN, JAPANESE = 0, 1
SIDES = ("american", "japanese")

COMING, RABAUL, LOST, WITHDRAWN, MERGED, UNSEEN = 2000, 2001, 2002, 2003, 2004, 2005
"""Where counters are that are not on the map; UNSEEN stands in a view for a counter that lies hidden on it."""
POOLS = ("coming", "rabaul", "lost", "withdrawn", "merged", "unseen")
"""What files call these places, in order."""

UNLIMITED, ROLL = -1, -2
"""Supply on the turn track that is no number."""

Steps = tuple[tuple[tuple[int, int, int], ...], ...]
"""For each hex: (neighbour, cost, 1 if a unit entering this way must stop for the river)."""


@value
class Unit(Value):
    """R2.2.1c, R2.2.1d: a counter; `reach` above 0 makes it artillery; `arrival`, `period` and `number` are 0 if it
    has none."""

    name: str
    side: int
    label: str
    kind: str
    size: str
    bar: str
    combat: int
    reach: int
    move: int
    arrival: int
    period: int
    number: int
    heavy: bool

    @property
    def gun(self) -> bool:
        return self.kind == "ART"


@value
class Turn(Value):
    """2.3 of the data: a box of the turn track."""

    date: str
    month: str
    supply: tuple[int, int]
    event: int
    period: int


class Printed(Setting):
    """All that is printed, with the options agreed."""

    __slots__ = (
        "bombardment",
        "cards",
        "coast",
        "coasts",
        "columns",
        "controlled",
        "correction",
        "event_number",
        "field",
        "fire_from",
        "fire_rows",
        "full",
        "guns",
        "harm",
        "hexes",
        "jungle",
        "land",
        "last_fronts",
        "last_seen",
        "level",
        "limits",
        "map",
        "names",
        "near",
        "number",
        "option",
        "options",
        "own_rule",
        "plan",
        "points",
        "rabaul",
        "replenish",
        "replenish_from",
        "river",
        "road",
        "roads",
        "rulers",
        "start",
        "status",
        "stealth_near",
        "stream",
        "table",
        "table_columns",
        "tables",
        "terrain",
        "turns",
        "unit_number",
        "units",
        "village",
        "villages",
        "where",
    )  # fmt: skip

    def __init__(self, data: Mapping[str, Any], options: tuple[tuple[str, Any], ...], correction: str) -> None:
        self.correction = correction
        self.options = options
        self.option = dict(options)
        self._read_map(data["map"])
        self._read_units(data["units"])
        self._read_turns(data)
        self._read_tables(data["tables"])
        self.cards = {int(key): entry for key, entry in data["cards"]["card"].items()}
        self.event_number = event_numbers(data)
        self.start = data["setup"]["start"]

    def __reduce__(self) -> Any:
        return printed, (self.options, self.correction)

    def _read_map(self, data: Mapping[str, Any]) -> None:
        """R2.1a, R2.1b, R2.1c, Q31: terrain by hex, rivers and roads by pairs of hexes."""
        grid = data["grid"]
        columns, rows = int(grid["columns"]), int(grid["rows"])
        self.columns = columns
        self.rulers = rulers(columns, rows)
        cells = [(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)]
        # odd columns lie lower: in the kernel's words those are the even ones when counting from 0
        self.plan = plan = HexMap((f"{c:02}{r:02}", axial(c - 1, r - 1, "even-q")) for c, r in cells)
        self.map = data
        self.hexes = len(plan)
        signs = [data["ground"]["terrain"][r - 1][c - 1] for c, r in cells]
        self.level = bytes(int(data["ground"]["levels"][r - 1][c - 1]) for c, r in cells)
        self.land = plan.flags(n for n, sign in enumerate(signs) if sign != ".")
        self.jungle = plan.flags(n for n, sign in enumerate(signs) if sign == "j")
        self.coast = plan.flags(
            n for n in range(self.hexes) if self.land[n] and any(not self.land[m] for m in plan.near[n])
        )
        self.near = tuple(tuple(m for m in plan.near[n] if self.land[m]) for n in range(self.hexes))
        """The land hexes beside each hex."""
        self.last_fronts: list[tuple[tuple[tuple[int, int], ...] | None, Any]] = [(None, None), (None, None)]
        """For each side what `state.front` was asked for last: where its counters lie, and its answer."""
        self.last_seen: list[tuple[Any, Any]] = [(None, None), (None, None)]
        """For each side what `hidden.seen_army` was asked for last: its army, and what others see of it."""
        self.controlled = tuple(tuple(m for m in self.near[n] if not self.jungle[m]) for n in range(self.hexes))
        """R7.4a: of those the ones over which a zone of control reaches."""
        self.coasts = tuple(n for n in range(self.hexes) if self.coast[n])
        self.stealth_near = tuple(tuple(m for m in self.near[n] if self.jungle[m]) for n in range(self.hexes))
        courses = [tuple(plan.number[name] for name in course) for course in data["rivers"].values()]
        self.river = plan.flags(n for course in courses for n in course)
        self.stream = frozenset((a, b) for course in courses for a in course for b in course if a != b)
        """Pairs of hexes of one river."""
        pairs = [(plan.number[a], plan.number[b]) for a, b in data["roads"]["edges"]]
        self.roads = frozenset(pairs) | frozenset((b, a) for a, b in pairs)
        self.road = plan.flags(n for pair in pairs for n in pair)
        self.villages = tuple(plan.number[entry["hex"]] for entry in data["village"].values())
        self.village = plan.flags(self.villages)
        self.field = plan.number[data["pinned"]["henderson_field"]]
        self.where = {place: n for n, place in enumerate(plan.at)}
        self.names = plan.names
        self.number = plan.number

    def _read_units(self, data: Mapping[str, Any]) -> None:
        """R2.2.1a, R2.2.1b, R2.2.1c, R2.2.1d: every counter, the Americans apart from the Japanese."""
        made = [
            Unit(
                name, SIDES.index(entry["side"]), entry["label"], entry["type"], entry["size"], entry["bar"],
                entry["combat"], entry.get("range", 0), entry["move"], entry.get("arrival", 0), entry.get("period", 0),
                entry.get("number", 0), bool(entry.get("heavy")),
            )
            for name, entry in data["unit"].items()
        ]  # fmt: skip
        self.units = tuple(tuple(unit for unit in made if unit.side == side) for side in (AMERICAN, JAPANESE))
        self.full = tuple(tuple(unit.combat for unit in own) for own in self.units)
        self.unit_number = {unit.name: (side, i) for side in (0, 1) for i, unit in enumerate(self.units[side])}
        self.guns = tuple(tuple(i for i, unit in enumerate(own) if unit.gun) for own in self.units)

    def _read_turns(self, data: Mapping[str, Any]) -> None:
        """R5.0a, Q4, R10.1: the turn track, from turn 1; entry 0 stands empty."""
        events, chart = data["turns"]["events"], data["turns"]["turn"]
        firsts = data["tables"]["rabaul"]["first_turns"]
        kinds = {"unlimited": UNLIMITED, "+": ROLL}
        turns = [Turn("", "", (0, 0), -1, 0)]
        for key, entry in chart.items():
            n = int(key)
            drawer = SIDES.index(events["odd" if n % 2 else "even"]) if n >= events["first"] else -1
            supply = tuple(kinds.get(entry[side], entry[side]) for side in SIDES)
            period = sum(n >= first for first in firsts)
            turns.append(Turn(entry["date"], entry["month"], (supply[0], supply[1]), drawer, period))
        self.turns = tuple(turns)[: aim_of(self.option).get("last", len(turns)) + 1]
        """From turn 0, before the game, to the last."""

    def _read_tables(self, data: Mapping[str, Any]) -> None:
        """R8.1.5, R8.2.1.3: the tables."""
        self.tables = data
        self.table_columns = tuple(data["attrition"]["columns"])
        self.table = tuple(tuple(tuple(cell) for cell in row) for row in data["attrition"]["rows"])
        self.fire_from = tuple(data["fire"]["columns"])
        self.fire_rows = tuple(tuple(row) for row in data["fire"]["rows"])
        self.harm = int(data["fire"]["damage"])
        self.replenish_from = tuple(data["replenishment"]["columns"])
        self.replenish = tuple(tuple(tuple(row) for row in data["replenishment"][side]) for side in SIDES)
        self.bombardment = tuple(dict(data["bombardment"][side]) for side in SIDES)
        self.terrain: dict[str, int] = {key: n for key, n in data["terrain"].items() if key != "source"}
        self.limits: dict[str, int] = {key: n for key, n in data["limits"].items() if key != "source"}
        aim = aim_of(self.option)
        self.limits["victory"] = aim.get("points", self.limits["victory"])
        self.own_rule: str = aim.get("rule", "")
        """The statement of a short scenario of ours, by which it is won; "" for the game of the book."""
        self.status = data["field"]
        self.points = data["points"]
        self.rabaul = data["rabaul"]


def event_numbers(data: Mapping[str, Any]) -> dict[str, int]:
    """R2.3, R5.0b: the number of each event that has one: it stands on the card that bears it, or on another."""
    cards = list(data["cards"]["card"].values())
    found = dict.fromkeys(NUMBERS, 0)
    for card in cards:
        for side in SIDES:
            if card[side] in NUMBERS:
                key = NUMBERS[card[side]][0]
                own = card.get(f"{side}_number", card.get(key))
                found[card[side]] = next((one[key] for one in cards if key in one), 0) if own is None else own
    return found


def entry_cost(p: Printed, a: int, b: int, rain: bool = False, easy: bool = False) -> int:
    """R7.3a, R7.3b, Q14, Q42: what the step from a hex to its neighbour costs; `rain` and `easy` (jungle at 1) are
    events."""
    price = p.terrain
    if (a, b) in p.roads:
        return max(price["village"] if p.village[b] else price["road"], 1 if rain else 0)
    cost = price["clear"]
    if p.jungle[b]:
        cost = max(cost, price["clear"] if easy else price["jungle"])
    if p.river[b]:
        cost = max(cost, price["river"])
    return max(cost, price["village"]) if p.village[b] else cost


@lru_cache(maxsize=16)
def steps_table(p: Printed, rain: bool, easy: bool) -> Steps:
    """R7.3b, R7.3c, Q14: all steps over land with their cost, and whether the river stops whoever comes this way."""
    bridged = p.roads if p.option.get("road_rivers") != "stop" else frozenset[tuple[int, int]]()
    return tuple(
        tuple(
            (
                b,
                entry_cost(p, a, b, rain, easy),
                int(bool(p.river[b]) and (a, b) not in bridged and (a, b) not in p.stream),
            )
            for b in p.near[a]
        )
        for a in range(p.hexes)
    )


@lru_cache(maxsize=2048)
def distances(p: Printed, start: int) -> bytes:
    """R8.1.3: how far every hex is from one: column by column, for in a column it falls and rises by one a hex, but
    not below the number of columns between."""
    rows = p.hexes // p.columns
    column, row = divmod(start, rows)
    high = 2 * row + (1 - column % 2)
    found = []
    for c in range(p.columns):
        first = 2 * rows + (1 - c % 2) - high
        found.append(p.rulers[abs(c - column)][first : first + 2 * rows : 2])
    return b"".join(found)


def rulers(columns: int, rows: int) -> tuple[bytes, ...]:
    """R8.1.3: for each number of columns between two hexes, how far they are apart by their difference in height,
    counted in halves of a hex from as far below as there are rows."""
    return tuple(
        bytes(min(255, across + max(0, (abs(high - 2 * rows) - across + 1) // 2)) for high in range(4 * rows + 2))
        for across in range(columns)
    )


@lru_cache(maxsize=8)
def read_data(correction: str) -> Mapping[str, Any]:
    """All data with an overlay, given as JSON text; not what is only drawn (`board.toml`). Raises BadInput."""
    data = load_data(PACKAGE, json.loads(correction) if correction else None)
    return {stem: table for stem, table in data.items() if stem != "board"}


@lru_cache(maxsize=8)
def read_board(correction: str) -> Mapping[str, Any]:
    """What is drawn besides the hexes, with an overlay. Raises BadInput."""
    found: Mapping[str, Any] = load_data(PACKAGE, json.loads(correction) if correction else None)["board"]
    return found


@lru_cache(maxsize=64)
def printed(options: tuple[tuple[str, Any], ...], correction: str = "") -> Printed:
    """The same setting for the same options and corrections."""
    return Printed(read_data(correction), options, correction)


def data_digest(correction: str) -> str:
    """A digest of all data, corrections included."""
    return digest(read_data(correction))
