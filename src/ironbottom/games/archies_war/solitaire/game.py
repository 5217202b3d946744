"""The solitaire scenario of Archie's War as a game: what follows from its state."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from ironbottom.games.archies_war.solitaire.rules import american, attack, japanese, peril, positions, sequence, state
from ironbottom.games.archies_war.solitaire.rules.american import ChooseAction
from ironbottom.games.archies_war.solitaire.rules.state import Printed, Solitaire
from ironbottom.games.archies_war.solitaire.ui import looks
from ironbottom.kernel.action import Action
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.event import Plain
from ironbottom.kernel.game import Game, Scenario
from ironbottom.kernel.knowledge import Knowledge
from ironbottom.kernel.presenter import Macro
from ironbottom.kernel.step import Result, Setting, step_types
from ironbottom.kernel.view import Choice, Line, MacroLook, Odds, Picture, Prompt
from ironbottom.kernel.words import Words

SCENARIO = Scenario(
    "solitaire",
    "Alone",
    "You are Vandegrift against a Japanese side that the dice drive: hold the field for eighteen turns.",
    (0,),
)
TYPES = step_types(state, attack, japanese, american, sequence)


class AloneKnowledge(Knowledge[Solitaire]):
    """Nothing is hidden."""

    state = Solitaire


class Alone(Game[Solitaire]):
    """One player against the tables. Nothing is hidden, so a view is the state and a deal the view."""

    slug = "archies-war"
    package = "ironbottom.games.archies_war"
    sides = ("american", "japanese")
    types = (*TYPES, Plain, Result)

    def __init__(self, correction: str) -> None:
        self.correction = correction
        self.knowledge = AloneKnowledge()

    def setting(self, scenario: str, chosen: tuple[tuple[str, Any], ...]) -> Setting:
        """The printed board with these options; the same object for the same options."""
        return state.remake(self.correction, chosen)

    def begin(self, scenario: str, setting: Setting) -> Solitaire:
        """SR-2: the set-up."""
        assert isinstance(setting, Printed)
        return sequence.begin(setting)

    def why_final(self, view: Solitaire, side: int, action: Action) -> str | None:
        """The choice of an action is followed by dice; the end of the turn may end the game."""
        if not view.stack:
            return None
        if isinstance(view.stack[-1], ChooseAction):
            return "ends.die"
        if action == ("done",):
            return "ends.turn"
        following: Any = view.stack[-2] if len(view.stack) > 1 else None
        return "ends.die" if action[0] == "lose" and type(following).__name__ == "AmericanAction" else None

    def odds(self, view: Solitaire, side: int, action: Action, memory: Any = None) -> Odds | None:
        """The chance of each way to lose."""
        return looks.odds(view, action, self._words) if side in self.to_move(view) else None

    def positioned(self, position: Mapping[str, Any], setting: Printed) -> Solitaire:
        """The state of a position file."""
        return positions.place(position, setting)

    def facts(self, s: Solitaire) -> dict[str, Any]:
        """What cases compare."""
        return positions.facts(s)

    def ask(self, s: Solitaire, what: tuple[str, ...]) -> Any:
        """`peril FRONT`: the chance, in percent, that the next Japanese action takes a front."""
        if len(what) == 2 and what[0] == "peril" and what[1] in state.FRONTS:
            return round(100 * peril.peril(s)[state.FRONTS.index(what[1])], 2)
        raise BadInput(f"the solitaire game knows no question '{' '.join(what)}'; it knows: peril FRONT")

    def invariants(self, s: Solitaire) -> None:
        """SR-61: no strength below 0, the marker on its track or left of it, the turn on its track."""
        assert min(s.american) >= 0
        assert min(s.japanese) >= 0
        assert s.status < len(state.printed(s).track)
        assert 1 <= s.turn <= state.printed(s).data["turns"]["number"]
        assert s.vandegrift in (2, 3)

    def turn_label(self, view: Solitaire) -> str:
        """The turn."""
        return looks.turn_label(view, self._words)

    def picture(self, view: Solitaire, side: int, memory: Any = None) -> Picture:
        """All that the page shows."""
        return looks.picture(view, self._words)

    def prompt(self, view: Solitaire, side: int) -> Prompt:
        """What the player must do."""
        return looks.prompt(view, side, self._words)

    def choice(self, view: Solitaire, side: int, action: Action, memory: Any = None) -> Choice:
        """How an action is shown."""
        ends = self.why_final(view, side, action)
        return looks.choice(view, action, self._words.say(ends) if ends else None, self._words)

    def macros(self, view: Solitaire, side: int) -> tuple[Macro, ...]:
        """Blocks that may be dragged from box to box."""
        return looks.macros(view) if side in self.to_move(view) else ()

    def macro_look(self, view: Solitaire, side: int, macro: Macro) -> MacroLook:
        """How the move of a block is shown."""
        return looks.macro_look(macro, self._words)

    def line(self, seen: Any, side: int) -> Line:
        """An event in words."""
        return looks.line(seen, self._words)

    @cached_property
    def _words(self) -> Words:
        return self.words
