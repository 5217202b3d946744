"""The lessons of Axis & Allies: Guadalcanal in the browser, to their ends, by what the coach points at alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import guided
import pytest

from ironbottom.games import load

Make = Callable[..., Any]
LESSONS = [lesson.id for lesson in load("axis-allies").lessons if not lesson.whole]

CUT = "([words]) => words.scrollHeight > words.clientHeight + 1"
"""Whether the coach's words do not fit into their room."""


def begin(tab: Any, lesson: str) -> None:
    """From the first page to the lesson."""
    tab.set_default_timeout(20000)
    tab.click('[data-game="axis-allies"] [data-key="learn"]')
    tab.click(f'[data-lesson="{lesson}"]')
    tab.wait_for_selector(".coach:not([hidden]) .coach-words p")
    tab.wait_for_selector(".world .piece")


@pytest.mark.soak
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("key", LESSONS)
def test_a_newcomer_plays_each_lesson_to_its_end(real: str, page: Make, key: str, phone: bool) -> None:
    tab = page(real, 390, 844, touch=True) if phone else page(real, 1440, 900)
    begin(tab, key)
    cut = []
    while guided.state(tab) != "done":
        if tab.locator(".coach-words").evaluate_all(CUT):
            cut.append(tab.locator(".coach-words").inner_text())
        guided.follow(tab, phone)
    assert tab.locator(".coach-count").inner_text() == "Learned"
    assert not cut, "words of the coach that one has to scroll to"


def test_the_number_is_pointed_at_and_what_must_not_be_is_told(real: str, page: Make) -> None:
    """Steppers of a sheet, a refusal in the lesson's own words, and a game that is won in it."""
    tab = page(real, 1280, 860, expected="400")
    begin(tab, "points")
    while "battleship" not in " ".join(tab.locator(".coach-todo").all_inner_texts()):
        guided.follow(tab)
    tab.locator('.answers [data-do="done"]').click()
    tab.wait_for_selector(".notice.why")
    assert "18 points would be lost" in tab.locator(".notice.why").inner_text()
    assert guided.state(tab) == "do"
    pressed = guided.play(tab)
    assert ".stepper .icon-button.advised" in pressed
    assert "15 to 14" in tab.locator(".coach-words").inner_text()
