"""All that is kept in a PostgreSQL database, for servers that outgrow one file.

One connection writes, in a thread of its own with group commit (`database.py`), and holds the database for this server
by an advisory lock of its session: for it alone, or together with others that share it (`leases.py`). Reading jobs run
in threads with a connection each. A connection that is lost is made anew; what was asked meanwhile is refused, and
nothing of it done.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import re
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeVar

import psycopg
from psycopg import conninfo, errors
from psycopg.pq import TransactionStatus

from ironbottom.kernel.errors import BadInput
from ironbottom.server.database import Batch, Cursor, Job, Values, Writer, commit
from ironbottom.server.errors import Full, Unreachable
from ironbottom.server.store import DURABILITY, migrations

T = TypeVar("T")
log = logging.getLogger("ironbottom")
Raw = psycopg.Connection[tuple[Any, ...]]

READERS = 2
"""Connections that read at once: a second one, so that a long game that is loaded holds nobody up."""
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
        return self.raw.execute(spelled(sql), values if isinstance(values, Mapping) else tuple(values) or None)

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> None:
        with self.raw.cursor() as cursor:
            cursor.executemany(spelled(sql), values)


def steps() -> list[tuple[int, str]]:
    """The numbered steps of the database's shape. Their numbers are those of SQLite's."""
    return migrations(files("ironbottom.server") / "migrations" / "postgres")


class Readers:
    """Threads that read."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._jobs: queue.SimpleQueue[tuple[Job[Any], bool, Future[Any]] | None] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._read_on, name="ironbottom-reader", daemon=True) for _ in range(READERS)
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Finish what waits."""
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def submit(self, job: Job[T], moment: bool) -> Future[T]:
        """Run a job over what has been committed, all of it as it stood at one moment, or each statement by itself."""
        future: Future[T] = Future()
        self._jobs.put((job, moment, future))
        return future

    def _read_on(self) -> None:
        raw: Raw | None = None
        while (given := self._jobs.get()) is not None:
            job, moment, future = given
            if not future.set_running_or_notify_cancel():  # who asked has gone
                continue
            for last in (False, True):
                try:
                    raw = raw or self._connected()
                    with raw.transaction() if moment else contextlib.nullcontext():
                        result = job(Transaction(raw))
                except psycopg.OperationalError:  # a connection that turns out to be lost is made anew, once
                    if raw is not None:
                        raw.close()
                        raw = None
                    if last:
                        future.set_exception(Unreachable())
                except BaseException as error:
                    future.set_exception(error)
                    break
                else:
                    future.set_result(result)
                    break
        if raw is not None:
            raw.close()

    def _connected(self) -> Raw:
        raw: Raw = psycopg.connect(self._address, autocommit=True, connect_timeout=int(PATIENCE))
        _reading(raw)
        return raw


class PostgresStore:
    """A database in PostgreSQL, held by one server, or by several that are all opened with `shared`. `address`: a
    postgresql:// URL. Raises BadInput."""

    def __init__(self, address: str, durability: str = "full", shared: bool = False) -> None:
        if durability not in DURABILITY:
            raise BadInput(f"durability is {' or '.join(DURABILITY)}, not '{durability}'")
        self.name = named(address)
        self.address = address
        self._durability = durability
        self._shared = shared
        self._epoch = 0
        try:
            self._raw = self._connected()
            try:
                if shared:
                    self._migrate_alone()
                else:
                    self._migrate()
                self._begin()
            except BaseException:
                self._raw.close()
                raise
        except psycopg.Error as error:
            raise BadInput(f"the database {self.name} cannot be used: {_line(error)}") from None
        self._reading = Readers(address)
        self._writing = Writer(self._commit)
        self.submit, self.write = self._writing.submit, self._writing.write

    def close(self) -> None:
        """Finish what waits to be written, and let go of the database."""
        self._writing.close()
        self._reading.close()
        self._raw.close()

    async def read(self, job: Job[T], moment: bool = True) -> T:
        """Run a job over what has been committed. Raises Unreachable."""
        return await asyncio.wrap_future(self._reading.submit(job, moment))

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
        commit(Transaction(self._raw), batch, "BEGIN", _refusal, _collided)

    # -- one server, or several --

    def _connected(self) -> Raw:
        """A connection that writes, and holds the database for this server. Raises BadInput."""
        raw: Raw = psycopg.connect(self.address, autocommit=True, connect_timeout=int(PATIENCE))
        try:
            if self._durability == "normal":
                raw.execute("SET synchronous_commit = off")
            if not _locked(raw, "_shared" if self._shared else ""):
                raise BadInput(
                    f"another Ironbottom is running with the database {self.name}"
                    + ("; several share one when each is started with --announce" if self._shared else "")
                )
        except BaseException:
            raw.close()
            raise
        return raw

    def _migrate_alone(self) -> None:
        """Bring the database to today's shape, while no other server uses it. Raises BadInput."""
        if not _one(self._raw, "SELECT to_regclass('ironbottom') IS NOT NULL")[0] or (
            _one(self._raw, "SELECT version FROM ironbottom")[0] < steps()[-1][0]
        ):
            _unlock(self._raw, "_shared")
            if not _locked(self._raw, ""):
                raise BadInput(
                    f"the database {self.name} is of an earlier version, and other servers use it: stop them all, then "
                    "start those of this version"
                )
            self._migrate()
            _unlock(self._raw, "")
            _locked(self._raw, "_shared")
        self._migrate()

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
        would be out of date. (Where several share it each table has a number for that.) Raises BadInput."""
        if self._shared:
            return
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


def _locked(raw: Raw, kind: str) -> bool:
    """Hold the database: alone (""), or together with others ("_shared"). False where it is not to be had."""
    end = time.monotonic() + GRACE
    sql = f"SELECT pg_try_advisory_lock{kind}(%s, hashtext(current_schema()))"
    while not (free := _one(raw, sql, LOCK)[0]):
        if time.monotonic() > end:
            break
        time.sleep(0.05)
    return bool(free)


def _unlock(raw: Raw, kind: str) -> None:
    _one(raw, f"SELECT pg_advisory_unlock{kind}(%s, hashtext(current_schema()))", LOCK)


def _collided(error: BaseException) -> bool:
    """Whether two servers have waited for one another: one of them tries again."""
    return isinstance(error, errors.DeadlockDetected | errors.SerializationFailure)


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
