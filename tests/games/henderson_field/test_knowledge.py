"""7.8: who is told what: stacks, stealth, Rabaul; and what a dealt position must keep."""

from __future__ import annotations

import random
from typing import Any

import pytest

import contract
from ironbottom.games.henderson_field import knowledge
from ironbottom.games.henderson_field.game import SCENARIO, make
from ironbottom.games.henderson_field.knowledge import HendersonKnowledge
from ironbottom.games.henderson_field.rules import results, state
from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE, UNSEEN
from ironbottom.games.henderson_field.rules.state import Army, Doing, Position
from ironbottom.kernel.knowledge import Own
from ironbottom.kernel.step import OBSERVER
from ironbottom.kernel.value import value
from mutations import flipped

GAME = make()
OPEN = ("done", "fire")
"""Verbs that open what was hidden: battles are announced, fire tells the strength that it met."""


def stacked(**more: Any) -> Any:
    return GAME.place({
        "turn": 5, "phase": "american_movement", "field": "american", "american": {"3707": ["us-1-1", "us-1-2"]},
        "japanese": {"4010": ["jp-84g", "jp-124-2", "jp-28-1"], "3910": ["jp-124-1"]}, "stealth": {"jp-124-1": 2},
        **more,
    })  # fmt: skip


def test_of_a_stack_the_top_counter_alone_is_seen() -> None:
    s = stacked()
    view, army = GAME.view(s, AMERICAN), GAME.view(s, AMERICAN).armies[JAPANESE]
    seen = [s.setting.units[JAPANESE][i].name for i, here in enumerate(army.at) if here < s.setting.hexes]
    assert seen == ["jp-28-1"]
    place = s.setting.number
    assert army.hidden == ((place["3910"], 2), (place["4010"], 0), (place["4010"], 0))
    other = stacked(japanese={"4010": ["jp-4-2", "jp-124-3", "jp-28-1"], "3910": ["jp-124-1"]})
    assert GAME.view(other, AMERICAN).armies[JAPANESE].hidden == army.hidden
    assert view.doings[JAPANESE].began_at == ()


def test_the_strength_under_the_top_is_hidden_and_its_sum_is_known() -> None:
    """Six steps lost, all told; whoever deals takes them from the hidden counters, for the one in sight is whole."""
    s = stacked(steps={"jp-124-2": 1, "jp-124-1": 2, "jp-84g": 1})
    assert s.losses == (0, 6)
    view = GAME.view(s, AMERICAN)
    for seed in range(20):
        dealt = GAME.determinize(view, AMERICAN, random.Random(seed))
        GAME.invariants(dealt)
        army = dealt.armies[JAPANESE]
        there = [i for i, here in enumerate(army.at) if here < s.setting.hexes]
        assert sum(army.steps[i] for i in there) == 8
        assert {army.at[i]: army.marker[i] for i in there if army.marker[i]} == {s.setting.number["3910"]: 2}


def test_a_counter_that_a_fight_has_shown_does_not_become_the_top() -> None:
    s = stacked()
    shown = s.setting.unit_number["jp-124-2"][1]
    assert shown > s.setting.unit_number["jp-28-1"][1]
    s = s.army(JAPANESE, shown=1 << shown)
    view = GAME.view(s, AMERICAN)
    assert GAME.facts(view)["tops"]["4010"] == "jp-28-1"
    assert GAME.view(GAME.determinize(view, AMERICAN, random.Random(1)), AMERICAN) == view


def test_deals_differ() -> None:
    view = GAME.view(stacked(), AMERICAN)
    hidden = {GAME.determinize(view, AMERICAN, random.Random(seed)).armies[JAPANESE].at for seed in range(20)}
    assert len(hidden) > 1


