"""Pieces of every game as SVG symbols: wooden blocks, cardboard counters, chips and markers.

A game declares its faces; :func:`sprite` draws one ``<symbol id="face-<id>">`` for each.  The front of a block has
a second one, ``lying-<id>``: the same block fallen on its back, face up.  A counter has two more, ``mid-<id>`` for
30 to 59 pixels and ``small-<id>`` for less.  Every colour is a custom property of the page with the day colour as
fallback, so that one sprite serves both themes.  ``--face-name: none`` hides the names on blocks where they would
be too small to read.

Boxes: blocks 108 x 104 (the shadow falls outside it), counters and markers 72 x 72, chips 52 x 23.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ironbottom.drawing import icons
from ironbottom.drawing.svg import cut_rect, escape, num, rect_path, round_rect, star
from ironbottom.drawing.tokens import SANS, SERIF, var

Shape = Literal["block", "counter", "chip", "marker"]
Style = Literal["us", "jp", "none"]

BOX: Mapping[Shape, tuple[int, int]] = {
    "block": (108, 104),
    "counter": (72, 72),
    "chip": (52, 23),
    "marker": (72, 72),
}
"""Width and height of the box of each kind of piece."""


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on one side of a piece."""

    shape: Shape
    style: Style = "none"
    icon: str = ""
    """Name of a drawing in ``icons.toml``, or ``nato.<arm>`` for a symbol in a box; empty for none."""
    number: str = ""
    """Strength, printed large; on a chip the count."""
    label: str = ""
    """Name printed under the drawing of a block, or the designation of a counter."""
    size: str = ""
    """Size mark above the box of a counter: ``I``, ``II``, ``III``, ``X``, ``XX`` or dots."""
    factors: str = ""
    """Printed factors of a counter, such as ``5–8``."""
    steps: tuple[int, int] | None = None
    """Steps left and steps at full strength."""
    back: bool = False
    """The side an opponent sees: tells nothing but the owner."""
    bar: int = 0
    """Marks on the spine of a counter that tell the formation: 1 a line, 2 a broken one, 3 dots."""


def _p(d: str, style: str) -> str:
    return f'<path d="{d}" style="{style}"/>'


def _fill(name: str, opacity: float = 1) -> str:
    return f"fill:{var(name)}" + (f";fill-opacity:{opacity:g}" if opacity < 1 else "")


def _line(name: str, width: float, opacity: float = 1) -> str:
    faint = f";stroke-opacity:{opacity:g}" if opacity < 1 else ""
    return f"fill:none;stroke:{var(name)};stroke-width:{width:g}{faint}"


def _text(
    x: float,
    y: float,
    size: float,
    text: str,
    colour: str,
    *,
    serif: bool = False,
    weight: int = 700,
    anchor: str = "middle",
    extra: str = "",
    turn: str = "",
    width: float = 0,
) -> str:
    """`width`: so wide the text is set, in any font."""
    font = SERIF if serif else SANS
    style = (
        f"font:{weight} {size:g}px {font};text-anchor:{anchor};fill:{var(colour)};"
        f"font-variant-numeric:lining-nums tabular-nums;{extra}"
    )
    style = style.replace('"', "'")
    place = f' transform="{turn}"' if turn else ""
    place += f' textLength="{num(width)}" lengthAdjust="spacingAndGlyphs"' if width else ""
    return f'<text x="{num(x)}" y="{num(y)}" style="{style}"{place}>{escape(text)}</text>'


# --- wooden blocks -------------------------------------------------------------------------------------

