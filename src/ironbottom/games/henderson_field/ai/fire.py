"""What supply is spent on, but for assaults: fire, counter-battery fire, bombardment, strikes, guerrillas."""

from __future__ import annotations

from functools import lru_cache

from ironbottom.games.henderson_field.ai.sight import VILLAGE, Sight, gain, last_turn, ranked
from ironbottom.games.henderson_field.rules.artillery import Bombard, Fire, Strike, batteries, budget
from ironbottom.games.henderson_field.rules.guerrillas import Guerrillas, free
from ironbottom.games.henderson_field.rules.movement import reach, ready
from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE, Printed, distances
from ironbottom.games.henderson_field.rules.state import (
    Position,
    movement_factor,
    operational,
    purse,
    undefended,
    unlimited,
)
from ironbottom.kernel.action import Action
from ironbottom.kernel.opponent import Asked, Plan, thought

FIRED, LENT = 0.4, 0.7
"""What a factor is worth that a battery cannot fire, or cannot lend to a defence, for it has fallen silent."""
BRIEF = 1.6
"""What a village is worth that the enemy can walk into again."""


@lru_cache(maxsize=1024)
def hits(p: Printed, strength: int) -> float:
    """R8.1.5: the steps that a fire die takes on the average."""
    if strength < 1:
        return 0.0
    column = sum(strength >= n for n in p.fire_from) - 1
    return float(sum(row[column] for row in p.fire_rows)) / 6


def die_worth(v: Position, side: int, see: Sight, here: int) -> float:
    """What a fire die at a hex is worth."""
    p = v.setting
    value = 0.0
    if not see.enemy.count[here] and see.own.count[here]:
        value = -hits(p, 9) * gain(p, 1 - side)
    else:
        spare = see.steps.get(here, 0.0) - see.enemy.count[here]
        if spare > 0:
            value = hits(p, round(see.steps.get(here, 0.0))) * gain(p, side)
    if here == p.field and side == JAPANESE:
        close = max(0.0, 14.0 - v.status) if operational(v) else 0.5
        value += (0.25 + 0.15 * close) / 3
    elif here == p.field:
        value -= 0.1
    return value


@thought(Bombard)
def bombard(step: Bombard, asked: Asked[Position]) -> tuple[Plan, ...]:
    """R8.1.7: always, but for a field that it can walk into: it would harm what it takes."""
    spare = undefended(asked.view, step.side)
    return ranked("bombard", asked.legal, lambda action: float((action[0] == "bombard") != spare))


@thought(Strike)
def strike(step: Strike, asked: Asked[Position]) -> tuple[Plan, ...]:
    """R5.0b: where a die takes most."""
    v, see = asked.view, Sight(asked.view, step.side)

    def value(action: Action) -> float:
        return die_worth(v, step.side, see, v.setting.number[action[1]]) if len(action) > 1 else 0.0

    return ranked("strike", asked.legal, value)


def thrift(v: Position, side: int) -> float:
    """What a supply point is worth when it is kept."""
    if unlimited(v, side):
        return 0.0
    stock = v.supply[side]
    return 0.62 if stock < 6 else 0.45 if stock < 14 else 0.3 if stock < 26 else 0.15


@thought(Fire)
def fire(step: Fire, asked: Asked[Position]) -> tuple[Plan, ...]:
    """The mission that gains most for its supply, with all the guns that reach."""
    v, legal, side, p = asked.view, asked.legal, step.side, asked.view.setting
    if v.doings[side].target >= 0:
        full = [(*action[:2], action[2].high) if action[0] == "gun" else action for action in legal]
        return ranked("fire", full, lambda action: {"fire": 2.0, "gun": 1.0}.get(action[0], 0.0))
    see, keep = Sight(v, side), thrift(v, side)
    plans = [Plan("intention.hold_fire", (("pass",),), 0.0)]
    purse_ = purse(v, side)
    guns = [(i, budget(v, side, i, False)) for i in batteries(v, side, False)]
    for action in legal:
        if action[0] != "attack":
            continue
        here = p.number[action[1]]
        each = die_worth(v, side, see, here) - keep
        if each <= 0:
            continue
        spare = see.steps.get(here, 0.0) - see.enemy.count[here]
        rate = max(0.1, hits(p, round(see.steps.get(here, 0.0))))
        most = 99 if here == p.field else max(1, int(spare / rate) + 1)
        use: list[Action] = []
        total = 0
        for i, points in guns:
            if distances(p, here)[v.armies[side].at[i]] <= p.units[side][i].reach:
                points = min(points, purse_ - total, most - total)
                if points > 0:
                    use.append(("gun", p.units[side][i].name, points))
                    total += points
        if use:
            plans.append(Plan("intention.fire", (action, *use, ("fire",)), each * total))
    other = max(plan.score for plan in plans) / sum((points for _, points in guns), 1)
    counters = (_counter(v, side, see, action, other) for action in legal if action[0] == "counter")
    return (*plans, *(plan for plan in counters if plan))


