"""Maps of hexes: grid and numbers, rivers and slopes along hexsides, roads through the middles, what lies beyond.

A hex is the middle of a regular hexagon with corner radius ``r``; ``flat`` hexes have corners east and west, the others
north and south.  The ground under all this, coast, jungle and relief, is an image made once by
``tools/hex_chart.py`` from the same middles.  Everything here is quiet: pieces and the page speak louder.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence

from ironbottom.drawing import chart as draw
from ironbottom.drawing.field import noise
from ironbottom.drawing.svg import Point, joined, num, path, rect_path, spline

Theme = Mapping[str, str]
Side = tuple[Point, Point]


def corners(x: float, y: float, r: float, flat: bool = False) -> list[Point]:
    """The six corners of a hex, clockwise from the top (or, flat, from the upper right)."""
    turn = 30 if flat else 0
    return [
        (
            round(x + r * math.sin(math.radians(60 * n + turn)), 1),
            round(y - r * math.cos(math.radians(60 * n + turn)), 1),
        )
        for n in range(6)
    ]


def side(a: Point, b: Point, r: float) -> Side:
    """The two ends of the hexside between neighbouring middles; the first lies on the left on the way from a to b."""
    (ax, ay), (bx, by) = a, b
    length = math.hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    mx, my = (ax + bx) / 2, (ay + by) / 2
    return ((mx + uy * r / 2, my - ux * r / 2), (mx - uy * r / 2, my + ux * r / 2))


def _key(point: Point) -> tuple[int, int]:
    return (round(point[0] / 4), round(point[1] / 4))


def _close(one: Point, other: Point) -> bool:
    return math.dist(one, other) < 4


def chains(sides: Iterable[Side]) -> list[list[Point]]:
    """Hexsides that meet joined into lines; where three meet, the longest line runs through."""
    rest = [list(one) for one in sides]
    lines: list[list[Point]] = []
    while rest:
        line = rest.pop()
        grown = True
        while grown:
            grown = False
            for one in rest:
                if _close(line[-1], one[0]):
                    line += one[1:]
                elif _close(line[-1], one[-1]):
                    line += one[-2::-1]
                elif _close(line[0], one[-1]):
                    line[:0] = one[:-1]
                elif _close(line[0], one[0]):
                    line[:0] = one[:0:-1]
                else:
                    continue
                rest.remove(one)
                grown = True
                break
        lines.append(line)
    return lines


def rounded(line: Sequence[Point], times: int = 2) -> list[Point]:
    """A line with its corners cut, again and again; the ends stay."""
    out = list(line)
    for _ in range(times):
        cut = [out[0]]
        for (ax, ay), (bx, by) in itertools.pairwise(out):
            cut.append((ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25))
            cut.append((ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75))
        cut.append(out[-1])
        out = cut
    return out


def winding(line: Sequence[Point], r: float, seed: int = 0) -> list[Point]:
    """A river's course along hexsides: rounded, and swinging a little to both sides."""
    points = spline(rounded(line, 2), r * 0.13)
    out = [points[0]]
    run = 0.0
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        run += math.dist(before, here)
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = math.hypot(dx, dy) or 1.0
        swing = r * 0.085
        off = swing * (noise(run / (r * 0.42), 0.5, seed) * 1.3 + 0.5 * math.sin(run / (r * 0.19) + seed))
        out.append((here[0] - dy / length * off, here[1] + dx / length * off))
    out.append(points[-1])
    return out


# --- drawn ---------------------------------------------------------------------------------------------------


