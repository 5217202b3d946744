"""What a tab gives out and takes in besides single games: all that is kept in it, as the backups of a server are."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from ironbottom.kernel.errors import BadInput
from ironbottom.server import backup, store
from ironbottom.server.players import hashed
from ironbottom.tab.store import TabStore

LARGEST = 500_000_000
"""Bytes of a backup that comes in."""


def saved(database: TabStore) -> bytes:
    """A backup of all that is kept here."""
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "saved.zip"
        backup.backup(database.path.parent, file)
        return file.read_bytes()


async def bring_back(database: TabStore, data: bytes, cookie: str) -> str:
    """Put a backup in the place of all that is kept here; the cookie is then that of the player in it who has most
    seats, whose name is the result, unless it is known there. Raises BadInput, changing nothing, for what is no sound
    backup, and Full where there is no room."""
    with tempfile.TemporaryDirectory() as name:
        file, fresh = Path(name) / "backup", Path(name) / "fresh"
        file.write_bytes(data)
        fresh.mkdir()
        found = await asyncio.to_thread(backup.read, (file, fresh))
        if isinstance(found, str):
            raise BadInput(found.replace(file.name, "this file", 1) if found.startswith(file.name) else found)
        with closing(store.connect(fresh / store.FILE, journal="DELETE")) as other:
            store.migrate(other)
            known = _player(other, hashed(cookie))
            player, called = known or _owner(other)
            if known is None:
                proof = (hashed(cookie), player)
                other.execute("INSERT INTO tokens (hash, player, kind) VALUES (?, ?, 'cookie')", proof)
            try:
                database.replace(other)
            except sqlite3.Error as error:
                raise store.refusal(error) from None
    return called


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
