"""Accounts, on both databases: a passkey keeps a guest's games; blocking, complaints, all that is one's own."""

from __future__ import annotations

import asyncio
import io
import json
import threading
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from ironbottom import cli
from ironbottom.server.accounts import FORMER
from ironbottom.server.players import fresh_id
from server.play import Browser, Page, invited, live, seal, stored, wait_for
from server.post import Authenticator, Device, Person, Postbox, closed
from vassal.build import module, piece, png

BOTH = True
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def main(words: list[str]) -> int:
    """The command, in a thread that has no loop of its own, whatever this one has."""
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(cli.main, words).result()


def test_an_id_begins_with_no_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    """`ironbottom owner grant ID` took one of 64 players for an option."""
    drawn = iter(["-Hwf6xtbe7RyY4EY", "--f6xtbe7RyY4EYa", "ywf6xtbe7RyY4EYb"])
    monkeypatch.setattr("ironbottom.server.players.secrets.token_urlsafe", lambda _: next(drawn))
    assert fresh_id() == "ywf6xtbe7RyY4EYb"


def test_a_guest_with_a_passkey_keeps_his_games_and_signs_in_elsewhere(run: Callable[..., Any]) -> None:
    running = run()
    ann = Person(running, "Ann")
    key = ann.table()["id"]
    device = Authenticator(ann.origin)
    told = ann.add_passkey(device, "My phone")
    assert [one["name"] for one in told["passkeys"]] == ["My phone"]
    assert device.user.decode() == ann.me["id"]
    other = Person(running)
    other.http.headers["User-Agent"] = FIREFOX
    assert other.sign_in(device) == {**ann.me, "name": "Ann"}
    assert [table["id"] for table in other.get("/api/tables")] == [key]
    sessions = other.account()["sessions"]
    assert [(one["device"], one["here"]) for one in sessions if one["here"]] == [("Firefox, Linux", True)]
    assert len(sessions) == 2
    # ann can end the other one; it is nobody from then on, and no new guest unawares
    theirs = next(one for one in ann.account()["sessions"] if not one["here"])
    ann.post(f"/api/sessions/{theirs['id']}/end")
    assert other.http.get("/api/account").status_code == 401
    assert other.http.get("/api/tables").status_code == 401
    game = {"game": "skirmish", "scenario": "duel", "options": {}, "seats": {"red": "me", "blue": "me"}, "hints": False}
    assert other.refused("/api/tables", **game) == (401, "you were signed out here")
    guest = other.get("/api/me")
    assert guest["out"]
    assert guest["id"] != ann.me["id"]
    assert "out" not in other.get("/api/me")
    assert other.get("/api/tables") == []
    assert ann.account()["passkeys"][0]["used"]
    ann.post(f"/api/passkeys/{told['passkeys'][0]['id']}/remove")
    assert Person(running).refused("/api/sign-in", credential=device.sign(ann.post("/api/sign-in/new")))[0] == 403


def test_nobody_takes_the_name_of_who_has_an_account_or_of_a_computer(run: Callable[..., Any]) -> None:
    running = run()
    bob = Person(running, "Bob")
    guest = Person(running, "Bob")  # two guests may be called alike
    bob.add_passkey(Authenticator(bob.origin), "My phone")
    other = Person(running, "Ann")
    for name, why in (("bOb", "has an account"), ("recruit", "computer player"), ("   ", "1 to 40")):
        status, text = other.refused("/api/me", name=name)
        assert (status, why in text) == (400, True), name
    assert other.get("/api/me")["name"] == "Ann"
    assert bob.post("/api/me", name="BOB")["name"] == "BOB"
    # of several of a name the one with the account is meant, as before this was minded
    game = {"game": "skirmish", "scenario": "duel", "options": {}, "side": "", "clock": {"days": 1}, "rated": False}
    other.post("/api/challenges", **game, watch=False, names=["bob"])
    assert len(bob.get("/api/lobby")["challenges"]) == 1
    assert guest.get("/api/lobby")["challenges"] == []


