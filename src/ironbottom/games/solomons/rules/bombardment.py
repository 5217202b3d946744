"""6.33, 15.2: bombardment of Guadalcanal by guns."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.solomons.rules.air.ground_attack import BaseLosses, bombard
from ironbottom.games.solomons.rules.dice import Die
from ironbottom.games.solomons.rules.missions import executed
from ironbottom.games.solomons.rules.printed import BOMBARD, JAPAN, USA, M
from ironbottom.games.solomons.rules.state import Campaign, at_sea, deed, has
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto, Chance
from ironbottom.kernel.value import value


def gunships(s: Campaign, side: int) -> list[int]:
    """RS-039, RS-130: task forces that bombard in this segment: without carriers, in M on that mission. They have just
    come, or stand there since the second Plot Phase gave it to them: who has bombarded goes home."""
    return [
        n for n in at_sea(s, side)
        if s.forces[side][n].pos == M and s.forces[side][n].mission == BOMBARD and s.forces[side][n].acts
        and not has(s, s.fleet(side, n), "CV")
    ]


@value
class GunsFired(Event):
    """RS-130: the bombardment strength of a side's task forces in M."""

    file_name: ClassVar[str] = "guns"
    side: int
    strength: int


@value
class Bombardment(Auto):
    """RS-130, RS-131, A30, A31, A33: section H by day, D by night: one roll for each side."""

    def run(self, s: Campaign) -> Campaign:
        steps: list[Auto | Chance] = []
        for side in (JAPAN, USA):
            forces = gunships(s, side)
            if not forces:
                continue
            guns = sum(s.p.bombardment[u] for n in forces for u in s.fleet(side, n))
            for n in forces:
                s = executed(s, side, n)
            column = s.p.column("bombardment", guns)
            s = deed(s, side, "bombardments").tell(GunsFired(side=side, strength=guns))
            if column >= 0:
                steps.append(GunDie(side, column, guns))
        if not steps:
            return s
        return s.push(*steps, BaseLosses(JAPAN), BaseLosses(USA))


@value
class GunDie(Die):
    """RS-130: Table 1 for guns."""

    rule: ClassVar[str] = "RS-130"
    side: int
    column: int
    strength: int

    def resolve(self, s: Campaign, outcome: Action) -> Campaign:
        return bombard(s, self.side, self.column, outcome[1], "guns", self.strength)
