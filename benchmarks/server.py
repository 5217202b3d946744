"""How fast the server is, against the disk's own commit.

    python benchmarks/server.py [--seconds 10] [--games 20] [--observers 500] [--json]
    python benchmarks/server.py --crowd 500 [--pause 2] [--processes 2 --database own [--near]]
    python benchmarks/server.py --sockets 5000
    python benchmarks/server.py --veterans 200 [--thinkers 2 --database own]
    python benchmarks/server.py --everything

1. What a commit costs here: one small SQLite transaction in WAL with synchronous=FULL, alone.
2. Action to event: in so many live games at once, from sending an action to the other side's event; then also to the
   player's own receipt and frame; and the server's CPU time for an action.
3. Observers: from the action to the moment at which all observers of one game have its event.
4. Opening a long game at any move: stored, not in memory.
5. Bytes: what goes to one player's page for an action of Henderson Field from turn 11 on, unpacked.
6. Starting: CPU seconds until the server answers, the first time and the second.
7. A crowd (alone, where it is asked for): so many tables with two open pages each and an action a table every `pause`
   seconds, all seated before the time runs. With `--processes` and `--database` (an address, or `own`: a PostgreSQL
   server that the benchmark starts) at several servers; each player goes to any, with `--near` to the one that has his
   table.
8. Many sockets; tables against Veterans with people beside them (`several.py`); all of 7 and 8 with `--everything`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import msgspec
import several

from ironbottom.games import load
from ironbottom.kernel.dice import commitment
from ironbottom.kernel.record import read_record
from ironbottom.kernel.step import OBSERVER
from ironbottom.opponents.player import Question
from ironbottom.opponents.registry import player as bot
from ironbottom.server.app import allow_connections
from ironbottom.server.faces import Faces, frame
from ironbottom.table.delta import applied
from ironbottom.table.seats import HUMAN, Seat, Terms
from ironbottom.table.table import Table

HEADERS = {"X-Ironbottom": "1"}
GAME, SCENARIO, SIDES = "archies-war", "two-player", ("american", "japanese")


def percentile(values: Sequence[float], share: float) -> float:
    """In milliseconds."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def spread(values: Sequence[float]) -> dict[str, float]:
    if not values:
        return {"n": 0}
    return {
        "n": len(values), "p50_ms": round(percentile(values, 0.5), 2), "p95_ms": round(percentile(values, 0.95), 2),
        "max_ms": round(1000 * max(values), 2),
    }  # fmt: skip


def bare_commits(folder: Path, count: int = 400) -> dict[str, float]:
    """The disk alone."""
    times = []
    with closing(sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, text TEXT)")
        for number in range(count):
            begun = time.perf_counter()
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO t VALUES (?, ?)", (number, "x" * 300))
            connection.execute("COMMIT")
            times.append(time.perf_counter() - begun)
    return spread(times)


