"""How the script moves: a whole movement phase in one of several ways.

Americans hold a ring round the airfield and its garrison, strike what comes near, and from late September on hunt.
Japanese gather out of reach, fall on a weak hex or an open airfield when the odds are there, and else stay alive in
the jungle.
"""

from __future__ import annotations

import math
import random
from typing import NamedTuple, cast

from ironbottom.games.first_blood.ai.combat import early_flight
from ironbottom.games.first_blood.ai.distances import apart, field_distances, nearest, risk_of, to_field
from ironbottom.games.first_blood.ai.finish import decides, finish
from ironbottom.games.first_blood.ai.script import ranked
from ironbottom.games.first_blood.rules.movement import Move, move_step, must_go_on, ways
from ironbottom.games.first_blood.rules.printed import AMERICAN, JAPANESE, OPEN, OPERATIVE, UNBUILT
from ironbottom.games.first_blood.rules.proposal import completed, prospect
from ironbottom.games.first_blood.rules.state import Position, air_at, crowd, units_at
from ironbottom.games.first_blood.rules.zones import front
from ironbottom.kernel.action import Action
from ironbottom.kernel.hexes import spread
from ironbottom.kernel.opponent import Asked, Plan, thought

HUNT_FROM = 3
"""The turn from which Americans look for the enemy everywhere (SEP III)."""
ASSAULT_ODDS = 3.0
"""The odds that a Japanese strike needs: at 2 any battalion that stands alone draws him out of his boxes, two or three
at a time (docs/balance.md)."""
HUNTING_ODDS = (0.8, 1.0, 1.3, 1.5, 1.7, 2.0)
"""The odds that an American strike needs, by the turns that are left."""
LAST_TURNS = 2
"""With no more turns to come than these, Japanese who hide stay hidden."""
NEED, ENOUGH_LEFT = 6.0, 10.0
"""How many hexes farther a pursuer goes where pursuers are lacking, and from how many factors on they lack in full."""
DRAWN = 4
"""Variations of a plan that are drawn at most to find one that throws nobody away."""
GARRISON = 2
"""American units that stay on each airfield hex."""


class Way(NamedTuple):
    """A way to spend a movement phase: its name, the factor on the odds that a strike needs (0: no strikes), whether
    the Americans go after the enemy (None: as the turn has it), a place that draws units and how much for each step,
    what a unit in the same hex costs, and how much the Japanese mind American strength."""

    name: str
    factor: float = 1.0
    hunting: bool | None = None
    place: str = ""
    pull: float = 0.0
    crowd: float = 0.0
    fear: float = 1.0


WAYS: tuple[tuple[Way, ...], ...] = (
    (
        Way("strike"), Way("bold", 0.65), Way("hunt", 1.0, True), Way("careful", 1.4), Way("net", 1.0, True, crowd=1.0),
        Way("hold", 0.0), Way("home", 0.0, False),
    ),
    (
        Way("strike"), Way("scatter", crowd=2.0), Way("bold", 0.65), Way("mass", crowd=-0.6), Way("shy", fear=3.0),
        Way("hold", 0.0), Way("raid", 0.2, fear=-0.5),
    ),
)  # fmt: skip
"""The ways to spend a movement phase, by side; the first is the script's own, the last what a beginner falls into: to
stay at home as the Americans, to seek battle at any odds as the Japanese."""


LAST_WAYS = ("strike", "hunt")
"""The ways in which the last American turn is spent on killing whoever is left, and on nothing else."""


