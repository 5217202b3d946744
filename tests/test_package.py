import subprocess
import sys
from importlib import metadata, resources
from pathlib import Path

import ironbottom
from ironbottom.games import READY, TITLES


def test_version_is_the_installed_one() -> None:
    assert ironbottom.__version__ == metadata.version("ironbottom")


def test_the_package_is_the_command() -> None:
    asked = [sys.executable, "-m", "ironbottom", "--version"]
    assert ironbottom.__version__ in subprocess.run(asked, capture_output=True, text=True, check=True).stdout


def test_package_is_typed() -> None:
    assert resources.files("ironbottom").joinpath("py.typed").is_file()


def test_the_readme_says_what_is_on_the_shelf() -> None:
    text = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| **")]
    for slug, title in TITLES.items():
        row = next(line for line in rows if f"**{title}**" in line)
        assert row.endswith("| complete |") == (slug in READY), title
