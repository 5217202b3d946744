"""What of both boards is which datum: locations, links, tracks, blocks; the boxes and tables of the solitaire game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ironbottom.games.archies_war.ui.board import board as geometry
from ironbottom.kernel.view import Board
from ironbottom.kernel.workshop import Brush, Holder, Keys, Plan, Stock, Thing, counter, paint, plan, space_thing, under

LINKS: Keys = ["two_player", "links"]
START: Keys = ["two_player", "setup", "locations"]


def _joining(kind: str) -> Any:
    return {"way": "rows", "keys": LINKS, "key": "{a}--{b}", "ends": "ends", "value": {"kind": kind}}


BRUSHES: list[Brush] = [
    {"id": "road", "name": "Road", "group": "Links", "colour": "road-case", "joins": _joining("road")},
    {"id": "trail", "name": "Trail", "group": "Links", "colour": "jungle-deep", "joins": _joining("trail")},
    {"id": "none", "name": "No link", "group": "Links", "colour": "hit", "parts": True, "joins": _joining("")},
    *(
        paint(key, key.capitalize(), "Locations", colour, "kind", key)
        for key, colour in (("beach", "water-5"), ("land", "land-mid"))
    ),
    *(
        paint(f"anchor-{key}", name, "Anchors", colour, "anchor", key)
        for key, name, colour in (
            ("american", "American", "us-line"), ("japanese", "Japanese", "jp-line"), ("none", "None", "mut")
        )
    ),
]  # fmt: skip


def make(correction: str, data: Mapping[str, Any]) -> Plan:
    """The plan of the two-player game."""
    board = geometry(correction)
    holders: Iterator[Holder] = (
        {"space": key, "stock": "block", "among": {"keys": START, "value": key}}
        for key, _ in under(data["two_player"], "locations")
    )
    stock: list[Stock] = [{"id": "block", "name": "A block begins here", "face": "american.back", "side": "american"}]
    return plan(
        board,
        (*_places(board, data), *_links(board, data), *_tracks(board, data), *_blocks(data)),
        brushes=BRUSHES, stock=stock, holders=holders,
    )  # fmt: skip


def _places(board: Board, data: Mapping[str, Any]) -> Iterator[Thing]:
    for key, _ in under(data["two_player"], "locations"):
        keys: Keys = ["two_player", "locations", key]
        thing = space_thing(board, key, [keys, ["board", "places", key], START, ["two_player", "field"]])
        yield {**thing, "paint": {"kind": [*keys, "kind"], "anchor": [*keys, "anchor"]}}


def _links(board: Board, data: Mapping[str, Any]) -> Iterator[Thing]:
    spots = {space["id"]: [space["x"], space["y"]] for space in board["spaces"]}
    ways = {frozenset(way["ends"]): (way["ends"][0], way["via"]) for way in data["board"]["ways"]}
    for key, row in under(data["two_player"], "links"):
        one, other = row["ends"]
        first, via = ways.get(frozenset((one, other)), (one, []))
        between = [list(point) for point in (via if first == one else reversed(via))]
        line = [spots[one], *between, spots[other]]
        middle = [sum(point[n] for point in line[len(line) // 2 - 1 :][:2]) / 2 for n in (0, 1)]
        name = f"{row['kind'].capitalize()}, {_said(data, one)} to {_said(data, other)}"
        yield {
            "id": f"link.{key}", "kind": "link", "name": name, "at": middle, "line": line, "ends": [one, other],
            "data": [[*LINKS, key]],
        }  # fmt: skip


def _said(data: Mapping[str, Any], place: str) -> str:
    """What a location is called."""
    name: str = data["board"]["places"].get(place, {}).get("name", place)
    return name


def _tracks(board: Board, data: Mapping[str, Any]) -> Iterator[Thing]:
    for space in board["spaces"]:
        name, _, _ = space["id"].partition(".")
        if name in ("turn", "bombardment"):
            yield space_thing(board, space["id"], [["two_player", "track"]])
        elif space["kind"] == "box":
            yield space_thing(board, space["id"], [["two_player", "setup"], ["two_player", "more_anchors"]])


def _blocks(data: Mapping[str, Any]) -> Iterator[Thing]:
    for side, rows in under(data["two_player"], "units"):
        for kind, _ in under(rows):
            name = f"{side.capitalize()}, {kind.replace('_', ' ')}"
            keys: Keys = ["two_player", "units", side, kind]
            more: list[Keys] = [["board", "faces", side, kind]] if kind in data["board"]["faces"][side] else []
            yield counter(f"{side}.{kind}", name, keys, f"{side}.{kind}", side, *more)


def alone(board: Board, data: Mapping[str, Any]) -> Plan:
    """The plan of the solitaire game: strengths begin in boxes."""
    start = data["solitaire"]["start"]
    homes: dict[str, Keys] = {}
    things: list[Thing] = []
    for space in board["spaces"]:
        side, _, name = space["id"].partition(".")
        keys: list[Keys] = []
        if side in start and name in start[side]:
            homes[space["id"]] = ["solitaire", "start", side, name]
            keys.append(homes[space["id"]])
        if side == "turn":
            keys.append(["solitaire", "turns"])
        table, _, die = name.partition(".")
        if side == "table" and table in data["solitaire"]["tables"]:
            keys.append(["solitaire", "tables", table, int(die) - 1])
        things.append(space_thing(board, space["id"], [*keys, ["solitaire", "start"], ["solitaire", "rolls"]]))
    for key in ("vandegrift", "front", "naval_victory", "bloody_ridge", "tables", "rolls", "turns", "start"):
        things.append({
            "id": f"numbers.{key}", "kind": "counter", "name": key.replace("_", " ").capitalize(), "at": [0, 0],
            "face": "", "side": "", "data": [["solitaire", key]],
        })  # fmt: skip
    stock: list[Stock] = [
        {"id": f"{side}.sv", "name": "1 SV", "face": f"{side}.back", "side": side} for side in ("american", "japanese")
    ]
    holders: list[Holder] = [
        {"space": space, "counts": {f"{keys[2]}.sv": keys}} for space, keys in homes.items()
    ]
    return plan(board, things, stock=stock, holders=holders)
