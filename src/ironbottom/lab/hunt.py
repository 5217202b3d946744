"""The hunt for blunders: decisions drawn from games of every level, where a long search sees much of a game lost.

A decision of a game is drawn; a search of ten times the Elite's budget looks at the same question, on the same
knowledge, if a hasty one has found anything that is better. Where it would have done something else, both are played on
in the true position, with fresh dice that are common to both, by the scripts: first to where the search would value
them, and if something is lost there, to the end of the game. What loses at least `LOST` of a game there, beyond two
standard errors, is played on once more in worlds dealt from what the side knew: where it loses as much, it is an entry
for the book, the moves that led there and what must not be done; where not, hindsight alone knows it. Trials are broken
off as soon as they cannot come to that.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from math import sqrt
from typing import Any

from ironbottom import games
from ironbottom.kernel.action import Action, notation
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.game import Game
from ironbottom.kernel.options import choose
from ironbottom.kernel.step import CHANCE
from ironbottom.lab.blunders import budgeted
from ironbottom.lab.command import overlay_of
from ironbottom.lab.farm import HERE, Farm
from ironbottom.opponents.plan_search import PlanSearch
from ironbottom.opponents.player import Question, Steps, forced
from ironbottom.opponents.worlds import Dice, applied, determinize, memories, play_on, searcher_of

LEVELS = ("recruit", "regular", "veteran")
LOST = 0.12
"""What must be lost, as a chance to win."""
STEPS = 3000
"""Ten times what an Elite thinks here."""
HASTY = 10
"""So many times hastier is the first look. Of 12 blunders among 129 decisions of Archie's War it missed one, which
hindsight alone knew, and kept 20 decisions for the long look."""
TRIALS = 80
"""Fresh dice for each of the two plans, to the end of the game."""
SIFTED, SIFT = 16, 0.05
"""Fresh dice for each of the two to begin with, and what must be lost there."""
BLOCK = 16
"""After so many trials each it is asked whether the rest can still tell."""
DRAWN = 0.06
"""The share of a game's decisions that is looked at."""
LONGEST = 5000

Piece = tuple[str, dict[str, Any] | None, str, dict[str, Any], str, str, int, int]
"""Game, corrections, scenario, options, level, seed, steps of the search, and how many decisions at most."""


@dataclass(frozen=True, slots=True)
class Found:
    """A decision that lost much: who decided, the game so far, what was done and what is better, and by how much."""

    level: str
    side: int
    seed: str
    moves: tuple[str, ...]
    played: tuple[Action, ...]
    better: tuple[Action, ...]
    lost: float
    error: float
    foreseen: float
    """What it loses on average where all that the side did not know is dealt anew, and its standard error."""
    doubt: float

    @property
    def name(self) -> str:
        return f"Hunted: {self.level}, game {self.seed}, move {len(self.moves)}"

    @property
    def hindsight(self) -> bool:
        """Whether nobody could have known, so that it was no blunder."""
        return not _much(self.foreseen, self.doubt)

    def line(self) -> str:
        """It in one line."""
        return (f"{self.name}: loses {self.lost:.2f} ± {self.error:.2f} in the true position, "
                f"{self.foreseen:.2f} ± {self.doubt:.2f} as far as could be known")

    def entry(self, game: Game[Any], options: dict[str, str], copy: str | None = None) -> str:
        """The entry for the book; `copy`: what the games were played with."""
        text = [
            "[[blunder]]",
            f"name = {json.dumps(self.name)}",
            'kind = "hunted"',
            f"why = {json.dumps(f'It loses {self.foreseen:.2f} of a game; better: {_told(self.better)}')}",
        ]
        if options:
            text.append("options = { " + ", ".join(f"{key} = {json.dumps(one)}" for key, one in options.items()) + " }")
        if copy is not None:
            text.append(f"copy = {json.dumps(copy)}")
        text += [
            f"moves = {json.dumps('; '.join(self.moves))}", f"side = {json.dumps(game.side_name(self.side))}",
            'until = "answer"', f"never = [{json.dumps('^' + _told(self.played))}]",
            f"wrong = {json.dumps(_told(self.played))}", f"right = {json.dumps(_told(self.better))}",
        ]
        return "\n".join(text) + "\n"


def _told(actions: tuple[Action, ...]) -> str:
    return "; ".join(map(notation, actions))


