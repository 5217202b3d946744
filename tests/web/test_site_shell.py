"""What stands around the tab's page: versions of the site one after the other, and networks that do what networks do.
The house and the page are stand-ins here, so that no Python has to be fetched."""

from __future__ import annotations

import functools
import os
import re
import sys
import threading
import time
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
FOLDER = "/war/"
PATIENCE = 20_000
HOUSE = """self.onmessage = ({ data }) => {
  if (data.parts || data.end) self.postMessage(data.end ? { ended: true } : { open: true });
};
"""
PAGE = (
    '<!doctype html><title>Ironbottom</title><p id="said">…</p><p id="here"></p>'
    f'<a href="{FOLDER}docs/index.html" target="_blank">Documents</a>'
    f'<script type="module" src="{FOLDER}js/main.js"></script>\n'
)
MAIN = """import { here } from './wire.js';
document.querySelector('#said').textContent = await (await fetch('FOLDERtexts/said.txt')).text();
document.querySelector('#here').textContent = here();
""".replace("FOLDER", FOLDER)


class Handler(SimpleHTTPRequestHandler):
    """A web server for files below its root, as well and as badly as `web.mood` says."""

    def __init__(self, *args: Any, web: Web) -> None:
        self.web = web
        super().__init__(*args, directory=str(web.folder))

    def do_GET(self) -> None:
        if self.web.mood == "silent":
            self.web.over.wait()
        if self.web.mood in ("busy", "hotel"):
            self.send_response(503 if self.web.mood == "busy" else 200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><p>Sign in to our network")
            return
        super().do_GET()

    def translate_path(self, path: str) -> str:
        path = path.partition("?")[0]
        return super().translate_path(path[len(FOLDER) - 1 :] if path.startswith(FOLDER) else "/nothing")

    def log_message(self, *args: Any) -> None:
        """Say nothing."""


class Web:
    """A site whose versions differ by what they say."""

    def __init__(self, folder: Path) -> None:
        sys.path.insert(0, str(ROOT / "tools"))
        import site_build

        self.build, self.folder, self.mood = site_build, folder, ""
        self.over = threading.Event()
        self.put_up("first")
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, web=self))
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}{FOLDER}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def put_up(self, said: str) -> None:
        """Put a version up."""
        new = self.folder.with_name("new")
        self.build.gather_page(new)
        (new / "texts" / "said.txt").write_text(said, "utf-8")
        (new / "tab" / "house.js").write_text(HOUSE, "utf-8")
        (new / "page.html").write_text(PAGE, "utf-8")
        (new / "js" / "main.js").write_text(MAIN, "utf-8")
        self.build.list_parts(new, {self.build.PROGRAM: said.encode() * 10})
        if self.folder.exists():
            self.folder.rename(self.folder.with_name(f"old {time.monotonic_ns()}"))
        new.rename(self.folder)

    def end(self) -> None:
        self.over.set()
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    found = Web(tmp_path / "site")
    yield found
    found.end()


@pytest.fixture
def page(web: Web, chromium: Any) -> Iterator[Any]:
    """A page that has been here before."""
    context = chromium.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(web.address)
    says(page, "first")
    yield page
    context.close()


def says(page: Any, what: str) -> None:
    """The page in the frame says it, and nothing lies over it."""
    page.frame_locator("#page").locator("#said", has_text=re.compile(f"^{what}$")).wait_for()
    page.locator("#cover").wait_for(state="hidden")


def test_a_new_version_is_there_at_the_next_visit(web: Web, page: Any) -> None:
    for version in ("other", "longer than that", "other"):  # of the same length, of another one, and one of before
        web.put_up(version)
        page.reload()
        says(page, version)
    web.mood = "busy"
    page.reload()
    says(page, "other")


def test_the_version_that_is_here_plays_on_until_the_new_one_is_whole(web: Web, page: Any) -> None:
    web.put_up("other")
    whole = web.folder / "texts" / "said.txt"
    whole.write_text("wrong", "utf-8")  # as long as it should be
    for _ in range(2):
        page.reload()
        says(page, "first")
    wrong = whole.stat()
    whole.write_text("other", "utf-8")
    os.utime(whole, (wrong.st_atime, wrong.st_mtime))  # mended within the second that its server tells changes by
    page.reload()
    says(page, "other")


@pytest.mark.parametrize("mood", ["silent", "busy", "hotel"])
def test_a_bad_network_keeps_nobody_from_what_is_here(web: Web, page: Any, mood: str) -> None:
    web.mood = mood
    began = time.monotonic()
    page.reload()
    says(page, "first")
    assert time.monotonic() - began < 10


def test_documents_beside_the_game_open_and_its_addresses_lead_into_it(web: Web, page: Any) -> None:
    (web.folder / "docs").mkdir()
    (web.folder / "docs" / "index.html").write_text("<p>To read", "utf-8")
    with page.expect_popup() as beside:
        page.frame_locator("#page").get_by_text("Documents").click()
    beside.value.get_by_text("To read").wait_for()
    says(page, "first")
    page.goto(f"{web.address}docs/")
    page.get_by_text("To read").wait_for()
    page.goto(f"{web.address}workshop/archies-war?copy=1")
    assert page.url == f"{web.address}#/workshop/archies-war?copy=1"
    says(page, "first")
    assert page.frame_locator("#page").locator("#here").inner_text() == "/workshop/archies-war"


def test_a_browser_without_room_says_so(web: Web, chromium: Any) -> None:
    context = chromium.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script("""Cache.prototype.put = async () => { throw new DOMException('', 'QuotaExceededError'); };""")
    page.goto(web.address)
    told = page.locator("#told", has_text="no room")
    told.wait_for()
    page.wait_for_timeout(500)
    assert re.search(r"needs \d+\.\d MB", told.inner_text())
    context.close()
