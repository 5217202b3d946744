"""What is remembered of counters that lay open: always true, and used alike by odds, pictures, computers and dealt
worlds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import contract
from ironbottom.games.henderson_field.game import SCENARIO, make
from ironbottom.games.henderson_field.knowledge import informed
from ironbottom.games.henderson_field.memory import Memory
from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE, UNSEEN
from ironbottom.kernel.action import parse
from ironbottom.kernel.step import CHANCE

GAME = make()
CHOICES = [(option.id, value) for option in GAME.options for value, _ in option.choices]


def learn(s: Any, memories: list[Any]) -> None:
    for side in (AMERICAN, JAPANESE):
        for event in GAME.news_for(s, side):
            memories[side] = GAME.remember(s, memories[side], event)


def with_memories(seed: int, first: Any = None) -> Iterator[Any]:
    """The states of a random game with what both sides remember; on average every other turn somebody follows the
    script."""
    rng = random.Random(seed)
    options = dict(random.Random(seed).sample(CHOICES, 2)) if seed % 2 else {}
    s = GAME.setup(SCENARIO, options) if first is None else first
    memories = [GAME.start(s, side) for side in (AMERICAN, JAPANESE)]
    plan: list[Any] = []
    while True:
        learn(s, memories)
        yield s, memories
        sides = GAME.to_move(s)
        if not sides:
            return
        if plan and sides[0] == plan[0] and plan[1] and plan[1][0] in GAME.legal(s, sides[0]):
            s = GAME.apply(s, sides[0], plan[1].pop(0))
            continue
        if sides != (CHANCE,) and rng.random() < 0.15:
            view = GAME.view(s, sides[0])
            thought = GAME.opponent.policy(view, sides[0], GAME.legal(s, sides[0]), memories[sides[0]], rng)
            plan = [sides[0], list(thought[0].do)]
        s, _, _ = contract.step(GAME, s, rng)


def check(s: Any, memory: Memory, side: int) -> int:
    """What is known of the other side's units is so; how many of them do not show."""
    p, army, hidden = s.setting, s.armies[1 - side], 0
    seen = GAME.view(s, side).armies[1 - side].at
    for name, one in memory.units.items():
        owner, i = p.unit_number[name]
        assert owner == 1 - side
        assert army.at[i] == p.number[one.hex], (name, one)
        assert bool(army.marker[i]) == one.stealth, (name, one)
        assert one.steps in (0, army.steps[i]), (name, one)
        hidden += seen[i] == UNSEEN
    return hidden


def test_what_is_remembered_is_true() -> None:
    hidden = 0
    for seed in range(6):
        for s, memories in with_memories(seed):
            if s.result is None:
                hidden += sum(check(s, memories[side], side) for side in (AMERICAN, JAPANESE))
    assert hidden > 2000


def test_what_is_remembered_from_the_middle_of_a_game_on_is_true() -> None:
    """Also where the memory begins with nothing."""
    for seed in range(3):
        waiting = [s for s in contract.states(GAME, SCENARIO, {}, seed) if GAME.facts(s)["phase"] == "japanese_fire"]
        if len(waiting) > 3:
            for s, memories in with_memories(seed, waiting[3].replace(news=())):
                if s.result is None:
                    for side in (AMERICAN, JAPANESE):
                        check(s, memories[side], side)


def test_dealt_worlds_have_the_view_and_what_is_remembered() -> None:
    rng, filled = random.Random(3), 0
    for seed in range(4):
        for s, memories in with_memories(seed):
            if rng.random() < 0.02 and s.result is None:
                for side in (AMERICAN, JAPANESE):
                    view = GAME.view(s, side)
                    dealt = GAME.determinize(view, side, rng, memories[side])
                    GAME.invariants(dealt)
                    assert GAME.view(dealt, side) == view
                    filled += check(dealt, memories[side], side)
                    assert GAME.legal(informed(view, side, memories[side]), side) == GAME.legal(view, side)
    assert filled > 50


def played(position: dict[str, Any], *texts: str) -> tuple[Any, list[Any]]:
    """The position after these actions, and what the sides remember of them."""
    s = GAME.place(position)
    memories = [GAME.start(s, side) for side in (AMERICAN, JAPANESE)]
    for text in texts:
        movers = GAME.to_move(s)
        s = GAME.apply(s, CHANCE if movers == (CHANCE,) else movers[0], parse(text))
        learn(s, memories)
    return s, memories


JUNGLE = {
    "turn": 5, "phase": "japanese_movement", "field": "american", "american": {"3707": ["us-1-1"]},
    "japanese": {"3912": ["jp-28-1"], "4012": ["jp-124-1", "jp-124-2"]},
}  # fmt: skip


