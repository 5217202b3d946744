"""The schema of a game's data: what each kind takes, what holds over the whole, and how data are read by it."""

from __future__ import annotations

import doctest
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ironbottom.kernel import schema
from ironbottom.kernel.data import digest, load_data, sources
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.schema import (
    Cells,
    Choice,
    Data,
    Either,
    Flag,
    Given,
    Kind,
    Many,
    Named,
    Number,
    Real,
    Reference,
    Rows,
    Schema,
    Table,
    Text,
    Tuple,
    faults,
    walk,
)


def test_the_examples_hold() -> None:
    assert doctest.testmod(schema).failed == 0


@pytest.mark.parametrize(
    ("kind", "fits", "wrong"),
    [
        (Number(0, 9), [0, 9], [-1, 10, 1.0, True, "1", None, [1]]),
        (Real(-1, 1), [-1, 0.5, 1], [1.1, math.nan, math.inf, False, "0"]),
        (Text(5), ["", "abcde"], ["abcdef", "a\nb", 5, "{n}", "}"]),
        (Text(20, ("n",)), ["turn {n}", "{n:>3}"], ["{m}", "{n", "{n.x}", "{}"]),
        (Text(9, form="[a-z]+", example="kukum"), ["kukum"], ["Kukum", ""]),
        (Flag(), [True, False], [0, 1, "true"]),
        (Choice(("axis", "allies")), ["axis"], ["Axis", "", 0, ["axis"]]),
        (Given("M"), ["M"], ["N", 0]),
        (Given(2), [2], [True, 2.0, 3]),
        (Named(frozenset({"0101"}), "a hex", "0101"), ["0101"], ["9999", 101, ["0101"]]),
        (Reference("map.space"), ["anything"], [1, None, ["A"], "x" * 81]),
        (Cells(3, {"c": "clear", "j": "jungle"}), ["cjc"], ["cj", "cjcc", "cjx", ["c", "j", "c"]]),
        (Many(Number(1, 6), 1, 3), [[1], [6, 6, 6]], [[], [1, 1, 1, 1], [0], "1", {"a": 1}]),
        (Many(Number(1, 6), 0, 3, different=True), [[], [1, 2]], [[1, 1]]),
        (Many(Number(1, 6), 0, 3, rising=True), [[], [1, 2]], [[2, 1], [1, 1]]),
        (Tuple(("loss", "word"), (Number(0, 9), Text(3))), [[1, "a"]], [[1], ["a", 1], [1, "abcd"], 1]),
        (Either((Number(0, 9), Choice(("+",)))), [3, "+"], ["-", 10, True]),
        (Table({"at": Number(0, 9), "to": Number(0, 9)}, frozenset({"to"})), [{"at": 1}], [{}, {"at": 1, "x": 1}, []]),
    ],
)
def test_a_kind_takes_what_fits_and_says_what_it_wants(kind: Kind, fits: list[Any], wrong: list[Any]) -> None:
    assert [kind.shape(item) for item in fits] == [""] * len(fits)
    for item in wrong:
        told = kind.shape(item)
        assert told, item
        assert "\n" not in told
        assert len(told) < 250
    assert kind.says()


def even(data: Data) -> Iterator[str]:
    """Both sides have as many ships."""
    counts = [sum(row["side"] == side for row in data["units"]["ship"].values()) for side in ("axis", "allies")]
    if len(set(counts)) > 1:
        yield f"units.ship: {counts[0]} and {counts[1]} ships; both sides have as many"


SHIP = Table({"side": Choice(("axis", "allies")), "port": Reference("units.port", ("sea",))})
SCHEMA = Schema(
    {"units": Table({"ship": Rows(SHIP, part="unit", grows="its name"), "port": Rows(Table({}), part="place")})},
    (even,),
)


def fleet(**changes: Any) -> dict[str, Any]:
    ships = {"DD-1": {"side": "axis", "port": "truk"}, "DD-2": {"side": "allies", "port": "sea"}}
    ships["DD-1"].update(changes)
    return {"units": {"ship": ships, "port": {"truk": {}, "rabaul": {}}}}


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({}, None),
        ({"port": "trul"}, "units.ship.DD-1.port: 'trul' is no entry of units.port; did you mean 'truk'?"),
        ({"port": "tokyo"}, "units.ship.DD-1.port: 'tokyo' is no entry of units.port; known there: truk, rabaul, sea"),
        ({"port": 3}, "units.ship.DD-1.port: an entry of units.port or 'sea' was expected, not 3"),
        ({"flag": 3}, "units.ship.DD-1: there is no 'flag'; known there: side, port"),
        ({"source": 3}, "units.ship.DD-1.source: a source is a text such as 'R: my copy'"),
        ({"side": "allies"}, "units.ship: 0 and 2 ships; both sides have as many"),
    ],
)
def test_a_fault_says_where_what_and_what_would_be_right(changes: dict[str, Any], line: str | None) -> None:
    assert next(faults(SCHEMA, fleet(**changes)), None) == line


