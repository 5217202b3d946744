"""Whose a seat is: nobody takes it from its holder, who can move it; who made the table waits three days for it."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ironbottom.server.players import DAY, hashed, recovery_code
from ironbottom.server.store import FILE
from ironbottom.server.tables import SILENCE
from server.play import HEADERS, Browser, gave, invited, seal, sleep, stored, wait_for

KEPT = Path(__file__).parent / "data"


def secret_of(url: str) -> str:
    return url.rpartition("/")[2]


class Clock:
    """A server's clock that can be put on."""

    def __init__(self, running: Any) -> None:
        self.tables = running.server.tables
        self.real = self.tables.clock
        self.ahead = 0.0
        self.tables.clock = lambda: self.real() + self.ahead

    def on(self, seconds: float) -> None:
        self.ahead += seconds


def at_once(red: Browser, key: str) -> tuple[int, str]:
    """What who made the table is answered who wants a link for the seat of blue."""
    return red.refused(f"/api/tables/{key}/relink", side="blue")


# -- taking and moving --


def test_the_maker_does_not_take_a_seat_from_its_holder(run: Callable[..., Any]) -> None:
    running = run()
    red, blue, key, links = invited(running.base)
    seal(red, blue, key)
    before = stored(running.server.store, "SELECT * FROM seats WHERE game_table = ?", (key,))
    code, error = at_once(red, key)
    assert (code, "taken" in error) == (403, True)
    assert red.refused("/api/join", secret=secret_of(links["blue"]))[0] == 403
    assert red.refused(f"/api/tables/{key}/resign", seat="blue")[0] == 403
    assert red.refused(f"/api/tables/{key}/code", side="blue")[0] == 403
    assert red.post(f"/api/tables/{key}/delete") == {"gone": False}
    assert blue.refused(f"/api/tables/{key}/relink", side="observer")[0] == 403
    assert blue.refused(f"/api/tables/{key}/relink", side="red")[0] == 403
    assert blue.refused(f"/api/tables/{key}/reclaim", side="red")[0] == 403
    carl = Browser(running.base)
    assert carl.refused(f"/api/tables/{key}/relink", side="blue")[0] == 403
    assert carl.refused(f"/api/tables/{key}/reclaim", side="blue")[0] == 403
    assert blue.look(key, "blue")["over"] is None
    assert stored(running.server.store, "SELECT * FROM seats WHERE game_table = ?", (key,)) == before


def test_a_free_seat_s_link_is_made_anew_by_the_maker(base: str) -> None:
    red = Browser(base, "Ann")
    made = red.table()
    key, old = made["id"], secret_of(made["links"]["blue"])
    assert red.refused(f"/api/tables/{key}/reclaim", side="blue")[0] == 400
    new = secret_of(red.post(f"/api/tables/{key}/relink", side="blue")["url"])
    blue = Browser(base)
    assert blue.refused("/api/join", secret=old)[0] == 404
    assert blue.post("/api/join", secret=new)["side"] == "blue"
    computer = red.table(seats={"red": "me", "blue": "bot:random"})["id"]
    for act in ("relink", "reclaim"):
        assert red.refused(f"/api/tables/{computer}/{act}", side="blue")[0] == 400


def test_a_recovery_code_comes_with_the_seat_once_and_moves_it(base: str) -> None:
    red = Browser(base, "Ann")
    made = red.table()
    key, first = made["id"], secret_of(made["links"]["blue"])
    blue = Browser(base, "Ben")
    code = blue.post("/api/join", secret=first)["code"]
    assert len(code) == 24
    assert blue.post("/api/join", secret=first) == {"id": key, "side": "blue", "code": None}
    assert red.post("/api/join", secret=secret_of(made["links"]["observer"]))["code"] is None
    phone = Browser(base, "Ben's phone")
    for wrong in ("", "XXXX", recovery_code()):
        assert phone.refused("/api/recover", code=wrong)[0] == 404
    found = phone.post("/api/recover", code=code.lower().replace("-", " ").replace("0", "o").replace("1", "i"))
    assert (found["id"], found["side"]) == (key, "blue")
    taking = secret_of(found["url"])
    shown = phone.get(f"/api/join/{taking}")
    assert (shown["side"], shown["holder"]) == ("blue", "Ben")
    assert blue.look(key, "blue")["seat"] == "blue", "the seat stays his until the link is taken"
    assert red.post(f"/api/tables/{key}/delete") == {"gone": False}
    red.post(f"/api/tables/{key}/show")
    address = f"{base.replace('http', 'ws')}/api/tables/{key}/live?seat=blue"
    with connect(address, additional_headers={"Cookie": blue.cookie()}) as open_page:
        open_page.recv(timeout=10)
        taken = phone.post("/api/join", secret=taking)
        with pytest.raises(ConnectionClosed):
            list(open_page)
    assert taken["code"] not in (None, code)
    assert phone.look(key, "blue")["seat"] == "blue"
    assert blue.http.get(f"/api/tables/{key}", params={"seat": "blue"}).status_code == 403
    for void in (first, taking):
        assert blue.refused("/api/join", secret=void)[0] in (403, 404)
    assert blue.refused("/api/recover", code=code)[0] == 404
    assert blue.refused(f"/api/tables/{key}/delete")[0] == 403


