"""The script of First Blood: its plans are legal to their end."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from ironbottom.games import load
from ironbottom.games.first_blood.ai.combat import TEMPERS, attack_plan
from ironbottom.games.first_blood.ai.movement import WAYS, Mover, ended, move_plan, varied_plan
from ironbottom.games.first_blood.rules.declaration import Declare
from ironbottom.games.first_blood.rules.printed import AMERICAN, JAPANESE
from ironbottom.games.first_blood.rules.proposal import completed, prospect
from ironbottom.games.first_blood.rules.strength import BELOW, strength
from ironbottom.kernel.action import Action, notation, offered
from ironbottom.kernel.game import Game
from ironbottom.kernel.record import read_record
from ironbottom.kernel.unwritten import applied
from ironbottom.opponents.worlds import Dice, play_on

GAME = load("first-blood")
RECORDS = Path(__file__).parent.parent.parent / "records" / "first-blood"


def test_a_unit_that_must_enter_a_full_hex_waits_until_there_is_room() -> None:
    """5.0a, 7.2b: two units must leave Box D; all its shore but one hex, which is full, is the enemy's."""
    s = GAME.place({
        "turn": 8,
        "american": {"0002": ["1/1"], "0003": ["1P"], "0004": ["1/5"], "0005": ["1R"]},
        "japanese": {"0001": ["124/1", "20MA", "229/1"], "box_d": ["29/2", "230/2"]},
        "visited": {"29/2": "ABCD", "230/2": "ABCD"},
    })  # fmt: skip
    do = ended(Mover(s, JAPANESE, WAYS[JAPANESE][0]))
    assert do
    for action in do:
        assert offered(GAME.legal(s, JAPANESE), action), (notation(action), do)
        s = GAME.apply(s, JAPANESE, action)


CORNER: dict[str, Any] = {
    "turn": 15,
    "phase": "american_movement",
    "air": {"usaf_ground_attack": ["SBD-3", "SBD-4", "SBD-5", "SBD-6", "SBD-7", "SBD-8", "TBF-3"]},
    "american": {
        "0708": ["1T", "6DB"], "0709": ["3/11"], "0217": ["2/164"], "0520": ["3/164"], "0018": ["3/8"],
        "0417": ["57E"], "0418": ["3/2"], "0320": ["18E"], "0420": ["1/6"], "0419": ["2/6"], "0519": ["3/6"],
        "0619": ["2/161"], "0518": ["3/161"],
    },
    "japanese": {"0020": ["4/1", "29/1", "230/1"], "0120": ["29/3"], "0121": ["SUY"]},
}  # fmt: skip
"""The last five Japanese stand in the corner of the map, with twelve battalions and seven bombers round them."""


def test_on_the_last_turn_all_in_the_corner_die_whatever_the_dice() -> None:
    """2.0b, 8.11a: three battalions get no better odds than 1-2, but seven bombers and no way out kill them."""
    s = GAME.place(CORNER)
    assert GAME.opponent is not None
    for seed in range(12):
        dice, rng = Dice(random.Random(seed)), random.Random(seed)
        end = play_on(GAME, GAME.opponent, s, (), [None, None], dice, rng, None)
        assert end.result is not None
        assert end.result.reason == "cleared", seed


def test_no_battalion_is_declared_to_die_alone_beside_others_that_could_help() -> None:
    """8.6a: 3/8 alone stands at 1-3 and would be lost without a die; nobody else is needed where he is."""
    s = GAME.place(CORNER)
    for action in move_plan(s, AMERICAN, WAYS[AMERICAN][0]).do:
        s = GAME.apply(s, AMERICAN, action)
    for action in attack_plan(s, s.stack[-1], TEMPERS[0]).do[:-1]:
        s = GAME.apply(s, AMERICAN, action)
    assert {target for attack in s.attacks for target in attack.targets} == {
        s.setting.number[name] for name in CORNER["japanese"]
    }
    assert all(strength(s, AMERICAN, attack).column != BELOW for attack in s.attacks)


