"""Who thinks in a tab: workers of the browser, each with a Python of its own, where the server has processes."""

from __future__ import annotations

import asyncio
import pickle
import signal
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from ironbottom.server.workers import Hurry, WorkerEnded, WorkerError


class Mate(Protocol):
    """A worker of the browser (`site/crew.js`)."""

    def ready(self) -> Awaitable[None]:
        """When it can be asked."""

    def ask(self, question: bytes) -> Awaitable[bytes | None]:
        """Its answer; None when it has ended."""

    def hurry(self) -> None:
        """It should end with what it has, where the browser lets one say so."""

    def end(self) -> None:
        """Stop it."""


class Worker:
    """A worker as a `Hurry` knows it."""

    def __init__(self, mate: Mate) -> None:
        self.mate = mate

    def send(self, question: bool, argument: Any) -> None:
        """The word to hurry; questions go another way."""
        if not question:
            self.mate.hurry()


class Crew:
    """At most so many workers, who work whatever function they are asked to: most of what the house may ask for is not
    asked at once, and each takes a hundred megabytes."""

    def __init__(self, make: Callable[[], Mate], most: int) -> None:
        self._make = make
        self.waiting = 0
        """How many questions wait until a worker is free."""
        self._free: asyncio.Queue[Worker | None] = asyncio.Queue()
        for _ in range(most):
            self._free.put_nowait(None)

    @property
    def idle(self) -> bool:
        return not self._free.empty()

    async def warm(self) -> None:
        """Have one ready."""
        worker = Worker(self._make())
        await self._free.get()
        await worker.mate.ready()
        self._free.put_nowait(worker)

    async def run(self, question: bytes, seconds: float, hurry: Hurry | None) -> Any:
        """The answer of a worker, who is ended when he is cancelled or late."""
        self.waiting += 1
        try:
            worker = await self._free.get()
        finally:
            self.waiting -= 1
        well = False
        try:
            if worker is None:
                worker = Worker(self._make())
            await worker.mate.ready()
            if hurry is not None:
                hurry.begins(worker)
            data = await asyncio.wait_for(worker.mate.ask(question), seconds)
            if data is None:
                raise WorkerEnded("its worker ended")
            well = True
            right, answer = pickle.loads(data)
            if not right:
                raise WorkerError(answer)
            return answer
        finally:
            if hurry is not None:
                hurry.ends()
            if not well and worker is not None:
                worker.mate.end()
                worker = None
            self._free.put_nowait(worker)

    def hire(
        self, fn: Callable[[Any], Any], count: int, hurry: Callable[[bool], None] | None = None,
        memory: int | None = None,
    ) -> Asked:
        """A pool for one function, as `server.workers.Hire` says; the browser bounds the memory."""
        return Asked(self, fn, hurry)


class Asked:
    """The pool of one function."""

    def __init__(self, crew: Crew, fn: Callable[[Any], Any], hurry: Callable[[bool], None] | None) -> None:
        self._crew = crew
        self._work = (fn, hurry)

    async def run(self, argument: Any, seconds: float, hurry: Hurry | None = None) -> Any:
        return await self._crew.run(pickle.dumps((*self._work, argument)), seconds, hurry)

    @property
    def idle(self) -> bool:
        return self._crew.idle

    @property
    def waiting(self) -> int:
        return self._crew.waiting

    def stop(self) -> None:
        """The workers end with the tab."""


def work(question: bytes) -> bytes:
    """A worker's life: one question after the other. The word to hurry comes as an interrupt."""
    fn, hurry, argument = pickle.loads(question)
    if hurry is not None:
        signal.signal(signal.SIGINT, lambda *_: hurry(True))
        hurry(False)
    try:
        answer = (True, fn(argument))
    except Exception as error:
        answer = (False, f"{type(error).__name__}: {error}")
    return pickle.dumps(answer)
