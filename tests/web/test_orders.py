"""Orders that are typed, a turn rehearsed, whether the opponent is there, and what is thought to be wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from placed import Placed
from test_company import choose, sit

Make = Callable[..., Any]

ACTIONS = {
    "step": "american-actions", "turn": 5, "american": {"henderson_field": ["inf5", "inf4"]}, "actions_left": 1,
}  # fmt: skip


def begin(page: Make, placed: Placed, **how: Any) -> Any:
    tab = page("about:blank", **how)
    tab.goto(placed.base + placed.table(tab, "archies-war", ACTIONS))
    tab.wait_for_selector(".piece.lit")
    return tab


@pytest.mark.timeout(200)
def test_orders_are_completed_as_one_types(page: Make, placed: Placed) -> None:
    tab = begin(page, placed)
    tab.keyboard.press("/")
    field = tab.get_by_role("combobox", name="Command")
    every = tab.locator(".command-list li").all_inner_texts()
    assert every
    assert not any(one in " ".join(every) for one in ("_", "{", "pick ")), "in the player's words"
    field.type("infantry 4")
    fitting = tab.locator(".command-list li").all_inner_texts()
    assert len(fitting) == 1
    assert "Infantry 4" in fitting[0]
    tab.keyboard.press("Tab")
    assert field.input_value() == fitting[0].split("\n")[0]
    tab.keyboard.press("Enter")
    tab.wait_for_selector(".piece.picked")
    assert tab.locator(".command").is_hidden()
    tab.keyboard.press("/")
    field.type("koli")
    tab.keyboard.press("ArrowDown")
    assert tab.locator('.command-list [aria-selected="true"]').count() == 1
    tab.keyboard.press("Enter")
    assert "Koli Point" in tab.locator(".sentence.asking").inner_text(), "what cannot be taken back is asked once"
    tab.locator('[data-key="confirm"]').click()
    tab.wait_for_function("() => !document.querySelector('.piece.picked')")


@pytest.mark.timeout(200)
def test_what_cannot_be_ordered_is_said(page: Make, placed: Placed) -> None:
    tab = begin(page, placed)
    tab.keyboard.press("/")
    field = tab.get_by_role("combobox", name="Command")
    field.type("sail to Tokyo")
    tab.keyboard.press("Enter")
    assert tab.locator(".command-answer").inner_text() == "Nothing here begins with that."
    field.fill("legal")
    tab.keyboard.press("Enter")
    assert "may be done" in tab.locator(".command-answer").inner_text()
    field.fill("where koli")
    tab.keyboard.press("Enter")
    assert tab.evaluate("document.activeElement.dataset.id") == "koli_point"
    tab.keyboard.press("/")
    tab.keyboard.press("Escape")
    assert tab.locator(".command").is_hidden()


@pytest.mark.timeout(200)
def test_a_turn_is_rehearsed_without_an_engine(real: str, page: Make) -> None:
    """Between people who play without hints a turn can be tried out: nothing is evaluated, the game hears nothing."""
    one, two, made = sit(real, page, hints=False)
    game = one.url
    before = one.locator("#prompt-text").inner_text()
    choose(one, "Rehearse from here")
    one.wait_for_url(lambda url: made["id"] not in url)
    one.wait_for_selector(".table.analysis .world")
    assert "nothing is evaluated" in one.locator(".ribbon").inner_text()
    assert one.locator('[data-key="hint"], .best-lines').count() == 0
    one.locator(".piece.lit:not(.picked)").first.click()
    one.wait_for_selector(".piece.picked")
    one.locator('[data-key="way-back"]').click()
    one.wait_for_url(game)
    one.wait_for_selector(".table:not(.analysis) .world")
    assert one.locator("#prompt-text").inner_text() == before
    assert one.locator(".piece.picked").count() == 0
    assert two.locator(".piece.picked").count() == 0


@pytest.mark.timeout(200)
def test_one_sees_whether_the_other_is_there(real: str, page: Make) -> None:
    one, two, _ = sit(real, page)
    words = "() => document.querySelector('.plate').innerText.toLowerCase()"
    two.wait_for_function(f"() => ({words})().includes('to decide, is here')")
    one.close()
    two.wait_for_function(f"() => ({words})().includes('to decide, is away')", timeout=60000)


@pytest.mark.timeout(200)
@pytest.mark.chromium("of downloads Firefox's protocol does not tell")
def test_what_is_thought_to_be_wrong_is_saved_as_a_case(page: Make, placed: Placed) -> None:
    tab = begin(page, placed, expected="400 (Bad Request)")
    tab.locator('.space[data-id="west_jungle"]').click()  # nothing is in hand: it says why not
    notice = tab.locator(".notice.why")
    notice.wait_for()
    said = notice.locator("span").first.inner_text()
    with tab.expect_download() as coming:
        notice.get_by_role("button", name="This is wrong").click()
    case = json.loads(coming.value.path().read_text("utf-8"))
    assert case["format"] == "ironbottom case 1"
    assert (case["game"], case["seat"]) == ("archies-war", "american")
    assert case["said"]
    assert case["said"] in said
    assert case["legal"]
    assert case["position"] or case["record"]
    assert "Saved as a case" in tab.locator(".toast").inner_text()
    # so it is where the server refuses what was sent; the case says what that was
    tab.route("**/do", lambda route: route.fulfill(status=400, json={"error": "Not there.", "rule": "2P-17"}))
    tab.locator(".answers [data-do], .piece.lit").first.click()
    notice.get_by_text("Not there.").wait_for()
    with tab.expect_download() as coming:
        notice.get_by_role("button", name="This is wrong").click()
    case = json.loads(coming.value.path().read_text("utf-8"))
    assert (case["said"], case["rule"]) == ("Not there.", "2P-17")
    assert any(case["asked"].startswith(one) for one in case["legal"])
