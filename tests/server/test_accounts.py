"""Accounts: passkeys and links in mails tie a name to a person; sessions, blocking, complaints, what is one's own."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from ironbottom.cli import main
from ironbottom.server.accounts import FORMER
from server.play import HEADERS, Browser, invited, live, seal, stored, wait_for
from server.post import Authenticator, Postbox, closed

BOTH = True
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def postbox() -> Iterator[Postbox]:
    box = Postbox()
    yield box
    box.close()


class Person(Browser):
    """A browser at http://localhost, where passkeys work."""

    def __init__(self, running: Any, name: str = "") -> None:
        self.origin = running.base.replace("127.0.0.1", "localhost")
        self.running = running
        super().__init__(running.base, name)
        self.http.headers["Host"] = self.origin.partition("//")[2]
        self.http.headers["Origin"] = self.origin

    def account(self) -> Any:
        return self.get("/api/account")

    def add_passkey(self, made: Authenticator, name: str = "Key") -> Any:
        return self.post("/api/passkeys", credential=made.make(self.post("/api/passkeys/new")), name=name)

    def sign_in(self, made: Authenticator, **more: Any) -> Any:
        return self.post("/api/sign-in", credential=made.sign(self.post("/api/sign-in/new"), **more))

    def mail(self, postbox: Postbox, address: str) -> Any:
        self.post("/api/mail", email=address)
        before = len(postbox.to(address))
        wait_for(lambda: len(postbox.to(address)) >= max(1, before))
        return self.post("/api/mail/follow", secret=postbox.link(address))


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
    # ann can end the other one; it is nobody from then on
    theirs = next(one for one in ann.account()["sessions"] if not one["here"])
    ann.post(f"/api/sessions/{theirs['id']}/end")
    assert other.http.get("/api/account").status_code == 403
    assert ann.account()["passkeys"][0]["used"]
    ann.post(f"/api/passkeys/{told['passkeys'][0]['id']}/remove")
    assert Person(running).refused("/api/sign-in", credential=device.sign(ann.post("/api/sign-in/new")))[0] == 403


def test_what_a_passkey_signs_is_good_once_here_and_now(run: Callable[..., Any]) -> None:
    running = run()
    ann, eve = Person(running, "Ann"), Person(running, "Eve")
    device = Authenticator(ann.origin)
    options = ann.post("/api/passkeys/new")
    made = device.make(options)
    # another cannot take it as his, and it is used up by that
    assert eve.refused("/api/passkeys", credential=made, name="x")[0] == 403
    assert ann.refused("/api/passkeys", credential=made, name="x")[0] == 403
    ann.add_passkey(device)
    assert ann.refused("/api/passkeys", credential=device.make(ann.post("/api/passkeys/new")), name="x")[0] == 400
    signed = device.sign(eve.post("/api/sign-in/new"))
    assert eve.post("/api/sign-in", credential=signed)["name"] == "Ann"
    nobody = Person(running)
    assert nobody.refused("/api/sign-in", credential=signed)[0] == 403  # said again

    def refused(change: Callable[[Authenticator], None], **more: Any) -> None:
        wrong = Authenticator(device.origin)
        wrong.key, wrong.id, wrong.user, wrong.uses = device.key, device.id, device.user, device.uses
        change(wrong)
        status, error = nobody.refused("/api/sign-in", credential=wrong.sign(nobody.post("/api/sign-in/new"), **more))
        assert status == 403, error

    refused(lambda wrong: setattr(wrong, "verified", False))
    refused(lambda wrong: setattr(wrong, "origin", "https://example.org"))
    refused(lambda wrong: setattr(wrong, "site", "example.org"))
    refused(lambda wrong: setattr(wrong, "key", Authenticator("").key))
    refused(lambda wrong: setattr(wrong, "id", b"another"))
    refused(lambda wrong: setattr(wrong, "user", eve.me["id"].encode()))
    refused(lambda wrong: setattr(wrong, "uses", 0))  # a copy that counts from where it was made
    refused(lambda wrong: None, crossOrigin=True)
    refused(lambda wrong: None, type="webauthn.create")
    late = device.sign(nobody.post("/api/sign-in/new"))
    now = running.server.tables.clock
    running.server.players.clock = running.server.accounts.passkeys.clock = lambda: now() + 301
    assert nobody.refused("/api/sign-in", credential=late)[0] == 403
    running.server.accounts.passkeys.clock = now
    for wrong in ({}, {"response": {}}, {"response": {"clientDataJSON": "!"}}, {"response": 7}):
        assert nobody.refused("/api/sign-in", credential=wrong)[0] == 403
    # not from an address where browsers know no passkeys, nor from another site's page
    plain = Browser(running.base)
    assert plain.refused("/api/sign-in/new")[0] == 400
    nobody.http.headers["Origin"] = "https://example.org"
    assert nobody.refused("/api/sign-in/new")[0] == 403


