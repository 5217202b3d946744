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
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import msgspec

from ironbottom.kernel.dice import seed_hash
from ironbottom.kernel.errors import BadInput, IronbottomError
from ironbottom.kernel.game import Game
from ironbottom.kernel.options import choose
from ironbottom.kernel.record import header
from ironbottom.kernel.step import OBSERVER
from ironbottom.opponents.worlds import searcher_of
from ironbottom.server import keep
from ironbottom.server.errors import Forbidden, NotFound, TooMany
from ironbottom.server.keep import Meta, Summary
from ironbottom.server.settings import Settings
from ironbottom.server.shelf import Shelf
from ironbottom.server.store import Store
from ironbottom.table.log import TRUTH
from ironbottom.table.message import chat_after, curtain, lines_after, standing
from ironbottom.table.seats import BOT, HUMAN, Seat, Terms
from ironbottom.table.table import Changes, Table, iso

T = TypeVar("T")
log = logging.getLogger("ironbottom")

QUEUED = 1 << 20
"""Bytes that may wait for a connection that does not read; then it is closed, and its page comes back with the last
numbers that it has. A message that nothing waits before may be larger."""
SLOW = (1013, "this connection did not keep up; open another one with your last numbers")
AGAIN = (1012, "come back later")

PLAIN = ("n", "sure", "said", "curtain")
"""What the server itself reads of a message; the rest is kept as it is sent."""


def secret() -> str:
    """A new secret of 192 bits for a link or a cookie."""
    return secrets.token_urlsafe(24)


