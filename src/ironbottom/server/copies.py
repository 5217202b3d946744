"""Copies of the games: those of a player, and those that everybody may choose.

A copy is asked for by its id: a player's own has one that cannot be guessed, and nobody else may see it. Those of
everybody are `printed:GAME` (as reconstructed), `house:GAME` (with the corrections in this server's data folder, where
there are any) and `shipped:GAME:STEM` (one that comes with the game).
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from ironbottom import games
from ironbottom.kernel import copies, unknown
from ironbottom.kernel.copies import Copy, corrections, named, of_cards, private, read_copy, tidy, write_copy
from ironbottom.kernel.data import complaints, load_data
from ironbottom.kernel.differences import differences, fault
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.game import Game
from ironbottom.kernel.overlay import merged
from ironbottom.server.catalogue import Catalogue
from ironbottom.server.errors import NotFound, Stale, TooMany
from ironbottom.server.repository import Kept, Repository
from ironbottom.table.table import iso

MOST_TOLD = 300
"""Differences that are told in an answer; how many there are is told too."""
MOST_LOOKS = 128
OWN, PRINTED, HOUSE, SHIPPED = "own", "printed", "house", "shipped"


@dataclass(frozen=True, slots=True)
class Held:
    """A copy as a player finds it: his own, or one of everybody's."""

    id: str
    kind: str
    copy: Copy
    kept: Kept | None = None


