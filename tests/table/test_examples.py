"""Every statement has an example, and every example is shown at a table to the end of its case."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ironbottom import games
from ironbottom.kernel.examples import cases_of, example, share, shown_by
from ironbottom.kernel.step import CHANCE
from ironbottom.server.practice import board
from ironbottom.table.message import message
from ironbottom.table.showing import Showing, show_next
from ironbottom.table.table import Table
from ironbottom.table.telling import answered, readable


def shown_to_its_end(table: Table[Any]) -> None:
    """Press "Go on" until there is nothing more."""
    teacher = table.teacher
    assert isinstance(teacher, Showing)
    for number in range(len(teacher.example.stages)):
        assert teacher.done(table.moves(0)) == number
        if number < len(teacher.example.stages) - 1:
            show_next(table, 0.0)
    assert teacher.following(table.moves(0)) is None


@pytest.mark.parametrize("slug", games.READY)
def test_every_statement_is_shown_to_the_end_of_its_case(slug: str) -> None:
    game = games.load(slug)
    assert share(game)[1] == []
    rules = {key: rule for rule, key in shown_by(game).items() if rule in {one.id for one in game.statements}}
    for key, rule in rules.items():
        shown = example(game, key)
        table = board(game, rule, shown, False, "me", "Me", 0.0)
        assert table.moves(0) == [(CHANCE, one) for one in shown.opening] or not shown.opening, key
        shown_to_its_end(table)
        last = shown.last.replace(news=())
        stood = [table.start, *(table.tip(side) for side in table.sides), table.state]
        stood += [table.timeline.at(n, table.log) for n in range(max(0, len(table.log) - 12), len(table.log))]
        if game.to_move(shown.last) and not any(s.replace(news=()) == last for s in stood):
            assert table.sealed, (key, "ended elsewhere")
            assert all(table.drafts.values())
        coach = message(table, table.sides[0])["coach"]
        assert coach["state"] == "done", key
        assert all(coach["pages"]), key
        assert coach["example"]["case"] == key
        if cases_of(game)[key].get("ask"):
            assert any("What the board tells here." in page for page in coach["pages"])


@pytest.mark.parametrize("slug", games.READY)
def test_every_answer_and_every_refusal_is_a_sentence(slug: str) -> None:
    """No internal name, no key of the catalogue, nothing left open, and each question has a sentence of its own."""
    game = games.load(slug)
    for key, case in cases_of(game).items():
        for one in case.get("ask", ()):
            said = answered(game.words, one["what"], one["is"])
            assert said, (key, one["what"])
            assert not re.search(r"[{}]|\w_\w", said), (key, said)
            assert said.endswith("."), (key, said)
    for rule, key in shown_by(game).items():
        shown = Showing(game, rule, example(game, key), False)
        pages = [text for n in range(len(shown.example.stages)) for text, _ in shown._pages(n)]
        own = readable(shown.example.text)
        assert own == "" or (not own[0].islower() and own.endswith((".", "!", "?"))), key
        raw = [text for text in pages if re.search(r"[{}]|\w_\w|(?i:choice\.)\w", text)]
        assert raw == [], key


def test_each_example_of_axis_and_allies_says_of_itself_what_it_shows() -> None:
    """Many were notes with a small first letter, and their pages did not say what the example is."""
    game = games.load("axis-allies")
    silent = {key for key, case in cases_of(game).items() if not readable(case["text"])}
    assert silent == set()


def test_the_usual_rule_is_shown_and_not_an_optional_form_of_it() -> None:
    assert shown_by(games.load("axis-allies"))["R15"] == "E14"  # 22 points, and not 11 by the old numbers
    assert shown_by(games.load("henderson-field"))["Q14"] == "M7d"


def test_many_answers_stand_on_several_pages_each_with_its_places() -> None:
    """Eight answers in one block were cut off in the middle of a line."""
    game = games.load("henderson-field")
    table = board(game, "R7.3a", example(game, "V-cost"), False, "me", "Me", 0.0)
    coach = message(table, 0)["coach"]
    told = coach["pages"][1:]
    assert len(told) > 2
    assert all(len(page) < 240 for page in told)
    assert told[0].startswith("What the board tells here. To step from Kukum (3507) to 3408")
    assert "more of the kind" in told[-1]
    assert coach["example"]["at"][1][:2] == ["3507", "3408"]


@pytest.mark.parametrize(("slug", "rule", "words"), [
    ("henderson-field", "R8.2.3", "Strain"), ("first-blood", "8.12a", "stops a retreat"),
    ("henderson-field", "R7.3a", "The road costs nothing"),
])  # fmt: skip
def test_a_statement_may_name_the_case_that_shows_it(slug: str, rule: str, words: str) -> None:
    """What can be done by the rule is shown, not an exception to it."""
    game = games.load(slug)
    shown = Showing(game, rule, example(game, shown_by(game)[rule]), False)
    pages = [shown.example.text, *(text for n in range(len(shown.example.stages)) for text, _ in shown._pages(n))]
    assert any(words in page for page in pages), pages


def test_a_fight_is_told_with_its_dice_and_what_they_did() -> None:
    game = games.load("first-blood")
    shown = Showing(game, "8.9a", example(game, shown_by(game)["8.9a"]), False)
    pages = " ".join(text for n in range(len(shown.example.stages)) for text, _ in shown._pages(n))
    assert "What came of it: " in pages
    assert "die " in pages
    zone = game.words
    assert answered(zone, "zone american 0307", True) == "0307 lies in a zone of control of the Americans."


def test_what_comes_next_is_pointed_at_before_it_is_done() -> None:
    """R11.0: each refusal tells the reason at its village; the last page of a stage points at what follows, too."""
    game = games.load("henderson-field")
    rule, key = "R11.0", "A19c"
    table = board(game, rule, example(game, key), False, "me", "Me", 0.0)
    coach = message(table, 0)["coach"]
    at = coach["example"]["at"]
    assert len(at) == len(coach["pages"])
    assert at[-2:] == [["4605"], ["7208", "5110"]]
    assert "zone of control" in coach["pages"][-2]
    assert "Japanese units are in the village" in coach["pages"][-1]
    show_next(table, 0.0)
    assert "once this turn" in message(table, 0)["coach"]["pages"][-1]
