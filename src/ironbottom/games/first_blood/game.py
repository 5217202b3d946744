"""First Blood as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, cast

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
    positions,
    reinforcement,
    results,
    sequence,
    setup,
    state,
    strength,
    supply,
    victory,
)
from ironbottom.games.first_blood.rules.printed import PACKAGE, Printed
from ironbottom.games.first_blood.rules.state import Position
from ironbottom.games.first_blood.ui.face import counted, named
from ironbottom.games.first_blood.ui.picture import FirstBloodPresenter
from ironbottom.kernel.action import Action
from ironbottom.kernel.data import digest, load_data
from ironbottom.kernel.game import Game, Scenario
from ironbottom.kernel.printed import printed
from ironbottom.kernel.step import Refusal, Result, Setting, step_types
from ironbottom.kernel.words import Words, in_words, load_words

SCENARIO = "campaign"
DRAWN = "board"
"""The data that are only drawn: records do not depend on them."""


class FirstBlood(Game[Position]):
    """The game with its printed data, or with an owner's corrections to it."""

    slug = "first-blood"
    package = PACKAGE
    title = "First Blood"
    credit = (
        "First Blood: The Guadalcanal Campaign, designed by Chester Hendrix, developed by Steve Llewellyn, published "
        "by AHIKS. Own a copy: its counters and its map are worth it."
    )
    to_print = (
        "AHIKS gave its edition away to be printed; we know of no page of its own for it. Christian Holm Christensen's "
        "remake comes as free sheets to print, and as a VASSAL module.",
        "https://gitlab.com/wargames_tex/firstblood_tex",
    )
    sides = ("american", "japanese")
    rules_version = 2
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
            state, setup, reinforcement, movement, declaration, strength, combat, results, air, airfields, naval,
            engineers, supply, victory, sequence,
        ),
        Result,
    )  # fmt: skip
    printed = Printed
    shown = FirstBloodPresenter
    knowledge = FirstBloodKnowledge()
    opponent = FirstBloodOpponent()

    def __init__(self, overlay: Mapping[str, Any] | None = None) -> None:
        super().__init__(overlay)
        rules = {stem: table for stem, table in load_data(PACKAGE, overlay).items() if stem != DRAWN}
        self.digest = digest(rules)

    @cached_property
    def words(self) -> Words:
        """The texts; counters are called by their names, with the owner's corrections."""
        plain = cast(Printed, self.plain)
        texts = load_words(self.package).filled(special_ships=in_words(sum(ship.special for ship in plain.ships)))
        return texts.over({"name": named(plain, texts), "planes": counted(plain, texts)})

    def begin(self, scenario: str, setting: Setting) -> Position:
        return positions.fresh(cast(Printed, setting)).push(*sequence.from_stage("american_setup"))

    def removed(self, setting: Setting) -> frozenset[str]:
        here = cast(Printed, setting)
        if not here.correction:
            return frozenset()
        first = printed(Printed, here.package, "", here.chosen)
        return frozenset(
            name
            for known, left in ((first.unit_number, here.unit_number), (first.plane_number, here.plane_number),
                                (first.ship_number, here.ship_number))
            for name in known.keys() - left.keys()
        )  # fmt: skip

    def placed(self, scenario: str, position: Mapping[str, Any], setting: Setting) -> Position:
        return positions.place(cast(Printed, setting), position)

    def why_not(self, s: Position, side: int, action: Action) -> Refusal | None:
        """As everywhere; who asks for a place by a counter asks for the place where it is."""
        return super().why_not(s, side, state.by_place(s, action))

    def facts(self, s: Position) -> dict[str, Any]:
        return positions.facts(s)

    def ask(self, s: Position, what: tuple[str, ...]) -> Any:
        return positions.ask(s, what)

    def invariants(self, s: Position) -> None:
        positions.invariants(s)


make = FirstBlood
"""How the catalogue makes it."""
