"""A position of Deluxe Guadalcanal.

What is secret stands in `armies` (which unit is where, how strong, in which order) and in `doings` (what a side has
done and is about to do); in a view the other side's unseen units are UNSEEN, and `unseen` tells where counters lie.
"""

from __future__ import annotations

from functools import lru_cache

from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE, LOST, SIDES, Printed, Unit
from ironbottom.kernel.event import event
from ironbottom.kernel.step import State
from ironbottom.kernel.value import Value, value

Row = tuple[int, ...]


@value
class Army(Value):
    """R2.2.1a, R2.2.2b, R7.8: for each unit of a side its place, steps, Stealth marker (0: none), rank in its stack and
    turn of landing. `shown` is a mask of units that all may see for now."""

    at: Row
    steps: Row
    mark: Row
    rank: Row
    due: Row
    shown: int = 0
    unseen: tuple[tuple[int, int], ...] = ()
    """In the view of the other side: hex and marker of each counter that lies hidden, sorted."""
    lies: tuple[tuple[int, int], ...] = ()
    """R7.8: hex and marker of each counter on the map, sorted: what all may know, whoever it is."""


@value
class Battle(Value):
    """R8.2a: a battle: the hexes attacked, the attackers, and the artillery that may lend its factors."""

    hexes: Row
    units: Row
    support: Row = ()


@value
class Doing(Value):
    """What a side has done in its half, and what it is about to do: its own affair. Masks have a bit for each unit."""

    start: Row = ()
    """Q46: where each unit was when its half began."""
    zoned: int = 0
    landed: int = 0
    left: Row = ()
    moved: int = 0
    stepped: int = 0
    """R6b, R7.2: who has entered a hex in this step; who has only searched has not."""
    hand: int = 0
    walked: bool = False
    wading: int = 0
    sneaking: int = 0
    fresh: Row = ()
    """R8.2.9: the marker with which each unit left stealth by itself in this half."""
    worked: int = 0
    topped: int = 0
    must: int = 0
    fired: Row = ()
    countered: int = 0
    muted: int = 0
    aim: int = -1
    counter: bool = False
    guns: tuple[tuple[int, int], ...] = ()
    plan: tuple[Battle, ...] = ()


@value
class Fight(Value):
    """R8.2: the battle being fought, as far as it has come."""

    side: int
    battle: Battle
    again: bool = False
    stood: bool = False
    paid: Row = ()
    defended: tuple[tuple[int, int], ...] = ()
    ambush: int = 0
    """0 not tried, 1 failed or declined, 2 succeeded."""
    strain: int = 0
    attackers: Row = ()
    """Who takes part: units, and artillery that was paid for."""
    emptied: Row = ()
    """Hexes that the defenders have left."""
    garrison: int = 0
    """R8.2.8: how many defenders stood in 3707 when the battle began."""
    advance: int = 0
    retreated: bool = False


@value
class Position(State):
    """The state of the game."""

    setting: Printed
    turn: int = 0
    half: int = AMERICAN
    armies: tuple[Army, Army] = ()  # type: ignore[assignment]
    doings: tuple[Doing, Doing] = (Doing(), Doing())
    field: int = JAPANESE
    villages: Row = ()
    status: int = 0
    supply: tuple[int, int] = (0, 0)
    points: int = 0
    """Above 0 American, below 0 Japanese."""
    losses: tuple[int, int] = (0, 0)
    """Q38: the factors that each side has lost: all have scored, so both sides know them."""
    deck: Row = ()
    events: tuple[str, ...] = ()
    bombarded: tuple[int, int] = (0, 0)
    """R8.1.7: the turn of each side's last naval bombardment."""
    held: bool = False
    """R10.2.2: Japan has held the field since the turn began."""
    useless: bool = False
    """R10.2.2: the airfield has not been operational since the turn began."""
    steady: bool = False
    """R10.2.3: it has been operational since the turn began."""
    bonus: bool = False
    """R10.2.1: Japan has earned its bonus in this turn."""
    rolls: bool = False
    """R10.2.2: two rolls for Japanese supply in this turn."""
    air: bool = False
    """R10.2.3."""
    withdrawn: int = 0
    leaving: int = 0
    """R7.9a: Japanese units withdrawn in this turn."""
    sailed: int = 0
    transits: tuple[tuple[int, int], ...] = ()
    rooted: bool = False
    """Card 1: American reinforcements may not move in this turn."""
    battles: tuple[Battle, ...] = ()
    fight: Fight | None = None

    def doing(self, side: int, **changes: object) -> Position:
        """The state with some of a side's doings changed."""
        pair = self.doings
        new = pair[side].replace(**changes)
        return self.replace(doings=(new, pair[1]) if side == 0 else (pair[0], new))

    def army(self, side: int, **changes: object) -> Position:
        """The state with a side's army changed."""
        pair = self.armies
        new = pair[side].replace(**changes)
        if ("at" in changes or "mark" in changes) and "lies" not in changes:
            new = new.replace(lies=_lies(new.at, new.mark, self.setting.hexes))
        return self.replace(armies=(new, pair[1]) if side == 0 else (pair[0], new))


