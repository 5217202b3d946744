"""Hexes: numbering, neighbours, distance, hexsides, movement ranges, zones of control, ways of retreat.

A map numbers its hexes from 0 in a fixed order; everything here works on these numbers, on tables made once for a map,
and on `bytes` with one entry a hex (1: yes). Integers only, no set is walked through, so that the same position gives
the same answers in the same order everywhere.

>>> strip = HexMap((f"{r:02}{c:02}", axial(c, r, "odd-r")) for r in range(3) for c in range(3))
>>> [strip.names[n] for n in strip.near[strip.number["0101"]]]
['0102', '0002', '0001', '0100', '0201', '0202']
>>> strip.distance(strip.number["0000"], strip.number["0202"])
3
>>> plain = edges(strip, lambda a, b: 1)
>>> spread(plain, 0, 1)
{0: 0, 1: 1, 3: 1}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, TypeAlias

Axial: TypeAlias = tuple[int, int]
"""Coordinates along two of the three axes; the third is the negative of their sum."""

Edges: TypeAlias = Sequence[Sequence[tuple[int, int]]]
"""For each hex, where one step leads and what it costs: `((neighbour, cost), ...)`."""

DIRECTIONS: tuple[Axial, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The six steps, in order round the hex; opposite directions are three apart."""

Layout: TypeAlias = Literal["odd-r", "even-r", "odd-q", "even-q"]


def axial(column: int, row: int, layout: Layout) -> Axial:
    """The axial coordinates of a hex numbered by column and row.

    `-r`: rows are straight (pointy tops), and the odd or even ones lie half a hex further along the columns;
    `-q`: columns are straight (flat tops), and the odd or even ones lie half a hex further along the rows.
    The directions in which columns and rows are counted do not matter: a map that is turned keeps its neighbours.
    """
    if layout == "odd-r":
        return column - (row - (row & 1)) // 2, row
    if layout == "even-r":
        return column - (row + (row & 1)) // 2, row
    if layout == "odd-q":
        return column, row - (column - (column & 1)) // 2
    return column, row - (column + (column & 1)) // 2


class HexMap:
    """The hexes of a map: their names, and what follows from where they lie."""

    __slots__ = ("_side", "_where", "at", "names", "near", "neighbours", "number", "sides")

    def __init__(self, hexes: Iterable[tuple[str, Axial]]) -> None:
        placed = tuple(hexes)
        self.names: tuple[str, ...] = tuple(name for name, _ in placed)
        self.at: tuple[Axial, ...] = tuple(place for _, place in placed)
        self.number: dict[str, int] = {name: n for n, name in enumerate(self.names)}
        """The number of a hex's name."""
        self._where = where = {place: n for n, place in enumerate(self.at)}
        if len(where) != len(placed) or len(self.number) != len(placed):
            raise ValueError("two hexes have one name or one place")
        self.neighbours: tuple[tuple[int, ...], ...] = tuple(
            tuple(where.get((q + dq, r + dr), -1) for dq, dr in DIRECTIONS) for q, r in self.at
        )
        """The six neighbours in the order of DIRECTIONS; -1 where there is no hex."""
        self.near: tuple[tuple[int, ...], ...] = tuple(tuple(n for n in six if n >= 0) for six in self.neighbours)
        """The neighbours that there are."""
        self.sides: tuple[tuple[int, int], ...] = tuple((a, b) for a in range(len(self)) for b in self.near[a] if a < b)
        """The hexsides between two hexes, the lower number first."""
        self._side = {pair: n for n, pair in enumerate(self.sides)}

    def __len__(self) -> int:
        return len(self.names)

    def distance(self, a: int, b: int) -> int:
        """How many steps lie between two hexes of an endless plain."""
        (q1, r1), (q2, r2) = self.at[a], self.at[b]
        dq, dr = q1 - q2, r1 - r2
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2

    def adjacent(self, a: int, b: int) -> bool:
        """Whether two hexes touch."""
        return b in self.near[a]

    def side(self, a: int, b: int) -> int:
        """The number of the hexside between two hexes that touch, in `sides`."""
        return self._side[(a, b) if a < b else (b, a)]

    def within(self, centre: int, steps: int) -> tuple[int, ...]:
        """All hexes at most so many steps away, the centre among them, in their order."""
        (q, r), where = self.at[centre], self._where
        return tuple(sorted([
            where[place]
            for dq in range(-steps, steps + 1)
            for dr in range(max(-steps, -steps - dq), min(steps, steps - dq) + 1)
            if (place := (q + dq, r + dr)) in where
        ]))  # fmt: skip

    def flags(self, hexes: Iterable[int]) -> bytes:
        """One entry a hex, 1 for those given."""
        marked = bytearray(len(self))
        for n in hexes:
            marked[n] = 1
        return bytes(marked)


