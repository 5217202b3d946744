"""The script: it plays what is legal, from its view alone, and beats random play; and what a search takes from it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import contract
from ironbottom.games import load
from ironbottom.games.henderson_field.ai.assault import battle_plan, declare
from ironbottom.games.henderson_field.ai.landing import landing_plan
from ironbottom.games.henderson_field.ai.movement import STYLES, step_plan
from ironbottom.games.henderson_field.ai.opponent import HendersonOpponent
from ironbottom.games.henderson_field.ai.sight import Sight
from ironbottom.games.henderson_field.game import SCENARIO, make
from ironbottom.games.henderson_field.rules.declaration import Declare, field, owed
from ironbottom.games.henderson_field.rules.movement import Move, path, reach
from ironbottom.games.henderson_field.rules.printed import distances
from ironbottom.games.henderson_field.rules.random_events import due_now
from ironbottom.games.henderson_field.rules.reinforcement import Land
from ironbottom.kernel.action import Action, Range, offered
from ironbottom.kernel.opponent import Asked, thought_of
from ironbottom.kernel.record import read_record
from ironbottom.kernel.referee import follow
from ironbottom.kernel.step import CHANCE, Decision
from ironbottom.opponents.advice import advised, why
from ironbottom.opponents.hints import named
from ironbottom.opponents.plan_search import PlanSearch
from ironbottom.opponents.player import Question, Steps
from ironbottom.table.table import MOST_AT_ONCE

GAME = make()
RECORDS = Path(__file__).parents[2] / "records" / "henderson-field"
OPPONENT = HendersonOpponent()
OPTIONS: tuple[Mapping[str, Any], ...] = ({}, {"us_stealth": True, "marine_penalty": "each_turn"})


def play(seed: int, scripted: tuple[int, ...], options: Mapping[str, Any]) -> tuple[int, ...]:
    """The returns of a game; sides that are not scripted play at random. Every action that is reached is legal."""
    rng = random.Random(seed)
    s = GAME.setup(SCENARIO, options)
    while GAME.to_move(s):
        side = GAME.waited_for(s)[0]
        if side == CHANCE or side not in scripted:
            s, _, _ = contract.step(GAME, s, rng)
            continue
        view, kind = GAME.view(s, side), type(s.stack[-1])
        legal = GAME.legal(view, side)
        plans = OPPONENT.policy(view, side, legal, None, rng)
        assert [plan.score for plan in plans] == sorted((plan.score for plan in plans), reverse=True)
        for action in plans[0].do:
            assert offered(GAME.legal(s, side), action), f"{kind.__name__}: {action}"
            s = GAME.apply(s, side, action)
            if GAME.to_move(s) != (side,) or type(s.stack[-1]) is not kind:
                break
    return GAME.returns(s)


@pytest.mark.parametrize("side", [0, 1])
def test_the_script_beats_random_play(side: int) -> None:
    assert all(play(seed, (side,), OPTIONS[seed % 2])[side] > 0 for seed in range(3))


def test_a_movement_of_the_largest_army_is_played_at_once() -> None:
    """Late in the campaign some forty units move, each step by step: a table takes it in one go."""
    record = read_record((RECORDS / "campaign-field.jsonl").read_text("utf-8"), load)
    s = record.start()
    for side, action in record.moves():
        if s.turn == 24 and isinstance(s.stack[-1], Move) and not s.stack[-1].side:
            break
        s = follow(record.game, s, side, action)
    view = GAME.view(s, 0)
    (best, *_) = OPPONENT.policy(view, 0, GAME.legal(view, 0), None, random.Random(1))
    assert 400 < len(best.do) <= MOST_AT_ONCE


def test_the_script_plays_itself_to_an_end() -> None:
    """One side wins, or it is a draw."""
    assert all(play(seed, (0, 1), OPTIONS[seed % 2]) in ((1, -1), (-1, 1), (0, 0)) for seed in range(2))


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("side", [0, 1])
def test_the_script_beats_random_play_often(side: int) -> None:
    assert sum(play(seed, (side,), {})[side] > 0 for seed in range(200)) >= 190


def some(kind: type, count: int, seed: int = 3) -> list[Any]:
    """States of random games in which a decision of that kind waits."""
    found: list[Any] = []
    for s in contract.states(GAME, SCENARIO, {}, seed):
        if s.stack and isinstance(s.stack[-1], kind):
            found.append(s)
    return random.Random(seed).sample(found, min(count, len(found)))


def test_the_script_has_a_thought_for_every_decision() -> None:
    """Else `thought_of` raises LookupError."""
    assert all(thought_of(kind) for kind in GAME.types if issubclass(kind, Decision))


def test_a_range_is_what_can_be_walked() -> None:
    """Every hex that a unit is said to reach can be walked to, for that price."""
    walked = 0
    for s in some(Move, 40):
        side = s.stack[-1].side
        if s.doings[side].hand:
            continue
        takes = [action[1] for action in GAME.legal(s, side) if action[0] == "take"]
        for name in takes[:2]:
            i = s.setting.unit_number[name][1]
            ways = reach(s, side, i)
            for goal in sorted(ways[0])[::17]:
                now = GAME.apply(s, side, ("take", name))
                for n in path(ways, goal):
                    assert ("step", s.setting.names[n]) in GAME.legal(now, side)
                    now = GAME.apply(now, side, ("step", s.setting.names[n]))
                assert now.armies[side].at[i] == goal
                walked += 1
    assert walked > 50


def test_declarations_meet_every_obligation() -> None:
    for s in some(Declare, 10):
        side = s.stack[-1].side
        if s.doings[side].hand:
            continue
        plan, _ = battle_plan(Sight(GAME.view(s, side), side))
        assert owed(field(s, side), plan) == ((), ())


def test_who_has_declared_something_takes_back_nothing_to_declare_it_again() -> None:
    """The coach is asked in the middle too: what stands stays, and what is declared otherwise comes to the same."""
    rng, changed = random.Random(3), 0
    for s in some(Declare, 12):
        side = s.stack[-1].side
        for _ in range(5):
            whole = declare(s.stack[-1], Asked(s, side, GAME.legal(s, side), None, rng))[0].do
            now = s
            for action in whole[:-1]:
                assert offered(GAME.legal(now, side), action), (whole, action)
                now = GAME.apply(now, side, action)
            back = {s.setting.unit_number[action[1]][1] for action in whole if action[0] == "recall"}
            for b in s.doings[side].plan:
                stays = {i for t in now.doings[side].plan if t.hexes == b.hexes for i in (*t.units, *t.support)}
                assert not back & stays & {*b.units, *b.support}
                changed += bool(stays)
            for _ in range(2):  # something else is declared
                s = GAME.apply(s, side, rng.choice([a for a in GAME.legal(s, side) if a[0] != "done"] or [("done",)]))
                if not isinstance(s.stack[-1], Declare):
                    break
            if not isinstance(s.stack[-1], Declare) or s.doings[side].hand:
                break
    assert changed > 5


def test_a_search_answers() -> None:
    """With all that the opponent offers: legal, and the same for the same seed."""
    s = next(s for s in some(Move, 8) if not s.doings[s.stack[-1].side].hand)
    side = s.stack[-1].side
    view = GAME.view(s, side)
    asked = Question(GAME, side, view, GAME.legal(view, side), None, Steps(16))
    one, other = (PlanSearch().choose(asked, random.Random(5)) for _ in range(2))
    assert one == other
    assert offered(GAME.legal(s, side), one.do[0])
    assert len(one.considered) > 1


def test_the_coach_says_of_each_landing_what_it_is_for() -> None:
    """Of the first landing: units for villages, for the base and guns, each with a reason of its own."""
    s, told = GAME.setup(SCENARIO, {}), dict[str, str]()
    while not isinstance(s.stack[-1], Land):
        s, _, _ = contract.step(GAME, s, random.Random(0))
    while isinstance(s.stack[-1], Land) and s.turn == 1 and GAME.to_move(s) == (0,):
        view = GAME.view(s, 0)
        plan = OPPONENT.policy(view, 0, GAME.legal(view, 0), None, random.Random(0))[0]
        occasion = OPPONENT.occasion(view, 0, plan)
        told[named(GAME, plan.intention, occasion)] = why(GAME, plan.intention, 0, occasion)
        for action in plan.do:
            s = GAME.apply(s, 0, action)
    assert {"land in a village, and take it", "land beside the airfield", "land the guns close to the airfield"} <= {
        *told
    }
    assert len({*told.values()}) == len(told)


def test_a_weak_unit_does_not_land_alone_far_away() -> None:
    """On turn 1 six Japanese steps land after it: 1/SpW with two steps lands beside others."""
    s = GAME.setup(SCENARIO, {})
    while not isinstance(s.stack[-1], Land):
        s, _, _ = contract.step(GAME, s, random.Random(0))
    do = landing_plan(GAME.view(s, 0), 0)
    landed = {action[1]: at[1] for action, at in itertools.pairwise(do) if action[0] == "take"}
    assert landed["us-1sw"] in {at for name, at in landed.items() if name != "us-1sw"}
    assert len(set(landed.values())) > 5


def test_no_ships_are_called_on_a_field_that_lies_open() -> None:
    """It would be harmed for whoever walks in next."""
    place = {"turn": 2, "phase": "american_bombardment", "field": "japanese", "american": {"3706": ["us-1-1"]}}
    open_ = GAME.place(place)
    held = GAME.place(place | {"japanese": {"3707": ["jp-124-1"]}})
    for s, verb in ((open_, "pass"), (held, "bombard")):
        view = GAME.view(s, 0)
        assert OPPONENT.policy(view, 0, GAME.legal(view, 0), None, random.Random(0))[0].do == ((verb,),)


def script(position: dict[str, Any], side: int) -> tuple[Action, ...]:
    """What the script does there."""
    view = GAME.view(GAME.place(position), side)
    return OPPONENT.policy(view, side, GAME.legal(view, side), None, random.Random(0))[0].do


REMNANTS = {
    "turn": 9, "phase": "american_movement", "field": "american", "status": 20,
    "american": {"3707": ["us-1-1", "us-1-2", "us-5-1"], "3706": ["us-7-1", "us-7-2"]},
    "steps": {"us-1-1": 1, "us-1-2": 1, "us-5-1": 1}, "japanese": {"3410": ["jp-124-1", "jp-124-2", "jp-4-2"]},
}  # fmt: skip


def test_remnants_on_a_full_field_become_one_and_a_fresh_battalion_comes() -> None:
    do = script(REMNANTS, 0)
    assert do[0][0] == "merge"
    assert do[1:3] == (("take", "us-7-1"), ("step", "3707"))


def test_remnants_that_cannot_become_one_make_room_on_the_field() -> None:
    """Infantry, tanks and engineers with a step each filled the hex while two fresh battalions stood beside it."""
    place = REMNANTS | {"american": {"3707": ["us-1-1", "us-1tk", "us-1eng"], "3706": ["us-7-1", "us-7-2"]}}
    do = script(place | {"steps": {"us-1-1": 1, "us-1tk": 1, "us-1eng": 1}}, 0)
    assert all(do[do.index(("take", name)) + 1] == ("step", "3707") for name in ("us-7-1", "us-7-2"))


def test_who_looks_at_the_airfield_first_brings_batteries_within_range_of_it() -> None:
    """A plan for the search: the script keeps them out of the enemy's reach."""
    place = REMNANTS | {"steps": {}, "american": {"3707": ["us-7-1", "us-7-2", "us-7-3"], "4305": ["us-11-1"]}}
    view = GAME.view(GAME.place(place), 0)
    p, reached = view.setting, {}
    for style in STYLES[0]:
        s = GAME.place(place)
        for action in step_plan(view, 0, style)[0].do[:-1]:
            s = GAME.apply(s, 0, action)
        number = p.unit_number["us-11-1"][1]
        reached[style.name] = distances(p, p.field)[s.armies[0].at[number]] < p.units[0][number].reach
    assert reached["home"]
    assert not reached["line"]


