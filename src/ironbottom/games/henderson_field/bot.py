"""The script for both sides, and what matters in a position.

Each side holds villages with its weakest units, keeps a strong garrison on the airfield, masses against what can be
beaten with a gain, and spends supply where a die takes most. All values are victory points.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from ironbottom.games.henderson_field.airfield import WORKERS
from ironbottom.games.henderson_field.artillery import (
    Bombard,
    Fire,
    FireLoss,
    Strike,
    Suppress,
    batteries,
    budget,
    support_budget,
)
from ironbottom.games.henderson_field.assault import (
    ABOVE,
    BELOW,
    Advance,
    Ambush,
    BanzaiChoice,
    Battles,
    Declare,
    Defend,
    Lose,
    RetreatTo,
    Stand,
    Strain,
    Support,
    attack_strength,
    column_of,
    defence_strength,
    feasible,
    field,
    fight_of,
    may_ambush,
    owed,
    strain_needed,
    with_gun,
    with_unit,
)
from ironbottom.games.henderson_field.guerrillas import Guerrillas, free
from ironbottom.games.henderson_field.movement import Excess, Move, Reach, path, reach, ready
from ironbottom.games.henderson_field.printed import (
    AMERICAN,
    COMING,
    JAPANESE,
    RABAUL,
    SIDES,
    WITHDRAWN,
    Printed,
    distances,
    steps_table,
)
from ironbottom.games.henderson_field.rabaul import Call
from ironbottom.games.henderson_field.reinforcement import Land, landing_hexes
from ironbottom.games.henderson_field.state import Battle, Position, at_hex, bits, factor, front, purse, unit, unlimited
from ironbottom.games.henderson_field.stealth import Flee, can_enter, groups, in_reach
from ironbottom.kernel.action import Action, Range
from ironbottom.kernel.event import Plain
from ironbottom.kernel.opponent import Plan

MARCH = 14
"""From so many movement points off a unit is no threat for the next turn."""
NEAR = (1.0,) * 9 + (0.9, 0.9, 0.6, 0.5, 0.3, 0.2)
"""How much of a stack's strength counts against a hex so many movement points away."""
HIDING = 0.8
"""The danger from which idle infantry goes into stealth."""
RIVER = 3
"""What a river costs a march beside its points, since it stops whoever wades it."""
FIELD_WORTH = (12.0, 24.0)
"""What it is worth to take the airfield: to the Americans, to the Japanese."""
VILLAGE = 4.0
"""What a village is worth to whoever takes or keeps it: a point for him and none for the other, for some two turns."""
PASSED = (0.0, 1.0)
"""What a village is worth to each side that a landed unit can pass through on the same turn. The Americans, who must
keep what they hold, spread too far if they look at it."""
SHY = (1.0, 0.2)
"""How much each side minds danger where it lands: the Japanese count on striking or moving on at once."""


class Style(NamedTuple):
    """A way to spend a movement step."""

    name: str
    bar: float
    """The gain that an attack needs."""
    fear: float
    """How much danger weighs."""
    prey: int = 0
    """Which enemy stack to gather on: the best, the next best, …"""
    village: float = 1.0
    """How much villages weigh."""
    home: float = 1.0
    """How much the garrison of the airfield weighs."""


STYLES = (
    (Style("line", 1.0, 1.0), Style("bold", 0.0, 0.5), Style("careful", 3.0, 1.6), Style("hold", 99.0, 1.0),
     Style("raid", 1.0, 0.7, village=2.0), Style("home", 1.5, 1.2, home=2.0)),
    (Style("line", 0.3, 0.6), Style("bold", 0.0, 0.3), Style("careful", 2.0, 1.5), Style("hold", 99.0, 1.0),
     Style("raid", 0.5, 0.4, village=2.0), Style("home", 0.8, 0.8, home=2.0)),
)
"""The ways in which each side may spend a movement step, the script's own first. The Japanese, for whom a factor is
worth three points and costs two, are the bolder."""


def start(side: int) -> Any:
    """Nothing is kept."""
    return None


def remember(memory: Any, seen: Plain) -> Any:
    """Nothing is kept."""
    return None


def policy(
    view: Position, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
) -> tuple[Plan, ...]:
    """The plans thought of, best first."""
    top = view.stack[-1]
    found = _plans(view, side, top, legal)
    return tuple(sorted(found, key=lambda plan: -plan.score))


def _plans(v: Position, side: int, top: Any, legal: tuple[Action, ...]) -> tuple[Plan, ...]:
    match top:
        case Move():
            return _move(v, top, legal)
        case Land():
            return _land(v, top, legal)
        case Fire():
            return _fire(v, top, legal)
        case Declare():
            return _declare(v, top, legal)
        case Guerrillas():
            return _guerrillas(v, legal)
        case Battles():
            return _ranked("fight", legal, lambda action: _battle_of(v, side, action))
        case Strain():
            return _strain(v, legal)
        case Support() | Defend():
            return _lend(v, side, top, legal)
        case Bombard():
            return _ranked("bombard", legal, lambda action: 1.0 if action[0] == "bombard" else 0.0)
        case Strike():
            return _ranked("strike", legal, lambda action: _shelling(v, side, action) if len(action) > 1 else 0.0)
        case Ambush():
            return _ranked("ambush", legal, lambda action: 2.0 if action[0] == "ambush" else 0.0)
        case Stand():
            return _stand(v, top, legal)
        case BanzaiChoice():
            return _banzai(v, legal)
        case Lose() | FireLoss():
            return _ranked("lose", legal, lambda action: _spare(v, side, action[1]))
        case Excess():
            return _ranked("lose", legal, lambda action: -_steps(v, side, action[1]))
        case Suppress():
            return _ranked("lose", legal, lambda action: -_steps(v, side, action[-1]) if len(action) > 1 else 0.0)
        case RetreatTo():
            return _ranked("retreat", legal, lambda action: (  # where room is scarce the strong go first
                _refuge(v, side, v.setting.number[action[2]]) + 3.0 * _steps(v, side, action[1])
            ))
        case Advance():
            return _ranked("advance", legal, lambda action: _advance(v, side, action))
        case Flee():
            return _flee(v, side, legal)
        case Call():
            return _ranked("call", legal, lambda action: _call(v, action))
    return _ranked("script", legal, lambda action: -legal.index(action))


