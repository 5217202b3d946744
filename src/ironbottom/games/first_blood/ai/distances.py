"""How far it is from hex to hex, and what the Americans could bring to bear: for the script and for what a position is
worth."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ironbottom.games.first_blood.rules.printed import AMERICAN, UNBUILT, Printed
from ironbottom.games.first_blood.rules.state import Position

FAR = 9
"""How far it is where there is nothing."""


@lru_cache(maxsize=8)
def apart(printed: Printed) -> tuple[bytes, ...]:
    """How far every hex is from every other."""
    plan = printed.plan
    return tuple(bytes(plan.distance(a, b) for b in range(printed.hexes)) for a in range(printed.hexes))


def nearest(printed: Printed, hexes: Iterable[int]) -> bytes:
    """How far every hex is from the nearest of these; FAR if there is none."""
    rows = [apart(printed)[n] for n in hexes]
    return bytes(map(min, *rows)) if len(rows) > 1 else rows[0] if rows else bytes([FAR]) * printed.hexes


@lru_cache(maxsize=8)
def field_distances(printed: Printed) -> bytes:
    """How far every hex is from Henderson Field."""
    return nearest(printed, [here for n, here in enumerate(printed.fields) if printed.start_status[n] != UNBUILT])


@lru_cache(maxsize=8)
def pace(printed: Printed) -> float:
    """The movement factors of an American unit, on average: fewer in the fair set than as first reconstructed."""
    own = printed.own[AMERICAN]
    return sum([printed.units[u].move for u in own]) / max(1, len(own))


def to_field(printed: Printed, here: int) -> int:
    """Steps to the nearest hex of Henderson Field; far for what is off the map."""
    return field_distances(printed)[here] if here < printed.hexes else 20


def to_foes(s: Position, side: int, place: int) -> float:
    """Steps from where an entry point or a box leads to, on average over the enemy's units on the map."""
    printed = s.setting
    way = nearest(printed, printed.entries[place])
    foes = [way[s.at[u]] for u in printed.own[1 - side] if s.at[u] < printed.hexes]
    return sum(foes) / len(foes) if foes else 0.0


def risk_of(s: Position) -> list[float]:
    """What the Americans could bring to bear on each hex: their strength, by the square of the way."""
    printed = s.setting
    threats: dict[int, int] = {}
    for u in printed.own[AMERICAN]:
        if s.at[u] < printed.hexes:
            threats[s.at[u]] = threats.get(s.at[u], 0) + printed.units[u].combat
    total = [0.0] * printed.hexes
    for here, combat in threats.items():
        share = [combat / max(1, d - 1) ** 2 for d in range(32)]
        total = [sum_ + share[d] for sum_, d in zip(total, apart(printed)[here], strict=True)]
    return total
