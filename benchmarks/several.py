"""Several servers over one PostgreSQL database, for `benchmarks/server.py`: processes, their CPU time and memory, the
database's own; many sockets; tables against computers.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
LAUNCH = """
import sys
from pathlib import Path
from ironbottom.server.app import serve
from ironbottom.server.settings import Limits, Settings
if __name__ == "__main__":
    plenty = Limits(rate=1e6, burst=10**6, newcomers=10**5, sockets=10**5, tables=10**5)
    serve(Settings(port=0, data=Path(sys.argv[1]), limits=plenty, connections=10**5, database=sys.argv[2],
                   announce=sys.argv[3], workers=1))
"""
THINK = """
import sys
from ironbottom.server.thinking import think
if __name__ == "__main__":
    think(sys.argv[1], int(sys.argv[2]))
"""


def cpu_of(pid: int, ended: bool = False) -> float:
    """CPU seconds of a process; `ended`: of its children that have ended too."""
    try:
        parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(int(parts[n]) for n in ((11, 12, 13, 14) if ended else (11, 12))) / TICKS


def memory_of(pid: int) -> float:
    """Megabytes that a process has to itself."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Private_")) / 1024


def children(pid: int) -> list[int]:
    """The processes that one has started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(folder.name))
        except (OSError, IndexError):
            continue
    return found


class Serving:
    """A server in a process of its own; `announce`: as one of several."""

    def __init__(self, folder: Path, database: str = "", announce: bool = False) -> None:
        launcher = folder / "launch_server.py"
        launcher.write_text(LAUNCH)
        begun = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, str(launcher), str(folder / "data"), database, "127.0.0.1:0" if announce else ""],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.base = self.process.stdout.readline().split(" at ")[1].split()[0]
        while True:
            try:
                httpx.get(self.base + "/api/games")
                break
            except httpx.TransportError:
                time.sleep(0.01)
        self.wall = time.perf_counter() - begun
        """Seconds until it answered."""

    def cpu(self) -> float:
        """CPU seconds that it has used, without those who think for it."""
        return cpu_of(self.process.pid)

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()


class Database:
    """A PostgreSQL server of the benchmark's own, which writes to the disk before it answers; or another's address."""

    def __init__(self, address: str) -> None:
        self.address, self._cluster = address, None
        if address == "own":
            path = Path(__file__).parent.parent / "tests" / "server" / "cluster.py"
            spec = importlib.util.spec_from_file_location("cluster", path)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            module.SETTINGS.update({"fsync": "on", "autovacuum": "on", "shared_buffers": "128MB"})
            self._cluster = module.Cluster()
            self.address = self._cluster.fresh()
            self._pid = int((self._cluster.folder / "data" / "postmaster.pid").read_text().splitlines()[0])

    def cpu(self) -> float:
        """CPU seconds of all its processes; 0 for another's."""
        if self._cluster is None:
            return 0.0
        return cpu_of(self._pid, True) + sum(cpu_of(pid) for pid in children(self._pid))

    def size(self) -> int:
        """Bytes that it holds; 0 for another's."""
        if self._cluster is None:
            return 0
        import psycopg

        with psycopg.connect(self.address) as connection:
            found = connection.execute("SELECT pg_database_size(current_database())").fetchone()
            return int(found[0]) if found else 0

    def stop(self) -> None:
        """End it."""
        if self._cluster is not None:
            self._cluster.end()


class Place:
    """Servers that stand for one: what is asked goes to any of them."""

    def __init__(self, folder: Path, processes: int, database: str) -> None:
        self.database = Database(database)
        several = processes > 1 or (bool(database) and processes == 1)
        self.servers = [
            Serving(folder, self.database.address, several and bool(database)) for _ in range(max(1, processes))
        ]
        self._rng = random.Random(1)
        self._thinkers: list[subprocess.Popen[bytes]] = []
        self._folder = folder

    @property
    def base(self) -> str:
        """The address of one of them."""
        return self._rng.choice(self.servers).base

    def think(self, places: int) -> None:
        """Start a program that thinks for them."""
        launcher = self._folder / "launch_thinker.py"
        launcher.write_text(THINK)
        self._thinkers.append(
            subprocess.Popen([sys.executable, str(launcher), self.database.address, str(places)],
                             stdout=subprocess.DEVNULL)
        )  # fmt: skip

    def cpu(self) -> dict[str, float]:
        """CPU seconds of servers and database."""
        return {"servers": sum(one.cpu() for one in self.servers), "database": self.database.cpu()}

    def memory(self) -> float:
        """Megabytes of all servers."""
        return sum(memory_of(one.process.pid) for one in self.servers)

    def stop(self) -> None:
        """End all."""
        for thinker in self._thinkers:
            thinker.terminate()
            thinker.wait()
        for one in self.servers:
            one.stop()
        self.database.stop()


