"""A position of Deluxe Guadalcanal.

What is secret stands in `armies` (which unit is where, how strong, in which order) and in `doings` (what a side has
done and is about to do), and in `transits`. What others see of the first two stands in `hidden.py`.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar, TypeVar

from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE, LOST, SIDES, Printed, Unit
from ironbottom.games.henderson_field.rules.steps import Told
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Later, Secret
from ironbottom.kernel.knowledge import Hidden, Public
from ironbottom.kernel.step import OBSERVER, State
from ironbottom.kernel.value import Value, value

T = TypeVar("T")
Row = tuple[int, ...]
"""A number for each unit of a side, or a few of its units, or hexes."""
Mask = int
"""Some of a side's units: bit i stands for unit i (`units_in`)."""
Counters = tuple[tuple[int, int], ...]
"""Counters on the map, whoever they are: the hex and the Stealth marker (0: none) of each, sorted."""


Sights = tuple[tuple[str, str, int], ...]
"""R7.8: counters that lie open: the hex, the unit, its steps."""


@value
class Army(Value):
    """R2.2.1a, R2.2.2b, R7.8: the units of a side. In the view of others the place of a unit that lies hidden is
    UNSEEN, and its steps, marker and rank are 0."""

    file_fields: ClassVar[Mapping[str, str]] = {"marker": "mark", "hidden": "unseen", "counters": "lies"}
    at: Row
    """Where each unit is: a hex, or one of the places beyond them (COMING, RABAUL, ...)."""
    steps: Row
    """The factors that it has left."""
    marker: Row
    """Its Stealth marker, which says for how long it has been in stealth; 0 if it is not."""
    rank: Row
    """Its place in the stack: who has the highest lies on top."""
    due: Row
    """The turn in which it is to land; 0 for none."""
    shown: Mask = 0
    """Who lies open until the next combat step ends, whatever lies on top."""
    hidden: Counters = ()
    """In the view of others: the counters that lie hidden."""
    counters: Counters = ()
    """All counters on the map: where they are, all may know."""


@value
class Battle(Value):
    """R8.2a: a battle: the hexes attacked, the attackers, and the artillery that may lend its factors."""

    hexes: Row
    units: Row
    support: Row = ()


@value
class Doing(Value):
    """What a side has done in its half, and what it is about to do: its own affair."""

    file_fields: ClassVar[Mapping[str, str]] = {
        "began_at": "start", "began_in_zone": "zoned", "points_left": "left", "hand_moved": "walked",
        "crossing": "wading", "in_stealth_move": "sneaking", "surfaced_with": "fresh", "put_on_top": "topped",
        "detected": "must", "fired_counter": "countered", "silenced": "muted", "target": "aim",
        "counter_battery": "counter", "mission": "guns",
    }  # fmt: skip
    began_at: Row = ()
    """Q46: where each unit was when the half began."""
    began_in_zone: Mask = 0
    """Q46: who was in an enemy zone then."""
    landed: Mask = 0
    """R6b: who has landed in this half."""
    points_left: Row = ()
    """R7.1a, R7.7.4: the movement points that each unit can still spend in this step."""
    moved: Mask = 0
    """Who has moved in this step, or was given another order."""
    stepped: Mask = 0
    """R6b, R7.2: who has entered a hex in this step; who has only searched has not."""
    hand: Mask = 0
    """R7.5b: the group that moves now, or the unit that is about to land or attack."""
    hand_moved: bool = False
    """Whether that group has moved or searched."""
    crossing: Mask = 0
    """R7.3d: who stands in a river that engineers or tractors let him leave."""
    in_stealth_move: Mask = 0
    """R7.7.4: who has left stealth by himself in this step, and moves from jungle to jungle only."""
    surfaced_with: Row = ()
    """R8.2.9: the marker with which each unit left stealth by itself in this half; 0 if it did not."""
    worked: Mask = 0
    """R7.11: who has worked on the airfield in this step."""
    put_on_top: Mask = 0
    """Q30: who has been put on top of his stack in this step."""
    detected: Mask = 0
    """R7.7.5: who has been found by a search and must make a stealth move at once."""
    fired: Row = ()
    """R8.1.2: the points that each battery has fired in this half."""
    fired_counter: Mask = 0
    """R8.1.8: the batteries that have fired counter-battery fire."""
    silenced: Mask = 0
    """R8.1.8, Q27: the batteries that counter-battery fire has silenced."""
    target: int = -1
    """The hex that the mission is fired at; -1 for none yet."""
    counter_battery: bool = False
    """R8.1.8: whether it is counter-battery fire."""
    mission: tuple[tuple[int, int], ...] = ()
    """The batteries of the mission, each with its points."""
    plan: tuple[Battle, ...] = ()
    """R8.2a: the battles declared so far."""


