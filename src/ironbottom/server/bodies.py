"""What requests hold: an unknown key is an error, and so is a value of another kind."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from ironbottom.table.table import MOST_AT_ONCE, MOST_IN_DRAFT

Actions = Annotated[
    list[Annotated[str, msgspec.Meta(max_length=400)]], msgspec.Meta(min_length=1, max_length=MOST_AT_ONCE)
]
"""What is done in one request, in notation."""


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """The base of all bodies: an unknown key is an error, and so is NUL, which is in no text and which PostgreSQL does
    not store."""

    def __post_init__(self) -> None:
        found = [getattr(self, field) for field in self.__struct_fields__]
        while found:
            one = found.pop()
            if isinstance(one, str):
                if "\0" in one:
                    raise ValueError("a text holds the character NUL; leave it out")
            elif isinstance(one, dict):
                found += [*one, *one.values()]
            elif isinstance(one, list):
                found += one


class Empty(Body):
    seat: str | None = None


class Name(Body):
    name: str


class NewTable(Body):
    game: str = ""
    scenario: str = ""
    options: dict[str, Any] = {}
    seats: dict[str, str] = {}
    clock: dict[str, Any] | None = None
    hints: bool = False
    copy: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    record: str | None = msgspec.field(name="import", default=None)


class NewCopy(Body):
    game: str
    name: str
    source: str = msgspec.field(name="from", default="")


class CopyBody(Body):
    version: int
    overlay: dict[str, Any]
    same: dict[str, Any]
    words: dict[str, str] | None = None


class CheckBody(Body):
    game: str
    overlay: dict[str, Any]


class SameBody(Body):
    version: int
    keys: Annotated[
        list[Annotated[list[str], msgspec.Meta(min_length=1, max_length=20)]],
        msgspec.Meta(min_length=1, max_length=10_000),
    ]
    on: bool = True


class CopyFile(Body):
    text: str
    game: str = ""
    name: str = ""


class LessonBody(Body):
    game: str
    lesson: str
    again: bool = False


class PracticeBody(Body):
    game: str
    rule: str
    trying: bool = False


class Secret(Body):
    secret: str


class Side(Body):
    side: str


class Code(Body):
    code: Annotated[str, msgspec.Meta(max_length=100)]


class Do(Body):
    seat: str
    n: int
    id: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    do: Actions
    draft: int | None = None


class SeatOnly(Body):
    """What every act at a table says: from which seat."""

    seat: str


class Rematch(SeatOnly):
    same: bool = False


class Warn(SeatOnly):
    """What is about to be done, while it is still to be confirmed."""

    do: Actions


class Undo(SeatOnly):
    all: bool = False
    steps: Annotated[int, msgspec.Meta(ge=1, le=MOST_IN_DRAFT)] = 1


class Redo(SeatOnly):
    steps: Annotated[int, msgspec.Meta(ge=1, le=MOST_IN_DRAFT)] = 1


class OfferBody(SeatOnly, kw_only=True):
    kind: str


class AnswerBody(SeatOnly, kw_only=True):
    kind: str
    yes: bool


class ChatBody(SeatOnly, kw_only=True):
    text: str


class GoOn(SeatOnly, kw_only=True):
    n: Annotated[int, msgspec.Meta(ge=0)]


class SeenBody(SeatOnly, kw_only=True):
    n: Annotated[int, msgspec.Meta(ge=0)]
    device: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class NoteBody(SeatOnly, kw_only=True):
    place: str
    text: str


class OrderBody(SeatOnly, kw_only=True):
    step: str
    do: str | None = None


class DiceBody(SeatOnly):
    commitment: str | None = None
    number: str | None = None


class AnalysisBody(SeatOnly):
    at: int | None = None
    """After which line of the seat."""
    end: int | None = None
    """After which entry of the log, once the game is over, in place of a line."""


class LookBody(Body):
    game: str
    scenario: str
    theme: str
    overlay: dict[str, Any]
    have: dict[str, str] = {}
    whole: bool = False


class ModuleBody(Body):
    scenario: str
    overlay: dict[str, Any]


class FacesBody(Body):
    faces: dict[str, str]


class TryBody(Body):
    game: str
    scenario: str
    overlay: dict[str, Any]
    bot: str
    games: int


class Mail(Body):
    email: Annotated[str, msgspec.Meta(max_length=200)]
