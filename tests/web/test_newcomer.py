"""Five games against the computer, played as who has never seen them would: all that others do is seen in its order
and for its time, each die has its card, the board keeps still. A turn of each; whole games in the soak."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from driver import tap
from newcomer import Newcomer
from placed import Placed

from ironbottom import games
from ironbottom.kernel.record import read_record
from ironbottom.kernel.referee import follow
from ironbottom.kernel.step import CHANCE

Make = Callable[..., Any]
Axe = Callable[[Any], list[dict[str, Any]]]

SHORT = [(slug, one.id) for slug in games.READY for one in games.load(slug).scenarios if one.of and not one.former]
GAMES = ("archies-war", "axis-allies", "first-blood", "henderson-field", "solomons")
CHARACTER = 36
"""A character is read in so many milliseconds."""
SLIP = 150
"""By so much two clocks may differ, in milliseconds."""
UNHURRIED, HURRIED = 25000, 36000
"""What comes to less than the one by its words, and took less than the other in all, is not hurried, in milliseconds:
a turn takes 45 s at most, and a card its own time, however short its sentence."""


def turns(witness: dict[str, Any]) -> list[list[Any]]:
    """The beats between two clicks; the last of all, which may still be told, is left out."""
    ends = [*sorted(set(witness["acts"])), len(witness["told"])]
    beats = witness["told"]
    return [[one for one in beats[a:b] if "until" in one and not one.get("cut")] for a, b in pairwise(ends)]


def faults(newcomer: Newcomer) -> list[str]:
    """What was not told as it should be."""
    witness = newcomer.witness()
    log = [one for one in newcomer.log() if not one["draft"]]
    shown = [int(n) for one in witness["told"] for n in one["entries"].split()]
    found = [f"told out of order: {a} before {b}" for a, b in pairwise(shown) if a >= b]
    since = shown[0] if shown else 0
    # a click ends what is told: what would have come until the next thing that was told is not missed
    ends = [[int(n) for n in one["entries"].split()] for one in witness["told"]] + [[sys.maxsize]]
    missed = [(ends[i][-1], ends[i + 1][0]) for i, one in enumerate(witness["told"]) if one.get("cut")]
    for entry in log:
        if entry["first"] < since or any(a <= entry["n"] < b for a, b in missed):
            continue
        words = f"{entry['n']} {entry['text']}"
        other = entry["side"] not in ("", newcomer.seat)
        seen = entry["card"] in witness["cards"]  # what follows at once on what one does oneself has its card alone
        if other and not entry["phase"] and not seen and not any(entry["first"] <= n <= entry["n"] for n in shown):
            found.append(f"not told: {words}")
        if entry["dice"] and not seen:
            found.append(f"no card: {words}")
    for run in turns(witness):
        due = [min(4000, CHARACTER * len(one["text"])) for one in run]
        hurried = sum(due) >= UNHURRIED or sum(one["until"] - one["at"] for one in run) >= HURRIED
        for least, one in zip(due, run, strict=True):
            time = one["until"] - one["at"]
            if time < (150 if hurried else least) * 0.9 - SLIP:
                found.append(f"{time:.0f} of {least} ms: {one['text']}")
    if len(witness["boxes"]) > 1:
        found.append(f"the board or the head moved: {witness['boxes']}")
    found += [f"answers run beyond the edge: {words!r}" for words in witness["wide"]]
    return found + [f"{name} shifted" for name in witness["shifts"]]


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=[] if at < 2 else [pytest.mark.soak]) for at, slug in enumerate(GAMES)]
)
def test_a_turn_of_a_newcomer(real: str, page: Make, axe: Axe, slug: str) -> None:
    tab = page(real, story="normal", motion="no-preference")
    newcomer = Newcomer(tab, real, seed=7)
    newcomer.sit(slug)
    newcomer.turn(most=150, beats=8)
    assert len(newcomer.witness()["told"]) >= 8, (newcomer.done, newcomer.prompts)
    assert "\n".join(faults(newcomer)) == ""
    tab.evaluate("() => document.querySelector('.log-card')?.click()")  # a card, and the page
    found = axe(tab)
    assert [(fault["id"], [node["html"][:200] for node in fault["nodes"]]) for fault in found] == []


@pytest.mark.timeout(300)
def test_a_finger_brings_small_hexes_near_before_it_does_anything(real: str, page: Make) -> None:
    tab = page(real, 390, 844, touch=True)
    newcomer = Newcomer(tab, real, touch=True)
    newcomer.sit("henderson-field")
    tab.locator(".space.lit, .piece.lit").first.wait_for()
    asked = tab.locator("#prompt-text").inner_text()
    tab.keyboard.press("9")
    cell = tab.locator(".space").nth(100)
    tab.wait_for_function("(cell) => cell.getBoundingClientRect().width < 12", arg=cell.element_handle())
    box = cell.bounding_box()
    tap(tab, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tab.wait_for_function("(cell) => cell.getBoundingClientRect().width > 24", arg=cell.element_handle())
    done = tab.locator(".place-card, .menu, .fan, .piece.picked").locator("visible=true")
    assert not done.count(), "nothing else was done"
    assert tab.locator("#prompt-text").inner_text() == asked


SCREENS = {"desk": (1440, 900), "phone": (390, 844), "small": (360, 640)}


@pytest.mark.soak
@pytest.mark.timeout(5400)
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("mine", [0, 1])
@pytest.mark.parametrize("screen", SCREENS)
def test_a_whole_game_of_a_newcomer(real: str, page: Make, slug: str, mine: int, screen: str) -> None:
    wide, high = SCREENS[screen]
    tab = page(real, wide, high, touch=wide < 500, story="normal", motion="no-preference")
    newcomer = Newcomer(tab, real, seed=7 + mine, touch=wide < 500)
    newcomer.sit(slug, mine)
    words = newcomer.play(most=12000)
    newcomer.listen()
    print(slug, newcomer.steps, newcomer.done, len(newcomer.witness()["told"]), words)
    assert "\n".join(faults(newcomer)) == ""


def late(turn: int) -> Any:
    """Henderson Field as it stands at the first question of a turn of a game that went to its last one."""
    text = (Path(__file__).parent.parent / "records/henderson-field/campaign-field.jsonl").read_text("utf-8")
    record = read_record(text, games.load)
    s = record.start()
    for side, action in record.moves():
        if s.turn == turn and CHANCE not in record.game.to_move(s):
            return s.replace(news=())
        s = follow(record.game, s, side, action)
    raise LookupError(f"the game has no turn {turn}")


@pytest.mark.soak
@pytest.mark.timeout(5400)
@pytest.mark.parametrize("mine", ["american", "japanese"])
@pytest.mark.parametrize("screen", SCREENS)
def test_a_newcomer_comes_to_a_late_end(placed: Placed, page: Make, mine: str, screen: str) -> None:
    """Henderson Field mostly ends early, by points; here its last turns are clicked to the end of the last one."""
    (wide, high), other = SCREENS[screen], "japanese" if mine == "american" else "american"
    tab = page("about:blank", wide, high, touch=wide < 500, story="normal", motion="no-preference")
    newcomer = Newcomer(tab, placed.base, seed=7, touch=wide < 500)
    newcomer.sit_at(placed.table(tab, "henderson-field", {}, start=late(24), **{other: "regular"}), mine)
    words = newcomer.play(most=6000)
    newcomer.listen()
    print(screen, mine, newcomer.steps, newcomer.done, len(newcomer.witness()["told"]), words)
    assert "\n".join(faults(newcomer)) == ""


@pytest.mark.soak
@pytest.mark.timeout(5400)
@pytest.mark.parametrize(("slug", "scenario"), SHORT)
def test_a_short_game_of_a_newcomer(real: str, page: Make, slug: str, scenario: str) -> None:
    newcomer = Newcomer(page(real, story="normal", motion="no-preference"), real, seed=7)
    newcomer.sit(slug, 0, scenario=scenario)
    newcomer.play(most=6000)
    newcomer.listen()
    assert "\n".join(faults(newcomer)) == ""
