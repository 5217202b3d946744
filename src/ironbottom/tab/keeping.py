"""What a tab gives out and takes in besides single games: all that is kept in it, as the backups of a server are."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from ironbottom.kernel.errors import BadInput
from ironbottom.server import backup, store
from ironbottom.server.making import UNLISTED
from ironbottom.server.players import hashed
from ironbottom.server.queries import marks
from ironbottom.tab.store import TabStore

LARGEST = 500_000_000
"""Bytes of a backup that comes in."""


def saved(database: TabStore) -> bytes:
    """A backup of all that is kept here."""
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "saved.zip"
        backup.backup(database.path.parent, file)
        return file.read_bytes()


class Brought(NamedTuple):
    """A backup that has been read: its database; whose it is by the cookie here, or else who has most seats in it."""

    database: sqlite3.Connection
    player: str
    name: str
    known: bool


@asynccontextmanager
async def read(data: bytes, cookie: str) -> AsyncIterator[Brought]:
    """What a backup holds. Raises BadInput for what is no sound one."""
    with tempfile.TemporaryDirectory() as name:
        file, fresh = Path(name) / "backup", Path(name) / "fresh"
        file.write_bytes(data)
        fresh.mkdir()
        found = await asyncio.to_thread(backup.read, (file, fresh))
        if isinstance(found, str):
            raise BadInput(found.replace(file.name, "this file", 1) if found.startswith(file.name) else found)
        with closing(store.connect(fresh / store.FILE, journal="DELETE")) as database:
            store.migrate(database)
            known = _player(database, hashed(cookie))
            yield Brought(database, *(known or _owner(database)), known is not None)


async def look(data: bytes, cookie: str) -> dict[str, Any]:
    """Whose games a backup holds, how many, and when the last of them was played. Raises BadInput."""
    async with read(data, cookie) as found:
        games, last = found.database.execute(
            "SELECT count(DISTINCT tables.id), max(seats.updated) FROM seats JOIN tables ON tables.id = game_table "
            f"WHERE player = ? AND mode NOT IN ({marks(UNLISTED)})",
            (found.player, *UNLISTED),
        ).fetchone()
    return {"name": found.name, "games": games, "last": last and datetime.fromtimestamp(last, UTC).isoformat()}


async def bring_back(database: TabStore, data: bytes, cookie: str) -> str:
    """Put a backup in the place of all that is kept here; the cookie is then that of the player in it who has most
    seats, whose name is the result, unless it is known there. Raises BadInput, changing nothing, for what is no sound
    backup, and Full where there is no room."""
    async with read(data, cookie) as found:
        if not found.known:
            proof = (hashed(cookie), found.player)
            found.database.execute("INSERT INTO tokens (hash, player, kind) VALUES (?, ?, 'cookie')", proof)
        try:
            database.replace(found.database)
        except sqlite3.Error as error:
            raise store.refusal(error) from None
    return found.name


def _player(database: sqlite3.Connection, cookie: bytes) -> tuple[str, str] | None:
    found: tuple[str, str] | None = database.execute(
        "SELECT players.id, players.name FROM tokens JOIN players ON players.id = tokens.player WHERE tokens.hash = ?",
        (cookie,),
    ).fetchone()
    return found


def _owner(database: sqlite3.Connection) -> tuple[str, str]:
    """Who has most seats. Raises BadInput where nobody is there."""
    found: tuple[str, str] | None = database.execute(
        "SELECT players.id, players.name FROM players LEFT JOIN seats ON seats.player = players.id "
        "GROUP BY players.id ORDER BY count(seats.player) DESC, players.created LIMIT 1"
    ).fetchone()
    if found is None:
        raise BadInput("this backup holds no player")
    return found
