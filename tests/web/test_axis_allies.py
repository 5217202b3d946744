"""Axis & Allies in the browser: fleets in their zones, the sheets of each step, tokens and secret orders."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from placed import Placed

from ironbottom.games import load
from ironbottom.games.axis_allies.ui.board import board

Make = Callable[..., Any]

UNDER = """() => {
  const found = [...document.querySelectorAll('.piece:not([hidden])')].map((piece) => {
    const box = piece.getBoundingClientRect();
    return [piece.dataset.id, box.x + box.width / 2, box.y + box.height / 2];
  });
  document.querySelector('.pieces').style.display = 'none';
  const under = found.map(([id, x, y]) => [id, document.elementFromPoint(x, y)?.dataset.id]);
  document.querySelector('.pieces').style.display = '';
  return under;
}"""
"""Each piece, and the place that its middle lies on."""


def begin(page: Make, placed: Placed, position: dict[str, Any], *dice: tuple[str, int], wide: int = 1440) -> Any:
    """A page at a table with that position and those dice, both sides in one's own hands."""
    tab = page("about:blank", wide, 900 if wide > 500 else 844, touch=wide < 500)
    tab.set_default_timeout(30000)
    tab.goto(placed.base + placed.table(tab, "axis-allies", position, dice))
    tab.wait_for_selector(".table .world")
    return tab


@pytest.mark.timeout(400)
def test_fleets_stand_in_their_own_zones(page: Make, placed: Placed) -> None:
    """G6: however many types both sides have in a zone, wide or narrow."""
    ships = ["CRU", "DST+INF", "DST", "BAT", "TRN", "SUB", "CAR+FTR", "TRN+INF+SUP"]
    zones = {**dict.fromkeys("BFHIK", ships), "G": ships[:3]}
    tab = begin(page, placed, {"step": "C2", "axis": zones, "allies": {**zones, "I": [*ships, "BOM", "FTR"]}})
    under = tab.evaluate(UNDER)
    assert len(under) > 10 * len(ships)
    astray = [(piece, place) for piece, place in under if place != piece.split(":")[1] and piece.count(":") == 3]
    assert astray == []
    outside = tab.evaluate(
        """() => { const board = document.querySelector('.chart').getBoundingClientRect();
          return [...document.querySelectorAll('.piece:not([hidden])')].filter((piece) => {
            const box = piece.getBoundingClientRect();
            return box.left < board.left || box.right > board.right || box.bottom > board.bottom;
          }).map((piece) => piece.dataset.id); }"""
    )
    assert outside == [], "nothing hangs over the frame of the map"