@value
class Fight(Value):
    """R8.2: the battle being fought, as far as it has come."""

    side: int
    battle: Battle
    again: bool = False
    """R8.2.10: whether it is a second attack."""
    stood: bool = False
    """R8.2.10: whether the attackers have stood instead of retreating."""
    paid: Row = ()
    """R8.2.4b: for each supporting battery the points lent."""
    defended: tuple[tuple[int, int], ...] = ()
    """R8.2.4a: the batteries of the defender that were asked, each with the points spent."""
    ambush: int = 0
    """0 not tried, 1 failed or declined, 2 succeeded."""
    strain: int = 0
    """R8.2.3: the points by which the attack is strained."""
    attackers: Row = ()
    """Who takes part: units, and artillery that was paid for."""
    emptied: Row = ()
    """Hexes that the defenders have left."""
    garrison: int = 0
    """R8.2.8: how many defenders stood in 3707 when the battle began."""
    advance: int = 0
    """R8.2.1.4c: how many hexes the attackers may advance."""
    retreated: bool = False
    """Whether the attackers have retreated."""


@value
class Position(State):
    """The state of the game."""

    setting: Printed
    turn: Public[int] = 0
    half: Public[int] = AMERICAN
    """The side whose half of the turn it is."""
    armies: Hidden[tuple[Army, Army]] = ()  # type: ignore[assignment]
    doings: Hidden[tuple[Doing, Doing]] = (Doing(), Doing())
    field: Public[int] = JAPANESE
    """Who holds the airfield."""
    villages: Public[Row] = ()
    """Who holds each village."""
    status: Public[int] = 0
    """R7.11a: what the airfield stands at."""
    supply: Public[tuple[int, int]] = (0, 0)
    points: Public[int] = 0
    """Above 0 American, below 0 Japanese."""
    losses: Public[tuple[int, int]] = (0, 0)
    """Q38: the factors that each side has lost: all have scored, so both sides know them."""
    deck: Public[Row] = ()
    events: Public[tuple[str, ...]] = ()
    """R5.0b: the events of this turn."""
    bombarded: Public[tuple[int, int]] = (0, 0)
    """R8.1.7: the turn of each side's last naval bombardment."""
    held: Public[bool] = False
    """R10.2.2: Japan has held the field since the turn began."""
    useless: Public[bool] = False
    """R10.2.2: the airfield has not been operational since the turn began."""
    steady: Public[bool] = False
    """R10.2.3: it has been operational since the turn began."""
    bonus: Public[bool] = False
    """R10.2.1: Japan has earned its bonus in this turn."""
    rolls: Public[bool] = False
    """R10.2.2: two rolls for Japanese supply in this turn."""
    air: Public[bool] = False
    """R10.2.3: Japanese units are one factor stronger in assaults."""
    withdrawn: Public[int] = 0
    """R7.9b: how many Japanese units have left the island."""
    leaving: Public[int] = 0
    """R7.9a: how many of them in this turn."""
    sailed: Public[int] = 0
    """R7.6: how many units have gone by sea in this step."""
    transits: Hidden[tuple[tuple[int, int], ...]] = ()
    """R7.3d: river hexes, each with the number of units that engineers have let over in this step."""
    rooted: Public[bool] = False
    """Card 1: American reinforcements may not move in this turn."""
    battles: Public[tuple[Battle, ...]] = ()
    """The battles that are declared and not yet fought."""
    fight: Public[Fight | None] = None

    def doing(self, side: int, **changes: object) -> Position:
        """The state with some of a side's doings changed."""
        pair = self.doings
        new = pair[side].replace(**changes)
        return self.with_doings((new, pair[1]) if side == 0 else (pair[0], new))

    def army(self, side: int, **changes: object) -> Position:
        """The state with a side's army changed."""
        pair = self.armies
        new = pair[side].replace(**changes)
        if ("at" in changes or "marker" in changes) and "counters" not in changes:
            new = new.replace(counters=counters(new.at, new.marker, self.setting.hexes))
        return self.with_armies((new, pair[1]) if side == 0 else (pair[0], new))

    often: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **State.often, "with_armies": ("armies",), "with_doings": ("doings",),
    }

    def with_armies(self, armies: tuple[Army, Army]) -> Position:
        """The state with other armies."""
        return self.replace(armies=armies)

    def with_doings(self, doings: tuple[Doing, Doing]) -> Position:
        """The state with other doings."""
        return self.replace(doings=doings)


