"""7.8: who knows what: the view of a side, and a full position dealt to fit it."""

from __future__ import annotations

import random

from ironbottom.games.henderson_field.rules.printed import AMERICAN, COMING, JAPANESE, RABAUL, UNSEEN, WITHDRAWN
from ironbottom.games.henderson_field.rules.state import Army, Doing, Position, factor, tops


def view(s: Position, side: int) -> Position:
    """R7.8, Q30: one's own side; of the other the top counters, what lies open for a fight, and where counters are;
    after the end everything."""
    s = s.replace(news=())
    if s.result is not None:
        return s
    for other in (AMERICAN, JAPANESE):
        if other != side:
            s = s.army(other, **_hidden(s, other))
            doings = s.doings
            told = _told(s, other)
            s = s.replace(doings=(told, doings[1]) if other == 0 else (doings[0], told))
    return s


def _told(s: Position, side: int) -> Doing:
    """R8.2.9: of what a side is doing others know of which declared attackers an ambush may come: they left stealth and
    moved in the open, at most half as far as they could."""
    doing = s.doings[side]
    if side != JAPANESE or not any(doing.fresh):  # nobody comes out in the other side's half
        return Doing()
    battles = (*s.battles, s.fight.battle) if s.fight else s.battles
    attackers = {i for battle in battles for i in battle.units}
    points = tuple(factor(s, side, i) * mark if i in attackers else 0 for i, mark in enumerate(doing.fresh))
    able = [bool(n) and doing.left[i] * 2 >= n for i, n in enumerate(points)]
    if not any(able):
        return Doing()
    fresh = tuple(mark if able[i] else 0 for i, mark in enumerate(doing.fresh))
    return Doing(left=tuple(n if able[i] else 0 for i, n in enumerate(points)), fresh=fresh)


def _hidden(s: Position, side: int) -> dict[str, object]:
    """R7.8: what others see of an army."""
    p, army = s.setting, s.armies[side]
    open_ = set(tops(p, army).values())
    at, steps, mark, due = list(army.at), list(army.steps), list(army.mark), list(army.due)
    unseen = list(army.unseen)
    for i, here in enumerate(army.at):
        if here < p.hexes and i not in open_ and (army.mark[i] or not army.shown >> i & 1):
            unseen.append((here, army.mark[i]))
            at[i], steps[i], mark[i] = UNSEEN, 0, 0
        if here not in (COMING, RABAUL):  # a deal does not know when those who are ashore or lost had come
            due[i] = 0
    return {
        "at": tuple(at), "steps": tuple(steps), "mark": tuple(mark), "due": tuple(due),
        "rank": tuple(int(i in open_) for i in range(len(at))), "unseen": tuple(sorted(unseen)), "lies": army.lies,
        "shown": army.shown & sum(1 << i for i, here in enumerate(at) if here < p.hexes),
    }  # fmt: skip


def determinize(v: Position, side: int, rng: random.Random) -> Position:
    """R7.8: a full position with that view: the hidden counters are put where counters lie, those in stealth
    infantry; of the steps that the side has lost those that do not show are taken from them."""
    if v.result is not None:
        return v
    for other in (AMERICAN, JAPANESE):
        if other != side:
            v = _dealt(v, other, rng)
    return v


def _reduced(v: Position, side: int, steps: list[int], rng: random.Random) -> list[int]:
    """Q38: the hidden units that have lost steps, each as often as it has: all steps lost are known, and those that
    units in sight and units gone for good have lost."""
    p, army = v.setting, v.armies[side]
    hidden = [i for i, here in enumerate(army.at) if here == UNSEEN]
    short = sum(
        unit.combat - (steps[i] if army.at[i] < p.hexes or army.at[i] in (UNSEEN, WITHDRAWN) else 0)
        for i, unit in enumerate(p.units[side])
        if army.at[i] not in (COMING, RABAUL)
    )
    spare = [i for i in hidden for _ in range(steps[i] - 1)]
    return rng.sample(spare, max(0, min(len(spare), v.losses[side] - short)))


def _dealt(v: Position, side: int, rng: random.Random) -> Position:
    p, army = v.setting, v.armies[side]
    bag = [i for i, here in enumerate(army.at) if here == UNSEEN]
    rng.shuffle(bag)
    bag.sort(key=lambda i: p.units[side][i].kind != "INF")
    at, steps, mark, rank = list(army.at), list(army.steps), list(army.mark), list(army.rank)
    for here, marker in sorted(army.unseen, key=lambda slot: not slot[1]):
        n = bag.pop(0) if marker else bag.pop(rng.randrange(len(bag)))
        at[n], steps[n], mark[n], rank[n] = here, p.units[side][n].combat, marker, 0
    for n in _reduced(v, side, steps, rng):
        steps[n] -= 1
    size = len(at)
    none = (0,) * size
    filled = Army(tuple(at), tuple(steps), tuple(mark), tuple(rank), army.due, army.shown, lies=army.lies)
    told = v.doings[side]
    fresh = told.fresh or none
    left = tuple(told.left[i] if fresh[i] else unit.move for i, unit in enumerate(p.units[side]))
    doing = Doing(tuple(at), left=left, fresh=fresh, fired=none)
    armies, doings = v.armies, v.doings
    return v.replace(
        armies=(filled, armies[1]) if side == 0 else (armies[0], filled),
        doings=(doing, doings[1]) if side == 0 else (doings[0], doing),
    )
