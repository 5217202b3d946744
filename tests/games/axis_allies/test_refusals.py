"""Why not: an answer with a statement's number to whatever is asked, wherever it is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import refusals
from ironbottom.games.axis_allies.game import make
from ironbottom.games.axis_allies.rules.printed import KINDS, SPACES, TOKENS
from ironbottom.kernel.action import parse
from ironbottom.kernel.cases import Play

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


TOO_MANY = "There are not that many."
HIDDEN = {"hidden_movement": True}
ASKED: tuple[tuple[Mapping[str, Any], str, str, str, str], ...] = (
    ({"step": "C2", "allies": {"GUA": ["ART*2"]}, "axis": {"H": ["TRN"]}}, "fight H", "fire GUA =3", "C18", TOO_MANY),
    ({"step": "C4", "allies": {"H": ["CRU*2"]}, "axis": {"GUA": ["INF"]}}, "fight GUA", "aim H CRU troops =3", "C20",
     TOO_MANY),
    ({"step": "C3", "allies": {"H": ["TRN+INF"]}}, "take H TRN+INF INF", "ashore GUA =2", "C19", TOO_MANY),
    ({"step": "R2", "allies": {"NCA": ["FTR*2"]}}, "take NCA FTR", "land NCA =3", "R7", TOO_MANY),
    ({"step": "R4c", "allies": {"M": ["DST"], "NCA": ["SUP*3"]}}, "take M DST", "deploy J =2", "R21", TOO_MANY),
    ({"step": "M4", "allies": {"J": ["CRU"]}}, "take J CRU", "stay =2", "M1", TOO_MANY),
    ({"step": "M1", "allies": {"J": ["TRN"]}}, "", "take J TRN+INF", "M1", "You have no such ship in zone J."),
    ({"step": "M2", "allies": {"J": ["BAT"], "H": ["DST"]}}, "take J BAT", "load H DST", "M1",
     "Zone J and zone H do not share an open sea border."),
    ({"step": "M3", "allies": {"M": ["CAR"], "NCA": ["FTR"]}}, "take M CAR", "load NCA FTR", "R18",
     "Fighters go aboard when they land, or in Regroup at the base."),
    ({"step": "H2", "options": HIDDEN, "allies": {"H": ["DST"], "GUA": ["INF"]}}, "take H DST", "load GUA INF", "O11",
     "Ships load before the orders are written."),
    ({"step": "H3", "options": HIDDEN, "allies": {"H": ["SUB"], "J": ["SUB"]}, "axis": {"H": ["TRN"]}}, "",
     "take J SUB", "M14", "No such enemy ship is in the zone."),
    ({"step": "H1", "options": HIDDEN, "allies": {"H": ["DST"], "GUA": ["INF"]}}, "", "take H CHO", "O11",
     "Choose what the ship takes aboard from the lands that touch its zone."),
    ({"step": "H1", "options": HIDDEN, "allies": {"H": ["DST"], "GUA": ["INF"]}}, "", "take J DST", "M1",
     "You have no such ship in zone J."),
    ({"step": "R4a", "first": "allies", "allies": {"J": ["TRN"], "M": ["TRN"], "GUA": ["INF"], "NCA": ["INF"]}}, "done",
     "take J TRN", "R18", "Only ships in the waters of your base load now."),
    ({"step": "M8", "first": "allies", "allies": {"GUA": ["FTR"]}}, "take GUA FTR", "go GUA =1", "M22",
     "They are there already; they may stay."),
    ({"step": "M5", "first": "allies", "allies": {"J": ["PTB@moved", "DST"]}}, "", "take J PTB", "M1",
     "It has moved already, or was told to stay."),
    ({"step": "M7", "first": "allies", "allies": {"GUA": ["BOM"]}}, "", "build GUA", "M7",
     "Pick up bombers, or be done: the order of types is fixed."),
)


@pytest.mark.parametrize(("position", "done", "action", "rule", "text"), ASKED, ids=[asked[2] for asked in ASKED])
def test_the_reason_is_the_right_one(
    position: Mapping[str, Any], done: str, action: str, rule: str, text: str
) -> None:
    play = Play(GAME, GAME.place({"first": "allies", **position}))
    if done:
        play.act(1, parse(done))
    refusal = GAME.why_not(play.state, 1, parse(action))
    assert refusal is not None
    assert (refusal.rule, GAME.refusal(refusal)) == (rule, text)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_soak_every_question_has_an_answer_with_a_number() -> None:
    found = WALK.ask(positions=2_000, questions=1_000)
    refusals.show(found)
    assert len(found) > 60
