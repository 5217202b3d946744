"""The speed of the adapters of `ironbottom.research`, as a ratio to the kernel's own.

    python benchmarks/research.py [GAME ...] [--seconds T] [--rounds N] [--all]

Random play in each, measured in turn in the same run: whole actions of the kernel, choices of OpenSpiel (legal actions
and apply, chance included; then with the information-state tensor of who is asked), choices of PettingZoo with their
observations. Since an action is a row of choices, whole actions (and what falls) are counted beside the choices, and
the ratio is of these.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from ironbottom import games
from ironbottom.lab.bench import random_play
from ironbottom.research import openspiel, pettingzoo

Figures = tuple[float, float]
"""Steps, and whole actions, per CPU second."""


def in_openspiel(game: Any, seconds: float, rng: random.Random, tensors: bool) -> Figures:
    steps = whole = 0
    started = time.process_time()
    state = game.new_initial_state()
    while (spent := time.process_time() - started) < seconds:
        if state.is_terminal():
            state = game.new_initial_state()
        if state.is_chance_node():
            actions, shares = zip(*state.chance_outcomes(), strict=True)
            action = rng.choices(actions, shares)[0]
        else:
            if tensors:
                state.information_state_tensor()
            action = rng.choice(state.legal_actions())
        before = state.play.past
        state.apply_action(action)
        steps += 1
        whole += state.play.past is not before
    return steps / spent, whole / spent


def in_pettingzoo(env: Any, seconds: float, rng: random.Random) -> Figures:
    steps = whole = 0
    started = time.process_time()
    env.reset(seed=1)
    while (spent := time.process_time() - started) < seconds:
        seen, _, over, _, _ = env.last()
        if over:
            env.reset()
            continue
        before = env.play.past
        env.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        steps += 1
        past = env.play.past
        while past is not before:  # what falls by itself is counted too, as it is in the others
            past, whole = past.before, whole + 1
    return steps / spent, whole / spent


def main() -> None:
    parser = argparse.ArgumentParser(description="The speed of the adapters.")
    parser.add_argument("games", nargs="*", default=list(games.READY))
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds for each figure of a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--all", action="store_true", help="every scenario, not the last one alone")
    given = parser.parse_args()
    openspiel.register()
    for slug in given.games:
        kernel = games.load(slug)
        for scenario in kernel.scenarios if given.all else kernel.scenarios[-1:]:
            game = pyspiel.load_game(openspiel.name_of(slug), {"scenario": scenario.id})
            env = pettingzoo.raw_env(slug, scenario.id)

            def native(seed: int, game: Any = kernel, at: str = scenario.id) -> Figures:
                row = random_play(game, at, given.seconds, seed)
                return row["decisions_per_cpu_s"], row["decisions_per_cpu_s"]

            measured: dict[str, Callable[[int], Figures]] = {
                "kernel": native,
                "OpenSpiel": lambda seed, game=game: in_openspiel(game, given.seconds, random.Random(seed), False),
                "with tensors": lambda seed, game=game: in_openspiel(game, given.seconds, random.Random(seed), True),
                "PettingZoo": lambda seed, env=env: in_pettingzoo(env, given.seconds, random.Random(seed)),
            }
            rows: dict[str, list[Figures]] = {name: [] for name in measured}
            for number in range(given.rounds):
                for name, call in measured.items():
                    rows[name].append(call(number + 1))
            base = statistics.median(one for _, one in rows["kernel"])
            line = ", ".join(
                f"{name} {statistics.median(steps for steps, _ in row):,.0f} "
                f"({statistics.median(one for _, one in row) / base:.2f})" for name, row in rows.items()
            )
            print(f"{slug}, {scenario.id}: {line}", flush=True)


if __name__ == "__main__":
    main()
