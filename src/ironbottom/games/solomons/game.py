"""Solomons Campaign as one object: its rules, what its sides know, how it looks, and who plays it as a computer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.games.solomons.ai.opponent import SolomonsOpponent
from ironbottom.games.solomons.knowledge import SolomonsKnowledge
from ironbottom.games.solomons.rules import (
    bombardment,
    deployment,
    events,
    ground,
    intelligence,
    missions,
    naval_movement,
    plotting,
    ports,
    positions,
    sequence,
    state,
    submarines,
    supply,
    surface,
    training,
    truk,
    unloading,
    victory,
)
from ironbottom.games.solomons.rules.air import (
    allocation,
    attack,
    counter_attack,
    ground_attack,
    landing,
    losses,
    ship_attack,
    transfers,
)
from ironbottom.games.solomons.rules.printed import PACKAGE, SIDES, Printed, data_digest, printed
from ironbottom.games.solomons.rules.sequence import GameTurn
from ironbottom.games.solomons.rules.state import Campaign
from ironbottom.games.solomons.ui import board, looks, macros, odds
from ironbottom.kernel.action import Action
from ironbottom.kernel.game import Game, Scenario
from ironbottom.kernel.presenter import Macro
from ironbottom.kernel.step import Result, Setting, step_types
from ironbottom.kernel.view import Board, Choice, Line, MacroLook, Odds, Picture, Prompt

CHAPTERS = (
    allocation, attack, bombardment, counter_attack, deployment, events, ground, ground_attack, intelligence, landing,
    losses, missions, naval_movement, plotting, ports, sequence, ship_attack, state, submarines, supply, surface,
    training, transfers, truk, unloading, victory,
)


class Solomons(Game[Campaign]):
    """The game with an owner's corrections, or as printed."""

    slug = "solomons"
    package = PACKAGE
    title = "Solomons Campaign"
    credit = (
        "Solomons Campaign, designed by James F. Dunnigan, published by SPI in 1973. Own a copy: its map and counters "
        "are its own."
    )
    sides = SIDES
    scenarios = (
        Scenario("campaign", "The campaign", "Sixteen weeks from 7 August 1942, in secret simultaneous plots.", (0, 1)),
    )
    types = (*step_types(*CHAPTERS), Result)
    knowledge = SolomonsKnowledge()
    opponent = SolomonsOpponent()

    def __init__(self, overlay: Mapping[str, Any] | None = None) -> None:
        super().__init__(overlay)
        self.digest = data_digest(self.correction)

    def setting(self, scenario: str, chosen: tuple[tuple[str, Any], ...]) -> Printed:
        return printed(chosen, self.correction)

    def begin(self, scenario: str, setting: Setting) -> Campaign:
        assert isinstance(setting, Printed)
        return deployment.first_state(setting).push(GameTurn())

    def place(self, position: Mapping[str, Any]) -> Campaign:
        return positions.place(self, position)

    def facts(self, s: Campaign) -> dict[str, Any]:
        return positions.facts(s)

    def ask(self, s: Campaign, what: tuple[str, ...]) -> Any:
        return positions.ask(s, what)

    def invariants(self, s: Campaign) -> None:
        positions.invariants(s)

    # -- looks --

    def why_final(self, view: Campaign, side: int, action: Action) -> str | None:
        return looks.why_final(view, side, action)

    def odds(self, view: Campaign, side: int, action: Action, memory: Any = None) -> Odds | None:
        return odds.odds(self, view, side, action)

    def macros(self, view: Campaign, side: int) -> tuple[Macro, ...]:
        return macros.macros(self, view, side)

    def board(self, scenario: str) -> Board:
        return board.board()

    def chart(self, scenario: str, theme: str) -> str:
        return board.chart(theme)

    def faces(self, scenario: str) -> str:
        return board.faces()

    def turn_label(self, view: Campaign) -> str:
        return looks.turn_label(view.p.turns, view.turn, view.segment, self.words)

    def picture(self, view: Campaign, side: int, memory: Any = None) -> Picture:
        return looks.picture(self, view, side)

    def prompt(self, view: Campaign, side: int) -> Prompt:
        return looks.prompt(self, view, side)

    def choice(self, view: Campaign, side: int, action: Action, memory: Any = None) -> Choice:
        return looks.choice(self, view, side, action)

    def macro_look(self, view: Campaign, side: int, macro: Macro) -> MacroLook:
        return looks.macro_look(self, view, side, macro)

    def line(self, seen: Any, side: int) -> Line | None:
        return looks.line(self, seen, side)


def make(overlay: Mapping[str, Any] | None = None) -> Solomons:
    """The game."""
    return Solomons(overlay)
