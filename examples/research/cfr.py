"""OpenSpiel's CFR and ours on the cut-down Archie's War: do they find the same game?

    pip install 'ironbottom[research]'
    python examples/research/cfr.py --seconds 300

`lab/yardstick.py` unrolls the game, joins what is the same, and solves it by CFR+: it knows the value within a bound.
OpenSpiel walks the adapter's tree, which joins nothing (1.8 million histories), by outcome sampling MCCFR: a whole
sweep of it in Python would take minutes. Then its play meets ours: against play that cannot be exploited nobody gets
more than the value, and the nearer to it, the better he plays. Beside it stands play at random against the same.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

from open_spiel.python.algorithms import outcome_sampling_mccfr

from ironbottom.kernel.step import CHANCE
from ironbottom.lab import yardstick
from ironbottom.research import openspiel

Chooser = Callable[[Any, random.Random], int]
"""A choice in a state of OpenSpiel."""


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
    parser.add_argument("--seconds", type=float, default=300, help="of CPU for OpenSpiel's MCCFR")
    parser.add_argument("--rounds", type=int, default=300, help="of our CFR+")
    parser.add_argument("--games", type=int, default=2000, help="of each meeting")
    given = parser.parse_args()

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