def _ranked(intention: str, legal: Iterable[Action], worth: Callable[[Action], float]) -> tuple[Plan, ...]:
    """Every action as a plan of its own."""
    return tuple(Plan(f"intention.{intention}", (action,), worth(action)) for action in legal if action[0] != "back")


# --- what matters ---------------------------------------------------------------------------------------------------


def gain(p: Printed, side: int) -> float:
    """What a factor of the enemy's is worth to a side."""
    return float(p.points["factor"][SIDES[side]])


def features(view: Position, side: int) -> tuple[float, ...]:
    """A position in numbers: points, villages, the airfield, steps on the island near and far, supply, time."""
    p, foe = view.setting, 1 - side
    away = distances(p, p.field)
    sign = 1.0 if side == AMERICAN else -1.0
    found = [view.turn / len(p.turns), sign * view.points / 60, float(view.field == side), view.status / 20]
    found += [view.villages.count(side) / 12, view.supply[side] / 40, view.supply[foe] / 40]
    for one in (side, foe):
        army = view.armies[one]
        there = [i for i, here in enumerate(army.at) if here < p.hexes]
        found.append(sum(army.steps[i] for i in there) / 100)
        found += [
            sum(army.steps[i] for i in there if away[army.at[i]] <= near) / 50 for near in (0, 1, 3, 6)
        ]
        found.append(len(army.unseen) / 10)
        found.append(sum(army.steps[i] for i in there if p.units[one][i].gun) / 20)
    return tuple(found)


def worth(state: Position, side: int) -> float:
    """How good a position is for a side in points, 0 being even: what has been scored, what the places held will
    score in the next turns, and what stands on the island."""
    if state.result is not None:
        return 100.0 * state.result.returns[side]
    p = state.setting
    left = min(3, len(p.turns) - state.turn)
    good = float(state.points) + 0.9 * left * (state.villages.count(AMERICAN) - state.villages.count(JAPANESE))
    if state.status >= int(p.status["operational"]):
        each = p.points["field"]
        good += 0.9 * left * (each["american"] if state.field == AMERICAN else -each["japanese"])
    else:
        good -= 8.0
    if state.field == JAPANESE:
        good -= 6.0 + (20.0 if state.turn + 2 >= len(p.turns) else 0.0)
    good += 0.05 * (min(20, state.supply[AMERICAN]) - min(20, state.supply[JAPANESE]))
    good += 0.35 * (_alive(state, AMERICAN) - _alive(state, JAPANESE)) + 0.04 * state.status
    return good if side == AMERICAN else -good


def _alive(s: Position, side: int) -> float:
    """The steps of a side on the island; a hidden counter counts as a whole one of the average."""
    p, army = s.setting, s.armies[side]
    return sum(army.steps[i] for i, here in enumerate(army.at) if here < p.hexes) + _hidden_steps(s, side)


def _hidden_steps(s: Position, side: int) -> float:
    """Q38: how many steps the hidden counters of a side have together: all that arrived, less what was lost."""
    p, army = s.setting, s.armies[side]
    if not army.unseen:
        return 0.0
    whole = sum(p.units[side][i].combat for i, here in enumerate(army.at) if here not in (COMING, RABAUL))
    known = sum(army.steps[i] for i, here in enumerate(army.at) if here < p.hexes or here == WITHDRAWN)
    return float(max(len(army.unseen), whole - s.losses[side] - known))


@lru_cache(maxsize=2048)
def march(p: Printed, start: int) -> bytes:
    """R7.3a, R7.3b: the movement points to each hex over open ground, up to MARCH; beyond, MARCH and one."""
    table = steps_table(p, False, False)
    cost = bytearray([MARCH + 1]) * p.hexes
    cost[start] = 0
    rings: list[list[int]] = [[] for _ in range(MARCH + 1)]
    rings[0].append(start)
    for paid, ring in enumerate(rings):
        for here in ring:
            if cost[here] != paid:
                continue
            for there, price, wet in table[here]:
                total = paid + price + RIVER * wet
                if total < cost[there]:
                    cost[there] = total
                    rings[total].append(there)
    return bytes(cost)


