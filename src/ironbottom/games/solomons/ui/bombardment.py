"""How bombardment by guns is told."""

from __future__ import annotations

from ironbottom.games.solomons.rules.bombardment import GunsFired
from ironbottom.games.solomons.ui.log import say
from ironbottom.kernel.presenter import Reader, line
from ironbottom.kernel.view import Line


@line(GunsFired)
def guns(seen: GunsFired, reader: Reader) -> Line:
    return say(seen, reader, side=seen.side, strength=seen.strength)