# front face 84 x 84 at (3, 17); the block recedes 18 to the right and 14 up
_HULL = "M8 17L24.6 4.1a5 5 0 0 1 3.1-1.1H101a4 4 0 0 1 4 4V83a5 5 0 0 1-1.9 3.9L87 101z"
_TOP = "M5.6 18.5L24.6 4.1a5 5 0 0 1 3.1-1.1H101a4 4 0 0 1 3 1.4L86.5 18.8z"
_FRONT_GRAIN = (
    "M4 25.5c14-1.8 30 1.6 46 .4s26-1.5 36-.2M4 33.8c10 1 22-1.4 38-.6s30 2 44 .3M4 "
    "43.2c16-.6 24 2.2 40 1.2"
    "s30-2.4 42-1M4 52.6c9 .8 17.6-2.6 27-3.6M4 61c12 .6 18 2.6 28 3.8s34 .9 54-1.2M54 "
    "50.8c11 1.9 20 2.4 32 1.2"
    "M4 71.8c18-1.6 32 1.4 48 .8s22-1.9 34-1M4 81.4c14 1.6 24-.6 42-.4s26 1.9 40 .7M4 "
    "91.6c20-1.9 36 1 52 .2s20-1.4 30-.6"
)
_KNOT = (
    "M31.4 57c2-4.6 13-6 18.6-2.6 4.4 2.6 2 6.8-4.8 7.6-7.6.9-15.6-1-13.8-5z"
    "M35.6 57.2c1.4-2.4 8.4-3 11-1.2 2 1.5.2 3.2-3.6 3.6-4.2.4-8.4-.6-7.4-2.4z"
)
_TOP_GRAIN = "M11 14.6h79.6M17 10.2c20-.9 44 .9 78.6 0M22.6 6.4h77.4"
_SIDE_GRAIN = "M91.2 15.6v80M95.4 12.2c-.9 24 .9 52 0 80.8M99.6 9v80.6M102.8 6.6v80"
_SHADOW = (
    '<ellipse cx="58" cy="101" rx="56" ry="6.5" style="{s};fill-opacity:.16"/>'
    '<path d="M87 101L105 87l15 6.5c3 1.5 2 4-1 6L108 105H30z" style="{s};fill-opacity:.2"/>'
    '<path d="M87 101L105 87l9 5c2 1.2 1.5 3.5-.5 5L104 103H40z" style="{s};fill-opacity:.22"/>'
)


def _wood(side: str) -> str:
    """A bare block, standing."""
    return "".join(
        (
            _SHADOW.replace("{s}", _fill("shadow")),
            _p(
                _HULL, f"{_fill(f'{side}-wood-side')};stroke:{var('shadow')};stroke-width:2;stroke-opacity:.5"
            ),
            _p(_SIDE_GRAIN, _line(f"{side}-grain", 1, 0.55)),
            _p(_TOP, _fill(f"{side}-wood-top")),
            _p(_TOP_GRAIN, _line(f"{side}-wood", 1, 0.55)),
            _p(round_rect(3, 17, 84, 84, 5), _fill(f"{side}-wood")),
            _p(_FRONT_GRAIN + _KNOT, _line(f"{side}-grain", 1, 0.4)),
            _p(
                "M3.7 96V22a4.3 4.3 0 0 1 4.3-4.3H82a4.3 4.3 0 0 1 4.3 4.3V96",
                _line(f"{side}-wood-edge", 1.3, 0.9),
            ),
            _p(
                "M3.7 95v1a4.3 4.3 0 0 0 4.3 4.3H82a4.3 4.3 0 0 0 4.3-4.3v-1",
                _line(f"{side}-grain", 1.2, 0.8),
            ),
        )
    )


def _lying_wood(side: str) -> str:
    """A bare block on its back: a shallow slab seen from above the front edge."""
    return "".join(
        (
            f'<ellipse cx="56" cy="99" rx="54" ry="5.5" style="{_fill("shadow", 0.2)}"/>',
            _p("M84 100.5L105 52l9 6c2 1.5 2 3.5 1 5.5L97 103.5H50z", _fill("shadow", 0.26)),
            _p(
                "M3 86.5L27.5 37.5a5 5 0 0 1 4.4-2.7H101a4 4 0 0 1 4 4V52L83.5 98.2a4 4 "
                "0 0 1-3.6 2.3H7a4 4 0 0 1-4-4z",
                _fill(f"{side}-wood-side"),
            ),
            _p("M3 85.5h78.5v15H7a4 4 0 0 1-4-4z", _fill(f"{side}-wood")),
            _p("M5 89.8h75M4 94c22-.9 46 .9 76 0M6 97.8h74", _line(f"{side}-grain", 0.9, 0.5)),
            _p(
                "M84 86L104.3 42.5M83 92.5L104.6 46.5M82.5 97.5L104.8 50",
                _line(f"{side}-grain", 0.9, 0.5),
            ),
            _p(
                "M3.2 86L27.5 37.5a5 5 0 0 1 4.4-2.7H102.5c2 0 2.8 1.5 2 3.2L82.6 "
                "84.2a3.5 3.5 0 0 1-3.2 1.8z",
                _fill(f"{side}-wood-top"),
            ),
        )
    )


