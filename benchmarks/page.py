"""How fast the page is, in a real browser on a real server.

    python benchmarks/page.py [--game archies-war] [--clicks 20] [--loads 7] [--only PART] [--json]

1. First paint: from the navigation to the first content, of the home page and of a running game, with an empty cache
   and with a full one; to the moment at which the board can be clicked; and to the one at which its chart is painted.
2. Click to answer: from the click on a piece to the changed page (the server's answer is in it), without painting.
3. Frames a second while the board is dragged and zoomed, in its first view and as a whole.
4. CPU time of the whole browser for each frame of a screen that shows 60 a second, while the end of a recorded game of
   Henderson Field with more than 112 pieces is told at normal speed (aim: 12 ms).

5. The workshop: the time between two frames while every hex of Henderson Field's map is painted with a brush, row by
   row, and saved as one goes (aim: 20 ms).

The browser is the one that IRONBOTTOM_CHROMIUM names, else the first of chromium, chromium-browser, google-chrome.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from ironbottom.games import READY, TITLES, load
from ironbottom.kernel.data import load_data

RECORD = Path(__file__).parent.parent / "tests/records/henderson-field/campaign-field.jsonl"
NAMES = ("chromium", "chromium-browser", "google-chrome")

PAINT = """() => new Promise((done) => {
  const look = () => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0];
    if (paint) done(paint.startTime);
    else requestAnimationFrame(look);
  };
  look();
})"""

STOPWATCH = """() => {
  window.took = [];
  const many = () => document.querySelectorAll('.piece.picked').length;
  document.addEventListener('click', () => {
    const begun = performance.now(), was = many();
    const look = () => {
      const passed = performance.now() - begun;
      if (many() !== was) window.took.push(passed);
      else if (passed < 5000) setTimeout(look, 1);
    };
    setTimeout(look, 0);
  }, true);
}"""


CHART = """window.chart = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (entry.element?.className === 'chart') window.chart = entry.startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });"""

PAINTED = """() => new Promise((done) => {
  const look = () => (window.chart ? done(window.chart) : setTimeout(look, 50));
  look();
})"""

FRAMES = """(what) => new Promise((done) => {
  const port = document.querySelector('.port'), box = port.getBoundingClientRect();
  const x = box.x + box.width / 2, y = box.y + box.height / 2;
  const point = (type, clientX, clientY) => port.dispatchEvent(
    new PointerEvent(type, { bubbles: true, pointerId: 1, pointerType: 'mouse', buttons: 1, clientX, clientY }));
  const begun = performance.now();
  let frames = 0;
  if (what === 'pan') point('pointerdown', x, y);
  const step = (now) => {
    frames += 1;
    if (what === 'pan') point('pointermove', x + 250 * Math.sin(frames / 20), y + 100 * Math.sin(frames / 12));
    else port.dispatchEvent(new WheelEvent('wheel', { clientX: x, clientY: y, deltaY: frames % 50 < 25 ? -18 : 18 }));
    if (frames < 150) requestAnimationFrame(step);
    else {
      if (what === 'pan') point('pointerup', x, y);
      done((1000 * frames) / (now - begun));
    }
  };
  requestAnimationFrame(step);
})"""


SEEN = """async ([key, n]) => {
  const device = JSON.parse(localStorage.getItem('ironbottom.device') ?? '"desk"');
  localStorage.setItem('ironbottom.device', JSON.stringify(device));
  await fetch(`/api/tables/${key}/seen`, { method: 'POST', body: JSON.stringify({ seat: 'observer', n, device }),
    headers: { 'Content-Type': 'application/json', 'X-Ironbottom': '1' } });
}"""


def spread(values: Sequence[float]) -> dict[str, float]:
    """In milliseconds."""
    ordered = sorted(values)
    return {
        "n": len(ordered),
        "median_ms": round(statistics.median(ordered), 1),
        "best_ms": round(ordered[0], 1),
        "worst_ms": round(ordered[-1], 1),
    }


def loads(browser: Any, address: str, ready: str, storage: Any, count: int) -> dict[str, dict[str, float]]:
    """Opening an address again and again: first content and the moment at which `ready` is in the page."""
    cold: list[float] = []
    warm: list[float] = []
    usable: list[float] = []
    painted: list[float] = []
    for _ in range(count):
        context = browser.new_context(storage_state=storage, viewport={"width": 1440, "height": 900})
        tab = context.new_page()
        tab.add_init_script(CHART)
        for found in (cold, warm):
            tab.goto(address)
            tab.wait_for_selector(ready)
            if found is warm:
                usable.append(tab.evaluate("performance.now()"))
            found.append(tab.evaluate(PAINT))
            if tab.locator(".chart").count():
                painted.append(tab.evaluate(PAINTED))
        context.close()
    made = {
        "first content, empty cache": spread(cold),
        "first content, full cache": spread(warm),
        "can be used, full cache": spread(usable),
    }
    if painted:
        made["chart painted, empty cache"] = spread(painted[::2])
        made["chart painted, full cache"] = spread(painted[1::2])
    return made


def frames(tab: Any) -> dict[str, float]:
    """Frames a second, of a browser that draws 60 at most."""
    found = {}
    for view, key in (("first view", "0"), ("whole board", "9")):
        for what in ("pan", "zoom"):
            tab.keyboard.press(key)
            tab.wait_for_timeout(500)
            found[f"{what}, {view}"] = round(tab.evaluate(FRAMES, what), 1)
    return found


def clicks(tab: Any, count: int) -> dict[str, float]:
    """Taking pieces in hand by clicking them, one after the other, and putting them back."""
    tab.wait_for_selector(".piece.lit")
    tab.evaluate(STOPWATCH)
    for number in range(count):
        tab.locator(".piece.lit:not(.beneath)").first.click()
        tab.wait_for_function("(n) => window.took.length > n", arg=number)
        if not tab.locator(".piece.lit:not(.beneath)").count():  # what is in hand has to be put back by key
            tab.keyboard.press("u")
            tab.wait_for_selector(".piece.lit:not(.beneath)")
    return spread(tab.evaluate("window.took"))


def story(address: str, browser: Any, lines: int = 250, seconds: float = 8) -> dict[str, float]:
    """CPU time in milliseconds for each frame while the last lines of the recorded game are told."""
    session = browser.new_browser_cdp_session()

    def busy() -> dict[int, float]:
        return {one["id"]: one["cpuTime"] for one in session.send("SystemInfo.getProcessInfo")["processInfo"]}

    context = browser.new_context(viewport={"width": 1440, "height": 900})
    tab = context.new_page()
    tab.goto(address)
    tab.wait_for_selector(".game-card")
    tab.set_input_files('input[type="file"]', RECORD)
    tab.locator(".ending").wait_for(timeout=60000)
    key = tab.url.split("/t/")[1].split("?")[0]
    message = tab.evaluate(f"async () => await (await fetch('/api/tables/{key}?seat=observer')).json()")
    tab.evaluate(SEEN, [key, message["n"] - lines])
    tab.goto(f"{address}/t/{key}?seat=observer")
    tab.wait_for_selector(".table.telling")
    tab.wait_for_timeout(2000)
    begun, before = time.monotonic(), busy()
    tab.wait_for_timeout(seconds * 1000)
    passed, after = time.monotonic() - begun, busy()
    told, pieces = tab.locator(".table.telling").count(), tab.locator(".piece").count()
    context.close()
    assert told, "the story was over before it was measured"
    spent = sum(after[one] - before.get(one, 0) for one in after) * 1000
    return {f"with {pieces} pieces, ms of CPU": round(spent / (60 * passed), 1)}


INTERVALS = """() => {
  window.gaps = [];
  let last = performance.now();
  const step = (now) => { window.gaps.push(now - last); last = now; requestAnimationFrame(step); };
  requestAnimationFrame(step);
}"""


def trace(address: str, browser: Any, slug: str = "henderson-field") -> dict[str, float]:
    """Milliseconds between two frames while a whole map is painted, and saved."""
    game = load(slug)
    plan = game.workshop(game.scenarios[0].id, load_data(game.package))
    rows: dict[float, list[tuple[float, float]]] = {}
    for x, y in (one["at"] for one in plan["things"] if one["kind"] == "hex"):
        rows.setdefault(round(y), []).append((x, y))
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    tab = context.new_page()
    tab.goto(f"{address}/workshop/{slug}")
    tab.wait_for_selector(".workshop:not([inert]) .ws-tab", timeout=60000)
    tab.get_by_role("tab", name="Paint").click()
    tab.get_by_role("button", name="Jungle").click()
    for _ in range(12):  # the whole map at once
        tab.locator('[data-tool="minus"]').click()
    tab.wait_for_timeout(500)
    box = tab.locator(".ws-map .chart").bounding_box()
    tab.evaluate(INTERVALS)
    for row in rows.values():
        spots = [(box["x"] + x * box["width"] / plan["width"], box["y"] + y * box["height"] / plan["height"])
                 for x, y in sorted(row)]  # fmt: skip
        tab.mouse.move(*spots[0])
        tab.mouse.down()
        for x, y in spots[1:]:
            tab.mouse.move(x, y)
        tab.mouse.up()
    gaps = sorted(tab.evaluate("window.gaps"))
    tab.wait_for_function("() => document.querySelector('.ws-status').textContent === 'Saved'", timeout=60000)
    context.close()
    return {
        "hexes of the map": float(sum(map(len, rows.values()))),
        "between frames, median": round(statistics.median(gaps), 1),
        "between frames, 95 %": round(gaps[int(len(gaps) * 0.95)], 1),
    }


def measure(address: str, browser: Any, game: str, count: int, rounds: int) -> dict[str, Any]:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    tab = context.new_page()
    tab.goto(address)
    card = tab.locator(".game-card").filter(has_text=TITLES[game])
    card.get_by_role("button", name="Play").click()
    tab.locator('.segment-choice:has(input[value="hot"])').click()
    tab.get_by_role("button", name="Start the game").click()
    tab.wait_for_url("**/t/*")
    table = tab.url
    found: dict[str, Any] = {"click to answer": clicks(tab, count), "frames a second": frames(tab)}
    storage = context.storage_state()
    found["home page"] = loads(browser, address, ".game-card.ready", storage, rounds)
    found["a game"] = loads(browser, table, ".world .piece", storage, rounds)
    context.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast the page is.")
    parser.add_argument("--game", choices=READY, default="archies-war")
    parser.add_argument("--clicks", type=int, default=20)
    parser.add_argument("--loads", type=int, default=7)
    parser.add_argument("--only", choices=("page", "story", "trace"), help="one part alone")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    chosen = os.environ.get("IRONBOTTOM_CHROMIUM")
    path = shutil.which(chosen) if chosen else next((found for found in map(shutil.which, NAMES) if found), None)
    if path is None:
        sys.exit("no Chromium here")
    with tempfile.TemporaryDirectory() as data:
        server = subprocess.Popen(
            [sys.executable, "-m", "ironbottom.server", "--port", "0", "--data", data],
            stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        try:
            assert server.stdout is not None
            where = re.search(r"http://\S+", server.stdout.readline())
            if where is None:
                sys.exit("the server did not start")
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
                found = {}
                if given.only in (None, "page"):
                    found = measure(where.group(), browser, given.game, given.clicks, given.loads)
                if given.only in (None, "story"):
                    found["a frame of a story"] = story(where.group(), browser)
                if given.only in (None, "trace"):
                    found["a whole map painted"] = trace(where.group(), browser)
                browser.close()
        finally:
            server.terminate()
            server.wait(10)
    if given.json:
        print(json.dumps(found, indent=2))
        return
    for name, figures in found.items():
        print(name)
        for key, one in {"": figures}.items() if "n" in figures else figures.items():
            if isinstance(one, float):
                print(f"  {key:30} {one:8.1f}")
                continue
            print(f"  {key or 'all':30} median {one['median_ms']:8.1f} ms   best {one['best_ms']:8.1f}"
                  f"   worst {one['worst_ms']:8.1f}   of {one['n']:.0f}")  # fmt: skip


if __name__ == "__main__":
    main()
