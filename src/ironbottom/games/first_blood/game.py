"""First Blood as the rest of the program sees it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any

from ironbottom.games.first_blood.knowledge import FirstBloodKnowledge
from ironbottom.games.first_blood.rules import (
    air,
    airfields,
    combat,
    declaration,
    engineers,
    movement,
    naval,
    reinforcement,
    sequence,
    setup,
    state,
    strength,
    supply,
    victory,
)
from ironbottom.games.first_blood.rules.positions import ask, check, facts, place
from ironbottom.games.first_blood.rules.printed import PACKAGE, Printed, data_digest, printed
from ironbottom.games.first_blood.rules.state import Position
from ironbottom.games.first_blood.ui import board, looks, odds
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Plain
from ironbottom.kernel.game import Game, Scenario
from ironbottom.kernel.options import choose
from ironbottom.kernel.presenter import Macro
from ironbottom.kernel.step import CHANCE, Result, Setting, step_types
from ironbottom.kernel.view import Board, Choice, Line, MacroLook, Odds, Picture, Prompt

SCENARIO = "campaign"


class FirstBlood(Game[Position]):
    """The game with its printed data, or with an owner's corrections to it."""

    slug = "first-blood"
    package = PACKAGE
    title = "First Blood"
    credit = (
        "First Blood: The Guadalcanal Campaign, designed by Chester Hendrix, developed by Steve Llewellyn, published "
        "by AHIKS. Own a copy: its counters and its map are worth it."
    )
    sides = ("american", "japanese")
    scenarios = (
        Scenario(
            SCENARIO,
            "The Guadalcanal Campaign",
            "Fifteen turns, September 1942 to January 1943: Japan must take an airfield, or keep a unit on the island "
            "to the end.",
            (0, 1),
        ),
    )
    types = (
        *step_types(
            state, setup, reinforcement, movement, declaration, strength, combat, air, airfields, naval, engineers,
            supply, victory, sequence,
        ),
        Plain,
        Result,
    )  # fmt: skip

    def __init__(self, overlay: Mapping[str, Any] | None = None) -> None:
        super().__init__(overlay)
        self.digest = data_digest(self.correction)
        self.knowledge = FirstBloodKnowledge()

    # -- play --

    def setting(self, scenario: str, chosen: tuple[tuple[str, Any], ...]) -> Printed:
        return printed(chosen, self.correction)

    def begin(self, scenario: str, setting: Setting) -> Position:
        assert isinstance(setting, Printed)
        return fresh(setting).push(*sequence.from_stage("american_setup"))

    def why_final(self, view: Position, side: int, action: Action) -> str | None:
        """8.10i: a die, the other side's decision, or the end of the side's half make an action final."""
        if side not in self.to_move(view):
            return None
        then = self.apply(view, side, action)
        movers = self.to_move(then)
        if not movers:
            return "ends.game"
        if movers == (CHANCE,):
            return "ends.die"
        if side in movers:
            return None
        before, after = sequence.stage_of(view).split("_")[0], sequence.stage_of(then).split("_")[0]
        return "ends.hand" if before == after else "ends.turn"

    def odds(self, view: Position, side: int, action: Action, memory: Any = None) -> Odds | None:
        return odds.odds(view, action, self.words) if side in self.to_move(view) else None

    def macros(self, view: Position, side: int) -> tuple[Macro, ...]:
        return looks.macros(view, side, self.legal(view, side))

    # -- looks --

    def board(self, scenario: str) -> Board:
        return board.geometry(self._plain, self.words)

    def chart(self, scenario: str, theme: str) -> str:
        return board.drawing(self._plain, theme, self.title)

    def faces(self, scenario: str) -> str:
        return board.counters(self._plain)

    def turn_label(self, view: Position) -> str:
        return looks.turn_label(view, self.words)

    def picture(self, view: Position, side: int, memory: Any = None) -> Picture:
        return looks.picture(view, side, self.words)

    def prompt(self, view: Position, side: int) -> Prompt:
        return looks.prompt(view, side, self.to_move(view), self.words)

    def choice(self, view: Position, side: int, action: Action, memory: Any = None) -> Choice:
        ends = self.why_final(view, side, action)
        return looks.choice(view, action, self.retracts(view, action), ends, self.words)

    def macro_look(self, view: Position, side: int, macro: Macro) -> MacroLook:
        return looks.macro_look(macro, self.words)

    def line(self, seen: Any, side: int) -> Line | None:
        return looks.line(seen, self.words, self._plain)

    @cached_property
    def _plain(self) -> Printed:
        """The printed game with the options as they are by default."""
        return printed(choose(self.options, SCENARIO, {}), self.correction)

    # -- positions and cases --

    def place(self, position: Mapping[str, Any]) -> Position:
        return place(self, position)

    def facts(self, s: Position) -> dict[str, Any]:
        return facts(s)

    def ask(self, s: Position, what: tuple[str, ...]) -> Any:
        return ask(self, s, what)

    def invariants(self, s: Position) -> None:
        check(s)


def fresh(setting: Printed) -> Position:
    """The state before anything is set up: every counter is still to come."""
    coming = setting.number["coming"]
    ground = len(setting.units)
    return Position(
        setting,
        at=(coming,) * ground,
        left=(0,) * ground,
        visited=(0,) * len(setting.own[1]),
        strips=setting.start_status,
        work=(0,) * len(setting.fields),
        air=(coming,) * len(setting.planes),
        ships=(coming,) * len(setting.ships),
    )


@lru_cache(maxsize=4)
def _made(correction: str) -> FirstBlood:
    return FirstBlood(json.loads(correction) if correction else None)


def make(overlay: Mapping[str, Any] | None = None) -> FirstBlood:
    """The game with the owner's corrections to its data, or as printed. Raises BadInput."""
    return _made(json.dumps(overlay, sort_keys=True) if overlay else "")
