"""All that is kept in one SQLite database: one thread that writes.

Jobs that write run in the writer's thread. Those that wait share one commit (group commit); each is all or nothing by
itself. Reading is done in the server's own thread.
"""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeVar

from ironbottom.kernel.errors import BadInput, system_says
from ironbottom.server.database import Batch, Job, Writer, commit
from ironbottom.server.errors import Full

T = TypeVar("T")

FILE = "ironbottom.sqlite3"
LOCK = "in-use.sqlite3"
"""What a server holds while it uses the folder."""
DURABILITY = {"full": "FULL", "normal": "NORMAL"}
"""full: an acknowledged move survives a power cut; normal: it survives the end of the program."""


STEPS = files("ironbottom.server") / "migrations"


def migrations(folder: Traversable = STEPS) -> list[tuple[int, str]]:
    """The numbered steps of the database's shape."""
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
        self._reading = threading.Lock()  # one moment at a time, whichever thread asks
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = self.claim(folder)
            self._writer = connect(self.path, durability, journal)
            migrate(self._writer)
            self._reader = connect(self.path, durability, journal, read_only=True)
        except (sqlite3.Error, OSError) as error:
            raise BadInput(f"the data folder {folder} cannot be used: {system_says(error)}") from None

    def claim(self, folder: Path) -> sqlite3.Connection | None:
        """What holds the folder for this program alone. Raises BadInput where another has it."""
        return None

    def close(self) -> None:
        """Let go of the database."""
        self._reader.close()
        self._writer.close()
        if self._lock is not None:
            self._lock.close()

    async def read(self, job: Job[T], moment: bool = True) -> T:
        """Run a job over what has been committed."""
        if not moment:
            return job(self._reader)
        with self._reading:
            self._reader.execute("BEGIN")
            try:
                return job(self._reader)
            finally:
                self._reader.execute("ROLLBACK")

    def commit(self, batch: Batch) -> None:
        """Run jobs and write what they did in one piece; each is all or nothing by itself."""
        commit(self._writer, batch, "BEGIN IMMEDIATE", refusal)


class Store(Database):
    """The database of one data folder, held by one server, with a thread that writes."""

    def __init__(self, folder: Path, durability: str = "full") -> None:
        super().__init__(folder, durability)
        self._writing = Writer(self.commit)
        self.submit, self.write = self._writing.submit, self._writing.write

    def claim(self, folder: Path) -> sqlite3.Connection | None:
        return claim(folder)

    def close(self) -> None:
        """Finish what waits to be written, and let go of the database."""
        self._writing.close()
        super().close()


def refusal(error: BaseException) -> BaseException:
    """What an error of the database is told as: Full where the disk had no room."""
    full = isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode == sqlite3.SQLITE_FULL
    return Full() if full else error


def claim(folder: Path) -> sqlite3.Connection:
    """Hold the folder for this process; the system lets go of it however the process ends."""
    lock = sqlite3.connect(folder / LOCK, timeout=0, isolation_level=None, check_same_thread=False)
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
