"""What the page tells a story with: the positions of a seat's own lines, and how far each device has shown them."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from typing import Any

from ironbottom.table.delta import applied
from server.play import Browser, invited, seal, stored, think

IDS = itertools.count()


def pictures(told: list[dict[str, Any]]) -> dict[int, Any]:
    """The pictures of a story, put together as the page does."""
    found: dict[int, Any] = {}
    last: Any = None
    for scene in told:
        last = found[scene["n"]] = last if scene["change"] is None else applied(scene["change"], last)
    return found


def test_the_positions_of_a_story_are_those_of_the_replay(base: str) -> None:
    red, blue, key, _ = invited(base)
    seal(red, blue, key)
    red.do(key, "red", "go hill", "roll")
    for browser, seat in ((red, "red"), (blue, "blue")):
        n = browser.look(key, seat)["n"]
        told = browser.get(f"/api/tables/{key}/story", seat=seat, at=",".join(str(at) for at in range(n + 1)))
        assert pictures(told) == {at: browser.look(key, seat, at=at)["picture"] for at in range(n + 1)}
    for at in ("99", "1,x", "", "-1", ",".join(["0"] * 41)):
        assert red.http.get(f"/api/tables/{key}/story", params={"seat": "red", "at": at}).status_code == 400
    assert red.http.get(f"/api/tables/{key}/story", params={"seat": "blue", "at": "0"}).status_code == 403


def test_nothing_is_told_behind_a_curtain(base: str) -> None:
    ann = Browser(base)
    key = ann.table(seats={"red": "me", "blue": "me"})["id"]
    seal(ann, ann, key)
    waiting = ann.look(key, "blue")["curtain"]
    assert waiting == "red"
    answer = ann.http.get(f"/api/tables/{key}/story", params={"seat": "blue", "at": "0"})
    assert answer.status_code == 403 or answer.json() == []


def test_each_device_knows_what_it_has_shown(run: Callable[..., Any]) -> None:
    running = run()
    red, blue, key, _ = invited(running.base)
    seal(red, blue, key)
    n = red.look(key, "red")["n"]
    assert n > 1

    def seen(browser: Browser, seat: str, device: str) -> Any:
        return browser.get(f"/api/tables/{key}/seen", seat=seat, device=device)["n"]

    assert seen(red, "red", "desk") is None
    red.post(f"/api/tables/{key}/seen", seat="red", n=1, device="desk")
    assert seen(red, "red", "desk") == 1
    assert seen(red, "red", "phone") == 1, "a device that never looked begins where another ended"
    red.post(f"/api/tables/{key}/seen", seat="red", n=n + 50, device="phone")
    assert (seen(red, "red", "desk"), seen(red, "red", "phone")) == (1, n)
    assert seen(blue, "blue", "desk") is None, "it is the player's own"
    for device in range(20):
        red.post(f"/api/tables/{key}/seen", seat="red", n=n, device=f"device {device}")
    assert stored(running.server.store, "SELECT count(*) FROM seen WHERE game_table = ?", (key,))[0][0] <= 17
    assert red.refused(f"/api/tables/{key}/seen", seat="blue", n=1, device="desk")[0] == 403
    assert red.refused(f"/api/tables/{key}/seen", seat="red", n=-1, device="desk")[0] == 400
    assert red.refused(f"/api/tables/{key}/seen", seat="red", n=1, device="x" * 41)[0] == 400
    for browser in (red, blue):
        browser.post(f"/api/tables/{key}/delete")
    assert stored(running.server.store, "SELECT count(*) FROM seen") == [(0,)]


def losing(request: Any) -> dict[str, Any]:
    """A computer player that gives itself nothing, in a round that is a turn further each time it is asked."""
    told = think(request)
    losing.asked = getattr(losing, "asked", 0) + 1  # type: ignore[attr-defined]
    return {**told, "hope": (losing.asked, 0.001)}  # type: ignore[attr-defined]


def test_a_beaten_computer_offers_to_resign_once_and_one_may_play_on(run: Callable[..., Any]) -> None:
    running = run(thinker=losing)
    ann = Browser(running.base)
    key = ann.table(seats={"red": "me", "blue": "bot:random"})["id"]
    offered = play_until_offer(ann, key)
    assert offered["offers"] == [{"by": "blue", "kind": "resign"}]
    assert ann.refused(f"/api/tables/{key}/offer", seat="red", kind="resign")[0] == 400, "nobody else can offer it"
    ann.post(f"/api/tables/{key}/answer", seat="red", kind="resign", yes=False)
    assert ann.look(key, "red")["offers"] == []
    assert ann.look(key, "red")["over"] is None
    again = ann.table(seats={"red": "me", "blue": "bot:random"})["id"]
    play_until_offer(ann, again)
    ann.post(f"/api/tables/{again}/answer", seat="red", kind="resign", yes=True)
    assert ann.look(again, "red")["over"]["winners"] == ["red"]


def play_until_offer(ann: Browser, key: str) -> Any:
    """Play anything until something is offered; the message then."""
    for _ in range(400):
        message = ann.look(key, "red")
        if message["offers"] or message["over"]:
            return message
        if message["prompt"]["mine"] and message["choices"]:
            onward = [one["do"] for one in message["choices"] if not one.get("retract")]
            ann.http.post(
                f"/api/tables/{key}/do",
                json={"seat": "red", "n": message["n"], "id": next_id(), "do": [onward[0]]},
            )
        else:
            time.sleep(0.02)
    raise AssertionError("nothing was offered")


def next_id() -> str:
    return f"id {next(IDS)}"