class Mover:
    """A movement phase in thought: the position so far, the actions so far, the units that are spoken for."""

    def __init__(self, v: Position, side: int, way: Way) -> None:
        self.how = way
        self.hunting = v.turn >= HUNT_FROM if way.hunting is None else way.hunting
        self.drawn = [0.0] * v.setting.hexes
        """What the place that draws units adds to each hex."""
        if way.place:
            self.drawn = [-way.pull * d for d in apart(v.setting)[v.setting.number[way.place]]]
        self.s = v.replace(stack=(*v.stack[:-1], move_step(side)), news=())
        self.side = side
        self.actions: list[Action] = []
        self.used: set[int] = set()
        self.printed = v.setting
        self.enemy = front(v, side)
        self.load = crowd(v, side)
        """How many own units stand in each place by now."""
        self.far = nearest(self.printed, [n for n, held in enumerate(self.enemy.held) if held])
        self.reach: dict[tuple[int, int, int], dict[int, int]] = {}
        self.targets: dict[int, float] = {}
        self.menders: dict[int, int] = {}
        """Engineers that are on their way to a broken airfield hex."""

    @property
    def top(self) -> Move:
        """The step that waits: a movement phase ends only with its last action."""
        return cast(Move, self.s.stack[-1])

    def do(self, action: Action) -> None:
        self.s = self.top.take(self.s.replace(stack=self.s.stack[:-1], news=()), self.side, action)
        self.actions.append(action)

    def put_down(self, u: int) -> None:
        """The unit, if it is still in hand."""
        if self.top.hand == u:
            self.do(("drop",))

    def step(self, u: int, there: int) -> None:
        """One step of a unit that stays there."""
        self.do(("take", self.printed.units[u].name))
        self.do(("step", self.printed.names[there]))
        self.put_down(u)

    def range_of(self, u: int) -> dict[int, int]:
        """The hexes where a unit could stand, with what they cost."""
        printed, here, left = self.printed, self.s.at[u], self.s.left[u]
        key = (here, left, u if here >= printed.hexes else -1)
        found = self.reach.get(key)
        if found is None:
            found = {}
            if here < printed.hexes:
                found = spread(self.enemy.steps, here, left)
            elif here in printed.entries:
                for first, cost in ways(self.s, self.side, u):
                    if first < printed.hexes:
                        for n, more in spread(self.enemy.steps, first, left - cost).items():
                            if cost + more < found.get(n, 99):
                                found[n] = cost + more
            self.reach[key] = found
        return found

    def room(self, here: int) -> bool:
        return self.load[here] < self.printed.ground_limit

    def way(self, u: int, goal: int) -> list[int]:
        """The hexes of a cheapest way of a unit to a hex within its range, the goal last."""
        printed, costs, here = self.printed, self.range_of(u), self.s.at[u]
        way = [goal]
        while costs[way[-1]] and way[-1] not in printed.entries.get(here, ()):
            last = way[-1]
            for n in printed.near[last]:
                paid = costs.get(n)
                if paid is not None and (last, costs[last] - paid) in self.enemy.steps[n]:
                    way.append(n)
                    break
            else:
                return []
        return way[-2::-1] if here < printed.hexes else way[::-1]

    def walk(self, u: int, goal: int) -> bool:
        """Take a unit to a hex, step by step; False if it does not get there."""
        printed = self.printed
        self.used.add(u)
        start = self.s.at[u]
        if start == goal:
            return True
        if goal not in self.range_of(u) or not self.room(goal):
            return False
        before, kept = self.s, len(self.actions)
        self.do(("take", printed.units[u].name))
        for n in self.way(u, goal):
            if self.top.hand != u or (
                self.load[n] >= printed.ground_limit and n not in [place for place, _ in ways(self.s, self.side, u)]
            ):
                break
            self.do(("step", printed.names[n]))
        if self.s.at[u] != goal:
            self.s = before
            del self.actions[kept:]
            return False
        self.load[start] -= 1
        self.load[goal] += 1
        self.put_down(u)
        return True


@thought(Move)
def move(step: Move, asked: Asked[Position]) -> tuple[Plan, ...]:
    """A whole movement phase: strikes first, then the places of all others; and what a beginner would do."""
    if step.hand >= 0 or step.over >= 0:
        return ranked("move", asked.legal, lambda action: 1.0 if action[0] in ("step", "take", "aim") else 0.0)
    if (flight := early_flight(asked.view)) is not None and step.side == JAPANESE:
        return (Plan("intention.fight", (flight,), 1.0),)
    every = WAYS[step.side]
    plans = [move_plan(asked.view, step.side, way)._replace(score=n) for way, n in ((every[0], 1.0), (every[-1], 0.5))]
    return tuple(plan for plan in plans if plan.do) or ranked("move", asked.legal)


def move_plan(v: Position, side: int, way: Way) -> Plan:
    """A whole movement phase in one of the ways."""
    mover = Mover(v, side, way)
    if way.name in LAST_WAYS and any(mover.enemy.held) and decides(v, side):
        finish(mover)
        return Plan(f"intention.{way.name}", ended(mover), float(len(mover.targets)))
    mover.used |= _working(mover)
    mover.menders = _menders(mover)
    score = _strikes(mover) if way.factor else 0.0
    if side == AMERICAN:
        _hold(mover)
    else:
        _leave_boxes(mover)
        _hide(mover)
    name = way.name
    if name in ("strike", "bold", "careful") and not mover.targets:
        name = "close" if side == AMERICAN else "hold"
    return Plan(f"intention.{name}", ended(mover), score)


