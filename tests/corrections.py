"""Corrections drawn at random from a game's schema, each of them right by its kind: what the schema takes can be
played."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from typing import Any

import contract
from ironbottom import games
from ironbottom.kernel import schema
from ironbottom.kernel.data import load_data
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.game import Game
from ironbottom.kernel.schema import Datum, Kind, Schema, keys_at, schema_of, walk


def overlay(keys: tuple[str, ...], value: Any) -> dict[str, Any]:
    """The correction of one datum."""
    for key in reversed(keys):
        value = {key: value}
    return value  # type: ignore[no-any-return]


def dotted(path: str, value: Any) -> dict[str, Any]:
    """The correction of the datum at a dotted path."""
    return overlay(tuple(path.split(".")), value)


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


def draws(known: Schema, data: schema.Data, rng: random.Random) -> Iterator[tuple[Datum, Any]]:
    """Data with another value each, from every part of the game alike: a set-up as often as a thousand units."""
    alike: dict[tuple[str, Kind, str], list[Datum]] = defaultdict(list)
    for datum in walk(known, data):
        if datum.part not in ("drawing", "component"):
            alike[datum.part, type(datum.kind), datum.keys[-1] if datum.part == "unit" else datum.path].append(datum)
    parts = defaultdict(list)
    for key, entries in alike.items():
        parts[key[0]].append(entries)
    while True:
        datum = rng.choice(rng.choice(parts[rng.choice(sorted(parts))]))
        value = other(datum.kind, datum.value, data, rng)
        if value != datum.value and not datum.kind.shape(value):
            yield datum, value


def refused(package: str, correction: dict[str, Any]) -> str:
    """The line with which a correction is refused, or "" if it is not."""
    try:
        load_data(package, correction, strict=True)
    except BadInput as error:
        line = str(error)
        assert line.startswith("overlay"), line
        assert "\n" not in line
        assert len(line) < 400, line
        return line
    return ""


def played(game: Game[Any], scenario: str, seed: int, steps: int) -> None:
    """Some steps of a random game, and what both sides see then."""
    for s in islice(contract.states(game, scenario, {}, seed), steps):
        last = s
    for side in contract.viewers(game):
        game.picture(game.view(last, side), side)


def try_each(slug: str, seed: int, count: int, steps: int) -> int:
    """Refuse or play `count` mutations of single data; how many were refused."""
    package = f"ironbottom.games.{slug.replace('-', '_')}"
    known = schema_of(package)
    assert known is not None
    rng, data, no = random.Random(seed), load_data(package), 0
    for datum, value in islice(draws(known, data, rng), count):
        correction = overlay(datum.keys, value)
        if refused(package, correction):
            no += 1
            continue
        game = games.load_with(slug, correction)
        try:
            played(game, rng.choice(game.scenarios).id, rng.randrange(1000), steps)
        except Exception as error:
            raise AssertionError(f"{datum.path} = {value!r} is taken, but: {error!r}") from error
    return no
