"""The solitaire game: every worked figure and edge as a case, and the whole contract on random games."""

from __future__ import annotations

import collections
import random
from pathlib import Path
from typing import Any

import pytest

import contract
from ironbottom.games.archies_war.game import make
from ironbottom.games.archies_war.solitaire.rules import american, japanese
from ironbottom.games.archies_war.solitaire.rules.peril import peril, turn_risk
from ironbottom.games.archies_war.solitaire.ui import picture
from ironbottom.games.archies_war.solitaire.ui.log import RULED
from ironbottom.kernel.cases import read_cases, run_case
from ironbottom.kernel.step import CHANCE
from ironbottom.lab.coverage import cover

FILE = Path(__file__).parents[2] / "cases/archies-war/solitaire.toml"
CASES = read_cases(FILE)
GAME = make()
OPTIONS = [option for option in GAME.options if "solitaire" in option.scenarios]
CHOICES = [(option.id, value) for option in OPTIONS for value, _ in option.choices]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    outcome = run_case(GAME, case)
    assert outcome.passed, "; ".join(outcome.wrong)


def test_the_perimeter_is_prepared_before_a_turn_and_ends_none() -> None:
    """S-07: the Marines are placed before turn 1; it was called the end of a turn."""
    s = GAME.setup("solitaire", {"setup_rearrangement": True})
    assert GAME.prompt(s, 0)["text"] == "Place your Marines, then begin the first turn."
    assert GAME.choice(s, 0, ("done",))["label"] == "Done: begin the first turn"
    s = GAME.place({"scenario": "solitaire", "step": "rearrange", "turn": 3})
    assert GAME.choice(s, 0, ("done",))["label"] == "Done: end the turn"


def test_there_is_no_set_up_to_play_without_the_prepared_perimeter() -> None:
    """S-07."""
    outcome = run_case(GAME, {"id": "x", "position": {"scenario": "solitaire", "step": "setup"}})
    assert outcome.wrong == ("position: the step 'setup' asks nothing without the option 'setup_rearrangement'",)


def test_every_statement_is_carried_out_and_tested() -> None:
    rows, failing = cover(GAME, [FILE])
    assert failing == []
    alone = [row for row in rows if row.id.startswith(("SR-", "S-"))]
    assert len(alone) == 69
    assert [row.id for row in alone if not row.holds] == []


def test_every_option_choice_has_a_case() -> None:
    used = {(key, str(item)) for case in CASES for key, item in case["position"].get("options", {}).items()}
    defaults = {(option.id, str(option.default)) for option in GAME.options}
    assert {(key, str(list(item) if isinstance(item, tuple) else item)) for key, item in CHOICES} <= used | {
        (key, value.replace("(", "[").replace(")", "]")) for key, value in defaults
    }


@pytest.mark.parametrize("seed", range(12))
def test_walk(seed: int) -> None:
    options = dict(random.Random(seed).sample(CHOICES, 2)) if seed % 2 else {}
    contract.walk(GAME, "solitaire", options, seed)


def test_looks() -> None:
    assert contract.each(GAME, "solitaire", range(8), lambda s, rng: contract.check_looks(GAME, s), 0.5) > 100


def test_every_way_to_end_occurs() -> None:
    ends = collections.Counter(contract.play(GAME, "solitaire", {}, seed)[0].result.reason for seed in range(150))
    assert set(ends) == {"won", "lost_empty", "lost_overrun", "lost_field"}


def test_the_literal_setup_loses_one_game_in_seven_on_the_first_turn() -> None:
    """S-07: 16 of 108."""
    s = GAME.setup("solitaire")
    risk = turn_risk(s, ("choose", "patrol"))
    assert risk["lost_empty"] == pytest.approx(16 / 108)
    assert sum(peril(s)) == pytest.approx(16 / 108, abs=0.03)


