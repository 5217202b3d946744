"""The solitaire game once more, written down from the rulebook and the rulings alone: a script that asks for dice and
choices in their order. Random games must ask for the same, offer the same, and come out the same."""

from __future__ import annotations

import random
from collections.abc import Generator
from typing import Any

import pytest

import contract
from ironbottom.games.archies_war.game import make
from ironbottom.kernel.step import CHANCE

GAME = make()
PLACES = ("point_cruz", "koli_point", "bloody_ridge")
RAIDS = ("raid_point_cruz", "raid_koli_point", "raid_jungle")
HITS = (0, 0, 1, 1, 1, 2, 2)
TRACK = (0, 0, 1, 1, 2, 2, 3, 3)

Talk = Generator[set[tuple[Any, ...]], Any, Any]
"""A script: it asks with what may be answered (nothing for a die), and is told what was."""


class Over(Exception):
    """The game is over, for the reason given."""


class Table:
    """The board of the solitaire game."""

    def __init__(self) -> None:
        self.us = dict.fromkeys((*PLACES, "reserves"), 2) | {"bloody_ridge": 0}
        self.them = {"point_cruz": 2, "koli_point": 2, "reserves": 2, "infiltration": 0}
        self.marker, self.general, self.seabees, self.heavy = 1, 2, False, False
        self.last = ""

    @property
    def air(self) -> int:
        return TRACK[self.marker] if self.marker >= 0 else 0

    def die(self) -> Talk:
        return (yield set())

    def play(self) -> Talk:
        reason = "won"
        try:
            for turn in range(1, 19):
                yield from self.turn(turn)
        except Over as over:
            reason = str(over)
        yield {("over", reason)}

    def turn(self, turn: int) -> Talk:
        actions = {*RAIDS, "patrol", "repair", "appeal_navy"}
        if not (self.last == "repair" and self.air == 0):
            actions.discard(self.last)
        chosen = (yield {("choose", action) for action in actions})[1]
        called = yield from self.die()
        yield from self.japanese(called, chosen)
        yield from self.american(called, chosen)
        self.us["reserves"] += turn % 3 == 0
        yield from self.shift()
        if self.marker < 0:
            raise Over("lost_field")
        self.last = chosen

    def japanese(self, called: int, chosen: str) -> Talk:
        if called <= 3:
            yield from self.front(PLACES[called - 1])
        elif called == 4:
            self.them["infiltration"] += chosen != "patrol"
        elif called == 5:
            self.marker -= (yield from self.die()) + self.air <= 4
        else:
            yield from self.event((yield from self.die()))

    def box(self, place: str) -> str:
        return "reserves" if place == "bloody_ridge" else place

    def front(self, place: str) -> Talk:
        die = yield from self.die()
        if die - 2 * (place == "bloody_ridge") <= self.them[self.box(place)]:
            yield from self.attack(place)
        else:
            self.them[self.box(place)] += 2
            yield from self.bombard()

    def bombard(self) -> Talk:
        self.marker -= (yield from self.die()) <= 1 + self.heavy

    def attack(self, place: str) -> Talk:
        if not self.us[place]:
            raise Over("lost_empty")
        banzai = HITS[(yield from self.die())]
        attack = banzai + self.them["infiltration"] + self.them[self.box(place)]
        attack += 1 if place == "bloody_ridge" else self.them["reserves"] // 2
        defence = self.us[place] + self.general + self.us["reserves"] // 2 + self.air
        if attack >= 2 * defence:
            raise Over("lost_overrun")
        if attack > defence:
            self.us[place] -= 1
        elif self.them[self.box(place)]:
            self.them[self.box(place)] -= 1
        elif self.them["infiltration"]:
            self.them["infiltration"] -= 1

    def event(self, called: int) -> Talk:
        if called == 1:
            self.marker -= HITS[(yield from self.die())]
        elif called == 2:
            self.them["reserves"] += 2
            yield from self.front(PLACES[((yield from self.die()) - 1) // 2])
        elif called == 3:
            yield from self.lose(1)
        elif called == 4:
            self.heavy = True
            yield from self.bombard()
        elif called == 5:
            yield from self.lose(HITS[(yield from self.die())])
        else:
            most = max(self.them[self.box(place)] for place in PLACES)
            tied = [place for place in PLACES if self.them[self.box(place)] == most]
            fewest = min(self.us[place] for place in tied)
            tied = [place for place in tied if self.us[place] == fewest]
            if len(tied) > 1:
                tied = tied[((yield from self.die()) - 1) // (6 // len(tied)) :]
            yield from self.attack(tied[0])

    def lose(self, n: int) -> Talk:
        n = min(n, sum(self.us.values()))
        while n:
            able = {box for box in self.us if self.us[box] >= n} or {box for box in self.us if self.us[box]}
            box = (yield {("lose", box) for box in able})[1]
            paid = min(n, self.us[box])
            self.us[box] -= paid
            n -= paid

    def american(self, called: int, chosen: str) -> Talk:
        if chosen in RAIDS:
            box = self.box(PLACES[RAIDS.index(chosen)])
            self.them[box] = max(0, self.them[box] - HITS[(yield from self.die())])
        elif chosen == "patrol":
            if called != 4 and self.them["infiltration"]:
                self.them["infiltration"] -= (yield from self.die()) <= 3
        elif chosen == "repair":
            yield from self.repair()
        else:
            yield from self.appeal((yield from self.die()))

    def repair(self) -> Talk:
        if (yield from self.die()) <= 3 + self.seabees:
            self.marker = min(7, self.marker + 1)

    def appeal(self, called: int) -> Talk:
        if called == 2:
            targets = {("strike", box) for box, n in self.them.items() if n and box != "infiltration"}
            if targets:
                self.them[(yield targets)[1]] -= 1
        elif called == 3:
            self.us[(yield {("reinforce", box) for box in self.us})[1]] += 1
        elif called == 4:
            self.seabees = True
            yield from self.repair()
        elif called == 5:
            self.marker = min(7, self.marker + 1)
        elif called == 6:
            self.general = 3

    def shift(self) -> Talk:
        """Every number from none to all that the reserves can pay, one place after the other."""
        while True:
            spare = {place: self.us[place] + self.us["reserves"] for place in PLACES}
            answer = yield {("hold", place, n) for place, most in spare.items() if most for n in range(most + 1)} | {
                ("done",)
            }
            if answer == ("done",):
                return
            _, place, n = answer
            self.us["reserves"], self.us[place] = spare[place] - n, n

    def facts(self) -> dict[str, Any]:
        return {
            "american": self.us, "japanese": self.them, "status": self.marker, "vandegrift": self.general,
            "seabees": self.seabees, "heavy": self.heavy, "air_support": self.air,
        }  # fmt: skip


def offered(s: Any) -> set[tuple[Any, ...]]:
    """What the game offers, ranges written out."""
    found = set()
    for action in GAME.legal(s, 0):
        if action[0] == "hold":
            found |= {(*action[:2], n) for n in range(action[2].low, action[2].high + 1)}
        else:
            found.add(action)
    return found


def answer(s: Any, rng: random.Random) -> Any:
    """A random answer: of three shifts one ends the shifting."""
    if ("done",) in GAME.legal(s, 0) and rng.random() < 0.3:
        return ("done",)
    return contract.concrete(rng.choice(GAME.legal(s, 0)), rng)


@pytest.mark.parametrize("seed", range(40))
def test_a_second_table_comes_out_the_same(seed: int) -> None:
    rng = random.Random(seed)
    s, table = GAME.setup("solitaire"), Table()
    script = table.play()
    asked: Any = next(script)
    while GAME.to_move(s):
        facts = GAME.facts(s)
        assert {key: facts[key] for key in table.facts()} == table.facts()
        told: Any
        if GAME.to_move(s) == (CHANCE,):
            assert asked == set()
            assert [weight for _, weight in GAME.chance(s)] == [1] * 6
            told = rng.randint(1, 6)
            s = GAME.apply(s, CHANCE, ("die", told))
        else:
            assert asked == offered(s)
            told = answer(s, rng)
            s = GAME.apply(s, 0, told)
        asked = script.send(told)
    assert asked == {("over", s.result.reason)}
