"""The two-player scenario of Archie's War as a game: what follows from its position."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

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
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE, SIDES, Printed, remake
from ironbottom.games.archies_war.rules.state import Position
from ironbottom.games.archies_war.ui import commits as commitment
from ironbottom.games.archies_war.ui import looks, odds
from ironbottom.kernel.action import Action, offered
from ironbottom.kernel.event import Plain
from ironbottom.kernel.game import Game, Scenario
from ironbottom.kernel.presenter import Macro
from ironbottom.kernel.step import Refusal, Result, Setting, refuse, step_types
from ironbottom.kernel.view import Choice, Line, MacroLook, Odds, Picture, Prompt

SCENARIO = Scenario(
    "two-player",
    "Two players",
    "Hidden blocks, ten turns: the Japanese must take the airfield or bombard it three times.",
    (AMERICAN, JAPANESE),
)
TYPES = step_types(abilities, combat, movement, printed, reinforcement, sequence, state)


class TwoPlayer(Game[Position]):
    """Two players with hidden blocks."""

    slug = "archies-war"
    package = "ironbottom.games.archies_war"
    sides = SIDES
    types = (*TYPES, Plain, Result)

    def __init__(self, correction: str) -> None:
        self.correction = correction
        self.knowledge = ArchiesKnowledge()

    # -- play --

    def setting(self, scenario: str, chosen: tuple[tuple[str, Any], ...]) -> Setting:
        """The printed game with these options; the same object for the same options."""
        return remake(self.correction, chosen)

    def begin(self, scenario: str, setting: Setting) -> Position:
        """2P-10: the state before the first draw."""
        assert isinstance(setting, Printed)
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
            return looks.why_not_piece(s, side, action, plain)
        found: Refusal = top.why_not(s, side, plain)
        return found

    # -- knowledge --

    def why_final(self, view: Position, side: int, action: Action) -> str | None:
        """2P-35: why an action cannot be taken back."""
        return commitment.why_final(view, side, action)

    def odds(self, view: Position, side: int, action: Action, memory: Any = None) -> Odds | None:
        """2P-30: what may come of a fight."""
        if side not in self.to_move(view):
            return None
        return odds.odds(view, side, action, self._words)

    def macros(self, view: Position, side: int) -> tuple[Macro, ...]:
        """Take all, take all infantry, attack with all infantry, take the rest."""
        if side not in self.to_move(view):
            return ()
        return looks.macros(view, side, self.legal(view, side))

    # -- positions and cases --

    def positioned(self, position: Mapping[str, Any], setting: Printed) -> Position:
        """The state of a position file."""
        return positions.place(setting, position)

    def facts(self, s: Position) -> dict[str, Any]:
        """What cases compare."""
        return positions.facts(s)

    def ask(self, s: Position, what: tuple[str, ...]) -> Any:
        """Answers to a case's questions."""
        return positions.ask(s, what)

    def invariants(self, s: Position) -> None:
        """2P-6: blocks are conserved, and sides stand apart."""
        positions.invariants(s)

    # -- looks --

    def turn_label(self, view: Position) -> str:
        """The turn."""
        return looks.turn_label(view, self._words)

    def picture(self, view: Position, side: int, memory: Any = None) -> Picture:
        """All that the page shows."""
        return looks.picture(view, side, self._words)

    def prompt(self, view: Position, side: int) -> Prompt:
        """Who must do what."""
        return looks.prompt(view, side, self._words)

    def choice(self, view: Position, side: int, action: Action, memory: Any = None) -> Choice:
        """How an action is shown."""
        return looks.choice(view, side, action, self._words, self.why_final(view, side, action))

    def macro_look(self, view: Position, side: int, macro: Macro) -> MacroLook:
        """How a macro is shown; what it commits to is what its last action does."""
        *first, last = macro.actions
        there = view
        for action in first:
            there = self.apply(there, side, action)
        return looks.macro_look(view, side, macro, self._words, self.why_final(there, side, last))

    def line(self, seen: Any, side: int) -> Line | None:
        """An event in the game's words."""
        return looks.line(seen, side, self._words)

    @cached_property
    def _words(self) -> Any:
        return self.words

