"""No option is for show: each of its values is played, and each makes a difference that can be seen."""

from __future__ import annotations

from typing import Any

import pytest

from ironbottom.games.solomons.game import make
from ironbottom.games.solomons.rules.ports import RefitAll
from ironbottom.games.solomons.rules.printed import SIDES
from ironbottom.kernel.action import notation, parse
from ironbottom.kernel.step import CHANCE

GAME = make()
RAISED = {"turn": 4, "segment": 3, "step": "air"}
TORPEDOES: dict[str, Any] = {
    "turn": 4, "segment": 2, "step": "segment", "at": {"J-SS-1": "M"},
    "force": {"american": {"tf1": {"units": ["U-BB-1", "U-CA-1"], "at": "N", "mission": "anti_ship",
                                   "way": "M.N.O.espiritu_santo"}},
              "japanese": {"tf1": {"units": ["J-CA-1"], "at": "L", "mission": "bombardment", "way": "M.L.K.rabaul"}}}}
ABORT = ("chance hit U-BB-1", "chance die =2", "chance die =1", "american abort tf1 australia R.australia")
MOMENTS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "augmentation": ({"start": True, "step": "start"}, ()),
    "recon_h_from_start": ({"turn": 3, "segment": 3, "step": "air", "force": {
        "american": {"tf1": {"units": ["U-CA-1"], "at": "H"}}}}, ()),
    "october_lac": ({"turn": 8, "step": "reinforcement"}, ()),
    "surface_die_one": ({"turn": 3, "segment": 4, "step": "surface", "force": {
        "japanese": {"tf1": {"units": ["J-DD-1"], "at": "M", "mission": "anti_ship"}},
        "american": {"tf1": {"units": ["U-DD-1", "U-DD-2"], "at": "M", "mission": "anti_ship"}}}}, ("japanese hold",)),
    "submarine_abort": (TORPEDOES, ABORT),
    "submarine_patrol": ({"turn": 3, "step": "plotting", "at": {"J-SS-1": "N"}}, ()),
    "deck_of_lost_carrier": ({**RAISED, "aboard": {"J-CV-5": 3, "U-CV-1": 8}, "air": {"rabaul": {"lac": 17}}, "force": {
        "japanese": {"tf1": {"units": ["J-CV-5"], "at": "K", "base": "truk"}},
        "american": {"tf1": {"units": ["U-CV-1"], "at": "L"}}}}, (
            "japanese ready", "american strike tf1 japanese:tf1 nac =6", "american ready", "japanese standard",
            "japanese ready", "american send group1 =6", "american ready", "american bomb J-CV-5 =6")),
    "way_home": ({"turn": 5, "segment": 3, "step": "orders", "force": {
        "japanese": {"tf1": {"units": ["J-CA-1"], "at": "G", "status": "executed"}}}}, ()),
    "destroyers_six": ({"turn": 2, "step": "reinforcement"}, ()),
    "groups_told": ({**RAISED, "air": {"espiritu_santo": {"lac": 9}}, "force": {
        "japanese": {"tf1": {"units": ["J-BC-5"], "at": "O"}}}}, (
            "american strike espiritu_santo japanese:tf1 lac =9", "american ready", "japanese ready",
            "japanese standard", "japanese ready")),
    "patrol_transfer": ({"turn": 4, "segment": 2, "step": "segment", "aboard": {"U-CV-1": 5}, "force": {
        "american": {"tf1": {"units": ["U-CV-1"], "at": "S", "way": "S.S.australia"}}}}, (
            "american cap tf1 =5", "american ready", "japanese ready", "american ready", "japanese ready")),
    "empty_island": ({"turn": 6, "step": "ground", "built": True, "fed": True, "ground": {
        "japanese": 2, "american": 2}, "supply": {"japanese": 1, "american": 2}}, (
            "japanese attack", "chance die =1")),
    "field_guard": ({"turn": 6, "step": "ground", "holder": "japanese", "ground": {
        "japanese": 2, "american": 5}, "supply": {"japanese": 0, "american": 2}}, ()),
    "submarine_draw": ({**RAISED, "step": "submarines", "at": {"J-SS-1": "R"}, "force": {
        "american": {"tf1": {"units": ["U-BB-1"], "at": "R"},
                     "tf2": {"units": ["U-BB-2"], "at": "R", "stay": 2}}}}, ()),
    "transport_repair": ({"turn": 4, "segment": 4, "step": "surface", "force": {
        "japanese": {"tf1": {"units": ["J-TR-1"], "at": "M"}},
        "american": {"tf1": {"units": ["U-DD-1"], "at": "M", "mission": "anti_ship"}}}}, (
            "japanese hold", "chance die =3")),
    "air_attack_order": ({**RAISED, "air": {"rabaul": {"lac": 20}}, "force": {
        "american": {"tf2": {"units": ["U-CA-1", "U-CA-2", "U-CA-3", "U-CA-4", "U-DD-1"], "at": "L"}}}}, (
            "american ready", "japanese strike rabaul american:tf2 lac =20", "japanese ready", "american standard",
            "american ready", "japanese send group1 =10", "japanese send group2 =10", "japanese ready",
            "chance die =6")),
}
"""Where each option shows: a position, and what is done there."""


def played(name: str, value: Any, *more: str) -> Any:
    """The state after the moment's play, with the option at that value."""
    position, moves = MOMENTS[name]
    s = GAME.place({**position, "options": {name: value}})
    for move in (*moves, *more):
        who, _, action = move.partition(" ")
        s = GAME.apply(s, CHANCE if who == "chance" else SIDES.index(who), parse(action))
    return s


def shown(name: str, value: Any) -> Any:
    """What both see of the option: what they may do, what they have, who is asked, what chance may bring."""
    ends = {"surface_die_one": [("chance die =1", "chance hit U-DD-1")],
            "deck_of_lost_carrier": [("chance die =1", "chance die =1"), ("chance die =6",)]}
    return [(GAME.facts(s), type(s.stack[-1]).__name__ if s.stack else "",
             [[notation(action) for action in GAME.legal(s, side)] for side in (0, 1)],
             GAME.chance(s) if GAME.to_move(s) == (CHANCE,) else ())
            for more in ends.get(name, [()]) for s in [played(name, value, *more)]]


@pytest.mark.parametrize("name", [option.id for option in GAME.options])
def test_each_value_makes_a_difference(name: str) -> None:
    option = next(option for option in GAME.options if option.id == name)
    assert option.text
    assert option.rule in {statement.id for statement in GAME.statements}
    found = [shown(name, value) for value, _ in option.choices]
    assert all(found[i] != found[k] for i in range(len(found)) for k in range(i))


def test_a_submarine_that_is_called_in_is_back_after_this_game_turn_and_the_next() -> None:
    s = played("submarine_patrol", "shorter", "japanese call_in J-SS-1")
    s = s.replace(dived=tuple(2 if u in s.p.submarines[:1] else 0 for u in range(s.p.units)), stack=())
    boat = s.p.index["J-SS-1"]
    after = RefitAll().run(s)
    assert (after.due[boat], after.dived[boat]) == (5, 0)


def test_a_submarine_that_was_never_out_stays_ready() -> None:
    s = GAME.place({"turn": 3, "segment": 14, "step": "turn_end", "at": {"J-SS-1": "truk"}})
    assert GAME.facts(s)["where"]["J-SS-1"] == "truk"
