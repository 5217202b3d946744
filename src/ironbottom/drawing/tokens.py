"""The colours and type faces of the program, in one place, for the page and for every drawing.

Two themes share one set of names: ``chart`` (paper, by day) and ``room`` (chart room at night, red lamp).
The page uses them as CSS custom properties (:func:`css`); charts are drawn once per theme with the plain
values; pieces refer to the properties with the chart value as fallback (:func:`var`), so that one sprite serves
both themes.
"""

from __future__ import annotations

from collections.abc import Mapping

CHART: dict[str, str] = {
    # page and text
    "page": "#f6f2e6",
    "panel": "#fbf8ef",
    "paper": "#f3eedd",
    "ink": "#22303a",
    "mut": "#56646b",
    "link": "#0f5a78",
    "rule": "#bdb79f",
    # the one loud colour, the text on it, and the ring under every loud line
    "go": "#9c4a00",
    "go-ink": "#ffffff",
    "halo": "#fff6dc",
    # the two sides: plate, edge, line or bar on a panel
    "us": "#23507a",
    "us-edge": "#1c2328",
    "us-line": "#23507a",
    "jp": "#a3322a",
    "jp-edge": "#1c2328",
    "jp-line": "#a3322a",
    "cream": "#fff8e6",
    "hit": "#a3122a",
    "die-hit": "#a3122a",
    "mag": "#8c3f6d",
    # water from the deep to the shore
    "water-1": "#ebe8d5",
    "water-2": "#dde5d9",
    "water-3": "#c9dbd6",
    "water-4": "#b4d0d0",
    "water-5": "#9bc1c5",
    "sea-name": "#1f4e5c",
    "depth": "#5f8a92",
    # land
    "land-low": "#e2d3a4",
    "land-mid": "#c9b981",
    "land-high": "#b59a68",
    "land-lit": "#fff6d8",
    "land-shade": "#5b4a2c",
    "land-name": "#3b2d18",
    "land-halo": "#fff6dc",
    "jungle": "#7d9468",
    "jungle-deep": "#5f7b52",
    "kunai": "#ddd09b",
    "bare": "#b39a68",
    "river": "#2f7388",
    "road": "#f4e5b8",
    "road-case": "#5a3a1c",
    "beach": "#f6ecc8",
    # wooden blocks: front, receding top and right side, light front edge, wood grain
    "us-wood": "#2a5a88",
    "us-wood-top": "#7498b8",
    "us-wood-side": "#173553",
    "us-wood-edge": "#8fb0cb",
    "us-grain": "#12314e",
    "jp-wood": "#ad3a30",
    "jp-wood-top": "#cf7f74",
    "jp-wood-side": "#611a15",
    "jp-wood-edge": "#e0988c",
    "jp-grain": "#5e1712",
    "label": "#fbf4e0",
    "us-print": "#1d4568",
    "jp-print": "#962b23",
    "shadow": "#1a1712",
}
"""Theme ``chart``."""

ROOM: dict[str, str] = {
    "page": "#171011",
    "panel": "#211717",
    "paper": "#1d1414",
    "ink": "#f0d6c2",
    "mut": "#bd9a88",
    "link": "#ffb08a",
    "rule": "#5a3d36",
    "go": "#ffb347",
    "go-ink": "#241300",
    "halo": "#2a0f08",
    "us": "#3f5f73",
    "us-edge": "#8fb3c9",
    "us-line": "#8fb3c9",
    "jp": "#a8352a",
    "jp-edge": "#ef8573",
    "jp-line": "#e0604c",
    "cream": "#fff1e0",
    "hit": "#ff7a66",
    "die-hit": "#a3122a",
    "mag": "#d8735c",
    "water-1": "#1a1213",
    "water-2": "#1f1516",
    "water-3": "#281a1b",
    "water-4": "#332020",
    "water-5": "#422826",
    "sea-name": "#e08a6c",
    "depth": "#7d4f42",
    "land-low": "#4a3126",
    "land-mid": "#5d3d2c",
    "land-high": "#754c33",
    "land-lit": "#c98a5c",
    "land-shade": "#170c0a",
    "land-name": "#ffe9d2",
    "land-halo": "#1e0c06",
    "jungle": "#3f3429",
    "jungle-deep": "#30281f",
    "kunai": "#5f4833",
    "bare": "#6b4a34",
    "river": "#a5705a",
    "road": "#d9a878",
    "road-case": "#1a0d08",
    "beach": "#8a6044",
    "us-wood": "#3f5f73",
    "us-wood-top": "#6c8da3",
    "us-wood-side": "#22363f",
    "us-wood-edge": "#8fb3c9",
    "us-grain": "#1d3340",
    "jp-wood": "#a8352a",
    "jp-wood-top": "#c9665a",
    "jp-wood-side": "#57160f",
    "jp-wood-edge": "#ef8573",
    "jp-grain": "#561510",
    "label": "#f1dcc4",
    "us-print": "#1f3f55",
    "jp-print": "#8d2219",
    "shadow": "#050203",
}
"""Theme ``room``."""

THEMES: Mapping[str, Mapping[str, str]] = {"chart": CHART, "room": ROOM}

SERIF = (
    '"Iowan Old Style","Palatino Linotype",Palatino,"Noto Serif",Georgia,'
    '"Liberation Serif","Times New Roman",serif'
)
"""Type of charts, titles and numbers on blocks: whatever book face the system has."""

SANS = 'system-ui,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",Arial,sans-serif'
"""Type of the page and of counters."""


def var(name: str) -> str:
    """``var(--name, chart value)``: a colour that follows the theme of the page it stands in."""
    return f"var(--{name},{CHART[name]})"


def css() -> str:
    """The tokens as CSS custom properties, both themes.

    The page chooses with ``data-theme="chart"`` or ``data-theme="room"`` on its root element; without it the
    reader's own preference for light or dark decides.
    """

    def block(theme: Mapping[str, str], scheme: str) -> str:
        body = "".join(f"--{name}:{value};" for name, value in theme.items())
        return f"{{color-scheme:{scheme};{body}}}"

    fonts = f":root{{--serif:{SERIF};--sans:{SANS};}}"
    dark = block(ROOM, "dark")
    return (
        f":root{block(CHART, 'light')}\n{fonts}\n"
        f'@media (prefers-color-scheme:dark){{:root:not([data-theme="chart"]){dark}}}\n'
        f':root[data-theme="room"]{dark}\n'
    )


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb`` as WCAG 2 defines it."""

    def channel(value: int) -> float:
        part = value / 255
        return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue)


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours (WCAG 2), 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def mix(one: str, other: str, share: float) -> str:
    """``one`` with ``share`` (0 to 1) of ``other`` mixed in."""
    parts = []
    for i in (1, 3, 5):
        a, b = int(one[i : i + 2], 16), int(other[i : i + 2], 16)
        parts.append(round(a + (b - a) * share))
    return "#" + "".join(f"{part:02x}" for part in parts)
