"""Makes the ground of the Axis & Allies board: islands from the coast data, depths, hill shading.

    python tools/axis_allies_chart.py path/to/solomons.geojson [--lines | --relief]

Writes ``ground.json`` and ``relief-<theme>.webp`` beside ``board.toml``.
"""

from __future__ import annotations

import json
import math
import random
import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
from relief import ROOT, Relief, flat, polygons, roughened, sea, smoothstep, unflat, write_ground

from ironbottom.drawing.svg import Point, spline

DATA = ROOT / "src/ironbottom/games/axis_allies/data"
WEST, NORTH, SCALE = 153.75, -4.72, 180
ISLANDS = {
    "BOU": [(155.2, -6.1), (154.65, -5.25)],
    "CHO": [(156.95, -7.05)],
    "SIS": [(159.1, -8.0)],
    "MAL": [(160.95, -9.0), (161.45, -9.55)],
    "NGE": [(157.6, -8.25), (157.08, -7.96), (156.68, -7.75), (157.3, -8.55), (158.05, -8.67)],
    "GUA": [(160.1, -9.6)],
}
"""A point in each outline that belongs to an island of the game."""


def warped(lon: float, lat: float) -> Point:
    """Longitude and latitude on the map; the Slot, between its two rows of islands, is widened."""
    ux, uy = 5.3, -2.7
    length = math.hypot(ux, uy)
    ux, uy = ux / length, uy / length
    px, py = lon - 156.0, lat + 6.95
    along, across = px * ux + py * uy, -px * uy + py * ux
    share = max(0.0, min(1.0, along / 1.1))
    push = 0.42 * math.tanh(across / 0.45) * share * share * (3 - 2 * share)
    return ((lon - uy * push - WEST) * SCALE, -(lat + ux * push - NORTH) * SCALE)


def inside(p: Point, ring: list[Point]) -> bool:
    hit = False
    px, py = ring[-1]
    for qx, qy in ring:
        if (py > p[1]) != (qy > p[1]) and p[0] < px + (p[1] - py) * (qx - px) / (qy - py):
            hit = not hit
        px, py = qx, qy
    return hit


def lines(data: dict[str, Any], rings: list[list[Point]]) -> dict[str, Any]:
    rng = random.Random(data["ground"]["seed"])
    ox, oy = data["sheet"]["origin"]
    x, y, w, h = data["sheet"]["map"]
    islands: dict[str, list[list[Point]]] = {key: [] for key in ISLANDS}
    others: list[list[Point]] = []
    for ring in rings:
        placed = [warped(*p) for p in ring]
        placed = [(a + ox, b + oy) for a, b in placed]
        if not any(x - 40 < a < x + w + 40 and y - 40 < b < y + h + 40 for a, b in placed):
            continue
        if placed[0] == placed[-1]:
            placed.pop()
        long = sum(math.dist(a, b) for a, b in zip(placed, placed[1:] + placed[:1], strict=True))
        smooth = spline(placed, 6, closed=True) if long > 60 else spline(placed, 3, closed=True)
        smooth = roughened([*smooth, smooth[0]], rng, 3.2, 0.1)
        for key, points in ISLANDS.items():
            if any(inside(p, ring) for p in points):
                islands[key].append(smooth)
                break
        else:
            # far coasts that touch the western edge, and islets where fleets of zone K stand, are left out
            north = max(b for _, b in placed) < oy and max(a for a, _ in placed) < ox + 140
            if north or max(a for a, _ in placed) < ox + 60 or any(a > 1880 and 620 < b < 760 for a, b in placed):
                continue
            others.append(smooth)
    for key, points in ISLANDS.items():
        assert len(islands[key]) == len(points), (key, len(islands[key]))
        islands[key].sort(key=len, reverse=True)
    every = [ring for group in islands.values() for ring in group] + others
    found = sea(
        [x, y, w, h],
        every,
        every,
        rng,
        bands=(11, 28, 54, 92),
        ripples=(2.6, 5.4, 8.8, 12.6),
        step=4.5,
        fine=2.6,
        bend=0.36,
        slow=120,
        spread=46,
        shelf=5.2,
        deepest=2500,
        keep_off=24,
        thin=0.8,
    )
    return {
        "islands": {key: [flat(ring, 0.45) for ring in group] for key, group in islands.items()},
        "others": [flat(ring, 0.45) for ring in others],
        **found,
    }


def relief(data: dict[str, Any], ground: dict[str, Any]) -> None:
    x, y, w, h = data["sheet"]["map"]
    r = Relief(x, y, w, h, data["ground"]["seed"], 1.6)
    rings = [unflat(ring) for group in ground["islands"].values() for ring in group]
    rings += [unflat(ring) for ring in ground["others"]]
    far = np.where(r.mask(rings), r.distance(rings, 3), 0)
    spur, crest, rough = r.mountains(0.42)
    massif = r.fbm(90, 90, 51, 3)
    body = np.clip(0.6 + 0.45 * spur + 0.3 * massif, 0.1, 2)
    rise = smoothstep(1, 34, far)
    height = rise * (body * 46 + 24 * crest * (0.3 + body) + 7 * rough) + smoothstep(0, 9, far) * 6
    height = np.maximum(height, 0) * smoothstep(0, 4, far)
    none = np.zeros((r.ny, r.nx))
    canopy = r.canopy(0.5)
    jungle = smoothstep(5, 13, far + 5 * r.fbm(22, 22, 101, 4)) * 0.34
    r.paint(
        DATA,
        far=far,
        height=height,
        jungle=jungle,
        bare=none,
        light=r.light(height, jungle, canopy, none, far),
        canopy=canopy,
        tops=smoothstep(42, 84, height),
        land=rings,
        dry=smoothstep(3, 20, far) * 0.5,
        beach=4,
        quality=80,
    )


def main() -> None:
    with (DATA / "board.toml").open("rb") as file:
        data = tomllib.load(file)
    target = DATA / "ground.json"
    if "--relief" not in sys.argv:
        write_ground(target, lines(data, polygons(Path(sys.argv[1]))))
    if "--lines" not in sys.argv:
        relief(data, json.loads(target.read_text()))


if __name__ == "__main__":
    main()
