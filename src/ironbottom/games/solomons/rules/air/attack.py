"""14.12..14.14: attacks come one after the other, and meet the patrols."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.solomons.rules.air.ground_attack import AirSupportDie
from ironbottom.games.solomons.rules.air.landing import Return
from ironbottom.games.solomons.rules.air.losses import lose_some
from ironbottom.games.solomons.rules.air.points import GUADALCANAL
from ironbottom.games.solomons.rules.air.ship_attack import Division, Grouping
from ironbottom.games.solomons.rules.dice import Die
from ironbottom.games.solomons.rules.printed import PORT
from ironbottom.games.solomons.rules.state import Campaign, pair
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto, Decision
from ironbottom.kernel.value import value


def launched_from(s: Campaign, side: int, force: int, n: int) -> Campaign:
    """What a strike shows of the carriers of a task force."""
    sights = list(s.sights)
    for i in range(len(sights) - 1, -1, -1):
        if sights[i].side == side and sights[i].force == force:
            sights[i] = sights[i].replace(decks=max(sights[i].decks, n))
            break
    return s.replace(sights=tuple(sights))


@value
class Strikes(Auto):
    """RS-096, A8: section E: a side's attacks, one after the other, in the order it chooses."""

    side: int

    def run(self, s: Campaign) -> Campaign:
        left = waiting(s, self.side)
        if not left:
            return s
        return s.push(Attack(left[0]) if len(left) == 1 else NextStrike(self.side), self)


def waiting(s: Campaign, side: int) -> list[int]:
    return [i for i, f in enumerate(s.flights) if f.side == side and not f.done and not f.counter]


@value
class NextStrike(Decision):
    """RS-096: Which of the own attacks comes next."""

    rule: ClassVar[str] = "RS-096"
    side: int

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return tuple(("fly", f"strike{i + 1}") for i in waiting(s, self.side))

    def default(self, s: Campaign, side: int) -> Action | None:
        return self.legal(s, side)[0]

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        return s.push(Attack(int(action[1][6:]) - 1))


@value
class TargetGone(Event):
    """RS-096: an attack finds nothing."""

    file_name: ClassVar[str] = "no_target"
    side: int


@value
class Attack(Auto):
    """RS-092, RS-094, RS-096, RS-098, A8, A62: an attack meets the area patrol over its target's hex."""

    flight: int

    def run(self, s: Campaign) -> Campaign:
        f = s.flights[self.flight]
        foe = 1 - f.side
        if f.target != GUADALCANAL:
            if not s.fleet(foe, f.target):
                return s.tell(TargetGone(side=f.side)).push(Return(self.flight))
            if f.origin < PORT and not f.counter:
                s = s.replace(attacked=(*s.attacked, *((f.target, n) for n in f.forces)))
        guard = sum(patrol.points for patrol in s.patrols[foe] if patrol.force < 0 and patrol.hex == f.where)
        column = s.p.column("flak", 2 * guard)
        if column < 0:
            return s.push(AttackOn(self.flight))
        fired = tuple(patrol.replace(fired=True) if patrol.force < 0 and patrol.hex == f.where else patrol
                      for patrol in s.patrols[foe])
        return s.replace(patrols=pair(s.patrols, foe, fired)).push(CapDie(self.flight, column, guard),
                                                               AttackOn(self.flight))


@value
class PatrolFired(Event):
    """RS-092: Table 3 for a patrol, whose points count twice."""

    file_name: ClassVar[str] = "cap_die"
    side: int
    die: int
    points: int
    lost: int


@value
class CapDie(Die):
    """RS-092: Table 3, with the patrol's points doubled."""

    rule: ClassVar[str] = "RS-092"
    flight: int
    column: int
    points: int

    def resolve(self, s: Campaign, outcome: Action) -> Campaign:
        f = s.flights[self.flight]
        n = int(s.p.cell("flak", self.column, outcome[1]))
        s = s.tell(PatrolFired(side=1 - f.side, die=outcome[1], points=self.points, lost=min(n, f.lac + f.nac)))
        return lose_some(s, self.flight, n)


@value
class TooFew(Event):
    """A33: too few points to bombard."""

    file_name: ClassVar[str] = "no_effect"
    side: int
    points: int


@value
class AttackOn(Auto):
    """RS-097, RS-098, RS-099, A33: what is left of an attack reaches its target."""

    flight: int

    def run(self, s: Campaign) -> Campaign:
        f = s.flights[self.flight]
        total = f.lac + f.nac
        if not total:
            return s.push(Return(self.flight))
        if f.target == GUADALCANAL:
            column = s.p.column("bombardment", total)
            if column < 0:
                return s.tell(TooFew(side=f.side, points=total)).push(Return(self.flight))
            return s.push(AirSupportDie(self.flight, column), Return(self.flight))
        foe = 1 - f.side
        if any(layout.side == foe and layout.force == f.target for layout in s.layouts):
            return s.push(Division(f.side, self.flight))
        return s.push(Grouping(foe, f.target), Division(f.side, self.flight))
