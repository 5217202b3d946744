"""Chance that nobody can choose, and everybody can check afterwards.

Each result is drawn from a keyed BLAKE2b over (number of the draw, its purpose). The key is made of the game's secret
seed and of a number from each player's page: the seed's hash is shown when the table is made, the page of who made it
then commits itself to a number, the others send theirs openly, and at last the first is shown. Hash, commitment and
numbers stand in the record's first line, the seed in its last. There is no generator object that a state or a bot could
hold; the referee alone has the key.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")

NUMBER = re.compile("[0-9a-f]{64}")
"""How a page's number, its hash and that of the seed are written."""


def seed_hash(seed: bytes) -> str:
    """What is published of a seed before the game: SHA-256, in hex."""
    return hashlib.sha256(b"ironbottom seed " + seed).hexdigest()


def commitment(number: str) -> str:
    """What a page shows of its number before the others have sent theirs: SHA-256, in hex."""
    return hashlib.sha256(b"ironbottom number " + number.encode()).hexdigest()


def is_number(text: object) -> bool:
    """Whether this is a page's number: 32 bytes, in hex."""
    return isinstance(text, str) and NUMBER.fullmatch(text) is not None


def key_of(seed: bytes, numbers: Mapping[str, str]) -> bytes:
    """What all results of a game are drawn with: of its seed and of the pages' numbers, by side. Without numbers it is
    the seed itself, as in games of before there were any."""
    if not numbers:
        return seed
    text = "".join(f"{side}={number}\n" for side, number in sorted(numbers.items()))
    return hashlib.blake2b(text.encode(), key=seed[:64], digest_size=32).digest()


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
