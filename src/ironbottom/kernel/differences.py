"""What differs between two copies of a game, datum by datum, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ironbottom.kernel.schema import SOURCE, Cells, Choice, Flag, Kind, Many, Rows, Schema, Table, child, schema_of
from ironbottom.kernel.words import Words

MOST_ITEMS = 8
"""Items of a list, or letters of a row, that are told one by one."""
LONGEST = 120
"""Characters of a value in words."""
TITLES = ("name", "label")
"""The keys under which an entry says what it is called, where the texts have no name for it."""

Data = Mapping[str, Any]


class Difference(NamedTuple):
    """A datum, or a table of them, that differs. `label` says which it is; `now` and `was` are its values in words in
    the one copy and the other, None where it is not there; `part` is its part in the printed game (`schema.PARTS`)."""

    keys: tuple[str, ...]
    label: str
    now: str | None
    was: str | None
    part: str

    def to_json(self) -> dict[str, Any]:
        return {"keys": list(self.keys), "label": self.label, "now": self.now, "was": self.was, "part": self.part}

    def text(self) -> str:
        """All of it in one line."""
        if self.was is None:
            return f"{self.label}: added ({self.now})"
        if self.now is None:
            return f"{self.label}: left out ({self.was})"
        return f"{self.label}: {self.now} instead of {self.was}"


def differences(
    package: str, words: Words, now: Data, was: Data, fresh: Words | None = None
) -> Iterator[Difference]:
    """What the data of one copy say otherwise than those of the other, in the order of the files. `fresh`: the words of
    the one copy, for what is in it alone."""
    schema = schema_of(package)
    for keys, kind, part, one, other in _apart(schema, now, was, (), ""):
        said = label(schema, words, was, keys) if other else label(schema, fresh or words, now, keys)
        if one and other and isinstance(kind, Cells) and isinstance(one[0], str) and isinstance(other[0], str):
            where, now_said, was_said = _letters(kind, int(keys[-1]), one[0], other[0])
            yield Difference(keys, f"{label(schema, words, was, keys[:-1])}, {where}", now_said, was_said, part)
            continue
        texts = [in_words(kind, words, held[0]) if held else None for held in (one, other)]
        yield Difference(keys, said, texts[0], texts[1], part)


Apart = tuple[tuple[str, ...], Kind | None, str, tuple[Any, ...], tuple[Any, ...]]
"""The keys of what differs, its kind and part, and what stands there in the one and the other: a value or nothing."""


def _apart(kind: Schema | Kind | None, now: Data, was: Data, keys: tuple[str, ...], part: str) -> Iterator[Apart]:
    for key in dict.fromkeys([*was, *now]):
        if key == SOURCE:
            continue
        below = child(kind, key)
        of = (below.part if isinstance(below, (Table, Rows)) else "") or part
        if key in now and key in was:
            yield from _values_apart(below, now[key], was[key], (*keys, key), of)
        else:
            held = [(table[key],) if key in table else () for table in (now, was)]
            yield (*keys, key), below, of, held[0], held[1]


def _values_apart(kind: Kind | None, now: Any, was: Any, keys: tuple[str, ...], part: str) -> Iterator[Apart]:
    if isinstance(now, Mapping) and isinstance(was, Mapping):
        yield from _apart(kind, now, was, keys, part)
    elif isinstance(now, list) and isinstance(was, list) and now != was:
        more, less = _besides(now, was), _besides(was, now)
        if isinstance(kind, Many) and isinstance(kind.of, Many) and kind.of.most == 2:  # pairs are told whole
            yield keys, kind, part, (more,) if more else (), (less,) if less else ()
            return
        plain = len(now) <= MOST_ITEMS and not any(isinstance(one, (list, dict)) for one in [*now, *was])
        moved = [n for n, pair in enumerate(zip(now, was, strict=False), 1) if pair[0] != pair[1]]
        if len(now) == len(was) and len(moved) < max(2, len(more) + len(less)):
            for n in moved:
                yield from _values_apart(child(kind, str(n)), now[n - 1], was[n - 1], (*keys, str(n)), part)
        elif (more or less) and not plain:
            yield keys, kind, part, (more,) if more else (), (less,) if less else ()
        else:
            yield keys, kind, part, (now,), (was,)
    elif now != was or type(now) is not type(was):
        yield keys, kind, part, (now,), (was,)


def _besides(items: list[Any], others: list[Any]) -> list[Any]:
    """The items that are not among the others, as often as they are not."""
    rest, found = list(others), []
    for one in items:
        if one in rest:
            rest.remove(one)
        else:
            found.append(one)
    return found


def label(schema: Schema | None, words: Words, data: Data, keys: tuple[str, ...]) -> str:
    """Which datum it is, in words. Of the tables around an entry of many (a unit, a hex, a turn) nothing is said that
    its own name does not say."""
    kind: Schema | Kind | None = schema
    held: Any = data
    said: list[str] = []
    entries = numbers = 0
    for at, key in enumerate(keys):
        item = _below(held, key)
        if isinstance(kind, Rows):
            kin = "hexside" if kind.part == "hexside" else called(words, keys[at - 1])
            title = _title(words, item, key)
            name = title or f"{kin} {key}"
            around = [words.name(keys[at - 1])] if title and f"name.{keys[at - 1]}" in words else []
            said = [*(said if entries else around), name]
            entries += 1
        elif isinstance(held, list) and numbers:
            said[-1] += f".{key}"
        elif isinstance(held, list):
            said.append(f"no. {key}")
        elif at:
            said.append(called(words, key))
        numbers = numbers + 1 if isinstance(held, list) else 0
        kind, held = child(kind, key), item
    return ", ".join(said) or called(words, keys[0])


def fault(package: str, words: Words, data: Data, line: str) -> str:
    """A line of what is wrong with corrections as a reader would say it: the name of the datum for its path."""
    line = line.removeprefix("overlay, ").removeprefix("overlay: ")
    path, _, wrong = line.partition(": ")
    keys, held = list[str](), data
    while path:
        names = held if isinstance(held, Mapping) else [path.partition(".")[0]]
        key = max((one for one in names if f"{path}.".startswith(f"{one}.")), key=len, default="")
        if not key or not wrong:
            return line
        keys.append(key)
        held, path = _below(held, key), path[len(key) + 1 :]
    said = label(schema_of(package), words, data, tuple(keys))
    return f"{said[:1].upper()}{said[1:]}: {wrong}"


def _below(held: Any, key: str) -> Any:
    """What stands under a key, or at a number from 1 in a list; None for nothing."""
    if isinstance(held, list):
        return held[int(key) - 1] if key.isdecimal() and 0 < int(key) <= len(held) else None
    return held.get(key) if isinstance(held, Mapping) else None


def _title(words: Words, entry: Any, key: str) -> str:
    """What an entry is called: by the texts, or as it says itself; "" for one that has no name."""
    if f"name.{key}" in words:
        return words.name(key)
    ends = entry.get("ends") if isinstance(entry, Mapping) else None
    if isinstance(ends, list):
        return " to ".join(words.name(end) for end in ends)
    titles = [entry.get(title) for title in TITLES] if isinstance(entry, Mapping) else []
    name = next((text for text in titles if isinstance(text, str) and text), "")
    return f"{name} ({key})" if name and name != key else ""


def called(words: Words, key: str) -> str:
    """A key in words."""
    return words.name(key) if f"name.{key}" in words else key.replace("_", " ")


def in_words(kind: Kind | None, words: Words, item: Any) -> str:
    """A value as a reader would say it."""
    if isinstance(item, bool) or isinstance(kind, Flag):
        return "yes" if item else "no"
    if isinstance(item, Mapping):
        parts = [
            f"{called(words, key)} {in_words(child(kind, key), words, one)}"
            for key, one in item.items()
            if key != SOURCE
        ]
        return _cut(", ".join(parts))
    if isinstance(item, list):
        inner = [in_words(child(kind, str(n)), words, one) for n, one in enumerate(item, 1)]
        joined = [f"({one})" if isinstance(of, list) else one for of, one in zip(item, inner, strict=True)]
        return _cut(", ".join(joined) or "nothing")
    if isinstance(item, str):
        return _cut(called(words, item) if isinstance(kind, Choice) else words.name(item)) or "nothing"
    return str(item)


def _letters(kind: Cells, row: int, now: str, was: str) -> tuple[str, str, str]:
    """Which cells of a row (by its number from 1) differ, and what they are in the one copy and the other."""
    at = [n for n, pair in enumerate(zip(now, was, strict=False), 1) if pair[0] != pair[1]]
    more = f" and {len(at) - MOST_ITEMS} more" if len(at) > MOST_ITEMS else ""
    shown = at[:MOST_ITEMS]
    said = [", ".join(kind.letters.get(line[n - 1]) or line[n - 1] for n in shown) for line in (now, was)]
    return ", ".join(kind.place.format(row=row, column=n) for n in shown) + more, said[0], said[1]


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
