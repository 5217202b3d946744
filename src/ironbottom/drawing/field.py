"""Fields over a grid of points: distance, noise, contour lines.  The raw material of a chart."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ironbottom.drawing.svg import Point

Field = list[list[float]]


@dataclass(frozen=True, slots=True)
class Grid:
    """``nx`` by ``ny`` points, ``step`` units apart, the first at ``x0, y0``."""

    x0: float
    y0: float
    step: float
    nx: int
    ny: int

    @classmethod
    def over(cls, x: float, y: float, w: float, h: float, step: float) -> Grid:
        """The grid that covers a rectangle."""
        return cls(x, y, step, math.ceil(w / step) + 1, math.ceil(h / step) + 1)

    def fill(self, of: Callable[[float, float], float]) -> Field:
        """The values of a function of x and y."""
        xs = [self.x0 + i * self.step for i in range(self.nx)]
        return [[of(x, self.y0 + j * self.step) for x in xs] for j in range(self.ny)]

    def at(self, field: Field, x: float, y: float) -> float:
        """The value at a point, between the points of the grid."""
        u = min(max((x - self.x0) / self.step, 0.0), self.nx - 1.001)
        v = min(max((y - self.y0) / self.step, 0.0), self.ny - 1.001)
        i, j = int(u), int(v)
        a, b = u - i, v - j
        top = field[j][i] * (1 - a) + field[j][i + 1] * a
        low = field[j + 1][i] * (1 - a) + field[j + 1][i + 1] * a
        return top * (1 - b) + low * b


def _hash(i: int, j: int, seed: int) -> float:
    n = (i * 374761393 + j * 668265263 + seed * 2246822519) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    n = ((n ^ (n >> 16)) * 2654435761) & 0xFFFFFFFF
    return (n ^ (n >> 15)) / 0xFFFFFFFF * 2 - 1


def noise(x: float, y: float, seed: int = 0) -> float:
    """Smooth value noise, one bump a unit or so, from -1 to 1."""
    i, j = math.floor(x), math.floor(y)
    u, v = x - i, y - j
    u, v = u * u * u * (u * (6 * u - 15) + 10), v * v * v * (v * (6 * v - 15) + 10)
    top = _hash(i, j, seed) * (1 - u) + _hash(i + 1, j, seed) * u
    low = _hash(i, j + 1, seed) * (1 - u) + _hash(i + 1, j + 1, seed) * u
    return top * (1 - v) + low * v


def fractal(x: float, y: float, seed: int = 0, octaves: int = 4) -> float:
    """Noise with ever finer and fainter noise added, about -1 to 1."""
    total, size, norm = 0.0, 1.0, 0.0
    for octave in range(octaves):
        total += noise(x / size, y / size, seed + octave * 101) * size
        norm += size
        size /= 2
    return total / norm


def inside(grid: Grid, rings: Sequence[Sequence[Point]]) -> list[list[bool]]:
    """Which points of the grid lie within closed outlines (even-odd)."""
    out = [[False] * grid.nx for _ in range(grid.ny)]
    for j in range(grid.ny):
        y = grid.y0 + j * grid.step
        cuts: list[float] = []
        for ring in rings:
            px, py = ring[-1]
            for qx, qy in ring:
                if (py > y) != (qy > y):
                    cuts.append(px + (y - py) * (qx - px) / (qy - py))
                px, py = qx, qy
        cuts.sort()
        row = out[j]
        for a, b in zip(cuts[::2], cuts[1::2], strict=False):
            first = max(0, math.ceil((a - grid.x0) / grid.step))
            last = min(grid.nx - 1, math.floor((b - grid.x0) / grid.step))
            for i in range(first, last + 1):
                row[i] = True
    return out


def distance(grid: Grid, lines: Sequence[Sequence[Point]]) -> Field:
    """Distance from each point of the grid to the nearest of some polylines.

    Each point takes its neighbours' nearest segments in two sweeps there and back, and measures to them
    exactly.
    """
    segments = [
        (a[0], a[1], b[0] - a[0], b[1] - a[1], ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) or 1e-9)
        for line in lines
        for a, b in itertools.pairwise(line)
    ]
    far = 1e18
    best = [[far] * grid.nx for _ in range(grid.ny)]
    near = [[-1] * grid.nx for _ in range(grid.ny)]

    def measure(i: int, j: int, k: int) -> None:
        ax, ay, dx, dy, length = segments[k]
        x, y = grid.x0 + i * grid.step - ax, grid.y0 + j * grid.step - ay
        t = (x * dx + y * dy) / length
        t = 0.0 if t < 0 else 1.0 if t > 1 else t
        x -= t * dx
        y -= t * dy
        d = x * x + y * y
        if d < best[j][i]:
            best[j][i] = d
            near[j][i] = k

    for k, (ax, ay, dx, dy, length) in enumerate(segments):
        parts = int(math.sqrt(length) / grid.step) + 1
        for part in range(parts + 1):
            u = (ax + dx * part / parts - grid.x0) / grid.step
            v = (ay + dy * part / parts - grid.y0) / grid.step
            for j in (math.floor(v), math.floor(v) + 1):
                for i in (math.floor(u), math.floor(u) + 1):
                    measure(min(max(i, 0), grid.nx - 1), min(max(j, 0), grid.ny - 1), k)
    for _ in range(2):
        for rows, cols, back in (
            (range(grid.ny), range(grid.nx), ((-1, 0), (0, -1), (-1, -1), (1, -1))),
            (range(grid.ny - 1, -1, -1), range(grid.nx - 1, -1, -1), ((1, 0), (0, 1), (1, 1), (-1, 1))),
        ):
            for j in rows:
                for i in cols:
                    seen = near[j][i]
                    for di, dj in back:
                        p, q = i + di, j + dj
                        if 0 <= p < grid.nx and 0 <= q < grid.ny:
                            k = near[q][p]
                            if k >= 0 and k != seen:
                                measure(i, j, k)
                                seen = near[j][i]
    return [[math.sqrt(d) for d in row] for row in best]


def contours(grid: Grid, field: Field, level: float) -> list[list[Point]]:
    """The lines along which a field has a value (marching squares), the higher side on the left.

    A line that runs out of the grid ends there; closed lines end where they begin.
    """
    step = grid.step
    follow: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    places: dict[tuple[int, int, int], Point] = {}

    def cut(i: int, j: int, way: int) -> tuple[int, int, int]:
        """The crossing on the edge from point i, j to the right (0) or down (1)."""
        key = (i, j, way)
        if key not in places:
            a = field[j][i]
            b = field[j][i + 1] if way == 0 else field[j + 1][i]
            t = (level - a) / (b - a) if b != a else 0.5
            t = min(max(t, 0.001), 0.999)
            x, y = grid.x0 + i * step, grid.y0 + j * step
            places[key] = (x + t * step, y) if way == 0 else (x, y + t * step)
        return key

    for j in range(grid.ny - 1):
        upper, lower = field[j], field[j + 1]
        for i in range(grid.nx - 1):
            a, b, c, d = upper[i] > level, upper[i + 1] > level, lower[i + 1] > level, lower[i] > level
            case = a | b << 1 | c << 2 | d << 3
            if case in (0, 15):
                continue
            top, right, bottom, left = (i, j, 0), (i + 1, j, 1), (i, j + 1, 0), (i, j, 1)
            middle = (upper[i] + upper[i + 1] + lower[i] + lower[i + 1]) / 4 > level
            pairs = {
                1: ((top, left),),
                2: ((right, top),),
                3: ((right, left),),
                4: ((bottom, right),),
                6: ((bottom, top),),
                7: ((bottom, left),),
                8: ((left, bottom),),
                9: ((top, bottom),),
                11: ((right, bottom),),
                12: ((left, right),),
                13: ((top, right),),
                14: ((left, top),),
                5: ((top, right), (bottom, left)) if middle else ((top, left), (bottom, right)),
                10: ((left, top), (right, bottom)) if middle else ((right, top), (left, bottom)),
            }[case]
            for one, other in pairs:
                follow[cut(*one)] = cut(*other)
    lines = []
    starts = [key for key in follow if key not in set(follow.values())]
    for key in starts:
        line = [key]
        while line[-1] in follow:
            line.append(follow.pop(line[-1]))
        lines.append([places[k] for k in line])
    while follow:
        key = next(iter(follow))
        line = [key]
        while line[-1] in follow:
            line.append(follow.pop(line[-1]))
        lines.append([places[k] for k in line])
    return lines


def simplify(line: Sequence[Point], within: float) -> list[Point]:
    """The line with the points left out that lie closer than ``within`` to it (Douglas and Peucker)."""
    if len(line) < 3:
        return list(line)
    keep = {0, len(line) - 1}
    todo = [(0, len(line) - 1)]
    if math.dist(line[0], line[-1]) < 1e-6:
        middle = max(range(len(line)), key=lambda i: math.dist(line[0], line[i]))
        keep.add(middle)
        todo = [(0, middle), (middle, len(line) - 1)]
    while todo:
        a, b = todo.pop()
        (ax, ay), (bx, by) = line[a], line[b]
        dx, dy = bx - ax, by - ay
        length = math.hypot(dx, dy) or 1e-9
        worst, where = 0.0, -1
        for i in range(a + 1, b):
            off = abs((line[i][0] - ax) * dy - (line[i][1] - ay) * dx) / length
            if off > worst:
                worst, where = off, i
        if worst > within:
            keep.add(where)
            todo += [(a, where), (where, b)]
    return [line[i] for i in sorted(keep)]


def blur(field: Field, times: int = 1) -> Field:
    """Each value mixed with its four neighbours, ``times`` over."""
    for _ in range(times):
        ny, nx = len(field), len(field[0])
        field = [
            [
                (
                    field[j][i] * 4
                    + field[max(j - 1, 0)][i]
                    + field[min(j + 1, ny - 1)][i]
                    + field[j][max(i - 1, 0)]
                    + field[j][min(i + 1, nx - 1)]
                )
                / 8
                for i in range(nx)
            ]
            for j in range(ny)
        ]
    return field
