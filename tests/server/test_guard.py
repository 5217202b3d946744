"""Forged, broken and oversized requests: none is accepted, each gets one clear line."""

from __future__ import annotations

import asyncio
import json
import random
import socket
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from ironbottom.server.guard import cookie_of
from ironbottom.server.routes import refusal
from ironbottom.server.settings import Limits, Settings
from ironbottom.table.table import MOST_AT_ONCE
from server.play import HEADERS, PLENTY, Browser, invited, seal, stored, wait_for


def listen(base: str, path: str, headers: dict[str, str], say: str = "") -> None:
    """Open a connection and listen until it is closed."""
    with connect(base.replace("http", "ws") + path, additional_headers=headers) as live:
        if say:
            live.send(say)
        while True:
            live.recv(timeout=5)


def log_of(running: Any) -> int:
    return int(stored(running.server.store, "SELECT count(*) FROM entries")[0][0])


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1.evil.example:8042"},
        {"Host": "evil.example@127.0.0.1"},
        {"Host": "127.0.0.1:340x"},
        {"Host": "127.0.0.1:99999"},
        {"Host": "[::1"},
        {"Host": ""},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"X-Ironbottom": "0"},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
    ],
)
def test_requests_of_other_sites_are_refused(base: str, headers: dict[str, str]) -> None:
    ann = Browser(base)
    content = json.dumps({"name": "Eve"})
    sent = {"Content-Type": "application/json", **headers}
    answer = ann.http.post("/api/me", content=content, headers=sent)
    assert answer.status_code in (400, 403)
    assert ann.get("/api/me")["name"] != "Eve"


def test_methods_other_than_get_and_post_are_refused(base: str) -> None:
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS"):
        assert httpx.request(method, f"{base}/api/me", headers=HEADERS).status_code == 405


def test_a_websocket_of_another_site_is_refused(base: str) -> None:
    _, _, key, _ = invited(base)
    ann = Browser(base)
    cases = [
        (ann, {"Origin": "https://evil.example"}, f"/api/tables/{key}/live?seat=red"),
        (ann, {}, f"/api/tables/{key}/live?seat=red"),
        (None, {}, "/api/live"),
        (ann, {}, "/api/tables/nothing/live?seat=red"),
    ]
    for browser, headers, path in cases:
        cookie = {"Cookie": browser.cookie()} if browser else {}
        with pytest.raises((ConnectionClosed, InvalidStatus)):
            listen(base, path, {**cookie, **headers})


def test_a_local_server_knows_no_other_name_and_a_public_one_its_own() -> None:
    local = Settings()
    assert local.allows_host("localhost:8042")
    for odd in ("localhost:", "localhost:x", "localhost:99999", "localhost:80 42", "[::1", "[x]", "localhost?x", "a#b"):
        assert local.allows_host(odd) == (odd == "localhost:"), odd
    assert local.allows_host("[::1]:8042")
    assert not local.allows_host("192.168.1.5:8042")
    public = Settings(host="127.0.0.1", public_url="https://war.example")
    assert public.allows_host("war.example")
    assert not public.allows_host("other.example")
    lan = Settings(host="0.0.0.0")
    assert lan.allows_host("192.168.1.5:8042")
    assert not lan.allows_host("evil.example")
    assert not lan.local
    assert public.link_base(8042) == "https://war.example"


BROKEN = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"text"',
    b"\xff\xfe",
    b'{"seat":1}',
    b'{"seat":"red","n":0,"id":"x","do":"stop"}',
    b'{"seat":"red","n":0,"id":"x","do":[]}',
    b'{"seat":"red","n":0,"id":"","do":["stop"]}',
    b'{"seat":"red","n":0,"do":["stop"]}',
    b'{"seat":"red","n":1e99,"id":"x","do":["stop"]}',
    b'{"seat":"red","n":0,"id":"x","do":["stop"],"more":1}',
    b'{"seat":"red","n":0,"id":"x","do":[1]}',
    b"[" * 50_000,
    b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
    json.dumps({"seat": "red", "n": 0, "id": "x", "do": ["x" * 500]}).encode(),
    json.dumps({"seat": "red", "n": 0, "id": "x", "do": ["stop"] * 500}).encode(),
]


