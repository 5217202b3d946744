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
from ironbottom.games.solomons.rules.printed import LETTERS, SIDES, data_of
from ironbottom.games.solomons.ui.log import amounts, lost_ship, plain_name, say, scored, ship
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
    key = "revealed_none" if not seen.few else "revealed_few" if seen.few > 0 else ""
    made = say(seen, reader, key=key, units=[plain_name(reader, name) for name in seen.units])
    made["shown"] = [{"face": f"{owner}.{name}", "name": ship(reader, name), "side": owner, "space": LETTERS[seen.hex]}
                     for name in seen.units]
    return made


@line(Sunk)
def sunk(seen: Sunk, reader: Reader) -> Line:
    made = say(seen, reader, mark="loss", unit=ship(reader, seen.unit))
    made["losses"] = [lost_ship(reader, seen.side, seen.unit, "sunk")]
    return scored(made, reader, 1 - seen.side, data_of(reader.game.correction)["units"][seen.unit]["worth"])


@line(AirLost)
def air_lost(seen: AirLost, reader: Reader) -> Line:
    what = reader.words.say(f"points.{seen.what}", n=seen.n)
    made = say(seen, reader, mark="loss", what=what)
    made["losses"] = [reader.loss(seen.side, what)]
    return scored(made, reader, 1 - seen.side, seen.what, seen.n)


@line(GroundLost)
def ground_lost(seen: GroundLost, reader: Reader) -> Line:
    made = say(seen, reader, mark="loss")
    made["losses"] = [reader.loss(seen.side, reader.words.say("points.ground", n=seen.n))]
    return scored(made, reader, 1 - seen.side, f"{SIDES[seen.side]}_ground", seen.n)


@line(SupplyLost)
def supply_lost(seen: SupplyLost, reader: Reader) -> Line:
    made = say(seen, reader, mark="loss")
    made["losses"] = [reader.loss(seen.side, reader.words.say("points.supply", n=seen.n))]
    return scored(made, reader, 1 - seen.side, "supply", seen.n)


line(SupplySpent)(say)
