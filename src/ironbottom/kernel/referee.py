"""The one judge: holds the truth and the dice, and lets nothing pass that is not legal.

The referee is the only place that checks legality before a game's own code runs, and the only one with the seed.
Every entry that it accepts is a line of the record (`record.py`).
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from ironbottom.kernel.action import Action, Range, notation, offered
from ironbottom.kernel.dice import pick, seed_hash
from ironbottom.kernel.errors import IllegalAction
from ironbottom.kernel.event import Event
from ironbottom.kernel.game import Game
from ironbottom.kernel.step import CHANCE, State
from ironbottom.kernel.unwritten import applied, caught_up
from ironbottom.kernel.value import Value, value

S = TypeVar("S", bound=State)


@value
class Entry(Value):
    """One line of the record: who (a side, or CHANCE), what, and the state that it led to."""

    side: int
    action: Action
    state: Any

    @property
    def news(self) -> tuple[Event, ...]:
        """The events that it caused."""
        found: tuple[Event, ...] = self.state.news
        return found


class Referee(Generic[S]):
    """A game in play. `state` rests at a decision, or the game is over; chance is resolved as soon as it is asked
    for."""

    def __init__(self, game: Game[S], state: S, seed: bytes | None = None, drawn: int = 0) -> None:
        self.game = game
        self.state = state
        self._seed = seed if seed is not None else secrets.token_bytes(32)
        self._drawn = drawn
        self.coming: list[Action] = []
        """What chance gives next instead of the dice: where an example is shown, and nowhere else."""

    @property
    def seed_hash(self) -> str:
        """What is published of the seed before the game."""
        return seed_hash(self._seed)

    @property
    def drawn(self) -> int:
        """How many chance results have fallen."""
        return self._drawn

    def reveal_seed(self) -> bytes:
        """The seed, once the game is over. Raises IllegalAction before."""
        if self.game.to_move(self.state):
            raise IllegalAction("the seed is shown when the game is over")
        return self._seed

    def begin(self) -> tuple[Entry, ...]:
        """Resolve what chance decides before the first decision."""
        return tuple(self._chance())

    def allows(self, side: int, action: Action, state: S) -> bool:
        """Whether a side may do this in that position."""
        return offered(self.game.legal(state, side), action)

    def check(self, side: int, action: Action, state: S | None = None) -> None:
        """Raise IllegalAction, with rule and words, unless the side may do this now."""
        s = self.state if state is None else state
        refusal = self.game.why_not(s, side, action)
        if refusal is not None:
            raise IllegalAction(self.game.refusal(refusal), refusal.rule)

    def play(self, side: int, action: Action) -> tuple[Entry, ...]:
        """Apply a side's action and the chance that follows; the entries in order. Raises IllegalAction, changing
        nothing."""
        self.check(side, action)
        self.state = self.game.apply(self.state, side, action)
        return (Entry(side, action, self.state), *self._chance())

    def adopt(self, side: int, actions: Sequence[Action], states: Sequence[S]) -> tuple[Entry, ...]:
        """Take over a side's actions that were checked and applied one after the other from this very state on:
        `states` are this one and that after each action. Then comes what chance adds to the last. Raises ValueError
        where they begin elsewhere."""
        if states[0] is not self.state:
            raise ValueError("what is taken over begins at the position that stands")
        self.state = states[-1]
        played = [Entry(side, action, state) for action, state in zip(actions, states[1:], strict=True)]
        return (*played, *self._chance())

    def _chance(self) -> list[Entry]:
        entries = []
        while self.game.to_move(self.state) == (CHANCE,):
            outcomes = self.game.chance(self.state)
            purpose = self.state.stack[-1].file_name
            told = self.coming.pop(0) if self.coming else None
            outcome = pick(self._seed, self._drawn, purpose, outcomes) if told is None else told
            self._drawn += 1
            self.state = self.game.apply(self.state, CHANCE, outcome)
            entries.append(Entry(CHANCE, outcome, self.state))
        return entries


def follow(game: Game[S], state: S, side: int, action: Action) -> S:
    """The state after a recorded move or result, checked as if it were played now. Raises IllegalAction."""
    found = caught_up(game, state, side, action)
    if any(isinstance(part, Range) for part in action):
        raise IllegalAction(f"'{notation(action)}' is a range, and one number is played")
    if side == CHANCE:
        if action not in [outcome for outcome, _ in game.chance(found)]:
            raise IllegalAction(f"chance cannot give '{notation(action)}' here")
    elif (refusal := game.why_not(found, side, action)) is not None:
        raise IllegalAction(f"'{notation(action)}': {game.refusal(refusal)}", refusal.rule)
    return applied(game, state, side, action)


def replay(game: Game[S], state: S, moves: Sequence[tuple[int, Action]]) -> S:
    """The state after recorded moves, each checked as if it were played now. Raises IllegalAction."""
    for number, (side, action) in enumerate(moves, 1):
        try:
            state = follow(game, state, side, action)
        except IllegalAction as error:
            raise IllegalAction(f"move {number}: {error}", error.rule) from None
    return state
