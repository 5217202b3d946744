"""Cartography: the parts of which every chart is made, as SVG text.

Each function takes the colours of a theme (see :mod:`ironbottom.drawing.tokens`) and returns a fragment.
Charts are whole documents shown as images, so colours stand in them as plain values.  Two voices only, quiet
and normal;
what is loud belongs to the page.
"""

from __future__ import annotations

import base64
import itertools
import math
from collections.abc import Iterable, Mapping, Sequence

from ironbottom.drawing.svg import (
    Point,
    cut_rect,
    escape,
    joined,
    num,
    path,
    polar,
    rect_path,
    round_rect,
    smooth,
    spline,
    star,
)
from ironbottom.drawing.tokens import SANS, SERIF

Theme = Mapping[str, str]


def pairs(flat: Sequence[float]) -> list[Point]:
    """Points from a flat list x, y, x, y, ..."""
    return list(zip(flat[::2], flat[1::2], strict=True))


def document(width: float, height: float, title: str, defs: Iterable[str], parts: Iterable[str]) -> str:
    """A complete SVG document with the type faces as classes ``s`` (serif) and ``n`` (sans)."""
    fonts = f".s{{font-family:{SERIF}}}.n{{font-family:{SANS}}}"
    fonts += "text{font-variant-numeric:lining-nums tabular-nums}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}" '
        f'width="{num(width)}" height="{num(height)}">\n<title>{escape(title)}</title>\n'
        f"<style>{fonts}</style>\n<defs>{joined(defs)}</defs>\n{joined(parts)}\n</svg>\n"
    )


def tag(d: str, fill: str = "none", stroke: str = "", width: float = 1, extra: str = "") -> str:
    """A path with its paint."""
    line = f' stroke="{stroke}" stroke-width="{width:g}"' if stroke else ""
    return f'<path d="{d}" fill="{fill}"{line}{" " + extra if extra else ""}/>'


_NARROW = "fijltrI.,:;'’!|()[]-1 "
_WIDE = "mwMW@%—"


def breadth(content: str, size: float, bold: bool = False, *, broadest: bool = False) -> float:
    """About how wide a line of type will be, in the book faces that most systems have, or in the broadest of them
    (DejaVu Serif)."""
    narrow, wide, upper, other, heavy = (0.37, 0.97, 0.73, 0.61, 1.1) if broadest else (0.3, 0.82, 0.68, 0.5, 1.06)
    em = sum(narrow if s in _NARROW else wide if s in _WIDE else upper if s.isupper() else other for s in content)
    return em * size * (heavy if bold else 1)


def squeeze(runs: Sequence[tuple[str, bool]], size: float, room: float, tracking: float = 0) -> str:
    """What keeps a line of type (its runs: content, bold) within its room where a system's face is too broad for it:
    an attribute, or nothing where even the broadest has room."""
    gaps = tracking * sum(len(content) for content, _ in runs)
    spaces = len(runs) - 1

    def long(broadest: bool) -> float:
        line = sum(breadth(content, size, bold, broadest=broadest) for content, bold in runs)
        return line + spaces * breadth(" ", size, broadest=broadest) + gaps

    if long(True) <= room:
        return ""
    return f' textLength="{num(min(room, 1.06 * long(False)))}" lengthAdjust="spacingAndGlyphs"'


def text(
    x: float,
    y: float,
    content: str,
    size: float,
    colour: str,
    *,
    serif: bool = True,
    anchor: str = "middle",
    italic: bool = False,
    weight: int = 400,
    tracking: float = 0,
    halo: str = "",
    halo_width: float = 3.2,
    halo_opacity: float = 0.8,
    turn: float = 0,
    room: float = 0,
    extra: str = "",
) -> str:
    """A line of type, with a halo where it stands on the drawing; `room`: so wide it may be, whatever the face."""
    attrs = [f'class="{"s" if serif else "n"}"', f'font-size="{size:g}"', f'fill="{colour}"']
    if anchor != "start":
        attrs.append(f'text-anchor="{anchor}"')
    if italic:
        attrs.append('font-style="italic"')
    if weight != 400:
        attrs.append(f'font-weight="{weight}"')
    if tracking:
        attrs.append(f'letter-spacing="{tracking:g}"')
    if halo:
        attrs.append(
            f'paint-order="stroke" stroke="{halo}" stroke-width="{halo_width:g}" '
            f'stroke-opacity="{halo_opacity:g}" stroke-linejoin="round"'
        )
    if turn:
        attrs.append(f'transform="rotate({num(turn)} {num(x)} {num(y)})"')
    if room and (fit := squeeze([(content, weight > 400)], size, room, tracking)):
        attrs.append(fit.strip())
    if extra:
        attrs.append(extra)
    return f'<text x="{num(x)}" y="{num(y)}" {" ".join(attrs)}>{escape(content)}</text>'


