"""The rulebook's examples, the dossier's vectors and edge cases, and a case for every statement and option."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ironbottom.games.solomons.game import make
from ironbottom.kernel.cases import read_cases, run_case
from ironbottom.lab.coverage import cover

FOLDER = Path(__file__).parents[2] / "cases/solomons"
FILES = sorted(FOLDER.glob("*.toml"))
CASES = [case for path in FILES for case in read_cases(path)]
GAME = make()


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    outcome = run_case(GAME, case)
    assert outcome.passed, "; ".join(outcome.wrong)


def test_ids_are_unique() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES)
    assert len([case for case in CASES if case["id"].startswith(("T1-", "T2-", "T3-", "T4-", "T5-"))]) > 60


def test_every_statement_is_carried_out_and_tested() -> None:
    rows, failing = cover(GAME, FILES)
    assert failing == []
    assert len(rows) == 219
    assert [row.id for row in rows if not row.holds] == []


def test_every_option_choice_but_the_default_has_a_case() -> None:
    used = {pair for case in CASES for pair in case["position"].get("options", {}).items()}
    wanted = {
        (option.id, choice) for option in GAME.options for choice, _ in option.choices if choice != option.default
    }
    assert wanted <= used
