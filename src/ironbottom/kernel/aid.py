"""A player's aid: the tables of a game, made from its data as it is played, with corrections.

The file `aid.toml` of a game's folder says which data make which table:

    [[table]]
    id = "terrain"
    name = "Movement points for a step"
    rule = "4.2a"                       # the statement that uses it
    of = "terrain.step"                 # where in the data: the file, and the keys in it
    form = "values"                     # a row for each value
    heads = ["Hexside", "Points"]
    names = { river_into_clear = "River, into a clear hex" }   # for keys that are no words, in cells too

    form = "entries"                    # a row for each entry; `columns` are its fields, the first for its name
    columns = [["name", "Unit"], ["cost", "Cost"]]
    where = { side = "american" }       # entries with these values alone

    form = "grid"                       # a row for each list, in the order of the die
    heads = "combat.table.columns"      # the columns, or where they stand
    first = "Die"                       # the head of the first column
    per = 2                             # the columns hold so many times the ratio that they mean

Lists of numbers in a cell stand with `/` (or what `between` says) between them; `parts = ["attacker −{}", ...]` says
what each of them is, and leaves out those that are 0. A note below the table (`note`) says the rest, with rules as
`[M15]`. `names` holds for what stands in cells as well.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ironbottom.kernel.data import load_data
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.view import Table

if TYPE_CHECKING:
    from ironbottom.kernel.game import Game

_BESIDE = {"source", "sources", "released", "columns"}
"""What stands in data beside what a table shows."""


def aid(game: Game[Any]) -> list[Table]:
    """The tables of a game, in order; none where it brings no `aid.toml`. Raises BadInput, naming the table."""
    file = game.folder / "aid.toml"
    if not file.is_file():
        return []
    data = load_data(game.package, json.loads(game.correction) if game.correction else None)
    found = []
    for row in tomllib.loads(file.read_text("utf-8"))["table"]:
        try:
            found.append(_table(game, data, row))
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise BadInput(f"aid.toml, table {row.get('id', '?')}: {error!r}") from None
    return found


def _table(game: Game[Any], data: Mapping[str, Any], row: Mapping[str, Any]) -> Table:
    at, form = _at(data, row["of"]), row["form"]
    if form == "values":
        heads = [str(head) for head in row["heads"]]
        rows = [[_name(game, key, row), _cell(game, item, row)] for key, item in at.items() if key not in _BESIDE]
    elif form == "entries":
        heads = [head for _, head in row["columns"]]
        fields = [field for field, _ in row["columns"]]
        only = row.get("where", {}).items()
        rows = [
            [_cell(game, entry.get("name", _name(game, key, row)) if field == "name" else entry.get(field, 0), row)
             for field in fields]
            for key, entry in at.items()
            if isinstance(entry, Mapping) and all(entry.get(name) == item for name, item in only)
        ]  # fmt: skip
    else:
        told = row["heads"]
        heads = [row["first"], *(_head(one, row.get("per", 0)) for one in (_at(data, told) if "." in told else told))]
        lists = at if isinstance(at, Sequence) else [item for key, item in at.items() if key not in _BESIDE]
        lists = lists if lists and isinstance(lists[0], Sequence) and not isinstance(lists[0], str) else [lists]
        rows = [[str(n), *(_cell(game, cell, row) for cell in cells)] for n, cells in enumerate(lists, 1)]
    made: Table = {"id": row["id"], "name": row["name"], "columns": heads, "rows": rows, "rule": row["rule"]}
    if "note" in row:
        made["note"] = row["note"]
    return made


def _at(data: Mapping[str, Any], path: str) -> Any:
    found: Any = data
    for key in path.split("."):
        if key:
            found = found[key]
    return found


def _name(game: Game[Any], key: str, row: Mapping[str, Any]) -> str:
    text = row.get("names", {}).get(key) or game.words.name(key).replace("_", " ")
    return str(text[:1].upper() + text[1:])


def _head(one: Any, per: int) -> str:
    return f"{one / per:g}-1" if per else str(one)


def _cell(game: Game[Any], item: Any, row: Mapping[str, Any]) -> str:
    if item is True:
        return "yes"
    if item is False or item in ("", None):
        return "–"
    if isinstance(item, Mapping):
        own = row.get("names", {})
        told = [f"{own.get(key) or _name(game, key, row)} {_cell(game, one, row)}" for key, one in item.items()
                if one not in ([], {})]  # fmt: skip
        return ", ".join(told) or "–"
    if isinstance(item, (list, tuple)):
        if len(parts := row.get("parts", ())) == len(item):
            said = [part.format(one).replace(" ", "\u00a0") for part, one in zip(parts, item, strict=True) if one]
            return ", ".join(said) or "–"
        between = ", " if any(isinstance(one, str) for one in item) else row.get("between", "/")
        return between.join(_cell(game, one, row) for one in item) or "–"
    if isinstance(item, str) and item[:1].islower():
        return _name(game, item, row)
    return str(row.get("names", {}).get(str(item), item))
