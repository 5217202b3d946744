"""How to win, what do I see, the glossary and the coach of the first game, as a newcomer meets them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Make = Callable[..., Any]
Axe = Callable[[Any], list[dict[str, Any]]]

TABLE = {"game": "archies-war", "scenario": "two-player", "options": {}, "hints": True, "clock": None,
         "seats": {"american": "me", "japanese": "bot:recruit"}}  # fmt: skip
BESIDE = {
    "turn": 4, "step": "american-actions", "tokens": 1,
    "american": {"henderson_field": ["inf5", "inf5", "inf4", "vandegrift"], "bloody_ridge": ["inf3"]},
    "japanese": {"koli_point": ["inf2"], "kokumbona": ["inf3"]},
}  # fmt: skip


def sit(tab: Any, address: str) -> None:
    made = tab.request.post(f"{address}/api/tables", data=TABLE, headers={"X-Ironbottom": "1"}).json()
    tab.goto(f"{address}/t/{made['id']}")
    tab.wait_for_selector(".world .piece")


def test_a_newcomer_is_told_how_to_win_and_what_is_asked_once(real: str, page: Make, axe: Axe) -> None:
    tab = page(real, coach="first")
    sit(tab, real)
    card = tab.locator("dialog.winning")
    card.wait_for()
    assert card.locator(".win-panel").count() == 5
    assert "10" in card.locator(".win-goals").inner_text()
    assert [fault["id"] for fault in axe(tab)] == []
    tab.keyboard.press("Enter")
    card.wait_for(state="detached")
    told = tab.locator(".coach .first-asked")
    told.wait_for()
    assert "One block on each place" in told.inner_text()
    tab.locator(".coach .first-plan").wait_for()
    assert [fault["id"] for fault in axe(tab)] == []
    tab.keyboard.press("h")  # he is asked for what he has said: it lights up
    tab.wait_for_selector(".coach-words.repeated")
    tab.wait_for_selector(".coach-words:not(.repeated)")
    sit(tab, real)
    assert tab.locator("dialog.winning, .first-asked").count() == 0
    tab.keyboard.press("g")
    card.wait_for()
    tab.keyboard.press("Escape")
    tab.click('[data-key="table"]')
    tab.get_by_role("menuitem", name="Glossary").click()
    tab.wait_for_selector("dialog .glossary dt")


def test_a_sign_of_the_board_is_explained(placed: Any, page: Make) -> None:
    tab = page("about:blank")
    tab.goto(placed.base + placed.table(tab, "archies-war", BESIDE))
    sign = tab.locator(".mark-sign.danger").first
    sign.wait_for()
    tab.keyboard.press("w")
    tab.wait_for_selector(".asks-what")
    sign.click()
    tab.wait_for_selector("dialog.what .what-list li")


def test_a_counter_is_explained_with_the_place_that_it_covers_and_each_rule_once(placed: Any, page: Make) -> None:
    tab = page(placed.base)
    position = {"turn": 3, "phase": "american_movement", "field": "american", "status": 12,
                "american": {"3707": ["us-11-2", "us-1-1"]}}  # fmt: skip
    tab.goto(placed.base + placed.table(tab, "henderson-field", position))
    tab.locator('.piece[data-id="us-1-1"]').wait_for()
    tab.keyboard.press("w")
    tab.locator('.piece[data-id="us-1-1"]').click(force=True)
    card = tab.locator("dialog.what")
    names = ["2 counters", "1/1, infantry", "11/2, artillery", "Henderson Field (3707)"]
    assert card.get_by_role("heading").all_inner_texts() == names
    assert "held by the Americans; its condition: 12 of 20" in card.inner_text()
    assert card.inner_text().count("a bar for each step") == 1
    tab.keyboard.press("Escape")
    card.wait_for(state="detached")
    if tab.locator(".asks-what").count() == 0:
        tab.keyboard.press("w")
    tab.locator(".stage-button").first.click()
    assert card.locator(".rule-link").count() == 1


def test_what_is_pointed_at_is_explained_and_not_done(real: str, page: Make, axe: Axe) -> None:
    tab = page(real)
    sit(tab, real)
    assert tab.locator("dialog, .coach:visible").count() == 0, "the coach was switched off"
    before = tab.locator(".picked").count()
    tab.keyboard.press("w")
    tab.wait_for_selector(".asks-what")
    tab.locator(".piece.lit").first.click()
    card = tab.locator("dialog.what")
    card.wait_for()
    assert card.locator(".what-list li").count() >= 2
    assert card.locator(".rule-link").count() >= 1
    assert tab.locator(".picked").count() == before
    tab.keyboard.press("Escape")
    card.wait_for(state="detached")
    tab.keyboard.press("Escape")
    tab.wait_for_selector(".table:not(.asks-what)")
    tab.keyboard.press("n")
    tab.keyboard.press("w")
    card.wait_for()
    card.locator(".rule-link").first.click()
    tab.wait_for_selector('[role="tab"][aria-selected="true"]:has-text("Rules")')
    tab.click('[data-key="table"]')
    tab.get_by_role("menuitem", name="Legend of the counters").click()
    card.wait_for()
    assert card.locator(".what-example").count() >= 4
    signs = card.locator("section", has=tab.get_by_role("heading", name="Symbols on the counters"))
    assert signs.locator("li").count() >= 8
    assert signs.locator("li:has(svg.face use)").count() == signs.locator("li").count(), "each is drawn"
    assert card.locator('[data-look="done"] .tick').is_visible()
    word = card.locator(".word-link").first
    word.focus()
    tab.keyboard.press("Enter")
    tab.wait_for_selector('.word-box[role="dialog"]')
    assert [fault["id"] for fault in axe(tab)] == []
    tab.keyboard.press("Escape")
    tab.wait_for_selector(".word-box", state="detached")
    assert word.evaluate("one => one === document.activeElement")
    assert card.count() == 1


def test_a_button_that_is_drawn_anew_while_the_mouse_is_down_is_pressed(placed: Any, page: Make) -> None:
    tab = page("about:blank", coach="always")
    path = placed.table(tab, "archies-war", BESIDE, japanese="recruit")
    held: list[Any] = []
    tab.route("**/advise", lambda route: held.append(route))
    tab.route("**/warn", lambda route: route.fulfill(json={"text": ""}))
    tab.goto(placed.base + path)
    with tab.expect_request("**/advise"):
        tab.locator("dialog.winning .button.primary").click()
    end = tab.locator('.answers [data-do="end"]')
    end.hover()
    before = end.element_handle()
    tab.mouse.down()
    tab.wait_for_timeout(20)
    said = held[0].fetch().json()  # the coach's proposal comes now, and lights what he would do
    held[0].fulfill(json={**said, "good": [*said["good"], "end"]})
    tab.wait_for_function("one => !one.isConnected", arg=before)
    tab.mouse.up()
    tab.get_by_text("turn 5 of 10").wait_for()


def test_what_the_coach_warns_of_is_to_be_confirmed_if_he_was_in_time(placed: Any, page: Make) -> None:
    tab = page("about:blank", coach="always")
    path = placed.table(tab, "archies-war", BESIDE, japanese="recruit")
    tab.route("**/warn", lambda route: route.fulfill(json={"text": "Wait: something is better."}))
    tab.goto(placed.base + path)
    tab.locator("dialog.winning .button.primary").click()
    end = tab.locator('.answers [data-do="end"]')
    with tab.expect_response("**/warn"):
        end.hover()
    end.click()
    tab.wait_for_selector(".sentence .first-warning")
    assert "something is better" in tab.locator(".sentence").inner_text()
    tab.click('[data-key="not-yet"]')
    tab.unroute("**/warn")
    tab.click('[data-key="table"]')
    tab.get_by_role("menuitem", name="Settings").click()
    tab.locator("dialog select").filter(has_text="in my first game").select_option("off")
    tab.keyboard.press("Escape")
    end.click()
    tab.get_by_text("turn 5 of 10").wait_for()
    assert tab.locator(".first-warning").count() == 0


LANDED = {
    "turn": 1, "phase": "american_movement",
    "american": {"3607": ["us-1-1"], "3706": ["us-5-1", "us-1-3"]}, "landed": ["us-1-1", "us-5-1", "us-1-3"],
}  # fmt: skip
"""Three units stand beside the empty airfield, and none has moved."""


def test_who_ends_a_step_in_which_the_coach_would_do_something_is_asked_once(placed: Any, page: Make) -> None:
    tab = page("about:blank", coach="always")
    path = placed.table(tab, "henderson-field", LANDED, japanese="recruit")
    tab.route("**/warn", lambda route: route.fulfill(json={"text": ""}))  # no search sees it in 26 turns
    tab.goto(placed.base + path)
    tab.locator("dialog.winning .button.primary").click()
    tab.locator(".coach .first-plan").wait_for()
    end = tab.locator('.answers [data-do="end"]')
    end.click()
    said = tab.locator(".sentence .first-warning").inner_text()
    assert "before this I would: 1/1 goes from" in said
    assert "3 units can still do something here" in said
    tab.click('[data-key="not-yet"]')
    end.click()
    tab.click('[data-key="confirm"]')
    tab.wait_for_function("() => !document.querySelector('.answers [data-do=\"end\"]')")


def test_a_rule_of_how_to_win_is_read_in_place_where_no_table_is_open(real: str, page: Make) -> None:
    tab = page(real)
    tab.locator('[data-game="henderson-field"] [data-key="learn"]').click()
    tab.locator(".win-open button").first.click()
    tab.locator('dialog.winning [data-rule="R9.4"]').first.click()
    said = tab.locator("dialog.winning .word-box")
    said.wait_for()
    assert "Japan wins with the field in its hands" in said.inner_text()
    tab.keyboard.press("Escape")
    said.wait_for(state="detached")
    assert tab.locator("dialog.winning").is_visible()


FOUND = """(said) => { const field = document.querySelector('[data-key="rule-search"]'); field.value = said;
  field.dispatchEvent(new Event('input'));
  return [...document.querySelectorAll('.rules .rule')]
    .map((one) => one.dataset.id ?? one.querySelector('b').innerText); }"""


def test_the_rules_are_found_by_what_other_games_call_a_thing(placed: Any, page: Make) -> None:
    tab = page("about:blank")
    tab.goto(placed.base + placed.table(tab, "henderson-field", LANDED, japanese="recruit"))
    tab.get_by_role("tab", name="Rules").click()
    tab.wait_for_selector(".rules .rule")
    for said, first in {"ZOC": ["zone of control", "R7.4a"], "stacking": ["stack", "R7.5a"],
                        "How many units in a hex?": ["stack", "R7.5a"], "CRT": ["assault table", "R8.2.1.3"],
                        "flip": ["step lost", "R2.2.1a"], "movement allowance": ["movement factor", "R7.1a"],
                        "river crossing": ["river hex", "R7.3a"], "8.2.10": ["R8.2.10"]}.items():  # fmt: skip
        assert tab.evaluate(FOUND, said)[: len(first)] == first, said
    assert tab.evaluate(FOUND, "undo") == []  # not in "sound"
    wins = tab.evaluate(FOUND, "win")
    assert "R9.4" in wins
    assert "R5.0b" not in wins  # drawing
    assert tab.evaluate(FOUND, "villages counting") != []  # no rule has both


OVER_EACH_OTHER = """() => {
  const all = [...document.querySelectorAll('.aid-table table')].map((table) => table.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return all.filter((a, i) => all.slice(i + 1).some((b) => meet(a, b))).length;
}"""
CUT = "[...document.querySelectorAll('.aid .scroll-x')].filter((box) => box.scrollWidth > box.clientWidth + 1).length"


@pytest.mark.parametrize("slug", ["henderson-field", "solomons"])
def test_wide_tables_of_the_aid_stand_across_its_columns(real: str, page: Make, slug: str) -> None:
    tab = page(f"{real}/aid/{slug}")
    tab.wait_for_selector(".aid-table.wide")
    said = tab.locator(".rule-text").all_inner_texts()  # what stands on paper can be looked up in the rulebook
    assert {"henderson-field": "R8.2a", "solomons": "15.21"}[slug] == said[0]
    assert tab.evaluate(CUT) == 0
    assert tab.evaluate(OVER_EACH_OTHER) == 0
    tab.set_viewport_size({"width": 718, "height": 1000})  # A4 between its margins
    tab.emulate_media(media="print")
    assert tab.evaluate(CUT) == 0
    assert tab.evaluate(OVER_EACH_OTHER) == 0
