"""How it looks: the board, the pieces, and a face for each step and event beside the name of its rules.

All faces are registered here.
"""

from ironbottom.games.solomons.ui import (  # noqa: F401
    bombardment,
    deployment,
    events,
    ground,
    intelligence,
    missions,
    naval_movement,
    plotting,
    ports,
    sequence,
    submarines,
    supply,
    surface,
    training,
    truk,
    unloading,
    victory,
)
from ironbottom.games.solomons.ui.air import (  # noqa: F401
    allocation,
    attack,
    counter_attack,
    ground_attack,
    landing,
    losses,
    ship_attack,
    transfers,
)
