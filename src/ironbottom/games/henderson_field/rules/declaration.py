"""8.2a, 8.2.4b to 8.2.7: a combat step: who attacks whom, and which battle is fought next."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from ironbottom.games.henderson_field.rules.artillery import support_budget, uncovered
from ironbottom.games.henderson_field.rules.assault import open_battle
from ironbottom.games.henderson_field.rules.hidden import seen_army
from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE, UNSEEN, Printed
from ironbottom.games.henderson_field.rules.state import (
    Battle,
    Position,
    Sights,
    at_hex,
    front,
    purse,
    sights,
    unit,
    units_in,
)
from ironbottom.games.henderson_field.rules.steps import Told
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Later
from ironbottom.kernel.step import Auto, Decision, Refusal, refuse
from ironbottom.kernel.value import Value, value


@value
class Attacked(Told):
    """Units attack hexes."""
    file_name = "attack"
    rule = "R8.2a"
    side: int
    units: tuple[str, ...]
    hexes: tuple[str, ...]
    shows: Later[Sights] = ()
    """Attackers and defenders, who lie open."""


@value
class Field(Value):
    """R8.2a, R8.2.4b, R8.2.7: who may attack whom: for each unit the enemy hexes beside it; who must."""

    reach: tuple[tuple[int, tuple[int, ...]], ...]
    guns: tuple[tuple[int, tuple[int, ...]], ...]
    units: tuple[int, ...]
    """Who must attack."""
    hexes: tuple[int, ...]
    """Which must be attacked."""


@lru_cache(maxsize=2048)
def _field(p: Printed, side: int, at: tuple[int, ...], mark: tuple[int, ...], open_: bytes, zone: bytes) -> Field:
    reach, guns, units = [], [], []
    hexes: set[int] = set()
    for i, here in enumerate(at):
        if here >= p.hexes or mark[i]:
            continue
        beside = tuple(n for n in p.near[here] if open_[n])
        if not beside:
            continue
        if p.units[side][i].gun:
            guns.append((i, beside))
            continue
        reach.append((i, beside))
        if zone[here]:
            units.append(i)
            hexes.update(beside)
    return Field(tuple(reach), tuple(guns), tuple(units), tuple(sorted(hexes)))


def field(s: Position, side: int) -> Field:
    """R8.2a: the obligations of the side that attacks."""
    army, enemy = s.armies[side], front(s, 1 - side)
    return _field(s.setting, side, army.at, army.marker, enemy.open, enemy.zone)


def feasible(f: Field, plan: tuple[Battle, ...]) -> bool:
    """R8.2a: whether all that is owed can still be met.

    Whatever has a free neighbour can be fought in a battle of its own; the others must join battles that are declared,
    and must fit to each other there.
    """
    reach = dict(f.reach)
    used = {i for battle in plan for i in battle.units}
    taken = {h for battle in plan for h in battle.hexes}
    free_units = [i for i in reach if i not in used]
    lone_units = [
        i for i in f.units if i not in used and all(h in taken for h in reach[i])
    ]
    lone_hexes = [h for h in f.hexes if h not in taken and not any(h in reach[i] for i in free_units)]
    if not lone_units and not lone_hexes:
        return True
    every = {**reach, **dict(f.guns)}
    return _joined(every, [({*b.units, *b.support}, set(b.hexes)) for b in plan], lone_units, lone_hexes)


def _joined(
    reach: dict[int, tuple[int, ...]], battles: list[tuple[set[int], set[int]]], units: list[int], hexes: list[int]
) -> bool:
    if units:
        i = units[0]
        for members, targets in battles:
            if all(h in reach[i] for h in targets):
                members.add(i)
                if _joined(reach, battles, units[1:], hexes):
                    return True
                members.discard(i)
        return False
    if hexes:
        h = hexes[0]
        for members, targets in battles:
            if all(h in reach[i] for i in members):
                targets.add(h)
                if _joined(reach, battles, units, hexes[1:]):
                    return True
                targets.discard(h)
        return False
    return True


def owed(f: Field, plan: tuple[Battle, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """R8.2a: the units that still must attack, and the hexes that still must be attacked."""
    used = {i for battle in plan for i in battle.units}
    taken = {h for battle in plan for h in battle.hexes}
    return tuple(i for i in f.units if i not in used), tuple(h for h in f.hexes if h not in taken)


def with_unit(f: Field, plan: tuple[Battle, ...], i: int, h: int) -> tuple[Battle, ...] | None:
    """R8.2a, R8.2.5, R8.2.6: the plan with a unit sent against a hex: a battle of its own, one that it joins, or its
    own with one hex more; None where that cannot be."""
    reach = dict(f.reach).get(i, ())
    mine = next((n for n, b in enumerate(plan) if i in b.units), -1)
    theirs = next((n for n, b in enumerate(plan) if h in b.hexes), -1)
    if h not in reach or (mine >= 0 and theirs >= 0):
        return None
    if mine < 0 and theirs < 0:
        return (*plan, Battle((h,), (i,)))
    if mine < 0:
        battle = plan[theirs]
        if not all(one in reach for one in battle.hexes):
            return None
        made, n = battle.replace(units=tuple(sorted((*battle.units, i)))), theirs
    else:
        battle, every = plan[mine], {**dict(f.reach), **dict(f.guns)}
        if not all(h in every[one] for one in battle.units + battle.support):
            return None
        made, n = battle.replace(hexes=tuple(sorted((*battle.hexes, h)))), mine
    return (*plan[:n], made, *plan[n + 1 :])


def with_gun(plan: tuple[Battle, ...], i: int, h: int) -> tuple[Battle, ...]:
    """R8.2.4b: the plan with a battery beside those who attack a hex."""
    return tuple(b.replace(support=tuple(sorted((*b.support, i)))) if h in b.hexes else b for b in plan)


def uses(s: Position, side: int, i: int) -> tuple[int, ...]:
    """R8.2a, R8.2.4b, R8.2.7: the hexes against which a unit can be sent now, so that all else can still be met."""
    f, plan = field(s, side), s.doings[side].plan
    if unit(s, side, i).gun:
        beside = dict(f.guns).get(i, ())
        if any(i in b.support for b in plan) or not min(support_budget(s, side, i), purse(s, side)):
            return ()
        return tuple(
            h
            for h in beside
            if any(h in b.hexes and all(one in beside for one in b.hexes) for b in plan)
            and feasible(f, with_gun(plan, i, h))
        )
    found = []
    for h in dict(f.reach).get(i, ()):
        made = with_unit(f, plan, i, h)
        if made is not None and feasible(f, made):
            found.append(h)
    return tuple(found)


def might_attack(s: Position, side: int) -> bool:
    """R7.8, R8.2.4b: whether, for all that those who look on can tell, a side has somebody to attack with: guns alone
    attack nobody, but what lies hidden may be infantry."""
    enemy, units, army = front(s, 1 - side), s.setting.units[side], seen_army(s, side)
    hidden = any(here == UNSEEN and not units[i].gun for i, here in enumerate(army.at))
    places = [here for here, mark in army.hidden if hidden and not mark]
    places += [
        here for i, here in enumerate(army.at) if here < s.setting.hexes and not army.marker[i] and not units[i].gun
    ]
    return any(enemy.open[n] for here in places for n in s.setting.near[here])


def rested(s: Position, side: int) -> Position:
    """Q24: the state with all factors of a side's batteries to lend in the assaults, whatever they have fired."""
    return s.doing(side, fired=(0,) * len(s.doings[side].fired), fired_counter=0)


