"""Makes the ground of the Archie's War chart: coast, depths and hill shading, from board.toml and the coast
data.

    python tools/archies_chart.py path/to/solomons.geojson [--lines | --relief]

Needs numpy and Pillow.  Writes ``ground.json`` (lines) and ``relief-chart.webp``, ``relief-room.webp`` beside
``board.toml``.  Same input, same output.  ``solomons.geojson``: land polygons of Natural Earth 1:10m (public domain).
"""

from __future__ import annotations

import itertools
import json
import math
import random
import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
from relief import ROOT, Relief, flat, polygons, roughened, sea, smoothstep, unflat, wavy, write_ground

from ironbottom.drawing.svg import Point, spline

DATA = ROOT / "src/ironbottom/games/archies_war/data"


def fitted(piece: list[Point], start: Point, end: Point) -> list[Point]:
    """A piece of coast moved, turned and stretched so that its ends meet two points."""
    # longitude is shortened by cos(9.4 degrees); north is up
    flat = [complex(x * 0.9866, -y) for x, y in piece]
    span = flat[-1] - flat[0]
    turn = (complex(*end) - complex(*start)) / span if abs(span) > 1e-9 else 1
    placed = [complex(*start) + (z - flat[0]) * turn for z in flat]
    return [(z.real, z.imag) for z in placed]


def coast(data: dict[str, Any], rings: list[list[Point]], rng: random.Random) -> list[Point]:
    """The north coast from the western cape to beyond the eastern edge."""
    pairs = data["ground"]["coast"]
    ring = next(r for r in rings if any(math.dist(p, pairs[0][0]) < 1e-6 for p in r))
    marks = []
    for place, _ in pairs:
        marks.append(min(range(len(ring)), key=lambda i: math.dist(ring[i], place)))
    if marks[0] > marks[-1]:
        ring = ring[::-1]
        marks = [len(ring) - 1 - m for m in marks]
    line: list[Point] = []
    for (one, other), (_, start), (_, end) in zip(itertools.pairwise(marks), pairs, pairs[1:], strict=False):
        line += fitted(ring[one : other + 1], start, end)[:-1]
    line.append(tuple(pairs[-1][1]))
    line = spline(line, 14)
    line = roughened(line, rng, 7, 0.1)
    line = wavy(line, data["ground"]["seed"])
    line = roughened(line, rng, 4, 0.07)
    for knob in data["ground"]["knobs"]:
        ax, ay = knob["at"]
        dx, dy = knob["to"][0] - ax, knob["to"][1] - ay
        moved = []
        for x, y in line:
            near = math.exp(-(((x - ax) ** 2 + (y - ay) ** 2) / knob["width"] ** 2))
            moved.append((x + dx * near, y + dy * near))
        line = moved
    return line


def islands(data: dict[str, Any], rings: list[list[Point]], rng: random.Random) -> list[list[Point]]:
    """The small islands, each fitted into its box."""
    out = []
    for row in data["ground"]["islands"]:
        ring = min(
            rings,
            key=lambda r: math.dist(
                row["near"], (sum(x for x, _ in r) / len(r), sum(y for _, y in r) / len(r))
            ),
        )
        xs, ys = [x for x, _ in ring], [y for _, y in ring]
        cx, cy = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        kx, ky = row["width"] / (max(xs) - min(xs)), row["height"] / (max(ys) - min(ys))
        placed = [(row["at"][0] + (x - cx) * kx, row["at"][1] - (y - cy) * ky) for x, y in ring]
        if placed[0] == placed[-1]:
            placed.pop()
        smooth = spline(placed, 7, closed=True)
        smooth = roughened([*smooth, smooth[0]], rng, 5, 0.08)
        out.append(smooth)
    return out


def lines(data: dict[str, Any], rings: list[list[Point]]) -> dict[str, Any]:
    """Coast, depth contours, ripples and soundings."""
    rng = random.Random(data["ground"]["seed"])
    shore = coast(data, rings, rng)
    small = islands(data, rings, rng)
    mainland = [*shore, (1760, 1300), (-160, 1300)]
    found = sea(data["sheet"]["map"], [shore, *small], [mainland, *small], rng, ripple_height=640)
    return {"coast": flat(shore, 0.3), "islands": [flat(ring, 0.3) for ring in small], **found}


