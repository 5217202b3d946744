"""SIGKILL at random moments of play: what was acknowledged is there, once, and no die is rolled again."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from ironbottom.server.postgres import Transaction
from server.play import HEADERS

BOTH = True
TESTS = Path(__file__).parent.parent


def start(data: Path, database: str, *announce: str) -> tuple[subprocess.Popen[str], str]:
    """A server in a process of its own, and its address."""
    process = subprocess.Popen(
        [sys.executable, str(TESTS / "server" / "play.py"), str(data), database, *announce],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=TESTS,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS.parent / "src"), str(TESTS)])},
    )  # fmt: skip
    assert process.stdout is not None
    line = process.stdout.readline()
    return process, line.split(" at ")[1].split()[0]


class Driver:
    """A hot-seat player who plays one table after another, and remembers what he was told."""

    def __init__(self, number: int) -> None:
        self.http = httpx.Client(headers=HEADERS, timeout=10)
        self.rng = random.Random(number)
        self.number = number
        self.count = 0
        self.key = ""
        self.acknowledged: dict[str, list[str]] = {}
        """Per table: the actions for which an answer came."""
        self.in_flight: tuple[str, dict[str, Any]] | None = None
        self.lines: dict[tuple[str, str], dict[int, str]] = {}
        """Per table and seat: the committed lines that were shown."""
        self.revisions: dict[tuple[str, str], int] = {}
        """Per table and seat: the last revision that was told."""

    def play(self, base: str, stop: threading.Event) -> None:
        """Play until the server is gone."""
        self.http.base_url = httpx.URL(base)
        try:
            if self.in_flight is not None:  # the answer was lost: ask again, under the same id
                key, body = self.in_flight
                answer = self.http.post(f"/api/tables/{key}/do", json=body)
                if answer.status_code == 200:
                    self.heard(key, body)
                else:
                    # it came too late for its number: so it was not applied, or it was and we see it
                    assert answer.status_code in (400, 409), answer.text
                self.in_flight = None
            while not stop.is_set():
                self.step()
        except (httpx.TransportError, json.JSONDecodeError):
            return

    def step(self) -> None:
        if not self.key:
            self.http.get("/api/me")
            made = self.http.post(
                "/api/tables",
                json={"game": "skirmish", "scenario": "duel", "seats": {"red": "me", "blue": "me"}},
            )
            key = made.json()["id"]
            number = {"seat": "red", "number": "5" * 64}
            assert self.http.post(f"/api/tables/{key}/dice", json=number).status_code == 200
            self.key, self.acknowledged[key] = key, []
        told = self.http.get(f"/api/tables/{self.key}").json()
        self.shown(told)
        if told["over"]:
            self.key = ""
            return
        if told["curtain"]:
            told = self.http.get(f"/api/tables/{self.key}?seat={told['curtain']}").json()
            self.shown(told)
        onward = [choice["do"] for choice in told["choices"] if choice["do"] != "unready"]
        # both seats are one's own: the one that is waited for was chosen, and has something to do
        self.count += 1
        move = self.rng.choice(onward)
        body = {"seat": told["seat"], "n": told["n"], "id": f"d{self.number}-{self.count}", "do": [move]}
        self.in_flight = (self.key, body)
        answer = self.http.post(f"/api/tables/{self.key}/do", json=body)
        assert answer.status_code == 200, answer.text
        self.heard(self.key, body)
        assert answer.json()["rev"] > told["rev"]
        self.in_flight = None

    def heard(self, key: str, body: dict[str, Any]) -> None:
        self.acknowledged[key].append(f"{body['seat']} {body['do'][0]}")

    def shown(self, told: dict[str, Any]) -> None:
        at = told["id"], told["seat"]
        assert told["rev"] >= self.revisions.get(at, 0)
        self.revisions[at] = told["rev"]
        lines = self.lines.setdefault(at, {})
        for line in told["lines"]:
            if "draft" not in line:
                lines[line["n"]] = line["text"]

    def check(self, data: Path, database: str) -> None:
        """Compare what was told with what is stored."""
        with closing(left(data, database)) as connection:
            store: Any = Transaction(connection) if database else connection
            for key, acknowledged in self.acknowledged.items():
                stored: Counter[str] = Counter()
                rows = store.execute("SELECT line FROM entries WHERE game_table = ? ORDER BY number", (key,))
                for (text,) in rows:
                    line = json.loads(text)
                    if "do" in line:
                        stored[f"{line['by']} {line['do']}"] += 1
                for side, text in store.execute("SELECT side, moves FROM drafts WHERE game_table = ?", (key,)):
                    for move in json.loads(text):
                        stored[f"{('red', 'blue')[side]} {move}"] += 1
                missing = Counter(acknowledged) - stored
                extra = stored - Counter(acknowledged)
                assert not missing, f"acknowledged, but not there: {missing}"
                allowed = 1 if self.in_flight is not None and self.in_flight[0] == key else 0
                assert extra.total() <= allowed, f"there, but never sent or twice: {extra}"
                ids = store.execute("SELECT count(*), count(DISTINCT id) FROM requests WHERE game_table = ?", (key,))
                total, distinct = ids.fetchone()
                assert total == distinct == stored.total()

    def same_lines(self, base: str) -> None:
        """What was shown before the kill is still shown, word for word: no die was rolled again."""
        for (key, seat), lines in self.lines.items():
            told = httpx.get(f"{base}/api/tables/{key}?seat={seat}", headers=HEADERS, cookies=self.http.cookies).json()
            if told["curtain"]:
                continue
            now = {line["n"]: line["text"] for line in told["lines"]}
            for n, text in lines.items():
                assert now[n] == text


def left(data: Path, database: str) -> Any:
    """A connection to what a killed server has left."""
    return psycopg.connect(database) if database else sqlite3.connect(data / "ironbottom.sqlite3")


def kill_and_check(data: Path, times: int, seed: int, database: str) -> int:
    drivers = [Driver(n) for n in range(3)]
    rng = random.Random(seed)
    process, base = start(data, database)
    try:
        for _ in range(times):
            stop = threading.Event()
            threads = [threading.Thread(target=driver.play, args=(base, stop)) for driver in drivers]
            for thread in threads:
                thread.start()
            enough = played(drivers) + rng.randrange(3, 40)
            end = time.monotonic() + 10
            while played(drivers) < enough and time.monotonic() < end:
                time.sleep(0.002)
            time.sleep(rng.uniform(0, 0.02))
            process.kill()
            process.wait()
            stop.set()
            for thread in threads:
                thread.join()
            for driver in drivers:
                driver.check(data, database)
            process, base = start(data, database)
            for driver in drivers:
                driver.same_lines(base)
    finally:
        process.kill()
        process.wait()
    return played(drivers)


def played(drivers: list[Driver]) -> int:
    """How many actions were acknowledged."""
    return sum(len(moves) for driver in drivers for moves in list(driver.acknowledged.values()))


@pytest.mark.timeout(600)
def test_kills(tmp_path: Path, database: Callable[[Path], str]) -> None:
    address = database(tmp_path)
    times = 2 if address else 3
    assert kill_and_check(tmp_path, times, 7, address) > 10 * times


@pytest.mark.soak
def test_fifty_kills(tmp_path: Path, database: Callable[[Path], str]) -> None:
    assert kill_and_check(tmp_path, 50, 8, database(tmp_path)) > 500
