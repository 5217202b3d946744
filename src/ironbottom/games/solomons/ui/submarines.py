"""How the attacks of submarines are told."""

from __future__ import annotations

from ironbottom.games.solomons.rules.submarines import SubmarineAttacked, TorpedoAimed, TorpedoFired
from ironbottom.games.solomons.ui.log import say, ship
from ironbottom.kernel.presenter import Reader, line
from ironbottom.kernel.view import Line


@line(SubmarineAttacked)
def attacked(seen: SubmarineAttacked, reader: Reader) -> Line:
    return say(seen, reader, unit=ship(reader, seen.unit))


@line(TorpedoAimed)
def aimed(seen: TorpedoAimed, reader: Reader) -> Line:
    return say(seen, reader, unit=ship(reader, seen.unit))


@line(TorpedoFired)
def fired(seen: TorpedoFired, reader: Reader) -> Line:
    words = reader.words
    return say(seen, reader, rule="RS-114", unit=ship(reader, seen.unit), boat=words.say(f"torpedo.{seen.boat}"),
               ship=words.say(f"torpedo.{seen.ship}"))