def test_who_is_blocked_neither_joins_nor_talks(run: Callable[..., Any]) -> None:
    running = run()
    red, blue, key, _ = invited(running.base)
    blue.post(f"/api/tables/{key}/chat", seat="blue", text="you fool")
    red.post(f"/api/tables/{key}/chat", seat="red", text="be polite")
    assert red.refused("/api/blocks", table=key, side="red")[0] == 400
    told = red.post("/api/blocks", table=key, side="blue")
    assert [one["name"] for one in told["blocked"]] == ["Ben"]
    shown = [(one["text"], one.get("muted")) for one in red.look(key, "red")["chat"]]
    assert shown == [("", True), ("be polite", None)]
    assert [one["text"] for one in blue.look(key, "blue")["chat"]] == ["you fool", "be polite"]
    for browser, seat in ((red, "red"), (blue, "blue")):
        assert browser.refused(f"/api/tables/{key}/chat", seat=seat, text="hm")[0] == 403
    assert red.get("/api/blocks", table=key)["sides"] == ["blue"]
    assert blue.get("/api/blocks", table=key)["sides"] == []
    # he plays on here, and takes no other seat of hers, nor does she take one of his by mistake
    seal(red, blue, key)
    links = red.table()["links"]
    for side in ("blue", "observer"):
        assert blue.refused("/api/join", secret=links[side].rpartition("/")[2])[0] == 403
    his = blue.table()["links"]["blue"]
    assert red.refused("/api/join", secret=his.rpartition("/")[2])[0] == 403
    red.post("/api/blocks/remove", player=told["blocked"][0]["id"])
    blue.join(links["blue"])
    blue.post(f"/api/tables/{key}/chat", seat="blue", text="sorry")
    assert [one["text"] for one in red.look(key, "red")["chat"]] == ["you fool", "be polite", "sorry"]


def test_one_may_complain_of_who_is_at_no_table_of_ones_own(run: Callable[..., Any]) -> None:
    running = run()
    ann, ben = Browser(running.base, "Ann"), Browser(running.base, "Ben")
    ann.post("/api/complaints", player=ben.me["id"], text="His name is an insult.")
    assert ann.refused("/api/complaints", player="nobody", text="x")[0] == 400
    assert ann.refused("/api/complaints", player=ann.me["id"], text="x")[0] == 400
    (one,) = stored(running.server.store, "SELECT about, at_table, text FROM complaints")
    assert one == (ben.me["id"], "", "His name is an insult.")


def test_who_looks_on_is_told_no_word_of_whom_he_has_blocked(run: Callable[..., Any]) -> None:
    running = run()
    red, blue, key, links = invited(running.base)
    olga, hugo = Browser(running.base, "Olga"), Browser(running.base, "Hugo")
    for one in (olga, hugo):
        one.join(links["observer"])
    olga.post("/api/blocks", player=red.me["id"])
    path = f"/api/tables/{key}/live?seat=observer"
    with live(olga, running.base, path) as hers, live(hugo, running.base, path) as his:
        pages = [Page(hers), Page(his)]
        for page in pages:
            page.hear()
        red.post(f"/api/tables/{key}/chat", seat="red", text="you fool")
        blue.post(f"/api/tables/{key}/chat", seat="blue", text="be polite")
        heard = [
            [(one["n"], one["text"], one.get("muted")) for _ in range(2) for one in page.hear()["chat"]]
            for page in pages
        ]
    assert heard == [
        [(1, "", True), (2, "be polite", None)],
        [(1, "you fool", None), (2, "be polite", None)],
    ]  # fmt: skip


