"""How sure a number is: Wilson's interval for shares, and the sequential test between two strengths."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Z95 = 1.959963984540054


def wilson(points: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The interval that holds the true share with 95 % (other `z`: other) confidence; draws count one half.

    >>> [round(edge, 3) for edge in wilson(50, 100)]
    [0.404, 0.596]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if games <= 0:
        return (0.0, 1.0)
    share = points / games
    square = z * z / games
    middle = (share + square / 2) / (1 + square)
    half = z / (1 + square) * math.sqrt(share * (1 - share) / games + square / (4 * games))
    return (max(0.0, middle - half), min(1.0, middle + half))


def mean(numbers: Sequence[float]) -> float:
    """The mean; 0 of nothing."""
    return sum(numbers) / len(numbers) if numbers else 0.0


def share_of_elo(elo: float) -> float:
    """The share of the points that a lead in Elo stands for.

    >>> round(share_of_elo(50), 4)
    0.5715
    """
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of_share(share: float) -> float:
    """The lead in Elo that a share of the points stands for; infinite at 0 and 1."""
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return -400 * math.log10(1 / share - 1)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Where a sequential test stands: the log likelihood ratio, its two bounds, and what it says."""

    llr: float
    lower: float
    upper: float
    says: Literal["better", "not better", "go on"]


def sprt(pairs: Sequence[float], elo0: float = 0.0, elo1: float = 50.0, alpha: float = 0.05,
         beta: float = 0.05) -> Verdict:
    """The sequential probability ratio test of "at most elo0" against "at least elo1".

    `pairs` are the points of the tested player in each pair of games (0 to 2): the two games of a pair share their
    seed, so the pair is the unit. The ratio is that of normal likelihoods with the variance measured (the
    generalised test that engine testers use), so it says nothing before the fourth pair.

    >>> sprt([2, 2, 1, 2, 1.5] * 12).says
    'better'
    >>> sprt([1, 0, 1, 2, 0, 1] * 12).says
    'not better'
    """
    lower, upper = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
    count = len(pairs)
    if count < 4:
        return Verdict(0.0, lower, upper, "go on")
    shares = [points / 2 for points in pairs]
    middle = mean(shares)
    variance = max(sum((share - middle) ** 2 for share in shares) / count, 1 / (4 * count))
    low, high = share_of_elo(elo0), share_of_elo(elo1)
    llr = count * (high - low) * (2 * middle - low - high) / (2 * variance)
    return Verdict(llr, lower, upper, "better" if llr >= upper else "not better" if llr <= lower else "go on")
