"""What a computer player is: a question goes in, actions and the thoughts behind them come out.

A player keeps nothing between two questions: its answer is a function of the question and of the generator's seed,
so that equal knowledge gives equal moves. What it remembers, the game's knowledge makes of the events seen.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from ironbottom.kernel.action import Action, Range, notation
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.game import Game
from ironbottom.kernel.opponent import Plan


@dataclass(frozen=True, slots=True)
class Steps:
    """A budget in steps of search: reproducible; for tests and research."""

    n: int

    def __str__(self) -> str:
        return f"steps:{self.n}"


@dataclass(frozen=True, slots=True)
class Seconds:
    """A budget in seconds of thought for a side's whole turn; for play."""

    t: float

    def __str__(self) -> str:
        return f"s:{self.t:g}"


Budget = Steps | Seconds


def read_budget(text: str) -> Budget:
    """The budget that a text such as "steps:400" or "s:1.5" stands for. Raises BadInput.

    >>> read_budget("steps:400"), str(read_budget("s:1.5"))
    (Steps(n=400), 's:1.5')
    """
    kind, _, number = text.partition(":")
    try:
        if kind == "steps" and 0 < (n := int(number)) <= 10**9:
            return Steps(n)
        if kind == "s" and 0 < (t := float(number)) <= 86_400:
            return Seconds(t)
    except ValueError:
        pass
    raise BadInput(f"a budget is steps:N or s:T with a positive number, not '{text}'")


@dataclass(frozen=True, slots=True)
class Question:
    """All that a player is given."""

    game: Game[Any]
    side: int
    view: Any
    """The side's view: a state of the game in which the unknown is marked unknown."""
    legal: tuple[Action, ...]
    memory: Any
    """What the side remembers of the events seen; None where nothing need be remembered."""
    budget: Budget | None = None


class Weighed(NamedTuple):
    """What a plan brought where it was tried: the chance to win, what it is where things go badly and well, and by how
    much it may be wrong (its standard error)."""

    chance: float
    risk: float
    hope: float
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class Thought:
    """An answer: actions to be played in order, until chance or another side's decision comes between; and
    what was considered, best first."""

    do: tuple[Action, ...]
    considered: tuple[Plan, ...] = ()
    weighed: tuple[Weighed | None, ...] = ()
    """Of each plan that was considered what it brought; None of what was tried too little to tell."""
    mixture: tuple[tuple[tuple[Action, ...], float], ...] = ()
    """The answers that it was drawn from, each with its chance; nothing where none was drawn."""


class Player(Protocol):
    """A computer player."""

    def choose(self, asked: Question, rng: random.Random) -> Thought:
        """The answer to a question: a function of the question and the generator."""
        ...


def onward(question: Question) -> tuple[Action, ...]:
    """The legal actions that do not merely take something back."""
    game, view = question.game, question.view
    forward = tuple(action for action in question.legal if not game.retracts(view, action))
    return forward or question.legal


def forced(question: Question) -> Action | None:
    """The one legal action, where nothing is to be chosen in it either; None where there is a choice, be it of an
    amount."""
    forward = onward(question)
    if len(forward) != 1 or any(isinstance(part, Range) and part.low < part.high for part in forward[0]):
        return None
    return tuple(part.low if isinstance(part, Range) else part for part in forward[0])


def settled(action: Action, rng: random.Random) -> Action:
    """The action of a template, with each amount drawn."""
    if Range not in map(type, action):
        return action
    return tuple(rng.randrange(p.low, p.high + 1, p.step) if isinstance(p, Range) else p for p in action)


def told(thought: Thought, most: int = 8) -> list[dict[str, Any]]:
    """What was considered, as plain data: the page words it by the intention's key."""
    return [
        {"intention": plan.intention, "do": [notation(action) for action in plan.do], "score": round(plan.score, 3)}
        for plan in thought.considered[:most]
    ]
