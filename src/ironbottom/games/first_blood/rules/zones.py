"""8.2: zones of control, and what they forbid."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import or_

from ironbottom.games.first_blood.rules.printed import AMERICAN, JAPANESE, Printed, least
from ironbottom.games.first_blood.rules.state import Position
from ironbottom.kernel.hexes import without_zone_steps, zones


class Front:
    """What the ground units of one side do to the other: the hexes they hold, their zones, and the steps that remain.

    `steps` is the table of movement costs without what is forbidden; `cheapest` the least cost of a step from a hex;
    `closed` marks the hexes that no retreat may enter.
    """

    __slots__ = ("cheapest", "closed", "control", "held", "steps")

    def __init__(self, printed: Printed, places: bytes) -> None:
        self.held = printed.plan.flags(place for place in places if place < printed.hexes)
        self.control = zones(printed.plan, self.held)
        self.steps: tuple[Sequence[tuple[int, int]], ...] = without_zone_steps(
            printed.edges, self.held, self.control
        )
        self.cheapest = tuple([
            known if steps is all_steps else least(steps)
            for steps, all_steps, known in zip(self.steps, printed.edges, printed.cheapest, strict=True)
        ])
        self.closed = bytes(map(or_, self.held, self.control))


@lru_cache(maxsize=4096)
def _front(printed: Printed, places: bytes) -> Front:
    return Front(printed, places)


def front(s: Position, side: int) -> Front:
    """8.2a, 8.2b, 8.2c, 8.2d, 8.2.1a, 8.2.1b, 5.1a: what hinders a side's units: the six hexes round each enemy.

    A step into an enemy's hex, or from one enemy zone straight into another, does not exist, whatever friends stand
    there and whatever river runs between; leaving a zone is free, entering one costs nothing more.
    """
    printed = s.setting
    known: Front
    at, known = printed.last_fronts[side]
    if at is not s.at:  # asked many times before a unit moves
        own = printed.own[JAPANESE if side == AMERICAN else AMERICAN]
        known = _front(printed, bytes(s.at[own.start : own.stop]))
        printed.last_fronts[side] = s.at, known
    return known
