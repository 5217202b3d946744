"""Many games between two players: pairs with the same seed and the sides swapped, in several processes or on
several machines."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ironbottom import games
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.game import Game
from ironbottom.kernel.options import choose
from ironbottom.lab.farm import HERE, Farm
from ironbottom.lab.match import Fixture, Played, play_fixture
from ironbottom.lab.statistics import mean, sprt, wilson
from ironbottom.opponents.after_game import Luck
from ironbottom.opponents.player import read_budget
from ironbottom.opponents.registry import one_style, player

MOST_GAMES = 1_000_000
Progress = Callable[[int, int], None]
"""Called with the games played and the games in all."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What is to be played: `pairs` pairs between two players (a game for one: `pairs` games of each)."""

    game: str
    scenario: str
    options: tuple[tuple[str, Any], ...]
    bots: tuple[str, ...]
    pairs: int
    seed: str
    budget: str | None = None
    overlay: Mapping[str, Any] | None = None
    audit: bool = True
    keep: bool = False
    """Whether to keep the records."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How a contest went: its games in order, and who of the contest's bots had which side (`seats[game][side]`)."""

    contest: Contest
    sides: tuple[str, ...]
    games: tuple[Played, ...]
    seats: tuple[tuple[int, ...], ...]

    def points(self, bot: int, side: int | None = None) -> list[float]:
        """A bot's points in each of its games, or in those where it had that side."""
        return [
            game.points(at)
            for game, seats in zip(self.games, self.seats, strict=True)
            for at, who in enumerate(seats)
            if who == bot and side in (None, at)
        ]

    def pair_points(self, bot: int) -> list[float]:
        """A bot's points in each pair of games (0 to 2)."""
        points = self.points(bot)
        return [sum(points[at : at + 2]) for at in range(0, len(points) - 1, 2)]

    def labels(self) -> tuple[str, ...]:
        """The bots' names; a second of the same name is marked."""
        names: list[str] = []
        for name in self.contest.bots:
            names.append(f"{name}#{names.count(name) + 1}" if name in names else name)
        return tuple(names)

    def to_json(self) -> dict[str, Any]:
        """The report as plain data."""
        contest, games = self.contest, self.games
        labels = self.labels()
        wins = {name: sum(game.points(side) == 1 for game in games) for side, name in enumerate(self.sides)}
        reasons: dict[str, int] = {}
        for game in games:
            reasons[game.reason] = reasons.get(game.reason, 0) + 1
        score: dict[str, float] = {}
        interval: dict[str, list[float]] = {}
        by_side: dict[str, dict[str, Any]] = {}
        margin: dict[str, float] = {}
        luck: dict[str, dict[str, Any]] = {}
        think: dict[str, float] = {}
        for bot, label in enumerate(labels):
            points = self.points(bot)
            score[label] = round(mean(points), 4)
            interval[label] = _rounded(wilson(sum(points), len(points)))
            by_side[label] = {}
            for side, name in enumerate(self.sides):
                here = self.points(bot, side)
                if here:
                    by_side[label][name] = {
                        "games": len(here), "score": round(mean(here), 4),
                        "interval": _rounded(wilson(sum(here), len(here))),
                    }
            margin[label] = round(mean([_margin(game, at) for game, at in self._seats_of(bot)]), 4)
            whole = sum((game.luck[at] for game, at in self._seats_of(bot)), Luck())
            luck[label] = {"z": round(whole.z, 2), "events": whole.events}
            think[label] = round(sum(game.thought_s[at] for game, at in self._seats_of(bot)), 3)
        return {
            "game": contest.game,
            "scenario": contest.scenario,
            "options": dict(contest.options),
            "bots": list(contest.bots),
            "seed": contest.seed,
            "budget": contest.budget,
            "pairs": contest.pairs,
            "games": len(games),
            "wins": wins,
            "draws": sum(all(game.points(side) == 0.5 for side in range(len(self.sides))) for game in games),
            "score": score,
            "interval": interval,
            "by_side": by_side,
            "margin": margin,
            "reasons": dict(sorted(reasons.items())),
            "decisions": sum(game.decisions for game in games),
            "chance": sum(game.chances for game in games),
            "cpu_s": round(sum(game.cpu_s for game in games), 3),
            "thought_s": think,
            "illegal": sum(sum(game.illegal) for game in games),
            "fallbacks": sum(sum(game.fallbacks) for game in games),
            "luck": luck,
            "sprt": self._sprt(),
            "fingerprint": self.fingerprint(),
        }

    def _sprt(self) -> dict[str, Any] | None:
        """Whether the first bot is better than the second: 0 against 50 Elo."""
        if len(self.contest.bots) != 2 or len(self.sides) != 2:
            return None
        verdict = sprt(self.pair_points(0))
        return {"llr": round(verdict.llr, 2), "says": verdict.says}

    def fingerprint(self) -> str:
        """A digest of all final positions, in order: the same for the same seed, in any number of processes."""
        text = "\n".join(game.fingerprint for game in self.games)
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()

    def _seats_of(self, bot: int) -> list[tuple[Played, int]]:
        return [
            (game, at)
            for game, seats in zip(self.games, self.seats, strict=True)
            for at, who in enumerate(seats)
            if who == bot
        ]


