"""How the attacks of submarines are told."""

from __future__ import annotations

from ironbottom.games.solomons.rules.submarines import SubmarineAttacked, TorpedoAimed, TorpedoFired
from ironbottom.games.solomons.ui.log import carded, named_column, say, ship
from ironbottom.kernel.presenter import Reader, line
from ironbottom.kernel.view import Line


@line(SubmarineAttacked)
def attacked(seen: SubmarineAttacked, reader: Reader) -> Line:
    return say(seen, reader, unit=ship(reader, seen.unit))


@line(TorpedoAimed)
def aimed(seen: TorpedoAimed, reader: Reader) -> Line:
    """RS-114: one of the capital ships is drawn, for all to see."""
    return carded(say(seen, reader, rule="RS-114", unit=ship(reader, seen.unit)), reader)


@line(TorpedoFired)
def fired(seen: TorpedoFired, reader: Reader) -> Line:
    words = reader.words
    made = say(seen, reader, rule="RS-114", unit=ship(reader, seen.unit), boat=words.say(f"torpedo.{seen.boat}"),
               ship=words.say(f"torpedo.{seen.ship}"))
    return carded(made, reader, reader.modifier("one_to_one", named_column(reader, "surface", 0), "RS-114"))
