"""Sealed decisions: both sides write at once and in secret, in any order, with actions that take back, `ready` last."""

from __future__ import annotations

from typing import Any, ClassVar

from ironbottom.games.solomons.rules.state import Campaign, pair
from ironbottom.kernel.action import Action
from ironbottom.kernel.step import Auto, Decision, Refusal, Step, refuse

READY: Action = ("ready",)


class Opening(Auto):
    """A step that lets both sides begin to write: it takes itself off the stack, as `opened` does."""

    __slots__ = ()
    stays: ClassVar[bool] = True


def opened(s: Campaign, *steps: Step, **changes: Any) -> Campaign:
    """The state in which both sides begin to write, with these steps in place of the top one."""
    return s.replace(drafts=((), ()), ready=(False, False), stack=s.stack[:-1] + steps[::-1], **changes)


class Sealed(Decision):
    """A decision of one side or both, sealed until all are ready. What a side writes stands in secret
    fields of the state."""

    __slots__ = ()
    sealed: ClassVar[bool] = True
    stays: ClassVar[bool] = True
    back: ClassVar[tuple[str, ...]] = ()
    """The verbs that take something back."""

    def sides(self, s: Campaign) -> tuple[int, ...]:
        """Who writes: must follow from what all know."""
        return (0, 1)

    def asks(self, s: Campaign) -> tuple[int, ...]:
        """Those who are not ready come first."""
        sides = self.sides(s)
        return sides[::-1] if len(sides) == 2 and s.ready == (True, False) else sides

    def waits_for(self, s: Campaign) -> tuple[int, ...]:
        sides, ready = self.sides(s), s.ready
        return tuple([side for side in sides if not ready[side]]) if ready[0] or ready[1] else sides

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return (("unready",),) if s.ready[side] else self.writes(s, side)

    def writes(self, s: Campaign, side: int) -> tuple[Action, ...]:
        """What a side may write now; `ready` last."""
        raise TypeError(f"{type(self).__name__} offers nothing")

    def write(self, s: Campaign, side: int, action: Action) -> Campaign:
        """The state with that on the side's part."""
        raise TypeError(f"{type(self).__name__} cannot be written on")

    def close(self, s: Campaign) -> Campaign:
        """What follows when all are ready."""
        raise TypeError(f"{type(self).__name__} does not say what follows")

    def finish(self, s: Campaign, side: int) -> Campaign:
        """What a side's ready still fills in."""
        return s

    def retracts(self, action: Action) -> bool:
        return action[0] == "unready" or action[0] in self.back

    def refusal(self, s: Campaign, side: int, action: Action) -> Refusal:
        """The statement that forbids it."""
        return refuse(self.rule, "refused.not_now")

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if s.ready[side]:
            return refuse(self.rule, "refused.ready")
        try:
            return self.refusal(s, side, action)
        except (IndexError, KeyError, TypeError, ValueError):
            return refuse(self.rule, "refused.not_now")

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        if action == READY:
            sides = self.sides(s)
            if [other for other in sides if other != side and not s.ready[other]]:
                return s.with_ready(pair(s.ready, side, True))
            for other in sides:
                s = self.finish(s, other)
            return self.close(s.replace(ready=(False, False), stack=s.stack[:-1]))
        if action[0] == "unready":
            return s.with_ready(pair(s.ready, side, False))
        return self.write(s, side, action)
