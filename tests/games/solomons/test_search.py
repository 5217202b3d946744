"""What the search thinks of beside the script, and when it leaves it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import contract
from games.solomons.busy import GAME
from ironbottom.games.solomons.ai.alternatives import THOUGHT
from ironbottom.games.solomons.ai.opponent import SolomonsOpponent
from ironbottom.games.solomons.ai.schemes import SCHEMES, squadrons
from ironbottom.games.solomons.rules.air.transfers import TransfersOpen
from ironbottom.games.solomons.rules.bombardment import Bombardment
from ironbottom.games.solomons.rules.deployment import AllocationOpens
from ironbottom.games.solomons.rules.ground import GroundPhase
from ironbottom.games.solomons.rules.intelligence import Intelligence
from ironbottom.games.solomons.rules.missions import OrdersOpen
from ironbottom.games.solomons.rules.plotting import PlottingOpens
from ironbottom.games.solomons.rules.printed import JAPAN, USA, M
from ironbottom.games.solomons.rules.sequence import Execution, HalfOver, Segment, TurnEnd
from ironbottom.games.solomons.rules.state import Campaign
from ironbottom.games.solomons.rules.surface import SurfaceCombat
from ironbottom.games.solomons.rules.unloading import UnloadingOpens
from ironbottom.kernel.action import Action
from ironbottom.kernel.step import CHANCE
from ironbottom.opponents.plan_search import PlanSearch
from ironbottom.opponents.player import Question, Steps, Thought

SCRIPT = SolomonsOpponent()
SECTIONS = (("air", None), ("surface", SurfaceCombat), ("bombardment", Bombardment), ("unloading", UnloadingOpens),
            ("orders", OrdersOpen), ("transfers", TransfersOpen))


def placed(segment: int, step: str, **position: Any) -> Campaign:
    """A position in the eighth Game-Turn's first half, with all that is still to come in the Game-Turn."""
    s = GAME.place({"turn": 8, "built": True, "ground": {"american": 15, "japanese": 12}, "segment": segment,
                    "step": step, **position})
    names = [name for name, _ in SECTIONS]
    later = [make() for name, make in SECTIONS[names.index(step) + 1:] if make and (segment % 2 or name != "transfers")]
    coming = s.replace(stack=()).push(
        *later, *(Segment(n) for n in range(segment + 1, 8)), GroundPhase(), HalfOver(), Intelligence(2),
        AllocationOpens(2), PlottingOpens(2), Execution(8), TurnEnd())
    return s.replace(stack=coming.stack + s.stack)


def asked(s: Campaign, side: int) -> Question:
    view = GAME.view(s, side)
    return Question(GAME, side, view, GAME.legal(view, side), None)


def chosen(s: Campaign, side: int, steps: int = 300) -> Thought:
    return PlanSearch(Steps(steps)).choose(asked(s, side), random.Random(1))


def scripted(s: Campaign, side: int) -> tuple[Action, ...]:
    view = GAME.view(s, side)
    return SCRIPT.rollout(view, side, GAME.legal(view, side), None, random.Random(0))[0].do


def convoy(*ships: str) -> dict[str, Any]:
    return {"american": {"tf1": {"units": list(ships), "at": "M", "way": "N.O.espiritu_santo"}}}


TRANSPORTS = tuple(f"U-TR-{n}" for n in range(1, 7))


def few_aircraft() -> Campaign:
    """Seven aircraft at Rabaul, and transports without guns in M: the script spares so few."""
    return placed(3, "air", air={"rabaul": {"lac": 7}}, supply={"american": 3}, force=convoy(*TRANSPORTS[:4]))


def strong_field() -> Campaign:
    """Battleships and cruisers in M under eighteen aircraft: the script strikes, for some will be left."""
    return placed(3, "air", air={"rabaul": {"lac": 16}, "henderson": {"lac": 18}}, supply={"american": 3},
                  force=convoy("U-BB-1", "U-BB-2", "U-CA-1", "U-CA-2", "U-CA-3", "U-CA-4"))


def two_groups() -> Campaign:
    """Twenty aircraft over two groups of three transports: the script attacks one of them with all."""
    s = placed(3, "air", air={"rabaul": {"lac": 20}}, supply={"american": 3}, force=convoy(*TRANSPORTS))
    for side, action in ((JAPAN, ("strike", "rabaul", "american:tf1", "lac", 20)), (JAPAN, ("ready",)),
                         (USA, ("ready",)), (USA, ("standard",)), (USA, ("ready",))):
        s = GAME.apply(s, side, action)
    return s


def empty_convoy() -> Campaign:
    """Transports with nothing aboard sail for M under a strong field: the script fears ships alone."""
    return placed(1, "orders", air={"henderson": {"lac": 24}}, supply={"american": 6}, force={
        "japanese": {"tf1": {"units": ["J-TR-1", "J-TR-2", "J-TR-3"], "at": "K", "way": "K.L.L.M.M"}}})


