"""Who plays alone is not asked what has one answer."""

from __future__ import annotations

from typing import Any

import pytest

from ironbottom.games import load
from ironbottom.kernel.record import header
from ironbottom.table.seats import BOT, HUMAN, Seat, Terms
from ironbottom.table.table import Table

GAME = load("archies-war")
JAPANESE = 1


@pytest.mark.parametrize(("other", "blocks", "asked"), [
    (BOT, {}, False), (HUMAN, {}, True), (BOT, {"koli_point": ["inf2"]}, True),
])
def test_an_end_that_is_the_only_choice(other: str, blocks: dict[str, Any], asked: bool) -> None:
    """2P-16: against a computer the actions end by themselves; between people that nothing could be done is a secret,
    and who can act is asked."""
    s = GAME.place({"scenario": "two-player", "step": "japanese-actions", "japanese": blocks,
                    "american": {"henderson_field": ["inf4"]}})
    head = header(GAME, "two-player", {}, seats={"american": other, "japanese": HUMAN}, seed_hash="", started="")
    seats = [Seat(0, other, "them", None if other == BOT else "them", "scripted" if other == BOT else None),
             Seat(JAPANESE, HUMAN, "me", "me")]
    table: Table[Any] = Table(GAME, head, seats, Terms(), bytes(32), start=s)
    assert (("end",) in GAME.legal(s, JAPANESE), len(GAME.legal(s, JAPANESE)) == 1) == (True, not blocks)
    assert table.ordered() == (None if asked else (JAPANESE, (("end",),)))