def test_a_complaint_reaches_the_owner_who_suspends(
    run: Callable[..., Any], tmp_path: Any, postbox: Postbox, capsys: pytest.CaptureFixture[str]
) -> None:
    running = run(smtp=postbox.address)
    owner = Person(running, "Olga")
    red, blue, key, _ = invited(running.base)
    place = running.server.settings.database
    more = ["--database", place] if place else []
    for path in ("", "/players", "/tables", "/complaints"):
        assert red.http.get(f"/api/owner{path}").status_code == 403
    assert main(["owner", "grant", "Olga", "--data", str(tmp_path / "data"), *more]) == 0
    assert main(["owner", "grant", "nobody here", "--data", str(tmp_path / "data"), *more]) == 2
    assert main(["owner", "list", "--data", str(tmp_path / "data"), *more]) == 0
    assert f"Olga  {owner.me['id']}" in capsys.readouterr().out
    owner.mail(postbox, "olga@example.org")
    blue.post(f"/api/tables/{key}/chat", seat="blue", text="you fool")
    red.post("/api/complaints", table=key, side="blue", text="He insults me.")
    (told,) = owner.get("/api/owner/complaints")
    assert (told["by"]["name"], told["about"]["name"], told["table"]) == ("Ann", "Ben", key)
    assert [(one["by"], one["text"]) for one in told["said"]] == [("blue", "you fool")]
    wait_for(lambda: postbox.to("olga@example.org", "a complaint"))
    assert "He insults" not in postbox.to("olga@example.org", "a complaint")[0].get_content()
    ben = told["about"]["id"]
    assert owner.refused("/api/owner/suspend", player=owner.me["id"], on=True)[0] == 400
    with live(blue, running.base, "/api/live") as socket:
        owner.post("/api/owner/suspend", player=ben, on=True, reason="insults")
        assert closed(socket) == 1012
    assert blue.refused(f"/api/tables/{key}/chat", seat="blue", text="what")[1].endswith("suspended you: insults")
    assert blue.http.get(f"/api/tables/{key}").status_code == 403
    assert blue.http.get("/api/account/file").status_code == 200  # what is his he may take along
    assert blue.get("/api/account")["name"] == "Ben"  # whose name he types to delete it
    assert owner.get("/api/owner/complaints")[0]["suspended"]
    (row,) = [one for one in owner.get("/api/owner/players", find="ben") if one["id"] == ben]
    assert (row["suspended"], row["games"]) == ("insults", 1)
    owner.post("/api/owner/suspend", player=ben, on=False)
    assert blue.look(key, "blue")
    assert not owner.get("/api/owner/complaints")[0]["suspended"]
    assert owner.post(f"/api/owner/complaints/{told['id']}/done")[0]["done"]
    assert owner.get("/api/owner")["counts"]["complaints"] == 0
    # what he is shown of a table is what observers know: no position, no log, no hand
    (table,) = owner.get("/api/owner/tables", find=key)
    assert set(table) == {
        "id", "game", "scenario", "title", "mode", "created", "updated", "over", "number", "seats", "turn", "waiting",
        "begun", "rated", "tournament", "open",
    }  # fmt: skip
    assert [(seat["side"], seat["name"]) for seat in table["seats"]] == [("red", "Ann"), ("blue", "Ben")]
    assert [one["id"] for one in owner.get("/api/owner/tables", find="BEN")] == [key]
    assert owner.get("/api/owner/tables", find="%") == []
    assert owner.http.get(f"/api/tables/{key}").status_code == 403
    assert main(["owner", "--data", str(tmp_path / "data"), *more, "revoke", "--", "-Hwf6xtbe7RyY4EY"]) == 2
    assert "-Hwf6xtbe7RyY4EY" in capsys.readouterr().err.splitlines()[-1], "an older id is no option behind --"
    assert main(["owner", "revoke", owner.me["id"], "--data", str(tmp_path / "data"), *more]) == 0
    assert owner.http.get("/api/owner").status_code == 403
    for _ in range(9):
        red.post("/api/complaints", table=key, side="blue", text="again")
    assert red.refused("/api/complaints", table=key, side="blue", text="again")[0] == 429


def test_all_that_is_ones_own_is_taken_along_and_deleted(run: Callable[..., Any], postbox: Postbox) -> None:
    running = run(smtp=postbox.address)
    red, blue, key, _ = invited(running.base)
    seal(red, blue, key)
    red.post(f"/api/tables/{key}/chat", seat="red", text="hello Ben")
    blue.post(f"/api/tables/{key}/chat", seat="blue", text="hello Ann")
    red.post(f"/api/tables/{key}/note", seat="red", place="hill", text="mine!")
    over = red.table()
    blue.join(over["links"]["blue"])
    red.dice(over["id"])
    blue.post(f"/api/tables/{over['id']}/resign", seat="blue")
    alone = red.table(seats={"red": "me", "blue": "me"})["id"]
    copies = red.get("/api/games")
    assert copies
    red.post("/api/notices", mail=True, webhook="https://ntfy.example.org/ann")
    red.post("/api/notices/push", **Device("https://push.example.org/ann").told)
    Person.mail(red, postbox, "ann@example.org")  # type: ignore[arg-type]
    with zipfile.ZipFile(io.BytesIO(red.http.get("/api/account/file").content)) as packed:
        about = json.loads(packed.read("account.json"))
        assert (about["name"], about["address"], len(about["sessions"])) == ("Ann", "ann@example.org", 1)
        assert (about["notices"]["webhook"], len(about["notices"]["devices"])) == ("https://ntfy.example.org/ann", 1)
        assert [one["text"] for one in json.loads(packed.read("said.json"))] == ["hello Ben"]
        games = {one["id"]: one for one in json.loads(packed.read("games.json"))}
        assert set(games) == {key, over["id"], alone}
        assert games[key]["seats"][0]["notes"] == {"hill": "mine!"}
        names = packed.namelist()
        running_game = packed.read(f"games/{key}-skirmish-red.jsonl").decode()
        shown = red.http.get(f"/api/tables/{key}/record", params={"seat": "red"}).text
        assert running_game == shown  # what his own seat may have, and no more
        assert f"games/{over['id']}-skirmish.jsonl" in names
    assert red.refused("/api/account/delete", name="Anna")[0] == 400
    with live(blue, running.base, f"/api/tables/{key}/live?seat=blue") as socket:
        red.post("/api/account/delete", name="Ann")
        assert closed(socket) == 1012  # his page comes back, and sees that the seat is free
    assert red.http.get("/api/account").status_code == 403
    ann = red.me["id"]
    for part in ("tokens", "pushes", "wishes", "addresses", "copies"):
        assert stored(running.server.store, f"SELECT 1 FROM {part} WHERE player = ?", (ann,)) == []
    assert stored(running.server.store, "SELECT 1 FROM notes") == []
    assert stored(running.server.store, "SELECT name, email FROM players WHERE id = ?", (ann,)) == [(FORMER, None)]
    wait_for(lambda: postbox.to("ann@example.org", "deleted"))
    # Ben has lost nothing: his game goes on, he can bring in another, what he said stands
    told = blue.look(key, "blue")
    assert [(one["by"], one["text"]) for one in told["chat"]] == [("red", "…"), ("blue", "hello Ann")]
    assert told["maker"] == ["blue"]
    assert [(seat["name"], seat["taken"]) for seat in told["seats"]] == [("", False), ("Ben", True)]
    url = blue.post(f"/api/tables/{key}/relink", side="red")["url"]
    cat = Browser(running.base, "Cat")
    cat.join(url)
    assert cat.look(key, "red")["seats"][0]["name"] == "Cat"
    ended = blue.look(over["id"], "blue")
    assert [seat["name"] for seat in ended["seats"]] == [FORMER, "Ben"]
    assert blue.http.get(f"/api/tables/{over['id']}/record", params={"seat": "blue"}).status_code == 200
    assert blue.http.get(f"/api/tables/{alone}").status_code == 404
    # and he can delete what is over alone now
    assert blue.post(f"/api/tables/{over['id']}/delete") == {"gone": True}
    # the link by which she once came in is nobody's way back
    assert blue.look(key, "blue")["seats"][1]["name"] == "Ben"