class Wire(asyncio.Protocol):
    """HTTP/1.1 and WebSocket as far as the benchmark needs them: a client that costs little."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.frames: Callable[[bytes], None] | None = None
        self.waiting: asyncio.Future[tuple[int, bytes]] | None = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_exception(ConnectionError("the server closed the connection"))

    def data_received(self, data: bytes) -> None:
        self.data += data
        while self.frames is not None and self._frame():
            pass
        if self.frames is None and self.waiting is not None and not self.waiting.done():
            self._answer()

    def _answer(self) -> None:
        end = self.data.find(b"\r\n\r\n")
        if end < 0:
            return
        head = bytes(self.data[:end]).lower()
        found = re.search(rb"content-length: (\d+)", head)
        length = int(found[1]) if found else 0
        if len(self.data) < end + 4 + length:
            return
        body = bytes(self.data[end + 4 : end + 4 + length])
        del self.data[: end + 4 + length]
        assert self.waiting is not None
        self.waiting.set_result((int(head[9:12]), body))

    def _frame(self) -> bool:
        if len(self.data) < 2:
            return False
        length, start = self.data[1] & 127, 2
        if length == 126:
            length, start = int.from_bytes(self.data[2:4], "big"), 4
        elif length == 127:
            length, start = int.from_bytes(self.data[2:10], "big"), 10
        if len(self.data) < start + length or (length > 125 and len(self.data) < start):
            return False
        frame = bytes(self.data[start : start + length])
        del self.data[: start + length]
        assert self.frames is not None
        self.frames(frame)
        return True

    async def ask(self, text: bytes) -> tuple[int, bytes]:
        if self.transport.is_closing():
            raise ConnectionError("the server closed the connection")
        self.waiting = asyncio.get_running_loop().create_future()
        self.transport.write(text)
        return await self.waiting


async def wire(base: str) -> Wire:
    host, _, port = base.removeprefix("http://").partition(":")
    _, made = await asyncio.get_running_loop().create_connection(Wire, host, int(port))
    return made


async def listen(base: str, path: str, cookie: str, heard: Callable[[bytes], None]) -> Wire:
    """A WebSocket that hands over what it hears."""
    made = await wire(base)
    host = base.removeprefix("http://")
    head = (
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: {cookie}\r\n\r\n"
    )
    status, _ = await made.ask(head.encode())
    assert status == 101, status
    made.frames = heard
    while made._frame():
        pass
    return made


class Side:
    """A player with a seat and an open connection."""

    def __init__(self, base: str, name: str) -> None:
        self.base = base
        self.http = httpx.AsyncClient(verify=False, base_url=base, headers=HEADERS, timeout=30)
        self.name = name
        self.told: dict[str, Any] = {}
        self.arrived: asyncio.Event = asyncio.Event()
        self.when = 0.0

    async def sit(self, key: str) -> None:
        self.cookie = "; ".join(f"{k}={v}" for k, v in self.http.cookies.items())
        self.socket = await listen(self.base, f"/api/tables/{key}/live?seat={self.name}", self.cookie, self.hear)
        self.wire = await wire(self.base)
        await self.arrived.wait()

    def hear(self, frame: bytes) -> None:
        self.when = time.perf_counter()
        if b'"type":"message"' in frame[:40]:
            told = msgspec.json.decode(frame)
            if "change" in told:
                assert told["since"] == self.told["rev"]
                told = {**applied(told["change"], self.told), "rev": told["rev"], "lines": told["lines"]}
            self.told = told
            self.arrived.set()

    async def reach(self, rev: int) -> None:
        """Until a revision is here."""
        while self.told["rev"] < rev:
            self.arrived.clear()
            await self.arrived.wait()

    async def post(self, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        data = msgspec.json.encode(body)
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {self.base.removeprefix('http://')}\r\nX-Ironbottom: 1\r\n"
            f"Cookie: {self.cookie}\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        try:  # the server closes what has been idle for some seconds, perhaps just now; the request has an id
            status, answer = await self.wire.ask(head.encode() + data)
        except ConnectionError:
            self.wire = await wire(self.base)
            status, answer = await self.wire.ask(head.encode() + data)
        return status, msgspec.json.decode(answer)

    async def leave(self) -> None:
        self.socket.transport.close()
        self.wire.transport.close()
        await self.http.aclose()


async def seated(base: str, other: str = "") -> tuple[str, list[Side], str]:
    """A new game with both players at their pages, perhaps at different servers: its id, the players, the observers'
    secret."""
    one, two = Side(base, SIDES[0]), Side(other or base, SIDES[1])
    seats = {SIDES[0]: "me", SIDES[1]: "friend"}
    made = (await one.http.post("/api/tables", json={"game": GAME, "scenario": SCENARIO, "seats": seats})).json()
    secret = made["links"][SIDES[1]].rpartition("/")[2]
    await two.http.post("/api/join", json={"secret": secret})
    path, number = f"/api/tables/{made['id']}/dice", "5" * 64
    for who, side, given in (
        (one, SIDES[0], {"commitment": commitment(number)}), (two, SIDES[1], {"number": number}),
        (one, SIDES[0], {"number": number}),
    ):  # fmt: skip
        (await who.http.post(path, json={"seat": side, **given})).raise_for_status()
    await one.sit(made["id"])
    await two.sit(made["id"])
    return made["id"], [one, two], made["links"]["observer"].rpartition("/")[2]


async def move(key: str, sides: list[Side], rng: random.Random, number: int) -> tuple[float, float | None] | None:
    """One action: seconds to the answer, and to the other side's event if there was one. None: it is over."""
    for player, other in (sides, sides[::-1]):
        told = player.told
        if told["over"]:
            return None
        choices = [choice for choice in told["choices"] if not choice.get("retract")]
        if not choices:
            continue
        other.arrived.clear()
        choice = rng.choice(choices)["do"]
        body = {"seat": player.name, "n": told["n"], "id": f"{key}-{number}", "do": [choice]}
        begun = time.perf_counter()
        status, now = await player.post(f"/api/tables/{key}/do", body)
        answered = time.perf_counter() - begun
        if status != 200:
            return answered, None
        await asyncio.wait_for(player.reach(now["rev"]), 5)
        if player.told["sure"] > told["sure"]:
            await asyncio.wait_for(other.arrived.wait(), 5)
            return answered, other.when - begun
        return answered, None
    await asyncio.sleep(0.01)
    return 0.0, None