def _label(face: Face) -> str:
    """The paper label of a block in the box of its standing front, with all that is printed on it."""
    side = face.style
    ink = f"{side}-print"
    frame = round_rect(9, 23, 72, 72, 6) if side == "us" else cut_rect(9, 23, 72, 72, 8)
    inner = round_rect(11.6, 25.6, 66.8, 66.8, 4) if side == "us" else cut_rect(11.6, 25.6, 66.8, 66.8, 7)
    out = [_p(frame, _fill("label")), _p(inner, _line(ink, 0.9, 0.75))]
    if face.icon:
        width, left, bottom = (48.0, 13.4, 82.0) if face.number else (55.0, 17.5, 82.6)
        if len(face.number) > 1:
            width, left = 43.0, 14.0
        out.append(icons.draw(face.icon, var(ink), var("label"), left, bottom - width, width))
    if face.number:
        size = 33 if len(face.number) == 1 else 26
        halo = f"paint-order:stroke;stroke:{var('label')};stroke-width:4px;stroke-linejoin:round"
        out.append(
            _text(77, 50 if size == 33 else 46, size, face.number, ink, serif=True, anchor="end", extra=halo)
        )
    if face.label:
        out.append(_text(45, 90, 8.6, face.label, ink, extra="display:var(--face-name,inline)"))
    return "".join(out)


def _emblem(side: str) -> str:
    """The owner's mark on the back of a block."""
    if side == "us":
        return f'<circle cx="45" cy="59" r="23" style="{_line("cream", 2)}"/>' + _p(
            star(45, 60, 16.5), _fill("cream")
        )
    return (
        _p("M23 37h44v44H23z", _line("cream", 2))
        + f'<circle cx="45" cy="59" r="13.5" style="{_fill("cream")}"/>'
    )


def _block(face: Face) -> str:
    return _wood(face.style) + (_emblem(face.style) if face.back else _label(face))


def _lying(face: Face) -> str:
    # the front (3..87, 17..101) laid on the slab: (u, v) -> (.93 u - .29 v + .., .585 v + ..)
    place = "matrix(.93 0 -.285 .58 29.2 26.2)"
    return _lying_wood(face.style) + f'<g transform="{place}">{_label(face)}</g>'


# --- cardboard counters --------------------------------------------------------------------------------

_HATCH = "M{x} {y}l{d} -{d}"


def _hatch(x: float, y: float, w: float, h: float, gap: float, width: float, opacity: float) -> str:
    """Slanted lines over a rectangle, each cut at its edges."""
    parts = []
    t = gap / 2
    while t < w + h:
        x1, y1 = (x, y + t) if t <= h else (x + t - h, y + h)
        x2, y2 = (x + t, y) if t <= w else (x + w, y + t - w)
        parts.append(f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}")
        t += gap
    return _p("".join(parts), _line("cream", width, opacity))