def grid(t: Theme, middles: Iterable[Point], r: float, flat: bool = False, opacity: float = 0.42) -> str:
    """All hexsides, each once."""
    seen: set[frozenset[tuple[int, int]]] = set()
    out = []
    for x, y in middles:
        ring = corners(x, y, r, flat)
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            key = frozenset((_key(a), _key(b)))
            if key not in seen:
                seen.add(key)
                out.append(f"M{num(a[0])} {num(a[1])}l{num(b[0] - a[0])} {num(b[1] - a[1])}")
    return joined(
        (
            f'<defs><path id="hexsides" d="{"".join(out)}" fill="none"/></defs>',
            f'<use href="#hexsides" stroke="{t["land-halo"]}" stroke-width="2" stroke-opacity="{opacity * 0.6:.2g}"/>',
            f'<use href="#hexsides" stroke="{t["land-name"]}" stroke-width=".9" stroke-opacity="{opacity:g}"/>',
        )
    )


GROUND = {"clear": "kunai", "jungle": "jungle", "ridge": "bare"}
"""The colours of the kinds of ground."""


def ground(t: Theme, ring: Sequence[Point], kind: str) -> str:
    """A hex of which the ground is another than the image under it shows."""
    trees = draw.grove(t, ring, 6.5) if kind == "jungle" else ""
    return draw.tag(path(ring, closed=True), t[GROUND[kind]], extra='fill-opacity=".9"') + trees


def numbers(t: Theme, rows: Iterable[tuple[str, float, float]], r: float, size: float = 9.4, flat: bool = False) -> str:
    """The number of each hex at its upper end."""
    up = r * 0.86 - size * 0.9 if flat else r * 0.48 + size * 0.5
    body = "".join(f'<text x="{num(x)}" y="{num(y - up)}">{name}</text>' for name, x, y in rows)
    return (
        f'<g class="n" font-size="{size:g}" text-anchor="middle" fill="{t["land-name"]}" fill-opacity=".88" '
        f'paint-order="stroke" stroke="{t["land-halo"]}" stroke-opacity=".5" stroke-width="2.4">{body}</g>'
    )


