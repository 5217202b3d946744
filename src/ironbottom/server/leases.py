"""The tables that a server holds where several share one PostgreSQL database.

Each server has a row in `servers`, good for LEASE seconds by the database's clock and renewed all the time. A table
belongs to the server that its row names, as long as that one stands; each time that a server takes a table, the table's
number (`token`) rises, and a commit made with an earlier one stores nothing (`rows.save`). So it does not matter what a
server believes that was cut off, or whose clock is wrong: the database decides, at each commit.

What a server held that ends, or is not heard of any more, is handed over by whoever sees it first: tables that go on by
themselves go to servers that stand, the others to whoever is asked for them next.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ironbottom.kernel.errors import BadInput
from ironbottom.server import outage
from ironbottom.server.database import Connection, Store
from ironbottom.server.errors import Elsewhere, Unstored
from ironbottom.server.sql import UNFINISHED, going_on

log = logging.getLogger("ironbottom")

LEASE = 2.5
"""Seconds for which a server stands that is not heard of."""
RENEWED = 0.5
"""Seconds after which it is heard of again."""
HUNG = 15.0
"""Seconds after which a server whose loop does not go round is heard of no more."""
NOW = "CAST(extract(epoch FROM clock_timestamp()) AS float8)"
HEARD = f"CAST(extract(epoch FROM s.until) AS float8) - {LEASE}"
"""When a server was last heard of."""
ALIVE = "SELECT 1 FROM servers s WHERE s.number = tables.owner AND s.until > clock_timestamp()"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table is held, as far as that is known: the server's number and address, whether it stands."""

    number: int | None
    address: str
    stands: bool


