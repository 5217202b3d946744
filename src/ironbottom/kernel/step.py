"""The turn as a stack of steps that is kept in the state.

A step is a value: what is being done, by whom, with what still to do. The top step either runs by itself
(`Auto`), asks for chance (`Chance`), or asks one side or several at once (`Decision`). It is popped before it
applies (unless it `stays`), so that its parent is the top of the stack, and pushes what follows. Steps hold public
values only; secrets stand in the declared fields of the game's state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal, Self, TypeAlias

from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.value import Outside, Value, value

CHANCE = -1
"""The side of dice and draws."""
OBSERVER = -2
"""Who looks on: knows only what everybody may know."""

AUTO: Final = 0
DRAW: Final = 1
DECIDE: Final = 2


@value
class Refusal(Value):
    """Why an action is not legal: the statement that forbids it, and a text of the game's catalogue with its
    arguments."""

    rule: str
    text: str
    args: tuple[tuple[str, Any], ...] = ()


def refuse(rule: str, text: str, /, **args: Any) -> Refusal:
    """A refusal; `rule` is the id of a statement in the game's `rules.toml`, `text` a key of its catalogue."""
    return Refusal(rule, text, tuple(args.items()))


@value
class Result(Value):
    """How a game ended: a number for each side (1 won, 0 drawn, -1 lost, or points) and the reason's key."""

    returns: tuple[int, ...]
    reason: str


class Setting(Outside):
    """The printed game and the options agreed: map, units and tables, with the owner's corrections.

    A state holds it by reference; it is equal only to itself, and a file names it instead of holding it.
    A game makes one setting for each set of options and keeps it.
    """

    __slots__ = ()
    own_rule: str = ""
    """The statement of a short scenario of ours, by which it is won; "" for the game of the book."""

    def __reduce__(self) -> Any:
        raise TypeError("a game's Setting says how it is made anew in another process")


@value
class State(Value):
    """What every game's state holds; a game adds its own fields (with defaults, or none at all)."""

    setting: Setting
    stack: tuple[OnStack, ...] = ()
    news: tuple[Event, ...] = ()
    result: Result | None = None

    often: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "with_stack": ("stack",), "with_news": ("news",), "onward": ("stack", "news"),
    }

    def with_stack(self, stack: tuple[OnStack, ...]) -> Self:
        """The state with another stack."""
        return self.replace(stack=stack)

    def with_news(self, news: tuple[Event, ...]) -> Self:
        """The state with other news."""
        return self.replace(news=news)

    def onward(self, stack: tuple[OnStack, ...], news: tuple[Event, ...]) -> Self:
        """The state with another stack and other news."""
        return self.replace(stack=stack, news=news)

    def push(self, *steps: OnStack) -> Self:
        """The state with these steps on the stack, the first of them on top."""
        return self.with_stack(self.stack + steps[::-1])

    def instead(self, *steps: OnStack) -> Self:
        """The state with these steps in place of the top one, the first of them on top."""
        return self.with_stack(self.stack[:-1] + steps[::-1])

    def tell(self, *events: Event) -> Self:
        """The state with these events added to the news of the step that is being applied."""
        return self.with_news(self.news + events)

    def end(self, result: Result) -> Self:
        """The state of the ended game."""
        return self.replace(stack=(), result=result)


class Step(Value):
    """One thing to do."""

    __slots__ = ()
    rule: ClassVar[str] = ""
    """The statement of `rules.toml` that the step carries out, shown beside the prompt."""
    stays: ClassVar[bool] = False
    """It stays on the stack when it is carried out, and takes itself off: for a sheet that is written line by line, and
    for what comes so often that one state less for each counts."""
    verbs: ClassVar[tuple[str, ...]] = ()
    """The verbs that belong to it, for games that refuse all others as such."""
    sealed: ClassVar[bool] = False
    """A decision that several sides write at once and in secret; nothing is shown before the last of them is ready."""


class Auto(Step):
    """A step that runs by itself."""

    __slots__ = ()
    kind: ClassVar[Literal[0]] = AUTO

    def run(self, s: Any) -> Any:
        """The state after it; the step has already left the stack, unless it `stays`."""
        raise TypeError(f"{type(self).__name__} does not say how it runs")


