"""Axis & Allies: Guadalcanal as the program sees it: the rules of this folder behind the kernel's contract."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any

from ironbottom.games.axis_allies.knowledge import CampaignKnowledge
from ironbottom.games.axis_allies.rules import (
    advantages,
    battle_box,
    casualties,
    combat,
    hidden_movement,
    loading,
    movement,
    positions,
    regroup,
    sequence,
    state,
    submarines,
    unloading,
)
from ironbottom.games.axis_allies.rules.hidden_movement import Plotting
from ironbottom.games.axis_allies.rules.printed import KINDS, Printed
from ironbottom.games.axis_allies.rules.state import Campaign
from ironbottom.games.axis_allies.ui import board, looks, odds
from ironbottom.kernel.action import Action, Range
from ironbottom.kernel.data import digest, load_data
from ironbottom.kernel.event import Plain
from ironbottom.kernel.game import Game, Scenario
from ironbottom.kernel.options import choose, read_options
from ironbottom.kernel.presenter import Macro
from ironbottom.kernel.statements import read_statements
from ironbottom.kernel.step import CHANCE, Refusal, Result, Setting, step_types
from ironbottom.kernel.view import Board, Choice, Line, MacroLook, Odds, Picture, Prompt
from ironbottom.kernel.words import Words

PACKAGE = "ironbottom.games.axis_allies"


class AxisAllies(Game[Campaign]):
    """The game; `overlay` holds the owner's corrections."""

    slug = "axis-allies"
    package = PACKAGE
    title = "Axis & Allies: Guadalcanal"
    credit = (
        "Larry Harris; Avalon Hill 2007, Renegade Game Studios 2024. To know it as it was meant, own a copy: the "
        "starting units and parts of the map are reconstructed here."
    )
    sides = ("axis", "allies")
    scenarios = (
        Scenario("campaign", "The campaign", "August 1942: six islands, two fleets; first to 15 points.", (0, 1)),
    )
    types = (
        Plain,
        Result,
        *step_types(
            state, sequence, movement, loading, submarines, combat, battle_box, casualties, unloading, regroup,
            advantages, hidden_movement,
        ),
    )

    def __init__(self, overlay: Mapping[str, Any] | None = None) -> None:
        import tomllib

        self.overlay = overlay
        self.data = load_data(PACKAGE, overlay)
        self.digest = digest({name: table for name, table in self.data.items() if name != "board"})
        self.options = read_options(tomllib.loads((self.folder / "options.toml").read_text("utf-8")))
        self.statements = read_statements((self.folder / "rules.toml").read_text("utf-8"))
        self.knowledge = CampaignKnowledge()
        self._settings: dict[tuple[tuple[str, Any], ...], Printed] = {}

    def hides(self, options: Mapping[str, Any]) -> bool:
        """O11: what is plotted in secret."""
        return bool(options.get("hidden_movement"))

    def setting(self, scenario: str, chosen: tuple[tuple[str, Any], ...]) -> Setting:
        if chosen not in self._settings:
            self._settings[chosen] = Printed(self.data, chosen, self.overlay)
        return self._settings[chosen]

    def begin(self, scenario: str, setting: Setting) -> Campaign:
        """S1..S5: the set-up; then the first turn."""
        assert isinstance(setting, Printed)
        return positions.printed_setup(setting).push(sequence.Turn())

    def why_final(self, view: Campaign, side: int, action: Action) -> str | None:
        """Why it cannot be taken back: a die falls, the other side decides next, plots are shown, the game ends."""
        top = view.stack[-1]
        if isinstance(top, Plotting):
            shown = action == ("ready",) and view.ready[1 - side]
            return "ends.plots" if shown else None
        whole = tuple(part.high if isinstance(part, Range) else part for part in action)
        after = self.apply(view, side, whole)
        now = self.to_move(after)
        if not now:
            return "ends.game"
        if now == (CHANCE,):
            return "ends.die"
        return None if side in now else "ends.hand"

    def place(self, position: Mapping[str, Any]) -> Campaign:
        chosen = choose(self.options, "campaign", position.get("options", {}))
        setting = self.setting("campaign", chosen)
        assert isinstance(setting, Printed)
        return positions.place(setting, position)

    def facts(self, s: Campaign) -> dict[str, Any]:
        return positions.facts(s)

    def ask(self, s: Campaign, what: tuple[str, ...]) -> Any:
        return positions.ask(s, what)

    def invariants(self, s: Campaign) -> None:
        positions.invariants(s)

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal | None:
        """The statement that forbids an action; a piece of the page may stand for a ship and its place."""
        return super().why_not(s, side, looks.spelled(action))

    def refusal(self, refusal: Refusal) -> str:
        """A refusal in words; units are numbers in the rules."""
        args = dict(refusal.args)
        for key in ("kind", "ship"):
            if isinstance(args.get(key), int):
                args[key] = KINDS[args[key]]
        args["kinds"] = self._words.say(f"plural.{args.get('kind')}")
        return self._words.say(refusal.text, **args)

    def odds(self, view: Campaign, side: int, action: Action, memory: Any = None) -> Odds | None:
        """What may come of a fight."""
        return odds.odds(view, side, action, self._words) if side in self.to_move(view) else None

    def macros(self, view: Campaign, side: int) -> tuple[Macro, ...]:
        return looks.macros(view, side, self.legal(view, side)) if side in self.to_move(view) else ()

    # -- looks --

    def board(self, scenario: str) -> Board:
        return board.board()

    def chart(self, scenario: str, theme: str) -> str:
        return board.chart(theme)

    def faces(self, scenario: str) -> str:
        return board.sprite_of_faces()

    def turn_label(self, view: Campaign) -> str:
        return looks.turn_label(view, self._words)

    def picture(self, view: Campaign, side: int, memory: Any = None) -> Picture:
        return looks.picture(view, side, self._words)

    def prompt(self, view: Campaign, side: int) -> Prompt:
        return looks.prompt(view, side, self._words, self.to_move(view), self.waited_for(view))

    def choice(self, view: Campaign, side: int, action: Action, memory: Any = None) -> Choice:
        return looks.choice(view, side, action, self._words, self.why_final(view, side, action),
                            odds.has_odds(view, side, action))

    def macro_look(self, view: Campaign, side: int, macro: Macro) -> MacroLook:
        return looks.macro_look(macro, self._words)

    def line(self, seen: Any, side: int) -> Line | None:
        return looks.line(seen, self._words)

    @cached_property
    def _words(self) -> Words:
        return self.words


@cache
def _printed() -> AxisAllies:
    return AxisAllies()


def make(overlay: Mapping[str, Any] | None = None) -> AxisAllies:
    """The game, with the owner's corrections if there are any."""
    return AxisAllies(overlay) if overlay else _printed()
