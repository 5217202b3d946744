"""What a side remembers of the enemy's counters that lay open: where each surely is, and how strong it was there.

What the events of a game prove, and no more: who is seen stays known under others and under a Stealth marker, until
some of the counters around him leave and nobody sees which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ironbottom.games.henderson_field.rules.artillery import Uncovered
from ironbottom.games.henderson_field.rules.assault import OddsTold
from ironbottom.games.henderson_field.rules.declaration import Attacked
from ironbottom.games.henderson_field.rules.movement import Merged, PutOnTop, Sailed, Withdrew
from ironbottom.games.henderson_field.rules.reinforcement import Landed
from ironbottom.games.henderson_field.rules.results import Advanced, Retreated
from ironbottom.games.henderson_field.rules.sequence import TurnBegan
from ironbottom.games.henderson_field.rules.state import Eliminated, PointsScored, Sights
from ironbottom.games.henderson_field.rules.stealth import Found, Hid, Moved, Surfaced
from ironbottom.kernel.event import Event
from ironbottom.kernel.value import Value, value

PREFIX = ("us-", "jp-")
"""How the names of a side's units begin."""
Units = Mapping[str, "Known"]


@value
class Known(Value):
    """A counter of the enemy: where it surely is, and its steps if they are known (0: not)."""

    hex: str
    steps: int = 0
    turn: int = 0
    """When it was seen last."""
    since: int = 0
    """The event since which it has been known without a break."""
    origin: str = ""
    """Where it was found then."""
    crept: bool = False
    """Whether it was in stealth when it was found."""
    stealth: bool = False


@value
class Memory(Value):
    """What a side remembers of the enemy: his units by name; how many events it has been told; for each hex the last
    event by which a counter of his came there."""

    side: int
    units: Units
    entered: Mapping[str, int]
    told: int = 0
    turn: int = 0

    def at(self, place: str) -> Units:
        """Who is known to be in a hex outside stealth."""
        return {name: one for name, one in self.units.items() if one.hex == place and not one.stealth}

    def but(self, names: Iterable[str]) -> Memory:
        """The memory without some units."""
        gone = set(names)
        return self.replace(units={name: one for name, one in self.units.items() if name not in gone})

    def put(self, units: Units) -> Memory:
        """The memory with units put in or changed."""
        return self.replace(units={**self.units, **units})

    def comes(self, place: str) -> Memory:
        """The memory after a counter of the enemy has come to a hex."""
        return self.replace(entered={**self.entered, place: self.told})

    def new(self, place: str, crept: bool = False) -> Known:
        """A unit that is found in a hex."""
        return Known(place, 0, self.turn, self.told, place, crept)

    def see(self, shows: Sights) -> Memory:
        """R7.8: the counters of the enemy that lie open now."""
        units = {
            name: (self.units.get(name) or self.new(place)).replace(
                hex=place, steps=steps, turn=self.turn, stealth=False
            )
            for place, name, steps in shows
            if name.startswith(PREFIX[1 - self.side])
        }
        return self.put(units) if units else self


def start(side: int) -> Memory:
    """The memory before the first event."""
    return Memory(side, {}, {})


def remember(memory: Memory, seen: Event) -> Memory:
    """The memory after one more event."""
    reader = _READERS.get(type(seen))
    return reader(memory.replace(told=memory.told + 1), seen) if reader is not None else memory


def taken_back(then: Memory, now: Memory) -> Memory:
    """The memory after moves were taken back: whom they have shown stands where he was found, if nobody had come there
    by them."""
    return then.put({
        name: Known(one.origin, 0, one.turn, then.told, one.origin, one.crept, one.crept)
        for name, one in now.units.items()
        if name not in then.units and one.since > then.told and now.entered.get(one.origin, 0) <= then.told
    })  # fmt: skip


