"""All that is kept: one SQLite database, one thread that writes, hand-written SQL.

`await store.write(job)` runs `job(connection)` in the writer's thread and comes back when it is on disk. Jobs that wait
share one commit (group commit); each is all or nothing by itself. Reading is done in the server's own thread.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from ironbottom.kernel.errors import BadInput
from ironbottom.server.errors import Full

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], T]

FILE = "ironbottom.sqlite3"
DURABILITY = {"full": "FULL", "normal": "NORMAL"}
"""full: an acknowledged move survives a power cut; normal: it survives the end of the program."""
MOST_IN_A_COMMIT = 256


def migrations() -> list[tuple[int, str]]:
    """The numbered steps of the database's shape."""
    folder = files("ironbottom.server") / "migrations"
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".sql"))
    return [(int(name[:4]), (folder / name).read_text("utf-8")) for name in names]


def connect(
    path: Path, durability: str = "full", journal: str = "WAL", *, read_only: bool = False
) -> sqlite3.Connection:
    """A connection with our settings. Transactions are begun and ended by hand."""
    connection = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    connection.execute(f"PRAGMA journal_mode = {journal}")
    connection.execute(f"PRAGMA synchronous = {DURABILITY[durability]}")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA temp_store = MEMORY")
    if read_only:
        connection.execute("PRAGMA query_only = ON")
    return connection


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the database to today's shape. Raises BadInput for one from a later release."""
    (now,) = connection.execute("PRAGMA user_version").fetchone()
    steps = migrations()
    if now > steps[-1][0]:
        raise BadInput("this data was written by a later version of Ironbottom; please update the program")
    for number, script in steps:
        if number > now:
            connection.executescript(f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")


class Database:
    """The database of one data folder, in files, written by whoever calls `commit`; `journal`: SQLite's way of keeping
    what a commit that breaks off leaves behind. Raises BadInput."""

    def __init__(self, folder: Path, durability: str = "full", journal: str = "WAL") -> None:
        if durability not in DURABILITY:
            raise BadInput(f"durability is {' or '.join(DURABILITY)}, not '{durability}'")
        self.path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = self.claim(folder)
            self._writer = connect(self.path, durability, journal)
            migrate(self._writer)
            self._reader = connect(self.path, durability, journal, read_only=True)
        except (sqlite3.Error, OSError) as error:
            raise BadInput(f"the data folder {folder} cannot be used: {error}") from None

    def claim(self, folder: Path) -> sqlite3.Connection | None:
        """What holds the folder for this program alone. Raises BadInput where another has it."""
        return None

    def close(self) -> None:
        """Let go of the database."""
        self._reader.close()
        self._writer.close()
        if self._lock is not None:
            self._lock.close()

    async def write(self, job: Job[T]) -> T:
        """Run a job; its result comes when it is on disk. Raises Full if there is no room."""
        raise NotImplementedError

    def read(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Rows of what has been committed."""
        return self._reader.execute(sql, values).fetchall()

    def commit(self, batch: list[tuple[Job[Any], Future[Any]]]) -> None:
        """Run jobs and write what they did in one piece; each is all or nothing by itself."""
        done: list[tuple[Future[Any], Any]] = []
        failed: list[tuple[Future[Any], BaseException]] = []
        writer = self._writer
        try:
            writer.execute("BEGIN IMMEDIATE")
            for job, future in batch:
                writer.execute("SAVEPOINT job")
                try:
                    done.append((future, job(writer)))
                except BaseException as error:
                    if not writer.in_transaction:  # a full disk takes the others back with it
                        raise
                    writer.execute("ROLLBACK TO job")
                    failed.append((future, error))
                writer.execute("RELEASE job")
            writer.execute("COMMIT")
        except BaseException as error:
            if writer.in_transaction:
                writer.execute("ROLLBACK")
            failed = [(future, error) for _, future in batch]
            done = []
        for future, result in done:
            future.set_result(result)
        for future, failure in failed:
            future.set_exception(Full() if is_full(failure) else failure)


class Store(Database):
    """The database of one data folder, held by one server, with a thread that writes."""

    def __init__(self, folder: Path, durability: str = "full") -> None:
        super().__init__(folder, durability)
        self._jobs: queue.SimpleQueue[tuple[Job[Any], Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_on, name="ironbottom-writer", daemon=True)
        self._thread.start()

    def claim(self, folder: Path) -> sqlite3.Connection | None:
        return claim(folder)

    def close(self) -> None:
        """Finish what waits to be written, and let go of the database."""
        self._jobs.put(None)
        self._thread.join()
        super().close()

    def submit(self, job: Job[T]) -> Future[T]:
        """Run a job in the writer's thread; its result comes when it is on disk, or Full if there is no room."""
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
            self.commit(batch)
            if last:
                return


def is_full(error: BaseException) -> bool:
    """Whether the disk had no room."""
    return isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode == sqlite3.SQLITE_FULL


def claim(folder: Path) -> sqlite3.Connection:
    """Hold the folder for this process; the system lets go of it however the process ends."""
    lock = sqlite3.connect(folder / "in-use.sqlite3", timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        raise BadInput(f"another Ironbottom is running with the data in {folder}") from None
    return lock


def check(path: Path) -> None:
    """Raise BadInput unless the file is a sound database of ours."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise BadInput(f"{path.name} is damaged")
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if not 1 <= version <= migrations()[-1][0]:
                raise BadInput(f"{path.name} holds no data of this version of Ironbottom")
            connection.execute("SELECT count(*) FROM entries").fetchone()
    except sqlite3.Error:
        raise BadInput(f"{path.name} is no Ironbottom database") from None
