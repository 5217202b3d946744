"""Whose a seat is, as the page shows it: recovery codes, the question for a seat, personal links."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from guests import come, post
from test_company import ask, choose, sit

from server.play import stored

Make = Callable[..., Any]

DAY = 86400.0


@pytest.fixture
def served(placed: Any) -> Iterator[Any]:
    """A server in this process, so that its clock can be put back."""
    tables = placed.server.tables
    tables.link_base, before = placed.base, tables.clock
    yield placed
    tables.clock = before


def within(tab: Any) -> None:
    """Nothing stands over the edge of the window."""
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_seat_is_moved_by_its_recovery_code(served: Any, page: Make) -> None:
    one = come(page, served.base)
    seats = {"american": "me", "japanese": "friend"}
    body = {"game": "archies-war", "scenario": "two-player", "options": {}, "seats": seats, "clock": None}
    made = post(one, f"{served.base}/api/tables", {**body, "hints": True})
    two = page(made["links"]["japanese"], 390, 844, expected="403")
    two.get_by_role("button", name="Take the seat").click()
    shown = two.get_by_role("textbox", name="Recovery code")
    shown.wait_for()
    assert "shown only this once" in two.locator("main").inner_text()
    within(two)
    code = shown.input_value()
    two.get_by_role("link", name="Go to the table").click()
    two.wait_for_selector(".table .world")
    three = page(served.base, expected="404")
    three.get_by_role("button", name="Recover a seat").click()
    field = three.get_by_role("textbox", name="Recovery code")
    field.fill("AAAA-BBBB-CCCC-DDDD-EEEE")
    field.press("Enter")
    three.get_by_role("dialog").get_by_text("No seat has this recovery code.").wait_for()
    field.fill(code.lower())
    field.press("Enter")
    three.wait_for_url("**/join/*")
    three.get_by_text("Your seat, the Japanese, comes to this browser.").wait_for()
    assert "asks you to play" not in three.locator(".join").inner_text()
    assert "loses it" in three.locator(".join .warning").inner_text()
    three.get_by_role("button", name="Take the seat").click()
    assert three.get_by_role("textbox", name="Recovery code").input_value() != code
    three.get_by_role("link", name="Go to the table").click()
    three.wait_for_selector(".table .world")
    two.wait_for_function("() => document.querySelector('.notice.net')?.innerText.includes('no longer yours')")
    assert two.locator(".answers .button, .lit").count() == 0, "and nothing more is asked there"
    assert "decide" not in two.locator(".plate").inner_text().lower()
    choose(three, "My seat, the Japanese")
    three.get_by_role("button", name="New recovery code").click()
    assert len(three.get_by_role("textbox", name="Recovery code").input_value()) == 24


def test_a_seat_is_asked_for_and_kept_or_given_to_another(served: Any, page: Make) -> None:
    one, two, made = sit(served.base, page)
    tables = served.server.tables
    for kept in (True, False):
        tables.clock = lambda: time.time() - 4 * DAY  # asked for four days ago
        choose(one, "Ask for the seat of the Japanese")
        one.get_by_role("button", name="Ask for the seat").click()
        two.locator(".notice.asked").wait_for()
        tables.clock = time.time
        if kept:
            two.get_by_role("button", name="I am still here").click()
            two.locator(".notice.asked").wait_for(state="detached")
            rows = stored(served.server.store, "SELECT asked FROM seats WHERE game_table = ?", (made["id"],))
            assert set(rows) == {(None,)}
    two.goto(served.base)
    two.locator(".table-row .warning").wait_for()
    choose(one, "New link for the Japanese")
    url = one.locator("dialog .link-row input").input_value()
    three = page(url)
    three.get_by_role("button", name="Take the seat").click()
    three.get_by_role("link", name="Go to the table").click()
    three.wait_for_selector(".table .world")
    two.reload()
    two.locator(".table-row").first.click()
    two.wait_for_url("**/t/*")
    two.wait_for_selector(".table .world")
    two.get_by_text("you are watching").wait_for()


def test_a_personal_link_says_who_one_would_become(served: Any, page: Make) -> None:
    one, two, _ = sit(served.base, page)
    ask(one, "/api/me", {"name": "Ann of Tulagi"})
    ask(two, "/api/me", {"name": "Ben of Savo"})
    url = ask(one, "/api/me/link", {})["url"]
    one.goto(url)
    one.get_by_role("heading", name="You are Ann of Tulagi here already").wait_for()
    phone = page(url, 390, 844, expected="404")
    phone.get_by_role("heading", name="Play as Ann of Tulagi on this device?").wait_for()
    assert "Nobody has played on this device yet" in phone.locator("main").inner_text()
    within(phone)
    two.goto(url)
    two.get_by_role("button", name="Play as Ann of Tulagi").wait_for()
    words = two.locator("main").inner_text()
    assert "This device plays as Ben of Savo now (1 game)" in words
    assert "will not be reached from this device any more" in words
    phone.get_by_role("button", name="Play as Ann of Tulagi").click()
    phone.wait_for_selector(".table-row")
    assert ask(phone, "/api/me")["name"] == "Ann of Tulagi"
    phone.goto(url)
    phone.get_by_role("heading", name="This personal link is void").wait_for()
    phone.get_by_text(re.compile(r"^This personal link has been used.*\.$")).wait_for()
    two.get_by_role("link", name="No, stay as I am").click()
    two.wait_for_selector(".table-row")
    assert ask(two, "/api/me")["name"] == "Ben of Savo"
