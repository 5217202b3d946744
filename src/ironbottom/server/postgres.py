"""All that is kept in a PostgreSQL database, for servers that outgrow one file.

One connection writes, in a thread of its own with group commit (`database.py`), and holds the database for this server
by an advisory lock of its session. Reading jobs run in threads, over a pool of connections, each in a transaction that
sees one moment. A connection that is lost is made anew; what was asked meanwhile is refused, and nothing of it done.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeVar

import psycopg
from psycopg import conninfo, errors
from psycopg.pq import TransactionStatus
from psycopg_pool import ConnectionPool, PoolTimeout

from ironbottom.kernel.errors import BadInput
from ironbottom.server.database import Batch, Cursor, Job, Values, Writer, commit
from ironbottom.server.errors import Full, Unreachable
from ironbottom.server.store import DURABILITY, migrations

T = TypeVar("T")
log = logging.getLogger("ironbottom")
logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # each try to connect anew is a warning of its own
Raw = psycopg.Connection[tuple[Any, ...]]

READERS = 4
"""Connections that read at once."""
PATIENCE = 5.0
"""Seconds in which the database must answer a new connection."""
GRACE = 2.0
"""Seconds in which a server that was killed lets go of the database: its session may still end a commit."""
LOCK = 0x49524F4E
"""The advisory lock that one server holds, with the hash of the schema's name."""


@lru_cache(maxsize=1000)
def spelled(sql: str) -> str:
    """A statement with `?` and `:name` as psycopg writes them.

    >>> spelled("SELECT a FROM t WHERE b = ? AND c = :d")
    'SELECT a FROM t WHERE b = %s AND c = %(d)s'
    """
    return re.sub(r":(\w+)", r"%(\1)s", sql.replace("?", "%s"))


class Transaction:
    """A connection of psycopg as jobs know it."""

    def __init__(self, raw: Raw) -> None:
        self.raw = raw

    @property
    def in_transaction(self) -> bool:
        return self.raw.info.transaction_status in (TransactionStatus.INTRANS, TransactionStatus.INERROR)

    def execute(self, sql: str, values: Values = (), /) -> Cursor:
        if isinstance(values, Mapping):
            return self.raw.execute(spelled(sql), values)
        return self.raw.execute(spelled(sql), tuple(values) or None)

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> None:
        with self.raw.cursor() as cursor:
            cursor.executemany(spelled(sql), values)


def steps() -> list[tuple[int, str]]:
    """The numbered steps of the database's shape. Their numbers are those of SQLite's."""
    return migrations(files("ironbottom.server") / "migrations" / "postgres")


