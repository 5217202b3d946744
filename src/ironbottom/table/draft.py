"""Drafts: a side's moves since the last that could not be taken back, on top of the committed state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ironbottom.kernel.action import Action


class Draft:
    """Moves that are not in the log yet, the states after each of them, and those that were undone."""

    def __init__(self, start: Any) -> None:
        self.states: list[Any] = [start]
        self.moves: list[Action] = []
        self.redo: list[Action] = []

    @property
    def tip(self) -> Any:
        """The state after the last move."""
        return self.states[-1]

    def push(self, action: Action, state: Any) -> None:
        self.moves.append(action)
        self.states.append(state)

    def unseal(self, waited_for: Callable[[Any], bool]) -> None:
        """Who takes back that he is ready stands where he stood before he was: the log holds one "ready" a side, or
        the last but one would end the step when the parts are put together."""
        last = first = len(self.states) - 1
        if waited_for(self.tip):
            while first > 1 and not waited_for(self.states[first - 1]):
                first -= 1
        if first < last:
            del self.states[first:], self.moves[first - 1 :]

    def undo(self) -> None:
        """Take the last move back; it can be done again."""
        self.redo.append(self.moves.pop())
        self.states.pop()
