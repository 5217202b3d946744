"""The club: challenges taken once, clocks that end a game, ratings that move once, leave, and who may see what."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

import pytest

from ironbottom.server import sockets
from ironbottom.server.club import results
from ironbottom.server.club.club import rate_anew
from ironbottom.server.repository import Ended
from ironbottom.server.sql_people import SqlPeople
from server.play import Browser, live, stored

BOTH = True

LIVE = {"bank": 600, "add": 10}
SLOW = {"days": 3}
DAY = 86400.0


class Hall:
    """A server with a clock that the test turns, and some players in it."""

    def __init__(self, running: Any) -> None:
        self.running = running
        self.base: str = running.base
        self.later = 0.0
        real = running.server.tables.clock
        running.server.tables.clock = lambda: real() + self.later

    def people(self, *names: str) -> list[Browser]:
        return [Browser(self.base, name) for name in names]

    def wait(self, seconds: float) -> None:
        self.later += seconds
        self.run(self.running.server.club.marshal.flag())

    def run(self, what: Any) -> Any:
        """Run something in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(what, self.loop).result(20)

    @property
    def loop(self) -> Any:
        return self.running.server.club.marshal.loop


@pytest.fixture
def hall(run: Callable[..., Any]) -> Hall:
    return Hall(run())


def offer(by: Browser, **more: Any) -> str:
    given = {"game": "skirmish", "scenario": "duel", "clock": LIVE, **more}
    return str(by.post("/api/challenges", **given)["id"])


def begun(maker: Browser, taker: Browser, **more: Any) -> str:
    """A game that has come of a challenge, its dice made."""
    key = str(taker.post(f"/api/challenges/{offer(maker, **more)}/take")["table"])
    for one in (taker, maker, taker):
        one.dice(key)
    return key


def seat(player: Browser, key: str) -> str:
    return str(next(one["side"] for one in player.get(f"/api/tables/{key}")["seats"] if one["you"]))


def onward(player: Browser, key: str, mine: str) -> Any:
    """The last choice of the toy is the one that goes on."""
    return player.do(key, mine, player.look(key, mine)["choices"][-1]["do"])


def due_of(player: Browser, key: str) -> str:
    """Until when the next must have decided, in a player's list of games."""
    return str(next(one["due"] for one in player.get("/api/tables") if one["id"] == key))


def moved(key: str, *players: Browser) -> None:
    """Both sides have decided something."""
    done: set[str] = set()
    while len(done) < 2:
        for one in players:
            mine = seat(one, key)
            message = one.look(key, mine)
            while mine in message["waiting"] and message["choices"] and not message["over"]:
                message = onward(one, key, mine)
                done.add(mine)
            if message["over"]:
                raise AssertionError("the toy was over too soon")


def ended(key: str, winner: Browser, loser: Browser) -> None:
    moved(key, winner, loser)
    loser.act(key, seat(loser, key), "resign")


def rating(who: Browser, reader: Browser | None = None) -> Any:
    found = (reader or who).get(f"/api/players/{who.me['id']}")["ratings"]
    return found[0] if found else None


def best(reader: Browser) -> Any:
    """Who is rated and has played."""
    return [one for one in reader.get("/api/ratings/skirmish") if one["games"]]


def test_a_challenge_is_taken_by_one_alone(hall: Hall) -> None:
    ann, ben, cy = hall.people("Ann", "Ben", "Cy")
    key = offer(ann)
    (shown,) = ben.get("/api/lobby")["challenges"]
    assert (shown["by"]["name"], shown["clock"], shown["rated"], shown["why_not"]) == ("Ann", LIVE, False, "")
    with ThreadPoolExecutor(2) as both:
        answers = list(both.map(lambda who: who.http.post(f"/api/challenges/{key}/take", json={}), (ben, cy)))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    lost = next(answer for answer in answers if answer.status_code == 409)
    assert "somebody else was quicker" in lost.json()["error"]
    assert ben.get("/api/lobby")["challenges"] == []
    assert len(ann.get("/api/tables")) == 1
    assert ann.refused(f"/api/challenges/{key}/withdraw")[0] == 404


def test_who_does_much_does_not_have_all_pages_ask_all_the_time(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "PAUSE", 3600.0)
    ann, ben = hall.people("Ann", "Ben")
    with live(ben, hall.base, "/api/live") as page:
        for times in range(10):
            ann.post("/api/club/allow", hidden=times % 2 == 0, replays=True)
        ben.table()
        heard = [json.loads(page.recv(10))["type"] for _ in range(2)]
    assert heard == ["lobby", "tables"]


