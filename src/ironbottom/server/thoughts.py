"""Questions to computer players that are worked elsewhere: a queue in the servers' own database, from which programs
take (`ironbottom think`, `thinking.py`). Where there is none, a server lets its own processes think, as ever.

A question is taken by `SELECT … FOR UPDATE SKIP LOCKED`, once at a time; each taking gives it a number (`tries`) that
the answer must name, so a thinker that was given up answers nobody. It stays in the database until whoever asked has
its answer: a thinker that is killed loses none, another begins anew. (Procrastinate, a good queue on PostgreSQL, stores
no results and knows no word to hurry: both, and the fence, would have been ours beside it.)
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

import msgspec

from ironbottom.server.database import Connection, Store
from ironbottom.server.errors import Unstored
from ironbottom.server.leases import LEASE, Leases
from ironbottom.server.workers import Hurry, Pool, WorkerError

log = logging.getLogger("ironbottom")

LOOKED = 1.0
"""Seconds after which a question is looked at again, though nothing was heard of it."""
WELL, WRONG, LATE = "well", "wrong", "late"
"""How a question ended."""
HEARD = "thought"
"""What a server hears when one of its questions has an answer."""
THERE = "SELECT 1 FROM thinkers t WHERE t.number = thoughts.thinker AND t.until > clock_timestamp()"


class Thoughts:
    """A pool whose questions are worked by thinkers elsewhere where there are any, and by those of this server (`here`)
    where there are none."""

    def __init__(self, leases: Leases, here: Pool) -> None:
        self.leases = leases
        self.store: Store = leases.store
        self.here = here
        self._waiting: dict[int, asyncio.Event] = {}

    @property
    def idle(self) -> bool:
        return self.leases.queued < self.leases.places if self.leases.places else self.here.idle

    @property
    def waiting(self) -> int:
        return self.here.waiting + self.leases.queued

    def stop(self) -> None:
        """End all work."""
        self.here.stop()

    def heard(self, numbers: list[int] | None) -> None:
        """Questions have an answer, of all servers'; None: some may have."""
        for number, event in self._waiting.items():
            if numbers is None or number in numbers:
                event.set()

    async def run(self, argument: Any, seconds: float, hurry: Hurry | None = None) -> Any:
        """As `Pool` says."""
        if not self.leases.places:
            return await self.here.run(argument, seconds, hurry)
        try:
            number = await self._ask(argument, seconds)
        except Exception as error:
            log.error("the queue for thinkers cannot be used; this computer thinks here: %s", str(error).split("\n")[0])
            return await self.here.run(argument, seconds, hurry)
        asked = _Asked(self, number)
        if hurry is not None:
            hurry.sent(asked)
        event = self._waiting[number] = asyncio.Event()
        try:
            while True:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(event.wait(), LOOKED)
                event.clear()
                with contextlib.suppress(Unstored):  # the database is away; the question is there when it is back
                    found = await self._look(number)
                    if found is None:  # the queue is gone, or nobody thinks there any more
                        break
                    answer, begun = found
                    if answer is not None:
                        return _read(answer)
                    if begun and hurry is not None:
                        hurry.begins(asked)
            if hurry is not None:
                hurry.ends()  # the word is for who works it now
            return await self.here.run(argument, seconds, hurry)
        finally:
            del self._waiting[number]
            if hurry is not None:
                hurry.ends()
            self.store.submit(lambda c: c.execute("DELETE FROM thoughts WHERE number = ?", (number,)))

    async def _ask(self, argument: Any, seconds: float) -> int:
        sql = "INSERT INTO thoughts (server, question, seconds) VALUES (?,?,?) RETURNING number"
        values = (self.leases.number, msgspec.msgpack.encode(argument), seconds)
        number: int = await self.store.write(lambda c: c.execute(sql, values).fetchone()[0])
        self.leases.tell("think", None)
        return number

    async def _look(self, number: int) -> tuple[bytes | None, bool] | None:
        """The answer to a question, if there is one; whether somebody thinks about it. None where it has gone, or is
        taken back because nobody will."""
        sql = f"SELECT answer, thinker IS NOT NULL AND EXISTS ({THERE}) FROM thoughts WHERE number = ?"
        try:
            found: tuple[bytes | None, bool] | None = await self.store.read(
                lambda c: c.execute(sql, (number,)).fetchone(), moment=False
            )
        except Unstored:
            raise
        except Exception as error:
            log.error("the queue for thinkers cannot be used; this computer thinks here: %s", str(error).split("\n")[0])
            return None
        if found is None or found[0] is not None or found[1] or self.leases.places:
            return found
        taken_back = f"DELETE FROM thoughts WHERE number = ? AND answer IS NULL AND NOT EXISTS ({THERE})"
        gone = await self.store.write(lambda c: c.execute(taken_back, (number,)).rowcount)
        return None if gone else found


