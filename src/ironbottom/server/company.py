"""One server among several over one PostgreSQL database: it holds some of the tables (`leases.py`), passes on what is
for the others' (`relay.py`), and hears from them by LISTEN and NOTIFY what its pages have to know. What goes that way
is that something is new, never what: lists that have changed, a name, tables that were handed over.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import threading
from collections.abc import Callable
from typing import Any

import psycopg
from psycopg import sql

from ironbottom.server.club.people import ALLOWED, LEAVE
from ironbottom.server.codec import dump
from ironbottom.server.database import there
from ironbottom.server.errors import Unstored
from ironbottom.server.house import House
from ironbottom.server.leases import Leases
from ironbottom.server.postgres import PATIENCE, PostgresStore
from ironbottom.server.thoughts import HEARD, Thoughts
from ironbottom.server.workers import Hire, Pool

log = logging.getLogger("ironbottom")

TOGETHER = 0.2
"""Seconds in which is gathered whose lists have changed; all else is told at once."""
LONGEST = 7000
"""Bytes of a notice: PostgreSQL takes 8000."""
ENDING = 3.0
"""Seconds for acts that are under way when the server is stopped."""

Heard = Callable[[str, Any], None]


def channel(raw: psycopg.Connection[Any]) -> str:
    """Where notices of a database go."""
    found = raw.execute("SELECT 'ironbottom_' || current_schema()").fetchone()
    assert found is not None
    return str(found[0])


class Listener:
    """A thread that listens. `heard(text)` and `missed()` (something may have been) are called in the loop."""

    def __init__(self, address: str, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
        self._address = address
        self._heard = heard
        self._missed = missed
        self._ended = threading.Event()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._listen_on, name="ironbottom-listener", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Listen no more."""
        self._ended.set()

    def _listen_on(self) -> None:
        while not self._ended.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True, connect_timeout=int(PATIENCE)) as raw:
                    raw.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel(raw))))
                    self._call(self._missed)
                    while not self._ended.is_set():
                        for notice in raw.notifies(timeout=0.5):
                            self._call(self._heard, notice.payload)
            except psycopg.Error:
                self._ended.wait(0.5)

    def _call(self, what: Callable[..., None], *given: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(what, *given)


class Company:
    """What one of several servers does because of the others. `announced`: where they reach it."""

    def __init__(self, store: PostgresStore, announced: str, alike: str) -> None:
        self.store = store
        self.leases = Leases(store, announced, alike, self.tell)
        self.leases.check()
        self.house: House | None = None
        self.others: dict[str, Callable[[Any], None]] = {}
        """Who else hears, by what it is about."""
        self._lists: set[str] = set()
        self._notices: list[tuple[str, Any]] = []
        self._soon = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._listener: Listener | None = None

    def settle(self, house: House) -> None:
        """See to a house: its tables are those that this server holds."""
        self.house = house
        tables = house.tables
        tables.clock = self.leases.clock
        tables.tell_others = self.tell
        tables.bells.beyond = self._lists.add
        self.leases.lost = self._lost

    def asks(self, hire: Hire) -> Hire:
        """What makes pools whose questions are worked elsewhere, where somebody does, and else by those of `hire`."""

        def pool(
            fn: Callable[[Any], Any], count: int, hurry: Callable[[bool], None] | None = None,
            memory: int | None = None,
        ) -> Pool:
            thoughts = Thoughts(self.leases, hire(fn, count, hurry, memory))
            self.others[HEARD] = thoughts.heard
            return thoughts

        return pool

    async def begin(self) -> None:
        """Be one of the servers from now on. Raises BadInput."""
        await there(self.leases.register)
        self._listener = Listener(self.store.address, self._heard, self._missed)
        self._tasks = [asyncio.create_task(self.leases.keep()),
                       asyncio.create_task(self._telling())]

    async def end(self) -> None:
        """Be none any more."""
        for task in self._tasks:
            task.cancel()
        if self._listener is not None:
            self._listener.stop()
        await self.leases.end()

    async def drain(self) -> None:
        """Hand over all tables, so that nobody notices more than that his connection comes back: what is under way is
        done, nothing new is begun, others take the tables."""
        assert self.house is not None
        tables = self.house.tables
        await self.leases.go()
        tables.closed = True
        await self.house.thinkers.stop()

        async def quiet() -> None:
            for room in list(tables.rooms.values()):
                async with room.lock:
                    pass

        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(quiet(), ENDING)
        await self.leases.gone()
        with contextlib.suppress(Unstored):
            await self._tell_now()
        for room in list(tables.rooms.values()):
            tables.drop(room)
        for sockets in list(tables.bells.live.values()):
            for socket in list(sockets):
                socket.put(None)

    # -- telling --

    def tell(self, what: str, data: Any) -> None:
        """Let all servers know."""
        self._notices.append((what, data))
        self._soon.set()
        if what == "given":
            self._given()

    async def _telling(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._soon.wait(), TOGETHER)
            self._soon.clear()
            try:
                await self._tell_now()
            except Unstored:
                continue  # who listens has lost its connection too, and looks for itself when it is back

    async def _tell_now(self) -> None:
        lists = sorted(self._lists)
        self._lists.clear()
        notices, self._notices = self._notices, []
        if lists:  # one that has just begun is not known yet
            notices.append(("lists", lists))
        texts = [text for what, data in notices for text in self._written(what, data)]
        if texts:
            said = "SELECT pg_notify('ironbottom_' || current_schema(), ?)"
            await self.store.write(lambda c: [c.execute(said, (text,)).fetchone() for text in texts] and None)

    def _written(self, what: str, data: Any) -> list[str]:
        text = dump([self.leases.number, what, data])
        if len(text) <= LONGEST or not isinstance(data, list):
            return [text]
        half = len(data) // 2
        return [*self._written(what, data[:half]), *self._written(what, data[half:])]

    # -- hearing --

    def _heard(self, text: str) -> None:
        assert self.house is not None
        number, what, data = json.loads(text)
        if what in self.others:
            self.others[what](data)
        if number == self.leases.number:
            return
        tables = self.house.tables
        if what == "lists":
            for player in data:
                tables.bells.ring_here(player) if player else tables.bells.ring_all_here()
        elif what == "name":
            self._run(tables.renamed_here(*data))
        elif what == "away":
            for player in data:
                tables.send_away_here(player)
        elif what == "told":
            tables.tell_player_here(*data)
        elif what == "changed":
            tables.changed_here(data)
        elif what == ALLOWED and self.house.club is not None:
            self._run(self.house.club.people.see_to_his(data))
        elif what == LEAVE and self.house.club is not None:
            self._run(self.house.club.people.tell_leave(data))
        elif what == "given":
            self._given()

    def _given(self) -> None:
        assert self.house is not None
        if not self.house.tables.closed:
            self._run(self.house.thinkers.take_up(given=True))

    def _missed(self) -> None:
        """Something may have been told while nobody listened."""
        assert self.house is not None
        for player in list(self.house.tables.bells.live):
            self.house.tables.bells.ring_here(player)
        self.house.tables.bells.ring_all_here()
        for hear in self.others.values():
            hear(None)
        self._given()

    def _lost(self, kept: set[str] | None) -> None:
        assert self.house is not None
        for key, room in list(self.house.tables.rooms.items()):
            if kept is None or key not in kept:
                self.house.tables.drop(room)

    def _run(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.append(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        if task in self._tasks:
            self._tasks.remove(task)
        if not task.cancelled() and (error := task.exception()) is not None and not isinstance(error, Unstored):
            log.error("what another server told could not be seen to", exc_info=error)


def alike(keys: list[str], overlays: dict[str, Any]) -> str:
    """What must be the same for all servers of a database: who signs, who tells devices, their owner's corrections."""
    return hashlib.sha256(dump([keys, overlays]).encode()).hexdigest()[:16]
