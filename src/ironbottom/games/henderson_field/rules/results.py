"""8.2.1.4, 8.2.3, 8.2.8: what an assault brings: losses, retreats, advances, damage to the airfield, the strain's
die."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.henderson_field.rules.printed import distances
from ironbottom.games.henderson_field.rules.state import (
    Position,
    at_hex,
    front,
    harmed,
    holder,
    lose_steps,
    moved_to,
    strongest,
    unit,
    units_in,
)
from ironbottom.games.henderson_field.rules.steps import Asked, Die, Told
from ironbottom.games.henderson_field.rules.strengths import fight_of
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Later
from ironbottom.kernel.step import Auto
from ironbottom.kernel.value import value


@value
class Retreated(Told):
    """A unit has retreated to a hex."""
    file_name = "retreated"
    rule = "R8.2.1.4b"
    unit: str
    side: int
    hex: str
    takes: Later[bool] = False
    """Whether it takes what it enters."""


@value
class Advanced(Told):
    """A unit has advanced into a hex."""
    file_name = "advanced"
    rule = "R8.2.1.4c"
    unit: str
    side: int
    hex: str
    takes: Later[bool] = False


@value
class StrainRolled(Told):
    """The die for the strain."""
    file_name = "strain_die"
    rule = "R8.2.3"
    die: int
    lost: bool
    needed: Later[int] = 0


def fighters(s: Position, side: int) -> tuple[int, ...]:
    """R8.2.1.4a: the units of a side that are in the battle."""
    fight = fight_of(s)
    if side == fight.side:
        return tuple(i for i in fight.attackers if s.armies[side].at[i] < s.setting.hexes)
    return tuple(i for h in fight.battle.hexes for i in at_hex(s, side, h))


@value
class Losses(Auto):
    """R8.2.1.4a: steps lost in the battle, one by one."""

    side: int
    steps: int

    def run(self, s: Position) -> Position:
        if self.steps < 1 or not (there := fighters(s, self.side)):
            return s
        total = sum(s.armies[self.side].steps[i] for i in there)
        if total <= self.steps:
            for i in there:
                s = lose_steps(s, self.side, i, s.armies[self.side].steps[i], "assault")
            return s
        return s.push(Lose(self.side), self.replace(steps=self.steps - 1))


@value
class Lose(Asked):
    """R8.2.1.4a: the owner takes a step from one of his units in the battle."""

    rule: ClassVar[str] = "R8.2.1.4a"
    verbs: ClassVar[tuple[str, ...]] = ("lose",)
    refused = "refused.not_in_battle"
    plays_itself: ClassVar[bool] = True
    side: int

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return tuple(("lose", unit(s, side, i).name) for i in fighters(s, side))

    def take(self, s: Position, side: int, action: Action) -> Position:
        return lose_steps(s, side, s.setting.unit_number[action[1]][1], 1, "assault")

    def default(self, s: Position, side: int) -> Action | None:
        return strongest(s, side, self.legal(s, side)) if side == self.side else None


def emptied(s: Position) -> Position:
    """R8.2.1.4c: it is noted which hexes the defenders have left."""
    fight = fight_of(s)
    count = front(s, 1 - fight.side).count
    return s.replace(fight=fight.replace(emptied=tuple(h for h in fight.battle.hexes if not count[h])))


@value
class Emptied(Auto):
    """R8.2.1.4c: which hexes have become empty."""

    def run(self, s: Position) -> Position:
        return emptied(s)


@value
class Retreats(Auto):
    """R8.2.1.4b, R8.2.2: the survivors of a side retreat, each for itself, in any order; those for whom there is no
    room when the others have gone are lost. `waiting` is a mask of those who have yet to go, -1 at first."""

    side: int
    distance: int
    waiting: int = -1

    def run(self, s: Position) -> Position:
        if not self.distance:
            return s
        if self.waiting < 0:
            units = fighters(s, self.side)
            if self.side == fight_of(s).side and units:
                s = s.replace(fight=fight_of(s).replace(retreated=True))
        else:
            units = units_in(self.waiting)
        if any(refuges(s, self.side, i, ()) for i in units):
            return s.push(RetreatTo(self.side, self.distance, sum(1 << i for i in units), ()))
        for i in units:
            s = cut_off(s, self.side, i)
        return s


def refuges(s: Position, side: int, i: int, been: tuple[int, ...]) -> tuple[int, ...]:
    """R8.2.1.4b, Q29: where a retreating unit may go next: away from the enemy if it can."""
    p, fight, enemy, own = s.setting, fight_of(s), front(s, 1 - side), front(s, side)
    here = s.armies[side].at[i]
    open_ = [
        n
        for n in p.near[here]
        if not enemy.count[n] and not enemy.zone[n] and own.count[n] < p.limits["stack"] and n not in been
    ]
    if side == fight.side:
        foes = fight.battle.hexes
    else:
        foes = tuple(sorted({s.armies[fight.side].at[a] for a in fight.attackers}))
    foes = tuple(h for h in foes if h < p.hexes)
    if not foes:
        return tuple(open_)
    now = min(distances(p, h)[here] for h in foes)
    away = [n for n in open_ if min(distances(p, h)[n] for h in foes) > now]
    return tuple(away or open_)


@value
class Retreat(Auto):
    """R8.2.1.4b: a unit goes on hex by hex, or is lost if it cannot."""

    side: int
    unit: int
    distance: int
    been: tuple[int, ...]

    def run(self, s: Position) -> Position:
        if not self.distance or s.armies[self.side].at[self.unit] >= s.setting.hexes:
            return s
        if not refuges(s, self.side, self.unit, self.been):
            return cut_off(s, self.side, self.unit)
        return s.push(RetreatTo(self.side, self.distance, 1 << self.unit, self.been))


def cut_off(s: Position, side: int, i: int) -> Position:
    """R8.2.1.4b: a unit that cannot retreat is lost."""
    return emptied(lose_steps(s, side, i, s.armies[side].steps[i], "retreat"))


@value
class RetreatTo(Asked):
    """R8.2.1.4b, Q29, Q39: the owner chooses who retreats next, and the next hex. `waiting` is a mask of those who may
    go, one alone once it has begun; `been` are the hexes that it has left."""

    rule: ClassVar[str] = "R8.2.1.4b"
    verbs: ClassVar[tuple[str, ...]] = ("retreat",)
    refused = "refused.refuge"
    plays_itself: ClassVar[bool] = True
    side: int
    distance: int
    waiting: int
    been: tuple[int, ...]

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return tuple(
            ("retreat", unit(s, side, i).name, s.setting.names[h])
            for i in units_in(self.waiting)
            for h in refuges(s, side, i, self.been)
        )

    def take(self, s: Position, side: int, action: Action) -> Position:
        i, there = s.setting.unit_number[action[1]][1], s.setting.number[action[2]]
        here = s.armies[side].at[i]
        held = holder(s, there)
        s = moved_to(s, side, i, there, by="retreat")
        s = s.tell(Retreated(action[1], side, action[2], holder(s, there) != held))
        s = emptied(s)
        others = () if self.been else (Retreats(side, self.distance, self.waiting & ~(1 << i)),)
        return s.push(Retreat(side, i, self.distance - 1, (*self.been, here)), *others)

    def default(self, s: Position, side: int) -> Action | None:
        return strongest(s, side, self.legal(s, side)) if side == self.side else None


@value
class FieldDamage(Auto):
    """R8.2.8: a die for the airfield, when an assault on it has removed somebody from it."""

    def run(self, s: Position) -> Position:
        fight, here = fight_of(s), s.setting.field
        fewer = here in fight.battle.hexes and front(s, 1 - fight.side).count[here] < fight.garrison
        return s.push(DamageDie(fight.side)) if fewer else s


@value
class DamageDie(Die):
    """R8.2.8: the airfield falls by a die."""

    rule: ClassVar[str] = "R8.2.8"
    side: int

    def resolve(self, s: Position, outcome: Action) -> Position:
        return harmed(s, self.side, outcome[1], "assault", outcome[1])


@value
class Advances(Auto):
    """R8.2.1.4c, R8.2.5: whoever took part may advance, if a hex has been emptied."""

    def run(self, s: Position) -> Position:
        fight = fight_of(s)
        if not fight.advance or not fight.emptied or not fighters(s, fight.side):
            return s
        return s.push(Advance(fight.side, fighters(s, fight.side)))


@value
class Advance(Asked):
    """R8.2.1.4c, R8.2.2, Q39: units advance one by one, first into an emptied hex, up to the number of hexes."""

    rule: ClassVar[str] = "R8.2.1.4c"
    verbs: ClassVar[tuple[str, ...]] = ("advance", "done", "stop")
    refused = "refused.advance"
    plays_itself: ClassVar[bool] = True
    side: int
    units: tuple[int, ...]
    hand: int = -1
    gone: int = 0

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        found: list[Action] = []
        for i in self.units if self.hand < 0 else (self.hand,):
            name = unit(s, side, i).name
            found += [("advance", name, s.setting.names[h]) for h in self.ways(s, i)]
        if self.hand < 0:
            return (*found, ("done",))
        full = front(s, side).count[s.armies[side].at[self.hand]] > s.setting.limits["stack"]
        return tuple(found) if full else (*found, ("stop",))

    def ways(self, s: Position, i: int) -> tuple[int, ...]:
        """R8.2.1.4c: where a unit may advance next; through a full hex only if it can go on from there."""
        p, fight, own, enemy = s.setting, fight_of(s), front(s, self.side), front(s, 1 - self.side)
        here, most = s.armies[self.side].at[i], p.limits["stack"]
        open_ = [n for n in p.near[here] if (self.gone or n in fight.emptied) and not enemy.count[n]]
        through = self.gone + 1 < fight.advance
        return tuple(
            n
            for n in open_
            if own.count[n] < most
            or (
                through
                and not enemy.zone[n]
                and any(not enemy.count[m] and own.count[m] < most for m in p.near[n] if m != here)
            )
        )

    def take(self, s: Position, side: int, action: Action) -> Position:
        if action[0] == "done":
            return s
        if action[0] == "stop":
            return self._next(s)
        i, there = s.setting.unit_number[action[1]][1], s.setting.number[action[2]]
        held = holder(s, there)
        s = moved_to(s, side, i, there, by="advance")
        s = s.tell(Advanced(action[1], side, action[2], holder(s, there) != held))
        gone_ = self.gone + 1
        going = self.replace(hand=i, gone=gone_)
        if gone_ < fight_of(s).advance and not front(s, 1 - side).zone[there] and going.ways(s, i):
            return s.push(going)
        return going._next(s)

    def _next(self, s: Position) -> Position:
        left = tuple(i for i in self.units if i != self.hand)
        return s.push(Advance(self.side, left)) if left else s


@value
class StrainCheck(Auto):
    """R8.2.3, Q7: whoever strained rolls for it after all else."""

    def run(self, s: Position) -> Position:
        fight = fight_of(s)
        return s.push(StrainDie()) if fight.strain and fighters(s, fight.side) else s


@value
class StrainDie(Die):
    """R8.2.3, Q7: a die no higher than the points strained costs a step."""

    rule: ClassVar[str] = "R8.2.3"

    def resolve(self, s: Position, outcome: Action) -> Position:
        fight = fight_of(s)
        lost = outcome[1] <= fight.strain
        s = s.tell(StrainRolled(outcome[1], lost, fight.strain))
        return s.push(Losses(fight.side, 1)) if lost else s
