"""The head of the page and what is asked there: it keeps its height, the board keeps still, odds are those of the
choice in question, and nothing is asked twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from driver import CHOICES, Driver
from guests import come, post
from placed import Placed

Make = Callable[..., Any]

GAMES = ("archies-war", "axis-allies", "first-blood", "henderson-field", "solomons")

WATCH = """() => {
  window.moved = [];
  const box = () => {
    const found = ['.board', '.prompt', '.prompt-tools'].map((one) => document.querySelector(one));
    const boxes = found.map((one) => one?.getBoundingClientRect());
    return boxes.map((b) => (b ? [b.x, b.y, b.width, b.height].map(Math.round).join() : '')).join(' ');
  };
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) {
      for (const source of one.sources) {
        const at = source.node instanceof Element ? source.node : source.node?.parentElement;
        if (at?.matches?.('.board, .port, .prompt, .sequence')) window.moved.push(`${at.className} shifted`);
      }
    }
  }).observe({ type: 'layout-shift', buffered: false });
  window.boxes = new Set();
  const look = () => { if (document.querySelector('.table')) window.boxes.add(box()); requestAnimationFrame(look); };
  look();
}"""
"""Keeps all places where the board, the head and its tools have stood, frame by frame, and the browser's account."""


@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    ("slug", "wide", "high"),
    [
        pytest.param(slug, *size, marks=[] if (number + at) % 2 else [pytest.mark.soak])  # the others in the long run
        for number, slug in enumerate(GAMES) for at, size in enumerate(((1440, 900), (390, 844)))
    ],
)  # fmt: skip
def test_the_board_keeps_still(real: str, page: Make, slug: str, wide: int, high: int) -> None:
    touch = wide < 500
    tab = come(page, real, width=wide, height=high, touch=touch)
    game = next(one for one in tab.request.get(f"{real}/api/games").json() if one["slug"] == slug)
    scenario = game["scenarios"][0]
    seats = dict.fromkeys(scenario["sides"], "me")
    body = {"game": slug, "scenario": scenario["id"], "options": {}, "clock": None, "seats": seats, "hints": True}
    made = post(tab, f"{real}/api/tables", body)
    tab.goto(f"{real}/t/{made['id']}")
    tab.wait_for_selector(".table .world, .curtain")
    driver = Driver(tab, seed=6, pass_rate=0.4, touch=touch)
    if tab.locator(".curtain").count():
        driver.step(tab.evaluate(CHOICES))
        tab.wait_for_selector(".table .world")
    tab.wait_for_timeout(300)
    tab.evaluate(WATCH)
    prompts = set()
    for step in range(24):
        if step >= 9 and len(prompts) > 4:
            break
        tab.evaluate("() => document.querySelectorAll('[data-key$=-close]').forEach((one) => one.click())")
        state = tab.evaluate(CHOICES)
        prompts.add(state["prompt"])
        driver.step(state)
    assert len(prompts) > 4, "different things were asked"
    assert tab.evaluate("() => window.moved") == []
    places = tab.evaluate("() => [...window.boxes]")
    heads = {" ".join(place.split()[:2]) for place in places}
    assert len(heads) == 1, heads
    if not touch:
        assert len(places) == 1, places


def test_long_questions_and_many_buttons_fit_into_the_head(mock: str, page: Make) -> None:
    tab = page(f"{mock}/t/solo")
    tab.wait_for_selector(".table .world")
    height = tab.locator(".prompt").bounding_box()["height"]
    tab.route_web_socket("**/live*", lambda socket: None)  # nothing else comes
    tab.route("**/api/tables/solo?*", lambda route: route.fulfill(json=swollen(route.fetch().json())))
    tab.reload()
    tab.wait_for_selector(".table .world")
    assert tab.locator(".prompt").bounding_box()["height"] == height
    assert tab.locator(".answers .button").count() > 12
    for query in (".sentence .rule-link", ".answers .button >> nth=-1"):  # all can be scrolled to and clicked
        tab.locator(query).scroll_into_view_if_needed()
        box, head = tab.locator(query).bounding_box(), tab.locator(".prompt").bounding_box()
        assert box["y"] >= head["y"] - 1
        assert box["y"] + box["height"] <= head["y"] + head["height"] + 1


