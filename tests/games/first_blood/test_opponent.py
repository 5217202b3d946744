"""The script of First Blood: its plans are legal to their end."""

from __future__ import annotations

from ironbottom.games import load
from ironbottom.games.first_blood.ai.movement import WAYS, Mover, ended
from ironbottom.games.first_blood.rules.printed import JAPANESE
from ironbottom.kernel.action import notation, offered

GAME = load("first-blood")


def test_a_unit_that_must_enter_a_full_hex_waits_until_there_is_room() -> None:
    """5.0a, 7.2b: two units must leave Box D; all its shore but one hex, which is full, is the enemy's."""
    s = GAME.place({
        "turn": 8,
        "american": {"0002": ["1/1"], "0003": ["1P"], "0004": ["1/5"], "0005": ["1R"]},
        "japanese": {"0001": ["124/1", "20MA", "229/1"], "box_d": ["29/2", "230/2"]},
        "visited": {"29/2": "ABCD", "230/2": "ABCD"},
    })  # fmt: skip
    do = ended(Mover(s, JAPANESE, WAYS[JAPANESE][0]))
    assert do
    for action in do:
        assert offered(GAME.legal(s, JAPANESE), action), (notation(action), do)
        s = GAME.apply(s, JAPANESE, action)
