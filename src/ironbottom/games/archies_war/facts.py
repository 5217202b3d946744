"""What the events that a side has seen prove of the enemy's blocks: which of them surely stand where, and how many
others are surely not Vandegrift.

Blocks have no identity, so what is known of a stack is a multiset. When some of a stack go and nobody saw which, a type
of which there were k is left with at least k less those gone; and at least k less those left have gone. The others that
were known are loose: they are at the one place or the other; and where all of the stack was known, so many of them here
and so many there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ironbottom.games.archies_war.rules.abilities import Assaulted, Hit, Resupplied, Scouted, Spared, Used
from ironbottom.games.archies_war.rules.combat import (
    Fought,
    Lost,
    NoRetreat,
    Repulsed,
    Retreated,
    WalkedIn,
    WentBack,
    WireLost,
)
from ironbottom.games.archies_war.rules.movement import Moved, TrailLost
from ironbottom.games.archies_war.rules.printed import JAPANESE, SIDES
from ironbottom.games.archies_war.rules.reinforcement import Landed, Placed
from ironbottom.games.archies_war.rules.sequence import TurnBegan
from ironbottom.kernel.event import Event
from ironbottom.kernel.value import Value, value

VANDEGRIFT, WIRE, AIR = "vandegrift", "barbed_wire", "air_support"
BOX, ENGAGED = "casualties", "engaged"
"""Where blocks are besides the locations: lost; in an attack or in a combat that is lost, and under way from it."""


@value
class Group(Value):
    """Some blocks: how many (None where that was never told), those surely among them by name, how many of the others
    are surely not Vandegrift, and in which turn something of them was shown last (0: that is not known)."""

    n: int | None = 0
    known: tuple[str, ...] = ()
    plain: int = 0
    turn: int = 0

    def plus(self, other: Group) -> Group:
        n = None if self.n is None or other.n is None else self.n + other.n
        return Group(n, self.known + other.known, self.plain + other.plain, max(self.turn, other.turn))

    def without(self, block: str) -> Group:
        """Less a block that was shown."""
        n = None if self.n is None else self.n - 1
        if block not in self.known:
            return self.replace(n=n, plain=max(0, self.plain - 1))
        at = self.known.index(block)
        return self.replace(n=n, known=self.known[:at] + self.known[at + 1 :])

    def split(self, n: int, stay: frozenset[str] = frozenset(), general_stays: bool = False) -> tuple[Group, Group]:
        """So many go, unseen: those gone, and those left. What is known by a name in `stay` stays, and Vandegrift if
        that is certain."""
        bound = [block for block in self.known if block in stay or (general_stays and block == VANDEGRIFT)]
        gone: list[str] = []
        left = list(bound)
        rest = None if self.n is None else self.n - n
        for block, count in Counter([block for block in self.known if block not in bound]).items():
            left += [block] * max(0, count - n)
            if rest is not None:
                gone += [block] * min(count, max(0, count - (rest - len(bound))))
        plain = self.plain + _plain(self.known)
        still = max(0, plain - n - _plain(left))
        went = 0 if rest is None else max(0, plain - rest - _plain(gone))
        if general_stays:
            went = n - len(gone)
        return Group(n, tuple(gone), went, self.turn), Group(rest, tuple(left), still, self.turn)


def _plain(blocks: tuple[str, ...] | list[str]) -> int:
    return len(blocks) - blocks.count(VANDEGRIFT)


@value
class Loose(Value):
    """Blocks that were seen and parted unseen: each is surely at one of the spots, and at each spot is one of them. A
    spot is a set of places."""

    blocks: tuple[str, ...]
    spots: tuple[frozenset[str], ...]

    @property
    def places(self) -> frozenset[str]:
        """All places where one of them may be."""
        return frozenset[str]().union(*self.spots)

    def moved(self, origin: str, goal: str, whole: bool) -> Loose:
        """Some of a place have gone to another, perhaps with them; or all of them."""
        less = frozenset((origin,)) if whole else frozenset()
        spots = tuple((spot - less) | {goal} if origin in spot else spot for spot in self.spots)
        return self.replace(spots=spots)

    def apart(self, blocks: tuple[str, ...], places: frozenset[str]) -> tuple[Loose, ...]:
        """Some of them, each on its own somewhere in these places."""
        return tuple(Loose((block,), (places,)) for block in blocks if places)

    def shown(self, place: str, excess: Counter[str]) -> tuple[Loose, ...]:
        """What is left of it when all blocks of a place lie open, and these among them were not known there before."""
        if place not in self.places:
            return (self,)
        here = Counter(self.blocks) & excess
        surely = self.spots.count(frozenset((place,)))
        if here.total() == surely and sum(place in spot for spot in self.spots) == surely:
            left = Counter(self.blocks) - here
            return (Loose(tuple(left.elements()), tuple(spot for spot in self.spots if spot != {place})),)
        elsewhere = tuple(block for block in self.blocks if block not in here)
        if not here:
            spots = tuple(spot - {place} for spot in self.spots)
            if all(spots):
                return (Loose(self.blocks, spots),)
        return self.apart(elsewhere, self.places - {place})


@value
class Facts(Value):
    """What is proven of the enemy of a side; `complete` when the events tell of the whole game."""

    side: int
    reach: int
    """2P-19: how far Vandegrift marches."""
    specials: frozenset[str]
    """The enemy's blocks that are no infantry: they do not attack."""
    groups: Mapping[str, Group]
    """By location, BOX and ENGAGED."""
    loose: tuple[Loose, ...] = ()
    turn: int = 0
    complete: bool = False
    attacks: bool = False
    """Whether his last march was to attack."""

    def at(self, place: str) -> Group:
        """What is known of the enemy at a place."""
        return self.groups.get(place, Group(0 if self.complete or place == ENGAGED else None))

    def put(self, place: str, group: Group) -> Facts:
        return self.replace(groups={**self.groups, place: group})

    def join(self, place: str, *blocks: str, fresh: int = 0) -> Facts:
        """More blocks at a place: those shown by name, so many others fresh from the pool."""
        more = Group(len(blocks) + fresh, blocks, fresh, self.turn if blocks else 0)
        return self.put(place, self.at(place).plus(more))

    def show(self, place: str, blocks: tuple[str, ...]) -> Facts:
        """All blocks of a place lie open."""
        excess = Counter(blocks) - Counter(self.at(place).known)
        loose = tuple(left for one in self.loose for left in one.shown(place, excess))
        return self.put(place, Group(len(blocks), blocks, 0, self.turn)).replace(loose=loose)._settled()

    def drop(self, place: str, block: str) -> Facts:
        """A block of a place was shown and is gone from there."""
        group = self.at(place)
        facts = self.put(place, group.without(block))
        return facts if block in group.known else facts.forget(block, place)._settled()

    def forget(self, block: str, place: str = "") -> Facts:
        """Blocks of a name are no more said to be at a place, or anywhere; those that parted from them may be wherever
        one of them may."""
        loose: list[Loose] = []
        for one in self.loose:
            if block not in one.blocks or (place and place not in one.places):
                loose.append(one)
            else:
                loose += one.apart(tuple(name for name in one.blocks if name != block), one.places)
        return self.replace(loose=tuple(loose))

    def move(
        self, origin: str, goal: str, n: int | None = None, stay: frozenset[str] = frozenset(), general: bool = True
    ) -> Facts:
        """So many blocks go (None: all of them), unseen; those in `stay` do not, nor Vandegrift unless `general`."""
        group = self.at(origin)
        if n is None or n == group.n:
            gone, left = group, Group(0)
        else:
            gone, left = group.split(n, stay, not general)
        unsure = tuple((Counter(group.known) - Counter(gone.known) - Counter(left.known)).elements())
        bound = stay if general else stay | {VANDEGRIFT}
        loose = [
            one if bound.issuperset(one.blocks) else one.moved(origin, goal, left.n == 0) for one in self.loose
        ]
        if unsure and group.n == len(group.known) and n is not None:
            went = (frozenset((goal,)),) * (n - len(gone.known))
            loose.append(Loose(unsure, went + (frozenset((origin,)),) * (len(unsure) - len(went))))
        else:
            loose += [Loose((block,), (frozenset((origin, goal)),)) for block in unsure]
        facts = self.put(origin, left)
        return facts.put(goal, facts.at(goal).plus(gone)).replace(loose=tuple(loose))._settled()

    def _settled(self) -> Facts:
        """With those that can be at one place only known there."""
        facts, kept = self, list[Loose]()
        for one in self.loose:
            spots = tuple(frozenset(place for place in spot if self.at(place).n != 0) for spot in one.spots)
            if not all(spots):
                # what the events tell of him does not fit: each on its own
                left = one.apart(one.blocks, frozenset[str]().union(*spots))
            elif len(set(one.blocks)) == 1:
                left = tuple(Loose(one.blocks[:1], (spot,)) for spot in spots)
            else:
                left = (Loose(one.blocks, spots),)
            for each in left:
                if len(each.places) > 1:
                    kept.append(each)
                    continue
                for block in each.blocks:
                    (place,) = each.places
                    group = facts.at(place)
                    plain = max(0, group.plain - (block != VANDEGRIFT))
                    facts = facts.put(place, group.replace(known=(*group.known, block), plain=plain))
        return facts.replace(loose=tuple(kept))


