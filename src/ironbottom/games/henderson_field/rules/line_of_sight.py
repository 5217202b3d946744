"""8.1.4: who sees whom."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from ironbottom.games.henderson_field.rules.printed import Printed


def steps(p: Printed, a: int, b: int) -> Iterator[tuple[int, ...]]:
    """R8.1.4, Q26: hex by hex along the line from middle to middle, both ends included; two where it runs between."""
    (q1, r1), (q2, r2) = p.plan.at[a], p.plan.at[b]
    n, where = p.plan.distance(a, b), p.where
    for i in range(n + 1):
        # the point in n-ths of a hex, and how far the four hexes around it are from it
        q, r = q1 * (n - i) + q2 * i, r1 * (n - i) + r2 * i
        q0, r0 = q // n, r // n
        x, y = q - q0 * n, r - r0 * n
        u, v = x - n, y - n
        gaps = (x * x + y * y + x * y, x * x + v * v + x * v, u * u + y * y + u * y, u * u + v * v + u * v)
        least = min(gaps)
        yield tuple([
            h
            for k, gap in enumerate(gaps)
            if gap == least and (h := where.get((q0 + (k >> 1), r0 + (k & 1)), -1)) >= 0
        ])


def line(p: Printed, a: int, b: int) -> tuple[tuple[int, ...], ...]:
    """R8.1.4, Q26: all hexes of the line, for whoever draws it."""
    return tuple(steps(p, a, b))


def blocked(p: Printed, a: int, b: int) -> int:
    """R8.1.4, Q26: the hex that blocks the line between two hexes, slopes named before jungle; -1 if they see each
    other."""
    if p.plan.distance(a, b) <= 1:
        return -1
    level = p.level
    if level[a] == level[b]:
        way = line(p, a, b)
        for before, after in pairwise(way):
            if _slope(p, before, after):
                return after[0] if after[0] != b else before[0]
        return next((step[0] for step in way[1:-1] if all(p.jungle[h] for h in step)), -1)
    high, low = (a, b) if level[a] > level[b] else (b, a)
    for step in line(p, high, low)[1:-1]:
        if all(level[h] >= level[high] for h in step):
            return step[0]
    return -1


def _slope(p: Printed, before: tuple[int, ...], after: tuple[int, ...]) -> bool:
    """R8.1.4, R2.1b: whether every way from one step of a line to the next crosses a slope side."""
    level, land = p.level, p.land
    return all(land[one] and land[other] and level[one] != level[other] for one in before for other in after)


@lru_cache(maxsize=65536)
def _sees(p: Printed, a: int, b: int) -> bool:
    """As `blocked`, but it stops at the first thing in the way."""
    level, jungle = p.level, p.jungle
    if level[a] == level[b]:
        last: tuple[int, ...] = (a,)
        for step in steps(p, a, b):
            if jungle[step[0]] and jungle[step[-1]] and step[0] not in (a, b):
                return False
            if step[0] != a and _slope(p, last, step):
                return False
            last = step
        return True
    high, low = (a, b) if level[a] > level[b] else (b, a)
    top = level[high]
    return all(
        step[0] in (a, b) or level[step[0]] < top or level[step[-1]] < top for step in steps(p, high, low)
    )


def sees(p: Printed, a: int, b: int) -> bool:
    """R8.1.4: whether the line between two hexes is open."""
    if a == b or b in p.near[a]:
        return True
    return _sees(p, a, b) if a < b else _sees(p, b, a)
