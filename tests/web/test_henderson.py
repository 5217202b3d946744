"""Henderson Field in the browser: landings, the march of the rulebook's first example, the ruler, the map from afar."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from driver import CHOICES, Driver
from follow import Follower
from placed import Placed

from ironbottom.games.henderson_field.ai.opponent import HendersonOpponent
from ironbottom.games.henderson_field.rules.printed import AMERICAN

Make = Callable[..., Any]
SCRIPT = HendersonOpponent()

JANUARY = {
    "turn": 22, "phase": "american_landing", "field": "american", "villages": ["3507", "3209", "4605"], "points": 10,
    "supply": {"american": 20, "japanese": 12}, "status": 14,
    "american": {
        "3707": ["us-1-1", "us-1-2", "us-1eng"], "3706": ["us-11-2", "us-5-1"], "3610": ["us-2-2", "us-8-1"],
        "3710": ["us-7-1", "us-10-3"], "3907": ["us-164-1", "us-164-2"], "3507": ["us-1pio"], "4605": ["us-1rdr"],
    },
    "japanese": {
        "3411": ["jp-124-1", "jp-124-2", "jp-20mt"], "3312": ["jp-10mt", "jp-4h"], "3812": ["jp-29-1", "jp-29-2"],
        "4110": ["jp-16-1", "jp-16-2"], "2709": ["jp-7h", "jp-230-3"], "3512": ["jp-2eng", "jp-9rf"],
    },
    "stealth": {"jp-29-1": 2, "jp-29-2": 2}, "due": {"us-6-1": 22, "us-6-2": 23, "jp-228-2": 22, "jp-228-3": 24},
}  # fmt: skip


def sit(tab: Any, **seats: str) -> None:
    """A table of the game."""
    tab.set_default_timeout(30000)
    tab.get_by_role("button", name="Play").first.wait_for()
    made = tab.evaluate(
        """async (seats) => (await fetch('/api/tables', {method: 'POST',
          headers: {'Content-Type': 'application/json', 'X-Ironbottom': '1'}, body: JSON.stringify({
            game: 'henderson-field', scenario: 'campaign', options: {}, seats, clock: null, hints: true})})).json()""",
        seats,
    )
    tab.goto(f"{tab.url.split('/', 3)[0]}//{tab.url.split('/')[2]}/t/{made['id']}")
    tab.wait_for_selector(".table .world, .curtain")


def says(tab: Any, text: str) -> None:
    """Wait until the prompt says so."""
    tab.wait_for_function("(text) => document.querySelector('#prompt-text').innerText.includes(text)", arg=text)


def point(tab: Any, place: str, down: float = 0.08) -> tuple[float, float]:
    """A point near the upper side of a hex, where no counter lies."""
    box = tab.locator(f'.space[data-id="{place}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * down


def begin(page: Make, placed: Placed, position: dict[str, Any], *dice: tuple[str, int]) -> Any:
    """A page at a table with that position and those dice, both sides in one's own hands."""
    tab = page("about:blank", 1280, 860)
    tab.set_default_timeout(30000)
    tab.goto(placed.base + placed.table(tab, "henderson-field", {"field": "american", **position}, dice))
    tab.wait_for_selector(".table .world")
    return tab


def take(tab: Any, unit: str) -> None:
    """Click a counter that lies on top."""
    tab.locator(f'.piece[data-id="{unit}"]').click()


def go(tab: Any, place: str) -> None:
    """Click a hex, at its lower rim."""
    tab.mouse.click(*point(tab, place, 0.9))


def do(tab: Any, action: str) -> None:
    """Click a button of the page: it says itself what cannot be taken back."""
    tab.locator(f'[data-do="{action}"]').first.click()


def told(tab: Any, action: str) -> None:
    """Click a button, and wait for the log to tell what came of it: the same button may stand there again."""
    before = tab.locator(".log .line").count()
    do(tab, action)
    tab.wait_for_function("(n) => document.querySelectorAll('.log .line').length > n", arg=before)


