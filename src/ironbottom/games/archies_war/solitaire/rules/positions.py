"""Positions of the solitaire game in files, and the facts that cases ask for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.games.archies_war.solitaire.rules.american import ACTIONS, AirStrikes, ChooseAction, Reinforcements
from ironbottom.games.archies_war.solitaire.rules.peril import peril
from ironbottom.games.archies_war.solitaire.rules.sequence import Check, Rearrange, Turn, begin
from ironbottom.games.archies_war.solitaire.rules.state import (
    AMERICAN_BOXES,
    FRONTS,
    JAPANESE_BOXES,
    Printed,
    Solitaire,
    air_support,
    option,
    printed,
)
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.step import settle

_KEYS = {
    "scenario", "options", "turn", "step", "american", "japanese", "vandegrift", "status", "seabees", "heavy", "last",
}


def place(setting: Printed, position: Mapping[str, Any]) -> Solitaire:
    """The state that a position describes: the set-up with what the position changes.

    `american` and `japanese` are tables of SV by box; `status` the marker's box (0 the first, -1 below); `last` the
    action of the turn before; `step` is "setup", "choose" (default), "rearrange", "strike" or "reinforce".
    Raises BadInput.
    """
    for key in position:
        if key not in _KEYS:
            raise BadInput(f"position: unknown key '{key}'; known: {', '.join(sorted(_KEYS))}")
    s = begin(setting)
    s = s.replace(
        american=_row("american", AMERICAN_BOXES, position, s.american),
        japanese=_row("japanese", JAPANESE_BOXES, position, s.japanese), turn=_number(position, "turn", s.turn, 1, 18),
        vandegrift=_number(position, "vandegrift", s.vandegrift, 0, 9),
        status=_number(position, "status", s.status, -9, len(setting.track) - 1),
        seabees=bool(position.get("seabees", False)), heavy=bool(position.get("heavy", False)),
        last=str(position.get("last", "")),
    )
    if s.last and s.last not in ACTIONS:
        raise BadInput(f"position: 'last' is one of {', '.join(ACTIONS)}, not '{s.last}'")
    end = (Rearrange(()), Check())
    steps: dict[str, tuple[Any, ...]] = {
        "setup": s.stack[::-1], "choose": (Turn(),), "rearrange": end, "strike": (AirStrikes(), *end),
        "reinforce": (Reinforcements(), *end),
    }
    step = str(position.get("step", "choose"))
    if step not in steps:
        raise BadInput(f"position: 'step' is one of {', '.join(steps)}, not '{step}'")
    if step == "setup" and not option(s, "setup_rearrangement"):
        raise BadInput("position: the step 'setup' asks nothing without the option 'setup_rearrangement'")
    s = s.replace(stack=()).push(*steps[step])
    if step == "choose":
        s = s.replace(stack=()).push(ChooseAction(), *settle(s).stack[-2::-1])
    return s.replace(news=())


def _row(side: str, boxes: tuple[str, ...], position: Mapping[str, Any], row: tuple[int, ...]) -> tuple[int, ...]:
    given = position.get(side, {})
    if not isinstance(given, Mapping) or not set(given) <= set(boxes):
        raise BadInput(f"position: '{side}' is a table with {', '.join(boxes)}")
    return tuple(_number(given, box, n, 0, 99) for box, n in zip(boxes, row, strict=True))


def _number(table: Mapping[str, Any], key: str, default: int, low: int, high: int) -> int:
    n = table.get(key, default)
    if type(n) is not int or not low <= n <= high:
        raise BadInput(f"position: '{key}' is a number from {low} to {high}, not {n!r}")
    return n


def facts(s: Solitaire) -> dict[str, Any]:
    """What cases compare: SV by box, markers, the totals of the last attack, the turn."""
    return {
        "american": dict(zip(AMERICAN_BOXES, s.american, strict=True)),
        "japanese": dict(zip(JAPANESE_BOXES, s.japanese, strict=True)), "vandegrift": s.vandegrift, "status": s.status,
        "air_support": air_support(s), "seabees": s.seabees, "heavy": s.heavy, "fight": list(s.fight), "turn": s.turn,
    }


def ask(s: Solitaire, what: tuple[str, ...]) -> Any:
    """`peril FRONT`: the chance, in percent, that the next Japanese action takes a front."""
    if len(what) == 2 and what[0] == "peril" and what[1] in FRONTS:
        return round(100 * peril(s)[FRONTS.index(what[1])], 2)
    raise BadInput(f"the solitaire game knows no question '{' '.join(what)}'; it knows: peril FRONT")


def invariants(s: Solitaire) -> None:
    """SR-61: no strength below 0, the marker on its track or left of it, the turn on its track."""
    assert min(s.american) >= 0
    assert min(s.japanese) >= 0
    assert s.status < len(printed(s).track)
    assert 1 <= s.turn <= printed(s).data["turns"]["number"]
    assert s.vandegrift in (2, 3)
