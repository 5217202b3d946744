"""14.2, 14.6: attacks on Guadalcanal, and what they take from its air base."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.solomons.rules.air.points import count, take_base
from ironbottom.games.solomons.rules.dice import Die
from ironbottom.games.solomons.rules.printed import HENDERSON, KINDS
from ironbottom.games.solomons.rules.state import FIRED, FLOWN, FRESH, MOVED, Campaign, lose_air, pair, worth
from ironbottom.kernel.action import Action, up_to
from ironbottom.kernel.event import Event, Later
from ironbottom.kernel.step import Auto, Decision
from ironbottom.kernel.value import value


@value
class AirSupportDie(Die):
    """RS-097: Table 1 for aircraft: supply at once, air points at the end of the segment."""

    rule: ClassVar[str] = "RS-097"
    flight: int
    column: int

    def resolve(self, s: Campaign, outcome: Action) -> Campaign:
        f = s.flights[self.flight]
        return bombard(s, f.side, self.column, outcome[1], "air", f.lac + f.nac)


def supply_loss(supply: int, result: str) -> int:
    """A32: Supply Points lost to a result: all, or half rounded down."""
    return supply if result == "all" else supply // 2 if result == "half" else 0


@value
class Bombarded(Event):
    """RS-130, RS-097: Table 1: air points to be lost at the end of the segment, and Supply Points lost at once."""

    file_name: ClassVar[str] = "bombarded"
    side: int
    die: int
    strength: int
    air: int
    supply: int
    cause: str
    built: Later[bool] = True
    """Whether there is a finished field, with aircraft to be lost."""


def bombard(s: Campaign, side: int, column: int, die: int, cause: str, strength: int) -> Campaign:
    """RS-097, RS-130, RS-131, A32: a result of Table 1 on the enemy's base and supply."""
    foe = 1 - side
    air, _, result = str(s.p.cell("bombardment", column, die)).partition("+")
    lost = supply_loss(s.supply[foe], result)
    s = s.replace(supply=pair(s.supply, foe, s.supply[foe] - lost),
              owing=pair(s.owing, foe, s.owing[foe] + int(air)))
    s = s.score(side, "supply", lost * worth(s, "supply"))
    return s.tell(Bombarded(side=side, die=die, strength=strength, air=int(air), supply=lost, cause=cause,
                            built=s.built))


@value
class BaseLosses(Auto):
    """RS-097, RS-108, RS-131: what bombardment takes from the aircraft on Guadalcanal; the base itself stays."""

    side: int

    def run(self, s: Campaign) -> Campaign:
        n = s.owing[self.side]
        s = s.replace(owing=pair(s.owing, self.side, 0))
        if not n or s.holder != self.side or not s.built:
            return s
        there = [count(s, HENDERSON, what, (0, 1, 2, 3)) for what in (0, 1)]
        if all(there) and sum(there) > n:
            return s.push(LoseAtBase(self.side, n))
        return lose_at_base(s, self.side, 0 if there[0] else 1, n) if sum(there) > n else lose_at_base(
            lose_at_base(s, self.side, 0, n), self.side, 1, n)


def lose_at_base(s: Campaign, side: int, what: int, n: int) -> Campaign:
    """RS-097: LAC (0) or NAC (1) of the base on Guadalcanal are destroyed, as many as there are of so many."""
    n = min(n, count(s, HENDERSON, what, (0, 1, 2, 3)))
    s, parts = take_base(s, HENDERSON, what, n, (MOVED, FLOWN, FIRED, FRESH))
    for _, kind, _, lost in parts:
        s = lose_air(s, side, HENDERSON, kind, lost)
    return s


@value
class LoseAtBase(Decision):
    """RS-097: Which points of the base are destroyed."""

    rule: ClassVar[str] = "RS-097"
    side: int
    n: int

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        found: list[Action] = []
        for what in (0, 1):
            n = count(s, HENDERSON, what, (0, 1, 2, 3))
            if n:
                found.append(("lose", KINDS[what], up_to(min(n, self.n))))
        return tuple(found) or (("none",),)

    def default(self, s: Campaign, side: int) -> Action | None:
        what = int(count(s, HENDERSON, 1, (0, 1, 2, 3)) > count(s, HENDERSON, 0, (0, 1, 2, 3)))
        n = min(self.n, count(s, HENDERSON, what, (0, 1, 2, 3)))
        return ("lose", KINDS[what], n) if n else ("none",)

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        if action == ("none",):
            return s
        s = lose_at_base(s, side, 0 if action[1] == "lac" else 1, action[2])
        left = self.n - action[2]
        return s.push(LoseAtBase(side, left)) if left and any(any(stock) for stock in s.air[HENDERSON]) else s
