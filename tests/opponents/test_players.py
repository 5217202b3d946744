"""The players: their catalogue, their answers, and thinking in a process of its own."""

from __future__ import annotations

import multiprocessing
import pickle
import random
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import pytest

from ironbottom import games
from ironbottom.kernel.action import Range, notation, offered, parse
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.event import event
from ironbottom.kernel.opponent import Plan
from ironbottom.kernel.step import CHANCE
from ironbottom.lab.match import Fixture, play_fixture
from ironbottom.opponents import catalogue, is_bot, player, runner
from ironbottom.opponents.hints import named
from ironbottom.opponents.player import Question, Seconds, Steps, forced, onward, read_budget, settled
from ironbottom.opponents.registry import ALIASES, PLAYERS, SEARCHING, STYLES, one_style
from ironbottom.opponents.scripted import Scripted, script_of
from ironbottom.opponents.worlds import searcher_of
from kernel.duel import DUEL
from opponents import positions
from opponents.positions import NAMES, samples

REAL = [name for name in NAMES if name != "duel"]


def test_the_catalogue_names_every_player_in_words() -> None:
    for slug in games.READY:
        found = catalogue(games.load(slug))
        search = list(SEARCHING) if searcher_of(games.load(slug)) else []
        assert [bot["id"] for bot in found] == [*search, "regular", "recruit", "random"]
        for bot in found:
            assert set(bot) == {"id", "name", "text", "first", "styles"}
            assert [style["id"] for style in bot["styles"]] == [
                f"{bot['id']}:{style}" for style in STYLES if bot["id"] != "random"
            ]
            for style in bot["styles"]:
                assert style["name"].startswith(bot["name"])
                assert player(style["id"]) != player(bot["id"])
            assert not bot["name"].startswith("bot.")
            assert bot["text"].endswith(".")
    assert is_bot("scripted")
    assert is_bot("veteran:aggression=+1")
    assert not is_bot("adviser")
    assert not is_bot("deep")
    assert isinstance(player(next(iter(ALIASES))), Scripted)
    with pytest.raises(BadInput, match="there is no bot 'deep'"):
        player("deep")


def test_a_bold_script_chooses_otherwise() -> None:
    """Each Regular's two styles play the same games otherwise than it does; one that has none says so."""
    for slug in games.READY:
        game = games.load(slug)
        two = [one.id for one in game.scenarios if len(one.sides) == 2 and not one.former]
        told = {
            style: tuple(
                play_fixture(Fixture(slug, scenario, (), (f"regular{style}",) * 2, "styles")).fingerprint
                for scenario in (two[0], two[-1])
            )
            for style in ("", ":bold", ":careful")
        }
        assert len(set(told.values())) == 3, slug
    with pytest.raises(BadInput, match="duel: regular comes in one style, not in 'bold'"):
        one_style(DUEL, "regular:bold")


def test_budgets_are_read() -> None:
    assert read_budget("steps:5") == Steps(5)
    assert read_budget("s:0.5") == Seconds(0.5)
    for wrong in ("", "steps", "steps:0", "steps:x", "s:-1", "s:nan", "h:3", "steps:1e3"):
        with pytest.raises(BadInput, match="a budget is"):
            read_budget(wrong)


def test_amounts_are_settled_and_retractions_left_out() -> None:
    rng = random.Random(1)
    for _ in range(20):
        action = settled(("spend", "air", Range(2, 8, 2)), rng)
        assert action[2] in (2, 4, 6, 8)
    s = DUEL.setup("plain")
    while DUEL.to_move(s) == (CHANCE,):
        s = DUEL.apply(s, CHANCE, DUEL.chance(s)[0][0])
    s = DUEL.apply(s, 0, DUEL.legal(s, 0)[0])
    asked = runner.question(DUEL, 0, DUEL.view(s, 0), [])
    assert onward(asked) == asked.legal == (("unready",),)


def test_the_one_action_that_is_offered_is_forced_where_no_amount_is_to_be_chosen() -> None:
    s = DUEL.setup("plain")
    for offer, only in (
        ((("pass",),), ("pass",)), ((("spend", Range(2, 2)),), ("spend", 2)), ((("spend", Range(0, 3)),), None),
        ((("pass",), ("spend", Range(2, 2))), None),
    ):  # fmt: skip
        assert forced(Question(DUEL, 0, DUEL.view(s, 0), offer, None)) == only


def request(name: str, s: Any, side: int, events: list[Any], bot: str) -> dict[str, Any]:
    game, scenario = positions.named(name)
    return {
        "game": game.slug, "overlay": None, "scenario": scenario, "options": {}, "side": side,
        "view": game.to_file(game.view(s, side)), "memory": pickle.dumps(game.recall(s, side, events)), "bot": bot,
        "seed": 11, "budget": "steps:8",
    }  # fmt: skip


