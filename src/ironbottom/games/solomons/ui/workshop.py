"""What of the board is which datum: lettered hexes, ports, turns, ships."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ironbottom.games.solomons.rules.printed import LETTERS
from ironbottom.games.solomons.ui.board import board as geometry
from ironbottom.games.solomons.ui.board import centre
from ironbottom.kernel.view import Board
from ironbottom.kernel.workshop import Brush, Holder, Keys, Plan, Stock, Thing, counter, plan, space_thing, under

HEXES: Keys = ["map", "hexes"]
BRUSHES: list[Brush] = [
    {"id": "touch", "name": "They touch", "group": "Neighbours", "colour": "go",
     "joins": {"way": "mutual", "keys": HEXES, "field": "neighbours"}},
    {"id": "apart", "name": "They do not touch", "group": "Neighbours", "colour": "hit", "parts": True,
     "joins": {"way": "mutual", "keys": HEXES, "field": "neighbours"}},
]  # fmt: skip


def make(correction: str, data: Mapping[str, Any]) -> Plan:
    """The plan of the game with an owner's corrections."""
    board = geometry(correction)
    return plan(
        board,
        (*_hexes(board, data), *_ways(correction, data), *_ports(board, data), *_turns(board, data), *_ships(data)),
        brushes=BRUSHES, stock=_stock(data), holders=_holders(data),
    )  # fmt: skip


def _hexes(board: Board, data: Mapping[str, Any]) -> Iterator[Thing]:
    for letter in LETTERS:
        yield space_thing(board, letter, [[*HEXES, letter], ["map", "reconnaissance"], ["map", "routes"]])


def _ways(correction: str, data: Mapping[str, Any]) -> Iterator[Thing]:
    """The hexside between two hexes that touch."""
    for letter, row in under(data["map"], "hexes"):
        for other in row["neighbours"]:
            if letter < other:
                (ax, ay), (bx, by) = centre(letter, correction), centre(other, correction)
                x, y, dx, dy = (ax + bx) / 2, (ay + by) / 2, (bx - ax) * 0.28867, (by - ay) * 0.28867
                yield {
                    "id": f"way.{letter}{other}", "kind": "hexside", "name": f"{letter} and {other} touch",
                    "at": [x, y], "line": [[x + dy, y - dx], [x - dy, y + dx]], "ends": [letter, other],
                    "data": [[*HEXES, letter, "neighbours"], [*HEXES, other, "neighbours"]],
                }  # fmt: skip


def _ports(board: Board, data: Mapping[str, Any]) -> Iterator[Thing]:
    drawn = {space["id"] for space in board["spaces"]}
    for key, _ in under(data["map"], "bases"):
        if key in drawn:
            yield space_thing(board, key, [["map", "bases", key], ["setup"], ["params", "refit"]])


def _turns(board: Board, data: Mapping[str, Any]) -> Iterator[Thing]:
    drawn = {space["id"] for space in board["spaces"]}
    for n, _ in under(data, "turns"):
        if (space := f"turn.{int(n) - 1}") in drawn:
            yield space_thing(board, space, [["turns", n], ["params", "time"]])


def _ships(data: Mapping[str, Any]) -> Iterator[Thing]:
    for key, row in under(data, "units"):
        yield counter(f"unit.{key}", f"{key} {row['name']}", ["units", key], f"{row['side']}.{key}", row["side"])


def _stock(data: Mapping[str, Any]) -> Iterator[Stock]:
    for key, row in under(data, "units"):
        yield {
            "id": key, "name": f"{key} {row['name']}", "face": f"{row['side']}.{key}", "side": row["side"],
            "keys": ["units", key],
        }  # fmt: skip


def _holders(data: Mapping[str, Any]) -> Iterator[Holder]:
    """A ship begins in a port or at Guadalcanal, or waits in the turn in which it comes."""
    for place in ("M", *(key for key, _ in under(data["map"], "bases") if key not in ("henderson", "shortlands"))):
        yield {"space": place, "fields": {"turn": 1, "place": place}}
    for n, _ in under(data, "turns"):
        yield {"space": f"turn.{int(n) - 1}", "fields": {"turn": int(n)}}
