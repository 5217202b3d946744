"""Who knows what: each side its own; of the other what 7.8 lets it see and what is remembered. And full positions that
fit a view."""

from __future__ import annotations

import random

from ironbottom.games.henderson_field.memory import Memory, remember, start, taken_back
from ironbottom.games.henderson_field.rules.hidden import seen_army, seen_doing
from ironbottom.games.henderson_field.rules.movement import Move
from ironbottom.games.henderson_field.rules.printed import AMERICAN, COMING, JAPANESE, RABAUL, UNSEEN, WITHDRAWN
from ironbottom.games.henderson_field.rules.state import Army, Doing, Position
from ironbottom.kernel.event import Event
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

    def transits(self, s: Position, side: int) -> tuple[tuple[int, int], ...]:
        """R7.3d, R7.8: how many needed engineers tells who is in a group: it is the affair of the side that moves, as
        long as it does."""
        if s.transits and any(isinstance(step, Move) and step.side == side for step in s.stack):
            return s.transits
        return ()

    def start(self, side: int) -> Memory | None:
        """None for who looks on: he is told nothing that is not in the view."""
        return start(side) if side in (AMERICAN, JAPANESE) else None

    def remember(self, memory: Memory | None, seen: Event) -> Memory | None:
        return remember(memory, seen) if memory is not None else None

    def taken_back(self, then: Memory | None, now: Memory | None) -> Memory | None:
        return taken_back(then, now) if then is not None and now is not None else then

    def determinize(self, view: Position, side: int, rng: random.Random, memory: Memory | None = None) -> Position:
        """R7.8: a full position with that view and what is remembered: the other hidden counters are put where counters
        lie, those in stealth infantry; of the steps that the side has lost those that do not show are taken from
        them."""
        if view.result is not None:
            return view
        view = recalled(view, side, memory)
        armies, doings = list(view.armies), list(view.doings)
        for other in (AMERICAN, JAPANESE):
            if other != side:
                armies[other], doings[other] = _dealt(view, other, rng)
        return view.replace(armies=(armies[0], armies[1]), doings=(doings[0], doings[1]))


def informed(view: Position, side: int, memory: Memory | None) -> Position:
    """R7.8: the view of a side with the hidden counters that it remembers put where they surely are; those whose steps
    are not known are taken to be whole."""
    told = recalled(view, side, memory)
    if told is view:
        return view
    owner = 1 - side
    full, army = view.setting.full[owner], told.armies[owner]
    return told.army(owner, steps=tuple(
        n or (full[i] if army.at[i] < view.setting.hexes else 0) for i, n in enumerate(army.steps)
    ))  # fmt: skip


def recalled(view: Position, side: int, memory: Memory | None) -> Position:
    """R7.8: the view of a side with the hidden counters that it remembers put where they surely are; whose steps are
    not known has 0."""
    if memory is None or view.result is not None or not memory.units:
        return view
    p, army, owner = view.setting, view.armies[1 - side], 1 - side
    at, steps, marker, hidden = list(army.at), list(army.steps), list(army.marker), list(army.hidden)
    for name, one in memory.units.items():
        i, here = p.unit_number[name][1], p.number[one.hex]
        if at[i] != UNSEEN:
            continue
        slot = next((slot for slot in hidden if slot[0] == here and bool(slot[1]) == one.stealth), None)
        if slot is not None:
            hidden.remove(slot)
            at[i], steps[i], marker[i] = here, one.steps, slot[1]
    known = army.replace(at=tuple(at), steps=tuple(steps), marker=tuple(marker), hidden=tuple(hidden))
    return view.replace(armies=(known, view.armies[1]) if owner == AMERICAN else (view.armies[0], known))


def _dealt(view: Position, side: int, rng: random.Random) -> tuple[Army, Doing]:
    """An army that looks like the one seen, and doings that look like those seen."""
    units, army, seen = view.setting.units[side], view.armies[side], view.doings[side]
    bag = [i for i, here in enumerate(army.at) if here == UNSEEN]
    rng.shuffle(bag)
    bag.sort(key=lambda i: units[i].kind != "INF")
    at, steps, marker, rank = list(army.at), list(army.steps), list(army.marker), list(army.rank)
    for here, mark in sorted(army.hidden, key=lambda slot: not slot[1]):
        i = bag.pop(0) if mark else bag.pop(rng.randrange(len(bag)))
        at[i], marker[i], rank[i] = here, mark, 0
    doubtful = [
        i for i, here in enumerate(army.at)
        if here == UNSEEN or (here < view.setting.hexes and not army.steps[i])
    ]  # fmt: skip
    for i in doubtful:
        steps[i] = units[i].combat
    for i in _reduced(view, side, doubtful, steps, rng):
        steps[i] -= 1
    filled = Army(
        at=tuple(at), steps=tuple(steps), marker=tuple(marker), rank=tuple(rank), due=army.due, shown=army.shown,
        counters=army.counters,
    )  # fmt: skip
    none = (0,) * len(at)
    surfaced = seen.surfaced_with or none
    left = tuple(seen.points_left[i] if surfaced[i] else unit.move for i, unit in enumerate(units))
    return filled, Doing(began_at=tuple(at), points_left=left, surfaced_with=surfaced, fired=none)


def _reduced(view: Position, side: int, doubtful: list[int], steps: list[int], rng: random.Random) -> list[int]:
    """Q38: those of the doubtful units that have lost steps, each as often as it has: all steps lost are known, and
    those that units in sight, known ones and units gone for good have lost."""
    p, army = view.setting, view.armies[side]
    short = sum(
        unit.combat - (steps[i] if i in doubtful or army.at[i] < p.hexes or army.at[i] == WITHDRAWN else 0)
        for i, unit in enumerate(p.units[side])
        if army.at[i] not in (COMING, RABAUL)
    )
    spare = [i for i in doubtful for _ in range(steps[i] - 1)]
    return rng.sample(spare, max(0, min(len(spare), view.losses[side] - short)))
