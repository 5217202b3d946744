"""What is kept of people, beside their tables: sessions, passkeys, mail addresses, whom they block, how they are told
that it is their turn; and what the owner of a server may look at. A part of the contract of `repository.py`, in SQL in
`sql_people.py`.

Secrets come and go as hashes. Times are seconds since the epoch.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Session:
    """Who a cookie is. `used`: when it was last written down that it was used; `suspended`: why he may not use this
    server, None where he may."""

    player: str
    name: str
    used: float | None
    suspended: str | None


@dataclass(frozen=True, slots=True)
class Device:
    """A session as its player is shown it. `hash`: of its cookie."""

    hash: bytes
    device: str
    began: float | None
    used: float | None


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey. `credential`: what its authenticator gave of itself, with its public key; `uses`: how often it says
    that it has signed."""

    id: bytes
    player: str
    credential: bytes
    uses: int
    name: str
    made: float
    used: float | None = None


@dataclass(frozen=True, slots=True)
class MailLink:
    """A link that was sent to an address. `address`: in small letters; `asked_by`: the player who asked for it;
    `owner`, `name`: whose address it is, None where it is nobody's."""

    address: str
    written: str
    asked_by: str
    until: float
    owner: str | None
    name: str | None


@dataclass(frozen=True, slots=True)
class Followed:
    """What came of a link in a mail: who one is now, and whether the address has become his by it (`before`: what it
    was until then, "" for none)."""

    player: str
    name: str
    tied: bool
    before: str = ""


@dataclass(frozen=True, slots=True)
class Push:
    """A device that a push service reaches. `public`, `auth`: what is sent to it is made unreadable for others with
    these, in base64url; `session`: the hash of the cookie there."""

    endpoint: str
    player: str
    session: bytes
    public: str
    auth: str
    device: str
    made: float


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a player wants to be told. `address`: where his mail goes, "" for nowhere; `webhook`: an address of his own,
    "" for none."""

    name: str
    address: str
    mail: bool
    webhook: str


@dataclass(frozen=True, slots=True)
class Complaint:
    """What a player complains of: about whom, at which table, and what was said there (`{"by", "text", "time"}`)."""

    id: str
    player: str
    about: str
    table: str
    title: str
    text: str
    said: list[dict[str, Any]]
    made: float
    done: float | None = None
    names: tuple[str, str] = ("", "")
    """What the two are called now."""
    suspended: bool = False
    """Whether the other is suspended now."""


@dataclass(frozen=True, slots=True)
class Said:
    """A line of a chat that a player said."""

    table: str
    n: int
    text: str
    time: str


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Which tables were changed when a player went, or have gone with him, and who else sat there."""

    tables: list[str]
    others: list[str]


