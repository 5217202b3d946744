"""Chance that nobody can reach or foresee, and everybody can check afterwards.

Each result is drawn from a keyed BLAKE2b over (number of the draw, its purpose): the key is the game's secret seed,
whose hash stands in the record's first line and the seed itself in its last. There is no generator object that a
state or a bot could hold; the referee alone has the seed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def seed_hash(seed: bytes) -> str:
    """What is published of a seed before the game: SHA-256, in hex."""
    return hashlib.sha256(b"ironbottom seed " + seed).hexdigest()


def draw(seed: bytes, counter: int, purpose: str, below: int) -> int:
    """The `counter`-th number of the stream: 0 <= number < below, each equally likely.

    >>> draw(b"k" * 16, 0, "die", 6) == draw(b"k" * 16, 0, "die", 6)
    True
    """
    limit = (1 << 64) // below * below
    attempt = 0
    while True:
        message = f"{counter}/{attempt}/{purpose}".encode()
        number = int.from_bytes(hashlib.blake2b(message, key=seed[:64], digest_size=8).digest(), "big")
        if number < limit:
            return number % below
        attempt += 1


def pick(seed: bytes, counter: int, purpose: str, outcomes: Sequence[tuple[T, int]]) -> T:
    """One of the outcomes, by weight."""
    number = draw(seed, counter, purpose, sum(weight for _, weight in outcomes))
    for outcome, weight in outcomes:
        number -= weight
        if number < 0:
            return outcome
    raise ValueError("no outcome has a weight")