def test_passkeys_behind_https_are_good_for_the_public_name_alone(run: Callable[..., Any]) -> None:
    running = run(public_url="https://war.example.org")
    ann = Person(running)  # its cookie goes by https alone
    cookie = httpx.get(f"{running.base}/api/me").headers["set-cookie"].partition(";")[0]
    ann.http.headers.update({"Host": "war.example.org", "Origin": "https://war.example.org", "Cookie": cookie})
    ann.post("/api/me", name="Ann")
    device = Authenticator("https://war.example.org", "war.example.org")
    ann.add_passkey(device)
    assert ann.sign_in(device)["name"] == "Ann"
    device.origin = "http://war.example.org"
    assert ann.refused("/api/sign-in", credential=device.sign(ann.post("/api/sign-in/new")))[0] == 403


def test_a_link_in_a_mail_ties_an_address_and_signs_in_by_it(run: Callable[..., Any], postbox: Postbox) -> None:
    running = run(smtp=postbox.address)
    ann = Person(running, "Ann")
    key = ann.table()["id"]
    assert ann.account()["can"] == {"mail": True, "push": True, "passkeys": True}
    assert ann.post("/api/mail", email="Ann@Example.org") == {"sent": True}
    link = postbox.link("Ann@Example.org")
    told = ann.get(f"/api/mail/{link}")
    assert (told["ties"], told["name"], told["games"], told["same"]) == (True, "Ann", 1, True)
    # who got the link by a trick cannot have the address tied to somebody else's account, nor see whose it is
    eve = Person(running, "Eve")
    assert eve.http.get(f"/api/mail/{link}").status_code == 403
    assert eve.refused("/api/mail/follow", secret=link)[0] == 403
    ann.post("/api/mail/follow", secret=link)
    assert ann.account()["address"] == "Ann@Example.org"
    assert ann.refused("/api/mail/follow", secret=link)[0] == 404
    # from elsewhere the same address signs in, and what one hears is the same as for an unknown one
    other = Person(running)
    first = other.http.post("/api/mail", json={"email": "ann@example.org"})
    second = other.http.post("/api/mail", json={"email": "nobody@example.org"})
    assert (first.status_code, first.text) == (second.status_code, second.text)
    link = postbox.link("ann@example.org")
    told = other.get(f"/api/mail/{link}")
    assert (told["ties"], told["name"], told["now"]["games"], told["same"]) == (False, "Ann", 0, False)
    assert other.post("/api/mail/follow", secret=link)["name"] == "Ann"
    assert [table["id"] for table in other.get("/api/tables")] == [key]
    assert other.refused("/api/mail/follow", secret=link)[0] == 404
    wait_for(lambda: postbox.to("nobody@example.org"))
    words = [postbox.to(one)[-1].get_content().replace(postbox.link(one), "") for one in
             ("ann@example.org", "nobody@example.org")]  # fmt: skip
    assert words[0] == words[1]
    # too late
    other.post("/api/mail", email="late@example.org")
    late = postbox.link("late@example.org")
    now = running.server.accounts.clock
    running.server.accounts.clock = lambda: now() + 901
    assert other.refused("/api/mail/follow", secret=late)[0] == 404
    running.server.accounts.clock = now
    # the address goes; it is told
    other.post("/api/mail/remove")
    assert ann.account()["address"] is None
    wait_for(lambda: postbox.to("Ann@Example.org", "removed"))


def test_an_address_is_sent_few_links_and_who_asks_gets_few(run: Callable[..., Any], postbox: Postbox) -> None:
    running = run(smtp=postbox.address)
    ann = Person(running, "Ann")
    for _ in range(4):
        assert ann.post("/api/mail", email="ann@example.org") == {"sent": True}
    ann.post("/api/mail", email="last@example.org")
    wait_for(lambda: postbox.to("last@example.org"))
    assert len(postbox.to("ann@example.org")) == 3
    ann.post("/api/mail", email="more@example.org")
    assert ann.refused("/api/mail", email="other@example.org")[0] == 429
    for wrong in ("x", "a@b\r\nBcc: c@d", "a b@c", "<a@b>", "a@b,c@d", "ann@stra\u00dfe.de", "\u212a@b.org"):
        assert ann.refused("/api/mail", email=wrong)[0] == 400


