"""Two browsers at one table, what comes after the game, and what is taken away from it, on the real server."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from guests import come, post

Make = Callable[..., Any]

ASK = """async ([path, body]) => {
  const how = body === null ? {} : {method: 'POST', body: JSON.stringify(body),
    headers: {'Content-Type': 'application/json', 'X-Ironbottom': '1'}};
  return (await fetch(path, how)).json();
}"""


def ask(tab: Any, path: str, body: Any = None) -> Any:
    return tab.evaluate(ASK, [path, body])


def sit(base: str, page: Make, *, hints: bool = True) -> tuple[Any, Any, dict[str, Any]]:
    """Two browsers at a table: the one who made it plays the Americans."""
    one = come(page, base)
    seats = {"american": "me", "japanese": "friend"}
    made = post(
        one,
        f"{base}/api/tables",
        {"game": "archies-war", "scenario": "two-player", "options": {}, "seats": seats, "clock": None, "hints": hints},
    )
    one.goto(f"{base}/t/{made['id']}")
    one.wait_for_selector(".world .piece")
    two = page(made["links"]["japanese"], expected="403")
    two.get_by_role("button", name="Take the seat").click()
    two.get_by_role("link", name="Go to the table").click()
    two.wait_for_selector(".table .world")
    return one, two, made


def by_days(base: str, page: Make, **how: Any) -> tuple[Any, dict[str, Any]]:
    """A table of three days for each move; the other seat is free."""
    one = come(page, base, **how)
    made = post(
        one,
        f"{base}/api/tables",
        {"game": "archies-war", "scenario": "two-player", "options": {}, "clock": {"days": 3}, "hints": True,
         "seats": {"american": "me", "japanese": "friend"}},
    )  # fmt: skip
    one.goto(f"{base}/t/{made['id']}")
    one.wait_for_selector(".table .world")
    return one, made


def accept(page: Make, made: dict[str, Any], **how: Any) -> Any:
    two = page(made["links"]["japanese"], expected="403", **how)
    two.get_by_role("button", name="Take the seat").click()
    two.get_by_role("link", name="Go to the table").click()
    two.wait_for_selector(".table .world")
    return two


CUT = """() => [...document.querySelectorAll('.plate, .plate b, .plate small, .plate span')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline')
  .map((one) => one.textContent)"""
"""What is not read whole on the plate."""


def test_the_clock_of_who_decides_runs_on_both_pages(real: str, page: Make) -> None:
    one, made = by_days(real, page)
    two = accept(page, made, width=390, height=844, touch=True)
    for tab in (one, two):
        clock = tab.locator(".plate .plate-clock")
        clock.wait_for()
        assert clock.inner_text() in ("3 d 0 h", "2 d 23 h")
        assert clock.get_attribute("role") == "timer"
    two.wait_for_function("() => document.querySelector('.plate').innerText.toLowerCase().includes('is here')")
    assert [tab.evaluate(CUT) for tab in (one, two)] == [[], []]
    one.locator(".plate-clock.own").evaluate("(one) => { one.dataset.end = new Date(Date.now() + 90e3).toISOString() }")
    one.locator(".toast", has_text="Your time is running out: 1:2").wait_for()
    set_up_one(one)
    one.locator('[data-key="undo"]').click()
    one.wait_for_selector(".redo:enabled")
    one.set_viewport_size({"width": 390, "height": 844})
    assert one.evaluate(CUT) == []


def test_the_list_of_games_says_how_long_the_next_has(real: str, page: Make) -> None:
    one, made = by_days(real, page)
    one.goto(real)
    row = one.locator(f'.table-link[href="/t/{made["id"]}"]')
    assert "the seat is free" in row.inner_text()
    one.go_back()  # the dice are made by both pages
    two = accept(page, made)
    one.wait_for_selector(".plate:has-text('you decide')")
    one.goto(real)
    two.goto(real)
    two.set_viewport_size({"width": 390, "height": 844})
    for tab, words in ((one, "Your turn"), (two, "Waiting for Americans")):
        state = tab.locator(f'.table-link[href="/t/{made["id"]}"] .state', has_text=words)
        state.wait_for()
        assert any(left in state.inner_text() for left in ("3 d 0 h", "2 d 23 h"))
    row = two.locator(f'.table-link[href="/t/{made["id"]}"]')
    row.locator(".state").evaluate("(one) => one.append(' and quite a few words more')")
    assert row.locator(".table-title").bounding_box()["width"] > 120, "the title is not squeezed"
    assert "\n" not in two.locator(".table-who").first.inner_text()
    who, whole = (two.locator(f"{key}").first.bounding_box()["width"] for key in (".table-who", ".table-link"))
    assert who > whole * 0.9


def test_the_panel_says_who_is_there_whoever_decides(real: str, page: Make) -> None:
    one, made = by_days(real, page)
    there = one.locator(".tab-body:not([hidden]) .section p.small").first
    one.get_by_role("tab", name="Notes").click()
    assert there.inner_text() == "Japanese: the seat is free"
    two = accept(page, made)
    one.wait_for_selector(".plate:has-text('you decide')")
    one.wait_for_function("() => document.body.innerText.includes('(Japanese): at the table')")
    assert "to decide" not in there.inner_text()
    two.close()


def choose(tab: Any, name: str) -> None:
    """An entry of the table's menu."""
    tab.locator('[data-key="table"]').click()
    tab.get_by_role("menuitem", name=name).click()


def set_up_one(tab: Any) -> None:
    tab.locator(".piece.lit:not(.picked)").first.click()
    tab.wait_for_selector(".space.lit")
    space = tab.locator(".space.lit").first
    box = space.bounding_box()
    tab.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.08)
    tab.wait_for_function("() => !document.querySelector('.piece.picked, .table.sending')")


