"""Computer players at a table, over HTTP."""

from __future__ import annotations

import asyncio
import random
import subprocess
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from ironbottom.server import thinkers
from ironbottom.server.workers import Hurry, Pool
from server.play import HEADERS, Browser, cheat, crash, ponder, sleep, stored, think, wait_for


class InPlace:
    """Pools without a process, as where there are none; `asked` counts the questions of each function."""

    def __init__(self) -> None:
        self.asked: dict[Any, int] = {}

    def __call__(self, fn: Callable[[Any], Any], count: int, hurry: Any = None, memory: int | None = None) -> Pool:
        return _Pool(fn, self.asked)


class _Pool:
    def __init__(self, fn: Callable[[Any], Any], asked: dict[Any, int]) -> None:
        self.fn, self.asked = fn, asked
        self.waiting = 0

    async def run(self, argument: Any, seconds: float, hurry: Hurry | None = None) -> Any:
        self.asked[self.fn] = self.asked.get(self.fn, 0) + 1
        await asyncio.sleep(0)
        return self.fn(argument)

    def stop(self) -> None:
        self.asked.clear()


def test_a_server_is_handed_its_workers(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are no processes, computers think, records are read and reports written all the same."""
    monkeypatch.setattr(subprocess, "Popen", None)
    hire = InPlace()
    ann = Browser(run(hire=hire).base)
    key = ann.table(seats={"red": "bot:random", "blue": "me"})["id"]
    wait_for(lambda: ann.look(key, "blue")["waiting"] == ["blue"])
    assert hire.asked[think]
    ann.act(key, "blue", "resign")
    record = ann.http.get(f"/api/tables/{key}/record", params={"seat": "blue"}).text
    assert ann.post("/api/tables", **{"import": record})["id"]
    assert len(hire.asked) == 2, "who thinks, and who reads records"


def test_a_game_against_the_computer_goes_at_once_while_it_thinks(run: Callable[..., Any]) -> None:
    ann = Browser(run(bot_delay=0.3).base, "Ann")
    key, other = (ann.table(seats={"red": "me", "blue": "bot:random"})["id"] for _ in range(2))
    assert ann.post(f"/api/tables/{key}/delete") == {"gone": True}
    assert [entry["id"] for entry in ann.get("/api/tables")] == [other]
    ann.do(other, "red", ann.look(other, "red")["choices"][0]["do"])


def test_the_computer_plays_and_its_thinking_is_told(run: Callable[..., Any]) -> None:
    base = run().base
    ann = Browser(base)
    key = ann.table(seats={"red": "me", "blue": "bot:random"})["id"]
    rng = random.Random(3)

    def turn() -> Any:
        told = ann.look(key, "red")
        return told if told["choices"] or told["over"] else None

    for _ in range(300):
        told = wait_for(turn)
        if told["over"]:
            break
        onward = [choice["do"] for choice in told["choices"] if choice["do"] != "unready"]
        if not onward:
            wait_for(lambda: [choice["do"] for choice in ann.look(key, "red")["choices"]] != ["unready"])
            continue
        ann.http.post(
            f"/api/tables/{key}/do",
            json={"seat": "red", "n": told["n"], "id": f"{rng.random()}", "do": [rng.choice(onward)]},
        )
    assert told["over"]
    wait_for(lambda: ann.look(key, "red")["thinking"] == [])


@pytest.mark.parametrize(("thinker", "kind"), [(crash, "crash"), (cheat, "illegal"), (sleep, "overrun")])
def test_a_computer_that_fails_is_replaced_and_counted(run: Callable[..., Any], thinker: Any, kind: str) -> None:
    running = run(thinker=thinker, bot_seconds=0.6)
    ann = Browser(running.base)
    key = ann.table(seats={"red": "me", "blue": "bot:random"})["id"]
    ann.first(key, "red")
    ann.do(key, "red", "ready")
    wait_for(lambda: ann.look(key, "red")["waiting"] == ["red"], 40)
    faults = stored(running.server.store, "SELECT kind, bot FROM faults")
    assert faults
    assert set(faults) == {(kind, "random")}
    ann.act(key, "red", "resign")


def test_a_turn_that_an_error_broke_off_is_tried_again(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk, say: nobody else would ever ask the computer again."""
    monkeypatch.setattr(thinkers, "AGAIN", (0.1, 0.1))
    running = run()
    ann, tables, failed = Browser(running.base), running.server.tables, []
    act = tables.act

    async def broken(room: Any, fn: Any, *rest: Any, **more: Any) -> Any:
        if "_move" in fn.__qualname__ and len(failed) < 2:
            failed.append(1)
            raise OSError("no space left on the device")
        return await act(room, fn, *rest, **more)

    monkeypatch.setattr(tables, "act", broken)
    key = ann.table(seats={"red": "bot:random", "blue": "me"})["id"]
    wait_for(lambda: ann.look(key, "blue")["waiting"] == ["blue"], 10)
    assert len(failed) == 2


def test_thinking_ends_when_the_game_ends(run: Callable[..., Any]) -> None:
    running = run(thinker=sleep)
    ann = Browser(running.base)
    key = ann.table(seats={"red": "me", "blue": "bot:random"})["id"]
    wait_for(lambda: ann.look(key, "red")["thinking"] == ["blue"])
    ann.act(key, "red", "resign")
    wait_for(lambda: ann.look(key, "red")["thinking"] == [], 5)
    wait_for(lambda: stored(running.server.store, "SELECT * FROM leases") == [])
    assert stored(running.server.store, "SELECT * FROM faults") == []


def test_who_sits_at_the_table_has_the_computer_move_now(run: Callable[..., Any]) -> None:
    """A search of ten minutes ends at the word; another player's or an observer's word is not heard."""
    running = run(thinker=ponder, bot_seconds=600)
    base = running.base
    ann, eve = Browser(base, "Ann"), Browser(base, "Eve")
    made = ann.table(game="archies-war", scenario="two-player", seats={"american": "bot:regular", "japanese": "me"})
    key = made["id"]
    eve.post("/api/join", secret=made["links"]["observer"].rpartition("/")[2])
    # where she has nothing to decide the table would go on by itself, to the computer's next turn
    ann.act(key, "japanese", "order", step="routine", do=None)
    wait_for(lambda: ann.look(key, "japanese")["thinking"] == ["american"])
    for browser, seat in ((eve, "american"), (eve, "observer"), (eve, "japanese"), (ann, "american")):
        assert browser.refused(f"/api/tables/{key}/move-now", seat=seat)[0] in (400, 403)
    begun = len(ann.look(key, "japanese")["lines"])
    ann.act(key, "japanese", "move-now")
    # the decision at hand comes now, and so does the rest of the turn
    wait_for(lambda: ann.look(key, "japanese")["waiting"] == ["japanese"], 90)
    assert len(ann.look(key, "japanese")["lines"]) > begun
    assert stored(running.server.store, "SELECT * FROM faults") == []
    assert ann.act(key, "japanese", "move-now")["waiting"] == ["japanese"], "nobody thinks: nothing happens"


def test_the_report_after_a_game(run: Callable[..., Any]) -> None:
    running = run()
    ann = Browser(running.base, "Ann")
    key = ann.table(game="archies-war", scenario="two-player", seats={"american": "me", "japanese": "me"})["id"]
    path = f"/api/tables/{key}/report"
    assert ann.look(key, "american")["report"] is False
    assert ann.http.get(path, params={"seat": "american"}).status_code == 400
    ann.act(key, "american", "resign")
    assert ann.look(key, "american")["report"] is True
    assert ann.http.get(path, params={"seat": "american", "form": "pdf"}).status_code == 400
    assert Browser(running.base).http.get(path).status_code == 403

    def ready(form: str) -> httpx.Response | None:
        answer = ann.http.get(path, params={"seat": "american", "form": form})
        assert answer.status_code in (200, 202), answer.text
        return answer if answer.status_code == 200 else None

    page = wait_for(lambda: ready("html"), 120)
    assert page.headers["content-disposition"] == 'attachment; filename="archies-war-report.html"'
    assert page.text.startswith("<!doctype html>")
    assert "<script" not in page.text
    assert "src=" not in page.text, "it stands alone"
    data = ready("json").json()  # type: ignore[union-attr]
    assert (data["game"], data["reason"]) == ("archies-war", "resign")
    ends = [move["end"] for move in data["moves"]]
    assert ends == sorted(ends)
    board = ann.post(f"/api/tables/{key}/analysis", seat="american", end=ends[0])["id"]
    assert ann.look(board, "american")["mode"] == "analysis"
    assert ann.refused(f"/api/tables/{key}/analysis", seat="american", end=ends[-1] + 1)[0] == 400
    assert ann.refused(f"/api/tables/{board}/analysis", seat="american", end=0)[0] == 400, "that one is not over"
    toy = ann.table(seats={"red": "me", "blue": "me"})["id"]
    ann.act(toy, "red", "resign")
    assert ann.look(toy, "red")["report"] is False
    assert ann.http.get(f"/api/tables/{toy}/report").status_code == 400


def test_a_server_that_starts_again_takes_its_computers_up(run: Callable[..., Any]) -> None:
    first = run(thinker=sleep)
    ann = Browser(first.base)
    key = ann.table(seats={"red": "me", "blue": "bot:random"})["id"]
    ann.first(key, "red")
    ann.do(key, "red", "ready")
    wait_for(lambda: ann.look(key, "red")["thinking"] == ["blue"])
    cookie = ann.cookie()
    first.stop()
    second = run()
    again = httpx.Client(base_url=second.base, headers={**HEADERS, "Cookie": cookie})
    wait_for(lambda: again.get(f"/api/tables/{key}?seat=red").json()["waiting"] == ["red"])
