"""Events: what a step made known, to whom. The one source of log, cards, animation, sound and statistics.

An event is a value class with typed fields; a field that is `Secret` is known to `knows()` alone, and a class that is
`private` reaches nobody else at all:

    @value
    class Lost(Event):
        file_name = "lost"
        side: int
        place: str
        unit: Secret[str]

Files, cases and catalogues know an event by its `file_name`. These names, and the names and the order of fields, are
frozen: what was stored before stays readable. A field that is added later is `Later` and has a default.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Self, TypeVar

from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.value import Value, from_data, to_data, value

T = TypeVar("T")

Secret = Annotated[T | None, "secret"]
"""A field of an event that only those in `knows()` learn; None for all others."""
Later = Annotated[T, "later"]
"""A field that files of the first release do not hold; it is written where it differs from its default. One that is
secret too is `Later[Secret[...]]`."""

Pairs = tuple[tuple[str, Any], ...]

CALLED = "Event"
"""What every event is called in files, beside its own name."""


class Event(Value):
    """One thing that happened."""

    __slots__ = ()
    private: ClassVar[bool] = False
    """It reaches those who know alone: others never learn that there was one."""
    secret: ClassVar[tuple[str, ...]] = ()
    """The fields that only those who know learn."""
    later: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        cls.secret, cls.later = _marked(cls, "Secret["), _marked(cls, "Later[")

    def called(self) -> str:
        """What files, cases and catalogues call it."""
        return self.file_name

    def knows(self) -> tuple[int, ...]:
        """The sides that learn everything: the one whose event it is."""
        return (self.get("side"),)

    def get(self, name: str, default: Any = None) -> Any:
        """The field of that name; the default where there is none, or where it is unknown."""
        found = getattr(self, name) if name in self.fields else None
        return default if found is None else found

    def seen_by(self, side: int) -> Self | None:
        """The event as a side (or OBSERVER) learns it; None if it does not reach that side. What was projected for a
        side once stays as it is."""
        if not (self.secret or self.private) or side in self.knows():
            return self
        return None if self.private else self.replace(**dict.fromkeys(self.secret))

    @classmethod
    def reads_as(cls) -> str:
        return f"{CALLED} {cls.file_name}"

    def to_file(self, bare: bool = False) -> dict[str, Any]:
        """The file form; `bare` leaves out what files of the first release do not hold, as fingerprints do."""
        defaults: Mapping[str, Any] = self._defaults  # type: ignore[attr-defined]
        args: list[Any] = []
        hidden: list[Any] = []
        for name in self.fields:
            item = getattr(self, name)
            if name in self.later and (bare or item == defaults[name]):
                continue
            pair = [self.file_fields.get(name, name), to_data(item)]
            if name not in self.secret:
                args.append(pair)
            elif item is not None:
                hidden.append(pair)
        knows = list(self.knows()) if hidden else []
        to = list(self.knows()) if self.private else None
        return {"is": CALLED, "kind": self.called(), "args": args, "secret": hidden, "knows": knows, "to": to}

    @classmethod
    def from_file(cls, data: dict[str, Any]) -> Any:
        """The event of a file form. Raises BadInput."""
        blank = dict.fromkeys(cls.file_fields.get(name, name) for name in cls.secret)
        try:
            given = dict(data["args"]) | dict(data["secret"])
        except (KeyError, TypeError, ValueError):
            raise BadInput(f"the event '{cls.file_name}' is not written as one") from None
        if cls.private and "side" in cls.later and data.get("to"):
            # files of the first release say only whom it reaches
            given.setdefault("side", data["to"][0])
        return super().from_file(blank | given)


def _marked(kind: type, mark: str) -> tuple[str, ...]:
    """The fields whose annotation, as it is written, carries a mark."""
    hints = {name: str(hint) for base in reversed(kind.__mro__) for name, hint in inspect.get_annotations(base).items()}
    return tuple(name for name, hint in hints.items() if mark in hint)


@value
class Plain(Event):
    """An event that has no class of its own: what happens at the table beside the board, and what files of an earlier
    release hold of a kind that is not told any more."""

    name: str
    args: Pairs = ()
    hidden: Pairs = ()
    known: tuple[int, ...] = ()
    to: tuple[int, ...] | None = None

    def called(self) -> str:
        return self.name

    @property
    def kind(self) -> str:
        return self.name

    def knows(self) -> tuple[int, ...]:
        return self.known

    def get(self, name: str, default: Any = None) -> Any:
        for key, item in self.args + self.hidden:
            if key == name:
                return item
        return default

    def seen_by(self, side: int) -> Self | None:
        if self.to is not None and side not in self.to:
            return None
        return self if not self.hidden or side in self.known else self.replace(hidden=(), known=())

    @classmethod
    def reads_as(cls) -> str:
        return CALLED

    def to_file(self, bare: bool = False) -> dict[str, Any]:
        to = None if self.to is None else list(self.to)
        return {"is": CALLED, "kind": self.name, "args": to_data(self.args), "secret": to_data(self.hidden),
                "knows": list(self.known), "to": to}

    @classmethod
    def from_file(cls, data: dict[str, Any]) -> Any:
        try:
            return cls(data["kind"], data["args"], data["secret"], data["knows"], data["to"])
        except KeyError as error:
            raise BadInput(f"an event has no {error}") from None


def event_of(data: Any, types: Iterable[type[Value]]) -> Event:
    """The event of a file form; `types` are the classes that it may be. Raises BadInput."""
    found = from_data(data, (Plain, *types))
    if not isinstance(found, Event):
        raise BadInput("this is not an event")
    return found


def event(kind: str, /, **args: Any) -> Plain:
    """An event that everybody may know.

    >>> event("rolled", die=3).get("die")
    3
    """
    return Plain(kind, tuple(args.items()))
