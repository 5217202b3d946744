"""What a game's printed data may hold: for each datum its kind, its range and its part in the printed game.

A game describes its `data/*.toml` in a module `schema.py` of its package, as one value `SCHEMA`:

>>> ships = Rows(
...     Table({
...         "side": Choice(("axis", "allies")),
...         "move": Number(0, 9, "sea zones"),
...         "port": Reference("map.space", ("none",)),
...     }),
...     part="unit",
... )
>>> def one_navy(data):
...     "Some ship is there."
...     if not data["units"]["ship"]:
...         yield "units.ship: there is no ship; one at least is needed"
>>> spaces = Rows(Table({}), part="place")
>>> schema = Schema({"units": Table({"ship": ships}), "map": Table({"space": spaces})}, (one_navy,))
>>> data = {"units": {"ship": {"DST": {"side": "axsi", "move": 1, "port": "A"}}}, "map": {"space": {"A": {}}}}
>>> next(faults(schema, data))
"units.ship.DST.side: 'axsi' is not one of axis, allies; did you mean 'axis'?"
>>> data["units"]["ship"]["DST"].update(side="axis", move=10)
>>> next(faults(schema, data))
'units.ship.DST.move: a number from 0 to 9 (sea zones) was expected, not 10'
>>> [(datum.path, datum.part, datum.kind.says()) for datum in walk(schema, data)][1]
('units.ship.DST.move', 'unit', 'a number from 0 to 9 (sea zones)')

A kind judges its item by itself (`shape`); what an item refers to (`Reference`) and what must hold between several
data (the checks of a Schema) is judged over the whole. Nothing here reads or changes data: `kernel/data.py` does.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from string import Formatter
from typing import Any, TypeAlias

Data: TypeAlias = Mapping[str, Any]
Check: TypeAlias = Callable[[Data], Iterator[str]]
"""What must hold over the whole: yields a line for each fault, "path: what is wrong; what would be right". It is asked
only where each datum fits by itself and all references lead somewhere."""

PARTS = {
    "unit": "a counter, a block, a ship or an aircraft, and its type",
    "place": "a space, a hex, an area, a box or a base",
    "link": "a way from place to place",
    "hexside": "what lies between two hexes",
    "cell": "a cell of a table, or a column of it",
    "card": "a card or a token",
    "setup": "where and with what a side begins",
    "turn": "a turn and what it brings",
    "track": "a printed track",
    "number": "a number in the text of the rules",
    "component": "what lies in the box; no rule asks for it",
    "drawing": "how the board is drawn; no rule asks for it",
}
"""The parts of the printed game."""


def close(item: object, names: Collection[str]) -> str:
    """`; did you mean 'axis'?`, or nothing where no name is near."""
    lower = {name.lower(): name for name in names}
    near = get_close_matches(str(item)[:80].lower(), lower, 1, 0.6)
    return f"; did you mean '{lower[near[0]]}'?" if near else ""


def listed(names: Collection[str]) -> str:
    """Names in one line, the first few of many."""
    shown = list(names)
    return ", ".join(shown) if len(shown) <= 16 else f"{', '.join(shown[:8])}, … ({len(shown)} in all)"


def short(item: object) -> str:
    """An item as a message shows it."""
    text = repr(item)
    return text if len(text) <= 60 else text[:59] + "…"


class Kind:
    """What a datum may be."""

    def says(self) -> str:
        """The kind in words, such as "a number from 0 to 9 (sea zones)"."""
        raise TypeError(f"{type(self).__name__} does not say what it is")

    def shape(self, item: Any) -> str:
        """What is wrong with an item by itself, in words; "" if nothing is."""
        raise TypeError(f"{type(self).__name__} does not say what may be")

    def lost(self, item: Any, data: Data) -> str:
        """What an item of the right shape refers to in vain, in words; "" if nothing."""
        return ""

    def below(self, key: str) -> Kind | None:
        """The kind of what stands under a key, or at a number from 1 in a list; None where nothing is said of it."""
        return None


@dataclass(frozen=True, slots=True)
class Number(Kind):
    """A whole number from `low` to `high`; `unit` says of what."""

    low: int
    high: int
    unit: str = ""

    def says(self) -> str:
        return f"a number from {self.low} to {self.high}{f' ({self.unit})' if self.unit else ''}"

    def shape(self, item: Any) -> str:
        fits = type(item) is int and self.low <= item <= self.high
        return "" if fits else f"{self.says()} was expected, not {short(item)}"


@dataclass(frozen=True, slots=True)
class Real(Kind):
    """A number from `low` to `high`, whole or not."""

    low: float
    high: float
    unit: str = ""

    def says(self) -> str:
        return f"a number from {self.low:g} to {self.high:g}{f' ({self.unit})' if self.unit else ''}"

    def shape(self, item: Any) -> str:
        fits = type(item) in (int, float) and math.isfinite(item) and self.low <= item <= self.high
        return "" if fits else f"{self.says()} was expected, not {short(item)}"


@dataclass(frozen=True, slots=True)
class Text(Kind):
    """A line of text; `blanks` are the {names} that the program fills in; `form` is a pattern that it has, and
    `example` a text that fits it."""

    longest: int = 200
    blanks: tuple[str, ...] = ()
    form: str = ""
    example: str = ""

    def says(self) -> str:
        if self.example:
            return f"a text such as '{self.example}'"
        with_blanks = f" with {', '.join('{' + blank + '}' for blank in self.blanks)}" if self.blanks else ""
        return f"a text of at most {self.longest} characters{with_blanks}"

    def shape(self, item: Any) -> str:
        if not isinstance(item, str) or len(item) > self.longest or "\n" in item:
            return f"{self.says()} was expected, not {short(item)}"
        if self.form and not re.fullmatch(self.form, item):
            return f"{self.says()} was expected, not {short(item)}"
        if "{" in item or "}" in item:
            try:
                unknown = [name for _, name, _, _ in Formatter().parse(item) if name is not None]
            except ValueError:
                return f"a brace has no partner in {short(item)}"
            for name in unknown:
                if name not in self.blanks:
                    known = listed(["{" + blank + "}" for blank in self.blanks]) or "none"
                    return f"nothing is filled in for {{{name[:40]}}}; known there: {known}"
        return ""


@dataclass(frozen=True, slots=True)
class Flag(Kind):
    """true or false."""

    def says(self) -> str:
        return "true or false"

    def shape(self, item: Any) -> str:
        return "" if isinstance(item, bool) else f"true or false was expected, not {short(item)}"


@dataclass(frozen=True, slots=True)
class Given(Kind):
    """What no correction changes: the rules are written for this value and do not look it up."""

    value: Any

    def says(self) -> str:
        return f"{self.value!r}, for which the rules are written"

    def shape(self, item: Any) -> str:
        if type(item) is type(self.value) and item == self.value:
            return ""
        return f"the rules are written for {self.value!r}; {short(item)} would change nothing"


@dataclass(frozen=True, slots=True)
class Choice(Kind):
    """One of a few words."""

    names: tuple[str, ...]

    def says(self) -> str:
        return f"one of {', '.join(self.names)}"

    def shape(self, item: Any) -> str:
        if isinstance(item, str) and item in self.names:
            return ""
        return f"{short(item)} is not one of {', '.join(self.names)}{close(item, self.names)}"


@dataclass(frozen=True, slots=True)
class Named(Kind):
    """One of many names that no table lists, such as the hexes of a grid: `what` says which, `example` is one."""

    names: frozenset[str]
    what: str
    example: str

    def says(self) -> str:
        return f"{self.what} such as '{self.example}'"

    def shape(self, item: Any) -> str:
        return "" if isinstance(item, str) and item in self.names else f"{short(item)} is not {self.says()}"


@dataclass(frozen=True, slots=True)
class Reference(Kind):
    """The key of an entry in the table at `to` (a dotted path), or one of the words `also`."""

    to: str
    also: tuple[str, ...] = ()

    def says(self) -> str:
        return " or ".join([f"an entry of {self.to}", *(f"'{word}'" for word in self.also)])

    def shape(self, item: Any) -> str:
        return "" if isinstance(item, str) and len(item) <= 80 else f"{self.says()} was expected, not {short(item)}"

    def lost(self, item: Any, data: Data) -> str:
        names = keys_at(data, self.to)
        if item in self.also or item in names:
            return ""
        near = close(item, [*names, *self.also])
        known = near or f"; known there: {listed(list(dict.fromkeys([*names, *self.also])))}"
        return f"{short(item)} is no entry of {self.to}{known}"


@dataclass(frozen=True, slots=True)
class Cells(Kind):
    """A row of a grid, one letter for each of its `length` cells; `letters` says what each stands for, `place` what a
    cell is called by its row and column, from 1."""

    length: int
    letters: Mapping[str, str]
    place: str = "row {row}, cell {column}"

    def says(self) -> str:
        named = ", ".join(f"{letter} {name}".strip() for letter, name in self.letters.items())
        return f"a row of {self.length} letters ({named})"

    def shape(self, item: Any) -> str:
        if not isinstance(item, str):
            return f"{self.says()} was expected, not {short(item)}"
        if len(item) != self.length:
            return f"the row has {len(item)} letters; {self.length} were expected"
        for at, letter in enumerate(item, 1):
            if letter not in self.letters:
                return f"letter {at} is {letter!r}; it is one of {', '.join(self.letters)}"
        return ""

    def below(self, key: str) -> Kind:
        return Choice(tuple(self.letters))


@dataclass(frozen=True, slots=True)
class Many(Kind):
    """A list of `least` to `most` items of one kind: all `different`, or each larger than the one before (`rising`)."""

    of: Kind
    least: int
    most: int
    different: bool = False
    rising: bool = False

    def says(self) -> str:
        count = str(self.most) if self.least == self.most else f"{self.least} to {self.most}"
        how = ", rising" if self.rising else ", all different" if self.different else ""
        return f"a list of {count}{how}, each {self.of.says()}"

    def shape(self, item: Any) -> str:
        if not isinstance(item, list):
            return f"{self.says()} was expected, not {short(item)}"
        if not self.least <= len(item) <= self.most:
            count = str(self.most) if self.least == self.most else f"{self.least} to {self.most}"
            return f"the list has {len(item)} items; {count} were expected"
        for at, one in enumerate(item, 1):
            if wrong := self.of.shape(one):
                return f"item {at}: {wrong}"
        if self.rising and any(a >= b for a, b in pairwise(item)):
            return f"each is larger than the one before; this is {short(item)}"
        if self.different:
            for at, one in enumerate(item):
                if one in item[:at]:
                    return f"{short(one)} stands there twice; all are different"
        return ""

    def lost(self, item: Any, data: Data) -> str:
        for at, one in enumerate(item, 1):
            if wrong := self.of.lost(one, data):
                return f"item {at}: {wrong}"
        return ""

    def below(self, key: str) -> Kind:
        return self.of


@dataclass(frozen=True, slots=True)
class Tuple(Kind):
    """A list of a fixed length whose items differ in kind; `names` says what they are."""

    names: tuple[str, ...]
    kinds: tuple[Kind, ...]

    def says(self) -> str:
        return f"a list: {', '.join(self.names)}"

    def shape(self, item: Any) -> str:
        if not isinstance(item, list) or len(item) != len(self.kinds):
            return f"{self.says()} was expected, not {short(item)}"
        for name, kind, one in zip(self.names, self.kinds, item, strict=True):
            if wrong := kind.shape(one):
                return f"{name}: {wrong}"
        return ""

    def lost(self, item: Any, data: Data) -> str:
        for name, kind, one in zip(self.names, self.kinds, item, strict=True):
            if wrong := kind.lost(one, data):
                return f"{name}: {wrong}"
        return ""

    def below(self, key: str) -> Kind | None:
        return self.kinds[int(key) - 1] if key.isdecimal() and 1 <= int(key) <= len(self.kinds) else None


@dataclass(frozen=True, slots=True)
class Either(Kind):
    """One of several kinds, such as a number or "+"."""

    kinds: tuple[Kind, ...]

    def says(self) -> str:
        return ", or ".join(kind.says() for kind in self.kinds)

    def shape(self, item: Any) -> str:
        if any(not kind.shape(item) for kind in self.kinds):
            return ""
        return f"{self.says()} was expected, not {short(item)}"

    def lost(self, item: Any, data: Data) -> str:
        lost = [kind.lost(item, data) for kind in self.kinds if not kind.shape(item)]
        return "" if "" in lost else lost[0]


@dataclass(frozen=True, slots=True)
class Table(Kind):
    """A table with these keys; those in `optional` need not be there. `part` is its part in the printed game, and that
    of what stands in it unless it says another."""

    fields: Mapping[str, Kind]
    optional: frozenset[str] = frozenset()
    part: str = ""

    def says(self) -> str:
        return f"a table with {listed(self.fields)}"

    def shape(self, item: Any) -> str:
        """For a table that stands in a list; other tables are walked."""
        if not isinstance(item, Mapping):
            return f"{self.says()} was expected, not {short(item)}"
        for key in item:
            if key not in self.fields:
                return f"there is no {short(key)}; known there: {listed(self.fields)}"
        for key, kind in self.fields.items():
            if key in item and (wrong := kind.shape(item[key])):
                return f"{key}: {wrong}"
            if key not in item and key not in self.optional:
                return f"{key} is missing"
        return ""

    def lost(self, item: Any, data: Data) -> str:
        for key, one in item.items():
            if wrong := self.fields[key].lost(one, data):
                return f"{key}: {wrong}"
        return ""

    def below(self, key: str) -> Kind | None:
        return self.fields.get(key)


@dataclass(frozen=True, slots=True)
class Rows(Kind):
    """A table of entries of one kind under keys of their own. `keys` is what a key may be. `grows` says how the key of
    an entry that is added is made, and with it that entries may be added and removed; "": the entries are given."""

    row: Kind
    part: str = ""
    keys: Kind = field(default_factory=Text)
    grows: str = ""

    def says(self) -> str:
        return f"a table of entries, each {self.row.says()}"

    def shape(self, item: Any) -> str:
        return "" if isinstance(item, Mapping) else f"{self.says()} was expected, not {short(item)}"

    def below(self, key: str) -> Kind:
        return self.row


@dataclass(frozen=True, slots=True)
class Cards:
    """What a game's cards, tokens or events can do: `effects`, by the names that its data and its views have for them.
    They stand in the data at `table` (a dotted path). What the publisher says of an effect stands in no data: an owner
    keeps it in the private part of his copy (kernel/copies.py)."""

    table: str
    effects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Schema:
    """A game's data: a kind for each of its files by stem, and what must hold over the whole. `additions`: its rules
    play what an owner adds, where a table grows or a key need not be there. `cards`: those whose words an owner may
    keep to himself."""

    tables: Mapping[str, Kind]
    checks: tuple[Check, ...] = ()
    additions: bool = False
    cards: Cards | None = None


@dataclass(frozen=True, slots=True)
class Datum:
    """One datum: the keys that lead to it, its value, its kind and its part in the printed game."""

    keys: tuple[str, ...]
    value: Any
    kind: Kind
    part: str

    @property
    def path(self) -> str:
        """The keys with dots between."""
        return ".".join(self.keys)


SOURCE = "source"
"""A key that each table may have: where its data come from."""
REMOVED, ADDED = "removed", "added"
"""What a correction says of a table or a list, and no key is called (kernel/overlay.py)."""


def schema_of(package: str) -> Schema | None:
    """The schema of a game's package, or None for one that declares none."""
    if find_spec(f"{package}.schema") is None:
        return None
    found: Schema = import_module(f"{package}.schema").SCHEMA
    return found


