"""Who sits where: a seat is a side of the game, held by a person or by a computer player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.value import Value, value

HUMAN, BOT = "human", "bot"


@value
class Seat(Value):
    """A side and who plays it. `player` is None while nobody has taken the seat; `bot` is a computer player's id."""

    side: int
    kind: str = HUMAN
    name: str = ""
    player: str | None = None
    bot: str = ""


@value
class Terms(Value):
    """What was agreed before the game, shown in the invitation: days for a move (0: no clock), and whether hints and
    analysis are allowed while it runs."""

    days: int = 0
    hints: bool = False


def read_terms(clock: Any, hints: Any) -> Terms:
    """The terms of a request. Raises BadInput."""
    days = 0
    if clock is not None:
        if not isinstance(clock, Mapping) or set(clock) != {"days"} or type(clock["days"]) is not int:
            raise BadInput('a clock is null or {"days": a number}')
        days = clock["days"]
        if not 1 <= days <= 60:
            raise BadInput("a clock gives 1 to 60 days a move")
    if not isinstance(hints, bool):
        raise BadInput("'hints' is true or false")
    return Terms(days, hints)
