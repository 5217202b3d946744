"""Fair games: which of the reconstructed data let two equal players win about as often, whichever side they have.

    python -m ironbottom.lab.calibrate GAME [--player P] [--racer P] [--screener P] [--games N] [--race N]
        [--screen N] [--seed S] [--jobs J | --ray ADDRESS] [--journal FILE] [--set IDS] [--copy FILE]
        [--into docs/balance.md] [--json]

The knobs stand in the game's `calibration.toml` (lab/knobs.py). First each value of each knob is set alone, and a
player plays games against itself with the dice of the first reconstruction: how far it moves the game. Then
candidates, sets of values that by these figures may be even, are raced, those nearest to the first reconstruction
first and that one before all: games in batches, until their interval lies outside the band, or enough are played. The
first that stays in the band is played again with dice that nobody chose it by, and it is taken if its share lies in the
band then as well. What is looked for is the nearest that is even, so nothing behind it is played.

A journal holds each game as it ends: who stops the run and begins it again goes on where it was. The dice follow from
the seed, the stage and the number of the game, so that another machine finds the same games.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ironbottom import games
from ironbottom.kernel.copies import Copy, write_copy
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.game import Game
from ironbottom.kernel.options import choose
from ironbottom.lab.balance import place_for, put
from ironbottom.lab.command import NOT_SO, WELL, Parser, answered, at_least, writable
from ironbottom.lab.farm import Farm, farm_of, farm_options
from ironbottom.lab.knobs import Candidate, Knobs, Value, candidate, candidates, fits, read_knobs
from ironbottom.lab.match import Fixture, Played, play_fixture
from ironbottom.lab.statistics import mean, wilson
from ironbottom.opponents.registry import player

PLAYER = "veteran:steps=40"
GAMES, RACE, SCREEN = 400, 120, 40
"""Games that confirm a set, of a candidate in the race at most, and of a value to see what it moves."""
TELLING = 8
"""Games from which on a standard error says something."""
BATCH = 20
"""Games of a candidate between two looks at its interval."""
BAND = (0.45, 0.55)
"""The share of the decided games that the first side may win."""
EARLY = 0.25
"""The share of games that may be won early."""
MOST_RACED = 24
RECONSTRUCTED = "reconstructed"
"""What `--set` calls the first reconstruction."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the points of the sides, why, and on which turn; what it cost, and what went wrong in it."""

    returns: tuple[int, ...]
    reason: str
    turn: int
    cpu_s: float = 0.0
    wrong: int = 0

    @property
    def points(self) -> float:
        """Of the first side: 1 for a win, one half for a draw."""
        return 0.5 if self.returns[0] == self.returns[1] else float(self.returns[0] > self.returns[1])


def outcome(game: Played) -> Outcome:
    """What is kept of a game."""
    return Outcome(game.returns, game.reason, game.turn, round(game.cpu_s, 2), sum(game.illegal) + sum(game.fallbacks))


@dataclass(frozen=True, slots=True)
class Score:
    """The games of a candidate: who won how many; `early`: how many ended before the turn that its knobs name."""

    games: int
    wins: tuple[int, int]
    early: int
    reasons: Mapping[str, int]
    wrong: int
    cpu_s: float

    @property
    def draws(self) -> int:
        return self.games - sum(self.wins)

    @property
    def share(self) -> float:
        """The first side's share of the decided games; one half where none is."""
        return self.wins[0] / sum(self.wins) if sum(self.wins) else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins[0], sum(self.wins))

    @property
    def inside(self) -> bool:
        """Whether the share lies in the band."""
        return BAND[0] <= self.share <= BAND[1]

    @property
    def even(self) -> bool:
        """Whether the share lies in the band, and not too many games ended early."""
        return self.inside and self.early <= EARLY * self.games

    @property
    def out(self) -> str:
        """Why it cannot well be even any more; "" where it may be."""
        low, high = self.interval
        if low > BAND[1] or high < BAND[0]:
            return "lopsided"
        return "ends early" if wilson(self.early, self.games)[0] > EARLY else ""

    def miss(self) -> float:
        """How far it is from even, early ends counted as well; 0 in the band."""
        early = max(0.0, self.early / max(1, self.games) - EARLY)
        return max(0.0, BAND[0] - self.share, self.share - BAND[1]) + early

    def to_json(self) -> dict[str, Any]:
        return {
            "games": self.games, "wins": list(self.wins), "draws": self.draws, "share": round(self.share, 4),
            "interval": [round(edge, 4) for edge in self.interval], "early": self.early,
            "reasons": dict(self.reasons), "wrong": self.wrong, "cpu_s": round(self.cpu_s, 1), "even": self.even,
        }  # fmt: skip


