"""Declaring attacks against a deliberately naive second implementation: every set of groups, tried one by one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from ironbottom.games.first_blood.declaration import Declare, duty
from ironbottom.games.first_blood.game import make
from ironbottom.games.first_blood.position import allocations
from ironbottom.games.first_blood.printed import AMERICAN, SIDES
from ironbottom.kernel.action import parse

GAME = make()
SMALL = {
    "american": ["1/1", "2/1", "3/1", "1/5", "2/5"],
    "japanese": ["124/1", "124/3", "4/2", "KUM", "ICH"],
}


def position(seed: int) -> dict[str, Any]:
    """Units of both sides thrown together in a few hexes."""
    rng = random.Random(seed)
    spots = ["0604", "0605", "0606", "0705", "0706", "0707", "0505", "0506", "0805", "0806"]
    rng.shuffle(spots)
    found: dict[str, Any] = {"american": {}, "japanese": {}, "turn": 5}
    for side in SIDES:
        for name in SMALL[side][: rng.randrange(2, 5)]:
            found[side].setdefault(spots.pop(), []).append(name)
    attacker = rng.choice(SIDES)
    found["phase"] = f"{attacker}_combat"
    return found


def partitions(items: list[Any]) -> Iterator[list[list[Any]]]:
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for parts in partitions(rest):
        yield [[first], *parts]
        for n in range(len(parts)):
            yield [*parts[:n], [first, *parts[n]], *parts[n + 1 :]]


def naive(s: Any, side: int) -> set[frozenset[tuple[frozenset[int], frozenset[int]]]]:
    """Every way to split the hexes into groups and to give each unit to one group all of whose hexes it touches."""
    owed = duty(s, side)
    near = s.setting.near
    found = set()
    for groups in partitions(list(owed.hexes)):
        choices = [
            [n for n, group in enumerate(groups) if all(h in near[s.at[u]] for h in group)] for u in owed.units
        ]

        def spread(k: int, given: list[int], groups: list[list[int]] = groups, choices: Any = choices) -> None:
            if k == len(choices):
                if set(given) == set(range(len(groups))):
                    found.add(
                        frozenset(
                            (frozenset(group), frozenset(u for u, n in zip(owed.units, given, strict=True) if n == g))
                            for g, group in enumerate(groups)
                        )
                    )
                return
            for n in choices[k]:
                spread(k + 1, [*given, n])

        spread(0, [])
    return found


@pytest.mark.parametrize("seed", range(40))
def test_every_allocation_can_be_declared_and_no_other(seed: int) -> None:
    s = GAME.place(position(seed))
    if not s.stack or not isinstance(s.stack[-1], Declare):
        return
    side = s.stack[-1].side
    ours = {
        frozenset((frozenset(attack.targets), frozenset(attack.units)) for attack in attacks)
        for attacks in allocations(s, side)
    }
    assert ours == naive(s, side)


@pytest.mark.parametrize("seed", range(40, 60))
def test_the_proposal_completes_what_is_owed(seed: int) -> None:
    s = GAME.place(position(seed))
    if not s.stack or not isinstance(s.stack[-1], Declare):
        return
    side = s.stack[-1].side
    rng = random.Random(seed)
    if rng.random() < 0.5:
        takes = [action for action in GAME.legal(s, side) if action[0] == "take"]
        s = GAME.apply(s, side, rng.choice(takes))
        s = GAME.apply(s, side, rng.choice([action for action in GAME.legal(s, side) if action[0] != "drop"]))
    macros = GAME.macros(s, side)
    assert bool(macros) != (("done",) in GAME.legal(s, side))
    for macro in macros:
        for action in macro.actions:
            assert action in GAME.legal(s, side)
            s = GAME.apply(s, side, action)


def test_taking_back_frees_everything() -> None:
    s = GAME.place(
        {
            "phase": "american_combat", "turn": 5, "japanese": {"0611": ["16/1"], "0612": ["16/2"]},
            "american": {"0711": ["1/5"], "0712": ["2/5"], "0708": ["5/11"]},
        }
    )  # fmt: skip
    start = s
    for text in ("take 1/5", "attack 0611", "take 5/11", "support 0611", "recall 1/5"):
        s = GAME.apply(s, AMERICAN, parse(text))
    assert s.attacks == start.attacks == ()
    assert GAME.legal(s, AMERICAN) == GAME.legal(start, AMERICAN)
