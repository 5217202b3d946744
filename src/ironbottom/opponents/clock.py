"""How long to think: a budget spent in steps or in seconds, and a word that ends thinking at once.

A step is one play-out: one plan, tried in one dealt world. Whoever thinks asks `over()` between two steps, so that an
answer is never later than one step.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

from ironbottom.opponents.player import Budget, Seconds, Steps

MOVE_NOW = threading.Event()
"""Set it, and all thinking in this process ends with the best answer so far; `runner.hurry` sets and clears it."""


@dataclass(slots=True)
class Clock:
    """A budget that is being spent; `share` of it belongs to the question at hand."""

    budget: Budget
    share: float = 1.0
    stop: threading.Event = field(default_factory=lambda: MOVE_NOW)
    steps: int = 0
    started: float = field(default_factory=time.monotonic)

    def step(self) -> None:
        """One play-out has been made."""
        self.steps += 1

    def used(self) -> float:
        """What part of the budget is spent: 1 or more when it is gone."""
        if self.stop.is_set():
            return 1.0
        if isinstance(self.budget, Steps):
            return self.steps / max(1.0, self.budget.n * self.share)
        assert isinstance(self.budget, Seconds)
        return (time.monotonic() - self.started) / max(1e-6, self.budget.t * self.share)

    def over(self) -> bool:
        """Whether the budget is gone."""
        return self.used() >= 1.0
