"""How the two-player game stands, and when it is decided."""

from __future__ import annotations

from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE, SIDES
from ironbottom.games.archies_war.rules.reinforcement import open_anchors
from ironbottom.games.archies_war.rules.sequence import active
from ironbottom.games.archies_war.rules.state import Position
from ironbottom.kernel.view import Ending, Score
from ironbottom.kernel.words import Words


def score(v: Position, words: Words) -> Score:
    """2P-1, 2P-2, 2P-3, T-06, IB-1, IB-2, IB-3: the turns that the Americans have held, the bombardments of the
    Japanese."""
    setting = v.setting
    return {
        "name": words.say("score.title"), "rule": setting.own_rule or "2P-1",
        "tallies": [
            {"side": SIDES[AMERICAN], "value": v.turn, "goal": setting.turns,
             "text": words.say("score.turn", turn=v.turn, turns=setting.turns)},
            {"side": SIDES[JAPANESE], "value": v.tokens, "goal": setting.tokens_to_win},
        ],
        "wins": [words.say("score.american", turns=setting.turns),
                 words.say(f"score.{'twice' if setting.both_checks else 'japanese'}", tokens=setting.tokens_to_win),
                 words.say("score.field")],
    }  # fmt: skip


def decided(v: Position, words: Words) -> Ending | None:
    """2P-14, T-11: without a block on the map and with every anchor closed, nothing Japanese comes any more. How many
    blocks stand where is known to all; those in a declared attack or on a trail are there as well (2P-23)."""
    under_way = active(v) == JAPANESE and bool(v.attackers or v.column)
    if not v.turn or open_anchors(v) or any(v.blocks[JAPANESE]) or under_way:
        return None
    return {"winners": [SIDES[AMERICAN]], "text": words.say("score.decided"), "rule": "T-11"}
