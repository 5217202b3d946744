"""The routes of copies of the games: `copies.py` does what they ask for."""

from __future__ import annotations

import asyncio

from ironbottom.server import bodies
from ironbottom.server.asking import Answer, Ask, Route, get, post
from ironbottom.server.codec import encode
from ironbottom.server.copies import Copies
from ironbottom.server.routes import answer, asset, greeted, known_player, packed, player_of

DRAWN = "no-cache"


def copies_of(ask: Ask) -> Copies:
    return ask.rooms.lobby.copies


@get("/api/copies")
async def listed(ask: Ask, game: str = "") -> Answer:
    player, _ = await player_of(ask)
    return answer(await copies_of(ask).listed(player, game))


@post("/api/copies")
async def create(ask: Ask, data: bodies.NewCopy) -> Answer:
    player, _, cookie = await known_player(ask)
    made = await copies_of(ask).create(player, data.game, data.name, data.source)
    return greeted(made, cookie)


@post("/api/copies/import")
async def take_in(ask: Ask, data: bodies.CopyFile) -> Answer:
    player, _, cookie = await known_player(ask)
    made = await copies_of(ask).take_in(player, data.text, data.game, data.name)
    return greeted(made, cookie)


@post("/api/copies/check")
async def check(ask: Ask, data: bodies.CheckBody) -> Answer:
    await player_of(ask)
    return answer(await copies_of(ask).check(data.game, data.overlay))


@get("/api/copies/{key}")
async def show(ask: Ask, key: str) -> Answer:
    player, _ = await player_of(ask)
    return answer(await copies_of(ask).show(player, key))


@post("/api/copies/{key}")
async def save(ask: Ask, key: str, data: bodies.CopyBody) -> Answer:
    player, _ = await player_of(ask)
    return answer(await copies_of(ask).save(player, key, data.version, data.overlay, data.same,
                                                   data.words))


@post("/api/copies/{key}/same")
async def agree(ask: Ask, key: str, data: bodies.SameBody) -> Answer:
    player, _ = await player_of(ask)
    return answer(await copies_of(ask).agree(player, key, data.version, data.keys, data.on))


@post("/api/copies/{key}/rename")
async def rename(ask: Ask, key: str, data: bodies.Name) -> Answer:
    player, _ = await player_of(ask)
    return answer(await copies_of(ask).rename(player, key, data.name))


@post("/api/copies/{key}/delete")
async def delete(ask: Ask, key: str, data: bodies.Empty) -> Answer:
    player, _ = await player_of(ask)
    await copies_of(ask).delete(player, key)
    return answer({})


@get("/api/copies/{key}/file")
async def file(ask: Ask, key: str, words: bool = False) -> Answer:
    player, _ = await player_of(ask)
    name, text = await copies_of(ask).file(player, key, words)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Answer(text.encode(), "application/toml; charset=utf-8", headers=headers)


@get("/api/copies/{key}/compare")
async def compare(ask: Ask, key: str, other: str) -> Answer:
    player, _ = await player_of(ask)
    return answer(await copies_of(ask).compare(player, key, other))


@get("/api/copies/{key}/unknown")
async def unknown(ask: Ask, key: str, group: str = "") -> Answer:
    player, _ = await player_of(ask)
    return packed(ask, encode(await copies_of(ask).unknown(player, key, group)))


@get("/api/copies/{key}/drawn/{scenario}/{name}")
async def drawn(
    ask: Ask, key: str, scenario: str, name: str
) -> Answer:
    player, _ = await player_of(ask)
    rooms = ask.rooms
    game = await rooms.lobby.copies.drawn(player, key)
    return asset(ask, await asyncio.to_thread(rooms.tables.catalogue.drawn, game, scenario, name), DRAWN)


@get("/api/join/{text}/compare")
async def before_joining(ask: Ask, text: str, other: str) -> Answer:
    player, _ = await player_of(ask)
    return answer(await ask.rooms.lobby.differing(player, text, other))


@get("/api/tables/{key}/copy")
async def played(ask: Ask, key: str) -> Answer:
    player, _ = await player_of(ask)
    return answer(await ask.rooms.lobby.played(player, key))


@get("/api/tables/{key}/words")
async def own_words(ask: Ask, key: str) -> Answer:
    player, _ = await player_of(ask)
    return answer(await ask.rooms.lobby.own_words(player, key))


@get("/api/tables/{key}/compare")
async def beside_mine(ask: Ask, key: str, other: str) -> Answer:
    player, _ = await player_of(ask)
    return answer(await ask.rooms.lobby.beside(player, key, other))


@get("/api/tables/{key}/drawn/{name}")
async def drawn_at(ask: Ask, key: str, name: str) -> Answer:
    player, _ = await player_of(ask)
    rooms = ask.rooms
    async with rooms.tables.at(key) as (room, table):
        rooms.tables.viewer(room, table, player, "")
        game, scenario = table.game, table.scenario
    return asset(ask, await asyncio.to_thread(rooms.tables.catalogue.drawn, game, scenario, name), DRAWN)


COPY_ROUTES: list[Route] = [
    listed, create, take_in, check, show, save, agree, rename, delete, file, compare, unknown, drawn, before_joining,
    played, own_words, beside_mine, drawn_at,
]  # fmt: skip