def test_what_changes_in_the_lobby_meanwhile_is_told_when_the_pause_is_over(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "PAUSE", 0.5)
    ann, ben = hall.people("Ann", "Ben")
    with live(ben, hall.base, "/api/live") as page:
        for hidden in (True, False):
            ann.post("/api/club/allow", hidden=hidden, replays=True)
        assert [json.loads(page.recv(20))["type"] for _ in range(2)] == ["lobby", "lobby"]
        ann.post("/api/club/allow", hidden=False, replays=True)  # as it was: nothing is told
        ben.table()
        assert json.loads(page.recv(20))["type"] == "tables"


def test_who_is_blocked_is_shown_no_challenge_and_takes_none(hall: Hall) -> None:
    ann, ben = hall.people("Ann", "Ben")
    key = offer(ann)
    ann.post("/api/blocks", player=ben.me["id"])
    assert ben.get("/api/lobby")["challenges"] == []
    assert ben.refused(f"/api/challenges/{key}/take")[0] == 403
    offer(ben)
    assert [one["you"] for one in ann.get("/api/lobby")["challenges"]] == [True]
    ann.post("/api/blocks/remove", player=ben.me["id"])
    assert ben.post(f"/api/challenges/{key}/take")["table"]


@pytest.mark.parametrize("rated", [True, False])
def test_a_match_of_who_has_deleted_his_account_ends_by_its_clock(hall: Hall, rated: bool) -> None:
    """A game of a tournament counts too, rated or not."""
    ann, ben = hall.people("Ann", "Ben")
    key = begun(ann, ben, rated=rated)
    moved(key, ann, ben)
    if not rated:
        sql = "UPDATE matches SET tournament = 'cup' WHERE game_table = ?"
        hall.running.server.store.submit(lambda c: c.execute(sql, (key,)) and None).result()
    gone, left = (ann, ben) if seat(ann, key) in ann.get(f"/api/tables/{key}")["waiting"] else (ben, ann)
    gone.post("/api/account/delete", name="Ann" if gone is ann else "Ben")
    told = left.get(f"/api/tables/{key}")
    assert told["over"] is None
    assert {one["name"] for one in told["seats"]} == {"a former player", "Ben" if gone is ann else "Ann"}
    hall.wait(1000)
    assert "ran out of time" in left.get(f"/api/tables/{key}")["over"]["text"]
    assert not rated or rating(left)["points"] > 1500


def test_the_owner_is_told_that_who_has_a_page_open_is_here(hall: Hall) -> None:
    (ann,) = hall.people("Ann")
    kept = SqlPeople(hall.running.server.store)
    (row,) = hall.run(kept.all_players("Ann", 5))
    hall.wait(1800)  # a session in use is written down once an hour
    hall.run(hall.running.server.club.people.beat({ann.me["id"]}))
    (again,) = hall.run(kept.all_players("Ann", 5))
    assert again["used"] - row["used"] > 1700


def test_a_rated_game_moves_both_ratings_once(hall: Hall) -> None:
    ann, ben = hall.people("Ann", "Ben")
    key = begun(ann, ben, rated=True)
    message = ann.look(key, seat(ann, key))
    assert message["rated"]
    sat = {one["name"]: (one["side"], one["rating"]["points"]) for one in ann.get(f"/api/sides/{key}")}
    assert sat == {name: (seat(who, key), 1500) for name, who in (("Ann", ann), ("Ben", ben))}
    assert "not handed on" in ann.refused(f"/api/tables/{key}/relink", side=seat(ann, key))[1]
    maker, other = (ann, ben) if message["maker"] == [seat(ann, key)] else (ben, ann)
    assert "not handed on" in maker.refused(f"/api/tables/{key}/reclaim", side=seat(other, key))[1]
    assert "resign it first" in ann.refused(f"/api/tables/{key}/delete")[1]
    assert not message["hints"]
    for path in ("hint", "analysis", "advise"):
        status, why = ann.refused(f"/api/tables/{key}/{path}", seat=seat(ann, key))
        assert (status, "rated" in why) == (403, True), path
    ended(key, ann, ben)
    assert rating(ann)["points"] > 1500 > rating(ben)["points"]
    assert rating(ann)["provisional"]
    told = ann.get(f"/api/results/{key}")
    assert {one["id"]: one["moved"] > 0 for one in told} == {ann.me["id"]: True, ben.me["id"]: False}
    before = stored(hall.running.server.store, "SELECT who, mu, sigma, games FROM ratings ORDER BY who")
    kept = stored(hall.running.server.store, "SELECT * FROM results")
    assert len(kept) == 1
    assert [row[3] for row in before] == [1, 1]
    for name in ("Ann", "Ben"):  # a table that is deleted leaves its result
        {"Ann": ann, "Ben": ben}[name].post(f"/api/tables/{key}/delete")
    again = begun(ben, ann, rated=True)
    ended(again, ben, ann)
    before = stored(hall.running.server.store, "SELECT who, mu, sigma, games FROM ratings ORDER BY who")
    assert hall.run(rate_anew(hall.running.server.store)) == 2
    assert stored(hall.running.server.store, "SELECT who, mu, sigma, games FROM ratings ORDER BY who") == before
    page = ann.get(f"/api/players/{ben.me['id']}")
    assert [one["moved"] > 0 for one in page["games"]] == [True, False]
    assert sum(one["moved"] for one in page["games"]) == page["games"][0]["points"] - 1500
    assert [len(curve["points"]) for curve in page["curves"]] == [2]
    assert [line["won"] + line["lost"] for line in page["tally"]] in ([2], [1, 1])
    assert [one["name"] for one in best(ann)] == ["Ben", "Ann"]
    listed = ann.get("/api/ratings/skirmish")
    assert [(one["name"], one["points"], one["games"]) for one in listed[:1]] == [("Random", 900, 0)]


