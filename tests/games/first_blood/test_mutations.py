"""Rules flipped one at a time: each must turn a case red, or the cases would not notice a wrong rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ironbottom.games import load
from ironbottom.games.first_blood.game import make
from ironbottom.games.first_blood.rules import (
    declaration,
    engineers,
    movement,
    results,
    strength,
    supply,
    victory,
    zones,
)
from ironbottom.kernel.cases import read_cases
from mutations import flipped, noticed

GAME = make()
FOLDER = Path(__file__).parents[2] / "cases" / "first-blood"
CASES = [case for path in sorted(FOLDER.glob("*.toml")) for case in read_cases(path)]

OVERLAYS: dict[str, dict[str, Any]] = {
    "four units a hex": {"map": {"limits": {"stack": 4}}},
    "five units at an entry point": {"map": {"limits": {"entry_point": 5}}},
    "seven aircraft a hex": {"map": {"limits": {"air_per_hex": 7}}},
    "a wider set-up area": {"map": {"setup_area": {"column_max": 16}}},
    "jungle costs 1": {"terrain": {"step": {"jungle": 1}}},
    "a river costs no more into jungle": {"terrain": {"step": {"river_into_jungle": 3}}},
    "no ford": {"hexsides": {"side": {"0909|0910": {"ford": False}}}},
    "a ridge hexside on Bloody Ridge": {"hexsides": {"side": {"0406|0507": {"kind": "ridge"}}}},
    "jungle changes no die": {"combat": {"modifier": {"jungle": 0}}},
    "high odds change no die": {"combat": {"modifier": {"high_odds": 0}}},
    "a ship adds 1": {"combat": {"modifier": {"ship": 1}}},
    "a bomber adds 2": {"combat": {"modifier": {"bomber": 2}}},
    "artillery counts three times": {"combat": {"artillery": {"limit": 3}}},
    "no doubling": {"combat": {"doubling": {"factor": 1}}},
    "EX kills no defender": {"combat": {"result": {"EX": {"defender_loss": 0}}}},
    "DR lets nobody retreat": {"combat": {"result": {"DR": {"defender_retreat": False}}}},
    "D1 lets attackers advance": {"combat": {"result": {"D1": {"advance": True}}}},
    "SUY reaches nine hexes": {"units": {"unit": {"SUY": {"range": 9}}}},
}
"""What the printed data say otherwise."""

PATCHES: dict[str, tuple[Any, str, Any]] = {
    "zones stop nobody": (zones, "without_zone_steps", lambda table, occupied, control: table),
    "retreats go anywhere": (results, "ways_out", lambda steps, start, *rest: steps[start]),
    "nobody wins by an airfield": (victory, "on_airfield", lambda s: -1),
    "anybody works anywhere": (engineers, "can_work", lambda s, n: True),
    "nothing shields": (strength, "shielding", lambda s, attack, target: ("", "")),
    "supply never fails": (supply, "FIRST_LOSS", 7),
    "no bombs on Japanese hexes": (strength, "bombers_over", lambda s, attack: ()),
    "boxes cost nothing": (movement, "entry_cost", lambda s, u: 0),
    "artillery fires at its neighbours": (declaration, "may_support", lambda s, u, attack: True),
    "fractions for the attacker": (strength, "ratio", lambda a, d: (-(-a // d), 1) if a >= d else (1, d // a)),
}
"""What a rule does otherwise: module, name, stand-in."""

PACKAGE = "ironbottom.games.first_blood"


@pytest.mark.parametrize("name", OVERLAYS)
def test_a_wrong_figure_is_noticed(name: str) -> None:
    assert noticed(CASES, load("first-blood", OVERLAYS[name]))


@pytest.mark.parametrize("name", PATCHES)
def test_a_wrong_rule_is_noticed(name: str) -> None:
    with flipped(PATCHES[name], PACKAGE):
        assert noticed(CASES, GAME)