class Sight:
    """What a side makes of the map: who stands where and how strong, and what could come."""

    def __init__(self, v: Position, side: int) -> None:
        self.v, self.side, self.p = v, side, v.setting
        p, foe = v.setting, 1 - side
        self.own, self.enemy = front(v, side), front(v, foe)
        army = v.armies[foe]
        each = _hidden_steps(v, foe) / max(1, len(army.unseen))
        self.steps: dict[int, float] = {}
        """The enemy's steps by hex, as far as one can tell."""
        guns: dict[int, float] = {}
        self.lone: set[int] = set()
        """Hexes in which, as far as one sees, only guns stand."""
        for i, here in enumerate(army.at):
            if here < p.hexes:
                self.steps[here] = self.steps.get(here, 0.0) + army.steps[i]
                if p.units[foe][i].gun:
                    guns[here] = guns.get(here, 0.0) + army.steps[i]
        for here, _ in army.unseen:
            self.steps[here] = self.steps.get(here, 0.0) + each
        self.defence: dict[int, float] = {}
        """What an attack on each of those hexes meets, if no supply is spent."""
        spend = min(4.0, float(v.supply[foe]))
        for here, total in self.steps.items():
            fire = guns.get(here, 0.0)
            self.defence[here] = max(1.0, total - fire + 0.5 * min(spend, fire))
        self.fists = [
            (march(p, here), total - guns.get(here, 0.0)) for here, total in self.steps.items()
            if total > guns.get(here, 0.0)
        ]
        self.coming = sum(
            p.units[foe][i].combat
            for i, here in enumerate(army.at)
            if here in (COMING, RABAUL) and 0 < army.due[i] <= v.turn + (foe == AMERICAN) and not p.units[foe][i].gun
        )
        self._threat: dict[int, float] = {}

    def threat(self, here: int) -> float:
        """The strength that the enemy could bring against a hex in his next half."""
        found = self._threat.get(here)
        if found is None:
            found = sum(
                strength * NEAR[away[here]] for away, strength in self.fists if away[here] <= MARCH
            )
            p = self.p
            if self.coming and (p.coast[here] or any(p.coast[n] for n in p.near[here])):
                found += 0.4 * self.coming
            self._threat[here] = found = min(found, 30.0)
        return found

    def danger(self, here: int, steps: float) -> float:
        """What it would cost to stand there with so many steps, in points."""
        threat = self.threat(here)
        if threat <= 0 or steps <= 0:
            return 0.0
        odds = threat / steps
        lost = min(steps, 0.22 * steps * min(4.0, max(0.0, odds - 0.6)))
        return lost * gain(self.p, 1 - self.side) * 0.5


@lru_cache(maxsize=65536)
def outlook(
    p: Printed, side: int, attack: int, defence: int, mine: int, theirs: int, prize: float, extra: int = 0,
    may: bool = True,
) -> float:
    """R8.2.1.3, R8.2.3: what an assault is worth on the average, strained if that is better."""
    column = column_of(p, attack, defence)
    get, pay = gain(p, side), gain(p, 1 - side)
    if column == BELOW:
        value = -mine * pay
    elif column == ABOVE:
        value = theirs * get + prize
    else:
        value = 0.0
        for row in p.table:
            loss, back, _, hurt, flight = row[column]
            hurt = min(theirs, hurt + extra)
            value += hurt * get - min(mine, loss) * pay
            value += prize if flight or hurt >= theirs else 0.0
            value += 0.4 * bool(flight) - 0.4 * bool(back)
        value /= 6
    if may and mine >= 2:
        points = strain_needed(p, attack, defence)
        if points:
            strained = outlook(p, side, attack + points, defence, mine, theirs, prize, extra, False) - points / 6 * pay
            value = max(value, strained)
    return value


def prize(v: Position, side: int, here: int) -> float:
    """What it is worth to drive the enemy out of a hex."""
    p = v.setting
    if here == p.field:
        return FIELD_WORTH[side]
    return VILLAGE if p.village[here] else 0.3


# --- landings -------------------------------------------------------------------------------------------------------


def _land(v: Position, top: Land, legal: tuple[Action, ...]) -> tuple[Plan, ...]:
    """R6a: each unit where it takes or holds most."""
    side, p = top.side, v.setting
    if v.doings[side].hand:
        i = bits(v.doings[side].hand)[0]
        see = Sight(v, side)
        return _ranked("land", legal, lambda action: _beach(see, i, p.number[action[1]]))
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
    while isinstance(top := s.stack[-1], Land):
        if not s.doings[side].hand:
            actions.append(top.legal(s, side)[0])
            s = _landed(s, top, side, actions[-1])
            continue
        i, see = bits(s.doings[side].hand)[0], Sight(s, side)
        hexes = landing_hexes(s, side, unit(s, side, i).heavy)
        goal = (goals or {}).get(i, -1)
        if goal not in hexes:
            goal = max(hexes, key=lambda here: _beach(see, i, here) + (taste(here) if taste else 0.0))
        actions.append(("land", p.names[goal]))
        s = _landed(s, top, side, actions[-1])
    return tuple(actions)


def varied_landing(v: Position, side: int, do: tuple[Action, ...], rng: random.Random) -> tuple[Action, ...]:
    """The actions of a landing with another hex for one to three of the units, or one for all of these."""
    p, goals, i = v.setting, {}, next(iter(bits(v.doings[side].hand)), -1)
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


def _landed(s: Position, top: Land, side: int, action: Action) -> Position:
    return top.take(s.replace(stack=s.stack[:-1], news=()), side, action)


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


def _along(see: Sight, i: int, here: int) -> tuple[int, int]:
    """R7.3b, R9.3: how many villages of the enemy's a unit could pass through on the free road after it has landed, on
    either way along the coast (hexes are numbered column by column), until somebody stands in the way."""
    v, side, p = see.v, see.side, see.p
    cost, left, found = march(p, here), factor(v, side, i), [0, 0]
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


# --- movement -------------------------------------------------------------------------------------------------------


def _offered(s: Position, side: int) -> tuple[Action, ...]:
    top: Any = s.stack[-1]
    found: tuple[Action, ...] = top.legal(s, side)
    return found