def test_broken_bodies_are_refused_in_one_line(base: str) -> None:
    red, blue, key, _ = invited(base)
    seal(red, blue, key)
    headers = {"Content-Type": "application/json"}
    for act in ("do", "undo", "offer", "answer", "chat", "note", "order", "analysis"):
        for body in BROKEN:
            answer = red.http.post(f"/api/tables/{key}/{act}", content=body, headers=headers)
            assert 400 <= answer.status_code < 500, (act, body[:60], answer.text)
            error = answer.json()["error"]
            assert error
            assert "\n" not in error
            assert "Traceback" not in error
    assert red.look(key, "red")["draft"] == {"length": 0, "redo": 0}


def test_what_is_too_large_is_refused(run: Callable[..., Any]) -> None:
    running = run(limits=Limits(body=2_000, record=4_000, rate=1e6, burst=10**6))
    ann = Browser(running.base)
    assert ann.refused("/api/me", name="x" * 3_000)[0] == 413
    assert ann.refused("/api/tables", **{"import": "x" * 5_000})[0] == 413

    def body() -> Any:
        for _ in range(10):
            yield b" " * 1_000

    headers = {"Content-Type": "application/json"}
    answer = ann.http.post("/api/me", content=body(), headers=headers)
    assert answer.status_code == 413
    with pytest.raises((ConnectionClosed, InvalidStatus)):
        listen(running.base, "/api/live", {"Cookie": ann.cookie()}, "x" * 10_000)


@pytest.mark.parametrize("path", ["/api/live", "/api/tables/{key}/live"])
def test_who_has_too_many_pages_open_may_come_back(run: Callable[..., Any], path: str) -> None:
    running = run(limits=replace(PLENTY, sockets=1))
    ann, ben, key, _ = invited(running.base)
    path = path.format(key=key)
    assert closed(running, path, ben) is None
    with connect(
        running.base.replace("http", "ws") + path + "?seat=observer", additional_headers={"Cookie": ann.cookie()}
    ):
        assert closed(running, path, ann) == 4429
    wait_for(lambda: closed(running, path, ann) is None)
    table = "/api/tables/{}/live"
    for other, code in ((table.format(key), 4403), (table.format("none"), 4404)):
        assert closed(running, other, Browser(running.base)) == code


def closed(running: Any, path: str, browser: Browser) -> int | None:
    """The code with which the server refuses a connection; None for one that it opens."""
    address = urlsplit(running.base).netloc
    scope: Any = {
        "type": "websocket", "path": path, "raw_path": path.encode(), "query_string": b"seat=observer", "scheme": "ws",
        "headers": [(b"host", address.encode()), (b"cookie", browser.cookie().encode())], "client": ("127.0.0.1", 1),
        "asgi": {"version": "3.0"}, "http_version": "1.1", "subprotocols": [], "extensions": {},
    }  # fmt: skip
    asked = iter([{"type": "websocket.connect"}])
    answers: list[Any] = []

    async def receive() -> Any:
        return next(asked, {"type": "websocket.disconnect", "code": 1000})

    async def send(message: Any) -> None:
        answers.append(message)

    asyncio.run(running.server.app(scope, receive, send))
    return answers[0].get("code")


def test_too_many_requests_are_refused_and_then_served_again(run: Callable[..., Any]) -> None:
    running = run(limits=Limits(rate=20, burst=5, newcomers=3))
    codes = [httpx.get(f"{running.base}/api/me").status_code for _ in range(6)]
    assert codes == [200] * 3 + [429] * 3
    cookie = httpx.get(f"{running.base}/api/me").headers.get("set-cookie")
    assert cookie is None