class Copies:
    """The copies of a server. `most`: how many a player may keep; `clock`: seconds since the epoch."""

    def __init__(self, repository: Repository, catalogue: Catalogue, most: int, clock: Callable[[], float]) -> None:
        self.repository = repository
        self.catalogue = catalogue
        self.most = most
        self.clock = clock

    # -- finding --

    def game(self, slug: str) -> Game[Any]:
        """The game as it is printed. Raises NotFound, and BadInput for one without printed data."""
        if slug not in self.catalogue.slugs():
            raise NotFound("there is no such game")
        if slug in self.catalogue.extra:
            raise BadInput("this game has no printed data that a copy could correct")
        return games.load(slug)

    def everybody(self, slug: str) -> list[Held]:
        """The copies of a game that anybody may choose: first what a new game has by itself, which is the printed game
        or has this server's corrections, and what comes with the game."""
        game = self.game(slug)
        found = [Held(f"{PRINTED}:{slug}", PRINTED, Copy("", slug, data=game.digest))]
        if overlay := self.catalogue.overlay(slug):
            found.insert(0, Held(f"{HOUSE}:{slug}", HOUSE, Copy("", slug, overlay, data=game.digest)))
        shipped = copies.shipped(game.package).items()
        return found + [Held(f"{SHIPPED}:{slug}:{stem}", SHIPPED, copy) for stem, copy in shipped]

    async def find(self, player: str, key: str) -> Held:
        """A copy by its id. Raises NotFound for one that the player may not see."""
        kind, _, rest = key.partition(":")
        if rest:
            slug = rest.partition(":")[0]
            held = next((one for one in self.everybody(slug) if one.id == key), None)
        else:
            kept = await self.repository.copy(kind)
            held = None if kept is None or kept.player != player else Held(key, OWN, kept.copy, kept)
        if held is None:
            raise NotFound("there is no such copy")
        return held

    async def own(self, player: str, key: str, version: int | None = None) -> Kept:
        """A copy that the player may change. Raises Stale where another page has saved it since that version."""
        held = await self.find(player, key)
        if held.kept is None:
            raise BadInput("this copy is everybody's: make one of your own from it to change it")
        if version is not None and version != held.kept.version:
            raise Stale("this copy has been saved elsewhere since; look at it anew")
        return held.kept

    # -- telling --

    async def listed(self, player: str, slug: str = "") -> list[dict[str, Any]]:
        """The copies that a player may choose, by game: everybody's, then his own, newest first."""
        slugs = [slug] if slug else [one for one in self.catalogue.slugs() if one not in self.catalogue.extra]
        own = await self.repository.copies(player)
        found = []
        for one in slugs:
            if one not in self.catalogue.extra:
                mine = [Held(kept.id, OWN, kept.copy, kept) for kept in own if kept.copy.game == one]
                found += [await self._info(held) for held in (*self.everybody(one), *mine)]
        return found

    async def _info(self, held: Held) -> dict[str, Any]:
        """A copy in the list."""
        copy, kept = held.copy, held.kept
        game = self.game(copy.game)
        look = await self._look(copy)
        return {
            "id": held.id, "kind": held.kind, "game": copy.game, "name": copy.name, "why": copy.why,
            "version": 0 if kept is None else kept.version, "updated": None if kept is None else iso(kept.updated),
            "first": held.id == self.everybody(copy.game)[0].id, "proposed": self._proposed(held),
            "current": copy.data in ("", game.digest),
            "differs": len(look.differences), "same": _leaves(copy.same), "faults": len(look.faults),
            "worded": len(copy.words),
        }  # fmt: skip

    def _proposed(self, held: Held) -> str:
        """The scenario for whose new games the page proposes a copy; none where the server's owner has corrections of
        his own."""
        return "" if held.kind != SHIPPED or self.catalogue.overlay(held.copy.game) else held.copy.new

    async def show(self, player: str, key: str) -> dict[str, Any]:
        """A copy with all that it says."""
        return await self._whole(await self.find(player, key))

    async def _whole(self, held: Held) -> dict[str, Any]:
        look = await self._look(held.copy)
        return {
            **await self._info(held), "overlay": held.copy.overlay, "agrees": held.copy.same,
            "lines": list(look.faults), "differences": list(look.differences[:MOST_TOLD]), "words": held.copy.words,
        }  # fmt: skip

    async def _look(self, copy: Copy) -> Look:
        game = self.game(copy.game)
        overlay = json.dumps(copy.played(game.package), sort_keys=True)
        return await asyncio.to_thread(_looked, copy.game, overlay)

    async def check(self, slug: str, overlay: dict[str, Any]) -> dict[str, Any]:
        """What a game's schema says of corrections that nobody has saved, and what differs with them."""
        look = await self._look(Copy("", self.game(slug).slug, tidy(overlay, "overlay")))
        return {"lines": list(look.faults), "differences": list(look.differences[:MOST_TOLD]),
                "differs": len(look.differences)}  # fmt: skip

    async def compare(self, player: str, key: str, other: str) -> list[dict[str, Any]]:
        """How one copy differs from another of the same game."""
        held = await self.find(player, key)
        game = self.game(held.copy.game)
        return await self.against(player, game.slug, held.copy.played(game.package), other)

    async def against(
        self, player: str, slug: str, overlay: Mapping[str, Any] | None, other: str
    ) -> list[dict[str, Any]]:
        """How a game with these corrections differs from a copy that the reader may see."""
        held = await self.find(player, other)
        if held.copy.game != slug:
            raise BadInput("both copies are of one game")
        return await asyncio.to_thread(_between, slug, overlay, held.copy.played(self.game(slug).package))

    async def told(self, game: Game[Any], name: str, overlay: Mapping[str, Any] | None) -> dict[str, Any] | None:
        """What somebody is told of the copy that a table is played with before he joins: its name, and what differs
        from the printed game; None where nothing does."""
        if not overlay and not name:
            return None
        if game.slug in self.catalogue.extra:
            return {"name": name, "differs": 0, "differences": []}
        found = await asyncio.to_thread(_between, game.slug, overlay, None)
        return {"name": name, "differs": len(found), "differences": found[:MOST_TOLD]}

    async def words(
        self, player: str, slug: str, name: str, overlay: Mapping[str, Any] | None, maker: bool
    ) -> Mapping[str, str]:
        """What the cards say in the player's own copy, if he has the one that a table is played with: his page puts it
        beside them. It is the copy with the same corrections, whatever it is called by now; whoever made the table may
        have gone on with his copy since, which is known by its name then. Another player's words are told to nobody."""
        own = [one.copy for one in await self.repository.copies(player) if one.copy.game == slug and one.copy.words]
        if not name or not own:
            return {}
        package = self.game(slug).package
        said = await asyncio.to_thread(lambda: [copy.played(package) == (overlay or {}) for copy in own])
        found = [copy for copy, same in zip(own, said, strict=True) if same]
        named = [copy for copy in found or own if copy.name == name]
        return (named or found)[0].words if found or (maker and named) else {}

    async def unknown(self, player: str, key: str, group: str = "") -> dict[str, Any] | list[dict[str, Any]]:
        """What nobody has seen printed, and what a copy says of it: the groups, or the data of one."""
        held = await self.find(player, key)
        game = self.game(held.copy.game)
        if group:
            return await asyncio.to_thread(unknown.items, game.package, game.words, group, held.copy)
        return await asyncio.to_thread(unknown.told, game.package, game.words, held.copy)

    # -- a new game --

    async def chosen(self, player: str, slug: str, key: str | None) -> tuple[dict[str, Any] | None, str]:
        """The corrections that a new game begins with, and the name of the copy that they are of. Raises BadInput for
        a copy that no game may begin with."""
        if not key:
            self.catalogue.fit(slug)
            return self.catalogue.overlay(slug), ""
        held = await self.find(player, key)
        if held.copy.game != slug:
            raise BadInput("this copy is of another game")
        if held.kind == HOUSE:
            self.catalogue.fit(slug)
            return self.catalogue.overlay(slug), ""
        return await asyncio.to_thread(corrections, self.game(slug).package, held.copy), held.copy.name

    async def drawn(self, player: str, key: str) -> Game[Any]:
        """The game that a copy makes, to be drawn. Raises BadInput where it cannot be played yet."""
        held = await self.find(player, key)
        overlay, _ = await self.chosen(player, held.copy.game, key)
        return await asyncio.to_thread(self.catalogue.load, held.copy.game, overlay)

    # -- changing --

    async def create(self, player: str, slug: str, name: str, source: str) -> dict[str, Any]:
        """A copy of one's own: as printed, or what another copy says, under a name of its own."""
        game = self.game(slug)
        base = Copy(named(name), slug, data=game.digest)
        if source:
            held = await self.find(player, source)
            if held.copy.game != slug:
                raise BadInput("this copy is of another game")
            base = replace(base, overlay=held.copy.overlay, same=held.copy.same, words=held.copy.words)
        return await self._add(player, base)

    async def _add(self, player: str, copy: Copy) -> dict[str, Any]:
        if len(await self.repository.copies(player)) >= self.most:
            raise TooMany(f"you have {self.most} copies; delete one first")
        kept = Kept(secrets.token_urlsafe(12), player, 1, self.clock(), copy)
        await self.repository.add_copy(kept)
        return await self._whole(Held(kept.id, OWN, copy, kept))

    async def save(
        self, player: str, key: str, version: int, overlay: dict[str, Any], same: dict[str, Any],
        words: dict[str, str] | None = None,
    ) -> dict[str, Any]:
        """What a copy says now. It is kept with its faults, for one saves as one goes; no game begins with it until
        there are none. `words`: what its cards say; None: as before. Raises Stale."""
        kept = await self.own(player, key, version)
        game = self.game(kept.copy.game)
        copy = replace(
            kept.copy, overlay=tidy(overlay, "overlay"), same=tidy(same, "same"), data=game.digest,
            words=kept.copy.words if words is None else of_cards(private(words), game.package),
        )  # fmt: skip
        return await self._save(kept, copy)

    async def _save(self, kept: Kept, copy: Copy) -> dict[str, Any]:
        now = replace(kept, copy=copy, version=kept.version + 1, updated=self.clock())
        if not await self.repository.save_copy(now, kept.version):
            raise Stale("this copy has been saved elsewhere since; look at it anew")
        return await self._whole(Held(now.id, OWN, copy, now))

    async def rename(self, player: str, key: str, name: str) -> dict[str, Any]:
        """Another name for a copy."""
        kept = await self.own(player, key)
        return await self._save(kept, replace(kept.copy, name=named(name)))

    async def agree(
        self, player: str, key: str, version: int, wanted: Sequence[Sequence[str]], on: bool
    ) -> dict[str, Any]:
        """One's copy says the same as the reconstruction at these data (or in these whole tables), or that is taken
        back."""
        kept = await self.own(player, key, version)
        printed = load_data(self.game(kept.copy.game).package)
        overlay, same = kept.copy.overlay, kept.copy.same
        for keys in wanted:
            held: Any = printed
            for one in keys:
                if not isinstance(held, Mapping) or one not in held:
                    raise BadInput(f"there is no {'.'.join(keys)[:200]}")
                held = held[one]
            same = copies.without(same, keys)
            if on:
                overlay = copies.without(overlay, keys)
                same = merged(same, copies.at(keys, copies.values(held)))
        return await self._save(kept, replace(kept.copy, overlay=overlay, same=same))

    async def delete(self, player: str, key: str) -> None:
        """A copy goes for good; the games that were begun with it have what it said."""
        await self.own(player, key)
        await self.repository.delete_copy(key)

    # -- as a file --

    async def file(self, player: str, key: str, words: bool = False) -> tuple[str, str]:
        """The name and the text of the file of a copy; with what its cards say only where its owner asks for it."""
        held = await self.find(player, key)
        copy = held.copy if held.copy.name else replace(held.copy, name=held.kind)
        if not words:
            copy = replace(copy, words={})
        stem = "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in copy.name).lower().split())
        return f"{copy.game}-{stem or 'copy'}.toml", write_copy(copy)

    async def take_in(self, player: str, text: str, slug: str = "", name: str = "") -> dict[str, Any]:
        """A copy from a file: one that was given out, or, for a game that is named, plain corrections as they stand in
        a data folder. Its name is made another where the player has a copy of that name. One with faults is kept as one
        that was saved with them is, to be put right in the workshop. Raises BadInput."""
        copy = await asyncio.to_thread(_read, text, slug, name)
        game = self.game(copy.game)
        of_cards(copy.words, game.package)
        taken = {kept.copy.name for kept in await self.repository.copies(player) if kept.copy.game == copy.game}
        wanted, n = copy.name, 2
        while wanted in taken:
            wanted = f"{copy.name[: copies.LONGEST_NAME - 5]} ({n})"
            n += 1
        return await self._add(player, replace(copy, name=wanted, why="", new="", data=copy.data or game.digest))


