"""Notices that it is a player's turn, that his seat is asked for, or that somebody complains: by the owner's webhook,
by mail, by a webhook of the player's own, and to the devices that he has chosen; never in the way of play.

Each of these ways has queues of its own, one for each player, so that a way which is slow, or gone, delays no other,
and neither does an address that a player has named.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ironbottom.kernel.errors import BadInput, IronbottomError
from ironbottom.server import outside
from ironbottom.server.errors import Unstored
from ironbottom.server.lobby import Lobby
from ironbottom.server.mailing import Mail, Mailer
from ironbottom.server.players import hashed
from ironbottom.server.push import Pusher
from ironbottom.server.tables import Room
from ironbottom.table.clocks import deadlines
from ironbottom.table.seats import HUMAN

log = logging.getLogger("ironbottom")

MOST_WAITING = 1000
"""Mails that are no notices."""
MOST_PLAYERS = 10_000
"""Players of whom something waits in a way."""
MOST_OF_ONE = 20
"""Notices of one player that wait in a way."""
PATIENCE = 20.0
"""Seconds that one notice may take."""
SLOW = 5.0
"""An address of a player's own that takes longer is told nothing for a while: so many who name one that never answers
do not hold all who send."""
REST = 20
"""Times as long as it took."""
AT_ONCE = 8
"""Devices of a player that are told at the same time."""
ABREAST = 64
"""Players who are told at the same time at addresses of their own."""
FIRST = ""
"""Whose queue comes before all players': mails that somebody waits for."""
STILL = 600.0
"""Seconds after which who has the table open is told too that it is his turn: his page may be open and he not there."""
SOON = 20.0
"""Seconds after which who is not at the table is told of a game that begins, or of a live one: an open page of his
gives what the dice are made of, and brings him there."""
UNSUBSCRIBE = "You chose to be told by mail. Account, Notices on the first page is where you choose otherwise:"
OWNER = "the owner"
"""Whose queue is that of what is no player's."""
TEST = "This is how you are told that it is your turn."


@dataclass(frozen=True, slots=True)
class Notice:
    """What a player is told. `title`: of the game; `place`: where it is about, as a part of an address; `side`: what
    he plays there; `owner_too`: whether the owner's webhook is told of it; `more`: what a mail adds."""

    player: str
    name: str
    title: str
    subject: str
    text: str
    place: str
    side: str = ""
    owner_too: bool = True
    more: str = ""