def test_marines_that_are_worth_less_than_they_cost_go_before_they_are_counted() -> None:
    """One step in a village, at the end of whose turn each Marine unit costs a point; a turn earlier it stays, and a
    strong one stays at all times."""
    place: dict[str, Any] = {"phase": "american_movement", "field": "american", "steps": {"us-5-3": 1}}
    place |= {"american": {"3707": ["us-7-1"], "3507": ["us-5-3", "us-1-2"]}, "japanese": {"3114": ["jp-4-2"]}}
    for turn, gone in ((18, []), (19, [("withdraw", "us-5-3")])):
        assert [action for action in script(place | {"turn": turn}, 0) if action[0] == "withdraw"] == gone


def test_japanese_who_would_be_lost_are_brought_off() -> None:
    """From turn 19 on, where no way leads out of the Americans' reach."""
    place: dict[str, Any] = {"turn": 23, "phase": "japanese_movement", "field": "american"}
    place["japanese"] = {"0404": ["jp-124-1"]}
    place["american"] = {"0604": ["us-7-1", "us-7-2", "us-7-3"], "0605": ["us-1-1", "us-1-2", "us-5-1"]}
    assert ("withdraw", "jp-124-1") in script(place, 1)
    assert ("withdraw", "jp-124-1") not in script(place | {"american": {"7208": ["us-7-1"]}}, 1)


