"""The page in WebKitGTK, the engine of Safari and of GNOME's browser: it starts, a game is begun and played on, and the
board is sharp at every size."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest
import webkit

pytestmark = pytest.mark.soak

FAULTS = """
window.faults = [];
addEventListener('error', (event) => window.faults.push(String(event.message)));
addEventListener('unhandledrejection', (event) => window.faults.push(String(event.reason)));
"""
EDGE = """
const [data, done] = [arguments[0], arguments[arguments.length - 1]];
"""


@pytest.fixture
def tab(cannot_run: Callable[[str, str], NoReturn]) -> Iterator[webkit.Tab]:
    if why := webkit.missing():
        cannot_run("WebKit", why)
    with webkit.webkit() as made:
        yield made


def shot(tab: webkit.Tab, name: str) -> bytes:
    """A picture, kept where SHOTS says."""
    data = tab.picture()
    if os.environ.get("SHOTS"):
        Path(os.environ["SHOTS"], f"webkit-{name}.png").write_bytes(data)
    return data


def begin(tab: webkit.Tab, address: str) -> None:
    """From the first page to a table, both sides in one hand."""
    tab.goto(address)
    tab.run(FAULTS)
    tab.run("localStorage.setItem('ironbottom.settings', JSON.stringify({ story: 'off', coach: 'off' }))")
    tab.goto(address)
    tab.run(FAULTS)
    shot(tab, "home")
    tab.click(".game-card.ready .button.primary")
    tab.click('.segment-choice:has(input[value="hot"])')
    tab.click(".button.large")
    tab.until("return location.pathname.startsWith('/t/')")


def test_a_game_is_begun_and_played_on(real: str, tab: webkit.Tab) -> None:
    begin(tab, real)
    tab.until("return document.querySelectorAll('.world .piece').length > 3")
    shot(tab, "table")
    choices = tab.run("return document.querySelectorAll('.piece.lit, .space.lit').length")
    print(choices)
    tab.click(".piece.lit")
    tab.click(".space.lit")
    shot(tab, "moved")
    for name in ("in1", "in2"):
        tab.press("+++++")
        import time
        time.sleep(1.5)
        shot(tab, name)
    print(tab.run("return window.faults"))
    assert tab.run("return window.faults") == []
