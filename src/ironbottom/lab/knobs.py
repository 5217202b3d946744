"""The reconstructed data of a game as knobs: what may be otherwise without a word of the rulebook speaking against it.

They stand in `calibration.toml` of the game's package, written by people who have read rulebook and dossier:

    scenario = "two-player"
    early = 6                           # who wins before this turn has won early

    [knob.east]
    text = "Where the Japanese land in the east"
    why = "No text names an eastern anchor; …"
    [knob.east.value.both]
    text = "at Taivu Point and Tetere"
    cost = 1                            # how far this is from the first reconstruction, by judgement
    [knob.east.value.both.overlay.two_player.locations.tetere]
    anchor = "japanese"                 # corrections, in the form of docs/corrections.md

A value may change several data at once, or leave entries out, where one alone would break what the rulebook asks for.
Only data with the tag D may be named: what the rulebook says, or a public source, is no knob. An entry may be added
where entries beside it, or the table that it is in, are reconstructed. No two knobs name the same datum, so that all
their values go together.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import product
from typing import Any

from ironbottom.kernel.data import load_data, parse_toml, sources
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.game import Game
from ironbottom.kernel.schema import REMOVED, SOURCE, Kind, Schema, child, close, may_be_added, schema_of

FILE = "calibration.toml"
CALIBRATION = "calibration: "
"""How the sources of what a knob changes begin."""
TABLE = {"scenario": str, "early": int, "knob": dict}
KNOB = {"text": str, "why": str, "value": dict}
VALUE = {"text": str, "cost": int, "overlay": dict}
MOST_COST = 9
MOST_CANDIDATES = 50_000

Tree = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Value:
    """What a knob may be set to: the corrections that it stands for, and how far they are from the reconstruction."""

    knob: str
    name: str
    text: str
    cost: int
    overlay: Mapping[str, Any]

    @property
    def id(self) -> str:
        """As it is asked for: `east=both`."""
        return f"{self.knob}={self.name}"


@dataclass(frozen=True, slots=True)
class Knob:
    """Reconstructed data that could be otherwise, and why."""

    name: str
    text: str
    why: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Knobs:
    """All knobs of a scenario; `early`: who wins before that turn has won early."""

    scenario: str
    early: int
    knobs: tuple[Knob, ...]

    def values(self) -> Iterator[Value]:
        """The values of all knobs, in their order."""
        for knob in self.knobs:
            yield from knob.values


@dataclass(frozen=True, slots=True)
class Candidate:
    """At most one value of each knob; none at all is the first reconstruction."""

    values: tuple[Value, ...] = ()

    @property
    def cost(self) -> int:
        """The distance from the first reconstruction."""
        return sum(value.cost for value in self.values)

    @property
    def name(self) -> str:
        """Its values by their ids; "as reconstructed" where there are none."""
        return ",".join(value.id for value in self.values) or "as reconstructed"

    @property
    def overlay(self) -> Tree | None:
        """The corrections that it stands for; None for the first reconstruction."""
        found: Tree = {}
        for value in self.values:
            found = together(found, sourced(value.overlay, CALIBRATION + value.text))
        return found or None


def read_knobs(game: Game[Any]) -> Knobs:
    """The knobs of a game. Raises BadInput with one line: where the file has none, or says what may not be."""
    file = files(game.package) / FILE
    if not file.is_file():
        raise BadInput(f"{game.slug} has no {FILE}: nobody has said which of its data may be otherwise")
    return knobs_of(game, file.read_text("utf-8"))


def knobs_of(game: Game[Any], text: str) -> Knobs:
    """The knobs in a text. Raises BadInput with one line."""
    data = parse_toml(text, FILE)
    _formed(data, TABLE, "")
    scenarios = [one.id for one in game.scenarios if len(one.sides) == 2]
    if data["scenario"] not in scenarios:
        raise BadInput(f"{FILE}, scenario: one of {', '.join(scenarios)} was expected, not '{data['scenario']}'")
    printed = load_data(game.package)
    tags = {path: source[:1] for path, _, source in sources(printed)}
    schema = schema_of(game.package)
    taken: dict[str, str] = {}
    knobs = []
    for name, table in data["knob"].items():
        _formed(table, KNOB, f"knob.{name}")
        values = tuple(_value(name, key, one) for key, one in table["value"].items())
        for value in values:
            for path in named(value.overlay, printed, tags, schema):
                if taken.setdefault(path, name) != name:
                    raise BadInput(f"{FILE}: the knobs {taken[path]} and {name} both name {path}")
            try:
                load_data(game.package, value.overlay, strict=True)
            except BadInput as error:
                raise BadInput(f"{FILE}, {value.id}: {error}") from None
        knobs.append(Knob(name, table["text"], table["why"], values))
    return Knobs(data["scenario"], data["early"], tuple(knobs))


def _value(knob: str, name: str, table: Any) -> Value:
    where = f"knob.{knob}.value.{name}"
    _formed(table, VALUE, where)
    if not 1 <= table["cost"] <= MOST_COST:
        raise BadInput(f"{FILE}, {where}.cost: a number from 1 to {MOST_COST} was expected, not {table['cost']}")
    if not table["overlay"]:
        raise BadInput(f"{FILE}, {where}.overlay: it changes nothing")
    return Value(knob, name, table["text"], table["cost"], table["overlay"])


def _formed(table: Any, form: Mapping[str, type], where: str) -> None:
    """Raise BadInput unless the table holds these keys and no other."""
    before = f"{FILE}, {where}" if where else FILE
    if not isinstance(table, dict):
        raise BadInput(f"{before}: a table was expected")
    for key in table:
        if key not in form:
            raise BadInput(f"{before}: there is no '{key}'; known there: {', '.join(form)}")
    for key, kind in form.items():
        if type(table.get(key)) is not kind:
            what = {str: "a text", int: "a whole number", dict: "a table"}[kind]
            raise BadInput(f"{before}: '{key}' is missing, or is not {what}")


def named(
    overlay: Mapping[str, Any], printed: Any, tags: Mapping[str, str], kind: Schema | Kind | None, where: str = ""
) -> Iterator[str]:
    """The paths of the data that corrections name. Raises BadInput for one that is not reconstructed."""
    for key, item in overlay.items():
        if key == SOURCE:
            continue
        if key == REMOVED and isinstance(item, list) and isinstance(printed, Mapping):
            for gone in item:
                below = [path for path in tags if f"{path}.".startswith(f"{where}{gone}.")]
                if not below:
                    raise BadInput(f"{FILE}: there is no {where}{gone} to remove{close(gone, list(printed))}")
                yield from (_reconstructed(path, tags) for path in below)
            continue
        path = f"{where}{key}"
        if not isinstance(printed, Mapping):
            raise BadInput(f"{FILE}: there is no {path}")
        if key not in printed:
            if not may_be_added(kind, key):
                raise BadInput(f"{FILE}: there is no {path}{close(key, [one for one in printed if one != SOURCE])}")
            yield _added(path, tags)
        elif isinstance(item, Mapping) and isinstance(printed[key], Mapping):
            yield from named(item, printed[key], tags, child(kind, key), f"{path}.")
        else:
            yield _reconstructed(path, tags)


def _added(path: str, tags: Mapping[str, str]) -> str:
    """The path of an entry more, which the data beside it must allow: those of the nearest table that holds any."""
    table = path
    while "." in table:
        table = table.rpartition(".")[0]
        beside = {tag for one, tag in tags.items() if one.startswith(f"{table}.")}
        if beside:
            if "D" in beside:
                return path
            break
    raise BadInput(f"{FILE}: {path} is no knob: nothing beside it is reconstructed")


def _reconstructed(path: str, tags: Mapping[str, str]) -> str:
    if path not in tags:
        raise BadInput(f"{FILE}: {path} is a table; what in it is to be otherwise?")
    if tags[path] != "D":
        raise BadInput(f"{FILE}: {path} is no knob: its source has the tag {tags[path]}, and only D is reconstructed")
    return path


def sourced(overlay: Mapping[str, Any], word: str) -> Tree:
    """The corrections with that word as the source of whatever they change."""
    found: Tree = {
        key: sourced(item, word) if isinstance(item, Mapping) else item for key, item in overlay.items()
    }
    leaves = any(not isinstance(item, Mapping) for item in overlay.values())
    return {SOURCE: word, **found} if leaves else found


def together(below: Mapping[str, Any], above: Mapping[str, Any]) -> Tree:
    """The corrections of two knobs in one; what both leave out of one table is left out, and both are
    named as sources of a table that both change."""
    found = dict(below)
    for key, item in above.items():
        under = found.get(key)
        if isinstance(item, Mapping) and isinstance(under, Mapping):
            found[key] = together(under, item)
        elif key == REMOVED and isinstance(item, list) and isinstance(under, list):
            found[key] = [*under, *(one for one in item if one not in under)]
        elif key == SOURCE and isinstance(under, str):
            found[key] = f"{under}; {item.removeprefix(CALIBRATION)}"
        else:
            found[key] = item
    return found


def candidates(knobs: Knobs) -> list[Candidate]:
    """All that the knobs can be set to, nearest to the first reconstruction first; the first is that itself. Not all of
    them need fit the game's schema (`fits`). Raises BadInput where there are too many."""
    if math.prod(len(knob.values) + 1 for knob in knobs.knobs) > MOST_CANDIDATES:
        raise BadInput(f"{FILE}: its knobs can be set in more than {MOST_CANDIDATES} ways; leave some of them out")
    chosen = product(*((None, *knob.values) for knob in knobs.knobs))
    found = [Candidate(tuple(value for value in values if value is not None)) for values in chosen]
    return sorted(found, key=lambda one: (one.cost, len(one.values)))


def fits(package: str, one: Candidate) -> bool:
    """Whether a new game could begin so."""
    try:
        load_data(package, one.overlay, strict=True)
    except BadInput:
        return False
    return True


def candidate(knobs: Knobs, wanted: Sequence[str]) -> Candidate:
    """The candidate of these ids, such as `east=both`. Raises BadInput."""
    known = {value.id: value for value in knobs.values()}
    found = []
    for one in wanted:
        if one not in known:
            raise BadInput(f"there is no '{one}'{close(one, list(known)) or '; there are: ' + ', '.join(known)}")
        found.append(known[one])
    if len({value.knob for value in found}) < len(found):
        raise BadInput("each knob has one value")
    order = [value.id for value in knobs.values()]
    return Candidate(tuple(sorted(found, key=lambda value: order.index(value.id))))
