#!/usr/bin/env python3
"""The smallest seed with which the chance results fall that a game's lessons are written for.

    python tools/lesson_seed.py archies-war [LESSON ...]

The seed goes into the lesson's `seed` in the game's lessons.toml.
"""

from __future__ import annotations

import sys
from fnmatch import fnmatchcase
from typing import Any

from ironbottom import games
from ironbottom.kernel.action import notation
from ironbottom.kernel.errors import IronbottomError
from ironbottom.kernel.game import Game
from ironbottom.kernel.lessons import Lesson, answer, dice
from ironbottom.kernel.referee import Entry, Referee
from ironbottom.kernel.step import CHANCE

MOST = 10_000_000


def falls(game: Game[Any], lesson: Lesson, start: Any, seed: bytes) -> bool:
    """Whether the lesson, played by its own steps, gets the chance results that it lists."""
    referee = Referee(game, start, seed)
    referee.begin()
    for step in lesson.steps:
        wanted = list(step.chance)
        played = [(lesson.side, action) for action in step.play]
        while True:
            waiting = game.waited_for(referee.state)
            if waiting and lesson.side not in waiting and (not played or played[0][0] == lesson.side):
                side = waiting[0]
                told = answer(game, lesson, game.view(referee.state, side), side)
                played = [*((side, action) for action in told), *played]
                if not told:
                    break
            if not played:
                break
            for entry in referee.play(*played.pop(0)):
                if not _fits(entry, wanted):
                    return False
        if wanted:
            return False
    return True


def _fits(entry: Entry, wanted: list[str]) -> bool:
    return entry.side != CHANCE or not wanted or fnmatchcase(notation(entry.action), wanted.pop(0))


def seed_of(game: Game[Any], lesson: Lesson) -> int:
    """The smallest seed that will do."""
    start = game.place(lesson.position)
    for seed in range(MOST):
        if falls(game, lesson, start, dice(game.slug, lesson.id, seed)):
            return seed
    raise IronbottomError(f"no seed below {MOST} gives what '{lesson.id}' is written for")


def main(slug: str, *only: str) -> None:
    """Print the seed of each lesson."""
    game = games.load(slug)
    for lesson in game.lessons:
        if not only or lesson.id in only:
            print(f"{lesson.id}: seed = {seed_of(game, lesson)}", flush=True)


if __name__ == "__main__":
    try:
        main(*(sys.argv[1:] or ["archies-war"]))
    except IronbottomError as error:
        sys.exit(f"lesson_seed: {error}")
