"""What the script of the two-player game makes of positions that it once played foolishly."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ironbottom.games import load
from ironbottom.games.archies_war.rules.printed import AMERICAN
from ironbottom.kernel.step import CHANCE

GAME = load("archies-war")

ROAD = {
    "turn": 3, "step": "american-actions",
    "american": {"kakambona": ["barbed_wire"], "henderson_field": ["inf5", "amphibious_assault"],
                 "taivu_point": ["inf3"]},
    "japanese": {"tassafaronga_point": ["inf2"], "kokumbona": ["inf4", "inf3"]},
    "casualties": {"american": ["vandegrift"]},
}  # fmt: skip
"""What stands on the road can take the wire with the first action, and others walk through with the second."""
LOST = {
    "turn": 5, "tokens": 2, "step": "american-actions",
    "american": {"henderson_field": ["inf5", "inf3", "inf2", "air_support", "amphibious_assault", "recon"]},
    "japanese": {"kakambona": ["minor_bombardment"], "point_cruz": ["inf4", "inf3", "inf2", "inf2"]},
    "casualties": {"american": ["vandegrift"]},
}  # fmt: skip
"""Whatever the Americans do, the Japanese beside the airfield bombard it for the third time."""


@pytest.mark.parametrize("position", [ROAD, LOST], ids=["road", "lost"])
def test_the_airfield_is_not_left_to_whoever_walks_in(position: Any) -> None:
    s = GAME.place({"scenario": "two-player", **position})
    turn, memory, rng = s.turn, GAME.start(s, AMERICAN), random.Random(1)
    while s.turn == turn and AMERICAN in GAME.to_move(s) and type(s.stack[-1]).__name__ == "Actions":
        view = GAME.view(s, AMERICAN)
        plan = GAME.of(view).opponent.policy(view, AMERICAN, GAME.legal(view, AMERICAN), memory, rng)[0]
        for action in plan.do:
            s = GAME.apply(s, AMERICAN, action)
    field = s.blocks[AMERICAN][s.setting.field]
    assert any(item >> 2 < s.setting.infantry[AMERICAN] for item in field)


def test_of_equal_set_ups_one_is_drawn() -> None:
    """Who has played against it before does not know where each block stands."""
    s, dice = GAME.setup("two-player", {}), random.Random(0)
    while GAME.to_move(s) == (CHANCE,):
        s = GAME.apply(s, CHANCE, dice.choice(GAME.chance(s))[0])
    view = GAME.view(s, AMERICAN)
    memory, legal = GAME.start(s, AMERICAN), GAME.legal(view, AMERICAN)

    def first(seed: int) -> Any:
        return GAME.of(view).opponent.policy(view, AMERICAN, legal, memory, random.Random(seed))[0]

    assert first(1) == first(1), "by the generator that it is given alone"
    drawn = [first(seed) for seed in range(12)]
    assert len({plan.do for plan in drawn}) > 1
    assert len({plan.score for plan in drawn}) == 1