def _counter(v: Position, side: int, see: Sight, action: Action, other: float) -> Plan | None:
    """R8.1.8: counter-battery fire at guns that one knows of, with the number of dice that gains most; `other` is what
    a factor brings in an attack, which its battery must do without."""
    p, foe, here = v.setting, 1 - side, v.setting.number[action[1]]
    army, supply = v.armies[foe], purse(v, foe)
    if v.half == side:  # they have fired, and can only help who is assaulted
        guns = [i for i in p.guns[foe] if army.at[i] == here and see.own.beside[here]]
    else:
        guns = [i for i in p.guns[foe] if army.at[i] < p.hexes and _within(p, army.at[i], p.units[foe][i].reach, see)]
    worth = LENT if v.half == side else FIRED
    there = sorted(army.steps[i] for i in guns if army.at[i] == here)  # the weakest fall silent first
    total = sum(army.steps[i] for i in guns)
    saved = [worth * (min(supply, total) - min(supply, total - sum(there[:n]))) for n in range(len(there) + 1)]
    if saved[-1] <= 0:
        return None
    able = [
        (v.armies[side].steps[i], i, budget(v, side, i, True)) for i in batteries(v, side, True)
        if distances(p, here)[v.armies[side].at[i]] <= p.units[side][i].reach
    ]
    best, use, dice, cost = Plan("", (), 0.0), list[Action](), 0, 0.0
    falls = (7 - p.limits["counter_battery"]) / 6
    chances = [1.0]
    """Of so many batteries that fall silent."""
    for steps, i, points in sorted(able):
        cost += other * steps
        for n in range(1, min(points, purse(v, side) - dice) + 1):
            chances = [a * falls + b * (1 - falls) for a, b in zip((0.0, *chances), (*chances, 0.0), strict=True)]
            gained = sum(chance * saved[min(k, len(there))] for k, chance in enumerate(chances))
            gained -= cost + thrift(v, side) * (dice + n)
            if gained > best.score:
                with_ = (*use, ("gun", p.units[side][i].name, n))
                best = Plan("intention.counter", (action, *with_, ("fire",)), gained)
        if points > 0:
            use.append(("gun", p.units[side][i].name, points))
            dice += points
    return best if best.do else None


def _within(p: Printed, here: int, reach: int, see: Sight) -> bool:
    """Whether a unit of one's own stands in the reach of a battery."""
    away = distances(p, here)
    return any(away[there] <= reach for there in see.own.stands)


@thought(Guerrillas)
def guerrillas(step: Guerrillas, asked: Asked[Position]) -> tuple[Plan, ...]:
    """R11.0: a roll where nobody walks in anyway, if what it gains on the average is worth a point of supply."""
    v, p = asked.view, asked.view.setting
    see, walked, chance = Sight(v, AMERICAN), _walked(v), (7 - p.limits["guerrilla"]) / 6
    cost = 0.0 if free(v) else thrift(v, AMERICAN)

    def value(action: Action) -> float:
        if action[0] == "done":
            return 0.0
        here = p.number[action[1]]
        lasts = 1.0 if last_turn(v) else BRIEF if see.threat(here) > 0 else VILLAGE
        return chance * lasts * (here not in walked) - cost

    return ranked("rise", asked.legal, value)


def _walked(v: Position) -> set[int]:
    """The villages that the Americans can walk into in the movement step that comes."""
    p, army, found = v.setting, v.armies[AMERICAN], set[int]()
    points = tuple(movement_factor(v, AMERICAN, i) for i in range(len(army.at)))
    s = v.doing(AMERICAN, points_left=points, moved=0, stepped=0)
    for i, here in enumerate(army.at):
        if here < p.hexes and not p.units[AMERICAN][i].gun and ready(s, AMERICAN, i):
            found.update(n for n in reach(s, AMERICAN, i)[0] if p.village[n])
    return found