def test_a_holder_moves_his_own_seat_and_makes_new_codes(base: str) -> None:
    red, _, key, _ = invited(base)
    first = red.post(f"/api/tables/{key}/code", side="red")["code"]
    second = red.post(f"/api/tables/{key}/code", side="red")["code"]
    phone = Browser(base, "Phone")
    assert phone.refused("/api/recover", code=first)[0] == 404
    one = secret_of(phone.post("/api/recover", code=second)["url"])
    two = secret_of(red.post(f"/api/tables/{key}/relink", side="red")["url"])
    assert phone.refused("/api/join", secret=one)[0] == 404
    assert phone.post("/api/join", secret=two)["side"] == "red"
    assert phone.refused(f"/api/tables/{key}/relink", side="blue")[0] == 403, "the table's maker is another still"


def test_of_two_who_follow_a_link_one_gets_the_seat(base: str) -> None:
    red, blue, key, _ = invited(base)
    link = secret_of(blue.post(f"/api/tables/{key}/relink", side="blue")["url"])
    both = [Browser(base) for _ in range(2)]
    codes: list[int] = []
    takers = [
        threading.Thread(target=lambda b=b: codes.append(b.http.post("/api/join", json={"secret": link}).status_code))
        for b in both
    ]
    for taker in takers:
        taker.start()
    for taker in takers:
        taker.join()
    assert sorted(codes) == [200, 403]
    assert red.look(key, "red")["seats"][1]["taken"]


def test_two_who_are_called_alike_are_told_apart(base: str) -> None:
    one, other = Browser(base, "Ann"), Browser(base, "ann")
    made = one.table()
    other.join(made["links"]["blue"])
    one.dice(made["id"])
    for who in (one, other):
        assert [seat["name"] for seat in who.look(made["id"], "")["seats"]] == ["Ann", "ann (2)"]
        (row,) = [row for row in who.get("/api/tables") if row["id"] == made["id"]]
        assert [seat["name"] for seat in row["seats"]] == ["Ann", "ann (2)"]
    other.post("/api/me", name="Ben")
    assert [seat["name"] for seat in one.look(made["id"], "red")["seats"]] == ["Ann", "Ben"]
    alone = one.table(seats={"red": "me", "blue": "me"})["id"]
    assert [seat["name"] for seat in one.look(alone, "")["seats"]] == ["Ann", "Ann"]


def test_a_lesson_has_no_seat_for_others(base: str) -> None:
    ann = Browser(base)
    lesson = next(game["lessons"] for game in ann.get("/api/games") if game["slug"] == "archies-war")[0]["id"]
    key = ann.post("/api/lessons", game="archies-war", lesson=lesson)["id"]
    side = next(seat["side"] for seat in ann.look(key, "")["seats"] if seat["you"])
    for act in ("relink", "code"):
        assert ann.refused(f"/api/tables/{key}/{act}", side=side)[0] == 400


# -- a holder who is not heard of --


def test_after_three_days_of_silence_the_maker_gives_the_seat_to_another(run: Callable[..., Any]) -> None:
    running = run()
    clock = Clock(running)
    red, blue, key, _ = invited(running.base)
    seal(red, blue, key)
    assert "asked" not in red.look(key, "red")
    due = red.post(f"/api/tables/{key}/reclaim", side="blue")["due"]
    clock.on(3600)
    assert red.post(f"/api/tables/{key}/reclaim", side="blue")["due"] == due, "asking again begins nothing anew"
    assert blue.look(key, "blue")["asked"] == {"blue": due}
    assert blue.get("/api/tables")[0]["asked"] == due
    assert red.get("/api/tables")[0]["asked"] is None
    clock.on(SILENCE - 3700)
    code, error = at_once(red, key)
    assert (code, due in error) == (403, True)
    running.server.tables.rooms.clear()  # the question outlives the server
    clock.on(200)
    link = secret_of(red.post(f"/api/tables/{key}/relink", side="blue")["url"])
    assert blue.look(key, "blue")["seat"] == "blue", "his until another takes it"
    carl = Browser(running.base, "Carl")
    assert carl.post("/api/join", secret=link)["code"]
    assert carl.look(key, "blue")["seat"] == "blue"
    assert "asked" not in red.look(key, "red")
    assert blue.look(key, "")["seat"] == "observer", "the game is still in his list"
    assert [(entry["id"], entry["yours"]) for entry in blue.get("/api/tables")] == [(key, False)]


