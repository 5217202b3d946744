"""A game small enough to be solved: what it is worth, and how much each player could be made to lose.

    python -m ironbottom.lab.yardstick archies-war --bots recruit,regular,veteran:steps=200

The whole game is unrolled: every deal, die and decision. Positions that agree in all that is true and in all that each
side has seen are one node; nodes that a side cannot tell apart (its view and the events that it has seen are the same)
are one *situation*. Counterfactual regret minimisation (CFR+) finds play that cannot be exploited, and the best answer
to it says how far it is from that. A player is asked in every situation that its own play can reach, once for each
seed; the best answer to what it does, in exact arithmetic over the whole tree, is its exploitability.

A game offers the cut-down version in `yardstick.toml` beside its data: `scenario`, `options`, and the corrections of
its data that make it small.
"""

from __future__ import annotations

import random
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ironbottom import games
from ironbottom.kernel.action import Action, Range
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.event import Event
from ironbottom.kernel.game import Game
from ironbottom.kernel.step import CHANCE
from ironbottom.lab.command import WELL, Parser, answered, at_least
from ironbottom.opponents.player import Player, Question
from ironbottom.opponents.registry import player

DONE = -3
"""The side of a node at which the game is over."""
MOST_NODES = 2_000_000

Mix = list[list[float]]
"""How often each action is played, in each situation."""


@dataclass(slots=True)
class Situation:
    """What a side knows when it must decide: the same at all of its nodes."""

    side: int
    view: Any
    seen: tuple[Event, ...]
    actions: tuple[Action, ...]
    nodes: list[int] = field(default_factory=list)
    before: frozenset[tuple[int, int]] = frozenset()
    """The side's last decisions before it: situation and action. Several only where their order makes no odds."""


@dataclass(slots=True)
class Tree:
    """A game unrolled: nodes in an order in which children come before their parents; the last is the root."""

    side: list[int] = field(default_factory=list)
    situation: list[int] = field(default_factory=list)
    children: list[tuple[int, ...]] = field(default_factory=list)
    chances: list[tuple[float, ...]] = field(default_factory=list)
    value: list[float] = field(default_factory=list)
    """At an end: what the first side has won, and the second lost."""
    situations: list[Situation] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    """The situations, each after those that come before it."""


def unroll(game: Game[Any], s: Any) -> Tree:
    """The tree of a game of two sides that starts there. Raises BadInput where it is too large or no such game."""
    return _Unroller(game).run(s)


