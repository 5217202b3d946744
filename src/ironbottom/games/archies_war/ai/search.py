"""What a search needs beside the script: plans for a turn, likely worlds, and what they are worth."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from ironbottom.games.archies_war.ai import prospects
from ironbottom.games.archies_war.ai.bot import features, policy, worth
from ironbottom.games.archies_war.knowledge import unseen
from ironbottom.games.archies_war.memory import Memory, remember, start
from ironbottom.games.archies_war.rules.combat import GENERAL
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE
from ironbottom.games.archies_war.rules.state import Position
from ironbottom.games.archies_war.solitaire.ai import adviser
from ironbottom.games.archies_war.solitaire.rules.state import Solitaire
from ironbottom.kernel.action import Action
from ironbottom.kernel.game import Game
from ironbottom.kernel.opponent import Plan

__all__ = ["advise", "boldness", "evaluate", "features", "phase", "policy", "proposals", "remember", "share", "start",
           "suppose", "supposed", "to_the_end", "worth"]

FIRSTS, SECONDS, FROM = 12, 3, 5
"""How many first actions are proposed; how many second ones after each of the best so many of them."""
NAMED = 8
"""Of the first actions, so many are the best of their intention."""
REMEMBERED = 0.85
"""How often what was seen in a place is taken to stand there still."""
BOLDNESS: Mapping[str, float] = {
    "storm": 1.0, "strike": 0.7, "landing": 1.0, "clear": 0.5, "fight": 0.5, "advance": 0.5, "hunt": 0.5,
    "outpost": 0.3, "stay": 0.5, "hold": -0.7, "guard": -0.7, "return": -0.5, "mass": -0.3, "recall": -0.3,
}  # fmt: skip


def proposals(
    view: Any, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
) -> tuple[Plan, ...]:
    """The script's plans: its best, the best of each intention, then the next best; each followed by the script's own
    second action, and the best of them by others too."""
    plans = policy(view, side, legal, memory, rng)
    named: dict[str, Plan] = {}
    for plan in plans:
        named.setdefault(plan.intention, plan)
    order = [*list(named.values())[:NAMED], *plans]
    firsts = list(dict.fromkeys(plan.do for plan in order))[:FIRSTS]
    by_do = {plan.do: plan for plan in plans}
    found = [by_do[do] for do in firsts]
    if not isinstance(view, Position) or type(view.stack[-1]).__name__ != "Actions" or view.actions < 2:
        return tuple(found)
    game = _game(view)
    more: list[Plan] = []
    for first in found[:FROM]:
        now: Any = view
        try:
            for action in first.do:
                now = game.apply(now, side, action)
        except (IndexError, ValueError, KeyError, AttributeError):  # what follows depends on what the view lacks
            continue
        if game.to_move(now) != (side,) or type(now.stack[-1]).__name__ != "Actions":
            continue
        seconds = policy(now, side, game.legal(now, side), memory, rng)
        more += [Plan(first.intention, first.do, second.score, second.do) for second in seconds[1:SECONDS]]
    at = min(len(found), 6)
    return (*found[:at], *more, *found[at:])


def _game(view: Any) -> Game[Any]:
    from ironbottom.games.archies_war.game import TwoPlayer
    from ironbottom.games.archies_war.solitaire.game import Alone

    return Alone("") if isinstance(view, Solitaire) else TwoPlayer(view.setting.correction)


def phase(s: Any) -> int:
    """Grows with each sequence of play."""
    return prospects.phase(s) if isinstance(s, Position) else int(s.turn)


def evaluate(s: Any, side: int) -> float:
    """The chance to win."""
    if isinstance(s, Solitaire):
        won = s.result.returns[side] > 0 if s.result else False
        return 0.5 if s.result is None else float(won)
    return prospects.chance(s, side)


def to_the_end(s: Any) -> bool:
    """The solitaire game is short and cheap: it is played out."""
    return isinstance(s, Solitaire)


def suppose(view: Any, side: int, memory: Any, rng: random.Random) -> Any:
    """What was seen of the enemy and should still be there, and Vandegrift where he probably is."""
    if not isinstance(view, Position) or not isinstance(memory, Memory) or view.battle is not None or view.result:
        return view
    foe = 1 - side
    setting = view.setting
    bag = list(unseen(view, foe))
    army = [list(stack) for stack in view.blocks[foe]]

    def put(place: int, kind: int) -> None:
        slots = [at for at, item in enumerate(army[place]) if item < 0]
        if slots and kind in bag:
            at = rng.choice(slots)
            army[place][at] = kind * 4 + (army[place][at] & 1)
            bag.remove(kind)

    if foe == AMERICAN and memory.general and GENERAL in bag:
        places = [setting.index[name] for name in memory.general]
        shares = list(memory.general.values())
        where = rng.choices([*places, -1], [*shares, max(0.02, 1 - sum(shares))])[0]
        if where >= 0:
            put(where, GENERAL)
    for name, blocks in memory.seen.items():
        place = setting.index[name]
        if len(blocks) <= len(army[place]) and rng.random() < REMEMBERED:
            for block in blocks:
                kind = setting.kind(foe, block)
                if kind != GENERAL or foe == JAPANESE:
                    put(place, kind)
    blocks_now = tuple(tuple(sorted(stack)) for stack in army)
    return view.replace(blocks=(blocks_now, view.blocks[1]) if foe == AMERICAN else (view.blocks[0], blocks_now))


def supposed(memory: Any, side: int) -> Any:
    """What the enemy has made of the events that all have seen."""
    return memory.other if isinstance(memory, Memory) and memory.other is not None else start(side)


def advise(
    view: Any, side: int, legal: tuple[Action, ...], used: Callable[[], float], step: Callable[[], None],
    rng: random.Random,
) -> tuple[Plan, ...] | None:
    """For one who plays alone: each action with its chance to win, the best first; None where a search of plans is
    the better adviser."""
    if not isinstance(view, Solitaire):
        return None
    return adviser.advise(_game(view), view, legal, used, step, rng)


def share(view: Any, side: int) -> float:
    """Half a turn's thought for the first action, a third for the second, a little for what a fight asks."""
    if isinstance(view, Solitaire):
        return 0.8 if type(view.stack[-1]).__name__ == "ChooseAction" else 0.2
    if not isinstance(view, Position) or type(view.stack[-1]).__name__ != "Actions":
        return 0.1
    return 0.5 if view.actions > 1 else 0.3


def boldness(intention: str) -> float:
    """What the dial of aggression weighs."""
    return BOLDNESS.get(intention, 0.0)
