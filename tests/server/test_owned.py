"""A table that is played with an owner's copy, in each of the five games: what his friend is told before he sits down,
and whether the record can be verified where nothing is known of that copy."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ironbottom import games
from ironbottom.kernel import shapes
from ironbottom.kernel.differences import Difference
from ironbottom.kernel.message import CopyTold
from server.play import Browser

ARCHIES = """
[two_player.locations.koli_point]
kind = "land"
[two_player.links.koli_point--tetere]
kind = "trail"
[two_player.units.american.air_support]
attack = 4
[two_player.units.american.inf6]
count = 2
infantry = true
attack = 6
defence = 6
[two_player.setup.locations]
removed = ["koli_point"]
added = ["tetere"]
[solitaire.tables.damage]
6 = 3
[solitaire.events.japanese]
2 = "fatigue"
"""
AXIS = """
[map.space.CHO]
airfields = 2
[map.border.A-D]
way = "open"
[units.unit.DST]
sea = 2
[units.box.sea.slots]
5 = "CRU"
[setup.units.axis.NGE]
ART = 1
removed = ["SUP"]
"""
FIRST_BLOOD = """
[hexes.hex.0510]
terrain = "clear"
[hexsides.side."0510|0610"]
kind = "clear"
[units.unit."1/1"]
combat = 6
[units.unit."9/164"]
side = "american"
class = "infantry"
combat = 4
range = 0
move = 6
arrival = "DEC I"
name = "9. Bn"
[combat.table.american.rows]
1.1 = "A2"
[setup.american_line]
0603 = ["2/1"]
0803 = ["1/1"]
"""
HENDERSON = """
[map.ground.terrain]
8.41 = "j"
[map.roads.edges]
removed = [["3806", "3906"]]
added = [["3806", "3807"]]
[map.village.volinavua]
hex = "5308"
name = "Volinavua"
[units.unit.us-1-1]
combat = 6
arrival = 2
[units.unit.us-9-9]
side = "american"
label = "9/9"
type = "INF"
size = "II"
bar = "black"
combat = 5
move = 10
arrival = 3
history = "my copy"
[tables.fire.rows]
1.4 = 3
[turns.turn.3]
american = 7
[cards.card.5]
american = "supplies"
american_number = 5
"""
SOLOMONS = """
[map.hexes.A]
name = "Bougainville north"
[map.hexes.A.neighbours]
added = ["C"]
[map.hexes.C.neighbours]
added = ["A"]
[units.J-BB-1]
bombardment = 40
[units.U-DD-9]
side = "american"
type = "DD"
name = "Chester"
ships = "4"
capital = false
bombardment = 4
aircraft = 0
flak = 2
attack = 4
defense = 2
cargo = 0
turn = 5
place = "espiritu_santo"
augmentation = 0
worth = "DD"
[tables.bombardment]
1.1 = "1"
[units.J-CA-1]
place = "truk"
"""
OWNERS = {
    "archies-war": (ARCHIES, (
        "Koli Point, kind: land instead of beach", "Koli Point to Tetere, kind: trail instead of road",
        "Americans, Air Support, attack: 4 instead of 5", "Americans, Infantry 6: added",
        "setup, locations, no. 4: Tetere instead of Koli Point", "tables, damage, no. 6: 3 instead of 2",
        "events, Japanese, no. 2: fatigue instead of naval victory",
    )),
    "axis-allies": (AXIS, (
        "Choiseul, airfields: 2 instead of 1", "border A-D: added (way open)", "unit, destroyer, ships: 2 instead of 1",
        "ships, slots, no. 5: cruiser instead of transport", "Axis, New Georgia, artillery: added (1)",
        "Axis, New Georgia, supply token: left out (2)",
    )),
    "first-blood": (FIRST_BLOOD, (
        "hex 0510, terrain: clear instead of jungle", "hexside 0510|0610, kind: clear instead of jungle",
        "1. Bn, 1st Marines (1/1), combat: 6 instead of 5", "9. Bn (9/164): added (arrival DEC I",
        "table, the Americans, rows, no. 1.1: A2 instead of AE",
        "proposed American line 0803, no. 1: 1/1 instead of 2/1",
    )),
    "henderson-field": (HENDERSON, (
        "ground, terrain, 4108: jungle instead of clear", "roads, edges: (3806, 3807) instead of (3806, 3906)",
        "Volinavua (volinavua): added", "1/1, combat: 6 instead of 5", "1/1, arrival: 2 instead of 1",
        "9/9: added (arrival 3", "fire, rows, no. 1.4: 3 instead of 2", "turn 3, the Americans: 7 instead of +",
        "card 5, the Americans: Supplies instead of Convoy turned back",
    )),
    "solomons": (SOLOMONS, (
        "Nukumanu (A), name: Bougainville north", "Ontong Java (C), neighbours: B, D, G, H, A instead of B, D, G, H",
        "Yamato (J-BB-1), Bombardment: 40 instead of 50", "Chester (U-DD-9): added",
        "Bombardment, 1, no. 1: 1 instead of 0", "Cruiser Division 1 (J-CA-1), place: Truk instead of Rabaul",
    )),
}  # fmt: skip
"""A correction of each sort (a place, a line between two, a number, a piece more, a cell, where they begin; the supply
track and a card where there are any), and how each is told."""
MOVES = 50


def onward(message: Any, rng: random.Random) -> list[str]:
    """What ends a side's turn; else something that is offered, a whole part in the proposed way as often as not."""
    last = [one for one in message["choices"] if one.get("ends")]
    if not last and message["macros"] and rng.random() < 0.5:
        return list(rng.choice(message["macros"])["do"])
    chosen = rng.choice(last or [one for one in message["choices"] if not one.get("retract")] or message["choices"])
    return [chosen["do"].replace("{n}", str(chosen["amount"]["low"])) if "amount" in chosen else chosen["do"]]