def test_the_server_ends_a_game_whose_time_is_out(hall: Hall) -> None:
    ann, ben = hall.people("Ann", "Ben")
    key = begun(ann, ben, rated=True)
    moved(key, ann, ben)
    (waited,) = ann.get(f"/api/tables/{key}")["waiting"][:1]
    clock = ann.get(f"/api/tables/{key}")["clock"]
    assert (clock["bank"], clock["add"]) == (600, 10)
    assert set(clock["left"]) == {"red", "blue"}
    hall.wait(300)
    assert ann.get(f"/api/tables/{key}")["over"] is None
    hall.later += 400
    late = ann if seat(ann, key) == waited else ben
    n = late.look(key, waited)["n"]
    choice = late.look(key, waited)["choices"][0]["do"]
    refused = late.refused(f"/api/tables/{key}/do", seat=waited, n=n, id="late", do=[choice])
    assert "time has run out" in refused[1]
    hall.wait(0)
    over = ann.get(f"/api/tables/{key}")["over"]
    assert "ran out of time" in over["text"]
    other = ben if late is ann else ann
    assert rating(other)["points"] > 1500 > rating(late)["points"]


def test_no_clock_runs_while_no_server_stands(run: Callable[..., Any]) -> None:
    running = run()
    ann, ben = Hall(running).people("Ann", "Ben")
    live_one, slow_one = begun(ann, ben), begun(ann, ben, clock={"days": 1})
    moved(live_one, ann, ben)
    before = [ann.get(f"/api/tables/{key}")["clock"]["deadline"] for key in (live_one, slow_one)]
    hours = 30 * 3600.0

    def long_ago(c: Any) -> None:
        for key in (live_one, slow_one):
            ((text,),) = c.execute("SELECT since FROM tables WHERE id = ?", (key,)).fetchall()
            since = json.dumps([[side, one - hours] for side, one in json.loads(text)])
            c.execute("UPDATE tables SET since = ? WHERE id = ?", (since, key))
        c.execute("UPDATE matches SET due = due - ?", (hours,))
        c.execute("UPDATE lived SET until = until - ?", (hours,))

    running.leave(long_ago)
    hall = Hall(run())
    ann, ben = (Browser.known(hall.base, one) for one in (ann, ben))
    hall.wait(0)
    for key, held in zip((live_one, slow_one), before, strict=True):
        message = ann.get(f"/api/tables/{key}")
        assert message["over"] is None
        for side, end in message["clock"]["deadline"].items():
            assert 0 <= seconds_of(end) - seconds_of(held[side]) < 60
        assert abs(seconds_of(due_of(ann, key)) - min(map(seconds_of, held.values()))) < 60
    hall.wait(700)
    assert "ran out of time" in ann.get(f"/api/tables/{live_one}")["over"]["text"]


def seconds_of(time: str) -> float:
    return datetime.fromisoformat(time).timestamp()