def test_what_is_missing_and_files_that_nobody_described_are_told() -> None:
    data = fleet()
    del data["units"]["ship"]["DD-1"]["port"]
    assert next(faults(SCHEMA, data)) == "units.ship.DD-1: port is missing"
    assert next(faults(SCHEMA, {**fleet(), "map": {}})) == "map: nothing is said of this file; known: units"
    assert next(faults(SCHEMA, {"units": {"ship": 3, "port": {}}})).startswith("units.ship: a table was expected")
    assert next(faults(SCHEMA, {})).startswith("units: a table was expected")


def test_a_schema_is_walked_from_datum_to_datum() -> None:
    found = list(walk(SCHEMA, fleet(source="D: mine")))
    assert [(datum.path, datum.value, datum.part) for datum in found[:2]] == [
        ("units.ship.DD-1.side", "axis", "unit"),
        ("units.ship.DD-1.port", "truk", "unit"),
    ]
    assert len(found) == 4


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game's package with data and a schema."""
    folder = tmp_path / "harbour"
    (folder / "data").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "schema.py").write_text(
        "from ironbottom.kernel.schema import *\n"
        "supply = Either((Number(0, 40), Choice(('+',))))\n"
        "row = Table({'american': supply, 'name': Text(20)})\n"
        "SCHEMA = Schema({'turns': Table({'turn': Rows(row), 'rivers': Rows(Many(Text(4), 1, 9))})})\n"
    )
    (folder / "data" / "turns.toml").write_text(
        'source = "D: chosen"\n[turn.1]\namerican = 4\nname = "Aug"\nsource = "R: 1.0"\n[rivers]\nilu = ["4006"]\n'
        'lunga = ["3607"]\n'
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("harbour", "harbour.schema"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return "harbour"


def test_a_new_game_refuses_what_a_stored_one_goes_on_with(package: str) -> None:
    wish = {"turns": {"turn": {"1": {"american": 41}}}}
    assert load_data(package, wish)["turns"]["turn"]["1"]["american"] == 41
    with pytest.raises(BadInput, match=r"overlay, turns.turn.1.american: a number from 0 to 40, or one of \+ was"):
        load_data(package, wish, strict=True)
    with pytest.raises(BadInput, match=r"there is no turns.turn.1.amrican; did you mean 'american'\?"):
        load_data(package, {"turns": {"turn": {"1": {"amrican": 4}}}})
    with pytest.raises(BadInput, match=r"a number from 0 to 40, or one of \+ was expected, not 'plus'"):
        load_data(package, {"turns": {"turn": {"1": {"american": "plus"}}}})


@pytest.mark.parametrize("strict", [True, False])
def test_the_schema_and_not_what_is_printed_says_what_kind_a_datum_is(package: str, strict: bool) -> None:
    data = load_data(package, {"turns": {"turn": {"1": {"american": "+"}}}}, strict=strict)
    assert data["turns"]["turn"]["1"]["american"] == "+"


def test_the_owners_word_belongs_to_what_he_changed(package: str) -> None:
    wish = {"turns": {"turn": {"1": {"american": 5, "source": "R: my copy"}}, "rivers": {"ilu": ["4007"]}}}
    data = load_data(package, wish, strict=True)
    assert dict(data["turns"]["rivers"]) == {"ilu": ["4007"], "lunga": ["3607"]}
    assert [(path, source) for path, _, source in sources(data)] == [
        ("turns.turn.1.american", "O: R: my copy"),
        ("turns.turn.1.name", "R: 1.0"),
        ("turns.rivers.ilu", "O: owner's correction"),
        ("turns.rivers.lunga", "D: chosen"),
    ]


def test_a_digest_has_the_owners_word_as_the_tables_source(package: str) -> None:
    """So it was in the first release; the records of games with corrections name these digests."""
    plain = load_data(package)
    wish = {"turns": {"turn": {"1": {"american": 5, "source": "R: my copy"}}, "rivers": {"ilu": ["4007"]}}}
    turns = plain["turns"]
    before = {
        **turns,
        "turn": {"1": {**turns["turn"]["1"], "american": 5, "source": "O: R: my copy"}},
        "rivers": {**turns["rivers"], "ilu": ["4007"], "source": "O: owner's correction"},
    }
    assert digest(load_data(package, wish)) == digest({"turns": before})
    assert digest(load_data(package, {})) == digest(plain)
