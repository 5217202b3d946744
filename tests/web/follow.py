"""Plays a table of a `placed` server in the browser as it is told to: every action by the page's own counters, places
and buttons. What each click did is held against what the table has written down.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from driver import SPOT
from placed import Placed

from ironbottom.kernel.action import Action, matches, notation
from ironbottom.kernel.record import Move
from ironbottom.kernel.step import CHANCE

Answer = Callable[[Any, int], Sequence[Action]]
"""What a side does next: from its view and its number, actions to be played in order."""

GRIP = """(piece) => {
  const box = piece.getBoundingClientRect();
  for (const down of [.5, .25, .75, .1, .9]) for (const across of [.5, .25, .75, .1, .9]) {
    const x = box.left + box.width * across, y = box.top + box.height * down;
    if (document.elementFromPoint(x, y)?.closest('.piece') === piece) return [x, y];
  }
  return null;
}"""
"""A point of a counter where nothing lies over it."""

MIDDLE = "(e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }"

IDLE = (2, 2)
"""Where the pointer opens nothing."""


class Follower:
    """A page at a table, and how often it did what."""

    def __init__(self, page: Any, placed: Placed, path: str) -> None:
        self.page = page
        self.table = placed.server.tables.rooms[path.rsplit("/", 1)[-1]].table
        self.game = self.table.game
        self.board = self.game.board(self.table.scenario)
        self.spaces = {space["id"]: space for space in self.board["spaces"]}
        self.done: dict[str, int] = {}

    def count(self, what: str) -> None:
        self.done[what] = self.done.get(what, 0) + 1

    def acts(self) -> list[Action]:
        """What the sides have done so far, those things among them that can still be taken back."""
        entries = [logged.entry for logged in self.table.log]
        log = [entry.action for entry in entries if isinstance(entry, Move) and entry.side != CHANCE]
        return log + [action for draft in list(self.table.drafts.values()) for action in draft.moves]

    def play(self, answer: Answer, until: Callable[[Any], bool] = lambda state: False) -> None:
        """Play until the game is over, or until the position is one that was waited for."""
        while self.table.over is None and not until(self.table.state):
            (side,) = self.table.waiting()
            self.page.locator(".curtain, .table .world").first.wait_for()
            if self.page.locator(".curtain").count():
                assert self.page.locator(".piece, .world, .log").count() == 0, "the board is in the page behind it"
                self.page.locator(".curtain .button.primary").click()
                self.page.locator(".table .world").wait_for()
                self.count("curtain")
            actions = list(answer(self.table.view(side), side))
            while actions and self.table.over is None and self.table.waiting() == (side,):
                del actions[: self.act(side, tuple(actions))]

    def act(self, side: int, actions: tuple[Action, ...]) -> int:
        """Click the first of these actions, or as many as one click does; how many those were."""
        view, before = self.table.view(side), self.acts()
        ways = [one for one in self.game.macros(view, side) if one.space and one.actions == actions[: len(one.actions)]]
        if ways:
            way = max(ways, key=lambda one: len(one.actions))
            self.at_space(way.space, self.game.macro_look(view, side, way)["label"])
            self.count("way")
            wanted = before + list(way.actions)
        else:
            self.one(view, side, actions[0])
            wanted = [*before, actions[0]]
        self.sure()
        end = time.monotonic() + 30
        while self.acts()[: len(wanted)] != wanted:
            assert time.monotonic() < end, f"clicked for {wanted[len(before):]}, got {self.acts()[len(before):]}"
            self.page.wait_for_timeout(15)
        self.page.locator(".table:not(.sending), .curtain").first.wait_for()
        return len(wanted) - len(before)

    def one(self, view: Any, side: int, action: Action) -> None:
        """One action: on its place, on its counter, or by its button."""
        offers = self.game.legal(view, side)
        offer = next(one for one in offers if one == action or matches(one, action))
        choice = self.game.choice(view, side, offer)
        button = self.page.locator(f'[data-do="{choice["do"]}"]')
        self.count(str(action[0]))
        pieces = {piece["id"]: piece["place"] for piece in self.game.picture(view, side)["pieces"]}
        if "amount" not in choice and choice.get("piece") in pieces:
            self.at_piece(choice["piece"], pieces[choice["piece"]], choice["label"], bool(choice.get("aside")))
            if "space" in choice:
                self.at_space(choice["space"], choice["label"])
        elif "space" in choice:
            self.at_space(choice["space"], choice["label"])
        else:
            button.first.wait_for(state="attached")
            folded = self.page.locator("details.all-actions:not([open])").filter(has=button)
            if folded.count():  # what is done with counters is listed too, for the keyboard
                folded.first.locator("summary").click()
            button.first.wait_for()
            amount = self.page.locator(f'[data-key="n-{choice["do"]}"]')
            if amount.count():
                amount.first.fill(notation(action).rsplit("=", 1)[1])
            button.first.click()

    def sure(self) -> None:
        """Confirm what cannot be taken back, if one is asked."""
        confirm = self.page.locator('[data-key="confirm"]')
        if confirm.count():
            confirm.click()
            self.count("confirmed")

    def chosen(self, label: str) -> None:
        """In a menu, the entry with that label."""
        entries = self.page.locator(".menu .menu-item")
        if entries.count():
            entries.filter(has_text=label).first.click()
            self.count("menu")

    def show(self, place: str) -> None:
        """Bring a place into sight, by the small map, with nothing spread out over it."""
        self.page.mouse.move(*IDLE)
        self.page.locator(".fan").wait_for(state="detached")
        small, until = None, time.monotonic() + 10
        while small is None and time.monotonic() < until:  # without a small map the place is coming into sight
            box, port = (self.page.locator(one).bounding_box() for one in (f'.space[data-id="{place}"]', ".port"))
            left, top = box["x"] - port["x"], box["y"] - port["y"]
            if (left >= 0 and top >= 0
                    and left + box["width"] <= port["width"] and top + box["height"] <= port["height"]):
                return
            small = self.page.locator(".minimap").bounding_box()
        space = self.spaces[place]
        x, y = space["x"] / self.board["width"], space["y"] / self.board["height"]
        self.page.mouse.click(small["x"] + x * small["width"], small["y"] + y * small["height"])
        self.count("small map")

    def at_space(self, place: str, label: str) -> None:
        """Click a place; if a menu opens, what is meant."""
        cell = self.page.locator(f'.space[data-id="{place}"]')
        self.show(place)
        spot = cell.evaluate(SPOT)
        assert spot is not None, f"{place} cannot be clicked: {label}"
        self.page.mouse.click(*spot)
        self.chosen(label)

    def at_piece(self, name: str, place: str, label: str, aside: bool) -> None:
        """Click a counter, or open its menu for what stands aside; one beneath others is spread out first."""
        self.show(place)
        spot = self.page.locator(f'.piece[data-id="{name}"]').evaluate(GRIP)
        if spot is None:  # point at the pile
            self.page.mouse.move(*self.page.locator(f'.space[data-id="{place}"]').evaluate(MIDDLE))
            fan = self.page.locator(f'[data-key="fan-{name}"]')
            fan.wait_for()
            fan.click(modifiers=["Shift"] if aside else [])
            self.count("fan")
        else:
            self.page.mouse.click(*spot, button="right" if aside else "left")
        self.chosen(label)
