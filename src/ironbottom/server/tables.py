"""The live tables of this server, and the way of every act: played, stored, told.

An act on a table holds its lock from the first check to the moment that it is on disk; only then is anything shown,
to the player himself or to anybody else. All that can go wrong comes before that moment: the act is checked and played
in memory, every message that it makes is written out, and what is to be stored is stored in one piece. Where one of
these fails nothing has happened: the table is read anew from the disk when it is next asked for.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence, Set
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from ironbottom.kernel.errors import IronbottomError
from ironbottom.kernel.step import OBSERVER
from ironbottom.opponents.worlds import searcher_of
from ironbottom.server.catalogue import Catalogue
from ironbottom.server.club.matches import away_of, ended, on_leave, watched
from ironbottom.server.codec import dump
from ironbottom.server.errors import Elsewhere, Forbidden, NotFound, TooMany
from ironbottom.server.faces import Face, Faces, frame, whole
from ironbottom.server.guard import Buckets
from ironbottom.server.holding import Alone, Holding
from ironbottom.server.making import COMPUTERS
from ironbottom.server.players import DAY, hashed
from ironbottom.server.repository import Beside, Match, Meta, NewTable, Repository, Summary
from ironbottom.server.settings import Settings
from ironbottom.server.sockets import Bells, Socket, ping
from ironbottom.table.changes import Changes
from ironbottom.table.draft import Draft
from ironbottom.table.log import TRUTH
from ironbottom.table.message import curtain, past
from ironbottom.table.seats import BOT, HUMAN
from ironbottom.table.table import Table, iso

T = TypeVar("T")
log = logging.getLogger("ironbottom")

NO_SEAT = "you have no seat at this table"
GONE = "this game has been deleted"
MOST_BASES = 10_000
ACTIONS = 10
"""So many actions count as a request: they are played where everybody's requests are answered."""
IN_DRAFT = 20
"""So many moves of a draft, of which each act in it is told anew, count as one more action."""
SILENCE = 3 * DAY
"""Seconds without a sign of a seat's holder after which who made the table may give the seat to another."""


class Room:
    """A table in memory, from `now` on (seconds since the epoch)."""

    def __init__(self, key: str, now: float) -> None:
        self.key = key
        self.lock = asyncio.Lock()
        self.table: Table[Any] | None = None
        self.meta: Meta | None = None
        self.sockets: set[Socket] = set()
        self.thinking: set[int] = set()
        self.ahead = 0
        """How many questions are worked before those of its computers."""
        self.watchers: set[str] = set()
        self.goal: tuple[int, int] | None = None
        """Where computers alone play: they go on until that viewer has more lines than so many."""
        self.used = 0
        """How many are about to use it: it stays in memory so long."""
        self.gone = False
        """Whether the table has been deleted."""
        self.faces = Faces(int(now * 1000))
        """How it stands for each who looks at it. The time is above all revisions that were told before."""
        self.shown: dict[str, int] = {}
        """The seat that a player with several has before him: another comes up from behind the curtain alone."""

    @property
    def idle(self) -> bool:
        return not (self.sockets or self.thinking or self.used or self.lock.locked())


def alone(room: Room, table: Table[Any]) -> bool:
    """Whether one player alone sees the table: a standing order that is carried out at once tells nobody anything, and
    he is not asked what he has answered beforehand."""
    open_to_all = room.meta is not None and room.meta.match is not None and room.meta.match.watch
    people = {seat.player for seat in table.seats.values() if seat.kind == HUMAN}
    return not open_to_all and not room.watchers and len(people) < 2


def unmanned(room: Room, table: Table[Any]) -> bool:
    """Whether computers alone play, and always did: nobody's secrets are at stake, and who looks on may see all."""
    here = room.meta is not None and room.meta.mode == COMPUTERS
    return here and all(seat.kind == BOT for seat in table.seats.values())


def made_by(room: Room, player: str) -> bool:
    """Whether it was this player who let computers play each other here."""
    return room.meta is not None and room.meta.mode == COMPUTERS and room.meta.maker == player


def goes_on(room: Room, table: Table[Any]) -> bool:
    """Whether its computers may think: where they play each other, while a page is open that has told all there is."""
    if not unmanned(room, table):
        return True
    return bool(room.sockets) and room.goal is not None and table.number(room.goal[0]) <= room.goal[1]


def reported(table: Table[Any]) -> bool:
    """Whether there is a report: the game is over, and its computer players can weigh a position and may, which on a
    board for rehearsing they may not."""
    return table.over is not None and searcher_of(table.game) is not None and (table.terms.hints or not table.analysis)


