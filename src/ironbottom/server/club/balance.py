"""What a side is worth in rating, as measured (`balance.toml`)."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from ironbottom import games
from ironbottom.kernel import copies
from ironbottom.kernel.errors import BadInput, UnknownGame

PRINTED = ""
"""The copy that is no correction at all."""


@cache
def measured() -> Mapping[str, Any]:
    """All that was measured."""
    return tomllib.loads((files("ironbottom.server.club") / "balance.toml").read_text("utf-8"))


def points(share: float) -> float:
    """The distance in rating that gives a side so much of the points.

    >>> round(points(0.5)), round(points(10 / 11))
    (0, 400)
    """
    return 400 * math.log10(share / (1 - share))


@cache
def _shares() -> dict[tuple[str, str, str], tuple[str, float]]:
    return {
        (one["game"], one["scenario"], one.get("copy", PRINTED)): (one["side"], one["share"])
        for one in measured()["side"]
    }


def copy_of(slug: str, overlay: Mapping[str, Any] | None) -> str | None:
    """The copy that comes with a game and has these corrections: the stem of its file, "" for none; None where it is
    somebody's own."""
    if not overlay:
        return PRINTED
    try:
        shipped = _shipped(games.load(slug).package)
    except (UnknownGame, BadInput):
        return None
    return next((stem for stem, one in shipped.items() if one == overlay), None)


@cache
def _shipped(package: str) -> dict[str, Mapping[str, Any] | None]:
    return {stem: copies.corrections(package, one) for stem, one in copies.shipped(package).items()}


def handicap(slug: str, scenario: str, overlay: Mapping[str, Any] | None) -> float:
    """By how much the first side is the stronger, in points of rating; 0 where nothing was measured."""
    copy = copy_of(slug, overlay)
    if copy is None or (found := _shares().get((slug, scenario, copy))) is None:
        return 0.0
    side, share = found
    first = games.load(slug).scenario(scenario).sides[0]
    return points(share) if games.load(slug).side_of(side) == first else points(1 - share)
