"""Connections that hold much, take long or are many: they are closed, and others are served meanwhile."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from ironbottom.kernel.errors import BadInput
from ironbottom.server.connection import Doors
from ironbottom.server.settings import Settings, from_toml
from server.play import PLENTY, Browser

QUICK = replace(PLENTY, head_seconds=0.5, body_seconds=0.5)
PATIENT = replace(PLENTY, head_seconds=600.0, body_seconds=600.0)
FRIENDS = "192.0.2.1"
"""A proxy elsewhere: so connections from this machine are counted."""


@contextlib.contextmanager
def opened(base: str, say: bytes = b"") -> Iterator[socket.socket]:
    url = httpx.URL(base)
    with socket.create_connection((url.host, url.port), timeout=20) as end:
        end.sendall(say)
        yield end


def heard(end: socket.socket) -> bytes:
    """All that the server says until it closes the connection."""
    parts = []
    with contextlib.suppress(ConnectionError):
        while part := end.recv(65536):
            parts.append(part)
    return b"".join(parts)


def pushed(end: socket.socket, data: bytes, most: int) -> int:
    """How many bytes the server takes before it closes the connection; at most so many."""
    sent = 0
    with contextlib.suppress(ConnectionError):
        while sent < most:
            end.sendall(data)
            sent += len(data)
    return sent


def refusal(end: socket.socket, status: int) -> str:
    """The error of an answer with this status, after which the connection is closed."""
    head, _, body = heard(end).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status), head
    return str(json.loads(body)["error"])


HEAD = b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.mark.parametrize(
    "say",
    [
        HEAD + b"X-Large: ",
        b"GET /",
        b"\r\n",
        HEAD + b"Upgrade: websocket\r\nConnection: Upgrade\r\nX-Large: ",
        b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n1;",
        b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Large: ",
    ],
    ids=["a header", "an address", "blank lines", "a handshake", "a chunk's extension", "a trailer"],
)
def test_what_never_ends_is_cut(run: Callable[..., Any], say: bytes) -> None:
    running = run(limits=PATIENT)
    more = (b"\r\n" if say == b"\r\n" else b"xx") * 10_000
    with opened(running.base, say) as end:
        assert pushed(end, more, 4_000_000) < 4_000_000
    assert httpx.get(f"{running.base}/api/games").status_code == 200


def test_a_head_that_is_too_large_is_called_so(run: Callable[..., Any]) -> None:
    running = run()
    with opened(running.base, HEAD + b"X-Large: " + b"x" * 70_000 + b"\r\n\r\n") as end:
        assert "headers" in refusal(end, 431)
    fields = b"".join(b"X-%d: %s\r\n" % (n, b"x" * 100) for n in range(700))
    with opened(running.base, HEAD + fields + b"\r\n") as end:
        assert "headers" in refusal(end, 431)
    with opened(running.base, HEAD + b"X-Large: " + b"x" * 60_000 + b"\r\nConnection: close\r\n\r\n") as end:
        assert heard(end).startswith(b"HTTP/1.1 200 ")


POST = (
    b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Ironbottom: 1\r\nContent-Type: application/json\r\n"
    b"Content-Length: 200\r\n\r\n"
)


@pytest.mark.parametrize("say", [HEAD, POST + b'{"name":', b"\r\n"], ids=["half a head", "half a body", "a blank line"])
def test_a_half_sent_request_is_closed_at_its_deadline(run: Callable[..., Any], say: bytes) -> None:
    running = run(limits=QUICK)
    with opened(running.base, say) as end:
        assert "too long" in refusal(end, 408)


@pytest.mark.parametrize("more", [b"Host: 127.0.0.1:99x\r\n", b"Host: evil.example\r\n", b"Host: 127.0.0.1\r\n"])
def test_a_request_names_its_host_once(base: str, more: bytes) -> None:
    say = b"GET /api/me HTTP/1.1\r\n%sHost: 127.0.0.1\r\nConnection: close\r\n\r\n" % more
    with opened(base, say) as end:
        assert "once" in refusal(end, 400)


@pytest.mark.parametrize("method", [b"GET", b"POST"])
@pytest.mark.parametrize("more", [b"Content-Length: 2\r\n\r\n{}", b"Content-Length: 2\r\n\r\n",
                                  b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"])
def test_a_handshake_with_a_body_is_refused(base: str, method: bytes, more: bytes) -> None:
    """It was neither answered nor closed: the handshake waited for a body that it does not read."""
    say = method + b" /api/live HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: upgrade\r\nUpgrade: websocket\r\n" + more
    with opened(base, say) as end:
        assert "without a body" in refusal(end, 400)


def test_a_connection_that_says_nothing_is_closed(run: Callable[..., Any]) -> None:
    running = run(limits=QUICK)
    with opened(running.base) as end:
        assert heard(end) == b""


def test_a_second_request_on_a_connection_has_its_deadline_too(run: Callable[..., Any]) -> None:
    running = run(limits=QUICK)
    with opened(running.base, HEAD + b"\r\n") as end:
        end.recv(1)
        end.sendall(HEAD)
        first, _, second = heard(end).partition(b"HTTP/1.1 408 ")
        assert first.startswith(b"TTP/1.1 200 ")
        assert b"too long" in second


def test_a_body_that_is_refused_cannot_go_on_for_ever(run: Callable[..., Any]) -> None:
    running = run(limits=QUICK)
    with opened(running.base, POST.replace(b"X-Ironbottom: 1\r\n", b"") + b"{") as end:
        assert end.recv(65536).startswith(b"HTTP/1.1 403 ")
        dripped = 0
        with contextlib.suppress(ConnectionError):
            for dripped in range(150):  # so the connection is never quiet for long  # noqa: B007
                end.sendall(b" ")
                time.sleep(0.02)
        assert dripped < 149


def test_a_live_connection_has_no_deadline(run: Callable[..., Any]) -> None:
    running = run(limits=QUICK)
    ann = Browser(running.base)
    cookie = {"Cookie": ann.cookie()}
    with connect(running.base.replace("http", "ws") + "/api/live", additional_headers=cookie) as live:
        with pytest.raises(TimeoutError):
            live.recv(timeout=1.5)
        ann.table()
        assert json.loads(live.recv(timeout=10)) == {"type": "tables"}


def test_newcomers_are_served_while_many_requests_stand_half_sent(run: Callable[..., Any]) -> None:
    running = run(limits=PATIENT)
    with contextlib.ExitStack() as stack:
        for number in range(300):
            stack.enter_context(opened(running.base, HEAD if number % 2 else POST))
        ann = Browser(running.base, "Ann")
        assert ann.get(f"/api/tables/{ann.table()['id']}")["n"] >= 0


def test_an_address_holds_so_many_connections(run: Callable[..., Any]) -> None:
    running = run(connections=4, proxies=FRIENDS, limits=PATIENT)
    url = running.base.replace("http", "ws") + "/api/live"
    ann = Browser(running.base)
    ann.http.close()
    cookie = {"Cookie": ann.cookie()}
    with contextlib.ExitStack() as stack:
        ends = [stack.enter_context(opened(running.base, HEAD)) for _ in range(2)]
        for _ in range(2):
            stack.enter_context(connect(url, additional_headers=cookie))
        with opened(running.base) as end:
            assert "too many open connections" in refusal(end, 429)
        ends[0].close()
        until_served(running.base)
    with contextlib.ExitStack() as stack:  # those of live pages are free again too
        for _ in range(3):
            stack.enter_context(opened(running.base, HEAD))
        until_served(running.base)


def until_served(base: str) -> None:
    """Ask until there is room for it."""
    while (answer := httpx.get(f"{base}/api/games", headers={"Connection": "close"})).status_code != 200:
        assert answer.status_code == 429


def test_the_connections_of_a_proxy_are_not_counted(run: Callable[..., Any]) -> None:
    running = run(connections=2, limits=PATIENT)
    with contextlib.ExitStack() as stack:
        for _ in range(10):
            stack.enter_context(opened(running.base, HEAD))
        assert httpx.get(f"{running.base}/api/games").status_code == 200


def test_whose_connections_are_counted_together() -> None:
    doors = Doors(Settings(connections=1), "127.0.0.1,10.0.0.0/8")
    assert doors.enter(("10.1.2.3", 1)) == ""
    assert doors.enter(("::ffff:10.1.2.3", 1)) == ""
    assert doors.enter(None) == ""
    first = doors.enter(("2001:db8::1", 1))
    assert first
    assert doors.enter(("2001:db8::2", 1)) is None
    assert doors.enter(("2001:db8:0:1::2", 1))
    doors.leave(first)
    assert doors.enter(("2001:db8::2", 1)) == first
    assert Doors(Settings(connections=1), "*").enter(("192.0.2.7", 1)) == ""


def test_a_page_that_does_not_read_is_given_up(run: Callable[..., Any]) -> None:
    running = run(limits=replace(PATIENT, unread_seconds=0.3))
    ask = b"GET /js/board.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with contextlib.suppress(ConnectionError), opened(running.base) as end:
        end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        for _ in range(400):
            end.sendall(ask)
        connections = running.uvicorn.server_state.connections
        while connections:
            pass
    assert httpx.get(f"{running.base}/api/games").status_code == 200


@pytest.mark.parametrize("proxies", ["everybody", "10.0.0.0/8,", "1.2.3"])
def test_wrong_proxies_are_called_so(proxies: str) -> None:
    with pytest.raises(BadInput, match="proxies"):
        from_toml({"proxies": proxies})


def test_settings_of_connections() -> None:
    assert from_toml({"proxies": "10.0.0.0/8, 192.0.2.1", "connections": 9})["connections"] == 9
    with pytest.raises(BadInput, match="connections"):
        from_toml({"connections": 0})
