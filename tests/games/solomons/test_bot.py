"""The script: it plays what is legal, from its view alone, and beats random play."""

from __future__ import annotations

import random
from typing import Any

import pytest

import contract
from games.solomons.busy import GAME
from ironbottom.games.solomons.ai import prospects
from ironbottom.games.solomons.ai.opponent import SolomonsOpponent
from ironbottom.games.solomons.ai.sailing import threatened
from ironbottom.games.solomons.rules.printed import JAPAN, USA, M, place_name
from ironbottom.games.solomons.rules.state import Campaign, Sight
from ironbottom.kernel.action import Action
from ironbottom.kernel.step import CHANCE
from ironbottom.opponents.plan_search import PlanSearch
from ironbottom.opponents.player import Question, Steps

SCRIPT = SolomonsOpponent()


def play(seed: int, scripted: tuple[int, ...]) -> tuple[int, ...]:
    """The returns of a game of the script against random play, or against itself."""
    rng = random.Random(seed)
    s = GAME.setup("campaign", {})
    while GAME.to_move(s):
        if GAME.to_move(s) == (CHANCE,):
            s, _, _ = contract.step(GAME, s, rng)
            continue
        side = GAME.waited_for(s)[0]
        if side not in scripted:
            action = contract.concrete(rng.choice(contract.forward(GAME, s, side)), rng)
            s = GAME.apply(s, side, action)
            continue
        view = GAME.view(s, side)
        plan = SCRIPT.policy(view, side, GAME.legal(view, side), None, rng)[0]
        top = s.stack[-1]
        for action in plan.do:
            if s.stack[-1:] != (top,) or side not in GAME.waited_for(s):
                break
            assert GAME.why_not(s, side, action) is None, action
            s = GAME.apply(s, side, action)
    return GAME.returns(s)


@pytest.mark.parametrize("side", [0, 1])
def test_the_script_beats_random_play(side: int) -> None:
    assert sum(play(seed, (side,))[side] > 0 for seed in range(4)) == 4


@pytest.mark.soak
@pytest.mark.parametrize("side", [0, 1])
def test_the_script_beats_random_play_often(side: int) -> None:
    assert sum(play(seed, (side,))[side] > 0 for seed in range(200)) >= 190


def test_the_script_plays_itself_to_an_end() -> None:
    assert all(len(play(seed, (0, 1))) == 2 for seed in range(2))


def at(step: str, turn: int, half: int, side: int, seed: int = 1) -> Campaign:
    """A position of a game between two scripts in which a side is asked for that step."""
    rng = random.Random(seed)
    s = GAME.setup("campaign", {})
    while True:
        if GAME.to_move(s) == (CHANCE,):
            s, _, _ = contract.step(GAME, s, rng)
            continue
        asked = GAME.waited_for(s)[0]
        if (type(s.stack[-1]).__name__, s.turn, s.half, asked) == (step, turn, half, side):
            return s
        view = GAME.view(s, asked)
        top = s.stack[-1]
        for action in SCRIPT.rollout(view, asked, GAME.legal(view, asked), None, rng)[0].do:
            if s.stack[-1:] == (top,) and asked in GAME.waited_for(s):
                s = GAME.apply(s, asked, action)


def plan_of(s: Campaign, side: int) -> tuple[Action, ...]:
    view = GAME.view(s, side)
    return SCRIPT.rollout(view, side, GAME.legal(view, side), None, random.Random(0))[0].do


def test_the_transports_of_the_first_landing_stay_until_they_are_unloaded() -> None:
    """RS-076: two segments in M on Game-Turn 1; the supply is ashore when the first half is over."""
    s = at("Allocation", 1, 2, JAPAN)
    assert s.supply[USA] > 0


def test_a_carrier_force_is_not_frightened_by_guns_and_transports_are() -> None:
    """Section 7, 14: a force on its way to M turns back from what is far stronger, unless aircraft are its arms."""
    s = at("Orders", 1, 1, USA)
    carriers = next(n for n in range(6) if any(s.p.deck[u] for u in s.fleet(USA, n)))
    slow = next(n for n in range(6) if any(s.p.kind[u] == "TR" for u in s.fleet(USA, n)))
    fleet = tuple(Sight(JAPAN, n, s.segment, 11, 8, 4, 0) for n in range(3))
    s = s.replace(sights=s.sights + fleet, shown=((0, 1, 2), s.shown[1]))
    guns = [n for n in range(6) if n != slow and s.forces[USA][n].pos >= 0]
    for n in guns:
        s = s.set_force(USA, n, s.forces[USA][n].replace(pos=13, way=(12,), mission=1))
    s = s.set_force(USA, slow, s.forces[USA][slow].replace(pos=13, way=(12, 12)))
    view = GAME.view(s, USA)
    assert threatened(view, USA, slow)
    assert not threatened(view, USA, carriers)


