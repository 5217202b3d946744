"""What a side knows: its own things, what all know, and nothing else (RS-022, A40, A45)."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from ironbottom.games.solomons.rules.printed import BACK, DEEP, HIDDEN, JAPAN, OUT, SUNK, USA, Printed
from ironbottom.games.solomons.rules.state import NO_VIEW, UNKNOWN, Campaign, Flight, Force, Layout, Stock, owner_of
from ironbottom.games.solomons.worlds import determinize
from ironbottom.kernel.knowledge import Knowledge

UNKNOWN_STOCK: Stock = (UNKNOWN, 0, 0, 0)


ELSEWHERE = frozenset((OUT, SUNK, *range(BACK, DEEP)))
"""Out of play, sunk, or away: where all know of a unit that it is there."""


def is_public(s: Campaign, u: int) -> bool:
    """A45: whether all know where a unit is: out of play, sunk, away, or in an open base; a submarine once shown."""
    return not s.veiled or s.at[u] in ELSEWHERE or (s.segment > 0 and u in s.p.submarines)


@lru_cache(maxsize=64)
def unseen_holds(p: Printed) -> tuple[int, ...]:
    """RS-022: of each unit, that it may carry something."""
    return tuple([UNKNOWN if most else 0 for most in p.cargo])


@lru_cache(maxsize=64)
def unseen_decks(p: Printed) -> tuple[Stock, ...]:
    """A40: of each unit, that aircraft may be aboard."""
    return tuple([UNKNOWN_STOCK if most else (0, 0, 0, 0) for most in p.deck])


def own_only(p: Printed, side: int, items: tuple[Any, ...], unseen: tuple[Any, ...]) -> tuple[Any, ...]:
    """What is told of the own units, and what all know of the others."""
    if side not in (JAPAN, USA):
        return unseen
    span = p.span[side]
    return unseen[: span.start] + items[span] + unseen[span.stop :]


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
        owner, dived = s.p.side, s.p.submarines if s.segment else ()
        return tuple([where if owner[u] == side or where in ELSEWHERE or u in dived else HIDDEN
                      for u, where in enumerate(s.at)])

    def forces(self, s: Campaign, side: int) -> tuple[tuple[Force, ...], ...]:
        """RS-022: of the other side's task forces nothing."""
        hidden = s.veiled, s.veiled or any(force.pos >= 0 for force in s.forces[USA])
        return tuple([own if owner == side or not hidden[owner] else NO_VIEW for owner, own in enumerate(s.forces)])

    def cargo(self, s: Campaign, side: int) -> tuple[int, ...]:
        """RS-022: what the own ships carry; of the others, that they may carry something."""
        return own_only(s.p, side, s.cargo, unseen_holds(s.p))

    def decks(self, s: Campaign, side: int) -> tuple[Stock, ...]:
        """A40: the aircraft aboard the own carriers."""
        return own_only(s.p, side, s.decks, unseen_decks(s.p))

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