def score(outcomes: Sequence[Outcome], early: int) -> Score:
    """The score of games; `early`: who ends before that turn ends early."""
    points = [one.points for one in outcomes]
    return Score(
        len(outcomes), (points.count(1.0), points.count(0.0)), sum(one.turn < early for one in outcomes),
        dict(sorted(Counter(one.reason for one in outcomes).items())), sum(one.wrong for one in outcomes),
        sum(one.cpu_s for one in outcomes),
    )  # fmt: skip


class Journal:
    """The games played so far, in a file of JSON lines, so that a run that was stopped goes on; without a path nothing
    is kept. A line that was cut off when the run was killed is left out."""

    def __init__(self, path: Path | None, slug: str) -> None:
        self.path = path
        self.held: dict[str, Outcome] = {}
        head = {"format": "ironbottom calibration 1", "game": slug}
        if path is None:
            return
        try:
            lines = path.read_text("utf-8").split("\n") if path.exists() else [""]
            whole = [json.loads(line) for line in lines[:-1]]
            if whole[:1] != [head] and lines != [""]:
                raise ValueError
            for line in whole[1:]:
                key = line.pop("key")
                self.held[key] = Outcome(**{**line, "returns": tuple(line["returns"])})
            if not whole or lines[-1]:
                path.write_text("\n".join([*(lines[:-1] or [json.dumps(head)]), ""]), "utf-8")
        except OSError as error:
            raise BadInput(f"the journal {path} cannot be used: {error.strerror}") from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BadInput(f"{path} is no journal of the calibration of {slug}: name another file") from None

    def add(self, key: str, one: Outcome) -> None:
        """Keep a game that has just ended."""
        self.held[key] = one
        if self.path is not None:
            line = {"key": key, "returns": list(one.returns), "reason": one.reason, "turn": one.turn,
                    "cpu_s": one.cpu_s, "wrong": one.wrong}  # fmt: skip
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")


@dataclass(slots=True)
class Lab:
    """Where candidates are played: every game once, and those that the journal holds not again."""

    slug: str
    knobs: Knobs
    seed: str
    farm: Farm
    journal: Journal
    game: Game[Any] = field(init=False)

    def __post_init__(self) -> None:
        self.game = games.load(self.slug)

    def play(self, one: Candidate, bot: str, stage: str, count: int) -> list[Outcome]:
        """The first `count` games of a stage, in order, between this player and itself."""
        game = games.load(self.slug, one.overlay)
        scenario = self.knobs.scenario
        options = choose(game.options, scenario, {})
        seeds = [f"{self.seed}/{stage}/{number}" for number in range(count)]
        keys = [f"{game.digest} {bot} {seed}" for seed in seeds]
        missing = [(key, seed) for key, seed in zip(keys, seeds, strict=True) if key not in self.journal.held]
        listed = [
            Fixture(self.slug, scenario, options, (bot, bot), seed, overlay=one.overlay) for _, seed in missing
        ]
        for (key, _), played in zip(missing, self.farm.map(play_fixture, listed), strict=True):
            self.journal.add(key, outcome(played))
        return [self.journal.held[key] for key in keys]

    def score(self, one: Candidate, bot: str, stage: str, count: int) -> Score:
        return score(self.play(one, bot, stage, count), self.knobs.early)


@dataclass(frozen=True, slots=True)
class Players:
    """Who plays, always against itself: to measure what a value moves, in the race, and to confirm."""

    screens: str
    races: str
    confirms: str


@dataclass(frozen=True, slots=True)
class Moved:
    """What a value moves by itself: the change of the first side's share of the points, games of the same dice
    compared, its standard error, and the share that it is then."""

    value: Value
    shift: float
    error: float
    share: float

    def told(self, count: int) -> str:
        """By how much, with the standard error where so many games can tell one."""
        if count < TELLING:
            return f"{100 * self.shift:+.0f} % in {count} game{'s' * (count > 1)}"
        return f"{100 * self.shift:+.0f} % ± {100 * self.error:.0f}"