def set_up(tab: Any) -> None:
    """The Americans place their four blocks."""
    for _ in range(4):
        set_up_one(tab)


def resign(tab: Any) -> None:
    choose(tab, "Resign…")
    tab.get_by_role("button", name="Resign, which ends the game").click()


def test_a_draw_is_offered_declined_and_agreed(real: str, page: Make) -> None:
    one, two, _ = sit(real, page)
    choose(one, "Offer a draw")
    assert "Waiting for an answer" in one.locator(".offer").inner_text()
    one.set_viewport_size({"width": 390, "height": 844})
    one.reload()  # a sheet that is folded
    one.locator(".notice.offered", has_text="Waiting for an answer").wait_for()
    one.set_viewport_size({"width": 1440, "height": 900})
    two.locator(".offer").wait_for()
    assert "The Americans offer a draw" in two.locator(".offer").inner_text()
    two.get_by_role("button", name="Decline").click()
    one.locator(".offer").wait_for(state="detached")
    one.locator(".notice.answer").wait_for()
    set_up_one(one)
    assert one.locator(".notice.answer").count() == 0, "what was declined is old news"
    choose(two, "Offer a draw")
    one.get_by_role("button", name="Agree").click()
    for tab in (one, two):
        tab.locator(".ending").wait_for()
        assert "A draw" in tab.locator(".ending").inner_text()


def hurry(tab: Any, table: str, side: str, until: str) -> None:
    """Let a side end what it does as soon as it can, until the other is to decide."""
    for number in range(20):
        message = ask(tab, f"/api/tables/{table}?seat={side}")
        if message["prompt"]["sides"] == [until]:
            return
        does = [choice["do"] for choice in message["choices"]]
        do = "end" if "end" in does else does[0]
        body = {"seat": side, "n": message["n"], "id": f"{side}{number}{message['n']}", "do": [do]}
        ask(tab, f"/api/tables/{table}/do", body)
    raise AssertionError("no end of it")


def test_a_takeback_is_asked_for_and_granted(real: str, page: Make) -> None:
    one, two, made = sit(real, page)
    choose(one, "Offer a draw")
    two.locator(".offer").wait_for()
    set_up(one)
    hurry(one, made["id"], "american", "japanese")
    for tab in (one, two):
        tab.locator(".notice.answer", has_text="the offer lapsed").wait_for()
    hurry(two, made["id"], "japanese", "american")
    two.wait_for_function("() => document.querySelector('.plate').innerText.includes('Americans')")
    choose(two, "Ask to take back")
    one.locator(".offer").wait_for()
    assert "ask to take their last move back" in one.locator(".offer").inner_text()
    assert len(one.locator(".offer q").inner_text()) > 5, "and from where on"
    one.get_by_role("button", name="Agree").click()
    two.wait_for_function("() => document.querySelector('.plate').innerText.includes('Japanese')")
    one.locator(".offer").wait_for(state="detached")


