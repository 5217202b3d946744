"""What the script of the two-player game makes of positions that it once played foolishly."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ironbottom.games import load
from ironbottom.games.archies_war.ai.plans import home
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE
from ironbottom.kernel.opponent import Plan
from ironbottom.kernel.step import CHANCE
from ironbottom.lab import yardstick
from ironbottom.lab.command import overlay_of
from ironbottom.opponents.plan_search import PlanSearch
from ironbottom.opponents.player import Question, Steps

GAME = load("archies-war")

ROAD = {
    "turn": 3, "step": "american-actions",
    "american": {"kakambona": ["barbed_wire"], "henderson_field": ["inf5", "amphibious_assault"],
                 "taivu_point": ["inf3"]},
    "japanese": {"tassafaronga_point": ["inf2"], "kokumbona": ["inf4", "inf3"]},
    "casualties": {"american": ["vandegrift"]},
}  # fmt: skip
"""What stands on the road can take the wire with the first action, and others walk through with the second."""
LOST = {
    "turn": 5, "tokens": 2, "step": "american-actions",
    "american": {"henderson_field": ["inf5", "inf3", "inf2", "air_support", "amphibious_assault", "recon"]},
    "japanese": {"kakambona": ["minor_bombardment"], "point_cruz": ["inf4", "inf3", "inf2", "inf2"]},
    "casualties": {"american": ["vandegrift"]},
}  # fmt: skip
"""Whatever the Americans do, the Japanese beside the airfield bombard it for the third time."""


@pytest.mark.parametrize("position", [ROAD, LOST], ids=["road", "lost"])
def test_the_airfield_is_not_left_to_whoever_walks_in(position: Any) -> None:
    s = GAME.place({"scenario": "two-player", **position})
    turn, memory, rng = s.turn, GAME.start(s, AMERICAN), random.Random(1)
    while s.turn == turn and AMERICAN in GAME.to_move(s) and type(s.stack[-1]).__name__ == "Actions":
        view = GAME.view(s, AMERICAN)
        plan = GAME.of(view).opponent.policy(view, AMERICAN, GAME.legal(view, AMERICAN), memory, rng)[0]
        for action in plan.do:
            s = GAME.apply(s, AMERICAN, action)
    field = s.blocks[AMERICAN][s.setting.field]
    assert any(item >> 2 < s.setting.infantry[AMERICAN] for item in field)


def test_of_equal_set_ups_one_is_drawn() -> None:
    """Who has played against it before does not know where each block stands."""
    s, dice = GAME.setup("two-player", {}), random.Random(0)
    while GAME.to_move(s) == (CHANCE,):
        s = GAME.apply(s, CHANCE, dice.choice(GAME.chance(s))[0])
    view = GAME.view(s, AMERICAN)
    memory, legal = GAME.start(s, AMERICAN), GAME.legal(view, AMERICAN)

    def first(seed: int) -> Any:
        return GAME.of(view).opponent.policy(view, AMERICAN, legal, memory, random.Random(seed))[0]

    assert first(1) == first(1), "by the generator that it is given alone"
    drawn = [first(seed) for seed in range(12)]
    assert len({plan.do for plan in drawn}) > 1
    assert len({plan.score for plan in drawn}) == 1


def test_vandegrift_is_not_always_set_up_at_the_same_place() -> None:
    """Who knows where he stands strikes elsewhere."""
    game = load("archies-war", overlay_of("archies-war", "Fair set-up"))
    drawn = []
    for deal in range(8):
        s, dice = game.setup("two-player", {}), random.Random(deal)
        while game.to_move(s) == (CHANCE,):
            s = game.apply(s, CHANCE, dice.choice(game.chance(s))[0])
        view, script = game.view(s, AMERICAN), game.of(s).opponent
        asked = view, AMERICAN, game.legal(view, AMERICAN), game.start(s, AMERICAN)
        places = [home(script.policy(*asked, random.Random(seed))[0]) for seed in range(6)]
        drawn += places
    assert {"henderson_field", "point_cruz"} <= set(drawn), "where the roads to the anchors begin"
    assert max(drawn.count(place) for place in set(drawn)) < 0.75 * len(drawn)


def test_a_search_puts_him_where_nobody_gains_by_expecting_him() -> None:
    """By games he is worth most beside the field where they look for him on it, and on it where they look beside it."""
    game = load("archies-war", overlay_of("archies-war", "Fair set-up"))
    s, dice = game.setup("two-player", {}), random.Random(3)
    while game.to_move(s) == (CHANCE,):
        s = game.apply(s, CHANCE, dice.choice(game.chance(s))[0])
    view = game.view(s, AMERICAN)
    asked = Question(game, AMERICAN, view, game.legal(view, AMERICAN), game.start(s, AMERICAN), Steps(40))
    found = [PlanSearch().choose(asked, random.Random(seed)) for seed in range(60)]
    drawn = [home(Plan("set_up", thought.do, 0.0)) for thought in found]
    assert set(drawn) == {"henderson_field", "point_cruz"}
    assert 0.2 < drawn.count("henderson_field") / len(drawn) < 0.5, "a third"


def test_a_search_is_less_sure_where_he_stands_than_the_script() -> None:
    """The Japanese script strikes where it takes him to be; worlds are dealt with him elsewhere too."""
    s, dice = GAME.setup("two-player", {}), random.Random(0)
    memory, script = GAME.start(s, JAPANESE), GAME.of(s).opponent
    while JAPANESE not in GAME.to_move(s):
        side = GAME.to_move(s)[0]
        if side == CHANCE:
            plan: Any = (dice.choice(GAME.chance(s))[0],)
        else:
            view = GAME.view(s, side)
            plan = script.policy(view, side, GAME.legal(view, side), GAME.start(s, side), dice)[0].do
        for action in plan:
            s = GAME.apply(s, side, action)
            for event in s.news:
                if (seen := event.seen_by(JAPANESE)) is not None:
                    memory = GAME.remember(s, memory, seen)
    view = GAME.view(s, JAPANESE)
    likely = max(memory.general.values())
    worlds = [script.suppose(view, JAPANESE, memory, random.Random(seed)) for seed in range(300)]
    places = [script.doubt(world, JAPANESE) for world in worlds]
    share = max(places.count(place) for place in set(places)) / len(places)
    assert likely > 0.8
    assert 0.5 < share < likely - 0.1


def test_where_a_weak_block_stands_is_drawn_too() -> None:
    """In the game that is small enough to be solved three blocks stand on three places, and each place is attacked by
    whoever knows that the 2 is there: every block may stand anywhere it can be hidden."""
    game, s = (cut := yardstick.small("archies-war")).game, cut.first
    dice = random.Random(0)
    while game.to_move(s) == (CHANCE,):
        s = game.apply(s, CHANCE, dice.choice(game.chance(s))[0])
    view, script = game.view(s, AMERICAN), game.of(s).opponent
    asked = view, AMERICAN, game.legal(view, AMERICAN), game.start(s, AMERICAN)
    where: dict[str, list[str]] = {}
    for seed in range(40):
        plan = script.policy(*asked, random.Random(seed))[0]
        for take, put in zip(plan.do[::2], plan.do[1::2], strict=True):
            where.setdefault(take[-1], []).append(put[1])
    assert set(where["vandegrift"]) == {"point_cruz", "bloody_ridge", "koli_point"}
    assert {"point_cruz", "koli_point"} <= set(where["inf2"])
    assert all(places.count(place) < 0.7 * len(places) for places in where.values() for place in places)


def test_a_search_plays_the_opening_by_the_script() -> None:
    """What it would rather do tells where Vandegrift stands; it is weighed, and told what it promises."""
    s, dice, asked = GAME.setup("two-player", {}), random.Random(0), 0
    script = GAME.of(s).opponent
    while s.turn == 1 and not any(s.blocks[JAPANESE]):
        side = GAME.to_move(s)[0]
        if side == CHANCE:
            s = GAME.apply(s, CHANCE, dice.choice(GAME.chance(s))[0])
            continue
        view = GAME.view(s, side)
        question = Question(GAME, side, view, GAME.legal(view, side), GAME.start(s, side))
        plain = script.policy(view, side, question.legal, question.memory, random.Random(asked))[0].do
        if side == AMERICAN:
            thought = PlanSearch(Steps(40)).choose(question, random.Random(asked))
            named = type(s.stack[-1]).__name__
            assert thought.do == plain or named == "SetUp", "where he stands it draws in shares of its own"
            assert len(thought.considered) > 1
        asked += 1
        for action in plain:
            s = GAME.apply(s, side, action)
    assert asked >= 3


def test_a_first_action_is_weighed_with_the_second() -> None:
    """An 8 is called back, and the second action goes against Bloody Ridge with it; by itself calling it back promises
    less."""
    s = GAME.place({
        "scenario": "two-player", "turn": 6, "tokens": 1, "step": "japanese-actions",
        "american": {"kakambona": ["inf3"], "point_cruz": ["inf5"], "taivu_point": ["inf4"],
                     "henderson_field": ["inf4", "barbed_wire", "recon"], "bloody_ridge": ["barbed_wire"]},
        "japanese": {"cape_esperance": ["minor_bombardment"], "kokumbona": ["inf5"],
                     "tassafaronga_point": ["inf4", "inf3", "resupply"]},
        "casualties": {"american": ["vandegrift"], "japanese": ["inf8", "inf2"]},
    })  # fmt: skip
    view, script = GAME.view(s, JAPANESE), GAME.of(s).opponent
    asked = view, JAPANESE, GAME.legal(view, JAPANESE), GAME.start(s, JAPANESE), random.Random(1)
    plan = script.policy(*asked)[0]
    assert plan.do == (("use", "resupply", "tassafaronga_point"), ("recall", "inf8", "tassafaronga_point"))
    assert ("take", "tassafaronga_point", "inf8") in plan.then
    alone = next(one for one in script.rollout(*asked) if one.do == plan.do)
    assert plan.score > alone.score + 10