def varied_plan(v: Position, side: int, do: tuple[Action, ...], rng: random.Random) -> tuple[Action, ...]:
    """The actions of a movement phase with another place for one to three of the units; of a few drawn the first in
    which nobody has to attack where he is lost without a die (8.6a), or else the one that costs least so."""
    found: list[tuple[int, tuple[Action, ...]]] = []
    for _ in range(DRAWN):
        mover = _varied(v, side, do, rng)
        lost = 0 if v.turn == v.setting.last else prospect(completed(mover.s, side, ())[1], side)[0]
        found.append((lost, ended(mover)))
        if not lost:
            break
    return max(found, key=lambda one: one[0])[1]


def _varied(v: Position, side: int, do: tuple[Action, ...], rng: random.Random) -> Mover:
    """A movement phase with another place for one to three of the units."""
    mover = Mover(v, side, WAYS[side][0])
    number, units = mover.printed.number, mover.printed.unit_number
    goals: dict[int, int] = {}
    u = -1
    for action in do:
        if action[0] == "take":
            u = units.get(action[1], -1)
        elif action[0] == "step":
            goals[u] = number[action[1]]
    fixed = _working(mover)
    free = [u for u in mover.printed.own[side] if u not in fixed and len(mover.range_of(u)) > 1]
    if side == JAPANESE:
        worth = _refuges(mover)
    else:
        field = field_distances(mover.printed)
        worth = [-abs(far - 1.4) - 0.1 * home for far, home in zip(mover.far, field, strict=True)]
    for u in rng.sample(free, min(len(free), rng.choice((1, 1, 2, 3)))):
        places = [n for n in mover.range_of(u) if n != goals.get(u, v.at[u])]
        weights = [math.exp(max(-30.0, 0.7 * worth[n])) for n in places]
        goals[u] = rng.choices(places, weights)[0]
    for u, goal in goals.items():
        if goal < mover.printed.hexes:
            mover.walk(u, goal)
    if side == JAPANESE:
        mover.used |= {u for u in mover.printed.own[side] if v.at[u] < mover.printed.hexes}
        _leave_boxes(mover)
    return mover


def ended(m: Mover) -> tuple[Action, ...]:
    """The actions of a phase in which all that has a place in mind stands there."""
    if m.side == AMERICAN:
        _send_bombers(m)
    _enter_all(m)
    if ("done",) in m.top.legal(m.s, m.side):
        m.actions.append(("done",))
    return tuple(m.actions)


def _enter_all(m: Mover) -> None:
    """What still has to leave a point or a box does so anyhow."""
    printed = m.printed
    for u in printed.own[m.side]:
        open_ = ways(m.s, m.side, u) if must_go_on(m.s, u) else ()
        if not open_:
            continue
        best = min(open_, key=lambda way: (way[0] < printed.hexes and bool(m.enemy.control[way[0]]), way[1]))
        m.step(u, best[0])
        if m.top.over >= 0:  # room must be made there first: asked again
            return


def _garrison(m: Mover) -> set[int]:
    """The units that do not leave the airfield: the strongest on each of its hexes."""
    if m.side == JAPANESE:
        return set()
    kept: set[int] = set()
    for n, here in enumerate(m.printed.fields):
        if m.s.strips[n] != UNBUILT:
            there = sorted(units_at(m.s, here), key=lambda u: -m.printed.units[u].combat)
            kept.update(there[:GARRISON])
    return kept


def _working(m: Mover) -> set[int]:
    """11.4a: the engineers that stay because they can work where they are: one on each broken airfield hex that no
    enemy stands next to."""
    found: set[int] = set()
    for n, here in enumerate(m.printed.fields):
        if m.side == AMERICAN and m.s.strips[n] != OPERATIVE and not m.enemy.control[here]:
            found.update([u for u in units_at(m.s, here) if m.printed.units[u].engineer][:1])
    return found


