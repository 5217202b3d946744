"""Computers that think elsewhere: the queue in the servers' database, and who takes from it."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from ironbottom.cli import main
from ironbottom.server import thinking
from ironbottom.server.leases import LEASE
from ironbottom.server.postgres import PostgresStore
from ironbottom.server.thoughts import WELL, Queue
from server.cluster import Cluster
from server.play import Browser, crash, sleep, stored, think, wait_for

HERE = "127.0.0.1:0"


@pytest.fixture
def address(cluster: Cluster) -> str:
    """An empty database."""
    return cluster.fresh()


@contextmanager
def thinker(address: str, places: int = 1, thinks: Any = think) -> Iterator[Any]:
    """A thinker in a thread."""
    made = thinking.Thinking(address, places, thinks)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=lambda: loop.run_until_complete(made.run()), daemon=True)
    thread.start()
    yield made
    loop.call_soon_threadsafe(made.stop)
    thread.join(20)


def opponent(running: Any) -> tuple[Browser, str]:
    """A player against a computer, whose turn it is, too."""
    ann = Browser(running.base, "Ann")
    return ann, ann.table(seats={"red": "me", "blue": "bot:random"})["id"]


def answered(ann: Browser, key: str) -> bool:
    """Whether the computer has played."""
    return bool(ann.look(key, "red")["waiting"] == ["red"])


def faults(running: Any) -> list[Any]:
    return stored(running.server.store, "SELECT kind FROM faults")


def noticed(running: Any, places: int) -> bool:
    return bool(running.server.company.leases.places == places)


def test_computers_think_elsewhere(run: Callable[..., Any], address: str) -> None:
    """By a thinker while there is one, by the server itself before and after."""
    running = run(database=address, announce=HERE)
    with thinker(address, 2) as elsewhere:
        wait_for(lambda: noticed(running, 2))
        running.server.thinkers._workers.here.fn = crash  # here nobody could
        ann, key = opponent(running)
        wait_for(lambda: answered(ann, key))
        assert elsewhere.answered
        assert stored(running.server.store, "SELECT * FROM thoughts") == []
        assert faults(running) == []
    running.server.thinkers._workers.here.fn = think
    before = elsewhere.answered
    ann, key = opponent(running)
    wait_for(lambda: answered(ann, key))
    assert elsewhere.answered == before


def test_a_thinker_that_is_lost_loses_nothing(run: Callable[..., Any], address: str) -> None:
    """It has taken a question and is not heard of: another works it, once, and the late answer is refused."""
    running = run(database=address, announce=HERE)
    lost = Queue(1)
    with closing(PostgresStore(address, shared=True)) as store:
        store.submit(lost.enter).result()
        wait_for(lambda: noticed(running, 1))
        ann, key = opponent(running)
        taken = wait_for(lambda: store.submit(lost.take).result())
        with thinker(address):
            wait_for(lambda: answered(ann, key), LEASE + 10)
        assert not store.submit(lambda c: lost.answer(c, taken[0], taken[1], WELL, {"do": ["fly"]})).result()
        assert faults(running) == []


def test_without_thinkers_left_the_server_thinks(run: Callable[..., Any], address: str) -> None:
    """And there it hears the word to move now."""
    running = run(database=address, announce=HERE)
    here, asked, hurried = running.server.thinkers._workers.here, [], list[bool]()
    works = here.run

    async def watched(argument: Any, seconds: float, hurry: Any = None) -> Any:
        asked.append(argument)
        hurry.begins(SimpleNamespace(send=lambda question, _: hurried.append(not question)))
        hurry.now()
        return await works(argument, seconds)

    here.run = watched
    lost = Queue(1)
    store = running.server.store
    store.submit(lost.enter).result()
    wait_for(lambda: noticed(running, 1))
    ann, key = opponent(running)
    wait_for(lambda: store.submit(lost.take).result())
    wait_for(lambda: answered(ann, key), LEASE + 10)
    assert hurried == [True] * len(asked)
    assert stored(store, "SELECT * FROM thoughts") == []
    assert faults(running) == []


def test_a_queue_that_is_gone_is_said_and_done_without(
    run: Callable[..., Any], address: str, caplog: pytest.LogCaptureFixture
) -> None:
    running = run(database=address, announce=HERE)
    running.server.store.submit(lambda c: c.execute("DROP TABLE thoughts") and None).result()
    running.server.company.leases.places = 1
    with caplog.at_level(logging.ERROR):
        ann, key = opponent(running)
        wait_for(lambda: answered(ann, key))
    said = [one.getMessage() for one in caplog.records if "queue" in one.getMessage()]
    assert said
    assert all("\n" not in line for line in said)
    assert faults(running) == []


def test_how_long_the_queue_is_is_told(run: Callable[..., Any], address: str) -> None:
    """Two questions and one place: who is second is told that one is before him; at 'Move now' both end."""
    running = run(database=address, announce=HERE)
    with thinker(address, 1, sleep):
        wait_for(lambda: noticed(running, 1))
        first, second = opponent(running), opponent(running)
        rooms = running.server.tables.rooms
        wait_for(lambda: sorted(rooms[key].ahead for _, key in (first, second)) == [0, 1])
        assert running.server.thinkers.waiting == 1


def test_what_a_thinker_cannot_begin_with_is_said(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In one line, without a password."""

    def said(*arguments: str) -> str:
        assert main(["think", *arguments]) == 2
        line = capsys.readouterr().err
        assert line.count("\n") == 1
        assert "secret" not in line
        return line

    assert "postgresql://user@host/name" in said("--database", "mysql://me:secret@host/x")
    assert "cannot be used" in said("--database", "postgresql://me:secret@127.0.0.1:1/x")
    assert "--workers is a number" in said("--database", address, "--workers", "0")
    with closing(PostgresStore(address)):
        assert "another Ironbottom is running" in said("--database", address)
