"""What all tests share: a real browser, axe, and the account of checks that could not run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any, NoReturn

import pytest

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
SHELL_NAMES = ("chromium-headless-shell", "chrome-headless-shell")
"""Chromium without windows of its own: the same pages at four fifths of the CPU, but no notifications."""
CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-features=" + ",".join((
        # What Chromium loads for every window beside the page: it takes as long as ours.
        "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "SpareRendererForSitePerProcess",
        # Playwright's own, which ours would replace.
        "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
        "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay",
        "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch",
        "TcpPortRandomizationWin", "ThirdPartyStoragePartitioning",
    )),
]
CANNOT_RUN = "cannot run: "


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--database", choices=("sqlite", "postgres"), default="sqlite",
                     help="what the tests' servers keep their tables in (default: sqlite)")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What needs a browser comes last: its event loop runs in the worker from the first such test on, and `asyncio.run`
    begins no other one there."""
    items.sort(key=lambda item: not {"chromium", "whole_chromium"}.isdisjoint(getattr(item, "fixturenames", ())))


def find_chromium(whole: bool = False) -> str | None:
    """The browser that IRONBOTTOM_CHROMIUM names, else the first one found; `whole`: one with windows."""
    named = os.environ.get("IRONBOTTOM_CHROMIUM")
    if named:
        return shutil.which(named)
    names = CHROMIUM_NAMES if whole else (*SHELL_NAMES, *CHROMIUM_NAMES)
    return next((path for path in map(shutil.which, names) if path), None)


def skip_as_missed(check: str, why: str) -> NoReturn:
    """Skip what this machine cannot run; the checks name it at their end, and with CI=true they fail for it."""
    pytest.skip(f"{CANNOT_RUN}{check}: {why}")


@pytest.fixture(scope="session")
def cannot_run() -> Callable[[str, str], NoReturn]:
    """`cannot_run("peers", "no OpenSpiel here")` skips, and the check is named at the end."""
    return skip_as_missed


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driven:
        yield driven


@pytest.fixture(scope="session")
def chromium(request: pytest.FixtureRequest) -> Iterator[Any]:
    """A headless Chromium as a Playwright `Browser`, one for each worker."""
    yield from _launched(request, find_chromium())


@pytest.fixture(scope="session")
def whole_chromium(request: pytest.FixtureRequest) -> Iterator[Any]:
    """The same, of a Chromium that could have windows."""
    yield from _launched(request, find_chromium(whole=True))


def _launched(request: pytest.FixtureRequest, path: str | None) -> Iterator[Any]:
    if path is None:
        skip_as_missed("browser tests", "no Chromium here")
    browser = request.getfixturevalue("playwright").chromium.launch(executable_path=path, args=CHROMIUM_ARGS)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def axe() -> Callable[[Any], list[dict[str, Any]]]:
    """`axe(page)` gives axe-core's serious and critical violations on a Playwright page.

    The script goes in through the debugging protocol, so a strict content security policy is no bar.
    """
    script = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")

    settled = """() => Promise.race([
      new Promise((go) => setTimeout(go, 3000)),
      Promise.all(document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
        .map((one) => one.finished.catch(() => null))),
    ])"""

    def check(page: Any) -> list[dict[str, Any]]:
        page.evaluate(settled)  # what fades in has not its colours yet
        page.evaluate(script + "\n;null")
        found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        return [v for v in found["violations"] if v["impact"] in ("serious", "critical")]

    return check


# The account of checks that failed before pytest began, or could not run. tools/check.py hands over its
# own; a test adds to it by skipping through `cannot_run`.


def _lines(variable: str) -> list[str]:
    return [line for line in os.environ.get(variable, "").split("\n") if line]


def _missed(config: pytest.Config) -> list[str]:
    reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
    missed = _lines("IRONBOTTOM_MISSED_CHECKS")
    for report in reporter.stats.get("skipped", []) if reporter else []:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if CANNOT_RUN in reason:
            missed.append(reason.split(CANNOT_RUN, 1)[1])
    return list(dict.fromkeys(missed))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workerinput"):
        return
    may_miss = {name.strip() for name in os.environ.get("IRONBOTTOM_MAY_MISS", "").split(",")}
    missed = [line for line in _missed(session.config) if line.split(":")[0] not in may_miss]
    if session.exitstatus == 0 and (
        _lines("IRONBOTTOM_FAILED_CHECKS") or (missed and os.environ.get("CI") == "true")
    ):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    failed = _lines("IRONBOTTOM_FAILED_CHECKS")
    missed = _missed(config)
    if failed or missed:
        terminalreporter.section("other checks")
    for line in failed:
        terminalreporter.write_line(f"failed: {line}", red=True)
    for line in missed:
        terminalreporter.write_line(f"could not run: {line}", yellow=True)


@pytest.fixture(scope="session")
def tenaru(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game of `docs/adding-a-game.md` as a user installs it: a folder for the path of a Python."""
    folder = tmp_path_factory.mktemp("tenaru")
    example = Path(__file__).parent.parent / "examples" / "tenaru"
    command = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps",
               "--no-build-isolation", "--no-index", "--target", str(folder), str(example)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder
