"""The tab that is its own server, by the clock and in CPU time of the whole browser, in headless Chromium.

    make site
    python benchmarks/tab.py [build/site] [--rounds 3]

Beside the seconds stands the pace of the machine while they were measured: they are worth something for a quiet one.
"""

from __future__ import annotations

import argparse
import functools
import os
import shutil
import statistics
import threading
import time
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from page import STOPWATCH
from playwright.sync_api import sync_playwright

from ironbottom.lab.bench import reference

FULL = 3_130_000
"""Rounds of the reference loop in a second, where the figures of `docs/performance.md` were made at full pace."""
PATIENCE = 240_000
ACTS = 12
CHOSEN = """() => {
  if (!location.protocol.startsWith('http') || localStorage.getItem('ironbottom.settings')) return;
  localStorage.setItem('ironbottom.settings', JSON.stringify({ story: 'off', coach: 'off' }));
}"""
"""Nothing is told, and nobody coaches."""
NAMES = ("chromium", "chromium-browser", "google-chrome")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: Any) -> None:
        """Say nothing."""


class Watch:
    """The clock, and the CPU time of all of the browser's processes, those too that have ended meanwhile."""

    def __init__(self, browser: Any) -> None:
        self.wires = browser.new_browser_cdp_session()
        self.most: dict[int, float] = {}
        self.begin()

    def spent(self) -> float:
        for one in self.wires.send("SystemInfo.getProcessInfo")["processInfo"]:
            self.most[one["id"]] = max(self.most.get(one["id"], 0.0), one["cpuTime"])
        return sum(self.most.values())

    def begin(self) -> None:
        self.cpu, self.clock = self.spent(), time.monotonic()

    def end(self) -> tuple[float, float]:
        return time.monotonic() - self.clock, self.spent() - self.cpu


def once(browser: Any, address: str) -> Iterator[tuple[str, float, float]]:
    """What is measured, its seconds by the clock, and of CPU."""
    watch = Watch(browser)
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(f"({CHOSEN})()")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    watch.begin()
    page.goto(address)
    inside = page.frame_locator("#page")
    play = inside.get_by_role("button", name="Play").first
    play.wait_for()
    yield "first page, first visit", *watch.end()
    watch.begin()
    play.click()
    inside.locator('.segment-choice:has(input[value="hot"])').click()
    inside.get_by_role("button", name="Start the game").click()
    inside.locator(".world .piece").first.wait_for()
    yield "from there to the first board", *watch.end()
    table = page.url
    board = page.frames[1]
    board.evaluate(STOPWATCH)
    for number in range(ACTS):
        board.locator(".piece.lit:not(.beneath)").first.click()
        board.wait_for_function("(n) => window.took.length > n", arg=number)
        if not board.locator(".piece.lit:not(.beneath)").count():
            page.keyboard.press("u")
            board.wait_for_selector(".piece.lit:not(.beneath)")
    yield "an act, ms from the click to the changed page", statistics.median(board.evaluate("window.took")), 0.0
    page.close()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    watch.begin()
    page.goto(table)
    again = page.frame_locator("#page")
    again.locator(".world .piece, .curtain .button.primary").first.wait_for()
    if again.locator(".curtain .button.primary").count():
        again.locator(".curtain .button.primary").click()
        again.locator(".world .piece").first.wait_for()
    yield "board, second visit", *watch.end()
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the tab.")
    parser.add_argument("folder", nargs="?", default="build/site")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=given.folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    path = os.environ.get("IRONBOTTOM_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)))
    with sync_playwright() as playwright:
        for _ in range(given.rounds):
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
            pace = reference(1.0) / FULL
            print(f"load {os.getloadavg()[0]:.1f}, {pace:.2f} of full pace")
            for what, clock, cpu in once(browser, f"http://127.0.0.1:{server.server_address[1]}/"):
                pace = reference(1.0) / FULL
                spent = f"; {cpu:.1f} s of CPU, at full pace {cpu * pace:.1f}" if cpu else ""
                print(f"  {what}: {clock:.1f}{spent} (at {pace:.2f})", flush=True)
            browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()
