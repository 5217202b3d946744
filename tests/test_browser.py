"""The tools of the browser tests themselves: Chromium starts, and axe finds what is there to find."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

GOOD = "<html lang=en><title>Good</title><main><h1>Good</h1><button>Go</button></main></html>"
BAD = "<html lang=en><title>Bad</title><main><h1>Bad</h1><button></button></main></html>"


def test_axe_sees_a_button_without_a_name(chromium: Any, axe: Callable[[Any], list[dict[str, Any]]]) -> None:
    page = chromium.new_page()
    try:
        page.set_content(GOOD)
        assert axe(page) == []
        page.set_content(BAD)
        assert [violation["id"] for violation in axe(page)] == ["button-name"]
    finally:
        page.close()
