"""The computer player: the script for both sides, and what a search takes from it.

Each side holds villages with its weakest units, keeps a strong garrison on the airfield, masses against what can be
beaten with a gain, and spends supply where a die takes most. All values are victory points.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from ironbottom.games.henderson_field.ai import assault, fire, landing, movement, prospects, results
from ironbottom.games.henderson_field.ai.landing import aim, landing_plan, varied_landing
from ironbottom.games.henderson_field.ai.movement import ORDERS, STYLES, Style, step_plan, varied_plan
from ironbottom.games.henderson_field.ai.sight import Sight, alive
from ironbottom.games.henderson_field.knowledge import informed
from ironbottom.games.henderson_field.rules.artillery import Fire
from ironbottom.games.henderson_field.rules.assault import BanzaiChoice, Stand
from ironbottom.games.henderson_field.rules.guerrillas import Guerrillas
from ironbottom.games.henderson_field.rules.movement import Move
from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE
from ironbottom.games.henderson_field.rules.reinforcement import Land
from ironbottom.games.henderson_field.rules.state import Position, operational, units_in
from ironbottom.kernel.action import Action
from ironbottom.kernel.opponent import Opponent, Plan

PROPOSED = 8
"""Plans for a movement step: the named styles, those with orders that are on offer, then styles at random. Plans for a
landing: the script's, then landings with a liking for some hexes."""
LIKING = (1.0, 2.0, 4.0)
"""How strong such a liking is, in points: the spread of what it adds to a hex."""
MOST = 4
"""Plans for a decision that is no movement step."""
SHARES: Mapping[type, float] = {Land: 0.3, Move: 0.5, Fire: 0.08, Stand: 0.05, BanzaiChoice: 0.05, Guerrillas: 0.03}
"""What is searched at all, and the part of a turn's thought that it deserves."""
BOLDNESS: Mapping[str, float] = {
    "bold": 1.0, "raid": 0.6, "attack": 0.5, "fire": 0.3, "home": -0.5, "careful": -0.7, "hold": -1.0, "wait": -0.5,
    "leave": -0.6, "cover": -0.3, "spread": -0.1,
}  # fmt: skip
SCRIPT = (assault, fire, landing, movement, results)
"""Where the thoughts of the script stand: they are registered when the module is loaded."""