def counters(at: Row, marker: Row, hexes: int) -> Counters:
    """R7.8: where counters lie, whoever they are."""
    return tuple(sorted([slot for slot in zip(at, marker, strict=True) if slot[0] < hexes]))


def shifted(army: Army, i: int, here: int, hexes: int) -> Counters:
    """R7.8: where counters lie when a unit is in another hex; found anew where not all of them are known."""
    mark, lying = army.marker[i], list(army.counters)
    if army.hidden:
        return counters(put(army.at, i, here), army.marker, hexes)
    if army.at[i] < hexes:
        lying.remove((army.at[i], mark))
    if here < hexes:
        insort(lying, (here, mark))
    return tuple(lying)


@value
class Front(Value):
    """What a side's counters do to the map: how many stand in each hex, how many of them outside stealth, their zones
    of control (R7.4a, Q18: units in stealth have one if so agreed), and the hexes beside them."""

    count: bytes
    open: bytes
    zone: bytes
    beside: bytes
    stands: Row
    """The hexes with counters outside stealth, in order."""
    lookouts: Row
    """R8.1.4: the hexes from which targets are seen: those in stealth spot too, unless otherwise agreed."""


@lru_cache(maxsize=16384)
def _front(p: Printed, lying: Counters) -> Front:
    size = p.hexes
    count, free, zone, beside = bytearray(size), bytearray(size), bytearray(size), bytearray(size)
    held: set[int] = set()
    for here, marker in lying:
        count[here] += 1
        held.add(here)
        if not marker:
            free[here] += 1
    near, controlled = p.near, p.controlled
    scouts = held if p.option.get("stealth_zones") == "stop" else {here for here in held if free[here]}
    for here in held:
        for there in near[here]:
            beside[there] = 1
        if here in scouts:
            for there in controlled[here]:
                zone[there] = 1
    stands = tuple(sorted([here for here in held if free[here]]))
    lookouts = stands if p.option.get("stealth_spotters") == "blind" else tuple(sorted(held))
    return Front(bytes(count), bytes(free), bytes(zone), bytes(beside), stands, lookouts)


def front(s: Position, side: int) -> Front:
    """R7.1b, R7.4a, R7.7.7, R7.12, Q18: where a side's counters stand and which hexes they control, whichever way they
    face."""
    p, lying = s.setting, s.armies[side].counters
    known: Front
    last, known = p.last_fronts[side]
    if last is not lying:  # asked many times before a counter moves
        known = _front(p, lying)
        p.last_fronts[side] = lying, known
    return known


def undefended(s: Position, side: int) -> bool:
    """R9.3: whether no enemy stands on the airfield and a unit beside it can walk in and take it."""
    p = s.setting
    beside = any(not unit(s, side, i).gun for here in p.near[p.field] for i in at_hex(s, side, here))
    return beside and not front(s, 1 - side).count[p.field]


def open_in(s: Position, side: int, here: int) -> int:
    """R7.8: how many counters of a side lie outside stealth in a hex."""
    return s.armies[side].counters.count((here, 0))


