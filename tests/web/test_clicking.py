"""What a click does when the table moves under it, how many it takes along, and the card where the seat changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from placed import Placed

Make = Callable[..., Any]


def crossed(tab: Any, meanwhile: Callable[[], None]) -> list[list[str]]:
    """The first act of the page finds that the table has moved on; what it sends, act by act."""
    sent: list[list[str]] = []

    def answer(route: Any) -> None:
        sent.append(json.loads(route.request.post_data)["do"])
        if len(sent) > 1:
            route.continue_()
            return
        meanwhile()
        route.fulfill(status=409, content_type="application/json", body='{"error": "the table has moved on since"}')

    tab.route("**/do", answer)
    return sent


@pytest.mark.chromium("what a request holds is not told by Firefox's protocol")
def test_a_click_that_crosses_anothers_act_is_sent_once_more(mock: str, stand_in: Any, page: Make) -> None:
    table = stand_in[0].tables["solo"]
    tab = page(f"{mock}/t/solo", expected="409")
    tab.wait_for_selector(".table .world")
    sent = crossed(tab, lambda: table.tell("told", "The Japanese dig in", side="japanese"))
    tab.locator('.piece[data-id="american:inf3:3"]').click()
    tab.wait_for_selector(".piece.picked")
    assert sent == [["take american:inf3:3"]] * 2
    assert not tab.get_by_text("moved on").count()


@pytest.mark.parametrize("change", ["prompt", "choice"])
@pytest.mark.chromium("what a request holds is not told by Firefox's protocol")
def test_a_click_that_means_something_else_now_is_not_sent(mock: str, stand_in: Any, page: Make, change: str) -> None:
    table = stand_in[0].tables["solo"]
    tab = page(f"{mock}/t/solo", expected="409")
    tab.wait_for_selector(".table .world")

    def meanwhile() -> None:
        if change == "choice":
            table.pieces[3]["state"] = "moved"
        else:
            table.turn += 1
        table.tell("told", "The Japanese dig in", side="japanese")

    sent = crossed(tab, meanwhile)
    tab.locator('.piece[data-id="american:inf3:3"]').click()
    tab.get_by_text("The position had changed; here it is now.").wait_for()
    assert len(sent) == 1
    assert tab.locator(".piece.picked").count() == 0


def test_that_a_game_is_decided_is_heard_and_makes_room(mock: str, stand_in: Any, page: Make) -> None:
    stand_in[0].tables["solo"].decided = "The Japanese cannot be driven off the airfield"
    tab = page(f"{mock}/t/solo")
    tab.locator(".notice.decided").get_by_text("cannot be driven off").wait_for()
    tab.locator('.piece[data-id="american:inf3:3"]').click()
    tab.locator(".notice.decided").wait_for(state="detached")
    tab.wait_for_selector(".piece.picked")
    tab.locator(".score-box.decided").wait_for()


FLEET = {"step": "M5", "first": "axis", "axis": {"I": ["DST*3"], "F": ["DST"]}, "allies": {"J": ["DST"]}}


def begin(page: Make, placed: Placed, position: dict[str, Any], width: int = 1440, height: int = 900) -> Any:
    tab = page("about:blank", width, height, touch=width < 700)
    tab.goto(placed.base + placed.table(tab, "axis-allies", position))
    tab.wait_for_selector(".table .world")
    return tab


def gone(tab: Any, space: str, n: int) -> None:
    """So many destroyers stand in a zone."""
    tab.wait_for_function(
        "([space, n]) => document.querySelectorAll(`.piece[data-id^='axis:${space}:DST']`).length === n",
        arg=[space, n],
    )


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_a_plain_click_takes_all_and_a_stepper_fewer(page: Make, placed: Placed, width: int, height: int) -> None:
    """With the keys too: the stepper is two buttons beside the question."""
    tab = begin(page, placed, FLEET, width, height)
    tab.locator('[data-do="take I DST"]').first.evaluate("(button) => button.click()")
    many = tab.locator(".how-many")
    many.wait_for()
    assert many.inner_text() == "3 of 3"
    target = tab.locator(".space.lit").first.get_attribute("data-id")
    less = many.locator('[data-key="many-less"]')
    box = less.bounding_box()
    assert box["x"] >= 0, "it is in the window"
    assert box["x"] + box["width"] <= width, "it is in the window"
    less.focus()
    tab.keyboard.press("Enter")
    tab.get_by_text("2 of 3").first.wait_for()
    click = "(space) => space.dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    tab.locator(f'.space[data-id="{target}"]').evaluate(click)
    gone(tab, str(target), 2)
    gone(tab, "I", 1)


@pytest.mark.timeout(300)
def test_shift_asks_how_many(page: Make, placed: Placed) -> None:
    tab = begin(page, placed, FLEET)
    tab.locator('[data-do="take I DST"]').first.evaluate("(button) => button.click()")
    tab.locator(".how-many").wait_for()
    space = tab.locator(".space.lit").first
    target = str(space.get_attribute("data-id"))
    space.evaluate("(one) => one.dispatchEvent(new MouseEvent('click', {bubbles: true, shiftKey: true}))")
    tab.locator("dialog .amount").wait_for()
    tab.keyboard.press("Escape")
    space.evaluate("(one) => one.dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    gone(tab, target, 3)


@pytest.mark.timeout(300)
def test_who_holds_both_seats_sees_his_dice_when_the_seat_changes(page: Make, placed: Placed) -> None:
    tab = begin(page, placed, {"step": "C2", "first": "axis", "axis": {"I": ["DST"]},
                               "allies": {"I": ["TRN"], "J": ["TRN+INF"]}})
    tab.locator('[data-do="fight I"]').first.evaluate("(button) => button.click()")
    tab.locator('[data-key="confirm"]').or_(tab.locator(".told-card")).first.wait_for()
    if tab.locator('[data-key="confirm"]').count():
        tab.locator('[data-key="confirm"]').click()
    tab.locator(".plate.us").wait_for()
    tab.locator(".told-card").wait_for()
