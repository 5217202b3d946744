"""What the tables need of storage: a contract, behind which stands a database (`sqlite.py`), or another one later.

What is written has happened when the call comes back, whole or not at all; what is read has been written. An act is
stored with all that belongs to it in one piece: `save` takes what stands beside the table too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ironbottom.kernel.copies import Copy
from ironbottom.kernel.game import Game
from ironbottom.server.database import Store
from ironbottom.server.people import People
from ironbottom.table.changes import Changes
from ironbottom.table.seats import Terms
from ironbottom.table.table import Table

GameOf = Callable[[str, dict[str, Any] | None], Game[Any]]
"""A game by its slug and its owner's corrections."""


@dataclass(slots=True)
class Match:
    """What a table has that was made in the lobby, by a tournament, or with a bank of time: the server itself ends it
    when a side's time has run out, and keeps its result. `watch`: whoever likes may look on. `tournament`: the id of
    the one that it belongs to. `shown`: the people who played it let others replay it."""

    watch: bool = False
    tournament: str = ""
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Ended:
    """How a match ended, for the results and the ratings: who had the first side and the second (a player's id, or
    "bot:" and a computer's), and what the first has of the point; None where nothing was decided. `moved`: both sides
    have decided something."""

    game: str
    scenario: str
    pace: str
    who: tuple[str, str]
    score: float | None
    reason: str
    moved: bool
    rated: bool
    handicap: float
    tournament: str
    time: float


@dataclass(slots=True)
class Meta:
    """What the server knows of a table besides the game."""

    id: str
    mode: str
    maker: str
    created: float
    overlay: dict[str, Any] | None = None
    rematch: str | None = None
    notice: str = ""
    asked: dict[int, float] = field(default_factory=dict)
    """Seats that the maker has asked for, and since when."""
    ousted: dict[str, str] = field(default_factory=dict)
    """Who sat here until his seat was given to another, and his name."""
    match: Match | None = None
    owner: int | None = None
    """The server that holds the table, where several share a database."""
    token: int = 0
    """How often the table has been taken by a server: what is stored with an earlier number is refused."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A seat's line in the list of tables."""

    number: int
    turn: str
    updated: float


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table with all that it holds so far, the hashes of its links by side, and its lines in the lists by viewer."""

    table: Table[Any]
    meta: Meta
    changes: Changes
    links: Mapping[int, bytes]
    summaries: Mapping[int, Summary]


@dataclass(frozen=True, slots=True)
class NewLink:
    """The hash of a new link for a seat; `held`: its holder keeps the seat until another takes it."""

    side: int
    link: bytes
    held: bool


@dataclass(frozen=True, slots=True)
class Taken:
    """A seat was taken by a link: the hashes of link and recovery code, who has it, and who lost it by silence."""

    side: int
    link: bytes
    code: bytes
    player: str
    ousted: str | None


@dataclass(frozen=True, slots=True)
class Asked:
    """The maker asks for a seat, from a time on (seconds since the epoch)."""

    side: int
    since: float


@dataclass(frozen=True, slots=True)
class Answered:
    """A player was heard of: his seat is not asked for any more."""

    player: str


Beside = NewTable | NewLink | Taken | Asked | Answered | Ended
"""What is stored in one piece with an act."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A seat's row in the list of tables: the table, the viewer whose row it is, and what he may know of it."""

    id: str
    game: str
    scenario: str
    mode: str
    waiting: tuple[int, ...]
    over: tuple[tuple[int, ...], str] | None
    """The returns by side, and the sentence."""
    side: int
    number: int
    turn: str
    updated: float


@dataclass(frozen=True, slots=True)
class Kept:
    """A player's own copy of a game, as it is kept. `version` grows with each save."""

    id: str
    player: str
    version: int
    updated: float
    copy: Copy


