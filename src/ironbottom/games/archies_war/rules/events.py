"""What the events of all chapters have in common; each stands beside the step that tells it."""

from __future__ import annotations

from ironbottom.games.archies_war.rules.printed import SIDES
from ironbottom.kernel.event import Event
from ironbottom.kernel.value import value


@value
class SideEvent(Event):
    """An event of one side, by name; what is secret in it that side alone learns."""

    side: str

    def knows(self) -> tuple[int, ...]:
        return (SIDES.index(self.side),)
