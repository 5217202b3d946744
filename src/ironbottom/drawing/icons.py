"""Hand-drawn pictures for pieces: soldiers, gear, ships, aircraft and the symbols of land units.

The drawings stand in ``icons.toml``.  An icon is a list of layers in a box of its own; a layer is drawn in
one of
two inks: the print of the piece (``fill``, ``line``) or the colour of the paper under it (``cut``, ``gap``), so
that details read as cut out.  Americans look right, Japanese look left.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

from ironbottom.drawing.svg import num

Kind = Literal["fill", "cut", "line", "gap"]
Layer = tuple[Kind, float, str]


@dataclass(frozen=True, slots=True)
class Icon:
    """A drawing in a box ``width`` by ``height``."""

    width: float
    height: float
    layers: tuple[Layer, ...]
    mirror: bool = False
    """Drawn looking right; turned round when placed."""


def _layer(text: str) -> Layer:
    kind, rest = text.split(" ", 1)
    if kind not in ("fill", "cut", "line", "gap"):
        raise ValueError(f"no such kind of layer: {kind}")
    width = 0.0
    if kind in ("line", "gap"):
        first, rest = rest.split(" ", 1)
        width = float(first)
    return (cast(Kind, kind), width, rest)


@functools.cache
def icons() -> Mapping[str, Icon]:
    """Every drawing by name."""
    with (Path(__file__).parent / "icons.toml").open("rb") as file:
        rows = tomllib.load(file)
    return {
        name: Icon(
            row["size"][0],
            row["size"][1],
            tuple(_layer(text) for text in row["layers"]),
            row.get("mirror", False),
        )
        for name, row in rows.items()
    }


def draw(
    name: str, ink: str, paper: str, x: float, y: float, width: float, thicken: float = 1.0, tall: float = 1.0
) -> str:
    """The icon with its left upper corner at ``x, y``, ``width`` wide; ``ink`` and ``paper`` are CSS
    colours; ``tall`` stretches it upwards, as small ships want it."""
    icon = icons()[name]
    scale = width / icon.width
    high = scale * tall
    place = f"translate({num(x)} {num(y)}) scale({scale:.4g}{f' {high:.4g}' if tall != 1 else ''})"
    if icon.mirror:
        place = f"translate({num(x + width)} {num(y)}) scale({-scale:.4g} {high:.4g})"
    out = []
    for kind, line, d in icon.layers:
        colour = ink if kind in ("fill", "line") else paper
        if kind in ("fill", "cut"):
            out.append(f'<path d="{d}" style="fill:{colour}"/>')
        else:
            out.append(
                f'<path d="{d}" style="fill:none;stroke:{colour};stroke-width:{line * thicken:.3g};'
                'stroke-linecap:round;stroke-linejoin:round"/>'
            )
    return f'<g transform="{place}">{"".join(out)}</g>'
