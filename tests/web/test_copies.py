"""An owner's copies on the page: made, chosen for a game with a friend, and told to him before he joins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from test_company import ask

Make = Callable[..., Any]

OVERLAY = {"two_player": {"units": {"american": {"inf5": {"attack": 6}}}}}


@pytest.mark.chromium("of downloads Firefox's protocol does not tell")
def test_a_game_with_ones_own_copy(placed: Any, page: Make) -> None:
    placed.server.tables.link_base = placed.base
    one = page(placed.base)
    one.get_by_role("button", name="Your copies…: Archie's War").click()
    one.get_by_role("textbox", name="Name of the copy").fill("2nd printing")
    one.get_by_role("button", name="New copy").click()
    mine = one.locator(".copy-row.own")
    mine.wait_for()
    (copy,) = [kept for kept in one.evaluate("fetch('/api/copies?game=archies-war').then((a) => a.json())")
               if kept["kind"] == "own"]  # fmt: skip
    ask(one, f"/api/copies/{copy['id']}", {"version": 1, "overlay": OVERLAY, "same": {}})
    one.keyboard.press("Escape")
    one.get_by_role("button", name="Your copies…: Archie's War").click()
    one.get_by_role("button", name="More for 2nd printing").click()
    one.get_by_role("menuitem", name="What differs").click()
    one.get_by_text("Americans, Infantry 5, attack:").wait_for()
    one.keyboard.press("Escape")
    with one.expect_download() as file:
        one.get_by_role("button", name="More for 2nd printing").click()
        one.get_by_role("menuitem", name="Save as a file").click()
    assert file.value.suggested_filename == "archies-war-2nd-printing.toml"
    one.get_by_role("button", name="More for 2nd printing").click()
    one.get_by_role("menuitem", name="Rename").click()
    one.get_by_role("textbox", name="Name of the copy").last.fill("my copy")
    one.keyboard.press("Enter")
    one.locator(".copy-row.own", has_text="my copy").wait_for()
    one.keyboard.press("Escape")
    one.get_by_role("button", name="Play: Archie's War").click()
    one.get_by_role("combobox", name="Which copy").select_option(label="my copy")
    one.get_by_role("radio", name="With a friend").check(force=True)
    one.get_by_role("button", name="Start the game").click()
    link = one.get_by_role("textbox", name="Link for the Japanese").input_value()
    two = page(link, 360, 740, expected="403")
    told = two.locator(".copy-told")
    told.get_by_text("Infantry 5, attack").wait_for()
    assert "my copy" in told.inner_text()
    assert "6 instead of 5" in told.inner_text()
    assert two.evaluate("document.documentElement.scrollWidth <= innerWidth")
    two.get_by_role("button", name="Take the seat").click()
    two.get_by_role("link", name="Go to the table").click()
    two.wait_for_selector(".table .world")
    assert two.evaluate(
        "performance.getEntriesByType('resource').some((one) => /tables\\/[^/]+\\/drawn\\/faces.svg/.test(one.name))"
    )


def bring(tab: Any, name: str, data: bytes) -> str:
    """A file brought in, and what the dialog says of it."""
    with tab.expect_file_chooser() as chooser:
        tab.locator("button", has_text="Import a file…").click()
    chooser.value.set_files({"name": name, "mimeType": "text/plain", "buffer": data})
    said = tab.locator(".dialog [role=status] .warning", has_text=name)
    said.wait_for()
    return str(said.inner_text())


def test_what_becomes_of_a_file_stands_in_the_dialog(placed: Any, page: Make) -> None:
    """Also of a faulty copy, which the workshop opens to be put right."""
    tab = page(placed.base, expected="400")
    tab.get_by_role("button", name="Your copies…: Archie's War").click()
    assert "this file is empty" in bring(tab, "empty.toml", b"")
    assert "not a text file" in bring(tab, "board.png", b"\x89PNG\r\n\x1a\n\0\0")
    text = b'format = "ironbottom copy 1"\nname = "old"\ngame = "archies-war"\n'
    units = b"[overlay.two_player.units.american.inf5]\nattack = '?'\ndefence = 99\n"
    said = bring(tab, "old.toml", text + units)
    assert "Infantry 5, attack: a number" in said
    assert "Infantry 5, defence: a number" in said
    tab.locator(".copy-row.own").get_by_role("link", name="Workshop").click()
    tab.wait_for_selector(".check-line", timeout=60000)
    assert tab.locator(".check-line").count() == 2
    assert tab.locator(".ws-copy-name").inner_text().startswith("old")


def test_a_new_game_is_proposed_with_the_fair_set(placed: Any, page: Make) -> None:
    """The fair set stands at the top with what was measured, for the scenario that it is for; the first reconstruction
    can be chosen."""
    tab = page(placed.base)
    tab.get_by_role("button", name="Play: Archie's War").click()
    which = tab.get_by_role("combobox", name="Which copy")

    def chosen() -> Any:
        return which.evaluate("(one) => [one.selectedIndex, one.selectedOptions[0].textContent]")

    tab.get_by_text("Measured: the Americans won").wait_for()
    assert chosen() == [0, "Fair set-up"]
    tab.locator(".segment-choice", has_text="Alone").click()
    tab.get_by_text("as first reconstructed").wait_for()
    assert chosen() == [0, "First reconstruction"]
    tab.locator(".segment-choice", has_text="Two players").click()
    tab.get_by_text("Measured: the Americans won").wait_for()
    tab.locator(".segment-choice", has_text="Hot-seat").click()
    tab.get_by_role("button", name="Start the game").click()
    tab.wait_for_selector(".table .world")
    told = ask(tab, f"/api/tables/{tab.url.rpartition('/')[2].partition('?')[0]}/copy")
    assert told["name"] == "Fair set-up"
    assert told["differs"] > 0
