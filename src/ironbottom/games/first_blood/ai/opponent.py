"""The computer player: the script, and what a search takes from it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from ironbottom.games.first_blood.ai import combat, movement, prospects, script
from ironbottom.games.first_blood.ai.combat import TEMPERS, Temper, attack_plan
from ironbottom.games.first_blood.ai.movement import WAYS, Way, move_plan, varied_plan
from ironbottom.games.first_blood.rules.air import LAUNCH, AirStep
from ironbottom.games.first_blood.rules.declaration import Declare
from ironbottom.games.first_blood.rules.movement import Move
from ironbottom.games.first_blood.rules.printed import AMERICAN
from ironbottom.games.first_blood.rules.reinforcement import Arrive
from ironbottom.games.first_blood.rules.results import Advance, Lose, Retreat
from ironbottom.games.first_blood.rules.state import Position
from ironbottom.games.first_blood.rules.supply import SupplyLoss
from ironbottom.kernel.action import Action
from ironbottom.kernel.learnt import logistic
from ironbottom.kernel.opponent import Opponent, Plan

THOUGHTS = (combat, movement, script)
"""Where the thoughts of the script stand: they are registered when the modules are read."""
PROPOSED = 16
"""Plans for a movement phase: the named ways, then ways at random."""
PLACES = {"west": "0416", "south": "0010", "east": "0304", "centre": "0609", "river": "0214"}
"""Where units may be drawn to, each named for its part of the map."""
BOLDNESS = {
    "bold": 0.7, "raid": 1.0, "hunt": 0.5, "net": 0.4, "careful": -0.5, "home": -0.7, "hold": -1.0, "shy": -0.7,
    "assault": 0.7, "probe": -0.5, "broadside": 0.4, "thrift": -0.3,
}  # fmt: skip
MANNERS = (("careful", "probe"), ("shy", "probe")), (("bold", "assault"), ("bold", "assault"))
"""How a script that is careful, or bold, spends a movement phase and declares attacks, by side."""
AHEAD = 4
"""So many halves of turns plans are played out, before the last turns."""
LAST_PLAYED = 2
"""With no more turns to come than these (JAN I), plans are played to the end of the game."""
SHARES: dict[type, float] = {
    Move: 0.7, Declare: 0.3, Arrive: 0.3, AirStep: 0.3, Advance: 0.2, Retreat: 0.15, SupplyLoss: 0.08, Lose: 0.08,
}  # fmt: skip
"""Movement deserves most of a turn's thought; where units land, in JAN I who flies, and what a fight leaves to decide
some besides."""
COSTLY_FROM, COSTLY = 12, 0.3
"""From the turn on in which what is given up for supply may decide the end, so much for that."""


class FirstBloodOpponent(Opponent[Position]):
    """Plays both sides."""

    searches = True
    lean = 0.1

    def styled(
        self, view: Position, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random, bold: bool
    ) -> tuple[Plan, ...]:
        """Movement phases and declarations in a bolder or a more careful way than the script's own."""
        own = self.policy(view, side, legal, memory, rng)
        top, (moves, attacks) = view.stack[-1], MANNERS[bold][side]
        if _whole_phase(view):
            plan = _moved(view, side, next(way for way in WAYS[side] if way.name == moves))
        elif isinstance(top, Declare) and top.hand < 0:
            plan = _attacked(view, top, next(temper for temper in TEMPERS if temper.name == attacks))
        else:
            return own
        return (plan._replace(score=own[0].score), *own[1:]) if plan.do else own

    def rollout(
        self, view: Position, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
    ) -> tuple[Plan, ...]:
        if _whole_phase(view):
            plan = move_plan(view, side, WAYS[side][0])
            if plan.do:
                return (plan,)
        return self.policy(view, side, legal, memory, rng)

    def proposals(
        self, view: Position, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
    ) -> tuple[Plan, ...]:
        """Plans for the decision, the script's own first: a movement phase, a declaration of attacks, the landings of a
        turn or the flights of JAN I in several ways; each advance, retreat and loss. All else the script decides."""
        top = view.stack[-1]
        plans: list[Plan] = []
        if _whole_phase(view):
            plans = [_moved(view, side, way) for way in WAYS[side]]
            plans += [move_plan(view, side, _any_way(rng)) for _ in range(PROPOSED - len(plans))]
        elif isinstance(top, Declare) and top.hand < 0:
            plans = [_attacked(view, top, temper) for temper in TEMPERS]
        elif isinstance(top, Arrive) and top.hand < 0:
            plans = script.arrivals(view, side)
        elif isinstance(top, AirStep) and top.part == LAUNCH:
            plans = script.flights(view, self.policy(view, side, legal, memory, rng)[0], legal)
        elif isinstance(top, (Advance, Retreat, Lose, SupplyLoss)):
            plans = list(self.policy(view, side, legal, memory, rng))
            if isinstance(top, Advance):  # the script has no opinion on them
                plans[1:] = rng.sample(plans[1:], len(plans) - 1)
            plans = plans[:PROPOSED]
        if not plans or not plans[0].do:
            plans = [self.policy(view, side, legal, memory, rng)[0]]
        found: dict[tuple[Action, ...], Plan] = {}
        for plan in plans:
            if plan.do:
                found.setdefault(plan.do, plan)
        return tuple(found.values())

    def vary(
        self, view: Position, side: int, do: tuple[Action, ...], memory: Any, rng: random.Random, most: int
    ) -> tuple[Plan, ...]:
        """Up to so many variations of a movement phase: some units go elsewhere."""
        if not _whole_phase(view):
            return ()
        found = dict.fromkeys(varied_plan(view, side, do, rng) for _ in range(most))
        return tuple(Plan("", plan, 0.0) for plan in found if plan)

    def phase(self, state: Position) -> int:
        return prospects.phase(state)

    def learn_phase(self, state: Position) -> int:
        return prospects.half(state)

    def signs(self, state: Position) -> tuple[float, ...]:
        return prospects.signs(state)

    def worth(self, state: Position, side: int) -> float:
        """The logarithm of the odds that the side wins."""
        return prospects.worth(state, side)

    def evaluate(self, state: Position, side: int) -> float:
        return logistic(prospects.worth(state, side))

    def to_the_end(self, state: Position) -> bool:
        """In the last turns everything hangs on who can still be reached, which no sum of signs tells: it is played
        out."""
        return super().to_the_end(state) or state.setting.last - state.turn <= LAST_PLAYED

    def until(self, state: Position, turns: int) -> int | None:
        """Twice as far as elsewhere: what a movement is worth shows when both have moved once more. In the last turns
        to the last dice: their chances are known, and thrown they would drown the plans."""
        if self.to_the_end(state):
            return prospects.last_fights(state) if state.setting.enough == 1 else None
        return self.phase(state) + max(turns, AHEAD)

    def share(self, view: Position, side: int) -> float:
        if isinstance(view.stack[-1], SupplyLoss) and view.turn >= COSTLY_FROM:
            return COSTLY
        return SHARES.get(type(view.stack[-1]), 0.05)

    def boldness(self, intention: str) -> float:
        return BOLDNESS.get(intention.rpartition(".")[2], 0.0)


