"""Makes the ground of a map of hexes: coast, jungle, ridges and their relief, from the hexes of the game's data.

    python tools/hex_chart.py first_blood [--lines | --relief]
    python tools/hex_chart.py henderson_field [--lines | --relief]

The coast and the edges of jungle follow the hexes, but bent and smoothed, so that no corner shows.  Writes
``ground.json`` and ``relief-<theme>.webp`` into the game's ``data/``.
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from relief import Relief, Ring, flat, sea, smoothstep, unflat, write_ground

from ironbottom.drawing import field as fields
from ironbottom.drawing.svg import Point

PAD = 40


@dataclass
class Plan:
    """What a game's hexes say about the ground."""

    folder: Path
    rect: Sequence[float]
    radius: float
    flat: bool
    middles: Mapping[str, Point]
    land: Mapping[str, bool]
    cover: Mapping[str, str]
    """``clear``, ``jungle`` or ``bare``."""
    level: Mapping[str, float]
    elsewhere: Callable[[float, float], tuple[bool, str, float]]
    """Land, cover and level of a hex that is not on the map."""
    rivers: Sequence[Ring] = field(default_factory=list)
    step: float = 42
    """Height of a level."""
    hilly: float = 26
    """Height of the hills that the jungle hides."""
    calm: float = 0.12
    """How far light and shadow are held back, 0 to 1."""
    rough: float = 1.0
    """How broken the heights are."""
    seed: int = 1942
    scale: float = 1.6
    quality: int = 80


def _cube(x: Any, y: Any, r: float, is_flat: bool) -> tuple[Any, Any]:
    """The hex of a point, by cube rounding."""
    if is_flat:
        q, s = 2 / 3 * x / r, (-1 / 3 * x + math.sqrt(3) / 3 * y) / r
    else:
        q, s = (math.sqrt(3) / 3 * x - 1 / 3 * y) / r, 2 / 3 * y / r
    z = -q - s
    rq, rs, rz = np.round(q), np.round(s), np.round(z)
    dq, ds, dz = np.abs(rq - q), np.abs(rs - s), np.abs(rz - z)
    rq = np.where((dq > ds) & (dq > dz), -rs - rz, rq)
    rs = np.where((ds >= dq) & (ds > dz), -rq - rz, rs)
    return rq.astype(int), rs.astype(int)


def _middle(q: int, s: int, r: float, is_flat: bool) -> Point:
    if is_flat:
        return (1.5 * q * r, math.sqrt(3) * (s + q / 2) * r)
    return (math.sqrt(3) * (q + s / 2) * r, 1.5 * s * r)


