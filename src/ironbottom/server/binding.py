"""The declared routes behind Litestar: requests over HTTP, connections over WebSocket, and the page's own files."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from litestar import Request, Response, WebSocket
from litestar import get as over_get
from litestar import post as over_post
from litestar import websocket as over_websocket
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.params import FromPath, FromQuery, JSONBody

from ironbottom.server.asking import Answer, Parameter, Rooms, Route
from ironbottom.server.errors import NotFound
from ironbottom.server.guard import COOKIE, NO_BODY, source
from ironbottom.server.pages import Pages, is_place
from ironbottom.server.routes import answer, asset, one_line, refusal

Asking = Request[Any, Any, Any]
Open = WebSocket[Any, Any, Any]

MOST_HEARD = 100_000
"""Frames of a page that says no more than that it is there."""


class Asked:
    """A request as the routes see it."""

    __slots__ = ("_request", "rooms")

    def __init__(self, request: Asking | Open) -> None:
        self._request = request
        self.rooms: Rooms = request.app.state.rooms

    @property
    def cookie(self) -> str | None:
        return self._request.scope.get("ironbottom_cookie")  # type: ignore[return-value]

    @property
    def address(self) -> str:
        client = self._request.scope.get("client")
        return source(client[0]) if client else ""

    def header(self, name: str) -> str:
        return self._request.headers.get(name, "")

    async def body(self) -> bytes:
        assert isinstance(self._request, Request)
        return await self._request.body()


class Wire:
    """A WebSocket as the routes see it."""

    __slots__ = ("_socket",)

    def __init__(self, socket: Open) -> None:
        self._socket = socket

    async def accept(self) -> None:
        await self._socket.accept()

    async def send(self, text: str) -> None:
        try:
            await self._socket.send({"type": "websocket.send", "text": text, "bytes": None})
        except (WebSocketDisconnect, RuntimeError) as error:
            raise ConnectionError(str(error)) from None

    async def listen(self) -> None:
        try:
            for _ in range(MOST_HEARD):
                await self._socket.receive_data(mode="text")
        except (WebSocketDisconnect, RuntimeError):
            return

    async def close(self, code: int, reason: str) -> None:
        await self._socket.close(code=code, reason=reason)


def response(given: Answer, secure: bool) -> Response[bytes]:
    """An answer over HTTP; `secure`: whether players come by https."""
    made = Response(given.data, media_type=given.kind, status_code=given.status, headers=given.headers)
    if given.cookie == "":
        made.delete_cookie(COOKIE)
    elif given.cookie is not None:
        made.set_cookie(COOKIE, given.cookie, max_age=400 * 86400, httponly=True, samesite="lax", secure=secure)
    return made


def signed(do: Any, first: Mapping[str, Any], route: Route, returns: Any) -> Any:
    """A coroutine of keywords with the signature that Litestar reads a route from."""

    def known(name: str, kind: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
        return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)

    def asked(parts: Sequence[Parameter], wrapped: Any) -> list[inspect.Parameter]:
        return [known(one.name, wrapped[one.kind], one.default) for one in parts]

    parameters = [known(name, kind) for name, kind in first.items()]
    parameters += [*asked(route.parts, FromPath), *asked(route.query, FromQuery)]
    if route.body is not None:
        parameters.append(known("data", JSONBody[route.body]))  # type: ignore[misc, name-defined]
    do.__signature__ = inspect.Signature(parameters, return_annotation=returns)
    do.__annotations__ = {**{one.name: one.annotation for one in parameters}, "return": returns}
    return do


@functools.cache
def bound(route: Route) -> Any:
    """A declared route as a handler of Litestar's, which may stand in several servers of one process."""
    path = route.path.replace("}", ":str}")
    do = route.do
    if route.method == "LIVE":

        async def connect(socket: Open, **given: Any) -> None:
            await do(Asked(socket), Wire(socket), **given)

        return over_websocket(path)(signed(connect, {"socket": Open}, route, None))

    async def handle(request: Asking, **given: Any) -> Response[bytes]:
        asked = Asked(request)
        return response(await do(asked, **given), asked.rooms.settings.secure)

    handler = signed(handle, {"request": Asking}, route, Response[bytes])
    if route.method == "GET":
        return over_get(path)(handler)
    if route.largest is not None:
        return over_post(path, status_code=200, request_max_body_size=route.largest)(handler)
    return over_post(path, status_code=200)(handler)


@over_get(["/", "/{path:path}"])
async def page(request: Asking, path: FromPath[str] = "") -> Response[bytes]:
    if path.startswith("/api/"):
        raise NotFound("there is nothing at this address")
    pages: Pages = request.app.state.pages
    made = asset(Asked(request), pages.find(path), "no-cache")
    return response(made if is_place(path) else replace(made, status=404), False)  # the page says so too


def on_error(request: Asking, error: Exception) -> Response[bytes]:
    return response(refusal(request.scope["path"], error), False)


def on_http(request: Asking, error: HTTPException) -> Response[bytes]:
    text = error.detail
    extra = getattr(error, "extra", None)
    if isinstance(extra, list) and extra and isinstance(extra[0], Mapping):
        where = extra[0].get("key")
        text = f"{where}: {extra[0].get('message')}" if where else str(extra[0].get("message"))
        if text == "data: 'data'":  # the framework's words for a body that turns out to be empty
            text = NO_BODY
    told = {"error": one_line(text) or "this request is not understood", "rule": None}
    return response(answer(told, error.status_code), False)


ERRORS: Any = {HTTPException: on_http, Exception: on_error}
