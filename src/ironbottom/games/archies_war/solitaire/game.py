"""The solitaire scenario of Archie's War as a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.games.archies_war.solitaire.ai.opponent import AloneOpponent
from ironbottom.games.archies_war.solitaire.rules import american, attack, japanese, positions, sequence, state
from ironbottom.games.archies_war.solitaire.rules.state import Solitaire
from ironbottom.games.archies_war.solitaire.ui.presenter import AlonePresenter
from ironbottom.games.archies_war.ui.names import words_of
from ironbottom.kernel.game import Game
from ironbottom.kernel.knowledge import Knowledge
from ironbottom.kernel.step import Result, Setting, step_types
from ironbottom.kernel.words import Words

SOLITAIRE = "solitaire"


class AloneKnowledge(Knowledge[Solitaire]):
    """Nothing is hidden."""

    state = Solitaire


class Alone(Game[Solitaire]):
    """One player against the tables."""

    slug = "archies-war"
    package = "ironbottom.games.archies_war"
    sides = ("american", "japanese")
    types = (*step_types(state, attack, japanese, american, sequence), Result)

    def __init__(self, correction: str) -> None:
        self.correction = correction
        self.knowledge = AloneKnowledge()
        self.opponent = AloneOpponent(self)
        self.presenter = AlonePresenter(self)

    @property
    def words(self) -> Words:
        return words_of(self.package, self.correction)

    def setting(self, scenario: str, chosen: tuple[tuple[str, Any], ...]) -> Setting:
        return state.remake(self.correction, chosen)

    def begin(self, scenario: str, setting: Any) -> Solitaire:
        return sequence.begin(setting)

    def placed(self, scenario: str, position: Mapping[str, Any], setting: Any) -> Solitaire:
        return positions.place(setting, position)

    def facts(self, s: Solitaire) -> dict[str, Any]:
        return positions.facts(s)

    def ask(self, s: Solitaire, what: tuple[str, ...]) -> Any:
        return positions.ask(s, what)

    def invariants(self, s: Solitaire) -> None:
        positions.invariants(s)
