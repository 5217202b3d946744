"""Who knows what in First Blood: everybody everything."""

from __future__ import annotations

from ironbottom.games.first_blood.rules.state import Position
from ironbottom.kernel.knowledge import Knowledge


class FirstBloodKnowledge(Knowledge[Position]):
    """No counter and no decision is hidden: a view is the state itself, and nothing need be remembered."""

    state = Position
