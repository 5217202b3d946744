"""A newcomer in a lesson: does what the coach points at, and nothing else."""

from __future__ import annotations

from typing import Any

from driver import Driver

POINTED = """() => {
  const seen = (e) => {
    const b = e.getBoundingClientRect(), folded = e.closest('.field-choices') && b.top >= innerHeight;
    return !e.disabled && b.width > 0 && !folded;
  };
  const first = (query) => [...document.querySelectorAll(query)].find(seen);
  const asked = ['[data-key="confirm"]', '[data-key="card-close"], [data-key="summary-close"]', '[data-key="coach-on"]',
    '.menu-item.advised', '[data-key="routine"].advised', '.answers .button.advised', '.fan-piece.advised:not(.picked)',
    '.bin .primary.advised', '.chip.advised:not(.on)', '.stepper .icon-button.advised', '.field-choices .advised',
    '.piece.advised:not(.picked, .selected, .beneath)', '.space.lit.advised', '.coach-choice',
    '.piece.beneath.advised:not(.picked, .selected)'];
  if (document.querySelector('.piece.selected')) asked.splice(3, 0, '.space.lit.advised'); // where it is to go
  return asked.find(first) ?? '';
}"""
"""What is to be pressed next: what confirms or goes on, then what is pointed at."""

SIGN = """() => {
  const many = (query) => document.querySelectorAll(query).length;
  const words = (query) => document.querySelector(query)?.innerText;
  return [words('.coach'), words('#prompt-text'), words('.sheet'), words('.turn-box'), many('.picked, .selected'),
    many('.menu'), many('.chip.on'), many('.fan'), many('[data-key="card-close"], [data-key="summary-close"]'),
    [...document.querySelectorAll('.amount-field')].map((one) => one.value)].join('|');
}"""
"""What a click changes."""

QUIET = "() => !document.querySelector('.table.sending, .table.telling')"


def state(tab: Any) -> str:
    """How the lesson stands."""
    return str(tab.evaluate("document.querySelector('.coach')?.dataset.state"))


def follow(tab: Any, touch: bool = False) -> str:
    """Press one thing that the coach points at; what it was."""
    tab.wait_for_function(f"() => ({QUIET})() && (({POINTED})() || document.querySelector('.coach[data-state=done]'))")
    query = str(tab.evaluate(POINTED))
    if not query:
        return ""
    before = tab.evaluate(SIGN)
    target = tab.locator(f":is({query}):visible:not([disabled])").first
    if query.startswith(".space"):
        Driver(tab).space(target)
    elif query.startswith(".piece.beneath"):  # the pile that it lies in
        target.tap(force=True) if touch else target.click(force=True)
    elif touch:
        target.tap()
    else:
        target.click()
    tab.wait_for_function(f"(before) => ({QUIET})() && ({SIGN})() !== before", arg=before)
    return query


def play(tab: Any, touch: bool = False, most: int = 200) -> list[str]:
    """To the end of the lesson; what was pressed."""
    pressed = []
    for _ in range(most):
        if state(tab) == "done":
            return pressed
        pressed.append(follow(tab, touch))
    raise AssertionError(f"the lesson does not end: {pressed[-12:]}")
