"""What the server's tests share: a toy computer player, a launcher, and a browser without a screen."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
import secrets
import sys
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from ironbottom import games
from ironbottom.kernel import shapes
from ironbottom.kernel.action import notation
from ironbottom.kernel.dice import commitment
from ironbottom.kernel.message import Frame, Message, Receipt
from ironbottom.opponents import runner
from ironbottom.server.app import serve
from ironbottom.server.database import Store, Values
from ironbottom.server.settings import Limits, Settings
from ironbottom.table.delta import applied
from table.skirmish import SKIRMISH, make

PLENTY = Limits(rate=100_000, burst=100_000, newcomers=10_000, sockets=10_000)
HEADERS = {"X-Ironbottom": "1"}


def stored(store: Store, sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
    """Rows of what has been written."""
    with ThreadPoolExecutor(1) as aside:  # a test may have a loop of its own, as those with a browser
        return aside.submit(asyncio.run, store.read(lambda c: c.execute(sql, values).fetchall())).result()


def think(request: Mapping[str, Any]) -> dict[str, Any]:
    """A computer player for the toy: anything that goes on, drawn by its own seed."""
    view = SKIRMISH.view_from_file(request["view"], request["scenario"], request["options"])
    legal = SKIRMISH.legal(view, request["side"])
    onward = [action for action in legal if not SKIRMISH.retracts(view, action)]
    return {"do": [notation(random.Random(request["seed"]).choice(onward))], "considered": []}


def crash(request: Mapping[str, Any]) -> dict[str, Any]:
    raise RuntimeError("a bug")


def cheat(request: Mapping[str, Any]) -> dict[str, Any]:
    return {"do": ["fly =9"], "considered": []}


def sleep(request: Mapping[str, Any]) -> dict[str, Any]:
    time.sleep(60)
    return think(request)


def ponder(request: Mapping[str, Any]) -> dict[str, Any]:
    """A searching computer player that would think for ten minutes."""
    return dict(runner.think(games.load, {**request, "bot": "elite", "budget": request["budget"] or "s:600"}))


def reach(argument: Any) -> dict[str, Any]:
    """All that a process was given to look at, told from inside it."""
    found: dict[str, Any] = {"argv": sys.argv, "environment": dict(os.environ), "folder": str(Path.cwd())}
    if Path("/proc/self/fd").is_dir():
        found["files"] = {name: os.readlink(f"/proc/self/fd/{name}") for name in _open_files()}
        for part in ("cmdline", "environ"):
            found[part] = Path(f"/proc/self/{part}").read_bytes().decode()
    return found


def _open_files() -> list[str]:
    found = []
    for name in os.listdir("/proc/self/fd"):
        try:
            os.fstat(int(name))
        except OSError:  # the listing's own
            continue
        found.append(name)
    return found


def greedy(overlay: Mapping[str, Any] | None = None) -> Any:
    """The toy, with corrections that take all time or all memory there is."""
    held = []
    while overlay and "memory" in overlay:
        held.append(bytearray(10_000_000))
    while overlay and "time" in overlay:
        time.sleep(0.1)
    if overlay and "end" in overlay:
        os._exit(1)
    return make()


class Browser:
    """A player's browser: a cookie, and the requests that the page makes."""

    def __init__(self, base: str, name: str = "") -> None:
        self.http = httpx.Client(base_url=base, headers=HEADERS, timeout=30, verify=False)
        self.me = self.get("/api/me")
        self._ids = itertools.count()
        self.numbers: dict[str, str] = {}
        """To which the page has committed itself, by table."""
        if name:
            self.post("/api/me", name=name)

    @classmethod
    def known(cls, base: str, other: Browser) -> Browser:
        """The same player's browser at another server."""
        again = cls.__new__(cls)
        cookies = dict(other.http.cookies)
        again.http = httpx.Client(base_url=base, headers=HEADERS, cookies=cookies, timeout=30, verify=False)
        again.me, again._ids, again.numbers = other.me, other._ids, other.numbers
        return again

    def get(self, path: str, **query: Any) -> Any:
        answer = self.http.get(path, params=query)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text[:300]}"
        return answer.json()

    def post(self, path: str, /, **body: Any) -> Any:
        answer = self.http.post(path, json=body)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text[:300]}"
        return answer.json()

    def refused(self, path: str, /, **body: Any) -> tuple[int, str]:
        answer = self.http.post(path, json=body)
        assert answer.status_code >= 400, answer.text[:300]
        error = answer.json()["error"]
        assert error
        assert "\n" not in error
        return answer.status_code, error

    def table(self, game: str = "skirmish", scenario: str = "duel", **more: Any) -> Any:
        seats = more.pop("seats", {"red": "me", "blue": "friend"})
        made = self.post("/api/tables", game=game, scenario=scenario, seats=seats, **more)
        self.dice(made["id"])
        return made

    def join(self, secret: str) -> Any:
        """Take the seat of a link, and give a number for the dice."""
        joined = self.post("/api/join", secret=secret.rpartition("/")[2])
        if joined["side"] != "observer":
            self.dice(joined["id"])
        return joined

    def dice(self, key: str) -> None:
        """Give what the dice are made of, as far as it is this player's turn."""
        number = secrets.token_hex(32)
        while (told := self.get(f"/api/tables/{key}")["dice"]) is not None and told["wanted"] is not None:
            what, path = told["wanted"]["what"], f"/api/tables/{key}/dice"
            if what == "commitment":
                self.numbers[key] = number
                self.post(path, seat=told["wanted"]["seat"], commitment=commitment(number))
            else:
                given = self.numbers[key] if what == "shown" else number
                self.post(path, seat=told["wanted"]["seat"], number=given)

    def look(self, key: str, seat: str, **query: Any) -> Any:
        message = self.get(f"/api/tables/{key}", seat=seat, **query)
        shapes.check(Message, message)
        return message

    def act(self, key: str, seat: str, act: str, **body: Any) -> Any:
        """An act at a table: the receipt, and the message that it came to, with its lines after `n` or `after`."""
        after, said = body.pop("after", body.get("n", 0)), body.pop("said", 0)
        receipt = self.post(f"/api/tables/{key}/{act}", seat=seat, **body)
        if "rev" not in receipt:
            return receipt
        shapes.check(Receipt, receipt)
        message = self.look(key, seat, after=after, said=said)
        assert message["rev"] >= receipt["rev"]
        return {**message, **receipt}

    def do(self, key: str, seat: str, *moves: str, n: int | None = None, request: str | None = None) -> Any:
        n = self.look(key, seat)["n"] if n is None else n
        return self.act(key, seat, "do", n=n, id=request or f"b{next(self._ids)}", do=list(moves))

    def first(self, key: str, seat: str) -> Any:
        """Play the first choice."""
        return self.do(key, seat, self.look(key, seat)["choices"][0]["do"])

    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())


