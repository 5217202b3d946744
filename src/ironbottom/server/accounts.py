"""What a player has beside his games: sessions, passkeys, an address; whom he blocks; how he is told; all that is his,
to take along or to have deleted. And what the owner of the server may look at and do."""

from __future__ import annotations

import io
import json
import re
import secrets
import zipfile
from typing import Any, Protocol

from ironbottom.kernel.copies import write_copy
from ironbottom.kernel.errors import BadInput, IronbottomError
from ironbottom.kernel.step import OBSERVER
from ironbottom.server import outside
from ironbottom.server.club import results
from ironbottom.server.errors import Forbidden, NotFound, TooMany
from ironbottom.server.guard import Buckets
from ironbottom.server.mailing import Mail
from ironbottom.server.making import UNLISTED
from ironbottom.server.modules import Modules
from ironbottom.server.passkeys import Passkeys
from ironbottom.server.people import Complaint, MailLink, Push
from ironbottom.server.players import DAY, Players, device_of, hashed, replaced, secret
from ironbottom.server.records import Signs, give_out
from ironbottom.server.tables import Room, Tables
from ironbottom.table.table import Table, iso

ADDRESS = re.compile(r"[^@\s,;:<>()\"\[\]\\]+@[^@\s,;:<>()\"\[\]\\]+")
LINK_GOOD_FOR = 900.0
"""Seconds in which a link in a mail is to be followed."""
MOST_MAILED = 3
"""Links that are sent to one address in that time."""
MOST_PUSHES = 10
"""Devices of one player that push services reach."""
MOST_COMPLAINTS = 10
"""Complaints of one player in a day."""
MOST_QUOTED = 60
"""Lines of a chat that a complaint takes along."""
MOST_SHOWN = 200
"""Rows of the owner's lists."""
LONGEST_TEXT = 1000
FORMER = "a former player"
"""What a player is called at the tables of others after he has deleted his account."""
NO_MAIL = "this server sends no mail"
VOID = "this link has been used, or is too old; ask for another"
ELSEWHERE = "open this link in the browser in which you asked for it"
NOT_OWNER = "this page is for the owner of the server"


class Telling(Protocol):
    """How people are told something where they are not at the page: `notices.py`. In a tab nobody is."""

    @property
    def sends_mail(self) -> bool:
        """Whether there is a mail server."""

    @property
    def push_key(self) -> str:
        """The key that devices ask their push services for."""

    def write(self, mail: Mail) -> None:
        """Send a mail."""

    def say(self, player: str, name: str, title: str, subject: str, text: str, place: str) -> None:
        """Tell a player something in the ways that he wants."""

    def alert(self, title: str, subject: str, text: str, place: str) -> None:
        """Tell the owner's webhook something that is no player's."""

    async def try_out(self, player: str, name: str) -> list[str]:
        """Tell him so now: by which ways it failed."""


