"""Two computers play and somebody looks on: what he may see, and that nothing is thought while nobody looks."""

from __future__ import annotations

import io
import json
import random
import time
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from ironbottom import games
from ironbottom.kernel.action import Range
from ironbottom.kernel.options import choose
from ironbottom.kernel.step import OBSERVER
from ironbottom.server.making import make
from ironbottom.table.log import TRUTH
from ironbottom.table.message import message, picture_at
from ironbottom.table.seats import BOT, Seat, Terms
from server.play import Browser, live, think, wait_for
from server.test_computers import InPlace

ALL = {"red": "bot:random", "blue": "bot:random"}


def entered(running: Any, key: str) -> int:
    """How many entries the log of a table has."""
    room = running.server.tables.rooms.get(key)
    return 0 if room is None or room.table is None else len(room.table.log)


def still(running: Any, key: str) -> bool:
    """Whether nothing happens at a table for a while."""
    before = entered(running, key)
    time.sleep(0.3)
    return entered(running, key) == before and not running.server.tables.rooms[key].thinking


def go_on(browser: Browser, key: str, seat: str = "observer") -> Any:
    """The page has told all that it has; what is new then, or how it ended."""
    before = browser.look(key, seat)
    assert browser.post(f"/api/tables/{key}/go-on", seat=seat, n=before["n"]) == {}

    def more() -> Any:
        told = browser.look(key, seat, after=before["n"])
        return told if told["over"] or told["n"] > before["n"] else None

    return wait_for(more)


def test_computers_go_on_step_by_step_while_a_page_is_open(run: Callable[..., Any]) -> None:
    hire = InPlace()
    running = run(hire=hire)
    ann = Browser(running.base, "Ann")
    key = ann.table(seats=ALL)["id"]
    first = ann.look(key, "")
    assert (first["seat"], first["mode"], first["choices"], first["dice"]) == ("observer", "computers", [], None)
    assert not any(seat["you"] for seat in first["seats"])
    ann.post(f"/api/tables/{key}/go-on", seat="observer", n=first["n"])
    assert still(running, key), "no page is open"
    assert think not in hire.asked
    with live(ann, running.base, f"/api/tables/{key}/live?seat=observer"):
        assert still(running, key), "a page that is open has asked for nothing"
        told = go_on(ann, key)
        assert told["lines"], "something has happened"
        assert still(running, key), "and nothing more, until the page has told it"
        ann.post(f"/api/tables/{key}/go-on", seat="observer", n=first["n"])
        assert still(running, key), "a page that has more to tell lets nothing go on"
        for _ in range(3):
            told = go_on(ann, key)
    asked = hire.asked[think]
    ann.post(f"/api/tables/{key}/go-on", seat="observer", n=told["n"])
    assert still(running, key), "the page is closed"
    assert hire.asked[think] == asked


def test_a_game_of_computers_comes_to_its_end(run: Callable[..., Any]) -> None:
    running, seat = run(hire=InPlace()), "truth"
    ann, ben = Browser(running.base, "Ann"), Browser(running.base, "Ben")
    made = ann.table(seats=ALL)
    key = made["id"]
    ben.join(made["links"]["observer"])
    assert ann.refused(f"/api/tables/{key}/rematch", seat=seat)[0] == 403, "it goes on"
    with live(ann, running.base, f"/api/tables/{key}/live?seat={seat}"):
        for _ in range(400):
            told = go_on(ann, key, seat)
            assert (told["choices"], told["macros"], told["prompt"]["mine"]) == ([], [], False)
            if told["over"]:
                break
    assert told["over"]["seed"]
    (entry,) = ben.get("/api/tables")
    assert (entry["mode"], entry["made"], entry["over"]["text"]) == ("computers", False, told["over"]["text"])
    assert ann.http.get(f"/api/tables/{key}/record", params={"seat": seat}).text.startswith('{"format"')
    assert ben.refused(f"/api/tables/{key}/rematch", seat="red")[0] == 403
    for same in (False, True):
        again = ann.post(f"/api/tables/{key}/rematch", seat=seat, same=same)["id"]
        assert ann.look(again, "truth")["mode"] == "computers"
        assert ben.http.get(f"/api/tables/{again}").status_code == 403, "its link has not been given to him"
    assert ann.post(f"/api/tables/{key}/analysis", seat="truth", at=2)["id"]


