"""The computer opponent of the two-player game: its script, and what a search needs beside it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from ironbottom.games.archies_war.ai import prospects
from ironbottom.games.archies_war.ai.plans import STANDS, drawn_set_up
from ironbottom.games.archies_war.ai.sight import GAME, TOKENS, guess, tables
from ironbottom.games.archies_war.knowledge import informed, placed
from ironbottom.games.archies_war.memory import Memory
from ironbottom.games.archies_war.rules.combat import GENERAL
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE
from ironbottom.games.archies_war.rules.reinforcement import SetUp
from ironbottom.games.archies_war.rules.sequence import Actions
from ironbottom.games.archies_war.rules.state import Position
from ironbottom.kernel.action import Action
from ironbottom.kernel.game import Game
from ironbottom.kernel.opponent import Asked, Opponent, Plan
from ironbottom.kernel.step import side_of

FIRSTS, SECONDS, FROM, EARLY = 12, 3, 5, 5
"""How many first actions are proposed; how many second ones after each of the best so many of them; and the place, from
0, of what is to be tried early."""
NAMED = 8
"""Of the first actions, so many are the best of their intention."""
END: tuple[Action, ...] = (("end",),)
THEREAFTER = 0.5
"""Of what a second action adds to a quiet first one, so much is reckoned for the one that is left after a fight, which
cannot be foreseen."""
UNSURE = 0.3
"""So much of where Vandegrift may be is dealt evenly: the script has to make up its mind, and is too sure."""
BOLDNESS: Mapping[str, float] = {
    "storm": 1.0, "strike": 0.7, "landing": 1.0, "clear": 0.5, "fight": 0.5, "advance": 0.5, "hunt": 0.5,
    "outpost": 0.3, "stay": 0.5, "hold": -0.7, "guard": -0.7, "return": -0.5, "mass": -0.3, "recall": -0.3,
}  # fmt: skip


class ArchiesOpponent(Opponent[Position]):
    """For both sides."""

    searches = True
    occasions = ("bar", "open")
    lean = 0.1
    hasty = True
    hedge = 0.5

    def __init__(self, game: Game[Position]) -> None:
        self.game = game

    def worth(self, state: Position, side: int) -> float:
        """What the blocks in play and the tokens are worth to a side, its enemy's taken off."""
        if state.result is not None:
            return GAME * state.result.returns[side]
        table = tables(state.setting)
        sums = [0.0, 0.0]
        for owner in (AMERICAN, JAPANESE):
            values = table.late[owner]
            mean = sum(values[k] for k in state.setting.whole[owner]) / max(1, len(state.setting.whole[owner]))
            for stack in state.blocks[owner]:
                sums[owner] += sum(values[item >> 2] if item >= 0 else mean for item in stack)
        drawer = (side_of(state.stack[-1]) if state.stack else None) or AMERICAN
        sums[drawer] += sum(table.late[drawer][kind] for kind in state.drawn if kind >= 0)
        if state.attackers and state.held is not None:
            owner = JAPANESE if state.blocks[AMERICAN][state.held.place] else AMERICAN
            sums[owner] += sum(table.late[owner][kind] for kind in state.attackers if kind >= 0)
        sums[JAPANESE] += sum(TOKENS[: state.tokens])
        return sums[side] - sums[1 - side]

    def occasion(self, view: Position, side: int, plan: Plan) -> str:
        """Of an American outpost that leaves the field or a place beside it empty: whether Japanese could walk in."""
        outpost = side == AMERICAN and plan.intention.rpartition(".")[2] == "outpost"
        if not outpost or not isinstance(view.stack[-1], Actions):
            return ""
        setting, table, blocks = view.setting, tables(view.setting), view.blocks
        takes = [setting.index[action[1]] for action in plan.do if action[0] == "take"]
        goal = next((setting.index[action[1]] for action in plan.do if action[0] == "go"), -1)
        origin, held = (view.hand.origin, len(view.hand.blocks)) if view.hand is not None else (takes[0], 0)
        if origin not in (table.field, *table.adjacent) or held + len(takes) < len(blocks[AMERICAN][origin]):
            return ""
        ours = {place for place, stack in enumerate(blocks[AMERICAN]) if stack} - {origin} | {goal}
        theirs = {place for place, stack in enumerate(blocks[JAPANESE]) if stack} | (set(setting.anchors) - ours)
        walls = sum([1 << place for place in ours])
        come = any(origin == to for place in theirs for to, _ in table.reach(place, walls))
        return "open" if come else "bar"

    def rollout(
        self, view: Position, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
    ) -> tuple[Plan, ...]:
        """The plans by what one action is worth."""
        return super().policy(view, side, legal, memory, rng)

    def policy(
        self, view: Position, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
    ) -> tuple[Plan, ...]:
        """With two actions left the most promising first ones by what they are worth with the second that follows."""
        plans = self.rollout(view, side, legal, memory, rng)
        if not isinstance(view.stack[-1], Actions) or view.actions < 2 or view.hand is not None or len(plans) < 2:
            return plans
        firsts = _promising(plans)
        gains, weighed = [], []
        for first in firsts:
            after = self._after(view, side, first)
            if after is None:
                weighed.append((first, first.do != END))
                continue
            second = self.rollout(after, side, self.game.legal(after, side), memory, rng)[0]
            fights = after.held is not None and second.intention == "fight"
            if not fights:
                gains.append(second.score - first.score)
            weighed.append((first._replace(score=max(first.score, second.score), then=second.do), fights))
        more = THEREAFTER * sum(gains) / max(1, len(gains))
        found = [plan._replace(score=plan.score + more) if unknown else plan for plan, unknown in weighed]
        found += [plan for plan in plans if plan not in firsts]
        return tuple(sorted(found, key=lambda plan: (-plan.score, plan.do)))

    def proposals(
        self, view: Position, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
    ) -> tuple[Plan, ...]:
        """The script's plans: its best, the best of each intention, then the next best; each followed by the script's
        own second action, and the best of them by others too. A set-up is drawn in other shares than the script's."""
        if isinstance(view.stack[-1], SetUp):
            return drawn_set_up(Asked(view, side, legal, memory, rng), STANDS)
        plans = self.policy(view, side, legal, memory, rng)
        found = [plan._replace(then=()) for plan in _promising(plans)]
        beside = _company(view, plans) if side == AMERICAN else None
        if beside is not None and all(plan.do != beside.do for plan in found[: EARLY + 1]):
            found = [plan for plan in found if plan.do != beside.do]
            found.insert(EARLY, beside._replace(then=()))
        if not isinstance(view.stack[-1], Actions) or view.actions < 2:
            return tuple(found)
        more: list[Plan] = []
        for first in found[:FROM]:
            after = self._after(view, side, first)
            if after is not None:
                seconds = self.rollout(after, side, self.game.legal(after, side), memory, rng)
                more += [Plan(first.intention, first.do, second.score, second.do) for second in seconds[1:SECONDS]]
        at = min(len(found), EARLY + 1)
        return (*found[:at], *more, *found[at:])

    def _after(self, view: Position, side: int, plan: Plan) -> Position | None:
        """The view after a plan, if the side goes on there with its actions."""
        now: Any = view
        try:
            for action in plan.do:
                now = self.game.apply(now, side, action)
        except (IndexError, ValueError, KeyError, AttributeError):  # what follows depends on what the view lacks
            return None
        return now if self.game.to_move(now) == (side,) and isinstance(now.stack[-1], Actions) else None

    def proof(self, view: Position) -> tuple[float, float] | None:
        """The Americans' opening is the script's, which draws where Vandegrift stands: a search that knows what its
        enemy expects would put him always elsewhere, and while no Japanese is ashore its moves would tell where. It
        gains nothing there."""
        opening = isinstance(view.stack[-1], SetUp | Actions) and not any(view.blocks[JAPANESE])
        return (1.0, 0.0) if opening and view.turn == 1 else None

    def phase(self, state: Position) -> int:
        return prospects.phase(state)

    def evaluate(self, state: Position, side: int) -> float:
        return prospects.chance(state, side)

    def doubt(self, world: Position, side: int) -> int | None:
        """Where Vandegrift stands, for the Japanese."""
        if side == AMERICAN:
            return None
        return next((at for at, stack in enumerate(world.blocks[AMERICAN])
                     if any(item >= 0 and item >> 2 == GENERAL for item in stack)), None)

    def signs(self, state: Position) -> tuple[float, ...]:
        return prospects.signs(state)

    def share(self, view: Position, side: int) -> float:
        """Half a turn's thought for the first action, a third for the second, a little for what a fight asks."""
        if not isinstance(view.stack[-1], Actions):
            return 0.1
        return 0.5 if view.actions > 1 else 0.3

    def boldness(self, intention: str) -> float:
        return BOLDNESS.get(intention, 0.0)

    def suppose(self, view: Position, side: int, memory: Memory | None, rng: random.Random) -> Position:
        """Vandegrift where he probably is."""
        if memory is None or not memory.general or view.battle is not None or view.result:
            return view
        told, proven = informed(view, side, memory)
        shares = guess(told, memory, proven)
        alive = sum(shares.values())
        likely = [(1 - UNSURE) * share + UNSURE * alive / len(shares) for share in shares.values()]
        where = rng.choices([*shares, -1], [*likely, max(0.02, 1 - alive)])[0]
        return view if where < 0 else placed(view, AMERICAN, where, GENERAL)

    def supposed(self, memory: Memory | None, side: int) -> Memory:
        """What the enemy has made of the events that all have seen."""
        known = self.game.knowledge.start(side)
        return memory.other if memory is not None and memory.other is not None else known


def _company(view: Position, plans: tuple[Plan, ...]) -> Plan | None:
    """The best plan that brings somebody to Vandegrift where he stands alone: one attack
    throws him out. The script thinks little of it, for it does not reckon Attrition for him."""
    places = view.setting.locations
    alone = [at for at, stack in enumerate(view.blocks[AMERICAN]) if len(stack) == 1 and stack[0] >> 2 == GENERAL]
    return next((plan for plan in plans for at in alone
                 if plan.do[-1][:2] == ("go", places[at])), None) if alone else None


def _promising(plans: tuple[Plan, ...]) -> list[Plan]:
    """The best, the best of each intention, then the next best; each first action once."""
    named: dict[str, Plan] = {}
    for plan in plans:
        named.setdefault(plan.intention, plan)
    order = [plans[0], *list(named.values())[:NAMED], *plans]
    by_do: dict[tuple[Action, ...], Plan] = {}
    for plan in order:
        by_do.setdefault(plan.do, plan)
    return list(by_do.values())[:FIRSTS]