def test_only_what_can_be_is_offered(real: str, page: Make) -> None:
    """Nothing is claimed on time while the other has some, and who has done nothing hears that."""
    one, made = by_days(real, page, expected="400")
    accept(page, made)
    one.wait_for_selector(".plate:has-text('you decide')")
    one.locator('[data-key="table"]').click()
    assert one.get_by_role("menuitem", name="Claim the game").count() == 0
    one.get_by_role("menuitem", name="Ask to take back").click()
    one.get_by_text("You have no move that could be taken back.").first.wait_for()


def test_an_invitation_begins_with_its_title(real: str, page: Make) -> None:
    one, made = by_days(real, page)
    two = page(made["links"]["japanese"], width=390, height=844, touch=True)
    two.get_by_role("button", name="Take the seat").wait_for()
    assert two.evaluate("scrollY") == 0
    box = two.get_by_role("button", name="Take the seat").bounding_box()
    assert box["y"] + box["height"] < 844, "the answer is in sight, the rulings are below it"
    words = two.locator(".join-words").inner_text()
    assert "Hints and analysis are allowed" in words
    asked = next(game for game in ask(one, "/api/games") if game["slug"] == "archies-war")["options"]
    assert two.locator(".option-list li").count() == len([one for one in asked if "two-player" in one["scenarios"]])
    two.get_by_label("What the others call you").fill("Carl")
    two.get_by_role("button", name="Take the seat").click()
    one.locator(".who", has_text="Carl").wait_for()


def test_the_tournaments_stand_in_the_lobby(real: str, page: Make) -> None:
    tab = page(f"{real}/tournaments", height=400)
    tab.locator("#lobby-tournaments").wait_for()
    seen = "() => document.getElementById('lobby-tournaments').getBoundingClientRect().top < innerHeight"
    tab.wait_for_function(seen)


def test_resign_then_a_rematch_with_sides_swapped(real: str, page: Make) -> None:
    one, two, made = sit(real, page)
    resign(one)
    one.locator(".ending").wait_for()
    two.locator(".ending").wait_for()
    assert "You have won" in two.locator(".ending").inner_text()
    assert "You have lost\n\nThe Americans resigned." in one.locator(".ending").inner_text()
    assert two.locator(".proof").count() == 1
    one.get_by_role("button", name="Rematch, sides swapped").click()
    assert "Waiting for an answer" in one.locator(".offer").inner_text()
    two.locator(".offer").wait_for()
    assert "The Americans ask for a rematch" in two.locator(".offer").inner_text()
    assert two.locator(".offer").bounding_box()["y"] < two.locator(".ending").bounding_box()["y"]
    two.get_by_role("button", name="Agree: sides swapped").wait_for()
    two.get_by_role("button", name="Decline").click()
    one.locator(".notice.answer").wait_for()
    assert "declined" in one.locator(".notice.answer").inner_text()
    one.get_by_role("button", name="Rematch, sides swapped").click()
    one.get_by_role("button", name="Withdraw").click()
    two.locator(".offer").wait_for(state="detached")
    one.locator(".offer").wait_for(state="detached")
    one.get_by_role("button", name="Rematch, sides swapped").click()
    two.get_by_role("button", name="Agree", exact=True).click()
    two.wait_for_function(
        "(old) => !location.pathname.endsWith(old) && document.querySelector('.world .piece')", arg=made["id"]
    )
    one.wait_for_url(lambda url: made["id"] not in url)  # who asked is taken along
    one.wait_for_selector(".table")
    assert one.url.split("?")[0] == two.url.split("?")[0]
    # the game begins when both pages have given their numbers for the dice
    two.wait_for_function("() => document.querySelector('.plate b')?.innerText === 'Americans'")


def test_an_observer_sees_what_both_may_see(real: str, page: Make) -> None:
    one, _, made = sit(real, page)
    watch = page(made["links"]["observer"])
    watch.get_by_role("button", name="Watch").click()
    watch.wait_for_selector(".table .world")
    assert "you are watching" in watch.locator(".plate").inner_text().lower()
    assert watch.locator(".lit, .answers .button").count() == 0
    assert watch.locator('.piece[data-id*="vandegrift"]').count() == 0
    set_up(one)
    watch.wait_for_function("() => document.querySelectorAll('.log .line').length >= 1")


