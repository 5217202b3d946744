"""What a newcomer reads first: what it takes to win; and a log whose losses are lines, not columns."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from guests import come, post
from placed import Placed

Make = Callable[..., Any]
RECORDS = Path(__file__).parents[1] / "records"
DECLARED = {
    "step": "american-actions", "turn": 5, "american": {"henderson_field": ["inf5", "inf4"]},
    "japanese": {"koli_point": ["inf2"]}, "actions_left": 1,
}  # fmt: skip


def test_the_aim_stands_first_until_it_is_put_away(page: Make, placed: Placed) -> None:
    tab = page("about:blank")
    tab.goto(placed.base + placed.table(tab, "archies-war", DECLARED))
    aim = tab.locator(".panel .aim")
    aim.wait_for()
    assert "The Japanese win with 3 bombardments" in aim.inner_text()
    tab.locator('[data-key="aim-close"]').click()
    assert aim.count() == 0
    tab.reload()
    tab.wait_for_selector(".table .world")
    assert aim.count() == 0


def test_losses_in_the_log_have_the_width_of_their_entry(page: Make, placed: Placed) -> None:
    tab = come(page, placed.base)
    record = (RECORDS / "archies-war" / "two-player-held.jsonl").read_text("utf-8")
    made = post(tab, f"{placed.base}/api/tables", {"import": record})
    tab.goto(f"{placed.base}/t/{made['id']}")
    tab.wait_for_selector(".table .world")
    tab.get_by_role("tab", name="Log").click()
    inner = tab.locator(".log-after > .line .line-body").last
    inner.wait_for()
    outer = tab.locator(".line:has(.log-after) > .line-body").last
    assert inner.bounding_box()["width"] > 0.9 * outer.bounding_box()["width"]
    assert "0 dice" not in tab.locator(".log").inner_text()
