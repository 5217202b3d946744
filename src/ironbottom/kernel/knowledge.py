"""Who knows what: views built from declared fields, what a side remembers, and the worlds that fit both.

Each field of a state says who knows it:

    @value
    class Position(State):
        turn: Public[int] = 1                               # everybody
        plots: Own[tuple[Plot, Plot]] = (NO_PLOT, NO_PLOT)  # a pair: each side its own, others see the default's
        blocks: Hidden[tuple[Army, Army]] = ((), ())        # by a method of that name in the game's knowledge

A view is built from nothing, field by field; a class with a field that says nothing cannot be loaded. The method for a
hidden field builds what it returns from nothing likewise: what it does not copy in, nobody learns. `stack` is public
(steps hold public values only), and the kernel projects the news, event by event.

Knowledge is a view and a memory. The memory is made of the events that a side has seen, by `remember` alone, so that
it follows from the log; a takeback makes nobody forget.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterable
from typing import Annotated, Any, Generic, TypeVar

from ironbottom.kernel.event import Event
from ironbottom.kernel.step import OBSERVER, State

S = TypeVar("S", bound=State)
T = TypeVar("T")

_PUBLIC, _OWN, _HIDDEN = "public", "own", "hidden"

Public = Annotated[T, _PUBLIC]
"""A field that everybody may know."""
Own = Annotated[T, _OWN]
"""A pair with an item for each side, of which each side knows its own; of the others it sees the default's."""
Hidden = Annotated[T, _HIDDEN]
"""A field that the method of its name in the game's `Knowledge` projects."""

_ALWAYS = {"setting": _PUBLIC, "stack": _PUBLIC, "news": _OWN, "result": _PUBLIC}
"""The fields of every state."""


def declared(kind: type[State]) -> dict[str, str]:
    """Who knows each field of a state's class, by its annotation as it is written: "public", "own" or "hidden". Raises
    TypeError for a field that does not say."""
    found = dict(_ALWAYS)
    for base in reversed(kind.__mro__):
        for name, hint in inspect.get_annotations(base).items():
            if name not in kind.fields or name in _ALWAYS:
                continue
            mark = str(hint).partition("[")[0].lower()
            if mark not in (_PUBLIC, _OWN, _HIDDEN):
                raise TypeError(
                    f"{kind.__qualname__}.{name} does not say who knows it: Public[...], Own[...] or Hidden[...]"
                )
            found[name] = mark
    return found


class Knowledge(Generic[S]):
    """What the sides of a game know. A game subclasses it with a method for each hidden field of its state:

        def blocks(self, s: Position, side: int) -> tuple[Army, Army]:
            ...

    `side` is a side's number or OBSERVER. Raises TypeError where a method is missing, or a field says nothing.
    """

    state: type[S]
    hides = True
    """Whether anything is hidden from a side."""
    remembers = False
    """Whether a side remembers anything."""

    def __init__(self) -> None:
        marks = declared(self.state)
        defaults: dict[str, Any] = self.state._defaults  # type: ignore[attr-defined]
        parts: list[str] = []
        for name in self.state.fields:
            if name == "news":
                parts.append("self.news(s, side)")
            elif marks[name] == _PUBLIC:
                parts.append(f"s.{name}")
            elif marks[name] == _OWN:
                if not isinstance(defaults.get(name), tuple):
                    raise TypeError(f"{self.state.__qualname__}.{name} is Own: its default is a pair")
                parts.append(f"own(s.{name}, defaults[{name!r}], side)")
            elif callable(getattr(type(self), name, None)):
                parts.append(f"self.{name}(s, side)")
            else:
                raise TypeError(f"{type(self).__qualname__} does not say what others see of the field '{name}'")
        self.hides = any(mark != _PUBLIC for name, mark in marks.items() if name not in _ALWAYS)
        self.remembers = type(self).remember is not Knowledge.remember
        source = f"lambda self, s, side: kind({', '.join(parts)})"
        space = {"kind": self.state, "own": _own, "defaults": defaults}
        self._build: Callable[[Any, S, int], S] = eval(source, space)

    def view(self, s: S, side: int) -> S:
        """What a side (or OBSERVER) may know: a state of the same shape in which the unknown is marked unknown. After
        the end everybody may know everything."""
        if s.result is not None or not self.hides:
            return s
        return self._build(self, s, side)

    def news(self, s: S, side: int) -> tuple[Event, ...]:
        """The events of the last step, as that side learns them."""
        return tuple([seen for event in s.news if (seen := event.seen_by(side)) is not None]) if s.news else ()

    def determinize(self, view: S, side: int, rng: random.Random, memory: Any = None) -> S:
        """A full state with that view, made from knowledge alone:
        `view(determinize(view(s, p), p, rng), p) == view(s, p)`; with a memory, one that fits what is remembered too.
        """
        if not self.hides:
            return view
        raise TypeError("a game fills in the unknown")

    # -- memory --

    def start(self, side: int) -> Any:
        """The memory of a side before the first event; None where nothing need be remembered."""
        return None

    def remember(self, memory: Any, seen: Event) -> Any:
        """The memory after one more event, as the side has seen it. A new value: the old one stays as it was."""
        return memory

    def taken_back(self, then: Any, now: Any) -> Any:
        """The memory after moves were taken back: `then` was remembered before them, `now` after them. Nothing was
        shown in between, or they could not have been taken back; but who infers from moves forgets nothing."""
        return then

    def recall(self, side: int, events: Iterable[Event]) -> Any:
        """The memory after these events."""
        memory = self.start(side)
        for seen in events:
            memory = self.remember(memory, seen)
        return memory


def _own(items: tuple[Any, ...], blank: tuple[Any, ...], side: int) -> tuple[Any, ...]:
    return (*blank[:side], items[side], *blank[side + 1 :]) if side >= 0 else blank


__all__ = ["OBSERVER", "Hidden", "Knowledge", "Own", "Public", "declared"]
