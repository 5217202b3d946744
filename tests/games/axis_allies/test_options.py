"""No option is for show: each of its values is played, and each makes a difference that can be seen."""

from __future__ import annotations

from typing import Any

import pytest

from ironbottom.games.axis_allies.game import make
from ironbottom.games.axis_allies.rules.printed import SIDES, TOKEN
from ironbottom.kernel.action import notation
from ironbottom.kernel.step import CHANCE

GAME = make()
LANDED = {"step": "C3", "first": "allies", "axis": {"SIS": ["INF*2"]}, "allies": {"H": ["TRN+INF+INF"]}}
MOMENTS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "command_decision": ({"step": "C0", "first": "axis", "axis": {"J": ["DST"]}, "allies": {"J": ["DST"]}}, ()),
    "banzai_charge": ({"step": "C4t", "first": "axis", "axis": {"GUA": ["INF"]}, "allies": {"GUA": ["INF"]}}, ()),
    "night_fighting": ({"step": "C2t", "first": "axis", "axis": {"J": ["DST"]}, "allies": {"J": ["DST"]}}, ()),
    "quick_drop": ({"step": "Q1", "first": "axis", "axis": {"H": ["TRN+INF"]}}, ()),
    "superior_fighters": ({"step": "M8", "first": "axis", "axis": {"RAB": ["FTR"]}}, ()),
    "good_logistics": ({"step": "R4a", "first": "allies", "allies": {}}, ()),
    "amphibious_assault": (LANDED, ("take H TRN+INF+INF INF", "ashore SIS =1", "done")),
    "pt_boats": ({"step": "C2t", "first": "allies", "axis": {"H": ["TRN"]}, "allies": {"H": ["SUB"]}}, ()),
    "coast_watchers": ({"step": "M7", "first": "allies", "allies": {"GUA": ["BOM"]}}, ()),
}
"""Where each token may be played: the position, and what its owner does before."""
PLAIN: dict[str, dict[str, Any]] = {
    "hidden_movement": {"setup": True},
    "advantages": {"step": "C0", "first": "axis", "axis": {"J": ["DST"]}, "allies": {"J": ["DST"]}, "options": {
        "axis_command_decision": 1, "allies_good_logistics": 1}},
    "reinforcement_points": {"step": "R4a", "first": "axis"},
    "enemy_base_landing": {"step": "C3", "first": "axis", "axis": {"M": ["TRN+INF"]}},
    "capture_without_troops": {"step": "R1", "first": "axis", "control": {"NGE": "axis"},
                               "airfields": {"NGE": ["allies"]}},
    "nothing_to_decide": {
        "step": "M8", "first": "allies", "axis": {"RAB": ["FTR"], "A": ["DST"], "I": ["DST"], "K": ["DST"]},
        "allies": {"A": ["TRN"], "I": ["TRN+INF", "TRN+SUP"], "K": ["TRN+INF", "TRN+SUP"]}},
    "axis_tokens_come": {"step": "C0", "axis": {"J": ["DST"]}, "allies": {"J": ["FTR", "DST"]}, "options": {
        "advantages": "chosen", "axis_night_fighting": 1, "allies_coast_watchers": 1}},
    "pt_boats_come": {"step": "C1", "first": "axis", "axis": {"H": ["FTR", "TRN"]}, "allies": {"H": ["FTR"]}},
    "coast_watchers_boats": {"step": "M5", "first": "allies", "allies": {"J": ["DST", "PTB"]}, "options": {
        "advantages": "all"}},
}
"""Where each other option shows."""


def options_of(name: str, value: Any) -> dict[str, Any]:
    """The option at that value; a token with as many of another on the other side."""
    side, _, token = name.partition("_")
    if token not in TOKEN:
        return {name: value}
    return {"advantages": "chosen", name: value, "allies_pt_boats" if side == "axis" else "axis_night_fighting": value}


def shown(name: str, value: Any) -> Any:
    """What a player sees of the option: what he may do, what he has, what was told."""
    side, _, token = name.partition("_")
    position, before = MOMENTS[token] if token in MOMENTS else (PLAIN[name], ())
    chosen = {**position.get("options", {}), **options_of(name, value)}
    if name == "pt_boats_come":
        position, chosen = {**position, "step": "C0"}, {"advantages": "all", **chosen}
    elif token == "pt_boats":
        chosen["pt_boats_come"] = "sea"
    s = GAME.place({**position, "options": chosen})
    if name == "pt_boats_come":
        for who in (0, 1):
            s = GAME.apply(s, who, ("pass",))
    if name == "nothing_to_decide":
        s = GAME.apply(s, 0, ("done",))
        while GAME.to_move(s) == (CHANCE,):
            s = GAME.apply(s, CHANCE, ("die", 6))
    if token not in MOMENTS:
        mover = GAME.waited_for(s)[0]
        return (mover, [notation(action) for action in GAME.legal(s, mover)], s.tokens, s.airfields)
    who = SIDES.index(side)
    for text in before:
        taken = next(action for action in GAME.legal(s, who) if notation(action) == text)
        s = GAME.apply(s, who, taken)
    offered = [action for action in GAME.legal(s, who) if action[:2] == ("play", token)]
    if not offered:
        return "never"
    return GAME.apply(s, who, offered[0]).tokens[who][TOKEN[token]]


@pytest.mark.parametrize("option", GAME.options, ids=[option.id for option in GAME.options])
def test_each_value_of_an_option_makes_a_difference(option: Any) -> None:
    seen = [shown(option.id, value) for value, _ in option.choices]
    assert all(one != other for n, one in enumerate(seen) for other in seen[:n]), seen
