"""The clocks of a table: so many days for each move, or a bank of time for the whole game with something added for each
move. A bank below a day is a live game's; in all other games a side's clock stands still while its player is on leave.

`table.since` says since when each side has been waited for, `table.left` what is left in its bank at that time, and
`table.away` the leave of its player. Times are seconds since the epoch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ironbottom.kernel.errors import IllegalAction
from ironbottom.table.seats import HUMAN

if TYPE_CHECKING:
    from ironbottom.table.table import Table

DAY = 86400.0
Span = tuple[float, float]
"""From when to when."""


def on_leave(spans: Sequence[Span], start: float, end: float) -> float:
    """How many seconds between two times fall within spans that do not overlap."""
    return sum(max(0.0, min(end, until) - max(start, begin)) for begin, until in spans)


def after_leave(spans: Sequence[Span], start: float, seconds: float) -> float:
    """When so many seconds outside of the spans have gone by."""
    now = start
    for begin, until in sorted(spans):
        if until <= now:
            continue
        if begin >= now + seconds:
            break
        seconds -= max(0.0, begin - now)
        now = until
    return now + seconds


def _spans(table: Table[Any], side: int) -> Sequence[Span]:
    return () if table.terms.live else table.away.get(side, ())


def deadlines(table: Table[Any]) -> dict[int, float]:
    """Until when each person who is waited for must have decided."""
    terms = table.terms
    if not (terms.days or terms.bank) or table.over:
        return {}
    waiting = table.waiting()
    return {
        side: after_leave(_spans(table, side), start, terms.days * DAY if terms.days else table.left[side])
        for side, start in table.since.items()
        if side in waiting and side in table.seats and table.seats[side].kind == HUMAN
    }


def turned(table: Table[Any], now: float) -> None:
    """The log has grown: who is waited for now."""
    if table.terms.bank:
        settled(table, now)
        return
    waited = set(table.since)
    table.since = {side: table.since[side] if side in waited else now for side in table.waiting()}


def settled(table: Table[Any], now: float) -> None:
    """With a bank: whoever is not waited for any more has paid for the time that he took, and been given what is added
    for a move; who takes back that he is ready gives that back."""
    if not table.terms.bank or table.over or table.agreement:
        return
    add, waiting = table.terms.add, table.waiting()
    for side in [side for side in table.since if side not in waiting]:
        start = table.since.pop(side)
        taken = now - start - on_leave(_spans(table, side), start, now)
        table.left[side] = max(0.0, table.left[side] - taken) + add
    for side in waiting:
        if side not in table.since:
            table.since[side] = now


def reopened(table: Table[Any], now: float) -> None:
    """A draft has changed, and nothing is in the log of it: who was ready and is so no more goes on with his clock."""
    if table.terms.bank and not table.over and not table.agreement:
        for side in table.waiting():
            if side not in table.since:
                table.left[side] = max(0.0, table.left[side] - table.terms.add)
        settled(table, now)


def check(table: Table[Any], side: int, now: float) -> None:
    """Raise IllegalAction where a side's bank is empty: it may not act any more."""
    if table.terms.bank and now > deadlines(table).get(side, now):
        raise IllegalAction(table.words.say("refused.time_out"))


def late(table: Table[Any], now: float) -> list[int]:
    """The sides whose time has run out."""
    return [side for side, end in deadlines(table).items() if now > end]


def flag(table: Table[Any], side: int, now: float) -> None:
    """A side has lost by time."""
    table.enter("timeout", side, (), "timeout", now)
    table.finish(table.lost(side), "timeout", table.called("over.timeout", side))


def claim(table: Table[Any], side: int, now: float) -> None:
    """The other side's time has run out, and this side claims the game, as agreed at the start. Raises
    IllegalAction."""
    if not (table.terms.days or table.terms.bank):
        raise IllegalAction(table.words.say("refused.no_clock"))
    others = [other for other in late(table, now) if other != side]
    if not others:
        raise IllegalAction(table.words.say("refused.in_time"))
    flag(table, others[0], now)
