"""Short scenarios of ours: each is played to its end by its own rule, its secrets are kept; those of the book know
nothing of it."""

from __future__ import annotations

import copy
import json
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

import contract
from ironbottom import games
from ironbottom.games import load
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.scenarios import FILE, read_scenarios
from ironbottom.kernel.step import CHANCE

SHORT = [(slug, one.id) for slug in games.READY for one in load(slug).scenarios if one.of]


@pytest.mark.parametrize(("slug", "key"), SHORT)
def test_a_random_game_ends_and_keeps_its_secrets(slug: str, key: str) -> None:
    game, rng = load(slug), random.Random(3)
    aim = dict(game.scenario(key).aim)
    last = None
    for number, s in enumerate(contract.states(game, key, {}, 3)):
        if number % 61 == 0:
            contract.check_state(game, s)
            contract.check_knowledge(game, s, rng, tries=2)
            contract.check_file_form(game, s)
        assert s.turn <= aim["last"]
        last = s
    assert last is not None
    assert last.result is not None


@pytest.mark.parametrize(("slug", "key"), SHORT)
def test_its_rule_is_a_statement_of_ours_and_stands_beside_the_score(slug: str, key: str) -> None:
    game = load(slug)
    one = game.scenario(key)
    statement = next(known for known in game.statements if known.id == one.rule)
    assert statement.book == "ours"
    assert "ours" in statement.chapter
    s = game.setup(key)
    score = game.picture(game.view(s, one.sides[0]), one.sides[0])["score"]
    assert score["rule"] == one.rule


@pytest.mark.parametrize(("slug", "key"), SHORT)
def test_nothing_hidden_stands_in_the_file(slug: str, key: str) -> None:
    """What a view does not show at the beginning is dealt, or is what the book gives: two deals differ."""
    game = load(slug)
    if not game.knowledge.hides or game.scenario(key).position.get("deal") is None:
        return
    ends = []
    for seed in (1, 2):
        rng, s = random.Random(seed), game.setup(key)
        while game.to_move(s) == (CHANCE,):
            s, _, _ = contract.step(game, s, rng)
        ends.append(game.to_file(s))
    assert ends[0] != ends[1]


FORMER = {
    ("archies-war", "tenaru"): {"last": 4, "tokens": 2, "rule": "IB-1"},
    ("archies-war", "october"): {"last": 10, "rule": "IB-3"},
    ("axis-allies", "race"): {"points": 5, "last": 4, "rule": "IB-1"},
    ("axis-allies", "airfields"): {"points": 10, "last": 4, "rule": "IB-1"},
    ("axis-allies", "three-islands"): {"points": 4, "last": 4, "rule": "IB-2"},
    ("axis-allies", "airfield-race"): {"points": 8, "last": 3, "rule": "IB-1"},
    ("axis-allies", "islands"): {"points": 7, "last": 4, "rule": "IB-2"},
    ("axis-allies", "inner-islands"): {"points": 7, "last": 4, "rule": "IB-2"},
    ("henderson-field", "edsons-ridge"): {"last": 7, "rule": "IB-2"},
    ("first-blood", "first-five"): {"last": 5, "units": 18, "rule": "IB-1"},
    ("first-blood", "november-crisis"): {"last": 12, "units": 15, "rule": "IB-2"},
    ("first-blood", "five-turns"): {"last": 5, "units": 19, "costly": 12, "rule": "IB-1"},
    ("first-blood", "november"): {"last": 12, "units": 15, "costly": 16, "rule": "IB-2"},
    ("first-blood", "late-november"): {"last": 12, "units": 12, "costly": 16, "rule": "IB-2"},
    ("solomons", "two-weeks"): {"last": 2, "rule": "IB-1"},
    ("solomons", "first-weeks"): {"last": 2, "rule": "IB-1"},
    ("solomons", "cape-esperance"): {"last": 11, "rule": "IB-2"},
    ("solomons", "esperance"): {"last": 11, "rule": "IB-2"},
    ("solomons", "off-esperance"): {"last": 11, "rule": "IB-2"},
    ("solomons", "last-convoy"): {"last": 15, "rule": "IB-3"},
    ("solomons", "second-savo"): {"last": 11, "rule": "IB-2"},
    ("solomons", "great-convoy"): {"last": 15, "rule": "IB-3"},
    ("solomons", "november-convoy"): {"last": 15, "rule": "IB-3"},
}
"""How they were won in the release that had them; "two-weeks" and "tenaru" are those of lessons."""


