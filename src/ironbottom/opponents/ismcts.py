"""Information-set tree search for small decisions: losses, retreats, advances, where to land.

One tree for the side that asks: its nodes are what it knows (its own view), not what is true. Each step deals a world
that fits its view, walks the tree by UCB among the actions that are legal in that world, adds one node, and plays the
rest out by the scripts. The other side decides on its own view of the dealt world, by its script, so that it profits
from nothing that the dealer made up. Breadth and depth are capped; the answer is drawn by the counts of visits, so that
it cannot be foreseen and does not fall for the luck of one deal.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from typing import Any

from ironbottom.kernel.action import Action, Range
from ironbottom.kernel.game import Game
from ironbottom.kernel.opponent import Opponent, Plan
from ironbottom.kernel.step import CHANCE
from ironbottom.opponents.clock import Clock
from ironbottom.opponents.player import Budget, Question, Steps, Thought, onward, settled
from ironbottom.opponents.scripted import Scripted
from ironbottom.opponents.worlds import Dice, determinize, memories, play_on, searcher_of

EXPLORE = 0.5
"""How much a rarely tried action is favoured."""
DEEPEST = 6
"""Own decisions that the tree looks ahead; the play-out takes over."""
MOST_ACTIONS = 24
"""Actions of a node that are tried at all, the script's own plan first."""
SHARPNESS = 4.0
"""The answer is drawn by the counts of visits to this power: 1 draws by the counts, infinity takes the most visited."""


@dataclass(slots=True)
class Node:
    """What came of each action in a situation that its side cannot tell apart from others."""

    visits: dict[Action, int] = field(default_factory=dict)
    totals: dict[Action, float] = field(default_factory=dict)
    offered: dict[Action, int] = field(default_factory=dict)

    def pick(self, legal: tuple[Action, ...], rng: random.Random) -> Action:
        """The action with the best upper bound; one never tried goes first."""
        fresh = [action for action in legal if action not in self.visits]
        for action in legal:
            self.offered[action] = self.offered.get(action, 0) + 1
        if fresh:
            return fresh[0]
        return max(legal, key=lambda action: self.mean(action) + EXPLORE * math.sqrt(
            math.log(self.offered[action] + 1) / self.visits[action]))

    def mean(self, action: Action) -> float:
        return self.totals[action] / self.visits[action]

    def learn(self, action: Action, value: float) -> None:
        self.visits[action] = self.visits.get(action, 0) + 1
        self.totals[action] = self.totals.get(action, 0.0) + value


@dataclass(frozen=True, slots=True)
class TreeSearch:
    """Searches a tree of single decisions; `turns` as in the plan search."""

    budget: Budget = field(default_factory=lambda: Steps(200))
    turns: int = 2
    sharpness: float = SHARPNESS

    def choose(self, asked: Question, rng: random.Random) -> Thought:
        script = searcher_of(asked.game.of(asked.view))
        if script is None:
            return Scripted().choose(asked, rng)
        forward = tuple(dict.fromkeys(settled(action, rng) for action in onward(asked)))
        if len(forward) == 1:
            return Thought(forward, (Plan("forced", forward, 0.0),))
        clock = Clock(asked.budget or self.budget, script.share(asked.view, asked.side))
        names = {plan.do[0]: plan.intention for plan in reversed(script.proposals(
            asked.view, asked.side, asked.legal, asked.memory, rng))}
        first = [action for action in names if action in forward][::-1]
        root = self.search(script, asked, (*first, *(a for a in forward if a not in names))[:MOST_ACTIONS], clock, rng)
        ranked = sorted(root.visits, key=lambda action: (-root.visits[action], -root.mean(action)))
        weights = [root.visits[action] ** self.sharpness for action in ranked]
        chosen = rng.choices(ranked, weights)[0]
        listed = [chosen, *(action for action in ranked if action != chosen)]
        plans = tuple(Plan(names.get(action, "anything"), (action,), root.mean(action)) for action in listed)
        return Thought((chosen,), plans)

    def search(
        self, script: Opponent[Any], asked: Question, actions: tuple[Action, ...], clock: Clock, rng: random.Random
    ) -> Node:
        """The root of a tree grown until the budget is gone."""
        tree: dict[Any, Node] = {}
        root = Node()
        until = script.phase(asked.view) + self.turns
        known = memories(script, asked)
        while True:
            world = determinize(asked.game, script, asked, rng)
            value, path = self._walk(script, asked, world, root, actions, tree, until, known, rng)
            for node, action in path:
                node.learn(action, value)
            clock.step()
            if clock.over() and len(root.visits) >= min(2, len(actions)):
                return root

    def _walk(
        self, script: Opponent[Any], asked: Question, s: Any, root: Node, actions: tuple[Action, ...],
        tree: dict[Any, Node], until: int, known: list[Any], rng: random.Random,
    ) -> tuple[float, list[tuple[Node, Action]]]:
        """One walk down the tree and out of it: what it was worth, and the choices that led there."""
        game, side = asked.game, asked.side
        path: list[tuple[Node, Action]] = []
        node: Node | None = root
        dice = Dice(random.Random(rng.getrandbits(32)))
        while node is not None and len(path) < DEEPEST:
            action = node.pick(actions, rng)
            new = action not in node.visits
            path.append((node, action))
            s = game.apply(s, side, action)
            if new:
                break
            s = self._others(script, s, side, until, known, dice, rng, game)
            sides = game.to_move(s)
            if side not in sides or script.phase(s) >= until:
                break
            actions = tuple(a for a in game.legal(s, side) if not game.retracts(s, a) and not _open(a))[:MOST_ACTIONS]
            if not actions:
                break
            node = tree.setdefault(game.view(s, side), Node())
        end = play_on(game, script, s, (), known, dice, random.Random(rng.getrandbits(32)), until)
        return script.evaluate(end, side), path

    def _others(
        self, script: Opponent[Any], s: Any, side: int, until: int, known: list[Any], dice: Dice, rng: random.Random,
        game: Game[Any],
    ) -> Any:
        """The state when the side that asks is asked again: chance falls, the others' scripts answer."""
        count = 0
        while (sides := game.to_move(s)) and side not in sides and script.phase(s) < until:
            if sides[0] == CHANCE:
                count += 1
                s = game.apply(s, CHANCE, dice.pick(script.phase(s), s.stack[-1].file_name, count, game.chance(s)))
                continue
            other = sides[0]
            view = game.view(s, other)
            for action in script.rollout(view, other, game.legal(view, other), known[other], rng)[0].do:
                s = game.apply(s, other, action)
                if game.to_move(s) != sides:
                    break
        return s


def _open(action: Action) -> bool:
    return any(isinstance(part, Range) for part in action)
