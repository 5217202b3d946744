"""The connections below HTTP: how long a request may take to come, how large its head may be, and how many connections
one address may hold open.

uvicorn bounds none of the three: httptools keeps a header until it is whole, however long that is, and a request that
never ends is waited for. A proxy in front does this too; a server that listens by itself needs it.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
from collections import Counter
from http import HTTPStatus
from typing import Any, Protocol

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ironbottom.server.guard import ip_address, source
from ironbottom.server.settings import Settings, is_network

TOO_MANY = (429, "too many open connections from your address")
TOO_LARGE = (431, "the headers of this request are too large")
TOO_SLOW = (408, "this request took too long to come")


class Doors:
    """The open connections, by the address that they come from. Those of a proxy, whose word on its own clients is
    believed (`trusted`, as uvicorn has it), are not counted."""

    def __init__(self, settings: Settings, trusted: list[str] | str) -> None:
        self.limits = settings.limits
        self.most = settings.connections
        names = trusted.split(",") if isinstance(trusted, str) else trusted
        self.everybody = "*" in trusted
        self.trusted = [ipaddress.ip_network(name.strip(), strict=False) for name in names if is_network(name.strip())]
        self._open: Counter[str] = Counter()
        self.inner = 0
        """The port at which other servers come in, whose connections are not counted."""

    def enter(self, client: tuple[str, int] | None) -> str | None:
        """Count a connection: the name under which it is counted, "" for one that is not, None if it is too many."""
        source = self._source(client[0]) if client else ""
        if source:
            if self._open[source] >= self.most:
                return None
            self._open[source] += 1
        return source

    def leave(self, source: str | None) -> None:
        """A connection has ended."""
        if source:
            self._open[source] -= 1
            if not self._open[source]:
                del self._open[source]

    def visitor(self, peer: str, forwarded: str) -> str:
        """Where somebody comes from: what proxies that are believed say of him in X-Forwarded-For."""
        names = [name.strip() for name in forwarded.split(",") if name.strip()]
        for one in (peer, *reversed(names)):
            if not self.trusts(one):
                return one
        return names[0] if names else peer

    def trusts(self, text: str) -> bool:
        """Whether that is the address of a proxy whose word is believed."""
        address = ip_address(text)
        return address is not None and (self.everybody or any(address in network for network in self.trusted))

    def _source(self, text: str) -> str:
        """Who counts as one; "" for a proxy, and for what is no address."""
        return "" if ip_address(text) is None or self.trusts(text) else source(text)


class _Sending:
    """Gives up a connection whose other end does not read: what waits for it would be held for good."""

    doors: Doors
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    _unread: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        self._watch()

    def resume_writing(self) -> None:
        super().resume_writing()  # type: ignore[misc]
        self._rest()

    def _watch(self) -> None:
        waiting = self.transport.get_write_buffer_size()
        self._unread = self.loop.call_later(self.doors.limits.unread_seconds, self._look, waiting)

    def _look(self, waiting: int) -> None:
        if self.transport.get_write_buffer_size() < waiting:
            self._watch()
        else:
            self.transport.abort()

    def _rest(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


class Relays(Protocol):
    """What passes on live connections that are for another server's tables."""

    port: int

    def takes(self, connection: Connection) -> bool:
        """Whether it sees to a connection that begins."""


