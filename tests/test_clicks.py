"""The clicks of a turn do not grow: counted by `tools/clicks.py` from a stored position of a game."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest


def tool() -> Any:
    """`tools/clicks.py`."""
    spec = importlib.util.spec_from_file_location("clicks", Path(__file__).parent.parent / "tools" / "clicks.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["clicks"] = module
    spec.loader.exec_module(module)
    return module



@pytest.mark.parametrize(("slug", "position", "most"), [
    ("archies-war", ("two-player-held", 2), (6, 1)),
    ("archies-war", ("two-player-henderson_field", 2), (7, 8)),
    ("archies-war", ("solitaire-won", 2), (6,)),
    ("first-blood", ("campaign-airfield", 3), (62, 42)),
    ("first-blood", ("campaign-cleared", 6), (68, 60)),
    ("henderson-field", ("campaign-automatic", 3), (44, 9)),
    ("solomons", ("campaign-american", 2), (11, 5)),
    ("solomons", ("campaign-draw", 4), (10, 9)),
])
def test_a_turn_takes_no_more_clicks_than_written_down(
    slug: str, position: tuple[str, int], most: tuple[int, ...]
) -> None:
    clicks = tool()
    counted = clicks.play(slug, *position)
    assert all(0 < count.clicks <= n for count, n in zip(counted.values(), most, strict=True)), counted
