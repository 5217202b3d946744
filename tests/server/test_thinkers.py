"""What a computer's process is handed, and what the time of its answers follows from."""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import contract
from ironbottom import games
from ironbottom.kernel.dice import seed_hash
from ironbottom.kernel.options import choose
from ironbottom.kernel.record import header
from ironbottom.kernel.step import CHANCE, OBSERVER
from ironbottom.opponents.registry import PLAYERS, SEARCHING, pondering
from ironbottom.opponents.worlds import searcher_of
from ironbottom.server import thinkers
from ironbottom.server.thinkers import Stage, beaten, hesitation, question
from ironbottom.server.workers import Hurry, Workers, say
from ironbottom.table.seats import BOT, HUMAN, Seat, Terms
from ironbottom.table.table import Table
from server.play import Browser, invited, reach, seal, think, wait_for
from table.skirmish import SKIRMISH
from table.test_table import BLUE, RED, do, marching, new_table

SECRET = "a secret of the server"


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs /proc")
def test_a_process_is_handed_nothing_but_its_question(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("IRONBOTTOM_TEST_SECRET", SECRET)
    monkeypatch.setattr(sys, "argv", [*sys.argv, SECRET])
    monkeypatch.chdir(tmp_path)
    running = run()  # with its database, its listening socket and its connections open
    red, _, key, _ = invited(running.base)
    (tmp_path / "open").write_text(SECRET)
    with (tmp_path / "open").open() as file:
        os.set_inheritable(file.fileno(), True)
        workers = Workers(reach, 1)
        found = asyncio.run(workers.run(None, 60))
        workers.stop()
    assert SECRET not in str(found)
    assert set(found["environment"]) <= {"LC_CTYPE"}, "which the interpreter sets itself"
    assert found["environ"] == ""
    assert found["folder"] == "/"
    assert str(running.server.settings.data) not in str(found)
    kinds = sorted(link.partition(":")[0] for link in found["files"].values())
    assert set(kinds) <= {"pipe", "/dev/null"}, kinds
    assert kinds.count("pipe") == 2, "the question comes by one, the answer goes by the other"
    assert red.look(key, "red")


def count(most: int) -> str:
    for n in range(most):
        say(n / most)
    return "counted"


def test_who_waits_for_a_process_hears_how_far_it_is() -> None:
    workers, hurry = Workers(count, 1), Hurry()
    assert asyncio.run(workers.run(4, 60, hurry)) == "counted"
    workers.stop()
    assert hurry.so_far == 0.75


def test_a_question_holds_the_seat_s_own_view_and_no_more() -> None:
    table = marching()
    do(table, BLUE, "ready") if BLUE in table.waiting() else None
    meta: Any = type("Meta", (), {"overlay": None})()
    asked = question(table, meta, RED, "random")
    assert set(asked) == {
        "game", "overlay", "scenario", "options", "side", "view", "memory", "bot", "seed", "budget"
    }  # fmt: skip
    assert asked["view"] == SKIRMISH.to_file(SKIRMISH.view(table.state, RED))
    assert table.seed.hex() not in str(asked)
    assert table.seed not in asked["memory"]
    assert asked["seed"] < 1 << 32


def test_a_computer_that_can_win_no_more_gives_in_at_once() -> None:
    """T-11: without a block and with every anchor closed: nobody sits through turns in which nothing happens."""
    game = games.load("archies-war")
    shut = {"cape_esperance": ["inf2"], "tassafaronga_point": ["inf3"], "taivu_point": ["inf4"]}
    seed = bytes(32)
    options = dict(choose(game.options, "two-player", {}))
    head = header(game, "two-player", options, seats={}, seed_hash=seed_hash(seed), started="")
    seats = (Seat(0, HUMAN, "Ann", "ann"), Seat(1, BOT, bot="regular"))
    for american, lost in ((shut, True), ({"taivu_point": ["inf4"]}, False)):
        start = game.place({"step": "japanese-actions", "turn": 5, "american": american, "japanese": {}})
        table: Table[Any] = Table(game, head, seats, Terms(), seed, start=start)
        assert [beaten(table, side) for side in (0, 1)] == [False, lost]


# --- time -------------------------------------------------------------------------------------------------------------


def test_an_answer_comes_at_a_beat() -> None:
    stage = Stage()
    stage.at(7, 100.0, 2.0)
    assert stage.left(100.0, stage.beat) == 2.0, "forced: at once, and yet not sooner"
    assert stage.left(101.9, stage.beat) == pytest.approx(0.1)
    stage.at(7, 101.0, 9.0)
    assert (stage.begun, stage.beat) == (100.0, 2.0), "further answers that nobody sees are of the same stage"
    assert stage.left(102.5, stage.beat) == pytest.approx(1.5), "what took too long waits for the next one"
    stage.at(8, 105.0, 1.0)
    assert stage.left(105.2, stage.beat) == pytest.approx(0.8)
    assert stage.left(105.2, 0.0) == 0.0


@pytest.mark.parametrize("slug", games.READY)
def test_the_time_of_a_computer_follows_from_what_everybody_knows(slug: str) -> None:
    """The step, the level: whatever the side's own view holds gives the same as the observers' view."""
    game = games.load(slug)
    searcher = searcher_of(game)
    if searcher is None:
        assert all(pondering(game, name, None, 0) == 0 for name in PLAYERS)
        return
    seen = set()
    for scenario in (one for one in game.scenarios if not one.of):
        for number, s in enumerate(contract.states(game, scenario.id, {}, 5)):
            if number > 600:
                break
            if number % 3 or game.to_move(s) == (CHANCE,):
                continue
            for side in game.waited_for(s):
                known = game.view(s, OBSERVER)
                for name in SEARCHING:
                    own = pondering(game, name, game.view(s, side), side)
                    assert pondering(game, name, known, side) == own, (s.stack[-1], side)
                    seen.add(own)
    assert seen or searcher_of(game.at(game.scenarios[0].id)) is None


def test_what_others_see_of_an_answer_is_known_before_it_is_played() -> None:
    """By chance moves: `shows` says so if and only if the others' messages change, or they are waited for."""
    rng = random.Random(5)
    told = 0
    for _ in range(30):
        table = new_table()
        for _ in range(25):
            if table.over:
                break
            side = rng.choice(table.waiting())
            action = rng.choice(table.legal(side))
            before = (len(table.log), table.waiting())
            shows = table.shows(side, [action])
            table.do(side, [action], 0)
            assert shows == (before != (len(table.log), table.waiting())), action
            told += shows
    assert told > 50
    assert not table.shows(RED, [("fly", 9)])


def uneven(request: Any) -> dict[str, Any]:
    """Thinks longer where the card in hand is high."""
    view = SKIRMISH.view_from_file(request["view"], request["scenario"], request["options"])
    time.sleep(0.02 * max(view.hands[request["side"]], default=0))
    return think(request)


def test_a_computer_that_thinks_unevenly_answers_evenly(run: Callable[..., Any], monkeypatch: Any) -> None:
    """From the log's own times: whatever it held, nothing that others see came before its beat."""
    beats: list[float] = []
    left = Stage.left

    def kept(stage: Stage, now: float, beat: float) -> float:
        waited = left(stage, now, beat)
        beats.append((now + waited - stage.begun) / beat)
        return waited

    monkeypatch.setattr(Stage, "left", kept)
    running = run(thinker=uneven, bot_delay=0.25)
    ann = Browser(running.base)
    key = ann.table(seats={"red": "me", "blue": "bot:random"})["id"]
    ann.first(key, "red")
    ann.do(key, "red", "ready")
    wait_for(lambda: len(beats) >= 1 and ann.look(key, "red")["waiting"] == ["red"], 60)
    assert all(beat == pytest.approx(round(beat), abs=1e-6) and beat > 0.99 for beat in beats)


def test_a_standing_order_takes_its_time_where_others_look_on(run: Callable[..., Any]) -> None:
    """As long as a person might: otherwise an answer at once would say that there was nothing to decide."""
    running = run(bot_delay=0.1)
    red, blue, key, _ = invited(running.base)
    room = running.server.tables.rooms[key]
    assert 2.5 <= hesitation(room) <= 10
    table = room.table
    before = hesitation(room)
    table.orders[BLUE]["Answer"] = object()
    assert hesitation(room) == before, "not of what was ordered"
    del table.orders[BLUE]["Answer"]
    blue.act(key, "blue", "order", step="Answer", do="hold")
    seal(red, blue, key)
    n = red.do(key, "red", "stop")["n"]
    begun = time.monotonic()
    wait_for(lambda: red.look(key, "red")["n"] > n, 20)
    assert time.monotonic() - begun > 0.2
    alone = Browser(running.base)
    mine = alone.table(seats={"red": "me", "blue": "bot:random"})["id"]
    assert hesitation(running.server.tables.rooms[mine]) == 1.0
    assert thinkers.OVERHEAD > 1
