"""What a table has to have stored, collected until somebody takes it: a table itself does no I/O."""

from __future__ import annotations

from typing import Any

from ironbottom.kernel.value import Value, value
from ironbottom.table.log import Logged


@value
class Said(Value):
    """A message of the chat."""

    n: int
    by: int
    text: str
    time: str


class Changes:
    """What has to be stored: everything new since it was last taken."""

    def __init__(self) -> None:
        self.entries: list[Logged] = []
        self.drafts: set[int] = set()
        self.requests: list[tuple[int, str]] = []
        self.chat: list[Said] = []
        self.notes: set[tuple[int, str]] = set()
        self.orders: set[int] = set()
        self.offers = False
        self.seats = False
        self.agreement = False
        self.snapshot: tuple[int, Any] | None = None

    def __bool__(self) -> bool:
        return any(bool(item) for item in vars(self).values())
