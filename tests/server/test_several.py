"""Several servers over one PostgreSQL database: each table at one of them, every request at any of them."""

from __future__ import annotations

import io
import json
import socket
import threading
import time
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from ironbottom.kernel.errors import BadInput
from ironbottom.server import postgres, relay
from ironbottom.server.app import Server, announced
from ironbottom.server.leases import LEASE
from ironbottom.server.postgres import PostgresStore
from ironbottom.server.settings import Settings
from server.cluster import Cluster
from server.play import HEADERS, Browser, Page, invited, live, seal, stored, wait_for

HERE = "127.0.0.1:0"


@pytest.fixture
def address(cluster: Cluster) -> str:
    """An empty database."""
    return cluster.fresh()


@pytest.fixture
def several(run: Callable[..., Any], address: str) -> Callable[..., list[Any]]:
    """`several(n, ...)`: so many servers over one database, with one data folder."""

    def start(n: int, **more: Any) -> list[Any]:
        return [run(database=address, announce=HERE, **more) for _ in range(n)]

    return start


def holder(running: Any, key: str) -> Any:
    """Number and token of a table's owner."""
    return stored(running.server.store, "SELECT owner, token FROM tables WHERE id = ?", (key,))[0]


def number(running: Any) -> int:
    return int(running.server.company.leases.number)


def test_any_server_takes_any_request(several: Callable[..., list[Any]]) -> None:
    """Ann plays by one server and Ben by another; who looks from a third sees the same."""
    first, second, third = several(3)
    ann, ben = Browser(first.base, "Ann"), Browser(second.base, "Ben")
    made = ann.table()
    key = made["id"]
    assert ben.join(made["links"]["blue"])["side"] == "blue"
    ann.dice(key)
    seal(ann, ben, key)
    assert holder(third, key)[0] == number(first)
    assert [key in one.server.tables.rooms for one in (first, second, third)] == [True, False, False]
    again = Browser.known(third.base, ben)
    assert again.look(key, "blue") == ben.look(key, "blue")
    assert third.server.relay.passed
    again.act(key, "blue", "chat", text="from afar")
    assert ann.look(key, "red")["chat"][0]["text"] == "from afar"
    assert ben.refused(f"/api/tables/{key}/do", seat="red", n=0, id="x", do=["ready"]) == (403, "that is not your seat")
    assert Browser(second.base).refused(f"/api/tables/{key}/chat", seat="red", text="no")[0] == 403
    assert ben.http.get("/api/tables/none/replay").status_code == 404
    assert ben.post("/api/recover", code=joined_code(third, ann, ben))["side"] == "blue"


def joined_code(running: Any, ann: Browser, ben: Browser) -> str:
    """The recovery code of a seat taken by another server than the table's."""
    made = ann.table()
    again = Browser.known(running.base, ben)
    return str(again.join(made["links"]["blue"])["code"])


def test_pages_hear_from_any_server(several: Callable[..., list[Any]]) -> None:
    """A page hears of acts at a table that another server holds, and its list of games rings there."""
    first, second = several(2)
    ann, ben, key, _ = invited(first.base)
    far = Browser.known(second.base, ben)
    table = f"/api/tables/{key}/live?seat=blue"
    with live(far, second.base, "/api/live") as bell, live(far, second.base, table) as wire:
        page = Page(wire)
        before = page.hear()
        ann.act(key, "red", "chat", text="do you hear me?")
        after = page.hear()
        assert after["chat"][-1]["text"] == "do you hear me?"
        assert after["rev"] > before["rev"]
        assert json.loads(bell.recv(timeout=5)) == {"type": "tables"}
        ann.post("/api/me", name="Anna")
        assert [seat["name"] for seat in page.hear()["seats"]] == ["Anna", "Ben"]
        far.post("/api/me", name="Benno")  # told to the server that has the table
        assert [seat["name"] for seat in page.hear()["seats"]] == ["Anna", "Benno"]


def test_what_concerns_tables_of_several_servers(several: Callable[..., list[Any]]) -> None:
    """All of a player's own is given out and deleted, wherever his tables are; who sits there with him sees it."""
    first, second = several(2)
    ann, ben, key, _ = invited(first.base)
    far = Browser.known(second.base, ann)
    made = far.table()
    ben.join(made["links"]["blue"])
    far.dice(made["id"])
    assert [holder(first, one)[0] for one in (key, made["id"])] == [number(first), number(second)]
    with live(ben, second.base, "/api/live") as bell, zipfile.ZipFile(
        io.BytesIO(ann.http.get("/api/account/file").content)
    ) as packed:
        assert {one["id"] for one in json.loads(packed.read("games.json"))} == {key, made["id"]}
        ann.post("/api/account/delete", name="Ann")
        both = (key, made["id"])  # the other server lets go of what it holds as soon as it has heard of it
        wait_for(lambda: not any("Ann" in json.dumps(ben.look(one, "blue")["seats"]) for one in both))
        assert json.loads(bell.recv(timeout=5))["type"] in ("tables", "lobby")
    assert far.http.get(f"/api/tables/{key}").status_code == 401  # his session went with the account


