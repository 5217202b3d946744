"""8.2: attacks proposed for all that a side owes, so that as little as can be is thrown away."""

from __future__ import annotations

from ironbottom.games.first_blood.rules.declaration import Declare, committed, duty
from ironbottom.games.first_blood.rules.state import Position, piece_name
from ironbottom.games.first_blood.rules.strength import BELOW, factors_of, strength
from ironbottom.kernel.action import Action

LOOKED_AT = 4
"""Units that are weighed against each other for the next part."""
BEGUN = 24
"""Other beginnings that are tried where something would be lost without a die."""
Part = tuple[tuple[Action, ...], Position]


def proposal(s: Position, side: int) -> tuple[Action, ...]:
    """8.1a, 8.2e, 8.2f: a valid completion of the declarations, as actions: one by one the unit and the hex that leave
    least under 1-2 and stand best in the table; where that loses somebody without a die, other beginnings too.
    Artillery in range supports where that makes a difference."""
    best = completed(s, side, ())
    if prospect(best[1], side)[0] < 0:
        begun = parts(s, side, duty(s, side).open_units(s))[:BEGUN]
        others = [completed(then, side, first) for first, then in begun]
        best = max((best, *others), key=lambda one: prospect(one[1], side))
    actions, s = best
    while more := [one for one in parts(s, side, free_guns(s, side)) if prospect(one[1], side) > prospect(s, side)]:
        part, s = max(more, key=lambda one: prospect(one[1], side))
        actions += part
    return actions


def free_guns(s: Position, side: int) -> tuple[int, ...]:
    """9.5a: artillery that owes nothing and has nothing to do yet."""
    owed, busy = duty(s, side), committed(s)
    return tuple(
        u for u in s.setting.own[side] if s.setting.units[u].artillery and u not in busy and u not in owed.unit_bit
    )


def completed(s: Position, side: int, actions: tuple[Action, ...]) -> Part:
    """These declarations and what they lack, part by part."""
    for _ in range(2 * len(s.at)):
        if ("done",) in Declare(side).legal(s, side):
            break
        pieces = duty(s, side).open_units(s)[:LOOKED_AT] or tuple(u for attack in s.attacks for u in attack.units)
        found = parts(s, side, pieces)
        if not found:
            break
        part, s = max(found, key=lambda one: prospect(one[1], side))
        actions += part
    return actions, s


def parts(s: Position, side: int, units: tuple[int, ...]) -> list[Part]:
    """What each of these units may do next."""
    found: list[Part] = []
    for u in units:
        holding = Declare(side, u)
        for use in holding.uses(s, u):
            then = holding.take(s, side, use).replace(stack=s.stack)
            found.append(((("take", piece_name(s.setting, u)), use), then))
    return found


def prospect(s: Position, side: int) -> tuple[int, int]:
    """8.6a, 8.9a: how good the declared attacks are: the factors that are lost without a die, below 0; then the columns
    of the others, each as often as it has factors."""
    lost = good = 0
    for attack in s.attacks:
        factors, column = sum(factors_of(s, u) for u in attack.units), strength(s, side, attack).column
        if column == BELOW:
            lost -= factors
        else:
            good += column * factors
    return lost, good
