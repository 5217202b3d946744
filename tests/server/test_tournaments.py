"""Tournaments: who meets whom, how it stands, and that they run by themselves to their end."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from ironbottom.kernel.dice import commitment
from ironbottom.server.club import challenges, pairing, tournaments
from ironbottom.server.club.pairing import KNOCKOUT, ROBIN, SWISS, VOID, Leg
from server.play import Browser, live
from server.test_club import DAY, LIVE, SLOW, Hall, moved, offer, seat

BOTH = True


def played(kind: str, players: int, rounds: int, score: Callable[[Leg], float], gone: Any = None) -> list[Leg]:
    """A whole tournament, with two games for each pairing."""
    legs: list[Leg] = []
    rounds = pairing.rounds_of(kind, players, rounds)
    for number in range(1, rounds + 1):
        left = [] if gone is None else gone(number)
        pairs = pairing.next_round(kind, players, legs, number, rounds, left)
        told = [who for pair in pairs for who in pair if who is not None]
        assert len(told) == len(set(told)), "nobody plays twice in a round"
        assert not set(told) & set(left) or kind != SWISS, "who has left is not paired"
        for board, (one, other) in enumerate(pairs):
            for leg in pairing.legs_of(number, board, one, other, 2):
                legs.append(leg if leg.second is None else Leg(
                    number, board, leg.number, leg.first, leg.second, score(leg), "held",
                ))  # fmt: skip
    return legs


@pytest.mark.parametrize("players", [2, 3, 4, 7, 12, 15, 16])
def test_in_a_round_robin_all_meet_once_and_the_sides_are_even(players: int) -> None:
    legs = played(ROBIN, players, 0, lambda leg: 0.5)
    met = [frozenset((leg.first, leg.second)) for leg in legs if leg.number == 0 and leg.second is not None]
    assert len(met) == len(set(met)) == players * (players - 1) // 2
    byes = [leg.first for leg in legs if leg.second is None]
    assert sorted(byes) == (list(range(players)) if players % 2 else [])
    for who in range(players):
        first = sum(leg.first == who for leg in legs if leg.second is not None)
        assert first == sum(leg.second == who for leg in legs)


@pytest.mark.parametrize("players", [2, 4, 7, 21])
def test_in_a_swiss_tournament_nobody_meets_another_twice(players: int) -> None:
    dice = random.Random(players)
    legs = played(SWISS, players, 5, lambda leg: dice.choice((0, 0.5, 1)), lambda n: [0] if n > 2 < players - 3 else [])
    met = [frozenset((leg.first, leg.second)) for leg in legs if leg.number == 0 and leg.second is not None]
    assert len(met) == len(set(met))
    byes = [leg.first for leg in legs if leg.second is None]
    assert len(byes) == len(set(byes)), "nobody is without an opponent twice"
    lines = pairing.standings(SWISS, players, legs)
    assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)


@pytest.mark.parametrize("players", [2, 3, 5, 8, 13])
def test_in_a_knock_out_the_better_seed_wins_if_it_always_does(players: int) -> None:
    legs = played(KNOCKOUT, players, 0, lambda leg: float(leg.first < (leg.second or 0)))
    places = {line.seed: line.place for line in pairing.standings(KNOCKOUT, players, legs)}
    assert places[0] == 1
    assert places[1] == 2


def test_a_shared_pairing_of_a_knock_out_is_played_on_once() -> None:
    shared = [Leg(1, 0, 0, 0, 1, 1.0, "held"), Leg(1, 0, 1, 1, 0, 1.0, "held")]
    more = pairing.extra(shared, 2)
    assert [(leg.number, leg.first) for leg in more] == [(2, 0), (3, 1)]
    again = [*shared, Leg(1, 0, 2, 0, 1, 0.5, "held"), Leg(1, 0, 3, 1, 0, 0.5, "held")]
    assert pairing.extra(again, 2) == []
    assert pairing.winner(again) == 0
    assert pairing.winner(again, gone=[0]) == 1
    nobody = [Leg(1, 0, 0, 0, 1, 1.0, VOID), Leg(1, 0, 1, 1, 0, 1.0, VOID)]
    assert pairing.extra(nobody, 2) == []


def test_ties_are_broken_as_the_page_says() -> None:
    legs = played(ROBIN, 4, 0, lambda leg: {(0, 1): 1.0, (1, 0): 0.5}.get((leg.first, leg.second), 0.5))  # type: ignore[arg-type]
    lines = pairing.standings(ROBIN, 4, legs)
    assert (lines[0].seed, lines[0].points, lines[0].games) == (0, 2.0, 3.5)
    assert [line.place for line in lines[1:3]] == [2, 2], "equal in all are equal"
    assert lines[3].seed == 1


@pytest.fixture
def hall(run: Callable[..., Any]) -> Hall:
    return Hall(run())


def made(by: Browser, **more: Any) -> str:
    given = {"name": "Autumn cup", "kind": ROBIN, "game": "skirmish", "scenario": "duel", "clock": LIVE, "rated": True}
    return str(by.post("/api/tournaments", **{**given, **more})["id"])


def tables(key: str, reader: Browser) -> list[str]:
    """The tables that are played at now."""
    return [
        one["table"] for round_ in reader.get(f"/api/tournaments/{key}")["pairings"] for one in round_
        if one["table"] and one["score"] is None
    ]  # fmt: skip


def play_out(hall: Hall, key: str, people: list[Browser], strength: Callable[[Browser], int]) -> Any:
    """Play to the end: who is stronger wins."""
    for _ in range(80):
        hall.run(hall.running.server.club.tournaments.advance(key))
        page = people[0].get(f"/api/tournaments/{key}")
        if page["state"] == "done":
            return page
        for who in people:
            for table in [t for one in (who.get(f"/api/tournaments/{key}")["pairings"] or [[]])[-1]
                          if (t := one["table"]) and one["score"] is None]:  # fmt: skip
                pair = [p for p in people if any(s["you"] for s in seats_of(p, table))]
                if len(pair) < 2:
                    continue
                for one in (*pair, *pair):
                    one.dice(table)
                weak = min(pair, key=strength)
                moved(table, *pair)
                weak.act(table, seat(weak, table), "resign")
    raise AssertionError("the tournament does not end")


def test_a_number_of_rounds_that_no_database_holds_is_refused_in_one_line(hall: Hall) -> None:
    (ann,) = hall.people("Ann")
    for kind in (ROBIN, KNOCKOUT):
        given = {"name": "Cup", "kind": kind, "game": "skirmish", "scenario": "duel", "clock": LIVE}
        said = ann.refused("/api/tournaments", **given, rounds=10**30)
        assert said == (400, "rounds: Expected `int` <= 1000")


def listed(reader: Browser, what: str = "tournaments") -> list[str]:
    return [one["id"] for one in reader.get("/api/lobby")[what]]


def test_many_offers_of_newcomers_hide_nobody_s(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournaments, "MOST_LISTED", 4)
    monkeypatch.setattr(challenges, "MOST_SHOWN", 4)
    ann, ben = hall.people("Ann", "Ben")
    mine = made(ann), offer(ann, clock=SLOW)
    for eve in hall.people("E1", "E2", "E3"):
        for _ in range(3):
            made(eve)
            last = offer(eve, clock=SLOW)
    for what, one in zip(("tournaments", "challenges"), mine, strict=True):
        told = ben.get("/api/lobby")[what]
        assert one in [row["id"] for row in told]
        assert len(told) == 4
    assert listed(ben, "challenges")[0] == last, "the newest stands first"
    assert mine[1] in listed(ann, "challenges")


def test_a_suspended_player_offers_nothing(hall: Hall) -> None:
    ann, eve, ben = hall.people("Ann", "Eve", "Ben")
    made(eve), offer(eve, clock=SLOW)
    kept = made(ann), offer(ann, clock=SLOW)
    hall.run(hall.running.server.accounts.suspend(eve.me["id"], "spam"))
    assert (listed(ben), listed(ben, "challenges")) == ([kept[0]], [kept[1]])
    hall.run(hall.running.server.accounts.suspend(eve.me["id"], None))
    assert (len(listed(ben)), len(listed(ben, "challenges"))) == (2, 2)


def test_a_tournament_that_nobody_waits_for_is_called_off(hall: Hall) -> None:
    ann, eve, ben = hall.people("Ann", "Eve", "Ben")
    month = 30 * DAY + 60
    later = hall.running.server.tables.clock() + 60 * DAY
    gone, alone, kept = made(eve), made(eve, begins=later), made(eve, begins=later)
    for one in (alone, kept):
        eve.post(f"/api/tournaments/{one}/enter")
    ben.post(f"/api/tournaments/{kept}/enter")
    eve.post("/api/account/delete", name="Eve")

    def state(key: str) -> tuple[str, str]:
        page = ben.get(f"/api/tournaments/{key}")
        return page["state"], page["why"]

    assert state(gone) == state(alone) == ("called_off", "its maker has gone")
    assert state(kept) == ("entry", ""), "others have entered it, and it begins by itself"
    old, new = made(ann), made(ann)
    hall.wait(month)
    ben.post(f"/api/tournaments/{new}/enter")
    hall.run(hall.running.server.club.marshal.go_on())
    assert state(old) == ("called_off", "nobody has entered it for a month")
    assert state(new) == state(kept) == ("entry", "")


def seats_of(player: Browser, table: str) -> Any:
    answer = player.http.get(f"/api/tables/{table}")
    return answer.json()["seats"] if answer.status_code == 200 else []


@pytest.mark.parametrize("kind", [KNOCKOUT, *(pytest.param(kind, marks=pytest.mark.soak) for kind in (ROBIN, SWISS))])
def test_a_tournament_runs_by_itself_to_its_end(hall: Hall, kind: str) -> None:
    people = hall.people("Ann", "Ben", "Cy", "Dora")
    ann = people[0]
    key = made(ann, kind=kind, rounds=2, games=2 if kind == ROBIN else 1)
    for one in people:
        one.post(f"/api/tournaments/{key}/enter")
    people[3].post(f"/api/tournaments/{key}/leave")
    people[3].post(f"/api/tournaments/{key}/enter")
    assert [one["players"] for one in ann.get("/api/lobby")["tournaments"]] == [4]
    assert people[1].refused(f"/api/tournaments/{key}/start")[0] == 403
    ann.post(f"/api/tournaments/{key}/start")
    assert people[1].refused(f"/api/tournaments/{key}/enter")[0] == 403
    assert ann.get(f"/api/tournaments/{key}")["round"] == 1
    page = play_out(hall, key, people, people.index)
    first = page["players"][page["standings"][0]["seed"]]["name"]
    assert first == "Dora"
    assert page["round"] == page["rounds"] == (3 if kind == ROBIN else 2)
    if kind == ROBIN:
        assert [line["points"] for line in page["standings"]] == [3, 2, 1, 0]
        assert [line["games"] for line in page["standings"]] == [6, 4, 2, 0]
    assert ann.get(f"/api/players/{people[3].me['id']}")["ratings"][0]["points"] > 1500


def test_who_does_not_come_loses_and_the_round_ends_by_its_time(hall: Hall) -> None:
    ann, ben = hall.people("Ann", "Ben")
    key = made(ann, games=2, hours=1)
    for one in (ann, ben):
        one.post(f"/api/tournaments/{key}/enter")
    ann.post(f"/api/tournaments/{key}/start")
    advance = hall.running.server.club.tournaments.advance
    (table,) = tables(key, ann)
    assert table in [one["id"] for one in ben.get("/api/tables")]
    for one in (ann, ben, ann):
        one.dice(table)
    hall.run(advance(key))
    assert tables(key, ann) == [table], "the games of a live pairing come one after the other"
    ben.act(table, seat(ben, table), "resign")
    hall.run(advance(key))
    (second,) = tables(key, ann)
    ben.dice(second)  # Ben makes the table of the second game, and is there
    with live(ann, hall.base, f"/api/tables/{table}/live?seat={seat(ann, table)}") as elsewhere:
        first = told(elsewhere, "awaits")  # she has stayed at the table before
        assert (first["table"], first["by"], first["tournament"]) == (second, "Ben", True)
        with live(ben, hall.base, f"/api/tables/{second}/live?seat={seat(ben, second)}") as there:
            hall.later += 700  # from now on the server itself may call it lost
            hall.run(advance(key))
            assert [told(one, "forfeit")["won"] for one in (elsewhere, there)] == [False, True]
    page = ann.get(f"/api/tournaments/{key}")
    assert page["state"] == "done"
    assert [(one["reason"], one["points"]) for one in page["pairings"][0]] == [("resign", [1, 0]), ("forfeit", [1, 0])]
    assert ben.http.get(f"/api/tables/{second}").status_code == 404


HOUR = 3600


def told(socket: Any, what: str) -> Any:
    """The next thing of a kind that a page is told."""
    return next(one for one in iter(lambda: json.loads(socket.recv(10)), None) if one["type"] == what)


def sat(hall: Hall, clock: Any) -> tuple[str, str, Browser, Browser]:
    """A tournament of one game, with two days for it: its id, the table, who commits himself first, and the other."""
    ann, ben = hall.people("Ann", "Ben")
    key = made(ann, kind=KNOCKOUT, games=1, hours=48, clock=clock)
    for one in (ann, ben):
        one.post(f"/api/tournaments/{key}/enter")
    ann.post(f"/api/tournaments/{key}/start")
    (table,) = tables(key, ann)
    first, other = (ann, ben) if seat(ann, table) in ann.get(f"/api/tables/{table}")["waiting"] else (ben, ann)
    return key, table, first, other


def commits(who: Browser, table: str, number: str = "1") -> None:
    """His page commits itself; to another number where the one before is lost."""
    who.post(f"/api/tables/{table}/dice", seat=seat(who, table), commitment=commitment(number * 64))


def after(hall: Hall, key: str, seconds: float) -> Any:
    """The game of the tournament after so long."""
    hall.later += seconds
    hall.run(hall.running.server.club.tournaments.advance(key))
    return hall.people("Eve")[0].get(f"/api/tournaments/{key}")["pairings"][0][0]


def lost(leg: Any, reader: Browser, key: str) -> str:
    """Who has lost a game by forfeit."""
    assert leg["reason"] == "forfeit"
    seed = leg["second"] if leg["points"][0] else leg["first"]
    return str(reader.get(f"/api/tournaments/{key}")["players"][seed]["id"])


@pytest.mark.parametrize("clock", [LIVE, {"days": 3}])
def test_who_commits_himself_anew_at_the_last_moment_loses(hall: Hall, clock: Any) -> None:
    """The other has given his number at once, and in a live game his open page gives another."""
    key, table, first, other = sat(hall, clock)
    time = 600 if clock == LIVE else 48 * HOUR
    commits(first, table)
    other.dice(table)
    assert after(hall, key, time - 5)["score"] is None
    commits(first, table, "2")
    if clock == LIVE:
        other.dice(table)
    assert lost(after(hall, key, 10), other, key) == first.me["id"]


def test_who_commits_himself_at_the_end_of_a_round_loses(hall: Hall) -> None:
    key, table, first, other = sat(hall, {"days": 3})
    assert after(hall, key, 48 * HOUR - 5)["score"] is None
    commits(first, table)
    assert lost(after(hall, key, 10), other, key) == first.me["id"]


def test_who_gives_his_number_at_the_end_of_a_round_loses(hall: Hall) -> None:
    key, table, first, other = sat(hall, {"days": 3})
    commits(first, table)
    assert after(hall, key, 48 * HOUR - 5)["score"] is None
    other.dice(table)
    assert lost(after(hall, key, 10), first, key) == other.me["id"]


def test_each_side_of_a_live_game_has_ten_minutes_of_its_own_to_come(hall: Hall) -> None:
    key, table, first, other = sat(hall, LIVE)
    for waited in (first, other):  # the table says how long
        shown = first.get(f"/api/tables/{table}")
        assert "ten minutes" in shown["prompt"]["text"]
        assert set(shown["clock"]["deadline"]) == {seat(waited, table)}
        if waited is other:
            break
        assert after(hall, key, 590)["score"] is None
        commits(first, table)
    assert after(hall, key, 590)["score"] is None
    assert lost(after(hall, key, 20), first, key) == other.me["id"]


def test_a_number_that_was_lost_while_the_other_never_came_costs_nothing(hall: Hall) -> None:
    """Nothing of the other's was voided."""
    key, table, first, other = sat(hall, LIVE)
    commits(first, table)
    assert after(hall, key, 500)["score"] is None
    commits(first, table, "2")
    assert lost(after(hall, key, 110), first, key) == other.me["id"]


