"""The routes of copies of the games: `copies.py` does what they ask for."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from ironbottom.server import bodies
from ironbottom.server.codec import encode
from ironbottom.server.copies import Copies
from ironbottom.server.routes import Asking, answer, asset, greeted, known_player, packed, player_of, rooms_of

DRAWN = "no-cache"


def copies_of(request: Asking) -> Copies:
    return rooms_of(request).lobby.copies


@get("/api/copies")
async def listed(request: Asking, game: FromQuery[str] = "") -> Response[bytes]:
    player, _ = await player_of(request)
    return answer(await copies_of(request).listed(player, game))


@post("/api/copies", status_code=200)
async def create(request: Asking, data: JSONBody[bodies.NewCopy]) -> Response[Any]:
    player, _, cookie = await known_player(request)
    made = await copies_of(request).create(player, data.game, data.name, data.source)
    return greeted(made, cookie, rooms_of(request).settings)


@post("/api/copies/import", status_code=200)
async def take_in(request: Asking, data: JSONBody[bodies.CopyFile]) -> Response[Any]:
    player, _, cookie = await known_player(request)
    made = await copies_of(request).take_in(player, data.text, data.game, data.name)
    return greeted(made, cookie, rooms_of(request).settings)


@post("/api/copies/check", status_code=200)
async def check(request: Asking, data: JSONBody[bodies.CheckBody]) -> Response[bytes]:
    await player_of(request)
    return answer(await copies_of(request).check(data.game, data.overlay))


@get("/api/copies/{key:str}")
async def show(request: Asking, key: FromPath[str]) -> Response[bytes]:
    player, _ = await player_of(request)
    return answer(await copies_of(request).show(player, key))


@post("/api/copies/{key:str}", status_code=200)
async def save(request: Asking, key: FromPath[str], data: JSONBody[bodies.CopyBody]) -> Response[bytes]:
    player, _ = await player_of(request)
    return answer(await copies_of(request).save(player, key, data.version, data.overlay, data.same,
                                                   data.words))


@post("/api/copies/{key:str}/same", status_code=200)
async def agree(request: Asking, key: FromPath[str], data: JSONBody[bodies.SameBody]) -> Response[bytes]:
    player, _ = await player_of(request)
    return answer(await copies_of(request).agree(player, key, data.version, data.keys, data.on))


@post("/api/copies/{key:str}/rename", status_code=200)
async def rename(request: Asking, key: FromPath[str], data: JSONBody[bodies.Name]) -> Response[bytes]:
    player, _ = await player_of(request)
    return answer(await copies_of(request).rename(player, key, data.name))


@post("/api/copies/{key:str}/delete", status_code=200)
async def delete(request: Asking, key: FromPath[str], data: JSONBody[bodies.Empty]) -> Response[bytes]:
    player, _ = await player_of(request)
    await copies_of(request).delete(player, key)
    return answer({})


@get("/api/copies/{key:str}/file")
async def file(request: Asking, key: FromPath[str], words: FromQuery[bool] = False) -> Response[bytes]:
    player, _ = await player_of(request)
    name, text = await copies_of(request).file(player, key, words)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), media_type="application/toml; charset=utf-8", headers=headers)


@get("/api/copies/{key:str}/compare")
async def compare(request: Asking, key: FromPath[str], other: FromQuery[str]) -> Response[bytes]:
    player, _ = await player_of(request)
    return answer(await copies_of(request).compare(player, key, other))


@get("/api/copies/{key:str}/unknown")
async def unknown(request: Asking, key: FromPath[str], group: FromQuery[str] = "") -> Response[bytes]:
    player, _ = await player_of(request)
    return packed(request, encode(await copies_of(request).unknown(player, key, group)))


@get("/api/copies/{key:str}/drawn/{scenario:str}/{name:str}")
async def drawn(
    request: Asking, key: FromPath[str], scenario: FromPath[str], name: FromPath[str]
) -> Response[bytes]:
    player, _ = await player_of(request)
    rooms = rooms_of(request)
    game = await rooms.lobby.copies.drawn(player, key)
    return asset(request, await asyncio.to_thread(rooms.tables.catalogue.drawn, game, scenario, name), DRAWN)


@get("/api/join/{text:str}/compare")
async def before_joining(request: Asking, text: FromPath[str], other: FromQuery[str]) -> Response[bytes]:
    player, _ = await player_of(request)
    return answer(await rooms_of(request).lobby.differing(player, text, other))


@get("/api/tables/{key:str}/copy")
async def played(request: Asking, key: FromPath[str]) -> Response[bytes]:
    player, _ = await player_of(request)
    return answer(await rooms_of(request).lobby.played(player, key))


@get("/api/tables/{key:str}/words")
async def own_words(request: Asking, key: FromPath[str]) -> Response[bytes]:
    player, _ = await player_of(request)
    return answer(await rooms_of(request).lobby.own_words(player, key))


@get("/api/tables/{key:str}/compare")
async def beside_mine(request: Asking, key: FromPath[str], other: FromQuery[str]) -> Response[bytes]:
    player, _ = await player_of(request)
    return answer(await rooms_of(request).lobby.beside(player, key, other))


@get("/api/tables/{key:str}/drawn/{name:str}")
async def drawn_at(request: Asking, key: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    player, _ = await player_of(request)
    rooms = rooms_of(request)
    async with rooms.tables.at(key) as (room, table):
        rooms.tables.viewer(room, table, player, "")
        game, scenario = table.game, table.scenario
    return asset(request, await asyncio.to_thread(rooms.tables.catalogue.drawn, game, scenario, name), DRAWN)


COPY_ROUTES: list[Any] = [
    listed, create, take_in, check, show, save, agree, rename, delete, file, compare, unknown, drawn, before_joining,
    played, own_words, beside_mine, drawn_at,
]  # fmt: skip