async def live_games(base: str, games: int, seconds: float, pause: float) -> dict[str, Any]:
    """So many games at once; `pause`: how long a player thinks (people do)."""
    answers: list[float] = []
    events: list[float] = []
    end = time.perf_counter() + seconds

    async def game(number: int) -> None:
        rng = random.Random(number)
        count = 0
        while time.perf_counter() < end:
            key, sides, _ = await seated(base)
            while time.perf_counter() < end:
                await asyncio.sleep(rng.uniform(0, 2 * pause))
                count += 1
                took = await move(key, sides, rng, count)
                if took is None:
                    break
                if took[0]:
                    answers.append(took[0])
                if took[1] is not None:
                    events.append(took[1])
            for side in sides:
                await side.leave()

    await asyncio.gather(*(game(number) for number in range(games)))
    rate = round(len(answers) / seconds, 1)
    return {"games": games, "actions_per_s": rate, "answer": spread(answers), "event": spread(events)}


async def observed(base: str, observers: int, actions: int) -> dict[str, Any]:
    """One game with so many observers: until the last of them has the event."""
    key, sides, secret = await seated(base)
    watcher = httpx.AsyncClient(verify=False, base_url=base, headers=HEADERS, timeout=30)
    await watcher.post("/api/join", json={"secret": secret})
    cookie = "; ".join(f"{k}={v}" for k, v in watcher.cookies.items())
    arrivals: list[float] = []

    def heard(frame: bytes) -> None:
        arrivals.append(time.perf_counter())

    path = f"/api/tables/{key}/live?seat=observer"
    wires = [await listen(base, path, cookie, heard) for _ in range(observers)]
    while len(arrivals) < observers:
        await asyncio.sleep(0.05)
    rng = random.Random(1)
    first, last = [], []
    for number in range(actions):
        arrivals.clear()
        begun = time.perf_counter()
        took = await move(key, sides, rng, number)
        if took is None:
            break
        if took[1] is None:
            continue
        while len(arrivals) < observers:
            await asyncio.sleep(0.002)
        first.append(min(arrivals) - begun)
        last.append(max(arrivals) - begun)
        await asyncio.sleep(0.05)
    for one in wires:
        one.transport.close()
    return {"observers": observers, "first": spread(first), "last": spread(last)}


RECORD = "tests/records/henderson-field/campaign-automatic-japanese.jsonl"