class Leases:
    """What one server holds. `address`: where the others reach it; `alike`: what must be the same for all of them;
    `tell(what, data)`: what all are told."""

    def __init__(self, store: Store, address: str, alike: str, tell: Callable[[str, Any], None]) -> None:
        self.store = store
        self.address = address
        self.alike = alike
        self.tell = tell
        self._number = 0
        self.secret = ""
        """What the servers prove to each other that they belong together by."""
        self.standing: list[str] = []
        """The addresses of all servers that stand."""
        self.places = 0
        """How many questions to computer players are worked at once by programs elsewhere."""
        self.queued = 0
        """How many wait for one of these places."""
        self.lost: Callable[[set[str] | None], None] = lambda kept: None
        """Called where this server was not heard of for too long: with what it still holds, None for nothing."""
        self._until = 0.0
        """Until when it stands, by this machine's steady clock: sooner than by the database's."""
        self._ahead = 0.0
        """Seconds from the steady clock to the database's."""
        self._patient = 0.0
        """Until when others that are not heard of may only have lost the database, as this server had."""
        self._told = False
        self._late = self._left = self._buried_alive = False
        """What the last renewal has found: it came late; others have left tables; others have taken this server's."""

    @property
    def number(self) -> int:
        return self._number

    def clock(self) -> float:
        """The database's time, in seconds since the epoch: the same for all servers, whatever their own clocks say."""
        return time.monotonic() + self._ahead

    def of(self, who: str) -> str:
        """The address of a server for somebody: the same as long as the same ones stand."""
        return max(self.standing, key=lambda address: zlib.crc32(f"{address} {who}".encode()), default=self.address)

    # -- standing --

    def check(self) -> None:
        """Raise BadInput where the others have another key or other corrections."""
        self.store.submit(self._fits).result()

    def _fits(self, c: Connection) -> None:
        found = c.execute(
            "SELECT address FROM servers WHERE until > clock_timestamp() AND NOT going AND alike <> ?", (self.alike,)
        ).fetchone()
        if found is not None:
            raise BadInput(
                f"the server at {found[0]} uses this database with another signing.key or push.key, or with other "
                "corrections in overlays/: copy them from its data folder"
            )

    async def register(self) -> None:
        """Have a number from now on. Raises BadInput."""
        begun = time.monotonic()
        self._number, self.secret = await self.store.write(self._registered)
        self._heard(begun)

    def _registered(self, c: Connection) -> tuple[int, str]:
        self._fits(c)
        if c.execute("SELECT 1 FROM servers WHERE until > clock_timestamp() AND NOT going").fetchone() is None:
            outage.over(c, c.execute(f"SELECT {NOW}").fetchone()[0])
            self._buried(c, back=False)
        asked = time.monotonic()
        number, secret, now = c.execute(
            "INSERT INTO servers (address, alike, until) VALUES (?, ?, clock_timestamp() + ? * interval '1 second') "
            "RETURNING number, (SELECT secret FROM ironbottom), "
            f"{NOW}",
            (self.address, self.alike, LEASE),
        ).fetchone()
        self._timed(asked, now)
        return number, secret

    def _heard(self, begun: float) -> bool:
        """The lease was renewed by a call that began then. Whether it was so in time."""
        in_time = begun < self._until
        self._until = begun + LEASE
        return in_time

    def _timed(self, asked: float, now: float) -> None:
        """The database was asked for its time then, and has just answered. It read its clock between the two, so what
        is reckoned by is moved no farther than that asks for: slow answers, of which many come under load, do not
        shift it."""
        self._ahead = min(max(self._ahead, now - time.monotonic()), now - asked)

    def _renewed(self, c: Connection) -> tuple[str, bool] | None:
        asked = time.monotonic()
        found = c.execute(
            "UPDATE servers SET until = clock_timestamp() + ? * interval '1 second' WHERE number = ? "
            f"RETURNING {NOW}, "
            "(SELECT coalesce(string_agg(address, ' ' ORDER BY number), '') FROM servers "
            "WHERE until > clock_timestamp() AND NOT going), "
            "EXISTS (SELECT 1 FROM servers WHERE until < clock_timestamp())",
            (LEASE, self._number),
        ).fetchone()
        if found is None:
            return None
        now, addresses, left = found
        self._timed(asked, now)
        return addresses, left

    async def keep(self) -> None:
        """Be heard of as long as this server runs, and see to what others have left. What renews is a thread, so that a
        loop which is busy for some seconds loses no tables; one that hangs does."""
        ended = threading.Event()
        beat = time.monotonic()

        def renew_on() -> None:
            while not ended.wait(RENEWED):
                if time.monotonic() - beat < HUNG:
                    with contextlib.suppress(Exception):  # the database is away: the loop says so
                        self._renew_now()

        threading.Thread(target=renew_on, name="ironbottom-lease", daemon=True).start()
        try:
            while True:
                beat = time.monotonic()
                try:
                    await self._see()
                    await self.count()
                except (Unstored, BadInput) as error:
                    log.error("%s", error)
                await asyncio.sleep(RENEWED)
        finally:
            ended.set()

    def _renew_now(self) -> None:
        """Renew; what came of it is seen to in the loop."""
        begun = time.monotonic()
        found = self.store.submit(self._renewed).result()
        if found is None:
            self._buried_alive = True
            return
        addresses, self._left = found
        self.standing = addresses.split()
        if not self._heard(begun):
            self._late = True

    async def _see(self) -> None:
        """See to what the last renewal has found."""
        if self._buried_alive:  # others have taken all of it
            self._buried_alive = False
            log.warning("this server was not heard of for too long: others have its tables; it begins anew")
            await self.register()
            self.lost(None)
        if self._late:
            self._late = False
            self._patient = time.monotonic() + LEASE
            log.warning("this server was not heard of for a while")
            self.lost(await self.held())
        if self._left and time.monotonic() > self._patient:
            await self.store.write(self._buried)
            self.tell("given", None)

    async def stand(self) -> None:
        if time.monotonic() > self._until:
            await asyncio.to_thread(self._renew_now)
            await self._see()

    async def count(self) -> None:
        """How many think elsewhere, and what waits for them. A queue that cannot be used is none: servers think
        themselves."""
        sql = (
            "SELECT (SELECT coalesce(sum(places), 0) FROM thinkers WHERE until > clock_timestamp()), "
            "(SELECT count(*) FROM thoughts WHERE answer IS NULL AND thinker IS NULL)"
        )
        try:
            places, self.queued = await self.store.read(lambda c: c.execute(sql).fetchall()[0], moment=False)
            self.places = int(places)
        except Unstored:
            raise
        except Exception as error:
            if self.places or not self._told:
                log.error("the queue for thinkers cannot be used; computers think here: %s", str(error).split("\n")[0])
            self.places, self.queued, self._told = 0, 0, True

    # -- holding --

    async def place(self, key: str) -> Place | None:
        """Where a table is held; None where there is no such table."""
        sql = (
            "SELECT t.owner, s.address, s.until > clock_timestamp() FROM tables t "
            "LEFT JOIN servers s ON s.number = t.owner WHERE t.id = ?"
        )
        found = await self.store.read(lambda c: c.execute(sql, (key,)).fetchone(), moment=False)
        return None if found is None else Place(found[0], found[1] or "", bool(found[2]))

    async def another(self, key: str) -> str | None:
        """The address of a server that stands, the same for the same key as long as the same ones stand; None where
        there is no other."""
        sql = "SELECT address FROM servers WHERE until > clock_timestamp() AND NOT going AND number <> ?"
        found = await self.store.read(lambda c: c.execute(sql, (self._number,)).fetchall(), moment=False)
        return max((row[0] for row in found), key=lambda one: zlib.crc32(f"{one} {key}".encode()), default=None)

    async def may(self, key: str) -> bool:
        place = await self.place(key)
        if place is not None and place.stands and place.number != self._number:
            raise Elsewhere(key)
        return place is not None

    async def take(self, key: str) -> None:
        def job(c: Connection) -> bool:
            c.execute("SELECT 1 FROM tables WHERE id = ? FOR UPDATE", (key,))  # nobody else gives its time back
            left = c.execute(
                f"SELECT {HEARD}, {NOW} FROM tables t JOIN servers s ON s.number = t.owner "
                "WHERE t.id = ? AND s.until < clock_timestamp()",
                (key,),
            ).fetchone()
            if left is not None:
                outage.give_back(c, left[0], left[1], "AND t.id = ?", (key,))
            sql = (
                "UPDATE tables SET owner = :me, token = token + 1 "
                f"WHERE id = :key AND (owner IS NULL OR owner = :me OR NOT EXISTS ({ALIVE}))"
            )
            if c.execute(sql, {"me": self._number, "key": key}).rowcount:
                return True
            return c.execute("SELECT 1 FROM tables WHERE id = ?", (key,)).fetchone() is None

        if not await self.store.write(job):
            raise Elsewhere(key)

    def let_go(self, keys: Sequence[str]) -> None:
        if keys:
            values = [(key, self._number) for key in keys]
            sql = "UPDATE tables SET owner = NULL WHERE id = ? AND owner = ?"
            self.store.submit(lambda c: c.executemany(sql, values))

    async def held(self) -> set[str]:
        """The tables that are this server's."""
        sql = "SELECT id FROM tables WHERE owner = ?"
        return {key for (key,) in await self.store.read(lambda c: c.execute(sql, (self._number,)).fetchall())}

    # -- handing over --

    async def begin(self, now: float) -> None:
        await self.store.write(self._buried)

    async def unfinished(self, given: bool = False) -> list[str]:
        sql = f"{UNFINISHED} AND (t.owner = ?{'' if given else ' OR t.owner IS NULL'}) ORDER BY t.id"
        return going_on(await self.store.read(lambda c: c.execute(sql, (self._number,)).fetchall()))

    def _buried(self, c: Connection, back: bool = True) -> None:
        """Hand over what servers have left that are not heard of any more; `back`: the time for which nobody had it is
        given back."""
        dead = (
            f"SELECT s.number, {HEARD}, {NOW} FROM servers s WHERE s.until < clock_timestamp() FOR UPDATE SKIP LOCKED"
        )
        for number, heard, now in c.execute(dead).fetchall():
            if back:
                outage.give_back(c, heard, now, "AND t.owner = ?", (number,))
            hand_over(c, number)
            c.execute("DELETE FROM servers WHERE number = ?", (number,))

    async def go(self) -> None:
        """Take no table any more; what is held stays so until it is handed over."""
        with contextlib.suppress(Unstored):
            sql = "UPDATE servers SET going = TRUE WHERE number = ?"
            await self.store.write(lambda c: c.execute(sql, (self._number,)) and None)

    async def gone(self) -> None:
        """Hand over all that is held. The server stands on, to pass on what still comes."""
        with contextlib.suppress(Unstored):
            await self.store.write(lambda c: hand_over(c, self._number))
            self.tell("given", None)

    async def end(self) -> None:
        """Nobody waits for this server any more."""
        with contextlib.suppress(Unstored, asyncio.TimeoutError):
            sql = "DELETE FROM servers WHERE number = ?"
            await asyncio.wait_for(self.store.write(lambda c: c.execute(sql, (self._number,)) and None), LEASE)


def hand_over(c: Connection, number: int) -> None:
    """Give a server's tables to others: those that go on by themselves by turns to those that stand, which go on with
    them; all else to whoever is asked for it next."""
    sql = "SELECT number FROM servers WHERE until > clock_timestamp() AND NOT going AND number <> ? ORDER BY number"
    others = [other for (other,) in c.execute(sql, (number,)).fetchall()]
    if others:
        going = going_on(c.execute(f"{UNFINISHED} AND t.owner = ? ORDER BY t.id", (number,)).fetchall())
        c.executemany(
            "UPDATE tables SET owner = ?, token = token + 1 WHERE id = ? AND owner = ?",
            [(others[turn % len(others)], key, number) for turn, key in enumerate(going)],
        )
    c.execute("UPDATE tables SET owner = NULL WHERE owner = ?", (number,))

