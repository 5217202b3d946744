"""The database: migrations, append-only log, backup and restore, one server a folder, every act survives."""

from __future__ import annotations

import asyncio
import itertools
import json
import shutil
import sqlite3
import threading
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from ironbottom.kernel.errors import BadInput, IllegalAction, IronbottomError
from ironbottom.kernel.step import CHANCE, OBSERVER
from ironbottom.server import backup as saved
from ironbottom.server import rows
from ironbottom.server.backup import backup, read, restore
from ironbottom.server.errors import Full
from ironbottom.server.repository import Meta, Summary
from ironbottom.server.sql import SqlRepository
from ironbottom.server.store import FILE, Store, check, migrations
from ironbottom.table import clocks
from ironbottom.table.changes import Changes
from ironbottom.table.table import Table
from server.play import HEADERS, face, invited, seal, stored
from table.skirmish import SKIRMISH
from table.test_table import BLUE, NOW, RED, SEED, new_table, text_of

NUMBERS = itertools.count()
KEPT = Path(__file__).parent / "data"
"""Databases of releases, and of the shapes before them; each with what its seats should find."""


def test_migrations_are_numbered_without_gaps() -> None:
    assert [number for number, _ in migrations()] == list(range(1, len(migrations()) + 1))


def test_one_server_a_folder(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with pytest.raises(BadInput, match="another Ironbottom"):
        Store(tmp_path)
    store.close()
    Store(tmp_path).close()


def test_a_folder_that_cannot_be_written_is_called_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "in-use.sqlite3").touch()
    plain = sqlite3.connect

    def read_only(path: Any, **more: Any) -> sqlite3.Connection:
        return plain(f"file:{path}?mode=ro&immutable=1", uri=True, **more)

    monkeypatch.setattr(sqlite3, "connect", read_only)
    with pytest.raises(BadInput, match="cannot be used"):
        Store(tmp_path)


