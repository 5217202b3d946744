"""An owner's corrections put into a game's printed data. The form of an overlay is told in docs/corrections.md:

    [units.unit.us-1-1]
    combat = 6                     # a value
    [units.unit]
    removed = ["us-1-3"]           # entries, or keys that need not be there
    [units.unit.us-1-9]            # a new entry, where a table grows
    side = "american"
    [tables.attrition.rows]
    3.5 = [1, 1, 0, 0, 0]          # a cell: row 3, column 5, counted from 1
    [map.roads.edges]
    removed = [["0803", "0903"]]   # items of a list, by what they are
    added = [["0803", "0804"]]

What is removed goes first, so that an entry that is removed and given anew is replaced as a whole.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.schema import (
    ADDED,
    REMOVED,
    SOURCE,
    Cells,
    Kind,
    Rows,
    Schema,
    Table,
    child,
    close,
    may_be_added,
    may_be_removed,
    short,
)

LARGEST_NUMBER = 9_999
"""The largest number in a correction, either way; the largest printed one is 4,118."""
SMALL, TIMES = 99, 10
"""A correction stays within 99, or within ten times what is printed in its place, whichever is more: counters are
placed and drawn one by one, so a number that is no slip costs every visitor time."""
LONGEST_TEXT = 500
"""Characters of a text in a correction; the longest printed one has 164."""
LONGEST_LIST = 500
"""Items of a list in a correction; the longest printed one has 169."""
MOST_VALUES = 20_000
"""Values in all corrections to one game together."""
DEEPEST = 8
"""Lists and tables within each other in one correction; the printed data need 3."""


class Entry(dict[str, Any]):
    """A table some of whose data have a source of their own: `by` says which."""

    by: Mapping[str, str]


class Later(Entry):
    """A table that came after the first release: digests leave it out, as long as no owner corrects it."""


class Corrected(Entry):
    """A table in which an owner corrected values; `word` is what he said of them."""

    word: str


class CorrectedList(list[Any]):
    """A list in which an owner corrected cells: `by` has his word for each, by its numbers from 1, such as "3.5"."""

    by: Mapping[str, str]


def corrected(table: Mapping[str, Any], key: str) -> bool:
    """Whether an owner corrected this value of a table, or a cell of it."""
    if isinstance(table.get(key), CorrectedList):
        return True
    return isinstance(table, Corrected) and table.by.get(key) == table.word


def cell(items: Any, numbers: str) -> Any:
    """The cell of a list at its numbers from 1, such as "3.5"."""
    for number in numbers.split("."):
        items = items[int(number) - 1]
    return items


class Mending:
    """One owner's corrections on their way into the data; `values` counts them."""

    def __init__(self, strict: bool, adds: bool) -> None:
        self.strict, self.adds, self.values = strict, adds, 0

    def table(
        self, data: Mapping[str, Any], overlay: Mapping[str, Any], where: str, kind: Schema | Kind | None
    ) -> dict[str, Any]:
        """The table with its corrections; `where` is its path with a dot behind."""
        word, mended, by = _word(overlay, where), Entry(data), {}
        for key in self._removed(data, overlay, where, kind):
            del mended[key]
        for key in sorted(overlay, key=_in_order):
            if key == SOURCE or (key == REMOVED and key not in data):
                continue
            path, item, below, new = f"{where}{key}", overlay[key], child(kind, key), key not in mended
            if new and not (self.adds and may_be_added(kind, key, fresh=not data)):
                names = [k for k in data if k != SOURCE]
                known = close(key, names) or f"; known there: {', '.join(names)}"
                raise BadInput(f"overlay: there is no {path[:LONGEST_TEXT]}{known}")
            old = ({} if isinstance(below, (Table, Rows)) else item) if new else mended[key]
            if isinstance(old, dict):
                if not isinstance(item, Mapping):
                    raise BadInput(f"overlay, {path}: a table was expected")
                mended[key] = self.table(old, item, f"{path}.", below)
                if new and isinstance(below, Table):
                    for needed in below.fields:
                        if needed not in item and needed not in below.optional:
                            raise BadInput(f"overlay, {path}: {needed} is missing")
            elif isinstance(old, list) and isinstance(item, Mapping) and not new:
                mended[key] = self.cells(old, item, path, below)
            else:
                mended[key] = self.value(old, item, path, below, new)
                by[key] = word
        printed = {key: source for key, source in data.by.items() if key in mended} if isinstance(data, Entry) else {}
        if by:
            mended = Corrected(mended)
            mended.word = word
        mended.by = printed | by
        return mended if mended.by else dict(mended)

    def _removed(
        self, data: Mapping[str, Any], overlay: Mapping[str, Any], where: str, kind: Schema | Kind | None
    ) -> list[str]:
        """The keys that an overlay removes from a table."""
        keys = [] if REMOVED in data else overlay.get(REMOVED, [])
        path = f"{where}{REMOVED}"
        if not isinstance(keys, list) or any(not isinstance(key, str) for key in keys):
            raise BadInput(f"overlay, {path}: a list of keys was expected, such as ['us-1-1']")
        self._count(keys, path, LARGEST_NUMBER)
        known = [key for key in data if key != SOURCE]
        for number, key in enumerate(keys):
            if key not in known or key in keys[:number]:
                raise BadInput(f"overlay, {path}: there is no {short(key)} to remove{close(key, known)}")
            if not (self.adds and may_be_removed(kind, key)):
                why = "the entries of this table are given" if isinstance(kind, Rows) else f"{key} is always there"
                raise BadInput(f"overlay, {path}: {short(key)} cannot be removed; {why}")
        return keys

    def cells(
        self, data: list[Any], overlay: Mapping[str, Any], path: str, kind: Kind | None, said: str = ""
    ) -> list[Any]:
        """A list with corrected cells, or with items less or more; `said`: the owner's word for the list around it."""
        word, by = said if said and SOURCE not in overlay else _word(overlay, f"{path}."), {}
        mended = CorrectedList(data)
        numbers = [key for key in overlay if key not in (SOURCE, REMOVED, ADDED)]
        if numbers and (REMOVED in overlay or ADDED in overlay):
            raise BadInput(f"overlay, {path}: either cells by their numbers, or items removed and added; not both")
        for key in sorted(numbers, key=_in_order):
            here, item = f"{path}.{key[:LONGEST_TEXT]}", overlay[key]
            if not (key.isdecimal() and key.isascii() and len(key) < 5 and 1 <= int(key) <= len(data)):
                raise BadInput(f"overlay, {here}: cells are numbered from 1 to {len(data)}")
            at, below = int(key) - 1, child(kind, key)
            old = mended[at]
            if not isinstance(item, Mapping):
                mended[at] = self.value(old, item, here, below, False)
                by[key] = word
            elif isinstance(old, dict):
                mended[at] = self.table(old, item, f"{here}.", below)
            elif isinstance(old, list):
                mended[at] = self.cells(old, item, here, below, word)
            elif isinstance(old, str) and isinstance(below, Cells):
                mended[at] = self.letters(old, item, here, below)
                by |= {f"{key}.{letter}": word for letter in item if letter != SOURCE}
            else:
                raise BadInput(f"overlay, {here}: {_type(old)} was expected, as in {old!r:.60}")
        for key in (REMOVED, ADDED):
            items = overlay.get(key, [])
            if not isinstance(items, list):
                raise BadInput(f"overlay, {path}.{key}: a list of items was expected")
            self._count(items, f"{path}.{key}", _most(data))
            for item in items:
                if key == ADDED:
                    mended.append(item)
                    by[str(len(mended))] = word
                elif item in mended:
                    mended.remove(item)
                else:
                    near = close(item, mended) if isinstance(item, str) else ""
                    raise BadInput(f"overlay, {path}.{key}: there is no {short(item)} to remove{near}")
        mended.by = by
        return mended

    def letters(self, row: str, overlay: Mapping[str, Any], path: str, kind: Cells) -> str:
        """A row of letters with some of them corrected."""
        letters = list(row)
        for key, item in overlay.items():
            if key == SOURCE:
                continue
            if not (key.isdecimal() and key.isascii() and len(key) < 5 and 1 <= int(key) <= len(row)):
                raise BadInput(f"overlay, {path}.{key[:LONGEST_TEXT]}: cells are numbered from 1 to {len(row)}")
            letters[int(key) - 1] = self.value("", item, f"{path}.{key}", kind.below(key), True)
        return "".join(letters)

    def value(self, old: Any, item: Any, path: str, kind: Kind | None, new: bool) -> Any:
        """A value that takes the place of `old`; `new`: nothing stood there, or nothing that says what may stand
        there."""
        wrong = None if kind is None else kind.shape(item)
        if wrong and (self.strict or new):
            raise BadInput(f"overlay, {path}: {wrong}")
        if wrong != "" and type(old) is not type(item):
            raise BadInput(f"overlay, {path}: {wrong or f'{_type(old)} was expected, as in {old!r:.60}'}")
        self._count(item, path, LARGEST_NUMBER if wrong == "" else _most(old))
        return item

    def _count(self, item: Any, path: str, most: int) -> None:
        self.values += _bounded(item, path, most)


def merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Two trees in one; where both say something, the second holds."""
    found = dict(below)
    for key, item in above.items():
        under = found.get(key)
        found[key] = merged(under, item) if isinstance(item, Mapping) and isinstance(under, Mapping) else item
    return found


def _type(item: Any) -> str:
    """What kind of value it is, in words."""
    named = {bool: "true or false", int: "a whole number", float: "a number", str: "a text", dict: "a table"}
    return next((name for kind, name in named.items() if isinstance(item, kind)), "a list")


def _word(overlay: Mapping[str, Any], where: str) -> str:
    """The owner's word for what stands in a table of his."""
    source = overlay.get(SOURCE, "owner's correction")
    if not isinstance(source, str) or len(source) > LONGEST_TEXT:
        raise BadInput(f"overlay, {where}{SOURCE}: a source is a short text such as 'R: my copy'")
    return f"O: {source}"


def _in_order(key: str) -> tuple[int, str]:
    """Numbers by their size, and before words: what is added stands in the same order wherever it is read."""
    return (int(key) if key.isdecimal() and len(key) < 9 else 10**9, key)


def _most(printed: Any) -> int:
    """The largest number that a correction to this datum may hold."""
    return min(LARGEST_NUMBER, max(SMALL, TIMES * math.ceil(max(_numbers(printed), default=0))))


