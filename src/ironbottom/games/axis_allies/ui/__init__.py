"""How Axis & Allies: Guadalcanal looks: board, pieces, and the faces of its steps and events, which are registered by
being imported here."""

from ironbottom.games.axis_allies.ui import (
    advantages,
    combat,
    hidden_movement,
    landing,
    loading,
    movement,
    regroup,
    sequence,
    submarines,
    unloading,
)

__all__ = [
    "advantages", "combat", "hidden_movement", "landing", "loading", "movement", "regroup", "sequence", "submarines",
    "unloading",
]
