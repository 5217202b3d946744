"""The guide for researchers: its first lines run, and what it says of the installation holds."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
GUIDE = (ROOT / "docs" / "research.md").read_text("utf-8")


def test_its_first_lines_run(pyspiel: Any, pettingzoo: Any) -> None:
    blocks = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        # a shorter game than the guide's
        exec(block.replace("first-blood", "axis-allies").replace("first_blood", "axis_allies")
             .replace("first-turns,infantry_repair=true", "middle-islands,hidden_movement=true")
             .replace("first-turns", "middle-islands").replace("infantry_repair", "hidden_movement"), {})


def test_the_extra_asks_for_what_is_locked() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]["research"]
    lines = (ROOT / "requirements" / "research.in").read_text("utf-8").splitlines()
    assert wanted == [line for line in lines if not line.startswith("#")]
    locked = (ROOT / "requirements" / "research.txt").read_text("utf-8")
    for name in wanted:
        assert f"\n{name.partition('>')[0].replace('_', '-')}==" in locked


def test_it_names_every_example() -> None:
    for path in (ROOT / "examples" / "research").glob("*.py"):
        assert f"`{path.name}`" in GUIDE
