"""The game of `docs/adding-a-game.md`, installed beside the program, in the browser; and what is left of its tables
when it is gone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from driver import CHOICES, Driver

from conftest import serving

Make = Callable[..., Any]


def start(tab: Any, mode: str, bot: str = "", side: str = "") -> None:
    """From the first page to a table of the game."""
    tab.get_by_role("button", name="Play: The Tenaru").click()
    for value in filter(None, (mode, bot, side)):
        tab.locator(f'.segment-choice:has(input[value="{value}"])').click()
    tab.get_by_role("button", name="Start the game").click()
    tab.wait_for_url("**/t/*")
    tab.wait_for_selector(".table, .curtain")


@pytest.mark.timeout(400)
def test_it_is_played_in_the_browser_and_missed_when_it_is_gone(tenaru: Path, tmp_path: Path, page: Make) -> None:
    data = tmp_path / "data"
    with serving(data, tenaru) as address:
        tab = page(address, 1280, 800)
        start(tab, "hot")
        driver = Driver(tab, seed=3)
        words = driver.play()
        assert "the battery" in words
        assert driver.curtains >= 3, "both players were at the screen"
        assert {"pieces", "spaces"} <= set(driver.done)
        log = tab.locator(".log").inner_text()
        assert "a block of the Americans" in log
        assert "attack" in log
        tab.goto(address)
        start(tab, "computer", "regular", "japanese")
        driver = Driver(tab, seed=4)
        for _ in range(6):
            driver.step(tab.evaluate(CHOICES))
        tab.wait_for_function("() => document.querySelector('.log').innerText.includes('American')")  # it has answered
        cookies = tab.context.cookies()
        tab.goto("about:blank")
    with serving(data) as address:
        tab = page(address, expected="400")
        tab.locator(".game-card").first.wait_for()  # who he is has been answered: no cookie comes any more
        tab.context.clear_cookies()
        tab.context.add_cookies([{"name": one["name"], "value": one["value"], "url": address} for one in cookies])
        tab.reload()
        rows = tab.locator(".my-games .table-row")
        rows.first.wait_for()
        assert rows.count() == 2
        assert "The Tenaru" in rows.first.inner_text()
        assert "the program of this game is not installed: ironbottom-tenaru 1.0.0" in rows.first.inner_text()
        rows.first.get_by_role("button").click()
        tab.get_by_role("menuitem", name="Hide from this list").click()
        tab.wait_for_function("() => document.querySelectorAll('.my-games > .table-list .table-row').length === 1")
        tab.locator(".my-games > .table-list .table-link").click()
        tab.get_by_text("the program of this game is not installed").wait_for()
        tab.goto("about:blank")  # before the server ends