class Chance(Step):
    """One die, or one draw."""

    __slots__ = ()
    kind: ClassVar[Literal[1]] = DRAW

    def outcomes(self, s: Any) -> tuple[tuple[Action, int], ...]:
        """What may fall, with integer weights above 0, in a fixed order."""
        raise TypeError(f"{type(self).__name__} has no outcomes")

    def resolve(self, s: Any, outcome: Action) -> Any:
        """The state after that outcome; the step has already left the stack."""
        raise TypeError(f"{type(self).__name__} does not say what follows")


class Die(Chance):
    """A die of six: the outcomes `("die", 1)` to `("die", 6)`."""

    __slots__ = ()

    def outcomes(self, s: Any) -> tuple[tuple[Action, int], ...]:
        return D6


D6: tuple[tuple[Action, int], ...] = tuple((("die", n), 1) for n in range(1, 7))


class Decision(Step):
    """A question to one side (`self.side`), or to several at once (`asks` overridden)."""

    __slots__ = ()
    kind: ClassVar[Literal[2]] = DECIDE
    routine: ClassVar[bool] = False
    """Comes again and again and mostly asks nothing: one standing order of a side answers all such steps by their
    `default`, and they ask where that is None."""
    staffed: ClassVar[bool] = False
    """Carries out what was decided before: a standing order may leave all such steps of a side to the game's script."""
    plays_itself: ClassVar[bool] = False
    """Taken for the side when one action alone is legal; only where that betrays nothing (truth 2)."""

    once_silent: ClassVar[bool] = False
    """Asked always, lest the question betray something, where earlier rules were silent when nothing was to be chosen:
    their records have no line for it, and are followed with its `default`."""

    starts_itself: ClassVar[bool] = False
    """Done for the side at a table, as an act of its own, when one action alone is legal and nothing of the side can
    still be taken back: for the last of several things that are only put in order."""

    def asks(self, s: Any) -> tuple[int, ...]:
        """The sides that may act now."""
        known: Any = self
        return (known.side,)

    def waits_for(self, s: Any) -> tuple[int, ...]:
        """The sides that are not ready yet."""
        return self.asks(s)

    def legal(self, s: Any, side: int) -> tuple[Action, ...]:
        """What that side may do: ordered, without duplicates; a function of what its view holds."""
        raise TypeError(f"{type(self).__name__} offers nothing")

    def why_not(self, s: Any, side: int, action: Action) -> Refusal:
        """The statement that forbids an action that `legal` does not offer."""
        return refuse(self.rule, "refused.not_now")

    def take(self, s: Any, side: int, action: Action) -> Any:
        """The state after that action; the step has already left the stack."""
        raise TypeError(f"{type(self).__name__} does not say what follows")

    def retracts(self, action: Action) -> bool:
        """Whether the action only takes back an earlier one of this declaration (bots and random play skip it)."""
        return False

    def default(self, s: Any, side: int) -> Action | None:
        """For a reaction: what its side does when it has left no order."""
        return None


OnStack: TypeAlias = Auto | Chance | Decision
"""What stands on the stack."""


def side_of(step: OnStack | None) -> int | None:
    """The side whose step it is; None where it is nobody's alone, or there is none."""
    known: Any = step
    return known.side if step is not None and "side" in step.fields else None


def settle(s: Any) -> Any:
    """Run the steps that run by themselves, until one asks or the game is over."""
    while s.stack:
        top = s.stack[-1]
        if top.kind == AUTO:
            s = top.run(s if top.stays else s.with_stack(s.stack[:-1]))
        elif top.kind == DECIDE and top.plays_itself:
            sides = top.asks(s)
            if len(sides) != 1 or len(actions := top.legal(s, sides[0])) != 1:
                return s
            s = top.take(s if top.stays else s.with_stack(s.stack[:-1]), sides[0], actions[0])
        else:
            return s
    return s


def step_types(*modules: Any) -> tuple[type[Value], ...]:
    """All value classes that these modules define, in order of name: what a game's files may hold. Raises ValueError
    for two of one name: files, and the dice, know a step by it."""
    found: dict[str, type[Value]] = {}
    for module in modules:
        for item in vars(module).values():
            if not isinstance(item, type) or not issubclass(item, Value) or item.__module__ != module.__name__:
                continue
            if found.setdefault(item.reads_as(), item) is not item:
                raise ValueError(f"two classes are called {item.reads_as()} in files")
    return tuple(found[name] for name in sorted(found))
