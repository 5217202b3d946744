"""What the drawn sheets of all games hold (`data/board.toml`): lines, names, furniture; the kinds of their data.

A point is (x, y); a rectangle x, y, width, height; a line at least two points; all in units of the board.
"""

from __future__ import annotations

from ironbottom.drawing.icons import icons
from ironbottom.kernel.schema import Choice, Flag, Kind, Many, Number, Real, Reference, Rows, Table, Text

COORDINATE = Real(-9_999, 9_999, "board units")
POINT = Many(COORDINATE, 2, 2)
LINE = Many(POINT, 2, 200)
SPOTS = Many(POINT, 0, 100)
RECT = Many(COORDINATE, 4, 4)
ANGLE = Real(-360, 360, "degrees")
SIZE = Real(1, 400, "board units")
STYLE = Choice(("us", "jp"))
GRID_ROW = Number(0, 99, "row of the keyboard's grid")
GRID_COLUMN = Number(0, 99, "column of the keyboard's grid")
SEED = Number(0, 9_999)
ICON = Choice(tuple(icons()))
TITLE = Text(60)

SHEET: dict[str, Kind] = {
    "width": Real(100, 9_999, "board units"),
    "height": Real(100, 9_999, "board units"),
    "map": RECT,
    "view": RECT,
    "piece": Real(10, 400, "board units"),
}
"""The sheet: its size, the neat line, what is shown first, the width of a piece."""

SIDE = Table({"name": TITLE, "style": STYLE})
NAMED_LINE = Table(
    {"text": TITLE, "line": LINE, "size": SIZE, "tracking": Real(0, 100), "weight": Number(100, 900)},
    frozenset({"size", "tracking", "weight"}),
)
"""A name along a line."""
NAMED_POINT = Table(
    {"text": TITLE, "at": POINT, "size": SIZE, "anchor": Choice(("start", "middle", "end"))},
    frozenset({"size", "anchor"}),
)
"""A name at a point."""
NAMED_LINES = Many(NAMED_LINE, 0, 60)
NAMED_POINTS = Many(NAMED_POINT, 0, 60)
GROVES = Many(Table({"outline": Many(POINT, 3, 200), "turn": ANGLE}), 0, 60)
HACHURES = Many(Table({"line": LINE, "side": Number(-1, 1)}), 0, 60)
RIVERS = Many(Table({"name": TITLE, "share": Many(Real(0, 1), 2, 2), "points": LINE}), 0, 60)
HILLS = Many(
    Table(
        {"name": TITLE, "at": POINT, "turn": ANGLE, "length": SIZE, "width": SIZE, "height": SIZE, "bare": Flag()},
        frozenset({"turn", "bare"}),
    ),
    0,
    60,
)
GROUND = Table(
    {
        "seed": SEED,
        "coast": Many(Many(POINT, 2, 2), 2, 200),
        "knobs": Many(Table({"at": POINT, "to": POINT, "width": SIZE}), 0, 60),
        "islands": Many(Table({"near": POINT, "at": POINT, "width": SIZE, "height": SIZE}), 0, 60),
    }
)
"""How the coast of Natural Earth is laid over the sheet."""


def printed(**more: Kind) -> Table:
    """What is printed on a sheet beside the map: its titles, cartouche and compass rose (x, y, radius), and more."""
    return Table(
        {
            "document": TITLE_LONG,
            "title": TITLE,
            "subtitle": TITLE,
            "note": TITLE,
            "cartouche": RECT,
            "compass": Many(COORDINATE, 3, 3),
            "sea_names": NAMED_LINES,
            "places": NAMED_POINTS,
            **more,
        },
        frozenset({"document", "places"}),
    )


TITLE_LONG = Text(100)


def boxes(side: Kind, *optional: str, keys: Kind | None = None, **more: Kind) -> Rows:
    """Boxes beside the map, by the place whose pieces stand in them."""
    return Rows(Table({"side": side, **more}, frozenset(optional)), keys=keys or Text(40))


def places(to: str, row: Kind) -> Rows:
    """A row for each entry of a table of the game's data: where and how it is drawn."""
    return Rows(row, keys=Reference(to), grows="a new place's own")


def words(texts: dict[str, tuple[str, ...]], **more: Kind) -> Table:
    """Words on the board, with the {blanks} of each."""
    return Table({**{key: Text(120, blanks) for key, blanks in texts.items()}, **more})