def bytes_of_an_action(path: Path, turn: str, actions: int) -> dict[str, Any]:
    """Bytes to the page of who acts, and to the other's, for actions of the script in a game that stands where a
    recorded one came to a turn."""
    record = read_record(path.read_text(), load)
    game, head = record.game, dict(record.header)
    state = game.setup(head["scenario"], head["options"])
    for side, action in record.moves():
        if turn in game.turn_label(game.view(state, OBSERVER)):
            break
        state = game.apply(state, side, action)
    sides = next(one for one in game.scenarios if one.id == head["scenario"]).sides
    rng = random.Random(5)
    seats = [Seat(side, HUMAN, str(side), str(side)) for side in sides]
    table: Table[Any] = Table(game, head, seats, Terms(), rng.randbytes(32), start=state.replace(news=()))
    table.begin(0)
    faces, recruit = Faces(1), bot("recruit")
    sizes: dict[str, list[int]] = {"own": [], "other": []}
    keys: dict[str, int] = {}
    while table.over is None and len(sizes["own"]) < actions:
        side = table.waiting()[0]
        view = table.view(side)
        legal = game.legal(view, side)
        action = recruit.choose(Question(game, side, view, legal, table.memory(side)), rng).do[0]
        faces.stale()
        before = {one: (faces.of(table, (one, str(one)), {}), len(table.seat_log(one).lines)) for one in sides}
        table.do(side, [action], 0)
        faces.stale()
        for one, (old, lines) in before.items():
            face = faces.of(table, (one, str(one)), {})
            text = frame(face, table, one, old.rev, lines, 0, [], one == side) if face.rev > old.rev else ""
            sizes["own" if one == side else "other"].append(len(text.encode()))
            if text and one == side and "change" in (told := msgspec.json.decode(text)) and told["change"][0] == 1:
                for key, item in told["change"][1].items():
                    parts = item[1].items() if key == "picture" and item[0] == 1 else [(key, item)]
                    for name, part in parts:
                        keys[name] = keys.get(name, 0) + len(msgspec.json.encode(part))
    found: dict[str, Any] = {who: int(statistics.median(one or [0])) for who, one in sizes.items()}
    bulk = sorted(keys.items(), key=lambda one: -one[1])[:6]
    own = sorted(sizes["own"]) or [0]
    return {
        "turn": table.turn_of(table.state), "actions": len(sizes["own"]), **found,
        "mean_own": int(statistics.mean(own)), "p95_own": own[int(0.95 * len(own))],
        "share": {key: round(size / (sum(keys.values()) or 1), 2) for key, size in bulk},
    }  # fmt: skip


def open_anywhere(folder: Path, base: str) -> dict[str, Any]:
    """The longest stored game, opened at moves all over it, by a server that has just started."""
    players = json.loads((folder / "cookies.json").read_text())
    with closing(sqlite3.connect(folder / "data" / "ironbottom.sqlite3")) as store:
        counted = store.execute("SELECT game_table, count(*) FROM entries GROUP BY 1").fetchall()
    entries, key = max((count, key) for key, count in counted if key in players)
    http = httpx.Client(base_url=base, headers={**HEADERS, "Cookie": players[key]})
    begun = time.perf_counter()
    told = http.get(f"/api/tables/{key}").json()
    cold = time.perf_counter() - begun
    times = []
    rng = random.Random(2)
    for _ in range(60):
        at = rng.randrange(told["n"] + 1)
        begun = time.perf_counter()
        http.get(f"/api/tables/{key}", params={"at": at, "seat": told["seat"]}).raise_for_status()
        times.append(time.perf_counter() - begun)
    return {"entries": entries, "lines": told["n"], "first_ms": round(1000 * cold, 1), "at": spread(times)}