def test_a_variation_sends_nobody_where_he_is_lost_without_a_die() -> None:
    """8.6a: a battalion that strays from a strike, or beside three stacks, would have to attack alone (in a game 2/35
    went to 0602, and was lost to the five of 0502, 0503 and 0601)."""
    s = GAME.place({
        "turn": 11, "phase": "american_movement",
        "american": {
            "0419": ["1/5"], "0708": ["2/8"], "0709": ["6DB"], "0703": ["2R", "3/132", "2/35"], "0806": ["3/2"],
            "0803": ["2/132", "3/35"], "0704": ["1/35"],
        },
        "japanese": {
            "0503": ["10MA", "228/1"], "0502": ["16/3", "230/2"], "0601": ["7HA"], "0302": ["4HA"], "0304": ["2FA"],
            "0403": ["229/1"], "0309": ["228/3"],
        },
    })  # fmt: skip
    for seed in range(60):
        then = s
        for action in varied_plan(s, AMERICAN, move_plan(s, AMERICAN, WAYS[AMERICAN][0]).do, random.Random(seed)):
            then = GAME.apply(then, AMERICAN, action)
        assert prospect(completed(then, AMERICAN, ())[1], AMERICAN)[0] == 0, seed


@pytest.mark.parametrize("name", ["cleared", "survivors", "wiped_out"])
def test_who_has_declared_a_part_may_ask_for_the_rest(name: str) -> None:
    """8.1a: the script takes up what somebody has begun in his own way; exchanged for its own it was no declaration."""
    record = read_record((RECORDS / f"campaign-{name}.jsonl").read_text("utf-8"), load)
    s, asked = record.start(), 0
    for side, action in record.moves():
        top = s.stack[-1] if s.stack else None
        if isinstance(top, Declare) and s.attacks and side >= 0:
            asked += 1
            v = record.game.view(s, side)
            legal = record.game.legal(v, side)
            for plan in record.game.opponent.policy(v, side, legal, None, random.Random(1)):
                assert not plan.do or offered(legal, plan.do[0]), (notation(plan.do[0]), asked)
        s = applied(record.game, s, side, action)
    assert asked > 20


def test_plans_are_played_to_the_end_of_the_game_in_the_last_three_turns() -> None:
    assert GAME.opponent is not None
    for turn, ends in ((12, False), (13, True), (15, True)):
        assert GAME.opponent.to_the_end(GAME.place({**CORNER, "turn": turn})) is ends


def test_the_last_dice_are_foreseen_and_not_thrown() -> None:
    """2.0b: a plan of the last turns is played out to the last attacks; what they bring is known by their chances."""
    script: Any = GAME.opponent
    s = GAME.place({
        "turn": 15,
        "phase": "american_movement",
        "american": {"0708": ["1T", "6DB"], "0709": ["3/11"], "0217": ["2/164"], "0218": ["3/164"]},
        "japanese": {"0118": ["29/1"]},
    })  # fmt: skip
    until = script.until(s, 2)

    def played(at: Any, to: int | None, seed: int) -> Any:
        return play_on(GAME, script, at, (), [None, None], Dice(random.Random(seed)), random.Random(seed), to)

    last = played(s, until, 1)
    assert last.result is None
    assert [one.targets for one in last.attacks] == [(s.setting.number["0118"],)]
    assert script.phase(last) == until
    chance = script.evaluate(last, AMERICAN)
    won = sum(played(last, None, seed).result.returns[AMERICAN] > 0 for seed in range(120)) / 120
    assert 0.1 < chance < 0.9
    assert abs(won - chance) < 0.12
    assert script.evaluate(last, JAPANESE) == pytest.approx(1 - chance)
    unseen = last.replace(attacks=())
    assert script.evaluate(unseen, AMERICAN) < 0.001, "whom nobody strikes, lives"
    over = played(last, None, 1)
    assert over.result is not None
    assert script.phase(over) <= until, "a game that is over has a phase too"


def test_before_the_last_turns_plans_are_played_on_until_both_have_moved_again() -> None:
    script: Any = GAME.opponent
    for turn in (5, 12):
        s = GAME.place({**CORNER, "turn": turn})
        assert script.until(s, 2) == script.phase(s) + 4


