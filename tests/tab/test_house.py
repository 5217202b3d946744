"""The house of a tab on this Python: messages instead of HTTP, the same routes, and backups in and out."""

from __future__ import annotations

import asyncio
import io
import json
import sqlite3
import time
import zipfile
from collections.abc import Coroutine
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ironbottom.kernel.record import read_record
from ironbottom.server import backup
from ironbottom.server.errors import NotFound
from ironbottom.server.house import ALL_ROUTES
from ironbottom.server.players import DAY, Players
from ironbottom.server.sql import SqlRepository
from ironbottom.server.store import FILE
from ironbottom.tab.crew import work
from ironbottom.tab.house import Paths, Tab
from ironbottom.tab.store import TabStore


class Mate:
    """A worker that works in the test's own process, as a browser's does in its own Python."""

    async def ready(self) -> None:
        """At once."""

    async def ask(self, question: bytes) -> bytes | None:
        return work(question)

    def hurry(self) -> None:
        """It is never waited for."""

    def end(self) -> None:
        """There is nothing to end."""


class Browser:
    """What a tab's page does: asks, and keeps the cookie."""

    def __init__(self, folder: Path, cookie: str | None = None) -> None:
        self.flushed = 0
        self.cookie = cookie
        self.tab = Tab(folder, Mate, 1, self.flush, cookie, self.keep)

    def flush(self) -> None:
        self.flushed += 1

    def keep(self, cookie: str) -> None:
        self.cookie = cookie

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        found = await self.tab.ask(method, path, data)
        return found.status, json.loads(found.data) if found.kind == "application/json" else found.data

    async def saved(self) -> bytes:
        return (await self.tab.ask("GET", "/api/tab/backup", b"")).data

    async def begin(self) -> str:
        """A game against oneself."""
        seats = {"american": "me", "japanese": "me"}
        _, games = await self.ask("GET", "/api/games")
        scenario = games[0]["scenarios"][0]["id"]
        wanted = {"game": "archies-war", "scenario": scenario, "seats": seats}
        status, made = await self.ask("POST", "/api/tables", wanted)
        assert status == 200, made
        key: str = made["id"]
        status, _ = await self.ask("POST", f"/api/tables/{key}/dice", {"seat": "american", "number": "ab" * 32})
        assert status == 200
        return key


def run(doing: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(doing, 60))


def test_every_route_is_found_by_its_address() -> None:
    paths = Paths(ALL_ROUTES)
    for route in ALL_ROUTES:
        address = "/".join("x" if part[:1] == "{" else part for part in route.path.split("/"))
        found, parts = paths.find(route.method, address)
        assert found is route
        assert parts == {one.name: "x" for one in route.parts}
    with pytest.raises(NotFound):
        paths.find("GET", "/api/nothing/of/the/kind")


def test_a_game_is_made_and_played_and_refusals_are_those_of_the_server(tmp_path: Path) -> None:
    async def play() -> None:
        browser = Browser(tmp_path)
        assert (await browser.ask("GET", "/api/tables"))[1] == []
        assert (await browser.ask("POST", "/api/me", {"name": "X"}))[0] == 403
        key = await browser.begin()
        assert browser.cookie
        flushed = browser.flushed
        _, message = await browser.ask("GET", f"/api/tables/{key}?after=0&said=0")
        choice = message["choices"][0]["do"]
        do = [choice] if isinstance(choice, str) else choice
        body = {"seat": message["seat"], "n": message["n"], "id": "one", "do": do}
        status, receipt = await browser.ask("POST", f"/api/tables/{key}/do", body)
        assert (status, list(receipt)) == (200, ["rev"])
        assert browser.flushed > flushed
        for wrong, told in (
            ({**body, "more": 1}, "more"),
            ({**body, "n": "x"}, "int"),
            ({}, "seat"),
            (b"{", "truncated"),
            (b"\xff", ""),
        ):
            status, refused = await browser.ask("POST", f"/api/tables/{key}/do", wrong)
            assert status == 400
            assert told in refused["error"]
            assert "\n" not in refused["error"]
        assert (await browser.ask("GET", f"/api/tables/{key}/why"))[0] == 400
        assert (await browser.ask("GET", f"/api/tables/{key}?after=x"))[0] == 400
        assert (await browser.ask("GET", "/api/tables/nobody"))[0] == 404

        frames: list[Any] = []
        closed: list[int] = []
        line = browser.tab.connect(
            f"/api/tables/{key}/live?seat={message['seat']}", frames.append, lambda: frames.append("open"),
            lambda code, reason: closed.append(code),
        )  # fmt: skip
        await asyncio.sleep(0.05)
        assert frames[0] == "open"
        assert json.loads(frames[1])["type"] == "message"
        line.gone()
        await browser.ask("POST", f"/api/tables/{key}/resign", {"seat": message["seat"]})
        data = (await browser.tab.ask("GET", f"/api/tables/{key}/record?seat={message['seat']}", b"")).data.decode()
        record = read_record(data, browser.tab.house.tables.catalogue.load)
        assert "signed_by" not in record.header
        assert record.end is not None
        assert "signature" not in record.end
        assert not closed
        await browser.tab.end()

    run(play())


