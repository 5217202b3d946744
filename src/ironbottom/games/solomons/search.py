"""What a search needs beside the script: plans for the sheets of a half and for what comes up at sea, and what they are
worth.

What Japan announces, the task forces, the plots and the fight ashore are the mission templates (`schemes`) and their
variations. In the air, at sea and in a fight the script is left only for an alternative (`alternatives`) that leads it
by so much and so surely (`proof`). A plan is played on to the end of the half: both sides then write by the script what
follows from it.
"""

from __future__ import annotations

import random
from typing import Any

from ironbottom.games.solomons import bot, prospects
from ironbottom.games.solomons.alternatives import THOUGHT, alternatives
from ironbottom.games.solomons.bot import Option, features, remember, start, worth
from ironbottom.games.solomons.intelligence import SAYS
from ironbottom.games.solomons.printed import JAPAN
from ironbottom.games.solomons.schemes import said, squadrons
from ironbottom.games.solomons.state import Campaign
from ironbottom.kernel.action import Action
from ironbottom.kernel.opponent import Plan

__all__ = ["boldness", "evaluate", "features", "phase", "policy", "proof", "proposals", "remember", "share", "start",
           "worth"]

LEAST_WORLDS, PLOT_WORLDS = 4, 4
LOYALTY = 0.01
"""By how much, as a chance to win, a plan must lead the script's own: less is within the error of the values."""
MOST = 8
"""Plans for a sheet."""
SHARES = {
    "Announcement": 0.4, "Allocation": 0.35, "Plotting": 0.25, "AttackChoice": 0.1, "Alteration": 0.05,
    "PreliminarySetUp": 0.1, "AirSheet": 0.3, "Orders": 0.2, "Division": 0.2, "CounterAttack": 0.2, "TargetChoice": 0.2,
    "Shield": 0.2, "Withdrawal": 0.1, "ShipAttack": 0.1, "Grouping": 0.1, "AbortAfterSubmarine": 0.1,
}
"""What is searched at all, and the part of the thought for a half that it deserves."""
DOUBT = 2.0
"""By how many standard errors an alternative must lead the script in the air, at sea and in a fight, ..."""
SEEN, HIDDEN = 0.003, 0.01
"""... beyond this: where all that matters lies open, and where the dealt worlds may all be wrong in the same way about
what the other side is at (docs/balance.md: what less brings)."""
OPEN = ("Division", "ShipAttack", "CounterAttack", "Shield", "Withdrawal")


def policy(view: Campaign, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random) -> tuple[Plan, ...]:
    """The script as it is played on in the mind: its first choice alone."""
    return (bot.best(view, side, legal),)


def proposals(
    view: Campaign, side: int, legal: tuple[Action, ...], memory: Any, rng: random.Random
) -> tuple[Plan, ...]:
    """The script's own plan first; where little hangs on it, that alone."""
    step = type(view.stack[-1]).__name__
    if step in THOUGHT and not view.ready[side]:
        plans: list[Plan] = [bot.best(view, side, legal)]
        plans += [composed(view, side, legal, option) for option in alternatives(view, side, legal)]
    elif step not in SHARES or view.ready[side]:
        plans = [bot.best(view, side, legal)]
    elif step == "Announcement":
        plans = announcements(view, legal)
    else:
        found = plots(view, side) if step == "Plotting" else bot.options(view, side, legal)
        plans = [bot.written(view, side, legal, option) for option in found]
    unique: dict[tuple[Action, ...], Plan] = {}
    for plan in plans:
        unique.setdefault(plan.do, plan)
    return tuple(unique.values())[:MOST]


def composed(view: Campaign, side: int, legal: tuple[Action, ...], option: Option) -> Plan:
    """An option as a plan: a sheet is written to its end, other answers follow one another."""
    if hasattr(view.stack[-1], "write"):
        return bot.written(view, side, legal, option)
    return Plan(option.intention, tuple(option.do), option.score)


def announcements(view: Campaign, legal: tuple[Action, ...]) -> list[Plan]:
    """RS-170: whole announcements, each as a scheme asks for it."""
    if view.drafts[JAPAN]:
        return [bot.best(view, JAPAN, legal)]
    found: dict[tuple[int, int, int], Plan] = {}
    for scheme, score in bot.ranked(view, JAPAN):
        words = said(view, squadrons(view, JAPAN, scheme))
        do = [("say", SAYS[kind][0], SAYS[kind][1][word]) for kind, word in enumerate(words) if word]
        found.setdefault(words, Plan(scheme.name, (*do, ("announce",)), score))
    return list(found.values())


def plots(view: Campaign, side: int) -> list[Option]:
    """The script's plots, and the same later."""
    return [Option("early", bot.plotted(view, side)),
            *(Option("late", bot.plotted(view, side, late), -late) for late in (1, 2, 3))]


def phase(state: Campaign) -> int:
    """Two more with each half of a Game-Turn: a plan is played on to the end of the half."""
    return 4 * state.turn + 2 * state.half


def evaluate(state: Campaign, side: int) -> float:
    """The chance that a side wins."""
    return prospects.chance(state, side)


def share(view: Campaign, side: int) -> float:
    """Which part of the thought for a half a decision deserves."""
    return SHARES.get(type(view.stack[-1]).__name__, 0.01)


BOLD = {"all_out": 1.0, "fleet_run": 0.7, "fleet_land": 0.7, "fleet": 0.5, "carriers": 0.5, "assault": 0.5, "land": 0.4,
        "answer": 0.5, "ambush": 0.7, "supply_ambush": 0.7, "supply_answer": 0.4, "starve": 0.3, "alter": 0.4,
        "lone_supply": 0.2, "strike": 0.3, "engage": 0.3, "quiet": -1.0, "turn_back": -0.7, "decline": -0.5,
        "spare": -0.5, "half": -0.2, "late": -0.2}


def proof(view: Campaign) -> tuple[float, float] | None:
    """By how much another plan must lead the script's, and by how many standard errors more; None: as the search has
    it, and sheets are mixed."""
    step = type(view.stack[-1]).__name__
    return (SEEN if step in OPEN else HIDDEN, DOUBT) if step in THOUGHT else None


def boldness(intention: str) -> float:
    """What the dial of aggression weighs."""
    return BOLD.get(intention, 0.0)
