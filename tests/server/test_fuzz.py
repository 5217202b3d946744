"""Mutated requests and frames at a running server, from strangers, observers and the players themselves: no error of
ours, no answer that hangs, and nothing at the table is changed but by a request that was accepted from a seat."""

from __future__ import annotations

import base64
import json
import logging
import os
import random
import socket
import sqlite3
import struct
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from http.client import HTTPConnection, HTTPException, InvalidURL
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import pytest

from server.play import Browser, invited, seal, stored
from server.test_acts import ODD, PARTS

WORDS: list[Any] = [
    *ODD, *PARTS, "red", "blue", "observer", "truth", "chance", "duel", "skirmish", "archies-war", "me", "friend",
    "bot:random", "bot:", "draw", "takeback", "rematch", "Answer", "routine", "default", "hold", "hill", "5" * 64,
    "../../etc/passwd", "%00", "<script>", "' OR 1=1 --", "𝕊" * 20, "\r\nSet-Cookie: a=b", "\ud800", "a" * 100_000,
]  # fmt: skip
METHODS = ("GET", "POST", "POST", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE")
HEADS: list[tuple[str, str]] = [
    ("Content-Type", "text/plain"), ("Content-Type", "application/json; charset=utf-7"), ("X-Ironbottom", ""),
    ("Origin", "https://evil.example"), ("Host", "evil.example"), ("Host", "127.0.0.1:1"),
    ("Content-Encoding", "gzip"), ("X-Forwarded-For", "9" * 5000), ("Cookie", "a" * 5000),
    ("Cookie", "ironbottom_player=" + "x" * 90), ("If-None-Match", "*"), ("Accept-Encoding", "gzip;q=x"),
    ("Range", "bytes=0-0"), ("Upgrade", "websocket"), ("Connection", "upgrade"), ("Expect", "100-continue"),
    ("X-Ironbottom", "é"),
]  # fmt: skip


PARTS_OF_IT = {
    **dict.fromkeys(("entries", "drafts", "requests", "offers", "chat", "notes", "orders", "hidden", "leavers"), "*"),
    "seats": "side, kind, name, player, bot, link, code, number, turn",
}


class Fuzz:
    """A server with a game in the middle of a round, and all who may send to it."""

    def __init__(self, running: Any, seed: int) -> None:
        self.running, self.rng = running, random.Random(seed)
        self.sent: Counter[str] = Counter()
        self.red, self.blue, self.key, self.links = invited(running.base)
        seal(self.red, self.blue, self.key)
        self.red.do(self.key, "red", "go hill", "mark")
        self.eve = Browser(running.base, "Eve")
        self.eve.join(self.links["observer"])
        self.stranger = Browser(running.base, "Mallory")
        self.address = urlsplit(running.base).hostname or "", urlsplit(running.base).port or 0
        self.wires = {
            name: HTTPConnection(*self.address, timeout=30)
            for name in ("red", "blue", "observer", "stranger", "nobody")
        }
        whose = {"red": self.red, "blue": self.blue, "observer": self.eve, "stranger": self.stranger}
        self.cookies = {name: who.cookie() for name, who in whose.items()}
        self.watch = sqlite3.connect(running.server.store.path)
        self.settle()

    def stored(self) -> list[Any]:
        """All that is kept of the table, but for the question for a seat: whatever its holder sends answers that."""
        read = partial(stored, self.running.server.store)
        found = [read("SELECT * FROM tables WHERE id = ?", (self.key,))]
        for part, columns in PARTS_OF_IT.items():
            found.append(read(f"SELECT {columns} FROM {part} WHERE game_table = ?", (self.key,)))
        return found

    # -- requests --

    def known(self) -> tuple[str, str, dict[str, Any], dict[str, Any]]:
        """A request as a page makes it: method, path, query, body."""
        table, rng = f"/api/tables/{self.key}", self.rng
        seat = rng.choice(["red", "blue", "observer", "truth"])
        link = rng.choice(list(self.links.values())).rpartition("/")[2]
        return rng.choice([
            ("GET", table, {"seat": seat, "after": 0, "said": 0, "at": 1}, {}),
            ("GET", f"{table}/why", {"seat": seat, "do": "roll"}, {}),
            ("GET", f"{table}/odds", {"seat": seat, "do": "roll"}, {}),
            ("GET", f"{table}/measure", {"seat": seat, "start": "hill", "end": "wood"}, {}),
            ("GET", f"{table}/record", {"seat": seat}, {}),
            ("GET", f"{table}/replay", {"seat": seat}, {}),
            ("GET", f"{table}/report", {"seat": seat, "form": "json"}, {}),
            ("GET", f"/api/join/{link}", {}, {}),
            ("GET", "/api/personal/abc", {}, {}),
            ("GET", "/api/tables", {"hidden": "true"}, {}),
            ("GET", "/api/rules/skirmish", {}, {}),
            ("GET", "/g/skirmish/duel/board.json", {"v": "1"}, {}),
            ("GET", "/js/main.js", {}, {}),
            ("POST", f"{table}/do", {}, {"seat": seat, "n": 9, "id": f"z{rng.random()}", "do": ["stop"], "draft": 2}),
            ("POST", f"{table}/undo", {}, {"seat": seat, "all": True, "steps": 1}),
            ("POST", f"{table}/redo", {}, {"seat": seat, "steps": 1}),
            ("POST", f"{table}/resign", {}, {"seat": seat}),
            ("POST", f"{table}/offer", {}, {"seat": seat, "kind": "draw"}),
            ("POST", f"{table}/answer", {}, {"seat": seat, "kind": "draw", "yes": True}),
            ("POST", f"{table}/chat", {}, {"seat": seat, "text": "hello"}),
            ("POST", f"{table}/note", {}, {"seat": seat, "place": "hill", "text": "a note"}),
            ("POST", f"{table}/order", {}, {"seat": seat, "step": "Answer", "do": "hold"}),
            ("POST", f"{table}/dice", {}, {"seat": seat, "number": "5" * 64}),
            ("POST", f"{table}/dice", {}, {"seat": seat, "commitment": "5" * 64}),
            ("POST", f"{table}/claim-time", {}, {"seat": seat}),
            ("POST", f"{table}/keep", {}, {"seat": seat}),
            ("POST", f"{table}/move-now", {}, {"seat": seat}),
            ("POST", f"{table}/rematch", {}, {"seat": seat}),
            ("POST", f"{table}/relink", {}, {"side": seat}),
            ("POST", f"{table}/reclaim", {}, {"side": seat}),
            ("POST", f"{table}/code", {}, {"side": seat}),
            ("POST", f"{table}/delete", {}, {}),
            ("POST", f"{table}/hide", {}, {}),
            ("POST", "/api/join", {}, {"secret": "x" * 32}),
            ("POST", "/api/recover", {}, {"code": "AAAA-BBBB-CCCC-DDDD-EEEE"}),
            ("POST", "/api/personal", {}, {"secret": "x" * 32}),
            ("POST", "/api/me", {}, {"name": "Eve"}),
            ("POST", "/api/tables", {}, {
                "game": "skirmish", "scenario": "duel", "options": {"dark": True}, "hints": True, "clock": {"days": 3},
                "seats": {"red": "nobody", "blue": "friend"},
            }),
        ])  # fmt: skip

    def mutated(self) -> dict[str, Any]:
        """A request with something wrong in it, or from somebody who may not make it."""
        rng = self.rng
        method, path, query, body = self.known()
        headers: list[tuple[str, str]] = [("X-Ironbottom", "1"), ("Content-Type", "application/json")]
        content: bytes | None = None
        for _ in range(rng.choice([0, 1, 1, 1, 2, 3])):
            what = rng.randrange(8)
            if what == 0:
                method = rng.choice(METHODS)
            elif what == 1:
                parts = path.split("/")
                parts[rng.randrange(1, len(parts))] = quote(str(rng.choice(WORDS)).encode("utf-8", "replace"))[:2000]
                path = "/".join(parts)
            elif what == 2:
                query = {**query, rng.choice([*query, "seat", "more"]): str(rng.choice(WORDS))[:2000]}
            elif what in (3, 4) and body:
                body = {**body, rng.choice([*body, "more"]): rng.choice(WORDS)}
            elif what == 5 and body:
                body = {name: item for name, item in body.items() if rng.random() < 0.7}
            elif what == 6:
                headers.append(rng.choice(HEADS))
            else:
                content = self.spoilt(json.dumps(body).encode())
        if content is None and (method == "POST" or body):
            content = json.dumps(body).encode("utf-8", "surrogatepass")
        query = {name: str(item).encode("utf-8", "replace").decode() for name, item in query.items()}
        url = f"{path}?{urlencode(query)}" if query else path
        return {"method": method, "url": url, "content": content, "headers": headers}

    def spoilt(self, text: bytes) -> bytes:
        rng = self.rng
        data = bytearray(text or b"{}")
        match rng.randrange(6):
            case 0:
                data = data[: rng.randrange(len(data))]
            case 1:
                for _ in range(rng.randint(1, 5)):
                    data[rng.randrange(len(data))] = rng.randrange(256)
            case 2:
                return b"[" * 50_000
            case 3:
                return b'{"seat":' * rng.randint(1, 5000)
            case 4:
                return bytes(rng.randrange(256) for _ in range(rng.randrange(300)))
            case _:
                at = rng.randrange(len(data))
                data[at:at] = rng.choice([b"\x00", b"\xff\xfe", b"1e999", b"{}", b'"seat":"red",', b"NaN"])
        return bytes(data)

    def request(self) -> None:
        """One request; what is refused, or comes from who has no seat here, changes nothing."""
        name, asked = self.rng.choice(list(self.wires)), self.mutated()
        try:
            status, text = self.answer(name, asked)
        except TimeoutError:
            raise AssertionError(f"no answer: {name} {asked}") from None
        except (HTTPException, OSError):
            self.wires[name].close()
            self.sent["closed"] += 1
            self.unchanged(asked)
            return
        if not status:
            return
        self.sent[f"{status // 100}xx"] += 1
        self.sent["requests"] += 1
        assert status < 500, (name, asked, text[:300])
        if status >= 400 and text.startswith(b"{"):
            assert "\n" not in json.loads(text)["error"], asked
        path = asked["url"].partition("?")[0]
        if name == "observer" and status == 200 and path.endswith(("/hide", "/show")):  # in his own list
            self.settle()
        elif status != 200 or name in ("stranger", "observer", "nobody"):
            self.unchanged((name, asked, status, text[:300]))
        elif stored(self.running.server.store, "SELECT over FROM tables WHERE id = ?", (self.key,)) != [(None,)]:
            self.anew()  # it was given up, or deleted
        else:
            self.settle()

    def answer(self, name: str, asked: dict[str, Any]) -> tuple[int, bytes]:
        """Status and body; 0 for what cannot be sent."""
        wire = self.wires[name]
        heads = [name.lower() for name, _ in asked["headers"]]
        try:
            wire.putrequest(asked["method"], asked["url"], skip_host="host" in heads, skip_accept_encoding=True)
            for head, value in asked["headers"]:
                wire.putheader(head, value.encode("utf-8"))
            if name in self.cookies and "cookie" not in heads:
                wire.putheader("Cookie", self.cookies[name])
            if asked["content"] is not None:
                wire.putheader("Content-Length", str(len(asked["content"])))
            wire.endheaders(asked["content"])
        except (InvalidURL, ValueError):
            wire.close()
            return 0, b""
        answer = wire.getresponse()
        return answer.status, answer.read()

    def unchanged(self, what: Any) -> None:
        """Nothing is stored of the table that was not there before."""
        ((version,),) = self.watch.execute("PRAGMA data_version").fetchall()
        if version != self.version:
            assert self.stored() == self.kept, what
            self.version = version

    def settle(self) -> None:
        """Wait for what a standing order does by itself."""
        while self.key in self.running.server.thinkers._ordering:
            time.sleep(0.001)
        ((self.version,),) = self.watch.execute("PRAGMA data_version").fetchall()
        self.kept = self.stored()

    def anew(self) -> None:
        """Another game."""
        sent = self.sent
        vars(self).update(vars(Fuzz(self.running, self.rng.getrandbits(32))))
        self.sent = sent

    # -- bytes and frames --

    def raw(self) -> None:
        """Bytes that are a request no more, or hardly."""
        rng = self.rng
        cookie = self.eve.cookie()
        text = (
            f"POST /api/tables/{self.key}/do HTTP/1.1\r\nHost: {self.address[0]}:{self.address[1]}\r\n"
            f"Cookie: {cookie}\r\n"
            'X-Ironbottom: 1\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"seat":"red","n":9}'
        ).encode()
        data = bytearray(text)
        for _ in range(rng.randint(1, 8)):
            at = rng.randrange(len(data))
            match rng.randrange(4):
                case 0:
                    data[at] = rng.randrange(256)
                case 1:
                    del data[at : at + rng.randrange(20)]
                case 2:
                    data[at:at] = rng.choice([b"\r\n", b"\x00", b": ", b"Transfer-Encoding: chunked\r\n", b"0\r\n\r\n"])
                case _:
                    data[at:at] = data[at : at + 60]
        with closing(socket.create_connection(self.address, timeout=30)) as wire:
            wire.sendall(data)
            wire.shutdown(socket.SHUT_WR)
            answer = b""
            try:
                while piece := wire.recv(65536):
                    answer += piece
            except ConnectionResetError:
                pass
        assert b"HTTP/1.1 5" not in answer, (bytes(data), answer[:300])
        self.unchanged(bytes(data))
        self.sent["raw"] += 1

    def frames(self, count: int) -> None:
        """Frames into an open connection, until it is closed; then into the next."""
        rng, left = self.rng, count
        while left > 0:
            who, seat = rng.choice([(self.eve, "observer"), (self.red, "red"), (self.blue, "blue")])
            with closing(self._open(who, seat)) as wire:
                for _ in range(min(left, rng.randint(1, 60))):
                    try:
                        wire.sendall(self._frame())
                    except OSError:
                        break
                    left -= 1
                    self.sent["frames"] += 1
        self.unchanged("frames")
        assert self.red.look(self.key, "red")["n"] > 0

    def _open(self, who: Browser, seat: str) -> socket.socket:
        wire = socket.create_connection(self.address, timeout=30)
        wire.sendall((
            f"GET /api/tables/{self.key}/live?seat={seat} HTTP/1.1\r\nHost: {self.address[0]}:{self.address[1]}\r\n"
            f"Cookie: {who.cookie()}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n"
        ).encode())  # fmt: skip
        assert wire.recv(12).endswith(b"101"), "the connection is opened"
        return wire

    def _frame(self) -> bytes:
        """A frame, as a rule a good one with odd words in it: half of the bad ones close the connection."""
        rng = self.rng
        text = json.dumps(rng.choice([
            {"type": "pong"}, {"type": "do", "seat": "red", "do": ["stop"]}, {"type": rng.choice(WORDS[:40])},
            {"type": "message", "rev": 10**30}, [[]], None,
        ]), default=str)  # fmt: skip
        data = text.encode("utf-8", "surrogatepass")[:4000]
        head, mask = 0x81, os.urandom(4)
        if rng.random() < 0.05:
            match rng.randrange(5):
                case 0:
                    head = rng.randrange(256)
                case 1:
                    data = bytes(rng.randrange(256) for _ in range(rng.randrange(300)))
                case 2:
                    data = b"x" * 10_000
                case 3:
                    return struct.pack("!BBQ", head, 0xFF, 1 << 62) + mask + data
                case _:
                    return bytes([head, len(data) & 0x7F]) + data
        size = len(data)
        length = bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + struct.pack("!H", size)
        return bytes([head]) + length + mask + bytes(byte ^ mask[n % 4] for n, byte in enumerate(data))


class Errors(logging.Handler):
    """What the server calls an error of its own."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if "received from client" not in record.getMessage():  # what uvicorn says of a frame that is no text
            self.found.append(self.format(record))


@pytest.fixture
def errors() -> Iterator[list[str]]:
    handler = Errors()
    logs = [logging.getLogger(name) for name in ("ironbottom", "uvicorn.error", "asyncio", "websockets")]
    for log in logs:
        log.addHandler(handler)
    yield handler.found
    for log in logs:
        log.removeHandler(handler)


def fuzz(running: Any, seed: int, requests: int, raw: int, frames: int) -> Counter[str]:
    made = Fuzz(running, seed)
    for _ in range(requests):
        made.request()
    for _ in range(raw):
        made.raw()
    made.frames(frames)
    return made.sent


def test_what_is_mutated_does_no_harm(run: Callable[..., Any], errors: list[str]) -> None:
    sent = fuzz(run(), 1, 900, 100, 1000)
    assert sent["requests"] + sent["closed"] > 800
    assert sent["2xx"] > 50
    assert sent["4xx"] > 400
    assert (sent["raw"], sent["frames"]) == (100, 1000)
    assert errors == []


@pytest.mark.soak
def test_what_is_mutated_does_no_harm_soak(run: Callable[..., Any], errors: list[str]) -> None:
    """200,000 in all."""
    running = run()
    total: Counter[str] = Counter()
    rounds = int(os.environ.get("IRONBOTTOM_FUZZ", "100"))
    for seed in range(rounds):
        total += fuzz(running, 1000 + seed, 1000, 150, 850)
        print(dict(total), flush=True)
        assert errors == [], errors
    assert total["requests"] + total["closed"] + total["raw"] + total["frames"] > 1900 * rounds