@pytest.mark.parametrize("seed", range(4))
def test_the_peril_told_is_the_peril_met(seed: int) -> None:
    """What the page says of each front, against the dice themselves."""
    rng = random.Random(seed)
    row = tuple(rng.randint(0, 3) for _ in range(4))
    position = {
        "scenario": "solitaire", "step": "choose",
        "american": dict(zip(("point_cruz", "koli_point", "bloody_ridge", "reserves"), row, strict=True)),
        "japanese": {"point_cruz": rng.randint(0, 6), "koli_point": rng.randint(0, 6), "reserves": rng.randint(0, 6)},
    }
    s = GAME.place(position)
    told = sum(peril(s))
    lost, games = 0, 4000
    for _ in range(games):
        now = GAME.apply(s, 0, ("choose", "raid_point_cruz"))
        while GAME.to_move(now) and type(now.stack[-1]).__name__ != "Raid":
            if GAME.to_move(now) == (CHANCE,):
                now = GAME.apply(now, CHANCE, rng.choice(GAME.chance(now))[0])
            else:
                now = GAME.apply(now, 0, GAME.legal(now, 0)[0])
        lost += now.result is not None
    error = 3 * (told * (1 - told) / games) ** 0.5 + 1e-9
    assert abs(lost / games - told) <= error


@pytest.mark.parametrize(
    ("turn", "status", "text"), [(18, 0, "You hold"), (18, -1, "below the track"), (9, -1, "below the track")]
)
def test_where_no_turn_follows_the_end_of_this_one_is_told(turn: int, status: int, text: str) -> None:
    """SR-62, SR-63: no front can fall any more."""
    position = {"scenario": "solitaire", "step": "rearrange", "turn": turn, "status": status}
    view = GAME.view(GAME.place(position), 0)
    odds = GAME.odds(view, 0, ("done",))
    assert odds is not None
    assert [result["p"] for result in odds["results"]] == [1.0]
    assert text in odds["results"][0]["text"]
    assert GAME.why_final(view, 0, ("done",)) == "ends.game"
    goes_on = GAME.view(GAME.place({**position, "turn": 9, "status": 0}), 0)
    assert GAME.why_final(goes_on, 0, ("done",)) == "ends.turn"


@pytest.mark.parametrize(("reserves", "words"), [(0, "no Japanese are there to be lost"), (1, "lose 1 SV")])
def test_an_attack_of_nobody_costs_nobody(reserves: int, words: str) -> None:
    """S-08: with empty Reserves a 1 or 2 still calls an attack on Bloody Ridge."""
    s = GAME.place({"scenario": "solitaire", "american": {"bloody_ridge": 2}, "japanese": {"reserves": reserves}})
    s = GAME.apply(s, 0, ("choose", "patrol"))
    for die in (3, 1, 1):
        s = GAME.apply(s, CHANCE, ("die", die))
    texts = [line["text"] for event in GAME.news_for(s, 0) if (line := GAME.line(event, 0))]
    assert any(words in text for text in texts), texts


@pytest.mark.parametrize("key", sorted(set(RULED.values())))
def test_the_tables_say_what_the_rulings_do(key: str) -> None:
    """S-03, S-04, S-05, S-11, S-13: each ruling has words of its own in its row."""
    values = [value for name, value in CHOICES if name == key]
    for row in (row for row, name in RULED.items() if name == key):
        shown = set()
        for value in values:
            s = GAME.place({"scenario": "solitaire", "options": {key: value}})
            tables = picture.tables(s, GAME.words)
            shown.update(one[2] for table in tables for one in table["rows"] if one[1:2] == [row_name(table, row)])
        assert len(shown) == len(values), row


def row_name(table: Any, row: str) -> str:
    """The name of a row, if it stands in that table."""
    rows = {"american_actions": american.ACTIONS, "american_events": american.EVENTS,
            "japanese_actions": japanese.ACTIONS, "japanese_events": japanese.EVENTS}  # fmt: skip
    known = row in rows.get(table["id"], ())
    return GAME.words.say(f"solo.{table['id']}.{row}") if known else ""
