"""An owner's VASSAL module: what is read from it, and what is suggested of it."""

from __future__ import annotations

import contextlib
import io
import random
import zipfile
from typing import Any

import pytest

from ironbottom.games import load
from ironbottom.kernel.data import load_data
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.schema import schema_of
from ironbottom.vassal.archive import media_type, size_of
from ironbottom.vassal.matching import found_in, plain
from ironbottom.vassal.module import read
from vassal.build import grid, module, packed, piece, png, saved, zone, zones

GAME = load("first-blood")
SCENARIO = GAME.scenarios[0].id
PICTURE = png(600, 400)
US = piece("", "", {"Side": "US", "Movement": "8"})
UNITS = [
    ("1st Bn, 1st Marines",
     piece("1/1", "us 1-1.png", {"CombatFactor": "6", "Arrival": "SEP II"}, "US", back="us back.png")),
    ("2nd Bn, 1st Marines", piece("2/1", "us 2-1.png", {"CombatFactor": "5", "Arrival": "Oct. 2"}, "US")),
    ("1st Raider Battalion", piece("1R", "raiders.png", {"Combat": "four"}, "US")),
    ("Turn marker", piece("Turn marker", "turn.png", {})),
]
TURNS = [f"{month} {third}" for month in ("Sep", "Oct", "Nov", "Dec", "Jan") for third in (1, 2, 3)]


def first_blood(**more: Any) -> bytes:
    placed = [piece("1/1", "us 1-1.png", {"CombatFactor": "6"}, "US", at=(100, 60), board="Main", id="77", gpid="0")]
    placed += ["+/78/stack/Main;100;60;77", "+/79/deck;x/y"]
    box = zone("Box A", [(500, 0), (600, 0), (600, 100), (500, 100)])
    return module(
        UNITS, prototypes={"US": US}, board=zones(grid(50, 60, 0, 0, hOff="4", vOff="3"), box),
        setups={"Campaign": saved(placed, "Island")}, turns=TURNS,
        images={"map.png": PICTURE, "us 1-1.png": png(40, 40), "us 2-1.png": png(40, 40)}, **more,
    )  # fmt: skip


def suggested(data: bytes) -> dict[str, Any]:
    known, _ = read(data)
    schema = schema_of(GAME.package)
    assert schema is not None
    printed = load_data(GAME.package)
    return found_in(known, schema, printed, GAME.workshop(SCENARIO, printed))


def test_pieces_come_with_properties_prototypes_and_pictures() -> None:
    known, archive = read(first_blood())
    assert (known.name, known.version, known.turns) == ("First Blood", "2.0", (tuple(TURNS),))
    one = known.pieces[0]
    assert one.name == "1st Bn, 1st Marines"
    assert one.properties == {"CombatFactor": "6", "Arrival": "SEP II", "Side": "US", "Movement": "8"}
    assert one.images == ("us 1-1.png", "us back.png"), "the front first"
    assert archive.picture("us 1-1.png") == (png(40, 40), "image/png")
    assert archive.picture("nowhere.png") is None


def test_a_board_has_its_hexes_and_boxes_by_name() -> None:
    known, _ = read(first_blood())
    (board,) = known.boards
    assert (board.image, board.width, board.height) == ("map.png", 600, 400)
    assert board.grid is not None
    names = {place.name: (place.x, place.y) for place in board.grid.places(600, 400)}
    assert names["0403"] == (0, 0)
    assert names["0504"] == (50, 30), "the second column lies half a hex lower, and is numbered one on"
    assert names["Box A"] == (550, 50)
    found = board.grid.at(103, 55)
    assert found is not None
    assert found.name == "0604"


