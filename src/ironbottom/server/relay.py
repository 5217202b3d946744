"""From the server that a request has come to, to the one that holds its table: over plain HTTP, at the address that
each server announces, with a secret that stands in the database.

A request goes over as it is, and comes back as it is; who may ask, and how much, is checked where it is answered. A
live connection is passed on below HTTP: once it is clear whom it is for, bytes go to and fro, and nothing is taken
apart twice. No request is passed on twice: a server that is asked for a table which it does not hold says so (421), and
the database is asked again.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from urllib.parse import urlsplit

import httptools

from ironbottom.server.connection import Connection, Doors, Tunnel
from ironbottom.server.errors import TooLarge, Unstored
from ironbottom.server.guard import CONTROL, SHARED, App, Buckets, Message, Receive, Scope, Send, cookie_of, source
from ironbottom.server.leases import LEASE, Leases
from ironbottom.server.routes import TABLE
from ironbottom.server.settings import Limits
from ironbottom.server.tables import Tables

log = logging.getLogger("ironbottom")

PATIENCE = 2 * LEASE
"""Seconds for which a request waits for its table to be held by a server that answers."""
MOST_PLACES = 20
"""Tables of other servers that one request may be about, one after the other."""
PAUSE = 0.1
"""Seconds after which it is looked for again."""
FRESH = 60.0
"""Seconds for which it is believed where a table is: a server that does not hold it says so."""
MOST_KNOWN = 50_000
IDLE = 3.0
"""Seconds for which a connection between two servers is kept that nothing goes over: fewer than the other end does."""
LONGEST = 60.0
"""Seconds within which a server answers."""
SECRET = b"x-ironbottom-relay"
VISITOR = b"x-ironbottom-visitor"
DROPPED = frozenset({
    b"connection", b"keep-alive", b"transfer-encoding", b"content-length", b"expect", b"upgrade", b"x-forwarded-for",
    b"x-forwarded-proto", b"forwarded", SECRET, VISITOR,
})  # fmt: skip
"""Headers that are of a single connection, or are put anew."""
SLOWER = "too many requests; wait a moment"
AWAY = "the server that has this table does not answer: nothing is known to be changed; look again in a moment"
PASSED = ("GET", "POST")
BY_PLAYER = "/api/workshop/"
"""What a player's own server does: trials of his that go on there."""
NOT_HELD = "/api/modules/"
"""Files that are too large to be kept for a second try."""

Headers = list[tuple[bytes, bytes]]
Answered = tuple[int, Headers, bytes]


class Broken(ConnectionError):
    """The other end went away before it had answered: it may have done what it was asked, or not."""


def table_of(path: str) -> str:
    """The table that an address is about; "" for none.

    >>> table_of("/api/tables/abc/do"), table_of("/api/tables"), table_of("/api/me")
    ('abc', '', '')
    """
    parts = path.split("/", 4)
    return parts[3] if len(parts) > 3 and parts[1:3] == ["api", "tables"] else ""


