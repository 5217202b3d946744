"""The printed game: map, counters, chart and tables, as numbers that the rules look up.

Every place has one number: first the hexes, in the order of `data/hexes.toml`, then the entry points, the off-map boxes
A to D, the air and naval boxes, and two places for counters that are still to come or lost.
Ground units, aircraft and ships are numbered each for themselves, the Americans first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ironbottom.kernel import printed
from ironbottom.kernel.data import load_data
from ironbottom.kernel.hexes import HexMap, axial, edges
from ironbottom.kernel.overlay import Corrected, corrected
from ironbottom.kernel.scenarios import aim_of
from ironbottom.kernel.value import Value, value

PACKAGE = "ironbottom.games.first_blood"
AMERICAN, JAPANESE = 0, 1
SIDES = ("american", "japanese")

OPERATIVE, DAMAGED, DESTROYED, UNBUILT = 0, 1, 2, 3
STATUS = ("operative", "damaged", "destroyed", "unbuilt")
"""The states of an airfield hex."""

AIMED = 1000
"""Added to the hex of a bomber that waits over the hex that it will attack."""

OPEN, RIVER, RIDGE = 0, 1, 2
"""What stands between an attacker and a defender."""


@value
class Unit(Value):
    """8.3a, 9.1a, 11.1a: a ground counter. `combat` is the left-hand number; a `reach` above 0 makes it artillery;
    `arrives` is a turn, 0 for the set-up."""

    name: str
    side: int
    arm: str
    combat: int
    reach: int
    move: int
    arrives: int
    engineer: bool
    full_name: str

    @property
    def artillery(self) -> bool:
        return self.reach > 0


@value
class Plane(Value):
    """13.1a, 13.1b: an air counter: fighters, bombers, and the F4F which may be either."""

    name: str
    type: str
    side: int
    fighter: bool
    bomber: bool
    arrives: int


@value
class Ship(Value):
    """10.0a: a warship; only Japan has them. `special`: it may be called for in any turn from `arrives` on."""

    name: str
    type: str
    arrives: int
    special: bool


@value
class Effect(Value):
    """A combat result: how many units each side loses (-1: all), who retreats, and whether the attacker may advance."""

    code: str
    attacker_loss: int
    attacker_retreat: bool
    defender_loss: int
    defender_retreat: bool
    advance: bool


def ground_between(one: str, other: str) -> str:
    """4.2a: the kind of a hexside without a river, by the terrain on both sides of it."""
    return next((kind for kind in ("ridge", "jungle") if kind in (one, other)), "clear")


def hexsides_that_follow(data: Mapping[str, Any]) -> dict[str, str]:
    """4.2a, 4.5b: the kinds of the hexsides that follow from the terrain beside them: not of rivers, nor of the
    exceptions that are printed, nor of those that an owner corrected."""
    land, printed_land = data["hexes"]["hex"], load_data(PACKAGE)["hexes"]["hex"]
    return {
        pair: ground_between(*(land[name]["terrain"] for name in pair.split("|")))
        for pair, entry in data["hexsides"]["side"].items()
        if not corrected(entry, "kind")
        and entry["kind"] == ground_between(*(printed_land[name]["terrain"] for name in pair.split("|")))
    }


def least(steps: Iterable[tuple[int, int]]) -> int:
    """The least cost of these steps; 99 where there is none."""
    return min([cost for _, cost in steps], default=99)


class Printed(printed.Printed):
    """The game as printed, with the options agreed."""

    def __init__(self, package: str, correction: str, chosen: tuple[tuple[str, Any], ...]) -> None:
        super().__init__(package, correction, chosen)
        self.setup = self.data["setup"]
        self._read_map(self.data)
        self._read_places(self.data["map"])
        self._read_counters(self.data)
        self._read_combat(self.data["combat"])
        self.steps_to = tuple(("step", name) for name in self.names)
        """4.0a: the action that steps to each place."""
        self.takes = tuple(("take", unit.name) for unit in self.units)
        """4.0a: the action that takes each ground unit in hand."""

    def _read_map(self, data: Mapping[str, Any]) -> None:
        """4.2a, 4.2b, 4.4a, 4.4b, 4.4c, 4.5a, 4.5b: what a step costs, what shields a defender, where a retreat may go.

        A hexside costs by its kind; a river by the hex that is entered; the ford costs nothing more than its hex, but
        shields like the river, and a retreat may cross it. Where an owner corrects the terrain of a hex, its hexsides
        follow.
        """
        land = data["hexes"]["hex"]
        layout = data["map"]["grid"]["layout"]
        self.plan = HexMap((name, axial(int(name[2:]), int(name[:2]), layout)) for name in land)
        plan, number = self.plan, self.plan.number
        self.hexes = len(plan)
        self.near = plan.near
        self.last_fronts: list[tuple[tuple[int, ...] | None, Any]] = [(None, None), (None, None)]
        """For each side what `zones.front` was asked for last: where all units are, and its answer."""
        self.jungle = plan.flags(number[name] for name, entry in land.items() if entry["terrain"] == "jungle")
        self.ridge = plan.flags(number[name] for name, entry in land.items() if entry["terrain"] == "ridge")
        price = data["terrain"]["step"]
        self.mended = tuple(name for name, entry in land.items() if corrected(entry, "terrain"))
        """The hexes of which an owner corrected the terrain."""
        follow = hexsides_that_follow(data) if self.mended else {}
        kinds: dict[tuple[int, int], tuple[str, bool]] = {}
        for pair, entry in data["hexsides"]["side"].items():
            first, _, second = pair.partition("|")
            a, b = number[first], number[second]
            kinds[a, b] = kinds[b, a] = (follow.get(pair, entry["kind"]), bool(entry.get("ford")))

        def cost(a: int, b: int) -> int:
            kind, ford = kinds[a, b]
            if kind == "river":
                over = "jungle" if self.jungle[b] else "clear"
                return int(price[over] if ford else price[f"river_into_{over}"])
            return int(price[kind])

        self.edges = edges(plan, cost)
        self.cheapest = tuple(least(steps) for steps in self.edges)
        """The least cost of a step from each hex."""
        guard = {"river": RIVER, "ridge": RIDGE}
        self.shield: tuple[dict[int, int], ...] = tuple(
            {b: guard.get(kinds[a, b][0], OPEN) for b in plan.near[a]} for a in range(self.hexes)
        )
        """For each hex and its neighbour: RIVER, RIDGE or OPEN."""
        self.retreats: tuple[tuple[int, ...], ...] = tuple(
            tuple(b for b in plan.near[a] if kinds[a, b][0] != "river" or kinds[a, b][1]) for a in range(self.hexes)
        )

    def _read_places(self, chart: Mapping[str, Any]) -> None:
        """3.0a, 6.0a, 7.5.2a, 12.1a, 12.5a: areas, entry points with their arrows, boxes, airfields and their
        limits."""
        plan = self.plan
        self.map = chart
        points = chart["entry_point"]
        boxes, pools = chart["box"], chart["pool"]
        names = list(plan.names)
        self.points = tuple(range(len(names), len(names) + len(points)))
        names += [f"entry_{key}" for key in points]
        self.boxes = tuple(range(len(names), len(names) + len(boxes)))
        names += [f"box_{key}" for key in boxes]
        self.pools = tuple(range(len(names), len(names) + len(pools)))
        names += list(pools)
        names += ["coming", "lost"]
        self.names = tuple(names)
        self.number: dict[str, int] = {name: n for n, name in enumerate(names)}
        arrows = [tuple(plan.number[name] for name in entry["hexes"]) for entry in points.values()]
        arrows += [tuple(plan.number[name] for name in entry["hexes"]) for entry in boxes.values()]
        self.entries: dict[int, tuple[int, ...]] = dict(zip(self.points + self.boxes, arrows, strict=True))
        """The hexes to which the arrows of an entry point or box lead."""
        self.entry_sides: dict[int, int] = {
            place: SIDES.index(entry["side"]) for place, entry in zip(self.points, points.values(), strict=True)
        }
        self.ways_in: tuple[tuple[int, ...], tuple[int, ...]] = (
            tuple(h for p in self.points if self.entry_sides[p] == AMERICAN for h in self.entries[p]),
            tuple(h for p in self.points if self.entry_sides[p] == JAPANESE for h in self.entries[p]),
        )
        """All hexes that the entry points of a side lead to."""
        self.open_boxes: tuple[int, ...] = tuple(self.number[f"box_{one}"] for one in self.setup["japanese"]["boxes"])
        """3.1a, 7.2b: the boxes in which units are set up and arrive."""
        letters = list(boxes)
        self.next_boxes: dict[int, tuple[int, ...]] = {
            place: tuple(self.boxes[letters.index(other)] for other in boxes[key]["adjacent"])
            for place, key in zip(self.boxes, letters, strict=True)
        }
        area = chart["setup_area"]
        self.setup_area = tuple(f"{area[f'{way}_min']:02}-{area[f'{way}_max']:02}" for way in ("row", "column"))
        """3.0a: its rows and its columns, in words."""
        self.setup_hexes = tuple(
            n
            for n, name in enumerate(plan.names)
            if area["row_min"] <= int(name[:2]) <= area["row_max"]
            and area["column_min"] <= int(name[2:]) <= area["column_max"]
        )
        fields = [(name, field) for field in chart["airfield"].values() for name in field["hexes"]]
        self.fields = tuple(plan.number[name] for name, _ in fields)
        self.field_at = [-1] * len(names)
        for n, here in enumerate(self.fields):
            self.field_at[here] = n
        self.capacity_users = tuple(tuple(field["users"]) for _, field in fields)
        self.start_status = tuple(STATUS.index(field["start"]) for _, field in fields)
        limits = chart["limits"]
        self.ground_limit = int(limits["stack"])
        self.point_limit = int(limits["entry_point"])
        self.air_limit = int(limits["air_per_hex"])

    def _read_counters(self, data: Mapping[str, Any]) -> None:
        """7.0a, 7.6a, 10.1c, 13.1b: every counter, and the turn in which the chart brings it."""
        chart = data["turns"]["turn"]
        self.turns = tuple(chart)
        aim = aim_of(self.options)
        self.last: int = aim.get("last", len(self.turns))
        """2.0b: the number of the turn after which the game is decided."""
        self.enough: int = aim.get("units", 1)
        """2.0b: so many Japanese units on the map win it then."""
        self.costly: int = aim.get("costly", 0)
        """IB-1, IB-2: one unit less is enough once the Americans have lost so many combat factors; 0 if it never is."""
        self.before: int = aim.get("before", 0)
        """IB-2: the combat factors that they had lost when the short scenario began."""
        self.own_rule: str = aim.get("rule", "")
        """The statement of a short scenario of ours, by which it is won; "" for the game of the book."""
        when = {name: n + 1 for n, name in enumerate(self.turns)} | {"START": 0}
        self.units = tuple(
            Unit(
                name, SIDES.index(entry["side"]), entry["class"], entry["combat"], entry["range"], entry["move"],
                when[entry["arrival"]], bool(entry.get("engineer")), entry["name"],
            )
            for side in SIDES
            for name, entry in data["units"]["unit"].items()
            if entry["side"] == side
        )  # fmt: skip
        count = sum(unit.side == AMERICAN for unit in self.units)
        self.own = (range(count), range(count, len(self.units)))
        """The numbers of each side's ground units."""
        self.unit_number = {unit.name: n for n, unit in enumerate(self.units)}
        arrivals: list[tuple[int, Mapping[str, Any]]] = [(0, {side: data["setup"][side] for side in SIDES})]
        arrivals += [(n + 1, entry) for n, entry in enumerate(chart.values())]
        kinds = data["aircraft_and_ships"]
        self.type_names: dict[str, str] = {
            key: entry["name"] for table in (kinds["air"], kinds["ship"]) for key, entry in table.items()
        }
        """What the types of aircraft and ships are called."""
        planes: list[Plane] = []
        for key, kind in kinds["air"].items():
            count = 0
            for turn, entry in arrivals:
                for _ in range(entry[kind["side"]]["air"].get(key, 0)):
                    count += 1
                    roles, owner = kind["roles"], SIDES.index(kind["side"])
                    planes.append(Plane(f"{key}-{count}", key, owner, "fighter" in roles, "bomber" in roles, turn))
        self.planes = tuple(sorted(planes, key=lambda plane: plane.side))
        self.plane_number = {plane.name: n for n, plane in enumerate(self.planes)}
        special = data["turns"]["special"]
        ships: list[Ship] = []
        for key in kinds["ship"]:
            count = 0
            for turn, entry in arrivals[1:]:
                for _ in range(entry["japanese"]["ships"].get(key, 0)):
                    count += 1
                    ships.append(Ship(f"{key}-{count}", key, turn, False))
        ships += [Ship(name, special["type"], when[special["first_turn"]], True) for name in special["destroyers"]]
        self.ships = tuple(ships)
        self.ship_number = {ship.name: n for n, ship in enumerate(self.ships)}

    def _read_combat(self, data: Mapping[str, Any]) -> None:
        """8.9a, 9.2a: the two tables; ranges count both hexes, so that a range of 8 reaches seven steps."""
        self.columns = tuple(data["table"]["columns"])
        self.tables = tuple(tuple(tuple(row) for row in data["table"][side]["rows"]) for side in SIDES)
        self.effects = {
            code: Effect(
                code, entry["attacker_loss"], entry["attacker_retreat"], entry["defender_loss"],
                entry["defender_retreat"], entry["advance"],
            )
            for code, entry in data["result"].items()
        }  # fmt: skip
        self.modifiers: dict[str, int] = {key: n for key, n in data["modifier"].items() if key != "source"}
        self.gun_limit = int(data["artillery"]["limit"])
        self.double = int(data["doubling"]["factor"])
        self.other_effects = frozenset(code for code, entry in data["result"].items() if isinstance(entry, Corrected))
        """The results that an owner corrected."""
        reaches = sorted({unit.reach for unit in self.units if unit.reach})
        self.range_of = {
            reach: tuple(
                self.plan.flags(self.plan.within(n, reach - 1)) if reach else b"" for n in range(self.hexes)
            )
            for reach in reaches
        }
        """For each range and hex, the hexes that can be fired at."""
