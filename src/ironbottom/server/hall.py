"""The hall: all tables of this server, who sits and looks on, and the way of every act: played, stored, told.

An act on a table holds its lock from the first check to the moment that it is on disk; only then is anything shown,
to the player himself or to anybody else. All that can go wrong comes before that moment: the act is checked and played
in memory, every message that it makes is written out, and what is to be stored is stored in one piece. Where one of
these fails nothing has happened: the table is read anew from the disk when it is next asked for.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import secrets
import sys
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeVar

from ironbottom.kernel.dice import seed_hash
from ironbottom.kernel.errors import BadInput, IronbottomError
from ironbottom.kernel.game import Game
from ironbottom.kernel.options import choose
from ironbottom.kernel.record import header
from ironbottom.kernel.step import OBSERVER
from ironbottom.opponents.worlds import searcher_of
from ironbottom.server import keep
from ironbottom.server.errors import Forbidden, NotFound, TooMany
from ironbottom.server.faces import Face, Faces, frame, whole
from ironbottom.server.keep import Meta, Summary
from ironbottom.server.settings import Settings
from ironbottom.server.shelf import Shelf
from ironbottom.server.store import Job, Store
from ironbottom.table.log import TRUTH
from ironbottom.table.message import curtain, past
from ironbottom.table.seats import BOT, HUMAN, Seat, Terms
from ironbottom.table.table import Changes, Table, iso

T = TypeVar("T")
log = logging.getLogger("ironbottom")

QUEUED = 1 << 20
"""Bytes that may wait for a connection that does not read; then it is closed, and its page comes back with the last
numbers that it has. A message that nothing waits before may be larger."""
SLOW = (1013, "this connection did not keep up; open another one with your last numbers")
AGAIN = (1012, "come back later")


NO_SEAT = "you have no seat at this table"
GONE = "this game has been deleted"
VOID = "this link is not valid any more"
VOID_PERSONAL = "this personal link has been used, or is too old; make a new one on the device that you come from"


def secret() -> str:
    """A new secret of 192 bits for a link or a cookie."""
    return secrets.token_urlsafe(24)


def hashed(text: str) -> bytes:
    """What is stored of a secret."""
    return hashlib.sha256(text.encode()).digest()


LESSON = "lesson"
"""How the table of a lesson is called. It stands in no list, and a player has one at a time."""

DAY = 86400
SILENCE = 3 * DAY
"""Seconds without a sign of a seat's holder after which who made the table may give the seat to another."""

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""What a recovery code is written with: nothing that is easily taken for another."""


def recovery_code() -> str:
    """A new recovery code of 100 bits, to be written down: five groups of four."""
    letters = secrets.SystemRandom().choices(LETTERS, k=20)
    return "-".join("".join(letters[at : at + 4]) for at in range(0, 20, 4))


def hashed_code(text: str) -> bytes:
    """What is stored of a recovery code, however it was typed."""
    plain = text.upper().translate(str.maketrans("OIL", "011"))
    return hashed("code " + "".join(letter for letter in plain if letter in LETTERS))


def statement(sql: str, *values: Any) -> Job[Any]:
    """What stores one thing beside a table."""
    return lambda c: c.execute(sql, values)


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


class Room:
    """A table in memory, from `now` on (seconds since the epoch)."""

    def __init__(self, key: str, now: float) -> None:
        self.key = key
        self.lock = asyncio.Lock()
        self.table: Table[Any] | None = None
        self.meta: Meta | None = None
        self.sockets: set[Socket] = set()
        self.thinking: set[int] = set()
        self.watchers: set[str] = set()
        self.used = 0
        """How many are about to use it: it stays in memory so long."""
        self.gone = False
        """Whether the table has been deleted."""
        self.faces = Faces(int(now * 1000))
        """How it stands for each who looks at it. The time is above all revisions that were told before."""
        self.told = 0.0
        """When a page was last told of an act, by the loop's clock."""
        self.shown: dict[str, int] = {}
        """The seat that a player with several has before him: another comes up from behind the curtain alone."""

    @property
    def idle(self) -> bool:
        return not (self.sockets or self.thinking or self.used or self.lock.locked())


