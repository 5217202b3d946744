"""The five games, each in a folder of its own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.game import Game
from ironbottom.kernel.knowledge import Knowledge
from ironbottom.kernel.opponent import Modules

TITLES = {
    "archies-war": "Archie's War",
    "axis-allies": "Axis & Allies: Guadalcanal",
    "first-blood": "First Blood",
    "henderson-field": "Deluxe Guadalcanal: The Battle for Henderson Field",
    "solomons": "Solomons Campaign",
}
"""The shelf: slug and title, in order."""

READY = ("archies-war", "axis-allies", "first-blood", "henderson-field", "solomons")
"""The games that are complete. The others stand on the shelf greyed; the command line and the tests load them by name
as soon as their folder has a `game.py`."""


@cache
def load(slug: str) -> Game[Any]:
    """The game as printed. Raises BadInput for a slug that is not one of ours."""
    return load_with(slug, None)


def load_with(slug: str, overlay: Mapping[str, Any] | None) -> Game[Any]:
    """The game with the owner's corrections to its data. Raises BadInput."""
    module = f"ironbottom.games.{slug.replace('-', '_')}"
    if slug not in TITLES:
        raise BadInput(f"there is no game '{slug}'; there are: {', '.join(READY)}")
    if find_spec(module) is None or find_spec(f"{module}.game") is None:
        raise BadInput(f"{TITLES[slug]} is in preparation; there are: {', '.join(READY)}")
    game: Game[Any] = import_module(f"{module}.game").make(overlay)
    if game.opponent is None:
        game.opponent = Modules(game.package)
        if type(game.knowledge) is Knowledge:
            game.knowledge = object.__new__(Knowledge)
            game.knowledge.start = game.opponent.start  # type: ignore[method-assign]
            game.knowledge.remember = game.opponent.remember  # type: ignore[method-assign]
    return game
