"""Move counts from fixed positions, odds against all dice, what a turn does to counters, and the script."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import contract
from ironbottom.games.first_blood.game import SCENARIO, make
from ironbottom.games.first_blood.rules.combat import Rolled
from ironbottom.games.first_blood.rules.movement import ways
from ironbottom.games.first_blood.rules.printed import AMERICAN, JAPANESE
from ironbottom.kernel.action import notation, parse
from ironbottom.kernel.step import CHANCE
from ironbottom.opponents.player import Question
from ironbottom.opponents.random_player import RandomPlayer
from ironbottom.opponents.scripted import Scripted

GAME = make()


def count(s: Any, depth: int) -> int:
    """How many lines of play there are to that depth, chance results counted as moves."""
    if depth == 0 or not GAME.to_move(s):
        return 1
    total = 0
    for side in GAME.to_move(s):
        if side == CHANCE:
            for outcome, _ in GAME.chance(s):
                total += count(GAME.apply(s, CHANCE, outcome), depth - 1)
        else:
            for action in GAME.legal(s, side):
                if not GAME.retracts(s, action):
                    total += count(GAME.apply(s, side, action), depth - 1)
    return total


POSITIONS: dict[str, tuple[dict[str, Any], tuple[int, ...]]] = {
    "one unit in a corner": ({"turn": 2, "japanese": {"0020": ["124/1"]}}, (2, 9, 31)),
    "two next to each other": (
        {"turn": 2, "phase": "japanese_combat", "american": {"0604": ["1P"]}, "japanese": {"0603": ["29/1"]}},
        (1, 1, 1, 1, 6),
    ),
    "three against three": (
        {
            "turn": 5, "phase": "american_combat",
            "japanese": {"0604": ["124/1"], "0605": ["124/3"], "0606": ["4/2"]},
            "american": {"0705": ["1/1"], "0706": ["2/1"], "0707": ["3/1"]},
        },
        (3, 5, 12, 16),
    ),
    "a box": ({"turn": 2, "japanese": {"box_a": ["124/1"]}}, (1, 6)),
    "set-up": ({"phase": "japanese_setup"}, (5, 10, 40)),
}  # fmt: skip


@pytest.mark.parametrize("name", POSITIONS)
def test_move_counts(name: str) -> None:
    position, wanted = POSITIONS[name]
    s = GAME.place(position)
    assert tuple(count(s, depth) for depth in range(1, len(wanted) + 1)) == wanted


def every_path(s: Any, u: int) -> set[tuple[int, int]]:
    """Where a unit can stop, by whole paths of single steps, and with how many factors left."""
    found, todo = set(), [s]
    while todo:
        here = todo.pop()
        key = (here.at[u], here.left[u])
        if key in found:
            continue
        found.add(key)
        for place, cost in ways(here, JAPANESE, u):
            at = (*here.at[:u], place, *here.at[u + 1 :])
            left = (*here.left[:u], here.left[u] - cost, *here.left[u + 1 :])
            todo.append(here.replace(at=at, left=left))
    return found


def test_the_range_is_what_single_steps_reach() -> None:
    s = GAME.place(
        {
            "turn": 5, "american": {"0507": ["1R"], "0603": ["1/1"], "0510": ["1/5"]},
            "japanese": {"0406": ["124/1"], "0308": ["4/2"]},
        }
    )  # fmt: skip
    for name in ("124/1", "4/2"):
        u = s.setting.unit_number[name]
        reach = GAME.ask(s, ("reach", name))
        best: dict[int, int] = {}
        for place, left in every_path(s, u):
            best[place] = max(best.get(place, -1), left)
        assert {s.setting.names[n]: 8 - left for n, left in best.items()} == reach


def test_odds_are_what_the_die_gives() -> None:
    s = GAME.place(
        {
            "turn": 12, "phase": "american_combat", "japanese": {"0611": ["16/1"], "0612": ["16/2"]},
            "american": {"0712": ["2/5", "1/5", "3/5"], "0708": ["2/11"]},
        }
    )  # fmt: skip
    for text in ("take 2/5", "attack 0611", "take 1/5", "attack 0612", "take 3/5", "attack 0612", "done"):
        s = GAME.apply(s, AMERICAN, parse(text))
    for action in GAME.legal(s, AMERICAN):
        odds = GAME.odds(s, AMERICAN, action)
        assert odds is not None
        rolled = GAME.apply(s, AMERICAN, action)
        if GAME.to_move(rolled) != (CHANCE,):
            assert [result["p"] for result in odds["results"]] == [1.0]
            continue
        seen: Counter[str] = Counter()
        for outcome, _ in GAME.chance(rolled):
            after = GAME.apply(rolled, CHANCE, outcome)
            code = next(seen.result for seen in after.news if isinstance(seen, Rolled))
            seen[GAME.words.say(f"result.{code}")] += 1
        assert {result["text"]: round(result["p"] * 6) for result in odds["results"]} == dict(seen)


@pytest.mark.parametrize("seed", [5, 6])
def test_counters_are_conserved(seed: int) -> None:
    """7.0a: what is lost stays lost, nothing comes before its turn, and what has come does not go back to those
    that are still to come."""
    setting, before = GAME.setup(SCENARIO).setting, None
    lost, coming = setting.number["lost"], setting.number["coming"]
    kinds = (("at", setting.units), ("air", setting.planes), ("ships", setting.ships))
    gone = {name: 0 for name, _ in kinds}
    for s in contract.states(GAME, SCENARIO, {}, seed):
        for name, pieces in kinds:
            now = getattr(s, name)
            assert len(now) == len(pieces)
            for n, piece in enumerate(pieces):
                was = getattr(before, name)[n] if before else now[n]
                assert was != lost or now[n] == lost, piece
                assert was == coming or now[n] != coming, piece
                assert now[n] in (coming, lost) or s.turn >= piece.arrives, piece
            gone[name] = now.count(lost)
        before = s
    assert gone["at"], "a game in which nobody is lost shows nothing"


def play(seed: int, players: tuple[Any, Any]) -> Any:
    rng = random.Random(seed)
    s = GAME.setup(SCENARIO)
    waiting: list[Any] = []
    while movers := GAME.to_move(s):
        if movers == (CHANCE,):
            s, _, _ = contract.step(GAME, s, rng)
            waiting = []
            continue
        side = movers[0]
        legal = GAME.legal(s, side)
        if not waiting or waiting[0] not in legal:
            asked = Question(GAME, side, GAME.view(s, side), legal, None)
            waiting = list(players[side].choose(asked, rng).do)
            assert waiting[0] in legal, notation(waiting[0])
        s = GAME.apply(s, side, waiting.pop(0))
        if GAME.to_move(s) != (side,):
            waiting = []
    return s


@pytest.mark.parametrize("side", [AMERICAN, JAPANESE])
def test_the_script_beats_random(side: int) -> None:
    players = (Scripted(), RandomPlayer()) if side == AMERICAN else (RandomPlayer(), Scripted())
    assert all(play(seed, players).result.returns[side] == 1 for seed in range(3))


def test_the_script_meets_itself() -> None:
    assert play(1, (Scripted(), Scripted())).result is not None


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("side", [AMERICAN, JAPANESE])
def test_soak_the_script_beats_random(side: int) -> None:
    players = (Scripted(), RandomPlayer()) if side == AMERICAN else (RandomPlayer(), Scripted())
    won = sum(play(seed, players).result.returns[side] == 1 for seed in range(100))
    assert won >= 95
