"""The printed two-player game: board, blocks and options as tables that the rules look up.

Locations and types of blocks are numbers here, in the order of `data/two_player.toml`; their names appear in actions,
events and pictures. A *code* is a block on the map: its type with a flag (fresh, moved, new); -1 is an unknown type.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from ironbottom.kernel.data import load_data
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.options import Option
from ironbottom.kernel.scenarios import aim_of
from ironbottom.kernel.step import Setting
from ironbottom.kernel.value import Value, value

AMERICAN, JAPANESE = 0, 1
SIDES = ("american", "japanese")

UNKNOWN = -1
FRESH, MOVED, NEW = 0, 1, 2
"""A block on the map: it may still move; it has moved; it may move, but it did not begin the turn where it stands."""

Stack: TypeAlias = tuple[int, ...]
"""A sorted multiset of codes or of types."""
Army: TypeAlias = tuple[Stack, ...]
"""The stacks of one side, one for each location."""


def code(kind: int, flag: int = FRESH) -> int:
    """A block of that type on the map."""
    return kind * 4 + flag


@value
class Route(Value):
    """2P-17, T-26: a way to a location by one last link: the cheapest, without trail if there is one."""

    goal: int
    via: int
    trail: bool
    path: tuple[int, ...]


class Printed(Setting):
    """2P-0, 2P-4, 2P-5, 2P-56, T-01, T-04, T-35, IB-1, IB-2, IB-3: the board and the blocks,
    each thing under one name, with the options agreed; these are all rulings."""

    __slots__ = (
        "adjacent", "adjacent_mask", "air_value", "anchor_first", "anchors", "anywhere_after", "attack",
        "attrition", "beach", "both_checks", "correction", "counts", "defence", "draw", "drawn_at_setup", "field",
        "first_reinforcement", "general_range", "goes", "immediate", "index", "infantry", "links",
        "locations", "more_anchors", "need", "neighbours", "one_go", "options", "own_rule", "picks", "places",
        "refuge_in_field", "road", "routes_known", "setup_locations", "stays", "strict_beach", "takes", "tokens_to_win",
        "total_actions", "turns", "type_index", "types", "used_stay", "uses", "whole",
    )  # fmt: skip

    def __init__(self, data: Mapping[str, Any], options: tuple[tuple[str, Any], ...], correction: str) -> None:
        self.correction = correction
        self.options = options
        chosen = dict(options)
        track = data["track"]
        aim = aim_of(chosen)
        self.turns: int = aim.get("last", track["turns"])
        self.first_reinforcement: int = track["american_reinforcement"]["first_turn"]
        self.attrition: tuple[int, ...] = tuple(track["attrition"]["turns"])
        self.draw: int = track["draw"]["blocks"]
        self.total_actions: int = track["actions"]["count"]
        self.tokens_to_win: int = aim.get("tokens", track["bombardment"]["wins_at"])
        self.own_rule: str = aim.get("rule", "")
        """The statement of a short scenario of ours, by which it is won; "" for the game of the book."""
        self.general_range: int = data["general"]["range"]
        self.drawn_at_setup: int = data["setup"]["draw"]

        self.locations: tuple[str, ...] = tuple(data["locations"])
        self.index = {name: number for number, name in enumerate(self.locations)}
        self.places = range(len(self.locations))
        self.beach = tuple(row["kind"] == "beach" for row in data["locations"].values())
        self.need = tuple(data["margin"][row["kind"]]["needs"] for row in data["locations"].values())
        self.field = self.index[data["field"]["location"]]
        self.setup_locations = tuple(self.index[name] for name in data["setup"]["locations"])
        more = data["more_anchors"].get(chosen.get("anchors"), {"locations": ()})["locations"]
        self.more_anchors = frozenset(self.index[name] for name in more)
        """Anchors that the board does not print, by option (T-04)."""
        self.anchors = tuple(
            number for number, (name, row) in enumerate(data["locations"].items())
            if row.get("anchor") == "japanese" or name in more
        )  # fmt: skip
        roads: list[int] = [0] * len(self.locations)
        links: list[list[tuple[int, bool]]] = [[] for _ in self.locations]
        for link in data["links"].values():
            one, other = (self.index[name] for name in link["ends"])
            trail = link["kind"] == "trail"
            links[one].append((other, trail))
            links[other].append((one, trail))
            if not trail:
                roads[one] |= 1 << other
                roads[other] |= 1 << one
        self.links = tuple(tuple(sorted(row)) for row in links)
        self.road = tuple(roads)
        self.neighbours = tuple(sum(1 << place for place, _ in row) for row in self.links)
        self.adjacent = tuple(place for place, _ in self.links[self.field])
        self.adjacent_mask = self.neighbours[self.field]

        rows = [list(data["units"][side].items()) for side in SIDES]
        for side in rows:
            side.sort(key=lambda item: not item[1].get("infantry", False))
        self.types = tuple(tuple(name for name, _ in side) for side in rows)
        self.type_index = tuple({name: kind for kind, name in enumerate(names)} for names in self.types)
        self.counts = tuple(tuple(int(row["count"]) for _, row in side) for side in rows)
        self.infantry = tuple(sum(bool(row.get("infantry")) for _, row in side) for side in rows)
        """Types below this number are infantry (Vandegrift included), the rest special blocks."""
        self.attack = tuple(tuple(int(row["attack"]) for _, row in side) for side in rows)
        self.defence = tuple(tuple(int(row["defence"]) for _, row in side) for side in rows)
        self.stays = tuple(tuple(bool(row.get("stays")) for _, row in side) for side in rows)
        self.whole = tuple(
            tuple(kind for kind, count in enumerate(counts) for _ in range(count)) for counts in self.counts
        )

        self.air_value: int = chosen["air_support_value"]
        self.immediate = chosen["attack_timing"] == "immediate"
        self.anywhere_after = chosen["attack_timing"] == "after_all_actions"
        self.both_checks = chosen["victory_check_tokens"] == "both_sequences"
        self.refuge_in_field = chosen["retreat_into_henderson"] == "allowed_if_empty"
        self.picks = chosen["bombardment_pick"] != "random"
        self.strict_beach = chosen["amphibious_start"] == "on_the_beach_before_step_1"
        self.anchor_first = chosen["anchor_choice"] == "before_drawing"
        self.used_stay = chosen.get("resupply_of_used") == "forbidden"

        # the actions themselves, made once
        self.takes = tuple(
            tuple(tuple(("take", place, name) for name in names) for place in self.locations) for names in self.types
        )
        self.uses = tuple(
            tuple(tuple(("use", name, place) for name in names) for place in self.locations) for names in self.types
        )
        self.goes = tuple(tuple(("go", goal, via) for via in self.locations) for goal in self.locations)
        self.routes_known: dict[tuple[int, int, bool], tuple[Route, ...]] = {}
        self.one_go: dict[tuple[int, int, bool, int], tuple[tuple[str, str, str], ...]] = {}

    def __reduce__(self) -> Any:
        return (remake, (self.correction, self.options))

    def routes(self, origin: int, enemies: int, general: bool) -> tuple[Route, ...]:
        """2P-19, 2P-20, T-24, T-26: for each goal and last link the cheapest way there, past the enemy nowhere; of a
        goal's the best first: by road before by trail, then the shortest. `enemies` is a mask of locations, `general`
        whether Vandegrift marches along."""
        key = (origin, enemies, general)
        found = self.routes_known.get(key)
        if found is None:
            limit = self.general_range if general else len(self.locations)
            best: dict[tuple[int, int], tuple[bool, int, tuple[int, ...]]] = {}
            for path, trail in self._paths(origin, enemies, limit):
                way = (trail, len(path), path)
                last = (path[-1], path[-2])
                if last not in best or way < best[last]:
                    best[last] = way
            order = sorted(best, key=lambda last: (last[0], best[last]))
            found = tuple(Route(goal, via, best[goal, via][0], best[goal, via][2]) for goal, via in order)
            self.routes_known[key] = found
        return found

    def _paths(self, origin: int, enemies: int, limit: int) -> Iterator[tuple[tuple[int, ...], bool]]:
        waiting: list[tuple[tuple[int, ...], bool]] = [((origin,), False)]
        while waiting:
            path, trail = waiting.pop()
            for place, by_trail in self.links[path[-1]]:
                if place in path:
                    continue
                longer = (*path, place)
                yield longer, trail or by_trail
                if len(longer) <= limit and not enemies >> place & 1:
                    waiting.append((longer, trail or by_trail))

    def marches(self, origin: int, enemies: int, general: bool, attack: int) -> tuple[tuple[str, str, str], ...]:
        """2P-23, 2P-24, T-29: the `go` actions from there; `attack`: 0 for none, 1 for by road only, 2 for any."""
        key = (origin, enemies, general, attack)
        found = self.one_go.get(key)
        if found is None:
            found = tuple(
                self.goes[route.goal][route.via]
                for route in self.routes(origin, enemies, general)
                if not enemies >> route.goal & 1 or attack == 2 or (attack == 1 and not route.trail)
            )
            self.one_go[key] = found
        return found

    def route(self, origin: int, enemies: int, general: bool, goal: int, via: int) -> Route | None:
        """The way to that goal by that last link."""
        for route in self.routes(origin, enemies, general):
            if route.goal == goal and route.via == via:
                return route
        return None

    def kind(self, side: int, name: str) -> int:
        """The type of that name, or -1."""
        return self.type_index[side].get(name, -1)


def check_data(data: Mapping[str, Any]) -> None:
    """Raise BadInput unless the board hangs together and the blocks are what the rules need."""
    locations = data["locations"]
    try:
        for link in data["links"].values():
            ends = link["ends"]
            if len(ends) != 2 or ends[0] == ends[1] or any(end not in locations for end in ends):
                raise BadInput(f"a link joins two different locations, not {ends}")
            if link["kind"] not in ("road", "trail"):
                raise BadInput(f"a link is a road or a trail, not {link['kind']!r}")
        for name, row in locations.items():
            if row["kind"] not in ("beach", "land"):
                raise BadInput(f"location {name} is a beach or land, not {row['kind']!r}")
        for name in [data["field"]["location"], *data["setup"]["locations"]]:
            if name not in locations:
                raise BadInput(f"there is no location {name!r}")
        start, drawn = data["setup"]["locations"], data["setup"]["draw"]
        if len(set(start)) != len(start) or len(start) != drawn + 1:
            raise BadInput("setup: there is a location for Vandegrift and for each block drawn, all different")
        for side in SIDES:
            for name, row in data["units"][side].items():
                for what, most in (("count", 40), ("attack", 20), ("defence", 20)):
                    if not isinstance(row[what], int) or not 0 <= row[what] <= most:
                        raise BadInput(f"units.{side}.{name}: {what} is a number from 0 to {most}")
        if sum(row["count"] for row in data["units"]["american"].values()) <= drawn:
            raise BadInput("setup: there are not so many blocks to draw")
    except (KeyError, TypeError, AttributeError) as error:
        raise BadInput(f"two_player.toml: {error} is missing or of the wrong kind") from None
    reached = {next(iter(locations))}
    while True:
        more = {end for link in data["links"].values() if reached & set(link["ends"]) for end in link["ends"]}
        if more <= reached:
            break
        reached |= more
    if len(reached) != len(locations):
        raise BadInput("the links do not join all locations")
    if data["units"]["american"].get("vandegrift", {}).get("count") != 1:
        raise BadInput("there is exactly one Vandegrift")
    if next(iter(data["units"]["american"])) != "vandegrift":
        raise BadInput("Vandegrift stands first among the American units")


def corrected(option: Option, correction: str) -> Option:
    """T-03: the option as the data have it: Air Support's number stands on the block."""
    block = printed_data(correction)["units"]["american"].get("air_support")
    return preferring(option, block["attack"], str(block["attack"])) if block else option


def preferring(option: Option, choice: Any, text: str) -> Option:
    """The option with that choice as its default, which is added if it is none yet."""
    more = () if choice in [known for known, _ in option.choices] else ((choice, text),)
    return option.replace(default=choice, choices=(*option.choices, *more))


@lru_cache(maxsize=16)
def printed_data(correction: str) -> Mapping[str, Any]:
    """The two-player data with an overlay (as JSON, "" for none), checked. Raises BadInput."""
    data = load_data("ironbottom.games.archies_war", json.loads(correction) if correction else None)["two_player"]
    check_data(data)
    known: Mapping[str, Any] = data
    return known


@lru_cache(maxsize=256)
def remake(correction: str, options: tuple[tuple[str, Any], ...]) -> Printed:
    """The setting with these corrections and options; the same object for the same ones."""
    return Printed(printed_data(correction), options, correction)
