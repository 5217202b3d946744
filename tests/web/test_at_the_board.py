"""What the board does for one's hand: it moves on at its edge, keeps a way by way points drawn, marks where there was
fighting; and what the other side offers is seen on a phone too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from placed import Placed

Make = Callable[..., Any]

MARCH = {
    "turn": 6, "phase": "american_movement", "american": {"0708": ["1/1", "2/1"], "0709": ["3/1"]},
    "japanese": {"0402": ["4/2"]},
}  # fmt: skip
FIGHT = {
    "turn": 5, "phase": "american_combat", "japanese": {"0611": ["16/1"]},
    "american": {"0712": ["2/5", "1/5"], "0708": ["2/11"]}, "aimed": {"SBD-1": "0611"},
}  # fmt: skip
FOUGHT = ("take 2/5", "attack 0611", "take 1/5", "attack 0611", "take 2/11", "support 0611", "done", "fight 0611")
SHIFT = "() => new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform).e"
WAY = "() => (document.querySelector('.way-line')?.getAttribute('d').match(/L/g) ?? []).length"


@pytest.mark.timeout(300)
def test_the_board_moves_on_at_its_edge_and_a_way_goes_by_way_points(page: Make, placed: Placed) -> None:
    tab = page("about:blank")
    tab.goto(placed.base + placed.table(tab, "first-blood", MARCH))
    tab.wait_for_selector(".table .world")
    tab.locator('.piece[data-id="3/1"]').click()
    tab.wait_for_function("() => document.querySelectorAll('.space.lit').length > 5")
    tab.locator('.space.lit[data-id="0808"]').click(modifiers=["Shift"])
    tab.wait_for_selector('.piece.picked[data-id="3/1"][aria-label*="0808"]')
    assert tab.locator(".menu").count() == 0
    tab.locator('.space.lit[data-id="0806"]').hover()
    tab.wait_for_function(f"() => ({WAY})() >= 3", timeout=5000)  # from where it began, by the way point
    costs = [int(text) for text in tab.locator(".cost.on-way").all_inner_texts()]
    assert costs == sorted(costs), "what both cost together"
    tab.keyboard.press("Escape")
    port = tab.locator(".port").bounding_box()
    for _ in range(4):
        tab.keyboard.press("+")
    tab.wait_for_timeout(300)
    before = tab.evaluate(SHIFT)
    tab.mouse.move(port["x"] + port["width"] - 60, port["y"] + 200)
    tab.mouse.move(port["x"] + port["width"] - 5, port["y"] + 200)
    tab.wait_for_function(f"(before) => ({SHIFT})() < before - 60", arg=before)
    tab.mouse.move(port["x"] + port["width"] / 2, port["y"] + 200)
    tab.wait_for_timeout(100)
    at = tab.evaluate(SHIFT)
    tab.wait_for_timeout(200)
    assert tab.evaluate(SHIFT) == at, "it rests when the pointer leaves the edge"


@pytest.mark.timeout(300)
def test_what_came_of_a_fight_stays_marked_for_the_turn(page: Make, placed: Placed) -> None:
    tab = page("about:blank")
    tab.goto(placed.base + placed.table(tab, "first-blood", FIGHT, done=FOUGHT))
    tab.wait_for_selector(".table .world, .curtain")
    if tab.locator(".curtain").count():
        tab.locator(".curtain .button.primary").click()
    tab.locator(".fought").first.wait_for()
    assert "Fought here: " in tab.locator('.space[data-id="0611"]').get_attribute("aria-label")
    tab.locator('.space[data-id="0611"]').hover(force=True)
    tab.locator(".place-card").get_by_text("Fought here: ").wait_for()


@pytest.mark.timeout(300)
def test_a_beaten_computer_is_heard_on_a_phone_and_may_be_declined(page: Make, placed: Placed) -> None:
    tab = page("about:blank", 390, 844, touch=True)
    shut = {"cape_esperance": ["inf2"], "tassafaronga_point": ["inf3"], "taivu_point": ["inf4"]}
    path = placed.table(tab, "archies-war", {"step": "american-actions", "turn": 5, "american": shut, "japanese": {}},
                        done=["end"], japanese="recruit")
    tab.goto(placed.base + path)
    tab.wait_for_selector(".table .world")
    offer = tab.locator(".notice.offered")
    offer.get_by_text("The Japanese no longer see a way to win and offer to resign.").wait_for()
    box = offer.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    offer.locator('[data-key="decline-resign"]').tap()
    offer.wait_for(state="detached")
    assert tab.locator(".ending").count() == 0


@pytest.mark.timeout(300)
def test_what_the_coach_points_at_is_drawn_out_of_its_pile(page: Make, placed: Placed) -> None:
    tab = page("about:blank", coach="always")
    plan = {"do": ["take 1/1"], "plan": "hold", "steps": ["Take 1/1"], "why": "", "good": []}
    tab.route("**/advise", lambda route: route.fulfill(json=plan))
    position = {**MARCH, "american": {"0708": ["1/1", "2/1", "3/1", "1/5"]}}
    tab.goto(placed.base + placed.table(tab, "first-blood", position, japanese="recruit"))
    tab.wait_for_selector(".table .world")
    if tab.locator("dialog.winning .button.primary").count():
        tab.locator("dialog.winning .button.primary").click()
    piece = tab.locator('.piece.advised[data-id="1/1"]:not(.beneath)')
    piece.click()
    tab.wait_for_selector('.piece.picked[data-id="1/1"]')


STACK = {"turn": 3, "phase": "american_movement", "field": "american",
         "american": {"3507": ["us-1pio"], "3408": ["us-5-1"], "3707": ["us-1-1", "us-1-2", "us-1-3"]}}  # fmt: skip


@pytest.mark.timeout(300)
def test_what_the_coach_means_is_pointed_at_once_its_piece_is_in_the_hand(page: Make, placed: Placed) -> None:
    tab = page(placed.base, coach="always")
    mend = "1 Eng repairs the airfield"
    plan = {"do": ["repair us-1eng"], "plan": "go", "steps": [mend], "why": "", "good": []}
    asked: list[str] = []
    tab.route("**/advise", lambda route: (asked.append(route.request.url), route.fulfill(json=plan)))
    position = {**STACK, "status": 12, "american": {"3707": ["us-1eng"]}}
    tab.goto(placed.base + placed.table(tab, "henderson-field", position, japanese="recruit"))
    tab.locator("dialog.winning .button.primary").click()
    tab.locator('.piece.advised[data-id="us-1eng"]').click()
    tab.locator(".answers .button.advised", has_text=mend).wait_for()
    assert len(asked) == 1  # a plan that has only begun is not thought about anew


@pytest.mark.timeout(300)
def test_a_spread_pile_tells_the_figures_of_each_piece_whole_and_stands_alone(page: Make, placed: Placed) -> None:
    tab = page("about:blank", 390, 844, touch=True)
    tab.goto(placed.base + placed.table(tab, "henderson-field", STACK, japanese="recruit"))
    tab.locator('.piece[data-id="us-1-1"]').tap(force=True)
    tab.locator(".fan").wait_for()
    assert tab.locator(".place-card:visible").count() == 0
    told = tab.locator(".fan-name").all()
    assert len(told) == 3
    for one in told:
        assert "move 10 \u00b7 of 1st Marine Division" in one.inner_text()
        box, last = one.locator("xpath=..").bounding_box(), one.locator("small").last.bounding_box()
        assert last["y"] + last["height"] <= box["y"] + box["height"]


@pytest.mark.timeout(300)
def test_on_a_phone_the_panel_shows_the_piece_in_the_hand_that_the_coach_points_at(page: Make, placed: Placed) -> None:
    tab = page("about:blank", 390, 844, touch=True, coach="always")
    plan = {"do": ["drop us-1-1"], "plan": "hold", "steps": ["Put 1/1 down"], "why": "", "good": []}
    tab.route("**/advise", lambda route: route.fulfill(json=plan))
    done = ["take us-1-1", "take us-1-2"]
    tab.goto(placed.base + placed.table(tab, "henderson-field", STACK, done=done, japanese="recruit"))
    tab.locator("dialog.winning .button.primary").tap()
    held = tab.locator(".panel[data-height=half] .hand-piece.advised")
    held.wait_for()
    box, panel = held.bounding_box(), tab.locator(".panel").bounding_box()
    assert panel["y"] < box["y"] < box["y"] + box["height"] <= 844.5  # a part of a pixel is no cut
    tab.route("**/advise", lambda route: route.fulfill(json={**plan, "do": []}))
    held.tap()
    tab.locator('.piece[data-id="us-1-1"]:not(.picked)').wait_for(state="attached")
    tab.locator(".panel[data-height=peek]").wait_for()


@pytest.mark.timeout(300)
def test_a_piece_that_hides_the_place_which_the_coach_points_at_stands_for_it(page: Make, placed: Placed) -> None:
    tab = page("about:blank", coach="always")
    plan = {"do": ["step 3408"], "plan": "go", "steps": ["Go there"], "why": "", "good": []}
    tab.route("**/advise", lambda route: route.fulfill(json=plan))
    path = placed.table(tab, "henderson-field", STACK, done=["take us-1pio"], japanese="recruit")
    tab.goto(placed.base + path)
    tab.locator("dialog.winning .button.primary").click()
    tab.locator('.space.advised[data-id="3408"]').wait_for()
    tab.locator('.piece[data-id="us-5-1"]').click(force=True)
    tab.locator(".menu-item.advised", has_text="Go to 3408").click()
    tab.get_by_text("1 Pio: 10 movement points left. Choose a hex.").wait_for()


OVER = """([piece, space]) => {
  const box = document.querySelector(`.space[data-id="${space}"]`).getBoundingClientRect();
  const [mx, my] = [box.x + box.width / 2, box.y + box.height / 2];
  for (let d = 0; d < box.height / 2 - 3; d += 2)
    for (let turn = 0; turn < 16; turn++) {
      const [x, y] = [mx + d * Math.cos(turn * Math.PI / 8), my + d * Math.sin(turn * Math.PI / 8)];
      if (document.elementFromPoint(x, y)?.closest('.piece')?.dataset.id === piece) return [x, y];
    }
  return null;
}"""
"""Where a finger that means a place meets a piece that reaches over its rim."""


GUNS = ["us-5-1", "us-5-2", "us-5-3", "us-1-2", "us-1-3"]
BEATEN = {
    "turn": 6, "phase": "american_combat", "field": "american", "japanese": {"4111": ["jp-124-2", "jp-124-3"]},
    "american": {"3707": ["us-1-1"], "4211": GUNS[:2], "4212": GUNS[2:4], "4012": GUNS[4:]},
}  # fmt: skip
"""Two battalions that have lost an assault, and are to retreat."""
LOST = [text for gun in GUNS for text in (f"take {gun}", "on 4111")] + ["done", "lose jp-124-3", "lose jp-124-2"]


def beaten(tab: Any, placed: Placed) -> None:
    path = placed.table(tab, "henderson-field", BEATEN, [("AssaultDie", 3)], LOST, american="recruit")
    tab.goto(placed.base + path)
    tab.get_by_text("choose the unit that goes first").wait_for()


@pytest.mark.timeout(300)
def test_a_piece_that_reaches_over_where_it_may_go_leaves_the_place_to_the_click(page: Make, placed: Placed) -> None:
    tab = page("about:blank", coach="off")
    beaten(tab, placed)
    for _ in range(3):
        tab.keyboard.press("-")
    tab.wait_for_timeout(400)
    tab.locator('.piece.lit[data-id="jp-124-3"]').click(force=True)
    tab.locator('.space.lit[data-id="4011"]').wait_for()
    at = tab.evaluate(OVER, ["jp-124-3", "4011"])
    assert at, "nothing reaches over it"
    tab.mouse.click(*at)
    tab.get_by_text("124/3 retreats: choose the next hex.").wait_for()


@pytest.mark.timeout(300)
def test_the_card_of_a_place_does_not_hide_it_when_its_pile_is_spread_elsewhere(page: Make, placed: Placed) -> None:
    tab = page("about:blank", 390, 844, touch=True, coach="always")
    plan = {"do": ["retreat jp-124-3 4011"], "plan": LONG, "steps": ["124/3 to 4011"], "why": "", "good": []}
    tab.route("**/advise", lambda route: route.fulfill(json=plan))
    beaten(tab, placed)
    tab.locator("dialog.winning .button.primary").tap()
    tab.locator(".coach-todo", has_text="124/3 to 4011").wait_for()
    tab.locator('.piece.lit[data-id^="jp-124-"]').last.tap(force=True)
    tab.locator(".fan-piece", has_text="124/3").tap()
    tab.locator('.space.lit[data-id="4011"]').wait_for()
    box, place = (tab.locator(one).bounding_box() for one in (".place-card:visible", '.space[data-id="4111"]'))
    assert place["y"] + place["height"] < box["y"] or place["y"] > box["y"] + box["height"]


FREE = """(id) => {
  const box = document.querySelector(`.piece.advised[data-id="${id}"]`)?.getBoundingClientRect();
  const met = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('.piece');
  return met?.dataset.id === id;
}"""
"""Whether a finger meets that piece, which the coach points at."""
LONG = "let all that is near the river wait for the guns before anybody goes over it, and then cross where he is weak" \
    " and can be thrown back beyond the ridge at once"
CUT = """async ([words, many]) => {
  const { fit } = await import('/js/prompt.js');
  const host = document.querySelector('.prompt'), answers = host.querySelector('.answers');
  host.querySelector('.sentence').className = 'sentence';
  host.querySelector('.sentence p').textContent = words;
  while (answers.childElementCount < many) {
    const more = answers.firstElementChild.cloneNode(true);
    more.className = 'button answer ends';
    more.innerHTML = 'Leave it to the staff<small class="ends-note">ends undo</small>';
    answers.append(more);
  }
  if (many > 3) answers.lastElementChild.innerHTML = '<span class="in-brief">Stop carrying on</span>'
    + '<small class="ends-note in-brief">steps that ask nothing pass by</small>';
  fit(host);
  const sentence = host.querySelector('.sentence');
  return [sentence.scrollHeight - sentence.clientHeight, answers.scrollHeight - answers.clientHeight];
}"""
"""How much of a question is out of sight when so many answers stand below it, and how much of these, in pixels."""


@pytest.mark.timeout(300)
def test_on_a_phone_what_the_coach_says_and_points_at_is_in_sight(page: Make, placed: Placed) -> None:
    """Not under the buttons of the map; long words are not cut, nor is a long question over four answers."""
    tab = page("about:blank", 390, 844, touch=True, coach="always")
    plan = {"do": ["take 1/5"], "plan": LONG, "steps": ["Take 1/5"], "why": "", "good": []}
    tab.route("**/advise", lambda route: route.fulfill(json=plan))
    position = {**MARCH, "american": {"0709": ["1/1"], "0710": ["2/1"], "0711": ["3/1"], "1007": ["1/5"]}}
    tab.goto(placed.base + placed.table(tab, "first-blood", position, japanese="recruit"))
    tab.locator("dialog.winning .button.primary").tap()
    tab.wait_for_function(FREE, arg="1/5")
    words = tab.locator(".coach-words")
    assert words.evaluate("(e) => e.scrollHeight - e.clientHeight") <= 1
    tab.locator(".coach-todo", has_text="Take 1/5").wait_for()
    question = "Plot segments 1 to 7: click a task force, then hexes; the same hex again means staying. " \
        "What has no plot stays in port."
    fight = "Attack Kokumbona with all infantry of Henderson Field, by way of Kakambona? Blocks are revealed. " \
        "Vandegrift leads: the attack succeeds 100%"
    for width in (390, 360):
        tab.set_viewport_size({"width": width, "height": 844})
        for words, many in ((fight, 2), (question, 4)):
            cut, below = tab.evaluate(CUT, [words, many])
            assert cut <= 6, (width, words)  # the link to a rule is higher than its line
            assert below <= 1, (width, words)
    done = ["take 1/2", "place entry_4"]
    path = placed.table(tab, "first-blood", {**MARCH, "phase": "american_reinforcement"}, done=done, japanese="recruit")
    tab.goto(placed.base + path)
    tab.locator(".coach-words", has_text="Only one thing can be done here: Take 2/2.").wait_for()