def keys_at(data: Data, path: str) -> list[str]:
    """The keys of the table at a dotted path."""
    table: Any = data
    for key in path.split("."):
        table = table[key]
    return [key for key in table if key != SOURCE]


def child(kind: Schema | Kind | None, key: str) -> Kind | None:
    """The kind of what stands under a key in a table, or at a number from 1 in a list; None where nothing is said of
    it."""
    if isinstance(kind, Schema):
        return kind.tables.get(key)
    return None if kind is None else kind.below(key)


def may_be_added(kind: Schema | Kind | None, key: str, fresh: bool = False) -> bool:
    """Whether a correction may add that key to a table; `fresh`: the table is itself added."""
    if isinstance(kind, Rows):
        return bool(kind.grows) and key not in (SOURCE, REMOVED, ADDED) and not kind.keys.shape(key)
    return isinstance(kind, Table) and key in (kind.fields if fresh else kind.optional)


def may_be_removed(kind: Schema | Kind | None, key: str) -> bool:
    """Whether a correction may remove that key from a table."""
    return bool(kind.grows) if isinstance(kind, Rows) else isinstance(kind, Table) and key in kind.optional


def walk(schema: Schema, data: Data, tables: bool = False) -> Iterator[Datum]:
    """All data with their kinds, in the order of the files; `tables`: each table too, before what stands in it. Data of
    which the schema says nothing are left out."""
    for stem, kind in schema.tables.items():
        if stem in data:
            yield from _walk(kind, data[stem], (stem,), "", tables)


