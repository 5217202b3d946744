"""What events, dice and decisions share."""

from __future__ import annotations

from typing import Any, ClassVar

from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Chance, Decision, Refusal, refuse

FACES: tuple[tuple[Action, int], ...] = tuple((("die", n), 1) for n in range(1, 7))


class Told(Event):
    """Something that happened."""

    __slots__ = ()
    rule: ClassVar[str] = ""
    """The statement that it carries out."""


class Die(Chance):
    """R2.5: a die."""

    __slots__ = ()

    def outcomes(self, s: Any) -> tuple[tuple[Action, int], ...]:
        return FACES


class Asked(Decision):
    """A decision that refuses what it does not offer with one text, under its own statement."""

    __slots__ = ()
    refused: ClassVar[str] = "refused.not_now"

    def why_not(self, s: Any, side: int, action: Action) -> Refusal:
        return refuse(self.rule, self.refused)
