"""Open challenges: made, taken by one alone, withdrawn, and gone when their time is over."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.options import choose
from ironbottom.kernel.step import OBSERVER
from ironbottom.server.club.balance import copy_of
from ironbottom.server.club.matches import LIVE, SLOW, pace_of
from ironbottom.server.club.people import HERE, People, apart, guests, marks, names_of
from ironbottom.server.club.results import available, rating_of, told
from ironbottom.server.codec import dump
from ironbottom.server.database import Connection
from ironbottom.server.errors import Forbidden, NotFound, Stale, TooMany
from ironbottom.server.guard import Buckets
from ironbottom.server.lobby import Lobby
from ironbottom.server.making import make
from ironbottom.server.players import DAY, secret
from ironbottom.server.repository import Match
from ironbottom.server.rows import create as create_table
from ironbottom.table.message import agreed_clock
from ironbottom.table.seats import HUMAN, Seat, Terms
from ironbottom.table.table import iso

Say = Callable[[str, str, str, str, str, str], None]
"""How somebody is told something who is not here (see `accounts.Telling.say`)."""
MOST = 10
"""Open challenges of one player."""
MOST_INVITED = 20
MOST_SHOWN = 200
LASTS = {LIVE: 20 * 60.0, SLOW: 7.0 * DAY}
"""Seconds that a challenge stands, by pace. One for a live game is shown while who made it is here."""
GONE = "somebody else was quicker, or this challenge has been withdrawn"
COLUMNS = (
    "c.id, c.maker, c.game, c.scenario, c.options, c.side, c.copy, c.overlay, c.days, c.bank, c.added, c.rated, "
    "c.watch, c.invited, c.span, c.created, c.until, p.name, COALESCE(m.seen, 0)"
)
FOUND = (
    f"SELECT {COLUMNS} FROM seeks c JOIN players p ON p.id = c.maker LEFT JOIN members m ON m.player = c.maker "
)


class Open:
    """A challenge as it stands in the database."""

    def __init__(self, row: Sequence[Any]) -> None:
        (
            self.id, self.maker, self.game, self.scenario, options, self.side, self.copy, overlay, days, bank, added,
            rated, watch, invited, self.span, self.created, self.until, self.name, self.seen,
        ) = row  # fmt: skip
        self.options: dict[str, Any] = json.loads(options)
        self.overlay: dict[str, Any] | None = None if overlay is None else json.loads(overlay)
        self.terms = Terms(days, False, bank, added, bool(rated))
        self.match = Match(bool(watch))
        self.invited: list[str] = json.loads(invited)

    @property
    def pace(self) -> str:
        return pace_of(self.terms)

    def shown(self, now: float) -> bool:
        """Whether it can be taken at all."""
        return bool(now < self.until and (self.pace == SLOW or self.seen > now - HERE))

    def why_not(self, c: Connection, player: str) -> str:
        """Why a player may not take it; "" where he may."""
        if self.maker == player:
            return "this is your own challenge"
        if self.maker in apart(c, player):
            return "this challenge is not for you"
        if self.invited and player not in self.invited:
            return "this challenge is for somebody else"
        if self.span:
            own, other = (round(rating_of(c, who, self.game, self.pace)[0]) for who in (player, self.maker))
            if abs(own - other) > self.span:
                return f"this challenge is for players within {self.span} points of {other}; you have {own}"
        return ""


class Challenges:
    """The open challenges of a server."""

    def __init__(self, lobby: Lobby, people: People) -> None:
        self.lobby = lobby
        self.tables = lobby.tables
        self.people = people
        self.store = self.tables.repository.store
        self._told = Buckets(1 / 300, 10)

    async def agreed(
        self, player: str, slug: str, scenario: str, options: Mapping[str, Any], copy: str | None, terms: Terms
    ) -> tuple[dict[str, Any], dict[str, Any] | None, str]:
        """The options, corrections and the name of the copy of a game that is offered to others. Raises BadInput for
        one that cannot be."""
        game, overlay, copied = await self.lobby.game(player, slug, scenario, copy)
        if len(game.scenario(scenario).sides) != 2:
            raise BadInput("that is for one player; what is offered to others has two sides")
        if terms.rated:
            self.may_be_rated(slug, overlay)
            if agreed_clock(terms) is None:
                raise BadInput("a rated game has a clock")
        return dict(choose(game.options, scenario, options)), overlay, copied

    def may_be_rated(self, slug: str, overlay: Mapping[str, Any] | None) -> None:
        """Raise BadInput where games with these corrections are not rated here."""
        if not available():
            raise BadInput("games are not rated here: that needs the extra 'club': pip install 'ironbottom[club]'")
        if overlay != self.tables.catalogue.overlay(slug) and copy_of(slug, overlay) is None:
            raise BadInput("rated games are played with this server's game or with a copy that comes with it")

    async def create(
        self, player: str, slug: str, scenario: str, options: Mapping[str, Any], side: str, copy: str | None,
        terms: Terms, watch: bool, invited: Sequence[str], names: Sequence[str], span: int,
    ) -> tuple[str, list[str]]:  # fmt: skip
        """A new challenge: its id, and those for whom alone it is. `side`: the maker's, "" for one drawn by lot;
        `invited`, `names`: who alone may take it, by id or by name. Raises BadInput, TooMany."""
        chosen, overlay, copied = await self.agreed(player, slug, scenario, options, copy, terms)
        game = self.tables.catalogue.game(slug)
        if side and side not in [game.side_name(one) for one in game.scenario(scenario).sides]:
            raise BadInput(f"'side' is one of {', '.join(game.sides)}, or '' for one drawn by lot")
        if span and not (25 <= span <= 1000 and available()):
            raise BadInput("a span of ratings has 25 to 1000 points, where games are rated")
        if len(invited) + len(names) > MOST_INVITED:
            raise BadInput(f"at most {MOST_INVITED} players are invited at once")
        key, now = secrets.token_urlsafe(9), self.tables.clock()
        until = now + LASTS[pace_of(terms)]

        def job(c: Connection) -> list[str]:
            c.execute("DELETE FROM seeks WHERE until < ?", (now,))
            ((held,),) = c.execute("SELECT count(*) FROM seeks WHERE maker = ?", (player,)).fetchall()
            if held >= MOST:
                raise TooMany(f"you have {MOST} open challenges; withdraw some of them first")
            ids = list(dict.fromkeys([*_known(c, invited), *(_called(c, name) for name in names)]))
            if player in ids:
                raise BadInput("you cannot invite yourself")
            c.execute(
                "INSERT INTO seeks VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                (key, player, slug, scenario, dump(chosen), side, copied, None if overlay is None else dump(overlay),
                 terms.days, terms.bank, terms.add, int(terms.rated), int(watch), dump(ids), span, now, until),
            )  # fmt: skip
            far = apart(c, player)
            return [one for one in ids if one not in far]

        meant = await self.store.write(job)
        await self.people.beat([player])
        return key, meant

    async def tell(self, player: str, name: str, slug: str, meant: Sequence[str], say: Say | None) -> None:
        """Those for whom alone a challenge is learn of it: at the table where they sit, or, where no page of theirs is
        open, in the ways that they want; of one player's challenges in no number."""
        title = self.tables.catalogue.game(slug).title
        for one in meant:
            self.tables.tell(one, {"type": "challenged", "by": name, "title": title})
        away = await self.store.read(lambda c: _away(c, meant, self.tables.clock() - HERE))
        for one, called in away.items():
            if say is not None and self._told.take(player):
                say(one, called, title, "a challenge", f"{name} challenges you to {title}.", "/lobby")

    async def for_him(self, player: str) -> list[dict[str, Any]]:
        """The challenges that are for a player alone, or for few."""
        found = await self.store.read(lambda c: self.listed(c, player))
        return [one for one in found if one["invited"] and not one["you"] and not one["why_not"]]

    async def decline(self, player: str, name: str, key: str) -> None:
        """A challenge is for him no more; where it was for him alone, it is gone. Who made it is told. Raises
        NotFound."""

        def job(c: Connection) -> tuple[str, str] | None:
            row = c.execute("SELECT invited, maker, game FROM seeks WHERE id = ?", (key,)).fetchone()
            invited = json.loads(row[0]) if row else []
            if player not in invited:
                return None
            if rest := [one for one in invited if one != player]:
                c.execute("UPDATE seeks SET invited = ? WHERE id = ?", (dump(rest), key))
            else:
                c.execute("DELETE FROM seeks WHERE id = ?", (key,))
            return row[1], row[2]

        found = await self.store.write(job)
        if found is None:
            raise NotFound("this challenge is gone: it was taken, or its time was over")
        maker, slug = found
        self.tables.tell(maker, {"type": "declined", "by": name, "title": self.tables.catalogue.game(slug).title})

    def listed(self, c: Connection, player: str) -> list[dict[str, Any]]:
        """The challenges that a player may see, with what hinders him to take them. Where there are too many: his own,
        then the newest of each maker before his others, by who has been here longest."""
        now, far = self.tables.clock(), list(apart(c, player))
        rows = c.execute(
            f"{FOUND} JOIN (SELECT id, row_number() OVER (PARTITION BY maker ORDER BY created DESC) AS nth FROM seeks "
            "WHERE until > ?) ranked ON ranked.id = c.id "
            f"WHERE c.maker = ? OR ((c.bank NOT BETWEEN 1 AND 86399 OR m.seen > ?) AND c.maker NOT IN ({marks(far)}) "
            "AND c.maker NOT IN (SELECT player FROM suspended)) "
            f"ORDER BY CASE WHEN c.maker = ? THEN 0 ELSE 1 END, nth, p.created, c.id LIMIT {MOST_SHOWN}",
            (now, player, now - HERE, *far, player),
        ).fetchall()
        found = sorted(map(Open, rows), key=lambda one: -one.created)
        found = [one for one in found if not one.invited or player in one.invited or one.maker == player]
        names = names_of(c, [who for one in found for who in one.invited])
        without = guests(c, [one.maker for one in found])
        return [
            {
                "id": one.id, "by": {"id": one.maker, "name": one.name, "guest": one.maker in without},
                "you": one.maker == player, "game": one.game,
                "scenario": one.scenario, "options": one.options, "side": one.side, "copy": one.copy,
                "clock": agreed_clock(one.terms), "pace": one.pace, "rated": one.terms.rated, "watch": one.match.watch,
                "invited": [{"id": who, "name": names.get(who, "")} for who in one.invited], "span": one.span,
                "rating": told(*rating_of(c, one.maker, one.game, one.pace)), "until": iso(one.until),
                "why_not": "" if one.maker == player else one.why_not(c, player),
            }
            for one in found
        ]  # fmt: skip

    async def withdraw(self, player: str, key: str) -> None:
        """Take a challenge of one's own back. Raises NotFound."""
        sql = "DELETE FROM seeks WHERE id = ? AND maker = ?"
        if not await self.store.write(lambda c: c.execute(sql, (key, player)).rowcount):
            raise NotFound("this challenge is gone: it was taken, or its time was over")

    async def rated(self, key: str) -> bool:
        """Whether a challenge is for a game that counts; False for one that is gone."""
        found = await self.store.read(lambda c: c.execute("SELECT rated FROM seeks WHERE id = ?", (key,)).fetchone())
        return bool(found and found[0])

    async def take(self, player: str, name: str, key: str) -> str:
        """Take a challenge: the id of the table, which is made at once. Of several who do it at the same time one gets
        it. Raises Stale where it is gone, Forbidden where it is not for him."""
        now = self.tables.clock()

        def look(c: Connection) -> tuple[Open, str]:
            row = c.execute(f"{FOUND} WHERE c.id = ?", (key,)).fetchone()
            if row is None or not (one := Open(row)).shown(now):
                raise Stale(GONE)
            return one, one.why_not(c, player)

        one, refused = await self.store.read(look)
        if refused:
            raise Forbidden(refused)
        if await self.tables.repository.apart(player, (one.maker,)):
            raise Forbidden("there is no game between the two of you: one has blocked the other")
        game = self.tables.catalogue.load(one.game, one.overlay)
        sides = game.scenario(one.scenario).sides
        own = game.side_of(one.side) if one.side else secrets.choice(sides)
        seats = [
            Seat(side, HUMAN, one.name, one.maker) if side == own else Seat(side, HUMAN, name, player) for side in sides
        ]
        table = make(
            game, one.scenario, one.options, seats, one.terms, now, overlay=one.overlay, copy=one.copy,
            by=next(side for side in sides if side != own), signed_by=self.tables.key,
        )  # fmt: skip
        links = {OBSERVER: secret()}
        room, new = await self.tables.made(table, one.maker, "friends", links, one.overlay, one.match)

        def job(c: Connection) -> None:
            if not c.execute("DELETE FROM seeks WHERE id = ?", (key,)).rowcount:
                raise Stale(GONE)
            if one.terms.live:  # who plays now waits for nobody else
                who = (one.maker, player)
                c.execute(f"DELETE FROM seeks WHERE maker IN ({marks(who)}) AND bank BETWEEN 1 AND 86399", who)
            create_table(c, new.table, new.meta, new.changes, new.links, new.summaries)

        await self.store.write(job)
        self.tables.opened(room)
        for who in (one.maker, player):
            self.tables.bells.ring(who)
        if one.terms.live:
            self.tables.tell(one.maker, awaits(room.key, name, game.title))
        return room.key


