"""The speed of the rules as a ratio: to a reference loop of plain Python, and to OpenSpiel's backgammon.

    python benchmarks/kernel.py [GAME ...] [--seconds T] [--peer PYTHON] [--json]

All are measured in turn in the same run, several rounds, and the medians are compared: on a machine with other work the
ratios hold where the figures do not. OpenSpiel is no dependency; `--peer` names a Python that has it
(`python -m venv peer && peer/bin/pip install open_spiel`).
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from typing import Any

from ironbottom import games
from ironbottom.lab.bench import random_play, reference

BACKGAMMON = """
import random, sys, time
import pyspiel
game, rng, steps = pyspiel.load_game("backgammon"), random.Random(1), 0
started = time.process_time()
while (spent := time.process_time() - started) < float(sys.argv[1]):
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes())
            action = rng.choices(actions, weights)[0]
        else:
            action = rng.choice(state.legal_actions())
        state.apply_action(action)
        steps += 1
print(steps / spent)
"""


def backgammon(python: str, seconds: float) -> float | None:
    """Steps per CPU second of OpenSpiel's backgammon in random play, chance included; None where it is missing."""
    done = subprocess.run([python, "-c", BACKGAMMON, str(seconds)], capture_output=True, text=True)
    return float(done.stdout) if done.returncode == 0 else None


def measure(slugs: list[str], seconds: float, rounds: int, peer: str) -> list[dict[str, Any]]:
    """A row for each scenario, with medians over the rounds."""
    pairs = [(games.load(slug), scenario.id) for slug in slugs for scenario in games.load(slug).scenarios]
    loops: list[float] = []
    peers: list[float | None] = []
    steps: list[list[float]] = [[] for _ in pairs]
    for number in range(rounds):
        loops.append(reference(seconds / 2))
        peers.append(backgammon(peer, seconds))
        for row, (game, scenario) in zip(steps, pairs, strict=True):
            row.append(random_play(game, scenario, seconds, seed=number + 1)["decisions_per_cpu_s"])
    loop = statistics.median(loops)
    known = [figure for figure in peers if figure is not None]
    other = statistics.median(known) if known else None
    return [
        {
            "game": game.slug, "scenario": scenario, "decisions_per_cpu_s": round(statistics.median(row)),
            "lowest": round(min(row)), "highest": round(max(row)), "reference_loops_per_cpu_s": round(loop),
            "ratio_to_reference": round(statistics.median(row) / loop, 5),
            "backgammon_steps_per_cpu_s": round(other) if other else None,
            "ratio_to_backgammon": round(statistics.median(row) / other, 3) if other else None,
        }
        for row, (game, scenario) in zip(steps, pairs, strict=True)
    ]  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description="The speed of the rules as a ratio.")
    parser.add_argument("games", nargs="*", default=list(games.READY))
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds for each figure of a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peer", default=sys.executable, help="a Python that has OpenSpiel")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = measure(given.games, given.seconds, given.rounds, given.peer)
    if given.json:
        print(json.dumps(rows, indent=1))
        return
    for row in rows:
        print(f"{row['game']}, {row['scenario']}: {row['decisions_per_cpu_s']:,} decisions per CPU second "
              f"({row['lowest']:,} to {row['highest']:,})")
        print(f"  {row['ratio_to_reference']} of the reference loop ({row['reference_loops_per_cpu_s']:,} a second)")
        if row["ratio_to_backgammon"]:
            print(f"  {row['ratio_to_backgammon']} of OpenSpiel's backgammon "
                  f"({row['backgammon_steps_per_cpu_s']:,} steps a second)")
        else:
            print("  OpenSpiel is not installed here: not compared")


if __name__ == "__main__":
    main()
