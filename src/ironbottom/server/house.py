"""The parts of a server put together, whatever carries requests to them: HTTP (`app.py`), or the messages of a
browser's tab (`ironbottom.tab`)."""

from __future__ import annotations

import asyncio
import logging

from ironbottom.kernel.errors import BadInput
from ironbottom.server.account_routes import ACCOUNT_ROUTES
from ironbottom.server.accounts import Accounts
from ironbottom.server.asking import Rooms, Route
from ironbottom.server.catalogue import Catalogue
from ironbottom.server.club.club import Club
from ironbottom.server.copy_routes import COPY_ROUTES
from ironbottom.server.guard import Buckets
from ironbottom.server.holding import Holding
from ironbottom.server.lobby import Lobby
from ironbottom.server.module_routes import MODULE_ROUTES
from ironbottom.server.modules import Modules
from ironbottom.server.players import Players
from ironbottom.server.records import Imports, Signs
from ironbottom.server.reports import Reports
from ironbottom.server.repository import Repository
from ironbottom.server.routes import ROUTES
from ironbottom.server.settings import Settings
from ironbottom.server.tables import Tables
from ironbottom.server.thinkers import Think, Thinkers
from ironbottom.server.workers import Hire
from ironbottom.server.workshop import Workshop

log = logging.getLogger("ironbottom")

PING = 25.0
ALL_ROUTES: list[Route] = [*ROUTES, *COPY_ROUTES, *MODULE_ROUTES, *ACCOUNT_ROUTES]


def check_corrections(catalogue: Catalogue) -> None:
    """Raise BadInput, naming the file, unless the owner's corrections can be read. Those that no new game may begin
    with are told in the log: games that began with them go on."""
    for slug in catalogue.slugs():
        try:
            if catalogue.overlay(slug):
                catalogue.game(slug)
        except BadInput as error:
            raise BadInput(f"overlays/{slug}.toml: {error}") from None
        try:
            catalogue.fit(slug)
        except BadInput as error:
            log.warning("overlays/%s.toml: no new game can begin: %s", slug, error)


class House:
    """Tables, lobby, players, computer players and what else the routes lead to (`rooms`), over a repository. `hire`
    makes what works where processes would; `think`: another thinker, for the tests; `holding`: which tables are this
    house's, all of them if it is left out; `ask`: what makes those who think for computer players, `hire` if left
    out; `alone`: nobody else can come, so there is no club."""

    def __init__(
        self,
        settings: Settings,
        catalogue: Catalogue,
        repository: Repository,
        signer: Signs,
        hire: Hire,
        think: Think | None = None,
        alone: bool = False,
        holding: Holding | None = None,
        ask: Hire | None = None,
    ) -> None:
        self.settings = settings
        self.tables = Tables(repository, settings, catalogue, holding=holding)
        self.tables.link_base = settings.link_base(settings.port)
        self.tables.key = signer.public
        self.lobby = Lobby(self.tables)
        self.players = Players(repository, lambda: self.tables.clock())
        self.thinkers = Thinkers(self.tables, self.players, ask or hire, think)
        self.reports = Reports(self.tables, hire)
        self.imports = Imports(self.tables, hire)
        self.workshop = Workshop(catalogue, hire)
        self.modules = Modules(settings.data, catalogue, hire, repository.gone)
        self.accounts = Accounts(self.tables, self.players, self.modules, signer)
        self.club = None if alone else Club(self.lobby)
        limits = settings.limits
        self.rooms = Rooms(
            settings, self.tables, self.lobby, self.players, self.thinkers, self.reports, self.imports,
            Buckets(limits.newcomers / 60, limits.newcomers), signer, self.workshop, self.modules,
            self.accounts,
            self.club,
        )  # fmt: skip
        self._pinging: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Take up what was going on when it was last closed."""
        await self.thinkers.start()
        self._pinging = asyncio.create_task(self.tables.ping(PING))
        if self.club is not None:
            self.club.marshal.start()

    async def end(self) -> None:
        """Close all connections, and end all work."""
        if self.club is not None:
            await self.club.marshal.stop()
        if self._pinging is not None:
            self._pinging.cancel()
        for room in self.tables.rooms.values():
            for socket in room.sockets:
                socket.put(None)
        await self.thinkers.stop()
        self.reports.stop()
        self.imports.stop()
        self.workshop.stop()
        self.modules.stop()
