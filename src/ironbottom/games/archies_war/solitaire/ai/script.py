"""The script of the player alone: what to do, and where to stand, by the chance that a front falls next turn.

`stand` finds the distribution of the Marines by enumeration; `act` the action by a few rules of thumb: repair before
the field is lost, raid who could overrun a front, hunt infiltrators, else call the Navy. Both work on plain numbers,
so that whole games can be played out quickly (`swift`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ironbottom.games.archies_war.solitaire.rules.american import (
    RAIDS,
    AirStrikes,
    ChooseAction,
    Reinforcements,
    may_choose,
)
from ironbottom.games.archies_war.solitaire.rules.japanese import Loss
from ironbottom.games.archies_war.solitaire.rules.sequence import Rearrange
from ironbottom.games.archies_war.solitaire.rules.state import (
    AMERICAN_BOXES,
    FRONTS,
    INFILTRATION,
    JAPANESE_BOXES,
    RESERVES,
    Printed,
    Solitaire,
    air_support,
    printed,
)
from ironbottom.kernel.action import Action
from ironbottom.kernel.opponent import Asked, Plan, thought

BEATEN, HELD = 0.05, -0.03
"""What a lost and a repelled attack count, where an overrun counts 1."""
MASSED = 0.01
"""What a mass attack adds to the chance of an attack on each front."""
RESERVES_WEIGH = 1.6
"""Reserves count in every attack: so much more than the force at a front."""
DANGER = 0.02
"""A chance to be overrun next turn that is worth a raid."""


def _costs(board: Printed, front: int, most: int, foe: tuple[int, ...], fixed: int, half: int) -> list[float]:
    """What 0 to `most` Marines at a front would cost next turn."""
    data, coast = board.data, front != RESERVES
    force = foe[front] + (foe[RESERVES] // 2 if coast else data["bloody_ridge"]["bonus"])
    if not coast or board.options["infiltrators_on_the_coast"]:
        force += foe[INFILTRATION]
    less = 0 if coast else data["bloody_ridge"]["test"]
    strength = foe[front] + less
    if board.options["front_reinforcement"] == "before_the_attack_roll":
        strength += data["front"]["reinforcement"]
        force += data["front"]["reinforcement"]
    attacked = min(1.0, strength / 6) / 6 + MASSED
    table = data["tables"]["banzai"]
    found = [attacked]
    for marines in range(1, most + 1):
        defence = marines + fixed + half
        total = 0.0
        for added in table:
            attack = force + added
            total += 1.0 if attack >= 2 * defence else BEATEN if attack > defence else HELD
        found.append(attacked * total / len(table))
    return found


@lru_cache(maxsize=200_000)
def stand(board: Printed, total: int, foe: tuple[int, ...], fixed: int) -> tuple[tuple[int, ...], float]:
    """SR-61: where so many Marines stand best, against those Japanese, with `fixed` added to every defence (Vandegrift
    and air support); and what that costs, roughly the chance that a front falls next turn."""
    best: tuple[tuple[int, ...], float] = ((0, 0, 0, total), 9.0)
    for reserves in range(total, -1, -1):
        left = total - reserves
        one, two, three = (_costs(board, front, left, foe, fixed, reserves // 2) for front in range(3))
        for first in range(left + 1):
            here = one[first]
            if here >= best[1] + 1:
                continue
            for second in range(left - first + 1):
                cost = here + two[second] + three[left - first - second]
                if cost < best[1] - 1e-9:
                    best = ((first, second, left - first - second, reserves), cost)
    return best


@lru_cache(maxsize=100_000)
def wishes(
    board: Printed, american: tuple[int, ...], foe: tuple[int, ...], fixed: int, status: int, vandegrift: int,
    seabees: bool,
) -> tuple[tuple[str, float], ...]:
    """What each action is worth now, best first."""
    air = board.track[status] if status >= 0 else 0
    risk = stand(board, sum(american), foe, fixed)[1]
    found = {"appeal_navy": 1.0, "patrol": 0.0 if not foe[INFILTRATION] else 0.2 + 0.65 * foe[INFILTRATION]}
    if air:
        found["repair"] = 0.9 if status < len(board.track) - 2 else 0.5 if status < len(board.track) - 1 else -0.5
    else:
        found["repair"] = 9.0 if status <= 0 else 2.2
    burns = risk > DANGER
    for raid, box in RAIDS.items():
        size = foe[box] * (RESERVES_WEIGH if box == RESERVES else 1.0)
        found[raid] = (0.16 * size if foe[box] else -0.5) + (burns and foe[box] > 0) * 1.0
    return tuple(sorted(found.items(), key=lambda item: -item[1]))


def fixed(s: Solitaire) -> int:
    """SR-33: what is added to the defence of every front."""
    return s.vandegrift + air_support(s)


@thought(ChooseAction)
def choose(step: ChooseAction, asked: Asked[Solitaire]) -> tuple[Plan, ...]:
    s = asked.view
    ranked = wishes(printed(s), s.american, s.japanese, fixed(s), s.status, s.vandegrift, s.seabees)
    return tuple(
        Plan("raid" if action in RAIDS else action, (("choose", action),), score)
        for action, score in ranked
        if may_choose(s, action)
    )


@thought(Rearrange)
def rearrange(step: Rearrange, asked: Asked[Solitaire]) -> tuple[Plan, ...]:
    s = asked.view
    goal, cost = stand(printed(s), sum(s.american), s.japanese, fixed(s))
    return (Plan("stand", rearrangement(s.american, goal), -cost),)


@thought(Loss)
def lose(step: Loss, asked: Asked[Solitaire]) -> tuple[Plan, ...]:
    return _ranked("lose", asked, asked.view.american, AMERICAN_BOXES)


@thought(AirStrikes)
def strike(step: AirStrikes, asked: Asked[Solitaire]) -> tuple[Plan, ...]:
    weigh = [size * (RESERVES_WEIGH if box == RESERVES else 1.0) for box, size in enumerate(asked.view.japanese)]
    return _ranked("strike_box", asked, weigh, JAPANESE_BOXES)


@thought(Reinforcements)
def reinforce(step: Reinforcements, asked: Asked[Solitaire]) -> tuple[Plan, ...]:
    return _ranked("reinforce", asked, (0, 0, 0, 1), AMERICAN_BOXES)


def _ranked(
    intention: str, asked: Asked[Solitaire], worths: Sequence[float], boxes: tuple[str, ...]
) -> tuple[Plan, ...]:
    """The boxes that may be named, the one that is worth most first."""
    found = [Plan(intention, (action,), float(worths[boxes.index(action[1])])) for action in asked.legal]
    return tuple(sorted(found, key=lambda plan: -plan.score))


def rearrangement(now: tuple[int, ...], goal: tuple[int, ...]) -> tuple[Action, ...]:
    """SR-61: the actions that bring the Marines there: who leaves a front goes first."""
    changed = [front for front in range(3) if now[front] != goal[front]]
    changed.sort(key=lambda front: goal[front] - now[front])
    return (*(("hold", FRONTS[front], goal[front]) for front in changed), ("done",))
