"""A server in a thread, with tables that begin in a given position and whose dice fall as they are wanted."""

from __future__ import annotations

import asyncio
import itertools
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ironbottom.games import load
from ironbottom.kernel.action import parse
from ironbottom.kernel.dice import pick, seed_hash
from ironbottom.kernel.options import choose
from ironbottom.kernel.record import header
from ironbottom.server.app import Running, Server, open_sockets
from ironbottom.server.settings import Settings
from ironbottom.table.seats import BOT, HUMAN, Seat, Terms
from ironbottom.table.table import Table, iso


def seed_for(dice: Sequence[tuple[str, int]]) -> bytes:
    """A seed with which the first chance results, each the die of a step of that name, fall so."""
    six = [(n, 1) for n in range(1, 7)]
    for number in itertools.count():
        seed = b"placed %d" % number
        if all(pick(seed, n, step, six) == face for n, (step, face) in enumerate(dice)):
            return seed
    raise AssertionError


class Placed:
    """The server."""

    def __init__(self, data: Path) -> None:
        settings = Settings(port=0, data=data, durability="normal", bot_delay=0.0, workers=1)
        settings, self.sockets = open_sockets(settings)
        self.server = Server(settings)
        self.uvicorn = Running(self.server)
        self.base = settings.origin(settings.port)
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        end = time.monotonic() + 20
        while not self.uvicorn.started and time.monotonic() < end:
            time.sleep(0.01)

    def _run(self) -> None:
        self.loop.run_until_complete(self.uvicorn.serve(sockets=self.sockets))

    def stop(self) -> None:
        self.uvicorn.should_exit = True
        self.thread.join(20)
        self.sockets[0].close()

    def table(
        self, tab: Any, slug: str, position: Mapping[str, Any], dice: Sequence[tuple[str, int]] = (),
        done: Sequence[str] = (), copy: str = "", start: Any = None, **bots: str,
    ) -> str:
        """The path of a new table at which the player of this page has all seats but those given to computer players;
        `dice`: the chance results to come, each with the name of the step that asks for it; `done`: the actions that
        have been taken already; `copy`: the name of the copy that is played with; `start`: the state that it begins in,
        where it is there already."""
        game, tables = load(slug), self.server.tables
        while tab.url.startswith(self.base) and not tab.context.cookies(self.base):
            tab.wait_for_timeout(20)  # the page there makes its reader known itself: two at once would be two players
        me = tab.request.get(f"{self.base}/api/me").json()
        scenario = next(one for one in game.scenarios if one.id == position.get("scenario", game.scenarios[0].id))
        seed, now = seed_for(dice), tables.clock()
        seats = []
        for side in scenario.sides:
            bot = tables.catalogue.bot(slug, bots[game.side_name(side)]) if game.side_name(side) in bots else None
            mine = Seat(side, HUMAN, me["name"], me["id"])
            seats.append(Seat(side, BOT, bot["name"], None, bot["id"]) if bot else mine)
        kinds = {game.side_name(seat.side): seat.bot or seat.kind for seat in seats}
        options = dict(choose(game.options, scenario.id, position.get("options", {})))
        head = header(game, scenario.id, options, seats=kinds, seed_hash=seed_hash(seed), started=iso(now), copy=copy)
        table: Table[Any] = Table(game, head, seats, Terms(), seed, start=start or game.place(position))
        table.begin(now)
        for action in done:
            assert table.do(table.to_move()[0], [parse(action)], now) is None
        opened = asyncio.run_coroutine_threadsafe(tables.open(table, me["id"], "import", {}), self.loop)
        return f"/t/{opened.result(20)[0]}"
