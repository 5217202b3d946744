"""Tournaments: made by a player, entered by others, and run by themselves. What pairs and how it stands is
`pairing.py`'s; here is what is stored, and the tables that it is played at.

Every step is one transaction that first sees whether it is still to be done, so that several servers over one database
may all try.
"""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from ironbottom.kernel.errors import BadInput, IronbottomError
from ironbottom.kernel.step import OBSERVER
from ironbottom.server import rows
from ironbottom.server.club import pairing
from ironbottom.server.club.challenges import Challenges, awaits
from ironbottom.server.club.matches import pace_of
from ironbottom.server.club.pairing import FORFEIT, SWISS, VOID, Leg
from ironbottom.server.club.people import guests, marks, names_of
from ironbottom.server.club.results import rating_of, told
from ironbottom.server.codec import dump
from ironbottom.server.database import Connection
from ironbottom.server.errors import Forbidden, NotFound, TooMany
from ironbottom.server.making import make
from ironbottom.server.players import secret
from ironbottom.server.repository import Match
from ironbottom.server.tables import Room
from ironbottom.table.agreement import SHOW_UP
from ironbottom.table.clocks import flag
from ironbottom.table.message import agreed_clock
from ironbottom.table.seats import HUMAN, Seat, Terms
from ironbottom.table.table import Table, iso

log = logging.getLogger("ironbottom")

ENTRY, RUNNING, DONE, CALLED_OFF = "entry", "running", "done", "called_off"
MOST_OPEN = 5
"""Tournaments that one player has made and that are not over."""
MOST_LISTED = 40
LAPSES = 30 * 86400.0
"""Seconds after which a tournament is called off that begins when its maker says so, if nobody enters it any more."""
COLUMNS = (
    "id, name, maker, kind, game, scenario, options, copy, overlay, days, bank, added, rated, watch, legs, rounds, "
    "hours, most, begins, state, round, round_end, created, ended, why"
)


class Cup:
    """A tournament as it stands in the database."""

    def __init__(self, row: Sequence[Any]) -> None:
        (
            self.id, self.name, self.maker, self.kind, self.game, self.scenario, options, self.copy, overlay, days,
            bank, added, rated, watch, self.legs, self.rounds, self.hours, self.most, self.begins, self.state,
            self.round, self.round_end, self.created, self.ended, self.why,
        ) = row  # fmt: skip
        self.options: dict[str, Any] = json.loads(options)
        self.overlay: dict[str, Any] | None = None if overlay is None else json.loads(overlay)
        self.terms = Terms(days, False, bank, added, bool(rated), True)
        self.watch = bool(watch)


class Entrants:
    """Who plays in a tournament, by seed, and what was played."""

    def __init__(self, c: Connection, key: str) -> None:
        found = c.execute(
            "SELECT player, seed, mu, gone FROM entrants WHERE tournament = ? ORDER BY seed, entered, player", (key,)
        ).fetchall()
        self.players: list[str] = [row[0] for row in found]
        self.mu = {row[0]: row[2] for row in found}
        self.gone = [n for n, row in enumerate(found) if row[3]]
        seed = {player: n for n, player in enumerate(self.players)}
        self.rows = c.execute(
            "SELECT round, board, leg, first, second, score, reason, game_table FROM pairings WHERE tournament = ? "
            "ORDER BY round, board, leg",
            (key,),
        ).fetchall()
        self.played = [
            Leg(round_, board, leg, seed[first], None if second is None else seed[second], score, reason)
            for round_, board, leg, first, second, score, reason, _ in self.rows
        ]
        self.tables = {(row[0], row[1], row[2]): row[7] for row in self.rows}


def cup(c: Connection, key: str) -> Cup:
    """A tournament. Raises NotFound."""
    row = c.execute(f"SELECT {COLUMNS} FROM tournaments WHERE id = ?", (key,)).fetchone()
    if row is None:
        raise NotFound("there is no such tournament")
    return Cup(row)


def name_of(text: str) -> str:
    """The name of a tournament, as it is kept. Raises BadInput."""
    name = " ".join(text.split())
    if not 3 <= len(name) <= 60 or not name.isprintable():
        raise BadInput("the name of a tournament has 3 to 60 characters")
    return name


