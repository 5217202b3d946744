"""What a club's server does by itself: games end when their time is out, tournaments go on, and who is here is known.

All of it is found in the database, and each thing done there sees first whether it is still to be done. So any number
of servers over one database may have a marshal each.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from ironbottom.kernel.errors import IronbottomError
from ironbottom.server import outage
from ironbottom.server.club.people import People
from ironbottom.server.club.tournaments import Tournaments
from ironbottom.server.errors import Unstored
from ironbottom.server.tables import Room, Tables
from ironbottom.table.clocks import flag, late
from ironbottom.table.table import Table

log = logging.getLogger("ironbottom")

FLAGS, CUPS, BEAT, LIVES = 2.0, 10.0, 25.0, 2.0
"""Seconds between two looks at the clocks, at the tournaments, and at whose pages are open; and between two signs
of life."""
MOST_FLAGS = 100


class Marshal:
    """The marshal of a server."""

    def __init__(self, tables: Tables, people: People, tournaments: Tournaments) -> None:
        self.tables = tables
        self.people = people
        self.tournaments = tournaments
        self.store = tables.repository.store
        self._tasks: set[asyncio.Task[Any]] = set()
        self._going: set[str] = set()
        """The matches of which the lobby knows that they are played: it asks anew for one that is not among them."""
        self.loop: asyncio.AbstractEventLoop | None = None
        """Where it works."""
        tables.acted.append(self._acted)

    def start(self) -> None:
        """Begin."""
        self.loop = asyncio.get_running_loop()
        for every, what in ((FLAGS, self.flag), (CUPS, self.go_on), (BEAT, self.beat), (LIVES, self.live)):
            self._keep(asyncio.create_task(self._again(every, what)))

    async def stop(self) -> None:
        """End."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _keep(self, task: asyncio.Task[Any]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _again(self, every: float, what: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(every)
            try:
                await what()
            except Unstored as error:
                log.warning("the club waits: %s", error)
            except Exception:  # whatever is wrong with one thing must not end the others
                log.exception("the club's %s failed; it is tried again", what.__name__)

    async def flag(self) -> None:
        """End the matches in which a side's time has run out."""
        now = self.tables.clock()
        found = await self.store.read(
            lambda c: c.execute(
                "SELECT m.game_table FROM matches m JOIN tables t ON t.id = m.game_table "
                f"WHERE m.due < ? AND t.over IS NULL ORDER BY m.due LIMIT {MOST_FLAGS}",
                (now,),
            ).fetchall()
        )
        for (key,) in found:
            try:
                await self.people.judged(await self.tables.room(key), _flagged)
            except IronbottomError as error:  # gone meanwhile, or a game that is not installed any more
                log.debug("the clock of %s: %s", key, error)

    async def go_on(self) -> None:
        """Do what is to be done in the tournaments."""
        await self.tournaments.lapse()
        for key in await self.tournaments.due():
            await self.tournaments.advance(key)

    async def live(self) -> None:
        """A server stands now, and who is waited for can play."""
        now = self.tables.clock()
        await self.store.write(lambda c: outage.lives(c, now))

    async def beat(self) -> None:
        """Those whose pages are open here are here."""
        await self.people.beat(self.people.open_pages())

    def _acted(self, room: Room) -> None:
        """A match has begun or ended: the lobby shows it so. One that has ended may be replayed, and may be the last of
        a tournament's round."""
        table, match = room.table, room.meta.match if room.meta is not None else None
        if table is None or match is None or table.agreement is not None:
            return
        if (room.key in self._going) == (table.over is not None):
            (self._going.discard if table.over is not None else self._going.add)(room.key)
            if match.watch:
                self.tables.bells.ring_all()
        if table.over is not None:
            self._keep(asyncio.create_task(self._ended(room, match.tournament)))

    async def _ended(self, room: Room, tournament: str) -> None:
        try:
            await self.people.see_to(room)
            if tournament:
                await self.tournaments.advance(tournament)
        except Exception:  # the marshal's next round does it
            log.exception("what follows on the end of %s could not be done; it is tried again", room.key)


def _flagged(table: Table[Any], now: float) -> None:
    """The side whose time ran out first has lost, if one still has."""
    if table.over is None and (sides := late(table, now)):
        flag(table, sides[0], now)
