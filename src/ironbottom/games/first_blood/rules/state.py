"""A position of First Blood: everything in it lies open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Self

from ironbottom.games.first_blood.rules.printed import AIMED, DESTROYED, JAPANESE, UNBUILT, Printed
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event, Later
from ironbottom.kernel.knowledge import Public
from ironbottom.kernel.step import State
from ironbottom.kernel.value import Value, value

IN_THE_AIR, AT_SEA = 500, 700
"""Added to the number of an aircraft or a ship that is in hand, so that every counter has one number."""


@value
class Attack(Value):
    """8.2g, 9.3a, 10.4a: one declared attack: hexes, ground attackers, bombarding artillery and ships.

    Attackers that stand in a box or at an entry point attack from off the board.
    """

    targets: tuple[int, ...]
    units: tuple[int, ...]
    guns: tuple[int, ...] = ()
    ships: tuple[int, ...] = ()


@value
class Position(State):
    """The state of the game. Masks have one bit a counter, in the order of the counters of the side."""

    setting: Printed
    turn: Public[int] = 0
    at: Public[tuple[int, ...]] = ()
    """Where each ground unit is."""
    left: Public[tuple[int, ...]] = ()
    """Movement factors that each unit has left in this phase."""
    visited: Public[tuple[int, ...]] = ()
    """6.3b: for each Japanese unit, the boxes that it has been in, a bit each."""
    new: Public[int] = 0
    """7.2b: Japanese units put into a box in this turn."""
    acted: Public[int] = 0
    """6.3a: Japanese units that have moved from a box in this phase."""
    settled: Public[int] = 0
    """11.4a: American units that have been in their hex since the turn began and neither moved, attacked nor been
    attacked."""
    strips: Public[tuple[int, ...]] = ()
    """The state of each airfield hex."""
    work: Public[tuple[int, ...]] = ()
    """11.2b: turns of work done on each airfield hex."""
    hit: Public[int] = 0
    """11.4a: airfield hexes attacked or bombarded in this turn."""
    air: Public[tuple[int, ...]] = ()
    """Where each aircraft is; AIMED + hex for a bomber over the hex that it will attack."""
    inverted: Public[int] = 0
    """13.7a: aircraft that have returned in this turn."""
    ships: Public[tuple[int, ...]] = ()
    attacks: Public[tuple[Attack, ...]] = ()
    """8.1b: attacks that are declared and not yet fought."""
    guns: Public[tuple[tuple[int, int], ...]] = ()
    """9.5.1a: artillery units and the airfield hexes that they will bombard."""
    shelling: Public[tuple[tuple[int, int], ...]] = ()
    """10.3a: ships and the airfield hexes that they will bombard."""
    paid: Public[bool] = False
    """7.5.4b: a unit lost to overstacking counts as the supply loss of this turn."""

    often: ClassVar[Mapping[str, tuple[str, ...]]] = {**State.often, "moved_on": ("at", "left", "settled")}

    def moved_on(self, at: tuple[int, ...], left: tuple[int, ...], settled: int) -> Self:
        """The state with units elsewhere, that have paid for it."""
        return self.replace(at=at, left=left, settled=settled)


@value
class Lost(Event):
    """8.10g: a ground unit is lost. `cause`: the statement that takes it."""

    file_name = "lost"
    unit: str
    side: int
    place: str
    cause: Later[str] = ""


@value
class AirLost(Event):
    """13.3.3e: an aircraft is lost."""

    file_name = "air_lost"
    plane: str
    side: int
    place: str
    cause: Later[str] = ""


@value
class ShipGone(Event):
    """10.5a: a ship leaves for good."""

    file_name = "ship_gone"
    ship: str
    cause: Later[str] = ""


@value
class FieldTaken(Event):
    """12.6a: Japanese troops stand on an airfield hex."""

    file_name = "field_taken"
    hex: str


def put(row: tuple[int, ...], n: int, item: int) -> tuple[int, ...]:
    """The row with one entry changed."""
    return (*row[:n], item, *row[n + 1 :])


def bit(s: Position, u: int) -> int:
    """The bit of a ground unit in its side's masks."""
    first = s.setting.own[JAPANESE].start
    return 1 << (u if u < first else u - first)


def crowd(s: Position, side: int) -> list[int]:
    """How many ground units of a side stand in each place."""
    count = [0] * len(s.setting.names)
    own = s.setting.own[side]
    for place in s.at[own.start : own.stop]:
        count[place] += 1
    return count


def units_at(s: Position, place: int) -> tuple[int, ...]:
    """The ground units in a place."""
    return tuple([u for u, where in enumerate(s.at) if where == place]) if place in s.at else ()


