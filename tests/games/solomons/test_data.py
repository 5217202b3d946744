"""The data: provenance, counts, the map, and an owner's corrections."""

from __future__ import annotations

import pickle

import pytest

from ironbottom.games.solomons.game import make
from ironbottom.games.solomons.rules.printed import BASES, LETTERS, RABAUL, M, data_of, printed
from ironbottom.games.solomons.ui.board import board, chart, faces
from ironbottom.kernel import shapes
from ironbottom.kernel import view as schema
from ironbottom.kernel.data import unsourced
from ironbottom.kernel.errors import BadInput

GAME = make()


def test_every_datum_has_a_source() -> None:
    assert unsourced(data_of()) == []


def test_the_counters_are_all_there() -> None:
    p = printed(())
    assert p.units == 73
    counted = {}
    for u in range(p.units):
        counted[p.side[u], p.kind[u]] = counted.get((p.side[u], p.kind[u]), 0) + 1
    assert counted == {
        (0, "BB"): 2, (0, "B"): 2, (0, "BC"): 4, (0, "CA"): 7, (0, "DD"): 11, (0, "CV"): 6, (0, "TR"): 6, (0, "SS"): 3,
        (1, "CV"): 4, (1, "BB"): 3, (1, "CA"): 9, (1, "DD"): 8, (1, "TR"): 7, (1, "APD"): 1,
    }


def test_reinforcement_totals() -> None:
    rows = [row for key, row in data_of()["turns"].items() if key != "source"]
    assert sum(row["rabaul_ground"] for row in rows) + 2 == 34
    assert sum(row["rabaul_lac"] for row in rows) + 13 == 47
    assert sum(row["es_lac"] for row in rows) + 5 == 27
    assert sum(row["es_ground"] for row in rows) + 3 + 15 == 41
    assert sum(row["us_raw"] for row in rows) == 23


CHART = {
    2: ("3g 2l", "CV-5 CV-6 B-3 B-4 BC-7 BC-8 DD-7 DD-8 DD-9 DD-10 SS-1", "APD DD-6"),
    3: ("1g 2l", "DD-11", "3n"),
    4: ("2l", "1n", "3n 3g 2l"),
    5: ("4l", "2n", "BB-2"),
    6: ("", "2n SS-2", "CV-4 DD-7 3g"),
    7: ("9g 6l TR-1 TR-2 TR-3", "4n", "BB-3 4l"),
    8: ("", "3n SS-3", "CA-8 2n 2l"),
    9: ("6l", "3n", "2n 2l"),
    10: ("9g 3l TR-4 TR-5 TR-6", "2n", "3n"),
    11: ("", "2n", "DD-8 2n 1l"),
    12: ("9g 3l", "1n", "9g 3l"),
    13: ("", "1n", "CA-9 2n 2l"),
    14: ("1g 3l", "2n", "2n 5g 2l"),
    15: ("3l", "2n", "2n 3g 2l"),
    16: ("", "2n", "2n 2l"),
}
"""The chart of reinforcements, cell by cell: Rabaul, Truk, the Americans; ground points, land and naval aircraft."""


def test_the_chart_of_reinforcements_cell_by_cell() -> None:
    p, turns = printed(()), data_of()["turns"]
    found = {}
    for turn in CHART:
        row = turns[str(turn)]
        ships = [[p.ids[u][2:] for u in range(p.units) if p.turn[u] == turn and p.place[u] in places]
                 for places in (("rabaul",), ("truk",), ("australia", "espiritu_santo"))]
        points = [{"g": row["rabaul_ground"], "l": row["rabaul_lac"]}, {"n": row["truk_raw"]},
                  {"n": row["us_raw"], "g": row["es_ground"], "l": row["es_lac"]}]
        found[turn] = [sorted(units + [f"{n}{key}" for key, n in some.items() if n])
                       for units, some in zip(ships, points, strict=True)]
    assert found == {turn: [sorted(cell.split()) for cell in row] for turn, row in CHART.items()}


