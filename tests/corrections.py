"""Corrections drawn at random from a game's schema, each of them right by its kind: what the schema takes can be
played."""

from __future__ import annotations

import random
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from copy import deepcopy
from itertools import islice
from typing import Any

import contract
from ironbottom import games
from ironbottom.kernel import schema
from ironbottom.kernel.data import load_data, sources
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.game import Game
from ironbottom.kernel.schema import Datum, Kind, Rows, Schema, Table, keys_at, schema_of, walk


def package_of(slug: str) -> str:
    """The package of one of the five games."""
    return f"ironbottom.games.{slug.replace('-', '_')}"


def put(correction: dict[str, Any], keys: tuple[str, ...], value: Any) -> None:
    """Correct one datum more."""
    for key in keys[:-1]:
        correction = correction.setdefault(key, {})
    correction[keys[-1]] = value


def overlay(wishes: Mapping[str, Any]) -> dict[str, Any]:
    """A correction, given by the dotted paths of its data."""
    correction: dict[str, Any] = {}
    for path, value in wishes.items():
        put(correction, tuple(path.split(".")), value)
    return correction


def other(kind: Kind, value: Any, data: schema.Data, rng: random.Random) -> Any:
    """Another value of the kind, the ends of a range before all; the same one where the kind has no other."""
    match kind:
        case schema.Number(low, high):
            return rng.choice((low, high, low + 1, rng.randint(low, high), (value if type(value) is int else low) + 1))
        case schema.Real(low, high):
            return round(rng.uniform(low, high), 1)
        case schema.Flag():
            return not value
        case schema.Choice(names) if type(kind) is schema.Choice:
            return rng.choice(names)
        case schema.Reference(to, also):
            return rng.choice([*keys_at(data, to), *also])
        case schema.Named(names):
            return rng.choice(sorted(names))
        case schema.Cells(length, letters):
            at = rng.randrange(length)
            return value[:at] + rng.choice(sorted(letters)) + value[at + 1 :]
        case schema.Either(kinds):
            return other(rng.choice(kinds), value, data, rng)
        case schema.Tuple(_, kinds):
            at = rng.randrange(len(kinds))
            return [other(kinds[at], one, data, rng) if n == at else one for n, one in enumerate(value)]
        case schema.Many(of, least, most):
            how = rng.randrange(3)
            if how == 0 and len(value) > least:
                at = rng.randrange(len(value))
                return value[:at] + value[at + 1 :]
            if how == 1 and value and len(value) < most:
                return [*value, other(of, value[-1], data, rng)]
            at = rng.randrange(len(value)) if value else 0
            return [other(of, one, data, rng) if n == at else one for n, one in enumerate(value)]
        case schema.Text(_, _, form) if not form:
            return "as in my copy"
    return value


Change = tuple[tuple[str, ...], Any]
"""The keys that lead to what is corrected, and what stands there in the correction."""


def key_for(kind: Kind, entries: Mapping[str, Any], data: schema.Data, rng: random.Random) -> str:
    """A key that no entry has; "" where there is none."""
    match kind:
        case schema.Reference(to, also):
            names = [*keys_at(data, to), *also]
        case schema.Named(names_):
            names = sorted(names_)
        case schema.Choice(names_):
            names = list(names_)
        case _:
            names = []
            for like in [key for key in entries if key != schema.SOURCE] or [getattr(kind, "example", "")]:
                last = re.search(r"[0-9a-zA-Z](?=[^0-9a-zA-Z]*$)", like)
                ends = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                names += [like[: last.start()] + end + like[last.end() :] for end in ends] if last else []
                names += [like + end for end in "19xX"]
    free = [name for name in names if name not in entries and not kind.shape(name)]
    return rng.choice(free) if free else ""


def fresh(kind: Kind, like: Any, data: schema.Data, rng: random.Random) -> Any:
    """A new entry such as that one, mostly with one datum changed."""
    if not isinstance(like, Mapping):
        return other(kind, like, data, rng) if rng.random() < 0.5 else like
    entry = {key: deepcopy(item) for key, item in like.items() if key != schema.SOURCE}
    if entry and rng.random() < 0.6:
        key = rng.choice(sorted(entry))
        below = schema.child(kind, key)
        if below is not None and not isinstance(entry[key], Mapping):
            entry[key] = other(below, entry[key], data, rng)
    return entry


