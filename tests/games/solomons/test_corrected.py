"""An owner's ships, cells and neighbours: what is added, removed and replaced is drawn, said and played."""

from __future__ import annotations

from typing import Any

import pytest

import corrections
from ironbottom.kernel.game import Game
from ironbottom.lab.match import Fixture, play_fixture

SLUG = "solomons"
CRUISER = """
[units.U-CA-19]
side = "american"
type = "CA"
name = "Chester"
ships = "4"
capital = false
bombardment = 10
aircraft = 0
flak = 6
attack = 12
defense = 10
cargo = 0
turn = 2
place = "espiritu_santo"
augmentation = 0
worth = "CA"
"""


def copy(overlay: str) -> Game[Any]:
    return corrections.copy_of(SLUG, overlay, 60)


def test_a_ship_more_comes_in_its_turn_and_has_a_face() -> None:
    game = copy(CRUISER)
    p = game.setup(game.scenarios[0].id, {}).setting
    assert p.turn[p.index["U-CA-19"]] == 2
    assert "american.U-CA-19" in game.faces(game.scenarios[0].id)


def test_ships_less_the_apd_too() -> None:
    game = copy('[units]\nremoved = ["U-APD", "J-DD-1"]')
    assert "U-APD" not in game.setup(game.scenarios[0].id, {}).setting.index


def test_the_computer_fills_the_decks_of_other_carriers() -> None:
    overlay = {"units": {"removed": ["J-CV-3"]}, "map": {"bases": {"rabaul": {"ship_limit": 6, "gun_limit": 60}}}}
    bots = ("scripted", "scripted")
    end = play_fixture(Fixture(SLUG, "campaign", (), bots, "decks", overlay={"setup": {"japanese": {"aboard": 16}}}))
    assert end.fallbacks == (0, 0)
    end = play_fixture(Fixture(SLUG, "campaign", (), bots, "decks", overlay=overlay))
    assert end.fallbacks == (0, 0)


def test_a_cell_and_a_neighbour() -> None:
    game = copy('[tables.surface]\n3.2 = "none/all_crippled"\n[map.hexes.A.neighbours]\nadded = ["C"]\n'
                '[map.hexes.C.neighbours]\nadded = ["A"]')
    near = game.setup(game.scenarios[0].id, {}).setting.near
    assert 2 in near[0]
    assert 0 in near[2]


@pytest.mark.parametrize(
    ("overlay", "line"),
    [
        ('[tables.surface]\n3.2 = "none/half_cripled"', "tables.surface.3.2: 'half_cripled' is not one of"),
        ('[units.J-CV-4]\nplace = "rabaul"', "units.J-CV-4.place: rabaul takes no carriers"),
        ("[tables.flak]\n2.7 = 3", "tables.flak.2.7: cells are numbered from 1 to 6"),
        ('[map.hexes.A.neighbours]\nadded = ["C"]', "C does not name A; hexes that touch name each other"),
        ("[setup.japanese]\naboard_default = [8, 8, 0, 0]", "16 air points in all; setup.japanese.aboard says 18"),
        ('[units]\nremoved = ["J-CV-1", "J-CV-2"]', "setup.japanese.aboard: 18 air points, but decks for"),
        (CRUISER.replace('"espiritu_santo"', '"truk"'), "units.U-CA-19.place: truk is japanese"),
        (CRUISER.replace("turn = 2\n", ""), "units.U-CA-19: turn is missing"),
    ],
)
def test_what_cannot_be_is_refused(overlay: str, line: str) -> None:
    assert line in corrections.told(SLUG, overlay)
