"""Who owns a server: a role that is given on its command line alone, while it runs or not."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

from ironbottom.kernel.errors import BadInput
from ironbottom.server.database import Connection, Job
from ironbottom.server.moving import is_address, postgres
from ironbottom.server.sql_people import SqlPeople
from ironbottom.server.store import FILE, connect, migrations

T = TypeVar("T")


class Beside:
    """A database that a server may hold meanwhile, for short jobs; as much of a `Store` as they need."""

    def __init__(self, run: Callable[[Job[object]], object]) -> None:
        self._run = run

    async def read(self, job: Job[T], moment: bool = True) -> T:
        return self._run(job)  # type: ignore[return-value]

    async def write(self, job: Job[T]) -> T:
        return self._run(job)  # type: ignore[return-value]


@contextmanager
def people(place: str) -> Iterator[SqlPeople]:
    """The people of a database: a data folder's, or one at a postgresql:// address. Raises BadInput."""
    if is_address(place):
        yield SqlPeople(Beside(lambda job: postgres().changed(place, job)))  # type: ignore[arg-type]
        return
    path = Path(place) / FILE
    if not path.is_file():
        raise BadInput(f"there is no data in {place}")
    try:
        with closing(connect(path)) as connection:
            if connection.execute("PRAGMA user_version").fetchone() != (migrations()[-1][0],):
                raise BadInput(f"the data in {place} are of another version; start the server once with this one")
            yield SqlPeople(Beside(lambda job: _whole(connection, job)))  # type: ignore[arg-type]
    except sqlite3.Error as error:
        raise BadInput(f"the data in {place} cannot be used: {error}") from None


def _whole(connection: Connection, job: Job[T]) -> T:
    connection.execute("BEGIN IMMEDIATE")
    try:
        result = job(connection)
        connection.execute("COMMIT")
        return result
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def grant(place: str, who: str, on: bool) -> str:
    """Give the role to a player, by his name or his id, or take it: what he is called. Raises BadInput."""
    if not who:
        raise BadInput("say who: ironbottom owner grant PLAYER, by his name or his id")
    with people(place) as kept:
        return asyncio.run(_grant(kept, who, on))


async def _grant(kept: SqlPeople, who: str, on: bool) -> str:
    found = await kept.player(who)
    player = who
    if found is None:
        named = await kept.named(who)
        if not named:
            raise BadInput(f"no player is called '{who[:60]}', and none has that id")
        if len(named) > 1:
            raise BadInput(f"{len(named)} players are called '{who[:60]}'; name one by his id: {', '.join(named[:10])}")
        player = named[0]
        found = await kept.player(player)
        assert found is not None
    if on is await kept.is_owner(player):
        raise BadInput(f"{found[0]} is {'already' if on else 'not'} an owner of this server")
    await kept.set_owner(player, on)
    return found[0]


def owners(place: str) -> list[tuple[str, str]]:
    """The owners' ids and names. Raises BadInput."""
    with people(place) as kept:
        return asyncio.run(kept.owners())
