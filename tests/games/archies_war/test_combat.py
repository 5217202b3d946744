"""What no case can show of combat."""

from __future__ import annotations

from ironbottom.games.archies_war.game import make
from ironbottom.games.archies_war.rules.combat import walk_over
from ironbottom.games.archies_war.rules.positions import invariants
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE
from ironbottom.games.archies_war.rules.state import pair, put

GAME = make()


def test_air_support_is_used_up_where_the_attackers_walk_in() -> None:
    """2P-47, T-25: no American block removes a Japanese one before a combat, so play does not come here."""
    s = GAME.place({
        "step": "american-actions", "turn": 6, "american": {"henderson_field": ["inf4", "air_support"]},
        "japanese": {"koli_point": ["inf2"], "tetere": ["inf2"]},
    })  # fmt: skip
    for action in (("take", "henderson_field", "inf4"), ("go", "koli_point", "henderson_field")):
        s = GAME.apply(s, AMERICAN, action)
    s = GAME.apply(s.replace(actions=2), AMERICAN, ("use", "air_support", "henderson_field"))
    koli, two = s.setting.index["koli_point"], s.setting.kind(JAPANESE, "inf2")
    gone = s.replace(
        blocks=pair(s.blocks, JAPANESE, put(s.blocks[JAPANESE], koli, ())), lost=pair(s.lost, JAPANESE, (two,))
    )
    after = walk_over(gone, AMERICAN)
    invariants(after)
    assert after.held is None
    assert after.known_lost[AMERICAN] == (s.setting.kind(AMERICAN, "air_support"),)