def test_who_loses_his_number_twice_answers_for_the_wait_and_once_does_not(hall: Hall) -> None:
    """A first loss may happen to anybody; else the other could win by staying away after it."""
    for losses, absent in ((1, True), (2, False)):
        key, table, first, other = sat(hall, LIVE)
        commits(first, table)
        other.dice(table)
        for n in range(losses):
            assert after(hall, key, 100)["score"] is None
            commits(first, table, str(2 + n))
            if n + 1 < losses:
                other.dice(table)
        assert after(hall, key, 390)["score"] is None
        reader = first if absent else other
        assert lost(after(hall, key, 220), reader, key) == (other if absent else first).me["id"]


def test_nobody_is_waited_for_while_the_server_is_away(run: Callable[..., Any]) -> None:
    running = run()
    key, table, first, other = sat(Hall(running), LIVE)

    def long_ago(c: Any) -> None:
        ((text,),) = c.execute("SELECT agreement FROM tables WHERE id = ?", (table,)).fetchall()
        by, commitment, numbers, tries, since, *more = json.loads(text)
        held = json.dumps([by, commitment, numbers, tries, since - 3000, *more])
        c.execute("UPDATE tables SET agreement = ?, created = created - 3000 WHERE id = ?", (held, table))
        c.execute("UPDATE lived SET until = until - 3000")

    running.leave(long_ago)
    hall = Hall(run())
    first, other = (Browser.known(hall.base, one) for one in (first, other))
    assert after(hall, key, 500)["score"] is None
    commits(first, table)
    assert after(hall, key, 500)["score"] is None
    assert lost(after(hall, key, 110), first, key) == other.me["id"]


