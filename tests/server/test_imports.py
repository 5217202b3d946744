"""Records that ask for too much, and corrections that are out of all proportion: refused, while others are served."""

from __future__ import annotations

import json
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NoReturn

import pytest

from ironbottom.server import records
from ironbottom.server.store import FILE
from server.play import Browser, greedy, invited, seal, wait_for

BATTLESHIPS = {"setup": {"units": {"allies": {"J": {"BAT": 30_000_000}}}}}


def finished(base: str) -> tuple[Browser, list[Any]]:
    """A player, and the lines of a record of his."""
    red, blue, key, _ = invited(base)
    seal(red, blue, key)
    red.act(key, "red", "resign")
    return red, [json.loads(line) for line in red.http.get(f"/api/tables/{key}/record").text.splitlines()]


def with_overlay(lines: list[Any], overlay: dict[str, Any]) -> str:
    return "".join(json.dumps(line) + "\n" for line in ({**lines[0], "overlay": overlay}, *lines[1:]))


@pytest.mark.parametrize("wish", ["memory", "time", "end"])
def test_a_record_that_asks_for_too_much_is_refused_while_others_play(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, cannot_run: Callable[[str, str], NoReturn], wish: str
) -> None:
    if wish == "memory" and sys.platform != "linux":
        cannot_run("a memory limit", "this system has none for a process")
    monkeypatch.setattr(records, "SECONDS", 1.0 if wish == "time" else 60.0)
    running = run(maker=greedy)
    red, lines = finished(running.base)
    before = red.get("/api/tables")
    told: list[tuple[int, str]] = []
    asking = threading.Thread(
        target=lambda: told.append(red.refused("/api/tables", **{"import": with_overlay(lines, {wish: 1})}))
    )
    asking.start()
    ben, played = Browser(running.base, "Ben"), 0
    key = ben.table(seats={"red": "me", "blue": "me"})["id"]
    while asking.is_alive():
        assert ben.look(key, "red")["over"] is None
        played += 1
    assert played
    asking.join()
    status, error = told[0]
    assert status == 400
    assert "MB of memory" in error
    assert red.get("/api/tables") == before
    made = red.post("/api/tables", **{"import": with_overlay(lines, {})})["id"]
    assert red.look(made, "red")["over"]["winners"] == ["blue"]


def test_records_of_a_player_come_one_at_a_time_and_few_wait(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "SECONDS", 60.0)
    monkeypatch.setattr(records, "MOST_WAITING", 1)
    running = run(maker=greedy)
    red, lines = finished(running.base)
    endless, eve, ben = with_overlay(lines, {"time": 1}), Browser(running.base), Browser(running.base)
    told: list[tuple[int, str]] = []

    def send(who: Browser) -> threading.Thread:
        asking = threading.Thread(target=lambda: told.append(who.refused("/api/tables", **{"import": endless})))
        asking.start()
        wait_for(lambda: (who.me["id"], "record") in running.server.players.busy)
        return asking

    asking = [send(eve)]
    status, error = eve.refused("/api/tables", **{"import": endless})
    assert (status, "one at a time" in error) == (429, True)
    asking.append(send(ben))
    wait_for(lambda: running.server.imports._workers.waiting == 1)
    status, error = red.refused("/api/tables", **{"import": with_overlay(lines, {})})
    assert (status, "try again in a few minutes" in error) == (429, True)
    while any(one.is_alive() for one in asking):
        for worker in list(running.server.imports._workers._all):
            worker.process.kill()
        time.sleep(0.1)
    assert [status for status, _ in told] == [400, 400]
    assert red.post("/api/tables", **{"import": with_overlay(lines, {})})["id"]


def test_an_imported_game_is_the_same_after_a_restart(run: Callable[..., Any]) -> None:
    running = run()
    red, lines = finished(running.base)
    parts = (lines, lines[:3], lines[:1])
    made = [red.post("/api/tables", **{"import": with_overlay(part, {})})["id"] for part in parts]
    before = [red.look(key, "red") for key in made]
    assert [len(told["lines"]) > 0 for told in before] == [True, True, False]
    assert {line["time"] for told in before for line in told["lines"]} == {""}, "a record does not say when"
    running.stop()
    again = run()
    same = Browser.known(again.base, red)
    for key, told in zip(made, before, strict=True):
        after = same.look(key, "red")
        assert after == {**told, "rev": after["rev"]}
        assert after["rev"] > told["rev"]


