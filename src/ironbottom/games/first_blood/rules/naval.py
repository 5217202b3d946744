"""10.0: the Japanese ships: airfield bombardment and shore bombardment."""

from __future__ import annotations

from ironbottom.games.first_blood.rules.air import lose_air
from ironbottom.games.first_blood.rules.airfields import Bombarded, built_fields, destroyed
from ironbottom.games.first_blood.rules.state import Position, air_at, spent
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto
from ironbottom.kernel.value import value


def ready_ships(s: Position) -> tuple[int, ...]:
    """10.0a, 10.2a: the ships in the two boxes of their navy; they reach every hex of the map."""
    boxes = (s.setting.number["ijn_reserve"], s.setting.number["ijn_attack"])
    return tuple(n for n, place in enumerate(s.ships) if place in boxes)


def may_shell_shore(s: Position, n: int) -> bool:
    """10.1.2a, 10.1.3a, 10.4a: only ships of IJN ATTACK support ground combat."""
    return s.ships[n] == s.setting.number["ijn_attack"]


def shell_targets(s: Position, n: int) -> tuple[int, ...]:
    """10.1.2a, 10.1.3a, 10.3a: ships of both boxes may bombard any airfield hex that there is."""
    return built_fields(s)


def shell(s: Position, n: int, here: int) -> Position:
    """10.3a, 10.5a, 9.5.3d: one aircraft on the hex is lost; with none there the hex is destroyed. The ship is
    removed."""
    field = s.setting.field_at[here]
    s = s.replace(hit=s.hit | 1 << field)
    s = spent(s.tell(Bombarded(s.setting.ships[n].name, s.setting.names[here], "ship")), (n,))
    return lose_air(s, here) if air_at(s, here) else destroyed(s, field)


@value
class CameForward(Event):
    """10.1b, 13.4a: what was in the ATTACK boxes leaves, what was in RESERVE comes forward."""

    file_name = "strategic"
    gone: tuple[str, ...]


@value
class Strategic(Auto):
    """10.1b, 13.4a, 13.3.3e: ships and aircraft in the ATTACK boxes leave; then those in RESERVE go to ATTACK."""

    def run(self, s: Position) -> Position:
        number = s.setting.number
        gone = number["lost"]
        change = {
            number["ijn_attack"]: gone, number["ijaf_attack"]: gone,
            number["ijn_reserve"]: number["ijn_attack"], number["ijaf_reserve"]: number["ijaf_attack"],
        }  # fmt: skip
        ships = tuple(change.get(place, place) for place in s.ships)
        air = tuple(change.get(place, place) for place in s.air)
        if ships != s.ships or air != s.air:
            left = [s.setting.ships[n].name for n, place in enumerate(ships) if place == gone != s.ships[n]]
            left += [s.setting.planes[n].name for n, place in enumerate(air) if place == gone != s.air[n]]
            s = s.replace(ships=ships, air=air).tell(CameForward(tuple(left)))
        return s
