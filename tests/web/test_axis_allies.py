"""Axis & Allies in the browser: fleets in their zones, the sheets of each step, tokens and secret orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from placed import Placed

Make = Callable[..., Any]

UNDER = """() => {
  const found = [...document.querySelectorAll('.piece:not([hidden])')].map((piece) => {
    const box = piece.getBoundingClientRect();
    return [piece.dataset.id, box.x + box.width / 2, box.y + box.height / 2];
  });
  document.querySelector('.pieces').style.display = 'none';
  const under = found.map(([id, x, y]) => [id, document.elementFromPoint(x, y)?.dataset.id]);
  document.querySelector('.pieces').style.display = '';
  return under;
}"""
"""Each piece, and the place that its middle lies on."""


@pytest.fixture(scope="module")
def placed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Placed]:
    """A server with tables that begin at any position."""
    server = Placed(tmp_path_factory.mktemp("placed"))
    yield server
    server.stop()


def begin(page: Make, placed: Placed, position: dict[str, Any], *dice: tuple[str, int], wide: int = 1440) -> Any:
    """A page at a table with that position and those dice, both sides in one's own hands."""
    tab = page(placed.base, wide, 900 if wide > 500 else 844, touch=wide < 500)
    tab.set_default_timeout(30000)
    tab.goto(placed.base + placed.table(tab, "axis-allies", position, dice))
    tab.wait_for_selector(".table .world")
    return tab


@pytest.mark.timeout(400)
def test_fleets_stand_in_their_own_zones(page: Make, placed: Placed) -> None:
    """G6: however many types both sides have in a zone, wide or narrow."""
    ships = ["CRU", "DST+INF", "DST", "BAT", "TRN", "SUB", "CAR+FTR", "TRN+INF+SUP"]
    zones = {**dict.fromkeys("BFHIK", ships), "G": ships[:3]}
    tab = begin(page, placed, {"step": "C2", "axis": zones, "allies": {**zones, "I": [*ships, "BOM", "FTR"]}})
    under = tab.evaluate(UNDER)
    assert len(under) > 10 * len(ships)
    astray = [(piece, place) for piece, place in under if place != piece.split(":")[1] and piece.count(":") == 3]
    assert astray == []
