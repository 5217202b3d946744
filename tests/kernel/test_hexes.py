"""The hex tools against deliberately naive second implementations."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ironbottom.kernel import hexes
from ironbottom.kernel.hexes import HexMap, axial, edges, route, spread, ways_out, without_zone_steps, zones

ROWS, COLUMNS = 6, 7
FEW = settings(max_examples=60, deadline=None)
LAYOUTS = ("odd-r", "even-r", "odd-q", "even-q")


def plan(layout: hexes.Layout = "odd-r") -> HexMap:
    return HexMap((f"{r:02}{c:02}", axial(c, r, layout)) for r in range(ROWS) for c in range(COLUMNS))


PLAN = plan()
HEX = st.integers(0, len(PLAN) - 1)
COSTS = st.lists(st.integers(0, 4), min_size=len(PLAN.sides) * 2, max_size=len(PLAN.sides) * 2)


def table(costs: list[int]) -> tuple[tuple[tuple[int, int], ...], ...]:
    return edges(PLAN, lambda a, b: costs[PLAN.side(a, b) * 2 + (a < b)])


def drawn(name: str, layout: str) -> tuple[float, float]:
    """Where a hex lies on paper: an independent account of the four layouts."""
    row, column = int(name[:2]), int(name[2:])
    late = 0.5 if (row if layout.endswith("r") else column) % 2 == (layout.startswith("odd")) else 0.0
    if layout.endswith("r"):
        return column + late, row * math.sqrt(3) / 2
    return column * math.sqrt(3) / 2, row + late


@pytest.mark.parametrize("layout", LAYOUTS)
def test_neighbours_are_the_hexes_one_width_away(layout: hexes.Layout) -> None:
    map_ = plan(layout)
    for a, name in enumerate(map_.names):
        here = drawn(name, layout)
        close = {
            b for b, other in enumerate(map_.names) if a != b and math.dist(here, drawn(other, layout)) < 1.01
        }
        assert set(map_.near[a]) == close


@given(HEX, HEX)
@FEW
def test_distance_is_the_length_of_the_shortest_way(a: int, b: int) -> None:
    far = plan()
    seen, ring, steps = {a}, [a], 0
    while b not in seen:
        ring = [n for here in ring for n in far.near[here] if n not in seen and not seen.add(n)]  # type: ignore[func-returns-value]
        steps += 1
    assert far.distance(a, b) == steps


def every_way(steps: tuple[tuple[tuple[int, int], ...], ...], start: int, points: int, stops: bytes) -> dict[int, int]:
    """Ranges by trying whole paths."""
    best: dict[int, int] = {}

    def walk(here: int, spent: int) -> None:
        if spent >= best.get(here, 99):
            return
        best[here] = spent
        if stops and stops[here] and here != start:
            return
        for there, price in steps[here]:
            if spent + price <= points:
                walk(there, spent + price)

    walk(start, 0)
    return best


@given(COSTS, HEX, st.integers(0, 8), st.lists(HEX, max_size=5), st.booleans())
@FEW
def test_spread_is_what_whole_paths_reach(
    costs: list[int], start: int, points: int, held: list[int], stopping: bool
) -> None:
    stops = PLAN.flags(held) if stopping else b""
    steps = table(costs)
    found = spread(steps, start, points, stops)
    assert found == every_way(steps, start, points, stops)
    assert list(found.values()) == sorted(found.values())
    for goal in found:
        way = (start, *route(steps, start, goal, points, stops))
        assert way[-1] == goal
        assert sum(dict(steps[a])[b] for a, b in pairwise(way)) == found[goal]
        assert not any(stops and stops[n] for n in way[1:-1])


@given(COSTS, st.lists(HEX, max_size=6))
@FEW
def test_zones_and_the_ban_on_steps_between_them(costs: list[int], held: list[int]) -> None:
    occupied = PLAN.flags(held)
    control = zones(PLAN, occupied)
    for n in range(len(PLAN)):
        assert bool(control[n]) == any(PLAN.distance(n, other) == 1 for other in held)
    steps, free = table(costs), without_zone_steps(table(costs), occupied, control)
    for a in range(len(PLAN)):
        if occupied[a]:
            continue
        wanted = [(b, c) for b, c in steps[a] if not occupied[b] and not (control[a] and control[b])]
        assert list(free[a]) == wanted


@given(HEX, st.lists(HEX, max_size=12), st.lists(HEX, max_size=8), st.lists(HEX, max_size=2))
@settings(max_examples=25, deadline=None)
def test_ways_out_lead_to_room(start: int, closed: list[int], room: list[int], left: list[int]) -> None:
    barred = set(closed) | {start} | set(left)
    if len(barred) < 18:
        closed = sorted(set(closed) | set(range(24)) - {n for near in (PLAN.near[start],) for n in near} - {start})
        barred = set(closed) | {start} | set(left)
    found = ways_out(PLAN.near, start, PLAN.flags(closed), PLAN.flags(room), tuple(left))
    leads = set(room) - barred
    for _ in PLAN.near:  # from room backwards, a hex further each time
        leads |= {n for n, near in enumerate(PLAN.near) if n not in barred and leads.intersection(near)}
    assert list(found) == [n for n in PLAN.near[start] if n in leads]


@FEW
@given(HEX, st.integers(0, 9))
def test_within_is_all_that_is_near_enough(centre: int, steps: int) -> None:
    assert PLAN.within(centre, steps) == tuple(n for n in range(len(PLAN)) if PLAN.distance(centre, n) <= steps)


def test_sides_are_numbered_once() -> None:
    assert len(set(PLAN.sides)) == len(PLAN.sides)
    for n, (a, b) in enumerate(PLAN.sides):
        assert PLAN.side(a, b) == PLAN.side(b, a) == n
        assert PLAN.adjacent(a, b)


def test_one_name_and_one_place_a_hex() -> None:
    with pytest.raises(ValueError):
        HexMap([("0101", (0, 0)), ("0101", (1, 0))])
