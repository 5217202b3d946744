"""No option is a placebo: each of its values is played and makes another game."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

import contract
from ironbottom.games.archies_war.game import make
from ironbottom.kernel.step import CHANCE
from ironbottom.kernel.value import to_data

GAME = make()
ASKED = [option for option in GAME.options if not option.retired]


START: dict[str, dict[str, Any]] = {
    "retreat_into_henderson": {
        "step": "american-actions", "turn": 6, "japanese": {"bloody_ridge": ["inf2", "inf3"]},
        "american": {"west_jungle": ["inf5", "inf5", "inf4"], "koli_point": ["vandegrift"]},
    },
    "henderson_track": {"scenario": "solitaire", "status": 4},
}  # fmt: skip
"""Where a game begins in which an option soon matters; else at its beginning."""


def played(option: Any, choice: Any, seed: int) -> list[Any]:
    """What is told in a random game under that choice."""
    options, rng = {option.id: choice}, random.Random(seed)
    if option.id not in START:
        return [to_data(event) for s in contract.states(GAME, option.scenarios[0], options, seed) for event in s.news]
    s, told = GAME.place({**START[option.id], "options": options}), []
    while (sides := GAME.to_move(s)) and len(told) < 60:
        if sides == (CHANCE,):
            s = GAME.apply(s, CHANCE, rng.choice(GAME.chance(s))[0])
        else:
            action = rng.choice([a for a in GAME.legal(s, sides[0]) if a[0] not in ("hold", "back")])
            s = GAME.apply(s, sides[0], action)
        told += [to_data(event) for event in s.news]
    return told


@pytest.mark.parametrize("option", ASKED, ids=[option.id for option in ASKED])
def test_each_value_makes_another_game(option: Any) -> None:
    same = {frozenset(pair) for pair in combinations(range(len(option.choices)), 2)}
    for seed in range(150):
        games = [played(option, choice, seed) for choice, _ in option.choices]
        same = {pair for pair in same if len({str(games[at]) for at in pair}) == 1}
        if not same:
            return
    pytest.fail(f"{option.id}: no game tells {[[option.choices[at][0] for at in pair] for pair in same]} apart")


def test_who_points_at_a_bombarded_block_is_asked_no_more() -> None:
    """T-05: blocks lie shuffled, so that pointing is chance; older games keep what they agreed to."""
    assert [option.id for option in GAME.options if option.retired] == ["bombardment_pick"]
    position = {"options": {"bombardment_pick": "attacker_picks_a_face_down_block"}, "step": "turn"}
    assert GAME.place(position).setting.picks
