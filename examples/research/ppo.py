"""Learns a side of Archie's War by PPO, with the masks of `ironbottom.research`, against random play.

    pip install 'ironbottom[research]' torch sb3-contrib
    python examples/research/ppo.py --minutes 20 --save ppo.zip

sb3-contrib's MaskablePPO is Stable-Baselines3's PPO that never chooses what is masked: kept by the same people, and
released with it. The learner plays both sides in turn, and meets a player that chooses evenly among the whole actions
that are legal. It prints how it stands every few minutes, and at the end its results against random play beside those
of random play itself.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ironbottom import games
from ironbottom.lab.bench import random_action
from ironbottom.research.features import Features
from ironbottom.research.play import Play, Table


class Seat(gymnasium.Env):
    """A side of a game for one learner; the other side and the dice play at random."""

    def __init__(self, slug: str, scenario: str, length: int, side: int | None = None) -> None:
        self.table = Table(games.load(slug), scenario)
        self.features = Features(length)
        self.always = side
        self.side = side or 0
        self.rng = random.Random()
        self.play: Play = self.table.first
        self.action_space = spaces.Discrete(len(self.table.vocabulary))
        self.observation_space = spaces.Box(-np.inf, np.inf, (length + 1,), np.float32)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[np.ndarray, dict[str, Any]]:
        if seed is not None:
            self.rng = random.Random(seed)
        self.side = self.rng.choice(self.table.players) if self.always is None else self.always
        self.play = self.table.first
        self._others()
        return self._seen(), {}

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        self.play = self.play.after(int(action))
        self._others()
        over = self.play.side is None
        reward = self.play.returns()[self.table.players.index(self.side)] if over else 0.0
        return self._seen(), reward, over, False, {}

    def action_masks(self) -> np.ndarray:
        """What may be chosen: MaskablePPO asks for it."""
        mask = np.zeros(self.action_space.n, bool)
        mask[list(self.play.choices)] = True
        return mask

    def _others(self) -> None:
        while self.play.side not in (None, self.side):
            side = self.play.side
            action = random_action(self.table.game, self.play.state, side, self.rng)
            self.play = self.play.played(action)

    def _seen(self) -> np.ndarray:
        row = np.zeros(self.observation_space.shape, np.float32)
        self.features.write(self.play, self.side, row[:-1])
        row[-1] = self.side
        return row


def results(model: Any, seat: Seat, count: int, seed: int) -> tuple[float, float]:
    """The share of points (a draw is half) over so many games, and its standard error; None plays at random."""
    points = []
    for number in range(count):
        row, _ = seat.reset(seed=seed + number)
        over = False
        while not over:
            if model is None:
                action = random_action(seat.table.game, seat.play.state, seat.side, seat.rng)
                seat.play = seat.play.played(action)
                seat._others()
                over = seat.play.side is None
                reward = seat.play.returns()[seat.table.players.index(seat.side)] if over else 0.0
            else:
                choice, _ = model.predict(row, action_masks=seat.action_masks(), deterministic=False)
                row, reward, over, _, _ = seat.step(choice)
        points.append((1 + reward) / 2)
    return float(np.mean(points)), float(np.std(points) / len(points) ** 0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description="PPO against random play.")
    parser.add_argument("--game", default="archies-war")
    parser.add_argument("--scenario", default="two-player")
    parser.add_argument("--minutes", type=float, default=20.0, help="of learning, by the clock")
    parser.add_argument("--cpu", action="store_true", help="count CPU time of this process instead of the clock")
    parser.add_argument("--tell", type=float, default=3.0, help="minutes between two reports")
    parser.add_argument("--features", type=int, default=1024)
    parser.add_argument("--seats", type=int, default=8)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--games", type=int, default=400, help="of each side, for the results")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", default="")
    given = parser.parse_args()

    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import DummyVecEnv

    torch.set_num_threads(given.threads)
    clock = time.process_time if given.cpu else time.monotonic
    seats = DummyVecEnv([lambda: Seat(given.game, given.scenario, given.features) for _ in range(given.seats)])
    model = MaskablePPO(
        "MlpPolicy", seats, n_steps=128, batch_size=256, n_epochs=4, learning_rate=7e-4, gamma=0.997, ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]}, seed=given.seed, device="cpu",
    )  # fmt: skip
    judge = Seat(given.game, given.scenario, given.features)
    started = clock()

    class Until(BaseCallback):
        """Ends the learning when its time is over, and tells how it stands."""

        told = 0.0

        def _on_step(self) -> bool:
            spent = (clock() - started) / 60
            if spent - self.told >= given.tell:
                self.told = spent
                share, error = results(self.model, judge, 40, 10_000)
                print(f"{spent:5.1f} min, {self.num_timesteps:,} choices: {100 * share:.0f} % "
                      f"(± {100 * error:.0f}) of the points", flush=True)
            return spent < given.minutes

    model.learn(10**9, callback=Until())
    spent = (clock() - started) / 60
    print(f"learnt for {spent:.1f} min, {model.num_timesteps:,} choices", flush=True)
    if given.save:
        model.save(given.save)
    for side in judge.table.players:
        seat = Seat(given.game, given.scenario, given.features, side)
        learnt, error = results(model, seat, given.games, 20_000)
        even, other = results(None, seat, given.games, 20_000)
        print(f"{seat.table.game.sides[side]}: {100 * learnt:.1f} % (± {100 * error:.1f}) of the points against random "
              f"play, which itself has {100 * even:.1f} % (± {100 * other:.1f})", flush=True)


if __name__ == "__main__":
    main()
