"""An act happens whole or not at all: whatever fails in it, nothing is stored and the table can be played on."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest

from ironbottom import games
from ironbottom.games.solomons.game import Solomons
from ironbottom.games.solomons.ui.presenter import SolomonsPresenter
from ironbottom.kernel.action import Range
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.record import line_to_entry
from ironbottom.server import faces, rows, sql
from ironbottom.server import tables as rooms
from ironbottom.server.codec import encode
from ironbottom.table import message as messages
from ironbottom.table.table import Table
from server.play import Browser, Page, face, invited, live, seal, stored
from table.skirmish import SKIRMISH, Skirmish, SkirmishPresenter

Break = Callable[[pytest.MonkeyPatch, str], None]


def everything(running: Any) -> dict[str, list[Any]]:
    """All that is stored."""
    store = running.server.store
    names = ("players", "tokens", "tables", "copies", *rows.PARTS)
    return {name: stored(store, f"SELECT * FROM {name}") for name in names}


def stands_as_stored(running: Any, key: str, players: dict[str, Browser]) -> None:
    """The table in memory is the one that a restart would bring."""
    tables = running.server.tables
    found = asyncio.run(tables.repository.load(key, tables.catalogue.load, tables.clock()))
    assert found is not None
    table, *_ = found
    for seat, browser in players.items():
        shown = browser.look(key, seat)
        wanted = json.loads(encode(messages.message(table, table.game.side_of(seat))))
        assert {name: shown[name] for name in wanted} == wanted


def fails(owner: Any, name: str, error: type[Exception], after: bool = False, only: Any = None) -> Break:
    """A stage that raises, before or after it has done its work."""

    def install(patch: pytest.MonkeyPatch, key: str) -> None:
        real = getattr(owner, name)

        def broken(*args: Any, **more: Any) -> Any:
            if only is not None and not only(*args):
                return real(*args, **more)
            if after:
                real(*args, **more)
            raise error("broken on purpose")

        patch.setattr(owner, name, broken)

    return install


def unwritable(patch: pytest.MonkeyPatch, key: str) -> None:
    """A picture that cannot be written as JSON."""
    shown = SkirmishPresenter.shown
    patch.setattr(SkirmishPresenter, "shown", lambda self, scene: {**shown(self, scene), "score": Range(1, 2)})


def unstorable(patch: pytest.MonkeyPatch, key: str) -> None:
    """What is stored together with the table cannot be."""
    patch.setattr(sql, "_beside", lambda c, key, one: c.execute("no SQL"))


def blue_alone(self: Any, scene: Any) -> bool:
    return bool(scene.side == 1)


STAGES: dict[str, Break] = {
    "applied": fails(Skirmish, "apply", RuntimeError),
    "logged": fails(Table, "judge", RuntimeError, after=True),
    "logged, in words": fails(Table, "judge", BadInput, after=True),
    "remembered": fails(Table, "remember", RuntimeError, after=True),
    "compared": fails(rooms.Before, "touched", BadInput),
    "worded": fails(Skirmish, "line", RuntimeError),
    "shown to who acts": fails(SkirmishPresenter, "shown", RuntimeError),
    "shown to the other": fails(SkirmishPresenter, "shown", BadInput, only=blue_alone),
    "offered": fails(SkirmishPresenter, "choice", RuntimeError),
    "written out": unwritable,
    "compared with what was shown": fails(faces.Faces, "of", BadInput, after=True),
    "what is new": fails(faces, "delta", RuntimeError),
    "sent": fails(rooms, "frame", BadInput, after=True),
    "encoded": fails(rows, "entry_to_line", RuntimeError),
    "stored": fails(rows, "save", RuntimeError, after=True),
    "stored, in words": fails(rows, "save", BadInput, after=True),
    "the new table stored": fails(rows, "create", RuntimeError, after=True),
    "stored beside it": unstorable,
}
ALL = {
    "compared", "shown to who acts", "written out", "compared with what was shown", "what is new", "sent", "stored",
    "stored, in words",
}  # fmt: skip
PLAYED = ALL | {"applied", "remembered", "offered"}
LOGGED = {"logged", "logged, in words", "worded", "shown to the other", "encoded"}
TABLE_ACT = ALL | LOGGED - {"worded"}


def roll(red: Browser, key: str) -> tuple[str, dict[str, Any]]:
    return "do", {"n": red.look(key, "red")["n"], "id": "again", "do": ["roll"]}


def draft(red: Browser, key: str) -> tuple[str, dict[str, Any]]:
    return "do", {"n": red.look(key, "red")["n"], "id": "again", "do": ["go hill", "mark"]}


def another(red: Browser, key: str) -> tuple[str, dict[str, Any]]:
    return "rematch", {}


def relink(red: Browser, key: str) -> tuple[str, dict[str, Any]]:
    return "relink", {"side": "red"}


def reclaim(red: Browser, key: str) -> tuple[str, dict[str, Any]]:
    return "reclaim", {"side": "blue"}


ACTS: dict[str, tuple[Any, set[str]]] = {
    "a die": (roll, PLAYED | LOGGED),
    "a draft": (draft, PLAYED | {"worded"}),
    "undo": (lambda red, key: ("undo", {}), ALL | {"offered"}),
    "redo": (lambda red, key: ("redo", {}), ALL | {"applied", "offered"}),
    "chat": (lambda red, key: ("chat", {"text": "hello"}), ALL | {"shown to the other"}),
    "an offer": (lambda red, key: ("offer", {"kind": "draw"}), ALL | {"shown to the other"}),
    "a note": (lambda red, key: ("note", {"place": "hill", "text": "here"}), ALL),
    "an order": (lambda red, key: ("order", {"step": "Answer", "do": "hold"}), ALL),
    "the end": (lambda red, key: ("resign", {}), ALL | {"shown to the other", "encoded"}),
    "another game": (another, ALL | {"shown to the other", "the new table stored"}),
    "a new link": (relink, {"compared", "stored", "stored, in words", "stored beside it"}),
    "asking for a seat": (reclaim, ALL | {"shown to the other", "stored beside it"}),
}


@pytest.mark.parametrize("name", list(ACTS))
def test_what_fails_on_the_way_has_not_happened(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    running = run()
    red, blue, key, _ = invited(running.base)
    players = {"red": red, "blue": blue}
    seal(red, blue, key)
    if name in ("undo", "redo"):
        red.do(key, "red", "go hill", "mark")
        red.act(key, "red", "undo")
    if name == "another game":
        red.act(key, "red", "resign")
        blue.act(key, "blue", "rematch")
    make, stages = ACTS[name]
    act, body = make(red, key)
    if act not in ("relink", "reclaim"):
        body = {"seat": "red", **body}
    with ExitStack() as stack:
        pages = {
            seat: Page(stack.enter_context(live(who, running.base, f"/api/tables/{key}/live?seat={seat}")))
            for seat, who in players.items()
        }
        for page in pages.values():
            page.hear()
        for stage in stages:
            before, seen = everything(running), shown(players, key)
            with monkeypatch.context() as patch:
                STAGES[stage](patch, key)
                answer = red.http.post(f"/api/tables/{key}/{act}", json=body)
            assert answer.status_code in (400, 500), (stage, answer.text[:200])
            assert everything(running) == before, stage
            again = shown(players, key)
            for seat in players:
                assert again[seat].pop("rev") >= seen[seat].pop("rev"), stage
            assert again == seen, stage
            stands_as_stored(running, key, players)
            blue.act(key, "blue", "chat", text=f"still here after {stage}")
        done = red.post(f"/api/tables/{key}/{act}", **body)
        stands_as_stored(running, key, players)
        for seat, page in pages.items():  # whatever failed in between, the pages have come to what is
            wanted = face(players[seat].look(key, seat))
            while page.message["rev"] < wanted["rev"]:
                page.hear()
            assert face(page.message) == wanted
    if name == "another game":
        assert red.look(key, "red")["rematch"] == done["id"]
        stands_as_stored(running, done["id"], {"red": blue, "blue": red})
    elif name != "the end":
        red.do(key, "red", "stop")
        assert blue.look(key, "blue")["waiting"] == ["blue"]
        blue.do(key, "blue", "hold")
        stands_as_stored(running, key, players)


def shown(players: dict[str, Browser], key: str) -> dict[str, Any]:
    return {seat: who.look(key, seat) for seat, who in players.items()}


def test_who_cannot_be_told_afterwards_makes_no_error_of_an_act(run: Callable[..., Any]) -> None:
    running = run()
    red, blue, key, _ = invited(running.base)
    seal(red, blue, key)
    heard: list[str] = []

    def deaf(room: Any) -> None:
        raise RuntimeError("broken on purpose")

    running.server.tables.acted.insert(0, deaf)
    running.server.tables.acted.append(lambda room: heard.append(room.key))
    assert red.do(key, "red", "roll")["lines"][-1]["kind"] == "fell"
    assert heard == [key]
    stands_as_stored(running, key, {"red": red, "blue": blue})
    assert red.act(key, "red", "chat", text="hello")["chat"][-1]["text"] == "hello"


def test_a_table_that_cannot_be_shown_is_not_made(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    running = run()
    ann = Browser(running.base)
    before = everything(running)
    with monkeypatch.context() as patch:
        patch.setattr(SkirmishPresenter, "shown", lambda self, scene: {"turn": Range(1, 2)})
        answer = ann.http.post(
            "/api/tables", json={"game": "skirmish", "scenario": "duel", "seats": {"red": "me", "blue": "friend"}}
        )
    assert answer.status_code == 500
    assert everything(running) == before
    assert ann.get("/api/tables") == []


def seated(base: str, slug: str) -> tuple[dict[str, Browser], str]:
    """A table of two players of a game that is on the shelf: who sits where, and its id."""
    ann, ben = Browser(base, "Ann"), Browser(base, "Ben")
    info = next(one for one in ann.get("/api/games") if one["slug"] == slug)
    scenario = next(one for one in info["scenarios"] if len(one["sides"]) == 2)
    first, second = scenario["sides"]
    made = ann.table(slug, scenario["id"], seats={first: "me", second: "friend"})
    ben.join(made["links"][second])
    ann.dice(made["id"])
    return {first: ann, second: ben}, made["id"]


def sheet(players: dict[str, Browser], key: str) -> dict[str, Browser]:
    """Play the first choices until both sides may say that they are ready; those who may."""
    rng = random.Random(3)
    for _ in range(400):
        shown = {seat: who.look(key, seat)["choices"] for seat, who in players.items()}
        ready = [seat for seat, choices in shown.items() if any(choice["do"] == "ready" for choice in choices)]
        if len(ready) == 2:
            return players
        for seat, who in players.items():
            onward = [choice for choice in shown[seat] if not choice.get("retract")]
            if onward and not (seat in ready and all(shown.values())):
                choice = rng.choice(onward)
                who.do(key, seat, choice["do"].replace("{n}", str(choice.get("amount", {}).get("low"))))
                break
    raise AssertionError("no sheet was written")


def test_the_last_who_is_ready_can_be_refused_by_a_fault_of_ours(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Solomons Campaign: both plot in secret; the second "ready" puts both plots into the log."""
    running = run()
    players, key = seated(running.base, "solomons")
    (one, ann), (two, ben) = sheet(players, key).items()
    ann.do(key, one, "ready")
    n = ben.look(key, two)["n"]
    body = {"seat": two, "n": n, "id": "ready", "do": ["ready"]}
    other = running.server.tables.catalogue.game("solomons").side_of(one)
    stages = {
        "applied": fails(Solomons, "apply", RuntimeError),
        "logged": STAGES["logged"],
        "shown to the other": fails(
            SolomonsPresenter, "shown", RuntimeError, only=lambda self, scene: scene.side == other
        ),
        "worded": fails(Solomons, "turn_label", BadInput),
        "encoded": STAGES["encoded"],
        "stored": STAGES["stored"],
    }
    for stage, install in stages.items():
        before = everything(running)
        with monkeypatch.context() as patch:
            install(patch, key)
            answer = ben.http.post(f"/api/tables/{key}/do", json=body)
        assert answer.status_code in (400, 500), stage
        assert everything(running) == before, stage
        stands_as_stored(running, key, players)
    ben.act(key, two, "do", **{name: item for name, item in body.items() if name != "seat"})
    assert ben.look(key, two)["n"] > n
    stands_as_stored(running, key, players)


