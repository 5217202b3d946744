"""Deluxe Guadalcanal: how it looks. The faces and lines of each chapter are registered here."""

from ironbottom.games.henderson_field.ui import (  # noqa: F401
    artillery,
    assault,
    declaration,
    guerrillas,
    movement,
    rabaul,
    random_events,
    reinforcement,
    results,
    sequence,
    stealth,
)  # fmt: skip
