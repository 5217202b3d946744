"""Small games solved: known values, exact answers, and what a player could be made to lose."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.opponent import Plan
from ironbottom.lab import yardstick
from ironbottom.lab.yardstick import (
    Mix,
    Tree,
    best_answer,
    even,
    play_of,
    small,
    solve,
    unroll,
    values,
)
from ironbottom.opponents.player import Question, Thought
from ironbottom.opponents.random_player import RandomPlayer
from ironbottom.opponents.registry import player
from kernel.duel import DUEL
from kernel.kuhn import KUHN


@pytest.fixture(scope="module")
def poker() -> Tree:
    return unroll(KUHN, KUHN.setup("plain"))


@pytest.fixture(scope="module")
def archies() -> tuple[Any, Tree]:
    """The small game from the end of one set-up on: the whole of it takes its time (`lab.yardstick`)."""
    cut = small("archies-war")
    game, s = cut.game, cut.first
    while type(s.stack[-1]).__name__ in ("Draw", "SetUp"):
        side = game.to_move(s)[0]
        s = game.apply(s, side, game.chance(s)[0][0] if side < 0 else game.legal(s, side)[0])
    return game, unroll(game, s)


def strategy(tree: Tree, bets: dict[tuple[int, str, int], float]) -> Mix:
    """How often each side bets: by its number, what was said, and its card."""
    mix = even(tree)
    for where, one in enumerate(tree.situations):
        key = (one.side, one.view.stack[-1].said, one.view.cards[one.side])
        mix[where] = [1 - bets.get(key, 0.0), bets.get(key, 0.0)]
    return mix


def test_a_tree_has_a_situation_for_all_that_a_side_can_tell_apart(poker: Tree) -> None:
    assert len(poker.situations) == 12
    assert all(len(one.nodes) == 2 and one.actions == (("pass",), ("bet",)) for one in poker.situations)
    assert sum(len(one.before) for one in poker.situations) == 3  # who passed is asked again after a bet


def test_the_solution_has_the_known_value(poker: Tree) -> None:
    mix = solve(poker, 400)
    low, high = best_answer(poker, mix, 1), best_answer(poker, mix, 0)
    assert low <= -1 / 18 + 1e-9
    assert high >= -1 / 18 - 1e-9
    assert high - low < 0.01
    assert values(poker, mix)[-1] == pytest.approx(-1 / 18, abs=0.005)


def test_the_best_answer_is_exact(poker: Tree) -> None:
    """Kuhn's own solution, with a third of the 1s bluffed, loses 1/18 to anybody; who always passes loses a whole
    unit with the 1 and 2 that a bet drives off."""
    kuhn = {(0, "", 1): 1 / 3, (0, "", 3): 1.0, (0, "pb", 2): 2 / 3, (0, "pb", 3): 1.0,
            (1, "p", 1): 1 / 3, (1, "p", 3): 1.0, (1, "b", 2): 1 / 3, (1, "b", 3): 1.0}  # fmt: skip
    mix = strategy(poker, kuhn)
    assert best_answer(poker, mix, 1) == pytest.approx(-1 / 18)
    assert best_answer(poker, mix, 0) == pytest.approx(-1 / 18)
    never = strategy(poker, {})
    assert best_answer(poker, never, 1) == pytest.approx(-1.0)
    assert best_answer(poker, never, 0) == pytest.approx(1.0)


def test_secret_choices_and_dice_are_solved_too() -> None:
    """Two cards each, laid in secret, a die, and a card to burn."""
    tree = unroll(DUEL, DUEL.setup("plain"))
    gaps = []
    for rounds in (5, 20):
        mix = solve(tree, rounds)
        gaps.append(best_answer(tree, mix, 0) - best_answer(tree, mix, 1))
    assert 0 <= gaps[1] < gaps[0]
    assert gaps[1] < 0.02
    for one in tree.situations:
        hidden = 1 - one.side
        assert set(one.view.hands[hidden]) <= {0}


class Bettor:
    """Bets whenever it may."""

    def choose(self, asked: Question, rng: random.Random) -> Thought:
        return Thought((("bet",),), (Plan("bet", (("bet",),), 0.0),))


def test_a_players_play_is_measured(poker: Tree) -> None:
    mix, asked = play_of(KUHN, poker, Bettor(), 0, ["a", "b"])
    assert asked == 6  # three cards, twice: nobody who bet is asked again
    # folded 1 and 2 and called 3: the other side wins 2 with its 3 and 1 less where it folds
    assert best_answer(poker, mix, 1) == pytest.approx(best_answer(poker, strategy(
        poker, {(0, said, card): 1.0 for said in ("", "pb") for card in (1, 2, 3)}), 1))
    mixed, _ = play_of(KUHN, poker, RandomPlayer(), 0, [str(seed) for seed in range(200)])
    shares = [row[1] for one, row in zip(poker.situations, mixed, strict=True) if one.side == 0]
    assert all(0.3 < share < 0.7 for share in shares)


class Drawer:
    """Bets one time in four, and says so; then calls, as it planned, if it passed."""

    def choose(self, asked: Question, rng: random.Random) -> Thought:
        mixture = (((("bet",),), 0.25), ((("pass",), ("bet",)), 0.75))
        return Thought(rng.choice(mixture)[0], mixture=mixture)


def test_who_draws_is_taken_to_play_the_whole_of_his_mixture(poker: Tree) -> None:
    mix, asked = play_of(KUHN, poker, Drawer(), 0, ["a"])
    assert asked == 6  # once for each card, and once more after the other's bet, which came between
    bets = {(0, said, card): 0.25 for said in ("", "pb") for card in (1, 2, 3)}
    assert best_answer(poker, mix, 1) == pytest.approx(best_answer(poker, strategy(poker, bets), 1))


def test_levels_are_measured_on_the_small_archies_war(archies: tuple[Any, Tree]) -> None:
    game, tree = archies
    mix = solve(tree, 20)
    low, high = best_answer(tree, mix, 1), best_answer(tree, mix, 0)
    assert -1 <= low <= high <= 1
    for side in (0, 1):
        regular, asked = play_of(game, tree, player("regular"), side, ["a"])
        assert asked >= 1
        held = best_answer(tree, regular, 1 - side)
        assert held <= high + 1e-9 if side == 0 else held >= low - 1e-9
    searched, _ = play_of(game, tree, player("veteran:steps=8"), 0, ["a", "b"])
    assert best_answer(tree, searched, 1) <= high + 1e-9


def test_what_is_too_large_or_not_offered_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="small enough"):
        small("solomons")
    monkeypatch.setattr(yardstick, "MOST_NODES", 20)
    with pytest.raises(BadInput, match="more than 20 nodes"):
        unroll(DUEL, DUEL.setup("plain"))
