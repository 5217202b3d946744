"""The chance to win a position: a logistic sum of what matters, its weights learnt.

`weights.json` is written by `python -m ironbottom.lab.learn henderson-field`: games between computer players that stray
now and then, each position at the start of a side's half of a turn labelled with who won in the end.
"""

from __future__ import annotations

from math import log

from ironbottom.games.henderson_field.rules.points import guns_in_range
from ironbottom.games.henderson_field.rules.printed import AMERICAN, COMING, JAPANESE, PACKAGE, RABAUL, SIDES, distances
from ironbottom.games.henderson_field.rules.state import Position, operational
from ironbottom.kernel.learnt import CERTAIN, bounded, log_odds, logistic, weights

BY_THE_FIELD = (0, 1, 3, 6)
"""Distances from the airfield within which steps are counted."""
SUPPORT, REACH = 1, 5
"""How near to a village its holder's steps count for it, and the other side's against it."""


def phase(s: Position) -> int:
    """Grows by one with each side's half of a turn: even in the American one, odd in the Japanese one."""
    return 2 * s.turn + (s.half == JAPANESE)


def income(s: Position) -> int:
    """What a whole turn scores for the Americans as things stand, less what it scores for the Japanese."""
    each = s.setting.points
    score = int(each["village"]) * (s.villages.count(AMERICAN) - s.villages.count(JAPANESE))
    if operational(s):
        score += int(each["field"][SIDES[s.field]]) * (1 if s.field == AMERICAN else -1)
    if s.field == AMERICAN and guns_in_range(s):
        score -= int(each["guns"])
    return score


def signs(s: Position) -> tuple[float, ...]:
    """What matters in a position: once, and once more times the share of the game that is left, and times its
    square."""
    p = s.setting
    left = (len(p.turns) - s.turn) / len(p.turns)
    goal = p.limits["victory"]
    home = distances(p, p.field)
    stands: list[list[tuple[int, int]]] = []
    """For each side hex and steps of its units on the map but guns."""
    row = [1.0]
    steps, guns, coming, later = [0, 0], [0, 0], [0, 0], [0, 0]
    for side in (AMERICAN, JAPANESE):
        army, there = s.armies[side], []
        for i, here in enumerate(army.at):
            if here < p.hexes:
                if p.units[side][i].gun:
                    guns[side] += army.steps[i]
                else:
                    there.append((here, army.steps[i]))
                    steps[side] += army.steps[i]
            elif here in (COMING, RABAUL) and army.due[i] > 0:
                if army.due[i] <= s.turn + 2:
                    coming[side] += army.steps[i]
                else:
                    later[side] += army.steps[i]
        stands.append(there)
        row += [sum([n for here, n in there if home[here] <= far]) / 40 for far in BY_THE_FIELD]
        row += [steps[side] / 80, guns[side] / 20, coming[side] / 40, later[side] / 80]
        row += [min(30, s.supply[side]) / 30]
    row.append(log((steps[AMERICAN] + 5) / (steps[JAPANESE] + 5)))
    gain = income(s)
    row += [s.points / goal, gain / 12]
    for turns in (1, 2, 4, 8):
        row.append(max(-1.3, min(1.3, (s.points + turns * gain) / goal)))
    row += [max(0.0, s.points / goal - 0.6), max(0.0, -s.points / goal - 0.6)]
    exposed, open_, safe = [0.0, 0.0], [0, 0], [0, 0]
    for here, owner in zip(p.villages, s.villages, strict=True):
        away = distances(p, here)
        own = sum([n for at, n in stands[owner] if away[at] <= SUPPORT])
        foes = sum([n for at, n in stands[1 - owner] if away[at] <= REACH])
        if foes > own:
            exposed[owner] += min(1.0, (foes - own) / 4)
            open_[owner] += 1
        elif own:
            safe[owner] += 1
    row += [n / 6 for n in (*exposed, *open_, *safe)]
    row += [1.0 if s.field == AMERICAN else -1.0, s.status / 20, float(operational(s))]
    return (*row, *[number * left for number in row], *[number * left * left for number in row])


def worth(s: Position, side: int) -> float:
    """The logarithm of the odds that the side wins."""
    if s.result is not None:
        return CERTAIN * s.result.returns[side]
    american = bounded(log_odds(weights(PACKAGE)[SIDES[phase(s) & 1]], signs(s)))
    return american if side == AMERICAN else -american


def chance(s: Position, side: int) -> float:
    """The chance that the side wins."""
    return logistic(worth(s, side))