def hand_over(tab: Any) -> None:
    """The other side comes to the screen."""
    tab.locator(".curtain .button.primary").click()
    tab.wait_for_selector(".table .world")


def costs(tab: Any, place: str) -> list[str]:
    """What each hex on the way to a place has cost by then, as the page shows it when one points there."""
    tab.mouse.move(*point(tab, place, 0.5))
    tab.wait_for_selector(".cost.on-way")
    return list(tab.locator(".cost.on-way").all_inner_texts())


def sheet(tab: Any) -> str:
    """The panel's words, in one line."""
    return " ".join(tab.locator(".panel").inner_text().split())


def shows(tab: Any, *words: str) -> None:
    """Wait until the panel holds all these words."""
    tab.wait_for_function(
        """(words) => { const text = document.querySelector('.panel').innerText.replace(/\\s+/g, ' ');
          return words.every((one) => text.includes(one)); }""",
        arg=list(words),
    )


@pytest.mark.timeout(400)
def test_the_diagram_of_the_terrain(page: Make, placed: Placed) -> None:
    """2.1: what each hex of the figures is, as its card says."""
    tab = begin(page, placed, {"turn": 2})
    for place, said in (
        ("3707", "Henderson Field (3707) clear"), ("3907", "3907 clear"), ("3908", "3908 jungle"),
        ("3309", "3309 jungle · river"), ("3209", "Matanikau (3209) jungle · coast · river · road · village"),
        ("3313", "Mount Austen (3313) clear · height 3"), ("3507", "Kukum (3507) clear · coast · road · village"),
    ):  # fmt: skip
        tab.mouse.move(*point(tab, place, 0.5))
        shows(tab, said)


@pytest.mark.timeout(400)
def test_a_division_lands_in_a_few_strokes(real: str, page: Make) -> None:
    """The sheet lists who comes, the board shows the coast, and a regiment goes ashore together."""
    tab = page(real)
    sit(tab, american="me", japanese="bot:recruit")
    says(tab, "14 units land")
    coast, port = (tab.locator(one).bounding_box() for one in ('.space[data-id="3607"]', ".port"))
    assert port["y"] + 50 < coast["y"] < port["y"] + port["height"] * 0.7, "one sees where they land, not only who"
    tab.locator('.panel [data-do="take us-5-1"]').click()
    says(tab, "Where does 5/1 land?")
    tab.locator(".panel").get_by_role("button", name="Take 1/1 instead").click()
    says(tab, "Where does 1/1 land?")
    tab.locator('.space[data-id="3607"]').click()
    says(tab, "13 units land")
    tab.locator(".answers").get_by_role("button", name="1/2 and 1/3 to 3607 too").click()
    says(tab, "11 units land")
    tab.locator('.piece[data-id="us-1-3"]').wait_for()
    tab.keyboard.press("u")
    says(tab, "13 units land")  # one stroke is taken back as one
    tab.mouse.move(*point(tab, "3607", 0.5))
    shows(tab, "1 1/1, infantry")


@pytest.mark.timeout(400)
def test_the_diagram_of_movement(page: Make, placed: Placed) -> None:
    """7.1: 2/2 over the Lunga beside the tractors, 6/3 into it, 7/1 from its landing along the road and over land; one
    key takes a march back."""
    tab = begin(page, placed, {
        "turn": 2, "american": {"3507": ["us-7-1"], "3610": ["us-1lvt"], "3709": ["us-2-2"], "3710": ["us-6-3"]},
        "japanese": {"3511": ["jp-20mt"]}, "landed": ["us-7-1"],
    })  # fmt: skip
    take(tab, "us-7-1")
    says(tab, "7/1: 10 movement points left")
    assert costs(tab, "3412") == ["2", "3", "4", "6", "7 in a zone"]
    go(tab, "3412")
    says(tab, "Move your units")  # the zone in the last hex has ended it
    tab.keyboard.press("u")
    says(tab, "7/1: 10 movement points left")
    tab.keyboard.press("u")
    says(tab, "Move your units")
    take(tab, "us-2-2")
    says(tab, "2/2: 10")
    tab.mouse.click(*point(tab, "3610"))
    says(tab, "2/2 in the river: engineers and tractors limit how many can go on; 8 movement points left")
    go(tab, "3510")
    says(tab, "Move your units")
    take(tab, "us-6-3")
    says(tab, "6/3: 10")
    go(tab, "3611")
    says(tab, "Move your units")
    assert tab.locator('.piece[data-id="us-6-3"]').get_attribute("class").split().count("moved") == 1


