"""How the dice of a table are made before anything is drawn, so that nobody can choose them.

The server has shown the hash of its seed. Where others play than who made the table, his page then commits itself to a
number, theirs send one openly, and his shows its own at last; where he plays alone, his page gives its number at once.
The key of all draws is made of the seed and of all numbers (`kernel/dice.py`). A number that is lost before it was
shown voids all of them and the seed: they are made anew, and the record tells how often.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ironbottom.kernel.dice import NUMBER, commitment, is_number, seed_hash
from ironbottom.kernel.errors import BadInput, IllegalAction
from ironbottom.kernel.value import Value, value
from ironbottom.table.seats import HUMAN, Seat

if TYPE_CHECKING:
    from ironbottom.table.table import Table

SHOW_UP = 600.0
"""Seconds in all for which a side of a tournament's live game may keep the other waiting before it begins."""


@value
class Agreement(Value):
    """What has been given so far. `by`: the side whose page commits itself; `commitment`: "" while it has not;
    `numbers`: of the sides whose pages have given theirs; `tries`: how often the dice were begun; `since`: when this
    last changed; `waited`: the seconds before that for which each side answers; `again`: the sides whose numbers were
    voided by another's second loss."""

    by: int
    commitment: str = ""
    numbers: tuple[tuple[int, str], ...] = ()
    tries: int = 1
    since: float = 0.0
    waited: tuple[tuple[int, float], ...] = ()
    again: tuple[int, ...] = ()

    def number(self, side: int) -> str | None:
        """The number that a side's page has given."""
        return dict(self.numbers).get(side)

    def others(self, seats: Mapping[int, Seat]) -> list[int]:
        """The sides of other people than who commits himself, free seats among them."""
        mine = seats[self.by].player
        return [side for side, seat in seats.items() if seat.kind == HUMAN and seat.player != mine]

    def waiting(self, seats: Mapping[int, Seat]) -> tuple[int, ...]:
        """The sides whose pages are waited for; none when the dice are made."""
        others = self.others(seats)
        if others and not self.commitment:
            return (self.by,)
        given = {seats[side].player for side, _ in self.numbers}
        missing = tuple(side for side in others if seats[side].player is None or seats[side].player not in given)
        if missing:
            return missing
        return () if self.number(self.by) is not None else (self.by,)

    def kept(self, seats: Mapping[int, Seat], now: float) -> dict[int, float]:
        """For how many seconds each side has kept the game waiting. Who had given his number before another lost his a
        second time is not waited for on his own account: who lost it answers for that time. A first loss may happen to
        anybody, and would else let the other win by staying away."""
        sums = dict(self.waited)
        for side in self._keeping(seats):
            sums[side] = sums.get(side, 0.0) + max(0.0, now - self.since)
        return sums

    def due(self, seats: Mapping[int, Seat]) -> dict[int, float]:
        """Until when the sides that keep it waiting may do so, where that is limited."""
        return {side: self.since + SHOW_UP - dict(self.waited).get(side, 0.0) for side in self._keeping(seats)}

    def _keeping(self, seats: Mapping[int, Seat]) -> set[int]:
        return {self.by if side in self.again else side for side in self.waiting(seats)}

    def wanted(self, seats: Mapping[int, Seat], player: str | None) -> tuple[int, str] | None:
        """What a player's page is to give now, and for which of his sides: a "commitment", a "number", or the number
        that it is committed to ("shown")."""
        for side in self.waiting(seats):
            if player is None or seats[side].player != player:
                continue
            if side != self.by:
                return side, "number"
            if self.commitment:
                return side, "shown"
            return side, "commitment" if self.others(seats) else "number"
        return None

    def lost(self, side: int) -> Agreement:
        """A seat has another holder, whose page knows nothing of what that side's page gave."""
        if side == self.by:
            return self.void() if self.commitment else self.replace(numbers=())
        return self.replace(numbers=tuple(one for one in self.numbers if one[0] != side))

    def void(self) -> Agreement:
        """The number to which a page had committed itself is lost: everything begins anew."""
        again = {*self.again, *(side for side, _ in self.numbers if side != self.by and self.tries > 1)}
        return self.replace(commitment="", numbers=(), tries=self.tries + 1, again=tuple(sorted(again)))


def commit(table: Table[Any], side: int, text: str, now: float) -> None:
    """The page of who made the table commits itself to a number by its hash. Another hash than before says that the
    number is lost: everything begins anew, with another seed. Raises IllegalAction, BadInput."""
    held = _open(table)
    if not NUMBER.fullmatch(text):
        raise BadInput("a commitment is a SHA-256 in hex")
    if table.seats[side].player != table.seats[held.by].player:
        raise IllegalAction(table.words.say("refused.dice_not_yours"))
    if text == held.commitment:
        return
    if held.commitment:
        held = held.void()
        anew(table)
    _put(table, held.replace(commitment=text), now)


def anew(table: Table[Any]) -> None:
    """Another seed."""
    table.seed = secrets.token_bytes(32)
    table.header["seed_hash"] = seed_hash(table.seed)


def give(table: Table[Any], side: int, text: str, now: float) -> None:
    """A page gives its number; with the last one the dice are made, and the game begins. Raises IllegalAction,
    BadInput."""
    held = _open(table)
    if not is_number(text):
        raise BadInput("a number for the dice is 32 bytes in hex")
    wanted = held.wanted(table.seats, table.seats[side].player)
    if wanted is None or wanted[1] == "commitment":
        raise IllegalAction(table.words.say("refused.dice_not_now"))
    if wanted[1] == "shown" and commitment(text) != held.commitment:
        raise IllegalAction(table.words.say("refused.dice_other"))
    held = held.replace(numbers=tuple(sorted([*held.numbers, (wanted[0], text)])))
    _put(table, held, now)
    if not held.waiting(table.seats):
        _agreed(table, held, now)


def moved(table: Table[Any], side: int, now: float) -> None:
    """A seat has got another holder."""
    held = table.agreement
    if held is not None and table.seats[side].kind == HUMAN:
        fresh = held.lost(side)
        if fresh.tries != held.tries:
            anew(table)
        _put(table, fresh, now)


def _agreed(table: Table[Any], held: Agreement, now: float) -> None:
    name = table.game.side_name
    table.header["dice"] = {
        "by": name(held.by), "commitment": held.commitment, "tries": held.tries,
        "numbers": {name(side): number for side, number in held.numbers},
    }  # fmt: skip
    table.agreement, table.changes.agreement = None, True
    table.begin(now)


def _open(table: Table[Any]) -> Agreement:
    if table.agreement is None:
        raise IllegalAction(table.words.say("refused.dice_made"))
    return table.agreement


def _put(table: Table[Any], held: Agreement, now: float) -> None:
    waited = tuple(sorted(_open(table).kept(table.seats, now).items()))
    table.agreement, table.changes.agreement = held.replace(since=now, waited=waited), True
