"""A game's printed data: `data/*.toml`, where each datum comes from, and its owner's corrections.

Every entry (a table) has a `source`, or stands in one that has: its first letter is the tag R (rulebook), P
(public), K (known)
or D (reconstructed), then where. An overlay is a TOML file of the same shape that holds only what differs:

    [two_player.units.american.air_support]
    attack = 4
    source = "R: my copy"

Where a source was mended after a release, `released` holds it as it was: digests are made with that, so that records
find their data.
"""

from __future__ import annotations

import hashlib
import json
import math
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.schema import Kind, Rows, Schema, Table, child, close, faults, may_be_added, schema_of

TAGS = {"R": "rulebook", "P": "public source", "K": "known", "D": "reconstructed", "O": "owner's correction"}
LARGEST_FILE = 1_000_000
"""Bytes: the largest text file that is read from a stranger."""
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


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file from outside. Raises BadInput for a missing, too large or broken one, with its name."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise BadInput(f"{path.name} is larger than {LARGEST_FILE} bytes")
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise BadInput(f"there is no file {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path.name} cannot be read: {error}") from None
    except ValueError as error:  # TOMLDecodeError, or a number of more digits than Python reads
        raise BadInput(f"{path.name} is not TOML: {error}") from None
    except RecursionError:
        raise BadInput(f"{path.name} is nested too deeply") from None


class Source(str):
    """A source that was mended; `released` is what the first release called it."""

    released: str


class Corrected(dict[str, Any]):
    """A table in which an owner corrected values: `by` names for each of these keys whose word it is."""

    by: Mapping[str, str]


def corrected(table: Mapping[str, Any], key: str) -> bool:
    """Whether an owner corrected this value of a table."""
    return isinstance(table, Corrected) and key in table.by


def load_data(package: str, overlay: Mapping[str, Any] | None = None, strict: bool = False) -> dict[str, Any]:
    """All of a game's data files by stem, with the owner's corrections put in. Raises BadInput for a wrong overlay.

    `strict` refuses all that the game's schema refuses: so for a new game, and where corrections are shown. A stored
    game or a record is read without it, for it may have begun with corrections that nobody checked then.
    """
    schema = schema_of(package)
    data = _read(package)
    if overlay:
        data, values = _correct(data, overlay, "", schema, strict, schema is not None and schema.additions)
        if values > MOST_VALUES:
            raise BadInput(f"overlay: {values} values are more than a game has; at most {MOST_VALUES}")
        if strict and schema is not None:
            for fault in faults(schema, data):
                raise BadInput(f"overlay, {fault}")
    return data


def _read(package: str) -> dict[str, Any]:
    folder = files(package) / "data"
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    return {name.removesuffix(".toml"): _sourced(tomllib.loads((folder / name).read_text("utf-8"))) for name in names}


def _sourced(table: dict[str, Any]) -> dict[str, Any]:
    """The table with its mended sources as such."""
    if "released" in table:
        source = Source(table["source"])
        source.released = table.pop("released")
        table["source"] = source
    for item in table.values():
        if isinstance(item, dict):
            _sourced(item)
    return table


def _correct(
    data: dict[str, Any], overlay: Mapping[str, Any], where: str, kind: Schema | Kind | None, strict: bool, adds: bool
) -> tuple[dict[str, Any], int]:
    """The table with the corrections put in, and how many values they hold."""
    values, mended, by = 0, dict(data), {}
    word = "O: " + str(overlay.get("source", "owner's correction"))
    for key, item in overlay.items():
        path = f"{where}{key}"
        if key == "source":
            if not isinstance(item, str) or len(item) > LONGEST_TEXT:
                raise BadInput(f"overlay, {path}: a source is a short text such as 'R: my copy'")
            continue
        below = child(kind, key)
        new = key not in data
        if new and not (adds and may_be_added(kind, key, fresh=not data)):
            names = [k for k in data if k != "source"]
            known = close(key, names) or f"; known there: {', '.join(names)}"
            raise BadInput(f"overlay: there is no {path[:LONGEST_TEXT]}{known}")
        old = ({} if isinstance(below, (Table, Rows)) else item) if new else data[key]
        if isinstance(old, dict):
            if not isinstance(item, Mapping):
                raise BadInput(f"overlay, {path}: a table was expected")
            mended[key], more = _correct(old, item, path + ".", below, strict, adds)
            values += more
            continue
        wrong = None if below is None else below.shape(item)
        if wrong and (strict or new):
            raise BadInput(f"overlay, {path}: {wrong}")
        if wrong != "" and type(old) is not type(item):
            raise BadInput(f"overlay, {path}: {type(old).__name__} was expected, as in {old!r}")
        values += _bounded(item, path, LARGEST_NUMBER if wrong == "" else _most(old))
        mended[key] = item
        by[key] = word
    if by:
        mended = Corrected(mended)
        mended.by = by
    return mended, values


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


def digest(data: Any) -> str:
    """A digest of data, the same on every machine."""
    text = json.dumps(_digested(data), sort_keys=True, ensure_ascii=True, separators=(",", ":"), default=str)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _digested(data: Any) -> Any:
    """The data as digests have them: a corrected table has its owner's word as its source, for so it was when the
    first records were written."""
    if isinstance(data, Mapping):
        found = {key: _digested(item) for key, item in data.items()}
        return found | {"source": next(iter(data.by.values()))} if isinstance(data, Corrected) else found
    if isinstance(data, Source):
        return data.released
    return [_digested(item) for item in data] if isinstance(data, (list, tuple)) else data


def sources(data: Mapping[str, Any], where: str = "", inherited: str = "") -> Iterator[tuple[str, Any, str]]:
    """Each datum with its source: (path, value, "R: ..."). An entry without a source of its own has its table's."""
    own = str(data.get("source", inherited))
    by = data.by if isinstance(data, Corrected) else {}
    for key, item in data.items():
        if key == "source":
            continue
        path = f"{where}{key}"
        if isinstance(item, Mapping):
            yield from sources(item, path + ".", own)
        else:
            yield path, item, by.get(key, own)


def unsourced(data: Mapping[str, Any]) -> list[str]:
    """The paths of data whose source is missing or has no known tag: there should be none."""
    return [path for path, _, source in sources(data) if source[:2] not in {f"{tag}:" for tag in TAGS}]
