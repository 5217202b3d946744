"""The books of blunders: what they may say, how a player is judged by them, and a sample of them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ironbottom import games
from ironbottom.cli import main
from ironbottom.kernel.action import Action, parse
from ironbottom.kernel.errors import BadInput
from ironbottom.lab import blunders, confirm, hunt
from ironbottom.opponents.player import Question, Thought

ENTRY = """
[[blunder]]
name = "The empty field"
kind = "a win not taken"
position = { step = "japanese-actions", american = { point_cruz = ["inf3"] }, japanese = { koli_point = ["inf2"] } }
why = "Whoever walks onto it has won"
side = "japanese"
"""
MUST = 'must = ["go henderson_field *"]\n'
LAST = ENTRY.replace("position = { ", "position = { turn = 10, ") + MUST
"""The same on the last turn: who does not walk onto the field has lost."""


def _archies() -> Any:
    return games.load("archies-war")


def _judged(asked: str, name: str = "regular", seeds: int = 2) -> blunders.Judged:
    game = _archies()
    return next(blunders.run(game, blunders.parse_book(game, ENTRY + asked), name, seeds))


@pytest.mark.parametrize(
    ("asked", "passed"),
    [
        (MUST, True),
        ('must = ["go tetere * | go henderson_field *"]', True),
        ('must = ["take koli_point inf2; go henderson_field *"]', True),
        ('must = ["go henderson_field *; take koli_point inf2"]', False),
        ('never = ["go *"]', False),
        ('never = ["^go *"]', True),
        ('never = ["^take koli_point inf2; go *"]', False),
        ('until = "answer"\nnever = ["go tetere *"]', True),
        ('ends = { "japanese.henderson_field" = ["inf2"], winner = ["japanese"] }', True),
        ('ends = { "japanese.henderson_field" = ">=2" }', False),
        ('ends_not = { "japanese.henderson_field" = ["inf2"], turn = 2 }', True),
        ('ends_not = { "japanese.henderson_field" = "==1", "japanese.koli_point" = [] }', False),
    ],
)  # fmt: skip
def test_what_is_asked_of_a_player(asked: str, passed: bool) -> None:
    judged = _judged(asked)
    assert judged.passed is passed, judged.example
    assert bool(judged.example) is not passed


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("side =", "seat ="), "unknown key 'seat'"),
        (('side = "japanese"', 'side = "chinese"'), "has no side 'chinese'"),
        (('why = "Whoever walks onto it has won"', ""), "'why' is missing"),
        (("position =", "positions ="), "unknown key 'positions'"),
        (('must = ["go henderson_field *"]', ""), "nothing is asked"),
        (('must = ["go henderson_field *"]', 'must = "go"'), "'must' is a list"),
        (('must = ["go henderson_field *"]', 'ends = 3'), "'ends' is a table"),
        (('side = "japanese"', 'side = "japanese"\nuntil = "noon"'), "'until' is one of"),
        (('side = "japanese"', 'side = "japanese"\nscenario = "two-player"'), "stand with 'moves'"),
        (("[[blunder]]", "[[wonder]]"), "holds no [[blunder]]"),
    ],
)  # fmt: skip
def test_a_wrong_book_is_refused_in_one_line(change: tuple[str, str], told: str) -> None:
    with pytest.raises(BadInput) as refused:
        blunders.parse_book(_archies(), (ENTRY + MUST).replace(*change))
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_name_stands_once() -> None:
    with pytest.raises(BadInput, match="two entries"):
        blunders.parse_book(_archies(), 2 * (ENTRY + MUST))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("koli_point =", "koli ="), "no location 'koli'"),
        (('side = "japanese"', 'side = "american"'), "american is not asked there, but japanese"),
        (("japanese-actions", "turn"), "is not asked there"),
    ],
)  # fmt: skip
def test_a_position_that_is_none_is_named(change: tuple[str, str], told: str) -> None:
    game, changed = _archies(), (ENTRY + MUST).replace(*change)
    with pytest.raises(BadInput, match="The empty field") as refused:
        list(blunders.run(game, blunders.parse_book(game, changed), "regular", 1))
    assert told in str(refused.value)


def test_a_game_so_far_is_a_position_too() -> None:
    """The moves of a game give what its sides remember, too."""
    game = _archies()
    moves = "chance draw inf5; chance draw inf4; chance draw inf3; "
    moves += "american take pool.american vandegrift; american set henderson_field; "
    moves += "american take pool.american inf5; american set point_cruz"
    text = ENTRY.replace("position =", "# position =").replace('"japanese"', '"american"')
    [one] = blunders.parse_book(game, f'{text}moves = "{moves}"\nuntil = "answer"\nnever = ["set point_cruz"]\n')
    assert next(blunders.run(game, [one], "regular", 1)).passed
    spoilt = f'{text}moves = "{moves}; american set point_cruz"\nnever = ["set point_cruz"]\n'
    with pytest.raises(BadInput, match="was refused"):
        blunders.called_on(game, blunders.parse_book(game, spoilt)[0])


def test_how_much_is_enough() -> None:
    good, bad = _judged(MUST), _judged('never = ["go *"]')
    assert blunders.enough("regular", [good] * 9 + [bad])
    assert not blunders.enough("regular", [good] * 8 + [bad])
    assert not blunders.enough("veteran:steps=20", [good] * 9 + [bad])
    assert "passes 9 of 10" in blunders.text("regular", [good] * 9 + [bad])


def test_the_command_says_who_falls_for_what(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["blunders", "archies-war", "--player", "regular", "--seeds", "1", "--only", "third bombardment"]) == 0
    assert "regular passes" in capsys.readouterr().out
    assert main(["blunders", "archies-war", "--player", "random", "--seeds", "1", "--only", "storm", "--json"]) == 0
    assert '"held_back"' in capsys.readouterr().out
    assert main(["blunders", "archies-war", "--seeds", "0"]) == 2
    assert main(["blunders", "archies-war", "--only", "no such thing"]) == 2


class Set(NamedTuple):
    """A player whose answer is known."""

    do: tuple[Action, ...]

    def choose(self, asked: Question, rng: random.Random) -> Thought:
        return Thought(self.do)


def test_a_book_says_how_long_its_levels_think(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = _archies()
    assert blunders.steps_of(game) == {"veteran": 1200, "elite": 1200}
    assert str(blunders.budgeted("elite", blunders.steps_of(game)).budget) == "steps:1200"  # type: ignore[attr-defined]
    assert blunders.steps_of(games.load("first-blood")) == blunders.STEPS
    monkeypatch.setattr(type(game), "folder", tmp_path)
    for wrong in ("steps = 3", "steps = { veteran = 0 }", "steps = { random = 5 }"):
        (tmp_path / blunders.FILE).write_text(wrong, "utf-8")
        with pytest.raises(BadInput, match="'steps' is a table with veteran and elite, each a number from 1 on"):
            blunders.steps_of(game)


def test_the_hunt_prints_entries_that_stand_in_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is hunted is found again from its moves: who does the same falls for it, who does better does not."""
    game = _archies()
    monkeypatch.setattr(hunt, "LOST", -2.0)
    monkeypatch.setattr(hunt, "TRIALS", 2)
    monkeypatch.setattr(hunt, "LEVELS", ("recruit",))
    monkeypatch.setattr(hunt, "sqrt", lambda x: -2.0)
    found = list(hunt.hunt(game, 12, "first", steps=16, copy="Fair set-up"))
    assert found, "the search never left the script"
    one = found[0]
    assert "in the true position" in one.line()
    assert not one.hindsight  # what is asked is nothing here
    [entry] = blunders.parse_book(game, one.entry(game, {}, "Fair set-up"))
    play = blunders.called_on(game, entry)
    assert play.game.correction, "it stands in the game that was hunted in"
    assert play.game.setup("two-player", {}).setting == play.state.setting
    assert blunders.fallen(play.game, entry, play, Set(one.played), 0)
    assert not blunders.fallen(play.game, entry, play, Set(one.better), 0)


