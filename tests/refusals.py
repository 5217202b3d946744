"""Why not: random games are stopped, every verb is asked with one argument at a time another, and each answer must
cite a statement of the game's rules.

    WALK = refusals.Walk(GAME, "take J DST, go J =1, done", (*SPACES, *KINDS), lambda seed: ("campaign", {}))

    found = WALK.ask(positions=40, questions=300)
    refusals.show(found)                            # what to read through: does each rule forbid it?

A soak asks of 2,000 positions, `make test` of some 40.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import contract
from ironbottom.kernel.action import Action, Range, notation, parse
from ironbottom.kernel.game import Game
from ironbottom.kernel.step import CHANCE

NUMBERS = (0, 1, 2, 99)
Found = Counter[tuple[str, str]]
"""How often a verb was refused by a rule."""


@dataclass(frozen=True)
class Walk:
    """What is asked of a game."""

    game: Game[Any]
    every: str
    """An action of every verb, in their notation with commas between; the legal ones are varied beside them."""
    words: Sequence[str]
    """What an argument may be: pieces, places, kinds, and something that is nothing."""
    starts: Callable[[int], tuple[str, Mapping[str, Any]]]
    """Scenario and options of the game with that seed."""
    stops: float = 0.03
    """The share of a game's positions that are asked of."""
    states: Callable[[int], Iterable[Any]] | None = None
    """The states of the game with that seed, where plain random play seldom comes to what matters."""

    def ask(self, positions: int, questions: int, seed: int = 11) -> Found:
        """Ask so many questions in so many positions, of each side that may move there."""
        rng = random.Random(seed)
        found: Found = Counter()
        for number in range(10_000):
            scenario, options = self.starts(number)
            plain = contract.states(self.game, scenario, options, number, retract=0.1)
            for s in plain if self.states is None else self.states(number):
                if not s.stack or CHANCE in self.game.to_move(s) or rng.random() > self.stops:
                    continue
                for side in self.game.to_move(s):
                    found += self.asked(s, side, questions, rng)
                positions -= 1
                if not positions:
                    return found
        raise AssertionError("too few positions")

    def asked(self, s: Any, side: int, questions: int, rng: random.Random) -> Found:
        """Ask the side, as often of a verb with one action as of one with many."""
        found: Found = Counter()
        view = self.game.view(s, side)
        verbs: dict[Any, list[Action]] = defaultdict(list)
        for action in (*map(parse, self.every.split(", ")), *self.game.legal(view, side)):
            verbs[action[0]].append(action)
        varied = [self.varied(rng.choice(verbs[rng.choice(list(verbs))]), rng) for _ in range(questions)]
        for action in (*((verb,) for verb in verbs), *varied):
            refusal = self.game.why_not(view, side, action)
            if refusal is None:
                continue
            asked = f"{type(s.stack[-1]).__name__}: {notation(action)}"
            assert any(statement.id == refusal.rule for statement in self.game.statements), (asked, refusal)
            assert self.game.refusal(refusal), asked
            found[str(action[0]), refusal.rule] += 1
        return found

    def varied(self, action: Action, rng: random.Random) -> Action:
        """The action with one argument another, one too few or one too many; or as it is."""
        plain = tuple(part.high if isinstance(part, Range) else part for part in action)
        at = rng.randrange(len(plain) + 2)
        if at == len(plain) + 1:
            return plain[:-1] if len(plain) > 1 else plain
        if at == len(plain):
            return (*plain, rng.choice((1, rng.choice(self.words))))
        if at == 0:
            return plain
        other = rng.choice(self.words) if isinstance(plain[at], str) else rng.choice(NUMBERS)
        return (*plain[:at], other, *plain[at + 1 :])


def show(found: Found) -> None:
    """Print verb, rule and count, a line each."""
    for (verb, rule), count in sorted(found.items()):
        print(f"{verb:16} {rule:8} {count:7}")
