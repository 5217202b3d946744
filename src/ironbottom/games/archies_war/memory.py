"""What a side remembers of the events that it has seen: where the enemy stands, and which of his blocks it has met."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ironbottom.games.archies_war.facts import Facts, learn
from ironbottom.games.archies_war.rules.abilities import Assaulted, Hit, Resupplied, Scouted, Spared, Used
from ironbottom.games.archies_war.rules.combat import (
    Fought,
    Lost,
    NoRetreat,
    Repulsed,
    Retreated,
    WalkedIn,
    Went,
    WentBack,
    WireLost,
)
from ironbottom.games.archies_war.rules.movement import Moved, TrailLost
from ironbottom.games.archies_war.rules.printed import AMERICAN, JAPANESE, SIDES
from ironbottom.games.archies_war.rules.reinforcement import Landed, Placed
from ironbottom.games.archies_war.rules.sequence import TurnBegan
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import OBSERVER
from ironbottom.kernel.value import Value, value


@value
class Memory(Value):
    """What a side makes of the events that it has seen, about the enemy's blocks: how many stand where, which were
    seen there, which are probably dead; and where Vandegrift may be (the shares sum to his chance to be alive)."""

    side: int
    counts: Mapping[str, int]
    seen: Mapping[str, tuple[str, ...]]
    dead: tuple[str, ...] = ()
    general: Mapping[str, float] | None = None
    engaged: tuple[str, ...] = ()
    engaged_at: str = ""
    facts: Facts | None = None
    """What of all that is proven."""
    other: Memory | None = None
    """What the enemy makes of the events that all have seen: what he may be taken to remember."""


def start(ours: Facts, theirs: Facts) -> Memory:
    """The memory before the first event, with what is proven before it to a side and to its enemy."""
    return Memory(ours.side, {}, {}, facts=ours, other=Memory(theirs.side, {}, {}, facts=theirs))


def remember(memory: Memory, seen: Event) -> Memory:
    """The memory after one more event."""
    if type(seen) not in _NOTED:
        return memory
    if memory.other is not None and (all_saw := seen.seen_by(OBSERVER)) is not None:
        memory = memory.replace(other=_remember(memory.other, all_saw))
    return _remember(memory, seen)


def _remember(memory: Memory, seen: Any) -> Memory:
    if memory.facts is not None and (facts := learn(memory.facts, seen)) is not memory.facts:
        memory = memory.replace(facts=facts)
    reader = _READERS.get(type(seen))
    if reader is None or not (seen.side == SIDES[1 - memory.side] or isinstance(seen, (Fought, Placed))):
        return memory
    return reader(memory, seen)


def _with(memory: Memory, place: str, n: int, blocks: tuple[str, ...] | None = None) -> Memory:
    """The memory with so many enemy blocks at a place; of those seen there no more than that."""
    known = memory.seen.get(place, ()) if blocks is None else blocks
    if len(known) > n:
        known = ()
    return memory.replace(counts={**memory.counts, place: max(0, n)}, seen={**memory.seen, place: known})


def _set_up(memory: Memory, seen: Placed) -> Memory:
    if memory.side == AMERICAN:
        return memory
    places = seen.places
    field = places[0]
    general = {place: 0.85 if place == field else 0.15 / (len(places) - 1) for place in places}
    return memory.replace(counts=dict.fromkeys(places, 1), general=general)


def _landed(memory: Memory, seen: Landed | Resupplied) -> Memory:
    n = seen.n if isinstance(seen, Landed) else 1
    return _with(memory, seen.place, memory.counts.get(seen.place, 0) + n)


def _moved(memory: Memory, seen: Moved) -> Memory:
    path, n = seen.path, seen.n
    return _shift(memory, path[0], path[-1], n, arrives=not seen.attack)


def _shift(memory: Memory, origin: str, goal: str, n: int, arrives: bool = True) -> Memory:
    here = memory.counts.get(origin, 0)
    known = memory.seen.get(origin, ())
    whole = n >= here
    share = min(1.0, n / here) if here else 1.0
    general = memory.general
    if general:
        going = general.get(origin, 0.0) * share
        general = {**general, origin: general.get(origin, 0.0) - going, goal: general.get(goal, 0.0) + going}
        memory = memory.replace(general=general)
    memory = _with(memory, origin, here - n, () if whole else tuple(k for k in known if k == "barbed_wire"))
    if not arrives:
        return memory.replace(engaged=(), engaged_at=goal)
    there = memory.seen.get(goal, ())
    return _with(memory, goal, memory.counts.get(goal, 0) + n, there + known if whole else there)


def _one_less(memory: Memory, seen: TrailLost | Hit) -> Memory:
    """A block of the enemy was hit, or lost on a trail: which one is not known."""
    place = seen.place
    here = memory.counts.get(place, 0)
    if memory.general and here and place in memory.general:
        left = memory.general[place] * (1 - 1 / here) if seen.get("cause") != "minor_bombardment" else 0.0
        memory = memory.replace(general={**memory.general, place: left})
    return _with(memory, place, here - 1)


def _unhurt(memory: Memory, seen: Spared) -> Memory:
    place = seen.place
    return memory.replace(general={place: 1.0}) if memory.side == JAPANESE else memory


def _used(memory: Memory, seen: Used) -> Memory:
    place, block = seen.place, seen.block
    known = list(memory.seen.get(place, ()))
    if block in known:
        known.remove(block)
    return _with(memory, place, memory.counts.get(place, 0) - 1, tuple(known))


def _combat(memory: Memory, seen: Fought) -> Memory:
    """The enemy's blocks lie open."""
    attacks = seen.side == SIDES[1 - memory.side]
    place = seen.place
    blocks: tuple[str, ...] = tuple(seen.attackers if attacks else seen.defenders)
    if memory.general is not None:
        memory = memory.replace(general=_met(memory.general, place, "vandegrift" in blocks, attacks))
    if attacks:
        won = seen.winner == SIDES[1 - memory.side]
        if won:
            memory = _with(memory, place, len(blocks), blocks)
        return memory.replace(engaged=blocks, engaged_at=place)
    return _with(memory, place, len(blocks), blocks).replace(engaged=blocks, engaged_at=place)


