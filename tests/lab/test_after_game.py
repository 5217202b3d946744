"""The report after a game: chances, turning points, luck, as data and as a page."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from ironbottom import cli, games
from ironbottom.drawing import pages
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.record import read_record
from ironbottom.kernel.step import Result
from ironbottom.lab.match import Fixture, play_fixture
from ironbottom.opponents import after_game, hints, runner
from ironbottom.opponents.player import Question
from ironbottom.opponents.worlds import play_on, searcher_of

RECORDS = Path(__file__).parent.parent / "records"


def record(scenario: str, *bots: str) -> str:
    return play_fixture(Fixture("archies-war", scenario, (), bots, "story", keep=True)).record


def read(text: str) -> Any:
    return read_record(text, lambda slug, overlay: games.load(slug))


@pytest.mark.parametrize(("scenario", "bots"), [("two-player", ("recruit", "regular")), ("solitaire", ("regular",))])
def test_a_game_s_story(scenario: str, bots: tuple[str, ...]) -> None:
    text = record(scenario, *bots)
    calls: list[int] = []
    data = after_game.story(read(text), worlds=2, progress=lambda done, whole: calls.append(whole - done))
    assert data == after_game.story(read(text), worlds=2)
    assert calls[-1] == 0
    names = list(data["luck"])
    assert len(names) == len(bots)
    for one in data["moves"]:
        assert all(0 <= one[key][name] <= 1 for key in ("truth", "known") for name in names)
        assert one["chosen"] is None or (one["by"] in names and 0 <= one["chosen"] <= 1)
    assert any(one["chosen"] is not None for one in data["moves"])
    last = data["moves"][-1]["truth"]
    assert [last[name] > 0.5 for name in names] == [points > 0 for points in data["returns"][: len(names)]]
    changes = [abs(one["change"]) for one in data["turning"]]
    assert changes == sorted(changes, reverse=True)
    page = pages.after_game(json.loads(json.dumps(data)))
    assert "<script" not in page
    assert "<polyline" in page
    assert data["ending"] in page
    assert "Americans: Re" in page
    for inside in ("bot:", "american ", "lost_", f"({data['reason']})"):
        assert inside not in page
    assert "Turning points</h2>\n<p>No move changed the chance" in pages.after_game({**data, "turning": []})


SHORT = [(slug, one) for slug in games.slugs() for one in games.load(slug).scenarios if len(one.sides) == 2]


def test_a_short_game_of_ours_is_valued_by_its_own_end() -> None:
    """What is learnt from whole campaigns told one side of a level game that it had lost at the first move."""
    for slug, one in SHORT:
        game = games.load(slug)
        script = searcher_of(game.at(one.id))
        assert script is not None
        assert script.to_the_end(game.setup(one.id)) is bool(one.of), (slug, one.id)
    game = games.load("henderson-field")
    s, script = game.setup("edsons-ridge"), searcher_of(game)
    assert script is not None
    news = [list(game.news_for(s, side)) for side in range(2)]
    chances = after_game._ends(game, script, (s, news), None, (0, 1), range(6), {})
    assert all(0.1 <= chance <= 0.9 for chance in chances), chances


def test_who_knows_all_has_the_chances_of_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    """In First Blood nothing is hidden: a position is played on for the truth, and for nobody once more."""
    game = games.load("first-blood")
    s, script, played = game.setup("campaign"), searcher_of(game), []
    assert script is not None
    news = [list(game.news_for(s, side)) for side in range(2)]
    move = after_game.Moved(0, 1, 1, [], [], s, s, news, (s, news))

    def counted(*how: Any) -> Any:
        played.append(how)
        return play_on(*how)

    monkeypatch.setattr(after_game, "play_on", counted)
    truth, known = after_game._chances(game, script, move, 2, 4, random.Random(1))
    assert truth == known
    assert len(played) == 4


def test_after_the_end_no_stage_of_the_turn_is_to_come() -> None:
    for slug, reason in (("henderson-field", "points"), ("first-blood", "enough")):
        game = games.load(slug)
        over = game.setup(game.scenarios[0].id).end(Result((1, -1), reason))
        view = game.view(over, 0)
        assert {one["state"] for one in game.picture(view, 0)["sequence"]} == {"done"}, slug


def test_no_computer_gives_up_a_short_game_of_ours_by_what_campaigns_taught_it() -> None:
    game = games.load("henderson-field")
    for scenario, gives in (("edsons-ridge", False), ("campaign", True)):
        s = game.setup(scenario)
        while game.to_move(s) == (after_game.CHANCE,):
            s = game.apply(s, after_game.CHANCE, game.chance(s)[0][0])
        [side] = game.to_move(s)
        told = runner.hope(runner.question(game, side, game.view(s, side), ()), random.Random(1))
        assert (told is not None) is gives


def test_a_game_that_was_given_up_says_so_in_words() -> None:
    told = read((RECORDS / "archies-war" / "two-player-resign.jsonl").read_text("utf-8"))
    lost = "Americans" if told.result()[0][0] < 0 else "Japanese"
    assert after_game.ending(told, told.rebuild()[0]) == f"The {lost} resigned."


@pytest.mark.parametrize("slug", games.READY)
def test_no_side_is_called_by_two_articles(slug: str) -> None:
    words = games.load(slug).words
    assert not any(words.bare(side).startswith("the ") or words.bare(side) == side for side in games.load(slug).sides)


def test_the_report_draws_and_writes_the_chance_of_one_side() -> None:
    move = {"n": 1, "by": "japanese", "text": "A march.", "truth": {"american": 0.9, "japanese": 0.1},
            "known": {"american": 0.8, "japanese": 0.19}}
    page = pages.after_game({
        "title": "T", "called": {"american": "Americans", "japanese": "Japanese"}, "who": {}, "ending": "It ended.",
        "luck": {name: {"z": 0, "events": 0} for name in ("american", "japanese")}, "turning": [], "of": 1,
        "moves": [move],
    })  # fmt: skip
    assert "<td>90 %</td><td>80 %</td><td>81 %</td>" in page


def test_a_move_is_told_in_a_few_sentences() -> None:
    """A turn of many marches is not told hex by hex, and what was fought and won in it comes before the marches."""
    told = read((RECORDS / "henderson-field" / "campaign-automatic.jsonl").read_text("utf-8"))
    moved, _ = after_game._moves(told.game, searcher_of(told.game.at(told.scenario)), told)
    texts = [after_game._text(told.game, move) for move in moved]
    assert max(map(len, texts)) < 900
    turn = next(text for text in texts if "take Henderson Field" in text or "Kamimbo (0404) goes to" in text)
    assert "from 2006 to 1906" not in turn
    assert all(text.count("goes from") <= after_game.TOLD for text in texts)
    assert any(text.endswith("more.") for text in texts)


def test_what_chance_made_of_a_move_is_no_mistake() -> None:
    def point(n: int, known: float, chosen: float | None = None) -> dict[str, Any]:
        return {"n": n, "by": "us", "known": {"us": known}, "truth": {"us": 0.5}, "chosen": chosen}

    before, drawn, lost, played = point(1, 0.99), point(2, 0.8, 0.97), point(3, 0.9, 0.5), point(4, 0.6)
    assert round(after_game.cost(before, drawn), 2) == 0.02, "the draws that followed took the rest"
    assert round(after_game.cost(drawn, lost), 2) == 0.3, "nor does luck make up for a mistake"
    assert round(after_game.cost(lost, played), 2) == 0.3, "where nothing was thrown or drawn, all counts"
    told = read((RECORDS / "archies-war" / "two-player-henderson_field.jsonl").read_text("utf-8"))
    moved, _ = after_game._moves(told.game, searcher_of(told.game.at(told.scenario)), told)
    thrown = [move for move in moved if move.side >= 0 and move.chosen[0] is not move.state]
    assert thrown
    assert all(told.game.to_move(move.chosen[0]) == (after_game.CHANCE,) for move in thrown)


def test_a_long_game_is_played_out_where_it_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more moves than anyone waits for those are found between which the chance changed, one after the other."""
    name, gone = "us", [0.2] * 70 + [0.8] * 30

    def weigh(number: int) -> dict[str, Any]:
        return {"n": number + 1, "by": name, "turn": "", "text": "", "forced": number == 80, "silent": True,
                "sure": True, "truth": {name: gone[number]}, "known": {name: gone[number]}}

    found: dict[int, dict[str, Any]] = {}
    for number in after_game._asked(len(gone), 14, found):
        found[number] = weigh(number)
    assert len(found) <= 14
    told = after_game.turning([found[number] for number in sorted(found)], name)
    assert [(one["n"], one["before"], one["after"]) for one in told] == [(71, 0.2, 0.8)]
    monkeypatch.setattr(after_game, "POSITIONS", 12)
    data = after_game.story(read((RECORDS / "archies-war" / "two-player-held.jsonl").read_text("utf-8")), worlds=1)
    assert data["of"] > len(data["moves"])
    assert len(data["moves"]) <= 12
    assert [data["moves"][at]["n"] for at in (0, -1)] == [1, data["of"]]


