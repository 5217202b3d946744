"""What thinking about a kind of decision brings."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ironbottom import games
from ironbottom.lab import decisions

SLUG = "archies-war"


def test_a_script_that_errs_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that prefers what it thinks least of: other actions than its own gain by much, in the true position."""
    script: Any = games.load(SLUG).opponent
    monkeypatch.setattr(decisions, "FRESH", 8)
    monkeypatch.setattr(decisions, "MOST", 3)
    sound, _ = decisions.weigh(games.load(SLUG), 2, 2, "erring", ["Actions"])
    asked = type(script).proposals
    monkeypatch.setattr(type(script), "proposals", lambda *given: asked(*given)[::-1])
    worse, each = decisions.weigh(games.load(SLUG), 2, 2, "erring", ["Actions"])
    assert sum(one.left for one in worse) > sum(one.left for one in sound)
    assert sum(one.gain for one in worse) > sum(one.gain for one in sound) + 0.1
    assert {one.kind for one in worse} == {one.kind for one in each} == {"Actions"}
    assert all(one.weighed == 4 for one in worse)  # two of each of two games


def test_the_report_names_the_better_answers(capsys: pytest.CaptureFixture[str]) -> None:
    given = [SLUG, "-n", "1", "--each", "1", "--seed", "told", "--kind", "Land", "--copy", "Fair set-up"]
    assert decisions.main(given) == 0
    table = capsys.readouterr().out
    assert "Land" in table
    assert "Actions" not in table
    assert decisions.main([*given, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["kind"] for one in told["kinds"]] == ["Land"]
    assert told["decisions"][0]["script"].startswith("land ")
