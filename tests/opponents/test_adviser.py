"""The adviser of one who plays alone: its quick model is the game, and a hint says what its advice is worth."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ironbottom import games
from ironbottom.games.archies_war.solitaire.ai.script import stand
from ironbottom.games.archies_war.solitaire.ai.swift import Run
from ironbottom.games.archies_war.solitaire.rules.state import AMERICAN
from ironbottom.kernel.opponent import Plan
from ironbottom.kernel.step import CHANCE
from ironbottom.opponents import runner
from ironbottom.opponents.hints import told
from ironbottom.opponents.registry import player

GAME = games.load("archies-war")


def rulings(rng: random.Random) -> dict[str, Any]:
    """Options drawn from all that are offered."""
    return {
        option.id: rng.choice(option.choices)[0] for option in GAME.options if "solitaire" in option.scenarios
    }


def thoughts(s: Any) -> tuple[Plan, ...]:
    """The script's."""
    opponent = GAME.of(s).opponent
    assert opponent is not None
    return opponent.policy(s, AMERICAN, GAME.legal(s, AMERICAN), None, random.Random(0))


def by_the_rules(s: Any, action: str, rng: random.Random) -> tuple[Any, list[int]]:
    """A turn played by the rules, the script deciding after the action: the state at its end, and the dice."""
    dice: list[int] = []
    s = GAME.apply(s, AMERICAN, ("choose", action))
    while sides := GAME.to_move(s):
        if sides == (CHANCE,):
            outcome = rng.choice(GAME.chance(s))[0]
            dice.append(outcome[1])
            s = GAME.apply(s, CHANCE, outcome)
        elif type(s.stack[-1]).__name__ == "ChooseAction":
            break
        else:
            for one in thoughts(s)[0].do:
                s = GAME.apply(s, AMERICAN, one)
    return s, dice


def compare(count: int, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        s = GAME.setup("solitaire", rulings(rng))
        if type(s.stack[-1]).__name__ == "Rearrange":
            for one in thoughts(s)[0].do:
                s = GAME.apply(s, AMERICAN, one)
        while GAME.to_move(s):
            action = rng.choice(GAME.legal(s, AMERICAN))[1]
            run = Run(s)
            s, dice = by_the_rules(s, action, rng)
            waiting = iter(dice)
            goes_on = run.turn_on(action, lambda: next(waiting))  # noqa: B023
            assert next(waiting, None) is None, "the model rolls fewer dice than the rules"
            assert goes_on == bool(GAME.to_move(s))
            if not goes_on:
                assert run.lost == ("" if s.result.reason == "won" else s.result.reason)
                break
            assert (tuple(run.american), tuple(run.foe)) == (s.american, s.japanese)
            assert (run.vandegrift, run.status, run.seabees, run.heavy) == (
                s.vandegrift, s.status, s.seabees, s.heavy
            )  # fmt: skip
            assert (run.turn, run.last) == (s.turn, s.last)
            assert run.choice() == thoughts(s)[0].do[0][1]


def test_the_quick_model_is_the_game() -> None:
    compare(150, 1)


@pytest.mark.soak
def test_the_quick_model_is_the_game_often() -> None:
    compare(10_000, 2)


def test_marines_stand_where_they_all_still_are() -> None:
    board = GAME.setup("solitaire").setting
    for total in range(12):
        goal, _ = stand(board, total, (2, 3, 4, 1), 2)
        assert sum(goal) == total
        assert total < 8 or min(goal[:3]) > 0


def test_advice_names_the_best_and_the_second_with_their_chances() -> None:
    s = GAME.setup("solitaire")
    asked = runner.question(GAME, AMERICAN, GAME.view(s, AMERICAN), [], "steps:400")
    thought = runner.answer(player("adviser"), asked, 1)
    again = runner.answer(player("adviser"), asked, 1)
    assert thought == again
    assert thought.considered[0].do == thought.do
    assert len(thought.considered) == 6
    assert all(0 <= plan.score <= 1 for plan in thought.considered)
    assert "has not been shown" in told(asked, thought)["text"], "the page says what the adviser is worth"


def test_a_field_about_to_be_lost_is_repaired() -> None:
    s = GAME.place({"scenario": "solitaire", "status": 0, "american": {"bloody_ridge": 2}})
    asked = runner.question(GAME, AMERICAN, GAME.view(s, AMERICAN), [], "steps:600")
    assert runner.answer(player("adviser"), asked, 1).do == (("choose", "repair"),)
