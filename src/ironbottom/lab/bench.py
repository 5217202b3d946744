"""How fast a game runs: random play, the functions of its contract one by one, and rollouts of its script.

All times are CPU times of this process. A reference loop of plain Python runs beside them, so that the ratio can be
compared between machines and days.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ironbottom.kernel.action import Action
from ironbottom.kernel.game import Game
from ironbottom.kernel.step import CHANCE
from ironbottom.lab.match import Fixture, play_fixture
from ironbottom.opponents.player import settled

LONGEST = 100_000


def reference(seconds: float) -> float:
    """Loops per CPU second of a fixed piece of plain Python: tuples built, a dictionary filled and asked."""
    row: tuple[int, ...] = (0,) * 12
    known: dict[tuple[int, ...], int] = {}
    loops = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds:
        for number in range(500):
            at = number % 12
            row = (*row[:at], number & 3, *row[at + 1 :])
            known[row[:4]] = known.get(row[:4], 0) + 1
        loops += 500
    return loops / spent


def walk(game: Game[Any], first: Any, rng: random.Random) -> Iterator[tuple[Any, int]]:
    """Random play to the end: each state with the side that acts on it (CHANCE too)."""
    s = first
    for _ in range(LONGEST):
        sides = game.waited_for(s)
        if not sides:
            return
        yield s, sides[0]
        s = game.apply(s, sides[0], random_action(game, s, sides[0], rng))
    raise RuntimeError(f"{game.slug}: no end after {LONGEST} steps")


def random_action(game: Game[Any], s: Any, side: int, rng: random.Random) -> Action:
    """One random action, or what a random chance gives."""
    if side == CHANCE:
        outcomes = game.chance(s)
        if len(outcomes) == 1:
            return outcomes[0][0]
        number = rng.randrange(sum(weight for _, weight in outcomes))
        for outcome, weight in outcomes:
            number -= weight
            if number < 0:
                return outcome
    legal = game.legal(s, side)
    if len(legal) == 1:
        return settled(legal[0], rng)
    for _ in range(100):
        action = legal[int(rng.random() * len(legal))]
        if not game.retracts(s, action):
            return settled(action, rng)
    return next(settled(action, rng) for action in legal if not game.retracts(s, action))


def random_play(game: Game[Any], scenario: str, seconds: float, seed: int = 1) -> dict[str, float]:
    """Whole random games for so many CPU seconds: legal and apply, chance included, no views."""
    rng = random.Random(seed)
    first = game.setup(scenario)
    waited_for, apply = game.waited_for, game.apply
    games = steps = drawn = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds:
        s = first
        while sides := waited_for(s):
            side = sides[0]
            s = apply(s, side, random_action(game, s, side, rng))
            steps += 1
            drawn += side == CHANCE
        games += 1
    return {
        "decisions_per_cpu_s": steps / spent,
        "games_per_cpu_s": games / spent,
        "decisions_per_game": steps / games,
        "chance_share": drawn / steps,
    }


def micro(call: Callable[[Any], object], over: Sequence[Any], seconds: float) -> float | None:
    """Microseconds of one call, over these arguments in turn; None without arguments."""
    if not over:
        return None
    count = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds or count < len(over):
        for item in over:
            call(item)
        count += len(over)
        if spent > 20 * seconds:
            break
    return 1e6 * spent / count if spent and count else None


def samples(game: Game[Any], scenario: str, games: int = 40, seed: int = 7) -> list[tuple[Any, int, Action]]:
    """Positions of random games, with the side that acts and an action of its."""
    rng = random.Random(seed)
    found: list[tuple[Any, int, Action]] = []
    for _ in range(games):
        for s, side in walk(game, game.setup(scenario), rng):
            if rng.random() < 0.1:
                found.append((s, side, random_action(game, s, side, rng)))
    return found


def rollouts(game: Game[Any], scenario: str, seconds: float) -> float | None:
    """Whole games of the script against itself per CPU second; None where the scenario has no script."""
    if game.opponent is None:
        return None
    sides = next(item.sides for item in game.scenarios if item.id == scenario)
    spent = 0.0
    games = 0
    while spent < seconds:
        fixture = Fixture(game.slug, scenario, (), ("regular",) * len(sides), f"bench {games}")
        played = play_fixture(fixture)
        if any(played.fallbacks):
            return None
        spent += played.cpu_s
        games += 1
    return games / spent


def measure(game: Game[Any], scenario: str, seconds: float = 1.0) -> dict[str, Any]:
    """All figures for a scenario, about ten times `seconds` of CPU."""
    loops = reference(seconds / 2)
    row: dict[str, Any] = {"game": game.slug, "scenario": scenario}
    row |= random_play(game, scenario, 2 * seconds)
    loops = (loops + reference(seconds / 2)) / 2
    row["reference_loops_per_cpu_s"] = loops
    row["ratio_to_reference"] = row["decisions_per_cpu_s"] / loops
    found = samples(game, scenario)
    decided = [(s, side, action) for s, side, action in found if side != CHANCE]
    sides = next(item.sides for item in game.scenarios if item.id == scenario)
    part = seconds / 2
    rng = random.Random(3)
    row["legal_us"] = micro(lambda item: game.legal(item[0], item[1]), decided, part)
    row["apply_us"] = micro(lambda item: game.apply(*item), found, part)
    row["view_us"] = micro(lambda item: [game.view(item[0], side) for side in sides], found, part)
    views = [(game.view(s, side), side, action) for s, side, action in decided]
    if row["view_us"] is not None:
        row["view_us"] /= len(sides)
    for name, call in (
        ("deal_us", lambda item: game.determinize(item[0], item[1], rng)),
        ("picture_us", lambda item: game.picture(item[0], item[1])),
        ("odds_us", lambda item: game.odds(*item)),
    ):
        row[name] = _if_written(call, views, part)
    row["rollouts_per_cpu_s"] = rollouts(game, scenario, 2 * seconds)
    return {key: round(item, 3) if isinstance(item, float) else item for key, item in row.items()}


def _if_written(call: Callable[[Any], object], over: Sequence[Any], seconds: float) -> float | None:
    """The microseconds of a function that a game may still lack."""
    try:
        return micro(call, over[:400], seconds)
    except TypeError:
        return None
