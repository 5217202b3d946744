"""SR-20..SR-46: the chance to lose, exactly: by front next turn, and by an action this turn."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ironbottom.games.archies_war.solitaire.rules.attack import (
    american_strength,
    attack_result,
    japanese_strength,
    mass_attack_fronts,
    total,
)
from ironbottom.games.archies_war.solitaire.rules.japanese import Loss
from ironbottom.games.archies_war.solitaire.rules.state import RESERVES, Solitaire, japanese, option, printed
from ironbottom.kernel.action import Action
from ironbottom.kernel.step import DECIDE, DRAW, settle


def overrun(s: Solitaire, front: int) -> float:
    """The chance that an attack on this front, as all stand, loses the game."""
    if s.american[front] == 0:
        return 1.0
    table = printed(s).data["tables"]["banzai"]
    defence = total(american_strength(s, front))
    lost = sum(attack_result(total(japanese_strength(s, front, n)), defence) == "overrun" for n in table)
    return lost / len(table)


def front_action(s: Solitaire, front: int) -> float:
    """The chance that a front action (test, then attack) on this front loses the game."""
    data = printed(s).data
    if option(s, "front_reinforcement") == "before_the_attack_roll":
        s = japanese(s, front, data["front"]["reinforcement"])
    less = data["bloody_ridge"]["test"] if front == RESERVES else 0
    attacks = sum(die - less <= s.japanese[front] for die in range(1, 7)) / 6
    return attacks * overrun(s, front)


@lru_cache(maxsize=4096)
def _peril(s: Solitaire) -> tuple[float, float, float]:
    risk = [front_action(s, front) / 6 for front in range(3)]
    called = {"random_front_action": 3, "front_or_bombardment": 2}.get(option(s, "naval_victory_extra"), 0)
    if called:
        stronger = japanese(s, RESERVES, printed(s).data["naval_victory"]["reserves"])
        for front in range(called):
            risk[front] += front_action(stronger, front) / 3 / 36
    fronts = mass_attack_fronts(s)
    for front in fronts:
        risk[front] += overrun(s, front) / len(fronts) / 36
    return risk[0], risk[1], risk[2]


def peril(s: Solitaire) -> tuple[float, float, float]:
    """For each front, the chance that the next Japanese action takes it, as all stand now."""
    return _peril(s.replace(stack=(), news=(), rolls=(), fight=(), action="", last="", turn=1))


def turn_risk(s: Solitaire, action: Action) -> dict[str, float]:
    """The chance of each way to lose in the rest of this turn after that action: every die followed through.

    Losses are taken where most Marines stand, and a marker below the track at the end of the turn counts as lost.
    """
    found = {"lost_empty": 0.0, "lost_overrun": 0.0, "lost_field": 0.0}
    top: Any = s.stack[-1]
    first = settle(top.take(s.replace(stack=s.stack[:-1], news=()), 0, action))
    waiting: list[tuple[Solitaire, float]] = [(first, 1.0)]
    while waiting:
        now, p = waiting.pop()
        if now.result is not None:
            if now.result.reason in found:
                found[now.result.reason] += p
            continue
        step: Any = now.stack[-1]
        rest = now.replace(stack=now.stack[:-1], news=())
        if step.kind == DRAW:
            outcomes = step.outcomes(now)
            share = p / len(outcomes)
            waiting += [(settle(step.resolve(rest, outcome)), share * weight) for outcome, weight in outcomes]
        elif step.kind == DECIDE:
            if type(step).__name__ == "Rearrange":
                if now.status < 0:
                    found["lost_field"] += p
                continue
            answer = step.heaviest(now) if isinstance(step, Loss) else step.legal(now, 0)[0]
            waiting.append((settle(step.take(rest, 0, answer)), p))
    return found