def test_the_command_line_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, page = tmp_path / "r.jsonl", tmp_path / "r.html"
    file.write_text(record("solitaire", "random"), "utf-8")
    assert cli.main(["replay", str(file), "--report", str(page), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["luck"]
    assert page.read_text("utf-8").startswith("<!doctype html>")


def test_a_game_without_a_search_says_so() -> None:
    from kernel.duel import DUEL

    text = play_fixture(Fixture("archies-war", "solitaire", (), ("random",), "s", keep=True)).record
    told = read(text)
    told.game = DUEL
    with pytest.raises(BadInput, match="no search"):
        after_game.story(told)


def test_a_move_that_the_log_does_not_tell_says_when_and_what() -> None:
    """A bare "Ready" stands with its turn and its step; forced, it is no turning point."""
    told = read((RECORDS / "solomons" / "campaign-marginal.jsonl").read_text("utf-8"))
    moved, _ = after_game._moves(told.game, searcher_of(told.game.at(told.scenario)), told)
    points = [after_game._point(told.game, moved, number) for number in range(130, 150)]
    silent = [one for one in points if one["do"] == ["ready"] and one["silent"]]
    assert silent
    assert all("Execution" in one["text"] or "Plot" in one["text"] for one in silent), silent
    assert all(one["turn"].startswith("Game-Turn") for one in points)
    plotted = next(one for one in points if len(one["do"]) > after_game.TOLD and one["silent"])
    assert plotted["text"].endswith("more.")
    before, after = ({**points[at], "sure": True, "truth": {"us": chance}} for at, chance in ((0, 0.1), (1, 0.9)))
    assert after_game.turning([before, {**after, "forced": False}], "us")
    assert not after_game.turning([before, {**after, "forced": True, "silent": True}], "us")


def test_the_bar_of_a_position_agrees_with_its_best_line() -> None:
    game = games.load("archies-war")
    asked = Question(game, 1, None, (), None)
    rows = [{"plan": "", "do": [], "steps": [], "score": 0.7}]
    hint: Any = {"do": [], "text": "", "considered": rows}
    assert hints.chances(asked, hint, random.Random(1)) == {"american": 0.3, "japanese": 0.7}
