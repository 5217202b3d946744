"""What a position is worth, learnt from play: a logistic regression of who won on what mattered.

    python -m ironbottom.lab.learn archies-war -n 3000 --seed learn --copy "Fair set-up"

Two players of a kind play each other and stray now and then, so that positions occur that good play avoids. At the
start of each side's sequence the signs of the position are noted; the weights are fitted by Newton's method, and the
games held back say how good they are. What matters, the game's opponent says (`signs`, `learn_phase`).
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from math import exp, log, sqrt
from pathlib import Path
from typing import Any

from ironbottom import games
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.game import Game
from ironbottom.kernel.learnt import WEIGHTS
from ironbottom.kernel.step import CHANCE
from ironbottom.lab.command import WELL, Parser, answered, at_least, overlay_of, writable
from ironbottom.lab.farm import farm_of, farm_options
from ironbottom.opponents.player import Question
from ironbottom.opponents.registry import player
from ironbottom.opponents.scripted import Scripted, script_of

STRAYS = 0.15
"""How often a side draws its plan instead of playing the best."""

HELD = 10
"""One game of each player in so many is held back."""

Row = tuple[tuple[float, ...], float]


def positions(
    game: Game[Any], scenario: str, seed: str, bot: str = "regular", strays: float = STRAYS
) -> list[tuple[int, Row]]:
    """A game's positions at the start of each phase: whose phase it is, the signs, and whether the first side won
    (a draw is half of it)."""
    script = script_of(game.at(scenario))
    rng = random.Random(seed)
    best, drawn = player(bot), Scripted(1.0)
    s = game.setup(scenario)
    memories = [game.start(s, side) for side in range(len(game.sides))]
    found: list[tuple[int, tuple[float, ...]]] = []
    last = -1
    while sides := game.to_move(s):
        if sides == (CHANCE,):
            outcomes, counts = zip(*game.chance(s), strict=True)
            acts = [(CHANCE, rng.choices(outcomes, counts)[0])]
        else:
            phase = script.learn_phase(s)
            if phase != last and last >= 0:
                found.append((phase & 1, script.signs(s)))
            last = phase
            side = sides[0]
            view = game.view(s, side)
            asked = Question(game, side, view, game.legal(view, side), memories[side])
            chosen = drawn if rng.random() < strays else best
            acts = [(side, action) for action in chosen.choose(asked, rng).do]
        for side, action in acts:
            s = game.apply(s, side, action)
            for viewer in range(len(memories)):
                for seen in game.news_for(s, viewer):
                    memories[viewer] = game.remember(s, memories[viewer], seen)
            if game.to_move(s) != sides:
                break
    won = 0.5 + 0.5 * game.returns(s)[0]
    return [(side, (row, won)) for side, row in found]


def _positions(piece: tuple[str, dict[str, Any] | None, str, str, str]) -> list[tuple[int, Row]]:
    """The positions of one game: slug, corrections, scenario, seed, player."""
    slug, overlay, scenario, seed, bot = piece
    return positions(games.load(slug, overlay), scenario, seed, bot)


def fit(rows: Sequence[Row], decay: float = 0.5, rounds: int = 25) -> list[float]:
    """The weights of a logistic regression, by Newton's method (iteratively reweighted least squares), with `decay`
    times half the sum of their squares added to the loss. Steps are halved where they would make it worse."""
    size = len(rows[0][0])
    w, now = [0.0] * size, float("inf")
    for _ in range(rounds):
        slope = [decay * x for x in w]
        bend = [[0.0] * size for _ in range(size)]
        for x, won in rows:
            p = _chance(w, x)
            weight = max(p * (1 - p), 1e-6)
            for i, number in enumerate(x):
                if number:
                    slope[i] += (p - won) * number
                    scaled = weight * number
                    # the lower half alone: it is symmetric
                    bend[i][: i + 1] = [have + scaled * other for have, other in zip(bend[i], x[: i + 1], strict=False)]
        for i in range(size):
            bend[i][i] += decay
            for j in range(i):
                bend[j][i] = bend[i][j]
        step, share = _solved(bend, slope), 1.0
        before = now
        while True:
            tried = [a - share * b for a, b in zip(w, step, strict=True)]
            now = _loss(tried, rows) + 0.5 * decay * sum([x * x for x in tried])
            if now <= before or share < 1e-3:
                break
            share /= 2
        w = tried
        if before - now < 1e-6 * before:
            break
    return w


def _solved(matrix: list[list[float]], right: Sequence[float]) -> list[float]:
    """The solution of a symmetric positive definite system, by Cholesky's decomposition."""
    size = len(right)
    low = [[0.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            rest = matrix[i][j] - sum([a * b for a, b in zip(low[i][:j], low[j][:j], strict=True)])
            low[i][j] = sqrt(rest) if i == j else rest / low[j][j]
    forth: list[float] = []
    for i in range(size):
        forth.append((right[i] - sum([a * b for a, b in zip(low[i][:i], forth, strict=True)])) / low[i][i])
    back = [0.0] * size
    for i in reversed(range(size)):
        back[i] = (forth[i] - sum([low[k][i] * back[k] for k in range(i + 1, size)])) / low[i][i]
    return back


def _loss(w: Sequence[float], rows: Sequence[Row]) -> float:
    """The log loss of all rows together."""
    loss = 0.0
    for x, won in rows:
        p = min(1 - 1e-9, max(1e-9, _chance(w, x)))
        loss -= won * log(p) + (1 - won) * log(1 - p)
    return loss


def _chance(w: Sequence[float], x: Sequence[float]) -> float:
    total = sum([a * b for a, b in zip(w, x, strict=True)])
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


def quality(w: Sequence[float], rows: Sequence[Row]) -> dict[str, float]:
    """How good the weights are: the mean log loss, the Brier score, and the share of the winners told."""
    brier = told = 0.0
    for x, won in rows:
        p = _chance(w, x)
        brier += (p - won) ** 2
        told += (p > 0.5) == (won > 0.5)
    count = max(1, len(rows))
    return {"rows": len(rows), "log_loss": round(_loss(w, rows) / count, 4), "brier": round(brier / count, 4),
            "told": round(told / count, 4)}


def main(argv: Sequence[str] | None = None) -> int:
    """Learn the weights, and write them where one is told to; 2 for what cannot be done."""
    return answered(lambda: _main(argv))


def _main(argv: Sequence[str] | None) -> int:
    parser = Parser(prog="python -m ironbottom.lab.learn",
                    description="Learn what positions are worth from games between scripts.")
    parser.add_argument("game")
    parser.add_argument("-n", type=int, default=3000, help="games")
    parser.add_argument("--seed", default="learn")
    parser.add_argument("--scenario")
    parser.add_argument("--bots", default="regular", help="who plays, in turn: regular,veteran:steps=24")
    parser.add_argument("--copy", action="append", default=[], metavar="NAME|FILE",
                        help="play with this copy too, by turns with the game as printed; may be given again")
    parser.add_argument("--into", type=Path, metavar="FILE",
                        help=f"write the weights there; the computers play by {WEIGHTS} in the game's package")
    farm_options(parser)
    given = parser.parse_args(argv)
    game = games.load(given.game)
    scenario = game.scenario(given.scenario or game.scenarios[0].id).id
    bots = given.bots.split(",")
    for bot in bots:
        player(bot)
    at_least(HELD, n=given.n)
    if given.into is not None:
        writable(given.into)
    if not script_of(game.at(scenario)).names_signs:
        raise BadInput(f"the script of {given.game} names no signs, so there is nothing to learn")
    held: list[list[Row]] = [[], []]
    kept: list[list[Row]] = [[], []]
    sets = [None, *(overlay_of(given.game, copy) for copy in given.copy)]
    pieces = [
        (given.game, sets[number // HELD % len(sets)], scenario, f"{given.seed} {number}", bots[number % len(bots)])
        for number in range(given.n)
    ]
    for number, rows in enumerate(farm_of(given).map(_positions, pieces)):
        for side, row in rows:
            (held if number % HELD < len(bots) else kept)[side].append(row)
    played = " and ".join(("as printed", *(Path(copy).stem for copy in given.copy)))
    written: dict[str, Any] = {"source": f"{given.n} games of {', '.join(bots)}, {played}, seed {given.seed}"}
    for side, name in enumerate(game.sides):
        if not kept[side]:  # one set of weights serves both
            continue
        weights = fit(kept[side])
        print(name, quality(weights, held[side]), flush=True)
        written[name] = [round(number, 4) for number in weights]
    if given.into is None:
        print(f"nothing is written without --into; the computers play by {Path(str(game.folder)) / WEIGHTS}")
        return WELL
    given.into.write_text(json.dumps(written, indent=0) + "\n", "utf-8")
    print(f"written to {given.into}")
    return WELL


if __name__ == "__main__":
    sys.exit(main())
