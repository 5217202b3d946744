"""The script: legal, quick, and better than chance."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

import contract
from ironbottom.games.axis_allies.game import make
from ironbottom.kernel.action import offered
from ironbottom.kernel.step import CHANCE

GAME = make()
SCRIPT = GAME.opponent


def play(scripted: tuple[bool, bool], seed: int, options: Mapping[str, Any]) -> Any:
    """A game; each side scripted or random. Every action of a plan that is reached must be legal."""
    rng = random.Random(seed)
    s = GAME.setup("campaign", options)
    coming: list[list[Any]] = [[], []]
    for _ in range(contract.LONGEST):
        sides = GAME.to_move(s)
        if not sides:
            return s
        if sides == (CHANCE,):
            s = GAME.apply(s, CHANCE, rng.choice(GAME.chance(s))[0])
            continue
        side = GAME.waited_for(s)[0]
        coming[1 - side].clear()
        legal = GAME.legal(s, side)
        if not scripted[side]:
            action = contract.concrete(rng.choice(contract.forward(GAME, s, side)), rng)
        else:
            if not coming[side]:
                plans = SCRIPT.policy(GAME.view(s, side), side, legal, None, rng)
                assert plans
                coming[side] = list(plans[0].do)
            action = coming[side].pop(0)
            assert offered(legal, action), (type(s.stack[-1]).__name__, action)
        s = GAME.apply(s, side, action)
    raise AssertionError("no end")


OPTIONS: tuple[Mapping[str, Any], ...] = ({}, {"advantages": "all"}, {"hidden_movement": True})


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_script_beats_chance(options: Mapping[str, Any]) -> None:
    for seed in range(4):
        assert play((True, False), seed, options).result.returns == (1, -1)
        assert play((False, True), seed, options).result.returns == (-1, 1)


def test_script_against_script() -> None:
    for seed in range(4):
        last = play((True, True), seed, OPTIONS[seed % 3])
        assert 2 <= last.turn <= 12


def test_what_one_side_gains_the_other_loses() -> None:
    for s in contract.states(GAME, "campaign", {}, 3):
        assert SCRIPT.worth(s, 0) == -SCRIPT.worth(s, 1)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_soak_the_script_beats_chance() -> None:
    """Scripted beats random in at least 95 % of 400 games, sides swapped."""
    won = 0
    for seed in range(200):
        won += play((True, False), seed, OPTIONS[seed % 3]).result.returns[0] == 1
        won += play((False, True), seed, OPTIONS[seed % 3]).result.returns[1] == 1
    assert won >= 380
