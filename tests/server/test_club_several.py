"""The club of several servers over one PostgreSQL database."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from server.play import Browser, live
from server.test_club import LIVE, offer, rating, seat
from server.test_several import address, several

__all__ = ["address", "several"]


def test_a_challenge_is_taken_by_one_alone_at_whatever_server(several: Callable[..., list[Any]]) -> None:
    one, two = several(2)
    ann, ben, cy = Browser(one.base, "Ann"), Browser(one.base, "Ben"), Browser(two.base, "Cy")
    with live(cy, two.base, "/api/live") as socket:
        key = offer(ann, rated=True)
        while "lobby" not in str(socket.recv(timeout=10)):
            pass
    assert [person["name"] for person in cy.get("/api/lobby")["here"]] == ["Ann", "Cy"]
    with ThreadPoolExecutor(2) as both:
        answers = list(both.map(lambda who: who.http.post(f"/api/challenges/{key}/take", json={}), (ben, cy)))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    table = next(answer.json()["table"] for answer in answers if answer.status_code == 200)
    taker = ben if answers[0].status_code == 200 else cy
    for player in (taker, ann, taker):
        player.dice(table)
    assert ann.look(table, seat(ann, table))["clock"]["bank"] == LIVE["bank"]
    # what ends at one server stands in the lists of the other
    ann.act(table, seat(ann, table), "resign")
    for base in (one.base, two.base):
        page = Browser.known(base, ann).get(f"/api/players/{taker.me['id']}")
        assert [game["score"] is not None for game in page["games"]] == [True]
    assert rating(ann) is None, "nobody had decided anything"