class Way:
    """One way that notices go: those that wait, and what sends one. Players take turns, and of each one notice is under
    way at a time. `abreast`: how many players are told at the same time; `rest`: times as long as a slow one took, the
    next of its player waits."""

    def __init__(self, name: str, send: Callable[[Any], Awaitable[None]], abreast: int = 1, rest: int = 0) -> None:
        self._name = name
        self._send = send
        self._abreast = abreast
        self._rest = rest
        self._queues: dict[str, deque[Any]] = {}
        """What waits of each player of whom anything waits, is under way, or has just been slow."""
        self._turns: asyncio.PriorityQueue[tuple[bool, int, str]] = asyncio.PriorityQueue()
        self._count = itertools.count()
        self._tasks: list[asyncio.Task[None]] = []

    def put(self, what: Any, whose: str) -> None:
        """One more of a player's; where too many wait, it is not sent."""
        queue = self._queues.get(whose)
        if queue is None and (whose == FIRST or len(self._queues) < MOST_PLAYERS):
            self._queues[whose] = deque([what])
            self._turn(whose)
        elif queue is not None and len(queue) < (MOST_WAITING if whose == FIRST else MOST_OF_ONE):
            queue.append(what)

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._go_on()) for _ in range(self._abreast)]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _turn(self, whose: str) -> None:
        """A player's next one has its turn after those of all who wait; there is none where nothing of his waits."""
        if self._queues[whose]:
            self._turns.put_nowait((whose != FIRST, next(self._count), whose))
        else:
            del self._queues[whose]

    async def _go_on(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            whose = (await self._turns.get())[2]
            begun = loop.time()
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._send(self._queues[whose].popleft())
            except Exception as error:
                log.warning("a notice could not be sent by %s: %s", self._name, type(error).__name__)
            took = loop.time() - begun
            if self._rest and took > SLOW:
                loop.call_later(self._rest * took, self._turn, whose)
            else:
                self._turn(whose)


def _there(room: Room, side: int) -> bool:
    """Whether who has a side has the table open."""
    seat = room.table.seats[side] if room.table is not None else None
    return seat is not None and any(socket.player == seat.player for socket in room.sockets)


class Notices:
    """One notice for each hand-over, and one when a seat is asked for. The words depend on the game's name, the
    players, the clock and the link alone. Who has the table open sees it there."""

    def __init__(self, lobby: Lobby, mailer: Mailer | None, pusher: Pusher) -> None:
        self.tables = lobby.tables
        self.settings = self.tables.settings
        self.repository = self.tables.repository
        self.mailer = mailer
        self.pusher = pusher
        self._trusted = self.settings.trusted
        self._waited: dict[str, tuple[int, ...]] = {}
        self._later: dict[tuple[str, int], asyncio.Task[None]] = {}
        """Who will be told if he has not decided by then."""
        self._called: set[tuple[str, int]] = set()
        """Who has been told of a game that waits for him to begin."""
        self._each = {
            "mail": Way("mail", self._by_mail), "push": Way("push", self._by_push, ABREAST, REST),
            "webhook": Way("a player's webhook", self._by_own_hook, ABREAST, REST),
        }  # fmt: skip
        self._owners = Way("webhook", self._by_hook)
        self.tables.acted.append(self._acted)
        self.tables.loaded.append(self._read)
        lobby.wanted.append(self._wanted)

    @property
    def sends_mail(self) -> bool:
        """Whether there is a mail server."""
        return self.mailer is not None

    @property
    def push_key(self) -> str:
        """The key that devices ask their push services for."""
        return self.pusher.public

    @property
    def ways(self) -> list[Way]:
        return [self._owners, *self._each.values()]

    def start(self) -> None:
        for way in self.ways:
            way.start()

    async def stop(self) -> None:
        for task in self._later.values():
            task.cancel()
        for way in self.ways:
            await way.stop()

    # -- what is told --

    def _read(self, room: Room) -> None:
        """A table comes into memory: who is waited for then has been told, at another server or before this one
        began."""
        if room.table is not None and room.table.over is None:
            self._waited[room.key] = room.table.waiting()

    def _acted(self, room: Room) -> None:
        table = room.table
        if table is None:
            return
        waiting = table.waiting()
        before = self._waited.get(room.key, ())
        self._waited[room.key] = waiting
        if not waiting or table.over is not None:
            self._waited.pop(room.key, None)
        if table.agreement is None:
            self._called -= {(room.key, side) for side in table.sides}
        for side in set(before) - set(waiting):
            if (task := self._later.pop((room.key, side), None)) is not None:
                task.cancel()
        for side in waiting:
            seat = table.seats.get(side)
            if seat is None:
                continue
            others = {s.player for s in table.seats.values() if s.kind == HUMAN and s.player != seat.player}
            if side in before or seat.kind != HUMAN or seat.player is None or not others:
                continue
            if _there(room, side):
                self._tell_later(room.key, side, STILL)
            elif table.agreement is not None or table.terms.live:
                self._tell_later(room.key, side, SOON)
            else:
                self._tell_turn(room, side)

    def _tell_later(self, key: str, side: int, seconds: float) -> None:
        self._later[key, side] = asyncio.create_task(self._still_waited(key, side, seconds))

    async def _still_waited(self, key: str, side: int, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._later.pop((key, side), None)
        with contextlib.suppress(IronbottomError, Unstored):  # it is gone, or another server's
            async with self.tables.at(key) as (room, table):
                if side not in table.waiting():
                    return
                if seconds == SOON and _there(room, side):
                    self._tell_later(key, side, STILL)
                elif table.agreement is None:
                    self._tell_turn(room, side)
                elif (key, side) not in self._called:  # once, however often the dice go to and fro
                    self._called.add((key, side))
                    self._tell_begins(room, side)

    def _tell_begins(self, room: Room, side: int) -> None:
        assert room.table is not None
        title = room.table.game.title
        self._tell(room, side, "your game can begin", f"Your game of {title} can begin as soon as you look in.")

    def _tell_turn(self, room: Room, side: int) -> None:
        table = room.table
        assert table is not None
        names = " and ".join(seat.name for seat in table.seats.values() if seat.side != side and seat.name)
        until = deadlines(table).get(side)
        more = f" You play against {names}." if names else ""
        if until is not None:
            more += f" Your time is out on {datetime.fromtimestamp(until, UTC):%Y-%m-%d at %H:%M} UTC."
        self._tell(room, side, "your turn", f"It is your turn in {table.game.title}.", more)

    def _wanted(self, room: Room, side: int) -> None:
        if room.table is not None:
            text = (
                f"Your seat in {room.table.game.title} is asked for, because nothing was heard of you. Do anything at "
                "the table within three days to keep it; after that it may be given to somebody else."
            )
            self._tell(room, side, "is this seat still yours?", text)

    def _tell(self, room: Room, side: int, subject: str, text: str, more: str = "") -> None:
        table = room.table
        assert table is not None
        seat = table.seats[side]
        if seat.player is not None:
            side_name = table.game.side_name(side)
            place = f"/t/{room.key}"
            self.tell(Notice(seat.player, seat.name, table.game.title, subject, text, place, side_name, more=more))

    def tell(self, notice: Notice) -> None:
        """Tell a player something, in each of the ways that he wants."""
        if self.settings.webhook and notice.owner_too:
            self._owners.put(notice, notice.player)
        for way in self._each.values():
            way.put(notice, notice.player)

    def say(self, player: str, name: str, title: str, subject: str, text: str, place: str) -> None:
        """Tell a player something that the owner's webhook is not told."""
        self.tell(Notice(player, name, title, subject, text, place, owner_too=False))

    def alert(self, title: str, subject: str, text: str, place: str) -> None:
        """Tell the owner's webhook something that is no player's."""
        if self.settings.webhook:
            self._owners.put(Notice("", "", title, subject, text, place), OWNER)

    def write(self, mail: Mail) -> None:
        """Send a mail that is no notice, before all notices."""
        if self.mailer is not None:
            self._each["mail"].put(mail, FIRST)

    async def try_out(self, player: str, name: str) -> list[str]:
        """Tell a player, now and in each of the ways that he wants, that he is told so: what went wrong, a line each.
        Raises BadInput where he wants none."""
        notice = Notice(player, name, "Ironbottom", "a test", TEST, "/", owner_too=False)
        wishes, pushes = await self.repository.wishes(player), await self.repository.pushes(player)
        wanted = {
            "mail": self.mailer is not None and wishes is not None and wishes.mail and wishes.address,
            "push": pushes, "webhook": wishes is not None and wishes.webhook,
        }  # fmt: skip
        if not any(wanted.values()):
            raise BadInput("choose first how you want to be told")
        senders = {"mail": self._by_mail, "push": self._by_push, "webhook": self._by_own_hook}
        wrong = []
        for way, on in wanted.items():
            if on:
                try:
                    await asyncio.wait_for(senders[way](notice), PATIENCE)
                except Exception as error:
                    wrong.append(way)
                    log.info("a test by %s failed: %s", way, error)
        return wrong

    # -- how --

    def _public(self, notice: Notice) -> dict[str, Any]:
        """What a webhook gets."""
        return {"title": notice.title, "text": notice.text, "player": notice.name, "side": notice.side,
                "url": f"{self.tables.base(notice.player)}{notice.place}"}  # fmt: skip

    async def _by_hook(self, notice: Notice) -> None:
        import httpx

        data, url = self._public(notice), self.settings.webhook
        async with httpx.AsyncClient(timeout=10) as client, client.stream("POST", url, json=data):
            pass  # whatever it answers is not read: it might never end

    async def _by_own_hook(self, notice: Notice) -> None:
        wishes = await self.repository.wishes(notice.player)
        if wishes is None or not wishes.webhook:
            return
        public = self._public(notice)
        # "content" is what Discord reads, "text" what Slack, Mattermost and others do
        data = json.dumps({**public, "content": f"{notice.text} {public['url']}"}).encode()
        status = await outside.post(wishes.webhook, data, {"Content-Type": "application/json"}, self._trusted)
        if status >= 400:
            raise RuntimeError(f"it answers {status}")

    async def _by_mail(self, what: Notice | Mail) -> None:
        if self.mailer is None:
            return
        mail = await self._worded(what) if isinstance(what, Notice) else what
        if mail is not None:
            while self.mailer.busy:  # until this one is given up
                await asyncio.sleep(0.05)
            await self.mailer.send(mail)

    async def _worded(self, notice: Notice) -> Mail | None:
        """A notice as a mail, where its player wants one."""
        wishes = await self.repository.wishes(notice.player)
        if wishes is None or not wishes.mail or not wishes.address:
            return None
        base = self.tables.base(notice.player)
        text = f"{notice.text}{notice.more}\n\n{base}{notice.place}\n\n{UNSUBSCRIBE}\n{base}/\n"
        return Mail(wishes.address, f"{notice.title}: {notice.subject}", text)

    async def _by_push(self, notice: Notice) -> None:
        pushes = await self.repository.pushes(notice.player)
        if not pushes:
            return
        message = {"title": notice.title, "text": notice.text, "place": notice.place}
        topic, now = hashed(notice.place).hex()[:32], self.tables.clock()
        places = asyncio.Semaphore(AT_ONCE)
        gone, wrong = [], []

        async def one(push: Any) -> None:
            async with places:
                try:
                    if not await self.pusher.send(push, message, now, topic):
                        gone.append(push.endpoint)
                except Exception as error:
                    wrong.append(error)

        await asyncio.gather(*map(one, pushes))
        if gone:
            await self.repository.drop_pushes(gone)
        if wrong:
            raise wrong[0]
