"""How First Blood looks: a file for each file of the rules that asks or tells something. All are read here, so that
their faces and lines are registered."""

from ironbottom.games.first_blood.ui import (
    air,
    airfields,
    combat,
    declaration,
    engineers,
    movement,
    naval,
    reinforcement,
    results,
    sequence,
    setup,
    state,
    supply,
    victory,
)

__all__ = [
    "air", "airfields", "combat", "declaration", "engineers", "movement", "naval", "reinforcement", "results",
    "sequence", "setup", "state", "supply", "victory",
]  # fmt: skip
