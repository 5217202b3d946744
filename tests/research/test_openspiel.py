"""The games in OpenSpiel: its own test, and what an algorithm of its makes of a game whose value is known."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from ironbottom.games import READY, load
from ironbottom.kernel.errors import BadInput, IllegalAction
from ironbottom.kernel.step import CHANCE
from ironbottom.lab.bench import random_action
from kernel.kuhn import KUHN
from research_games import SHORT, short_id


def called(slug: str, scenario: str, options: dict[str, Any]) -> str:
    """What OpenSpiel loads it by."""
    parameters = ",".join(f"{key}={str(item).lower()}" for key, item in {"scenario": scenario, **options}.items())
    return f"ironbottom_{slug.replace('-', '_')}({parameters})"


@pytest.mark.parametrize(("slug", "scenario", "options"), SHORT, ids=short_id)
def test_openspiel_finds_nothing(slug: str, scenario: str, options: dict[str, Any], pyspiel: Any) -> None:
    game = pyspiel.load_game(called(slug, scenario, options))
    pyspiel.random_sim_test(game, num_sims=5 if scenario == "solitaire" else 1, serialize=True, verbose=False)


@pytest.mark.soak
@pytest.mark.parametrize("slug", READY)
def test_openspiel_finds_nothing_in_whole_games(slug: str, pyspiel: Any) -> None:
    for scenario in load(slug).scenarios:
        game = pyspiel.load_game(called(slug, scenario.id, {}))
        pyspiel.random_sim_test(game, num_sims=10, serialize=False, verbose=False)


def test_options_and_scenarios_are_parameters(pyspiel: Any) -> None:
    game = pyspiel.load_game("ironbottom_archies_war(air_support_value=3,anchors=four)")
    assert game.table.scenario == "two-player"
    assert game.table.options == {"air_support_value": 3, "anchors": "four"}
    assert pyspiel.load_game(str(game)).table.options == game.table.options
    assert game.num_players() == 2
    alone = pyspiel.load_game("ironbottom_archies_war(scenario=solitaire,henderson_track=0:0:1:2:3)")
    assert alone.num_players() == 1
    assert alone.table.options == {"henderson_track": (0, 0, 1, 2, 3)}
    shaped = pyspiel.load_game("ironbottom_first_blood", {"features": 64, "infantry_repair": True})
    assert shaped.observation_tensor_shape() == [64]
    assert shaped.information_state_tensor_shape() == [64 + 128]


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"scenario": "nowhere"}, "has no scenario 'nowhere'"),
        ({"air_support_value": 9}, "one of 2, 3, 4, 5, not '9'"),
        ({"fatigue": "one_block"}, "there is no option 'fatigue' here"),
        ({"features": 0}, "at least 1, not 0"),
        ({"corrections": "/nowhere.toml"}, "there is no file"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(parameters: dict[str, Any], said: str, pyspiel: Any) -> None:
    with pytest.raises(BadInput, match=said):
        pyspiel.load_game("ironbottom_archies_war", parameters)


def test_an_owners_corrections_are_played(pyspiel: Any, tmp_path: Any) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[two_player.track]\nturns = 3\nsource = "O: my copy"\n', "utf-8")
    game = pyspiel.load_game("ironbottom_archies_war", {"corrections": str(file)})
    assert game.table.game.digest != load("archies-war").digest
    assert "turns" in game.table.game.correction


def test_whole_actions_and_dice_are_the_kernels(pyspiel: Any) -> None:
    import random

    rng = random.Random(3)
    state = pyspiel.load_game("ironbottom_archies_war(scenario=tenaru)").new_initial_state()
    refused = ((("go", "nowhere"), "'go nowhere'.* here.* '"), (("gö",), "'gö'.* here.* '"), ("x", "not 'x'"),
               ((), "not "))  # fmt: skip
    asked = set()
    while not state.is_terminal():
        play = state.play
        if state.is_chance_node():
            weights = [weight for _, weight in play.outcomes()]
            assert [p for _, p in state.chance_outcomes()] == [weight / sum(weights) for weight in weights]
        side = CHANCE if state.is_chance_node() else play.side
        for wrong, says in () if side in asked else refused:  # in words, though choices are numbers
            with pytest.raises(IllegalAction, match=says):
                state.apply_whole(wrong)
        asked.add(side)
        state.apply_whole(random_action(play.table.game, play.state, side, rng))
    assert sum(state.returns()) == 0


def test_the_value_of_kuhns_poker_is_found(pyspiel: Any) -> None:
    """Our Kuhn's poker, by OpenSpiel's CFR through the adapter, is OpenSpiel's own: twelve situations, -1/18."""
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    from ironbottom.research import openspiel

    game = openspiel.of(KUHN, length=16)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    assert len(found.state_lookup) == 12
    value = expected_game_score.policy_value(game.new_initial_state(), [found, found])
    assert value[0] == pytest.approx(-1 / 18, abs=0.005)
    assert exploitability.nash_conv(game, found) < 0.01


def test_openspiels_search_plays_a_game(pyspiel: Any) -> None:
    """IS-MCTS asks for worlds by `resample_from_infostate`, and plays in them to the end."""
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game("ironbottom_archies_war(scenario=tenaru)")
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), uct_c=1.0, max_simulations=4, random_state=rng)
    state = game.new_initial_state()
    asked = 0
    while asked < 8:
        if state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
            continue
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        asked += 1


@pytest.mark.parametrize("module", ["openspiel", "pettingzoo"])
def test_a_missing_library_is_named_in_one_line(module: str) -> None:
    code = f"import sys; sys.modules['numpy'] = None\nfrom ironbottom.research import {module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last == "ImportError: numpy is not installed: pip install 'ironbottom[research]' brings it"
