"""7.7: stealth."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE, distances
from ironbottom.games.henderson_field.rules.state import (
    Position,
    Sights,
    front,
    in_sight,
    open_in,
    passed,
    placed,
    put,
    sights,
    stealth_points,
    unit,
    units_in,
)
from ironbottom.games.henderson_field.rules.steps import Die, Told
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Later, Secret
from ironbottom.kernel.step import OBSERVER, Auto, Decision, Refusal, refuse
from ironbottom.kernel.value import value


@value
class Hid(Told):
    """A unit has gone into stealth."""
    file_name = "hid"
    rule = "R7.7.1"
    unit: Secret[str]
    side: int
    hex: str
    seen: Later[bool] = False
    """Whether all saw which."""
    shows: Later[Sights] = ()

    def knows(self) -> tuple[int, ...]:
        return (AMERICAN, JAPANESE, OBSERVER) if self.seen else (self.side,)


@value
class Surfaced(Told):
    """A group has left stealth by itself, with this marker."""
    file_name = "surfaced"
    rule = "R7.7.3"
    side: int
    hex: str
    mark: int
    units: tuple[str, ...]
    shows: Later[Sights] = ()


@value
class Searched(Told):
    """A search for a group, and its die."""
    file_name = "search"
    rule = "R7.7.5"
    side: int
    hex: str
    die: int
    found: bool
    distance: Later[Secret[int]] = None
    """How far off who searches stands, which his side alone is told."""
    mark: Later[Secret[int]] = None
    ease: Later[Secret[int]] = None


@value
class Found(Told):
    """A group has been found."""
    file_name = "found"
    side: int
    hex: str
    units: tuple[str, ...]
    shows: Later[Sights] = ()


@value
class Moved(Told):
    """Units have gone from a hex to the next."""
    file_name = "moved"
    rule = "R7.1a"
    units: Secret[tuple[str, ...]]
    side: int
    n: int
    start: str
    hex: str
    rest: Later[int] = -1
    """How many outside stealth they have left behind."""
    shows: Later[Sights] = ()


def moved(s: Position, side: int, group: tuple[int, ...], start: int, there: int) -> Position:
    """R7.1a, R7.8, R9.3: units have gone to the next hex; who they are is the owner's affair, but for the top one."""
    p = s.setting
    for i in group:
        s = placed(s, side, i, there)
    names, rest = tuple(unit(s, side, i).name for i in group), open_in(s, side, start)
    shows = sights(s, side, there, start)
    s = s.tell(Moved(names, side, len(group), p.names[start], p.names[there], rest, shows))
    return passed(s, side, group, there)


def hex_cost(s: Position, side: int) -> int:
    """R7.7.4, Q34: what a jungle hex costs in a stealth move; an event makes it cheaper for the Japanese."""
    cheap = side == JAPANESE and "infiltration" in s.events
    return int(s.setting.event_number["infiltration"]) if cheap else s.setting.terrain["stealth"]


def must_surface(s: Position, side: int) -> bool:
    """R2.3b: every unit in stealth must leave it."""
    return side == JAPANESE and "must_surface" in s.events


def groups(s: Position, side: int) -> tuple[tuple[int, int], ...]:
    """R7.7.2, R7.7.3, Q18: the groups in stealth that have no order yet: hex and marker."""
    army, moved = s.armies[side], s.doings[side].moved
    found = {
        (here, army.marker[i]) for i, here in enumerate(army.at) if army.marker[i] and not moved >> i & 1
    }
    return tuple(sorted(found))


def group(s: Position, side: int, here: int, mark: int) -> tuple[int, ...]:
    """R7.7.3, Q18: the units of a group."""
    army, moved = s.armies[side], s.doings[side].moved
    return tuple(
        i for i, place in enumerate(army.at) if place == here and army.marker[i] == mark and not moved >> i & 1
    )


