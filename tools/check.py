"""Runs the checks: ruff, mypy and tsc, then pytest, whose closing line comes last.

    python tools/check.py test|soak|lint [pytest arguments]

A check that fails or cannot run here does not stop the others. Both are handed to pytest (see
tests/conftest.py), which names them above its closing line and fails accordingly.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TYPESCRIPT = "typescript@5.9.3"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SHELL = "chromium-headless-shell"


def run(name: str, *command: str) -> bool:
    """Run one check, with its name before and its output as it comes."""
    print(f"== {name}", flush=True)
    return subprocess.run(command, cwd=ROOT).returncode == 0


def quiet(*command: str) -> bool:
    return subprocess.run(command, cwd=ROOT, capture_output=True).returncode == 0


def ensure_chromium() -> None:
    """Debian's Chromium for the browser tests, and the one without windows, which does most of them in less time."""
    if os.environ.get("IRONBOTTOM_CHROMIUM"):
        return
    if not any(map(shutil.which, BROWSERS)):
        ensure("chromium", "The browser tests need Chromium")
    if not shutil.which(SHELL):
        ensure(SHELL, "The browser tests take a fifth longer without it")


def ensure_postgres() -> None:
    """Debian's PostgreSQL, for the tests of servers that keep their tables there."""
    if not shutil.which("initdb") and not any(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        ensure("postgresql", "The tests of the other database need PostgreSQL")


def ensure_other_browsers() -> None:
    """Debian's Firefox and WebKitGTK, for the long runs."""
    if not any(map(shutil.which, ("firefox-esr", "firefox"))):
        ensure("firefox-esr", "The long runs in Firefox need it")
    if not shutil.which("WebKitWebDriver"):
        ensure("webkit2gtk-driver", "The test in WebKit needs its driver")
    if not (os.environ.get("DISPLAY") or shutil.which("Xvfb")):
        ensure("xvfb", "The test in WebKit needs a screen")


def ensure_what_it_needs(what: str) -> None:
    if what == "lint":
        return
    ensure_chromium()
    ensure_postgres()
    if what == "soak":
        ensure_other_browsers()


def ensure(package: str, why: str) -> None:
    """Install a package of Debian's where that needs no password; else say how."""
    sudo: list[str] | None = None
    if shutil.which("apt-get"):
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            sudo = []
        elif shutil.which("sudo") and quiet("sudo", "-n", "true"):
            sudo = ["sudo", "-n"]
    if sudo is not None:
        print(f"Installing Debian's {package} for the checks …", flush=True)
        quiet(*sudo, "apt-get", "update", "-qq")
        apt = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq")
        if quiet(*sudo, *apt, "--no-install-recommends", package):
            return
    print(f"{why}: sudo apt-get install {package}", flush=True)


def check_types_of_client(failed: list[str], missed: list[str]) -> None:
    """`tsc` over the JSDoc types of the client, in a folder of its own that git ignores."""
    if not any((ROOT / "src/ironbottom/web").rglob("*.js")):
        return
    npm, node = shutil.which("npm"), shutil.which("node")
    if not (npm and node):
        missed.append("tsc: no Node here")
        return
    folder = ROOT / ".tsc" / TYPESCRIPT
    tsc = folder / "node_modules/typescript/bin/tsc"
    if not tsc.exists():
        folder.mkdir(parents=True, exist_ok=True)
        options = ("--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund")
        quiet(npm, "install", *options, "--prefix", str(folder), TYPESCRIPT)
        if not tsc.exists():
            missed.append(f"tsc: {TYPESCRIPT} could not be fetched")
            return
    if not run("tsc", node, str(tsc), "--project", "tsconfig.json"):
        failed.append("tsc")


def lint() -> tuple[list[str], list[str]]:
    failed: list[str] = []
    missed: list[str] = []
    python = sys.executable
    if not run("ruff", python, "-m", "ruff", "check", "--quiet", "."):
        failed.append("ruff")
    if not run("mypy", python, "-m", "mypy", "--no-error-summary"):
        failed.append("mypy")
    check_types_of_client(failed, missed)
    return failed, missed


def main(arguments: list[str]) -> int:
    what, *rest = arguments or ["test"]
    if what not in ("test", "soak", "lint"):
        print(__doc__, file=sys.stderr)
        return 2
    with ThreadPoolExecutor(1) as beside:  # what is fetched is waited for while the sources are read
        fetched = beside.submit(ensure_what_it_needs, what)
        failed, missed = ([], []) if what == "soak" else lint()
        fetched.result()
    if what == "lint":
        for line in missed:
            print(f"could not run: {line}")
        print("failed: " + ", ".join(failed) if failed else "all well")
        strict = os.environ.get("CI") == "true" and missed
        return 1 if failed or strict else 0
    environment = dict(os.environ)
    environment["IRONBOTTOM_FAILED_CHECKS"] = "\n".join(failed)
    environment["IRONBOTTOM_MISSED_CHECKS"] = "\n".join(missed)
    # A worker waits for a part of its time: for disks, clocks and computer players.
    command = [sys.executable, "-m", "pytest", "-n", "3", "--dist", "worksteal"]
    if what == "soak":
        command += ["-m", "soak", "--timeout", "0"]
    print("== pytest", flush=True)
    return subprocess.run(command + rest, cwd=ROOT, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
