"""Plays a table in the browser as people do: by mouse, by touch, or by keyboard alone.

The driver reads nothing but the page. It chooses among what is lit, with its own seeded dice.
"""

from __future__ import annotations

import contextlib
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, TimeoutError

CHOICES = """() => {
  const seen = (e) => { const b = e.getBoundingClientRect(); return !e.hidden && b.width > 0; };
  const names = (q) => [...document.querySelectorAll(q)].filter(seen).length;
  return {
    curtain: names('.curtain'), over: names('.ending'),
    dialog: names('dialog[open] .button.primary'), menu: names('.menu .menu-item'),
    confirm: names('[data-key="confirm"]'),
    answers: names('.answers .button:not(.retract, [data-key=move-now], [data-key=routine])'),
    sheet: names('.field-choices .button:not(.retract)'),
    pieces: names('.piece.lit:not(.retract):not([hidden])'), spaces: names('.space.lit'),
    sending: names('.table.sending'), fan: names('.fan-piece.lit:not(.picked)'),
    prompt: document.querySelector('#prompt-text')?.innerText ?? '',
    mine: names('.answers .button:not([data-key=move-now]), .piece.lit, .space.lit, .field-choices .button'),
  };
}"""

STATE = """() => {
  const many = (q) => document.querySelectorAll(q).length;
  const words = (q) => document.querySelector(q)?.innerText ?? '';
  const places = [...document.querySelectorAll('.piece')].map((p) => p.dataset.id + p.style.transform);
  return [words('#prompt-text'), words('.curtain'), words('.sheet'), many('.log .line'), many('.piece.picked'),
    many('.piece.lit'), many('.space.lit'), many('.menu, dialog[open], .fan'), many('.fan-piece.picked'),
    ...places].join('|');
}"""

READY = """() => document.querySelector('.curtain, .ending, .lit, .field-choices .button,'
  + '.answers .button:not(.retract, [data-key=move-now], [data-key=routine])')"""
"""The page offers something."""

SPOT = """(cell) => {
  const port = document.querySelector('.port').getBoundingClientRect(), box = cell.getBoundingClientRect();
  const left = Math.max(box.left, port.left), right = Math.min(box.right, port.right);
  const top = Math.max(box.top, port.top), bottom = Math.min(box.bottom, port.bottom);
  if (right - left < 4 || bottom - top < 4) return null;
  for (const down of [.06, .2, .35, .5, .65, .8, .94]) for (const across of [.5, .3, .7, .15, .85, .05, .95]) {
    const x = Math.round(left + (right - left) * across), y = Math.round(top + (bottom - top) * down);
    if (document.elementFromPoint(x, y) === cell) return [x, y];
  }
  const x = (left + right) / 2, y = (top + bottom) / 2;
  return document.elementFromPoint(x, y)?.closest('.piece:not(.lit)') ? [x, y] : null;
}"""
"""A point of a place, in sight, where nothing lies over it, or else a piece that stands for its place. A finger's point
is a whole one in Firefox."""

FINGER = 20
"""Hexes narrower than this are not hit by a finger, in pixels."""

NEARER = """([id, wide]) => {
  const box = document.querySelector(`.space[data-id="${id}"]`)?.getBoundingClientRect();
  return !box || box.width > Math.max(20, wide);
}"""
"""A place has been brought near."""

REACHED = "(e) => e.closest('.fan') !== null || !document.querySelector('.fan')"
"""No fan is in the way of a click."""

UNDER_TOOLS = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.tools'))"
"""The buttons of the map lie over a point of it."""

BARE = """() => {
  const port = document.querySelector('.port').getBoundingClientRect();
  const middle = [port.x + port.width / 2, port.y + port.height / 2];
  for (const down of [.5, .35, .65, .2, .8]) for (const across of [.5, .35, .65, .25, .75]) {
    const at = [port.x + port.width * across, port.y + port.height * down];
    const met = document.elementFromPoint(...at);
    if (met?.closest('.port') && !met.closest('.piece')) return [middle, at];
  }
  return [middle, middle];
}"""
"""The middle of the board's window, and a point of the bare map by which it can be moved."""