@pytest.mark.timeout(400)
def test_hands_faster_than_the_answer(page: Make, placed: Placed) -> None:
    """A unit and its hex clicked in one breath, on a line so slow that the first answer is still on its way."""
    tab = begin(page, placed, {"turn": 2, "american": {"3610": ["us-1lvt"], "3709": ["us-2-2"]}})

    def late(route: Any) -> None:
        tab.wait_for_timeout(600)
        route.continue_()

    tab.route("**/do", late)
    take(tab, "us-2-2")
    tab.mouse.click(*point(tab, "3610"))
    assert "2/2" not in tab.inner_text("#prompt-text"), "no answer yet"
    says(tab, "2/2 in the river")
    tab.unroute("**/do")


@pytest.mark.timeout(400)
def test_a_fan_that_was_left_does_not_stay(page: Make, placed: Placed) -> None:
    """The pointer has left the pile's fan when the answer to a click in it comes and draws it anew."""
    tab = begin(page, placed, {"turn": 2, "american": {"3610": ["us-1lvt", "us-2-2", "us-7-1"]}})

    def late(route: Any) -> None:
        tab.wait_for_timeout(120)
        route.continue_()

    tab.route("**/do", late)
    tab.mouse.move(*point(tab, "3610", 0.5))
    tab.locator('[data-key="fan-us-2-2"]').click()
    tab.mouse.move(2, 2)
    says(tab, "2/2: 10 movement points left")
    tab.locator(".fan").wait_for(state="detached", timeout=5000)
    tab.unroute("**/do")
    # where what lay under the pointer is drawn anew, a browser may not tell that it was left
    tab.evaluate("() => window.addEventListener('pointerleave', (event) => event.stopImmediatePropagation(), true)")
    tab.mouse.move(*point(tab, "3610", 0.5))
    tab.locator('[data-key="fan-us-7-1"]').hover()
    tab.mouse.move(2, 2)
    tab.locator(".fan").wait_for(state="detached", timeout=5000)
    tab.mouse.move(*point(tab, "3610", 0.5))
    tab.mouse.move(2, 2)
    tab.wait_for_timeout(400)
    assert tab.locator(".fan").count() == 0, "it does not come up when the pointer has gone on"
    tab.mouse.move(*point(tab, "3610", 0.5))
    tab.locator('[data-key="fan-us-7-1"]').wait_for(timeout=5000)  # and comes up again when it is back


@pytest.mark.timeout(400)
def test_a_hasty_click_does_not_reach_the_other_player(page: Make, placed: Placed) -> None:
    """The search hands the screen over; what was clicked before the curtain came asks nothing for him who comes."""
    tab = begin(
        page, placed, {"turn": 5, "american": {"3707": ["us-6-3"]}, "japanese": {"3809": ["jp-124-2"]},
                       "stealth": {"jp-124-2": 3}},
        ("DetectionDie", 2),
    )  # fmt: skip
    take(tab, "us-6-3")
    says(tab, "6/3: 10")
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url) if "/why" in request.url else None)

    def late(route: Any) -> None:
        tab.wait_for_timeout(600)
        route.continue_()

    aim = point(tab, "3607", 0.5)
    tab.route("**/do", late)
    do(tab, "detect 3809 =3")
    tab.mouse.click(*aim)
    tab.locator(".curtain .button.primary").wait_for()
    tab.unroute("**/do")
    assert asked == []
    hand_over(tab)
    says(tab, "124/2 was detected and must move")
    assert asked == []