def test_leave_stops_the_clock_of_correspondence(hall: Hall) -> None:
    ann, ben = hall.people("Ann", "Ben")
    key = begun(ann, ben, clock={"days": 1})
    quick, slow = ann, ben
    while seat(quick, key) in quick.get(f"/api/tables/{key}")["waiting"]:
        onward(quick, key, seat(quick, key))
    (waited,) = quick.get(f"/api/tables/{key}")["waiting"]
    before = ann.get(f"/api/tables/{key}")["clock"]["deadline"][waited]
    assert [due_of(one, key)[:16] for one in (quick, slow)] == [before[:16]] * 2, "the list of games says it too"
    slow.post("/api/club/leave", days=10)
    clock = ann.get(f"/api/tables/{key}")["clock"]
    assert clock["deadline"][waited][:10] > before[:10]
    assert due_of(quick, key)[:16] == clock["deadline"][waited][:16]
    assert waited in clock["away"]
    assert slow.get("/api/lobby")["me"]["leave"]["days"] == pytest.approx(20, abs=0.2)
    assert slow.refused("/api/club/leave", days=5)[0] == 400
    hall.wait(5 * DAY)
    assert ann.get(f"/api/tables/{key}")["over"] is None
    slow.post("/api/club/leave", days=0)
    hall.wait(0.9 * DAY)
    assert ann.get(f"/api/tables/{key}")["over"] is None
    hall.wait(0.2 * DAY)
    assert "ran out of time" in ann.get(f"/api/tables/{key}")["over"]["text"]
    assert "days of leave left" in slow.refused("/api/club/leave", days=300)[1]


def test_a_game_that_begins_during_a_leave_waits_for_its_end(hall: Hall) -> None:
    ann, ben = hall.people("Ann", "Ben")
    ben.post("/api/club/leave", days=3)
    key = begun(ann, ben, clock={"days": 1})
    mine = seat(ben, key)
    while mine not in ann.get(f"/api/tables/{key}")["waiting"]:
        onward(ann, key, seat(ann, key))
    clock = ann.get(f"/api/tables/{key}")["clock"]
    assert set(clock["away"]) == {mine}
    assert seconds_of(clock["deadline"][mine]) - hall.running.server.tables.clock() == pytest.approx(4 * DAY, abs=60)
    # also where he takes a seat by a link
    made = ann.table(clock={"days": 1})
    ben.join(made["links"]["blue"])
    ann.dice(made["id"])
    assert set(ann.get(f"/api/tables/{made['id']}")["clock"]["away"]) == {"blue"}


def test_a_computer_is_rated_in_the_same_list(hall: Hall) -> None:
    (ann,) = hall.people("Ann")
    given = {"game": "skirmish", "scenario": "duel", "rated": True, "bot": "random", "side": "red", "clock": LIVE}
    made = ann.post("/api/challenges", **given)["table"]
    ann.dice(made)
    assert "rated" in ann.refused(f"/api/tables/{made}/offer", seat="red", kind="takeback")[1]
    assert "resign it first" in ann.refused(f"/api/tables/{made}/delete")[1]
    who = (ann.me["id"], "bot:random")
    lost = Ended("skirmish", "duel", "correspondence", who, 0.0, "held", True, True, 0, "", 1.0)
    for _ in range(2):  # whatever is tried again
        hall.run(hall.running.server.store.write(lambda c: results.record(c, made, lost)))
    listed = ann.get("/api/ratings/skirmish", pace="correspondence")
    assert {one["id"]: one["games"] for one in listed} == {ann.me["id"]: 1, "bot:random": 1}
    assert listed[1]["points"] - 900 < 1500 - listed[0]["points"], "the computer was known better"
    assert ann.get("/api/players/bot:random")["computer"]


def test_a_computer_far_down_the_list_is_not_listed_where_it_began(hall: Hall) -> None:
    (ann,) = hall.people("Ann")
    mu, sigma = results.fresh("bot:random")
    rows = [(f"p{n}", mu - 1) for n in range(220)] + [("bot:random", mu - 5)]

    def job(c: Any) -> None:
        c.executemany("INSERT INTO ratings (who, game, pace, mu, sigma, games, updated) VALUES (?, ?, ?, ?, ?, ?, ?)",
                      [(who, "skirmish", "live", one, sigma, 9, 0.0) for who, one in rows])

    hall.run(hall.running.server.store.write(job))
    assert "bot:random" not in {one["id"] for one in ann.get("/api/ratings/skirmish", pace="live")}


def test_who_deletes_his_account_leaves_results_alone(hall: Hall) -> None:
    ann, ben = hall.people("Ann", "Ben")
    ended(begun(ann, ben, rated=True), ann, ben)
    offer(ben)
    ben.post("/api/account/delete", name="Ben")
    assert ann.get("/api/lobby")["challenges"] == []
    (game,) = ann.get(f"/api/players/{ann.me['id']}")["games"]
    assert game["rated"]
    assert [one["name"] for one in best(ann)] == ["Ann"]
    assert hall.run(rate_anew(hall.running.server.store)) == 1
    assert [one["name"] for one in best(ann)] == ["Ann"]
