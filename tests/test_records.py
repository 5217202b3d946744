"""Recorded games: one for each scenario and way to end. They replay, their dice are proven, every seat reads the same.

A transcript that differs is a change of rules or words: read the difference, then `python tools/records.py --renew`.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from ironbottom.games import READY, load
from ironbottom.kernel.record import Record, read_record
from ironbottom.kernel.step import OBSERVER
from ironbottom.table.restoring import take_over
from ironbottom.table.seats import Seat, Terms
from ironbottom.table.table import Table

ROOT = Path(__file__).parent
RECORDS = [path for slug in READY for path in sorted((ROOT / "records" / slug).glob("*.jsonl"))]


def tool() -> Any:
    """`tools/records.py`, which writes what is compared here."""
    spec = importlib.util.spec_from_file_location("records_tool", ROOT.parent / "tools" / "records.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", RECORDS, ids=[f"{path.parent.name}/{path.stem}" for path in RECORDS])
def test_a_recorded_game_replays(path: Path) -> None:
    record = read_record(path.read_text("utf-8"), load)
    assert record.verify() == []
    assert record.end is not None
    assert record.end["reason"] in path.stem
    assert tool().transcript(record) == path.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("slug", READY)
def test_every_scenario_has_its_records(slug: str) -> None:
    for scenario in (one for one in load(slug).scenarios if not one.of):
        assert [path for path in RECORDS if path.parent.name == slug and path.stem.startswith(scenario.id)]


@pytest.mark.parametrize("slug", READY)
def test_the_log_puts_each_line_under_the_turn_that_it_was_in(slug: str) -> None:
    whole = read_record(next(path for path in RECORDS if path.parent.name == slug).read_text("utf-8"), load)
    record = Record(whole.game, whole.header, whole.entries[:700])
    seats = [Seat(side) for side in range(len(record.game.sides))]
    table: Table[Any] = Table(record.game, record.header, seats, Terms(), bytes(32))
    take_over(table, record, 0.0)
    lines = [one.line for one in table.seat_log(OBSERVER).lines]
    began = [n for n, line in enumerate(lines) if n and line.get("mark") == "turn"]
    assert began
    for n in began:
        assert lines[n - 1]["turn"] != lines[n]["turn"]
        assert lines[n + 1]["turn"].startswith(lines[n]["turn"])
