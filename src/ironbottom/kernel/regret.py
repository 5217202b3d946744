"""Regret matching over a table of what two sides may choose in secret.

No choice is best there: the best answer to any one of them can be foreseen and answered in its turn. So both sides
learn from what they regret, and the choice is drawn from the average mixture of all rounds, which comes near an
equilibrium of the table.
"""

from __future__ import annotations

from collections.abc import Sequence

ROUNDS = 400
"""Rounds of regret matching: the average mixture is within some hundredths of an equilibrium."""

Payoffs = Sequence[Sequence[float]]
"""What each own choice (rows) brings us against each of the other side (columns)."""


def solve(worlds: Sequence[Payoffs], rounds: int = ROUNDS) -> tuple[list[float], list[list[float]]]:
    """The average mixtures of regret matching: ours, and the other side's in each world. What is ours is not theirs.
    The other side knows its own secrets: it mixes anew in each world, we mix once for all of them.

    >>> ours, (theirs,) = solve([[[1.0, 0.0], [0.0, 1.0]]])
    >>> [round(p, 2) for p in ours], [round(p, 2) for p in theirs]
    ([0.5, 0.5], [0.5, 0.5])
    """
    size = len(worlds[0])
    mine = _Learner(size)
    others = [_Learner(len(table[0])) for table in worlds]
    for turn in range(1, rounds + 1):
        own = mine.mixture()
        gains = [0.0] * size
        for table, other in zip(worlds, others, strict=True):
            answer = other.mixture()
            for i, row in enumerate(table):
                gains[i] += sum([p * x for p, x in zip(answer, row, strict=True)])
            other.learn([-sum([own[i] * table[i][j] for i in range(size)]) for j in range(len(answer))], answer, turn)
        mine.learn([gain / len(worlds) for gain in gains], own, turn)
    return mine.average(), [other.average() for other in others]


class _Learner:
    """One who makes each choice in proportion to how much it regrets not to have made it."""

    def __init__(self, size: int) -> None:
        self.regrets = [0.0] * size
        self.played = [0.0] * size

    def mixture(self) -> list[float]:
        total = sum(self.regrets)
        size = len(self.regrets)
        return [regret / total for regret in self.regrets] if total > 0 else [1 / size] * size

    def learn(self, gains: Sequence[float], mixture: Sequence[float], turn: int) -> None:
        """What each choice would have brought; later rounds weigh more in the average."""
        brought = sum([p * gain for p, gain in zip(mixture, gains, strict=True)])
        self.regrets = [max(0.0, old + gain - brought) for old, gain in zip(self.regrets, gains, strict=True)]
        self.played = [old + turn * p for old, p in zip(self.played, mixture, strict=True)]

    def average(self) -> list[float]:
        total = sum(self.played)
        return [p / total for p in self.played]


def exploitable(worlds: Sequence[Payoffs], ours: Sequence[float], theirs: Sequence[Sequence[float]]) -> float:
    """By how much the two sides together could do better against these mixtures: 0 in an equilibrium."""
    count = len(worlds)
    best = max(
        sum(sum([p * x for p, x in zip(mix, table[i], strict=True)]) for table, mix in zip(worlds, theirs, strict=True))
        for i in range(len(ours))
    )
    worst = sum(min(sum([ours[i] * table[i][j] for i in range(len(ours))]) for j in range(len(mix)))
                for table, mix in zip(worlds, theirs, strict=True))
    return (best - worst) / count