# --- water and coast -----------------------------------------------------------------------------------


def water(
    t: Theme, x: float, y: float, w: float, h: float, bands: Sequence[Sequence[Sequence[float]]]
) -> str:
    """Five tints from the deep to the shore; ``bands`` are the outlines from the shore outwards."""
    out = [tag(rect_path(x, y, w, h), t["water-1"])]
    for i, rings in enumerate(reversed(bands)):
        d = "".join(smooth(pairs(ring)[:-1], closed=True) for ring in rings)
        line = 'stroke-opacity=".38" fill-rule="evenodd"'
        out.append(tag(d, t[f"water-{i + 2}"], t["depth"], 0.7, line))
    return joined(out)


def land_shadow(t: Theme, d: str) -> str:
    """The soft shadow that the land throws on the water, to the south-east."""
    return "".join(
        f'<path d="{d}" fill="{t["shadow"]}" fill-opacity=".055" transform="translate({off} {off})"/>'
        for off in (2.4, 4.2, 6)
    )


def ripples(t: Theme, lines: Sequence[Sequence[Sequence[float]]]) -> str:
    """Lines that follow the coast, fainter the farther out."""
    out = []
    for rings, opacity, width in zip(lines, (0.75, 0.5, 0.32, 0.18), (1.0, 0.9, 0.8, 0.7), strict=False):
        d = "".join(path(pairs(line)) for line in rings)
        out.append(tag(d, "none", t["depth"], width, f'stroke-opacity="{opacity}" stroke-linejoin="round"'))
    return joined(out)


def picture(data: bytes, x: float, y: float, w: float, h: float, clip: str) -> str:
    """An image carried in the document itself, cut out along a clip path."""
    body = base64.b64encode(data).decode()
    return (
        f'<g clip-path="url(#{clip})"><image x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}" '
        f'preserveAspectRatio="none" href="data:image/webp;base64,{body}"/></g>'
    )


def coastline(t: Theme, d: str) -> str:
    """The coast itself, over a pale beach."""
    return tag(d, "none", t["land-name"], 1.5, 'stroke-linejoin="round"')


def soundings(t: Theme, rows: Iterable[Sequence[float]]) -> str:
    """Depths in small italics."""
    out = [
        f'<g class="s" font-style="italic" font-size="11" fill="{t["sea-name"]}" fill-opacity=".62" '
        'text-anchor="middle">'
    ]
    out += [f'<text x="{num(x)}" y="{num(y)}">{round(depth)}</text>' for x, y, depth in rows]
    out.append("</g>")
    return "".join(out)


def graticule(
    t: Theme, x: float, y: float, w: float, h: float, xs: Sequence[float], ys: Sequence[float]
) -> str:
    """Meridians and parallels."""
    d = "".join(f"M{num(a)} {num(y)}v{num(h)}" for a in xs) + "".join(
        f"M{num(x)} {num(b)}h{num(w)}" for b in ys
    )
    return tag(d, "none", t["ink"], 0.8, 'stroke-opacity=".14"')