class _Unroller:
    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.tree = Tree()
        self.nodes: dict[Any, int] = {}
        self.situations: dict[Any, int] = {}
        self.logs: dict[tuple[int, tuple[Event, ...]], int] = {}
        self.log: list[tuple[int, tuple[Event, ...]]] = [(0, ())]
        """What a side has seen: the number of what it had seen before, and what came then."""

    def run(self, s: Any) -> Tree:
        if len(self.game.sides) != 2:
            raise BadInput(f"{self.game.slug}: only a game of two sides is unrolled")
        self._node(s.replace(news=()), (0, 0))
        _link(self.tree)
        return self.tree

    def _node(self, s: Any, seen: tuple[int, int]) -> int:
        key = (s, seen)
        found = self.nodes.get(key)
        if found is not None:
            return found
        game, tree = self.game, self.tree
        sides = game.waited_for(s)
        where, value = -1, 0.0
        children: list[int] = []
        chances: tuple[float, ...] = ()
        if not sides:
            side = DONE
            first, second = game.returns(s)
            if first + second:
                raise BadInput(f"{game.slug}: what one side wins, the other must lose")
            value = float(first)
        elif (side := sides[0]) == CHANCE:
            outcomes = game.chance(s)
            total = sum(weight for _, weight in outcomes)
            children = [self._after(s, CHANCE, outcome, seen) for outcome, _ in outcomes]
            chances = tuple(weight / total for _, weight in outcomes)
        else:
            where = self._situation(s, side, seen[side])
            children = [self._after(s, side, action, seen) for action in tree.situations[where].actions]
        if side == DONE:
            number = self.nodes[key] = self._end(value)
            return number
        if len(set(children)) == 1 and tree.side[children[0]] == DONE:  # nothing matters any more
            self.nodes[key] = children[0]
            return children[0]
        number = self.nodes[key] = self._add(side, where, tuple(children), chances, 0.0)
        if where >= 0:
            tree.situations[where].nodes.append(number)
        return number

    def _end(self, value: float) -> int:
        found = self.nodes.get(value)
        if found is None:
            found = self.nodes[value] = self._add(DONE, -1, (), (), value)
        return found

    def _add(self, side: int, where: int, children: tuple[int, ...], chances: tuple[float, ...], value: float) -> int:
        tree = self.tree
        if len(tree.side) >= MOST_NODES:
            raise BadInput(f"{self.game.slug}: more than {MOST_NODES} nodes: cut it down further")
        tree.side.append(side)
        tree.situation.append(where)
        tree.children.append(children)
        tree.chances.append(chances)
        tree.value.append(value)
        return len(tree.side) - 1

    def _after(self, s: Any, side: int, action: Action, seen: tuple[int, int]) -> int:
        s = self.game.apply(s, side, action)
        if s.news:
            first, second = ([one for item in s.news if (one := item.seen_by(who)) is not None] for who in (0, 1))
            drawn = side == CHANCE
            s, seen = s.replace(news=()), (self._more(seen[0], first, drawn), self._more(seen[1], second, drawn))
        return self._node(s, seen)

    def _more(self, log: int, items: Sequence[Event], drawn: bool) -> int:
        """The log with these events. Draws of one kind that follow each other are kept in an order of their own: which
        came first says nothing."""
        if not items:
            return log
        row = tuple(items)
        before, last = self.log[log]
        if drawn and len(row) == 1 and last and all(item.called() == row[0].called() for item in last):
            log, row = before, tuple(sorted((*last, *row), key=repr))
        found = self.logs.get((log, row))
        if found is None:
            found = self.logs[(log, row)] = len(self.log)
            self.log.append((log, row))
        return found

    def _situation(self, s: Any, side: int, log: int) -> int:
        view = self.game.view(s, side).replace(news=())
        key = (side, view, log)
        found = self.situations.get(key)
        if found is None:
            found = self.situations[key] = len(self.tree.situations)
            legal = [action for action in self.game.legal(view, side) if not self.game.retracts(view, action)]
            actions = tuple(one for action in legal for one in _spelled(action))
            self.tree.situations.append(Situation(side, view, self._events(log), actions))
        return found

    def _events(self, log: int) -> tuple[Event, ...]:
        found: tuple[Event, ...] = ()
        while log:
            log, items = self.log[log]
            found = items + found
        return found


def _spelled(action: Action) -> list[Action]:
    """The actions that a template stands for."""
    found: list[Action] = [()]
    for part in action:
        parts = range(part.low, part.high + 1, part.step) if isinstance(part, Range) else (part,)
        found = [(*one, choice) for one in found for choice in parts]
    return found


def _link(tree: Tree) -> None:
    """Say of each situation which decisions of its side come before it: the same at all of its nodes, or a side would
    forget what it did."""
    nobody: frozenset[tuple[int, int]] = frozenset()
    last: list[list[frozenset[tuple[int, int]] | None]] = [[None] * len(tree.side) for _ in range(2)]
    done: set[int] = set()
    for rows in last:
        rows[-1] = nobody
    for node in range(len(tree.side) - 1, -1, -1):
        where, side = tree.situation[node], tree.side[node]
        if where >= 0:
            own = last[side][node]
            assert own is not None
            if where not in done:
                done.add(where)
                tree.order.append(where)
                tree.situations[where].before = own
            elif tree.situations[where].before != own:
                raise BadInput("a side does not see all that it did itself: this tree is not solved")
        for at, child in enumerate(tree.children[node]):
            for who, rows in enumerate(last):
                here = frozenset(((where, at),)) if who == side else rows[node]
                there = rows[child]
                assert here is not None
                rows[child] = here if there is None or there == here else there | here


# --- values -----------------------------------------------------------------------------------------------------


def even(tree: Tree) -> Mix:
    """Every action as often as every other."""
    return [[1 / len(one.actions)] * len(one.actions) for one in tree.situations]


def reaches(tree: Tree, mix: Mix, free: int) -> list[float]:
    """How often each node is reached; the side `free` plays as if every action were as likely as every other, so that
    the nodes of each of its situations are weighed by chance and by the other side alone."""
    found = [0.0] * len(tree.side)
    found[-1] = 1.0
    for node in range(len(found) - 1, -1, -1):
        weight = found[node]
        if not weight:
            continue
        side = tree.side[node]
        if side == DONE:
            continue
        children = tree.children[node]
        if side == CHANCE:
            shares: Sequence[float] = tree.chances[node]
        elif side == free:
            shares = (1 / len(children),) * len(children)
        else:
            shares = mix[tree.situation[node]]
        for child, share in zip(children, shares, strict=True):
            found[child] += weight * share
    return found


