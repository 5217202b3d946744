"""Two computers play, and one looks on: at one's own pace, through whose eyes one likes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Make = Callable[..., Any]

SHORT = "Edson's Ridge"


def begin(tab: Any) -> str:
    """A short game of Archie's War between two Recruits: its id."""
    tab.locator('[data-game="archies-war"]').get_by_role("button", name="Play").click()
    dialog = tab.locator("dialog[open]")
    dialog.locator(".segment-choice", has_text=SHORT).click()
    dialog.locator(".segment-choice", has_text="Computer against computer").click()
    assert dialog.get_by_text("You play", exact=True).count() == 0
    for side in ("Americans", "Japanese"):
        dialog.get_by_role("group", name=side, exact=True).locator(".segment-choice", has_text="Recruit").click()
    dialog.get_by_role("button", name="Start the game").click()
    tab.locator('[data-key="match-hold"]').wait_for()
    return str(tab.url.split("/t/")[1].split("?")[0])


def told(tab: Any) -> str:
    """What stands in the line on top, with its number."""
    return str(tab.locator("#prompt-text").inner_text())


def step(tab: Any, text: str) -> None:
    """One thing more than this one."""
    tab.locator('[data-key="match-step"]').click()
    tab.wait_for_function("(old) => document.querySelector('#prompt-text').innerText !== old", arg=text)


def lines(tab: Any, key: str) -> int:
    """How far the game is."""
    message = tab.evaluate(f"async () => await (await fetch('/api/tables/{key}?seat=observer')).json()")
    return int(message["n"])


def still(tab: Any, key: str) -> tuple[str, int]:
    """What is told, and how far the game is, while neither changes."""
    tab.wait_for_timeout(800)
    before = told(tab), lines(tab, key)
    tab.wait_for_timeout(1000)
    assert (told(tab), lines(tab, key)) == before
    return before


@pytest.mark.timeout(300)
def test_a_game_of_two_recruits_is_watched_stopped_and_stepped(real: str, page: Make) -> None:
    tab = page(real, story="fastest")
    key = begin(tab)
    assert [name for name in ("undo", "hint", "move-now") if tab.locator(f'[data-key="{name}"]').count()] == []
    assert tab.locator("#tab-notes").is_hidden(), "there is nobody to talk to"
    tab.locator(".plate-turn", has_text="Turn 5").wait_for(timeout=90000)
    tab.keyboard.press("Space")
    tab.locator(".plate", has_text="paused").wait_for()
    text, n = still(tab, key)
    for _ in range(3):
        step(tab, text)
        text, n = still(tab, key)
    assert tab.locator(".piece.lit, .space.lit").count() == 0
    eyes = tab.locator('[data-key="eyes"]')
    for seat in ("truth", "japanese", "observer"):
        eyes.select_option(seat)
        tab.wait_for_url(f"**/t/{key}?seat={seat}")
        tab.locator(f'[data-key="eyes"] option[value="{seat}"]:checked').wait_for(state="attached")
        tab.locator(".plate", has_text="paused").wait_for()
    assert lines(tab, key) == n, "whoever's eyes one has, it stands still"
    tab.reload()  # on a page that is opened it goes on
    tab.locator(".ending").wait_for(timeout=120000)
    assert tab.locator('[data-key="match-hold"], [data-key="eyes"]').count() == 0
    tab.locator('[data-key="look"]').click()
    tab.locator(".replay-seat").select_option("truth")
    tab.locator(".replay .primary").click()
    tab.locator('[data-key="rematch"]').click()
    tab.locator('[data-key="match-hold"]').wait_for()
    assert key not in tab.url, "another game of theirs"
    tab.goto(real)
    row = tab.locator(f'.table-row:has(a[href="/t/{key}"])')
    assert "computers play: Recruit (Americans) – Recruit (Japanese)" in row.inner_text()


@pytest.mark.timeout(300)
def test_on_a_phone_all_of_it_is_at_hand_and_the_maker_deletes_it(real: str, page: Make) -> None:
    tab = page(real, 390, 844, touch=True, story="fastest")
    key = begin(tab)
    tab.locator('[data-key="match-hold"]').tap()
    text, _ = still(tab, key)  # while it runs, what is measured may be drawn anew
    for name in ("match-hold", "match-step", "story-speed", "eyes"):
        box = tab.locator(f'[data-key="{name}"]').bounding_box()
        assert box["x"] >= 0, name
        assert box["x"] + box["width"] <= 390, name
        assert box["height"] >= 30, name
    step(tab, text)
    still(tab, key)
    tab.set_viewport_size({"width": 844, "height": 390})
    tab.locator('[data-key="table"]').tap()
    tab.get_by_role("menuitem", name="You see: everything").tap()
    tab.wait_for_url(f"**/t/{key}?seat=truth")
    tab.set_viewport_size({"width": 390, "height": 844})
    tab.goto(real)
    row = tab.locator(f'.table-row:has(a[href="/t/{key}"])')
    assert "To watch" in row.inner_text()
    row.locator(".icon-button").tap()
    tab.get_by_role("menuitem", name="Delete").tap()
    tab.locator("dialog[open]").get_by_role("button", name="Delete").tap()
    row.wait_for(state="detached")