def test_what_hindsight_alone_knows_is_no_entry(capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    """In the true position the better answer wins by much, in dealt worlds by nothing: it is told, and no entry."""
    monkeypatch.setattr(hunt, "LEVELS", ("recruit",))
    monkeypatch.setattr(hunt, "compared", lambda *given, deal=None: (0.0, 0.1) if deal else (0.5, 0.1))
    assert main(["blunders", "archies-war", "--hunt", "3", "--seed", "third", "--steps", "8"]) == 0
    told = capsys.readouterr().out
    assert "loses 0.50 ± 0.10 in the true position, 0.00 ± 0.10 as far as could be known: hindsight" in told
    assert "[[blunder]]" not in told
    assert "# 0 of 3 decisions" in told


def test_a_hunt_needs_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["blunders", "archies-war", "--hunt", "0"]) == 2
    assert "--hunt" in capsys.readouterr().err


def test_the_trials_end_when_it_is_sure() -> None:
    """Walking onto the empty field wins in each trial: two blocks of dice tell, and the gain is the whole game."""
    game = _archies()
    [one] = blunders.parse_book(game, LAST)
    play = blunders.called_on(game, one)
    known = [play.memory(side) for side in range(2)]
    win = parse("take koli_point inf2"), parse("go henderson_field koli_point")
    gain, error = hunt.compared(game, play.state, 1, win, (("end",),), known, random.Random(1), 10_000, None)
    assert gain > 0.4
    assert error < 0.2


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ('wrong = "end"\n', "ok"),
        ('wrong = "take koli_point inf2; go henderson_field koli_point"\n', "the wrong answer does not fall for it"),
        ('wrong = "end"\nright = "end"\n', "the right answer falls for it"),
    ],
)  # fmt: skip
def test_an_entry_is_confirmed_by_playing_on(answers: str, told: str) -> None:
    game = _archies()
    book = blunders.parse_book(game, LAST + answers)
    [one] = confirm.confirm(game, book, 16)
    assert told in one.line()
    assert one.holds is (told == "ok")
    assert one.lost > 0.4 or not one.holds