def _whole_phase(view: Position) -> bool:
    """Whether a movement phase stands open with nothing in hand, and nothing flies before it."""
    top = view.stack[-1]
    if not isinstance(top, Move) or top.hand >= 0 or top.over >= 0:
        return False
    return top.side == AMERICAN or combat.early_flight(view) is None


@lru_cache(maxsize=64)
def _moved(view: Position, side: int, way: Way) -> Plan:
    """A movement phase in one of the named ways; remembered, for the same question comes again."""
    return move_plan(view, side, way)


@lru_cache(maxsize=64)
def _attacked(view: Position, top: Declare, temper: Temper) -> Plan:
    """A declaration in one of the named tempers; remembered likewise."""
    return attack_plan(view, top, temper)


def _any_way(rng: random.Random) -> Way:
    """A way at random: a part of the map draws units, and the odds, crowding and fear are other than the script's."""
    name = rng.choice(tuple(PLACES))
    return Way(
        name, rng.choice((1.0, 1.0, 0.8, 0.65, 1.4, 0.0)), rng.choice((None, True, False)), PLACES[name],
        rng.choice((0.1, 0.3, 0.8)), rng.choice((0.0, 0.5, 1.5, -0.4)), rng.choice((0.5, 1.0, 2.0)),
    )  # fmt: skip
