"""The rules of the club, with one database: who may take a challenge, look on, and be seen; what counts."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from ironbottom import games
from ironbottom.kernel import copies
from ironbottom.server.club import balance, results
from server.play import Browser, live
from server.test_club import LIVE, SLOW, Hall, begun, ended, hall, moved, offer, rating, seat

__all__ = ["hall"]


def test_a_challenge_is_withdrawn_and_goes_by_itself(hall: Hall) -> None:
    ann, ben = hall.people("Ann", "Ben")
    key = offer(ann)
    assert ann.refused(f"/api/challenges/{key}/take") == (403, "this is your own challenge")
    ann.post(f"/api/challenges/{key}/withdraw")
    assert ben.refused(f"/api/challenges/{key}/take")[0] == 409
    offer(ann, clock=SLOW)
    offer(ann)
    hall.later += 1300
    assert [one["clock"] for one in ben.get("/api/lobby")["challenges"]] == [SLOW]
    for _ in range(9):
        offer(ann, clock=SLOW)
    assert ann.refused("/api/challenges", game="skirmish", scenario="duel", clock=SLOW)[0] == 429


def test_who_may_take_a_challenge(hall: Hall) -> None:
    ann, ben, cy = hall.people("Ann", "Ben", "Cy")
    key = offer(ann, names=["ben"], side="blue")
    assert cy.get("/api/lobby")["challenges"] == []
    assert cy.refused(f"/api/challenges/{key}/take") == (403, "this challenge is for somebody else")
    made = ben.post(f"/api/challenges/{key}/take")["table"]
    assert seat(ann, made) == "blue"
    assert ann.refused("/api/challenges", game="skirmish", scenario="duel", names=["Nobody"])[0] == 400
    assert "rated game has a clock" in ann.refused("/api/challenges", game="skirmish", scenario="duel", rated=True)[1]
    assert ann.refused("/api/challenges", game="skirmish", scenario="duel", side="green")[0] == 400
    game = begun(ann, ben, rated=True)
    ended(game, ann, ben)
    far = offer(ann, span=25)
    assert "within 25 points" in cy.refused(f"/api/challenges/{far}/take")[1]
    assert next(one for one in cy.get("/api/lobby")["challenges"] if one["id"] == far)["why_not"]


def test_what_does_not_count(hall: Hall) -> None:
    ann, ben = hall.people("Ann", "Ben")
    aborted = begun(ann, ben, rated=True)
    ben.act(aborted, seat(ben, aborted), "resign")  # before he has decided anything
    undecided = begun(ann, ben, rated=True)
    moved(undecided, ann, ben)
    ann.act(undecided, seat(ann, undecided), "offer", kind="end")
    ben.act(undecided, seat(ben, undecided), "answer", kind="end", yes=True)
    friendly = begun(ann, ben)
    ended(friendly, ann, ben)
    assert rating(ann) is None
    assert rating(ben) is None
    page = ann.get(f"/api/players/{ann.me['id']}")
    assert [(one["rated"], one["score"] is None) for one in page["games"]] == [
        (False, False), (False, True), (False, False)]  # fmt: skip
    assert [one["reason"] for one in page["games"]] == ["resign", "end", "aborted"]
    listed = {one["id"]: one["match"]["aborted"] for one in ann.get("/api/tables")}
    assert listed == {aborted: True, undecided: False, friendly: False}
    assert sum(line["won"] + line["drawn"] + line["lost"] for line in page["tally"]) == 1, "the friendly one"


def test_whom_a_challenge_is_for_is_told_and_may_decline(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben, cy = hall.people("Ann", "Ben", "Cy")
    said: list[tuple[str, str]] = []
    telling = hall.running.server.notices
    monkeypatch.setattr(telling, "say", lambda *told: said.append((told[1], told[4])))
    key, _ = offer(ann, clock=SLOW, names=["Ben", "Cy"]), offer(ann, clock=SLOW)
    assert [one["id"] for one in ben.get("/api/challenges")] == [key]
    assert sorted(said) == [(name, "Ann challenges you to Skirmish.") for name in ("Ben", "Cy")]
    # whose page is open sees it there
    table = ben.table()["id"]
    with live(ben, hall.base, f"/api/tables/{table}/live?seat=red") as socket:
        hall.run(hall.running.server.club.marshal.beat())
        offer(ann, clock=SLOW, names=["Ben"])
        heard = iter(lambda: json.loads(socket.recv(10)), None)
        told = next(one for one in heard if one["type"] == "challenged")
    assert (told["by"], told["title"], len(said)) == ("Ann", "Skirmish", 2)
    lobby = live(ann, hall.base, "/api/live")
    with lobby as socket:  # who made it hears that, and by whom
        ben.post(f"/api/challenges/{key}/decline")
        heard = iter(lambda: json.loads(socket.recv(10)), None)
        told = next(one for one in heard if one["type"] == "declined")
    assert (told["by"], told["title"]) == ("Ben", "Skirmish")
    assert ben.refused(f"/api/challenges/{key}/take")[0] == 403
    assert [one["id"] for one in cy.get("/api/challenges")] == [key]
    cy.post(f"/api/challenges/{key}/decline")
    assert cy.refused(f"/api/challenges/{key}/decline")[0] == 404
    assert key not in [one["id"] for one in ann.get("/api/lobby")["challenges"]]


def test_who_may_look_on(hall: Hall) -> None:
    ann, ben, cy = hall.people("Ann", "Ben", "Cy")
    closed, open_ = begun(ann, ben), begun(ann, ben, watch=True)
    assert cy.http.get(f"/api/tables/{closed}").status_code == 403
    assert cy.get(f"/api/tables/{open_}")["seat"] == "observer"
    assert cy.http.get(f"/api/tables/{open_}", params={"seat": "red"}).status_code == 403
    assert [one["id"] for one in cy.get("/api/lobby")["watch"]] == [open_]
    assert cy.get("/api/tables") == []
    ended(closed, ann, ben)
    hall.wait(0)
    assert cy.get(f"/api/tables/{closed}")["over"]  # both let others replay what is finished
    ben.post("/api/club/allow", hidden=False, replays=False)
    assert cy.http.get(f"/api/tables/{closed}").status_code == 403
    games = cy.get(f"/api/players/{ann.me['id']}")["games"]
    assert [one["open"] for one in games] == [False]


def test_who_is_here_may_hide(hall: Hall) -> None:
    ann, ben = hall.people("Ann", "Ben")
    for one in (ann, ben):
        one.get("/api/lobby")
    assert [one["name"] for one in ann.get("/api/lobby")["here"]] == ["Ann", "Ben"]
    ben.post("/api/club/allow", hidden=True, replays=True)
    assert [one["name"] for one in ann.get("/api/lobby")["here"]] == ["Ann"]
    hall.later += 100
    assert [one["name"] for one in ann.get("/api/lobby")["here"]] == ["Ann"]


def test_a_rematch_keeps_the_terms_and_the_sides_that_are_wanted(hall: Hall) -> None:
    ann, ben = hall.people("Ann", "Ben")
    key = begun(ann, ben, rated=True, watch=True, side="red")
    ended(key, ann, ben)
    assert ann.act(key, "red", "rematch", same=True)["offers"] == [{"by": "red", "kind": "rematch", "same": True}]
    made = ben.post(f"/api/tables/{key}/rematch", seat="blue")["id"]
    assert seat(ann, made) == "red"
    message = ann.get(f"/api/tables/{made}")
    assert (message["rated"], message["watched"], message["clock"]["bank"]) == (True, True, 600)


def test_an_owner_may_keep_guests_out(run: Callable[..., Any]) -> None:
    ann = Browser(run(guests="unrated").base, "Ann")
    assert "account" in ann.refused("/api/challenges", game="skirmish", scenario="duel", clock=LIVE, rated=True)[1]
    offer(ann)


def test_the_measured_balance_is_of_games_that_there_are() -> None:
    for one in balance.measured()["side"]:
        game = games.load(one["game"])
        assert one["side"] in [game.side_name(side) for side in game.scenario(one["scenario"]).sides]
        assert one.get("copy", "") in ("", *copies.shipped(game.package))
    assert round(balance.handicap("archies-war", "two-player", None)) == 315
    package = games.load("archies-war").package
    fair = copies.corrections(package, copies.shipped(package)["fair"])
    assert abs(balance.handicap("archies-war", "two-player", fair)) < 30, "near to even, as it was measured"
    assert balance.handicap("axis-allies", "inner-islands", None) < 0, "the second side is the stronger"
    assert balance.handicap("archies-war", "two-player", {"two_player": {"mine": 1}}) == 0


def test_who_blocks_another_does_not_meet_him_in_the_lobby(hall: Hall) -> None:
    ann, ben = hall.people("Ann", "Ben")
    key = offer(ann)
    assert ben.get("/api/lobby")["challenges"][0]["by"]["guest"]
    ben.post("/api/blocks", player=ann.me["id"])
    assert ben.get("/api/lobby")["challenges"] == []
    assert ben.refused(f"/api/challenges/{key}/take")[0] == 403


def test_ratings_follow_the_measured_balance() -> None:
    strong, weak = (1600.0, 60.0), (1600.0, 60.0)
    even, _ = results.after(strong, weak, 1.0, 0.0)
    with_the_better_side, _ = results.after(strong, weak, 1.0, 315.0)
    with_the_worse_side, _ = results.after(strong, weak, 1.0, -315.0)
    assert with_the_better_side[0] < even[0] < with_the_worse_side[0]
    assert results.fresh("bot:veteran:bold")[0] > results.fresh("bot:regular")[0] > results.fresh("bot:recruit")[0]


def test_without_the_extra_the_lobby_says_what_is_missing(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("challenges", "club"):
        monkeypatch.setattr(f"ironbottom.server.club.{module}.available", lambda: False)
    monkeypatch.setattr("ironbottom.server.club.pairing.swiss_pairs", lambda: False)
    ann, ben = hall.people("Ann", "Ben")
    assert not ann.get("/api/lobby")["ratings"]
    given = {"game": "skirmish", "scenario": "duel", "clock": LIVE}
    assert "ironbottom[club]" in ann.refused("/api/challenges", **given, rated=True)[1]
    assert "ironbottom[club]" in ann.refused("/api/tournaments", **given, name="A cup", kind="swiss")[1]
    begun(ann, ben)
