"""14.5: carriers strike back."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.solomons.rules.air.attack import Attack, launched_from
from ironbottom.games.solomons.rules.air.points import (
    DEFENDERS,
    GUADALCANAL,
    decks,
    enemy_name,
    origin_name,
    take_deck,
    target_name,
)
from ironbottom.games.solomons.rules.events import StrikeLaunched
from ironbottom.games.solomons.rules.intelligence import current
from ironbottom.games.solomons.rules.printed import JAPAN, PORT, USA
from ironbottom.games.solomons.rules.state import Campaign, Flight, deed
from ironbottom.kernel.action import Action, up_to
from ironbottom.kernel.step import Auto, Decision
from ironbottom.kernel.value import value


@value
class Counters(Auto):
    """RS-102, A9: section F: task forces that carrier aircraft attacked may strike back at the attackers."""

    def run(self, s: Campaign) -> Campaign:
        steps = []
        for side in (JAPAN, USA):
            for f in s.flights:
                if f.side == 1 - side and f.origin < PORT and f.target != GUADALCANAL and not f.counter:
                    step = CounterAttack(side, f.target, f.forces)
                    if step not in steps and s.fleet(side, f.target):
                        steps.append(step)
        return s.push(*steps)


@value
class CounterAttack(Decision):
    """RS-102: Retained aircraft against a carrier force that attacked."""

    rule: ClassVar[str] = "RS-102"
    routine: ClassVar[bool] = True
    side: int
    force: int
    attackers: tuple[int, ...]

    def retained(self, s: Campaign) -> int:
        return decks(s, self.side, self.force, DEFENDERS)

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        n = self.retained(s)
        alive = {sight.force for sight in current(s, 1 - side)}
        found: list[Action] = [("pass",)]
        if n:
            found += [("counter", enemy_name(1 - side, a), up_to(n)) for a in self.attackers if a in alive]
        return tuple(found)

    def default(self, s: Campaign, side: int) -> Action | None:
        """Nobody strikes back with an empty deck; it is asked all the same, so that the question betrays nothing."""
        legal = self.legal(s, side)
        return legal[0] if len(legal) == 1 else None

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        if action[0] == "pass":
            return s
        target = int(action[1][-1]) - 1
        s, parts = take_deck(s, side, self.force, action[2], DEFENDERS)
        where = next(sight.hex for sight in current(s, 1 - side) if sight.force == target)
        origin = next(sight.hex for sight in reversed(s.sights)
                      if sight.side == side and sight.force == self.force)
        s = s.replace(flights=(*s.flights, Flight(side, origin, target, where, 0, action[2], False, True, (self.force,),
                                              parts=parts)))
        s = deed(s, side, "strikes").tell(
            StrikeLaunched(side=side, origin=origin_name(origin), target=target_name(side, target), lac=0,
                  nac=action[2], where=where, number=len(s.flights)))
        return launched_from(s, side, self.force, action[2]).push(Attack(len(s.flights) - 1))