def test_the_map_is_the_one_that_the_rulebook_forces() -> None:
    p = printed(())
    for h in range(19):
        assert all(h in p.near[n] for n in p.near[h])
    assert p.dist[p.entries[RABAUL][0]][M] == 2
    printed_zone = {h for h in range(19) if p.dist[LETTERS.index("K")][h] <= 2} | {LETTERS.index("H")}
    assert p.zone == printed_zone
    assert p.zone_later == printed_zone | {h for h in range(19) if p.dist[LETTERS.index("L")][h] <= 2}


def test_the_board_fits_the_schema() -> None:
    shapes.check(schema.Board, board())
    ids = [space["id"] for space in board()["spaces"]]
    assert len(ids) == len(set(ids))
    cells = {f"segment.{n}" for n in range(14)} | {f"turn.{n}" for n in range(16)}
    assert set(LETTERS) | set(BASES) | cells <= set(ids)
    for theme in ("chart", "room"):
        assert chart(theme).startswith("<svg")
    assert 'id="face-japanese.J-CV-1"' in faces()


def test_an_owner_corrects_a_value() -> None:
    own = make({"params": {"victory": {"CV": 25, "source": "R: my copy"}}})
    assert own.digest != GAME.digest
    s = own.setup("campaign", {})
    assert s.setting.numbers["victory"]["CV"] == 25
    assert pickle.loads(pickle.dumps(s)).setting is s.setting
    with pytest.raises(BadInput):
        make({"params": {"victory": {"XX": 1}}}).setup("campaign", {})


def test_texts_name_no_missing_key() -> None:
    for option in GAME.options:
        assert option.rule in {statement.id for statement in GAME.statements}


SHOWN = {
    "a name": {"map": {"hexes": {"G": {"name": "Nowhere Deep"}}}},
    "a border": {"map": {"hexes": {"A": {"neighbours": ["B"]}, "F": {"neighbours": ["B", "G", "K"]}}}},
    "an entry": {"map": {"bases": {"rabaul": {"entry": ["F"]}}}},
    "the zone": {"map": {"reconnaissance": {"first": ["A", "B", "F", "G", "H", "K", "L", "M", "P"]}}},
    "the later zone": {"map": {"reconnaissance": {"later": ["C", "R"]}}},
    "a box": {"board": {"boxes": {"truk": {"title": "Great Truk"}}}},
    "a strength": {"units": {"J-CA-1": {"attack": 99}}},
}


@pytest.mark.parametrize("kind", SHOWN)
def test_a_correction_shows_on_the_board(kind: str) -> None:
    own = make(SHOWN[kind])
    drawn = [[game.board("campaign"), game.chart("campaign", "chart"), game.faces("campaign")] for game in (GAME, own)]
    assert drawn[0] != drawn[1]
    for word in ("Nowhere Deep", "Great Truk"):
        if word in str(SHOWN[kind]):
            assert any(word.split()[0] in str(part) for part in drawn[1])


def test_a_corrected_name_of_a_ship_is_the_one_in_the_log() -> None:
    own = make({"units": {"J-BC-6": {"name": "Hiei the Great"}}})
    s = own.place({"turn": 4, "segment": 4, "step": "surface", "force": {
        "japanese": {"tf1": {"units": ["J-BC-6"], "at": "M", "mission": "anti_ship"}},
        "american": {"tf1": {"units": ["U-DD-1"], "at": "M", "mission": "anti_ship"}}}})
    s = own.apply(s, 0, ("hold",))
    told = [line["text"] for event in own.news_for(s, 1) if (line := own.line(event, 1))]
    assert any("Hiei the Great" in text for text in told)


def test_the_rule_of_a_short_game_tells_the_points_that_it_begins_with() -> None:
    texts = {statement.id: statement.text for statement in GAME.statements}
    for one in (one for one in GAME.scenarios if one.of):
        begun = one.position["vp"]["japanese"]
        told = texts[one.rule]
        named = f"begin with {begun} points" if not one.former else str(begun)
        assert dict(one.aim)["before"][0] == begun
        assert named in told, (one.id, told)
