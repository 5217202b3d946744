"""OpenSpiel's IS-MCTS against a computer player of ours.

    pip install 'ironbottom[research]'
    python examples/research/ismcts.py --scenario alligator-creek --games 20 --simulations 50 --against veteran:steps=50

OpenSpiel's bot knows nothing of the game but its rules: it deals worlds that fit what it knows
(`resample_from_infostate`), tries each choice in them, and plays the rest at random. Ours searches plans that its
script proposes. Each game is played twice, with the sides exchanged; both get the same dice in it where they do the
same.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from ironbottom.kernel.dice import pick
from ironbottom.kernel.errors import BadInput
from ironbottom.opponents.player import Player, Question
from ironbottom.opponents.registry import player
from ironbottom.research import openspiel


def ours(state: Any, chosen: Player, rng: random.Random) -> None:
    """Let a computer player of ours answer as it is asked at a table, and apply its actions as far as they reach."""
    play = state.play
    game, side = play.table.game, play.side
    view = play.view(side)
    question = Question(game, side, view, game.legal(view, side), play.memory(side))
    for action in chosen.choose(question, rng).do:
        state.apply_whole(action)
        if state.play.side != side:
            return


def one(game: Any, bot: Any, chosen: Player, bots_side: int, seed: int) -> tuple[float, int, int]:
    """The bot's result of one game, and how often each of the two was asked."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    drawn = 0
    asked = [0, 0]
    while not state.is_terminal():
        if state.is_chance_node():
            outcome = pick(seed.to_bytes(16, "big"), drawn, "", state.play.outcomes())
            drawn += 1
            state.apply_whole(outcome)
        elif state.current_player() == bots_side:
            asked[0] += 1
            state.apply_action(bot.step(state))
        else:
            asked[1] += 1
            ours(state, chosen, rng)
    return state.returns()[bots_side], asked[0], asked[1]


def main() -> None:
    parser = argparse.ArgumentParser(description="OpenSpiel's IS-MCTS against a player of ours.")
    parser.add_argument("--game", default="archies_war")
    parser.add_argument("--scenario", default="alligator-creek")
    parser.add_argument("--games", type=int, default=20, help="pairs of games")
    parser.add_argument("--simulations", type=int, default=50, help="of IS-MCTS for each choice")
    parser.add_argument("--against", default="veteran:steps=50")
    given = parser.parse_args()
    if given.games < 1 or given.simulations < 1:
        parser.error("--games and --simulations are at least 1")
    openspiel.register()
    try:
        chosen = player(given.against)
        game = pyspiel.load_game(f"ironbottom_{given.game}(scenario={given.scenario})")
    except BadInput as error:
        parser.error(str(error))
    points, spent = [], time.process_time()
    for seed in range(1, given.games + 1):
        for side in (0, 1):
            state = np.random.RandomState(seed)
            bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, state), uct_c=1.4,
                                   max_simulations=given.simulations, random_state=state)
            result, its, others = one(game, bot, chosen, side, seed)
            points.append((1 + result) / 2)
            print(f"game {seed}, IS-MCTS is {game.table.game.sides[side]}: {result:+.0f} ({its} choices, {others} "
                  f"answers of {given.against})", flush=True)
    mean = float(np.mean(points))
    error = float(np.std(points) / len(points) ** 0.5)
    print(f"IS-MCTS with {given.simulations} simulations has {100 * mean:.0f} % (± {100 * error:.0f}) of the points "
          f"against {given.against}, {len(points)} games, {time.process_time() - spent:.0f} s of CPU")


if __name__ == "__main__":
    main()
