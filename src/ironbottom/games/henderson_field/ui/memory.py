"""What a side remembers of the enemy's counters, as the page shows it: beside the stacks, and among the forces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ironbottom.games.henderson_field.memory import Memory
from ironbottom.games.henderson_field.rules.printed import SIDES, UNSEEN, Unit
from ironbottom.games.henderson_field.rules.state import Position
from ironbottom.games.henderson_field.ui.board import face_of
from ironbottom.kernel.view import Force, Mark
from ironbottom.kernel.words import Words


class Recalled(NamedTuple):
    """A hidden counter that is remembered: its unit, its hex, its steps (0: not known), and when it was seen last."""

    unit: Unit
    hex: str
    steps: int
    turn: int

    def name(self, words: Words) -> str:
        """The unit with what it had left."""
        key = "memory.reduced" if 0 < self.steps < self.unit.combat else "memory.unit"
        text = words.say(key, unit=self.unit.label, n=self.steps)
        return words.say("memory.on_turn", unit=text, turn=self.turn) if self.turn else text


def recalled(v: Position, side: int, memory: Memory | None) -> Iterator[Recalled]:
    """R7.8: who is remembered and does not show."""
    if memory is None or v.result is not None:
        return
    p = v.setting
    for name, one in sorted(memory.units.items()):
        owner, i = p.unit_number[name]
        if v.armies[owner].at[i] == UNSEEN:
            yield Recalled(p.units[owner][i], one.hex, one.steps, one.turn)


def marks(v: Position, side: int, memory: Memory | None, words: Words) -> list[Mark]:
    """What is remembered of each stack."""
    places: dict[str, list[Recalled]] = {}
    for one in recalled(v, side, memory):
        places.setdefault(one.hex, []).append(one)
    return [
        {
            "space": place, "kind": "remembered", "side": SIDES[1 - side],
            "text": words.say("memory.mark", units=[one.name(words) for one in found]),
            "short": " + ".join(one.unit.label for one in found),
        }
        for place, found in places.items()
    ]  # fmt: skip


def forces(v: Position, side: int, memory: Memory | None, words: Words) -> list[Force]:
    """Among the forces a line for each."""
    return [
        {
            "side": SIDES[1 - side], "group": words.say("memory.group"), "count": 1,
            "text": words.say("memory.at", unit=one.name(words), hex=one.hex),
            "face": face_of(one.unit, one.steps or one.unit.combat),
        }
        for one in recalled(v, side, memory)
    ]  # fmt: skip