def edges(plan: HexMap, cost: Callable[[int, int], int]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The table of steps: `cost(a, b)` from a hex to its neighbour; 0 or less where there is no way."""
    return tuple(
        tuple((b, price) for b in plan.near[a] if (price := cost(a, b)) > 0) for a in range(len(plan))
    )


def spread(table: Edges, start: int, points: int, stops: bytes = b"") -> dict[int, int]:
    """What a unit can reach with so many movement points: hex and cost, cheapest first, the start at 0.

    One ring of hexes for each point spent. Every cost is 1 or more. In a hex that `stops` marks the unit may stop but
    not go on (except at the start).
    """
    spent = [points + 1] * len(table)
    spent[start] = 0
    rings: list[list[int]] = [[] for _ in range(points + 1)]
    rings[0].append(start)
    found: dict[int, int] = {}
    for paid, ring in enumerate(rings):
        for here in ring:
            if spent[here] != paid:
                continue
            found[here] = paid
            if stops and stops[here] and paid:
                continue
            for there, price in table[here]:
                total = paid + price
                if total < spent[there]:
                    spent[there] = total
                    rings[total].append(there)
    return found


def route(table: Edges, start: int, goal: int, points: int, stops: bytes = b"") -> tuple[int, ...]:
    """The hexes of the cheapest way, without the start, with the goal; empty if it is out of reach."""
    costs = spread(table, start, points, stops)
    if goal not in costs or goal == start:
        return ()
    way = [goal]
    while way[-1] != start:
        here = way[-1]
        for there, paid in costs.items():
            if paid < costs[here] and not (stops and stops[there] and there != start) and any(
                n == here and paid + price == costs[here] for n, price in table[there]
            ):
                way.append(there)
                break
    return tuple(reversed(way[:-1]))


def zones(plan: HexMap, occupied: bytes) -> bytes:
    """The zones of control of units in these hexes: all hexes next to one of them."""
    marked = bytearray(len(plan))
    near = plan.near
    for n, there in enumerate(occupied):
        if there:
            for other in near[n]:
                marked[other] = 1
    return bytes(marked)


def without_zone_steps(table: Edges, occupied: bytes, control: bytes) -> tuple[Sequence[tuple[int, int]], ...]:
    """The table without steps into enemy-occupied hexes and without steps from one controlled hex to another.

    `control` marks the zones of the `occupied` hexes, so that only steps out of controlled hexes can be barred.
    """
    out = list(table)
    for n, held in enumerate(control):
        if held:
            out[n] = tuple(step for step in table[n] if not occupied[step[0]] and not control[step[0]])
    return tuple(out)


def ways_out(
    steps: Sequence[Sequence[int]], start: int, closed: bytes, room: bytes, left: tuple[int, ...] = ()
) -> tuple[int, ...]:
    """The neighbours into which a retreat may go on from `start`: those from which, hex by hex over `steps`, never into
    a `closed` hex nor back into one already `left`, a hex with `room` can be reached (the neighbour itself counts).
    """
    barred = bytearray(closed)
    barred[start] = 1
    for n in left:
        barred[n] = 1
    return tuple(n for n in steps[start] if not barred[n] and (room[n] or _leads_out(steps, n, barred, room)))


def _leads_out(steps: Sequence[Sequence[int]], start: int, barred: bytearray, room: bytes) -> bool:
    seen = bytearray(barred)
    seen[start] = 1
    ring = [start]
    while ring:
        further: list[int] = []
        for here in ring:
            for there in steps[here]:
                if not seen[there]:
                    if room[there]:
                        return True
                    seen[there] = 1
                    further.append(there)
        ring = further
    return False
