"""The routes of the club: `club.py` and what it is made of do what they ask for. They are not in a browser's tab, where
nobody else is."""

from __future__ import annotations

from ironbottom.kernel.errors import BadInput
from ironbottom.server import bodies as plain
from ironbottom.server.account_routes import owner_of
from ironbottom.server.asking import Answer, Ask, Route, get, post
from ironbottom.server.club import bodies
from ironbottom.server.club.club import Club
from ironbottom.server.club.matches import LIVE, SLOW
from ironbottom.server.club.oversight import Oversight
from ironbottom.server.codec import encode
from ironbottom.server.errors import NotFound
from ironbottom.server.routes import answer, packed, player_of
from ironbottom.table.seats import read_terms


def club_of(ask: Ask) -> Club:
    """Raises NotFound where there is none."""
    club = ask.rooms.club
    if club is None:
        raise NotFound("there is no lobby here: nobody else plays at this address")
    return club


def changed(ask: Ask) -> Answer:
    """The lobby is another one now."""
    ask.rooms.tables.bells.ring_all()
    return answer({})


@get("/api/lobby")
async def lobby(ask: Ask) -> Answer:
    player, _ = await player_of(ask)
    return packed(ask, encode(await club_of(ask).look(player)))


@post("/api/challenges")
async def challenge(ask: Ask, data: bodies.Challenge) -> Answer:
    club = club_of(ask)
    player, name = await player_of(ask)
    await club.guests(player, data.rated)
    terms = read_terms(data.clock, False, data.rated)
    if data.bot:
        await club.challenges.agreed(player, data.game, data.scenario, data.options, data.copy, terms)
        made = await club.against(player, name, data, terms)
        ask.rooms.tables.bells.ring_all()
        return answer({"table": made})
    key, meant = await club.challenges.create(
        player, data.game, data.scenario, data.options, data.side, data.copy, terms, data.watch, data.players,
        data.names, data.span,
    )  # fmt: skip
    telling = ask.rooms.accounts.telling
    await club.challenges.tell(player, name, data.game, meant, telling.say if telling is not None else None)
    for one in meant:  # before all others: of two bells at once a page hears the first
        ask.rooms.tables.bells.ring(one)
    ask.rooms.tables.bells.ring_all()
    return answer({"id": key})


@get("/api/challenges")
async def challenged(ask: Ask) -> Answer:
    """Those that are for who asks alone."""
    player, _ = await player_of(ask)
    return answer(await club_of(ask).challenges.for_him(player))


@post("/api/challenges/{key}/decline")
async def decline(ask: Ask, key: str, data: plain.Empty) -> Answer:
    player, name = await player_of(ask)
    await club_of(ask).challenges.decline(player, name, key)
    return changed(ask)


@post("/api/challenges/{key}/take")
async def take(ask: Ask, key: str, data: plain.Empty) -> Answer:
    club = club_of(ask)
    player, name = await player_of(ask)
    await club.guests(player, await club.challenges.rated(key))
    made = await club.challenges.take(player, name, key)
    ask.rooms.tables.bells.ring_all()
    return answer({"table": made})


@post("/api/challenges/{key}/withdraw")
async def withdraw(ask: Ask, key: str, data: plain.Empty) -> Answer:
    player, _ = await player_of(ask)
    await club_of(ask).challenges.withdraw(player, key)
    return changed(ask)


@post("/api/club/allow")
async def allow(ask: Ask, data: bodies.Allowed) -> Answer:
    player, _ = await player_of(ask)
    if await club_of(ask).people.allow(player, data.hidden, data.replays):
        return changed(ask)
    return answer({})


@post("/api/club/leave")
async def leave(ask: Ask, data: bodies.Leave) -> Answer:
    player, _ = await player_of(ask)
    await club_of(ask).people.go_on_leave(player, data.days)
    return changed(ask)


@get("/api/players/{key}")
async def player_page(ask: Ask, key: str) -> Answer:
    player, _ = await player_of(ask)
    return packed(ask, encode(await club_of(ask).people.page(key, player)))


@get("/api/results/{key}")
async def result(ask: Ask, key: str) -> Answer:
    player, _ = await player_of(ask)
    tables = ask.rooms.tables
    async with tables.at(key) as (room, table):
        tables.viewer(room, table, player, "")
    return answer(await club_of(ask).people.result(key))


