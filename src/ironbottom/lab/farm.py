"""Where much is worked out: here, in several processes, or on many machines by Ray (https://docs.ray.io).

What is to be done is a list of pieces that know nothing of each other, each with its own seed. Results come in the
order of the list, so that they are the same wherever they were made, and by however many.
"""

from __future__ import annotations

import argparse
import importlib
import os
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from ironbottom.kernel.errors import BadInput

MOST_JOBS = 256
PATIENCE = 5.0
"""Seconds in which a cluster's head takes a connection."""
AHEAD = 4
"""How many pieces a worker has before it, so that it never waits for the next."""
TRIES = 20
"""How often a piece is begun anew where its worker was lost. One that ends every worker is not worked out."""

T = TypeVar("T")
R = TypeVar("R")


class Farm(Protocol):
    """Where pieces are worked out."""

    def map(self, work: Callable[[T], R], pieces: Iterable[T]) -> Iterator[R]:
        """The results, in order. `work` is a function of a module, `pieces` may be without end: not many more are
        taken than results are asked for. What `work` raises is raised here."""


@dataclass(frozen=True, slots=True)
class Here:
    """This machine, with so many processes."""

    jobs: int = 1

    def map(self, work: Callable[[T], R], pieces: Iterable[T]) -> Iterator[R]:
        if self.jobs == 1:
            yield from map(work, pieces)
            return
        import multiprocessing  # not before: every command loads this module
        from concurrent.futures import Future, ProcessPoolExecutor

        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(self.jobs, mp_context=context, initializer=_end_together)
        try:
            yield from _in_order(lambda piece: pool.submit(work, piece), Future.result, pieces, AHEAD * self.jobs)
        except KeyboardInterrupt:
            for worker in multiprocessing.active_children():
                worker.terminate()  # nobody waits for what it was at
            raise
        finally:
            pool.shutdown(cancel_futures=True)


HERE = Here()


def _end_together() -> None:
    """A worker ends with the program that began it, however that ended: nobody else would tell it. Ctrl-C, which
    reaches all of them, is that program's alone to answer: a worker that it broke off would be waited for in vain."""
    import multiprocessing
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


@dataclass(frozen=True, slots=True)
class Cluster:
    """The machines of a Ray cluster: `auto`, `HOST:PORT`, `ray://HOST:PORT`, or `local` for one that begins and ends
    with the program. The package is sent to its workers, so they play by the same rules as this machine."""

    address: str

    def map(self, work: Callable[[T], R], pieces: Iterable[T]) -> Iterator[R]:
        try:
            ray: Any = importlib.import_module("ray")  # an extra, whose types are there with it alone
        except ImportError:
            raise BadInput("--ray needs Ray, which is not installed: pip install 'ironbottom[lab]'") from None
        package = str(Path(__file__).parents[1])
        try:
            _knock(self.address)
            if not ray.is_initialized():  # it stays so until the program ends
                ray.init(address=self.address, log_to_driver=False, logging_level="error",
                         runtime_env={"py_modules": [package], "excludes": ["__pycache__"]})  # fmt: skip
        except (OSError, ValueError, RuntimeError) as error:
            told = str(error).strip().partition("\n")[0]
            raise BadInput(f"no Ray cluster answers at '{self.address[:80]}': {told}") from None
        task: Any = ray.remote(max_retries=TRIES)(work)

        def result(reference: Any) -> R:
            try:
                found: R = ray.get(reference)
            except ray.exceptions.RayTaskError as error:
                raise error.cause from None
            return found

        yield from _in_order(task.remote, result, pieces, AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1))))


def _knock(address: str) -> None:
    """Raise OSError where nobody listens at HOST:PORT: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()


def _in_order(submit: Callable[[T], Any], result: Callable[[Any], R], pieces: Iterable[T], most: int) -> Iterator[R]:
    """The results in order, with at most so many pieces on their way."""
    waiting: deque[Any] = deque()
    for piece in pieces:
        waiting.append(submit(piece))
        if len(waiting) >= most:
            yield result(waiting.popleft())
    while waiting:
        yield result(waiting.popleft())


def farm_options(parser: argparse.ArgumentParser) -> None:
    """`--jobs` and `--ray`: where a command works."""
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="how many processes (default 1)")
    parser.add_argument("--ray", metavar="ADDRESS", help="on a Ray cluster instead: its address, auto, or local")


def farm_of(given: argparse.Namespace) -> Farm:
    """What the two options ask for. Raises BadInput."""
    if given.ray is not None:
        if given.jobs != 1:
            raise BadInput("--jobs is for this machine alone: a cluster uses all that it has")
        return Cluster(given.ray)
    if not 1 <= given.jobs <= MOST_JOBS:
        raise BadInput(f"--jobs is a number from 1 to {MOST_JOBS}")
    return Here(given.jobs)
