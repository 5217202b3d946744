"""A practice board over HTTP: it shows a rule, stands in no list, one at a time, and touches no game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ironbottom.kernel.aid import aid
from ironbottom.server import catalogue
from server.play import Browser

GAME = "archies-war"


def practise(browser: Browser, rule: str, **more: Any) -> str:
    return str(browser.post("/api/practice", game=GAME, rule=rule, **more)["id"])


def shown(browser: Browser, key: str) -> dict[str, Any]:
    """Press "Show what happens" until the example is at its end; the last message."""
    told = browser.look(key, "")
    while told["coach"]["state"] == "do":
        assert all(told["coach"]["pages"])
        seat = next(one["side"] for one in told["seats"])
        browser.act(key, seat, "show-next")
        told = browser.look(key, "")
    return told


def test_a_rule_is_shown_to_its_end_and_then_tried(run: Callable[..., Any]) -> None:
    browser = Browser(run().base)
    key = practise(browser, "2P-33")
    told = browser.look(key, "")
    assert told["mode"] == "practice"
    assert "2P-33" in told["coach"]["pages"][0]
    assert told["coach"]["example"]["own"] is False
    end = shown(browser, key)
    assert end["coach"]["state"] == "done"
    assert end["lines"], "what is shown is told in the log"
    refused = browser.refused(f"/api/tables/{key}/show-next", seat="american")
    assert refused == (400, "There is nothing more to show.")
    own = practise(browser, "2P-33", trying=True)
    told = browser.look(own, "")
    assert told["coach"]["example"]["own"] is True
    assert told["choices"] or told["macros"]
    assert browser.refused(f"/api/tables/{own}/show-next", seat="american")[0] == 400


def test_it_stands_in_no_list_goes_on_the_next_and_touches_no_game(run: Callable[..., Any]) -> None:
    browser = Browser(run().base)
    game = browser.post(
        "/api/tables", game=GAME, scenario="two-player", seats={"american": "me", "japanese": "me"}
    )["id"]
    before = browser.look(game, "american")
    first = practise(browser, "2P-26")
    second = practise(browser, "2P-30")
    assert [one["id"] for one in browser.get("/api/tables")] == [game]
    assert browser.refused(f"/api/tables/{first}/show-next", seat="american")[0] == 404
    shown(browser, second)
    assert browser.look(game, "american") == before
    assert browser.refused("/api/practice", game=GAME, rule="2P-999") == (404, "there is no example of that rule")
    assert browser.refused("/api/practice", game="chess", rule="1") == (404, "there is no such game")


def test_a_stranger_sees_nothing_of_it(run: Callable[..., Any]) -> None:
    server = run()
    key = practise(Browser(server.base), "2P-26")
    assert Browser(server.base).http.get(f"/api/tables/{key}").status_code in (403, 404)


def test_it_comes_back_from_the_disk_as_far_as_it_was(run: Callable[..., Any]) -> None:
    server = run()
    browser = Browser(server.base)
    key = practise(browser, "2P-33")
    browser.act(key, "american", "show-next")
    before = browser.look(key, "")
    assert before["coach"]["step"] == 1
    server.server.tables.rooms.clear()
    assert browser.look(key, "")["coach"] == before["coach"]
    shown(browser, key)


def test_the_rules_tell_how_each_is_shown_and_where_in_the_turn(run: Callable[..., Any]) -> None:
    browser = Browser(run().base)
    rules = browser.get(f"/api/rules/{GAME}")
    assert all(one["example"] for one in rules)
    assert {one["example"] for one in rules} == {"plays", "forbids", "describes"}
    assert {one["turn"]["name"] for one in rules if one["turn"]} >= {"Attack", "Actions and movement"}
    aid = browser.get(f"/api/aid/{GAME}")
    assert [one["id"] for one in aid["tables"]][:2] == ["american", "japanese"]


def test_the_players_aid_is_made_once_however_often_it_is_asked_for(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Any] = []

    def make(game: Any) -> Any:
        made.append(game.slug)
        return aid(game)

    monkeypatch.setattr(catalogue, "aid", make)
    browser = Browser(run().base)
    told = browser.get(f"/api/aid/{GAME}")
    assert told == browser.get(f"/api/aid/{GAME}")
    key = browser.table(GAME, "two-player", seats={"american": "me", "japanese": "me"})["id"]
    assert browser.get(f"/api/tables/{key}/aid") == told
    assert made == [GAME]
