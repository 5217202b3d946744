"""The report after a game: worked out once, in a process of its own, and kept for who asks again."""

from __future__ import annotations

import asyncio
import bisect
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from ironbottom import games
from ironbottom.kernel.errors import BadInput, IllegalAction
from ironbottom.kernel.record import Move, read_record, undone_to
from ironbottom.opponents.after_game import story
from ironbottom.server.tables import Tables, reported
from ironbottom.server.workers import Hire, Hurry, WorkerError, say
from ironbottom.table.table import Table

MOST_KEPT = 32
PATIENCE = 2.0
"""Seconds that a request waits for a report before it is told how far it is, and to come again."""
LONGEST = 900.0
"""Seconds after which a report is given up."""


def work(text: str) -> dict[str, Any]:
    """The report of a record; runs in a process of its own."""
    return story(read_record(text, games.load), progress=lambda done, whole: say(done / whole))


def ends_of(table: Table[Any], viewer: int, lasts: Sequence[int]) -> list[tuple[int, int]]:
    """After which entry of the log, and after which line of a viewer, each move of a report is over; `lasts`: the
    number that its last action has among all that counts. With the last of all the table is over too."""
    standing: list[int] = []
    for logged in table.log:
        if (to := undone_to(logged.entry)) is not None:
            standing = [number for number in standing if number <= to]
        elif isinstance(logged.entry, Move):
            standing.append(logged.number)
    ends = [standing[last - 1] if last else 0 for last in lasts[:-1]] + [len(table.log)]
    entries = [line.entry for line in table.seat_log(viewer).lines]
    return [(end, bisect.bisect_right(entries, end)) for end in ends]


class Reports:
    """The reports of a server's tables."""

    def __init__(self, tables: Tables, hire: Hire) -> None:
        self.tables = tables
        self._workers = hire(work, 1)
        self._made: OrderedDict[str, tuple[asyncio.Future[dict[str, Any]], Hurry]] = OrderedDict()

    async def of(self, player: str, key: str, seat: str) -> dict[str, Any] | float | None:
        """A table's report, for those who may look at it. While it is being worked out, which part of it is done; None
        where nobody knows."""
        async with self.tables.at(key) as (room, table):
            viewer = self.tables.viewer(room, table, player, seat)
            if table.over is None:
                raise IllegalAction(table.words.say("refused.running"))
            if not reported(table):
                raise BadInput("there is no report on this game: nothing weighs its positions")
            text = table.record().to_text()
        if key not in self._made:
            hurry = Hurry()
            self._made[key] = asyncio.ensure_future(self._workers.run(text, LONGEST, hurry)), hurry
            if len(self._made) > MOST_KEPT:
                self._made.popitem(last=False)[1][0].cancel()
        self._made.move_to_end(key)
        asked, hurry = self._made[key]
        done, _ = await asyncio.wait({asked}, timeout=PATIENCE)
        if not done:
            return None if hurry.so_far is None else round(hurry.so_far, 3)
        try:
            found = asked.result()
            async with self.tables.at(key) as (_, table):
                ends = ends_of(table, viewer, [move["last"] for move in found["moves"]])
            moves = [
                {**move, "end": end, "line": line} for move, (end, line) in zip(found["moves"], ends, strict=True)
            ]
            return {**found, "moves": moves}
        except (WorkerError, TimeoutError, asyncio.CancelledError) as error:
            self._made.pop(key, None)
            raise BadInput(f"this report could not be worked out: {error}") from None

    def stop(self) -> None:
        """End what is being worked out."""
        for asked, _ in self._made.values():
            asked.cancel()
        self._workers.stop()