def test_what_is_announced_is_a_scheme_that_can_be_kept() -> None:
    """RS-069, RS-170: each announcement that is thought of is legal as a whole, and no two are the same."""
    s = at("Announcement", 2, 1, JAPAN)
    view = GAME.view(s, JAPAN)
    found = SCRIPT.proposals(view, JAPAN, GAME.legal(view, JAPAN), None, random.Random(1))
    assert len(found) > 2
    words = set()
    for proposal in found:
        after = s
        for action in proposal.do:
            assert GAME.why_not(after, JAPAN, action) is None, proposal
            after = GAME.apply(after, JAPAN, action)
        words.add(after.said)
    assert len(words) == len(found)


def test_the_search_writes_task_forces_that_are_legal_and_ready() -> None:
    s = at("Allocation", 3, 1, USA)
    view = GAME.view(s, USA)
    asked = Question(GAME, USA, view, GAME.legal(view, USA), None)
    thought = PlanSearch(Steps(8)).choose(asked, random.Random(1))
    for action in thought.do:
        assert GAME.why_not(s, USA, action) is None, action
        s = GAME.apply(s, USA, action)
    assert s.ready[USA] or type(s.stack[-1]).__name__ != "Allocation"


def planned(turn: int, half: int, at: dict[str, str], **position: Any) -> Campaign:
    """Before the announcement of a half, with these ships in port."""
    return GAME.place({"turn": turn, "half": half, "segment": 7 * (half - 1), "step": "intelligence", "onward": True,
                       "sortie": True, "at": at, **position})


def sailing(s: Campaign) -> Campaign:
    """The position when both scripts have plotted."""
    while type(s.stack[-1]).__name__ in ("Announcement", "Allocation", "Plotting"):
        for side in GAME.waited_for(s):
            top = s.stack[-1]
            for action in plan_of(s, side):
                if s.stack[-1:] == (top,) and side in GAME.waited_for(s):
                    s = GAME.apply(s, side, action)
    return s


def port(base: str, *ships: str) -> dict[str, str]:
    return dict.fromkeys(ships, base)


@pytest.mark.parametrize(("turn", "half", "guns", "points", "sails"), [
    (12, 1, 7, 0, True), (12, 1, 7, 100, False), (5, 1, 7, 0, False), (12, 2, 7, 0, False), (12, 2, 2, 0, True),
    (16, 1, 7, 0, True), (16, 2, 2, 0, False)])
def test_japan_does_not_lie_in_port_while_it_loses(turn: int, half: int, guns: int, points: int, sails: bool) -> None:
    """Late in a campaign that is lost without it a destroyer runs the Slot before the fight ashore, although the guns
    that may meet it are in port; a side that does not lose, or has time, waits until they are away. After the last
    fight nobody is landed."""
    cruisers = port("espiritu_santo", *(f"U-CA-{n}" for n in range(1, guns + 1)))
    s = planned(turn, half, cruisers | port("rabaul", "J-DD-1", "J-DD-2"), built=True, ground={"american": 14},
                depot={"japanese": 5})
    s = sailing(s.score(JAPAN, "CV", points))
    assert bool(s.said[0]) == sails


