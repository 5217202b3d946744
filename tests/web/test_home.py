"""The first page on the real server: my games hidden, brought back and deleted, and the opponent of a newcomer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from test_company import ask, choose, sit

Make = Callable[..., Any]

ALONE = {"american": "me", "japanese": "me"}


def made(tab: Any, seats: dict[str, str]) -> Any:
    return ask(tab, "/api/tables", {"game": "archies-war", "scenario": "two-player", "options": {}, "seats": seats})


def entry(tab: Any, key: str) -> Any:
    """A game's row."""
    return tab.locator(f'.table-row:has(a[href="/t/{key}"])')


def do(tab: Any, key: str, name: str) -> None:
    """An entry of a row's menu."""
    entry(tab, key).locator(".icon-button").click()
    tab.get_by_role("menuitem", name=name).click()


def test_a_game_is_hidden_and_brought_back(real: str, page: Make) -> None:
    tab = page(real)
    tab.wait_for_selector(".game-card")
    one, other = (made(tab, ALONE)["id"] for _ in range(2))
    entry(tab, other).wait_for()
    do(tab, one, "Hide")
    tab.locator(".hidden-games").wait_for()
    assert "1 hidden game" in tab.locator(".hidden-games summary").inner_text()
    tab.locator(".toast").get_by_role("button", name="Undo").click()
    tab.locator(".hidden-games").wait_for(state="detached")
    do(tab, one, "Hide")
    tab.locator(".hidden-games summary").click()
    assert entry(tab, one).locator("..").locator("..").get_attribute("class") == "hidden-games away"
    do(tab, one, "Bring back")
    tab.locator(".hidden-games").wait_for(state="detached")
    assert tab.locator(".table-row").count() == 2


def test_a_game_of_one_s_own_is_deleted(real: str, page: Make) -> None:
    tab = page(real, expected="404")
    tab.wait_for_selector(".game-card")
    one, other = (made(tab, ALONE)["id"] for _ in range(2))
    entry(tab, other).wait_for()
    do(tab, one, "Delete")
    assert "It is yours alone" in tab.locator("dialog").inner_text()
    tab.get_by_role("button", name="Cancel").click()
    assert entry(tab, one).count() == 1
    do(tab, one, "Delete")
    tab.get_by_role("button", name="Delete for good").click()
    entry(tab, one).wait_for(state="detached")
    assert tab.evaluate("(key) => fetch('/api/tables/' + key).then((answer) => answer.status)", one) == 404
    # the same from the table itself
    tab.goto(f"{real}/t/{other}")
    tab.wait_for_selector(".world .piece")
    choose(tab, "Delete")
    tab.get_by_role("button", name="Delete for good").click()
    tab.wait_for_selector(".shelf")
    assert tab.locator(".table-row").count() == 0


def test_who_has_only_invited_deletes_at_once(real: str, page: Make) -> None:
    tab = page(real)
    tab.wait_for_selector(".game-card")
    key = made(tab, {"american": "me", "japanese": "friend"})["id"]
    entry(tab, key).wait_for()
    do(tab, key, "Delete")
    assert "the invitation stops working" in tab.locator("dialog").inner_text()
    tab.get_by_role("button", name="Delete for good").click()
    entry(tab, key).wait_for(state="detached")
    assert tab.locator(".hidden-games").count() == 0


def test_a_shared_game_is_deleted_by_both(real: str, page: Make) -> None:
    one, two, table = sit(real, page)
    ask(two, "/api/me", {"name": "Ben"})
    for tab in (one, two):
        tab.goto(real)
        entry(tab, table["id"]).wait_for()
    do(one, table["id"], "Delete")
    words = one.locator("dialog").inner_text()
    assert "You share it with Ben" in words
    assert "is not resigned" in words
    one.get_by_role("button", name="Delete for me").click()
    one.locator(".hidden-games summary").click()
    assert "It stays with Ben" in entry(one, table["id"]).inner_text()
    assert entry(two, table["id"]).count() == 1
    do(two, table["id"], "Delete")
    two.get_by_role("button", name="Delete for me").click()
    one.locator(".hidden-games").wait_for(state="detached")
    two.locator(".table-row").wait_for(state="detached")


def test_a_newcomer_meets_the_gentlest_opponent(real: str, page: Make) -> None:
    tab = page(real)
    tab.get_by_role("button", name="Play").first.click()
    chosen = tab.locator("dialog input[type=radio]:checked").evaluate_all("(all) => all.map((one) => one.value)")
    assert "recruit" in chosen
    assert "Start with the Recruit" in tab.locator("dialog").inner_text()
    levels = tab.locator('.segment-choice:has(input[value="recruit"])').locator("..").locator("input")
    assert levels.evaluate_all("(all) => all.map((one) => one.value)")[0] == "recruit"
    # who has chosen once finds his choice again
    tab.locator('.segment-choice:has(input[value="regular"])').click()
    tab.get_by_role("button", name="Start the game").click()
    tab.wait_for_selector(".world .piece")
    tab.goto(real)
    tab.get_by_role("button", name="Play").first.click()
    assert tab.locator('input[value="regular"]').is_checked()


def test_the_first_page_tells_where_to_begin_and_how_long_it_takes(real: str, page: Make) -> None:
    tab = page(real)
    begin = tab.locator(".game-card:has(.begin-here)")
    begin.wait_for()
    assert begin.count() == 1
    assert "Lessons: 41 minutes · a first evening: Edson's Ridge, about 20 minutes" in begin.inner_text()
    tab.get_by_role("button", name="Play: Axis & Allies").click()
    assert tab.locator('input[value="allies"]').is_checked(), "the side that the lessons teach"
    tab.click('[data-key="evening"]')
    assert tab.locator('input[value="middle-islands"]').is_checked()
    tab.evaluate("localStorage.setItem('ironbottom.lessons.axis-allies', '[\"pieces\"]')")
    tab.goto(real)
    tab.wait_for_selector(".game-card")
    assert tab.locator(".begin-here").count() == 0


def test_a_computer_has_a_temper(real: str, page: Make) -> None:
    tab = page(real)
    tab.get_by_role("button", name="Play").first.click()
    dialog = tab.locator("dialog")
    dialog.get_by_text("Random", exact=True).click()
    assert dialog.locator('input[value="bold"]').count() == 0, "who plays anything has no temper"
    dialog.get_by_text("Regular", exact=True).click()
    dialog.get_by_text("Bold", exact=True).click()
    dialog.get_by_role("button", name="Start the game").click()
    tab.wait_for_selector(".world .piece")
    tab.goto(real)
    assert "Regular, bold" in tab.locator(".table-row").first.inner_text()


def test_a_page_that_there_is_not_says_so(real: str, page: Make) -> None:
    tab = page(f"{real}/nonsense", expected="404")
    tab.get_by_role("heading", name="There is no such page").wait_for()
    tab.get_by_role("link", name="To the games").click()
    tab.wait_for_selector(".game-card")


def test_who_does_not_own_the_server_learns_how_one_does(real: str, page: Make) -> None:
    tab = page(f"{real}/owner", expected="403")
    tab.get_by_text("ironbottom owner grant NAME").wait_for()


def test_my_games_come_first_once_there_are_any(real: str, page: Make) -> None:
    tab = page(real)
    tab.wait_for_selector(".game-card")
    order = "[...document.querySelectorAll('main > section')].map((one) => one.className)"
    assert tab.evaluate(order) == ["shelf", "my-games"]
    for _ in range(8):
        made(tab, ALONE)
    tab.goto(real)
    tab.wait_for_selector(".table-row")
    assert tab.evaluate(order) == ["my-games", "shelf"]
    assert tab.locator(".table-row:visible").count() == 6
    tab.get_by_text("2 more games").click()
    assert tab.locator(".table-row:visible").count() == 8


def test_no_frame_is_empty_while_its_map_is_drawn(real: str, page: Make) -> None:
    tab = page("about:blank")
    waiting: list[Any] = []
    tab.route("**/cover.*", lambda route: waiting.append(route))  # never answered
    with tab.expect_response("**/icons/waters.svg") as shown:
        tab.goto(real)
    assert shown.value.ok
    frames = tab.locator(".ready .card-frame")
    frames.first.wait_for()
    assert waiting
    looks = frames.evaluate_all("(all) => all.map((one) => getComputedStyle(one).backgroundImage)")
    assert all("waters.svg" in look for look in looks)
