"""A lesson over HTTP: a real table, kept like any other, in no list of games, one for each lesson."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from ironbottom import games
from ironbottom.opponents import runner
from ironbottom.server import lessons
from server.play import Browser


def wait(browser: Browser, key: str, side: str, state: str) -> dict[str, Any]:
    """The seat's message once its coach is in that state."""
    end = time.monotonic() + 30
    while True:
        told: dict[str, Any] = browser.look(key, side)
        if told["coach"]["state"] == state or time.monotonic() > end:
            assert told["coach"]["state"] == state
            return told
        time.sleep(0.05)


def begin(browser: Browser, lesson: str, **how: bool) -> str:
    return str(browser.post("/api/lessons", game="archies-war", lesson=lesson, **how)["id"])


def begun(browser: Browser) -> list[str]:
    return [one["lesson"] for one in browser.get("/api/lessons")]


def test_a_lesson_is_a_table_with_a_scripted_answer(run: Callable[..., Any]) -> None:
    browser, side = Browser(run().base), "american"
    key = begin(browser, "attack")
    told = wait(browser, key, side, "do")
    assert told["mode"] == "lesson"
    assert told["coach"]["step"] == 0
    assert told["coach"]["next"]["lesson"] == "landing"
    assert browser.get("/api/tables") == []
    body = {"seat": side, "n": told["n"], "id": "early", "do": ["end"]}
    refused = browser.refused(f"/api/tables/{key}/do", **body)
    assert refused == (400, "Not in this lesson: that could not be taken back.")
    browser.do(key, side, "take henderson_field inf3")
    assert "[2P-2]" in wait(browser, key, side, "astray")["coach"]["astray"]
    browser.act(key, side, "undo")
    wait(browser, key, side, "do")
    browser.do(key, side, "take henderson_field inf5", "take henderson_field inf4", "go koli_point henderson_field")
    browser.do(key, side, "resolve")
    assert wait(browser, key, side, "do")["coach"]["step"] == 3
    browser.do(key, side, "end")
    told = wait(browser, key, side, "do")
    assert told["coach"]["step"] == 4
    browser.do(key, side, "lose recon", "retreat henderson_field")
    assert wait(browser, key, side, "done")["coach"]["step"] == 6


def test_a_lesson_comes_back_from_the_disk_as_it_was(run: Callable[..., Any]) -> None:
    server = run()
    browser = Browser(server.base)
    key = begin(browser, "march")
    browser.do(key, "american", "take henderson_field inf4")
    before = wait(browser, key, "american", "do")
    assert before["coach"]["step"] == 1
    server.server.tables.rooms.clear()
    after = wait(browser, key, "american", "do")
    assert after == {**before, "rev": after["rev"]}
    assert after["rev"] > before["rev"]


def test_a_lesson_goes_on_where_it_was_left(run: Callable[..., Any]) -> None:
    server = run()
    first, second = Browser(server.base), Browser(server.base)
    old, other = begin(first, "march"), begin(second, "march")
    first.do(old, "american", "take henderson_field inf4")
    begin(first, "alone")
    assert begun(first) == ["alone", "march"]
    assert begun(second) == ["march"]
    server.server.tables.rooms.clear()
    assert begin(first, "march") == old
    assert wait(first, old, "american", "do")["coach"]["step"] == 1
    new = begin(first, "march", again=True)
    assert wait(first, new, "american", "do")["coach"]["step"] == 0
    assert first.http.get(f"/api/tables/{old}").status_code == 404
    assert second.look(other, "american")["coach"]["lesson"] == "march"


def test_a_lesson_that_is_done_begins_anew(run: Callable[..., Any]) -> None:
    browser, side = Browser(run().base), "american"
    key = begin(browser, "attack")
    browser.do(key, side, "take henderson_field inf5", "take henderson_field inf4", "go koli_point henderson_field")
    browser.do(key, side, "resolve")
    wait(browser, key, side, "do")
    browser.do(key, side, "end")
    wait(browser, key, side, "do")
    assert begin(browser, "attack") == key
    browser.do(key, side, "lose recon", "retreat henderson_field")
    wait(browser, key, side, "done")
    assert begin(browser, "attack") != key


def test_lessons_that_were_begun_do_not_pile_up(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "KEPT", 2)
    browser = Browser(run().base)
    for lesson in ("march", "attack", "march", "landing", "alone"):
        key = begin(browser, lesson)
        if lesson == "march":
            browser.do(key, "american", "take henderson_field inf4")
            browser.act(key, "american", "undo")
    assert begun(browser) == ["alone", "landing"]


def test_lessons_that_are_not_there(run: Callable[..., Any]) -> None:
    browser = Browser(run().base)
    for game, lesson in (("archies-war", "nowhere"), ("nothing", "march"), ("skirmish", "march")):
        assert browser.refused("/api/lessons", game=game, lesson=lesson) == (404, "there is no such lesson")
    assert browser.refused("/api/lessons", game="archies-war")[0] == 400


def test_the_shelf_lists_the_lessons(run: Callable[..., Any]) -> None:
    games = {game["slug"]: game for game in Browser(run().base).get("/api/games")}
    lessons = games["archies-war"]["lessons"]
    assert [lesson["scenario"] for lesson in lessons] == ["two-player"] * 6 + ["solitaire"] * 2
    assert sum(lesson["minutes"] for lesson in lessons[:5]) == 10
    assert all(lesson["title"] and lesson["text"] for lesson in lessons)
    assert games["skirmish"]["lessons"] == []


def test_only_in_a_whole_game_does_the_coach_of_a_first_game_think_too(run: Callable[..., Any]) -> None:
    browser, side = Browser(run(thinker=partial(runner.think, games.load)).base), "american"
    for lesson, whole in (("attack", False), ("first_game", True)):
        key = begin(browser, lesson)
        wait(browser, key, side, "do")
        assert bool(browser.post(f"/api/tables/{key}/advise", seat=side)["do"]) == whole