class HendersonOpponent(Opponent[Position]):
    """Plays both sides."""

    searches = True
    lean = 0.5
    occasions = ("guns", "shell", "battery", "guard", "village", "base", "road", "together")

    def policy(
        self, view: Position, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
    ) -> tuple[Plan, ...]:
        """The plans thought of, best first; what is remembered is looked at like what is seen."""
        view = informed(view, side, memory)
        return tuple(sorted(super().policy(view, side, legal, memory, rng), key=lambda plan: -plan.score))

    def styled(
        self, view: Position, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random, bold: bool
    ) -> tuple[Plan, ...]:
        """Movement steps in a bolder or a more careful way than the script's own."""
        own = self.policy(view, side, legal, memory, rng)
        view = informed(view, side, memory)
        if not isinstance(view.stack[-1], Move) or view.doings[side].hand:
            return own
        way = next(style for style in STYLES[side] if style.name == ("bold" if bold else "careful"))
        plan = step_plan(view, side, way)[0]
        return (plan._replace(score=own[0].score), *own[1:]) if plan.do else own

    def worth(self, state: Position, side: int) -> float:
        """How good a position is for a side in points, 0 being even: what has been scored, what the places held will
        score in the next turns, and what stands on the island."""
        if state.result is not None:
            return 100.0 * state.result.returns[side]
        p = state.setting
        left = min(3, len(p.turns) - state.turn)
        good = float(state.points) + 0.9 * left * (state.villages.count(AMERICAN) - state.villages.count(JAPANESE))
        if operational(state):
            each = p.points["field"]
            good += 0.9 * left * (each["american"] if state.field == AMERICAN else -each["japanese"])
        else:
            good -= 8.0
        if state.field == JAPANESE:
            good -= 6.0 + (20.0 if state.turn + 2 >= len(p.turns) else 0.0)
        good += 0.05 * (min(20, state.supply[AMERICAN]) - min(20, state.supply[JAPANESE]))
        good += 0.35 * (alive(state, AMERICAN) - alive(state, JAPANESE)) + 0.04 * state.status
        return good if side == AMERICAN else -good

    def proposals(
        self, view: Position, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
    ) -> tuple[Plan, ...]:
        """The script's own plan first; a landing and a movement step as a whole, in many ways; where little hangs on it
        the script alone."""
        view = informed(view, side, memory)
        if isinstance(view.stack[-1], Land):
            own = landing_plan(view, side)
            others = dict.fromkeys(landing_plan(view, side, _liking(rng)) for _ in range(PROPOSED - 1))
            others.pop(own, None)
            return Plan("intention.land", own, 0.0), *(Plan("intention.land", do, 0.0) for do in others)
        thought = self.policy(view, side, legal, memory, rng)
        plans = list(thought[: MOST if type(view.stack[-1]) in SHARES else 1])
        if isinstance(view.stack[-1], Move):
            plans = list(thought[:1])
            if not view.doings[side].hand:
                verbs = {action[0] for action in legal}
                styles = (*STYLES[side][1:], *(style for style in ORDERS[side] if style.order in verbs))
                plans += [step_plan(view, side, style)[0] for style in styles]
                plans += [step_plan(view, side, _any_style(side, rng))[0] for _ in range(PROPOSED - len(plans))]
        found = dict[tuple[Action, ...], Plan]()
        for plan in plans:
            found.setdefault(plan.do, plan)
        return tuple(found.values())

    def vary(
        self, view: Position, side: int, do: tuple[Action, ...], memory: Any, rng: random.Random, most: int
    ) -> tuple[Plan, ...]:
        """Up to so many variations of a landing or a movement step: some units go elsewhere."""
        view = informed(view, side, memory)
        if isinstance(view.stack[-1], Land):
            landings = dict.fromkeys(varied_landing(view, side, do, rng) for _ in range(most))
            return tuple(Plan("intention.land", plan, 0.0) for plan in landings)
        if not isinstance(view.stack[-1], Move) or view.doings[side].hand:
            return ()
        found = dict.fromkeys(varied_plan(view, side, do, rng) for _ in range(most))
        return tuple(Plan("", plan, 0.0) for plan in found if plan)

    def phase(self, state: Position) -> int:
        """Grows by one with each side's half of a turn."""
        return prospects.phase(state)

    def signs(self, state: Position) -> tuple[float, ...]:
        """What matters in a position."""
        return prospects.signs(state)

    def evaluate(self, state: Position, side: int) -> float:
        """The chance to win, learnt."""
        return prospects.chance(state, side)

    def share(self, view: Position, side: int) -> float:
        """Movement deserves most of a turn's thought."""
        return SHARES.get(type(view.stack[-1]), 0.02)

    def occasion(self, view: Position, side: int, plan: Plan) -> str:
        """Of a landing: what the first unit does where it lands."""
        if not isinstance(view.stack[-1], Land):
            return ""
        p, hand = view.setting, units_in(view.doings[side].hand)
        takes = [p.unit_number[action[1]][1] for action in plan.do if action[0] == "take"]
        goal = next((p.number[action[1]] for action in plan.do if action[0] == "land"), -1)
        units = [*hand, *takes][:1]
        return aim(Sight(view, side), units[0], goal) if units and goal >= 0 else ""

    def boldness(self, intention: str) -> float:
        """From -1 (cautious) to 1 (bold)."""
        return BOLDNESS.get(intention.rpartition(".")[2], 0.0)


def _liking(rng: random.Random) -> Callable[[int], float]:
    """A liking for some hexes, the same for all units, so that they land together."""
    spread, found = rng.choice(LIKING), dict[int, float]()

    def taste(here: int) -> float:
        if here not in found:
            found[here] = rng.gauss(0.0, spread)
        return found[here]

    return taste


def _any_style(side: int, rng: random.Random) -> Style:
    """A style at random: other odds, another fear, another goal."""
    own = STYLES[side][0]
    return Style(
        "other", own.bar + rng.choice((-0.5, 0.0, 0.5, 1.5)), own.fear * rng.choice((0.5, 1.0, 1.5, 2.0)),
        rng.choice((0, 1, 2, 3)), rng.choice((0.5, 1.0, 1.5)), rng.choice((0.5, 1.0, 1.5)),
    )  # fmt: skip
