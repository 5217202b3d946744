"""G1, G5, G8, G10, U9, M2, C7, R14, R16: what is printed: spaces, units and their values, the battle box, the set-up;
read once from `data/`, for one set of options.

Units and spaces are numbers in the state; `KINDS` and `SPACES` are their names, in actions, files and texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.kernel import printed
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.scenarios import aim_of

AXIS, ALLIES = 0, 1
SIDES = ("axis", "allies")

KINDS = ("DST", "CRU", "BAT", "CAR", "TRN", "SUB", "PTB", "FTR", "BOM", "INF", "ART", "AAG", "SUP")
DST, CRU, BAT, CAR, TRN, SUB, PTB, FTR, BOM, INF, ART, AAG, SUP = range(13)
KIND = {name: number for number, name in enumerate(KINDS)}
SHIPS = (DST, CRU, BAT, CAR, TRN, SUB, PTB)
GROUND = (INF, ART, AAG, SUP)
"""What lies on an island, in the order of its counts."""

SPACES = (*"ABCDEFGHIJKLM", "BOU", "CHO", "SIS", "MAL", "NGE", "GUA", "RAB", "NCA")
SPACE = {name: number for number, name in enumerate(SPACES)}
SEAS, ISLANDS, LANDS = 13, 6, 8
"""Sea zones are the spaces 0 to 12, islands 13 to 18, the land of the bases 19 and 20."""
BASE = (SPACE["RAB"], SPACE["NCA"])
HOME = (SPACE["L"], SPACE["M"])
"""The land and the waters of each side's base."""

AIR, SEA, LAND = 0, 1, 2
CATEGORIES = ("air", "sea", "land")

TOKENS = (
    "command_decision", "banzai_charge", "night_fighting", "quick_drop", "superior_fighters",
    "good_logistics", "amphibious_assault", "pt_boats", "coast_watchers",
)
TOKEN = {name: number for number, name in enumerate(TOKENS)}


class Printed(printed.Printed):
    """The printed game with the options agreed."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        data, chosen = self.data, self.options
        units, numbers = data["units"]["unit"], data["units"]["numbers"]
        self.cost = tuple(int(units[kind].get("cost", 0)) for kind in KINDS)
        self.power = tuple(tuple(int(units[kind][where]) for kind in KINDS) for where in CATEGORIES)
        self.guns = tuple(self.power[LAND][kind] if kind in (CRU, BAT) else 0 for kind in range(len(KINDS)))
        """R2, U4: the land values of the ships that fire at islands."""
        self.room = tuple(int(units[kind].get("capacity", 0)) for kind in KINDS)
        worth = int(numbers["capital_ship_vp"])
        self.capital = tuple(worth if units[kind].get("capital") else 0 for kind in KINDS)
        self.resilient = tuple(bool(units[kind].get("resilient")) for kind in KINDS)
        self.flown = tuple(int(units[kind]["move"]) for kind in KINDS)
        boxes = data["units"]["box"]
        self.boxes = tuple(tuple(KIND[kind] for kind in boxes[where]["slots"]) for where in CATEGORIES)
        self.order = tuple(tuple(KIND[kind] for kind in boxes[where]["order"]) for where in CATEGORIES)
        self.hits = tuple(int(number) for number in numbers["hit_values"])
        aim = aim_of(chosen)
        self.victory: int = aim.get("points", int(numbers["victory_points_to_win"]))
        self.last: int = aim.get("last", 0)
        """IB-1, IB-2: the turn at whose end a short scenario of ours is decided; 0 for none."""
        self.own_rule: str = aim.get("rule", "")
        """The statement of a short scenario of ours, by which it is won; "" for the game of the book."""
        self.field_room = int(numbers["airfield_capacity"])
        self.field_hits = int(numbers["airfield_hits_to_damage"])
        self.field_worth = int(numbers["airfield_vp"])
        self.build = int(numbers["airfield_build_supply"])
        self.mend = int(numbers["airfield_repair_supply"])
        self.repair = int(numbers["ship_repair_supply"])
        old = chosen.get("reinforcement_points") == "5+2"
        self.points = 5 if old else int(numbers["reinforcement_base"])
        self.per_island = 2 if old else int(numbers["reinforcement_per_island"])
        self._map(data["map"])
        self.hidden = bool(chosen.get("hidden_movement"))
        self.landings = bool(chosen.get("enemy_base_landing", True))
        self.troops_capture = not chosen.get("capture_without_troops", True)
        self.swift = chosen.get("nothing_to_decide") == "swift"
        self.goes_on = self.swift or chosen.get("nothing_to_decide") == "go_on"
        self.early_tokens = chosen.get("axis_tokens_come") == "combat"
        self.early_boats = chosen.get("pt_boats_come") == "combat"
        self.boats_apart = chosen.get("coast_watchers_boats") == "apart"
        self.tokens = tuple(self._tokens(chosen, side) for side in SIDES)
        if sum(self.tokens[AXIS]) != sum(self.tokens[ALLIES]):
            counts = " and ".join(f"{side} has {sum(own)}" for side, own in zip(SIDES, self.tokens, strict=True))
            raise BadInput(f"both sides have the same number of advantage tokens; {counts}")

    def _map(self, board: Mapping[str, Any]) -> None:
        near: list[list[int]] = [[] for _ in SPACES]
        closed: set[tuple[int, int]] = set()
        for name, border in board["border"].items():
            one, other = (SPACE[end] for end in name.split("-"))
            if border["way"] == "closed":
                closed |= {(one, other), (other, one)}
            else:
                near[one].append(other)
                near[other].append(one)
        self.closed = frozenset(closed)
        ways = [tuple(sorted(row)) for row in near]
        self.neighbours = tuple(tuple(z for z in ways[zone] if z < SEAS) for zone in range(SEAS))
        self.shores = tuple(tuple(z for z in ways[zone] if z >= SEAS) for zone in range(SEAS))
        self.waters = tuple(tuple(z for z in ways[space] if z < SEAS) if space >= SEAS else () for space in range(21))
        self.air_reach = tuple(tuple(_within(ways, start, steps) for start in range(21)) for steps in range(7))
        self.slots = tuple(int(board["space"][SPACES[SEAS + i]]["airfields"]) for i in range(ISLANDS))
        deploy: list[dict[int, int]] = [{}, {}]
        for zone in range(SEAS):
            entry = board["space"][SPACES[zone]].get("deploy")
            if entry:
                deploy[SIDES.index(entry["side"])][zone] = int(entry["number"])
        self.deploy = tuple(deploy)

    def _tokens(self, chosen: Mapping[str, Any], side: str) -> tuple[int, ...]:
        how = chosen.get("advantages", "none")
        printed = [int(self.data["advantages"]["token"][name][side]) for name in TOKENS]
        if how == "all":
            return tuple(printed)
        if how == "none":
            return (0,) * len(TOKENS)
        return tuple(int(chosen.get(f"{side}_{name}", 0)) for name in TOKENS)


def _within(ways: list[tuple[int, ...]], start: int, steps: int) -> tuple[int, ...]:
    """The spaces that an aircraft reaches in so many steps, nearest first, without its own."""
    seen = {start: 0}
    edge = [start]
    for _ in range(steps):
        edge = [near for space in edge for near in ways[space] if near not in seen and not seen.update({near: 1})]
        edge = list(dict.fromkeys(edge))
    return tuple(space for space in seen if space != start)
