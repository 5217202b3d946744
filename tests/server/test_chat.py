"""What was said is sent once, and a connection that does not read is closed and comes back."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from ironbottom.kernel.step import OBSERVER
from ironbottom.server import sockets
from server.play import invited, live, wait_for


def numbers(told: Any) -> list[int]:
    return [one["n"] for one in told["chat"]]


def hear(socket: ClientConnection) -> Any:
    """What is sent of the table next; a slow machine hears pings in between."""
    while (told := json.loads(socket.recv(timeout=10)))["type"] != "message":
        pass
    return told


def listen(socket: ClientConnection, heard: list[int]) -> None:
    while True:
        heard += numbers(hear(socket))


def test_a_thousand_messages_of_the_chat_make_no_message_longer(base: str) -> None:
    red, blue, key, _ = invited(base)
    path = f"/api/tables/{key}/live?seat=blue"
    with live(blue, base, path) as socket:
        assert numbers(hear(socket)) == []
        sizes, heard = [], []
        for n in range(1, 1001):
            answer = red.http.post(f"/api/tables/{key}/chat", json={"seat": "red", "text": f"{n:04} {'x' * 20}"})
            assert list(answer.json()) == ["rev"]
            sizes += [len(answer.content)]
            told = hear(socket)
            sizes += [len(json.dumps(told))]
            heard += numbers(told)
            if n == 600:
                break
        assert heard == list(range(1, 601))
        assert max(sizes) < min(sizes[1:20:2]) + 10
    for n in range(601, 1001):  # while the page is away
        red.post(f"/api/tables/{key}/chat", seat="red", text=f"{n:04}")
    with live(blue, base, f"{path}&said=600") as again:
        told = hear(again)
    assert numbers(told) == list(range(601, 1001))
    assert told["said"] == 1000
    everything = blue.look(key, "blue")
    assert numbers(everything) == list(range(1, 1001))
    assert [one["text"][:4] for one in everything["chat"]] == [f"{n:04}" for n in range(1, 1001)]
    assert numbers(blue.look(key, "blue", said=1000)) == []
    assert blue.look(key, "blue", said=10**12)["said"] == 1000
    assert numbers(blue.look(key, "blue", said=-5)) == list(range(1, 1001))


def test_what_was_said_comes_with_whatever_is_told_next(base: str) -> None:
    red, blue, key, _ = invited(base)
    for n in range(3):
        blue.act(key, "blue", "chat", text=f"{n}")
    assert numbers(red.look(key, "red", said=1)) == [2, 3]
    with live(red, base, f"/api/tables/{key}/live?seat=red&said=1") as socket:
        assert numbers(hear(socket)) == [2, 3]
        red.act(key, "red", "note", place="hill", text="here")
        assert numbers(hear(socket)) == []
        blue.act(key, "blue", "chat", text="3")
        assert numbers(hear(socket)) == [4]
    assert "chat" in red.look(key, "red", at=1)


def test_what_waits_for_a_connection_is_bounded_by_bytes() -> None:
    slow = sockets.Socket("ann", OBSERVER)
    slow.put("x" * (2 * sockets.QUEUED))  # a long first message goes through
    slow.put("y")
    assert slow.slow.is_set()
    assert slow.queue.empty()
    slow.put("z")
    assert slow.queue.empty()
    steady = sockets.Socket("ben", OBSERVER)
    for _ in range(400):
        steady.put("x" * 2000)
    assert not steady.slow.is_set()
    for _ in range(400):
        steady.put("x" * 2000)
    assert steady.slow.is_set()
    assert steady.queue.empty()


def test_who_does_not_read_is_told_so_and_comes_back(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "QUEUED", 30_000)
    running = run()
    for one in running.sockets:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    red, blue, key, _ = invited(running.base)
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.connect(("127.0.0.1", running.sockets[0].getsockname()[1]))
    room = running.server.tables.rooms[key]
    with live(blue, running.base, f"/api/tables/{key}/live?seat=blue", sock=raw, max_queue=1) as lazy:
        wait_for(lambda: room.sockets)
        (mine,) = room.sockets
        said = 0
        while not mine.slow.is_set() and said < 1000:
            said = red.act(key, "red", "chat", text="x" * 500, after=1000, said=1000)["said"]
            assert mine.waiting <= sockets.QUEUED
        assert mine.slow.is_set()
        heard: list[int] = []
        with pytest.raises(ConnectionClosed) as closed:
            listen(lazy, heard)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == sockets.SLOW
    assert heard == list(range(1, len(heard) + 1))
    assert len(heard) < said
    wait_for(lambda: not room.sockets)
    with live(blue, running.base, f"/api/tables/{key}/live?seat=blue&said={len(heard)}") as again:
        assert numbers(hear(again)) == list(range(len(heard) + 1, said + 1))
