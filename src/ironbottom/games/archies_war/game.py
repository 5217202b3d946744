"""Archie's War as one object: two games on the two faces of one board, told apart by their scenario."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.games.archies_war.ai.opponent import ArchiesOpponent
from ironbottom.games.archies_war.knowledge import ArchiesKnowledge
from ironbottom.games.archies_war.rules import (
    abilities,
    combat,
    movement,
    positions,
    printed,
    refusals,
    reinforcement,
    sequence,
    state,
)
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE, SIDES, remake
from ironbottom.games.archies_war.rules.state import Position
from ironbottom.games.archies_war.solitaire.game import SOLITAIRE, Alone
from ironbottom.games.archies_war.solitaire.rules import state as solitaire_state
from ironbottom.games.archies_war.solitaire.rules.state import Solitaire
from ironbottom.games.archies_war.ui.names import words_of
from ironbottom.games.archies_war.ui.pieces import why_not_piece
from ironbottom.games.archies_war.ui.presenter import ArchiesPresenter
from ironbottom.kernel.action import Action, offered
from ironbottom.kernel.data import digest
from ironbottom.kernel.game import Game, Scenario
from ironbottom.kernel.step import Refusal, Result, Setting, refuse, step_types
from ironbottom.kernel.words import Words

TWO_PLAYER = "two-player"


class TwoPlayer(Game[Position]):
    """The two-player scenario, with hidden blocks."""

    slug = "archies-war"
    package = "ironbottom.games.archies_war"
    sides = SIDES
    types = (*step_types(abilities, combat, movement, printed, reinforcement, sequence, state), Result)

    def __init__(self, correction: str) -> None:
        self.correction = correction
        self.knowledge = ArchiesKnowledge(correction)
        self.opponent = ArchiesOpponent(self)
        self.presenter = ArchiesPresenter(self)

    @property
    def words(self) -> Words:
        return words_of(self.package, self.correction)

    def setting(self, scenario: str, chosen: tuple[tuple[str, Any], ...]) -> Setting:
        return remake(self.correction, chosen)

    def begin(self, scenario: str, setting: Any) -> Position:
        return sequence.begin(setting)

    def why_not(self, s: Position, side: int, action: Action) -> Refusal | None:
        """2P-16: the statement that forbids an action now; a piece of the page may stand for a block and its place."""
        if not s.stack:
            return refuse("", "refused.over")
        legal = self.legal(s, side)
        if offered(legal, action):
            return None
        top: Any = s.stack[-1]
        plain = refusals.spelled(action)
        if side not in self.to_move(s):
            return refusals.not_asked(s, side, plain, top.rule, sequence.active(s))
        if plain != action and offered(legal, plain):
            return why_not_piece(s, side, action, plain)
        found: Refusal = top.why_not(s, side, plain)
        return found

    def placed(self, scenario: str, position: Mapping[str, Any], setting: Any) -> Position:
        return positions.place(setting, position)

    def facts(self, s: Position) -> dict[str, Any]:
        return positions.facts(s)

    def ask(self, s: Position, what: tuple[str, ...]) -> Any:
        return positions.ask(s, what)

    def invariants(self, s: Position) -> None:
        positions.invariants(s)


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
    option_files = ("options.toml", "options.solitaire.toml")
    statement_files = ("rules.toml", "rules.solitaire.toml")
    scenarios = (
        Scenario(
            TWO_PLAYER, "Two players",
            "Hidden blocks, ten turns: the Japanese must take the airfield or bombard it three times.",
            (AMERICAN, JAPANESE),
        ),
        Scenario(
            SOLITAIRE, "Alone",
            "You are Vandegrift against a Japanese side that the dice drive: hold the field for eighteen turns.",
            (AMERICAN,),
        ),
    )
    types = (*TwoPlayer.types, *Alone.types)

    def __init__(self, overlay: Mapping[str, Any] | None = None) -> None:
        super().__init__(overlay)
        self.digest = digest([printed.printed_data(self.correction), solitaire_state.printed_data(self.correction)])
        mend = {"air_support_value": printed.corrected, "henderson_track": solitaire_state.corrected}
        self.options = tuple(
            mend[option.id](option, self.correction) if option.id in mend else option for option in self.options
        )
        self.two_player, self.alone = TwoPlayer(self.correction), Alone(self.correction)
        self.two_player.scenarios = self.scenarios
        self.knowledge, self.presenter = self.two_player.knowledge, self.two_player.presenter
        self.opponent = self.two_player.opponent

    @property
    def words(self) -> Words:
        return self.two_player.words

    def of(self, s: Any) -> Game[Any]:
        return self.alone if isinstance(s, Solitaire) else self.two_player

    def at(self, scenario: str) -> Game[Any]:
        return self.alone if scenario == SOLITAIRE else self.two_player

    def setting(self, scenario: str, chosen: tuple[tuple[str, Any], ...]) -> Setting:
        return self.at(scenario).setting(scenario, chosen)

    def begin(self, scenario: str, setting: Setting) -> Any:
        return self.at(scenario).begin(scenario, setting)

    def why_not(self, s: Any, side: int, action: Action) -> Refusal | None:
        return self.of(s).why_not(s, side, action)

    def placed(self, scenario: str, position: Mapping[str, Any], setting: Setting) -> Any:
        return self.at(scenario).placed(scenario, position, setting)

    def facts(self, s: Any) -> dict[str, Any]:
        return self.of(s).facts(s)

    def ask(self, s: Any, what: tuple[str, ...]) -> Any:
        return self.of(s).ask(s, what)

    def invariants(self, s: Any) -> None:
        self.of(s).invariants(s)

    def from_file(self, data: Any, setting: Setting) -> Any:
        part: Game[Any] = self.alone if isinstance(setting, solitaire_state.Printed) else self.two_player
        return part.from_file(data, setting)


def make(overlay: Mapping[str, Any] | None = None) -> ArchiesWar:
    """The game, with an owner's corrections to its data. Raises BadInput."""
    return ArchiesWar(overlay)