def learn(facts: Facts, seen: Event) -> Facts:
    """The facts after one more event."""
    enemy = SIDES[1 - facts.side]
    if isinstance(seen, TurnBegan):
        return facts.replace(turn=seen.turn)
    if isinstance(seen, Placed):
        placed = dict.fromkeys(seen.places, Group(1)) if facts.side == JAPANESE else {}
        return facts.replace(complete=True, groups=placed, loose=())
    if isinstance(seen, Scouted):
        return facts.show(seen.place, seen.blocks)
    if isinstance(seen, Fought):
        return _fought(facts, seen, enemy)
    if seen.get("side") != enemy:
        return facts
    match seen:
        case Landed():
            return facts.join(seen.place, fresh=seen.n)
        case Moved():
            far = len(seen.path) - 1 > facts.reach
            return _leave(facts, seen.path[0], seen.path[-1], seen.n, seen.attack, far)
        case Assaulted():
            return _leave(facts, seen.start, seen.end, seen.n, True, True)
        case TrailLost():
            return facts.move(ENGAGED if facts.attacks else seen.place, BOX, 1)
        case Hit():
            return facts.move(seen.place, BOX, 1, general=seen.cause != "minor_bombardment")
        case Spared():
            here = facts.at(seen.place)
            if VANDEGRIFT in here.known:
                return facts
            facts = facts.forget(VANDEGRIFT)
            return facts.put(seen.place, here.plus(Group(0, (VANDEGRIFT,), 0, facts.turn)))
        case Used():
            facts = facts.drop(seen.place, seen.block)
            return facts if seen.block == AIR else facts.join(BOX, seen.block)
        case Resupplied():
            # the block that was used cannot return itself
            return facts.drop(BOX, "resupply").move(BOX, seen.place, 1).join(BOX, "resupply")
        case Lost() | WireLost() | NoRetreat() | Retreated() | Repulsed():
            return _beaten(facts, seen)
        case WentBack():
            return facts.move(seen.start, seen.end)
        case WalkedIn():
            return facts.move(ENGAGED, seen.place)
    return facts