def test_a_game_goes_only_when_who_sat_there_before_agrees_too(run: Callable[..., Any]) -> None:
    running = run()
    clock = Clock(running)
    red, blue, key, _ = invited(running.base)
    red.post(f"/api/tables/{key}/reclaim", side="blue")
    clock.on(SILENCE)
    link = secret_of(red.post(f"/api/tables/{key}/relink", side="blue")["url"])
    red.post("/api/join", secret=link)  # the maker takes the seat himself
    red.act(key, "blue", "resign")
    assert red.look(key, "red")["sat"] == [{"name": "Ben"}]
    assert red.get("/api/tables")[0]["sat"] == [{"name": "Ben", "you": False}]
    assert red.post(f"/api/tables/{key}/delete") == {"gone": False}
    running.server.tables.rooms.clear()
    assert red.post(f"/api/tables/{key}/delete") == {"gone": False}
    assert blue.get("/api/tables")[0]["sat"] == [{"name": "Ben", "you": True}]
    assert blue.post(f"/api/tables/{key}/delete") == {"gone": True}


ACTS: dict[str, Callable[[Browser, str], Any]] = {
    "keep": lambda blue, key: blue.act(key, "blue", "keep"),
    "play": lambda blue, key: blue.first(key, "blue"),
    "chat": lambda blue, key: blue.act(key, "blue", "chat", text="here"),
    "hide": lambda blue, key: blue.post(f"/api/tables/{key}/hide"),
    "refused": lambda blue, key: blue.refused(f"/api/tables/{key}/resign", seat="red"),
    "code": lambda blue, key: blue.post(f"/api/tables/{key}/code", side="blue"),
    "link": lambda blue, key: blue.post(f"/api/tables/{key}/relink", side="blue"),
}


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("late", [False, True], ids=["in time", "after the link"])
def test_any_act_of_the_holder_keeps_his_seat(run: Callable[..., Any], act: str, late: bool) -> None:
    running = run()
    clock = Clock(running)
    red, blue, key, _ = invited(running.base)
    red.post(f"/api/tables/{key}/reclaim", side="blue")
    link = ""
    if late:
        clock.on(SILENCE)
        link = secret_of(red.post(f"/api/tables/{key}/relink", side="blue")["url"])
    ACTS[act](blue, key)
    assert "asked" not in red.look(key, "red")
    clock.on(SILENCE)
    assert at_once(red, key)[0] == 403
    if late:
        assert red.refused("/api/join", secret=link)[0] == 404
    assert blue.look(key, "blue")["seat"] == "blue"


def test_the_recovery_code_answers_too(run: Callable[..., Any]) -> None:
    running = run()
    clock = Clock(running)
    red, blue, key, _ = invited(running.base)
    code = blue.post(f"/api/tables/{key}/code", side="blue")["code"]
    red.post(f"/api/tables/{key}/reclaim", side="blue")
    link = secret_of(Browser(running.base).post("/api/recover", code=code)["url"])
    clock.on(SILENCE)
    assert at_once(red, key)[0] == 403
    blue.act(key, "blue", "chat", text="here")  # what he does himself does not void his own link
    assert Browser(running.base).post("/api/join", secret=link)["side"] == "blue"


def test_what_others_do_does_not_answer_for_him(run: Callable[..., Any]) -> None:
    running = run()
    clock = Clock(running)
    red, _, key, links = invited(running.base)
    red.post(f"/api/tables/{key}/reclaim", side="blue")
    carl = Browser(running.base)
    carl.post("/api/join", secret=secret_of(links["observer"]))
    carl.refused(f"/api/tables/{key}/keep", seat="blue")
    red.first(key, "red")
    clock.on(SILENCE)
    assert red.post(f"/api/tables/{key}/relink", side="blue")["url"]


