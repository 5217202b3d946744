"""The adviser of one who plays alone: the rest of the game, played out after each thing that may be done now.

What follows at once, to the start of the next turn, is played by the rules themselves; whole turns after it by `swift`.
All actions share the first half of the budget, with common dice, turn by turn, so that one die more or less now does
not change all later turns; the script's own choice and its best rival then share the rest. The rival is advised if it
leads by more than the noise: most choices differ by a few in a hundred, and to follow every difference seen would be
to follow the dice.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from ironbottom.games.archies_war.solitaire.ai.swift import Run
from ironbottom.games.archies_war.solitaire.rules.american import ChooseAction
from ironbottom.games.archies_war.solitaire.rules.state import AMERICAN, Solitaire
from ironbottom.kernel.action import Action
from ironbottom.kernel.game import Game
from ironbottom.kernel.opponent import Opponent, Plan
from ironbottom.kernel.step import CHANCE

TRUST = 1.0
"""By how many standard errors a rival must lead the script's choice."""
MOST_DICE = 16
"""More than fall in any turn."""


class Dice:
    """The dice of a play-out, by turn: the same for all that is compared."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.turns: dict[int, list[int]] = {}

    def of(self, turn: int) -> Callable[[], int]:
        """The dice of a turn, from the first of them."""
        if turn not in self.turns:
            self.turns[turn] = self.rng.choices(range(1, 7), k=MOST_DICE)
        return iter(self.turns[turn]).__next__


def advise(
    game: Game[Solitaire], script: Opponent[Solitaire], s: Solitaire, legal: tuple[Action, ...],
    used: Callable[[], float], step: Callable[[], None], rng: random.Random,
) -> tuple[Plan, ...]:
    """The script's plans with their chance to win, the advised one first. `used` says which part of the budget is gone;
    `step` is called for each play-out."""
    plans = script.policy(s, AMERICAN, legal, None, rng)
    if len(plans) == 1:
        return (Plan(plans[0].intention, plans[0].do, _share(game, script, s, plans[0].do, used, step, rng)),)
    results: list[list[bool]] = [[] for _ in plans]

    def one(*numbers: int) -> None:
        dice = Dice(rng.getrandbits(32))
        for number in numbers:
            results[number].append(play_out(game, script, s, plans[number].do, dice))
            step()

    while used() < 0.5 or not results[-1]:
        one(*range(len(plans)))

    def chance(number: int) -> float:
        return sum(results[number]) / len(results[number])

    others = sorted(range(1, len(plans)), key=chance, reverse=True)
    rival = others[0]
    while used() < 1:
        one(0, rival)
    pairs = [int(a) - int(b) for a, b in zip(results[rival], results[0], strict=True)]
    lead = sum(pairs) / len(pairs)
    error = math.sqrt(sum([(pair - lead) ** 2 for pair in pairs]) / len(pairs) / len(pairs))
    order = [rival, 0, *others[1:]] if lead > TRUST * error and lead > 0 else [0, *others]
    return tuple(Plan(plans[at].intention, plans[at].do, chance(at)) for at in order)


def _share(
    game: Game[Solitaire], script: Opponent[Solitaire], s: Solitaire, do: tuple[Action, ...], used: Callable[[], float],
    step: Callable[[], None], rng: random.Random,
) -> float:
    won = played = 0
    while used() < 0.25 or not played:
        won += play_out(game, script, s, do, Dice(rng.getrandbits(32)))
        played += 1
        step()
    return won / played


def play_out(
    game: Game[Solitaire], script: Opponent[Solitaire], s: Solitaire, do: tuple[Action, ...], dice: Dice
) -> bool:
    """Whether the game is won after these actions, with the script at all later decisions."""
    roll = dice.of(s.turn)
    for action in do:
        s = game.apply(s, AMERICAN, action)
        if game.to_move(s) != (AMERICAN,):
            break
    while sides := game.to_move(s):
        if sides == (CHANCE,):
            s = game.apply(s, CHANCE, game.chance(s)[roll() - 1][0])
        elif isinstance(s.stack[-1], ChooseAction):
            return Run(s).to_end(dice.of)
        else:
            for action in script.rollout(s, AMERICAN, game.legal(s, AMERICAN), None, dice.rng)[0].do:
                s = game.apply(s, AMERICAN, action)
                if game.to_move(s) != (AMERICAN,):
                    break
    return s.result is not None and s.result.returns[AMERICAN] > 0
