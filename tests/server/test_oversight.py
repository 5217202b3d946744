"""The owner's page: what stands on his server, what he takes out of it, and what becomes of games that are played."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from ironbottom.server.club.routes import CLUB_ROUTES
from ironbottom.server.house import ALL_ROUTES
from server.play import Browser, live, stored
from server.test_club import DAY, SLOW, Hall, begun, moved, offer, rating, seat
from server.test_tournaments import made

BOTH = True


@pytest.fixture
def hall(run: Callable[..., Any]) -> Hall:
    return Hall(run())


def owner_of(hall: Hall, name: str = "Olga") -> Browser:
    olga = Browser(hall.base, name)
    player = olga.me["id"]
    hall.running.server.store.submit(lambda c: c.execute("INSERT INTO roles VALUES (?,'owner')", (player,)) and None)
    return olga


def removed(socket: Any) -> Any:
    """What a page is told of what was taken away."""
    while (told := json.loads(socket.recv(timeout=10)))["type"] != "removed":
        pass
    return told


def test_all_of_it_is_for_the_owner_alone(hall: Hall) -> None:
    (ann,) = hall.people("Ann")
    olga, cup, offered, key = owner_of(hall), made(ann), offer(ann), ann.table()["id"]
    routes = [one for one in (*ALL_ROUTES, *CLUB_ROUTES) if one.path.startswith("/api/owner")]
    assert len(routes) >= 14
    given = {"player": olga.me["id"], "name": "Mallory", "on": True, "reason": ""}
    for route in routes:
        for one in (cup, offered, key):
            path = route.path.replace("{key}", one)
            body = {name: given[name] for name in (route.body.__struct_fields__ if route.body else ()) if name in given}
            answer = ann.http.get(path) if route.method == "GET" else ann.http.post(path, json=body)
            assert (answer.status_code, "for the owner" in answer.text) == (403, True), (route.path, answer.text)
    assert olga.get("/api/me")["name"] == "Olga"
    assert ann.get("/api/lobby")["tournaments"][0]["id"] == cup
    assert ann.get(f"/api/tables/{key}")["id"] == key


def test_he_sees_where_a_game_stands_as_far_as_its_observers(hall: Hall) -> None:
    ann, ben = hall.people("Ann", "Ben")
    olga = owner_of(hall)
    closed, shown = begun(ann, ben, watch=False), begun(ann, ben, watch=True, rated=True)
    ben.act(shown, seat(ben, shown), "resign")
    fresh = str(ben.post(f"/api/challenges/{offer(ann)}/take")["table"])
    told = {one["id"]: one for one in olga.get("/api/owner/tables")}
    assert [(told[key]["begun"], told[key]["open"], told[key]["rated"]) for key in (closed, shown, fresh)] == [
        (True, False, False), (True, True, True), (False, False, False),
    ]  # fmt: skip
    assert sorted(told[closed]["waiting"]) == ["blue", "red"]
    assert told[closed]["over"] is None
    assert "resign" in told[shown]["over"]
    # where he may look he is led, and nowhere else
    for key, one in told.items():
        assert (olga.http.get(f"/api/tables/{key}").status_code == 200) is one["open"], one
    own = olga.table()["id"]
    assert next(one["open"] for one in olga.get("/api/owner/tables", find=own))


def test_a_challenge_is_seen_and_removed(hall: Hall) -> None:
    ann, ben = hall.people("Ann", "Ben")
    olga = owner_of(hall)
    key, other = offer(ann, players=[ben.me["id"]], clock=SLOW), offer(ben)
    seen = olga.get("/api/owner/challenges")
    assert {one["by"]["name"] for one in seen} == {"Ann", "Ben"}
    assert [[who["name"] for who in one["invited"]] for one in seen if one["id"] == key] == [["Ben"]]
    assert [one["id"] for one in olga.get("/api/owner/challenges", find="AN")] == [key]
    assert olga.get("/api/owner")["counts"]["challenges"] == 2
    with live(ann, hall.base, "/api/live") as socket:
        olga.post(f"/api/owner/challenges/{key}/remove")
        assert removed(socket)["what"] == "challenge"
    assert [one["id"] for one in ben.get("/api/lobby")["challenges"]] == [other]
    assert ben.refused(f"/api/challenges/{key}/take")[0] == 409
    assert olga.refused(f"/api/owner/challenges/{key}/remove")[0] == 404


def test_a_tournament_goes_and_its_games_go_on(hall: Hall) -> None:
    ann, *_, dan = people = hall.people("Ann", "Ben", "Cy", "Dan")
    olga = owner_of(hall)
    key = made(ann, name="Rude words", rated=True)
    for one in people:
        one.post(f"/api/tournaments/{key}/enter")
    ann.post(f"/api/tournaments/{key}/start")
    games = {row[0] for row in stored(hall.running.server.store, "SELECT game_table FROM pairings WHERE round = 1")}
    his = next(one["id"] for one in ann.get("/api/tables") if one["id"] in games)
    pair = [one for one in people if his in {table["id"] for table in one.get("/api/tables")}]
    for _ in range(2):
        for one in pair:
            one.dice(his)
    moved(his, *pair)
    olga.post(f"/api/owner/tournaments/{key}/name", name="A fine cup")
    assert olga.refused(f"/api/owner/tournaments/{key}/name", name="x")[0] == 400
    (told,) = olga.get("/api/owner/tournaments", find="fine")
    assert (told["name"], told["players"], told["playing"], told["ahead"]) == ("A fine cup", 4, 1, 1)
    with live(dan, hall.base, "/api/live") as socket:
        olga.post(f"/api/owner/tournaments/{key}/remove")
        assert removed(socket) == {"type": "removed", "what": "tournament", "name": "A fine cup", "table": ""}
    assert ann.http.get(f"/api/tournaments/{key}").status_code == 404
    assert ann.get("/api/lobby")["tournaments"] == olga.get("/api/owner/tournaments") == []
    # the game that was played goes on and counts, the one that had not begun is gone
    assert [table["id"] for one in people for table in one.get("/api/tables")] == [his, his]
    assert "tournament" not in pair[0].get(f"/api/tables/{his}")
    pair[0].act(his, seat(pair[0], his), "resign")
    assert rating(pair[1])["points"] > 1500
    hall.run(hall.running.server.club.marshal.go_on())


def test_a_table_goes_for_all_who_sit_there(hall: Hall) -> None:
    ann, ben = hall.people("Ann", "Ben")
    olga = owner_of(hall)
    played, over = begun(ann, ben, rated=True), begun(ann, ben, rated=True)
    moved(played, ann, ben)
    moved(over, ann, ben)
    ben.act(over, seat(ben, over), "resign")
    before = rating(ann)
    with live(ann, hall.base, f"/api/tables/{played}/live?seat={seat(ann, played)}") as socket:
        for key in (played, over):
            olga.post(f"/api/owner/tables/{key}/remove")
        assert removed(socket)["table"] == played
    for key in (played, over):
        assert ann.http.get(f"/api/tables/{key}").status_code == 404
        assert olga.refused(f"/api/owner/tables/{key}/remove")[0] == 404
    assert ben.get("/api/tables") == olga.get("/api/owner/tables") == []
    assert rating(ann) == before, "what is over stays counted, what was played is not"
    assert [one["id"] for one in ann.get(f"/api/players/{ann.me['id']}")["games"]] == [over]
    hall.wait(9 * DAY)


def test_a_player_is_renamed_and_deleted(hall: Hall) -> None:
    ann, ben = hall.people("Rude words", "Ben")
    olga, other = owner_of(hall), owner_of(hall, "Otto")
    key, who = begun(ann, ben), ann.me["id"]
    assert "1 to 40" in olga.refused("/api/owner/rename", player=who, name=" ")[1]
    olga.post("/api/owner/rename", player=who, name="Ann")
    assert ann.get("/api/me")["name"] == "Ann"
    assert "Ann" in [one["name"] for one in ben.get(f"/api/tables/{key}")["seats"]]
    assert "the player's name" in olga.refused("/api/owner/delete", player=who, name="Rude words")[1]
    assert "take the role" in olga.refused("/api/owner/delete", player=other.me["id"], name="Otto")[1]
    olga.post("/api/owner/delete", player=who, name="Ann")
    assert ann.http.get("/api/account").status_code == 401
    assert {one["name"] for one in olga.get("/api/owner/players")} == {"Olga", "Otto", "Ben"}
    for what in ("rename", "delete"):
        assert "no such player" in olga.refused(f"/api/owner/{what}", player=who, name="a former player")[1]
