"""Why not: an answer with a statement's number to whatever is asked, wherever it is asked."""

from __future__ import annotations

import random

import pytest

import refusals
from ironbottom.games.henderson_field.game import SCENARIO, make
from ironbottom.games.henderson_field.rules.movement import why_no_move

GAME = make()
PRINTED = GAME.plain
CHOICES = [(option.id, value) for option in GAME.options for value, _ in option.choices]
WORDS = (*PRINTED.names[300:700:3], *(unit.name for own in PRINTED.units for unit in own), "3707", "3507", "nowhere")
EVERY = (
    "take us-1-1, drop us-1-1, stop, step 3707, sea 6205, detect 3810 =2, withdraw us-1-1, merge us-1-1 us-1-2, "
    "hide jp-28-1, stay 3810 =1, surface 3810 =2, surface 3810 =2 jp-28-1, repair us-1eng, reduce jp-11c =6, "
    "top us-1-1, end, land 3706, wait, back, attack 3810, counter 3810, gun us-11-5 =1, fire, pass, lose us-1-1, "
    "mute us-11-5, none, bombard, strike 3810, rise 7208, done, on 3810, recall us-1-1, fight 3810, spend us-11-5 =1, "
    "ambush, strain, stand, obey, retreat us-1-1 3707, advance us-1-1 3707, banzai, leave jp-28-1, call jp-2arm, "
    "remove us-1-1"
)
WALK = refusals.Walk(
    GAME, EVERY, WORDS, lambda seed: (SCENARIO, dict(random.Random(seed).sample(CHOICES, 2)) if seed % 2 else {})
)


def test_every_question_has_an_answer_with_a_number() -> None:
    found = WALK.ask(positions=40, questions=400)
    assert len({rule for _, rule in found}) > 15


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_soak_every_question_has_an_answer_with_a_number() -> None:
    found = WALK.ask(positions=2_000, questions=1_000)
    refusals.show(found)
    assert len(found) > 60


def test_what_lies_beyond_the_points_is_not_said_to_lie_apart() -> None:
    s = GAME.setup("edsons-ridge")
    i = PRINTED.unit_number["jp-124-3"][1]
    s = s.doing(1, hand=1 << i)
    s = s.doing(1, points_left=tuple(10 if n == i else left for n, left in enumerate(s.doings[1].points_left)))
    far, near = (why_no_move(s, 1, ("step", name)) for name in ("3310", "3912"))
    assert (far.rule, far.text, dict(far.args)["n"]) == ("R7.1a", "refused.too_far", 10)
    assert near.text == "refused.not_beside", "it can be walked to"
