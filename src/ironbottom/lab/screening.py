"""How far the reconstructed data of a game move it: group by group, by games between scripts.

    python -m ironbottom.lab.screening GAME --into FILE [--games N] [--seed S] [--jobs J | --ray ADDRESS] [--more]

All data of a group are changed at once: numbers are made a quarter larger in one trial and smaller in the other, of
anything else a quarter of the data gets another value, drawn twice. What the schema refuses is left as it is printed.
Then the games of the printed data are played again with the same dice. The game's own figures stand in
`screening.json` of its package, where `kernel/unknown.py` reads them. They say what to look up first, and no more: the
changes are larger than most mistakes would be, and a script does not make the most of them. The file is written after
each group; `--more` measures those alone that it does not hold yet.
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from ironbottom import games
from ironbottom.kernel import schema as kinds
from ironbottom.kernel.copies import at
from ironbottom.kernel.data import load_data
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.game import Game
from ironbottom.kernel.options import choose
from ironbottom.kernel.overlay import merged
from ironbottom.kernel.schema import Datum, Kind
from ironbottom.kernel.unknown import FILE, SILENT, reconstructed
from ironbottom.lab.command import WELL, Parser, answered, at_least, writable
from ironbottom.lab.farm import Farm, farm_of, farm_options
from ironbottom.lab.match import Fixture, Played, play_fixture
from ironbottom.lab.statistics import mean

SHARE = 0.25
"""By how much numbers are changed, and of how many data anything else."""
GAMES = 24
TRIALS = (1, -1)
DRAWS = 6
"""How often other values are drawn for a group of which the schema takes nothing."""

Change = tuple[Datum, Any]


def larger(kind: Kind, value: Any, way: int) -> Any:
    """A number, or a list of them, made larger or smaller; None for anything else."""
    match kind:
        case kinds.Number(low, high) if type(value) is int:
            return min(high, max(low, value + way * max(1, round(abs(value) * SHARE))))
        case kinds.Real(low, high) if type(value) in (int, float):
            return min(high, max(low, round(value * (1 + way * SHARE), 1)))
        case kinds.Many() | kinds.Tuple() if value:
            parts = [(kind.below(str(n)), one) for n, one in enumerate(value, 1)]
            found = [None if below is None else larger(below, one, way) for below, one in parts]
            return None if None in found else found
        case kinds.Either(either):
            return next((more for one in either if (more := larger(one, value, way)) is not None), None)
    return None


def other(kind: Kind, value: Any, data: kinds.Data, rng: random.Random) -> Any:
    """Another value than a number, drawn at random; the same one where the kind has no other."""
    match kind:
        case kinds.Flag():
            return not value
        case kinds.Choice(names):
            return rng.choice(names)
        case kinds.Reference(to, also):
            return rng.choice([*kinds.keys_at(data, to), *also])
        case kinds.Named(names):
            return rng.choice(sorted(names))
        case kinds.Cells(_, letters):
            return "".join(rng.choice(sorted(letters)) if rng.random() < SHARE else letter for letter in value)
        case kinds.Many(_, least) if len(value) > least and rng.random() < 0.5:
            gone = rng.randrange(len(value))
            return value[:gone] + value[gone + 1 :]
        case kinds.Many() | kinds.Tuple() if value:
            at_ = rng.randrange(len(value))
            below = kind.below(str(at_ + 1))
            return value if below is None else [*value[:at_], other(below, value[at_], data, rng), *value[at_ + 1 :]]
    return value


def changes(group: Sequence[Datum], data: kinds.Data, way: int, rng: random.Random) -> list[Change]:
    """Numbers of a group larger or smaller, and of its other data a quarter, but one at least, with another value."""
    found: list[Change] = []
    others = []
    for datum in group:
        value = larger(datum.kind, datum.value, way)
        if value is None:
            others.append(datum)
        else:
            found.append((datum, value))
    for datum in rng.sample(others, min(len(others), max(1, round(len(others) * SHARE)))):
        found.append((datum, other(datum.kind, datum.value, data, rng)))
    return [(datum, value) for datum, value in found if value != datum.value and not datum.kind.shape(value)]


def overlay(wanted: Sequence[Change]) -> dict[str, Any]:
    """These changes as corrections."""
    found: dict[str, Any] = {}
    for datum, value in wanted:
        found = merged(found, at(datum.keys, value))
    return found


def taken(package: str, wanted: list[Change]) -> list[Change]:
    """As many of the changes as the game's schema takes together."""
    try:
        load_data(package, overlay(wanted), strict=True)
    except BadInput:
        if len(wanted) < 2:
            return []
        middle = len(wanted) // 2
        halves = taken(package, wanted[:middle]), taken(package, wanted[middle:])
        both = [*halves[0], *halves[1]]
        try:
            load_data(package, overlay(both), strict=True)
        except BadInput:
            return max(halves, key=len)
        return both
    return wanted