class Mover:
    """A movement step in thought: the position so far, the actions so far, who is spoken for."""

    def __init__(self, v: Position, side: int, style: Style) -> None:
        self.s, self.side, self.p = v.replace(news=()), side, v.setting
        self.style, self.fear = style, style.fear
        self.actions: list[Action] = []
        self.see = Sight(v, side)
        self.free: list[int] = []
        self.cuts: list[int] = []
        self.rolling = False
        """A die falls after the last action: what follows is planned anew."""
        self.score = 0.0
        army = v.armies[side]
        for i, here in enumerate(army.at):
            if here < self.p.hexes and ready(v, side, i):
                self.free.append(i)
        self.reached: dict[int, Reach] = {}
        self.held: dict[int, float] = {}
        """The steps of units that stay, by hex, guns left out."""
        self.count: dict[int, int] = {}
        """How many units stay in a hex."""
        for i, here in enumerate(army.at):
            if here < self.p.hexes and i not in self.free:
                self.stays(i, here)

    def stays(self, i: int, here: int) -> None:
        """A unit will end the step there."""
        self.count[here] = self.count.get(here, 0) + 1
        if not self.p.units[self.side][i].gun:
            self.held[here] = self.held.get(here, 0.0) + self.s.armies[self.side].steps[i]

    def ways(self, i: int) -> Reach:
        found = self.reached.get(i)
        if found is None:
            found = self.reached[i] = reach(self.s, self.side, i)
        return found

    def room(self, here: int, more: int = 1) -> bool:
        return self.count.get(here, 0) + more <= self.p.limits["stack"]

    def offered(self) -> tuple[Action, ...]:
        return _offered(self.s, self.side)

    def do(self, action: Action) -> None:
        top: Any = self.s.stack[-1]
        self.s = top.take(self.s.replace(stack=self.s.stack[:-1], news=()), self.side, action)
        self.actions.append(action)

    def go(self, i: int, goal: int) -> bool:
        """A unit goes to a hex and stays there; False if it does not get there."""
        self.free.remove(i)
        here = self.s.armies[self.side].at[i]
        if goal != here:
            way = path(self.ways(i), goal)
            self.do(("take", self.p.units[self.side][i].name))
            for n in way:
                action = ("step", self.p.names[n])
                if not self.s.doings[self.side].hand or action not in self.offered():
                    break
                self.do(action)
            self._down(i)
        at = self.s.armies[self.side].at[i]
        self.stays(i, at)
        self.cuts.append(len(self.actions))
        return at == goal

    def sail(self, i: int, goal: int) -> bool:
        """A unit goes by sea, if it may."""
        name, before, done = self.p.units[self.side][i].name, self.s, len(self.actions)
        self.do(("take", name))
        action = ("sea", self.p.names[goal])
        if action not in self.offered():
            self.s = before
            del self.actions[done:]
            return False
        self.do(action)
        self._down(i)
        self.free.remove(i)
        self.stays(i, goal)
        return True

    def _down(self, i: int) -> None:
        if self.s.doings[self.side].hand:
            legal = self.offered()
            self.do(("stop",) if ("stop",) in legal else ("drop", self.p.units[self.side][i].name))


