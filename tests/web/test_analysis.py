"""The analysis board: it looks like none that counts, weighs, leads back, and undoes dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from driver import CHOICES, Driver
from placed import Placed

Make = Callable[..., Any]
DECLARED = {
    "step": "american-actions", "turn": 5, "american": {"henderson_field": ["inf5", "inf4"]},
    "japanese": {"koli_point": ["inf2"]}, "actions_left": 1,
}  # fmt: skip


def menu(tab: Any, name: str) -> None:
    tab.locator('[data-key="table"]').click()
    tab.locator(".menu-item", has_text=name).click()


def fork(tab: Any) -> None:
    """Analyse from what is shown."""
    old = tab.url
    menu(tab, "Analyse from here")
    tab.wait_for_function("(old) => location.href !== old", arg=old)
    tab.wait_for_selector(".table.analysis .world")


@pytest.mark.timeout(400)
def test_an_analysis_board_is_told_from_a_game_at_once(page: Make, placed: Placed) -> None:
    # the position has gone on where it is asked about a moment too late
    tab = page(placed.base, expected="Failed to load resource")
    path = placed.table(tab, "archies-war", DECLARED)
    tab.goto(placed.base + path)
    tab.wait_for_selector(".table .world")
    assert tab.locator(".table.analysis, .ribbon").count() == 0
    fork(tab)
    assert "Analysis board" in tab.locator(".ribbon").inner_text()
    assert "ANALYSIS BOARD" in tab.locator(".plate").inner_text().upper()
    tab.locator(".best-lines li").first.wait_for(timeout=30000)  # it weighs the position by itself
    assert "%" in tab.locator(".analysis-card .odds-bar").inner_text()
    tab.locator('[data-key="table"]').click()
    assert tab.get_by_role("menuitem", name="Resign").count() == 0
    assert tab.get_by_role("menuitem", name="draw").count() == 0
    tab.keyboard.press("Escape")
    driver = Driver(tab, seed=2, pass_rate=0.6)
    for _ in range(12):
        driver.step(tab.evaluate(CHOICES))
    assert driver.curtains == 0, "nothing is hidden from who analyses"
    undo = tab.locator('[data-key="undo"]')
    for _ in range(40):
        if undo.is_disabled():
            break
        before = tab.locator(".log .line").count(), tab.locator("#prompt-text").inner_text()
        undo.click()
        tab.wait_for_function(
            """([count, text]) => document.querySelectorAll('.log .line').length !== count
              || document.querySelector('#prompt-text').innerText !== text""", arg=list(before)
        )  # fmt: skip
    assert undo.is_disabled(), "back at the position that it began with, past every die"
    tab.locator('[data-key="way-back"]').click()
    tab.wait_for_url(f"**{path}")
    tab.goto(placed.base)
    tab.locator(".boards .table-row").first.wait_for()
    assert tab.locator(".boards .state.yours").count() == 0
    assert tab.locator(".table-list >> nth=0 >> .board").count() == 0, "among the games stands none"


@pytest.mark.timeout(400)
def test_after_a_game_the_page_tells_what_decided_it(page: Make, placed: Placed) -> None:
    tab = page(placed.base)
    tab.goto(placed.base + placed.table(tab, "archies-war", DECLARED))
    tab.wait_for_selector(".table .world")
    tab.locator('.answers [data-do="end"]').click()
    tab.wait_for_function(
        """() => document.querySelector('.curtain') || (document.querySelector('[data-key="table"]')
          && !document.querySelector('.table.sending, .answers [data-do="end"]'))"""
    )
    if tab.locator(".curtain").count():
        tab.locator(".curtain .button.primary").click()
    menu(tab, "Resign")
    tab.locator("dialog .danger").click()
    tab.locator('[data-key="after"]').click()
    after = tab.locator(".after")
    after.wait_for(timeout=120000)
    assert [one.get_attribute("d")[:2] for one in after.locator("svg path:not(.grid)").all()] == ["M0"] * 3
    assert after.locator(".curve-scale span").all_inner_texts() == ["100%", "50%", "0%"]
    assert "Chance of winning for the Americans" in after.locator("figcaption").inner_text()
    assert all(after.locator(".curve-foot span").all_inner_texts()), "the turns stand below"
    assert after.locator(".luck li").count() == 2
    for dot in after.locator(".curve-dot").all()[:1]:
        dot.click()
        tab.wait_for_selector(".table.replaying")
