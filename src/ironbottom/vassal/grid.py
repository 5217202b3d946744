"""The grids of a module's boards: which place a pixel belongs to, and what it is called there."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol
from xml.etree.ElementTree import Element

PICKER = "VASSAL.build.module.map.boardPicker.board."
MOST_ZONES = 2_000


@dataclass(frozen=True, slots=True)
class Place:
    """A place by name, with the pixel of its middle."""

    name: str
    x: float
    y: float


class Grid(Protocol):
    """What divides a board into places."""

    def at(self, x: float, y: float) -> Place | None:
        """The place at a pixel, if it has a name."""

    def places(self, width: float, height: float) -> list[Place]:
        """The places with names on a board of that size."""


@dataclass(frozen=True, slots=True)
class Numbering:
    """How columns and rows are numbered: which comes first, what stands between, with how many digits, from which
    number on, and in letters or figures."""

    first: str
    between: str
    kinds: tuple[str, str]
    leading: tuple[int, int]
    offsets: tuple[int, int]
    descends: tuple[bool, bool]
    stagger: bool

    def name(self, column: int, row: int) -> str:
        texts = [
            self._written(number + self.offsets[axis], axis) for axis, number in enumerate((column, row))
        ]
        return self.between.join(texts if self.first == "H" else texts[::-1])

    def _written(self, number: int, axis: int) -> str:
        if self.kinds[axis] == "A":
            if number < 0:
                return "-" + "A" * -number
            return chr(65 + number % 26) * (number // 26 + 1)
        text = str(abs(number)).rjust(self.leading[axis] + 1, "0")
        return "-" + text if number < 0 else text


@dataclass(frozen=True, slots=True)
class Hexes:
    """Hexes whose columns stand `dx` apart and whose rows `dy`, the first column's first hex at (x0, y0) and every
    second column half a hex lower; `sideways`: all of it turned, so that x is y."""

    dx: float
    dy: float
    x0: float
    y0: float
    sideways: bool
    numbering: Numbering
    columns: int
    rows: int

    def at(self, x: float, y: float) -> Place | None:
        if self.sideways:
            x, y = y, x
        near = round((x - self.x0) / self.dx)
        found = min(
            ((*self._middle(column, row), column, row) for column in (near - 1, near, near + 1)
             for row in (self._row(column, y), self._row(column, y) + 1)),
            key=lambda one: (one[0] - x) ** 2 + (one[1] - y) ** 2,
        )  # fmt: skip
        return self._place(int(found[2]), int(found[3]))

    def _row(self, column: int, y: float) -> int:
        return math.floor((y - self.y0) / self.dy - (0.5 if column % 2 else 0))

    def _middle(self, column: int, row: int) -> tuple[float, float]:
        return self.x0 + column * self.dx, self.y0 + row * self.dy + (self.dy / 2 if column % 2 else 0)

    def _place(self, column: int, row: int) -> Place:
        x, y = self._middle(column, row)
        numbering = self.numbering
        named = [column, row]
        # rows and columns are those of the board as it lies, so a turned one has them the other way round
        across, down = (1, 0) if self.sideways else (0, 1)
        if numbering.stagger and column % 2:
            named[1] += 1
        if numbering.descends[0]:
            named[across] = (self.rows if self.sideways else self.columns) - named[across]
        if numbering.descends[1]:
            named[down] = (self.columns if self.sideways else self.rows) - named[down]
        name = numbering.name(named[across], named[down])
        return Place(name, y, x) if self.sideways else Place(name, x, y)

    def places(self, width: float, height: float) -> list[Place]:
        if self.sideways:
            width, height = height, width
        columns, rows = int((width - self.x0) / self.dx) + 1, int((height - self.y0) / self.dy) + 1
        found = [(column, row) for column in range(min(columns, 400)) for row in range(min(rows, 400))]
        return [
            self._place(column, row) for column, row in found
            if self._middle(column, row)[0] <= width and self._middle(column, row)[1] <= height
        ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Squares:
    """Squares, the first with its middle at (x0, y0)."""

    dx: float
    dy: float
    x0: float
    y0: float
    numbering: Numbering

    def at(self, x: float, y: float) -> Place | None:
        return self._place(round((x - self.x0) / self.dx), round((y - self.y0) / self.dy))

    def _place(self, column: int, row: int) -> Place:
        return Place(self.numbering.name(column, row), self.x0 + column * self.dx, self.y0 + row * self.dy)

    def places(self, width: float, height: float) -> list[Place]:
        columns, rows = int((width - self.x0) / self.dx) + 1, int((height - self.y0) / self.dy) + 1
        return [self._place(column, row) for column in range(min(columns, 400)) for row in range(min(rows, 400))]


@dataclass(frozen=True, slots=True)
class Regions:
    """Places by name, each pixel belonging to the nearest."""

    known: tuple[Place, ...]

    def at(self, x: float, y: float) -> Place | None:
        return min(self.known, key=lambda one: (one.x - x) ** 2 + (one.y - y) ** 2, default=None)

    def places(self, width: float, height: float) -> list[Place]:
        return list(self.known)


@dataclass(frozen=True, slots=True)
class Zones:
    """Zones, the first that holds a pixel counting, each with a grid of its own or none, in which its own name is that
    of the place; what is in none of them belongs to the grid below."""

    known: tuple[tuple[str, tuple[tuple[float, float], ...], Grid | None], ...]
    below: Grid | None

    def at(self, x: float, y: float) -> Place | None:
        for name, outline, grid in self.known:
            if inside(x, y, outline):
                found = grid.at(x, y) if grid is not None else None
                return found or Place(name, *_middle(outline))
        return self.below.at(x, y) if self.below is not None else None

    def places(self, width: float, height: float) -> list[Place]:
        found: dict[str, Place] = {}
        for name, outline, grid in self.known:
            if grid is None:
                found.setdefault(name, Place(name, *_middle(outline)))
            else:
                for one in grid.places(width, height):
                    if inside(one.x, one.y, outline):
                        found.setdefault(one.name, one)
        for one in self.below.places(width, height) if self.below is not None else ():
            if not any(inside(one.x, one.y, outline) for _, outline, _ in self.known):
                found.setdefault(one.name, one)
        return list(found.values())


def _middle(outline: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)


def inside(x: float, y: float, outline: Sequence[tuple[float, float]]) -> bool:
    """Whether a point is within an outline."""
    found = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found


def grid_of(holder: Element, width: float, height: float) -> Grid | None:
    """The grid of a board or a zone; None where it has none that names places. `width` and `height` are the board's:
    numbers that descend are counted from its end."""
    for one in holder:
        kind = one.tag.removeprefix(PICKER)
        if kind == "ZonedGrid":
            return _zones(one, width, height)
        if kind in ("HexGrid", "SquareGrid"):
            return _regular(one, kind, width, height)
        if kind == "RegionGrid":
            places = tuple(
                Place(region.get("name", ""), _number(region.attrib, "originx"), _number(region.attrib, "originy"))
                for region in one.iter(f"{PICKER}Region")
            )
            return Regions(places)
    return None


def _zones(one: Element, width: float, height: float) -> Zones:
    known = []
    for zone in list(one.iter(f"{PICKER}mapgrid.Zone"))[:MOST_ZONES]:
        outline = []
        for pair in zone.get("path", "").split(";"):
            x, _, y = pair.partition(",")
            try:
                outline.append((float(x), float(y)))
            except ValueError:
                continue
        if len(outline) > 2 and zone.get("useParentGrid") != "true":
            known.append((zone.get("name", ""), tuple(outline), grid_of(zone, width, height)))
    return Zones(tuple(known), grid_of(one, width, height))


def _number(given: Mapping[str, str], key: str, default: float = 0.0) -> float:
    try:
        found = float(given.get(key, default))
    except ValueError:
        return default
    return found if math.isfinite(found) and abs(found) < 1e6 else default


def _regular(one: Element, kind: str, width: float, height: float) -> Grid | None:
    given = one.attrib
    numbers = next(iter(one), None)
    if numbers is None:
        return None
    dx, dy = _number(given, "dx"), _number(given, "dy")
    if dx < 2 or dy < 2:
        return None
    x0, y0 = _number(given, "x0"), _number(given, "y0")
    written = numbers.attrib
    numbering = Numbering(
        written.get("first", "H"), written.get("sep", ""),
        (written.get("hType", "N"), written.get("vType", "N")),
        (int(_number(written, "hLeading")), int(_number(written, "vLeading"))),
        (int(_number(written, "hOff")), int(_number(written, "vOff"))),
        (written.get("hDescend") == "true", written.get("vDescend") == "true"),
        written.get("stagger", "true") == "true",
    )  # fmt: skip
    if kind == "SquareGrid":
        return Squares(dx, dy, x0, y0, numbering)
    sideways = given.get("sideways") == "true"
    across, down = (height, width) if sideways else (width, height)
    return Hexes(
        dx, dy, x0, y0, sideways, numbering, math.floor(across / dx + 0.5), math.floor(down / dy + 0.5)
    )  # fmt: skip
