"""The page of the server's owner: what is there, and what is taken out after a question, on a phone."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from test_company import ask
from test_lobby import fits, named

from conftest import serving
from ironbottom.server.owning import grant

Make = Callable[..., Any]
Axe = Callable[[Any], list[dict[str, Any]]]

CUP = {"game": "archies-war", "scenario": "two-player", "kind": "robin", "clock": {"days": 2}, "rated": True}


def test_the_owner_sees_what_is_there_and_removes_what_offends(tmp_path: Path, page: Make, axe: Axe) -> None:
    with serving(tmp_path / "data") as real:
        ann, olga = named(real, page, "Ann"), named(real, page, "Olga", width=390, height=844, touch=True)
        with ThreadPoolExecutor(1) as aside:  # this thread has a loop of Playwright's
            aside.submit(grant, str(tmp_path / "data"), "Olga", True).result()
        ask(ann, "/api/tournaments", {**CUP, "name": "Rude words", "watch": True})
        offered = {"game": "archies-war", "scenario": "two-player", "clock": {"days": 2}, "options": {}}
        ask(ann, "/api/challenges", {**offered, "watch": True})
        made = ask(ann, "/api/tables", {**offered, "seats": {"american": "me", "japanese": "friend"}})["id"]
        ann.goto(f"{real}/t/{made}")
        olga.goto(f"{real}/owner")
        cup = olga.locator("#tournaments .copy-row")
        cup.wait_for()
        assert "0 entries" not in olga.locator("#tables").inner_text()
        assert "being set up" in olga.locator("#tables .copy-row").inner_text()
        assert olga.locator("#tables a[href^='/t/']").count() == 0, "he may not look at it"
        assert fits(olga)
        assert [fault["id"] for fault in axe(olga)] == []
        cup.get_by_role("button", name="Remove").click()
        olga.get_by_text("goes with its standings").wait_for()
        olga.get_by_role("button", name="Cancel").click()
        assert cup.count() == 1
        for part in ("tournaments", "challenges", "tables"):
            olga.locator(f"#{part} .copy-row").get_by_role("button", name="Remove").click()
            olga.get_by_role("button", name="Remove it").click()
            olga.locator(f"#{part} .copy-row").wait_for(state="detached")
        ann.get_by_role("heading", name="This game was removed").wait_for()
        ann.goto(f"{real}/lobby")
        ann.get_by_text("Nobody has an open challenge").wait_for()
        assert "Rude words" not in ann.locator("main").inner_text()
        for tab in (ann, olga):  # before the server ends
            tab.goto("about:blank")
