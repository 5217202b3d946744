"""Who knows what: everything lies open, but for the orders that a side writes in secret (O11).

Nothing need be remembered: what a side learns of the other's orders it learns of all of them at once, when they are
shown and carried out; then they lie open, and no takeback crosses that.
"""

from __future__ import annotations

import random
from typing import Any

from ironbottom.games.axis_allies.rules.hidden_movement import Plotting, any_ship
from ironbottom.games.axis_allies.rules.printed import SEAS
from ironbottom.games.axis_allies.rules.state import Campaign, Plot, Ship, minus
from ironbottom.kernel.knowledge import Knowledge

ORDERED = 0.4
"""How likely a ship is dealt an order, where the other side's orders are unknown."""


class CampaignKnowledge(Knowledge[Campaign]):
    """What the sides know."""

    state = Campaign

    def determinize(self, view: Campaign, side: int, rng: random.Random, memory: Any = None) -> Campaign:
        """O11: plots that the other side may have written: some of its ships with an order, drawn."""
        if not (view.stack and isinstance(view.stack[-1], Plotting)):
            return view
        plots: list[Plot | None] = list(view.plots)
        for owner in (0, 1):
            if owner == side or not any_ship(view, owner):
                continue
            fleets = list(view.ships[owner * SEAS : owner * SEAS + SEAS])
            orders: list[tuple[int, int, Ship]] = []
            for zone in range(SEAS):
                for ship in view.fleet(owner, zone):
                    if rng.random() < ORDERED:
                        fleets[zone] = minus(fleets[zone], ship)
                        orders.append((zone, rng.choice(view.printed.neighbours[zone]), ship))
            plots[owner] = Plot(tuple(fleets), tuple(sorted(orders)))
        return view.replace(plots=tuple(plots))