class Tables:
    """All tables of a server. `clock`: seconds since the epoch."""

    def __init__(
        self, repository: Repository, settings: Settings, catalogue: Catalogue, clock: Callable[[], float] = time.time,
        holding: Holding | None = None,
    ) -> None:
        self.repository = repository
        self.holding = holding or Alone(repository)
        self.settings = settings
        self.catalogue = catalogue
        self.clock = clock
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.bells = Bells()
        self._played = Buckets(settings.limits.rate * ACTIONS, settings.limits.burst * ACTIONS)
        self.acted: list[Callable[[Room], None]] = []
        """Who is told of every act: computer players, standing orders, notices."""
        self.loaded: list[Callable[[Room], None]] = []
        """Who is told of every table that comes into memory: what goes on by itself there goes on."""
        self.link_base = ""
        self._bases: dict[str, str] = {}
        """By which name of this machine a player came last, where it is another than links begin with."""
        self.key = ""
        """What this server's records are signed by."""
        self.tell_others: Callable[[str, Any], None] = lambda what, data: None
        """Called with what other servers of the database have to know."""
        self.closed = False
        """Whether this server takes up nothing any more: it is being stopped, and others take its tables."""

    # -- links --

    def came(self, player: str, host: str) -> None:
        """A player has asked by this Host header."""
        if (base := self.settings.asked_base(host)) and len(self._bases) < MOST_BASES:
            self._bases[player] = base

    def base(self, player: str) -> str:
        """What links for a player begin with."""
        return self._bases.get(player, self.link_base)

    def base_for_others(self, player: str) -> str:
        """What links begin with that a player hands on: by the name of this machine where nobody else can come."""
        return self.base(player) if self.settings.local else self.link_base

    # -- rooms --

    async def open(
        self, table: Table[Any], player: str, mode: str, links: Mapping[int, str],
        overlay: dict[str, Any] | None = None, match: Match | None = None,
    ) -> tuple[str, dict[str, str]]:  # fmt: skip
        """Store a new table: its id, and its links. Raises TooMany."""
        room, new = await self.made(table, player, mode, links, overlay, match)
        await self.repository.add(new)
        self.opened(room)
        base = self.base_for_others(player)
        named = {table.game.side_name(side): f"{base}/join/{text}" for side, text in links.items()}
        return room.key, named

    async def made(
        self, table: Table[Any], player: str, mode: str, links: Mapping[int, str], overlay: dict[str, Any] | None,
        match: Match | None = None,
    ) -> tuple[Room, NewTable]:  # fmt: skip
        """The room of a new table, and what is to be stored of it: all that can go wrong comes before that. Raises
        TooMany."""
        if await self.repository.running(player) >= self.settings.limits.tables:
            raise TooMany("you have too many running games; end some of them first")
        meta = Meta(
            secrets.token_urlsafe(16), mode, player, self.clock(), overlay, match=match, owner=self.holding.number
        )
        await self._on_leave(table)
        changes, table.changes = table.changes, Changes()
        hashes = {side: hashed(text) for side, text in links.items()}
        summaries = {viewer: self._summary(table, viewer, meta.created) for viewer in (*table.sides, OBSERVER)}
        room = Room(meta.id, self.clock())
        room.table, room.meta = table, meta
        self._messages(room, table, set(table.sides), None, {})
        return room, NewTable(table, meta, changes, hashes, summaries)

    def opened(self, room: Room) -> None:
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
            first = list(self.rooms.items())[: len(self.rooms) - self.settings.limits.rooms]
            gone = [key for key, other in first if other.idle and other is not room]
            for key in gone:
                self.rooms.pop(key).table = None
            self.holding.let_go(gone)

    async def room(self, key: str) -> Room:
        """The room of a table, whether it is loaded or not. Raises NotFound."""
        room = self.rooms.get(key)
        if room is None:
            if len(key) > 40 or not await self.holding.may(key):
                raise NotFound("there is no such table")
            room = self.rooms.get(key) or Room(key, self.clock())
        self._remember(room)
        return room

    def forget(self, room: Room) -> None:
        """A table is not on disk any more; its lock is held."""
        room.gone, room.table = True, None
        self.rooms.pop(room.key, None)
        for other in self.rooms.values():
            if other.meta is not None and other.meta.rematch == room.key:
                other.meta.rematch = None
        for socket in list(room.sockets):
            socket.put(None)

    async def _loaded(self, room: Room) -> Table[Any]:
        """The table of a room whose lock is held. Raises Elsewhere where it is another server's."""
        if room.gone:
            raise NotFound(GONE)
        await self.holding.stand()
        if self.closed:
            raise Elsewhere(room.key)
        if room.table is None:
            try:
                await self.holding.take(room.key)
            except Elsewhere:
                self.drop(room)
                raise
            found = await self.repository.load(room.key, self.catalogue.load, self.clock())
            if found is None:
                raise NotFound("there is no such table")
            if self.rooms.setdefault(room.key, room) is not room:  # it was dropped while this one waited for its lock
                raise Elsewhere(room.key)
            room.table, room.meta, room.watchers = found
            room.faces.stale()
            for listener in self.loaded:
                listener(room)
        return room.table

    def drop(self, room: Room) -> None:
        """Another server has a table now: its pages come back, and find it there."""
        room.table = None
        if self.rooms.get(room.key) is room:
            del self.rooms[room.key]
        for socket in list(room.sockets):
            socket.put(None)

    @asynccontextmanager
    async def locked(self, key: str) -> AsyncIterator[Room]:
        """The room of a table that nobody changes meanwhile, whether the table can be loaded or not."""
        room = await self.room(key)
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
        async with self.locked(key) as room:
            yield room, await self._loaded(room)

    async def act(
        self,
        room: Room,
        fn: Callable[[Table[Any], float], T],
        tell: Callable[[Table[Any], T], None] | None = None,
        beside: Sequence[Beside] = (),
        by: str | None = None,
        first: Callable[[Table[Any]], Awaitable[None]] | None = None,
    ) -> T:
        """Change a table, store it, tell everybody. What `fn` refuses with an IronbottomError changes nothing, nor does
        an error of ours before the act is on disk. `tell` makes the player's receipt, before it is; `beside` is stored
        in one piece with the rest, and `fn` may add to it; `by`: the player who acts, whose pages are told that it
        was he; `first` looks up what `fn` must know of what is stored."""
        if not room.gone:
            room = self.rooms.setdefault(room.key, room)
        room.used += 1
        try:
            async with room.lock:
                table = await self._loaded(room)
                assert room.meta is not None
                if first is not None:
                    await first(table)
                before = Before(table, {socket.viewer for socket in room.sockets})
                now = self.clock()
                room.faces.stale()
                refused = False
                try:
                    try:
                        result = fn(table, now)
                        while alone(room, table) and (order := table.ordered()) is not None:
                            table.do(order[0], list(order[1]), now)
                    except IronbottomError:
                        refused = not table.changes
                        raise
                    changes, table.changes = table.changes, Changes()
                    if changes.seats:
                        await self._on_leave(table)
                    touched = before.touched(table, changes)
                    messages = self._messages(room, table, touched, by, await self._muted(room, table, changes))
                    if tell is not None:
                        tell(table, result)
                    summaries = {viewer: self._summary(table, viewer, now) for viewer in touched}
                    if before.over is None and table.over is not None and room.meta.match is not None:
                        beside = [*beside, ended(table, room.meta, now)]
                    await self.repository.save(table, room.meta, changes, summaries, beside)
                except BaseException as error:
                    if not refused:
                        room.table = None
                        room.faces.stale()
                    if isinstance(error, Elsewhere):
                        self.drop(room)
                    raise
                for socket, rev, text in messages:
                    socket.put(text)
                    socket.rev, socket.sure, socket.said = rev, len(table.seat_log(socket.viewer).lines), table.said
                self._told(room, touched)
                return result
        finally:
            room.used -= 1

    async def _on_leave(self, table: Table[Any]) -> None:
        """The clocks of a table mind the leave of those who sit there now."""
        players = {side: seat.player for side, seat in table.seats.items() if seat.player is not None}
        away = await self.repository.store.read(lambda c: away_of(c, players))
        on_leave(table, away)

    @staticmethod
    def _summary(table: Table[Any], viewer: int, now: float) -> Summary:
        return Summary(table.number(viewer), table.log[-1].turn if table.log else "", now)

    # -- telling --

    def _messages(
        self, room: Room, table: Table[Any], touched: set[int], by: str | None, muted: Mapping[str, frozenset[int]]
    ) -> list[tuple[Socket, int, str]]:
        """What the open pages of these viewers are to be sent, and the revision that it brings them to: nothing where
        nothing has changed for them. The seats of people who are away are looked at too: an act that they could not be
        shown is none. `muted`: the lines of the chat whose words a player does not get."""
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
                own, unheard = by == socket.player, muted.get(socket.player, frozenset())
                seen = (socket.viewer, socket.rev, socket.sure, socket.said)
                key = (*seen, self._seated(room, table, socket.player), own, unheard)
                if key not in ready:
                    ready[key] = frame(face, table, *seen, thinking, own, unheard)
                found.append((socket, face.rev, ready[key]))
        return found

    async def _muted(self, room: Room, table: Table[Any], changes: Changes) -> dict[str, frozenset[int]]:
        """For those who have the table open: what has been said now by somebody whom they have blocked."""
        found: dict[str, frozenset[int]] = {}
        for said in changes.chat:
            if (speaker := table.seats[said.by].player) is not None:
                for player in await self.repository.blockers(speaker, {socket.player for socket in room.sockets}):
                    found[player] = found.get(player, frozenset()) | {said.n}
        return found

    @staticmethod
    def _seated(room: Room, table: Table[Any], player: str) -> str:
        """The player if he has a seat here, or let computers play here; all others are alike."""
        return player if any(seat.player == player for seat in table.seats.values()) or made_by(room, player) else ""

    @staticmethod
    def thinking(room: Room, table: Table[Any]) -> list[str]:
        """The computers that think now."""
        return [table.game.side_name(side) for side in sorted(room.thinking)]

    def face(self, room: Room, table: Table[Any], viewer: int, player: str) -> Face:
        """How the table stands for a viewer: made once between two acts."""
        return room.faces.of(table, (viewer, self._seated(room, table, player)), self._beside(room, table, player))

    def message(self, room: Room, table: Table[Any], viewer: int, player: str, after: int, said: int) -> dict[str, Any]:
        """The message to a viewer, with its lines after number `after` and the chat after number `said`."""
        return whole(self.face(room, table, viewer, player), table, viewer, after, said, self.thinking(room, table))

    def at_line(self, room: Room, table: Table[Any], viewer: int, player: str, number: int) -> dict[str, Any]:
        """The message of a position gone by, after a viewer's line `number`."""
        rev = self.face(room, table, viewer, player).rev
        data = {**past(table, viewer, number, player), **self._beside(room, table, player), "rev": rev}
        return {**data, "thinking": self.thinking(room, table)}

    def _beside(self, room: Room, table: Table[Any], player: str) -> dict[str, Any]:
        """What the server knows of a table, beside the table itself; `player`: who looks."""
        meta = room.meta
        assert meta is not None
        data: dict[str, Any] = {
            "id": room.key,
            "mode": meta.mode,
            "rematch": meta.rematch,
            "report": reported(table),
            "maker": [table.game.side_name(side) for side, s in table.seats.items() if s.player == meta.maker],
        }
        if made_by(room, player):
            data["made"] = True
        if meta.overlay != self.catalogue.overlay(table.game.slug):
            data["drawn"] = f"/api/tables/{room.key}/drawn"
        if name := table.header.get("copy"):
            data["copy"] = name
        if meta.asked:
            data["asked"] = {table.game.side_name(side): iso(since + SILENCE) for side, since in meta.asked.items()}
        if meta.ousted:
            data["sat"] = [{"name": name} for name in meta.ousted.values()]
        if meta.notice:
            data["notice"] = meta.notice
        if meta.match is not None:
            data["watched"] = meta.match.watch
            if meta.match.tournament:
                data["tournament"] = meta.match.tournament
        return data

    def tell_here(self, room: Room) -> None:
        """Tell a table where several people sit which of them have it open; a page that knows it already is told
        nothing, so that nobody learns how often another opens his, or that somebody looks on."""
        table = room.table
        if table is None:
            return
        players = {seat.player for seat in table.seats.values() if seat.player is not None}
        if len(players) < 2:
            return
        here = {socket.player for socket in room.sockets}
        sides = [table.game.side_name(side) for side in table.sides if table.seats[side].player in here]
        data = dump({"type": "here", "sides": sides})
        for socket in list(room.sockets):
            if socket.here != data:
                socket.here = data
                socket.put(data)

    def thoughts(self, room: Room, table: Table[Any]) -> str:
        """What pages are told of a table's computers."""
        return dump({"type": "thinking", "sides": self.thinking(room, table), "ahead": room.ahead})

    def tell_thinking(self, room: Room) -> None:
        """Tell a table which computers think now."""
        table = room.table
        if table is None:
            return
        data = self.thoughts(room, table)
        for socket in list(room.sockets):
            socket.put(data)

    def _told(self, room: Room, touched: set[int]) -> None:
        table = room.table
        if table is not None:
            for side in touched:
                seat = table.seats.get(side)
                if seat is not None and seat.player is not None:
                    self.bells.ring(seat.player)
        for listener in self.acted:
            try:
                listener(room)
            except Exception:  # it is stored: whatever goes wrong in telling must not look like a refusal
                log.exception("not everybody was told of an act at the table %s", room.key)

    async def renamed(self, player: str, name: str) -> None:
        """The tables in memory are told of a player's new name; the others read it from the disk."""
        self.tell_others("name", [player, name])
        await self.renamed_here(player, name)

    async def renamed_here(self, player: str, name: str) -> None:
        """The same for those that this server holds."""
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

    def send_away(self, player: str) -> None:
        """Close all connections of a player, at all servers: his pages come back, and find out whether they still
        may."""
        self.tell_others("away", [player])
        self.send_away_here(player)

    def send_away_here(self, player: str) -> None:
        """The same at this server."""
        sockets = [socket for room in self.rooms.values() for socket in room.sockets if socket.player == player]
        for socket in [*sockets, *self.bells.live.get(player, ())]:
            socket.put(None)

    def tell(self, player: str, data: Mapping[str, Any]) -> None:
        """Tell a player something that is not about the table before him: at all tables where he is, and in his
        lists."""
        self.tell_others("told", [player, data])
        self.tell_player_here(player, data)

    def tell_player_here(self, player: str, data: Mapping[str, Any]) -> None:
        """The same at this server."""
        text = dump(data)
        sockets = [socket for room in self.rooms.values() for socket in room.sockets if socket.player == player]
        for socket in [*sockets, *self.bells.live.get(player, ())]:
            socket.put(text)

    def changed_beneath(self, keys: Sequence[str]) -> None:
        """Tables have been changed where they are stored, by nobody's act: whoever holds one reads it anew, and the
        pages that have it open come back for it."""
        self.tell_others("changed", list(keys))
        self.changed_here(keys)

    def changed_here(self, keys: Sequence[str]) -> None:
        """The same for those that this server holds."""
        for key in keys:
            if (room := self.rooms.get(key)) is not None:
                self.drop(room)

    async def ping(self, every: float) -> None:
        """Let all connections know now and then that they still stand."""
        while True:
            groups = [*(room.sockets for room in self.rooms.values()), *self.bells.live.values()]
            for sockets in groups:  # by turns: all at once, a thousand of them hold everybody up
                await asyncio.sleep(every / len(groups))
                for socket in list(sockets):
                    ping(socket)
            if not groups:
                await asyncio.sleep(every)

    # -- who may see what --

    def viewer(self, room: Room, table: Table[Any], player: str, seat: str) -> int:
        """The viewer that a player may be at this table under that name. Raises Forbidden."""
        assert room.meta is not None
        held = {side for side, s in table.seats.items() if s.player == player}
        around = bool(held) or player in room.watchers or player == room.meta.maker or watched(room.meta, table)
        if not around:
            raise Forbidden(NO_SEAT)
        if not seat:
            seat = self.first_seat(room, table, player)
        shown = table.over is not None or unmanned(room, table)
        if seat == "truth":
            if not shown:
                raise Forbidden(table.words.say("refused.running"))
            return TRUTH
        if seat == "observer":
            return OBSERVER
        side = table.game.side_of(seat)
        if side in held and curtain(table, side) is None:
            room.shown[player] = side
        if side in held or (shown and side in table.seats):
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


    def spend(self, player: str, actions: int, draft: Draft | None = None) -> None:
        """Take these actions, in a draft as long as it is, from what a player may play at once. Raises TooMany."""
        if not self._played.take(player, actions + (len(draft.moves) // IN_DRAFT if draft is not None else 0)):
            raise TooMany("these are too many moves at once; wait a moment")


class Before:
    """What each viewer saw before an act, to know afterwards who has to be told of it; `looking`: who has it open."""

    def __init__(self, table: Table[Any], looking: Set[int] = frozenset()) -> None:
        self.waiting = table.waiting()
        self.over = table.over
        self.everybody = {*table.sides, OBSERVER, *looking}
        self.seen = {viewer: self._sees(table, viewer) for viewer in self.everybody}

    @staticmethod
    def _sees(table: Table[Any], viewer: int) -> tuple[Any, int]:
        return table.view(viewer).replace(news=()), table.number(viewer)

    def touched(self, table: Table[Any], changes: Changes) -> set[int]:
        """The viewers whose message is another now; a function of what each of them may know."""
        if (
            changes.offers
            or changes.chat
            or changes.seats
            or changes.agreement
            or table.waiting() != self.waiting
            or table.over != self.over
        ):
            return set(self.everybody)
        touched = {viewer for viewer in self.everybody if self._sees(table, viewer) != self.seen[viewer]}
        return touched | changes.drafts | changes.orders | {side for side, _ in changes.notes}