def _walk(kind: Kind, item: Any, keys: tuple[str, ...], part: str, tables: bool) -> Iterator[Datum]:
    if isinstance(kind, (Table, Rows)) and isinstance(item, Mapping):
        if tables:
            yield Datum(keys, item, kind, kind.part or part)
        for key, one in item.items():
            below = child(kind, key)
            if key != SOURCE and below is not None:
                yield from _walk(below, one, (*keys, key), kind.part or part, tables)
    else:
        yield Datum(keys, item, kind, part)


def faults(schema: Schema, data: Data) -> Iterator[str]:
    """A line for each fault of the data: "path: what is wrong; what would be right". What holds between data is asked
    for only where all of them fit by themselves."""
    found = False
    for stem, kind in schema.tables.items():
        for fault in _faults(kind, data.get(stem), stem, data):
            found = True
            yield fault
    for stem in data:
        if stem not in schema.tables:
            found = True
            yield f"{stem}: nothing is said of this file; known: {listed(schema.tables)}"
    if not found:
        for check in schema.checks:
            yield from check(data)


def _faults(kind: Kind, item: Any, path: str, data: Data) -> Iterator[str]:
    if not isinstance(kind, (Table, Rows)):
        wrong = kind.shape(item) or kind.lost(item, data)
        if wrong:
            yield f"{path}: {wrong}"
        return
    if not isinstance(item, Mapping):
        yield f"{path}: a table was expected, not {short(item)}"
        return
    for key, one in item.items():
        below = child(kind, key)
        if key == SOURCE and (below is None or isinstance(kind, Rows)):
            if not isinstance(one, str):
                yield f"{path}.{key}: a source is a text such as 'R: my copy'"
            continue
        if below is None:
            fields = kind.fields if isinstance(kind, Table) else ()
            yield f"{path}: there is no {short(key)}; known there: {listed(fields)}"
            continue
        if isinstance(kind, Rows) and (wrong := kind.keys.shape(key) or kind.keys.lost(key, data)):
            yield f"{path}: {wrong}"
            continue
        yield from _faults(below, one, f"{path}.{key}", data)
    if isinstance(kind, Table):
        for key in kind.fields:
            if key not in item and key not in kind.optional:
                yield f"{path}: {key} is missing"


