"""Who knows what: each side its own; of the other what 7.8 lets it see. And full positions that fit a view."""

from __future__ import annotations

import random

from ironbottom.games.henderson_field.rules.hidden import seen_army, seen_doing
from ironbottom.games.henderson_field.rules.printed import AMERICAN, COMING, JAPANESE, RABAUL, UNSEEN, WITHDRAWN
from ironbottom.games.henderson_field.rules.state import Army, Doing, Position
from ironbottom.kernel.knowledge import Knowledge


class HendersonKnowledge(Knowledge[Position]):
    """What the two sides know."""

    state = Position

    def armies(self, s: Position, side: int) -> tuple[Army, Army]:
        """R7.8: one's own army, and what is seen of others."""
        one, other = (army if n == side else seen_army(s, n) for n, army in enumerate(s.armies))
        return one, other

    def doings(self, s: Position, side: int) -> tuple[Doing, Doing]:
        """R7.8, R8.2.9: what one does oneself, and what others are seen to do."""
        one, other = (doing if n == side else seen_doing(s, n) for n, doing in enumerate(s.doings))
        return one, other

    def determinize(self, view: Position, side: int, rng: random.Random, memory: object = None) -> Position:
        """R7.8: a full position with that view: the hidden counters are put where counters lie, those in stealth
        infantry; of the steps that the side has lost those that do not show are taken from them."""
        if view.result is not None:
            return view
        armies, doings = list(view.armies), list(view.doings)
        for other in (AMERICAN, JAPANESE):
            if other != side:
                armies[other], doings[other] = _dealt(view, other, rng)
        return view.replace(armies=(armies[0], armies[1]), doings=(doings[0], doings[1]))


def _dealt(view: Position, side: int, rng: random.Random) -> tuple[Army, Doing]:
    """An army that looks like the one seen, and doings that look like those seen."""
    units, army, seen = view.setting.units[side], view.armies[side], view.doings[side]
    bag = [i for i, here in enumerate(army.at) if here == UNSEEN]
    rng.shuffle(bag)
    bag.sort(key=lambda i: units[i].kind != "INF")
    at, steps, marker, rank = list(army.at), list(army.steps), list(army.marker), list(army.rank)
    for here, mark in sorted(army.hidden, key=lambda slot: not slot[1]):
        i = bag.pop(0) if mark else bag.pop(rng.randrange(len(bag)))
        at[i], steps[i], marker[i], rank[i] = here, units[i].combat, mark, 0
    for i in _reduced(view, side, steps, rng):
        steps[i] -= 1
    filled = Army(
        at=tuple(at), steps=tuple(steps), marker=tuple(marker), rank=tuple(rank), due=army.due, shown=army.shown,
        counters=army.counters,
    )  # fmt: skip
    none = (0,) * len(at)
    surfaced = seen.surfaced_with or none
    left = tuple(seen.points_left[i] if surfaced[i] else unit.move for i, unit in enumerate(units))
    return filled, Doing(began_at=tuple(at), points_left=left, surfaced_with=surfaced, fired=none)


def _reduced(view: Position, side: int, steps: list[int], rng: random.Random) -> list[int]:
    """Q38: the hidden units that have lost steps, each as often as it has: all steps lost are known, and those that
    units in sight and units gone for good have lost."""
    p, army = view.setting, view.armies[side]
    hidden = [i for i, here in enumerate(army.at) if here == UNSEEN]
    short = sum(
        unit.combat - (steps[i] if army.at[i] < p.hexes or army.at[i] in (UNSEEN, WITHDRAWN) else 0)
        for i, unit in enumerate(p.units[side])
        if army.at[i] not in (COMING, RABAUL)
    )
    spare = [i for i in hidden for _ in range(steps[i] - 1)]
    return rng.sample(spare, max(0, min(len(spare), view.losses[side] - short)))
