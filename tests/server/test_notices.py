"""Notices: one for each hand-over, the same words whatever is hidden, and never in the way of play."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from ironbottom.server.mailing import Mail
from ironbottom.server.notices import Notice
from server.play import Browser, face, gave, invited, live, seal, wait_for
from server.post import mute


def by_itself(work: Any) -> Any:
    """What a coroutine comes to in a loop of its own, whatever loop this thread may have."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


@pytest.fixture
def hook() -> Iterator[tuple[str, list[Any]]]:
    """An address that takes notices, and what came."""
    came: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            came.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/hook", came
    server.shutdown()
    server.server_close()


def test_one_notice_for_each_hand_over(run: Callable[..., Any], hook: tuple[str, list[Any]]) -> None:
    url, came = hook
    running = run(webhook=url)
    red, blue, key, _ = invited(running.base)
    seal(red, blue, key)
    red.do(key, "red", "go hill")
    red.do(key, "red", "roll")
    red.do(key, "red", "stop")
    wait_for(lambda: [notice["side"] for notice in came][-1:] == ["blue"])
    blue.do(key, "blue", "hold")
    wait_for(lambda: len(came) >= 3)
    words = {json.dumps({**notice, "side": "", "player": ""}) for notice in came}
    assert len(words) == 1
    assert came[-1]["url"].endswith(f"/t/{key}")
    assert "player_id" not in came[-1]