@pytest.mark.timeout(400)
def test_pieces_are_large_enough_to_play_with(page: Make, placed: Placed) -> None:
    """Where up to four types a side meet; and the map fills its window."""
    ships, troops = ["CRU", "DST", "TRN", "SUB"], ["INF*2", "ART", "AAG", "SUP"]
    zones = dict.fromkeys("BFGHIK", ships)
    tab = begin(page, placed, {
        "step": "C2", "axis": {**zones, "BOU": troops, "CHO": ["INF"]}, "allies": {**zones, "GUA": troops},
    })  # fmt: skip
    wide = tab.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.piece:not([hidden])')].map(
          (piece) => [piece.dataset.id, piece.getBoundingClientRect().width]))"""
    )
    at_sea = {name: width for name, width in wide.items() if name.split(":")[1] in zones}
    ashore = {name: width for name, width in wide.items() if ":INF:" in name}
    assert len(at_sea) == 2 * 4 * len(zones)
    assert min(at_sea.values()) >= 52, at_sea
    assert min(ashore.values()) >= 40, ashore
    chart, port = (tab.locator(one).bounding_box() for one in (".chart", ".port"))
    assert chart["height"] > 0.96 * port["height"]
    assert chart["width"] > 0.96 * port["width"]
    covered = tab.evaluate(COVERED, [chart, board(load("axis-allies").place({}).setting)])
    assert covered == [], "the printed names of islands with troops stay to be read"


COVERED = """([chart, board]) => {
  const k = chart.width / board.width;
  const pieces = [...document.querySelectorAll('.piece:not([hidden])')];
  const ashore = pieces.filter((one) => /:(BOU|GUA):/.test(one.dataset.id));
  const boxes = ashore.map((one) => [one.dataset.id, one.getBoundingClientRect()]);
  return board.names.filter(([x, y, w, h]) => boxes.some(([, b]) => {
    const [px, py] = [chart.x + (x + w / 2) * k, chart.y + (y + h / 2) * k];
    return px > b.left && px < b.right && py > b.top && py < b.bottom;
  }));
}"""
"""The boxes of printed names whose middle lies under a piece ashore."""


COSTS = """() => [...document.querySelectorAll('.marks.over .cost')].map((cost) => {
  const box = cost.getBoundingClientRect();
  document.querySelectorAll('.pieces, .marks').forEach((e) => { e.style.display = 'none'; });
  const under = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.dataset.id;
  document.querySelectorAll('.pieces, .marks').forEach((e) => { e.style.display = ''; });
  return [under, cost.innerText];
})"""
"""The costs on the board, each with the place that it lies on."""


OVER = """([chart, board]) => {
  const k = chart.width / board.width;
  const cards = board.spaces.filter((space) => space.kind === 'box').map(({ id, shape: { rect: [x, y, w, h] } }) => (
    { id, left: chart.x + x * k, top: chart.y + y * k, right: chart.x + (x + w) * k, bottom: chart.y + (y + h) * k }));
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const pieces = [...document.querySelectorAll('.piece:not([hidden])')].map((one) => (
    { id: one.dataset.id, box: one.getBoundingClientRect() })).filter(({ id }) => /:[A-K]:/.test(id));
  const pills = [...document.querySelectorAll('.mark-pill')];
  const over = pills.filter((one) => one.closest('.marks.over')).map((one) => one.getBoundingClientRect());
  return { cards: pieces.flatMap(({ id, box }) => cards.filter((card) => meet(card, box)).map((card) => [id, card.id])),
    pills: pills.length, hidden: pieces.filter(({ box }) => over.some((pill) => meet(pill, box))).map(({ id }) => id) };
}"""
"""The pieces at sea that lie over a base card, and those under the words that something is still to be fought."""


@pytest.mark.timeout(400)
@pytest.mark.parametrize("wide", [390, 1440])
def test_fleets_keep_off_the_cards_and_words_off_the_fleets(page: Make, placed: Placed, wide: int) -> None:
    """Many types of ship in zone A do not reach over Rabaul; what is still to be fought is said beneath the pieces."""
    ships = ["CRU", "DST", "TRN"]
    zones = dict.fromkeys("GHI", ships)
    position = {"step": "C2", "axis": {"A": ships, **zones}, "allies": {"A": ships[:2], **zones}}
    tab = begin(page, placed, position, wide=wide)
    tab.wait_for_selector(".mark-pill")
    seen = tab.evaluate(OVER, [tab.locator(".chart").bounding_box(), board(load("axis-allies").place({}).setting)])
    assert seen == {"cards": [], "pills": 4, "hidden": []}


@pytest.mark.timeout(400)
def test_a_phone_opens_where_one_decides_and_near_enough(page: Make, placed: Placed) -> None:
    """Ships are told apart at once, and what can be moved is in sight."""
    position = {"step": "M1", "axis": {"B": ["TRN", "CRU"], "C": ["BAT"]}, "allies": {"K": ["CRU"]}}
    tab = begin(page, placed, position, wide=390)
    tab.locator(".piece.lit").first.wait_for()
    ship, port = tab.locator(".piece.lit").first.bounding_box(), tab.locator(".port").bounding_box()
    assert ship["height"] >= 20
    assert port["x"] < ship["x"]
    assert ship["x"] + ship["width"] < port["x"] + port["width"]
    assert port["y"] < ship["y"] < port["y"] + port["height"] - ship["height"]


@pytest.mark.timeout(400)
def test_the_card_of_a_base_counts_its_units(page: Make, placed: Placed) -> None:
    """The first player's marker lies on it, and is none."""
    tab = begin(page, placed, {"step": "R4a", "first": "axis", "axis": {"RAB": ["INF*2", "SUP*3", "FTR"]}})
    tab.locator('.piece[data-id="axis:RAB:FTR:1"]').hover()
    tab.locator(".card-side .side-plate").wait_for()
    assert tab.locator(".card-side .side-plate").inner_text() == "6"
    assert "First player: Axis" in tab.locator(".card-side").inner_text()


