"""The board, its words and its numbers are made from the data with the owner's corrections."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest

import contract
import corrections
from ironbottom import games
from ironbottom.kernel.action import parse
from ironbottom.kernel.step import CHANCE, OBSERVER
from ironbottom.lab.match import Fixture, play_fixture

PLAIN = games.load("first-blood")


def mended(path: str, value: Any) -> Any:
    return games.load("first-blood", corrections.overlay({path: value}))


def shown(game: Any, what: str) -> str:
    """The drawing, the board, the counters or the first picture."""
    match what:
        case "chart":
            return str(game.presenter.chart("campaign", "chart"))
        case "board":
            return json.dumps(game.presenter.board("campaign"))
        case "faces":
            return str(game.presenter.faces("campaign"))
    return json.dumps(game.picture(game.setup("campaign"), OBSERVER))


@pytest.mark.parametrize(("path", "value", "where"), [
    ("hexes.hex.0605.terrain", "jungle", "chart board"),
    ("hexes.hex.0307.terrain", "clear", "chart board"),
    ("hexsides.side.0604|0605.kind", "river", "chart board"),
    ("hexsides.side.0909|0910.ford", False, "chart board"),
    ("map.entry_point.10.hexes", ["1109"], "chart board"),
    ("map.entry_point.1.x", -1.2, "chart board"),
    ("map.box.a.hexes", ["0020", "0019"], "chart board"),
    ("map.box.b.x_min", 5.5, "chart board"),
    ("map.pool.usaf_cap.y_max", 0.4, "chart board"),
    ("map.airfield.henderson.hexes", ["0708", "0707"], "chart board"),
    ("map.airfield.fighter_strip.start", "operative", "chart"),
    ("map.limits.entry_point", 5, "board"),
    ("map.limits.air_per_hex", 5, "board"),
    ("map.setup_area.row_min", 3, "picture"),
    ("board.titles.box_a", "Box West", "chart"),
    ("board.rivers.lunga.name", "Lengga", "chart"),
    ("board.print.title", "FIRST BLOOD II", "chart"),
    ("units.unit.1/1.combat", 6, "faces picture"),
    ("units.unit.1/1.name", "another name", "picture"),
    ("units.unit.1/7.arrival", "OCT I", "picture"),
    ("turns.turn.SEP II.american.air.F4F", 5, "picture"),
    ("aircraft_and_ships.air.F4F.name", "Wildcat", "picture"),
    ("aircraft_and_ships.ship.BB.name", "Battlewagon", "picture"),
    ("combat.table.american.rows", [["A1", "A1", "EX", "DR"]] * 6, "picture"),
])  # fmt: skip
def test_a_correction_is_seen(path: str, value: Any, where: str) -> None:
    game = mended(path, value)
    for what in where.split():
        assert shown(game, what) != shown(PLAIN, what), what


FIGHT = {"turn": 5, "phase": "american_combat", "japanese": {"0606": ["124/1"]}, "american": {"0706": ["1/5", "2/5"]}}
PLAY = ("take 1/5", "attack 0606", "take 2/5", "attack 0606", "done", "fight 0606", "die =3")


def log(game: Any) -> str:
    s, found = game.place(FIGHT), []
    for text in PLAY:
        side = game.to_move(s)[0]
        if text.startswith("fight"):
            found += [json.dumps(game.odds(s, side, parse(text)))]
        s = game.apply(s, CHANCE if side == CHANCE else side, parse(text))
        found += [game.line(seen, OBSERVER)["text"] for seen in s.news]
    return "\n".join(found)


@pytest.mark.parametrize(("path", "value", "text"), [
    ("combat.result.DR.defender_loss", 1, "DR: defender loses 1, defenders retreat"),
    ("combat.result.DR.advance", True, "DR: defenders retreat, attackers may advance"),
    ("hexes.hex.0606.terrain", "jungle", '"8.7.1a"'),
    ("units.unit.1/5.combat", 9, "14 to 4, 3-1"),
])  # fmt: skip
def test_a_correction_is_told(path: str, value: Any, text: str) -> None:
    told = log(mended(path, value))
    assert text in told
    assert text not in log(PLAIN)


@pytest.mark.parametrize(("path", "value", "ask", "word"), [
    ("map.setup_area.column_max", 14, ("take 1/1", "place 0701"), "02-14"),
    ("map.limits.air_per_hex", 5, ("take F4F-1", "place 0701"), "5 a hex"),
])  # fmt: skip
def test_a_correction_is_named_by_refusals(path: str, value: Any, ask: tuple[str, str], word: str) -> None:
    for game, there in ((mended(path, value), True), (PLAIN, False)):
        s = game.apply(game.setup("campaign"), 0, parse(ask[0]))
        refusal = game.why_not(s, 0, parse(ask[1]))
        assert (word in game.refusal(refusal)) is there


def copy(overlay: str) -> Any:
    return corrections.copy_of("first-blood", overlay, 150)


def coming(game: Any) -> dict[str, int]:
    """The turn in which each counter comes."""
    p = game.setup("campaign").setting
    return {counter.name: counter.arrives for counter in (*p.units, *p.planes, *p.ships)}


def test_units_more_and_less_come_by_their_own_word_alone() -> None:
    unit = 'side = "american"\nclass = "artillery"\ncombat = 4\nrange = 6\nmove = 6\narrival = "SEP I"\nname = "x"\n'
    turns = coming(copy(f'[units.unit]\nremoved = ["SUY", "1/1"]\n[units.unit."5/164"]\n{unit}'))
    assert "SUY" not in turns
    assert "1/1" not in turns
    assert turns["5/164"] == 1


def test_aircraft_and_ships_come_in_turns_that_had_none() -> None:
    game = copy('[turns.turn."DEC II".japanese.ships]\nBB = 1\n[turns.turn."DEC II".japanese.air]\nBETTY = 1\n'
                '[turns.turn."SEP I".japanese.air]\nremoved = ["ZERO"]')
    before, now = coming(PLAIN), coming(game)
    assert sum(name.startswith("ZERO") for name in before) - sum(name.startswith("ZERO") for name in now) == 2
    assert {now[f"BB-{n}"] for n in range(1, 6)} == {5, 8, 11}
    assert 11 in {turn for name, turn in now.items() if name.startswith("BETTY")}


def test_another_type_of_aircraft_is_called_by_its_name() -> None:
    game = copy('[aircraft_and_ships.air.P40]\nside = "american"\nroles = ["fighter"]\nname = "Curtiss P-40"\n'
                '[setup.american.air]\nP40 = 1')
    assert coming(game)["P40-1"] == 0
    assert "Curtiss P-40" in shown(game, "first")
    assert "american.P40" in shown(game, "faces")
    assert game.words.say("planes.P40", n=2) == "2 P40s"


def test_japanese_aircraft_at_start_wait_in_reserve() -> None:
    game = copy("[setup.japanese.air]\nZERO = 2")
    for s in contract.states(game, "campaign", {}, 4):
        if game.to_move(s) == (1,) and ("take", "ZERO-1") in game.legal(s, 1):
            held = game.apply(s, 1, ("take", "ZERO-1"))
            assert ("place", "ijaf_reserve") in game.legal(held, 1)
            assert ("place", "box_a") not in game.legal(held, 1)
            return
    raise AssertionError("Japan sets up no aircraft")


def test_the_computer_places_what_the_proposed_line_leaves_out() -> None:
    overlay = tomllib.loads('[setup.american_line]\nremoved = ["0713", "0505"]\n[setup.american.air]\nP39 = 2\n'
                            '[setup.japanese_line]\nremoved = ["box_d"]')
    assert corrections.refusal("first-blood", overlay) == ""
    fixture = Fixture("first-blood", "campaign", (), ("scripted", "scripted"), "line", overlay=overlay)
    assert play_fixture(fixture).fallbacks == (0, 0)


def test_hexes_and_entry_points_more_and_less() -> None:
    side = '[hexsides.side."{}"]\nkind = "jungle"\n'.format
    game = copy('[hexes.hex.0021]\nterrain = "jungle"\n' + side("0020|0021") + side("0021|0121")
                + '[map.entry_point]\nremoved = ["3"]\n[map.entry_point.20]\nside = "american"\nhexes = ["0717"]\n'
                "x = 18.0\ny = 4.0\n")
    spaces = {space["id"]: space for space in game.presenter.board("campaign")["spaces"]}
    assert "0021" in spaces
    assert spaces["entry_20"]["name"] == "Entry Point 20"
    assert "entry_3" not in spaces


@pytest.mark.parametrize(("overlay", "line"), [
    ('[turns.turn."SEP I".american]\nground = ["1/7"]', "1/7 is american, SEP II; correct units.unit.1/7.arrival"),
    ('[turns.turn."SEP I".american]\nground = ["1/77"]', "there is no unit '1/77'; did you mean '1/7'?"),
    ('[hexes.hex.0021]\nterrain = "jungle"', "0020|0021 is missing; two hexes that touch have a hexside"),
    ('[hexes.hex]\nremoved = ["0020"]', "'0020' is no entry of hexes.hex"),
    ('[units.unit.ZERO]\nside = "japanese"\nclass = "infantry"\ncombat = 4\nrange = 0\nmove = 6\narrival = "SEP I"\n'
     'name = "x"', "a type of aircraft or ship is called so too"),
])  # fmt: skip
def test_what_cannot_be_is_refused(overlay: str, line: str) -> None:
    assert line in corrections.told("first-blood", overlay)
