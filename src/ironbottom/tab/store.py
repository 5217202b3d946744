"""The database within a tab: one that writes, at once, with no thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from ironbottom.server.database import Batch, Job, commit
from ironbottom.server.errors import Full
from ironbottom.server.store import Database, refusal

T = TypeVar("T")


class TabStore(Database):
    """`flush`: called after each commit, so that what was written leaves the browser's memory. The journal is a file
    that stays: the browser opens files beforehand."""

    def __init__(self, folder: Path, flush: Callable[[], Any]) -> None:
        super().__init__(folder, "full", "PERSIST")
        self._flush = flush

    def commit(self, batch: Batch) -> None:
        commit(self._writer, batch, "BEGIN IMMEDIATE", refused)

    def submit(self, job: Job[T]) -> Future[T]:
        future: Future[T] = Future()
        self.commit([(job, future)])
        self._flush()
        return future

    async def write(self, job: Job[T]) -> T:
        return self.submit(job).result()

    def replace(self, other: sqlite3.Connection) -> None:
        """Have what another database has, and nothing else: all of it or nothing."""
        other.backup(self._writer)
        self._flush()


def refused(error: BaseException) -> BaseException:
    """As on a server; but a browser whose quota is used up lets some calls fail without saying why, and no disk here
    could be broken."""
    if isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_IOERR:
        return Full()
    return refusal(error)
