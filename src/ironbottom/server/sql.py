"""The repository in SQL, as SQLite (`store.py`) and PostgreSQL (`postgres.py`) both understand it: values stand as `?`
or as `:name`, and what one of them alone knows is not used."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from ironbottom.kernel.copies import Copy
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.step import OBSERVER
from ironbottom.server import rows
from ironbottom.server.club import results
from ironbottom.server.codec import dump
from ironbottom.server.database import Connection
from ironbottom.server.errors import DELETED, Forbidden
from ironbottom.server.making import COMPUTERS, LESSON
from ironbottom.server.queries import marks
from ironbottom.server.repository import (
    Answered,
    Asked,
    Beside,
    Ended,
    GameOf,
    Kept,
    Listed,
    Meta,
    NewLink,
    NewTable,
    Summary,
    Taken,
)  # fmt: skip
from ironbottom.server.sql_people import SqlPeople
from ironbottom.server.store import FILE
from ironbottom.table.changes import Changes
from ironbottom.table.clocks import DAY, after_leave
from ironbottom.table.seats import Terms
from ironbottom.table.table import Table

MOST_LISTED = 600
MOST_DEVICES = 16


UNFINISHED = (
    "SELECT t.id, t.waiting, s.side, s.kind, EXISTS (SELECT 1 FROM orders WHERE game_table = t.id) "
    "FROM tables t JOIN seats s ON s.game_table = t.id "
    f"WHERE t.over IS NULL AND s.side >= 0 AND t.mode <> '{COMPUTERS}'"
)
"""The seats of tables that are not over, for `going_on`; where computers alone play, a page lets them go on."""


def going_on(found: list[tuple[Any, ...]]) -> list[str]:
    """Of those tables the ones that go on by themselves: a computer is waited for, or there are standing orders."""
    going = [
        key for key, waiting, side, kind, ordered in found
        if ordered or (kind == "bot" and side in json.loads(waiting))
    ]  # fmt: skip
    return list(dict.fromkeys(going))


class SqlRepository(SqlPeople):
    """What the tables need of storage, as `Repository` asks for it."""

    # -- players --

    async def seats_of(self, player: str, except_modes: Sequence[str]) -> int:
        return await self._count(
            "SELECT count(DISTINCT t.id) FROM seats s JOIN tables t ON t.id = s.game_table "
            f"WHERE s.player = ? AND t.mode NOT IN ({marks(except_modes)})",
            (player, *except_modes),
        )

    # -- tables --

    async def exists(self, key: str) -> bool:
        return bool(await self._rows("SELECT 1 FROM tables WHERE id = ?", (key,)))

    async def settled(self) -> None:
        await self.store.write(lambda c: None)

    async def load(self, key: str, game_of: GameOf, now: float) -> tuple[Table[Any], Meta, set[str]] | None:
        stored = await self.store.read(lambda c: rows.read(c, key))
        return None if stored is None else rows.load(stored, key, game_of, now)

    async def add(self, new: NewTable) -> None:
        await self.store.write(lambda c: _beside(c, new.meta.id, new))

    async def save(
        self, table: Table[Any], meta: Meta, changes: Changes, summaries: Mapping[int, Summary],
        beside: Sequence[Beside] = (),
    ) -> None:  # fmt: skip
        def job(c: Connection) -> None:
            rows.save(c, table, meta, changes, summaries)
            for one in beside:
                _beside(c, meta.id, one)

        await self.store.write(job)

    async def requested(self, key: str, side: int, request: str) -> bool:
        sql = "SELECT 1 FROM requests WHERE game_table = ? AND side = ? AND id = ?"
        return bool(await self._rows(sql, (key, side, request)))

    async def running(self, player: str) -> int:
        return await self._count("SELECT count(*) FROM tables WHERE maker = ? AND over IS NULL", (player,))

    async def made(self, player: str, mode: str) -> list[str]:
        found = await self._rows("SELECT id FROM tables WHERE maker = ? AND mode = ?", (player, mode))
        return [row[0] for row in found]

    async def lessons(self, player: str) -> list[tuple[str, str, str, bool]]:
        found = await self._rows(
            "SELECT t.id, t.game, t.header, t.over IS NOT NULL, MAX(s.updated) FROM tables t "
            "JOIN seats s ON s.game_table = t.id WHERE t.maker = ? AND t.mode = ? "
            "GROUP BY t.id, t.game, t.header, t.over ORDER BY 5 DESC, t.id",
            (player, LESSON),
        )
        return [(key, game, json.loads(header)["lesson"], bool(over)) for key, game, header, over, _ in found]

    async def delete(self, key: str) -> None:
        await self.store.write(lambda c: rows.delete(c, key))

    # -- seats and lists --

    async def listed(self, player: str, hidden: bool, except_modes: Sequence[str]) -> list[Listed]:
        found = await self._rows(
            "SELECT t.id, t.game, t.scenario, t.mode, t.waiting, t.over, s.side, s.number, s.turn, s.updated "
            "FROM seats s JOIN tables t ON t.id = s.game_table WHERE (s.player = ? OR (s.side = ? AND t.id IN "
            f"(SELECT game_table FROM watchers WHERE player = ?))) AND t.id {'' if hidden else 'NOT '}IN "
            f"(SELECT game_table FROM hidden WHERE player = ?) AND t.mode NOT IN ({marks(except_modes)}) "
            f"ORDER BY s.updated DESC LIMIT {MOST_LISTED}",
            (player, OBSERVER, player, player, *except_modes),
        )
        return [
            Listed(key, game, scenario, mode, tuple(json.loads(waiting)), _over(over), *seat)
            for key, game, scenario, mode, waiting, over, *seat in found
        ]

    async def wanted_gone(self, player: str) -> set[str]:
        return await self._keys("SELECT game_table FROM leavers WHERE player = ?", (player,))

    async def seats(self, tables: Sequence[str]) -> list[tuple[str, int, str, str, str | None, float | None]]:
        return await self._rows(
            f"SELECT game_table, side, kind, name, player, asked FROM seats WHERE side >= 0 "
            f"AND game_table IN ({marks(tables)}) ORDER BY side",
            tables,
        )

    async def matches(self, tables: Sequence[str]) -> list[tuple[str, Terms, str, bool, bool, bool]]:
        found = await self._rows(
            "SELECT m.game_table, t.days, m.bank, m.added, m.rated, m.tournament, t.agreement IS NULL, "
            "t.over IS NULL, COALESCE(r.reason, '') FROM matches m JOIN tables t ON t.id = m.game_table "
            "LEFT JOIN results r ON r.game_table = m.game_table "
            f"WHERE m.game_table IN ({marks(tables)})",
            tables,
        )
        return [
            (key, Terms(days, False, bank, added, bool(rated)), tournament, bool(begun), ended == results.ABORTED,
             bool(begun and going and (rated or tournament)))
            for key, days, bank, added, rated, tournament, begun, going, ended in found
        ]

    async def due(self, tables: Sequence[str]) -> dict[str, float]:
        here = marks(tables)
        leave = await self._rows(
            "SELECT s.game_table, s.side, v.begins, v.until FROM vacations v JOIN seats s ON s.player = v.player "
            f"WHERE s.game_table IN ({here})",
            tables,
        )
        people = await self._rows(
            f"SELECT game_table, side FROM seats WHERE side >= 0 AND kind = 'human' AND game_table IN ({here})", tables
        )
        found = await self._rows(
            "SELECT t.id, t.days, t.since, m.due FROM tables t LEFT JOIN matches m ON m.game_table = t.id "
            f"WHERE t.over IS NULL AND t.id IN ({here})",
            tables,
        )
        ends = dict[str, float]()
        for key, days, since, due in found:
            times = [
                after_leave([(a, b) for one, who, a, b in leave if (one, who) == (key, side)], start, days * DAY)
                for side, start in json.loads(since)
                if (key, side) in people
            ]
            if due is not None or (days and times):
                ends[key] = min(times) if due is None else due
        return ends

    async def ousted(self, tables: Sequence[str]) -> list[tuple[str, str, str]]:
        return await self._rows(
            "SELECT game_table, id, name FROM ousted JOIN players ON id = player "
            f"WHERE game_table IN ({marks(tables)}) ORDER BY id",
            tables,
        )

    async def names(self, key: str) -> dict[str, Any]:
        return await self.store.read(lambda c: rows.stored_names(c, key))

    async def seat_of_link(self, link: bytes) -> tuple[str, int] | None:
        sql = "SELECT game_table, side FROM seats WHERE link = :link OR successor = :link"
        found = await self._rows(sql, {"link": link})
        return (found[0][0], found[0][1]) if found else None

    async def links(self, key: str, side: int) -> tuple[bytes | None, bytes | None]:
        sql = "SELECT link, successor FROM seats WHERE game_table = ? AND side = ?"
        ((link, successor),) = await self._rows(sql, (key, side))
        return link, successor

    async def seat_of_code(self, code: bytes) -> tuple[str, int, str] | None:
        found = await self._rows("SELECT game_table, side, player FROM seats WHERE code = ?", (code,))
        return (found[0][0], found[0][1], found[0][2]) if found else None

    async def set_code(self, key: str, side: int, code: bytes) -> None:
        await self._run(("UPDATE seats SET code = ? WHERE game_table = ? AND side = ?", (code, key, side)))

    async def asked(self, key: str, player: str) -> bool:
        sql = "SELECT 1 FROM seats WHERE game_table = ? AND player = ? AND asked IS NOT NULL"
        return bool(await self._rows(sql, (key, player)))

    async def answered(self, key: str, player: str) -> None:
        await self.store.write(lambda c: _beside(c, key, Answered(player)))

    async def watch(self, key: str, player: str) -> None:
        await self._run(("INSERT INTO watchers VALUES (?,?) ON CONFLICT DO NOTHING", (player, key)))

    async def see(self, key: str, player: str, side: int, device: str, n: int) -> None:
        whose = "game_table = ? AND player = ? AND side = ?"
        await self._run(
            (
                "INSERT INTO seen VALUES (?,?,?,?,?) "
                "ON CONFLICT (game_table, player, side, device) DO UPDATE SET n = excluded.n",
                (key, player, side, device, n),
            ),
            (
                f"DELETE FROM seen WHERE {whose} AND device != ? AND device NOT IN "
                f"(SELECT device FROM seen WHERE {whose} ORDER BY n DESC LIMIT {MOST_DEVICES})",
                (key, player, side, device, key, player, side),
            ),
        )

    async def seen(self, key: str, player: str, side: int, device: str) -> int | None:
        found = await self._rows(
            "SELECT n FROM seen WHERE game_table = ? AND player = ? AND side = ? ORDER BY device = ? DESC, n DESC",
            (key, player, side, device),
        )
        return int(found[0][0]) if found else None

    async def people(self, key: str) -> tuple[set[str], set[str]]:
        sat = await self._keys(
            "SELECT player FROM seats WHERE game_table = :key AND player IS NOT NULL "
            "UNION SELECT player FROM ousted WHERE game_table = :key "
            f"UNION SELECT maker FROM tables WHERE id = :key AND mode = '{COMPUTERS}'",
            {"key": key},
        )
        others = "SELECT player FROM watchers WHERE game_table = :key UNION SELECT maker FROM tables WHERE id = :key"
        return sat, await self._keys(others, {"key": key})

    async def leavers(self, key: str) -> set[str]:
        return await self._keys("SELECT player FROM leavers WHERE game_table = ?", (key,))

    async def leave(self, key: str, player: str) -> None:
        await self._run(
            ("INSERT INTO leavers VALUES (?,?) ON CONFLICT DO NOTHING", (player, key)),
            ("INSERT INTO hidden VALUES (?,?) ON CONFLICT DO NOTHING", (player, key)),
        )

    async def hide(self, key: str, player: str) -> None:
        await self._run(("INSERT INTO hidden VALUES (?,?) ON CONFLICT DO NOTHING", (player, key)))

    async def unhide(self, key: str, player: str) -> None:
        parts = ("hidden", "leavers")
        await self._run(*((f"DELETE FROM {part} WHERE player = ? AND game_table = ?", (player, key)) for part in parts))

    # -- copies --

    async def copies(self, player: str) -> list[Kept]:
        found = await self._rows(f"SELECT {COPY} FROM copies WHERE player = ? ORDER BY updated DESC, id", (player,))
        return [_kept(*row) for row in found]

    async def copy(self, key: str) -> Kept | None:
        found = await self._rows(f"SELECT {COPY} FROM copies WHERE id = ?", (key,))
        return _kept(*found[0]) if found else None

    async def add_copy(self, kept: Kept) -> None:
        def job(c: Connection) -> None:
            if c.execute("SELECT 1 FROM former WHERE player = ?", (kept.player,)).fetchone():
                raise Forbidden(DELETED)  # while it was read
            _own_name(c, kept)
            c.execute(f"INSERT INTO copies ({COPY}) VALUES (?,?,?,?,?,?,?,?,?,?)", _copy_row(kept))

        await self.store.write(job)

    async def save_copy(self, kept: Kept, after: int) -> bool:
        def job(c: Connection) -> bool:
            _own_name(c, kept)
            sql = f"UPDATE copies SET ({COPY}) = (?,?,?,?,?,?,?,?,?,?) WHERE id = ? AND version = ?"
            return c.execute(sql, (*_copy_row(kept), kept.id, after)).rowcount > 0

        return await self.store.write(job)

    async def delete_copy(self, key: str) -> None:
        await self._run(("DELETE FROM copies WHERE id = ?", (key,)))

    # -- computer players --

    async def unfinished(self) -> list[str]:
        return going_on(await self._rows(f"{UNFINISHED} ORDER BY t.id"))

    async def begin_leases(self) -> None:
        await self._run(("DELETE FROM leases", ()))

    async def lease(self, key: str, side: int, server: str, since: float) -> None:
        await self._run((
                "INSERT INTO leases VALUES (?,?,?,?) "
                "ON CONFLICT (game_table, side) DO UPDATE SET server = excluded.server, since = excluded.since",
                (key, side, server, since),
            ))

    async def unlease(self, key: str, side: int) -> None:
        await self._run(("DELETE FROM leases WHERE game_table = ? AND side = ?", (key, side)))

    async def add_fault(self, key: str, side: int, bot: str, kind: str, text: str, time: float) -> None:
        sql = "INSERT INTO faults (game_table, side, bot, kind, text, time) VALUES (?,?,?,?,?,?)"
        await self._run((sql, (key, side, bot, kind, text, time)))


def _beside(c: Connection, key: str, one: Beside) -> None:
    """Store what stands beside a table."""
    match one:
        case NewTable():
            rows.create(c, one.table, one.meta, one.changes, one.links, one.summaries)
        case NewLink(side, link, held):
            column = "successor" if held else "link"
            c.execute(f"UPDATE seats SET {column} = ? WHERE game_table = ? AND side = ?", (link, key, side))
        case Taken(side, link, code, player, ousted):
            c.execute(
                "UPDATE seats SET link = ?, successor = NULL, code = ?, asked = NULL WHERE game_table = ? AND side = ?",
                (link, code, key, side),
            )
            c.execute("DELETE FROM ousted WHERE player = ? AND game_table = ?", (player, key))
            if ousted is not None:
                for part in ("ousted", "watchers"):
                    c.execute(f"INSERT INTO {part} VALUES (?,?) ON CONFLICT DO NOTHING", (ousted, key))
        case Ended():
            results.record(c, key, one)
        case Asked(side, since):
            c.execute("UPDATE seats SET asked = ? WHERE game_table = ? AND side = ?", (since, key, side))
        case Answered(player):
            c.execute(
                "UPDATE seats SET asked = NULL, successor = NULL "
                "WHERE game_table = ? AND player = ? AND asked IS NOT NULL",
                (key, player),
            )


COPY = "id, player, game, name, version, data, overlay, same, updated, words"
"""A copy's row."""