def _menders(m: Mover) -> dict[int, int]:
    """11.4a: for each broken airfield hex where no engineer is, the one that is nearest: it has no other business as
    long as the field can still be of use."""
    printed, found = m.printed, dict[int, int]()
    engineers = [u for u in printed.own[AMERICAN] if printed.units[u].engineer and m.s.at[u] < printed.hexes]
    if m.side != AMERICAN or m.s.turn >= printed.last - 1:
        return found
    for n, here in enumerate(printed.fields):
        if m.s.strips[n] in (OPERATIVE, UNBUILT) or any(m.s.at[u] == here for u in engineers):
            continue
        free = [u for u in engineers if u not in found and u not in m.used]
        if free:
            found[min(free, key=lambda u: apart(printed)[here][m.s.at[u]])] = here
    return found


def _strikes(m: Mover) -> float:
    """Attacks worth making: enough strength next to a target that touches nobody else, strongest results first."""
    printed, side = m.printed, m.side
    kept = _garrison(m)
    total = 0.0
    held = [n for n in range(printed.hexes) if m.enemy.held[n]]
    if side == JAPANESE:
        total += _open_airfields(m)
        held = [n for n in held if to_field(printed, n) <= 3 or m.enemy.control[n] == 0]
        if printed.last - m.s.turn <= LAST_TURNS:  # who is alive at the end has won: only the field is worth more
            held = [n for n in held if to_field(printed, n) == 0]
    order = sorted(held, key=lambda n: (to_field(printed, n), _defence(m.s, n)))
    if side == AMERICAN and m.s.turn == printed.last:  # who escapes has won: those first whom fewest can strike
        order.sort(key=lambda n: sum(_can_strike(m, u, n) for u in printed.own[side]))
    for target in order:
        hunting = m.hunting or to_field(printed, target) <= 4
        if side == AMERICAN and not hunting:
            continue
        total += _strike(m, target, kept)
    return total


def _can_strike(m: Mover, u: int, target: int) -> bool:
    return not m.printed.units[u].artillery and any(n in m.range_of(u) for n in m.printed.near[target])


def _defence(s: Position, here: int) -> int:
    return sum(s.setting.units[u].combat for u in units_at(s, here))


def _strike(m: Mover, target: int, kept: set[int]) -> float:
    """Units to the hexes round a target until the odds are good. What else they touch there must be fought as well, and
    counts with the target."""
    printed, s = m.printed, m.s
    sites = {
        n: frozenset(h for h in printed.near[n] if m.enemy.held[h] and h not in m.targets) - {target}
        for n in printed.near[target]
        if not m.enemy.held[n]
    }
    if not sites or target in m.targets:
        return 0.0
    shield, wanted = printed.shield, _wanted(m)
    guns = sum(
        printed.units[u].combat
        for u in printed.own[m.side]
        if printed.units[u].artillery and s.at[u] < printed.hexes and u not in m.used
        and printed.range_of[printed.units[u].reach][s.at[u]][target] and s.at[u] not in printed.near[target]
    )  # fmt: skip
    candidates = []
    for u in printed.own[m.side]:
        if u in m.used or u in m.menders or (u in kept and s.at[u] not in sites) or printed.units[u].artillery:
            continue
        reach = m.range_of(u)
        places = [n for n in sites if n in reach]
        if places:
            candidates.append((printed.units[u].combat, u, places))
    candidates.sort(key=lambda one: (-one[0], one[1]))
    if m.side == AMERICAN and s.turn == printed.last:  # whom other targets need less
        others = [n for n in range(printed.hexes) if m.enemy.held[n] and n != target and n not in m.targets]
        candidates.sort(key=lambda one: sum(_can_strike(m, one[1], n) for n in others))
    load = {n: m.load[n] for n in sites}
    chosen: list[tuple[int, int]] = []
    sides: set[int] = set()
    touched: frozenset[int] = frozenset({target})

    def odds() -> float:
        ground = sum(printed.units[w].combat for w, _ in chosen)
        doubled = all(shield[n][target] != OPEN for _, n in chosen)
        against = sum(_defence(s, h) for h in touched) + (_defence(s, target) if doubled else 0)
        return (ground + min(guns, printed.gun_limit * ground)) / against

    for _, u, places in candidates:
        if s.at[u] in places:
            places = [s.at[u]]
        best = min(
            (n for n in places if load[n] < printed.ground_limit or s.at[u] == n),
            key=lambda n: (
                len(sites[n] - touched), shield[n][target] != OPEN, n in sides, not printed.jungle[n], load[n],
            ),
            default=None,
        )
        if best is None:
            continue
        load[best] += s.at[u] != best
        chosen.append((u, best))
        sides.add(best)
        touched |= sites[best]
        closed = all(
            m.enemy.held[n] or n in sides or any(w in printed.near[n] for w in sides)
            for n in printed.retreats[target]
        )
        now = odds()
        if now >= wanted + 2 or (now >= wanted + 1 and closed):
            break
    if not chosen or odds() < wanted:
        return 0.0
    good = min(odds(), 5.0)
    done = [u for u, n in chosen if m.walk(u, n)]
    if done:
        m.targets.update(dict.fromkeys(touched, good))
    return good if done else 0.0


