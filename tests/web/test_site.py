"""The tab that is its own server (`make site`), as a newcomer meets it: in a real browser, from a folder on a plain web
server, below its root."""

from __future__ import annotations

import functools
import json
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NoReturn

import pytest

from ironbottom.server import backup
from ironbottom.server.store import FILE

ROOT = Path(__file__).parent.parent.parent
FOLDER = "/war/"
PATIENCE = 120_000
MOST_ON_THE_WAY = 10_000_000
"""Bytes that a first visit may fetch."""


class Handler(SimpleHTTPRequestHandler):
    """A web server that knows nothing but files, and has them below its root."""

    def translate_path(self, path: str) -> str:
        path = path.partition("?")[0]
        return super().translate_path(path[len(FOLDER) - 1 :] if path.startswith(FOLDER) else "/nothing")

    def log_message(self, *args: Any) -> None:
        """Say nothing."""


class Web:
    """A folder on the web, whose server can be switched off and on again: that is what being without a network comes to
    for a browser whose service workers hear nothing of it from a driver."""

    def __init__(self, folder: Path) -> None:
        self.handler = functools.partial(Handler, directory=str(folder))
        self.port = 0
        self.start()
        self.address = f"http://127.0.0.1:{self.port}{FOLDER}"

    def start(self) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), self.handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, cannot_run: Callable[[str, str], NoReturn]) -> Path:
    """The folder of the site."""
    sys.path.insert(0, str(ROOT / "tools"))
    import site_build

    folder = tmp_path_factory.mktemp("built") / "site"
    try:
        site_build.build(folder)
    except site_build.CannotBuild as error:
        cannot_run("the tab", str(error))
    parts = json.loads((folder / site_build.MANIFEST).read_text("utf-8"))["parts"].values()
    assert sum(part["packed"] for part in parts) <= MOST_ON_THE_WAY
    return folder


@pytest.fixture
def web(built: Path) -> Iterator[Web]:
    """The site on a web server."""
    server = Web(built)
    yield server
    server.stop()


def inside(page: Any) -> Any:
    return page.frame_locator("#page")


def lines(page: Any) -> int:
    """Entries of the log that the page has."""
    return int(inside(page).locator(".log .entry, .log .line").count())


def play(page: Any, clicks: int) -> None:
    """Press what is offered: a lit piece, a lit place, or the loudest button."""
    shown = inside(page)
    for _ in range(clicks):
        lit = shown.locator(".answers .button.primary, .field-choices .button, .piece.lit:not(.retract), .space.lit")
        lit.first.wait_for(timeout=PATIENCE)
        primary = shown.locator(".answers .button.primary")
        target = primary.first if primary.count() else lit.first
        target.click(force=True, timeout=PATIENCE)
        page.wait_for_timeout(150)


SAVED = """async () => {
  const { ask } = await import('/js/wire.js');
  return [...new Uint8Array(await (await ask('/api/tab/backup')).arrayBuffer())];
}"""
CHOSEN = """(input, bytes) => {
  const given = new DataTransfer();
  given.items.add(new File([new Uint8Array(bytes)], 'saved.zip', { type: 'application/zip' }));
  input.files = given.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}"""
KNOWN = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "blocked an inline style")
"""What a browser says that is nothing: that it was offline; that a drawing's own style was not applied (Firefox)."""


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_a_newcomer_plays_in_a_tab_and_loses_nothing(
    web: Web, browser: Any, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    site = web.address
    downloads = request.node.callspec.params["browser"] == "chromium"  # Firefox's protocol does not tell of them
    size: Any = {"width": 1280, "height": 800}
    context = browser.new_context(viewport=size, accept_downloads=True)
    asked: list[str] = []
    wrong: list[str] = []

    def opened(page: Any) -> Any:
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
        return page

    context.on("request", lambda request: asked.append(request.url))
    page = opened(context.new_page())
    page.goto(site)
    inside(page).get_by_role("button", name="Play").first.wait_for()
    assert page.evaluate("crossOriginIsolated")

    # against the Recruit, to the computer's first answers
    inside(page).get_by_role("button", name="Play").first.click()
    assert inside(page).get_by_text("which nobody else can reach").count() == 1
    assert inside(page).get_by_text("With a friend", exact=True).count() == 0
    inside(page).get_by_role("button", name="Start the game").click()
    inside(page).locator(".piece").first.wait_for()
    address = page.url
    assert "#/t/" in address
    play(page, 12)
    page.wait_for_timeout(500)
    told = page.frames[1].evaluate("document.querySelector('#prompt-text').innerText")

    # the network goes, which is nothing to the table; closed and opened again without one
    context.set_offline(True)
    web.stop()
    page.wait_for_timeout(500)
    assert inside(page).get_by_text("Disconnected").count() == 0
    page.close()
    page = opened(context.new_page())
    page.goto(address)
    inside(page).locator(".piece").first.wait_for()
    page.frames[1].wait_for_function("(told) => document.querySelector('#prompt-text')?.innerText === told", arg=told)
    context.set_offline(False)
    web.start()

    # a second tab says so, and can take the games over
    other = opened(context.new_page())
    other.goto(site)
    other.get_by_text("is open in another tab").wait_for()
    other.get_by_role("button", name="Go on in this tab").click()
    page.get_by_text("is open in another tab").wait_for()
    inside(other).locator(".table-link").first.wait_for()

    # all in one file, which a server takes
    saved = tmp_path / "saved.zip"
    if downloads:
        with other.expect_download() as waiting:
            inside(other).locator('[data-key="keep.save"]').click()
        waiting.value.save_as(saved)
        inside(other).get_by_text("/me/").wait_for()
    else:
        saved.write_bytes(bytes(other.frames[1].evaluate(SAVED)))
    with zipfile.ZipFile(saved) as archive:
        assert FILE in archive.namelist()
    assert backup.restore(saved, tmp_path / "data") is None

    # and back again
    if downloads:
        inside(other).locator("dialog[open] .icon-button").first.click()
    chosen = inside(other).locator('input[accept=".zip"]')
    if downloads:
        chosen.set_input_files(str(saved))
    else:  # in a frame within the page it takes no files either
        chosen.evaluate(CHOSEN, list(saved.read_bytes()))
    inside(other).locator("dialog[open] .button.danger").click()
    other.wait_for_load_state()
    inside(other).locator(".table-link").first.wait_for()

    assert not [url for url in asked if not url.startswith((site, site.removesuffix(FOLDER), "blob:", "data:"))]
    assert not [line for line in wrong if not any(known in line for known in KNOWN)]
    context.close()