def nato(arm: str, x: float, y: float, w: float, h: float, ink: str, box: str, line: float = 1.7) -> str:
    """A unit symbol in its box: ink and box are CSS colours."""
    stroke = f"fill:none;stroke:{ink};stroke-width:{line:g};stroke-linejoin:round"
    frame = f'<path d="{rect_path(x, y, w, h)}" style="fill:{box};stroke:{ink};stroke-width:{line:g}"/>'
    cx, cy = x + w / 2, y + h / 2
    r, b = x + w, y + h

    def stroked(d: str) -> str:
        return f'<path d="{d}" style="{stroke}"/>'

    def filled(d: str) -> str:
        return f'<path d="{d}" style="fill:{ink}"/>'

    if arm == "infantry":
        return frame + stroked(f"M{num(x)} {num(y)}L{num(r)} {num(b)}M{num(x)} {num(b)}L{num(r)} {num(y)}")
    if arm == "artillery":
        return frame + f'<circle cx="{num(cx)}" cy="{num(cy)}" r="{num(h * 0.24)}" style="fill:{ink}"/>'
    if arm in ("engineer", "construction"):
        a, top, foot = w * 0.25, y + h * 0.32, y + h * 0.78
        bridge = f"M{num(cx - a)} {num(foot)}V{num(top)}H{num(cx + a)}V{num(foot)}"
        bridge += f"M{num(cx)} {num(top)}V{num(foot)}"
        base = (
            filled(f"M{num(x)} {num(y + h * 0.78)}h{num(w)}V{num(b)}h{num(-w)}z")
            if arm == "construction"
            else ""
        )
        return frame + base + stroked(bridge)
    if arm == "armour":
        cw, ch = w * 0.66, h * 0.5
        return frame + stroked(round_rect(cx - cw / 2, cy - ch / 2, cw, ch, ch / 2))
    if arm == "anti_aircraft":
        return frame + stroked(f"M{num(x)} {num(b)}A{num(w / 2)} {num(h * 0.72)} 0 0 1 {num(r)} {num(b)}")
    if arm == "reconnaissance":
        return frame + stroked(f"M{num(x)} {num(b)}L{num(r)} {num(y)}")
    if arm == "parachute":
        wing = (
            f"M{num(cx - w * 0.2)} {num(b - h * 0.12)}a{num(w * 0.1)} {num(h * 0.16)} 0 0 1 {num(w * 0.2)} 0"
        )
        wing += f"a{num(w * 0.1)} {num(h * 0.16)} 0 0 1 {num(w * 0.2)} 0"
        return frame + stroked(
            f"M{num(x)} {num(y)}L{num(r)} {num(b)}M{num(x)} {num(b)}L{num(r)} {num(y)}" + wing
        )
    if arm == "amphibious":
        wave = f"M{num(x + w * 0.1)} {num(y + h * 0.78)}"
        wave += "".join(f"q{num(w * 0.1)} {num(-h * 0.2)} {num(w * 0.2)} 0" for _ in range(4))
        cw, ch = w * 0.6, h * 0.36
        return frame + stroked(round_rect(cx - cw / 2, y + h * 0.16, cw, ch, ch / 2) + wave)
    if arm == "weapons":
        top, foot, tip = y + h * 0.16, y + h * 0.84, w * 0.09
        arrow = f"M{num(cx)} {num(foot)}V{num(top)}M{num(cx - tip)} {num(top + tip * 1.2)}L{num(cx)} {num(top)}"
        arrow += f"L{num(cx + tip)} {num(top + tip * 1.2)}M{num(cx - tip * 1.6)} {num(foot)}h{num(tip * 3.2)}"
        return frame + stroked(arrow)
    if arm == "headquarters":
        return (
            frame
            + filled(f"M{num(x)} {num(y)}h{num(w)}v{num(h * 0.34)}h{num(-w)}z")
            + stroked(f"M{num(x)} {num(y)}V{num(b + h * 0.27)}")
        )
    raise ValueError(f"no symbol for {arm}")


def _size_mark(mark: str, cx: float, y: float, colour: str) -> str:
    """Strokes, crosses or dots above the box."""
    pitch = 5.2
    left = cx - pitch * (len(mark) - 1) / 2
    out = []
    for i, sign in enumerate(mark):
        x = left + pitch * i
        if sign == "X":
            out.append(_p(f"M{num(x - 2)} {num(y - 2.6)}l4 5.2m0 -5.2l-4 5.2", _line(colour, 1.5)))
        elif sign == "I":
            out.append(_p(f"M{num(x)} {num(y - 3)}v6", _line(colour, 1.8)))
        else:
            out.append(f'<circle cx="{num(x)}" cy="{num(y)}" r="1.7" style="{_fill(colour)}"/>')
    return "".join(out)


BARS = {1: "", 2: "15 6", 3: "4 7"}
"""How the line on the spine is broken."""


