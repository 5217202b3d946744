"""Which tables a server may load and change: all of them, where it is the only one of its database. Where several share
one, `leases.py` says which."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ironbottom.server import outage
from ironbottom.server.repository import Repository


class Holding(Protocol):
    """The tables that are this server's."""

    @property
    def number(self) -> int | None:
        """This server's, among several."""

    async def may(self, key: str) -> bool:
        """Whether there is such a table. Raises Elsewhere where another server holds it."""

    async def take(self, key: str) -> None:
        """Hold a table from now on: what its earlier holder still tries to store is refused. What this server had sent
        to the database before is there. Raises Elsewhere where another server holds it."""

    async def stand(self) -> None:
        """What this server holds is still its own. Raises Unreachable where it cannot be sure."""

    def let_go(self, keys: Sequence[str]) -> None:
        """These tables are not in memory any more: another server may take them."""

    async def begin(self, now: float) -> None:
        """Nobody thinks for this server's tables yet, and where no server stood before, no clock has run."""

    async def unfinished(self, given: bool = False) -> list[str]:
        """The tables that go on by themselves and are for this server to take up; `given`: of those that it holds."""


class Alone:
    """The only server of a database."""

    number = None

    def __init__(self, repository: Repository) -> None:
        self.repository = repository

    async def may(self, key: str) -> bool:
        return await self.repository.exists(key)

    async def take(self, key: str) -> None:
        await self.repository.settled()

    async def stand(self) -> None:
        return

    def let_go(self, keys: Sequence[str]) -> None:
        return

    async def begin(self, now: float) -> None:
        await self.repository.begin_leases()
        await self.repository.store.write(lambda c: outage.over(c, now))

    async def unfinished(self, given: bool = False) -> list[str]:
        return await self.repository.unfinished()
