"""Drafts: a side's moves since the last that could not be taken back, on top of the committed state."""

from __future__ import annotations

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

    def undo(self) -> None:
        """Take the last move back; it can be done again."""
        self.redo.append(self.moves.pop())
        self.states.pop()
