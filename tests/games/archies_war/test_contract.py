"""The whole contract on random games of the two-player game, with its options mixed in."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest

import contract
from ironbottom.games.archies_war.game import make
from ironbottom.kernel.value import fingerprint

GAME = make()
TWO = "two-player"
CHOICES = [(option.id, value) for option in GAME.options if TWO in option.scenarios for value, _ in option.choices]


def mixed(seed: int) -> Mapping[str, Any]:
    """No options for even seeds; for odd ones two of them, chosen by the seed."""
    return dict(random.Random(seed).sample(CHOICES, 2)) if seed % 2 else {}


@pytest.mark.parametrize("seed", range(24))
def test_walk(seed: int) -> None:
    contract.walk(GAME, TWO, mixed(seed), seed)


def test_knowledge() -> None:
    seen = contract.each(GAME, TWO, range(12), lambda s, rng: contract.check_knowledge(GAME, s, rng), 0.4, mixed)
    assert seen > 300


def test_looks() -> None:
    seen = contract.each(GAME, TWO, range(100, 108), lambda s, rng: contract.check_looks(GAME, s), 0.4, mixed)
    assert seen > 200


def test_forged_actions_are_refused_by_a_rule() -> None:
    refused = [0]

    def check(s: Any, rng: random.Random) -> None:
        refused[0] += contract.check_refusals(GAME, s, rng, 12)

    contract.each(GAME, TWO, range(200, 210), check, 0.5, mixed)
    assert refused[0] > 3000


def test_every_way_to_end_occurs() -> None:
    ends = {contract.play(GAME, TWO, {}, seed)[0].result for seed in range(60)}
    assert {result.reason for result in ends} == {"held", "henderson_field", "bombardment"}
    assert {result.returns for result in ends} == {(1, -1), (-1, 1)}


SCRIPT = """
import contract, sys
from ironbottom.games.archies_war.game import make
from ironbottom.kernel.value import fingerprint
print(" ".join(fingerprint(contract.play(make(), "two-player", {}, seed)[0]) for seed in range(3)))
"""


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_the_same_in_another_process(hash_seed: str) -> None:
    here = " ".join(fingerprint(contract.play(GAME, TWO, {}, seed)[0]) for seed in range(3))
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.path.dirname(contract.__file__)}
    there = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert there.strip() == here


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_soak_ten_thousand_games() -> None:
    for seed in range(10_000):
        for s in contract.states(GAME, TWO, mixed(seed), seed):
            GAME.invariants(s)
            for side in GAME.waited_for(s):
                assert side < 0 or contract.forward(GAME, s, side)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_soak_knowledge_of_a_thousand_positions() -> None:
    def check(s: Any, rng: random.Random) -> None:
        contract.check_knowledge(GAME, s, rng, tries=20)
        contract.check_looks(GAME, s)

    assert contract.each(GAME, TWO, range(5000, 5200), check, 0.1, mixed) >= 1000


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_soak_a_hundred_thousand_forged_actions() -> None:
    refused = 0
    rng = random.Random(7)
    seed = 9000
    while refused < 100_000:
        for s in contract.states(GAME, TWO, mixed(seed), seed, retract=0.1):
            refused += contract.check_refusals(GAME, s, rng, 20)
        seed += 1