@pytest.mark.parametrize("slug", OWNERS)
def test_a_friend_is_told_what_differs_and_the_record_is_verified_elsewhere(
    slug: str, run: Callable[..., Any], tmp_path: Path
) -> None:
    text, told_of = OWNERS[slug]
    base, overlay = run().base, tomllib.loads(text)
    ann, ben = Browser(base, "Ann"), Browser(base, "Ben")
    copy = ann.post("/api/copies", game=slug, name="2nd printing")
    saved = ann.post(f"/api/copies/{copy['id']}", version=copy["version"], overlay=overlay, same={})
    assert saved["lines"] == []
    one, other = games.load(slug).scenarios[0].sides
    mine, his = (games.load(slug).sides[side] for side in (one, other))
    table = ann.table(slug, games.load(slug).scenarios[0].id, copy=copy["id"], seats={mine: "me", his: "friend"})
    link = table["links"][his].rpartition("/")[2]
    told = ben.get(f"/api/join/{link}")["copy"]
    shapes.check(CopyTold, told)
    lines = [Difference(**{**one, "keys": ()}).text() for one in told["differences"]]
    assert (told["name"], told["differs"]) == ("2nd printing", len(lines))
    assert not [one for one in told_of if not any(line.startswith(one) for line in lines)], lines
    ben.join(link)
    key = table["id"]
    ann.dice(key)
    rng, turns = random.Random(slug), [(ann, mine), (ben, his)]
    for _ in range(MOVES):
        message = turns[0][0].look(key, turns[0][1])
        if message["choices"]:
            turns[0][0].do(key, turns[0][1], *onward(message, rng))
        else:
            turns.reverse()
    ben.act(key, his, "resign")
    record = tmp_path / "record.jsonl"
    record.write_text(ann.http.get(f"/api/tables/{key}/record").text, "utf-8")
    assert len(record.read_text("utf-8").splitlines()) > 3, "something was played"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    ran = subprocess.run(
        [sys.executable, "-m", "ironbottom.cli", "replay", str(record), "--verify"], cwd=elsewhere, timeout=60,
        env={**os.environ, "HOME": str(elsewhere), "XDG_DATA_HOME": str(elsewhere)}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "2nd printing" in ran.stdout, ran.stdout
