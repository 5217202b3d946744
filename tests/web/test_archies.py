"""Archie's War in the browser: what the board shows of what was seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from placed import Placed

Make = Callable[..., Any]


@pytest.mark.timeout(400)
def test_what_was_seen_stands_beside_the_blocks(page: Make, placed: Placed) -> None:
    """Two of strength 2 took Koli Point in open combat: the Japanese find that on the board, in the place's card, for
    a screen reader and among the forces."""
    position = {
        "step": "american-actions", "turn": 4, "actions_left": 1, "pool": {"japanese": []},
        "american": {"henderson_field": ["inf2", "inf2", "vandegrift"]},
        "japanese": {"koli_point": ["inf2"], "point_cruz": ["inf8", "inf5"]},
    }  # fmt: skip
    done = ["take henderson_field inf2", "take henderson_field inf2", "go koli_point henderson_field"]
    tab = page("about:blank", 1280, 860)
    tab.goto(placed.base + placed.table(tab, "archies-war", position, done=done))
    tab.wait_for_selector(".table .world")
    pill = tab.locator(".mark-pill.short.us")
    assert [text.strip() for text in pill.all_inner_texts()] == ["Vandegrift", "2 + 2"]
    place = tab.locator('.space[data-id="koli_point"]')
    assert "Seen before: Infantry 2 and Infantry 2." in place.get_attribute("aria-label")
    place.hover(force=True)
    tab.wait_for_function("() => document.querySelector('.place-card')?.innerText.includes('Seen before')")
    tab.get_by_role("tab", name="Forces").click()
    assert "Seen before, and still there" in tab.locator(".panel").inner_text()


@pytest.mark.timeout(400)
def test_the_block_in_a_place_that_the_coach_points_at_stands_for_it(page: Make, placed: Placed) -> None:
    """An attack with all infantry is one click at the place, or at the enemy who fills it."""
    position = {
        "step": "american-actions", "turn": 5, "actions_left": 1, "japanese": {"koli_point": ["inf2"]},
        "american": {"henderson_field": ["inf5", "inf5", "vandegrift"]},
    }  # fmt: skip
    tab = page("about:blank", 390, 844, touch=True, coach="always")
    path = placed.table(tab, "archies-war", position, japanese="recruit")
    at_once = tab.request.get(f"{placed.base}/api/tables/{path[3:]}?after=0").json()["macros"]
    attack = next(one for one in at_once if one.get("space") == "koli_point")
    plan = {"do": attack["do"], "plan": "strike", "steps": [attack["label"]], "why": "", "good": []}
    tab.route("**/advise", lambda route: route.fulfill(json=plan))
    tab.goto(placed.base + path)
    tab.locator("dialog.winning .button.primary").tap()
    tab.locator('.space.advised[data-id="koli_point"]').wait_for()
    tab.locator(".piece.jp").first.tap()
    tab.locator(".menu-item.advised", has_text=attack["label"]).tap()
    tab.locator('[data-key="confirm"]').wait_for()


@pytest.mark.timeout(400)
def test_what_can_be_added_to_an_attack_stands_above_its_odds(page: Make, placed: Placed) -> None:
    """On a phone Air Support is not two screens down, under a long table."""
    position = {
        "step": "american-actions", "turn": 5, "japanese": {"koli_point": ["inf8", "inf5", "inf2"]},
        "american": {"henderson_field": ["inf5", "inf4", "air_support", "vandegrift"]},
    }  # fmt: skip
    done = ["take henderson_field inf5", "take henderson_field inf4", "go koli_point henderson_field"]
    tab = page("about:blank", 390, 844, touch=True)
    tab.goto(placed.base + placed.table(tab, "archies-war", position, done=done))
    tab.wait_for_selector(".panel .odds table", state="attached")
    air = tab.locator('.panel [data-do="use air_support henderson_field"]')
    assert air.evaluate("(one) => one.compareDocumentPosition(document.querySelector('.panel .odds')) & 4")
    assert air.bounding_box()["y"] < tab.locator(".panel .odds").bounding_box()["y"]
    assert tab.locator(".panel .odds table").count() == 1


OVERLAPS = """(kinds) => {
  const boxes = kinds.flatMap((kind) => [...document.querySelectorAll(kind)].map((one) => one.getBoundingClientRect()));
  const [one, ...others] = boxes;
  return others.filter((box) => box.left < one.right - 1 && box.right > one.left + 1 && box.top < one.bottom - 1 && box.bottom > one.top + 1).length;
}"""  # noqa: E501


@pytest.mark.timeout(400)
@pytest.mark.parametrize("width", [390, 1280])
def test_the_mark_of_danger_leaves_the_fight_and_its_blocks_free(page: Make, placed: Placed, width: int) -> None:
    position = {
        "step": "american-actions", "turn": 5, "actions_left": 1, "japanese": {"koli_point": ["inf3", "inf2"]},
        "american": {"henderson_field": ["inf5", "inf5", "vandegrift"]},
    }  # fmt: skip
    done = ["take henderson_field inf5", "take henderson_field inf5", "go koli_point henderson_field"]
    tab = page("about:blank", width, 844)
    tab.goto(placed.base + placed.table(tab, "archies-war", position, done=done))
    tab.wait_for_selector(".mark-sign.danger")
    assert tab.locator(".mark-sign.fight").count() == 1
    assert tab.evaluate(OVERLAPS, [".mark-sign.danger", ".mark-sign.fight", ".piece"]) == 0


@pytest.mark.timeout(400)
def test_the_way_that_costs_nothing_is_taken_at_one_click(page: Make, placed: Placed) -> None:
    """2P-21: the trails to the airfield stand aside, in the place's menu and folded in the panel."""
    position = {
        "step": "american-actions", "turn": 5, "japanese": {"tetere": ["inf8"]},
        "american": {"point_cruz": ["recon"], "koli_point": ["vandegrift"]},
    }  # fmt: skip
    tab = page("about:blank", 1280, 860)
    tab.goto(placed.base + placed.table(tab, "archies-war", position, done=["take point_cruz recon"]))
    place = tab.locator('.space[data-id="henderson_field"]')
    place.click(button="right", force=True)
    assert tab.locator(".menu-item", has_text="over a trail").count()
    tab.keyboard.press("Escape")
    assert tab.locator(".all-actions", has_text="Other ways to places").get_attribute("open") is None
    place.click(force=True)
    tab.wait_for_function("() => document.querySelectorAll('.piece.picked').length === 0")
    assert not tab.locator(".menu-item").count()
    assert "Move to Henderson Field" not in tab.locator(".panel").inner_text()


