"""The coach's warning: whether what one is about to do is far worse than what a search finds in the same moment.

Both are played on from the same worlds, which are dealt from the view and the memory of the one who asks, and with the
same dice. It is said only where the difference is large and not by chance; a game whose worlds take too long to be
played on in the time that there is keeps silent.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from statistics import fmean, stdev

from ironbottom.kernel.action import Action
from ironbottom.kernel.message import Warned
from ironbottom.kernel.opponent import Plan
from ironbottom.kernel.words import capital, load_words
from ironbottom.opponents.hints import AHEAD, named
from ironbottom.opponents.player import Question, Thought
from ironbottom.opponents.worlds import Dice, determinize, memories, play_on, searcher_of

LEAST = 8
"""Worlds below which nothing is said,"""
MOST = 40
"""and those that are enough."""
GAP = 0.12
"""What an act must cost of the chance to win to be worth a word,"""
SURE = 2.0
"""in so many standard errors at least."""


def warned(asked: Question, thought: Thought, do: Sequence[Action], rng: random.Random, seconds: float) -> Warned:
    """What to say of these actions, beside the plan that was thought of, within so many seconds of trying both."""
    game, script = asked.game, searcher_of(asked.game.of(asked.view))
    quiet: Warned = {"text": ""}
    if script is None or not thought.do or thought.do[0] == do[0]:
        return quiet
    until = None if script.to_the_end(asked.view) else script.phase(asked.view) + AHEAD
    better, worse, end = list[float](), list[float](), time.monotonic() + seconds
    while len(better) < MOST and time.monotonic() < end:
        world, number = determinize(game, script, asked, rng), rng.getrandbits(32)
        for plan, found in ((thought.do, better), (do, worse)):
            first = [(asked.side, action) for action in plan]
            last = play_on(game, script, world, first, memories(script, asked), Dice(random.Random(number)),
                           random.Random(number), until)
            found.append(script.evaluate(last, asked.side))
    gaps = [one - other for one, other in zip(better, worse, strict=True)]
    if len(gaps) < LEAST or fmean(gaps) < GAP or fmean(gaps) < SURE * stdev(gaps) / len(gaps) ** 0.5:
        return quiet
    best = thought.considered[0] if thought.considered else Plan("script", thought.do, 0.0)
    chosen = next((plan for plan in thought.considered if plan.do == thought.do), best)
    text = load_words("ironbottom.opponents").say(
        "warn.text", plan=capital(named(game, chosen.intention)), chance=round(100 * fmean(better)),
        other=round(100 * fmean(worse)),
    )
    return {"text": text}
