"""The first half hour of somebody who has never seen a wargame, in each game: from the first page, past "How to win",
with the coach beside him. He does what the coach points at, asks him where he says nothing, and else presses what is
offered; whatever he presses must be there to be pressed. What the page points at is what the measuring newcomer of the
lab takes from the same message (`lab/newcomer.py`)."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import pytest
from driver import CHOICES, TOLD, Driver, shooter
from guided import CAMERA, POINTED, QUIET, SIGN
from playwright.sync_api import TimeoutError

from ironbottom import games
from ironbottom.lab.newcomer import amount_in, pressed

Make = Callable[..., Any]

HALF_AN_HOUR = 200
"""Acts in half an hour: whole games that were watched took 17 to 24 clicks a minute of deciding, and as much time again
to be read."""
ASK = '[data-key="hint"]'
STANDS = """() => {
  const seen = (e) => { const b = e.getBoundingClientRect(); return b.width > 0 && b.height > 0; };
  const wide = document.documentElement.scrollWidth > innerWidth;
  const first = document.querySelector('.coach')?.getBoundingClientRect();
  const words = document.querySelector('.coach-words');
  const cut = words && words.scrollHeight > words.clientHeight + 1 ? words.innerText : '';
  return { wide, cut, out: first && (first.left < 0 || first.right > innerWidth || first.bottom > innerHeight),
    tall: first ? first.height / innerHeight : 0, over: [...document.querySelectorAll('.ending')].some(seen) };
}"""
LIT = """() => [...document.querySelectorAll('.advised')]
  .map((e) => e.dataset?.do ?? e.dataset?.id ?? e.dataset?.key ?? '')"""
KNOWS_NOTHING = """() => ['I know nothing', 'Only one thing']
  .some((words) => document.querySelector('.first-quiet')?.innerText.startsWith(words))"""
MESSAGE = """async () => {
  const key = location.pathname.split('/')[2], seat = new URLSearchParams(location.search).get('seat');
  return (await fetch(`/api/tables/${key}?after=0${seat ? `&seat=${seat}` : ''}`)).json();
}"""


class Beginner(Driver):
    """One who plays his first game with the coach."""

    def __init__(self, tab: Any, touch: bool = False) -> None:
        super().__init__(tab, seed=1, touch=touch)
        self.advice: list[list[str]] = []
        self.pressed: list[str] = []
        self.faults: list[str] = []
        self.asked = 0
        self.compared = 0
        tab.on("response", self.heard)

    def heard(self, response: Any) -> None:
        """What the coach answers: to compare with what the page then shows."""
        if response.url.endswith("/advise") and response.ok:
            self.advice = [*self.advice[-3:], response.json()["do"]]  # one that came too late is not shown

    def begin(self, base: str, slug: str, side: str) -> None:
        """From the first page to the table, as one who reads the buttons."""
        tab = self.page
        tab.goto(base)
        tab.locator(f'.game-card[data-game="{slug}"] .card-go .button.primary').click()
        box = tab.locator("dialog[open]")
        if side:
            box.locator(f'input[value="{side}"]').check(force=True)
        box.locator(".row-buttons.sticky .button.primary").click()
        tab.locator(".table .world").wait_for()
        tab.locator("dialog.winning .button.primary").click()
        tab.locator("dialog.winning").wait_for(state="detached")

    def walk(self, acts: int, shots: Callable[[int], None] = lambda _: None) -> None:
        """So many presses, or to the end of the game."""
        while len(self.pressed) < acts:
            if self.page.evaluate(STANDS)["over"]:
                return
            found = self.look()
            stands = self.page.evaluate(STANDS)
            if stands["wide"] or stands["cut"] or stands["out"] or stands["tall"] > 0.45:
                self.faults.append(f"{stands} after {self.pressed[-3:]}")
            shots(len(self.pressed))
            if found is None:
                self.pressed.append("own")
                self.step(self.page.evaluate(CHOICES))
            else:
                self.compare()
                self.follow(*found)

    def look(self) -> tuple[str, int] | None:
        """What the coach points at; asked, where he points at nothing, and once more where he was busy."""
        for wait in (2500, 30000, 30000):
            with contextlib.suppress(TimeoutError):
                self.page.wait_for_function(
                    f"() => ({QUIET})() && (({POINTED})() || ({KNOWS_NOTHING})())", timeout=wait
                )
            found = self.page.evaluate(POINTED)
            if found:
                return found[0], found[1]
            ask = self.page.locator(ASK)
            if self.page.locator(".first-quiet", has_text="Only one thing").count():
                return None
            if not ask.count() or ask.is_disabled():
                return None
            self.asked += 1
            self.reach(ask)
        return None

    def compare(self) -> None:
        """What is lit is what the newcomer of the lab would press, at one of the steps of the plan. What the coach
        answered is heard here a moment after the page has it."""
        for patience in (0, 200, 1000, 3000):
            self.page.wait_for_timeout(patience)
            gos, where, lit = self.wanted()
            if not lit or not where:
                return
            if where & lit:
                self.compared += 1
                return
        raise AssertionError(f"lit {lit}, to be pressed {gos}")

    def wanted(self) -> tuple[list[list[str]], set[str], set[str]]:
        """What the newcomer would press of the plans that were heard, where that is, and what is lit."""
        message = self.page.evaluate(MESSAGE)
        lit = set(self.page.evaluate(LIT)) - {""}
        gos = [go for one in self.advice for n in range(len(one)) if (go := pressed(message, one[n:]))]
        where = set[str]()
        for one in (*message["choices"], *message["macros"]) if message["prompt"]["mine"] else ():
            does = one["do"] if isinstance(one["do"], list) else [one["do"]]
            if does in gos or any(amount_in(one, go[0]) is not None for go in gos if "amount" in one):
                do = one["do"] if isinstance(one["do"], str) else ";".join(one["do"])
                where |= {do, f"more-{do}", f"less-{do}", "many-more", "many-less"}
                where |= {one.get("piece", ""), one.get("space", ""), *one.get("also", [])} - {""}
        boxes = [box for sheet in message["picture"]["sheets"] for box in sheet.get("bins", ())]
        for item in (item for box in boxes for item in box["items"]):
            there = [box for box, does in item["to"].items() if does in gos]
            where |= {f"chip-{item['id']}" for _ in there} | {f"put-{box}" for box in there}
        return gos, where, lit

    def follow(self, query: str, at: int) -> None:
        """Press it, and wait for the page."""
        before = self.page.evaluate(SIGN)
        target = self.page.locator(query).nth(at)
        if query.startswith(".space"):
            self.space(target)
        elif query.startswith(".piece.beneath"):
            with contextlib.suppress(TimeoutError):  # what could be seen of it in its pile was enough to take it
                self.piece(target)
        elif query == TOLD:
            target.tap() if self.touch else target.click()
        else:
            try:
                self.reach(target)
            except TimeoutError:
                if not target.count():  # a pile that was spread out has closed: look again
                    return
                if not query.startswith(".piece"):
                    raise
                self.spread(target).click()  # it stands in a pile
        self.pressed.append(query)
        self.page.wait_for_function(f"(before) => ({QUIET})() && ({SIGN})() !== before", arg=before)


def test_the_coach_proposes_points_and_is_followed(real: str, page: Make) -> None:
    tab = page(real, coach="first")
    one = Beginner(tab)
    one.begin(real, "archies-war", "american")
    one.walk(12)
    assert one.compared >= 4
    assert one.faults == []
    assert tab.locator(".coach").inner_text().startswith("Coach")
    tab.locator('[data-key="replay"]').click()
    tab.wait_for_selector(".coach", state="hidden")  # he has nothing to say of what is gone by
    tab.locator('[data-key="replay"]').click()
    tab.wait_for_selector(".coach:not([hidden])")
    tab.locator('[data-key="table"]').click()
    tab.get_by_role("menuitem", name="Settings").click()
    tab.locator("dialog select").filter(has_text="in my first game").select_option("off")
    tab.keyboard.press("Escape")
    tab.wait_for_function("() => !document.querySelector('.table .advised[data-id], .coach:not([hidden])')")


def test_on_a_phone_the_whole_map_is_one_more_press_and_his_words_show_where(real: str, page: Make) -> None:
    tab = page(real, 390, 844, touch=True, coach="first")
    one = Beginner(tab, touch=True)
    one.begin(real, "archies-war", "american")
    tab.locator(".coach-words", has_text="I would").wait_for()
    tab.wait_for_timeout(1000)  # he has pointed at it
    fit, port = tab.get_by_role("button", name="Fit the map"), tab.locator(".port").bounding_box()

    wide = []
    for _ in range(3):
        fit.tap()
        tab.wait_for_timeout(900)
        wide.append(tab.evaluate("document.querySelector('.world').getBoundingClientRect().width"))
    assert min(wide) < port["width"] * 1.05, "all of it"
    assert max(wide) > port["width"] * 1.5, "it fills the window"
    for _ in range(3):
        tab.get_by_role("button", name="Zoom in").tap()
    tab.locator(".coach-words").tap(position={"x": 4, "y": 4})
    tab.wait_for_timeout(500)
    pool = tab.locator(".piece.advised").first.bounding_box()
    assert port["x"] < pool["x"] < port["x"] + port["width"]


def test_the_board_stays_at_the_coast_while_the_panel_lists_who_lands(real: str, page: Make) -> None:
    tab = page(real, coach="first")
    one = Beginner(tab)
    one.begin(real, "henderson-field", "american")
    stood = []
    for acts in (2, 3, 4, 5):  # to take and to land in turn
        one.walk(acts)
        tab.wait_for_timeout(600)
        stood.append(tab.evaluate(CAMERA))
    assert len(set(stood)) == 1, "it swings between the coast and the box of those who land"
    assert ".field-choices .advised" in one.pressed
    port, field = (tab.locator(query).bounding_box() for query in (".port", '.space[data-id="3507"]'))
    assert port["x"] < field["x"] < port["x"] + port["width"]
    assert port["y"] < field["y"] < port["y"] + port["height"]


@pytest.mark.soak
@pytest.mark.timeout(2400)
@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("slug", games.READY)
def test_half_an_hour_of_a_first_game(real: str, page: Make, slug: str, width: int) -> None:
    touch = width < 500
    tab = page(real, coach="first", width=width, height=844 if touch else 900, touch=touch)
    one = Beginner(tab, touch)
    side = games.load(slug).side_name(next(item for item in games.load(slug).scenarios if len(item.sides) > 1).sides[0])
    one.begin(real, slug, side)
    one.walk(HALF_AN_HOUR, shooter(tab, f"{slug}-{width}"))
    print(f"{slug} {width}: {len(one.pressed)} presses, {one.asked} times asked, {one.compared} compared, "
          f"{one.pressed.count('own')} of his own, faults {len(one.faults)}")  # fmt: skip
    assert one.faults == []
    assert one.compared >= 10
