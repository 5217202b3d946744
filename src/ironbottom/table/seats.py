"""Who sits where: a seat is a side of the game, held by a person or by a computer player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


def told_apart(people: Sequence[tuple[str, str | None]]) -> list[str]:
    """What those at a table (name, player) are called there: of different people called alike each later one has a
    number behind his name, for guests may be called what they like.

    >>> told_apart([("Ann", "a"), ("ann", "b"), ("Ann", "a")])
    ['Ann', 'ann (2)', 'Ann']
    """
    alike: dict[str, list[str | None]] = {}
    found = []
    for name, player in people:
        those = alike.setdefault(name.casefold(), [])
        if player not in those:
            those.append(player)
        n = those.index(player) + 1
        found.append(f"{name} ({n})" if name and player is not None and n > 1 else name)
    return found


LIVE = 86400
"""Seconds: a bank below it is a live game's."""
MOST_BANK, MOST_ADDED = 30 * 86400, 7 * 86400


@value
class Terms(Value):
    """What was agreed before the game, shown in the invitation: days for a move (0: no such clock), or a bank of so
    many seconds with so many added for each move; whether hints and analysis are allowed while it runs; whether it
    counts for the ratings, which leaves neither hints nor analysis nor takebacks; whether it is a tournament's."""

    days: int = 0
    hints: bool = False
    bank: int = 0
    add: int = 0
    rated: bool = False
    tournament: bool = False

    @property
    def counts(self) -> bool:
        """Whether the game counts for something: no script plays for a person in it, and no seat changes hands."""
        return self.rated or self.tournament

    @property
    def live(self) -> bool:
        """Whether it is played in one sitting."""
        return 0 < self.bank < LIVE

    @property
    def shows_up(self) -> bool:
        """Whether a side has lost that keeps the other waiting for too long before the game begins."""
        return self.tournament and self.live


def read_terms(clock: Any, hints: Any, rated: bool = False) -> Terms:
    """The terms of a request. Raises BadInput."""
    days = bank = add = 0
    if clock is not None:
        numbers = isinstance(clock, Mapping) and all(type(number) is int for number in clock.values())
        if numbers and set(clock) == {"days"}:
            days = clock["days"]
            if not 1 <= days <= 60:
                raise BadInput("a clock gives 1 to 60 days a move")
        elif numbers and set(clock) == {"bank", "add"}:
            bank, add = clock["bank"], clock["add"]
            if not (60 <= bank <= MOST_BANK and 0 <= add <= MOST_ADDED):
                raise BadInput("a bank has 60 seconds to 30 days, and up to 7 days are added for a move")
        else:
            raise BadInput('a clock is null, {"days": a number} or {"bank": seconds, "add": seconds}')
    if not isinstance(hints, bool):
        raise BadInput("'hints' is true or false")
    return Terms(days, hints and not rated, bank, add, rated)
