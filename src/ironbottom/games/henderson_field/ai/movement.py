"""A movement step as a whole: work, attacks, garrisons, villages, guns, and everybody else."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from typing import NamedTuple

from ironbottom.games.henderson_field.ai.sight import (
    VILLAGE,
    Sight,
    after,
    field_worth,
    last_turn,
    offered,
    outlook,
    prize,
    ranked,
)
from ironbottom.games.henderson_field.rules.airfield import WORKERS
from ironbottom.games.henderson_field.rules.movement import Move, Reach, can_withdraw, mergers, path, reach, ready
from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE, Unit, distances
from ironbottom.games.henderson_field.rules.state import Position, at_hex, operational
from ironbottom.games.henderson_field.rules.stealth import can_enter, groups, in_reach
from ironbottom.kernel.action import Action
from ironbottom.kernel.opponent import Asked, Plan, thought

KEPT = 0.5
"""What a garrison of the own airfield has of the strength that threatens it, before anybody strikes."""
HIDING = 0.8
"""The danger from which idle infantry goes into stealth."""
LOST, LIKELY, HELP = 4.0, 2.0, 3
"""So many times as strong as all of us so near to it, an enemy surely takes the airfield, or may."""
STAYS = 0.35
"""What a step is worth that stays on the island."""
GUARDS = 1.0
"""What it is worth that somebody stands in a village that the enemy could reach."""
COVERS = 4.0
"""What it is worth, to who looks at the airfield first, that a battery of the Americans reaches all that lies beside
it. The script itself does not: its guns were lost there, and it played worse."""
COMPANY, ENOUGH = 4.0, 3.0
"""The steps of friends in whose company a battery is safe; so many times an enemy stack's strength takes it."""


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
    company: float = 0.0
    """How much friends in its hex weigh for a battery."""
    spread: bool = False
    """Whether more than `ENOUGH` times an enemy stack's strength is not sent after it."""
    order: str = ""
    """What it does with units besides: `merge` all that can be, `withdraw` whoever is in danger, `reduce` a field
    that may be lost."""


STYLES = (
    (Style("line", 1.0, 1.0), Style("bold", 0.0, 0.5), Style("careful", 3.0, 1.6), Style("hold", 99.0, 1.0),
     Style("raid", 1.0, 0.7, village=2.0), Style("home", 1.5, 1.2, home=2.0), Style("cover", 1.0, 1.0, company=2.0),
     Style("spread", 1.0, 1.0, spread=True)),
    (Style("line", 0.3, 0.6), Style("bold", 0.0, 0.3), Style("careful", 2.0, 1.5), Style("hold", 99.0, 1.0),
     Style("raid", 0.5, 0.4, village=2.0), Style("home", 0.8, 0.8, home=2.0), Style("cover", 0.3, 0.6, company=2.0),
     Style("spread", 0.3, 0.6, spread=True)),
)
"""The ways in which each side may spend a movement step, the script's own first. The Japanese, for whom a factor is
worth three points and costs two, are the bolder."""
ORDERS = tuple(
    tuple(own[0]._replace(name=name, order=verb) for name, verb in (
        ("gather", "merge"), ("leave", "withdraw"), ("wreck", "reduce"),
    ))
    for own in STYLES
)
"""The script's own way of each side with one kind of order more, where any is on offer."""


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
        return offered(self.s, self.side)

    def do(self, action: Action) -> None:
        self.s = after(self.s, self.side, action)
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