@dataclass(frozen=True, slots=True)
class Look:
    """What is found in corrections: a line for each fault, and what differs from the printed game."""

    faults: tuple[str, ...]
    differences: tuple[dict[str, Any], ...]


@lru_cache(maxsize=MOST_LOOKS)
def _looked(slug: str, text: str) -> Look:
    game = games.load(slug)
    overlay = json.loads(text)
    if not overlay:
        return Look((), ())
    data = _data(game, overlay)
    lines = [fault(game.package, game.words, data, line) for line in complaints(game.package, overlay)]
    return Look(tuple(lines), tuple(_between(slug, overlay, None)))


def _between(slug: str, now: Mapping[str, Any] | None, was: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """How a game with some corrections differs from the same game with others."""
    game = games.load(slug)
    try:
        fresh = games.load(slug, now).words
    except BadInput:
        fresh = game.words
    found = differences(game.package, game.words, _data(game, now), _data(game, was), fresh)
    return [one.to_json() for one in found]


def _data(game: Game[Any], overlay: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """The data with these corrections, be they such that a game may begin with them or not."""
    try:
        return load_data(game.package, overlay)
    except BadInput:
        return merged(load_data(game.package), overlay or {})


def _read(text: str, slug: str, name: str) -> Copy:
    """The copy in a file. Raises BadInput."""
    if slug and "format" not in (plain := copies.parsed(text, "this file")):
        if not plain:
            raise BadInput("this file says nothing")
        return Copy(named(name or "corrections"), slug, tidy(plain, "overlay"))
    copy = read_copy(text)
    if slug and copy.game != slug:
        other = games.load(copy.game).title if copy.game in games.slugs() else copy.game[:40]
        raise BadInput(f"this copy is of another game: {other}")
    return replace(copy, name=named(name)) if name else copy


def _leaves(tree: Mapping[str, Any]) -> int:
    """How many values stand in a tree."""
    return sum(_leaves(item) if isinstance(item, Mapping) else key != "source" for key, item in tree.items())