@dataclass(frozen=True, slots=True)
class Raced:
    """A candidate in the race: what was expected of it, what it came to, and what follows."""

    candidate: Candidate
    expected: float
    score: Score
    says: str


def screen(lab: Lab, bot: str, count: int) -> tuple[float, list[Moved]]:
    """The share of the first reconstruction, and what each value of each knob moves by itself."""
    first = [one.points for one in lab.play(Candidate(), bot, "screen", count)]
    found = []
    for value in lab.knobs.values():
        then = [one.points for one in lab.play(Candidate((value,)), bot, "screen", count)]
        differ = [b - a for a, b in zip(first, then, strict=True)]
        shift = mean(differ)
        spread = sum((one - shift) ** 2 for one in differ) / max(1, count - 1)
        found.append(Moved(value, shift, math.sqrt(spread / count), mean(then)))
        _say(f"{value.id}: {found[-1].told(count)}")
    return mean(first), found


def logit(share: float, count: int) -> float:
    """The odds of a share of so many games, on the scale on which they add up; half a game is given to either side, so
    that none is without bounds."""
    won = share * count
    return math.log((won + 0.5) / (count - won + 0.5))


def expected(one: Candidate, base: Score, first: float, moved: Sequence[Moved], count: int) -> tuple[float, float]:
    """What share a candidate should come to, and the standard error of that, if what its values move adds up: from
    `base`, the race of the first reconstruction, on. `first`: its share in the `count` games that `moved` is from."""
    by = {found.value.id: found for found in moved}
    start = logit(first, count)
    sum_ = logit(base.share, sum(base.wins)) + sum(logit(by[one_.id].share, count) - start for one_ in one.values)
    error = math.sqrt(0.25 / max(1, base.games) + sum(by[value.id].error ** 2 for value in one.values))
    return 1 / (1 + math.exp(-sum_)), error


def promising(
    lab: Lab, base: Score, first: float, moved: Sequence[Moved], count: int
) -> Iterator[tuple[Candidate, float]]:
    """The candidates that may be even, nearest first, and of those as near the most even first."""
    listed = []
    for one in candidates(lab.knobs)[1:]:
        share, error = expected(one, base, first, moved, count)
        if abs(share - 0.5) <= BAND[1] - 0.5 + error:
            listed.append((one.cost, abs(share - 0.5), one, share))
    for _, _, one, share in sorted(listed, key=lambda row: row[:2]):
        if fits(lab.game.package, one):
            yield one, share


def race(lab: Lab, one: Candidate, bot: str, most: int, share: float, stage: str = "race") -> Raced:
    """Games of a candidate, in batches, until it is out or so many are played. The first reconstruction is not stopped:
    from its share those of all others are reckoned."""
    count = min(BATCH, most) if one.values else most
    while True:
        found = lab.score(one, bot, stage, count)
        if found.out or count == most:
            says = found.out or ("even" if found.inside else "not even")
            _say(f"{stage} {one.name} (distance {one.cost}): {100 * found.share:.0f} % of {found.games}, {says}")
            return Raced(one, share, found, says)
        count = min(most, count + BATCH)