def test_a_game_whose_dice_were_begun_before_this_was_counted_goes_on(run: Callable[..., Any]) -> None:
    running = run()
    key, table, first, other = sat(Hall(running), {"days": 3})
    commits(first, table)

    def as_it_was(c: Any) -> None:
        ((text,),) = c.execute("SELECT agreement FROM tables WHERE id = ?", (table,)).fetchall()
        c.execute("UPDATE tables SET agreement = ? WHERE id = ?", (json.dumps(json.loads(text)[:4]), table))

    running.leave(as_it_was)
    hall = Hall(run())
    first, other = (Browser.known(hall.base, one) for one in (first, other))
    assert after(hall, key, HOUR)["score"] is None
    other.dice(table)
    first.post(f"/api/tables/{table}/dice", seat=seat(first, table), number="1" * 64)
    assert first.get(f"/api/tables/{table}")["dice"]["wanted"] is None
    moved(table, first, other)


def test_who_leaves_loses_what_has_not_begun(hall: Hall) -> None:
    ann, ben, cy = hall.people("Ann", "Ben", "Cy")
    key = made(ann, games=1)
    for one in (ann, ben, cy):
        one.post(f"/api/tournaments/{key}/enter")
    ann.post(f"/api/tournaments/{key}/start")
    cy.post(f"/api/tournaments/{key}/leave")
    page = play_out(hall, key, [ann, ben], [ann, ben].index)
    assert [page["players"][line["seed"]]["name"] for line in page["standings"]] == ["Ben", "Ann", "Cy"]
    assert page["standings"][2]["points"] == 0