def _plate(style: str, edge: float = 1.4, bar: int = 0) -> str:
    """Field, edge lines and spine of a counter, with the mark of its formation."""
    colour = style if style != "none" else "panel"
    rim = f"{style}-edge" if style != "none" else "ink"
    outline = cut_rect(0.7, 0.7, 70.6, 70.6, 9.4) if style == "jp" else round_rect(0.7, 0.7, 70.6, 70.6, 6.5)
    out = [_p(outline, f"{_fill(colour)};stroke:{var(rim)};stroke-width:{edge:g}")]
    if style == "us":
        out.append(_p("M7 2H65", _line("cream", 1.1, 0.38)))
        out.append(_p("M6 1.7H6V70.3A5 5 0 0 1 1.6 65V7A5 5 0 0 1 6 1.7z", _fill("cream", 0.85)))
    if style == "jp":
        out.append(_p("M10.5 2H61.5", _line("cream", 1.1, 0.38)))
        out.append(_hatch(1.7, 11, 5.6, 50, 4, 1.6, 0.85))
    if bar:
        dash = f";stroke-dasharray:{BARS[bar]}" if BARS[bar] else ""
        out.append(_p("M3.9 8V64", _line("shadow", 2.6) + dash))
    return "".join(out)


def _steps(steps: tuple[int, int], cx: float, y: float, colour: str) -> str:
    """One bar a step, hollow where it is lost."""
    now, of = steps
    pitch = 9.0 if of <= 4 else 34 / of
    left = cx - pitch * (of - 1) / 2
    bars = [rect_path(left + pitch * (i - 0.36), y, pitch * 0.72, 3.6) for i in range(of)]
    lost = _p("".join(bars[now:]), _line(colour, 0.9)) if now < of else ""
    return _p("".join(bars[:now]), _fill(colour)) + lost


def _counter(face: Face) -> list[str]:
    style = face.style
    ink = "cream" if style != "none" else "ink"
    out = [_plate(style, bar=face.bar)]
    if face.back:
        if style == "us":
            out.append(
                f'<circle cx="37" cy="36" r="19" style="{_line("cream", 1.8)}"/>'
                + _p(star(37, 36.8, 13.5), _fill("cream"))
            )
        elif style == "jp":
            out.append(_hatch(10, 6, 52, 60, 6, 1, 0.22))
            out.append(
                f'<circle cx="37" cy="36" r="19" '
                f'style="{_fill("jp")};stroke:{var("cream")};stroke-width:1.8"/>'
            )
            out.append(f'<circle cx="37" cy="36" r="10.5" style="{_fill("cream")}"/>')
        return out
    if face.size:
        out.append(_size_mark(face.size, 37.5, 8.6, ink))
    if face.icon.startswith("nato."):
        box = var(style) if style != "none" else var("paper")
        out.append(nato(face.icon[5:], 19.5, 15.5, 36, 23, var(ink), box))
    elif face.icon:
        icon = icons.icons()[face.icon]
        width = 52.0 if icon.width > icon.height * 1.3 else 34.0 * icon.width / icon.height
        height = width * icon.height / icon.width
        out.append(
            icons.draw(
                face.icon,
                var(ink),
                var(style if style != "none" else "panel"),
                38 - width / 2,
                40 - height,
                width,
            )
        )
    if face.label and face.icon and not face.icon.startswith("nato."):
        out.append(_text(38.5, 13, 9, face.label, ink, weight=600))
    elif face.label:
        out.append(_text(0, 0, 9, face.label, ink, weight=600, turn="translate(60 27) rotate(90)"))
    if face.factors:
        room = 58.0 if len(face.factors) > 4 else 0
        out.append(_text(37.5, 59, 19 if len(face.factors) < 6 else 16, face.factors, ink, width=room))
    if face.steps:
        out.append(_steps(face.steps, 37.5, 64.2, ink))
        out.append(_text(66, 67.6, 9.5, str(face.steps[0]), ink, anchor="end"))
    if face.number:
        out.append(_text(64, 16, 13, face.number, ink, anchor="end"))
    return out