def test_data_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    Store(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute("PRAGMA user_version = 999")
    with pytest.raises(BadInput, match="later version"):
        Store(tmp_path)


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("hello " * 100)
    with pytest.raises(BadInput):
        Store(tmp_path)
    with pytest.raises(BadInput):
        check(tmp_path / FILE)
    for durability in ("", "FULL", "off"):
        with pytest.raises(BadInput):
            Store(tmp_path, durability)


def test_the_log_is_append_only(tmp_path: Path) -> None:
    store = Store(tmp_path)

    def run(sql: str) -> Any:
        return store.submit(lambda c: c.execute(sql)).result()

    run("INSERT INTO players VALUES ('p', 'P', '', NULL)")
    run(
        "INSERT INTO tables (id, game, scenario, header, seed, mode, maker, days, hints, own_seed, waiting, since, "
        "created) VALUES ('t','g','s','{}',x'00','m','p',0,0,1,'[]','[]',0)"
    )
    run("INSERT INTO entries VALUES ('t',1,'{}','[]',1,'','','')")
    for sql in (
        "UPDATE entries SET line = 'x'",
        "DELETE FROM entries",
        "INSERT INTO entries VALUES ('t',1,'','',1,'','','')",
    ):
        with pytest.raises(sqlite3.IntegrityError):
            run(sql)
    assert stored(store, "SELECT line FROM entries") == [("{}",)]
    store.close()


def test_a_failed_job_takes_no_other_with_it(tmp_path: Path) -> None:
    store = Store(tmp_path)

    async def both() -> list[Any]:
        def bad(c: sqlite3.Connection) -> None:
            c.execute("INSERT INTO players VALUES ('bad', 'x', '', NULL)")
            raise ValueError("no")

        def good(name: str) -> Callable[[sqlite3.Connection], None]:
            return lambda c: c.execute("INSERT INTO players VALUES (?, 'x', '', NULL)", (name,)) and None

        jobs = [store.write(good("a")), store.write(bad), store.write(good("b"))]
        return await asyncio.gather(*jobs, return_exceptions=True)

    assert [type(result) for result in asyncio.run(both())] == [type(None), ValueError, type(None)]
    assert stored(store, "SELECT id FROM players ORDER BY id") == [("a",), ("b",)]
    store.close()


@pytest.mark.parametrize("name", ["shape-1", "shape-3", "release-1"])
def test_an_older_database_opens_and_goes_on(run: Callable[..., Any], tmp_path: Path, name: str) -> None:
    folder = tmp_path / "old"
    folder.mkdir()
    shutil.copy(KEPT / f"{name}.sqlite3", folder / FILE)
    notes = json.loads((KEPT / f"{name}.json").read_text())
    base = run(data=folder).base
    http = httpx.Client(base_url=base, headers={**HEADERS, "Cookie": f"ironbottom_player={notes['cookie']}"})
    assert {entry["id"] for entry in http.get("/api/tables").json()} == set(notes["tables"])
    for key, seats in notes["tables"].items():
        for seat, wanted in seats.items():
            told = http.get(f"/api/tables/{key}", params={"seat": seat}).json()
            assert told["n"] == len(told["lines"]) == wanted["n"]
            assert told["draft"] == wanted["draft"]
            if told["game"] == "skirmish":  # a real game's words may be mended, and those of the table
                lines = [line.replace("Blue resigned.", "The blue resigned.") for line in wanted["lines"]]
                assert [line["text"] for line in told["lines"]] == lines
                assert told["picture"] == wanted["picture"]
            if told["over"] is None and told["choices"]:
                body = {"seat": seat, "n": told["n"], "id": "later", "do": [told["choices"][-1]["do"]]}
                assert http.post(f"/api/tables/{key}/do", json=body).status_code == 200


def test_backup_while_play_goes_on_and_restore(run: Callable[..., Any], tmp_path: Path) -> None:
    running = run()
    red, blue, key, _ = invited(running.base)
    seal(red, blue, key)
    red.do(key, "red", "go hill")
    folder = running.server.settings.data
    (folder / "overlays").mkdir()
    (folder / "overlays" / "archies-war.toml").write_text("# mine\n")
    file = tmp_path / "saved.zip"
    backup(folder, file)
    before = red.look(key, "red")
    red.do(key, "red", "stop")
    other = tmp_path / "other"
    restore(file, other)
    assert (other / "overlays" / "archies-war.toml").read_text() == "# mine\n"
    cookie = red.cookie()
    running.stop()
    again = run(data=other)
    told = httpx.get(f"{again.base}/api/tables/{key}?seat=red", headers={"Cookie": cookie}).json()
    assert face(told) == {**face(before), "rev": told["rev"]}
    assert told["rev"] > before["rev"], "a page that was open there takes it over"
    assert told["lines"] == before["lines"]
    with pytest.raises(BadInput, match="exists already"):
        backup(folder, file)


def test_bad_backups_are_refused_and_leave_nothing(tmp_path: Path) -> None:
    Store(tmp_path / "data").close()
    good = tmp_path / "good.zip"
    backup(tmp_path / "data", good)
    (tmp_path / "text.zip").write_text("hello")
    with zipfile.ZipFile(good) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(files["backup.json"])
    broken = {
        "cut": {**files, FILE: files[FILE][:-100]},
        "swapped": {**files, FILE: b"x" * 5000},
        "slip": {
            **files, "../evil.toml": b"",
            "backup.json": json.dumps({**manifest, "files": {**manifest["files"], "../evil.toml": ""}}).encode(),
        },
        "empty": {},
        "list": {"backup.json": b"[]"},
    }  # fmt: skip
    for name, members in broken.items():
        with zipfile.ZipFile(tmp_path / f"{name}.zip", "w") as archive:
            for member, data in members.items():
                archive.writestr(member, data)
    for name in ("text", "missing", *broken):
        with pytest.raises(BadInput):
            restore(tmp_path / f"{name}.zip", tmp_path / "new" / name)
        assert not (tmp_path / "new" / name / FILE).exists()
    with pytest.raises(BadInput):
        backup(tmp_path / "nowhere", tmp_path / "x.zip")


def bomb(file: Path, good: Path, size: int, method: int = zipfile.ZIP_DEFLATED) -> None:
    """A backup with a file of zeros more."""
    with zipfile.ZipFile(good) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(members.pop("backup.json"))
    manifest["files"]["zeros"] = ""
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr("backup.json", json.dumps(manifest))
        for name, data in members.items():
            archive.writestr(name, data)
        with archive.open("zeros", "w", force_zip64=True) as packed:
            for _ in range(size // 1_000_000):
                packed.write(bytes(1_000_000))


@pytest.mark.parametrize(
    ("method", "size", "words"),
    [(zipfile.ZIP_DEFLATED, 150_000_000, "too large"), (zipfile.ZIP_LZMA, 1_000_000, "packed in another way")],
)
def test_a_bomb_is_not_unpacked(tmp_path: Path, method: int, size: int, words: str) -> None:
    Store(tmp_path / "data").close()
    good, bad, new = tmp_path / "good.zip", tmp_path / "bomb.zip", tmp_path / "new"
    backup(tmp_path / "data", good)
    bomb(bad, good, size, method)
    with pytest.raises(BadInput, match=words):
        restore(bad, new)
    assert not (new / "zeros").exists()
    assert not (new / FILE).exists()


def test_a_backup_that_needs_more_room_than_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(tmp_path / "data").close()
    good, fresh = tmp_path / "good.zip", tmp_path / "fresh"
    backup(tmp_path / "data", good)
    fresh.mkdir()
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=1000))
    found = read((good, fresh))
    assert "are free" in found
    assert list(fresh.iterdir()) == []


