"""12.0: what an airfield hex holds."""

from __future__ import annotations

from ironbottom.games.first_blood.rules.printed import DAMAGED, DESTROYED, OPERATIVE, UNBUILT
from ironbottom.games.first_blood.rules.state import Position, put
from ironbottom.kernel.event import Event
from ironbottom.kernel.value import value


@value
class Bombarded(Event):
    """9.5.2a, 10.3a: an airfield hex is bombarded; `by` is "artillery" or "ship"."""

    file_name = "bombarded"
    unit: str
    hex: str
    by: str


@value
class Damaged(Event):
    """9.5.3b: an airfield hex is damaged."""

    file_name = "damaged"
    hex: str


@value
class Destroyed(Event):
    """9.5.3d, 13.3.3c: an airfield hex is destroyed."""

    file_name = "destroyed"
    hex: str


def damaged(s: Position, n: int) -> Position:
    """9.5.3b, 9.5.3d: an operative airfield hex is damaged; one that is not is no worse off."""
    if s.strips[n] != OPERATIVE:
        return s
    return s.replace(strips=put(s.strips, n, DAMAGED)).tell(Damaged(s.setting.names[s.setting.fields[n]]))


def destroyed(s: Position, n: int) -> Position:
    """9.5.3d, 13.3.3c: an airfield hex is destroyed, and the work on it is lost."""
    if s.strips[n] == DESTROYED:
        return s
    s = s.replace(strips=put(s.strips, n, DESTROYED), work=put(s.work, n, 0))
    return s.tell(Destroyed(s.setting.names[s.setting.fields[n]]))


def fighters_only(s: Position, n: int) -> bool:
    """12.5a: whether an airfield hex is one of the Fighter Strip."""
    return "bomber" not in s.setting.capacity_users[n]


def room_on(s: Position, n: int) -> int:
    """5.2a, 12.1a, 12.4a, 12.5b: how many more aircraft an airfield hex can take: six if it is operative, whatever its
    neighbour is; face up or inverted makes no difference."""
    if s.strips[n] != OPERATIVE:
        return 0
    return max(0, s.setting.air_limit - s.air.count(s.setting.fields[n]))


def capacity(s: Position) -> tuple[int, int]:
    """12.1a, 12.3.1a, 12.5a: how many aircraft may be on airfields and aloft together: all, and those that are no
    fighters."""
    every = sum(s.setting.air_limit for state in s.strips if state == OPERATIVE)
    bombers = sum(
        s.setting.air_limit for n, state in enumerate(s.strips) if state == OPERATIVE and not fighters_only(s, n)
    )
    return every, bombers


def in_service(s: Position) -> tuple[int, int]:
    """12.3.1a: how many aircraft are on airfields and aloft: all, and those that are no fighters."""
    printed, number = s.setting, s.setting.number
    places = (*printed.fields, number["usaf_cap"], number["usaf_ground_attack"])
    found = [a for a, place in enumerate(s.air) if place in places]
    return len(found), sum(not printed.planes[a].fighter for a in found)


def built_fields(s: Position) -> tuple[int, ...]:
    """9.5.1a, 12.6.1a: the airfield hexes that there are: a Fighter Strip hex once it has been built."""
    return tuple(here for n, here in enumerate(s.setting.fields) if s.strips[n] != UNBUILT)