IN_MENU = "(e) => e.closest('.menu') !== null"

TOLD = '[data-key="card-close"], [data-key="summary-close"], [data-key="decline-resign"], .notice.decided .icon-button'
"""What puts away what lies over the board of a phone: the card, the summary, that the game is decided, the computer's
offer to resign."""

WHERE = """(wanted) => {
  const middle = (e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
  const here = document.activeElement, there = document.querySelector(`.space[data-id="${wanted}"]`);
  const [x, y] = middle(here), [gx, gy] = middle(there);
  return [here.dataset.id, gx - x, gy - y];
}"""
"""Where the board's cursor is, and how far the wanted place is from it."""


EACH = 6
"""After so many acts a picture is taken."""

WALKS = 8
"""So many places are gone to with the arrows, those after them by the order itself."""


def tap(page: Any, x: float, y: float) -> None:
    """A finger's tap. Playwright's does nothing in Firefox, where its mouse is a finger (see `firefox.py`)."""
    hand = page.mouse.click if page.context.browser.browser_type.name == "firefox" else page.touchscreen.tap
    hand(x, y)


class Driver:
    """One page at a table, and how often it did what."""

    def __init__(
        self, page: Any, seed: int = 1, keyboard: bool = False, pass_rate: float = 0.12, touch: bool = False
    ) -> None:
        self.page = page
        self.dice = random.Random(seed)
        self.keyboard = keyboard
        self.touch = touch
        self.pass_rate = pass_rate
        self.steps = 0
        self.curtains = 0
        self.stuck = 0
        self.idle = 0
        self.done: dict[str, int] = {}

    def count(self, what: str) -> None:
        self.done[what] = self.done.get(what, 0) + 1

    def play(self, most: int = 4000) -> str:
        """Play until the game is over; its closing words. Raises AssertionError when nothing moves any more."""
        while self.steps < most:
            state = self.page.evaluate(CHOICES)
            if state["over"]:
                return str(self.page.locator(".ending").inner_text())
            self.step(state)
        raise AssertionError(f"no end after {self.steps} steps: {self.page.evaluate(CHOICES)}")

    def settle(self, before: str) -> None:
        """Wait until the page has answered."""
        try:
            self.page.wait_for_function(
                f"(before) => ({STATE})() !== before && !document.querySelector('.table.sending')",
                arg=before,
                timeout=4000,
            )
            self.stuck = 0
        except Exception:
            self.stuck += 1
            assert self.stuck < 5, f"the page does not answer: {self.page.evaluate(CHOICES)}"

    def step(self, state: dict[str, Any]) -> None:
        """One click, or one key."""
        page = self.page
        self.steps += 1
        before = page.evaluate(STATE)
        if state["curtain"]:
            self.curtains += 1
            assert page.locator(".piece, .world, .log").count() == 0, "the board is in the page behind the curtain"
            assert page.evaluate("document.activeElement.closest('.curtain') !== null"), (
                "the curtain does not have the focus"
            )
            page.keyboard.press("Enter") if self.keyboard else page.locator(".curtain .button.primary").click()
            self.count("curtain")
            self.settle(before)
            return
        for what, query in (
            ("dialog", "dialog[open] .button.primary"),
            ("menu", ".menu .menu-item"),
            ("confirm", '[data-key="confirm"]'),
        ):
            if state[what]:
                self.press(page.locator(query).first)
                self.count(what)
                self.settle(before)
                return
        if state["fan"]:
            if state["spaces"]:
                page.keyboard.press("Escape")
            else:
                with contextlib.suppress(Error, ValueError):  # news may close it under one's hand
                    self.press(self.pick(".fan-piece.lit:not(.picked)"))
                self.count("fan")
                self.settle(before)
                return
        kinds = [kind for kind in ("pieces", "spaces", "sheet") if state[kind]]
        if state["answers"] and (not kinds or self.dice.random() < self.pass_rate):
            kinds = ["answers"]
        if not kinds:
            self.idle += 1
            assert self.idle < 100, f"what is offered cannot be done: {state}"
            try:
                page.wait_for_function(READY, timeout=150000)  # a computer may think long on a busy machine
            except Exception as problem:
                raise AssertionError(f"nothing to do: {state}") from problem
            return
        self.idle = 0
        # a piece in hand goes somewhere rather than calling for others
        kind = "spaces" if "spaces" in kinds and self.dice.random() < 0.7 else self.dice.choice(kinds)
        self.count(kind)
        with contextlib.suppress(ValueError):  # what was seen a moment ago may be gone
            self.take(kind)
        self.settle(before)

    def take(self, kind: str) -> None:
        """Do one thing of a kind that is offered. Raises ValueError where none is any more."""
        page = self.page
        if kind == "answers":
            self.press(self.pick(".answers .button:not(.retract, [data-key=move-now], [data-key=routine])"))
        elif kind == "sheet":
            self.unfold("peek")
            self.press(self.pick(".field-choices .button:not(.retract)"))
            self.unfold("half")
        elif kind == "pieces":
            # what must act first of all, as a person would
            lit = ".piece.lit:not(.retract):not([hidden])"
            on_top = f"{lit}:not(.beneath)"
            order = (f"{on_top}.must", on_top, lit)
            self.piece(self.pick(next((query for query in order if page.locator(query).count()), lit)))
        else:
            self.space(self.pick(".space.lit"))

    def unfold(self, height: str) -> None:
        """On a phone the panel lies folded over the foot of the page: its tab opens it, and folds it again."""
        if self.touch and self.page.locator(f'.panel[data-height="{height}"]').count():
            self.page.locator(".panel [role=tab][aria-selected=true]").tap()

    def pick(self, query: str) -> Any:
        """One of these at random. Raises ValueError where the page has none any more."""
        found = self.page.locator(query)
        return found.nth(self.dice.randrange(found.count()))

    def press(self, button: Any) -> None:
        """Press it. What others did meanwhile may have taken it away, as it does from under a person's hand."""
        try:
            self.reach(button)
        except TimeoutError:
            if button.count():
                raise
            self.count("missed")

    def reach(self, button: Any) -> None:
        if not self.keyboard and not button.evaluate(REACHED, timeout=5000):  # a fan opened by the pointer lies over it
            if button.evaluate(IN_MENU):
                self.page.mouse.move(2, 2)
                self.page.locator(".fan").wait_for(state="detached")
            else:
                self.page.keyboard.press("Escape")
        free = self.touch and not self.page.locator("dialog[open]").count()
        while free and (told := self.page.locator(TOLD)).count():  # what was told lies over the board of a phone
            told.first.tap()
        if self.keyboard:
            button.focus(timeout=5000)
            self.page.keyboard.press("Enter")
        elif self.touch:
            button.tap(timeout=5000)
        else:
            button.click(timeout=5000)

    def piece(self, piece: Any) -> None:
        if self.keyboard:
            must = ".must.lit:not(.retract)"
            wanted = piece.get_attribute("data-id") if piece.evaluate(f"(e) => e.matches('{must}')") else None
            for _ in range(60 if wanted else self.dice.randrange(1, 5)):
                self.page.keyboard.press("n")
                if wanted and self.page.evaluate("document.activeElement.dataset.id") == wanted:
                    break
            self.page.keyboard.press("Enter")
            return
        self.unfold("half")  # a sheet that came up by itself lies over the board
        if not self.inside(piece.bounding_box()):
            self.seek(piece)
        if piece.evaluate("(e) => e.matches('.beneath')"):  # its pile has to be spread out
            piece = self.spread(piece)
        self.press(piece)

    def spread(self, piece: Any) -> Any:
        """The piece in the fan of its pile, which opens where one points or touches."""
        box, wanted = piece.bounding_box(), piece.get_attribute("data-id")
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if self.touch:
            tap(self.page, x, y)
        else:
            self.page.mouse.move(1, 1)  # it may be there already
            self.page.mouse.move(x, y)
        shown = self.page.locator(f'.fan-piece[data-key="fan-{wanted}"]')
        shown.wait_for(timeout=10000)
        return shown

    def inside(self, box: dict[str, float] | None) -> bool:
        """Whether all of it stands in the board's window, and its middle not under the buttons of a phone's map."""
        if box is None:  # from afar pieces are dots
            return False
        port = self.page.locator(".port").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        return bool(
            not self.page.evaluate(UNDER_TOOLS, [x, y])
            and box["x"] >= port["x"]
            and box["y"] >= port["y"]
            and box["x"] + box["width"] <= port["x"] + port["width"]
            and box["y"] + box["height"] <= port["y"] + port["height"]
        )

    def seek(self, what: Any) -> None:
        """Bring something into sight: the first view, or the whole board."""
        for key, most in (("0", 8), ("9", 40)):
            self.page.keyboard.press(key)
            for _ in range(most):  # the camera is on its way
                self.page.wait_for_timeout(100)
                box = what.bounding_box()
                if not self.inside(box):
                    continue
                if key == "9" and self.touch:  # on a whole board the first tap brings near
                    tap(self.page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                    self.page.wait_for_timeout(500)
                    self.count("nearer")
                return
        self.page.keyboard.press("0")
        for _ in range(12):  # the map is moved by hand
            self.page.wait_for_timeout(300)
            box = what.bounding_box()
            if self.inside(box):
                return
            if box:
                self.pan(box)
        raise AssertionError(f"cannot be brought into sight: {what.get_attribute('data-id')}")

    def pan(self, box: dict[str, float]) -> None:
        """Draw the map so that this comes towards the middle of its window."""
        middle, [x, y] = self.page.evaluate(BARE)
        across = max(-80.0, min(80.0, middle[0] - box["x"] - box["width"] / 2))
        along = max(-80.0, min(80.0, middle[1] - box["y"] - box["height"] / 2))
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + across / 2, y + along / 2)
        mouse.move(x + across, y + along)
        mouse.up()
        self.count("panned")

    def space(self, cell: Any) -> None:
        """A place is clicked where no piece hides it, at its upper rim if it can; by keyboard the arrows lead there."""
        page = self.page
        if not self.keyboard:
            self.unfold("half")
            spot = cell.evaluate(SPOT)
            if spot is None:
                self.seek(cell)
                spot = cell.evaluate(SPOT)
            if spot is None:  # pieces hide it all: by keyboard, as a person would
                cell.focus()
                page.keyboard.press("Enter")
                return
            x, y = spot
            if self.touch:
                wide = cell.bounding_box()["width"]
                tap(page, x, y)
                if wide < FINGER:  # the first tap only brings it near
                    page.wait_for_function(NEARER, arg=[cell.get_attribute("data-id"), wide])
                    self.count("nearer")
                    self.space(cell)
            else:
                page.mouse.click(x, y)
            return
        wanted = cell.get_attribute("data-id")
        page.keyboard.press("b")
        last = ""
        for _ in range(40 if self.done.get("arrows", 0) < WALKS else 0):
            here, dx, dy = page.evaluate(WHERE, wanted)
            if here == wanted:
                page.keyboard.press("Enter")
                self.count("arrows")
                return
            across, along = ("ArrowRight" if dx > 0 else "ArrowLeft"), ("ArrowDown" if dy > 0 else "ArrowUp")
            key = across if abs(dx) > abs(dy) else along
            if here == last:
                key = self.dice.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"])
            last = here
            page.keyboard.press(key)
        # the other way by keyboard: the order itself
        page.keyboard.press("/")
        name = page.locator(f'.space[data-id="{wanted}"]').get_attribute("aria-label").split(".")[0]
        page.keyboard.type(f"where {name}")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")


def shooter(tab: Any, name: str) -> Callable[[int], None]:
    """Takes a picture every so often, where a folder for them is named (SHOTS)."""
    folder = os.environ.get("SHOTS", "")

    def shoot(n: int) -> None:
        if folder and n % EACH == 0:
            tab.screenshot(path=str(Path(folder) / f"{name}-{n:03}.png"))

    return shoot
