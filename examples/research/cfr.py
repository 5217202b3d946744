"""OpenSpiel's CFR+ and ours on a cut-down Archie's War: do they find the same game?

    pip install 'ironbottom[research]'
    python examples/research/cfr.py
    python examples/research/cfr.py --sampled --seconds 300

`lab/yardstick.py` unrolls the game, joins what is the same, and solves it by CFR+: it knows the value within a bound.
For OpenSpiel the tree of the adapter, in which nothing is joined, is walked once from end to end and written as an
extensive-form game (EFG), which its own CFR+ solves in C++, and whose exploitability it reckons. The two share neither
the walk, nor what a side is held to know, nor the solver: what they find the game to be worth must agree.

`--sampled` takes the whole cut-down game (1.8 million histories), which OpenSpiel walks by outcome sampling MCCFR. Then
its play meets ours: against play that cannot be exploited nobody gets more than the value, and the nearer to it, the
better he plays. Beside it stands play at random against the same.
"""

from __future__ import annotations

import argparse
import random
import time
import tomllib
from collections.abc import Callable
from typing import Any

import pyspiel
from open_spiel.python.algorithms import outcome_sampling_mccfr

from ironbottom import games
from ironbottom.kernel.step import CHANCE
from ironbottom.lab import yardstick
from ironbottom.research import openspiel

Chooser = Callable[[Any, random.Random], int]
"""A choice in a state of OpenSpiel."""
SMALLER = """
[two_player.units.american]
inf5 = { count = 2, source = "O: cut down" }
inf2 = { count = 0, source = "O: cut down" }

[two_player.units.japanese]
inf8 = { count = 2, source = "O: cut down" }
inf5 = { count = 0, source = "O: cut down" }
inf3 = { count = 0, source = "O: cut down" }
"""
"""What is cut from the cut-down game to write it out whole: each side has two blocks of one kind."""


def smaller() -> yardstick.Small:
    """The cut-down game, cut down once more."""
    cut = yardstick.small("archies-war")
    overlay = tomllib.loads((cut.game.folder / "yardstick.toml").read_text("utf-8"))["overlay"]
    for side, units in tomllib.loads(SMALLER)["two_player"]["units"].items():
        overlay["two_player"]["units"][side].update(units)
    game = games.load("archies-war", overlay)
    return yardstick.Small(game, game.setup("two-player"), cut.text)


class Written:
    """A game of OpenSpiel for two, walked to all its ends, as the text of an extensive-form game."""

    def __init__(self, game: Any) -> None:
        self.lines = ['EFG 2 R "written" { "first" "second" } ""']
        self.known: tuple[dict[str, int], dict[str, int]] = ({}, {})
        """The numbers of what each of the two may know when it is asked."""
        self.ends: dict[tuple[float, ...], int] = {}
        self.draws = 0
        self.histories = 0
        self.walk(game.new_initial_state())

    def walk(self, state: Any) -> None:
        self.histories += 1
        if state.is_terminal():
            returns = tuple(state.returns())
            number = self.ends.setdefault(returns, len(self.ends) + 1)
            self.lines.append(f't "" {number} "" {{ {returns[0]} {returns[1]} }}')
            return
        if state.is_chance_node():
            self.draws += 1
            outcomes = state.chance_outcomes()
            total = sum(weight for _, weight in state.play.outcomes())
            named = [f'"{one}" {round(share * total)}/{total}' for one, share in outcomes]
            self.lines.append(f'c "" {self.draws} "" {{ {" ".join(named)} }} 0')
            actions = [one for one, _ in outcomes]
        else:
            player = state.current_player()
            known = self.known[player]
            number = known.setdefault(state.information_state_string(player), len(known) + 1)
            actions = state.legal_actions()
            offered = " ".join(f'"{one}"' for one in actions)
            self.lines.append(f'p "" {player + 1} {number} "" {{ {offered} }} 0')
        for action in actions:
            self.walk(state.child(action))


