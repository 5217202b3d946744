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
    """Plays the script's best plan; with a `temperature` above 0, one drawn by exp(score / temperature). `aggression`
    is a dial from -2 to +2: bold intentions score so much more, or less."""

    temperature: float = 0.0
    aggression: int = 0

    def choose(self, asked: Question, rng: random.Random) -> Thought:
        script = script_of(asked.game.of(asked.view))
        known = asked.view, asked.side, asked.legal, asked.memory, rng
        if self.temperature > 0 and script.hasty:
            plans = script.rollout(*known)
        else:
            plans = script.styled(*known, self.aggression > 0) if self.aggression else script.policy(*known)
        return Thought(self._one(script, plans, rng).do, plans)

    def _one(self, script: Opponent[Any], plans: tuple[Plan, ...], rng: random.Random) -> Plan:
        if len(plans) == 1 or self.temperature <= 0 == self.aggression:
            return plans[0]
        scores = [plan.score for plan in plans]
        if self.aggression:
            scores = [
                score + script.lean * self.aggression * script.boldness(plan.intention)
                for score, plan in zip(scores, plans, strict=True)
            ]
        best = max(scores)
        if self.temperature <= 0:
            # the script's order decides where no lean does
            return plans[0] if scores[0] == best else plans[scores.index(best)]
        return rng.choices(plans, [math.exp((score - best) / self.temperature) for score in scores])[0]
