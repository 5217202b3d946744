"""A game's printed data: `data/*.toml`, where each datum comes from, and its owner's corrections.

Every entry (a table) has a `source`, or stands in one that has: its first letter is the tag R (rulebook), P (public),
K (known) or D (reconstructed), then where. Where some of its data come from elsewhere, `sources` says so:

    [locations.kokumbona]
    kind = "beach"
    anchor = "none"
    source = "R: board legend"
    sources = { anchor = "D: no example contradicts it" }

Where sources were mended after a release, `released` holds the source as it was: digests are made with that and without
`sources`, so that records find their data. A table that came after the first release, because what it says was code
before, is marked `unreleased = true`; digests leave it out as long as nobody corrects it. An overlay is a TOML file of
the same shape that holds only what differs (kernel/overlay.py).
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from ironbottom.kernel.errors import BadInput, system_says
from ironbottom.kernel.overlay import MOST_VALUES, Corrected, CorrectedList, Entry, Later, Mending, cell, merged
from ironbottom.kernel.schema import ADDED, REMOVED, SOURCE, faults, schema_of, short

TAGS = {"R": "rulebook", "P": "public source", "K": "known", "D": "reconstructed", "O": "owner's correction"}
RELEASED = "released"
"""In corrections, before all tables: the digest of the data that they are to, where these are not today's."""
LARGEST_FILE = 1_000_000
"""Bytes: the largest text file that is read from a stranger."""


