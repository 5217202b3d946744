"""The board, its words and its numbers are made from the data with the owner's corrections."""

from __future__ import annotations

import json
from typing import Any

import pytest

import corrections
from ironbottom import games
from ironbottom.kernel.action import parse
from ironbottom.kernel.step import CHANCE, OBSERVER

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
