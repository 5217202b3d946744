"""What an owner's correction may say: values, cells, what is added, removed and replaced, and whose word each datum is
then."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ironbottom.kernel.data import digest, load_data, sources, unsourced
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.overlay import corrected

SCHEMA = """
from ironbottom.kernel.schema import *

row = Tuple(("loss", "retreat"), (Number(0, 9), Number(0, 9)))
ship = Table({"move": Number(1, 6), "guns": Number(0, 20), "name": Text(20)}, options("guns"))
SCHEMA = Schema({
    "fleet": Table({
        "ship": Rows(ship, keys=Text(6, form="[A-Z]+", example="DST"), grows="its type"),
        "port": Rows(Table({"room": Number(0, 9)})),
        "fire": Table({"columns": Many(Number(1, 99), 1, 9, rising=True), "rows": Many(Many(row, 2, 3), 2, 2)}),
        "chart": Many(Cells(4, {".": "sea", "j": "jungle"}), 2, 2),
        "roads": Many(Many(Text(1), 2, 2), 0, 9),
        "weather": Table({"rain": Number(1, 6)}),
        "turns": Many(Table({"date": Text(9), "points": Number(0, 9)}, options("points")), 1, 9),
    }),
}, additions=True)
"""
FLEET = """
source = "D: chosen"
chart = ["..jj", ".jjj"]
roads = [["a", "b"], ["b", "c"]]
turns = [{ date = "Aug", points = 2 }, { date = "Sep" }]
[ship.DST]
move = 3
guns = 5
name = "Destroyer"
source = "R: sheet; guns D"
released = "R: sheet"
sources = { guns = "D: like the others" }
[ship.BAT]
move = 2
name = "Battleship"
[port.truk]
room = 4
[weather]
rain = 2
unreleased = true
[fire]
columns = [1, 6]
rows = [[[1, 0], [2, 0]], [[0, 0], [1, 1]]]
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game's package with data and a schema that lets its owner add."""
    folder = tmp_path / "anchorage"
    (folder / "data").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "schema.py").write_text(SCHEMA)
    (folder / "data" / "fleet.toml").write_text(FLEET)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("anchorage", "anchorage.schema"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return "anchorage"


def fleet(package: str, overlay: str) -> Any:
    """The data with a correction, as TOML."""
    return load_data(package, tomllib.loads(overlay), strict=True)["fleet"]


def marked(package: str, overlay: str) -> list[tuple[str, Any]]:
    """What stands there by the owner's word."""
    data = load_data(package, tomllib.loads(overlay), strict=True)
    return [(path, item) for path, item, source in sources(data) if source == "O: R: mine"]


def test_entries_are_added_removed_and_replaced(package: str) -> None:
    found = fleet(package, '[fleet.ship.SUB]\nmove = 1\nname = "Submarine"\n[fleet.ship]\nremoved = ["BAT"]')
    assert {key: dict(row) for key, row in found["ship"].items()} == {
        "DST": {"move": 3, "guns": 5, "name": "Destroyer", "source": "R: sheet; guns D"},
        "SUB": {"move": 1, "name": "Submarine"},
    }
    new = fleet(package, '[fleet.ship]\nremoved = ["DST"]\n[fleet.ship.DST]\nmove = 6\nname = "Other"')["ship"]["DST"]
    assert dict(new) == {"move": 6, "name": "Other"}


def test_a_key_that_need_not_be_there_is_added_and_removed(package: str) -> None:
    assert "guns" not in fleet(package, '[fleet.ship.DST]\nremoved = ["guns"]')["ship"]["DST"]
    assert fleet(package, "[fleet.ship.BAT]\nguns = 12")["ship"]["BAT"]["guns"] == 12
    assert fleet(package, "[fleet.turns.2]\npoints = 3")["turns"][1] == {"date": "Sep", "points": 3}
    assert fleet(package, '[fleet.turns.1]\nremoved = ["points"]')["turns"][0] == {"date": "Aug"}


def test_cells_are_corrected_one_by_one(package: str) -> None:
    wish = '[fleet.fire]\nsource = "R: mine"\nrows = { 1 = { 2 = [3, 1] }, 2 = { 1 = { 2 = 4 } }, source = "R: mine" }'
    table = fleet(package, wish)["fire"]
    assert table["rows"] == [[[1, 0], [3, 1]], [[0, 4], [1, 1]]]
    assert fleet(package, '[fleet.chart]\n1.1 = "j"\n2.4 = "."\n')["chart"] == ["j.jj", ".jj."]
    assert fleet(package, '[fleet]\nchart.2 = "jjjj"')["chart"] == ["..jj", "jjjj"]
    assert fleet(package, "[fleet.fire.columns]\n2 = 9")["fire"]["columns"] == [1, 9]


def test_items_of_a_list_are_removed_and_added(package: str) -> None:
    assert fleet(package, '[fleet.roads]\nremoved = [["a", "b"]]\nadded = [["a", "d"]]')["roads"] == [
        ["b", "c"], ["a", "d"],
    ]  # fmt: skip


def test_the_owners_word_stands_beside_what_he_changed_alone(package: str) -> None:
    assert marked(package, '[fleet.fire.rows]\n1.2 = [3, 1]\nsource = "R: other"\n1.source = "R: mine"') == [
        ("fleet.fire.rows.1.2", [3, 1])
    ]
    assert marked(package, '[fleet.fire.rows]\n1.2 = [3, 1]\nsource = "R: mine"') == [("fleet.fire.rows.1.2", [3, 1])]
    assert marked(package, '[fleet.chart]\n1.1 = "j"\n1.source = "R: x"\nsource = "R: mine"') == [
        ("fleet.chart.1.1", "j")
    ]
    assert marked(package, '[fleet.roads]\nremoved = [["a", "b"]]\nadded = [["a", "d"]]\nsource = "R: mine"') == [
        ("fleet.roads.2", ["a", "d"])
    ]
    assert marked(package, '[fleet.turns.2]\npoints = 3\nsource = "R: mine"') == [("fleet.turns.2.points", 3)]
    assert marked(package, '[fleet.ship.DST]\nmove = 6\nsource = "R: mine"') == [("fleet.ship.DST.move", 6)]


def test_a_single_datum_may_have_a_source_of_its_own(package: str) -> None:
    data = load_data(package)
    told = {path: source for path, _, source in sources(data)}
    assert told["fleet.ship.DST.move"] == "R: sheet; guns D"
    assert told["fleet.ship.DST.guns"] == "D: like the others"
    assert unsourced(data) == []
    assert "sources" not in data["fleet"]["ship"]["DST"]
    told = {path: source for path, _, source in sources(load_data(package, {"fleet": {"ship": {"DST": {"move": 6}}}}))}
    assert told["fleet.ship.DST.move"] == "O: owner's correction"
    assert told["fleet.ship.DST.guns"] == "D: like the others"


def test_sources_that_were_mended_leave_the_digest(package: str) -> None:
    plain = tomllib.loads(FLEET)
    plain["ship"]["DST"]["source"] = plain["ship"]["DST"].pop("released")
    del plain["ship"]["DST"]["sources"], plain["weather"]
    assert digest(load_data(package)) == digest({"fleet": plain})


def test_what_was_code_when_digests_were_first_made_counts_when_it_is_corrected(package: str) -> None:
    plain = load_data(package)
    assert plain["fleet"]["weather"] == {"rain": 2}
    assert digest(load_data(package, {"fleet": {"weather": {"rain": 3}}})) != digest(plain)
    assert digest(load_data(package, {"fleet": {"ship": {"DST": {"move": 3}}}})) != digest(plain)


def test_what_is_corrected_in_a_cell_is_corrected(package: str) -> None:
    data = fleet(package, '[fleet.chart]\n1.1 = "j"\n[fleet.ship.DST]\nmove = 6')
    assert corrected(data, "chart")
    assert not corrected(data, "roads")
    assert corrected(data["ship"]["DST"], "move")
    assert not corrected(data["ship"]["DST"], "guns")


def test_additions_stand_in_one_order_wherever_they_are_read(package: str) -> None:
    new = {"move": 1, "name": "X"}
    one = load_data(package, {"fleet": {"ship": {"SUB": new, "CAR": new}}}, strict=True)
    assert list(one["fleet"]["ship"]) == ["DST", "BAT", "CAR", "SUB"]


def test_an_entry_more_is_whole_in_a_stored_game_too(package: str) -> None:
    with pytest.raises(BadInput, match=r"fleet\.ship\.SUB: name is missing"):
        load_data(package, {"fleet": {"ship": {"SUB": {"move": 3}}}})


@pytest.mark.parametrize(
    ("overlay", "line"),
    [
        ('[fleet.ship]\nremoved = ["DSR"]', "fleet.ship.removed: there is no 'DSR' to remove; did you mean 'DST'?"),
        ('[fleet.ship]\nremoved = ["DST", "DST"]', "fleet.ship.removed: there is no 'DST' to remove"),
        ('[fleet.ship]\nremoved = "DST"', "fleet.ship.removed: a list of keys was expected"),
        ('[fleet.ship.DST]\nremoved = ["move"]', "fleet.ship.DST.removed: 'move' cannot be removed; move is always"),
        ('[fleet.port]\nremoved = ["truk"]', "fleet.port.removed: 'truk' cannot be removed; the entries of this table"),
        ('removed = ["fleet"]', "removed: 'fleet' cannot be removed"),
        ("[fleet.port.rabaul]\nroom = 3", "there is no fleet.port.rabaul; known there: truk"),
        ('[fleet.ship.sub]\nmove = 1\nname = "x"', "there is no fleet.ship.sub"),
        ("[fleet.ship.SUB]\nmove = 1", "fleet.ship.SUB: name is missing"),
        ('[fleet.ship.SUB]\nmove = 1\nname = "x"\ngun = 3', "there is no fleet.ship.SUB.gun"),
        ("[fleet.fire.rows]\n3.1 = [1, 1]", "fleet.fire.rows.3: cells are numbered from 1 to 2"),
        ("[fleet.fire.rows]\n0.1 = [1, 1]", "fleet.fire.rows.0: cells are numbered from 1 to 2"),
        ("[fleet.fire.rows]\none = 1", "fleet.fire.rows.one: cells are numbered"),
        ("[fleet.fire.rows]\n1.1 = [1, 12]", "fleet.fire.rows.1.1: retreat: a number from 0 to 9 was expected"),
        ("[fleet.fire.rows]\n1.1.2.3 = 1", "fleet.fire.rows.1.1.2: a whole number was expected, as in"),
        ("[fleet.fire.columns]\n2 = 1", "fleet.fire.columns: each is larger than the one before"),
        ('[fleet.chart]\n1.5 = "j"', "fleet.chart.1.5: cells are numbered from 1 to 4"),
        ('[fleet.chart]\n1.2 = "x"', "fleet.chart.1.2: 'x' is not one of ., j"),
        ('[fleet.roads]\nremoved = [["a", "z"]]', "fleet.roads.removed: there is no ['a', 'z'] to remove"),
        ('[fleet.roads]\nremoved = "a"', "fleet.roads.removed: a list of items was expected"),
        ('[fleet.roads]\nadded = [["a", "bb"]]', "fleet.roads: item 3: item 2: "),
        ('[fleet.roads]\n1 = ["a", "d"]\nadded = [["a", "e"]]', "fleet.roads: either cells by their numbers, or items"),
        ("[fleet.roads]\nsource = 3", "fleet.roads.source: a source is a short text"),
    ],
)
def test_what_cannot_be_is_refused_with_one_line(package: str, overlay: str, line: str) -> None:
    with pytest.raises(BadInput) as caught:
        load_data(package, tomllib.loads(overlay), strict=True)
    assert line in str(caught.value)
    assert str(caught.value).startswith("overlay")
    assert len(str(caught.value)) < 300
