"""What the repository asks of a database: jobs that write, and jobs that read, in SQL that all databases understand.

`await store.write(job)` runs `job(connection)` whole or not at all, and comes back when what it wrote is durable.
`await store.read(job)` runs a job over what has been written, which changes nothing. Jobs are plain functions: where
they run (the loop itself, the writer's thread, a pool) is the store's affair.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

from ironbottom.server.errors import Unreachable

log = logging.getLogger("ironbottom")

MOST_IN_A_COMMIT = 256
PATIENCE = 60
"""Seconds for which a server that starts waits for its database."""

T = TypeVar("T")
Values = Sequence[Any] | Mapping[str, Any]
"""What stands for the `?` of a statement, in order, or for its `:name`."""


class Cursor(Protocol):
    """What a statement found."""

    @property
    def rowcount(self) -> int:
        """How many rows it changed."""

    def fetchone(self) -> Any:
        """The next row, or None."""

    def fetchall(self) -> list[tuple[Any, ...]]:
        """All rows that are left."""


class Connection(Protocol):
    """A connection to a database, in a transaction or not."""

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""

    def execute(self, sql: str, values: Values = ..., /) -> Cursor:
        """Run one statement."""

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> Any:
        """Run one statement for each row of values."""


Job = Callable[[Connection], T]
Batch = list[tuple[Job[Any], "Future[Any]"]]
"""Jobs that wait to be done, and what their results are put into."""


class Store(Protocol):
    """A database, held by one server."""

    def submit(self, job: Job[T]) -> Future[T]:
        """Run a job, for who does not wait in a loop."""

    async def write(self, job: Job[T]) -> T:
        """Run a job; its result comes when it is durable. Raises Full if there is no room. Being cancelled does not
        undo it."""

    async def read(self, job: Job[T], moment: bool = True) -> T:
        """Run a job over what has been written. `moment`: all that it reads is of one moment, though
        others write; a job of a single statement needs no more than that."""

    def close(self) -> None:
        """Finish what waits to be written, and let go of the database."""


def commit(
    connection: Connection, batch: Batch, begin: str, refusal: Callable[[BaseException], BaseException],
    again: Callable[[BaseException], bool] = lambda error: False,
) -> None:
    """Do jobs and make what they wrote durable in one piece (group commit); each is all or nothing by itself: where one
    of them fails, all are done anew, each from a savepoint. `refusal`: what an error of the database is told as;
    `again`: whether a job with such an error is tried anew."""
    if _all_at_once(connection, batch, begin):
        return
    done: list[tuple[Future[Any], Any]] = []
    failed: list[tuple[Future[Any], BaseException]] = []
    try:
        connection.execute(begin)
        for job, future in batch:
            for last in (False, False, True):
                connection.execute("SAVEPOINT job")
                try:
                    done.append((future, job(connection)))
                    error = None
                except BaseException as problem:
                    if not connection.in_transaction:  # a full disk, or a lost connection, takes the others with it
                        raise
                    connection.execute("ROLLBACK TO SAVEPOINT job")
                    error = problem
                connection.execute("RELEASE SAVEPOINT job")
                if error is None:
                    break
                if last or not again(error):
                    failed.append((future, error))
                    break
        connection.execute("COMMIT")
    except BaseException as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        failed = [(future, error) for _, future in batch]
        done = []
    for future, result in done:
        future.set_result(result)
    for future, failure in failed:
        future.set_exception(refusal(failure))


def _all_at_once(connection: Connection, batch: Batch, begin: str) -> bool:
    """Do all jobs as one. False, and nothing is done, where one of them fails."""
    try:
        connection.execute(begin)
        results = [job(connection) for job, _ in batch]
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        return False
    for (_, future), result in zip(batch, results, strict=True):
        future.set_result(result)
    return True


async def there(what: Callable[[], Awaitable[T]]) -> T:
    """Do something as soon as the database answers, within a minute. Raises Unreachable after it."""
    for _ in range(PATIENCE):
        try:
            return await what()
        except Unreachable as error:
            log.error("%s", error)
            await asyncio.sleep(1)
    return await what()


class Writer:
    """A thread that does jobs in the order in which they come; those that wait are committed together."""

    def __init__(self, commit: Callable[[Batch], None]) -> None:
        self._commit = commit
        self._jobs: queue.SimpleQueue[tuple[Job[Any], Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_on, name="ironbottom-writer", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Finish what waits."""
        self._jobs.put(None)
        self._thread.join()

    def submit(self, job: Job[T]) -> Future[T]:
        """Do a job; its result comes when it is durable, or Full if there is no room."""
        future: Future[T] = Future()
        self._jobs.put((job, future))
        return future

    async def write(self, job: Job[T]) -> T:
        """The same, awaited. Being cancelled does not undo it."""
        return await asyncio.shield(asyncio.wrap_future(self.submit(job)))

    def _write_on(self) -> None:
        while (first := self._jobs.get()) is not None:
            batch = [first]
            last = False
            while len(batch) < MOST_IN_A_COMMIT:
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if job is None:
                    last = True
                    break
                batch.append(job)
            self._commit(batch)
            if last:
                return
