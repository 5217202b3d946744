"""The positions of a game by the number of log entries: kept sparsely, found quickly."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from ironbottom.kernel.game import Game
from ironbottom.kernel.record import Move, undone_to
from ironbottom.kernel.unwritten import applied
from ironbottom.table.log import Logged

EVERY = 64
"""A position is kept for good after each so many entries."""
RECENT = 32


class Timeline:
    """`at(n)` is the state after the first `n` entries."""

    def __init__(self, game: Game[Any], start: Any) -> None:
        self.game = game
        self.start = start
        self._kept: dict[int, Any] = {0: start}
        self._recent: OrderedDict[int, Any] = OrderedDict()
        self._gaps: list[tuple[int, int]] = []

    def keep(self, number: int, state: Any) -> None:
        """Remember the state after that many entries."""
        if number % EVERY == 0:
            self._kept[number] = state
        self._recent[number] = state
        self._recent.move_to_end(number)
        while len(self._recent) > RECENT:
            self._recent.popitem(last=False)

    def anchor(self, number: int, state: Any) -> None:
        """Keep the state after that many entries for good (a stored snapshot)."""
        self._kept[number] = state

    def anchors(self) -> list[int]:
        """The numbers of the positions that are kept for good, in order."""
        return sorted(self._kept)

    def skip(self, legal: int, until: int) -> None:
        """The entries after the first `legal` ones, to before `until`, are not legal any more: they are not shown."""
        self._gaps.append((legal, until))
        self._recent.clear()

    def at(self, number: int, log: Sequence[Logged]) -> Any:
        """The state after the first `number` entries of the log."""
        for legal, until in self._gaps:
            if legal < number < until:
                number = legal
        if number in self._recent:
            self._recent.move_to_end(number)
            return self._recent[number]
        base = number
        while base not in self._kept and base not in self._recent:
            base -= 1
        state = self._kept[base] if base in self._kept else self._recent[base]
        for logged in log[base:number]:
            state = self.after(state, logged, log)
            if logged.number % EVERY == 0:
                self._kept[logged.number] = state
        self.keep(number, state)
        return state

    def after(self, state: Any, logged: Logged, log: Sequence[Logged]) -> Any:
        """The state after one more entry."""
        entry = logged.entry
        if isinstance(entry, Move):
            return applied(self.game, state, entry.side, entry.action)
        if (to := undone_to(entry)) is not None:
            return self.at(to, log)
        return state
