"""Whole games in the browser on the real server: by mouse, against the computer, by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from driver import CHOICES, Driver
from playwright.sync_api import TimeoutError

Make = Callable[..., Any]


FLEETS = "Axis & Allies: Guadalcanal"


def start(tab: Any, mode: str, side: str = "", keyboard: bool = False, title: str = "", bot: str = "") -> None:
    """From the first page to a table, as a guest."""
    tab.get_by_role("button", name="Play").first.wait_for()
    if title:
        tab.get_by_role("button", name=f"Play: {title}").click()
        tab.locator(f'.segment-choice:has(input[value="{mode}"])').click()
        for value in filter(None, (bot, side)):
            tab.locator(f'.segment-choice:has(input[value="{value}"])').click()
        tab.get_by_role("button", name="Start the game").click()
        tab.wait_for_url("**/t/*")
        tab.wait_for_selector(".table, .curtain")
        return
    if keyboard:
        tab.get_by_role("button", name="Play").first.focus()
        tab.keyboard.press("Enter")
        tab.wait_for_selector("dialog[open]")
        tab.locator(f'input[type="radio"][value="{mode}"]').focus()
        tab.keyboard.press("Space")
        tab.locator(".button.large").focus()
        tab.keyboard.press("Enter")
    else:
        tab.get_by_role("button", name="Play").first.click()
        tab.locator(f'.segment-choice:has(input[value="{mode}"])').click()
        if side:
            tab.locator(f'.segment-choice:has(input[value="{side}"])').click()
        tab.get_by_role("button", name="Start the game").click()
    tab.wait_for_url("**/t/*")
    tab.wait_for_selector(".table, .curtain")


@pytest.mark.timeout(400)
def test_a_hot_seat_game_clicked_through(real: str, page: Make) -> None:
    tab = page(real, 1280, 800)
    start(tab, "hot")
    driver = Driver(tab, seed=3)
    words = driver.play()
    assert "won" in words
    assert driver.curtains >= 3, "both players were at the screen"
    assert {"pieces", "spaces"} <= set(driver.done)
    # the game can be looked at again, from its first event, with nothing to do on the way
    tab.get_by_role("button", name="Look at the game").click()
    tab.wait_for_selector(".table.replaying")
    tab.wait_for_function("() => document.querySelector('.replay-label').innerText.startsWith('event 1 ')")
    # the plate tells the turn that is looked at
    tab.wait_for_function("() => document.querySelector('.plate').innerText.toLowerCase().includes('turn 1\\n')")
    numbers = [one.bounding_box() for one in tab.locator(".scrub-mark small").all()]
    assert len(numbers) > 1
    assert all(a["x"] + a["width"] <= b["x"] for a, b in pairwise(numbers)), "the turns' numbers can be read"
    assert tab.locator(".piece.lit, .space.lit").count() == 0
    tab.keyboard.press("]")
    tab.wait_for_function("() => document.querySelector('.replay-label').innerText.startsWith('event 2 ')")


@pytest.mark.timeout(400)
@pytest.mark.parametrize("side", [pytest.param("american", marks=pytest.mark.soak), "japanese"])
def test_a_game_against_the_computer(real: str, page: Make, side: str) -> None:
    tab = page(real, 1100, 760)
    start(tab, "computer", side)
    driver = Driver(tab, seed=5, pass_rate=0.3)
    words = driver.play()
    assert "You have won" in words or "You have lost" in words
    assert driver.curtains == 0
    assert driver.steps > 10


@pytest.mark.timeout(900)
@pytest.mark.parametrize("side", [pytest.param("axis", marks=pytest.mark.soak), "allies"])
def test_fleets_against_the_computer(real: str, page: Make, side: str) -> None:
    """A whole turn of fleets, cargo, fights and purchases by mouse."""
    tab = page(real, 1280, 800)
    start(tab, "computer", side, title=FLEETS, bot="regular")
    driver = Driver(tab, seed=4, pass_rate=0.5)
    wanted, seen = {"sheet battle", "sheet purchase"}, set()
    state = tab.evaluate(CHOICES)
    while not state["over"] and (driver.steps <= 40 or not wanted <= seen):
        assert driver.steps < 300, (driver.done, seen)
        driver.step(state)
        seen.update(tab.evaluate("() => [...document.querySelectorAll('.sheet')].map((e) => e.className)"))
        state = tab.evaluate(CHOICES)
    assert {"pieces", "spaces", "answers"} <= set(driver.done)
    assert wanted <= seen


@pytest.mark.soak
@pytest.mark.timeout(400)
def test_a_game_by_keyboard_alone(real: str, page: Make) -> None:
    tab = page(real, 1100, 760)
    tab.mouse.move(0, 0)
    start(tab, "hot", keyboard=True)
    driver = Driver(tab, seed=11, keyboard=True, pass_rate=0.25)
    words = driver.play()
    assert "won" in words
    assert driver.done.get("arrows", 0) >= 3, "the board's cursor was used"


@pytest.mark.timeout(400)
def test_a_game_on_a_phone(real: str, page: Make) -> None:
    """A few turns with a finger; what is lit can always be brought into sight."""
    tab = page(real, 390, 844, touch=True)
    start(tab, "computer", "american")
    driver = Driver(tab, seed=2, pass_rate=0.3, touch=True)
    for _ in range(40):
        state = tab.evaluate(CHOICES)
        if state["over"]:
            break
        driver.step(state)
    assert driver.steps >= 20 or state["over"]
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_window_grows_and_shrinks(real: str, page: Make) -> None:
    """The buttons for the scale stand on the board of a phone and below it elsewhere, and are never lost."""
    tab = page(real, 390, 844)
    start(tab, "hot")
    for width, height, host in ((390, 844, ".board"), (1280, 800, ".sequence"), (844, 390, ".board")):
        tab.set_viewport_size({"width": width, "height": height})
        tab.locator(f"{host} .tools").wait_for()
        assert tab.locator(".tools").count() == 1
        box, within = tab.locator(".tools").bounding_box(), tab.locator(host).bounding_box()
        for axis, size in (("x", "width"), ("y", "height")):
            assert within[axis] <= box[axis]
            assert box[axis] + box[size] <= within[axis] + within[size]


OPEN = """(page) => [...page.querySelectorAll('.space.lit, .piece.lit')].find((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return one.contains(page.elementFromPoint(x + width / 2, y + height / 2));
})"""
"""What is lit and lies under nothing."""


def first_open(tab: Any) -> tuple[Any, float]:
    """Something lit that lies under nothing, and how wide it is."""
    tab.wait_for_function(f"() => ({OPEN})(document)")
    piece = tab.evaluate_handle(f"() => ({OPEN})(document)").as_element()
    return piece, piece.bounding_box()["width"]


@pytest.mark.parametrize(("width", "height"), [(844, 390), (667, 375)], ids=["long", "short"])
def test_a_phone_on_its_side(real: str, page: Make, width: int, height: int) -> None:
    """The coach and the panel share the side: board and sheet both have room, and the question is read whole."""
    tab = page(real, width, height, touch=True, coach="first")
    tab.locator('.game-card[data-game="axis-allies"] .card-go .button.primary').tap()
    tab.locator("dialog[open] .row-buttons.sticky .button.primary").tap()
    tab.locator("dialog.winning .button.primary").tap()
    tab.locator(".coach:not([hidden]) .coach-words p").first.wait_for()
    box = {name: tab.locator(f".table .{name}").bounding_box() for name in ("board", "panel", "coach", "prompt")}
    assert box["board"]["height"] > 0.6 * height
    assert box["board"]["width"] > 0.55 * width
    assert box["coach"]["x"] == box["panel"]["x"] == box["board"]["width"]
    assert tab.locator(".now-body").bounding_box()["height"] > 0.17 * height
    cut = "(e) => e.scrollHeight - e.clientHeight"
    assert tab.locator("#prompt-text").evaluate(cut) <= 6
    # the enemy has moved before, and what is told of it lies over the foot of the board
    shown = ".place-card:not([hidden]), .fan, .menu, .piece.picked"
    piece, small = first_open(tab)
    try:
        piece.tap(timeout=3000)
    except TimeoutError:  # the card came when the piece was chosen already, and lies over it
        piece, small = first_open(tab)
        piece.tap()
    tab.wait_for_function(  # what is small comes near first
        "([e, w, shown]) => e.getBoundingClientRect().width > 1.2 * w || document.querySelector(shown)",
        arg=[piece, small, shown],
    )
    if not tab.locator(shown).count():
        piece.tap()
    tab.locator(shown).first.wait_for()
    size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert tab.evaluate(size) == [width, height]
    assert tab.locator(".panel .place-card, .panel .telling-host").count() == 0, "cards lie over the board"


def test_a_tablet_held_upright(real: str, page: Make) -> None:
    """The question is read whole, and so are its three answers."""
    tab = page(real, 820, 1180, touch=True)
    tab.locator('.game-card[data-game="axis-allies"] .card-go .button.primary').tap()
    tab.locator("dialog[open] .row-buttons.sticky .button.primary").tap()
    tab.locator(".answers .button.ends").first.wait_for()
    for part in ("#prompt-text", ".prompt .answers"):
        cut = tab.locator(part).evaluate("(e) => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]")
        assert max(cut) <= 6, part


def test_nothing_is_lost_on_reload(real: str, page: Make) -> None:
    tab = page(real)
    start(tab, "hot")
    tab.locator(".piece.lit").first.click()
    tab.wait_for_selector(".piece.picked")
    name = tab.locator(".piece.picked").get_attribute("data-id")
    tab.reload()
    tab.wait_for_selector(".piece.picked")
    assert tab.locator(".piece.picked").get_attribute("data-id") == name
    tab.keyboard.press("u")
    tab.wait_for_selector(".piece.picked", state="detached")


def test_a_friend_joins_by_a_link(real: str, page: Make) -> None:
    tab = page(real)
    start_at = tab.get_by_role("button", name="Play").first
    start_at.click()
    tab.locator('.segment-choice:has(input[value="friend"])').click()
    tab.get_by_role("button", name="Start the game").click()
    tab.wait_for_selector(".invite-row")
    assert "this machine alone" in tab.locator("dialog[open]").inner_text()
    url = tab.locator(".invite-row input").first.input_value()
    tab.get_by_role("link", name="Go to the table").click()
    tab.wait_for_selector(".world .piece")
    friend = page(url)
    friend.wait_for_selector(".join")
    assert "You would play the" in friend.locator(".join").inner_text()
    friend.get_by_role("button", name="Take the seat").click()
    friend.get_by_role("link", name="Go to the table").click()
    friend.wait_for_selector(".table .world")
    assert friend.locator('.answers [data-key="confirm"], .piece.lit, .space.lit').count() == 0
    assert friend.locator('.piece[data-id*="vandegrift"]').count() == 0
    friend.get_by_role("tab", name="Notes").click()
    friend.get_by_label("Write to the table").fill("Hello")
    friend.keyboard.press("Enter")
    tab.get_by_role("tab", name="Notes").click()
    tab.wait_for_selector(".chat li")


def test_every_click_is_answered(real: str, page: Make) -> None:
    """How fast, `benchmarks/page.py` measures."""
    tab = page(real, 1100, 760)
    start(tab, "hot")
    tab.wait_for_selector(".piece.lit")
    for _ in range(10):
        before = tab.locator(".piece.picked").count()
        tab.locator(".piece.lit:not(.beneath)").first.click()
        tab.wait_for_function("(before) => document.querySelectorAll('.piece.picked').length !== before", arg=before)


def alone(tab: Any) -> None:
    """The solitaire scenario, with the Marines to be placed first."""
    made = tab.evaluate(
        """async () => (await fetch('/api/tables', {method: 'POST',
          headers: {'Content-Type': 'application/json', 'X-Ironbottom': '1'}, body: JSON.stringify({
            game: 'archies-war', scenario: 'solitaire', options: {setup_rearrangement: true},
            seats: {american: 'me'}, clock: null, hints: true})})).json()"""
    )
    tab.goto(f"{tab.url.split('/', 3)[0]}//{tab.url.split('/')[2]}/t/{made['id']}")
    tab.wait_for_selector(".stepper")


def stands(tab: Any, *wanted: int) -> None:
    """The amounts in the sheet's steppers, in order."""
    tab.wait_for_function(
        "(wanted) => [...document.querySelectorAll('.amount-field')].map((f) => f.value).join() === wanted",
        arg=",".join(map(str, wanted)),
    )


