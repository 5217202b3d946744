"""14.2, 14.6: attacks on Guadalcanal, and what they take from its air base."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.solomons.rules.air.landing import settled
from ironbottom.games.solomons.rules.air.points import count, take_base
from ironbottom.games.solomons.rules.dice import Die
from ironbottom.games.solomons.rules.printed import HENDERSON, KINDS
from ironbottom.games.solomons.rules.state import FIRED, FLOWN, FRESH, MOVED, Campaign, lose_air, pair, worth
from ironbottom.kernel.action import Action, up_to
from ironbottom.kernel.event import Event, Later
from ironbottom.kernel.step import Auto, Decision
from ironbottom.kernel.value import value

EVERY = (MOVED, FLOWN, FIRED, FRESH)


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
        if not n:
            return s
        s = s.replace(owing=pair(s.owing, self.side, 0))
        if s.holder != self.side or not s.built:
            return s
        return s.draft(self.side, ()).push(LoseAtBase(self.side, n))


@value
class LoseAtBase(Decision):
    """RS-097: Which points of the base are destroyed. Always asked, and told when all are chosen, so that neither
    betrays what stands there; what is chosen so far, LAC and NAC, is the side's draft."""

    rule: ClassVar[str] = "RS-097"
    once_silent: ClassVar[bool] = True
    side: int
    n: int

    def chosen(self, s: Campaign) -> tuple[int, int]:
        """LAC and NAC that are chosen so far."""
        return s.drafts[self.side] or (0, 0)

    def there(self, s: Campaign) -> tuple[int, int]:
        """LAC and NAC on the field that are not chosen yet."""
        lac, nac = self.chosen(s)
        return count(s, HENDERSON, 0, EVERY) - lac, count(s, HENDERSON, 1, EVERY) - nac

    def left(self, s: Campaign) -> int:
        """How many are still to be chosen."""
        return min(self.n - sum(self.chosen(s)), sum(self.there(s)))

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        left = self.left(s)
        found = [("lose", KINDS[what], up_to(min(n, left))) for what, n in enumerate(self.there(s)) if n]
        return tuple(found) or (("none",),)

    def default(self, s: Campaign, side: int) -> Action | None:
        lac, nac = self.there(s)
        n = min(self.left(s), max(lac, nac))
        return ("lose", KINDS[int(nac > lac)], n) if n else ("none",)

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        if action == ("none",):
            return settled(s, side)
        what = KINDS.index(action[1])
        lost = pair(self.chosen(s), what, self.chosen(s)[what] + action[2])
        s = s.draft(side, lost)
        if self.left(s):
            return s.push(self)
        for what, n in enumerate(lost):
            s, _ = take_base(s, HENDERSON, what, n, EVERY)
        return settled(lose_air(s.draft(side, ()), side, HENDERSON, lost), side)
