"""22.0: Victory Points and the levels of victory."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.solomons.rules.printed import JAPAN, USA, Printed
from ironbottom.games.solomons.rules.state import Campaign, points, worth
from ironbottom.kernel.event import Event, Later
from ironbottom.kernel.step import Auto, Result
from ironbottom.kernel.value import value

LEVELS = ("american", "draw", "marginal", "substantive", "decisive")


def level(p: Printed, japanese: int, american: int) -> str:
    """RS-200, A49: the level of victory by the ratio of the points."""
    n = p.numbers["levels"]

    def over(key: str, equal: bool) -> bool:
        a, b = n[key]
        left, right = japanese * b, american * a
        return bool(left >= right if equal else left > right)

    if japanese <= 0 or not over("draw_above", False):
        return "american"
    if over("decisive_from", True):
        return "decisive"
    if over("substantive_from", True):
        return "substantive"
    return "marginal" if over("marginal_above", False) else "draw"


@value
class Ended(Event):
    """RS-200: the Victory Points of both, and the level."""

    file_name: ClassVar[str] = "ended"
    japanese: int
    american: int
    level: str
    holder: Later[int] = -1
    field: Later[int] = 0
    """The points for holding Henderson Field."""


@value
class FinalScore(Auto):
    """RS-200, A59, A76: the field's points, and the end."""

    def run(self, s: Campaign) -> Campaign:
        s = s.score(s.holder, "field", worth(s, "field"))
        found = level(s.p, points(s, JAPAN), points(s, USA))
        s = s.tell(Ended(japanese=points(s, JAPAN), american=points(s, USA), level=found,
                         holder=s.holder, field=worth(s, "field")))
        sign = 0 if found == "draw" else -1 if found == "american" else 1
        return s.replace(veiled=False).end(Result((sign, -sign), found))