@thought(Move)
def move(step: Move, asked: Asked[Position]) -> tuple[Plan, ...]:
    """A whole movement step, in several styles."""
    v, side = asked.view, step.side
    if v.doings[side].hand:
        first = {"detect": 3.0, "stop": 2.0, "drop": 1.0}
        on = ranked("go_on", asked.legal, lambda action: first.get(action[0], 0.0))
        return (*_from_hand(v, side, asked.legal), *on)
    plan, cuts = step_plan(v, side, STYLES[side][0])
    half = plan.do[: cuts[len(cuts) // 2]] if cuts else ()
    return plan, Plan("intention.slow", (*half, ("end",)), plan.score - 1.0), Plan(
        "intention.wait", (("end",),), plan.score - 2.0)


def _from_hand(v: Position, side: int, legal: Iterable[Action]) -> tuple[Plan, ...]:
    """Units were taken and have not moved: those that the plan does not begin with are put down, and it goes on."""
    downs = [action for action in legal if action[0] == "drop"]
    clear = v
    for action in downs:
        clear = after(clear, side, action)
    if not downs or clear.doings[side].hand:
        return ()
    plan, _ = step_plan(clear, side, STYLES[side][0])
    begun = ("drop", plan.do[0][1]) if plan.do[0][0] == "take" else ()
    rest = plan.do[1:] if begun in downs else plan.do
    return (Plan(plan.intention, (*(action for action in downs if action != begun), *rest), plan.score + 100.0),)


def step_plan(v: Position, side: int, style: Style, goals: Iterable[tuple[int, int]] = ()) -> tuple[Plan, list[int]]:
    """A movement step in one style: work on the airfield, attacks, garrisons, guns, then everybody else; and after
    how many actions each unit has moved. Units with `goals` go there first."""
    m = Mover(v, side, style)
    if not _wreck(m):
        _work(m)
    if not m.rolling:
        _consolidate(m)
        _leave(m)
        _rise(m)
        for i, goal in goals:
            if i in m.free and goal in m.ways(i)[0] and m.room(goal):
                m.go(i, goal)
        for part in (_keep, _strikes, _garrison, _villages, _guns, _search):
            part(m)
    if not m.rolling:
        _hide(m)
        _rest(m)
    if not m.rolling:
        m.actions.append(("end",))
    return Plan(f"intention.{style.name}", tuple(m.actions), m.score), m.cuts


def varied_plan(v: Position, side: int, do: tuple[Action, ...], rng: random.Random) -> tuple[Action, ...]:
    """The actions of a movement step with another place for one to three of the units."""
    verbs = {action[0] for action in do}
    style = next((one for one in ORDERS[side] if one.order in verbs), STYLES[side][0])
    m = Mover(v, side, style)
    p, army = m.p, m.s.armies[side]
    goals, elsewhere, i = {i: army.at[i] for i in m.free}, set(), -1
    for action in do:
        if action[0] == "take":
            i = p.unit_number[action[1]][1]
        elif action[0] == "step":
            goals[i] = p.number[action[1]]
        elif action[0] in ("sea", "detect"):
            elsewhere.add(i)
        elif action[0] in ("hide", "repair", "reduce", "withdraw", "merge"):
            elsewhere.add(p.unit_number[action[-1] if action[0] == "merge" else action[1]][1])
    walkers = [i for i in goals if i not in elsewhere and len(m.ways(i)[0]) > 1]
    prey, friends = _prey(m), dict.fromkeys(goals.values(), 0.0)
    for i, n in goals.items():
        friends[n] += 0.0 if p.units[side][i].gun else army.steps[i]
    for i in rng.sample(walkers, min(len(walkers), rng.choice((1, 1, 2, 3)))):
        places = [n for n in m.ways(i)[0] if n != goals[i]]
        if not places:
            continue
        weights = []
        for n in places:
            company = friends.get(n, 0.0) if p.units[side][i].gun else 0.0
            value = 1.5 * p.village[n] + 2.0 * (n == p.field) - m.fear * m.see.danger(n, army.steps[i] + company)
            if prey:
                value -= 0.3 * prey[0][n]
            weights.append(math.exp(max(-30.0, 0.7 * value)))
        goals[i] = rng.choices(places, weights)[0]
    fixed = [(i, goal) for i, goal in goals.items() if i not in elsewhere]
    return step_plan(v, side, style, sorted(fixed, key=lambda one: one[1] == army.at[one[0]]))[0].do


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


def _wreck(m: Mover) -> bool:
    """R7.11.1: what will be lost anyway is of no use to the enemy: workers tear the airfield down."""
    s, side, p = m.s, m.side, m.p
    if s.field != side or not operational(s):
        return False
    army, away = s.armies[side], distances(p, p.field)
    near = sum(
        army.steps[i] for i, here in enumerate(army.at)
        if here < p.hexes and away[here] <= HELP and not p.units[side][i].gun
    )
    if m.see.threat(p.field) < (LIKELY if m.style.order == "reduce" else LOST) * max(1, near):
        return False
    for i in [i for i in m.free if s.armies[side].at[i] == p.field and p.units[side][i].kind in WORKERS]:
        action = next((one for one in m.offered() if one[:2] == ("reduce", p.units[side][i].name)), None)
        if action and operational(m.s):
            m.do((*action[:2], action[2].high))
            m.free.remove(i)
            m.stays(i, p.field)
    return m.s is not s


def _consolidate(m: Mover) -> None:
    """R7.10: remnants become one unit: on a full airfield, so that others find room there, and Marines before they are
    counted."""
    p, side = m.p, m.side
    while found := [pair for pair in mergers(m.s, side) if _better(m, *pair)]:
        one, other = max(found, key=lambda pair: (*_kept(p.units[side][pair[0]]), pair))
        m.do(("merge", p.units[side][one].name, p.units[side][other].name))
        m.free.remove(other)


def _better(m: Mover, one: int, other: int) -> bool:
    """Whether two units do better as one."""
    p, side, here = m.p, m.side, m.s.armies[m.side].at[one]
    full = here == p.field and len(at_hex(m.s, side, here)) >= p.limits["stack"]
    marines = side == AMERICAN and "black" in (p.units[side][one].bar, p.units[side][other].bar)
    return m.style.order == "merge" or full or (marines and bool(counted(m.s, 1)))


def _kept(one: Unit) -> tuple[bool, int, int]:
    """Which of two counters stays, best last: one that is not counted, that shoots far, that is quick."""
    return one.bar != "black", one.reach, one.move


def counted(s: Position, soon: int = 0) -> int:
    """R9.1, Q6: how many points a Marine unit costs that stays on the island, if it is to be counted by so many turns
    from now."""
    turn, last = int(s.setting.points["penalty_turn"]), len(s.setting.turns) - 1
    times = last - max(turn, s.turn) + 1 if s.setting.option.get("marine_penalty") == "each_turn" else s.turn <= turn
    return int(s.setting.points["marine"]) * times if s.turn + soon >= turn else 0


def _leave(m: Mover) -> None:
    """R7.9: who costs more on the island than he is worth goes: Marines before they are counted, and whoever would be
    lost."""
    p, side, s, see = m.p, m.side, m.s, m.see
    army = s.armies[side]
    for i in sorted(m.free, key=lambda i: army.steps[i]):
        if not can_withdraw(m.s, side, i) or p.units[side][i].gun:
            continue
        here, steps = army.at[i], army.steps[i]
        alone = len(at_hex(m.s, side, here)) == 1
        gained = float(counted(s)) if side == AMERICAN else -0.5
        if side == JAPANESE or m.style.order == "withdraw":
            gained += min(see.danger(n, m.held.get(n, 0.0) + steps) for n in m.ways(i)[0])
        gained -= STAYS * steps + GUARDS * (alone and see.threat(here) > 0)
        if gained > 0:
            m.do(("withdraw", p.units[side][i].name))
            m.free.remove(i)


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
        if side == JAPANESE and doing.in_stealth_move >> i & 1 and ways[spot] * 8 <= doing.points_left[i]:
            strength = int(strength * (1 + doing.surfaced_with[i] / 6))
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


def _keep(m: Mover) -> None:
    """Before anybody strikes: on the own airfield stays, or comes, what can stand against half of what threatens it; in
    the last turn against all of it. Where it is nobody's yet and nobody stands there, somebody takes it."""
    p, side, here = m.p, m.side, m.p.field
    if m.see.enemy.count[here]:
        return
    army = m.s.armies[side]
    share = 1.0 if last_turn(m.s) else KEPT
    able = [i for i in m.free if not p.units[side][i].gun and (army.at[i] == here or here in m.ways(i)[0])]
    # who is there already first, but for remnants, which would only fill the hex
    able.sort(key=lambda i: (army.at[i] != here or army.steps[i] == 1, -army.steps[i], i))
    for i in able:
        enough = m.held.get(here, 0.0) >= share * m.see.threat(here) if m.s.field == side else here in m.count
        if enough or not m.room(here):
            return
        m.go(i, here)


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
        need = m.see.danger(here, steps) if steps else field_worth(s, side) * (0.7 if taken else 1.0)
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
            if not p.units[side][i].gun and p.coast[m.s.armies[side].at[i]]
            and not m.s.doings[side].in_stealth_move >> i & 1
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
            held = m.held.get(here, 0.0)
            value += 0.4 * sum(1 for row in foes if row[here] <= reachable) + 0.3 * (held > 0)
            value += m.style.company * min(1.0, held / COMPANY)
            value -= 2.0 * any(row[here] <= 1 for row in foes)
            if side == JAPANESE and s.field == AMERICAN:
                value += 4.0 * (away[here] <= reachable) - 0.05 * away[here] - 0.3 * (away[here] < 4)
                value += 0.4 * p.jungle[here]
            else:
                value -= 0.15 * away[here]
                if s.field == side:
                    value += COVERS * max(0.0, m.style.home - 1.0) * (away[here] < reachable)
            if value > score:
                best, score = here, value
        if best >= 0:
            m.go(i, best)


def _rest(m: Mover) -> None:
    """Everybody else: first where a stack is in danger, then towards the next prey, all to the same one, or in one
    style so many as it takes."""
    p, side, s, see = m.p, m.side, m.s, m.see
    army = s.armies[side]
    prey, sent, left = _prey(m), 0.0, set(see.defence)
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
        if prey and m.style.spread and prey[0][best] < prey[0][here]:
            sent += army.steps[i]
            if prey[1] in left and sent >= ENOUGH * see.defence[prey[1]]:
                left.remove(prey[1])
                prey, sent = _prey(m, left) if left else prey, 0.0


def _prey(m: Mover, left: set[int] | None = None) -> tuple[bytes, int] | None:
    """The enemy stack on which a side gathers, of all or of those that are left: near to many of its units, weak, and
    worth something."""
    p, side, s, see = m.p, m.side, m.s, m.see
    army = s.armies[side]
    mine = [(army.at[i], army.steps[i]) for i in m.free if not p.units[side][i].gun and p.units[side][i].kind != "LAB"]
    found: list[tuple[float, int]] = []
    for foe, strength in see.defence.items():
        if left is not None and foe not in left:
            continue
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
        if m.s.doings[side].in_stealth_move >> i & 1 or not can_enter(m.s, side, i):
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
        if near and not p.units[side][i].gun and not m.s.doings[side].in_stealth_move >> i & 1:
            _, name, mark = max(near)
            m.do(("take", p.units[side][i].name))
            m.actions.append(("detect", name, mark))
            m.rolling = True
            return
