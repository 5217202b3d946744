"""Other Pythons than the one that runs the checks: the same games there, and the wheel as users install it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

ROOT = Path(__file__).parent.parent
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
HERE = "{}.{}".format(*sys.version_info[:2])
GAMES = """
import random
from ironbottom import games
from ironbottom.kernel.value import fingerprint
from ironbottom.lab.bench import walk
for slug in games.READY:
    game = games.load(slug)
    *_, (s, side) = walk(game, game.setup(game.scenarios[-1].id), random.Random(7))
    print(slug, game.digest, side, fingerprint(s))
"""
"""Random games of all five, to the last decision: needs the standard library alone."""


def found(version: str) -> str | None:
    """A Python of that version: on the path, or one that pyenv keeps."""
    there = [shutil.which(f"python{version}")]
    home = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    there += [str(path) for path in sorted((home / "versions").glob(f"{version}.*/bin/python{version}"))]
    for path in filter(None, there):
        done = subprocess.run([path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"],
                              capture_output=True, text=True)
        if done.returncode == 0 and done.stdout.strip() == version:
            return path
    return None


@pytest.fixture(scope="session")
def python(cannot_run: Callable[[str, str], NoReturn]) -> Callable[[str], str]:
    """`python("3.13")` is a Python of that version; where there is none, the check is named at the end."""

    def give(version: str) -> str:
        return found(version) or cannot_run(f"Python {version}", "not here")

    return give


def run(*command: str | Path, **environment: str) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=600, cwd=ROOT,
                          env={**os.environ, **environment})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def here() -> str:
    """What the games come to in this Python."""
    return run(sys.executable, "-c", GAMES, PYTHONPATH=str(ROOT / "src"))


@pytest.mark.parametrize("version", [version for version in VERSIONS if version != HERE])
def test_games_are_the_same_in_every_python(version: str, python: Callable[[str], str], here: str) -> None:
    there = run(python(version), "-c", GAMES, PYTHONPATH=str(ROOT / "src"), PYTHONDONTWRITEBYTECODE="1")
    assert there == here


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, ROOT)
    (made,) = folder.glob("*.whl")
    return made


@pytest.mark.soak
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("tool", ["uv", "pipx"])
def test_the_wheel_as_users_install_it(
    tool: str, version: str, python: Callable[[str], str], wheel: Path, tmp_path: Path,
    cannot_run: Callable[[str, str], NoReturn],
) -> None:
    """`uv tool install` and `pipx install` bring a command that plays."""
    program = shutil.which(tool) or cannot_run(tool, "not installed here")
    scripts = tmp_path / "bin"
    if tool == "uv":
        run(program, "tool", "install", "--python", python(version), wheel,
            UV_TOOL_DIR=str(tmp_path / "tools"), UV_TOOL_BIN_DIR=str(scripts))
    else:
        run(program, "install", "--python", python(version), wheel,
            PIPX_HOME=str(tmp_path / "tools"), PIPX_BIN_DIR=str(scripts), PIPX_MAN_DIR=str(tmp_path / "man"))
    command = scripts / ("ironbottom.exe" if os.name == "nt" else "ironbottom")
    assert "archies-war" in run(command, "games")
    assert "regular" in run(command, "simulate", "archies-war", "--bots", "regular,random", "-n", "1")
