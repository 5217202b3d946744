"""10.0: reinforcements from Rabaul."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.henderson_field.rules.printed import COMING, JAPANESE, RABAUL, Printed
from ironbottom.games.henderson_field.rules.state import Position, put
from ironbottom.games.henderson_field.rules.steps import Asked, Die, Told
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Later
from ironbottom.kernel.step import Auto
from ironbottom.kernel.value import value


@value
class HoldRolled(Told):
    """How many units Japan may call, by dice."""
    file_name = "hold_dice"
    rule = "R10.2.2"
    n: int
    dice: Later[tuple[int, ...]] = ()
    factors: Later[bool] = False
    """Whether factors are counted."""


@value
class Called(Told):
    """A unit has been called from Rabaul for a turn."""
    file_name = "called"
    rule = "R10.1"
    unit: str
    turn: int


def can_come(p: Printed, i: int, turn: int) -> bool:
    """R2.2.1d, R10.1, Q44: whether a unit at Rabaul can be called for a turn of arrival."""
    unit = p.units[JAPANESE][i]
    if not unit.period or turn >= len(p.turns) or 0 < unit.arrival <= turn:
        return False
    return unit.period <= p.turns[turn].period < unit.period + unit.number


def available(s: Position) -> tuple[int, ...]:
    """R10.1: the units that can be called for the next turn."""
    army = s.armies[JAPANESE]
    return tuple(
        i for i, here in enumerate(army.at) if here == RABAUL and can_come(s.setting, i, s.turn + 1)
    )


@value
class Reinforcing(Auto):
    """R10.2.1, R10.2.2, R10.2.3, Q32: what Japan gains by the field in this turn."""

    def run(self, s: Position) -> Position:
        s = s.replace(air=s.air or (s.held and s.steady))
        if s.turn + 1 >= len(s.setting.turns):
            return s
        if s.held or s.useless:
            return s.replace(rolls=True).push(HoldDie(int(s.setting.rabaul["hold_dice"])))
        if s.bonus and available(s):
            return s.push(Call(int(s.setting.rabaul["capture_units"])))
        return s


@value
class HoldDie(Die):
    """R10.2.2: dice that say how many units may be called."""

    rule: ClassVar[str] = "R10.2.2"
    dice: int
    total: int = 0
    fell: tuple[int, ...] = ()

    def resolve(self, s: Position, outcome: Action) -> Position:
        total, fell = self.total + outcome[1], (*self.fell, outcome[1])
        if self.dice > 1:
            return s.push(HoldDie(self.dice - 1, total, fell))
        factors = s.setting.option.get("rabaul_call") == "factors"
        s = s.tell(HoldRolled(total, fell, factors))
        return further(s, Call(total, factors=factors))


@value
class Call(Asked):
    """R10.1, Q44: units are called from Rabaul for the next turn."""

    rule: ClassVar[str] = "R10.1"
    verbs: ClassVar[tuple[str, ...]] = ("call", "done")
    refused = "refused.call"
    number: int
    side: int = JAPANESE
    factors: bool = False
    """R10.2.2: whether the number counts combat factors, not units."""

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return (*(("call", s.setting.units[JAPANESE][i].name) for i in self.open(s)), ("done",))

    def open(self, s: Position) -> tuple[int, ...]:
        """R10.1, R10.2.2: the units that can still be called."""
        return tuple(i for i in available(s) if self.weight(s, i) <= self.number)

    def weight(self, s: Position, i: int) -> int:
        """R10.2.2: what a unit takes of the number."""
        return s.setting.units[JAPANESE][i].combat if self.factors else 1

    def take(self, s: Position, side: int, action: Action) -> Position:
        if action[0] == "done":
            return s
        i, army = s.setting.unit_number[action[1]][1], s.armies[JAPANESE]
        s = s.army(JAPANESE, at=put(army.at, i, COMING), due=put(army.due, i, s.turn + 1))
        s = s.tell(Called(action[1], s.turn + 1))
        return further(s, self.replace(number=self.number - self.weight(s, i)))


def further(s: Position, call: Call) -> Position:
    """R10.1: ask, if there is a unit that can be called."""
    return s.push(call) if call.open(s) else s
