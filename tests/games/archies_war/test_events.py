"""The events: each has its line and its file form, and what the release before stored is read as typed events."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import contract
from ironbottom.games.archies_war.game import ArchiesWar, make
from ironbottom.games.archies_war.rules.sequence import Ended
from ironbottom.games.archies_war.ui.sequence import ended
from ironbottom.kernel.event import Event, Plain, event_of
from ironbottom.kernel.presenter import Reader, faceless
from ironbottom.kernel.value import hints, to_data

GAME = make()
OLD = Path(__file__).parents[2] / "server/data"


def told(scenario: str, games: int) -> Iterator[Event]:
    for seed in range(games):
        for s in contract.states(GAME, scenario, {}, seed):
            yield from s.news


def test_every_decision_has_a_face_and_every_event_a_line() -> None:
    assert faceless(ArchiesWar.types) == []


@pytest.mark.parametrize(("scenario", "games", "least"), [("two-player", 30, 22), ("solitaire", 30, 27)])
def test_events_survive_their_file_form(scenario: str, games: int, least: int) -> None:
    seen: dict[str, Event] = {}
    for event in told(scenario, games):
        seen[event.called()] = event
        for side in (-2, 0, 1):
            if (known := event.seen_by(side)) is not None:
                assert event_of(json.loads(json.dumps(to_data(known))), GAME.types) == known
    assert len(seen) >= least, sorted(seen)
    assert not any(isinstance(event, Plain) for event in seen.values())


KINDS = [kind for kind in ArchiesWar.types if issubclass(kind, Event) and kind.file_name]
SAMPLES = {int: 3, bool: True, str: "japanese"}


@pytest.mark.parametrize("kind", KINDS, ids=[kind.__qualname__ for kind in KINDS])
def test_each_event_has_a_file_form(kind: type[Event]) -> None:
    made = kind(*(SAMPLES.get(hint, "x" if hint == str | None else ()) for hint in hints(kind).values()))
    data = json.loads(json.dumps(to_data(made)))
    assert event_of(data, GAME.types) == made
    assert data["kind"] == kind.file_name


def test_a_block_is_told_to_its_owner_alone() -> None:
    secrets = [event for event in told("two-player", 12) if event.secret]
    assert {type(event).__name__ for event in secrets} == {"Drawn", "TrailLost", "Lost", "Hit", "Resupplied"}
    for event in secrets:
        (owner,) = event.knows()
        assert [event.seen_by(side).get("block") is not None for side in (owner, 1 - owner, -2)] == [  # type: ignore[union-attr]
            True, False, False,
        ]  # fmt: skip


def test_a_loss_is_named_to_who_knows_it_alone() -> None:
    taken = [event for event in told("two-player", 12) if type(event).__name__ in ("TrailLost", "Lost", "Hit")]
    for event in taken:
        (owner,) = event.knows()
        lines = [GAME.line(event.seen_by(side), side) for side in (owner, 1 - owner, -2)]  # type: ignore[arg-type]
        assert [bool(line and line.get("losses")) for line in lines] == [True, False, False]
    assert taken


def stored(path: Path) -> Iterator[Any]:
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as base:
        for (name,) in base.execute("select name from sqlite_master where type = 'table'").fetchall():
            columns = [row[1] for row in base.execute(f"pragma table_info({name})")]
            if "news" in columns:
                yield from (json.loads(text) for (text,) in base.execute(f"select news from {name}") if text)


def test_what_was_stored_is_read_as_typed_events() -> None:
    count = 0
    for path in OLD.glob("*.sqlite3"):
        for news in stored(path):
            for data in news:
                event = event_of(data, GAME.types)
                if not isinstance(event, Plain):
                    count += 1
                    assert to_data(event) == data
    assert count > 20


@pytest.mark.parametrize(("left", "text"), [(1, "The Japanese end their actions with one action unused."),
                                            (0, "The Japanese end their actions.")])  # fmt: skip
def test_an_action_unused_is_told(left: int, text: str) -> None:
    assert ended(Ended("japanese", left), Reader(GAME, 0))["text"] == text
