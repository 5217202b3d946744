"""The games of the adapters' tests: the five and the solitaire, as short as they are played."""

from __future__ import annotations

from typing import Any

SHORT: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("archies-war", "two-player", {}),
    ("archies-war", "solitaire", {}),
    ("axis-allies", "middle-islands", {"hidden_movement": True}),
    ("first-blood", "five-turns", {}),
    ("henderson-field", "landing", {}),
    ("solomons", "first-runs", {}),
)


def short_id(item: Any) -> str:
    return item if isinstance(item, str) else ""
