"""Pieces that go together, and a click on another of one's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from placed import Placed

Make = Callable[..., Any]

MARCH = {
    "turn": 6, "phase": "american_movement", "american": {"0708": ["1/1", "2/1"], "0709": ["3/1"]},
    "japanese": {"0402": ["4/2"]},
}  # fmt: skip


def begin(page: Make, placed: Placed) -> Any:
    tab = page("about:blank")
    tab.goto(placed.base + placed.table(tab, "first-blood", MARCH))
    tab.wait_for_selector(".table .world")
    return tab


def where(tab: Any, name: str) -> str:
    return str(tab.locator(f'.piece[data-id="{name}"]').get_attribute("aria-label"))


def middle(tab: Any, place: str) -> tuple[float, float]:
    box = tab.locator(f'.space[data-id="{place}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.12


@pytest.mark.timeout(300)
def test_a_click_on_another_of_ones_own_chooses_it(page: Make, placed: Placed) -> None:
    tab = begin(page, placed)
    tab.locator('.piece[data-id="3/1"]').click()
    tab.wait_for_function("() => document.querySelectorAll('.space.lit').length > 5")
    assert tab.locator('.space.lit[data-id="0708"]').count() == 1, "it could go there"
    tab.locator('.piece[data-id="2/1"]:not(.beneath), .piece[data-id="1/1"]:not(.beneath)').first.click()
    tab.wait_for_function(
        """() => ['1/1', '2/1'].some(
          (id) => document.querySelector(`.piece[data-id="${id}"]`).matches('.picked, .selected'))"""
    )
    assert "0709" in where(tab, "3/1"), "it has not gone anywhere"


@pytest.mark.timeout(300)
def test_pieces_go_together(page: Make, placed: Placed) -> None:
    """One in hand, another added by Ctrl-click: both go where one clicks."""
    tab = begin(page, placed)
    tab.locator('.piece[data-id="3/1"]').click()
    tab.wait_for_function("() => document.querySelectorAll('.space.lit').length > 5")
    tab.locator('.piece[data-id="2/1"]:not(.beneath), .piece[data-id="1/1"]:not(.beneath)').first.click(
        modifiers=["Control"]
    )
    tab.locator('.notice[data-kind="party"]').wait_for()
    assert tab.locator(".piece.follows").count() == 1
    follower = tab.locator(".piece.follows").get_attribute("data-id")
    tab.mouse.click(*middle(tab, "0808"))
    tab.wait_for_function(
        """(ids) => ids.every((id) => document.querySelector(`.piece[data-id="${id}"]`)?.getAttribute('aria-label')
          .includes('0808'))""",
        arg=["3/1", follower],
    )
    assert tab.locator(".piece.follows").count() == 0


@pytest.mark.timeout(300)
def test_a_frame_takes_all_in_it(page: Make, placed: Placed) -> None:
    """Drawn with Ctrl held: those in it go together, and the board has not moved under it."""
    tab = begin(page, placed)
    boxes = [tab.locator(f'.piece[data-id="{name}"]').bounding_box() for name in ("1/1", "2/1", "3/1")]
    before = tab.locator(".world").get_attribute("style")
    tab.keyboard.down("Control")
    tab.mouse.move(min(box["x"] for box in boxes) - 12, min(box["y"] for box in boxes) - 12)
    tab.mouse.down()
    low = max(box["y"] + box["height"] for box in boxes)
    tab.mouse.move(max(box["x"] + box["width"] for box in boxes) + 12, low + 12, steps=4)
    assert tab.locator(".marquee").count() == 1
    tab.mouse.up()
    tab.keyboard.up("Control")
    tab.locator('.notice[data-kind="party"]').wait_for()
    tab.wait_for_function("() => document.querySelectorAll('.piece.follows').length === 2")
    assert tab.locator(".marquee").count() == 0
    assert tab.locator(".world").get_attribute("style") == before
    tab.mouse.click(*middle(tab, "0808"))
    tab.wait_for_function(
        """(ids) => ids.every((id) => document.querySelector(`.piece[data-id="${id}"]`)?.getAttribute('aria-label')
          .includes('0808'))""",
        arg=["1/1", "2/1", "3/1"],
    )


@pytest.mark.timeout(300)
def test_a_stack_less_one_goes(page: Make, placed: Placed) -> None:
    """A double click takes the whole pile; Ctrl-click leaves one out of it."""
    tab = begin(page, placed)
    tab.locator('.piece[data-id="2/1"]:not(.beneath), .piece[data-id="1/1"]:not(.beneath)').first.dblclick()
    tab.wait_for_function("() => document.querySelectorAll('.piece.follows').length === 1")
    follower = tab.locator(".piece.follows").get_attribute("data-id")
    tab.locator(f'[data-key="fan-{follower}"]').click(modifiers=["Control"])
    tab.wait_for_function("() => document.querySelectorAll('.piece.follows').length === 0")
    tab.mouse.click(*middle(tab, "0808"))
    other = {"1/1": "2/1", "2/1": "1/1"}[follower]
    tab.wait_for_function(
        """(id) => document.querySelector(`.piece[data-id="${id}"]`)?.getAttribute('aria-label').includes('0808')""",
        arg=other,
    )
    assert "0708" in where(tab, follower), "it has stayed"
