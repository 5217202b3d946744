"""Why not: an answer with a statement's number to whatever is asked, wherever it is asked."""

from __future__ import annotations

import pytest

import refusals
from games.solomons import busy
from ironbottom.games.solomons.game import make
from ironbottom.games.solomons.rules.printed import BASES, KINDS, LETTERS, MISSIONS

GAME = make()
EVERY = (
    "abort tf1 truk K.truk, again, alter tf1, announce slot small, answer tf1 =1, apart tf1, apd ground, attack "
    "transport, back group1, bomb U-CA-1 =2, call_in J-SS-1, cancel rabaul, cap shortlands =1, carry J-CV-1 =4, "
    "counter american:tf1 =1, cover group1 =1, decline, detach U-CA-1, dismiss J-CV-1, dive J-SS-1 N, divert J-CA-1, "
    "done, empty U-TR-1, erase tf1, fight, fill U-TR-1, fly strike1, hold, home tf1 truk K.truk, join tf1, keep tf1, "
    "land henderson =1, leave U-CA-1, load U-TR-1 supply =1, lose lac =1, mission tf1 bombardment, pass, plot tf1 K, "
    "put group1, ready, recall J-SS-1, rejoin U-CA-1, reserve tf1 =1, send group1 =1, shield transport, slot tf1 =2, "
    "standard, station U-CA-1 australia, stop, strike rabaul guadalcanal lac =1, take J-CA-1, to_es =1, "
    "train J-CV-1 =1, transfer rabaul truk lac =1, unload U-TR-1, unready, unsay, withdraw J-CA-1, assault"
)
WORDS = (*LETTERS, *BASES, *KINDS, *MISSIONS[1:], *(f"tf{n}" for n in range(1, 8)), "american:tf1", "japanese:tf2",
         "J-CV-1", "J-CA-1", "J-DD-1", "J-TR-1", "J-SS-1", "U-CV-1", "U-CA-1", "U-TR-1", "U-APD", "guadalcanal",
         "group1", "group9", "supply", "ground", "stay", "slot", "small", "nowhere")
WALK = refusals.Walk(GAME, EVERY, WORDS, lambda seed: ("campaign", {}), 0.02, busy.states)


def test_every_question_has_an_answer_with_a_number() -> None:
    found = WALK.ask(40, 150)
    assert len({rule for _, rule in found}) > 15


def test_a_verb_alone_is_refused_where_a_strike_is_divided() -> None:
    asked = 0
    for s in busy.states(1):
        if s.stack and type(s.stack[-1]).__name__ == "Division":
            for side in GAME.to_move(s):
                refusal = GAME.why_not(GAME.view(s, side), side, ("send",))
                assert refusal is not None
                assert refusal.rule == "RS-098"
                asked += 1
    assert asked


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_soak_every_question_has_an_answer_with_a_number() -> None:
    found = WALK.ask(2_000, 300)
    refusals.show(found)
    assert len(found) > 60
