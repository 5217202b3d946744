"""When a computer gives a game up: by the chance that it gives itself on its own view."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest

from ironbottom import games
from ironbottom.kernel.record import read_record
from ironbottom.kernel.referee import follow
from ironbottom.kernel.step import CHANCE
from ironbottom.opponents import runner
from ironbottom.server.thinkers import HOPE

RECORDS = Path(__file__).parent.parent / "records"


@pytest.mark.parametrize(
    "path", ["henderson-field/campaign-automatic-japanese", "solomons/campaign-substantive"], ids=["field", "solomons"]
)
def test_who_has_lost_knows_it_for_two_turns_and_who_wins_does_not(path: str) -> None:
    record = read_record((RECORDS / f"{path}.jsonl").read_text("utf-8"), games.load)
    game, s, dice = record.game, record.start(), random.Random(1)
    hopes: dict[int, dict[int, float]] = {0: {}, 1: {}}
    moves = list(record.moves())
    for at, (side, action) in enumerate(moves):
        if side != CHANCE and at > len(moves) * 0.7 and dice.random() < 0.1:
            found = runner.hope(runner.question(game, side, game.view(s, side), ()), dice)
            assert found is not None
            turn, chance = found
            hopes[side][turn] = max(hopes[side].get(turn, 0.0), chance)
        s = follow(game, s, side, action)
    loser = min((0, 1), key=lambda side: game.returns(s)[side])
    assert any(max(two) < HOPE for two in pairwise(hopes[loser].values()))
    assert min(hopes[1 - loser].values()) > HOPE
