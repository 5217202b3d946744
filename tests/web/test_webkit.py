"""The page in WebKitGTK, the engine of Safari and of GNOME's browser: it starts, a game is begun and played on, and the
board is sharp at every size."""

from __future__ import annotations

import base64
import os
import time
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
STEEPEST = """
const [picture, [left, top, width, height], done] = arguments;
const image = new Image();
image.addEventListener('load', () => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const paint = canvas.getContext('2d');
  paint.drawImage(image, -left, -top);
  const { data } = paint.getImageData(0, 0, width, height);
  let most = 0;
  for (let at = 4; at < data.length; at += 4) {
    if ((at / 4) % width) most = Math.max(most, Math.abs(data[at + 1] - data[at - 3]));
  }
  done(most);
});
image.src = `data:image/png;base64,${picture}`;
"""
"""The largest difference in green of two pixels side by side, in a part of a picture of the window."""
SHARP = 110
"""A picture stretched to three times its size has no edge as steep."""
WHEEL = """
const [x, y, turns] = arguments;
const port = document.querySelector('.port');
for (let n = 0; n < turns; n += 1) {
  port.dispatchEvent(new WheelEvent('wheel', { deltaY: -120, clientX: x, clientY: y, cancelable: true }));
}
"""
BOX = """
const box = document.querySelector(arguments[0]).getBoundingClientRect();
return [box.left + box.width / 2, box.top + box.height / 2, box.width, box.height];
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
    tab.run("localStorage.setItem('ironbottom.settings', JSON.stringify({ story: 'off', coach: 'off' }))")
    tab.goto(address)
    tab.find(".game-card.ready .button.primary")
    shot(tab, "home")
    tab.click(".game-card.ready .button.primary")
    tab.click('.segment-choice:has(input[value="hot"])')
    tab.click(".button.large")
    tab.until("return location.pathname.startsWith('/t/')")
    tab.run(FAULTS)


def test_a_game_is_begun_and_played_on_and_is_sharp_at_every_size(real: str, tab: webkit.Tab) -> None:
    begin(tab, real)
    tab.until("return document.querySelectorAll('.world .piece').length > 3")
    tab.until("return document.querySelector('.chart').complete && document.querySelector('.chart').naturalWidth > 0")
    shot(tab, "table")
    undo = "return document.querySelector('[data-key=undo]').disabled"
    assert tab.run(undo)
    pieces = "return [...document.querySelectorAll('.world .piece')].map((one) => one.dataset.id)"
    before = tab.run(pieces)
    tab.click(".piece.lit")
    tab.click(".space.lit")
    tab.until(f"return !({undo.removeprefix('return ')})")
    (number,) = set(tab.run(pieces)) - set(before)
    piece = f'.piece[data-id="{number}"]'
    # near it, and at rest, the piece and the map are as sharp as the screen
    x, y, *_ = tab.run(BOX, piece)
    tab.run(WHEEL, x, y, 8)
    tab.until("return document.querySelector(arguments[0]).getBoundingClientRect().width > 100", piece)
    time.sleep(2)
    x, y, width, height = tab.run(BOX, piece)
    picture = base64.b64encode(shot(tab, "near")).decode()
    inside = [round(x - width / 4), round(y - height / 4), round(width / 2), round(height / 2)]
    beside = [round(x - 1.5 * width), round(y - height), round(width * .8), round(height * 2)]
    found = [tab.ask("execute/async", script=STEEPEST, args=[picture, area]) for area in (inside, beside)]
    assert min(found) > SHARP, found
    assert tab.run("return window.faults") == []