def test_where_computers_alone_play_who_looks_on_sees_all(run: Callable[..., Any]) -> None:
    running = run(hire=InPlace())
    ann, ben, eve = (Browser(running.base, name) for name in ("Ann", "Ben", "Eve"))
    made = ann.table(seats=ALL)
    key = made["id"]
    assert list(made["links"]) == ["observer"]
    ben.join(made["links"]["observer"])
    for browser in (ann, ben):
        for seat in ("observer", "truth"):
            assert browser.refused(f"/api/tables/{key}/analysis", seat=seat)[0] == 403
    for seat in ("truth", "red", "observer"):
        with live(ben, running.base, f"/api/tables/{key}/live?seat={seat}"):
            for _ in range(3):
                go_on(ben, key, seat)
    for browser in (ann, ben):
        for seat in ("observer", "red", "blue", "truth"):
            told = browser.look(key, seat)
            assert (told["seat"], told["choices"], told["prompt"]["mine"]) == (seat, [], False)
            marks = browser.get(f"/api/tables/{key}/replay", seat=seat)
            assert browser.get(f"/api/tables/{key}/story", seat=seat, at=told["n"]), marks
            assert browser.http.get(f"/api/tables/{key}/record", params={"seat": seat}).status_code == 200
        assert browser.look(key, "truth")["n"] >= browser.look(key, "observer")["n"]
    for seat in ("", "observer", "red", "truth"):
        assert eve.http.get(f"/api/tables/{key}", params={"seat": seat}).status_code == 403
        assert eve.refused(f"/api/tables/{key}/go-on", seat=seat, n=0)[0] == 403


def test_nobody_plays_there_but_the_computers(run: Callable[..., Any]) -> None:
    running = run(hire=InPlace())
    ann = Browser(running.base, "Ann")
    key = ann.table(seats=ALL)["id"]
    n = ann.look(key, "red")["n"]
    acts: dict[str, dict[str, Any]] = {
        "do": {"n": n, "id": "one", "do": ["ready"]}, "undo": {}, "redo": {}, "resign": {}, "move-now": {}, "hint": {},
        "offer": {"kind": "takeback"}, "chat": {"text": "Hello"}, "order": {"step": "routine", "do": "default"},
        "note": {"place": "a", "text": "here"}, "keep": {}, "advise": {}, "claim-time": {},
    }  # fmt: skip
    for act, body in acts.items():
        assert ann.refused(f"/api/tables/{key}/{act}", seat="red", **body)[0] == 403, act
    assert ann.refused(f"/api/tables/{key}/relink", side="red")[0] == 400
    assert ann.post(f"/api/tables/{key}/relink", side="observer")["url"]


def test_whose_it_is_and_who_deletes_it(run: Callable[..., Any]) -> None:
    running = run(hire=InPlace())
    ann, ben = Browser(running.base, "Ann"), Browser(running.base, "Ben")
    made = ann.table(seats=ALL)
    key = made["id"]
    (entry,) = ann.get("/api/tables")
    assert (entry["id"], entry["mode"], entry["yours"], entry["match"]) == (key, "computers", False, None)
    ben.join(made["links"]["observer"])
    assert [entry["id"] for entry in ben.get("/api/tables")] == [key]
    assert ben.refused(f"/api/tables/{key}/delete")[0] == 403
    ben.post(f"/api/tables/{key}/hide")
    assert ben.get("/api/tables") == []
    assert ann.post(f"/api/tables/{key}/delete") == {"gone": True}
    assert (ann.get("/api/tables"), ben.get("/api/tables", hidden=True)) == ([], [])
    # what he takes along has it, and it goes with his account
    kept = ann.table(seats=ALL)["id"]
    with zipfile.ZipFile(io.BytesIO(ann.http.get("/api/account/file").content)) as packed:
        assert [one["id"] for one in json.loads(packed.read("games.json"))] == [kept]
    ann.post("/api/account/delete", name="Ann")
    assert ben.refused(f"/api/tables/{kept}/go-on", seat="observer", n=0)[0] == 404