class _Asked:
    """A question as a `Hurry` knows it."""

    def __init__(self, thoughts: Thoughts, number: int) -> None:
        self._thoughts = thoughts
        self._number = number

    def send(self, question: bool, argument: Any) -> None:
        """The word to hurry."""
        if not question:
            sql = "UPDATE thoughts SET hurry = TRUE WHERE number = ?"
            self._thoughts.store.submit(lambda c: c.execute(sql, (self._number,)))
            self._thoughts.leases.tell("hurry", self._number)


def _read(answer: bytes) -> Any:
    how, found = msgspec.msgpack.decode(answer)
    if how == WELL:
        return found
    if how == LATE:
        raise TimeoutError
    raise WorkerError(found)


class Queue:
    """The queue as a thinker has it. Each call is a job of its database."""

    def __init__(self, places: int) -> None:
        self.places = places
        self.number = 0

    def enter(self, c: Connection) -> None:
        """There is one thinker more."""
        until = "clock_timestamp() + ? * interval '1 second'"
        sql = f"INSERT INTO thinkers (places, until) VALUES (?, {until}) RETURNING number"
        (self.number,) = c.execute(sql, (self.places, LEASE)).fetchone()

    def heard_of(self, c: Connection) -> list[tuple[int, int, bool]] | None:
        """It still is; whom others gave up is given up. The questions that it has, their tries, and whether they are
        wanted now; None where it was given up itself."""
        sql = "UPDATE thinkers SET until = clock_timestamp() + ? * interval '1 second' WHERE number = ?"
        if not c.execute(sql, (LEASE, self.number)).rowcount:
            return None
        c.execute("DELETE FROM thinkers WHERE until < clock_timestamp()")
        left = f"answer IS NULL AND thinker IS NOT NULL AND NOT EXISTS ({THERE})"
        c.execute(f"UPDATE thoughts SET thinker = NULL WHERE {left}")
        c.execute("DELETE FROM thoughts WHERE NOT EXISTS (SELECT 1 FROM servers s WHERE s.number = thoughts.server)")
        mine = "SELECT number, tries, hurry FROM thoughts WHERE thinker = ? AND answer IS NULL"
        return c.execute(mine, (self.number,)).fetchall()

    def take(self, c: Connection) -> tuple[int, int, bytes, float, bool] | None:
        """The oldest question that nobody has: its number, the number of this try, what is asked, for how long, and
        whether it is wanted now."""
        return c.execute(  # type: ignore[no-any-return]
            "UPDATE thoughts SET thinker = ?, tries = tries + 1 WHERE number = (SELECT number FROM thoughts "
            "WHERE answer IS NULL AND thinker IS NULL ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED) "
            "RETURNING number, tries, question, seconds, hurry",
            (self.number,),
        ).fetchone()

    def answer(self, c: Connection, number: int, tries: int, how: str, found: Any) -> bool:
        """Whether an answer was wanted still: from this thinker, and for this try."""
        sql = "UPDATE thoughts SET answer = ? WHERE number = ? AND thinker = ? AND tries = ? AND answer IS NULL"
        values = (msgspec.msgpack.encode((how, found)), number, self.number, tries)
        if not c.execute(sql, values).rowcount:
            return False
        c.execute("SELECT pg_notify('ironbottom_' || current_schema(), ?)", (f'[0,"{HEARD}",[{number}]]',))
        return True

    def leave(self, c: Connection) -> None:
        """It is one no more; what it has, others take."""
        c.execute("UPDATE thoughts SET thinker = NULL WHERE thinker = ? AND answer IS NULL", (self.number,))
        c.execute("DELETE FROM thinkers WHERE number = ?", (self.number,))