@pytest.mark.timeout(400)
def test_the_diagram_of_stealth(page: Make, placed: Placed) -> None:
    """7.7: the second search finds 124/2, which flees sixteen points; 6/3 has just enough left to stand beside it."""
    tab = begin(
        page, placed, {"turn": 5, "american": {"3707": ["us-6-3"]}, "japanese": {"3809": ["jp-124-2"]},
                       "stealth": {"jp-124-2": 3}},
        ("DetectionDie", 3), ("DetectionDie", 2),
    )  # fmt: skip
    assert "124/2" not in tab.locator(".world").inner_html()
    take(tab, "us-6-3")
    says(tab, "6/3: 10")
    for left in (9, 8):
        do(tab, "detect 3809 =3")
        if left == 9:
            says(tab, "6/3: 9 movement points left")
    hand_over(tab)
    says(tab, "124/2 was detected and must move: 30 points, 4 for each jungle hex")
    assert costs(tab, "3912") == ["4", "8", "12", "16"]
    go(tab, "3912")
    says(tab, "14 points")
    do(tab, "stop")
    hand_over(tab)
    says(tab, "6/3: 8 movement points left")
    assert costs(tab, "3812") == ["1", "3", "4", "6", "8"]
    go(tab, "3812")
    says(tab, "Move your units")
    do(tab, "end")
    says(tab, "Nobody must attack")
    take(tab, "us-6-3")
    says(tab, "Which hex does 6/3 attack?")
    go(tab, "3912")
    shows(tab, "Assault on 3912 5 : 4 = 1-1")


@pytest.mark.timeout(400)
def test_the_diagram_of_artillery(page: Make, placed: Placed) -> None:
    """8.1: who sees what; three American points take a step, three Japanese points a step and a point of the field."""
    dice = [("FireDie", die) for die in (1, 3, 4, 1, 2, 6)]
    tab = begin(page, placed, {
        "turn": 12, "phase": "american_defensive_fire", "supply": {"american": 3, "japanese": 3},
        "american": {"3712": ["us-90fa"], "3710": ["us-10-3"], "3707": ["us-2-2"]},
        "japanese": {"3708": ["jp-124-2"], "3511": ["jp-20mt"]},
    }, *dice)  # fmt: skip
    tab.keyboard.press("d")
    for start, words in (("3712", "hidden by Bloody Ridge (3711)"), ("3710", "the line is open")):
        for place in (start, "3708"):
            tab.mouse.click(*point(tab, place, 0.5))
        tab.wait_for_function("(text) => document.querySelector('.notice.ruler')?.innerText.includes(text)", arg=words)
    tab.keyboard.press("Escape")
    go(tab, "3708")
    says(tab, "Fire at 3708")
    do(tab, "gun us-10-3 ={n}")
    says(tab, "Dice: 1")
    tab.locator('[data-key^="more-gun us-90fa"]').click()
    do(tab, "gun us-90fa ={n}")
    says(tab, "Dice: 3")
    shows(tab, "Strength in the hex", "1 step lost")
    do(tab, "fire")
    hand_over(tab)
    says(tab, "Your artillery may fire")
    take(tab, "us-2-2")
    says(tab, "Fire at Henderson Field (3707)")
    tab.locator('[data-key^="n-gun jp-20mt"]').fill("3")
    do(tab, "gun jp-20mt ={n}")
    says(tab, "Dice: 3")
    do(tab, "fire")
    named = """(names) => names.every((name) => [...document.querySelectorAll('.piece')].some(
      (piece) => piece.getAttribute('aria-label').includes(name)))"""
    tab.wait_for_function(named, arg=["124/2, infantry, 3 of 4 steps", "2/2, infantry, 4 of 5 steps"])
    tab.keyboard.press("l")
    shows(tab, "The airfield falls by 1 to 19")


