"""What a finger meets on a board and what lies over it: the smallest place, buttons that stay, cards that make room."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import guided
import pytest
from driver import Driver
from guests import post
from placed import Placed

Make = Callable[..., Any]

MET = """(ids) => {
  const met = Object.fromEntries(ids.map((id) => [id, [0, 0]]));
  for (const id of ids) {
    const box = document.querySelector(`.space[data-id="${id}"]`).getBoundingClientRect();
    for (let x = box.left + 1; x < box.right; x += 4) for (let y = box.top + 1; y < box.bottom; y += 4) {
      const there = document.elementsFromPoint(x, y).filter((one) => one.matches('.space'));
      if (!there.some((one) => one.dataset.id === id)) continue;
      met[id][0] += 1;
      met[id][1] += there[0].dataset.id === id ? 1 : 0;
    }
  }
  return met;
}"""
"""Of each place, at how many points one looks at it, and at how many of these a tap meets it rather than another."""


@pytest.mark.timeout(400)
def test_a_tap_on_an_island_meets_the_island_and_not_the_sea(page: Make, placed: Placed) -> None:
    tab = page("about:blank")
    tab.goto(placed.base + placed.table(tab, "axis-allies", {"step": "C2"}))
    tab.wait_for_selector(".table .world")
    met = tab.evaluate(MET, ["BOU", "CHO", "SIS", "NGE", "MAL", "GUA"])
    assert all(points > 20 for points, _ in met.values()), met
    assert all(points == own for points, own in met.values()), met


@pytest.mark.timeout(400)
def test_undo_twice_in_one_spot_undoes_twice(page: Make, placed: Placed) -> None:
    position = {"step": "american-actions", "turn": 3, "american": {"henderson_field": ["inf2", "inf4", "inf5"]}}
    done = ["take henderson_field inf2", "take henderson_field inf4"]
    tab = page("about:blank", 390, 844, touch=True)
    tab.goto(placed.base + placed.table(tab, "archies-war", position, done=done))
    undo, redo = tab.locator('[data-key="undo"]'), tab.locator('[data-key="redo"]')
    undo.wait_for()
    box = undo.bounding_box()
    for left in (1, 0):
        tab.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        tab.wait_for_function("(n) => document.querySelectorAll('.hand-piece').length === n", arg=left)
        assert undo.bounding_box() == box
    assert undo.is_disabled()
    assert redo.is_enabled()


@pytest.mark.timeout(400)
def test_a_sheet_waits_until_the_coach_has_explained_and_shows_what_is_pressed(real: str, page: Make) -> None:
    """Solomons: four pages speak of the map; then the button is the last of a long sheet."""
    tab = page(real, 390, 844, touch=True)
    tab.locator('[data-game="solomons"] [data-key="learn"]').tap()
    tab.locator("dialog [data-lesson]").first.tap()
    onward, panel = tab.locator('[data-key="coach-on"]'), tab.locator(".panel")
    onward.wait_for()
    pages = 0
    while onward.count():
        assert panel.get_attribute("data-height") == "peek"
        onward.tap()
        pages += 1
    assert pages >= 3
    tab.locator(".panel[data-height=half]").wait_for()
    tab.wait_for_function("() => !document.querySelector('.panel').getAnimations().length")
    button = tab.locator(".field-choices .advised")
    box = button.bounding_box()
    assert panel.bounding_box()["y"] < box["y"] < box["y"] + box["height"] <= 844


TRAVELLERS = {
    "step": "american-actions", "turn": 5, "actions_left": 2, "japanese": {"taivu_point": ["inf8", "inf5", "inf2"]},
    "american": {"tetere": ["inf4", "inf5"], "bloody_ridge": ["inf3", "inf3"], "henderson_field": ["vandegrift"]},
}  # fmt: skip
DECLARED = ["take tetere inf4", "take tetere inf5", "go taivu_point tetere"]


@pytest.mark.timeout(400)
@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)], ids=["upright", "on its side"])
def test_a_fight_at_the_rim_is_seen_whole(page: Make, placed: Placed, width: int, height: int) -> None:
    """The blocks that are shown, and those on the board, lie neither beyond the edge nor under the map's buttons; the
    card over the board says how it ended."""
    tab = page("about:blank", width, height, touch=True)
    tab.goto(placed.base + placed.table(tab, "archies-war", TRAVELLERS, done=DECLARED))
    tab.locator(".answers button", has_text="Fight at Taivu Point now").tap()
    tab.locator('[data-key="confirm"]').tap()
    shown = tab.locator(".revealed")
    shown.wait_for()
    edge, left = tab.locator(".tools").bounding_box()["x"], tab.locator(".board").bounding_box()["x"]
    box = shown.bounding_box()
    assert left <= box["x"] < box["x"] + box["width"] <= edge
    tab.locator(".told-card").wait_for()
    for block in tab.locator('.piece[data-id*="taivu_point"]:not([hidden])').all():
        box = block.bounding_box()
        assert left <= box["x"] < box["x"] + box["width"] <= edge
    result = tab.locator(".told-card .card-result").first
    assert "fails" in result.inner_text()
    assert result.evaluate("(e) => e.scrollHeight - e.clientHeight") <= 1


@pytest.mark.timeout(400)
def test_what_a_menu_told_goes_with_it(page: Make, placed: Placed) -> None:
    """The menu of a place stands alone over the board; the odds of its first line go when it is closed."""
    tab = page("about:blank", 390, 844, touch=True)
    path = placed.table(tab, "archies-war", TRAVELLERS, done=["take bloody_ridge inf3"])
    tab.goto(placed.base + path)
    tab.wait_for_selector(".table .world")
    Driver(tab, touch=True).space(tab.locator('.space[data-id="east_jungle"]'))
    tab.locator(".menu-item").first.wait_for()
    tab.locator("#prompt-text", has_text="lost on the trail").wait_for()
    assert not tab.locator(".place-card").is_visible()
    tab.locator(".plate").tap()
    tab.locator(".menu").wait_for(state="detached")
    assert "lost on the trail" not in tab.locator("#prompt-text").inner_text()


CLEAR = """() => {
  const [title, ...buttons] = [...document.querySelectorAll('.coach-head b, .coach-buttons button')].filter(
    (one) => one.offsetParent);
  const t = title.getBoundingClientRect();
  return title.scrollWidth <= title.clientWidth + 1 && buttons.length >= 2 && buttons.every((one) => {
    const b = one.getBoundingClientRect();
    return b.left >= t.right || b.top >= t.bottom - 1 || b.bottom <= t.top + 1;
  });
}"""
"""The title of a lesson is whole, and no button lies over it."""


@pytest.mark.timeout(400)
def test_a_lesson_keeps_its_title_and_its_words_to_the_end(real: str, page: Make) -> None:
    tab = page(real, 390, 844, touch=True)
    tab.locator('[data-game="archies-war"] [data-key="learn"]').tap()
    tab.locator('[data-lesson="attack"]').tap()
    tab.wait_for_selector(".coach:not([hidden]) .coach-words p")
    guided.play(tab, touch=True)
    for width, height in ((390, 844), (844, 390)):
        tab.set_viewport_size({"width": width, "height": height})
        tab.wait_for_function(CLEAR)
        assert tab.locator(".coach-words").evaluate("(e) => e.scrollHeight - e.clientHeight") <= 1


@pytest.mark.timeout(400)
def test_the_ribbon_of_an_analysis_leaves_a_low_board_free(page: Make, placed: Placed) -> None:
    tab = page("about:blank", 844, 390, touch=True)
    path = placed.table(tab, "archies-war", TRAVELLERS)
    made = post(tab, f"{placed.base}/api/tables/{path[3:]}/analysis", {"seat": "american"})
    tab.goto(f"{placed.base}/t/{made['id']}")
    ribbon = tab.locator(".ribbon")
    ribbon.wait_for()
    assert ribbon.bounding_box()["height"] < 0.2 * tab.locator(".board").bounding_box()["height"]
    assert ribbon.get_by_role("link").is_visible()


@pytest.mark.timeout(400)
def test_a_refusal_hides_neither_the_place_that_it_names_nor_the_buttons(page: Make, placed: Placed) -> None:
    tab = page("about:blank", 390, 844, touch=True)
    tab.goto(placed.base + placed.table(tab, "axis-allies", {"step": "C2", "axis": {"G": ["DST"]}}))
    tab.wait_for_selector(".table .world")
    Driver(tab, touch=True).space(tab.locator('.space[data-id="J"]'))  # at the foot of the map
    tab.locator(".notice.why").wait_for()
    said, card, tools = (tab.locator(one).bounding_box() for one in (".notice.why", ".place-card.high", ".tools"))
    assert said["y"] + said["height"] <= card["y"]
    assert max(box["x"] + box["width"] for box in (said, card)) <= tools["x"]


SHIPS = """() => {
  const port = document.querySelector('.port').getBoundingClientRect();
  const map = document.querySelector('.chart').getBoundingClientRect();
  const ships = [...document.querySelectorAll('.piece[data-id*=":H:"]:not([hidden], .beneath)')];
  const boxes = ships.map((one) => one.getBoundingClientRect());
  const hidden = boxes.filter((box) => box.left < port.left || box.right > port.right || box.top < port.top);
  return [port.right - map.right, hidden.length, Math.max(...boxes.map((box) => box.width))];
}"""
"""The blank beside the map, and of the ships in zone H how many are cut off, and how wide they are."""


@pytest.mark.timeout(400)
def test_in_a_lesson_on_a_phone_the_map_has_the_room_and_the_fight_is_seen(real: str, page: Make) -> None:
    tab = page(real, 390, 844, touch=True)
    tab.click('[data-game="axis-allies"] [data-key="learn"]')
    tab.click('[data-lesson="fight"]')
    tab.wait_for_selector(".coach:not([hidden]) .coach-words p")
    tab.wait_for_selector(".world .piece")
    assert tab.locator(".coach").bounding_box()["height"] < 160, "three lines of words"
    while not tab.locator(".coach-count").inner_text().startswith("Step 4"):
        guided.follow(tab, touch=True)
        words = tab.locator(".coach-words")
        if words.is_visible():
            assert words.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1"), words.inner_text()
    tab.wait_for_function(f"() => ({SHIPS})()[1] === 0")  # the map moves there
    blank, hidden, wide = tab.evaluate(SHIPS)
    assert blank < 70
    assert hidden == 0
    assert wide > 30


@pytest.mark.timeout(400)
def test_what_must_be_attacked_is_marked_where_no_odds_stand(real: str, page: Make) -> None:
    """One lay upon the other, and both on the name of the counter."""
    tab = page(real, 390, 844, touch=True)
    tab.click('[data-game="first-blood"] [data-key="learn"]')
    tab.click('[data-lesson="fight"]')
    tab.wait_for_selector(".cost")
    assert sorted(tab.locator(".cost").all_inner_texts()) == ["1-1", "2-1"]
    assert tab.locator(".mark-sign.business").count() == 0


FLEET = {"start": True, "turn": 3, "step": "plotting", "force": {"american": {
    "tf1": {"units": ["U-CA-1", "U-DD-1"], "at": "espiritu_santo"}}}}  # fmt: skip


@pytest.mark.timeout(400)
def test_a_tap_on_the_card_of_a_place_orders_nothing_and_puts_it_away(page: Make, placed: Placed) -> None:
    """Solomons: beneath the card of a port may lie another port, to which a course could be plotted."""
    tab = page("about:blank", 390, 844, touch=True)
    tab.goto(placed.base + placed.table(tab, "solomons", FLEET, japanese="recruit"))
    force, card = tab.locator('.piece[data-id="american:tf1"]'), tab.locator(".place-card")
    force.wait_for()
    for _ in range(3):
        if not card.is_visible():  # what is small comes near first
            Driver(tab, touch=True).space(force)
    card.wait_for()
    box = card.bounding_box()
    before = tab.locator("#prompt-text").inner_text()
    tab.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] - 8)
    tab.wait_for_timeout(300)
    assert card.is_visible(), "who touches it reads it"
    assert tab.locator('[data-key="undo"]').is_disabled()
    assert tab.locator("#prompt-text").inner_text() == before
    tab.locator('[data-key="place-close"]').tap()
    card.wait_for(state="hidden")
    assert tab.locator('[data-key="undo"]').is_disabled()


@pytest.mark.timeout(400)
def test_above_a_sheet_that_came_up_the_map_has_room_beside_the_coach(page: Make, placed: Placed) -> None:
    """And what is chosen in the sheet is marked on the map; no order of the page stands among a newcomer's answers."""
    tab = page("about:blank", 390, 844, touch=True, coach="always")
    position = {"start": True, "turn": 3, "step": "allocation", "at": {"U-CA-1": "espiritu_santo"}}
    tab.goto(placed.base + placed.table(tab, "solomons", position, japanese="recruit"))
    tab.locator("dialog.winning .button.primary").tap()
    panel = tab.locator(".panel[data-height=half]")
    panel.wait_for()
    tab.wait_for_function("() => !document.querySelector('.panel').getAnimations().length")
    top = panel.bounding_box()["y"]
    assert top - tab.locator(".board").bounding_box()["y"] > 150
    tools = tab.locator(".tools .icon-button:visible")
    assert tools.count() == 2
    assert all(one.bounding_box()["y"] + one.bounding_box()["height"] <= top for one in tools.all())
    tab.locator('[data-key="chip-U-CA-1"]').tap()
    tab.locator('.piece.selected[data-id="U-CA-1"]').wait_for()
    assert tab.locator('.answers [data-key="routine"]').count() == 0
