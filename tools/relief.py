"""The ground of a chart, made once and shipped as data: lines of coast and depth, hill shading and jungle.

A chart's own script (`archies_chart.py`, `solitaire_chart.py`, `axis_allies_chart.py`, `hex_chart.py`) says where the
land is, how high, and what grows on it; this module measures, makes noise, throws light and paints.  Needs numpy and
Pillow.  Same input, same output.
"""

from __future__ import annotations

import itertools
import json
import math
import random
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as slot
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from ironbottom.drawing import field, tokens  # noqa: E402
from ironbottom.drawing.svg import Point  # noqa: E402

Ring = Sequence[Point]


# --- lines -------------------------------------------------------------------------------------------------------


def polygons(source: Path) -> list[list[Point]]:
    """Outer rings of all islands of a GeoJSON file."""
    rings: list[list[Point]] = []
    for feature in json.loads(source.read_text())["features"]:
        shape = feature["geometry"]
        parts = [shape["coordinates"]] if shape["type"] == "Polygon" else shape["coordinates"]
        rings += [[(x, y) for x, y in part[0]] for part in parts]
    return rings


def roughened(line: list[Point], rng: random.Random, least: float, amount: float) -> list[Point]:
    """Midpoints moved aside at random, again and again, until no piece is longer than ``least``."""
    while True:
        out = [line[0]]
        done = True
        for a, b in itertools.pairwise(line):
            length = math.dist(a, b)
            if length > least:
                done = False
                off = rng.gauss(0, amount) * min(length, 26)
                nx, ny = (b[1] - a[1]) / length, (a[0] - b[0]) / length
                out.append(((a[0] + b[0]) / 2 + nx * off, (a[1] + b[1]) / 2 + ny * off))
            out.append(b)
        line = out
        if done:
            return line


def wavy(line: list[Point], seed: int, swing: float = 1.0) -> list[Point]:
    """Small bays and points: each point moved across the line by slow noise."""
    out = [line[0]]
    run = 0.0
    for before, here, after in zip(line, line[1:], line[2:], strict=False):
        run += math.dist(before, here)
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = math.hypot(dx, dy) or 1.0
        off = 7.5 * field.noise(run / 31, 0.5, seed) + 4 * field.noise(run / 13, 2.5, seed + 1)
        out.append((here[0] + dy / length * off * swing, here[1] - dx / length * off * swing))
    out.append(line[-1])
    return out


def flat(line: Iterable[Point], within: float) -> list[float]:
    """A line as a list of numbers, thinned."""
    return [round(value, 1) for point in field.simplify(list(line), within) for value in point]


def unflat(numbers: Sequence[float]) -> list[Point]:
    """The line of a list of numbers."""
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def sea(
    rect: Sequence[float],
    shores: Sequence[Ring],
    land: Sequence[Ring],
    rng: random.Random,
    *,
    bands: Sequence[float] = (15, 38, 72, 118),
    ripples: Sequence[float] = (3.4, 7.0, 11.2, 16.0),
    step: float = 4,
    fine: float = 2.5,
    ripple_height: float = 0,
    bend: float = 0.42,
    slow: float = 105,
    spread: float = 31,
    shelf: float = 9,
    deepest: float = 380,
    tries: int = 9000,
    thin: float = 0.5,
    keep_off: float = 0,
) -> dict[str, Any]:
    """Depth contours, coast ripples and soundings of a sheet.

    ``shores``: the coast as lines; ``land``: closed outlines.  The distance from the shore is bent by slow noise, so
    that no contour copies the coast.  ``spread``: how far apart soundings stand; ``shelf``: how steep it falls off;
    ``keep_off``: soundings stay that far from the edge of the sheet.
    """
    x, y, w, h = rect
    grid = field.Grid.over(x - 12, y - 12, w + 24, h + 24, step)
    far = field.distance(grid, shores)
    inland = field.inside(grid, land)
    bent = []
    for j in range(grid.ny):
        row = []
        for i in range(grid.nx):
            px, py = grid.x0 + i * grid.step, grid.y0 + j * grid.step
            edge = i in (0, grid.nx - 1) or j in (0, grid.ny - 1)
            by = (
                1
                + bend * field.fractal(px / slow, py / slow, 7, 3)
                + 0.1 * field.noise(px / slow * 5, py / slow * 5, 11)
            )
            row.append(900.0 if edge else -far[j][i] if inland[j][i] else far[j][i] * by)
        bent.append(row)
    found_bands = []
    for level in bands:
        found = [ring for ring in field.contours(grid, bent, level) if len(ring) > 14]
        found_bands.append([flat(ring, thin) for ring in found])

    near = field.Grid.over(x - 10, y - 10, w + 20, ripple_height or h + 20, fine)
    exact = field.distance(near, shores)
    wet = field.inside(near, land)
    for j in range(near.ny):
        for i in range(near.nx):
            if wet[j][i]:
                exact[j][i] = -exact[j][i]
    lines = [
        [flat(line, thin / 2) for line in field.contours(near, exact, level) if len(line) > 10] for level in ripples
    ]

    soundings = []
    taken: list[Point] = []
    for _ in range(tries):
        px, py = rng.uniform(x + 20, x + w - 20), rng.uniform(y + 20, y + h - 40)
        if keep_off and min(px - x, x + w - px, py - y, y + h - py) < keep_off:
            continue
        d = grid.at(bent, px, py)
        if d < 24 or any(math.dist((px, py), other) < spread + d * 0.085 for other in taken):
            continue
        taken.append((px, py))
        fathoms = 3 + (d / shelf) ** 1.62 * (1 + 0.16 * field.noise(px / 40, py / 40, 5))
        most = deepest * (1 + 0.105 * field.noise(px / 50, py / 50, 6))
        soundings.append([round(px), round(py), round(min(fathoms, most))])
    return {"bands": found_bands, "ripples": lines, "soundings": soundings}


