"""9.1, 9.2: victory points that come step by step; those for losses stand in `state.lose_steps`."""

from __future__ import annotations

from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE, SIDES, distances
from ironbottom.games.henderson_field.rules.state import Position, operational, points_for
from ironbottom.games.henderson_field.rules.steps import Told
from ironbottom.kernel.step import Auto
from ironbottom.kernel.value import value


@value
class VillagesScored(Told):
    """The villages of a side have scored."""
    file_name = "villages"
    rule = "R9.1"
    side: int
    n: int


@value
class GunsInRange(Told):
    """Japanese guns reach an American field."""
    file_name = "guns_in_range"
    rule = "R9.1"


@value
class FieldScored(Told):
    """The airfield has scored for a side."""
    file_name = "field_points"
    rule = "R9.1"
    side: int
    n: int


@value
class MarinesLeft(Told):
    """So many points for Marines that are still on the island."""
    file_name = "marines"
    rule = "R9.1"
    n: int


def village_points(s: Position, side: int) -> int:
    """R9.1, R9.2: a point for each village."""
    return sum(owner == side for owner in s.villages) * int(s.setting.points["village"])


def guns_in_range(s: Position) -> bool:
    """R9.1, R8.1.3: whether a Japanese battery on the map reaches the field."""
    p, army = s.setting, s.armies[JAPANESE]
    away = distances(p, p.field)
    return any(army.at[i] < p.hexes and away[army.at[i]] <= p.units[JAPANESE][i].reach for i in p.guns[JAPANESE])


@value
class ScoreVillages(Auto):
    """R9.1, R9.2, Q3: villages score before the landings of their side, or after them if so agreed."""

    side: int
    late: bool

    def run(self, s: Position) -> Position:
        if self.late != (s.setting.option.get("village_scoring") == "after_reinforcements"):
            return s
        number = village_points(s, self.side)
        return points_for(s, self.side, number, "villages").tell(VillagesScored(self.side, number))


@value
class ScoreGuns(Auto):
    """R9.1, Q2: Japanese guns that reach an American field."""

    def run(self, s: Position) -> Position:
        if s.field != AMERICAN or not guns_in_range(s):
            return s
        return points_for(s, JAPANESE, int(s.setting.points["guns"]), "guns").tell(GunsInRange())


@value
class ScoreField(Auto):
    """R9.1, R9.2, Q2: if so agreed the field scores at the step of points of who controls it."""

    side: int

    def run(self, s: Position) -> Position:
        if s.setting.option.get("field_points") != "steps" or s.field != self.side:
            return s
        return field_points(s)


def field_points(s: Position) -> Position:
    """R9.1, R9.2, R12.0, Q2: the operational field scores for who controls it."""
    if not operational(s):
        return s
    number = int(s.setting.points["field"][SIDES[s.field]])
    return points_for(s, s.field, number, "field").tell(FieldScored(s.field, number))


def marine_penalty(s: Position) -> Position:
    """R9.1, Q6: black-barred units that are still on the island."""
    turn, each = int(s.setting.points["penalty_turn"]), s.setting.option.get("marine_penalty")
    if s.turn < turn or (s.turn > turn and each != "each_turn"):
        return s
    army = s.armies[AMERICAN]
    number = sum(
        here < s.setting.hexes and s.setting.units[AMERICAN][i].bar == "black" for i, here in enumerate(army.at)
    )
    number *= int(s.setting.points["marine"])
    return points_for(s, JAPANESE, number, "marines").tell(MarinesLeft(number))
