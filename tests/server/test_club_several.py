"""The club of several servers over one PostgreSQL database."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from ironbottom.server.leases import LEASE
from server.play import Browser, live, stored
from server.test_club import LIVE, begun, offer, rating, seat, seconds_of
from server.test_several import address, number, several

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


@pytest.mark.parametrize("way", ["buried", "taken", "all ended"])
def test_no_clock_runs_until_another_server_has_the_table(several: Callable[..., list[Any]], way: str) -> None:
    """A server is not heard of any more, for longer than anybody's time: nobody has lost by that."""
    one, two = several(2)
    ann, ben = Browser(one.base, "Ann"), Browser(one.base, "Ben")
    key = begun(ann, ben, clock=LIVE)
    path = f"/api/tables/{key}"
    before = {side: seconds_of(end) for side, end in ann.get(path)["clock"]["deadline"].items()}
    leases, store = two.server.company.leases, two.server.store
    first = number(one)
    long = 3600.0
    one.stop()
    if way == "all ended":
        two.stop()
        (two,) = several(1)
        leases, store = two.server.company.leases, two.server.store

    def as_it_was_left(c: Any) -> None:
        ((text,),) = c.execute("SELECT since FROM tables WHERE id = ?", (key,)).fetchall()
        since = json.dumps([[side, one - long] for side, one in json.loads(text)])
        c.execute("UPDATE tables SET since = ?, owner = ? WHERE id = ?", (since, first, key))
        c.execute("UPDATE matches SET due = due - ?", (long,))
        if way == "all ended":
            c.execute("UPDATE tables SET owner = NULL")
            c.execute("UPDATE lived SET until = until - ?", (long,))
            c.execute("DELETE FROM servers")
            leases._registered(c)
        else:
            c.execute(
                "INSERT INTO servers (number, address, alike, until) OVERRIDING SYSTEM VALUE "
                "VALUES (?, 'gone', '', clock_timestamp() + ? * interval '1 second')",
                (first, LEASE - long),
            )
            if way == "buried":
                leases._buried(c)

    store.submit(as_it_was_left).result()
    again = Browser.known(two.base, ann)
    message = again.get(path)
    assert message["over"] is None
    after = {side: seconds_of(end) for side, end in message["clock"]["deadline"].items()}
    assert after.keys() == before.keys()
    assert all(0 <= after[side] - before[side] < 60 for side in after)
    assert stored(store, "SELECT due FROM matches")[0][0] == pytest.approx(min(after.values()), abs=60)
