"""Where units land, and who is called from Rabaul."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping

from ironbottom.games.henderson_field.ai.sight import Sight, after, gain, march, offered, prize, ranked
from ironbottom.games.henderson_field.rules.airfield import WORKERS
from ironbottom.games.henderson_field.rules.printed import AMERICAN, COMING, JAPANESE, RABAUL, distances
from ironbottom.games.henderson_field.rules.rabaul import Call
from ironbottom.games.henderson_field.rules.reinforcement import Land, landing_hexes
from ironbottom.games.henderson_field.rules.state import Position, at_hex, movement_factor, unit, units_in
from ironbottom.kernel.action import Action
from ironbottom.kernel.opponent import Asked, Plan, thought

PASSED = (0.0, 1.0)
"""What a village is worth to each side that a landed unit can pass through on the same turn. The Americans, who must
keep what they hold, spread too far if they look at it."""
HELP, STRUCK = 4, 0.75
"""So far off friends are no help; and the chance that whatever lands next strikes a unit that stands alone so."""
SHY = (1.0, 0.2)
"""How much each side minds danger where it lands: the Japanese count on striking or moving on at once."""


@thought(Land)
def land(step: Land, asked: Asked[Position]) -> tuple[Plan, ...]:
    """R6a: each unit where it takes or holds most."""
    v, legal, side, p = asked.view, asked.legal, step.side, asked.view.setting
    if v.doings[side].hand:
        i = units_in(v.doings[side].hand)[0]
        see = Sight(v, side)
        return ranked("land", legal, lambda action: _beach(see, i, p.number[action[1]]))
    see = Sight(v, side)
    i = p.unit_number[legal[0][1]][1]
    hexes = landing_hexes(v, side, unit(v, side, i).heavy)
    plans = [
        Plan("intention.land", (legal[0], ("land", p.names[h])), _beach(see, i, h)) for h in hexes
    ]
    return tuple(sorted(plans, key=lambda plan: -plan.score)[:8])


def landing_plan(
    v: Position, side: int, taste: Callable[[int], float] | None = None, goals: Mapping[int, int] | None = None
) -> tuple[Action, ...]:
    """R6a: every unit that is due lands where it takes or holds most, as the script sees it, with what somebody's
    taste adds to each hex; units with `goals` there, if they may."""
    s, p, actions = v.replace(news=()), v.setting, []
    while isinstance(s.stack[-1], Land):
        if not s.doings[side].hand:
            actions.append(offered(s, side)[0])
            s = after(s, side, actions[-1])
            continue
        i, see = units_in(s.doings[side].hand)[0], Sight(s, side)
        hexes = landing_hexes(s, side, unit(s, side, i).heavy)
        goal = (goals or {}).get(i, -1)
        if goal not in hexes:
            goal = max(hexes, key=lambda here: _beach(see, i, here) + (taste(here) if taste else 0.0))
        actions.append(("land", p.names[goal]))
        s = after(s, side, actions[-1])
    return tuple(actions)


def varied_landing(v: Position, side: int, do: tuple[Action, ...], rng: random.Random) -> tuple[Action, ...]:
    """The actions of a landing with another hex for one to three of the units, or one for all of these."""
    p, goals, i = v.setting, {}, next(iter(units_in(v.doings[side].hand)), -1)
    for action in do:
        if action[0] == "take":
            i = p.unit_number[action[1]][1]
        else:
            goals[i] = p.number[action[1]]
    see, hexes, together = Sight(v, side), landing_hexes(v, side, False), rng.random() < 0.5
    spot = -1
    for i in rng.sample(sorted(goals), min(len(goals), rng.choice((1, 1, 2, 3)))):
        if spot < 0 or not together:
            spot = rng.choices(hexes, [math.exp(max(-30.0, min(30.0, 0.8 * _beach(see, i, h)))) for h in hexes])[0]
        goals[i] = spot
    return landing_plan(v, side, goals=goals)


def _beach(see: Sight, i: int, here: int) -> float:
    """What it is worth to land a unit on a hex."""
    v, side, p = see.v, see.side, see.p
    one = p.units[side][i]
    steps = v.armies[side].steps[i]
    away = distances(p, p.field)[here]
    mates = at_hex(v, side, here)
    there = sum(v.armies[side].steps[j] for j in mates)
    score = SHY[side] * (see.danger(here, there) - see.danger(here, there + steps))
    if one.gun:
        if side == AMERICAN:
            return score - 1.0 * away - 0.2 * len(mates)
        return score + (3.0 if away <= one.reach else -0.05 * away) - 0.5 * (away < 4)
    if side == AMERICAN:
        base = sum(
            v.armies[side].steps[j]
            for j, place in enumerate(v.armies[side].at)
            if place < p.hexes and distances(p, p.field)[place] <= 2 and not p.units[side][j].gun
        )
        if one.kind in WORKERS or one.move <= 4 or base < 10 + 0.6 * see.threat(p.field):
            score += max(0.0, 6.0 - away)
    if p.village[here] and not any(not p.units[side][j].gun for j in mates):
        score += 3.0 - 0.25 * steps + (0.5 if v.villages[p.villages.index(here)] != side else 0.0)
    if side == AMERICAN and see.coming > steps and not _around(see, here, HELP):
        score -= STRUCK * min(steps, 0.22 * steps * (see.coming / steps - 0.6)) * gain(p, JAPANESE)
    landed = sum(1 for j in mates if v.doings[side].landed >> j & 1 and not p.units[side][j].gun)
    if landed < 2 and PASSED[side]:
        score += PASSED[side] * sorted(_along(see, i, here), reverse=True)[landed]
    best = 0.0
    for foe, strength in see.defence.items():
        far = distances(p, foe)[here]
        if 1 < far <= 4:
            friends = steps + 0.7 * _around(see, here, 4) + 0.7 * _waiting(v, side)
            if friends >= 1.5 * strength:
                best = max(best, min(3.0, friends / strength) * 0.8 + 0.3 * prize(v, side, foe) - 0.2 * far)
    return score + best + 0.1 * min(3, len(mates)) - 0.01 * away


def aim(see: Sight, i: int, here: int) -> str:
    """Why a unit lands on a hex, as the coach says it: guns (those of the Japanese within range of the field or not), a
    village, the base, villages along the road, others who land there; "" for none of these."""
    v, side, p = see.v, see.side, see.p
    one, away, mates = p.units[side][i], distances(p, p.field)[here], at_hex(v, side, here)
    if one.gun:
        return "guns" if side == AMERICAN else "shell" if away <= one.reach else "battery"
    if p.village[here] and all(p.units[side][j].gun for j in mates):
        return "guard" if v.villages[p.villages.index(here)] == side else "village"
    if side == AMERICAN and away < 4:
        return "base"
    if PASSED[side] and any(_along(see, i, here)):
        return "road"
    return "together" if mates else ""


def _along(see: Sight, i: int, here: int) -> tuple[int, int]:
    """R7.3b, R9.3: how many villages of the enemy's a unit could pass through on the free road after it has landed, on
    either way along the coast (hexes are numbered column by column), until somebody stands in the way."""
    v, side, p = see.v, see.side, see.p
    cost, left, found = march(p, here), movement_factor(v, side, i), [0, 0]
    enemy = see.enemy
    for way in (0, 1):
        ahead = [(cost[h], h, owner) for h, owner in zip(p.villages, v.villages, strict=True)
                 if cost[h] <= left and h != here and (h > here) == way]
        for _, h, owner in sorted(ahead):
            if enemy.count[h] or enemy.zone[h]:
                break
            found[way] += owner != side
    return found[0], found[1]


def _around(see: Sight, here: int, steps: int) -> float:
    """The steps that a side's units but guns have round a hex."""
    v, side, p = see.v, see.side, see.p
    away = distances(p, here)
    army = v.armies[side]
    return float(sum(
        army.steps[j]
        for j, place in enumerate(army.at)
        if place < p.hexes and away[place] <= steps and not p.units[side][j].gun
    ))


def _waiting(v: Position, side: int) -> float:
    """The steps that are still to land in this step."""
    army, p = v.armies[side], v.setting
    return float(sum(
        army.steps[j]
        for j, place in enumerate(army.at)
        if place in (COMING, RABAUL) and 0 < army.due[j] <= v.turn and not p.units[side][j].gun
    ))


@thought(Call)
def call(step: Call, asked: Asked[Position]) -> tuple[Plan, ...]:
    """R10.1: guns that reach far, then strong infantry."""
    p = asked.view.setting

    def value(action: Action) -> float:
        if action[0] == "done":
            return -1.0
        one = p.units[JAPANESE][p.unit_number[action[1]][1]]
        return one.combat + 0.3 * one.reach - 0.2 * one.number

    return ranked("call", asked.legal, value)