def test_a_stale_holder_stores_nothing(several: Callable[..., list[Any]]) -> None:
    """Two servers believe that a table is theirs: what the earlier one would store is refused as a whole, and it lets
    the table go; the request is passed on, and done once."""
    first, second = several(2)
    ann, ben, key, _ = invited(first.base)
    seal(ann, ben, key)
    store = second.server.store
    store.submit(lambda c: c.execute("UPDATE tables SET owner = NULL WHERE id = ?", (key,)) and None).result()
    far = Browser.known(second.base, ben)
    far.act(key, "blue", "chat", text="here now")
    assert holder(second, key)[0] == number(second)
    assert key in first.server.tables.rooms
    ann.post(f"/api/tables/{key}/chat", seat="red", text="and I?")
    assert key not in first.server.tables.rooms
    assert [said["text"] for said in far.look(key, "blue")["chat"]] == ["here now", "and I?"]
    assert [said["text"] for said in ann.look(key, "red")["chat"]] == ["here now", "and I?"]


def test_a_drain_loses_no_move(several: Callable[..., list[Any]]) -> None:
    """A server is stopped while it is played by way of another: no request fails, pages are told to come back, and the
    tables go on at the other server."""
    first, second = several(2)
    ann, ben, key, _ = invited(first.base)
    far = Browser.known(second.base, ann)
    said: list[str] = []
    done = threading.Event()

    def talk() -> None:
        while not done.is_set():
            far.post(f"/api/tables/{key}/chat", seat="red", text=f"line {len(said)}")
            said.append(f"line {len(said)}")

    with live(ben, first.base, f"/api/tables/{key}/live?seat=blue") as wire:
        talking = threading.Thread(target=talk)
        talking.start()
        wait_for(lambda: len(said) > 3)
        begun = time.monotonic()
        first.stop()
        at = len(said)
        wait_for(lambda: len(said) > at + 3)
        assert time.monotonic() - begun < 5
        done.set()
        talking.join()
        with pytest.raises(ConnectionClosed) as closed:
            list(wire)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
    assert holder(second, key)[0] == number(second)
    assert [line["text"] for line in far.look(key, "red")["chat"]] == said[-200:]
    assert stored(second.server.store, "SELECT address FROM servers") == [(second.server.company.leases.address,)]


def test_computers_that_play_each_other_go_on_by_any_server_and_at_the_next_one(
    several: Callable[..., list[Any]],
) -> None:
    first, second = several(2)
    ann = Browser(first.base, "Ann")
    key = ann.table(seats={"red": "bot:random", "blue": "bot:random"})["id"]
    far = Browser.known(second.base, ann)
    page = f"/api/tables/{key}/live?seat=observer"

    def goes_on() -> int:
        n = far.look(key, "observer")["n"]
        with live(far, second.base, page):
            far.post(f"/api/tables/{key}/go-on", seat="observer", n=n)
            return int(wait_for(lambda: (now := far.look(key, "observer")["n"]) > n and now))

    n = goes_on()
    assert key not in second.server.tables.rooms
    first.stop()
    time.sleep(0.5)
    assert key not in second.server.tables.rooms, "nobody looks on: nobody takes it up"
    assert far.look(key, "observer")["n"] == n
    assert goes_on() > n
    assert holder(second, key)[0] == number(second)


def test_who_is_not_heard_of_loses_his_tables(several: Callable[..., list[Any]]) -> None:
    """A server that hangs for longer than its lease: its tables go on elsewhere; it notices, and begins anew."""
    first, second = several(2)
    ann, _, key, _ = invited(first.base)
    leases = first.server.company.leases
    old = leases.number
    store = second.server.store
    sql = "UPDATE servers SET until = clock_timestamp() - interval '1 second' WHERE number = ?"
    store.submit(lambda c: c.execute(sql, (old,)) and second.server.company.leases._buried(c)).result()
    wait_for(lambda: leases.number != old, LEASE + 3)
    assert key not in first.server.tables.rooms
    far = Browser.known(second.base, ann)
    far.act(key, "red", "chat", text="still there")
    assert [line["text"] for line in ann.look(key, "red")["chat"]] == ["still there"]
    assert old not in [row[0] for row in stored(store, "SELECT number FROM servers")]


