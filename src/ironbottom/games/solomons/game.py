"""Solomons Campaign as one object: its rules, what its sides know, how it looks, and who plays it as a computer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
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
from ironbottom.games.solomons.rules.printed import PACKAGE, SIDES, Printed, data_digest, data_of, printed
from ironbottom.games.solomons.rules.sequence import GameTurn
from ironbottom.games.solomons.rules.state import Campaign
from ironbottom.games.solomons.ui.presenter import SolomonsPresenter
from ironbottom.kernel.game import Game, Scenario
from ironbottom.kernel.step import Result, Setting, step_types
from ironbottom.kernel.words import Words, in_words, load_words

CHAPTERS = (
    allocation, attack, bombardment, counter_attack, deployment, events, ground, ground_attack, intelligence, landing,
    losses, missions, naval_movement, plotting, ports, sequence, ship_attack, state, submarines, supply, surface,
    training, transfers, truk, unloading, victory,
)


class Solomons(Game[Campaign]):
    """The game with an owner's corrections, or as printed."""

    slug = "solomons"
    package = PACKAGE
    rules_version = 4
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
        self.presenter = SolomonsPresenter(self)

    @cached_property
    def words(self) -> Words:
        """The texts, with the numbers of the data."""
        return load_words(self.package).filled(**_numbers(data_of(self.correction)))

    def setting(self, scenario: str, chosen: tuple[tuple[str, Any], ...]) -> Printed:
        return printed(chosen, self.correction)

    def removed(self, setting: Setting) -> frozenset[str]:
        assert isinstance(setting, Printed)
        if not self.correction:
            return frozenset()
        return frozenset(printed(setting.options).index.keys() - setting.index.keys())

    def begin(self, scenario: str, setting: Setting) -> Campaign:
        assert isinstance(setting, Printed)
        return deployment.first_state(setting).push(GameTurn())

    def placed(self, scenario: str, position: Mapping[str, Any], setting: Any) -> Campaign:
        return positions.place(self, position, setting)

    def facts(self, s: Campaign) -> dict[str, Any]:
        return positions.facts(s)

    def ask(self, s: Campaign, what: tuple[str, ...]) -> Any:
        return positions.ask(s, what)

    def invariants(self, s: Campaign) -> None:
        positions.invariants(s)


def _numbers(data: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers of the data in the texts."""
    rabaul, params = data["map"]["bases"]["rabaul"], data["params"]
    first = [unit for unit in data["units"].values() if unit["turn"] == 1 and not unit["augmentation"]]

    def begin(kind: str, place: str) -> str:
        return in_words(sum(unit["type"] == kind and unit["place"] == place for unit in first))

    return {
        "rabaul_units": rabaul["ship_limit"], "rabaul_guns": rabaul["gun_limit"],
        "air_for_supply": in_words(params["supply"]["air_points"]),
        "group_size": in_words(params["task_forces"]["group"]), "first_carriers": begin("CV", "truk"),
        "first_naval": data["setup"]["japanese"]["aboard"], "first_transports": begin("TR", "M"),
    }  # fmt: skip


def make(overlay: Mapping[str, Any] | None = None) -> Solomons:
    """The game."""
    return Solomons(overlay)
