"""The computer player: its script, plans for a whole step, and what they are worth.

A plan for a step of Movement says for all units of the type at once where they go: so many from this zone to that. The
script's own plan comes first; others leave it at one place (another goal, another cargo, a unit that stays) and go on
by the script from there.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from ironbottom.games.axis_allies.ai import cargo, combat, landing, movement, prospects, regroup
from ironbottom.games.axis_allies.ai.worth import worth
from ironbottom.games.axis_allies.rules.hidden_movement import Plotting
from ironbottom.games.axis_allies.rules.loading import LoadHand, Loading
from ironbottom.games.axis_allies.rules.movement import Flight, Fly, Hand, InTheAir, Sail
from ironbottom.games.axis_allies.rules.printed import BASE, DST, SEAS, SPACE, SPACES, SUB, TRN
from ironbottom.games.axis_allies.rules.regroup import Buy, Control, Deploy, DeployHand
from ironbottom.games.axis_allies.rules.state import MOVED, Campaign, Plot, word
from ironbottom.games.axis_allies.rules.submarines import Torpedo
from ironbottom.games.axis_allies.rules.unloading import Ashore, Unload, UnloadBegins
from ironbottom.kernel.action import Action, offered
from ironbottom.kernel.game import Game
from ironbottom.kernel.opponent import Opponent, Plan

SCRIPTS = (cargo, combat, landing, movement, regroup)
"""Where the thoughts are registered."""
PLANS = 12
"""Plans for a step that are proposed."""
WORST = 8.0
"""Steps that the script thinks worse than its own by more than this are not tried."""
MOST_TRIED = 40
"""So many are looked at, at most, to find plans that come to something else."""
LONGEST = 60
"""Decisions of a step that a plan holds."""
STEPS: dict[type, type] = {
    Sail: Sail, Hand: Sail, Torpedo: Sail, Fly: Fly, Flight: Fly, Unload: Unload, Ashore: Unload, Buy: Buy,
    Loading: Loading, LoadHand: Loading, Deploy: Deploy, DeployHand: Deploy, Plotting: Plotting,
}
"""The decisions that are planned together; all others are left to the script."""
SHARES = {Sail: 0.09, Fly: 0.22, Plotting: 0.5, Unload: 0.09, Buy: 0.14, Deploy: 0.05, Loading: 0.05}
TRANSPORTS = 0.06
"""Flights gain most by thought, transports and destroyers least (docs/balance.md)."""
BOLD = {"strike": 1.0, "advance": 0.6, "lift": 0.3, "hold": -1.0, "fire": 0.3}
"""Strikes and advances are bold, holding back is cautious."""

Moment = tuple[type, int]
"""A step that is planned as a whole: its main decision, and the type of unit, -1 for any."""


class Fork(NamedTuple):
    """A place in a plan where the script had a choice: after how many actions, and among what."""

    at: int
    plans: tuple[Plan, ...]


def step_of(s: Campaign, side: int) -> Moment | None:
    """Which step a side is asked about, or None."""
    top: Any = s.stack[-1] if s.stack else None
    found = STEPS.get(type(top))
    if found is None or side not in top.asks(s) or (found is Plotting and s.ready[side]):
        return None
    return found, top.unit if isinstance(top, (Sail, Hand, Fly, Flight)) else -1


def same_step(one: Moment | None, other: Moment | None) -> bool:
    return (one is not None and other is not None and one[0] is other[0]
            and (-1 in (one[1], other[1]) or one[1] == other[1]))


def outcome(s: Campaign) -> Any:
    """What a plan comes to, whatever the order of its parts: what stands where, and what is asked next."""
    ships = tuple(tuple(sorted((kind, cargo, marks & ~MOVED) for kind, cargo, marks in fleet)) for fleet in s.ships)
    air = tuple((row[0] + row[2], row[1] + row[3]) for row in s.air)
    return s.stack, ships, s.land, air, s.plots, s.effects


def cleared(view: Campaign, side: int) -> tuple[Action, ...]:
    """What takes back all that a side has written of its plot."""
    plot = view.plots[side]
    if not isinstance(plot, Plot):
        return ()
    undo: list[Action] = [("reopen",)] if view.ready[side] else []
    if plot.hand:
        undo.append(("drop",))
    return (*undo, *(("recall", SPACES[a], SPACES[b], word(ship)) for a, b, ship in plot.orders))


class CampaignOpponent(Opponent[Campaign]):
    """Plays both sides. The battles are foreseen, not rolled: a plan is worth nearly the same in every dealt world, and
    plots alone are hidden."""

    searches = True
    lean = 0.1
    occasions = ("ships", "planes", "troops", "fields")
    loyalty = 0.004
    """Less is within the error of the foresight."""
    least_worlds = 1.5
    plot_worlds = 1

    def __init__(self, game: Game[Campaign]) -> None:
        self.game = game

    def rollout(
        self, view: Campaign, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
    ) -> tuple[Plan, ...]:
        """The script as it plays on after a plan: in Movement it sends each group on its best way at one stroke, not
        one after the other in the light of what the last one did."""
        plans = self.policy(view, side, legal, memory, rng)
        top: Any = view.stack[-1]
        if not isinstance(top, (Sail, Fly)) or top.unit == SUB or plans[0].intention == "hold":
            return plans
        do: list[Action] = []
        groups: set[Action] = set()
        lands: set[str] = set()
        for plan in plans:
            if plan.intention == "hold":
                break
            group = plan.do[0]
            loads = {action[1] for action in plan.do if action[0] == "load"}
            if group in groups or loads & lands:
                continue
            groups.add(group)
            lands |= loads
            do += plan.do
            if len(plan.do) == 1 or (loads and len(groups) > 1):
                break
        return (Plan(plans[0].intention, tuple(do), plans[0].score),)

    def course(
        self, view: Campaign, side: int, memory: Any, rng: random.Random, first: tuple[Action, ...] = ()
    ) -> tuple[tuple[Action, ...], list[Fork], str, Any]:
        """Those first actions and then the script's own, to the end of the step or the first die; the places where the
        script chose; what its first choice intends; and what comes of it, to tell equal plans."""
        step = step_of(view, side)
        s, do = view, list(first)
        forks: list[Fork] = []
        intention = "hold"
        for action in first:
            s = self.game.apply(s, side, action)
        while same_step(step, step_of(s, side)) and len(do) < LONGEST:
            plans = self.policy(s, side, self.game.legal(s, side), memory, rng)
            if not forks:
                intention = plans[0].intention
            forks.append(Fork(len(do), plans))
            for action in plans[0].do:
                do.append(action)
                s = self.game.apply(s, side, action)
                if not same_step(step, step_of(s, side)):
                    break
        return tuple(do), forks, intention, outcome(s)

    def others(
        self, view: Campaign, side: int, memory: Any, rng: random.Random, do: tuple[Action, ...], forks: list[Fork],
        seen: set[Any],
    ) -> Iterator[Plan]:
        """Plans that leave this one at one place and come to something else, those that the script likes best first."""
        found = sorted(
            (fork.plans[0].score - plan.score, rng.random(), fork.at, plan)
            for fork in forks for plan in fork.plans[1:]
        )
        tried: set[Any] = set()
        for loss, _, at, plan in found:
            if loss > WORST or len(tried) >= MOST_TRIED:
                return
            key = (plan.do, plan.intention == "hold" and at)
            if key in tried:
                continue
            tried.add(key)
            other, _, _, end = self.course(view, side, memory, rng, (*do[:at], *plan.do))
            if end not in seen:
                seen.add(end)
                yield Plan(plan.intention, other, plan.score - loss)

    def proposals(
        self, view: Campaign, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
    ) -> tuple[Plan, ...]:
        """Plans for the step at hand, the script's own first; one alone where the script decides."""
        before = cleared(view, side) if isinstance(view.stack[-1], Plotting) else ()
        now = view
        for action in before:
            now = self.game.apply(now, side, action)
        if step_of(now, side) is None:
            plan = self.policy(view, side, legal, memory, rng)[0]
            return (plan,)
        do, forks, intention, end = self.course(now, side, memory, rng)
        found = [Plan(intention, (*before, *do), forks[0].plans[0].score)]
        for other in self.others(now, side, memory, rng, do, forks, {end}):
            found.append(other._replace(do=(*before, *other.do)))
            if len(found) >= PLANS:
                break
        return tuple(found)

    def vary(
        self, view: Campaign, side: int, do: tuple[Action, ...], memory: Any, rng: random.Random, most: int
    ) -> tuple[Plan, ...]:
        """Plans that leave this one at one place."""
        step = step_of(view, side)
        s, forks = view, []
        for at, action in enumerate(do):
            if not same_step(step, step_of(s, side)):
                break
            if STEPS.get(type(s.stack[-1])) is type(s.stack[-1]):
                plans = self.policy(s, side, self.game.legal(s, side), memory, rng)
                kept = next((plan for plan in plans if do[at:at + len(plan.do)] == plan.do), None)
                first = (kept,) if kept is not None else (Plan("hold", (), plans[0].score),)
                forks.append(Fork(at, (*first, *(plan for plan in plans if plan is not kept))))
            s = self.game.apply(s, side, action)
        seen = {outcome(s)}
        return tuple(islice(self.others(view, side, memory, rng, do, forks, seen), most))

    def phase(self, state: Campaign) -> int:
        """Movement, battles in the air and at sea, battles ashore, Regroup: 0, 2, 4, 9 in each turn's ten. A search
        looks to the first of these that is two or more away: from Movement to its end, from Regroup to the end of the
        next Movement. What the battles then bring is foreseen."""
        kinds = {type(step) for step in state.stack}
        if InTheAir in kinds:
            return 10 * state.turn
        if Control not in kinds:
            return 10 * state.turn + 9
        return 10 * state.turn + (2 if kinds & {UnloadBegins, Unload, Ashore} else 4)

    def learn_phase(self, state: Campaign) -> int:
        return prospects.learn_phase(state)

    def signs(self, state: Campaign) -> tuple[float, ...]:
        return prospects.signs(state)

    def evaluate(self, state: Campaign, side: int) -> float:
        return prospects.chance(state, side)

    def worth(self, state: Campaign, side: int) -> float:
        return worth(state, side)

    def share(self, view: Campaign, side: int) -> float:
        """Which part of a whole turn's thought a step deserves."""
        step = step_of(view, side)
        if step is None:
            return 0.002
        return TRANSPORTS if step[0] is Sail and step[1] in (TRN, DST) else SHARES[step[0]]

    def occasion(self, view: Campaign, side: int, plan: Plan) -> str:
        """What aircraft fly at, and what is aimed at ashore."""
        first = plan.do[0] if plan.do else ("",)
        if first[0] == "aim":
            return str(first[3])
        goal = next((SPACE[action[1]] for action in plan.do if action[0] == "go"), -1)
        if plan.intention != "strike" or goal < 0:
            return ""
        enemy = 1 - side
        if goal < SEAS and view.fleet(enemy, goal):
            return "ships"
        if SEAS <= goal < BASE[0]:
            if view.troops(enemy, goal) and (view.troops(side, goal) or not view.sound(enemy, goal)):
                return "troops"
            if view.sound(enemy, goal):
                return "fields"
        return "planes" if sum(view.planes(enemy, goal)) else ""

    def by_hand(self, view: Campaign, side: int, do: tuple[Action, ...]) -> tuple[Action, ...]:
        """Those that go the same way one after the other go together."""
        found: list[Action] = []
        for n in range(0, len(do) - 1, 2):
            take, go = do[n], do[n + 1]
            if take[0] != "take" or go[0] != "go" or not isinstance(go[-1], int):
                return do
            if found and found[-2] == take and found[-1][:-1] == go[:-1]:
                found[-1] = (*go[:-1], found[-1][-1] + go[-1])
            else:
                found += (take, go)
        if len(do) % 2 or len(found) == len(do):
            return do
        ends = []
        for actions in (do, found):
            s = view
            for action in actions:
                if not offered(self.game.legal(s, side), action):
                    return do
                s = self.game.apply(s, side, action)
            ends.append(outcome(s))
        return tuple(found) if ends[0] == ends[1] else do

    def boldness(self, intention: str) -> float:
        return BOLD.get(intention, 0.0)