def _kept(
    key: str, player: str, game: str, name: str, version: int, data: str, overlay: str, same: str, updated: float,
    words: str,
) -> Kept:  # fmt: skip
    copy = Copy(name, game, json.loads(overlay), json.loads(same), data, words=json.loads(words))
    return Kept(key, player, version, updated, copy)


def stored_copies(folder: Path) -> list[Copy]:
    """All copies that players keep in a data folder, whether a server runs there or not."""
    if not (path := folder / FILE).is_file():
        return []
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            return [_kept(*row).copy for row in connection.execute(f"SELECT {COPY} FROM copies ORDER BY updated DESC")]
    except sqlite3.OperationalError:  # of an earlier release, which had none
        return []


def _copy_row(kept: Kept) -> tuple[Any, ...]:
    copy = kept.copy
    return (
        kept.id, kept.player, copy.game, copy.name, kept.version, copy.data, dump(copy.overlay), dump(copy.same),
        kept.updated, dump(copy.words),
    )  # fmt: skip


def _own_name(c: Connection, kept: Kept) -> None:
    """Raise BadInput where another copy of that player for that game has the name."""
    sql = "SELECT 1 FROM copies WHERE player = ? AND game = ? AND name = ? AND id != ?"
    if c.execute(sql, (kept.player, kept.copy.game, kept.copy.name, kept.id)).fetchone():
        raise BadInput(f"you have a copy called '{kept.copy.name}' already")


def _over(text: str | None) -> tuple[tuple[int, ...], str] | None:
    if text is None:
        return None
    returns, _, words = json.loads(text)
    return tuple(returns), words
