"""The reports and benchmarks that are run by hand still run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ironbottom import games
from ironbottom.kernel.errors import BadInput
from ironbottom.lab import balance, bench
from ironbottom.lab.farm import HERE

ROOT = Path(__file__).resolve().parents[2]


def test_the_balance_report_has_a_row_for_each_pairing() -> None:
    (text,) = balance.parts(games.READY[:1], 1, "t", HERE).values()
    assert "| random |" in text
    assert "| regular v random |" in text
    assert text.count("0, 0 |") == 3


def test_the_balance_report_leaves_what_people_wrote() -> None:
    old = "# Head\n\n<!-- measured: a b -->\nold\n<!-- end of measured -->\n\nOur words.\n"
    new = balance.put(old, {"a b": "| new |"})
    assert new == old.replace("\nold\n", "\n\n| new |\n\n")
    assert balance.put(new, {"a b": "| new |"}) == new
    with pytest.raises(BadInput, match="no place for 'c d'"):
        balance.put(old, {"c d": ""})


def test_the_report_in_the_documents_has_its_marks() -> None:
    text = (ROOT / "docs/balance.md").read_text("utf-8")
    assert balance.put(text, {"archies-war two-player": "x"}) != text


def test_the_benchmark_compares_in_the_same_run() -> None:
    command = [sys.executable, str(ROOT / "benchmarks/kernel.py"), "--seconds", "0.02", "--rounds", "1", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    for row in json.loads(done.stdout):
        assert row["decisions_per_cpu_s"] > 0
        assert row["ratio_to_reference"] > 0


@pytest.mark.soak
@pytest.mark.parametrize("slug", games.READY)
def test_random_play_keeps_its_speed(slug: str) -> None:
    """Against the reference loop of the same run, so that a slow machine does not count."""
    game = games.load(slug)
    for scenario in (one for one in game.scenarios if not one.of):
        best = max(
            bench.random_play(game, scenario.id, 1.0)["decisions_per_cpu_s"] / bench.reference(0.5) for _ in range(5)
        )
        assert best > 0.01
