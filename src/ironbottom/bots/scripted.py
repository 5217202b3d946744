"""The scripted players: the game's own script, played as it is, or drawn from a softmax of its scores."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from ironbottom.bots.player import Plan, Question, Script, Thought


def script_of(package: str) -> Script | None:
    """The script of the game in that package (its module `bot`); None where it has none."""
    name = f"{package}.bot"
    try:
        return cast(Script, import_module(name))
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None


@dataclass(frozen=True, slots=True)
class Scripted:
    """Plays the script's best plan; with a `temperature` above 0, one drawn by exp(score / temperature)."""

    temperature: float = 0.0

    def choose(self, asked: Question, rng: random.Random) -> Thought:
        script = script_of(asked.game.package)
        if script is None:
            raise LookupError(f"{asked.game.slug} has no script")
        plans = script.policy(asked.view, asked.side, asked.legal, asked.memory, rng)
        return Thought(self._one(plans, rng).do, plans)

    def _one(self, plans: tuple[Plan, ...], rng: random.Random) -> Plan:
        if self.temperature <= 0 or len(plans) == 1:
            return plans[0]
        best = max(plan.score for plan in plans)
        weights = [math.exp((plan.score - best) / self.temperature) for plan in plans]
        return rng.choices(plans, weights)[0]