def test_games_that_began_with_a_former_scenario_are_won_as_then() -> None:
    former = {(slug, one.id): dict(one.aim) for slug in games.READY for one in load(slug).scenarios if one.former}
    told = ("first", "before")  # from where points are told
    assert {key: {k: v for k, v in aim.items() if k not in told} for key, aim in former.items()} == FORMER
    assert load("axis-allies").scenario("three-islands").position["axis"]["RAB"] == ["INF*2", "FTR", "SUP"]
    begun = {one.id: one.position["vp"]["japanese"] for one in load("solomons").scenarios if one.former}
    assert begun == {"two-weeks": 72, "first-weeks": 70, "cape-esperance": 77, "esperance": 83, "november-convoy": 82,
                     "off-esperance": 78, "last-convoy": 78, "second-savo": 61, "great-convoy": 70}  # fmt: skip


@pytest.mark.parametrize("slug", games.READY)
def test_the_scenarios_of_the_book_know_nothing_of_it(slug: str) -> None:
    game = load(slug)
    for one in game.scenarios:
        setting: Any = game.setup(one.id).setting
        options = dict(setting.options)
        assert ("aim" in options) == bool(one.of)
        assert one.of in ("", *(known.id for known in game.scenarios if not known.of))


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda d: d["edsons-ridge"].pop("rule"), "[edsons-ridge]: a table with"),
        (lambda d: d["edsons-ridge"].update(colour="red"), "[edsons-ridge]: a table with"),
        (lambda d: d["edsons-ridge"].update(of="naval"), "'of' is one of two-player, solitaire"),
        (lambda d: d["edsons-ridge"].update(minutes=0), "minutes is a number"),
        (lambda d: d["edsons-ridge"].update(name=""), "name, text and rule are texts"),
        (lambda d: d["edsons-ridge"].update(position=3), "aim and position are tables"),
        (lambda d: d.update({"The Tenaru": d.pop("edsons-ridge")}), "an id is made of small letters"),
    ],
)
def test_a_bad_file_is_refused_in_one_clear_line(spoil: Any, told: str, tmp_path: Path) -> None:
    game = load("archies-war")
    data = tomllib.loads((game.folder / FILE).read_text("utf-8"))
    wrong = copy.deepcopy(data)
    spoil(wrong)
    (tmp_path / FILE).write_text(written(wrong), "utf-8")
    with pytest.raises(BadInput) as refused:
        read_scenarios(tmp_path, type(game).scenarios)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def written(item: Any) -> str:
    """A table as TOML, on lines of its own for the outermost."""
    return "\n".join(f"{_inline(key)} = {_inline(part)}" for key, part in item.items())


def _inline(item: Any) -> str:
    if isinstance(item, dict):
        return "{ " + ", ".join(f"{_inline(key)} = {_inline(part)}" for key, part in item.items()) + " }"
    if isinstance(item, list):
        return "[" + ", ".join(_inline(part) for part in item) + "]"
    return json.dumps(item) if isinstance(item, str | bool) else str(item)


@pytest.mark.parametrize(("slug", "correction", "scenario"), [
    ("solomons", "[units]\nremoved = ['J-CA-5']", "off-esperance"),
    ("first-blood", "[units.unit]\nremoved = ['1/7']", "end-of-november"),
    ("henderson-field", "[units.unit]\nremoved = ['us-1-1']", "edsons-ridge"),
])  # fmt: skip
def test_a_unit_that_an_owner_has_removed_is_missing_from_our_positions(
    slug: str, correction: str, scenario: str
) -> None:
    game = games.load(slug, tomllib.loads(correction))
    assert game.to_move(game.setup(scenario, {}))