def _numbers(item: Any) -> Iterator[float]:
    """The sizes of all numbers in a datum."""
    if isinstance(item, (list, Mapping)):
        for part in item.values() if isinstance(item, Mapping) else item:
            yield from _numbers(part)
    elif isinstance(item, (int, float)):
        yield abs(item)


def _bounded(item: Any, path: str, most: int, depth: int = 0) -> int:
    """How many values a correction holds. Raises BadInput, naming its key, for one that is larger than any game's."""
    if isinstance(item, (list, Mapping)):
        if len(item) > LONGEST_LIST:
            raise BadInput(f"overlay, {path}: a list has at most {LONGEST_LIST} items")
        if depth == DEEPEST:
            raise BadInput(f"overlay, {path}: lists stand at most {DEEPEST} deep in each other")
        parts = list(item.values()) + list(item) if isinstance(item, Mapping) else item
        return sum(_bounded(part, path, most, depth + 1) for part in parts)
    if isinstance(item, str):
        if len(item) > LONGEST_TEXT:
            raise BadInput(f"overlay, {path}: a text has at most {LONGEST_TEXT} characters")
    elif isinstance(item, (int, float)):
        if not -most <= item <= most:
            raise BadInput(f"overlay, {path}: a number from -{most} to {most} was expected")
    else:
        raise BadInput(f"overlay, {path}: a number, a text, true, false or a list of them was expected")
    return 1