def relief(data: dict[str, Any], ground: dict[str, Any]) -> None:
    """Hill shading, jungle and kunai grass as an image for each theme."""
    x, y, w, h = data["sheet"]["map"]
    r = Relief(x, y, w, h, data["ground"]["seed"])
    gx, gy = r.gx, r.gy
    points, rings = unflat(ground["coast"]), [unflat(ring) for ring in ground["islands"]]
    far = r.distance([points])
    wet = r.distance([spline([tuple(p) for p in row["points"]], 12) for row in data["rivers"]])

    # the coastal plain is narrow in the west and wide in the east
    plain = np.interp(gx, [24, 300, 520, 760, 900, 1100, 1350, 1576], [26, 26, 34, 60, 110, 150, 175, 130])
    plain = plain * (1 + 0.35 * r.fbm(150, 150, 3, 3))
    rise = smoothstep(0, 1, (far - plain) / np.interp(gx, [24, 500, 900, 1576], [170, 210, 330, 420]))

    # spurs run down to the coast between the rivers: ridges longer than wide, bent
    spur, crest, rough = r.mountains()
    massif = r.fbm(240, 200, 51, 3)
    west = np.interp(gx, [24, 420, 760, 1000, 1576], [1.0, 1.0, 0.8, 0.62, 0.62])
    body = np.clip(0.42 + 0.42 * spur + 0.35 * massif, 0.05, 2)
    height = np.maximum(rise * (body * 92 + 34 * crest * (0.4 + body) + 10 * rough) * west, 0)
    height += smoothstep(10, 60, far) * 5 * r.fbm(60, 60, 61, 4)

    bare = np.zeros((r.ny, r.nx))
    for row in data.get("hills", []):
        high, top = r.hill(row)
        height += high
        bare = np.maximum(bare, top)
    height = height * (1 - 0.55 * np.exp(-((wet / 19) ** 2))) - 5 * np.exp(-((wet / 7) ** 2))

    # rings stay calm, so that pieces and print stand out
    calm = np.zeros((r.ny, r.nx))
    for place in data["places"].values():
        d = np.hypot(gx - place["at"][0], gy - place["at"][1]) / place["r"]
        calm = np.maximum(calm, (1 - smoothstep(0.7, 1.16, d)) * place.get("calm", 1))
    height = height * (1 - 0.55 * calm) + r.soft(height, 14 * r.scale) * 0.55 * calm

    # island of Savo: one cone
    for ring in rings:
        near, on = r.distance([ring]), r.mask([ring])
        cone = np.minimum(near, 40) * (1.5 + 0.9 * r.fbm(18, 18, 91, 4, ridged=True)) * 0.9
        height = np.where(on, cone, height)
        far = np.where(on, near, far)

    # jungle covers all but the plain by the shore and the bare tops
    edge = r.fbm(58, 58, 101, 5)
    open_ = np.interp(gx, [24, 500, 800, 1000, 1250, 1576], [16, 18, 34, 86, 92, 60])
    jungle = smoothstep(-10, 12, far - open_ * (1 + 0.75 * edge) - 6 * r.fbm(16, 16, 103, 3))
    patches = smoothstep(0.30, 0.42, r.fbm(74, 60, 107, 4) + 0.10 * r.fbm(14, 14, 109, 3))
    patches *= 1 - smoothstep(60, 190, height)
    jungle = jungle * (1 - 0.85 * patches) * (1 - bare)
    for place in data["places"].values():
        d = np.hypot(gx - place["at"][0], gy - place["at"][1]) / place["r"]
        cleared = (1 - smoothstep(0.55, 1.08, d + 0.16 * edge)) * (0.75 if place["beach"] else 0.12)
        jungle = jungle * (1 - cleared)
    gallery = np.exp(-((wet / 11) ** 2)) * smoothstep(4, 22, far)
    jungle = np.maximum(jungle, gallery * 0.9 * (1 - bare))

    canopy = r.canopy()
    r.paint(
        DATA,
        far=far,
        height=height,
        jungle=jungle,
        bare=bare,
        light=r.light(height, jungle, canopy, calm, far),
        canopy=canopy,
        tops=smoothstep(95, 185, height + 14 * edge),
        land=[[*points, (1760, 1300), (-160, 1300)], *rings],
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