def test_chat_and_notes_of_two(real: str, page: Make) -> None:
    one, two, _ = sit(real, page)
    one.get_by_role("tab", name="Notes").click()
    one.get_by_label("Write to the table").fill("Good luck <b>")
    one.keyboard.press("Enter")
    two.wait_for_selector(".tab-badge")
    two.get_by_role("tab", name="Notes").click()
    said = two.locator(".chat").inner_text()
    assert "Good luck <b>" in said
    assert f"{ask(one, '/api/me')['name']} (Americans)" in said
    one.locator('.space[data-id="taivu_point"]').click(button="right")
    one.get_by_role("menuitem", name="Pin a note at Taivu Point").click()
    one.keyboard.type("They land here")
    one.get_by_role("button", name="Save", exact=True).click()
    one.wait_for_selector(".note-pin")
    one.reload()
    one.wait_for_selector(".note-pin")
    assert two.locator(".note-pin").count() == 0, "notes are one's own"


def test_between_two_of_whom_one_has_blocked_the_other_there_is_no_chat(real: str, page: Make) -> None:
    one, two, made = sit(real, page)
    ask(one, "/api/blocks", {"table": made["id"], "side": "japanese"})
    one.reload()
    one.locator('[data-key="who-chat"]').click()
    one.locator("#panel-notes").get_by_text("You have blocked").wait_for()
    assert one.locator(".chat-form").count() == 0
    two.locator('[data-key="who-chat"]').click()
    two.keyboard.type("Hello")
    two.keyboard.press("Enter")
    told = two.locator(".notice.why")
    told.wait_for()
    assert told.inner_text().strip() == "There is no chat between the two of you: one has blocked the other."


def test_a_page_that_comes_back_has_the_whole_chat_once(real: str, page: Make) -> None:
    one, two, made = sit(real, page)

    def say(text: str) -> None:
        ask(two, f"/api/tables/{made['id']}/chat", {"seat": "japanese", "text": text})

    say("first")
    one.locator(".tab-badge").wait_for()
    one.context.set_offline(True)
    for n in range(3):
        say(f"meanwhile {n}")
    one.context.set_offline(False)
    one.get_by_role("tab", name="Notes").click()
    one.wait_for_selector(".chat li:nth-child(4)")
    say("last")
    one.wait_for_selector(".chat li:nth-child(5)")
    texts = one.locator(".chat li p:last-child").all_inner_texts()
    assert texts == ["first", "meanwhile 0", "meanwhile 1", "meanwhile 2", "last"]


def test_a_computer_that_thinks_is_asked_to_move_now(real: str, page: Make) -> None:
    tab = come(page, real)
    seats = {"american": "bot:elite", "japanese": "me"}
    body = {"game": "archies-war", "scenario": "two-player", "options": {}, "seats": seats}
    tab.goto(f"{real}/t/{post(tab, f'{real}/api/tables', body)['id']}")
    tab.get_by_role("button", name="Move now").click(timeout=30000)
    tab.wait_for_function("() => document.querySelector('.plate').innerText.includes('YOU DECIDE')", timeout=30000)
    assert tab.get_by_role("button", name="Move now").count() == 0


@pytest.mark.chromium("of downloads Firefox's protocol does not tell")
def test_the_report_is_taken_away(real: str, page: Make, tmp_path: Path) -> None:
    one, two, made = sit(real, page)
    resign(two)
    one.get_by_role("button", name="Save…").click()
    for form, begins in (("html", "<!doctype html>"), ("json", "{")):
        with one.expect_download(timeout=120000) as waited:
            one.locator(f'[data-key="save-report-{form}"]').click()
        kept = tmp_path / waited.value.suggested_filename
        waited.value.save_as(kept)
        assert kept.suffix == f".{form}"
        assert kept.read_text("utf-8").startswith(begins)
    # the page stands alone: no script, nothing fetched
    shown = page(f"file://{next(tmp_path.glob('*.html'))}")
    assert "after the game" in shown.locator("h1").inner_text()
    assert shown.locator("script, link, img").count() == 0
    assert made["id"][:6] in kept.name


def test_hints_that_were_not_agreed_to_are_not_offered(real: str, page: Make) -> None:
    one, _, _ = sit(real, page, hints=False)
    one.wait_for_selector(".piece.lit")
    assert one.locator('[data-key="hint"]').count() == 0
    one.locator('[data-key="table"]').click()
    assert one.get_by_role("menuitem", name="Analysis").count() == 0


def test_an_analysis_board_is_ones_own(real: str, page: Make) -> None:
    one, _, made = sit(real, page)
    set_up(one)
    resign(one)
    one.locator(".ending").wait_for()
    one.locator('[data-key="table"]').click()
    one.locator(".menu-item", has_text="nalys").click()
    one.wait_for_function("(old) => !location.pathname.endsWith(old)", arg=made["id"])
    one.wait_for_selector(".table .world, .curtain")
    assert ask(one, f"/api/tables/{one.url.rpartition('/')[2]}")["mode"] == "analysis"


