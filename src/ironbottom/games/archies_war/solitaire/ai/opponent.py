"""The computer player of the solitaire game: its script, and the adviser instead of a search of plans."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from ironbottom.games.archies_war.solitaire.ai import adviser
from ironbottom.games.archies_war.solitaire.ai.script import RESERVES_WEIGH
from ironbottom.games.archies_war.solitaire.rules.american import ChooseAction
from ironbottom.games.archies_war.solitaire.rules.state import AMERICAN, INFILTRATION, RESERVES, Solitaire
from ironbottom.kernel.action import Action
from ironbottom.kernel.game import Game
from ironbottom.kernel.opponent import Opponent, Plan

WON = 40.0
"""What the game itself is worth, in strength."""


class AloneOpponent(Opponent[Solitaire]):
    """For the American side."""

    searches = True
    unproven = True

    def __init__(self, game: Game[Solitaire]) -> None:
        self.game = game

    def worth(self, state: Solitaire, side: int) -> float:
        """Marines, the field and who threatens them."""
        s, sign = state, 1 if side == AMERICAN else -1
        if s.result is not None:
            return sign * WON * s.result.returns[AMERICAN]
        threat = s.japanese[0] + s.japanese[1] + RESERVES_WEIGH * s.japanese[RESERVES] + 2.0 * s.japanese[INFILTRATION]
        field = 1.5 * s.status if s.status > 1 else 3.0 * s.status - 1.5
        help_ = 2.0 * s.vandegrift + float(s.seabees) - 1.5 * s.heavy
        return sign * (sum(s.american) + field + help_ - 0.7 * threat)

    def proposals(
        self, view: Solitaire, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
    ) -> tuple[Plan, ...]:
        return self.policy(view, side, legal, memory, rng)

    def phase(self, state: Solitaire) -> int:
        return state.turn

    def evaluate(self, state: Solitaire, side: int) -> float:
        return 0.5 if state.result is None else float(state.result.returns[side] > 0)

    def to_the_end(self, state: Solitaire) -> bool:
        """The game is short and cheap: it is played out."""
        return True

    def share(self, view: Solitaire, side: int) -> float:
        return 0.8 if isinstance(view.stack[-1], ChooseAction) else 0.2

    def advise(
        self, view: Solitaire, side: int, legal: tuple[Action, ...], used: Callable[[], float],
        step: Callable[[], None], rng: random.Random,
    ) -> tuple[Plan, ...]:
        """Each action with its chance to win, the best first."""
        return adviser.advise(self.game, self, view, legal, used, step, rng)
