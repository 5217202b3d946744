"""What makes an action irreversible: chance, a revelation, or the other side's turn to decide."""

from __future__ import annotations

from ironbottom.games.archies_war.rules.printed import JAPANESE
from ironbottom.games.archies_war.rules.sequence import scores
from ironbottom.games.archies_war.rules.state import Position, on_field

DRAW, REVEAL, TURN, HAND, GAME = "ends.draw", "ends.reveal", "ends.turn", "ends.hand", "ends.game"


def after(v: Position, side: int, left: int, held: bool, air: bool = False) -> str | None:
    """2P-27: what follows an action that leaves so many, and perhaps an attack declared (`air`: with Air Support); `v`
    is how all stand after it."""
    if held:
        at_once = v.setting.immediate and (side == JAPANESE or air)
        return REVEAL if not left or at_once else None
    return None if left else turn(v, side)


def turn(v: Position, side: int) -> str:
    """2P-1, 2P-2, 2P-3: the turn ends, and perhaps the game with it."""
    if on_field(v):
        return GAME
    if (side == JAPANESE or v.setting.both_checks) and scores(v) and v.tokens + 1 >= v.setting.tokens_to_win:
        return GAME
    last = side == JAPANESE and v.turn >= v.setting.turns and v.turn not in v.setting.attrition
    return GAME if last else TURN
