"""The random player: any legal action that does not take something back. The measure of all others."""

from __future__ import annotations

import random

from ironbottom.opponents.player import Question, Thought, onward, settled


class RandomPlayer:
    """Draws each of its actions."""

    def choose(self, asked: Question, rng: random.Random) -> Thought:
        return Thought((settled(rng.choice(onward(asked)), rng),))
