"""The lobby: new games, a player's list, links and seats, deleting, another game."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.game import Game
from ironbottom.kernel.options import choose
from ironbottom.kernel.step import OBSERVER
from ironbottom.server.copies import Copies
from ironbottom.server.errors import Forbidden, NotFound
from ironbottom.server.making import COMPUTERS, UNLISTED, make, mode_of
from ironbottom.server.players import hashed, hashed_code, recovery_code, secret
from ironbottom.server.repository import Answered, Asked, Beside, Listed, Match, Meta, NewLink, NewTable, Taken
from ironbottom.server.tables import NO_SEAT, SILENCE, Room, Tables, made_by
from ironbottom.table.agreement import moved
from ironbottom.table.message import agreed_clock, dice
from ironbottom.table.seats import BOT, HUMAN, Seat, Terms, told_apart
from ironbottom.table.table import Table, iso

VOID = "this link is not valid any more"
COUNTS = "this game counts, for the ratings or a tournament: resign it first, or end it in agreement"
KEPT = "this game counts, for the ratings or a tournament: its seats are not handed on"


class Lobby:
    """The lobby of a server's tables."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.repository = tables.repository
        self.copies = Copies(tables.repository, tables.catalogue, tables.settings.limits.copies, tables.clock)
        self.wanted: list[Callable[[Room, int], None]] = []
        """Who is told when the maker of a table asks for a seat: notices."""

    async def create(
        self,
        player: str,
        name: str,
        slug: str,
        scenario: str,
        options: Mapping[str, Any],
        wanted: Mapping[str, str],
        terms: Terms,
        copy: str | None = None,
        match: Match | None = None,
    ) -> tuple[str, dict[str, str]]:
        """A new table: its id, and the links to its free seats and the observers' chairs. `copy`: the id of the copy
        of the game that it is played with; None: this server's own. `match`: what makes it one; a bank of time does."""
        catalogue = self.tables.catalogue
        game, overlay, copied = await self.game(player, slug, scenario, copy)
        found = [s for s in game.scenarios if s.id == scenario]
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
            elif who.startswith("bot:") and (bot := catalogue.bot(slug, who[4:])) is not None:
                seats.append(Seat(side, BOT, bot["name"], None, bot["id"]))
            else:
                raise BadInput("a seat is for 'me', a 'friend', or 'bot:' and the id of a computer player")
        mode = mode_of(seats)
        if mode == COMPUTERS and (terms.days or terms.bank):
            raise BadInput("computers that play each other have no clock: they go on while somebody looks on")
        if mode != COMPUTERS and all(seat.player is None for seat in seats):
            raise BadInput("take a seat yourself, or let computers play all sides")
        links[OBSERVER] = secret()
        chosen = dict(choose(game.options, scenario, options))
        match = match or (Match() if terms.bank else None)
        table = make(
            game, scenario, chosen, seats, terms, self.tables.clock(), overlay=overlay, copy=copied,
            by=next((seat.side for seat in seats if seat.player == player), None), signed_by=self.tables.key,
        )  # fmt: skip
        return await self.tables.open(table, player, mode, links, overlay, match)

    async def game(
        self, player: str, slug: str, scenario: str, copy: str | None
    ) -> tuple[Game[Any], dict[str, Any] | None, str]:
        """The game of a new table with the copy that it is played with: its corrections and its name. Raises
        BadInput, NotFound."""
        self.tables.catalogue.game(slug)
        overlay, copied = await self.copies.chosen(player, slug, copy)
        game = self.tables.catalogue.load(slug, overlay)
        if not any(s.id == scenario and not s.former for s in game.scenarios):
            raise BadInput(f"{game.title} has no scenario '{scenario[:40]}'")
        return game, overlay, copied

    # -- the list --

    async def tables_of(self, player: str, hidden: bool = False) -> list[dict[str, Any]]:
        """A player's tables, newest first, as his seat may know of them; or those that he has hidden."""
        listed = await self.repository.listed(player, hidden, UNLISTED)
        leaving = await self.repository.wanted_gone(player)
        found: dict[str, dict[str, Any]] = {}
        names: dict[str, dict[str, Any]] = {}
        watched = any(one.mode == COMPUTERS for one in listed)
        made = await self.repository.made(player, COMPUTERS) if watched else []
        for one in listed:
            if one.id in found:
                if one.side != OBSERVER and one.side in one.waiting:
                    found[one.id]["yours"] = True
                continue
            known = names[one.id] = self.tables.catalogue.names(one.game) or await self.repository.names(one.id)
            sides = known["sides"]
            found[one.id] = {
                "id": one.id, "game": one.game, "scenario": one.scenario, "title": known["title"], "mode": one.mode,
                "seats": [], "turn": one.turn, "yours": one.side != OBSERVER and one.side in one.waiting,
                "waiting": [sides[n] for n in one.waiting], "over": _over(one, sides), "updated": iso(one.updated),
                "number": one.number, "leaving": one.id in leaving, "asked": None, "sat": [],
                "missing": known.get("missing"), "match": None, "due": None, "made": one.id in made,
            }  # fmt: skip
        for key, terms, tournament, begun, aborted, _ in await self.repository.matches(tuple(found)):
            found[key]["match"] = {
                "clock": agreed_clock(terms), "live": terms.live, "rated": terms.rated, "tournament": tournament,
                "begun": begun, "aborted": aborted,
            }  # fmt: skip
        for key, due in (await self.repository.due(tuple(found))).items():
            found[key]["due"] = iso(due)
        for key, owner, name in await self.repository.ousted(tuple(found)):
            found[key]["sat"].append({"name": name, "you": owner == player})
        rows = await self.repository.seats(tuple(found))
        people: dict[str, list[tuple[str, str | None]]] = {}
        for key, _, _, name, holder, _ in rows:
            people.setdefault(key, []).append((name, holder))
        called = {key: iter(told_apart(those)) for key, those in people.items()}
        for key, side, kind, _, holder, asked in rows:
            entry, name = found[key], next(called[key])
            if asked is not None and holder == player:
                entry["asked"] = iso(asked + SILENCE)
            entry["seats"].append({
                "side": names[key]["sides"][side], "name": name, "kind": kind, "you": holder == player,
                "taken": kind == BOT or holder is not None,
            })  # fmt: skip
        return list(found.values())

    # -- links --

    async def _link(self, text: str) -> tuple[str, int]:
        found = await self.repository.seat_of_link(hashed(text)) if len(text) < 100 else None
        if found is None:
            raise NotFound(VOID)
        return found

    async def invitation(self, text: str) -> dict[str, Any]:
        """What one would accept by a link."""
        key, side = await self._link(text)
        async with self.tables.at(key) as (room, table):
            game = table.game
            assert room.meta is not None
            maker = await self.repository.player(room.meta.maker)
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
                "by": maker[0] if maker else "",
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
                    if name in options and not (options[name].retired and options[name].default == value)
                ],
                "clock": agreed_clock(table.terms),
                "rated": table.terms.rated,
                "hints": table.terms.hints,
                "copy": await self.copies.told(game, table.header.get("copy", ""), room.meta.overlay),
                "dice": dice(table, None),
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

    async def differing(self, player: str, text: str, other: str) -> list[dict[str, Any]]:
        """How what is played at the table of a link differs from a copy of the reader's."""
        key, _ = await self._link(text)
        return await self._against(player, key, other)

    async def beside(self, player: str, key: str, other: str) -> list[dict[str, Any]]:
        """The same for a table where the reader is."""
        await self.played(player, key)
        return await self._against(player, key, other)

    async def _against(self, player: str, key: str, other: str) -> list[dict[str, Any]]:
        async with self.tables.at(key) as (room, table):
            assert room.meta is not None
            slug, overlay = table.game.slug, room.meta.overlay
        return await self.copies.against(player, slug, overlay, other)

    async def played(self, player: str, key: str) -> dict[str, Any] | None:
        """The copy that a table is played with, as `invitation` tells it."""
        async with self.tables.at(key) as (room, table):
            self.tables.viewer(room, table, player, "")
            assert room.meta is not None
            name, overlay = table.header.get("copy", ""), room.meta.overlay
        return await self.copies.told(table.game, name, overlay)

    async def own_words(self, player: str, key: str) -> Mapping[str, str]:
        """What the cards say in the reader's own copy, where a table is played with it."""
        async with self.tables.at(key) as (room, table):
            self.tables.viewer(room, table, player, "")
            assert room.meta is not None
            name, overlay, maker = table.header.get("copy", ""), room.meta.overlay, room.meta.maker == player
        return await self.copies.words(player, table.game.slug, name, overlay, maker)

    async def join(self, player: str, name: str, text: str) -> dict[str, str | None]:
        """Take the seat, or an observer's chair, of a link; with a seat comes its recovery code, which is told this
        once. Raises Forbidden for a seat that another holds, unless the link is one that takes it over from him."""
        key, side = await self._link(text)
        await self.heard(player, key)
        room = await self.tables.room(key)
        async with self.tables.at(key) as (_, table):
            assert room.meta is not None
            there = {room.meta.maker, *(s.player for s in table.seats.values() if s.player is not None)} - {player}
        if await self.repository.apart(player, there):
            raise Forbidden("this link is not for you: somebody at this table and you do not play with each other")
        if side == OBSERVER:
            await self.repository.watch(key, player)
            room.watchers.add(player)
            return {"id": key, "side": "observer", "code": None}
        beside: list[Beside] = []
        code, mine = recovery_code(), hashed(text)
        valid: set[bytes | None] = set()
        successor: bytes | None = None

        async def first(table: Table[Any]) -> None:
            nonlocal successor
            link, successor = await self.repository.links(key, side)
            valid.update((link, successor))

        def fn(table: Table[Any], now: float) -> tuple[str, str | None]:
            assert room.meta is not None
            seat = table.seats[side]
            before = seat.player
            if mine not in valid:
                raise NotFound(VOID)
            if before == player:
                return table.game.side_name(side), None
            if before is not None and mine != successor:
                raise Forbidden("this seat is taken")
            table.seats[side] = seat.replace(player=player, name=name)
            moved(table, side, now)
            table.changes.seats = True
            room.meta.ousted.pop(player, None)
            ousted = before if room.meta.asked.pop(side, None) is not None else None
            if ousted is not None:
                room.meta.ousted[ousted] = seat.name
                room.watchers.add(ousted)
            beside.append(Taken(side, mine, hashed_code(code), player, ousted))
            return table.game.side_name(side), before

        name_of_side, before = await self.tables.act(room, fn, beside=beside, first=first)
        for socket in list(room.sockets):
            if socket.viewer == side and socket.player == before:
                socket.put(None)
        if before is not None:
            self.tables.bells.ring(before)
        return {"id": key, "side": name_of_side, "code": code if beside else None}

    async def relink(self, player: str, key: str, name: str) -> str:
        """A new link for a seat (or the observers); the one before is void. Who holds a seat can always make one, and
        keeps the seat until another takes the link. Who made the table can do so for a free seat and the observers, and
        for a seat that he has asked for in vain. Raises Forbidden, BadInput."""
        room = await self.tables.room(key)
        text = secret()
        beside: list[Beside] = []

        def fn(table: Table[Any], now: float) -> None:
            assert room.meta is not None
            side = table.game.side_of(name)
            held = side != OBSERVER and self._holder(table, room.meta, side) is not None
            if held and table.terms.counts:
                raise Forbidden(KEPT)
            if not held or table.seats[side].player != player:
                if room.meta.maker != player:
                    raise Forbidden("only who holds the seat, or made the table, can issue a new link")
                if held:
                    self._check_silence(table, room.meta, side, now)
            beside.append(NewLink(side, hashed(text), held))

        await self.tables.act(room, fn, beside=beside)
        return f"{self.tables.base_for_others(player)}/join/{text}"

    @staticmethod
    def _holder(table: Table[Any], meta: Meta, side: int) -> str | None:
        """Who holds a seat that may change hands. Raises BadInput."""
        if side not in table.seats or table.seats[side].kind != HUMAN or meta.mode in UNLISTED:
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
        room = await self.tables.room(key)
        beside: list[Beside] = []

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
            if table.terms.counts:
                raise Forbidden(KEPT)
            if side not in room.meta.asked:
                room.meta.asked[side] = now
                table.changes.seats = True
                beside.append(Asked(side, now))
            return side, room.meta.asked[side] + SILENCE

        side, due = await self.tables.act(room, fn, beside=beside)
        if beside:
            for listener in self.wanted:
                listener(room, side)
        return iso(due)

    async def heard(self, player: str, key: str) -> None:
        """A player did something at a table: if his seat was asked for, that is answered."""
        here = self.tables.rooms.get(key)
        if here is not None and here.table is not None and here.meta is not None:
            if all(here.table.seats[side].player != player for side in here.meta.asked):
                return
        elif not await self.repository.asked(key, player):
            return
        async with self.tables.locked(key) as room:
            if room.table is None:  # nobody looks at it, and it may be one that cannot be loaded
                await self.repository.answered(key, player)
                return

        def fn(table: Table[Any], now: float) -> None:
            assert room.meta is not None
            for side, seat in table.seats.items():
                if seat.player == player:
                    room.meta.asked.pop(side, None)
            table.changes.seats = True

        await self.tables.act(room, fn, beside=[Answered(player)])

    async def new_code(self, player: str, key: str, name: str) -> str:
        """Another recovery code for a seat of one's own; the one before is void. Raises Forbidden, BadInput."""
        code = recovery_code()
        async with self.tables.at(key) as (room, table):
            assert room.meta is not None
            side = self.tables.seat(table, player, name)
            self._holder(table, room.meta, side)
            await self.repository.set_code(key, side, hashed_code(code))
        return code

    async def recover(self, code: str) -> dict[str, str]:
        """A new link for the seat of a recovery code, for whoever knows it. Raises NotFound."""
        found = await self.repository.seat_of_code(hashed_code(code))
        if found is None:
            raise NotFound("no seat has this recovery code; a new code for a seat voids the one before")
        key, side, player = found
        await self.heard(player, key)
        async with self.tables.at(key) as (_, table):
            name = table.game.side_name(side)
        return {"id": key, "side": name, "url": await self.relink(player, key, name)}

    async def hide(self, player: str, key: str) -> None:
        """Take a table off a player's list, whether it can be loaded or not."""
        async with self._of(player, key):
            await self.repository.hide(key, player)
        self.tables.bells.ring(player)

    async def show(self, player: str, key: str) -> None:
        """Bring a hidden table back to a player's list; if he wanted it deleted, he does not any more."""
        async with self._of(player, key):
            await self.repository.unhide(key, player)
        self.tables.bells.ring(player)

    @asynccontextmanager
    async def _of(self, player: str, key: str) -> AsyncIterator[None]:
        """A table that a player may look at, locked. Raises Forbidden."""
        async with self.tables.locked(key):
            if player not in set().union(*await self.repository.people(key)):
                raise Forbidden(NO_SEAT)
            yield

    async def delete(self, player: str, key: str) -> bool:
        """A player wants a table deleted, whether it can be loaded or not: it leaves his list at once, and goes for
        good when all the people who sit at it, or sat there until their seat was given to another, want it so; where
        computers alone play, when who made it does.
        Whether it has gone."""
        async with self.tables.locked(key) as room:
            people, others = await self.repository.people(key)
            if player not in people:
                raise Forbidden(NO_SEAT)
            if any(counts for *_, counts in await self.repository.matches((key,))):
                raise Forbidden(COUNTS)
            goes = people <= {player, *await self.repository.leavers(key)}
            if goes:
                await self.repository.delete(key)
                self.tables.forget(room)
            else:
                await self.repository.leave(key, player)
        for other in people | others:
            self.tables.bells.ring(other)
        return goes

    async def rematch(self, player: str, key: str, side_name: str, same: bool = False) -> str | None:
        """A table like this one with the sides swapped, or the `same`, for the same players; made once, when the people
        at this one agree. None: the others have been asked. Where computers alone play, nobody need be asked."""
        tables = self.tables
        room = await tables.room(key)
        async with tables.at(key) as (_, table):
            assert room.meta is not None
            if mine := made_by(room, player):
                if table.over is None:
                    raise Forbidden(table.words.say("refused.rematch_running"))
                new, links = self._again(table, player, room.meta.overlay, same)
                overlay = room.meta.overlay
        if mine:
            return (await tables.open(new, player, COMPUTERS, links, overlay))[0]
        beside: list[Beside] = []
        made: list[Room] = []
        ready: list[tuple[Room, NewTable]] = []

        async def first(table: Table[Any]) -> None:
            assert room.meta is not None
            side = tables.seat(table, player, side_name)
            if room.meta.rematch is None and table.over is not None and table.agreed(side):
                new, links = self._again(table, player, room.meta.overlay, table.same_sides(side, same))
                match = room.meta.match and Match(room.meta.match.watch)
                ready.append(await tables.made(new, player, room.meta.mode, links, room.meta.overlay, match))

        def fn(table: Table[Any], now: float) -> str | None:
            side = tables.seat(table, player, side_name)
            assert room.meta is not None
            if room.meta.rematch is None and table.rematch(side, same):
                ((next_room, new),) = ready
                made.append(next_room)
                beside.append(new)
                room.meta.rematch = next_room.key
                table.offers.clear()
                table.changes.offers = True
            return room.meta.rematch

        found = await tables.act(room, fn, beside=beside, first=first)
        for next_room in made:
            tables.opened(next_room)
        return found

    def _again(
        self, table: Table[Any], player: str, overlay: dict[str, Any] | None, same: bool
    ) -> tuple[Table[Any], dict[int, str]]:
        """A table like this one with the sides swapped, or the `same`, which a player makes, and the secrets of the
        links to its free chairs."""
        holders = [table.seats[s] for s in (table.sides if same else reversed(table.sides))]
        seats = [holder.replace(side=s) for s, holder in zip(table.sides, holders, strict=True)]
        options = table.header["options"]
        new = make(
            table.game, table.scenario, options, seats, table.terms.replace(tournament=False), self.tables.clock(),
            overlay=overlay, copy=table.header.get("copy", ""),
            by=next((seat.side for seat in seats if seat.player == player), None), signed_by=self.tables.key,
        )  # fmt: skip
        links = {s.side: secret() for s in seats if s.kind == HUMAN and s.player is None}
        return new, {**links, OBSERVER: secret()}


def _over(one: Listed, sides: Sequence[str]) -> dict[str, Any] | None:
    """How a game in the list ended."""
    if one.over is None:
        return None
    returns, text = one.over
    return {"winners": [sides[n] for n, points in enumerate(returns) if points > 0], "text": text}