@value
class PointsScored(Told):
    """A side has scored so many victory points."""
    file_name = "points"
    rule = "R2.2.2a"
    side: int
    n: int
    cause: Later[str] = ""
    """For what: losses, villages, guns, field, marines, withdrawals or event."""
    unit: Later[Secret[str]] = None
    """Who lost steps: only its owner knows, where it lies hidden."""
    steps: Later[int] = 0
    hex: Later[str] = ""
    seen: Later[bool] = False
    """Whether all see who lost them."""
    shows: Later[Sights] = ()
    """Who lies open there all the same, if not."""
    lost: Later[Secret[tuple[tuple[str, int], ...]]] = None
    """Where several that lie hidden have lost steps: who, and how many each; `unit` is then nobody."""

    def knows(self) -> tuple[int, ...]:
        return (AMERICAN, JAPANESE, OBSERVER) if self.seen else (1 - self.side,)


@value
class VillageTaken(Told):
    """A village has come under a side's control."""
    file_name = "village"
    rule = "R9.3"
    hex: str
    side: int
    unit: Later[str] = ""
    """Who advanced or retreated into it."""
    by: Later[str] = ""
    """How: advance or retreat."""


@value
class FieldTaken(Told):
    """The airfield has come under a side's control."""
    file_name = "field_taken"
    rule = "R9.3"
    side: int
    unit: Later[str] = ""
    by: Later[str] = ""


@value
class BonusEarned(Told):
    """Japan has earned its bonus: the field is taken or out of use."""
    file_name = "bonus"
    rule = "R10.2.1"


@value
class Supplied(Told):
    """So much supply has come to a side, which now has `total`."""
    file_name = "supply"
    rule = "R8.1.1"
    side: int
    n: int
    total: int
    die: Later[int] = 0


@value
class FieldHarmed(Told):
    """The airfield has fallen by so much, to `status`."""
    file_name = "field_harmed"
    rule = "R7.11a"
    n: int
    status: int
    cause: Later[str] = ""
    """By what: fire, assault or work."""
    die: Later[int] = 0


@value
class FieldMended(Told):
    """The airfield has risen by so much, to `status`."""
    file_name = "field_mended"
    rule = "R7.11a"
    n: int
    status: int


@value
class Eliminated(Told):
    """A unit has lost its last step."""
    file_name = "eliminated"
    rule = "R2.2.1a"
    unit: str
    side: int
    hex: str
    cause: Later[str] = ""
    """By what: assault, above or below (the odds of the table), retreat (cut off) or stack (too many in a hex)."""
    shows: Later[Sights] = ()


def put(row: tuple[T, ...], n: int, item: T) -> tuple[T, ...]:
    """The row with one entry changed."""
    return (*row[:n], item, *row[n + 1 :])


def unit(s: Position, side: int, i: int) -> Unit:
    """The counter of that number."""
    return s.setting.units[side][i]


def stealth_points(s: Position, side: int, i: int, marker: int) -> int:
    """R7.7.4: the movement points of a stealth move: the movement factor as often as the Stealth marker says."""
    return movement_factor(s, side, i) * marker


def movement_factor(s: Position, side: int, i: int) -> int:
    """R2.2.1b: the movement factor, lower in an event."""
    move = unit(s, side, i).move
    sick = ("malaria", "hunger")[side] in s.events
    return max(1, move - int(s.setting.event_number[("malaria", "hunger")[side]])) if sick else move


def at_hex(s: Position, side: int, here: int) -> Row:
    """The units of a side in a hex, as far as they are known."""
    at = s.armies[side].at
    return tuple([i for i, place in enumerate(at) if place == here]) if here in at else ()


def strongest(s: Position, side: int, actions: tuple[Action, ...]) -> Action:
    """The action whose unit has most steps."""
    steps, number = s.armies[side].steps, s.setting.unit_number
    return max(actions, key=lambda action: steps[number[action[1]][1]])


@lru_cache(maxsize=4096)
def units_in(mask: int) -> Row:
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
        if here < p.hexes and not army.marker[i] and (here not in found or army.rank[i] >= army.rank[found[here]]):
            found[here] = i
    return found


