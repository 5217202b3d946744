"""14.0: Japanese supply."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.first_blood.rules.naval import ready_ships
from ironbottom.games.first_blood.rules.printed import JAPANESE
from ironbottom.games.first_blood.rules.state import Position, eliminated, spent
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Chance, Decision, Refusal, refuse
from ironbottom.kernel.value import value

FACES = 6
FIRST_LOSS = 4
"""A die of 4, 5 or 6 costs a unit."""


@value
class SupplyRolled(Event):
    """14.0a: the die of a supply phase, and whether it costs a unit: not where there is none to give up."""

    file_name = "supply_rolled"
    die: int
    loss: bool


@value
class SupplyCounted(Event):
    """7.5.4b: the unit lost to forced overstacking is the supply loss."""

    file_name = "supply_counted"


@value
class SupplyDie(Chance):
    """14.0a: one die in each Japanese supply phase."""

    rule: ClassVar[str] = "14.0a"

    def outcomes(self, s: Position) -> tuple[tuple[Action, int], ...]:
        return tuple((("die", n), 1) for n in range(1, FACES + 1))

    def resolve(self, s: Position, outcome: Action) -> Position:
        loss = outcome[1] >= FIRST_LOSS and bool(supply_losses(s))
        s = s.tell(SupplyRolled(outcome[1], loss))
        return s.push(SupplyLoss()) if loss else s


@value
class SupplyLoss(Decision):
    """14.1a, 14.2a, 7.5.4b: Japan gives up a ground unit or a ship; a unit lost to forced overstacking in this turn may
    count instead."""

    rule: ClassVar[str] = "14.1a"
    side: int = JAPANESE

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return supply_losses(s)

    def take(self, s: Position, side: int, action: Action) -> Position:
        printed = s.setting
        if action[0] == "count":
            return s.tell(SupplyCounted())
        if action[1] in printed.ship_number:
            return spent(s, (printed.ship_number[action[1]],), "14.2a")
        return eliminated(s, (printed.unit_number[action[1]],), "14.1a")

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        if action[0] == "count":
            return refuse("7.5.4b", "refused.nothing_counts")
        if action[0] == "lose" and action[-1] in s.setting.ship_number:
            return refuse("14.2a", "refused.ship_not_there", ship=action[-1])
        return refuse("14.1a", "refused.supply_loss")


def supply_losses(s: Position) -> tuple[Action, ...]:
    """14.1a, 14.2a, 7.5.4b: what can be given up: a unit on the map or in a box, or a ship in either box."""
    printed = s.setting
    found: list[Action] = [("count",)] if s.paid else []
    found += [
        ("lose", printed.units[u].name)
        for u in printed.own[JAPANESE]
        if s.at[u] < printed.hexes or s.at[u] in printed.boxes
    ]
    return (*found, *(("lose", printed.ships[n].name) for n in ready_ships(s)))