def test_counter_battery_fire_silences_guns_that_are_about_to_fire() -> None:
    """In the Japanese half, before they fire; without supply they are no danger."""
    place: dict[str, Any] = {"turn": 12, "phase": "american_defensive_fire", "field": "american"}
    place["american"] = {"3707": ["us-7-1"], "3608": ["us-11-1"]}
    place["japanese"] = {"3411": ["jp-20mt"], "3410": ["jp-124-1"]}
    assert script(place | {"supply": {"american": 12, "japanese": 10}}, 0)[0] == ("counter", "3411")
    assert script(place | {"supply": {"american": 12, "japanese": 0}}, 0)[0][0] != "counter"


def test_workers_tear_down_a_field_that_is_lost_anyway() -> None:
    """One that can be held nobody tears down: the search is not even offered it."""
    place: dict[str, Any] = {"turn": 9, "phase": "american_movement", "field": "american", "status": 15}
    place["american"] = {"3707": ["us-1eng"], "7208": ["us-7-1"]}
    strong = {"3810": ["jp-124-1", "jp-124-2", "jp-4-2"], "3609": ["jp-124-3", "jp-4-1"]}
    assert script(place | {"japanese": strong}, 0)[0][:2] == ("reduce", "us-1eng")
    place |= {"american": {"3707": ["us-1eng", "us-7-1"]}, "japanese": {"3810": ["jp-4-1"]}}
    view = GAME.view(GAME.place(place), 0)
    plans = OPPONENT.proposals(view, 0, GAME.legal(view, 0), None, random.Random(0))
    assert all(action[0] != "reduce" for plan in plans for action in plan.do)


