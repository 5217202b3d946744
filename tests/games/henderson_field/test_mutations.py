"""Rules flipped one at a time: each must turn a case red, or the cases would not notice a wrong rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from ironbottom.games import load
from ironbottom.games.henderson_field.game import make
from ironbottom.games.henderson_field.rules import (
    airfield,
    artillery,
    assault,
    declaration,
    guerrillas,
    movement,
    rabaul,
    results,
    state,
    stealth,
    strengths,
    victory,
)
from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE
from ironbottom.kernel.cases import read_cases
from mutations import flipped, noticed

FOLDER = Path(__file__).parents[2] / "cases" / "henderson-field"
CASES = [case for path in sorted(FOLDER.glob("*.toml"), reverse=True) for case in read_cases(path)]

OVERLAYS: dict[str, dict[str, Any]] = {
    "four units a hex": {"tables": {"limits": {"stack": 4}}},
    "four sea moves": {"tables": {"limits": {"sea_moves": 4}}},
    "fifty points win": {"tables": {"limits": {"victory": 51}}},
    "fours rise": {"tables": {"limits": {"guerrilla": 4}}},
    "leaving the landing hex is free": {"tables": {"terrain": {"landing": 0}}},
    "jungle costs 1": {"tables": {"terrain": {"jungle": 1}}},
    "an airfield at 9 is operational": {"tables": {"field": {"operational": 9}}},
    "a factor is worth the same to both": {"tables": {"points": {"factor": {"japanese": 2}}}},
    "heavy units count as one": {"tables": {"limits": {"heavy": 1}}},
    "a strain of one point at most": {"tables": {"limits": {"strain": 1}}},
    "counter-battery fire hits with fives": {"tables": {"limits": {"counter_battery": 5}}},
}
"""What the printed data say otherwise."""

PATCHES: dict[str, tuple[Any, str, Any]] = {
    "units under stealth have zones": (
        state, "_front", lru_cache(lambda p, lying: FRONT(p, tuple((here, 0) for here, _ in lying))),
    ),
    "everybody sees everything": (artillery, "sees", lambda p, a, b: True),
    "fire takes last steps": (artillery.FireLoss, "legal", lambda self, s, side: tuple(
        ("lose", state.unit(s, side, i).name) for i in state.at_hex(s, side, self.hex)
    )),
    "rivers do not halve": (assault, "attack_strength", lambda s, fight: max(
        1, sum(s.armies[fight.side].steps[i] for i in fight.battle.units) + sum(fight.paid)
    ) + fight.strain),
    "no doubling uphill": (strengths, "uphill", lambda s, fight, h: False),
    "fractions for the attacker": (
        strengths, "ratio", lambda a, d: (-(-a // d), 1) if a >= d else (1, d // a),
    ),
    "retreats go anywhere": (
        results, "refuges", lambda s, side, i, been: tuple(s.setting.near[s.armies[side].at[i]]),
    ),
    "the first of a stack retreats first": (results.RetreatTo, "legal", lambda self, s, side: RETREATS(
        self.replace(waiting=self.waiting & -self.waiting), s, side
    )),
    "who is found shows only the top counter": (stealth, "detected", lambda s, side, here, mark: (
        DETECTED(s, side, here, mark).army(side, shown=s.armies[side].shown)
    )),
    "nobody must attack": (declaration, "owed", lambda f, plan: ((), ())),
    "infantry works as well as engineers": (airfield, "WORKERS", ("ENG", "LAB", "INF")),
    "guerrillas cost nothing": (guerrillas, "free", lambda s: True),
    "guerrillas rise beside the enemy": (guerrillas, "villages", lambda s, tried: tuple(
        here for here, owner in zip(s.setting.villages, s.villages, strict=True)
        if owner == JAPANESE and here not in tried and not state.front(s, JAPANESE).count[here]
        and (guerrillas.free(s) or state.purse(s, AMERICAN))
    )),
    "guerrillas rise without supply": (guerrillas, "villages", lambda s, tried: tuple(
        here for here, owner in zip(s.setting.villages, s.villages, strict=True)
        if owner == JAPANESE and here not in tried and not state.front(s, JAPANESE).count[here]
        and not state.front(s, JAPANESE).zone[here]
    )),
    "engineers open no rivers": (movement, "capacity", lambda s, side, here: 0),
    "artillery hides": (stealth, "can_enter", lambda s, side, i: True),
    "Rabaul sends everybody": (rabaul, "can_come", lambda p, i, turn: True),
    "the field does not win": (victory, "JAPANESE_WIN", (1, -1)),
}
"""What a rule does otherwise: module or class, name, stand-in."""
FRONT: Callable[..., Any] = state._front.__wrapped__
RETREATS, DETECTED = results.RetreatTo.legal, stealth.detected

PACKAGE = "ironbottom.games.henderson_field"


@pytest.mark.parametrize("name", OVERLAYS)
def test_a_wrong_figure_is_noticed(name: str) -> None:
    assert noticed(CASES, load("henderson-field", OVERLAYS[name]))


@pytest.mark.parametrize("name", PATCHES)
def test_a_wrong_rule_is_noticed(name: str) -> None:
    with flipped(PATCHES[name], PACKAGE):
        assert noticed(CASES, make())
