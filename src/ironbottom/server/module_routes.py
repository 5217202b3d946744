"""The routes of owners' VASSAL modules."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from ironbottom.server import bodies
from ironbottom.server.codec import encode
from ironbottom.server.errors import NotFound
from ironbottom.server.modules import LARGEST
from ironbottom.server.routes import Asking, answer, packed, player_of, rooms_of


@post("/api/modules/{slug:str}/file", status_code=200, request_max_body_size=LARGEST + 1024)
async def module_file(request: Asking, slug: FromPath[str]) -> Response[bytes]:
    """A module comes, as it is."""
    player, _ = await player_of(request)
    return packed(request, encode(await rooms_of(request).modules.take(player, slug, await request.body())))


@post("/api/modules/{slug:str}", status_code=200)
async def module_look(request: Asking, slug: FromPath[str], data: JSONBody[bodies.ModuleBody]) -> Response[bytes]:
    player, _ = await player_of(request)
    return packed(request, encode(await rooms_of(request).modules.look(player, slug, data.scenario, data.overlay)))


@get("/api/modules/{slug:str}/picture")
async def module_picture(request: Asking, slug: FromPath[str], name: FromQuery[str] = "") -> Response[bytes]:
    player, _ = await player_of(request)
    data, kind = await rooms_of(request).modules.picture(player, slug, name)
    return Response(data, media_type=kind, headers={"cache-control": "private, max-age=3600"})


@get("/api/modules/{slug:str}/faces")
async def module_faces(request: Asking, slug: FromPath[str]) -> Response[bytes]:
    player, _ = await player_of(request)
    try:
        return answer(rooms_of(request).modules.faces(player, slug))
    except NotFound:
        return answer({})


@post("/api/modules/{slug:str}/faces", status_code=200)
async def module_choose(request: Asking, slug: FromPath[str], data: JSONBody[bodies.FacesBody]) -> Response[bytes]:
    player, _ = await player_of(request)
    await rooms_of(request).modules.choose(player, slug, data.faces)
    return answer({})


@post("/api/modules/{slug:str}/delete", status_code=200)
async def module_delete(request: Asking, slug: FromPath[str], data: JSONBody[bodies.Empty]) -> Response[bytes]:
    player, _ = await player_of(request)
    rooms_of(request).modules.forget(player, slug)
    return answer({})


MODULE_ROUTES: list[Any] = [module_file, module_look, module_picture, module_faces, module_choose, module_delete]
