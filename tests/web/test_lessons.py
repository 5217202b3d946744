"""Lessons in the browser: clicked through as a newcomer would, by what the coach points at, and by nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from driver import Driver
from test_company import ask

from ironbottom.games import load, slugs

Make = Callable[..., Any]
Axe = Callable[[Any], list[dict[str, Any]]]

LEARN = '[data-game="archies-war"] [data-key="learn"]'

SIGN = """() => {
  const many = (query) => document.querySelectorAll(query).length;
  return [document.querySelector('.coach').dataset.state, many('.coach-steps i.done'), many('.picked'), many('.menu'),
    many('[data-key="confirm"]')].join(' ');
}"""
"""What a click changes."""


def begin(tab: Any, lesson: str) -> None:
    """From the first page to the lesson."""
    tab.set_default_timeout(30000)
    tab.click(LEARN)
    tab.click(f'[data-lesson="{lesson}"]')
    tab.wait_for_selector(".coach:not([hidden]) .coach-words p")
    tab.wait_for_selector(".world .piece")


def read_on(tab: Any) -> None:
    """To the page on which something is to be done."""
    while tab.locator('[data-key="coach-on"]').count():
        tab.click('[data-key="coach-on"]')


def follow(tab: Any) -> None:
    """One thing that the coach points at."""
    read_on(tab)
    before = tab.evaluate(SIGN)
    for query in ('[data-key="confirm"]', ".menu-item.advised", ".answers .advised", ".piece.advised:not(.picked)"):
        if tab.locator(query).count():
            tab.locator(query).first.click()
            break
    else:
        Driver(tab).space(tab.locator(".space.lit.advised").first)
    tab.wait_for_function(f"(before) => !document.querySelector('.table.sending') && ({SIGN})() !== before", arg=before)


def state(tab: Any) -> str:
    return str(tab.evaluate("document.querySelector('.coach').dataset.state"))


def test_a_newcomer_clicks_through_the_first_lesson(real: str, page: Make) -> None:
    tab = page(real)
    begin(tab, "march")
    for _ in range(20):
        if state(tab) == "done":
            break
        follow(tab)
    assert state(tab) == "done"
    assert tab.locator(".coach-count").inner_text() == "Learned"
    tab.click('[data-key="coach-next"]')
    tab.wait_for_function("() => document.querySelector('.coach-head b')?.innerText === 'The attack'")
    tab.click('[data-key="coach-leave"]')
    tab.wait_for_selector(LEARN)
    assert tab.locator(".table-row").count() == 0
    tab.click(LEARN)
    assert tab.locator(".lesson.over").count() == 1
    assert tab.locator(".lesson.next").get_attribute("data-lesson") == "attack"


def test_a_lesson_that_was_left_goes_on_or_begins_again(real: str, page: Make) -> None:
    tab = page(real)
    begin(tab, "march")
    follow(tab)
    tab.click('[data-key="coach-leave"]')
    tab.click(LEARN)
    tab.locator('[data-lesson="march"]', has_text="Go on").click()
    tab.wait_for_selector(".coach-count:has-text('Step 2 of')")
    tab.get_by_role("button", name="Table", exact=True).click()
    tab.locator(".menu-item", has_text="Begin the lesson again").click()
    tab.wait_for_selector(".coach-count:has-text('Step 1 of')")
    tab.click('[data-key="coach-leave"]')
    tab.click(LEARN)
    tab.click('[data-key="again-march"]')
    tab.wait_for_selector(".coach-count:has-text('Step 1 of')")


def test_in_a_whole_game_the_coach_goes_on_to_what_is_asked_now(real: str, page: Make) -> None:
    tab = page(real, 390, 844, touch=True)
    begin(tab, "first_game")
    tab.click('[data-key="coach-on"]')
    tab.wait_for_selector(".coach-page:has-text('2/3')")
    assert "two actions a turn" in tab.locator(".coach-words").inner_text()
    tab.click('[data-key="coach-on"]')
    assert "tap a block" in tab.locator(".coach-todo").inner_text()
    key = tab.url.rpartition("/")[2]
    n = ask(tab, f"/api/tables/{key}?seat=american")["n"]
    march = ["take henderson_field vandegrift", "go point_cruz henderson_field"]
    ask(tab, f"/api/tables/{key}/do", {"seat": "american", "n": n, "id": "march", "do": march})
    tab.wait_for_selector(".coach-words:has-text('One action is left')")


def test_a_wrong_move_is_told_and_taken_back(real: str, page: Make) -> None:
    tab = page(real, expected="400")
    begin(tab, "march")
    read_on(tab)
    tab.locator('.piece[data-id="american:henderson_field:vandegrift:1"]').click()
    tab.wait_for_selector('.coach[data-state="astray"]')
    assert "Vandegrift" in tab.locator(".coach-words").inner_text()
    assert tab.locator(".piece.advised").count() == 0
    tab.locator(".coach-words .rule-link").first.click()
    tab.wait_for_selector('[role="tab"][aria-selected="true"]:has-text("Rules")')
    tab.click('[data-key="coach-undo"]')
    tab.wait_for_selector('.coach[data-state="do"]')
    assert tab.locator(".piece.advised").count() == 1
    tab.locator('.answers [data-do="end"]').click()
    tab.wait_for_selector(".notice.why")
    assert "Not in this lesson" in tab.locator(".notice.why").inner_text()
    assert state(tab) == "do"


@pytest.mark.parametrize("key", [lesson.id for lesson in load("archies-war").lessons if not lesson.whole])
def test_every_lesson_begins_and_points_at_what_is_to_be_done(real: str, page: Make, key: str) -> None:
    tab = page(real)
    begin(tab, key)
    read_on(tab)
    assert tab.locator(".coach-todo").inner_text()
    assert tab.locator(".piece.advised, .space.lit.advised").count()
    assert tab.locator('[data-key="hint"]').count() == 0


def test_the_list_of_lessons(real: str, page: Make, axe: Axe) -> None:
    tab = page(real)
    tab.set_default_timeout(30000)
    tab.click(LEARN)
    assert tab.locator(".lesson").count() == len(load("archies-war").lessons)
    assert tab.locator(".lesson.next").evaluate("one => one === document.activeElement")
    assert [fault["id"] for fault in axe(tab)] == []
    tab.keyboard.press("Escape")
    tab.get_by_role("button", name="Play: Archie's War").click()
    tab.locator("dialog .link-button", has_text="Learn").click()
    assert tab.locator("dialog[open] .lesson").count() == len(load("archies-war").lessons)
    tab.keyboard.press("Escape")
    tab.evaluate("localStorage.setItem('ironbottom.lessons.archies-war', '[\"march\"]')")
    tab.click('[data-key="learn-all"]')
    group = tab.locator('.learn-game[data-game="archies-war"]')
    assert "1 of" in group.locator("summary").inner_text()
    assert group.locator(".lesson.next").get_attribute("data-lesson") == "attack"
    assert group.locator(".lesson.next").evaluate("one => one === document.activeElement")
    taught = [slug for slug in slugs() if load(slug).lessons]
    assert [one.get_attribute("data-game") for one in tab.locator(".learn-game").all()] == taught
    assert [fault["id"] for fault in axe(tab)] == []


@pytest.mark.parametrize("width", [360, 390])
def test_on_a_phone_the_coach_leaves_room_for_the_board(real: str, page: Make, axe: Axe, width: int) -> None:
    tab = page(real, width, 740, "dark", touch=True)
    begin(tab, "attack")
    read_on(tab)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert tab.locator(".port").bounding_box()["height"] > 240
    box = tab.locator(".coach").bounding_box()
    for button in tab.locator(".coach-buttons button:visible").all():
        found = button.bounding_box()
        assert found["x"] >= box["x"]
        assert found["x"] + found["width"] <= box["x"] + box["width"]
        assert found["height"] >= 24
    assert [fault["id"] for fault in axe(tab)] == []


def test_a_lesson_goes_by_keyboard_and_is_read_out(real: str, page: Make) -> None:
    tab = page(real)
    begin(tab, "march")
    assert tab.locator('.coach-words[aria-live="polite"]').count() == 1
    tab.locator('[data-key="coach-on"]').focus()
    tab.keyboard.press("Enter")
    assert tab.evaluate("document.activeElement.closest('.coach') !== null"), "the focus is lost"
    for _ in range(20):
        tab.keyboard.press("n")
        if tab.evaluate("document.activeElement.matches('.piece.advised')"):
            break
    tab.keyboard.press("Enter")
    tab.wait_for_function("() => document.querySelectorAll('.coach-steps i.done').length === 1")
    tab.keyboard.press("u")
    tab.wait_for_function("() => document.querySelectorAll('.coach-steps i.done').length === 0")
