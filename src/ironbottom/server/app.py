"""The server: its parts put together, and how it runs. `serve()` runs it; `Server.app` is the ASGI application."""

from __future__ import annotations

import contextlib
import gc
import logging
import socket as sockets
import sys
import tomllib
import webbrowser
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn
from litestar import Litestar
from litestar.datastructures import State

from ironbottom import games
from ironbottom.kernel.errors import BadInput, system_says
from ironbottom.kernel.game import Maker
from ironbottom.server.binding import ERRORS, bound, page
from ironbottom.server.catalogue import Catalogue
from ironbottom.server.club.routes import CLUB_ROUTES
from ironbottom.server.connection import guarded
from ironbottom.server.database import Store
from ironbottom.server.guard import App, Guard
from ironbottom.server.house import ALL_ROUTES, House, check_corrections
from ironbottom.server.mailing import Mailer
from ironbottom.server.moving import opened
from ironbottom.server.notices import Notices
from ironbottom.server.pages import Pages
from ironbottom.server.push import Pusher
from ironbottom.server.relay import Relay, Ways
from ironbottom.server.settings import Settings, from_toml
from ironbottom.server.signing import Signer
from ironbottom.server.sql import SqlRepository
from ironbottom.server.thinkers import Think
from ironbottom.server.watching import Figures, Watched, keep_log, tell_figures
from ironbottom.server.workers import Hire, Workers

if TYPE_CHECKING:
    from ironbottom.server.company import Company

log = logging.getLogger("ironbottom")

COLLECT = (20_000, 20, 100)
"""When Python looks for circles among its objects: a message holds hundreds and few of them are in any; as often as is
usual, that takes an eighth of all time, and halts everybody while it looks through all tables."""
MOST_FILES = 10_000
"""Files and connections that the server asks the system for."""


def data_folder(settings: Settings) -> Path:
    """The data folder, made where it is not there. Raises BadInput."""
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"the data folder {settings.data} cannot be used: {system_says(error)}") from None
    return settings.data


class Server(House):
    """One server: the house over its data folder with its notices, and the ASGI application before it. `extra`,
    `think`, `store`, `hire`: more games, another thinker, the database instead of the folder's own, and what works
    where its processes would."""

    def __init__(
        self,
        settings: Settings,
        extra: Mapping[str, Maker] | None = None,
        think: Think | None = None,
        store: Store | None = None,
        hire: Hire = Workers,
    ) -> None:
        catalogue = Catalogue(settings.data, extra)
        check_corrections(catalogue)
        signer = Signer(data_folder(settings))
        shared = bool(settings.announce)
        if shared and not settings.database:
            raise BadInput("--announce is for several servers that share a PostgreSQL database: name it by --database")
        self.store = store or opened(settings.database or str(settings.data), settings.durability, shared)
        pusher = Pusher(settings.data, settings.contact, settings.trusted)
        keys = [signer.public, pusher.public]
        self.company = in_company(settings, self.store, catalogue, keys) if shared else None
        super().__init__(
            settings, catalogue, SqlRepository(self.store), signer, hire, think,
            holding=self.company.leases if self.company is not None else None,
            ask=self.company.asks(hire) if self.company is not None else None,
        )  # fmt: skip
        self.notices = Notices(self.lobby, Mailer(settings.smtp) if settings.smtp else None, pusher)
        self.accounts.telling = self.notices
        inner = Litestar(
            [*map(bound, [*ALL_ROUTES, *CLUB_ROUTES]), page],
            state=State({"rooms": self.rooms, "pages": Pages()}),
            openapi_config=None,
            logging_config=None,
            lifespan=[self._lifespan],
            exception_handlers=ERRORS,
            request_max_body_size=settings.limits.record + 1024,
        )
        guarded: App = Guard(inner, settings)  # type: ignore[arg-type]
        self.relay: Relay | None = None
        if self.company is not None:
            self.company.settle(self)
            port = int(settings.announce.rpartition(":")[2])
            self.relay = Relay(guarded, Ways(self.tables, self.company.leases), port, settings.limits)
        self.app = Watched(self.relay or guarded, self.store, settings.log == "json")

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Litestar) -> AsyncIterator[None]:
        if self.company is not None:
            await self.company.begin()
        await self.begin()
        self.notices.start()
        try:
            yield
        finally:
            await self.notices.stop()
            await self.end()
            if self.company is not None:
                await self.company.end()
            self.store.close()


