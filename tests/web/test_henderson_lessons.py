"""The lessons of Henderson Field in the browser, to their ends, by what the coach points at alone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import guided
import pytest

from ironbottom.games import load

Make = Callable[..., Any]
LESSONS = [lesson.id for lesson in load("henderson-field").lessons if not lesson.whole]


def begin(tab: Any, lesson: str) -> None:
    """From the first page to the lesson."""
    tab.set_default_timeout(20000)
    tab.click('[data-game="henderson-field"] [data-key="learn"]')
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


def follow(tab: Any, steps: int, most: int) -> list[str]:
    """What the coach points at, by touch, until so many steps are done; what was pressed."""
    pressed: list[str] = []
    while tab.locator(".coach-steps i.done").count() < steps:
        pressed.append(guided.follow(tab, touch=True))
        assert len(pressed) < most
    return pressed


def test_with_nothing_in_hand_a_place_says_so_and_the_log_has_no_empty_phase(real: str, page: Make) -> None:
    tab = page(real, 1440, 900)
    begin(tab, "wins")
    tab.locator('.space[data-id="3507"]').click(force=True)
    assert "Click one of your pieces first" in tab.locator(".notice.why").inner_text()
    guided.play(tab)
    tab.get_by_role("tab", name="Log").click()
    heads = [item.evaluate("(one) => one.matches('.phase, .turn')") for item in tab.locator(".log > .line").all()]
    assert heads[-1], "where one stands is said"
    assert (True, True) not in set(pairwise(heads))


def test_on_a_phone_the_coach_leads_to_a_battery_and_to_its_number_of_dice(real: str, page: Make) -> None:
    tab = page(real, 390, 844, touch=True)
    begin(tab, "guns")
    assert follow(tab, 2, 12)[-2:] == [".stepper .icon-button.advised", ".field-choices .advised"]
    assert "Dice: 3" in tab.locator("#prompt-text").inner_text()
    box = tab.locator(".port").bounding_box()
    target = tab.locator('.space[data-id="3210"]').bounding_box()
    assert box["y"] < target["y"] < box["y"] + box["height"], "what the coach speaks of is out of sight"


def test_two_quick_taps_on_a_hex_land_there_and_call_nobody_together(real: str, page: Make) -> None:
    """The first brings the hex near, the second lands: those who have landed there are not meant."""
    tab = page(real, 390, 844, touch=True)
    begin(tab, "rabaul")
    follow(tab, 4, 30)
    assert tab.get_by_text("go together").count() == 0
