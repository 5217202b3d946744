"""The people of a club: who is here, what each allows others, his leave, and what he has played."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from ironbottom.kernel.errors import BadInput, IronbottomError
from ironbottom.server.club import matches
from ironbottom.server.club.results import ABORTED, START, available, fresh, rating_of, told
from ironbottom.server.database import Connection
from ironbottom.server.errors import NotFound
from ironbottom.server.tables import Room, Tables
from ironbottom.table.clocks import DAY, on_leave
from ironbottom.table.table import Table, iso

log = logging.getLogger("ironbottom")

ALLOWED, LEAVE = "allowed", "leave"
"""What other servers of the database are told about a player."""
HERE = 75.0
"""Seconds after which somebody of whom no page is open is not here any more."""
MOST_HERE = 200
MOST_GAMES = 60
MOST_POINTS = 400
"""Points of a curve."""
MOST_BEST = 50


def marks(values: Sequence[Any]) -> str:
    """What stands between the parentheses of an IN."""
    return ",".join("?" * len(values)) or "SELECT NULL WHERE 1 = 0"


def names_of(c: Connection, who: Iterable[str]) -> dict[str, str]:
    """The names of players, by id."""
    ids = [one for one in set(who) if one and not one.startswith("bot:")]
    return dict(c.execute(f"SELECT id, name FROM players WHERE id IN ({marks(ids)})", ids).fetchall())


def guests(c: Connection, who: Iterable[str]) -> set[str]:
    """Those of these players who have no account: no passkey, and no address."""
    ids = [one for one in set(who) if one and not one.startswith("bot:")]
    known = "SELECT player FROM passkeys UNION SELECT player FROM addresses"
    found = c.execute(f"SELECT id FROM players WHERE id IN ({marks(ids)}) AND id NOT IN ({known})", ids).fetchall()
    return {row[0] for row in found}


def apart(c: Connection, player: str) -> set[str]:
    """Those with whom a player has nothing to do: one of the two blocks the other."""
    sql = "SELECT other FROM blocks WHERE player = :p UNION SELECT player FROM blocks WHERE other = :p"
    return {row[0] for row in c.execute(sql, {"p": player}).fetchall()}


class People:
    """The people of a server's club."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.repository.store

    # -- who is here --

    def open_pages(self) -> set[str]:
        """Whose pages this server has a connection to."""
        seated = {socket.player for room in self.tables.rooms.values() for socket in room.sockets}
        return seated | set(self.tables.bells.live)

    async def beat(self, players: Iterable[str]) -> None:
        """These have a page open now."""
        rows = [(player, self.tables.clock()) for player in sorted(players)]

        def job(c: Connection) -> None:
            c.executemany(
                "INSERT INTO members (player, seen) VALUES (?,?) "
                "ON CONFLICT (player) DO UPDATE SET seen = excluded.seen",
                rows,
            )

        if rows:
            await self.store.write(job)

    def here(self, c: Connection, but: str = "") -> list[dict[str, Any]]:
        """Who is here and does not hide it."""
        since = self.tables.clock() - HERE
        found = c.execute(
            "SELECT p.id, p.name FROM members m JOIN players p ON p.id = m.player WHERE m.seen > ? "
            f"AND (m.hidden = 0 OR p.id = ?) ORDER BY p.name, p.id LIMIT {MOST_HERE}",
            (since, but),
        ).fetchall()
        without = guests(c, [key for key, _ in found])
        return [{"id": key, "name": name, "guest": key in without} for key, name in found]

    # -- what each allows --

    @staticmethod
    def allowed(c: Connection, player: str) -> dict[str, bool]:
        """What a player allows: `hidden` from the list of those who are here; `replays` of his finished games."""
        found = c.execute("SELECT hidden, replays FROM members WHERE player = ?", (player,)).fetchone()
        hidden, replays = found or (0, 1)
        return {"hidden": bool(hidden), "replays": bool(replays)}

    async def allow(self, player: str, hidden: bool, replays: bool) -> bool:
        """A player says what he allows; whether that is something else than before."""

        def job(c: Connection) -> bool:
            if self.allowed(c, player) == {"hidden": hidden, "replays": replays}:
                return False
            c.execute(
                "INSERT INTO members (player, hidden, replays, seen) VALUES (?,?,?,?) ON CONFLICT (player) "
                "DO UPDATE SET hidden = excluded.hidden, replays = excluded.replays",
                (player, int(hidden), int(replays), self.tables.clock()),
            )
            return True

        changed = await self.store.write(job)
        if changed:
            await self.see_to_his(player)
            self.tables.tell_others(ALLOWED, player)
        return changed

    async def see_to_his(self, player: str) -> None:
        """The tables in memory here learn what a player allows."""
        for room in self._his(player):
            await self.see_to(room)

    async def see_to(self, room: Room) -> None:
        """Whether others may replay a match, as those who played it allow it now."""
        found = await self.store.read(lambda c: c.execute(matches.STORED, (room.key,)).fetchone())
        if found is not None and room.meta is not None and room.meta.match is not None:
            room.meta.match.shown = bool(found[-1])

    # -- leave --

    def leave(self, c: Connection, player: str) -> dict[str, Any]:
        """A player's leave: days that he has left this year, and until when he is on leave."""
        now = self.tables.clock()
        spans = self._spans(c, player)
        most = self.tables.settings.vacation_days
        until = max((end for start, end in spans if start <= now < end), default=None)
        return {
            "days": max(0.0, round(most - _in_year(spans, now), 1)), "most": most,
            "until": None if until is None else iso(until),
        }  # fmt: skip

    @staticmethod
    def _spans(c: Connection, player: str) -> list[tuple[float, float]]:
        sql = "SELECT begins, until FROM vacations WHERE player = ? ORDER BY begins"
        return [(start, end) for start, end in c.execute(sql, (player,)).fetchall()]

    async def go_on_leave(self, player: str, days: int) -> None:
        """A player's clocks in games of correspondence stand still for so many days from now; 0: he is back. Raises
        BadInput."""
        now, most = self.tables.clock(), self.tables.settings.vacation_days
        if not 0 <= days <= 366:
            raise BadInput("leave is taken for 1 to 366 days; 0 ends it")

        def job(c: Connection) -> None:
            spans = self._spans(c, player)
            current = any(start <= now < end for start, end in spans)
            if days == 0:
                c.execute("UPDATE vacations SET until = ? WHERE player = ? AND until > ?", (now, player, now))
                return
            if current:
                raise BadInput("you are on leave; end it before you take another")
            wanted = [*spans, (now, now + days * DAY)]
            for year in (now, now + days * DAY):
                if _in_year(wanted, year) > most + 1e-6:
                    left = max(0, int(most - _in_year(spans, year)))
                    raise BadInput(f"you have {left} days of leave left this year")
            c.execute("INSERT INTO vacations VALUES (?,?,?)", (player, now, now + days * DAY))

        await self.store.write(job)
        await self.tell_leave(player)
        self.tables.tell_others(LEAVE, player)

    async def tell_leave(self, player: str) -> None:
        """The tables in memory here learn of a player's leave; another does when its time seems to be out."""

        def fn(table: Table[Any], now: float) -> None:
            table.changes.seats = True

        for room in self._his(player):
            terms = room.table.terms if room.table is not None and room.table.over is None else None
            if terms is None or terms.live or not (terms.days or terms.bank):
                continue
            try:
                await self.judged(room, fn)
            except IronbottomError as error:
                log.debug("the table %s could not be told of a leave: %s", room.key, error)

    def _his(self, player: str) -> list[Room]:
        """The rooms in memory in which a player has a seat."""
        rooms = [room for room in self.tables.rooms.values() if room.table is not None]
        return [room for room in rooms if any(s.player == player for s in room.table.seats.values())]  # type: ignore[union-attr]

    async def judged(self, room: Room, fn: Callable[[Table[Any], float], None]) -> None:
        """Do something at a table whose clocks mind the leave of its players as it is stored now."""

        async def first(table: Table[Any]) -> None:
            away = await self.store.read(lambda c: c.execute(matches.AWAY, (room.key,)).fetchall())
            matches.on_leave(table, [(side, start, end) for side, start, end in away])

        await self.tables.act(room, fn, first=first)

    # -- what he has played --

    async def page(self, who: str, reader: str) -> dict[str, Any]:
        """A player's page, or a computer's, as `reader` may see it. Raises NotFound."""
        return await self.store.read(lambda c: self._page(c, who, reader))

    def _page(self, c: Connection, who: str, reader: str) -> dict[str, Any]:
        bot = who.startswith("bot:")
        found = None if bot else c.execute("SELECT name, created FROM players WHERE id = ?", (who,)).fetchone()
        if found is None and not bot:
            raise NotFound("there is no such player")
        rows = c.execute(
            "SELECT r.game_table, r.game, r.scenario, r.pace, r.first, r.second, r.score, r.reason, r.time, "
            "r.first_mu, r.second_mu, r.tournament, r.rated = 0 AND COALESCE(m.rated, 0) = 1 AND r.score IS NOT NULL, "
            "t.id IS NOT NULL, COALESCE(m.watch, 0), NOT EXISTS "
            "(SELECT 1 FROM seats s LEFT JOIN members p ON p.player = s.player WHERE s.game_table = r.game_table "
            "AND s.player IS NOT NULL AND p.replays = 0) FROM results r LEFT JOIN tables t ON t.id = r.game_table "
            "LEFT JOIN matches m ON m.game_table = r.game_table WHERE r.first = ? OR r.second = ? "
            "ORDER BY r.time, r.game_table",
            (who, who),
        ).fetchall()
        names = names_of(c, [one for row in rows for one in (row[4], row[5])])
        tally: dict[tuple[str, int], list[int]] = defaultdict(lambda: [0, 0, 0])
        curves: dict[tuple[str, str], list[tuple[str, int]]] = defaultdict(list)
        games = []
        for row in rows:
            key, game, scenario, pace, first, second, score, reason, time, *more = row
            mu_1, mu_2, cup, void, there, watch, shown = more
            mine = 0 if first == who else 1
            if void:  # it ended before that was kept as its reason
                reason = ABORTED
            if score is not None and (reason != ABORTED or cup):
                own = score if mine == 0 else 1 - score
                tally[game, mine][0 if own == 1 else 1 if own == 0.5 else 2] += 1
            mu, moved = (mu_1, mu_2)[mine], None
            if mu is not None:
                before = curves[game, pace][-1][1] if curves[game, pace] else round(fresh(who)[0])
                moved = round(mu) - before
                curves[game, pace].append((iso(time), round(mu)))
            games.append({
                "id": key, "game": game, "scenario": scenario, "pace": pace, "rated": mu is not None, "time": iso(time),
                "sides": [self.named(first, names), self.named(second, names)], "score": score, "reason": reason,
                "mine": mine, "points": None if mu is None else round(mu), "moved": moved, "tournament": cup,
                "open": bool(there and (watch or shown or reader in (first, second))),
            })  # fmt: skip
        ratings = c.execute(
            "SELECT game, pace, mu, sigma, games FROM ratings WHERE who = ? ORDER BY games DESC, game, pace", (who,)
        ).fetchall()
        since = self.tables.clock() - HERE
        here = c.execute("SELECT 1 FROM members WHERE player = ? AND seen > ? AND hidden = 0", (who, since)).fetchone()
        return {
            "id": who, "name": self.named(who, {who: found[0]} if found else {})["name"], "computer": bot,
            "guest": who in guests(c, [who]), "you": who == reader,
            "since": found[1] if found else None, "here": here is not None,
            "ratings": [{"game": g, "pace": p, **told(mu, sigma), "games": n} for g, p, mu, sigma, n in ratings],
            "tally": [{"game": g, "side": side, "won": n[0], "drawn": n[1], "lost": n[2]}
                      for (g, side), n in sorted(tally.items())],
            "curves": [{"game": g, "pace": p, "start": START, "points": points[-MOST_POINTS:]}
                       for (g, p), points in sorted(curves.items())],
            "games": games[::-1][:MOST_GAMES],
        }  # fmt: skip

    def named(self, who: str, names: dict[str, str]) -> dict[str, str]:
        """Somebody with his name; a computer has that of its level."""
        if who.startswith("bot:"):
            level = who.removeprefix("bot:")
            return {"id": who, "name": level.replace(":", ", ").capitalize()}
        return {"id": who, "name": names.get(who, "")}

    async def result(self, key: str) -> list[dict[str, Any]]:
        """What a rated game brought: for each side who had it, the rating after it, and by how much it moved. Nothing
        where it did not count."""

        def job(c: Connection) -> list[dict[str, Any]]:
            row = c.execute(
                "SELECT game, pace, first, second, time, first_mu, first_sigma, second_mu, second_sigma FROM results "
                "WHERE game_table = ? AND first_mu IS NOT NULL",
                (key,),
            ).fetchone()
            if row is None:
                return []
            game, pace, first, second, time, *after = row
            found = []
            for who, mu, sigma in ((first, *after[:2]), (second, *after[2:])):
                before = c.execute(
                    "SELECT first, first_mu, second_mu FROM results WHERE (first = ? OR second = ?) AND game = ? "
                    "AND pace = ? AND time < ? AND first_mu IS NOT NULL ORDER BY time DESC LIMIT 1",
                    (who, who, game, pace, time),
                ).fetchone()
                was = fresh(who)[0] if before is None else before[1] if before[0] == who else before[2]
                found.append({"id": who, **told(mu, sigma), "moved": round(mu) - round(was)})
            return found

        return await self.store.read(job)

    async def sides(self, room: Room, table: Table[Any]) -> list[dict[str, Any]]:
        """Who has each side of a match, with his rating in it; nothing where the table is none."""
        if room.meta is None or room.meta.match is None:
            return []
        game, pace = table.game.slug, matches.pace_of(table.terms)
        who = [(table.game.side_name(side), matches.who(table, side)) for side in table.sides]

        def job(c: Connection) -> list[dict[str, Any]]:
            names = names_of(c, [one for _, one in who])
            return [
                {"side": side, **self.named(one, names), "rating": told(*rating_of(c, one, game, pace))}
                for side, one in who
                if one
            ]

        return await self.store.read(job)

    async def best(self, game: str, pace: str) -> list[dict[str, Any]]:
        """The list of the rated of a game at a pace, the best first; who is provisional stands after the others. A
        computer that nobody has met yet stands where its level was measured."""
        catalogue = self.tables.catalogue
        there = available() and game in catalogue.slugs()
        computers = [f"bot:{one['id']}" for one in catalogue.bots(game)] if there else []

        def job(c: Connection) -> list[dict[str, Any]]:
            rows = c.execute(
                "SELECT who, mu, sigma, games FROM ratings WHERE game = ? AND pace = ? "
                f"ORDER BY mu DESC, who LIMIT {MOST_BEST * 4}",
                (game, pace),
            ).fetchall()
            met = {row[0] for row in c.execute(
                "SELECT who FROM ratings WHERE game = ? AND pace = ? AND who LIKE ?", (game, pace, "bot:%")).fetchall()}
            known = {row[0] for row in rows}
            rows += [(who, *fresh(who), 0) for who in computers if who not in met]
            rows.sort(key=lambda row: (-row[1], row[0]))
            names, without = names_of(c, known), guests(c, known)
            found = [
                {**self.named(who, names), **told(mu, sigma), "games": n, "guest": who in without}
                for who, mu, sigma, n in rows
            ]
            return sorted(found, key=lambda one: bool(one["provisional"]))[:MOST_BEST]

        return await self.store.read(job)


def _in_year(spans: Sequence[tuple[float, float]], when: float) -> float:
    """How many days of leave fall into the year of a time."""
    year = datetime.fromtimestamp(when, UTC).year
    start, end = (datetime(one, 1, 1, tzinfo=UTC).timestamp() for one in (year, year + 1))
    return on_leave(spans, start, end) / DAY