@value
class CombatStep(Auto):
    """R8.2a, Q24: a side fights if it might have somebody beside an enemy that can be attacked."""

    side: int

    def run(self, s: Position) -> Position:
        if s.setting.option.get("battery_factors") == "apart":
            s = rested(rested(s, AMERICAN), JAPANESE)
        if might_attack(s, self.side):
            return s.doing(self.side, plan=(), hand=0).push(Declare(self.side))
        return s


@value
class Declare(Decision):
    """R8.2a, R8.2.4b, R8.2.5, R8.2.6, R8.2.7, Q23: the attacker sends units against hexes, all battles before the
    first."""

    rule: ClassVar[str] = "R8.2a"
    verbs: ClassVar[tuple[str, ...]] = ("take", "on", "back", "recall", "done")
    starts_itself: ClassVar[bool] = True
    side: int

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        doing, f = s.doings[side], field(s, side)
        if doing.hand:
            i = units_in(doing.hand)[0]
            return (*(("on", s.setting.names[h]) for h in uses(s, side, i)), ("back",))
        offers: list[Action] = [
            ("take", unit(s, side, i).name) for i, _ in (*f.reach, *f.guns) if uses(s, side, i)
        ]
        offers += [("recall", unit(s, side, i).name) for b in doing.plan for i in (*b.units, *b.support)]
        return (*offers, *((("done",),) if owed(f, doing.plan) == ((), ()) else ()))

    def retracts(self, action: Action) -> bool:
        return action[0] in ("back", "recall")

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        if action == ("done",):
            return refuse("R8.2a", "refused.put_back" if s.doings[side].hand else "refused.must_attack")
        number = s.setting.unit_number.get(str(action[-1]), (-1, -1))
        p, enemy = s.setting, front(s, 1 - side)
        if action[0] == "take" and number[0] >= 0:
            i = number[1]
            if number[0] != side:
                return refuse("R8.2a", "refused.not_yours")
            here = s.armies[side].at[i]
            if s.armies[side].marker[i]:
                return refuse("R7.7.7", "refused.fight_in_stealth")
            near = p.near[here] if here < p.hexes else ()
            if not any(enemy.open[n] for n in near):
                hidden = any(enemy.count[n] for n in near)
                return refuse("R7.7.7", "refused.stealth_target") if hidden else refuse("R8.2a", "refused.nobody_near")
            if unit(s, side, i).gun:
                beside = any(h in near for b in s.doings[side].plan for h in b.hexes)
                if beside and not min(support_budget(s, side, i), purse(s, side)):
                    return refuse("R8.1.2", "refused.support")
                return refuse("R8.2.4b", "refused.gun_attack")
        there = p.number.get(str(action[-1]), -1)
        if action[0] == "on" and there >= 0 and not enemy.open[there]:
            hidden = bool(enemy.count[there])
            return refuse("R7.7.7", "refused.stealth_target") if hidden else refuse("R8.2a", "refused.nobody_there")
        return refuse("R8.2a", "refused.attack")

    def take(self, s: Position, side: int, action: Action) -> Position:
        doing, verb = s.doings[side], action[0]
        if verb == "done":
            s = s.doing(side, plan=(), hand=0).replace(battles=doing.plan)
            return begin(s.push(NextBattle(side)), side)
        if verb == "back":
            return s.doing(side, hand=0).push(self)
        if verb == "take":
            return s.doing(side, hand=1 << s.setting.unit_number[action[1]][1]).push(self)
        if verb == "recall":
            i = s.setting.unit_number[action[1]][1]
            plan = tuple(
                b.replace(units=tuple(n for n in b.units if n != i), support=tuple(n for n in b.support if n != i))
                for b in doing.plan
            )
            return s.doing(side, plan=tuple(b for b in plan if b.units)).push(self)
        i, h = units_in(doing.hand)[0], s.setting.number[action[1]]
        if unit(s, side, i).gun:
            plan = with_gun(doing.plan, i, h)
        else:
            plan = with_unit(field(s, side), doing.plan, i, h) or doing.plan
        return s.doing(side, plan=plan, hand=0).push(self)