class Tournaments:
    """The tournaments of a server."""

    def __init__(self, challenges: Challenges) -> None:
        self.challenges = challenges
        self.tables = challenges.tables
        self.store = self.tables.repository.store
        self._won: dict[str, list[str]] = {}

    # -- made, entered, left --

    async def create(
        self, player: str, name: str, kind: str, slug: str, scenario: str, options: Mapping[str, Any],
        copy: str | None, terms: Terms, watch: bool, legs: int, rounds: int, hours: float, most: int,
        begins: float | None,
    ) -> str:  # fmt: skip
        """A new tournament, open for entries: its id. `hours`: the time for a round; `begins`: when it starts by
        itself, None: when its maker says so. Raises BadInput, TooMany."""
        name = name_of(name)
        pairing.check(kind, legs, rounds, most)
        chosen, overlay, copied = await self.challenges.agreed(player, slug, scenario, options, copy, terms)
        if agreed_clock(terms) is None:
            raise BadInput("the games of a tournament have a clock")
        if not 0.1 <= hours <= 24 * 366:
            raise BadInput("a round has six minutes to a year")
        now = self.tables.clock()
        if begins is not None and not now - 60 <= begins <= now + 366 * 86400:
            raise BadInput("a tournament begins within a year from now")
        key = secrets.token_urlsafe(9)

        def job(c: Connection) -> None:
            open_ = "SELECT count(*) FROM tournaments WHERE maker = ? AND state IN ('entry', 'running')"
            ((held,),) = c.execute(open_, (player,)).fetchall()
            if held >= MOST_OPEN:
                raise TooMany(f"you have {MOST_OPEN} tournaments that are not over")
            c.execute(
                f"INSERT INTO tournaments ({COLUMNS}) VALUES ({','.join('?' * 25)})",
                (key, name, player, kind, slug, scenario, dump(chosen), copied,
                 None if overlay is None else dump(overlay), terms.days, terms.bank, terms.add, int(terms.rated),
                 int(watch), legs, rounds, hours, most, begins, ENTRY, 0, None, now, None, ""),
            )  # fmt: skip

        await self.store.write(job)
        return key

    async def enter(self, player: str, key: str) -> None:
        """Take part. Raises Forbidden when it has begun or is full."""

        def job(c: Connection) -> None:
            one = cup(c, key)
            if one.state != ENTRY:
                raise Forbidden("this tournament has begun: entries are closed")
            c.execute("UPDATE tournaments SET round = 0 WHERE id = ?", (key,))  # others who enter now wait here
            ((held,),) = c.execute("SELECT count(*) FROM entrants WHERE tournament = ?", (key,)).fetchall()
            if held >= one.most:
                raise Forbidden(f"this tournament is full: it is for {one.most} players")
            mu = rating_of(c, player, one.game, pace_of(one.terms))[0]
            c.execute(
                "INSERT INTO entrants VALUES (?,?,0,?,?,0) ON CONFLICT DO NOTHING",
                (key, player, mu, self.tables.clock()),
            )

        await self.store.write(job)

    async def leave(self, player: str, key: str) -> None:
        """Take part no more: before it begins as if one had never entered, later from the next game on."""

        def job(c: Connection) -> None:
            one = cup(c, key)
            if one.state == ENTRY:
                gone = c.execute("DELETE FROM entrants WHERE tournament = ? AND player = ?", (key, player))
            elif one.state == RUNNING:
                gone = c.execute("UPDATE entrants SET gone = 1 WHERE tournament = ? AND player = ?", (key, player))
            else:
                raise Forbidden("this tournament is over")
            if not gone.rowcount:
                raise BadInput("you have no part in this tournament")

        await self.store.write(job)
        await self.advance(key)

    async def call_off(self, player: str, key: str) -> None:
        """Who made it calls a tournament off that has not begun."""

        def job(c: Connection) -> None:
            one = cup(c, key)
            if one.maker != player:
                raise Forbidden("only who made the tournament can call it off")
            if one.state != ENTRY:
                raise Forbidden("a tournament that has begun is played to its end")
            _end(c, key, CALLED_OFF, self.tables.clock(), "its maker has called it off")

        await self.store.write(job)

    async def start(self, player: str, key: str) -> None:
        """Who made it lets a tournament begin now."""

        def job(c: Connection) -> None:
            one = cup(c, key)
            if one.maker != player:
                raise Forbidden("only who made the tournament can begin it")
            if one.state != ENTRY:
                raise Forbidden("this tournament has begun already")
            ((held,),) = c.execute("SELECT count(*) FROM entrants WHERE tournament = ?", (key,)).fetchall()
            if held < 2:
                raise BadInput("a tournament needs two players at least")
            c.execute("UPDATE tournaments SET begins = ? WHERE id = ?", (self.tables.clock(), key))

        await self.store.write(job)
        await self.advance(key)

    # -- run --

    async def due(self) -> list[str]:
        """The tournaments in which something may have to be done."""
        now = self.tables.clock()
        found = await self.store.read(
            lambda c: c.execute(
                "SELECT id FROM tournaments WHERE state = 'running' OR (state = 'entry' AND begins <= ?)", (now,)
            ).fetchall()
        )
        return [row[0] for row in found]

    async def lapse(self) -> None:
        """Call off what nobody waits for any more."""
        lapsed = (
            "state = 'entry' AND begins IS NULL AND created < :since AND id NOT IN "
            "(SELECT tournament FROM entrants WHERE entered >= :since)"
        )
        now = self.tables.clock()
        given = {"since": now - LAPSES}
        if await self.store.read(lambda c: c.execute(f"SELECT id FROM tournaments WHERE {lapsed}", given).fetchone()):
            sql = f"UPDATE tournaments SET state = :state, ended = :now, why = :why WHERE {lapsed}"
            more = {"state": CALLED_OFF, "now": now, "why": "nobody has entered it for a month"}
            await self.store.write(lambda c: c.execute(sql, {**given, **more}))

    async def advance(self, key: str) -> None:
        """Do what is to be done in a tournament now, as often as something is."""
        for _ in range(200):
            if not await self._step(key):
                return

    async def _step(self, key: str) -> bool:
        """One step. Whether there was one."""
        now = self.tables.clock()
        one, field, late_ = await self.store.read(lambda c: (cup(c, key), Entrants(c, key), self._late(c, key, now)))
        if one.state == ENTRY:
            if one.begins is None or one.begins > now:
                return False
            return await self._changed(one, lambda c: self._begin(c, one, now))
        if one.state != RUNNING:
            return False
        legs = [leg for leg in field.played if leg.round == one.round]
        for leg in legs:
            if leg.score is None and await self._tried(one, field, leg, late_, now):
                return True
        if any(leg.score is None for leg in legs):
            return False
        more = [new for board in pairing.by_board(legs) for new in pairing.extra(board, one.legs)]
        if one.kind == pairing.KNOCKOUT and more:
            return await self._changed(one, lambda c: _add(c, key, field, more))
        return await self._changed(one, lambda c: self._next(c, one, field, now))

    async def _tried(self, one: Cup, field: Entrants, leg: Leg, late_: set[str], now: float) -> bool:
        """See to a game, where its table is at hand: another server may have it, or it has gone."""
        try:
            return await self._leg(one, field, leg, late_, now)
        except IronbottomError as error:
            log.debug("a game of the tournament %s waits: %s", one.id, error)
            return False

    async def _changed(self, one: Cup, step: Any) -> bool:
        """Do a step of a tournament that stands as it did; another server may have been quicker."""

        def job(c: Connection) -> bool:
            held = c.execute(
                "UPDATE tournaments SET round = round WHERE id = ? AND state = ? AND round = ?",
                (one.id, one.state, one.round),
            ).rowcount
            if held:
                step(c)
            return bool(held)

        return await self.store.write(job)

    @staticmethod
    def _begin(c: Connection, one: Cup, now: float) -> None:
        """Entries are closed: the seeds are those of the ratings."""
        found = c.execute(
            "SELECT player FROM entrants WHERE tournament = ? ORDER BY mu DESC, entered, player", (one.id,)
        ).fetchall()
        if len(found) < 2:
            _end(c, one.id, CALLED_OFF, now, "fewer than two players had entered")
            return
        for seed, (player,) in enumerate(found):
            c.execute("UPDATE entrants SET seed = ? WHERE tournament = ? AND player = ?", (seed, one.id, player))
        c.execute(
            "UPDATE tournaments SET state = ?, rounds = ? WHERE id = ?",
            (RUNNING, pairing.rounds_of(one.kind, len(found), one.rounds), one.id),
        )

    @staticmethod
    def _next(c: Connection, one: Cup, field: Entrants, now: float) -> None:
        """The next round, or the end."""
        number, players = one.round + 1, len(field.players)
        pairs = []
        if number <= one.rounds and (one.round == 0 or players - len(field.gone) > 1 or one.kind != SWISS):
            pairs = pairing.next_round(one.kind, players, field.played, number, one.rounds, field.gone)
        if not pairs:
            early = number <= one.rounds
            _end(c, one.id, DONE, now, "nobody was left who had not met the others" if early else "")
            return
        for board, (first, second) in enumerate(pairs):
            _add(c, one.id, field, pairing.legs_of(number, board, first, second, one.legs))
        c.execute(
            "UPDATE tournaments SET round = ?, round_end = ? WHERE id = ?", (number, now + one.hours * 3600, one.id)
        )

    @staticmethod
    def _late(c: Connection, key: str, now: float) -> set[str]:
        """The tables of live games that have not begun and in which a side's time may be over."""
        found = c.execute(
            "SELECT t.id FROM pairings p JOIN tables t ON t.id = p.game_table JOIN matches m ON m.game_table = t.id "
            "WHERE p.tournament = ? AND p.score IS NULL AND t.agreement IS NOT NULL AND m.bank BETWEEN 1 AND 86399 "
            "AND t.created < ?",
            (key, now - SHOW_UP),
        ).fetchall()
        return {row[0] for row in found}

    async def _leg(self, one: Cup, field: Entrants, leg: Leg, late_: set[str], now: float) -> bool:
        """See to a game of this round that has no result. Whether something was done."""
        assert leg.second is not None
        out = one.round_end is not None and now > one.round_end
        table = field.tables[leg.round, leg.board, leg.number]
        if table is not None and not await self.tables.repository.exists(table):  # both have deleted it
            return await self._changed(one, lambda c: _score(c, one.id, leg, 1.0, VOID))
        if table is None:
            gone = [seat for seat in (leg.first, leg.second) if seat in field.gone]
            if gone or out:
                score = 0.0 if gone == [leg.first] else 1.0
                reason = FORFEIT if len(gone) == 1 else VOID
                return await self._changed(one, lambda c: _score(c, one.id, leg, score, reason))
            before = [other for other in field.played if (other.round, other.board) == (leg.round, leg.board)]
            waits = one.terms.live and any(other.number < leg.number and other.score is None for other in before)
            return False if waits else await self._open(one, field, leg, now)
        if not out and table not in late_ and not {leg.first, leg.second} & set(field.gone):
            return False
        return await self._forfeit(one, leg, table, out, field)

    async def _open(self, one: Cup, field: Entrants, leg: Leg, now: float) -> bool:
        """The table of a game."""
        assert leg.second is not None
        game = self.tables.catalogue.load(one.game, one.overlay)
        sides = game.scenario(one.scenario).sides
        who = (field.players[leg.first], field.players[leg.second])
        names = await self.store.read(lambda c: names_of(c, who))
        seats = [Seat(side, HUMAN, names.get(p, ""), p) for side, p in zip(sides, who, strict=True)]
        table = make(
            game, one.scenario, one.options, seats, one.terms, now, overlay=one.overlay, copy=one.copy, by=sides[0],
            signed_by=self.tables.key,
        )  # fmt: skip
        match = Match(one.watch, one.id)
        try:
            room, new = await self.tables.made(table, who[0], "friends", {OBSERVER: secret()}, one.overlay, match)
        except TooMany as error:
            log.warning("a game of the tournament %s waits: %s", one.id, error)
            return False

        def job(c: Connection) -> bool:
            held = c.execute(
                "UPDATE pairings SET game_table = ? WHERE tournament = ? AND round = ? AND board = ? AND leg = ? "
                "AND game_table IS NULL AND score IS NULL",
                (room.key, one.id, leg.round, leg.board, leg.number),
            ).rowcount
            if held:
                rows.create(c, new.table, new.meta, new.changes, new.links, new.summaries)
            return bool(held)

        if not await self.store.write(job):
            return True
        self.tables.opened(room)
        for player, other in (who, who[::-1]):
            self.tables.bells.ring(player)
            if one.terms.live:
                self.tables.tell(player, awaits(room.key, names.get(other, ""), game.title, True))
        return True

    async def _forfeit(self, one: Cup, leg: Leg, key: str, out: bool, field: Entrants) -> bool:
        """A game that has not begun in time is lost by who has kept it waiting for longer, or by who has left before it
        began; one that is not over when its round is, by who is waited for."""
        async with self.tables.at(key) as (room, table):
            if (held := table.agreement) is not None:
                first, second = table.sides[:2]
                absent = [side for side, seed in ((first, leg.first), (second, leg.second)) if seed in field.gone]
                if not absent:
                    kept = held.kept(table.seats, self.tables.clock())
                    if not out and max(kept.values()) < SHOW_UP:
                        return False
                    absent = [side for side, seconds in kept.items() if seconds == max(kept.values())]
                score, reason = (0.0 if absent == [first] else 1.0), (FORFEIT if len(absent) == 1 else VOID)

                def job(c: Connection) -> bool:
                    scored = _score(c, one.id, leg, score, reason)
                    if scored:
                        c.execute("UPDATE pairings SET game_table = NULL WHERE game_table = ?", (key,))
                        rows.delete(c, key)
                    return scored

                done = await self.store.write(job)
                if done:
                    for side in (first, second):
                        if (player := table.seats[side].player) is not None:
                            won = None if reason == VOID else side not in absent
                            told = {"type": "forfeit", "table": key, "won": won, "tournament": one.id, "name": one.name}
                            self.tables.tell(player, told)
                    self.tables.forget(room)
        if held is None:
            return out and await self._adjudge(room)
        for player in (field.players[leg.first], field.players[leg.second or 0]):
            self.tables.bells.ring(player)
        return done

    async def _adjudge(self, room: Room) -> bool:
        """The round's time is out: who is waited for longest has lost by time."""

        def fn(table: Table[Any], now: float) -> bool:
            if table.over is not None:
                return False
            waiting = [side for side in table.waiting() if side in table.since]
            since = sorted((table.since[side], side) for side in waiting)
            if not since:
                return False
            flag(table, since[0][1], now)
            return True

        return await self.tables.act(room, fn)

    # -- told --

    def listed(self, c: Connection, player: str) -> list[dict[str, Any]]:
        """The tournaments of the lobby: those that are open or running, and what ended within a week. Where there are
        too many: a player's own, then the newest of each maker before his others, by who has been here longest."""
        week = self.tables.clock() - 7 * 86400
        found = c.execute(
            f"SELECT {COLUMNS} FROM (SELECT t.*, p.created AS since, "
            "row_number() OVER (PARTITION BY t.maker ORDER BY t.created DESC) AS nth, "
            "CASE WHEN t.maker = :p OR t.id IN (SELECT tournament FROM entrants WHERE player = :p) THEN 0 ELSE 1 END "
            "AS others FROM tournaments t JOIN players p ON p.id = t.maker "
            "WHERE t.state = 'running' OR t.ended > :week "
            "OR (t.state = 'entry' AND t.maker NOT IN (SELECT player FROM suspended))) ranked "
            f"ORDER BY others, nth, since, id LIMIT {MOST_LISTED}",
            {"p": player, "week": week},
        ).fetchall()
        cups = sorted(map(Cup, found), key=lambda one: -one.created)
        keys = [one.id for one in cups]
        counts = dict(c.execute(
            f"SELECT tournament, count(*) FROM entrants WHERE tournament IN ({marks(keys)}) GROUP BY tournament", keys
        ).fetchall())  # fmt: skip
        mine = {
            row[0]
            for row in c.execute("SELECT tournament FROM entrants WHERE player = ?", (player,)).fetchall()
        }
        first = {one.id: self._first(c, one) for one in cups if one.state == DONE}
        names = names_of(c, [who for winners in first.values() for who in winners])
        return [
            {**self._head(one), "players": counts.get(one.id, 0), "in": one.id in mine,
             "first": [names.get(who, "") for who in first.get(one.id, ())]}
            for one in cups
        ]  # fmt: skip

    def _first(self, c: Connection, one: Cup) -> list[str]:
        """Who stand first in a tournament that is over. That does not change any more, and is asked for by everybody in
        the lobby: it is worked out once."""
        if one.id not in self._won:
            field = Entrants(c, one.id)
            lines = pairing.standings(one.kind, len(field.players), field.played, field.gone) if one.round else []
            self._won[one.id] = [field.players[line.seed] for line in lines if line.place == 1]
        return self._won[one.id]

    @staticmethod
    def _head(one: Cup) -> dict[str, Any]:
        return {
            "id": one.id, "name": one.name, "kind": one.kind, "game": one.game, "scenario": one.scenario,
            "clock": agreed_clock(one.terms), "pace": pace_of(one.terms), "rated": one.terms.rated, "watch": one.watch,
            "games": one.legs, "rounds": one.rounds, "round": one.round, "hours": one.hours, "most": one.most,
            "begins": None if one.begins is None else iso(one.begins), "state": one.state,
            "round_end": None if one.round_end is None or one.state != RUNNING else iso(one.round_end),
            "why": one.why, "copy": one.copy,
        }  # fmt: skip

    async def page(self, key: str, player: str) -> dict[str, Any]:
        """A tournament's page. Raises NotFound."""
        return await self.store.read(lambda c: self._page(c, key, player))

    def _page(self, c: Connection, key: str, player: str) -> dict[str, Any]:
        one, field = cup(c, key), Entrants(c, key)
        names = names_of(c, [*field.players, one.maker])
        pace, without = pace_of(one.terms), guests(c, field.players)
        people = [
            {"id": who, "name": names.get(who, ""), "guest": who in without,
             "rating": told(*rating_of(c, who, one.game, pace)), "gone": n in field.gone, "you": who == player}
            for n, who in enumerate(field.players)
        ]  # fmt: skip
        lines = pairing.standings(one.kind, len(field.players), field.played, field.gone) if one.round else []
        begun = dict(
            c.execute(
                f"SELECT id, agreement IS NULL FROM tables WHERE id IN ({marks(list(field.tables.values()))})",
                list(field.tables.values()),
            ).fetchall()
        )
        rounds: list[list[dict[str, Any]]] = [[] for _ in range(one.round)]
        for leg in field.played:
            table = field.tables[leg.round, leg.board, leg.number]
            seats = [who for who in (leg.first, leg.second) if who is not None]
            mine = player in [field.players[who] for who in seats]
            rounds[leg.round - 1].append({
                "board": leg.board, "leg": leg.number, "first": leg.first, "second": leg.second, "score": leg.score,
                "reason": leg.reason, "points": list(leg.points()),
                "table": table if table in begun and (mine or one.watch) else None,
                "begun": bool(begun.get(table)),
            })  # fmt: skip
        return {
            **self._head(one), "maker": {"id": one.maker, "name": names.get(one.maker, "")},
            "yours": one.maker == player,
            "in": player in field.players and field.players.index(player) not in field.gone,
            "options": one.options, "players": people, "pairings": rounds,
            "standings": [
                {"seed": line.seed, "place": line.place, "points": line.points, "games": line.games,
                 "buchholz": line.buchholz, "berger": line.berger, "won": line.won} for line in lines
            ],
        }  # fmt: skip


def _add(c: Connection, key: str, field: Entrants, legs: Sequence[Leg]) -> None:
    c.executemany(
        "INSERT INTO pairings (tournament, round, board, leg, first, second, game_table, score, reason) "
        "VALUES (?,?,?,?,?,?,NULL,?,?)",
        [
            (key, leg.round, leg.board, leg.number, field.players[leg.first],
             None if leg.second is None else field.players[leg.second], leg.score, leg.reason)
            for leg in legs
        ],
    )  # fmt: skip


def _score(c: Connection, key: str, leg: Leg, score: float, reason: str) -> bool:
    return bool(
        c.execute(
            "UPDATE pairings SET score = ?, reason = ? WHERE tournament = ? AND round = ? AND board = ? AND leg = ? "
            "AND score IS NULL",
            (score, reason, key, leg.round, leg.board, leg.number),
        ).rowcount
    )


def _end(c: Connection, key: str, state: str, now: float, why: str) -> None:
    c.execute("UPDATE tournaments SET state = ?, ended = ?, why = ? WHERE id = ?", (state, now, why, key))


