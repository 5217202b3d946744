"""What makes an action irreversible: chance, a revelation, or the other side's turn to decide."""

from __future__ import annotations

from typing import Any

from ironbottom.games.archies_war.rules.combat import AttackerLoss, DefenderLoss, Retreat, StayOrReturn, refuges
from ironbottom.games.archies_war.rules.movement import TrailLoss, routes_of_hand
from ironbottom.games.archies_war.rules.printed import JAPANESE
from ironbottom.games.archies_war.rules.reinforcement import Land
from ironbottom.games.archies_war.rules.sequence import Attrition, scores
from ironbottom.games.archies_war.rules.state import Position, kinds, on_field
from ironbottom.kernel.action import Action

DRAW, REVEAL, TURN, HAND, GAME = "ends.draw", "ends.reveal", "ends.turn", "ends.hand", "ends.game"


def why_final(v: Position, side: int, action: Action) -> str | None:
    """2P-35, 2P-51: why an action cannot be taken back, or None while it can."""
    if not v.stack:
        return None
    top: Any = v.stack[-1]
    verb = action[0]
    if verb in ("take", "back", "set", "lift"):
        return None
    if isinstance(top, Attrition):
        return DRAW
    if isinstance(top, Land):
        return DRAW if v.setting.anchor_first else None
    if isinstance(top, DefenderLoss):
        left = [kind for kind in kinds(v.blocks[side][top.place]) if not v.setting.stays[side][kind]]
        name = v.setting.kind(side, action[1]) if len(action) > 1 else -1
        survivors = len(left) - (name in left)
        return None if survivors and len(refuges(v, side, top.place)) > 1 else HAND
    if isinstance(top, Retreat):
        return HAND
    if isinstance(top, (AttackerLoss, StayOrReturn)):
        return None if v.actions else _turn(v, side)
    if isinstance(top, TrailLoss):
        return _after(v, side, v.actions, top.attack)
    if verb == "resolve":
        return REVEAL
    if verb == "end":
        return REVEAL if v.held is not None else _turn(v, side)
    if verb == "on" and v.hand is not None:
        return REVEAL if v.setting.types[side][v.hand.tool] == "recon" else DRAW
    if verb == "assault":
        return _after(v, side, v.actions - 1, True)
    if verb == "go":
        return _go(v, side, action)
    if verb == "use" and action[1] != "air_support":
        return None
    if verb in ("use", "recall"):
        return _after(v, side, v.actions - 1, v.held is not None, air=verb == "use")
    return None


def _go(v: Position, side: int, action: Action) -> str | None:
    hand: Any = v.hand
    index = v.setting.index
    goal, via = index[action[1]], index[action[2]]
    attack = bool(v.blocks[1 - side][goal])
    trail = any(r.trail for r in routes_of_hand(v, side, hand) if r.goal == goal and r.via == via)
    if trail and len(hand.blocks) > 1:
        return None
    return _after(v, side, v.actions - 1, attack or v.held is not None)


def _after(v: Position, side: int, left: int, held: bool, air: bool = False) -> str | None:
    """2P-27: what follows an action that leaves so many and perhaps an attack declared."""
    if held:
        at_once = v.setting.immediate and (side == JAPANESE or air)
        return REVEAL if not left or at_once else None
    return None if left else TURN


def _turn(v: Position, side: int) -> str:
    """2P-1, 2P-2, 2P-3: the turn ends, and perhaps the game with it."""
    if on_field(v):
        return GAME
    if (side == JAPANESE or v.setting.both_checks) and scores(v) and v.tokens + 1 >= v.setting.tokens_to_win:
        return GAME
    last = side == JAPANESE and v.turn >= v.setting.turns and v.turn not in v.setting.attrition
    return GAME if last else TURN
