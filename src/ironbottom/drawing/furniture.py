"""What stands on a chart besides the map: boxes and cards for pieces, tables, tracks, dice, arrows of attack.

All of it is drawn with the parts of :mod:`ironbottom.drawing.chart` and returns SVG text.  Words are passed in.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence

from ironbottom.drawing import chart as draw
from ironbottom.drawing.svg import (
    Point,
    cut_rect,
    escape,
    joined,
    num,
    path,
    rect_path,
    round_rect,
    spline,
    star,
)

Theme = Mapping[str, str]

def wrap(words: Sequence[tuple[str, bool]], size: float, width: float) -> list[list[tuple[str, bool]]]:
    """Runs of text (content, bold) broken into lines of at most that width."""
    lines: list[list[tuple[str, bool]]] = [[]]
    used = 0.0
    for content, bold in words:
        for word in content.split(" "):
            long = draw.breadth(word, size, bold)
            gap = draw.breadth(" ", size) if lines[-1] else 0.0
            if lines[-1] and used + gap + long > width:
                lines.append([])
                used, gap = 0.0, 0.0
            if lines[-1] and lines[-1][-1][1] == bold:
                lines[-1][-1] = (f"{lines[-1][-1][0]} {word}", bold)
            else:
                lines[-1].append((word, bold))
            used += gap + long
    return lines


def paragraph(
    t: Theme,
    x: float,
    y: float,
    words: Sequence[tuple[str, bool]],
    size: float,
    width: float,
    *,
    leading: float = 1.18,
    colour: str = "",
    bold_colour: str = "",
    middle: bool = False,
) -> tuple[str, int]:
    """Lines of serif type from a first base line, or centred on ``y``; and how many there are."""
    lines = wrap(words, size, width)
    if middle:
        y = y + size * 0.34 - (len(lines) - 1) * size * leading / 2
    plain, strong = colour or t["mut"], bold_colour or t["ink"]
    out = []
    for i, runs in enumerate(lines):
        spans = " ".join(
            f'<tspan font-weight="700" fill="{strong}">{escape(content)}</tspan>' if bold else escape(content)
            for content, bold in runs
        )
        out.append(
            f'<text class="s" x="{num(x)}" y="{num(y + i * size * leading)}" font-size="{size:g}" '
            f'fill="{plain}"{draw.squeeze(runs, size, width)}>{spans}</text>'
        )
    return "".join(out), len(lines)


def outline(side: str, x: float, y: float, w: float, h: float, corner: float) -> str:
    """The frame of a side: round corners for Americans, cut corners for the Japanese, plain for none."""
    if side == "us":
        return round_rect(x, y, w, h, corner)
    if side == "jp":
        return cut_rect(x, y, w, h, corner)
    return rect_path(x, y, w, h)


def _head(side: str, x: float, y: float, w: float, h: float, corner: float) -> str:
    """The upper end of such a frame."""
    a, b = num(corner), num(w - 2 * corner)
    if side == "us":
        top = f"a{a} {a} 0 0 1 {a} -{a}h{b}a{a} {a} 0 0 1 {a} {a}"
        return f"M{num(x)} {num(y + h)}V{num(y + corner)}{top}V{num(y + h)}z"
    if side == "jp":
        return f"M{num(x)} {num(y + h)}V{num(y + corner)}l{a} -{a}h{b}l{a} {a}V{num(y + h)}z"
    return rect_path(x, y, w, h)


def hatch(x: float, y: float, w: float, h: float, gap: float = 6) -> str:
    """Slanted lines over a rectangle, as a path."""
    parts = []
    k = gap / 2
    while k < w + h:
        x1, y1 = (x, y + k) if k <= h else (x + k - h, y + h)
        x2, y2 = (x + k, y) if k <= w else (x + w, y + k - w)
        parts.append(f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}")
        k += gap
    return "".join(parts)


def tray(
    t: Theme,
    rect: Sequence[float],
    title: str,
    side: str,
    *,
    head: float = 24,
    corner: float = 9,
    opacity: float = 0.87,
    shadow: bool = True,
    size: float = 15.5,
    emblem: bool = True,
    indent: float = 10,
) -> str:
    """A box for a side's pieces: its name on a band in the side's colour, calm paper below."""
    x, y, w, h = rect
    plate = outline(side, x, y, w, h, corner)
    colour = t[side] if side != "none" else t["mut"]
    line = t[f"{side}-line"] if side != "none" else t["ink"]
    out = []
    if shadow:
        out.append(
            draw.tag(
                outline(side, x + 2, y + 3, w, h, corner),
                t["shadow"],
                extra='fill-opacity=".22"',
            )
        )
    out += [
        draw.tag(plate, "none", t["land-halo"], 4, 'stroke-opacity=".6"'),
        draw.tag(plate, t["panel"], extra=f'fill-opacity="{opacity:g}"'),
        draw.tag(_head(side, x, y, w, head, corner), colour),
    ]
    if side == "jp":
        out.append(
            draw.tag(
                hatch(x + corner, y + 1, w - 2 * corner, head - 2, 6),
                "none",
                t["cream"],
                1.2,
                'stroke-opacity=".14"',
            )
        )
    out.append(draw.tag(plate, "none", line, 1.8))
    left = x + indent
    if emblem and side == "us":
        out.append(draw.tag(star(x + 18, y + head / 2 + 0.6, head * 0.33), t["cream"]))
        left = x + 31
    if emblem and side == "jp":
        out.append(
            f'<circle cx="{num(x + 18)}" cy="{num(y + head / 2)}" r="{num(head * 0.25)}" fill="{t["cream"]}"/>'
        )
        left = x + 31
    out.append(
        draw.text(left, y + head * 0.5 + size * 0.33, title, size, t["cream"], anchor="start", weight=600, tracking=0.4,
                  room=x + w - left - 7)
    )
    return joined(out)


def die(t: Theme, x: float, y: float, size: float, n: int, side: str) -> str:
    """A printed die with its number, in the shape of its side."""
    red = side == "jp"
    plate = outline("us", x, y, size, size, size * (0.1 if red else 0.24))
    fill, edge = (t["jp"], t["jp-edge"]) if red else (t["us"], t["us-edge"]) if side == "us" else (t["panel"], t["ink"])
    colour = t["cream"] if side in ("us", "jp") else t["ink"]
    return draw.tag(plate, fill, edge, 1) + draw.text(
        x + size / 2, y + size * 0.72, str(n), size * 0.64, colour, serif=False, weight=700
    )


def row_rect(x: float, y: float, w: float, head: float, row: float, number: int) -> list[float]:
    """Where the row of that number (from 0) of a table lies."""
    return [x + 4, y + head + row * number, w - 8, row]


def table(
    t: Theme,
    x: float,
    y: float,
    w: float,
    title: str,
    note: str,
    side: str,
    rows: Sequence[tuple[str, str]],
    *,
    head: float = 38,
    row: float = 46,
    size: float = 15,
) -> str:
    """A table of six results: a die, a name, what it does."""
    h = head + row * len(rows) + 4
    out = [
        draw.tag(rect_path(x, y, w, h), t["panel"], t["ink"], 1.5),
        draw.tag(rect_path(x + 4, y + 4, w - 8, h - 8), "none", t["ink"], 0.6),
        draw.side_plate(t, x + 13, y + 11, side, 18),
        draw.text(x + 46, y + 26, title, 18, t["ink"], anchor="start", italic=True),
        draw.text(x + w - 14, y + 25.5, note, 13.2, t["mut"], anchor="end", italic=True,
                  room=w - 70 - draw.breadth(title, 18, broadest=True)),
    ]
    for n, (name, effect) in enumerate(rows):
        rx, ry, rw, rh = row_rect(x, y, w, head, row, n)
        if n % 2 == 0:
            out.append(draw.tag(rect_path(rx, ry, rw, rh), t["paper"]))
        out.append(draw.tag(f"M{num(rx)} {num(ry)}h{num(rw)}", "none", t["rule"], 0.8))
        out.append(die(t, rx + 9, ry + rh / 2 - 12, 24, n + 1, side))
        words, _ = paragraph(
            t, rx + 44, ry + rh / 2, [(f"{name}.", True), (effect, False)], size, rw - 54, middle=True
        )
        out.append(words)
    return joined(out)


def strip(
    t: Theme,
    plate: Sequence[float],
    rect: Sequence[float],
    title: str,
    note: str,
    values: Sequence[object],
    side: str,
) -> str:
    """A table of one row: a die over each result."""
    x, y, w, h = rect
    step = w / len(values)
    px, py, pw, _ = plate
    out = [
        draw.plate(t, *plate, opacity=0.95),
        draw.text(px + 14, py + 23, title, 17, t["ink"], anchor="start", italic=True),
        draw.text(px + pw - 14, py + 23, note, 13.2, t["mut"], anchor="end", italic=True,
                  room=pw - 38 - draw.breadth(title, 17, broadest=True)),
    ]
    for n, value in enumerate(values):
        left = x + step * n
        out.append(draw.tag(rect_path(left + 2, y, step - 4, h), t["panel"], t["ink"], 1))
        out.append(die(t, left + step / 2 - 10, y + 7, 20, n + 1, side))
        out.append(draw.tag(f"M{num(left + 8)} {num(y + 34)}h{num(step - 16)}", "none", t["rule"], 0.8))
        out.append(draw.text(left + step / 2, y + h - 12, str(value), 24, t["ink"], weight=600))
    return joined(out)


def front_line(t: Theme, points: Sequence[Point], side: str, tooth: float = 8, gap: float = 15) -> str:
    """A line that is held: the side's colour, teeth towards the enemy, who is on the right of its way."""
    line = spline(points, gap)
    teeth = []
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        length = math.hypot(bx - ax, by - ay) or 1
        ux, uy = (by - ay) / length, -(bx - ax) / length
        mx, my = (ax + bx) / 2, (ay + by) / 2
        teeth.append(f"M{num(mx)} {num(my)}l{num(-ux * tooth)} {num(-uy * tooth)}")
    d = path(line)
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    return joined(
        (
            draw.tag(d + "".join(teeth), "none", t["land-halo"], 5.4, f'stroke-opacity=".55" {ends}'),
            draw.tag(d, "none", t[f"{side}-line"], 2.6, ends),
            draw.tag("".join(teeth), "none", t[f"{side}-line"], 2, ends),
        )
    )