def sights(s: Position, side: int, *hexes: int) -> Sights:
    """R7.8, Q30: the counters of a side that lie open in hexes: first the top one of those outside stealth, then what a
    fight has shown."""
    army, names, found = s.armies[side], s.setting.names, []
    at, rank = army.at, army.rank
    for here in hexes:
        if here not in at:
            continue
        there = [i for i, place in enumerate(at) if place == here and not army.marker[i]]
        top = max(there, key=lambda i: (rank[i], i), default=-1)
        open_ = [top] if there else []
        open_ += [i for i in there if i != top and army.shown >> i & 1]
        found += [(names[here], unit(s, side, i).name, army.steps[i]) for i in open_]
    return tuple(found)


def in_sight(s: Position, side: int, i: int) -> bool:
    """R7.8, Q30: whether others see a unit on the map."""
    army = s.armies[side]
    return bool(army.shown >> i & 1) or tops(s.setting, army).get(army.at[i]) == i


def points_for(s: Position, side: int, number: int, cause: str, **lost: Any) -> Position:
    """R2.2.2a: victory points for a side are taken from the other; `lost` says who lost steps, if they are for that."""
    if not number:
        return s
    s = s.replace(points=s.points + (number if side == AMERICAN else -number))
    return s.tell(PointsScored(side, number, cause, **lost))


def moved_to(s: Position, side: int, i: int, here: int, by: str = "") -> Position:
    """R9.3, R6c, Q39: the state with a unit in another hex, on top of those there; it takes what it enters. `by` says
    how it came, if not in its movement."""
    one = unit(s, side, i)
    s = placed(s, side, i, here)
    return s if one.gun else taken(s, side, here, one.name if by else "", by)


def placed(s: Position, side: int, i: int, here: int) -> Position:
    """The state with a unit in another hex, on top of those there."""
    army = s.armies[side]
    there = [army.rank[j] for j, place in enumerate(army.at) if place == here] if here in army.at else ()
    rank = 1 + max(there, default=0)
    lying = shifted(army, i, here, s.setting.hexes)
    return s.army(side, at=put(army.at, i, here), rank=put(army.rank, i, rank), counters=lying)


def passed(s: Position, side: int, group: Row, here: int) -> Position:
    """R9.3, Q12: the state after these units have entered a hex: who is no gun takes it."""
    return s if all(unit(s, side, i).gun for i in group) else taken(s, side, here)


def holder(s: Position, here: int) -> int:
    """R9.3: who holds a village or the field; -1 for other hexes."""
    p = s.setting
    return s.field if here == p.field else s.villages[p.villages.index(here)] if p.village[here] else -1


def taken(s: Position, side: int, here: int, name: str = "", by: str = "") -> Position:
    """R9.3, Q12, R10.2.1, Q45: a village or the field comes under control of whoever stands there."""
    p = s.setting
    if p.village[here]:
        n = p.villages.index(here)
        if s.villages[n] != side:
            s = s.replace(villages=put(s.villages, n, side)).tell(VillageTaken(p.names[here], side, name, by))
    if here == p.field and s.field != side:
        s = s.replace(field=side).tell(FieldTaken(side, name, by))
        if side == AMERICAN:
            return s.replace(held=False, air=False)
        if s.half == JAPANESE:
            return earned(s)
    return s


def earned(s: Position) -> Position:
    """R10.2.1: four supply points at once, and a claim to two units; once a turn."""
    if s.bonus:
        return s
    s = s.replace(bonus=True).tell(BonusEarned())
    return supplied(s, JAPANESE, s.setting.rabaul["capture_supply"])


def supplied(s: Position, side: int, number: int, die: int = 0) -> Position:
    """R8.1.1, Q41: supply arrives, never more than 40; perhaps by a die."""
    if not number:
        return s
    total = min(s.supply[side] + number, s.setting.limits["supply"])
    s = s.replace(supply=put(s.supply, side, total))
    return s.tell(Supplied(side, number, total, die))


def spent(s: Position, side: int, number: int) -> Position:
    """R8.1.2, Q41: supply is used, unless it is unlimited."""
    if unlimited(s, side):
        return s
    return s.replace(supply=put(s.supply, side, s.supply[side] - number))


def unlimited(s: Position, side: int) -> bool:
    """Q41: whether the turn track gives a side all the supply that it wants."""
    return s.setting.turns[s.turn].supply[side] == -1


