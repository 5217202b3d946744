"""What a user installs: the wheel alone, in an empty environment, plays a move over HTTP."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import time
import venv
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).parent.parent


def run(*command: str | Path) -> str:
    """The standard output of a command that must succeed."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=ROOT, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an environment with nothing in it but the wheel and what it asks for."""
    folder = tmp_path_factory.mktemp("install")
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, ROOT)
    (wheel,) = folder.glob("*.whl")
    home = folder / "environment"
    venv.create(home, with_pip=True)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    run(scripts / "python", "-m", "pip", "install", "-q", "--require-hashes", "-r", ROOT / "requirements" / "run.txt")
    run(scripts / "python", "-m", "pip", "install", "-q", "--no-deps", wheel)
    return scripts


@contextlib.contextmanager
def server(scripts: Path, data: Path) -> Iterator[str]:
    """The address of the installed program's server."""
    command = [str(scripts / "ironbottom"), "serve", "--port", "0", "--data", str(data)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=data, bufsize=1)
    try:
        assert process.stdout is not None
        found = re.search(r"http://[\d.:]+", process.stdout.readline())
        assert found, "the server tells its address"
        yield found[0]
    finally:
        process.terminate()
        process.wait(20)


@pytest.mark.timeout(600)
def test_the_wheel_alone_plays_a_move(installed: Path, tmp_path: Path) -> None:
    with server(installed, tmp_path) as address, httpx.Client(base_url=address, headers={"X-Ironbottom": "1"}) as page:
        for _ in range(100):
            with contextlib.suppress(httpx.TransportError):
                if page.get("/").status_code == 200:
                    break
            time.sleep(0.1)
        assert "Ironbottom" in page.get("/").text
        assert page.get("/g/archies-war/two-player/chart.chart.svg").text.startswith("<svg")
        seats = {"american": "me", "japanese": "me"}
        made = page.post("/api/tables", json={"game": "archies-war", "scenario": "two-player", "seats": seats})
        assert made.status_code in (200, 201), made.text
        table = f"/api/tables/{made.json()['id']}"
        given = page.post(f"{table}/dice", json={"seat": "american", "number": "5" * 64})
        assert given.status_code == 200, given.text
        before = page.get(table, params={"seat": "american"}).json()
        first = before["choices"][0]["do"]
        body = {"seat": "american", "n": before["n"], "id": "one", "do": [first]}
        after = page.post(f"{table}/do", json=body)
        assert after.status_code in (200, 201), after.text
        assert page.get(table, params={"seat": "american"}).json()["draft"]["length"] == 1


def test_the_installed_command_knows_its_games(installed: Path) -> None:
    assert "archies-war" in run(installed / "ironbottom", "games")
