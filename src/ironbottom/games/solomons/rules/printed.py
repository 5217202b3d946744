"""The printed game with the options agreed: map, counters, tables and numbers, as small integers.

Hexes are 0 to 18 (A to S); bases stand behind them as places 20 and up; task forces are 0 to 5 of their side.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ironbottom.kernel.data import digest, load_data
from ironbottom.kernel.scenarios import aim_of
from ironbottom.kernel.step import Setting

PACKAGE = "ironbottom.games.solomons"
JAPAN, USA = 0, 1
SIDES = ("japanese", "american")
LETTERS = "ABCDEFGHIJKLMNOPQRS"
A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S = range(19)  # noqa: E741
RABAUL, TRUK, ES, AUSTRALIA, HENDERSON, SHORTLANDS = range(6)
BASES = ("rabaul", "truk", "espiritu_santo", "australia", "henderson", "shortlands")
PORT = 20
"""Place of base b: PORT + b."""
PORTS = ((RABAUL, TRUK), (ES, AUSTRALIA))
LAC, NAC, RAW = 0, 1, 2
KINDS = ("lac", "nac", "raw")
ANTI_SHIP, BOMBARD, TRANSPORT = 1, 2, 3
MISSIONS = ("none", "anti_ship", "bombardment", "transport")
LAST = 14
"""The last segment: every ship is home then (RS-066)."""
LAST_DAYS = (7, 13)
"""The segments with the last day of either half."""

# where a unit is (`Campaign.at`)
OUT, SUNK = -1, -2
FLEET = 10
"""In task force n of its side: FLEET + n."""
BACK = 20
"""Returning at base b in the turn `Campaign.due`."""
SCHOOL = 30
"""A carrier in training, returning at base b."""
DEEP = 40
"""A submarine in hex h."""
HOME = 60
"""Home again at base b, until the Game-Turn ends."""
BEACH = 70
"""American, in hex M before Game-Turn 1."""
HIDDEN = 99
"""In a view: not known."""

# what a unit is, and what a task force is made of, in bits (`Printed.trait`, `traits`)
CAPITALS, TRANSPORTS, CARRIERS, BARRED, FAST_TRANSPORTS = 1, 2, 4, 8, 16
"""BARRED: ships that may not run down the Slot."""

SCORES = ("CV", "BB", "CA", "DD", "TR", "SS", "APD", "supply", "ground", "lac", "nac", "field")


def place_name(code: int) -> str:
    """How a place is written: a letter, or a base."""
    return LETTERS[code] if code < PORT else BASES[code - PORT]


class Printed(Setting):
    """Map, counters, tables and numbers, with the options agreed."""

    __slots__ = (
        "anti_slot",
        "arms",
        "attack",
        "augmentation",
        "before",
        "began",
        "bombardment",
        "capital",
        "cargo",
        "carriers",
        "correction",
        "data",
        "deck",
        "deck_of_lost",
        "defense",
        "dist",
        "empty_to_japan",
        "entries",
        "flak",
        "group_by_group",
        "groups_by_kind",
        "guards_lost_field",
        "gun_limit",
        "home_hops",
        "home_nearest",
        "ids",
        "index",
        "kind",
        "lac_turn",
        "last_fleets",
        "mild",
        "near",
        "numbers",
        "of_side",
        "opens",
        "options",
        "own_rule",
        "patrol_binds",
        "place",
        "room",
        "sailors",
        "ship_limit",
        "ships",
        "side",
        "slot",
        "sort",
        "span",
        "submarine_abort",
        "submarine_calls",
        "submarine_draws_all",
        "submarines",
        "tables",
        "trait",
        "transports_at_truk",
        "turn",
        "turns",
        "units",
        "worth",
        "zone",
        "zone_later",
    )

    def __init__(self, data: Mapping[str, Any], options: tuple[tuple[str, Any], ...], correction: str) -> None:
        self.data, self.options, self.correction = data, options, correction
        chosen = dict(options)
        self.augmentation = int(chosen.get("augmentation", 0))
        self.group_by_group = chosen.get("air_attack_order", "by_group") == "by_group"
        self.lac_turn = int(chosen.get("october_lac", 9))
        self.submarine_abort = str(chosen.get("submarine_abort", "segment"))
        self.submarine_calls = chosen.get("submarine_patrol", "four") == "shorter"
        self.deck_of_lost = str(chosen.get("deck_of_lost_carrier", "crippled_lands"))
        self.groups_by_kind = chosen.get("groups_told", "heavy") == "by_kind"
        self.patrol_binds = chosen.get("patrol_transfer", "unless_fired") == "never"
        self.submarine_draws_all = chosen.get("submarine_draw", "entering") == "hex"
        self.empty_to_japan = chosen.get("empty_island", "holder") == "japan"
        self.guards_lost_field = chosen.get("field_guard", "always") == "always"
        self.transports_at_truk = chosen.get("transport_repair", "rabaul") == "truk"
        self.home_nearest = chosen.get("way_home", "any") == "nearest"
        self.mild = chosen.get("surface_die_one", "read") == "mild"
        rows = data["units"]
        self.ids = tuple(key for key in rows if key != "source")
        self.index = {key: number for number, key in enumerate(self.ids)}
        of = [rows[key] for key in self.ids]
        self.side = tuple(SIDES.index(row["side"]) for row in of)
        self.of_side = tuple(tuple(u for u in range(len(of)) if self.side[u] == side) for side in (JAPAN, USA))
        self.span = tuple(slice(units[0], units[-1] + 1) for units in self.of_side)
        self.kind = tuple(row["type"] for row in of)
        self.capital = tuple(bool(row["capital"]) for row in of)
        self.bombardment = tuple(row["bombardment"] for row in of)
        self.deck = tuple(row["aircraft"] for row in of)
        self.flak = tuple(row["flak"] for row in of)
        self.attack = tuple(row["attack"] for row in of)
        self.defense = tuple(row["defense"] for row in of)
        self.cargo = tuple(row["cargo"] for row in of)
        self.turn = tuple(row["turn"] for row in of)
        by_chart = {"U-DD-6": "espiritu_santo"} if chosen.get("destroyers_six") == "espiritu_santo" else {}
        self.place = tuple(by_chart.get(key, row["place"]) for key, row in zip(self.ids, of, strict=True))
        self.arms = tuple(row["augmentation"] for row in of)
        self.worth = tuple(row["worth"] if row["worth"] != "none" else "APD" for row in of)
        self.units = len(of)
        self.sort = tuple(
            "SS" if k == "SS" else "transport" if k == "TR" else "capital" if self.capital[u] else "small"
            for u, k in enumerate(self.kind)
        )
        sorts = ("BC", "capital", "small", "transport")  # as `intelligence.BC` and so on
        self.carriers = tuple(tuple(u for u in units if self.deck[u]) for units in self.of_side)
        self.ships = tuple(tuple(u for u in units if self.kind[u] != "SS") for units in self.of_side)
        self.submarines = tuple(u for u, kind in enumerate(self.kind) if kind == "SS")
        self.sailors = tuple(
            (u, sorts.index(self.sort[u]), self.kind[u] == "BC") for u in self.of_side[JAPAN] if self.sort[u] != "SS"
        )
        self.trait = tuple(
            CAPITALS * self.capital[u] | TRANSPORTS * (k == "TR") | CARRIERS * (k == "CV")
            | BARRED * (k in ("TR", "CV", "BB", "B")) | FAST_TRANSPORTS * (k == "APD")
            for u, k in enumerate(self.kind)
        )
        self.last_fleets: list[tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[int, ...]]] = [
            ((), (), ()), ((), (), ())]
        self.room = tuple(int(data["map"]["bases"][base]["air_limit"]) for base in BASES)
        hexes = data["map"]["hexes"]
        self.near = tuple(tuple(LETTERS.index(n) for n in hexes[letter]["neighbours"]) for letter in LETTERS)
        self.dist = tuple(_distances(self.near, start) for start in range(19))
        bases = data["map"]["bases"]
        self.ship_limit: int = bases["rabaul"]["ship_limit"]
        self.gun_limit: int = bases["rabaul"]["gun_limit"]
        self.entries = tuple(tuple(sorted(LETTERS.index(h) for h in bases[b]["entry"])) for b in BASES)
        # hops from a hex to an exit hex of a base; [base][hex]
        self.home_hops = tuple(
            tuple(min((self.dist[h][e] for e in self.entries[b]), default=99) for h in range(19)) for b in range(6)
        )
        routes = data["map"]["routes"]
        self.slot = tuple(LETTERS.index(h) for h in routes["slot"])
        self.anti_slot = tuple(LETTERS.index(h) for h in routes["anti_slot"])
        recon = data["map"]["reconnaissance"]
        first = [LETTERS.index(h) for h in recon["first"]]
        if not chosen.get("recon_h_from_start", True):
            first.remove(LETTERS.index(recon["doubtful"]))
        self.zone = frozenset(first)
        self.zone_later = frozenset(LETTERS.index(h) for h in recon["later"])
        self.tables = data["tables"]
        self.turns = data["turns"]
        aim = aim_of(chosen)
        self.numbers = data["params"]
        if "last" in aim:
            levels = data["params"]["levels"]
            self.numbers = {
                **data["params"], "time": {**data["params"]["time"], "turns": aim["last"]},
                "levels": {**levels, "marginal_above": levels["draw_above"]},
            }
        self.began: int = aim.get("first", 1)
        """The first Game-Turn that is played."""
        self.before: tuple[int, int] = aim.get("before", (0, 0))
        """The Victory Points that both sides begin with."""
        self.own_rule: str = aim.get("rule", "")
        """The statement of a short scenario of ours, by which it is won; "" for the game of the book."""
        self.opens = int(data["params"]["shortlands"]["opens"])

    def __reduce__(self) -> Any:
        return printed, (self.options, self.correction)

    def __repr__(self) -> str:
        return "Printed()"

    # -- tables --

    def column(self, table: str, value: int) -> int:
        """A33: the column (from 0) of a strength, or of a ratio in halves; -1 below the first."""
        found = -1
        for number, low in enumerate(self.tables[table]["columns"]):
            if value >= low:
                found = number
        return found

    def ratio(self, table: str, attack: int, defense: int) -> int:
        """RS-124: the column of attack to defense, rounded down to a printed one; -1 below the first."""
        return self.column(table, attack * 2 // defense) if defense > 0 else len(self.tables[table]["columns"]) - 1

    def cell(self, table: str, column: int, die: int) -> Any:
        """A46, A47, A48: what the table says."""
        if table == "surface" and self.mild and die == 1 and column in (2, 3):
            return ("half_crippled/half_crippled", "half_crippled/half_destroyed")[column - 2]
        return self.tables[table][str(die)][column]

    def refit(self, base: int, kind: str) -> int:
        """RS-081: the Game-Turns of refit after a sortie that ends at a base."""
        n = self.numbers["refit"]
        if kind == "SS":
            return int(n["submarine"])
        if base == TRUK:
            return int(n["truk"])
        if base == AUSTRALIA:
            return int(n["australia"])
        where = "rabaul" if base == RABAUL else "es"
        sort = "capital" if kind in ("BB", "B", "BC", "CV") else "transport" if kind == "TR" else "other"
        return int(n[f"{where}_{sort}"])

    def base_open(self, base: int, carrier: bool) -> bool:
        """RS-067, RS-072: whether ships of that sort may return to the base."""
        return not carrier or base in (TRUK, AUSTRALIA)


def _distances(near: tuple[tuple[int, ...], ...], start: int) -> tuple[int, ...]:
    far = [99] * len(near)
    far[start] = 0
    ring = [start]
    while ring:
        further: list[int] = []
        for h in ring:
            for n in near[h]:
                if far[n] > far[h] + 1:
                    far[n] = far[h] + 1
                    further.append(n)
        ring = further
    return tuple(far)


@lru_cache(maxsize=8)
def data_of(correction: str = "") -> Mapping[str, Any]:
    """All data with an owner's corrections, given as JSON text. Raises BadInput."""
    return load_data(PACKAGE, json.loads(correction) if correction else None)


