"""11.0: guerrillas."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE
from ironbottom.games.henderson_field.rules.state import Position, front, purse, put, spent
from ironbottom.games.henderson_field.rules.steps import Asked, Die, Told
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Later
from ironbottom.kernel.step import Auto, Refusal, refuse
from ironbottom.kernel.value import value


@value
class GuerrillasRolled(Told):
    """A roll for a village, won or not."""
    file_name = "guerrillas"
    rule = "R11.0"
    hex: str
    die: int
    won: bool
    needed: Later[int] = 0


def free(s: Position) -> bool:
    """Card 8: the rolls of this turn cost nothing."""
    return "coastwatchers" in s.events


def villages(s: Position, tried: tuple[int, ...]) -> tuple[int, ...]:
    """R11.0: the villages for which a roll can be made."""
    enemy = front(s, JAPANESE)
    if not free(s) and not purse(s, AMERICAN):
        return ()
    return tuple(
        here
        for n, here in enumerate(s.setting.villages)
        if s.villages[n] == JAPANESE and not enemy.count[here] and not enemy.zone[here] and here not in tried
    )


@value
class GuerrillaStep(Auto):
    """R11.0: guerrillas are asked for after the supply has come."""

    def run(self, s: Position) -> Position:
        return s.push(Guerrillas()) if villages(s, ()) else s


@value
class Guerrillas(Asked):
    """R11.0: a roll for a village, once for each."""

    rule: ClassVar[str] = "R11.0"
    verbs: ClassVar[tuple[str, ...]] = ("rise", "done")
    refused = "refused.village"
    tried: tuple[int, ...] = ()
    side: int = AMERICAN

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        """R11.0: the reason at this village."""
        here = s.setting.number.get(str(action[1]), -1) if action[0] == "rise" and len(action) > 1 else -1
        if here not in s.setting.villages:
            return refuse(self.rule, self.refused)
        enemy = front(s, JAPANESE)
        reasons = {
            "refused.village_tried": here in self.tried,
            "refused.village_american": s.villages[s.setting.villages.index(here)] == AMERICAN,
            "refused.village_held": enemy.count[here],
            "refused.village_watched": enemy.zone[here],
        }
        why = next((text for text, barred in reasons.items() if barred), self.refused)
        return refuse(self.rule, why, hex=s.setting.names[here])

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return (*(("rise", s.setting.names[h]) for h in villages(s, self.tried)), ("done",))

    def take(self, s: Position, side: int, action: Action) -> Position:
        if action[0] == "done":
            return s
        here = s.setting.number[action[1]]
        s = s if free(s) else spent(s, AMERICAN, 1)
        return s.push(GuerrillaDie(here), Again((*self.tried, here)))


@value
class Again(Auto):
    """R11.0: the next village."""

    tried: tuple[int, ...]

    def run(self, s: Position) -> Position:
        return s.push(Guerrillas(self.tried)) if villages(s, self.tried) else s


@value
class GuerrillaDie(Die):
    """R11.0: a 5 or 6 takes the village."""

    rule: ClassVar[str] = "R11.0"
    hex: int

    def resolve(self, s: Position, outcome: Action) -> Position:
        p, needed = s.setting, s.setting.limits["guerrilla"]
        won = outcome[1] >= needed
        s = s.tell(GuerrillasRolled(p.names[self.hex], outcome[1], won, needed))
        return s.replace(villages=put(s.villages, p.villages.index(self.hex), AMERICAN)) if won else s