def river(t: Theme, line: Sequence[Point], width: float) -> str:
    """A river that widens to its mouth, the last point, in a dark bed and a pale case."""
    ends = 'stroke-linejoin="round" stroke-linecap="round"'
    out = [draw.tag(path(line), "none", t["land-halo"], width + 3.2, f'stroke-opacity=".42" {ends}')]
    count = 5
    for k in range(count):
        part = line[len(line) * k // count : len(line) * (k + 1) // count + 1]
        out.append(draw.tag(path(part), "none", t["river"], round(width * (0.5 + 0.5 * (k + 1) / count), 2), ends))
    return joined(out)


def ford(t: Theme, a: Point, b: Point, r: float) -> str:
    """A crossing between two hexes: stepping stones over the river."""
    (ax, ay), (bx, by) = a, b
    length = math.hypot(bx - ax, by - ay) or 1
    ux, uy = (bx - ax) / length, (by - ay) / length
    mx, my = (ax + bx) / 2, (ay + by) / 2
    reach = r * 0.42
    d = f"M{num(mx - ux * reach)} {num(my - uy * reach)}L{num(mx + ux * reach)} {num(my + uy * reach)}"
    return joined(
        (
            draw.tag(d, "none", t["road-case"], r * 0.2, 'stroke-dasharray="7 3"'),
            draw.tag(d, "none", t["road"], r * 0.13, 'stroke-dasharray="6 4" stroke-dashoffset="-.5"'),
        )
    )


def slopes(t: Theme, pairs: Iterable[tuple[Point, Point]], r: float, strokes: int = 9) -> str:
    """Hachures on the hexsides between a high middle and a low one: tapered, downhill, longest in the middle."""
    out = []
    for high, low in pairs:
        (px, py), (qx, qy) = side(high, low, r)
        length = math.dist(high, low) or 1
        ux, uy = (low[0] - high[0]) / length, (low[1] - high[1]) / length
        tx, ty = (qx - px) / r, (qy - py) / r
        for k in range(strokes):
            share = (k + 0.5) / strokes
            sway = noise(px / 7 + k, py / 7, 3)
            reach = r * (0.17 + 0.2 * math.sin(math.pi * share)) * (1 + 0.18 * sway)
            x, y = px + (qx - px) * share - ux * r * 0.05, py + (qy - py) * share - uy * r * 0.05
            half = r * 0.026
            dx, dy = ux * reach + tx * (sway + half), uy * reach + ty * (sway + half)
            bx, by = tx * half * 2 - dx, ty * half * 2 - dy
            out.append(
                f"M{num(x - tx * half)} {num(y - ty * half)}l{num(dx)} {num(dy)} {num(bx)} {num(by)}z"
            )
    return draw.tag("".join(out), t["land-name"], extra='fill-opacity=".78"')


def outline(middles: Mapping[str, Point], r: float, flat: bool = False) -> list[list[Point]]:
    """The outer edge of a field of hexes as closed rings."""
    ways: dict[tuple[int, int], tuple[Point, Point]] = {}
    sides: dict[frozenset[tuple[int, int]], int] = {}
    rings = [corners(x, y, r, flat) for x, y in middles.values()]
    for ring in rings:
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            key = frozenset((_key(a), _key(b)))
            sides[key] = sides.get(key, 0) + 1
    for ring in rings:
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            if sides[frozenset((_key(a), _key(b)))] == 1:
                ways[_key(a)] = (a, b)
    found = []
    while ways:
        start = next(iter(ways))
        line = []
        here = start
        while here in ways:
            a, b = ways.pop(here)
            line.append(a)
            here = _key(b)
        found.append(line)
    return sorted(found, key=len, reverse=True)


def beyond(t: Theme, rect: Sequence[float], rings: Sequence[Sequence[Point]], clip: str, opacity: float = 0.44) -> str:
    """A veil over the land outside the playing area, and the area's edge."""
    x, y, w, h = rect
    area = "".join(path(ring, closed=True) for ring in rings)
    return joined(
        (
            f'<g clip-path="url(#{clip})">'
            + draw.tag(
                rect_path(x, y, w, h) + area,
                t["paper"],
                extra=f'fill-opacity="{opacity:g}" fill-rule="evenodd"',
            )
            + draw.tag(area, "none", t["land-halo"], 4.4, 'stroke-opacity=".55" stroke-linejoin="round"')
            + draw.tag(area, "none", t["land-name"], 1.5, 'stroke-opacity=".7" stroke-linejoin="round"')
            + "</g>",
        )
    )


def road(t: Theme, middles: Sequence[Point], r: float) -> str:
    """A road through the middles of hexes, its corners rounded."""
    line = rounded(middles, 2)
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    d = path(line)
    return joined(
        (
            draw.tag(d, "none", t["road-case"], r * 0.125, ends),
            draw.tag(d, "none", t["road"], r * 0.07, ends),
        )
    )


def arrow(t: Theme, start: Point, end: Point, style: str, width: float = 3.2) -> str:
    """A printed arrow of entry."""
    far = math.dist(start, end) or 1
    ux, uy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    wing, head = width * 2.1, width * 3.6
    tip = f"M{num(end[0])} {num(end[1])}"
    tip += f"L{num(end[0] - ux * head - uy * wing)} {num(end[1] - uy * head + ux * wing)}"
    tip += f"L{num(end[0] - ux * head * 0.75)} {num(end[1] - uy * head * 0.75)}"
    tip += f"L{num(end[0] - ux * head + uy * wing)} {num(end[1] - uy * head - ux * wing)}z"
    line = f"M{num(start[0])} {num(start[1])}"
    line += f"L{num(end[0] - ux * head * 0.8)} {num(end[1] - uy * head * 0.8)}"
    return joined(
        (
            draw.tag(line + tip, "none", t["land-halo"], width + 3, 'stroke-opacity=".7" stroke-linejoin="round"'),
            draw.tag(line, "none", t[f"{style}-line"], width),
            draw.tag(tip, t[f"{style}-line"]),
        )
    )
