"""What a fight leaves to decide: losses, retreats, advances, the flight of a group that was found."""

from __future__ import annotations

from ironbottom.games.henderson_field.ai.sight import Sight, ranked
from ironbottom.games.henderson_field.rules.artillery import FireLoss, Suppress
from ironbottom.games.henderson_field.rules.movement import Excess
from ironbottom.games.henderson_field.rules.printed import AMERICAN, distances
from ironbottom.games.henderson_field.rules.results import Advance, Lose, RetreatTo
from ironbottom.games.henderson_field.rules.state import Position, front, units_in
from ironbottom.games.henderson_field.rules.stealth import Flee
from ironbottom.kernel.action import Action
from ironbottom.kernel.opponent import Asked, Plan, thought


@thought(Lose, FireLoss)
def lose(step: Lose | FireLoss, asked: Asked[Position]) -> tuple[Plan, ...]:
    """R8.1.5, R8.2.1.4a: a step of whoever has many, guns and engineers last."""
    v, side = asked.view, step.side
    return ranked("lose", asked.legal, lambda action: _spare(v, side, action[1]))


@thought(Excess)
def excess(step: Excess, asked: Asked[Position]) -> tuple[Plan, ...]:
    """R7.5a: the weakest goes."""
    return ranked("lose", asked.legal, lambda action: -_steps(asked.view, step.side, action[1]))


@thought(Suppress)
def suppress(step: Suppress, asked: Asked[Position]) -> tuple[Plan, ...]:
    """R8.1.8: the weakest battery falls silent."""
    v, side = asked.view, step.side
    return ranked("lose", asked.legal, lambda action: -_steps(v, side, action[-1]) if len(action) > 1 else 0.0)


@thought(RetreatTo)
def retreat(step: RetreatTo, asked: Asked[Position]) -> tuple[Plan, ...]:
    """R8.2.1.4b: where room is scarce the strong go first."""
    v, side = asked.view, step.side
    return ranked("retreat", asked.legal, lambda action: (
        _refuge(v, side, v.setting.number[action[2]]) + 3.0 * _steps(v, side, action[1])
    ))


@thought(Advance)
def advance(step: Advance, asked: Asked[Position]) -> tuple[Plan, ...]:
    """R8.2.1.4c: onto the airfield and into villages; else only where it is safe."""
    return ranked("advance", asked.legal, lambda action: _advance(asked.view, step.side, action))


def _steps(v: Position, side: int, name: str) -> float:
    return float(v.armies[side].steps[v.setting.unit_number[name][1]])


def _spare(v: Position, side: int, name: str) -> float:
    """Who loses a step: whoever has many, guns and engineers last."""
    i = v.setting.unit_number[name][1]
    kind = v.setting.units[side][i].kind
    return v.armies[side].steps[i] + {"ART": -1.5, "ENG": -1.5, "LAB": 1.0, "SPW": 1.0}.get(kind, 0.0)


def _refuge(v: Position, side: int, here: int) -> float:
    """Where to retreat: the airfield, villages, the jungle; with friends, away from enemies."""
    p = v.setting
    enemy = front(v, 1 - side)
    near = sum(bool(enemy.open[n]) for n in p.near[here])
    score = 1.0 * p.jungle[here] + 0.3 * front(v, side).count[here] - 0.7 * near
    score += 4.0 * (here == p.field) + 1.5 * p.village[here]
    return score - 0.05 * distances(p, p.field)[here] * (side == AMERICAN)


def _advance(v: Position, side: int, action: Action) -> float:
    if action[0] in ("done", "stop"):
        return 0.0
    p = v.setting
    i, here = p.unit_number[action[1]][1], p.number[action[2]]
    if p.units[side][i].gun:
        return -1.0
    start = v.armies[side].at[i]
    if here == p.field:
        return 20.0
    if start == p.field and front(v, side).count[start] < 3:
        return -5.0
    if p.village[here]:
        return 3.0
    if p.village[start] and front(v, side).count[start] == 1:
        return -2.0
    see = Sight(v, side)
    better = see.danger(start, v.armies[side].steps[i]) - see.danger(here, v.armies[side].steps[i])
    return better - 0.2 + 0.5 * bool(p.river[start]) - 1.0 * bool(see.enemy.zone[here])


@thought(Flee)
def flee(step: Flee, asked: Asked[Position]) -> tuple[Plan, ...]:
    """R7.7.5: away from those who have found it, and then stay."""
    v, legal, side, p = asked.view, asked.legal, step.side, asked.view.setting
    if legal[0][0] == "take":
        return ranked("flee", legal, lambda action: -legal.index(action))
    see = Sight(v, side)
    i = units_in(v.doings[side].hand)[0]
    steps = v.armies[side].steps[i]
    now = see.danger(v.armies[side].at[i], steps)

    def value(action: Action) -> float:
        if action[0] == "stop":
            return 0.3
        here = p.number[action[1]]
        return now - see.danger(here, steps) - 2.0 * bool(see.enemy.beside[here])

    return ranked("flee", legal, value)