def weak_screen() -> Campaign:
    """Transports behind a single destroyer group: the script throws all its guns at the screen."""
    s = placed(4, "surface", supply={"american": 3}, force={
        "japanese": {"tf1": {"units": ["J-BC-5", "J-BC-6", "J-CA-1", "J-DD-1"], "at": "M", "way": "G.C.truk"}},
        "american": {"tf1": {"units": ["U-DD-1"], "at": "M", "way": "N.O.espiritu_santo"},
                     "tf2": {"units": list(TRANSPORTS[:4]), "at": "M", "way": "M.N.O.espiritu_santo"}}})
    return GAME.apply(s, JAPAN, ("hold",))


@pytest.mark.parametrize(("make", "intention"), [
    (few_aircraft, "strike"), (strong_field, "spare"), (two_groups, "split"), (empty_convoy, "turn_back"),
    (weak_screen, "shield")])
def test_the_search_finds_what_the_script_misses(make: Any, intention: str) -> None:
    s = make()
    thought = chosen(s, JAPAN)
    assert thought.considered[0].intention == intention
    assert thought.do != scripted(s, JAPAN)
    for action in thought.do:
        assert GAME.why_not(s, JAPAN, action) is None, action
        s = GAME.apply(s, JAPAN, action)


def test_a_target_that_pays_more_stays_the_target() -> None:
    """Transports before the guns that cover them: nothing leads the script, and it is followed."""
    s = placed(4, "surface", supply={"american": 3}, force={
        "american": {"tf1": {"units": ["U-CA-1", "U-CA-2", "U-CA-3"], "at": "M", "way": "N.O.espiritu_santo"}},
        "japanese": {"tf1": {"units": ["J-TR-1"], "at": "M", "way": "M.L.K", "mission": "transport"},
                     "tf2": {"units": ["J-DD-1", "J-DD-2", "J-CA-1"], "at": "M", "mission": "bombardment"}}})
    s = GAME.apply(s, JAPAN, ("hold",))
    thought = chosen(s, USA)
    assert thought.do == scripted(s, USA) == (("attack", "transport"),)
    assert len(thought.considered) == 2


@pytest.mark.parametrize("make", [few_aircraft, strong_field, weak_screen])
def test_equal_views_give_equal_moves(make: Any) -> None:
    s = make()
    other = GAME.determinize(GAME.view(s, JAPAN), JAPAN, random.Random(5))
    assert other != s
    assert chosen(s, JAPAN, 60) == chosen(other, JAPAN, 60)


