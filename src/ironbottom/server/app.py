"""The server: routes over the hall. `serve()` runs it; `application()` is the ASGI application alone."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import logging
import re
import socket as sockets
import sys
import tomllib
import webbrowser
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import msgspec
import uvicorn
from litestar import Litestar, Request, Response, WebSocket, get, post, websocket
from litestar.datastructures import State
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.params import FromPath, FromQuery, JSONBody

from ironbottom import games
from ironbottom.drawing.pages import after_game
from ironbottom.kernel.action import parse
from ironbottom.kernel.errors import BadInput, IllegalAction, IronbottomError
from ironbottom.kernel.game import Maker
from ironbottom.kernel.step import OBSERVER
from ironbottom.server import keep, lessons, records
from ironbottom.server.connection import guarded
from ironbottom.server.errors import Forbidden, Full, NotFound, Refused, Stale, TooMany
from ironbottom.server.guard import COOKIE, NO_BODY, Buckets, Guard
from ironbottom.server.hall import AGAIN, SLOW, Hall, Socket
from ironbottom.server.notices import Notices
from ironbottom.server.pages import Pages
from ironbottom.server.reports import Reports
from ironbottom.server.settings import Settings, from_toml
from ironbottom.server.shelf import Asset, Shelf
from ironbottom.server.store import Store
from ironbottom.server.thinkers import Thinkers
from ironbottom.table.message import marks
from ironbottom.table.seats import BOT, read_terms
from ironbottom.table.table import Table

log = logging.getLogger("ironbottom")

PING = 25.0
CLOSING = 5.0
"""Seconds in which a connection that does not read may hear why it is closed."""
MOST_FILES = 10_000
"""Files and connections that the server asks the system for."""
FORMS = ("html", "json")
YEAR = "public, max-age=31536000, immutable"


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """The base of all bodies: an unknown key is an error."""


class Empty(Body):
    seat: str | None = None


class Name(Body):
    name: str


class NewTable(Body):
    game: str = ""
    scenario: str = ""
    options: dict[str, Any] = {}
    seats: dict[str, str] = {}
    clock: dict[str, Any] | None = None
    hints: bool = False
    record: str | None = msgspec.field(name="import", default=None)


class LessonBody(Body):
    game: str
    lesson: str


class Secret(Body):
    secret: str


class Side(Body):
    side: str


class Code(Body):
    code: Annotated[str, msgspec.Meta(max_length=100)]


class Do(Body):
    seat: str
    n: int
    id: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    do: Annotated[list[Annotated[str, msgspec.Meta(max_length=400)]], msgspec.Meta(min_length=1, max_length=400)]
    draft: int | None = None


class SeatOnly(Body):
    """What every act at a table says: from which seat."""

    seat: str


class Undo(SeatOnly):
    all: bool = False
    steps: Annotated[int, msgspec.Meta(ge=1, le=400)] = 1


class Redo(SeatOnly):
    steps: Annotated[int, msgspec.Meta(ge=1, le=400)] = 1


class OfferBody(SeatOnly, kw_only=True):
    kind: str


class AnswerBody(SeatOnly, kw_only=True):
    kind: str
    yes: bool


class ChatBody(SeatOnly, kw_only=True):
    text: str


class NoteBody(SeatOnly, kw_only=True):
    place: str
    text: str


class OrderBody(SeatOnly, kw_only=True):
    step: str
    do: str | None = None


class AnalysisBody(SeatOnly):
    at: int | None = None


class Mail(Body):
    email: Annotated[str, msgspec.Meta(max_length=200)]


# -- who asks --


def hall_of(request: Request[Any, Any, Any] | WebSocket[Any, Any, Any]) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def player_of(request: Request[Any, Any, Any] | WebSocket[Any, Any, Any]) -> tuple[str, str]:
    """The player who asks. Raises Forbidden for one without a cookie: GET /api/me gives one."""
    found = hall_of(request).player_of(request.scope.get("ironbottom_cookie"))  # type: ignore[arg-type]
    if found is None:
        raise Forbidden("you are not known here; open the home page first")
    return found


async def at_table(request: Request[Any, Any, Any], key: str) -> tuple[str, str]:
    """The player who does something at a table, whatever it is: he is there."""
    found = player_of(request)
    await hall_of(request).heard(found[0], key)
    return found


def answer(data: Any, status: int = 200) -> Response[bytes]:
    return Response(keep.encode(data), media_type="application/json", status_code=status)


def packed(request: Request[Any, Any, Any], data: bytes) -> Response[bytes]:
    """A large answer, packed for a browser that is not on this machine."""
    if len(data) < 2000 or hall_of(request).settings.local or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(data, media_type="application/json")
    headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
    return Response(gzip.compress(data, 1), media_type="application/json", headers=headers)


def with_cookie(response: Response[Any], cookie: str, settings: Settings) -> Response[Any]:
    response.set_cookie(COOKIE, cookie, max_age=400 * 86400, httponly=True, samesite="lax", secure=settings.secure)
    return response


def asset(request: Request[Any, Any, Any], found: Asset, caching: str) -> Response[bytes]:
    """A file, packed where the browser takes it so, or the news that it has not changed."""
    headers = {"etag": f'"{found.tag}"', "cache-control": caching, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(b"", status_code=304, headers=headers)
    data = found.data
    if found.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        data, headers["content-encoding"] = found.packed, "gzip"
    return Response(data, media_type=found.kind, headers=headers)


# -- shelf and lobby --


async def known_player(request: Request[Any, Any, Any]) -> tuple[str, str, str | None]:
    """The player who asks: id, name, and a cookie if he is new."""
    hall = hall_of(request)
    found = hall.player_of(request.scope.get("ironbottom_cookie"))  # type: ignore[arg-type]
    if found is not None:
        return (*found, None)
    newcomers: Buckets = request.app.state.newcomers
    client = request.scope.get("client")
    if not newcomers.take(client[0] if client else ""):
        raise TooMany("too many new players from your address; wait a moment")
    return await hall.new_player()


def about(hall: Hall, player: str, name: str) -> dict[str, Any]:
    rows = hall.store.read("SELECT email FROM players WHERE id = ?", (player,))
    mail = (rows[0][0] or "") if rows and hall.settings.smtp else None
    return {"name": name, "id": player, "local": hall.settings.local, "mail": mail}


def greeted(data: Any, cookie: str | None, settings: Settings) -> Response[Any]:
    """An answer, with the cookie of a new player."""
    return with_cookie(answer(data), cookie, settings) if cookie else answer(data)


@get("/api/me")
async def me(request: Request[Any, Any, Any]) -> Response[Any]:
    hall = hall_of(request)
    player, name, cookie = await known_player(request)
    return greeted(about(hall, player, name), cookie, hall.settings)


@post("/api/me", status_code=200)
async def rename(request: Request[Any, Any, Any], data: JSONBody[Name]) -> Response[bytes]:
    hall = hall_of(request)
    player, _ = player_of(request)
    name = await hall.rename(player, data.name)
    return answer(about(hall, player, name))


@post("/api/me/mail", status_code=200)
async def mail(request: Request[Any, Any, Any], data: JSONBody[Mail]) -> Response[bytes]:
    hall = hall_of(request)
    player, name = player_of(request)
    text = data.email.strip()
    if text and not re.fullmatch(r"[^@\s,;<>\"]+@[^@\s,;<>\"]+", text):
        raise BadInput("that is no mail address")
    await hall.store.write(lambda c: c.execute("UPDATE players SET email = ? WHERE id = ?", (text, player)).rowcount)
    return answer(about(hall, player, name))


@post("/api/me/link", status_code=200)
async def personal_link(request: Request[Any, Any, Any], data: JSONBody[Empty]) -> Response[bytes]:
    player, _ = player_of(request)
    return answer({"url": await hall_of(request).personal_link(player)})


@get("/api/personal/{text:str}")
async def personal_invitation(request: Request[Any, Any, Any], text: FromPath[str]) -> Response[bytes]:
    hall = hall_of(request)
    found = hall.player_of(request.scope.get("ironbottom_cookie"))  # type: ignore[arg-type]
    return answer(hall.personal_invitation(text, found[0] if found else None))


@post("/api/personal", status_code=200)
async def follow_personal_link(request: Request[Any, Any, Any], data: JSONBody[Secret]) -> Response[Any]:
    hall = hall_of(request)
    player, name, cookie = await hall.follow_personal_link(data.secret)
    return greeted(about(hall, player, name), cookie, hall.settings)


@get("/api/games")
async def catalogue(request: Request[Any, Any, Any]) -> Response[bytes]:
    return answer(hall_of(request).shelf.catalogue())


@get("/api/rules/{slug:str}")
async def rules(request: Request[Any, Any, Any], slug: FromPath[str]) -> Response[bytes]:
    return answer(hall_of(request).shelf.rules(slug))


@get("/g/{slug:str}/{scenario:str}/{name:str}")
async def drawing(
    request: Request[Any, Any, Any], slug: FromPath[str], scenario: FromPath[str], name: FromPath[str]
) -> Response[bytes]:
    found = hall_of(request).shelf.asset(slug, scenario, name)
    return asset(request, found, YEAR if "v" in request.query_params else "no-cache")


@get("/api/tables")
async def tables(request: Request[Any, Any, Any], hidden: FromQuery[bool] = False) -> Response[bytes]:
    hall = hall_of(request)
    found = hall.player_of(request.scope.get("ironbottom_cookie"))  # type: ignore[arg-type]
    return answer(hall.tables_of(found[0], hidden) if found else [])


@post("/api/tables", status_code=200)
async def new_table(request: Request[Any, Any, Any], data: JSONBody[NewTable]) -> Response[Any]:
    hall = hall_of(request)
    player, name, cookie = await known_player(request)
    terms = read_terms(data.clock, data.hints)
    if data.record is not None:
        imports: records.Imports = request.app.state.imports
        key, links = await imports.take_in(player, name, data.record)
    else:
        hall.shelf.game(data.game)
        key, links = await hall.create(player, name, data.game, data.scenario, data.options, data.seats, terms)
    return greeted({"id": key, "links": links, "local_only": hall.settings.local}, cookie, hall.settings)


@post("/api/lessons", status_code=200)
async def learn(request: Request[Any, Any, Any], data: JSONBody[LessonBody]) -> Response[Any]:
    hall = hall_of(request)
    player, name, cookie = await known_player(request)
    made = await lessons.begin(hall, player, name, data.game, data.lesson)
    return greeted({"id": made}, cookie, hall.settings)


@post("/api/tables/{key:str}/hide", status_code=200)
async def hide(request: Request[Any, Any, Any], key: FromPath[str], data: JSONBody[Empty]) -> Response[bytes]:
    player, _ = await at_table(request, key)
    await hall_of(request).hide(player, key)
    return answer({})


@post("/api/tables/{key:str}/show", status_code=200)
async def show(request: Request[Any, Any, Any], key: FromPath[str], data: JSONBody[Empty]) -> Response[bytes]:
    player, _ = await at_table(request, key)
    await hall_of(request).show(player, key)
    return answer({})


@post("/api/tables/{key:str}/delete", status_code=200)
async def delete(request: Request[Any, Any, Any], key: FromPath[str], data: JSONBody[Empty]) -> Response[bytes]:
    player, _ = await at_table(request, key)
    return answer({"gone": await hall_of(request).delete(player, key)})


@get("/api/join/{text:str}")
async def invitation(request: Request[Any, Any, Any], text: FromPath[str]) -> Response[bytes]:
    return answer(await hall_of(request).invitation(text))


@post("/api/join", status_code=200)
async def join(request: Request[Any, Any, Any], data: JSONBody[Secret]) -> Response[Any]:
    hall = hall_of(request)
    await hall.invitation(data.secret)
    player, name, cookie = await known_player(request)
    return greeted(await hall.join(player, name, data.secret), cookie, hall.settings)


@post("/api/tables/{key:str}/relink", status_code=200)
async def relink(request: Request[Any, Any, Any], key: FromPath[str], data: JSONBody[Side]) -> Response[bytes]:
    player, _ = await at_table(request, key)
    hall = hall_of(request)
    return answer({"url": await hall.relink(player, key, data.side), "local_only": hall.settings.local})


@post("/api/tables/{key:str}/reclaim", status_code=200)
async def reclaim(request: Request[Any, Any, Any], key: FromPath[str], data: JSONBody[Side]) -> Response[bytes]:
    player, _ = await at_table(request, key)
    return answer({"due": await hall_of(request).reclaim(player, key, data.side)})


@post("/api/tables/{key:str}/code", status_code=200)
async def new_code(request: Request[Any, Any, Any], key: FromPath[str], data: JSONBody[Side]) -> Response[bytes]:
    player, _ = await at_table(request, key)
    return answer({"code": await hall_of(request).new_code(player, key, data.side)})


@post("/api/recover", status_code=200)
async def recover(request: Request[Any, Any, Any], data: JSONBody[Code]) -> Response[bytes]:
    hall = hall_of(request)
    return answer({**await hall.recover(data.code), "local_only": hall.settings.local})


# -- a table --


@get("/api/tables/{key:str}")
async def look(
    request: Request[Any, Any, Any],
    key: FromPath[str],
    seat: FromQuery[str] = "",
    after: FromQuery[int] = 0,
    at: FromQuery[int | None] = None,
    said: FromQuery[int] = 0,
) -> Response[bytes]:
    hall = hall_of(request)
    player, _ = player_of(request)
    async with hall.at(key) as (room, table):
        viewer = hall.viewer(room, table, player, seat)
        if at is not None:
            return packed(request, keep.encode(hall.at_line(room, table, viewer, player, at)))
        return packed(request, keep.encode(hall.told(room, table, viewer, player, after, said)))


Act = Callable[[Table[Any], int, float], Any]


async def act(request: Request[Any, Any, Any], key: str, data: SeatOnly | Do, fn: Act) -> Response[bytes]:
    """Let a player act from his seat. His receipt names the revision that the act came to for him: what is new goes
    over the socket."""
    hall = hall_of(request)
    player, _ = await at_table(request, key)
    room = hall.room(key)
    receipt: dict[str, Any] = {}

    def run(table: Table[Any], now: float) -> tuple[int, Any]:
        side = hall.seat(table, player, data.seat)
        return side, fn(table, side, now)

    def tell(table: Table[Any], found: tuple[int, Any]) -> None:
        side, result = found
        receipt.update({"rev": hall.face(room, table, side, player).rev, **(result or {})})

    await hall.act(room, run, tell, by=player)
    return answer(receipt)


@post("/api/tables/{key:str}/do", status_code=200)
async def do(request: Request[Any, Any, Any], key: FromPath[str], data: JSONBody[Do]) -> Response[bytes]:
    hall = hall_of(request)

    def fn(table: Table[Any], side: int, now: float) -> dict[str, Any] | None:
        if table.asked_before(side, data.id) or hall.asked_before(key, side, data.id):
            return None
        draft = table.drafts.get(side)
        if data.n != table.number(side) or data.draft not in (None, len(draft.moves) if draft else 0):
            raise Stale("the table has moved on since")
        refusal = table.do(side, [parse(text) for text in data.do], now)
        table.remember(side, data.id)
        if refusal is None:
            return None
        return {"stopped": {"text": table.game.refusal(refusal), "rule": refusal.rule or None}}

    return await act(request, key, data, fn)


@post("/api/tables/{key:str}/undo", status_code=200)
async def undo(request: Request[Any, Any, Any], key: FromPath[str], data: JSONBody[Undo]) -> Response[bytes]:
    def fn(table: Table[Any], side: int, now: float) -> None:
        table.undo(side, now, data.all, data.steps)

    return await act(request, key, data, fn)


@post("/api/tables/{key:str}/redo", status_code=200)
async def redo(request: Request[Any, Any, Any], key: FromPath[str], data: JSONBody[Redo]) -> Response[bytes]:
    return await act(request, key, data, lambda table, side, now: table.redo(side, now, data.steps))


@post("/api/tables/{key:str}/resign", status_code=200)
async def resign(request: Request[Any, Any, Any], key: FromPath[str], data: JSONBody[SeatOnly]) -> Response[bytes]:
    return await act(request, key, data, lambda table, side, now: table.resign(side, now))


@post("/api/tables/{key:str}/claim-time", status_code=200)
async def claim(request: Request[Any, Any, Any], key: FromPath[str], data: JSONBody[SeatOnly]) -> Response[bytes]:
    return await act(request, key, data, lambda table, side, now: table.claim_time(side, now))


@post("/api/tables/{key:str}/keep", status_code=200)
async def keep_seat(request: Request[Any, Any, Any], key: FromPath[str], data: JSONBody[SeatOnly]) -> Response[bytes]:
    return await act(request, key, data, lambda table, side, now: None)


@post("/api/tables/{key:str}/offer", status_code=200)
async def offer(request: Request[Any, Any, Any], key: FromPath[str], data: JSONBody[OfferBody]) -> Response[bytes]:
    return await act(request, key, data, lambda table, side, now: table.offer(side, data.kind, now))


@post("/api/tables/{key:str}/answer", status_code=200)
async def reply(request: Request[Any, Any, Any], key: FromPath[str], data: JSONBody[AnswerBody]) -> Response[bytes]:
    def fn(table: Table[Any], side: int, now: float) -> None:
        table.answer(side, data.kind, data.yes, now)

    told = await act(request, key, data, fn)
    if data.kind != "rematch" or not data.yes:
        return told
    await hall_of(request).rematch(player_of(request)[0], key, data.seat)
    return await act(request, key, data, lambda table, side, now: None)


@post("/api/tables/{key:str}/chat", status_code=200)
async def chat(request: Request[Any, Any, Any], key: FromPath[str], data: JSONBody[ChatBody]) -> Response[bytes]:
    return await act(request, key, data, lambda table, side, now: table.say(side, data.text, now))


@post("/api/tables/{key:str}/note", status_code=200)
async def note(request: Request[Any, Any, Any], key: FromPath[str], data: JSONBody[NoteBody]) -> Response[bytes]:
    shelf = hall_of(request).shelf

    def fn(table: Table[Any], side: int, now: float) -> None:
        table.note(side, data.place, data.text, shelf.places(table.game, table.scenario))

    return await act(request, key, data, fn)


@post("/api/tables/{key:str}/order", status_code=200)
async def order(request: Request[Any, Any, Any], key: FromPath[str], data: JSONBody[OrderBody]) -> Response[bytes]:
    return await act(
        request, key, data, lambda table, side, now: table.order(side, data.step, data.do)
    )


@post("/api/tables/{key:str}/rematch", status_code=200)
async def rematch(request: Request[Any, Any, Any], key: FromPath[str], data: JSONBody[SeatOnly]) -> Response[bytes]:
    hall = hall_of(request)
    player, _ = await at_table(request, key)
    made = await hall.rematch(player, key, data.seat)
    async with hall.at(key) as (room, table):
        side = hall.seat(table, player, data.seat)
        return answer({"id": made, "rev": hall.face(room, table, side, player).rev})


@post("/api/tables/{key:str}/analysis", status_code=200)
async def analysis(
    request: Request[Any, Any, Any], key: FromPath[str], data: JSONBody[AnalysisBody]
) -> Response[bytes]:
    hall = hall_of(request)
    player, name = await at_table(request, key)
    made = await records.analyse(hall, player, name, key, data.seat, data.at)
    return answer({"id": made, "links": {}, "local_only": hall.settings.local})


@post("/api/tables/{key:str}/hint", status_code=200)
async def hint(request: Request[Any, Any, Any], key: FromPath[str], data: JSONBody[SeatOnly]) -> Response[bytes]:
    player, _ = await at_table(request, key)
    thinkers: Thinkers = request.app.state.thinkers
    return answer(await thinkers.hint(hall_of(request).room(key), player, data.seat))


@post("/api/tables/{key:str}/move-now", status_code=200)
async def move_now(request: Request[Any, Any, Any], key: FromPath[str], data: JSONBody[SeatOnly]) -> Response[bytes]:
    player, _ = await at_table(request, key)
    thinkers: Thinkers = request.app.state.thinkers
    await thinkers.move_now(hall_of(request).room(key), player, data.seat)
    return await act(request, key, data, lambda table, side, now: None)


@get("/api/tables/{key:str}/why")
async def why(
    request: Request[Any, Any, Any],
    key: FromPath[str],
    seat: FromQuery[str],
    do: FromQuery[str],
) -> Response[bytes]:
    hall = hall_of(request)
    player, _ = player_of(request)
    action = parse(do)
    async with hall.at(key) as (_, table):
        side = hall.seat(table, player, seat, looking=True)
        if table.over is not None:
            return answer({"text": table.words.say("refused.over"), "rule": None})
        refusal = table.game.why_not(table.view(side), side, action)
        if refusal is None:
            return answer({"text": None, "rule": None})
        return answer({"text": table.game.refusal(refusal), "rule": refusal.rule or None})


@get("/api/tables/{key:str}/odds")
async def odds(
    request: Request[Any, Any, Any],
    key: FromPath[str],
    seat: FromQuery[str],
    do: FromQuery[str],
) -> Response[bytes]:
    hall = hall_of(request)
    player, _ = player_of(request)
    action = parse(do)
    async with hall.at(key) as (_, table):
        side = hall.seat(table, player, seat, looking=True)
        if table.over is not None:
            return answer(None)
        view = table.view(side)
        if table.game.why_not(view, side, action) is not None:
            return answer(None)
        return answer(table.game.odds(view, side, action, table.memory(side)))


@get("/api/tables/{key:str}/measure")
async def measure(
    request: Request[Any, Any, Any],
    key: FromPath[str],
    seat: FromQuery[str],
    start: FromQuery[str],
    end: FromQuery[str],
) -> Response[bytes]:
    hall = hall_of(request)
    player, _ = player_of(request)
    async with hall.at(key) as (_, table):
        side = hall.seat(table, player, seat, looking=True)
        return answer(table.game.measure(table.view(side), side, start, end))


@get("/api/tables/{key:str}/replay")
async def replay_marks(
    request: Request[Any, Any, Any], key: FromPath[str], seat: FromQuery[str] = ""
) -> Response[bytes]:
    hall = hall_of(request)
    player, _ = player_of(request)
    async with hall.at(key) as (room, table):
        return answer(marks(table, hall.viewer(room, table, player, seat)))


@get("/api/tables/{key:str}/report")
async def report(
    request: Request[Any, Any, Any], key: FromPath[str], seat: FromQuery[str] = "", form: FromQuery[str] = "html"
) -> Response[bytes]:
    if form not in FORMS:
        raise BadInput(f"a report comes as {' or '.join(FORMS)}")
    reports: Reports = request.app.state.reports
    found = await reports.of(player_of(request)[0], key, seat)
    if found is None:
        return answer({"working": True}, 202)
    headers = {"content-disposition": f'attachment; filename="{found["game"]}-report.{form}"'}
    if form == "json":
        return Response(keep.encode(found), media_type="application/json", headers=headers)
    return Response(after_game(found).encode(), media_type="text/html; charset=utf-8", headers=headers)


@get("/api/tables/{key:str}/record")
async def record(request: Request[Any, Any, Any], key: FromPath[str], seat: FromQuery[str] = "") -> Response[bytes]:
    hall = hall_of(request)
    player, _ = player_of(request)
    async with hall.at(key) as (room, table):
        viewer = hall.viewer(room, table, player, seat)
        name, text = records.give_out(table, viewer)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), media_type="application/x-ndjson; charset=utf-8", headers=headers)


# -- the page --


@get(["/", "/{path:path}"])
async def page(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
    pages: Pages = request.app.state.pages
    if path.startswith("/api/"):
        raise NotFound("there is nothing at this address")
    return asset(request, pages.find(path), "no-cache")


# -- live --


@websocket("/api/tables/{key:str}/live")
async def live(
    socket: WebSocket[Any, Any, Any],
    key: FromPath[str],
    seat: FromQuery[str],
    after: FromQuery[int] = 0,
    said: FromQuery[int] = 0,
    rev: FromQuery[int] = 0,
) -> None:
    hall = hall_of(socket)
    try:
        player, _ = player_of(socket)
        async with hall.at(key) as (room, table):
            viewer = hall.viewer(room, table, player, seat)
            mine = Socket(player, viewer)
            if sum(other.player == player for other in room.sockets) >= hall.settings.limits.sockets:
                raise TooMany("too many open connections")
            mine.rev = hall.face(room, table, viewer, player).rev
            mine.sure, mine.said = len(table.seat_log(viewer).lines), table.said
            room.sockets.add(mine)
            if rev != mine.rev:
                first = hall.told(room, table, viewer, player, after, said)
                mine.put(keep.dump({"type": "message", **first}))
            elif any(seat.kind == BOT for seat in table.seats.values()):  # no revision tells who thinks
                mine.put(keep.dump({"type": "thinking", "sides": hall.thinking(room, table)}))
    except IronbottomError as error:
        await refuse(socket, error)
        return
    try:
        await stream(socket, mine)
    finally:
        room.sockets.discard(mine)


@websocket("/api/live")
async def live_list(socket: WebSocket[Any, Any, Any]) -> None:
    hall = hall_of(socket)
    try:
        player, _ = player_of(socket)
        if len(hall.live.get(player, ())) >= hall.settings.limits.sockets:
            raise TooMany("too many open connections")
    except IronbottomError as error:
        await refuse(socket, error)
        return
    mine = Socket(player, OBSERVER)
    known = hall.live.setdefault(player, set())
    known.add(mine)
    try:
        await stream(socket, mine)
    finally:
        known.discard(mine)
        if not known:
            hall.live.pop(player, None)


async def refuse(socket: WebSocket[Any, Any, Any], error: IronbottomError) -> None:
    """Close a connection that is not to be. With 4429 its page comes back; with the others it asks no more."""
    code = 4403 if isinstance(error, Forbidden) else 4429 if isinstance(error, TooMany) else 4404
    await socket.close(code=code, reason=str(error)[:100])


async def stream(socket: WebSocket[Any, Any, Any], mine: Socket) -> None:
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


async def _send(socket: WebSocket[Any, Any, Any], mine: Socket) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, ConnectionError):
        while (data := await mine.next()) is not None:
            await socket.send({"type": "websocket.send", "text": data, "bytes": None})


async def _listen(socket: WebSocket[Any, Any, Any]) -> None:
    heard = 0
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while heard < 100_000:
            await socket.receive_data(mode="text")
            heard += 1


# -- errors --


def on_refusal(request: Request[Any, Any, Any], error: IronbottomError) -> Response[bytes]:
    status = error.status if isinstance(error, Refused) else 400
    rule = error.rule or None if isinstance(error, IllegalAction) else None
    return answer({"error": one_line(str(error)), "rule": rule}, status)


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    text = error.detail
    extra = getattr(error, "extra", None)
    if isinstance(extra, list) and extra and isinstance(extra[0], Mapping):
        where = extra[0].get("key")
        text = f"{where}: {extra[0].get('message')}" if where else str(extra[0].get("message"))
        if text == "data: 'data'":  # the framework's words for a body that turns out to be empty
            text = NO_BODY
    return answer({"error": one_line(text) or "this request is not understood", "rule": None}, error.status_code)


def on_depth(request: Request[Any, Any, Any], error: RecursionError) -> Response[bytes]:
    return answer({"error": "this is nested too deeply", "rule": None}, 400)


def on_full(request: Request[Any, Any, Any], error: Full) -> Response[bytes]:
    log.error("the disk is full: nothing was stored at %s", request.scope["path"])
    return answer({"error": str(error), "rule": None}, error.status)


def on_bug(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    log.error("an error of ours at %s", request.scope["path"], exc_info=error)
    return answer({"error": "something went wrong here; nothing was changed", "rule": None}, 500)


def one_line(text: str) -> str:
    return " ".join(text.split())[:500]


HANDLERS: list[Any] = [
    me, rename, mail, personal_link, personal_invitation, follow_personal_link, catalogue, rules, drawing, tables,
    new_table, hide, show, delete, invitation, join, relink, reclaim, new_code, recover, look, do, undo, redo, resign,
    claim, keep_seat, offer, reply, chat, note, order, rematch, analysis, hint, move_now, learn, why, odds, measure,
    replay_marks, record, report, page, live, live_list,
]  # fmt: skip


def check_corrections(shelf: Shelf) -> None:
    """Raise BadInput, naming the file, unless the owner's corrections can be read. Those that no new game may begin
    with are told in the log: games that began with them go on."""
    for slug in shelf.slugs():
        try:
            if shelf.overlay(slug):
                shelf.game(slug)
        except BadInput as error:
            raise BadInput(f"overlays/{slug}.toml: {error}") from None
        try:
            shelf.fit(slug)
        except BadInput as error:
            log.warning("overlays/%s.toml: no new game can begin: %s", slug, error)


class Server:
    """One server: its store, hall, computer players and notices, and the ASGI application over them."""

    def __init__(self, settings: Settings, extra: Mapping[str, Maker] | None = None, think: Any = None) -> None:
        self.settings = settings
        shelf = Shelf(settings.data, extra)
        check_corrections(shelf)
        self.store = Store(settings.data, settings.durability)
        self.hall = Hall(self.store, settings, shelf)
        self.hall.link_base = settings.link_base(settings.port)
        self.thinkers = Thinkers(self.hall, think)
        self.notices = Notices(self.hall)
        self.reports = Reports(self.hall)
        self.imports = records.Imports(self.hall)
        state = State({
            "hall": self.hall, "pages": Pages(), "thinkers": self.thinkers, "reports": self.reports,
            "imports": self.imports,
            "newcomers": Buckets(settings.limits.newcomers / 60, settings.limits.newcomers),
        })  # fmt: skip
        inner = Litestar(
            HANDLERS,
            state=state,
            openapi_config=None,
            logging_config=None,
            lifespan=[self._lifespan],
            exception_handlers={
                IronbottomError: on_refusal,
                HTTPException: on_http,
                RecursionError: on_depth,
                Full: on_full,
                Exception: on_bug,
            },
            request_max_body_size=settings.limits.record + 1024,
        )
        self.app = Guard(inner, settings)  # type: ignore[arg-type]

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Litestar) -> AsyncIterator[None]:
        self.thinkers.start()
        self.notices.start()
        pinging = asyncio.create_task(self.hall.ping(PING))
        try:
            yield
        finally:
            pinging.cancel()
            for room in self.hall.rooms.values():
                for socket in room.sockets:
                    socket.put(None)
            await self.notices.stop()
            await self.thinkers.stop()
            self.reports.stop()
            self.imports.stop()
            self.store.close()


def configuration(server: Server) -> uvicorn.Config:
    """How uvicorn runs it. No compression of messages: it costs more than the wire, for hundreds of observers."""
    config = uvicorn.Config(
        server.app,
        log_level="warning",
        access_log=False,
        ws_max_size=4096,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        timeout_graceful_shutdown=3,
        server_header=False,
        lifespan="on",
        forwarded_allow_ips=server.settings.proxies or None,
    )
    return guarded(config, server.settings)


def open_socket(settings: Settings) -> sockets.socket:
    """The listening socket, so that the port is known (0: any) and a taken one is a clear error."""
    try:
        family = sockets.AF_INET6 if ":" in settings.host else sockets.AF_INET
        listening = sockets.socket(family, sockets.SOCK_STREAM, sockets.IPPROTO_TCP)  # so that asyncio sets NODELAY
        if sys.platform != "win32":
            listening.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        if hasattr(sockets, "TCP_USER_TIMEOUT"):  # for a little that nobody takes; its connections have it from here
            unread = int(settings.limits.unread_seconds * 1000)
            listening.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_USER_TIMEOUT, unread)
        listening.bind((settings.host, settings.port))
        listening.listen(2048)
        return listening
    except OSError as error:
        raise BadInput(f"{settings.host}:{settings.port} cannot be used: {error.strerror or error}") from None


def allow_connections() -> None:
    """Let this process hold as many connections as the system allows it; the usual limit is a thousand files."""
    if sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def read_settings(data: Path) -> dict[str, Any]:
    """What `server.toml` in the data folder sets. Raises BadInput."""
    path = data / "server.toml"
    if not path.is_file():
        return {}
    try:
        return from_toml(tomllib.loads(path.read_text("utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"server.toml cannot be read: {error}") from None


def serve(
    settings: Settings,
    *,
    open_browser: bool = False,
    extra: Mapping[str, Maker] | None = None,
    think: Any = None,
) -> None:
    """Run the server until it is told to stop. Raises BadInput for what it cannot start with. `extra`, `think`: more
    games and another thinker, for the tests."""
    settings = replace(settings, data=settings.data.expanduser().absolute())
    settings = replace(settings, **read_settings(settings.data))
    listening = open_socket(settings)
    settings = replace(settings, port=listening.getsockname()[1])
    try:
        server = Server(settings, extra, think)
        for line in games.faults():
            log.warning("%s", line)
    except BaseException:
        listening.close()
        raise
    address = settings.origin(settings.port)
    print(f"Ironbottom is at {address}  (Ctrl+C ends it)", flush=True)
    if settings.public_url:
        print(f"and, for others, at {settings.public_url}", flush=True)
    if open_browser:
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(address)
    allow_connections()
    sys.setswitchinterval(0.0005)  # the writer's thread must not wait long for the event loop's
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(configuration(server)).run(sockets=[listening])