def test_pursuers_go_after_the_main_body_too_not_all_after_the_nearest() -> None:
    """One battalion hides two hexes away, six stand seven hexes off: eight pursuers do not all close in on the one."""
    s = GAME.place({
        "turn": 9,
        "phase": "american_movement",
        "american": {
            "0708": ["1/1", "2/1"], "0709": ["3/1", "1/5"], "0410": ["2/5", "3/5", "1/7"], "0411": ["2/7", "3/7"],
            "0412": ["1/2", "2/2", "3/2"],
        },
        "japanese": {"0414": ["29/1"], "0403": ["16/1", "16/2", "16/3"], "0303": ["230/1", "230/2", "230/3"]},
    })  # fmt: skip
    printed = s.setting
    after = s
    for action in move_plan(s, AMERICAN, WAYS[AMERICAN][0]).do:
        after = GAME.apply(after, AMERICAN, action)

    def near(at: Any, hex_: str) -> int:
        there = printed.number[hex_]
        return sum(at.at[u] < printed.hexes and printed.plan.distance(at.at[u], there) <= 6
                   for u in printed.own[AMERICAN])  # fmt: skip

    assert near(after, "0403") >= near(s, "0403") + 3
    assert near(after, "0414") >= 2


def answered(game: Game[Any], position: dict[str, Any], side: int, verb: str) -> list[Action]:
    """What the Regular does in a step, until it is done: the actions that have this verb."""
    s, found = game.place(position), []
    step = type(s.stack[-1])
    while type(s.stack[-1]) is step and game.waited_for(s) == (side,):
        action = game.of(s).opponent.policy(s, side, game.legal(s, side), None, random.Random(1))[0].do[0]
        found += [action] if action[0] == verb else []
        s = game.apply(s, side, action)
    return found


def test_in_january_who_lands_marches_on_the_enemy_and_engineers_go_to_the_field() -> None:
    """7.1a: the 27th Infantry comes ashore where the last Japanese are, not on the airfield three turns away."""
    position = {"turn": 13, "phase": "american_reinforcement", "american": {"0708": ["1T", "6DB"]},
                "japanese": {"0020": ["4/1", "29/1"], "0120": ["29/3"]}}  # fmt: skip
    placed = {action[1] for action in answered(GAME, position, AMERICAN, "place")}
    near = {"entry_4", "entry_5", "entry_6"}
    assert placed & near
    assert not placed & {"entry_11", "entry_7"}
    november = {**position, "turn": 3}
    assert {action[1] for action in answered(GAME, november, AMERICAN, "place")} <= {"entry_11", "entry_7"}


def test_who_comes_last_waits_in_a_box_and_walks_in_at_the_end() -> None:
    """7.2a: Yano's battalion, which lands in JAN II in a copy, goes where no American can follow it."""
    yano = {"side": "japanese", "class": "infantry", "combat": 3, "range": 0, "move": 8, "arrival": "JAN II",
            "name": "Yano Bn"}  # fmt: skip
    game = load("first-blood", {"units": {"unit": {"YAN": {"source": "a copy", **yano}}}})
    position = {"turn": 14, "phase": "japanese_reinforcement",
                "american": {"0018": ["1R"], "0118": ["1/164"], "0217": ["1/5"]},
                "japanese": {"0020": ["4/1"]}}  # fmt: skip
    places = [action[1] for action in answered(game, position, JAPANESE, "place")]
    assert places[0] == "box_d"


def test_bombers_fly_in_halves_in_january() -> None:
    """13.1a: who flies in JAN I stands inverted in JAN III, when the war is decided; somebody is kept for that."""
    bombers = ["SBD-3", "SBD-4", "SBD-5", "SBD-6", "TBF-1", "TBF-2"]
    position = {"turn": 13, "phase": "american_air", "american": {"0708": ["1T"], "0709": ["6DB"]},
                "japanese": {"0020": ["4/1"]}, "air": {"0708": bombers[:3], "0709": bombers[3:]}}  # fmt: skip
    assert len(answered(GAME, position, AMERICAN, "launch")) == 3
    assert len(answered(GAME, {**position, "turn": 12}, AMERICAN, "launch")) == 6
