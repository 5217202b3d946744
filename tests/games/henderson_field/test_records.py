"""Whole recorded games, one for each way to end, replayed and checked against dice, result and final position."""

from __future__ import annotations

from pathlib import Path

import pytest

from ironbottom.games import load
from ironbottom.kernel.record import read_record

FOLDER = Path(__file__).parents[2] / "records" / "henderson-field"
RECORDS = {path.stem: path for path in sorted(FOLDER.glob("*.jsonl"))}


def test_the_ways_to_end_are_there() -> None:
    ends = {read_record(path.read_text("utf-8"), load).result() for path in RECORDS.values()}
    assert ends == {((1, -1), "automatic"), ((-1, 1), "automatic"), ((-1, 1), "field")}


@pytest.mark.parametrize("name", RECORDS)
def test_record(name: str) -> None:
    record = read_record(RECORDS[name].read_text("utf-8"), load)
    assert record.verify() == []
    assert record.result()[1] in name


def test_a_record_of_version_1_says_what_has_been_mended() -> None:
    """R7.11.1: under version 1 engineers could tear down less than their amount."""
    record = read_record((Path(__file__).parent / "rules_version_1.jsonl").read_text("utf-8"), load)
    (line,) = record.verify()
    assert line.startswith("line 1404: 'reduce jp-2eng =1': ")
    assert line.endswith(" (played under rules version 1; rules have been mended since)")