def test_who_sits_at_the_table_is_told_only_where_he_does_not_answer(
    run: Callable[..., Any], hook: tuple[str, list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    url, came = hook
    running = run(webhook=url)
    monkeypatch.setattr("ironbottom.server.notices.STILL", 4.0)
    told = lambda key: [one["side"] for one in came if one["url"].endswith(key)]  # noqa: E731
    for answers in (True, False):
        red, blue, key, _ = invited(running.base)
        seal(red, blue, key)
        wait_for(lambda key=key: told(key)[-1:] == ["red"])
        before = len(told(key))
        with live(blue, running.base, f"/api/tables/{key}/live?seat=blue"):
            red.do(key, "red", "stop")
            assert told(key)[before:] == []
            if answers:
                blue.do(key, "blue", "hold")
            wait_for(lambda key=key, before=before: told(key)[before:])
        assert told(key)[before] == ("red" if answers else "blue")


def test_who_is_waited_for_when_a_server_begins_was_told_before(
    run: Callable[..., Any], hook: tuple[str, list[Any]]
) -> None:
    url, came = hook
    running = run(webhook=url)
    red, blue, key, _ = invited(running.base)
    seal(red, blue, key)
    wait_for(lambda: [notice["side"] for notice in came][-1:] == ["red"])
    running.stop()
    again = run(webhook=url)
    red = Browser.known(again.base, red)
    before = len(came)
    red.do(key, "red", "go hill")
    red.do(key, "red", "roll")
    red.do(key, "red", "stop")
    wait_for(lambda: len(came) > before)
    assert [notice["side"] for notice in came[before:]] == ["blue"]


def test_who_is_brought_to_his_game_is_told_nothing_and_who_is_away_once(
    run: Callable[..., Any], hook: tuple[str, list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    url, came = hook
    running = run(webhook=url)
    monkeypatch.setattr("ironbottom.server.notices.SOON", 1.0)
    ann, ben = Browser(running.base, "Ann"), Browser(running.base, "Ben")
    challenge = {"game": "skirmish", "scenario": "duel", "clock": {"bank": 600, "add": 10}}
    key = ben.post(f"/api/challenges/{ann.post('/api/challenges', **challenge)['id']}/take")["table"]
    for one in (ben, ann, ben, ann):
        one.dice(key)
    seats = {one: next(seat["side"] for seat in one.get(f"/api/tables/{key}")["seats"] if seat["you"])
             for one in (ann, ben)}  # fmt: skip
    with ExitStack() as there:
        for one, side in seats.items():
            there.enter_context(live(one, running.base, f"/api/tables/{key}/live?seat={side}"))
        time.sleep(1.5)
        assert came == [], "both have come to the table"
    # nobody comes: who is waited for is told that it can begin, in words of its own
    ben.post(f"/api/challenges/{ann.post('/api/challenges', **challenge)['id']}/take")
    wait_for(lambda: came)
    time.sleep(1.5)
    assert ["can begin as soon as you look in" in one["text"] for one in came] == [True]


def test_links_are_of_the_name_by_which_a_player_came(run: Callable[..., Any], hook: tuple[str, list[Any]]) -> None:
    """At localhost his browser is somebody else than at 127.0.0.1."""
    url, came = hook
    running = run(webhook=url)
    red, blue, key, _ = invited(running.base)
    name = f"localhost:{running.base.rpartition(':')[2]}"
    # by the Host header the client itself would choose no cookie
    headers = {"Host": name, "Origin": f"http://{name}", "Cookie": red.cookie()}
    given = {"game": "skirmish", "scenario": "duel", "seats": {"red": "me", "blue": "friend"}}
    made = red.http.post("/api/tables", json=given, headers=headers).json()
    assert made["links"]["blue"].startswith(f"http://{name}/join/")
    seal(red, blue, key)
    red.do(key, "red", "stop")
    wait_for(lambda: came[-1:] and came[-1]["side"] == "blue")
    assert came[-1]["url"].startswith(running.base)
    red.http.get("/api/me", headers=headers)
    blue.do(key, "blue", "hold")
    wait_for(lambda: came[-1]["side"] == "red")
    assert came[-1]["url"] == f"http://{name}/t/{key}"


def test_the_owners_webhook_is_told_of_a_complaint(run: Callable[..., Any], hook: tuple[str, list[Any]]) -> None:
    url, came = hook
    running = run(webhook=url)
    red, _, key, _ = invited(running.base)
    red.post("/api/complaints", table=key, side="blue", text="He insults me.")
    wait_for(lambda: [notice["text"] for notice in came if notice["url"].endswith("/owner")])
    assert [notice["text"] for notice in came if notice["url"].endswith("/owner")] == ["Somebody complains of Ben."]


def test_a_dead_address_does_not_delay_play(run: Callable[..., Any]) -> None:
    running = run(webhook="http://127.0.0.1:9/nobody", smtp="smtp://127.0.0.1:9")
    red, blue, key, _ = invited(running.base)
    gave(running, blue, "ben@example.org")
    seal(red, blue, key)
    red.do(key, "red", "stop")
    assert blue.look(key, "blue")["waiting"] == ["blue"]


def test_a_mail_server_that_never_ends_its_answer_holds_one_thread(run: Callable[..., Any]) -> None:
    with mute(b"2") as port:
        running = run(smtp=f"smtp://127.0.0.1:{port}/?from=war@example.org")
        notices = running.server.notices
        red, blue, key, _ = invited(running.base)
        gave(running, red, "ann@example.org")
        gave(running, blue, "ben@example.org")
        seal(red, blue, key)
        red.do(key, "red", "stop")
        wait_for(lambda: notices.mailer.busy)
        with pytest.raises(TimeoutError):
            by_itself(notices.mailer.send(Mail("ben@example.org", "", "")))
        assert sum(thread.name == "ironbottom-mail" for thread in threading.enumerate()) == 1
        blue.do(key, "blue", "hold")
        assert red.look(key, "red")["waiting"]
        begun = time.monotonic()
        running.stop()
        assert time.monotonic() - begun < 10


def test_an_answer_of_the_webhook_that_never_ends_is_not_read(run: Callable[..., Any]) -> None:
    endless = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + b"x" * 100_000
    with mute(endless, 0.001) as port:
        running = run(webhook=f"http://127.0.0.1:{port}/")
        notices = running.server.notices
        red, _, _, _ = invited(running.base)
        begun = time.monotonic()
        by_itself(asyncio.wait_for(notices._by_hook(Notice("", "", "", "", "", "")), 15))
        assert time.monotonic() - begun < 9
        assert red.get("/api/me")


@pytest.mark.parametrize("address", [
    "ben@example.org\r\nBcc: all@example.org", "ben@example.org, all@example.org", "<ben@example.org>", "a@b@c", "@b",
    "ben@exa mple.org", "ben@example.org\x00", "a@b;c@d", "“x”@y\u2028z",
])  # fmt: skip
def test_an_address_is_one_address_and_no_header(run: Callable[..., Any], address: str) -> None:
    running = run(smtp="smtp://127.0.0.1:9")
    ben = Browser(running.base)
    assert ben.refused("/api/mail", email=address)[0] == 400


def test_nobody_is_told_of_his_own_hot_seat(run: Callable[..., Any], hook: tuple[str, list[Any]]) -> None:
    url, came = hook
    running = run(webhook=url)
    ann = Browser(running.base)
    key = ann.table(seats={"red": "me", "blue": "me"})["id"]
    seal(ann, ann, key)
    ann.do(key, "red", "stop")
    assert came == []


def test_what_could_not_be_stored_has_not_happened(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    running = run()
    red, blue, key, _ = invited(running.base)
    seal(red, blue, key)
    before = red.look(key, "red")
    store = running.server.store

    def full(job: Any, meanwhile: Any = None) -> Any:
        raise OSError("no space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(store, "write", full)
        body = {"seat": "red", "n": before["n"], "id": "lost", "do": ["roll"]}
        answer = red.http.post(f"/api/tables/{key}/do", json=body)
        assert answer.status_code == 500
        assert "Traceback" not in answer.text
    after = red.look(key, "red")
    assert face(after) == {**face(before), "rev": after["rev"]}
    assert after["lines"] == before["lines"]
    assert red.do(key, "red", "roll", n=before["n"], request="lost")["lines"][-1]["kind"] == "fell"


def test_mail_goes_to_who_gave_an_address(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []

    class Mailer:
        def __init__(self, host: str, port: int, timeout: float) -> None:
            self.said = [host, port]

        def __enter__(self) -> Mailer:
            return self

        def __exit__(self, *_: Any) -> None:
            sent.append(self.said)

        def starttls(self) -> None:
            self.said.append("tls")

        def login(self, user: str, password: str) -> None:
            self.said.append((user, password))

        def send_message(self, mail: Any) -> None:
            self.said.append((mail["To"], mail["From"], mail["Subject"], mail.get_content()))

    monkeypatch.setattr("smtplib.SMTP", Mailer)
    running = run(smtp="smtp://me:p%40ss@mail.example:25/?from=war@example.org")
    red, blue, key, _ = invited(running.base)
    gave(running, blue, "ben@example.org")
    seal(red, blue, key)
    red.do(key, "red", "stop")
    wait_for(lambda: sent)
    assert sent[0][:4] == ["mail.example", 25, "tls", ("me", "p@ss")]
    to, sender, subject, text = sent[0][4]
    assert (to, sender, subject) == ("ben@example.org", "war@example.org", "Skirmish: your turn")
    assert f"/t/{key}" in text
    assert "You play against Ann." in text
    assert "Account, Notices" in text
