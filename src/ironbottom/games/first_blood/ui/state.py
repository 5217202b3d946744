"""What is lost, as the log tells it."""

from __future__ import annotations

from ironbottom.games.first_blood.rules.printed import JAPANESE, SIDES
from ironbottom.games.first_blood.rules.state import AirLost, FieldTaken, Lost, ShipGone
from ironbottom.games.first_blood.ui.board import face_of
from ironbottom.games.first_blood.ui.face import printed_of, told
from ironbottom.kernel.presenter import Reader, line
from ironbottom.kernel.view import Line

WHY = {
    "6.3a": "lost_box", "6.4.1a": "lost_point", "7.5.3b": "lost_outside", "7.5.4a": "lost_crowded", "7.7b": "lost_late",
    "8.11a": "lost_shut", "14.1a": "lost_supply",
}  # fmt: skip
"""How a loss is told that is not one of a fight, by the statement that takes the unit."""


@line(Lost)
def lost(seen: Lost, reader: Reader) -> Line:
    key = WHY.get(seen.cause, "lost")
    made = told(seen, reader, seen.cause or "8.10g", seen.place, key=key, mark="loss", way=(seen.place, seen.place))
    return made | {"losses": [reader.loss(seen.side, seen.unit, face=face_of(seen.unit, SIDES[seen.side]))]}


@line(AirLost)
def air_lost(seen: AirLost, reader: Reader) -> Line:
    """13.3.3e: a Japanese aircraft is used up by its mission."""
    key = "air_spent" if seen.side == JAPANESE else "air_lost"
    made = told(seen, reader, seen.cause or "13.3.3e", seen.place, key=key, way=(seen.place, seen.place))
    if seen.side == JAPANESE:
        return made
    kind = printed_of(reader).planes[printed_of(reader).plane_number[seen.plane]].type
    return made | {"losses": [reader.loss(seen.side, seen.plane, face=face_of(kind, SIDES[seen.side]))]}


@line(ShipGone)
def ship_gone(seen: ShipGone, reader: Reader) -> Line:
    key = "ship_supply" if seen.cause == "14.2a" else "ship_gone"
    return told(seen, reader, seen.cause or "10.5a", key=key, who=JAPANESE)


line(FieldTaken)(lambda seen, reader: told(seen, reader, "12.6a", seen.hex, who=JAPANESE))
