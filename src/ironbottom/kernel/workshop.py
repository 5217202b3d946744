"""What the workshop shows, in which an owner corrects a game's data: which datum each thing on the board is.

A game says it in a module `ui/workshop.py`, as a `Plan` made from its data and its board, both with the corrections of
the copy. The page knows no game: it finds the kinds of the data in the schema (`described`), their values in the data,
and what may be clicked, painted, joined and placed in the plan.

>>> from ironbottom.kernel.schema import Number, Rows, Schema, Table
>>> described(Schema({"units": Rows(Table({"move": Number(1, 9, "hexes")}, part="unit"), grows="a name")}))["kinds"][0]
{'k': 'number', 'says': 'a number from 1 to 9 (hexes)', 'low': 1, 'high': 9, 'unit': 'hexes'}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from ironbottom.kernel.schema import (
    Cells,
    Choice,
    Either,
    Flag,
    Given,
    Kind,
    Many,
    Named,
    Number,
    Real,
    Reference,
    Rows,
    Schema,
    Table,
    Text,
    Tuple,
    every,
)
from ironbottom.kernel.view import Board, Shape, SideLook

Keys: TypeAlias = list[str | int]
"""The keys that lead to a datum. In a list the number of an item, in a row of letters that of a letter, both from 0."""


class Thing(TypedDict):
    """What may be clicked. `data`: the tables and data that it shows, the most telling first; `paint`: the datum that
    each brush of that layer sets; `ends`: the things that it joins; `like`: its outline is that one of the plan, around
    `at`; `line`: it is a line; neither, nor a shape: it lies beside the board, as a counter does. `face`: its drawing.
    """

    id: str
    kind: Literal["hex", "hexside", "link", "border", "space", "counter", "box"]
    name: str
    at: list[float]
    data: list[Keys]
    shape: NotRequired[Shape]
    like: NotRequired[str]
    line: NotRequired[list[list[float]]]
    paint: NotRequired[dict[str, Keys]]
    ends: NotRequired[list[str]]
    face: NotRequired[str]
    side: NotRequired[str]


class Joining(TypedDict):
    """How the data say that two things are joined. `pairs`: a list of pairs stands at `keys`; `rows`: an entry for each
    stands there, its key made by `key` from {a} and {b}, holding `value` and, under `ends`, both; `mutual`: the entry
    of each, at `keys`, names the other in its list `field`; `courses`: lists stand there, in each of which neighbours
    follow each other; `both`: what stands there is these two."""

    way: Literal["pairs", "rows", "mutual", "courses", "both"]
    keys: Keys
    key: NotRequired[str]
    value: NotRequired[dict[str, Any]]
    ends: NotRequired[str]
    field: NotRequired[str]


class Lying(TypedDict):
    """How the data say that something lies on a thing of a kind: an entry at `keys` has the thing in `field`, and what
    it is called in `called`."""

    keys: Keys
    kind: str
    field: str
    called: str


class Brush(TypedDict):
    """What is painted on things: `layer` of `Thing.paint` gets `value` (and `also` what stands beside it under other
    keys; None takes away). Or two things are joined, or parted with `joins` and `parts`. Or something is laid on
    a thing (`lays`), or taken away with `parts`. `fresh`: what a new entry is called, until the owner says another
    name."""

    id: str
    name: str
    group: str
    colour: str
    layer: NotRequired[str]
    value: NotRequired[Any]
    also: NotRequired[dict[str, Any]]
    joins: NotRequired[Joining]
    lays: NotRequired[Lying]
    parts: NotRequired[bool]
    fresh: NotRequired[str]


class Stock(TypedDict):
    """A piece that the set-up places: `keys` leads to its entry; a type of which several may lie anywhere has none."""

    id: str
    name: str
    face: str
    side: str
    keys: NotRequired[Keys]


class Among(TypedDict):
    """A list of places at `keys`, in which this place is `value`."""

    keys: Keys
    value: str


class Numbered(TypedDict):
    """Types whose number stands at `counts`, and whose counters, called such as F4F-2, stand in the lists at `lines`,
    of which this place's is `place`."""

    types: list[str]
    counts: Keys
    lines: Keys
    place: str


class Holder(TypedDict):
    """A thing on which pieces begin, and how the data say so: the piece's entry has these `fields` (None: it has not
    that key; `also`: it gets these where it has none), its name stands in the `list`, its type has a number there
    (`counts`, or `numbered`), or the place stands `among` others. `side`: it holds those of that side alone; `closed`:
    what an owner has put there may go, and nothing else may come."""

    space: str
    fields: NotRequired[dict[str, Any]]
    also: NotRequired[dict[str, Any]]
    list: NotRequired[Keys]
    counts: NotRequired[dict[str, Keys]]
    numbered: NotRequired[Numbered]
    among: NotRequired[Among]
    stock: NotRequired[str]
    side: NotRequired[str]
    closed: NotRequired[bool]