def frame(t: Theme, x: float, y: float, w: float, h: float, step: float = 38.8) -> str:
    """The margin of a chart around the rectangle: neat line, ticks in black and paper, hairline, heavy
    line."""
    deep = 8.0
    out = [
        tag(rect_path(x - deep / 2, y - deep / 2, w + deep, h + deep), "none", t["paper"], deep),
    ]
    bars = []
    for length, horizontal in ((w, True), (h, False)):
        count = max(2, round(length / step / 2) * 2)
        pitch = length / count
        for i in range(0, count, 2):
            a = pitch * i
            if horizontal:
                bars.append(
                    rect_path(x + a, y - deep, pitch, deep) + rect_path(x + a + pitch, y + h, pitch, deep)
                )
            else:
                bars.append(
                    rect_path(x - deep, y + a, deep, pitch) + rect_path(x + w, y + a + pitch, deep, pitch)
                )
    out.append(tag("".join(bars), t["ink"]))
    out.append(tag(rect_path(x, y, w, h), "none", t["ink"], 1.8))
    out.append(tag(rect_path(x - deep, y - deep, w + 2 * deep, h + 2 * deep), "none", t["ink"], 0.9))
    return joined(out)


def sheet(t: Theme, width: float, height: float) -> str:
    """The paper with its heavy border line."""
    return joined(
        (
            tag(rect_path(0, 0, width, height), t["paper"]),
            tag(rect_path(4, 4, width - 8, height - 8), "none", t["ink"], 2.6),
            tag(rect_path(8.5, 8.5, width - 17, height - 17), "none", t["ink"], 0.7),
        )
    )


# --- names ---------------------------------------------------------------------------------------------


def sea_name(
    t: Theme, name: str, content: str, line: Sequence[Point], size: float, tracking: float, opacity: float = 1
) -> str:
    """An italic name along a curve on the water; ``name`` is the id of the curve in the document."""
    return (
        f'<path id="{name}" d="{smooth(line)}" fill="none"/>'
        f'<text class="s" font-style="italic" font-size="{size:g}" letter-spacing="{tracking:g}" '
        f'fill="{t["sea-name"]}" fill-opacity="{opacity:g}" text-anchor="middle">'
        f'<textPath href="#{name}" startOffset="50%">{escape(content)}</textPath></text>'
    )


def land_name(
    t: Theme,
    name: str,
    content: str,
    line: Sequence[Point],
    size: float,
    tracking: float,
    weight: int = 600,
    opacity: float = 1,
) -> str:
    """An upright name along a curve on the land."""
    return (
        f'<path id="{name}" d="{smooth(line)}" fill="none"/>'
        f'<text class="s" font-size="{size:g}" letter-spacing="{tracking:g}" font-weight="{weight}" '
        f'fill="{t["land-name"]}" fill-opacity="{opacity:g}" paint-order="stroke" stroke="{t["land-halo"]}" '
        f'stroke-opacity=".75" stroke-width="{size * 0.18:.2g}" stroke-linejoin="round" text-anchor="middle">'
        f'<textPath href="#{name}" startOffset="50%">{escape(content)}</textPath></text>'
    )


def river_name(t: Theme, name: str, content: str, line: Sequence[Point], size: float) -> str:
    """A small italic name along a river."""
    return (
        f'<path id="{name}" d="{smooth(line)}" fill="none"/>'
        f'<text class="s" font-style="italic" font-size="{size:g}" letter-spacing=".6" '
        f'fill="{t["sea-name"]}" '
        f'paint-order="stroke" stroke="{t["land-halo"]}" stroke-opacity=".75" stroke-width="3" '
        f'stroke-linejoin="round" text-anchor="middle" dy="-7.5">'
        f'<textPath href="#{name}" startOffset="50%">{escape(content)}</textPath></text>'
    )


def place_name(
    t: Theme, x: float, y: float, content: str, size: float = 20, anchor: str = "middle", weight: int = 600
) -> str:
    """The upright name of a place."""
    return text(
        x,
        y,
        content,
        size,
        t["land-name"],
        anchor=anchor,
        weight=weight,
        tracking=0.3,
        halo=t["land-halo"],
        halo_width=size * 0.24,
        halo_opacity=0.82,
    )


# --- on the land ---------------------------------------------------------------------------------------


