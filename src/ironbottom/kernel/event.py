"""Events: what a step made known, to whom. The one source of log, animation, sound and statistics."""

from __future__ import annotations

from typing import Any

from ironbottom.kernel.value import Value, value

Pairs = tuple[tuple[str, Any], ...]


@value
class Event(Value):
    """One thing that happened.

    `args` is known to all whom the event reaches, `secret` only to the sides in `knows`; `to` are the sides that
    it reaches at all (None: everybody, observers too). A side that the event does not reach never learns
    that there was one.
    """

    kind: str
    args: Pairs = ()
    secret: Pairs = ()
    knows: tuple[int, ...] = ()
    to: tuple[int, ...] | None = None

    def get(self, name: str, default: Any = None) -> Any:
        """The argument of that name, if it is known."""
        for key, item in self.args + self.secret:
            if key == name:
                return item
        return default

    def seen_by(self, side: int) -> Event | None:
        """The event as a side (or OBSERVER) learns it; None if it does not reach that side."""
        if self.to is not None and side not in self.to:
            return None
        if not self.secret and not self.knows and self.to is None:
            return self
        return Event(self.kind, self.args, self.secret if side in self.knows else ())


def event(kind: str, /, **args: Any) -> Event:
    """An event that everybody may know.

    >>> event("rolled", die=3).get("die")
    3
    """
    return Event(kind, tuple(args.items()))


def secret_event(kind: str, knows: tuple[int, ...], hidden: dict[str, Any], /, **args: Any) -> Event:
    """An event that reaches all, but whose `hidden` arguments are known to the sides `knows` alone."""
    return Event(kind, tuple(args.items()), tuple(hidden.items()), knows)


def private_event(kind: str, to: tuple[int, ...], /, **args: Any) -> Event:
    """An event that reaches the sides `to` alone."""
    return Event(kind, tuple(args.items()), (), (), to)