def played_by(known: Schema, data: schema.Data) -> list[Datum]:
    """All data and tables that some rule asks for."""
    return [datum for datum in walk(known, data, tables=True) if datum.part not in ("drawing", "component")]


def growing(known: Schema, data: schema.Data) -> list[tuple[Datum, Rows]]:
    """The tables whose entries may be more or less."""
    found = [(datum, datum.kind) for datum in played_by(known, data) if isinstance(datum.kind, Rows)]
    return [(datum, kind) for datum, kind in found if kind.grows]


def optional(known: Schema, data: schema.Data, there: bool) -> list[tuple[Datum, Table, list[str]]]:
    """The tables with keys that need not be there, and those of them that are there, or that are not."""
    found = [(datum, datum.kind) for datum in played_by(known, data) if isinstance(datum.kind, Table)]
    keys = [sorted(key for key in kind.optional if (key in datum.value) == there) for datum, kind in found]
    return [(datum, kind, left) for (datum, kind), left in zip(found, keys, strict=True) if left]


def additions(known: Schema, data: schema.Data, rng: random.Random) -> Iterator[Change]:
    """What may be added: an entry such as another, or a key that another entry has."""
    tables, lacking = growing(known, data), optional(known, data, there=False)
    holders: dict[tuple[int, str], list[Any]] = defaultdict(list)
    for datum, kind, keys in optional(known, data, there=True):
        for key in keys:
            holders[id(kind), key].append(datum.value[key])
    while True:
        if rng.random() < 0.7 or not lacking:
            datum, rows = rng.choice(tables)
            key = key_for(rows.keys, datum.value, data, rng)
            alike = [other.value for other, kind in tables if kind is rows and set(other.value) - {schema.SOURCE}]
            if key and alike:
                entries = rng.choice(alike)
                like = entries[rng.choice(sorted(set(entries) - {schema.SOURCE}))]
                yield (*datum.keys, key), fresh(rows.row, like, data, rng)
        else:
            datum, table, keys = rng.choice(lacking)
            key = rng.choice(keys)
            if holders[id(table), key]:
                yield (*datum.keys, key), fresh(table.fields[key], rng.choice(holders[id(table), key]), data, rng)


def removals(known: Schema, data: schema.Data, rng: random.Random) -> Iterator[Change]:
    """What may be removed: an entry, a key that need not be there, an item of a list."""
    tables, holding = [datum for datum, _ in growing(known, data) if datum.value], optional(known, data, there=True)
    lists = [datum for datum in played_by(known, data) if isinstance(datum.kind, schema.Many)]
    lists = [datum for datum in lists if isinstance(datum.kind, schema.Many) and datum.kind.least < len(datum.value)]
    while True:
        form = rng.randrange(3)
        if form == 0 and tables:
            datum = rng.choice(tables)
            yield (*datum.keys, schema.REMOVED), [rng.choice(sorted(set(datum.value) - {schema.SOURCE}))]
        elif form == 1 and holding:
            datum, _, keys = rng.choice(holding)
            yield (*datum.keys, schema.REMOVED), [rng.choice(keys)]
        elif form == 2 and lists:
            datum = rng.choice(lists)
            yield (*datum.keys, schema.REMOVED), [rng.choice(datum.value)]


def cells(known: Schema, data: schema.Data, rng: random.Random) -> Iterator[Change]:
    """Single cells of lists."""
    lists = [datum for datum in played_by(known, data) if isinstance(datum.value, list) and datum.value]
    while True:
        datum = rng.choice(lists)
        keys, item, kind = datum.keys, datum.value, datum.kind
        while item and (isinstance(item, list) or isinstance(kind, schema.Cells)):
            number = rng.randrange(len(item))
            keys, item, below = (*keys, str(number + 1)), item[number], schema.child(kind, str(number + 1))
            kind = below or schema.Flag()
            if rng.random() < 0.2:
                break
        value = other(kind, item, data, rng)
        if value != item:
            yield keys, value


def values(known: Schema, data: schema.Data, rng: random.Random) -> Iterator[Change]:
    """Data with another value each, from every part of the game alike: a set-up as often as a thousand units."""
    alike: dict[tuple[str, type[Kind], str], list[Datum]] = defaultdict(list)
    for datum in played_by(known, data):
        if not isinstance(datum.kind, (Table, Rows)):
            alike[datum.part, type(datum.kind), datum.keys[-1] if datum.part == "unit" else datum.path].append(datum)
    parts = defaultdict(list)
    for key, entries in alike.items():
        parts[key[0]].append(entries)
    while True:
        datum = rng.choice(rng.choice(parts[rng.choice(sorted(parts))]))
        value = other(datum.kind, datum.value, data, rng)
        if value != datum.value and not datum.kind.shape(value):
            yield datum.keys, value


