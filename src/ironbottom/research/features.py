"""What a side knows as a row of numbers of one length, for networks.

A game tells what is where in nested tables of words and numbers (`Game.facts`), of a view as of a state. Each of these
facts (`at/0310 holds 2/1`, `turn is 9`) is hashed to a place of the row and a sign, and its number is added there
(feature hashing: Weinberger et al., 2009). So the row fits any game, option and correction, and has no layout that
could grow old; two facts may share a place, the fewer the longer the row is. A number is told twice: by its size,
flattened, and as a fact of its own. What the side remembers, and what it has begun to choose, is told in the same way.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping, Set
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ironbottom.kernel.step import OBSERVER
from ironbottom.kernel.value import Value
from ironbottom.research.play import Play

LENGTH = 2048
"""Numbers of a row, unless somebody wants more or fewer."""
DIGEST = 128
"""Bits of the digest of the past, in the rows that tell all that a side has seen."""

Floats = NDArray[np.float32]


class Features:
    """Writes what sides know into rows of one length."""

    def __init__(self, length: int = LENGTH) -> None:
        self.length = length
        self._places: dict[str, tuple[int, float]] = {}

    def write(self, play: Play, side: int, row: Floats) -> None:
        """Fill a row of zeros with what a side (or OBSERVER) knows."""
        for fact, number in facts(play, side):
            at, sign = self._places.get(fact) or self._placed(fact)
            row[at] += sign * number

    def row(self, play: Play, side: int) -> Floats:
        """What a side knows, in a new row."""
        made = np.zeros(self.length, np.float32)
        self.write(play, side, made)
        return made

    def _placed(self, fact: str) -> tuple[int, float]:
        number = int.from_bytes(hashlib.blake2b(fact.encode(), digest_size=8).digest(), "big")
        found = self._places[fact] = ((number >> 1) % self.length, 1.0 if number & 1 else -1.0)
        return found


def facts(play: Play, side: int) -> Iterator[tuple[str, float]]:
    """What a side knows: facts with a number each."""
    game = play.table.game
    view = play.view(side)
    yield from _walk("", game.of(view).facts(view))
    yield from _walk("asked", type(view.stack[-1]).file_name if view.stack else "")
    if side != OBSERVER:
        yield from _walk("memory", play.memory(side))
        for at, mark in enumerate(play.begun(side)):
            yield f"begun {at} {mark}", 1.0


def _walk(path: str, item: Any) -> Iterator[tuple[str, float]]:
    if isinstance(item, str):
        yield f"{path}={item}", 1.0
    elif isinstance(item, bool):
        yield path, float(item)
    elif isinstance(item, int | float):
        yield f"{path}#", math.copysign(math.log1p(abs(item)), item)
        yield f"{path}={item}", 1.0
    elif isinstance(item, Mapping):
        for key, part in item.items():
            yield from _walk(f"{path}/{key}", part)
    elif isinstance(item, Value):
        for name in item.fields:
            yield from _walk(f"{path}/{name}", getattr(item, name))
    elif isinstance(item, list | tuple | Set):
        for part in item:
            yield from _walk(f"{path}+", part)


def digest_bits(play: Play, side: int) -> Floats:
    """The digest of all that a side has seen and done, bit by bit."""
    digest = play.past.of(play.table, side)[0] or bytes(DIGEST // 8)
    return np.unpackbits(np.frombuffer(digest, np.uint8)).astype(np.float32)