@pytest.mark.timeout(400)
def test_the_diagram_of_combat(page: Make, placed: Placed) -> None:
    """8.2: three attacks are declared; a river halves, a gun lends two points, both attackers strain: one fails on a 6
    and goes back, the other wins on a 3 and advances, and its strain costs nothing on a 2 (Q7)."""
    tab = begin(
        page, placed, {
            "turn": 22, "phase": "american_combat",
            "american": {"3508": ["us-147-2"], "3609": ["us-2-2", "us-10-3"], "3610": ["us-7-1", "us-6-3"],
                         "3512": ["us-1eng"]},
            "japanese": {"3509": ["jp-124-2"], "3510": ["jp-9rf"], "3511": ["jp-20mt"]},
        },
        ("AssaultDie", 6), ("StrainDie", 3), ("AssaultDie", 3), ("StrainDie", 2),
    )  # fmt: skip
    says(tab, "Still owed: 4 units, 2 hexes")
    assert tab.locator('[data-do="done"]').count() == 0
    for unit, place in (
        ("us-147-2", "3509"), ("us-2-2", "3509"), ("us-10-3", "3509"), ("us-7-1", "3510"), ("us-6-3", "3510"),
    ):  # fmt: skip
        do(tab, f"take {unit}")
        says(tab, "Which ")  # hex does it attack, or which attack does it support
        go(tab, place)
        tab.locator(f'[data-do="recall {unit}"]').wait_for()
    says(tab, "Every unit that must fight does so")  # the engineers, in the jungle, need not
    do(tab, "done")
    do(tab, "fight 3509")
    says(tab, "How much supply does 10/3 spend")
    field = tab.locator('[data-key^="n-spend us-10-3"]')
    field.press("ControlOrMeta+a")  # what a driver fills in stands behind what was there, in Firefox
    field.press_sequentially("2")
    do(tab, "spend us-10-3 ={n}")
    says(tab, "7 against 4. Strain by 1 for the next odds?")
    shows(tab, "2/2, halved in the river", "Strain for 2-1")
    do(tab, "strain")
    says(tab, "Your side has 2 more steps to lose: choose the unit that loses one")
    do(tab, "lose us-2-2")
    says(tab, "Choose the unit that loses a step")
    do(tab, "lose us-2-2")
    says(tab, "choose the unit that goes first, and its next hex")
    while "next hex" in tab.inner_text("#prompt-text"):
        told(tab, str(tab.locator('[data-do^="retreat"]').first.get_attribute("data-do")))
    says(tab, "5 against 3. Strain by 1")
    do(tab, "strain")
    hand_over(tab)
    says(tab, "9 RF retreats")
    assert sorted(tab.locator('[data-do^="retreat"]').evaluate_all("(all) => all.map((one) => one.dataset.do)")) == [
        "retreat jp-9rf 3410", "retreat jp-9rf 3411"
    ]
    go(tab, "3411")
    hand_over(tab)
    says(tab, "your units may advance into it")
    do(tab, "advance us-7-1 3510")


@pytest.mark.parametrize("story", ["fast", "off"])
def test_where_the_computer_fights_is_shown(page: Make, placed: Placed, story: str) -> None:
    """Somebody looks at Aola while the Americans attack at the other end of the island: the board goes there, unless he
    has said that he wants to be told nothing."""
    tab = page("about:blank", 1280, 860, story=story)
    tab.set_default_timeout(30000)
    path = placed.table(tab, "henderson-field", {
        "turn": 22, "phase": "japanese_defensive_fire", "field": "american", "supply": {"japanese": 5},
        "american": {"7110": ["us-147-2"], "0804": ["us-2-2", "us-7-1", "us-6-3"]},
        "japanese": {"7208": ["jp-2fa", "jp-124-2"], "0803": ["jp-13c"]},
    }, american="regular")  # fmt: skip
    tab.goto(placed.base + path)
    tab.wait_for_selector(".table .world")
    says(tab, "Your artillery may fire")
    assert in_sight(tab, "7110")
    assert not in_sight(tab, "0803")
    do(tab, "pass")
    if story == "off":
        shows(tab, "Naval bombardment")
        tab.wait_for_timeout(600)  # the camera has come to rest
        assert in_sight(tab, "7110")
    else:
        until = time.monotonic() + 60
        while not in_sight(tab, "0803"):
            assert time.monotonic() < until, "the board never went to the fight"
            tab.wait_for_timeout(50)