def _move(v: Position, top: Move, legal: tuple[Action, ...]) -> tuple[Plan, ...]:
    """A whole movement step, in several styles."""
    if v.doings[top.side].hand:
        return _ranked("go_on", legal, lambda action: {"detect": 3.0, "stop": 2.0, "drop": 1.0}.get(action[0], 0.0))
    plan, cuts = step_plan(v, top.side, STYLES[top.side][0])
    half = plan.do[: cuts[len(cuts) // 2]] if cuts else ()
    return plan, Plan("intention.slow", (*half, ("end",)), plan.score - 1.0), Plan(
        "intention.wait", (("end",),), plan.score - 2.0)


def step_plan(v: Position, side: int, style: Style, goals: Iterable[tuple[int, int]] = ()) -> tuple[Plan, list[int]]:
    """A movement step in one style: work on the airfield, attacks, garrisons, guns, then everybody else; and after
    how many actions each unit has moved. Units with `goals` go there first."""
    m = Mover(v, side, style)
    _work(m)
    if not m.rolling:
        _rise(m)
        for i, goal in goals:
            if i in m.free and goal in m.ways(i)[0] and m.room(goal):
                m.go(i, goal)
        for part in (_strikes, _garrison, _villages, _guns, _search):
            part(m)
    if not m.rolling:
        _hide(m)
        _rest(m)
    if not m.rolling:
        m.actions.append(("end",))
    return Plan(f"intention.{style.name}", tuple(m.actions), m.score), m.cuts


def varied_plan(v: Position, side: int, do: tuple[Action, ...], rng: random.Random) -> tuple[Action, ...]:
    """The actions of a movement step with another place for one to three of the units."""
    m = Mover(v, side, STYLES[side][0])
    p, army = m.p, m.s.armies[side]
    goals, elsewhere, i = {i: army.at[i] for i in m.free}, set(), -1
    for action in do:
        if action[0] == "take":
            i = p.unit_number[action[1]][1]
        elif action[0] == "step":
            goals[i] = p.number[action[1]]
        elif action[0] in ("sea", "detect"):
            elsewhere.add(i)
        elif action[0] in ("hide", "repair"):
            elsewhere.add(p.unit_number[action[1]][1])
    walkers = [i for i in goals if i not in elsewhere and len(m.ways(i)[0]) > 1]
    prey = _prey(m)
    for i in rng.sample(walkers, min(len(walkers), rng.choice((1, 1, 2, 3)))):
        places = [n for n in m.ways(i)[0] if n != goals[i]]
        if not places:
            continue
        weights = []
        for n in places:
            value = 1.5 * p.village[n] + 2.0 * (n == p.field) - m.fear * m.see.danger(n, army.steps[i])
            if prey:
                value -= 0.3 * prey[0][n]
            weights.append(math.exp(max(-30.0, 0.7 * value)))
        goals[i] = rng.choices(places, weights)[0]
    fixed = [(i, goal) for i, goal in goals.items() if i not in elsewhere]
    return step_plan(v, side, STYLES[side][0], sorted(fixed, key=lambda one: one[1] == army.at[one[0]]))[0].do


def _work(m: Mover) -> None:
    """R7.11.2: engineers and labour on the airfield repair it, infantry too when it is low."""
    s, side, p = m.s, m.side, m.p
    if s.field != side or s.status >= int(p.status["most"]):
        return
    low = s.status < 14
    for i in sorted((i for i in m.free if s.armies[side].at[i] == p.field), key=lambda i: p.units[side][i].kind):
        kind = p.units[side][i].kind
        action = ("repair", p.units[side][i].name)
        if kind in WORKERS and m.s.status < int(p.status["most"]) and action in m.offered():
            m.do(action)
            m.free.remove(i)
            m.stays(i, p.field)
        elif kind == "INF" and low and action in m.offered():
            m.actions.append(action)
            m.rolling = True
            return


def _rise(m: Mover) -> None:
    """R7.7.3: what lies in stealth comes out when it can strike, or must."""
    s, side, p = m.s, m.side, m.p
    for here, mark in groups(s, side):
        reachable = 1 + (mark * 10 // 2) // 4
        prey = any(distances(p, foe)[here] <= reachable for foe in m.see.defence)
        if mark >= p.limits["stealth"] or (prey and mark >= 2):
            m.do(("surface", p.names[here], mark))
            for i in at_hex(m.s, side, here):
                if i not in m.free and ready(m.s, side, i):
                    m.free.append(i)
                    m.count[here] -= 1
                    m.held[here] = m.held.get(here, 0.0) - m.s.armies[side].steps[i]


def _strikes(m: Mover) -> None:
    """8.2: attacks that gain, the best first: units gather round a hex until more of them add nothing."""
    done: set[int] = set()
    for _ in range(8):
        best: tuple[float, int, list[tuple[int, int]]] | None = None
        for target in sorted(m.see.defence):
            if target in done or not m.see.enemy.open[target]:
                continue
            found = _assault_on(m, target, done)
            if found and found[0] > m.style.bar and (best is None or found[0] > best[0]):
                best = (found[0], target, found[1])
        if best is None:
            return
        done.add(best[1])
        m.score += best[0]
        for i, spot in best[2]:
            if not m.go(i, spot):
                break


def _assault_on(m: Mover, target: int, done: set[int]) -> tuple[float, list[tuple[int, int]]] | None:
    """The best gathering against a hex: its gain, and who goes where."""
    p, side, s, see = m.p, m.side, m.s, m.see
    spots = [n for n in p.near[target] if not see.enemy.count[n]]
    price: dict[int, float] = {}
    for n in spots:
        cost = 0.6 * p.river[n] + 0.5 * (p.level[n] < p.level[target])
        if see.enemy.zone[n]:
            others = [o for o in p.near[n] if o != target and see.enemy.open[o] and o not in done]
            cost += sum(1.5 + 0.3 * see.defence[o] for o in others)
        price[n] = cost
    spots.sort(key=lambda n: price[n])
    army, defence, theirs = s.armies[side], round(see.defence[target]), round(see.steps[target])
    forces: list[tuple[float, int, int]] = []
    for i in m.free:
        if p.units[side][i].gun or (p.units[side][i].kind == "LAB"):
            continue
        here = army.at[i]
        if distances(p, target)[here] > 20:
            continue
        ways = m.ways(i)[0]
        spot = next((n for n in spots if n in ways), -1)
        if spot >= 0:
            strength = army.steps[i] * (0.5 if p.river[spot] else 1.0)
            forces.append((-strength + 0.05 * ways[spot], i, spot))
    if not forces or -sum(one[0] for one in forces) < 0.8 * defence:
        return None
    forces.sort()
    placed: dict[int, int] = {}
    twice, mine, entry, up = 0, 0, 0.0, True
    best: tuple[float, list[tuple[int, int]]] | None = None
    chosen: list[tuple[int, int]] = []
    extra = 0
    goal = prize(s, side, target)
    for _, i, _ in forces[:9]:
        ways = m.ways(i)[0]
        spot = next((n for n in spots if n in ways and m.room(n, placed.get(n, 0) + 1)), -1)
        if spot < 0:
            continue
        if not placed.get(spot):
            entry += price[spot]
        placed[spot] = placed.get(spot, 0) + 1
        strength = army.steps[i] * (1 if p.river[spot] else 2)
        doing = s.doings[side]
        if side == JAPANESE and doing.sneaking >> i & 1 and ways[spot] * 8 <= doing.left[i]:
            strength = int(strength * (1 + doing.fresh[i] / 6))
        twice += strength
        mine += army.steps[i]
        up = up and p.level[spot] < p.level[target]
        chosen.append((i, spot))
        value = outlook(p, side, max(1, twice // 2), max(1, defence * (1 + up)), mine, max(1, theirs), goal, extra)
        value -= entry + 0.1 * len(chosen)
        value -= 0.15 * m.fear * sum(see.danger(n, 5.0 * k) for n, k in placed.items())
        if best is None or value > best[0]:
            best = (value, list(chosen))
    return best


def _garrison(m: Mover) -> None:
    """The airfield: strong units until it is safe, and somebody to work on it."""
    p, side, s = m.p, m.side, m.s
    here = p.field
    if m.see.enemy.count[here]:
        return
    taken = s.field == side
    army = s.armies[side]
    for _ in range(p.limits["stack"]):
        if not m.room(here):
            return
        steps = m.held.get(here, 0.0)
        need = m.see.danger(here, steps) if steps else FIELD_WORTH[side] * (0.7 if taken else 1.0)
        need *= m.style.home
        workers = sum(
            1 for i in at_hex(m.s, side, here) if p.units[side][i].kind in WORKERS and i not in m.free
        )
        best: tuple[float, int] | None = None
        for i in m.free:
            one = p.units[side][i]
            if one.gun or here not in m.ways(i)[0]:
                continue
            gained = need - m.style.home * m.see.danger(here, steps + army.steps[i])
            if side == AMERICAN and one.kind in WORKERS and not workers:
                gained += 3.0
            gained += 0.3 * army.steps[i] * (m.see.threat(here) > 6) - 0.05 * m.ways(i)[0][here]
            if gained > 0.4 and (best is None or gained > best[0]):
                best = (gained, i)
        if best is None:
            return
        m.score += min(best[0], 6.0)
        m.go(best[1], here)


def _villages(m: Mover) -> None:
    """Every village that can be held, by the weakest unit that holds it; on the way others are taken."""
    p, side, s, see = m.p, m.side, m.s, m.see
    army = s.armies[side]
    left = [h for h in p.villages if not see.enemy.count[h] and not m.held.get(h)]
    while left:
        best: tuple[float, int, int, bool] | None = None
        for here in left:
            ours = m.s.villages[p.villages.index(here)] == side
            value = VILLAGE * m.style.village * (1.0 if ours else 1.5)
            if see.threat(here) <= 0 and ours:
                value *= 0.5
            for i in m.free:
                one = p.units[side][i]
                if one.gun:
                    continue
                ways = m.ways(i)
                steps = army.steps[i]
                if here not in ways[0]:
                    continue
                score = value - m.fear * see.danger(here, steps) - 0.3 * steps - 0.05 * ways[0][here]
                score -= 2.0 * (army.at[i] == p.field and one.kind in WORKERS) + 3.0 * bool(see.enemy.zone[here])
                if not ours and here != army.at[i]:
                    score += 0.5 * sum(
                        p.village[n] and m.s.villages[p.villages.index(n)] != side for n in path(ways, here)
                    )
                if best is None or score > best[0]:
                    best = (score, i, here, False)
        if best is None or best[0] <= 0:
            break
        left.remove(best[2])
        m.score += best[0]
        m.go(best[1], best[2])
    _by_sea(m, [h for h in left if p.coast[h] and m.s.villages[p.villages.index(h)] != side])


def _by_sea(m: Mover, goals: list[int]) -> None:
    """R7.6: to villages that nobody reaches over land."""
    p, side, see = m.p, m.side, m.see
    for here in goals:
        if m.s.sailed >= p.limits["sea_moves"]:
            return
        movers = [
            (m.s.armies[side].steps[i] + m.see.danger(here, m.s.armies[side].steps[i]), i)
            for i in m.free
            if not p.units[side][i].gun and p.coast[m.s.armies[side].at[i]] and not m.s.doings[side].sneaking >> i & 1
            and not see.enemy.beside[m.s.armies[side].at[i]] and not see.enemy.zone[here]
        ]
        if movers and min(movers)[0] < 6.0 and m.sail(min(movers)[1], here):
            m.score += 1.0


def _guns(m: Mover) -> None:
    """Batteries where they reach much, with friends beside them and no enemy near."""
    p, side, s, see = m.p, m.side, m.s, m.see
    away = distances(p, p.field)
    for i in [i for i in m.free if p.units[side][i].gun]:
        best, score = -1, -1e9
        reachable = p.units[side][i].reach
        ways = m.ways(i)[0]
        foes = [distances(p, foe) for foe in see.steps if see.enemy.open[foe]]
        for here, cost in ways.items():
            if not m.room(here) or see.enemy.zone[here]:
                continue
            value = -0.02 * cost - 0.3 * see.threat(here) / (1.0 + m.held.get(here, 0.0))
            value += 0.4 * sum(1 for row in foes if row[here] <= reachable) + 0.3 * (m.held.get(here, 0.0) > 0)
            value -= 2.0 * any(row[here] <= 1 for row in foes)
            if side == JAPANESE and s.field == AMERICAN:
                value += 4.0 * (away[here] <= reachable) - 0.05 * away[here] - 0.3 * (away[here] < 4)
                value += 0.4 * p.jungle[here]
            else:
                value -= 0.15 * away[here]
            if value > score:
                best, score = here, value
        if best >= 0:
            m.go(i, best)


def _rest(m: Mover) -> None:
    """Everybody else: first where a stack is in danger, then towards the next prey, all to the same one."""
    p, side, s, see = m.p, m.side, m.s, m.see
    army = s.armies[side]
    prey = _prey(m)
    for i in sorted(m.free, key=lambda i: (-army.steps[i], i)):
        here = army.at[i]
        ways = m.ways(i)[0]
        one = p.units[side][i]
        best, score = here, -1e9
        late = s.turn > 21
        for there, cost in ways.items():
            if not m.room(there):
                continue
            held = m.held.get(there, 0.0)
            value = -0.01 * cost - m.fear * see.danger(there, held + army.steps[i])
            if held:
                value += m.fear * see.danger(there, held)
            if see.enemy.zone[there]:
                value -= 4.0
            elif see.enemy.beside[there]:
                value -= 1.0
            value += 0.2 * p.jungle[there]
            if one.kind == "LAB" or (side == AMERICAN and one.kind == "ENG"):
                value -= 0.2 * distances(p, p.field)[there] if side == AMERICAN else 0.0
            elif prey:
                value -= (0.35 + 0.15 * late) * max(0, prey[0][there] - 2)
            if value > score:
                best, score = there, value
        if m.go(i, best):
            m.score += 0.02 * score


def _prey(m: Mover) -> tuple[bytes, int] | None:
    """The enemy stack on which a side gathers: near to many of its units, weak, and worth something."""
    p, side, s, see = m.p, m.side, m.s, m.see
    army = s.armies[side]
    mine = [(army.at[i], army.steps[i]) for i in m.free if not p.units[side][i].gun and p.units[side][i].kind != "LAB"]
    found: list[tuple[float, int]] = []
    for foe, strength in see.defence.items():
        away = distances(p, foe)
        near = sum(steps / (2.0 + away[here]) for here, steps in mine)
        found.append((near * (1.0 + 0.2 * prize(s, side, foe)) / (2.0 + strength), foe))
    if found:
        found.sort(key=lambda one: -one[0])
        best = found[min(m.style.prey, len(found) - 1)][1]
        return distances(p, best), best
    if side == JAPANESE or s.field != side:
        return distances(p, p.field), p.field
    return None


def _hide(m: Mover) -> None:
    """R7.7.1: infantry that nobody needs, in the jungle and within the enemy's reach, goes into stealth."""
    p, side, see = m.p, m.side, m.see
    army, turns_left = m.s.armies[side], len(p.turns) - m.s.turn
    if turns_left < 3:
        return
    for i in list(m.free):
        here = army.at[i]
        if m.s.doings[side].sneaking >> i & 1 or not can_enter(m.s, side, i):
            continue
        if see.danger(here, m.held.get(here, 0.0) + army.steps[i]) > HIDING:
            m.do(("hide", p.units[side][i].name))
            m.free.remove(i)
            m.count[here] = m.count.get(here, 0) + 1


def _search(m: Mover) -> None:
    """R7.7.5: whoever has nothing better to do looks for groups in stealth close by."""
    p, side = m.p, m.side
    for i in m.free:
        here = m.s.armies[side].at[i]
        near = [
            (mark - distances(p, here)[place], p.names[place], mark) for place, mark in in_reach(m.s, side, here)
        ]
        if near and not p.units[side][i].gun and not m.s.doings[side].sneaking >> i & 1:
            _, name, mark = max(near)
            m.do(("take", p.units[side][i].name))
            m.actions.append(("detect", name, mark))
            m.rolling = True
            return


# --- fire -----------------------------------------------------------------------------------------------------------


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
        close = max(0.0, 14.0 - v.status) if v.status >= int(p.status["operational"]) else 0.5
        value += (0.25 + 0.15 * close) / 3
    elif here == p.field:
        value -= 0.1
    return value


def _shelling(v: Position, side: int, action: Action) -> float:
    return die_worth(v, side, Sight(v, side), v.setting.number[action[1]])


def _thrift(v: Position, side: int) -> float:
    """What a supply point is worth when it is kept."""
    if unlimited(v, side):
        return 0.0
    stock = v.supply[side]
    return 0.62 if stock < 6 else 0.45 if stock < 14 else 0.3 if stock < 26 else 0.15


def _fire(v: Position, top: Fire, legal: tuple[Action, ...]) -> tuple[Plan, ...]:
    """The mission that gains most for its supply, with all the guns that reach."""
    side, p = top.side, v.setting
    if v.doings[side].aim >= 0:
        full = [(*action[:2], action[2].high) if action[0] == "gun" else action for action in legal]
        return _ranked("fire", full, lambda action: {"fire": 2.0, "gun": 1.0}.get(action[0], 0.0))
    see, keep = Sight(v, side), _thrift(v, side)
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
    return tuple(plans)


def _guerrillas(v: Position, legal: tuple[Action, ...]) -> tuple[Plan, ...]:
    """R11.0: a roll where the village would stay American, as long as supply is not short."""
    p = v.setting

    def value(action: Action) -> float:
        if action[0] == "done":
            return 0.0
        gained = 1.0 if len(p.turns) - v.turn > 1 else 0.4
        cost = 0.0 if free(v) or unlimited(v, AMERICAN) else (0.9 if v.supply[AMERICAN] < 4 else 0.4)
        return gained - cost

    return _ranked("rise", legal, value)


# --- assaults -------------------------------------------------------------------------------------------------------


def battle_value(see: Sight, battle: Battle) -> float:
    """What a battle is worth as it is planned."""
    v, side, p = see.v, see.side, see.p
    army, twice, mine = v.armies[side], 0.0, 0
    extra = 0
    for i in battle.units:
        steps = army.steps[i] + (side == JAPANESE and v.air)
        strength = steps * (1.0 if p.river[army.at[i]] else 2.0)
        if side == JAPANESE and may_ambush(v, i):
            strength *= 1.0 + v.doings[side].fresh[i] / 6
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


def _declare(v: Position, top: Declare, legal: tuple[Action, ...]) -> tuple[Plan, ...]:
    """R8.2a: all battles at once."""
    side, p = top.side, v.setting
    doing = v.doings[side]
    if doing.hand:
        return _ranked("attack", legal, lambda action: 1.0)
    see = Sight(v, side)
    plan, value = battle_plan(see)
    actions: list[Action] = [("recall", p.units[side][i].name) for b in doing.plan for i in (*b.units, *b.support)]
    s = v
    for action in actions:
        s = _declared(s, side, action)
    for action in _orders(field(v, side), p, side, plan):
        s = _declared(s, side, action)
        actions.append(action)
    if ("done",) in _offered(s, side):
        return (Plan("intention.attack", (*actions, ("done",)), value),)
    return _ranked("attack", legal, lambda action: -legal.index(action) - 10.0 * (action[0] == "recall"))


def _declared(s: Position, side: int, action: Action) -> Position:
    top: Any = s.stack[-1]
    made: Position = top.take(s.replace(stack=s.stack[:-1]), side, action)
    return made


def _orders(f: Any, p: Printed, side: int, plan: tuple[Battle, ...]) -> list[Action]:
    """A plan as actions that can be played one by one: each battle from its first unit on."""
    actions: list[Action] = []
    for b in plan:
        first = True
        for i in b.units:
            for h in b.hexes if first else b.hexes[:1]:
                actions += [("take", p.units[side][i].name), ("on", p.names[h])]
            first = False
        for i in b.support:
            actions += [("take", p.units[side][i].name), ("on", p.names[b.hexes[0]])]
    return actions


def _battle_of(v: Position, side: int, action: Action) -> float:
    here = v.setting.number[action[1]]
    return battle_value(Sight(v, side), next(b for b in v.battles if b.hexes[0] == here))


def _stakes(v: Position) -> tuple[int, int, int, int, float]:
    """Of the battle that is being fought: attack, defence, the steps of both, and what the place is worth."""
    fight = fight_of(v)
    side, foe = fight.side, 1 - fight.side
    mine = sum(v.armies[side].steps[i] for i in fight.battle.units if v.armies[side].at[i] < v.setting.hexes)
    theirs = sum(v.armies[foe].steps[i] for h in fight.battle.hexes for i in at_hex(v, foe, h))
    goal = sum(prize(v, side, h) for h in fight.battle.hexes)
    return attack_strength(v, fight), defence_strength(v, fight), max(1, mine), max(1, theirs), goal


def _strain(v: Position, legal: tuple[Action, ...]) -> tuple[Plan, ...]:
    """R8.2.3: to the next odds, if they are worth the step that may be lost."""
    p, fight = v.setting, fight_of(v)
    attack, defence, mine, theirs, goal = _stakes(v)
    extra = int(fight.ambush == 2)
    points = strain_needed(p, attack, defence)
    plain = outlook(p, fight.side, attack, defence, mine, theirs, goal, extra, False)
    strained = outlook(p, fight.side, attack + points, defence, mine, theirs, goal, extra, False)
    strained -= points / 6 * gain(p, 1 - fight.side)
    return _ranked("strain", legal, lambda action: strained if action[0] == "strain" else plain)


def _lend(v: Position, side: int, top: Support | Defend, legal: tuple[Action, ...]) -> tuple[Plan, ...]:
    """R8.2.4a, R8.2.4b: each point of supply as long as it pays."""
    p, fight = v.setting, fight_of(v)
    amount = legal[0][2]
    assert isinstance(amount, Range)
    attack, defence, mine, theirs, goal = _stakes(v)
    sign = 1.0 if side == fight.side else -1.0
    if side != fight.side:
        fight = fight.replace(paid=(0,) * len(fight.battle.support)) if not fight.paid else fight
    keep = _thrift(v, side)
    plans = []
    for points in range(amount.low, amount.high + 1):
        a, d = (attack + points, defence) if side == fight.side else (attack, defence + points)
        value = sign * outlook(p, fight.side, a, d, mine, theirs, goal) - keep * points
        plans.append(Plan("intention.support", ((*legal[0][:2], points),), value))
    return tuple(plans)


def _stand(v: Position, top: Stand, legal: tuple[Action, ...]) -> tuple[Plan, ...]:
    """R8.2.10: stand if the second attack is worth what it costs."""
    p = v.setting
    attack, defence, mine, theirs, goal = _stakes(v)
    pay = gain(p, AMERICAN)
    lost = top.loss * 2 or 1
    rest = max(0, mine - lost)
    again = -mine * pay * 0.5
    if rest * 2 >= mine:
        again = outlook(p, JAPANESE, max(1, attack - lost), defence, rest, theirs, goal) - (lost - top.loss) * pay
    return _ranked("stand", legal, lambda action: again if action[0] == "stand" else 0.3)


def _banzai(v: Position, legal: tuple[Action, ...]) -> tuple[Plan, ...]:
    """R8.2.10: attack again if that gains."""
    fight = fight_of(v).replace(again=True, ambush=0, strain=0)
    attack, defence, mine, theirs, goal = _stakes(v.replace(fight=fight))
    again = outlook(v.setting, JAPANESE, attack, defence, mine, theirs, goal) - 0.2
    return _ranked("banzai", legal, lambda action: again if action[0] == "banzai" else 0.0)


def _steps(v: Position, side: int, name: str) -> float:
    return float(v.armies[side].steps[v.setting.unit_number[name][1]])


def _spare(v: Position, side: int, name: str) -> float:
    """Who loses a step: whoever has many, guns and engineers last."""
    i = v.setting.unit_number[name][1]
    kind = v.setting.units[side][i].kind
    return v.armies[side].steps[i] + {"ART": -1.5, "ENG": -1.5, "LAB": 1.0, "SPW": 1.0}.get(kind, 0.0)


def _refuge(v: Position, side: int, here: int) -> float:
    """Where to retreat: the airfield, villages, the jungle; with friends, away from enemies."""
    p = v.setting
    enemy = front(v, 1 - side)
    near = sum(bool(enemy.open[n]) for n in p.near[here])
    score = 1.0 * p.jungle[here] + 0.3 * front(v, side).count[here] - 0.7 * near
    score += 4.0 * (here == p.field) + 1.5 * p.village[here]
    return score - 0.05 * distances(p, p.field)[here] * (side == AMERICAN)


def _advance(v: Position, side: int, action: Action) -> float:
    """Onto the airfield and into villages; else only where it is safe."""
    if action[0] in ("done", "stop"):
        return 0.0
    p = v.setting
    i, here = p.unit_number[action[1]][1], p.number[action[2]]
    if p.units[side][i].gun:
        return -1.0
    start = v.armies[side].at[i]
    if here == p.field:
        return 20.0
    if start == p.field and front(v, side).count[start] < 3:
        return -5.0
    if p.village[here]:
        return 3.0
    if p.village[start] and front(v, side).count[start] == 1:
        return -2.0
    see = Sight(v, side)
    better = see.danger(start, v.armies[side].steps[i]) - see.danger(here, v.armies[side].steps[i])
    return better - 0.2 + 0.5 * bool(p.river[start]) - 1.0 * bool(see.enemy.zone[here])


def _flee(v: Position, side: int, legal: tuple[Action, ...]) -> tuple[Plan, ...]:
    """R7.7.5: away from those who have found it, and then stay."""
    p = v.setting
    if legal[0][0] == "take":
        return _ranked("flee", legal, lambda action: -legal.index(action))
    see = Sight(v, side)
    i = bits(v.doings[side].hand)[0]
    steps = v.armies[side].steps[i]
    now = see.danger(v.armies[side].at[i], steps)

    def value(action: Action) -> float:
        if action[0] == "stop":
            return 0.3
        here = p.number[action[1]]
        return now - see.danger(here, steps) - 2.0 * bool(see.enemy.beside[here])

    return _ranked("flee", legal, value)


def _call(v: Position, action: Action) -> float:
    """R10.1: guns that reach far, then strong infantry."""
    if action[0] == "done":
        return -1.0
    one = v.setting.units[JAPANESE][v.setting.unit_number[action[1]][1]]
    return one.combat + 0.3 * one.reach - 0.2 * one.number
