"""What a computer player needs to know of a game: its script, and what a search asks of it.

A game subclasses `Opponent`, and registers its script's thought for each step with the step itself:

    @thought(Retreat)
    def retreat(step: Retreat, asked: Asked[Position]) -> tuple[Plan, ...]:
        ...

An opponent keeps nothing between two questions and is handed knowledge only: a view and a memory, never a state.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from ironbottom.kernel.action import Action
from ironbottom.kernel.step import Decision, State

S = TypeVar("S", bound=State)


class Plan(NamedTuple):
    """One thing that was thought of: an intention (a key of the texts), its actions, its score, and actions that are
    meant to follow when it is asked again."""

    intention: str
    do: tuple[Action, ...]
    score: float
    then: tuple[Action, ...] = ()


def ranked(plans: Iterable[Plan]) -> tuple[Plan, ...]:
    """Plans, best first; of equals the one that was thought of first."""
    return tuple(sorted(plans, key=lambda plan: -plan.score))


class Asked(NamedTuple, Generic[S]):
    """A question to the script: the side's view and memory, what is legal, and a generator of its own."""

    view: S
    side: int
    legal: tuple[Action, ...]
    memory: Any
    rng: random.Random


Thinker = Callable[[Any, Asked[Any]], tuple[Plan, ...]]
"""The script for one kind of step: the step and the question in; plans out, best first, never empty."""

_THOUGHTS: dict[type, Thinker] = {}


def thought(*kinds: type[Decision]) -> Callable[[Thinker], Thinker]:
    """Register what the script thinks at these steps (and at those derived from them). Raises ValueError where one has
    its thought already."""

    def register(thinker: Thinker) -> Thinker:
        for kind in kinds:
            if kind in _THOUGHTS:
                raise ValueError(f"{kind.__qualname__} has a thought already")
            _THOUGHTS[kind] = thinker
        return thinker

    return register


def thought_of(kind: type) -> Thinker:
    """What is registered for a kind of step, or for what it derives from. Raises LookupError."""
    for base in kind.__mro__:
        if base in _THOUGHTS:
            return _THOUGHTS[base]
    raise LookupError(f"the script has no thought for {kind.__qualname__}: register one with @thought")