# -- a range is no amount --


def test_a_stored_draft_with_a_range_ends_before_it(run: Callable[..., Any]) -> None:
    """An earlier release stored such drafts, and orders, and the table could not be played on."""
    running = run()
    red, blue, key, _ = invited(running.base)
    seal(red, blue, key)
    red.do(key, "red", "go hill", "mark")
    running.server.store.submit(
        lambda c: c.execute("UPDATE drafts SET moves = ?", ('["go hill","mark =1..2","mark"]',)).rowcount
    ).result()
    running.server.store.submit(
        lambda c: c.execute("INSERT INTO orders VALUES (?,1,'Answer','hold =1..2')", (key,)).rowcount
    ).result()
    running.server.tables.rooms.clear()
    assert red.look(key, "red")["draft"] == {"length": 1, "redo": 0}
    assert blue.look(key, "blue")["orders"] == []
    red.do(key, "red", "stop")
    blue.do(key, "blue", "hold")


def test_a_range_is_refused_in_one_line_wherever_actions_come_in(run: Callable[..., Any]) -> None:
    running = run()
    red, blue, key, _ = invited(running.base)
    seal(red, blue, key)
    before = everything(running)
    n = red.look(key, "red")["n"]
    for path, body in (
        ("do", {"n": n, "id": "range", "do": ["go hill", "mark =1..2"]}),
        ("order", {"step": "Answer", "do": "hold =1..2"}),
    ):
        status, error = red.refused(f"/api/tables/{key}/{path}", seat="red", **body)
        assert (status, error) == (400, "'=1..2' is a range; an action names one amount, such as =3")
    for path in ("why", "odds"):
        answer = red.http.get(f"/api/tables/{key}/{path}", params={"seat": "red", "do": "mark =1..2"})
        assert (answer.status_code, answer.json()["error"][:21]) == (400, "'=1..2' is a range; a")
    assert everything(running) == before
    with pytest.raises(BadInput, match="range"):
        line_to_entry(SKIRMISH, {"by": "red", "do": "mark =1..2"})
    with pytest.raises(BadInput, match="range"):
        line_to_entry(SKIRMISH, {"chance": "fell =1..2"})


