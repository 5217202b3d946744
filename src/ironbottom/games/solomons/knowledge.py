"""What a side knows: its own things, what all know, and nothing else."""

from __future__ import annotations

from ironbottom.games.solomons.rules.printed import (
    BACK,
    DEEP,
    FLEET,
    HIDDEN,
    HOME,
    JAPAN,
    OUT,
    SCHOOL,
    SUNK,
    USA,
)
from ironbottom.games.solomons.rules.state import NO_VIEW, UNKNOWN, Campaign, owner_of, pair
from ironbottom.kernel.step import OBSERVER


def is_public(s: Campaign, u: int) -> bool:
    """A45: whether all know where a unit is: out of play, sunk, away, or in an open base; a submarine once shown."""
    where = s.at[u]
    if where in (OUT, SUNK) or BACK <= where < DEEP:
        return True
    if s.p.kind[u] == "SS" and s.segment:
        return True
    return not s.veiled


_BLANK_STOCK = (UNKNOWN, 0, 0, 0)
_BLANK_BASE = (_BLANK_STOCK,) * 3


def look(s: Campaign, side: int) -> Campaign:
    """RS-022, A40, A45: the view of a side (or OBSERVER): what the other side keeps to itself is unknown."""
    if s.result is not None:
        return s
    if side == OBSERVER:
        return _without(_without(s, JAPAN), USA)
    return _without(s, 1 - side)


def _without(s: Campaign, foe: int) -> Campaign:
    p = s.p
    cargo, decks = list(s.cargo), list(s.decks)
    for u in p.of_side[foe]:
        if p.cargo[u]:
            cargo[u] = UNKNOWN
        if p.deck[u]:
            decks[u] = _BLANK_STOCK
    s = s.replace(
        cargo=tuple(cargo), decks=tuple(decks), drafts=pair(s.drafts, foe, ()), patrols=pair(s.patrols, foe, ()),
        homeless=pair(s.homeless, foe, ()), usual=pair(s.usual, foe, ()),
        runs=UNKNOWN if foe == JAPAN or not s.veiled else s.runs,
        layouts=tuple(lay.replace(groups=(), cover=()) if lay.side == foe else lay for lay in s.layouts),
        flights=tuple(f.replace(parts=()) if f.side == foe else f for f in s.flights),
        tracks=pair(s.tracks, foe, ()),
    )
    if foe == JAPAN:
        s = s.replace(emergency=())
    if s.veiled:
        at = list(s.at)
        for u in p.of_side[foe]:
            if not is_public(s, u):
                at[u] = HIDDEN
        air = tuple(_BLANK_BASE if owner_of(s, base) == foe else row for base, row in enumerate(s.air))
        s = s.replace(at=tuple(at), forces=pair(s.forces, foe, NO_VIEW), air=air, depot=pair(s.depot, foe, UNKNOWN))
    elif foe == USA and any(force.pos >= 0 for force in s.forces[foe]):
        s = s.replace(forces=pair(s.forces, foe, NO_VIEW))
    return s


__all__ = ["FLEET", "HOME", "SCHOOL", "look"]
