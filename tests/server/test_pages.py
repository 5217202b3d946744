"""The page's own addresses: those that it knows, and all others, which it says are none."""

from __future__ import annotations

import re
from importlib.resources import files

import httpx

from ironbottom.server.pages import PLACES


def test_an_address_that_the_page_does_not_know_is_not_found(base: str) -> None:
    for path in ("", "/lobby", "/t/abc?seat=red", "/join/abc", "/owner"):
        assert httpx.get(base + path).status_code == 200, path
    for path in ("/nonsense", "/nonsense/t", "/lobbies"):
        answer = httpx.get(base + path)
        assert (answer.status_code, answer.headers["content-type"][:9]) == (404, "text/html"), path
        assert "js/main.js" in answer.text, "the page says it in its own words"
    assert httpx.get(f"{base}/nonsense.js").status_code == 404


def test_server_and_page_know_the_same_addresses() -> None:
    start = (files("ironbottom") / "web" / "js" / "main.js").read_text("utf-8")
    listed = " ".join(re.findall(r"\[([^]]*)\]\.includes\(path\[0\]\)", start))
    known = [*re.findall(r"path\[0\] === '(\w+)'", start), *re.findall(r"'(\w+)'", listed)]
    assert set(known) == set(PLACES)
