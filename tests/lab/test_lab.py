"""Matches and contests: fair, repeatable, and honest about luck."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ironbottom import games
from ironbottom.kernel.dice import pick
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.record import read_record
from ironbottom.kernel.step import CHANCE
from ironbottom.lab import ladder, report, styles
from ironbottom.lab.coverage import forget, traced
from ironbottom.lab.drawn import draw
from ironbottom.lab.farm import Here
from ironbottom.lab.match import Fixture, Luck, play, play_fixture, seed_bytes
from ironbottom.lab.simulate import contest, fixtures, run
from ironbottom.opponents import player
from ironbottom.opponents.player import Question, Thought
from ironbottom.opponents.random_player import RandomPlayer
from ironbottom.opponents.scripted import Scripted

SLUG = "archies-war"
GAME = games.load(SLUG)
SCENARIO = GAME.scenarios[0].id


def fixture(*bots: str, seed: str = "t", **more: Any) -> Fixture:
    return Fixture(SLUG, SCENARIO, (), bots, seed, **more)


def test_a_pair_swaps_sides_over_the_same_seed() -> None:
    listed = fixtures(contest(GAME, ["regular", "random"], 2, "s"), 2)
    assert [(one.bots, one.seed, order) for one, order in listed] == [
        (("regular", "random"), "s/0", (0, 1)), (("random", "regular"), "s/0", (1, 0)),
        (("regular", "random"), "s/1", (0, 1)), (("random", "regular"), "s/1", (1, 0)),
    ]  # fmt: skip
    alone = fixtures(contest(GAME, ["random"], 2, "s"), 2)
    assert len({one.seed for one, _ in alone}) == 4
    assert len(fixtures(contest(GAME, ["random", "regular"], 3, "s"), 1)) == 6


def test_the_same_seed_gives_the_same_games_in_one_process_and_in_two() -> None:
    wanted = contest(GAME, ["regular", "recruit"], 3, "same")
    one, two = run(wanted), run(wanted, farm=Here(2))
    assert [game.fingerprint for game in one.games] == [game.fingerprint for game in two.games]
    assert one.fingerprint() == two.fingerprint()
    assert run(contest(GAME, ["regular", "recruit"], 3, "other")).fingerprint() != one.fingerprint()


def test_a_report_adds_up() -> None:
    calls: list[tuple[int, int]] = []
    data = run(contest(GAME, ["random", "regular"], 4, "r"), progress=lambda *n: calls.append(n)).to_json()
    assert calls == [(n, 8) for n in range(1, 9)]
    assert data["games"] == 8 == sum(data["wins"].values()) + data["draws"] == sum(data["reasons"].values())
    assert sum(data["score"].values()) == pytest.approx(1)
    assert data["illegal"] == data["fallbacks"] == 0
    assert data["decisions"] > 100
    assert data["cpu_s"] > 0
    for name, (low, high) in data["interval"].items():
        assert low <= data["score"][name] <= high
        assert sum(row["games"] for row in data["by_side"][name].values()) == 8
    page = report.html(data)
    assert page.startswith("<!doctype html>")
    assert "<script" not in page
    assert "regular" in report.text(data)
    assert "<h1>Random against Regular: Archie&#x27;s War, Two players</h1>" in page
    assert "<td>Americans</td>" in page
    assert "american" not in page


def test_the_script_beats_random() -> None:
    data = run(contest(GAME, ["regular", "random"], 20, "beats"), farm=Here(2)).to_json()
    assert data["score"]["regular"] >= 0.95
    assert data["illegal"] == data["fallbacks"] == 0
    assert all(abs(row["z"]) < 3.5 for row in data["luck"].values())


def test_the_recruit_stands_between() -> None:
    assert run(contest(GAME, ["recruit", "random"], 12, "low"), farm=Here(2)).to_json()["score"]["recruit"] >= 0.85


@pytest.mark.soak
def test_the_levels_in_order_over_many_games() -> None:
    for better, worse, least in (("regular", "random", 0.95), ("recruit", "random", 0.9), ("regular", "recruit", 0.55)):
        data = run(contest(GAME, [better, worse], 300, "soak"), farm=Here(2)).to_json()
        assert data["interval"][better][0] >= least - 0.02, data
        assert data["score"][better] >= least
        assert data["illegal"] == data["fallbacks"] == 0
        assert all(abs(row["z"]) < 3 for row in data["luck"].values())


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("slug", games.READY)
def test_the_ladder_stands(slug: str) -> None:
    """Each level against the one below, at step budgets: nothing fails and none is shown to be the wrong way round.
    Archie's War with four anchors, where the game is open."""
    options = {"anchors": "four"} if slug == "archies-war" else None
    for rung in ladder.RUNGS:
        found = ladder.climb(slug, rung, 40, "soak", farm=Here(2), options=options)
        assert found.stands, ladder.text(found)


