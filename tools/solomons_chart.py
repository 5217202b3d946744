"""Makes the ground of the Solomons Campaign board: coasts turned and stretched along the Slot, depths, relief.

    python tools/solomons_chart.py path/to/solomons.geojson [--lines | --relief]
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

DATA = ROOT / "src/ironbottom/games/solomons/data"


def placed(data: dict[str, Any], lon: float, lat: float) -> Point:
    """A place on the sheet."""
    ground = data["ground"]
    (lon0, lat0), (lon1, lat1) = ground["from"], ground["to"]
    short = math.cos(math.radians(9.5))
    ux, uy = (lon1 - lon0) * short, -(lat1 - lat0)
    length = math.hypot(ux, uy)
    ux, uy = ux / length, uy / length
    dx, dy = (lon - lon0) * short, -(lat - lat0)
    xs, ys = zip(*ground["along"], strict=True)
    along = float(np.interp(dx * ux + dy * uy, xs, ys))
    return (along, ground["level"] + (dy * ux - dx * uy) * ground["across"])


def lines(data: dict[str, Any], rings: list[list[Point]]) -> dict[str, Any]:
    rng = random.Random(data["ground"]["seed"])
    x, y, w, h = data["sheet"]["map"]
    land = []
    for ring in rings:
        points = [placed(data, *p) for p in ring]
        if not any(x - 60 < a < x + w + 60 and y - 60 < b < y + h + 60 for a, b in points):
            continue
        if points[0] == points[-1]:
            points.pop()
        smooth = spline(points, 3.5, closed=True)
        land.append(roughened([*smooth, smooth[0]], rng, 2.6, 0.1))
    found = sea(
        [x, y, w, h],
        land,
        land,
        rng,
        bands=(8, 20, 38, 64),
        ripples=(2.2, 4.6, 7.4, 10.6),
        step=3.6,
        fine=2.2,
        bend=0.36,
        slow=90,
        spread=52,
        shelf=3.6,
        deepest=3200,
        thin=0.7,
        keep_off=30,
    )
    return {"land": [flat(ring, 0.4) for ring in land], **found}


def relief(data: dict[str, Any], ground: dict[str, Any]) -> None:
    x, y, w, h = data["sheet"]["map"]
    r = Relief(x, y, w, h, data["ground"]["seed"], 1.8)
    rings = [unflat(ring) for ring in ground["land"]]
    far = np.where(r.mask(rings), r.distance(rings, 2.5), 0)
    spur, crest, rough = r.mountains(0.28)
    body = np.clip(0.6 + 0.45 * spur + 0.3 * r.fbm(60, 60, 51, 3), 0.1, 2)
    rise = smoothstep(0.6, 18, far)
    height = rise * (body * 30 + 16 * crest * (0.3 + body) + 5 * rough) + smoothstep(0, 6, far) * 4
    height = np.maximum(height, 0) * smoothstep(0, 3, far)
    none = np.zeros((r.ny, r.nx))
    canopy = r.canopy(0.45)
    jungle = smoothstep(3, 9, far + 4 * r.fbm(16, 16, 101, 4)) * 0.34
    r.paint(
        DATA,
        far=far,
        height=height * 1.4,
        jungle=jungle,
        bare=none,
        light=r.light(height, jungle, canopy, none, far),
        canopy=canopy,
        tops=smoothstep(28, 60, height),
        land=rings,
        dry=smoothstep(2, 14, far) * 0.5,
        beach=2.6,
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
