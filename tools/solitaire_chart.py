"""Makes the ground of the solitaire board of Archie's War: coast, depths, hill shading.

    python tools/solitaire_chart.py path/to/solomons.geojson [--lines | --relief]

Writes ``ground_solitaire.json`` and ``relief_solitaire-<theme>.webp`` beside ``board_solitaire.toml``.
"""

from __future__ import annotations

import json
import random
import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
from archies_chart import DATA, coast
from relief import Relief, flat, polygons, sea, smoothstep, unflat, write_ground

from ironbottom.drawing.svg import Point, spline


def lines(data: dict[str, Any], rings: list[list[Point]]) -> dict[str, Any]:
    rng = random.Random(data["ground"]["seed"])
    shore = coast(data, rings, rng)
    mainland = [*shore, (1760, 1300), (-160, 1300)]
    found = sea(data["sheet"]["map"], [shore], [mainland], rng, ripple_height=400)
    return {"coast": flat(shore, 0.3), **found}


def relief(data: dict[str, Any], ground: dict[str, Any]) -> None:
    x, y, w, h = data["sheet"]["map"]
    r = Relief(x, y, w, h, data["ground"]["seed"])
    points = unflat(ground["coast"])
    far = r.distance([points])
    wet = r.distance([spline([tuple(p) for p in row["points"]], 12) for row in data["rivers"]])
    plain = np.interp(r.gx, [24, 300, 480, 620, 800, 1000, 1250, 1576], [40, 50, 90, 150, 210, 230, 210, 190])
    plain = plain * (1 + 0.3 * r.fbm(150, 150, 3, 3))
    rise = smoothstep(0, 1, (far - plain) / np.interp(r.gx, [24, 500, 900, 1576], [190, 220, 300, 360]))
    spur, crest, rough = r.mountains()
    massif = r.fbm(240, 200, 51, 3)
    body = np.clip(0.42 + 0.42 * spur + 0.35 * massif, 0.05, 2)
    height = np.maximum(rise * (body * 88 + 34 * crest * (0.4 + body) + 10 * rough), 0)
    height += smoothstep(10, 60, far) * 5 * r.fbm(60, 60, 61, 4)
    bare = np.zeros((r.ny, r.nx))
    for row in data["hills"]:
        high, top = r.hill(row)
        height += high
        bare = np.maximum(bare, top)
    height = height * (1 - 0.55 * np.exp(-((wet / 19) ** 2))) - 5 * np.exp(-((wet / 7) ** 2))
    edge = r.fbm(58, 58, 101, 5)
    open_ = np.interp(r.gx, [24, 300, 480, 660, 800, 1000, 1250, 1576], [24, 30, 56, 110, 190, 150, 90, 70])
    jungle = smoothstep(-10, 12, far - open_ * (1 + 0.6 * edge) - 6 * r.fbm(16, 16, 103, 3))
    patches = smoothstep(0.26, 0.38, r.fbm(74, 60, 107, 4) + 0.10 * r.fbm(14, 14, 109, 3))
    patches *= 1 - smoothstep(60, 190, height)
    jungle = jungle * (1 - 0.85 * patches) * (1 - bare)
    gallery = np.exp(-((wet / 11) ** 2)) * smoothstep(4, 22, far)
    jungle = np.maximum(jungle, gallery * 0.9 * (1 - bare))
    canopy = r.canopy()
    calm = np.zeros((r.ny, r.nx))
    r.paint(
        DATA,
        far=far,
        height=height,
        jungle=jungle,
        bare=bare,
        light=r.light(height, jungle, canopy, calm, far),
        canopy=canopy,
        tops=smoothstep(95, 185, height + 14 * edge),
        land=[[*points, (1760, 1300), (-160, 1300)]],
        name="relief_solitaire",
        quality=82,
    )


def main() -> None:
    with (DATA / "board_solitaire.toml").open("rb") as file:
        data = tomllib.load(file)
    target = DATA / "ground_solitaire.json"
    if "--relief" not in sys.argv:
        write_ground(target, lines(data, polygons(Path(sys.argv[1]))))
    if "--lines" not in sys.argv:
        relief(data, json.loads(target.read_text()))


if __name__ == "__main__":
    main()