def attack(t: Theme, start: Point, end: Point, width: float, side: str) -> str:
    """A broad arrow of attack."""
    (ax, ay), (bx, by) = start, end
    length = math.hypot(bx - ax, by - ay) or 1
    ux, uy = (bx - ax) / length, (by - ay) / length
    nx, ny = -uy, ux
    tip = min(length * 0.6, width * 0.62)
    neck = (bx - ux * tip, by - uy * tip)

    def at(p: Point, off: float) -> str:
        return f"{num(p[0] + nx * off)} {num(p[1] + ny * off)}"

    half, notch = width / 2, min(8.0, length * 0.14)
    d = (
        f"M{at((ax, ay), -half * 0.62)}L{at(neck, -half * 0.5)}L{at(neck, -half)}L{num(bx)} {num(by)}"
        f"L{at(neck, half)}L{at(neck, half * 0.5)}L{at((ax, ay), half * 0.62)}"
        f"L{at((ax + ux * notch, ay + uy * notch), 0)}z"
    )
    return draw.tag(d, t["land-halo"], t["land-halo"], 4, 'stroke-opacity=".7" stroke-linejoin="round"') + draw.tag(
        d, t[side], t[f"{side}-edge"], 1.1, 'stroke-linejoin="round"'
    )


def support(t: Theme, points: Sequence[Point], side: str, mark: str, at: Point | None = None) -> str:
    """A thin broken arrow by which a force lends its strength, with how much of it on a tab."""
    line = spline(points, 8)
    (ax, ay), (bx, by) = line[-2], line[-1]
    length = math.hypot(bx - ax, by - ay) or 1
    ux, uy = (bx - ax) / length, (by - ay) / length
    colour = t[f"{side}-line"]
    head = (
        f"M{num(bx)} {num(by)}L{num(bx - ux * 12 - uy * 5.4)} {num(by - uy * 12 + ux * 5.4)}"
        f"L{num(bx - ux * 12 + uy * 5.4)} {num(by - uy * 12 - ux * 5.4)}z"
    )
    body = path([*line[:-1], (bx - ux * 8, by - uy * 8)])
    out = [
        draw.tag(body + head, "none", t["land-halo"], 6, 'stroke-opacity=".6" stroke-linejoin="round"'),
        draw.tag(body, "none", colour, 2.4, 'stroke-dasharray="7 4.5"'),
        draw.tag(head, colour),
    ]
    if mark:
        x, y = at or line[len(line) // 2]
        out.append(draw.pill(t, x, y, mark, 11 * len(mark) + 16, 19))
    return joined(out)