def _lies(at: Row, mark: Row, hexes: int) -> tuple[tuple[int, int], ...]:
    return tuple(sorted([slot for slot in zip(at, mark, strict=True) if slot[0] < hexes]))


@value
class Front(Value):
    """What a side's counters do to the map: how many stand in each hex, how many of them outside stealth, their zones
    of control, and the hexes beside them."""

    count: bytes
    open: bytes
    zone: bytes
    beside: bytes
    stands: Row
    """The hexes with counters outside stealth, in order."""


@lru_cache(maxsize=16384)
def _front(p: Printed, lies: tuple[tuple[int, int], ...]) -> Front:
    size = p.hexes
    count, free, zone, beside = bytearray(size), bytearray(size), bytearray(size), bytearray(size)
    held: set[int] = set()
    for here, marker in lies:
        count[here] += 1
        held.add(here)
        if not marker:
            free[here] += 1
    near, controlled = p.near, p.controlled
    for here in held:
        for there in near[here]:
            beside[there] = 1
        if free[here]:
            for there in controlled[here]:
                zone[there] = 1
    stands = tuple(sorted([here for here in held if free[here]]))
    return Front(bytes(count), bytes(free), bytes(zone), bytes(beside), stands)


def front(s: Position, side: int) -> Front:
    """R7.1b, R7.4a, R7.7.7, R7.12, Q18: where a side's counters stand and which hexes they control, whichever way they
    face."""
    return _front(s.setting, s.armies[side].lies)


def put(row: Row, n: int, item: int) -> Row:
    """The row with one entry changed."""
    return (*row[:n], item, *row[n + 1 :])


def unit(s: Position, side: int, i: int) -> Unit:
    """The counter of that number."""
    return s.setting.units[side][i]


def factor(s: Position, side: int, i: int) -> int:
    """R2.2.1b: the movement factor, lower in an event."""
    move = unit(s, side, i).move
    sick = ("malaria", "hunger")[side] in s.events
    return max(1, move - int(s.setting.cards[4]["slower"])) if sick else move


def at_hex(s: Position, side: int, here: int) -> Row:
    """The units of a side in a hex, as far as they are known."""
    return tuple(i for i, place in enumerate(s.armies[side].at) if place == here)


