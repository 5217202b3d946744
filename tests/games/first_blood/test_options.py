"""Every value of every option makes a difference."""

from __future__ import annotations

from typing import Any

import pytest

from ironbottom.games.first_blood.game import make
from ironbottom.kernel.action import parse
from ironbottom.kernel.cases import run_case

GAME = make()
BOX_D_SHUT = {
    "turn": 5, "phase": "japanese_combat", "visited": {"29/1": "ABCD"},
    "american": {"0001": ["1/1"], "0002": ["2/1"], "0003": ["3/1"], "0004": ["1/5"], "0005": ["2/5"]},
    "japanese": {"box_d": ["29/1"], "0103": ["29/2"], "0102": ["29/3"]},
}  # fmt: skip
DOOMED = {
    "turn": 5, "phase": "japanese_combat", "american": {"0606": ["1R"], "0808": ["1/1", "2/1", "3/1"]},
    "japanese": {"0605": ["124/1"], "0507": ["KUM"], "0807": ["ICH"]},
}  # fmt: skip
MIXED = {
    "turn": 5, "phase": "japanese_combat", "japanese": {"0710": ["29/1"]},
    "american": {"0711": ["1P"], "0810": ["1E"]},
}  # fmt: skip

Scene = tuple[dict[str, Any], list[dict[str, Any]], dict[Any, dict[str, Any]]]
SCENES: dict[str, Scene] = {
    "infantry_repair": (
        {"turn": 5, "phase": "american_engineer", "fields": {"0708": "damaged"}, "american": {"0708": ["1/1", "2/1"]}},
        [],
        {False: {"phase": "japanese_reinforcement"}, True: {"legal": ["work 0708", "done"]}},
    ),
    "mixed_jungle": (
        MIXED, [{"do": "take 29/1; attack 0711; take 29/1; attack 0810"}],
        {"any": {"ask": "-1"}, "all": {"ask": "+0"}},
    ),
    "first_turn_boxes": (
        {"phase": "japanese_setup", "american": {"0708": ["1/1"]}},
        [{"do": "; ".join(f"take {name}; place box_a" for name in ("ICH", "KUM", "124/1", "124/3", "4/2")) + "; done"},
         {"do": "take 124/2; place entry_1; take DD-1; place ijn_reserve; done; take 124/2; step 0220; drop"}],
        {"must_move": {"legal": ["take ICH", "take KUM", "take 124/1", "take 124/3", "take 4/2", "take 124/2"]},
         "may_wait": {"legal": ["take 124/2", "done"]}},
    ),
    "hopeless_attacks": (
        DOOMED,
        [{"do": "take 124/1; attack 0606; take KUM; attack 0606; take ICH; attack 0808; done"},
         {"do": "fight 0606", "chance": ["die =6"]}],
        {"first": {"lost": {"american": []}}, "in_order": {"lost": {"american": ["1R"]}}},
    ),
    "shut_boxes": (
        {"turn": 5, "phase": "japanese_movement", "visited": {"29/1": "ABCD"}, "japanese": {"box_d": ["29/1"]},
         "american": BOX_D_SHUT["american"]},
        [{"do": "done"}],
        {"must_attack": {"legal": ["take 29/1"]}, "may_wait": {"legal": ["take 29/1", "done"]}},
    ),
    "air_and_ships": (
        DOOMED | {"ships": {"ijn_attack": ["DD-1"]}},
        [{"do": "take 124/1; attack 0606; take KUM; attack 0606; take ICH; attack 0808; done"}],
        {"any_time": {"legal": ["fight 0606", "fight 0808", "take DD-1"]},
         "declared": {"legal": ["fight 0606", "fight 0808"]}},
    ),
    "air_combat": (
        {"turn": 5, "phase": "japanese_movement", "japanese": {"0411": ["SUY"]},
         "air": {"usaf_cap": ["F4F-1"], "ijaf_attack": ["ZERO-1", "BETTY-1"]}},
        [],
        {"combat": {"legal": ["take SUY", "done"]},
         "movement": {"legal": ["take SUY", "fly ZERO-1 usaf_cap", "done"]}},
    ),
    "surplus_aircraft": (
        {"turn": 5, "phase": "american_air", "fields": {"0708": "destroyed", "0709": "operative"},
         "air": {"0709": [f"F4F-{n}" for n in range(1, 6)] + ["P39-1"], "usaf_ground_attack": ["SBD-1"]}},
        [],
        {"any": {"offered": ["withdraw P39-1 usaf_reserve", "done"]}, "aloft": {"air": {"usaf_reserve": ["SBD-1"]}}},
    ),
    "idle_work": (
        {"turn": 5, "phase": "american_engineer", "fields": {"0709": "destroyed"}, "work": {"0709": 1},
         "american": {"0709": ["1E"]}},
        [{"do": "done"}],
        {"kept": {"work": {"0709": 1}}, "lost": {"work": {"0709": 0}}},
    ),
    "joint_doubling": (
        BOX_D_SHUT,
        [{"do": "take 29/1; attack 0003; take 29/3; attack 0001; take 29/3; attack 0002; take 29/2; attack 0003"}],
        {"open_cancels": {"ask": "10:5 = 2-1 -1"}, "always": {"ask": "10:10 = 1-1 -1"}},
    ),
}  # fmt: skip
"""For each option a position, what is played there, and what each value makes of it."""
ASKED = {"mixed_jungle": "strength 0711", "joint_doubling": "strength 0003"}


@pytest.mark.parametrize(
    ("name", "value"), [(option.id, value) for option in GAME.options for value, _ in option.choices]
)
def test_each_value_makes_a_difference(name: str, value: Any) -> None:
    position, play, results = SCENES[name]
    for one, expect in results.items():
        case: dict[str, Any] = {
            "id": name, "rules": [], "text": "", "position": position | {"options": {name: value}}, "play": play,
        }  # fmt: skip
        if "ask" in expect:
            s = GAME.place(case["position"])
            for text in play[0]["do"].split("; "):
                s = GAME.apply(s, GAME.to_move(s)[0], parse(text))
            assert str(GAME.ask(s, tuple(ASKED[name].split()))).endswith(expect["ask"]) is (one == value)
        else:
            outcome = run_case(GAME, case | {"expect": expect})
            assert outcome.passed is (one == value), outcome.wrong
