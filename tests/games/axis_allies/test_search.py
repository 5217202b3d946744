"""The search: whole-step plans that can be played, battles foreseen as they come out on average, mixed plots."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ironbottom.games.axis_allies.ai import opponent, prospects
from ironbottom.games.axis_allies.game import make
from ironbottom.games.axis_allies.rules.hidden_movement import Plotting
from ironbottom.games.axis_allies.rules.printed import KIND, KINDS
from ironbottom.games.axis_allies.rules.state import everything
from ironbottom.kernel.action import offered
from ironbottom.kernel.step import CHANCE
from ironbottom.opponents.plan_search import PlanSearch
from ironbottom.opponents.player import Question, Steps

GAME = make()
SCRIPT = GAME.opponent


def on(s: Any, rng: random.Random) -> Any:
    """The script plays on until a side is asked about a step that is planned as a whole."""
    while GAME.to_move(s):
        side = GAME.waited_for(s)[0]
        if side == CHANCE:
            s = GAME.apply(s, CHANCE, rng.choice(GAME.chance(s))[0])
            continue
        for action in SCRIPT.policy(GAME.view(s, side), side, GAME.legal(s, side), None, rng)[0].do:
            s = GAME.apply(s, side, action)
            if side not in GAME.waited_for(s):
                break
        if GAME.to_move(s) and (side := GAME.waited_for(s)[0]) >= 0 and opponent.step_of(s, side):
            return s
    return s


def positions(count: int, seed: int, options: dict[str, Any]) -> list[tuple[Any, int]]:
    rng = random.Random(seed)
    s = GAME.setup("campaign", options)
    found: list[tuple[Any, int]] = []
    while len(found) < count:
        s = on(s, rng)
        if not GAME.to_move(s):
            s = GAME.setup("campaign", options)
        elif rng.random() < 0.3:
            found.append((s, GAME.waited_for(s)[0]))
    return found


OPTIONS: tuple[dict[str, Any], ...] = ({}, {"advantages": "all"}, {"hidden_movement": True})


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_plans_can_be_played(options: dict[str, Any]) -> None:
    """Each plan, and each variation of one, is legal to its end; no two come to the same; the first is the script's."""
    rng = random.Random(2)
    many = 0
    for s, side in positions(14, 3, options):
        view = GAME.view(s, side)
        plans = SCRIPT.proposals(view, side, GAME.legal(view, side), None, random.Random(1))
        many += len(plans) > 2
        own = SCRIPT.policy(view, side, GAME.legal(view, side), None, random.Random(1))
        if not opponent.cleared(view, side):
            assert any(plans[0].do[: len(plan.do)] == plan.do for plan in own if plan.score == own[0].score)
        varied = SCRIPT.vary(view, side, plans[-1].do, None, rng, 3)
        for listed in (plans, varied):
            outcomes = set()
            for plan in listed:
                now = view
                for action in plan.do:
                    assert offered(GAME.legal(now, side), action), (plan.do, action)
                    now = GAME.apply(now, side, action)
                outcomes.add(opponent.outcome(now))
            assert len(outcomes) == len(listed)
    assert many > 5


def test_phases_follow_each_other() -> None:
    """Movement, battles, battles ashore, Regroup: never back."""
    rng = random.Random(5)
    s = GAME.setup("campaign", {"advantages": "all"})
    last = SCRIPT.phase(s)
    assert last == 10
    seen = {0}
    for _ in range(1500):
        if not GAME.to_move(s):
            break
        side = GAME.to_move(s)[0]
        action = rng.choice(GAME.chance(s))[0] if side == CHANCE else SCRIPT.policy(
            s, side, GAME.legal(s, side), None, rng)[0].do[0]
        s = GAME.apply(s, side, action)
        if GAME.to_move(s):
            assert SCRIPT.phase(s) >= last
            last = SCRIPT.phase(s)
            seen.add(last % 10)
    assert seen == {0, 2, 4, 9}


FIGHTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("C2", {"axis": {"G": ["DST*2", "CRU", "BAT"]}, "allies": {"G": ["DST", "CAR", "TRN*2"]}}),
    ("C2", {"axis": {"J": ["BOM*3"]}, "allies": {"J": ["DST"]}}),
    ("C2", {"axis": {"H": ["BAT", "CRU*2", "DST*2"]}, "allies": {"H": ["BAT", "DST*3", "SUB"]}}),
    ("C1", {"axis": {"H": ["FTR*4", "BOM"]}, "allies": {"H": ["FTR*2", "BOM*2", "CRU"]}}),
    ("C4", {"axis": {"GUA": ["INF*3", "ART"]}, "allies": {"GUA": ["INF*2", "ART", "AAG"]}}),
    ("C4", {"axis": {"NGE": ["INF*2"]}, "allies": {"NGE": ["INF*2"], "I": ["BAT", "CRU"]}}),
    # the guns around count for who has somebody left ashore (R2), and few have
    ("C4", {"axis": {"NGE": ["INF*2"]}, "allies": {"NGE": ["INF"], "I": ["BAT*3", "CRU*2"]},
            "control": {"NGE": "axis"}, "airfields": {"NGE": ["axis", "axis"]}}),
    # nobody storms: the aircraft fly at the airfields, not at those who guard them (C22)
    ("C4", {"axis": {"SIS": ["INF*3"]}, "allies": {"SIS": ["BOM*2", "FTR"]},
            "control": {"SIS": "axis"}, "airfields": {"SIS": ["axis", "axis"]}}),
    # ships fire once, where they do most (C21)
    ("C4", {"axis": {"BOU": ["INF*5"], "NGE": ["INF*2"]},
            "allies": {"BOU": ["INF*2"], "NGE": ["INF*4"], "F": ["BAT*2"]},
            "control": {"BOU": "axis", "NGE": "axis"}, "airfields": {"NGE": ["axis", "axis"]}}),
    # what the second puts ashore answers what the first did (C19)
    ("C3", {"axis": {"F": ["TRN+INF*2"], "NGE": ["INF"]}, "allies": {"I": ["TRN+INF*2", "TRN+INF*2"]},
            "control": {"NGE": "axis"}, "airfields": {"NGE": ["axis"]}}),
)


