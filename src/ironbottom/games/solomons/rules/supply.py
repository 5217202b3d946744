"""16.0: supply of the garrison, and what its lack does."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.solomons.rules.events import SupplySpent
from ironbottom.games.solomons.rules.printed import USA
from ironbottom.games.solomons.rules.state import Campaign, lose_ground
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto
from ironbottom.kernel.value import value


def after_isolation(ground: int) -> int:
    """RS-140: what is left of a garrison that starves: half, rounded up, at least one."""
    return max(1, (ground + 1) // 2)


def halved(ground: int) -> int:
    """RS-139: the defense of points without supply."""
    return (ground + 1) // 2


@value
class Unsupplied(Event):
    """RS-140: for how many Game-Turns the garrison is without supply."""

    file_name: ClassVar[str] = "unsupplied"
    turns: int


@value
class GarrisonSupply(Auto):
    """RS-138, RS-140, RS-141, A15, A16: the Americans ashore eat one Supply Point, or go hungry."""

    def run(self, s: Campaign) -> Campaign:
        s = s.replace(landed=0)
        if not s.ground[USA]:
            return s.replace(fed=True, hungry=0, late=0)
        if s.turn == 1:
            return s.replace(fed=True, hungry=0, late=0)
        need = int(s.p.numbers["supply"]["upkeep"])
        if s.supply[USA] >= need:
            s = s.replace(supply=(s.supply[0], s.supply[1] - need), fed=True, hungry=0, late=0)
            return s.tell(SupplySpent(side=USA, n=need, cause="garrison"))
        s = s.replace(fed=False).tell(Unsupplied(turns=s.hungry + 1))
        if s.hungry >= s.p.numbers["ground"]["unsupplied_turns"]:
            starving = max(0, s.ground[USA] - s.late)
            lost = starving - after_isolation(starving) if starving else 0
            s = s.replace(ground=(s.ground[0], s.ground[USA] - lost), hungry=0, late=0)
            if lost:
                s = lose_ground(s, USA, lost, "isolation")
        return s
