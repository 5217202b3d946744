"""The routes: what a request of HTTP or a WebSocket asks for, bound to the coroutines that do it."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from litestar import Request, Response, WebSocket, get, post, websocket
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.params import FromPath, FromQuery, JSONBody

from ironbottom.drawing.pages import after_game
from ironbottom.kernel.errors import BadInput, IllegalAction, IronbottomError
from ironbottom.kernel.step import OBSERVER
from ironbottom.server import acts, bodies, lessons, practice, qr, records
from ironbottom.server.catalogue import Asset
from ironbottom.server.codec import dump, encode
from ironbottom.server.errors import Forbidden, Full, NotFound, Refused, TooMany
from ironbottom.server.guard import COOKIE, NO_BODY, Buckets
from ironbottom.server.lobby import Lobby
from ironbottom.server.modules import Modules
from ironbottom.server.pages import Pages
from ironbottom.server.players import Players
from ironbottom.server.reports import Reports
from ironbottom.server.settings import Settings
from ironbottom.server.signing import Signer
from ironbottom.server.sockets import AGAIN, SLOW, Socket
from ironbottom.server.tables import Tables
from ironbottom.server.thinkers import Thinkers
from ironbottom.server.workshop import Workshop
from ironbottom.table.seats import BOT, read_terms

log = logging.getLogger("ironbottom")

CLOSING = 5.0
"""Seconds in which a connection that does not read may hear why it is closed."""
FORMS = ("html", "json")
YEAR = "public, max-age=31536000, immutable"

Asking = Request[Any, Any, Any]
Open = WebSocket[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Rooms:
    """What the routes lead to."""

    settings: Settings
    tables: Tables
    lobby: Lobby
    players: Players
    pages: Pages
    thinkers: Thinkers
    reports: Reports
    imports: records.Imports
    newcomers: Buckets
    signer: Signer
    workshop: Workshop
    modules: Modules


# -- who asks --


def rooms_of(request: Asking | Open) -> Rooms:
    found: Rooms = request.app.state.rooms
    return found


async def visitor(request: Asking | Open) -> tuple[str, str] | None:
    """The player who asks, if he is known."""
    return await rooms_of(request).players.of(request.scope.get("ironbottom_cookie"))  # type: ignore[arg-type]


async def player_of(request: Asking | Open) -> tuple[str, str]:
    """The player who asks. Raises Forbidden for one without a cookie: GET /api/me gives one."""
    found = await visitor(request)
    if found is None:
        raise Forbidden("you are not known here; open the home page first")
    return found


async def at_table(request: Asking, key: str) -> tuple[str, str]:
    """The player who does something at a table, whatever it is: he is there."""
    found = await player_of(request)
    await rooms_of(request).lobby.heard(found[0], key)
    return found


async def known_player(request: Asking) -> tuple[str, str, str | None]:
    """The player who asks: id, name, and a cookie if he is new."""
    found = await visitor(request)
    if found is not None:
        return (*found, None)
    client = request.scope.get("client")
    if not rooms_of(request).newcomers.take(client[0] if client else ""):
        raise TooMany("too many new players from your address; wait a moment")
    return await rooms_of(request).players.new()


# -- answers --


def answer(data: Any, status: int = 200) -> Response[bytes]:
    return Response(encode(data), media_type="application/json", status_code=status)


def packed(request: Asking, data: bytes) -> Response[bytes]:
    """A large answer, packed for a browser that is not on this machine."""
    if len(data) < 2000 or rooms_of(request).settings.local or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(data, media_type="application/json")
    headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
    return Response(gzip.compress(data, 1), media_type="application/json", headers=headers)


def with_cookie(response: Response[Any], cookie: str, settings: Settings) -> Response[Any]:
    response.set_cookie(COOKIE, cookie, max_age=400 * 86400, httponly=True, samesite="lax", secure=settings.secure)
    return response


def asset(request: Asking, found: Asset, caching: str) -> Response[bytes]:
    """A file, packed where the browser takes it so, or the news that it has not changed."""
    headers = {"etag": f'"{found.tag}"', "cache-control": caching, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(b"", status_code=304, headers=headers)
    data = found.data
    if found.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        data, headers["content-encoding"] = found.packed, "gzip"
    return Response(data, media_type=found.kind, headers=headers)


def greeted(data: Any, cookie: str | None, settings: Settings) -> Response[Any]:
    """An answer, with the cookie of a new player."""
    return with_cookie(answer(data), cookie, settings) if cookie else answer(data)


async def about(rooms: Rooms, player: str, name: str) -> dict[str, Any]:
    found = await rooms.players.repository.player(player)
    mail = found[1] if found is not None and rooms.settings.smtp else None
    return {"name": name, "id": player, "local": rooms.settings.local, "mail": mail}


# -- players --


@get("/api/me")
async def me(request: Asking) -> Response[Any]:
    rooms = rooms_of(request)
    player, name, cookie = await known_player(request)
    return greeted(await about(rooms, player, name), cookie, rooms.settings)


@post("/api/me", status_code=200)
async def rename(request: Asking, data: JSONBody[bodies.Name]) -> Response[bytes]:
    rooms = rooms_of(request)
    player, _ = await player_of(request)
    name = await rooms.players.rename(player, data.name)
    await rooms.tables.renamed(player, name)
    return answer(await about(rooms, player, name))


@post("/api/me/mail", status_code=200)
async def mail(request: Asking, data: JSONBody[bodies.Mail]) -> Response[bytes]:
    rooms = rooms_of(request)
    player, name = await player_of(request)
    await rooms.players.set_mail(player, data.email)
    return answer(await about(rooms, player, name))


@post("/api/me/link", status_code=200)
async def personal_link(request: Asking, data: JSONBody[bodies.Empty]) -> Response[bytes]:
    rooms = rooms_of(request)
    player, _ = await player_of(request)
    url = f"{rooms.tables.link_base}/me/{await rooms.players.personal_link(player)}"
    return answer({"url": url, "qr": qr.drawing(url)})


@get("/api/personal/{text:str}")
async def personal_invitation(request: Asking, text: FromPath[str]) -> Response[bytes]:
    found = await visitor(request)
    return answer(await rooms_of(request).players.personal_invitation(text, found[0] if found else None))


@post("/api/personal", status_code=200)
async def follow_personal_link(request: Asking, data: JSONBody[bodies.Secret]) -> Response[Any]:
    rooms = rooms_of(request)
    player, name, cookie = await rooms.players.follow_personal_link(data.secret)
    return greeted(await about(rooms, player, name), cookie, rooms.settings)


# -- catalogue and lobby --


@get("/api/games")
async def games(request: Asking) -> Response[bytes]:
    return answer(rooms_of(request).tables.catalogue.listed())


@get("/api/aid/{slug:str}")
async def aid_of(request: Asking, slug: FromPath[str]) -> Response[bytes]:
    return answer(acts.aid_of(rooms_of(request).tables.catalogue.game(slug)))


@get("/api/rules/{slug:str}")
async def rules(request: Asking, slug: FromPath[str]) -> Response[bytes]:
    return answer(rooms_of(request).tables.catalogue.rules(slug))


@get("/g/{slug:str}/{scenario:str}/{name:str}")
async def drawing(
    request: Asking, slug: FromPath[str], scenario: FromPath[str], name: FromPath[str]
) -> Response[bytes]:
    found = rooms_of(request).tables.catalogue.asset(slug, scenario, name)
    return asset(request, found, YEAR if "v" in request.query_params else "no-cache")


@get("/api/tables")
async def tables(request: Asking, hidden: FromQuery[bool] = False) -> Response[bytes]:
    found = await visitor(request)
    return answer(await rooms_of(request).lobby.tables_of(found[0], hidden) if found else [])


@post("/api/tables", status_code=200)
async def new_table(request: Asking, data: JSONBody[bodies.NewTable]) -> Response[Any]:
    rooms = rooms_of(request)
    player, name, cookie = await known_player(request)
    terms = read_terms(data.clock, data.hints)
    if data.record is not None:
        key, links = await rooms.imports.take_in(player, name, data.record)
    else:
        key, links = await rooms.lobby.create(
            player, name, data.game, data.scenario, data.options, data.seats, terms, data.copy
        )
    return greeted({"id": key, "links": links, "local_only": rooms.settings.local}, cookie, rooms.settings)


@post("/api/lessons", status_code=200)
async def learn(request: Asking, data: JSONBody[bodies.LessonBody]) -> Response[Any]:
    rooms = rooms_of(request)
    player, name, cookie = await known_player(request)
    made = await lessons.begin(rooms.lobby, player, name, data.game, data.lesson)
    return greeted({"id": made}, cookie, rooms.settings)


@post("/api/practice", status_code=200)
async def practise(request: Asking, data: JSONBody[bodies.PracticeBody]) -> Response[Any]:
    rooms = rooms_of(request)
    player, name, cookie = await known_player(request)
    made = await practice.begin(rooms.lobby, player, name, data.game, data.rule, data.trying)
    return greeted({"id": made}, cookie, rooms.settings)


@post("/api/tables/{key:str}/hide", status_code=200)
async def hide(request: Asking, key: FromPath[str], data: JSONBody[bodies.Empty]) -> Response[bytes]:
    player, _ = await at_table(request, key)
    await rooms_of(request).lobby.hide(player, key)
    return answer({})


@post("/api/tables/{key:str}/show", status_code=200)
async def show(request: Asking, key: FromPath[str], data: JSONBody[bodies.Empty]) -> Response[bytes]:
    player, _ = await at_table(request, key)
    await rooms_of(request).lobby.show(player, key)
    return answer({})


@post("/api/tables/{key:str}/delete", status_code=200)
async def delete(request: Asking, key: FromPath[str], data: JSONBody[bodies.Empty]) -> Response[bytes]:
    player, _ = await at_table(request, key)
    return answer({"gone": await rooms_of(request).lobby.delete(player, key)})


@get("/api/join/{text:str}")
async def invitation(request: Asking, text: FromPath[str]) -> Response[bytes]:
    return answer(await rooms_of(request).lobby.invitation(text))


@post("/api/join", status_code=200)
async def join(request: Asking, data: JSONBody[bodies.Secret]) -> Response[Any]:
    rooms = rooms_of(request)
    await rooms.lobby.invitation(data.secret)
    player, name, cookie = await known_player(request)
    return greeted(await rooms.lobby.join(player, name, data.secret), cookie, rooms.settings)


@post("/api/tables/{key:str}/relink", status_code=200)
async def relink(request: Asking, key: FromPath[str], data: JSONBody[bodies.Side]) -> Response[bytes]:
    player, _ = await at_table(request, key)
    rooms = rooms_of(request)
    url = await rooms.lobby.relink(player, key, data.side)
    return answer({"url": url, "local_only": rooms.settings.local})


@post("/api/tables/{key:str}/reclaim", status_code=200)
async def reclaim(request: Asking, key: FromPath[str], data: JSONBody[bodies.Side]) -> Response[bytes]:
    player, _ = await at_table(request, key)
    return answer({"due": await rooms_of(request).lobby.reclaim(player, key, data.side)})


@post("/api/tables/{key:str}/code", status_code=200)
async def new_code(request: Asking, key: FromPath[str], data: JSONBody[bodies.Side]) -> Response[bytes]:
    player, _ = await at_table(request, key)
    return answer({"code": await rooms_of(request).lobby.new_code(player, key, data.side)})


@post("/api/recover", status_code=200)
async def recover(request: Asking, data: JSONBody[bodies.Code]) -> Response[bytes]:
    rooms = rooms_of(request)
    return answer({**await rooms.lobby.recover(data.code), "local_only": rooms.settings.local})


# -- a table --


def act_route(path: str, body: Any, handler: Any) -> Any:
    """The route of an act at a table."""

    async def route(request: Any, key: Any, data: Any) -> Any:
        player, _ = await at_table(request, key)
        return answer(await handler(rooms_of(request).tables, player, key, data))

    route.__annotations__ = {
        "request": Asking,
        "key": FromPath[str],
        "data": JSONBody[body],  # type: ignore[misc]
        "return": Response[bytes],
    }
    return post(f"/api/tables/{{key:str}}/{path}", status_code=200)(route)


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


@get("/api/tables/{key:str}")
async def look(
    request: Asking,
    key: FromPath[str],
    seat: FromQuery[str] = "",
    after: FromQuery[int] = 0,
    at: FromQuery[int | None] = None,
    said: FromQuery[int] = 0,
) -> Response[bytes]:
    player, _ = await player_of(request)
    return packed(request, encode(await acts.look(rooms_of(request).tables, player, key, seat, after, at, said)))


@post("/api/tables/{key:str}/answer", status_code=200)
async def reply(request: Asking, key: FromPath[str], data: JSONBody[bodies.AnswerBody]) -> Response[bytes]:
    rooms = rooms_of(request)
    player, _ = await at_table(request, key)
    receipt = await acts.answer(rooms.tables, player, key, data)
    if data.kind == "rematch" and data.yes:
        await rooms.lobby.rematch(player, key, data.seat)
        receipt = {"rev": await acts.revision(rooms.tables, player, key, data.seat)}
    return answer(receipt)


@post("/api/tables/{key:str}/rematch", status_code=200)
async def rematch(request: Asking, key: FromPath[str], data: JSONBody[bodies.SeatOnly]) -> Response[bytes]:
    rooms = rooms_of(request)
    player, _ = await at_table(request, key)
    made = await rooms.lobby.rematch(player, key, data.seat)
    return answer({"id": made, "rev": await acts.revision(rooms.tables, player, key, data.seat)})


@post("/api/tables/{key:str}/analysis", status_code=200)
async def analysis(request: Asking, key: FromPath[str], data: JSONBody[bodies.AnalysisBody]) -> Response[bytes]:
    rooms = rooms_of(request)
    player, name = await at_table(request, key)
    made = await records.analyse(rooms.tables, rooms.players, player, name, key, data.seat, data.at)
    return answer({"id": made, "links": {}, "local_only": rooms.settings.local})


@post("/api/tables/{key:str}/hint", status_code=200)
async def hint(request: Asking, key: FromPath[str], data: JSONBody[bodies.SeatOnly]) -> Response[bytes]:
    rooms = rooms_of(request)
    player, _ = await at_table(request, key)
    return answer(await rooms.thinkers.hint(await rooms.tables.room(key), player, data.seat))


@post("/api/tables/{key:str}/warn", status_code=200)
async def warn(request: Asking, key: FromPath[str], data: JSONBody[bodies.Warn]) -> Response[bytes]:
    rooms = rooms_of(request)
    player, _ = await at_table(request, key)
    return answer(await rooms.thinkers.warn(await rooms.tables.room(key), player, data.seat, data.do))


@post("/api/tables/{key:str}/advise", status_code=200)
async def advise(request: Asking, key: FromPath[str], data: JSONBody[bodies.SeatOnly]) -> Response[bytes]:
    rooms = rooms_of(request)
    player, _ = await at_table(request, key)
    return answer(await rooms.thinkers.advise(await rooms.tables.room(key), player, data.seat))


@post("/api/tables/{key:str}/move-now", status_code=200)
async def move_now(request: Asking, key: FromPath[str], data: JSONBody[bodies.SeatOnly]) -> Response[bytes]:
    rooms = rooms_of(request)
    player, _ = await at_table(request, key)
    await rooms.thinkers.move_now(await rooms.tables.room(key), player, data.seat)
    return answer(await acts.nothing(rooms.tables, player, key, data))


@get("/api/tables/{key:str}/why")
async def why(request: Asking, key: FromPath[str], seat: FromQuery[str], do: FromQuery[str]) -> Response[bytes]:
    player, _ = await player_of(request)
    return answer(await acts.why(rooms_of(request).tables, player, key, seat, do))


@get("/api/tables/{key:str}/aid")
async def aid_at(request: Asking, key: FromPath[str]) -> Response[bytes]:
    player, _ = await player_of(request)
    return answer(await acts.aid_at(rooms_of(request).tables, player, key))


@get("/api/tables/{key:str}/odds")
async def odds(request: Asking, key: FromPath[str], seat: FromQuery[str], do: FromQuery[str]) -> Response[bytes]:
    player, _ = await player_of(request)
    return answer(await acts.odds(rooms_of(request).tables, player, key, seat, do))


@get("/api/tables/{key:str}/measure")
async def measure(
    request: Asking, key: FromPath[str], seat: FromQuery[str], start: FromQuery[str], end: FromQuery[str]
) -> Response[bytes]:
    player, _ = await player_of(request)
    return answer(await acts.measure(rooms_of(request).tables, player, key, seat, start, end))


@get("/api/tables/{key:str}/replay")
async def replay(request: Asking, key: FromPath[str], seat: FromQuery[str] = "") -> Response[bytes]:
    player, _ = await player_of(request)
    return answer(await acts.replay(rooms_of(request).tables, player, key, seat))


@get("/api/tables/{key:str}/story")
async def story(request: Asking, key: FromPath[str], at: FromQuery[str], seat: FromQuery[str] = "") -> Response[bytes]:
    numbers = at.split(",")
    if not all(number.isdecimal() and len(number) < 8 for number in numbers):
        raise BadInput("'at' is a list of line numbers")
    player, _ = await player_of(request)
    told = await acts.story(rooms_of(request).tables, player, key, seat, [int(number) for number in numbers])
    return packed(request, encode(told))


@get("/api/tables/{key:str}/seen")
async def seen(
    request: Asking, key: FromPath[str], device: FromQuery[str], seat: FromQuery[str] = ""
) -> Response[bytes]:
    player, _ = await player_of(request)
    return answer(await acts.seen(rooms_of(request).tables, player, key, seat, device))


@post("/api/tables/{key:str}/seen", status_code=200)
async def see(request: Asking, key: FromPath[str], data: JSONBody[bodies.SeenBody]) -> Response[bytes]:
    player, _ = await player_of(request)  # to look is no answer to the question for one's seat
    await acts.see(rooms_of(request).tables, player, key, data)
    return answer({})


@get("/api/tables/{key:str}/report")
async def report(
    request: Asking, key: FromPath[str], seat: FromQuery[str] = "", form: FromQuery[str] = "html"
) -> Response[bytes]:
    if form not in FORMS:
        raise BadInput(f"a report comes as {' or '.join(FORMS)}")
    player, _ = await player_of(request)
    found = await rooms_of(request).reports.of(player, key, seat)
    if found is None:
        return answer({"working": True}, 202)
    headers = {"content-disposition": f'attachment; filename="{found["game"]}-report.{form}"'}
    if form == "json":
        return Response(encode(found), media_type="application/json", headers=headers)
    return Response(after_game(found).encode(), media_type="text/html; charset=utf-8", headers=headers)


@get("/api/tables/{key:str}/record")
async def record(request: Asking, key: FromPath[str], seat: FromQuery[str] = "") -> Response[bytes]:
    rooms = rooms_of(request)
    player, _ = await player_of(request)
    async with rooms.tables.at(key) as (room, table):
        name, text = records.give_out(table, rooms.tables.viewer(room, table, player, seat), rooms.signer)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), media_type="application/x-ndjson; charset=utf-8", headers=headers)


# -- the workshop --


@get("/api/workshop/{slug:str}")
async def workshop(request: Asking, slug: FromPath[str]) -> Response[bytes]:
    await player_of(request)
    return packed(request, encode(rooms_of(request).workshop.begin(slug)))


@post("/api/workshop/look", status_code=200)
async def workshop_look(request: Asking, data: JSONBody[bodies.LookBody]) -> Response[bytes]:
    player, _ = await player_of(request)
    rooms = rooms_of(request)
    found = await rooms.workshop.look(
        player, data.game, data.scenario, data.theme, data.overlay, data.have, data.whole
    )
    return packed(request, encode(found))


@post("/api/workshop/try", status_code=200)
async def workshop_try(request: Asking, data: JSONBody[bodies.TryBody]) -> Response[bytes]:
    player, _ = await player_of(request)
    rooms = rooms_of(request)
    return answer(await rooms.workshop.try_out(player, data.game, data.scenario, data.overlay, data.bot, data.games))


@get("/api/workshop/try")
async def workshop_tried(request: Asking) -> Response[bytes]:
    player, _ = await player_of(request)
    return answer(rooms_of(request).workshop.tried(player))


@post("/api/workshop/stop", status_code=200)
async def workshop_stop(request: Asking, data: JSONBody[bodies.Empty]) -> Response[bytes]:
    player, _ = await player_of(request)
    await rooms_of(request).workshop.stop_trying(player)
    return answer({})


# -- the page --


@get(["/", "/{path:path}"])
async def page(request: Asking, path: FromPath[str] = "") -> Response[bytes]:
    if path.startswith("/api/"):
        raise NotFound("there is nothing at this address")
    return asset(request, rooms_of(request).pages.find(path), "no-cache")


# -- live --


@websocket("/api/tables/{key:str}/live")
async def live(
    socket: Open,
    key: FromPath[str],
    seat: FromQuery[str],
    after: FromQuery[int] = 0,
    said: FromQuery[int] = 0,
    rev: FromQuery[int] = 0,
) -> None:
    tables = rooms_of(socket).tables
    try:
        player, _ = await player_of(socket)
        async with tables.at(key) as (room, table):
            viewer = tables.viewer(room, table, player, seat)
            mine = Socket(player, viewer)
            if sum(other.player == player for other in room.sockets) >= tables.settings.limits.sockets:
                raise TooMany("too many open connections")
            mine.rev = tables.face(room, table, viewer, player).rev
            mine.sure, mine.said = len(table.seat_log(viewer).lines), table.said
            room.sockets.add(mine)
            if rev != mine.rev:
                first = tables.message(room, table, viewer, player, after, said)
                mine.put(dump({"type": "message", **first}))
            elif any(one.kind == BOT for one in table.seats.values()):  # no revision tells who thinks
                mine.put(dump({"type": "thinking", "sides": tables.thinking(room, table)}))
            tables.tell_here(room)
    except IronbottomError as error:
        await refuse(socket, error)
        return
    try:
        await stream(socket, mine)
    finally:
        room.sockets.discard(mine)
        tables.tell_here(room)


@websocket("/api/live")
async def live_list(socket: Open) -> None:
    tables = rooms_of(socket).tables
    try:
        player, _ = await player_of(socket)
        if tables.bells.count(player) >= tables.settings.limits.sockets:
            raise TooMany("too many open connections")
    except IronbottomError as error:
        await refuse(socket, error)
        return
    mine = Socket(player, OBSERVER)
    tables.bells.hang(mine)
    try:
        await stream(socket, mine)
    finally:
        tables.bells.take_down(mine)


async def refuse(socket: Open, error: IronbottomError) -> None:
    """Close a connection that is not to be. With 4429 its page comes back; with the others it asks no more."""
    code = 4403 if isinstance(error, Forbidden) else 4429 if isinstance(error, TooMany) else 4404
    await socket.close(code=code, reason=str(error)[:100])


async def stream(socket: Open, mine: Socket) -> None:
    """Send what waits until either side has had enough. The page has nothing to say but that it is there."""
    await socket.accept()
    parts = [asyncio.create_task(part) for part in (_listen(socket), _send(socket, mine), mine.slow.wait())]
    try:
        await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for part in parts:
            part.cancel()
        code, reason = SLOW if mine.slow.is_set() else AGAIN
        with contextlib.suppress(Exception):
            await asyncio.wait_for(socket.close(code=code, reason=reason), CLOSING)


async def _send(socket: Open, mine: Socket) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, ConnectionError):
        while (data := await mine.next()) is not None:
            await socket.send({"type": "websocket.send", "text": data, "bytes": None})


async def _listen(socket: Open) -> None:
    heard = 0
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while heard < 100_000:
            await socket.receive_data(mode="text")
            heard += 1


# -- errors --


def on_refusal(request: Asking, error: IronbottomError) -> Response[bytes]:
    status = error.status if isinstance(error, Refused) else 400
    rule = error.rule or None if isinstance(error, IllegalAction) else None
    return answer({"error": one_line(str(error)), "rule": rule}, status)


def on_http(request: Asking, error: HTTPException) -> Response[bytes]:
    text = error.detail
    extra = getattr(error, "extra", None)
    if isinstance(extra, list) and extra and isinstance(extra[0], Mapping):
        where = extra[0].get("key")
        text = f"{where}: {extra[0].get('message')}" if where else str(extra[0].get("message"))
        if text == "data: 'data'":  # the framework's words for a body that turns out to be empty
            text = NO_BODY
    return answer({"error": one_line(text) or "this request is not understood", "rule": None}, error.status_code)


def on_depth(request: Asking, error: RecursionError) -> Response[bytes]:
    return answer({"error": "this is nested too deeply", "rule": None}, 400)


def on_bytes(request: Asking, error: UnicodeDecodeError) -> Response[bytes]:
    return answer({"error": "this request is not written in UTF-8", "rule": None}, 400)


def on_full(request: Asking, error: Full) -> Response[bytes]:
    log.error("the disk is full: nothing was stored at %s", request.scope["path"])
    return answer({"error": str(error), "rule": None}, error.status)


def on_bug(request: Asking, error: Exception) -> Response[bytes]:
    log.error("an error of ours at %s", request.scope["path"], exc_info=error)
    return answer({"error": "something went wrong here; nothing was changed", "rule": None}, 500)


def one_line(text: str) -> str:
    return " ".join(text.split())[:500]


ERRORS: Any = {
    IronbottomError: on_refusal, HTTPException: on_http, RecursionError: on_depth, UnicodeDecodeError: on_bytes,
    Full: on_full, Exception: on_bug,
}  # fmt: skip

ROUTES: list[Any] = [
    me, rename, mail, personal_link, personal_invitation, follow_personal_link, games, rules, drawing, tables,
    new_table, hide, show, delete, invitation, join, relink, reclaim, new_code, recover, look, *ACTS, reply, rematch,
    analysis, hint, warn, advise, move_now, learn, practise, why, odds, measure, replay, story, seen, see, record,
    report, page, live, live_list, aid_of, aid_at, workshop, workshop_look, workshop_try, workshop_tried, workshop_stop,
]  # fmt: skip
