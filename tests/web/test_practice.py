"""The practice board in a real browser: a rule shown from the panel, a refusal and the log, then tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from placed import Placed

from ironbottom import games

Make = Callable[..., Any]
Axe = Callable[..., Any]
DECLARED = {
    "step": "american-actions", "turn": 5, "american": {"henderson_field": ["inf5", "inf4"]},
    "japanese": {"koli_point": ["inf2"]}, "actions_left": 2,
}  # fmt: skip
FIGHT = """async (id) => {
  const moves = ['take henderson_field inf5', 'go koli_point henderson_field'];
  for (const move of moves) {
    const { n } = await (await fetch(`/api/tables/${id}?seat=american`)).json();
    const body = JSON.stringify({ seat: 'american', n, id: move, do: [move] });
    const headers = { 'content-type': 'application/json', 'X-Ironbottom': '1' };
    const answer = await fetch(`/api/tables/${id}/do`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  }
}"""
GO = '[data-key="coach-on"]:visible, [data-key="coach-show"]:visible, [data-key="story-now"]:visible'
AT = """() => [document.querySelector('.coach-words')?.innerText, document.querySelector('.coach-count')?.innerText,
  document.querySelector('.table .coach').hidden, !!document.querySelector('[data-key="story-now"]')].join('|')"""
SOME = {
    "archies-war": ("2P-33", "2P-26", "2P-1"),
    "axis-allies": ("M17", "C7", "G5"),
    "first-blood": ("8.6a", "7.0a", "4.3a"),
    "henderson-field": ("R7.6", "R7.1b", "R2.2.2b"),
    "solomons": ("RS-128", "RS-033", "RS-006"),
}
"""Statements of each game that play, forbid and describe."""


def open_rule(tab: Any, rule: str) -> None:
    """Find a rule in the panel by its number."""
    tab.locator("#tab-rules").click()
    tab.locator('[data-key="rule-search"]').fill(rule)
    tab.locator(f'.rule[data-id="{rule}"]').wait_for()


def show(tab: Any, rule: str) -> None:
    """Press "Show me" at a rule that is in sight."""
    tab.locator(f'[data-key="show-{rule}"]').click()
    on_board(tab)


def on_board(tab: Any) -> None:
    tab.locator(".table.practice .world").wait_for()
    tab.locator(".coach-words").first.wait_for()


def to_the_end(tab: Any) -> list[str]:
    """Go through the example; all that was said."""
    said = []
    while tab.locator('[data-key="coach-try"]:visible').count() == 0:
        tab.locator(GO).first.wait_for()
        before = tab.evaluate(AT)
        said.append(before)
        tab.locator(GO).first.click()
        tab.wait_for_function(f"(before) => ({AT})() !== before", arg=before)
    return [*said, tab.evaluate(AT)]


def back(tab: Any, path: str) -> None:
    tab.locator('[data-key="way-back"]:visible, [data-key="coach-home"]:visible').click()
    tab.wait_for_url(f"**{path}*")
    tab.locator(".table:not(.practice) .world").wait_for()


@pytest.mark.timeout(400)
def test_a_rule_is_shown_from_panel_refusal_and_log(page: Make, placed: Placed, axe: Axe) -> None:
    tab = page("about:blank", story="normal")
    path = placed.table(tab, "archies-war", DECLARED)
    tab.goto(placed.base + path)
    tab.locator(".table .world").wait_for()
    open_rule(tab, "2P-26")
    show(tab, "2P-26")
    assert "Practice board" in tab.locator(".ribbon").inner_text()
    assert "PRACTICE BOARD" in tab.locator(".plate").inner_text().upper()
    assert any("refused" in words and "2P-26" in words for words in to_the_end(tab))
    assert [fault["id"] for fault in axe(tab)] == []
    tab.locator('[data-key="coach-try"]').focus()
    tab.keyboard.press("Enter")
    tab.locator(".coach-count", has_text="Yours to try").wait_for()
    assert tab.locator(".cell.lit, .piece.lit, .answers .button").count() > 0, "it is one's own to play"
    back(tab, path)
    assert tab.evaluate("async () => (await (await fetch('/api/tables')).json()).length") == 1
    tab.locator('.space[data-id="taivu_point"]').click(force=True)  # nothing may be done there: why not
    link = tab.locator(".notice.why .rule-link")
    rule = link.get_attribute("data-rule")
    link.click()
    tab.locator(f'.rule.here[data-id="{rule}"]').wait_for()
    show(tab, rule)
    back(tab, path)
    tab.evaluate(FIGHT, path.rpartition("/")[2])
    tab.locator("#tab-log").click()
    link = tab.locator(".log-body .rule-link:visible").last
    rule = link.get_attribute("data-rule")
    link.click()
    tab.locator(f'.rule.here[data-id="{rule}"] [data-key="show-{rule}"]').wait_for()


def test_from_a_practice_board_on_a_phone_one_comes_back(page: Make, placed: Placed) -> None:
    tab = page("about:blank", width=390, height=844, touch=True)
    path = placed.table(tab, "archies-war", DECLARED)
    tab.goto(placed.base + path)
    tab.locator(".table .world").wait_for()
    open_rule(tab, "2P-26")
    show(tab, "2P-26")
    back(tab, path)


def test_on_a_phone_a_sheet_rises_when_the_example_is_ones_own(page: Make, placed: Placed) -> None:
    """The last step of this example asks for purchases on a sheet: it came up, and the card of what was thrown lay over
    "Try it yourself"."""
    tab = page("about:blank", width=390, height=844, touch=True)
    tab.goto(placed.base + placed.table(tab, "axis-allies", {}))
    tab.locator(".table .world").wait_for()
    open_rule(tab, "M17")
    show(tab, "M17")
    to_the_end(tab)
    tab.locator(".told-card").wait_for()
    assert tab.locator(".panel").get_attribute("data-height") == "peek"
    tab.locator('[data-key="coach-try"]').tap()
    tab.locator(".coach-count", has_text="Yours to try").wait_for()


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("slug", games.READY)
@pytest.mark.parametrize("width", [1440, 390])
def test_rules_of_each_kind_are_shown_and_tried(page: Make, placed: Placed, axe: Axe, slug: str, width: int) -> None:
    tab = page("about:blank", width=width, height=844 if width < 500 else 900, touch=width < 500)
    path = placed.table(tab, slug, {})
    for rule in SOME[slug]:
        tab.goto(placed.base + path)
        tab.locator(".table .world").wait_for()
        open_rule(tab, rule)
        show(tab, rule)
        assert len(to_the_end(tab)) >= 2
        assert [fault["id"] for fault in axe(tab)] == []
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
        tab.locator('[data-key="coach-try"]').click()
        tab.locator(".coach-count", has_text="Yours to try").wait_for()
        back(tab, path)
    tab.goto(f"{placed.base}/aid/{slug}")
    tab.locator(".aid-table").first.wait_for()
    assert [fault["id"] for fault in axe(tab)] == []
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_from_an_example_one_comes_back_to_its_rule_and_sees_what_comes_next(page: Make, placed: Placed) -> None:
    tab = page("about:blank")
    path = placed.table(tab, "henderson-field", {"turn": 2, "phase": "guerrillas", "supply": {"american": 5}})
    tab.goto(placed.base + path)
    tab.locator(".table .world").wait_for()
    assert {"Kamimbo", "Visale", "Cape Esperance"} <= set(tab.locator(".lit-name").all_inner_texts())
    tab.evaluate("() => { window.same = true; }")
    open_rule(tab, "R11.0")
    show(tab, "R11.0")
    assert tab.evaluate("window.same"), "the whole page was loaded anew"
    while tab.locator('[data-key="coach-show"]').count() == 0:
        tab.locator('[data-key="coach-on"]').click()
    sees = """(id) => {
      const place = document.querySelector(`.space[data-id="${id}"]`).getBoundingClientRect();
      const board = document.querySelector('.port').getBoundingClientRect();
      return place.left > board.left && place.right < board.right;
    }"""
    tab.wait_for_function(sees, arg="7208")  # it is told, and not done yet
    tab.locator('[data-key="coach-before"]').click()
    tab.wait_for_function(sees, arg="4605")
    tab.locator('.space[data-id="4605"]').click(force=True)
    tab.locator(".notice.why").wait_for()
    assert "zone of control" in tab.locator(".notice.why").inner_text()
    tab.locator('[data-key="coach-on"]').click()
    tab.locator(".notice.why").wait_for(state="detached")
    back(tab, path)
    tab.locator('#tab-rules[aria-selected="true"]').wait_for()
    tab.locator('.rule.here[data-id="R11.0"]').wait_for()
    assert tab.evaluate("window.same")
    show(tab, "R11.0")
    tab.go_back()  # by the browser's own button
    tab.wait_for_url(f"**{path}*")
    tab.locator(".table:not(.practice) .world").wait_for()


def test_each_page_of_what_the_board_tells_is_whole_and_lights_its_own_places(page: Make, placed: Placed) -> None:
    tab = page("about:blank", 1440, 900)
    tab.goto(placed.base + placed.table(tab, "first-blood", {}))
    tab.locator(".table .world").wait_for()
    open_rule(tab, "4.5a")
    show(tab, "4.5a")
    lit = "() => [...document.querySelectorAll('.space.advised')].map((one) => one.dataset.id).sort()"
    cut = "() => { const e = document.querySelector('.coach-words'); return e.scrollHeight > e.clientHeight + 1; }"
    all_of_them, parts = set(tab.evaluate(lit)), []
    while tab.locator('[data-key="coach-on"]:visible').count():
        tab.locator('[data-key="coach-on"]').click()
        assert not tab.evaluate(cut)
        parts.append(set(tab.evaluate(lit)))
    assert [len(part) for part in parts[1:]] == [3, 4, 2]
    assert set.union(*parts[1:]) < all_of_them  # the first tells of more
