"""What the events that a side has seen prove of the enemy's blocks: which of them surely stand where, and how many
others are surely not Vandegrift.

Blocks have no identity, so what is known of a stack is a multiset. When some of a stack go and nobody saw which, a type
of which there were k is left with at least k less those gone; and at least k less those left have gone.
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

    def split(self, n: int, stay: tuple[str, ...] = (), general_stays: bool = False) -> tuple[Group, Group]:
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
class Facts(Value):
    """What is proven of the enemy of a side; `complete` when the events tell of the whole game."""

    side: int
    reach: int
    """2P-19: how far Vandegrift marches."""
    specials: frozenset[str]
    """The enemy's blocks that are no infantry: they do not attack."""
    groups: Mapping[str, Group]
    """By location."""
    turn: int = 0
    complete: bool = False
    box: Group = Group(None)
    """The casualties."""
    engaged: Group = Group()
    """Those in an attack or in a combat that is lost, and under way from it."""
    engaged_at: str = ""

    def at(self, place: str) -> Group:
        """What is known of the enemy at a place."""
        return self.groups.get(place, Group(0 if self.complete else None))

    def put(self, place: str, group: Group) -> Facts:
        return self.replace(groups={**self.groups, place: group})

    def join(self, place: str, group: Group) -> Facts:
        return self.put(place, self.at(place).plus(group))

    def lose(self, group: Group) -> Facts:
        return self.replace(box=self.box.plus(group))

    def engage(self, group: Group, place: str = "") -> Facts:
        return self.replace(engaged=group, engaged_at=place)


def learn(facts: Facts, seen: Event) -> Facts:
    """The facts after one more event."""
    enemy = SIDES[1 - facts.side]
    if isinstance(seen, TurnBegan):
        return facts.replace(turn=seen.turn)
    if isinstance(seen, Placed):
        placed = dict.fromkeys(seen.places, Group(1)) if facts.side == JAPANESE else {}
        return facts.replace(complete=True, groups=placed, box=Group())
    if isinstance(seen, Scouted):
        return facts.put(seen.place, Group(len(seen.blocks), seen.blocks, 0, facts.turn))
    if isinstance(seen, Fought):
        return _fought(facts, seen, enemy)
    if seen.get("side") != enemy:
        return facts
    match seen:
        case Landed():
            return facts.join(seen.place, Group(seen.n, (), seen.n))
        case Moved():
            far = len(seen.path) - 1 > facts.reach
            return _leave(facts, seen.path[0], seen.path[-1], seen.n, seen.attack, far)
        case Assaulted():
            return _leave(facts, seen.start, seen.end, seen.n, True, True)
        case TrailLost():
            if facts.engaged_at == seen.place:
                lost, left = facts.engaged.split(1)
                return facts.lose(lost).engage(left, seen.place)
            lost, left = facts.at(seen.place).split(1)
            return facts.put(seen.place, left).lose(lost)
        case Hit():
            lost, left = facts.at(seen.place).split(1, general_stays=seen.cause == "minor_bombardment")
            return facts.put(seen.place, left).lose(lost)
        case Spared():
            here = facts.at(seen.place)
            if VANDEGRIFT in here.known:
                return facts
            return facts.put(seen.place, here.plus(Group(0, (VANDEGRIFT,), 0, facts.turn)))
        case Used():
            facts = facts.put(seen.place, facts.at(seen.place).without(seen.block))
            return facts if seen.block == AIR else facts.lose(Group(1, (seen.block,), 0, facts.turn))
        case Resupplied():
            # the block that was used cannot return itself
            back, left = facts.box.without("resupply").split(1)
            facts = facts.replace(box=left.plus(Group(1, ("resupply",))))
            return facts.join(seen.place, back)
        case Lost() | WireLost() | NoRetreat() | Retreated() | Repulsed():
            return _beaten(facts, seen)
        case WentBack():
            return facts.join(seen.end, facts.at(seen.start)).put(seen.start, Group())
        case WalkedIn():
            return facts.join(seen.place, facts.engaged).engage(Group())
    return facts


def _leave(facts: Facts, origin: str, goal: str, n: int, attack: bool, general_stays: bool) -> Facts:
    """2P-26: who leaves a place to attack is infantry."""
    stay = tuple(facts.specials) if attack else ()
    gone, left = facts.at(origin).split(n, stay, general_stays)
    facts = facts.put(origin, left)
    return facts.engage(gone, goal) if attack else facts.join(goal, gone)


def _fought(facts: Facts, seen: Fought, enemy: str) -> Facts:
    """2P-35: all lie open."""
    attacks = seen.side == enemy
    shown = seen.attackers if attacks else seen.defenders
    group = Group(len(shown), shown, 0, facts.turn)
    if attacks and any(name == AIR for name, _, _ in seen.attack):
        facts = facts.lose(Group(1, (AIR,)))
    if seen.winner == enemy:
        return facts.put(seen.place, group).engage(Group())
    if not attacks:
        facts = facts.put(seen.place, Group())
    return facts.engage(group, seen.place)


def _beaten(facts: Facts, seen: Lost | WireLost | NoRetreat | Retreated | Repulsed) -> Facts:
    """2P-37..2P-39, 2P-48: one block of the loser's choice is lost, wire too, and the rest retreat or die."""
    group = facts.engaged
    if group.n is None or not group.n:
        return facts
    wire = tuple(block for block in group.known if block == WIRE)
    others = tuple(block for block in group.known if block != WIRE)
    match seen:
        case Lost() if group.n == 1:
            # a beaten attacker may lose the Air Support instead
            lost = Group(None) if AIR in facts.box.known else group
            return facts.lose(lost).engage(Group())
        case NoRetreat():
            return facts.lose(group).engage(Group())
        case WireLost():
            facts = facts.lose(group.replace(n=len(wire), known=wire))
            if seen.n == len(wire) and len(others) == 1:
                return facts.lose(group.replace(n=1, known=others)).engage(Group())
            return facts.engage(group.replace(n=len(others), known=others), facts.engaged_at)
        case Retreated() | Repulsed():
            facts = facts.lose(group.replace(n=len(wire), known=wire))
            survivors = group.replace(n=len(others), known=others)
            if seen.n < len(others):
                lost, survivors = survivors.split(1)
                facts = facts.lose(lost)
            return facts.join(seen.end, survivors).engage(Group())
    return facts
