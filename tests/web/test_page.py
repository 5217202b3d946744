"""The page on messages made by hand: every widget, both themes, small windows, keyboard, curtain, axe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Make = Callable[..., Any]
Axe = Callable[[Any], list[dict[str, Any]]]

SIZES = [(1440, 900), (1024, 768), (390, 844)]


def faults(axe: Axe, tab: Any) -> list[str]:
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in axe(tab)]


def overflows(tab: Any) -> int:
    return int(tab.evaluate("document.documentElement.scrollWidth - innerWidth"))


def table(tab: Any) -> Any:
    tab.wait_for_selector(".world .piece")
    return tab


@pytest.mark.parametrize(
    ("width", "height", "theme"),
    [
        (1440, 900, "light"), (390, 844, "dark"), pytest.param(1440, 900, "dark", marks=pytest.mark.soak),
        pytest.param(390, 844, "light", marks=pytest.mark.soak),
    ],
)  # fmt: skip
def test_axe_finds_nothing_serious(mock: str, page: Make, axe: Axe, width: int, height: int, theme: str) -> None:
    tab = page(mock, width, height, theme)
    tab.wait_for_selector(".game-card.ready")
    assert faults(axe, tab) == []
    tab.get_by_role("button", name="Play").click()
    tab.get_by_text("options and rulings").click()
    assert faults(axe, tab) == []
    tab.goto(f"{mock}/join/secret")
    tab.wait_for_selector(".join")
    assert faults(axe, tab) == []
    table(tab.goto(f"{mock}/t/solo") and tab)
    assert faults(axe, tab) == []
    tab.get_by_role("button", name="Fit the map").click()
    for name in ("Log", "Forces", "Rules", "Notes", "Now"):
        tab.get_by_role("tab", name=name).click()
        assert faults(axe, tab) == []
    for key in ("v", "Escape", "/", "Escape", "o", "Escape", "?"):
        tab.keyboard.press(key)
        assert faults(axe, tab) == [], key


@pytest.mark.parametrize("address", ["/", "/join/secret", "/t/solo", "/t/hexes"])
@pytest.mark.parametrize("width", [360, 320])
def test_a_narrow_window_does_not_scroll_sideways(mock: str, page: Make, address: str, width: int) -> None:
    """360 px is the narrowest phone, 320 px a window of 1280 at 400 %."""
    tab = page(mock + address, width, 740, touch=True)
    tab.wait_for_selector(".game-card, .join, .world .piece")
    assert overflows(tab) <= 0
    if address == "/":
        tab.get_by_role("button", name="Play").click()
        assert overflows(tab) <= 0
        box = tab.get_by_role("button", name="Start the game").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    if address == "/t/solo":
        for button in tab.locator(".answers .button:visible, .prompt-tools button:visible").all():
            box = button.bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width + 1


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_targets_are_large_enough(mock: str, page: Make, width: int, height: int) -> None:
    tab = table(page(f"{mock}/t/solo", width, height, touch=width < 700))
    least = 24
    small = tab.evaluate(
        """(least) => [...document.querySelectorAll('button, input, a, select')].filter((e) => {
          const b = e.getBoundingClientRect();
          return b.width && !e.closest('.unseen, .world') && (b.width < least - .5 || b.height < least - .5);
        }).map((e) => e.outerHTML.slice(0, 120))""",
        least,
    )
    assert small == []
    pieces = tab.evaluate(
        "() => Math.min(...[...document.querySelectorAll('.piece.lit')].map((e) => e.getBoundingClientRect().width))"
    )
    assert pieces >= 20


def test_a_guest_is_at_a_table_in_two_clicks(mock: str, page: Make) -> None:
    tab = page(mock)
    tab.get_by_role("button", name="Play: Archie's War").click()
    tab.get_by_role("button", name="Start the game").click()
    tab.wait_for_url("**/t/*")
    table(tab)


def test_games_in_preparation_are_shown_but_not_offered(mock: str, page: Make) -> None:
    tab = page(mock)
    tab.wait_for_selector(".game-card")
    assert tab.locator(".game-card").count() == 5
    assert tab.locator(".game-card.prepare").count() == 4
    assert tab.locator(".game-card.prepare button").count() == 0
    assert tab.locator(".game-card.prepare .stamp").first.inner_text() == "in preparation"


@pytest.mark.firefox
def test_click_click_and_drag_do_the_same(mock: str, page: Make) -> None:
    tab = page(mock)
    for drag in (False, True):
        tab.goto(mock)
        tab.get_by_role("button", name="Play").click()
        tab.get_by_role("button", name="Start the game").click()
        tab.wait_for_url("**/t/new*")
        table(tab)
        piece = tab.locator('.piece[data-id="american:inf3:3"]')
        start = piece.bounding_box()
        goal = tab.locator('.space[data-id="west_jungle"]').bounding_box()
        x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
        if drag:
            tab.mouse.move(x, y)
            tab.mouse.down()
            tab.mouse.move(x + 20, y + 20, steps=3)
            tab.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=6)
            tab.mouse.up()
        else:
            piece.click()
            tab.wait_for_selector(".space.lit")
            tab.locator('.space[data-id="west_jungle"]').click()
        tab.wait_for_function('() => document.querySelector(\'[aria-label*="Inf3,"][aria-label*="West Jungle"]\')')
        assert not tab.locator('[data-key="undo"]').is_disabled()
        tab.keyboard.press("u")
        tab.wait_for_function('() => !document.querySelector(\'[aria-label*="Inf3,"][aria-label*="West Jungle"]\')')


def test_what_is_not_lit_says_why(mock: str, page: Make) -> None:
    tab = table(page(f"{mock}/t/hexes"))
    tab.locator('.space[data-id="1507"]').click()
    tab.wait_for_selector(".notice.why")
    assert "No block is in hand" in tab.locator(".notice.why").inner_text()
    tab.locator(".notice.why .rule-link").click()
    assert tab.locator(".rule.here").get_attribute("data-id") == "2P-21"


def test_what_cannot_be_taken_back_is_asked_once_with_its_odds(mock: str, page: Make) -> None:
    tab = page(mock)
    tab.get_by_role("button", name="Play").click()
    tab.get_by_role("button", name="Start the game").click()
    tab.wait_for_url("**/t/new*")
    table(tab)
    tab.locator('.piece[data-id="american:inf5:1"]').click()
    tab.wait_for_selector('.space.lit[data-id="kakambona"]')
    tab.locator('.piece[data-id^="kakambona:"]').first.click()
    confirm = tab.locator('[data-key="confirm"]')
    confirm.wait_for()
    assert "ends undo" in confirm.inner_text()
    tab.wait_for_selector(".odds")
    assert "38%" in tab.locator(".odds").inner_text()
    assert "38%" in tab.locator(".odds-line").inner_text()
    assert tab.locator(".odds .cell-lit").inner_text().startswith("DR")
    tab.keyboard.press("Escape")
    assert confirm.count() == 0
    tab.locator('.piece[data-id^="kakambona:"]').first.click()
    confirm.click()
    tab.wait_for_selector(".sheet.battle")
    assert tab.locator(".dice .die.hit").count() >= 1
    assert tab.locator('[data-key="undo"]').is_disabled()


def test_the_fan_shows_a_pile_beside_it(mock: str, page: Make) -> None:
    tab = table(page(f"{mock}/t/hexes", motion="no-preference"))
    top = tab.locator('.piece[data-id="american:engineer:2"]')
    assert top.locator(".count").inner_text() == "3"
    top.hover()
    tab.wait_for_selector(".fan")
    assert tab.locator(".fan-piece").count() == 3
    fan, pile = tab.locator(".fan").bounding_box(), top.bounding_box()
    apart = (
        fan["x"] > pile["x"] + pile["width"]
        or fan["x"] + fan["width"] < pile["x"]
        or fan["y"] > pile["y"] + pile["height"]
        or fan["y"] + fan["height"] < pile["y"]
    )
    assert apart
    tab.locator(".fan-piece").nth(2).click()
    tab.wait_for_selector(".space.lit")
    tab.keyboard.press("Escape")
    assert tab.locator(".fan").count() == 0


def test_the_curtain_takes_the_board_out_of_the_page(mock: str, page: Make) -> None:
    tab = page(f"{mock}/t/demo")
    table(tab)
    tab.keyboard.press("+")
    tab.locator(".minimap").wait_for()
    tab.wait_for_function("""() => Object.entries(localStorage)
        .some(([key, at]) => key.includes('camera.') && !JSON.parse(at).fit)""")
    tab.locator('.answers [data-do="end"]').click()
    tab.wait_for_selector(".curtain")
    assert tab.locator(".piece, .world, .log, .panel").count() == 0
    assert "Infantry" not in tab.content()
    assert tab.evaluate("document.activeElement.innerText") == "I play the Japanese: show my board"
    tab.keyboard.press("Enter")
    table(tab)
    assert tab.locator(".plate b").inner_text() == "Japanese"
    assert tab.locator('.piece[data-id^="american:"]').count() == 0
    assert tab.locator(".minimap").is_visible()  # the board stands where it was looked at
    tab.locator('.answers [data-do="end"]').click()
    tab.wait_for_selector(".curtain")
    tab.keyboard.press("Enter")
    table(tab)


@pytest.mark.firefox
def test_everything_is_reached_by_keyboard(mock: str, page: Make) -> None:
    tab = page(mock)
    tab.get_by_role("button", name="Play").focus()
    tab.keyboard.press("Enter")
    tab.keyboard.press("Enter")
    tab.wait_for_url("**/t/new*")
    table(tab)
    tab.keyboard.press("n")
    assert "Take" in tab.evaluate("document.activeElement.getAttribute('aria-label')")
    tab.keyboard.press("Enter")
    tab.wait_for_selector(".piece.picked")
    tab.keyboard.press("b")
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    for _ in range(30):
        if tab.evaluate("document.activeElement.classList.contains('lit')"):
            break
        tab.keyboard.press("n")
        tab.keyboard.press("b")
        tab.keyboard.press("ArrowLeft")
    tab.keyboard.press("/")
    tab.keyboard.type("go west_jungle")
    tab.keyboard.press("Enter")
    tab.wait_for_function("() => document.querySelectorAll('.log .line').length === 3")
    tab.keyboard.press("u")
    tab.wait_for_function("() => document.querySelectorAll('.log .line').length === 2")
    tab.keyboard.press("Control+Shift+Z")
    tab.wait_for_function("() => document.querySelectorAll('.log .line').length === 3")
    tab.keyboard.press("?")
    assert "Next piece that can act" in tab.locator("dialog").inner_text()
    tab.keyboard.press("Escape")
    tab.keyboard.press("r")
    assert tab.locator("#panel-rules").is_visible()
    tab.keyboard.press("v")
    tab.wait_for_selector(".replaying")
    tab.keyboard.press("[")
    tab.wait_for_function("() => document.querySelector('.replay-label').innerText.startsWith('event 2')")
    tab.keyboard.press("Escape")  # puts a card away first, if one lies there
    if tab.locator(".table.replaying").count():
        tab.keyboard.press("Escape")
    tab.wait_for_selector(".table:not(.replaying)")


def test_a_key_is_heard_while_the_replay_opens(mock: str, page: Make) -> None:
    tab = table(page(f"{mock}/t/solo"))
    held: list[Any] = []
    tab.route("**/replay*", lambda route: held.append(route))
    last = tab.evaluate("Number([...document.querySelectorAll('.log .line')].length)")
    tab.keyboard.press("v")
    tab.keyboard.press("[")
    label = f"() => document.querySelector('.replay-label').innerText.startsWith('event {last - 1} ')"
    tab.wait_for_function(label)
    with tab.expect_response("**/replay*"):
        held[0].continue_()
    tab.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    assert tab.evaluate(label)


def test_the_grid_tells_what_stands_where(mock: str, page: Make) -> None:
    tab = table(page(f"{mock}/t/solo"))
    name = tab.locator('.space[data-id="kakambona"]').get_attribute("aria-label")
    assert name.startswith("Kakambona. 3 × A Japanese block")
    assert tab.locator('[role="grid"] [role="row"] > [role="gridcell"]').count() == tab.locator(".space").count()
    assert tab.locator('.space[tabindex="0"]').count() == 1


def test_every_choice_has_a_control_with_a_name(mock: str, page: Make) -> None:
    tab = table(page(f"{mock}/t/solo"))
    missing = tab.evaluate("""async () => {
      const message = await (await fetch('/api/tables/solo?seat=american')).json();
      return message.choices.filter((c) => {
        const e = document.querySelector(c.piece ? `.piece[data-id="${c.piece}"]`
          : c.space ? `.space[data-id="${c.space}"]` : `[data-do="${c.do}"]`);
        return !e || !((e.getAttribute('aria-label') || e.innerText).includes(c.label));
      }).map((c) => c.do);
    }""")
    assert missing == []


def test_themes_text_size_and_words_on_pieces(mock: str, page: Make, axe: Axe) -> None:
    tab = table(page(f"{mock}/t/solo"))
    for theme in ("chart", "room", "contrast", "grey"):
        tab.locator('[data-key="table"]').click()
        tab.get_by_role("menuitem", name="Settings").click()
        tab.locator(".setting", has_text="Theme").locator("select").select_option(theme)
        tab.get_by_label("Size of text").fill("150")
        tab.locator(".setting", has_text="Pieces").locator("select").select_option("words")
        tab.keyboard.press("Escape")
        assert tab.evaluate("document.documentElement.dataset.look") == theme
        assert tab.locator(".piece .plain-face").count() > 5
        if theme != "grey":  # the filter hides colours from axe
            assert faults(axe, tab) == []
    tab.reload()
    table(tab)
    assert tab.evaluate("document.documentElement.dataset.look") == "grey"


def test_notes_and_chat(mock: str, page: Make) -> None:
    tab = page(mock)
    tab.get_by_role("button", name="Play").click()
    tab.get_by_role("button", name="Start the game").click()
    tab.wait_for_url("**/t/new*")
    table(tab)
    tab.locator('.space[data-id="taivu_point"]').click(button="right")
    tab.get_by_role("menuitem", name="Pin a note at Taivu Point").click()
    tab.keyboard.type("They land here")
    tab.get_by_role("button", name="Save").click()
    tab.wait_for_selector(".note-pin")
    tab.get_by_role("tab", name="Notes").click()
    assert "They land here" in tab.locator(".notes").inner_text()
    tab.get_by_label("Write to the table").fill("Good luck")
    tab.keyboard.press("Enter")
    tab.wait_for_selector(".chat li")
    assert "Good luck" in tab.locator(".chat").inner_text()


def test_a_lost_connection_says_so(mock: str, page: Make) -> None:
    tab = table(page(f"{mock}/t/solo", expected="ERR_INTERNET_DISCONNECTED"))
    tab.wait_for_timeout(200)
    tab.context.set_offline(True)
    tab.evaluate("() => window.dispatchEvent(new Event('offline'))")
    tab.wait_for_selector(".notice.net")
    assert "nothing is lost" in tab.locator(".notice.net").inner_text()
    tab.context.set_offline(False)
    tab.evaluate("() => window.dispatchEvent(new Event('online'))")
    tab.wait_for_selector(".notice.net", state="detached")