def test_amounts_are_set_in_the_sheet(real: str, page: Make) -> None:
    tab = page(real)
    tab.get_by_role("button", name="Play").first.wait_for()
    alone(tab)
    stands(tab, 2, 2, 0)
    for _ in range(2):
        tab.get_by_role("button", name="Less: Point Cruz").click()
    stands(tab, 0, 2, 0)
    tab.get_by_label("Bloody Ridge: Set").fill("2")
    tab.keyboard.press("Enter")
    stands(tab, 0, 2, 2)
    tab.keyboard.press("Escape")
    tab.locator("h2").first.click()
    tab.keyboard.press("u")
    stands(tab, 0, 2, 0)
    # a change that has not been sent yet goes before what is done next
    tab.get_by_role("button", name="More: Bloody Ridge").click()
    tab.locator('.answers [data-do="done"]').click()
    tab.wait_for_function("() => !document.querySelector('.stepper')")
    tab.locator('.piece[data-id="american.bloody_ridge:0"]').wait_for()


def test_a_block_is_dragged_from_box_to_box(real: str, page: Make) -> None:
    tab = page(real)
    tab.get_by_role("button", name="Play").first.wait_for()
    alone(tab)
    block = tab.locator('.piece[data-id="american.reserves:0"]')
    goal = tab.locator('.space[data-id="american.bloody_ridge"]').bounding_box()
    block.click()
    tab.wait_for_selector(".piece.selected")
    tab.mouse.click(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] * 0.7)
    stands(tab, 2, 2, 2)
    start = tab.locator('.piece[data-id="american.koli_point:0"]').bounding_box()
    tab.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    tab.mouse.down()
    tab.mouse.move(start["x"] + 60, start["y"] + 30, steps=3)
    tab.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=5)
    tab.mouse.up()
    tab.wait_for_function("() => document.querySelector('.fields').innerText.includes('4')")
    # the two orders behind it are taken back as one
    tab.keyboard.press("u")
    stands(tab, 2, 2, 2)
    tab.keyboard.press("y")
    tab.wait_for_function("() => document.querySelectorAll('.amount-field')[0].value === '2'")


def test_what_matters_most_is_asked_beside_the_scenario(real: str, page: Make) -> None:
    tab = page(real)
    tab.get_by_role("button", name="Play").first.click()
    tab.locator('.segment-choice:has(input[value="solitaire"])').click()
    tab.locator(".segment-choice", has_text="Prepared perimeter").click()
    assert tab.locator(".options summary").inner_text().find("changed") < 0
    tab.get_by_role("button", name="Start the game").click()
    tab.wait_for_url("**/t/*")
    tab.wait_for_selector(".stepper")


def test_a_hint_is_lit_told_and_done(real: str, page: Make) -> None:
    tab = page(real)
    start(tab, "computer", "american")
    tab.wait_for_selector(".piece.lit")
    tab.keyboard.press("h")
    tab.locator(".advice .advice-steps li").first.wait_for(timeout=30000)
    assert "%" in tab.locator(".advice").inner_text()
    assert tab.locator(".overlay .advised").get_attribute("d")
    tab.get_by_role("button", name="Do that").click()
    tab.wait_for_function("() => !document.querySelector('.advice') && !document.querySelector('.table.sending')")
    assert not tab.locator(".overlay .advised").get_attribute("d")
    assert not tab.locator('[data-key="undo"]').is_disabled()
