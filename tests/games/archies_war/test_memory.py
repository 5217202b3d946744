"""What is proven by the events that a side has seen: always true, and used alike by odds and by dealt worlds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

import contract
from ironbottom.games.archies_war.facts import BOX, ENGAGED, Group
from ironbottom.games.archies_war.game import make
from ironbottom.games.archies_war.knowledge import informed
from ironbottom.games.archies_war.memory import Memory
from ironbottom.games.archies_war.rules.combat import GENERAL
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE
from ironbottom.games.archies_war.rules.state import kinds
from ironbottom.games.archies_war.ui.odds import chances
from ironbottom.kernel.action import parse
from ironbottom.kernel.options import choose
from ironbottom.kernel.step import CHANCE
from ironbottom.lab.match import Fixture, play_fixture
from ironbottom.opponents.registry import player
from ironbottom.opponents.runner import question

GAME = make()


def with_memories(seed: int, options: dict[str, Any], script: bool = False, first: Any = None) -> Iterator[Any]:
    """The states of a random game (or of one between scripts that stray), with what both sides remember."""
    rng = random.Random(seed)
    s = first if first is not None else GAME.setup("two-player", options)
    memories = [GAME.start(s, side) for side in (AMERICAN, JAPANESE)]
    while True:
        for side in (AMERICAN, JAPANESE):
            for event in GAME.news_for(s, side):
                memories[side] = GAME.remember(s, memories[side], event)
        yield s, memories
        sides = GAME.to_move(s)
        if not sides:
            return
        if script and sides != (CHANCE,) and rng.random() < 0.8:
            asked = question(GAME, sides[0], GAME.view(s, sides[0]), [])
            s = GAME.apply(s, sides[0], player("regular").choose(asked, rng).do[0])
        else:
            s, _, _ = contract.step(GAME, s, rng)


def holds(group: Group, types: tuple[str, ...]) -> None:
    """What is said of some blocks is true of them."""
    assert group.n in (None, len(types)), (group, types)
    assert not Counter(group.known) - Counter(types), (group, types)
    assert group.plain + sum(block != "vandegrift" for block in group.known) <= sum(
        block != "vandegrift" for block in types
    ), (group, types)


LOOSE: Counter[str] = Counter()


def check(s: Any, memory: Memory, side: int) -> int:
    foe, facts = 1 - side, memory.facts
    assert facts is not None
    known = s.setting.types[foe]
    if s.battle is not None or s.result is not None:  # in the middle of a combat its blocks are under way
        return 0
    for place, name in enumerate(s.setting.locations):
        here = kinds(s.blocks[foe][place])
        column = s.stack[-1] if type(s.stack[-1]).__name__ == "TrailLoss" and s.stack[-1].side == foe else None
        if column is not None and column.place == place and not column.attack:
            here += s.column
        holds(facts.at(name), tuple(known[kind] for kind in here))
    if s.held is not None and s.attackers and not s.blocks[foe][s.held.place]:
        holds(facts.at(ENGAGED), tuple(known[kind] for kind in s.attackers))
    holds(facts.at(BOX), tuple(known[kind] for kind in s.lost[foe]))
    there = {name: kinds(s.blocks[foe][place]) for place, name in enumerate(s.setting.locations)} | {BOX: s.lost[foe]}
    if not s.column and not s.attackers:
        for one in facts.loose:  # all that is said to be somewhere in its places is there together
            for block in set(one.blocks):
                kind = s.setting.kind(foe, block)
                claims = sum(two.blocks.count(block) for two in facts.loose if two.places <= one.places)
                claims += sum(facts.at(place).known.count(block) for place in one.places)
                assert claims <= sum(there[place].count(kind) for place in one.places if place in there), (one, facts)
                LOOSE[block] += 1
            assert any(
                all(
                    any(s.setting.kind(foe, block) in there[place] for place in spot if place in there)
                    for block, spot in zip(blocks, one.spots, strict=True)
                )
                for blocks in permutations(one.blocks)
            ), (one, facts)
    return sum(len(group.known) for group in facts.groups.values())


OPTIONS = [option for option in GAME.options if "two-player" in option.scenarios]
CHOICES = [(option.id, value) for option in OPTIONS for value, _ in option.choices]


@pytest.mark.parametrize("script", [False, True])
def test_what_is_proven_is_true(script: bool) -> None:
    proven = 0
    for seed in range(12 if script else 60):
        options = dict(random.Random(seed).sample(CHOICES, 2)) if seed % 3 else {}
        for s, memories in with_memories(seed, options, script):
            proven += sum(check(s, memories[side], side) for side in (AMERICAN, JAPANESE))
    assert proven > 1000
    assert sum(LOOSE.values()) > 100


def test_what_is_proven_is_true_from_any_position() -> None:
    """Also where the memory begins in the middle of a game."""
    for seed in range(20):
        waiting = (s for s in contract.states(GAME, "two-player", {}, seed) if GAME.facts(s)["step"] == "Actions")
        first = next((s for n, s in enumerate(waiting) if n >= 10 and s.held is None), None)
        if first is None:
            continue
        for s, memories in with_memories(seed, {}, first=first.replace(news=())):
            for side in (AMERICAN, JAPANESE):
                check(s, memories[side], side)


def test_dealt_worlds_have_the_view_and_what_is_proven() -> None:
    filled = 0
    rng = random.Random(3)
    for seed in range(12):
        for s, memories in with_memories(seed, {}):
            if rng.random() < 0.2 and s.result is None:
                for side in (AMERICAN, JAPANESE):
                    view = GAME.view(s, side)
                    dealt = GAME.determinize(view, side, rng, memories[side])
                    GAME.invariants(dealt)
                    assert GAME.view(dealt, side) == view
                    filled += check(dealt, memories[side], side)
    assert filled > 100


def learnt(s: Any, *texts: str) -> tuple[Any, list[Any]]:
    """The position after these actions, and what the sides remember of them."""
    memories = [GAME.start(s, side) for side in (AMERICAN, JAPANESE)]
    for text in texts:
        sides = GAME.to_move(s)
        s = GAME.apply(s, sides[0], parse(text))
        for side in (AMERICAN, JAPANESE):
            for event in GAME.news_for(s, side):
                memories[side] = GAME.remember(s, memories[side], event)
    return s, memories


def winning(s: Any, side: int, do: str, memory: Any) -> float:
    view = GAME.view(s, side)
    odds = GAME.odds(view, side, parse(do), memory)
    assert odds is not None
    return sum(result["p"] for result in odds["results"] if result["good"] == GAME.sides[side])


def test_blocks_that_were_met_are_not_forgotten() -> None:
    """Two of strength 2 took Koli Point in an open combat; next turn they are still two of strength 2."""
    s = GAME.place({
        "step": "american-actions", "turn": 4, "actions_left": 1,
        "american": {"henderson_field": ["inf2", "inf2", "vandegrift"]},
        "japanese": {"koli_point": ["inf2"], "point_cruz": ["inf8", "inf5"]},
    })  # fmt: skip
    s, memories = learnt(
        s, "take henderson_field inf2", "take henderson_field inf2", "go koli_point henderson_field", "lose inf2"
    )
    while GAME.to_move(s) == (CHANCE,):
        s = GAME.apply(s, CHANCE, GAME.chance(s)[0][0])
    view, _ = informed(GAME.view(s, JAPANESE), JAPANESE, memories[JAPANESE])
    assert GAME.facts(view)["american"]["koli_point"] == ["inf2", "inf2"]
    assert GAME.facts(GAME.view(s, JAPANESE))["american"]["koli_point"] == ["?", "?"]


def test_who_is_met_elsewhere_is_not_feared_here() -> None:
    """Vandegrift has shown himself at Koli Point: the field is weighed without him."""
    s = GAME.place({
        "step": "american-actions", "turn": 4, "actions_left": 1,
        "american": {"henderson_field": ["inf3", "vandegrift"]},
        "japanese": {"koli_point": ["inf2"], "bloody_ridge": ["inf8"]},
    })  # fmt: skip
    s, memories = learnt(s, "take henderson_field vandegrift", "go koli_point henderson_field", "lose inf2")
    while GAME.to_move(s) == (CHANCE,):
        s = GAME.apply(s, CHANCE, GAME.chance(s)[0][0])
    if GAME.facts(s)["step"] == "Land":
        s = GAME.apply(s, JAPANESE, GAME.legal(s, JAPANESE)[0])
    s = GAME.apply(s, JAPANESE, parse("take bloody_ridge inf8"))
    go = "go henderson_field bloody_ridge"
    assert winning(s, JAPANESE, go, memories[JAPANESE]) > winning(s, JAPANESE, go, None)
    rng = random.Random(1)
    place = s.setting.index["koli_point"]
    for _ in range(40):
        dealt = GAME.determinize(GAME.view(s, JAPANESE), JAPANESE, rng, memories[JAPANESE])
        assert GENERAL in kinds(dealt.blocks[AMERICAN][place])


def at(s: Any, side: int, place: str, memory: Any) -> float:
    """The chance that Vandegrift is at a place, as a side reads it."""
    view, plain = informed(GAME.view(s, side), side, memory)
    found = chances(view, 1 - side, s.setting.index[place], plain)
    return found.general / found.total


def test_blocks_fresh_from_the_pool_are_not_vandegrift() -> None:
    s = GAME.place({
        "step": "american-reinforcement", "turn": 4, "american": {"koli_point": ["vandegrift", "inf2"]},
        "japanese": {"tetere": ["inf8"]},
    })  # fmt: skip
    memory = GAME.start(s, JAPANESE)
    while GAME.to_move(s) == (CHANCE,):
        s = GAME.apply(s, CHANCE, GAME.chance(s)[0][0])
        for event in GAME.news_for(s, JAPANESE):
            memory = GAME.remember(s, memory, event)
    assert at(s, JAPANESE, "henderson_field", None) == pytest.approx(1 / 2)
    assert at(s, JAPANESE, "henderson_field", memory) == 0
    assert at(s, JAPANESE, "koli_point", memory) == 1


def test_who_marches_too_far_is_not_vandegrift() -> None:
    """2P-19."""
    s = GAME.place({
        "step": "american-actions", "turn": 4, "japanese": {"taivu_point": ["inf8"]},
        "american": {"henderson_field": ["vandegrift"], "koli_point": ["inf2"]},
    })  # fmt: skip
    far = next(r for r in s.setting.routes(s.setting.index["koli_point"], 0, False) if len(r.path) > 5 and not r.trail)
    goal, via = s.setting.locations[far.goal], s.setting.locations[far.via]
    s, memories = learnt(s, "take koli_point inf2", f"go {goal} {via}")
    assert at(s, JAPANESE, goal, None) == pytest.approx(1 / 2)
    assert at(s, JAPANESE, goal, memories[JAPANESE]) == 0
    assert at(s, JAPANESE, "henderson_field", memories[JAPANESE]) == 1


def test_what_recon_saw_is_known_at_the_attrition() -> None:
    s = GAME.place({
        "step": "american-actions", "turn": 5, "actions_left": 1,
        "japanese": {"koli_point": ["inf8", "attrition"], "tetere": ["inf5"]},
        "american": {"henderson_field": ["vandegrift", "recon", "inf5"]},
        "pool": {"japanese": []},
    })  # fmt: skip
    s, memories = learnt(s, "use recon henderson_field", "on koli_point", "end")
    assert GAME.facts(s)["step"] == "Attrition"
    view = GAME.view(s, AMERICAN)
    assert GAME.facts(view)["japanese"]["koli_point"] == ["?", "?"]
    odds = GAME.odds(view, AMERICAN, parse("attrition koli_point"), memories[AMERICAN])
    assert odds is not None
    assert sorted(result["p"] for result in odds["results"]) == [0.5, 0.5]
    assert odds["notes"] == ["Counted with what was seen there before and cannot have gone."]


def test_odds_agree_with_worlds_dealt_with_memory() -> None:
    """Also where blocks that were seen are at one of two places."""
    compared = 0
    rng = random.Random(5)
    for seed in range(30):
        for s, memories in with_memories(seed, {}):
            if s.result is not None or s.battle is not None or rng.random() < 0.8 or compared >= 12:
                continue
            for side in (AMERICAN, JAPANESE):
                view = GAME.view(s, side)
                told, proven = informed(view, side, memories[side])
                loose = [at for one in proven.loose for at in sorted(one.regions) if at < len(s.setting.locations)]
                if not loose or told.attackers or told.column:
                    continue
                place, compared = loose[0], compared + 1
                wanted = chances(told, 1 - side, place, proven)
                sums: Counter[int] = Counter()
                for _ in range(1500):
                    here = kinds(GAME.determinize(view, side, rng, memories[side]).blocks[1 - side][place])
                    general = side == JAPANESE and GENERAL in here
                    sums[-1 if general else sum(s.setting.defence[1 - side][kind] for kind in here)] += 1
                assert sums[-1] / 1500 == pytest.approx(wanted.general / wanted.total, abs=0.05)
                for total, weight in wanted.sums:
                    assert sums[total] / 1500 == pytest.approx(weight / wanted.total, abs=0.05)
    assert compared >= 10


def test_the_last_unseen_block_of_a_place_is_taken_once() -> None:
    """Where two blocks may be in one place that hides one, the second stays unknown; once no plan was made then."""
    overlay = {"two_player": {"locations": {"kokumbona": {"anchor": "japanese"},
                                            "tassafaronga_point": {"anchor": "none"}}}}  # fmt: skip
    bots = ("veteran:steps=40", "veteran:steps=40")
    options = choose(GAME.options, "two-player", {})
    played = play_fixture(Fixture("archies-war", "two-player", options, bots, "fair/screen/28", overlay=overlay))
    assert sum(played.fallbacks) == sum(played.illegal) == 0


def test_who_parted_unseen_is_here_or_there() -> None:
    """A 3 and a 2 lay open, one was lost unseen: the one left stays one of the two, whatever else is lost."""
    s = GAME.place({
        "step": "american-actions", "turn": 5, "actions_left": 1,
        "american": {"henderson_field": ["inf5", "inf4"], "bloody_ridge": ["vandegrift", "inf5"]},
        "japanese": {"koli_point": ["inf3", "inf2"], "point_cruz": ["inf8", "inf5"]},
        "pool": {"american": [], "japanese": []},
    })  # fmt: skip
    s, memories = learnt(
        s, "take henderson_field inf5", "take henderson_field inf4", "go koli_point henderson_field", "lose inf3",
        "retreat tetere", "end", "attrition point_cruz",
    )  # fmt: skip
    rng = random.Random(2)
    place = s.setting.index["tetere"]
    while GAME.to_move(s) == (CHANCE,):
        s = GAME.apply(s, CHANCE, GAME.chance(s)[0][0])
        for side in (AMERICAN, JAPANESE):
            for event in GAME.news_for(s, side):
                memories[side] = GAME.remember(s, memories[side], event)
    assert (s.turn, GAME.facts(s)["step"]) == (6, "Actions")
    for text in ("take koli_point inf4", "take koli_point inf5"):
        s = GAME.apply(s, AMERICAN, parse(text))
    assert winning(s, AMERICAN, "go tetere koli_point", memories[AMERICAN]) == 1
    found = Counter[int]()
    for _ in range(200):
        dealt = GAME.determinize(GAME.view(s, AMERICAN), AMERICAN, rng, memories[AMERICAN])
        found.update(kinds(dealt.blocks[JAPANESE][place]))
    assert set(found) == {s.setting.kind(JAPANESE, "inf3"), s.setting.kind(JAPANESE, "inf2")}
    assert min(found.values()) > 60


def test_vandegrift_who_parted_unseen_is_here_or_there() -> None:
    """He and a 2 lay open at Koli Point, and one of them has gone to Henderson Field, where others stand."""
    s = GAME.place({
        "step": "american-actions", "turn": 4,
        "american": {"henderson_field": ["vandegrift", "inf2"], "bloody_ridge": ["inf4", "inf5", "recon"]},
        "japanese": {"koli_point": ["inf5"], "tassafaronga_point": ["inf8"]}, "pool": {"american": [], "japanese": []},
    })  # fmt: skip
    s, memories = learnt(
        s, "take henderson_field vandegrift", "take henderson_field inf2", "go koli_point henderson_field", "resolve",
        "take bloody_ridge inf5", "take bloody_ridge recon", "go henderson_field bloody_ridge", "end",
        "take koli_point inf2", "go henderson_field koli_point", "end",
    )  # fmt: skip
    memory, index = memories[JAPANESE], s.setting.index
    assert at(s, JAPANESE, "koli_point", memory) + at(s, JAPANESE, "henderson_field", memory) == pytest.approx(1)
    view, proven = informed(GAME.view(s, JAPANESE), JAPANESE, memory)
    assert {total for total, _ in chances(view, AMERICAN, index["koli_point"], proven).sums} == {2}
    rng = random.Random(2)
    for _ in range(100):
        dealt = GAME.determinize(GAME.view(s, JAPANESE), JAPANESE, rng, memory)
        assert set(kinds(dealt.blocks[AMERICAN][index["koli_point"]])) <= {GENERAL, s.setting.kind(AMERICAN, "inf2")}