class Plan(TypedDict):
    """A board as a workshop has it."""

    width: float
    height: float
    view: list[float]
    piece: float
    sides: list[SideLook]
    outlines: dict[str, list[list[float]]]
    things: list[Thing]
    brushes: list[Brush]
    stock: list[Stock]
    holders: list[Holder]


def plan(
    board: Board,
    things: Iterable[Thing],
    *,
    outlines: Mapping[str, Sequence[Sequence[float]]] | None = None,
    brushes: Sequence[Brush] = (),
    stock: Iterable[Stock] = (),
    holders: Iterable[Holder] = (),
) -> Plan:
    """A plan of a board: the game's things, and the spaces of the board that are none of them."""
    found = list(things)
    known = {thing["id"] for thing in found}
    rest = [space_thing(board, space["id"], []) for space in board["spaces"] if space["id"] not in known]
    return {
        "width": board["width"], "height": board["height"], "view": list(board["view"]), "piece": board["piece"],
        "sides": board["sides"], "things": [*rest, *found], "brushes": list(brushes), "stock": list(stock),
        "outlines": {key: [list(point) for point in line] for key, line in (outlines or {}).items()},
        "holders": list(holders),
    }  # fmt: skip


def space_thing(board: Board, space: str, data: list[Keys]) -> Thing:
    """A space of the board as a thing with these data."""
    found = next(one for one in board["spaces"] if one["id"] == space)
    kind: Any = {"hex": "hex", "area": "space"}.get(found["kind"], "box")
    return {
        "id": space, "kind": kind, "name": found["name"], "at": [found["x"], found["y"]], "shape": found["shape"],
        "data": data,
    }  # fmt: skip


def counter(id: str, name: str, keys: Keys, face: str, side: str, *more: Keys) -> Thing:
    """A counter, a block or a type of piece: its entry, its drawing and what else concerns it."""
    return {
        "id": id, "kind": "counter", "name": name, "at": [0, 0], "data": [keys, *more], "face": face, "side": side,
    }  # fmt: skip


def paint(
    id: str, name: str, group: str, colour: str, layer: str, value: Any, also: dict[str, Any] | None = None
) -> Brush:
    """A brush that sets a datum of a thing."""
    made: Brush = {"id": id, "name": name, "group": group, "colour": colour, "layer": layer, "value": value}
    return {**made, "also": also} if also else made


def under(data: Any, *keys: str) -> Iterable[tuple[str, Any]]:
    """The entries of a table, without its source; none where it is not there."""
    for key in keys:
        data = data.get(key, {})
    return every(data)


def described(schema: Schema) -> dict[str, Any]:
    """The schema as the page has it: `kinds`, which name each other by number, and the kind of each file."""
    kinds: list[dict[str, Any]] = []
    known: dict[int, int] = {}

    def number(kind: Kind) -> int:
        if id(kind) not in known:
            made = _described(kind, number)
            known[id(kind)] = len(kinds)
            kinds.append(made)
        return known[id(kind)]

    tables = {stem: number(kind) for stem, kind in schema.tables.items()}
    return {"kinds": kinds, "tables": tables}


def _described(kind: Kind, number: Any) -> dict[str, Any]:
    made: dict[str, Any] = {"k": "other", "says": kind.says()}
    match kind:
        case Number() | Real():
            made |= {"k": type(kind).__name__.lower(), "low": kind.low, "high": kind.high, "unit": kind.unit}
        case Text():
            made |= {"k": "text", "longest": kind.longest, "form": kind.form, "example": kind.example}
        case Flag():
            made |= {"k": "flag"}
        case Given():
            made |= {"k": "given", "value": kind.value}
        case Choice() if type(kind) is Choice:
            made |= {"k": "choice", "names": list(kind.names)}
        case Choice():  # of a game's own: two words, or the like
            made |= {"k": "text", "longest": 80, "form": "", "example": ""}
        case Named():
            made |= {"k": "named", "names": sorted(kind.names), "what": kind.what, "example": kind.example}
        case Reference():
            made |= {"k": "reference", "to": kind.to.split("."), "also": list(kind.also)}
        case Cells():
            made |= {"k": "cells", "length": kind.length, "letters": dict(kind.letters)}
        case Many():
            made |= {
                "k": "many", "of": number(kind.of), "least": kind.least, "most": kind.most,
                "different": kind.different, "rising": kind.rising,
            }  # fmt: skip
        case Tuple():
            made |= {"k": "tuple", "names": list(kind.names), "of": [number(one) for one in kind.kinds]}
        case Either():
            made |= {"k": "either", "of": [number(one) for one in kind.kinds]}
        case Table():
            fields = {key: number(one) for key, one in kind.fields.items()}
            made |= {"k": "table", "fields": fields, "optional": sorted(kind.optional), "part": kind.part}
        case Rows():
            made |= {
                "k": "rows", "row": number(kind.row), "keys": number(kind.keys), "grows": kind.grows,
                "part": kind.part,
            }  # fmt: skip
    return made
