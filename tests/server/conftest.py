"""A server in a thread, for one test."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NoReturn

import pytest

from ironbottom.server import moving
from ironbottom.server.app import Running as Serving
from ironbottom.server.app import Server, open_sockets
from ironbottom.server.settings import Settings
from ironbottom.server.store import FILE
from ironbottom.server.workers import Workers
from server.cluster import Cluster, programs
from server.play import PLENTY, think
from table.skirmish import make


class Running:
    """A server that runs."""

    def __init__(self, settings: Settings, thinker: Any = think, maker: Any = make, hire: Any = Workers) -> None:
        settings, self.sockets = open_sockets(settings)
        self.server = Server(settings, {"skirmish": maker}, thinker, hire=hire)
        self.base = settings.origin(settings.port)
        self.uvicorn = Serving(self.server)
        self.thread = threading.Thread(target=lambda: self.uvicorn.run(sockets=self.sockets), daemon=True)
        self.thread.start()
        end = time.monotonic() + 20
        while not self.uvicorn.started and time.monotonic() < end:
            time.sleep(0.01)

    def stop(self) -> None:
        self.uvicorn.should_exit = True
        self.thread.join(20)
        for socket in self.sockets:
            socket.close()

    def leave(self, job: Callable[[Any], None]) -> None:
        """Stop, and do this in the database when no server says any more that it stands."""
        self.stop()
        settings = self.server.settings
        with closing(moving.opened(settings.database or str(settings.data))) as store:
            store.submit(job).result()


@pytest.fixture(scope="session")
def cluster(cannot_run: Callable[[str, str], NoReturn]) -> Iterator[Cluster]:
    """A PostgreSQL server."""
    if programs() is None:
        cannot_run("PostgreSQL", "it is not installed here")
    found = Cluster()
    yield found
    found.end()


@pytest.fixture
def database(request: pytest.FixtureRequest) -> Callable[[Path], str]:
    """The address of the database that a data folder's server uses: the same for the same folder, "" for the one in
    the folder itself. Tests of a module with `BOTH = True` run with SQLite and with PostgreSQL; the others with what
    `--database` says."""
    kind = getattr(request, "param", request.config.getoption("--database"))
    made: dict[Path, str] = {}

    def address(folder: Path) -> str:
        if kind == "postgres" and folder not in made:
            made[folder] = request.getfixturevalue("cluster").fresh()
            if (folder / FILE).is_file():
                moving.move(str(folder), made[folder])
        return made.get(folder, "")

    return address


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "database" in metafunc.fixturenames and getattr(metafunc.module, "BOTH", False):
        metafunc.parametrize("database", ["sqlite", "postgres"], indirect=True)


@pytest.fixture
def run(tmp_path: Path, database: Callable[[Path], str]) -> Iterator[Callable[..., Running]]:
    """`run(bot_delay=..., thinker=..., maker=...)` starts a server; all of them end with the test."""
    started: list[Running] = []

    def start(thinker: Any = think, maker: Any = make, hire: Any = Workers, **more: Any) -> Running:
        more.setdefault("limits", PLENTY)
        more.setdefault("data", tmp_path / "data")
        more.setdefault("database", database(more["data"]))
        more.setdefault("bot_delay", 0.0)
        running = Running(Settings(port=0, **more), thinker, maker, hire)
        started.append(running)
        return running

    yield start
    for running in started:
        running.stop()


@pytest.fixture
def postbox() -> Iterator[Any]:
    """A mail server."""
    from server.post import Postbox

    box = Postbox()
    yield box
    box.close()


@pytest.fixture
def base(run: Callable[..., Running]) -> str:
    """The address of a server."""
    return run().base