def in_sight(tab: Any, place: str) -> bool:
    """Whether the middle of a hex lies within the board's window."""
    box, port = (tab.locator(one).bounding_box() for one in (f'.space[data-id="{place}"]', ".port"))
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    return bool(port["x"] < x < port["x"] + port["width"] and port["y"] < y < port["y"] + port["height"])


@pytest.mark.timeout(400)
def test_line_of_sight_the_score_and_the_map_from_afar(real: str, page: Make) -> None:
    tab = page(real, 1280, 860)
    sit(tab, american="me", japanese="me")
    tab.keyboard.press("d")
    for place in ("3712", "3708"):
        tab.mouse.click(*point(tab, place, 0.5))
    tab.wait_for_selector(".notice.ruler .rule-link")
    assert "hidden by Bloody Ridge (3711)" in tab.locator(".notice.ruler").inner_text()
    assert tab.locator(".ruler-cut").count() == 1
    tab.keyboard.press("Escape")
    assert tab.locator(".notice.ruler").count() == 0
    tab.keyboard.press("f")
    assert tab.locator(".score svg[role=img]").get_attribute("aria-label") == "Victory points: level"
    tab.keyboard.press("9")
    tab.wait_for_selector(".world.far")
    assert tab.locator(".front").evaluate("(e) => getComputedStyle(e).display") != "none"
    tab.keyboard.press("0")
    tab.wait_for_selector(".world:not(.far)")


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_turns_of_both_sides_clicked_through(real: str, page: Make) -> None:
    tab = page(real, 1280, 860)
    sit(tab, american="me", japanese="me")
    driver = Driver(tab, seed=4, pass_rate=0.6)
    for _ in range(1500):
        state = tab.evaluate(CHOICES)
        if state["over"] or "Turn 3" in tab.evaluate("document.querySelector('.sequence')?.innerText ?? ''"):
            break
        driver.step(state)
    assert {"pieces", "spaces", "answers", "sheet"} <= set(driver.done)
    assert driver.curtains > 1


@pytest.mark.soak
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("side", ["american", "japanese"])
def test_a_whole_game_against_the_computer(real: str, page: Make, side: str) -> None:
    """Clicked at random, it is lost before long."""
    tab = page(real, 1280, 860)
    sit(tab, **{one: "me" if one == side else "bot:regular" for one in ("american", "japanese")})
    driver = Driver(tab, seed=6, pass_rate=0.6)
    assert "You have lost" in driver.play(1500)
    assert driver.curtains == 0


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_january_clicked_through_to_the_end(page: Make, placed: Placed) -> None:
    """The last five turns by both sides: stealth, withdrawals, supply without limit, Rabaul, the count at the end."""
    tab = begin(page, placed, JANUARY)
    driver = Driver(tab, seed=3, pass_rate=0.6)
    words = driver.play(1500)
    assert "The last turn is over" in words or "end of January 1943" in words
    assert driver.curtains > 10


RESTS = 10
"""A side that leads by more points stays where it is, or the game would not last."""


def by_the_script(view: Any, side: int) -> tuple[Any, ...]:
    """What the Regular would do; but a side that is well ahead sits still."""
    legal = view.stack[-1].legal(view, side)
    ahead = (view.points if side == AMERICAN else -view.points) > RESTS
    idle = next((one for one in (("end",), ("pass",)) if one in legal), None)
    return (idle,) if ahead and idle else SCRIPT.policy(view, side, legal, None, random.Random(0))[0].do


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_twenty_six_turns_clicked_through(page: Make, placed: Placed) -> None:
    """A whole game, from the empty island to the last week of January: each choice of both scripts is clicked in one
    browser, and the page offers a way to every one of them."""
    tab = begin(page, placed, {"turn": 1, "phase": "american_event", "field": "japanese"})
    bad: list[str] = []
    tab.on("response", lambda answer: bad.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None)
    follower = Follower(tab, placed, tab.url)
    follower.play(by_the_script)
    tab.locator(".ending").wait_for()
    assert follower.table.state.turn == 26
    assert "The last turn is over" in tab.locator(".ending").inner_text()
    assert bad == []


