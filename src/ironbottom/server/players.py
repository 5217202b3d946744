"""Who plays here: accounts, which are cookies with a name, and the personal links that take them to other devices."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ironbottom.kernel.errors import BadInput
from ironbottom.server.errors import NotFound, TooMany
from ironbottom.server.making import UNLISTED
from ironbottom.server.repository import Repository
from ironbottom.table.table import iso

DAY = 86400
VOID_PERSONAL = "this personal link has been used, or is too old; make a new one on the device that you come from"
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""What a recovery code is written with: nothing that is easily taken for another."""


def secret() -> str:
    """A new secret of 192 bits for a link or a cookie."""
    return secrets.token_urlsafe(24)


def hashed(text: str) -> bytes:
    """What is stored of a secret."""
    return hashlib.sha256(text.encode()).digest()


def recovery_code() -> str:
    """A new recovery code of 100 bits, to be written down: five groups of four."""
    letters = secrets.SystemRandom().choices(LETTERS, k=20)
    return "-".join("".join(letters[at : at + 4]) for at in range(0, 20, 4))


def hashed_code(text: str) -> bytes:
    """What is stored of a recovery code, however it was typed."""
    plain = text.upper().translate(str.maketrans("OIL", "011"))
    return hashed("code " + "".join(letter for letter in plain if letter in LETTERS))


class Players:
    """The players of a server. `clock`: seconds since the epoch."""

    def __init__(self, repository: Repository, clock: Callable[[], float]) -> None:
        self.repository = repository
        self.clock = clock
        self.busy: set[tuple[str, str]] = set()
        """What computers work out now, and for whom."""

    async def of(self, cookie: str | None) -> tuple[str, str] | None:
        """The player (id, name) of a cookie."""
        if not cookie or len(cookie) > 100:
            return None
        return await self.repository.player_of(hashed(cookie))

    async def new(self) -> tuple[str, str, str]:
        """A new player: id, name, cookie."""
        key, name, cookie = secrets.token_urlsafe(12), f"Player {secrets.randbelow(9000) + 1000}", secret()
        await self.repository.add_player(key, name, hashed(cookie), iso(self.clock()))
        return key, name, cookie

    async def rename(self, player: str, name: str) -> str:
        """A player calls himself something else, at his tables too; the name as it is kept. Raises BadInput."""
        name = " ".join(name.split())
        if not 1 <= len(name) <= 40 or not name.isprintable():
            raise BadInput("a name has 1 to 40 characters")
        await self.repository.rename(player, name)
        return name

    async def set_mail(self, player: str, text: str) -> None:
        """Where a player's notices go. Raises BadInput."""
        text = text.strip()
        if text and not (text.isprintable() and re.fullmatch(r"[^@\s,;<>\"]+@[^@\s,;<>\"]+", text)):
            raise BadInput("that is no mail address")
        await self.repository.set_mail(player, text)

    async def personal_link(self, player: str) -> str:
        """The secret of a link that takes the player to another device, good for a day and once; his earlier one is
        void."""
        text, now = secret(), self.clock()
        await self.repository.add_personal_link(player, hashed(text), now + DAY, now)
        return text

    async def personal_invitation(self, text: str, player: str | None) -> dict[str, Any]:
        """Who one would become by a personal link, and who one is now. Nothing is changed by it. Raises NotFound."""
        found = await self.repository.personal_link(hashed(text), self.clock())
        if found is None:
            raise NotFound(VOID_PERSONAL)
        key, name, until = found
        now = None if player is None else await self.repository.player(player)
        return {
            "name": name,
            "games": await self.repository.seats_of(key, UNLISTED),
            "until": iso(until),
            "now": None
            if player is None or now is None
            else {"name": now[0], "games": await self.repository.seats_of(player, UNLISTED)},
            "same": key == player,
        }

    async def follow_personal_link(self, text: str) -> tuple[str, str, str]:
        """The player (id, name) of a personal link, and a cookie for him; the link is used up. Raises NotFound."""
        cookie = secret()
        found = await self.repository.use_personal_link(hashed(text), hashed(cookie), self.clock())
        if found is None:
            raise NotFound(VOID_PERSONAL)
        return (*found, cookie)

    @contextmanager
    def alone(self, player: str, what: str) -> Iterator[None]:
        """What computers work out for a player, one at a time. Raises TooMany."""
        if (player, what) in self.busy:
            raise TooMany(f"your last {what} is still being worked out; they come one at a time")
        self.busy.add((player, what))
        try:
            yield
        finally:
            self.busy.discard((player, what))