def test_a_rung_is_left_when_the_test_has_spoken(capsys, monkeypatch, tmp_path) -> None:
    rung = ladder.Rung("regular", "regular", "random", 0.9)
    found = ladder.climb("archies-war", rung, 12, "rung")
    assert (found.games, found.says) == (4 * ladder.BATCH, "better")
    assert found.score == 1.0
    assert found.stands
    assert not ladder.climb("archies-war", ladder.Rung("regular", "random", "regular", 0.5), 12, "rung").stands
    report = tmp_path / "report.md"
    report.write_text("a\n<!-- measured: ladder archies-war -->\n<!-- end of measured -->\nz\n", "utf-8")
    monkeypatch.setattr(ladder, "RUNGS", (rung,))
    asked = ["archies-war", "-n", "12", "--seed", "rung", "--copy", "Fair set-up", "--into", str(report)]
    assert ladder.main(asked) == 0
    assert "| regular v random | 16 | 100.0 % |" in report.read_text("utf-8")
    for wrong, says in (["archies"], "there is no game 'archies'"), (["solomons", "--copy", "x"], "no copy 'x'"):
        assert ladder.main(wrong) == 2
        assert says in capsys.readouterr().err


def test_styles_are_felt_and_told(capsys) -> None:
    """Bold and careful Regulars of Archie's War: the bold one goes more often."""
    found = styles.styles("archies-war", "regular", 6, "felt")
    by = {one.verb: one for one in found.habits}
    assert by["go"].bold > by["go"].careful
    assert by["go"].sure > styles.SURE
    assert found.games == 12
    assert styles.main(["archies-war", "--player", "random", "-n", "1"]) == 2
    assert "have dials" in capsys.readouterr().err


def test_a_kept_record_verifies() -> None:
    played = play_fixture(fixture("recruit", "random", keep=True))
    record = read_record(played.record, lambda slug, overlay: games.load(slug))
    assert record.verify() == []
    assert record.result() == (played.returns, played.reason)


class Broken:
    """Fails now and then, and breaks the rules the other times."""

    def choose(self, asked: Question, rng: random.Random) -> Thought:
        if rng.random() < 0.3:
            raise RuntimeError("out of order")
        if rng.random() < 0.3:
            return Thought(())
        return Thought((("fly", "home"),))


def test_a_broken_player_is_counted_and_the_game_goes_on() -> None:
    played = play(GAME, fixture("random", "random"), (RandomPlayer(), Broken()))
    assert played.returns[0] + played.returns[1] == 0
    assert played.illegal[0] == played.fallbacks[0] == 0
    assert 0 < played.illegal[1] < played.fallbacks[1]