def fixtures(game: Game[Any], count: int, seed: str, corrections: dict[str, Any] | None) -> list[Fixture]:
    """The games of a trial: every scenario of the book, each with the same dice in every trial."""
    return [
        Fixture(game.slug, scenario.id, choose(game.options, scenario.id, {}), ("scripted",) * len(scenario.sides),
                f"{seed}/{number}", overlay=corrections)
        for scenario in game.scenarios if not scenario.of
        for number in range(count)
    ]  # fmt: skip


def compared(printed: Sequence[Played], trial: Sequence[Played]) -> tuple[float, float, float]:
    """How the first side's share of the points changed, its standard error, and the share of games that changed."""
    differences = [b.points(0) - a.points(0) for a, b in zip(printed, trial, strict=True)]
    middle = mean(differences)
    spread = sum((one - middle) ** 2 for one in differences) / max(1, len(differences) - 1)
    return middle, math.sqrt(spread / len(differences)), mean([float(one != 0) for one in differences])


def screen(slug: str, count: int, seed: str, farm: Farm, known: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The figures of a game's groups, one more each time; of its scenarios the one counts that a group moves most."""
    game = games.load(slug)
    printed = list(farm.map(play_fixture, fixtures(game, count, seed, None)))
    data = load_data(game.package)
    groups = {key: group for key, group in reconstructed(game.package).items() if group[0].part not in SILENT}
    found = {key: figure for key, figure in known.items() if key in groups}
    for key, group in groups.items():
        if key in found:
            continue
        trials = []
        for way in TRIALS:
            rng = random.Random(f"{seed} {key} {way}")
            drawn = (taken(game.package, changes(group, data, way, rng)) for _ in range(DRAWS))
            corrections = overlay(next(filter(None, drawn), []))
            if not corrections:
                continue
            try:
                played = list(farm.map(play_fixture, fixtures(game, count, seed, corrections)))
            except Exception as error:  # what the schema takes may still be too much for a script
                print(f"{slug}, {key}: {type(error).__name__}: {error}", file=sys.stderr)
                continue
            for at_ in range(0, len(printed), count):
                trials.append(compared(printed[at_ : at_ + count], played[at_ : at_ + count]))
        found[key] = _figure(trials, count)
        print(f"{slug}, {key}: {found[key]}", file=sys.stderr, flush=True)
        yield found


def _figure(trials: Sequence[tuple[float, float, float]], count: int) -> dict[str, Any]:
    """Of several trials the one that moved the game most beyond chance."""
    if not trials:
        return {"shift": 0.0, "error": 0.0, "changed": 0.0, "games": 0}
    shift, error, _ = max(trials, key=lambda one: (one[0] ** 2 - one[1] ** 2, one[2]))
    changed_ = max(one[2] for one in trials)
    return {"shift": round(abs(shift), 3), "error": round(error, 3), "changed": round(changed_, 3),
            "games": len(trials) * count}  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and write the figures; 2 for what cannot be done."""
    return answered(lambda: _main(argv))


def _main(argv: Sequence[str] | None) -> int:
    parser = Parser(prog="python -m ironbottom.lab.screening", description=__doc__)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"a trial (default {GAMES})")
    parser.add_argument("--seed", default="1", metavar="S")
    farm_options(parser)
    parser.add_argument("--into", type=Path, metavar="FILE",
                        help=f"where the figures are written, after each group; those that are shown are {FILE} in the "
                             "game's package")
    parser.add_argument("--more", action="store_true", help="only groups that the file does not hold yet")
    given = parser.parse_args(argv)
    at_least(1, games=given.games)
    shown = files(games.load(given.game).package) / FILE
    if given.into is None:
        raise BadInput(f"--into names the file for the figures; those that are shown are {shown}")
    path = given.into
    writable(path)
    known = json.loads(path.read_text("utf-8"))["groups"] if given.more and path.is_file() else {}
    for found in screen(given.game, given.games, given.seed, farm_of(given), known):
        path.write_text(json.dumps({"game": given.game, "seed": given.seed, "groups": found}, indent=1) + "\n", "utf-8")
    print(f"written to {path}")
    return WELL


if __name__ == "__main__":
    sys.exit(main())
