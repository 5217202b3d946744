"""All that is kept, from one database into another: `ironbottom move-database`, and the backup of a PostgreSQL one."""

from __future__ import annotations

import asyncio
import re
from contextlib import closing
from pathlib import Path
from types import ModuleType

from ironbottom.kernel.errors import BadInput
from ironbottom.server.database import Connection, Store
from ironbottom.server.outage import lives
from ironbottom.server.rows import PARTS
from ironbottom.server.store import FILE
from ironbottom.server.store import Store as Sqlite

WHOLE = (
    "players", "tokens", "passkeys", "challenges", "addresses", "mailed", "roles", "suspended", "former", "blocks",
    "complaints", "wishes", "pushes", "copies", "tables", "members", "vacations", "seeks", "results", "ratings",
    "tournaments", "entrants", "pairings",
)  # fmt: skip
"""What is carried over at once, in an order in which what is referred to is there."""
SCHEME = re.compile(r"[A-Za-z][\w+.-]+:/")
"""What an address begins with; a single letter is a drive."""
NUMBERED = {"requests": "game_table, side, id", "faults": "game_table, side, bot, kind, text, time"}
"""Rows that the database numbers as they come: they are carried over in that order, and numbered anew."""


def opened(place: str, durability: str = "full", shared: bool = False) -> Store:
    """The database in a data folder, or at a postgresql:// address, held by this process; `shared`: together with other
    servers. Raises BadInput."""
    if not is_address(place):
        return Sqlite(Path(place), durability)
    return postgres().PostgresStore(place, durability, shared)  # type: ignore[no-any-return]


def postgres() -> ModuleType:
    """What speaks with PostgreSQL, an optional part. Raises BadInput where it is not installed."""
    try:
        from ironbottom.server import postgres
    except ImportError:
        raise BadInput("PostgreSQL needs the extra 'postgres': pip install 'ironbottom[postgres]'") from None
    return postgres


def is_address(place: str) -> bool:
    """Whether that is the address of a PostgreSQL database, and no folder. Raises BadInput for what is neither."""
    if place.startswith(("postgresql://", "postgres://")):
        return True
    if not place or SCHEME.match(place):
        raise BadInput(f"'{place.partition('/')[0]}' names no database: give a folder, or postgresql://user@host/name")
    return False


def move(source: str, target: str) -> int:
    """Carry all that one database holds into an empty one, whole or not at all: the number of tables. The old one stays
    as it was. Raises BadInput."""
    if not is_address(source) and not (Path(source) / FILE).is_file():
        raise BadInput(f"there is no data in {source}")
    here, there = (place if is_address(place) else Path(place).resolve() for place in (source, target))
    if here == there:
        raise BadInput("the two are the same; say where the data are to go")
    with closing(opened(source)) as old, closing(opened(target)) as new:
        return asyncio.run(old.read(lambda there: new.submit(lambda here: carry(there, here)).result()))


def copied(address: str, folder: Path) -> None:
    """A copy of a database in PostgreSQL, which a server may hold meanwhile, in a folder that has none. Raises
    BadInput."""
    with closing(Sqlite(folder)) as copy:
        postgres().looked_at(address, lambda there: copy.submit(lambda here: carry(there, here)).result())


def carry(old: Connection, new: Connection) -> int:
    """The same, within a transaction of the one and a transaction of the other."""
    for name in (*WHOLE, *PARTS):
        if new.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone() is not None:
            raise BadInput("the database to move to holds data already; it must be an empty one")
    for name in WHOLE:
        _insert(new, name, old.execute(f"SELECT * FROM {name}").fetchall())
    keys = [key for (key,) in old.execute("SELECT id FROM tables").fetchall()]
    for key in keys:  # table by table, so that no more than one is in memory
        for name in PARTS:
            columns = NUMBERED.get(name, "*")
            order = " ORDER BY number" if name in NUMBERED else ""
            found = old.execute(f"SELECT {columns} FROM {name} WHERE game_table = ?{order}", (key,)).fetchall()
            _insert(new, name if columns == "*" else f"{name} ({columns})", found)
    for name in (*WHOLE, *PARTS):
        count = f"SELECT count(*) FROM {name}"
        had, has = old.execute(count).fetchone(), new.execute(count).fetchone()
        if name != "faults" and had != has:  # faults may be of tables that are gone
            raise BadInput(f"not all could be moved: of {name} there are {had[0]} rows, and {has[0]} came")
    for (until,) in old.execute("SELECT until FROM lived").fetchall():
        lives(new, until)
    return len(keys)


def _insert(new: Connection, where: str, found: list[tuple[object, ...]]) -> None:
    if found:
        new.executemany(f"INSERT INTO {where} VALUES ({','.join('?' * len(found[0]))})", found)
