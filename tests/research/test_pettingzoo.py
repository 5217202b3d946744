"""The games in PettingZoo: its own tests, and what is refused."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from ironbottom.games import READY, load
from ironbottom.kernel.errors import BadInput, IllegalAction, UnknownGame
from research_games import SHORT, short_id

USUAL = ("Observation space for each agent", "Observation is not", "We recommend agents")
"""What PettingZoo says of every environment with a mask, its own among them, and of agents with names of their own."""


def test_a_game_is_found_by_the_name_that_openspiel_has(pettingzoo: Any) -> None:
    env = pettingzoo.env("first_blood", scenario="five-turns")
    assert env.unwrapped.metadata["name"] == "ironbottom_first_blood_v1"


@pytest.mark.parametrize(("slug", "scenario", "options"), SHORT, ids=short_id)
def test_pettingzoo_finds_nothing(slug: str, scenario: str, options: dict[str, Any], pettingzoo: Any) -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for line in USUAL:
            warnings.filterwarnings("ignore", message=line)
        api_test(pettingzoo.env(slug, scenario, options), num_cycles=120)
    seed_test(lambda: pettingzoo.env(slug, scenario, options), num_cycles=60)


@pytest.mark.soak
@pytest.mark.parametrize("slug", READY)
def test_pettingzoo_finds_nothing_in_whole_games(slug: str, pettingzoo: Any) -> None:
    from pettingzoo.test import api_test, seed_test

    for scenario in load(slug).scenarios:
        api_test(pettingzoo.env(slug, scenario.id), num_cycles=20_000)
        seed_test(lambda at=scenario.id: pettingzoo.env(slug, at), num_cycles=2_000)


def test_agents_are_asked_with_their_masks(pettingzoo: Any) -> None:
    env = pettingzoo.env("archies-war", "tenaru", features=64)
    env.reset(seed=5)
    assert env.possible_agents == ["american", "japanese"]
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, broken, _ = env.last()
        rewards[agent] += reward
        assert seen["observation"].shape == (64,)
        other = next(name for name in env.possible_agents if name != agent)
        if over or broken:
            env.step(None)
            continue
        assert seen["action_mask"].any()
        assert not env.observe(other)["action_mask"].any()
        env.step(int(seen["action_mask"].nonzero()[0][0]))
    assert sorted(rewards.values()) in ([-1.0, 1.0], [0.0, 0.0])


def test_what_is_not_open_is_refused(pettingzoo: Any) -> None:
    env = pettingzoo.raw_env("archies-war", "tenaru")
    env.reset(seed=1)
    before = env.play
    with pytest.raises(IllegalAction, match="is not open here"):
        env.step(0)
    assert env.play is before


def test_a_game_may_be_broken_off(pettingzoo: Any) -> None:
    env = pettingzoo.env("first-blood", "five-turns", most=5, render_mode="ansi")
    env.reset(seed=1)
    for number, agent in enumerate(env.agent_iter()):
        _, _, over, broken, _ = env.last()
        assert not over
        assert broken == (number >= 5)
        env.step(None if broken else int(env.observe(agent)["action_mask"].nonzero()[0][0]))
    assert "past" in env.render()


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        ({"slug": "chess"}, UnknownGame, "there is no game 'chess'"),
        ({"slug": "archies-war", "scenario": "nowhere"}, BadInput, "has no scenario 'nowhere'"),
        ({"slug": "archies-war", "options": {"anchors": "nine"}}, BadInput, "one of three, four, five"),
        ({"slug": "archies-war", "features": 0}, BadInput, "at least 1"),
        ({"slug": "archies-war", "features": "x"}, BadInput, "features is a whole number, at least 1, not 'x'"),
        ({"slug": "first-blood", "options": 5}, BadInput, "options are a table"),
        ({"slug": "archies-war", "render_mode": "human"}, BadInput, "'ansi' or None"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    given: dict[str, Any], error: type[Exception], said: str, pettingzoo: Any
) -> None:
    with pytest.raises(error, match=said):
        pettingzoo.env(**given)


def test_a_wrong_seed_or_agent_is_refused_in_one_line(pettingzoo: Any) -> None:
    env = pettingzoo.env("archies-war", "tenaru")
    with pytest.raises(BadInput, match="seed is a whole number, not 'x'"):
        env.reset(seed="x")
    env.reset(seed=1)
    with pytest.raises(BadInput, match="no agent 'zz'; there are: american, japanese"):
        env.observe("zz")
