"""The plan search: whole-turn plans, tried in dealt worlds with common dice, the other side's answer played out.

Written once for all games. A game names plans (`proposals`), says whose turn it is (`phase`) and what a position is
worth (`evaluate`); the search spends its budget by sequential halving: every plan in the same worlds, the worse half
dropped as the budget goes, until the last ones have seen most worlds. A game that says how a plan may be varied
(`vary`) has the dropped ones replaced by variations of the best so far. Where both sides write in secret, their plots
are tried against each other instead (`plots`); where a game asks for `proof` at a decision, the script's plan is left
only for one that leads it by so much and so surely. It can be stopped between any two play-outs.
"""

from __future__ import annotations

import math
import random
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ironbottom.kernel.action import Action
from ironbottom.kernel.opponent import Opponent, Plan
from ironbottom.kernel.regret import solve
from ironbottom.opponents import plots
from ironbottom.opponents.clock import Clock
from ironbottom.opponents.player import Budget, Question, Seconds, Steps, Thought, Weighed, forced
from ironbottom.opponents.scripted import Scripted
from ironbottom.opponents.worlds import Asking, Dice, determinize, memories, play_on, searcher_of

MOST_PLANS = 16
BOLD = 0.02
"""What a step of the dial of aggression is worth, as a chance to win."""
LAST_VARIED = 0.7
"""When so much of the budget is spent, no more variations are begun."""
MOST_PLOTS, MOST_ANSWERS = 10, 5
"""Where both sides write in secret: plots of one's own to begin with, and plots of the other side in each dealt
world."""
LOT = 32
"""So many worlds are dealt at once, at most, where the rare ones are to be seen early."""
LEAST_ALIKE = 3
"""Worlds that agree in a doubt, from which on a plan is judged by them."""
FEW, DOUBT = 2, 0.25
"""A plan's results are taken to spread as if so many more had been found, so far from the middle."""
WARY = 0.15
"""How much of the spread of its results a step of the dial of caution takes off a plan."""


