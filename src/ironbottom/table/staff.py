"""A step left to the staff: what the game's script does in it, to its end."""

from __future__ import annotations

import random
from typing import Any

from ironbottom.kernel.action import Action, offered
from ironbottom.kernel.game import Game

MOST = 200
"""So many actions at most."""


def staff_answer(game: Game[Any], s: Any, side: int, memory: Any) -> tuple[Action, ...]:
    """What the script does for a side that is asked, from its views and its memory, until something ends, another step
    comes or somebody else is asked; the same whenever it is asked the same."""
    script, rng = game.of(s).opponent, random.Random(0)
    kind, done = type(s.stack[-1]), list[Action]()
    while script is not None and len(done) < MOST:
        view = game.view(s, side)
        for action in script.policy(view, side, game.legal(view, side), memory, rng)[0].do:
            view = game.view(s, side)
            if not offered(game.legal(view, side), action):
                return tuple(done)
            done.append(action)
            if game.why_final(view, side, action):
                return tuple(done)
            s = game.apply(s, side, action)
            if side not in game.waited_for(s) or type(s.stack[-1]) is not kind:
                return tuple(done)
    return tuple(done)