def air_at(s: Position, place: int) -> tuple[int, ...]:
    """The aircraft in a place."""
    return tuple([a for a, where in enumerate(s.air) if where == place]) if place in s.air else ()


def eliminated(s: Position, units: Iterable[int], cause: str) -> Position:
    """The state without these ground units; `cause` is the statement that takes them."""
    printed = s.setting
    at, settled, lost = list(s.at), s.settled, printed.number["lost"]
    told = []
    for u in units:
        told.append(Lost(printed.units[u].name, printed.units[u].side, printed.names[at[u]], cause))
        at[u] = lost
        if u < printed.own[JAPANESE].start:
            settled &= ~(1 << u)
    return s.replace(at=tuple(at), settled=settled).tell(*told)


def shot_down(s: Position, planes: Iterable[int], cause: str) -> Position:
    """13.3.3e: the state without these aircraft; `cause` is the statement that takes them."""
    air, inverted, lost = list(s.air), s.inverted, s.setting.number["lost"]
    told, names = [], s.setting.names
    for a in planes:
        place = air[a] - AIMED if air[a] >= AIMED else air[a]
        plane = s.setting.planes[a]
        told.append(AirLost(plane.name, plane.side, names[place], cause))
        air[a] = lost
        inverted &= ~(1 << a)
    return s.replace(air=tuple(air), inverted=inverted).tell(*told)


def spent(s: Position, ships: Iterable[int], cause: str = "10.5a") -> Position:
    """10.5a: a ship is removed after its one mission, or for another `cause`."""
    row, lost, told = list(s.ships), s.setting.number["lost"], []
    for n in ships:
        row[n] = lost
        told.append(ShipGone(s.setting.ships[n].name, cause))
    return s.replace(ships=tuple(row)).tell(*told)


def occupied_field(s: Position, here: int) -> Position:
    """12.6a, 12.6b, 12.6.1a: the moment a Japanese unit stands on an airfield hex, the aircraft there are lost and the
    hex is destroyed; a Fighter Strip hex that was never built is an ordinary hex."""
    n = s.setting.field_at[here]
    if n < 0 or s.strips[n] == UNBUILT:
        return s
    s = shot_down(s, air_at(s, here), "12.6b")
    s = s.replace(strips=put(s.strips, n, DESTROYED), work=put(s.work, n, 0))
    return s.tell(FieldTaken(s.setting.names[here]))


def moved_to(s: Position, u: int, here: int) -> Position:
    """The state with a ground unit in another place; what stands on an airfield hex when a Japanese unit comes is
    lost."""
    s = s.replace(at=put(s.at, u, here))
    if u >= s.setting.own[JAPANESE].start and here < s.setting.hexes and s.setting.field_at[here] >= 0:
        s = occupied_field(s, here)
    return s


def piece_number(printed: Printed, name: str) -> int:
    """The number of any counter: a unit, an aircraft (IN_THE_AIR added), a ship (AT_SEA added); -1 for none."""
    if name in printed.unit_number:
        return printed.unit_number[name]
    if name in printed.plane_number:
        return IN_THE_AIR + printed.plane_number[name]
    if name in printed.ship_number:
        return AT_SEA + printed.ship_number[name]
    return -1


def piece_name(printed: Printed, n: int) -> str:
    """The name of any counter."""
    if n >= AT_SEA:
        return printed.ships[n - AT_SEA].name
    return printed.planes[n - IN_THE_AIR].name if n >= IN_THE_AIR else printed.units[n].name


def piece_place(s: Position, n: int) -> int:
    """Where any counter is."""
    if n >= AT_SEA:
        return s.ships[n - AT_SEA]
    return s.air[n - IN_THE_AIR] if n >= IN_THE_AIR else s.at[n]


GOES = ("place", "step", "aim", "attack", "support")
"""The verbs of the piece in hand that end with a place."""


def by_place(s: Position, action: Action) -> Action:
    """The action with the place of a counter instead of the counter, where it ends with a place."""
    n = piece_number(s.setting, str(action[-1])) if action[0] in GOES and len(action) == 2 else -1
    if n < 0:
        return action
    place = piece_place(s, n)
    return (action[0], s.setting.names[place - AIMED if place >= AIMED else place])


def set_down(s: Position, n: int, place: int) -> Position:
    """The state with any counter in a place."""
    if n >= AT_SEA:
        return s.replace(ships=put(s.ships, n - AT_SEA, place))
    if n >= IN_THE_AIR:
        return s.replace(air=put(s.air, n - IN_THE_AIR, place))
    return s.replace(at=put(s.at, n, place))
