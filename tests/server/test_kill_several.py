"""SIGKILL of any part while several servers share a database: servers, who thinks for them, PostgreSQL itself. What was
acknowledged is there, once, and all tables go on elsewhere in a few seconds."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from server.cluster import Cluster
from server.play import HEADERS, Browser, wait_for
from server.test_kill import TESTS, Driver, played, start

HERE = "127.0.0.1:0"
SOON = 5.0
"""Seconds within which play goes on."""


def away(answer: httpx.Response) -> None:
    """A server that cannot answer now is to be asked again, or another."""
    if answer.status_code == 503:
        answer.read()
        raise httpx.ReadError("away", request=answer.request)


class Anywhere(Driver):
    """A player whose every request may go to any server, as behind a proxy; what fails is asked again elsewhere."""

    def __init__(self, number: int, parts: Parts) -> None:
        super().__init__(number)
        self.parts = parts
        self.http.event_hooks["response"] = [away]

    def step(self) -> None:
        time.sleep(0.02)
        super().step()

    def wander(self, stop: threading.Event) -> None:
        """Play until told to stop, by one server after the other."""
        while not stop.is_set():
            turn = threading.Event()
            hop = threading.Timer(self.rng.uniform(0.1, 0.4), turn.set)
            hop.start()
            self.play(self.rng.choice(self.parts.bases()), turn)
            hop.cancel()
            time.sleep(0.02)


class Parts:
    """Servers, a thinker and PostgreSQL, each of which can be killed and started again."""

    def __init__(self, data: Path, cluster: Cluster, thinks: bool) -> None:
        self.data, self.cluster, self.address = data, cluster, cluster.fresh()
        self.servers = [start(data, self.address, HERE) for _ in range(2)]
        self.thinker = self._think() if thinks else None

    def _think(self) -> subprocess.Popen[str]:
        paths = os.pathsep.join([str(TESTS.parent / "src"), str(TESTS)])
        return subprocess.Popen(
            [sys.executable, str(TESTS / "server" / "play.py"), "think", self.address],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True, cwd=TESTS,
            env={**os.environ, "PYTHONPATH": paths},
        )  # fmt: skip

    def bases(self) -> list[str]:
        return [base for _, base in self.servers]

    def kill(self, what: str) -> Callable[[], None]:
        """End a part; the result starts it again."""
        if what == "postgres":
            pid = int((self.cluster.folder / "data" / "postmaster.pid").read_text().splitlines()[0])
            os.kill(pid, signal.SIGKILL)
            return self._postgres
        if what == "thinker":
            assert self.thinker is not None
            self.thinker.kill()
            self.thinker.wait()
            return self._thinker
        which = int(what)
        process, _ = self.servers.pop(which)
        process.kill()
        process.wait()
        return lambda: self.servers.append(start(self.data, self.address, HERE))

    def _postgres(self) -> None:
        for _ in range(20):  # until those that it had started have seen that it is gone
            try:
                self.cluster.start()
                return
            except AssertionError:
                time.sleep(0.2)

    def _thinker(self) -> None:
        self.thinker = self._think()

    def end(self) -> None:
        for process in (*([self.thinker] if self.thinker else []), *(process for process, _ in self.servers)):
            process.kill()
            process.wait()


def go_on(drivers: list[Anywhere], computers: Computers) -> float:
    """Seconds until everybody has had an act acknowledged, and every computer has played."""
    begun = time.monotonic()
    before = [played([driver]) for driver in drivers]
    moves = list(computers.moves)
    while any(played([one]) == n for one, n in zip(drivers, before, strict=True)) or (
        any(now == n for now, n in zip(computers.moves, moves, strict=True))
    ):
        if time.monotonic() > begun + 30:
            acts = [(d.key, played([d]) - n) for d, n in zip(drivers, before, strict=True)]
            turns = [(key, now - n) for key, now, n in zip(computers.keys, computers.moves, moves, strict=True)]
            raise AssertionError(f"play does not go on: {acts}, {turns}")
        time.sleep(0.01)
    return time.monotonic() - begun


class Computers:
    """Tables against a computer: who plays there waits for its move each time, and counts it."""

    def __init__(self, parts: Parts, count: int) -> None:
        self.parts = parts
        self.http = [httpx.Client(headers=HEADERS, timeout=10) for _ in range(count)]
        self.moves = [0] * count
        self.keys = [""] * count

    def play(self, which: int, stop: threading.Event) -> None:
        rng, http, key, seen = random.Random(which), self.http[which], "", -1
        while not stop.is_set():
            self.keys[which] = key
            http.base_url = httpx.URL(rng.choice(self.parts.bases()))
            try:
                if not key:
                    http.get("/api/me")
                    made = http.post("/api/tables", json={
                        "game": "skirmish", "scenario": "duel", "seats": {"red": "me", "blue": "bot:random"},
                    })  # fmt: skip
                    key = made.json()["id"]
                    number = {"seat": "red", "number": "5" * 64}
                    if http.post(f"/api/tables/{key}/dice", json=number).status_code != 200:
                        key = ""
                        continue
                told = http.get(f"/api/tables/{key}?seat=red").json()
                if told["over"]:
                    key = ""
                if told["waiting"] == ["red"] and told["n"] != seen:
                    self.moves[which] += 1
                    seen = told["n"]
                if onward := [choice["do"] for choice in told["choices"] if choice["do"] != "unready"]:
                    body = {"seat": "red", "n": told["n"], "id": f"c{rng.random()}", "do": [rng.choice(onward)]}
                    http.post(f"/api/tables/{key}/do", json=body)
                else:
                    time.sleep(0.02)
            except (httpx.TransportError, KeyError, ValueError):
                time.sleep(0.05)


def kill_any(data: Path, cluster: Cluster, what: list[str], seed: int, small: bool = False) -> dict[str, Any]:
    """Kill these parts under load, one after the other, and start each again: how long it took until all went on.
    `small`: fewer play, nobody thinks elsewhere, and what was killed stays so."""
    rng = random.Random(seed)
    parts = Parts(data, cluster, not small)
    drivers = [Anywhere(n, parts) for n in range(1 if small else 3)]
    computers = Computers(parts, 1 if small else 2)
    stop = threading.Event()
    threads = [threading.Thread(target=driver.wander, args=(stop,)) for driver in drivers]
    threads += [threading.Thread(target=computers.play, args=(n, stop)) for n in range(len(computers.keys))]
    took: dict[str, list[float]] = {}
    try:
        for thread in threads:
            thread.start()
        go_on(drivers, computers)
        for one in what:
            time.sleep(rng.uniform(0.05, 0.3))
            again = parts.kill(one)
            if one == "postgres":
                again()
            took.setdefault(one, []).append(go_on(drivers, computers))
            if one != "postgres" and not small:
                again()
        stop.set()
        for thread in threads:
            thread.join()
        for driver in drivers:
            driver.check(data, parts.address)
            driver.same_lines(parts.bases()[0])
        with psycopg.connect(parts.address) as connection:
            faults = connection.execute("SELECT kind, text FROM faults").fetchall()
        assert faults == []
        browser = Browser(parts.bases()[0])
        wait_for(lambda: browser.get("/api/games"))
        return {"took": took, "acts": played(drivers), "computers": sum(computers.moves)}
    finally:
        stop.set()
        for thread in threads:
            thread.join(20)
        parts.end()


@pytest.mark.timeout(120)
def test_any_part_may_be_killed(tmp_path: Path, cluster: Cluster) -> None:
    found = kill_any(tmp_path, cluster, ["0"], 3, small=True)
    assert found["acts"] > 5


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_fifty_kills_of_any_part(tmp_path: Path, cluster: Cluster) -> None:
    rng = random.Random(11)
    found = kill_any(tmp_path, cluster, [rng.choice(["0", "1", "0", "1", "thinker", "postgres"]) for _ in range(50)], 4)
    longest = {what: round(max(times), 1) for what, times in found["took"].items()}
    counted = {what: len(times) for what, times in found["took"].items()}
    print(f"{counted} kills, longest until all went on {longest} s; {found['acts']} acts, {found['computers']} moves")
    assert max(max(times) for what, times in found["took"].items() if what in "01") < SOON
    assert found["acts"] > 500