def values(tree: Tree, mix: Mix) -> list[float]:
    """What each node is worth to the first side."""
    found = list(tree.value)
    for node, side in enumerate(tree.side):
        if side != DONE:
            shares = tree.chances[node] if side == CHANCE else mix[tree.situation[node]]
            found[node] = sum([share * found[child] for share, child in zip(shares, tree.children[node], strict=True)])
    return found


def own_reach(tree: Tree, mix: Mix) -> list[float]:
    """How often a side itself plays so that each of its situations is reached."""
    found = [0.0] * len(tree.situations)
    for where in tree.order:
        before = tree.situations[where].before
        found[where] = sum([found[one] * mix[one][at] for one, at in before]) if before else 1.0
    return found


def best_answer(tree: Tree, mix: Mix, side: int) -> float:
    """What the game is worth to the first side when `side` answers the other's play as well as can be, knowing it."""
    weights = reaches(tree, mix, side)
    sign = 1.0 if side == 0 else -1.0
    chosen: list[int] = [-1] * len(tree.situations)
    worth: list[float | None] = [None] * len(tree.side)

    def value(node: int) -> float:
        known = worth[node]
        if known is not None:
            return known
        who, children = tree.side[node], tree.children[node]
        if who == DONE:
            found = tree.value[node]
        elif who == side:
            where = tree.situation[node]
            if chosen[where] < 0:
                nodes = [one for one in tree.situations[where].nodes if weights[one] > 0]
                sums = [
                    sign * sum([weights[one] * value(tree.children[one][at]) for one in nodes])
                    for at in range(len(children))
                ]
                chosen[where] = sums.index(max(sums))
            found = value(children[chosen[where]])
        else:
            shares = tree.chances[node] if who == CHANCE else mix[tree.situation[node]]
            found = sum([share * value(child) for share, child in zip(shares, children, strict=True) if share])
        worth[node] = found
        return found

    return value(len(tree.side) - 1)


# --- play that cannot be exploited ------------------------------------------------------------------------------


def solve(tree: Tree, rounds: int) -> Mix:
    """Average play after so many rounds of CFR+: what it can be made to lose goes to nothing as they grow."""
    regrets = [[0.0] * len(one.actions) for one in tree.situations]
    total = [[0.0] * len(one.actions) for one in tree.situations]
    mix = even(tree)
    for number in range(1, rounds + 1):
        for side, sign in ((0, 1.0), (1, -1.0)):
            weights, worth = reaches(tree, mix, side), values(tree, mix)
            for where, one in enumerate(tree.situations):
                if one.side != side:
                    continue
                row = regrets[where]
                for node in one.nodes:
                    weight = sign * weights[node]
                    if weight:
                        base = worth[node]
                        for at, child in enumerate(tree.children[node]):
                            row[at] += weight * (worth[child] - base)
                regrets[where] = row = [max(0.0, regret) for regret in row]
                whole = sum(row)
                mix[where] = [regret / whole for regret in row] if whole > 0 else [1 / len(row)] * len(row)
        for where, often in enumerate(own_reach(tree, mix)):
            if often:
                row = total[where]
                for at, share in enumerate(mix[where]):
                    row[at] += number * often * share
    return _shares(total)


def _shares(total: Mix) -> Mix:
    return [[x / whole for x in row] if (whole := sum(row)) > 0 else [1 / len(row)] * len(row) for row in total]


# --- players ----------------------------------------------------------------------------------------------------


def play_of(game: Game[Any], tree: Tree, chosen: Player, side: int, seeds: Sequence[str]) -> tuple[Mix, int]:
    """How a player plays a side, as the mean of what it does with these seeds; and how many questions it was asked.
    Where it draws from a mixture it is taken to play all of it."""
    total = [[0.0] * len(one.actions) for one in tree.situations]
    asked = 0
    for seed in seeds:
        answers, count = _answers(game, tree, chosen, side, seed)
        asked += count
        mix = even(tree)
        for where, row in answers.items():
            mix[where] = row
        for where, often in enumerate(own_reach(tree, mix)):
            if where in answers:
                total[where] = [old + often * share for old, share in zip(total[where], mix[where], strict=True)]
    return _shares(total), asked


Plans = dict[tuple[Action, ...], float]
"""What is still to be played of the answers given, each with its share."""