def draws(known: Schema, data: schema.Data, rng: random.Random) -> Iterator[Change]:
    """Corrections of every form: values mostly, and cells, additions and removals."""
    drawn = [make(known, data, rng) for make in (values, values, cells, additions, removals)]
    while True:
        yield next(rng.choice(drawn))


def check_released(slug: str) -> int:
    """The data as released fit the schema, which speaks of each of them; how many they are."""
    package = package_of(slug)
    known, data = schema_of(package), load_data(package)
    assert known is not None
    assert list(schema.faults(known, data)) == []
    spoken = [datum.path for datum in walk(known, data)]
    assert spoken == [path for stem in known.tables for path, _, _ in sources(data[stem], f"{stem}.")]
    assert {datum.part for datum in walk(known, data)} <= set(schema.PARTS)
    assert all(datum.kind.says() for datum in walk(known, data))
    return len(spoken)


def refused(slug: str, wishes: Mapping[str, Any]) -> str:
    """The line with which a correction, given by dotted paths, is refused; "" if it is not."""
    return refusal(slug, overlay(wishes))


def refusal(slug: str, correction: Mapping[str, Any]) -> str:
    """The line with which a correction is refused; "" if it is not."""
    try:
        load_data(package_of(slug), correction, strict=True)
    except BadInput as error:
        line = str(error)
        assert line.startswith("overlay"), line
        assert "\n" not in line
        assert len(line) < 400, line
        return line
    return ""


def played(game: Game[Any], scenario: str, seed: int, steps: int) -> None:
    """The drawn board, some steps of a random game, and what both sides see then."""
    spaces = game.board(scenario)["spaces"]
    assert spaces
    assert game.chart(scenario, "chart").startswith("<svg")
    assert game.faces(scenario)
    for s in islice(contract.states(game, scenario, {}, seed), steps):
        last = s
    for side in contract.viewers(game):
        game.picture(game.view(last, side), side)


def copy_of(slug: str, text: str, steps: int = 100) -> Game[Any]:
    """The game of an owner: his correction, as a file has it, is taken, drawn and played for a while."""
    correction = tomllib.loads(text)
    assert refusal(slug, correction) == ""
    game = games.load(slug, correction)
    for scenario in (one for one in game.scenarios if not one.of):
        played(game, scenario.id, 1, steps)
    return game


def told(slug: str, text: str) -> str:
    """The line with which a correction, as a file has it, is refused; "" if it is not."""
    return refusal(slug, tomllib.loads(text))


def check_taken(slug: str, wishes: Mapping[str, Any]) -> None:
    """A correction is taken and played, and its owner's word stands beside what he changed and nothing else."""
    correction = overlay(wishes)
    assert refusal(slug, correction) == ""
    game = games.load(slug, correction)
    played(game, game.scenarios[0].id, 1, 60)
    marked = [path for path, _, source in sources(load_data(game.package, correction)) if source.startswith("O:")]
    assert sorted(marked) == sorted(wishes)


def try_each(slug: str, seed: int, count: int, steps: int, together: int = 1) -> int:
    """Refuse or play `count` mutations, of so many data together, and print each; how many were refused."""
    package = package_of(slug)
    known = schema_of(package)
    assert known is not None
    rng, data, no = random.Random(seed), load_data(package), 0
    drawn = draws(known, data, rng)
    for number in range(1, count + 1):
        mutation = list(islice(drawn, together))
        what = ", ".join(f"{'.'.join(keys)} = {value!r}" for keys, value in mutation)
        correction: dict[str, Any] = {}
        try:
            for keys, value in mutation:
                put(correction, keys, value)
        except (TypeError, AttributeError):  # the one stands in the other
            continue
        line = refusal(slug, correction)
        print(f"{number} of {count}, {no} refused: {what}{f': {line}' if line else ''}", flush=True)
        if line:
            no += 1
            continue
        game = games.load(slug, correction)
        try:
            played(game, rng.choice(game.scenarios).id, rng.randrange(1000), steps)
        except Exception as error:
            raise AssertionError(f"{what}: taken, but {error!r}") from error
    return no
