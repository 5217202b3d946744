"""5.0b: what the halves of the event cards may say. An owner puts his own cards together from these effects; an effect
has one number at most, the same on every card that bears it."""

from __future__ import annotations

NUMBERS = {
    "air_strike": ("dice", 1, 12, "dice"),
    "air_raid": ("dice", 1, 12, "dice"),
    "seabees": ("repair", 0, 20, "points of the airfield"),
    "malaria": ("slower", 0, 12, "movement points"),
    "hunger": ("slower", 0, 12, "movement points"),
    "slot_closed": ("late", 0, 6, "highest die that delays a unit"),
    "ammunition": ("american_points", 0, 40, "supply points"),
    "submarine": ("japanese_points", 0, 40, "supply points"),
    "infiltration": ("cost", 1, 12, "movement points"),
    "bombardment_force": ("points", 0, 40, "supply points"),
    "supplies": ("supplies", 0, 40, "supply points"),
    "acclaim": ("acclaim", 0, 40, "victory points"),
}
"""Effects with a number: its key on the card, its range and what it counts. Where both halves of a card would have the
same key, a half has its own: `american_number`, `japanese_number`."""

ANY = ("rain", "seabees", "ammunition", "submarine", "supplies", "acclaim", "no_event")
"""What either half may say: `supplies` and `acclaim`: supply and victory points for the side that draws."""
JAPANESE_EVENTS = (
    "must_surface", "air_raid", "jungle_road", "hunger", "slot_closed", "infiltration", "bombardment_force", *ANY
)  # fmt: skip
AMERICAN_EVENTS = (
    "villages_only", "air_strike", "malaria", "convoy_back", "coastwatchers", "warships", *JAPANESE_EVENTS
)  # fmt: skip
"""The Americans draw first: what they draw may touch the Japanese half of the turn too, but not the other way round."""
EVENTS = {"american": AMERICAN_EVENTS, "japanese": JAPANESE_EVENTS}