class Opponent(Generic[S]):
    """The script of a game, and what it offers to a search. What stands here is what a game need not say."""

    searches: ClassVar[bool] = False
    """Whether plans are proposed and positions valued, so that a search can use them."""
    occasions: ClassVar[tuple[str, ...]] = ()
    """What `occasion` may answer."""
    loyalty: ClassVar[float] = 0.0
    """What the script's own plan has ahead of all others, as a chance to win."""
    lean: ClassVar[float] = 0.0
    """What a step of the dial of aggression is worth where no search weighs it, on the scale of the script's scores; 0
    where the script offers no choice that one could feel: then its levels come in one style."""
    unproven: ClassVar[bool] = False
    """Whether its own adviser (`advise`) has not been shown to play better than its script: hints say so."""
    least_worlds: ClassVar[float] = 6
    """As many worlds as every plan should see at least, on average: a small budget tries fewer plans."""
    plot_worlds: ClassVar[int] = 2
    """Where both sides write in secret: the worlds that are dealt to try the plots in."""
    hasty: ClassVar[bool] = False
    """Whether who draws among the plans (the Recruit) draws from those of `rollout`, and so thinks less far ahead."""
    hedge: ClassVar[float] = 0.0
    """How much of what a plan is worth is reckoned as if the enemy had known it when he hid what `doubt` names."""

    def policy(
        self, view: S, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
    ) -> tuple[Plan, ...]:
        """The plans thought of, best first; each plan's first action is legal now. Never empty."""
        step = view.stack[-1]
        return thought_of(type(step))(step, Asked(view, side, legal, memory, rng))

    def styled(
        self, view: S, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random, bold: bool
    ) -> tuple[Plan, ...]:
        """What a bold or a careful script chooses from by its `lean`: what `policy` thinks of, or, where that is one
        way to spend a whole phase, another one."""
        return self.policy(view, side, legal, memory, rng)

    def rollout(
        self, view: S, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
    ) -> tuple[Plan, ...]:
        """What the script plays where nobody reads what it considered: in play-outs, so it should be quick."""
        return self.policy(view, side, legal, memory, rng)

    def worth(self, state: S, side: int) -> float:
        """How good a position is for a side: 0 is even, what one side gains the other loses. Works on views and on
        states alike; luck is measured by it."""
        raise TypeError(f"{type(self).__name__} values no position")

    @property
    def values(self) -> bool:
        """Whether a position is given a worth; where not, no luck is measured."""
        return type(self).worth is not Opponent.worth

    @property
    def names_signs(self) -> bool:
        """Whether there are signs to learn weights from."""
        return type(self).signs is not Opponent.signs

    # -- what a search asks; only where `searches` --

    def proposals(
        self, view: S, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
    ) -> tuple[Plan, ...]:
        """Plans for the rest of a turn, the script's own first. Never empty."""
        return self.policy(view, side, legal, memory, rng)[:1]

    def vary(
        self, view: S, side: int, do: tuple[Action, ...], memory: Any, rng: random.Random, most: int
    ) -> tuple[Plan, ...]:
        """Up to so many variations of a plan; one without an intention of its own has that of the plan."""
        return ()

    def phase(self, state: S) -> int:
        """Grows by one with each side's turn."""
        raise TypeError(f"{type(self).__name__} does not say whose turn it is")

    def evaluate(self, state: S, side: int) -> float:
        """The chance that the side wins, from 0 to 1; the state is known in full."""
        raise TypeError(f"{type(self).__name__} values no position")

    def doubt(self, world: S, side: int) -> Hashable:
        """What of the enemy's hidden forces decides most, as it is in a dealt world; None where nothing is hidden."""
        return None

    def signs(self, state: S) -> tuple[float, ...]:
        """What matters in a position, in numbers, by which `evaluate` tells who wins: what its weights are learnt
        from."""
        raise TypeError(f"{type(self).__name__} names no signs")

    def learn_phase(self, state: S) -> int:
        """Changes where positions are noted to learn weights from, and is odd where the second side's weights hold: the
        phase, unless a game is valued at other moments."""
        return self.phase(state)

    def share(self, view: S, side: int) -> float:
        """Which part of a whole turn's thought this decision deserves."""
        return 1.0

    def boldness(self, intention: str) -> float:
        """From -1 (cautious) to 1 (bold): what the dial of aggression weighs."""
        return 0.0

    def occasion(self, view: S, side: int, plan: Plan) -> str:
        """What sets a plan apart from others of its intention, where its name and reason are others then: the end of
        their keys in the catalogue (`intention.NAME.OCCASION`); "" for nothing."""
        return ""

    def by_hand(self, view: S, side: int, do: tuple[Action, ...]) -> tuple[Action, ...]:
        """The actions of a plan as somebody at the board would take them, who can do several alike in one."""
        return do

    def proof(self, view: S) -> tuple[float, float] | None:
        """Where the script is left only for a plan that leads it: by how much, and by how many standard errors."""
        return None

    def suppose(self, view: S, side: int, memory: Any, rng: random.Random) -> S:
        """The view with some of the unknown filled in, as the memory makes it likely; a world dealt from it must still
        have the view itself."""
        return view

    def supposed(self, memory: Any, side: int) -> Any:
        """What another side may be taken to remember, as far as the owner of `memory` can tell."""
        return None

    def to_the_end(self, state: S) -> bool:
        """Whether a position is valued by playing it out to the end of the game, not by `evaluate` on the way: so are
        the short games of ours, which end otherwise than those that the weights are learnt from, and soon."""
        return bool(state.setting.own_rule)

    def until(self, state: S, turns: int) -> int | None:
        """The phase to which a search plays its plans out, where it would look `turns` phases ahead; None: to the end
        of the game."""
        return None if self.to_the_end(state) else self.phase(state) + turns

    def advise(
        self, view: S, side: int, legal: tuple[Action, ...], used: Callable[[], float], step: Callable[[], None],
        rng: random.Random,
    ) -> tuple[Plan, ...] | None:
        """The plans of the game's own adviser, best first, where it has one for this view: it thinks until `used()`,
        the share of the budget that is spent, is 1, and calls `step()` after each play-out."""
        return None
