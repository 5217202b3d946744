"""The acceptance cases: every vector of the rulebook's examples and every edge case, by statement."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ironbottom.games.axis_allies.game import make
from ironbottom.kernel.cases import read_cases, run_case
from ironbottom.kernel.statements import citations

GAME = make()
FOLDER = Path(__file__).parents[2] / "cases" / "axis-allies"
CASES = [case for path in sorted(FOLDER.glob("*.toml")) for case in read_cases(path)]
IDS = [statement.id for statement in GAME.statements]


@pytest.mark.parametrize("case", CASES, ids=[str(case["id"]) for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    assert run_case(GAME, case).wrong == ()


def test_every_statement_is_tested_by_a_case() -> None:
    tested = {rule for case in CASES for rule in case["rules"]}
    assert [key for key in IDS if key not in tested] == []
    assert tested <= set(IDS)


def test_every_statement_is_cited_by_the_code() -> None:
    cited = citations(GAME.folder, IDS)
    assert [key for key, places in cited.items() if not places] == []


def test_every_vector_is_there() -> None:
    known = {case["id"] for case in CASES}
    vectors = [f"E{n:02d}" for n in range(1, 19) if n not in (6, 11)] + ["E06a", "E06b", "E11a", "E11b"]
    vectors += [f"X{n:02d}" for n in range(1, 48)] + ["X48a", "X48b"]
    assert [vector for vector in vectors if vector not in known] == []


def test_a_false_case_fails() -> None:
    case = next(case for case in CASES if case["id"] == "E12")
    assert run_case(GAME, {**case, "expect": {"at": {"allies": {"J": ["TRN"]}}}}).wrong
