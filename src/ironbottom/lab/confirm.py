"""Whether a book of blunders says what is so: each entry's `wrong` answer against its `right` one, played on.

An entry is a blunder only if playing on says so. Both answers are played in the true position with common fresh dice,
and then by the scripts to the end of the game. Where an entry gives no `right` answer, the script's own stands for it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ironbottom.kernel.action import Action, parse
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.game import Game
from ironbottom.lab.blunders import FILE, Blunder, called_on, fallen
from ironbottom.lab.hunt import compared
from ironbottom.opponents.player import Question, Thought
from ironbottom.opponents.scripted import Scripted


@dataclass(frozen=True, slots=True)
class Confirmed:
    """What the wrong answer of an entry loses, as a chance to win, with its standard error; or what is the matter with
    the entry."""

    blunder: Blunder
    lost: float
    error: float
    wrong: str = ""

    @property
    def holds(self) -> bool:
        return not self.wrong and self.lost > 2 * self.error

    def line(self) -> str:
        mark = "ok   " if self.holds else "OPEN "
        name = f"{self.blunder.name} ({self.blunder.kind})"
        return f"{mark} {self.lost:+.2f} ± {self.error:.2f}  {name} {self.wrong}".rstrip()


@dataclass(slots=True)
class Dictated:
    """A player that first says what it is told, and then what the script says."""

    left: tuple[Action, ...]

    def choose(self, asked: Question, rng: random.Random) -> Thought:
        told, self.left = self.left, ()
        return Thought(told) if told else Scripted().choose(asked, rng)


def confirm(game: Game[Any], book: Sequence[Blunder], trials: int) -> Iterator[Confirmed]:
    """What each entry with a `wrong` answer loses by it, over so many pairs of fresh dice. Raises BadInput."""
    for blunder in book:
        if "wrong" in blunder.data:
            yield _confirmed(game, blunder, trials)


def _confirmed(game: Game[Any], blunder: Blunder, trials: int) -> Confirmed:
    play = called_on(game, blunder)
    game = play.game
    wrong, right = (_answer(blunder, key) for key in ("wrong", "right"))
    if not fallen(game, blunder, play, Dictated(wrong), 0):
        return Confirmed(blunder, 0.0, 0.0, "the wrong answer does not fall for it")
    if told := fallen(game, blunder, play, Dictated(right), 0):
        return Confirmed(blunder, 0.0, 0.0, f"the right answer falls for it: {told}")
    known = [play.memory(side) for side in range(len(game.sides))]
    rng = random.Random(f"confirm {blunder.name}")
    lost, error = compared(game, play.state, blunder.side, right, wrong, known, rng, trials, None, 0.0)
    return Confirmed(blunder, lost, error)


def _answer(blunder: Blunder, key: str) -> tuple[Action, ...]:
    try:
        return tuple(parse(text.strip()) for text in blunder.data.get(key, "").split(";") if text.strip())
    except BadInput as error:
        raise BadInput(f"{FILE} ({blunder.name}): {key}: {error}") from None
