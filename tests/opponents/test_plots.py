"""Regret matching over tables of plots: known equilibria, several dealt worlds, and tables that are not finished."""

from __future__ import annotations

import random

import pytest

from ironbottom.kernel.regret import exploitable, solve
from ironbottom.opponents.plots import fill


@pytest.mark.parametrize(("table", "ours", "theirs", "worth"), [
    ([[1.0, 0.0], [0.0, 1.0]], [0.5, 0.5], [0.5, 0.5], 0.5),
    ([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]], [1 / 3] * 3, [1 / 3] * 3, 0.5),
    ([[0.9, 0.0], [0.3, 0.6]], [0.25, 0.75], [0.5, 0.5], 0.45),
    ([[0.6, 0.7], [0.2, 0.9]], [1.0, 0.0], [1.0, 0.0], 0.6),
], ids=["pennies", "stone-paper-scissors", "mixed", "saddle"])
def test_known_games(table: list[list[float]], ours: list[float], theirs: list[float], worth: float) -> None:
    mine, (its,) = solve([table])
    assert mine == pytest.approx(ours, abs=0.03)
    assert its == pytest.approx(theirs, abs=0.03)
    value = sum(p * q * table[i][j] for i, p in enumerate(mine) for j, q in enumerate(its))
    assert value == pytest.approx(worth, abs=0.02)
    assert exploitable([table], mine, [its]) < 0.03


def test_the_best_answer_alone_is_exploitable() -> None:
    """What the mixture is for: each pure plot loses all against its answer, the mixture nothing."""
    pennies = [[1.0, 0.0], [0.0, 1.0]]
    assert exploitable([pennies], [1.0, 0.0], [[0.0, 1.0]]) == 1.0
    mine, theirs = solve([pennies])
    assert exploitable([pennies], mine, theirs) < 0.02


def test_random_tables_come_near_an_equilibrium() -> None:
    rng = random.Random(4)
    for _ in range(20):
        worlds = [[[rng.random() for _ in range(6)] for _ in range(8)] for _ in range(rng.randrange(1, 4))]
        mine, theirs = solve(worlds)
        assert sum(mine) == pytest.approx(1.0)
        assert exploitable(worlds, mine, theirs) < 0.03


def test_the_other_side_knows_its_world() -> None:
    """In each of two worlds it may shut another of our plots out: one that is fair in both is the best."""
    worlds = [[[1.0, 1.0], [0.0, 0.0], [0.6, 0.6]], [[0.0, 0.0], [1.0, 1.0], [0.6, 0.6]]]
    mine, _ = solve(worlds)
    assert mine[2] > 0.97


def test_a_table_is_filled_row_by_row_and_grows() -> None:
    payoffs = [[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]]
    known, asked = [2], []

    def pay(world: int, i: int, j: int) -> float:
        asked.append((world, i, j))
        return payoffs[i][j]

    def grow(ours: object, theirs: object) -> None:
        known[0] = min(3, known[0] + 1)

    mixture, table = fill(1, lambda: known[0], [3], pay, lambda: False, grow)
    assert table == [payoffs]
    assert mixture == pytest.approx([1 / 3] * 3, abs=0.03)
    assert asked == [(0, i, j) for i in range(3) for j in range(3)]


def test_a_row_that_was_not_finished_is_left_out() -> None:
    left = [5]

    def pay(world: int, i: int, j: int) -> float:
        left[0] -= 1
        return float(i == j)

    mixture, table = fill(1, lambda: 3, [3], pay, lambda: left[0] <= 0)
    assert len(table[0]) == len(mixture) == 1
