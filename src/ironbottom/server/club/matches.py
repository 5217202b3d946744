"""A match: a table that the server itself ends when a side's time has run out, and whose result it keeps."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ironbottom.kernel.record import Move
from ironbottom.server.club.balance import handicap
from ironbottom.server.codec import dump
from ironbottom.server.database import Connection
from ironbottom.server.repository import Ended, Match, Meta
from ironbottom.table.clocks import deadlines
from ironbottom.table.seats import BOT, Terms
from ironbottom.table.table import Table

LIVE, SLOW = "live", "correspondence"
"""The two paces at which games are rated."""

STORED = (
    "SELECT m.rated, m.bank, m.added, m.remaining, m.watch, m.tournament, NOT EXISTS (SELECT 1 FROM seats s "
    "LEFT JOIN members p ON p.player = s.player WHERE s.game_table = m.game_table AND s.player IS NOT NULL "
    "AND p.replays = 0) FROM matches m WHERE m.game_table = ?"
)
AWAY = (
    "SELECT s.side, v.begins, v.until FROM vacations v JOIN seats s ON s.player = v.player WHERE s.game_table = ? "
    "ORDER BY s.side, v.begins"
)
"""The leave of those who sit at a table."""


def away_of(c: Connection, players: Mapping[int, str]) -> list[tuple[int, float, float]]:
    """The leave of those who have these sides of a table that is not stored yet."""
    sql = "SELECT begins, until FROM vacations WHERE player = ? ORDER BY begins"
    return [(side, *span) for side, player in players.items() for span in c.execute(sql, (player,)).fetchall()]


def create(c: Connection, table: Table[Any], key: str, match: Match) -> None:
    """Store that a table is a match."""
    terms = table.terms
    c.execute(
        "INSERT INTO matches (game_table, rated, bank, added, remaining, due, watch, tournament) "
        "VALUES (?,?,?,?,?,NULL,?,?)",
        (key, int(terms.rated), terms.bank, terms.add, _left(table), int(match.watch), match.tournament),
    )


def save(c: Connection, table: Table[Any], key: str) -> None:
    """Store how a match's clocks stand."""
    due = min(deadlines(table).values(), default=None)
    c.execute("UPDATE matches SET remaining = ?, due = ? WHERE game_table = ?", (_left(table), due, key))


def _left(table: Table[Any]) -> str:
    return dump([[side, seconds] for side, seconds in table.left.items()])


def terms(stored: Sequence[tuple[Any, ...]], days: int, hints: bool) -> Terms:
    """What was agreed at a table, from its match's row, if it is one."""
    if not stored:
        return Terms(days, hints)
    rated, bank, add, _, _, tournament, _ = stored[0]
    return Terms(days, hints, bank, add, bool(rated), bool(tournament))


def load(
    stored: Sequence[tuple[Any, ...]], away: Sequence[tuple[int, float, float]], table: Table[Any], now: float
) -> Match | None:
    """Take up the clocks of a table, and what makes it a match."""
    on_leave(table, away)
    if not stored:
        return None
    _, _, _, left, watch, tournament, shown = stored[0]
    table.left |= {side: float(seconds) for side, seconds in json.loads(left)}
    return Match(bool(watch), tournament, bool(shown))


def on_leave(table: Table[Any], away: Sequence[tuple[int, float, float]]) -> None:
    """Let a table know of its players' leave: side, from, until."""
    sides = {side for side, _, _ in away}
    table.away = {side: tuple((start, until) for one, start, until in away if one == side) for side in sides}


def pace_of(agreed: Terms) -> str:
    """At which pace a game with these terms is rated."""
    return LIVE if agreed.live else SLOW


def watched(meta: Meta, table: Table[Any]) -> bool:
    """Whether anybody may look at a table: who made it allows it, or it is over and those who played it do."""
    match = meta.match
    return match is not None and (match.watch or (table.over is not None and match.shown))


def who(table: Table[Any], side: int) -> str:
    """Who has a side, as results and ratings name him."""
    seat = table.seats[side]
    return f"bot:{seat.bot}" if seat.kind == BOT else seat.player or ""


def both_decided(table: Table[Any]) -> bool:
    """Whether both sides have decided something: before that no match moves ratings."""
    entries = [one.entry for one in table.log]
    return all(any(isinstance(one, Move) and one.side == side for one in entries) for side in table.sides[:2])


def ended(table: Table[Any], meta: Meta, now: float) -> Ended:
    """The result of a match that has just ended."""
    assert table.over is not None
    assert meta.match is not None
    two = table.sides[:2]
    returns = table.over.returns
    undecided = table.over.reason == "" or len(table.sides) != 2
    first, second = (returns[side] for side in two) if len(two) == 2 else (0, 0)
    score = None if undecided else 1.0 if first > second else 0.0 if first < second else 0.5
    names = tuple(who(table, side) for side in two) if len(two) == 2 else (who(table, two[0]), "")
    return Ended(
        table.game.slug, table.scenario, pace_of(table.terms), (names[0], names[1]), score,
        table.over.reason or "end", both_decided(table), table.terms.rated,
        handicap(table.game.slug, table.scenario, meta.overlay), meta.match.tournament, now,
    )  # fmt: skip
