"""The printed game: its data files with the owner's corrections, and the options agreed."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, TypeVar

from ironbottom.kernel.data import load_data
from ironbottom.kernel.step import Setting

P = TypeVar("P", bound="Printed")

MOST = 256
"""Settings that are kept; each belongs to one game, one owner's corrections and one choice of options."""


class Printed(Setting):
    """The setting of a game. A game derives its own, which makes in `__init__` whatever its rules look up:

        class Ground(Printed):
            def __init__(self, *given: Any) -> None:
                super().__init__(*given)
                self.links = {name: tuple(entry["links"]) for name, entry in self.data["map"]["place"].items()}

    `data` are the files of the package's `data/` by their stems, `options` the options agreed. Raises BadInput for
    corrections that do not fit.
    """

    def __init__(self, package: str, correction: str, chosen: tuple[tuple[str, Any], ...]) -> None:
        self.package = package
        self.correction = correction
        self.chosen = chosen
        self.data = load_data(package, json.loads(correction) if correction else None)
        self.options = dict(chosen)

    def __reduce__(self) -> Any:
        return printed, (type(self), self.package, self.correction, self.chosen)


@lru_cache(maxsize=MOST)
def printed(kind: type[P], package: str, correction: str, chosen: tuple[tuple[str, Any], ...]) -> P:
    """The setting of that class: the same object for the same corrections and options."""
    return kind(package, correction, chosen)
