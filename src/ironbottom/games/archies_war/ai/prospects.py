"""The chance to win a two-player position that is known in full: a logistic sum of what matters, its weights learnt.

`weights.json` is written by `python -m ironbottom.lab.learn archies-war`: games between scripts that stray now and
then, each position at the start of a side's sequence labelled with who won in the end.
"""

from __future__ import annotations

from typing import Any

from ironbottom.games.archies_war.rules.combat import GENERAL
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE, SIDES
from ironbottom.games.archies_war.rules.sequence import active
from ironbottom.games.archies_war.rules.state import Position
from ironbottom.kernel.learnt import log_odds, logistic, weights


def phase(s: Position) -> int:
    """Grows by one with each side's sequence of play."""
    return 2 * s.turn + (active(s) == JAPANESE)


def signs(s: Position) -> tuple[float, ...]:
    """What matters in a position, all of it known: once, and once more times the share of the game that is left."""
    setting = s.setting
    left = (setting.turns - s.turn) / setting.turns
    defence, attack = setting.defence[AMERICAN], setting.attack[JAPANESE]
    ours = [[item >> 2 for item in stack] for stack in s.blocks[AMERICAN]]
    theirs = [[item >> 2 for item in stack] for stack in s.blocks[JAPANESE]]
    guards = [sum([defence[k] for k in stack]) / 10 for stack in ours]
    strikes = [sum([attack[k] for k in stack]) / 10 for stack in theirs]
    anchors = len(setting.anchors)
    closed = sum([1 for place in setting.anchors if ours[place]])
    held = sum([1 for place in setting.anchors if theirs[place]])
    field, adjacent = setting.field, setting.adjacent
    general = next((place for place, stack in enumerate(ours) if GENERAL in stack), -1)
    waiting = [attack[k] for k in s.pools[JAPANESE]] + [attack[k] for k in s.drawn if active(s) == JAPANESE]
    total = sum(strikes)
    row = [
        1.0,
        float(setting.tokens_to_win - s.tokens == 2),
        float(setting.tokens_to_win - s.tokens <= 1),
        float(closed == anchors - 2),
        float(closed == anchors - 1),
        float(closed == anchors),
        float(held == 1),
        float(held >= 2),
        float(closed and closed + held >= anchors),
        total,
        total * total,
        max(strikes),
        sum(waiting) / 10,
        sum([len(stack) for stack in theirs]) / 5,
        sum(guards),
        sum([len(stack) for stack in ours]) / 5,
        sum([setting.defence[AMERICAN][k] for k in s.pools[AMERICAN]]) / 10,
        float(general >= 0),
        float(general == field),
        float(general in adjacent),
        float(general >= 0 and len(ours[general]) == 1),
        float(not ours[field]),
        float(not any(map(bool, theirs))),
        *[float(bool(ours[place])) for place in adjacent],
        *[float(bool(theirs[place])) for place in adjacent],
        *guards,
        *strikes,
    ]
    for side, army in ((AMERICAN, ours), (JAPANESE, theirs)):
        standing = [kind for stack in army for kind in stack]
        row += [float(standing.count(kind)) for kind in range(setting.infantry[side], len(setting.types[side]))]
    return (*row, *[number * left for number in row])


def chance(s: Any, side: int) -> float:
    """The chance that the side wins."""
    if s.result is not None:
        won = s.result.returns[AMERICAN]
        return 1.0 if (won > 0) == (side == AMERICAN) else 0.0
    american = logistic(log_odds(weights("ironbottom.games.archies_war")[SIDES[phase(s) & 1]], signs(s)))
    return american if side == AMERICAN else 1 - american