def test_rabaul_and_the_turn_track_lie_open() -> None:
    s = GAME.place({"turn": 12, "phase": "end", "field": "american", "status": 5})
    s = GAME.apply(GAME.apply(s, -1, ("die", 1)), -1, ("die", 2))
    after = GAME.apply(s, JAPANESE, ("call", "jp-2arm"))
    view = GAME.view(after, AMERICAN)
    i = s.setting.unit_number["jp-2arm"][1]
    assert (view.armies[JAPANESE].at[i], view.armies[JAPANESE].due[i]) == (2000, 13)
    assert [event.called() for event in GAME.news_for(after, AMERICAN)] == ["called"]


def play(s: Any, *acts: tuple[int, tuple[Any, ...]]) -> Any:
    for side, action in acts:
        s = GAME.apply(s, side, action)
    return s


FIRED = (
    (AMERICAN, ("attack", "4010")), (AMERICAN, ("gun", "us-11-5", 3)), (AMERICAN, ("fire",)), (-1, ("die", 1)),
    (-1, ("die", 2)), (-1, ("die", 6)),
)  # fmt: skip
SILENCED = (
    (AMERICAN, ("counter", "4010")), (AMERICAN, ("gun", "us-11-5", 2)), (AMERICAN, ("fire",)), (-1, ("die", 6)),
    (-1, ("die", 6)),
)  # fmt: skip
"""Two hits each by the Americans on 4010."""


@pytest.mark.parametrize(("acts", "one", "other", "asks"), [
    ((), ["jp-20mt", "jp-124-1"], ["jp-28-1", "jp-124-1"], "Fire"),
    (((JAPANESE, ("pass",)),), ["jp-20mt", "jp-124-1"], ["jp-28-1", "jp-124-1"], "Fire"),
    (((JAPANESE, ("pass",)), *SILENCED), ["jp-20mt", "jp-124-1"], ["jp-28-1", "jp-124-1"], "Suppress"),
    (((JAPANESE, ("pass",)), *FIRED), ["jp-20mt", "jp-124-3", "jp-124-1"], ["jp-28-1", "jp-28-2", "jp-124-1"],
     "FireLoss"),
])  # fmt: skip
def test_who_may_have_a_choice_is_asked_whether_he_has_one_or_not(
    acts: Any, one: list[str], other: list[str], asks: str
) -> None:
    """A gun under infantry, or infantry there and the gun far off: for the Americans the game waits just the same."""
    ends = []
    for here in (one, other):
        rest = [name for name in ("jp-20mt", "jp-28-1", "jp-28-2", "jp-124-3") if name not in here]
        s = GAME.place({
            "turn": 23, "phase": "japanese_defensive_fire", "supply": {"japanese": 6}, "field": "american",
            "american": {"3907": ["us-11-5"], "3909": ["us-1-2"]},
            "japanese": {"4010": here, "1407": [*rest[:2], "jp-29-1"], "1409": [*rest[2:], "jp-29-2"]},
        })  # fmt: skip
        ends.append(play(s, *acts))
    first, second = (GAME.view(s, AMERICAN) for s in ends)
    assert first == second
    assert type(first.stack[-1]).__name__ == asks


def beside(stack: list[str], elsewhere: list[str]) -> Any:
    """The Japanese may attack 3907 from the jungle."""
    return GAME.place({
        "turn": 12, "phase": "japanese_fire", "field": "american", "american": {"3907": ["us-1-2"]},
        "japanese": {"3908": stack, "1407": elsewhere},
    })  # fmt: skip


def test_who_may_have_infantry_under_a_gun_is_asked_what_he_attacks() -> None:
    under, far = ("jp-124-2", "jp-35g"), "jp-29-1"
    ends = [beside([one, "jp-20mt"], [other, far]) for one, other in (under, under[::-1])]
    assert GAME.view(ends[0], AMERICAN) == GAME.view(ends[1], AMERICAN)
    assert [type(s.stack[-1]).__name__ for s in ends] == ["Declare", "Declare"]
    assert [GAME.legal(s, JAPANESE) for s in ends] == [(("take", "jp-124-2"), ("done",)), (("done",),)]
    # a gun alone, for all to see, attacks nobody
    assert type(beside(["jp-20mt"], ["jp-124-2", "jp-29-1"]).stack[-1]).__name__ != "Declare"


