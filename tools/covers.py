"""Makes the small pictures of a game's chart that stand where one chooses a game: `covers/chart.webp` and `room.webp`.

    python tools/covers.py                 all games
    python tools/covers.py archies-war     one game

A page that drew five whole charts would fetch two megabytes and work for a second to show five cards. Chromium draws
them here, as it would there; what is wider or higher than a card is left off at both sides alike.
"""

from __future__ import annotations

import base64
import shutil
import sys
from pathlib import Path
from typing import Any

from ironbottom.games import READY, load

WIDTH, HEIGHT = 720, 450
"""Pixels: a card's own shape, and enough for a dense screen."""
QUALITY = 0.68
DRAW = """async ([svg, width, height, quality]) => {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  const scale = Math.max(width / image.naturalWidth, height / image.naturalHeight);
  const [w, h] = [image.naturalWidth * scale, image.naturalHeight * scale];
  pen.drawImage(image, (width - w) / 2, (height - h) / 2, w, h);
  return canvas.toDataURL('image/webp', quality).split(',')[1];
}"""


def draw(page: Any, svg: str) -> bytes:
    """A chart as a small picture, drawn by a page of Playwright's."""
    return base64.b64decode(page.evaluate(DRAW, [svg, WIDTH, HEIGHT, QUALITY]))


def main(slugs: list[str]) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        for slug in slugs or READY:
            game = load(slug)
            folder = Path(str(game.folder)) / "covers"
            folder.mkdir(exist_ok=True)
            for theme in ("chart", "room"):
                data = draw(page, game.chart(game.scenarios[0].id, theme))
                (folder / f"{theme}.webp").write_bytes(data)
                print(f"{slug} {theme}: {len(data):,} bytes")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
