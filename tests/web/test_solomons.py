"""Solomons Campaign in the browser: a whole Game-Turn clicked through by both sides in two browsers at once, with the
composition board, courses drawn on the map and the sheets; a strike step by step behind the curtain; and the start by
prompts alone on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from placed import Placed

Make = Callable[..., Any]

TABLE = """async (seats) => (await fetch('/api/tables', {method: 'POST',
  headers: {'Content-Type': 'application/json', 'X-Ironbottom': '1'}, body: JSON.stringify({
    game: 'solomons', scenario: 'campaign', options: {}, seats, clock: null, hints: true})})).json()"""

DO = """async ([id, seat, act]) => {
  const { n } = await (await fetch(`/api/tables/${id}?seat=${seat}`)).json();
  const headers = { 'Content-Type': 'application/json', 'X-Ironbottom': '1' };
  const body = JSON.stringify({ seat, n, id: `${act} ${Math.random()}`, do: [act] });
  const answer = await fetch(`/api/tables/${id}/do`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
}"""

OFFERED = """() => {
  const seen = (q) => [...document.querySelectorAll(q)].filter((e) => e.getBoundingClientRect().width > 0);
  return {
    prompt: document.querySelector('#prompt-text')?.innerText ?? '', over: seen('.ending').length,
    busy: seen('.table.sending').length, confirm: seen('[data-key="confirm"]').length,
    routine: seen('[data-key="routine"][aria-pressed="false"]').length,
    answers: seen('.answers .button[data-do]').map((e) => e.innerText),
    fields: seen('.field-choices .button:not(.retract)').length,
    turn: document.querySelector('.turn-box')?.innerText ?? '',
    sheets: [...document.querySelectorAll('.sheet h2')].map((e) => e.innerText),
  };
}"""


def open_table(tab: Any, **seats: str) -> Any:
    """A table of the game, opened by who made it."""
    tab.set_default_timeout(30000)
    tab.get_by_role("button", name="Play").first.wait_for()
    made = tab.evaluate(TABLE, seats)
    tab.goto(f"{'/'.join(tab.url.split('/')[:3])}/t/{made['id']}")
    tab.wait_for_selector(".table .world, .curtain")
    return made


def answer(tab: Any, name: str) -> None:
    tab.locator(".answers").get_by_role("button", name=name).first.click()


ASKED = "document.querySelector('#prompt-text')?.innerText + document.querySelector('.answers')?.innerText"


def ready(tab: Any) -> None:
    """Say that one is ready, and wait for what is asked then."""
    tab.locator('.answers [data-do="ready"]').wait_for()
    before = tab.evaluate(ASKED)
    tab.locator('.answers [data-do="ready"]').click()
    tab.wait_for_function(f"(before) => {ASKED} !== before", arg=before)


def hexes(tab: Any, *letters: str) -> None:
    """Click hexes at their lower rim, where no piece stands."""
    for letter in letters:
        tab.locator(f'.space[data-id="{letter}"].lit').wait_for()
        box = tab.locator(f'.space[data-id="{letter}"]').bounding_box()
        tab.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.86)
        tab.wait_for_function("() => !document.querySelector('.table.sending')")


def put(tab: Any, where: str, *ships: str) -> None:
    """Choose ships on the composition board and put them into a box."""
    for ship in ships:
        tab.locator(f'[data-key="chip-{ship}"]').click()
    tab.locator(f'[data-key="put-{where}"]').click()
    tab.wait_for_function("() => !document.querySelector('.table.sending')")


def plotted(tab: Any, *cells: str) -> None:
    """The first row of the chart of fourteen segments comes to begin so."""
    tab.wait_for_function(
        """(cells) => {
          const row = [...document.querySelectorAll('.sheet .printed tbody tr:first-child td')];
          return cells.every((text, n) => row[n]?.innerText === text);
        }""",
        arg=list(cells),
    )


def go_on(
    tab: Any, tried: set[str], seen: set[str] | None = None, press: Callable[[Any, str], None] | None = None
) -> bool:
    """One click of a player who follows the prompts; whether there was anything to do. Adds the titles of the sheets
    that were before him to `seen`."""
    press = press or click
    state = tab.evaluate(OFFERED)
    if seen is not None:
        seen |= set(state["sheets"])
    if state["busy"] or state["over"] or not (state["answers"] or state["routine"] or state["confirm"]):
        return False
    key = state["turn"] + state["prompt"]
    if state["confirm"]:
        press(tab, '[data-key="confirm"]')
    elif state["routine"]:
        press(tab, '[data-key="routine"]')
    elif any("staff proposal" in text for text in state["answers"]) and key not in tried:
        tried.add(key)
        press(tab, '.answers .button[data-key*=";"]')
    else:
        press(tab, ".answers .button.primary, .field-choices .button:not(.retract), .answers .button[data-do]")
    return True


def click(tab: Any, query: str) -> None:
    """Click the first of them, if it is still there: the other side or a standing order may have gone on."""
    tab.evaluate("(query) => document.querySelector(query)?.click()", query)


def tap(tab: Any, query: str) -> None:
    """Tap the first of them with a finger, where it is seen; it may have gone meanwhile."""
    from playwright.sync_api import Error

    button = tab.locator(f":is({query}):visible").first
    try:
        button.tap(timeout=8000)
    except Error:
        if button.count():
            raise


@pytest.mark.soak
@pytest.mark.timeout(400)
def test_a_game_turn_by_both_sides_in_two_browsers(real: str, page: Make) -> None:
    # a click may come too late: a standing order or the other side has gone on
    one = page(real, 1280, 860, expected="Failed to load resource")
    made = open_table(one, american="me", japanese="friend")
    two = page(made["links"]["japanese"], 1280, 860, expected="Failed to load resource")
    two.set_default_timeout(30000)
    two.get_by_role("button", name="Take the seat").click()
    two.get_by_role("link", name="Go to the table").click()
    two.wait_for_selector(".table .world")
    # Japan's aircraft go aboard by the sheet; the Americans are ready, and are told no more than that they are
    answer(two, "A staff proposal")
    ready(one)
    one.get_by_text("the other side is still writing").wait_for()
    assert one.locator(".answers .button.primary").count() == 0  # what takes it back is not the loudest button
    assert "you are ready" in one.locator(".plate").inner_text().lower()
    ready(two)
    # one side alone can train; then Japan announces
    ready(two)
    two.locator('.field-choices [data-do="say slot small"]').click()
    answer(two, "Announce this")
    # the composition board: several ships at once, and a box that does not take them
    put(one, "tf1", "U-CV-1", "U-CV-2", "U-CV-3", "U-CA-1", "U-DD-1")
    put(one, "tf2", "U-BB-1", "U-CA-2", "U-CA-3", "U-DD-2")
    assert one.get_by_text("Every ship off Guadalcanal must be in a task force").count() == 1
    one.locator('[data-key="all-M"]').click()
    one.locator('[data-key="put-tf3"]').click()
    one.locator('.answers [data-do="ready"]').wait_for()
    put(two, "tf1", "J-CA-1", "J-CA-2", "J-DD-1", "J-DD-2")
    ready(one)
    ready(two)
    # courses are drawn on the map, and stand in the chart
    one.locator('[data-key="row-american:tf1"]').click()
    hexes(one, "R", "R", "S")
    plotted(one, "TF 1", "R", "R", "S", "")
    box = one.locator('.space[data-id="A"]').bounding_box()
    one.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.86)
    assert one.locator('.notice.why [data-rule="RS-061"]').inner_text() == "8.2", "the rulebook's number, not ours"
    assert one.locator(".route.chosen").count() == 1
    one.locator('[data-key="undo"]').click()
    plotted(one, "TF 1", "R", "R", "")
    # a hex farther off is one click, and one step back
    hexes(one, "E")
    plotted(one, "TF 1", "R", "R", "N", "I", "E", "")
    one.locator('[data-key="undo"]').click()
    plotted(one, "TF 1", "R", "R", "")
    hexes(one, "S")
    two.locator('.field-choices [data-do="mission tf1 bombardment"]').click()
    two.locator('[data-key="go-slot tf1 ={n}"]').click()
    two.wait_for_function("() => document.querySelectorAll('.route').length === 1")
    assert one.locator(".route.jp").count() == 0, "a plot is secret"
    assert one.locator('.piece.jp[data-id*="tf"]').count() == 0
    tried: set[str] = set()
    ready(one)
    ready(two)
    both = {"one": one, "two": two}
    seen: set[str] = set()
    for _ in range(700):
        moved = [go_on(tab, tried, seen) for tab in both.values()]
        turns = [tab.locator(".turn-box").inner_text().lower() for tab in both.values()]
        if all("game-turn 2" in text for text in turns):
            break
        if not any(moved):
            one.wait_for_timeout(80)
    assert all("game-turn 2" in text for text in turns), turns
    one.get_by_role("tab", name="Log").click()
    log = one.locator(".log").inner_text()
    assert "Japan announces" in log
    assert "Half 2 of Game-Turn 1 is over" in log
    assert "bombarded" in log, "the Slot run came"
    one.get_by_role("tab", name="Forces").click()
    assert "On Guadalcanal" in one.locator(".forces-body").inner_text()
    assert {"Allocation of aircraft", "Landing", "New orders"} <= seen


@pytest.mark.timeout(300)
def test_the_start_on_a_phone(real: str, page: Make) -> None:
    """By prompts alone to the first segments, with a finger, against the computer."""
    tab = page(real, 390, 844, touch=True, expected="Failed to load resource")
    open_table(tab, american="me", japanese="bot:regular")
    tried: set[str] = set()
    risen: set[str] = set()
    for _ in range(300):
        go_on(tab, tried, press=tap)
        if tab.locator('.panel[data-height="half"] .sheet h2').count():
            risen.add(tab.locator(".sheet h2").first.inner_text())
        if "segment" in tab.locator(".turn-box").inner_text().lower():
            break
        tab.wait_for_timeout(80)
    assert "segment" in tab.locator(".turn-box").inner_text().lower()
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert "Task forces" in risen, "the composition board comes up by itself"


def begin(
    page: Make, placed: Placed, position: dict[str, Any], *dice: tuple[str, int], phone: bool = False
) -> Any:
    """A page at a table with that position and those dice, both sides in one's own hands."""
    tab = page("about:blank", 390, 844, touch=True) if phone else page("about:blank", 1440, 900)
    tab.set_default_timeout(30000)
    tab.goto(placed.base + placed.table(tab, "solomons", position, dice))
    tab.wait_for_selector(".table .world")
    return tab


def test_ships_are_dragged_on_the_composition_board(page: Make, placed: Placed) -> None:
    tab = begin(page, placed, {"turn": 3, "step": "allocation", "at": {
        "J-CA-1": "rabaul", "J-DD-1": "rabaul", "J-CV-1": "truk"}})
    tab.locator('[data-key="chip-J-CA-1"]').drag_to(tab.locator(".bin").filter(has_text="Task Force 1: new"))
    tab.get_by_text("Task Force 1 at Rabaul").wait_for()
    put(tab, "tf1", "J-DD-1")
    note = tab.locator(".bin-note", has_text="2 units · attack 35")
    note.wait_for()
    assert note.evaluate("(e) => e.getClientRects().length === 1 && e.offsetHeight < 1.7 * 16"), "its sum is one line"
    # a carrier that is held at Truk joins no force
    assert tab.locator('[data-key="chip-J-CV-1"]').is_disabled()


def test_a_ship_in_hand_goes_into_a_box_or_is_put_down(page: Make, placed: Placed) -> None:
    tab = begin(page, placed, {"turn": 3, "step": "allocation", "at": {"J-CA-1": "rabaul", "J-DD-1": "truk"}})
    ship, chip = tab.locator('.piece[data-id="J-CA-1"]'), tab.locator('[data-key="chip-J-CA-1"]')
    for down in (lambda: ship.click(), lambda: chip.click(), lambda: tab.keyboard.press("Escape")):
        ship.click()
        tab.locator('[data-key="put-tf1"]').wait_for()
        assert chip.get_attribute("aria-pressed") == "true"
        down()
        tab.locator('[data-key="put-tf1"]').wait_for(state="detached")
        assert chip.get_attribute("aria-pressed") == "false"
    ship.click()
    tab.locator(".bin.open").filter(has_text="Task Force 1: new").click()
    tab.get_by_text("Task Force 1 at Rabaul").wait_for()


def test_a_ship_that_is_to_stay_says_so_and_may_still_go(page: Make, placed: Placed) -> None:
    tab = begin(page, placed, {"turn": 3, "step": "allocation", "at": {"J-CA-1": "rabaul", "J-DD-1": "rabaul"}})
    tab.locator('.piece[data-id="J-CA-1"]').click()
    answer(tab, "Leave it where it is")
    tab.locator('[data-key="chip-J-CA-1"]').get_by_text("stays").wait_for()
    assert "done" in tab.locator('.piece[data-id="J-CA-1"]').get_attribute("class").split()
    tab.locator('[data-key="all-rabaul"]').click()
    tab.get_by_role("button", name="Put 2 here").click()
    tab.locator(".sheet").get_by_text("2 units · attack 35").wait_for()


def test_what_a_segment_and_a_base_are_is_told(page: Make, placed: Placed) -> None:
    tab = begin(page, placed, {"turn": 3, "step": "allocation", "at": {"J-CA-1": "rabaul"}})
    card = tab.locator("dialog.what")
    tab.keyboard.press("w")
    for place, said in (("segment.3", "No aircraft fly"), ("truk", "A die each Game-Turn"), ("turn.4", "a week")):
        tab.evaluate("(id) => document.querySelector(`.space[data-id='${id}']`).click()", place)
        card.get_by_text(said).first.wait_for()
        tab.keyboard.press("Escape")
        card.wait_for(state="detached")


def test_a_course_is_not_plotted_unasked(page: Make, placed: Placed) -> None:
    """A Slot run is all that the force may do: a click on it says so, and does not do it."""
    tab = begin(page, placed, {"turn": 3, "step": "plotting", "said": {"slot": "small"}, "force": {
        "japanese": {"tf1": {"units": ["J-CA-1", "J-DD-1"], "at": "rabaul"}}}})
    tab.locator('.piece[data-id="japanese:tf1"]').click()
    tab.locator(".menu .menu-item", has_text="Slot").first.wait_for()
    assert tab.locator(".route").count() == 0
    tab.locator(".menu .menu-item", has_text="Slot").first.click()
    tab.locator(".route").wait_for()


def test_all_that_was_announced_is_read_in_the_head(page: Make, placed: Placed) -> None:
    """The longest question of the game, with the link to its rule."""
    at = dict.fromkeys(("J-CA-1", "J-TR-2", "J-B-4"), "rabaul") | dict.fromkeys(("J-CA-2", "J-TR-1", "J-B-3"), "truk")
    said = {"truk": "both", "slot": "small", "rabaul": "both"}
    tab = begin(page, placed, {"turn": 3, "step": "allocation", "said": said, "at": at})
    tab.get_by_text("Announced for segments").wait_for()
    box, head = tab.locator(".sentence .rule-link").bounding_box(), tab.locator(".prompt").bounding_box()
    assert box["y"] + box["height"] <= head["y"] + head["height"] + 6, "it is higher than its line"
    assert tab.locator(".sentence").evaluate("(e) => e.scrollHeight - e.clientHeight") <= 6


def test_courses_of_several_forces_are_told_apart(page: Make, placed: Placed) -> None:
    """Side by side where they share a way, each stop with whose it is, the others faint while one is chosen."""
    force = {f"tf{n}": {"units": [f"U-CA-{n}", f"U-DD-{n}"], "at": "espiritu_santo"} for n in (1, 2, 3)}
    tab = begin(page, placed, {"turn": 3, "step": "plotting", "force": {"american": force}})
    key = tab.url.rpartition("/")[2].partition("?")[0]
    for n, way in ((1, "ONML"), (2, "ONMMN"), (3, "ONH")):
        for hex_ in way:
            tab.evaluate(DO, [key, "american", f"plot tf{n} {hex_}"])
    tab.goto(f"{placed.base}/t/{key}?seat=american")
    tab.wait_for_function("() => document.querySelectorAll('.route').length === 3")
    ways = tab.locator(".route .route-line").evaluate_all("(all) => all.map((e) => e.getAttribute('d').split('L'))")
    assert len({way[1] for way in ways}) == 3, "they come to O beside each other"
    said = tab.locator(".route-stop").evaluate_all("(all) => all.map((e) => e.textContent)")
    assert said == ["11", "12", "13", "14", "21", "22", "23 4", "25", "31", "32", "33"], "force, then segments"
    tab.locator('[data-key="row-american:tf2"]').click()
    tab.locator(".route.chosen").wait_for()
    assert tab.locator(".route.other").count() == 2
    assert tab.locator(".lit-name").count() == 0, "names of hexes can be read where they are printed"


def test_task_forces_are_not_counted_as_ships(page: Make, placed: Placed) -> None:
    """The card of a hex: one's own two ships and what they come to; of the enemy's nothing is added up, for he may have
    more than is known."""
    tab = begin(page, placed, {**CARRIERS, "force": {
        **CARRIERS["force"], "american": {"tf1": {"units": ["U-CV-1", "U-BB-1"], "at": "G", "base": "australia"}}}})
    tab.locator('.space[data-id="G"]').hover(force=True)
    card = tab.locator(".place-card")
    sides = card.locator(".card-side")
    ours, theirs = (sides.filter(has=tab.locator(f".side-plate.{style}")) for style in ("jp", "us"))
    ours.wait_for()
    assert ours.locator(".side-plate").inner_text().strip() == "2"
    assert ours.locator(".card-total").count() == 1
    assert theirs.locator(".side-plate").inner_text().strip() == ""
    assert theirs.locator(".card-total").count() == 0


def test_all_aircraft_go_on_patrol_with_one_click(page: Make, placed: Placed) -> None:
    tab = begin(page, placed, CARRIERS)
    tab.locator('[data-key="most-reserve tf1 ={n}"]').click()
    assert tab.locator('[data-key="go-reserve tf1 ={n}"]').inner_text().endswith(": 8")


def test_the_answer_under_the_pointer_does_not_look_dead(page: Make, placed: Placed) -> None:
    """What comes up where one has just clicked is not grey, as what can not be pressed is."""
    tab = begin(page, placed, {"turn": 3, "step": "allocation", "at": {"J-CA-1": "rabaul", "J-DD-1": "rabaul"}})
    paint = "(e) => e.getAnimations().forEach((one) => one.finish()) ?? getComputedStyle(e).backgroundColor"
    colours = []
    for query in (".answers .button.answer", '[data-key="overlays"]'):
        tab.locator(query).first.hover()
        tab.wait_for_timeout(200)
        colours.append(tab.locator(query).first.evaluate(paint))
    assert colours[0] != colours[1], "grey, as any tool"


def test_losses_on_the_field_are_chosen_on_a_phone(page: Make, placed: Placed) -> None:
    """RS-097: the sheet comes up by itself, for the board has nothing to do with it, and goes down when all is said."""
    tab = begin(page, placed, {
        "turn": 5, "segment": 4, "step": "bombardment", "built": True, "ground": {"american": 15},
        "air": {"henderson": {"lac": 6, "nac": 4}}, "supply": {"american": 4},
        "force": {"japanese": {"tf1": {"units": ["J-BC-5", "J-BC-6", "J-CA-1"], "at": "M", "mission": "bombardment"}}},
    }, ("GunDie", 6), phone=True)
    tab.locator('.panel[data-height="half"]').wait_for()
    tab.get_by_text("Bombardment destroys 5 air points on the field").wait_for()
    field = tab.locator('.field:has([data-key="go-lose nac ={n}"]) .amount-field')
    field.fill("2")
    field.press("Tab")
    tab.locator('[data-key="go-lose nac ={n}"]').tap()
    tab.get_by_text("Bombardment destroys 3 air points on the field").wait_for()
    tab.locator('[data-key="go-lose lac ={n}"]').tap()
    tab.locator('.panel[data-height="peek"]').wait_for()
    tab.get_by_role("tab", name="Log").tap()
    tab.locator(".log").get_by_text("The US loses 3 land air points").wait_for()


def test_who_has_nothing_on_the_field_is_asked_and_told_so(page: Make, placed: Placed) -> None:
    """RS-097: not being asked would betray it."""
    tab = begin(page, placed, {
        "turn": 5, "segment": 4, "step": "bombardment", "built": True, "ground": {"american": 15},
        "supply": {"american": 4},
        "force": {"japanese": {"tf1": {"units": ["J-BC-5", "J-BC-6", "J-CA-1"], "at": "M", "mission": "bombardment"}}},
    }, ("GunDie", 6), phone=True)
    tab.get_by_text("no aircraft are there to lose").wait_for()
    tab.locator('[data-key="do-none"]').tap()
    tab.get_by_text("no aircraft are there to lose").wait_for(state="detached")


BY_NIGHT = {
    "turn": 5, "segment": 4, "step": "surface", "built": True, "ground": {"american": 15}, "force": {
        "japanese": {"tf1": {"units": ["J-BC-5", "J-BC-6", "J-CA-1", "J-CA-2", "J-DD-2"], "at": "M",
                             "mission": "anti_ship", "way": "L.K.rabaul"}},
        "american": {"tf1": {"units": ["U-BB-1", "U-CA-1", "U-CA-2", "U-DD-1", "U-DD-2"], "at": "M",
                             "mission": "anti_ship", "way": "R.R.australia"}}},
}


SAW_NOTHING = """async (key) => {
  const device = JSON.parse(localStorage.getItem('ironbottom.device') ?? '"desk"');
  localStorage.setItem('ironbottom.device', JSON.stringify(device));
  await fetch(`/api/tables/${key}/seen`, { method: 'POST', body: JSON.stringify({ seat: 'japanese', n: 0, device }),
    headers: { 'Content-Type': 'application/json', 'X-Ironbottom': '1' } });
}"""


def test_a_fight_by_night_is_seen_in_its_rounds(page: Make, placed: Placed) -> None:
    """Who is in line, the die, who fires and whom he hits: part after part, the next one when the space bar is hit."""
    tab = page(placed.base, 1440, 900, motion="no-preference", story="slow")
    path = placed.table(tab, "solomons", BY_NIGHT, [("FightDie", 3)], american="regular")
    tab.evaluate(SAW_NOTHING, path[3:])  # there is one answer alone, so the fight is over before the page is there
    tab.goto(placed.base + path)
    tab.wait_for_selector(".table.telling")
    while not tab.get_by_role("heading", name="Surface combat off Guadalcanal").count():
        tab.keyboard.press("Space")
        tab.wait_for_timeout(100)
    assert tab.get_by_text("fires back").is_hidden(), "it is still to come"
    left = tab.locator(".told-body .to-come").count()
    while left:
        tab.keyboard.press("Space")
        tab.wait_for_function("(n) => document.querySelectorAll('.told-body .to-come').length < n", arg=left)
        left = tab.locator(".told-body .to-come").count()
    ours, theirs = (tab.locator(".card-rounds > li").nth(n) for n in (0, 1))
    assert ours.locator(".round-title").inner_text().split("\n") == ["Japan fires at the US", "1.5 to 1"]
    assert ours.locator(".card-losses li").count() == 2
    assert theirs.locator(".round-result").inner_text() == "Half crippled"
    assert theirs.locator(".card-losses li").first.inner_text().split("\n")[1].startswith("crippled, back in Game-Turn")
    assert tab.locator(".card-points").inner_text().count("is sunk") == 2


CARRIERS = {
    "turn": 6, "segment": 3, "step": "air", "aboard": {"J-CV-1": 8, "U-CV-1": 8},
    "force": {"japanese": {"tf1": {"units": ["J-CV-1", "J-DD-1"], "at": "G", "base": "truk"}},
              "american": {"tf1": {"units": ["U-CV-1", "U-BB-1"], "at": "H", "base": "australia"}}},
}


def test_a_strike_step_by_step_behind_the_curtain(page: Make, placed: Placed) -> None:
    """Each side sees only its own sheet: allocation, groups, the attack divided, ships, losses, the counter-attack."""
    # guns 5 + 12 with two points of patrol: column 20, die 5 takes two; eight points less two at defense 4 are 1.5 to 1
    tab = begin(page, placed, CARRIERS, ("FlakDie", 5), ("BombDie", 4), ("RepairDie", 2))

    def hand_over(side: str) -> None:
        tab.get_by_role("button", name=f"I play the {side}").click()
        tab.wait_for_selector(".table .world")

    def amount(key: str, n: int) -> None:
        field = tab.locator(f'.field:has([data-key="go-{key}"]) .amount-field').first
        field.fill(str(n))
        field.press("Tab")
        tab.locator(f'[data-key="go-{key}"]').first.click()

    tab.locator('[data-key="go-strike tf1 american:tf1 nac ={n}"]').click()
    tab.locator(".sheet").get_by_text("attacks enemy Task Force 1").wait_for()
    ready(tab)
    hand_over("Americans")
    assert tab.locator('[data-key^="go-strike tf1 japanese:tf1"]').count() == 1
    amount("reserve tf1 ={n}", 1)
    tab.locator(".sheet").get_by_text("point patrol").first.wait_for()
    ready(tab)
    tab.get_by_role("heading", name="Ships under attack").wait_for()
    answer(tab, "The standard arrangement")
    tab.locator('[data-key="do-cover group1 ={n}"]').click()
    ready(tab)
    hand_over("Japanese")
    row = tab.locator(".sheet .printed tbody tr").first
    assert row.inner_text().split() == ["1", "2", "yes", "BB", "no"]
    tab.locator('[data-key="go-send group1 ={n}"]').click()
    tab.locator('.answers [data-do="ready"]').click()
    tab.get_by_text("2 air points of this attack are lost").wait_for()
    tab.locator('[data-key="go-lose J-CV-1 ={n}"]').click()
    tab.get_by_role("heading", name="Attack on ships").wait_for()
    assert tab.locator(".sheet").get_by_text("One to two takes 15 points").count() == 1
    tab.locator('[data-key="go-bomb U-CV-1 ={n}"]').hover()
    tab.locator(".odds").get_by_text("Crippled and out for repair").wait_for()
    tab.locator('[data-key="go-bomb U-CV-1 ={n}"]').click()
    hand_over("Americans")
    tab.locator(".curtain").wait_for(state="detached")
    tab.get_by_role("tab", name="Log").click()
    tab.locator(".log").get_by_text("6 points attack Wasp (CV-1)").wait_for()