def test_a_game_that_is_over_keeps_its_seats(run: Callable[..., Any]) -> None:
    running = run()
    clock = Clock(running)
    red, _, key, _ = invited(running.base)
    red.post(f"/api/tables/{key}/reclaim", side="blue")
    red.act(key, "red", "resign")
    clock.on(SILENCE)
    assert at_once(red, key)[0] == 403
    other, _, over, _ = invited(running.base)
    other.act(over, "red", "resign")
    assert other.refused(f"/api/tables/{over}/reclaim", side="blue")[0] == 403


def test_the_holder_is_told_that_his_seat_is_asked_for(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Any] = []
    monkeypatch.setattr("ironbottom.server.mailing.Mailer._send", lambda self, mail: sent.append(mail))
    running = run(smtp="smtp://mail.example")
    red, blue, key, _ = invited(running.base)
    gave(running, blue, "ben@example.org")
    for _ in range(2):
        red.post(f"/api/tables/{key}/reclaim", side="blue")
    wait_for(lambda: sent)
    assert (sent[0].to, sent[0].subject) == ("ben@example.org", "Skirmish: is this seat still yours?")
    assert "three days" in sent[0].text
    blue.act(key, "blue", "keep")
    red.post(f"/api/tables/{key}/reclaim", side="blue")
    wait_for(lambda: len(sent) == 2)


# -- personal links --


def test_a_personal_link_changes_nothing_until_it_is_confirmed(base: str) -> None:
    ann, ben = Browser(base, "Ann"), Browser(base, "Ben")
    ann.table()
    link = ann.post("/api/me/link")["url"]
    page = ben.http.get(link)
    assert (page.status_code, "set-cookie" in page.headers) == (200, False)
    assert page.headers["content-type"].startswith("text/html")
    told = ben.get(f"/api/personal/{secret_of(link)}")
    assert (told["name"], told["games"], told["same"]) == ("Ann", 1, False)
    assert told["now"] == {"name": "Ben", "games": 0}
    assert ben.get("/api/me")["id"] == ben.me["id"]
    assert ann.get(f"/api/personal/{secret_of(link)}")["same"]
    newcomer = httpx.get(f"{base}/api/personal/{secret_of(link)}")
    assert newcomer.json()["now"] is None
    assert "set-cookie" not in newcomer.headers, "looking makes nobody"
    assert httpx.get(f"{base}/api/personal/nonsense").status_code == 404


def test_a_personal_link_is_good_once_and_for_a_day(run: Callable[..., Any]) -> None:
    running = run()
    clock = Clock(running)
    ann = Browser(running.base, "Ann")
    first = secret_of(ann.post("/api/me/link")["url"])
    link = secret_of(ann.post("/api/me/link")["url"])
    phone, thief = Browser(running.base), Browser(running.base)
    assert phone.refused("/api/personal", secret=first)[0] == 404, "a new one voids the one before"
    assert phone.post("/api/personal", secret=link)["id"] == ann.me["id"]
    assert phone.get("/api/me")["id"] == ann.me["id"]
    assert thief.refused("/api/personal", secret=link)[0] == 404
    assert thief.http.get(f"/api/personal/{link}").status_code == 404
    assert thief.get("/api/me")["id"] == thief.me["id"]
    late = secret_of(ann.post("/api/me/link")["url"])
    clock.on(DAY + 1)
    assert thief.refused("/api/personal", secret=late)[0] == 404
    assert thief.http.get(f"/api/personal/{late}").status_code == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"X-Ironbottom": "0"},
        {"Content-Type": "application/x-www-form-urlencoded"},
    ],
)
def test_no_other_site_makes_a_visitor_follow_a_personal_link(base: str, headers: dict[str, str]) -> None:
    ann, ben = Browser(base), Browser(base)
    link = secret_of(ann.post("/api/me/link")["url"])
    sent = {"Content-Type": "application/json", **headers}
    answer = ben.http.post("/api/personal", content=f'{{"secret": "{link}"}}', headers=sent)
    assert answer.status_code in (400, 403)
    assert "set-cookie" not in answer.headers
    assert ben.post("/api/personal", secret=link)["id"] == ann.me["id"]


# -- the release before --