def _met(general: Mapping[str, float], place: str, there: bool, attacks: bool) -> Mapping[str, float]:
    if there:
        return {place: 1.0}
    absent = 1 - general.get(place, 0.0)
    return {key: 0.0 if key == place else share / absent if absent > 0.01 else 0.2 for key, share in general.items()}


def _loss(memory: Memory, seen: Lost) -> Memory:
    """The enemy chose a loss among the blocks that lay open: probably the one worth least."""
    if not memory.engaged:
        return memory
    place = seen.place
    worst = min(memory.engaged, key=_cheapness)
    left = list(memory.engaged)
    left.remove(worst)
    memory = memory.replace(engaged=tuple(left), dead=(*memory.dead, worst))
    return _with(memory, place, len(left), tuple(left)) if memory.counts.get(place) else memory


def _cheapness(block: str) -> tuple[int, str]:
    if block == "vandegrift":
        return (100, block)
    if block == "barbed_wire":
        return (-1, block)
    return (int(block[3:]) if block[:3] == "inf" and block[3:].isdigit() else 0, block)


def _wire_lost(memory: Memory, seen: WireLost) -> Memory:
    place = seen.place
    left = tuple(block for block in memory.engaged if block != "barbed_wire")
    memory = memory.replace(engaged=left, dead=(*memory.dead, *("barbed_wire",) * (len(memory.engaged) - len(left))))
    return _with(memory, place, len(left), left)


def _no_retreat(memory: Memory, seen: NoRetreat) -> Memory:
    memory = memory.replace(dead=(*memory.dead, *memory.engaged), engaged=())
    return _with(memory, seen.place, 0, ())


def _went(memory: Memory, seen: Went) -> Memory:
    """Beaten or returning blocks of the enemy went from a combat to a place."""
    origin, goal, n = seen.start, seen.end, seen.n
    if memory.general and memory.general.get(origin):
        going = memory.general[origin]
        memory = memory.replace(general={**memory.general, origin: 0.0, goal: memory.general.get(goal, 0.0) + going})
    there = memory.seen.get(goal, ()) + memory.engaged
    if not isinstance(seen, Repulsed):
        memory = _with(memory, origin, memory.counts.get(origin, 0) - n, ())
    memory = _with(memory, goal, memory.counts.get(goal, 0) + n, there)
    return memory.replace(engaged=(), engaged_at="")


def _walked_over(memory: Memory, seen: WalkedIn) -> Memory:
    place = seen.place
    return _with(memory, place, memory.counts.get(place, 0) + seen.n)


def _assaulted(memory: Memory, seen: Assaulted) -> Memory:
    return _shift(memory, seen.start, seen.end, seen.n, arrives=False)


Reader = Callable[[Memory, Any], Memory]

_READERS: Mapping[type[Event], Reader] = {
    Placed: _set_up, Landed: _landed, Resupplied: _landed, Moved: _moved, TrailLost: _one_less, Hit: _one_less,
    Spared: _unhurt, Used: _used, Fought: _combat, Lost: _loss, WireLost: _wire_lost, NoRetreat: _no_retreat,
    Retreated: _went, Repulsed: _went, WentBack: _went, WalkedIn: _walked_over, Assaulted: _assaulted,
}  # fmt: skip

_NOTED = frozenset((*_READERS, Scouted, TurnBegan))