def _counter_small(face: Face, tiny: bool) -> list[str]:
    """The same counter for 30 to 59 pixels, or for less: fewer and larger signs, not the big drawing shrunk."""
    style = face.style
    if face.back:
        return _counter(face)
    ink, field = ("cream", style) if style != "none" else ("ink", "panel")
    out = [_plate(style, 2.2, face.bar)]
    x, y, w, h = (13.0, 7.0, 50.0, 31.0) if tiny else (15.5, 13.5, 44.0, 26.0)
    if face.icon.startswith("nato."):
        box = var(style) if style != "none" else var("paper")
        out.append(nato(face.icon[5:], x, y, w, h, var(ink), box, 3.4 if tiny else 2.5))
    elif face.icon:
        icon = icons.icons()[face.icon]
        wide = icon.width > icon.height * 1.3
        width = 58.0 if wide else 36.0 * icon.width / icon.height
        height = width * icon.height / icon.width
        out.append(icons.draw(face.icon, var(ink), var(field), 38 - width / 2, y + h - height + 1, width, 1.3))
    if face.size and not tiny:
        out.append(_size_mark(face.size, 37.5, 7.4, ink))
    if tiny:
        first = face.factors.replace("–", "-").split("-")[0] or face.number
        if len(first) > 2:
            out.append(_text(38, 66, 24, first, ink, width=60))
        elif first:
            out.append(_text(38, 67, 30, first, ink))
    else:
        factors = face.factors or face.number
        size = 22 if len(factors) < 5 or not face.steps else 18 if len(factors) < 6 else 15.5
        room = (50.0 if face.steps else 58.0) if len(factors) > 4 else 0
        out.append(_text(34.5 if face.steps else 37.5, 63, size, factors, ink, width=room))
    if face.steps and (not tiny or face.steps[0] < face.steps[1]):
        now, of = face.steps
        bars = [rect_path(62.6, 60 - i * 9.5, 5.4, 7.4) for i in range(of)]
        out.append(_p("".join(bars[:now]), _fill(ink)))
        if now < of:
            out.append(_p("".join(bars[now:]), f"{_fill(field)};stroke:{var(ink)};stroke-width:1.4"))
    return out


def _chip(face: Face) -> str:
    style = face.style
    rim = f"{style}-edge" if style != "none" else "ink"
    if style == "jp":
        outline = "M.6 .6H44.4L51.4 7.6V22.4H7.6L.6 15.4z"
        hatch = _hatch(1.5, 1.5, 42, 20, 5, 1, 0.17)
    else:
        outline, hatch = round_rect(0.6, 0.6, 50.8, 21.8, 6), ""
    colour = style if style != "none" else "panel"
    ink = "cream" if style != "none" else "ink"
    out = [_p(outline, f"{_fill(colour)};stroke:{var(rim)};stroke-width:1.2"), hatch]
    if face.back:
        out.append(
            _p(star(26, 12, 7.5), _fill(ink))
            if style == "us"
            else f'<circle cx="26" cy="11.5" r="6" style="{_fill(ink)}"/>'
        )
        return "".join(out)
    if face.icon:
        icon = icons.icons()[face.icon]
        wide = icon.width > icon.height * 1.3
        ship = icon.width > icon.height * 2.4
        # a chip without a number gives its whole plate to the drawing; small ships are drawn taller
        room = 33.0 if face.number else 45.0
        tall = 1.22 if ship else 1.0
        width = room if wide else 17.0 if face.number else 20.0
        if wide and width * icon.height / icon.width * tall > 19:
            width = 19 / tall * icon.width / icon.height
        height = width * icon.height / icon.width * tall
        left = (4 + (33 - width) / 2) if face.number else 26 - width / 2
        top = (20.4 if ship else 11.6 + height / 2) - height
        out.append(icons.draw(face.icon, var(ink), var(colour), left, top, width, 1.12 if ship else 1.0, tall))
    if face.number:
        out.append(_text(47.5, 16.4, 13, face.number, ink, anchor="end"))
    return "".join(out)


def _marker(face: Face) -> str:
    """A wooden cube on a track, with the owner's emblem or an icon."""
    side = face.style
    body = var(f"{side}-wood") if side != "none" else var("road")
    top = var(f"{side}-wood-top") if side != "none" else var("land-lit")
    right = var(f"{side}-wood-side") if side != "none" else var("road-case")
    out = [
        f'<ellipse cx="38" cy="66" rx="31" ry="4.5" style="{_fill("shadow", 0.26)}"/>',
        f'<path d="M8 20L22 8H66V53L52 66z" style="fill:{right}"/>',
        f'<path d="M8 20L22 8H66L52 20z" style="fill:{top}"/>',
        f'<path d="M8 20H52V66H8z" '
        f'style="fill:{body};stroke:{var("shadow")};stroke-width:1;stroke-opacity:.5"/>',
    ]
    ink = var("cream") if side != "none" else var("road-case")
    if face.icon:
        out.append(icons.draw(face.icon, ink, body, 13, 26, 34))
    elif face.number:
        out.append(_text(30, 52, 26, face.number, "cream" if side != "none" else "road-case", serif=True))
    elif side == "us":
        out.append(_p(star(30, 44, 14), _fill("cream")))
    elif side == "jp":
        out.append(f'<circle cx="30" cy="43" r="11" style="{_fill("cream")}"/>')
    return "".join(out)


