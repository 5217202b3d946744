"""The script of both sides: what it plays follows from the view alone.

Each question has its thought, which says what the script would like to do; what is not legal then is left out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ironbottom.games.solomons.rules.air.attack import NextStrike
from ironbottom.games.solomons.rules.air.ground_attack import LoseAtBase
from ironbottom.games.solomons.rules.air.landing import Alight
from ironbottom.games.solomons.rules.air.losses import LoseAircraft
from ironbottom.games.solomons.rules.missions import AbortAfterSubmarine
from ironbottom.games.solomons.rules.ports import ApdCargo, Overfull
from ironbottom.games.solomons.rules.sealed import READY, Sealed
from ironbottom.games.solomons.rules.state import Campaign
from ironbottom.games.solomons.rules.surface import Shield, Withdrawal
from ironbottom.kernel.action import Action, Range, offered
from ironbottom.kernel.opponent import Asked, Plan, thought, thought_of
from ironbottom.kernel.step import Decision


def wish(intention: str, do: Iterable[Action], score: float = 1.0) -> Plan:
    """What the script would like to do: the actions that are not legal when their turn comes are left out."""
    return Plan(intention, tuple(do), score)


def wishes(asked: Asked[Campaign]) -> tuple[Plan, ...]:
    """What might be done, the script's own choice first."""
    step = asked.view.stack[-1]
    return thought_of(type(step))(step, asked)


def best(asked: Asked[Campaign]) -> Plan:
    """The script's own choice, as actions that are legal."""
    return written(asked, wishes(asked)[0])


def written(asked: Asked[Campaign], wished: Plan) -> Plan:
    """A wish as actions that are legal one after the other; what is sealed is written to its end. A plot that breaks
    off is left as it is."""
    s, side, legal = asked.view, asked.side, asked.legal
    step = s.stack[-1]
    done: list[Action] = []
    if not isinstance(step, Sealed):
        done = [action for action in wished.do if offered(legal, action)][:1]
        return wished._replace(do=tuple(done or [plain(legal, step)]))
    broken: set[str] = set()
    for action in wished.do:
        if action[0] == "plot" and action[1] in broken:
            continue
        if offered(legal, action):
            s = step.write(s, side, action)
            legal = step.legal(s, side)
            done.append(action)
        elif action[0] == "plot":
            broken.add(action[1])
    if not asked.view.ready[side] and READY in legal:
        done.append(READY)
    return wished._replace(do=tuple(done or [plain(legal, step)]))


def plain(legal: tuple[Action, ...], step: Any) -> Action:
    """The first legal action that takes nothing back, with the most of any amount."""
    forward = [action for action in legal if not step.retracts(action)] or list(legal)
    if READY in forward:
        return READY
    return tuple(part.high if isinstance(part, Range) else part for part in forward[0])


@thought(LoseAircraft, LoseAtBase, Alight, Withdrawal, Shield, NextStrike, ApdCargo, Overfull, AbortAfterSubmarine)
def usual(step: Decision, asked: Asked[Campaign]) -> tuple[Plan, ...]:
    """What an unattended side does."""
    v, side = asked.view, asked.side
    action = step.default(v, side)
    return (wish("script", [action] if action is not None else []),)