def test_who_was_seen_is_known_under_others_and_in_stealth() -> None:
    march = ("take jp-28-1", "step 3911", "stop", "take jp-124-2", "step 3911", "stop")
    s, memories = played(JUNGLE, *march)
    view = GAME.view(s, AMERICAN)
    assert GAME.facts(view)["tops"]["3911"] == "jp-124-2"
    assert set(memories[AMERICAN].units) == {"jp-28-1", "jp-124-2", "jp-124-1"}
    known = informed(view, AMERICAN, memories[AMERICAN])
    assert (GAME.facts(known)["at"]["3911"], GAME.facts(known)["steps"]["jp-28-1"]) == (["jp-28-1", "jp-124-2"], 4)
    s, memories = played(JUNGLE, "take jp-28-1", "step 3911", "end")
    assert memories[AMERICAN].units["jp-28-1"].hex == "3911"
    s, memories = played(JUNGLE, "hide jp-28-1")
    one = memories[AMERICAN].units["jp-28-1"]
    assert (one.hex, one.stealth) == ("3912", True)


def test_a_move_that_nobody_saw_makes_both_parts_uncertain() -> None:
    """Three counters, all seen as they gather; in the next turn two go: of them the top one is known, of the others it
    is not known who went."""
    names = ("jp-28-1", "jp-28-2", "jp-124-1")
    stack = {**JUNGLE, "american": {"6205": ["us-1-1"]},
             "japanese": {"3912": ["jp-28-1"], "4012": ["jp-28-2"], "3812": ["jp-124-1"]}}  # fmt: skip
    gather = [text for name in names for text in (f"take {name}", "step 3911", "stop")]
    s, memories = played(stack, *gather)
    assert {name: one.hex for name, one in memories[AMERICAN].units.items()} == dict.fromkeys(names, "3911")
    s = s.doing(JAPANESE, moved=0, stepped=0, points_left=(20,) * len(s.armies[JAPANESE].at))
    for text in ("take jp-28-1", "take jp-28-2", "step 3912"):
        s = GAME.apply(s, JAPANESE, parse(text))
        learn(s, memories)
    assert {name: one.hex for name, one in memories[AMERICAN].units.items()} == {
        "jp-28-2": "3912", "jp-124-1": "3911",
    }  # fmt: skip


def test_a_takeback_makes_nobody_forget() -> None:
    """What lay under the unit that moved stays known, and who moved stands where it began."""
    s, before = played(JUNGLE)
    _, memories = played(JUNGLE, "take jp-124-2", "step 4011")
    assert set(memories[AMERICAN].units) == {"jp-124-1", "jp-124-2"}
    back = GAME.taken_back(s, before[AMERICAN], memories[AMERICAN])
    assert {name: one.hex for name, one in back.units.items()} == {"jp-124-1": "4012", "jp-124-2": "4012"}
    assert check(s, back, AMERICAN) == 1


def test_odds_forces_and_board_use_what_is_remembered() -> None:
    """28/1 (4) is seen before 124/1 covers it: a fight there reckons with its four factors, and with no other."""
    position = {**JUNGLE, "american": {"3811": ["us-1-1", "us-1-2"]},
                "japanese": {"3912": ["jp-28-1"], "4012": ["jp-124-1"], "4212": ["jp-84g", "jp-29-1"]}}  # fmt: skip
    s, memories = played(position, "take jp-28-1", "step 3911", "stop", "take jp-124-1", "step 3911", "stop")
    s = GAME.place({
        **position, "phase": "american_combat",
        "japanese": {"3911": ["jp-28-1", "jp-124-1"], "4212": ["jp-84g", "jp-29-1"]},
    })  # fmt: skip
    for text in ("take us-1-1", "on 3911", "take us-1-2"):
        s = GAME.apply(s, AMERICAN, parse(text))
    view = GAME.view(s, AMERICAN)
    without, known = (GAME.odds(view, AMERICAN, ("on", "3911"), memory) for memory in (None, memories[AMERICAN]))
    assert without is not None
    assert known is not None
    assert without["notes"][0] == "10 against 6 to 8, as the hidden counters are: 1-1 to 1-1."
    assert known["notes"][0] == "10 against 8 is 1-1."
    picture = GAME.picture(view, AMERICAN, memories[AMERICAN])
    marks = [mark for mark in picture["marks"] if mark["kind"] == "remembered"]
    assert [(mark["space"], mark["short"], mark["text"]) for mark in marks] == [("3911", "28/1", "Seen here: 28/1.")]
    assert [row["text"] for row in picture["forces"] if row["group"] == "Seen before, and still there"] == [
        "28/1 at 3911"
    ]
    assert not [mark for mark in GAME.picture(view, AMERICAN)["marks"] if mark["kind"] == "remembered"]