@pytest.mark.parametrize(("turn", "garrison", "ashore"), [(12, 0, 15), (15, 1, 13), (12, 12, 0)])
def test_a_lost_field_is_taken_back_where_that_can_be(turn: int, garrison: int, ashore: int) -> None:
    """Men are landed first: where nobody stands they need nothing to take the field; where it is held by few, supply
    for an attack comes with them; and none go where they could do nothing."""
    ships = port("espiritu_santo", *(f"U-TR-{n}" for n in range(1, 6)), "U-CA-1", "U-CA-2")
    s = planned(turn, 1, ships, holder="japanese", ground={"japanese": garrison}, depot={"american": 20})
    s = sailing(s)
    aboard = [s.cargo[u] for n in range(6) for u in s.fleet(USA, n) if s.p.kind[u] == "TR"]
    assert sum(cargo // 10 for cargo in aboard) == ashore
    assert sum(cargo % 10 for cargo in aboard) == (2 if garrison == 1 else 0)


@pytest.mark.parametrize(("raiders", "field", "first"), [
    (0, 0, "O"), (10, 0, ""), (10, 12, "espiritu_santo")])
def test_the_fast_transport_does_not_sail_into_the_bombers(raiders: int, field: int, first: str) -> None:
    """From Shortlands they sink it in N by day: it passes there by night, to be below its own fighters by day, or stays
    where there are none."""
    s = planned(12, 2, {"U-APD": "espiritu_santo"}, built=True, ground={"american": 14}, supply={"american": 3},
                air={"shortlands": {"lac": raiders}, "henderson": {"lac": field}})
    s = sailing(s)
    where = [place_name(s.forces[USA][n].pos) for n in range(6) if s.fleet(USA, n)]
    assert where == [first] * bool(first)


def test_the_convoy_is_before_the_island_when_the_guns_have_fired_and_carriers_are_gone() -> None:
    """It comes in reach of the field in segment 5, after Truk's guns (4), and lies before the island in 6 and 7."""
    ships = port("rabaul", "J-TR-1", "J-TR-2", "J-TR-3", *(f"J-CA-{n}" for n in range(1, 8)))
    s = sailing(planned(8, 1, ships, built=True, ground={"american": 14}, depot={"japanese": 9}))
    n = next(n for n in range(6) if any(s.p.kind[u] == "TR" for u in s.fleet(JAPAN, n)))
    way = s.forces[JAPAN][n].way
    assert (s.segment + len(way), way[-2:], way.count(M)) == (7, (M, M), 2)


def test_play_outs_send_the_guns_against_a_run_and_the_script_keeps_them() -> None:
    """The run may be strong, so the script fears it; what sails is mostly a destroyer, and who thinks meets it."""
    ships = port("espiritu_santo", *(f"U-CA-{n}" for n in range(1, 7)))
    ships |= port("rabaul", "J-DD-1", "J-DD-2", "J-DD-3", *(f"J-CA-{n}" for n in range(1, 8)))
    s = planned(8, 1, ships, built=True, ground={"american": 14}, supply={"american": 5})
    for action in (("say", "slot", "small"), ("announce",)):
        s = GAME.apply(s, JAPAN, action)
    view = GAME.view(s, USA)
    asked = (view, USA, GAME.legal(view, USA), None, random.Random(1))
    script, answer = SCRIPT.policy(*asked)[0], SCRIPT.rollout(*asked)[0]
    assert (script.intention, answer.intention) == ("quiet", "answer")
    assert ("take", "U-CA-1") in answer.do


def test_points_raise_the_chance_to_win() -> None:
    s = at("Announcement", 2, 1, JAPAN)
    better = s.score(JAPAN, "CV", 40)
    for side in (JAPAN, USA):
        assert 0 < prospects.chance(s, side) < 1
    assert prospects.chance(better, JAPAN) > prospects.chance(s, JAPAN)
    assert prospects.chance(better, USA) < prospects.chance(s, USA)
    assert abs(prospects.chance(s, JAPAN) + prospects.chance(s, USA) - 1) < 1e-9


@pytest.mark.parametrize(("aboard", "field", "sent"), [(9, 0, 9), (9, 12, 6), (9, 18, 0)])
def test_carriers_lend_their_aircraft_to_a_field_with_room(aboard: int, field: int, sent: int) -> None:
    """Measured: who leaves them aboard wins 22 games in a hundred fewer."""
    s = GAME.place({"scenario": "campaign", "turn": 6, "segment": 7, "step": "transfers", "built": True,
                    "ground": {"american": 15}, "supply": {"american": 9}, "air": {"henderson": {"lac": field}},
                    "at": {"U-CV-1": "espiritu_santo"}, "aboard": {"U-CV-1": aboard}})  # fmt: skip
    moved = [action for action in plan_of(s, USA) if action[0] == "transfer" and action[2:4] == ("henderson", "nac")]
    assert sum(action[-1] for action in moved) == sent
