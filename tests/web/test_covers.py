"""The small pictures of the boards on the first page."""

from __future__ import annotations

import base64
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ironbottom.games import READY, load

DRAW = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "covers.py"))["draw"]
DIFFERENCE = """async ([one, other]) => {
  const pixels = await Promise.all([one, other].map(async (data) => {
    const image = new Image();
    image.src = `data:image/webp;base64,${data}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0);
    return pen.getImageData(0, 0, canvas.width, canvas.height).data;
  }));
  let sum = 0;
  for (let i = 0; i < pixels[0].length; i++) sum += Math.abs(pixels[0][i] - pixels[1][i]);
  return pixels[0].length === pixels[1].length ? sum / pixels[0].length : 255;
}"""
"""The mean difference of two pictures of one size, 0 to 255."""


@pytest.mark.chromium("Chromium has drawn them")
@pytest.mark.parametrize("slug", READY)
def test_a_cover_shows_the_board_as_it_is(slug: str, page: Callable[..., Any]) -> None:
    game = load(slug)
    tab = page("about:blank")
    pictures = []
    for theme in ("chart", "room"):
        kept = game.cover(game.scenarios[0].id, theme)
        assert kept is not None
        now = DRAW(tab, game.chart(game.scenarios[0].id, theme))
        pictures.append(kept)
        apart = tab.evaluate(DIFFERENCE, [base64.b64encode(one).decode() for one in (kept, now)])
        assert apart < 2, f"{theme}: make it anew with `python tools/covers.py {slug}`"
    assert tab.evaluate(DIFFERENCE, [base64.b64encode(one).decode() for one in pictures]) > 20, "two themes"


def test_the_first_page_draws_no_whole_chart(real: str, page: Callable[..., Any]) -> None:
    tab = page(real)
    tab.locator(".game-card img").nth(4).wait_for()
    tab.wait_for_function("() => [...document.querySelectorAll('.card-art')].every((one) => one.naturalWidth === 720)")
    names = tab.evaluate("() => performance.getEntriesByType('resource').map((one) => one.name.split('/').pop())")
    assert not [name for name in names if name.startswith("chart.")]
