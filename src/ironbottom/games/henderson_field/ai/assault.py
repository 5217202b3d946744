"""Who attacks whom, and how a battle is fought."""

from __future__ import annotations

from typing import Any

from ironbottom.games.henderson_field.ai.fire import thrift
from ironbottom.games.henderson_field.ai.sight import Sight, after, gain, offered, outlook, prize, ranked
from ironbottom.games.henderson_field.rules.artillery import support_budget
from ironbottom.games.henderson_field.rules.assault import Ambush, BanzaiChoice, Defend, Stand, Strain, Support
from ironbottom.games.henderson_field.rules.declaration import (
    Battles,
    Declare,
    feasible,
    field,
    owed,
    with_gun,
    with_unit,
)
from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE, Printed
from ironbottom.games.henderson_field.rules.state import Battle, Position, at_hex, purse
from ironbottom.games.henderson_field.rules.strengths import (
    attack_strength,
    defence_strength,
    fight_of,
    may_ambush,
    strain_points,
)
from ironbottom.kernel.action import Action, Range
from ironbottom.kernel.opponent import Asked, Plan, thought


def battle_value(see: Sight, battle: Battle) -> float:
    """What a battle is worth as it is planned."""
    v, side, p = see.v, see.side, see.p
    army, twice, mine = v.armies[side], 0.0, 0
    extra = 0
    for i in battle.units:
        steps = army.steps[i] + (side == JAPANESE and v.air)
        strength = steps * (1.0 if p.river[army.at[i]] else 2.0)
        if side == JAPANESE and may_ambush(v, i):
            strength *= 1.0 + v.doings[side].surfaced_with[i] / 6
        twice += strength
        mine += army.steps[i]
    lent = 0
    spare = min(4, purse(v, side))
    for i in battle.support:
        lent += min(spare, support_budget(v, side, i)) * (1 if p.river[army.at[i]] else 2)
    attack = max(1, int(twice + min(lent, 2 * spare)) // 2)
    defence, theirs, goal = 0.0, 0.0, 0.0
    for h in battle.hexes:
        up = bool(battle.units) and all(p.level[army.at[i]] < p.level[h] for i in battle.units)
        defence += see.defence.get(h, 1.0) * (1 + up)
        theirs += see.steps.get(h, 1.0)
        goal += prize(v, side, h)
    return outlook(p, side, attack, max(1, round(defence)), mine, max(1, round(theirs)), goal, extra)


def _total(see: Sight, plan: tuple[Battle, ...]) -> float:
    return sum(battle_value(see, battle) for battle in plan)


def battle_plan(see: Sight) -> tuple[tuple[Battle, ...], float]:
    """8.2: who attacks whom: what is owed first, each unit where it adds most; then whatever gains; then exchanges."""
    v, side = see.v, see.side
    f = field(v, side)
    plan: tuple[Battle, ...] = ()
    reach_ = dict(f.reach)
    for _ in range(40):
        units, hexes = owed(f, plan)
        used = {i for b in plan for i in b.units}
        best: tuple[float, tuple[Battle, ...]] | None = None
        now = _total(see, plan)
        must = set(units)
        for i, around in f.reach:
            pressing = i in must
            for h in around:
                if i in used and (h not in hexes or any(h in b.hexes for b in plan)):
                    continue
                if not pressing and i not in used and (must or hexes) and h not in hexes:
                    continue
                made = with_unit(f, plan, i, h)
                if made is None or not feasible(f, made):
                    continue
                gained = _total(see, made) - now
                if best is None or gained > best[0]:
                    best = (gained, made)
        if best is None or (not must and not hexes and best[0] <= 0.05):
            break
        plan = best[1]
    plan = _packs(see, f, reach_, plan)
    plan = _exchanges(see, f, plan)
    for i, around in f.guns:
        if not min(support_budget(v, side, i), purse(v, side)):
            continue
        for h in around:
            if any(h in b.hexes and all(one in around for one in b.hexes) for b in plan):
                made = with_gun(plan, i, h)
                if feasible(f, made):
                    plan = made
                    break
    return plan, _total(see, plan)


def _packs(see: Sight, f: Any, reach_: dict[int, tuple[int, ...]], plan: tuple[Battle, ...]) -> tuple[Battle, ...]:
    """R8.2.7: attacks out of the jungle, by all at once who can join."""
    taken = {h for b in plan for h in b.hexes}
    for h in sorted({h for around in reach_.values() for h in around} - taken):
        used = {i for b in plan for i in b.units}
        pack = tuple(i for i, around in f.reach if h in around and i not in used)
        if pack:
            made = (*plan, Battle((h,), pack))
            if feasible(f, made) and battle_value(see, made[-1]) > 0.1:
                plan = made
    return plan


def _exchanges(see: Sight, f: Any, plan: tuple[Battle, ...]) -> tuple[Battle, ...]:
    """Units that do more in another battle than in their own."""
    for _ in range(2):
        better = False
        for i in [i for b in plan for i in b.units]:
            less = (b.replace(units=tuple(n for n in b.units if n != i)) for b in plan)
            rest = tuple(b for b in less if b.units)
            now = _total(see, plan)
            best: tuple[Battle, ...] | None = None
            for h in dict(f.reach)[i]:
                made = with_unit(f, rest, i, h)
                if made is not None and owed(f, made) == ((), ()) and _total(see, made) > now + 0.1:
                    now, best = _total(see, made), made
            if best is not None:
                plan, better = best, True
        if not better:
            break
    return plan


@thought(Declare)
def declare(step: Declare, asked: Asked[Position]) -> tuple[Plan, ...]:
    """R8.2a: all battles at once."""
    v, legal, side, p = asked.view, asked.legal, step.side, asked.view.setting
    doing = v.doings[side]
    if doing.hand:
        return ranked("attack", legal, lambda action: 1.0)
    see = Sight(v, side)
    plan, value = battle_plan(see)
    for kept in (_kept(doing.plan, plan), (None,) * len(doing.plan)):
        actions = _changes(p, side, doing.plan, plan, kept)
        s: Position | None = v
        for action in actions:
            s = after(s, side, action) if s is not None and action in offered(s, side) else None
        if s is not None and ("done",) in offered(s, side):
            return (Plan("intention.attack", (*actions, ("done",)), value),)
    return ranked("attack", legal, lambda action: -legal.index(action) - 10.0 * (action[0] == "recall"))


def _kept(stand: tuple[Battle, ...], plan: tuple[Battle, ...]) -> tuple[Battle | None, ...]:
    """For each battle that is declared, the one that it becomes in the plan; None where it is taken back: who is asked
    in the middle takes nothing back that he would declare again."""
    found: list[Battle | None] = []
    for b in stand:
        grown = [t for t in plan if set(b.hexes) <= set(t.hexes) and set(b.units) & set(t.units) and t not in found]
        found.append(max(grown, key=lambda t: len(set(b.units) & set(t.units)), default=None))
    return tuple(found)


def _changes(
    p: Printed, side: int, stand: tuple[Battle, ...], plan: tuple[Battle, ...], kept: tuple[Battle | None, ...]
) -> list[Action]:
    """From what is declared to a plan, as actions that can be played one by one: what does not belong is taken back,
    then each battle grows from its first unit on."""
    back: list[Action] = []
    actions: list[Action] = []
    there: dict[Battle, Battle] = {}
    for b, goal in zip(stand, kept, strict=True):
        # the guns first: they go with the last unit
        back += [("recall", p.units[side][i].name) for i in b.support if goal is None or i not in goal.support]
        back += [("recall", p.units[side][i].name) for i in b.units if goal is None or i not in goal.units]
        if goal is not None:
            there[goal] = b

    def send(i: int, h: int) -> None:
        actions.extend((("take", p.units[side][i].name), ("on", p.names[h])))

    for b in plan:
        now = there.get(b, Battle((), ()))
        here = [i for i in now.units if i in b.units]
        come = [i for i in b.units if i not in here]
        first = [*here, *come][0]
        for h in b.hexes:
            if h not in now.hexes:
                send(first, h)
        for i in come:
            if i != first:
                send(i, b.hexes[0])
        for i in b.support:
            if i not in now.support:
                send(i, b.hexes[0])
    return [*back, *actions]


@thought(Battles)
def battles(step: Battles, asked: Asked[Position]) -> tuple[Plan, ...]:
    """Q23: the best first."""
    v, see = asked.view, Sight(asked.view, step.side)

    def value(action: Action) -> float:
        here = v.setting.number[action[1]]
        return battle_value(see, next(b for b in v.battles if b.hexes[0] == here))

    return ranked("fight", asked.legal, value)


@thought(Ambush)
def ambush(step: Ambush, asked: Asked[Position]) -> tuple[Plan, ...]:
    """R8.2.9: always, for a failure costs nothing."""
    return ranked("ambush", asked.legal, lambda action: 2.0 if action[0] == "ambush" else 0.0)


def _stakes(v: Position) -> tuple[int, int, int, int, float]:
    """Of the battle that is being fought: attack, defence, the steps of both, and what the place is worth."""
    fight = fight_of(v)
    side, foe = fight.side, 1 - fight.side
    mine = sum(v.armies[side].steps[i] for i in fight.battle.units if v.armies[side].at[i] < v.setting.hexes)
    theirs = sum(v.armies[foe].steps[i] for h in fight.battle.hexes for i in at_hex(v, foe, h))
    goal = sum(prize(v, side, h) for h in fight.battle.hexes)
    return attack_strength(v, fight), defence_strength(v, fight), max(1, mine), max(1, theirs), goal


@thought(Strain)
def strain(step: Strain, asked: Asked[Position]) -> tuple[Plan, ...]:
    """R8.2.3: to the next odds, if they are worth the step that may be lost."""
    v, p, fight = asked.view, asked.view.setting, fight_of(asked.view)
    attack, defence, mine, theirs, goal = _stakes(v)
    extra = int(fight.ambush == 2)
    points = strain_points(v, fight, defence)
    forced = attack_strength(v, fight.replace(strain=points))
    plain = outlook(p, fight.side, attack, defence, mine, theirs, goal, extra, False)
    strained = outlook(p, fight.side, forced, defence, mine, theirs, goal, extra, False)
    strained -= points / 6 * gain(p, 1 - fight.side)
    return ranked("strain", asked.legal, lambda action: strained if action[0] == "strain" else plain)


@thought(Support, Defend)
def lend(step: Support | Defend, asked: Asked[Position]) -> tuple[Plan, ...]:
    """R8.2.4a, R8.2.4b: each point of supply as long as it pays."""
    v, legal, side = asked.view, asked.legal, step.side
    p, fight = v.setting, fight_of(v)
    amount = legal[0][2]
    assert isinstance(amount, Range)
    attack, defence, mine, theirs, goal = _stakes(v)
    sign = 1.0 if side == fight.side else -1.0
    if side != fight.side:
        fight = fight.replace(paid=(0,) * len(fight.battle.support)) if not fight.paid else fight
    keep = thrift(v, side)
    plans = []
    for points in range(amount.low, amount.high + 1):
        a, d = (attack + points, defence) if side == fight.side else (attack, defence + points)
        value = sign * outlook(p, fight.side, a, d, mine, theirs, goal) - keep * points
        plans.append(Plan("intention.support", ((*legal[0][:2], points),), value))
    return tuple(plans)


@thought(Stand)
def stand(step: Stand, asked: Asked[Position]) -> tuple[Plan, ...]:
    """R8.2.10: stand if the second attack is worth what it costs."""
    v, p = asked.view, asked.view.setting
    attack, defence, mine, theirs, goal = _stakes(v)
    pay = gain(p, AMERICAN)
    lost = step.loss * 2 or 1
    rest = max(0, mine - lost)
    again = -mine * pay * 0.5
    if rest * 2 >= mine:
        again = outlook(p, JAPANESE, max(1, attack - lost), defence, rest, theirs, goal) - (lost - step.loss) * pay
    return ranked("stand", asked.legal, lambda action: again if action[0] == "stand" else 0.3)


@thought(BanzaiChoice)
def banzai(step: BanzaiChoice, asked: Asked[Position]) -> tuple[Plan, ...]:
    """R8.2.10: attack again if that gains."""
    v = asked.view
    fight = fight_of(v).replace(again=True, ambush=0, strain=0)
    attack, defence, mine, theirs, goal = _stakes(v.replace(fight=fight))
    again = outlook(v.setting, JAPANESE, attack, defence, mine, theirs, goal) - 0.2
    whole = tuple(action for action in asked.legal if action[0] != "leave")
    return ranked("banzai", whole, lambda action: again if action[0] == "banzai" else 0.0)