CUT_OFF = """() => {
  const [answers, sentence] = ['.answers', '.sentence'].map((one) => document.querySelector(one));
  const rim = answers.getBoundingClientRect().right;
  const out = [...answers.children].filter((one) => one.getBoundingClientRect().right > rim + 1);
  return [...out.map((one) => one.innerText), ...(sentence.scrollHeight > sentence.clientHeight + 6 ? ['?'] : [])];
}"""
"""The answers that reach beyond the head's room for them, and "?" where the question does not fit."""


def test_the_question_and_its_answers_stand_whole_beside_a_coach(real: str, page: Make) -> None:
    tab = come(page, real, coach="always")
    seats = {"axis": "me", "allies": "bot:recruit"}
    body = {"game": "axis-allies", "scenario": "campaign", "options": {}, "clock": None, "seats": seats, "hints": True}
    made = post(tab, f"{real}/api/tables", body)
    tab.goto(f"{real}/t/{made['id']}")
    tab.locator("dialog.winning .button.primary").click()
    tab.locator("#prompt-text", has_text="Move your transports").wait_for()
    assert tab.locator(".answers .button").count() == 3, "a first game is not asked whether it goes on so"
    for wide in (1440, 1280):
        tab.set_viewport_size({"width": wide, "height": 900})
        tab.reload()
        tab.locator("#prompt-text", has_text="Move your transports").wait_for()
        assert tab.evaluate(CUT_OFF) == []
        assert tab.locator(".sentence.longer").count() == 0, "the question is small print"


def swollen(message: dict[str, Any]) -> dict[str, Any]:
    """The same message with a very long question and many answers."""
    message["prompt"]["text"] = "What is to be done now must be weighed with care. " * 12
    message["prompt"]["rule"] = "2P-16"
    message["choices"] += [{"do": f"say {n}", "label": f"The answer number {n} of all"} for n in range(14)]
    return message


WAYS = {"step": "american-actions", "turn": 5, "american": {"henderson_field": ["inf5"]}, "actions_left": 1}


def at_tetere(page: Make, placed: Placed) -> Any:
    """A block in hand that may go to Tetere by road, or by a trail on which it is lost: a click goes by road, and the
    menu of all ways is open."""
    tab = page("about:blank")
    tab.goto(placed.base + placed.table(tab, "archies-war", WAYS))
    tab.locator(".piece.lit").first.click()
    tab.locator('.space.lit[data-id="tetere"]').click(button="right")
    tab.locator(".menu").wait_for()
    return tab


def test_odds_are_of_the_choice_that_is_asked(page: Make, placed: Placed) -> None:
    tab = at_tetere(page, placed)
    ways = tab.locator(".menu .menu-item")
    assert "trail" not in ways.nth(0).inner_text(), "the way that costs nothing stands first"
    ways.nth(1).hover()
    tab.locator(".odds-card").get_by_text("lost").first.wait_for()
    assert "trail" in tab.locator(".odds-of").inner_text()
    ways.nth(0).click()  # the other way: the odds of the trail are not its odds
    tab.wait_for_selector('[data-key="confirm"], .log .line', state="attached")
    assert tab.locator(".odds-line").get_by_text("lost").count() == 0
    assert tab.locator(".odds-card").count() == 0


def test_odds_in_the_line_are_named(page: Make, placed: Placed) -> None:
    tab = at_tetere(page, placed)
    tab.locator(".menu .menu-item", has_text="trail").hover()
    tab.locator(".odds-line").get_by_text("100%").wait_for()
    assert "trail" in tab.locator(".odds-line").inner_text(), "nothing else in the line says whose they are"


def test_odds_stay_with_the_question_while_one_looks_round(page: Make, placed: Placed) -> None:
    tab = at_tetere(page, placed)
    tab.locator(".menu .menu-item", has_text="trail").click()
    tab.locator('[data-key="confirm"]').wait_for()
    tab.locator(".odds-line").get_by_text("100%").wait_for()
    tab.locator('.space[data-id="koli_point"]').hover()
    tab.wait_for_timeout(400)
    assert "100%" in tab.locator(".odds-line").inner_text()
    assert "trail" in tab.locator(".odds-of").inner_text()
    tab.keyboard.press("Escape")
    assert tab.locator('[data-key="confirm"]').count() == 0
