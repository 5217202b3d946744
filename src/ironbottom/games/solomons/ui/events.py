"""How attacks, revelations and losses are told."""

from __future__ import annotations

from ironbottom.games.solomons.rules.events import (
    AirLost,
    GroundLost,
    Revealed,
    StrikeLaunched,
    Sunk,
    SupplyLost,
    SupplySpent,
)
from ironbottom.games.solomons.rules.printed import LETTERS, SIDES
from ironbottom.games.solomons.ui.log import amounts, say, ship, ships
from ironbottom.kernel.presenter import Reader, line
from ironbottom.kernel.view import Line


@line(StrikeLaunched)
def strike(seen: StrikeLaunched, reader: Reader) -> Line:
    words = reader.words
    target = words.say("piece.force", side=SIDES[1 - seen.side], n=seen.target[-1]) if ":" in seen.target else (
        seen.target)
    made = say(seen, reader, mark="battle", target=target, what=amounts(words, lac=seen.lac, nac=seen.nac))
    made["spaces"] = [LETTERS[seen.where]]
    return made


@line(Revealed)
def revealed(seen: Revealed, reader: Reader) -> Line:
    owner = SIDES[seen.side]
    made = say(seen, reader, units=ships(reader, seen.units))
    made["shown"] = [{"face": f"{owner}.{name}", "name": ship(reader, name), "side": owner, "space": LETTERS[seen.hex]}
                     for name in seen.units]
    return made


@line(Sunk)
def sunk(seen: Sunk, reader: Reader) -> Line:
    return say(seen, reader, mark="loss", unit=ship(reader, seen.unit))


@line(AirLost)
def air_lost(seen: AirLost, reader: Reader) -> Line:
    return say(seen, reader, mark="loss", what=reader.words.say(f"points.{seen.what}", n=seen.n))


line(GroundLost)(lambda seen, reader: say(seen, reader, mark="loss"))
line(SupplyLost, SupplySpent)(say)
