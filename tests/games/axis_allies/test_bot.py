"""The script: legal, quick, and better than chance."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

import contract
from ironbottom.games.axis_allies.game import make
from ironbottom.games.axis_allies.rules.landing import most_landed
from ironbottom.games.axis_allies.rules.printed import BOM, FTR, SPACE
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


def flown(position: Mapping[str, Any], kind: int) -> tuple[Any, list[Any]]:
    """Where the script of the side that begins sends its aircraft of a kind, and the position after that."""
    s, rng, ways = GAME.place({"turn": 2, **position}), random.Random(1), []
    side = GAME.waited_for(s)[0]
    while type(s.stack[-1]).__name__ == "Fly" and (s.stack[-1].side, s.stack[-1].unit) == (side, kind):
        plan = SCRIPT.policy(GAME.view(s, side), side, GAME.legal(s, side), None, rng)[0]
        for action in plan.do:
            s = GAME.apply(s, side, action)
        ways += [action[1] for action in plan.do if action[0] == "go"]
    return s, ways


def test_a_bomber_does_not_fly_alone_to_where_fighters_wait() -> None:
    """M7: fighters move after bombers. Where the enemy has none, or an own one comes along, it strikes."""
    here = {
        "step": "M7", "first": "allies", "control": {"GUA": "allies", "BOU": "axis"},
        "airfields": {"GUA": ["allies", "allies"], "BOU": ["axis", "axis"]},
    }  # fmt: skip
    ours, theirs = {"GUA": ["INF*2", "BOM"]}, {"BOU": ["INF*2"], "I": ["TRN*2"]}
    hunted = {**theirs, "BOU": ["INF*2", "FTR*4"]}
    escorted = {"GUA": ["INF*2", "BOM", "FTR*2"], "J": ["CAR+FTR+FTR"]}
    assert flown({**here, "allies": ours, "axis": hunted}, BOM)[1] == []
    assert flown({**here, "allies": ours, "axis": theirs}, BOM)[1]
    assert flown({**here, "allies": escorted, "axis": hunted}, BOM)[1]


def test_aircraft_do_not_rely_on_a_field_that_falls_nor_on_places_that_others_take() -> None:
    """R10: who finds no place to land is lost. New Georgia is undefended, and Allied troops lie off it."""
    s, _ = flown({
        "step": "M8", "first": "axis", "control": {"NGE": "axis", "BOU": "axis"},
        "airfields": {"NGE": ["axis"], "BOU": ["axis"]},
        "axis": {"BOU": ["INF*2", "FTR*2"], "NGE": ["FTR*2"]},
        "allies": {"H": ["TRN*2", "DST"], "G": ["TRN+INF+INF"]},
    }, FTR)  # fmt: skip
    lost = s.with_field(SPACE["NGE"], 0, -1, 0)
    air = tuple((a + c, b + d, 0, 0) for a, b, c, d in lost.air)
    assert most_landed(lost.replace(air=air), 0) == 4


def test_fighters_leave_the_base_for_where_the_front_has_room() -> None:
    """M8, R10: in Regroup nothing from Rabaul comes to Bougainville; who flies out in Movement can land there."""
    here = {"step": "M8", "first": "axis", "control": {"BOU": "axis"}, "allies": {"J": ["DST"], "GUA": ["INF*2"]}}
    ours = {"RAB": ["FTR*3"], "BOU": ["INF*2"]}
    s, ways = flown({**here, "axis": ours, "airfields": {"BOU": ["axis", "axis"]}}, FTR)
    assert len(ways) == 3
    assert most_landed(s, 0) == 3
    assert flown({**here, "axis": ours}, FTR)[1] == [], "without a field there is nowhere to go"


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
