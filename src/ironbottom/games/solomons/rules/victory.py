"""22.0: Victory Points and the levels of victory."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.solomons.rules.printed import BACK, DEEP, JAPAN, OUT, SUNK, USA, Printed
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


def to_be_won(v: Campaign, side: int) -> int:
    """RS-200: the most Victory Points that a side can still win in the last half, as all know: for all enemy ships that
    may be at sea, what they may carry, and what stands on Guadalcanal; for all enemy aircraft."""
    p, foe = v.p, 1 - side
    sails = foe == USA or any(v.said) or any(sight.side == foe and sight.segment == 7 for sight in v.sights)
    lost = {OUT, SUNK, *range(BACK, DEEP)}
    there = [u for u in p.of_side[foe] if v.at[u] not in lost and (sails or p.kind[u] == "SS")]
    ground = v.ground[foe] + (v.offshore[foe] if sails else 0)
    aircraft = v.known[foe]
    land = sum(aircraft[base * 3] for base in range(6))
    ships = sum(worth(v, p.worth[u]) for u in there)
    return (ships + ground * worth(v, "japanese_ground" if foe == JAPAN else "american_ground")
            + (v.supply[foe] + sum(int(p.cargo[u]) for u in there)) * worth(v, "supply")
            + land * worth(v, "lac") + (sum(aircraft) - land) * worth(v, "nac"))


def decided(v: Campaign) -> str:
    """RS-200: the side that has won, whatever still happens, or "draw"; "" while that is open, as it always is before
    the last half's plots are written. The field can change hands only where its holder has nobody left."""
    if v.turn < v.p.numbers["time"]["turns"] or v.segment < 8 or not v.ground[v.holder]:
        return ""
    sure = [points(v, side) + (worth(v, "field") if v.holder == side else 0) for side in (JAPAN, USA)]
    most = [sure[side] + to_be_won(v, side) for side in (JAPAN, USA)]
    worst, best = (won(level(v.p, *pair)) for pair in ((sure[JAPAN], most[USA]), (most[JAPAN], sure[USA])))
    return best if best == worst else ""


def won(level: str) -> str:
    """Who has won at that level."""
    return level if level in ("american", "draw") else "japanese"


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