@lru_cache(maxsize=4096)
def bits(mask: int) -> Row:
    """The units of a mask."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def tops(p: Printed, army: Army) -> dict[int, int]:
    """R7.8, Q30: the top counter of each stack that is not in stealth."""
    found: dict[int, int] = {}
    for i, here in enumerate(army.at):
        if here < p.hexes and not army.mark[i] and (here not in found or army.rank[i] >= army.rank[found[here]]):
            found[here] = i
    return found


def points_for(s: Position, side: int, number: int) -> Position:
    """R2.2.2a: victory points for a side are taken from the other."""
    if not number:
        return s
    s = s.replace(points=s.points + (number if side == AMERICAN else -number))
    return s.tell(event("points", side=side, n=number))


def moved_to(s: Position, side: int, i: int, here: int) -> Position:
    """R9.3, R6c, Q39: the state with a unit in another hex, on top of those there; it takes what it enters."""
    army = s.armies[side]
    rank = 1 + max((army.rank[j] for j, place in enumerate(army.at) if place == here), default=0)
    s = s.army(side, at=put(army.at, i, here), rank=put(army.rank, i, rank))
    return s if unit(s, side, i).gun else taken(s, side, here)


def taken(s: Position, side: int, here: int) -> Position:
    """R9.3, Q12, R10.2.1, Q45: a village or the field comes under control of whoever stands there."""
    p = s.setting
    if p.village[here]:
        n = p.villages.index(here)
        if s.villages[n] != side:
            s = s.replace(villages=put(s.villages, n, side)).tell(event("village", hex=p.names[here], side=side))
    if here == p.field and s.field != side:
        s = s.replace(field=side).tell(event("field_taken", side=side))
        if side == AMERICAN:
            return s.replace(held=False, air=False)
        if s.half == JAPANESE:
            return earned(s)
    return s


def earned(s: Position) -> Position:
    """R10.2.1: four supply points at once, and a claim to two units; once a turn."""
    if s.bonus:
        return s
    s = s.replace(bonus=True).tell(event("bonus"))
    return supplied(s, JAPANESE, s.setting.rabaul["capture_supply"])


def supplied(s: Position, side: int, number: int) -> Position:
    """R8.1.1, Q41: supply arrives, never more than 40."""
    if not number:
        return s
    total = min(s.supply[side] + number, s.setting.limits["supply"])
    s = s.replace(supply=(total, s.supply[1]) if side == 0 else (s.supply[0], total))
    return s.tell(event("supply", side=side, n=number, total=total))


def spent(s: Position, side: int, number: int) -> Position:
    """R8.1.2, Q41: supply is used, unless it is unlimited."""
    if unlimited(s, side):
        return s
    left = s.supply[side] - number
    return s.replace(supply=(left, s.supply[1]) if side == 0 else (s.supply[0], left))


def unlimited(s: Position, side: int) -> bool:
    """Q41: whether the turn track gives a side all the supply that it wants."""
    return s.setting.turns[s.turn].supply[side] == -1


def purse(s: Position, side: int) -> int:
    """How many supply points a side can spend now."""
    return 999 if unlimited(s, side) else s.supply[side]


def operational(s: Position) -> bool:
    """R7.11a, Q5: whether the airfield can be used."""
    return s.status >= int(s.setting.status["operational"])


def harmed(s: Position, by: int, number: int) -> Position:
    """R7.11a, R8.1.6, R10.2.1, R10.2.3, Q45: the airfield falls by so much."""
    if not number:
        return s
    before = operational(s)
    s = s.replace(status=max(0, s.status - number))
    s = s.tell(event("field_harmed", n=number, status=s.status))
    if not operational(s):
        s = s.replace(air=False, steady=False)
        if before and by == JAPANESE:
            s = earned(s)
    return s


def mended(s: Position, number: int) -> Position:
    """R7.11a: the airfield rises by so much."""
    status = min(int(s.setting.status["most"]), s.status + number)
    s = s.replace(status=status).tell(event("field_mended", n=number, status=status))
    return s.replace(useless=False) if operational(s) else s


def hurt(s: Position, side: int, i: int, number: int = 1) -> Position:
    """R2.2.1a, R9.1, R9.2, Q38: a unit loses steps; each factor scores for the other side."""
    army = s.armies[side]
    number = min(number, army.steps[i])
    here, left = army.at[i], army.steps[i] - number
    s = s.army(side, steps=put(army.steps, i, left))
    lost = s.losses
    s = s.replace(losses=(lost[0] + number, lost[1]) if side == AMERICAN else (lost[0], lost[1] + number))
    s = points_for(s, 1 - side, number * int(s.setting.points["factor"][SIDES[1 - side]]))
    if left:
        return s
    return gone(s, side, i, LOST).tell(
        event("eliminated", unit=unit(s, side, i).name, side=side, hex=s.setting.names[here])
    )


def gone(s: Position, side: int, i: int, pool: int) -> Position:
    """The state with a unit off the map for good."""
    army, doing = s.armies[side], s.doings[side]
    s = s.army(side, at=put(army.at, i, pool), mark=put(army.mark, i, 0), rank=put(army.rank, i, 0),
               shown=army.shown & ~(1 << i))
    keep = ~(1 << i)
    return s.doing(side, hand=doing.hand & keep, must=doing.must & keep)
