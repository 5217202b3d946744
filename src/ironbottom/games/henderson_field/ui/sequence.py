"""4.0, 8.1.1, 9.0: how the turn, supply, points and the end of the game are told."""

from __future__ import annotations

from typing import Any

from ironbottom.games.henderson_field.rules.points import FieldScored, GunsInRange, MarinesLeft, VillagesScored
from ironbottom.games.henderson_field.rules.printed import AMERICAN, SIDES, Printed
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
from ironbottom.games.henderson_field.ui.picture import RULES, actor, ending
from ironbottom.kernel.presenter import Reader, line
from ironbottom.kernel.view import Line

CAUSES = ("above", "below", "retreat", "stack")
"""Why units are eliminated, where that is to be explained."""

line(BonusEarned)(plainly)


@line(Supplied)
def supplied(seen: Supplied, reader: Reader) -> Line:
    return said(seen, reader, "event.supply_by_die" if seen.die else "")


@line(PhaseBegan)
def phase_began(seen: PhaseBegan, reader: Reader) -> Line:
    made = said(seen, reader, f"stage.{seen.name}", "phase")
    made["rule"], made["stage"] = RULES[seen.name], seen.name
    if (owner := actor(seen.name)) in SIDES:
        made["side"] = owner
    return made


@line(TurnBegan)
def turn_began(seen: TurnBegan, reader: Reader) -> Line:
    """One act reaches from a turn's last step into the next turn: what came before this is of the turn before."""
    made = said(seen, reader, mark="turn")
    made["turn"] = reader.words.say("turn", n=seen.turn, date=seen.date)
    return made


@line(GameOver)
def game_over(seen: GameOver, reader: Reader) -> Line:
    made = said(seen, reader, mark="end")
    made["text"] = ending(seen.reason, seen.winner, seen.n, reader.words)
    return made


@line(PointsScored)
def points_scored(seen: PointsScored, reader: Reader) -> Line:
    """R9.1, R9.2: points with what they are for."""
    words, of, more = reader.words, "", dict[str, Any]()
    lost = seen.lost or ((seen.unit or words.say("piece.hidden"), seen.steps),)
    if seen.cause == "losses":
        of = ".several" if seen.lost else "" if seen.unit else ".hidden"
        more = {"unit": tuple(name for name, _ in lost), "steps": seen.steps}
    made = said(seen, reader, f"points{of}.{seen.cause or 'any'}", **more)
    made["rule"] = "R9.2" if seen.side == AMERICAN else "R9.1"
    if seen.cause == "losses":
        made["losses"] = [
            reader.loss(1 - seen.side, words.name(name), words.say("loss.steps", n=steps), steps=steps)
            for name, steps in lost
        ]
    text = f"points{of}.what_{seen.cause or 'any'}"
    made["points"] = [reader.point(seen.side, seen.n) | {"text": words.say(text, **more), "rule": made["rule"]}]
    return made


@line(VillagesScored, GunsInRange, FieldScored, MarinesLeft)
def unspoken(seen: VillagesScored | GunsInRange | FieldScored | MarinesLeft, reader: Reader) -> None:
    """The points tell it."""


@line(VillageTaken)
def village_taken(seen: VillageTaken, reader: Reader) -> Line:
    return _in_battle(said(seen, reader, f"event.village_{seen.by}" if seen.by else ""), bool(seen.by))


@line(FieldTaken)
def field_taken(seen: FieldTaken, reader: Reader) -> Line:
    made = said(seen, reader, f"event.field_{seen.by}" if seen.by else "")
    return _in_battle(_at_the_field(made, reader), bool(seen.by))


@line(FieldHarmed)
def field_harmed(seen: FieldHarmed, reader: Reader) -> Line | None:
    """R7.11a: what fire does to it stands beside what the fire has done to the units."""
    if seen.cause == "fire":
        return None
    made = said(seen, reader, f"event.field_{seen.cause}" if seen.cause else "")
    return _in_battle(_at_the_field(made, reader), seen.cause == "assault")


@line(FieldMended)
def field_mended(seen: FieldMended, reader: Reader) -> Line:
    return _at_the_field(said(seen, reader), reader)


def _in_battle(made: Line, so: bool) -> Line:
    """What a battle has brought stands in its entry."""
    if so:
        made["joins"] = True
    return made


def _at_the_field(made: Line, reader: Reader) -> Line:
    p = reader.game.plain
    assert isinstance(p, Printed)
    made["spaces"] = [p.names[p.field]]
    return made


@line(Eliminated)
def eliminated(seen: Eliminated, reader: Reader) -> Line:
    made = gone(seen, reader, "loss", f"event.eliminated_{seen.cause}" if seen.cause in CAUSES else "")
    made["losses"] = [reader.loss(seen.side, reader.words.name(seen.unit), reader.words.say("loss.eliminated"))]
    return made


@line(SupplyRolled)
def supply_rolled(seen: SupplyRolled, reader: Reader) -> Line | None:
    """R8.1.1: what comes tells its die; a die for nothing must be told."""
    return said(seen, reader) if seen.vain else None