class Accounts:
    """The accounts of a server's players."""

    def __init__(self, tables: Tables, players: Players, modules: Modules, signer: Signs) -> None:
        self.tables = tables
        self.players = players
        self.modules = modules
        self.signer = signer
        self.repository = tables.repository
        self.settings = tables.settings
        self.clock = players.clock
        self.passkeys = Passkeys(self.repository, self.settings, self.clock)
        self.telling: Telling | None = None
        self._askers = Buckets(1 / 60, 6)
        """Who asks for links in mails, by their addresses in the network."""
        self._knocks = Buckets(0.5, 30)
        """Who tries to sign in, by the same."""

    # -- what there is --

    async def about(self, player: str, cookie: str | None) -> dict[str, Any]:
        """All that a player's page shows of his account."""
        repository, telling = self.repository, self.telling
        known = await repository.player(player)
        wishes = await repository.wishes(player)
        if known is None or wishes is None:
            raise NotFound("you are not known here")
        here, pushes = replaced(cookie), await repository.pushes(player)
        passkeys, address = await repository.passkeys(player), await repository.address(player)
        mails = telling is not None and telling.sends_mail
        return {
            "name": known[0],
            "id": player,
            "games": await repository.seats_of(player, UNLISTED),
            "can": {"mail": mails, "push": telling is not None, "passkeys": telling is not None},
            "address": (wishes.address or address) if address else None,
            "passkeys": [
                {"id": one.id.hex(), "name": one.name, "made": iso(one.made), "used": _when(one.used)}
                for one in passkeys
            ],
            "sessions": [
                {"id": one.hash.hex()[:16], "device": one.device or "a device", "began": _when(one.began),
                 "used": _when(one.used), "here": one.hash == here}
                for one in await repository.devices(player)
            ],
            "notices": {
                "mail": wishes.mail if mails and wishes.address else None,
                "to": wishes.address,
                "webhook": wishes.webhook,
                "key": telling.push_key if telling is not None else "",
                "devices": [{"device": one.device, "here": one.session == here} for one in pushes],
            },
            "blocked": [{"id": key, "name": name} for key, name in await repository.blocks(player)],
            "owner": await repository.is_owner(player),
        }  # fmt: skip

    # -- signing in --

    def knock(self, address: str) -> None:
        """Somebody tries to sign in. Raises TooMany."""
        if not self._knocks.take(address):
            raise TooMany("too many tries from your address; wait a moment")

    async def enter(self, player: str, agent: str, instead: str | None) -> tuple[str, str]:
        """A session for a player who has shown that it is he: his name, and its cookie."""
        found = await self.repository.player(player)
        if found is None:
            raise NotFound("this player is not here any more")
        cookie = secret()
        await self.repository.add_session(
            player, hashed(cookie), device_of(agent), self.clock(), replaced(instead)
        )
        return found[0], cookie

    async def end_session(self, player: str, key: str, cookie: str | None) -> bool:
        """End a session by its id ("others": all but this one); whether it was this one."""
        here = replaced(cookie)
        found = [one.hash for one in await self.repository.devices(player)]
        those = [one for one in found if one != here] if key == "others" else [one for one in found
                                                                               if one.hex()[:16] == key]  # fmt: skip
        if key != "others" and not those:
            raise NotFound("there is no such session")
        await self.repository.end_sessions(player, those)
        self.tables.send_away(player)
        return here in those

    # -- mail --

    def _mailing(self) -> Telling:
        if self.telling is None or not self.telling.sends_mail:
            raise BadInput(NO_MAIL)
        return self.telling

    async def ask_for_mail(self, player: str, text: str, from_where: str, host: str) -> None:
        """Send a link to an address: whose it is signs in by it; where it is nobody's, it becomes the asker's. What
        comes back is the same for both, at the same time. `host`: by which name he asks. Raises BadInput, TooMany."""
        telling = self._mailing()
        text = text.strip()
        address = mail_address(text)
        if not self._askers.take(from_where):
            raise TooMany("too many links were asked for from where you are; wait some minutes")
        link, now = secret(), self.clock()
        base = self.settings.asked_base(host) or self.tables.link_base
        asked = MailLink(address, text, player, now + LINK_GOOD_FOR, None, None)
        if await self.repository.add_mailed(hashed(link), asked, MOST_MAILED, now - LINK_GOOD_FOR, now):
            telling.write(Mail(text, "Ironbottom: your link", (
                "Here is the link that was asked for with this address. It signs you in, or shows that the address is "
                f"yours, once and within {LINK_GOOD_FOR / 60:.0f} minutes:\n\n"
                f"{base}/mail/{link}\n\n"
                "If it was not you who asked, do nothing: without the link nothing happens.\n"
            )))  # fmt: skip

    async def mail_invitation(self, text: str, player: str | None) -> dict[str, Any]:
        """What a link in a mail would do, and who one is now. Nothing is changed by it. Raises NotFound."""
        link = await self.repository.mailed(hashed(text), self.clock()) if len(text) < 100 else None
        if link is None:
            raise NotFound(VOID)
        if link.owner is None and link.asked_by != player:
            raise Forbidden(ELSEWHERE)
        key = link.owner or link.asked_by
        known = await self.repository.player(key)
        now = None if player is None else await self.repository.player(player)
        games = await self.repository.seats_of(key, UNLISTED)
        return {
            "ties": link.owner is None, "address": link.written, "name": known[0] if known else "", "games": games,
            "until": iso(link.until), "same": key == player,
            "now": None if player is None or now is None
            else {"name": now[0], "games": await self.repository.seats_of(player, UNLISTED)},
        }  # fmt: skip

    async def follow_mail(
        self, text: str, player: str | None, agent: str, instead: str | None
    ) -> tuple[str, str, str | None]:
        """Do what a link in a mail does: who one is now (id, name), and a cookie where that is another. Raises
        NotFound, Forbidden."""
        await self.mail_invitation(text, player)
        cookie = secret()
        done = await self.repository.use_mailed(
            hashed(text), player, hashed(cookie), device_of(agent), self.clock(), replaced(instead)
        )
        if done is None:
            raise NotFound(VOID)
        if done.tied:
            self._warn(done.before, "your address has changed", f"{done.name} gets mail at another address now.")
        return done.player, done.name, None if done.tied or done.player == player else cookie

    async def drop_address(self, player: str) -> None:
        """A player wants no mail any more, and does not sign in by it."""
        known = await self.repository.player(player)
        await self.repository.drop_address(player)
        if known is not None:
            self._warn(known[1], "your address was removed", f"{known[0]} does not use this address any more.")

    def _warn(self, address: str, subject: str, text: str) -> None:
        """Tell an address that something about its account has changed, in case it was somebody else."""
        if address and self.telling is not None and self.telling.sends_mail:
            text = f"{text} If that was not you, sign in, end the other sessions and look at your passkeys.\n"
            self.telling.write(Mail(address, f"Ironbottom: {subject}", f"{text}\n{self.tables.link_base}/\n"))

    async def changed(self, player: str, what: str) -> None:
        """A player's passkeys have changed: his address is told."""
        known = await self.repository.player(player)
        if known is not None and await self.repository.address(player):
            self._warn(known[1], what, f"{known[0]}: {what}.")

    # -- notices --

    async def wish(self, player: str, mail: bool, webhook: str) -> None:
        """How a player wants to be told. Raises BadInput."""
        webhook = webhook.strip()
        if webhook:
            outside.check(webhook, self.settings.trusted)
        await self.repository.set_wishes(player, mail, webhook)

    async def add_push(self, player: str, cookie: str, agent: str, endpoint: str, public: str, auth: str) -> None:
        """A device of a player can be told by its push service. Raises BadInput."""
        from ironbottom.server import push  # its cryptography is not where nobody is told anything

        outside.check(endpoint, self.settings.trusted)
        push.check(public, auth)
        one = Push(endpoint, player, hashed(cookie), public, auth, device_of(agent), self.clock())
        await self.repository.add_push(one, MOST_PUSHES)

    async def try_notices(self, player: str, name: str) -> list[str]:
        """Tell a player now, in each of the ways that he wants: those that failed. Raises BadInput."""
        if self.telling is None:
            raise BadInput("nobody is told anything from here")
        with self.players.alone(player, "test"):
            return await self.telling.try_out(player, name)

    # -- blocking and complaining --

    async def at(self, player: str, key: str, side: str) -> tuple[str, str, Table[Any]]:
        """Who else sits at a table where a player is: id, name, and the table. Raises BadInput, Forbidden."""
        async with self.tables.at(key) as (room, table):
            self.tables.viewer(room, table, player, "")
            number = table.game.side_of(side)
            seat = table.seats.get(number) if number != OBSERVER else None
            if seat is None or seat.player is None or seat.player == player:
                raise BadInput("nobody else sits there")
            return seat.player, seat.name, table

    async def block(self, player: str, other: str) -> None:
        """A player wants nothing to do with another. Raises BadInput."""
        if other == player or await self.repository.player(other) is None:
            raise BadInput("there is no such other player")
        await self.repository.block(player, other, self.clock())

    async def blocked_at(self, player: str, key: str) -> list[str]:
        """The sides of a table whose players he has blocked."""
        blocked = {one for one, _ in await self.repository.blocks(player)}
        async with self.tables.at(key) as (room, table):
            self.tables.viewer(room, table, player, "")
            return [table.game.side_name(seat.side) for seat in table.seats.values() if seat.player in blocked]

    async def complain(self, player: str, text: str, key: str, side: str, other: str = "") -> None:
        """A player complains of another at his table, or of one of whom he knows but the id; the owners are told.
        Raises BadInput, TooMany."""
        text = text.strip()
        if not 1 <= len(text) <= LONGEST_TEXT:
            raise BadInput(f"say in 1 to {LONGEST_TEXT} characters what happened")
        said, title = [], ""
        if other:
            found = await self.repository.player(other)
            if other == player or found is None:
                raise BadInput("there is no such other player")
            about, name, key = other, found[0], ""
        else:
            about, name, table = await self.at(player, key, side)
            title = table.game.title
            said = [
                {"by": table.game.side_name(one.by), "text": one.text, "time": one.time}
                for one in table.chat[-MOST_QUOTED:]
            ]
        now = self.clock()
        one = Complaint(secrets.token_urlsafe(9), player, about, key, title, text, said, now)
        if not await self.repository.add_complaint(one, MOST_COMPLAINTS, now - DAY):
            raise TooMany(f"you have complained {MOST_COMPLAINTS} times today; the owner will look at it")
        if self.telling is not None:
            told = ("Ironbottom", "a complaint", f"Somebody complains of {name}.", "/owner")
            self.telling.alert(*told)
            for owner, called in await self.repository.owners():
                self.telling.say(owner, called, *told)

    # -- all that is one's own --

    async def take_along(self, player: str) -> bytes:
        """All that is a player's, as a zip file: what is known of him, what he said, his games as far as he may know
        them, and his copies of the games."""
        with self.players.alone(player, "file of all that is yours"):
            packed = io.BytesIO()
            with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:

                def put(name: str, data: Any) -> None:
                    archive.writestr(name, json.dumps(data, indent=1, ensure_ascii=False))

                about = await self.about(player, None)
                del about["can"]
                put("account.json", about)
                said = await self.repository.said(player)
                put("said.json", [{"table": s.table, "n": s.n, "text": s.text, "time": s.time} for s in said])
                games = []
                for key in await self.repository.tables_of(player):
                    games.append(await self._taken(archive, player, key))
                put("games.json", games)
                put("results.json", await self.repository.store.read(lambda c: results.of(c, player)))
                for kept in await self.repository.copies(player):
                    archive.writestr(f"copies/{kept.copy.game}-{kept.id}.toml", write_copy(kept.copy))
            return packed.getvalue()

    async def _taken(self, archive: zipfile.ZipFile, player: str, key: str) -> dict[str, Any]:
        """A game of a player's, put into an archive as far as he may know it; what is said of it in the list."""
        room = Room(key, self.clock())  # as it is stored, whoever holds it
        try:
            found = await self.repository.load(key, self.tables.catalogue.load, self.clock())
            if found is None:
                return {"id": key, "missing": "it has been deleted"}
            table, room.meta, room.watchers = found
            told: dict[str, Any] = {
                "id": key, "game": table.game.title, "scenario": table.scenario, "mode": room.meta.mode,
                "over": None if table.over is None else table.over.text, "seats": [],
            }  # fmt: skip
            mine = [seat.side for seat in table.seats.values() if seat.player == player]
            for seat in table.seats.values():
                notes = dict(table.notes.get(seat.side, {})) if seat.side in mine else {}
                told["seats"].append({
                    "side": table.game.side_name(seat.side), "name": seat.name, "you": seat.side in mine,
                    **({"notes": notes} if notes else {}),
                })  # fmt: skip
            for side in mine[:1] if table.over is not None else mine or [OBSERVER]:
                viewer = self.tables.viewer(room, table, player, table.game.side_name(side))
                name, text = give_out(table, viewer, self.signer)
                archive.writestr(f"games/{key}-{name}", text)
            return told
        except IronbottomError as error:
            return {"id": key, "missing": str(error)}

    async def delete(self, player: str, typed: str) -> None:
        """Delete all that is a player's. Games that are his alone go; at those of others his seat becomes free, or, in
        one that is over, is called a former player's; what he said goes. Raises BadInput unless he has typed his
        name."""
        known = await self.repository.player(player)
        if known is None or " ".join(typed.split()) != known[0]:
            raise BadInput("type your name as it stands above, to delete all that is yours")
        forgotten = await self.repository.forget(player, FORMER, self.clock())
        self.tables.changed_beneath(forgotten.tables)
        self.tables.send_away(player)
        for other in forgotten.others:
            self.tables.bells.ring(other)
        self.modules.forget_all(player)
        self._warn(known[1], "all of yours has been deleted", f"The account of {known[0]} has been deleted.")

    # -- the owner --

    async def owner(self, player: str) -> None:
        """Raise Forbidden unless a player owns the server."""
        if not await self.repository.is_owner(player):
            raise Forbidden(NOT_OWNER)

    async def overview(self) -> dict[str, Any]:
        """How much there is, and what is allowed."""
        limits, settings = self.settings.limits, self.settings
        mails = self.telling is not None and self.telling.sends_mail
        return {
            "counts": await self.repository.counted(self.clock()),
            "limits": {
                "rate": limits.rate, "burst": limits.burst, "newcomers": limits.newcomers, "sockets": limits.sockets,
                "tables": limits.tables, "copies": limits.copies, "connections": settings.connections,
                "bot_seconds": settings.bot_seconds, "workers": settings.workers,
            },
            "ways": {"mail": mails, "webhook": bool(settings.webhook)},
        }  # fmt: skip

    async def all_players(self, find: str) -> list[dict[str, Any]]:
        """The owner's list of players."""
        found = await self.repository.all_players(find[:100], MOST_SHOWN)
        return [{**row, "used": _when(row["used"])} for row in found]

    async def all_tables(self, find: str, reader: str) -> list[dict[str, Any]]:
        """The owner's list of tables, with nothing in it that an observer does not know."""
        told = []
        for row in await self.repository.all_tables(find[:100], reader, MOST_SHOWN):
            names = self.tables.catalogue.names(row["game"]) or await self.repository.names(row["id"])
            sides = names["sides"]
            seats = [{**seat, "side": sides[seat["side"]]} for seat in row["seats"]]
            told.append({
                **row, "title": names["title"], "seats": seats, "waiting": [sides[side] for side in row["waiting"]],
                "created": iso(row["created"]), "updated": iso(row["updated"]),
            })  # fmt: skip
        return told

    async def complaints(self) -> list[dict[str, Any]]:
        """What is complained of."""
        return [
            {"id": one.id, "by": {"id": one.player, "name": one.names[0]}, "table": one.table, "title": one.title,
             "about": {"id": one.about, "name": one.names[1]}, "text": one.text, "said": one.said,
             "made": iso(one.made), "done": _when(one.done), "suspended": one.suspended}
            for one in await self.repository.complaints(MOST_SHOWN)
        ]  # fmt: skip

    async def suspend(self, player: str, reason: str | None) -> None:
        """A player may not use the server (`reason`, "" for none given), or may again (None). Raises BadInput."""
        if await self.repository.player(player) is None:
            raise BadInput("there is no such player")
        if reason is not None:
            if await self.repository.is_owner(player):
                raise BadInput("an owner cannot be suspended; take the role from him first")
            if len(reason) > 200 or not reason.isprintable():
                raise BadInput("a reason has up to 200 characters, in one line")
        await self.repository.suspend(player, None if reason is None else reason.strip(), self.clock())
        if reason is not None:
            self.tables.send_away(player)

    async def rename(self, player: str, name: str) -> None:
        """A player gets another name, everywhere. Raises BadInput."""
        await self._there(player)
        await self.tables.renamed(player, await self.players.rename(player, name))

    async def delete_for(self, player: str, typed: str) -> None:
        """Delete all that is a player's, as he could himself. Raises BadInput unless his name has been typed."""
        if " ".join(typed.split()) != await self._there(player):
            raise BadInput("type the player's name as it stands above")
        if await self.repository.is_owner(player):
            raise BadInput("an owner's account is not deleted here; take the role from him first")
        await self.delete(player, typed)

    async def _there(self, player: str) -> str:
        """The name of a player who has not deleted his account. Raises BadInput."""
        known = await self.repository.player(player)
        if known is None or await self.repository.gone(player):
            raise BadInput("there is no such player")
        return known[0]


def mail_address(text: str) -> str:
    """An address in small letters, by which it is known again. ASCII alone, for two that Unicode folds into one may be
    two people's. Raises BadInput."""
    if len(text) > 200 or not text.isascii() or not text.isprintable() or not ADDRESS.fullmatch(text):
        raise BadInput("that is no mail address")
    return text.lower()


def _when(time: float | None) -> str | None:
    return None if time is None else iso(time)

