"""Servers for the page's tests: the stand-in with its messages made by hand, and the real one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest
import uvicorn

sys.path.insert(0, str(Path(__file__).parent))

FIREFOX_NAMES = ("firefox-esr", "firefox")
THEMES = {"dark": 0, "light": 1}
"""As Firefox numbers them."""


class Firefox:
    """A headless Firefox of the system, as far as the tests use a Playwright `Browser`. What its protocol does not do
    is set by its preferences, and holds for all contexts (see `firefox.py`)."""

    def __init__(self, browser: Any, port: Path) -> None:
        self.browser = browser
        self.port = port

    def new_context(self, **options: Any) -> Any:
        from firefox import FINGER, preferences

        touch = int(options.get("has_touch", False))
        preferences(int(self.port.read_text("utf-8")), {
            "layout.css.prefers-color-scheme.content-override": THEMES[options.get("color_scheme", "light")],
            "ui.prefersReducedMotion": int(options.get("reduced_motion") == "reduce"),
            "ui.primaryPointerCapabilities": 1 if touch else 6,  # coarse; fine and hovering
            "ui.allPointerCapabilities": 1 if touch else 6,
            "dom.w3c_touch_events.enabled": touch,
            FINGER: touch,
        })
        return self.browser.new_context(**options)


@pytest.fixture(scope="session")
def firefox(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    cannot_run: Callable[[str, str], NoReturn],
) -> Iterator[Firefox]:
    path = next((found for found in map(shutil.which, FIREFOX_NAMES) if found), None)
    if path is None or os.name != "posix":
        cannot_run("Firefox", "no Firefox here that can be driven")
    folder = tmp_path_factory.mktemp("firefox")
    start, port = folder / "firefox", folder / "port"
    driven = Path(__file__).with_name("firefox.py")
    start.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{driven}" "{path}" "{port}" "$@"\n', encoding="utf-8")
    start.chmod(0o755)
    from hands import taught
    from playwright.sync_api import Error, Locator

    playwright = request.getfixturevalue("playwright")
    taught(Locator, port)
    try:
        browser = playwright.firefox.launch(channel="moz-firefox", executable_path=str(start), timeout=180_000)
    except Error as problem:
        if "unknown command" not in str(problem):  # as ESR 140 says of what Playwright asks of all
            raise
        cannot_run("Firefox", "this Firefox is too old for Playwright")
    yield Firefox(browser, port)
    browser.close()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """What has a page runs in Chromium, and in the long runs in Firefox too; `@pytest.mark.firefox` is a short one that
    runs there always, `@pytest.mark.chromium("reason")` needs what Firefox has not (and with `whole=True` what a
    Chromium without windows has not)."""
    if "browser" not in metafunc.fixturenames:
        return
    marks = {mark.name: mark.kwargs for mark in metafunc.definition.iter_markers()}
    whole = marks.get("chromium", {}).get("whole", False)
    browsers = [pytest.param("whole_chromium" if whole else "chromium", id=pytest.HIDDEN_PARAM)]
    if "chromium" not in marks:
        browsers.append(pytest.param("firefox", marks=() if "firefox" in marks else pytest.mark.soak))
    metafunc.parametrize("browser", browsers, indirect=True, scope="session")


@pytest.fixture(scope="session")
def browser(request: pytest.FixtureRequest) -> Any:
    """What makes contexts: a Playwright `Browser`, or our Firefox."""
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="session")
def stand_in() -> Iterator[tuple[Any, str]]:
    """The stand-in for the server, and its address."""
    from standin import Mock

    app = Mock()
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield app, f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(5)


@pytest.fixture
def mock(stand_in: tuple[Any, str]) -> str:
    """The address of the stand-in, whose tables are as at the start."""
    app, address = stand_in
    app.__init__()
    return address


@contextmanager
def serving(data: Path, *paths: Path, port: int = 0) -> Iterator[str]:
    """The address of a real server with a database of its own, and with the same dice at every table; its computers do
    not wait before they answer. `paths`: folders in which it finds more packages."""
    data.mkdir(exist_ok=True)
    (data / "server.toml").write_text("bot_delay = 0\n", encoding="utf-8")
    command = [
        sys.executable,
        str(Path(__file__).with_name("seeded.py")),
        "--port",
        str(port),
        "--data",
        str(data),
        "--durability",
        "normal",
    ]
    where = os.pathsep.join([*map(str, paths), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": where}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    lines: list[str] = []
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line)
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        if found:
            break
    else:
        raise AssertionError("the server did not start: " + "".join(lines))
    stream = process.stdout
    threading.Thread(target=lambda: [None for _ in stream], daemon=True).start()
    try:
        yield found.group()
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


@pytest.fixture(scope="session")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real server."""
    with serving(tmp_path_factory.mktemp("data")) as address:
        yield address


@pytest.fixture(scope="session")
def placed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A server with tables that begin in given positions, with the dice that are wanted."""
    from placed import Placed

    server = Placed(tmp_path_factory.mktemp("placed"))
    yield server
    server.stop()


NOISE = (
    "sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA=",  # a style of Playwright's own, `body {}`, for its pictures
    "NetworkError when attempting to fetch resource",  # a page is left while it asks for something
    "The operation was aborted",  # the same, of a request whose answer was being read
    "was interrupted while the page was loading",
    "error loading dynamically imported module",  # a page is left while it fetches one; what lacks one Chromium tells
)
"""What Firefox calls an error where Chromium says nothing."""
LOST = "establish a connection to the server"
"""Firefox's words for a connection that is lost, where a test expects that one is."""
CHOSEN = """([story, coach]) => {
  if (!location.protocol.startsWith('http')) return; // such a page keeps nothing
  const kept = JSON.parse(localStorage.getItem('ironbottom.settings') ?? '{}');
  if (!('story' in kept)) localStorage.setItem('ironbottom.settings', JSON.stringify({ ...kept, story, coach }));
}"""


@pytest.fixture
def page(browser: Any) -> Iterator[Callable[..., Any]]:
    """`page(address, width, height, theme)`: a page that fails the test when its console holds an error, other
    than those with the `expected` words in them. What others do is told to a reader who chose so (`story`),
    and so is what the coach of a first game says (`coach`). `workers`: with the page's service worker."""
    contexts: list[Any] = []
    wrong: list[str] = []

    def make(
        address: str,
        width: int = 1440,
        height: int = 900,
        theme: str = "light",
        touch: bool = False,
        motion: str = "reduce",
        expected: str = "",
        story: str = "off",
        coach: str = "off",
        workers: bool = False,
    ) -> Any:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,
            has_touch=touch,
            is_mobile=touch,
            reduced_motion=motion,
            service_workers="allow" if workers else "block",
        )
        contexts.append(context)
        context.add_init_script(f"({CHOSEN})({[story, coach]!r})")
        tab = context.new_page()
        tab.set_default_timeout(40000)

        def fails(text: str, where: str = "") -> None:
            passed = [expected, LOST] if expected else []
            if isinstance(browser, Firefox):
                passed += NOISE
            if not any(one in text for one in passed):
                wrong.append(text + where)

        def said(message: Any) -> None:
            if message.type == "error":
                fails(message.text, f" ({message.location.get('url')})")

        tab.on("pageerror", lambda error: fails(str(error)))
        tab.on("console", said)
        tab.goto(address)
        return tab

    yield make
    for context in contexts:
        context.close()
    assert wrong == []