def options(*names: str) -> frozenset[str]:
    """Keys of a table that need not be there."""
    return frozenset(names)


def numbers(low: int, high: int, *keys: str, unit: str = "") -> dict[str, Kind]:
    """Fields that are all numbers of one range."""
    return {key: Number(low, high, unit) for key in keys}


def every(entries: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The entries of a table without its source."""
    return ((key, entry) for key, entry in entries.items() if key != SOURCE)


def joined(names: Sequence[str], pairs: Collection[tuple[str, str]]) -> list[str]:
    """The names that cannot be reached from the first one over the pairs."""
    reached, waiting = {names[0]}, [names[0]]
    while waiting:
        here = waiting.pop()
        for one, other in pairs:
            for end, far in ((one, other), (other, one)):
                if end == here and far not in reached:
                    reached.add(far)
                    waiting.append(far)
    return [name for name in names if name not in reached]


def ladder(columns: Sequence[str]) -> bool:
    """Whether odds rise by one without a gap, from below 1-1 to above it.

    >>> ladder(["1-2", "1-1", "2-1", "3-1"]), ladder(["1-2", "2-1"])
    (True, False)
    """
    steps = [int(b) if a == "1" else 2 - int(a) if b == "1" else 99 for a, b in (text.split("-") for text in columns)]
    return steps == list(range(steps[0], steps[0] - len(steps), -1)) and steps[0] > 1 > steps[-1]


ODDS = Text(5, form=r"1-[1-9]|[1-9]-1", example="2-1")
"""A column of a combat results table."""