# --- the document --------------------------------------------------------------------------------------


def _front(face: Face) -> str:
    """What is no counter, from its front."""
    make = {"block": _block, "chip": _chip, "marker": _marker}[face.shape]
    return make(face)


def _symbol(name: str, face: Face, parts: Sequence[str], shared: Mapping[str, int]) -> str:
    width, height = BOX[face.shape]
    body = "".join(f'<use href="#part-{shared[part]}"/>' if part in shared else part for part in parts)
    return (
        f'<symbol id="{escape(name)}" viewBox="0 0 {width} {height}" style="overflow:visible">{body}</symbol>'
    )


def signs(faces: Mapping[str, Face]) -> dict[str, Face]:
    """All that is printed on these faces, each sign on a piece of its own, for the legend: ``sign.<name>.<style>``.
    Drawings and backs are there for each side that has them."""
    found: dict[str, Face] = {}
    once: set[str] = set()

    def add(name: str, face: Face, alike: bool = False) -> None:
        if name not in once or not alike:
            found.setdefault(f"sign.{name}.{face.style}", face)
        once.add(name)

    for face in faces.values():
        plain = Face(face.shape, face.style)
        if face.shape != "marker":
            add("side", plain)
        if face.back:
            add("back", replace(plain, back=True))
            continue  # it tells nothing else
        if face.icon:
            drawn = face.icon.removesuffix("_us").removesuffix("_jp")
            add(drawn, replace(plain, icon=face.icon))
        if face.size:
            add(f"size.{face.size}", replace(plain, size=face.size), alike=True)
        if face.factors:
            parts = face.factors.replace("–", "-").split("-")
            kind = str(len(parts)) if parts[0].isdigit() else "name"
            add(f"factors.{kind}", replace(plain, factors=face.factors), alike=True)
        if face.steps and face.steps[1] > 1:
            add("steps", replace(plain, steps=(face.steps[1] - 1, face.steps[1])), alike=True)
        if face.bar:
            add(f"bar.{face.bar}", replace(plain, bar=face.bar))
        if face.number:
            add(f"number.{face.shape}", replace(plain, number=face.number), alike=True)
        if face.label:
            add("label", replace(plain, icon=face.icon, label=face.label), alike=True)
    return found


def sprite(faces: Mapping[str, Face]) -> str:
    """An SVG document with a symbol ``face-<id>`` for each face and each sign on them, and ``lying-<id>`` for the
    fronts of blocks; what many counters have in common, plates and symbols, stands in it once."""
    symbols: list[tuple[str, Face, list[str]]] = [
        (f"face-{name}", face, _counter(face) if face.shape == "counter" else [_front(face)])
        for name, face in signs(faces).items()
    ]
    for name, face in faces.items():
        if face.shape == "counter":
            symbols.append((f"face-{name}", face, _counter(face)))
            symbols.append((f"mid-{name}", face, _counter_small(face, tiny=False)))
            symbols.append((f"small-{name}", face, _counter_small(face, tiny=True)))
            continue
        symbols.append((f"face-{name}", face, [_front(face)]))
        if face.shape == "block" and not face.back:
            symbols.append((f"lying-{name}", face, [_lying(face)]))
    count = Counter(part for _, _, parts in symbols for part in parts if len(part) > 120)
    shared = {part: n for n, part in enumerate(part for part, times in count.items() if times > 2)}
    common = "".join(f'\n<g id="part-{n}">{part}</g>' for part, n in shared.items())
    return "\n".join(
        (
            '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0">',
            *([f"<defs>{common}\n</defs>"] if common else []),
            *(_symbol(name, face, parts, shared) for name, face, parts in symbols),
            "</svg>\n",
        )
    )