@contextmanager
def place(processes: int = 1, database: str = "") -> Iterator[Place]:
    """So many servers, for a while."""
    with tempfile.TemporaryDirectory() as name:
        made = Place(Path(name), processes, database)
        try:
            yield made
        finally:
            made.stop()


async def crowd(where: Place, bench: Any, tables: int, seconds: float, pause: float, near: bool) -> dict[str, Any]:
    """So many tables, each with both players at their pages and an action every `pause` seconds; the CPU time of all
    servers for an action, and the database's. `near`: all of a table goes to the server that has it, as behind a proxy
    that looks at the table's name; else each player goes to any."""
    before = where.memory()
    found = []
    for _ in range(tables):
        first = where.base
        found.append(await bench.seated(first, first if near else where.base))
    loaded = where.memory()
    answers: list[float] = []
    events: list[float] = []
    begun, cpu = time.perf_counter(), where.cpu()
    own, size = time.process_time(), where.database.size()
    end = begun + seconds

    async def game(number: int, key: str, sides: list[Any]) -> None:
        rng = random.Random(number)
        due, count = time.perf_counter() + rng.uniform(0, pause), 0
        while due < end:
            await asyncio.sleep(due - time.perf_counter())
            due += pause
            count += 1
            took = await bench.move(key, sides, rng, count)
            if took is None:
                key, sides, _ = await bench.seated(where.base)
                continue
            if took[0]:
                answers.append(took[0])
            if took[1] is not None:
                events.append(took[1])

    await asyncio.gather(*(game(number, key, sides) for number, (key, sides, _) in enumerate(found)))
    spent = {what: now - cpu[what] for what, now in where.cpu().items()}
    each = 1000 / max(1, len(answers))
    return {
        "tables": tables, "actions_per_s": round(len(answers) / (time.perf_counter() - begun), 1),
        "answer": bench.spread(answers), "event": bench.spread(events),
        "cpu_ms_an_action": {what: round(each * n, 2) for what, n in spent.items()},
        "client_cpu_ms_an_action": round(each * (time.process_time() - own), 2),
        "database_bytes_an_action": round((where.database.size() - size) / max(1, len(answers))),
        "kB_a_table_and_two_sockets": round(1024 * (loaded - before) / tables),
    }  # fmt: skip