def test_a_table_with_one_human_hides_what_it_hid(run: Callable[..., Any]) -> None:
    """Neither the other side's eyes, nor the truth, nor a hand on its pace, for any who is there."""
    running = run(hire=InPlace())
    ann, ben = Browser(running.base, "Ann"), Browser(running.base, "Ben")
    for seats in ({"red": "me", "blue": "bot:random"}, {"red": "me", "blue": "friend"}, {"red": "me", "blue": "me"}):
        made = ann.table(seats=seats)
        key = made["id"]
        if "observer" in made["links"]:
            ben.join(made["links"]["observer"])
        asked = [(ann, "truth"), (ben, "truth"), (ben, "red"), (ben, "blue")]
        for browser, seat in asked if seats["blue"] == "me" else [*asked, (ann, "blue")]:
            for path in ("", "/record", "/replay"):
                answer = browser.http.get(f"/api/tables/{key}{path}", params={"seat": seat})
                assert answer.status_code == 403, (seats, seat, path)
            assert browser.refused(f"/api/tables/{key}/go-on", seat=seat, n=0)[0] == 403
            assert browser.refused(f"/api/tables/{key}/analysis", seat=seat)[0] == 403
        assert "people play here" in ann.refused(f"/api/tables/{key}/go-on", seat="red", n=0)[1]
        with pytest.raises(Exception, match="403"), live(ben, running.base, f"/api/tables/{key}/live?seat=truth"):
            pass


@pytest.mark.parametrize("slug", games.READY)
def test_through_the_eyes_of_a_computer_there_is_nothing_to_do(slug: str) -> None:
    """In each game, by chance moves: whoever's eyes one has, the message holds, and offers no act."""
    game, rng = games.load(slug), random.Random(4)
    scenario = game.scenarios[0]
    seats = [Seat(side, BOT, "Recruit", None, "recruit") for side in scenario.sides]
    table = make(game, scenario.id, dict(choose(game.options, scenario.id, {})), seats, Terms(), 0.0)
    for number in range(120):
        if table.over:
            break
        side = rng.choice(table.waiting())
        view = table.view(side)
        legal = table.legal(side)
        action = rng.choice([one for one in legal if not game.retracts(view, one)] or legal)
        table.do(side, [tuple(part.low if isinstance(part, Range) else part for part in action)], 0.0)
        for viewer in (*table.sides, OBSERVER, TRUTH) if number % 8 == 0 and not table.over else ():
            told = message(table, viewer, player="")
            assert (told["choices"], told["macros"], told["prompt"]["mine"]) == ([], [], False)
            boxes = [box for sheet in told["picture"]["sheets"] for box in sheet.get("bins", ())]
            assert not any(item["to"] for box in boxes for item in box["items"])
            assert picture_at(table, viewer, told["n"])["turn"] == told["picture"]["turn"]


def test_it_goes_on_after_a_restart_when_a_page_comes_back(run: Callable[..., Any]) -> None:
    first = run(hire=InPlace())
    ann = Browser(first.base, "Ann")
    key = ann.table(seats=ALL)["id"]
    with live(ann, first.base, f"/api/tables/{key}/live?seat=observer"):
        told = go_on(ann, key)
    first.stop()
    hire = InPlace()
    again = run(hire=hire)
    ann = Browser.known(again.base, ann)
    time.sleep(0.3)
    assert not again.server.tables.rooms, "nobody looks on: it is not even read"
    assert ann.look(key, "observer")["n"] == told["n"]
    assert still(again, key)
    assert think not in hire.asked
    with live(ann, again.base, f"/api/tables/{key}/live?seat=observer"):
        assert go_on(ann, key)["n"] > told["n"]


def test_what_is_asked_wrongly_is_refused_in_a_line(run: Callable[..., Any]) -> None:
    ann = Browser(run(hire=InPlace()).base, "Ann")

    def asked(**body: Any) -> tuple[int, str]:
        return ann.refused("/api/tables", game="skirmish", scenario="duel", **body)

    assert "clock" in asked(seats=ALL, clock={"days": 1})[1]
    assert "clock" in asked(seats=ALL, clock={"bank": 600, "add": 5})[1]
    assert "let computers play" in asked(seats={"red": "friend", "blue": "bot:random"})[1]
    assert asked(seats={"red": "bot:random", "blue": "bot:nobody"})[0] == 400
    key = ann.table(seats=ALL)["id"]
    assert ann.refused(f"/api/tables/{key}/go-on", seat="observer", n=-1)[0] == 400
    assert ann.refused(f"/api/tables/{key}/go-on", seat="green", n=0)[0] >= 400