def test_clocks_of_servers_may_be_wrong(several: Callable[..., list[Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases, revisions and the players' clocks go by the database's clock."""
    true = time.time
    monkeypatch.setattr(time, "time", lambda: true() - 7 * 86400)
    first, second = several(2)
    ann, ben, key, _ = invited(first.base)
    seal(ann, ben, key)
    before = ann.look(key, "red")
    assert abs(first.server.tables.clock() - true()) < 1
    first.stop()
    after = Browser.known(second.base, ann).look(key, "red")
    assert after["rev"] > before["rev"]
    assert after["lines"] == before["lines"]


def test_slow_answers_of_the_database_shift_no_clock(several: Callable[..., list[Any]]) -> None:
    """A server that had to wait for the database's time, as under load, goes by what it has heard at once."""
    (first,) = several(1)
    leases = first.server.company.leases
    begun, ahead = time.monotonic(), leases._ahead
    for seconds in (3, 1, 2):  # read at once, and told so much later; then read so late
        leases._timed(begun - seconds, begun + ahead - seconds)
        leases._timed(begun - seconds, time.monotonic() + ahead)
    assert abs(leases._ahead - ahead) < 0.1
    begun = time.monotonic()
    leases._timed(begun, begun + ahead + 3600)
    assert abs(leases._ahead - ahead - 3600) < 0.1, "but a clock that is set anew is followed"


def test_the_servers_own_door_is_for_servers_alone(several: Callable[..., list[Any]]) -> None:
    (first,) = several(1)
    ann = Browser(first.base)
    inner = f"http://{first.server.company.leases.address}"
    for headers in ({}, {"X-Ironbottom-Relay": "guessed"}):
        answer = httpx.get(f"{inner}/api/me", headers={**HEADERS, **headers}, cookies=ann.http.cookies)
        assert answer.status_code == 403
    secret = first.server.company.leases.secret
    forged = httpx.get(f"{first.base}/api/me", headers={**HEADERS, "X-Ironbottom-Relay": secret,
                                                        "X-Ironbottom-Visitor": "192.0.2.7"})  # fmt: skip
    assert forged.status_code == 200  # by the players' door it says nothing
    with pytest.raises(Exception, match="403"):
        live(ann, inner, "/api/live")


def test_what_cannot_be_shared_is_said(
    run: Callable[..., Any], address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each in one line, with nothing changed."""
    monkeypatch.setattr(postgres, "GRACE", 0.2)

    def refused(**more: Any) -> str:
        with pytest.raises(BadInput) as problem:
            Server(Settings(port=0, database=address, data=tmp_path / "data", **more))
        assert "\n" not in str(problem.value)
        return str(problem.value)

    alone = run(database=address)
    assert "started with --announce" in refused(announce="127.0.0.1:1")
    alone.stop()
    run(database=address, announce=HERE)
    assert "another Ironbottom is running" in refused()
    with pytest.raises(BadInput, match=r"another signing.key"):
        Server(Settings(port=0, database=address, data=tmp_path / "other", announce="127.0.0.1:1"))
    with closing(PostgresStore(address, shared=True)) as other:
        other.submit(lambda c: c.execute("UPDATE ironbottom SET version = version - 1") and None).result()
        assert "stop them all" in refused(announce="127.0.0.1:1")
        other.submit(lambda c: c.execute("UPDATE ironbottom SET version = 999") and None).result()
        assert "later version" in refused(announce="127.0.0.1:1")
        other.submit(lambda c: c.execute("UPDATE ironbottom SET version = 10") and None).result()
    with pytest.raises(BadInput, match="name it by --database"):
        Server(Settings(port=0, data=tmp_path / "data", announce=HERE))
    for wrong in ("here", ":9042", "10.0.0.5", "http://x:1", "x:99999", "x:8042"):
        with pytest.raises(BadInput, match="port of its own"):
            announced(wrong, 8042)


def test_a_lost_database_is_found_again(several: Callable[..., list[Any]], address: str) -> None:
    """All connections break: nothing is lost, the servers come back by themselves, and hear one another again."""
    first, second = several(2)
    ann, ben, key, _ = invited(first.base)
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    far = Browser.known(second.base, ben)
    wait_for(lambda: far.http.post(f"/api/tables/{key}/chat", json={"seat": "blue", "text": "hm"}).status_code == 200)
    assert [line["text"] for line in ann.look(key, "red")["chat"]] == ["hm"]
    with live(far, second.base, "/api/live") as bell:
        wait_for(lambda: rung(ann, key, bell))


def rung(ann: Browser, key: str, bell: Any) -> bool:
    ann.act(key, "red", "chat", text="?")
    try:
        return json.loads(bell.recv(timeout=0.3)) == {"type": "tables"}
    except TimeoutError:
        return False


def test_a_server_that_does_not_answer_is_waited_for(
    several: Callable[..., list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a table's server is cut off, but stands, its requests are answered in one line that says so."""
    monkeypatch.setattr(relay, "PATIENCE", 0.5)
    first, second = several(2)
    ann, _, key, _ = invited(first.base)
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        where = f"127.0.0.1:{deaf.getsockname()[1]}"
        store = second.server.store
        store.submit(lambda c: c.execute("UPDATE servers SET address = ? WHERE number = ?",
                                         (where, number(first))) and None).result()
        answer = Browser.known(second.base, ann).http.post(f"/api/tables/{key}/chat", json={"seat": "red", "text": "x"})
    assert answer.status_code == 503
    assert "does not answer: nothing is known to be changed" in answer.json()["error"]
