"""What a search needs beside the script: plans for a whole step, and what they are worth.

A plan for a step of Movement says for all units of the type at once where they go: so many from this zone to that. The
script's own plan comes first; others leave it at one place (another goal, another cargo, a unit that stays) and go on
by the script from there.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from ironbottom.games.axis_allies import bot, prospects
from ironbottom.games.axis_allies.bot import features, remember, start, worth
from ironbottom.games.axis_allies.rules.hidden_movement import Plotting
from ironbottom.games.axis_allies.rules.movement import InTheAir
from ironbottom.games.axis_allies.rules.printed import DST, SPACES, SUB, TRN
from ironbottom.games.axis_allies.rules.regroup import Control
from ironbottom.games.axis_allies.rules.state import MOVED, Campaign, Plot, word
from ironbottom.games.axis_allies.rules.unloading import Ashore, Unload, UnloadBegins
from ironbottom.kernel.action import Action
from ironbottom.kernel.game import Game
from ironbottom.kernel.opponent import Plan

__all__ = ["boldness", "evaluate", "features", "phase", "policy", "proposals", "remember", "share", "start", "vary",
           "worth"]

LEAST_WORLDS, PLOT_WORLDS = 1.5, 1
"""The battles are foreseen, not rolled: a plan is worth nearly the same in every dealt world, and plots alone are
hidden."""
LOYALTY = 0.003
"""By how much, as a chance to win, a plan must lead the script's own: less is within the error of the foresight."""
PLANS = 12
"""Plans for a step that are proposed."""
WORST = 8.0
"""Steps that the script thinks worse than its own by more than this are not tried."""
MOST_TRIED = 40
"""So many are looked at, at most, to find plans that come to something else."""
LONGEST = 60
"""Decisions of a step that a plan holds."""


class Fork(NamedTuple):
    """A place in a plan where the script had a choice: after how many actions, and among what."""

    at: int
    plans: tuple[Plan, ...]


STEPS = {
    "Sail": "Sail", "Hand": "Sail", "Torpedo": "Sail", "Fly": "Fly", "Flight": "Fly", "Unload": "Unload",
    "Ashore": "Unload", "Buy": "Buy", "Loading": "Loading", "LoadHand": "Loading", "Deploy": "Deploy",
    "DeployHand": "Deploy", "Plotting": "Plotting",
}
"""The decisions that are planned together; all others are left to the script."""


def step_of(s: Campaign, side: int) -> tuple[str, int] | None:
    """Which step a side is asked about, or None."""
    if not s.stack:
        return None
    top: Any = s.stack[-1]
    name = STEPS.get(type(top).__name__)
    if name is None or side not in top.asks(s):
        return None
    if name == "Plotting":
        return (name, 0) if not s.ready[side] else None
    return name, getattr(top, "unit", -1) if name in ("Sail", "Fly") and type(top).__name__ != "Torpedo" else -1


def same_step(one: tuple[str, int] | None, other: tuple[str, int] | None) -> bool:
    return one is not None and other is not None and one[0] == other[0] and (-1 in (one[1], other[1])
                                                                            or one[1] == other[1])


def policy(view: Any, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random) -> tuple[Plan, ...]:
    """The script as it plays on after a plan: in Movement it sends each group on its best way at one stroke, not one
    after the other in the light of what the last one did."""
    plans = bot.policy(view, side, legal, memory, rng)
    top: Any = view.stack[-1]
    if type(top).__name__ not in ("Sail", "Fly") or top.unit == SUB or plans[0].intention == "hold":
        return plans
    do: list[Action] = []
    groups: set[Action] = set()
    lands: set[str] = set()
    for plan in plans:
        if plan.intention == "hold":
            break
        group = plan.do[0]
        loads = {action[1] for action in plan.do if action[0] == "load"}
        if group in groups or loads & lands:
            continue
        groups.add(group)
        lands |= loads
        do += plan.do
        if len(plan.do) == 1 or (loads and len(groups) > 1):
            break
    return (Plan(plans[0].intention, tuple(do), plans[0].score),)


def course(
    game: Game[Any], view: Campaign, side: int, memory: Any, rng: random.Random, first: tuple[Action, ...] = ()
) -> tuple[tuple[Action, ...], list[Fork], str, Any]:
    """Those first actions and then the script's own, to the end of the step or the first die; the places where the
    script chose; what its first choice intends; and what comes of it, to tell equal plans."""
    step = step_of(view, side)
    s, do = view, list(first)
    forks: list[Fork] = []
    intention = "hold"
    for action in first:
        s = game.apply(s, side, action)
    while same_step(step, step_of(s, side)) and len(do) < LONGEST:
        plans = bot.policy(s, side, game.legal(s, side), memory, rng)
        if not forks:
            intention = plans[0].intention
        forks.append(Fork(len(do), plans))
        for action in plans[0].do:
            do.append(action)
            s = game.apply(s, side, action)
            if not same_step(step, step_of(s, side)):
                break
    return tuple(do), forks, intention, outcome(s)


