"""What the owner of a server sees of its club, and takes out of it: open challenges, tournaments, tables.

What is taken out goes where it is stored; a server that holds a table of it in memory reads it anew, and finds it gone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ironbottom.server import rows
from ironbottom.server.club.challenges import FOUND, Open
from ironbottom.server.club.people import names_of
from ironbottom.server.club.tournaments import CALLED_OFF, COLUMNS, DONE, Cup, Tournaments, cup, name_of
from ironbottom.server.database import Connection
from ironbottom.server.errors import NotFound
from ironbottom.server.queries import holding
from ironbottom.table.message import agreed_clock
from ironbottom.table.table import iso

MOST_SHOWN = 200
"""Rows of a list."""
LONGEST_FIND = 100
CHALLENGE, TOURNAMENT, GAME = "challenge", "tournament", "game"
"""What is taken out, as those are told whose it was."""


class Oversight:
    """The owner's view of a club. Who asks has been found to be the owner before."""

    def __init__(self, tournaments: Tournaments) -> None:
        self.tournaments = tournaments
        self.tables = tournaments.tables
        self.store = self.tables.repository.store

    # -- seen --

    async def challenges(self, find: str) -> list[dict[str, Any]]:
        """All challenges that stand, those for few among them, newest first."""
        find = find[:LONGEST_FIND]
        return await self.store.read(lambda c: self._challenges(c, find))

    def _challenges(self, c: Connection, find: str) -> list[dict[str, Any]]:
        now = self.tables.clock()
        found = c.execute(
            f"{FOUND} WHERE c.until > :now AND (lower(p.name) LIKE :part ESCAPE '!' OR c.game LIKE :part ESCAPE '!' "
            f"OR c.id = :find OR c.maker = :find) ORDER BY c.created DESC, c.id LIMIT {MOST_SHOWN}",
            {"now": now, "part": holding(find), "find": find},
        ).fetchall()
        suspended = {row[0] for row in c.execute("SELECT player FROM suspended").fetchall()}
        challenges = [Open(row) for row in found]
        names = names_of(c, [who for one in challenges for who in one.invited])
        return [
            {
                "id": one.id, "by": {"id": one.maker, "name": one.name}, "game": one.game, "scenario": one.scenario,
                "clock": agreed_clock(one.terms), "rated": one.terms.rated,
                "invited": [{"id": who, "name": names.get(who, "")} for who in one.invited],
                "listed": one.shown(now) and one.maker not in suspended,
                "created": iso(one.created), "until": iso(one.until),
            }
            for one in challenges
        ]  # fmt: skip

    async def cups(self, find: str) -> list[dict[str, Any]]:
        """All tournaments, those that are not over first, newest first. `playing`: how many games of it go on; `ahead`:
        how many have a table and have not begun."""
        find = find[:LONGEST_FIND]
        return await self.store.read(lambda c: self._cups(c, find))

    def _cups(self, c: Connection, find: str) -> list[dict[str, Any]]:
        columns = ", ".join(f"t.{one.strip()}" for one in COLUMNS.split(","))
        found = c.execute(
            f"SELECT {columns}, p.name, (SELECT count(*) FROM entrants e WHERE e.tournament = t.id), "
            "(SELECT count(*) FROM matches m JOIN tables g ON g.id = m.game_table WHERE m.tournament = t.id "
            "AND g.over IS NULL AND g.agreement IS NULL), "
            "(SELECT count(*) FROM matches m JOIN tables g ON g.id = m.game_table WHERE m.tournament = t.id "
            "AND g.over IS NULL AND g.agreement IS NOT NULL) "
            "FROM tournaments t JOIN players p ON p.id = t.maker WHERE lower(t.name) LIKE :part ESCAPE '!' "
            "OR lower(p.name) LIKE :part ESCAPE '!' OR t.game LIKE :part ESCAPE '!' OR t.id = :find OR t.maker = :find "
            f"ORDER BY CASE WHEN t.state IN ('{DONE}', '{CALLED_OFF}') THEN 1 ELSE 0 END, t.created DESC, t.id "
            f"LIMIT {MOST_SHOWN}",
            {"part": holding(find), "find": find},
        ).fetchall()
        told = []
        for row in found:
            *given, maker, players, playing, ahead = row
            one = Cup(given)
            told.append({
                "id": one.id, "name": one.name, "by": {"id": one.maker, "name": maker}, "game": one.game,
                "scenario": one.scenario, "clock": agreed_clock(one.terms), "rated": one.terms.rated,
                "state": one.state, "round": one.round, "rounds": one.rounds, "players": players, "most": one.most,
                "playing": playing, "ahead": ahead, "created": iso(one.created),
            })  # fmt: skip
        return told

    # -- taken out --

    async def remove_challenge(self, key: str) -> None:
        """A challenge goes. Raises NotFound where it has been taken or withdrawn."""

        def job(c: Connection) -> tuple[str, str] | None:
            found: tuple[str, str] | None = c.execute("SELECT maker, game FROM seeks WHERE id = ?", (key,)).fetchone()
            if found is not None:
                c.execute("DELETE FROM seeks WHERE id = ?", (key,))
            return found

        found = await self.store.write(job)
        if found is None:
            raise NotFound("this challenge is gone: it was taken, or its time was over")
        maker, slug = found
        names = self.tables.catalogue.names(slug)
        self._tell([maker], CHALLENGE, names["title"] if names else slug)

    async def name_cup(self, key: str, name: str) -> None:
        """A tournament is called something else. Raises BadInput, NotFound."""
        name = name_of(name)

        def job(c: Connection) -> None:
            cup(c, key)
            c.execute("UPDATE tournaments SET name = ? WHERE id = ?", (name, key))

        await self.store.write(job)

    async def remove_cup(self, key: str) -> None:
        """A tournament goes, with what was to be played in it. Its games that are played go on as games of their own:
        who plays there loses nothing. Results that were stored stay. Raises NotFound."""

        def job(c: Connection) -> tuple[str, list[str], set[str]]:
            one = cup(c, key)
            games = c.execute(
                "SELECT t.id, t.agreement IS NOT NULL AND t.over IS NULL FROM matches m "
                "JOIN tables t ON t.id = m.game_table WHERE m.tournament = ?",
                (key,),
            ).fetchall()
            people, mine = {one.maker}, "SELECT player FROM entrants WHERE tournament = ?"
            people |= {row[0] for row in c.execute(mine, (key,)).fetchall()}
            for table, ahead in games:
                if ahead:
                    rows.delete(c, table)
            # what is in some server's memory still says that it belongs to the tournament: no commit of it is taken
            c.executemany("UPDATE tables SET token = token + 1 WHERE id = ?", [(table,) for table, _ in games])
            c.execute("UPDATE matches SET tournament = '' WHERE tournament = ?", (key,))
            for part in ("pairings", "entrants"):
                c.execute(f"DELETE FROM {part} WHERE tournament = ?", (key,))
            c.execute("DELETE FROM tournaments WHERE id = ?", (key,))
            return one.name, [table for table, _ in games], people

        name, games, people = await self.store.write(job)
        self._tell(people, TOURNAMENT, name)
        self._changed(games, people)

    async def remove_table(self, key: str) -> None:
        """A table goes for all who sit or look on there, log and all. A result that was stored stays. Raises
        NotFound."""
        repository = self.tables.repository
        found = await self.store.read(lambda c: c.execute("SELECT game FROM tables WHERE id = ?", (key,)).fetchone())
        if found is None:
            raise NotFound("there is no such table")
        people, others = await repository.people(key)
        title = (self.tables.catalogue.names(found[0]) or await repository.names(key))["title"]
        await repository.delete(key)
        self._tell(people | others, GAME, title, key)
        self._changed([key], people | others)

    def _tell(self, people: Iterable[str], what: str, name: str, table: str = "") -> None:
        for one in people:
            self.tables.tell(one, {"type": "removed", "what": what, "name": name, "table": table})

    def _changed(self, tables: list[str], people: Iterable[str]) -> None:
        self.tables.changed_beneath(tables)
        for one in people:
            self.tables.bells.ring(one)