def begin(s: Position, side: int) -> Position:
    """R7.8, R8.2.11, Q30: what takes part in the battles lies open until the step ends."""
    mine = sum(1 << i for b in s.battles for i in (*b.units, *b.support))
    s = s.army(side, shown=s.armies[side].shown | mine)
    for battle in s.battles:
        for h in battle.hexes:
            s = uncovered(s, 1 - side, h)
            theirs = sum(1 << i for i in at_hex(s, 1 - side, h))
            s = s.army(1 - side, shown=s.armies[1 - side].shown | theirs)
        attackers = (*battle.units, *battle.support)
        names, hexes = tuple(unit(s, side, i).name for i in attackers), tuple(s.setting.names[h] for h in battle.hexes)
        places = dict.fromkeys(s.armies[side].at[i] for i in attackers)
        shows = sights(s, side, *places) + sights(s, 1 - side, *battle.hexes)
        s = s.tell(Attacked(side, names, hexes, shows))
    return s


@value
class Battles(Decision):
    """Q23, R8.2.2: the attacker fights his battles in the order that he likes."""

    rule: ClassVar[str] = "Q23"
    verbs: ClassVar[tuple[str, ...]] = ("fight",)
    plays_itself: ClassVar[bool] = True
    side: int

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return tuple(("fight", s.setting.names[b.hexes[0]]) for b in s.battles)

    def take(self, s: Position, side: int, action: Action) -> Position:
        here = s.setting.number[action[1]]
        battle = next(b for b in s.battles if b.hexes[0] == here)
        s = s.replace(battles=tuple(b for b in s.battles if b != battle))
        s = s.push(NextBattle(side))
        return open_battle(s, side, battle, False)


@value
class NextBattle(Auto):
    """Q23: the next battle, or the end of the combat step."""

    side: int

    def run(self, s: Position) -> Position:
        s = s.replace(fight=None)
        return s.push(Battles(self.side)) if s.battles else s
