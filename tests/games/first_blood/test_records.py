"""Whole recorded games, one for each way to end, replayed and checked against dice, result and final position."""

from __future__ import annotations

from pathlib import Path

import pytest

from ironbottom.games import load
from ironbottom.games.first_blood.rules.victory import AMERICAN_WINS, JAPANESE_WINS
from ironbottom.kernel.record import read_record

FOLDER = Path(__file__).parents[2] / "records" / "first-blood"
ENDS = {
    "airfield": JAPANESE_WINS, "survivors": JAPANESE_WINS, "cleared": AMERICAN_WINS, "wiped_out": AMERICAN_WINS,
}  # fmt: skip


@pytest.mark.parametrize("reason", ENDS)
def test_record(reason: str) -> None:
    record = read_record((FOLDER / f"campaign-{reason}.jsonl").read_text("utf-8"), load)
    assert record.verify() == []
    assert record.result() == (ENDS[reason], reason)


def test_a_record_of_the_first_rules_keeps_what_was_played_then() -> None:
    record = read_record((FOLDER / "campaign-airfield.jsonl").read_text("utf-8"), load)
    assert record.header["rules_version"] == 1 < record.game.rules_version
    later = {option.id: option.before[0] for option in record.game.options if option.before}
    assert later == {name: record.options[name] for name in later}
    assert later["hopeless_attacks"] == "in_order"