def awaits(key: str, by: str, title: str, tournament: bool = False) -> dict[str, Any]:
    """What a player's pages are told of a live game of his that waits for him."""
    return {"type": "awaits", "table": key, "by": by, "title": title, "tournament": tournament}


def _away(c: Connection, players: Sequence[str], since: float) -> dict[str, str]:
    """The names of those of whom no page has been open since then."""
    names = names_of(c, players)
    seen = c.execute(f"SELECT player FROM members WHERE seen > ? AND player IN ({marks(players)})", (since, *players))
    return {one: names[one] for one in names.keys() - {row[0] for row in seen.fetchall()}}


def _known(c: Connection, ids: Sequence[str]) -> list[str]:
    found = names_of(c, ids)
    if any(one not in found for one in ids):
        raise BadInput("there is no such player")
    return list(ids)


def _called(c: Connection, name: str) -> str:
    """The player of a name. Raises BadInput where there is none, or several."""
    wanted = " ".join(name.split())
    found = c.execute("SELECT id FROM players WHERE lower(name) = lower(?)", (wanted,)).fetchall()
    if len(found) > 1:  # guests may be called what they like, but for the name of who has an account
        known = sorted({row[0] for row in found} - guests(c, [row[0] for row in found]))
        found = [(one,) for one in known] or found
    if len(found) != 1:
        several = "several players have" if found else "nobody here has"
        raise BadInput(f"{several} the name '{wanted[:40]}'" + ("; challenge him from his page" if found else ""))
    return str(found[0][0])