class Connection(_Sending, HttpToolsProtocol):
    """A connection that speaks HTTP; a WebSocket's goes on as a `LiveConnection`, or as a `Tunnel`."""

    relay: Relays | None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._deadline: asyncio.TimerHandle | None = None
        self._held = 0
        """Bytes that came since a head, a piece of a body or a whole request was last complete."""
        self._in_body = False
        self._too_large = False
        inner = self.server is not None and self.server[1] == self.doors.inner
        self._source = "" if inner else self.doors.enter(self.client)
        if self._source is None:
            self.refuse(*TOO_MANY)
        else:
            self._expect(self.doors.limits.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._expect(None)
        self._rest()
        self.doors.leave(self._source)

    def data_received(self, data: bytes) -> None:
        self._held += len(data)
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if self._held > self.doors.limits.head:
            self.refuse(*TOO_LARGE)
        elif self._deadline is None and (self._in_body or self._held):  # a request has begun, or what is none at all
            self._expect(self.doors.limits.body_seconds if self._in_body else self.doors.limits.head_seconds)

    def on_headers_complete(self) -> None:
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > self.doors.limits.head:
            self._too_large = True
            raise ValueError("the head is too large")
        self._held, self._in_body = 0, True
        self._expect(None)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._held = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._held, self._in_body = 0, False
        self._expect(None)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._expect(None)
        fields = dict(self.headers)
        if b"transfer-encoding" in fields or fields.get(b"content-length", b"0") != b"0":
            self.refuse(400, "a WebSocket begins with a request without a body")  # which would be waited for
            return
        if self.relay is None or not self.relay.takes(self):
            self.take_up()

    def take_up(self) -> None:
        """Go on as a WebSocket that is served here."""
        super().handle_websocket_upgrade()
        live = self.transport.get_protocol()
        assert isinstance(live, LiveConnection)
        live.source, self._source = self._source, None

    def through(self, far: asyncio.Transport) -> None:
        """Go on as the near end of a tunnel to another server."""
        self.connections.discard(self)
        near = Tunnel(self.doors, far, self.connections)
        near.source, self._source = self._source, None
        near.connection_made(self.transport)
        self.transport.set_protocol(near)

    def send_400_response(self, msg: str) -> None:
        self.refuse(*(TOO_LARGE if self._too_large else (400, msg)))

    def _expect(self, seconds: float | None) -> None:
        """Give up the connection after so many seconds, or no longer."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self._late)

    def _late(self) -> None:
        if self._held or (self.cycle is not None and not self.cycle.response_started):
            self.refuse(*TOO_SLOW)
        else:  # a connection that was opened and never used, or what still comes after the answer
            self.transport.close()

    def refuse(self, status: int, text: str) -> None:
        """Say why, unless an answer is on its way already, and close the connection."""
        cycle = self.cycle
        if cycle is None or cycle.response_complete or not cycle.response_started:
            body = json.dumps({"error": text, "rule": None}).encode()
            self.transport.write(
                b"HTTP/1.1 %d %s\r\ncontent-type: application/json\r\ncontent-length: %d\r\n"
                b"connection: close\r\n\r\n%s" % (status, HTTPStatus(status).phrase.encode(), len(body), body)
            )
        self.transport.close()


class Tunnel(_Sending, asyncio.Protocol):
    """An end of a live connection that is passed on: what comes in here goes out at the other end, and no faster.
    `connections`: where the near end is entered, so that it is closed when the server ends."""

    source: str | None = None

    def __init__(self, doors: Doors, other: asyncio.Transport, connections: set[Any] | None = None) -> None:
        self.doors = doors
        self.other = other
        self.connections = connections
        self.loop = asyncio.get_running_loop()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        if self.connections is not None:
            self.connections.add(self)

    def data_received(self, data: bytes) -> None:
        self.other.write(data)

    def pause_writing(self) -> None:
        self.other.pause_reading()
        self._watch()

    def resume_writing(self) -> None:
        self.other.resume_reading()
        self._rest()

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest()
        self.other.close()
        if self.connections is not None:
            self.connections.discard(self)
        self.doors.leave(self.source)

    def shutdown(self) -> None:
        """The server ends; its page comes back to another."""
        self.transport.close()


class LiveConnection(_Sending, WebSocketsSansIOProtocol):
    """A WebSocket's connection."""

    source: str | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._rest()
        self.doors.leave(self.source)


def guarded(config: uvicorn.Config, settings: Settings, relay: Relays | None = None) -> uvicorn.Config:
    """The configuration with connections that are bounded so. `relay`: what passes on live connections to other
    servers."""
    doors = Doors(settings, config.forwarded_allow_ips)
    doors.inner = relay.port if relay is not None else 0
    members = {"doors": doors, "relay": relay}
    config.http = type("Connection", (Connection,), members)
    config.ws = type("LiveConnection", (LiveConnection,), members)
    return config