def read_text(path: Path, most: int = LARGEST_FILE) -> str:
    """A text file from outside. Raises BadInput for a missing or too large one, with its name."""
    try:
        if path.stat().st_size > most:
            raise BadInput(f"{path.name} is larger than {most} bytes")
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise BadInput(f"there is no file {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} cannot be read: {system_says(error)}") from None


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file from outside. Raises BadInput for a missing, too large or broken one, with its name."""
    return parse_toml(read_text(path), path.name)


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """A TOML text from outside. Raises BadInput with one line."""
    try:
        return tomllib.loads(text)
    except ValueError as error:  # TOMLDecodeError, or a number of more digits than Python reads
        raise BadInput(f"{name} is not TOML: {error}") from None
    except RecursionError:
        raise BadInput(f"{name} is nested too deeply") from None


class Source(str):
    """A source that was mended; `released` is what the first release called it."""

    released: str


def load_data(package: str, overlay: Mapping[str, Any] | None = None, strict: bool = False) -> dict[str, Any]:
    """All of a game's data files by stem, with the owner's corrections put in. Raises BadInput for a wrong overlay.

    `strict` refuses all that the game's schema refuses: so for a new game, and where corrections are shown. A stored
    game or a record is read without it, for it may have begun with corrections that nobody checked then.
    """
    schema = schema_of(package)
    data, overlay = _based(package, overlay)
    if overlay:
        mending = Mending(strict, schema is not None and schema.additions)
        data = mending.table(data, overlay, "", schema)
        if mending.values > MOST_VALUES:
            raise BadInput(f"overlay: {mending.values} values are more than a game has; at most {MOST_VALUES}")
        if strict and schema is not None:
            for fault in faults(schema, data):
                raise BadInput(f"overlay, {fault}")
    return data


def _based(package: str, overlay: Mapping[str, Any] | None) -> tuple[dict[str, Any], Mapping[str, Any] | None]:
    """The data that corrections are to, and the corrections without the word which. Raises BadInput."""
    if not overlay or RELEASED not in overlay:
        return _read(files(package) / "data"), overlay
    wanted = overlay[RELEASED]
    if wanted not in released_data(package):
        raise BadInput(f"overlay, {RELEASED}: the data of that release are not here: {short(wanted)}")
    data = _read(files(package) / RELEASED / wanted)
    return data, {key: item for key, item in overlay.items() if key != RELEASED}


def released_data(package: str) -> tuple[str, ...]:
    """The digests of the data of earlier releases that a game keeps, each in a folder `released/DIGEST`."""
    folder = files(package) / RELEASED
    return tuple(sorted(one.name for one in folder.iterdir() if one.is_dir())) if folder.is_dir() else ()


def _read(folder: Traversable) -> dict[str, Any]:
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    return {name.removesuffix(".toml"): _sourced(tomllib.loads((folder / name).read_text("utf-8"))) for name in names}


def _sourced(table: dict[str, Any]) -> dict[str, Any]:
    """The table with its mended sources as such, and those of single data."""
    if "released" in table:
        source = Source(table[SOURCE])
        source.released = table.pop("released")
        table[SOURCE] = source
    by, later = table.pop("sources", {}), table.pop("unreleased", False)
    for key, item in table.items():
        if isinstance(item, dict):
            table[key] = _sourced(item)
    if by or later:
        table = Later(table) if later else Entry(table)
        table.by = by
    return table


def digest(data: Any) -> str:
    """A digest of data, the same on every machine."""
    text = json.dumps(_digested(data), sort_keys=True, ensure_ascii=True, separators=(",", ":"), default=str)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _digested(data: Any) -> Any:
    """The data as digests have them: a corrected table has its owner's word as its source, for so it was when the
    first records were written."""
    if isinstance(data, Mapping):
        found = {key: _digested(item) for key, item in data.items() if not isinstance(item, Later)}
        return found | {SOURCE: data.word} if isinstance(data, Corrected) else found
    if isinstance(data, Source):
        return data.released
    return [_digested(item) for item in data] if isinstance(data, (list, tuple)) else data


def sources(data: Mapping[str, Any], where: str = "", inherited: str = "") -> Iterator[tuple[str, Any, str]]:
    """Each datum with its source: (path, value, "R: ..."). An entry without a source of its own has its table's. Behind
    a list come those of its cells that an owner corrected."""
    own = str(data.get(SOURCE, inherited))
    by = data.by if isinstance(data, Entry) else {}
    for key, item in data.items():
        if key == SOURCE:
            continue
        path = f"{where}{key}"
        if isinstance(item, Mapping):
            yield from sources(item, path + ".", own)
        else:
            yield path, item, by.get(key, own)
            yield from _cells(item, path)


def _cells(item: Any, path: str) -> Iterator[tuple[str, Any, str]]:
    """The cells of a datum that an owner corrected."""
    if isinstance(item, Corrected):
        yield from ((f"{path}.{key}", item[key], word) for key, word in item.by.items())
    elif isinstance(item, CorrectedList):
        yield from ((f"{path}.{key}", cell(item, key), word) for key, word in item.by.items())
        for number, one in enumerate(item, 1):
            yield from _cells(one, f"{path}.{number}")


def unsourced(data: Mapping[str, Any]) -> list[str]:
    """The paths of data whose source is missing or has no known tag: there should be none."""
    return [path for path, _, source in sources(data) if source[:2] not in {f"{tag}:" for tag in TAGS}]


def complaints(package: str, overlay: Mapping[str, Any]) -> list[str]:
    """A line for each fault of corrections, whole data looked at only where each of them fits by itself; none: a new
    game may begin with them."""
    schema = schema_of(package)
    try:
        printed, rest = _based(package, overlay)
    except BadInput as error:
        return [str(error)]
    whole = rest or {}
    adds = schema is not None and schema.additions

    def wrong(part: Mapping[str, Any]) -> list[str]:
        try:
            Mending(True, adds).table(printed, part, "", schema)
        except BadInput as error:
            halves = _halves(part, printed)
            return [str(error)] if halves is None else [line for half in halves for line in wrong(half)]
        return []

    if found := wrong(whole):
        return list(dict.fromkeys(found))
    mending = Mending(False, adds)
    data = mending.table(printed, whole, "", schema)
    if mending.values > MOST_VALUES:
        return [f"overlay: {mending.values} values are more than a game has; at most {MOST_VALUES}"]
    return [] if schema is None else [f"overlay, {fault}" for fault in faults(schema, data)]


def readable(package: str, overlay: Mapping[str, Any]) -> dict[str, Any]:
    """What of corrections can be put into the data at all, whatever else is wrong with it: a datum of another kind than
    its own is left out, so that the rest can be looked at and put right. Raises BadInput where nothing can be said."""
    schema = schema_of(package)
    printed, rest = _based(package, overlay)
    adds = schema is not None and schema.additions

    def sound(part: Mapping[str, Any]) -> Mapping[str, Any]:
        try:
            Mending(False, adds).table(printed, part, "", schema)
        except BadInput:
            made: dict[str, Any] = {}
            for half in _halves(part, printed) or ():
                made = merged(made, sound(half))
            return made
        return part

    based = {RELEASED: overlay[RELEASED]} if RELEASED in overlay else {}
    return {**based, **sound(rest or {})}


def _halves(part: Mapping[str, Any], printed: Any) -> list[dict[str, Any]] | None:
    """Corrections in two halves; None for one that stands alone, as what is added or left out does."""
    if isinstance(printed, list) and part.keys() & {REMOVED, ADDED}:
        return None
    if len(part) > 1:
        keys = list(part)
        middle = len(keys) // 2
        return [{key: part[key] for key in half} for half in (keys[:middle], keys[middle:])]
    for key, item in part.items():
        under = printed.get(key) if isinstance(printed, Mapping) else None
        if isinstance(item, Mapping) and isinstance(under, (Mapping, list)):
            below = _halves(item, under)
            return None if below is None else [{key: half} for half in below]
    return None