def test_a_tab_goes_on_where_another_ended_and_its_backup_is_a_servers(tmp_path: Path) -> None:
    async def play() -> None:
        browser = Browser(tmp_path / "one")
        key = await browser.begin()
        saved = (await browser.tab.ask("GET", "/api/tab/backup", b"")).data
        await browser.tab.end()
        again = Browser(tmp_path / "one", browser.cookie)
        assert [table["id"] for table in (await again.ask("GET", "/api/tables"))[1]] == [key]

        (tmp_path / "saved.zip").write_bytes(saved)
        assert backup.restore(tmp_path / "saved.zip", tmp_path / "server") is None
        assert (tmp_path / "server" / FILE).exists()

        other = Browser(tmp_path / "two")
        await other.ask("GET", "/api/me")
        status, told = await other.ask("POST", "/api/tab/backup/file", saved)
        assert status == 200, told
        await other.tab.end()
        moved = Browser(tmp_path / "two", other.cookie)
        assert [table["id"] for table in (await moved.ask("GET", "/api/tables"))[1]] == [key]
        await moved.tab.end()
        await again.tab.end()

    run(play())


def test_a_backup_is_looked_at_before_it_takes_the_place_of_what_is_here(tmp_path: Path) -> None:
    async def play() -> None:
        browser, other = Browser(tmp_path / "one"), Browser(tmp_path / "two")
        await browser.begin()
        await browser.begin()
        name = (await browser.ask("GET", "/api/me"))[1]["name"]
        key = await other.begin()
        status, told = await other.ask("POST", "/api/tab/backup/look", await browser.saved())
        assert status == 200, told
        assert (told["name"], told["games"], told["here"]) == (name, 2, 1)
        assert told["last"] > "2020"
        assert [table["id"] for table in (await other.ask("GET", "/api/tables"))[1]] == [key]
        status, told = await other.ask("POST", "/api/tab/backup/look", b"PK\3\4!")
        assert status == 400
        assert "no backup" in told["error"]
        await browser.tab.end()
        await other.tab.end()

    run(play())


def test_the_link_in_a_backup_is_good_for_a_day_from_its_restoring(tmp_path: Path) -> None:
    async def play() -> None:
        browser = Browser(tmp_path / "one")
        await browser.begin()
        secret = (await browser.ask("POST", "/api/tab/link", {}))[1]["secret"]
        (tmp_path / "saved.zip").write_bytes(await browser.saved())
        await browser.tab.end()
        backup.restore(tmp_path / "saved.zip", tmp_path / "server")
        store = TabStore(tmp_path / "server", lambda: None)
        for later, good in ((DAY - 60, True), (DAY + 60, False)):
            players = Players(SqlRepository(store), partial(float, time.time() + later))
            with nullcontext() if good else pytest.raises(NotFound):
                assert (await players.personal_invitation(secret, None))["games"] == 1
        store.close()

    week = time.time() + 7 * DAY
    run(play())
    with pytest.MonkeyPatch.context() as later:
        later.setattr("ironbottom.server.backup.time.time", lambda: week)
        backup.restore(tmp_path / "saved.zip", tmp_path / "late")
    with closing(sqlite3.connect(tmp_path / "late" / FILE)) as database:
        assert database.execute("SELECT until FROM tokens WHERE kind = 'link'").fetchall() == [(week + DAY,)]


@pytest.mark.parametrize("damage", ["no zip", "empty", "cut"])
def test_what_is_no_backup_changes_nothing(tmp_path: Path, damage: str) -> None:
    async def play() -> None:
        browser = Browser(tmp_path)
        key = await browser.begin()
        saved = (await browser.tab.ask("GET", "/api/tab/backup", b"")).data
        empty = io.BytesIO()
        zipfile.ZipFile(empty, "w").close()
        data = {"no zip": b"nothing", "empty": empty.getvalue(), "cut": saved[: len(saved) // 2]}[damage]
        status, told = await browser.ask("POST", "/api/tab/backup/file", data)
        assert status == 400
        assert "no backup" in told["error"]
        assert [table["id"] for table in (await browser.ask("GET", "/api/tables"))[1]] == [key]
        await browser.tab.end()

    run(play())


def test_a_worker_answers_and_says_what_went_wrong() -> None:
    import pickle

    assert pickle.loads(work(pickle.dumps((partial(int, base=16), None, "ff")))) == (True, 255)
    right, told = pickle.loads(work(pickle.dumps((int, None, "x"))))
    assert not right
    assert told.startswith("ValueError")