@get("/api/sides/{key}")
async def sides(ask: Ask, key: str) -> Answer:
    player, _ = await player_of(ask)
    tables = ask.rooms.tables
    async with tables.at(key) as (room, table):
        tables.viewer(room, table, player, "")
        return answer(await club_of(ask).people.sides(room, table))


@get("/api/ratings/{game}")
async def best(ask: Ask, game: str, pace: str = LIVE) -> Answer:
    await player_of(ask)
    if pace not in (LIVE, SLOW):
        raise BadInput(f"a pace is {LIVE} or {SLOW}")
    return answer(await club_of(ask).people.best(game, pace))


@post("/api/tournaments")
async def new_tournament(ask: Ask, data: bodies.Tournament) -> Answer:
    club = club_of(ask)
    player, _ = await player_of(ask)
    await club.guests(player, data.rated)
    key = await club.tournaments.create(
        player, data.name, data.kind, data.game, data.scenario, data.options, data.copy,
        read_terms(data.clock, False, data.rated), data.watch, data.games, data.rounds, data.hours, data.most,
        data.begins,
    )  # fmt: skip
    ask.rooms.tables.bells.ring_all()
    return answer({"id": key})


@get("/api/tournaments/{key}")
async def tournament(ask: Ask, key: str) -> Answer:
    player, _ = await player_of(ask)
    return packed(ask, encode(await club_of(ask).tournaments.page(key, player)))


@post("/api/tournaments/{key}/enter")
async def enter(ask: Ask, key: str, data: plain.Empty) -> Answer:
    player, _ = await player_of(ask)
    club = club_of(ask)
    await club.guests(player, (await club.tournaments.page(key, player))["rated"])
    await club.tournaments.enter(player, key)
    return changed(ask)


@post("/api/tournaments/{key}/leave")
async def leave_tournament(ask: Ask, key: str, data: plain.Empty) -> Answer:
    player, _ = await player_of(ask)
    await club_of(ask).tournaments.leave(player, key)
    return changed(ask)


@post("/api/tournaments/{key}/start")
async def start(ask: Ask, key: str, data: plain.Empty) -> Answer:
    player, _ = await player_of(ask)
    await club_of(ask).tournaments.start(player, key)
    return changed(ask)


@post("/api/tournaments/{key}/call-off")
async def call_off(ask: Ask, key: str, data: plain.Empty) -> Answer:
    player, _ = await player_of(ask)
    await club_of(ask).tournaments.call_off(player, key)
    return changed(ask)


# -- the owner --


async def oversight_of(ask: Ask) -> Oversight:
    """Raises Forbidden for all but the owner of the server."""
    await owner_of(ask)
    return club_of(ask).oversight


@get("/api/owner/challenges")
async def all_challenges(ask: Ask, find: str = "") -> Answer:
    return answer(await (await oversight_of(ask)).challenges(find))


@get("/api/owner/tournaments")
async def all_tournaments(ask: Ask, find: str = "") -> Answer:
    return answer(await (await oversight_of(ask)).cups(find))


@post("/api/owner/challenges/{key}/remove")
async def remove_challenge(ask: Ask, key: str, data: plain.Empty) -> Answer:
    await (await oversight_of(ask)).remove_challenge(key)
    return changed(ask)


@post("/api/owner/tournaments/{key}/name")
async def name_tournament(ask: Ask, key: str, data: plain.Name) -> Answer:
    await (await oversight_of(ask)).name_cup(key, data.name)
    return changed(ask)


@post("/api/owner/tournaments/{key}/remove")
async def remove_tournament(ask: Ask, key: str, data: plain.Empty) -> Answer:
    await (await oversight_of(ask)).remove_cup(key)
    return changed(ask)


@post("/api/owner/tables/{key}/remove")
async def remove_table(ask: Ask, key: str, data: plain.Empty) -> Answer:
    await (await oversight_of(ask)).remove_table(key)
    return changed(ask)


CLUB_ROUTES: list[Route] = [
    lobby, challenge, challenged, decline, take, withdraw, allow, leave, player_page, result, sides, best,
    new_tournament, tournament, enter, leave_tournament, start, call_off,
    all_challenges, all_tournaments, remove_challenge, name_tournament, remove_tournament, remove_table,
]  # fmt: skip