def test_without_a_mail_server_there_is_no_mail(run: Callable[..., Any]) -> None:
    ann = Person(run(), "Ann")
    assert ann.account()["can"]["mail"] is False
    assert ann.refused("/api/mail", email="ann@example.org") == (400, "this server sends no mail")


def test_sessions_end(run: Callable[..., Any]) -> None:
    running = run()
    ann = Person(running, "Ann")
    key = ann.table()["id"]
    others = [Person(running) for _ in range(2)]
    for other in others:
        other.post("/api/personal", secret=ann.post("/api/me/link")["url"].rpartition("/")[2])
    with live(others[0], running.base, f"/api/tables/{key}/live?seat=red") as socket:
        ann.post("/api/sessions/others/end")
        assert closed(socket) == 1012
    assert [one["here"] for one in ann.account()["sessions"]] == [True]
    assert [other.http.get("/api/account").status_code for other in others] == [403, 403]
    assert ann.refused("/api/sessions/0123456789abcdef/end")[0] == 404
    answer = ann.http.post("/api/sign-out", json={})
    assert "ironbottom_player=" in answer.headers["set-cookie"]
    assert ann.get("/api/me")["id"] != ann.me["id"]
    # cookies are stored as hashes alone
    raw = repr(stored(running.server.store, "SELECT * FROM tokens"))
    assert ann.cookie().partition("=")[2] not in raw


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
    (row,) = [one for one in owner.get("/api/owner/players", find="ben") if one["id"] == ben]
    assert (row["suspended"], row["games"]) == ("insults", 1)
    owner.post("/api/owner/suspend", player=ben, on=False)
    assert blue.look(key, "blue")
    assert owner.post(f"/api/owner/complaints/{told['id']}/done")[0]["done"]
    assert owner.get("/api/owner")["counts"]["complaints"] == 0
    # what he is shown of a table is what observers know: no position, no log, no hand
    (table,) = owner.get("/api/owner/tables", find=key)
    assert set(table) == {"id", "game", "scenario", "title", "mode", "created", "updated", "over", "number", "seats"}
    assert [(seat["side"], seat["name"]) for seat in table["seats"]] == [("red", "Ann"), ("blue", "Ben")]
    assert [one["id"] for one in owner.get("/api/owner/tables", find="BEN")] == [key]
    assert owner.get("/api/owner/tables", find="%") == []
    assert owner.http.get(f"/api/tables/{key}").status_code == 403
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
    Person.mail(red, postbox, "ann@example.org")  # type: ignore[arg-type]
    with zipfile.ZipFile(io.BytesIO(red.http.get("/api/account/file").content)) as packed:
        about = json.loads(packed.read("account.json"))
        assert (about["name"], about["address"], len(about["sessions"])) == ("Ann", "ann@example.org", 1)
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
    for part, column in (("tokens", "player"), ("addresses", "player"), ("copies", "player"), ("notes", "text")):
        wanted = ann if column == "player" else "mine!"
        assert stored(running.server.store, f"SELECT 1 FROM {part} WHERE {column} = ?", (wanted,)) == []
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


def test_cookies_of_an_earlier_release_stay_good(run: Callable[..., Any]) -> None:
    running = run()
    ann = Person(running, "Ann")
    forget = "UPDATE tokens SET began = NULL, used = NULL, device = ''"
    running.server.store.submit(lambda c: c.execute(forget) and None).result()
    ann.http.headers["User-Agent"] = FIREFOX
    (one,) = ann.account()["sessions"]
    assert (one["device"], one["began"], one["here"]) == ("Firefox, Linux", None, True)
    assert one["used"]


def test_other_sites_and_forms_can_do_nothing(run: Callable[..., Any]) -> None:
    running = run()
    ann = Person(running, "Ann")
    cookies = dict(ann.http.cookies)
    for headers in ({}, {**HEADERS, "Origin": "https://example.org"}, {**HEADERS, "Sec-Fetch-Site": "cross-site"}):
        with httpx.Client(base_url=running.base, headers=headers, cookies=cookies) as strange:
            for path in ("/api/account/delete", "/api/sign-out", "/api/passkeys/new", "/api/notices/push"):
                assert strange.post(path, json={"name": "Ann"}).status_code == 403
    strange = httpx.get(f"{running.base}/api/account/file", cookies=cookies, headers={"Sec-Fetch-Site": "cross-site"})
    assert strange.status_code == 403
    assert ann.account()["name"] == "Ann"
