"""Corrections drawn at random from a game's schema, each of them right by its kind: what the schema takes can be
played."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import contract
from ironbottom import games
from ironbottom.kernel import schema
from ironbottom.kernel.data import load_data, sources
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.game import Game
from ironbottom.kernel.schema import Datum, Kind, Schema, keys_at, schema_of, walk


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
    """Some steps of a random game, and what both sides see then."""
    for s in islice(contract.states(game, scenario, {}, seed), steps):
        last = s
    for side in contract.viewers(game):
        game.picture(game.view(last, side), side)


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
        what = ", ".join(f"{datum.path} = {value!r}" for datum, value in mutation)
        correction: dict[str, Any] = {}
        for datum, value in mutation:
            put(correction, datum.keys, value)
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
