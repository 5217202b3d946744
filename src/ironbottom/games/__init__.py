"""The catalogue of games: the five of this package, each in a folder of its own, and those that other packages bring.

A package adds a game by an entry point of the group `ironbottom.games`. Its name is the game's slug, its object makes
the game (`kernel.game.Maker`):

    [project.entry-points."ironbottom.games"]
    tenaru = "ironbottom_tenaru.game:make"

What cannot be used of these is told in one line each (`faults`), and does not stop the rest.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module, metadata
from typing import Any

from ironbottom.kernel.errors import BadInput, UnknownGame
from ironbottom.kernel.game import Game, Maker
from ironbottom.kernel.knowledge import Knowledge
from ironbottom.kernel.opponent import Opponent
from ironbottom.kernel.presenter import Presenter
from ironbottom.kernel.words import Words

TITLES = {
    "archies-war": "Archie's War",
    "axis-allies": "Axis & Allies: Guadalcanal",
    "first-blood": "First Blood",
    "henderson-field": "Deluxe Guadalcanal: The Battle for Henderson Field",
    "solomons": "Solomons Campaign",
}
"""Our own games on the shelf: slug and title, in order."""

READY = tuple(TITLES)
"""Those that are complete. The others stand on the shelf greyed."""

MAKERS = {slug: f"ironbottom.games.{slug.replace('-', '_')}.game:make" for slug in TITLES}
"""Who makes our own: "module:function"."""

GROUP = "ironbottom.games"
"""The entry points by which other packages bring games."""

PARTS: dict[str, type | tuple[type, ...]] = {
    "slug": str, "package": str, "title": str, "credit": str, "digest": str, "sides": tuple, "scenarios": tuple,
    "options": tuple, "statements": tuple, "types": tuple, "words": Words, "knowledge": Knowledge,
    "presenter": Presenter, "opponent": (Opponent, type(None)),
}  # fmt: skip
"""What a game of another package must have to be loaded, and of which kind."""

MOST = 32
"""Games held in memory, each with one owner's corrections (records of others bring their own)."""


def slugs() -> tuple[str, ...]:
    """All games that can be played, our own first."""
    return (*READY, *(slug for slug in _further() if not _fault(slug)))


def load(slug: str, overlay: Mapping[str, Any] | None = None) -> Game[Any]:
    """The game as printed, or with the owner's corrections to its data; the same object for the same corrections, as
    long as it is kept. Raises UnknownGame for a slug that no package here has, BadInput for corrections that do not fit
    and for a game of another package that does not work."""
    return _made(slug, json.dumps(overlay, sort_keys=True, default=str) if overlay else "")


def faults() -> tuple[str, ...]:
    """What is wrong with games of other packages: a line for each that stays away."""
    found = [f"{_called(group[0])} wants the name of our own game '{slug}'" for slug, group in _claims().items()
             if slug in MAKERS]
    found += [f"the game '{slug}' is claimed by {' and by '.join(map(_called, group))}: none of them is loaded"
              for slug, group in _claims().items() if slug not in MAKERS and len(group) > 1]
    return (*found, *(fault for slug in _further() if (fault := _fault(slug))))


@lru_cache(maxsize=MOST)
def _made(slug: str, correction: str) -> Game[Any]:
    overlay = json.loads(correction) if correction else None
    if slug in MAKERS:
        module, _, name = MAKERS[slug].partition(":")
        game: Game[Any] = getattr(import_module(module), name)(overlay)
    elif slug in _further():
        game = _from(_further()[slug], overlay)
    else:
        raise UnknownGame(f"there is no game '{slug}'; there are: {', '.join((*READY, *_further()))}")
    return game


@cache
def _claims() -> dict[str, tuple[metadata.EntryPoint, ...]]:
    """The entry points that claim each slug, in order of slugs."""
    points = sorted(metadata.entry_points(group=GROUP), key=lambda point: (point.name, _called(point)))
    return {slug: tuple(point for point in points if point.name == slug) for slug in dict.fromkeys(
        point.name for point in points)}


def _further() -> dict[str, metadata.EntryPoint]:
    """The games of other packages whose slug nobody else claims."""
    return {slug: group[0] for slug, group in _claims().items() if slug not in MAKERS and len(group) == 1}


def _called(point: metadata.EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist is not None else point.value


@cache
def _fault(slug: str) -> str:
    """Why a game of another package cannot be used; "" if it can."""
    try:
        load(slug)
    except BadInput as error:
        return str(error)
    return ""


def _from(point: metadata.EntryPoint, overlay: Mapping[str, Any] | None) -> Game[Any]:
    """The game of an entry point. Raises BadInput where it does not work or is none."""
    try:
        make: Maker = point.load()
        game = make(overlay)
    except BadInput:
        raise
    except Exception as error:  # a stranger's code may fail in any way
        text = " ".join(str(error).split())
        raise BadInput(f"{_called(point)}, the game '{point.name}', does not work: "
                       f"{type(error).__name__}: {text}") from error
    if not isinstance(game, Game):
        raise BadInput(f"{_called(point)}, the game '{point.name}': {point.value} makes no game but "
                       f"'{type(game).__name__}'")
    for name, kind in PARTS.items():
        if not isinstance(getattr(game, name, None), kind):
            raise BadInput(f"{_called(point)}, the game '{point.name}', has no {name} as `Game` asks for it")
    if game.slug != point.name:
        raise BadInput(f"{_called(point)} calls the game '{point.name}' as an entry point, and '{game.slug}' itself")
    if point.dist is not None:
        game.origin = (point.dist.name, point.dist.version)
    return game
