"""The wording of each game is what was read through: `tests/words/<game>.txt`.

A file that differs is a change of words: `python tools/words.py`, and read the difference.
"""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

from ironbottom.games import READY

ROOT = Path(__file__).parent
FAULTS = re.compile(
    r"(?<![-\d.])\b1 (are|have|go|boxes|blocks|zones|points|steps|dice|hexes|units)\b|  |\.\.|\b\w+_\w+\b|\( | \."
)
"""What no line may hold: one with a word for many, a double blank, a double full stop, an internal name."""


def tool() -> Any:
    """`tools/words.py`, which writes what is compared here."""
    spec = importlib.util.spec_from_file_location("words_tool", ROOT.parent / "tools" / "words.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("slug", READY)
def test_the_words_are_those_that_were_read(slug: str) -> None:
    assert tool().wording(slug) == (ROOT / "words" / f"{slug}.txt").read_text("utf-8")


@pytest.mark.parametrize("slug", READY)
def test_no_line_has_a_plain_fault(slug: str) -> None:
    lines = (ROOT / "words" / f"{slug}.txt").read_text("utf-8").splitlines()
    read = [re.sub(r"^[a-z]+(\.\w+)+: |\{[^}|]*\}", "X", line) for line in lines if line and not line.startswith("==")]
    assert [line for line in read if FAULTS.search(line)] == []