def hunt(
    game: Game[Any], decisions: int, seed: str, options: dict[str, str] | None = None, steps: int = STEPS,
    progress: Callable[[int, int], None] = lambda done, whole: None, farm: Farm = HERE, copy: str | None = None,
) -> Iterator[Found]:
    """The blunders among so many decisions; `copy`: the name or the file of one to play with. Raises BadInput where the
    game offers nothing to a search."""
    scenario = game.scenarios[0].id
    chosen = dict(choose(game.options, scenario, options or {}))
    overlay = None if copy is None else overlay_of(game.slug, copy)
    if searcher_of(game.at(scenario)) is None:
        raise BadInput(f"{game.slug}: nobody searches there")
    left = decisions

    def pieces() -> Iterator[Piece]:
        for at in count():  # `left` when it is handed out: no game goes on long after enough has been looked at
            yield game.slug, overlay, scenario, chosen, LEVELS[at % len(LEVELS)], f"{seed}/{at}", steps, left

    for looked in farm.map(_game, pieces()):
        for found in looked[:left]:
            left -= 1
            progress(decisions - left, decisions)
            if found is not None:
                yield found
        if not left:
            return


def _game(piece: Piece) -> list[Found | None]:
    """A game of a level against itself: for each of at most so many decisions looked at what was found, or None."""
    slug, overlay, scenario, options, level, seed, steps, most = piece
    game = games.load(slug, overlay)
    looked: list[Found | None] = []
    s = game.setup(scenario, options)
    rng = random.Random(f"hunt {seed}")
    made = budgeted(level)
    known = [game.start(s, side) for side in range(len(game.sides))]
    moves: list[str] = []
    for _ in range(LONGEST):
        waiting = game.waited_for(s)
        if not waiting or len(looked) >= most:
            break
        side = waiting[0]
        if side == CHANCE:
            outcomes = game.chance(s)
            do: tuple[Action, ...] = tuple(rng.choices([one for one, _ in outcomes], [n for _, n in outcomes]))
        else:
            view = game.view(s, side)
            asked = Question(game, side, view, game.legal(view, side), known[side])
            do = made.choose(asked, rng).do
            if forced(asked) is None and rng.random() < DRAWN:
                looked.append(_looked(game, s, asked, level, seed, tuple(moves), do, known, steps))
        for action in do:
            s = applied(game, s, side, action, known)
            # what falls by itself, with one outcome alone, a book plays by itself too
            if side != CHANCE or len(outcomes) > 1:
                moves.append(f"{game.side_name(side)} {notation(action)}")
            if side != CHANCE and side not in game.waited_for(s):
                break
    return looked


def _looked(
    game: Game[Any], s: Any, asked: Question, level: str, seed: str, moves: tuple[str, ...], played: tuple[Action, ...],
    known: list[Any], steps: int,
) -> Found | None:
    """Whether a decision was a blunder."""
    script: Any = searcher_of(game.of(s))
    best: tuple[Action, ...] = ()
    for thought in (max(1, steps // HASTY), steps):
        search = PlanSearch(Steps(thought))
        best = search.choose(asked, random.Random(f"hunt {seed} {len(moves)}")).do
        if best[:len(played)] == played[:len(best)]:
            return None
        rng = random.Random(f"trial {seed} {len(moves)}")
        until = script.phase(s) + search.turns
        if compared(game, s, asked.side, best, played, known, rng, SIFTED, until)[0] < SIFT:
            return None
    mean, error = compared(game, s, asked.side, best, played, known, rng, TRIALS, None)
    if not _much(mean, error):
        return None
    supposed = memories(script, asked)
    foreseen, doubt = compared(game, s, asked.side, best, played, supposed, rng, TRIALS, None,
                               deal=lambda: determinize(game, script, asked, rng))
    return Found(level, asked.side, seed, moves, played, best, mean, error, foreseen, doubt)


def _much(lost: float, error: float) -> bool:
    return lost >= LOST and lost >= 2 * error


def compared(
    game: Game[Any], s: Any, side: int, better: tuple[Action, ...], worse: tuple[Action, ...], known: list[Any],
    rng: random.Random, trials: int, until: int | None, least: float = LOST, deal: Callable[[], Any] | None = None,
) -> tuple[float, float]:
    """What a side gains in the true position, or in worlds that are dealt, by one plan instead of another, with common
    fresh dice, played on by the scripts to the start of a phase or (None) the end of the game; and the standard error
    of it. Trials end early once it is sure whether it is more than `least`."""
    script: Any = searcher_of(game.of(s))
    gains: list[float] = []
    mean, error = 0.0, 1.0
    while len(gains) < trials:
        number, fallen = rng.getrandbits(32), rng.getrandbits(32)
        dice = Dice(random.Random(fallen))
        world = deal() if deal else s
        values = []
        for plan in (better, worse):
            first = [(side, action) for action in plan]
            end = play_on(game, script, world, first, known, dice, random.Random(number), until)
            values.append(script.evaluate(end, side))
        gains.append(values[0] - values[1])
        if len(gains) % BLOCK == 0 or len(gains) == trials:
            mean = sum(gains) / len(gains)
            error = sqrt(sum([(gain - mean) ** 2 for gain in gains]) / (len(gains) - 1) / len(gains))
            if mean + 2 * error < least or mean - 3 * error > least:
                break
    return mean, error
