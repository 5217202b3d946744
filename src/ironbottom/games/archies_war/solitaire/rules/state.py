"""The position of the solitaire game: totals of strength in boxes, never blocks."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from typing import Any

from ironbottom.games.archies_war.rules.printed import preferring
from ironbottom.kernel.data import load_data
from ironbottom.kernel.knowledge import Public
from ironbottom.kernel.options import Option
from ironbottom.kernel.step import Setting, State
from ironbottom.kernel.value import value

FRONTS = ("point_cruz", "koli_point", "bloody_ridge")
AMERICAN_BOXES = (*FRONTS, "reserves")
JAPANESE_BOXES = ("point_cruz", "koli_point", "reserves", "infiltration")
RESERVES, INFILTRATION = 2, 3
"""Where the Japanese reserves, who are also the force before Bloody Ridge, and the infiltrators stand."""

AMERICAN = 0

BLOCKS = ((5, 4, 3, 2, 1), (8, 5, 4, 3, 2, 1))
"""The strengths of each side's blocks."""


@cache
def fewest_blocks(strength: int, values: tuple[int, ...]) -> tuple[int, ...]:
    """SR-3, S-20: the fewest blocks that make up a strength, the largest first; the bank never runs out."""
    blocks: list[int] = []
    for n in values:
        while strength >= n:
            blocks.append(n)
            strength -= n
    return tuple(blocks)


class Printed(Setting):
    """The printed board with the rulings agreed. `data` is `data/solitaire.toml`, `options` the switches by id."""

    __slots__ = ("_key", "data", "options", "track")

    def __init__(self, correction: str, chosen: tuple[tuple[str, Any], ...]) -> None:
        self._key = (correction, chosen)
        self.data = printed_data(correction)
        self.options = dict(chosen)
        self.track: tuple[int, ...] = self.options["henderson_track"]

    def __reduce__(self) -> Any:
        return (remake, self._key)


@lru_cache(maxsize=16)
def printed_data(correction: str) -> dict[str, Any]:
    """`data/solitaire.toml` with an owner's corrections (an overlay as JSON, "" for none)."""
    overlay = json.loads(correction) if correction else None
    data: dict[str, Any] = load_data("ironbottom.games.archies_war", overlay)["solitaire"]
    return data


def corrected(option: Option, correction: str) -> Option:
    """S-01: the option as the data have it: the track is printed on the board."""
    track = tuple(printed_data(correction)["status"]["track"])
    return preferring(option, track, " ".join(map(str, track)))


@lru_cache(maxsize=256)
def remake(correction: str, chosen: tuple[tuple[str, Any], ...]) -> Printed:
    """The board with these corrections (an overlay as JSON, "" for none) and options: the same object for the same."""
    return Printed(correction, chosen)


@value
class Solitaire(State):
    """All that stands on the board.

    `american`: SV in AMERICAN_BOXES; `japanese`: SV in JAPANESE_BOXES; `status`: the Henderson Field marker's box
    from 0
    (below 0: off the left end); `action`: this turn's choice, `last`: the turn before's; `rolls`: what the dice called
    this turn, (table, row) pairs for the board; `fight`: the totals of this turn's last attack, Japanese first.
    """

    turn: Public[int] = 1
    american: Public[tuple[int, ...]] = (0, 0, 0, 0)
    japanese: Public[tuple[int, ...]] = (0, 0, 0, 0)
    vandegrift: Public[int] = 2
    status: Public[int] = 1
    seabees: Public[bool] = False
    heavy: Public[bool] = False
    action: Public[str] = ""
    last: Public[str] = ""
    rolls: Public[tuple[tuple[str, int], ...]] = ()
    fight: Public[tuple[int, ...]] = ()


def printed(s: Solitaire) -> Printed:
    """The printed board of a state."""
    assert isinstance(s.setting, Printed)
    return s.setting


def option(s: Solitaire, key: str) -> Any:
    """How a ruling has been set for this game."""
    return printed(s).options[key]


def air_support(s: Solitaire) -> int:
    """S-01: the value of the marker's box; none below the track."""
    return printed(s).track[s.status] if s.status >= 0 else 0


def damaged(s: Solitaire, boxes: int) -> Solitaire:
    """SR-23, S-09: the marker goes left; every box beyond the end counts, unless the ruling says one position."""
    lowest = -1 if option(s, "below_track") == "one_box_below_zero" else -99
    return s.replace(status=max(s.status - boxes, lowest))


def improved(s: Solitaire, boxes: int) -> Solitaire:
    """S-25: the marker goes right; at the right end it stays."""
    return s.replace(status=min(s.status + boxes, len(printed(s).track) - 1))


def effect(s: Solitaire, what: str) -> int:
    """SR-24, SR-25, SR-43, SR-52, SR-55, SR-56, SR-58: the number in a line of a table."""
    return int(printed(s).data["effects"][what])


def americans(s: Solitaire, box: int, change: int) -> Solitaire:
    """SR-3: the American SV of a box changed; totals alone count."""
    return s.replace(american=_changed(s.american, box, change))


def japanese(s: Solitaire, box: int, change: int) -> Solitaire:
    """SR-3: the Japanese SV of a box changed, never below 0."""
    return s.replace(japanese=_changed(s.japanese, box, max(change, -s.japanese[box])))


@cache
def _changed(row: tuple[int, ...], at: int, change: int) -> tuple[int, ...]:
    return tuple(n + change if i == at else n for i, n in enumerate(row))


def facing(front: int) -> int:
    """SR-32: the Japanese box that attacks a front: its own on the coast, the reserves at Bloody Ridge."""
    return front


def noted(s: Solitaire, table: str, row: int) -> Solitaire:
    """The state with a line of a table marked as used this turn (rows from 1)."""
    return s.replace(rolls=(*s.rolls, (table, row)))