def river(t: Theme, points: Sequence[Point], width: float = 4.2) -> str:
    """A river that widens towards its mouth, in a pale case; the last point is the mouth."""
    line = meander(points)
    third = len(line) // 3
    out = [
        tag(
            path(line),
            "none",
            t["land-halo"],
            width + 2.4,
            'stroke-opacity=".38" stroke-linejoin="round" stroke-linecap="round"',
        )
    ]
    for part, share in (
        (line[: third + 1], 0.55),
        (line[third : 2 * third + 1], 0.78),
        (line[2 * third :], 1),
    ):
        out.append(
            tag(
                path(part),
                "none",
                t["river"],
                round(width * share, 2),
                'stroke-linejoin="round" stroke-linecap="round"',
            )
        )
    return joined(out)


def meander(points: Sequence[Point], step: float = 7, swing: float = 3.6) -> list[Point]:
    """A smooth line that winds a little from side to side."""
    line = spline(points, step)
    out = [line[0]]
    run = 0.0
    for before, here, after in zip(line, line[1:], line[2:], strict=False):
        run += math.dist(before, here)
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = math.hypot(dx, dy) or 1
        off = swing * (math.sin(run / 13) * 0.7 + math.sin(run / 7.3 + 2) * 0.45)
        out.append((here[0] - dy / length * off, here[1] + dx / length * off))
    out.append(line[-1])
    return out


def crossing(t: Theme, x: float, y: float) -> str:
    """The dot of a settlement where ways meet."""
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="5.6" fill="{t["road"]}" '
        f'stroke="{t["road-case"]}" stroke-width="1.7"/>'
        f'<circle cx="{num(x)}" cy="{num(y)}" r="2.3" fill="{t["road-case"]}"/>'
    )


def road(t: Theme, points: Sequence[Point], width: float = 5.4) -> str:
    """A road: solid, light in a dark case."""
    d = smooth(points)
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    return joined(
        (
            tag(d, "none", t["land-halo"], width + 6.4, f'stroke-opacity=".35" {ends}'),
            tag(d, "none", t["road-case"], width + 2.8, ends),
            tag(d, "none", t["road"], width, ends),
        )
    )


def trail(t: Theme, points: Sequence[Point], width: float = 3) -> str:
    """A trail: broken dark line on a pale bed."""
    d = smooth(points)
    return joined(
        (
            tag(d, "none", t["land-halo"], width + 4.2, 'stroke-opacity=".5" stroke-linecap="round"'),
            tag(d, "none", t["land-name"], width, 'stroke-dasharray="9 6.5" stroke-linecap="butt"'),
        )
    )


def hachures(t: Theme, points: Sequence[Point], length: float = 11, gap: float = 6, side: int = 1) -> str:
    """Tapered strokes downhill from a crest, longest in its middle."""
    line = spline(points, gap)
    out = []
    n = len(line)
    for i in range(1, n - 1):
        (ax, ay), (bx, by) = line[i - 1], line[i + 1]
        norm = math.hypot(bx - ax, by - ay) or 1
        ux, uy = -(by - ay) / norm * side, (bx - ax) / norm * side
        reach = length * (0.55 + 0.45 * math.sin(math.pi * i / (n - 1)))
        px, py = line[i]
        tx, ty = (bx - ax) / norm * 0.9, (by - ay) / norm * 0.9
        out.append(
            f"M{num(px - tx)} {num(py - ty)}L{num(px + ux * reach)} {num(py + uy * reach)}"
            f"L{num(px + tx)} {num(py + ty)}z"
        )
    return tag("".join(out), t["land-name"], extra='fill-opacity=".72"')


