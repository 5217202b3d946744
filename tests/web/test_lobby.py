"""The lobby on the real server: a challenge from one browser to the other and to a finished game that counts, on a
desktop and a phone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from guests import come, post
from test_company import ask, choose

Make = Callable[..., Any]
Axe = Callable[[Any], list[dict[str, Any]]]

ONWARD = """async (key) => {
  const message = await (await fetch('/api/tables/' + key)).json();
  const {seat, n} = message;
  if (message.over || !message.waiting.includes(seat) || !message.choices.length) return message.waiting;
  const onward = message.choices.filter((one) => !one.retract);
  const {do: action} = onward.find((one) => one.ends) ?? onward[onward.length - 1];
  await fetch('/api/tables/' + key + '/do', {method: 'POST',
    headers: {'Content-Type': 'application/json', 'X-Ironbottom': '1'},
    body: JSON.stringify({seat, n, id: 't' + n + Math.random(), do: [action]})});
  return null;
}"""
"""Decide something for whoever sits at this page."""


def named(real: str, page: Make, name: str, **how: Any) -> Any:
    tab = come(page, real, **how)
    post(tab, f"{real}/api/me", {"name": name})
    tab.goto(f"{real}/lobby")
    tab.wait_for_selector(".quick-tile")
    return tab


def fits(tab: Any) -> bool:
    """Nothing stands beyond the edge of the window."""
    return bool(tab.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_guests_who_are_called_alike_are_told_apart(real: str, page: Make) -> None:
    one, two = named(real, page, "Zoe"), named(real, page, "zoe", width=360, height=740, touch=True)
    own = [tab.evaluate("fetch('/api/me').then((all) => all.json())")["id"][:3] for tab in (one, two)]
    for tab, other in ((one, own[1]), (two, own[0])):
        tab.locator(".here-name", has_text=f"·{other}").wait_for()
        assert fits(tab)
    assert len({name for name in one.locator(".here-name").all_inner_texts() if "zoe" in name.lower()}) == 2


def test_from_the_lobby_to_a_game_that_counts(real: str, page: Make, axe: Axe) -> None:
    one = named(real, page, "Ann")
    two = named(real, page, "Ben", width=360, height=740, touch=True)
    assert fits(two)
    one.locator("[data-key=challenge]").click()
    one.get_by_role("button", name="Offer the game").click()
    own = one.locator(".challenge.own")
    own.wait_for()
    assert "rated" in own.inner_text()
    two.locator(".challenge").wait_for()
    for tab in (one, two):
        assert [fault["id"] for fault in axe(tab)] == []
        assert fits(tab)
    two.get_by_role("button", name="Play Archie's War with Ann").click()
    for tab in (one, two):  # who made the challenge is brought to the table too
        tab.wait_for_url("**/t/**")
        tab.wait_for_selector(".plate-clocks")
    key = one.url.split("/t/")[1].split("?")[0]
    one.locator(".who-sides .here").wait_for()
    told = one.locator(".who").inner_text()
    assert all(word in told for word in ("Ann", "Ben", "1500?", "you", "here", "rated"))
    assert one.locator(".plate-name small").inner_text().lower() in ("you decide", "is here")
    assert fits(two)
    one.locator('[data-key="who-chat"]').click()
    one.keyboard.type("Good luck")
    one.keyboard.press("Enter")
    two.locator(".notice.said", has_text="Good luck").get_by_role("button", name="Answer").click()
    two.locator(".chat-form input").wait_for()
    two.locator(".fold").click()
    assert two.locator(".plate-side .plate-clock").count() == 2
    one.locator('[data-key="table"]').click()
    names = one.get_by_role("menuitem").all_inner_texts()
    assert any("A rated game" in name for name in names)
    assert not any("take back" in name or "Analyse" in name or "Rehearse" in name for name in names)
    one.keyboard.press("Escape")
    one.keyboard.press("h")
    one.get_by_text("there are no hints").first.wait_for()
    choose(one, "Resign")
    one.get_by_text("It does not count for the ratings").wait_for()
    one.get_by_role("button", name="Cancel").click()
    first, second = (one, two) if one.evaluate(ONWARD, key) is None else (two, one)
    for tab in (first, second):  # until the other decides
        while tab.evaluate(ONWARD, key) is None:
            pass
    one.reload()  # so that it knows what was decided behind it
    one.wait_for_selector(".table .world")
    choose(one, "Resign")
    one.get_by_text("It counts for the ratings.").wait_for()
    one.get_by_role("button", name="Resign, which ends the game").click()
    one.locator(".brought .up").wait_for()
    assert one.locator(".brought .down").count() == 1
    one.locator('[data-key="rematch-same"]').click()
    two.locator('[data-key="rematch"]').first.click()
    gone = "(key) => location.pathname.startsWith('/t/') && !location.pathname.includes(key)"
    for tab in (two, one):  # who has asked is taken along
        tab.wait_for_function(gone, arg=key)
        tab.wait_for_load_state()
    me = ask(one, "/api/me")["id"]
    two.goto(f"{real}/player/{me}")
    two.wait_for_selector(".played.lost")
    assert fits(two)
    assert [fault["id"] for fault in axe(two)] == []
    assert "1 game · provisional" in two.locator(".rating-card").inner_text()


def test_the_new_ratings_do_not_tell_how_a_game_ends_before_its_story_does(real: str, page: Make) -> None:
    one, two = named(real, page, "Ann"), named(real, page, "Ben", story="normal", motion="no-preference")
    given = {"game": "archies-war", "scenario": "two-player", "clock": {"days": 2}, "rated": True}
    key = ask(two, f"/api/challenges/{ask(one, '/api/challenges', given)['id']}/take", {})["table"]
    for tab in (two, one):
        tab.goto(f"{real}/t/{key}")
        tab.wait_for_selector(".table .world")
    one.wait_for_function("() => !document.querySelector('#prompt-text').innerText.includes('looks in')")
    two.goto(real)
    two.wait_for_selector(".game-card")
    first, second = (one, two) if one.evaluate(ONWARD, key) is None else (two, one)
    for tab in (first, second):
        while tab.evaluate(ONWARD, key) is None:
            pass
    ask(one, f"/api/tables/{key}/resign", {"seat": ask(one, f"/api/tables/{key}")["seat"]})
    two.goto(f"{real}/t/{key}")
    two.wait_for_selector(".table.telling .who-name")
    two.wait_for_timeout(600)
    assert two.locator(".table.telling").count() == 1
    assert two.locator(".who .rating").count() == 0
    two.keyboard.press("Escape")
    two.locator(".who .rating").first.wait_for()
    assert "1500?" not in two.locator(".who").inner_text()


def test_who_names_somebody_types_at_once(real: str, page: Make) -> None:
    tab = named(real, page, "Ann")
    tab.set_viewport_size({"width": 1280, "height": 800})
    tab.locator("[data-key=challenge]").click()
    tab.get_by_text("By name").click()
    field = tab.get_by_label("Names, with commas")
    seen = field.bounding_box()
    button = tab.get_by_role("button", name="Offer the game").bounding_box()
    assert seen["y"] + seen["height"] <= button["y"], "the button at the foot does not hide it"
    tab.keyboard.type("Nemo")
    assert field.input_value() == "Nemo"


def test_at_another_table_one_hears_that_the_challenge_is_taken(real: str, page: Make) -> None:
    one, two = named(real, page, "Ann"), page(real)
    one.locator('[data-key="quick-archies-war"]').click()
    one.locator('[data-key="quick-archies-war"][aria-pressed=true]').wait_for()
    alone = ask(one, "/api/tables", {"game": "archies-war", "scenario": "solitaire", "seats": {"american": "me"}})
    one.goto(f"{real}/t/{alone['id']}")
    one.wait_for_selector(".table .world")
    two.wait_for_selector(".game-card")
    challenge = ask(two, "/api/lobby")["challenges"][0]["id"]
    table = ask(two, f"/api/challenges/{challenge}/take", {})["table"]
    one.locator(".notice.awaits").get_by_role("link", name="Go there").click()
    one.wait_for_url(f"**/t/{table}**")
    one.wait_for_selector(".plate-clocks")


def test_who_waits_in_a_live_game_for_somebody_who_has_gone_is_told_how_long(real: str, page: Make) -> None:
    one, two = named(real, page, "Ann"), named(real, page, "Ben", width=390, height=844, touch=True)
    given = {"game": "archies-war", "scenario": "two-player", "clock": {"bank": 1800, "add": 10}, "rated": False}
    key = ask(two, f"/api/challenges/{ask(one, '/api/challenges', given)['id']}/take", {})["table"]
    two.goto(f"{real}/t/{key}")
    one.wait_for_url(f"**/t/{key}")  # whose offer was taken is brought there
    for tab in (two, one):
        tab.wait_for_selector(".plate-clocks")
    one.wait_for_function("() => !document.querySelector('#prompt-text').innerText.includes('looks in')")
    seat = ask(one, f"/api/tables/{key}")
    waits, gone = (two, one) if seat["seat"] in seat["waiting"] else (one, two)
    gone.goto(real)
    waits.locator(".notice.absent", has_text="is away. The clock runs on").locator(".plate-clock").wait_for()
    assert fits(waits)
    gone.goto(f"{real}/t/{key}")
    waits.locator(".notice.absent").wait_for(state="detached")


def test_the_next_game_of_a_tournament_is_told_at_any_table_and_who_is_left_alone_has_won(
    real: str, page: Make
) -> None:
    one, two = named(real, page, "Ann"), named(real, page, "Ben", width=390, height=844, touch=True)
    alone = ask(one, "/api/tables", {"game": "archies-war", "scenario": "solitaire", "seats": {"american": "me"}})
    one.goto(f"{real}/t/{alone['id']}")
    one.wait_for_selector(".table .world")
    given = {"game": "archies-war", "scenario": "two-player", "clock": {"bank": 1800, "add": 10}, "rated": False}
    cup = ask(one, "/api/tournaments", {**given, "name": "Cup", "kind": "knockout", "games": 1})["id"]
    for tab in (one, two):
        ask(tab, f"/api/tournaments/{cup}/enter", {})
    two.goto(f"{real}/tournament/{cup}")
    two.wait_for_selector(".entrants")
    ask(one, f"/api/tournaments/{cup}/start", {})
    two.wait_for_url("**/t/**")  # brought there
    two.get_by_text("The game begins as soon as Ann looks in").first.wait_for()
    one.locator(".notice.awaits", has_text="against Ben").get_by_role("link", name="Go there").wait_for()
    ask(one, f"/api/tournaments/{cup}/leave", {})
    one.locator(".notice.forfeit", has_text="You have lost this game of Cup").wait_for()
    assert one.locator(".notice.awaits").count() == 0
    two.get_by_text("You have won this game of Cup").wait_for()
    assert fits(two)
    two.get_by_role("link", name="To the tournament").click()
    two.wait_for_url(f"**/tournament/{cup}")


def test_a_game_of_a_tournament_counts_for_it_and_leads_back_to_it(real: str, page: Make) -> None:
    """Also one that is resigned before anything was decided; and it is neither deleted nor handed on meanwhile."""
    one, two = named(real, page, "Ann"), named(real, page, "Ben")
    given = {"game": "archies-war", "scenario": "two-player", "clock": {"days": 3}, "rated": True}
    cup = ask(one, "/api/tournaments", {**given, "name": "Cup", "kind": "knockout", "games": 1})["id"]
    for tab in (one, two):
        ask(tab, f"/api/tournaments/{cup}/enter", {})
    ask(one, f"/api/tournaments/{cup}/start", {})
    one.wait_for_function("async () => (await (await fetch('/api/tables')).json()).length", polling=200)
    key = ask(one, "/api/tables")[0]["id"]
    for tab in (one, two, one):
        tab.goto(f"{real}/t/{key}")
        tab.wait_for_selector(".table .world")
    one.wait_for_function("() => !document.querySelector('#prompt-text').innerText.includes('looks in')")
    two.set_viewport_size({"width": 390, "height": 844})
    two.locator(".who .pill").nth(1).wait_for()
    told = [part.bounding_box() for part in two.locator(".who-name, .who-there:visible, .who .pill, .who-chat").all()]
    assert all(a["x"] + a["width"] <= b["x"] + 1 for a, b in pairwise(told)), "the names stand there beside both pills"
    assert [name.inner_text() for name in two.locator(".who-name").all()] == ["Ann", "Ben"]
    one.locator('[data-key="table"]').click()
    names = one.get_by_role("menuitem").all_inner_texts()
    assert not any(word in name for name in names for word in ("Delete", "seat")), names
    one.get_by_role("menuitem", name="Resign").click()
    assert "it counts for the tournament as lost" in one.locator("dialog[open]").inner_text()
    one.get_by_role("button", name="Resign, which ends the game").click()
    told = one.locator(".brought")
    told.get_by_text("It does not count for the ratings").wait_for()
    assert "It counts for the tournament." in told.inner_text()
    one.locator(".answers .primary").click()
    one.wait_for_url(f"**/tournament/{cup}")
    one.goto(f"{real}/lobby")
    assert "Ben has won." in one.locator(f'.cup-link[href$="{cup}"]').inner_text()
    assert "you play" not in one.locator(f'.cup-link[href$="{cup}"]').inner_text()
    one.goto(real)
    assert one.locator(".table-row .state.over").inner_text() == "Lost"
    one.goto(f"{real}/player/{ask(one, '/api/me')['id']}")
    assert one.locator(".played-mark").inner_text() == "lost"
    assert one.locator(".played-points").inner_text() == "tournament, not rated"


def test_too_many_days_of_leave_are_refused_in_the_field(real: str, page: Make) -> None:
    tab = named(real, page, "Cy")
    tab.get_by_role("button", name="Lobby settings").click()
    days = tab.get_by_label("Days of leave")
    days.fill("45")
    tab.get_by_role("button", name="Go on leave").click()
    assert "30 days of leave left" in days.evaluate("(field) => field.validationMessage")
    assert tab.locator("dialog").count() == 1  # nothing is asked yet
    days.fill("2")
    tab.get_by_role("button", name="Go on leave").click()
    tab.locator("dialog .danger").click()
    tab.locator(".toast", has_text="You are on leave until").wait_for()
    ask(tab, "/api/club/leave", {"days": 0})


def test_a_challenge_for_one_reaches_him_and_can_be_declined(real: str, page: Make) -> None:
    one, two = named(real, page, "Dora"), named(real, page, "Emil", width=390, height=844, touch=True)
    emil = ask(two, "/api/me")["id"]
    two.goto(real)
    two.wait_for_selector(".game-card")
    offered = {"game": "archies-war", "scenario": "solitaire", "clock": {"days": 3}, "players": [emil]}
    offered["scenario"] = next(
        part["id"] for game in ask(one, "/api/games") if game["slug"] == "archies-war"
        for part in game["scenarios"] if len(part["sides"]) == 2
    )  # fmt: skip
    ask(one, "/api/challenges", offered)
    two.locator(".challenged", has_text="Dora challenges you to Archie's War.").get_by_role("link").click()
    two.locator(".lobby-mine .challenge.for-me").wait_for()
    assert two.locator(".part-open .challenge.for-me").count() == 0
    assert fits(two)
    two.get_by_role("button", name="Decline").click()
    two.locator(".challenge.for-me").wait_for(state="detached")
    one.locator(".challenge.own").wait_for(state="detached")


def test_who_watches_sees_who_plays_and_reads_the_chat(real: str, page: Make) -> None:
    one, two = page(real), page(real)
    for tab, name in ((one, "Ann"), (two, "Ben")):
        tab.wait_for_selector(".game-card")
        ask(tab, "/api/me", {"name": name})
    offer = {"game": "archies-war", "scenario": "two-player", "clock": {"days": 3}, "rated": False, "watch": True}
    table = ask(two, f"/api/challenges/{ask(one, '/api/challenges', offer)['id']}/take", {})["table"]
    three = page(f"{real}/t/{table}?seat=observer", width=390, height=844, touch=True)
    three.locator(".who").get_by_role("link", name="Ann").wait_for()
    three.locator('[data-key="who-chat"]').click()
    three.get_by_text("Those who play write here").wait_for()
    assert three.locator(".chat-form").count() == 0
    assert fits(three)


def test_a_tournament_says_its_terms_and_what_has_not_begun(real: str, page: Make) -> None:
    one = page(real, expected="Failed to load resource")  # the picture of a bare file's tab
    two = page(real, width=390, height=844, touch=True)
    for tab, name in ((one, "Ann"), (two, "Ben")):
        tab.wait_for_selector(".game-card")
        ask(tab, "/api/me", {"name": name})
    terms = {"name": "Cup", "game": "archies-war", "scenario": "two-player", "clock": {"days": 3}, "watch": True}
    swiss = ask(one, "/api/tournaments", {**terms, "kind": "swiss", "rounds": 3, "hours": 72})["id"]
    two.goto(f"{real}/tournament/{swiss}")
    two.get_by_text("at most 3 rounds").wait_for()
    two.get_by_text("3 days for a round").wait_for()
    two.get_by_text("Everything as printed").wait_for()
    cup = ask(one, "/api/tournaments", {**terms, "kind": "knockout", "hours": 168})["id"]
    for tab in (one, two):
        ask(tab, f"/api/tournaments/{cup}/enter", {})
    one.goto(f"{real}/tokens.css")  # no page of hers gives a number for the dice: the game cannot begin
    ask(one, f"/api/tournaments/{cup}/start", {})
    two.goto(f"{real}/player/{ask(one, '/api/me')['id']}")
    two.get_by_role("button", name="About Ann").click()
    two.get_by_label("What happened?").fill("Nothing at all")
    two.get_by_role("button", name="Block").click()
    two.locator("dialog").get_by_role("button", name="Cancel").click()
    two.get_by_role("button", name="Send").click()
    two.get_by_text("It has been sent.").wait_for()
    two.goto(f"{real}/tournament/{cup}")
    two.locator(".bracket", has_text="Ben").wait_for()
    assert two.locator(".bracket").inner_text().split("\n")[0] == "Final"
    assert {"Ann", "Ben"} <= set(two.locator(".bracket").inner_text().split("\n"))
    two.get_by_text("Game 1: not begun yet").wait_for()
    assert "Sonneborn" not in two.locator(".standings").inner_text()
    for path in (f"tournament/{cup}", f"player/{ask(two, '/api/me')['id']}"):
        two.goto(f"{real}/{path}")
        two.wait_for_selector("main")
        assert fits(two), path
