"""The log of a table, and what each seat reads of it.

Every entry keeps the events that it caused, as data; a seat's lines are made of those that reach it, with numbers
of its own from 1 without gaps. An entry that a seat may not know of leaves no trace in its lines.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from ironbottom.kernel.entries import Told, joins, whole
from ironbottom.kernel.event import Event
from ironbottom.kernel.game import Game
from ironbottom.kernel.record import Entry, undone_to
from ironbottom.kernel.step import OBSERVER
from ironbottom.kernel.value import Value, value
from ironbottom.kernel.words import Words, load_words

TRUTH = -3
"""The viewer who knows everything: shown when the game is over."""

TABLE = "table."
"""What the kinds of the table's own events begin with."""


def table_words() -> Words:
    """The table's texts."""
    return load_words("ironbottom.table")


@value
class Logged(Value):
    """An entry of the log. `batch` is the number of the first entry that was committed with it; `ends` says why it
    could not be taken back ("ends.die"), "" if it could; `turn` is what the page calls the moment; `time` is ISO,
    "" where nobody knows it."""

    number: int
    entry: Entry
    news: tuple[Event, ...]
    batch: int
    ends: str
    turn: str
    time: str


@value
class SeatLine(Value):
    """A line as a seat reads it: its number there, the entry it belongs to, and the `Line` of the page's schema."""

    n: int
    entry: int
    line: Any


def told(game: Game[Any], news: Sequence[Event], viewer: int) -> list[Told]:
    """These events as a viewer learns them, each with its line."""
    found = []
    for event in news:
        seen = event if viewer == TRUTH else event.seen_by(viewer)
        if seen is None:
            continue
        line: Any
        if seen.called().startswith(TABLE):
            line = _table_line(game, seen)
        else:
            line = game.line(seen, OBSERVER if viewer == TRUTH else viewer)
        if line is not None:
            found.append(Told(seen, line))
    return found


def _table_line(game: Game[Any], seen: Event) -> dict[str, Any]:
    key = seen.called().removeprefix(TABLE)
    by = seen.get("by")
    text = table_words().say(f"line.{key}", by=game.words.bare(by))
    line: dict[str, Any] = {"kind": seen.called(), "text": text}
    if by in game.sides:
        line["side"] = by
    if key in ("resign", "timeout", "agree_draw", "agree_end"):
        line["mark"] = "end"
    return line


def remembered(game: Game[Any], s: Any, memory: Any, news: Sequence[Event], viewer: int) -> Any:
    """The memory of a viewer after these events of a game with such states."""
    for event in news:
        seen = event.seen_by(viewer)
        if seen is not None and not seen.called().startswith(TABLE):
            memory = game.remember(s, memory, seen)
    return memory


class Entries:
    """Puts the lines of one viewer together, as they come."""

    def __init__(self, game: Game[Any], viewer: int) -> None:
        self.game = game
        self.side = OBSERVER if viewer == TRUTH else viewer
        self.first = 0
        """The number of the first line of the entry that stands open."""
        self.open: list[Told] = []

    def copy(self) -> Entries:
        """The same, to go on with lines that may be taken back."""
        made = Entries(self.game, self.side)
        made.first, made.open = self.first, [*self.open]
        return made

    def take(self, n: int, one: Told) -> dict[str, Any]:
        """The line with its number and that of its entry."""
        if not self.open or not joins(self.open, one.line):
            self.first, self.open = n, []
        self.open.append(one)
        said = whole(self.game, self.open, self.side)
        return {"n": n, "of": self.first, **one.line, **({"whole": said} if said else {})}


class SeatLog:
    """The lines of one viewer, made as they are asked for."""

    def __init__(self, game: Game[Any], viewer: int, start: Any) -> None:
        self.game = game
        self.viewer = viewer
        self._start = start
        self._memories: list[Any] = [game.start(start, viewer) if viewer >= 0 else None]
        """What a side remembered before the first entry, and after each; others keep nothing in mind."""
        self.lines: list[SeatLine] = []
        self.turn = ""
        """What the last line that named a moment called it."""
        self.known = 0
        """How many entries of the log may be known of."""
        self._read = 0
        self._entries = Entries(game, viewer)
        self._drafted: tuple[int, Sequence[Any], list[SeatLine]] = (0, (), [])
        """The lines of a draft, with what they were made of: how many lines stand before them, and its positions."""

    def extend(self, log: Sequence[Logged]) -> None:
        """Read what is new in the log."""
        if len(log) == self._read:
            return
        for number, logged in enumerate(log[self._read :], self._read):
            self._memories.append(self._remembered(logged))
            if undone_to(logged.entry) is not None:
                self.turn = ""
            found = told(self.game, logged.news, self.viewer)
            self.known += bool(found)
            named = any("turn" in one.line for one in found)
            turn = self.turn or (log[number - 1].turn if named and number else logged.turn)
            for one in found:
                if "turn" in one.line:
                    turn = self.turn = one.line["turn"]
                n = len(self.lines) + 1
                line = {**self._entries.take(n, one), "time": logged.time, "turn": turn}
                self.lines.append(SeatLine(n, logged.number, line))
        self._read = len(log)

    def drafted(self, states: Sequence[Any]) -> list[SeatLine]:
        """The lines of positions that are not in the log yet, numbered on, each with minus the number of its
        position."""
        before, known, lines = self._drafted
        if before == len(self.lines) and len(known) == len(states) and all(map(operator.is_, known, states)):
            return lines
        entries, found = self._entries.copy(), list[SeatLine]()
        for index, state in enumerate(states, 1):
            for one in told(self.game, state.news, self.viewer):
                n = len(self.lines) + len(found) + 1
                line = {"turn": "", "time": "", **entries.take(n, one), "draft": True}
                found.append(SeatLine(n, -index, line))
        self._drafted = (len(self.lines), states, found)
        return found

    @property
    def memory(self) -> Any:
        """What the side remembers of all that it has seen; None for other viewers."""
        return self._memories[-1]

    def memory_at(self, entry: int) -> Any:
        """What the viewer remembered after that many entries."""
        return self._memories[entry]

    def _remembered(self, logged: Logged) -> Any:
        memory = self._memories[-1]
        if self.viewer < 0:
            return None
        if (to := undone_to(logged.entry)) is not None:
            return self.game.taken_back(self._start, self._memories[to], memory)
        return remembered(self.game, self._start, memory, logged.news, self.viewer)

    def entry_of(self, n: int) -> int:
        """The number of the entry that line `n` belongs to; line 0 is the start."""
        return self.lines[n - 1].entry if n else 0
