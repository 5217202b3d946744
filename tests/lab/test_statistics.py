"""Intervals and the sequential test."""

from __future__ import annotations

import doctest
import random

import pytest

from ironbottom.lab import statistics
from ironbottom.lab.statistics import elo_of_share, share_of_elo, sprt, wilson


def test_the_examples_hold() -> None:
    assert doctest.testmod(statistics).failed == 0


def test_wilson_covers_the_truth_as_often_as_it_says() -> None:
    rng = random.Random(1)
    covered = 0
    for _ in range(1000):
        share = rng.uniform(0.1, 0.9)
        low, high = wilson(sum(rng.random() < share for _ in range(80)), 80)
        covered += low <= share <= high
    assert 930 <= covered <= 970


@pytest.mark.parametrize(("games", "half"), [(100, 0.10), (200, 0.07), (400, 0.05)])
def test_half_widths_at_one_half(games: int, half: float) -> None:
    low, high = wilson(games / 2, games)
    assert (high - low) / 2 == pytest.approx(half, abs=0.005)


def test_wilson_stays_within_bounds() -> None:
    for points, games in ((0, 1), (1, 1), (0, 50), (50, 50), (2.5, 5)):
        low, high = wilson(points, games)
        assert 0 <= low <= points / games <= high <= 1


def test_elo_goes_both_ways() -> None:
    for elo in (-200, -50, 0, 30, 400):
        assert elo_of_share(share_of_elo(elo)) == pytest.approx(elo)


def test_the_sequential_test_errs_rarely() -> None:
    rng = random.Random(2)

    def verdict(share: float) -> str:
        pairs: list[float] = []
        while len(pairs) < 3000:
            pairs.append(float((rng.random() < share) + (rng.random() < share)))
            if len(pairs) % 10 == 0 and (found := sprt(pairs)).says != "go on":
                return found.says
        return "go on"

    better = [verdict(share_of_elo(60)) for _ in range(60)]
    equal = [verdict(0.5) for _ in range(60)]
    assert better.count("better") >= 54
    assert equal.count("not better") >= 54
