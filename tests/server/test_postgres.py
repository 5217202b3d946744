"""PostgreSQL in place of the SQLite file: one server, a lost connection, another server meanwhile, and the way from one
database to the other and back."""

from __future__ import annotations

import asyncio
import shutil
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from ironbottom.kernel.errors import BadInput
from ironbottom.server import backup, moving, rows
from ironbottom.server.errors import Unreachable
from ironbottom.server.postgres import PostgresStore, steps
from ironbottom.server.settings import Settings
from ironbottom.server.store import FILE, Store, migrations
from server.cluster import Cluster
from server.play import Browser, invited, seal, stored

KEPT = Path(__file__).parent / "data"
NAMES = (*moving.WHOLE, *rows.PARTS)


def contents(store: Any) -> dict[str, list[Any]]:
    """All rows, but for the numbers that the database gives."""
    return {
        name: sorted(stored(store, f"SELECT {moving.NUMBERED.get(name, '*')} FROM {name}"), key=repr) for name in NAMES
    }


def sever(address: str) -> None:
    """End all connections to the database but one's own, as a restart of it would."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")


@pytest.fixture
def address(cluster: Cluster) -> str:
    """An empty database."""
    return cluster.fresh()


def test_the_last_step_of_both_databases_is_the_same() -> None:
    assert steps()[-1][0] == migrations()[-1][0]


def test_both_databases_have_the_same_columns(address: str, tmp_path: Path) -> None:
    with closing(PostgresStore(address)) as there, closing(Store(tmp_path)) as here:
        for name in NAMES:
            sql = (
                "SELECT column_name FROM information_schema.columns WHERE table_name = ? "
                "AND table_schema = current_schema() ORDER BY ordinal_position"
            )
            columns = [column for (column,) in stored(there, sql, (name,))]
            assert columns == [row[1] for row in stored(here, f"PRAGMA table_info({name})")], name


def test_one_server_a_database(address: str) -> None:
    first = PostgresStore(address)
    with pytest.raises(BadInput, match="another Ironbottom is running with the database 'postgres'"):
        PostgresStore(address)
    first.close()
    PostgresStore(address).close()


def test_a_database_that_cannot_be_used_is_called_so_without_its_password(address: str, cluster: Cluster) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CREATE TABLE players (x INTEGER)")
    with pytest.raises(BadInput, match="tables of something else"):
        PostgresStore(address)
    later = cluster.fresh()
    PostgresStore(later).close()
    with psycopg.connect(later, autocommit=True) as connection:
        connection.execute("UPDATE ironbottom SET version = 999")
    with pytest.raises(BadInput, match="later version"):
        PostgresStore(later)
    with pytest.raises(BadInput, match="cannot be used") as refused:
        PostgresStore(f"postgresql://ironbottom:secret@/nothing?host={cluster.folder}")
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)
    for wrong in ("postgresql://%zz", "postgresql://host:port/x"):
        with pytest.raises(BadInput):
            PostgresStore(wrong)
    with pytest.raises(BadInput, match="postgresql://"):
        Settings(database="mysql://host/name")


def test_a_job_that_fails_takes_no_other_with_it(address: str) -> None:
    def bad(c: Any) -> None:
        c.execute("INSERT INTO players VALUES ('bad', 'x', '', NULL)")
        c.execute("no SQL")

    def good(name: str) -> Callable[[Any], None]:
        return lambda c: c.execute("INSERT INTO players VALUES (?, 'x', '', NULL)", (name,)) and None

    async def all_of_them(store: PostgresStore) -> list[Any]:
        jobs = [store.write(good("a")), store.write(bad), store.write(good("b"))]
        return await asyncio.gather(*jobs, return_exceptions=True)

    with closing(PostgresStore(address)) as store:
        failed = [isinstance(one, Exception) for one in asyncio.run(all_of_them(store))]
        assert failed == [False, True, False]
        assert stored(store, "SELECT id FROM players ORDER BY id") == [("a",), ("b",)]


def test_the_log_is_append_only(run: Callable[..., Any], address: str) -> None:
    running = run(database=address)
    red, blue, key, _ = invited(running.base)
    seal(red, blue, key)
    store = running.server.store
    for sql in ("UPDATE entries SET line = 'x'", "DELETE FROM entries", "TRUNCATE entries"):
        with pytest.raises(psycopg.Error):
            store.submit(lambda c, sql=sql: c.execute(sql)).result()
    assert stored(store, "SELECT count(*) FROM entries")[0][0] > 0


def test_a_lost_connection_loses_nothing(run: Callable[..., Any], address: str) -> None:
    """What is asked while the database is away is refused in one line; then play goes on where it was."""
    running = run(database=address)
    red, blue, key, _ = invited(running.base)
    seal(red, blue, key)
    before = contents(running.server.store)
    sever(address)
    answer = red.http.post(f"/api/tables/{key}/chat", json={"seat": "red", "text": "still there?"})
    assert answer.status_code == 503, answer.text
    assert "the database does not answer" in answer.json()["error"]
    assert contents(running.server.store) == before
    again = red.http.post(f"/api/tables/{key}/chat", json={"seat": "red", "text": "still there?"})
    assert again.status_code == 200, again.text
    assert [said["text"] for said in blue.look(key, "blue")["chat"]] == ["still there?"]


def test_a_server_whose_database_another_has_used_writes_no_more(address: str) -> None:
    first = PostgresStore(address)
    sever(address)
    with closing(PostgresStore(address)) as second:
        second.submit(lambda c: c.execute("INSERT INTO players VALUES ('p', 'P', '', NULL)")).result()
    for _ in range(3):
        with pytest.raises(Unreachable):
            first.submit(lambda c: c.execute("DELETE FROM players")).result()
    assert stored(first, "SELECT id FROM players") == [("p",)]
    first.close()


def test_a_reader_outlives_who_has_gone(address: str) -> None:
    """Who asked is cancelled before and while it is read; all others are answered."""
    started = threading.Event()

    def slow(c: Any) -> None:
        started.set()
        time.sleep(0.1)

    async def ask(store: PostgresStore) -> int:
        gone = [asyncio.ensure_future(store.read(slow)) for _ in range(6)]
        await asyncio.to_thread(started.wait)
        for one in gone:
            one.cancel()
        return len(await store.read(lambda c: c.execute("SELECT 1").fetchall()))

    with closing(PostgresStore(address)) as store:
        assert asyncio.run(ask(store)) == 1


@pytest.mark.parametrize("name", ["shape-3", "release-1"])
def test_a_database_goes_to_postgresql_and_back(cluster: Cluster, tmp_path: Path, name: str) -> None:
    address, old, back = cluster.fresh(), tmp_path / "old", tmp_path / "back"
    old.mkdir()
    shutil.copy(KEPT / f"{name}.sqlite3", old / FILE)
    count = moving.move(str(old), address)
    with pytest.raises(BadInput, match="holds data already"):
        moving.move(str(old), address)
    assert moving.move(address, str(back)) == count > 0
    with closing(Store(old)) as was, closing(PostgresStore(address)) as there, closing(Store(back)) as now:
        assert contents(was) == contents(there) == contents(now)


def test_what_cannot_be_moved_is_said(address: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no data in"):
        moving.move(str(tmp_path / "none"), address)
    assert not (tmp_path / "none").exists()
    with closing(Store(tmp_path / "used")), pytest.raises(BadInput, match="another Ironbottom"):
        moving.move(str(tmp_path / "used"), address)


def test_a_backup_is_made_while_it_is_played(run: Callable[..., Any], address: str, tmp_path: Path) -> None:
    running = run(database=address)
    red, blue, key, _ = invited(running.base)
    seal(red, blue, key)
    backup.backup(tmp_path / "data", tmp_path / "b.zip", address)
    wanted = contents(running.server.store)
    backup.restore(tmp_path / "b.zip", tmp_path / "new")
    with closing(Store(tmp_path / "new")) as back:
        assert contents(back) == wanted
    assert Browser(running.base).get("/api/games")
    with pytest.raises(BadInput, match="cannot be used"):
        backup.backup(tmp_path / "data", tmp_path / "c.zip", "postgresql://nobody@127.0.0.1:1/x")
    assert not (tmp_path / "c.zip").exists()
