"""The open connections of pages: what waits to be sent to each, and who is too slow for it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable

QUEUED = 1 << 20
"""Bytes that may wait for a connection that does not read; then it is closed, and its page comes back with the last
numbers that it has. A message that nothing waits before may be larger."""
SLOW = (1013, "this connection did not keep up; open another one with your last numbers")
AGAIN = (1012, "come back later")
PAUSE = 1.0
"""Seconds between two bells for all: each of their pages asks for the lobby then."""


class Socket:
    """An open connection to a table: whose it is, and what waits to be sent. None in the queue: close."""

    def __init__(self, player: str, viewer: int) -> None:
        self.player = player
        self.viewer = viewer
        self.queue: asyncio.Queue[str | None] = asyncio.Queue()
        self.waiting = 0
        """The bytes of what waits."""
        self.slow = asyncio.Event()
        """Set when it has been given up: nothing waits any more."""
        self.rev = 0
        """The revision that it has been sent."""
        self.sure = 0
        """The committed lines that it has been sent."""
        self.said = 0
        """The messages of the chat that it has been sent."""
        self.here = ""
        """What it has been told of who has the table open."""

    def put(self, data: str | None) -> None:
        """Send, or give the connection up if it is too slow."""
        if self.slow.is_set():
            return
        size = sys.getsizeof(data)
        if self.waiting and self.waiting + size > QUEUED:
            self.slow.set()
            while not self.queue.empty():
                self.queue.get_nowait()
            self.waiting = 0
            return
        self.waiting += size
        self.queue.put_nowait(data)

    async def next(self) -> str | None:
        """What is to be sent next."""
        data = await self.queue.get()
        self.waiting -= sys.getsizeof(data)
        return data


class Bells:
    """The connections that wait for news of a player's list."""

    def __init__(self) -> None:
        self.live: dict[str, set[Socket]] = {}
        self.beyond: Callable[[str], None] = lambda player: None
        """Called for a player who may have pages at other servers; "" for all of them."""
        self._resting = self._wanted = False
        """Whether all have just been told that the lobby has changed; whether it has changed since."""

    def count(self, player: str) -> int:
        """How many a player has."""
        return len(self.live.get(player, ()))

    def hang(self, socket: Socket) -> None:
        """One more."""
        self.live.setdefault(socket.player, set()).add(socket)

    def take_down(self, socket: Socket) -> None:
        """One that has gone."""
        known = self.live.get(socket.player, set())
        known.discard(socket)
        if not known:
            self.live.pop(socket.player, None)

    def ring(self, player: str) -> None:
        """Tell a player's pages that his list of tables has changed."""
        self.beyond(player)
        self.ring_here(player)

    def ring_here(self, player: str) -> None:
        """Tell those of them that are connected here."""
        for socket in self.live.get(player, ()):
            if socket.queue.empty():
                socket.put('{"type":"tables"}')

    def ring_all(self) -> None:
        """Tell all pages that wait for news that the lobby has changed."""
        self.beyond("")
        self.ring_all_here()

    def ring_all_here(self) -> None:
        """Tell those that are connected here, soon where they have just been told."""
        if self._resting:
            self._wanted = True
            return
        self._resting = True
        asyncio.get_running_loop().call_later(PAUSE, self._rested)
        for sockets in self.live.values():
            for socket in sockets:
                if socket.queue.empty():
                    socket.put('{"type":"lobby"}')

    def _rested(self) -> None:
        self._resting = False
        if self._wanted:
            self._wanted = False
            self.ring_all_here()


def ping(socket: Socket) -> None:
    """Let a connection that nothing waits for know that it still stands."""
    if socket.queue.empty():
        socket.put('{"type":"ping"}')
