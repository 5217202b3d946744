"""Playing on in a world that might be: dealt from a view, with dice of its own, every side by its script.

All of it is made of what a player is given: the view, its memory, and a generator that has nothing to do with the
table's. Each side decides on its own view of the dealt world, so that nobody profits from what the dealer knows.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from ironbottom.kernel.action import Action, offered
from ironbottom.kernel.game import Game
from ironbottom.kernel.opponent import Opponent
from ironbottom.kernel.step import CHANCE
from ironbottom.opponents.player import Question

LONGEST, WHOLE = 400, 20_000
"""Decisions after which a play-out is broken off: one to a phase, one to the end of the game."""


def searcher_of(game: Game[Any]) -> Opponent[Any] | None:
    """What the game offers to a search; None where it offers nothing."""
    return game.opponent if game.opponent is not None and game.opponent.searches else None


class Asking:
    """A side and its view, as a key: its hash is reckoned once, for that of a view takes its time."""

    __slots__ = ("_hash", "side", "view")

    def __init__(self, side: int, view: Any) -> None:
        self.side, self.view, self._hash = side, view, hash((side, view))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Asking) and self.side == other.side and bool(self.view == other.view)


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


def determinize(game: Game[Any], script: Opponent[Any], asked: Question, rng: random.Random) -> Any:
    """A world that fits the view and, mostly, what is remembered."""
    try:
        supposed = script.suppose(asked.view, asked.side, asked.memory, rng)
        return game.determinize(supposed, asked.side, rng, asked.memory)
    except (ValueError, IndexError):  # what is remembered does not fit together
        return game.determinize(asked.view, asked.side, rng, asked.memory)


def memories(script: Opponent[Any], asked: Question) -> list[Any]:
    """What each side is taken to remember."""
    sides = range(len(asked.game.sides))
    return [asked.memory if side == asked.side else script.supposed(asked.memory, side) for side in sides]


def play_on(
    game: Game[Any],
    script: Opponent[Any],
    s: Any,
    first: Sequence[tuple[int, Action]],
    known: Sequence[Any],
    dice: Dice,
    rng: random.Random,
    until: int | None,
    thought: dict[Asking, tuple[Action, ...]] | None = None,
) -> Any:
    """The state after those first actions, and then every side's script, at the start of phase `until` (None: at the
    end of the game). A first action that is not offered when its side is asked ends the list. `thought` keeps what the
    script answers to a view, for views that come again in other worlds."""
    known = list(known)
    plan = list(first)[::-1]
    counts: dict[tuple[int, str], int] = {}
    for _ in range(WHOLE if until is None else LONGEST):
        sides = game.to_move(s)
        if not sides:
            return s
        phase = script.phase(s)
        if sides[0] == CHANCE:
            what = s.stack[-1].file_name
            key = (phase, what)
            counts[key] = count = counts.get(key, -1) + 1
            s = applied(game, s, CHANCE, dice.pick(phase, what, count, game.chance(s)), known)
            continue
        if until is not None and phase >= until:
            return s
        if plan:
            side, action = plan.pop()
            if side in sides and offered(game.legal(s, side), action):
                s = applied(game, s, side, action, known)
                continue
            plan = []
        side = sides[0]
        view = game.view(s, side)
        if thought is None:
            chosen = script.rollout(view, side, game.legal(view, side), known[side], rng)[0].do
        elif (known_answer := thought.get(asking := Asking(side, view))) is not None:
            chosen = known_answer
        else:
            chosen = script.rollout(view, side, game.legal(view, side), known[side], rng)[0].do
            thought[asking] = chosen
        for action in chosen:
            s = applied(game, s, side, action, known)
            if game.to_move(s) != sides:
                break
    return s


def applied(game: Game[Any], s: Any, side: int, action: Action, known: list[Any]) -> Any:
    """The state after an action; `known`, what each side remembers, is brought up to date."""
    s = game.apply(s, side, action)
    if not game.of(s).knowledge.remembers:
        return s
    for item in s.news:
        for viewer, memory in enumerate(known):
            if (seen := item.seen_by(viewer)) is not None:
                known[viewer] = game.remember(s, memory, seen)
    return s
