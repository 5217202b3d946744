"""Deluxe Guadalcanal as the rest of the program sees it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any

from ironbottom.games.henderson_field.ai.opponent import HendersonOpponent
from ironbottom.games.henderson_field.knowledge import HendersonKnowledge
from ironbottom.games.henderson_field.rules import (
    airfield,
    artillery,
    assault,
    declaration,
    guerrillas,
    movement,
    points,
    positions,
    rabaul,
    reinforcement,
    results,
    sequence,
    state,
    stealth,
    supply,
    victory,
)
from ironbottom.games.henderson_field.rules import random_events as events
from ironbottom.games.henderson_field.rules.printed import (
    PACKAGE,
    SIDES,
    Printed,
    data_digest,
    printed,
)  # fmt: skip
from ironbottom.games.henderson_field.rules.state import Position
from ironbottom.games.henderson_field.ui import board, looks, macros, odds
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Plain
from ironbottom.kernel.game import Game, Scenario
from ironbottom.kernel.options import choose
from ironbottom.kernel.presenter import Macro
from ironbottom.kernel.step import Result, Setting, step_types
from ironbottom.kernel.view import Board, Choice, Line, MacroLook, Measure, Odds, Picture, Prompt

SCENARIO = "campaign"


def _text(name: str) -> str:
    return files(PACKAGE).joinpath(name).read_text("utf-8")


class HendersonField(Game[Position]):
    """The game with its printed data, or with an owner's corrections to it."""

    slug = "henderson-field"
    package = PACKAGE
    title = "The Battle for Henderson Field"
    credit = (
        "Deluxe Guadalcanal: The Battle for Henderson Field, designed by Mike Nagel (2021) after Guadalcanal by Larry "
        "Pinsky and Lindsley Schutz (Avalon Hill, 1966). Print your own copy: its map and counters are worth it."
    )
    sides = SIDES
    scenarios = (
        Scenario(SCENARIO, "The campaign", "Twenty-six weeks, from the landing to the end of January 1943.", (0, 1)),
    )
    types = (
        *step_types(
            state, events, reinforcement, supply, guerrillas, movement, stealth, airfield, artillery, declaration, assault, results, rabaul,
            points, victory, sequence,
        ),
        Plain,
        Result,
    )  # fmt: skip

    def __init__(self, overlay: Mapping[str, Any] | None = None) -> None:
        super().__init__(overlay)
        self.digest = data_digest(self.correction)
        self.knowledge = HendersonKnowledge()
        self.opponent = HendersonOpponent()

    def setting(self, scenario: str, chosen: tuple[tuple[str, Any], ...]) -> Printed:
        return printed(chosen, self.correction)

    def begin(self, scenario: str, setting: Setting) -> Position:
        assert isinstance(setting, Printed)
        return positions.first(setting).push(sequence.NextTurn())

    def why_final(self, view_: Position, side: int, action: Action) -> str | None:
        return odds.why_final(view_, side, action) if side in self.to_move(view_) else None

    def odds(self, view_: Position, side: int, action: Action, memory: Any = None) -> Odds | None:
        return odds.odds(view_, action, self.words) if side in self.to_move(view_) else None

    def place(self, position: Mapping[str, Any]) -> Position:
        p = self.setting(SCENARIO, choose(self.options, SCENARIO, position.get("options", {})))
        return positions.place(p, position)

    def facts(self, s: Position) -> dict[str, Any]:
        return positions.facts(s)

    def ask(self, s: Position, what: tuple[str, ...]) -> Any:
        return positions.ask(s, what)

    def invariants(self, s: Position) -> None:
        positions.invariants(s)

    # -- looks --

    def macros(self, view_: Position, side: int) -> tuple[Macro, ...]:
        return macros.macros(view_, side)

    def board(self, scenario: str) -> Board:
        return board.board()

    def chart(self, scenario: str, theme: str) -> str:
        return board.chart(self._plain, theme)

    def faces(self, scenario: str) -> str:
        return board.counters(self._plain)

    def turn_label(self, view_: Position) -> str:
        return looks.turn_label(view_, self.words)

    def picture(self, view_: Position, side: int, memory: Any = None) -> Picture:
        return looks.picture(view_, side, self.words)

    def prompt(self, view_: Position, side: int) -> Prompt:
        return looks.prompt(view_, side, self.to_move(view_), self.words)

    def choice(self, view_: Position, side: int, action: Action, memory: Any = None) -> Choice:
        ends = self.why_final(view_, side, action)
        return looks.choice(view_, side, action, self.retracts(view_, action), ends, self.words)

    def macro_look(self, view_: Position, side: int, macro: Macro) -> MacroLook:
        return macros.macro_look(macro, self.words)

    def measure(self, view_: Position, side: int, start: str, end: str) -> Measure | None:
        return looks.measure(self._plain, start, end, self.words)

    def line(self, seen: Any, side: int) -> Line | None:
        return looks.line(seen, self.words, self._plain)

    @cached_property
    def _plain(self) -> Printed:
        """The printed game with the options as they are by default."""
        return printed(choose(self.options, SCENARIO, {}), self.correction)


@lru_cache(maxsize=4)
def _made(correction: str) -> HendersonField:
    return HendersonField(json.loads(correction) if correction else None)


def make(overlay: Mapping[str, Any] | None = None) -> HendersonField:
    """The game with the owner's corrections to its data, or as printed. Raises BadInput."""
    return _made(json.dumps(overlay, sort_keys=True) if overlay else "")
