"""The printed data: sources, what is known of the map, the options, and a state in another process."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import corrections
from ironbottom.games.axis_allies.game import AxisAllies, make
from ironbottom.games.axis_allies.rules.printed import KINDS, SEAS, SPACE, SPACES, TOKENS, Printed
from ironbottom.kernel.data import unsourced
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.value import fingerprint

GAME = make()


def printed() -> Printed:
    found = GAME.setup("campaign").setting
    assert isinstance(found, Printed)
    return found


def names(spaces: tuple[int, ...]) -> set[str]:
    return {SPACES[space] for space in spaces}


def test_every_datum_has_a_source() -> None:
    assert unsourced(GAME.data) == []


def test_the_map_keeps_what_is_known_of_it() -> None:
    """M1, M2, M4, R14, R21: the constraints that the reconstruction of the map was made from."""
    p = printed()
    near = {SPACES[zone]: names(p.neighbours[zone]) for zone in range(SEAS)}
    assert near["M"] == {"J", "K"}
    assert near["L"] == {"A", "B"}
    assert "G" not in near["I"]
    assert "H" not in near["C"] | near["D"]
    assert not near["C"] & near["H"]
    assert near["G"] == {"F", "H"}
    assert {"D"} <= near["C"]
    assert {"H", "D"} <= near["K"]
    assert {"H", "F"} <= near["I"]
    assert sum(p.slots) == 9
    shores = {SPACES[zone]: names(p.shores[zone]) for zone in range(SEAS)}
    assert shores["F"] == {"BOU", "CHO", "NGE"}
    assert {"SIS", "GUA"} <= shores["H"]
    assert {"SIS", "MAL"} <= shores["D"]
    assert {"BOU", "NGE"} <= shores["I"]
    assert "GUA" in names(p.air_reach[3][SPACE["NCA"]])
    assert {SPACES[zone]: n for zone, n in p.deploy[1].items()} == {"D": 2, "I": 2, "J": 1, "K": 1}
    assert all(zone in p.neighbours[other] for zone in range(SEAS) for other in p.neighbours[zone])


def test_the_stocks_of_the_box_are_no_limit() -> None:
    """G8: fourteen Axis infantry begin, twelve pieces are in the box: chips stand for the rest."""
    assert GAME.data["components"]["component"]["infantry"]["axis"] == 12
    s = GAME.setup("campaign")
    assert sum(s.ground(0, land)[0] for land in range(SEAS, 21)) == 14


def test_tokens_must_be_equal_in_number() -> None:
    with pytest.raises(BadInput, match="same number"):
        GAME.setup("campaign", {"advantages": "chosen", "axis_banzai_charge": 1})
    s = GAME.setup("campaign", {"advantages": "chosen", "axis_banzai_charge": 1, "allies_coast_watchers": 1})
    assert [sum(own) for own in s.tokens] == [1, 1]
    assert [sum(own) for own in GAME.setup("campaign", {"advantages": "all"}).tokens] == [8, 8]
    assert len(TOKENS) == 9


def test_an_overlay_corrects_the_set_up() -> None:
    game = AxisAllies({"setup": {"units": {"axis": {"CHO": {"INF": 5, "source": "R: my copy"}}}}})
    assert game.setup("campaign").ground(0, SPACE["CHO"])[0] == 5
    assert game.digest != GAME.digest
    assert unsourced(game.data) == []
    assert "CHOISEUL" in corrections.refused("axis-allies", {"setup.units.axis.CHOISEUL.INF": 5})


def test_one_setting_for_one_set_of_options() -> None:
    one, other = GAME.setup("campaign"), GAME.setup("campaign", {"hidden_movement": True})
    assert one.setting is GAME.setup("campaign").setting
    assert one.setting is not other.setting
    assert pickle.loads(pickle.dumps(other)) == other


def test_a_state_travels_to_another_process(tmp_path: Path) -> None:
    s = GAME.setup("campaign", {"hidden_movement": True, "advantages": "all"})
    file = tmp_path / "state"
    file.write_bytes(pickle.dumps(s))
    code = f"""
import pickle
from ironbottom.kernel.value import fingerprint
s = pickle.load(open({str(file)!r}, "rb"))
print(fingerprint(s), s.setting.hidden)
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert out == [fingerprint(s), "True"]


def test_every_type_has_a_face_and_every_space_is_drawn() -> None:
    faces = GAME.faces("campaign")
    for side in GAME.sides:
        for kind in (*KINDS, "field", "field_damaged"):
            assert f'id="face-{side}.{kind}"' in faces or kind == "PTB"
    drawn = {space["id"] for space in GAME.board("campaign")["spaces"]}
    assert {*SPACES, "RAB_DMG", "NCA_DMG"} <= drawn
    for theme in ("chart", "room"):
        assert GAME.chart("campaign", theme).startswith("<svg")


def test_what_is_said_of_islands_is_said_of_islands() -> None:
    for wrong in ({"airfields": {"RAB": ["axis"]}}, {"control": {"A": "axis"}}, {"airfields": {"X": ["axis"]}}):
        with pytest.raises(BadInput, match="control and airfields are of islands"):
            GAME.place(wrong)
