"""The whole data folder in one file: written while the server runs, checked, and brought back."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path, PurePosixPath

from ironbottom import __version__
from ironbottom.kernel.errors import BadInput, IronbottomError, system_says
from ironbottom.server import moving, store
from ironbottom.server.players import DAY
from ironbottom.server.workers import WorkerError, alone

FORMAT = "ironbottom backup 1"
MANIFEST = "backup.json"
LARGEST = 8_000_000_000
"""Bytes that a backup may unpack to."""
MOST_FILES = 10_000
DENSEST, SMALL = 100, 100_000_000
"""A backup unpacks to at most so many times its size, or to so many bytes: databases of games pack to a tenth."""
MEMORY = 512 << 20
"""Bytes of memory in which a backup must be read."""
SECONDS = 3600.0
"""Within which it must be read."""
OWN = (store.FILE, store.LOCK)
"""Files that are not copied as they lie."""


def backup(folder: Path, file: Path, database: str = "") -> None:
    """Write the data folder to a new file, with its database, or the one at a postgresql:// address, as it stands at
    one moment. Raises BadInput."""
    source = folder / store.FILE
    if not (folder.is_dir() if database else source.is_file()):
        raise BadInput(f"there is no data in {folder}")
    if file.exists():
        raise BadInput(f"{file} exists already")
    if not file.resolve().parent.is_dir():
        raise BadInput(f"there is no folder {file.resolve().parent}")
    with tempfile.TemporaryDirectory(prefix=".ironbottom-", dir=file.resolve().parent) as name:
        copy = Path(name) / store.FILE
        if database:
            moving.copied(database, copy.parent)
        else:
            _copied(source, copy)
        store.check(copy)
        packed = Path(name) / "packed"
        found = {store.FILE: copy, **{path: folder / path for path in _others(folder)}}
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            manifest = {"format": FORMAT, "version": __version__, "files": {p: _digest(f) for p, f in found.items()}}
            archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
            for path, where in found.items():
                archive.write(where, path)
        os.replace(packed, file)


def _copied(source: Path, copy: Path) -> None:
    try:
        with closing(sqlite3.connect(source, timeout=30)) as live, closing(sqlite3.connect(copy)) as saved:
            live.backup(saved)
            saved.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise BadInput(f"the data in {source.parent} cannot be read: {error}") from None


def _others(folder: Path) -> list[str]:
    """The other files of a data folder (corrections, settings), by their path in it."""
    skip = {f"{name}{end}" for name in OWN for end in ("", "-wal", "-shm", "-journal")}
    found = sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return [path.as_posix() for path in found if path.name not in skip and path.parts[0][:15] != "before-restore-"]


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def restore(file: Path, folder: Path) -> Path | None:
    """Put a backup into a data folder that no server uses. Data that lay there are moved aside: the result says where.
    Raises BadInput, changing nothing, for a file that is not sound."""
    if not file.is_file():
        raise BadInput(f"there is no file {file}")
    file, folder = file.absolute(), folder.absolute()  # the process that reads them stands in another folder
    made = [path for path in (folder, *folder.parents) if not path.exists()]
    unused = not (folder / store.LOCK).exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = store.claim(folder)
    except (OSError, sqlite3.Error) as error:
        raise BadInput(f"the data folder {folder} cannot be used: {system_says(error)}") from None
    try:
        with closing(lock), tempfile.TemporaryDirectory(prefix=".restore-", dir=folder) as name:
            fresh = Path(name)
            try:
                found = alone(read, (file, fresh), SECONDS, MEMORY)
            except (WorkerError, TimeoutError):
                raise BadInput(
                    f"{file.name} cannot be read in {SECONDS / 60:.0f} minutes and {MEMORY >> 20} MB of memory"
                ) from None
            if isinstance(found, str):
                raise BadInput(found)
            _begin_day(fresh / store.FILE)
            return _exchange(folder, fresh, found)
    except BaseException:
        with contextlib.suppress(OSError):  # the folders that were made go where nothing else lies in them
            if unused:
                (folder / store.LOCK).unlink()
            for path in made:
                path.rmdir()
        raise


def _begin_day(database: Path) -> None:
    """No personal link is good for longer than a day from now: the one in a tab's backup has waited for this."""
    end = time.time() + DAY
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE tokens SET until = ? WHERE kind = 'link' AND until > ?", (end, end))


def read(asked: tuple[Path, Path]) -> list[str] | str:
    """Unpack a backup into an empty folder and check it: the paths of its files, or why it is refused. Runs in a
    process of its own, for nobody knows what a file holds that calls itself a backup."""
    file, fresh = asked
    try:
        with zipfile.ZipFile(file) as archive:
            paths = list(_unpack(archive, fresh, file.stat().st_size))
        store.check(fresh / store.FILE)
    except IronbottomError as error:
        return str(error)
    except MemoryError:
        raise
    except Exception as error:  # whatever a broken or forged zip file makes the library raise
        return f"{file.name} is no backup of Ironbottom: {error}"
    return paths


def _unpack(archive: zipfile.ZipFile, fresh: Path, size: int) -> Iterator[str]:
    """Unpack into an empty folder, each file checked; their paths."""
    infos = {info.filename: info for info in archive.infolist()}
    if MANIFEST not in infos or infos[MANIFEST].file_size > 10_000_000:
        raise BadInput("this is no backup of Ironbottom")
    if any(info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for info in infos.values()):
        raise BadInput("this is no backup of Ironbottom: it is packed in another way")
    try:
        manifest = json.loads(archive.read(MANIFEST))
        files = dict(manifest["files"])
        known = manifest["format"] == FORMAT
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadInput("this is no backup of Ironbottom") from None
    if not known or store.FILE not in files:
        raise BadInput(f"this is no '{FORMAT}'")
    for path in files:
        if path not in infos:
            raise BadInput(f"the backup is damaged: {path[:80]} is missing")
    total = sum(info.file_size for info in infos.values())  # the library unpacks no more of a file than it declares
    if len(infos) > MOST_FILES or total > min(LARGEST, max(SMALL, DENSEST * size)):
        raise BadInput("the backup is too large for what it is: no data of games unpack to so much")
    if total > (free := shutil.disk_usage(fresh).free):
        raise BadInput(f"the backup needs {total >> 20} MB where {free >> 20} MB are free")
    for path, wanted in files.items():
        pure = PurePosixPath(path)
        if pure.is_absolute() or ".." in pure.parts or "\\" in path or ":" in path:
            raise BadInput(f"the backup holds a wrong name: {path[:80]!r}")
        to = fresh / pure
        to.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(path) as packed, to.open("wb") as plain:
            shutil.copyfileobj(packed, plain)
        if _digest(to) != wanted:
            raise BadInput(f"the backup is damaged: {path}")
        yield path


def _exchange(folder: Path, fresh: Path, paths: list[str]) -> Path | None:
    """Move what lies in the folder aside, and the fresh files in."""
    aside = folder / datetime.now().strftime("before-restore-%Y%m%d-%H%M%S-%f")
    old = [folder / path for path in (*_others(folder), store.FILE, *(store.FILE + end for end in ("-wal", "-shm")))]
    old = [path for path in old if path.is_file() and fresh not in path.parents]
    for path in old:
        to = aside / path.relative_to(folder)
        to.parent.mkdir(parents=True, exist_ok=True)
        os.replace(path, to)
    for name in sorted(paths, key=lambda path: path == store.FILE):
        to = folder / name
        to.parent.mkdir(parents=True, exist_ok=True)
        os.replace(fresh / name, to)
    return aside if old else None