def write_ground(path: Path, ground: Mapping[str, Any]) -> None:
    """The lines as one small JSON file."""
    path.write_text(json.dumps(ground, separators=(",", ":")) + "\n")
    print(path.name, path.stat().st_size)


# --- relief ------------------------------------------------------------------------------------------------------


def smoothstep(a: float, b: float, value: Any) -> Any:
    """0 below ``a``, 1 above ``b``, smooth between."""
    t = np.clip((value - a) / (b - a), 0, 1)
    return t * t * (3 - 2 * t)


@dataclass
class Relief:
    """A sheet of pixels, ``scale`` to a board unit, and all that is done on it."""

    x: float
    y: float
    w: float
    h: float
    seed: int
    scale: float = 2
    nx: int = slot(init=False)
    ny: int = slot(init=False)

    def __post_init__(self) -> None:
        self.nx, self.ny = round(self.w * self.scale), round(self.h * self.scale)
        self.gx, self.gy = np.meshgrid(
            self.x + np.arange(self.nx) / self.scale, self.y + np.arange(self.ny) / self.scale
        )

    def up(self, small: Any) -> Any:
        """A coarse field at the size of the sheet."""
        image = Image.fromarray(np.asarray(small).astype(np.float32), "F")
        return np.asarray(image.resize((self.nx, self.ny), Image.Resampling.BICUBIC))

    def distance(self, lines: Sequence[Ring], step: float = 4) -> Any:
        """The distance from the nearest of some lines, in board units."""
        grid = field.Grid.over(self.x, self.y, self.w, self.h, step)
        got = np.array(field.distance(grid, lines))
        return self.up(got[: math.ceil(self.h / step) + 1, : math.ceil(self.w / step) + 1])

    def mask(self, rings: Sequence[Ring]) -> Any:
        """1 within closed outlines, 0 outside."""
        return np.asarray(self._mask(rings)) > 127

    def _mask(self, rings: Sequence[Ring]) -> Image.Image:
        image = Image.new("L", (self.nx, self.ny))
        pen = ImageDraw.Draw(image)
        for ring in rings:
            pen.polygon([((a - self.x) * self.scale, (b - self.y) * self.scale) for a, b in ring], fill=255)
        return image

    def noise(self, size_x: float, size_y: float, number: int) -> Any:
        """Smooth noise with bumps of that size, -1 to 1."""
        rng = np.random.default_rng(self.seed + number)
        cells = rng.uniform(-1, 1, (int(self.h / size_y) + 4, int(self.w / size_x) + 4))
        image = Image.fromarray(cells.astype(np.float32), "F")
        big = image.resize(
            (int(cells.shape[1] * size_x * self.scale), int(cells.shape[0] * size_y * self.scale)),
            Image.Resampling.BICUBIC,
        )
        return np.asarray(big)[: self.ny, : self.nx]

    def fbm(self, size_x: float, size_y: float, number: int, octaves: int, ridged: bool = False) -> Any:
        """Noise with ever finer and fainter noise added; ``ridged``: folded into crests."""
        total, size, norm = np.zeros((self.ny, self.nx)), 1.0, 0.0
        for octave in range(octaves):
            one = self.noise(max(size_x * size, 1.4), max(size_y * size, 1.4), number + octave * 17)
            if ridged:
                one = 1 - np.abs(one) * 2
            total += one * size
            norm += size
            size *= 0.5
        return total / norm

    def soft(self, image: Any, radius: float) -> Any:
        """Blurred over a radius in pixels, in float."""
        data = np.asarray(image).astype(np.float64)
        r = max(1, round(radius))
        for _ in range(3):
            for axis in (0, 1):
                padded = np.concatenate(
                    [
                        np.repeat(np.take(data, [0], axis), r + 1, axis),
                        data,
                        np.repeat(np.take(data, [-1], axis), r, axis),
                    ],
                    axis,
                )
                sums = np.cumsum(padded, axis=axis)
                n = data.shape[axis]
                upper = np.take(sums, range(2 * r + 1, 2 * r + 1 + n), axis)
                lower = np.take(sums, range(0, n), axis)
                data = (upper - lower) / (2 * r + 1)
        return data

    def warped(self, of: Any, dx: Any, dy: Any) -> Any:
        """A field sampled aside by dx, dy board units."""
        jj, ii = np.mgrid[0 : self.ny, 0 : self.nx].astype(np.float64)
        ii = np.clip(ii + dx * self.scale, 0, self.nx - 1.001)
        jj = np.clip(jj + dy * self.scale, 0, self.ny - 1.001)
        i0, j0 = ii.astype(int), jj.astype(int)
        a, b = ii - i0, jj - j0
        top = of[j0, i0] * (1 - a) + of[j0, i0 + 1] * a
        low = of[j0 + 1, i0] * (1 - a) + of[j0 + 1, i0 + 1] * a
        return top * (1 - b) + low * b

    def mountains(self, grain: float = 1.0) -> tuple[Any, Any, Any]:
        """Spurs, crests and small gullies: ridged noise at three scales, bent; ``grain`` stretches them all."""
        wx, wy = self.fbm(120 * grain, 120 * grain, 21, 4), self.fbm(120 * grain, 120 * grain, 25, 4)
        g = grain
        spur = self.warped(self.fbm(74 * g, 150 * g, 31, 3, ridged=True), wx * 46 * g, wy * 46 * g)
        crest = self.warped(self.fbm(34 * g, 58 * g, 37, 5, ridged=True), wx * 40 * g, wy * 40 * g)
        rough = self.warped(self.fbm(15 * g, 18 * g, 41, 4, ridged=True), wx * 30 * g, wy * 30 * g)
        return spur, crest, rough

    def hill(self, row: Mapping[str, Any]) -> tuple[Any, Any]:
        """A named hill: its height, and where its top is bare.

        ``row``: ``at``, ``length``, ``width``, ``height``, ``turn`` in degrees, ``bare``.
        """
        cx, cy = row["at"]
        a = math.radians(row.get("turn", 0))
        u = (self.gx - cx) * math.cos(a) + (self.gy - cy) * math.sin(a)
        v = -(self.gx - cx) * math.sin(a) + (self.gy - cy) * math.cos(a)
        bend = 0.24 * self.fbm(46, 46, 71 + int(cx), 4)
        shape = np.exp(-((u / row["length"]) ** 2 + (v / row["width"]) ** 2) * (1 + bend * 2))
        height = row["height"] * shape * (0.75 + 0.35 * self.fbm(34, 34, 77 + int(cy), 5, ridged=True))
        bare = np.zeros((self.ny, self.nx))
        if row.get("bare"):
            bare = smoothstep(0.42, 0.62, shape + 0.22 * self.fbm(30, 30, 88 + int(cx), 4))
        return height, bare

    def canopy(self, size: float = 1.0) -> Any:
        """The crowns of trees from above, as a field of mean 0."""
        rng = np.random.default_rng(self.seed + 5)
        image = Image.new("F", (self.nx, self.ny))
        pen = ImageDraw.Draw(image)
        count = int(self.w * self.h / 13 / size**2)
        px, py = rng.uniform(0, self.nx, count), rng.uniform(0, self.ny, count)
        pr = rng.uniform(1.5, 3.3, count) * self.scale * size
        tone = rng.uniform(0.55, 1.0, count)
        for a, b, r, t in zip(px, py, pr, tone, strict=True):
            pen.ellipse((a - r, b - r, a + r, b + r), fill=float(t) * 0.55)
            pen.ellipse((a - r * 0.78, b - r * 0.82, a + r * 0.62, b + r * 0.58), fill=float(t))
        crowns = self.soft(np.asarray(image), 0.6 * self.scale)
        return (crowns - crowns.mean()) / crowns.std()

    def shade(self, z: Any, steep: float) -> Any:
        """Light from the north-west on a surface, 0 where it is level."""
        dy, dx = np.gradient(z * self.scale)
        dx, dy = dx * steep / self.scale, dy * steep / self.scale
        norm = np.sqrt(dx**2 + dy**2 + 1)
        light = np.array([-0.56, -0.60, 0.575])
        light = light / np.linalg.norm(light)
        return (-dx * light[0] - dy * light[1] + light[2]) / norm - light[2]

    def light(self, height: Any, jungle: Any, canopy: Any, calm: Any, far: Any) -> Any:
        """All light and shadow of the land: hills, their broad masses, crowns of trees, grass."""
        terrain = height + jungle * canopy * 1.15 * (1 - 0.3 * calm)
        hills = self.shade(self.soft(height, 0.45 * self.scale), 1.05)
        broad = self.shade(self.soft(height, 9 * self.scale), 1.5)
        fine = self.shade(terrain, 0.42)
        deep = np.clip((self.soft(height, 14 * self.scale) - height) / 34, -0.8, 0.8)
        light = hills * 0.86 + broad * 0.24 + fine * 0.55 * (0.25 + 0.75 * jungle) - deep * 0.26
        grass = self.fbm(3.2, 3.2, 131, 2) * (1 - jungle) * smoothstep(6, 20, far)
        light = np.tanh(light * 1.25) * 0.92 + grass * 0.16
        return light * (1 - 0.45 * calm)

    def paint(
        self,
        folder: Path,
        *,
        far: Any,
        height: Any,
        jungle: Any,
        bare: Any,
        light: Any,
        canopy: Any,
        tops: Any,
        land: Sequence[Ring],
        name: str = "relief",
        quality: int = 84,
        beach: float = 7,
        dry: Any = None,
    ) -> None:
        """Writes ``<name>-chart.webp`` and ``<name>-room.webp``.

        ``far``: the distance from the coast; ``jungle``, ``bare``, ``tops``, ``dry``: where which cover is, 0 to 1.
        """
        cover = self.fbm(90, 90, 113, 3)
        kunai = smoothstep(14, 60, far) * 0.8 if dry is None else dry
        for theme in ("chart", "room"):
            t = tokens.THEMES[theme]

            def rgb(colour: str) -> Any:
                return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], dtype=float)

            def blend(base: Any, colour: str, share: Any) -> Any:
                return base + (rgb(colour) - base) * share[..., None]

            base = np.zeros((self.ny, self.nx, 3)) + rgb(t["land-low"])
            base = blend(base, t["kunai"], kunai)
            base = blend(base, t["land-mid"], smoothstep(20, 90, height) * 0.55)
            base = blend(base, t["jungle"], jungle * 0.93)
            base = blend(
                base, t["jungle-deep"], jungle * np.clip(0.5 + 0.28 * canopy * 0.6 + 0.5 * cover, 0, 1) * 0.85
            )
            base = blend(base, t["land-high"], tops * 0.62)
            base = blend(base, t["bare"], bare * 0.6)
            base = blend(base, t["beach"], np.clip(1 - far / beach, 0, 1) * 0.9)
            up, down = np.clip(light, 0, 1), np.clip(-light, 0, 1)
            strong = 1.0 if theme == "chart" else 0.9
            lit = tokens.mix(t["land-lit"], t["jungle"], 0.35 if theme == "chart" else 0.2)
            base = blend(base, t["land-lit"], np.clip(up * 0.95, 0, 0.72) * strong * (1 - jungle))
            base = blend(base, lit, np.clip(up * 0.95, 0, 0.72) * strong * jungle)
            dark = tokens.mix(t["jungle-deep"], t["land-shade"] if theme == "room" else "#222c1e", 0.78)
            base = blend(base, t["land-shade"], np.clip(down * 1.15, 0, 0.8) * strong * (1 - jungle))
            base = blend(base, dark, np.clip(down * 1.08, 0, 0.7) * strong * jungle)
            out = Image.fromarray(np.clip(base, 0, 255).astype(np.uint8), "RGB")
            # nothing to see on the water: one flat colour a little off the coast
            grown = self._mask(land).filter(ImageFilter.MaxFilter(9))
            out = Image.composite(out, Image.new("RGB", (self.nx, self.ny), t["beach"]), grown)
            path = folder / f"{name}-{theme}.webp"
            out.save(path, "WEBP", quality=quality, method=6)
            print(path.name, path.stat().st_size)
