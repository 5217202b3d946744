"""20.0: whether the ships at Truk may sail in this Game-Turn."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.solomons.rules.dice import Die
from ironbottom.games.solomons.rules.state import Campaign
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto
from ironbottom.kernel.value import value


@value
class TrukSortie(Auto):
    """RS-180: none on Game-Turn 1; later by the die."""

    def run(self, s: Campaign) -> Campaign:
        return s.replace(sortie=False) if s.turn == 1 else s.push(SortieDie())


@value
class SortieRolled(Event):
    """RS-180: whether the ships at Truk may sail."""

    file_name: ClassVar[str] = "sortie_die"
    die: int
    free: bool


@value
class SortieDie(Die):
    """RS-180: one to four: all units at Truk may sail."""

    rule: ClassVar[str] = "RS-180"

    def resolve(self, s: Campaign, outcome: Action) -> Campaign:
        free = outcome[1] in s.p.numbers["rolls"]["sortie"]
        return s.replace(sortie=free).tell(SortieRolled(die=outcome[1], free=free))