class People(Protocol):
    """The storage of people."""

    # -- sessions --

    async def session(self, cookie: bytes) -> Session | None:
        """Who has a cookie."""

    async def touch(self, cookie: bytes, device: str, now: float) -> None:
        """A session is used now; `device`: where, if nobody has said it yet."""

    async def player(self, player: str) -> tuple[str, str] | None:
        """Name and mail address ("" for none)."""

    async def named(self, name: str) -> list[str]:
        """The players of a name."""

    async def add_player(self, player: str, name: str, cookie: bytes, created: str, device: str, now: float) -> None:
        """A new player with his first session."""

    async def rename(self, player: str, name: str) -> bool:
        """A player's name, at his seats too; False, and nothing is stored, where somebody else who has an account is
        called so."""

    async def add_session(self, player: str, cookie: bytes, device: str, now: float, instead: bytes | None) -> None:
        """One more session of a player, in the place of another (its hash, whoever's it is) on the same device."""

    async def devices(self, player: str) -> list[Device]:
        """A player's sessions, those used last first."""

    async def end_sessions(self, player: str, hashes: Collection[bytes]) -> None:
        """End sessions of a player; where they were, he is told nothing any more."""

    async def add_personal_link(self, player: str, link: bytes, until: float, now: float) -> None:
        """A personal link; his earlier one and all that are too old go."""

    async def personal_link(self, link: bytes, now: float) -> tuple[str, str, float] | None:
        """Id and name of the player of a link that is still good, and until when it is."""

    async def use_personal_link(
        self, link: bytes, cookie: bytes, device: str, now: float, instead: bytes | None
    ) -> tuple[str, str] | None:
        """The player of a link that is still good gets a session; the link goes."""

    # -- passkeys --

    async def add_challenge(self, challenge: bytes, player: str, until: float, now: float) -> None:
        """Something to be signed; "" for the player who is not known yet. Those that are too old go."""

    async def use_challenge(self, challenge: bytes, now: float) -> str | None:
        """For whom a challenge was that is still good ("": whoever signs in); it goes."""

    async def passkeys(self, player: str) -> list[Passkey]:
        """A player's passkeys, oldest first."""

    async def passkey(self, key: bytes) -> Passkey | None:
        """A passkey by its id."""

    async def add_passkey(self, passkey: Passkey, most: int) -> bool:
        """One more passkey; False, and nothing is stored, where the player has `most`, or somebody has it already."""

    async def use_passkey(self, key: bytes, uses: int, now: float) -> bool:
        """It has signed, for the so-many-th time (0: it does not count); False where it has said that number before:
        then somebody has a copy of it."""

    async def name_passkey(self, player: str, key: bytes, name: str) -> None:
        """What a player calls his passkey."""

    async def remove_passkey(self, player: str, key: bytes) -> None:
        """A player's passkey is good no more."""

    # -- mail --

    async def address(self, player: str) -> str | None:
        """The address that was shown to be a player's, in small letters."""

    async def add_mailed(self, link: bytes, asked: MailLink, most: int, since: float, now: float) -> bool:
        """A link to be sent to an address; False, and nothing is stored, where `most` have been sent to it since then.
        Those from before go."""

    async def mailed(self, link: bytes, now: float) -> MailLink | None:
        """A link in a mail that is still good."""

    async def use_mailed(
        self, link: bytes, player: str | None, cookie: bytes, device: str, now: float, instead: bytes | None
    ) -> Followed | None:
        """Follow a link in a mail that is still good; it is used up. Where the address is a player's, he gets a
        session; else it becomes that of who asked for it, if it is he who follows (`player`). None: neither."""

    async def drop_address(self, player: str) -> None:
        """A player has no address any more, for signing in nor for notices."""

    # -- notices --

    async def wishes(self, player: str) -> Wishes | None:
        """How a player wants to be told; None for who is not here any more."""

    async def set_wishes(self, player: str, mail: bool, webhook: str) -> None:
        """How a player wants to be told."""

    async def pushes(self, player: str) -> list[Push]:
        """The devices of a player that a push service reaches, oldest first."""

    async def add_push(self, push: Push, most: int) -> None:
        """One more, or one anew; the oldest go where there are more than `most`."""

    async def drop_pushes(self, endpoints: Collection[str], player: str | None = None) -> None:
        """These are reached no more; `player`: only where they are his."""

    # -- who wants nothing to do with whom --

    async def block(self, player: str, other: str, now: float) -> None:
        """A player wants nothing to do with another."""

    async def unblock(self, player: str, other: str) -> None:
        """He does not mind any more."""

    async def blocks(self, player: str) -> list[tuple[str, str]]:
        """Whom a player blocks: ids and names."""

    async def apart(self, player: str, others: Collection[str]) -> set[str]:
        """Those of the others whom he blocks, or who block him."""

    async def blockers(self, player: str, others: Collection[str]) -> set[str]:
        """Those of the others who block him."""

    async def muted(self, table: str, player: str) -> set[int]:
        """The lines of a table's chat that a player does not see: of those whom he blocks."""

    async def add_complaint(self, complaint: Complaint, most: int, since: float) -> bool:
        """A complaint; False, and nothing is stored, where the player has made `most` since then."""

    # -- all that is one's own --

    async def said(self, player: str) -> list[Said]:
        """What a player said in chats."""

    async def tables_of(self, player: str) -> list[str]:
        """All tables that a player made, sits at or looks at."""

    async def forget(self, player: str, name: str, now: float) -> Forgotten:
        """All of a player goes, in one piece, but his id, which is called `name` from now on. Tables where nobody else
        sits who wants to keep them go too. At those that are over, and in matches that count, he keeps his seat under
        that name; at others it becomes free, and a table that he made is another's who sits at it. What he said is
        taken out of chats, and what he wrote and quoted out of the complaints that he made. Who has such a table in
        memory can store nothing of it any more until he has read it anew."""

    async def gone(self, player: str) -> bool:
        """Whether a player has deleted his account."""

    # -- the owner --

    async def is_owner(self, player: str) -> bool:
        """Whether a player owns the server."""

    async def owners(self) -> list[tuple[str, str]]:
        """The owners' ids and names."""

    async def set_owner(self, player: str, on: bool) -> None:
        """Give the role, or take it."""

    async def suspend(self, player: str, reason: str | None, now: float) -> None:
        """A player may not use the server any more, and why; None: he may again."""

    async def all_players(self, find: str, most: int) -> list[dict[str, Any]]:
        """Players whose name or id holds `find`, those seen last first: `id`, `name`, `created`, `used`, `games`,
        `suspended` (the reason or None), `passkeys`, `address` (whether there is one), `owner`."""

    async def all_tables(self, find: str, reader: str, most: int) -> list[dict[str, Any]]:
        """Tables of a game, a mode, a player's name or an id that holds `find`, newest first: `id`, `game`,
        `scenario`, `mode`, `created`, `over` (how it ended, or None), `begun` (its dice are made), `waiting` (sides),
        `rated`, `tournament`, `open` (whether the `reader` may look at it), and, as observers know of them, `number`,
        `turn` and `updated`; `seats`, each with `side` (a number), `name`, `kind`, `player`."""

    async def complaints(self, most: int) -> list[Complaint]:
        """Complaints, those that nobody has seen to first, newest first."""

    async def see_to(self, complaint: str, now: float) -> None:
        """A complaint has been seen to."""

    async def counted(self, now: float) -> dict[str, int]:
        """How many `players`, `sessions`, `tables`, `running` tables, open `challenges`, `tournaments` that are not
        over and open `complaints` there are."""
