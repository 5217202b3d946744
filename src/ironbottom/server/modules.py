"""Owners' VASSAL modules: one for each player and game, in the data folder, shown to nobody else.

A module is read in a process of its own, bounded in memory and time, and never unpacked: its pictures are taken out of
the file as they are asked for.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from ironbottom import games
from ironbottom.kernel.data import load_data
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.schema import schema_of
from ironbottom.server.catalogue import Catalogue
from ironbottom.server.errors import DELETED, Forbidden, NotFound, TooMany
from ironbottom.server.workers import Hire, WorkerError
from ironbottom.server.workshop import plain
from ironbottom.vassal.archive import Archive
from ironbottom.vassal.matching import found_in
from ironbottom.vassal.module import read

LARGEST = 120_000_000
"""Bytes of a module; the largest of a game with so few pieces have some sixty million."""
MOST_KEPT = 4_000_000_000
"""Bytes of all modules on a server."""
MEMORY = 1 << 30
SECONDS = 60.0
MOST_FACES = 2_000
MOST_AT_ONCE = 2
"""Modules that are in memory at the same time, while they come or are read."""
PATIENCE = 20.0
"""Seconds in which one waits until there is room for it."""


def analyse(question: tuple[str, str, Mapping[str, Any] | None, bytes]) -> dict[str, Any] | str:
    """What a module says beside a game's data with corrections; runs in a process of its own. A text says why not."""
    slug, scenario, overlay, data = question
    try:
        module, _ = read(data)
        game = games.load(slug, overlay)
        schema = schema_of(game.package)
        assert schema is not None
        known = load_data(game.package, overlay)
        return plain(found_in(module, schema, known, game.workshop(scenario, known)))  # type: ignore[no-any-return]
    except BadInput as error:
        return str(error)
    except RecursionError:
        return "this module is nested too deeply"