def test_an_entry_without_a_wrong_answer_is_left_out() -> None:
    game = _archies()
    assert not list(confirm.confirm(game, blunders.parse_book(game, LAST), 16))
    with pytest.raises(BadInput, match="wrong"):
        list(confirm.confirm(game, blunders.parse_book(game, LAST + 'wrong = "=1..2"\n'), 16))
    with pytest.raises(BadInput, match="'wrong' is a text"):
        blunders.parse_book(game, LAST + "wrong = 3\n")


def test_the_command_confirms(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["blunders", "archies-war", "--only", "Turn 10: the Japanese walk onto", "--confirm"]
    assert main([*asked, "16"]) == 0
    assert capsys.readouterr().out.startswith("ok")
    assert main([*asked, "1"]) == 2


BOOKS = [slug for slug in games.READY if (games.load(slug).folder / blunders.FILE).is_file()]


@pytest.mark.parametrize("slug", BOOKS)
def test_every_position_of_a_book_can_be_asked(slug: str) -> None:
    game = games.load(slug)
    book = blunders.read_book(game)
    for one in book:
        blunders.called_on(game, one)
    assert 4 * sum(one.held_back for one in book) >= len(book), "a part of the book is kept from tuning"


SAMPLED = 3
"""In `make test` the Regular is asked in every third position (in Archie's War, where he answers at once, in all of
them); in all of them, on more seeds, in the soak."""


@pytest.mark.parametrize("slug", BOOKS)
def test_the_regular_passes_nine_of_ten(slug: str) -> None:
    game = games.load(slug)
    book = blunders.read_book(game)[:: 1 if slug == "archies-war" else SAMPLED]
    judged = list(blunders.run(game, book, "regular", 1))
    assert blunders.enough("regular", judged), blunders.text("regular", judged)


OPEN = ("archies-war",)
"""Where the hunt has found what is not mended yet: told, and no failure."""


@pytest.mark.soak
@pytest.mark.parametrize("slug", BOOKS)
@pytest.mark.parametrize("name", ["regular", "veteran", "elite"])
def test_who_falls_for_the_book(slug: str, name: str) -> None:
    game = games.load(slug)
    judged = list(blunders.run(game, blunders.read_book(game), name, 20))
    if slug in OPEN and not blunders.enough(name, judged):
        pytest.xfail(blunders.text(name, judged))
    assert blunders.enough(name, judged), blunders.text(name, judged)


@pytest.mark.soak
@pytest.mark.parametrize("slug", BOOKS)
def test_playing_on_says_that_each_entry_loses(slug: str) -> None:
    """Of each entry with a wrong answer; what is near to its standard errors with so few trials is not meant."""
    game = games.load(slug)
    for one in confirm.confirm(game, blunders.read_book(game), 64):
        assert not one.wrong, one.line()
        assert one.lost > 0, one.line()
