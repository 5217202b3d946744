"""The routes: what a page asks for, each declared once with the coroutine that does it. `binding.py` puts them behind
Litestar, `ironbottom.tab` behind the messages of a browser's tab."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import logging
from typing import Any

from ironbottom.drawing.pages import after_game
from ironbottom.kernel.errors import BadInput, IllegalAction, IronbottomError
from ironbottom.kernel.step import OBSERVER
from ironbottom.server import acts, bodies, lessons, practice, records
from ironbottom.server.asking import Answer, Ask, Line, Rooms, Route, declared, get, live, post
from ironbottom.server.catalogue import Asset
from ironbottom.server.codec import dump, encode
from ironbottom.server.errors import Elsewhere, Forbidden, Refused, SignedOut, TooMany, Unstored
from ironbottom.server.sockets import AGAIN, SLOW, Socket
from ironbottom.table.seats import BOT, read_terms

log = logging.getLogger("ironbottom")

CLOSING = 5.0
"""Seconds in which a connection that does not read may hear why it is closed."""
FORMS = ("html", "json")
TABLE = "x-ironbottom-table"
"""Names the table that another server holds, for whoever passes the request on."""
SIGNED_OUT = "you were signed out here"
YEAR = "public, max-age=31536000, immutable"


# -- who asks --


async def visitor(ask: Ask) -> tuple[str, str] | None:
    """The player who asks, if he is known."""
    found = await ask.rooms.players.of(ask.cookie, ask.header("user-agent"))
    if found is not None:
        ask.rooms.tables.came(found[0], ask.header("host"))
    return found


async def same_visitor(ask: Ask) -> tuple[str, str] | None:
    """The player who asks, if he is known. Raises SignedOut for one who was: nobody goes on as another unawares."""
    found = await visitor(ask)
    if found is None and ask.cookie:
        raise SignedOut(SIGNED_OUT)
    return found


async def player_of(ask: Ask) -> tuple[str, str]:
    """The player who asks. Raises Forbidden for one without a cookie: GET /api/me gives one."""
    found = await same_visitor(ask)
    if found is None:
        raise Forbidden("you are not known here; open the home page first")
    return found


async def at_table(ask: Ask, key: str) -> tuple[str, str]:
    """The player who does something at a table, whatever it is: he is there."""
    found = await player_of(ask)
    await ask.rooms.lobby.heard(found[0], key)
    return found


async def known_player(ask: Ask) -> tuple[str, str, str | None]:
    """The player who asks: id, name, and a cookie if he is new. Raises SignedOut."""
    found = await same_visitor(ask)
    return (*found, None) if found is not None else await newcomer(ask)


async def newcomer(ask: Ask) -> tuple[str, str, str]:
    """A new player: id, name and cookie. Raises TooMany."""
    if not ask.rooms.newcomers.take(ask.address):
        raise TooMany("too many new players from your address; wait a moment")
    return await ask.rooms.players.new(ask.header("user-agent"))


# -- answers --


def answer(data: Any, status: int = 200) -> Answer:
    return Answer(encode(data), status=status)


def packed(ask: Ask, data: bytes) -> Answer:
    """A large answer, packed for a browser that is not on this machine."""
    if len(data) < 2000 or ask.rooms.settings.local or "gzip" not in ask.header("accept-encoding"):
        return Answer(data)
    return Answer(gzip.compress(data, 1), headers={"content-encoding": "gzip", "vary": "accept-encoding"})


def asset(ask: Ask, found: Asset, caching: str) -> Answer:
    """A file, packed where the browser takes it so, or the news that it has not changed."""
    headers = {"etag": f'"{found.tag}"', "cache-control": caching, "vary": "accept-encoding"}
    if ask.header("if-none-match") == headers["etag"]:
        return Answer(b"", found.kind, 304, headers)
    data = found.data
    if "gzip" in ask.header("accept-encoding") and found.packed is not None:
        data, headers["content-encoding"] = found.packed, "gzip"
    return Answer(data, found.kind, headers=headers)


def greeted(data: Any, cookie: str | None) -> Answer:
    """An answer, with the cookie of a new player."""
    return Answer(encode(data), cookie=cookie)


async def about(rooms: Rooms, player: str, name: str) -> dict[str, Any]:
    return {"name": name, "id": player, "local": rooms.settings.local}


# -- players --


@get("/api/me")
async def me(ask: Ask) -> Answer:
    rooms = ask.rooms
    found = await visitor(ask)
    if found is not None:
        return greeted(await about(rooms, *found), None)
    player, name, cookie = await newcomer(ask)
    told = await about(rooms, player, name)
    return greeted({**told, "out": True} if ask.cookie else told, cookie)  # who was somebody is told that he is not


@post("/api/me")
async def rename(ask: Ask, data: bodies.Name) -> Answer:
    rooms = ask.rooms
    player, _ = await player_of(ask)
    name = await rooms.players.rename(player, data.name)
    await rooms.tables.renamed(player, name)
    return answer(await about(rooms, player, name))


@post("/api/me/link")
async def personal_link(ask: Ask, data: bodies.Empty) -> Answer:
    from ironbottom.server import qr  # its library is not where nobody can follow a link

    rooms = ask.rooms
    player, _ = await player_of(ask)
    url = f"{rooms.tables.base_for_others(player)}/me/{await rooms.players.personal_link(player)}"
    return answer({"url": url, "qr": qr.drawing(url)})


@get("/api/personal/{text}")
async def personal_invitation(ask: Ask, text: str) -> Answer:
    found = await visitor(ask)
    return answer(await ask.rooms.players.personal_invitation(text, found[0] if found else None))


@post("/api/personal")
async def follow_personal_link(ask: Ask, data: bodies.Secret) -> Answer:
    rooms = ask.rooms
    player, name, cookie = await rooms.players.follow_personal_link(
        data.secret, ask.header("user-agent"), ask.cookie
    )
    return greeted(await about(rooms, player, name), cookie)


# -- catalogue and lobby --


@get("/api/games")
async def games(ask: Ask) -> Answer:
    return answer(ask.rooms.tables.catalogue.listed())


@get("/api/aid/{slug}")
async def aid_of(ask: Ask, slug: str) -> Answer:
    catalogue = ask.rooms.tables.catalogue
    return Answer(catalogue.aid(catalogue.game(slug)))


@get("/api/rules/{slug}")
async def rules(ask: Ask, slug: str) -> Answer:
    return answer(ask.rooms.tables.catalogue.rules(slug))


@get("/g/{slug}/{scenario}/{name}")
async def drawing(ask: Ask, slug: str, scenario: str, name: str, v: str | None = None) -> Answer:
    found = ask.rooms.tables.catalogue.asset(slug, scenario, name)
    return asset(ask, found, YEAR if v is not None else "no-cache")


@get("/api/tables")
async def tables(ask: Ask, hidden: bool = False) -> Answer:
    found = await same_visitor(ask)
    return answer(await ask.rooms.lobby.tables_of(found[0], hidden) if found else [])


def reached(rooms: Rooms, links: dict[str, str]) -> dict[str, Any]:
    """Whether links are good on this machine alone; if they are not, each as a QR code too."""
    if rooms.settings.local or not links:
        return {"local_only": rooms.settings.local, "qr": {}}
    from ironbottom.server import qr  # its library is not where nobody can follow a link

    return {"local_only": False, "qr": {side: qr.drawing(url) for side, url in links.items()}}


@post("/api/tables")
async def new_table(ask: Ask, data: bodies.NewTable) -> Answer:
    rooms = ask.rooms
    player, name, cookie = await known_player(ask)
    terms = read_terms(data.clock, data.hints)
    if data.record is not None:
        with rooms.players.alone(player, "record"):
            key, links = await rooms.imports.take_in(player, name, data.record)
    else:
        key, links = await rooms.lobby.create(
            player, name, data.game, data.scenario, data.options, data.seats, terms, data.copy
        )
    return greeted({"id": key, "links": links, **reached(rooms, links)}, cookie)


@get("/api/lessons")
async def begun(ask: Ask) -> Answer:
    found = await same_visitor(ask)
    return answer(await lessons.begun(ask.rooms.tables, found[0]) if found else [])


@post("/api/lessons")
async def learn(ask: Ask, data: bodies.LessonBody) -> Answer:
    rooms = ask.rooms
    player, name, cookie = await known_player(ask)
    made = await lessons.begin(rooms.lobby, player, name, data.game, data.lesson, data.again)
    return greeted({"id": made}, cookie)


@post("/api/practice")
async def practise(ask: Ask, data: bodies.PracticeBody) -> Answer:
    rooms = ask.rooms
    player, name, cookie = await known_player(ask)
    made = await practice.begin(rooms.lobby, player, name, data.game, data.rule, data.trying)
    return greeted({"id": made}, cookie)


@post("/api/tables/{key}/hide")
async def hide(ask: Ask, key: str, data: bodies.Empty) -> Answer:
    player, _ = await at_table(ask, key)
    await ask.rooms.lobby.hide(player, key)
    return answer({})


@post("/api/tables/{key}/show")
async def show(ask: Ask, key: str, data: bodies.Empty) -> Answer:
    player, _ = await at_table(ask, key)
    await ask.rooms.lobby.show(player, key)
    return answer({})


@post("/api/tables/{key}/delete")
async def delete(ask: Ask, key: str, data: bodies.Empty) -> Answer:
    player, _ = await at_table(ask, key)
    return answer({"gone": await ask.rooms.lobby.delete(player, key)})


@get("/api/join/{text}")
async def invitation(ask: Ask, text: str) -> Answer:
    return answer(await ask.rooms.lobby.invitation(text))


@post("/api/join")
async def join(ask: Ask, data: bodies.Secret) -> Answer:
    rooms = ask.rooms
    await rooms.lobby.invitation(data.secret)
    player, name, cookie = await known_player(ask)
    return greeted(await rooms.lobby.join(player, name, data.secret), cookie)


@post("/api/tables/{key}/relink")
async def relink(ask: Ask, key: str, data: bodies.Side) -> Answer:
    player, _ = await at_table(ask, key)
    rooms = ask.rooms
    url = await rooms.lobby.relink(player, key, data.side)
    found = reached(rooms, {data.side: url})
    return answer({"url": url, "local_only": found["local_only"], "qr": found["qr"].get(data.side)})


@post("/api/tables/{key}/reclaim")
async def reclaim(ask: Ask, key: str, data: bodies.Side) -> Answer:
    player, _ = await at_table(ask, key)
    return answer({"due": await ask.rooms.lobby.reclaim(player, key, data.side)})


@post("/api/tables/{key}/code")
async def new_code(ask: Ask, key: str, data: bodies.Side) -> Answer:
    player, _ = await at_table(ask, key)
    return answer({"code": await ask.rooms.lobby.new_code(player, key, data.side)})


@post("/api/recover")
async def recover(ask: Ask, data: bodies.Code) -> Answer:
    rooms = ask.rooms
    return answer({**await rooms.lobby.recover(data.code), "local_only": rooms.settings.local})


# -- a table --


def act_route(path: str, body: type[bodies.Body], handler: Any) -> Route:
    """The route of an act at a table."""

    async def do(ask: Ask, key: str, data: Any) -> Answer:
        player, _ = await at_table(ask, key)
        return answer(await handler(ask.rooms.tables, player, key, data))

    return declared("POST", f"/api/tables/{{key}}/{path}", do, body=body)


ACTS = [
    act_route(path, body, handler)
    for path, body, handler in (
        ("do", bodies.Do, acts.do),
        ("undo", bodies.Undo, acts.undo),
        ("redo", bodies.Redo, acts.redo),
        ("dice", bodies.DiceBody, acts.dice),
        ("resign", bodies.SeatOnly, acts.resign),
        ("claim-time", bodies.SeatOnly, acts.claim_time),
        ("keep", bodies.SeatOnly, acts.nothing),
        ("offer", bodies.OfferBody, acts.offer),
        ("chat", bodies.ChatBody, acts.chat),
        ("note", bodies.NoteBody, acts.note),
        ("order", bodies.OrderBody, acts.order),
        ("show-next", bodies.SeatOnly, practice.go_on),
    )
]


@get("/api/tables/{key}")
async def look(
    ask: Ask,
    key: str,
    seat: str = "",
    after: int = 0,
    at: int | None = None,
    said: int = 0,
) -> Answer:
    player, _ = await player_of(ask)
    return packed(ask, encode(await acts.look(ask.rooms.tables, player, key, seat, after, at, said)))


@post("/api/tables/{key}/answer")
async def reply(ask: Ask, key: str, data: bodies.AnswerBody) -> Answer:
    rooms = ask.rooms
    player, _ = await at_table(ask, key)
    receipt = await acts.answer(rooms.tables, player, key, data)
    if data.kind == "rematch" and data.yes:
        await rooms.lobby.rematch(player, key, data.seat)
        receipt = {"rev": await acts.revision(rooms.tables, player, key, data.seat)}
    return answer(receipt)


@post("/api/tables/{key}/rematch")
async def rematch(ask: Ask, key: str, data: bodies.Rematch) -> Answer:
    rooms = ask.rooms
    player, _ = await at_table(ask, key)
    made = await rooms.lobby.rematch(player, key, data.seat, data.same)
    return answer({"id": made, "rev": await acts.revision(rooms.tables, player, key, data.seat)})


@post("/api/tables/{key}/analysis")
async def analysis(ask: Ask, key: str, data: bodies.AnalysisBody) -> Answer:
    rooms = ask.rooms
    player, name = await at_table(ask, key)
    made, told = await records.analyse(rooms.tables, rooms.players, player, name, key, data.seat, data.at, data.end)
    return answer({"id": made, "n": told, "links": {}, "local_only": rooms.settings.local})


@post("/api/tables/{key}/hint")
async def hint(ask: Ask, key: str, data: bodies.SeatOnly) -> Answer:
    rooms = ask.rooms
    player, _ = await at_table(ask, key)
    return answer(await rooms.thinkers.hint(await rooms.tables.room(key), player, data.seat))


@post("/api/tables/{key}/warn")
async def warn(ask: Ask, key: str, data: bodies.Warn) -> Answer:
    rooms = ask.rooms
    player, _ = await at_table(ask, key)
    return answer(await rooms.thinkers.warn(await rooms.tables.room(key), player, data.seat, data.do))


@post("/api/tables/{key}/advise")
async def advise(ask: Ask, key: str, data: bodies.SeatOnly) -> Answer:
    rooms = ask.rooms
    player, _ = await at_table(ask, key)
    return answer(await rooms.thinkers.advise(await rooms.tables.room(key), player, data.seat))


@post("/api/tables/{key}/move-now")
async def move_now(ask: Ask, key: str, data: bodies.SeatOnly) -> Answer:
    rooms = ask.rooms
    player, _ = await at_table(ask, key)
    await rooms.thinkers.move_now(await rooms.tables.room(key), player, data.seat)
    return answer(await acts.nothing(rooms.tables, player, key, data))


@post("/api/tables/{key}/go-on")
async def go_on(ask: Ask, key: str, data: bodies.GoOn) -> Answer:
    rooms = ask.rooms
    player, _ = await player_of(ask)
    await rooms.thinkers.go_on(await rooms.tables.room(key), player, data.seat, data.n)
    return answer({})


@get("/api/tables/{key}/why")
async def why(ask: Ask, key: str, seat: str, do: str) -> Answer:
    player, _ = await player_of(ask)
    return answer(await acts.why(ask.rooms.tables, player, key, seat, do))


@get("/api/tables/{key}/aid")
async def aid_at(ask: Ask, key: str) -> Answer:
    player, _ = await player_of(ask)
    return Answer(await acts.aid_at(ask.rooms.tables, player, key))


@get("/api/tables/{key}/odds")
async def odds(ask: Ask, key: str, seat: str, do: str) -> Answer:
    player, _ = await player_of(ask)
    return answer(await acts.odds(ask.rooms.tables, player, key, seat, do))


@get("/api/tables/{key}/measure")
async def measure(
    ask: Ask, key: str, seat: str, start: str, end: str
) -> Answer:
    player, _ = await player_of(ask)
    return answer(await acts.measure(ask.rooms.tables, player, key, seat, start, end))


@get("/api/tables/{key}/replay")
async def replay(ask: Ask, key: str, seat: str = "") -> Answer:
    player, _ = await player_of(ask)
    return answer(await acts.replay(ask.rooms.tables, player, key, seat))


@get("/api/tables/{key}/story")
async def story(ask: Ask, key: str, at: str, seat: str = "") -> Answer:
    numbers = at.split(",")
    if not all(number.isdecimal() and len(number) < 8 for number in numbers):
        raise BadInput("'at' is a list of line numbers")
    player, _ = await player_of(ask)
    told = await acts.story(ask.rooms.tables, player, key, seat, [int(number) for number in numbers])
    return packed(ask, encode(told))


@get("/api/tables/{key}/seen")
async def seen(
    ask: Ask, key: str, device: str, seat: str = ""
) -> Answer:
    player, _ = await player_of(ask)
    return answer(await acts.seen(ask.rooms.tables, player, key, seat, device))


@post("/api/tables/{key}/seen")
async def see(ask: Ask, key: str, data: bodies.SeenBody) -> Answer:
    player, _ = await player_of(ask)  # to look is no answer to the question for one's seat
    await acts.see(ask.rooms.tables, player, key, data)
    return answer({})


@get("/api/tables/{key}/report")
async def report(
    ask: Ask, key: str, seat: str = "", form: str = "html"
) -> Answer:
    if form not in FORMS:
        raise BadInput(f"a report comes as {' or '.join(FORMS)}")
    player, _ = await player_of(ask)
    found = await ask.rooms.reports.of(player, key, seat)
    if not isinstance(found, dict):
        return answer({"working": True, "share": found}, 202)
    headers = {"content-disposition": f'attachment; filename="{found["game"]}-report.{form}"'}
    if form == "json":
        return Answer(encode(found), headers=headers)
    return Answer(after_game(found).encode(), "text/html; charset=utf-8", headers=headers)


@get("/api/tables/{key}/record")
async def record(ask: Ask, key: str, seat: str = "") -> Answer:
    rooms = ask.rooms
    player, _ = await player_of(ask)
    async with rooms.tables.at(key) as (room, table):
        name, text = records.give_out(table, rooms.tables.viewer(room, table, player, seat), rooms.signer)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Answer(text.encode(), "application/x-ndjson; charset=utf-8", headers=headers)


# -- the workshop --


@get("/api/workshop/{slug}")
async def workshop(ask: Ask, slug: str) -> Answer:
    await player_of(ask)
    return packed(ask, encode(ask.rooms.workshop.begin(slug)))


@post("/api/workshop/look")
async def workshop_look(ask: Ask, data: bodies.LookBody) -> Answer:
    player, _ = await player_of(ask)
    rooms = ask.rooms
    found = await rooms.workshop.look(
        player, data.game, data.scenario, data.theme, data.overlay, data.have, data.whole
    )
    return packed(ask, encode(found))


@post("/api/workshop/try")
async def workshop_try(ask: Ask, data: bodies.TryBody) -> Answer:
    player, _ = await player_of(ask)
    rooms = ask.rooms
    return answer(await rooms.workshop.try_out(player, data.game, data.scenario, data.overlay, data.bot, data.games))


@get("/api/workshop/try")
async def workshop_tried(ask: Ask) -> Answer:
    player, _ = await player_of(ask)
    return answer(ask.rooms.workshop.tried(player))


@post("/api/workshop/stop")
async def workshop_stop(ask: Ask, data: bodies.Empty) -> Answer:
    player, _ = await player_of(ask)
    await ask.rooms.workshop.stop_trying(player)
    return answer({})


# -- live --


@live("/api/tables/{key}/live")
async def live_table(
    ask: Ask, line: Line, key: str, seat: str, after: int = 0, said: int = 0, rev: int = 0
) -> None:
    tables = ask.rooms.tables
    try:
        player, _ = await player_of(ask)
        waits = [] if ask.rooms.club is None else await ask.rooms.club.awaiting(player, key)
        async with tables.at(key) as (room, table):
            viewer = tables.viewer(room, table, player, seat)
            mine = Socket(player, viewer)
            if sum(other.player == player for other in room.sockets) >= tables.settings.limits.sockets:
                raise TooMany("too many open connections")
            mine.rev = tables.face(room, table, viewer, player).rev
            mine.sure, mine.said = len(table.seat_log(viewer).lines), table.said
            room.sockets.add(mine)
            if rev != mine.rev:
                first = await acts.heard(
                    tables, player, key, tables.message(room, table, viewer, player, after, said)
                )
                mine.put(dump({"type": "message", **first}))
            if room.ahead or (
                rev == mine.rev and any(one.kind == BOT for one in table.seats.values())
            ):  # no revision tells who thinks, or waits to
                mine.put(tables.thoughts(room, table))
            tables.tell_here(room)
        for one in waits:
            mine.put(dump(one))
    except IronbottomError as error:
        await refuse(line, error)
        return
    try:
        await stream(line, mine)
    finally:
        room.sockets.discard(mine)
        tables.tell_here(room)


@live("/api/live")
async def live_list(ask: Ask, line: Line) -> None:
    tables = ask.rooms.tables
    try:
        player, _ = await player_of(ask)
        if tables.bells.count(player) >= tables.settings.limits.sockets:
            raise TooMany("too many open connections")
    except IronbottomError as error:
        await refuse(line, error)
        return
    mine = Socket(player, OBSERVER)
    tables.bells.hang(mine)
    try:
        await stream(line, mine)
    finally:
        tables.bells.take_down(mine)


async def refuse(line: Line, error: IronbottomError) -> None:
    """Close a connection that is not to be. With 4429, and where another server has its table, its page comes back;
    with the others it asks no more."""
    if isinstance(error, Elsewhere):
        await line.close(*AGAIN)
        return
    code = 4403 if isinstance(error, Forbidden) else 4429 if isinstance(error, TooMany) else 4404
    await line.close(code, str(error)[:100])


async def stream(line: Line, mine: Socket) -> None:
    """Send what waits until either side has had enough. The page has nothing to say but that it is there."""
    await line.accept()
    parts = [asyncio.create_task(part) for part in (line.listen(), _send(line, mine), mine.slow.wait())]
    try:
        await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for part in parts:
            part.cancel()
        code, reason = SLOW if mine.slow.is_set() else AGAIN
        with contextlib.suppress(Exception):
            await asyncio.wait_for(line.close(code, reason), CLOSING)


async def _send(line: Line, mine: Socket) -> None:
    with contextlib.suppress(ConnectionError):
        while (data := await mine.next()) is not None:
            await line.send(data)


# -- errors --


def refusal(path: str, error: Exception) -> Answer:
    """What a request is answered that an error has ended; errors of ours are told in the log."""
    if isinstance(error, IronbottomError):
        status = error.status if isinstance(error, Refused) else 400
        rule = error.rule or None if isinstance(error, IllegalAction) else None
        told = encode({"error": one_line(str(error)), "rule": rule})
        return Answer(told, status=status, headers={TABLE: error.key} if isinstance(error, Elsewhere) else {})
    if isinstance(error, RecursionError):
        return answer({"error": "this is nested too deeply", "rule": None}, 400)
    if isinstance(error, UnicodeDecodeError):
        return answer({"error": "this request is not written in UTF-8", "rule": None}, 400)
    if isinstance(error, Unstored):
        log.error("at %r: %s", path, error)
        return answer({"error": str(error), "rule": None}, error.status)
    log.error("an error of ours at %r", path, exc_info=error)
    return answer({"error": "something went wrong here; nothing was changed", "rule": None}, 500)


def one_line(text: str) -> str:
    return " ".join(text.split())[:500]


ROUTES: list[Route] = [
    me, rename, personal_link, personal_invitation, follow_personal_link, games, rules, drawing, tables,
    new_table, hide, show, delete, invitation, join, relink, reclaim, new_code, recover, look, *ACTS, reply, rematch,
    analysis, hint, warn, advise, move_now, go_on, begun, learn, practise, why, odds, measure, replay, story, seen, see,
    record, report, live_table, live_list, aid_of, aid_at, workshop, workshop_look, workshop_try, workshop_tried,
    workshop_stop,
]  # fmt: skip