@pytest.mark.chromium("of downloads Firefox's protocol does not tell")
def test_what_is_taken_away_and_brought_back(real: str, page: Make, tmp_path: Path) -> None:
    one, _, _ = sit(real, page)
    set_up(one)
    resign(one)
    one.locator(".ending").wait_for()
    one.locator('.ending [data-key="save"]').click()
    found = {}
    for key in ("record", "log", "csv", "svg", "png"):
        with one.expect_download() as coming:
            one.locator(f'[data-key="save-{key}"]').click()
        found[key] = tmp_path / f"game.{key}"
        coming.value.save_as(found[key])
    assert "Turn 1" in found["log"].read_text("utf-8")
    assert found["csv"].read_text("utf-8-sig").startswith("n,turn,time,side,kind,text")
    drawn = found["svg"].read_text("utf-8")
    assert drawn.startswith("<svg")
    assert drawn.count("<use ") >= 4
    assert found["png"].read_bytes()[:4] == b"\x89PNG"
    assert found["png"].stat().st_size > 100_000
    assert json.loads(found["record"].read_text("utf-8").splitlines()[0])["game"] == "archies-war"
    other = page(real)
    other.wait_for_selector(".game-card")
    record = tmp_path / "game.jsonl"
    record.write_bytes(found["record"].read_bytes())
    other.set_input_files('input[type="file"]', record)
    other.wait_for_url("**/t/*")
    other.locator(".ending").wait_for()
    other.get_by_role("button", name="Look at the game").click()
    other.wait_for_selector(".table.replaying")


@pytest.mark.chromium("what a request holds is not told by Firefox's protocol")
def test_a_standing_order_is_given_and_withdrawn(mock: str, stand_in: tuple[Any, str], page: Make) -> None:
    """The stand-in asks nothing in the other's turn: it is given a reaction."""
    table = stand_in[0].tables["solo"]
    table.reaction = {"step": "Retreat", "default": "end"}
    tab = page(f"{mock}/t/solo")
    with tab.expect_request("**/api/tables/solo/order") as given:
        tab.locator('[data-key="order-Retreat"]').click()
    assert given.value.post_data_json.items() >= {"step": "Retreat", "do": "default"}.items()
    table.orders = [{"step": "Retreat", "text": "Retreat"}]
    tab.reload()
    with tab.expect_request("**/api/tables/solo/order") as withdrawn:
        tab.locator('[data-key="order-Retreat"]').click()
    assert withdrawn.value.post_data_json.items() >= {"step": "Retreat", "do": None}.items()


NOTES = """() => {
  window.told = []; window.asked = 0;
  class Told {
    constructor(title, how) { window.told.push([title, how?.body ?? '']); }
    close() {}
    static get permission() { return window.allowed ?? 'default'; }
    static requestPermission() { window.asked += 1; window.allowed = 'granted'; return Promise.resolve('granted'); }
  }
  Object.defineProperty(window, 'Notification', { value: Told, configurable: true, writable: true });
}"""

SOUNDS = """() => {
  window.sounds = 0;
  const Real = window.AudioContext;
  window.AudioContext = class extends Real { constructor(...all) { super(...all); window.sounds += 1; } };
}"""


def test_notices_are_asked_for_by_a_click_alone(mock: str, page: Make) -> None:
    tab = page("about:blank")
    tab.add_init_script(f"({NOTES})()")
    tab.goto(f"{mock}/t/solo")
    tab.wait_for_selector(".world .piece")
    assert tab.evaluate("window.asked") == 0, "nobody is asked before he wants it"
    choose(tab, "Settings")
    box = tab.locator(".setting", has_text="my turn").locator("input")
    box.first.check()
    tab.wait_for_function("() => window.asked === 1")


def test_no_sound_before_the_first_click(mock: str, page: Make) -> None:
    tab = page("about:blank")
    tab.add_init_script(f"({SOUNDS})()")
    tab.goto(f"{mock}/t/solo")
    tab.wait_for_selector(".world .piece")
    assert tab.evaluate("window.sounds") == 0