def can_enter(s: Position, side: int, i: int) -> bool:
    """R7.7.1, R7.7.6: whether a unit may go into stealth."""
    here = s.armies[side].at[i]
    return (
        unit(s, side, i).kind == "INF"
        and (side == JAPANESE or bool(s.setting.option.get("us_stealth")))
        and bool(s.setting.jungle[here])
        and not front(s, 1 - side).beside[here]
        and not s.doings[side].in_stealth_move >> i & 1
    )


def enter(s: Position, side: int, i: int) -> Position:
    """R2.2.2b, R7.7.1: a unit goes into stealth."""
    army, doing, seen = s.armies[side], s.doings[side], in_sight(s, side, i)
    here = army.at[i]
    s = s.army(side, marker=put(army.marker, i, 1), shown=army.shown & ~(1 << i))
    s = s.doing(side, moved=doing.moved | 1 << i)
    return s.tell(Hid(unit(s, side, i).name, side, s.setting.names[here], seen, sights(s, side, here)))


def stay(s: Position, side: int, here: int, mark: int) -> Position:
    """R2.2.2b, R7.7.2: a group stays in stealth."""
    army, moved = s.armies[side], s.doings[side].moved
    row = list(army.marker)
    for i in group(s, side, here, mark):
        row[i] += 1
        moved |= 1 << i
    return s.army(side, marker=tuple(row)).doing(side, moved=moved)


def surface(s: Position, side: int, here: int, mark: int, those: tuple[int, ...]) -> Position:
    """R7.7.3, R7.7.4, R7.8, Q21: units of a group leave stealth by themselves and show their counters; each has a
    stealth move to make."""
    army, doing = s.armies[side], s.doings[side]
    row, left, fresh = list(army.marker), list(doing.points_left), list(doing.surfaced_with)
    sneaking = doing.in_stealth_move
    for i in those:
        row[i], fresh[i] = 0, mark
        left[i] = stealth_points(s, side, i, mark)
        sneaking |= 1 << i
    s = s.army(side, marker=tuple(row), shown=army.shown | sum(1 << i for i in those))
    s = s.doing(side, points_left=tuple(left), surfaced_with=tuple(fresh), in_stealth_move=sneaking)
    names = tuple(unit(s, side, i).name for i in those)
    return s.tell(Surfaced(side, s.setting.names[here], mark, names, sights(s, side, here)))


def left_alone(s: Position, side: int) -> Position:
    """R7.7.2, R7.7.3: groups that were given no order stay in stealth, or leave it without a move if they must."""
    for here, mark in groups(s, side):
        if mark >= s.setting.limits["stealth"] or must_surface(s, side):
            s = surface(s, side, here, mark, group(s, side, here, mark))
        else:
            s = stay(s, side, here, mark)
    return s


def ways(s: Position, side: int, i: int) -> tuple[int, ...]:
    """R7.7.4: the jungle hexes that a unit in its stealth move can enter next."""
    if s.doings[side].points_left[i] < hex_cost(s, side):
        return ()
    enemy = front(s, 1 - side)
    return tuple(there for there in s.setting.stealth_near[s.armies[side].at[i]] if not enemy.count[there])


def in_reach(s: Position, side: int, here: int) -> tuple[tuple[int, int], ...]:
    """R7.7.5, Q20: the enemy groups in stealth that can be searched for from a hex."""
    found = {slot for slot in s.armies[1 - side].counters if slot[1]}
    if not found:
        return ()
    away = distances(s.setting, here)
    return tuple(sorted((place, mark) for place, mark in found if away[place] <= mark))


def search(s: Position, side: int, there: int, mark: int) -> Position:
    """R7.7.5: each unit of the group in hand spends a point, and a die is rolled."""
    doing = s.doings[side]
    left = tuple(n - (doing.hand >> i & 1) for i, n in enumerate(doing.points_left))
    here = s.armies[side].at[units_in(doing.hand)[0]]
    s = s.doing(side, points_left=left, moved=doing.moved | doing.hand, hand_moved=True)
    return s.push(DetectionDie(side, there, mark, distances(s.setting, here)[there]))


