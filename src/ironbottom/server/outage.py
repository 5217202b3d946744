"""The time for which no server was there, given back: no clock of a table runs then.

A server that stands says so in the database every two seconds, so that however it ended, the next one knows since when
nobody could play. Where several share a database, what one of them held stands still from its last sign of life until
another has it (`leases.py`).
"""

from __future__ import annotations

import json
from typing import Any

from ironbottom.server.codec import dump
from ironbottom.server.database import Connection

CLOCKS = (
    "SELECT t.id, t.since, t.agreement, m.due FROM tables t LEFT JOIN matches m ON m.game_table = t.id "
    "WHERE t.over IS NULL AND (t.days > 0 OR COALESCE(m.bank, 0) > 0 OR t.agreement IS NOT NULL)"
)
SINCE = 4
"""Where a stored agreement on dice says since when it stands; one of an earlier release does not say it."""


def lives(c: Connection, now: float) -> None:
    """A server stands now."""
    sql = "INSERT INTO lived (one, until) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET until = excluded.until"
    c.execute(sql, (now,))


def over(c: Connection, now: float) -> None:
    """A server begins where none stood: all clocks, and the rounds of tournaments, get back the time since the last
    one was heard of. Of several that begin at once the first does it."""
    c.execute("UPDATE lived SET until = until")  # the others wait for this one
    found = c.execute("SELECT until FROM lived").fetchone()
    lives(c, now)
    if found is not None and found[0] < now:
        give_back(c, found[0], now)
        sql = "UPDATE tournaments SET round_end = round_end + ? WHERE state = 'running' AND round_end > ?"
        c.execute(sql, (now - found[0], found[0]))


def give_back(c: Connection, start: float, end: float, which: str = "", values: tuple[Any, ...] = ()) -> None:
    """Between these times nobody could play at the tables of whom `which` holds."""
    for key, text, held, due in c.execute(f"{CLOCKS} {which}", values).fetchall():
        since = json.loads(text)
        if since:
            moved = [[side, _later(one, start, end)] for side, one in since]
            c.execute("UPDATE tables SET since = ? WHERE id = ? AND since = ?", (dump(moved), key, text))
        if due is not None:  # too soon does no harm: whoever ends a game looks at its clock
            gap = end - max(start, *(one for _, one in since)) if since else end - start
            c.execute("UPDATE matches SET due = ? WHERE game_table = ?", (due + max(0.0, gap), key))
        if held is not None and len(parts := json.loads(held)) > SINCE:
            parts[SINCE] = _later(parts[SINCE], start, end)
            c.execute("UPDATE tables SET agreement = ? WHERE id = ? AND agreement = ?", (dump(parts), key, held))


def _later(since: float, start: float, end: float) -> float:
    return float(since) + max(0.0, end - max(start, since))