@dataclass(slots=True)
class Tried:
    """A plan and what came of it in each world."""

    intention: str
    do: tuple[Action, ...]
    then: tuple[Action, ...]
    bias: float = 0.0
    values: list[float] = field(default_factory=list)
    since: int = 0
    """The first world in which it was tried: those thought of on the way come later."""

    def mean(self) -> float:
        return sum(self.values) / len(self.values) if self.values else 0.0

    def among(self, worlds: Sequence[int]) -> float:
        """What it brings in these worlds, all of which it has seen."""
        return sum([self.values[at - self.since] for at in worlds]) / len(worlds)

    def spread(self) -> float:
        middle = self.mean()
        return math.sqrt(sum([(value - middle) ** 2 for value in self.values]) / max(1, len(self.values)))

    def weighed(self, most: int) -> Weighed | None:
        """What it brought, if it was tried at least half as often as the one that was tried most."""
        if len(self.values) < max(2, most // 2):
            return None
        third = max(1, len(self.values) // 3)
        order = sorted(self.values)
        count, spread = len(self.values), self.spread()
        # of a few values that are alike nobody knows that they always are
        error = math.sqrt((count * spread**2 + FEW * DOUBT**2) / (count + FEW) / count)
        return Weighed(self.mean(), sum(order[:third]) / third, sum(order[-third:]) / third, error)

    def lead(self, other: Tried) -> tuple[float, float]:
        """By how much it beats another plan in the worlds that both have seen, and the standard error of that."""
        first = max(self.since, other.since)
        own, its = self.values[first - self.since :], other.values[first - other.since :]
        pairs = [a - b for a, b in zip(own, its, strict=False)]
        count = len(pairs)
        if count < 2:
            return 0.0, 1.0
        middle = sum(pairs) / count
        variance = sum([(pair - middle) ** 2 for pair in pairs]) / (count - 1)
        return middle, math.sqrt(variance / count)


@dataclass(frozen=True, slots=True)
class PlanSearch:
    """Searches over plans. `turns` is how many turns are played out from the one in hand: 2 is the rest of it and
    the other side's answer, 3 a second own turn; `trust` by how many standard errors a plan must beat the script's."""

    budget: Budget = field(default_factory=lambda: Seconds(1.0))
    aggression: int = 0
    caution: int = 0
    turns: int = 2
    trust: float = 0.2

    def choose(self, asked: Question, rng: random.Random) -> Thought:
        script = searcher_of(asked.game.of(asked.view))
        if script is None:
            return Scripted().choose(asked, rng)
        only = forced(asked)
        if only is not None:
            return Thought((only,), (Plan("forced", (only,), 0.0),))
        clock = Clock(asked.budget or self.budget, script.share(asked.view, asked.side))
        advised = self._advised(script, asked, clock, rng)
        if advised is not None:
            return advised
        found = script.proposals(asked.view, asked.side, asked.legal, asked.memory, rng)
        proof = script.proof(asked.view)
        if len(found) > 1 and proof is None and asked.view.stack[-1].sealed:
            return self._plot(script, asked, found, clock, rng)
        loyalty, trust = proof or (script.loyalty, self.trust)
        tried = [self._trial(script, plan) for plan in found[: self._width(script, clock)]]
        tried[0].bias += loyalty
        doubts = self.search(script, asked, tried, clock, rng) if len(tried) > 1 else []
        plans, mixture = self._hedged(script.hedge, self._best(tried, trust), tried, doubts)
        best = rng.choices(plans, mixture)[0] if len(plans) > 1 else plans[0]
        others = [plan for plan in tried if plan is not best and plan.values]
        return _thought(best, [best, *sorted(others, key=self._score, reverse=True)], plans, mixture)

    def _plot(
        self, script: Opponent[Any], asked: Question, found: Sequence[Any], clock: Clock, rng: random.Random
    ) -> Thought:
        """A plot drawn from the average mixture of regret matching over both sides' plots, ours and those that the
        other side may write in each dealt world."""
        game, side = asked.game, asked.side
        known = memories(script, asked)
        foes = [other for other in game.to_move(asked.view) if other != side]
        until = self._until(script, asked)
        own = [self._trial(script, plan) for plan in found[:MOST_PLOTS]]
        own[0].bias += script.loyalty
        worlds: list[tuple[Any, int, list[list[tuple[int, Action]]]]] = []
        for _ in range(script.plot_worlds):
            world = determinize(game, script, asked, rng)
            answers: list[list[tuple[int, Action]]] = [[]]
            for foe in foes:
                view = game.view(world, foe)
                plans = script.proposals(view, foe, game.legal(view, foe), known[foe], rng)
                answers = [[(foe, action) for action in (*plan.do, *plan.then)] for plan in plans[:MOST_ANSWERS]]
            worlds.append((world, rng.getrandbits(32), answers))
        thought: dict[Asking, tuple[Action, ...]] = {}

        def pay(at: int, i: int, j: int) -> float:
            world, seed, answers = worlds[at]
            first = [*((side, action) for action in (*own[i].do, *own[i].then)), *answers[j]]
            dice = Dice(random.Random(seed))
            end = play_on(game, script, world, first, known, dice, random.Random(seed), until, thought)
            clock.step()
            value = script.evaluate(end, side) + own[i].bias
            own[i].values.append(value)
            return value

        def grow(ours: Sequence[float], theirs: Sequence[Sequence[float]]) -> None:
            best = own[max(range(len(ours)), key=lambda i: ours[i])]
            own.extend(self._varied(script, asked, best, own, 2, rng))

        mixture, _ = plots.fill(len(worlds), lambda: len(own), [len(answers) for _, _, answers in worlds], pay,
                                clock.over, grow)
        chosen = rng.choices(range(len(mixture)), mixture)[0]
        order = [chosen, *sorted((i for i in range(len(mixture)) if i != chosen), key=lambda i: -mixture[i])]
        return _thought(own[chosen], [own[i] for i in order], own[:len(mixture)], mixture)

    def _advised(self, script: Opponent[Any], asked: Question, clock: Clock, rng: random.Random) -> Thought | None:
        """The advice of the game's own adviser, where it has one for this view."""
        found = script.advise(asked.view, asked.side, asked.legal, clock.used, clock.step, rng)
        if found is None:
            return None
        return Thought(found[0].do, found, tuple(Weighed(plan.score, plan.score, plan.score) for plan in found))

    def _width(self, script: Opponent[Any], clock: Clock) -> int:
        if isinstance(clock.budget, Steps):
            return max(3, min(MOST_PLANS, int(clock.budget.n * clock.share / script.least_worlds)))
        return MOST_PLANS

    def _until(self, script: Opponent[Any], asked: Question) -> int | None:
        """The phase to which plans are played out; None: to the end of the game, where the game says so."""
        return script.until(asked.view, self.turns)

    def _trial(self, script: Opponent[Any], plan: Plan) -> Tried:
        """A plan to be tried, with what the dial of aggression gives it."""
        bias = BOLD * self.aggression * script.boldness(plan.intention) if self.aggression else 0.0
        return Tried(plan.intention, plan.do, plan.then, bias)

    def search(
        self, script: Opponent[Any], asked: Question, tried: list[Tried], clock: Clock, rng: random.Random
    ) -> list[Hashable]:
        """Spend the budget on these plans, the first of which is the script's own and stays to the end; variations
        of the best are added to them. What the worlds were like, where that is in doubt."""
        left = list(tried)
        doubts: list[Hashable] = []
        rounds = max(1, math.ceil(math.log2(len(left))))
        done = worlds = 0
        until = self._until(script, asked)
        known = memories(script, asked)
        thought: dict[Asking, tuple[Action, ...]] = {}
        dealt: list[tuple[Any, Hashable]] = []
        while not clock.over():
            dealt = dealt or self._worlds(script, asked, clock, len(tried), rng)
            world, doubt = dealt.pop()
            doubts.append(doubt)
            seed = rng.getrandbits(32)
            dice = Dice(random.Random(seed))
            for plan in left:
                first = [(asked.side, action) for action in (*plan.do, *plan.then)]
                end = play_on(asked.game, script, world, first, known, dice, random.Random(seed), until, thought)
                plan.values.append(script.evaluate(end, asked.side))
                clock.step()
                if clock.over():
                    break
            worlds += 1
            while done < rounds and clock.used() >= (done + 1) / (rounds + 1) and len(left) > 2:
                done += 1
                best = sorted(left[1:], key=self._score, reverse=True)
                kept = [left[0], *best[: max(1, len(left) // 2 - 1)]]
                kept += [plan for plan in self._answers(left, doubts) if all(plan is not one for one in kept)]
                if clock.used() < LAST_VARIED:
                    room = max(0, len(left) - len(kept))
                    fresh = self._varied(script, asked, max(kept, key=self._score), tried, room, rng)
                    for plan in fresh:
                        plan.since = worlds
                    tried += fresh
                    kept += fresh
                left = kept
        return doubts

    def _worlds(
        self, script: Opponent[Any], asked: Question, clock: Clock, plans: int, rng: random.Random
    ) -> list[tuple[Any, Hashable]]:
        """Dealt worlds, the last of which is to be tried first. Where something is in doubt, as many as so many plans
        can be tried in, one of each kind before the others: or what answers a rare kind would be dropped unseen."""
        if not script.hedge:
            return [(determinize(asked.game, script, asked, rng), None)]
        budget = clock.budget
        size = min(LOT, int(budget.n * clock.share / plans)) if isinstance(budget, Steps) else LOT
        worlds = [determinize(asked.game, script, asked, rng) for _ in range(max(1, size))]
        first: list[tuple[Any, Hashable]] = []
        others: list[tuple[Any, Hashable]] = []
        for world in worlds:
            doubt = script.doubt(world, asked.side)
            (others if any(doubt == kind for _, kind in first) else first).append((world, doubt))
        return [*others, *reversed(first)]

    def _answers(self, plans: Sequence[Tried], doubts: Sequence[Hashable]) -> list[Tried]:
        """The best plan in the worlds of each kind, each plan once, where there are several kinds."""
        kinds = _alike(plans, doubts, 1)
        if len(kinds) < 2:
            return []
        best = {id(plan): plan for plan in (max(plans, key=lambda plan: plan.among(at) + plan.bias) for at in kinds)}
        return list(best.values())

    def _varied(
        self, script: Opponent[Any], asked: Question, best: Tried, tried: Sequence[Tried], most: int, rng: random.Random
    ) -> list[Tried]:
        """Variations of a plan that have not been tried yet, where the game knows any."""
        seen = {plan.do for plan in tried}
        found = script.vary(asked.view, asked.side, best.do, asked.memory, rng, most + len(seen))
        meant = [plan if plan.intention else plan._replace(intention=best.intention) for plan in found]
        return [self._trial(script, plan) for plan in meant if plan.do not in seen][:most]

    def _score(self, plan: Tried) -> float:
        return plan.mean() + plan.bias - WARY * self.caution * plan.spread()

    def _best(self, tried: Sequence[Tried], trust: float) -> Tried:
        """The best of those that saw most worlds; the script's own where none is clearly better."""
        own = tried[0]
        most = max(len(plan.values) for plan in tried)
        best = own
        for plan in tried[1:]:
            if len(plan.values) < 2 or plan.since + len(plan.values) < most - 1:
                continue
            gain = self._score(plan) - self._score(own)
            lead, error = plan.lead(own)
            if lead + (gain - plan.mean() + own.mean()) > trust * error and self._score(plan) > self._score(best):
                best = plan
        return best

    def _hedged(
        self, hedge: float, best: Tried, tried: Sequence[Tried], doubts: Sequence[Hashable]
    ) -> tuple[list[Tried], list[float]]:
        """The mixture of plans that hedges against what is in doubt; the best alone where nothing is."""
        last = max(plan.since + len(plan.values) for plan in tried)
        plans = [plan for plan in tried if len(plan.values) > 1 and plan.since + len(plan.values) >= last - 1]
        kinds = _alike(plans, doubts, LEAST_ALIKE) if len(plans) > 1 else []
        if len(kinds) < 2:
            return [best], [1.0]
        table = [
            [(1 - hedge) * self._score(plan) + hedge * (plan.among(at) + plan.bias) for at in kinds] for plan in plans
        ]
        return plans, solve([table])[0]


def _alike(plans: Sequence[Tried], doubts: Sequence[Hashable], least: int) -> list[list[int]]:
    """The worlds that all these plans have seen by what they are like, where at least so many are alike."""
    found: dict[Hashable, list[int]] = {}
    first, last = max(plan.since for plan in plans), min(plan.since + len(plan.values) for plan in plans)
    for at, kind in enumerate(doubts[:last]):
        if at >= first:
            found.setdefault(kind, []).append(at)
    return [alike for alike in found.values() if len(alike) >= least]


def _thought(best: Tried, listed: Sequence[Tried], plans: Sequence[Tried], mixture: Sequence[float]) -> Thought:
    """The answer, with what was considered and what it brought, and the mixture that it was drawn from."""
    most = max(len(plan.values) for plan in listed)
    told = tuple(Plan(plan.intention, plan.do + plan.then, plan.mean()) for plan in listed)
    drawn = tuple((plan.do, share) for plan, share in zip(plans, mixture, strict=True)) if len(plans) > 1 else ()
    return Thought(best.do, told, tuple(plan.weighed(most) for plan in listed), drawn)
