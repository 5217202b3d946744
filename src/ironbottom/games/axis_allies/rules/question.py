"""What most decisions of this game have in common."""

from __future__ import annotations

from ironbottom.games.axis_allies.rules.state import Campaign
from ironbottom.kernel.action import Action
from ironbottom.kernel.step import Decision


class Question(Decision):
    """A question that is left by "done", and "pass" or "hold_fire" for one thing; what is in hand is put back by
    "drop"."""

    __slots__ = ()

    def retracts(self, action: Action) -> bool:
        return bool(action[0] == "drop")

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        return s if action[0] in ("done", "drop", "pass", "hold_fire") else self.act(s, side, action)

    def act(self, s: Campaign, side: int, action: Action) -> Campaign:
        """The state after any other action."""
        raise TypeError(f"{type(self).__name__} does not say what '{action[0]}' does")
