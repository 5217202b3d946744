"""4.0, 8.1.1, 9.0: how the turn, supply, points and the end of the game are told."""

from __future__ import annotations

from ironbottom.games.henderson_field.rules.points import FieldScored, GunsInRange, MarinesLeft, VillagesScored
from ironbottom.games.henderson_field.rules.printed import Printed
from ironbottom.games.henderson_field.rules.sequence import PhaseBegan, TurnBegan
from ironbottom.games.henderson_field.rules.state import (
    BonusEarned,
    Eliminated,
    FieldHarmed,
    FieldMended,
    FieldTaken,
    PointsScored,
    Supplied,
    VillageTaken,
)
from ironbottom.games.henderson_field.rules.supply import SupplyRolled
from ironbottom.games.henderson_field.rules.victory import GameOver
from ironbottom.games.henderson_field.ui.faces import gone, plainly, said
from ironbottom.games.henderson_field.ui.picture import RULES
from ironbottom.kernel.presenter import Reader, line
from ironbottom.kernel.view import Line

line(VillageTaken, BonusEarned, Supplied, VillagesScored, GunsInRange, FieldScored, MarinesLeft)(plainly)


@line(PhaseBegan)
def phase_began(seen: PhaseBegan, reader: Reader) -> Line:
    made = said(seen, reader, f"stage.{seen.name}", "phase")
    made["rule"] = RULES[seen.name]
    return made


@line(TurnBegan)
def turn_began(seen: TurnBegan, reader: Reader) -> Line:
    return said(seen, reader, mark="turn")


@line(GameOver)
def game_over(seen: GameOver, reader: Reader) -> Line:
    return said(seen, reader, f"ending.{seen.reason}", "end")


@line(PointsScored)
def points_scored(seen: PointsScored, reader: Reader) -> Line:
    made = said(seen, reader)
    made["points"] = [reader.point(seen.side, seen.n)]
    return made


@line(FieldTaken, FieldHarmed, FieldMended)
def at_the_field(seen: FieldTaken | FieldHarmed | FieldMended, reader: Reader) -> Line:
    made, p = said(seen, reader), reader.game.plain
    assert isinstance(p, Printed)
    made["spaces"] = [p.names[p.field]]
    return made


@line(Eliminated)
def eliminated(seen: Eliminated, reader: Reader) -> Line:
    return gone(seen, reader, "loss")


@line(SupplyRolled)
def unspoken(seen: SupplyRolled, reader: Reader) -> None:
    """The supply that comes tells it."""