@pytest.mark.parametrize("name", REAL)
def test_a_player_thinks_the_same_in_a_process_of_its_own(name: str) -> None:
    requests = []
    for game, s, seen in samples(name, 6, seed=6):
        side = game.to_move(s)[0]
        requests += [request(name, s, side, seen[side], bot) for bot in (*PLAYERS, "scripted")]
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        apart = list(pool.map(partial(runner.think, games.load), requests))
    assert apart == [runner.think(games.load, one) for one in requests]
    for one, answer in zip(requests, apart, strict=True):
        game = games.load(one["game"])
        view = game.view_from_file(one["view"], one["scenario"], {})
        assert offered(game.legal(view, one["side"]), parse(answer["do"][0]))
        assert set(answer) == {"do", "considered", "hope"}
        again = runner.think(games.load, {**one, "side": game.sides[one["side"]]})
        assert again == answer


def test_wrong_requests_are_refused() -> None:
    game, s, seen = samples(REAL[0], 1, seed=8)[0]
    side = game.to_move(s)[0]
    good = request(REAL[0], s, side, seen[side], "random")
    for wrong in ({"bot": "deep"}, {"game": "chess"}, {"budget": "h:1"}, {"side": 1 - side}, {"side": "green"},
                  {"view": {"is": "Nothing"}}, {"view": 3}, {"options": {"luck": True}}, {"scenario": "nowhere"}):
        with pytest.raises(BadInput):
            runner.think(games.load, {**good, **wrong})


def legal_to_its_end(game: Any, s: Any, side: int, plan: Plan) -> int:
    """Play a plan until a die or the other side comes between: how many actions it was."""
    for number, action in enumerate(plan.do):
        assert side in game.to_move(s), plan
        assert offered(game.legal(s, side), action), (plan.intention, notation(action), plan.do)
        s = game.apply(s, side, action)
        if CHANCE in game.to_move(s):
            return number + 1
    return len(plan.do)


@pytest.mark.parametrize("name", REAL)
def test_every_plan_of_the_script_is_legal_to_its_end(name: str) -> None:
    """Also in the middle of a declaration, where a human has left it."""
    tried = 0
    for game, s, seen in samples(name, 80, seed=9):
        script = script_of(game.of(s))
        for side in game.to_move(s):
            view = game.view(s, side)
            memory = game.recall(s, side, seen[side])
            plans = script.policy(view, side, game.legal(view, side), memory, random.Random(1))
            assert plans
            assert [plan.score for plan in plans] == sorted((plan.score for plan in plans), reverse=True)
            tried += sum(legal_to_its_end(game, s, side, plan) for plan in plans)
    assert tried > 60


@pytest.mark.parametrize("name", REAL)
def test_intentions_have_words(name: str) -> None:
    missing = set()
    for game, s, seen in samples(name, 60, seed=10):
        script = script_of(game.of(s))
        for side in game.to_move(s):
            view = game.view(s, side)
            memory = game.recall(s, side, seen[side])
            plans = script.policy(view, side, game.legal(view, side), memory, random.Random(1))
            missing |= {plan[0] for plan in plans if " " not in named(game, plan[0])}
    assert not missing


@pytest.mark.parametrize("name", REAL)
def test_worth_is_a_number_and_what_one_gains_the_other_loses(name: str) -> None:
    for game, s, _ in samples(name, 40, seed=11):
        script = script_of(game.of(s))
        for side in range(len(game.sides)):
            assert isinstance(script.worth(game.view(s, side), side), float)
        if len(game.sides) == 2:
            assert script.worth(s, 0) == pytest.approx(-script.worth(s, 1))


def test_a_softmax_prefers_the_better_plan() -> None:
    better = other = strays = 0
    for game, s, seen in samples(REAL[0], 60, seed=12):
        side = game.to_move(s)[0]
        asked = runner.question(game, side, game.view(s, side), seen[side])
        assert isinstance(asked, Question)
        considered = Scripted(1.0).choose(asked, random.Random(1)).considered
        if len(considered) < 2 or considered[0].score - considered[1].score < 0.01:
            continue
        drawn = [Scripted(1.0).choose(asked, random.Random(n)).do for n in range(20)]
        cold = [Scripted(0.0005).choose(asked, random.Random(n)).do for n in range(20)]
        better += drawn.count(considered[0].do)
        other += max((drawn.count(plan.do) for plan in considered[1:]), default=0)
        strays += 20 - cold.count(considered[0].do)
    assert better > other > 0
    assert strays == 0


def test_events_of_no_interest_leave_the_memory_alone() -> None:
    game = games.load(games.READY[0])
    s = game.setup(game.scenarios[0].id)
    memory = game.start(s, 0)
    assert game.remember(s, memory, event("nothing_known", side="japanese")) is memory
