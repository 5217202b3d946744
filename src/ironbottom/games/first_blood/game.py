"""First Blood as the rest of the program sees it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ironbottom.games.first_blood.ai.opponent import FirstBloodOpponent
from ironbottom.games.first_blood.knowledge import FirstBloodKnowledge
from ironbottom.games.first_blood.rules import (
    air,
    airfields,
    combat,
    declaration,
    engineers,
    movement,
    naval,
    reinforcement,
    sequence,
    setup,
    state,
    strength,
    supply,
    victory,
)
from ironbottom.games.first_blood.rules.positions import ask, check, facts, place
from ironbottom.games.first_blood.rules.printed import PACKAGE, Printed, data_digest, printed
from ironbottom.games.first_blood.rules.state import Position
from ironbottom.games.first_blood.ui.picture import FirstBloodPresenter
from ironbottom.kernel.game import Game, Scenario
from ironbottom.kernel.step import Result, Setting, step_types

SCENARIO = "campaign"


class FirstBlood(Game[Position]):
    """The game with its printed data, or with an owner's corrections to it."""

    slug = "first-blood"
    package = PACKAGE
    title = "First Blood"
    credit = (
        "First Blood: The Guadalcanal Campaign, designed by Chester Hendrix, developed by Steve Llewellyn, published "
        "by AHIKS. Own a copy: its counters and its map are worth it."
    )
    sides = ("american", "japanese")
    scenarios = (
        Scenario(
            SCENARIO,
            "The Guadalcanal Campaign",
            "Fifteen turns, September 1942 to January 1943: Japan must take an airfield, or keep a unit on the island "
            "to the end.",
            (0, 1),
        ),
    )
    types = (
        *step_types(
            state, setup, reinforcement, movement, declaration, strength, combat, air, airfields, naval, engineers,
            supply, victory, sequence,
        ),
        Result,
    )  # fmt: skip

    def __init__(self, overlay: Mapping[str, Any] | None = None) -> None:
        super().__init__(overlay)
        self.digest = data_digest(self.correction)
        self.knowledge = FirstBloodKnowledge()
        self.presenter = FirstBloodPresenter(self)
        self.opponent = FirstBloodOpponent()

    # -- play --

    def setting(self, scenario: str, chosen: tuple[tuple[str, Any], ...]) -> Printed:
        return printed(chosen, self.correction)

    def begin(self, scenario: str, setting: Setting) -> Position:
        assert isinstance(setting, Printed)
        return fresh(setting).push(*sequence.from_stage("american_setup"))

    # -- positions and cases --

    def place(self, position: Mapping[str, Any]) -> Position:
        return place(self, position)

    def facts(self, s: Position) -> dict[str, Any]:
        return facts(s)

    def ask(self, s: Position, what: tuple[str, ...]) -> Any:
        return ask(self, s, what)

    def invariants(self, s: Position) -> None:
        check(s)


def fresh(setting: Printed) -> Position:
    """The state before anything is set up: every counter is still to come."""
    coming = setting.number["coming"]
    ground = len(setting.units)
    return Position(
        setting,
        at=(coming,) * ground,
        left=(0,) * ground,
        visited=(0,) * len(setting.own[1]),
        strips=setting.start_status,
        work=(0,) * len(setting.fields),
        air=(coming,) * len(setting.planes),
        ships=(coming,) * len(setting.ships),
    )


@lru_cache(maxsize=4)
def _made(correction: str) -> FirstBlood:
    return FirstBlood(json.loads(correction) if correction else None)


def make(overlay: Mapping[str, Any] | None = None) -> FirstBlood:
    """The game with the owner's corrections to its data, or as printed. Raises BadInput."""
    return _made(json.dumps(overlay, sort_keys=True) if overlay else "")
