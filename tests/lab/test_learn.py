"""What is learnt of positions: weights that made the games are found again, and rows come from real games."""

from __future__ import annotations

import json
import random
from math import exp
from pathlib import Path

import pytest

from ironbottom import games
from ironbottom.lab.learn import Row, fit, main, positions, quality

MADE = (0.4, -1.5, 2.0)


def made(count: int, seed: int) -> list[Row]:
    """Rows whose winners are drawn by MADE; the third sign nearly follows the second, as signs of positions do."""
    rng, rows = random.Random(seed), []
    for _ in range(count):
        first = rng.gauss(0, 1)
        row = (1.0, first, 0.8 * first + 0.3 * rng.gauss(0, 1))
        chance = 1 / (1 + exp(-sum([a * b for a, b in zip(MADE, row, strict=True)])))
        rows.append((row, float(rng.random() < chance)))
    return rows


def test_the_weights_that_made_the_games_are_found() -> None:
    weights = fit(made(6000, 1), decay=0.01)
    assert weights == pytest.approx(MADE, abs=0.35)
    fresh = made(3000, 2)
    best, known = quality(weights, fresh), quality(MADE, fresh)
    assert best["log_loss"] == pytest.approx(known["log_loss"], abs=0.003)
    assert best["log_loss"] < quality([0.0, 0.0, 0.0], fresh)["log_loss"] - 0.02


def test_decay_keeps_weights_finite_where_all_were_won() -> None:
    """Separable rows have no best weights without it."""
    weights = fit([((1.0, x), float(x > 0)) for x in (-2.0, -1.0, 1.0, 2.0)])
    assert 0 < weights[1] < 20
    small = fit([((1.0, x), float(x > 0)) for x in (-2.0, -1.0, 1.0, 2.0)], decay=5.0)
    assert 0 < small[1] < weights[1]


def test_positions_of_a_game_tell_who_won_it() -> None:
    game = games.load("archies-war")
    rows = positions(game, game.scenarios[0].id, "learn test")
    assert {side for side, _ in rows} == {0, 1}
    assert len({won for _, (_, won) in rows}) == 1
    assert len({len(signs) for _, (signs, _) in rows}) == 1
    assert rows == positions(game, game.scenarios[0].id, "learn test")


def test_a_game_with_one_set_of_weights_for_both_sides_learns_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Axis & Allies notes its signs for one side; the other has none of its own to learn."""
    into = tmp_path / "weights.json"
    assert main(["axis-allies", "-n", "10", "--into", str(into)]) == 0
    assert set(json.loads(into.read_text("utf-8"))) == {"source", "axis"}
    assert "axis {" in capsys.readouterr().out
