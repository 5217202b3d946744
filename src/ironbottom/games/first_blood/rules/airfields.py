"""12.0: what an airfield hex holds."""

from __future__ import annotations

from ironbottom.games.first_blood.rules.printed import OPERATIVE
from ironbottom.games.first_blood.rules.state import Position


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
