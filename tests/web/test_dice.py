"""How two pages make the dice of their game without anybody noticing, and how the page explains them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from guests import come, post

from web.test_company import ask
from web.test_seats import within

Make = Callable[..., Any]


def menu(tab: Any, name: str) -> None:
    tab.locator('[data-key="table"]').click()
    tab.get_by_role("menuitem", name=name).click()


def begun(tab: Any, key: str) -> Any:
    return ask(tab, f"/api/tables/{key}")["dice"]


def sat(base: str, page: Make) -> tuple[Any, Any, str]:
    """A table with a friend: the maker's page, his, and the table."""
    one = come(page, base)
    seats = {"american": "me", "japanese": "friend"}
    body = {"game": "archies-war", "scenario": "two-player", "options": {}, "seats": seats}
    made = post(one, f"{base}/api/tables", body)
    one.goto(f"{base}/t/{made['id']}")
    one.wait_for_selector(".table .world")
    one.wait_for_selector("#prompt-text:has-text('taken the seat')")
    two = page(made["links"]["japanese"], expected="403")
    return one, two, made["id"]


def test_a_game_begins_when_both_pages_have_given_their_numbers(real: str, page: Make) -> None:
    one, two, key = sat(real, page)
    assert begun(one, key)["commitment"], "the maker's page committed itself when it came"
    menu(one, "The dice")
    assert "nobody could choose what falls" in one.locator("dialog").inner_text()
    assert one.locator(".dice-checks li").count() == 0
    one.keyboard.press("Escape")
    two.get_by_role("button", name="Take the seat").click()
    one.wait_for_selector('[data-key^="do-"], .lit')
    assert set(begun(one, key)["numbers"]) == {"american", "japanese"}
    two.get_by_role("link", name="Go to the table").click()
    two.wait_for_selector(".table .world")
    for tab in (one, two):
        menu(tab, "The dice")
        shown = tab.locator("dialog").inner_text()
        for line in ("The number that this browser gave is in it.", "The fingerprints are those"):
            assert f"✓ {line}" in shown
        assert "✗" not in shown
        within(tab)
        tab.keyboard.press("Escape")
    menu(one, "Resign")
    one.get_by_role("button", name="Resign").click()
    two.wait_for_selector("text=resigned")
    menu(two, "The dice")
    assert "✓ The seed has the fingerprint that was shown at the start." in two.locator("dialog").inner_text()
    assert "✗" not in two.locator("dialog").inner_text()


def test_a_number_that_was_lost_is_made_anew_by_itself(real: str, page: Make) -> None:
    """The maker's browser forgot it; his friend's page gives another one when it looks in."""
    one, two, key = sat(real, page)
    one.goto(real)
    one.evaluate("localStorage.clear()")
    two.get_by_role("button", name="Take the seat").click()
    two.get_by_role("link", name="Go to the table").click()
    two.wait_for_selector("#prompt-text:has-text('looks in')")
    one.goto(f"{real}/t/{key}")
    one.wait_for_selector('[data-key^="do-"], .lit')
    dice = begun(two, key)
    assert (dice["tries"], set(dice["numbers"])) == (2, {"american", "japanese"})
    menu(two, "The dice")
    assert "begun 2 times" in two.locator("dialog").inner_text()