@pytest.mark.timeout(400)
def test_the_shop_on_a_phone(page: Make, placed: Placed) -> None:
    """R16: several types fit below the map, and what is touched is wide enough."""
    tab = begin(page, placed, {"step": "R4a", "first": "axis", "axis": {"RAB": ["INF"]}}, wide=390)
    tab.locator(".sheet.purchase .field").first.wait_for()
    boxes = [row.bounding_box() for row in tab.locator(".sheet.purchase .field").all()]
    assert sum(box["y"] + box["height"] <= 844 for box in boxes) >= 5, boxes
    for button in tab.locator(".sheet.purchase .field .icon-button").all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= 40


@pytest.mark.timeout(400)
def test_what_carries_on_says_so_on_a_phone(page: Make, placed: Placed) -> None:
    """The button that stops it tells what it stops, in words that need no pointer."""
    position = {"step": "R4b", "first": "axis", "axis": {"RAB": ["SUP*2"], "damaged": ["DST"]}}
    tab = begin(page, placed, position, wide=390)
    button = tab.locator('[data-key="routine"]')
    assert button.inner_text() == "Carry on"
    button.click()
    button.get_by_text("Stop carrying on", exact=True).wait_for()
    assert button.get_by_text("steps that ask nothing pass by").is_visible()
    assert button.get_attribute("aria-pressed") is None


@pytest.mark.timeout(400)
def test_a_folded_card_tells_what_the_fight_came_to(page: Make, placed: Placed) -> None:
    """C2: the last of the attacks missed, and a ship was lost all the same."""
    position = {"step": "C2", "first": "axis", "axis": {"G": ["DST*2"]}, "allies": {"G": ["CRU", "DST"]}}
    tab = begin(page, placed, position, *(("Roll", die) for die in (1, 6, 6, 6, 6)), wide=390)
    tab.evaluate("document.querySelector('[data-do=\"fight G\"]').click()")
    tab.evaluate("document.querySelector('[data-key=confirm]')?.click()")
    told = tab.locator(".low .told-card .told-body")
    told.get_by_text("Allies lose 1 destroyer in zone G").wait_for()
    assert told.get_by_text("No hit").filter(visible=True).count() == 0


@pytest.mark.timeout(400)
def test_deployment_by_numbers(page: Make, placed: Placed) -> None:
    """R21: each number lies in its zone, the sheet tells the supply, and a click there deploys."""
    tab = begin(page, placed, {"step": "R4c", "first": "axis", "axis": {"RAB": ["SUP*3"], "L": ["TRN+INF", "BAT"]}})
    assert "Supply at Rabaul" in tab.locator(".sheet").inner_text()
    tab.locator('[data-do="take L BAT"]').first.click()
    tab.wait_for_selector(".cost")
    assert sorted(tab.evaluate(COSTS)) == [["A", "1"], ["B", "1"], ["C", "2"], ["E", "2"]]
    tab.locator('.sheet [data-do="deploy C =1"]').click()
    tab.wait_for_selector('.piece[data-id="axis:C:BAT:1"]')


@pytest.mark.timeout(400)
def test_the_battle_sheet(page: Make, placed: Placed) -> None:
    """C5..C10: before it the odds of both attacks; the dice in their slots, each hit with what it did, the pick."""
    position = {
        "step": "C2", "first": "axis", "axis": {"I": ["CRU*2", "BAT"]},
        "allies": {"I": ["DST", "DST+INF", "BAT", "CRU"]},
    }  # fmt: skip
    tab = begin(page, placed, position, ("Roll", 1), ("Roll", 6), ("Roll", 1))
    tab.locator('[data-do="fight I"]').first.hover()
    tab.wait_for_selector(".odds .table-figure")
    assert "lose more, by" in tab.locator(".odds .results").inner_text()
    tab.locator('[data-do="fight I"]').first.click()
    dice, empty = tab.locator(".docked .told-card .slot"), tab.locator(".place-card")
    dice.nth(6).wait_for()
    card, last = (one.bounding_box() for one in (tab.locator(".told-body"), dice.last))
    assert last["y"] + last["height"] <= card["y"] + card["height"], "not all that was thrown is in sight"
    assert not empty.is_visible()
    tab.locator('.space[data-id="E"]').hover(force=True)
    empty.get_by_text("Zone E").wait_for()
    tab.locator(".told-card header").hover()
    empty.wait_for(state="hidden")
    tab.locator('.sheet [data-do="lose DST+INF"]').click()
    tab.wait_for_function("() => document.querySelectorAll('.slot-result').length >= 2")
    slots = [slot.split("\n") for slot in tab.locator(".attack >> nth=0 >> .slot").all_inner_texts()[:3]]
    assert slots == [["1: destroyer", "lost"], ["2: cruiser"], ["3: battleship", "armour"]]


