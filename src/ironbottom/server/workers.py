"""Processes that work one question at a time, can be told to hurry, and can be stopped one by one."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import queue
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

_SPAWN = multiprocessing.get_context("spawn")


class WorkerError(Exception):
    """The question raised an error in its process; the text says which."""


class WorkerEnded(WorkerError):
    """The question ended its process."""


class Hurry:
    """A word to the process that works a question: to end it with what it has."""

    def __init__(self) -> None:
        self._said = False
        self._worker: _Worker | None = None

    def now(self) -> None:
        self._said = True
        if self._worker is not None:
            self._worker.send(False, None)

    def begins(self, worker: _Worker) -> None:
        """The question is being worked from now on."""
        self._worker = worker
        if self._said:
            self.now()

    def ends(self) -> None:
        self._worker = None


def _confine(memory: int) -> None:
    """Let this process have at most so many bytes of memory, where the system knows such a limit."""
    if sys.platform == "win32":
        return
    import resource

    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    with contextlib.suppress(ValueError, OSError):  # a lower limit stands already, or the system has none
        resource.setrlimit(kind, (memory, memory))


def _work(
    fn: Callable[[Any], Any], hurry: Callable[[bool], None] | None, memory: int | None, pipe: Connection
) -> None:
    """The life of a worker: say that it is there, then answer until the other end is gone. What comes in is heard
    while it works: `hurry(False)` is called with each question, `hurry(True)` when it should end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if memory is not None:
        _confine(memory)
    pipe.send(None)
    questions: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def listen() -> None:
        while True:
            try:
                question, argument = pipe.recv()
            except (EOFError, OSError):
                questions.put(None)
                return
            if hurry is not None:
                hurry(not question)
            if question:
                questions.put((argument,))

    threading.Thread(target=listen, daemon=True).start()
    while (asked := questions.get()) is not None:
        try:
            answer = (True, fn(*asked))
        except MemoryError:  # what it holds is not given back: another process takes the next question
            return
        except Exception as error:
            answer = (False, f"{type(error).__name__}: {error}")
        with contextlib.suppress(OSError):
            pipe.send(answer)


class _Worker:
    def __init__(
        self, fn: Callable[[Any], Any], hurry: Callable[[bool], None] | None, memory: int | None
    ) -> None:
        self.pipe, theirs = _SPAWN.Pipe()
        self.process = _SPAWN.Process(
            target=_work, args=(fn, hurry, memory, theirs), name="ironbottom-worker", daemon=True
        )
        self.process.start()
        theirs.close()
        if self.pipe.poll(60):
            with contextlib.suppress(EOFError, OSError):
                self.pipe.recv()

    def send(self, question: bool, argument: Any) -> None:
        """A question, or the word to hurry with it. A process that is gone says so when its answer is waited for."""
        with contextlib.suppress(OSError):
            self.pipe.send((question, argument))

    def answer(self) -> Any:
        try:
            well, answer = self.pipe.recv()
        except (EOFError, OSError) as error:
            raise WorkerEnded(f"its process ended ({type(error).__name__})") from None
        if not well:
            raise WorkerError(answer)
        return answer

    def kill(self) -> None:
        self.process.kill()
        self.process.join(5)
        self.pipe.close()


class Workers:
    """So many processes that all run one function, started when they are first needed. `hurry`: called in them with
    True when the answer is wanted now, with False when a question comes. `memory`: the bytes that each may have."""

    def __init__(
        self,
        fn: Callable[[Any], Any],
        count: int,
        hurry: Callable[[bool], None] | None = None,
        memory: int | None = None,
    ) -> None:
        self.fn = fn
        self.hurry = hurry
        self.memory = memory
        self._threads = ThreadPoolExecutor(count, "ironbottom-worker")
        self._free: asyncio.Queue[_Worker | None] = asyncio.Queue()
        for _ in range(count):
            self._free.put_nowait(None)
        self._all: set[_Worker] = set()

    async def run(self, argument: Any, seconds: float, hurry: Hurry | None = None) -> Any:
        """The function's answer, from a process of its own. Raises WorkerError, or TimeoutError after so many seconds
        of work; when it is cancelled or late, its process is killed. `hurry` may ask for the answer meanwhile."""
        worker = await self._free.get()
        loop = asyncio.get_running_loop()
        well = False
        try:
            if worker is None or not worker.process.is_alive():
                if worker is not None:
                    self._drop(worker)
                worker = await loop.run_in_executor(self._threads, _Worker, self.fn, self.hurry, self.memory)
                self._all.add(worker)
            worker.send(True, argument)
            if hurry is not None:
                hurry.begins(worker)
            asked = loop.run_in_executor(self._threads, worker.answer)
            try:
                answer = await asyncio.wait_for(asked, seconds)
            except WorkerError as error:
                well = not isinstance(error, WorkerEnded)
                raise
            well = True
            return answer
        finally:
            if hurry is not None:
                hurry.ends()
            if not well and worker is not None:
                self._drop(worker)
                worker = None
            self._free.put_nowait(worker)

    def _drop(self, worker: _Worker) -> None:
        self._all.discard(worker)
        worker.kill()

    def stop(self) -> None:
        """End all processes."""
        for worker in list(self._all):
            self._drop(worker)
        self._threads.shutdown(wait=False, cancel_futures=True)


def alone(fn: Callable[[Any], Any], argument: Any, seconds: float, memory: int) -> Any:
    """A function's answer, from a process for this one question that has at most so many bytes of memory. Raises
    WorkerError, or TimeoutError after so many seconds."""

    async def ask() -> Any:
        workers = Workers(fn, 1, memory=memory)
        try:
            return await workers.run(argument, seconds)
        finally:
            workers.stop()

    with ThreadPoolExecutor(1) as thread:  # who asks may have a loop of his own running
        return thread.submit(asyncio.run, ask()).result()
