"""Playing over HTTP and WebSocket: two browsers at one table."""

from __future__ import annotations

import json
import random
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from ironbottom.kernel.record import read_record
from ironbottom.server.store import FILE
from server.play import (
    PLENTY,
    Browser,
    Page,
    face,
    invited,
    live,
    seal,
    stored,
    wait_for,
)  # fmt: skip
from table.skirmish import make


def hear(socket: ClientConnection, kind: str) -> Any:
    while True:
        told = json.loads(socket.recv(timeout=10))
        if told["type"] == kind:
            return told


def test_a_stranger_gets_a_cookie_that_scripts_cannot_read(base: str) -> None:
    answer = httpx.get(f"{base}/api/me")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    assert answer.json()["local"] is True


def test_names(base: str) -> None:
    ann = Browser(base)
    assert ann.post("/api/me", name="  Ann   of  Tulagi ")["name"] == "Ann of Tulagi"
    assert ann.get("/api/me")["name"] == "Ann of Tulagi"
    for bad in ("", "x" * 41, "a\x00b"):
        assert ann.refused("/api/me", name=bad)[0] == 400


def test_the_shelf(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ironbottom.games.READY", ("archies-war",))
    games = {game["slug"]: game for game in Browser(base).get("/api/games")}
    assert games["skirmish"]["ready"]
    assert not games["solomons"]["ready"]
    assert games["skirmish"]["scenarios"][0]["sides"] == ["red", "blue"]
    assert games["archies-war"]["bots"]


def test_seats_are_named_without_an_article(base: str) -> None:
    """The page says "the seat of the Americans" and "You play: Americans"."""
    for game in Browser(base).get("/api/games"):
        assert not [side["name"] for side in game["sides"] if side["name"].lower().startswith("the ")], game["slug"]


def test_drawings_are_cached_and_packed(base: str) -> None:
    small = ("cover.chart", "cover.room")  # a WebP picture is packed already
    for name in ("board.json", "chart.chart.svg", "chart.room.svg", *small, "faces.svg"):
        answer = httpx.get(f"{base}/g/archies-war/two-player/{name}", headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 200
        assert answer.headers.get("content-encoding") == (None if name in small else "gzip")
        assert (answer.headers["content-type"] == "image/webp") == (name in small)
        again = httpx.get(str(answer.url), headers={"If-None-Match": answer.headers["etag"]})
        assert again.status_code == 304
        assert "immutable" in httpx.get(f"{answer.url}?v=1").headers["cache-control"]
    further = httpx.get(f"{base}/g/archies-war/solitaire/cover.chart")
    assert further.text.startswith("<svg"), "a scenario without a picture shows its chart"
    for path in ("/g/archies-war/two-player/x.svg", "/g/nothing/duel/faces.svg", "/g/skirmish/x/board.json"):
        assert httpx.get(base + path).status_code == 404


def test_the_page_and_its_files(base: str) -> None:
    for path in ("/", "/t/abc", "/join/xyz"):
        answer = httpx.get(base + path)
        assert answer.text.lower().startswith("<!doctype html>")
        assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert httpx.get(f"{base}/tokens.css").headers["content-type"].startswith("text/css")
    for path in ("/no.js", "/../app.py", "/js/../../server/app.py", "/%2e%2e/app.py", "/api/none"):
        assert httpx.get(base + path).status_code == 404


def test_two_browsers_play_a_whole_game(base: str) -> None:
    red, blue, key, _ = invited(base)
    rng = random.Random(4)
    with (
        live(red, base, f"/api/tables/{key}/live?seat=red") as a,
        live(blue, base, f"/api/tables/{key}/live?seat=blue") as b,
    ):
        pages = Page(a), Page(b)
        for page in pages:
            page.hear()
        over = None
        for _ in range(400):
            for browser, seat in ((red, "red"), (blue, "blue")):
                told = browser.look(key, seat)
                over = told["over"]
                onward = [choice["do"] for choice in told["choices"] if choice["do"] != "unready"]
                if onward and not over:
                    browser.do(key, seat, rng.choice(onward))
            if over:
                break
        assert over
        for browser, page, seat in zip((red, blue), pages, ("red", "blue"), strict=True):
            final = browser.look(key, seat)
            heard: dict[int, Any] = {}
            while True:
                told = page.hear()
                heard = {n: line for n, line in heard.items() if n <= told["n"]}
                heard |= {line["n"]: line for line in told["lines"]}
                if told["over"]:
                    break
            assert face(page.message) == face(final)
            committed = {n: line["text"] for n, line in heard.items()}
            wanted = {line["n"]: line["text"] for line in final["lines"]}
            assert {n: wanted[n] for n in committed} == committed
            assert set(wanted) - set(committed) <= set(range(1, 9))  # those before the connection
    assert red.get(f"/api/tables/{key}/replay", seat="red")
    truth = blue.look(key, "truth")
    assert truth["seat"] == "truth"
    assert blue.look(key, "red")["lines"]


def test_a_draft_is_pushed_to_its_owner_s_devices_alone(base: str) -> None:
    red, blue, key, _ = invited(base)
    seal(red, blue, key)
    with (
        live(red, base, f"/api/tables/{key}/live?seat=red") as a,
        live(blue, base, f"/api/tables/{key}/live?seat=blue") as b,
    ):
        own, other = Page(a), Page(b)
        own.hear()
        start = other.hear()
        red.do(key, "red", "go hill")
        assert own.hear()["draft"]["length"] == 1
        red.act(key, "red", "undo")
        assert own.hear()["draft"] == {"length": 0, "redo": 1}
        red.act(key, "red", "redo")
        assert own.hear()["lines"][-1]["draft"] is True
        assert other.silent()
        red.do(key, "red", "stop")
        told = other.hear()
        assert [line["n"] for line in told["lines"]] == list(range(start["n"] + 1, told["n"] + 1))
        assert [line["kind"] for line in told["lines"]] == ["went", "stopped"]


def test_a_lost_connection_loses_nothing(base: str) -> None:
    red, blue, key, _ = invited(base)
    with live(blue, base, f"/api/tables/{key}/live?seat=blue&after=0") as b:
        known = Page(b).hear()["n"]
    seal(red, blue, key)
    red.do(key, "red", "roll")
    with live(blue, base, f"/api/tables/{key}/live?seat=blue&after={known}") as b:
        told = Page(b).hear()
    assert [line["n"] for line in told["lines"]] == list(range(known + 1, told["n"] + 1))
    assert told["lines"][-1]["kind"] == "fell"


def test_a_repeated_request_is_applied_once(base: str) -> None:
    red, blue, key, _ = invited(base)
    seal(red, blue, key)
    n = red.look(key, "red")["n"]
    answers = [red.do(key, "red", "roll", n=n, request="same") for _ in range(3)]
    assert len({json.dumps(answer["lines"]) for answer in answers}) == 1
    assert len({answer["rev"] for answer in answers}) == 1
    assert sum(line["kind"] == "fell" for line in red.look(key, "red")["lines"]) == 1


def test_many_copies_of_one_request_at_once_are_applied_once(base: str) -> None:
    red, blue, key, _ = invited(base)
    seal(red, blue, key)
    n = red.look(key, "red")["n"]
    body = {"seat": "red", "n": n, "id": "copy", "do": ["mark"]}
    codes: list[int] = []
    threads = [
        threading.Thread(target=lambda: codes.append(red.http.post(f"/api/tables/{key}/do", json=body).status_code))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert codes == [200] * 8
    assert red.look(key, "red")["draft"]["length"] == 1


def test_a_stale_request_is_refused_and_the_page_looks(base: str) -> None:
    red, blue, key, _ = invited(base)
    n = red.look(key, "red")["n"]
    seal(red, blue, key)
    answer = red.http.post(f"/api/tables/{key}/do", json={"seat": "red", "n": n, "id": "x", "do": ["stop"]})
    assert answer.status_code == 409
    assert answer.json() == {"error": "the table has moved on since", "rule": None}
    told = red.look(key, "red", after=n)
    assert told["n"] > n
    assert [line["n"] for line in told["lines"]] == list(range(n + 1, told["n"] + 1))
    now = told["n"]
    red.do(key, "red", "mark", n=now)
    n_with_mark = red.look(key, "red")["n"]
    answer = red.http.post(
        f"/api/tables/{key}/do", json={"seat": "red", "n": n_with_mark, "id": "y", "do": ["stop"], "draft": 0}
    )
    assert answer.status_code == 409


def test_offers_chat_notes_orders_and_claims(base: str) -> None:
    red, blue, key, _ = invited(base, clock={"days": 2})
    seal(red, blue, key)
    assert red.look(key, "red")["clock"]["days"] == 2
    red.act(key, "red", "chat", text="good luck")
    assert blue.look(key, "blue")["chat"][0]["text"] == "good luck"
    red.act(key, "red", "note", place="hill", text="here")
    assert red.look(key, "red")["notes"] == {"hill": "here"}
    assert blue.look(key, "blue")["notes"] == {}
    assert red.refused(f"/api/tables/{key}/note", seat="red", place="nowhere", text="x")[0] == 400
    assert red.refused(f"/api/tables/{key}/claim-time", seat="red")[0] == 400
    blue.act(key, "blue", "order", step="Answer", do="hold")
    red.do(key, "red", "stop")
    wait_for(lambda: any(line["kind"] == "answered" for line in red.look(key, "red")["lines"]))
    red.act(key, "red", "offer", kind="draw")
    assert blue.look(key, "blue")["offers"] == [{"by": "red", "kind": "draw"}]
    told = blue.act(key, "blue", "answer", kind="draw", yes=True)
    assert told["over"]["winners"] == []


def ended(base: str) -> tuple[Browser, Browser, str]:
    """A table of two people at which red has resigned."""
    red, blue, key, _ = invited(base)
    assert red.refused(f"/api/tables/{key}/rematch", seat="red")[0] == 400
    red.act(key, "red", "resign")
    return red, blue, key


def test_a_rematch_is_asked_for_and_agreed_to(base: str) -> None:
    red, blue, key = ended(base)
    assert blue.refused(f"/api/tables/{key}/answer", seat="blue", kind="rematch", yes=True)[0] == 400
    with live(blue, base, f"/api/tables/{key}/live?seat=blue") as heard:
        page = Page(heard)
        page.hear()
        assert red.act(key, "red", "rematch")["id"] is None
        assert page.hear()["offers"] == [{"by": "red", "kind": "rematch"}]
        assert red.act(key, "red", "rematch")["id"] is None
        assert len(red.get("/api/tables")) == 1
        made = blue.act(key, "blue", "rematch")["id"]
        assert page.hear()["rematch"] == made
    for browser, seat in ((red, "red"), (blue, "blue")):
        told = browser.look(key, seat)
        assert (told["rematch"], told["offers"]) == (made, [])
        assert browser.act(key, seat, "rematch")["id"] == made
    assert [seat["you"] for seat in red.look(made, "blue")["seats"]] == [False, True]
    assert red.refused(f"/api/tables/{made}/do", seat="red", n=0, id="x", do=["ready"])[0] == 403


def test_a_rematch_is_declined_withdrawn_and_accepted(run: Callable[..., Any]) -> None:
    running = run()
    red, blue, key = ended(running.base)
    for browser, seat in ((blue, "blue"), (red, "red")):
        red.act(key, "red", "rematch")
        assert browser.act(key, seat, "answer", kind="rematch", yes=False)["offers"] == []
    red.act(key, "red", "rematch")
    running.stop()
    again = run()  # the offer is kept
    red, blue = (type(browser).known(again.base, browser) for browser in (red, blue))
    assert blue.look(key, "blue")["offers"] == [{"by": "red", "kind": "rematch"}]
    made = blue.act(key, "blue", "answer", kind="rematch", yes=True)["rematch"]
    assert red.look(key, "red")["rematch"] == made
    assert red.look(made, "blue")["seats"][1]["you"]


def test_a_rematch_needs_nobody_s_leave_where_nobody_else_sits(base: str) -> None:
    ann = Browser(base)
    for seats in ({"red": "me", "blue": "me"}, {"red": "me", "blue": "bot:random"}):
        key = ann.table(seats=seats)["id"]
        ann.act(key, "red", "resign")
        made = ann.act(key, "red", "rematch")["id"]
        assert made
        assert ann.look(key, "red")["rematch"] == made
        assert ann.look(made, "blue")["over"] is None


def test_hidden_games_are_listed_and_brought_back(base: str) -> None:
    red, blue, key, links = invited(base)
    red.post(f"/api/tables/{key}/hide")
    assert red.get("/api/tables") == []
    assert [(t["id"], t["leaving"]) for t in red.get("/api/tables", hidden=True)] == [(key, False)]
    assert blue.get("/api/tables", hidden=True) == []
    with live(red, base, "/api/live") as bell:
        red.post(f"/api/tables/{key}/show")
        assert hear(bell, "tables") == {"type": "tables"}
    assert [t["id"] for t in red.get("/api/tables")] == [key]
    assert red.get("/api/tables", hidden=True) == []
    assert Browser(base, "Carl").refused(f"/api/tables/{key}/show")[0] == 403
    carl = Browser(base)
    carl.post("/api/join", secret=links["observer"].rpartition("/")[2])
    carl.post(f"/api/tables/{key}/hide")
    assert [t["id"] for t in carl.get("/api/tables", hidden=True)] == [key]


def test_who_brings_a_game_back_does_not_want_it_deleted(base: str) -> None:
    red, blue, key, _ = invited(base)
    assert red.post(f"/api/tables/{key}/delete") == {"gone": False}
    assert [(t["id"], t["leaving"]) for t in red.get("/api/tables", hidden=True)] == [(key, True)]
    red.post(f"/api/tables/{key}/show")
    assert [(t["id"], t["leaving"]) for t in red.get("/api/tables")] == [(key, False)]
    assert blue.post(f"/api/tables/{key}/delete") == {"gone": False}
    assert red.look(key, "red")["over"] is None
    assert red.post(f"/api/tables/{key}/delete") == {"gone": True}


def test_why_and_odds(base: str) -> None:
    red, blue, key, _ = invited(base)
    seal(red, blue, key)
    assert red.get(f"/api/tables/{key}/why", seat="red", do="go hill")["text"] is None
    assert red.get(f"/api/tables/{key}/why", seat="red", do="go wood")["rule"] == "T-2"
    assert red.get(f"/api/tables/{key}/odds", seat="red", do="roll")["title"] == "The die"
    assert red.get(f"/api/tables/{key}/odds", seat="red", do="stop") is None
    assert red.http.get(f"/api/tables/{key}/why", params={"seat": "red", "do": "a  %%"}).status_code == 400


def test_the_list_of_tables_and_its_bell(base: str) -> None:
    red, blue, key, _ = invited(base)
    assert [(t["id"], t["yours"]) for t in red.get("/api/tables")] == [(key, True)]
    with live(red, base, "/api/live") as bell:
        blue.first(key, "blue")
        blue.do(key, "blue", "ready")
        assert hear(bell, "tables") == {"type": "tables"}
    entry = red.get("/api/tables")[0]
    assert entry["waiting"] == ["red"]
    assert entry["seats"][1]["name"] == "Ben"
    red.post(f"/api/tables/{key}/hide")
    assert red.get("/api/tables") == []
    assert len(blue.get("/api/tables")) == 1
    assert httpx.get(f"{base}/api/tables").json() == []


def test_only_who_is_at_a_table_hides_it(base: str) -> None:
    _, _, key, _ = invited(base)
    assert Browser(base, "Carl").refused(f"/api/tables/{key}/hide")[0] == 403


def test_a_shared_game_goes_when_all_agree(run: Callable[..., Any]) -> None:
    running = run()
    base = running.base
    red, blue, key, links = invited(base)
    seal(red, blue, key)
    carl = Browser(base, "Carl")
    watcher = {"secret": links["observer"].rpartition("/")[2]}
    assert carl.refused(f"/api/tables/{key}/delete")[0] == 403
    carl.post("/api/join", **watcher)
    assert carl.refused(f"/api/tables/{key}/delete")[0] == 403
    assert red.post(f"/api/tables/{key}/delete") == {"gone": False}
    assert red.post(f"/api/tables/{key}/delete") == {"gone": False}
    assert red.get("/api/tables") == []
    assert [entry["id"] for entry in blue.get("/api/tables")] == [key]
    red.do(key, "red", "go hill")
    with live(red, base, f"/api/tables/{key}/live?seat=red") as a:
        Page(a).hear()
        assert blue.post(f"/api/tables/{key}/delete") == {"gone": True}
        with pytest.raises(ConnectionClosed):
            list(a)
    for browser in (red, blue, carl):
        assert browser.get("/api/tables") == []
        assert browser.http.get(f"/api/tables/{key}").status_code == 404
    assert red.refused(f"/api/tables/{key}/do", seat="red", n=0, id="late", do=["go hill"])[0] == 404
    assert carl.refused("/api/join", **watcher)[0] == 404
    assert blue.refused(f"/api/tables/{key}/delete")[0] == 404
    kept = running.server.store
    names = [row[0] for row in stored(kept, "SELECT name FROM sqlite_master WHERE type = 'table'")]
    parts = [name for name in names if ("game_table",) in stored(kept, f"SELECT name FROM pragma_table_info('{name}')")]
    assert {"entries", "seats", "going", "faults"} <= set(parts)
    assert [name for name in parts if stored(kept, f"SELECT 1 FROM {name} WHERE game_table = ?", (key,))] == []


def test_nothing_of_a_seat_is_told_behind_its_curtain(base: str) -> None:
    ann = Browser(base)
    key = ann.table(seats={"red": "me", "blue": "me"})["id"]
    seal(ann, ann, key)
    for path in ("why", "odds"):
        answer = ann.http.get(f"/api/tables/{key}/{path}", params={"seat": "blue", "do": "stop"})
        assert answer.status_code == 403
    assert ann.refused(f"/api/tables/{key}/analysis", seat="blue")[0] == 403
    assert ann.http.get(f"/api/tables/{key}/record", params={"seat": "blue"}).text.count("\n") == 1


def test_links_seat_one_player(base: str) -> None:
    _, _, key, links = invited(base)
    secret = links["blue"].rpartition("/")[2]
    assert len(secret) >= 32
    carl = Browser(base, "Carl")
    shown = carl.get(f"/api/join/{secret}")
    assert shown["side"] == "blue"
    assert shown["by"] == "Ann"
    assert shown["options"][0]["value"] == "by day"
    assert carl.refused("/api/join", secret=secret)[0] == 403
    assert carl.http.get(f"/api/tables/{key}", params={"seat": "blue"}).status_code == 403
    assert carl.http.get(f"/api/tables/{key}", params={"seat": "observer"}).status_code == 403
    watcher = links["observer"].rpartition("/")[2]
    assert carl.post("/api/join", secret=watcher)["side"] == "observer"
    assert carl.look(key, "")["seat"] == "observer"
    assert carl.get("/api/tables")[0]["yours"] is False
    assert carl.http.get(f"/api/tables/{key}", params={"seat": "truth"}).status_code == 403


def test_hot_seat_asks_for_the_seat_that_is_before_the_screen(run: Callable[..., Any]) -> None:
    running = run()
    ann = Browser(running.base)
    key = ann.table(seats={"red": "me", "blue": "me"})["id"]
    assert ann.get("/api/tables")[0]["mode"] == "hot-seat"
    assert ann.look(key, "")["seat"] == "red"
    seal(ann, ann, key)
    hidden = ann.look(key, "blue")
    assert hidden["curtain"] == "red"
    assert hidden["picture"]["pieces"] == []
    ann.do(key, "red", "stop")
    for _ in range(2):  # a reload does not lift the curtain
        again = ann.look(key, "")
        assert (again["seat"], again["curtain"]) == ("red", "blue")
    running.server.tables.rooms.clear()  # nor does a server that starts again
    assert ann.look(key, "")["curtain"] == "blue"
    assert ann.look(key, "blue")["curtain"] is None
    assert ann.look(key, "")["seat"] == "blue"


def test_replay_of_any_line(base: str) -> None:
    red, blue, key, _ = invited(base)
    seal(red, blue, key)
    red.do(key, "red", "go hill", "roll")
    n = red.look(key, "red")["n"]
    for at in range(n + 1):
        told = red.look(key, "red", at=at)
        assert told["at"] == at
        assert told["choices"] == []
    assert red.http.get(f"/api/tables/{key}", params={"seat": "red", "at": n + 1}).status_code == 400


def test_records_go_out_and_come_in(base: str, tmp_path: Path) -> None:
    red, blue, key, _ = invited(base)
    seal(red, blue, key)
    red.do(key, "red", "mark", "roll")
    own = [json.loads(line) for line in red.http.get(f"/api/tables/{key}/record?seat=red").text.splitlines()]
    assert own[0]["format"] == "ironbottom seat 1"
    assert "marked" in json.dumps(own)
    other = blue.http.get(f"/api/tables/{key}/record?seat=blue").text
    assert "marked" not in other
    assert blue.http.get(f"/api/tables/{key}/record?seat=red").status_code == 403
    assert red.refused("/api/tables", **{"import": "\n".join(map(json.dumps, own))})[0] == 400
    red.act(key, "red", "resign")
    text = blue.http.get(f"/api/tables/{key}/record").text
    record = read_record(text, lambda slug, overlay: make())
    assert record.verify() == []
    assert record.end is not None
    made = blue.post("/api/tables", **{"import": text})["id"]
    there, here = blue.look(made, "red"), blue.look(key, "red")
    assert [line["text"] for line in there["lines"]] == [line["text"] for line in here["lines"]]
    assert there["over"]["winners"] == ["blue"]
    assert blue.http.get(f"/api/tables/{made}/record").text == text
    for bad in ("", "x", "{}", text.replace('"chance":"fell', '"chance":"fallen'), text + "[1]\n", '{"format":1}'):
        assert red.refused("/api/tables", **{"import": bad})[0] == 400


def test_a_record_with_a_broken_line_is_refused(base: str) -> None:
    """A key that is missing in the first line, or a move that was taken back and never was one."""
    red, blue, key, _ = invited(base)
    seal(red, blue, key)
    red.act(key, "red", "resign")
    lines = red.http.get(f"/api/tables/{key}/record").text.splitlines()
    head = json.loads(lines[0])
    for missing in ("rules_version", "digest", "started"):
        cut = json.dumps({name: item for name, item in head.items() if name != missing})
        status, error = red.refused("/api/tables", **{"import": "\n".join([cut, *lines[1:]])})
        assert (status, f"'{missing}'" in error) == (400, True)
    undone = ['{"by":"red","do":"fly =9"}', json.dumps({"table": "undo", "by": "red", "to": len(lines) - 3})]
    status, error = red.refused("/api/tables", **{"import": "\n".join([*lines[:-2], *undone])})
    assert (status, "fly" in error) == (400, True)


def test_a_table_with_an_old_broken_record_opens(run: Callable[..., Any], tmp_path: Path) -> None:
    """Tables that were made of records without these keys are there: they open, are given out, and can be deleted."""
    first = run()
    red, blue, key, _ = invited(first.base)
    seal(red, blue, key)
    running = red.table(seats={"red": "me", "blue": "me"})["id"]
    red.act(key, "red", "resign")
    first.stop()
    with closing(sqlite3.connect(tmp_path / "data" / FILE)) as store:
        for table, text in store.execute("SELECT id, header FROM tables").fetchall():
            head = json.loads(text)
            for missing in ("rules_version", "digest", "started"):
                del head[missing]
            store.execute("UPDATE tables SET header = ? WHERE id = ?", (json.dumps(head), table))
        store.commit()
    second = run()
    again = Browser.known(second.base, red)
    assert {one["id"] for one in again.get("/api/tables")} == {key, running}
    assert again.look(key, "red")["over"]["winners"] == ["blue"]
    again.first(running, "red")
    own = again.http.get(f"/api/tables/{running}/record?seat=red").text
    assert json.loads(own.splitlines()[0])["started"] == ""
    record = read_record(again.http.get(f"/api/tables/{key}/record").text, lambda slug, overlay: make())
    assert any("rules version 0" in line for line in record.verify())
    assert again.post(f"/api/tables/{running}/delete")["gone"]


def test_an_unfinished_record_goes_on_in_one_s_own_hands(base: str) -> None:
    red, blue, key, _ = invited(base)
    seal(red, blue, key)
    red.do(key, "red", "roll", n=None)
    red.act(key, "red", "resign")
    lines = red.http.get(f"/api/tables/{key}/record").text.splitlines()
    made = red.post("/api/tables", **{"import": "\n".join(lines[:-2])})["id"]
    told = red.look(made, "red")
    assert told["over"] is None
    assert told["mode"] == "import"
    red.do(made, "red", "stop")
    red.act(made, "blue", "resign")
    assert "seed" not in red.look(made, "red")["over"]


def test_analysis_starts_from_the_seat_s_view(base: str) -> None:
    red, _, key, _ = invited(base)
    tried = red.post(f"/api/tables/{key}/analysis", seat="red")["id"]  # to rehearse: hints were not agreed to
    assert red.look(tried, "red")["hints"] is False
    ann = Browser(base)
    mine = ann.table(seats={"red": "me", "blue": "bot:random"})["id"]
    made = ann.post(f"/api/tables/{mine}/analysis", seat="red")["id"]
    board, table = ann.look(made, "red"), ann.look(mine, "red")
    hand = [f["text"] for f in board["picture"]["forces"] if f["side"] == "red" and f["group"] == "Hand"]
    assert hand == [f["text"] for f in table["picture"]["forces"] if f["side"] == "red" and f["group"] == "Hand"]
    assert board["mode"] == "analysis"
    ann.first(made, "red")
    red.act(key, "red", "resign")
    assert red.post(f"/api/tables/{key}/analysis", seat="truth", at=2)["id"]


def test_analysis_deals_what_the_seat_remembers(run: Callable[..., Any]) -> None:
    """The American counters of Henderson Field lie covered where they landed: all saw who they are."""
    running = run()
    ann, ben = Browser(running.base, "Ann"), Browser(running.base, "Ben")
    made = ann.table("henderson-field", "campaign", seats={"japanese": "me", "american": "friend"})
    key = made["id"]
    ben.join(made["links"]["american"])
    ann.dice(key)
    table, rooms = running.server.tables.rooms[key].table, running.server.tables.rooms
    while type(table.tip(0).stack[-1]).__name__ != "Move":
        ben.first(key, "american")
    ben.do(key, "american", "end")
    army, at, known = table.state.armies[0], ann.look(key, "japanese")["n"], table.memory(1)
    covered = [i for i, here in enumerate(table.game.view(table.state, 1).armies[0].at) if army.at[i] != here]
    assert len(covered) > 5
    assert {table.state.setting.units[0][i].name for i in covered} <= set(known.units)
    for more in ({}, {"at": at}, {"at": at - 1}):
        made = ann.post(f"/api/tables/{key}/analysis", seat="japanese", **more)
        told = table.seat_log(1).lines
        assert at - 1 <= made["n"] <= at
        assert made["n"] == at or told[made["n"]].entry > told[made["n"] - 1].entry, "an act is told of whole"
        dealt = rooms[made["id"]].table.start.armies[0]
        assert [dealt.at[i] for i in covered] == [army.at[i] for i in covered], more


def test_private_notes_stay_private_after_the_end(base: str) -> None:
    red, blue, key, _ = invited(base)
    red.act(key, "red", "note", place="hill", text="mine")
    red.act(key, "red", "order", step="Answer", do="hold")
    blue.act(key, "blue", "resign")
    theirs = blue.look(key, "red")
    assert theirs["notes"] == {}
    assert theirs["orders"] == []
    assert [seat["you"] for seat in theirs["seats"]] == [False, True]
    assert red.look(key, "red")["notes"] == {"hill": "mine"}


def test_a_request_repeated_long_after_is_still_applied_once(base: str) -> None:
    red, blue, key, _ = invited(base)
    seal(red, blue, key)
    red.do(key, "red", "mark", request="first")
    for _ in range(70):
        red.do(key, "red", "mark")
    length = red.look(key, "red")["draft"]["length"]
    assert length == 71
    assert red.do(key, "red", "mark", request="first")["draft"]["length"] == 71


def test_tables_that_left_memory_come_back(run: Callable[..., Any]) -> None:
    running = run(limits=replace(PLENTY, rooms=1))
    ann = Browser(running.base)
    keys = [ann.table(seats={"red": "me", "blue": "me"})["id"] for _ in range(4)]
    for key in keys:
        seal(ann, ann, key)
    for _ in range(3):
        for key in keys:
            ann.do(key, "red", "go hill")
            ann.act(key, "red", "undo")
            ann.act(key, "red", "redo")
            ann.do(key, "red", "mark")
            assert len(running.server.tables.rooms) <= 2
            ann.act(key, "red", "undo", all=True)
    for key in keys:
        assert ann.look(key, "red")["draft"]["redo"] == 2
        ann.do(key, "red", "stop")
        assert ann.look(key, "")["curtain"] == "blue"


def test_a_whole_log_is_packed_for_browsers_elsewhere(run: Callable[..., Any]) -> None:
    running = run(public_url="http://127.0.0.1")
    ann = Browser(running.base)
    key = ann.table("archies-war", "solitaire", seats={"american": "me"})["id"]
    for _ in range(4):
        ann.act(key, "american", "chat", text="x" * 500)
    answer = ann.http.get(f"/api/tables/{key}")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.json()["id"] == key
