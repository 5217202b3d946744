"""What is not POSIX: the program runs with what Windows has of `os`, `signal`, `socket` and `sys`, and no more."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import httpx

HERE = Path(__file__).parent / "windows"
PROGRAM = ("-c", "import sys\nfrom ironbottom.cli import main\nsys.exit(main())")
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (HERE, *sys.path[1:])))}


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=100)


def test_the_program_meets_what_windows_has() -> None:
    """The net holds: what Windows lacks is missing for the program's modules, and for these alone."""
    code = """
import os
class Theirs: pass
space = {"__name__": "ironbottom.cli"}
exec("import os, os.path, signal, sys", space)
assert space["sys"].platform == "win32" and space["sys"].stdout is not None
assert not set(vars(space["os"])) & {"fork", "getuid", "O_NOFOLLOW"} and space["os"].path.join
assert "SIGKILL" not in vars(space["signal"])
for line in ("import resource", "from os import fork", "from signal import SIGKILL", "import os; os.getuid()"):
    try:
        exec(line, {"__name__": "ironbottom.cli"})
    except (ImportError, AttributeError):
        continue
    raise SystemExit(f"{line} went through")
assert os.fork
"""
    done = python("-c", code)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_module_can_be_imported() -> None:
    code = """
import importlib, pkgutil, ironbottom
for found in pkgutil.walk_packages(ironbottom.__path__, "ironbottom."):
    if not found.name.startswith(("ironbottom.research", "ironbottom.tab.bridge")) and "__main__" not in found.name:
        importlib.import_module(found.name)
"""
    done = python("-c", code)
    assert done.returncode == 0, done.stdout + done.stderr


def test_commands_run() -> None:
    done = python(*PROGRAM, "simulate", "archies-war", "--bots", "regular,random", "-n", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "regular" in done.stdout


def test_the_server_plays_a_move(tmp_path: Path) -> None:
    command = [sys.executable, *PROGRAM, "serve", "--port", "0", "--data", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
    try:
        assert process.stdout is not None
        found = re.search(r"http://[\d.:]+", process.stdout.readline())
        assert found, process.stderr.read() if process.stderr else ""
        with httpx.Client(base_url=found[0], headers={"X-Ironbottom": "1"}, timeout=60) as page:
            for _ in range(200):
                with contextlib.suppress(httpx.TransportError):
                    if page.get("/").status_code == 200:
                        break
                time.sleep(0.1)
            seats = {"american": "me", "japanese": "bot:regular"}
            made = page.post("/api/tables", json={"game": "archies-war", "scenario": "alligator-creek", "seats": seats})
            assert made.status_code in (200, 201), made.text
            table = f"/api/tables/{made.json()['id']}"
            assert page.post(f"{table}/dice", json={"seat": "american", "number": "5" * 64}).status_code == 200
            before = page.get(table, params={"seat": "american"}).json()
            for _ in range(300):  # the computer may be the first to decide
                if before["choices"]:
                    break
                time.sleep(0.1)
                before = page.get(table, params={"seat": "american"}).json()
            body = {"seat": "american", "n": before["n"], "id": "one", "do": [before["choices"][0]["do"]]}
            after = page.post(f"{table}/do", json=body)
            assert after.status_code in (200, 201), after.text
    finally:
        process.terminate()
        process.wait(20)
