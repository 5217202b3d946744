"""What owners are told of the form of corrections: each example of docs/corrections.md is taken and played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import corrections
from ironbottom.games import TITLES

TEXT = (Path(__file__).parents[1] / "docs" / "corrections.md").read_text("utf-8")


def examples() -> list[tuple[str, str]]:
    """The examples below each game's heading."""
    found = []
    for slug, title in TITLES.items():
        part = re.search(rf"^## {re.escape(title.rpartition(': The Battle for ')[2])}$(.*?)^## ", TEXT, re.M | re.S)
        assert part, title
        found += [(slug, block) for block in re.findall(r"^```toml\n(.*?)^```", part.group(1), re.M | re.S)]
    return found


@pytest.mark.parametrize(("slug", "example"), examples())
def test_an_example_is_taken_and_played(slug: str, example: str) -> None:
    corrections.copy_of(slug, example, 40)


def test_each_game_has_an_example() -> None:
    assert {slug for slug, _ in examples()} == set(TITLES)