def _leave(facts: Facts, origin: str, goal: str, n: int, attack: bool, general_stays: bool) -> Facts:
    """2P-26: who leaves a place to attack is infantry."""
    facts = facts.replace(attacks=attack)
    if not attack:
        return facts.move(origin, goal, n, general=not general_stays)
    return facts.put(ENGAGED, Group()).move(origin, ENGAGED, n, facts.specials, not general_stays)


def _fought(facts: Facts, seen: Fought, enemy: str) -> Facts:
    """2P-35: all lie open."""
    attacks = seen.side == enemy
    if attacks:
        facts = facts.show(ENGAGED, seen.attackers)
        if any(name == AIR for name, _, _ in seen.attack):
            facts = facts.join(BOX, AIR)
        # nobody else of theirs stands where they attacked
        return facts.put(seen.place, Group()).move(ENGAGED, seen.place) if seen.winner == enemy else facts
    facts = facts.show(seen.place, seen.defenders).put(ENGAGED, Group())
    return facts if seen.winner == enemy else facts.move(seen.place, ENGAGED)


def _beaten(facts: Facts, seen: Lost | WireLost | NoRetreat | Retreated | Repulsed) -> Facts:
    """2P-37..2P-39, 2P-48: one block of the loser's choice is lost, wire too, and the rest retreat or die."""
    group = facts.at(ENGAGED)
    if not group.n:
        return facts
    wire = group.known.count(WIRE)
    match seen:
        case Lost() if group.n == 1:
            if AIR not in facts.at(BOX).known:
                return facts.move(ENGAGED, BOX)
            # a beaten attacker may lose the Air Support instead: whether he comes back is told next
            return facts.put(BOX, facts.at(BOX).plus(Group(None)))
        case NoRetreat():
            return facts.move(ENGAGED, BOX)
        case WireLost():
            whole = seen.n == wire and group.n == wire + 1
            return facts.move(ENGAGED, BOX) if whole else _wire_lost(facts, wire)
        case Retreated() | Repulsed():
            facts = _wire_lost(facts, wire)
            if seen.n < (facts.at(ENGAGED).n or 0):
                facts = facts.move(ENGAGED, BOX, 1)
            return facts.move(ENGAGED, seen.end)
    return facts


def _wire_lost(facts: Facts, n: int) -> Facts:
    """2P-48: wire does not retreat."""
    for _ in range(n):
        facts = facts.drop(ENGAGED, WIRE).join(BOX, WIRE)
    return facts
