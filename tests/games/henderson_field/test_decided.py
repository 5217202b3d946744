"""A game that public facts have decided says so, in the same words to all."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import corrections
from ironbottom.games import load
from ironbottom.games.henderson_field.game import make
from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE
from ironbottom.games.henderson_field.ui.victory import most
from ironbottom.kernel.action import Range, parse
from ironbottom.kernel.record import Move, read_record
from ironbottom.kernel.step import CHANCE, OBSERVER

GAME = make()
RECORDS = Path(__file__).parents[2] / "records" / "henderson-field"
LAST_FIGHT = {"turn": 5, "phase": "japanese_combat", "field": "american", "points": -75,
              "american": {"3907": ["us-1eng"], "3706": ["us-1-1", "us-1-2"]},
              "japanese": {"3908": ["jp-28-1"]}}  # fmt: skip


def told(s: Any) -> str:
    """What all are told, each from his own view."""
    views = [GAME.view(s, side) for side in (AMERICAN, JAPANESE, OBSERVER)]
    found = {str((GAME.decided(GAME.view(view, OBSERVER)) or {}).get("text", "")) for view in views}
    assert len(found) == 1
    return found.pop()


def ends(s: Any, seed: int) -> Any:
    """How the turn ends, if all goes as it falls."""
    rng, turn = random.Random(seed), s.turn
    while s.result is None and s.turn == turn:
        side = GAME.to_move(s)[0]
        chosen = rng.choice(GAME.chance(s))[0] if side == CHANCE else rng.choice(GAME.legal(s, side))
        chosen = tuple(rng.randint(part.low, part.high) if isinstance(part, Range) else part for part in chosen)
        s = GAME.apply(s, side, chosen)
    return s.result


def test_the_last_fight_of_a_turn_cannot_change_it() -> None:
    """Nobody attacks 3907 yet, and an assault might cost more than the lead holds; once it is declared, at most
    the four factors that attack are lost, which with the field leave 64."""
    s = GAME.place(LAST_FIGHT)
    for text in ("take jp-28-1", "on 3907"):
        s = GAME.apply(s, JAPANESE, parse(text))
    done = GAME.apply(s, JAPANESE, ("done",))
    assert told(done).startswith("The Japanese have won: whatever still happens, they have 61")
    for seed in range(12):
        assert ends(done, seed).returns == (-1, 1)
    close = GAME.place(LAST_FIGHT | {"points": -71})
    for text in ("take jp-28-1", "on 3907", "done"):
        close = GAME.apply(close, JAPANESE, parse(text))
    assert told(close) == ""


def test_an_american_lead_in_the_last_turn_is_no_decision() -> None:
    """9.4: who holds the field then wins."""
    won = LAST_FIGHT | {"points": 99, "turn": 26, "american": {"3907": ["us-1eng"]}}
    for turn, said in ((25, "The Americans have won"), (26, "")):
        s = GAME.place(won | {"turn": turn})
        for text in ("take jp-28-1", "on 3907", "done"):
            s = GAME.apply(s, JAPANESE, parse(text))
        assert told(s)[: len("The Americans have won")] == said


def test_points_that_a_card_may_still_bring_keep_the_game_open() -> None:
    """5.0: in an owner's deck; the printed one has no such card."""
    card = '[cards.card.10]\namerican = "no_event"\njapanese = "acclaim"\njapanese_number = 3'
    led = {"turn": 10, "phase": "japanese_event", "field": "american", "american": {"3907": ["us-1-1"]},
           "japanese": {"0404": ["jp-28-1"]}}  # fmt: skip
    least = 61 + most(GAME.place(led), JAPANESE)
    game = corrections.copy_of("henderson-field", card)
    for points, printed, owned in ((least - 1, False, False), (least, True, False), (least + 3, True, True)):
        for here, said in ((GAME, printed), (game, owned)):
            s = here.place(led | {"points": points})
            assert (here.decided(here.view(s, OBSERVER)) is not None) is said


@pytest.mark.parametrize("name", ["campaign-automatic", "campaign-automatic-japanese"])
def test_who_was_told_to_have_won_has_won(name: str) -> None:
    record = read_record((RECORDS / f"{name}.jsonl").read_text("utf-8"), load)
    game, s, said = record.game, record.start(), set[tuple[int, str]]()
    for entry in record.entries:
        if not isinstance(entry, Move):
            continue
        s = game.apply(s, entry.side, entry.action)
        if s.stack and (found := game.decided(game.view(s, OBSERVER))):
            said.add((s.turn, *found["winners"]))
    winner = game.sides[s.result.returns.index(1)]
    assert said == {(s.turn, winner)}