async def sockets(where: Place, bench: Any, count: int) -> dict[str, Any]:
    """So many observers' sockets open at once, at ten games; what each takes, and that all still hear."""
    games = [await bench.seated(where.base) for _ in range(10)]
    heard = [0]

    def hears(frame: bytes) -> None:
        heard[0] += b'"type":"message"' in frame[:40]

    before, begun, cpu = where.memory(), time.perf_counter(), where.cpu()["servers"]
    wires = []
    for number in range(count):
        if number % (count // 10 or 1) == 0:
            key, _, secret = games[number * 10 // count]
            async with httpx.AsyncClient(base_url=where.base, headers=bench.HEADERS, timeout=30) as one:
                await one.post("/api/join", json={"secret": secret})
                cookie = "; ".join(f"{k}={v}" for k, v in one.cookies.items())
        wires.append(await bench.listen(where.base, f"/api/tables/{key}/live?seat=observer", cookie, hears))
    await asyncio.sleep(1)
    opened, after, spent = heard[0], where.memory(), where.cpu()["servers"] - cpu
    for key, sides, _ in games:
        await sides[0].post(f"/api/tables/{key}/chat", {"seat": sides[0].name, "text": "do you hear me?"})
    end = time.perf_counter() + 10
    while heard[0] < 2 * opened and time.perf_counter() < end:
        await asyncio.sleep(0.02)
    for one in wires:
        one.transport.close()
    return {
        "sockets": count, "opened": opened, "heard_the_next_act": heard[0] - opened,
        "kB_a_socket": round(1024 * (after - before) / count, 1),
        "seconds": round(time.perf_counter() - begun, 1),
        "cpu_ms_to_open_one": round(1000 * spent / count, 2),
    }  # fmt: skip


async def veterans(where: Place, bench: Any, computers: int, people: int, seconds: float) -> dict[str, Any]:
    """So many tables against Veterans, whose players answer at once, while people play people at others: what these
    notice of it, how long the queue is, and how long a computer's answer takes."""
    waits: list[float] = []
    ahead: list[int] = []
    end = [0.0]

    async def against(number: int) -> None:
        side = bench.Side(where.base, bench.SIDES[0])
        rng, count, known = random.Random(number), 0, side.hear

        def hear(frame: bytes) -> None:
            if frame.startswith(b'{"type":"thinking"'):
                ahead.append(json.loads(frame).get("ahead", 0))
            known(frame)

        side.hear = hear
        seats = {bench.SIDES[0]: "me", bench.SIDES[1]: "bot:veteran"}
        made = await side.http.post(
            "/api/tables", json={"game": bench.GAME, "scenario": bench.SCENARIO, "seats": seats}
        )
        key = made.json()["id"]
        await side.http.post(f"/api/tables/{key}/dice", json={"seat": bench.SIDES[0], "number": "5" * 64})
        await side.sit(key)
        since = 0.0
        while not end[0] or time.perf_counter() < end[0]:
            told = side.told
            choices = [choice for choice in told["choices"] if not choice.get("retract")]
            if told["over"]:
                return
            if not choices:
                since = since or time.perf_counter()
                side.arrived.clear()
                try:
                    await asyncio.wait_for(side.arrived.wait(), 1)
                except TimeoutError:
                    continue
                continue
            if bench.SIDES[1] in told["thinking"]:
                await asyncio.sleep(0.2)
                continue
            if since:  # the computer had its turn between
                waits.append(time.perf_counter() - since)
                since = 0.0
            count += 1
            body = {"seat": side.name, "n": told["n"], "id": f"v{number}-{count}", "do": [rng.choice(choices)["do"]]}
            status, now = await side.post(f"/api/tables/{key}/do", body)
            if status == 200:
                await asyncio.wait_for(side.reach(now["rev"]), 60)
            await asyncio.sleep(0.5)

    tasks = [asyncio.create_task(against(number)) for number in range(computers)]
    await asyncio.sleep(10)
    end[0] = time.perf_counter() + seconds + 15
    found = await crowd(where, bench, people, seconds, 2.0, False)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return {
        "tables_against_veterans": computers, "people": {key: found[key] for key in ("tables", "answer", "event")},
        "questions_before_one": {"most": max(ahead, default=0), "told": len(ahead)},
        "own_turn_again": bench.spread(waits),
    }  # fmt: skip


def everything(bench: Any, say: Callable[[str, Any], None]) -> None:
    """All figures of docs/performance.md that are about several servers, in some ten minutes on two quiet cores."""
    run = asyncio.run
    with place() as where:
        say("one process, SQLite, 500 tables, 1,000 sockets", run(crowd(where, bench, 500, 30, 2.0, True)))
    with place(1, "own") as where:
        say("one process, PostgreSQL, 500 tables", run(crowd(where, bench, 500, 30, 2.0, True)))
    for near in (True, False):
        how = "each player at the table's" if near else "each player at any"
        with place(2, "own") as where:
            say(f"two processes, PostgreSQL, 500 tables, {how}", run(crowd(where, bench, 500, 30, 2.0, near)))
    with place(2, "own") as where:
        say("two processes, PostgreSQL, 1,000 tables", run(crowd(where, bench, 1000, 30, 4.0, False)))
    with place() as where:
        say("5,000 sockets, one process", run(sockets(where, bench, 5000)))
    with place(2, "own") as where:
        where.think(2)
        say("200 tables against Veterans, two processes and a thinker", run(veterans(where, bench, 200, 50, 40)))