def test_what_a_module_says_is_suggested_datum_by_datum() -> None:
    found = suggested(first_blood())
    things = {one["name"]: one["thing"] for one in found["pieces"]}
    assert things["1st Bn, 1st Marines"] == "unit.1/1"
    assert things["2nd Bn, 1st Marines"] == "unit.2/1"
    assert things["1st Raider Battalion"] == "unit.1R"
    assert things["Turn marker"] == ""
    changes = {tuple(one["keys"]): one for one in found["changes"]}
    combat = changes["units", "unit", "1/1", "combat"]
    assert (combat["value"], combat["printed"], combat["why"]) == (6, 5, "CombatFactor = 6")
    assert changes["units", "unit", "1/1", "arrival"]["value"] == "SEP II"
    assert changes["units", "unit", "2/1", "arrival"]["value"] == "OCT II", "by its place on the module's turn track"
    assert changes["units", "unit", "2/1", "combat"]["same"], "his copy says the same"
    assert ("units", "unit", "1R", "combat") not in changes, "'four' is no number"
    (setup,) = found["setups"]
    assert setup["name"] == "Campaign"
    assert [(one["said"], one["space"]) for one in setup["standing"]] == [("0604", "0604")]
    anchors = found["boards"][0]["anchors"]
    assert anchors["0604"] == [100.0, 60.0]
    assert len(anchors) >= 3, "enough to lay the picture under our board"


def test_what_fits_two_counters_alike_is_matched_to_none() -> None:
    found = suggested(module([("Marines", piece("Marines", "m.png", {"Combat": "3"}))]))
    assert [one["thing"] for one in found["pieces"]] == [""]
    assert found["changes"] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [("1st Bn, 5th Marines", "1. Bn 5 USMC"), ("Hex 0605", "605"), ("164th Inf Regt", "164 infantry regiment")],
)
def test_names_are_compared_as_a_reader_would(one: str, other: str) -> None:
    assert plain(one) == plain(other)


@pytest.mark.parametrize("build", ["buildFile.xml", "buildFile"])
def test_older_modules_are_read_too(build: str) -> None:
    assert len(read(first_blood(build=build))[0].pieces) == 4


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"no zip at all", "not a zip file"),
        (packed({"readme.txt": b"hello"}), "no buildFile.xml"),
        (packed({"buildFile.xml": b"<open>"}), "not XML"),
        (packed({"buildFile.xml": b"<x/>"}), "holds neither pieces nor a board"),
        (packed({"buildFile.xml": b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"}), "declares entities"),
        (packed({"buildFile.xml": b"<a>" + b" " * 41_000_000 + b"</a>"}), "larger than 40 MB"),
        (module([], setups={"Broken": packed({"savedGame": b"!VCSKzz00"})}), "not written as VASSAL does"),
        (module([], setups={"Broken": b"no zip"}), "not a zip file"),
    ],
)  # fmt: skip
def test_what_is_no_module_is_refused_in_one_line(data: bytes, said: str) -> None:
    with pytest.raises(BadInput) as error:
        read(data)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_no_broken_module_does_more_than_be_refused() -> None:
    """Bytes changed, cut and put together anew, also inside the packed build file."""
    rng, whole = random.Random(4), first_blood()
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    for n in range(150):
        if n % 2:
            data = bytearray(whole)
            for _ in range(rng.randint(1, 20)):
                data[rng.randrange(len(data))] = rng.randrange(256)
        else:
            text = bytearray(files["buildFile.xml"])
            for _ in range(rng.randint(1, 6)):
                at = rng.randrange(len(text))
                text[at : at + rng.randrange(30)] = rng.choice([b"", b"\\", b"/", b"\t", b";;", b"99999999999", b"'"])
            data = bytearray(packed({**files, "buildFile.xml": bytes(text)}))
        with contextlib.suppress(BadInput):
            assert len(suggested(bytes(data))["pieces"]) <= 4


def test_pictures_are_known_by_their_first_bytes() -> None:
    assert media_type(png(2, 3)) == "image/png"
    assert size_of(png(2, 3)) == (2, 3)
    assert media_type(b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>') == "image/svg+xml"
    for other in (b"<html><script>", b"MZ\x90", b"", b"<?xml?><html/>", b"RIFF0000WAVE"):
        assert media_type(other) is None
