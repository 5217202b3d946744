"""What a newcomer is told beside the lessons: it covers all that there is to win, to see and to be asked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ironbottom.games import load, slugs
from ironbottom.kernel.aid import aid
from ironbottom.kernel.cases import read_cases
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.guide import explained, texts_of, types_of
from ironbottom.kernel.lessons import rules_in
from ironbottom.kernel.message import Guide
from ironbottom.kernel.shapes import check
from ironbottom.kernel.step import Decision

SCENARIOS = [(slug, one.id) for slug in slugs() for one in load(slug).scenarios]
CASES = Path(__file__).parent / "cases"
OFTEN = 3
"""Every third case is looked at."""


@cache
def guide(slug: str, scenario: str) -> Guide:
    return load(slug).guide(scenario)


@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_each_side_is_told_in_a_few_pictures_how_to_win(slug: str, scenario: str) -> None:
    game, found = load(slug), guide(slug, scenario)
    check(Guide, found)
    faces = set(re.findall(r'<symbol id="face-([^"]+)"', game.faces(scenario)))
    spaces = {space["id"] for space in game.board(scenario)["spaces"]}
    assert found["goals"]
    assert set(found["wins"]) == {game.side_name(side) for one in game.scenarios if one.id == scenario
                                  for side in one.sides}
    for side, panels in found["wins"].items():
        assert 2 <= len(panels) <= 4, side
        for panel in panels:
            assert panel["faces"] or panel["spaces"], panel
            assert {*panel["faces"]} <= faces, panel
            assert {*panel["spaces"]} <= spaces, panel
            assert len(panel["text"].split()) <= 48, panel


@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_each_kind_of_question_is_explained(slug: str, scenario: str) -> None:
    asked = {kind.file_name for kind in load(slug).at(scenario).types if issubclass(kind, Decision)}
    told = guide(slug, scenario)["asks"]
    assert asked - set(told) == set()
    assert {key.split(".")[-1] for key in told if "." in key} <= set(load(slug).sides)
    assert all(len(text.split()) <= 60 for text in told.values())


@pytest.mark.parametrize("slug", slugs())
def test_what_a_prompt_asks_is_what_the_coach_explains(slug: str) -> None:
    game = load(slug)
    for one in game.scenarios:
        start = game.setup(one.id, {})
        (side, *_) = game.to_move(start)
        if side >= 0:
            prompt = game.prompt(game.view(start, side), side)
            assert prompt["asks"] in guide(slug, one.id)["asks"]


@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_the_rules_of_a_guide_are_there(slug: str, scenario: str) -> None:
    known = {statement.id for statement in load(slug).statements}
    cited = [rule for text in texts_of(guide(slug, scenario)) for rule in rules_in(text)]
    assert cited
    assert set(cited) - known == set()


@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_each_word_of_the_glossary_means_one_thing(slug: str, scenario: str) -> None:
    names = [name.lower() for entry in guide(slug, scenario)["words"] for name in entry["names"]]
    assert len(names) == len(set(names))
    assert all(entry["text"].endswith(".") for entry in guide(slug, scenario)["words"])


def pictures(slug: str) -> Iterator[tuple[str, Any]]:
    """What the side to move sees in the positions of the cases."""
    game = load(slug)
    for file in sorted((CASES / slug).rglob("*.toml")):
        for case in read_cases(file)[::OFTEN]:
            try:
                s = game.place(case["position"])
            except BadInput:
                continue  # a case of a position that cannot be
            side = next((side for side in game.to_move(s) if side >= 0), 0)
            yield case["position"].get("scenario", game.scenarios[0].id), game.picture(game.view(s, side), side)


def things(picture: Any) -> Iterator[tuple[str, str]]:
    """All that a picture shows and that is not words already, by kind and name."""
    for piece in picture["pieces"]:
        yield from (("value", name) for name in piece.get("values", {}))
        yield from (("badge", badge) for badge in piece.get("badges", []))
        if piece.get("state", "ready") != "ready":
            yield "state", piece["state"]
    yield from (("mark", mark["kind"]) for mark in picture["marks"])
    yield from (("store", store["kind"]) for store in picture["stores"])
    for kind in ("track", "table", "calendar"):
        yield from ((kind, one["id"]) for one in picture[f"{kind}s"])
    yield from (("stage", stage["id"]) for stage in picture["sequence"])


@pytest.mark.parametrize("slug", slugs())
def test_all_that_is_seen_is_explained(slug: str) -> None:
    seen: dict[tuple[str, str, str], None] = {}
    for scenario, picture in pictures(slug):
        seen.update(dict.fromkeys((scenario, *thing) for thing in things(picture)))
    assert len(seen) > 8
    missing = [(kind, name) for scenario, kind, name in seen if explained(guide(slug, scenario), kind, name) is None]
    assert missing == []


@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_each_sign_on_a_piece_is_drawn_and_explained(slug: str, scenario: str) -> None:
    """The legend shows each symbol that is printed on a piece by itself, for each side that has it."""
    found = guide(slug, scenario)
    signs = {name.rpartition(".")[0] for name in re.findall(r'id="face-sign\.([^"]+)"', load(slug).faces(scenario))}
    assert "side" in signs
    assert [name for name in signs if slug in OWN and not explained(found, "sign", name)] == []
    assert all(explained(found, "look", look) for look in ("lit", "picked", "count", "steps", "tags"))


OWN = ("archies-war", "axis-allies", "first-blood", "henderson-field", "solomons")


@pytest.mark.parametrize(("slug", "scenario"), [one for one in SCENARIOS if one[0] in OWN])
def test_each_place_of_a_board_says_what_it_is(slug: str, scenario: str) -> None:
    game, found = load(slug), guide(slug, scenario)
    start = game.setup(scenario, {})
    picture = game.picture(game.view(start, 0), 0)
    tracks = [one["place"] for one in picture["tracks"] if one.get("place")]
    rows = {space for one in picture["tracks"] for space in one.get("spaces", ())}
    for space in game.board(scenario)["spaces"]:
        name, kind = space["id"], space["kind"]
        on_track = name in rows or any(name.startswith(f"{place}.") for place in tracks)
        said = explained(found, "place", name) or explained(found, "place", kind)
        assert said or on_track or space.get("facts"), name
        if slug in ("henderson-field", "solomons"):
            assert said, name
            assert [fact for fact in space.get("facts", ()) if not explained(found, "fact", fact)] == [], name
    if slug == "henderson-field":
        assert "blocks the line of sight" in str(explained(found, "fact", "jungle"))
        assert "overlay.front" in found["see"]


GENERIC = ("first-blood", "henderson-field", "solomons")
"""Games whose pieces are explained by their types."""
PLAIN = re.compile(r"Bn, |Bn$|detachment|echelon|Company|landing fleet|hidden|Regiment")
"""Names of units of the line, of which their numbers say all."""


@pytest.mark.parametrize("slug", GENERIC)
def test_each_type_of_piece_is_explained(slug: str) -> None:
    names = {(scenario, piece["name"]) for scenario, picture in pictures(slug) for piece in picture["pieces"]}
    known = {name: types_of(guide(slug, scenario), name) for scenario, name in names}
    assert [name for name, found in known.items() if not found and not PLAIN.search(name)] == []
    assert max(map(len, known.values())) <= 2
    said = {text for found in known.values() for text in found}
    assert len(said) >= 4


def test_the_players_aid_calls_events_as_the_board_does() -> None:
    game = load("archies-war")
    (events,) = (table for table in aid(game) if table["id"] == "actions")
    shown = game.at("solitaire").words
    boards = ("solo.japanese_actions.", "solo.japanese_events.", "solo.american_events.")
    expected = [", ".join(shown.say(key) for key in shown.keys() if key.startswith(board)) for board in boards]  # noqa: SIM118
    assert [row[1] for row in events["rows"]] == expected


def test_the_players_aid_says_what_its_numbers_are() -> None:
    tables = {table["id"]: dict(table["rows"]) for table in aid(load("henderson-field")) if len(table["columns"]) == 2}
    assert tables["limits"]["Guerrillas: a village rises from a die of"] == "5"
    assert tables["limits"]["Japanese withdrawals from turn"] == "19"
    assert tables["field"]["Repaired"].startswith("By who was there and stays: 2, by who uses at most half of")


@pytest.mark.parametrize("slug", ["first-blood", "henderson-field"])
def test_no_panel_of_a_short_game_tells_of_the_campaign(slug: str) -> None:
    """How many units win after the last turn, and whose the field is, differ: the goals and the board say it."""
    wrong = re.compile(r"\b[Oo]ne (Japanese )?unit\b[^.]*last turn|is Japanese at first")
    panels = [panel for one in load(slug).scenarios for side in guide(slug, one.id)["wins"].values() for panel in side]
    assert [panel["text"] for panel in panels if wrong.search(panel["text"])] == []


def test_how_to_win_names_the_points_that_are_given() -> None:
    """As the game's data have them, before a first game too; and no victory that nobody has won."""
    game = load("henderson-field")
    points = game.setup("campaign", {}).setting.points
    wins = guide("henderson-field", "campaign")["wins"]
    told = {side: " ".join(panel["text"] for panel in panels) for side, panels in wins.items()}
    for side, other in (("american", "japanese"), ("japanese", "american")):
        assert f"that they lose scores {points['factor'][side]} for you" in told[side]
        assert re.search(rf"\b{points['factor'][other]} for them", told[side])
        assert re.search(rf"\b{points['field'][side]}\b", told[side])
    assert f"A village scores {points['village']} " in told["american"]
    assert f"score {points['guns']} each turn" in told["japanese"]
    for one in load("solomons").scenarios:
        goals = " ".join(guide("solomons", one.id)["goals"])
        assert "stand now" not in goals
        assert not re.search(r"\b1 × ", goals)


@pytest.mark.parametrize("slug", ["first-blood", "henderson-field"])
def test_the_numbers_of_a_gun_are_told_in_the_counters_order(slug: str) -> None:
    """Strength, range, movement."""
    text = guide(slug, load(slug).scenarios[0].id)["see"]["piece"]
    assert "guns have their range between" in text