# -- what is sent to `do` --

ODD: list[Any] = [
    None, True, False, 0, -1, 1.5, 10**9, 10**18, 10**40, -(10**40), "", " ", "x" * 401, "=1..2", "\u0000", "é", [], {},
    [[[["go"]]]], {"do": ["go"]}, ["go hill"] * 1001, [None], [1], [["go hill"]], [{}], 1e308,
]  # fmt: skip
PARTS = [
    "=1..2", "=0..0", "=1..2/0", "=-3..3", "=..", "=1..", "=0", "=-1", "=1", "=7", "=999999999", "=-999999999",
    "=9999999999", "=1.5", "=x", "{n}", "ready", "tf1", "a", "0000", "henderson", "*", "go", "1",
]  # fmt: skip


def mutated(rng: random.Random, body: dict[str, Any], choices: list[dict[str, Any]]) -> dict[str, Any]:
    """A request to play, with something wrong in it, as a rule."""
    body = dict(body)
    if rng.random() < 0.25:
        body[rng.choice([*body, "more"])] = rng.choice(ODD)
        if rng.random() < 0.2:
            body.pop(rng.choice(list(body)))
        return body
    moves = []
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        choice = rng.choice(choices)["do"] if choices else "ready"
        parts = choice.replace("{n}", rng.choice(PARTS[:12])).split()
        for _ in range(rng.randrange(3)):
            place = rng.randrange(len(parts) + 1)
            how = rng.randrange(3)
            if how == 0:
                parts.insert(place, rng.choice(PARTS))
            elif how == 1 and len(parts) > 1:
                parts.pop(place - 1)
            else:
                parts[place - 1] = rng.choice(PARTS + rng.choice(choices or [{"do": "ready"}])["do"].split())
        moves.append(" ".join(parts))
    return {**body, "do": moves}