def test_when_a_lost_unit_had_come_is_not_told() -> None:
    """A deal could not know it of a unit that was hidden until it was lost."""
    due = {"us-7-1": 7, "us-2-1": 13}
    s = GAME.place({"turn": 8, "american": {"3707": ["us-1-1"]}, "lost": ["us-7-1"], "due": due})
    lost, waits = (s.setting.unit_number[name][1] for name in ("us-7-1", "us-2-1"))
    told = GAME.view(s, JAPANESE).armies[AMERICAN].due
    assert (told[lost], told[waits]) == (0, 13)


SEEN = knowledge.seen_army
LEAKS: dict[str, Any] = {
    "steps": lambda s, side: SEEN(s, side).replace(steps=s.armies[side].steps),
    "order": lambda s, side: SEEN(s, side).replace(rank=s.armies[side].rank),
    "markers": lambda s, side: SEEN(s, side).replace(marker=s.armies[side].marker),
    "places": lambda s, side: SEEN(s, side).replace(at=s.armies[side].at, hidden=()),
}
"""What a view would tell of an army, if it did."""


@pytest.mark.parametrize("name", ["", *LEAKS])
def test_a_leak_is_noticed(name: str) -> None:
    s = stacked(steps={"jp-124-2": 1, "jp-124-1": 2})
    with flipped((knowledge, "seen_army", LEAKS.get(name, SEEN)), GAME.package):
        if not name:
            contract.check_knowledge(GAME, s, random.Random(1))
            return
        with pytest.raises(AssertionError):
            contract.check_knowledge(GAME, s, random.Random(1))


@value
class Planted(Army):
    """An army with a secret that nobody has thought of."""

    orders: str = ""


@value
class Plotting(Doing):
    """Doings with a secret that nobody has thought of."""

    plot: str = ""


@value
class Larger(Position):
    """A position with a secret of each side."""

    sealed: Own[tuple[str, str]] = ("", "")


class LargerKnowledge(HendersonKnowledge):
    state = Larger


def test_a_planted_secret_shows_to_nobody_else() -> None:
    """In an army, in what is being done, or in a field of its own: only its owner's view holds it."""
    s = stacked()
    armies = [Planted(**{name: getattr(army, name) for name in army.fields}, orders="attack") for army in s.armies]
    doings = [Plotting(**{name: getattr(one, name) for name in one.fields}, plot="attack") for one in s.doings]
    fields = {name: getattr(s, name) for name in s.fields} | {"armies": tuple(armies), "doings": tuple(doings)}
    planted, known = Larger(**fields, sealed=("attack", "attack")), LargerKnowledge()
    for side in (AMERICAN, JAPANESE, OBSERVER):
        view = known.view(planted, side)
        for other in (AMERICAN, JAPANESE):
            mine = other == side
            assert (getattr(view.armies[other], "orders", "") == "attack") == mine
            assert (getattr(view.doings[other], "plot", "") == "attack") == mine
            assert (view.sealed[other] == "attack") == mine


def untold(s: Any, side: int, i: int, number: int, cause: str) -> Any:
    """A unit loses steps that nobody counts."""
    army = s.armies[side]
    return s.army(side, steps=state.put(army.steps, i, army.steps[i] - number))


def test_a_step_that_vanishes_is_noticed() -> None:
    s = GAME.place({
        "turn": 5, "phase": "american_combat", "field": "american", "american": {"3907": ["us-1-1"]},
        "japanese": {"4008": ["jp-84g"]},
    })  # fmt: skip
    fought = ((AMERICAN, ("take", "us-1-1")), (AMERICAN, ("on", "4008")), (AMERICAN, ("done",)), (AMERICAN, ("pass",)),
              (-1, ("die", 3)))  # fmt: skip
    GAME.invariants(play(s, *fought))
    with flipped((results, "lose_steps", untold), GAME.package), pytest.raises(AssertionError, match="steps"):
        GAME.invariants(play(s, *fought))


