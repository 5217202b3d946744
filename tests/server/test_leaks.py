"""What a seat, somebody who looks on and a stranger must not come by, at the newer routes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from ironbottom.server import thinkers
from server.play import Browser, invited, live

CARDS = "axis-allies"
STRANGE = (403, 404)


def asked(browser: Browser, path: str) -> int:
    return browser.http.get(path).status_code


def heard_here(socket: Any, seconds: float = 0.4) -> list[list[str]]:
    """Who is said to have the table open, each time that it is said."""
    told = []
    try:
        while True:
            frame = json.loads(socket.recv(timeout=seconds))
            if frame["type"] == "here":
                told.append(frame["sides"])
    except TimeoutError:
        return told


def test_a_board_for_rehearsing_brings_forth_none_that_weighs(base: str) -> None:
    """Between people who did not agree to hints, neither another board made from it nor its end gives an evaluation."""
    ann, ben = Browser(base, "Ann"), Browser(base, "Ben")
    made = ann.table(game="archies-war", scenario="two-player", seats={"american": "me", "japanese": "friend"})
    ben.join(made["links"]["japanese"])
    ann.dice(made["id"])
    first = ann.post(f"/api/tables/{made['id']}/analysis", seat="american")["id"]
    second = ann.post(f"/api/tables/{first}/analysis", seat="american")["id"]
    for board in (first, second):
        assert ann.look(board, "american")["hints"] is False
        assert ann.refused(f"/api/tables/{board}/hint", seat="american")[0] == 403
    ended = ann.act(first, "american", "resign")
    assert ended["over"] is not None
    assert ended["report"] is False
    assert asked(ann, f"/api/tables/{first}/report?form=json") == 400
    third = ann.post(f"/api/tables/{first}/analysis", seat="american", at=0)["id"]
    assert ann.look(third, "american")["hints"] is False


def test_nobody_is_told_how_often_another_opens_his_page_or_who_looks_on(base: str) -> None:
    red, blue, key, links = invited(base)
    watcher = Browser(base, "Cid")
    watcher.join(links["observer"])
    with live(red, base, f"/api/tables/{key}/live?seat=red") as mine:
        assert heard_here(mine) == [["red"]]
        with live(blue, base, f"/api/tables/{key}/live?seat=blue"):
            assert heard_here(mine) == [["red", "blue"]]
            with (
                live(blue, base, f"/api/tables/{key}/live?seat=blue"),
                live(watcher, base, f"/api/tables/{key}/live?seat=observer") as his,
            ):
                assert heard_here(his) == [["red", "blue"]]
            assert heard_here(mine) == []
        assert heard_here(mine) == [["red"]]


def test_how_long_a_standing_order_waits_cannot_be_worked_out(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From what the other side knows, the table's id and its own log, it could tell an answer that nobody gave."""
    running = run()
    *_, key, _ = invited(running.base)
    room = running.server.tables.rooms[key]
    waits = set()
    for salt in (b"one", b"another", b"a third"):
        monkeypatch.setattr(thinkers, "SALT", salt)
        waits.add(thinkers.hesitation(room))
    assert len(waits) == 3


