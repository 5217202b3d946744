"""Deluxe Guadalcanal: its four parts tied together."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any

from ironbottom.games.henderson_field.ai.opponent import HendersonOpponent
from ironbottom.games.henderson_field.knowledge import HendersonKnowledge
from ironbottom.games.henderson_field.rules import (
    airfield,
    artillery,
    assault,
    declaration,
    guerrillas,
    movement,
    points,
    positions,
    rabaul,
    random_events,
    reinforcement,
    results,
    sequence,
    state,
    stealth,
    supply,
    victory,
)
from ironbottom.games.henderson_field.rules.printed import (
    PACKAGE,
    SIDES,
    Printed,
    data_digest,
    event_numbers,
    printed,
    read_data,
)
from ironbottom.games.henderson_field.rules.state import Position
from ironbottom.games.henderson_field.ui.presenter import HendersonPresenter
from ironbottom.kernel.action import Action
from ironbottom.kernel.game import Game, Scenario
from ironbottom.kernel.step import Refusal, Result, Setting, refuse, step_types
from ironbottom.kernel.words import Words, in_words, load_words

SCENARIO = "campaign"


class HendersonField(Game[Position]):
    """The game with its printed data, or with an owner's corrections to it."""

    slug = "henderson-field"
    package = PACKAGE
    title = "The Battle for Henderson Field"
    credit = (
        "Deluxe Guadalcanal: The Battle for Henderson Field, designed by Mike Nagel (2021) after Guadalcanal by Larry "
        "Pinsky and Lindsley Schutz (Avalon Hill, 1966). Print your own copy: its map and counters are worth it."
    )
    to_print = (
        "Map, counters and cards come as sheets to print, from the designer; War Diary Publications sells a box.",
        "https://www.relativerange.com/guadalcanal",
    )
    sides = SIDES
    rules_version = 3
    scenarios = (
        Scenario(SCENARIO, "The campaign", "Twenty-six weeks, from the landing to the end of January 1943.", (0, 1)),
    )
    types = (
        *step_types(
            state, random_events, reinforcement, supply, guerrillas, movement, stealth, airfield, artillery,
            declaration, assault, results, rabaul, points, victory, sequence,
        ),
        Result,
    )  # fmt: skip

    def __init__(self, overlay: Mapping[str, Any] | None = None) -> None:
        super().__init__(overlay)
        self.digest = data_digest(self.correction)
        self.knowledge = HendersonKnowledge()
        self.presenter = HendersonPresenter(self)
        self.opponent = HendersonOpponent()

    @cached_property
    def words(self) -> Words:
        """The texts; units, villages and the airfield are called as the owner has them."""
        texts = load_words(self.package).filled(**_numbers(read_data(self.correction)))
        if not self.correction:
            return texts
        now, before = (_called(read_data(correction)) for correction in (self.correction, ""))
        gone = {key: key for key in before.keys() - now.keys()}
        return texts.over({"name": gone | {key: name for key, name in now.items() if before.get(key) != name}})

    def setting(self, scenario: str, chosen: tuple[tuple[str, Any], ...]) -> Printed:
        return printed(chosen, self.correction)

    def removed(self, setting: Setting) -> frozenset[str]:
        assert isinstance(setting, Printed)
        if not self.correction:
            return frozenset()
        return frozenset(printed(setting.options).unit_number.keys() - setting.unit_number.keys())

    def begin(self, scenario: str, setting: Setting) -> Position:
        assert isinstance(setting, Printed)
        return positions.first(setting).push(sequence.NextTurn())

    def placed(self, scenario: str, position: Mapping[str, Any], setting: Setting) -> Position:
        assert isinstance(setting, Printed)
        return positions.place(setting, position)

    def why_not(self, s: Position, side: int, action: Action) -> Refusal | None:
        """R4.0: what belongs to another step is refused as such; else the step says why."""
        refusal = super().why_not(s, side, action)
        if refusal is not None and side in self.to_move(s) and action[0] not in s.stack[-1].verbs:
            return refuse("R4.0", "refused.not_now")
        return refusal

    def facts(self, s: Position) -> dict[str, Any]:
        return positions.facts(s)

    def ask(self, s: Position, what: tuple[str, ...]) -> Any:
        return positions.ask(s, what)

    def invariants(self, s: Position) -> None:
        positions.invariants(s)


def _numbers(data: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers of the data in the texts."""
    limits, tear, columns = data["tables"]["limits"], data["tables"]["field"]["reduce"], data["tables"]["attrition"]
    return {
        **{f"tear_{how}": number for how, number in tear.items()},
        "by_sea": in_words(limits["sea_moves"]), "to_a_hex": in_words(limits["stack"]),
        "as_heavy": in_words(limits["heavy"]), "stealth_price": in_words(data["tables"]["terrain"]["stealth"]),
        "leave_from": limits["withdrawals_from"], "leave_most": in_words(limits["withdrawals"]),
        "not_enough": limits["victory"] - 1, "all_villages": len(data["map"]["village"]),
        **{f"{event}_n": number for event, number in event_numbers(data).items()},
        "worst_odds": columns["columns"][0], "best_odds": columns["columns"][-1],
    }  # fmt: skip


def _called(data: Mapping[str, Any]) -> dict[str, str]:
    """What units, villages and the airfield are called in the data."""
    chart, found = data["map"], {name: unit["label"] for name, unit in data["units"]["unit"].items()}
    for village in chart["village"].values():
        found[village["hex"]] = f"{village['name']} ({village['hex']})"
    field = chart["pinned"]["henderson_field"]
    return {**found, field: f"{chart['names'].get(field, 'Henderson Field')} ({field})"}


@lru_cache(maxsize=4)
def _made(correction: str) -> HendersonField:
    return HendersonField(json.loads(correction) if correction else None)


def make(overlay: Mapping[str, Any] | None = None) -> HendersonField:
    """The game with the owner's corrections to its data, or as printed. Raises BadInput."""
    return _made(json.dumps(overlay, sort_keys=True) if overlay else "")
