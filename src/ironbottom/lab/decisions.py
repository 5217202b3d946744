"""What thinking about each kind of decision brings: other answers than the script's, tried and weighed.

    python -m ironbottom.lab.decisions GAME [-n GAMES] [--each N] [--kind STEP]… [--player P] [--seed S] [--copy C]

Of each game between two players of a kind some decisions of each kind and side are drawn. Every other action that is
legal there, and then the script, is played on from worlds dealt from the view, as a search would; what leads the
script's own answer by two standard errors is weighed against it once more, with fresh dice in the true position. So a
kind whose other answers gain nothing there may be left to the script, and where they gain a search should propose them.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

from ironbottom import games
from ironbottom.kernel.action import Action, notation
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.game import Game
from ironbottom.kernel.options import choose
from ironbottom.kernel.step import CHANCE, Decision, Step
from ironbottom.lab.blunders import budgeted
from ironbottom.lab.command import WELL, Parser, answered, at_least, options_of, overlay_of
from ironbottom.lab.farm import HERE, Farm, farm_of, farm_options
from ironbottom.lab.statistics import mean
from ironbottom.opponents.plan_search import PlanSearch
from ironbottom.opponents.player import Question, forced, onward, settled
from ironbottom.opponents.worlds import Dice, applied, determinize, memories, play_on, searcher_of

MOST = 8
"""Other answers that are tried, drawn where there are more."""
WORLDS, FRESH = 16, 32
"""Dealt worlds in which all are tried, and fresh dice in the true position for the one that leads."""
SURE = 2.0
"""By so many standard errors an answer must lead the script's."""
LONGEST = 50_000

Piece = tuple[str, dict[str, Any] | None, str, dict[str, Any], str, str, int, tuple[str, ...]]
"""Game, corrections, scenario, options, player, seed, decisions of each kind and side, and the kinds (all if none)."""


@dataclass(frozen=True, slots=True)
class Gain:
    """A decision that was weighed: what the answer that leads the script's gains, as a chance to win; 0 where none
    leads."""

    kind: str
    side: str
    script: str
    better: str
    gain: float


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of decision of a side: how often it comes up with a choice, a game, how many of them were weighed, in how
    many the script was left, and what that gains a decision, with its standard error."""

    kind: str
    side: str
    often: float
    weighed: int
    left: int
    gain: float
    error: float


def weigh(
    game: Game[Any], count: int, each: int, seed: str, kinds: Sequence[str] = (), player: str = "regular",
    options: dict[str, str] | None = None, copy: str | None = None, farm: Farm = HERE,
) -> tuple[list[Kind], list[Gain]]:
    """Each kind of decision, those that gain most a game first; and each decision that was weighed. Raises BadInput
    where the game offers nothing to a search."""
    scenario = game.scenarios[0].id
    chosen = dict(choose(game.options, scenario, options or {}))
    overlay = None if copy is None else overlay_of(game.slug, copy)
    if searcher_of(game.at(scenario)) is None:
        raise BadInput(f"{game.slug}: nobody searches there")
    if unknown := sorted({*kinds} - (there := _kinds(game, Decision))):
        raise BadInput(f"{game.slug} asks for no '{unknown[0]}'; it asks for: {', '.join(sorted(there))}")
    budgeted(player)
    asked: Sequence[Piece] = [
        (game.slug, overlay, scenario, chosen, player, f"{seed}/{at}", each, tuple(kinds)) for at in range(count)
    ]
    gains: list[Gain] = []
    often: dict[tuple[str, str], int] = {}
    for found, seen in farm.map(_game, asked):
        gains += found
        for key, number in seen.items():
            often[key] = often.get(key, 0) + number
    told = [_kind(kind, side, number / count, [one.gain for one in gains if (one.kind, one.side) == (kind, side)],
                  [one for one in gains if (one.kind, one.side) == (kind, side) and one.better])
            for (kind, side), number in often.items() if not kinds or kind in kinds]  # fmt: skip
    return sorted(told, key=lambda one: -one.gain * one.often), gains


def _kinds(game: Game[Any], above: type[Step]) -> set[str]:
    """The names of the decisions that a game asks for."""
    found: set[str] = set()
    one: type[Step]
    for one in above.__subclasses__():
        found |= _kinds(game, one) | ({one.__name__} if one.__module__.startswith(f"{game.package}.") else set())
    return found


def _kind(kind: str, side: str, often: float, gains: Sequence[float], left: Sequence[Gain]) -> Kind:
    return Kind(kind, side, often, len(gains), len(left), *_lead(gains))


def _game(piece: Piece) -> tuple[list[Gain], dict[tuple[str, str], int]]:
    """A game: what was weighed of it, and how often each kind of decision came up."""
    slug, overlay, scenario, options, player, seed, each, kinds = piece
    game = games.load(slug, overlay)
    rng = random.Random(f"decisions {seed}")
    seen: dict[tuple[str, str], int] = {}
    drawn: dict[tuple[str, str], list[tuple[Any, Question, list[Any]]]] = {}
    for s, asked, known in _decisions(game, scenario, options, player, rng):
        key = type(s.stack[-1]).__name__, game.sides[asked.side]
        seen[key] = number = seen.get(key, 0) + 1
        if kinds and key[0] not in kinds:
            continue
        kept = drawn.setdefault(key, [])
        if len(kept) < each:
            kept.append((s, asked, known))
        elif (at := rng.randrange(number)) < each:
            kept[at] = s, asked, known
    found = [_weighed(game, s, asked, known, kind, side, rng)
             for (kind, side), kept in drawn.items() for s, asked, known in kept]  # fmt: skip
    return found, seen


def _decisions(
    game: Game[Any], scenario: str, options: dict[str, Any], player: str, rng: random.Random
) -> Iterator[tuple[Any, Question, list[Any]]]:
    """The decisions of a game that leave a choice: the position, what the side is asked, and what each remembers."""
    s, made = game.setup(scenario, options), budgeted(player)
    known = [game.start(s, side) for side in range(len(game.sides))]
    for _ in range(LONGEST):
        waiting = game.waited_for(s)
        if not waiting:
            return
        side = waiting[0]
        if side == CHANCE:
            outcomes = game.chance(s)
            do: tuple[Action, ...] = tuple(rng.choices([one for one, _ in outcomes], [n for _, n in outcomes]))
        else:
            view = game.view(s, side)
            asked = Question(game, side, view, game.legal(view, side), known[side])
            if forced(asked) is None:
                yield s, asked, list(known)
            do = made.choose(asked, rng).do
        for action in do:
            s = applied(game, s, side, action, known)
            if side != CHANCE and side not in game.waited_for(s):
                break


def _weighed(
    game: Game[Any], s: Any, asked: Question, known: Sequence[Any], kind: str, side: str, rng: random.Random
) -> Gain:
    """A decision: what leads the script's answer in dealt worlds, and what it gains in the true position."""
    script: Any = searcher_of(game.of(s))
    until = script.until(asked.view, PlanSearch().turns)
    own = script.proposals(asked.view, asked.side, asked.legal, asked.memory, rng)[0].do
    others = [(settled(action, rng),) for action in onward(asked)]
    others = [do for do in others if do[0] != own[0]]
    plans = [own, *rng.sample(others, min(MOST, len(others)))]
    supposed = memories(script, asked)
    dealt = (determinize(game, script, asked, rng) for _ in range(WORLDS))
    rows = [_tried(game, script, world, asked.side, plans, supposed, until, rng) for world in dealt]
    best, lead = 0, 0.0
    for at in range(1, len(plans)):
        middle, error = _lead([row[at] - row[0] for row in rows])
        if middle > lead and middle > SURE * error:
            best, lead = at, middle
    gain = 0.0
    if best:
        fresh = [_tried(game, script, s, asked.side, (own, plans[best]), known, until, rng) for _ in range(FRESH)]
        gain = mean([row[1] - row[0] for row in fresh])
    return Gain(kind, side, notation(own[0]), notation(plans[best][0]) if best else "", gain)


