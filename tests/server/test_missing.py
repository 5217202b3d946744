"""Tables of a game whose program is not installed any more: listed as such, hidden, deleted, never a fault of ours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from server.play import Browser

NOT_HERE = "the program of this game is not installed: skirmish"


def test_a_table_whose_game_is_gone_is_listed_hidden_and_deleted(run: Callable[..., Any]) -> None:
    running = run()
    ann, ben = Browser(running.base, "Ann"), Browser(running.base, "Ben")
    keys = [ann.table(seats={"red": "me", "blue": "me"})["id"] for _ in range(2)]
    running.server.tables.catalogue.extra.clear()
    running.server.tables.rooms.clear()
    rows = {row["id"]: row for row in ann.get("/api/tables")}
    assert set(rows) == set(keys)
    for row in rows.values():
        assert row["missing"] == NOT_HERE
        assert row["title"] == "skirmish"
        assert [seat["side"] for seat in row["seats"]] == ["red", "blue"]
    for rest in ("", "/replay?seat=red", "/report?seat=red", "/record?seat=red"):
        answer = ann.http.get(f"/api/tables/{keys[0]}{rest}")
        assert (answer.status_code, answer.json()["error"]) == (400, NOT_HERE), rest
    assert ann.refused(f"/api/tables/{keys[0]}/do", seat="red", n=0, id="x", do=["pick =1"])[0] == 400
    assert ben.refused(f"/api/tables/{keys[0]}/hide")[0] == 403
    assert ben.refused(f"/api/tables/{keys[0]}/delete")[0] == 403
    ann.post(f"/api/tables/{keys[0]}/hide")
    assert [row["id"] for row in ann.get("/api/tables")] == [keys[1]]
    ann.post(f"/api/tables/{keys[0]}/show")
    assert len(ann.get("/api/tables")) == 2
    ann.post(f"/api/tables/{keys[1]}/delete")
    assert [row["id"] for row in ann.get("/api/tables")] == [keys[0]]
    assert ann.get("/api/games")
