"""The chance to win a campaign whose position is known in full: a logistic sum of what matters, its weights learnt.

`weights.json` is written by `python -m ironbottom.lab.learn solomons`: games of the script, which strays now and then,
each position at the start of a half labelled with who won in the end.
"""

from __future__ import annotations

from math import log, sqrt

from ironbottom.games.solomons.rules.ground import effective
from ironbottom.games.solomons.rules.printed import (
    BACK,
    DEEP,
    HENDERSON,
    JAPAN,
    LAC,
    OUT,
    PACKAGE,
    RABAUL,
    SHORTLANDS,
    SIDES,
    SUNK,
    USA,
)
from ironbottom.games.solomons.rules.state import Campaign, points
from ironbottom.games.solomons.rules.state import worth as value_of
from ironbottom.kernel.learnt import CERTAIN, bounded, log_odds, logistic, weights

STEADY, LOOSE = 0.06, 0.55
"""The spread of the logarithm of the final ratio: at the end, and what a whole campaign adds to it."""
EVEN = 0.2
"""The logarithm of a ratio between a draw and a Japanese victory."""


def phase(s: Campaign) -> int:
    """Grows by one with each half of a Game-Turn: odd in the first, even in the second."""
    return 2 * s.turn + (s.half == 2)


def turns_left(s: Campaign) -> float:
    """Game-Turns that are still to be played."""
    return float(s.p.numbers["time"]["turns"]) - s.turn + (1.0 if s.half == 1 and not s.segment else 0.5)


def afloat(s: Campaign, side: int, left: float) -> float:
    """The factors of surface attack, and six for each deck, that can sail in the turns left, on average."""
    p = s.p
    total = 0.0
    for u in p.of_side[side]:
        where = s.at[u]
        if where in (OUT, SUNK) or not p.attack[u]:
            continue
        away = max(0, min(s.due[u], 99) - s.turn) if BACK <= where < DEEP else 0
        total += (p.attack[u] + 6 * p.deck[u]) * max(0.0, left - away) / left
    return total


def lead(s: Campaign, left: float, field: float) -> float:
    """How far the ratio of the points is above an even one, in spreads of what may still come; the field counts for who
    holds it."""
    japan, usa = points(s, JAPAN) + 5.0, points(s, USA) + 5.0
    if s.holder == JAPAN:
        japan += field
    else:
        usa += field
    return max(-5.0, min(5.0, (log(japan / usa) - EVEN) / (STEADY + LOOSE * sqrt(left / 16))))


def signs(s: Campaign) -> tuple[float, ...]:
    """What matters in a position: once, and once more times the share of the game that is left."""
    left = turns_left(s)
    japan, usa = s.ground
    row = (
        1.0,
        float(s.holder == JAPAN),
        lead(s, left, value_of(s, "field")),
        lead(s, left, 0),
        japan / 10,
        usa / 10,
        japan / (japan + usa + 1),
        max(-15, min(15, effective(s, JAPAN) - effective(s, USA))) / 10,
        min(s.supply[JAPAN], 3) / 3,
        min(s.supply[USA], 5) / 5,
        float(not s.supply[USA]),
        min(s.hungry, 3) / 3,
        (sum(s.air[RABAUL][LAC]) + sum(s.air[SHORTLANDS][LAC])) / 10,
        sum([sum(stock) for stock in s.air[HENDERSON]]) / 10 * (1 if s.holder == USA else -1),
        sum([sum(s.decks[u]) for u in s.p.carriers[JAPAN]]) / 20,
        sum([sum(s.decks[u]) for u in s.p.carriers[USA]]) / 20,
        afloat(s, JAPAN, left) / 500,
        afloat(s, USA, left) / 400,
        s.depot[JAPAN] / 10,
        s.depot[USA] / 10,
    )
    part = left / s.p.numbers["time"]["turns"]
    return (*row, *[number * part for number in row])


def worth(s: Campaign, side: int) -> float:
    """The logarithm of the odds that the side wins; a draw counts for half."""
    if s.result is not None:
        return CERTAIN * s.result.returns[side]
    japan = bounded(log_odds(weights(PACKAGE)[SIDES[phase(s) & 1]], signs(s)))
    return japan if side == JAPAN else -japan


def chance(s: Campaign, side: int) -> float:
    """The chance that the side wins."""
    return logistic(worth(s, side))


def balance(s: Campaign, side: int) -> float:
    """How good a position is for a side, from -1 to 1 and 0 about even: also of a view, for it asks only for what all
    know."""
    if s.result is not None:
        return 100.0 * s.result.returns[side]
    p, foe = s.p, 1 - side

    def ready(who: int) -> int:
        return sum(p.attack[u] for u in p.of_side[who] if not (s.at[u] == SUNK or BACK <= s.at[u] < DEEP))

    value = (
        float(points(s, side) - points(s, foe))
        + float(s.supply[side] - s.supply[foe])
        + 1.2 * (s.ground[side] - s.ground[foe])
        + 0.5 * (effective(s, side) - effective(s, foe))
        + 0.5 * (sum(s.known[side]) - sum(s.known[foe]))
        + 0.3 * ((ready(side) - ready(foe)) / 10)
        + 4.0 * (s.hungry if side == JAPAN else -s.hungry)
        + 40.0 * (1 if s.holder == side else -1)
    )
    return value / (100.0 + abs(value))
