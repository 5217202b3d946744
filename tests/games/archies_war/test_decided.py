"""A game that public facts have decided says so, in the same words to all."""

from __future__ import annotations

from ironbottom.games import load
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE
from ironbottom.kernel.step import OBSERVER

GAME = load("archies-war")


def test_without_a_japanese_block_and_with_every_anchor_closed_the_americans_have_won() -> None:
    s = GAME.setup("two-player", {})
    assert GAME.decided(GAME.view(s, OBSERVER)) is None
    anchors = [s.setting.locations[place] for place in s.setting.anchors]
    names = ["inf2", "inf3", "inf4", "inf5"]
    american = {place: [name] for place, name in zip(anchors, names, strict=False)}
    held = GAME.place(
        {"scenario": "two-player", "turn": 4, "step": "american-actions", "american": american, "japanese": {}}
    )
    told = GAME.decided(GAME.view(held, OBSERVER))
    assert told is not None
    assert told["winners"] == ["american"]
    views = [GAME.view(held, viewer) for viewer in (AMERICAN, JAPANESE)]
    assert all(GAME.decided(GAME.view(view, OBSERVER)) == told for view in views)
    last = {"henderson_field": ["recon"], **american}
    attack = GAME.place(
        {
            "scenario": "two-player",
            "turn": 4,
            "step": "japanese-actions",
            "american": last,
            "japanese": {"koli_point": ["inf5"]},
        }
    )
    for do in (("take", "koli_point", "inf5"), ("go", "henderson_field", "koli_point")):
        attack = GAME.apply(attack, JAPANESE, do)
        # 2P-23: the last block is in a declared attack, and may win the game yet
        assert GAME.decided(GAME.view(attack, OBSERVER)) is None
    opened = GAME.place(
        {
            "scenario": "two-player",
            "turn": 4,
            "step": "american-actions",
            "american": dict(list(american.items())[1:]),
            "japanese": {},
        }
    )
    assert GAME.decided(GAME.view(opened, OBSERVER)) is None
