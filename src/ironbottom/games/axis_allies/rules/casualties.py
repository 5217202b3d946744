"""C2, C13..C16, G7, U6, M19: losses are taken away: what was destroyed leaves, damaged ships go home, and
capital ships score.
"""

from __future__ import annotations

from ironbottom.games.axis_allies.rules.printed import CAR, FTR, INF, SEAS, SPACES
from ironbottom.games.axis_allies.rules.state import DAMAGED, SUNK, Campaign
from ironbottom.kernel.event import Event, Later
from ironbottom.kernel.value import value


@value
class CapitalSunk(Event):
    """U6: a side scores for a capital ship of the other."""

    file_name = "capital_sunk"
    side: int
    kind: int
    zone: str


@value
class Removed(Event):
    """C2, C14, M16: the types of a side's units that left a space, one for each unit: destroyed, and damaged; `by`: the
    statement, where it was not in Combat."""

    file_name = "removed"
    side: int
    space: str
    destroyed: tuple[int, ...]
    damaged: tuple[int, ...]
    by: Later[str] = ""


@value
class FieldDamaged(Event):
    """C22: airfields of a side got their damaged markers."""

    file_name = "field_damaged"
    side: int
    land: str
    n: int


def remove_ships(s: Campaign, side: int, zone: int, by: str = "") -> Campaign:
    """C2, C14, C16, M16, G7, U6: marked ships leave a zone: destroyed ones the game, damaged ones for their base card;
    fighters of a carrier stay in the zone."""
    fleet = s.ships[side * SEAS + zone]
    hit = [ship for ship in fleet if ship[2] & (SUNK | DAMAGED)]
    if not hit:
        return s
    s = s.with_fleet(side, zone, tuple(ship for ship in fleet if not ship[2] & (SUNK | DAMAGED)))
    for kind, cargo, marks in hit:
        if kind == CAR and cargo:
            s = s.add_planes(side, zone, 0, len(cargo))
        if marks & SUNK:
            s = s.lose(side, kind)
        else:
            s = s.damage(side, kind)
    sunk = tuple(sorted(kind for kind, _, marks in hit if marks & SUNK))
    damaged = tuple(sorted(kind for kind, _, marks in hit if not marks & SUNK))
    s = s.tell(Removed(side, SPACES[zone], sunk, damaged, by))
    for kind in sunk:
        if worth := s.printed.capital[kind]:
            s = s.score(1 - side, worth).tell(CapitalSunk(1 - side, kind, SPACES[zone]))
    return s


def remove_marked(s: Campaign, side: int, space: int) -> Campaign:
    """C2, G7: marked aircraft or land units leave a space."""
    if s.battle is None:
        return s
    gone = []
    for kind, n in enumerate(s.battle.marked[side]):
        if n:
            s = s.add_planes(side, space, kind - FTR, -n) if kind < INF else s.with_ground(side, space, kind, -n)
            s = s.lose(side, kind, n)
            gone += [kind] * n
    if gone:
        s = s.tell(Removed(side, SPACES[space], tuple(gone), ()))
    return s


def break_fields(s: Campaign, side: int, land: int) -> Campaign:
    """C22: airfields of a side that were hit get their damaged markers."""
    n = s.battle.broken[side] if s.battle else 0
    if not n:
        return s
    return s.with_field(land, side, -n, n).tell(FieldDamaged(side, SPACES[land], n))
