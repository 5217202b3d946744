"""Processes that work one question at a time, can be told to hurry, and can be stopped one by one."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any, Protocol


class WorkerError(Exception):
    """The question raised an error in its process; the text says which."""


class WorkerEnded(WorkerError):
    """The question ended its process."""


class Hurried(Protocol):
    """What can be told to hurry."""

    def send(self, question: bool, argument: Any) -> None:
        """A question, or the word to hurry with it (False, None)."""


class Hurry:
    """A word to the process that works a question: to end it with what it has; and what is heard of it meanwhile."""

    def __init__(self) -> None:
        self._said = False
        self._worker: Hurried | None = None
        self.so_far: Any = None
        """What the work said of itself last on the way (`say`), where it says anything."""
        self.begun = False
        """Whether the question is being worked."""

    def now(self) -> None:
        self._said = True
        if self._worker is not None:
            self._worker.send(False, None)

    def begins(self, worker: Hurried) -> None:
        """The question is being worked from now on."""
        self.begun = True
        self.sent(worker)

    def sent(self, worker: Hurried) -> None:
        """The question is where it can be told to hurry."""
        if self._worker is None:
            self._worker = worker
            if self._said:
                self.now()

    def ends(self) -> None:
        self._worker = None


class Pool(Protocol):
    """Where one function's questions are worked. The server is handed what makes them (`Hire`), so that it runs where
    there are no processes, or where others' are meant to help."""

    async def run(self, argument: Any, seconds: float, hurry: Hurry | None = None) -> Any:
        """The function's answer. Raises WorkerError, or TimeoutError after so many seconds of work; when it is
        cancelled or late, its work ends. `hurry` may ask for the answer meanwhile."""

    @property
    def idle(self) -> bool:
        """Whether a question would be worked at once."""

    @property
    def waiting(self) -> int:
        """How many questions wait until one is worked."""

    def stop(self) -> None:
        """End all work."""


class Hire(Protocol):
    """What makes a pool of at most `count` workers for a function. `hurry`: called in them with True when the answer
    is wanted now, with False when a question comes. `memory`: the bytes that each may have."""

    def __call__(
        self,
        fn: Callable[[Any], Any],
        count: int,
        hurry: Callable[[bool], None] | None = None,
        memory: int | None = None,
    ) -> Pool: ...


def _confine(memory: int) -> None:
    """Let this process have at most so many bytes of memory, where the system knows such a limit."""
    if sys.platform == "win32":
        return
    import resource

    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    with contextlib.suppress(ValueError, OSError):  # a lower limit stands already, or the system has none
        resource.setrlimit(kind, (memory, memory))


def _send(pipe: IO[bytes], item: Any) -> None:
    data = pickle.dumps(item)
    pipe.write(len(data).to_bytes(8, "big") + data)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> Any:
    """The next thing that was sent. Raises EOFError when the other end is gone."""
    head = pipe.read(8)
    data = pipe.read(int.from_bytes(head, "big")) if len(head) == 8 else b""
    if not data:
        raise EOFError
    return pickle.loads(data)


_told: IO[bytes] | None = None
"""In a worker: where it answers."""


def say(item: Any) -> None:
    """Let who asked know how far the work is; where there is no process of its own, nobody hears it."""
    if _told is not None:
        with contextlib.suppress(OSError):
            _send(_told, (None, item))


def work(asked: IO[bytes]) -> None:
    """The life of a worker: say that it is there, then answer until the other end is gone. What comes in is heard
    while it works: `hurry(False)` is called with each question, `hurry(True)` when it should end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    global _told
    told = _told = os.fdopen(os.dup(1), "wb")
    with contextlib.suppress(AttributeError, OSError):  # who acts goes before who thinks
        os.nice(5)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1):  # what the function prints is not heard
        os.dup2(nothing, number)
    os.close(nothing)
    fn, hurry, memory = _receive(asked)
    if memory is not None:
        _confine(memory)
    _send(told, None)
    questions: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def listen() -> None:
        while True:
            try:
                question, argument = _receive(asked)
            except (EOFError, OSError):
                questions.put(None)
                return
            if hurry is not None:
                hurry(not question)
            if question:
                questions.put((argument,))

    threading.Thread(target=listen, daemon=True).start()
    while (question := questions.get()) is not None:
        try:
            answer = (True, fn(*question))
        except MemoryError:  # what it holds is not given back: another process takes the next question
            return
        except Exception as error:
            answer = (False, f"{type(error).__name__}: {error}")
        with contextlib.suppress(OSError):
            _send(told, answer)


START = (
    "import os, pickle, sys; pipe = os.fdopen(os.dup(0), 'rb'); size = int.from_bytes(pipe.read(8), 'big'); "
    "sys.path[:] = pickle.loads(pipe.read(size)); from ironbottom.server.workers import work; work(pipe)"
)
"""What the interpreter of a worker begins with: where modules lie comes in by the pipe, as all else."""
KEPT = ("SYSTEMROOT",)
"""What of the environment a worker gets: what its system cannot start a program without."""


class _Worker:
    """A process that is handed its pipes and nothing else: no argument, no variable, no file and no folder of ours."""

    def __init__(
        self, fn: Callable[[Any], Any], hurry: Callable[[bool], None] | None, memory: int | None
    ) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-X", "utf8", "-c", START],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, close_fds=True,
            cwd=Path(sys.executable).anchor, env={key: os.environ[key] for key in KEPT if key in os.environ},
        )  # fmt: skip
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._to, self._from = self.process.stdin, self.process.stdout
        with contextlib.suppress(OSError, EOFError):
            _send(self._to, [os.path.abspath(path) for path in sys.path])
            _send(self._to, (fn, hurry, memory))
            _receive(self._from)

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def send(self, question: bool, argument: Any) -> None:
        """A question, or the word to hurry with it. A process that is gone says so when its answer is waited for."""
        with contextlib.suppress(OSError):
            _send(self._to, (question, argument))

    def answer(self, hurry: Hurry | None) -> Any:
        try:
            while (item := _receive(self._from))[0] is None:
                if hurry is not None:
                    hurry.so_far = item[1]
        except (EOFError, OSError, ValueError) as error:
            raise WorkerEnded(f"its process ended ({type(error).__name__})") from None
        well, answer = item
        if not well:
            raise WorkerError(answer)
        return answer

    def kill(self) -> None:
        self.process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(5)
        for pipe in (self._to, self._from):
            with contextlib.suppress(OSError, ValueError):
                pipe.close()


class Workers:
    """A pool of processes, started when they are first needed."""

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
        self.waiting = 0
        """How many questions wait until a process is free."""

    async def run(self, argument: Any, seconds: float, hurry: Hurry | None = None) -> Any:
        """The function's answer, from a process of its own, which is killed when it is cancelled or late."""
        self.waiting += 1
        try:
            worker = await self._free.get()
        finally:
            self.waiting -= 1
        loop = asyncio.get_running_loop()
        well = False
        try:
            if worker is None or not worker.alive:
                if worker is not None:
                    self._drop(worker)
                worker = await loop.run_in_executor(self._threads, _Worker, self.fn, self.hurry, self.memory)
                self._all.add(worker)
            worker.send(True, argument)
            if hurry is not None:
                hurry.begins(worker)
            asked = loop.run_in_executor(self._threads, worker.answer, hurry)
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

    @property
    def idle(self) -> bool:
        """Whether a process waits for a question."""
        return not self._free.empty()

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