@pytest.mark.parametrize("fight", range(len(FIGHTS)))
def test_battles_are_foreseen_as_they_come_out(fight: int) -> None:
    """What is foreseen of losses, points and control is near the mean of fights that are played out."""
    step, units = FIGHTS[fight]
    start = GAME.place({"step": step, "first": "axis", "turn": 2, **units})
    found = prospects.outlook(start)
    rng = random.Random(fight)
    trials = 250
    lost = [[0.0] * len(KINDS) for _ in range(2)]
    held = [0.0] * 6
    sound = [[0.0] * 6 for _ in range(2)]
    points = [0.0, 0.0]
    for _ in range(trials):
        s = start
        while SCRIPT.phase(s) % 10 != 9 and GAME.to_move(s):
            side = GAME.to_move(s)[0]
            if side == CHANCE:
                s = GAME.apply(s, CHANCE, rng.choice(GAME.chance(s))[0])
                continue
            for action in SCRIPT.policy(s, side, GAME.legal(s, side), None, rng)[0].do:
                s = GAME.apply(s, side, action)
                if side not in GAME.to_move(s):
                    break
        for side in (0, 1):
            points[side] += (s.points[side] - start.points[side]) / trials
            for kind, (was, n) in enumerate(zip(everything(start, side), everything(s, side), strict=True)):
                lost[side][kind] += (was - n) / trials
        for at, owner in enumerate(s.control):
            held[at] += (1 - owner) / trials
        for side in (0, 1):
            for at in range(6):
                sound[side][at] += s.airfields[at][2 * side] / trials
    for side in (0, 1):
        assert found.points[side] - start.points[side] == pytest.approx(points[side], abs=0.2)
        for kind in range(7):
            left = sum(zone[kind] for zone in found.ships[side]) + found.yard[side][kind]
            assert everything(start, side)[kind] - left == pytest.approx(lost[side][kind], abs=0.3), KINDS[kind]
        troops = sum(sum(row[:3]) for row in found.ground[side])
        first = sum(everything(start, side)[KIND["INF"] : KIND["SUP"]])
        assert first - troops == pytest.approx(sum(lost[side][KIND["INF"] : KIND["SUP"]]), abs=0.35)
    for at in range(6):
        assert found.axis[at] == pytest.approx(held[at], abs=0.17)
        for side in (0, 1):
            assert found.fields[at][2 * side] == pytest.approx(sound[side][at], abs=0.25)


def test_chances_of_both_sides_add_up() -> None:
    for s, _ in positions(6, 4, {}):
        assert 0.0 < SCRIPT.evaluate(s, 0) < 1.0
        assert SCRIPT.evaluate(s, 0) + SCRIPT.evaluate(s, 1) == pytest.approx(1.0)
    ahead = GAME.place({"step": "R2", "points": {"axis": 12, "allies": 3}, "axis": {"BOU": ["INF*3"]}})
    assert SCRIPT.evaluate(ahead, 0) > 0.9


def test_plots_are_mixed_and_whole() -> None:
    """Where both sides write in secret the answer is a whole plot, drawn from a mixture: the same for the same seed,
    not the same for all; what the other side has written does not matter."""
    s = GAME.setup("campaign", {"hidden_movement": True})
    while not isinstance(s.stack[-1], Plotting):
        s = GAME.apply(s, GAME.to_move(s)[0], ("done",))
    player = PlanSearch(Steps(60))

    def answer(state: Any, seed: int) -> Any:
        view = GAME.view(state, 0)
        return player.choose(Question(GAME, 0, view, GAME.legal(view, 0), None), random.Random(seed))

    first = answer(s, 1)
    assert first == answer(s, 1)
    assert first.do[-1] == ("ready",)
    now = s
    for action in first.do:
        assert offered(GAME.legal(now, 0), action)
        now = GAME.apply(now, 0, action)
    assert now.ready == (True, False)
    other = GAME.apply(GAME.apply(s, 1, ("take", "K", "CRU")), 1, ("go", "H", 1))
    assert answer(GAME.apply(other, 1, ("ready",)), 1).do[-1] == ("ready",)
    assert answer(other, 1) == first
