"""First Blood in the browser: set-up and a whole turn of both sides by mouse and by keyboard, in the long runs a whole
game, a walk of several hexes, and what a fight asks for."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from driver import CHOICES, Driver
from placed import Placed

Make = Callable[..., Any]


def sit(tab: Any, **seats: str) -> None:
    """A table of the game."""
    tab.get_by_role("button", name="Play").first.wait_for()
    made = tab.evaluate(
        """async (seats) => (await fetch('/api/tables', {method: 'POST',
          headers: {'Content-Type': 'application/json', 'X-Ironbottom': '1'}, body: JSON.stringify({
            game: 'first-blood', scenario: 'campaign', options: {}, seats, clock: null, hints: true})})).json()""",
        seats,
    )
    tab.goto(f"{tab.url.split('/', 3)[0]}//{tab.url.split('/')[2]}/t/{made['id']}")
    tab.wait_for_selector(".table .world, .curtain")


def line_up(tab: Any) -> None:
    """The Americans take the proposed line."""
    tab.get_by_role("button", name="The proposed set-up for what is left").first.click()
    tab.locator(".answers").get_by_role("button", name="Confirm the set-up").click()
    tab.wait_for_function("() => !document.querySelector('#prompt-text').innerText.startsWith('Everything stands')")


def turn(tab: Any) -> int:
    """The turn that the sequence of play shows."""
    found = tab.evaluate("document.querySelector('.sequence')?.innerText ?? ''").split("Turn ")
    return int(found[1].split(":")[0]) if len(found) > 1 and found[1][0].isdigit() else 0


@pytest.mark.timeout(400)
def test_the_coach_does_not_say_that_a_line_up_can_only_be_confirmed(real: str, page: Make) -> None:
    tab = page(real, 1280, 800, coach="always")
    nothing = {"do": [], "plan": "", "steps": [], "why": "", "good": []}
    tab.route("**/advise", lambda route: route.fulfill(json=nothing))
    sit(tab, american="me", japanese="me")
    tab.locator("dialog.winning .button.primary").click()
    tab.get_by_role("button", name="The proposed set-up for what is left").first.click()
    tab.locator("#prompt-text", has_text="Confirm it, or move a counter").wait_for()
    tab.locator(".coach-words .first-asked, .coach-words .first-quiet").first.wait_for()
    assert "Only one thing" not in tab.locator(".coach-words").inner_text()


@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    "keyboard", [pytest.param(False, id="mouse"), pytest.param(True, id="keyboard", marks=pytest.mark.soak)]
)
def test_a_turn_of_both_sides(real: str, page: Make, keyboard: bool) -> None:
    tab = page(real, 1280, 800)
    sit(tab, american="me", japanese="me")
    driver = Driver(tab, seed=4, keyboard=keyboard, pass_rate=0.5)
    for _ in range(400):
        state = tab.evaluate(CHOICES)
        if turn(tab) >= 2 or state["over"]:
            break
        driver.step(state)
    assert turn(tab) >= 2, driver.done
    assert driver.curtains == 0, "nothing is hidden here: the page turns by itself"
    assert {"pieces", "spaces", "answers"} <= set(driver.done)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_soak_a_whole_game(real: str, page: Make) -> None:
    tab = page(real, 1280, 800)
    sit(tab, american="me", japanese="bot:regular")
    line_up(tab)
    driver = Driver(tab, seed=7, pass_rate=0.5)
    ending = driver.play(6000)
    assert turn(tab) == 15 or "airfield" in ending.lower(), ending
    assert {"pieces", "spaces", "answers"} <= set(driver.done)


def test_a_walk_of_several_hexes_is_one_click(page: Make, placed: Placed) -> None:
    tab = page("about:blank")
    position = {"turn": 6, "phase": "american_movement", "american": {"0708": ["2/1"]}, "japanese": {"0402": ["4/2"]}}
    tab.goto(placed.base + placed.table(tab, "first-blood", position))
    tab.wait_for_selector('.piece.lit[data-id="2/1"]')
    tab.locator('.piece[data-id="2/1"]').click()
    tab.wait_for_function("() => document.querySelectorAll('.space.lit').length > 20")
    box = tab.locator('.space[data-id="0805"]').bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.12
    tab.mouse.move(x, y)  # the way to what is pointed at, with what each step has cost
    tab.wait_for_selector(".way-line", state="attached")
    assert tab.locator(".cost.on-way").all_inner_texts() == ["1", "2", "3"]
    tab.keyboard.press("7")  # the overlays by their keys
    assert tab.locator(".shade-text").count() > 20
    tab.keyboard.press("7")
    assert tab.locator(".shade, .shade-text").count() == 0
    tab.mouse.click(x, y)
    tab.wait_for_function("() => document.querySelector('#prompt-text').innerText.includes('5 movement factors')")
    tab.keyboard.press("u")  # one click, one step back
    tab.wait_for_function("() => document.querySelector('#prompt-text').innerText.includes('8 movement factors')")


ON_TRACK = """() => [...document.querySelectorAll('.in-cell:not(.beneath, [hidden])')].map((one) => {
  const box = (e) => { const b = e.getBoundingClientRect(); return [b.left, b.right]; };
  const [left, right] = box(one), count = one.querySelector('.count');
  return { left, right, count: count ? box(count) : null };
}).sort((a, b) => a.left - b.left)"""
"""The foremost counters on the turn record, from the left, with where their counts stand."""


def test_what_comes_later_and_how_many_is_read_on_the_turn_record(page: Make, placed: Placed) -> None:
    tab = page("about:blank")
    position = {"turn": 3, "phase": "american_movement", "american": {"0708": ["2/1"]}, "japanese": {"0402": ["4/2"]}}
    tab.goto(placed.base + placed.table(tab, "first-blood", position))
    tab.wait_for_selector(".in-cell .count")
    found = tab.evaluate(ON_TRACK)
    assert len(found) > 12
    for one, following in pairwise(found):
        if one["count"]:
            left, right = one["count"]
            assert left > one["left"] + 0.85 * (one["right"] - one["left"]), "it covers what stands on its counter"
            assert right < following["left"] + 1, "the next counter covers it"
    marker, cell = (tab.locator(which).bounding_box() for which in (".track-piece.aside", '.space[data-id="turn.2"]'))
    assert marker["y"] + marker["height"] < cell["y"] + cell["height"] / 2, "which turn it is lies beneath the counters"


def test_attacks_are_proposed_looked_at_and_fought(page: Make, placed: Placed) -> None:
    tab = page("about:blank", 1280, 860)
    position = {
        "turn": 6, "phase": "japanese_combat", "american": {"0708": ["1E"]}, "air": {"0708": ["F4F-1"]},
        "japanese": {"0607": ["29/1", "29/2", "29/3"], "box_d": ["4/1"]}, "visited": {"4/1": "CD"},
    }  # fmt: skip
    tab.goto(placed.base + placed.table(tab, "first-blood", position, [("CombatDie", 6)]))
    tab.get_by_role("button", name="Propose attacks for all that is owed").first.click()
    field = tab.locator(".sheet .field")
    field.get_by_role("button", name="Take back 29/1").wait_for()  # nothing is confirmed yet
    assert "15:3 = 5-1" in field.inner_text()
    tab.locator(".answers").get_by_role("button", name="Confirm the attacks").click()
    field.get_by_role("button", name="Fight at 0708").click()
    tab.wait_for_function("() => document.querySelector('#prompt-text').innerText.includes('Choose who occupies')")
    assert "odds 5-1, column 3-1" in tab.inner_text(".sheet")
    tab.get_by_role("button", name="29/2 advances to 0708", exact=True).click()
    tab.wait_for_selector(".mark-sign.destroyed")  # the airfield is destroyed, and what stood on it is gone
    assert tab.locator('.piece[data-id="F4F-1"]').count() == 0
    assert tab.locator('.piece[data-id="4/1"] .tags').inner_text() == "C D"
    name = tab.locator('.piece[data-id="29/2"]').get_attribute("aria-label")
    assert name is not None
    assert name.startswith("29/2, II Bn, 29th Infantry, combat 5, move 8")
    assert "at 0708" in name


def test_an_attack_out_of_an_entry_point(page: Make, placed: Placed) -> None:
    tab = page("about:blank", 1280, 860)
    held = {
        "0718": ["ICH"], "0717": ["KUM"], "0716": ["124/1"], "0715": ["124/3"], "0714": ["4/2"], "0813": ["124/2"],
        "0913": ["4/3"], "0912": ["20MA"], "1011": ["4/1"], "1111": ["29/1"], "1110": ["29/2"], "1209": ["29/3"],
        "1109": ["10MA"], "1108": ["16/1"], "1007": ["16/2"], "1006": ["16/3"], "1005": ["230/1"], "0905": ["230/3"],
        "0904": ["228/1"], "0803": ["SUY"], "0802": ["3TM"],
    }  # fmt: skip
    position = {
        "turn": 7, "phase": "american_combat", "american": {"entry_13": ["1/8", "1/10"], "entry_4": ["2R"]},
        "japanese": held, "aimed": {"SBD-1": "0904"},
    }  # fmt: skip
    tab.goto(placed.base + placed.table(tab, "first-blood", position, [("CombatDie", 6)]))
    sheet = tab.locator(".sheet")
    sheet.get_by_text("Lost unless they attack their way in: 1/8, 1/10 and 2R").wait_for()
    assert "attack your way in" in tab.inner_text("#prompt-text")
    assert tab.locator('.piece[data-id="1/10"].lit').count() == 0, "artillery at a point does not attack alone"
    driver = Driver(tab)
    for name in ("1/8", "1/10"):
        driver.piece(tab.locator(f'.piece[data-id="{name}"].lit'))
        tab.wait_for_selector('.space[data-id="0904"].lit')
        assert tab.locator(".space.lit").count() == 1, "only the hexes of the arrows"
        driver.space(tab.locator('.space[data-id="0904"]'))
        sheet.get_by_text("Take back " + name).wait_for()
    assert "5:8 = 1-2, +1" in sheet.inner_text(), "the battalion alone, against a doubled one, with a bomber"
    assert "Lost unless they attack their way in: 2R" in sheet.inner_text()
    tab.locator(".answers").get_by_role("button", name="Confirm the attacks").click()
    sheet.get_by_role("button", name="Fight at 0904").click()
    tab.wait_for_function("() => document.querySelector('#prompt-text').innerText.includes('Retreat your units')")
    driver.space(tab.locator('.space.lit[data-id="0804"]'))
    tab.locator('[data-key="confirm"]').click()
    tab.locator('.piece[data-id="1/8"][aria-label*="at 0904"]').wait_for()  # who drove the enemy out must enter
    assert tab.locator('.piece[data-id="1/10"][aria-label*="at 0904"]').count() == 1
    assert tab.locator('.piece[data-id="2R"]').count() == 0, "who stayed outside is lost"


def test_a_sheet_on_a_phone_leaves_the_fight_in_sight(page: Make, placed: Placed) -> None:
    tab = page("about:blank", 390, 844, touch=True)
    position = {
        "turn": 6, "phase": "japanese_combat", "american": {"0708": ["1E"], "0503": ["1R"]},
        "japanese": {"0607": ["29/1", "29/2"], "0402": ["4/2"]}, "ships": {"ijn_attack": ["BB-1"]},
    }  # fmt: skip
    tab.goto(placed.base + placed.table(tab, "first-blood", position))
    free = """(hex) => {
      const place = document.querySelector(`.space[data-id="${hex}"]`).getBoundingClientRect();
      const port = document.querySelector('.port').getBoundingClientRect();
      const sheet = document.querySelector('.panel').getBoundingClientRect();
      return place.top >= port.top && place.bottom <= sheet.top && place.left >= 0 && place.right <= innerWidth;
    }"""
    tab.locator('.space[data-id="0708"]').wait_for()
    tab.locator("#tab-now").tap()
    tab.wait_for_function(f"() => ({free})('0708') || ({free})('0503')")
    tab.get_by_role("button", name="Propose attacks for all that is owed").first.tap()
    tab.locator(".answers").get_by_role("button", name="Confirm the attacks").tap()
    for name, best in (("0708", "DE"), ("0503", "EX")):  # they are too far from each other to be seen at once
        tab.locator(".field-choices").get_by_role("button", name=f"Fight at {name}").tap()
        tab.wait_for_function(f"() => ({free})('{name}')")
        tab.locator(".odds-line").get_by_text(f"{best}:").wait_for()


def test_the_odds_of_a_declared_attack_stand_in_line_with_its_sheet_and_agree(page: Make, placed: Placed) -> None:
    tab = page(placed.base, 1440, 900)
    position = {
        "turn": 3, "phase": "american_combat", "american": {"0708": ["3DB"], "0507": ["1/7"], "0407": ["1R"]},
        "japanese": {"0406": ["124/1"]},
    }  # fmt: skip
    tab.goto(placed.base + placed.table(tab, "first-blood", position))
    tab.get_by_role("button", name="Propose attacks for all that is owed").first.click()
    attack = tab.locator(".sheet .field", has_text="9:4 = 2-1")
    attack.wait_for()
    assert "+0" not in attack.inner_text()
    assert "DE 17%" in attack.inner_text()
    left = "(query) => document.querySelector(query).getBoundingClientRect().left"
    assert tab.evaluate(left, ".odds h3") == tab.evaluate(left, ".sheet h2")
    shares = "async (all) => (await import('/js/i18n.js')).percents(all)"
    assert tab.evaluate(shares, [1 / 6, 1 / 6, 4 / 6]) == ["17%", "17%", "67%"], "as the sheet rounds them"
    assert tab.evaluate(shares, [0.114, 0.257, 0.629]) == ["11%", "26%", "63%"]
