"""Declaring attacks against a deliberately naive second implementation, and walks through crowded positions:
whatever is chosen, what is owed can still be met."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from ironbottom.games.first_blood.game import make
from ironbottom.games.first_blood.rules.airfields import built_fields
from ironbottom.games.first_blood.rules.artillery import in_range
from ironbottom.games.first_blood.rules.declaration import Declare, duty
from ironbottom.games.first_blood.rules.printed import AMERICAN, JAPANESE, SIDES
from ironbottom.kernel.action import parse

GAME = make()
FEW = {
    "american": ["1/1", "2/1", "3/1", "1/5", "2/11", "5/11"],
    "japanese": ["124/1", "124/3", "4/2", "3TM", "10MA", "SUY"],
}
"""Of each side some ground units, and artillery of different ranges."""
BOX_D = ["0001", "0002", "0003", "0004", "0005"]

Declared = frozenset[tuple[frozenset[int], frozenset[int], frozenset[int]]]
"""The attacks, each with its hexes, its ground attackers and its artillery."""
Shots = frozenset[tuple[int, int]]
"""The bombardments of airfields: who bombards what."""


def few(seed: int) -> dict[str, Any]:
    """Units of both sides thrown together in a few hexes; with every third seed Box D is shut in and attacks."""
    rng = random.Random(seed)
    spots = ["0604", "0605", "0606", "0705", "0706", "0707", "0505", "0506", "0805", "0806"]
    rng.shuffle(spots)
    found: dict[str, Any] = {"american": {}, "japanese": {}, "turn": 5, "fields": {"0906": rng.choice(
        ("unbuilt", "operative"))}}  # fmt: skip
    for side in SIDES:
        names = rng.sample(FEW[side], rng.randrange(2, 4 if seed % 3 else 3))
        for name in names:
            found[side].setdefault(spots.pop(), []).append(name)
    found["phase"] = f"{rng.choice(SIDES)}_combat"
    if not seed % 3:
        found["phase"] = "japanese_combat"
        guards = ["1/7", "2/7", "3/7", "1/164", "2/164"]
        found["american"] |= {place: [name] for place, name in zip(BOX_D, guards, strict=True)}
        inside = rng.sample(["29/1", "16/1", "4HA"], rng.randrange(1, 3))
        found["japanese"]["box_d"] = inside
        found["visited"] = dict.fromkeys(inside, "ABCD")
        if rng.random() < 0.5:
            found["japanese"][rng.choice(["0101", "0102", "0103", "0104"])] = ["29/2"]
    return found


def partitions(items: list[int]) -> Iterator[list[list[int]]]:
    """Every way to split them into groups."""
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for parts in partitions(rest):
        yield [[first], *parts]
        for n in range(len(parts)):
            yield [*parts[:n], [first, *parts[n]], *parts[n + 1 :]]


def naive(s: Any, side: int) -> set[tuple[Declared, Shots]]:
    """Every way to split the hexes into groups and to give each unit a part, tried one by one."""
    printed, owed = s.setting, duty(s, side)
    near, fields = printed.near, built_fields(s) if side == JAPANESE else ()
    guns = [u for u in printed.own[side] if printed.units[u].artillery and s.at[u] < printed.hexes]
    units = list(dict.fromkeys((*owed.units, *owed.off, *guns)))
    others = sorted({h for u in owed.off for h in printed.entries[s.at[u]]} - set(owed.hexes))
    found = set()
    for split in partitions(list(owed.hexes)):
        groups = [*split, *([h] for h in others)]

        def parts(u: int, groups: list[list[int]] = groups) -> Iterator[tuple[str, int]]:
            if s.at[u] >= printed.hexes:
                yield from (("ground", g) for g, hexes in enumerate(groups) if set(hexes) <= set(
                    printed.entries[s.at[u]]) and len(hexes) == 1)  # fmt: skip
                return
            beside = near[s.at[u]]
            for g, hexes in enumerate(groups):
                if u in owed.units and all(h in beside for h in hexes):
                    yield "ground", g
                if u in guns and all(in_range(s, u, h) and h not in beside for h in hexes):
                    yield "gun", g
            if u in guns:
                yield from (("shot", h) for h in fields if in_range(s, u, h))
                if u not in owed.units:
                    yield "nothing", 0

        for given in product(*(list(parts(u)) for u in units)):
            ground = [{u for u, part in zip(units, given, strict=True) if part == ("ground", g)}
                      for g in range(len(groups))]  # fmt: skip
            fire = [{u for u, part in zip(units, given, strict=True) if part == ("gun", g)}
                    for g in range(len(groups))]  # fmt: skip
            if any(not ground[g] and (fire[g] or g < len(split)) for g in range(len(groups))):
                continue
            if any(len(groups[g]) > 1 and any(s.at[u] >= printed.hexes for u in ground[g]) for g in range(len(groups))):
                continue
            attacks = frozenset(
                (frozenset(groups[g]), frozenset(ground[g]), frozenset(fire[g]))
                for g in range(len(groups)) if ground[g]
            )  # fmt: skip
            shots = frozenset((u, part[1]) for u, part in zip(units, given, strict=True) if part[0] == "shot")
            found.add((attacks, shots))
    return found


def declared(s: Any) -> tuple[Declared, Shots]:
    """What is declared, in whatever order."""
    attacks = frozenset(
        (frozenset(attack.targets), frozenset(attack.units), frozenset(attack.guns)) for attack in s.attacks
    )
    return attacks, frozenset(s.guns)


def offered(s: Any, side: int) -> set[tuple[Declared, Shots]]:
    """Every declaration that can be reached by what is offered, none taken back."""
    found, seen, todo = set(), {declared(s)}, [s]
    while todo:
        here = todo.pop()
        for action in GAME.legal(here, side):
            if action == ("done",):
                found.add(declared(here))
            if action[0] != "take":
                continue
            held = GAME.apply(here, side, action)
            for use in GAME.legal(held, side):
                if use == ("drop",):
                    continue
                then = GAME.apply(held, side, use)
                if declared(then) not in seen:
                    seen.add(declared(then))
                    todo.append(then)
    return found


@pytest.mark.parametrize("seed", range(48))
def test_every_declaration_can_be_made_and_no_other(seed: int) -> None:
    s = GAME.place(few(seed))
    if not s.stack or not isinstance(s.stack[-1], Declare):
        return
    side = s.stack[-1].side
    assert offered(s, side) == naive(s, side)


def crowd(seed: int) -> dict[str, Any]:
    """Two dozen units of each side in a part of the map, as no game would bring them together; with ships, and now and
    then with a box shut in and with units in it."""
    rng = random.Random(f"crowd {seed}")
    setting = GAME.setup("campaign").setting
    rows = [n for n in range(setting.hexes) if abs(int(setting.names[n][2:]) - 8) < 4]
    rng.shuffle(rows)
    found: dict[str, Any] = {"american": {}, "japanese": {}, "turn": 8}
    boxed = seed % 4 == 0
    for number, side in enumerate(SIDES):
        names = [unit.name for unit in setting.units if unit.side == number]
        rng.shuffle(names)
        if boxed and side == "american":
            found[side] |= {place: [names.pop()] for place in BOX_D}
        if boxed and side == "japanese":
            found[side]["box_d"] = [names.pop() for _ in range(rng.randrange(1, 5))]
            found["visited"] = {name: rng.choice(("ABCD", "CD")) for name in found[side]["box_d"]}
        for _ in range(rng.randrange(4, 18)):
            place = setting.names[rows.pop()]
            if place not in found["american"]:
                found[side][place] = [names.pop() for _ in range(min(len(names), rng.randrange(1, 4)))]
    found["ships"] = {"ijn_attack": ["DD-1", "CL-1"], "ijn_reserve": ["DD-2"]}
    found["phase"] = "japanese_combat" if boxed else f"{rng.choice(SIDES)}_combat"
    return found


@pytest.mark.parametrize("seed", [pytest.param(n, marks=[] if n < 25 else [pytest.mark.soak]) for n in range(60)])
def test_no_choice_makes_what_is_owed_unmeetable(seed: int) -> None:
    s = GAME.place(crowd(seed))
    rng = random.Random(seed)
    if not s.stack or not isinstance(s.stack[-1], Declare):
        return
    side = s.stack[-1].side
    owed = duty(s, side)
    for _ in range(200):
        forward = [action for action in GAME.legal(s, side) if not GAME.retracts(s, action)]
        assert forward, "nothing is offered, and what is owed is not met"
        if ("done",) in forward and rng.random() < 0.2:
            break
        action = rng.choice([action for action in forward if action != ("done",)] or forward)
        if action == ("done",):
            break
        s = GAME.apply(s, side, action)
        if action[0] == "take":
            assert any(use != ("drop",) for use in GAME.legal(s, side)), f"{action[1]} can be used for nothing"
        elif rng.random() < 0.2:
            for macro in GAME.macros(s, side):
                then = s
                for step in macro.actions:
                    assert step in GAME.legal(then, side)
                    then = GAME.apply(then, side, step)
                assert macro.label != "macro.attacks" or ("done",) in GAME.legal(then, side)
    assert set(owed.hexes) <= {h for attack in s.attacks for h in attack.targets}
    busy = {u for attack in s.attacks for u in (*attack.units, *attack.guns)} | {u for u, _ in s.guns}
    assert {*owed.units, *owed.off} <= busy


def test_a_click_on_an_enemy_hex_attacks_it_with_all_beside_it_that_are_free() -> None:
    """8.2e, 8.2f: at the odds that stand there; who is needed for another hex stays free."""
    s = GAME.place({
        "phase": "american_combat", "turn": 5, "japanese": {"0611": ["16/1"], "0811": ["16/2"]},
        "american": {"0711": ["1/5"], "0612": ["2/5"], "0610": ["3/5"]},
    })  # fmt: skip
    found = {macro.space: macro for macro in GAME.macros(s, AMERICAN) if macro.space}
    assert {place: len(macro.actions) // 2 for place, macro in found.items()} == {"0611": 2, "0811": 1}
    look = GAME.macro_look(s, AMERICAN, found["0611"])
    assert (look["cost"], look["odds"]) == ("2-1", True)
    for action in found["0611"].actions:
        assert action in GAME.legal(s, AMERICAN)
        s = GAME.apply(s, AMERICAN, action)
    assert [len(attack.units) for attack in s.attacks] == [2]


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
