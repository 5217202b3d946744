"""The club's parts put together."""

from __future__ import annotations

import secrets
from typing import Any

from ironbottom.kernel.errors import BadInput
from ironbottom.server.club.bodies import Challenge
from ironbottom.server.club.challenges import Challenges, awaits
from ironbottom.server.club.marshal import Marshal
from ironbottom.server.club.matches import pace_of
from ironbottom.server.club.oversight import Oversight
from ironbottom.server.club.pairing import swiss_pairs
from ironbottom.server.club.people import People, guests, marks, names_of
from ironbottom.server.club.results import available, rating_of, recompute, told
from ironbottom.server.club.tournaments import Tournaments
from ironbottom.server.database import Connection, Store
from ironbottom.server.errors import Forbidden
from ironbottom.server.lobby import Lobby
from ironbottom.server.repository import Match
from ironbottom.table.message import agreed_clock
from ironbottom.table.seats import Terms
from ironbottom.table.table import iso

MOST_WATCHED = 40


class Club:
    """The club of a server."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.tables = lobby.tables
        self.people = People(self.tables)
        self.challenges = Challenges(lobby, self.people)
        self.tournaments = Tournaments(self.challenges)
        self.oversight = Oversight(self.tournaments)
        self.marshal = Marshal(self.tables, self.people, self.tournaments)

    async def guests(self, player: str, rated: bool) -> None:
        """Raise Forbidden for what this server's owner does not let guests do."""
        allowed = self.tables.settings.guests
        if allowed == "rated":
            return
        if not await self.tables.repository.store.read(lambda c: guests(c, [player])):
            return
        if allowed == "none":
            raise Forbidden("on this server the lobby is for players with an account")
        if rated and allowed == "unrated":
            raise Forbidden("on this server rated games are for players with an account")

    async def against(self, player: str, name: str, wanted: Challenge, terms: Terms) -> str:
        """A game against a computer that counts, or that others may watch: the id of its table. Raises BadInput."""
        game = self.tables.catalogue.game(wanted.game)
        sides = [game.side_name(side) for side in game.scenario(wanted.scenario).sides]
        if wanted.side and wanted.side not in sides:
            raise BadInput(f"'side' is one of {', '.join(sides)}, or '' for one drawn by lot")
        own = wanted.side or secrets.choice(sides)
        seats = {side: "me" if side == own else f"bot:{wanted.bot}" for side in sides}
        made, _ = await self.lobby.create(
            player, name, wanted.game, wanted.scenario, wanted.options, seats, terms, wanted.copy, Match(wanted.watch)
        )
        return made

    async def awaiting(self, player: str, but: str) -> list[dict[str, Any]]:
        """The live games of a player that wait for him, but for the table where he is."""

        def job(c: Connection) -> list[tuple[Any, ...]]:
            return c.execute(
                "SELECT t.id, t.game, m.tournament, o.name FROM seats s JOIN tables t ON t.id = s.game_table "
                "JOIN matches m ON m.game_table = t.id JOIN seats o ON o.game_table = t.id "
                "WHERE s.player = :p AND t.id != :but AND t.over IS NULL AND t.agreement IS NOT NULL "
                "AND m.bank BETWEEN 1 AND 86399 AND o.side >= 0 AND o.side != s.side",
                {"p": player, "but": but},
            ).fetchall()

        found = await self.tables.repository.store.read(job)
        games = self.tables.catalogue
        there = set(games.slugs())
        return [awaits(key, name, games.game(slug).title, bool(cup)) for key, slug, cup, name in found if slug in there]

    async def look(self, player: str) -> dict[str, Any]:
        """The lobby as a player sees it."""
        await self.people.beat([player])
        return await self.tables.repository.store.read(lambda c: self._look(c, player))

    def _look(self, c: Connection, player: str) -> dict[str, Any]:
        return {
            "challenges": self.challenges.listed(c, player),
            "here": self.people.here(c, player),
            "watch": self._watched(c),
            "tournaments": self.tournaments.listed(c, player),
            "me": {"id": player, **self.people.allowed(c, player), "leave": self.people.leave(c, player)},
            "ratings": available(),
            "swiss": swiss_pairs(),
        }

    def _watched(self, c: Connection) -> list[dict[str, Any]]:
        """The games that anybody may look at now."""
        found = c.execute(
            "SELECT t.id, t.game, t.scenario, t.days, m.bank, m.added, m.rated, m.tournament, s.turn, s.updated "
            "FROM matches m JOIN tables t ON t.id = m.game_table JOIN seats s ON s.game_table = t.id AND s.side = -2 "
            "WHERE m.watch = 1 AND t.over IS NULL AND t.agreement IS NULL "
            f"ORDER BY s.updated DESC LIMIT {MOST_WATCHED}"
        ).fetchall()
        keys = [row[0] for row in found]
        seats: dict[str, list[str]] = {key: [] for key in keys}
        for key, player, kind, bot in c.execute(
            f"SELECT game_table, player, kind, bot FROM seats WHERE side >= 0 AND game_table IN ({marks(keys)}) "
            "ORDER BY game_table, side",
            keys,
        ).fetchall():
            seats[key].append(f"bot:{bot}" if kind == "bot" else player or "")
        names = names_of(c, [who for one in seats.values() for who in one])
        games = []
        for key, game, scenario, days, bank, added, rated, tournament, turn, updated in found:
            terms = Terms(days, False, bank, added, bool(rated))
            pace = pace_of(terms)
            games.append({
                "id": key, "game": game, "scenario": scenario, "clock": agreed_clock(terms), "pace": pace,
                "rated": terms.rated, "tournament": tournament, "turn": turn, "updated": iso(updated),
                "sides": [
                    {**self.people.named(who, names), "rating": told(*rating_of(c, who, game, pace))}
                    for who in seats[key]
                ],
            })  # fmt: skip
        return games


async def rate_anew(store: Store) -> int:
    """Rate all kept results anew: how many there are."""
    return await store.write(recompute)
