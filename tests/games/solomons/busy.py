"""Random play that goes to sea: the same legal actions as in plain random play, weighted so that fleets meet."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import contract
from ironbottom.games.solomons.game import make
from ironbottom.games.solomons.rules.printed import LETTERS, M
from ironbottom.kernel.action import Action
from ironbottom.kernel.step import CHANCE

GAME = make()
FEW = {"abort": 0.02, "stay": 0.4, "keep": 0.3, "stop": 0.3, "pass": 0.3, "hold": 0.3, "decline": 0.3, "announce": 0.3,
       "transfer": 0.05, "station": 0.05, "slot": 4.0, "join": 2.0, "standard": 3.0, "load": 3.0}


def weight(s: Any, action: Action) -> float:
    """How willingly an action is chosen."""
    if action[0] == "ready":
        return 0.02 if type(s.stack[-1]).__name__ in ("Allocation", "Plotting") else 0.7
    if action[0] == "plot":
        return 3.0 * (6 - s.p.dist[LETTERS.index(action[2])][M]) if action[2] in LETTERS else 0.25
    if action == ("join", "stay"):
        return 0.4
    return FEW.get(action[0], 1.0)


def step(s: Any, rng: random.Random) -> tuple[Any, int, Action]:
    """One decision or chance result on."""
    if GAME.to_move(s) == (CHANCE,):
        return contract.step(GAME, s, rng)
    side = rng.choice(GAME.waited_for(s))
    legal = contract.forward(GAME, s, side)
    assert legal, f"{type(s.stack[-1]).__name__}: no way on"
    action = contract.concrete(rng.choices(legal, [weight(s, a) for a in legal])[0], rng)
    return GAME.apply(s, side, action), side, action


def states(seed: int, options: Mapping[str, Any] | None = None) -> Iterator[Any]:
    """The states of a busy game."""
    rng = random.Random(seed)
    s = GAME.setup("campaign", options or {"augmentation": seed % 3})
    while True:
        yield s
        if not GAME.to_move(s):
            return
        s, _, _ = step(s, rng)
