"""Solomons Campaign as one object: what the table, the page, the bots and the tests know of it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from ironbottom.games.solomons import (
    air,
    bombardment,
    cases,
    deal,
    deployment,
    ground,
    intelligence,
    missions,
    naval_movement,
    plotting,
    ports,
    printed,
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
from ironbottom.games.solomons.printed import PACKAGE, SIDES, Printed, data_of, overlay_key
from ironbottom.games.solomons.sequence import GameTurn
from ironbottom.games.solomons.state import Campaign
from ironbottom.games.solomons.view import look
from ironbottom.kernel.action import Action
from ironbottom.kernel.data import digest
from ironbottom.kernel.event import Plain
from ironbottom.kernel.game import Game, Scenario
from ironbottom.kernel.options import read_options
from ironbottom.kernel.presenter import Macro
from ironbottom.kernel.statements import read_statements
from ironbottom.kernel.step import Result, Setting, step_types
from ironbottom.kernel.view import Board, Choice, Line, MacroLook, Odds, Picture, Prompt

CHAPTERS = (
    air, bombardment, deployment, ground, intelligence, missions, naval_movement, plotting, ports, sequence, state,
    submarines, supply, surface, training, truk, unloading, victory,
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

    def __init__(self, overlay: Mapping[str, Any] | None = None) -> None:
        self.key = overlay_key(overlay)
        folder = files(PACKAGE)
        import tomllib

        self.options = read_options(tomllib.loads((folder / "options.toml").read_text("utf-8")))
        self.statements = read_statements((folder / "rules.toml").read_text("utf-8"))
        self.types = (*step_types(*CHAPTERS), Plain, Result)
        # where things are printed on the board is no rule: records stay good when the board is drawn anew
        self.digest = digest({name: table for name, table in data_of(self.key).items() if name != "board"})

    def setting(self, scenario: str, chosen: tuple[tuple[str, Any], ...]) -> Printed:
        return printed.printed(chosen, self.key)

    def begin(self, scenario: str, setting: Setting) -> Campaign:
        assert isinstance(setting, Printed)
        return deployment.first_state(setting).push(GameTurn())

    def view(self, s: Campaign, side: int) -> Campaign:
        return look(s, side).replace(news=self.news_for(s, side))

    def determinize(self, view: Campaign, side: int, rng: random.Random, memory: Any = None) -> Campaign:
        return deal.determinize(self, view, side, rng)

    def place(self, position: Mapping[str, Any]) -> Campaign:
        return cases.place(self, position)

    def facts(self, s: Campaign) -> dict[str, Any]:
        return cases.facts(s)

    def ask(self, s: Campaign, what: tuple[str, ...]) -> Any:
        return cases.ask(s, what)

    def invariants(self, s: Campaign) -> None:
        cases.invariants(s)

    # -- looks --

    def why_final(self, view: Campaign, side: int, action: Action) -> str | None:
        from ironbottom.games.solomons import looks

        return looks.why_final(view, side, action)

    def odds(self, view: Campaign, side: int, action: Action, memory: Any = None) -> Odds | None:
        from ironbottom.games.solomons import odds

        return odds.odds(self, view, side, action)

    def macros(self, view: Campaign, side: int) -> tuple[Macro, ...]:
        from ironbottom.games.solomons import macros

        return macros.macros(self, view, side)

    def board(self, scenario: str) -> Board:
        from ironbottom.games.solomons import board

        return board.board()

    def chart(self, scenario: str, theme: str) -> str:
        from ironbottom.games.solomons import board

        return board.chart(theme)

    def faces(self, scenario: str) -> str:
        from ironbottom.games.solomons import board

        return board.faces()

    def turn_label(self, view: Campaign) -> str:
        from ironbottom.games.solomons import looks

        return looks.turn_label(view.p.turns, view.turn, view.segment, self.words)

    def picture(self, view: Campaign, side: int, memory: Any = None) -> Picture:
        from ironbottom.games.solomons import looks

        return looks.picture(self, view, side)

    def prompt(self, view: Campaign, side: int) -> Prompt:
        from ironbottom.games.solomons import looks

        return looks.prompt(self, view, side)

    def choice(self, view: Campaign, side: int, action: Action, memory: Any = None) -> Choice:
        from ironbottom.games.solomons import looks

        return looks.choice(self, view, side, action)

    def macro_look(self, view: Campaign, side: int, macro: Macro) -> MacroLook:
        from ironbottom.games.solomons import looks

        return looks.macro_look(self, view, side, macro)

    def line(self, seen: Any, side: int) -> Line | None:
        from ironbottom.games.solomons import looks

        return looks.line(self, seen, side)


def make(overlay: Mapping[str, Any] | None = None) -> Solomons:
    """The game."""
    return Solomons(overlay)
