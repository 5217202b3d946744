"""What a side knows as a row of numbers of one length, for networks.

A game tells what is where in nested tables of words and numbers (`Game.facts`), of a view as of a state. Each of these
facts (`at/0310 holds 2/1`, `turn is 9`) is hashed to a place of the row and a sign, and its number is added there
(feature hashing: Weinberger et al., 2009). So the row fits any game, option and correction, and has no layout that
could grow old; two facts may share a place, the fewer the longer the row is. A number is told twice: by its size,
flattened, and as a fact of its own; zeros tell nothing. What the side remembers, and what it has begun to choose, is
told in the same way.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Set
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ironbottom.kernel.step import OBSERVER
from ironbottom.kernel.value import Value
from ironbottom.research.play import Play

LENGTH = 2048
"""Numbers of a row, unless somebody wants more or fewer."""
HOLDS = "holds"
"""What stands between a list and its items: they are counted, their order is not told."""
MOST_TOLD = 999
"""Larger numbers are told by their size alone."""
DIGEST = 128
"""Bits of the digest of the past, in the rows that tell all that a side has seen."""

Floats = NDArray[np.float32]


class Features:
    """Writes what sides know into rows of one length."""

    def __init__(self, length: int = LENGTH) -> None:
        self.length = length
        self._top = _Path("")

    def write(self, play: Play, side: int, row: Floats) -> None:
        """Fill a row of zeros with what a side (or OBSERVER) knows."""
        game = play.table.game
        view = play.view(side)
        marks: list[int] = []
        numbers: list[float] = []
        self._tell(self._top, game.of(view).facts(view), marks, numbers)
        if view.stack:
            self._tell(self._top.part("asked"), type(view.stack[-1]).file_name, marks, numbers)
        if side != OBSERVER:
            self._tell(self._top.part("memory"), play.memory(side), marks, numbers)
            for at, mark in enumerate(play.begun(side)):
                self._tell(self._top.part(f"begun {at}"), mark, marks, numbers)
        if marks:
            row += np.bincount(marks, numbers, self.length)

    def row(self, play: Play, side: int) -> Floats:
        """What a side knows, in a new row."""
        made = np.zeros(self.length, np.float32)
        self.write(play, side, made)
        return made

    def _tell(self, path: _Path, item: Any, marks: list[int], numbers: list[float]) -> None:
        """Add what is told there: zeros and empty tables tell nothing."""
        if not item:
            return
        if isinstance(item, dict):
            for key, part in item.items():
                if part:
                    self._tell(path.parts.get(key) or path.part(key), part, marks, numbers)
        elif isinstance(item, list | tuple | Set):
            inner = path.parts.get(HOLDS) or path.part(HOLDS)
            for part in item:
                self._tell(inner, part, marks, numbers)
        elif isinstance(item, str):
            self._add(path, item, 1.0, marks, numbers)
        elif isinstance(item, bool):
            self._add(path, "true", 1.0, marks, numbers)
        elif isinstance(item, int | float):
            self._add(path, "size", math.copysign(math.log1p(abs(item)), item), marks, numbers)
            if isinstance(item, int) and abs(item) <= MOST_TOLD:
                self._add(path, item, 1.0, marks, numbers)
        elif isinstance(item, Value):
            for name in item.fields:
                self._tell(path.parts.get(name) or path.part(name), getattr(item, name), marks, numbers)
        elif isinstance(item, Mapping):
            self._tell(path, dict(item), marks, numbers)

    def _add(self, path: _Path, word: str | int, number: float, marks: list[int], numbers: list[float]) -> None:
        found = path.places.get(word)
        if found is None:
            text = f"{path.name}={word}".encode()
            drawn = int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")
            found = path.places[word] = ((drawn >> 1) % self.length, 1.0 if drawn & 1 else -1.0)
        marks.append(found[0])
        numbers.append(found[1] * number)


class _Path:
    """A place in the tables, with where its words stand in the rows: what was hashed once is kept."""

    __slots__ = ("name", "parts", "places")

    def __init__(self, name: str) -> None:
        self.name = name
        self.parts: dict[Any, _Path] = {}
        self.places: dict[str | int, tuple[int, float]] = {}

    def part(self, key: Any) -> _Path:
        """The place below it of that name."""
        found = self.parts.get(key)
        if found is None:
            found = self.parts[key] = _Path(f"{self.name}/{key}")
        return found


def digest_bits(play: Play, side: int) -> Floats:
    """The digest of all that a side has seen and done, bit by bit."""
    digest = play.past.of(play.table, side)[0] or bytes(DIGEST // 8)
    return np.unpackbits(np.frombuffer(digest, np.uint8)).astype(np.float32)