def airstrip(t: Theme, cx: float, cy: float, length: float, width: float, turn: float) -> str:
    """A runway seen from above, with its taxiway and revetments."""
    a, b = -length / 2, length / 2
    half = width / 2
    marks = "".join(f"M{num(a + 12 + i * (length - 24) / 8)} 0h{num((length - 24) / 16)}" for i in range(8))
    bays = "".join(
        f"M{num(a + 16 + i * 22)} {num(half + 4)}a5 5 0 0 0 10 0"
        for i in range(max(1, int((length - 30) / 22)))
    )
    return (
        f'<g transform="translate({num(cx)} {num(cy)}) rotate({num(turn)})">'
        + tag(rect_path(a - 3, -half - 3, length + 6, width + 6), t["land-halo"], extra='fill-opacity=".55"')
        + tag(rect_path(a, -half, length, width), t["road"], t["road-case"], 1.6)
        + tag(marks, "none", t["road-case"], 1.5)
        + tag(
            f"M{num(a + 4)} {num(-half + 3)}v{num(width - 6)}M{num(b - 4)} {num(-half + 3)}v{num(width - 6)}",
            "none",
            t["road-case"],
            2.4,
        )
        + tag(bays, "none", t["road-case"], 1.6)
        + "</g>"
    )


def grove(t: Theme, points: Sequence[Point], gap: float = 8.5, turn: float = 12) -> str:
    """A coconut plantation: palms in straight rows within an outline."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    cx, cy = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    reach = int(max(max(xs) - min(xs), max(ys) - min(ys)) / gap) + 1
    a = math.radians(turn)
    dots = []
    for j in range(-reach, reach + 1):
        for i in range(-reach, reach + 1):
            u, v = (i + (j % 2) / 2) * gap, j * gap * 0.87
            x, y = cx + u * math.cos(a) - v * math.sin(a), cy + u * math.sin(a) + v * math.cos(a)
            if inside(x, y, points):
                dots.append((x, y))
    shadow = "".join(f"M{num(x + 0.6)} {num(y + 1)}h2.6" for x, y in dots)
    crown = "".join(f"M{num(x - 1.7)} {num(y)}a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0z" for x, y in dots)
    return tag(shadow, "none", t["shadow"], 1.2, 'stroke-opacity=".35"') + tag(
        crown, t["jungle-deep"], extra='fill-opacity=".9"'
    )


def inside(x: float, y: float, points: Sequence[Point]) -> bool:
    """Whether a point lies within a closed outline."""
    hit = False
    px, py = points[-1]
    for qx, qy in points:
        if (py > y) != (qy > y) and x < px + (y - py) * (qx - px) / (qy - py):
            hit = not hit
        px, py = qx, qy
    return hit


def wreck(t: Theme, x: float, y: float, name: str, anchor: str = "start") -> str:
    """The sign of a wreck, a keel with three frames in a dotted oval, and the ship's name."""
    colour = t["sea-name"]
    out = tag(
        f"M{num(x - 9)} {num(y)}h18M{num(x - 4.5)} {num(y - 2.6)}v5.2M{num(x)} "
        f"{num(y - 4)}v8M{num(x + 4.5)} {num(y - 2.6)}v5.2",
        "none",
        colour,
        1.1,
        'stroke-opacity=".8"',
    )
    out += (
        f'<ellipse cx="{num(x)}" cy="{num(y)}" rx="13" ry="7.6" fill="none" stroke="{colour}" '
        'stroke-opacity=".6" stroke-dasharray="1.6 2.2"/>'
    )
    tx = x + 18 if anchor == "start" else x - 18
    return out + text(tx, y + 4, name, 12, colour, italic=True, anchor=anchor, extra='fill-opacity=".85"')


