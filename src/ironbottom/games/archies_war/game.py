"""Archie's War as one object: two games on the two faces of one board, told apart by their scenario."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from ironbottom.drawing.pieces import sprite
from ironbottom.games.archies_war import two_player
from ironbottom.games.archies_war.rules import printed
from ironbottom.games.archies_war.rules.printed import SIDES, as_correction
from ironbottom.games.archies_war.solitaire import game as solitaire
from ironbottom.games.archies_war.solitaire.rules import state as solitaire_state
from ironbottom.games.archies_war.solitaire.rules.state import Solitaire
from ironbottom.games.archies_war.solitaire.ui import board as board_solitaire
from ironbottom.games.archies_war.ui import board
from ironbottom.kernel.action import Action
from ironbottom.kernel.data import digest
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.event import Plain
from ironbottom.kernel.game import Game
from ironbottom.kernel.opponent import Modules
from ironbottom.kernel.options import choose, read_options
from ironbottom.kernel.presenter import Macro
from ironbottom.kernel.statements import read_statements
from ironbottom.kernel.step import Refusal, Result, Setting
from ironbottom.kernel.view import Board, Choice, Line, MacroLook, Odds, Picture, Prompt

TWO_PLAYER, SOLITAIRE = two_player.SCENARIO.id, solitaire.SCENARIO.id


class ArchiesWar(Game[Any]):
    """Archie's War: The Battle for Guadalcanal. Each scenario's own game answers for its states."""

    slug = "archies-war"
    package = "ironbottom.games.archies_war"
    title = "Archie's War"
    credit = (
        "Archie's War: The Battle for Guadalcanal, designed by Derek Croxton, published by Worthington Publishing "
        "in 2022. Own the game to play it as it is meant to be: with wooden blocks."
    )
    sides = SIDES
    rules_version = 1
    scenarios = (two_player.SCENARIO, solitaire.SCENARIO)

    def __init__(self, overlay: Mapping[str, Any] | None = None) -> None:
        self.correction = as_correction(overlay)
        self.digest = digest([printed.printed_data(self.correction), solitaire_state.printed_data(self.correction)])
        read = [(self.folder / name).read_text("utf-8") for name in ("options.toml", "options.solitaire.toml")]
        options = (option for text in read for option in read_options(tomllib.loads(text)))
        self.options = tuple(printed.corrected(option, self.correction) for option in options)
        read = [(self.folder / name).read_text("utf-8") for name in ("rules.toml", "rules.solitaire.toml")]
        self.statements = tuple(statement for text in read for statement in read_statements(text))
        self.types = (*two_player.TYPES, *solitaire.TYPES, Plain, Result)
        self._two_player = two_player.TwoPlayer(self.correction)
        self._solitaire = solitaire.Alone(self.correction)
        self.knowledge = self._two_player.knowledge
        self.opponent = Modules(f"{self.package}.ai")

    def of(self, s: Any) -> Game[Any]:
        return self._solitaire if isinstance(s, Solitaire) else self._two_player

    def at(self, scenario: str) -> Game[Any]:
        return self._solitaire if scenario == SOLITAIRE else self._two_player

    def setting(self, scenario: str, chosen: tuple[tuple[str, Any], ...]) -> Setting:
        return self.at(scenario).setting(scenario, chosen)

    def begin(self, scenario: str, setting: Setting) -> Any:
        return self.at(scenario).begin(scenario, setting)

    def why_not(self, s: Any, side: int, action: Action) -> Refusal | None:
        return self.of(s).why_not(s, side, action)

    def why_final(self, view: Any, side: int, action: Action) -> str | None:
        return self.of(view).why_final(view, side, action)

    def odds(self, view: Any, side: int, action: Action, memory: Any = None) -> Odds | None:
        return self.of(view).odds(view, side, action)

    def macros(self, view: Any, side: int) -> tuple[Macro, ...]:
        return self.of(view).macros(view, side)

    def place(self, position: Mapping[str, Any]) -> Any:
        """The state of a position file; `scenario` says of which game, `options` under which rulings."""
        scenario = str(position.get("scenario", TWO_PLAYER))
        if scenario not in (TWO_PLAYER, SOLITAIRE):
            raise BadInput(f"{self.slug} places no position of the scenario '{scenario}'")
        given = position.get("options", {})
        if not isinstance(given, Mapping):
            raise BadInput("options is a table")
        setting: Any = self.setting(scenario, choose(self.options, scenario, given))
        if scenario == SOLITAIRE:
            return self._solitaire.positioned(position, setting)
        return self._two_player.positioned(position, setting)

    def facts(self, s: Any) -> dict[str, Any]:
        return self.of(s).facts(s)

    def ask(self, s: Any, what: tuple[str, ...]) -> Any:
        return self.of(s).ask(s, what)

    def invariants(self, s: Any) -> None:
        self.of(s).invariants(s)

    def from_file(self, data: Any, setting: Setting) -> Any:
        part = self._solitaire if isinstance(setting, solitaire_state.Printed) else self._two_player
        return part.from_file(data, setting)

    def board(self, scenario: str) -> Board:
        return board_solitaire.board() if scenario == SOLITAIRE else board.board(self.correction)

    def chart(self, scenario: str, theme: str) -> str:
        return board_solitaire.chart(theme) if scenario == SOLITAIRE else board.chart(theme, self.correction)

    def faces(self, scenario: str) -> str:
        return sprite(board_solitaire.faces() if scenario == SOLITAIRE else board.faces(self.correction))

    def turn_label(self, view: Any) -> str:
        return self.of(view).turn_label(view)

    def picture(self, view: Any, side: int, memory: Any = None) -> Picture:
        return self.of(view).picture(view, side)

    def prompt(self, view: Any, side: int) -> Prompt:
        return self.of(view).prompt(view, side)

    def choice(self, view: Any, side: int, action: Action, memory: Any = None) -> Choice:
        return self.of(view).choice(view, side, action)

    def macro_look(self, view: Any, side: int, macro: Macro) -> MacroLook:
        return self.of(view).macro_look(view, side, macro)

    def line(self, seen: Any, side: int) -> Line | None:
        """An event in words; the solitaire game's events begin with `solo.`."""
        return (self._solitaire if seen.kind.startswith("solo.") else self._two_player).line(seen, side)


def make(overlay: Mapping[str, Any] | None = None) -> ArchiesWar:
    """The game, with an owner's corrections to its data. Raises BadInput."""
    return ArchiesWar(overlay)