def finds(s: Position, side: int, die: int, distance: int, mark: int) -> bool:
    """R7.7.5: whether a die finds a group: the distance is added, the marker taken off; an event makes it easier for
    the Americans."""
    return die + distance - mark - ease(s, side) <= 1


def ease(s: Position, side: int) -> int:
    """R5.0b: by how much an event makes a search easier."""
    return int(side == AMERICAN and "coastwatchers" in s.events)


@value
class DetectionDie(Die):
    """R7.7.5: the die of a search."""

    rule: ClassVar[str] = "R7.7.5"
    side: int
    hex: int
    mark: int
    distance: int

    def resolve(self, s: Position, outcome: Action) -> Position:
        found = finds(s, self.side, outcome[1], self.distance, self.mark)
        told = Searched(self.side, s.setting.names[self.hex], outcome[1], found, self.distance, self.mark,
                        ease(s, self.side))
        s = s.tell(told)
        return detected(s, 1 - self.side, self.hex, self.mark) if found else s


def detected(s: Position, side: int, here: int, mark: int) -> Position:
    """R7.7.5, R7.8, Q19: a group has been found: its marker goes, its counters show, and each unit moves at once."""
    army, doing = s.armies[side], s.doings[side]
    row, left, must = list(army.marker), list(doing.points_left or (0,) * len(army.at)), 0
    for i, place in enumerate(army.at):
        if place == here and army.marker[i] == mark:
            row[i] = 0
            left[i] = stealth_points(s, side, i, mark)
            must |= 1 << i
    s = s.army(side, marker=tuple(row), shown=army.shown | must)
    s = s.doing(side, points_left=tuple(left), detected=must, hand=0, hand_moved=False)
    names = tuple(unit(s, side, i).name for i in units_in(must))
    s = s.tell(Found(side, s.setting.names[here], names, sights(s, side, here)))
    return s.push(Fleeing(side, must.bit_count()))


@value
class Fleeing(Auto):
    """R7.7.5, Q19: the units found move one after another."""

    side: int
    count: int

    def run(self, s: Position) -> Position:
        if self.count < 1:
            return s.doing(self.side, detected=0, hand=0, hand_moved=False)
        return s.push(Flee(self.side), self.replace(count=self.count - 1))


@value
class Flee(Decision):
    """R7.7.4, R7.7.5, Q19: a detected unit makes its stealth move, of one hex at least if it can."""

    rule: ClassVar[str] = "R7.7.5"
    verbs: ClassVar[tuple[str, ...]] = ("take", "step", "stop")
    plays_itself: ClassVar[bool] = True
    side: int

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        doing = s.doings[side]
        if not doing.hand:
            return tuple(("take", unit(s, side, i).name) for i in units_in(doing.detected))
        steps = tuple(("step", s.setting.names[h]) for h in ways(s, side, units_in(doing.hand)[0]))
        return (*steps, ("stop",)) if doing.hand_moved or not steps else steps

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        return refuse("R7.7.4", "refused.stealth_step")

    def take(self, s: Position, side: int, action: Action) -> Position:
        doing = s.doings[side]
        if action[0] == "take":
            return s.doing(side, hand=1 << s.setting.unit_number[action[1]][1], hand_moved=False).push(self)
        i = units_in(doing.hand)[0]
        if action[0] == "stop":
            return s.doing(side, hand=0, hand_moved=False, detected=doing.detected & ~doing.hand)
        start, there = s.armies[side].at[i], s.setting.number[action[1]]
        s = moved(s, side, (i,), start, there)
        left = doing.points_left[i] - hex_cost(s, side)
        return s.doing(side, points_left=put(doing.points_left, i, left), hand_moved=True).push(self)

    def default(self, s: Position, side: int) -> Action | None:
        if side != self.side:
            return None
        offers = self.legal(s, side)
        return ("stop",) if ("stop",) in offers else offers[0]
