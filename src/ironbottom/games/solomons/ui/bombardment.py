"""How bombardment by guns is told."""

from __future__ import annotations

from ironbottom.games.solomons.rules.bombardment import GunsFired
from ironbottom.games.solomons.ui.log import say
from ironbottom.kernel.presenter import line

line(GunsFired)(say)
