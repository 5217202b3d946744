"""G5, G6, G7, G9: the position: fleets with their cargo, troops and supply, aircraft, airfields, control and points.

A ship is a tuple (kind, cargo, marks); a fleet is a sorted tuple of ships; equal ships are one group.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar, Self, TypeAlias, TypeVar

from ironbottom.games.axis_allies.rules.printed import (
    BASE,
    FTR,
    GROUND,
    INF,
    KIND,
    KINDS,
    LANDS,
    SEAS,
    SUP,
    TOKENS,
    Printed,
)
from ironbottom.kernel.action import Action, Range, up_to
from ironbottom.kernel.event import Event
from ironbottom.kernel.knowledge import Own, Public
from ironbottom.kernel.step import State
from ironbottom.kernel.value import Value, value

Ship: TypeAlias = tuple[int, tuple[int, ...], int]
"""Kind, cargo (sorted kinds; fighters on a carrier), marks."""
Fleet: TypeAlias = tuple[Ship, ...]
Effect: TypeAlias = tuple[Any, ...]
Rows: TypeAlias = tuple[tuple[int, ...], ...]
T = TypeVar("T")

MOVED, ARMOUR, DAMAGED, SUNK = 1, 2, 4, 8
"""Marks: has moved (or is done); has used its armour this turn; is damaged, is destroyed in this attack."""
AIMED = 16
"""Marks: `(island + 1) * AIMED`: the island that it has fired at this turn."""

NOTHING = (0,) * 13
GRASS = (0,) * 4
HANGAR = (0,) * 4


@value
class Shot(Value):
    """One attack of a battle: who rolled against what, the dice in the order of the slots, and what each hit did:
    (slot from 0, kind struck or -1, "ignored", "damaged", "destroyed" or "lost")."""

    side: int
    target: str
    power: int
    terms: tuple[tuple[int, int, int, int], ...]
    dice: tuple[int, ...] = ()
    hits: tuple[tuple[int, int, str], ...] = ()


@value
class Battle(Value):
    """The fight that is going on, or was the last: where, its attacks so far, and what is marked as lost on each
    side (aircraft and land units by kind; ships carry their own marks) and how many airfields as damaged."""

    category: int
    space: int
    shots: tuple[Shot, ...] = ()
    marked: Rows = (NOTHING, NOTHING)
    broken: tuple[int, int] = (0, 0)
    over: bool = False


@value
class Plot(Value):
    """O11: a side's secret orders: its fleets without the ships that have orders, the orders (from, to, ship), and
    the ships in hand (zone, ship, whether its fighters were spread)."""

    fleets: tuple[Fleet, ...]
    orders: tuple[tuple[int, int, Ship], ...] = ()
    hand: tuple[Any, ...] = ()


@value
class Campaign(State):
    """Everything on the table. Tuples by side run axis, allies; `ships` by side and sea zone, `land` (infantry,
    artillery, antiaircraft guns, supply) by side and land, `air` (fighters, bombers, and those that are done) by
    side and space, `airfields` by island (axis sound, damaged, allied sound, damaged)."""

    turn: Public[int] = 1
    first: Public[int] = 0
    ships: Public[tuple[Fleet, ...]] = ((),) * (2 * SEAS)
    land: Public[Rows] = (GRASS,) * (2 * LANDS)
    air: Public[Rows] = (HANGAR,) * 42
    yard: Public[Rows] = (NOTHING, NOTHING)
    airfields: Public[Rows] = (GRASS,) * 6
    control: Public[tuple[int, ...]] = (0,) * 6
    points: Public[tuple[int, ...]] = (0, 0)
    guns: Public[tuple[tuple[int, int, int, int], ...]] = ()
    landed: Public[tuple[int, ...]] = (0,) * LANDS
    effects: Public[tuple[Effect, ...]] = ()
    tokens: Public[Rows] = ((0,) * len(TOKENS),) * 2
    lost: Public[Rows] = (NOTHING, NOTHING)
    made: Public[Rows] = (NOTHING, NOTHING)
    battle: Public[Battle | None] = None
    plots: Own[tuple[Plot | None, Plot | None]] = (None, None)
    ready: Public[tuple[bool, bool]] = (True, True)

    often: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **State.often, "with_ships": ("ships",), "with_land": ("land",), "with_air": ("air",),
    }

    printed: ClassVar[Printed] = State.setting  # type: ignore[assignment]
    """The printed game: another name of the field `setting`, read as fast."""

    def with_ships(self, ships: tuple[Fleet, ...]) -> Self:
        """The state with other ships."""
        return self.replace(ships=ships)

    def with_land(self, land: Rows) -> Self:
        """The state with other land units."""
        return self.replace(land=land)

    def with_air(self, air: Rows) -> Self:
        """The state with other aircraft."""
        return self.replace(air=air)

    def sides(self) -> tuple[int, int]:
        """C2: the first player, then the other."""
        return (self.first, 1 - self.first)

    def fleet(self, side: int, zone: int) -> Fleet:
        return self.ships[side * SEAS + zone]

    def with_fleet(self, side: int, zone: int, fleet: Fleet) -> Self:
        at = side * SEAS + zone
        return self.with_ships((*self.ships[:at], fleet, *self.ships[at + 1:]))

    def trade(self, side: int, zone: int, old: Ship, new: Ship, n: int = 1) -> Self:
        """The state with ships of a zone replaced."""
        return self.with_fleet(side, zone, plus(minus(self.fleet(side, zone), old, n), new, n))

    def ground(self, side: int, land: int) -> tuple[int, ...]:
        """Infantry, artillery, antiaircraft guns and supply of a side on a land space."""
        return self.land[side * LANDS + land - SEAS]

    def with_ground(self, side: int, land: int, kind: int, n: int) -> Self:
        """The state with n more (or fewer) of a kind on a land space."""
        at, which = side * LANDS + land - SEAS, kind - INF
        old = self.land[at]
        new = (*old[:which], old[which] + n, *old[which + 1:])
        return self.with_land((*self.land[:at], new, *self.land[at + 1:]))

    def supply(self, side: int, land: int) -> int:
        return self.land[side * LANDS + land - SEAS][3]

    def troops(self, side: int, land: int) -> int:
        """How many land units a side has there."""
        infantry, guns, flak, _ = self.land[side * LANDS + land - SEAS]
        return infantry + guns + flak

    def planes(self, side: int, space: int) -> tuple[int, ...]:
        return self.air[side * 21 + space]

    def add_planes(self, side: int, space: int, which: int, n: int) -> Self:
        """Which: 0 fighters, 1 bombers, 2 and 3 those that are done."""
        at = side * 21 + space
        old = self.air[at]
        return self.with_air((*self.air[:at], (*old[:which], old[which] + n, *old[which + 1:]), *self.air[at + 1:]))

    def lose(self, side: int, kind: int, n: int = 1) -> Self:
        """G7: units or tokens that left the board, counted."""
        return self.replace(lost=_counted(self.lost, side, kind, n))

    def gain(self, side: int, kind: int, n: int = 1) -> Self:
        """Units or tokens that came onto the board after the set-up, counted."""
        return self.replace(made=_counted(self.made, side, kind, n))

    def damage(self, side: int, kind: int, n: int = 1) -> Self:
        """C14: n more (or fewer) ships of a kind in a side's damaged area."""
        return self.replace(yard=_counted(self.yard, side, kind, n))

    def spend(self, side: int, land: int, n: int) -> Self:
        """G9: supply tokens of a land space, spent: they leave the board."""
        return self.with_ground(side, land, SUP, -n).lose(side, SUP, n)

    def score(self, side: int, n: int) -> Self:
        """Victory points."""
        return self.replace(points=put(self.points, side, self.points[side] + n))

    def sound(self, side: int, land: int) -> int:
        """Undamaged airfields of a side on a land space; a base has none."""
        return self.airfields[land - SEAS][2 * side] if land < BASE[0] else 0

    def with_field(self, land: int, side: int, sound: int, damaged: int) -> Self:
        """The state with more or fewer sound and damaged airfields of a side on an island."""
        at, row = land - SEAS, list(self.airfields[land - SEAS])
        row[2 * side] += sound
        row[2 * side + 1] += damaged
        return self.replace(airfields=(*self.airfields[:at], tuple(row), *self.airfields[at + 1:]))

    def guns_left(self, side: int, land: int) -> int:
        """C18: artillery on a land space that has not fired at ships this turn."""
        left = self.land[side * LANDS + land - SEAS][1]
        for whose, where, _, n in self.guns:
            if whose == side and where == land:
                left -= n
        return left

    def play_token(self, side: int, token: int, *effect: Any) -> Self:
        """O1: a token is used up; its effect lasts this turn."""
        own = self.tokens[side]
        tokens = put(self.tokens, side, put(own, token, own[token] - 1))
        return self.replace(tokens=tokens, effects=(*self.effects, (TOKENS[token], *effect)))

    def note(self, **changes: Any) -> Self:
        """The state with the battle changed."""
        return self.replace(battle=self.battle.replace(**changes)) if self.battle is not None else self


