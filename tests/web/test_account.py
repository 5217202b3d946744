"""An account in a real browser: a passkey of its virtual authenticator, a notice that a push service brings, and the
page without a network."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from conftest import serving

AUTHENTICATOR = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip
NEW_GAME = """async () => {
  const headers = { 'Content-Type': 'application/json', 'X-Ironbottom': '1' };
  const games = await (await fetch('/api/games')).json();
  const game = games.find((one) => one.slug === 'archies-war');
  const seats = { american: 'me', japanese: 'bot:random' };
  const body = JSON.stringify({ game: game.slug, scenario: game.scenarios[0].id, options: {}, seats, hints: false });
  return (await (await fetch('/api/tables', { method: 'POST', headers, body })).json()).id;
}"""
ANSWER = """async (path) => {
  const headers = { 'Content-Type': 'application/json', 'X-Ironbottom': '1' };
  return (await fetch(path, { method: 'POST', headers, body: '{}' })).json();
}"""
NOTES = """async () => {
  const registration = await navigator.serviceWorker.ready;
  return (await registration.getNotifications()).map((one) => [one.title, one.body, one.data]);
}"""
KEPT = """async () => {
  if (!await caches.has('ironbottom-tables')) return [];
  return (await (await caches.open('ironbottom-tables')).keys()).map((one) => new URL(one.url).pathname);
}"""


@pytest.mark.chromium(
    "the virtual authenticator, and a push that is delivered, are Chromium's own protocol", whole=True
)
def test_a_passkey_brings_one_back_and_the_page_works_offline(page: Callable[..., Any], tmp_path: Path) -> None:
    with serving(tmp_path / "data") as address:
        address = address.replace("127.0.0.1", "localhost")
        tab = page(address, workers=True, expected="ERR_")
        wires = tab.context.new_cdp_session(tab)
        wires.send("WebAuthn.enable")
        wires.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        tab.get_by_label("Your name").fill("Marianne")
        tab.get_by_label("Your name").press("Tab")
        key = tab.evaluate(NEW_GAME)
        tab.reload()
        tab.locator("[data-key=account]").click()
        tab.get_by_text("You are a guest (1 game)").wait_for()
        tab.locator('[data-key="account.add"]').click()
        tab.locator(".account .copy-row", has_text="Passkey 1").wait_for()
        assert tab.get_by_text("You are a guest").count() == 0
        # signed out, one is a guest with nothing; the passkey says who one was
        with tab.expect_navigation():
            tab.locator('[data-key="account.out"]').click()
        tab.get_by_text("No game yet").wait_for()
        assert tab.get_by_label("Your name").input_value() != "Marianne"
        tab.locator("[data-key=account]").click()
        with tab.expect_navigation():
            tab.locator('[data-key="account.sign-in"]').click()
        tab.locator(f'.table-row a[href="/t/{key}"]').wait_for()
        assert tab.get_by_label("Your name").input_value() == "Marianne"
        # a notice comes though the table is not open
        tab.context.grant_permissions(["notifications"])
        found: list[Any] = []
        wires.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
        wires.send("ServiceWorker.enable")
        tab.evaluate("navigator.serviceWorker.ready.then(() => 1)")
        tab.wait_for_timeout(200)
        told = {"title": "Archie's War", "text": "It is your turn in Archie's War.", "place": f"/t/{key}"}
        push = {"origin": address, "registrationId": found[0]["registrationId"], "data": json.dumps(told)}
        wires.send("ServiceWorker.deliverPushMessage", push)
        tab.wait_for_function(f"async () => (await ({NOTES})()).length === 1")
        assert tab.evaluate(NOTES) == [[told["title"], told["text"], told["place"]]]
        tab.reload()  # now the worker hands on what is asked, and keeps the lists
        tab.locator(f'.table-row a[href="/t/{key}"]').click()
        tab.locator(".table .world").wait_for()
        while len(tab.evaluate(KEPT)) < 5:  # the table, and its drawings
            tab.wait_for_timeout(200)
        pieces = tab.locator(".piece").count()
        tab.goto(address)
        tab.locator(f'.table-row a[href="/t/{key}"]').wait_for()
    tab.goto(address)
    tab.get_by_text("No connection: these are your games").wait_for()
    assert tab.locator(".table-row").count() == 1
    tab.wait_for_function(
        "() => [...document.querySelectorAll('.card-frame img')].slice(0, 3).every((one) => one.naturalWidth > 0)"
    )  # each board's small picture, or the waters where that was never seen: no grey boxes
    for path in ("t/another", "lobby"):
        tab.goto(f"{address}/{path}")
        tab.get_by_role("heading", name="The server cannot be reached").wait_for()
    other = tab.context.new_page()
    other.goto(f"{address}/lobby")
    other.get_by_role("button", name="Try again").wait_for()
    # the table that was open stands as it was, to look at
    tab.goto(f"{address}/t/{key}")
    tab.locator("#prompt-text", has_text="No connection: this is the table as it stood").wait_for()
    tab.wait_for_function("(n) => n > 0 && document.querySelectorAll('.piece').length === n", arg=pieces)
    tab.wait_for_function("document.querySelector('.board img, .board image')?.getBoundingClientRect().width > 300")
    assert tab.locator(".answers button:visible, [data-do]:visible, .piece.lit").count() == 0
    with serving(tmp_path / "data", port=int(address.rpartition(":")[2])):
        tab.locator('.table:not(.kept) [data-key="undo"]').wait_for(timeout=30000)  # it comes by itself
        other.get_by_role("heading", name="The server").wait_for(state="hidden", timeout=30000)
        other.get_by_role("heading", name="Lobby").wait_for()
        tab.evaluate("import('/js/offline.js').then((all) => all.forgetKept())")
        assert tab.evaluate(KEPT) == []


def test_at_a_bare_number_passkeys_are_not_offered_and_it_is_said(page: Callable[..., Any], real: str) -> None:
    tab = page(real, width=360, height=740, touch=True)
    tab.locator("[data-key=account]").tap()
    tab.get_by_text("Passkeys need https").wait_for()
    assert tab.locator('[data-key="account.add"]').count() == 0
    assert tab.locator('[data-key="account.sign-in"]').count() == 0
    assert tab.locator(".account input[type=email]").count() == 0  # this server sends no mail
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360
    assert tab.evaluate("document.querySelector('dialog').scrollWidth <= document.querySelector('dialog').clientWidth")


def test_whose_session_is_ended_elsewhere_is_told_so_and_is_no_new_guest_unawares(
    page: Callable[..., Any], tmp_path: Path
) -> None:
    with serving(tmp_path / "data") as address:
        tab = page(address, expected="respon")  # "responded with 401", "response code: 403"
        tab.get_by_label("Your name").fill("Marianne")
        tab.get_by_label("Your name").press("Tab")
        secret = tab.evaluate(ANSWER, "/api/me/link")["url"].rpartition("/")[2]
        with httpx.Client(base_url=address, headers={"X-Ironbottom": "1"}) as other:
            other.post("/api/personal", json={"secret": secret})
            other.post("/api/sessions/others/end", json={})
        tab.get_by_role("heading", name="You were signed out here").wait_for()
        tab.keyboard.press("Escape")
        tab.keyboard.press("Escape")
        tab.get_by_role("heading", name="You were signed out here").wait_for()  # it is nobody's page
        with tab.expect_navigation():
            tab.get_by_role("button", name="Go on as a new guest").click()
        tab.get_by_text("No game yet").wait_for()
        assert tab.get_by_label("Your name").input_value() != "Marianne"
        assert tab.locator(".signed-out").count() == 0
        tab.goto("about:blank")  # it asks no server that has ended


def test_in_the_lobby_too_an_ended_session_is_told_and_a_deleted_account_says_who_one_is(
    page: Callable[..., Any], tmp_path: Path
) -> None:
    with serving(tmp_path / "data") as address:
        tab = page(address, expected="respon", width=390, height=844, touch=True)
        tab.wait_for_selector(".game-card")
        secret = tab.evaluate(ANSWER, "/api/me/link")["url"].rpartition("/")[2]
        tab.goto(f"{address}/lobby")
        tab.wait_for_selector(".quick-tile")
        with httpx.Client(base_url=address, headers={"X-Ironbottom": "1"}) as other:
            other.post("/api/personal", json={"secret": secret})
            other.post("/api/sessions/others/end", json={})
        tab.get_by_role("heading", name="You were signed out here").wait_for()
        with tab.expect_navigation():
            tab.get_by_role("button", name="Go on as a new guest").click()
        name = tab.get_by_label("Your name").input_value()
        tab.locator("[data-key=account]").tap()
        tab.locator('[data-key="account.delete"]').click()
        tab.get_by_label(f"Type your name, {name}, to do it.").fill(name)
        tab.locator('[data-key="account.delete-yes"]').click()
        tab.locator(".toast", has_text="Your account is deleted. On this page you are a new guest now").wait_for()
        tab.goto("about:blank")  # it asks no server that has ended
