"""One die."""

from __future__ import annotations

from ironbottom.kernel.action import Action
from ironbottom.kernel.step import Chance

DIE: tuple[tuple[Action, int], ...] = tuple((("die", n), 1) for n in range(1, 7))


class Die(Chance):
    """A step that rolls one die."""

    __slots__ = ()

    def outcomes(self, s: object) -> tuple[tuple[Action, int], ...]:
        return DIE
