"""The whole contract on random games: plain ones, and busy ones in which fleets meet."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

import contract
from games.solomons.busy import GAME, states, step
from ironbottom.games.solomons.rules.plotting import lines
from ironbottom.kernel.value import fingerprint
from ironbottom.lab.bench import walk

LOOKS_SHARE, KNOWLEDGE_SHARE, REFUSAL_SHARE = 0.004, 0.006, 0.01


@pytest.mark.parametrize("seed", range(2))
def test_walk(seed: int) -> None:
    contract.walk(GAME, "campaign", {"augmentation": seed}, seed, every=97)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 40))
def test_many_walks(seed: int) -> None:
    contract.walk(GAME, "campaign", {"augmentation": seed % 3}, seed, every=23)


def test_busy_games_keep_the_invariants_and_end() -> None:
    met: Counter[str] = Counter()
    for seed in range(4, 7):
        last: Any = None
        for number, s in enumerate(states(seed)):
            met[type(s.stack[-1]).__name__ if s.stack else "over"] += 1
            if number % 5 == 0:
                GAME.invariants(s)
            last = s
        assert last.result is not None
    assert all(met[name] for name in ("FightDie", "BombDie", "GunDie", "Victim"))


@pytest.mark.soak
def test_two_thousand_games_end() -> None:
    for seed in range(2000):
        for number, s in enumerate(states(seed)):
            if number % 50 == 0:
                GAME.invariants(s)


def test_knowledge() -> None:
    """Non-interference: plots, compositions, cargo, patrols, air loads, announcements in the making, returns."""
    seen = 0
    for seed in range(50, 54):
        rng = random.Random(seed)
        for s in states(seed):
            if rng.random() < KNOWLEDGE_SHARE:
                contract.check_knowledge(GAME, s, rng, 4)
                seen += 1
    assert seen > 60


def test_dealt_positions_can_be_played_on() -> None:
    for seed in range(60, 62):
        rng = random.Random(seed)
        for s in states(seed):
            if rng.random() > 0.004 or not s.stack:
                continue
            side = rng.randrange(2)
            t = GAME.determinize(GAME.view(s, side), side, rng)
            for _ in range(60):
                if not GAME.to_move(t):
                    break
                t, _, _ = step(t, rng)
            GAME.invariants(t)


def test_looks() -> None:
    seen = 0
    for seed in range(70, 72):
        rng = random.Random(seed)
        for s in states(seed):
            if rng.random() < LOOKS_SHARE or not s.stack:
                contract.check_looks(GAME, s)
                seen += 1
    assert seen > 20


def test_forged_actions_are_refused_by_a_rule() -> None:
    refused = 0
    for seed in range(80, 82):
        rng = random.Random(seed)
        for s in states(seed):
            if rng.random() < REFUSAL_SHARE:
                refused += contract.check_refusals(GAME, s, rng, 8)
    assert refused > 400


def test_both_sides_parts_commute() -> None:
    """Both plots written in either order give the same position."""
    compared = 0
    for seed in range(90, 92):
        rng = random.Random(seed)
        for s in states(seed):
            if len(GAME.waited_for(s)) != 2 or rng.random() > 0.02:
                continue
            pair = [contract.concrete(rng.choice(contract.forward(GAME, s, side)), rng) for side in (0, 1)]
            one = GAME.apply(GAME.apply(s, 0, pair[0]), 1, pair[1])
            other = GAME.apply(GAME.apply(s, 1, pair[1]), 0, pair[0])
            assert GAME.to_file(one.replace(news=())) == GAME.to_file(other.replace(news=()))
            compared += 1
    assert compared > 20


def written(s: Any, side: int, rng: random.Random) -> list[Any]:
    """What a side writes at random on the sheet of the moment, ready last."""
    found = []
    for _ in range(60):
        actions = contract.forward(GAME, s, side)
        action = ("ready",) if ("ready",) in actions and rng.random() < 0.1 else contract.concrete(
            rng.choice(actions), rng)
        found.append(action)
        if action == ("ready",):
            return found
        s = GAME.apply(s, side, action)
    return []


def test_whole_plots_in_either_order_give_the_same_position() -> None:
    """RS-060: task forces, courses and cargo of both sides, written by one and then the other, or the other way."""
    compared: Counter[str] = Counter()
    for seed in range(94, 96):
        rng = random.Random(seed)
        for s in states(seed):
            if len(GAME.waited_for(s)) != 2 or rng.random() > 0.04:
                continue
            parts = [written(s, side, rng) for side in (0, 1)]
            if not all(parts):
                continue
            ends = []
            for order in ((0, 1), (1, 0)):
                t = s
                for side in order:
                    for action in parts[side]:
                        t = GAME.apply(t, side, action)
                ends.append(GAME.to_file(t.replace(news=())))
            assert ends[0] == ends[1]
            compared[type(s.stack[-1]).__name__] += 1
    assert compared["Plotting"]
    assert compared["Allocation"]


SCRIPT = """
import random
from games.solomons.busy import states
from ironbottom.kernel.value import fingerprint
from ironbottom.lab.bench import walk
print(fingerprint([s for s in states(7)][-1]))
"""


@pytest.mark.parametrize("hash_seed", ["0", "random"])
def test_the_same_seed_gives_the_same_end_in_another_process(hash_seed: str) -> None:
    *_, last = states(7)
    paths = os.pathsep.join(path for path in sys.path if path)
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": paths}
    out = subprocess.run([sys.executable, "-c", SCRIPT], env=env, capture_output=True, text=True, check=True)
    assert out.stdout.strip() == fingerprint(last)


def test_what_may_be_written_is_found_again() -> None:
    """It was remembered by whole task forces and ways: found too seldom, and the garbage collector went through it."""
    lines.cache_clear()
    for seed in range(2):
        for _ in walk(GAME, GAME.setup("campaign"), random.Random(seed)):
            pass
    assert lines.cache_info().hits > 3 * lines.cache_info().misses
