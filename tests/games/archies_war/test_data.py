"""The data: what the board hangs together by, where each datum comes from, and an owner's corrections."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ironbottom.games.archies_war.game import make
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE, Printed, printed_data
from ironbottom.games.archies_war.ui import board
from ironbottom.kernel.data import load_data, unsourced
from ironbottom.kernel.errors import BadInput

GAME = make()
FOLDER = Path(str(GAME.folder))
DATA = printed_data("")


def setting(**options: Any) -> Printed:
    found = GAME.setup("two-player", options).setting
    assert isinstance(found, Printed)
    return found


def test_every_datum_has_a_source() -> None:
    assert unsourced(load_data(GAME.package)) == []


def test_the_board_is_drawn_as_it_is_played() -> None:
    spaces = {space["id"]: space for space in board.board()["spaces"]}
    for name in DATA["locations"]:
        assert name in spaces
    drawn = {
        (frozenset((name, link["to"])), link["kind"])
        for name in DATA["locations"]
        for link in spaces[name].get("links", [])
    }
    played = {(frozenset(link["ends"]), link["kind"]) for link in DATA["links"].values()}
    assert drawn == played
    for n in range(1, DATA["track"]["turns"] + 1):
        assert f"turn.{n}" in spaces
    for n in range(DATA["track"]["bombardment"]["wins_at"] + 1):
        assert f"bombardment.{n}" in spaces
    assert {f"{pile}.{side}" for pile in ("casualties", "pool") for side in ("american", "japanese")} <= set(spaces)


def test_a_correction_is_drawn_as_it_is_played() -> None:
    """Links, beaches, anchors, tracks and numbers of an owner's copy show on the board."""
    overlay = {
        "two_player": {
            "links": {"kokumbona--west_jungle": {"ends": ["kakambona", "west_jungle"], "kind": "road"}},
            "locations": {
                "tassafaronga_point": {"anchor": "none"},
                "tetere": {"anchor": "japanese"},
                "taivu_point": {"kind": "land"},
            },
            "margin": {"beach": {"needs": 3}},
            "track": {"turns": 9, "bombardment": {"wins_at": 4}},
            "units": {"american": {"air_support": {"attack": 4}}},
        }
    }
    plain, mended = make(), make(overlay)
    spaces = {space["id"]: space for space in mended.board("two-player")["spaces"]}
    assert {"to": "west_jungle", "kind": "road"} in spaces["kakambona"]["links"]
    assert all(link["to"] != "west_jungle" for link in spaces["kokumbona"]["links"])
    assert not any("anchor" in fact for fact in spaces["tassafaronga_point"]["facts"])
    assert any("Japanese anchor" in fact for fact in spaces["tetere"]["facts"])
    land = next(fact for fact in spaces["taivu_point"]["facts"] if fact.startswith("land"))
    assert "more than the defender" in land  # 2P-32: a tie goes to the defender
    assert "a tie goes to the defender" in land
    assert any("needs 3 more" in fact for fact in spaces["tetere"]["facts"])
    assert "turn.10" not in spaces
    assert "bombardment.4" in spaces
    assert "+4" in mended.faces("two-player")
    assert "+4" not in plain.faces("two-player")
    before, after = plain.chart("two-player", "chart"), mended.chart("two-player", "chart")
    way = "M606 612l34 216"  # straight from Kakambona to West Jungle
    assert way in after
    assert way not in before
    assert after.count(">+3<") == 9
    assert before.count(">+2<") == 10
    assert plain.chart("two-player", "chart") == make().chart("two-player", "chart")


def test_every_block_has_a_face() -> None:
    faces = board.faces()
    for side, types in DATA["units"].items():
        assert f"{side}.back" in faces
        for name in types:
            assert f"{side}.{name}" in faces


def test_counts() -> None:
    printed = setting()
    assert [sum(counts) for counts in printed.counts] == [20, 20]
    assert sum(a * n for a, n in zip(printed.attack[JAPANESE], printed.counts[JAPANESE], strict=True)) == 46
    infantry = printed.infantry[AMERICAN]
    strength = zip(printed.attack[AMERICAN][:infantry], printed.counts[AMERICAN][:infantry], strict=True)
    assert sum(a * n for a, n in strength) == 37


def test_neighbours_of_the_field() -> None:
    printed = setting()
    assert {printed.locations[place] for place in printed.adjacent} == {"point_cruz", "koli_point", "bloody_ridge"}


def test_one_setting_for_one_set_of_options() -> None:
    assert setting() is setting()
    assert setting(air_support_value=3) is not setting()
    assert pickle.loads(pickle.dumps(setting(air_support_value=3))) is setting(air_support_value=3)


