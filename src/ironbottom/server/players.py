"""Who plays here: players, which are a name and the sessions (cookies) of their devices, and the personal links that
take them to other devices. What else there is to an account: `accounts.py`."""

from __future__ import annotations

import contextlib
import hashlib
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ironbottom.kernel.errors import BadInput
from ironbottom.opponents.registry import all_called
from ironbottom.server.errors import Forbidden, NotFound, TooMany, Unstored
from ironbottom.server.making import UNLISTED
from ironbottom.server.repository import Repository
from ironbottom.table.table import iso

DAY = 86400
HOUR = 3600
VOID_PERSONAL = "this personal link has been used, or is too old; make a new one on the device that you come from"
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""What a recovery code is written with: nothing that is easily taken for another."""


SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
    ("Mac OS", "Mac"), ("Linux", "Linux"),
)  # fmt: skip
BROWSERS = (
    ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung"),
    ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
"""What browsers and systems call themselves, and what their users do; the first that is found."""


class Suspended(Forbidden):
    """The owner of the server wants a player not to use it."""


def device_of(agent: str) -> str:
    """What a device is called, by what its browser says of itself: no more than its owner needs to know it again.

    >>> device_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    """
    agent = agent[:400]
    found = [next((name for mark, name in names if mark in agent), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(part for part in found if part) or "a device"


def secret() -> str:
    """A new secret of 192 bits for a link or a cookie."""
    return secrets.token_urlsafe(24)


def fresh_id() -> str:
    """An id for a player. It begins with no dash, so that it is a word and no option where a command asks for it."""
    while (key := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return key


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


def replaced(cookie: str | None) -> bytes | None:
    """What is stored of the session that a device had until now."""
    return hashed(cookie) if cookie and len(cookie) <= 100 else None


class Players:
    """The players of a server. `clock`: seconds since the epoch."""

    def __init__(self, repository: Repository, clock: Callable[[], float]) -> None:
        self.repository = repository
        self.clock = clock
        self.busy: set[tuple[str, str]] = set()
        """What computers work out now, and for whom."""

    async def of(self, cookie: str | None, agent: str = "", *, all_may: bool = False) -> tuple[str, str] | None:
        """The player (id, name) of a cookie; `agent`: what the browser says of itself. Raises Suspended, but for what
        all may (`all_may`): fetch what is theirs, and go."""
        if not cookie or len(cookie) > 100:
            return None
        mark, now = hashed(cookie), self.clock()
        found = await self.repository.session(mark)
        if found is None:
            return None
        if found.suspended is not None and not all_may:
            why = f": {found.suspended}" if found.suspended else ""
            raise Suspended(f"the owner of this server has suspended you{why}")
        if found.used is None or now - found.used > HOUR:
            with contextlib.suppress(Unstored):  # to look is not refused because a disk is full
                await self.repository.touch(mark, device_of(agent), now)
        return found.player, found.name

    async def new(self, agent: str = "") -> tuple[str, str, str]:
        """A new player: id, name, cookie."""
        key, name, cookie = fresh_id(), f"Player {secrets.randbelow(9000) + 1000}", secret()
        now = self.clock()
        await self.repository.add_player(key, name, hashed(cookie), iso(now), device_of(agent), now)
        return key, name, cookie

    async def rename(self, player: str, name: str) -> str:
        """A player calls himself something else, at his tables too; the name as it is kept. Raises BadInput."""
        name = " ".join(name.split())
        if not 1 <= len(name) <= 40 or not name.isprintable():
            raise BadInput("a name has 1 to 40 characters")
        if name.lower() in all_called():
            raise BadInput(f"{name} is the name of a computer player: choose another")
        if not await self.repository.rename(player, name):
            raise BadInput(f"{name} is the name of somebody who has an account: choose another, or sign in")
        return name

    async def personal_link(self, player: str, seconds: float = DAY) -> str:
        """The secret of a link that takes the player to another device, good once and for a day, unless another time
        is given; his earlier one is void."""
        text, now = secret(), self.clock()
        await self.repository.add_personal_link(player, hashed(text), now + seconds, now)
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

    async def follow_personal_link(
        self, text: str, agent: str = "", instead: str | None = None
    ) -> tuple[str, str, str]:
        """The player (id, name) of a personal link, and a cookie for him in the place of the one that the browser had;
        the link is used up. Raises NotFound."""
        cookie = secret()
        found = await self.repository.use_personal_link(
            hashed(text), hashed(cookie), device_of(agent), self.clock(), replaced(instead)
        )
        if found is None:
            raise NotFound(VOID_PERSONAL)
        return (*found, cookie)

    @staticmethod
    def is_here(session: bytes, cookie: str | None) -> bool:
        """Whether a session is that of a browser with this cookie."""
        return replaced(cookie) == session

    async def blocked(self, one: str, other: str) -> bool:
        """Whether either of two players wants nothing to do with the other."""
        return bool(await self.repository.apart(one, (other,)))

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
