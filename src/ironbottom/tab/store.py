"""The database within a tab: one that writes, at once, with no thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from ironbottom.server.database import Job
from ironbottom.server.store import Database

T = TypeVar("T")


class TabStore(Database):
    """`flush`: called after each commit, so that what was written leaves the browser's memory. The journal is a file
    that stays: the browser opens files beforehand."""

    def __init__(self, folder: Path, flush: Callable[[], Any]) -> None:
        super().__init__(folder, "full", "PERSIST")
        self._flush = flush

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
