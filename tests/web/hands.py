"""What a test's hands do on a page, where Playwright's do nothing in Firefox or something else: taps, double clicks,
numbers, and what is dragged to its place."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

from firefox import DOUBLE, preferences

HOLD = """(one) => {
  window.held = null;
  one.addEventListener('dragstart', (event) => {
    window.held = new DataTransfer();
    for (const type of event.dataTransfer.types) window.held.setData(type, event.dataTransfer.getData(type));
  }, { once: true });
}"""
"""After the page's own listener, for it is the later one."""
DROP = """(place) => {
  const event = (name) => new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: window.held });
  if (!place.dispatchEvent(event('dragover'))) place.dispatchEvent(event('drop'));
}"""
"""Where nothing may fall, `dragover` is not held up, and nothing falls."""


def taught(locator: Any, port: Path) -> None:
    """Let Playwright's `Locator` do in Firefox what it does elsewhere. `port` is the file for `preferences`."""

    def tap(found: Any, **how: Any) -> None:
        """Its mouse is a finger there (see `firefox.py`)."""
        found.click(**how)

    def dblclick(found: Any, **how: Any) -> None:
        preferences(int(port.read_text("utf-8")), {DOUBLE: 1})
        found.click(**how)

    def fill(found: Any, value: str, **how: Any) -> None:
        """Playwright's adds to what stands in a field for numbers, for there it selects nothing; and what it fills in
        is no `change` when a field is left, for which larger texts wait."""
        if not found.evaluate("(one) => one.matches('[type=number], textarea')"):
            elsewhere["fill"](found, value, **how)
            return
        found.press("ControlOrMeta+a")
        found.press("Delete")
        found.press_sequentially(value)

    def drag_to(found: Any, place: Any) -> None:
        """Firefox drags, but its driver lets nothing fall: that is told to the page."""
        found.evaluate(HOLD)
        found.hover()
        mouse, box = found.page.mouse, place.bounding_box()
        mouse.down()
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
        found.page.wait_for_function("() => window.held")
        place.evaluate(DROP)
        mouse.up()

    ways = {"tap": tap, "dblclick": dblclick, "fill": fill, "drag_to": drag_to}
    elsewhere = {name: getattr(locator, name) for name in ways}
    for name, way in ways.items():
        setattr(locator, name, either(way, elsewhere[name]))


def either(here: Callable[..., None], elsewhere: Callable[..., None]) -> Callable[..., None]:
    """One way in Firefox, another in other browsers."""

    @functools.wraps(elsewhere)
    def do(found: Any, *arguments: Any, **how: Any) -> None:
        inside = found.page.context.browser.browser_type.name == "firefox"
        (here if inside else elsewhere)(found, *arguments, **how)

    return do
