"""What a side knows: its own things, what all know, and nothing else (RS-022, A40, A45)."""

from __future__ import annotations

import random
from typing import Any

from ironbottom.games.solomons.rules.printed import BACK, DEEP, HIDDEN, JAPAN, OUT, SUNK, USA
from ironbottom.games.solomons.rules.state import NO_VIEW, UNKNOWN, Campaign, Flight, Force, Layout, Stock, owner_of
from ironbottom.games.solomons.worlds import determinize
from ironbottom.kernel.knowledge import Knowledge

UNKNOWN_STOCK: Stock = (UNKNOWN, 0, 0, 0)


def is_public(s: Campaign, u: int) -> bool:
    """A45: whether all know where a unit is: out of play, sunk, away, or in an open base; a submarine once shown."""
    where = s.at[u]
    if where in (OUT, SUNK) or BACK <= where < DEEP:
        return True
    if s.p.kind[u] == "SS" and s.segment:
        return True
    return not s.veiled


def revealed(s: Campaign, lay: Layout) -> tuple[tuple[int, ...], ...]:
    """RS-098: the ships of the groups that all have seen, the others empty."""
    if not lay.groups:  # of a view, in which none was
        return ()
    found = tuple([group if row[4] and all(s.seen[u] == lay.force for u in group) else ()
                   for row, group in zip(lay.shown, lay.groups, strict=True)])
    return found if any(found) else ()


class SolomonsKnowledge(Knowledge[Campaign]):
    """The sightings stand in the state, so nothing need be remembered beside it."""

    state = Campaign

    def at(self, s: Campaign, side: int) -> tuple[int, ...]:
        """A45: the own units, and those that all see."""
        if not s.veiled:
            return s.at
        owner = s.p.side
        return tuple([where if owner[u] == side or is_public(s, u) else HIDDEN for u, where in enumerate(s.at)])

    def forces(self, s: Campaign, side: int) -> tuple[tuple[Force, ...], ...]:
        """RS-022: of the other side's task forces nothing."""
        hidden = s.veiled, s.veiled or any(force.pos >= 0 for force in s.forces[USA])
        return tuple([own if owner == side or not hidden[owner] else NO_VIEW for owner, own in enumerate(s.forces)])

    def cargo(self, s: Campaign, side: int) -> tuple[int, ...]:
        """RS-022: what the own ships carry; of the others, that they may carry something."""
        p = s.p
        return tuple([load if p.side[u] == side else UNKNOWN if p.cargo[u] else 0 for u, load in enumerate(s.cargo)])

    def decks(self, s: Campaign, side: int) -> tuple[Stock, ...]:
        """A40: the aircraft aboard the own carriers."""
        p = s.p
        return tuple([
            stock if p.side[u] == side else UNKNOWN_STOCK if p.deck[u] else (0, 0, 0, 0)
            for u, stock in enumerate(s.decks)
        ])

    def air(self, s: Campaign, side: int) -> tuple[tuple[Stock, Stock, Stock], ...]:
        """A40, A45: the aircraft at the own bases, and at all while they are open."""
        if not s.veiled:
            return s.air
        unknown = (UNKNOWN_STOCK, UNKNOWN_STOCK, UNKNOWN_STOCK)
        return tuple([row if owner_of(s, base) == side else unknown for base, row in enumerate(s.air)])

    def depot(self, s: Campaign, side: int) -> tuple[int, int]:
        """A45: the ground points in the own depot, and in both while the bases are open."""
        japanese, american = s.depot
        if not s.veiled:
            return s.depot
        return (japanese if side == JAPAN else UNKNOWN, american if side == USA else UNKNOWN)

    def runs(self, s: Campaign, side: int) -> int:
        """How many runs down the Slot have begun: Japan's to know."""
        return s.runs if side == JAPAN and s.veiled else UNKNOWN

    def emergency(self, s: Campaign, side: int) -> tuple[int, ...]:
        """RS-078: which destroyers have carried cargo: Japan's to know."""
        return s.emergency if side == JAPAN else ()

    def layouts(self, s: Campaign, side: int) -> tuple[Layout, ...]:
        """RS-098: of the other side's groups, what was told of them, and the ships of those that were revealed."""
        return tuple([lay if lay.side == side else Layout(
            side=lay.side, force=lay.force, shown=lay.shown, groups=revealed(s, lay)) for lay in s.layouts])

    def flights(self, s: Campaign, side: int) -> tuple[Flight, ...]:
        """RS-096: of the other side's attacks all but which aircraft fly them."""
        return tuple([
            f if f.side == side else Flight(
                side=f.side, origin=f.origin, target=f.target, where=f.where, lac=f.lac, nac=f.nac,
                extended=f.extended, counter=f.counter, forces=f.forces, done=f.done, owed=f.owed,
            )
            for f in s.flights
        ])

    def determinize(self, view: Campaign, side: int, rng: random.Random, memory: Any = None) -> Campaign:
        return determinize(view, side, rng)
