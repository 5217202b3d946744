"""The rulebook's examples, the edge cases, and a case for every statement and option."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ironbottom.games.archies_war.game import make
from ironbottom.kernel.cases import read_cases, run_case
from ironbottom.lab.coverage import cover

FOLDER = Path(__file__).parents[2] / "cases/archies-war"
NAMES = ("examples", "edges", "statements", "options", "memory", "reading", "short")
FILES = [FOLDER / f"{name}.toml" for name in NAMES]
CASES = [case for path in FILES for case in read_cases(path)]
GAME = make()


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    outcome = run_case(GAME, case)
    assert outcome.passed, "; ".join(outcome.wrong)


def test_every_vector_is_there() -> None:
    ids = {case["id"] for case in CASES}
    assert len(ids) == len(CASES)
    examples = {f"2P-E{n:02d}" for n in range(2, 22)} | {f"2P-E01{letter}" for letter in "abcd"} | {"2P-E04b"}
    edges = {f"2P-X{n:02d}" for n in range(1, 38)} - {f"2P-X{n:02d}" for n in (7, 9, 12, 16)}
    edges |= {f"2P-X07{x}" for x in "ab"} | {f"2P-X09{x}" for x in "ab"} | {f"2P-X12{x}" for x in "abc"}
    edges |= {f"2P-X16{x}" for x in "abcde"} | {"2P-X08b", "2P-X14b", "2P-X15b"}
    assert len(examples | edges) == 73
    assert examples | edges <= ids


def test_every_statement_is_carried_out_and_tested() -> None:
    rows, failing = cover(GAME, FILES)
    assert failing == []
    two_player = [row for row in rows if row.id.startswith(("2P-", "T-", "IB-"))]
    assert len(two_player) == 96
    assert [row.id for row in two_player if not row.holds] == []


def test_every_option_choice_has_a_case() -> None:
    used = {
        (key, choice)
        for case in CASES
        if isinstance(case["position"].get("options"), dict)
        for key, choice in case["position"]["options"].items()
    }
    wanted = {
        (option.id, choice)
        for option in GAME.options
        if "two-player" in option.scenarios
        for choice, _ in option.choices
    }
    assert wanted <= used
