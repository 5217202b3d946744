"""Why not: an answer with a statement's number to whatever is asked, wherever it is asked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import contract
from ironbottom.games.axis_allies.game import make
from ironbottom.games.axis_allies.rules.printed import KINDS, SPACES, TOKENS
from ironbottom.kernel.action import Action, Range, notation
from ironbottom.kernel.step import CHANCE

GAME = make()
IDS = {statement.id for statement in GAME.statements}
WORDS = (*SPACES, *KINDS, *TOKENS, "air", "sea", "land", "troops", "fields", "TRN+INF", "CAR+FTR", "nowhere")
EVERY: tuple[Action, ...] = (
    ("take", "J", "DST"), ("take", "J", "TRN+INF", "INF"), ("go", "J", 1), ("stay", 1), ("load", "GUA", "INF"),
    ("put", "GUA", "INF"), ("aboard", 1), ("drop",), ("done",), ("play", "pt_boats", "J"), ("play", "coast_watchers"),
    ("play", "command_decision", "J", "sea"), ("play", "quick_drop", "H", "GUA"), ("pass",), ("torpedo", "DST"),
    ("hold",), ("fight", "J"), ("fire", "GUA", 1), ("cease", "GUA"), ("aim", "J", "CRU", "troops", 1),
    ("unaim", "J", "CRU", "troops"), ("lose", "TRN+INF"), ("ashore", "GUA", 1), ("land", "GUA", 1), ("build", "GUA"),
    ("buy", "INF", 1), ("repair", "DST"), ("mend", "GUA"), ("deploy", "J", 1), ("ready",), ("reopen",),
    ("recall", "J", "K", "DST"),
)
"""An action of every verb."""


def varied(action: Action) -> Iterator[Action]:
    """The action, with one argument at a time another, one too few and one too many."""
    plain = tuple(part.high if isinstance(part, Range) else part for part in action)
    yield plain
    yield plain[:-1] if len(plain) > 1 else (*plain, "J")
    yield (*plain, 1)
    for at in range(1, len(plain)):
        for other in WORDS if isinstance(plain[at], str) else (0, 1, 2, 99):
            yield (*plain[:at], other, *plain[at + 1:])


def asked(s: Any, rng: random.Random, share: float) -> set[tuple[str, str]]:
    """Asks of the varied actions, a share of them; the verbs and the statements that refused them."""
    found = set()
    side = GAME.waited_for(s)[0]
    view = GAME.view(s, side)
    legal = GAME.legal(view, side)
    for action in (*EVERY, *legal):
        for other in varied(action):
            if rng.random() > share or not other[0]:
                continue
            refusal = GAME.why_not(view, side, other)
            if refusal is None:
                continue
            assert refusal.rule in IDS, notation(other)
            assert GAME.refusal(refusal), notation(other)
            found.add((str(other[0]), refusal.rule))
    return found


def walk(positions: int, share: float) -> set[tuple[str, str]]:
    rng = random.Random(11)
    found: set[tuple[str, str]] = set()
    n = 0
    for seed in range(10_000):
        options = {"advantages": "all", "hidden_movement": bool(seed % 2)}
        for s in contract.states(GAME, "campaign", options, seed, retract=0.1):
            if not s.stack or CHANCE in GAME.to_move(s) or not GAME.waited_for(s) or rng.random() > 0.03:
                continue
            found |= asked(s, rng, share)
            n += 1
            if n >= positions:
                return found
    return found


def test_every_question_has_an_answer_with_a_number() -> None:
    found = walk(40, 0.1)
    assert len({rule for _, rule in found}) > 15


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_soak_every_question_has_an_answer_with_a_number() -> None:
    assert len(walk(2_000, 0.5)) > 60