def data_digest(correction: str) -> str:
    """A digest of all data but where things are printed on the board: records stay good when it is drawn anew."""
    return digest({name: table for name, table in data_of(correction).items() if name != "board"})


@lru_cache(maxsize=64)
def printed(options: tuple[tuple[str, Any], ...], correction: str = "") -> Printed:
    """The same setting for the same options and corrections."""
    return Printed(data_of(correction), options, correction)


def fleets(p: Printed, at: tuple[int, ...], side: int) -> tuple[tuple[int, ...], ...]:
    """The units of each of a side's six task forces; where the other side's units are is not looked at."""
    last = p.last_fleets[side]
    return last[1] if last[0] is at else _mustered(p, at, side)[1]  # asked many times before a ship moves


def traits(p: Printed, at: tuple[int, ...], side: int) -> tuple[int, ...]:
    """What each of a side's six task forces is made of, in bits."""
    last = p.last_fleets[side]
    return last[2] if last[0] is at else _mustered(p, at, side)[2]


def _mustered(
    p: Printed, at: tuple[int, ...], side: int
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[int, ...]]:
    found: list[list[int]] = [[], [], [], [], [], []]
    made = [0, 0, 0, 0, 0, 0]
    for u in p.ships[side]:
        n = at[u] - FLEET
        if 0 <= n < 6:
            found[n].append(u)
            made[n] |= p.trait[u]
    last = p.last_fleets[side] = (at, tuple(map(tuple, found)), tuple(made))
    return last
