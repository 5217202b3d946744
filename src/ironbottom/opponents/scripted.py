"""The scripted players: the game's own script, played as it is, or drawn from a softmax of its scores."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Any

from ironbottom.kernel.game import Game
from ironbottom.kernel.opponent import Opponent, Plan
from ironbottom.opponents.player import Question, Thought


def script_of(game: Game[Any]) -> Opponent[Any]:
    """The script of a game. Raises LookupError where it has none."""
    if game.opponent is None:
        raise LookupError(f"{game.slug} has no script")
    return game.opponent


@dataclass(frozen=True, slots=True)
class Scripted:
    """Plays the script's best plan; with a `temperature` above 0, one drawn by exp(score / temperature)."""

    temperature: float = 0.0

    def choose(self, asked: Question, rng: random.Random) -> Thought:
        script = script_of(asked.game.of(asked.view))
        plans = script.policy(asked.view, asked.side, asked.legal, asked.memory, rng)
        return Thought(self._one(plans, rng).do, plans)

    def _one(self, plans: tuple[Plan, ...], rng: random.Random) -> Plan:
        if self.temperature <= 0 or len(plans) == 1:
            return plans[0]
        best = max(plan.score for plan in plans)
        weights = [math.exp((plan.score - best) / self.temperature) for plan in plans]
        return rng.choices(plans, weights)[0]