def test_a_backup_that_takes_too_long_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(tmp_path / "data").close()
    backup(tmp_path / "data", tmp_path / "good.zip")
    monkeypatch.setattr(saved, "SECONDS", 0.0)
    with pytest.raises(BadInput, match="cannot be read"):
        restore(tmp_path / "good.zip", tmp_path / "new")
    assert list((tmp_path / "new").glob("**/ironbottom*")) == []


def test_a_full_disk_is_called_so_and_the_table_goes_on_when_there_is_room(run: Callable[..., Any]) -> None:
    running = run()
    store = running.server.store
    red, blue, key, _ = invited(running.base)
    pages = store.submit(lambda c: c.execute("PRAGMA page_count").fetchone()[0]).result()
    store.submit(lambda c: c.execute(f"PRAGMA max_page_count = {pages}").fetchone()).result()
    said = 0
    body = {"seat": "red", "text": "x" * 400}
    while (answer := red.http.post(f"/api/tables/{key}/chat", json=body)).status_code == 200:
        said += 1
    assert answer.status_code == 507
    assert "no room" in answer.json()["error"]
    assert len(red.look(key, "red")["chat"]) == said
    store.submit(lambda c: c.execute("PRAGMA max_page_count = 100000").fetchone()).result()
    assert red.act(key, "red", "chat", text="x" * 400)["said"] == said + 1
    assert blue.act(key, "blue", "chat", text="there is room")["chat"][-1]["text"] == "there is room"


def test_what_waits_with_a_job_that_finds_no_room_is_told_so_too(tmp_path: Path) -> None:
    store = Store(tmp_path)

    def fill(c: Any) -> None:
        c.execute("CREATE TABLE filler (x)")
        c.execute("INSERT INTO filler VALUES (zeroblob(1000000))")

    store.submit(lambda c: c.execute("PRAGMA max_page_count = 60").fetchone()).result()
    began, hold = threading.Event(), threading.Event()

    def first(c: Any) -> bool:
        began.set()
        return hold.wait(20)

    before = store.submit(first)
    assert began.wait(20)
    waiting = [store.submit(job) for job in (lambda c: 1, fill, lambda c: 2)]  # they share a commit
    hold.set()
    assert before.result()
    for job in waiting:
        assert isinstance(job.exception(), Full) or job.result() in (1, 2)
    assert isinstance(waiting[1].exception(), Full)
    found = store.submit(lambda c: c.execute("SELECT 1 FROM sqlite_master WHERE name = 'filler'").fetchall()).result()
    assert found == []
    store.close()


