"""8.1.1: artillery supply."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.henderson_field.rules.printed import JAPANESE, ROLL, UNLIMITED
from ironbottom.games.henderson_field.rules.state import Position, supplied
from ironbottom.games.henderson_field.rules.steps import Die, Told
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Later
from ironbottom.kernel.step import Auto
from ironbottom.kernel.value import value


@value
class SupplyRolled(Told):
    """The die for a side's supply."""
    file_name = "supply_die"
    rule = "R8.1.1"
    side: int
    die: int
    vain: Later[bool] = False
    """Whether it brings nothing."""


@value
class SupplyStep(Auto):
    """R8.1.1, R10.2.2, Q41: what the turn track gives: points, a roll, or all that is wanted; two rolls if Japan has
    earned them, in place of a roll, beside a number."""

    side: int

    def run(self, s: Position) -> Position:
        given = s.setting.turns[s.turn].supply[self.side]
        rolls = int(given == ROLL)
        if self.side == JAPANESE and s.rolls:
            rolls, s = int(s.setting.rabaul["hold_rolls"]), s.replace(rolls=False)
        if given not in (ROLL, UNLIMITED):
            s = supplied(s, self.side, given)
        return s.push(SupplyDie(self.side, rolls)) if rolls else s


@value
class SupplyDie(Die):
    """R8.1.1: a roll for replenishment."""

    rule: ClassVar[str] = "R8.1.1"
    side: int
    rolls: int = 1

    def resolve(self, s: Position, outcome: Action) -> Position:
        p = s.setting
        column = sum(s.turn >= first for first in p.replenish_from) - 1
        number = p.replenish[self.side][outcome[1] - 1][column]
        s = s.tell(SupplyRolled(self.side, outcome[1], not number))
        s = supplied(s, self.side, number, outcome[1])
        return s.push(self.replace(rolls=self.rolls - 1)) if self.rolls > 1 else s
