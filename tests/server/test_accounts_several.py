"""Accounts where several servers share a database: whichever is asked, what is a player's is his whole."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

from server.cluster import Cluster
from server.play import Browser, live, wait_for
from server.post import closed


def test_an_account_is_taken_along_and_deleted_at_any_server(run: Callable[..., Any], cluster: Cluster) -> None:
    address = cluster.fresh()
    first, second = (run(database=address, announce="127.0.0.1:0") for _ in range(2))
    ann, ben = Browser(first.base, "Ann"), Browser(second.base, "Ben")
    keys = []
    for red, blue in ((ann, ben), (ben, ann)):  # each server holds one of them
        made = red.table()
        blue.join(made["links"]["blue"])
        red.dice(made["id"])
        keys.append(made["id"])
    also = Browser.known(second.base, ann)
    with zipfile.ZipFile(io.BytesIO(also.http.get("/api/account/file").content)) as packed:
        games = {one["id"]: one for one in json.loads(packed.read("games.json"))}
        assert set(games) == set(keys)
        assert not any("missing" in one for one in games.values())
    ben.post(f"/api/tables/{keys[0]}/chat", seat="blue", text="are you there?")
    table = f"/api/tables/{keys[0]}/live?seat=blue"
    with live(ann, first.base, "/api/live") as bell, live(ben, second.base, table) as at:
        also.post("/api/account/delete", name="Ann")
        assert closed(bell) == 1012
        assert closed(at) == 1012
    assert ann.http.get("/api/account").status_code == 401
    for key, seat, free in ((keys[0], "blue", "red"), (keys[1], "red", "blue")):
        told = wait_for(lambda key=key, seat=seat: ben.look(key, seat))
        assert [one["taken"] for one in told["seats"] if one["side"] == free] == [False]
        assert ben.post(f"/api/tables/{key}/relink", side=free)["url"]
    assert [one["text"] for one in ben.look(keys[0], "blue")["chat"]] == ["are you there?"]


def test_a_suspended_player_is_sent_away_from_every_server(run: Callable[..., Any], cluster: Cluster) -> None:
    address = cluster.fresh()
    first, second = (run(database=address, announce="127.0.0.1:0") for _ in range(2))
    olga, ben = Browser(first.base, "Olga"), Browser(second.base, "Ben")
    owner = olga.me["id"]
    first.server.store.submit(lambda c: c.execute("INSERT INTO roles VALUES (?,'owner')", (owner,)) and None).result()
    with live(ben, second.base, "/api/live") as bell:
        olga.post("/api/owner/suspend", player=ben.me["id"], on=True)
        assert closed(bell) == 1012
    assert ben.http.get("/api/me").status_code == 403
