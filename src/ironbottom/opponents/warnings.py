"""The coach's warning: whether what one is about to do is far worse than what a search finds in the same moment.

Both are played on from the same worlds, which are dealt from the view and the memory of the one who asks, and with the
same dice. It is said only where the difference is large and not by chance. Where worlds take long to be played on, they
are played on for a turn only; where even so too few come to an end in the time that there is, the script's own reasons
decide: an act that it thought of and finds far worse than its best.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from statistics import fmean, stdev
from typing import Any

from ironbottom.kernel.action import Action
from ironbottom.kernel.message import Warned
from ironbottom.kernel.opponent import Opponent, Plan
from ironbottom.kernel.words import capital, load_words
from ironbottom.opponents.advice import why
from ironbottom.opponents.hints import AHEAD, beginning, named, steps
from ironbottom.opponents.player import Question, Thought
from ironbottom.opponents.worlds import Dice, determinize, memories, play_on, searcher_of

LEAST = 8
"""Worlds below which the script's reasons decide,"""
MOST = 40
"""and those that are enough."""
GAP = 0.12
"""What an act must cost of the chance to win to be worth a word,"""
SURE = 2.0
"""in so many standard errors at least."""
FAR = 3.0
"""By so much the script must like its best plan more: the Recruit would play the other once in twenty times."""


def warned(asked: Question, thought: Thought, do: Sequence[Action], rng: random.Random, seconds: float) -> Warned:
    """What to say of these actions, beside the plan that was thought of, within so many seconds of trying both."""
    game, script = asked.game, searcher_of(asked.game.of(asked.view))
    quiet: Warned = {"text": ""}
    if script is None or not thought.do or thought.do[0] == do[0]:
        return quiet
    worlds = _Worlds(asked, script, rng, seconds)
    better, worse = worlds.compare(thought.do, do)
    if len(better) < LEAST:
        return _by_reasons(asked, script, do, rng)
    gaps = [one - other for one, other in zip(better, worse, strict=True)]
    if fmean(gaps) < GAP or fmean(gaps) < SURE * stdev(gaps) / len(gaps) ** 0.5:
        return quiet
    best = thought.considered[0] if thought.considered else Plan("script", thought.do, 0.0)
    chosen = next((plan for plan in thought.considered if plan.do == thought.do), best)
    name = capital(named(game, chosen.intention, beginning(asked, chosen)))
    chance, other = round(100 * fmean(better)), round(100 * fmean(worse))
    text = load_words("ironbottom.opponents").say("warn.text", plan=name, chance=chance, other=other)
    return {"text": text}


def _by_reasons(asked: Question, script: Opponent[Any], do: Sequence[Action], rng: random.Random) -> Warned:
    """What the script has against an act that it thought of too."""
    plans = script.policy(asked.view, asked.side, asked.legal, asked.memory, rng)
    best = max(plans, key=lambda plan: plan.score)
    found = max((plan.score for plan in plans if plan.do[:1] == tuple(do[:1])), default=best.score)
    if best.score - found < FAR:
        return {"text": ""}
    begins = beginning(asked, best)
    rather = next(iter(steps(asked, best.do[:1])), capital(named(asked.game, best.intention, begins)))
    reason = why(asked.game, best.intention, asked.side, begins)
    return {"text": load_words("ironbottom.opponents").say("warn.rather", plan=rather, why=reason).strip()}


class _Worlds:
    """Worlds in which two plans are tried, within so many seconds."""

    def __init__(self, asked: Question, script: Opponent[Any], rng: random.Random, seconds: float) -> None:
        self.asked, self.script, self.rng = asked, script, rng
        self.end = time.monotonic() + seconds
        self.seconds = seconds

    def compare(self, do: Sequence[Action], other: Sequence[Action]) -> tuple[list[float], list[float]]:
        """What each of them brought in each world."""
        asked, script, rng = self.asked, self.script, self.rng
        until = None if script.to_the_end(asked.view) else script.phase(asked.view) + AHEAD
        found = list[float](), list[float]()
        while len(found[0]) < MOST and (begun := time.monotonic()) < self.end:
            world, number = determinize(asked.game, script, asked, rng), rng.getrandbits(32)
            for plan, values in zip((do, other), found, strict=True):
                first = [(asked.side, action) for action in plan]
                last = play_on(asked.game, script, world, first, memories(script, asked), Dice(random.Random(number)),
                               random.Random(number), until)
                values.append(script.evaluate(last, asked.side))
            slow = (time.monotonic() - begun) * LEAST > self.seconds
            if until is not None and slow and len(found[0]) == 1:  # they would not come to an end
                until, found = script.phase(asked.view) + 1, (list[float](), list[float]())
        return found