class TableActs(RuleBasedStateMachine):
    """Everything that can happen at a table, stored and loaded at any moment: nothing changes by it."""

    folder: Path

    @initialize(days=st.sampled_from([0, 2]))
    def begin(self, days: int) -> None:
        self.store = Store(self.folder)
        self.now = NOW
        self.table: Table[Any] = new_table(days=days)
        self.meta = Meta(f"t{next(NUMBERS)}", "friends", "ann", NOW)
        self.request = 0
        self.accepted: list[str] = []

        def job(c: sqlite3.Connection) -> None:
            for player in ("ann", "ben"):
                c.execute("INSERT INTO players VALUES (?,?,'',NULL) ON CONFLICT DO NOTHING", (player, player))
            summaries = {viewer: Summary(0, "", NOW) for viewer in (RED, BLUE, OBSERVER)}
            rows.create(c, self.table, self.meta, self.taken(), {}, summaries)

        self.store.submit(job).result()

    def taken(self) -> Changes:
        changes, self.table.changes = self.table.changes, Changes()
        return changes

    def save(self) -> None:
        changes = self.taken()
        self.store.submit(lambda c: rows.save(c, self.table, self.meta, changes, {})).result()

    def attempt(self, act: Any, *args: Any) -> bool:
        before = [text_of(self.table, viewer) for viewer in (RED, BLUE, OBSERVER)]
        self.now += 1
        try:
            act(*args)
        except IronbottomError:
            assert [text_of(self.table, viewer) for viewer in (RED, BLUE, OBSERVER)] == before
            return False
        self.save()
        return True

    @rule(side=st.sampled_from([RED, BLUE]), pick=st.integers(0, 20))
    def legal(self, side: int, pick: int) -> None:
        actions = self.table.legal(side)
        if actions:
            others = [text_of(self.table, viewer) for viewer in (1 - side, OBSERVER)]
            logged, waiting = len(self.table.log), self.table.waiting()
            assert self.attempt(self.table.do, side, [actions[pick % len(actions)]], self.now)
            self.request += 1
            self.table.remember(side, f"r{self.request}")
            self.save()
            if len(self.table.log) == logged and self.table.waiting() == waiting:
                assert [text_of(self.table, viewer) for viewer in (1 - side, OBSERVER)] == others

    @rule(side=st.sampled_from([RED, BLUE]), text=st.sampled_from(["fly", "go =1", "pick =9", "deal =1", "fell =6"]))
    def illegal(self, side: int, text: str) -> None:
        from ironbottom.kernel.action import parse

        with pytest.raises(IllegalAction):
            self.table.do(side, [parse(text)], self.now)

    @rule(side=st.sampled_from([RED, BLUE]), everything=st.booleans())
    def undo(self, side: int, everything: bool) -> None:
        self.attempt(self.table.undo, side, self.now, everything)

    @rule(side=st.sampled_from([RED, BLUE]))
    def redo(self, side: int) -> None:
        self.attempt(self.table.redo, side, self.now)

    @rule(side=st.sampled_from([RED, BLUE]), kind=st.sampled_from(["draw", "takeback", "end", "x"]))
    def offer(self, side: int, kind: str) -> None:
        self.attempt(self.table.offer, side, kind, self.now)

    @rule(
        side=st.sampled_from([RED, BLUE]),
        kind=st.sampled_from(["takeback", "draw"]),
        yes=st.sampled_from([True, False]),
    )
    def answer(self, side: int, kind: str, yes: bool) -> None:
        self.attempt(self.table.answer, side, kind, yes and kind == "takeback", self.now)

    @rule(side=st.sampled_from([RED, BLUE]))
    def chat(self, side: int) -> None:
        self.attempt(self.table.say, side, "hello", self.now)

    @rule(
        side=st.sampled_from([RED, BLUE]),
        place=st.sampled_from(["wood", "hill", "moon"]),
        text=st.sampled_from(["", "x"]),
    )
    def note(self, side: int, place: str, text: str) -> None:
        self.attempt(self.table.note, side, place, text, ("wood", "hill"))

    @rule(side=st.sampled_from([RED, BLUE]), do=st.sampled_from([None, "default", "hold"]))
    def order(self, side: int, do: str | None) -> None:
        self.attempt(self.table.order, side, "Answer", do)

    @rule()
    def ordered(self) -> None:
        found = self.table.ordered()
        if found is not None:
            assert self.attempt(self.table.do, found[0], list(found[1]), self.now)

    @precondition(lambda self: len(self.table.log) > 25)
    @rule(side=st.sampled_from([RED, BLUE]))
    def resign(self, side: int) -> None:
        self.attempt(self.table.resign, side, self.now)

    @rule(side=st.sampled_from([RED, BLUE]), days=st.sampled_from([0, 3]))
    def claim(self, side: int, days: int) -> None:
        self.now += days * 86400
        self.attempt(clocks.claim, self.table, side, self.now)

    @rule()
    def load(self) -> None:
        repository = SqlRepository(self.store)
        found = asyncio.run(repository.load(self.meta.id, lambda slug, overlay: SKIRMISH, self.now))
        assert found is not None
        again, meta, _ = found
        assert meta.notice == ""
        for viewer in (RED, BLUE, OBSERVER):
            assert text_of(again, viewer) == text_of(self.table, viewer)
        assert again.requests == self.table.requests
        assert again.referee.drawn == self.table.referee.drawn
        assert again.seed == SEED
        again.changes = Changes()
        self.table = again

    @invariant()
    def the_log_makes_the_position(self) -> None:
        if not hasattr(self, "table"):
            return
        states = [SKIRMISH.setup("duel")]
        for logged in self.table.log:
            entry: Any = logged.entry
            if getattr(entry, "act", "") == "undo":
                states.append(states[dict(entry.args)["to"]])
            elif hasattr(entry, "action"):
                if entry.side == CHANCE:
                    assert entry.action in [outcome for outcome, _ in SKIRMISH.chance(states[-1])]
                else:
                    assert SKIRMISH.why_not(states[-1], entry.side, entry.action) is None
                states.append(SKIRMISH.apply(states[-1], entry.side, entry.action))
            else:
                states.append(states[-1])
        assert states[-1] == self.table.state
        assert self.table.record().verify() == []
        for viewer in (RED, BLUE, OBSERVER):
            lines = self.table.seat_log(viewer).lines
            assert [line.n for line in lines] == list(range(1, len(lines) + 1))

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()


def machine(folder: Path) -> type[TableActs]:
    return type("Machine", (TableActs,), {"folder": folder})


def test_table_acts_in_any_order(tmp_path: Path) -> None:
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        machine(tmp_path),
        settings=settings(
            max_examples=25,
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            derandomize=True,
        ),
    )


@pytest.mark.soak
def test_table_acts_in_any_order_soak(tmp_path: Path) -> None:
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        machine(tmp_path),
        settings=settings(
            max_examples=1000, stateful_step_count=50, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )


def test_each_thread_reads_one_moment(tmp_path: Path) -> None:
    """Reads are of one moment each, and those of several threads do not get into each other."""
    with closing(Store(tmp_path)) as store, ThreadPoolExecutor(4) as threads:

        def ask(_: int) -> list[tuple[int]]:
            return asyncio.run(store.read(lambda c: c.execute("SELECT count(*) FROM tables").fetchall()))

        assert set(map(tuple, threads.map(ask, range(400)))) == {((0,),)}
