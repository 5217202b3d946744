"""What is lost, as the log tells it."""

from __future__ import annotations

from ironbottom.games.first_blood.rules.state import AirLost, FieldTaken, Lost, ShipGone
from ironbottom.games.first_blood.ui.face import told
from ironbottom.kernel.presenter import Reader, line
from ironbottom.kernel.view import Line


@line(Lost)
def lost(seen: Lost, reader: Reader) -> Line:
    return told(seen, reader, seen.cause or "8.10g", seen.place, mark="loss", way=(seen.place, seen.place))


@line(AirLost)
def air_lost(seen: AirLost, reader: Reader) -> Line:
    return told(seen, reader, seen.cause or "13.3.3e", seen.place, way=(seen.place, seen.place))


line(ShipGone)(lambda seen, reader: told(seen, reader, seen.cause or "10.5a"))
line(FieldTaken)(lambda seen, reader: told(seen, reader, "12.6a", seen.hex))
