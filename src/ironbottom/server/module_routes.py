"""The routes of owners' VASSAL modules."""

from __future__ import annotations

from ironbottom.server import bodies
from ironbottom.server.asking import Answer, Ask, Route, get, post
from ironbottom.server.codec import encode
from ironbottom.server.errors import NotFound
from ironbottom.server.modules import LARGEST
from ironbottom.server.routes import answer, packed, player_of


@post("/api/modules/{slug}/file", largest=LARGEST + 1024)
async def module_file(ask: Ask, slug: str) -> Answer:
    """A module comes, as it is."""
    player, _ = await player_of(ask)
    modules = ask.rooms.modules
    async with modules.room(player, coming=True):
        return packed(ask, encode(await modules.take(player, slug, await ask.body())))


@post("/api/modules/{slug}")
async def module_look(ask: Ask, slug: str, data: bodies.ModuleBody) -> Answer:
    player, _ = await player_of(ask)
    return packed(ask, encode(await ask.rooms.modules.look(player, slug, data.scenario, data.overlay)))


@get("/api/modules/{slug}/picture")
async def module_picture(ask: Ask, slug: str, name: str = "") -> Answer:
    player, _ = await player_of(ask)
    data, kind = await ask.rooms.modules.picture(player, slug, name)
    return Answer(data, kind, headers={"cache-control": "private, max-age=3600"})


@get("/api/modules/{slug}/faces")
async def module_faces(ask: Ask, slug: str) -> Answer:
    player, _ = await player_of(ask)
    try:
        return answer(ask.rooms.modules.faces(player, slug))
    except NotFound:
        return answer({})


@post("/api/modules/{slug}/faces")
async def module_choose(ask: Ask, slug: str, data: bodies.FacesBody) -> Answer:
    player, _ = await player_of(ask)
    await ask.rooms.modules.choose(player, slug, data.faces)
    return answer({})


@post("/api/modules/{slug}/delete")
async def module_delete(ask: Ask, slug: str, data: bodies.Empty) -> Answer:
    player, _ = await player_of(ask)
    ask.rooms.modules.forget(player, slug)
    return answer({})


MODULE_ROUTES: list[Route] = [module_file, module_look, module_picture, module_faces, module_choose, module_delete]