def test_guerrillas_are_not_bought_where_somebody_walks_in_anyway() -> None:
    """1/1 can march to Koli on the same turn; nobody can to Aola, far from every Japanese."""
    place: dict[str, Any] = {"turn": 5, "phase": "guerrillas", "field": "american", "supply": {"american": 12}}
    place |= {"american": {"4306": ["us-1-1"]}, "japanese": {"2508": ["jp-124-1"]}, "villages": {"american": []}}
    view = GAME.view(GAME.place(place), 0)
    plans = OPPONENT.policy(view, 0, GAME.legal(view, 0), None, random.Random(0))
    scores = {plan.do[0]: plan.score for plan in plans}
    assert scores[("rise", "7208")] > scores[("done",)] > scores[("rise", "4605")]


def test_a_search_is_offered_mergers_and_withdrawals() -> None:
    """All remnants as one, and nobody but the script's own: it finds out what gains more."""
    view = GAME.view(GAME.place(REMNANTS), 0)
    plans = OPPONENT.proposals(view, 0, GAME.legal(view, 0), None, random.Random(0))
    mergers = {plan.intention.rpartition(".")[2]: sum(action[0] == "merge" for action in plan.do) for plan in plans}
    assert mergers["line"] == 1
    assert mergers["gather"] == 2