def stretch(points: Sequence[Point], start: float, end: float) -> list[Point]:
    """A gentle bow along a line between two shares of its length, turned to read from left to right."""
    line = spline(points, 8)
    run = [0.0]
    for a, b in itertools.pairwise(line):
        run.append(run[-1] + math.dist(a, b))
    part = [p for p, r in zip(line, run, strict=True) if start * run[-1] <= r <= end * run[-1]]
    if part[0][0] > part[-1][0]:
        part.reverse()
    (ax, ay), (mx, my), (bx, by) = part[0], part[len(part) // 2], part[-1]
    return [(ax, ay), ((ax + 2 * mx + bx) / 4, (ay + 2 * my + by) / 4), (bx, by)]


def course(t: Theme, start: Point, end: Point, content: str) -> str:
    """A level arrow to a place beyond the edge, with its name and distance."""
    (ax, ay), (bx, by) = start, end
    way = 1 if bx > ax else -1
    shaft = f"M{num(ax)} {num(ay)}L{num(bx - 7 * way)} {num(by)}"
    head = f"M{num(bx)} {num(by)}l{num(-11 * way)} -4.4v8.8z"
    return (
        tag(shaft, "none", t["mag"], 1.1, 'stroke-dasharray="11 3 2.5 3"')
        + tag(head, t["mag"])
        + text((ax + bx) / 2 - 5 * way, ay - 6, content, 13, t["mag"], italic=True, tracking=0.4)
    )


def village(t: Theme, x: float, y: float) -> str:
    """A few huts."""
    d = "".join(rect_path(x + dx, y + dy, 4.4, 4.4) for dx, dy in ((-6, -2), (0, -5), (1, 2), (6, -1)))
    return tag(d, t["land-name"], extra='fill-opacity=".75"')


# --- furniture -----------------------------------------------------------------------------------------

_ANCHOR = (
    "M0-8.6a2.7 2.7 0 0 1 1.3 5.060V-2h3.3v2.2H1.3V6.3c2.1-.4 3.7-1.7 "
    "4.3-3.5l-1.9.3L6.6-1.4 9 3.2 7.7 3c-1 3.4-4 "
    "5.6-7.7 5.9-3.7-.3-6.7-2.5-7.7-5.9L-9 3.2-6.6-1.4-3.7 3.1l-1.9-.3c.6 1.8 2.2 3.1 4.3 "
    "3.5V.2h-3.3V-2h3.3v-1.540A2.7 2.7 0 0 1 0-8.6z"
    "M0-7.1a1.2 1.2 0 1 0 .01 0z"
)


def anchor(t: Theme, x: float, y: float, side: str, r: float = 15) -> str:
    """The landing place of a side: an anchor on its plate, round for Americans, cut-cornered for the
    Japanese."""
    if side == "us":
        plate = round_rect(x - r, y - r, 2 * r, 2 * r, r)
    else:
        plate = cut_rect(x - r * 0.94, y - r * 0.94, r * 1.88, r * 1.88, r * 0.44)
    scale = r / 12.6
    return (
        tag(plate, t["land-halo"], t["land-halo"], 4.6, 'stroke-opacity=".75"')
        + tag(plate, t[side], t[f"{side}-edge"], 1.5)
        + f'<path d="{_ANCHOR}" fill="{t["cream"]}" fill-rule="evenodd" '
        f'transform="translate({num(x)} {num(y)}) scale({scale:.3g})"/>'
    )


def pill(t: Theme, x: float, y: float, content: str, width: float = 30, height: float = 19) -> str:
    """A small printed tab with a figure."""
    return tag(
        round_rect(x - width / 2, y - height / 2, width, height, height / 2), t["panel"], t["land-name"], 1.3
    ) + text(x, y + height * 0.27, content, height * 0.74, t["ink"], serif=False, weight=700)


def ring(t: Theme, x: float, y: float, r: float, veil: float = 0.26) -> str:
    """The printed place for pieces: a calm disc in a double line."""
    return joined(
        (
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="{t["land-halo"]}" '
            f'fill-opacity="{veil:g}"/>',
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="none" stroke="{t["land-halo"]}" '
            'stroke-width="4.6" stroke-opacity=".7"/>',
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="none" stroke="{t["land-name"]}" '
            'stroke-width="1.7" stroke-opacity=".85"/>',
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r - 4.5)}" fill="none" stroke="{t["land-name"]}" '
            'stroke-width=".7" stroke-opacity=".6"/>',
        )
    )


def objective(t: Theme, x: float, y: float, r: float) -> str:
    """The mark of the place the game is about: a band in its owner's colour within the ring."""
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="none" stroke="{t["us-line"]}" stroke-width="2.6" '
        'stroke-opacity=".7"/>'
    )