@pytest.mark.timeout(400)
def test_alone_the_board_fits_a_smaller_window_and_the_small_map_hides_no_action(page: Make, placed: Placed) -> None:
    tab = page("about:blank")
    tab.goto(placed.base + placed.table(tab, "archies-war", {"scenario": "solitaire"}))
    tab.locator(".space.lit").nth(4).wait_for()
    tab.keyboard.press("Home")
    tab.set_viewport_size({"width": 1280, "height": 720})
    tab.reload()
    tab.locator(".space.lit").nth(4).wait_for()
    board, world = (tab.locator(one).bounding_box() for one in ("main.board", ".world"))
    assert world["x"] >= board["x"] - 1
    assert world["y"] + world["height"] <= board["y"] + board["height"] + 1
    tab.mouse.move(board["x"] + board["width"] / 2, board["y"] + board["height"] - 5)
    tab.mouse.wheel(0, -60)  # nearer, with the last actions at the lower left
    tab.wait_for_timeout(400)
    small = tab.locator(".minimap").bounding_box()
    for place in tab.locator(".space.lit").all():
        box = place.bounding_box()
        apart = box["x"] >= small["x"] + small["width"] or box["x"] + box["width"] <= small["x"]
        assert apart or box["y"] + box["height"] <= small["y"] or box["y"] >= small["y"] + small["height"]