def test_own_words_reach_their_owner_alone(base: str) -> None:
    """What the cards of one's copy say is in no answer to anybody else, nor in any that others may be handed."""
    ann, ben, cid, stranger = (Browser(base, name) for name in ("Ann", "Ben", "Cid", "Dan"))
    begun = ann.get(f"/api/workshop/{CARDS}")
    secret = "Words that only Ann has bought"
    made = ann.post("/api/copies", game=CARDS, name="Hers")
    word = next(iter(begun["cards"]["effects"]))
    ann.post(f"/api/copies/{made['id']}", version=made["version"], overlay={}, same={}, words={word: secret})
    scenario = begun["scenarios"][0]["id"]
    game = ann.table(game=CARDS, scenario=scenario, seats={"allies": "me", "axis": "friend"}, copy=made["id"])
    key, links = game["id"], game["links"]
    invitation = ben.http.get("/api/join/" + links["axis"].rpartition("/")[2]).text
    ben.join(links["axis"])
    ann.dice(key)
    cid.join(links["observer"])
    assert ann.get(f"/api/tables/{key}/words") == {word: secret}
    ben.post("/api/copies", game=CARDS, name="Hers")
    said = [invitation]
    for other, seat in ((ben, "axis"), (cid, "observer")):
        assert other.get(f"/api/tables/{key}/words") == {}
        for path in ("copy", f"record?seat={seat}", f"replay?seat={seat}", f"story?seat={seat}&at=0", f"?seat={seat}"):
            answer = other.http.get(f"/api/tables/{key}/{path}" if path[0] != "?" else f"/api/tables/{key}{path}")
            assert answer.status_code == 200, (path, answer.text)
            said.append(answer.text)
        said.append(other.http.get("/api/copies").text)
    said.append(ann.http.get(f"/api/tables/{key}/record?seat=allies").text)
    said.append(ann.http.get(f"/api/copies/{made['id']}/file").text)
    assert all(secret not in text for text in said)
    for path in ("words", "copy", "record", "replay", "story?at=0", "seen?device=x", "report", "drawn/board.svg"):
        assert asked(stranger, f"/api/tables/{key}/{path}") in STRANGE, path
    for path in ("", "/file?words=true", "/unknown", f"/compare?other={made['id']}", f"/drawn/{scenario}/board.svg"):
        assert asked(ben, f"/api/copies/{made['id']}{path}") == 404, path
    assert ben.refused("/api/copies", game=CARDS, name="Taken", **{"from": made["id"]})[0] == 404
    assert ben.refused(
        "/api/tables", game=CARDS, scenario=scenario, seats={"allies": "me", "axis": "friend"}, copy=made["id"]
    )[0] == 404


def test_a_trial_is_told_to_who_began_it(base: str) -> None:
    ann, ben = Browser(base, "Ann"), Browser(base, "Ben")
    begun = {"game": "archies-war", "scenario": "solitaire", "overlay": {}, "bot": "random", "games": 1}
    ann.post("/api/workshop/try", **begun)
    assert ann.get("/api/workshop/try")["of"] == 1
    assert asked(ben, "/api/workshop/try") == 404
    ben.post("/api/workshop/stop")
    assert ann.get("/api/workshop/try")["of"] == 1
    ann.post("/api/workshop/stop")


def test_a_standing_order_is_read_by_its_owner_alone(base: str) -> None:
    """Neither that it was left nor that it was withdrawn reaches the others: no revision, no frame, no list."""
    red, blue, key, links = invited(base)
    watcher = Browser(base, "Cid")
    watcher.join(links["observer"])
    others = ((blue, "blue"), (watcher, "observer"))

    def world() -> list[Any]:
        return [(who.look(key, seat), who.get("/api/tables")) for who, seat in others]

    before = world()
    with live(blue, base, f"/api/tables/{key}/live?seat=blue") as socket:
        heard_here(socket)
        left = red.act(key, "red", "order", step="Answer", do="default")
        assert [one["step"] for one in left["orders"]] == ["Answer"]
        assert world() == before
        red.act(key, "red", "order", step="Answer", do=None)
        assert world() == before
        with pytest.raises(TimeoutError):
            socket.recv(timeout=0.3)


def test_what_is_written_in_secret_is_in_no_file_of_the_other_side(base: str) -> None:
    """A case file is made of the seat's own record: between two worlds it is the same."""
    red, blue, key, _ = invited(base)
    before = blue.http.get(f"/api/tables/{key}/record?seat=blue").text
    red.first(key, "red")
    assert blue.http.get(f"/api/tables/{key}/record?seat=blue").text == before
    assert asked(blue, f"/api/tables/{key}/record?seat=red") == 403
    assert asked(blue, f"/api/tables/{key}/record?seat=truth") in (400, 403)
    assert asked(blue, f"/api/tables/{key}/story?seat=red&at=1") == 403
    assert asked(blue, f"/api/tables/{key}/seen?seat=red&device=a") == 403