def _tried(
    game: Game[Any], script: Any, world: Any, side: int, plans: Sequence[tuple[Action, ...]], known: Sequence[Any],
    until: int | None, rng: random.Random,
) -> list[float]:
    """What each plan comes to in a world, with the same dice."""
    number, fallen = rng.getrandbits(32), rng.getrandbits(32)
    dice = Dice(random.Random(fallen))
    return [
        script.evaluate(play_on(game, script, world, [(side, action) for action in plan], known, dice,
                                random.Random(number), until), side)
        for plan in plans
    ]  # fmt: skip


def _lead(gains: Sequence[float]) -> tuple[float, float]:
    """Their mean and its standard error; 0 where there are too few to tell."""
    middle, count = mean(gains) if gains else 0.0, max(1, len(gains))
    return middle, sqrt(sum((gain - middle) ** 2 for gain in gains) / max(1, count - 1) / count)


def text(slug: str, kinds: Sequence[Kind]) -> str:
    """The report for a terminal."""
    lines = [f"{slug}: what another answer than the script's gains, as a chance to win in a hundred games",
             f"  {'decision':<22} {'side':<10} {'a game':>7} {'weighed':>8} {'left':>5} {'each':>14} {'a game':>7}"]
    lines += [f"  {one.kind:<22} {one.side:<10} {one.often:7.1f} {one.weighed:8d} {one.left:5d} "
              f"{100 * one.gain:+7.2f} ± {100 * one.error:4.2f} {100 * one.gain * one.often:+7.1f}" for one in kinds]
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """0, or 2 for what cannot be done."""
    return answered(lambda: _main(argv))


def _main(argv: Sequence[str] | None) -> int:
    parser = Parser(prog="python -m ironbottom.lab.decisions", description=__doc__,
                    formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("-n", type=int, default=10, metavar="GAMES", help="how many games (default 10)")
    parser.add_argument("--each", type=int, default=3, metavar="N", help="decisions of a kind and side in a game")
    parser.add_argument("--kind", action="append", default=[], metavar="STEP", help="only these; may be repeated")
    parser.add_argument("--player", default="regular", metavar="P", help="who plays the games (default regular)")
    parser.add_argument("--seed", default="1", metavar="S")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="a ruling; may be repeated")
    parser.add_argument("--copy", metavar="NAME|FILE", help="with a copy of the game, such as 'Fair set-up'")
    farm_options(parser)
    parser.add_argument("--json", action="store_true", help="each decision too, as JSON")
    given = parser.parse_args(argv)
    at_least(1, n=given.n, each=given.each)
    kinds, gains = weigh(games.load(given.game), given.n, given.each, given.seed, given.kind, given.player,
                         options_of(given.option), given.copy, farm_of(given))  # fmt: skip
    if given.json:
        told = {"kinds": [asdict(one) for one in kinds], "decisions": [asdict(one) for one in gains]}
        print(json.dumps(told, indent=1, ensure_ascii=False))
    else:
        print(text(given.game, kinds))
    return WELL


if __name__ == "__main__":
    sys.exit(main())