def _answers(game: Game[Any], tree: Tree, chosen: Player, side: int, seed: str) -> tuple[dict[int, list[float]], int]:
    """How often a player plays each action in each situation that its own play can reach; an answer of several actions
    is played until something comes between."""
    answers: dict[int, list[float]] = {}
    following: dict[int, list[Plans]] = {}
    asked = 0
    plans: list[Plans | None] = [None] * len(tree.side)
    plans[-1] = {(): 1.0}
    for node in range(len(tree.side) - 1, -1, -1):
        before = plans[node]
        if before is None:
            continue
        children = tree.children[node]
        if tree.side[node] != side:
            for child in children:
                plans[child] = {(): 1.0}
            continue
        where = tree.situation[node]
        if where not in answers:
            one = tree.situations[where]
            now = {plan: share for plan, share in before.items() if plan and plan[0] in one.actions}
            rest = sum(before.values()) - sum(now.values())
            if rest > 1e-9 or not now:  # a plan may have hardly any share
                memory = game.recall(one.view, side, one.seen)
                question = Question(game, side, one.view, game.legal(one.view, side), memory)
                thought = chosen.choose(question, random.Random(f"bot {seed} {where}"))
                asked += 1
                for do, share in thought.mixture or ((thought.do, 1.0),):
                    if share:
                        now[do] = now.get(do, 0.0) + rest * share
            row = [0.0] * len(one.actions)
            following[where] = [{} for _ in row]
            for plan, share in now.items():
                at = one.actions.index(plan[0])
                row[at] += share
                following[where][at][plan[1:]] = following[where][at].get(plan[1:], 0.0) + share
            answers[where] = [share / sum(row) for share in row]
        for child, then in zip(children, following[where], strict=True):
            if then:
                plans[child] = then
    return answers, asked


# --- the report -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Small:
    """A game's cut-down version."""

    game: Game[Any]
    first: Any
    text: str


def small(slug: str) -> Small:
    """The cut-down version that a game offers. Raises BadInput."""
    game = games.load(slug)
    path = game.folder / "yardstick.toml"
    if not path.is_file():
        raise BadInput(f"{slug} offers no game that is small enough to be solved")
    data = tomllib.loads(path.read_text("utf-8"))
    cut = games.load(slug, data["overlay"])
    return Small(cut, cut.setup(data["scenario"], data.get("options", {})), data["text"])


def chance(value: float) -> float:
    """A result from -1 to 1 as a chance to win, in per cent."""
    return 50 * (1 + value)


def report(slug: str, bots: Sequence[str], seeds: int, rounds: int) -> Iterator[str]:
    """What the small game is worth, and what each player holds of it: the lines of a Markdown text as they come."""
    cut = small(slug)
    tree = unroll(cut.game, cut.first)
    mix = solve(tree, rounds)
    low, high = best_answer(tree, mix, 1), best_answer(tree, mix, 0)
    middle = (low + high) / 2
    first, second = cut.game.sides
    yield cut.text
    yield (
        f"{len(tree.side)} nodes, {len(tree.order)} situations. After {rounds} rounds of CFR+ the {first} side is sure "
        f"of {chance(low):.2f} % at least, and the {second} side holds it to {chance(high):.2f} % at most.\n"
    )
    yield (
        f"| player | as {first} it is sure of | exploitable by | as {second} it is sure of | exploitable by "
        "| questions |"
    )
    yield "|---|---|---|---|---|---|"
    named = [f"yardstick {number}" for number in range(seeds)]
    for name in bots:
        ours, asked = play_of(cut.game, tree, player(name), 0, named)
        theirs, more = play_of(cut.game, tree, player(name), 1, named)
        held, given = best_answer(tree, ours, 1), best_answer(tree, theirs, 0)
        yield (
            f"| {name} | {chance(held):.1f} % | {chance(middle) - chance(held):.1f} | {100 - chance(given):.1f} % "
            f"| {chance(given) - chance(middle):.1f} | {asked + more} |"
        )


def main(argv: Sequence[str] | None = None) -> int:
    """Print the report; 2 for what cannot be done."""
    return answered(lambda: _main(argv))


def _main(argv: Sequence[str] | None) -> int:
    parser = Parser(prog="python -m ironbottom.lab.yardstick",
                    description="How much each player could be made to lose in a small game.")
    parser.add_argument("game")
    parser.add_argument("--bots", default="random,recruit,regular,veteran:steps=200,elite:steps=600")
    parser.add_argument("--seeds", type=int, default=4, help="how often each player is asked")
    parser.add_argument("--rounds", type=int, default=300, help="of CFR+")
    given = parser.parse_args(argv)
    bots = given.bots.split(",")
    at_least(1, seeds=given.seeds, rounds=given.rounds)
    for bot in bots:
        player(bot)
    for line in report(given.game, bots, given.seeds, given.rounds):
        print(line, flush=True)
    return WELL


if __name__ == "__main__":
    sys.exit(main())