def heard(socket: ClientConnection, timeout: float = 10) -> str:
    """The next thing sent that is not who has the table open."""
    while '"type":"here"' in (text := str(socket.recv(timeout=timeout))):
        pass
    return text


class Page:
    """A page that listens at a table's socket: the message that it has, brought on by the frames that it hears."""

    def __init__(self, socket: ClientConnection, message: Any = None) -> None:
        self.socket = socket
        self.message = message
        self.heard: list[Any] = []
        """All that was sent of the table itself."""

    def hear(self, timeout: float = 10) -> Any:
        """The message that the next frame comes to, with the lines and the chat that are new in it."""
        while (told := json.loads(self.socket.recv(timeout=timeout)))["type"] != "message":
            pass
        self.heard.append(told)
        if "change" in told:
            shapes.check(Frame, told)
            assert (told["seat"], told["since"]) == (self.message["seat"], self.message["rev"]), "a frame is missing"
            new = {key: told[key] for key in ("rev", "thinking", "lines", "chat")}
            self.message = {**applied(told["change"], self.message), **new}
        else:
            self.message = {key: item for key, item in told.items() if key != "type"}
        shapes.check(Message, self.message)
        return self.message

    def silent(self, seconds: float = 0.3) -> bool:
        """Whether nothing is sent of the table for so long."""
        try:
            self.hear(seconds)
        except TimeoutError:
            return True
        return False


def live(browser: Browser, base: str, path: str, **more: Any) -> ClientConnection:
    """An open socket of a player."""
    return connect(base.replace("http", "ws") + path, additional_headers={"Cookie": browser.cookie()}, **more)


def face(message: Any) -> Any:
    """A message without what is sent beside the change: what a revision stands for."""
    return {key: item for key, item in message.items() if key not in ("lines", "chat", "thinking")}


def seal(red: Browser, blue: Browser, key: str) -> None:
    """Both pick their first card and are ready."""
    for browser, seat in ((red, "red"), (blue, "blue")):
        browser.first(key, seat)
        browser.do(key, seat, "ready")


def invited(base: str, **more: Any) -> tuple[Browser, Browser, str, Any]:
    """A table of two players who sit apart: red, blue, its id, its links."""
    red, blue = Browser(base, "Ann"), Browser(base, "Ben")
    made = red.table(**more)
    joined = blue.join(made["links"]["blue"])
    assert (joined["id"], joined["side"]) == (made["id"], "blue")
    red.dice(made["id"])
    return red, blue, made["id"], made["links"]


def gave(running: Any, browser: Browser, address: str) -> None:
    """A player has given an address, and it was shown to be his."""
    values = (address, browser.me["id"])
    running.server.store.submit(lambda c: c.execute("UPDATE players SET email = ? WHERE id = ?", values)).result()


def wait_for(check: Any, seconds: float = 20) -> Any:
    """The first true answer of `check`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = check()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("it did not happen in time")


def numbers(start: int = 0) -> Iterator[int]:
    return itertools.count(start)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    from server import play  # where the processes that think find it

    if sys.argv[1] == "think":
        from ironbottom.server import thinking

        thinking.think(sys.argv[2], 2, play.think)
        sys.exit()
    serve(
        Settings(port=0, data=Path(sys.argv[1]), database=sys.argv[2], bot_delay=0.0, limits=PLENTY,
                 announce=sys.argv[3] if sys.argv[3:] else ""),
        extra={"skirmish": make},
        think=play.think,
    )