def test_the_computer_agrees_to_takebacks_only(real: str, page: Make) -> None:
    tab = come(page, real)
    seats = {"american": "me", "japanese": "bot:regular"}
    made = post(
        tab,
        f"{real}/api/tables",
        {"game": "archies-war", "scenario": "two-player", "options": {}, "seats": seats, "clock": None, "hints": True},
    )
    tab.goto(f"{real}/t/{made['id']}")
    tab.wait_for_selector(".world .piece")
    tab.locator('[data-key="table"]').click()
    assert tab.get_by_role("menuitem", name="Ask to take back").count() == 1
    assert tab.get_by_role("menuitem", name="Offer a draw").count() == 0


def test_an_answer_that_was_overtaken_is_left_aside(real: str, page: Make) -> None:
    """What comes by itself while the page asks how it stands may be newer than the answer."""
    one, two, made = sit(real, page)
    held: list[Any] = []
    asked: list[str] = []

    def hold(route: Any) -> None:
        asked.append(route.request.url)
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    one.route(f"**/api/tables/{made['id']}?*", hold)
    # a receipt whose frame does not come
    one.route(f"**/api/tables/{made['id']}/chat", lambda route: route.fulfill(json={"rev": 9e15}))
    one.get_by_role("tab", name="Notes").click()
    one.locator(".chat-form input").fill("lost")
    one.locator(".chat-form input").press("Enter")
    while not held:
        one.wait_for_timeout(50)
    ask(two, f"/api/tables/{made['id']}/chat", {"seat": "japanese", "text": "Are you there?"})
    one.locator(".chat").get_by_text("Are you there?").wait_for()
    route, answer = held[0]
    route.fulfill(response=answer)
    ask(two, f"/api/tables/{made['id']}/chat", {"seat": "japanese", "text": "Hello"})
    one.locator(".chat").get_by_text("Hello").wait_for()
    assert one.locator(".chat li").count() == 2
    assert len(asked) == 1, "what came by itself followed on what was here"


LOG = """() => {
  const list = document.querySelector('.log');
  const box = list.parentElement.getBoundingClientRect();
  const items = [...list.querySelectorAll('.line')];
  const top = items.find((one) => one.getBoundingClientRect().top >= box.top);
  return {entries: items.map((one) => Number(one.dataset.n)), top: Number(top?.dataset.n),
    heads: [...list.querySelectorAll('.turn-head')].map((one) => one.textContent)};
}"""


def test_a_long_log_is_read_to_its_beginning(real: str, page: Make) -> None:
    """Only a part of a long log is drawn; who scrolls or looks back finds each entry, once and in order."""
    tab = page(real)
    tab.wait_for_selector(".game-card")
    record = Path(__file__).parent.parent / "records" / "axis-allies" / "campaign-axis_points.jsonl"
    tab.set_input_files('input[type="file"]', record)
    tab.wait_for_url("**/t/*")
    tab.locator(".ending").wait_for()
    tab.keyboard.press("l")
    tab.wait_for_function("() => document.querySelectorAll('.log .line').length")
    seen = tab.evaluate(LOG)
    last = seen["entries"][-1]
    assert 100 < len(seen["entries"]) < last / 2
    box = tab.locator(".log").locator("..").bounding_box()
    assert box is not None
    tab.mouse.move(box["x"] + 80, box["y"] + 100)
    for _ in range(400):
        before = tab.evaluate(LOG)
        if before["top"] == 1:
            break
        tab.mouse.wheel(0, -1500)
        tab.wait_for_function(f"(top) => ({LOG})().top !== top", arg=before["top"])
        assert 0 < before["top"] - tab.evaluate(LOG)["top"] < 80, "what is read must not jump"
    seen = tab.evaluate(LOG)
    assert seen["entries"] == list(range(1, last + 1))
    assert len(set(seen["heads"])) == len(seen["heads"]), "each turn has one heading"
    tab.goto(tab.url.split("?")[0] + "?at=300")
    at = tab.locator('.line.at[data-n="300"]')
    at.wait_for()
    head, line = tab.locator(".turn-head").first.bounding_box(), at.bounding_box()
    assert head is not None
    assert line is not None
    assert box["y"] + head["height"] <= line["y"] < box["y"] + box["height"], "the entry looked at can be seen"
    assert tab.evaluate(LOG)["entries"][-1] < last
    tab.get_by_role("button", name="Back to now").click()
    tab.keyboard.press("l")
    tab.wait_for_function("(n) => [...document.querySelectorAll('.log .line')].pop().dataset.n === String(n)", arg=last)
