"""How the supply of the garrison is told."""

from __future__ import annotations

from ironbottom.games.solomons.rules.supply import Unsupplied
from ironbottom.games.solomons.ui.log import say
from ironbottom.kernel.presenter import Reader, line
from ironbottom.kernel.view import Line


@line(Unsupplied)
def unsupplied(seen: Unsupplied, reader: Reader) -> Line:
    return say(seen, reader, turns=seen.turns)
