"""Whether one can feel the styles of a level, and what they cost: bold against careful, paired games.

    python -m ironbottom.lab.styles GAME [--player P] [-n PAIRS] [--seed S] [--scenario S] [--json]

The two styles of a player meet in pairs of games, the sides swapped. Told are the score, and what each did more often
than the other: how often it took each kind of action (`attack`, `fight`, `lose`, …), a game, where the difference of a
pair is beyond two standard errors.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from ironbottom import games
from ironbottom.kernel.record import read_record
from ironbottom.lab.command import NOT_SO, WELL, Parser, answered
from ironbottom.lab.farm import HERE, Farm, farm_of, farm_options
from ironbottom.lab.match import Fixture, Played, play_fixture
from ironbottom.lab.simulate import contest, fixtures
from ironbottom.lab.statistics import mean, wilson
from ironbottom.opponents.registry import STYLES, player

SURE = 2.0
"""Standard errors beyond which a difference is told."""


@dataclass(frozen=True, slots=True)
class Habit:
    """How often an action of a kind is taken by each style, a game; `sure`: the difference in standard errors."""

    verb: str
    bold: float
    careful: float
    sure: float


@dataclass(frozen=True, slots=True)
class Styles:
    """What the styles of a player differ in; `score`: the share of the points of the bold one."""

    game: str
    player: str
    seed: str
    games: int
    score: float
    interval: tuple[float, float]
    by_side: dict[str, float]
    habits: tuple[Habit, ...]


def taken(played: Played, sides: Sequence[int]) -> dict[int, Counter[str]]:
    """How often each side took an action of each kind in a game that was kept."""
    found = {side: Counter[str]() for side in sides}
    for side, action in read_record(played.record, games.load).moves():
        if side in found:
            found[side][action[0]] += 1
    return found


def styles(slug: str, name: str, pairs: int, seed: str, scenario: str | None = None, farm: Farm = HERE) -> Styles:
    """Bold against careful. Raises BadInput."""
    game = games.load(slug)
    bots = [f"{name}:{style}" for style in STYLES]
    player(name)
    wanted = contest(game, bots, pairs, seed, scenario=scenario or next(
        one.id for one in game.scenarios if len(one.sides) == 2), audit=False)
    sides = next(item.sides for item in game.scenarios if item.id == wanted.scenario)
    listed: list[tuple[Fixture, tuple[int, ...]]] = fixtures(wanted, len(sides))
    points: list[float] = []
    by_side: dict[str, list[float]] = {game.sides[side]: [] for side in sides}
    counts: list[list[Counter[str]]] = []
    kept = [replace(fixture, keep=True) for fixture, _ in listed]
    for played, (_, order) in zip(farm.map(play_fixture, kept), listed, strict=True):
        bold, careful = (sides[order.index(style)] for style in (0, 1))
        points.append(played.points(bold))
        by_side[game.sides[bold]].append(points[-1])
        done = taken(played, sides)
        counts.append([done[bold], done[careful]])
    return Styles(slug, name, seed, len(points), mean(points), wilson(sum(points), len(points)),
                  {side: mean(here) for side, here in by_side.items()}, habits(counts))  # fmt: skip


def habits(counts: Sequence[Sequence[Counter[str]]]) -> tuple[Habit, ...]:
    """What differs, most surely first: over pairs of games, since both styles have each side once in them."""
    pairs = [
        (counts[at][0] + counts[at + 1][0], counts[at][1] + counts[at + 1][1]) for at in range(0, len(counts) - 1, 2)
    ]
    found = []
    for verb in sorted({verb for pair in pairs for one in pair for verb in one}):
        differ = [bold[verb] - careful[verb] for bold, careful in pairs]
        middle = mean(differ)
        spread = sum((one - middle) ** 2 for one in differ) / max(1, len(differ) - 1)
        error = math.sqrt(spread / len(differ))
        sure = middle / error if error else 0.0
        each = [sum(pair[style][verb] for pair in pairs) / (2 * len(pairs)) for style in (0, 1)]
        found.append(Habit(verb, each[0], each[1], sure))
    return tuple(sorted(found, key=lambda one: -abs(one.sure)))


def text(found: Styles) -> str:
    """The report for a terminal."""
    low, high = (100 * edge for edge in found.interval)
    lines = [f"{found.game}, {found.player}: bold against careful {100 * found.score:.1f} % of {found.games} games "
             f"({low:.1f} to {high:.1f}), " + ", ".join(f"as {side} {100 * one:.0f} %"
                                                       for side, one in found.by_side.items()),
             "  taken a game            bold   careful"]
    lines += [f"  {one.verb:<20} {one.bold:7.2f} {one.careful:9.2f}  ({one.sure:+.1f} standard errors)"
              for one in found.habits if abs(one.sure) >= SURE]
    return "\n".join(lines if len(lines) > 2 else [*lines, "  nothing that is sure"])


def main(argv: Sequence[str] | None = None) -> int:
    """0 where something differs for sure, 1 where one cannot feel the styles, 2 for what cannot be done."""
    return answered(lambda: _main(argv))


def _main(argv: Sequence[str] | None) -> int:
    parser = Parser(prog="python -m ironbottom.lab.styles", description=__doc__,
                    formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--player", default="regular", metavar="P")
    parser.add_argument("-n", type=int, default=50, metavar="PAIRS")
    parser.add_argument("--seed", default="styles", metavar="S")
    parser.add_argument("--scenario", metavar="S")
    farm_options(parser)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(argv)
    found = styles(given.game, given.player, given.n, given.seed, given.scenario, farm_of(given))
    print(json.dumps(asdict(found), indent=1, ensure_ascii=False) if given.json else text(found))
    return WELL if any(abs(one.sure) >= SURE for one in found.habits) else NOT_SO


if __name__ == "__main__":
    sys.exit(main())
