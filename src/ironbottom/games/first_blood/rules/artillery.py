"""9.0: artillery: range, support of attacks, bombardment of airfields."""

from __future__ import annotations

from ironbottom.games.first_blood.rules.air import lose_air
from ironbottom.games.first_blood.rules.airfields import Bombarded, built_fields, damaged
from ironbottom.games.first_blood.rules.printed import JAPANESE
from ironbottom.games.first_blood.rules.state import Attack, Position, air_at


def in_range(s: Position, u: int, target: int) -> bool:
    """9.1a, 9.2a, 9.4.2a: whether an artillery unit on the map reaches a hex; both hexes count."""
    unit, here = s.setting.units[u], s.at[u]
    return unit.reach > 0 and here < s.setting.hexes and bool(s.setting.range_of[unit.reach][here][target])


def may_support(s: Position, u: int, attack: Attack) -> bool:
    """9.0a, 9.3a, 9.4a, 9.5a: artillery bombards in support of an attack if every hex of it is in range, and none is
    next to it: there it attacks itself."""
    near = s.setting.near[s.at[u]] if s.at[u] < s.setting.hexes else ()
    return all(in_range(s, u, target) and target not in near for target in attack.targets)


def counted(ground: int, guns: int, limit: int) -> int:
    """9.6a: supporting artillery counts up to twice the factors of the ground attackers."""
    return min(guns, limit * ground)


def bombardable(s: Position, u: int) -> tuple[int, ...]:
    """9.5.1a: the airfield hexes that a Japanese artillery unit can bombard without any ground attack."""
    if s.setting.units[u].side != JAPANESE:
        return ()
    return tuple(here for here in built_fields(s) if in_range(s, u, here))


def bombard(s: Position, u: int, here: int) -> Position:
    """9.5.2a, 9.5.3a, 9.5.3b, 9.5.3c, 9.5.3d, 11.4c: one aircraft on the hex is lost; with none there an operative
    hex is damaged, never destroyed; any bombardment stops the work there. Ground units are not touched."""
    n = s.setting.field_at[here]
    s = s.replace(hit=s.hit | 1 << n)
    s = s.tell(Bombarded(s.setting.units[u].name, s.setting.names[here], "artillery"))
    return lose_air(s, here) if air_at(s, here) else damaged(s, n)
