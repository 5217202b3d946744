"""The lessons that are whole small games in the browser: a newcomer plays each against the Recruit to its end, and the
coach speaks all the way."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import pytest
from driver import shooter
from newcomer import Newcomer
from playwright.sync_api import Error

from ironbottom import games

Make = Callable[..., Any]
WHOLE = [(slug, lesson.id) for slug in games.READY for lesson in games.load(slug).lessons if lesson.whole]


class Pupil(Newcomer):
    """A newcomer who reads what the coach says."""

    def __init__(self, page: Any, base: str, seed: int = 1, touch: bool = False) -> None:
        super().__init__(page, base, seed, touch)
        self.read: list[str] = []
        self.shoot: Callable[[int], None] = lambda _: None

    def step(self, state: dict[str, Any]) -> None:
        self.shoot(self.steps)
        words = self.page.locator(".coach-words").inner_text()
        if words and words not in self.read:
            self.read.append(words)
        if state["fan"] and state["spaces"]:  # a pile that stays spread under one's finger
            self.page.keyboard.press("Escape")
            self.page.mouse.move(2, 2)
            return
        with contextlib.suppress(Error, ValueError):  # the game has gone on, or a tool lies over the piece: another way
            super().step(state)


@pytest.mark.soak
@pytest.mark.timeout(5400)
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize(("slug", "key"), WHOLE)
def test_a_newcomer_plays_a_whole_lesson_to_its_end(real: str, page: Make, slug: str, key: str, phone: bool) -> None:
    how = {"story": "normal", "motion": "no-preference"}
    tab = page(real, 390, 844, touch=True, **how) if phone else page(real, 1440, 900, **how)
    pupil = Pupil(tab, real, seed=7, touch=phone)
    pupil.shoot = shooter(tab, f"{slug}-{tab.viewport_size['width']}")
    pupil.learn(slug, key)
    pupil.play(most=6000)
    pupil.listen()
    words, lesson = games.load(slug).words, f"lesson.{key}"
    ends = [
        words.say(f"{lesson}.{end}").split("\n\n")[0].strip()
        for end in ("done", "lost", "drawn")
        if f"{lesson}.{end}" in words
    ]
    print(f"{slug} {key}: {pupil.steps} acts, {pupil.done}, read {len(pupil.read)}")
    assert tab.locator(".coach").get_attribute("data-state") in ("done", "failed")
    said = " ".join(tab.locator(".coach-words").inner_text().split())
    assert any(" ".join(end.split())[:40] in said for end in ends), said
    assert len(pupil.read) > 4, pupil.read
