"""Two servers on which the same game is played, but for what one side holds and does in secret: whatever the other
side, an observer or a stranger asks, the answers are the same to the last byte – bodies, headers, sizes, frames."""

from __future__ import annotations

import json
import random
import re
import secrets
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ironbottom.kernel import referee
from ironbottom.kernel.dice import pick
from ironbottom.opponents import runner
from ironbottom.server import records, thinkers
from ironbottom.server.thinkers import question
from server.play import Browser, heard, live
from table.skirmish import SKIRMISH, make

NOW = 1_800_000_000.0
PING = '{"type":"ping"}'


def load(slug: str, overlay: Any) -> Any:
    return SKIRMISH


class World:
    """One of the servers: red, blue and an observer at a table. What differs is what blue is dealt (`high` cards or
    low ones) and what blue does in secret."""

    def __init__(self, running: Any, high: bool) -> None:
        self.running, self.high = running, high
        self.now = NOW
        running.server.tables.clock = self.clock
        base = running.base
        self.red, self.blue, self.eve = Browser(base, "Ann"), Browser(base, "Ben"), Browser(base, "Eve")
        self.numbers = iter(range(1000))
        made = self.red.table(hints=True)
        self.key, links = made["id"], made["links"]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(referee, "pick", self.pick)
            self.blue.join(links["blue"])
            self.eve.join(links["observer"])
            self.red.dice(self.key)
        self.table = running.server.tables.rooms[self.key].table
        self.sockets = {
            seat: live(who, base, f"/api/tables/{self.key}/live?seat={seat}&after=0&rev=0")
            for seat, who in (("red", self.red), ("observer", self.eve))
        }
        self.unlike = re.compile("|".join(map(re.escape, self._unlike(links))))

    def clock(self) -> float:
        return self.now

    def pick(self, seed: bytes, counter: int, purpose: str, outcomes: Any) -> Any:
        """Red's cards are 2, 3 and 4; blue's the highest or the lowest that there are."""
        if counter % 2 == 0:
            return ("deal", 2 + counter // 2)
        return (max if self.high else min)(outcome for outcome, _ in outcomes)

    def _unlike(self, links: dict[str, str]) -> list[str]:
        """What is drawn for each table, and says nothing of it: it is looked over in the comparison."""
        dice = self.red.look(self.key, "red")["dice"]
        told = [self.key, dice["seed_hash"], dice["commitment"], dice["key"], *dice["numbers"].values()]
        return [*told, *links.values(), *(who.me["id"] for who in (self.red, self.blue, self.eve))]

    def secretly(self, rng: random.Random) -> None:
        """Blue changes his mind in secret, as often as he likes."""
        for _ in range(rng.randint(1, 4)):
            choices = self.blue.look(self.key, "blue")["choices"]
            picks = [choice["do"] for choice in choices if choice["do"].startswith("pick")]
            if picks:
                self.blue.do(self.key, "blue", rng.choice(picks), request=f"s{next(self.numbers)}")
            self.now += rng.random()
        self.blue.act(self.key, "blue", "note", place="hill", text="x" * rng.randint(1, 50))
        self.blue.act(self.key, "blue", "order", step="Answer", do=rng.choice(["hold", "yield", "default"]))

    def do(self, seat: str, *moves: str) -> None:
        who = self.red if seat == "red" else self.blue
        self.now = float(int(self.now) + 100)
        who.do(self.key, seat, *moves, request=f"d{next(self.numbers)}")

    def asked(self) -> Iterator[tuple[str, Any]]:
        """What red, the observer and a stranger can ask for, and what they were sent."""
        table = f"/api/tables/{self.key}"
        stranger = Browser(self.running.base)
        lines = self.table.number(0)
        for name, who, seat in (("red", self.red, "red"), ("eve", self.eve, "observer"), ("stranger", stranger, "red")):
            paths = [f"{table}?seat={seat}", table, f"{table}?seat={seat}&after={lines}", f"{table}?seat=blue",
                     f"{table}?seat=truth", f"{table}/record?seat={seat}", f"{table}/record?seat=blue",
                     f"{table}/replay?seat={seat}", f"{table}/report?seat={seat}&form=json", "/api/tables",
                     f"{table}/odds?seat={seat}&do=roll", f"{table}/measure?seat={seat}&start=hill&end=wood"]
            paths += [f"{table}?seat={seat}&at={at}" for at in range(lines + 2)]
            paths += [f"{table}/why?seat={seat}&do={do}" for do in ("ready", "pick+%3D6", "pick+%3D1", "hold", "mark")]
            for path in paths:
                yield f"{name} {path}", who.http.get(path)
            for path, body in (
                ("do", {"n": lines, "id": f"f{next(self.numbers)}", "do": ["hold"]}), ("undo", {}), ("redo", {}),
                ("claim-time", {}), ("offer", {"kind": "nonsense"}), ("rematch", {}), ("relink", {"side": "blue"}),
                ("dice", {"number": "5" * 64}),
            ):  # fmt: skip
                whose = {} if path == "relink" else {"seat": "blue"}
                yield f"{name} as blue: {path}", who.http.post(f"{table}/{path}", json={**whose, **body})
            if name == "red" and "red" in self.red.look(self.key, "red")["waiting"]:
                yield "a hint", who.http.post(f"{table}/hint", json={"seat": "red"})

    def heard(self) -> dict[str, list[str]]:
        """The frames that red and the observer were sent since."""
        found: dict[str, list[str]] = {}
        for seat, socket in self.sockets.items():
            found[seat] = []
            while True:
                try:
                    if (text := heard(socket, 0.3)) != PING:
                        found[seat].append(self.plain(text))
                except TimeoutError:
                    break
        return found

    def plain(self, text: Any) -> str:
        """A text without what is drawn for each table."""
        return self.unlike.sub(lambda found: "?" * len(found[0]), str(text).replace(self.running.base, "http://here"))

    def answers(self) -> list[tuple[str, int, Any, str, Any]]:
        found = []
        for name, answer in self.asked():
            headers = sorted((k, v) for k, v in answer.headers.items() if k not in ("date", "set-cookie"))
            body = self.plain(answer.text)
            found.append((self.plain(name), answer.status_code, headers, body, len(body)))
        return found

    def boards(self, count: int) -> list[str]:
        """The truth of analysis boards that red makes from here."""
        found = []
        for _ in range(count):
            made = self.red.post(f"/api/tables/{self.key}/analysis", seat="red")["id"]
            table = self.running.server.tables.rooms[made].table
            found.append(json.dumps(SKIRMISH.to_file(table.start)))
            self.red.post(f"/api/tables/{made}/delete")
        return found

    def question(self) -> Any:
        meta: Any = type("Meta", (), {"overlay": None})()
        asked = question(self.table, meta, 0, "random")
        del asked["seed"]
        return asked


def steady(patch: pytest.MonkeyPatch) -> None:
    """What computers and analyses draw for themselves is the same on both servers."""

    class Same:
        def __getattr__(self, name: str) -> Any:
            return getattr(secrets, name)

        @staticmethod
        def randbits(count: int) -> int:
            return 7

    for module in (records, thinkers):
        patch.setattr(module, "secrets", Same())


def two(run: Callable[..., Any], tmp_path: Path) -> list[World]:
    thinker = partial(runner.think, load)
    return [
        World(run(thinker=thinker, maker=make, data=tmp_path / name), high)
        for name, high in (("low", False), ("high", True))
    ]


def test_two_worlds_answer_alike(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    steady(monkeypatch)
    worlds = two(run, tmp_path)
    assert worlds[0].table.state.hands[1] != worlds[1].table.state.hands[1]
    monkeypatch.setattr(referee, "pick", lambda seed, *rest: pick(bytes(32), *rest))  # all see how the dice fall
    rngs = [random.Random(1), random.Random(2)]
    acts: list[tuple[str, ...]] = [
        ("secretly",), ("red", "pick =3"), ("secretly",), ("blue", "ready"), ("red", "ready"),
        ("red", "go hill", "mark", "roll"), ("free",), ("red", "mark", "stop"),
    ]  # fmt: skip
    compared = 0
    for act in acts:
        for world, rng in zip(worlds, rngs, strict=True):
            match act:
                case ("secretly",):
                    world.secretly(rng)
                case ("free",):
                    world.blue.act(world.key, "blue", "order", step="Answer", do=None)
                case _:
                    world.do(*act)
            world.now = NOW + 1000 * (acts.index(act) + 1)
        heard = [world.heard() for world in worlds]
        assert heard[0] == heard[1], act
        for one, other in zip(*(world.answers() for world in worlds), strict=True):
            assert one == other, act
            assert one[1] < 500
            compared += 1
        assert worlds[0].question() == worlds[1].question(), "what a computer in red's seat would be told"
    assert compared > 500
    assert worlds[0].table.state.picks[1] != worlds[1].table.state.picks[1]


def test_repeated_analyses_come_no_nearer_to_the_truth(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Red may analyse here, with himself; what he does not know is filled in from what he knows, however often."""
    steady(monkeypatch)
    rng = random.Random(3)
    drawn = [rng.getrandbits(64) for _ in range(40)]
    worlds = two(run, tmp_path)
    boards = []
    for world in worlds:
        left = iter(drawn)
        monkeypatch.setattr(records.secrets, "randbits", lambda count, left=left: next(left))  # type: ignore[attr-defined]
        boards.append(world.boards(40))
    assert boards[0] == boards[1]
    assert len(set(boards[0])) > 20


@pytest.mark.soak
def test_two_worlds_take_the_same_time(run: Callable[..., Any], tmp_path: Path) -> None:
    """Medians of many requests, each asked of both worlds in turn."""
    worlds = two(run, tmp_path)
    for world in worlds:
        world.do("red", "pick =3")
        world.do("blue", "pick =6" if world.high else "pick =1")
        world.do("blue", "ready")
    took: list[list[float]] = [[], []]
    for _ in range(2000):
        for world, times in zip(worlds, took, strict=True):
            begun = time.perf_counter()
            assert world.eve.http.get(f"/api/tables/{world.key}?seat=observer").status_code == 200
            times.append(time.perf_counter() - begun)
    low, high = (statistics.median(times) for times in took)
    print(f"medians: {1000 * low:.3f} ms, {1000 * high:.3f} ms")
    assert abs(low - high) < 0.05 * max(low, high)
