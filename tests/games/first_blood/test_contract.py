"""The whole contract on random games, with the options mixed in."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest

import contract
from ironbottom.games.first_blood.game import SCENARIO, make
from ironbottom.kernel.value import fingerprint

GAME = make()
CHOICES = [(option.id, value) for option in GAME.options for value, _ in option.choices]


def mixed(seed: int) -> Mapping[str, Any]:
    """No options for even seeds; for odd ones two of them, chosen by the seed."""
    return dict(random.Random(seed).sample(CHOICES, 2)) if seed % 2 else {}


@pytest.mark.parametrize("seed", range(3))
def test_walk(seed: int) -> None:
    contract.walk(GAME, SCENARIO, mixed(seed), seed, every=97)


def test_looks() -> None:
    seen = contract.each(GAME, SCENARIO, range(100, 103), lambda s, rng: contract.check_looks(GAME, s), 0.008, mixed)
    assert seen > 40


def test_forged_actions_are_refused_by_a_rule() -> None:
    refused = [0]

    def check(s: Any, rng: random.Random) -> None:
        refused[0] += contract.check_refusals(GAME, s, rng, 12)

    contract.each(GAME, SCENARIO, range(200, 202), check, 0.03, mixed)
    assert refused[0] > 1000


SCRIPT = """
import contract
from ironbottom.games.first_blood.game import SCENARIO, make
from ironbottom.kernel.value import fingerprint
print(" ".join(fingerprint(contract.play(make(), SCENARIO, {}, seed)[0]) for seed in range(2)))
"""


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_the_same_in_another_process(hash_seed: str) -> None:
    here = " ".join(fingerprint(contract.play(GAME, SCENARIO, {}, seed)[0]) for seed in range(2))
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.path.dirname(contract.__file__)}
    there = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert there.strip() == here


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_soak_five_thousand_games() -> None:
    for seed in range(5_000):
        for number, s in enumerate(contract.states(GAME, SCENARIO, mixed(seed), seed)):
            if number % 50 == 0:
                GAME.invariants(s)
            for side in GAME.waited_for(s):
                assert side < 0 or contract.forward(GAME, s, side)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_soak_looks_of_two_thousand_positions() -> None:
    def check(s: Any, rng: random.Random) -> None:
        contract.check_knowledge(GAME, s, rng, tries=5)
        contract.check_looks(GAME, s)

    assert contract.each(GAME, SCENARIO, range(5000, 5030), check, 0.02, mixed) >= 1000