def test_thirty_million_battleships_are_refused(base: str) -> None:
    ann = Browser(base)
    head = {
        "format": "ironbottom record 1", "game": "axis-allies", "rules_version": 1, "scenario": "campaign",
        "options": {}, "digest": "", "overlay": BATTLESHIPS, "seats": {}, "seed_hash": "", "started": "",
    }  # fmt: skip
    status, error = ann.refused("/api/tables", **{"import": json.dumps(head)})
    assert status == 400
    assert "setup.units.allies.J.BAT" in error


def test_a_stored_game_with_such_corrections_is_listed_and_says_why(run: Callable[..., Any], tmp_path: Path) -> None:
    running = run()
    ann = Browser(running.base)
    key = ann.table("axis-allies", "campaign", seats={"allies": "me", "axis": "me"})["id"]
    running.stop()
    with closing(sqlite3.connect(tmp_path / "data" / FILE)) as data, data:
        data.execute("UPDATE tables SET overlay = ?", (json.dumps(BATTLESHIPS),))
    again = run()
    ann = Browser.known(again.base, ann)
    assert [table["id"] for table in ann.get("/api/tables")] == [key]
    answer = ann.http.get(f"/api/tables/{key}")
    assert answer.status_code == 400
    assert "setup.units.allies.J.BAT" in answer.json()["error"]
    assert ann.refused(f"/api/tables/{key}/resign", seat="axis")[0] == 400


def test_a_record_brings_no_keys_but_those_of_records(run: Callable[..., Any], tmp_path: Path) -> None:
    """The key of a lesson would sit a coach down at the table; a table that came in so before has none either."""
    running = run()
    ann = Browser(running.base)
    lesson = running.server.tables.catalogue.lessons("archies-war")[0]
    taught = ann.post("/api/lessons", game="archies-war", lesson=lesson.id)["id"]
    sides = [seat["side"] for seat in ann.look(taught, "")["seats"]]
    made = ann.table("archies-war", lesson.scenario, seats=dict.fromkeys(sides, "me"))["id"]
    ann.act(made, sides[0], "resign")
    head, *rest = [json.loads(line) for line in ann.http.get(f"/api/tables/{made}/record").text.splitlines()]
    text = "".join(json.dumps(line) + "\n" for line in ({**head, "lesson": lesson.id, "more": 1}, *rest))
    key = ann.post("/api/tables", **{"import": text})["id"]
    running.stop()
    with closing(sqlite3.connect(tmp_path / "data" / FILE)) as data, data:
        ((stored,),) = data.execute("SELECT header FROM tables WHERE id = ?", (key,)).fetchall()
        assert json.loads(stored) == head
        data.execute("UPDATE tables SET header = ? WHERE id = ?", (json.dumps({**head, "lesson": lesson.id}), key))
    again = run()
    ann = Browser.known(again.base, ann)
    assert "coach" in ann.look(taught, "")
    assert "coach" not in ann.look(key, "")
    assert json.loads(ann.http.get(f"/api/tables/{key}/record").text.splitlines()[0]) == head


def test_a_stored_game_that_cannot_be_loaded_is_hidden_shown_and_deleted(
    run: Callable[..., Any], tmp_path: Path
) -> None:
    running = run()
    red, blue, key, _ = invited(running.base)
    red.post(f"/api/tables/{key}/reclaim", side="blue")
    running.stop()
    with closing(sqlite3.connect(tmp_path / "data" / FILE)) as data, data:
        data.execute("UPDATE tables SET game = 'gone'")
    again = run()
    red, blue, carl = Browser.known(again.base, red), Browser.known(again.base, blue), Browser(again.base, "Carl")
    assert red.http.get(f"/api/tables/{key}").status_code == 400
    for who in (red, blue):
        for act, shown, hidden in (("hide", [], [key]), ("show", [key], [])):
            who.post(f"/api/tables/{key}/{act}")
            assert [table["id"] for table in who.get("/api/tables")] == shown
            assert [table["id"] for table in who.get("/api/tables", hidden=True)] == hidden
    assert blue.get("/api/tables")[0]["asked"] is None  # he was heard of
    for act in ("hide", "show", "delete"):
        assert carl.refused(f"/api/tables/{key}/{act}")[0] == 403
    assert red.post(f"/api/tables/{key}/delete") == {"gone": False}
    assert blue.post(f"/api/tables/{key}/delete") == {"gone": True}
    assert red.http.get(f"/api/tables/{key}").status_code == 404
    assert red.get("/api/tables") == []
