"""Playing on in a world that might be: dealt from a view, with dice of its own, every side by its script.

All of it is made of what a player is given: the view, its memory, and a generator that has nothing to do with the
table's. Each side decides on its own view of the dealt world, so that nobody profits from what the dealer knows.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from ironbottom.bots.player import Plan, Question, Script
from ironbottom.bots.scripted import script_of
from ironbottom.kernel.action import Action, offered
from ironbottom.kernel.game import Game
from ironbottom.kernel.step import CHANCE

LONGEST = 400
"""Decisions after which a play-out is broken off."""


class Searcher(Script, Protocol):
    """What a game offers to a search: a module `search` with all of these and the functions of its script; and
    `suppose`, `supposed` and `to_the_end` where it has more to say than what stands below."""

    def proposals(
        self, view: Any, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
    ) -> tuple[Plan, ...]:
        """Plans for the rest of a turn, the script's own first. Never empty."""
        ...

    def phase(self, state: Any) -> int:
        """Grows by one with each side's turn."""
        ...

    def evaluate(self, state: Any, side: int) -> float:
        """The chance that the side wins, from 0 to 1; the state is known in full."""
        ...

    def share(self, view: Any, side: int) -> float:
        """Which part of a whole turn's thought this decision deserves."""
        ...

    def boldness(self, intention: str) -> float:
        """From -1 (cautious) to 1 (bold): what the dial of aggression weighs."""
        ...


def searcher_of(package: str) -> Searcher | None:
    """What the game offers to a search: its module `search` beside `bot`, or a script that has it all; or None."""
    try:
        return cast(Searcher, import_module(f"{package}.search"))
    except ModuleNotFoundError as error:
        if error.name != f"{package}.search":
            raise
    script = script_of(package)
    return cast(Searcher, script) if hasattr(script, "proposals") else None


class Dice:
    """Chance for one dealt world: every plan that is tried in it meets the same numbers, so far as it asks for the
    same: they are kept by when, for what and how often they were asked for."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._fallen: dict[tuple[int, str, int], float] = {}

    def pick(self, phase: int, what: str, count: int, outcomes: Sequence[tuple[Action, int]]) -> Action:
        """One of the outcomes, by weight."""
        if len(outcomes) == 1:
            return outcomes[0][0]
        number = self._fallen.get((phase, what, count))
        if number is None:
            number = self._fallen[(phase, what, count)] = self._rng.random()
        number *= sum([weight for _, weight in outcomes])
        for outcome, weight in outcomes:
            number -= weight
            if number < 0:
                return outcome
        return outcomes[-1][0]


def to_the_end(script: Searcher, state: Any) -> bool:
    """Whether a position is valued by playing it out to the end of the game, not by `evaluate` on the way: only where
    the game says so, `to_the_end(state)`."""
    own = getattr(script, "to_the_end", None)
    return own is not None and bool(own(state))


def suppose(script: Searcher, asked: Question, rng: random.Random) -> Any:
    """The view with some of the unknown filled in, as the side's memory makes it likely, `suppose(view, side, memory,
    rng)`; a world dealt from it must still have the view itself. Else the view as it is."""
    own = getattr(script, "suppose", None)
    return asked.view if own is None else own(asked.view, asked.side, asked.memory, rng)


def supposed(script: Searcher, memory: Any, side: int) -> Any:
    """What a side may be taken to remember, as far as the owner of `memory` can tell, `supposed(memory, side)`; else
    nothing."""
    own = getattr(script, "supposed", None)
    return None if own is None else own(memory, side)


def deal(game: Game[Any], script: Searcher, asked: Question, rng: random.Random) -> Any:
    """A world that fits the view and, mostly, what is remembered."""
    try:
        return game.deal(suppose(script, asked, rng), asked.side, rng)
    except (ValueError, IndexError):  # what is remembered does not fit together
        return game.deal(asked.view, asked.side, rng)


def memories(script: Searcher, asked: Question) -> list[Any]:
    """What each side is taken to remember."""
    sides = range(len(asked.game.sides))
    return [asked.memory if side == asked.side else supposed(script, asked.memory, side) for side in sides]


def play_on(
    game: Game[Any],
    script: Searcher,
    s: Any,
    first: Sequence[tuple[int, Action]],
    known: Sequence[Any],
    dice: Dice,
    rng: random.Random,
    until: int | None,
    thought: dict[Any, tuple[Action, ...]] | None = None,
) -> Any:
    """The state after those first actions, and then every side's script, at the start of phase `until` (None: at the
    end of the game). A first action that is not offered when its side is asked ends the list. `thought` keeps what the
    script answers to a view, for views that come again in other worlds."""
    known = list(known)
    plan = list(first)[::-1]
    counts: dict[tuple[int, str], int] = {}
    for _ in range(LONGEST):
        sides = game.to_move(s)
        if not sides:
            return s
        phase = script.phase(s)
        if sides[0] == CHANCE:
            what = type(s.stack[-1]).__name__
            key = (phase, what)
            counts[key] = count = counts.get(key, -1) + 1
            s = _apply(game, script, s, CHANCE, dice.pick(phase, what, count, game.chance(s)), known)
            continue
        if until is not None and phase >= until:
            return s
        if plan:
            side, action = plan.pop()
            if side in sides and offered(game.legal(s, side), action):
                s = _apply(game, script, s, side, action, known)
                continue
            plan = []
        side = sides[0]
        view = game.view(s, side)
        chosen = thought.get((side, view)) if thought is not None else None
        if chosen is None:
            chosen = script.policy(view, side, game.legal(view, side), known[side], rng)[0].do
            if thought is not None:
                thought[(side, view)] = chosen
        for action in chosen:
            s = _apply(game, script, s, side, action, known)
            if game.to_move(s) != sides:
                break
    return s


def _apply(game: Game[Any], script: Searcher, s: Any, side: int, action: Action, known: list[Any]) -> Any:
    s = game.apply(s, side, action)
    for item in s.news:
        for viewer, memory in enumerate(known):
            if (seen := item.seen_by(viewer)) is not None:
                known[viewer] = script.remember(memory, seen)
    return s