def exactly(rounds: int) -> None:
    """Solve the smaller game by both, each whole."""
    cut = smaller()
    side = cut.game.sides[0]
    started = time.process_time()
    tree = yardstick.unroll(cut.game, cut.first)
    mix = yardstick.solve(tree, rounds)
    low, high = yardstick.best_answer(tree, mix, 1), yardstick.best_answer(tree, mix, 0)
    print(f"ours: {len(tree.side):,} nodes, {len(tree.order):,} situations; between {low:+.4f} and {high:+.4f} to "
          f"the {side} side ({time.process_time() - started:.0f} s of CPU)", flush=True)
    started = time.process_time()
    written = Written(openspiel.of(cut.game, "two-player", length=1))
    walked = time.process_time() - started
    game = pyspiel.load_efg_game("\n".join(written.lines) + "\n")
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    worth = pyspiel.expected_returns(game.new_initial_state(), found, -1, True)[0]
    apart = pyspiel.nash_conv(game, found)
    print(f"OpenSpiel: {written.histories:,} histories, {sum(map(len, written.known)):,} situations; {worth:+.4f}, and "
          f"both sides together could gain {apart:.4f} by better answers ({walked:.0f} s of CPU for the walk, "
          f"{time.process_time() - started - walked:.0f} for {rounds} rounds)", flush=True)
    assert low - apart <= worth <= high + apart, "they do not agree"
    print("they agree")


def meet(
    tree: yardstick.Tree, mix: yardstick.Mix, game: Any, side: int, chooser: Chooser, rng: random.Random
) -> float:
    """What one game is worth to the first side, in which `side` is played by the chooser, and the other by our mix."""
    node, state = len(tree.side) - 1, game.new_initial_state()
    while tree.side[node] != yardstick.DONE:
        play = state.play
        who = tree.side[node]
        if who == CHANCE:
            actions = [outcome for outcome, _ in play.outcomes()]
            at = rng.choices(range(len(actions)), tree.chances[node])[0]
        else:
            actions = list(tree.situations[tree.situation[node]].actions)
            if who == side:
                while state.play.past is play.past:
                    state.apply_action(chooser(state, rng))
                node = tree.children[node][actions.index(state.play.past.action)]
                continue
            at = rng.choices(range(len(actions)), mix[tree.situation[node]])[0]
        state.apply_whole(actions[at])
        node = tree.children[node][at]
    return tree.value[node]


def main() -> None:
    parser = argparse.ArgumentParser(description="OpenSpiel's CFR against ours.")
    parser.add_argument("--sampled", action="store_true", help="the whole cut-down game, by sampling")
    parser.add_argument("--seconds", type=float, default=300, help="of CPU for OpenSpiel's MCCFR")
    parser.add_argument("--rounds", type=int, default=300, help="of CFR+")
    parser.add_argument("--games", type=int, default=2000, help="of each meeting")
    given = parser.parse_args()
    if given.rounds < 1 or given.games < 1 or given.seconds <= 0:
        parser.error("--rounds and --games are at least 1, --seconds more than 0")
    if not given.sampled:
        exactly(given.rounds)
        return

    cut = yardstick.small("archies-war")
    tree = yardstick.unroll(cut.game, cut.first)
    mix = yardstick.solve(tree, given.rounds)
    low, high = yardstick.best_answer(tree, mix, 1), yardstick.best_answer(tree, mix, 0)
    print(f"ours: worth between {low:+.4f} and {high:+.4f} to the {cut.game.sides[0]} side", flush=True)

    game = openspiel.of(cut.game, "two-player", length=1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    started = time.process_time()
    rounds = 0
    while time.process_time() - started < given.seconds:
        solver.iteration()
        rounds += 1
    found = solver.average_policy()
    print(f"OpenSpiel: {rounds:,} rounds of MCCFR in {given.seconds:.0f} s of CPU", flush=True)

    def theirs(state: Any, rng: random.Random) -> int:
        shares = found.action_probabilities(state)
        return rng.choices(list(shares), list(shares.values()))[0]

    def anything(state: Any, rng: random.Random) -> int:
        return rng.choice(state.legal_actions())

    for side in (0, 1):
        for name, chooser in (("OpenSpiel's", theirs), ("random", anything)):
            rng = random.Random(1)
            values = [meet(tree, mix, game, side, chooser, rng) for _ in range(given.games)]
            mean = sum(values) / len(values)
            error = (sum((value - mean) ** 2 for value in values) / len(values) ** 2) ** 0.5
            print(f"{name} play as {cut.game.sides[side]} against ours: worth {mean:+.3f} (± {error:.3f}) to the "
                  f"{cut.game.sides[0]} side", flush=True)


if __name__ == "__main__":
    main()