def _margin(game: Played, side: int) -> float:
    others = [value for at, value in enumerate(game.returns) if at != side]
    return game.returns[side] - (max(others) if others else 0)


def _rounded(edges: tuple[float, float]) -> list[float]:
    return [round(edge, 4) for edge in edges]


def contest(game: Game[Any], bots: Sequence[str], pairs: int, seed: str, *, scenario: str | None = None,
            options: Mapping[str, Any] | None = None, budget: str | None = None, audit: bool = True,
            overlay: Mapping[str, Any] | None = None, keep: bool = False) -> Contest:
    """A checked contest: one bot alone plays against itself. Raises BadInput."""
    names = tuple(bots)
    for name in names:
        one_style(game, name)
        player(name)
    if not 1 <= len(names) <= 2:
        raise BadInput("a contest is between one or two bots, such as regular,random")
    if not 1 <= pairs <= MOST_GAMES:
        raise BadInput(f"the number of pairs is from 1 to {MOST_GAMES}, not {pairs}")
    if budget is not None:
        read_budget(budget)
    scenario = scenario or game.scenarios[0].id
    chosen = tuple((options or {}).items())
    game.setup(scenario, dict(chosen))
    known = next(item for item in game.scenarios if item.id == scenario)
    if len(known.sides) > 1 and len(names) == 1:
        names = names * 2
    if len(known.sides) > 2:
        raise BadInput(f"{game.slug}, {scenario}: contests of {len(known.sides)} sides are not played")
    settled = choose(game.options, scenario, dict(chosen))
    return Contest(game.slug, scenario, settled, names, pairs, seed, budget, overlay, audit, keep)


def fixtures(wanted: Contest, sides: int) -> list[tuple[Fixture, tuple[int, ...]]]:
    """The games of a contest, in order, and who has which side.

    Two players swap sides over the same seed. A player against itself would only repeat the game, so there the
    second game of a pair has a seed of its own.
    """
    made: list[tuple[Fixture, tuple[int, ...]]] = []
    for number in range(wanted.pairs):
        orders = [(bot,) for bot in range(len(wanted.bots))] if sides == 1 else [(0, 1), (1, 0)]
        for turn, order in enumerate(orders):
            same = sides > 1 and wanted.bots[0] == wanted.bots[1]
            seed = f"{wanted.seed}/{number}/{turn}" if same else f"{wanted.seed}/{number}"
            bots = tuple(wanted.bots[bot] for bot in order)
            made.append((
                Fixture(wanted.game, wanted.scenario, wanted.options, bots, seed, wanted.budget, wanted.overlay,
                        wanted.audit, wanted.keep),
                order,
            ))
    return made


def run(wanted: Contest, *, farm: Farm = HERE, progress: Progress | None = None) -> Tally:
    """Play a contest; the result does not depend on where."""
    tally, whole = run_on(wanted, farm=farm, progress=progress)
    if len(tally.games) < whole:
        raise KeyboardInterrupt
    return tally


def run_on(
    wanted: Contest, *, farm: Farm = HERE, progress: Progress | None = None, records: Path | None = None
) -> tuple[Tally, int]:
    """Play a contest until it is over or Ctrl-C is pressed; what was played, and how many games it has. `records`: the
    folder in which each game's record is written as it ends, `GAME-0001.json` and so on."""
    game = games.load(wanted.game)
    sides = next(item.sides for item in game.scenarios if item.id == wanted.scenario)
    listed = fixtures(wanted, len(sides))
    found: list[Played] = []
    try:
        for played in farm.map(play_fixture, [fixture for fixture, _ in listed]):
            found.append(played)
            if records is not None:
                (records / f"{wanted.game}-{len(found):04d}.json").write_text(played.record, "utf-8")
            if progress is not None:
                progress(len(found), len(listed))
    except KeyboardInterrupt:
        pass  # what was played until then is told
    names = tuple(game.sides[side] for side in sides)
    return Tally(wanted, names, tuple(found), tuple(order for _, order in listed[: len(found)])), len(listed)
