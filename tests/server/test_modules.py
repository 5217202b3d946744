"""An owner's VASSAL module on the server: kept, read, and shown to him alone."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import httpx
import pytest

from ironbottom.server import modules
from server.play import PLENTY, Browser, wait_for
from vassal.build import module, packed, piece, png

UNITS = [("1st Bn, 1st Marines", piece("1/1", "one 1.png", {"CombatFactor": "6"}))]
MODULE = module(UNITS, images={"one 1.png": png(20, 20), "evil.svg": b"<svg onload='x()'/>", "page.html": b"<html/>"})
BASE = "/api/modules/first-blood"


def bring(browser: Browser, data: bytes, path: str = f"{BASE}/file") -> httpx.Response:
    return browser.http.post(path, content=data, headers={"content-type": "application/octet-stream"})


def test_a_module_is_read_kept_and_shown_to_its_owner_alone(base: str) -> None:
    ann, eve = Browser(base, "Ann"), Browser(base, "Eve")
    told = bring(ann, MODULE)
    assert told.status_code == 200, told.text
    found = told.json()
    assert found["pieces"][0]["thing"] == "unit.1/1"
    assert found["changes"][0]["value"] == 6
    scenario = ann.get("/api/workshop/first-blood")["scenarios"][0]["id"]
    overlay = {"units": {"unit": {"1/1": {"combat": 6}}}}
    again = ann.post(BASE, scenario=scenario, overlay=overlay)
    assert again["changes"][0]["same"], "his copy says so by now"
    picture = ann.http.get(f"{BASE}/picture", params={"name": "one 1.png"})
    assert (picture.content, picture.headers["content-type"]) == (png(20, 20), "image/png")
    assert picture.headers["x-content-type-options"] == "nosniff"
    assert eve.http.get(f"{BASE}/picture", params={"name": "one 1.png"}).status_code == 404
    assert eve.post(BASE, scenario=scenario, overlay={}) is None
    ann.post(f"{BASE}/delete")
    assert ann.post(BASE, scenario=scenario, overlay={}) is None


def test_a_drawing_of_a_module_cannot_run_anything(base: str) -> None:
    ann = Browser(base, "Ann")
    bring(ann, MODULE)
    drawn = ann.http.get(f"{BASE}/picture", params={"name": "evil.svg"})
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    policy = drawn.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    for name in ("page.html", "../../ironbottom.sqlite3", "/etc/passwd", "", "x" * 5000):
        assert ann.http.get(f"{BASE}/picture", params={"name": name}).status_code == 404


def test_the_pictures_chosen_for_counters_are_kept(base: str) -> None:
    ann = Browser(base, "Ann")
    assert ann.get(f"{BASE}/faces") == {}
    assert ann.refused(f"{BASE}/faces", faces={"us.1": "one 1.png"})[0] == 404, "there is no module yet"
    bring(ann, MODULE)
    ann.post(f"{BASE}/faces", faces={"us.1": "one 1.png"})
    assert ann.get(f"{BASE}/faces") == {"us.1": "one 1.png"}
    assert ann.refused(f"{BASE}/faces", faces={"us.1": "x" * 301})[0] == 400
    bring(ann, MODULE)
    assert ann.get(f"{BASE}/faces") == {}, "another module has other pictures"


@pytest.mark.parametrize(
    ("data", "status", "said"),
    [
        (b"no zip", 400, "not a zip file"),
        (packed({"buildFile.xml": b"<!DOCTYPE a [<!ENTITY b 'c'>]><a/>"}), 400, "declares entities"),
        (packed({"buildFile.xml": b" " * 60_000_000}), 400, "larger than 40 MB"),
    ],
)
def test_a_bad_module_is_one_clear_line_and_nothing_is_kept(base: str, data: bytes, status: int, said: str) -> None:
    ann = Browser(base, "Ann")
    bring(ann, MODULE)
    answer = bring(ann, data)
    assert answer.status_code == status
    assert said in answer.json()["error"]
    assert ann.http.get(f"{BASE}/picture", params={"name": "one 1.png"}).status_code == 200, "the earlier one stays"
    assert bring(ann, MODULE, "/api/modules/chess/file").status_code == 404
    assert ann.http.post(f"{BASE}/file", json={}).status_code == 400


def test_a_module_that_is_too_large_is_not_taken(run: Callable[..., Any]) -> None:
    ann = Browser(run(limits=replace(PLENTY, module=1000)).base, "Ann")
    assert bring(ann, b"x" * 1001).status_code == 413


@contextmanager
def coming(running: Any, browser: Browser) -> Iterator[None]:
    """A module comes, and stops coming."""
    host, port = running.base.removeprefix("http://").split(":")
    head = (
        f"POST {BASE}/file HTTP/1.1\r\nHost: {host}:{port}\r\nX-Ironbottom: 1\r\nCookie: {browser.cookie()}\r\n"
        f"Content-Type: application/octet-stream\r\nContent-Length: {len(MODULE)}\r\n\r\n"
    )
    busy = running.server.modules._busy
    with socket.create_connection((host, int(port))) as wire:
        wire.sendall(head.encode() + MODULE[:100])
        wait_for(lambda: browser.me["id"] in busy)
        yield
    wait_for(lambda: browser.me["id"] not in busy)


def test_modules_come_one_at_a_time_for_a_player_and_two_in_all(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(modules, "PATIENCE", 0.1)
    running = run()
    ann, ben, cat = (Browser(running.base, name) for name in ("Ann", "Ben", "Cat"))
    with coming(running, ann):
        again = bring(ann, MODULE)
        assert (again.status_code, again.json()["error"]) == (429, "your module is being read; wait for it")
        assert bring(ben, MODULE).status_code == 200
        with coming(running, ben):
            third = bring(cat, MODULE)
            assert (third.status_code, third.json()["error"]) == (
                429, "modules of other players are being read; try again in a minute"
            )  # fmt: skip
    for one in (ann, ben, cat):
        assert bring(one, MODULE).status_code == 200
