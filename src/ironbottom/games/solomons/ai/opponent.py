"""The computer player: its script, and what a search needs beside it.

What Japan announces, the task forces, the plots and the fight ashore are the mission templates (`schemes`) and their
variations. In the air, at sea and in a fight the script is left only for an alternative (`alternatives`) that leads it
by so much and so surely (`proof`). A plan is played on to the end of the half: both sides then write by the script what
follows from it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from ironbottom.games.solomons.ai import prospects
from ironbottom.games.solomons.ai.alternatives import THOUGHT, alternatives
from ironbottom.games.solomons.ai.planning import plotted, ranked
from ironbottom.games.solomons.ai.schemes import said, squadrons
from ironbottom.games.solomons.ai.script import best, wish, wishes, written
from ironbottom.games.solomons.rules.air.allocation import AirSheet
from ironbottom.games.solomons.rules.air.counter_attack import CounterAttack
from ironbottom.games.solomons.rules.air.ship_attack import Division, Grouping, ShipAttack
from ironbottom.games.solomons.rules.deployment import Allocation, PreliminarySetUp
from ironbottom.games.solomons.rules.ground import AttackChoice
from ironbottom.games.solomons.rules.intelligence import SAYS, SLOT, Announcement
from ironbottom.games.solomons.rules.missions import AbortAfterSubmarine, Orders
from ironbottom.games.solomons.rules.plotting import Plotting
from ironbottom.games.solomons.rules.printed import JAPAN, USA
from ironbottom.games.solomons.rules.sealed import Sealed
from ironbottom.games.solomons.rules.state import Campaign
from ironbottom.games.solomons.rules.surface import Alteration, Shield, TargetChoice, Withdrawal
from ironbottom.kernel.action import Action
from ironbottom.kernel.opponent import Asked, Opponent, Plan
from ironbottom.kernel.step import Step

MOST = 8
"""Plans for one decision."""
SHARES: dict[type[Step], float] = {
    Announcement: 0.4, Allocation: 0.35, Plotting: 0.25, AttackChoice: 0.4, Alteration: 0.05, PreliminarySetUp: 0.1,
    AirSheet: 0.3, Orders: 0.2, Division: 0.2, CounterAttack: 0.2, TargetChoice: 0.2, Shield: 0.2, Withdrawal: 0.1,
    ShipAttack: 0.1, Grouping: 0.1, AbortAfterSubmarine: 0.1,
}
"""What is searched at all, and the part of the thought for a half that it deserves."""
DOUBT = 2.0
"""By how many standard errors an alternative must lead the script in the air, at sea and in a fight, ..."""
SEEN, HIDDEN = 0.003, 0.01
"""... beyond this: where all that matters lies open, and where the dealt worlds may all be wrong in the same way about
what the other side is at (docs/balance.md: what less brings)."""
OPEN = (Division, ShipAttack, CounterAttack, Shield, Withdrawal)
BOLD = {"all_out": 0.4, "fleet_run": 0.28, "fleet_land": 0.28, "fleet": 0.2, "carriers": 0.2, "assault": 0.2,
        "land": 0.16, "carriers_land": 0.28, "together": 0.12, "carriers_together": 0.24, "part": 0.04,
        "blockade": 0.12, "answer": 0.2, "ambush": 0.28, "supply_ambush": 0.28, "supply_answer": 0.16, "starve": 0.12,
        "alter": 0.16, "lone_supply": 0.08, "covered": 0.12, "strike": 0.12, "engage": 0.12, "quiet": -0.4,
        "turn_back": -0.28, "decline": -0.2, "spare": -0.2, "half": -0.08, "late": -0.08}
"""What a plan differs by from another is little here in any half: with weights of 1 the bold Veteran won three games in
ten against the careful one."""


class SolomonsOpponent(Opponent[Campaign]):
    """Plays both sides from the view alone: the view keeps the sightings, and nothing else is remembered."""

    searches = True
    loyalty = 0.01
    lean = 0.625
    least_worlds = 4
    plot_worlds = 4

    def policy(
        self, view: Campaign, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
    ) -> tuple[Plan, ...]:
        asked = Asked(view, side, legal, memory, rng)
        found = [written(asked, wished) for wished in wishes(asked)]
        return tuple(sorted({plan.do: plan for plan in reversed(found)}.values(), key=lambda plan: -plan.score))

    def rollout(
        self, view: Campaign, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
    ) -> tuple[Plan, ...]:
        asked = Asked(view, side, legal, memory, rng)
        return (_answer(asked) if isinstance(view.stack[-1], Allocation) else best(asked),)

    def proposals(
        self, view: Campaign, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
    ) -> tuple[Plan, ...]:
        """The script's own plan first; where little hangs on it, that alone."""
        asked = Asked(view, side, legal, memory, rng)
        unique: dict[tuple[Action, ...], Plan] = {}
        for plan in _proposed(asked):
            unique.setdefault(plan.do, plan)
        return tuple(unique.values())[:MOST]

    def worth(self, state: Campaign, side: int) -> float:
        """How good a position is for a side, from -1 to 1."""
        return prospects.balance(state, side)

    def signs(self, state: Campaign) -> tuple[float, ...]:
        return prospects.signs(state)

    def phase(self, state: Campaign) -> int:
        """Three more with each half of a Game-Turn, in which both sides act: a plan is played on to its end; in the
        last Game-Turn to the end of the campaign, for what is scored counts then, and nothing else."""
        phase = prospects.phase(state)
        last = state.turn == int(state.p.numbers["time"]["turns"]) and state.half == 2
        return 3 * phase - 2 * last

    def evaluate(self, state: Campaign, side: int) -> float:
        return prospects.chance(state, side)

    def share(self, view: Campaign, side: int) -> float:
        """Which part of the thought for a half a decision deserves."""
        return SHARES.get(type(view.stack[-1]), 0.01)

    def boldness(self, intention: str) -> float:
        return BOLD.get(intention, 0.0)

    def proof(self, view: Campaign) -> tuple[float, float] | None:
        """By how much another plan must lead the script's, and by how many standard errors more; None: as the search
        has it, and what is sealed is mixed."""
        step = type(view.stack[-1])
        return (SEEN if step in OPEN else HIDDEN, DOUBT) if step in THOUGHT or step is AttackChoice else None