def test_chance_alone_does_not_leave_the_script(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a value that is mere noise, hardly an alternative shows the proof that is asked for."""
    s, noise = few_aircraft(), random.Random(3)
    monkeypatch.setattr(SolomonsOpponent, "evaluate", lambda self, state, side: noise.random())
    left = [PlanSearch(Steps(200)).choose(asked(s, JAPAN), random.Random(n)).considered[0].intention != "script"
            for n in range(12)]
    assert sum(left) <= 3


def questions(seed: int) -> Iterator[tuple[Campaign, int]]:
    """What the sides of a game between two scripts are asked."""
    rng = random.Random(seed)
    s = GAME.setup("campaign", {})
    while GAME.to_move(s):
        if GAME.to_move(s) == (CHANCE,):
            s, _, _ = contract.step(GAME, s, rng)
            continue
        side, top = GAME.waited_for(s)[0], s.stack[-1]
        yield s, side
        for action in scripted(s, side):
            if s.stack[-1:] == (top,) and side in GAME.waited_for(s):
                s = GAME.apply(s, side, action)


def test_what_is_thought_of_is_legal_and_a_turn_of_it_is_short() -> None:
    """The script's own comes first, every alternative can be played, nothing is thought about twice; at a second for
    each half no side thinks longer than ten seconds in a Game-Turn."""
    thought: dict[tuple[int, int], float] = {}
    met: set[type] = set()
    for s, side in questions(4):
        view = GAME.view(s, side)
        legal = GAME.legal(view, side)
        found = SCRIPT.proposals(view, side, legal, None, random.Random(1))
        step = type(s.stack[-1])
        if step in THOUGHT:
            assert found[0].do == scripted(s, side)
            assert len({plan.do for plan in found}) == len(found)
        if len(found) == 1:
            continue
        thought[s.turn, side] = thought.get((s.turn, side), 0.0) + SCRIPT.share(view, side)
        if step in THOUGHT and step not in met:
            met.add(step)
            for plan in found:
                after = s
                for action in plan.do:
                    assert GAME.why_not(after, side, action) is None, (plan.intention, action)
                    after = GAME.apply(after, side, action)
    assert {"AirSheet", "Orders", "Division", "ShipAttack"} <= {step.__name__ for step in met}
    assert 2 < max(thought.values()) < 10


def planned(guns: int) -> Campaign:
    """Japan announces the first half: six transports and five cruisers at Rabaul, carriers at Truk that may sail; so
    many American cruisers are in port."""
    cruisers = {f"U-CA-{n}": "espiritu_santo" for n in range(1, guns + 1)}
    return GAME.place({
        "turn": 10, "half": 1, "step": "intelligence", "onward": True, "sortie": True, "built": True,
        "ground": {"american": 11}, "depot": {"japanese": 19, "american": 9},
        "air": {"rabaul": {"lac": 20}, "henderson": {"lac": 2}, "espiritu_santo": {"lac": 5}},
        "aboard": {"J-CV-1": 8, "J-CV-2": 8, "J-CV-3": 5, "U-CV-1": 8, "U-CV-2": 8},
        "at": cruisers | {f"J-TR-{n}": "rabaul" for n in range(1, 7)} | {f"J-CA-{n}": "rabaul" for n in range(1, 6)}
        | {f"J-CV-{n}": "truk" for n in (1, 2, 3)} | {"U-CV-1": "australia", "U-CV-2": "australia"}})


def test_transports_do_not_sail_alone() -> None:
    """The Japanese script lands with cruisers in the task force of its transports."""
    s = planned(2)
    for _ in range(4):
        for action in scripted(s, JAPAN):
            s = GAME.apply(s, JAPAN, action)
        if s.ready[JAPAN]:
            break
    forces = [[s.p.kind[u] for u in s.fleet(JAPAN, n)] for n in range(6)]
    slow = next(kinds for kinds in forces if "TR" in kinds)
    assert slow.count("TR") == 6
    assert slow.count("CA") == 3


def test_empty_transports_stay_in_port() -> None:
    """Two transports take all that there is to bring; the others would be targets and no more."""
    s = planned(2)
    depot = s.replace(depot=(3, 0), supply=(0, 4))
    for side, name in ((JAPAN, "land"), (USA, "lone_supply")):
        scheme = next(scheme for scheme in SCHEMES[side] if scheme.name == name)
        ready = depot.replace(at=tuple(2 if s.p.kind[u] == "TR" and s.p.side[u] == USA else at
                                       for u, at in enumerate(depot.at)))
        ships = squadrons(ready, side, scheme)[0].units
        assert sum(s.p.kind[u] == "TR" for u in ships) == (2 if side == JAPAN else 1)


def test_a_landing_with_carriers_within_reach_is_among_what_is_weighed() -> None:
    s = planned(6)
    found = {plan.intention: plan.do for plan in SCRIPT.proposals(
        GAME.view(s, JAPAN), JAPAN, GAME.legal(GAME.view(s, JAPAN), JAPAN), None, random.Random(1))}
    assert ("say", "truk", "capital") in found["carriers_land"]
    assert ("say", "rabaul", "transports") in found["carriers_land"]
    thought = chosen(s, JAPAN, 120)
    assert thought.considered[0].intention == "carriers_land"


def test_a_fleet_that_was_seen_is_mostly_bound_for_guadalcanal() -> None:
    """As those are that sail: transports that would meet it there are not sent on because the dealt worlds let it
    wander elsewhere."""
    s = placed(3, "air", air={"rabaul": {"lac": 7}, "henderson": {"lac": 10}}, supply={"american": 3}, force={
        "japanese": {"tf1": {"units": ["J-CA-1", "J-CA-2", "J-CA-3", "J-CA-4"], "at": "K", "way": "L.M.M.L"}},
        "american": {"tf1": {"units": ["U-CA-8", *TRANSPORTS], "at": "N", "way": "N.M.M.N"}}})
    view = GAME.view(s, USA)
    worlds = [GAME.determinize(view, USA, random.Random(n)) for n in range(40)]
    assert sum(M in world.forces[JAPAN][0].way for world in worlds) >= 30


@pytest.mark.parametrize(("turn", "ashore", "supply", "sails"), [
    (9, 11, 2, True), (9, 0, 0, False), (15, 25, 3, False), (16, 25, 0, False)])
def test_the_fast_transport_sails_for_somebody_in_time(turn: int, ashore: int, supply: int, sails: bool) -> None:
    """Supply is landed for Americans who are there, and who will eat or fly it before the campaign is over."""
    s = GAME.place({"turn": turn, "half": 2, "segment": 7, "step": "allocation", "at": {"U-APD": "espiritu_santo"},
                    "ground": {"american": ashore, "japanese": 12}, "supply": {"american": supply}})
    assert bool(squadrons(s, USA, SCHEMES[USA][-1])) == sails