def test_landings_are_searched_as_a_whole() -> None:
    """Every way to land that is proposed, and every variation, puts ashore whoever is due and can be played as it
    stands; the script's own is first, and there are others."""
    met = 0
    for s in (*some(Land, 6), *some(Land, 6, 4)):
        side = s.stack[-1].side
        view, rng = GAME.view(s, side), random.Random(met)
        waiting = len(due_now(s, side))
        plans = OPPONENT.proposals(view, side, GAME.legal(view, side), None, rng)
        ways = [plan.do for plan in plans]
        ways += [plan.do for plan in OPPONENT.vary(view, side, ways[0], None, rng, 4)]
        assert OPPONENT.share(view, side) > 0.1
        assert ways[0] == landing_plan(view, side)
        own = OPPONENT.policy(view, side, GAME.legal(view, side), None, rng)[0].do
        assert ways[0][: len(own)] == own
        assert len(set(ways)) > 1
        for do in ways:
            now = s
            for action in do:
                assert isinstance(now.stack[-1], Land)
                assert offered(GAME.legal(now, side), action)
                now = GAME.apply(now, side, action)
            assert not isinstance(now.stack[-1], Land)
            assert sum(action[0] == "land" for action in do) == waiting
        met += 1
    assert met > 5


def test_worth_and_chance() -> None:
    for s in some(Move, 8):
        assert OPPONENT.worth(s, 0) == -OPPONENT.worth(s, 1)
        assert abs(OPPONENT.evaluate(s, 0) + OPPONENT.evaluate(s, 1) - 1.0) < 1e-9
        side = s.stack[-1].side
        view = GAME.view(s, side)
        legal, rng = GAME.legal(view, side), random.Random(1)
        found = OPPONENT.proposals(view, side, legal, None, rng)
        assert found[0].do == OPPONENT.policy(view, side, legal, None, rng)[0].do
        assert len({plan.do for plan in found}) == len(found)
        assert OPPONENT.phase(s) == 2 * s.turn + side


def test_who_thinks_chooses_an_amount_where_one_action_alone_is_offered() -> None:
    """R8.2.4a: what a battery that is attacked spends is not drawn, and whoever asks the coach is answered."""
    s = GAME.place({
        "turn": 6, "phase": "japanese_combat", "field": "american", "supply": {"american": 9},
        "american": {"3609": ["us-11-5"], "3707": ["us-1-1"]}, "steps": {"jp-84g": 1},
        "japanese": {"3508": ["jp-84g", "jp-124-2"], "3709": ["jp-124-3"]},
    })  # fmt: skip
    for text in ("take jp-84g", "on 3609", "take jp-124-2", "on 3609", "take jp-124-3", "on 3609", "done"):
        s = GAME.apply(s, GAME.to_move(s)[0], tuple(text.split()))
    view = GAME.view(s, 0)
    asked = Question(GAME, 0, view, GAME.legal(view, 0), GAME.recall(view, 0, ()), Steps(10))
    assert asked.legal == (("spend", "us-11-5", Range(0, 3)),)
    thoughts = [PlanSearch().choose(asked, random.Random(seed)) for seed in range(6)]
    assert {thought.do for thought in thoughts} == {(("spend", "us-11-5", 3),)}
    assert advised(asked, thoughts[0])["do"] == ["spend us-11-5 =3"]
