"""The coach's warning: said of a blunder, in words; not of what is as good; and by what the asker knows alone."""

from __future__ import annotations

import random
from pathlib import Path

from ironbottom.games import load
from ironbottom.kernel.action import parse
from ironbottom.kernel.record import read_record
from ironbottom.opponents.hints import adviser_of
from ironbottom.opponents.player import Question, read_budget
from ironbottom.opponents.registry import player
from ironbottom.opponents.warnings import FAR, warned

RECORDS = Path(__file__).parents[1] / "records"
LONG = 600.0
"""So that the number of worlds ends it, not the clock."""

BESIDE = {
    "turn": 4, "step": "american-actions", "tokens": 1,
    "american": {"henderson_field": ["inf5", "inf5", "inf4", "vandegrift"], "point_cruz": ["inf2"],
                 "bloody_ridge": ["inf3"], "tetere": ["inf2"]},
    "japanese": {"koli_point": ["inf2"], "kokumbona": ["inf3"]},
}  # fmt: skip
"""A Japanese block stands beside the field, and can be thrown out."""


def said(choice: str) -> str:
    game = load("archies-war")
    view = game.view(game.place(BESIDE), 0)
    asked = Question(game, 0, view, game.legal(view, 0), game.recall(view, 0, ()), read_budget("steps:200"))
    thought = player(adviser_of(game)).choose(asked, random.Random(1))
    return warned(asked, thought, [parse(choice)] if choice else thought.do, random.Random(2), LONG)["text"]


def test_who_ends_his_actions_with_the_enemy_beside_the_field_is_warned() -> None:
    text = said("end")
    assert "Clear the places next to the airfield" in text
    better, worse = (int(part.split()[-1]) for part in text.split(" %")[:2])
    assert better > worse + 12


def test_what_the_search_would_do_is_not_talked_about() -> None:
    assert said("") == ""


def test_where_no_world_can_be_played_on_the_reasons_of_the_script_are_told() -> None:
    record = read_record((RECORDS / "henderson-field" / "campaign-automatic.jsonl").read_text("utf-8"), load)
    game, s, heard = record.game, record.start(), {True: 0, False: 0}
    for number, (side, action) in enumerate(record.moves()):
        if side >= 0 and number % 7 == 0:
            view = game.view(s, side)
            asked = Question(game, side, view, game.legal(view, side), game.recall(view, side, ()))
            thought = player("regular").choose(asked, random.Random(1))
            best, last = thought.considered[0], thought.considered[-1]
            if last.do[0] != best.do[0]:
                far = best.score - max(plan.score for plan in thought.considered if plan.do[:1] == last.do[:1]) >= FAR
                text = warned(asked, thought, last.do, random.Random(1), 0.0)["text"]
                assert text.startswith("Wait") == far
                heard[far] += 1
        s = game.apply(s, side, action)
    assert min(heard.values()) >= 2