class PostgresStore:
    """A database in PostgreSQL, held by one server. `address`: a postgresql:// URL. Raises BadInput."""

    def __init__(self, address: str, durability: str = "full") -> None:
        if durability not in DURABILITY:
            raise BadInput(f"durability is {' or '.join(DURABILITY)}, not '{durability}'")
        self.name = named(address)
        self._address = address
        self._durability = durability
        self._epoch = 0
        try:
            self._raw = self._connected()
            try:
                self._migrate()
                self._begin()
            except BaseException:
                self._raw.close()
                raise
        except psycopg.Error as error:
            raise BadInput(f"the database {self.name} cannot be used: {_line(error)}") from None
        self._pool: ConnectionPool[Raw] = ConnectionPool(
            address, min_size=1, max_size=READERS, timeout=PATIENCE, name="ironbottom-readers", open=True,
            check=ConnectionPool.check_connection, kwargs={"connect_timeout": int(PATIENCE)}, configure=_reading,
        )  # fmt: skip
        self._writing = Writer(self._commit)
        self.submit, self.write = self._writing.submit, self._writing.write

    def close(self) -> None:
        """Finish what waits to be written, and let go of the database."""
        self._writing.close()
        self._pool.close()
        self._raw.close()

    async def read(self, job: Job[T]) -> T:
        """Run a job over what has been committed, as it stood at one moment. Raises Unreachable."""
        return await asyncio.to_thread(self._read, job)

    def _read(self, job: Job[T]) -> T:
        try:
            with self._pool.connection() as raw, raw.transaction():
                return job(Transaction(raw))
        except (psycopg.OperationalError, PoolTimeout):
            raise Unreachable from None

    def _commit(self, batch: Batch) -> None:
        try:
            if self._raw.closed:
                self._raw = self._connected()
                self._go_on()
        except (psycopg.Error, BadInput) as error:
            log.error("the database %s: %s", self.name, _line(error))
            self._raw.close()
            for _, future in batch:
                future.set_exception(Unreachable())
            return
        commit(Transaction(self._raw), batch, "BEGIN", _refusal)

    # -- one server --

    def _connected(self) -> Raw:
        """A connection that writes, and holds the database for this server. Raises BadInput."""
        raw: Raw = psycopg.connect(self._address, autocommit=True, connect_timeout=int(PATIENCE))
        try:
            if self._durability == "normal":
                raw.execute("SET synchronous_commit = off")
            end = time.monotonic() + GRACE
            while not (free := _one(raw, "SELECT pg_try_advisory_lock(%s, hashtext(current_schema()))", LOCK)[0]):
                if time.monotonic() > end:
                    break
                time.sleep(0.05)
        except BaseException:
            raw.close()
            raise
        if not free:
            raw.close()
            raise BadInput(f"another Ironbottom is running with the database {self.name}")
        return raw

    def _migrate(self) -> None:
        """Bring the database to today's shape. Raises BadInput for one from a later release, or of something else."""
        raw, wanted = self._raw, steps()
        with raw.transaction():
            (there,) = _one(raw, "SELECT to_regclass('ironbottom') IS NOT NULL")
            if not there:
                (strange,) = _one(raw, "SELECT to_regclass('tables') IS NOT NULL OR to_regclass('players') IS NOT NULL")
                if strange:
                    raise BadInput(f"the database {self.name} holds tables of something else; give Ironbottom its own")
                raw.execute("CREATE TABLE ironbottom (version INTEGER NOT NULL, epoch BIGINT NOT NULL)")
                raw.execute("INSERT INTO ironbottom VALUES (0, 0)")
            (now,) = _one(raw, "SELECT version FROM ironbottom")
            if now > wanted[-1][0]:
                raise BadInput("this data was written by a later version of Ironbottom; please update the program")
            for number, script in wanted:
                if number > now:
                    raw.execute(script.encode())
            raw.execute("UPDATE ironbottom SET version = %s", (wanted[-1][0],))

    def _begin(self) -> None:
        """From now on the database is this server's."""
        (self._epoch,) = _one(self._raw, "UPDATE ironbottom SET epoch = epoch + 1 RETURNING epoch")

    def _go_on(self) -> None:
        """Whether nobody else has held the database since the connection was lost: what this server knows of its tables
        would be out of date. Raises BadInput."""
        (epoch,) = _one(self._raw, "SELECT epoch FROM ironbottom")
        if epoch != self._epoch:
            raise BadInput(f"another Ironbottom has used the database {self.name} meanwhile; start this one again")


def looked_at(address: str, job: Job[T]) -> T:
    """Run a reading job over a database that a server may hold meanwhile, as it stands at one moment. Raises
    BadInput."""
    name = named(address)
    try:
        with psycopg.connect(address, autocommit=True, connect_timeout=int(PATIENCE)) as raw:
            _reading(raw)
            with raw.transaction():
                (there,) = _one(raw, "SELECT to_regclass('ironbottom') IS NOT NULL")
                if not there or _one(raw, "SELECT version FROM ironbottom") != (steps()[-1][0],):
                    raise BadInput(f"the database {name} holds no data of this version of Ironbottom")
                return job(Transaction(raw))
    except psycopg.OperationalError as error:
        raise BadInput(f"the database {name} cannot be used: {_line(error)}") from None


def changed(address: str, job: Job[T]) -> T:
    """Run a short job over a database that a server may hold meanwhile, whole or not at all. Raises BadInput."""
    name = named(address)
    try:
        with psycopg.connect(address, autocommit=True, connect_timeout=int(PATIENCE)) as raw, raw.transaction():
            (there,) = _one(raw, "SELECT to_regclass('ironbottom') IS NOT NULL")
            if not there or _one(raw, "SELECT version FROM ironbottom") != (steps()[-1][0],):
                raise BadInput(f"the database {name} holds no data of this version of Ironbottom")
            return job(Transaction(raw))
    except psycopg.OperationalError as error:
        raise BadInput(f"the database {name} cannot be used: {_line(error)}") from None


def named(address: str) -> str:
    """What an address is called in messages: never with a password. Raises BadInput for one that is none."""
    try:
        parts = conninfo.conninfo_to_dict(address)
    except psycopg.ProgrammingError:
        raise BadInput(
            "that is no address of a database; one looks like postgresql://user:password@host:5432/name"
        ) from None
    return f"'{parts.get('dbname', '')}' at {parts.get('host') or 'this machine'}"


def _reading(raw: Raw) -> None:
    raw.read_only = True
    raw.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ


def _one(raw: Raw, sql: Any, *values: Any) -> tuple[Any, ...]:
    found = raw.execute(sql, values or None).fetchone()
    assert found is not None
    return found


def _line(error: Exception) -> str:
    """What went wrong, in one line."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _refusal(error: BaseException) -> BaseException:
    """What an error of the database is told as."""
    if isinstance(error, errors.DiskFull):
        return Full()
    if isinstance(error, psycopg.OperationalError):
        return Unreachable()
    return error