class Cheater:
    """Sees the truth and the dice to come, and picks what turns out best. Planted: the audit must find it."""

    def __init__(self, spy: Any, seed: str, memory: dict[str, int]) -> None:
        self.spy, self.seed, self.drawn = spy, seed_bytes(seed), memory

    def choose(self, asked: Question, rng: random.Random) -> Thought:
        script = GAME.opponent
        assert script is not None
        plans = Scripted(0.5).choose(asked, rng).considered[:30]
        best, worth = plans[0], -1e9
        for plan in plans:
            s, drawn = self.spy.truth, self.drawn["n"]
            fell = 0.0
            for action in plan.do:
                s = self.spy.apply(s, asked.side, action)
                while self.spy.to_move(s) == (CHANCE,):
                    outcomes = self.spy.chance(s)
                    total = sum(weight for _, weight in outcomes)
                    mean = sum(script.worth(self.spy.apply(s, CHANCE, o), asked.side) * w for o, w in outcomes) / total
                    s = self.spy.apply(s, CHANCE, pick(self.seed, drawn, type(s.stack[-1]).__name__, outcomes))
                    drawn += 1
                    fell += script.worth(s, asked.side) - mean
                if self.spy.to_move(s) != (asked.side,):
                    break
            if plan.score + 60 * fell > worth:
                best, worth = plan, plan.score + 60 * fell
        return Thought(best.do)


class Spy(type(GAME)):  # type: ignore[misc]
    """The game, with a window to the truth."""

    truth: Any = None

    def view(self, s: Any, side: int) -> Any:
        self.truth = s
        return super().view(s, side)


def test_the_luck_audit_finds_a_planted_cheater() -> None:
    cheat, honest = Luck(), Luck()
    for number in range(120):
        counter = {"n": 0}
        spy = Spy()
        spy.opponent, spy.knowledge = GAME.opponent, GAME.knowledge
        wanted = fixture("random", "regular", seed=f"cheat {number}", audit=True)
        cheater = Cheater(spy, wanted.seed, counter)
        match = _counted(spy, wanted, (player("random"), cheater), counter)
        cheat += match.luck[1]
        honest += match.luck[0]
    assert abs(honest.z) < 3
    assert cheat.z > 3, cheat


def _counted(game: Any, wanted: Fixture, players: Any, counter: dict[str, int]) -> Any:
    """A match that tells the cheater how many dice have fallen."""
    from ironbottom.lab import match

    class Counted(match._Match):
        def _learn(self, before: Any, actor: int | None, entries: Any) -> None:
            super()._learn(before, actor, entries)
            counter["n"] = self.chances

    return Counted(game, wanted, players).run()


def test_contests_are_checked() -> None:
    wrong: list[tuple[list[str], int, dict[str, Any]]] = [
        (["deep"], 1, {}), (["random"], 0, {}), (["random"] * 3, 1, {}), ([], 1, {}), (["random"], 10**9, {}),
        (["random"], 1, {"scenario": "x"}), (["random"], 1, {"options": {"x": "y"}}), (["random"], 1, {"budget": "x"}),
    ]  # fmt: skip
    for bots, pairs, more in wrong:
        with pytest.raises(BadInput):
            contest(GAME, bots, pairs, "s", **more)


def test_the_tracer_sees_what_runs_below_a_folder() -> None:
    import ironbottom.games.archies_war.rules.printed as module

    forget(GAME.package)
    with traced(str(GAME.folder)) as ran:
        GAME.setup(SCENARIO)
    assert any(file == module.__file__ for file, _ in ran)
    assert all("archies_war" in file for file, _ in ran)


def test_a_position_is_drawn_on_the_chart() -> None:
    s = GAME.setup(SCENARIO)
    rng = random.Random(1)
    from ironbottom.lab.bench import walk

    states = [state for state, _ in walk(GAME, s, rng)]
    state = states[len(states) // 2]
    svg = draw(GAME, SCENARIO, GAME.picture(GAME.view(state, 0), 0))
    import xml.etree.ElementTree as ET

    root = ET.fromstring(svg)
    uses = root.findall(".//{http://www.w3.org/2000/svg}use")
    faces = {use.get("href", "")[1:] for use in uses}
    symbols = {symbol.get("id") for symbol in root.iter("{http://www.w3.org/2000/svg}symbol")}
    assert uses
    assert faces <= symbols