WITH_GUNS = {"quiet": "answer", "lone_supply": "supply_answer"}
"""What the Americans do about a run down the Slot in play-outs, where their script would keep the guns at home."""


def _answer(asked: Asked[Campaign]) -> Plan:
    """The script's task forces, with the guns against an announced run: who thinks sends them, for the Japanese who
    sails is mostly a lone destroyer, and a Japan that reckons with the script alone loses it."""
    if asked.side == USA and asked.view.said[SLOT]:
        plans = wishes(asked)
        other = WITH_GUNS.get(plans[0].intention)
        return written(asked, next((plan for plan in plans if plan.intention == other), plans[0]))
    return best(asked)


def _proposed(asked: Asked[Campaign]) -> Iterable[Plan]:
    step = asked.view.stack[-1]
    if asked.view.ready[asked.side] or type(step) not in SHARES:
        return [best(asked)]
    if type(step) in THOUGHT:
        return [best(asked), *(_composed(asked, wished) for wished in alternatives(asked))]
    if isinstance(step, Announcement):
        return _announcements(asked)
    found = _plots(asked) if isinstance(step, Plotting) else wishes(asked)
    return [written(asked, wished) for wished in found]


def _composed(asked: Asked[Campaign], wished: Plan) -> Plan:
    """A wish as a plan: what is sealed is written to its end, other answers follow one another."""
    return written(asked, wished) if isinstance(asked.view.stack[-1], Sealed) else wished


def _announcements(asked: Asked[Campaign]) -> list[Plan]:
    """RS-170: whole announcements, each as a scheme asks for it."""
    view = asked.view
    if view.drafts[JAPAN]:
        return [best(asked)]
    found: dict[tuple[int, int, int], Plan] = {}
    for scheme, score in ranked(view, JAPAN):
        words = said(view, squadrons(view, JAPAN, scheme))
        do = [("say", SAYS[kind][0], SAYS[kind][1][word]) for kind, word in enumerate(words) if word]
        found.setdefault(words, wish(scheme.name, [*do, ("announce",)], score))
    return list(found.values())


def _plots(asked: Asked[Campaign]) -> list[Plan]:
    """The script's plots, and the same later."""
    view, side = asked.view, asked.side
    return [wish("early", plotted(view, side)),
            *(wish("late", plotted(view, side, late), -late) for late in (1, 2, 3))]
