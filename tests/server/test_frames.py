"""What goes over a table's socket: what is new, once, to those for whom something is."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest

from ironbottom import games
from ironbottom.kernel import shapes
from ironbottom.kernel.action import Range
from ironbottom.kernel.dice import seed_hash
from ironbottom.kernel.message import Frame, Message
from ironbottom.kernel.record import header
from ironbottom.kernel.step import OBSERVER
from ironbottom.server.codec import encode
from ironbottom.server.faces import Faces, frame, whole
from ironbottom.table.delta import applied
from ironbottom.table.seats import HUMAN, Seat, Terms
from ironbottom.table.table import Table
from server.play import Browser, Page, face, heard, invited, live, seal


def at_the_table(stack: ExitStack, base: str, key: str, **players: Browser) -> dict[str, Page]:
    """The open pages of these players, each with its first message."""
    pages = {}
    for seat, browser in players.items():
        pages[seat] = Page(stack.enter_context(live(browser, base, f"/api/tables/{key}/live?seat={seat}")))
        pages[seat].hear()
    return pages


def watching(base: str, links: Any) -> Browser:
    eve = Browser(base, "Eve")
    eve.post("/api/join", secret=links["observer"].rpartition("/")[2])
    return eve


def secret_acts(base: str, drafts: int) -> dict[str, Any]:
    """What each page hears while red writes in secret, so many times, and both are ready: of the others the whole
    frames, of red the number."""
    red, blue, key, links = invited(base)
    eve = watching(base, links)
    with ExitStack() as stack:
        pages = at_the_table(stack, base, key, red=red, blue=blue, observer=eve)
        start = {seat: page.message["rev"] for seat, page in pages.items()}
        for _ in range(drafts):
            red.first(key, "red")
            red.act(key, "red", "undo")
        red.first(key, "red")
        red.do(key, "red", "ready")
        blue.first(key, "blue")
        blue.do(key, "blue", "ready")
        last = {seat: who.look(key, seat) for seat, who in (("red", red), ("blue", blue), ("observer", eve))}
        for seat, page in pages.items():
            while page.message["rev"] < last[seat]["rev"]:
                page.hear()
            assert face(page.message) == face(last[seat])
            assert page.silent()
        return {
            seat: [(told["rev"] - start[seat], told["since"] - start[seat]) for told in page.heard[1:]]
            for seat, page in pages.items()
        }


def test_the_number_of_frames_tells_nothing_of_secret_acts(base: str) -> None:
    few, many = secret_acts(base, 0), secret_acts(base, 7)
    assert len(many["red"]) == len(few["red"]) + 14
    for seat in ("blue", "observer"):
        assert few[seat] == many[seat]
        assert few[seat], "they hear that the step is over"


def test_an_act_is_sent_once_and_names_its_player(base: str) -> None:
    red, blue, key, _ = invited(base)
    seal(red, blue, key)
    with ExitStack() as stack:
        pages = at_the_table(stack, base, key, red=red, blue=blue)
        again = at_the_table(stack, base, key, red=red)["red"]
        receipt = red.post(f"/api/tables/{key}/do", seat="red", n=red.look(key, "red")["n"], id="a", do=["roll"])
        assert list(receipt) == ["rev"]
        for page in (pages["red"], again):
            assert page.hear()["rev"] == receipt["rev"]
            assert page.heard[-1]["own"] is True
        pages["blue"].hear()
        assert "own" not in pages["blue"].heard[-1]
        for page in (*pages.values(), again):
            assert page.message["lines"][-1]["kind"] == "fell"
            assert page.silent()
        # what fills the message goes as what is new in it
        sizes = [len(json.dumps(told)) for told in pages["blue"].heard]
        assert sizes[-1] < sizes[0] / 2


def test_who_comes_back_gets_nothing_but_what_is_new(base: str) -> None:
    red, blue, key, _ = invited(base)
    seal(red, blue, key)
    known = blue.look(key, "blue")
    path = f"/api/tables/{key}/live?seat=blue&after={known['sure']}&said={known['said']}&rev={known['rev']}"
    with live(blue, base, path) as socket:
        page = Page(socket, known)
        assert page.silent()
        red.act(key, "red", "chat", text="hello")
        assert [one["text"] for one in page.hear()["chat"]] == ["hello"]
        assert "change" in page.heard[0]
    red.do(key, "red", "roll")
    with live(blue, base, path) as socket:
        page = Page(socket, known)
        told = page.hear()
        assert [line["n"] for line in told["lines"]] == list(range(known["sure"] + 1, told["n"] + 1))
        assert len(told["chat"]) == 1
        assert page.silent()


def test_a_frame_that_was_lost_is_noticed_and_healed(base: str) -> None:
    red, blue, key, _ = invited(base)
    seal(red, blue, key)
    with live(blue, base, f"/api/tables/{key}/live?seat=blue") as socket:
        page = Page(socket)
        known = page.hear()
        red.do(key, "red", "roll")
        heard(socket)  # lost
        red.act(key, "red", "chat", text="hello")
        with pytest.raises(AssertionError, match="a frame is missing"):
            page.hear()
        page.message = blue.look(key, "blue", after=known["sure"], said=known["said"])
        assert [line["n"] for line in page.message["lines"]] == list(range(known["sure"] + 1, page.message["n"] + 1))
        red.do(key, "red", "stop")
        page.hear()
        assert face(page.message) == face(blue.look(key, "blue"))


def test_a_page_behind_the_revision_before_gets_the_whole(run: Callable[..., Any]) -> None:
    """A face was made that nobody was sent, by an act that failed: the next frame does not follow on what is there."""
    running = run()
    red, blue, key, _ = invited(running.base)
    seal(red, blue, key)
    with live(blue, running.base, f"/api/tables/{key}/live?seat=blue") as socket:
        page = Page(socket)
        page.hear()
        for mine in running.server.tables.rooms[key].sockets:
            mine.rev -= 1
        red.do(key, "red", "roll")
        page.hear()
        assert "change" not in page.heard[-1]
        assert face(page.message) == face(blue.look(key, "blue"))


def test_a_page_that_connects_while_a_computer_thinks_is_told_so(run: Callable[..., Any]) -> None:
    """Thinking is no part of a revision: a page that has the last one may not know of it."""
    from server.play import sleep

    running = run(thinker=sleep)
    ann = Browser(running.base)
    key = ann.table(seats={"red": "me", "blue": "bot:random"})["id"]
    told = ann.look(key, "red")
    with live(ann, running.base, f"/api/tables/{key}/live?seat=red&rev={told['rev']}") as socket:
        assert json.loads(heard(socket)) == {"type": "thinking", "sides": ["blue"], "ahead": 0}
    ann.act(key, "red", "resign")


@pytest.mark.parametrize("slug", games.READY)
def test_every_message_and_frame_of_a_game_is_as_declared(slug: str) -> None:
    """And the change makes the new message of the old one, for each who looks."""
    game, rng = games.load(slug), random.Random(6)
    scenario = game.scenarios[0]
    options = {one.id: one.default for one in game.options if scenario.id in one.scenarios}
    head = header(game, scenario.id, options, seats={}, seed_hash=seed_hash(b"s"), started="")
    seats = [Seat(side, HUMAN, "", str(side)) for side in scenario.sides]
    table: Table[Any] = Table(game, head, seats, Terms(), b"s")
    table.begin(0)
    faces, more = Faces(1), {"id": "t", "mode": "friends", "rematch": None, "report": False, "maker": []}
    viewers = [*((side, str(side)) for side in table.sides), (OBSERVER, "")]
    shown: dict[int, Any] = {}
    changes = 0
    for _ in range(80):
        faces.stale()
        for viewer, player in viewers:
            made, old = faces.of(table, (viewer, player), more), shown.get(viewer)
            told = json.loads(encode(whole(made, table, viewer, 0, 0, [])))
            shapes.check(Message, told)
            if old is not None and made.rev > old["rev"]:
                sent = json.loads(frame(made, table, viewer, old["rev"], old["sure"], 0, [], False, frozenset()))
                shapes.check(Frame, sent)
                assert {**applied(sent["change"], face(old)), "rev": sent["rev"]} == face(told)
                changes += 1
            shown[viewer] = told
        if table.over is not None:
            break
        side = rng.choice(table.waiting())
        legal = game.legal(table.view(side), side)
        onward = [action for action in legal if not game.retracts(table.view(side), action)] or legal
        action = tuple(rng.randint(p.low, p.high) if isinstance(p, Range) else p for p in rng.choice(onward))
        table.do(side, [action], 0)
    assert changes > 40