def test_what_is_under_way_when_an_account_is_deleted_is_not_kept(run: Callable[..., Any]) -> None:
    running = run()
    house = running.server
    let_go = threading.Event()
    read, copies = house.modules._reading.run, house.tables.repository.copies

    begun: list[Any] = []

    async def slowly(work: Any, *given: Any) -> Any:
        begun.append(work)
        found = await work(*given)
        await asyncio.to_thread(let_go.wait, 60)
        return found

    house.modules._reading.run = lambda *given: slowly(read, *given)
    house.tables.repository.copies = lambda *given: slowly(copies, *given)
    ann = Browser(running.base, "Ann")
    asked = {
        "/api/modules/first-blood/file": {
            "content": module([("a piece", piece("a", "a.png", {}))], images={"a.png": png(9, 9)}),
            "headers": {"content-type": "application/octet-stream"},
        },
        "/api/copies": {"json": {"game": "first-blood", "name": "Mine"}},
    }
    with ThreadPoolExecutor(2) as both:
        told = [both.submit(ann.http.post, path, **given) for path, given in asked.items()]
        wait_for(lambda: len(begun) == 2)
        ann.post("/api/account/delete", name="Ann")
        let_go.set()
        for one in told:
            answer = one.result()
            assert (answer.status_code, answer.json()["error"]) == (
                403, "your account has been deleted: nothing of yours is kept"
            )  # fmt: skip
    assert stored(house.store, "SELECT 1 FROM copies") == []
    assert [path for path in house.modules.folder.rglob("*") if path.is_file()] == []


def test_the_words_of_who_has_deleted_his_account_go_out_of_his_complaints(
    run: Callable[..., Any], tmp_path: Any
) -> None:
    running = run()
    red, blue, key, _ = invited(running.base)
    owner = Browser(running.base, "Olga")
    place = running.server.settings.database
    more = ["--database", place] if place else []
    assert main(["owner", "grant", "Olga", "--data", str(tmp_path / "data"), *more]) == 0
    red.post(f"/api/tables/{key}/chat", seat="red", text="you cheat")
    red.post("/api/complaints", table=key, side="blue", text="He cheats.")
    blue.post("/api/complaints", table=key, side="red", text="She insults me.")
    red.post("/api/account/delete", name="Ann")
    about, by = sorted(owner.get("/api/owner/complaints"), key=lambda one: one["by"]["name"])
    assert (about["text"], [one["text"] for one in about["said"]]) == ("She insults me.", ["you cheat"])
    assert (by["by"]["name"], by["about"]["name"], by["text"], by["said"]) == (FORMER, "Ben", "…", [])