def hashed(text: str) -> bytes:
    """What is stored of a secret."""
    return hashlib.sha256(text.encode()).digest()


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
    """A table in memory."""

    def __init__(self, key: str) -> None:
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
        self.faces: dict[tuple[int, str], dict[str, Any]] = {}
        """How it stands for each viewer and player, since the last act, written out."""
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
        self.importing = asyncio.Lock()
        """One record at a time is read: it takes a while."""

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
        """A link that takes the player to another device, good for a day."""
        text, until = secret(), self.clock() + 86400

        def job(c: Any) -> None:
            c.execute("DELETE FROM tokens WHERE kind = 'link' AND (player = ? OR until < ?)", (player, self.clock()))
            c.execute("INSERT INTO tokens VALUES (?,?,'link',?)", (hashed(text), player, until))

        await self.store.write(job)
        return f"{self.link_base}/me/{text}"

    async def follow_personal_link(self, text: str) -> str:
        """A cookie for the player of a personal link."""
        rows = self.store.read(
            "SELECT player FROM tokens WHERE hash = ? AND kind = 'link' AND until > ?", (hashed(text), self.clock())
        )
        if not rows:
            raise NotFound("this link is not valid any more")
        cookie = secret()
        await self.store.write(
            lambda c: c.execute("INSERT INTO tokens VALUES (?,?,'cookie',NULL)", (hashed(cookie), rows[0][0])).rowcount
        )
        return cookie

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
        """Store a new table."""
        (made,) = self.store.read("SELECT count(*) FROM tables WHERE maker = ? AND over IS NULL", (player,))[0]
        if made >= self.settings.limits.tables:
            raise TooMany("you have too many running games; end some of them first")
        meta = Meta(secrets.token_urlsafe(16), mode, player, self.clock(), overlay)
        changes, table.changes = table.changes, Changes()
        hashes = {side: hashed(text) for side, text in links.items()}
        summaries = {viewer: self._summary(table, viewer, meta.created) for viewer in (*table.sides, OBSERVER)}
        room = Room(meta.id)
        room.table, room.meta = table, meta
        self._messages(room, table, set(table.sides))
        await self.store.write(lambda c: keep.create(c, table, meta, changes, hashes, summaries))
        for side in reversed(table.waiting()):
            if (seat := table.seats.get(side)) is not None and seat.player is not None:
                room.shown[seat.player] = side
        self._remember(room)
        self._told(room, set(table.sides))
        named = {table.game.side_name(side): f"{self.link_base}/join/{text}" for side, text in links.items()}
        return meta.id, named

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
            room = Room(key)
        self._remember(room)
        return room

    async def _loaded(self, room: Room) -> Table[Any]:
        """The table of a room whose lock is held."""
        if room.gone:
            raise NotFound("this game has been deleted")
        if room.table is None:
            await self.store.write(lambda c: None)  # whatever was on its way to the disk has arrived
            found = keep.load(self.store, room.key, self.game_of, self.clock())
            if found is None:
                raise NotFound("there is no such table")
            room.table, room.meta = found
            room.faces = {}
            rows = self.store.read("SELECT player FROM watchers WHERE game_table = ?", (room.key,))
            room.watchers = {row[0] for row in rows}
        return room.table

    @asynccontextmanager
    async def at(self, key: str) -> AsyncIterator[tuple[Room, Table[Any]]]:
        """A table to look at, as it is on disk."""
        room = self.room(key)
        room.used += 1
        try:
            async with room.lock:
                yield room, await self._loaded(room)
        finally:
            room.used -= 1

    async def act(
        self, room: Room, fn: Callable[[Table[Any], float], T], tell: Callable[[Table[Any], T], None] | None = None
    ) -> T:
        """Change a table, store it, tell everybody. What `fn` refuses with an IronbottomError changes nothing, nor does
        an error of ours before the act is on disk. `tell` makes the player's answer, before it is."""
        if not room.gone:
            room = self.rooms.setdefault(room.key, room)
        room.used += 1
        try:
            async with room.lock:
                table = await self._loaded(room)
                assert room.meta is not None
                before = Before(table)
                now = self.clock()
                room.faces = {}
                refused = False
                try:
                    try:
                        result = fn(table, now)
                    except IronbottomError:
                        refused = not table.changes
                        raise
                    changes, table.changes = table.changes, Changes()
                    touched = before.touched(table, changes)
                    messages = self._messages(room, table, touched)
                    if tell is not None:
                        tell(table, result)
                    await self._save(table, room.meta, changes, touched, now)
                except BaseException:
                    if not refused:
                        room.table, room.faces = None, {}
                    raise
                for socket, text in messages:
                    socket.put(text)
                    socket.sure, socket.said = len(table.seat_log(socket.viewer).lines), table.said
                    room.told = asyncio.get_running_loop().time()
                self._told(room, touched)
                return result
        finally:
            room.used -= 1

    async def _save(
        self, table: Table[Any], meta: Meta, changes: Changes, touched: Iterable[int], now: float
    ) -> None:
        summaries = {viewer: self._summary(table, viewer, now) for viewer in touched}
        await self.store.write(lambda c: keep.save(c, table, meta, changes, summaries))

    @staticmethod
    def _summary(table: Table[Any], viewer: int, now: float) -> Summary:
        return Summary(table.number(viewer), table.log[-1].turn if table.log else "", now)

    # -- telling --

    def _messages(self, room: Room, table: Table[Any], touched: set[int]) -> list[tuple[Socket, str]]:
        """What the open pages of these viewers are to be sent. The seats of people who are away are looked at too: an
        act that they could not be shown is none."""
        for side in touched:
            seat = table.seats.get(side)
            if seat is not None and seat.player is not None:
                self.standing(room, table, side, seat.player)
        ready: dict[tuple[int, str, int, int], str] = {}
        found = []
        for socket in room.sockets:
            if socket.viewer in touched:
                key = (socket.viewer, self._seated(table, socket.player), socket.sure, socket.said)
                if key not in ready:
                    ready[key] = keep.dump({"type": "message", **self.told(room, table, *key)})
                found.append((socket, ready[key]))
        return found

    @staticmethod
    def _seated(table: Table[Any], player: str) -> str:
        """The player if he has a seat here; all others are alike."""
        return player if any(seat.player == player for seat in table.seats.values()) else ""

    def standing(self, room: Room, table: Table[Any], viewer: int, player: str) -> dict[str, Any]:
        """How the table stands for a viewer: made and written out once between two acts."""
        player = self._seated(table, player)
        known = room.faces.get((viewer, player))
        if known is None:
            made = standing(table, viewer, player)
            known = {key: item if key in PLAIN else msgspec.Raw(keep.encode(item)) for key, item in made.items()}
            room.faces[viewer, player] = known
        return dict(known)

    def told(self, room: Room, table: Table[Any], viewer: int, player: str, after: int, said: int) -> dict[str, Any]:
        """The message to a viewer, with its lines after number `after` and the chat after number `said`."""
        data = self.frame(room, self.standing(room, table, viewer, player))
        data["lines"] = msgspec.Raw(keep.encode([] if data["curtain"] else lines_after(table, viewer, after)))
        data["chat"] = msgspec.Raw(keep.encode(chat_after(table, said)))
        return data

    def frame(self, room: Room, data: dict[str, Any]) -> dict[str, Any]:
        """A message with what the server adds to it."""
        table, meta = room.table, room.meta
        assert table is not None
        assert meta is not None
        data["id"] = room.key
        data["mode"] = meta.mode
        data["thinking"] = [table.game.side_name(side) for side in sorted(room.thinking)]
        data["rematch"] = meta.rematch
        data["report"] = table.over is not None and searcher_of(table.game) is not None
        if meta.notice:
            data["notice"] = meta.notice
        return data

    def told_thinking(self, room: Room) -> None:
        """Tell a table which computers think now."""
        table = room.table
        if table is None:
            return
        sides = [table.game.side_name(side) for side in sorted(room.thinking)]
        data = keep.dump({"type": "thinking", "sides": sides})
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
            raise Forbidden("you have no seat at this table")
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
            "(SELECT game_table FROM hidden WHERE player = ?1)) = ?3 AND t.mode != 'lesson' "
            "ORDER BY s.updated DESC LIMIT 600",
            (player, OBSERVER, int(hidden)),
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
                "updated": iso(updated), "number": number, "leaving": key in leaving,
                "missing": known.get("missing"),
            }  # fmt: skip
        marks = ",".join("?" * len(found))
        for key, side, kind, name, owner in self.store.read(
            f"SELECT game_table, side, kind, name, player FROM seats WHERE side >= 0 AND game_table IN ({marks}) "
            "ORDER BY side",
            tuple(found),
        ):
            entry = found[key]
            side_name = names[key]["sides"][side]
            entry["seats"].append({
                "side": side_name, "name": name, "kind": kind, "you": owner == player,
                "taken": kind == BOT or owner is not None,
            })  # fmt: skip
        return list(found.values())

    # -- links --

    def _link(self, text: str) -> tuple[str, int]:
        rows = (
            self.store.read("SELECT game_table, side FROM seats WHERE link = ?", (hashed(text),))
            if len(text) < 100
            else []
        )
        if not rows:
            raise NotFound("this link is not valid any more")
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

    async def join(self, player: str, name: str, text: str) -> dict[str, str]:
        """Take the seat, or an observer's chair, of a link."""
        key, side = self._link(text)
        room = self.room(key)
        if side == OBSERVER:
            await self.store.write(
                lambda c: c.execute("INSERT OR IGNORE INTO watchers VALUES (?,?)", (player, key)).rowcount
            )
            room.watchers.add(player)
            return {"id": key, "side": "observer"}

        def fn(table: Table[Any], now: float) -> str:
            seat = table.seats[side]
            if seat.player not in (None, player):
                raise Forbidden("this seat is taken")
            table.seats[side] = seat.replace(player=player, name=name)
            table.changes.seats = True
            return table.game.side_name(side)

        return {"id": key, "side": await self.act(room, fn)}

    async def relink(self, player: str, key: str, name: str) -> str:
        """A new link for a seat (or the observers); the old one is void, and who holds the seat by it loses it when
        another takes the new one."""
        async with self.at(key) as (room, table):
            assert room.meta is not None
            if room.meta.maker != player:
                raise Forbidden("only who made the table can issue a new link")
            side = table.game.side_of(name)
            if side != OBSERVER and (side not in table.seats or table.seats[side].kind != HUMAN):
                raise BadInput("there is no such seat for a person")
            if side != OBSERVER and table.seats[side].player == player:
                raise BadInput("that is your own seat; take it to another device by your personal link")
        text = secret()

        def fn(table: Table[Any], now: float) -> None:
            if side != OBSERVER:
                table.seats[side] = table.seats[side].replace(player=None)
                table.changes.seats = True

        await self.store.write(
            lambda c: (
                c.execute(
                    "UPDATE seats SET link = ? WHERE game_table = ? AND side = ?", (hashed(text), key, side)
                ).rowcount
            )
        )
        await self.act(room, fn)
        for socket in list(room.sockets):
            if socket.viewer == side and side != OBSERVER:
                socket.put(None)
        return f"{self.link_base}/join/{text}"

    @asynccontextmanager
    async def seated(self, key: str) -> AsyncIterator[tuple[Room, set[str], set[str]]]:
        """A table that need not be loaded, as its game may not be installed any more; the people who sit at it, and the
        others around it: who made it, who looks on."""
        room = self.room(key)
        room.used += 1
        try:
            async with room.lock:
                if room.gone:
                    raise NotFound("this game has been deleted")
                sit = "SELECT player FROM seats WHERE game_table = ? AND side >= 0 AND player IS NOT NULL"
                look = "SELECT player FROM watchers WHERE game_table = ?1 UNION SELECT maker FROM tables WHERE id = ?1"
                await self.store.write(lambda c: None)  # whatever was on its way to the disk has arrived
                people, others = ({row[0] for row in self.store.read(sql, (key,))} for sql in (sit, look))
                yield room, people, others
        finally:
            room.used -= 1

    @staticmethod
    def _around(player: str, people: set[str], others: set[str]) -> None:
        if player not in people | others:
            raise Forbidden("you have no seat at this table")

    async def hide(self, player: str, key: str) -> None:
        """Take a table off a player's list."""
        async with self.seated(key) as (_, people, others):
            self._around(player, people, others)
            await self.store.write(
                lambda c: c.execute("INSERT OR IGNORE INTO hidden VALUES (?,?)", (player, key)).rowcount
            )
        self.ring(player)

    async def show(self, player: str, key: str) -> None:
        """Bring a hidden table back to a player's list; if he wanted it deleted, he does not any more."""
        async with self.seated(key) as (_, people, others):
            self._around(player, people, others)

            def job(c: Any) -> None:
                for kept in ("hidden", "leavers"):
                    c.execute(f"DELETE FROM {kept} WHERE player = ? AND game_table = ?", (player, key))

            await self.store.write(job)
        self.ring(player)

    async def delete(self, player: str, key: str) -> bool:
        """A player wants a table deleted: it leaves his list at once, and goes for good when all the people who sit
        at it want it so. Whether it has gone."""
        async with self.seated(key) as (room, people, others):
            if player not in people:
                raise Forbidden("you have no seat at this table")
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

        def fn(table: Table[Any], now: float) -> bool:
            side = self.seat(table, player, side_name)
            assert room.meta is not None
            return room.meta.rematch is not None or table.rematch(side)

        if not await self.act(room, fn):
            return None
        async with self.at(key) as (room, table):
            assert room.meta is not None
            if room.meta.rematch is not None:
                return room.meta.rematch
            game = table.game
            holders = [table.seats[s] for s in table.sides]
            seats = [holder.replace(side=s) for s, holder in zip(table.sides, reversed(holders), strict=True)]
            seed = secrets.token_bytes(32)
            kinds = {game.side_name(s.side): s.bot or s.kind for s in seats}
            head = header(
                game, table.scenario, table.header["options"], seats=kinds, seed_hash=seed_hash(seed),
                started=iso(self.clock()), overlay=room.meta.overlay,
            )  # fmt: skip
            new: Table[Any] = Table(game, head, seats, table.terms, seed)
            new.begin(self.clock())
            links = {s.side: secret() for s in seats if s.kind == HUMAN and s.player is None}
            made, _ = await self.open(new, player, room.meta.mode, {**links, OBSERVER: secret()}, room.meta.overlay)
            room.meta.rematch = made

        def settled(table: Table[Any], now: float) -> None:
            table.offers.clear()
            table.changes.offers = True

        await self.act(room, settled)
        return made

    def asked_before(self, key: str, side: int, request: str) -> bool:
        """Whether a request was carried out, however long ago."""
        return bool(
            self.store.read("SELECT 1 FROM requests WHERE game_table = ? AND side = ? AND id = ?", (key, side, request))
        )

    async def message(self, player: str, key: str, seat: str, after: int, said: int) -> dict[str, Any]:
        """A seat's message."""
        async with self.at(key) as (room, table):
            return self.told(room, table, self.viewer(room, table, player, seat), player, after, said)


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
