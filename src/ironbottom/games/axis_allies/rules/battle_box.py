"""C5..C13, C15, U7, U8: the battle box: dice in a row, what type each hit strikes, and what it does."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.games.axis_allies.rules.printed import BAT, DST, PTB, SEA, TRN, Printed
from ironbottom.games.axis_allies.rules.state import ARMOUR, DAMAGED, SUNK, Campaign, Ship
from ironbottom.kernel.action import Action

DICE: tuple[tuple[Action, int], ...] = tuple((("die", number), 1) for number in range(1, 7))


def struck(printed: Printed, category: int, slot: int, present: Sequence[int]) -> int:
    """C6..C8, O9: the type that a hit strikes, of the types still present: the slot's own, else a PT boat, else the
    first in the order of the box; -1 if nobody is left."""
    wanted = printed.boxes[category][slot % len(printed.boxes[category])]
    if wanted in present:
        return wanted
    if category == SEA and PTB in present:
        return PTB
    for kind in printed.order[category]:
        if kind in present:
            return kind
    return -1


def candidates(s: Campaign, side: int, zone: int, kind: int) -> tuple[Ship, ...]:
    """C10..C12: the ships of a type that may take a hit: those with armour left, else undamaged ones (one for each
    different cargo), else damaged ones."""
    left = [ship for ship in s.fleet(side, zone) if ship[0] == kind and not ship[2] & SUNK]
    if kind == BAT:
        armoured = [ship for ship in left if not ship[2] & ARMOUR]
        if armoured:
            return (armoured[0],)
    whole = [ship for ship in left if not ship[2] & DAMAGED] or left
    if kind not in (TRN, DST):
        return (whole[0],)
    by_cargo: dict[tuple[int, ...], Ship] = {}
    for ship in whole:
        by_cargo.setdefault(ship[1], ship)
    return tuple(by_cargo.values())


def strike_ship(s: Campaign, side: int, zone: int, ship: Ship, destroys: bool) -> tuple[Campaign, str]:
    """C12, C13, C15, M15, M16, M18, U7, U8: one hit on a ship, and what it did: ignored, damaged or destroyed."""
    kind, cargo, marks = ship
    if kind == BAT and not marks & ARMOUR:
        return s.trade(side, zone, ship, (kind, cargo, marks | ARMOUR)), "ignored"
    if kind in (TRN, DST) and cargo:
        for item in cargo:
            s = s.lose(side, item)
    kept = () if kind in (TRN, DST) else cargo
    if not destroys and s.printed.resilient[kind] and not marks & DAMAGED:
        return s.trade(side, zone, ship, (kind, kept, marks | DAMAGED)), "damaged"
    return s.trade(side, zone, ship, (kind, kept, (marks & ~DAMAGED) | SUNK)), "destroyed"