class Hall:
    """All tables of a server."""

    def __init__(self, store: Store, settings: Settings, shelf: Shelf, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.settings = settings
        self.shelf = shelf
        self.clock = clock
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.live: dict[str, set[Socket]] = {}
        """Connections that wait for news of a player's list."""
        self.acted: list[Callable[[Room], None]] = []
        """Who is told of every act: computer players, standing orders, notices."""
        self.link_base = ""
        self.wanted: list[Callable[[Room, int], None]] = []
        """Who is told when the maker of a table asks for a seat: notices."""
        self._busy: set[tuple[str, str]] = set()

    # -- players --

    def player_of(self, cookie: str | None) -> tuple[str, str] | None:
        """The player (id, name) of a cookie."""
        if not cookie or len(cookie) > 100:
            return None
        rows = self.store.read(
            "SELECT players.id, players.name FROM tokens JOIN players ON players.id = tokens.player "
            "WHERE tokens.hash = ? AND tokens.kind = 'cookie'",
            (hashed(cookie),),
        )
        return (rows[0][0], rows[0][1]) if rows else None

    async def new_player(self) -> tuple[str, str, str]:
        """A new player: id, name, cookie."""
        key, name, cookie = secrets.token_urlsafe(12), f"Player {secrets.randbelow(9000) + 1000}", secret()
        made = iso(self.clock())

        def job(c: Any) -> None:
            c.execute("INSERT INTO players (id, name, created) VALUES (?,?,?)", (key, name, made))
            c.execute("INSERT INTO tokens VALUES (?,?,'cookie',NULL)", (hashed(cookie), key))

        await self.store.write(job)
        return key, name, cookie

    async def rename(self, player: str, name: str) -> str:
        """A player calls himself something else, at his tables too; the name as it is kept."""
        name = " ".join(name.split())
        if not 1 <= len(name) <= 40 or not name.isprintable():
            raise BadInput("a name has 1 to 40 characters")

        def job(c: Any) -> None:
            c.execute("UPDATE players SET name = ? WHERE id = ?", (name, player))
            c.execute("UPDATE seats SET name = ? WHERE player = ?", (name, player))

        await self.store.write(job)
        for room in list(self.rooms.values()):
            table = room.table
            if table is None or all(seat.player != player for seat in table.seats.values()):
                continue

            def fn(table: Table[Any], now: float) -> None:
                for side, seat in table.seats.items():
                    if seat.player == player:
                        table.seats[side] = seat.replace(name=name)
                table.changes.seats = True

            try:
                await self.act(room, fn)
            except Exception:  # the name is stored: a table that could not be told of it reads it from the disk
                log.exception("the table %s could not be told of a name", room.key)
        return name

    async def personal_link(self, player: str) -> str:
        """A link that takes the player to another device, good for a day and once; his earlier one is void."""
        text, until = secret(), self.clock() + DAY

        def job(c: Any) -> None:
            c.execute("DELETE FROM tokens WHERE kind = 'link' AND (player = ? OR until < ?)", (player, self.clock()))
            c.execute("INSERT INTO tokens VALUES (?,?,'link',?)", (hashed(text), player, until))

        await self.store.write(job)
        return f"{self.link_base}/me/{text}"

    def personal_invitation(self, text: str, player: str | None) -> dict[str, Any]:
        """Who one would become by a personal link, and who one is now. Nothing is changed by it. Raises NotFound."""
        rows = self.store.read(
            "SELECT id, name, until FROM tokens JOIN players ON id = player "
            "WHERE hash = ? AND kind = 'link' AND until > ?",
            (hashed(text), self.clock()),
        )
        if not rows:
            raise NotFound(VOID_PERSONAL)
        key, name, until = rows[0]
        now = self.store.read("SELECT name FROM players WHERE id = ?", (player,))
        return {
            "name": name,
            "games": self._games_of(key),
            "until": iso(until),
            "now": {"name": now[0][0], "games": self._games_of(player)} if player is not None and now else None,
            "same": key == player,
        }

    def _games_of(self, player: str) -> int:
        rows = self.store.read(
            "SELECT count(DISTINCT t.id) FROM seats s JOIN tables t ON t.id = s.game_table "
            "WHERE s.player = ? AND t.mode != ?",
            (player, LESSON),
        )
        return int(rows[0][0])

    async def follow_personal_link(self, text: str) -> tuple[str, str, str]:
        """The player (id, name) of a personal link, and a cookie for him; the link is used up. Raises NotFound."""
        cookie, now = secret(), self.clock()

        def job(c: Any) -> tuple[str, str] | None:
            found: tuple[str, str] | None = c.execute(
                "SELECT id, name FROM tokens JOIN players ON id = player WHERE hash = ? AND kind = 'link' "
                "AND until > ?",
                (hashed(text), now),
            ).fetchone()
            if found is not None:
                c.execute("DELETE FROM tokens WHERE hash = ?", (hashed(text),))
                c.execute("INSERT INTO tokens VALUES (?,?,'cookie',NULL)", (hashed(cookie), found[0]))
            return found

        found = await self.store.write(job)
        if found is None:
            raise NotFound(VOID_PERSONAL)
        return (*found, cookie)

    @contextmanager
    def alone(self, player: str, what: str) -> Iterator[None]:
        """What computers work out for a player, one at a time. Raises TooMany."""
        if (player, what) in self._busy:
            raise TooMany(f"your last {what} is still being worked out; they come one at a time")
        self._busy.add((player, what))
        try:
            yield
        finally:
            self._busy.discard((player, what))

    # -- tables --

    def game_of(self, slug: str, overlay: dict[str, Any] | None) -> Game[Any]:
        return self.shelf.load(slug, overlay)

    async def create(
        self,
        player: str,
        name: str,
        slug: str,
        scenario: str,
        options: Mapping[str, Any],
        wanted: Mapping[str, str],
        terms: Terms,
    ) -> tuple[str, dict[str, str]]:
        """A new table: its id, and the links to its free seats and the observers' chairs."""
        self.shelf.fit(slug)
        overlay = self.shelf.overlay(slug)
        game = self.game_of(slug, overlay)
        found = [s for s in game.scenarios if s.id == scenario]
        if not found:
            raise BadInput(f"{game.title} has no scenario '{scenario[:40]}'")
        names = [game.side_name(side) for side in found[0].sides]
        if set(wanted) != set(names):
            raise BadInput(f"'seats' names each of {', '.join(names)}")
        seats, links = [], {}
        for side in found[0].sides:
            who = wanted[game.side_name(side)]
            if who == "me":
                seats.append(Seat(side, HUMAN, name, player))
            elif who == "friend":
                seats.append(Seat(side, HUMAN))
                links[side] = secret()
            elif who.startswith("bot:") and (bot := self.shelf.bot(slug, who[4:])) is not None:
                seats.append(Seat(side, BOT, bot["name"], None, bot["id"]))
            else:
                raise BadInput("a seat is for 'me', a 'friend', or 'bot:' and the id of a computer player")
        if all(seat.player is None for seat in seats):
            raise BadInput("take a seat yourself")
        links[OBSERVER] = secret()
        chosen = dict(choose(game.options, scenario, options))
        seed = secrets.token_bytes(32)
        kinds = {game.side_name(s.side): s.bot or s.kind for s in seats}
        head = header(
            game, scenario, chosen, seats=kinds, seed_hash=seed_hash(seed), started=iso(self.clock()), overlay=overlay
        )
        table: Table[Any] = Table(game, head, seats, terms, seed)
        table.begin(self.clock())
        return await self.open(table, player, mode_of(seats), links, overlay)

    async def open(
        self,
        table: Table[Any],
        player: str,
        mode: str,
        links: Mapping[int, str],
        overlay: dict[str, Any] | None = None,
    ) -> tuple[str, dict[str, str]]:
        """Store a new table. Raises TooMany."""
        room, job = self._made(table, player, mode, links, overlay)
        await self.store.write(job)
        self._opened(room)
        named = {table.game.side_name(side): f"{self.link_base}/join/{text}" for side, text in links.items()}
        return room.key, named

    def _made(
        self,
        table: Table[Any],
        player: str,
        mode: str,
        links: Mapping[int, str],
        overlay: dict[str, Any] | None,
    ) -> tuple[Room, Job[None]]:
        """The room of a new table, and what stores it: all that can go wrong comes before that. Raises TooMany."""
        (made,) = self.store.read("SELECT count(*) FROM tables WHERE maker = ? AND over IS NULL", (player,))[0]
        if made >= self.settings.limits.tables:
            raise TooMany("you have too many running games; end some of them first")
        meta = Meta(secrets.token_urlsafe(16), mode, player, self.clock(), overlay)
        changes, table.changes = table.changes, Changes()
        hashes = {side: hashed(text) for side, text in links.items()}
        summaries = {viewer: self._summary(table, viewer, meta.created) for viewer in (*table.sides, OBSERVER)}
        room = Room(meta.id, self.clock())
        room.table, room.meta = table, meta
        self._messages(room, table, set(table.sides), None)
        return room, lambda c: keep.create(c, table, meta, changes, hashes, summaries)

    def _opened(self, room: Room) -> None:
        """A new table has been stored: its players are told."""
        table = room.table
        assert table is not None
        for side in reversed(table.waiting()):
            if (seat := table.seats.get(side)) is not None and seat.player is not None:
                room.shown[seat.player] = side
        self._remember(room)
        self._told(room, set(table.sides))

    def _remember(self, room: Room) -> None:
        self.rooms[room.key] = room
        self.rooms.move_to_end(room.key)
        if len(self.rooms) > self.settings.limits.rooms:
            for key, other in list(self.rooms.items())[: len(self.rooms) - self.settings.limits.rooms]:
                if other.idle and other is not room:
                    del self.rooms[key]

    def room(self, key: str) -> Room:
        """The room of a table, whether it is loaded or not."""
        room = self.rooms.get(key)
        if room is None:
            if len(key) > 40 or not self.store.read("SELECT 1 FROM tables WHERE id = ?", (key,)):
                raise NotFound("there is no such table")
            room = Room(key, self.clock())
        self._remember(room)
        return room

    async def _loaded(self, room: Room) -> Table[Any]:
        """The table of a room whose lock is held."""
        if room.gone:
            raise NotFound(GONE)
        if room.table is None:
            await self.store.write(lambda c: None)  # whatever was on its way to the disk has arrived
            found = keep.load(self.store, room.key, self.game_of, self.clock())
            if found is None:
                raise NotFound("there is no such table")
            room.table, room.meta = found
            room.faces.stale()
            rows = self.store.read("SELECT player FROM watchers WHERE game_table = ?", (room.key,))
            room.watchers = {row[0] for row in rows}
        return room.table

    @asynccontextmanager
    async def _locked(self, key: str) -> AsyncIterator[Room]:
        """The room of a table that nobody changes meanwhile, whether the table can be loaded or not."""
        room = self.room(key)
        room.used += 1
        try:
            async with room.lock:
                if room.gone:
                    raise NotFound(GONE)
                yield room
        finally:
            room.used -= 1

    @asynccontextmanager
    async def at(self, key: str) -> AsyncIterator[tuple[Room, Table[Any]]]:
        """A table to look at, as it is on disk."""
        async with self._locked(key) as room:
            yield room, await self._loaded(room)

    async def act(
        self,
        room: Room,
        fn: Callable[[Table[Any], float], T],
        tell: Callable[[Table[Any], T], None] | None = None,
        writes: Sequence[Job[Any]] = (),
        by: str | None = None,
    ) -> T:
        """Change a table, store it, tell everybody. What `fn` refuses with an IronbottomError changes nothing, nor does
        an error of ours before the act is on disk. `tell` makes the player's receipt, before it is; `writes` are stored
        in one piece with the rest, and `fn` may add to them; `by`: the player who acts, whose pages are told that it
        was he."""
        if not room.gone:
            room = self.rooms.setdefault(room.key, room)
        room.used += 1
        try:
            async with room.lock:
                table = await self._loaded(room)
                assert room.meta is not None
                before = Before(table)
                now = self.clock()
                room.faces.stale()
                refused = False
                try:
                    try:
                        result = fn(table, now)
                    except IronbottomError:
                        refused = not table.changes
                        raise
                    changes, table.changes = table.changes, Changes()
                    touched = before.touched(table, changes)
                    messages = self._messages(room, table, touched, by)
                    if tell is not None:
                        tell(table, result)
                    await self._save(table, room.meta, changes, touched, now, writes)
                except BaseException:
                    if not refused:
                        room.table = None
                        room.faces.stale()
                    raise
                for socket, rev, text in messages:
                    socket.put(text)
                    socket.rev, socket.sure, socket.said = rev, len(table.seat_log(socket.viewer).lines), table.said
                    room.told = asyncio.get_running_loop().time()
                self._told(room, touched)
                return result
        finally:
            room.used -= 1

    async def _save(
        self,
        table: Table[Any],
        meta: Meta,
        changes: Changes,
        touched: Iterable[int],
        now: float,
        writes: Sequence[Job[Any]] = (),
    ) -> None:
        summaries = {viewer: self._summary(table, viewer, now) for viewer in touched}

        def job(c: Any) -> None:
            keep.save(c, table, meta, changes, summaries)
            for write in writes:
                write(c)

        await self.store.write(job)

    @staticmethod
    def _summary(table: Table[Any], viewer: int, now: float) -> Summary:
        return Summary(table.number(viewer), table.log[-1].turn if table.log else "", now)

    # -- telling --

    def _messages(
        self, room: Room, table: Table[Any], touched: set[int], by: str | None
    ) -> list[tuple[Socket, int, str]]:
        """What the open pages of these viewers are to be sent, and the revision that it brings them to: nothing where
        nothing has changed for them. The seats of people who are away are looked at too: an act that they could not be
        shown is none."""
        for side in touched:
            seat = table.seats.get(side)
            if seat is not None and seat.player is not None:
                self.face(room, table, side, seat.player)
        thinking = self.thinking(room, table)
        ready: dict[Any, str] = {}
        found = []
        for socket in room.sockets:
            if socket.viewer in touched:
                face = self.face(room, table, socket.viewer, socket.player)
                if face.rev == socket.rev:
                    continue
                own = by == socket.player
                key = (socket.viewer, self._seated(table, socket.player), socket.rev, socket.sure, socket.said, own)
                if key not in ready:
                    ready[key] = frame(
                        face, table, socket.viewer, socket.rev, socket.sure, socket.said, thinking, own
                    )
                found.append((socket, face.rev, ready[key]))
        return found

    @staticmethod
    def _seated(table: Table[Any], player: str) -> str:
        """The player if he has a seat here; all others are alike."""
        return player if any(seat.player == player for seat in table.seats.values()) else ""

    @staticmethod
    def thinking(room: Room, table: Table[Any]) -> list[str]:
        """The computers that think now."""
        return [table.game.side_name(side) for side in sorted(room.thinking)]

    def face(self, room: Room, table: Table[Any], viewer: int, player: str) -> Face:
        """How the table stands for a viewer: made once between two acts."""
        return room.faces.of(table, (viewer, self._seated(table, player)), self._beside(room, table))

    def told(self, room: Room, table: Table[Any], viewer: int, player: str, after: int, said: int) -> dict[str, Any]:
        """The message to a viewer, with its lines after number `after` and the chat after number `said`."""
        return whole(self.face(room, table, viewer, player), table, viewer, after, said, self.thinking(room, table))

    def at_line(self, room: Room, table: Table[Any], viewer: int, player: str, number: int) -> dict[str, Any]:
        """The message of a position gone by, after a viewer's line `number`."""
        rev = self.face(room, table, viewer, player).rev
        data = {**past(table, viewer, number, player), **self._beside(room, table), "rev": rev}
        return {**data, "thinking": self.thinking(room, table)}

    def _beside(self, room: Room, table: Table[Any]) -> dict[str, Any]:
        """What the server knows of a table, beside the table itself."""
        meta = room.meta
        assert meta is not None
        data: dict[str, Any] = {
            "id": room.key,
            "mode": meta.mode,
            "rematch": meta.rematch,
            "report": table.over is not None and searcher_of(table.game) is not None,
            "maker": [table.game.side_name(side) for side, s in table.seats.items() if s.player == meta.maker],
        }
        if meta.asked:
            data["asked"] = {table.game.side_name(side): iso(since + SILENCE) for side, since in meta.asked.items()}
        if meta.ousted:
            data["sat"] = [{"name": name} for name in meta.ousted.values()]
        if meta.notice:
            data["notice"] = meta.notice
        return data

    def told_thinking(self, room: Room) -> None:
        """Tell a table which computers think now."""
        table = room.table
        if table is None:
            return
        data = keep.dump({"type": "thinking", "sides": self.thinking(room, table)})
        for socket in list(room.sockets):
            socket.put(data)

    def _told(self, room: Room, touched: set[int]) -> None:
        table = room.table
        if table is not None:
            for side in touched:
                seat = table.seats.get(side)
                if seat is not None and seat.player is not None:
                    self.ring(seat.player)
        for listener in self.acted:
            try:
                listener(room)
            except Exception:  # it is stored: whatever goes wrong in telling must not look like a refusal
                log.exception("not everybody was told of an act at the table %s", room.key)

    async def ping(self, every: float) -> None:
        """Let all connections know now and then that they still stand."""
        while True:
            await asyncio.sleep(every)
            for sockets in (*(room.sockets for room in self.rooms.values()), *self.live.values()):
                for socket in sockets:
                    if socket.queue.empty():
                        socket.put('{"type":"ping"}')

    def ring(self, player: str) -> None:
        """Tell a player's pages that his list of tables has changed."""
        for socket in self.live.get(player, ()):
            if socket.queue.empty():
                socket.put('{"type":"tables"}')

    # -- who may see what --

    def viewer(self, room: Room, table: Table[Any], player: str, seat: str) -> int:
        """The viewer that a player may be at this table under that name. Raises Forbidden."""
        assert room.meta is not None
        held = {side for side, s in table.seats.items() if s.player == player}
        around = bool(held) or player in room.watchers or player == room.meta.maker
        if not around:
            raise Forbidden(NO_SEAT)
        if not seat:
            seat = self.first_seat(room, table, player)
        if seat == "truth":
            if table.over is None:
                raise Forbidden(table.words.say("refused.running"))
            return TRUTH
        if seat == "observer":
            return OBSERVER
        side = table.game.side_of(seat)
        if side in held and curtain(table, side) is None:
            room.shown[player] = side
        if side in held or (table.over is not None and side in table.seats):
            return side
        raise Forbidden("that is not your seat")

    @staticmethod
    def first_seat(room: Room, table: Table[Any], player: str) -> str:
        """A player's seat, else the observers' chair. Of several the one that he has before him; where that is not
        known, one with the curtain before it."""
        held = [side for side, seat in table.seats.items() if seat.player == player]
        if player in room.shown and room.shown[player] in held:
            return table.game.side_name(room.shown[player])
        covered = [side for side in held if curtain(table, side) is not None]
        return table.game.side_name((covered or held or [OBSERVER])[0])

    def seat(self, table: Table[Any], player: str, name: str, looking: bool = False) -> int:
        """The side of a player's own seat; `looking`: one that no curtain hides. Raises Forbidden."""
        side = table.game.side_of(name)
        if side not in table.seats or table.seats[side].player != player:
            raise Forbidden("that is not your seat")
        if looking and curtain(table, side) is not None:
            raise Forbidden("the other side is at the screen now")
        return side

    # -- the list --

    def tables_of(self, player: str, hidden: bool = False) -> list[dict[str, Any]]:
        """A player's tables, newest first, as his seat may know of them; or those that he has hidden."""
        rows = self.store.read(
            "SELECT t.id, t.game, t.scenario, t.mode, t.waiting, t.over, s.side, s.number, s.turn, s.updated "
            "FROM seats s JOIN tables t ON t.id = s.game_table WHERE (s.player = ?1 OR (s.side = ?2 AND t.id IN "
            "(SELECT game_table FROM watchers WHERE player = ?1))) AND (t.id IN "
            "(SELECT game_table FROM hidden WHERE player = ?1)) = ?3 AND t.mode != ?4 "
            "ORDER BY s.updated DESC LIMIT 600",
            (player, OBSERVER, int(hidden), LESSON),
        )
        leaving = {row[0] for row in self.store.read("SELECT game_table FROM leavers WHERE player = ?", (player,))}
        found: dict[str, dict[str, Any]] = {}
        names: dict[str, dict[str, Any]] = {}
        for key, slug, scenario, mode, waiting_text, over, side, number, turn, updated in rows:
            if key in found:
                if side != OBSERVER and side in json.loads(waiting_text):
                    found[key]["yours"] = True
                continue
            known = names[key] = self.shelf.names(slug) or keep.stored_names(self.store, key)
            sides = known["sides"]
            waiting = json.loads(waiting_text)
            found[key] = {
                "id": key, "game": slug, "scenario": scenario, "title": known["title"], "mode": mode,
                "seats": [], "turn": turn, "yours": side != OBSERVER and side in waiting,
                "waiting": [sides[n] for n in waiting], "over": keep.read_over(over, sides),
                "updated": iso(updated), "number": number, "leaving": key in leaving, "asked": None, "sat": [],
                "missing": known.get("missing"),
            }  # fmt: skip
        marks = ",".join("?" * len(found))
        for key, owner, name in self.store.read(
            f"SELECT game_table, id, name FROM ousted JOIN players ON id = player WHERE game_table IN ({marks}) "
            "ORDER BY id",
            tuple(found),
        ):
            found[key]["sat"].append({"name": name, "you": owner == player})
        for key, side, kind, name, owner, asked in self.store.read(
            f"SELECT game_table, side, kind, name, player, asked FROM seats WHERE side >= 0 "
            f"AND game_table IN ({marks}) ORDER BY side",
            tuple(found),
        ):
            entry = found[key]
            if asked is not None and owner == player:
                entry["asked"] = iso(asked + SILENCE)
            side_name = names[key]["sides"][side]
            entry["seats"].append({
                "side": side_name, "name": name, "kind": kind, "you": owner == player,
                "taken": kind == BOT or owner is not None,
            })  # fmt: skip
        return list(found.values())

    # -- links --

    def _link(self, text: str) -> tuple[str, int]:
        rows = (
            self.store.read("SELECT game_table, side FROM seats WHERE link = ?1 OR successor = ?1", (hashed(text),))
            if len(text) < 100
            else []
        )
        if not rows:
            raise NotFound(VOID)
        return rows[0][0], rows[0][1]

    async def invitation(self, text: str) -> dict[str, Any]:
        """What one would accept by a link."""
        key, side = self._link(text)
        async with self.at(key) as (room, table):
            game = table.game
            assert room.meta is not None
            maker = self.store.read("SELECT name FROM players WHERE id = ?", (room.meta.maker,))
            scenario = next(s for s in game.scenarios if s.id == table.scenario)
            options = {option.id: option for option in game.options}
            return {
                "id": key,
                "game": game.slug,
                "title": game.title,
                "scenario": table.scenario,
                "scenario_title": scenario.name,
                "text": scenario.text,
                "side": None if side == OBSERVER else game.side_name(side),
                "side_name": "" if side == OBSERVER else game.words.name(game.side_name(side)),
                "by": maker[0][0] if maker else "",
                "holder": None if side == OBSERVER or table.seats[side].player is None else table.seats[side].name,
                "options": [
                    {
                        "id": name,
                        "name": options[name].name,
                        "value": next((text for choice, text in options[name].choices if choice == value), str(value)),
                        "text": options[name].text,
                        "rule": options[name].rule,
                    }
                    for name, value in table.header["options"].items()
                    if name in options
                ],
                "clock": {"days": table.terms.days} if table.terms.days else None,
                "hints": table.terms.hints,
                "seats": [
                    {
                        "side": game.side_name(s.side),
                        "name": s.name,
                        "kind": s.kind,
                        "taken": s.kind == BOT or s.player is not None,
                    }
                    for s in table.seats.values()
                ],
            }  # fmt: skip

    async def join(self, player: str, name: str, text: str) -> dict[str, str | None]:
        """Take the seat, or an observer's chair, of a link; with a seat comes its recovery code, which is told this
        once. Raises Forbidden for a seat that another holds, unless the link is one that takes it over from him."""
        key, side = self._link(text)
        await self.heard(player, key)
        room = self.room(key)
        if side == OBSERVER:
            await self.store.write(
                lambda c: c.execute("INSERT OR IGNORE INTO watchers VALUES (?,?)", (player, key)).rowcount
            )
            room.watchers.add(player)
            return {"id": key, "side": "observer", "code": None}
        writes: list[Job[Any]] = []
        code, mine = recovery_code(), hashed(text)

        def fn(table: Table[Any], now: float) -> tuple[str, str | None]:
            assert room.meta is not None
            seat = table.seats[side]
            before = seat.player
            ((link, successor),) = self.store.read(
                "SELECT link, successor FROM seats WHERE game_table = ? AND side = ?", (key, side)
            )
            if mine not in (link, successor):
                raise NotFound(VOID)
            if before == player:
                return table.game.side_name(side), None
            if before is not None and mine != successor:
                raise Forbidden("this seat is taken")
            table.seats[side] = seat.replace(player=player, name=name)
            table.changes.seats = True
            writes.append(statement(
                "UPDATE seats SET link = ?, successor = NULL, code = ?, asked = NULL WHERE game_table = ? AND side = ?",
                mine, hashed_code(code), key, side,
            ))  # fmt: skip
            writes.append(statement("DELETE FROM ousted WHERE player = ? AND game_table = ?", player, key))
            room.meta.ousted.pop(player, None)
            if room.meta.asked.pop(side, None) is not None and before is not None:
                room.meta.ousted[before] = seat.name
                room.watchers.add(before)
                for part in ("ousted", "watchers"):
                    writes.append(statement(f"INSERT OR IGNORE INTO {part} VALUES (?,?)", before, key))
            return table.game.side_name(side), before

        name_of_side, before = await self.act(room, fn, writes=writes)
        for socket in list(room.sockets):
            if socket.viewer == side and socket.player == before:
                socket.put(None)
        if before is not None:
            self.ring(before)
        return {"id": key, "side": name_of_side, "code": code if writes else None}

    async def relink(self, player: str, key: str, name: str) -> str:
        """A new link for a seat (or the observers); the one before is void. Who holds a seat can always make one, and
        keeps the seat until another takes the link. Who made the table can do so for a free seat and the observers, and
        for a seat that he has asked for in vain. Raises Forbidden, BadInput."""
        room = self.room(key)
        text = secret()
        writes: list[Job[Any]] = []

        def fn(table: Table[Any], now: float) -> None:
            assert room.meta is not None
            side = table.game.side_of(name)
            held = side != OBSERVER and self._holder(table, room.meta, side) is not None
            if not held or table.seats[side].player != player:
                if room.meta.maker != player:
                    raise Forbidden("only who holds the seat, or made the table, can issue a new link")
                if held:
                    self._check_silence(table, room.meta, side, now)
            column = "successor" if held else "link"
            sql = f"UPDATE seats SET {column} = ? WHERE game_table = ? AND side = ?"
            writes.append(statement(sql, hashed(text), key, side))

        await self.act(room, fn, writes=writes)
        return f"{self.link_base}/join/{text}"

    @staticmethod
    def _holder(table: Table[Any], meta: Meta, side: int) -> str | None:
        """Who holds a seat that may change hands. Raises BadInput."""
        if side not in table.seats or table.seats[side].kind != HUMAN or meta.mode == LESSON:
            raise BadInput("there is no such seat for a person")
        return table.seats[side].player

    @staticmethod
    def _check_silence(table: Table[Any], meta: Meta, side: int, now: float) -> None:
        """Raise Forbidden unless the holder of a seat has left the question for it unanswered so long."""
        if table.over is not None:
            raise Forbidden(table.words.say("refused.over"))
        since = meta.asked.get(side)
        if since is None:
            raise Forbidden("this seat is taken: only who holds it can issue a new link, unless you ask for the seat")
        if now < since + SILENCE:
            raise Forbidden(f"who holds this seat has been asked, and has time to answer until {iso(since + SILENCE)}")

    async def reclaim(self, player: str, key: str, name: str) -> str:
        """Who made a table asks for a seat whose holder is not heard of: he is told, and anything that he does at the
        table answers it. The time from which a new link may be made. Raises Forbidden, BadInput."""
        room = self.room(key)
        writes: list[Job[Any]] = []

        def fn(table: Table[Any], now: float) -> tuple[int, float]:
            assert room.meta is not None
            side = table.game.side_of(name)
            if room.meta.maker != player:
                raise Forbidden("only who made the table can ask for a seat")
            holder = self._holder(table, room.meta, side)
            if holder == player:
                raise BadInput("that is your own seat")
            if holder is None:
                raise BadInput("this seat is free: a new link for it can be made at once")
            if table.over is not None:
                raise Forbidden(table.words.say("refused.over"))
            if side not in room.meta.asked:
                room.meta.asked[side] = now
                table.changes.seats = True
                writes.append(statement("UPDATE seats SET asked = ? WHERE game_table = ? AND side = ?", now, key, side))
            return side, room.meta.asked[side] + SILENCE

        side, due = await self.act(room, fn, writes=writes)
        if writes:
            for listener in self.wanted:
                listener(room, side)
        return iso(due)

    async def heard(self, player: str, key: str) -> None:
        """A player did something at a table: if his seat was asked for, that is answered."""
        if not self.store.read(
            "SELECT 1 FROM seats WHERE game_table = ? AND player = ? AND asked IS NOT NULL", (key, player)
        ):
            return
        answered = statement(
            "UPDATE seats SET asked = NULL, successor = NULL WHERE game_table = ? AND player = ? AND asked IS NOT NULL",
            key, player,
        )  # fmt: skip
        async with self._locked(key) as room:
            if room.table is None:  # nobody looks at it, and it may be one that cannot be loaded
                await self.store.write(answered)
                return

        def fn(table: Table[Any], now: float) -> None:
            assert room.meta is not None
            for side, seat in table.seats.items():
                if seat.player == player:
                    room.meta.asked.pop(side, None)
            table.changes.seats = True

        await self.act(room, fn, writes=[answered])

    async def new_code(self, player: str, key: str, name: str) -> str:
        """Another recovery code for a seat of one's own; the one before is void. Raises Forbidden, BadInput."""
        code = recovery_code()
        async with self.at(key) as (room, table):
            assert room.meta is not None
            side = self.seat(table, player, name)
            self._holder(table, room.meta, side)
            row = (hashed_code(code), key, side)
            await self.store.write(
                lambda c: c.execute("UPDATE seats SET code = ? WHERE game_table = ? AND side = ?", row).rowcount
            )
        return code

    async def recover(self, code: str) -> dict[str, str]:
        """A new link for the seat of a recovery code, for whoever knows it. Raises NotFound."""
        rows = self.store.read("SELECT game_table, side, player FROM seats WHERE code = ?", (hashed_code(code),))
        if not rows:
            raise NotFound("no seat has this recovery code; a new code for a seat voids the one before")
        key, side, player = rows[0]
        await self.heard(player, key)
        async with self.at(key) as (_, table):
            name = table.game.side_name(side)
        return {"id": key, "side": name, "url": await self.relink(player, key, name)}

    def _people(self, key: str) -> tuple[set[str], set[str]]:
        """Who sits at a stored table, or sat there until his seat was given to another, and who else may look on."""
        sat = self.store.read(
            "SELECT player FROM seats WHERE game_table = ?1 AND player IS NOT NULL "
            "UNION SELECT player FROM ousted WHERE game_table = ?1",
            (key,),
        )
        others = self.store.read(
            "SELECT player FROM watchers WHERE game_table = ?1 UNION SELECT maker FROM tables WHERE id = ?1", (key,)
        )
        return {row[0] for row in sat}, {row[0] for row in others}

    async def hide(self, player: str, key: str) -> None:
        """Take a table off a player's list, whether it can be loaded or not."""
        await self._mark(player, key, "INSERT OR IGNORE INTO hidden VALUES (?,?)")

    async def show(self, player: str, key: str) -> None:
        """Bring a hidden table back to a player's list; if he wanted it deleted, he does not any more."""
        kept = ("hidden", "leavers")
        await self._mark(player, key, *(f"DELETE FROM {part} WHERE player = ? AND game_table = ?" for part in kept))

    async def _mark(self, player: str, key: str, *statements: str) -> None:
        """Store how a player's list is to hold a table."""
        async with self._locked(key):
            if player not in set().union(*self._people(key)):
                raise Forbidden(NO_SEAT)

            def job(c: Any) -> None:
                for sql in statements:
                    c.execute(sql, (player, key))

            await self.store.write(job)
        self.ring(player)

    async def delete(self, player: str, key: str) -> bool:
        """A player wants a table deleted, whether it can be loaded or not: it leaves his list at once, and goes for
        good when all the people who sit at it, or sat there until their seat was given to another, want it so.
        Whether it has gone."""
        async with self._locked(key) as room:
            people, others = self._people(key)
            if player not in people:
                raise Forbidden(NO_SEAT)
            rows = self.store.read("SELECT player FROM leavers WHERE game_table = ?", (key,))
            goes = people <= {player, *(row[0] for row in rows)}

            def job(c: Any) -> None:
                if goes:
                    keep.delete(c, key)
                    return
                c.execute("INSERT OR IGNORE INTO leavers VALUES (?,?)", (player, key))
                c.execute("INSERT OR IGNORE INTO hidden VALUES (?,?)", (player, key))

            await self.store.write(job)
            if goes:
                self._gone(room)
        for other in people | others:
            self.ring(other)
        return goes

    def _gone(self, room: Room) -> None:
        """Forget a table that is not on disk any more; its lock is held."""
        room.gone, room.table = True, None
        self.rooms.pop(room.key, None)
        for other in self.rooms.values():
            if other.meta is not None and other.meta.rematch == room.key:
                other.meta.rematch = None
        for socket in list(room.sockets):
            socket.put(None)

    async def rematch(self, player: str, key: str, side_name: str) -> str | None:
        """A table like this one with the sides swapped, for the same players; made once, when the people at this one
        agree. None: the others have been asked."""
        room = self.room(key)
        writes: list[Job[Any]] = []
        made: list[Room] = []

        def fn(table: Table[Any], now: float) -> str | None:
            side = self.seat(table, player, side_name)
            assert room.meta is not None
            if room.meta.rematch is None and table.rematch(side):
                new, links = self._swapped(table, room.meta.overlay, now)
                next_room, job = self._made(new, player, room.meta.mode, links, room.meta.overlay)
                made.append(next_room)
                writes.append(job)
                room.meta.rematch = next_room.key
                table.offers.clear()
                table.changes.offers = True
            return room.meta.rematch

        found = await self.act(room, fn, writes=writes)
        for next_room in made:
            self._opened(next_room)
        return found

    @staticmethod
    def _swapped(table: Table[Any], overlay: dict[str, Any] | None, now: float) -> tuple[Table[Any], dict[int, str]]:
        """A table like this one with the sides swapped, and the secrets of the links to its free chairs."""
        game = table.game
        holders = [table.seats[s] for s in table.sides]
        seats = [holder.replace(side=s) for s, holder in zip(table.sides, reversed(holders), strict=True)]
        seed = secrets.token_bytes(32)
        kinds = {game.side_name(s.side): s.bot or s.kind for s in seats}
        head = header(
            game, table.scenario, table.header["options"], seats=kinds, seed_hash=seed_hash(seed), started=iso(now),
            overlay=overlay,
        )  # fmt: skip
        new: Table[Any] = Table(game, head, seats, table.terms, seed)
        new.begin(now)
        links = {s.side: secret() for s in seats if s.kind == HUMAN and s.player is None}
        return new, {**links, OBSERVER: secret()}

    def asked_before(self, key: str, side: int, request: str) -> bool:
        """Whether a request was carried out, however long ago."""
        return bool(
            self.store.read("SELECT 1 FROM requests WHERE game_table = ? AND side = ? AND id = ?", (key, side, request))
        )


class Before:
    """What each viewer saw before an act, to know afterwards who has to be told of it."""

    def __init__(self, table: Table[Any]) -> None:
        self.waiting = table.waiting()
        self.over = table.over
        self.seen = {viewer: self._sees(table, viewer) for viewer in (*table.sides, OBSERVER)}

    @staticmethod
    def _sees(table: Table[Any], viewer: int) -> tuple[Any, int]:
        return table.view(viewer).replace(news=()), table.number(viewer)

    def touched(self, table: Table[Any], changes: Changes) -> set[int]:
        """The viewers whose message is another now; a function of what each of them may know."""
        everybody = (*table.sides, OBSERVER)
        if (
            changes.offers
            or changes.chat
            or changes.seats
            or table.waiting() != self.waiting
            or table.over != self.over
        ):
            return set(everybody)
        touched = {viewer for viewer in everybody if self._sees(table, viewer) != self.seen[viewer]}
        return touched | changes.drafts | changes.orders | {side for side, _ in changes.notes}


def mode_of(seats: list[Seat]) -> str:
    """How a table is called in the list."""
    if any(seat.kind == BOT for seat in seats):
        return "computer"
    if len(seats) == 1:
        return "alone"
    people = {seat.player for seat in seats}
    return "hot-seat" if len(people) == 1 else "friends"
