"""Options of the command line that stand together or not, and what a run tells that was stopped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ironbottom import cli, games
from ironbottom.lab import simulate
from ironbottom.lab.match import Fixture, play_fixture

SLUG = "archies-war"
GAME = games.load(SLUG)
RECORD = Path(__file__).parents[1] / "records" / SLUG / "two-player-held.jsonl"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def go(*words: object) -> tuple[int, str, str]:
        code = cli.main([str(word) for word in words])
        return code, *capsys.readouterr()

    return go


REFUSED = (
    ("replay", RECORD, "--key", "0" * 64, "give both"),
    ("replay", RECORD, "--verify", "--key", "00", "64 digits"),
    ("replay", RECORD, "--theme", "room", "name its file by --svg"),
    ("replay", RECORD, "--at", 5, "--report", "r.html", "leave --at out"),
    ("replay", RECORD, "--side", "japanese", "--json", "shows all sides"),
    ("rules", "--examples", "--coverage", "leave --coverage"),
    ("rules", SLUG, "--cases", "/nope", "give both"),
    ("rules", SLUG, "2p21", "did you mean '2P-21'?"),
    ("sources", SLUG, "--unknown", "--overlay", "nofile", "give --copy"),
    ("owner", "list", "x", "--data", "nowhere", "leave PLAYER out"),
    ("simulate", SLUG, "--option", "a=1", "--option", "a=2", "--option a is given twice"),
    ("simulate", "first-blood", "--bots", "random:bold", "only the players that search or follow a script"),
    ("blunders", "first-blood", "--player", "random:bold", "only the players that search or follow a script"),
    ("blunders", SLUG, "--hunt", 1, "--steps", 0, "from 1 to"),
    ("blunders", SLUG, "--hunt", 1, "--confirm", 2, "give one of them"),
    ("blunders", SLUG, "--steps", 5, "--steps is for --hunt"),
    ("blunders", SLUG, "--confirm", 2, "--json", "--json is for the book"),
)


@pytest.mark.parametrize("words", REFUSED, ids=[" ".join(map(str, (*row[:1], *row[2:-1]))) for row in REFUSED])
def test_nothing_that_was_asked_for_is_passed_over(run: Any, words: tuple[object, ...]) -> None:
    code, out, err = run(*words[:-1])
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert str(words[-1]) in err


def test_simulate_tells_what_was_played_until_it_was_stopped(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Fixture] = []

    def stopped(fixture: Fixture) -> Any:
        if len(played) == 3:
            raise KeyboardInterrupt
        played.append(fixture)
        return play_fixture(fixture)

    monkeypatch.setattr(simulate, "play_fixture", stopped)
    code, out, err = run("simulate", SLUG, "--bots", "random", "-n", 5)
    assert (code, err) == (130, "ironbottom: stopped after 3 of 10 games\n")
    assert "3 games" in out
    assert run("simulate", SLUG, "--bots", "random", "-n", 5) == (130, "", "")


def test_replay_shows_a_position_as_data_and_as_one_side_sees_it(run: Any) -> None:
    at = ("replay", RECORD, "--at", 30)
    whole, seen = (json.loads(run(*at, "--json", *side)[1]) for side in ((), ("--side", GAME.sides[0])))
    assert (whole["entries"], whole["of"], whole["facts"]["turn"]) == (30, 71, 3)
    assert '"?"' in json.dumps(seen)
    assert '"?"' not in json.dumps(whole)
    for side in ((), ("--side", GAME.sides[0])):
        assert "{" not in run(*at, *side)[1]
        assert "Turn 3\n" in run(*at, *side)[1]
    assert run("replay", RECORD, "--at", 40)[1] != run("replay", RECORD, "--at", 40, "--side", GAME.sides[0])[1]


def test_a_statement_is_found_in_small_letters_and_by_how_it_begins(run: Any) -> None:
    assert run("rules", SLUG, "2p-21") == run("rules", SLUG, "2P-21")
    assert [row["id"] for row in json.loads(run("rules", SLUG, "2p-2", "--json")[1])] == ["2P-2"]
    assert len(json.loads(run("rules", SLUG, "2p-", "--json")[1])) > 20
