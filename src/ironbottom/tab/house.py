"""The house in a tab: requests and connections come as messages, and are matched with the same routes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.record import Record
from ironbottom.server import bodies
from ironbottom.server.asking import Answer, Parameter, Rooms, Route, get, post
from ironbottom.server.catalogue import Catalogue
from ironbottom.server.errors import NotFound
from ironbottom.server.house import ALL_ROUTES, House
from ironbottom.server.making import UNLISTED
from ironbottom.server.players import DAY
from ironbottom.server.routes import answer, player_of, refusal
from ironbottom.server.settings import Limits, Settings
from ironbottom.server.sql import SqlRepository
from ironbottom.tab.crew import Crew, Mate
from ironbottom.tab.keeping import LARGEST, bring_back, look, saved
from ironbottom.tab.store import TabStore

log = logging.getLogger("ironbottom")

ADDRESS = "tab"
UNTIL_RESTORED = 3650 * DAY
"""So long the link in a backup waits to be brought to a server: it is good for a day from then."""
ENOUGH = 10_000
"""Requests a minute of one who plays alone: nobody else is kept waiting by them."""


class Unsigned:
    """Nobody signs what is played in a tab: whoever holds the key would be the player himself. Its records are called
    not proven."""

    public = ""

    def sign(self, record: Record[Any]) -> None:
        """Leave it as it is."""

    def check(self, record: Record[Any]) -> None:
        """Leave it as it is: what another has signed is checked where it is read."""


class TabRequest:
    """A request as the routes see it."""

    def __init__(self, tab: Tab, data: bytes) -> None:
        self.tab = tab
        self.rooms: Rooms = tab.house.rooms
        self.cookie = tab.cookie
        self.address = ADDRESS
        self._data = data

    def header(self, name: str) -> str:
        """Nothing is packed and nothing remembered on so short a way."""
        return ""

    async def body(self) -> bytes:
        return self._data


class TabLine:
    """A live connection as the routes see it. `send` and `close`: what the page is told."""

    def __init__(self, send: Callable[[str], None], accept: Callable[[], None], close: Callable[[int, str], None]):
        self._send, self._accept, self._close = send, accept, close
        self._gone = asyncio.Event()

    def gone(self) -> None:
        """The page has closed it."""
        self._gone.set()

    async def accept(self) -> None:
        self._accept()

    async def send(self, text: str) -> None:
        if self._gone.is_set():
            raise ConnectionError("the page is gone")
        self._send(text)

    async def listen(self) -> None:
        await self._gone.wait()

    async def close(self, code: int, reason: str) -> None:
        if not self._gone.is_set():
            self._gone.set()
            self._close(code, reason)


@get("/api/tab/backup")
async def give_all(ask: TabRequest) -> Answer:
    """All that is kept here, as a backup that `ironbottom restore` takes."""
    name = f"ironbottom-{datetime.now():%Y-%m-%d}.zip"
    return Answer(saved(ask.tab.store), "application/zip",
                  headers={"content-disposition": f'attachment; filename="{name}"'})


@post("/api/tab/link")
async def follow_link(ask: TabRequest, data: bodies.Empty) -> Answer:
    """The secret by which one is oneself where a backup is put."""
    player, _ = await player_of(ask)
    return answer({"secret": await ask.rooms.players.personal_link(player, UNTIL_RESTORED)})


@post("/api/tab/backup/look", largest=LARGEST)
async def look_at_all(ask: TabRequest) -> Answer:
    """What a backup holds, and how many games there are here, before the one takes the place of the other."""
    player, _ = await player_of(ask)
    assert ask.cookie is not None
    here = await ask.rooms.players.repository.seats_of(player, UNLISTED)
    return answer({**await look(await ask.body(), ask.cookie), "here": here})


@post("/api/tab/backup/file", largest=LARGEST)
async def take_all(ask: TabRequest) -> Answer:
    """A backup in the place of all that is kept here. The house has to be opened anew after it."""
    await player_of(ask)
    assert ask.cookie is not None
    name = await bring_back(ask.tab.store, await ask.body(), ask.cookie)
    await ask.tab.house.end()
    return answer({"name": name})


class Paths:
    """The routes by their addresses."""

    def __init__(self, routes: list[Route]) -> None:
        self._by_length: dict[tuple[str, int], list[tuple[tuple[str, ...], Route]]] = {}
        for route in sorted(routes, key=lambda route: len(route.parts)):  # what is named goes before what is filled in
            parts = tuple(route.path.split("/"))
            self._by_length.setdefault((route.method, len(parts)), []).append((parts, route))

    def find(self, method: str, path: str) -> tuple[Route, dict[str, str]]:
        """The route of an address, and what its parts say. Raises NotFound."""
        asked = [unquote(part) for part in path.split("/")]
        for parts, route in self._by_length.get((method, len(asked)), ()):
            if all(part[:1] == "{" or part == one for part, one in zip(parts, asked, strict=True)):
                return route, {part[1:-1]: one for part, one in zip(parts, asked, strict=True) if part[:1] == "{"}
        raise NotFound("there is nothing at this address")


def given(route: Route, parts: dict[str, str], query: str) -> dict[str, Any]:
    """What a route is asked with, from the parts of its address and its query. Raises BadInput."""
    texts = {key: items[-1] for key, items in parse_qs(query, keep_blank_values=True).items()}
    found: dict[str, Any] = {one.name: _read(one, parts[one.name]) for one in route.parts}
    for one in route.query:
        if one.name in texts:
            found[one.name] = _read(one, texts[one.name])
        elif one.required:
            raise BadInput(f"'{one.name}' is missing in the query")
    return found


def _read(one: Parameter, text: str) -> Any:
    try:
        return msgspec.convert(text, one.kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadInput(f"{one.name}: {error}") from None


class Tab:
    """The house over a folder of the browser. `make`: a new worker; `flush`: called after each commit; `cookie`: what
    the browser has kept of its player; `keep`: called with what it is to keep."""

    def __init__(
        self, folder: Path, make: Callable[[], Mate], most: int, flush: Callable[[], Any], cookie: str | None,
        keep: Callable[[str], Any],
    ) -> None:
        limits = Limits(newcomers=ENOUGH, tables=100_000)
        settings = Settings(data=Path("/house"), limits=limits, workers=most)
        self.store = TabStore(folder, flush)
        self.crew = Crew(make, most)
        self.house = House(
            settings, Catalogue(settings.data), SqlRepository(self.store), Unsigned(), self.crew.hire, alone=True
        )
        self.cookie = cookie
        self._keep = keep
        self._paths = Paths([*ALL_ROUTES, give_all, follow_link, look_at_all, take_all])
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(self, method: str, address: str, data: bytes) -> Answer:
        """What a request is answered."""
        where = urlsplit(address)
        try:
            route, parts = self._paths.find(method, where.path)
            asked = given(route, parts, where.query)
            if route.body is not None:
                asked["data"] = read_body(data, route.body)
            given_back: Answer = await route.do(TabRequest(self, data), **asked)
        except Exception as error:
            return refusal(where.path, error)
        if given_back.cookie is not None:
            self.cookie = given_back.cookie or None
            self._keep(given_back.cookie)
        return given_back

    def connect(
        self, address: str, send: Callable[[str], None], accept: Callable[[], None], close: Callable[[int, str], None]
    ) -> TabLine:
        """Take up a live connection."""
        line = TabLine(send, accept, close)
        task = asyncio.ensure_future(self._live(address, line))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return line

    async def _live(self, address: str, line: TabLine) -> None:
        where = urlsplit(address)
        try:
            route, parts = self._paths.find("LIVE", where.path)
            await route.do(TabRequest(self, b""), line, **given(route, parts, where.query))
        except Exception as error:
            log.error("a connection ended at %s", where.path, exc_info=error)
            await line.close(1011, "something went wrong here")

    async def end(self) -> None:
        """End all work, and let go of the database."""
        await self.house.end()
        self.store.close()


def read_body(data: bytes, kind: type[Any]) -> Any:
    """A body of JSON. Raises BadInput."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(str(error)) from None