def _wanted(m: Mover) -> float:
    """The odds that a strike needs: towards the end the Americans have to try what they can."""
    if m.side == JAPANESE:
        return ASSAULT_ODDS * m.how.factor
    left = m.printed.last - m.s.turn
    return HUNTING_ODDS[min(left, len(HUNTING_ODDS) - 1)] * m.how.factor


def _open_airfields(m: Mover) -> float:
    """An airfield hex without ground units is the game: as many as can go there."""
    total = 0.0
    for n, here in enumerate(m.printed.fields):
        if m.s.strips[n] == UNBUILT or m.enemy.held[here]:
            continue
        near = [u for u in m.printed.own[JAPANESE] if u not in m.used and here in m.range_of(u)]
        near.sort(key=lambda u: -m.printed.units[u].combat)
        for u in near[: m.printed.ground_limit]:
            if m.room(here) and m.walk(u, here):
                total += 3.0
    return total


def _hold(m: Mover) -> None:
    """Garrison and ring first; whoever is left goes after the enemy, and stops short of him."""
    printed, s = m.printed, m.s
    kept = _garrison(m)
    m.used |= {u for u in kept if s.at[u] < printed.hexes}
    free = [u for u in printed.own[AMERICAN] if u not in m.used and (m.range_of(u) or s.at[u] in printed.entry_sides)]
    for n, here in enumerate(printed.fields):
        if s.strips[n] == UNBUILT and n != 2:
            continue
        engineers = [u for u in free if u not in m.used and printed.units[u].engineer and here in m.range_of(u)]
        there = any(printed.units[u].engineer for u in units_at(m.s, here))
        if s.strips[n] != OPERATIVE and there:
            m.used |= {u for u in units_at(m.s, here) if printed.units[u].engineer}
        elif s.strips[n] != OPERATIVE and engineers and m.room(here):
            m.walk(engineers[0], here)
        guards = [u for u in units_at(m.s, here) if u in m.used]
        near = sorted((u for u in free if u not in m.used and here in m.range_of(u)), key=lambda u: m.range_of(u)[here])
        while s.strips[n] != UNBUILT and len(guards) < GARRISON and near and m.room(here):
            u = near.pop(0)
            if m.walk(u, here):
                guards.append(u)
    values: dict[tuple[str, int], list[float]] = {}
    wanted = _wanted_at(m)
    for u in sorted(free, key=lambda u: -printed.units[u].combat):
        if u in m.used:
            continue
        task = _task(m, u)
        if task[0] == "pursuit":
            task = "pursuit", _quarry(m, u, wanted)
        if task not in values:
            values[task] = _posts(m, *task)
        value, load, control, crowded = values[task], m.load, m.enemy.control, 0.4 + m.how.crowd
        best, score, here = -1, -1e9, s.at[u]
        for n, cost in m.range_of(u).items():
            if control[n] or (here != n and load[n] >= printed.ground_limit):
                continue
            now = value[n] - crowded * load[n] - 0.01 * cost
            if now > score:
                best, score = n, now
        if best >= 0:
            m.walk(u, best)


def _task(m: Mover, u: int) -> tuple[str, int]:
    """What an American who strikes nobody does in this turn; with nobody to be seen, some watch each box."""
    if u in m.menders:
        return "mend", m.menders[u]
    if m.printed.units[u].artillery:
        return ("guns forward" if m.hunting and u % 3 else "guns home"), 0
    if not m.hunting or u % 5 == 0:
        return "ring", 0
    return ("pursuit", 0) if any(m.enemy.held) else ("watch", m.printed.boxes[u % 4])


def _wanted_at(m: Mover) -> dict[int, float]:
    """What the pursuit of each enemy hex still lacks: half as much again as stands there, less what goes there."""
    return {n: 1.5 * _defence(m.s, n) for n, held in enumerate(m.enemy.held) if held and n not in m.targets}