def fuzzed(running: Any, slug: str, rounds: int, seed: int) -> int:
    """Requests, half of them or more refused; the number of those refused."""
    rng = random.Random(seed)
    players, key = seated(running.base, slug)
    refused = 0
    for number in range(rounds):
        seat = rng.choice(list(players))
        who = players[seat]
        shown = who.look(key, seat)
        if shown["over"]:
            players, key = seated(running.base, slug)
            continue
        if number % 3 == 0 and shown["choices"]:  # so that it comes to other positions
            onward = [choice for choice in shown["choices"] if not choice.get("retract")] or shown["choices"]
            choice = rng.choice(onward)
            amount = choice.get("amount", {"low": 1, "high": 1, "step": 1})
            n = rng.randrange(amount["low"], amount["high"] + 1, amount["step"])
            who.do(key, seat, choice["do"].replace("{n}", str(n)))
            shown = who.look(key, seat)
        body = {"seat": seat, "n": shown["n"], "id": f"f{seed}-{number}", "do": [], "draft": shown["draft"]["length"]}
        body = mutated(rng, body, shown["choices"])
        before = everything(running)
        answer = who.http.post(f"/api/tables/{key}/do", json=body)
        assert answer.status_code < 500, (slug, body, answer.text[:300])
        if answer.status_code != 200:
            assert "\n" not in answer.json()["error"]
            assert everything(running) == before, (slug, body)
            refused += 1
        else:
            assert not any(".." in move for move in body["do"]) or answer.json()["stopped"], (slug, body)
    return refused


@pytest.mark.parametrize("slug", games.READY)
def test_mutated_requests_are_refused(run: Callable[..., Any], slug: str) -> None:
    assert fuzzed(run(), slug, 25, 1) > 6


@pytest.mark.soak
@pytest.mark.parametrize("slug", games.READY)
def test_mutated_requests_are_refused_soak(run: Callable[..., Any], slug: str) -> None:
    running = run()
    for seed in range(10):
        assert fuzzed(running, slug, 2_000, seed) > 500
