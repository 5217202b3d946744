"""The games in PettingZoo (AEC: one agent after the other).

    from ironbottom.research import pettingzoo
    env = pettingzoo.env("first-blood", scenario="first-turns", options={"infantry_repair": True})
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Agents are the sides that need a player. An action is one choice (`kernel/vocabulary.py`): a whole action of the game is
a short row of them. An observation is what the agent's side knows, as a row of numbers, and the mask of what may be
chosen, all zeros for who is not asked. Dice and draws fall by themselves, from the seed of `reset`. The only reward is
the result, at the end.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from numbers import Integral
from typing import Any

from ironbottom import games
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.step import CHANCE, OBSERVER
from ironbottom.research.play import Play, Table
from ironbottom.research.wanted import missing

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from ironbottom.research.features import LENGTH, Features
except ImportError as error:
    raise missing(error) from None


def env(
    slug: str, scenario: str = "", options: Mapping[str, Any] | None = None, *,
    corrections: Mapping[str, Any] | None = None, features: int = LENGTH, most: int = 0, render_mode: str | None = None,
) -> Any:
    """The environment of a game, checked at each step as PettingZoo does it. Raises BadInput and UnknownGame.

    `scenario`: the first one unless named; `options` and `corrections` as on the command line; `features`: numbers of
    an observation; `most`: choices after which it is broken off (0: never); `render_mode`: "ansi" tells all, the truth
    included, to who looks on.
    """
    raw = raw_env(slug, scenario, options, corrections=corrections, features=features, most=most,
                  render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw))


def _whole(name: str, given: Any, least: int | None = None) -> int:
    """A whole number of Python or NumPy. Raises BadInput."""
    if not isinstance(given, Integral) or (least is not None and given < least):
        raise BadInput(f"{name} is a whole number{'' if least is None else f', at least {least}'}, not {given!r}")
    return int(given)


class raw_env(AECEnv):  # type: ignore[misc]
    """The environment without PettingZoo's checks."""

    def __init__(
        self, slug: str, scenario: str = "", options: Mapping[str, Any] | None = None, *,
        corrections: Mapping[str, Any] | None = None, features: int = LENGTH, most: int = 0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        features, most = _whole("features", features, 1), _whole("most", most, 0)
        if render_mode not in (None, "ansi"):
            raise BadInput(f"render_mode is 'ansi' or None, not {render_mode!r}")
        if slug not in games.slugs():
            slug = slug.replace("_", "-")  # as OpenSpiel's names of the games have it
        self.table = Table(games.load(slug, corrections), scenario, options)
        self.metadata = {"name": f"ironbottom_{slug.replace('-', '_')}_v1", "render_modes": ["ansi"],
                         "is_parallelizable": False}
        self.render_mode = render_mode
        self.most = most
        self._features = Features(features)
        self._sides = {self.table.game.sides[side]: side for side in self.table.players}
        self.possible_agents = list(self._sides)
        size = len(self.table.vocabulary)
        # one space for each agent: each draws from a generator of its own
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict({
                "observation": spaces.Box(-np.inf, np.inf, (features,), np.float32),
                "action_mask": spaces.Box(0, 1, (size,), np.int8),
            })
            for agent in self.possible_agents
        }  # fmt: skip
        self._rng = random.Random()
        self.play: Play = self.table.first

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin anew. Without a seed the dice go on from where they were. Raises BadInput."""
        if seed is not None:
            self._rng = random.Random(_whole("seed", seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.chosen = 0
        self.play = self.table.first
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent's side knows, and what it may choose. Raises BadInput."""
        if agent not in self._sides:
            raise BadInput(f"there is no agent {agent!r}; there are: {', '.join(self._sides)}")
        side = self._sides[agent]
        mask = np.zeros(len(self.table.vocabulary), np.int8)
        if side == self.play.side:
            mask[list(self.play.choices)] = 1
        return {"observation": self._features.row(self.play, side), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """One choice of the agent that is asked. Raises IllegalAction."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.play = self.play.after(-1 if action is None else int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.chosen += 1
        self._go_on()
        self._accumulate_rewards()

    def state(self) -> Any:
        """The position as who looks on knows it: nothing that is hidden from anybody."""
        return self._features.row(self.play, OBSERVER)

    def render(self) -> str | None:
        """The whole position, the truth included, as a text."""
        return self.play.whole() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""

    def _go_on(self) -> None:
        """Let fall what falls, and see whose choice it is."""
        play = self.play
        while play.side == CHANCE:
            weights = [weight for _, weight in play.outcomes()]
            play = play.after(self._rng.choices(range(len(weights)), weights)[0])
        self.play = play
        self._clear_rewards()
        if play.side is None:
            self.rewards = dict(zip(self.possible_agents, play.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.table.game.sides[play.side]
            if self.most and self.chosen >= self.most:
                self.truncations = dict.fromkeys(self.agents, True)
