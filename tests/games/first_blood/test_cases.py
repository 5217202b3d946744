"""Every case of the dossier and of the rulebook's examples."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ironbottom.games.first_blood.game import make
from ironbottom.kernel.cases import read_cases, run_case

GAME = make()
FOLDER = Path(__file__).parents[2] / "cases" / "first-blood"
CASES = [(path.stem, case) for path in sorted(FOLDER.glob("*.toml")) for case in read_cases(path)]


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{stem}-{case['id']}") for stem, case in CASES])
def test_case(case: dict[str, Any]) -> None:
    outcome = run_case(GAME, case)
    assert outcome.passed, "\n".join(outcome.wrong)


def test_each_case_has_a_name_of_its_own() -> None:
    names = [case["id"] for _, case in CASES]
    assert len(names) == len(set(names))
