"""8.2: assaults: declaration, strengths and odds, strain, losses, retreats, advances, ambush and banzai."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from ironbottom.games.henderson_field.knowledge import view
from ironbottom.games.henderson_field.rules.artillery import DIE, support_budget, uncovered
from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE, UNSEEN, Printed, distances
from ironbottom.games.henderson_field.rules.state import (
    Battle,
    Fight,
    Position,
    at_hex,
    bits,
    factor,
    front,
    harmed,
    hurt,
    moved_to,
    purse,
    put,
    spent,
    unit,
)  # fmt: skip
from ironbottom.kernel.action import Action, Range
from ironbottom.kernel.event import event
from ironbottom.kernel.step import OBSERVER, Auto, Chance, Decision, Refusal, refuse
from ironbottom.kernel.value import Value, value

BELOW, ABOVE = -1, 99


# --- declaration --------------------------------------------------------------------------------------------------


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
    return _field(s.setting, side, army.at, army.mark, enemy.open, enemy.zone)


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


@value
class CombatStep(Auto):
    """R8.2a: a side fights if it might have somebody beside an enemy that can be attacked."""

    side: int

    def run(self, s: Position) -> Position:
        if might_attack(s, self.side):
            return s.doing(self.side, plan=(), hand=0).push(Declare(self.side))
        return s


def might_attack(s: Position, side: int) -> bool:
    """R7.8, R8.2.4b: whether, for all that those who look on can tell, a side has somebody to attack with: guns alone
    attack nobody, but what lies hidden may be infantry."""
    seen, enemy = view(s, OBSERVER), front(s, 1 - side)
    units, army = s.setting.units[side], seen.armies[side]
    hidden = any(here == UNSEEN and not units[i].gun for i, here in enumerate(army.at))
    places = [here for here, mark in army.unseen if hidden and not mark]
    places += [
        here for i, here in enumerate(army.at) if here < s.setting.hexes and not army.mark[i] and not units[i].gun
    ]
    return any(enemy.open[n] for here in places for n in s.setting.near[here])


@value
class Declare(Decision):
    """R8.2a, R8.2.4b, R8.2.5, R8.2.6, R8.2.7, Q23: the attacker sends units against hexes, all battles before the
    first."""

    rule: ClassVar[str] = "R8.2a"
    side: int

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        doing, f = s.doings[side], field(s, side)
        if doing.hand:
            i = bits(doing.hand)[0]
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
            return refuse("R8.2a", "refused.must_attack")
        number = s.setting.unit_number.get(str(action[-1]), (-1, -1))
        p, enemy = s.setting, front(s, 1 - side)
        if action[0] == "take" and number[0] >= 0:
            i = number[1]
            if number[0] != side:
                return refuse("R8.2a", "refused.not_yours")
            if unit(s, side, i).gun:
                return refuse("R8.2.4b", "refused.gun_attack")
            here = s.armies[side].at[i]
            near = p.near[here] if here < p.hexes else ()
            if not any(enemy.open[n] for n in near):
                hidden = any(enemy.count[n] for n in near)
                return refuse("R7.7.7", "refused.stealth_target") if hidden else refuse("R8.2a", "refused.nobody_near")
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
        i, h = bits(doing.hand)[0], s.setting.number[action[1]]
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
        s = s.tell(
            event("attack", side=side, units=tuple(unit(s, side, i).name for i in (*battle.units, *battle.support)),
                  hexes=tuple(s.setting.names[h] for h in battle.hexes))
        )
    return s


# --- strengths and odds -------------------------------------------------------------------------------------------


def worth(s: Position, side: int, i: int) -> int:
    """R10.2.3, Q33: the factors of a unit in an assault: one more under the Japanese air bonus."""
    steps = s.armies[side].steps[i]
    return steps + 1 if side == JAPANESE and s.air and not unit(s, side, i).gun else steps


def may_ambush(s: Position, i: int) -> bool:
    """R8.2.9, Q21: whether a Japanese unit came out of stealth by itself and used at most half of its points."""
    doing = s.doings[JAPANESE]
    mark = doing.fresh[i] if doing.fresh else 0
    return bool(mark) and doing.left[i] * 2 >= factor(s, JAPANESE, i) * mark


def attack_strength(s: Position, fight: Fight) -> int:
    """R8.2.1.1, R8.2.5, R8.2.9, Q8, Q10, Q11: the attack, strain included: river hexes halve, an ambush doubles."""
    side, p = fight.side, s.setting
    twice = 0
    for i in fight.battle.units:
        here = s.armies[side].at[i]
        if here >= p.hexes:
            continue
        value_ = worth(s, side, i) * (1 if p.river[here] else 2)
        twice += value_ * 2 if fight.ambush == 2 and may_ambush(s, i) else value_
    for i, paid in zip(fight.battle.support, fight.paid, strict=False):
        here = s.armies[side].at[i]
        if here < p.hexes:
            twice += paid * (1 if p.river[here] else 2)
    return max(1, twice // 2) + fight.strain


def uphill(s: Position, fight: Fight, h: int) -> bool:
    """R2.1b, R8.2.1.2: whether everybody who attacks a hex stands lower than it."""
    level = s.setting.level
    members = [i for i in (*fight.battle.units, *paid_guns(fight)) if s.armies[fight.side].at[i] < s.setting.hexes]
    return bool(members) and all(level[s.armies[fight.side].at[i]] < level[h] for i in members)


def paid_guns(fight: Fight) -> tuple[int, ...]:
    """R8.2.1.4a: the supporting batteries that take part."""
    return tuple(i for i, paid in zip(fight.battle.support, fight.paid, strict=False) if paid)


def defence_strength(s: Position, fight: Fight) -> int:
    """R8.2.1.2, R8.2.4a, Q12, Q24: the defence: guns alone count one and what is paid, beside others what is paid."""
    side, paid, total = 1 - fight.side, dict(fight.defended), 0
    for h in fight.battle.hexes:
        there = at_hex(s, side, h)
        alone = all(unit(s, side, i).gun for i in there)
        strength = 0
        for i in there:
            if unit(s, side, i).gun:
                strength += min(s.armies[side].steps[i], paid.get(i, 0) + alone)
            else:
                strength += worth(s, side, i)
        total += strength * 2 if uphill(s, fight, h) else strength
    return max(1, total)


def ratio(attack: int, defence: int) -> tuple[int, int]:
    """R8.2.1.3: the odds, in the defender's favour.

    >>> ratio(12, 9), ratio(12, 5), ratio(4, 11)
    ((1, 1), (2, 1), (1, 3))
    """
    return (attack // defence, 1) if attack >= defence else (1, -(-defence // attack))


def column_of(p: Printed, attack: int, defence: int) -> int:
    """R8.2.1.3: the column of the table; BELOW or ABOVE it."""
    a, d = ratio(attack, defence)
    name = f"{a}-{d}"
    if name in p.table_columns:
        return p.table_columns.index(name)
    return BELOW if d > 1 else ABOVE


def strain_needed(p: Printed, attack: int, defence: int) -> int:
    """R8.2.3, Q7, Q9: the points for the next odds; 0 where straining is not allowed."""
    column, last = column_of(p, attack, defence), len(p.table_columns) - 1
    if column in (ABOVE, last):
        return 0
    if attack >= defence:
        points = (attack // defence + 1) * defence - attack
    else:
        below = 6 if column == BELOW else -(-defence // attack) - 1
        points = -(-defence // below) - attack
    return points if 1 <= points <= min(p.limits["strain"], attack) else 0


# --- a battle -----------------------------------------------------------------------------------------------------


@value
class Battles(Decision):
    """Q23, R8.2.2: the attacker fights his battles in the order that he likes."""

    rule: ClassVar[str] = "Q23"
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


def open_battle(s: Position, side: int, battle: Battle, again: bool, stood: bool = False) -> Position:
    """R8.2a, R8.2.11, Q23: a battle begins with those who are there now; without attackers or defenders there is
    none."""
    hexes = s.setting.hexes
    units = tuple(i for i in battle.units if s.armies[side].at[i] < hexes)
    support = tuple(i for i in battle.support if s.armies[side].at[i] < hexes)
    for h in battle.hexes:
        s = uncovered(s, 1 - side, h)
        theirs = sum(1 << i for i in at_hex(s, 1 - side, h))
        s = s.army(1 - side, shown=s.armies[1 - side].shown | theirs)
    held = tuple(h for h in battle.hexes if front(s, 1 - side).count[h])
    if not units or not held:
        return s.tell(event("no_battle", hex=s.setting.names[battle.hexes[0]]))
    s = s.replace(fight=Fight(side, Battle(held, units, support), again, stood, (0,) * len(support),
                         garrison=front(s, 1 - side).count[s.setting.field]))
    return s.push(Supporting(side, 0), DefenderPays(1 - side), Ambushing())


def fight_of(s: Position) -> Fight:
    """The battle that is being fought."""
    assert s.fight is not None
    return s.fight


@value
class Supporting(Auto):
    """R8.2.4b: the attacker is asked for each of his batteries, as long as there is supply."""

    side: int
    number: int

    def run(self, s: Position) -> Position:
        if self.number == len(fight_of(s).battle.support) or not purse(s, self.side):
            return s
        return s.push(Support(self.side, self.number), self.replace(number=self.number + 1))


@value
class Support(Decision):
    """R8.2.4b, Q24: how many supply points a battery beside the enemy lends to the attack."""

    rule: ClassVar[str] = "R8.2.4b"
    side: int
    number: int

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        i = fight_of(s).battle.support[self.number]
        return (("spend", unit(s, side, i).name, Range(0, min(support_budget(s, side, i), purse(s, side)))),)

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        return refuse("R8.1.2", "refused.support")

    def take(self, s: Position, side: int, action: Action) -> Position:
        fight, points = fight_of(s), int(action[2])
        i = fight.battle.support[self.number]
        s = spent(s, side, points).doing(side, fired=put(s.doings[side].fired, i, s.doings[side].fired[i] + points))
        return s.replace(fight=fight.replace(paid=put(fight.paid, self.number, points)))


@value
class DefenderPays(Auto):
    """R8.2.4a: the defender is asked for each of his batteries that all can see to be worth supply that he has."""

    side: int
    asked: int = 0

    def run(self, s: Position) -> Position:
        guns = [i for h in fight_of(s).battle.hexes for i in at_hex(s, self.side, h) if unit(s, self.side, i).gun]
        if self.asked == len(guns):
            return s
        gun, further = Defend(self.side, guns[self.asked]), self.replace(asked=self.asked + 1)
        return s.push(gun, further) if min(gun.factors(s), purse(s, self.side)) else s.push(further)


@value
class Defend(Decision):
    """R8.2.4a, Q24: supply for a battery in the defence; alone in its hex it has one factor for nothing."""

    rule: ClassVar[str] = "R8.2.4a"
    side: int
    gun: int

    def factors(self, s: Position) -> int:
        """R8.2.4a: the factors that are to be paid for."""
        here = s.armies[self.side].at[self.gun]
        alone = all(unit(s, self.side, i).gun for i in at_hex(s, self.side, here))
        return s.armies[self.side].steps[self.gun] - alone

    def most(self, s: Position) -> int:
        """R8.2.4a, R8.1.2: what can be spent."""
        return max(0, min(support_budget(s, self.side, self.gun), purse(s, self.side), self.factors(s)))

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return (("spend", unit(s, side, self.gun).name, Range(0, self.most(s))),)

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        return refuse("R8.2.4a", "refused.support")

    def take(self, s: Position, side: int, action: Action) -> Position:
        fight, points, doing = fight_of(s), int(action[2]), s.doings[side]
        s = spent(s, side, points)
        if doing.fired:
            s = s.doing(side, fired=put(doing.fired, self.gun, doing.fired[self.gun] + points))
        return s.replace(fight=fight.replace(defended=(*fight.defended, (self.gun, points))))

    def default(self, s: Position, side: int) -> Action | None:
        if side != self.side:
            return None
        return ("spend", unit(s, side, self.gun).name, 0)


@value
class Ambushing(Auto):
    """R8.2.9, R8.2.3: an ambush first, if there can be one; then the strain; then the die."""

    def run(self, s: Position) -> Position:
        fight = fight_of(s)
        if fight.side == JAPANESE and not fight.again and any(may_ambush(s, i) for i in fight.battle.units):
            return s.push(Ambush(), Straining())
        return s.push(Straining())


@value
class Ambush(Decision):
    """R8.2.9, Q21: try an ambush, or attack as usual."""

    rule: ClassVar[str] = "R8.2.9"
    side: int = JAPANESE

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return (("ambush",), ("pass",))

    def take(self, s: Position, side: int, action: Action) -> Position:
        return s.push(AmbushDie()) if action[0] == "ambush" else s.replace(fight=fight_of(s).replace(ambush=1))


def ambush_die(s: Position, fight: Fight) -> int:
    """R8.2.9, Q21: on what an ambush succeeds: the lowest marker of those who take part in it."""
    return min(s.doings[JAPANESE].fresh[i] for i in fight.battle.units if may_ambush(s, i))


@value
class AmbushDie(Chance):
    """R8.2.9, Q21: the die of an ambush."""

    rule: ClassVar[str] = "R8.2.9"

    def outcomes(self, s: Position) -> tuple[tuple[Action, int], ...]:
        return DIE

    def resolve(self, s: Position, outcome: Action) -> Position:
        fight = fight_of(s)
        won = outcome[1] <= ambush_die(s, fight)
        s = s.tell(event("ambush", die=outcome[1], won=won))
        return s.replace(fight=fight.replace(ambush=2 if won else 1))


@value
class Straining(Auto):
    """R8.2.1.3, R8.2.3: the odds are known; whoever can strain is asked; outside the table the battle ends itself."""

    def run(self, s: Position) -> Position:
        fight = fight_of(s)
        a, d = attack_strength(s, fight), defence_strength(s, fight)
        s = s.tell(event("odds", attack=a, defence=d, odds="-".join(map(str, ratio(a, d)))))
        if column_of(s.setting, a, d) == ABOVE:
            return overrun(s)
        factors = sum(s.armies[fight.side].steps[i] for i in fight.battle.units)
        if factors >= 2 and strain_needed(s.setting, a, d):
            return s.push(Strain(fight.side), Roll())
        return s.push(Roll())


@value
class Strain(Decision):
    """R8.2.3, Q9: strain to the next odds, or not."""

    rule: ClassVar[str] = "R8.2.3"
    side: int

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return (("strain",), ("pass",))

    def take(self, s: Position, side: int, action: Action) -> Position:
        if action[0] == "pass":
            return s
        fight = fight_of(s)
        points = strain_needed(s.setting, attack_strength(s, fight), defence_strength(s, fight))
        return s.replace(fight=fight.replace(strain=points)).tell(event("strain", side=side, n=points))


@value
class Roll(Auto):
    """R8.2.1.3: the die, or the end of those who attack below 1-6."""

    def run(self, s: Position) -> Position:
        fight = fight_of(s)
        s = s.replace(fight=fight.replace(attackers=fight.battle.units + paid_guns(fight)))
        if column_of(s.setting, attack_strength(s, fight), defence_strength(s, fight)) != BELOW:
            return s.push(AssaultDie())
        for i in (*fight.battle.units, *paid_guns(fight)):
            s = hurt(s, fight.side, i, s.armies[fight.side].steps[i])
        return s


def overrun(s: Position) -> Position:
    """R8.2.1.3: above 6-1 the defenders are eliminated, and the attackers may advance up to two hexes."""
    fight, side = fight_of(s), 1 - fight_of(s).side
    for h in fight.battle.hexes:
        for i in at_hex(s, side, h):
            s = hurt(s, side, i, s.armies[side].steps[i])
    fight = fight.replace(
        attackers=fight.battle.units + paid_guns(fight), emptied=fight.battle.hexes, advance=2
    )
    return s.replace(fight=fight).push(FieldDamage(), Advances(), StrainCheck())


@value
class AssaultDie(Chance):
    """R8.2.1.3, R8.2.1.4a: the die of the assault."""

    rule: ClassVar[str] = "R8.2.1.3"

    def outcomes(self, s: Position) -> tuple[tuple[Action, int], ...]:
        return DIE

    def resolve(self, s: Position, outcome: Action) -> Position:
        fight, p = fight_of(s), s.setting
        column = column_of(p, attack_strength(s, fight), defence_strength(s, fight))
        loss, back, ahead, hurt_, flight = p.table[outcome[1] - 1][column]
        s = s.tell(event("assault_die", die=outcome[1], odds=p.table_columns[column], attacker_loss=loss,
                         attacker_retreat=back, advance=ahead, defender_loss=hurt_, defender_retreat=flight,
                         side=fight.side, hexes=tuple(p.names[h] for h in fight.battle.hexes)))
        s = s.replace(fight=fight.replace(advance=ahead))
        hurt_ += fight.ambush == 2
        follow = Outcome(loss, back, hurt_, flight)
        if back and fight.side == JAPANESE and not fight.again:
            return s.push(Stand(loss, back, hurt_, flight))
        return s.push(follow)


@value
class Stand(Decision):
    """R8.2.10, Q22: Japanese attackers obey a retreat, or stand for twice the loss."""

    rule: ClassVar[str] = "R8.2.10"
    loss: int
    back: int
    hurt: int
    flight: int
    side: int = JAPANESE

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return (("stand",), ("obey",))

    def take(self, s: Position, side: int, action: Action) -> Position:
        if action[0] == "obey":
            return s.push(Outcome(self.loss, self.back, self.hurt, self.flight))
        s = s.replace(fight=fight_of(s).replace(stood=True)).tell(event("stands"))
        return s.push(Outcome(self.loss * 2 or 1, 0, self.hurt, self.flight))


@value
class Outcome(Auto):
    """R8.2.1.4a, R8.2.1.4b, R8.2.1.4c: the defender's loss, the attacker's, the defender's retreat, the attacker's,
    the airfield, the advance, the strain, and perhaps a second attack."""

    loss: int
    back: int
    hurt: int
    flight: int

    def run(self, s: Position) -> Position:
        side = fight_of(s).side
        return s.push(
            Losses(1 - side, self.hurt), Losses(side, self.loss), Emptied(), Retreats(1 - side, self.flight), Emptied(),
            Retreats(side, self.back), FieldDamage(), Advances(), StrainCheck(), Banzai(),
        )


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
                s = hurt(s, self.side, i, s.armies[self.side].steps[i])
            return s
        return s.push(Lose(self.side), self.replace(steps=self.steps - 1))


@value
class Lose(Decision):
    """R8.2.1.4a: the owner takes a step from one of his units in the battle."""

    rule: ClassVar[str] = "R8.2.1.4a"
    plays_itself: ClassVar[bool] = True
    side: int

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return tuple(("lose", unit(s, side, i).name) for i in fighters(s, side))

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        return refuse("R8.2.1.4a", "refused.not_in_battle")

    def take(self, s: Position, side: int, action: Action) -> Position:
        return hurt(s, side, s.setting.unit_number[action[1]][1])

    def default(self, s: Position, side: int) -> Action | None:
        if side != self.side:
            return None
        steps = s.armies[side].steps
        return max(self.legal(s, side), key=lambda a: steps[s.setting.unit_number[a[1]][1]])


@value
class Emptied(Auto):
    """R8.2.1.4c, R8.2.8: which hexes have become empty, and whether somebody was removed from 3707."""

    def run(self, s: Position) -> Position:
        fight = fight_of(s)
        count = front(s, 1 - fight.side).count
        return s.replace(fight=fight.replace(emptied=tuple(h for h in fight.battle.hexes if not count[h])))


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
            units = bits(self.waiting)
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
    here = s.armies[side].at[i]
    return removed(hurt(s, side, i, s.armies[side].steps[i]), here)


def removed(s: Position, here: int) -> Position:
    """R8.2.8: somebody has left 3707 in an assault on it."""
    fight = fight_of(s)
    count = front(s, 1 - fight.side).count
    return s.replace(fight=fight.replace(emptied=tuple(h for h in fight.battle.hexes if not count[h])))


@value
class RetreatTo(Decision):
    """R8.2.1.4b, Q29, Q39: the owner chooses who retreats next, and the next hex. `waiting` is a mask of those who may
    go, one alone once it has begun; `been` are the hexes that it has left."""

    rule: ClassVar[str] = "R8.2.1.4b"
    plays_itself: ClassVar[bool] = True
    side: int
    distance: int
    waiting: int
    been: tuple[int, ...]

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return tuple(
            ("retreat", unit(s, side, i).name, s.setting.names[h])
            for i in bits(self.waiting)
            for h in refuges(s, side, i, self.been)
        )

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        return refuse("R8.2.1.4b", "refused.refuge")

    def take(self, s: Position, side: int, action: Action) -> Position:
        i, there = s.setting.unit_number[action[1]][1], s.setting.number[action[2]]
        here = s.armies[side].at[i]
        s = moved_to(s, side, i, there)
        s = s.tell(event("retreated", unit=unit(s, side, i).name, side=side, hex=action[2]))
        s = removed(s, here)
        others = () if self.been else (Retreats(side, self.distance, self.waiting & ~(1 << i)),)
        return s.push(Retreat(side, i, self.distance - 1, (*self.been, here)), *others)

    def default(self, s: Position, side: int) -> Action | None:
        if side != self.side:
            return None
        steps = s.armies[side].steps
        return max(self.legal(s, side), key=lambda a: steps[s.setting.unit_number[a[1]][1]])


@value
class FieldDamage(Auto):
    """R8.2.8: a die for the airfield, when an assault on it has removed somebody from it."""

    def run(self, s: Position) -> Position:
        fight, here = fight_of(s), s.setting.field
        fewer = here in fight.battle.hexes and front(s, 1 - fight.side).count[here] < fight.garrison
        return s.push(DamageDie(fight.side)) if fewer else s


@value
class DamageDie(Chance):
    """R8.2.8: the airfield falls by a die."""

    rule: ClassVar[str] = "R8.2.8"
    side: int

    def outcomes(self, s: Position) -> tuple[tuple[Action, int], ...]:
        return DIE

    def resolve(self, s: Position, outcome: Action) -> Position:
        return harmed(s, self.side, outcome[1])


@value
class Advances(Auto):
    """R8.2.1.4c, R8.2.5: whoever took part may advance, if a hex has been emptied."""

    def run(self, s: Position) -> Position:
        fight = fight_of(s)
        if not fight.advance or not fight.emptied or not fighters(s, fight.side):
            return s
        return s.push(Advance(fight.side, fighters(s, fight.side)))


@value
class Advance(Decision):
    """R8.2.1.4c, R8.2.2, Q39: units advance one by one, first into an emptied hex, up to the number of hexes."""

    rule: ClassVar[str] = "R8.2.1.4c"
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

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        return refuse("R8.2.1.4c", "refused.advance")

    def take(self, s: Position, side: int, action: Action) -> Position:
        if action[0] == "done":
            return s
        if action[0] == "stop":
            return self._next(s)
        i, there = s.setting.unit_number[action[1]][1], s.setting.number[action[2]]
        s = moved_to(s, side, i, there)
        s = s.tell(event("advanced", unit=action[1], side=side, hex=action[2]))
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
class StrainDie(Chance):
    """R8.2.3, Q7: a die no higher than the points strained costs a step."""

    rule: ClassVar[str] = "R8.2.3"

    def outcomes(self, s: Position) -> tuple[tuple[Action, int], ...]:
        return DIE

    def resolve(self, s: Position, outcome: Action) -> Position:
        fight = fight_of(s)
        lost = outcome[1] <= fight.strain
        s = s.tell(event("strain_die", die=outcome[1], lost=lost))
        return s.push(Losses(fight.side, 1)) if lost else s


@value
class Banzai(Auto):
    """R8.2.10, Q22: a second attack at once, for Japanese attackers who neither retreated nor could advance."""

    def run(self, s: Position) -> Position:
        fight = fight_of(s)
        if fight.side != JAPANESE or fight.again or fight.retreated or (fight.advance and not fight.stood):
            return s
        left = [i for i in fighters(s, JAPANESE) if not unit(s, JAPANESE, i).gun]
        if not left or not fighters(s, AMERICAN):
            return s
        return repeat(s) if fight.stood else s.push(BanzaiChoice())


def repeat(s: Position) -> Position:
    """R8.2.10: the same battle again."""
    fight = fight_of(s)
    return open_battle(s.tell(event("banzai")), fight.side, fight.battle, True)


@value
class BanzaiChoice(Decision):
    """R8.2.10: attack again, or not."""

    rule: ClassVar[str] = "R8.2.10"
    side: int = JAPANESE

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return (("banzai",), ("pass",))

    def take(self, s: Position, side: int, action: Action) -> Position:
        return repeat(s) if action[0] == "banzai" else s
