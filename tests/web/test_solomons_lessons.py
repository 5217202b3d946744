"""Solomons Campaign's lessons in the browser, to their ends, by what the coach points at alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import guided
import pytest

from ironbottom.games import load

Make = Callable[..., Any]
LESSONS = [lesson.id for lesson in load("solomons").lessons if not lesson.whole]


def begin(tab: Any, lesson: str) -> None:
    """From the first page to the lesson."""
    tab.set_default_timeout(20000)
    tab.click('[data-game="solomons"] [data-key="learn"]')
    tab.click(f'[data-lesson="{lesson}"]')
    tab.wait_for_selector(".coach:not([hidden]) .coach-words p")
    tab.wait_for_selector(".world .piece")


@pytest.mark.soak
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("key", LESSONS)
def test_a_newcomer_plays_each_lesson_to_its_end(real: str, page: Make, key: str, phone: bool) -> None:
    tab = page(real, 390, 844, touch=True) if phone else page(real, 1440, 900)
    begin(tab, key)
    guided.play(tab, phone)
    assert tab.locator(".coach-count").inner_text() == "Learned"


def test_ships_are_put_into_boxes_as_the_coach_points(real: str, page: Make) -> None:
    """The boxes, several ships at once, and a wrong one that is told and taken back."""
    tab = page(real, 1280, 860)
    begin(tab, "counters")
    tab.locator('[data-key="chip-U-TR-1"]').click()
    tab.locator('[data-key="put-tf1"]').click()
    tab.wait_for_selector('.coach[data-state="astray"]')
    assert "transport" in tab.locator(".coach-words").inner_text()
    tab.click('[data-key="coach-undo"]')
    tab.wait_for_selector('.coach[data-state="do"]')
    tab.wait_for_selector('[data-key="chip-U-BB-1"].advised')
    pressed = guided.play(tab)
    assert ".chip.advised:not(.on)" in pressed
    assert ".bin .primary.advised" in pressed
