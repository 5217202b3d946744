"""What is refused, and by which rule."""

from __future__ import annotations

from typing import Any

from ironbottom.games.first_blood.game import make
from ironbottom.games.first_blood.rules.printed import JAPANESE
from ironbottom.kernel.step import Refusal

GAME = make()


def refusal(s: Any, side: int, *action: str) -> Refusal:
    found = GAME.why_not(s, side, action)
    assert found is not None
    return found


def test_with_a_counter_in_hand_the_next_is_not_refused_as_if_it_were_not_due() -> None:
    s = GAME.place({"turn": 4, "phase": "japanese_reinforcement", "american": {"0708": ["1/1"]}})
    s = GAME.apply(s, JAPANESE, ("take", "29/1"))
    assert refusal(s, JAPANESE, "take", "29/2").text == "refused.hand_full"