def put(row: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """The row with another item at a place."""
    return (*row[:at], item, *row[at + 1:])


def _counted(counts: Rows, side: int, kind: int, n: int) -> Rows:
    return put(counts, side, put(counts[side], kind, counts[side][kind] + n))


@value
class TokenPlayed(Event):
    """O1: an advantage token, and what it is played on: a space (and what more), or a type of unit, or nothing."""

    file_name = "token"
    side: int
    token: str
    space: str | None = None
    more: str | None = None
    kind: int | None = None

    def to_file(self, bare: bool = False) -> dict[str, Any]:
        data = Event.to_file(self, bare)
        return {**data, "args": [pair for pair in data["args"] if pair[1] is not None]}


# --- fleets --------------------------------------------------------------------------------------------------------


def plus(fleet: Fleet, ship: Ship, n: int = 1) -> Fleet:
    """The fleet with n more such ships."""
    return tuple(sorted(fleet + (ship,) * n))


def minus(fleet: Fleet, ship: Ship, n: int = 1) -> Fleet:
    """The fleet without n of such ships."""
    at = fleet.index(ship)
    return fleet[:at] + fleet[at + n :]


@lru_cache(maxsize=20_000)
def groups(fleet: Fleet) -> tuple[tuple[Ship, int], ...]:
    """Equal ships and how many there are."""
    return tuple((ship, fleet.count(ship)) for ship in dict.fromkeys(fleet))


@lru_cache(maxsize=20_000)
def strength(fleet: Fleet, values: tuple[int, ...]) -> int:
    """The sum of values by kind."""
    return sum(values[ship[0]] for ship in fleet)


@lru_cache(maxsize=20_000)
def ready(fleet: Fleet, kinds: tuple[int, ...]) -> tuple[tuple[Ship, int], ...]:
    """The groups of these kinds that have not moved and are not destroyed."""
    return tuple((ship, n) for ship, n in groups(fleet) if ship[0] in kinds and not ship[2] & (MOVED | SUNK))


@lru_cache(maxsize=5_000)
def word(ship: Ship) -> str:
    """How a ship is written: kind, cargo, and the marks that matter.

    >>> word((4, (9, 12), 0))
    'TRN+INF+SUP'
    """
    kind, cargo, marks = ship
    text = "+".join((KINDS[kind], *(KINDS[item] for item in cargo)))
    return text + ("@armour" if marks & ARMOUR else "") + ("@damaged" if marks & DAMAGED else "")


def kind_of(text: Any) -> int:
    """The type that a notation of a ship begins with, or of another unit; -1 for what is none."""
    return KIND.get(str(text).partition("+")[0].partition("@")[0], -1)


MARKS = {"armour": ARMOUR, "damaged": DAMAGED, "sunk": SUNK, "moved": MOVED}


@lru_cache(maxsize=5_000)
def aboard(fleet: Fleet) -> int:
    """Fighters aboard the carriers of a fleet."""
    return sum(len(cargo) for kind, cargo, _ in fleet if cargo and cargo[0] == FTR)


def upto(n: int) -> int | Range:
    """An amount from 1 to n, as an action has it."""
    return up_to(n) if n > 1 else 1


def most(action: Action) -> Action:
    """An offered action with its largest amount."""
    return tuple([part.high if isinstance(part, Range) else part for part in action])


def everything(s: Campaign, side: int) -> list[int]:
    """All units and tokens of a side on the board and in its damaged area, by kind."""
    found = list(s.yard[side])
    for zone in range(SEAS):
        for kind, cargo, _ in s.fleet(side, zone):
            found[kind] += 1
            for item in cargo:
                found[item] += 1
    for land in range(SEAS, SEAS + LANDS):
        for kind, n in zip(GROUND, s.ground(side, land), strict=True):
            found[kind] += n
    for space in range(21):
        fighters, bombers, fighters_done, bombers_done = s.planes(side, space)
        found[FTR] += fighters + fighters_done
        found[FTR + 1] += bombers + bombers_done
    return found
