"""What a search needs beside the script: plans for a step, whose turn it is, and what a position is worth."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from ironbottom.games.henderson_field import prospects
from ironbottom.games.henderson_field.bot import (
    STYLES,
    Style,
    features,
    landing_plan,
    policy,
    remember,
    start,
    step_plan,
    varied_landing,
    varied_plan,
    worth,
)
from ironbottom.games.henderson_field.movement import Move
from ironbottom.games.henderson_field.prospects import phase
from ironbottom.games.henderson_field.reinforcement import Land
from ironbottom.games.henderson_field.state import Position
from ironbottom.kernel.action import Action
from ironbottom.kernel.opponent import Plan

__all__ = ["boldness", "evaluate", "features", "phase", "policy", "proposals", "remember", "share", "start", "vary",
           "worth"]

PROPOSED = 8
"""Plans for a movement step: the named styles, then styles at random. Plans for a landing: the script's, then landings
with a liking for some hexes."""
LIKING = (1.0, 2.0, 4.0)
"""How strong such a liking is, in points: the spread of what it adds to a hex."""
MOST = 4
"""Plans for a decision that is no movement step."""
SHARES = {"Land": 0.3, "Move": 0.5, "Fire": 0.08, "Stand": 0.05, "BanzaiChoice": 0.05}
"""What is searched at all, and the part of a turn's thought that it deserves."""
BOLDNESS: Mapping[str, float] = {
    "bold": 1.0, "raid": 0.6, "attack": 0.5, "fire": 0.3, "home": -0.5, "careful": -0.7, "hold": -1.0, "wait": -0.5,
}  # fmt: skip


def proposals(
    view: Position, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
) -> tuple[Plan, ...]:
    """The script's own plan first; a landing and a movement step as a whole, in many ways; where little hangs on it the
    script alone."""
    if isinstance(view.stack[-1], Land):
        own = landing_plan(view, side)
        others = dict.fromkeys(landing_plan(view, side, _liking(rng)) for _ in range(PROPOSED - 1))
        others.pop(own, None)
        return Plan("intention.land", own, 0.0), *(Plan("intention.land_elsewhere", do, 0.0) for do in others)
    thought = policy(view, side, legal, memory, rng)
    plans = list(thought[: MOST if type(view.stack[-1]).__name__ in SHARES else 1])
    if isinstance(view.stack[-1], Move):
        plans = list(thought[:1])
        if not view.doings[side].hand:
            plans += [step_plan(view, side, style)[0] for style in STYLES[side][1:]]
            plans += [step_plan(view, side, _any_style(side, rng))[0] for _ in range(PROPOSED - len(plans))]
    found = dict[tuple[Action, ...], Plan]()
    for plan in plans:
        found.setdefault(plan.do, plan)
    return tuple(found.values())


def vary(
    view: Position, side: int, do: tuple[Action, ...], memory: Any, rng: random.Random, most: int
) -> tuple[Plan, ...]:
    """Up to so many variations of a landing or a movement step: some units go elsewhere."""
    if isinstance(view.stack[-1], Land):
        landings = dict.fromkeys(varied_landing(view, side, do, rng) for _ in range(most))
        return tuple(Plan("intention.land_varied", plan, 0.0) for plan in landings)
    if not isinstance(view.stack[-1], Move) or view.doings[side].hand:
        return ()
    found = dict.fromkeys(varied_plan(view, side, do, rng) for _ in range(most))
    return tuple(Plan("intention.vary", plan, 0.0) for plan in found if plan)


def _liking(rng: random.Random) -> Callable[[int], float]:
    """A liking for some hexes, the same for all units, so that they land together."""
    spread, found = rng.choice(LIKING), dict[int, float]()

    def taste(here: int) -> float:
        if here not in found:
            found[here] = rng.gauss(0.0, spread)
        return found[here]

    return taste


def _any_style(side: int, rng: random.Random) -> Style:
    """A style at random: other odds, another fear, another goal."""
    own = STYLES[side][0]
    return Style(
        "other", own.bar + rng.choice((-0.5, 0.0, 0.5, 1.5)), own.fear * rng.choice((0.5, 1.0, 1.5, 2.0)),
        rng.choice((0, 1, 2, 3)), rng.choice((0.5, 1.0, 1.5)), rng.choice((0.5, 1.0, 1.5)),
    )  # fmt: skip


def evaluate(state: Position, side: int) -> float:
    """The chance to win, learnt."""
    return prospects.chance(state, side)


def share(view: Position, side: int) -> float:
    """Movement deserves most of a turn's thought."""
    return SHARES.get(type(view.stack[-1]).__name__, 0.02)


def boldness(intention: str) -> float:
    """From -1 (cautious) to 1 (bold)."""
    return BOLDNESS.get(intention.rpartition(".")[2], 0.0)
