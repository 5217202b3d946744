"""What we do not know: the reconstructed data of a game (tag D), in groups, those first that move the game most.

A group holds what would be looked up alike: a field of all units, the terrain of all hexes. How far a group moves the
game was measured by `python -m ironbottom.lab.screening GAME`, which writes `screening.json` into the game's package:
the data of a whole group are changed, and games between scripts are compared with those of the printed game.
How and where a thing is drawn here belongs to no group: no box tells it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from ironbottom.kernel.copies import Copy
from ironbottom.kernel.data import load_data, sources
from ironbottom.kernel.differences import called, in_words, label
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.overlay import merged
from ironbottom.kernel.schema import REMOVED, Datum, Given, Kind, Many, Real, Rows, Schema, child, schema_of, walk
from ironbottom.kernel.words import Words

FILE = "screening.json"
DRAWING = "drawing"
SILENT = (DRAWING, "component")
"""Parts that no rule asks for: they move no game."""
OPEN, SAME, CORRECTED = "open", "same", "corrected"


@dataclass(frozen=True, slots=True)
class Figure:
    """How far a group moves the game: `shift`, the mean change of a side's share of the points, and its standard error;
    `changed`, the share of games of the same dice that another side won."""

    shift: float
    error: float
    changed: float
    games: int

    @property
    def rank(self) -> tuple[float, float]:
        """By what goes beyond chance, then by what changed at all."""
        return max(0.0, self.shift**2 - self.error**2), self.changed


@dataclass(frozen=True, slots=True)
class Group:
    """Reconstructed data that would be looked up alike; `figure` is None where nobody has measured it."""

    id: str
    label: str
    part: str
    data: tuple[Datum, ...]
    figure: Figure | None


def group_of(schema: Schema, keys: tuple[str, ...]) -> str:
    """The group of a datum: its keys, with * for entries of a table of many, as far as the field of such an entry; of
    what stands in no such table, file and table."""
    kind: Schema | Kind | None = schema
    named: list[str] = []
    for key in keys:
        if isinstance(kind, Rows):
            named.append("*")
        else:
            named.append(key)
            if "*" in named:
                return ".".join(named)
        kind = child(kind, key)
    return ".".join(named if "*" in named else keys[:2])


@cache
def figures(package: str) -> Mapping[str, Figure]:
    """What was measured of a game, by group."""
    file = files(package) / FILE
    if not file.is_file():
        return {}
    measured = json.loads(file.read_text("utf-8"))["groups"]
    return {key: Figure(**found) for key, found in measured.items() if found["games"]}


def reconstructed(package: str) -> dict[str, list[Datum]]:
    """The data of a game that nobody has seen printed and a box can tell, by group, in the order of the files. Raises
    BadInput for a game without a schema."""
    schema = schema_of(package)
    if schema is None:
        raise BadInput("this game's data have no schema, so that nothing is known of what is unknown")
    printed = load_data(package)
    tags = {path: source[:1] for path, _, source in sources(printed)}
    found: dict[str, list[Datum]] = {}
    for datum in walk(schema, printed):
        if tags.get(datum.path) == "D" and not _ours(datum):
            found.setdefault(group_of(schema, datum.keys), []).append(datum)
    return found


def _ours(datum: Datum) -> bool:
    """Whether it is our drawing (the parts of a board, and where anything lies on it), or cannot be otherwise."""
    kind = datum.kind
    while isinstance(kind, Many):
        kind = kind.of
    return datum.part == DRAWING or isinstance(kind, (Given, Real))


def groups(package: str, words: Words) -> list[Group]:
    """The groups of a game, those first that move it most; last what no rule asks for."""
    known = figures(package)
    found = [
        Group(key, _label(words, key), data[0].part, tuple(data), known.get(key))
        for key, data in reconstructed(package).items()
    ]

    def order(group: Group) -> tuple[bool, bool, float, float]:
        rank = group.figure.rank if group.figure is not None else (0.0, 0.0)
        return group.part in SILENT, group.figure is None, -rank[0], -rank[1]

    return sorted(found, key=order)


def _label(words: Words, key: str) -> str:
    names: list[str] = []
    for name in key.split("."):
        if name != "*" and not (names and names[-1].startswith(name)):  # of "units, unit" one is enough
            names.append(called(words, name))
    return ", ".join(names)


def state(copy: Copy | None, datum: Datum) -> str:
    """What a copy says of a reconstructed datum: nothing yet, the same, or something else."""
    if copy is None:
        return OPEN
    held: Any = copy.overlay
    for key in datum.keys:
        if isinstance(held, Mapping) and key in held.get(REMOVED, ()):
            return CORRECTED
        if not isinstance(held, Mapping) or key not in held:
            break
        held = held[key]
    else:
        return SAME if held == datum.value else CORRECTED
    held = copy.same
    for key in datum.keys:
        if not isinstance(held, Mapping) or key not in held:
            return OPEN
        held = held[key]
    return SAME if held == datum.value else CORRECTED


def told(package: str, words: Words, copy: Copy | None = None) -> dict[str, Any]:
    """The groups with what a copy says of them, and how much it has said of all."""
    rows: list[dict[str, Any]] = []
    for group in groups(package, words):
        states = [state(copy, datum) for datum in group.data]
        rows.append({
            "id": group.id, "label": group.label, "part": group.part, "total": len(states),
            "same": states.count(SAME), "corrected": states.count(CORRECTED), "open": states.count(OPEN),
            "shift": None if group.figure is None else group.figure.shift,
            "error": None if group.figure is None else group.figure.error,
            "changed": None if group.figure is None else group.figure.changed,
        })  # fmt: skip
    whole = {key: sum(row[key] for row in rows) for key in ("total", SAME, CORRECTED, OPEN)}
    return {**whole, "groups": rows}


def items(package: str, words: Words, key: str, copy: Copy | None = None) -> list[dict[str, Any]]:
    """The data of a group with what a copy says of each. Raises BadInput for a group that there is not."""
    data = reconstructed(package).get(key)
    if data is None:
        raise BadInput(f"there is no group '{key[:80]}' of unknown data")
    schema, printed = schema_of(package), load_data(package)
    tags = {path: source for path, _, source in sources(printed)}
    said = merged(copy.same, copy.overlay) if copy is not None else {}
    return [
        {
            "keys": list(datum.keys), "label": label(schema, words, printed, datum.keys),
            "value": in_words(datum.kind, words, datum.value), "says": datum.kind.says(), "source": tags[datum.path],
            "state": (held := state(copy, datum)),
            "now": in_words(datum.kind, words, _at(said, datum.keys)) if held == CORRECTED else None,
        }
        for datum in data
    ]  # fmt: skip


def _at(tree: Any, keys: tuple[str, ...]) -> Any:
    for key in keys:
        if not isinstance(tree, Mapping) or key not in tree:
            return "left out"
        tree = tree[key]
    return tree
