"""What a side remembers of the events that it has seen: what they prove, and where Vandegrift probably is."""

from __future__ import annotations

from collections.abc import Mapping

from ironbottom.games.archies_war.facts import BOX, Facts, learn
from ironbottom.games.archies_war.rules.abilities import Hit, Spared
from ironbottom.games.archies_war.rules.combat import Fought, Went
from ironbottom.games.archies_war.rules.movement import Moved, TrailLost
from ironbottom.games.archies_war.rules.printed import JAPANESE, SIDES
from ironbottom.games.archies_war.rules.reinforcement import Placed
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import OBSERVER
from ironbottom.kernel.value import Value, value

Shares = Mapping[str, float]

FIELD = "henderson_field"
AT_THE_FIELD = 0.85
"""How sure the Japanese are that Vandegrift is set up on Henderson Field. He is there less often; but who strikes
elsewhere loses one block where he is wrong, and who hesitates loses the turns in which something is still open."""


@value
class Memory(Value):
    """What a side makes of the events that it has seen, about the enemy's blocks."""

    side: int
    facts: Facts
    """What is proven."""
    general: Shares | None = None
    """A guess where Vandegrift is; the shares sum to his chance to be alive."""
    other: Memory | None = None
    """What the enemy makes of the events that all have seen: what he may be taken to remember."""


def start(ours: Facts, theirs: Facts) -> Memory:
    """The memory before the first event, with what is proven before it to a side and to its enemy."""
    return Memory(ours.side, ours, other=Memory(theirs.side, theirs))


def remember(memory: Memory, seen: Event) -> Memory:
    """The memory after one more event."""
    if memory.other is not None and (all_saw := seen.seen_by(OBSERVER)) is not None:
        other = _remember(memory.other, all_saw)
        if other is not memory.other:
            memory = memory.replace(other=other)
    return _remember(memory, seen)


def _remember(memory: Memory, seen: Event) -> Memory:
    general = _guessed(memory, seen) if memory.side == JAPANESE else None
    facts = learn(memory.facts, seen)
    if facts is memory.facts and general is memory.general:
        return memory
    return memory.replace(facts=facts, general=general)


def _guessed(memory: Memory, seen: Event) -> Shares | None:
    """Where Vandegrift probably is after an event."""
    general, facts = memory.general, memory.facts
    if isinstance(seen, Placed):
        if FIELD not in seen.places:
            return dict.fromkeys(seen.places, 1 / len(seen.places))
        other = (1 - AT_THE_FIELD) / max(1, len(seen.places) - 1)
        return {place: AT_THE_FIELD if place == FIELD else other for place in seen.places}
    if isinstance(seen, Fought) and general is not None:
        attacks = seen.side != SIDES[JAPANESE]
        return _met(general, seen.place, "vandegrift" in (seen.attackers if attacks else seen.defenders))
    if general is None or seen.get("side") == SIDES[JAPANESE]:
        return general
    match seen:
        case Spared():
            return {seen.place: 1.0}
        case Moved() if len(seen.path) - 1 <= facts.reach:
            here = facts.at(seen.path[0]).n
            return _gone(general, seen.path[0], seen.path[-1], seen.n / here if here else 1.0)
        case Hit() | TrailLost() if not (isinstance(seen, Hit) and seen.cause == "minor_bombardment"):
            here = facts.at(seen.place).n
            return _gone(general, seen.place, BOX, 1 / here if here else 1.0)
        case Went():
            return _gone(general, seen.start, seen.end, 1.0)
    return general


def _gone(general: Shares, origin: str, goal: str, share: float) -> Shares:
    """Some of a stack went: the casualties count no more."""
    going = general.get(origin, 0.0) * min(1.0, share)
    now = {**general, origin: general.get(origin, 0.0) - going}
    return now if goal == BOX else now | {goal: now.get(goal, 0.0) + going}


def _met(general: Shares, place: str, there: bool) -> Shares:
    """Blocks lay open at a place."""
    if there:
        return {place: 1.0}
    absent = 1 - general.get(place, 0.0)
    return {key: 0.0 if key == place else share / absent if absent > 0.01 else 0.2 for key, share in general.items()}
