"""The ladder: each level against the one below, and the Veteran against itself with half the thought.

    python -m ironbottom.lab.ladder [GAME …] [-n PAIRS] [--seed S] [--jobs J | --ray ADDRESS] [--copy NAME|FILE]
        [--option K=V]… [--only RUNG] [--into docs/balance.md] [--json]

Games in pairs, the sides swapped, in batches: a rung is left when the sequential test of 0 against 50 Elo has spoken,
or when `-n` pairs are played. What is asked of each rung stands in `RUNGS`. The result follows from the seed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ironbottom import games
from ironbottom.lab.balance import place_for, put
from ironbottom.lab.command import NOT_SO, WELL, Parser, answered, options_of, overlay_of
from ironbottom.lab.farm import HERE, Farm, farm_of, farm_options
from ironbottom.lab.match import play_fixture
from ironbottom.lab.simulate import Tally, contest, fixtures
from ironbottom.lab.statistics import mean, sprt, wilson
from ironbottom.opponents.worlds import searcher_of

BATCH = 4
"""Pairs between two looks at the test."""


@dataclass(frozen=True, slots=True)
class Rung:
    """Who meets whom, and the share of the points that is asked of the first."""

    name: str
    better: str
    worse: str
    asked: float


RUNGS = (
    Rung("regular", "regular", "recruit", 0.75),
    Rung("veteran", "veteran:steps=40", "regular", 0.70),
    Rung("elite", "elite:steps=200", "veteran:steps=40", 0.60),
    Rung("doubling", "veteran:steps=80", "veteran:steps=40", 0.50),
)
"""From the bottom up; the levels that search at a sixth of what they have at play or less, in the same ratio."""


@dataclass(frozen=True, slots=True)
class Climbed:
    """How a rung went. `says`: the sequential test; `wrong`: illegal plans and fallbacks."""

    game: str
    rung: str
    better: str
    worse: str
    asked: float
    games: int
    score: float
    interval: tuple[float, float]
    by_side: Mapping[str, float]
    says: str
    wrong: int
    cpu_s: float

    @property
    def stands(self) -> bool:
        """Whether nothing failed and the better one is not shown to be the worse."""
        return self.wrong == 0 and self.interval[1] >= 0.5


def climb(slug: str, rung: Rung, pairs: int, seed: str, *, farm: Farm = HERE, overlay: Mapping[str, Any] | None = None,
          options: Mapping[str, Any] | None = None) -> Climbed:
    """Play a rung. Raises BadInput."""
    game = games.load(slug, overlay)
    scenario = next(one for one in game.scenarios if len(one.sides) == 2)
    wanted = contest(game, [rung.better, rung.worse], pairs, seed, scenario=scenario.id, options=options, audit=False,
                     overlay=overlay)
    listed = fixtures(wanted, len(scenario.sides))
    names = tuple(game.sides[side] for side in scenario.sides)
    tally = Tally(replace(wanted, pairs=0), names, (), ())
    while len(tally.games) < len(listed):
        batch = listed[len(tally.games) :][: 2 * BATCH]
        played = tuple(farm.map(play_fixture, [fixture for fixture, _ in batch]))
        tally = Tally(wanted, names, tally.games + played, tally.seats + tuple(order for _, order in batch))
        if sprt(tally.pair_points(0)).says != "go on":
            break
    points = tally.points(0)
    return Climbed(
        slug, rung.name, rung.better, rung.worse, rung.asked, len(points), mean(points),
        wilson(sum(points), len(points)), {name: mean(tally.points(0, side)) for side, name in enumerate(names)},
        sprt(tally.pair_points(0)).says, sum(sum(one.illegal) + sum(one.fallbacks) for one in tally.games),
        round(sum(one.cpu_s for one in tally.games) / len(points), 2),
    )  # fmt: skip


def markdown(found: Sequence[Climbed], seed: str) -> str:
    """The rungs of a game as a table."""
    sides = list(found[0].by_side)
    lines = [f"Seed `{seed}`; a row ends where the test has spoken (its interval is then a little too narrow).",
             "", f"| players | games | score of the first | 95 % | as {sides[0]} | as {sides[1]} | the test says "
                 "| CPU s a game | failed |", "|---|---|---|---|---|---|---|---|---|"]
    for one in found:
        low, high = (100 * edge for edge in one.interval)
        each = " | ".join(f"{100 * one.by_side[side]:.1f} %" for side in sides)
        says = "–" if one.says == "go on" else one.says
        lines.append(f"| {one.better} v {one.worse} | {one.games} | {100 * one.score:.1f} % | {low:.1f} to {high:.1f} "
                     f"| {each} | {says} | {one.cpu_s} | {one.wrong} |")
    return "\n".join(lines)


def text(one: Climbed) -> str:
    """A rung in a line for a terminal."""
    low, high = (100 * edge for edge in one.interval)
    return (f"{one.game}: {one.better} v {one.worse}: {100 * one.score:.1f} % of {one.games} games "
            f"({low:.1f} to {high:.1f}), asked {100 * one.asked:.0f} %; the test says {one.says}, {one.wrong} failed")


def main(argv: Sequence[str] | None = None) -> int:
    """0 where every rung stands, 1 where one is shown to be the wrong way round or a plan failed, 2 for bad use."""
    return answered(lambda: _main(argv))


def _main(argv: Sequence[str] | None) -> int:
    parser = Parser(prog="python -m ironbottom.lab.ladder", description=__doc__,
                    formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    parser.add_argument("-n", type=int, default=100, metavar="PAIRS", help="at most, a rung (default 100)")
    parser.add_argument("--seed", default="ladder", metavar="S")
    farm_options(parser)
    parser.add_argument("--copy", metavar="NAME|FILE", help="play with this copy, such as 'Fair set-up'")
    parser.add_argument("--option", action="append", default=[], metavar="K=V")
    parser.add_argument("--only", choices=[rung.name for rung in RUNGS], help="this rung alone")
    parser.add_argument("--into", type=Path, metavar="FILE", help="put the tables between the marks of that report")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(argv)
    every: list[Climbed] = []
    options = options_of(given.option)
    # all of them before the first game is played
    loaded = [(slug, games.load(slug), overlay_of(slug, given.copy) if given.copy else None)
              for slug in given.games or games.READY]  # fmt: skip
    place_for(given.into, [f"ladder {slug}" for slug, _, _ in loaded])
    for slug, game, overlay in loaded:
        found = []
        for rung in RUNGS:
            if given.only in (None, rung.name) and (rung.name == "regular" or searcher_of(game)):
                found.append(climb(slug, rung, given.n, given.seed, farm=farm_of(given), overlay=overlay,
                                   options=options))
                print(text(found[-1]), file=sys.stderr, flush=True)
        every += found
        if given.into is not None and found:
            table = {f"ladder {slug}": markdown(found, given.seed)}
            given.into.write_text(put(given.into.read_text("utf-8"), table), "utf-8")
        elif found and not given.json:
            print(f"### {slug}\n\n{markdown(found, given.seed)}\n")
    if given.json:
        print(json.dumps([asdict(one) for one in every], indent=1))
    return WELL if all(one.stands for one in every) else NOT_SO


if __name__ == "__main__":
    sys.exit(main())
