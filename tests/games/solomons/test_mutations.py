"""Rules flipped one at a time: each must turn a case red, or the cases would not notice a wrong rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ironbottom.games import load
from ironbottom.games.solomons.game import make
from ironbottom.games.solomons.rules import (
    bombardment,
    ground,
    intelligence,
    missions,
    naval_movement,
    plotting,
    ports,
    submarines,
    supply,
    surface,
    unloading,
    victory,
)
from ironbottom.games.solomons.rules.air import allocation, ground_attack, points, ship_attack
from ironbottom.games.solomons.rules.state import Patrol
from ironbottom.kernel.cases import read_cases
from mutations import flipped, noticed

FOLDER = Path(__file__).parents[2] / "cases" / "solomons"
CASES = [case for path in sorted(FOLDER.glob("*.toml"), reverse=True) for case in read_cases(path)]

OVERLAYS: dict[str, dict[str, Any]] = {
    "a carrier scores 25": {"params": {"victory": {"CV": 25, "source": "R: a test"}}},
    "eleven points are kept back": {"params": {"ground": {"reserve": 11, "source": "R: a test"}}},
    "two turns at Australia": {"params": {"refit": {"australia": 2, "source": "R: a test"}}},
    "a point flies five from Henderson Field": {"params": {"supply": {"air_points": 5, "source": "R: a test"}}},
    "a group of five ships": {"params": {"task_forces": {"group": 5, "source": "R: a test"}}},
    "threes complete the field": {"params": {"rolls": {"completion": [1, 2, 3], "source": "R: a test"}}},
    "fives release Truk": {"params": {"rolls": {"sortie": [1, 2, 3, 4, 5], "source": "R: a test"}}},
    "Japanese training takes one turn": {"params": {"training": {"japanese": 1, "source": "R: a test"}}},
}
"""What the printed data say otherwise."""

PATCHES: dict[str, tuple[Any, str, Any]] = {
    "patrols count once": (Patrol, "points", property(lambda self: sum(part[3] for part in self.parts) // 2)),
    "extended range costs nothing more": (
        allocation, "base_reach", lambda p, side, base, kind, hex_, was=points.base_reach: min(
            1, was(p, side, base, kind, hex_))),
    "supply for whole tens only": (points, "henderson_supply", lambda p, n: n // 10),
    "one to three is enough": (ship_attack, "least", lambda p, ship: max(1, p.defense[ship] // 3)),
    "half of one is one": (
        ground_attack, "supply_loss", lambda n, result: {"all": n, "half": -(-n // 2)}.get(result, 0)),
    "carriers bombard with guns": (bombardment, "has", lambda s, units, kind: False),
    "carriers lie at Rabaul": (ports, "rabaul_fits", lambda s, units, load=(0, 0, 0): True),
    "the unsupplied defend in full": (ground, "halved", lambda n: n),
    "hunger takes all": (supply, "after_isolation", lambda n: 0),
    "no spotting beside task forces": (intelligence, "spotted", lambda s, hex_, japanese: hex_ in intelligence.zone(s)),
    "announcements bind nobody": (plotting, "may_leave", lambda *args: None),
    "aborts lead to any base": (missions, "abort_ways", lambda s, side, n: naval_movement.open_homes(s, side, n)),
    "transports hurry": (unloading, "transport_ready", lambda force: True),
    "repair takes the die alone": (ports, "repair_return", lambda p, side, kind, turn, die: turn + die),
    "the whole fleet is prey": (submarines, "prey", lambda s, hex_: tuple(
        u for n in range(6) if s.forces[1][n].pos == hex_ for u in s.fleet(1, n))),
    "carriers fight in M": (surface, "has", lambda s, units, kind: False),
    "halves are rounded up": (surface, "surface_losses", lambda n, result: {
        "none": (0, 0), "half_crippled": (-(-n // 2), 0), "half_destroyed": (0, -(-n // 2)),
    }.get(result, (n, 0))),
    "whoever lands late takes nothing": (unloading, "Possession", lambda: unloading.UnloadingOpens()),
    "a draw is a victory": (victory, "level", lambda p, japanese, american: "marginal" if japanese > american else
                            "american"),
}
"""What a rule does otherwise: module or class, name, stand-in."""

PACKAGE = "ironbottom.games.solomons"


@pytest.mark.parametrize("name", OVERLAYS)
def test_a_wrong_figure_is_noticed(name: str) -> None:
    assert noticed(CASES, load("solomons", OVERLAYS[name]))


@pytest.mark.parametrize("name", PATCHES)
def test_a_wrong_rule_is_noticed(name: str) -> None:
    with flipped(PATCHES[name], PACKAGE):
        assert noticed(CASES, make())
