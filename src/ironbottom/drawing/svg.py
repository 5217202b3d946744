"""Small helpers for writing SVG: numbers, points, smooth lines and tags."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape as _escape

Point = tuple[float, float]


def num(value: float) -> str:
    """A number with at most one decimal and nothing needless: ``3``, ``-.5``, ``12.1``."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    if text == "-0":
        return "0"
    if text.startswith("0."):
        return text[1:]
    if text.startswith("-0."):
        return "-" + text[2:]
    return text


def escape(text: str) -> str:
    """Text made safe for element content and attributes."""
    return _escape(text, {'"': "&quot;"})


def path(points: Sequence[Point], closed: bool = False) -> str:
    """Straight lines through ``points``, in relative steps of a tenth of a unit."""
    if not points:
        return ""
    px, py = round(points[0][0] * 10), round(points[0][1] * 10)
    out = [f"M{num(px / 10)} {num(py / 10)}l"]
    first = True
    for x, y in points[1:]:
        qx, qy = round(x * 10), round(y * 10)
        if (qx, qy) == (px, py):
            continue
        dx, dy = num((qx - px) / 10), num((qy - py) / 10)
        out.append(
            ("" if first or dx.startswith("-") else " ") + dx + ("" if dy.startswith("-") else " ") + dy
        )
        first = False
        px, py = qx, qy
    return "".join(out) + ("z" if closed else "")


def smooth(points: Sequence[Point], closed: bool = False, tension: float = 0.5) -> str:
    """A curve through all ``points`` (cardinal spline written as cubic Bezier arcs)."""
    n = len(points)
    if n < 3:
        return path(points, closed)
    k = (1 - tension) / 3 * 2 if tension != 0.5 else 1 / 6 * 2

    def at(i: int) -> Point:
        return points[i % n] if closed else points[max(0, min(n - 1, i))]

    out = [f"M{num(points[0][0])} {num(points[0][1])}"]
    for i in range(n if closed else n - 1):
        p0, p1, p2, p3 = at(i - 1), at(i), at(i + 1), at(i + 2)
        c1 = (p1[0] + (p2[0] - p0[0]) * k / 2, p1[1] + (p2[1] - p0[1]) * k / 2)
        c2 = (p2[0] - (p3[0] - p1[0]) * k / 2, p2[1] - (p3[1] - p1[1]) * k / 2)
        pairs = " ".join(f"{num(x)} {num(y)}" for x, y in (c1, c2, p2))
        out.append("C" + pairs)
    return "".join(out) + ("z" if closed else "")


def spline(points: Sequence[Point], step: float = 6.0, closed: bool = False) -> list[Point]:
    """Points every ``step`` units or so along a smooth curve through ``points`` (Catmull-Rom)."""
    n = len(points)
    if n < 3:
        return list(points)

    def at(i: int) -> Point:
        return points[i % n] if closed else points[max(0, min(n - 1, i))]

    out: list[Point] = []
    for i in range(n if closed else n - 1):
        p0, p1, p2, p3 = at(i - 1), at(i), at(i + 1), at(i + 2)
        parts = max(1, round(math.dist(p1, p2) / step))
        for j in range(parts):
            t = j / parts
            t2, t3 = t * t, t * t * t
            x, y = (
                0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t2 + (3 * b - a - 3 * c + d) * t3)
                for a, b, c, d in zip(p0, p1, p2, p3, strict=True)
            )
            out.append((x, y))
    if not closed:
        out.append(points[-1])
    return out


def rect_path(x: float, y: float, w: float, h: float) -> str:
    """A rectangle as a path."""
    return f"M{num(x)} {num(y)}h{num(w)}v{num(h)}h{num(-w)}z"


def cut_rect(x: float, y: float, w: float, h: float, cut: float) -> str:
    """A rectangle with all four corners cut: the Japanese frame."""
    a, b, c = num(cut), num(w - 2 * cut), num(h - 2 * cut)
    return f"M{num(x + cut)} {num(y)}h{b}l{a} {a}v{c}l-{a} {a}h-{b}l-{a} -{a}v-{c}z"


def round_rect(x: float, y: float, w: float, h: float, r: float) -> str:
    """A rectangle with round corners as a path: the American frame."""
    a, b, c = num(r), num(w - 2 * r), num(h - 2 * r)
    return (
        f"M{num(x + r)} {num(y)}h{b}a{a} {a} 0 0 1 {a} {a}v{c}a{a} {a} 0 0 1 -{a} {a}h-{b}"
        f"a{a} {a} 0 0 1 -{a} -{a}v-{c}a{a} {a} 0 0 1 {a} -{a}z"
    )


def polar(cx: float, cy: float, r: float, degrees: float) -> Point:
    """A point on a circle; 0 degrees is north, clockwise, as on a compass."""
    a = math.radians(degrees)
    return (cx + r * math.sin(a), cy - r * math.cos(a))


def star(cx: float, cy: float, r: float, points: int = 5, inner: float = 0.382) -> str:
    """A star standing on two points, as a path."""
    pts = []
    for i in range(points * 2):
        pts.append(polar(cx, cy, r if i % 2 == 0 else r * inner, i * 180 / points))
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in pts) + "z"


def joined(parts: Iterable[str]) -> str:
    """Parts of a drawing, one per line."""
    return "\n".join(part for part in parts if part)