@pytest.mark.timeout(400)
@pytest.mark.parametrize("high", [900, 720])
def test_after_a_fight_the_next_is_in_sight(page: Make, placed: Placed, high: int) -> None:
    """C1: neither the card of what has been fought nor its sheet stands before the choice."""
    sides = {"I": ["CRU*2", "FTR*7"], "H": ["DST", "FTR*2"], "B": ["FTR"]}
    tab = begin(page, placed, {"step": "C1", "first": "axis", "axis": sides, "allies": sides})
    tab.set_viewport_size({"width": 1440 if high == 900 else 1280, "height": high})
    tab.locator('[data-do="fight I"]').last.dispatch_event("click")
    tab.wait_for_selector(".docked .told-card .slot")
    nearest = tab.locator('.tab-body [data-do="fight B"]')
    nearest.wait_for()
    panel, card, button = tab.locator(".tab-body:visible"), tab.locator(".told-card"), nearest.bounding_box()
    assert panel.bounding_box()["y"] <= button["y"]
    assert button["y"] + button["height"] <= card.bounding_box()["y"]


GOALS = """() => [...document.querySelectorAll('.marks [data-goal]')].map((chip) => {
  const box = chip.getBoundingClientRect(), [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return {goal: chip.dataset.goal, x, y,
    below: document.elementsFromPoint(x, y).find((one) => one.matches('.space'))?.dataset.id};
})"""
"""What is written at the places that are offered: which place, where, and which place lies beneath it."""


@pytest.mark.timeout(400)
def test_what_is_written_at_a_place_stands_for_it(page: Make, placed: Placed) -> None:
    """A finger on “still to fight” chooses the island, over whose rim the words reach, and not the zone
    beneath; so with what it costs to fly somewhere."""
    troops = ["INF*2", "SUP"]
    ashore = {"GUA": troops, "MAL": troops}
    tab = begin(page, placed, {"step": "C3", "first": "axis", "axis": ashore, "allies": ashore}, wide=390)
    tab.locator(".marks [data-goal=GUA]").wait_for()
    goals = {goal["goal"]: goal for goal in tab.evaluate(GOALS)}
    assert goals["GUA"]["below"] != "GUA", "else there is nothing to see"
    tab.touchscreen.tap(goals["GUA"]["x"], goals["GUA"]["y"])
    tab.locator(".prompt", has_text="Fight on Guadalcanal?").wait_for()
    there = {"BOU": ["FTR"], "CHO": ["FTR"], "G": ["CRU", "TRN"]}
    tab = begin(page, placed, {"step": "M8", "first": "axis", "axis": there})
    tab.locator(".piece.lit").first.click()
    tab.locator(".marks [data-goal=G]").wait_for()
    goals = {goal["goal"]: goal for goal in tab.evaluate(GOALS)}
    assert goals["G"]["below"] == "G", "below the ships lies the next zone"
    tab.mouse.click(goals["G"]["x"], goals["G"]["y"])
    tab.locator(".piece[data-id^='axis:G:FTR']").wait_for()


@pytest.mark.timeout(400)
def test_a_transport_stands_for_its_cargo_when_it_unloads(page: Make, placed: Placed) -> None:
    """The counters aboard are small: a finger on the ship takes what is to go ashore, or asks which."""
    position = {"step": "C2t", "first": "axis", "axis": {"G": ["TRN+INF+SUP"], "H": ["TRN+SUP"]}}
    tab = begin(page, placed, position, wide=390)

    def touch(zone: str) -> None:
        box = tab.locator(f".piece[data-id^='axis:{zone}:TRN']").first.bounding_box()
        tab.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.3)

    touch("G")
    tab.locator(".fan-piece", has_text="supply").tap()
    tab.locator(".prompt", has_text="Where does the supply token from zone G go ashore?").wait_for()
    tab.locator(".answers .button", has_text="Put it back").tap()
    tab.locator(".prompt", has_text="Unload").wait_for()
    touch("H")
    tab.locator(".prompt", has_text="Where does the supply token from zone H go ashore?").wait_for()
