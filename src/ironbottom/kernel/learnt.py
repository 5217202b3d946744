"""What a position is worth, as a logistic sum of what matters in it: the games' `prospects` name what matters, and
`ironbottom.lab.learn` learns the weights, which lie beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp

WEIGHTS = "weights.json"
"""The weights in the folder of a game."""
CERTAIN = 12.0
"""Beyond this the logistic is as good as 0 or 1."""


@cache
def weights(package: str) -> Mapping[str, tuple[float, ...]]:
    """The weights of a game's package, by the side at the start of whose half of a turn they hold."""
    found = json.loads((files(package) / WEIGHTS).read_text("utf-8"))
    return {side: tuple(row) for side, row in found.items() if side != "source"}


def log_odds(row: Sequence[float], signs: Sequence[float]) -> float:
    """The weighted sum of the signs: the logarithm of the odds to win.

    >>> log_odds((0.5, 2.0), (1.0, -0.25))
    0.0
    """
    return sum([a * b for a, b in zip(row, signs, strict=True)])


def bounded(x: float) -> float:
    """Log odds within the bounds beyond which all is certain.

    >>> bounded(40.0), bounded(-0.5)
    (12.0, -0.5)
    """
    return max(-CERTAIN, min(CERTAIN, x))


def logistic(x: float) -> float:
    """The chance that the log odds stand for.

    >>> logistic(0.0), logistic(99.0), logistic(-99.0)
    (0.5, 1.0, 0.0)
    """
    return 0.0 if x < -CERTAIN else 1.0 if x > CERTAIN else 1 / (1 + exp(-x))