class Ground:
    """The hexes as soft fields on a sheet of pixels."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        x, y, w, h = plan.rect
        self.r = Relief(x - PAD, y - PAD, w + 2 * PAD, h + 2 * PAD, plan.seed, plan.scale)
        r, size = self.r, plan.radius
        ox, oy = next(iter(plan.middles.values()))
        known: dict[tuple[int, int], str] = {}
        for name, (mx, my) in plan.middles.items():
            q, s = _cube(np.array(mx - ox), np.array(my - oy), size, plan.flat)
            known[int(q), int(s)] = name

        def facts(q: int, s: int) -> tuple[bool, str, float]:
            name = known.get((q, s))
            if name is not None:
                return plan.land[name], plan.cover[name], plan.level[name]
            mx, my = _middle(q, s, size, plan.flat)
            return plan.elsewhere(mx + ox, my + oy)

        bend_x = r.fbm(size * 1.1, size * 1.1, 301, 4) * size * 0.52
        bend_y = r.fbm(size * 1.1, size * 1.1, 305, 4) * size * 0.52
        q, s = _cube(r.gx + bend_x - ox, r.gy + bend_y - oy, size, plan.flat)
        q0, s0 = int(q.min()), int(s.min())
        shape = (int(s.max()) - s0 + 1, int(q.max()) - q0 + 1)
        table = np.zeros((4, *shape), dtype=np.float32)
        for j in range(shape[0]):
            for i in range(shape[1]):
                land, cover, level = facts(i + q0, j + s0)
                table[:, j, i] = (land, land and cover == "jungle", land and cover == "bare", level if land else 0)
        found = table[:, s - s0, q - q0]
        # the coast is bent less than what grows on it
        q, s = _cube(r.gx + bend_x * 0.7 - ox, r.gy + bend_y * 0.7 - oy, size, plan.flat)
        coast = table[0][np.clip(s - s0, 0, shape[0] - 1), np.clip(q - q0, 0, shape[1] - 1)]
        self.land = r.soft(coast, size * 0.16 * plan.scale)
        self.jungle = r.soft(found[1], size * 0.09 * plan.scale)
        self.bare = r.soft(found[2], size * 0.1 * plan.scale)
        self.level = r.soft(found[3], size * 0.2 * plan.scale)

    def lines(self) -> dict[str, Any]:
        """The coast from the hexes; depths, ripples and soundings from the coast."""
        plan, r = self.plan, self.r
        step = 3.0
        grid = fields.Grid.over(r.x, r.y, r.w, r.h, step)
        rows = np.clip((np.arange(grid.ny) * step * r.scale).astype(int), 0, r.ny - 1)
        columns = np.clip((np.arange(grid.nx) * step * r.scale).astype(int), 0, r.nx - 1)
        values = self.land[np.ix_(rows, columns)].copy()
        values[0, :] = values[-1, :] = values[:, 0] = values[:, -1] = 0
        rings = [ring for ring in fields.contours(grid, values.tolist(), 0.5) if len(ring) > 24]
        land = [ring[:-1] if ring[0] == ring[-1] else ring for ring in rings]
        shores: list[list[Point]] = []
        for ring in land:
            # the sheet's own edge is no shore
            part: list[Point] = []
            for px, py in [*ring, ring[0]]:
                rim = min(px - r.x, r.x + r.w - px, py - r.y, r.y + r.h - py) < 5
                if rim and len(part) > 1:
                    shores.append(part)
                part = [] if rim else [*part, (px, py)]
            if len(part) > 1:
                shores.append(part)
        found = sea(
            plan.rect,
            shores,
            land,
            random.Random(plan.seed),
            bands=(16, 40, 74, 120),
            ripples=(3.2, 6.8, 11, 15.8),
            spread=40,
            shelf=8,
            thin=0.6,
        )
        return {"land": [flat(ring, 0.4) for ring in land], "shores": [flat(line, 0.4) for line in shores], **found}

    def relief(self, ground: dict[str, Any]) -> None:
        plan, r, size = self.plan, self.r, self.plan.radius
        shores = [unflat(line) for line in ground["shores"]]
        land = [unflat(ring) for ring in ground["land"]]
        inside = r.mask(land)
        far = np.where(inside, r.distance(shores), 0) if shores else np.full((r.ny, r.nx), 400.0)
        wet = r.distance(plan.rivers) if plan.rivers else np.full((r.ny, r.nx), 400.0)
        spur, crest, rough = r.mountains(size / 46)
        massif = r.fbm(size * 6, size * 5, 51, 3)
        edge = r.fbm(size * 1.4, size * 1.4, 101, 5)
        jungle = smoothstep(0.42, 0.58, self.jungle + 0.10 * edge)
        bare = smoothstep(0.40, 0.62, self.bare + 0.10 * edge)
        body = np.clip(0.45 + 0.42 * spur + 0.3 * massif, 0.05, 2)
        inner = smoothstep(size * 0.6, size * 7, far)
        hills = inner * jungle * (body * plan.hilly + plan.hilly * 0.4 * crest * (0.4 + body) + 4 * plan.rough * rough)
        level = np.clip(self.level, 0, 9)
        raised = smoothstep(0.3, 1.2, level) * plan.rough
        high = level * plan.step * (1 - 0.18 * plan.rough + 0.16 * plan.rough * spur)
        high += raised * (7 * crest + 3.4 * rough)
        height = np.maximum(hills, 0) + high + smoothstep(8, 50, far) * 4 * r.fbm(size * 1.3, size * 1.3, 61, 4)
        height = height * (1 - 0.5 * np.exp(-((wet / (size * 0.42)) ** 2))) - 5 * np.exp(-((wet / (size * 0.16)) ** 2))
        height += jungle * 4.5
        gallery = np.exp(-((wet / (size * 0.24)) ** 2)) * smoothstep(4, 22, far) * 0.75
        jungle = np.maximum(jungle, gallery * (1 - bare))
        canopy = r.canopy(0.9)
        none = np.zeros((r.ny, r.nx))
        light = r.light(height, jungle, canopy, none + plan.calm, far)
        # the edge of the jungle throws a shadow on the grass
        rim = np.clip(r.soft(jungle, 2.4 * r.scale) - jungle, 0, 1) * (1 - jungle)
        light = light - rim * 0.42
        r.paint(
            plan.folder,
            far=far if shores else none + 400,
            height=height * 0.9,
            jungle=jungle,
            bare=bare,
            light=light,
            canopy=canopy,
            tops=smoothstep(plan.step * 1.7, plan.step * 3.2, level * plan.step + 8 * edge),
            land=land,
            dry=smoothstep(10, 46, far) * 0.75,
            quality=plan.quality,
        )


# --- the games ---------------------------------------------------------------------------------------------------


def first_blood() -> Plan:
    from ironbottom.games.first_blood.game import make
    from ironbottom.games.first_blood.ui import board

    printed: Any = make().plain
    sheet = board.sheet_of(printed)
    names = printed.names[: printed.hexes]
    middles = {name: sheet.centre(name) for name in names}
    cover = {
        name: "jungle" if printed.jungle[n] else "bare" if printed.ridge[n] else "clear"
        for n, name in enumerate(names)
    }
    west, east = sheet.centre("0521")[0], sheet.centre("0501")[0]

    def elsewhere(x: float, y: float) -> tuple[bool, str, float]:
        row = 12 - (y / sheet.scale - sheet.top) / board.ROW
        sway = fields.noise(x / 190, y / 190, 12)
        if row < -0.5:
            return True, "clear" if sway > 0.45 else "jungle", 0
        if x < west:
            return row < 5.5 - (west - x) / 260, "clear" if row > 4.2 or sway > 0.4 else "jungle", 0
        if x > east:
            return row < 7.4 - (x - east) / 420, "clear" if row > 6.2 or sway > 0.4 else "jungle", 0
        return False, "clear", 0

    return Plan(
        folder=board.DATA,
        rect=sheet.plan["sheet"]["map"],
        radius=sheet.radius,
        flat=False,
        middles=middles,
        land=dict.fromkeys(names, True),
        cover=cover,
        level={name: 1.0 if printed.ridge[n] else 0.0 for n, name in enumerate(names)},
        elsewhere=elsewhere,
        rivers=list(board.river_lines(printed).values()),
        hilly=20,
        calm=0.3,
        rough=0.8,
    )


def henderson_field() -> Plan:
    from ironbottom.games.henderson_field.game import make
    from ironbottom.games.henderson_field.ui import board

    printed: Any = make().plain
    sheet = board.sheet_of(printed)
    every = {
        name: ("j" if printed.jungle[n] else "c" if printed.land[n] else ".", printed.level[n])
        for n, name in enumerate(printed.names)
    }
    columns = printed.columns
    rows = printed.hexes // columns
    cover = {
        name: "jungle" if sign == "j" else "bare" if level else "clear" for name, (sign, level) in every.items()
    }
    x0, y0 = sheet.left, sheet.top

    def elsewhere(x: float, y: float) -> tuple[bool, str, float]:
        column = min(max(round((x - x0) / (1.5 * sheet.radius)) + 1, 1), columns)
        row = (y - y0) / (math.sqrt(3) * sheet.radius) + 1 - (0.5 if column % 2 else 0)
        name = f"{column:02}{min(max(round(row), 1), rows):02}"
        sign, level = every[name]
        return sign != ".", cover[name], level

    return Plan(
        folder=board.DATA,
        rect=sheet.plan["sheet"]["map"],
        radius=sheet.radius,
        flat=True,
        middles={name: sheet.centre(name) for name in every},
        land={name: sign != "." for name, (sign, _) in every.items()},
        cover=cover,
        level={name: float(level) for name, (_, level) in every.items()},
        elsewhere=elsewhere,
        rivers=list(board.river_lines(sheet).values()),
        step=40,
        hilly=11,
        calm=0.45,
        rough=0.5,
        scale=1.12,
        quality=64,
    )


PLANS: dict[str, Callable[[], Plan]] = {"first_blood": first_blood, "henderson_field": henderson_field}


def main() -> None:
    plan = PLANS[sys.argv[1]]()
    ground = Ground(plan)
    target = plan.folder / "ground.json"
    if "--relief" not in sys.argv:
        write_ground(target, ground.lines())
    if "--lines" not in sys.argv:
        ground.relief(json.loads(target.read_text()))


if __name__ == "__main__":
    main()