def test_a_state_travels_to_another_process(tmp_path: Path) -> None:
    s = GAME.setup("two-player", {"air_support_value": 3})
    file = tmp_path / "state"
    file.write_bytes(pickle.dumps(s))
    code = f"""
import pickle
from ironbottom.kernel.value import fingerprint
s = pickle.load(open({str(file)!r}, "rb"))
print(fingerprint(s), s.setting.air_value)
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    from ironbottom.kernel.value import fingerprint

    assert out == [fingerprint(s), "3"]


def test_an_owner_corrects_a_block_and_a_link() -> None:
    overlay = {
        "two_player": {
            "units": {"american": {"air_support": {"count": 2}}, "japanese": {"inf2": {"attack": 3, "defence": 3}}},
            "locations": {"kokumbona": {"anchor": "japanese"}},
            "links": {"kokumbona--west_jungle": {"ends": ["kakambona", "west_jungle"]}},
        }
    }
    game = make(overlay)
    assert game.digest != GAME.digest
    s = game.setup("two-player")
    assert isinstance(s.setting, Printed)
    assert len(s.pools[AMERICAN]) == 20
    assert [s.setting.locations[place] for place in s.setting.anchors].count("kokumbona") == 1
    assert game.ask(s, ("distance", "kakambona", "west_jungle")) == 1
    assert pickle.loads(pickle.dumps(s)) == s
    import contract

    contract.walk(game, "two-player", {}, 3)


@pytest.mark.parametrize("value", [4, 7])
def test_a_corrected_air_support_is_what_is_played(value: int) -> None:
    """The README's example: the block's number is the default of its option, and one of its choices."""
    game = make({"two_player": {"units": {"american": {"air_support": {"attack": value}}}}})
    assert game.setup("two-player").setting.air_value == value
    assert game.setup("two-player", {"air_support_value": 2}).setting.air_value == 2
    assert GAME.setup("two-player").setting.air_value == 5


@pytest.mark.parametrize(
    "overlay",
    [
        {"two_player": {"locations": {"atlantis": {"kind": "beach"}}}},
        {"two_player": {"locations": {"tetere": {"kind": "swamp"}}}},
        {"two_player": {"links": {"tetere--taivu_point": {"ends": ["tetere", "tetere"]}}}},
        {"two_player": {"links": {"tetere--taivu_point": {"ends": ["tetere", "koli_point"]}}}},
        {"two_player": {"units": {"american": {"vandegrift": {"count": 2}}}}},
        {"two_player": {"units": {"american": {"inf5": {"count": 99}}}}},
        {"two_player": {"units": {"american": {"air_support": {"attack": -1}}}}},
        {"two_player": {"units": {"japanese": {"inf8": {"attack": 800}}}}},
        {"two_player": {"setup": {"draw": 19}}},
        {"two_player": {"setup": {"locations": ["tetere"]}}},
        {"two_player": {"field": {"location": "nowhere"}}},
        {"three_player": {}},
    ],
)
def test_a_wrong_correction_is_one_clear_line(overlay: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as caught:
        make(overlay)
    assert "\n" not in str(caught.value)


def test_every_text_in_the_code_is_in_the_catalogue() -> None:
    words = GAME.words
    used: set[str] = set()
    for file in FOLDER.rglob("*.py"):
        text = file.read_text("utf-8")
        used |= set(re.findall(r'refuse\(\s*"[^"]*",\s*"([a-z_.]+)"', text))
        used |= set(re.findall(r'words\.say\("([a-z_.]+)"', text))
        used |= set(re.findall(r'"(ends\.[a-z]+)"', text))
    assert len(used) > 100
    assert sorted(key for key in used if key not in words) == []


def test_every_rule_in_the_code_is_a_statement() -> None:
    ids = {statement.id for statement in GAME.statements}
    for file in FOLDER.rglob("*.py"):
        for rule in re.findall(r'"((?:2P|T)-\d+)"', file.read_text("utf-8")):
            assert rule in ids, f"{file.name}: {rule}"


def test_every_name_has_a_text() -> None:
    words = GAME.words
    for name in [*DATA["locations"], *DATA["units"]["american"], *DATA["units"]["japanese"], "american", "japanese"]:
        assert f"name.{name}" in words


def test_statements_are_numbered_without_gaps() -> None:
    ids = {statement.id for statement in GAME.statements}
    assert {f"2P-{n}" for n in range(57) if n != 29} | {f"T-{n:02d}" for n in range(1, 38)} <= ids
    assert all(statement.text.endswith(".") and statement.book for statement in GAME.statements)


def test_options_name_their_rulings() -> None:
    ids = {statement.id for statement in GAME.statements}
    options = [option for option in GAME.options if "two-player" in option.scenarios]
    assert len(options) == 9
    for option in options:
        assert option.rule in ids
        assert option.default == option.choices[[value for value, _ in option.choices].index(option.default)][0]


def test_the_data_files_are_read_as_they_stand() -> None:
    def values(table: Any) -> Any:
        if not isinstance(table, dict):
            return table
        return {key: values(item) for key, item in table.items() if key not in ("source", "sources", "released")}

    folder = FOLDER / "data"
    read = tomllib.loads((folder / "two_player.toml").read_text("utf-8"))
    assert values(load_data(GAME.package)["two_player"]) == values(read)
