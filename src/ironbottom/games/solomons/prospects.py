"""The chance to win a campaign whose position is known in full.

The levels of victory are ratios of the Victory Points of both sides after Game-Turn 16. What each side will have then
is what it has, what a turn brings on average, and what the position is worth: supply and ground points on the island,
the field, ships that can sail. The numbers were set by hand, after games of the script against itself.
"""

from __future__ import annotations

from math import erf, log, sqrt

from ironbottom.games.solomons.ground import effective
from ironbottom.games.solomons.printed import BACK, DEEP, HENDERSON, JAPAN, OUT, SUNK, USA
from ironbottom.games.solomons.state import Campaign, points, worth

GAINS = (7.0, 4.0)
"""Victory Points that each side wins in a Game-Turn, on average."""
STEADY, LOOSE = 0.06, 0.55
"""The spread of the logarithm of the final ratio: at the end, and what a whole campaign adds to it."""
AFLOAT = 0.012
"""What a factor of surface attack is worth for each Game-Turn that it can sail."""


def turns_left(s: Campaign) -> float:
    """Game-Turns that are still to be played."""
    return float(s.p.numbers["time"]["turns"]) - s.turn + (1.0 if s.half == 1 and not s.segment else 0.5)


def stores(supply: int) -> float:
    """What the Americans' supply is worth to them: the first points feed the garrison, more lie there to be shot at."""
    return 3.0 * min(supply, 2) + 1.2 * max(0, min(supply - 2, 3))


def afloat(s: Campaign, side: int, left: float) -> float:
    """What the ships of a side are worth in the turns that they can still sail."""
    p = s.p
    total = 0.0
    for u in p.of_side[side]:
        where = s.at[u]
        if where in (OUT, SUNK) or not p.attack[u]:
            continue
        away = max(0, min(s.due[u], 99) - s.turn) if BACK <= where < DEEP else 0
        total += (p.attack[u] + 6 * p.deck[u]) * max(0.0, left - away)
    return AFLOAT * total


def prospects(s: Campaign) -> tuple[float, float]:
    """The Victory Points that the Japanese and the Americans may expect at the end."""
    left = turns_left(s)
    share = left / float(s.p.numbers["time"]["turns"])
    japan, usa = points(s, JAPAN) + GAINS[0] * left, points(s, USA) + GAINS[1] * left
    ours, theirs = s.ground[JAPAN], s.ground[USA]
    japan += min(left, 6.0) * 0.25 * ours + 0.4 * min(left, 6.0) * (s.supply[JAPAN] > 0) + afloat(s, JAPAN, left)
    usa += min(1.0, left) * stores(s.supply[USA]) + 0.25 * min(left, 6.0) * theirs + afloat(s, USA, left)
    usa += 0.3 * min(1.0, left) * sum(sum(stock) for stock in s.air[HENDERSON])
    japan += 0.5 * share * (s.depot[JAPAN] - s.depot[USA])
    japan += 2.5 * min(1.0, left) * min(3, s.hungry + (not s.fed))
    edge = effective(s, JAPAN) - effective(s, USA)
    japan += 0.3 * min(1.0, left) * max(-8, min(8, edge))
    field = worth(s, "field")
    holds = 1.0 if s.holder == USA else 0.0
    if left > 0.5 and ours and theirs:
        lean = ours / (ours + theirs) - 0.5 * (s.fed or s.supply[USA] > 0)
        holds = min(1.0, max(0.0, holds + (-1 if s.holder == USA else 1) * max(0.0, lean) * 0.6))
    usa += field * holds
    japan += field * (1 - holds)
    return max(1.0, japan), max(1.0, usa)


def chance(s: Campaign, side: int) -> float:
    """The chance that a side wins; a draw counts for half."""
    if s.result is not None:
        return 0.5 + 0.5 * s.result.returns[side]
    japan, usa = prospects(s)
    spread = STEADY + LOOSE * sqrt(turns_left(s) / 16)
    ratio = log(japan / usa)

    def above(level: float) -> float:
        return 0.5 + 0.5 * erf((ratio - log(level)) / (spread * sqrt(2)))

    found = 0.5 * (above(1.0) + above(1.5))
    return found if side == JAPAN else 1 - found