def _moved(memory: Memory, seen: Moved | Sailed) -> Memory:
    """Who is on top afterwards has come; of the others that were known at the start it is sure only if all have gone,
    or he alone."""
    if seen.side == memory.side:
        return memory
    there = memory.at(seen.start)
    top = next((name for place, name, _ in seen.shows if place == seen.hex), "")
    stay = {name for place, name, _ in seen.shows if place == seen.start}
    if top and top not in memory.units:
        memory = memory.put({top: memory.new(seen.start)})
    if seen.rest == 0:
        memory = memory.put({name: one.replace(hex=seen.hex) for name, one in there.items()})
    elif seen.n > 1 or not top:
        memory = memory.but(there.keys() - stay - {top})
    return memory.comes(seen.hex).see(seen.shows)


def _landed(memory: Memory, seen: Landed) -> Memory:
    return memory if seen.side == memory.side else memory.comes(seen.hex).see(seen.shows)


def _hid(memory: Memory, seen: Hid) -> Memory:
    """R7.7.1: unless all saw who went into stealth, it may have been each that lay under others."""
    if seen.side == memory.side:
        return memory
    if seen.unit:
        one = memory.units.get(seen.unit) or memory.new(seen.hex)
        memory = memory.put({seen.unit: one.replace(stealth=True)})
    else:
        memory = memory.but(memory.at(seen.hex).keys() - {name for _, name, _ in seen.shows})
    return memory.see(seen.shows)


def _found(memory: Memory, seen: Surfaced | Found | Uncovered) -> Memory:
    """R7.7.3, R7.7.5, R8.2.11: a group shows its counters."""
    if seen.side == memory.side:
        return memory
    units = {name: memory.units.get(name) or memory.new(seen.hex, crept=True) for name in seen.units}
    return memory.put({name: one.replace(stealth=False) for name, one in units.items()}).see(seen.shows)


def _went(memory: Memory, seen: Retreated | Advanced) -> Memory:
    if seen.side == memory.side:
        return memory
    one = memory.units.get(seen.unit) or memory.new(seen.hex)
    return memory.comes(seen.hex).put({seen.unit: one.replace(hex=seen.hex)})


def _left(memory: Memory, seen: Eliminated | Withdrew) -> Memory:
    return memory.but((seen.unit,)).see(seen.shows)


def _merged(memory: Memory, seen: Merged) -> Memory:
    """R7.10: both counters are told; the factors of the one that stays are its owner's affair, if it lies hidden."""
    kept = {seen.unit: memory.units[seen.unit].replace(steps=0)} if seen.unit in memory.units else {}
    return memory.put(kept).but((seen.other,)).see(seen.shows)


def _lost(memory: Memory, seen: PointsScored) -> Memory:
    """Q38: steps lost by a unit that is named, or by any that lies hidden in the hex."""
    if seen.side != memory.side or not seen.hex:
        return memory
    if seen.unit:
        hit = {seen.unit: memory.units[seen.unit]} if seen.unit in memory.units else {}
        return memory.put({name: one.replace(steps=max(0, one.steps - seen.steps)) for name, one in hit.items()})
    return memory.put({name: one.replace(steps=0) for name, one in memory.at(seen.hex).items()}).see(seen.shows)


def _seen(memory: Memory, seen: Attacked | OddsTold | PutOnTop) -> Memory:
    return memory.see(seen.shows)


def _turn(memory: Memory, seen: TurnBegan) -> Memory:
    return memory.replace(turn=seen.turn)


_READERS: Mapping[type[Event], Callable[[Memory, Any], Memory]] = {
    TurnBegan: _turn, Landed: _landed, Moved: _moved, Sailed: _moved, Hid: _hid, Surfaced: _found, Found: _found,
    Uncovered: _found, Retreated: _went, Advanced: _went, Eliminated: _left, Withdrew: _left, Merged: _merged,
    PointsScored: _lost, Attacked: _seen, OddsTold: _seen, PutOnTop: _seen,
}  # fmt: skip