def test_on_a_phone_a_card_stands_over_the_rim_of_a_half_open_panel(placed: Any, page: Make) -> None:
    """What was thrown from the panel's own button is seen, and can be put away, without folding the panel first."""
    tab = page("about:blank", width=360, height=740, touch=True)
    position = {"turn": 10, "phase": "american_combat", "supply": {"american": 4}, "field": "american",
                "american": {"3508": ["us-147-2"], "3609": ["us-2-2"]}, "japanese": {"3509": ["jp-124-2"]}}  # fmt: skip
    done = ["take us-147-2", "on 3509", "take us-2-2", "on 3509", "done"]
    tab.goto(placed.base + placed.table(tab, "henderson-field", position, done=done))
    tab.locator(".panel [role=tab]", has_text="Log").tap()
    tab.locator(".log-card").last.tap()
    tab.locator(".table:has(.panel[data-height=half]) .told-card").wait_for()
    tab.locator(".told-card [data-key=card-close]").tap()
    assert tab.locator(".told-card").count() == 0


def test_on_a_phone_a_card_hides_nothing_of_the_coach(placed: Any, page: Make) -> None:
    """Between him and a half open panel there is no room: the card stands at the head of the panel."""
    tab = page("about:blank", width=390, height=844, touch=True, coach="first")
    position = {"turn": 10, "phase": "american_combat", "supply": {"american": 4}, "field": "american",
                "american": {"3508": ["us-147-2"], "3609": ["us-2-2"]}, "japanese": {"3509": ["jp-124-2"]}}  # fmt: skip
    done = ["take us-147-2", "on 3509", "take us-2-2", "on 3509", "done"]
    tab.goto(placed.base + placed.table(tab, "henderson-field", position, done=done, japanese="regular"))
    tab.locator("dialog.winning .button.primary").tap()
    tab.locator(".coach:not([hidden]) .coach-words").wait_for()
    tab.locator(".panel [role=tab]", has_text="Log").tap()
    tab.locator(".log-card").last.tap()
    tab.locator(".panel[data-height=half] .told-card").wait_for()
    seen = """() => {
      const box = document.querySelector('.coach').getBoundingClientRect();
      const top = (part) => document.elementFromPoint(box.x + box.width / 2, box.y + box.height * part);
      return [0.1, 0.5, 0.95].every((part) => top(part)?.closest('.coach'));
    }"""
    assert tab.evaluate(seen)
    for width, height, host in ((844, 390, ".board"), (390, 844, ".panel")):  # the phone is turned, and turned back
        tab.set_viewport_size({"width": width, "height": height})
        tab.locator(f"{host} .told-card").wait_for()
    assert tab.evaluate(seen)
    tab.locator(".told-card [data-key=card-close]").tap()
    tab.locator(".told-card").wait_for(state="detached")


def test_what_is_told_leaves_room_for_what_is_to_be_decided(placed: Placed, page: Make) -> None:
    """A card beside the board is folded where it would hide the villages to choose from; unfolded, it stays so."""
    position = {"turn": 2, "phase": "guerrillas", "supply": {"american": 5}, "japanese": {"5110": ["jp-124-2"]}}
    tab = begin(page, placed, position, ("GuerrillaDie", 6))
    tab.locator('.sheet [data-do="rise 3507"]').click()
    tab.locator("[data-key=confirm]").or_(tab.locator(".told-card")).first.wait_for()
    if tab.locator("[data-key=confirm]").count():
        tab.locator("[data-key=confirm]").click()
    card = tab.locator(".docked.low .told-card")
    card.wait_for()
    seen = """() => {
      const room = document.querySelector('.tab-body:not([hidden])').getBoundingClientRect();
      const inside = (e) => e.getBoundingClientRect().bottom <= room.bottom;
      return [...document.querySelectorAll('.sheet .field-choices .button')].filter(inside).length;
    }"""
    assert tab.evaluate(seen) >= 3
    assert card.locator(".card-result").is_visible()
    card.locator(".told-fold").click()
    tab.locator(".docked:not(.low) .told-card").wait_for()
