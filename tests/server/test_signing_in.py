"""Signing in: what passkeys and links in mails are good for, and what not; sessions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx

from ironbottom.server.settings import Settings
from server.play import HEADERS, Browser, live, stored, wait_for
from server.post import Authenticator, Person, Postbox, closed

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


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


def test_a_mailed_link_is_of_the_name_at_which_it_was_asked_for(run: Callable[..., Any], postbox: Postbox) -> None:
    running = run(smtp=postbox.address)
    port = running.base.rpartition(":")[2]
    asked = {f"localhost:{port}": f"http://localhost:{port}", "localhost:1": running.base}
    for n, (host, base) in enumerate(asked.items()):
        http = Person(running).http
        cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        # by the Host header the client itself would choose no cookie
        headers = {"Host": host, "Origin": f"http://{host}", "Cookie": cookies}
        assert http.post("/api/mail", json={"email": f"a{n}@example.org"}, headers=headers).status_code == 200
        postbox.link(f"a{n}@example.org")
        assert f"{base}/mail/" in postbox.to(f"a{n}@example.org")[0].get_content()
    public = Settings(public_url="https://war.example.org", port=8042)
    assert public.asked_base("localhost:8042") == ""


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
    assert [other.http.get("/api/account").status_code for other in others] == [401, 401]
    assert ann.refused("/api/sessions/0123456789abcdef/end")[0] == 404
    answer = ann.http.post("/api/sign-out", json={})
    assert "ironbottom_player=" in answer.headers["set-cookie"]
    assert ann.get("/api/me")["id"] != ann.me["id"]
    # cookies are stored as hashes alone
    raw = repr(stored(running.server.store, "SELECT * FROM tokens"))
    assert ann.cookie().partition("=")[2] not in raw


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
