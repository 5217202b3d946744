"""How the supply of the garrison is told."""

from __future__ import annotations

from ironbottom.games.solomons.rules.supply import Unsupplied
from ironbottom.games.solomons.ui.log import say
from ironbottom.kernel.presenter import line

line(Unsupplied)(say)