@dataclass(frozen=True, slots=True)
class Report:
    """What a calibration found. `chosen`: the nearest even candidate, or the most even of those that were played."""

    lab: Lab
    players: Players
    screened: int
    first: float | None
    moved: tuple[Moved, ...]
    raced: tuple[Raced, ...]
    chosen: Candidate
    score: Score

    @property
    def sides(self) -> list[str]:
        game = self.lab.game
        return [game.sides[side] for one in game.scenarios if one.id == self.lab.knobs.scenario for side in one.sides]

    def to_json(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            "game": self.lab.slug, "scenario": self.lab.knobs.scenario, "seed": self.lab.seed,
            "digest": self.lab.game.digest, "sides": self.sides, "players": asdict(self.players),
            "screened": self.screened, "first": self.first,
            "knobs": [
                {"id": one.value.id, "text": one.value.text, "cost": one.value.cost, "shift": round(one.shift, 4),
                 "error": round(one.error, 4)}
                for one in self.moved
            ],
            "race": [
                {"set": one.candidate.name, "distance": one.candidate.cost, "expected": round(one.expected, 4),
                 "says": one.says, **one.score.to_json()}
                for one in self.raced
            ],
            "chosen": {
                "set": self.chosen.name, "distance": self.chosen.cost, "overlay": self.chosen.overlay,
                **self.score.to_json(),
            },
        }  # fmt: skip

    @property
    def confirmed(self) -> bool:
        """Whether it was played as often as is asked before new tables are proposed it."""
        return self.score.games >= GAMES

    def why(self) -> str:
        """What was measured of the chosen set, in a sentence."""
        found = self.score
        low, high = (100 * edge for edge in found.interval)
        drawn = f", {found.draws} more drawn" if found.draws else ""
        side = self.lab.game.words.name(self.sides[0]).removeprefix("the ")
        level, _, dials = self.players.confirms.partition(":")
        return (
            f"Measured: the {side} won {100 * found.share:.0f} % of {sum(found.wins)} games between two "
            f"{'quick ' if dials else ''}{level.capitalize()}s (likely {low:.0f} to {high:.0f} %{drawn})"
            f"{'' if self.confirmed else ': too few games to confirm it'}"
        )

    def markdown(self) -> str:
        """The tables for the report."""
        lines = [f"Seed `{self.lab.seed}`; the first side is the {self.sides[0]} one.", ""]
        if self.moved:
            lines += [f"What each value moves by itself ({self.screened} games of {self.players.screens} each; "
                      f"first reconstruction {100 * (self.first or 0):.0f} %):", "",
                      "| value | what it says | distance | moves the share by |", "|---|---|---|---|"]
            lines += [f"| `{one.value.id}` | {one.value.text} | {one.value.cost} | {one.told(self.screened)} |"
                      for one in self.moved]
            lines.append("")
        if self.raced:
            lines += [f"Raced, nearest first ({self.players.races}):", "",
                      "| set | distance | games | share | 95 % | early | verdict |", "|---|---|---|---|---|---|---|"]
            lines += [f"| {_ids(one.candidate)} | {one.candidate.cost} | {_row(one.score)} | {one.says} |"
                      for one in self.raced]
            lines.append("")
        reached = "even" if self.score.even else "not even: the nearest that was found"
        head = "Confirmed" if self.confirmed else f"Played, not confirmed: that takes {GAMES} games"
        lines += [f"{head} ({self.players.confirms}, other dice):", "",
                  "| set | distance | games | share | 95 % | early | drawn | ended by | verdict |",
                  "|---|---|---|---|---|---|---|---|---|",
                  f"| {_ids(self.chosen)} | {self.chosen.cost} | {_row(self.score)} | {self.score.draws} | "
                  f"{', '.join(f'{reason} {n}' for reason, n in self.score.reasons.items())} | {reached} |"]
        return "\n".join(lines)


def _ids(one: Candidate) -> str:
    return ", ".join(f"`{value.id}`" for value in one.values) or one.name


def _row(found: Score) -> str:
    low, high = (100 * edge for edge in found.interval)
    early = f"{100 * found.early / found.games:.0f} %"
    return f"{found.games} | {100 * found.share:.1f} % | {low:.1f} to {high:.1f} | {early}"


def calibrate(lab: Lab, players: Players, games_: int, raced: int, screened: int) -> Report:
    """The whole of it: what each knob moves, the race, and the confirmation. Raises BadInput."""
    values = sum(1 for _ in lab.knobs.values())
    _say(f"{lab.slug}: what {values} values move, {screened} games each ({players.screens}); then a race of sets, up "
         f"to {raced} games each ({players.races}); then {games_} games of the one that is chosen ({players.confirms})")
    first, moved = screen(lab, players.screens, screened)
    rows = [race(lab, Candidate(), players.races, raced, first)]
    tried: list[tuple[Candidate, Score]] = []

    def fair() -> bool:
        """Whether the last of the race is even, with fresh dice as well."""
        if rows[-1].says == "even":
            one = rows[-1].candidate
            tried.append((one, race(lab, one, players.confirms, games_, rows[-1].expected, "confirm").score))
        return bool(tried) and tried[-1][0] == rows[-1].candidate and tried[-1][1].even

    if not fair():
        for one, share in promising(lab, rows[0].score, first, moved, screened):
            rows.append(race(lab, one, players.races, raced, share))
            if fair() or len(rows) == MOST_RACED:
                break
    if not tried:
        nearest = min(rows, key=lambda row: (row.score.miss(), row.candidate.cost)).candidate
        tried.append((nearest, lab.score(nearest, players.confirms, "confirm", games_)))
    chosen, found = min(tried, key=lambda pair: (pair[1].miss(), pair[0].cost))
    return Report(lab, players, screened, first, tuple(moved), tuple(rows), chosen, found)


