"""G3, M7, C1, R22, R35, O11: the sequence of play, top to bottom.

A turn is laid on the stack as a whole; each step looks by itself whether anybody has something to do in it.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from ironbottom.games.axis_allies.rules.advantages import CommandDecisions, Tokens
from ironbottom.games.axis_allies.rules.combat import Zones
from ironbottom.games.axis_allies.rules.hidden_movement import Attacks, LoadAll, Orders
from ironbottom.games.axis_allies.rules.landing import Landing
from ironbottom.games.axis_allies.rules.movement import ORDER, HeldBack, InTheAir, KindStep
from ironbottom.games.axis_allies.rules.printed import AIR, BOM, FTR, KIND, LAND, SEA
from ironbottom.games.axis_allies.rules.regroup import Building, Control, Deployment, Reinforce, Repairs, Scoring
from ironbottom.games.axis_allies.rules.state import Campaign
from ironbottom.games.axis_allies.rules.unloading import UnloadBegins
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto, OnStack
from ironbottom.kernel.value import value


@value
class TurnBegan(Event):
    """R35: a turn, and who is first in it."""

    file_name = "turn"
    turn: int
    side: int


@value
class Turn(Auto):
    """G3, S1, R35: a turn begins: its phases, in order."""

    def run(self, s: Campaign) -> Campaign:
        s = s.tell(TurnBegan(s.turn, s.first))
        return s.push(*stages(s.printed.hidden, s.first))


@cache
def stages(hidden: bool, first: int) -> tuple[OnStack, ...]:
    """G3, M7, C1, R22, O11: the steps of a turn, as the stack has them."""
    other = 1 - first
    movement: tuple[Any, ...] = tuple(KindStep(KIND[name]) for name in ORDER)
    if hidden:
        movement = (LoadAll(), Orders(), Attacks(), KindStep(BOM), KindStep(FTR))
    return (
        *movement, HeldBack(), InTheAir(), Tokens(("quick_drop",)),
        CommandDecisions(),
        Zones(AIR),
        Tokens(("night_fighting", "pt_boats")), Zones(SEA),
        UnloadBegins(first), UnloadBegins(other),
        Tokens(("amphibious_assault", "banzai_charge")), Zones(LAND),
        Control(),
        Landing(first), Landing(other),
        Building(first), Building(other),
        Reinforce(first), Reinforce(other), Repairs(first), Repairs(other), Deployment(first), Deployment(other),
        Scoring(), NextTurn(),
    )


@value
class NextTurn(Auto):
    """R35, M18, C18, C21: the other player becomes first; armour and ranged fire are fresh, effects are over."""

    def run(self, s: Campaign) -> Campaign:
        ships = tuple(
            tuple(sorted((kind, cargo, 0) for kind, cargo, _ in fleet))
            if any(marks for _, _, marks in fleet) else fleet for fleet in s.ships
        )
        s = s.replace(
            turn=s.turn + 1, first=1 - s.first, ships=ships, guns=(), landed=(0,) * 8, effects=(), battle=None
        )
        return s.push(Turn())