def long_game(folder: Path, base: str, actions: int) -> None:
    """Hot-seat games played at random, until one is long."""
    http = httpx.Client(base_url=base, headers=HEADERS, timeout=30)
    cookies = {}
    rng = random.Random(3)
    for _ in range(4):
        seats = dict.fromkeys(SIDES, "me")
        key = http.post("/api/tables", json={"game": GAME, "scenario": SCENARIO, "seats": seats}).json()["id"]
        http.post(f"/api/tables/{key}/dice", json={"seat": SIDES[0], "number": "5" * 64}).raise_for_status()
        cookies[key] = "; ".join(f"{k}={v}" for k, v in http.cookies.items())
        for number in range(actions):
            told = http.get(f"/api/tables/{key}").json()
            if told["curtain"]:
                told = http.get(f"/api/tables/{key}", params={"seat": told["curtain"]}).json()
            if told["over"]:
                break
            choices = [c["do"] for c in told["choices"] if not c.get("retract")]
            body = {"seat": told["seat"], "n": told["n"], "id": f"l{number}", "do": [rng.choice(choices)]}
            http.post(f"/api/tables/{key}/do", json=body)
    (folder / "cookies.json").write_text(json.dumps(cookies))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--observers", type=int, default=500)
    parser.add_argument("--pause", type=float, default=0.5, help="seconds between a player's actions, on average")
    parser.add_argument("--crowd", type=int, help="part 7 alone, with so many tables")
    parser.add_argument("--processes", type=int, default=1, help="for parts 7 and 8: so many servers")
    parser.add_argument("--database", default="", help="for parts 7 and 8: a postgresql:// address, or own")
    parser.add_argument("--near", action="store_true", help="part 7: a player goes to the server that has his table")
    parser.add_argument("--sockets", type=int, help="part 8 alone: so many open sockets")
    parser.add_argument("--veterans", type=int, help="part 8 alone: so many tables against Veterans")
    parser.add_argument("--thinkers", type=int, default=0, help="for part 8: so many think elsewhere")
    parser.add_argument("--people", type=int, default=50, help="for part 8: tables at which people play people")
    parser.add_argument("--everything", action="store_true", help="parts 7 and 8 as docs/performance.md has them")
    parser.add_argument("--bytes", action="store_true", help="part 5 alone")
    parser.add_argument("--record", default=RECORD, help="of Henderson Field, for part 5")
    parser.add_argument("--turn", default="Turn 11", help="what the turn's name holds, for part 5")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    allow_connections()
    bench = sys.modules[__name__]
    if given.everything:
        several.everything(bench, lambda what, item: print(f"{what}: {json.dumps(item)}", flush=True))
        return
    if given.crowd or given.sockets or given.veterans:
        with several.place(given.processes, given.database) as where:
            if given.thinkers:
                where.think(given.thinkers)
            if given.crowd:
                part = several.crowd(where, bench, given.crowd, given.seconds, given.pause, given.near)
            elif given.sockets:
                part = several.sockets(where, bench, given.sockets)
            else:
                part = several.veterans(where, bench, given.veterans, given.people, given.seconds)
            print(json.dumps(asyncio.run(part)))
        return
    found: dict[str, Any] = {"bytes": bytes_of_an_action(Path(given.record), given.turn, 200)}
    if given.bytes:
        print(json.dumps(found))
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found["commit_alone"] = bare_commits(folder)
        server = several.Serving(folder)
        found["first_start"] = {"cpu_s": server.cpu() or None, "wall_s": round(server.wall, 2)}
        try:
            found["live"] = asyncio.run(live_games(server.base, given.games, given.seconds, given.pause))
            found["flat_out"] = asyncio.run(live_games(server.base, given.games, given.seconds, 0.0))
            found["observers"] = asyncio.run(observed(server.base, given.observers, 60))
            long_game(folder, server.base, 1500)
        finally:
            server.stop()
        starts = []
        for _ in range(3):
            server = several.Serving(folder)
            starts.append(server.cpu())
            if len(starts) < 3:
                server.stop()
        found["second_start"] = {"cpu_s": statistics.median(starts), "wall_s": round(server.wall, 2)}
        try:
            found["open"] = open_anywhere(folder, server.base)
        finally:
            server.stop()
    if given.json:
        print(json.dumps(found, indent=1))
        return
    for key, item in found.items():
        print(f"{key:14} {json.dumps(item)}")


if __name__ == "__main__":
    main()
