"""`ironbottom think`: a program that thinks for the servers of a PostgreSQL database, on this machine or another. It
takes questions from their queue (`thoughts.py`) and lets processes work them, as many at once as it has places."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import signal
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from ironbottom import games
from ironbottom.opponents import runner
from ironbottom.server.company import Listener
from ironbottom.server.database import Connection
from ironbottom.server.errors import Unstored
from ironbottom.server.leases import LEASE, RENEWED
from ironbottom.server.postgres import PostgresStore
from ironbottom.server.thinkers import Think
from ironbottom.server.thoughts import LATE, WELL, WRONG, Queue
from ironbottom.server.workers import Hurry, WorkerError, Workers

log = logging.getLogger("ironbottom")

AGAIN = 1.0
"""Seconds after which the queue is looked at again, though nothing was heard."""


class Thinking:
    """A thinker with so many places. Raises BadInput where the database cannot be used."""

    def __init__(self, address: str, places: int, think: Think | None = None) -> None:
        self.store = PostgresStore(address, shared=True)
        self.queue = Queue(places)
        self.answered = 0
        self._workers = Workers(think or partial(runner.think, games.load), places, runner.hurry)
        self._working: dict[tuple[int, int], tuple[asyncio.Task[None], Hurry]] = {}
        self._new = asyncio.Event()
        self._going = False

    def stop(self) -> None:
        """End when what is under way has been given back."""
        self._going = True
        self._new.set()

    async def run(self) -> None:
        """Think until it is stopped."""
        await self._kept_at(self.queue.enter)
        listener = Listener(self.store.address, self._heard, self._new.set)
        beating = asyncio.create_task(self._beat())
        try:
            while not self._going:
                self._new.clear()
                while len(self._working) < self.queue.places and await self._taken():
                    pass
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._new.wait(), AGAIN)
        finally:
            listener.stop()
            beating.cancel()
            for task, _ in self._working.values():
                task.cancel()
            self._workers.stop()
            with contextlib.suppress(Unstored, TimeoutError):
                await asyncio.wait_for(self.store.write(self.queue.leave), LEASE)
            self.store.close()

    async def _kept_at(self, job: Callable[[Connection], Any]) -> Any:
        """What the database answers, as soon as it does."""
        while True:
            try:
                return await self.store.write(job)
            except Unstored:
                if self._going:
                    raise
                await asyncio.sleep(AGAIN)

    async def _taken(self) -> bool:
        """Take a question from the queue. False where there is none."""
        try:
            found = await self.store.write(self.queue.take)
        except Unstored:
            return False
        if found is None:
            return False
        number, tries, question, seconds, hurried = found
        hurry = Hurry()
        if hurried:
            hurry.now()
        task = asyncio.create_task(self._work(number, tries, bytes(question), seconds, hurry))
        self._working[number, tries] = task, hurry
        task.add_done_callback(partial(self._worked, (number, tries)))
        return True

    async def _work(self, number: int, tries: int, question: bytes, seconds: float, hurry: Hurry) -> None:
        try:
            how, found = WELL, await self._workers.run(msgspec.msgpack.decode(question), seconds, hurry)
        except TimeoutError:
            how, found = LATE, None
        except WorkerError as error:
            how, found = WRONG, str(error)
        if await self._kept_at(lambda c: self.queue.answer(c, number, tries, how, found)):
            self.answered += 1

    def _worked(self, which: tuple[int, int], task: asyncio.Task[None]) -> None:
        self._working.pop(which, None)
        self._new.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a question could not be worked", exc_info=error)

    async def _beat(self) -> None:
        """Be heard of; give up what is not wanted any more."""
        while True:
            await asyncio.sleep(RENEWED)
            try:
                mine = await self.store.write(self.queue.heard_of)
                if mine is None:
                    await self.store.write(self.queue.enter)
                    mine = []
            except Unstored:
                continue
            wanted = {(number, tries): hurried for number, tries, hurried in mine}
            for which, (task, hurry) in list(self._working.items()):
                if which not in wanted:
                    task.cancel()
                elif wanted[which]:
                    hurry.now()

    def _heard(self, text: str) -> None:
        _, what, data = json.loads(text)
        if what == "think":
            self._new.set()
        elif what == "hurry":
            for (number, _), (_, hurry) in self._working.items():
                if number == data:
                    hurry.now()


def think(address: str, places: int, thinker: Think | None = None) -> None:
    """Think for the servers of a database until told to stop. Raises BadInput."""

    async def run() -> None:
        thinking = Thinking(address, places, thinker)
        for name in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):  # Windows ends it at once
                asyncio.get_running_loop().add_signal_handler(name, thinking.stop)
        print(f"thinking for the servers of the database {thinking.store.name}, {places} at once", flush=True)
        await thinking.run()

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run())