def compass(t: Theme, cx: float, cy: float, r: float) -> str:
    """A compass rose: degrees on two circles, eight points, half of each dark."""
    colour = t["mag"]
    out = []
    for radius, width in ((r, 1.1), (r * 0.965, 0.5), (r * 0.8, 0.6), (r * 0.42, 0.7)):
        out.append(
            f'<circle cx="{num(cx)}" cy="{num(cy)}" r="{num(radius)}" fill="none" stroke="{colour}" '
            f'stroke-width="{width}"/>'
        )
    ticks = {1: "", 5: "", 10: ""}
    for degrees in range(0, 360, 2):
        kind = 10 if degrees % 30 == 0 else 5 if degrees % 10 == 0 else 1
        inner = {1: 0.925, 5: 0.885, 10: 0.85}[kind]
        (ax, ay), (bx, by) = polar(cx, cy, r * 0.965, degrees), polar(cx, cy, r * inner, degrees)
        ticks[kind] += f"M{num(ax)} {num(ay)}L{num(bx)} {num(by)}"
    for kind, width in ((1, 0.5), (5, 0.8), (10, 1.2)):
        out.append(tag(ticks[kind], "none", colour, width))
    for degrees in range(0, 360, 30):
        x, y = polar(cx, cy, r * 1.1, degrees)
        out.append(
            text(
                x, y + r * 0.035, f"{degrees:03d}", r * 0.115, colour, turn=degrees, extra='fill-opacity=".9"'
            )
        )
    for start, reach, waist, offset in ((22.5, 0.5, 0.12, 22.5), (45, 0.62, 0.17, 45), (0, 0.93, 0.2, 45)):
        step = 45 if start == 22.5 else 90
        dark, light = "", ""
        for i in range(360 // step):
            angle = start + i * step
            tip = polar(cx, cy, r * reach, angle)
            left, right = polar(cx, cy, r * waist, angle - offset), polar(cx, cy, r * waist, angle + offset)
            for corner, into in ((left, "dark"), (right, "light")):
                d = f"M{num(cx)} {num(cy)}L{num(tip[0])} {num(tip[1])}L{num(corner[0])} {num(corner[1])}z"
                if into == "dark":
                    dark += d
                else:
                    light += d
        out.append(tag(light, t["paper"], colour, 0.7, 'stroke-linejoin="round"'))
        out.append(tag(dark, colour, colour, 0.7, 'stroke-linejoin="round"'))
    out.append(
        f'<circle cx="{num(cx)}" cy="{num(cy)}" r="{num(r * 0.045)}" fill="{t["paper"]}" stroke="{colour}"/>'
    )
    nx, ny = polar(cx, cy, r * 1.27, 0)
    out.append(
        tag(
            f"M{num(nx)} {num(ny - r * 0.2)}l{num(r * 0.075)} "
            f"{num(r * 0.2)}-{num(r * 0.075)}-{num(r * 0.05)}-{num(r * 0.075)} {num(r * 0.05)}z",
            colour,
        )
    )
    return joined(out)


def plate(t: Theme, x: float, y: float, w: float, h: float, *, opacity: float = 0.93) -> str:
    """Paper laid on the chart, in a double line: for the title and for tracks."""
    return joined(
        (
            tag(rect_path(x, y, w, h), t["paper"], extra=f'fill-opacity="{opacity:g}"'),
            tag(rect_path(x, y, w, h), "none", t["ink"], 1.7),
            tag(rect_path(x + 4, y + 4, w - 8, h - 8), "none", t["ink"], 0.6),
        )
    )


def side_plate(t: Theme, x: float, y: float, side: str, h: float = 22) -> str:
    """The flag-like mark of a side: round-cornered with a star, cut-cornered with a disc."""
    w = h * 1.36
    if side == "us":
        return tag(round_rect(x, y, w, h, h * 0.22), t["us"], t["us-edge"], 1.2) + tag(
            star(x + w / 2, y + h * 0.53, h * 0.34), t["cream"]
        )
    return tag(cut_rect(x, y, w, h, h * 0.26), t["jp"], t["jp-edge"], 1.2) + (
        f'<circle cx="{num(x + w / 2)}" cy="{num(y + h / 2)}" r="{num(h * 0.27)}" fill="{t["cream"]}"/>'
    )
