"""Clocks: days for a move, a bank with something added, leave, and who is ready while the other thinks."""

from __future__ import annotations

from typing import Any

import pytest

from ironbottom.kernel.errors import BadInput, IllegalAction
from ironbottom.kernel.step import OBSERVER
from ironbottom.table.clocks import after_leave, check, claim, deadlines, flag, late, on_leave
from ironbottom.table.message import message
from ironbottom.table.seats import Terms, read_terms
from table.test_table import BLUE, NOW, RED, do, marching, new_table

DAY = 86400.0


def test_a_bank_is_used_while_one_is_waited_for() -> None:
    table = marching(terms=Terms(bank=600, add=20))
    assert deadlines(table) == {RED: NOW + 620}  # both have been given 20 for what they have sealed
    do(table, RED, "stop", now=NOW + 100)
    assert table.left[RED] == 540
    assert deadlines(table) == {BLUE: NOW + 720}
    clock = message(table, RED)["clock"]
    assert (clock["days"], clock["bank"], clock["add"], clock["left"]) == (0, 600, 20, {"red": 540, "blue": 620})


def test_an_empty_bank_lets_nobody_act_and_loses() -> None:
    table = marching(terms=Terms(bank=600, add=20))
    check(table, RED, NOW + 620)
    with pytest.raises(IllegalAction, match="run out"):
        do(table, RED, "roll", now=NOW + 621)
    assert late(table, NOW + 621) == [RED]
    with pytest.raises(IllegalAction):
        claim(table, RED, NOW + 621)
    flag(table, RED, NOW + 621)
    assert table.over is not None
    assert table.over.returns == (-1, 1)


def test_what_was_undone_is_not_done_again_after_the_time() -> None:
    """To be ready is such a move: redone, it would end the step, and the clock with it."""
    table = new_table(terms=Terms(bank=600, add=20))
    ready(table, RED, NOW)
    table.undo(RED, NOW)
    ready(table, BLUE, NOW)
    for act in (table.redo, table.undo):
        with pytest.raises(IllegalAction, match="run out"):
            act(RED, NOW + 601)
    assert late(table, NOW + 601) == [RED]
    table.redo(RED, NOW + 600)
    assert table.to_move() == (RED,)


@pytest.mark.parametrize("terms", [Terms(days=2), Terms(bank=600, add=20)])
def test_who_is_ready_does_not_lose_while_the_other_thinks(terms: Terms) -> None:
    table = new_table(terms=terms)
    assert set(deadlines(table)) == {RED, BLUE}
    ready(table, RED, NOW + 10)
    assert set(deadlines(table)) == {BLUE}
    assert late(table, NOW + 3 * DAY) == [BLUE]
    with pytest.raises(IllegalAction):
        claim(table, BLUE, NOW + 3 * DAY)
    if terms.bank:
        assert table.left[RED] == 610
        do(table, RED, "unready", now=NOW + 50)
        assert table.left[RED] == 590
        assert deadlines(table)[RED] == NOW + 640
    else:
        do(table, RED, "unready", now=NOW + 50)
        assert deadlines(table)[RED] == NOW + 2 * DAY


def ready(table: Any, side: int, now: float) -> None:
    do(table, side, message(table, side)["choices"][0]["do"], now=now)
    do(table, side, "ready", now=now)


def test_leave_stands_between_the_days() -> None:
    spans = ((10.0, 20.0), (30.0, 35.0))
    assert on_leave(spans, 0, 100) == 15
    assert on_leave(spans, 15, 32) == 7
    assert after_leave(spans, 0, 10) == 10
    assert after_leave(spans, 0, 12) == 22
    assert after_leave(spans, 15, 20) == 45
    table = marching(terms=Terms(days=1))
    table.away = {RED: ((NOW + DAY / 2, NOW + 3 * DAY),)}
    assert deadlines(table)[RED] == NOW + 3.5 * DAY
    live = marching(terms=Terms(bank=600, add=0))
    live.away = {RED: ((NOW, NOW + DAY),)}
    assert deadlines(live)[RED] == NOW + 600


def test_what_is_no_clock_is_said() -> None:
    assert read_terms({"bank": 900, "add": 10}, True, rated=True) == Terms(0, False, 900, 10, True)
    for wrong in ({"bank": 5, "add": 0}, {"bank": 900}, {"days": 0}, {"days": True}, {"bank": 900, "add": -1}, [], "3"):
        with pytest.raises(BadInput):
            read_terms(wrong, False)


def test_nothing_is_taken_back_in_a_rated_game() -> None:
    table = marching(terms=Terms(rated=True))
    with pytest.raises(IllegalAction, match="rated"):
        table.offer(RED, "takeback", NOW)


def test_whether_a_rated_game_counts_is_told_as_far_as_one_has_seen_it() -> None:
    table = new_table(terms=Terms(bank=600, rated=True))
    assert [message(table, side).get("counts") for side in (RED, BLUE, OBSERVER)] == [False, False, None]
    table.do(RED, [table.legal(RED)[0]], NOW)
    ready(table, RED, NOW)
    assert message(table, BLUE).get("counts") is False, "as before the other wrote anything"
    table.do(BLUE, [table.legal(BLUE)[0]], NOW)
    ready(table, BLUE, NOW)
    assert [message(table, side).get("counts") for side in (RED, BLUE, OBSERVER)] == [True, True, True]
    assert "counts" not in message(marching(), RED)
