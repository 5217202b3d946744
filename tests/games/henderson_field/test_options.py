"""Every option of the game decides something: the same moves end otherwise, or other moves are offered."""

from __future__ import annotations

from typing import Any

import pytest

from ironbottom.games.henderson_field.game import make
from ironbottom.kernel.action import Action
from ironbottom.kernel.referee import follow
from ironbottom.kernel.step import CHANCE

GAME = make()
Played = tuple[dict[str, Any], tuple[tuple[int, Action], ...]]
FIELD = {"field": "american"}
PLAYED: dict[str, Played] = {
    "us_stealth": ({"turn": 5, "american": {"4010": ["us-1-1"]}, **FIELD}, ()),
    "village_scoring": ({"turn": 2, "phase": "japanese_points"}, ()),
    "marine_penalty": ({"turn": 20, "phase": "end", "american": {"3707": ["us-1-1"]}, **FIELD}, ()),
    "field_points": ({"turn": 5, "phase": "american_points", "american": {"3707": ["us-1-1"]}, **FIELD}, ()),
    "airfield_at_ten": ({"turn": 12, "phase": "end", "status": 10, **FIELD}, ()),
    "own_field_bonus": (
        {"turn": 5, "phase": "japanese_movement", "japanese": {"3707": ["jp-11c"]}, "status": 12},
        ((1, ("reduce", "jp-11c", 6)),),
    ),
    "rabaul_call": ({"turn": 12, "phase": "end"}, ((CHANCE, ("die", 1)), (CHANCE, ("die", 2)))),
    "consolidated_range": (
        {"turn": 12, "phase": "japanese_movement", "japanese": {"4010": ["jp-4h", "jp-7h"]},
         "steps": {"jp-4h": 1, "jp-7h": 1}, **FIELD},
        (),
    ),
    "river_strain": (
        {"turn": 22, "phase": "american_combat", "american": {"3610": ["us-7-1", "us-6-3"]},
         "japanese": {"3510": ["jp-9rf"]}, **FIELD},
        (*((0, tuple(text.split())) for text in ("take us-7-1", "on 3510", "take us-6-3", "on 3510", "done", "strain")),
         (CHANCE, ("die", 3)), (1, ("retreat", "jp-9rf", "3411")), (0, ("done",)), (CHANCE, ("die", 2))),
    ),
    "road_rivers": (
        {"turn": 5, "american": {"3308": ["us-1-1"]}, **FIELD}, ((0, ("take", "us-1-1")), (0, ("step", "3209"))),
    ),
    "landings": ({"turn": 4, "phase": "american_landing", **FIELD}, ()),
    "stealth_zones": (
        {"turn": 5, "american": {"3706": ["us-1-1"]}, "japanese": {"3808": ["jp-124-1"]}, "stealth": {"jp-124-1": 1},
         **FIELD},
        ((0, ("take", "us-1-1")), (0, ("step", "3707"))),
    ),
    "consolidated_bars": (
        {"turn": 5, "american": {"3707": ["us-1-1", "us-164-1"]}, "steps": {"us-1-1": 2, "us-164-1": 2}, **FIELD}, (),
    ),
    "stealth_spotters": (
        {"turn": 12, "phase": "japanese_fire", "supply": {"japanese": 3}, "american": {"3907": ["us-1-1"]},
         "japanese": {"3908": ["jp-124-2"], "4109": ["jp-20mt"]}, "stealth": {"jp-124-2": 1}, **FIELD},
        (),
    ),
    "suppression": (
        {"turn": 23, "phase": "american_fire", "supply": {"japanese": 1}, "american": {"3707": ["us-11-2"]},
         "japanese": {"3709": ["jp-20mt"]}, "bombarded": {"japanese": 22}, **FIELD},
        ((0, ("counter", "3709")), (0, ("gun", "us-11-2", 1)), (0, ("fire",)), (CHANCE, ("die", 6)), (0, ("pass",)),
         (1, ("end",)), (0, ("pass",))),
    ),
    "battery_factors": (
        {"turn": 23, "phase": "american_fire", "american": {"3908": ["us-1-1", "us-11-1"]},
         "japanese": {"3907": ["jp-124-2"]}, **FIELD},
        ((0, ("attack", "3907")), (0, ("gun", "us-11-1", 3)), (0, ("fire",)), *((CHANCE, ("die", 4)),) * 3,
         (0, ("take", "us-1-1")), (0, ("on", "3907"))),
    ),
}  # fmt: skip
"""For each option a position, and moves with the side that makes them."""


def outcome(option: str, value: Any) -> str:
    """What comes of the position under a value of the option, and what is offered then."""
    position, moves = PLAYED[option]
    s = GAME.place({**position, "options": {option: value}})
    for side, action in moves:
        s = follow(GAME, s, side, action)
    return repr((GAME.facts(s), [GAME.legal(s, side) for side in (0, 1)], type(s.stack[-1])))


@pytest.mark.parametrize("option", [option.id for option in GAME.options])
def test_every_choice_makes_a_difference(option: str) -> None:
    choices = next(one.choices for one in GAME.options if one.id == option)
    assert len({outcome(option, value) for value, _ in choices}) == len(choices)