def test_no_script_plays_for_anybody_in_a_tournament_also_where_it_is_not_rated(hall: Hall) -> None:
    ann, ben = hall.people("Ann", "Ben")
    key = made(ann, games=1, rated=False)
    for one in (ann, ben):
        one.post(f"/api/tournaments/{key}/enter")
    ann.post(f"/api/tournaments/{key}/start")
    hall.run(hall.running.server.club.tournaments.advance(key))
    (table,) = tables(key, ann)
    for again in (False, True):  # as it was made, and as it is read from what is stored
        if again:
            hall.running.server.tables.rooms[table].table = None
        status, why = ann.refused(f"/api/tables/{table}/order", seat=seat(ann, table), step="Answer", do="staff")
        assert (status, "This game counts" in why) == (400, True)


def test_what_cannot_be_a_tournament_is_said(hall: Hall) -> None:
    ann, ben = hall.people("Ann", "Ben")
    given = {"name": "Cup of all", "kind": "robin", "game": "skirmish", "scenario": "duel", "clock": LIVE}
    for wrong, words in (
        ({"name": "x"}, "3 to 60 characters"), ({"kind": "ladder"}, "robin, swiss, knockout"),
        ({"clock": None}, "have a clock"), ({"games": 3}, "1 or 2 games"), ({"most": 99}, "2 to 16 players"),
        ({"hours": 0}, "six minutes"), ({"begins": 1.0}, "within a year"), ({"scenario": "none"}, "no scenario"),
    ):  # fmt: skip
        assert words in ann.refused("/api/tournaments", **{**given, **wrong})[1]
    key = made(ann, most=2)
    assert "two players" in ann.refused(f"/api/tournaments/{key}/start")[1]
    assert ben.refused(f"/api/tournaments/{key}/call-off")[0] == 403
    ann.post(f"/api/tournaments/{key}/call-off")
    assert "called it off" in ann.get(f"/api/tournaments/{key}")["why"]
    assert ann.http.get("/api/tournaments/none").status_code == 404
