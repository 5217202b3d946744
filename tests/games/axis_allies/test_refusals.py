"""Why not: an answer with a statement's number to whatever is asked, wherever it is asked."""

from __future__ import annotations

import pytest

import refusals
from ironbottom.games.axis_allies.game import make
from ironbottom.games.axis_allies.rules.printed import KINDS, SPACES, TOKENS

GAME = make()
WORDS = (*SPACES, *KINDS, *TOKENS, "air", "sea", "land", "troops", "fields", "TRN+INF", "CAR+FTR", "nowhere")
EVERY = (
    "take J DST, take J TRN+INF INF, go J =1, stay =1, load GUA INF, put GUA INF, aboard =1, drop, done, "
    "play pt_boats J, play coast_watchers, play command_decision J sea, play quick_drop H GUA, pass, torpedo DST, "
    "hold, fight J, fire GUA =1, cease GUA, aim J CRU troops =1, unaim J CRU troops, lose TRN+INF, ashore GUA =1, "
    "land GUA =1, build GUA, buy INF =1, repair DST, mend GUA, deploy J =1, ready, reopen, recall J K DST"
)
WALK = refusals.Walk(
    GAME, EVERY, WORDS, lambda seed: ("campaign", {"advantages": "all", "hidden_movement": bool(seed % 2)})
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