def _quarry(m: Mover, u: int, wanted: dict[int, float]) -> int:
    """Whom a pursuer goes after: who is near, and still lacks pursuers; -1: whoever is nearest."""
    if not wanted:
        return -1
    rows, here = apart(m.printed), m.s.at[u]
    start = here if here < m.printed.hexes else m.printed.fields[0]
    found = min(wanted, key=lambda n: (rows[start][n] - NEED * min(1.0, wanted[n] / ENOUGH_LEFT), n))
    for n in wanted:
        if rows[found][n] <= 1:
            wanted[n] = max(0.0, wanted[n] - m.printed.units[u].combat * (1.0 if n == found else 0.5))
    return found


def _posts(m: Mover, task: str, place: int) -> list[float]:
    """How good each hex is for a task; `place`: the box that is watched, the hex that is mended or closed in on."""
    printed, far, field = m.printed, m.far, field_distances(m.printed)
    ground = [
        0.5 * jungle + 0.8 * ridge + drawn
        for jungle, ridge, drawn in zip(printed.jungle, printed.ridge, m.drawn, strict=True)
    ]
    match task:
        case "guns forward":
            return [g - abs(f - 4) - 3.0 * (f <= 1) for g, f in zip(ground, far, strict=True)]
        case "guns home":
            return [g - abs(d - 1) - 3.0 * (f <= 1) for g, d, f in zip(ground, field, far, strict=True)]
        case "ring":
            return [g - 1.2 * abs(d - 2) - 0.15 * f for g, d, f in zip(ground, field, far, strict=True)]
        case "mend":
            return [-float(d) for d in apart(printed)[place]]
        case "watch":
            return [g - 0.3 * d for g, d in zip(ground, nearest(printed, printed.entries[place]), strict=True)]
    if place >= 0:  # closing in on one, without touching others
        return [g - abs(d - 2) - (f < 2) for g, d, f in zip(ground, apart(printed)[place], far, strict=True)]
    return [g - abs(f - 2) for g, f in zip(ground, far, strict=True)]


def _send_bombers(m: Mover) -> None:
    """13.6a: bombers over the attacks that will be made."""
    printed = m.printed
    waiting = [a for a in air_at(m.s, printed.number["usaf_ground_attack"]) if printed.planes[a].bomber]
    touched = [n for n, held in enumerate(m.enemy.held) if held and any(m.load[b] for b in printed.near[n])]
    touched.sort(key=lambda n: (-(to_field(printed, n) == 0), -_defence(m.s, n)))
    for k, a in enumerate(waiting):
        if touched:
            m.do(("take", printed.planes[a].name))
            m.do(("aim", printed.names[touched[k % len(touched)]]))


def _leave_boxes(m: Mover) -> None:
    """Units in boxes go on to the next box as long as there is one, and enter the map in time for the end."""
    printed = m.printed
    for u in printed.own[JAPANESE]:
        here = m.s.at[u]
        if u in m.used or here not in printed.boxes or not ways(m.s, JAPANESE, u):
            continue
        boxes = [place for place, _ in ways(m.s, JAPANESE, u) if place in printed.boxes]
        late = m.s.turn >= printed.last - 2
        if boxes and not late:
            m.used.add(u)
            m.step(u, boxes[0])


def _hide(m: Mover) -> None:
    """Everybody else where the Americans can bring least to bear: far, in jungle, apart, never next to them."""
    printed = m.printed
    ground, crowded = _refuges(m), 0.8 + m.how.crowd
    for u in printed.own[JAPANESE]:
        if u in m.used or not m.range_of(u):
            continue
        best, score, here, load = -1, -1e9, m.s.at[u], m.load
        for n, cost in m.range_of(u).items():
            if here != n and load[n] >= printed.ground_limit:
                continue
            value = ground[n] - crowded * load[n] - 0.01 * cost
            if value > score:
                best, score = n, value
        if best >= 0:
            m.walk(u, best)


def _refuges(m: Mover) -> list[float]:
    """How good a refuge each hex is for the Japanese."""
    printed, risk = m.printed, risk_of(m.s)
    return [
        1.5 * printed.jungle[n] - m.how.fear * risk[n] + m.drawn[n] - 30.0 * bool(m.enemy.control[n])
        + 0.02 * to_field(printed, n) - 0.5 * (len(printed.retreats[n]) < 4)
        for n in range(printed.hexes)
    ]  # fmt: skip