def purse(s: Position, side: int) -> int:
    """How many supply points a side can spend now."""
    return 999 if unlimited(s, side) else s.supply[side]


def operational(s: Position) -> bool:
    """R7.11a, Q5: whether the airfield can be used."""
    return s.status >= least_operational(s.setting)


def least_operational(p: Printed) -> int:
    """R7.11a, Q5: what an airfield that can be used stands at, at least."""
    return int(p.status["operational"]) + (p.option.get("airfield_at_ten") == "inoperable")


def harmed(s: Position, by: int, number: int, cause: str, die: int = 0) -> Position:
    """R7.11a, R8.1.6, R10.2.1, R10.2.3, Q45: the airfield falls by so much, through a side's fire, assault (by a die)
    or work."""
    if not number:
        return s
    before, fell = operational(s), min(number, s.status)
    s = s.replace(status=s.status - fell)
    if fell or die:
        s = s.tell(FieldHarmed(fell, s.status, cause, die))
    if not operational(s):
        s = s.replace(air=s.air and (by == JAPANESE or not before), steady=False)
        own = s.field == JAPANESE and s.setting.option.get("own_field_bonus") == "american"
        if before and by == JAPANESE and not own:
            s = earned(s)
    return s


def mended(s: Position, number: int) -> Position:
    """R7.11a: the airfield rises by so much."""
    status = min(int(s.setting.status["most"]), s.status + number)
    if status > s.status:
        s = s.replace(status=status).tell(FieldMended(status - s.status, status))
    return s.replace(useless=False) if operational(s) else s


def lose_steps(s: Position, side: int, i: int, number: int, cause: str) -> Position:
    """R2.2.1a, R9.1, R9.2, Q38: a unit loses steps; each factor scores for the other side."""
    army = s.armies[side]
    number = min(number, army.steps[i])
    here, left, name = army.at[i], army.steps[i] - number, unit(s, side, i).name
    s = _reduced(s, side, here, ((i, number),), not left or in_sight(s, side, i))
    if left:
        return s
    s = gone(s, side, i, LOST)
    return s.tell(Eliminated(name, side, s.setting.names[here], cause, sights(s, side, here)))


def lose_together(s: Position, side: int, here: int, lost: tuple[tuple[int, int], ...]) -> Position:
    """R7.8, R8.1.5, Q38: units of a hex lose so many steps each, and none its last: who is in sight by himself, those
    that lie hidden in one, for how many of them lose would tell how their factors lie."""
    hidden = tuple(one for one in lost if not in_sight(s, side, one[0]))
    for one in lost:
        if one not in hidden:
            s = _reduced(s, side, here, (one,), True)
    return _reduced(s, side, here, hidden, False) if hidden else s


def _reduced(s: Position, side: int, here: int, lost: tuple[tuple[int, int], ...], open_: bool) -> Position:
    """R9.1, R9.2, Q38: units of a hex have so many steps fewer, for which the other side scores."""
    steps, number = list(s.armies[side].steps), sum(n for _, n in lost)
    for i, n in lost:
        steps[i] -= n
    s = s.army(side, steps=tuple(steps)).replace(losses=put(s.losses, side, s.losses[side] + number))
    names = tuple((unit(s, side, i).name, n) for i, n in lost)
    who = {"unit": names[0][0]} if len(names) == 1 else {"lost": names}
    each, where = int(s.setting.points["factor"][SIDES[1 - side]]), s.setting.names[here]
    shows = () if open_ else sights(s, side, here)
    return points_for(s, 1 - side, number * each, "losses", **who, steps=number, hex=where, seen=open_, shows=shows)


def gone(s: Position, side: int, i: int, pool: int) -> Position:
    """The state with a unit off the map for good."""
    army, doing = s.armies[side], s.doings[side]
    s = s.army(side, at=put(army.at, i, pool), marker=put(army.marker, i, 0), rank=put(army.rank, i, 0),
               shown=army.shown & ~(1 << i))
    keep = ~(1 << i)
    return s.doing(side, hand=doing.hand & keep, detected=doing.detected & keep)