def test_links_and_seats_of_the_release_before(run: Callable[..., Any], tmp_path: Path) -> None:
    folder = tmp_path / "old"
    folder.mkdir()
    shutil.copy(KEPT / "release-1.sqlite3", folder / FILE)
    with closing(sqlite3.connect(folder / FILE)) as old:
        (ann, key), *_ = old.execute("SELECT maker, id FROM tables WHERE game = 'skirmish' AND over IS NULL").fetchall()
        old.execute("INSERT INTO players VALUES ('ben', 'Ben', '', NULL)")
        old.execute("INSERT INTO tokens VALUES (?, ?, 'link', 9e9)", (hashed("personal"), ann))
        old.execute("INSERT INTO tokens VALUES (?, 'ben', 'cookie', NULL)", (hashed("cookie"),))
        old.execute(
            "UPDATE seats SET player = 'ben', link = ? WHERE game_table = ? AND side = 1", (hashed("seat"), key)
        )
        old.commit()
    base = run(data=folder).base
    red = Browser(base)
    assert red.get("/api/personal/personal")["name"] == "Ann"
    assert red.post("/api/personal", secret="personal")["id"] == ann
    assert red.refused("/api/personal", secret="personal")[0] == 404
    assert at_once(red, key)[0] == 403
    assert red.refused("/api/join", secret="seat")[0] == 403
    ben = httpx.Client(base_url=base, headers={**HEADERS, "Cookie": "ironbottom_player=cookie"})
    assert ben.post("/api/join", json={"secret": "seat"}).json()["code"] is None
    code = ben.post(f"/api/tables/{key}/code", json={"side": "blue"}).json()["code"]
    link = secret_of(red.post("/api/recover", code=code)["url"])
    assert Browser(base).post("/api/join", secret=link)["side"] == "blue"


# -- one at a time --


def test_hints_come_one_at_a_time_for_each_player(run: Callable[..., Any]) -> None:
    running = run(thinker=sleep, bot_seconds=4.0)
    ann, ben = Browser(running.base), Browser(running.base)
    keys = [
        who.table(game="archies-war", scenario="solitaire", seats={"american": "me"})["id"] for who in (ann, ann, ben)
    ]
    answers: list[int] = []

    def ask(who: Browser, key: str) -> None:
        other = Browser.known(running.base, who)
        answers.append(other.http.post(f"/api/tables/{key}/hint", json={"seat": "american"}).status_code)

    first = threading.Thread(target=ask, args=(ann, keys[0]))
    first.start()
    players = running.server.players
    wait_for(lambda: (ann.me["id"], "hint") in players.busy)
    for number in range(40):  # at another table of his too
        code, error = ann.refused(f"/api/tables/{keys[number % 2]}/hint", seat="american")
        assert (code, "one at a time" in error) == (429, True)
    assert answers == [], "they were answered while the first was thought about"
    second = threading.Thread(target=ask, args=(ben, keys[2]))
    second.start()
    wait_for(lambda: (ben.me["id"], "hint") in players.busy)
    first.join()
    second.join()
    assert answers == [400, 400], "a thinker that sleeps is given up"
    assert players.busy == set()
    assert ann.refused(f"/api/tables/{keys[0]}/hint", seat="japanese")[0] == 403
    assert players.busy == set()


def test_analyses_come_one_at_a_time_for_each_player(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    running = run()
    ann = Browser(running.base)
    key = ann.table(seats={"red": "me", "blue": "me"})["id"]
    players, tables = running.server.players, running.server.tables
    go_on, opened = threading.Event(), tables.open

    async def slowly(*args: Any) -> Any:
        import asyncio

        await asyncio.to_thread(go_on.wait, 20)
        return await opened(*args)

    monkeypatch.setattr(tables, "open", slowly)
    made: list[Any] = []
    other = Browser.known(running.base, ann)
    first = threading.Thread(target=lambda: made.append(other.act(key, "red", "analysis")))
    first.start()
    wait_for(lambda: (ann.me["id"], "analysis") in players.busy)
    for _ in range(40):
        assert ann.refused(f"/api/tables/{key}/analysis", seat="red")[0] == 429
    go_on.set()
    first.join()
    assert made[0]["id"]
    assert ann.act(key, "red", "analysis")["id"]


def test_a_link_that_others_can_follow_comes_as_a_qr_code_too(run: Callable[..., Any]) -> None:
    ann = Browser(run(public_url="http://127.0.0.1").base, "Ann")
    made = ann.table()
    assert set(made["qr"]) == set(made["links"])
    assert made["qr"]["blue"].startswith("data:image/svg+xml")
    assert ann.post(f"/api/tables/{made['id']}/relink", side="blue")["qr"].startswith("data:image/svg+xml")


def test_a_link_for_this_machine_alone_comes_as_no_qr_code(run: Callable[..., Any]) -> None:
    assert Browser(run().base, "Ann").table()["qr"] == {}