def outcome(s: Campaign) -> Any:
    """What a plan comes to, whatever the order of its parts: what stands where, and what is asked next."""
    ships = tuple(tuple(sorted((kind, cargo, marks & ~MOVED) for kind, cargo, marks in fleet)) for fleet in s.ships)
    air = tuple((row[0] + row[2], row[1] + row[3]) for row in s.air)
    return s.stack, ships, s.land, air, s.plots, s.effects


def others(
    game: Game[Any], view: Campaign, side: int, memory: Any, rng: random.Random, do: tuple[Action, ...],
    forks: list[Fork], seen: set[Any],
) -> Iterator[Plan]:
    """Plans that leave this one at one place and come to something else, those that the script likes best first."""
    found = sorted(
        (fork.plans[0].score - plan.score, rng.random(), fork.at, plan)
        for fork in forks for plan in fork.plans[1:]
    )
    tried: set[Any] = set()
    for loss, _, at, plan in found:
        if loss > WORST or len(tried) >= MOST_TRIED:
            return
        key = (plan.do, plan.intention == "hold" and at)
        if key in tried:
            continue
        tried.add(key)
        other, _, _, end = course(game, view, side, memory, rng, (*do[:at], *plan.do))
        if end not in seen:
            seen.add(end)
            yield Plan(plan.intention, other, plan.score - loss)


def cleared(view: Campaign, side: int) -> tuple[Action, ...]:
    """What takes back all that a side has written of its plot."""
    plot = view.plots[side]
    if not isinstance(plot, Plot):
        return ()
    undo: list[Action] = [("reopen",)] if view.ready[side] else []
    if plot.hand:
        undo.append(("drop",))
    return (*undo, *(("recall", SPACES[a], SPACES[b], word(ship)) for a, b, ship in plot.orders))


def proposals(
    view: Any, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
) -> tuple[Plan, ...]:
    """Plans for the step at hand, the script's own first; one alone where the script decides."""
    game = _game(view)
    before = cleared(view, side) if isinstance(view.stack[-1], Plotting) else ()
    now = view
    for action in before:
        now = game.apply(now, side, action)
    if step_of(now, side) is None:
        plan = bot.policy(view, side, legal, memory, rng)[0]
        return (plan,)
    do, forks, intention, end = course(game, now, side, memory, rng)
    found = [Plan(intention, (*before, *do), forks[0].plans[0].score)]
    for other in others(game, now, side, memory, rng, do, forks, {end}):
        found.append(other._replace(do=(*before, *other.do)))
        if len(found) >= PLANS:
            break
    return tuple(found)


def vary(
    view: Any, side: int, do: tuple[Action, ...], memory: Any, rng: random.Random, most: int
) -> tuple[Plan, ...]:
    """Plans that leave this one at one place."""
    game = _game(view)
    step = step_of(view, side)
    s, forks = view, []
    for at, action in enumerate(do):
        if not same_step(step, step_of(s, side)):
            break
        if type(s.stack[-1]).__name__ in STEPS.values():
            plans = bot.policy(s, side, game.legal(s, side), memory, rng)
            kept = next((plan for plan in plans if do[at:at + len(plan.do)] == plan.do), None)
            first = (kept,) if kept is not None else (Plan("hold", (), plans[0].score),)
            forks.append(Fork(at, (*first, *(plan for plan in plans if plan is not kept))))
        s = game.apply(s, side, action)
    seen = {outcome(s)}
    return tuple(islice(others(game, view, side, memory, rng, do, forks, seen), most))


def _game(view: Campaign) -> Game[Any]:
    from ironbottom.games.axis_allies.game import make

    return make(view.printed.overlay)


def phase(state: Any) -> int:
    """Movement, battles in the air and at sea, battles ashore, Regroup: 0, 2, 4, 9 in each turn's ten. A search looks
    to the first of these that is two or more away: from Movement to its end, from Regroup to the end of the next
    Movement. What the battles then bring is foreseen."""
    s: Campaign = state
    kinds = {type(step) for step in s.stack}
    if InTheAir in kinds:
        return 10 * s.turn
    if Control not in kinds:
        return 10 * s.turn + 9
    return 10 * s.turn + (2 if kinds & {UnloadBegins, Unload, Ashore} else 4)


def evaluate(state: Any, side: int) -> float:
    """The chance that the side wins."""
    return prospects.chance(state, side)


SHARES = {"Sail": 0.09, "Fly": 0.11, "Plotting": 0.5, "Unload": 0.07, "Buy": 0.1, "Deploy": 0.03, "Loading": 0.05}
TRANSPORTS = 0.15


def share(view: Any, side: int) -> float:
    """Which part of a whole turn's thought a step deserves."""
    step = step_of(view, side)
    if step is None:
        return 0.002
    return TRANSPORTS if step[0] == "Sail" and step[1] in (TRN, DST) else SHARES[step[0]]


BOLD = {"strike": 1.0, "advance": 0.6, "lift": 0.3, "hold": -1.0, "fire": 0.3}


def boldness(intention: str) -> float:
    """Strikes and advances are bold, holding back is cautious."""
    return BOLD.get(intention, 0.0)
