"""A newcomer in a lesson: does what the coach points at, and nothing else."""

from __future__ import annotations

from typing import Any

from driver import Driver
from playwright.sync_api import TimeoutError

POINTED = """() => {
  const free = (e, b) => e.contains(document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2));
  const onBoard = (e) => e.closest('.world, .overlay') !== null;
  const seen = (e) => {
    const low = matchMedia('(max-width: 760px)').matches && e.closest('.panel')?.dataset.height === 'peek';
    if (e.closest('.tab-body') && !low) e.scrollIntoView({ block: 'nearest' });
    const b = e.getBoundingClientRect();
    return !e.disabled && b.width > 0 && (onBoard(e) || free(e, b));
  };
  const asked = ['[data-key="story-now"]', 'dialog[open] .button.advised', '[data-key="confirm"]',
    '[data-key="card-close"], [data-key="summary-close"]', '[data-key="coach-on"]',
    '.menu-item.advised', '[data-key="routine"].advised', '.answers .button.advised', '.fan-piece.advised:not(.picked)',
    '.bin .primary.advised', '.chip.advised:not(.on)', '.how-many .advised', '.stepper .icon-button.advised',
    '.field-choices .advised', '.piece.advised:not(.picked, .selected, .beneath)', '.space.lit.advised',
    '.coach-choice', '.piece.beneath.advised:not(.picked, .selected)', '.hand-piece.advised',
    '.space.advised']; // several steps at one click stand at a place that is not lit
  for (const query of asked) {
    const all = [...document.querySelectorAll(query)];
    const open = all.findIndex((e) => seen(e) && free(e, e.getBoundingClientRect())); // of a pile the one on top
    const at = open >= 0 ? open : all.findIndex(seen);
    if (at >= 0) return [query, at];
  }
  return null;
}"""
"""What is to be pressed next: what confirms or goes on, then what is pointed at."""

SIGN = """() => {
  const many = (query) => document.querySelectorAll(query).length;
  const words = (query) => document.querySelector(query)?.innerText;
  return [words('.coach'), words('#prompt-text'), words('.sheet'), many('.picked, .selected'),
    many('.menu, dialog[open]'), many('.chip.on'), many('.fan'), words('.how-many-n'),
    many('[data-key="story-now"], [data-key="card-close"], [data-key="summary-close"]'),
    [...document.querySelectorAll('.amount-field')].map((one) => one.value),
    document.querySelector('.turn-box')?.innerText].join('|');
}"""
"""What a click changes."""

CAMERA = "() => document.querySelector('.world')?.style.transform"
"""Where the map stands: a tap on what is too small for a finger brings it near, and nothing else."""

QUIET = """() => !document.querySelector('.table.sending')
  && !document.querySelector('.panel')?.getAnimations().length"""
"""Nothing is under way to the server, and the sheet of a phone stands still."""


def state(tab: Any) -> str:
    """How the lesson stands."""
    return str(tab.evaluate("document.querySelector('.coach')?.dataset.state"))


def follow(tab: Any, touch: bool = False, again: int = 3) -> str:
    """Press one thing that the coach points at; what it was. What cannot be pressed is looked for anew so often."""
    tab.wait_for_function(f"() => ({QUIET})() && (({POINTED})() || document.querySelector('.coach[data-state=done]'))")
    found = tab.evaluate(POINTED)
    if not found:
        return ""
    query, at = found
    before = tab.evaluate(SIGN)
    near = tab.evaluate(CAMERA) if touch and query.startswith((".piece", ".space")) else None
    target = tab.locator(query).nth(at)
    if query.startswith(".space"):
        Driver(tab, touch=touch).space(target)
    elif query.startswith(".piece.beneath"):  # the pile that it lies in
        target.tap(force=True) if touch else target.click(force=True)
    else:
        try:
            target.tap(timeout=5000) if touch else target.click(timeout=5000)
        except TimeoutError:  # a sheet that was closing lay beneath the finger: look again
            if not again:
                raise
            return follow(tab, touch, again - 1)
    moved = f"([before, near]) => ({QUIET})() && (({SIGN})() !== before || (near !== null && ({CAMERA})() !== near))"
    tab.wait_for_function(moved, arg=[before, near])
    return str(query)


def play(tab: Any, touch: bool = False, most: int = 200) -> list[str]:
    """To the end of the lesson; what was pressed."""
    pressed = []
    for _ in range(most):
        if state(tab) == "done":
            return pressed
        pressed.append(follow(tab, touch))
    raise AssertionError(f"the lesson does not end: {pressed[-12:]}")