class Repository(People, Protocol):
    """The storage of one server. Secrets (cookies, links, codes) come and go as hashes."""

    @property
    def store(self) -> Store:
        """The database below, for parts of the server with tables of their own there."""

    # -- players: `People` --

    async def seats_of(self, player: str, except_modes: Sequence[str]) -> int:
        """At how many tables a player sits."""

    # -- tables --

    async def exists(self, key: str) -> bool:
        """Whether there is such a table."""

    async def settled(self) -> None:
        """What was on its way to the disk has arrived."""

    async def load(self, key: str, game_of: GameOf, now: float) -> tuple[Table[Any], Meta, set[str]] | None:
        """A table as it was written last, and who looks on. Raises UnknownGame where its game is not installed."""

    async def add(self, new: NewTable) -> None:
        """Store a new table."""

    async def save(
        self, table: Table[Any], meta: Meta, changes: Changes, summaries: Mapping[int, Summary],
        beside: Sequence[Beside] = (),
    ) -> None:
        """Store what changed at a table, and what belongs to it. All that it reads of the table it reads at once.
        Raises Elsewhere, and nothing is stored, where another server has taken the table since it was loaded."""

    async def requested(self, key: str, side: int, request: str) -> bool:
        """Whether a request was carried out, however long ago."""

    async def running(self, player: str) -> int:
        """How many tables that a player made are not over."""

    async def made(self, player: str, mode: str) -> list[str]:
        """The tables of a mode that a player made."""

    async def lessons(self, player: str) -> list[tuple[str, str, str, bool]]:
        """A player's tables of lessons, the one where something was done last first: id, game, lesson, whether it is
        over."""

    async def delete(self, key: str) -> None:
        """Take a table out with all that belongs to it."""

    # -- seats and lists --

    async def listed(self, player: str, hidden: bool, except_modes: Sequence[str]) -> list[Listed]:
        """The rows of a player's list, newest first; or of what he has hidden."""

    async def wanted_gone(self, player: str) -> set[str]:
        """The tables that a player wants deleted."""

    async def seats(self, tables: Sequence[str]) -> list[tuple[str, int, str, str, str | None, float | None]]:
        """The seats of tables, by side: table, side, kind, name, player, asked for since."""

    async def due(self, tables: Sequence[str]) -> dict[str, float]:
        """Until when the first of those who are waited for must have decided, at the tables with a clock."""
        ...

    async def matches(self, tables: Sequence[str]) -> list[tuple[str, Terms, str, bool, bool, bool]]:
        """Those of these tables that are matches: table, what was agreed, tournament, whether its dice are made,
        whether it ended before both had decided something, and whether it is played and counts."""

    async def ousted(self, tables: Sequence[str]) -> list[tuple[str, str, str]]:
        """Who lost a seat by silence: table, player, name."""

    async def names(self, key: str) -> dict[str, Any]:
        """What a table's own row tells of a game that is not here: `title`, `sides` by number, `missing`."""

    async def seat_of_link(self, link: bytes) -> tuple[str, int] | None:
        """The table and the side that a link is for."""

    async def links(self, key: str, side: int) -> tuple[bytes | None, bytes | None]:
        """The hash of a seat's link, and of that by which another may take it from its holder."""

    async def seat_of_code(self, code: bytes) -> tuple[str, int, str] | None:
        """Table, side and player of a recovery code."""

    async def set_code(self, key: str, side: int, code: bytes) -> None:
        """Another recovery code for a seat."""

    async def asked(self, key: str, player: str) -> bool:
        """Whether a seat of a player is asked for."""

    async def answered(self, key: str, player: str) -> None:
        """A player was heard of, at a table that is not in memory."""

    async def watch(self, key: str, player: str) -> None:
        """A player may look on."""

    async def see(self, key: str, player: str, side: int, device: str, n: int) -> None:
        """A player has seen the first `n` lines of a seat on that device."""

    async def seen(self, key: str, player: str, side: int, device: str) -> int | None:
        """How many lines of a seat a player has seen there, or on any other device where he has not looked from it on
        this one; None where he has seen nothing."""

    async def people(self, key: str) -> tuple[set[str], set[str]]:
        """Who sits at a table, or sat there until his seat was given to another, and who else may look on."""

    async def leavers(self, key: str) -> set[str]:
        """Who wants a table deleted."""

    async def leave(self, key: str, player: str) -> None:
        """A player wants a table deleted: it leaves his list."""

    async def hide(self, key: str, player: str) -> None:
        """A table leaves a player's list."""

    async def unhide(self, key: str, player: str) -> None:
        """A table comes back to a player's list; if he wanted it deleted, he does not any more."""

    # -- copies --

    async def copies(self, player: str) -> list[Kept]:
        """A player's own copies of the games, newest first."""

    async def copy(self, key: str) -> Kept | None:
        """A copy by its id."""

    async def add_copy(self, kept: Kept) -> None:
        """Store a new copy. Raises BadInput where its owner has one of that name for the game, Forbidden where he
        has deleted his account meanwhile."""

    async def save_copy(self, kept: Kept, after: int) -> bool:
        """A copy as it is now; False, and nothing is stored, where it does not follow on version `after`. Raises
        BadInput for a name that another has."""

    async def delete_copy(self, key: str) -> None:
        """Take a copy out. Games that were begun with it have what it said."""

    # -- computer players --

    async def unfinished(self) -> list[str]:
        """The tables that go on by themselves: a computer is waited for, or there are standing orders."""

    async def begin_leases(self) -> None:
        """Nobody thinks yet."""

    async def lease(self, key: str, side: int, server: str, since: float) -> None:
        """A server thinks for a seat."""

    async def unlease(self, key: str, side: int) -> None:
        """It does so no more."""

    async def add_fault(self, key: str, side: int, bot: str, kind: str, text: str, time: float) -> None:
        """A computer player failed."""
