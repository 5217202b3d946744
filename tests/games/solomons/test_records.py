"""Whole recorded games, one for each level of victory, replayed and checked against dice, result and final position."""

from __future__ import annotations

from pathlib import Path

import pytest

from ironbottom.games import load
from ironbottom.kernel.record import read_record

FOLDER = Path(__file__).parents[2] / "records" / "solomons"
RETURNS = {"american": (-1, 1), "draw": (0, 0), "marginal": (1, -1), "substantive": (1, -1), "decisive": (1, -1)}


@pytest.mark.parametrize("level", RETURNS)
def test_record(level: str) -> None:
    record = read_record((FOLDER / f"campaign-{level}.jsonl").read_text("utf-8"), load)
    assert record.verify() == []
    assert record.result() == (RETURNS[level], level)
