"""`docs/adding-a-game.md` builds the game of `examples/tenaru`: its blocks are that code, in order, and all of it."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "tenaru"
SOURCE = EXAMPLE / "src" / "ironbottom_tenaru"
BLOCKS = re.findall(r"^```\w+ (\S+)\n(.*?)^```$", (ROOT / "docs/adding-a-game.md").read_text("utf-8"), re.S | re.M)


def text_of(name: str) -> str:
    """A file that the page names, in the package or beside it."""
    path = SOURCE / name if (SOURCE / name).is_file() else EXAMPLE / name
    return path.read_text("utf-8")


def test_each_block_of_the_page_stands_in_its_file() -> None:
    assert len(BLOCKS) > 15
    for name, block in BLOCKS:
        assert block in text_of(name), f"{name}: this is not its text any more:\n{block}"


def test_the_page_shows_all_of_the_code() -> None:
    for path in SOURCE.glob("*.py"):
        shown = "\n".join(block for name, block in BLOCKS if name == path.name)
        if path.name != "__init__.py":
            lines = [line for line in path.read_text("utf-8").splitlines() if line]
            assert [line for line in shown.splitlines() if line] == lines, path.name


def test_the_game_is_as_short_as_the_page_says() -> None:
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in SOURCE.rglob("*.py"))
    assert lines <= 300
    assert f"in {lines} lines of Python" in (ROOT / "docs/adding-a-game.md").read_text("utf-8").replace("\n", " ")


def test_nothing_of_the_program_knows_the_game() -> None:
    for path in (ROOT / "src" / "ironbottom").rglob("*"):
        if path.suffix in (".py", ".js", ".html") and path != ROOT / "src/ironbottom/games/__init__.py":
            assert "ironbottom_tenaru" not in path.read_text("utf-8"), path