class Modules:
    """The modules of a server, in a folder of its data. `gone`: whether a player has deleted his account."""

    def __init__(self, folder: Path, catalogue: Catalogue, hire: Hire, gone: Callable[[str], Awaitable[bool]]) -> None:
        self.gone = gone
        self.folder = folder / "modules"
        self.catalogue = catalogue
        self._reading = hire(analyse, 1, memory=MEMORY)
        self._busy: set[str] = set()
        """Whose module is in memory."""
        self._room = {coming: asyncio.Semaphore(MOST_AT_ONCE) for coming in (False, True)}
        """Apart, so that uploads which stall keep nobody from what he has brought."""

    def _file(self, player: str, slug: str, kind: str) -> Path:
        """Where it lies. Raises NotFound for a game that there is not."""
        if slug not in self.catalogue.slugs() or schema_of(games.load(slug).package) is None:
            raise NotFound("there is no workshop for this game")
        return self._own(player) / f"{slug}.{kind}"

    def _own(self, player: str) -> Path:
        return self.folder / hashlib.sha256(player.encode()).hexdigest()[:32]

    @asynccontextmanager
    async def room(self, player: str, coming: bool = False) -> AsyncIterator[None]:
        """Room in memory for a module of a player's that is read, or still `coming`, before anything of it is there.
        Raises TooMany."""
        if player in self._busy:
            raise TooMany("your module is being read; wait for it")
        self._busy.add(player)
        try:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._room[coming].acquire()
            except TimeoutError:
                raise TooMany("modules of other players are being read; try again in a minute") from None
            try:
                yield
            finally:
                self._room[coming].release()
        finally:
            self._busy.discard(player)

    async def take(self, player: str, slug: str, data: bytes) -> dict[str, Any]:
        """Keep a module for which there is `room`, in place of an earlier one; what it says. Raises BadInput,
        Forbidden, NotFound."""
        file = self._file(player, slug, "vmod")
        found = await self._analysed(player, slug, "", None, data)
        kept = sum(one.stat().st_size for one in self.folder.rglob("*.vmod")) if self.folder.is_dir() else 0
        if kept + len(data) > MOST_KEPT:
            raise BadInput("this server keeps as many modules as it has room for; ask its host")
        await self._keep(player, file, data)
        self._file(player, slug, "json").unlink(missing_ok=True)
        return found

    async def look(
        self, player: str, slug: str, scenario: str, overlay: Mapping[str, Any] | None
    ) -> dict[str, Any] | None:
        """What a player's module says beside his corrections; None where he has brought none. Raises BadInput,
        NotFound, TooMany."""
        if not self._file(player, slug, "vmod").is_file():
            return None
        async with self.room(player):
            data = await asyncio.to_thread(self._read, player, slug)
            return await self._analysed(player, slug, scenario, overlay, data)

    async def _analysed(
        self, player: str, slug: str, scenario: str, overlay: Mapping[str, Any] | None, data: bytes
    ) -> dict[str, Any]:
        scenarios = [one.id for one in self.catalogue.game(slug).scenarios]
        if scenario and scenario not in scenarios:
            raise BadInput(f"there is no scenario '{scenario}'; there are {', '.join(scenarios)}")
        try:
            found = await self._reading.run((slug, scenario or scenarios[0], overlay or None, data), SECONDS)
        except (WorkerError, TimeoutError):
            raise BadInput(f"this module cannot be read in {SECONDS:.0f} seconds and {MEMORY >> 20} MB") from None
        if isinstance(found, str):
            raise BadInput(found)
        return {**found, "faces": self.faces(player, slug)}

    def _read(self, player: str, slug: str) -> bytes:
        try:
            return self._file(player, slug, "vmod").read_bytes()
        except FileNotFoundError:
            raise NotFound("you have brought no module of this game") from None

    async def picture(self, player: str, slug: str, name: str) -> tuple[bytes, str]:
        """A picture of a player's module, and its media type. Raises NotFound."""

        def taken() -> tuple[bytes, str] | None:
            return Archive(self._read(player, slug)).picture(name)

        found = await asyncio.to_thread(taken)
        if found is None:
            raise NotFound("there is no such picture in your module")
        return found

    def faces(self, player: str, slug: str) -> dict[str, str]:
        """Which picture of the module is shown for each drawing of a piece, as the player has chosen."""
        file = self._file(player, slug, "json")
        try:
            found: dict[str, str] = json.loads(file.read_text("utf-8"))
        except (FileNotFoundError, ValueError):
            return {}
        return found

    async def choose(self, player: str, slug: str, faces: Mapping[str, str]) -> None:
        """Keep which picture is shown for which drawing. Raises BadInput, Forbidden, NotFound."""
        if len(faces) > MOST_FACES or any(len(one) > 300 for pair in faces.items() for one in pair):
            raise BadInput(f"at most {MOST_FACES} pictures are chosen, by names of at most 300 characters")
        if not self._file(player, slug, "vmod").is_file():
            raise NotFound("you have brought no module of this game")
        text = json.dumps(dict(faces), ensure_ascii=False)
        await self._keep(player, self._file(player, slug, "json"), text.encode())

    async def _keep(self, player: str, file: Path, data: bytes) -> None:
        """Write a player's file. He may have deleted all that is his meanwhile: before it was written, for otherwise
        `forget_all` has taken it. Raises Forbidden."""
        await asyncio.to_thread(_write, file, data)
        if await self.gone(player):
            self.forget_all(player)
            raise Forbidden(DELETED)

    def forget(self, player: str, slug: str) -> None:
        """Remove a player's module, if he has one."""
        for kind in ("vmod", "json"):
            self._file(player, slug, kind).unlink(missing_ok=True)

    def forget_all(self, player: str) -> None:
        """Remove all modules of a player."""
        shutil.rmtree(self._own(player), ignore_errors=True)

    def stop(self) -> None:
        """End what is being read."""
        self._reading.stop()


def _write(file: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_suffix(f"{file.suffix}.new")
    try:
        new.write_bytes(data)
        new.replace(file)
    finally:
        new.unlink(missing_ok=True)
