"""What of the board is which datum: zones, islands, borders, types of piece, the battle box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ironbottom.games.axis_allies.rules.printed import SIDES, Printed
from ironbottom.games.axis_allies.ui.board import at, spot
from ironbottom.games.axis_allies.ui.board import board as geometry
from ironbottom.kernel.view import Board
from ironbottom.kernel.workshop import Brush, Holder, Keys, Plan, Stock, Thing, counter, paint, plan, space_thing, under

BORDERS: Keys = ["map", "border"]
BRUSHES: list[Brush] = [
    {"id": "open", "name": "Open border", "group": "Borders", "colour": "river",
     "joins": {"way": "rows", "keys": BORDERS, "key": "{a}-{b}", "value": {"way": "open"}}},
    {"id": "closed", "name": "Closed border", "group": "Borders", "colour": "ink",
     "joins": {"way": "rows", "keys": BORDERS, "key": "{a}-{b}", "value": {"way": "closed"}}},
    {"id": "none", "name": "No border", "group": "Borders", "colour": "hit", "parts": True,
     "joins": {"way": "rows", "keys": BORDERS, "key": "{a}-{b}"}},
    *(
        paint(f"airfields-{n}", name, "Airfields that an island has room for", colour, "airfields", n)
        for n, (name, colour) in enumerate((("None", "mut"), ("One", "land-mid"), ("Two", "land-high")))
    ),
    *(
        paint(f"control-{side}", name, "Who controls it at the start", colour, "control", side)
        for side, name, colour in (("allies", "Allies", "us-line"), ("axis", "Axis", "jp-line"))
    ),
    *(
        paint(f"deploy-{side}-{n}", f"{name} {n}", "Deployment numbers", colour, "deploy", n, {"side": side})
        for side, name, colour in (("allies", "Allies", "us-line"), ("axis", "Axis", "jp-line"))
        for n in (1, 2, 3)
    ),
    paint("deploy-none", "None", "Deployment numbers", "mut", "no_deploy", None),
]  # fmt: skip


def make(printed: Printed, data: Mapping[str, Any]) -> Plan:
    """The plan of a printed game."""
    board = geometry(printed)
    return plan(
        board,
        (*_spaces(board, data), *_borders(printed, data), *_pieces(data)),
        brushes=BRUSHES, stock=_stock(data), holders=_holders(data),
    )  # fmt: skip


def _spaces(board: Board, data: Mapping[str, Any]) -> Iterator[Thing]:
    """A space with its airfields and what begins there."""
    for key, row in under(data["map"], "space"):
        more: list[Keys] = [["setup", "units", side, key] for side in SIDES if key in data["setup"]["units"][side]]
        for table in ("control", "airfields"):
            if key in data["setup"][table]:
                more.insert(0, ["setup", table, key])
        thing = space_thing(board, key, [["map", "space", key], *more])
        if row["kind"] == "island":
            thing["paint"] = {"airfields": ["map", "space", key, "airfields"], "control": ["setup", "control", key]}
        if row["kind"] == "sea":
            number: Keys = ["map", "space", key, "deploy"]
            thing["paint"] = {"deploy": [*number, "number"], "no_deploy": number}
        yield thing
    for space in board["spaces"]:
        if space["id"].startswith("points."):
            yield space_thing(board, space["id"], [["units", "numbers"], ["setup", "victory_points"]])


def _borders(printed: Printed, data: Mapping[str, Any]) -> Iterator[Thing]:
    """Borders where they are drawn; the shores of islands and bases from middle to middle."""
    drawn = {
        frozenset(row["between"]): [list(at(printed, point)) for point in row["line"]]
        for row in data["board"]["borders"]
    }
    for key, row in under(data["map"], "border"):
        one, _, other = key.partition("-")
        line = drawn.get(frozenset((one, other))) or [list(spot(printed, one)), list(spot(printed, other))]
        middle = line[len(line) // 2] if len(line) > 2 else [(a + b) / 2 for a, b in zip(*line, strict=True)]
        yield {
            "id": f"border.{key}", "kind": "border", "name": f"Border {one} to {other}, {row['way']}", "at": middle,
            "line": line, "ends": [one, other], "data": [[*BORDERS, key]],
        }  # fmt: skip


def _pieces(data: Mapping[str, Any]) -> Iterator[Thing]:
    for key, row in under(data["units"], "unit"):
        for side in SIDES:
            name = row.get({"axis": "axis_name", "allies": "allied_name"}[side], row["name"])
            yield counter(f"{side}.{key}", f"{row['name']} ({name})", ["units", "unit", key], f"{side}.{key}", side)
    for key, row in under(data["advantages"], "token"):
        keys: Keys = ["advantages", "token", key]
        yield {
            "id": f"token.{key}", "kind": "counter", "name": row["name"], "at": [0, 0], "face": "", "side": "",
            "data": [keys],
        }  # fmt: skip


def _stock(data: Mapping[str, Any]) -> Iterator[Stock]:
    for side in SIDES:
        for key, row in under(data["units"], "unit"):
            if key != "PTB":
                yield {"id": f"{side}.{key}", "name": row["name"], "face": f"{side}.{key}", "side": side}


def _holders(data: Mapping[str, Any]) -> Iterator[Holder]:
    kinds = [key for key, _ in under(data["units"], "unit") if key != "PTB"]
    for space, _ in under(data["map"], "space"):
        counts: dict[str, Keys] = {
            f"{side}.{key}": ["setup", "units", side, space, key] for side in SIDES for key in kinds
        }
        yield {"space": space, "counts": counts}