def copy_of(report: Report, name: str) -> Copy:
    """The chosen set as a copy with a name."""
    return Copy(
        name, report.lab.slug, report.chosen.overlay or {}, data=report.lab.game.digest, why=report.why(),
        new=report.lab.knobs.scenario if report.score.even and report.confirmed else "",
    )


def text(report: Report) -> str:
    """The report for a terminal."""
    found = report.score
    ends = ", ".join(f"{reason} {count}" for reason, count in found.reasons.items())
    reached = "not even: the nearest that was found"
    if found.even:
        reached = "even" if report.confirmed else f"even so far: {GAMES} games are asked for"
    return "\n".join((
        f"{report.lab.slug}, {report.lab.knobs.scenario}: {report.chosen.name} (distance {report.chosen.cost})",
        f"  {report.why()}",
        f"  won: {', '.join(f'{side} {n}' for side, n in zip(report.sides, found.wins, strict=True))}, "
        f"drawn {found.draws}; ended by: {ends}; early {100 * found.early / max(1, found.games):.0f} %",
        f"  {reached}; {found.wrong} plans that failed, {found.cpu_s:.1f} CPU s for these games",
    ))


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="python -m ironbottom.lab.calibrate", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--player", default=PLAYER, metavar="P", help=f"who confirms (default {PLAYER})")
    parser.add_argument("--racer", metavar="P", help="who races, if another")
    parser.add_argument("--screener", metavar="P", help="who measures what a value moves, if another again")
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"to confirm (default {GAMES})")
    parser.add_argument("--race", type=int, default=RACE, metavar="N", help=f"at most, of a candidate ({RACE})")
    parser.add_argument("--screen", type=int, default=SCREEN, metavar="N", help=f"of a value (default {SCREEN})")
    parser.add_argument("--seed", default="fair", metavar="S")
    farm_options(parser)
    parser.add_argument("--journal", type=Path, metavar="FILE", help="keep each game there, and go on from there")
    parser.add_argument("--set", metavar="IDS", help=f"only confirm this set, such as east=both,wire=3, "
                                                     f"or '{RECONSTRUCTED}'")
    parser.add_argument("--copy", type=Path, metavar="FILE", help="write the chosen set as a copy with a name")
    parser.add_argument("--name", default="Fair set-up", help="of that copy")
    parser.add_argument("--into", type=Path, metavar="FILE", help="put the tables between the marks of that report")
    parser.add_argument("--json", action="store_true")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """0 where an even set was found and confirmed, 1 where not, 2 for what cannot be done."""
    return answered(lambda: _main(argv))


def _main(argv: Sequence[str] | None) -> int:
    given = _parser().parse_args(argv)
    report = _run(given)
    if given.into is not None:
        found = {f"fair {given.game}": report.markdown()}
        given.into.write_text(put(given.into.read_text("utf-8"), found), "utf-8")
    if given.copy is not None:
        given.copy.write_text(write_copy(copy_of(report, given.name)), "utf-8")
    print(json.dumps(report.to_json(), indent=1, ensure_ascii=False) if given.json else text(report))
    return WELL if report.score.even else NOT_SO


def _run(given: argparse.Namespace) -> Report:
    at_least(1, games=given.games, race=given.race, screen=given.screen)
    races = given.racer or given.player
    players = Players(given.screener or races, races, given.player)
    for bot in (players.screens, players.races, players.confirms):
        player(bot)
    game = games.load(given.game)
    place_for(given.into, [f"fair {given.game}"])
    if given.copy is not None:
        writable(given.copy)
    lab = Lab(given.game, read_knobs(game), given.seed, farm_of(given),
              Journal(given.journal, given.game))  # fmt: skip
    if given.set is None:
        return calibrate(lab, players, given.games, given.race, given.screen)
    one = candidate(lab.knobs, [] if given.set == RECONSTRUCTED else given.set.split(","))
    if not fits(lab.game.package, one):
        raise BadInput(f"the game's data do not take {one.name} together")
    found = lab.score(one, given.player, "confirm", given.games)
    return Report(lab, players, 0, None, (), (), one, found)


if __name__ == "__main__":
    sys.exit(main())
