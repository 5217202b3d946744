"""What a request is to the parts of a server, whatever carries it: over HTTP by Litestar (`binding.py`), or as messages
within a browser's tab (`ironbottom.tab`). Routes are declared here once for both."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, get_type_hints

from ironbottom.server.accounts import Accounts
from ironbottom.server.bodies import Body
from ironbottom.server.club.club import Club
from ironbottom.server.guard import Buckets
from ironbottom.server.lobby import Lobby
from ironbottom.server.modules import Modules
from ironbottom.server.players import Players
from ironbottom.server.records import Imports, Signs
from ironbottom.server.reports import Reports
from ironbottom.server.settings import Settings
from ironbottom.server.tables import Tables
from ironbottom.server.thinkers import Thinkers
from ironbottom.server.workshop import Workshop


@dataclass(frozen=True, slots=True)
class Rooms:
    """What the routes lead to."""

    settings: Settings
    tables: Tables
    lobby: Lobby
    players: Players
    thinkers: Thinkers
    reports: Reports
    imports: Imports
    newcomers: Buckets
    signer: Signs
    workshop: Workshop
    modules: Modules
    accounts: Accounts
    club: Club | None
    """None where nobody else can come."""


class Ask(Protocol):
    """A request, or the wish for a live connection."""

    @property
    def rooms(self) -> Rooms:
        """Where it goes."""

    @property
    def cookie(self) -> str | None:
        """What the browser keeps of its player."""

    @property
    def address(self) -> str:
        """Where it comes from, as far as it counts for limits."""

    def header(self, name: str) -> str:
        """One of its headers, "" where it has none of that name."""

    async def body(self) -> bytes:
        """What it holds, as it is."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request is answered; `cookie`: what the browser is to keep of its player from now on, "" for
    nothing."""

    data: bytes
    kind: str = "application/json"
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    cookie: str | None = None


class Line(Protocol):
    """A live connection to a page."""

    async def accept(self) -> None:
        """Take it up."""

    async def send(self, text: str) -> None:
        """A frame for the page. Raises ConnectionError when the other end is gone."""

    async def listen(self) -> None:
        """Wait until the other end is gone; the page has nothing to say but that it is there."""

    async def close(self, code: int, reason: str) -> None:
        """End it."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a route is asked with: a part of its address, of its query, or its body."""

    name: str
    kind: Any
    default: Any = inspect.Parameter.empty

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty


@dataclass(frozen=True, slots=True)
class Route:
    """A method ("GET", "POST"; "LIVE": a connection that stays), an address with its parts in braces, and what is done:
    `do(ask, **given)`, or for a connection `do(ask, line, **given)`."""

    method: str
    path: str
    do: Callable[..., Awaitable[Any]]
    parts: tuple[Parameter, ...]
    query: tuple[Parameter, ...]
    body: type[Body] | None
    largest: int | None = None
    """Bytes of a body that is a file as it is; None: a body of JSON, within the usual limits."""


def declared(method: str, path: str, do: Callable[..., Awaitable[Any]], largest: int | None = None,
             body: type[Body] | None = None) -> Route:
    """The route of a coroutine, from its signature: what stands in the address, a `data` of JSON, all else the query.
    `body`: the kind of `data`, where the annotation does not say it."""
    hints = get_type_hints(do)
    skipped = 2 if method == "LIVE" else 1
    named = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    parts: list[Parameter] = []
    query: list[Parameter] = []
    for one in list(inspect.signature(do).parameters.values())[skipped:]:
        if one.name == "data":
            body = body or hints["data"]
            continue
        (parts if one.name in named else query).append(Parameter(one.name, hints[one.name], one.default))
    return Route(method, path, do, tuple(parts), tuple(query), body, largest)


Declares = Callable[[Callable[..., Awaitable[Any]]], Route]


def get(path: str) -> Declares:
    """Declare what is asked."""
    return lambda do: declared("GET", path, do)


def post(path: str, largest: int | None = None) -> Declares:
    """Declare what is done."""
    return lambda do: declared("POST", path, do, largest)


def live(path: str) -> Declares:
    """Declare a connection that stays."""
    return lambda do: declared("LIVE", path, do)