class _Wire(asyncio.Protocol):
    """A connection to another server, one request after the other."""

    def __init__(self) -> None:
        self.used = 0.0
        self._waiting: asyncio.Future[Answered] | None = None
        self._headers: Headers = []
        self._body: list[bytes] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._parser = httptools.HttpResponseParser(self)

    def connection_lost(self, error: Exception | None) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(Broken())

    def data_received(self, data: bytes) -> None:
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserError:
            self.transport.close()

    def on_message_begin(self) -> None:
        self._headers, self._body = [], []

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers.append((name.lower(), value))

    def on_body(self, body: bytes) -> None:
        self._body.append(body)

    def on_message_complete(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result((self._parser.get_status_code(), self._headers, b"".join(self._body)))

    async def ask(self, data: bytes) -> Answered:
        """A whole request, and its answer. Raises Broken."""
        self._waiting = asyncio.get_running_loop().create_future()
        self.transport.write(data)
        try:
            async with asyncio.timeout(LONGEST):
                return await self._waiting
        except BaseException:
            self.transport.close()  # what may still come is for nobody
            raise


class Wires:
    """The connections to other servers, by address. httpx takes some 0.7 ms of CPU for what this does in 0.1."""

    def __init__(self) -> None:
        self._free: dict[str, list[_Wire]] = {}

    async def ask(self, address: str, data: bytes) -> Answered:
        """What a server answers. Raises Broken, or OSError where it cannot be reached."""
        free = self._free.setdefault(address, [])
        wire: _Wire | None = None
        while free and wire is None:
            wire = free.pop()
            if wire.transport.is_closing() or time.monotonic() - wire.used > IDLE:
                wire.transport.close()
                wire = None
        if wire is None:
            host, port = divided(address)
            _, wire = await asyncio.get_running_loop().create_connection(_Wire, host, port)
        found = await wire.ask(data)
        wire.used = time.monotonic()
        free.append(wire)
        return found

    def close(self) -> None:
        """Let go of all."""
        for free in self._free.values():
            for wire in free:
                wire.transport.close()
        self._free.clear()


def divided(address: str) -> tuple[str, int]:
    """Host and port of an address such as 10.0.0.5:9042."""
    parts = urlsplit(f"//{address}")
    return parts.hostname or "", parts.port or 0


class Ways:
    """Where tables are, as far as this server has to know."""

    def __init__(self, tables: Tables, leases: Leases) -> None:
        self.tables = tables
        self.leases = leases
        self._known: OrderedDict[str, tuple[str, float]] = OrderedDict()

    def here(self, key: str) -> bool:
        """Whether a table is surely this server's."""
        return key in self.tables.rooms and not self.tables.closed

    async def to(self, key: str) -> str | None:
        """The address of the server that holds a table, None where it is for this one. Raises Unstored, and Broken
        where nobody holds it and this server is going."""
        if self.here(key):
            return None
        address, since = self._known.get(key, ("", 0.0))
        if address and time.monotonic() - since < FRESH:
            return address
        place = await self.leases.place(key)
        if place is None:
            return None
        if place.stands and place.number != self.leases.number:
            self._known[key] = place.address, time.monotonic()
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
            return place.address
        if not self.tables.closed:
            return None
        other = None if place.stands else await self.leases.another(key)
        if other is None:
            raise Broken
        return other

    def forget(self, key: str) -> None:
        """What was believed of a table was wrong."""
        self._known.pop(key, None)

    async def reached(self, key: str, go: Callable[[str | None], Awaitable[bool]]) -> bool:
        """Try to reach whoever holds a table until one is there: `go(address)`, None for this server, says whether it
        was."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                if await go(await self.to(key)):
                    return True
            except (OSError, Unstored):
                pass
            self.forget(key)
            if time.monotonic() > end:
                return False
            await asyncio.sleep(PAUSE)


class Relay:
    """An ASGI application around another: what is for another server's tables is passed on to it. `port`: where other
    servers pass on to this one."""

    def __init__(self, app: App, ways: Ways, port: int, limits: Limits) -> None:
        self.app = app
        self.largest = limits.record + 1024
        self.visitors = Buckets(limits.rate * SHARED, limits.burst * SHARED)
        self.ways = ways
        self.port = port
        self.wires = Wires()
        self.passed = 0
        """Requests that were passed on."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["server"] and scope["server"][1] == self.port:
            await self._from_another(scope, receive, send)
        elif (
            scope["type"] == "websocket" or scope["method"] not in PASSED or scope["path"].startswith(NOT_HELD)
            or CONTROL.search(scope["path"])  # it is refused, before anybody looks for its table
        ):  # fmt: skip
            await self.app(scope, receive, send)
        else:
            await self._answered(scope, receive, send)

    async def _from_another(self, scope: Scope, receive: Receive, send: Send) -> None:
        """What another server passes on, and nothing else, comes in by this door."""
        given = dict(scope["headers"])
        secret = self.ways.leases.secret.encode()
        if not secret or not hmac.compare_digest(given.get(SECRET, b""), secret):
            log.warning("a request came in by the servers' own door without their secret")
            if scope["type"] == "websocket":
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": ""})
            else:
                await _told(send, 403, b'{"error":"this door is for other servers of this database","rule":null}')
            return
        scope["client"] = (given.get(VISITOR, b"").decode("latin-1"), 0)
        scope["headers"] = [one for one in scope["headers"] if one[0] not in (SECRET, VISITOR)]
        await self.app(scope, receive, send)

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        path, visitor = scope["path"], scope["client"][0] if scope["client"] else ""
        if key := table_of(path):
            if not self.ways.here(key):
                if not self.visitors.take(source(visitor)):
                    await _told(send, 429, _error(SLOWER))
                    return
                await self._passed_on(scope, receive, send, key, [])
                return
        elif path.startswith(BY_PLAYER) and (address := self._home(scope)) is not None:
            try:
                await _answer(send, await self.wires.ask(address, self._request(scope, await self._body(receive, []))))
                return
            except OSError:
                await _told(send, 503, _error(AWAY))
                return
            except TooLarge as error:
                await _told(send, 413, _error(str(error)))
                return
        heard: list[Message] = []
        if other := await self._tried(scope, receive, send, heard):
            await self._passed_on(scope, receive, send, other, heard)

    async def _tried(self, scope: Scope, receive: Receive, send: Send, heard: list[Message]) -> str | None:
        """Answer a request here, unless it turns out to be about another server's table: which. `heard`: what has been
        received of it before, and now."""
        before = list(heard)
        wanted: list[str] = []

        async def replayed() -> Message:
            if before:
                return before.pop(0)
            message = await receive()
            heard.append(message)
            return message

        async def unless_elsewhere(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 421:
                wanted.extend(value.decode("latin-1") for name, value in message["headers"] if name.decode() == TABLE)
            if not wanted:
                await send(message)

        await self.app(scope, replayed, unless_elsewhere)
        return wanted[0] if wanted else None

    async def _passed_on(
        self, scope: Scope, receive: Receive, send: Send, key: str, heard: list[Message]
    ) -> None:
        """Have a request answered by whoever holds a table; where it goes on to another table, by that one's holder."""
        wanted: str | None = key
        body: bytes | None = None
        safe = scope["method"] == "GET" or scope["path"].endswith("/do")  # whose number makes it be done once
        lost = False

        async def go(address: str | None) -> bool:
            nonlocal body, lost, wanted
            if address is None:
                wanted, before = await self._tried(scope, receive, send, heard), wanted
                return wanted != before
            if body is None:
                body = await self._body(receive, heard)
            self.passed += 1
            try:
                found = await self.wires.ask(address, self._request(scope, body))
            except (Broken, TimeoutError):
                lost = not safe
                if lost:
                    return True
                raise
            if found[0] == 421:
                before, wanted = wanted, dict(found[1]).get(TABLE.encode(), b"").decode("latin-1") or wanted
                return wanted != before
            await _answer(send, found)
            wanted = None
            return True

        try:
            for _ in range(MOST_PLACES):
                if wanted is None:
                    return
                if not await self.ways.reached(wanted, go) or lost:
                    break
            if wanted is not None:
                await _told(send, 503, _error(AWAY))
        except TooLarge as error:
            await _told(send, 413, _error(str(error)))

    async def _body(self, receive: Receive, heard: list[Message]) -> bytes:
        """The whole body of a request, of which something may have been received before. Raises TooLarge."""
        parts = [message.get("body", b"") for message in heard]
        more = not heard or heard[-1].get("more_body", False)
        while more:
            message = await receive()
            heard.append(message)
            parts.append(message.get("body", b""))
            if sum(map(len, parts)) > self.largest:
                raise TooLarge("this is too large")
            more = message.get("more_body", False)
        return b"".join(parts)

    def _request(self, scope: Scope, body: bytes) -> bytes:
        query = scope["query_string"]
        where = scope["raw_path"] + (b"?" + query if query else b"")
        head = [b"%s %s HTTP/1.1\r\n" % (scope["method"].encode(), where)]
        head += [b"%s: %s\r\n" % one for one in scope["headers"] if one[0] not in DROPPED]
        return b"".join([*head, *self.marks(scope["client"][0] if scope["client"] else ""),
                         b"content-length: %d\r\n\r\n" % len(body), body])

    def marks(self, visitor: str) -> Sequence[bytes]:
        """What another server believes a request by, and where it comes from."""
        return (
            b"%s: %s\r\n" % (SECRET, self.ways.leases.secret.encode()),
            b"%s: %s\r\n" % (VISITOR, visitor.encode("latin-1", "replace")),
        )

    def _home(self, scope: Scope) -> str | None:
        """The address of a player's own server; None for this one."""
        cookies = dict(scope["headers"]).get(b"cookie", b"").decode("latin-1")
        address = self.ways.leases.of(cookie_of(cookies) or "")
        return None if address == self.ways.leases.address else address

    # -- live connections --

    def takes(self, connection: Connection) -> bool:
        """Whether a live connection that begins is seen to here: it may be for another server's table."""
        key = table_of(urlsplit(connection.url.decode("latin-1")).path)
        if not key or self.ways.here(key) or (connection.server and connection.server[1] == self.port):
            return False
        if not self.visitors.take(source(connection.client[0]) if connection.client else ""):
            connection.refuse(429, SLOWER)
            return True
        connection.transport.pause_reading()
        task = asyncio.get_running_loop().create_task(self._tunnelled(connection, key))
        connection.tasks.add(task)
        task.add_done_callback(connection.tasks.discard)
        return True

    async def _tunnelled(self, connection: Connection, key: str) -> None:
        near = connection.transport

        async def go(address: str | None) -> bool:
            if near.is_closing():
                return True
            if address is None:
                near.resume_reading()
                connection.take_up()
                return True
            host, port = divided(address)
            far, _ = await asyncio.get_running_loop().create_connection(
                lambda: Tunnel(connection.doors, near), host, port
            )
            if near.is_closing():
                far.close()
                return True
            far.write(self._upgrade(connection, connection.doors))
            connection.through(far)
            near.resume_reading()
            return True

        if not await self.ways.reached(key, go):
            connection.refuse(503, AWAY)

    def _upgrade(self, connection: Connection, doors: Doors) -> bytes:
        named = dict(connection.headers)
        peer = connection.client[0] if connection.client else ""
        visitor = doors.visitor(peer, named.get(b"x-forwarded-for", b"").decode("latin-1"))
        kept = [one for one in connection.headers if one[0] not in DROPPED]
        head = [b"GET %s HTTP/1.1\r\nconnection: Upgrade\r\nupgrade: websocket\r\n" % connection.url]
        return b"".join([*head, *(b"%s: %s\r\n" % one for one in kept), *self.marks(visitor), b"\r\n"])


async def _answer(send: Send, found: Answered) -> None:
    status, headers, body = found
    kept = [one for one in headers if one[0] not in (b"connection", b"transfer-encoding", b"date")]
    await send({"type": "http.response.start", "status": status, "headers": kept})
    await send({"type": "http.response.body", "body": body})


def _error(text: str) -> bytes:
    return b'{"error":"%s","rule":null}' % text.encode()


async def _told(send: Send, status: int, body: bytes) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
