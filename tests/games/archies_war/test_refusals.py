"""Why not: an answer with a statement's number to whatever is asked, wherever it is asked."""

from __future__ import annotations

from typing import Any

import pytest

import refusals
from ironbottom.games.archies_war.game import make
from ironbottom.games.archies_war.solitaire.rules.american import ACTIONS
from ironbottom.games.archies_war.solitaire.rules.state import JAPANESE_BOXES
from ironbottom.kernel.action import parse

GAME = make()
SETTING: Any = GAME.setup("two-player").setting
BLOCKS = [name for names in SETTING.types for name in names]
PIECES = ["american:koli_point:inf4:1", "japanese:kakambona:back:1", "american:casualties.american:inf2:1"]


def options(scenario: str, seed: int) -> tuple[str, dict[str, Any]]:
    """In turn: as printed, and each choice of each option."""
    every: list[dict[str, Any]] = [{}]
    every += [{one.id: value} for one in GAME.options if scenario in one.scenarios for value, _ in one.choices]
    return scenario, every[seed % len(every)]


TWO_PLAYER = refusals.Walk(
    GAME,
    "take henderson_field inf4, take pool.american inf4, set koli_point, lift koli_point, back inf4, "
    "go koli_point henderson_field, use recon henderson_field, on koli_point, assault tetere, "
    "recall inf4 henderson_field, resolve, end, lose inf4, retreat tetere, stay, return, pick =1, land taivu_point, "
    "attrition koli_point",
    (*SETTING.locations, *BLOCKS, *PIECES, "pool.american", "pool.japanese", "nowhere"),
    lambda seed: options("two-player", seed),
)
ALONE = refusals.Walk(
    GAME,
    "hold point_cruz =1, done, choose patrol, lose reserves, strike reserves, reinforce reserves",
    (*JAPANESE_BOXES, *ACTIONS, "bloody_ridge", "nowhere"),
    lambda seed: options("solitaire", seed),
)
WALKS = {"two players": TWO_PLAYER, "alone": ALONE}


@pytest.mark.parametrize("name", WALKS)
def test_every_question_has_an_answer_with_a_number(name: str) -> None:
    found = WALKS[name].ask(positions=20, questions=200)
    assert len({rule for _, rule in found}) >= (12 if name == "two players" else 4)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("name", WALKS)
def test_soak_every_question_has_an_answer_with_a_number(name: str) -> None:
    found = WALKS[name].ask(positions=2_000, questions=300)
    refusals.show(found)
    assert len(found) > (60 if name == "two players" else 8)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        # he gets there by Kokumbona
        ("go west_jungle bloody_ridge", "Vandegrift marches 4 locations at most: the way to West Jungle by Bloody Ridge"
         " is too long."),
        # he does not get there at all
        ("go taivu_point tetere", "Vandegrift marches 4 locations at most: Taivu Point is too far."),
    ],
)  # fmt: skip
def test_a_way_that_is_too_long_is_no_place_that_is_too_far(action: str, text: str) -> None:
    """2P-19, T-26: the place was called too far though another way leads there."""
    s = GAME.place({"step": "american-actions", "american": {"tassafaronga_point": ["vandegrift"]}})
    s = GAME.apply(s, 0, ("take", "tassafaronga_point", "vandegrift"))
    refusal = GAME.why_not(s, 0, parse(action))
    assert refusal is not None
    assert (refusal.rule, GAME.refusal(refusal)) == ("2P-19", text)
