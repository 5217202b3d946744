"""Rules flipped one at a time: each must turn a case red, or the cases would not notice a wrong rule."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ironbottom.games import load
from ironbottom.kernel.cases import read_cases, run_case

CASES = Path(__file__).parent / "cases"


def failing(slug: str, game: Any) -> list[str]:
    """The ids of the cases that fail, the first five."""
    found: list[str] = []
    for path in sorted((CASES / slug).glob("*.toml")):
        for case in read_cases(path):
            if not run_case(game, case).passed:
                found.append(str(case["id"]))
                if len(found) == 5:
                    return found
    return found


OVERLAYS: dict[str, tuple[str, dict[str, Any]]] = {
    "a beach needs 1 more, not 2": ("archies-war", {"two_player": {"margin": {"beach": {"needs": 1}}}}),
    "a tie wins on land": ("archies-war", {"two_player": {"margin": {"land": {"needs": 0}}}}),
    "Vandegrift marches five": ("archies-war", {"two_player": {"general": {"range": 5}}}),
    "two tokens win": ("archies-war", {"two_player": {"track": {"bombardment": {"wins_at": 2}}}}),
    "attrition on even turns": ("archies-war", {"two_player": {"track": {"attrition": {"turns": [2, 4, 6, 8]}}}}),
    "Americans reinforced from turn 2": (
        "archies-war", {"two_player": {"track": {"american_reinforcement": {"first_turn": 2}}}},
    ),
    "three actions": ("archies-war", {"two_player": {"track": {"actions": {"count": 3}}}}),
    "no anchor at Taivu Point": ("archies-war", {"two_player": {"locations": {"taivu_point": {"anchor": "none"}}}}),
    "a road through the jungle": (
        "archies-war", {"two_player": {"links": {"kokumbona--west_jungle": {"kind": "road"}}}},
    ),
    "one hit damages an airfield": ("axis-allies", {"units": {"numbers": {"airfield_hits_to_damage": 1}}}),
    "repairing a ship costs two supply": ("axis-allies", {"units": {"numbers": {"ship_repair_supply": 2}}}),
    "twenty points win": ("axis-allies", {"units": {"numbers": {"victory_points_to_win": 20}}}),
    "three aircraft to an airfield": ("axis-allies", {"units": {"numbers": {"airfield_capacity": 3}}}),
    "an airfield costs one supply": ("axis-allies", {"units": {"numbers": {"airfield_build_supply": 1}}}),
    "two points for a capital ship": ("axis-allies", {"units": {"numbers": {"capital_ship_vp": 2}}}),
    "three points an island": ("axis-allies", {"units": {"numbers": {"reinforcement_per_island": 3}}}),
    "a destroyer takes two aboard": ("axis-allies", {"units": {"unit": {"DST": {"capacity": 2}}}}),
    "a fighter at ships rolls two": ("axis-allies", {"units": {"unit": {"FTR": {"sea": 2}}}}),
    "threes hit too": ("axis-allies", {"units": {"numbers": {"hit_values": [1, 3]}}}),
}
"""What the printed data say otherwise: name, game and overlay."""

PATCHES: dict[str, tuple[str, str, str, Callable[..., Any]]] = {
    "beaten defenders retreat onto the enemy": (
        "archies-war", "archies_war.rules.combat", "refuges",
        lambda s, side, place: tuple(to for to, _ in s.setting.links[place]),
    ),
    "aircraft land where they like": (
        "axis-allies", "axis_allies.rules.landing", "free_places", lambda v, side, kind, space: ((0, 99),),
    ),
    "a one only damages, a two misses": (
        "axis-allies", "axis_allies.rules.battle_box", "severity",
        lambda v, side, target, space, die: 1 if die == 1 else 0,
    ),
    "nobody scores next to the field": ("archies-war", "archies_war.rules.sequence", "scores", lambda s: False),
}
"""What a rule does otherwise: name, game, module, function and its stand-in."""


@pytest.mark.parametrize("name", OVERLAYS)
def test_a_wrong_figure_is_noticed(name: str) -> None:
    slug, overlay = OVERLAYS[name]
    assert failing(slug, load(slug, overlay))


@pytest.mark.parametrize("name", PATCHES)
def test_a_wrong_rule_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    slug, module, function, stand_in = PATCHES[name]
    monkeypatch.setattr(importlib.import_module(f"ironbottom.games.{module}"), function, stand_in)
    assert failing(slug, load(slug, None))


@pytest.mark.parametrize("slug", sorted({slug for slug, *_ in (*OVERLAYS.values(), *PATCHES.values())}))
def test_the_right_rules_are_not_complained_of(slug: str) -> None:
    assert failing(slug, load(slug, None)) == []