def test_where_all_see_that_nothing_can_be_done_nobody_is_asked() -> None:
    """No gun and none hidden: no fire. One counter under fire, or one gun alone: it loses its step, it falls silent."""
    position = {
        "turn": 23, "phase": "american_defensive_fire", "supply": {"japanese": 6}, "field": "american",
        "american": {"3907": ["us-11-5"], "3909": ["us-1-2"]}, "japanese": {"4010": ["jp-124-1"]},
    }  # fmt: skip
    s = play(GAME.place(position), *FIRED)
    assert GAME.facts(s)["steps"]["jp-124-1"] == 3
    assert type(s.stack[-1]).__name__ == "Fire"
    assert GAME.facts(play(s, (AMERICAN, ("pass",))))["phase"] == "japanese_combat"
    s = play(GAME.place({**position, "japanese": {"4010": ["jp-20mt"]}}), *SILENCED)
    assert GAME.legal(play(s, (AMERICAN, ("pass",))), JAPANESE) == (("pass",),)


def same_after(s: Any, rng: random.Random) -> int:
    """Two positions that look the same to a side still do so, with the same news, after whatever it does, as long as
    that opens nothing; and its own secrets do not show in the other side's view."""
    seen = 0
    for side in GAME.to_move(s):
        if side < 0:
            continue
        view = GAME.view(s, side)
        dealt = GAME.determinize(view, side, rng)
        GAME.invariants(dealt)
        for template in rng.sample(GAME.legal(s, side), min(4, len(GAME.legal(s, side)))):
            action = contract.concrete(template, rng)
            if action[0] in OPEN or action[0] == "end":
                continue
            one, other = GAME.apply(s, side, action), GAME.apply(dealt, side, action)
            if one.result is None:  # else the game is over, and all lies open
                assert GAME.view(one, side) == GAME.view(other, side), action
            assert one.result == other.result, action
            assert GAME.news_for(one, side) == GAME.news_for(other, side), action
            seen += 1
    foe_view = GAME.view(s, JAPANESE)
    assert all(
        here != UNSEEN or not foe_view.armies[AMERICAN].steps[i] for i, here in enumerate(foe_view.armies[AMERICAN].at)
    )
    return seen


def test_the_defender_knows_who_may_ambush_him() -> None:
    """Who left stealth, and how far he went, was done in the open: the game asks about an ambush in any position that
    looks the same, and in none where the attackers went too far."""
    for left, asked in ((20, "Ambush"), (4, "")):
        s = GAME.place({
            "turn": 10, "phase": "japanese_combat", "field": "american", "american": {"3907": ["us-11-5"]},
            "japanese": {"3908": ["jp-124-2", "jp-28-1"]}, "fresh": {"jp-124-2": 2}, "left": {"jp-124-2": left},
            "supply": {"american": 9},
        })  # fmt: skip
        s = play(s, *((JAPANESE, tuple(one.split())) for one in ("take jp-124-2", "on 3907", "done")))
        assert type(s.stack[-1]).__name__ == "Defend"
        for one in (s, GAME.determinize(GAME.view(s, AMERICAN), AMERICAN, random.Random(4))):
            after = play(one, (AMERICAN, ("spend", "us-11-5", 1)))
            assert (type(after.stack[-1]).__name__ == "Ambush") == bool(asked)
        assert same_after(s, random.Random(4))


@pytest.mark.parametrize("seed", range(2))
def test_what_looks_the_same_goes_on_the_same(seed: int) -> None:
    seen = 0

    def check(s: Any, rng: random.Random) -> None:
        nonlocal seen
        seen += same_after(s, rng)

    options = {"us_stealth": True} if seed else {}
    contract.each(GAME, SCENARIO, range(40 + seed, 41 + seed), check, 0.07, lambda _: options)
    assert seen > 30


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_what_looks_the_same_goes_on_the_same_often() -> None:
    seen = 0

    def check(s: Any, rng: random.Random) -> None:
        nonlocal seen
        seen += same_after(s, rng)

    contract.each(GAME, SCENARIO, range(100, 150), check, 0.05, lambda seed: {"us_stealth": bool(seed % 2)})
    assert seen > 5000