def test_control_characters_are_refused_and_make_no_line_of_the_log(
    run: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    running = run()
    red, blue, key, _ = invited(running.base)
    seal(red, blue, key)
    text = "a text holds the character NUL; leave it out"
    for path, body in {
        f"/api/tables/{key}/chat": {"seat": "red", "text": "a\0b"},
        f"/api/tables/{key}/note": {"seat": "red", "place": "a\0", "text": ""},
        "/api/blocks": {"player": "a\0"},
        "/api/challenges": {"game": "skirmish", "scenario": "duel", "names": ["a\0"]},
        "/api/tables": {"game": "skirmish", "scenario": "duel", "options": {"a\0": 1}},
    }.items():
        assert red.refused(path, **body) == (400, f"data: {text}")
    for path in ("tournaments/x%00%0Aforged", "players/x%0A", "tables/x%00", f"tables/{key}/seen?seat=red&device=%00"):
        answer = red.http.get(f"/api/{path}")
        assert (answer.status_code, answer.json()["error"]) == (400, "an address holds no control characters")
    refusal("/api/x\nforged", ValueError())
    assert not any("\n" in record.getMessage() for record in caplog.records)


def test_a_cookie_that_is_too_long_to_be_ours_is_none() -> None:
    assert cookie_of("a=b; ironbottom_player=" + "x" * 100) == "x" * 100
    assert cookie_of("ironbottom_player=" + "x" * 101) is None, "it would be held as the name of its own limit"


def test_a_subscriber_s_network_of_version_6_is_one_address(run: Callable[..., Any]) -> None:
    running = run(limits=replace(PLENTY, newcomers=3))

    def new(address: str) -> int:
        return httpx.get(f"{running.base}/api/me", headers={"X-Forwarded-For": address}).status_code

    assert [new(f"2001:db8:1:2::{number}") for number in range(1, 7)] == [200] * 3 + [429] * 3
    assert [new("2001:db8:1:3::1"), new("203.0.113.7")] == [200, 200]


def test_a_player_s_own_rate_is_bounded(run: Callable[..., Any]) -> None:
    running = run(limits=Limits(rate=0.001, burst=20))
    ann = httpx.Client(base_url=running.base, headers=HEADERS)
    codes = [ann.get("/api/me").status_code for _ in range(40)]
    assert codes.count(200) == 21
    assert set(codes[21:]) == {429}


def test_a_player_s_moves_count_for_his_rate(run: Callable[..., Any]) -> None:
    """A thousand moves in one request keep others waiting as a hundred requests do."""
    running = run(limits=Limits(rate=0.001, burst=70))  # 700 moves
    ann, ben = Browser(running.base, "Ann"), Browser(running.base, "Ben")
    keys = {}
    for who in (ann, ben):
        keys[who] = key = who.table(seats={"red": "me", "blue": "me"})["id"]
        seal(who, who, key)
    there_and_back = ["go hill", "go wood"] * 150
    ann.do(keys[ann], "red", *there_and_back)
    ann.do(keys[ann], "red", *there_and_back)
    n = ann.look(keys[ann], "red")["n"]
    status, error = ann.refused(f"/api/tables/{keys[ann]}/do", seat="red", n=n, id="more", do=there_and_back)
    assert (status, "wait a moment" in error) == (429, True)
    odds = ann.http.get(f"/api/tables/{keys[ann]}/odds", params={"seat": "red", "do": ";".join(there_and_back)})
    assert odds.status_code == 429
    assert ann.look(keys[ann], "red")["draft"]["length"] == 600, "nothing is lost"
    ann.do(keys[ann], "red", "go hill")
    assert ben.do(keys[ben], "red", *there_and_back)["draft"]["length"] == 300


def test_odds_are_asked_of_as_many_actions_as_are_played_at_once(base: str) -> None:
    ann = Browser(base)
    key = ann.table(seats={"red": "me", "blue": "me"})["id"]
    do = ";".join(["go hill"] * (MOST_AT_ONCE + 1))
    answer = ann.http.get(f"/api/tables/{key}/odds", params={"seat": "red", "do": do})
    assert (answer.status_code, answer.json()["error"]) == (400, "odds are asked of 1 to 1000 actions")


def test_garbage_on_the_wire_does_no_harm(base: str) -> None:
    port = int(base.rpartition(":")[2])
    rng = random.Random(1)
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", port), timeout=2) as raw:
            raw.sendall(rng.randbytes(200) + b"\r\n\r\n")
    assert httpx.get(f"{base}/api/games").status_code == 200


def forged(base: str, running: Any, rounds: int, seed: int) -> int:
    """Requests that must all be refused: their number."""
    red, blue, key, _ = invited(base)
    eve = Browser(base, "Eve")
    stranger = httpx.Client(base_url=base, headers=HEADERS)
    seal(red, blue, key)
    red.do(key, "red", "roll")
    before = log_of(running)
    drafts = stored(running.server.store, "SELECT * FROM drafts")
    rng = random.Random(seed)
    n = red.look(key, "red")["n"]
    words = [
        "roll",
        "stop",
        "go hill",
        "go wood",
        "mark",
        "hold",
        "yield",
        "ready",
        "pick =1",
        "fell =6",
        "deal =3",
        "x",
    ]
    sent = 0
    for number in range(rounds):
        kind = rng.randrange(6)
        move = rng.choice(words)
        body: dict[str, Any] = {"seat": "red", "n": n, "id": f"f{number}", "do": [move]}
        who: Any = eve.http
        if kind == 0:  # another's seat, with a cookie of one's own
            pass
        elif kind == 1:  # the other side's seat at the same table
            who = blue.http
        elif kind == 2:  # one's own seat, but not one's decision
            who, body["seat"] = blue.http, "blue"
            body["n"] = blue.look(key, "blue")["n"]
        elif kind == 3:  # not offered
            who = red.http
            body["do"] = [
                rng.choice(["roll", "go wood", "hold", "fell =6", "deal =1", "pick =2", "go moon", "mark =1"])
            ]
        elif kind == 4:  # no cookie at all, or a made-up one
            who = stranger
            stranger.cookies.set("ironbottom_player", f"{rng.getrandbits(128):x}")
        else:  # a number that is not today's
            who, body["n"] = red.http, n + rng.choice([-3, -1, 1, 50, -(10**9), 10**9])
        answer = who.post(f"/api/tables/{key}/do", json=body)
        assert 400 <= answer.status_code < 500, (body, answer.text[:200])
        sent += 1
    assert log_of(running) == before
    assert stored(running.server.store, "SELECT * FROM drafts") == drafts
    return sent


def test_forged_actions_are_never_accepted(run: Callable[..., Any]) -> None:
    running = run()
    assert forged(running.base, running, 400, 1) == 400


@pytest.mark.soak
def test_forged_actions_are_never_accepted_soak(run: Callable[..., Any]) -> None:
    running = run()
    total = 0
    for seed in range(50):
        total += forged(running.base, running, 2_000, seed)
    assert total == 100_000


def test_secrets_are_stored_hashed(run: Callable[..., Any]) -> None:
    running = run(limits=PLENTY)
    red, _, _, links = invited(running.base)
    link = red.post("/api/me/link")["url"].rpartition("/")[2]
    secrets = [links["blue"].rpartition("/")[2], link, red.http.cookies["ironbottom_player"]]
    running.stop()
    data = b"".join(path.read_bytes() for path in running.server.store.path.parent.iterdir())
    for secret in secrets:
        assert len(secret) >= 32
        assert secret.encode() not in data


@pytest.mark.parametrize("content", [b'{"name":"\xe7"}', b'{"\xe7o":"x"}', b'{"\xed\xa0\x80":1}'])
def test_bytes_that_are_no_text_are_said_plainly(base: str, content: bytes) -> None:
    ann = Browser(base)
    answer = ann.http.post("/api/me", headers={"content-type": "application/json"}, content=content)
    assert (answer.status_code, answer.json()["error"]) == (400, "this request is not written in UTF-8")


@pytest.mark.parametrize("content", [None, b"", iter(())], ids=["none", "empty", "chunked"])
def test_a_missing_body_is_said_plainly(base: str, content: Any) -> None:
    ann = Browser(base)
    answer = ann.http.post("/api/me", headers={"content-type": "application/json"}, content=content)
    assert (answer.status_code, answer.json()["error"]) == (400, "this request needs a body of JSON")
