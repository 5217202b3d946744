"""What every part of the repository in SQL is made of: statements over a store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ironbottom.server.database import Connection, Store, Values


class Queries:
    """Statements over a database."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def _rows(self, sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
        """Rows of what has been written."""
        return await self.store.read(lambda c: c.execute(sql, values).fetchall(), moment=False)

    async def _run(self, *statements: tuple[str, Sequence[Any]]) -> None:
        """Store what these do, in one piece."""

        def job(c: Connection) -> None:
            for sql, values in statements:
                c.execute(sql, values)

        await self.store.write(job)

    async def _count(self, sql: str, values: Values) -> int:
        ((n,),) = await self._rows(sql, values)
        return int(n)

    async def _keys(self, sql: str, values: Values) -> set[str]:
        return {row[0] for row in await self._rows(sql, values)}


def holding(find: str) -> str:
    """What LIKE compares with (ESCAPE '!'), for what holds this text in small letters."""
    plain = find.lower()
    for one in ("!", "%", "_"):
        plain = plain.replace(one, "!" + one)
    return f"%{plain}%"


def marks(values: Sequence[Any]) -> str:
    """What stands between the parentheses of an IN."""
    return ",".join("?" * len(values)) or "SELECT NULL WHERE 1 = 0"
