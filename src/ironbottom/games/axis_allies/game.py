"""Axis & Allies: Guadalcanal as the program sees it: its rules, knowledge, presenter and opponent tied together."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, cast

from ironbottom.games.axis_allies.ai.opponent import CampaignOpponent
from ironbottom.games.axis_allies.knowledge import CampaignKnowledge
from ironbottom.games.axis_allies.rules import (
    advantages,
    battle_box,
    casualties,
    combat,
    hidden_movement,
    landing,
    loading,
    movement,
    pace,
    positions,
    regroup,
    sequence,
    state,
    submarines,
    unloading,
)
from ironbottom.games.axis_allies.rules.printed import KINDS, Printed
from ironbottom.games.axis_allies.rules.state import Campaign
from ironbottom.games.axis_allies.ui.presenter import CampaignPresenter
from ironbottom.games.axis_allies.ui.texts import located, spelled
from ironbottom.kernel.action import Action
from ironbottom.kernel.data import digest, load_data
from ironbottom.kernel.game import Game, Scenario
from ironbottom.kernel.step import Refusal, Result, Setting, step_types
from ironbottom.kernel.words import Words, capital, load_words


class AxisAllies(Game[Campaign]):
    """The game, with the owner's corrections if there are any."""

    slug = "axis-allies"
    package = "ironbottom.games.axis_allies"
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
        Result,
        *step_types(
            state, sequence, movement, loading, submarines, combat, battle_box, casualties, unloading, landing,
            regroup, advantages, hidden_movement,
        ),
    )

    printed = Printed
    shown = CampaignPresenter
    knowledge = CampaignKnowledge()

    def __init__(self, overlay: Mapping[str, Any] | None = None) -> None:
        super().__init__(overlay)
        self.data = load_data(self.package, overlay)
        self.digest = digest({name: table for name, table in self.data.items() if name != "board"})
        self.opponent = CampaignOpponent(self)

    @cached_property
    def words(self) -> Words:
        """The texts; places, units and tokens that the owner has named are called so."""
        named = {}
        for table, as_printed in zip(_named(self.data), _named(load_data(self.package)), strict=True):
            named.update({key: row["name"] for key, row in table.items()
                          if key != "source" and row["name"] != as_printed[key]["name"]})
        return load_words(self.package).over({"name": named})

    def hides(self, options: Mapping[str, Any]) -> bool:
        """O11: what is plotted in secret."""
        return bool(options.get("hidden_movement"))

    def begin(self, scenario: str, setting: Any) -> Campaign:
        """S1..S5: the set-up; then the first turn."""
        return positions.printed_setup(setting).push(sequence.Turn())

    def apply(self, s: Campaign, side: int, action: Action) -> Campaign:
        after = super().apply(s, side, action)
        return pace.go_on(after, side) if after.setting.goes_on else after  # type: ignore[attr-defined]

    placed_options: ClassVar[Mapping[str, Any]] = {"nothing_to_decide": "ask"}
    """A position of a file asks at each step, unless it says otherwise: what is played there names each answer."""

    def placed(self, scenario: str, position: Mapping[str, Any], setting: Setting) -> Campaign:
        return positions.place(cast(Printed, setting), position)

    def facts(self, s: Campaign) -> dict[str, Any]:
        return positions.facts(s)

    def ask(self, s: Campaign, what: tuple[str, ...]) -> Any:
        return positions.ask(s, what)

    def invariants(self, s: Campaign) -> None:
        positions.invariants(s)

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal | None:
        """The statement that forbids an action; a piece of the page may stand for a ship and its place."""
        return super().why_not(s, side, spelled(action))

    def refusal(self, refusal: Refusal) -> str:
        """A refusal in words; units are numbers in the rules."""
        args = {key: KINDS[item] if key in ("kind", "ship") and isinstance(item, int) else item
                for key, item in refusal.args}
        args["kinds"] = self.words.say(f"plural.{args.get('kind')}")
        if "space" in args:
            args["at"] = located(self.words, args["space"])
        return capital(self.words.say(refusal.text, **args))


def _named(data: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """The tables of what has a name."""
    return data["map"]["space"], data["units"]["unit"], data["advantages"]["token"]


make = AxisAllies
"""How the catalogue makes it."""
