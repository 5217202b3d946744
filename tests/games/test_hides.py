"""A page that two players share is uncovered only in games, and under options, in which nothing is hidden."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ironbottom.games import READY, load
from ironbottom.kernel.options import choose
from ironbottom.kernel.step import CHANCE
from ironbottom.opponents.player import settled

PLAYED = [(slug, {}) for slug in READY] + [
    ("axis-allies", {"advantages": "all"}),
    ("axis-allies", {"hidden_movement": True}),
]


@pytest.mark.parametrize(("slug", "options"), PLAYED, ids=str)
def test_what_hides_nothing_shows_both_sides_the_truth(slug: str, options: dict[str, Any]) -> None:
    game, rng = load(slug), random.Random(5)
    scenario = game.scenarios[0].id
    s, hidden = game.setup(scenario, options), 0
    for _ in range(700):
        sides = game.to_move(s)
        if not sides:
            break
        hidden += any(game.view(s, side).replace(news=()) != s.replace(news=()) for side in range(len(game.sides)))
        if sides == (CHANCE,):
            outcomes, counts = zip(*game.chance(s), strict=True)
            s = game.apply(s, CHANCE, rng.choices(outcomes, counts)[0])
        else:
            s = game.apply(s, sides[0], settled(rng.choice(game.legal(s, sides[0])), rng))
    assert bool(hidden) == game.hides(dict(choose(game.options, scenario, options)))
