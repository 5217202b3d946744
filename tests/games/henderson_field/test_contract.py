"""The contract on random games, with the options mixed in."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

import contract
from ironbottom.games.henderson_field.game import SCENARIO, make
from ironbottom.games.henderson_field.rules.printed import AMERICAN
from ironbottom.games.henderson_field.rules.state import PointsScored, Position

GAME = make()
CHOICES = [(option.id, value) for option in GAME.options for value, _ in option.choices]


def mixed(seed: int) -> Mapping[str, Any]:
    """No options for even seeds; for odd ones two of them, chosen by the seed."""
    return dict(random.Random(seed).sample(CHOICES, 2)) if seed % 2 else {}


@pytest.mark.parametrize("seed", range(4))
def test_walk(seed: int) -> None:
    contract.walk(GAME, SCENARIO, mixed(seed), seed, every=97)


def test_knowledge() -> None:
    def check(s: Any, rng: random.Random) -> None:
        contract.check_knowledge(GAME, s, rng, tries=2)

    seen = contract.each(GAME, SCENARIO, range(4), check, 0.01, mixed)
    assert seen > 30


def test_refusals() -> None:
    refused = 0

    def check(s: Any, rng: random.Random) -> None:
        nonlocal refused
        refused += contract.check_refusals(GAME, s, rng, 2)

    contract.each(GAME, SCENARIO, range(20, 24), check, 0.02, mixed)
    assert refused > 50


def test_points_are_the_sum_of_their_events() -> None:
    """Points re-added from the events; steps lost and not merged away have scored for the other side."""
    for seed in (0, 5):
        total = 0
        for s in contract.states(GAME, SCENARIO, {}, seed):
            assert isinstance(s, Position)
            for event in s.news:
                if isinstance(event, PointsScored):
                    total += event.n if event.side == AMERICAN else -event.n
            assert s.points == total
            assert all(len(own.at) == len(units) for own, units in zip(s.armies, s.setting.units, strict=True))


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_thousand_random_games() -> None:
    """To their end without an exception or a dead end; steps and units conserved, both sides apart."""
    for seed in range(1000):
        last, number = contract.play(GAME, SCENARIO, mixed(seed), 5000 + seed)
        GAME.invariants(last)
        assert last.result is not None
        assert number < contract.LONGEST
