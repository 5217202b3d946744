"""The whole contract on random games, with each optional rule and with the switches mixed in."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest

import contract
from ironbottom.games.axis_allies.game import make
from ironbottom.kernel.value import fingerprint

GAME = make()
CAMPAIGN = "campaign"
OPTIONS: tuple[Mapping[str, Any], ...] = (
    {},
    {"advantages": "all"},
    {"hidden_movement": True},
    {"advantages": "all", "hidden_movement": True},
    {"reinforcement_points": "5+2", "enemy_base_landing": False, "capture_without_troops": False},
)


def mixed(seed: int) -> Mapping[str, Any]:
    """One set of options after the other."""
    return OPTIONS[seed % len(OPTIONS)]


@pytest.mark.parametrize("seed", range(5))
def test_walk(seed: int) -> None:
    contract.walk(GAME, CAMPAIGN, mixed(seed), seed, every=50)


def test_random_games_end() -> None:
    turns = []
    for seed in range(40):
        last, steps = contract.play(GAME, CAMPAIGN, mixed(seed), 100 + seed)
        assert steps < 5000
        assert max(last.points) >= 15
        assert last.points[0] != last.points[1]
        turns.append(last.turn)
    assert max(turns) < 40


def test_legal_lists_are_short() -> None:
    longest = max(
        len(GAME.legal(s, side))
        for seed in range(5) for s in contract.states(GAME, CAMPAIGN, mixed(seed), 300 + seed)
        for side in GAME.to_move(s) if side >= 0
    )
    assert longest < 200


def test_knowledge() -> None:
    seen = contract.each(
        GAME, CAMPAIGN, range(5), lambda s, rng: contract.check_knowledge(GAME, s, rng, 4), 0.02, mixed
    )
    assert seen > 60


def test_looks() -> None:
    seen = contract.each(GAME, CAMPAIGN, range(5), lambda s, rng: contract.check_looks(GAME, s), 0.015, mixed)
    assert seen > 50


def test_forged_actions_are_refused_by_a_rule() -> None:
    refused = [0]

    def check(s: Any, rng: random.Random) -> None:
        refused[0] += contract.check_refusals(GAME, s, rng, 12)

    contract.each(GAME, CAMPAIGN, range(5), check, 0.1, mixed)
    assert refused[0] > 2000


def test_both_ways_to_end_occur() -> None:
    reasons = {contract.play(GAME, CAMPAIGN, {}, seed)[0].result.reason for seed in range(12)}
    assert reasons == {"axis_points", "allies_points"}


SCRIPT = """
import contract, sys
from ironbottom.games.axis_allies.game import make
from ironbottom.kernel.value import fingerprint
for options in ({}, {"advantages": "all", "hidden_movement": True}):
    print(fingerprint(contract.play(make(), "campaign", options, 7)[0]))
"""


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_the_same_in_another_process(hash_seed: str) -> None:
    choices: tuple[Mapping[str, Any], ...] = ({}, {"advantages": "all", "hidden_movement": True})
    here = [fingerprint(contract.play(GAME, CAMPAIGN, options, 7)[0]) for options in choices]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.path.dirname(contract.__file__)}
    there = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert there.split() == here


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_soak_five_thousand_games(options: Mapping[str, Any]) -> None:
    for seed in range(5_000):
        for s in contract.states(GAME, CAMPAIGN, options, seed):
            if seed % 10 == 0:
                GAME.invariants(s)
            for side in GAME.waited_for(s):
                assert side < 0 or contract.forward(GAME, s, side)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_soak_knowledge_and_looks() -> None:
    def check(s: Any, rng: random.Random) -> None:
        contract.check_knowledge(GAME, s, rng, tries=20)
        contract.check_looks(GAME, s)

    assert contract.each(GAME, CAMPAIGN, range(5000, 5060), check, 0.03, mixed) >= 1000


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_soak_a_hundred_thousand_forged_actions() -> None:
    refused, rng, seed = 0, random.Random(7), 9000
    while refused < 100_000:
        for s in contract.states(GAME, CAMPAIGN, mixed(seed), seed, retract=0.1):
            refused += contract.check_refusals(GAME, s, rng, 4)
        seed += 1