def in_company(settings: Settings, store: Store, catalogue: Catalogue, keys: list[str]) -> Company:
    """What a server does because of others that share its database; `keys`: the public halves of those in its folder.
    Raises BadInput."""
    from ironbottom.server.company import Company, alike

    overlays = {slug: catalogue.overlay(slug) for slug in catalogue.slugs()}
    try:
        return Company(store, settings.announce, alike(keys, overlays))  # type: ignore[arg-type]
    except BaseException:
        store.close()
        raise


class Running(uvicorn.Server):
    """A server that runs: when it is stopped, it hands its tables over first."""

    def __init__(self, server: Server) -> None:
        super().__init__(configuration(server))
        self._server = server

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        if self._server.company is not None:
            await self._server.company.drain()
        await super().shutdown(sockets)


def configuration(server: Server) -> uvicorn.Config:
    """How uvicorn runs it. No compression of messages: it costs more than the wire, for hundreds of observers."""
    config = uvicorn.Config(
        server.app,
        log_config=None if server.settings.log == "json" else uvicorn.config.LOGGING_CONFIG,
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
    return guarded(config, server.settings, server.relay)


def open_sockets(settings: Settings) -> tuple[Settings, list[sockets.socket]]:
    """The listening sockets, the players' and the other servers', and the settings with the ports that they have."""
    listening = [open_socket(settings)]
    settings = replace(settings, port=listening[0].getsockname()[1])
    if settings.announce:
        try:
            host, port = announced(settings.announce, settings.port)
            listening.append(open_socket(replace(settings, host=host, port=port)))
        except BaseException:
            listening[0].close()
            raise
        port = listening[1].getsockname()[1]
        settings = replace(settings, announce=f"{settings.announce.rpartition(':')[0]}:{port}")
    return settings, listening


def announced(text: str, players: int) -> tuple[str, int]:
    """Host and port of the address that a server announces; `players`: the port that players use. Raises BadInput."""
    host, _, port = text.rpartition(":")
    host = host.strip("[]")
    if not host or not port.isdigit() or int(port) > 65535 or set(host) & set("/@?# "):
        raise BadInput(
            "--announce is where other servers reach this one: a name or address and a port of its own, such as "
            "10.0.0.5:9042"
        )
    if int(port) == players:
        raise BadInput(f"--announce has a port of its own for the other servers: {port} is the players'")
    return host, int(port)


def open_socket(settings: Settings) -> sockets.socket:
    """A listening socket, so that the port is known (0: any) and a taken one is a clear error."""
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
    except (OSError, ValueError) as error:  # no TOML, or no text
        raise BadInput(f"server.toml cannot be read: {system_says(error)}") from None


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
    settings, listening = open_sockets(settings)
    with contextlib.ExitStack() as undo:
        for one in listening:
            undo.callback(one.close)
        server = Server(settings, extra, think)
        undo.callback(server.store.close)
        for line in games.faults():
            log.warning("%s", line)
        if settings.metrics:
            passed = server.relay
            figures = Figures(
                server.app, server.tables, lambda: server.thinkers.waiting, lambda: passed.passed if passed else 0
            )
            tell_figures(figures, settings.metrics)
        undo.pop_all()
    with contextlib.suppress(BadInput):  # who comes first does not wait until the games are read
        server.tables.catalogue.listed()
    address = settings.origin(settings.port)
    print(f"Ironbottom is at {address}  (Ctrl+C ends it)", flush=True)
    if settings.public_url:
        print(f"and, for others, at {settings.public_url}", flush=True)
    if open_browser:
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(address)
    keep_log(settings.log)
    allow_connections()
    gc.freeze()  # the games stay
    gc.set_threshold(*COLLECT)
    sys.setswitchinterval(0.0005)  # the writer's thread must not wait long for the event loop's
    with contextlib.suppress(KeyboardInterrupt):
        Running(server).run(sockets=listening)
