"""7.1 to 7.6, 7.9, 7.10: movement over land and sea, zones of control, stacks, withdrawal, consolidation.

A group is gathered in one hex, then goes hex by hex; units are dropped on the way. What concerns stealth stands in
`stealth.py`, work on the airfield in `airfield.py`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from ironbottom.games.henderson_field.rules import airfield, stealth
from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE, MERGED, WITHDRAWN, Printed, steps_table
from ironbottom.games.henderson_field.rules.state import (
    Position,
    Sights,
    at_hex,
    front,
    gone,
    lose_steps,
    movement_factor,
    open_in,
    passed,
    placed,
    points_for,
    put,
    sights,
    tops,
    unit,
    units_in,
)
from ironbottom.games.henderson_field.rules.steps import Asked, Told
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Later, Secret
from ironbottom.kernel.step import Auto, Decision, Refusal, refuse
from ironbottom.kernel.value import value

BRIDGERS = ("ENG", "LVT")


@value
class Sailed(Told):
    """Units have gone by sea."""
    file_name = "sailed"
    rule = "R7.6"
    units: Secret[tuple[str, ...]]
    side: int
    n: int
    start: str
    hex: str
    rest: Later[int] = -1
    """How many outside stealth they have left behind."""
    shows: Later[Sights] = ()


@value
class Withdrew(Told):
    """A unit has left the island for good."""
    file_name = "withdrew"
    rule = "R7.9a"
    unit: str
    side: int
    hex: str
    shows: Later[Sights] = ()


@value
class Merged(Told):
    """`other` has been consolidated into a unit."""
    file_name = "merged"
    rule = "R7.10"
    unit: str
    other: str
    side: int
    shows: Later[Sights] = ()


@value
class PutOnTop(Told):
    """A unit has been put on top of its stack."""
    file_name = "on_top"
    rule = "R7.8"
    side: int
    hex: str
    shows: Sights


def surcharge(s: Position, side: int, i: int) -> int:
    """R6b: two points more to leave the hex of landing."""
    doing = s.doings[side]
    fresh = doing.landed >> i & 1 and not doing.stepped >> i & 1
    return s.setting.terrain["landing"] if fresh else 0


def capacity(s: Position, side: int, here: int) -> int:
    """R7.3d, Q15: how many units can still go on through a river hex."""
    army = s.armies[side]
    total = sum(army.steps[i] for i in at_hex(s, side, here) if unit(s, side, i).kind in BRIDGERS)
    return total - next((used for place, used in s.transits if place == here), 0)


def ready(s: Position, side: int, i: int) -> bool:
    """R7.1a, R7.7.3: whether a unit can still be moved: it has not, and no order was given to it."""
    army, doing, bit = s.armies[side], s.doings[side], 1 << i
    if army.at[i] >= s.setting.hexes or army.marker[i] or doing.moved & bit:
        return False
    return not (s.rooted and side == AMERICAN and doing.landed & bit)


def ways(s: Position, side: int) -> tuple[int, ...]:
    """R7.1a, R7.1b, R7.2, R7.3e, R7.5b, Q13: the hexes that the group in hand can enter next, all of it together."""
    doing, army = s.doings[side], s.armies[side]
    group = units_in(doing.hand)
    if not group:
        return ()
    here, enemy = army.at[group[0]], front(s, 1 - side)
    if (doing.in_stealth_move | doing.detected) & doing.hand:
        return stealth.ways(s, side, group[0])
    wet = sum(1 for i in group if doing.crossing >> i & 1)
    if wet and capacity(s, side, here) < wet:
        return ()
    # the free hex is for units that have not moved; the others have what is left
    least = min((doing.points_left[i] - surcharge(s, side, i) for i in group if doing.stepped >> i & 1), default=999)
    return tuple(
        there
        for there, cost, _ in steps_table(s.setting, "rain" in s.events, easy(s, side))[here]
        if not enemy.count[there] and cost <= least
    )


Reach = tuple[dict[int, int], dict[int, int]]
"""What a unit can reach: for each hex the points spent when it gets there, and the hex from which it comes."""


def reach(s: Position, side: int, i: int) -> Reach:
    """R6b, R7.1a, R7.2, R7.3c, R7.4a, R7.7.4: all hexes that a unit could reach by itself from where it is, over land;
    ways over rivers that engineers open are left out."""
    p, doing, army, enemy = s.setting, s.doings[side], s.armies[side], front(s, 1 - side)
    here, left = army.at[i], doing.points_left[i]
    if (doing.in_stealth_move | doing.detected) >> i & 1:
        return _crept(p, here, left // stealth.hex_cost(s, side), enemy.count)
    walked = bool(doing.stepped >> i & 1)
    dry = unit(s, side, i).kind in BRIDGERS
    rain = "rain" in s.events
    return _reached(p, rain, easy(s, side), here, left, surcharge(s, side, i), walked, dry, enemy.count, enemy.zone)


@lru_cache(maxsize=512)
def _reached(
    p: Printed, rain: bool, easy_: bool, start: int, left: int, extra: int, walked: bool, dry: bool, closed: bytes,
    zone: bytes,
) -> Reach:
    """One ring of hexes for each point spent; roads cost nothing, so that a ring grows while it is walked through.

    The kernel's `spread` cannot stand in: its steps cost 1 or more and it stops by hexes alone, while a river stops
    whoever crosses its side; tables of steps without the hexes that are closed now would have to be made each time.
    """
    table = steps_table(p, rain, easy_)
    cost, came = {start: 0}, {start: -1}
    best = bytearray(b"\xff") * p.hexes
    best[start] = 0
    rings: list[list[int]] = [[] for _ in range(left + 1)]
    rings[0].append(start)
    for paid, ring in enumerate(rings):
        for here in ring:
            if best[here] != paid:
                continue
            more = paid + extra if here == start else paid
            for there, price, wet in table[here]:
                total = more + price
                if total >= best[there] or closed[there]:
                    continue
                if total > left:
                    # the free hex of a unit that has not moved
                    if here == start and not walked and there not in cost:
                        cost[there], came[there] = left, start
                elif zone[there] or (wet and not dry):
                    if best[there] == 255 and total < cost.get(there, 99):
                        cost[there], came[there] = total, here
                else:
                    best[there] = cost[there] = total
                    came[there] = here
                    rings[total].append(there)
    return cost, came


@lru_cache(maxsize=512)
def _crept(p: Printed, start: int, steps: int, closed: bytes) -> Reach:
    """R7.7.4: what a stealth move of so many hexes reaches."""
    cost, came = {start: 0}, {start: -1}
    ring = [start]
    for n in range(1, steps + 1):
        further = []
        for here in ring:
            for there in p.stealth_near[here]:
                if there not in cost and not closed[there]:
                    cost[there], came[there] = n, here
                    further.append(there)
        ring = further
    return cost, came


def path(reached: Reach, goal: int) -> tuple[int, ...]:
    """The hexes of the cheapest way to one that can be reached, without the start."""
    came, way = reached[1], []
    while came[goal] >= 0:
        way.append(goal)
        goal = came[goal]
    return tuple(reversed(way))


def easy(s: Position, side: int) -> bool:
    """Card 3: jungle costs the Japanese 1."""
    return side == JAPANESE and "jungle_road" in s.events


def sea_ways(s: Position, side: int) -> tuple[int, ...]:
    """R7.6, Q17: where the group in hand can go by sea."""
    doing, p, enemy = s.doings[side], s.setting, front(s, 1 - side)
    group = units_in(doing.hand)
    if not group or doing.hand_moved or doing.hand & (doing.in_stealth_move | doing.moved):
        return ()
    here = s.armies[side].at[group[0]]
    if not p.coast[here] or enemy.beside[here] or s.sailed + len(group) > p.limits["sea_moves"]:
        return ()
    if any(doing.points_left[i] < p.terrain["sea"] + surcharge(s, side, i) for i in group):
        return ()
    return tuple(there for there in p.coasts if there != here and not enemy.count[there])


@value
class MovementStep(Auto):
    """R7.1a: every unit has its movement factor; the step begins, if there is anybody to move."""

    side: int

    def run(self, s: Position) -> Position:
        left = tuple(movement_factor(s, self.side, i) for i in range(len(s.setting.units[self.side])))
        s = s.doing(self.side, points_left=left, moved=0, stepped=0, hand=0, hand_moved=False)
        s = s.replace(sailed=0, transits=())
        return s.push(Move(self.side)) if s.armies[self.side].counters else s


@value
class Move(Decision):
    """R7.1a, R7.5b, R7.8, Q30: a side moves, group by group, in any order; and all else that it does in its movement
    step."""

    rule: ClassVar[str] = "R7.1a"
    verbs: ClassVar[tuple[str, ...]] = (
        "take", "drop", "stop", "step", "sea", "detect", "withdraw", "merge", "hide", "stay", "surface", "repair",
        "reduce", "top", "end",
    )  # fmt: skip
    side: int

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return self._group(s) if s.doings[side].hand else self._all(s)

    def _all(self, s: Position) -> tuple[Action, ...]:
        """R7.1a, R7.5b, R7.7.5: what can be taken in hand, and every order that is no move."""
        side, p, names = self.side, s.setting, s.setting.names
        army, doing, enemy = s.armies[side], s.doings[side], front(s, 1 - side)
        units, size, closed = p.units[side], p.hexes, enemy.count
        # who has moved, or may not: `ready` for all at once
        bound = doing.moved | (doing.landed if s.rooted and side == AMERICAN else 0)
        top = set(tops(p, army).values())
        offers: list[Action] = []
        for i, here in enumerate(army.at):
            if here >= size or army.marker[i]:
                continue
            name = units[i].name
            if not bound >> i & 1:
                near = p.stealth_near[here] if doing.in_stealth_move >> i & 1 else p.near[here]
                if any(not closed[n] for n in near) or stealth.in_reach(s, side, here):
                    offers.append(("take", name))
                if p.village[here] and can_withdraw(s, side, i):
                    offers.append(("withdraw", name))
                if p.jungle[here] and units[i].kind == "INF" and stealth.can_enter(s, side, i):
                    offers.append(("hide", name))
            if here == p.field:
                offers += airfield.offers(s, side, i)
            if i not in top and not doing.put_on_top >> i & 1:  # another lies on it
                offers.append(("top", name))
        offers += [("merge", unit(s, side, a).name, unit(s, side, b).name) for a, b in mergers(s, side)]
        for here, mark in stealth.groups(s, side):
            if mark < p.limits["stealth"] and not stealth.must_surface(s, side):
                offers.append(("stay", names[here], mark))
            offers.append(("surface", names[here], mark))
            those = stealth.group(s, side, here, mark)
            if len(those) > 1:
                offers += [("surface", names[here], mark, units[i].name) for i in those]
        return (*offers, ("end",))

    def _group(self, s: Position) -> tuple[Action, ...]:
        """R7.1a, R7.5b, R7.6, R7.7.5: what the group in hand can do."""
        side, names = self.side, s.setting.names
        doing, army = s.doings[side], s.armies[side]
        group = units_in(doing.hand)
        here = army.at[group[0]]
        offers: list[Action] = [("step", names[h]) for h in ways(s, side)]
        offers += [("sea", names[h]) for h in sea_ways(s, side)]
        offers += [("detect", names[h], mark) for h, mark in stealth.in_reach(s, side, here)
                   if all(doing.points_left[i] for i in group)]
        if here == s.setting.field:
            for i in group:
                offers += airfield.offers(s, side, i)
        if not doing.hand_moved and not doing.hand & doing.in_stealth_move:
            offers += [
                ("take", unit(s, side, i).name)
                for i in at_hex(s, side, here)
                if not doing.hand >> i & 1 and ready(s, side, i) and not doing.in_stealth_move >> i & 1
            ]
        if doing.hand_moved:
            if len(group) > 1:
                offers += [("drop", unit(s, side, i).name) for i in group]
            return (*offers, ("stop",))
        forward = any(action[0] != "take" for action in offers)
        return (*offers, *(("drop", unit(s, side, i).name) for i in group), *(() if forward else (("stop",),)))

    def retracts(self, action: Action) -> bool:
        return False

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        return why_no_move(s, side, action)

    def take(self, s: Position, side: int, action: Action) -> Position:
        p, doing = s.setting, s.doings[side]
        again = s.push(self)
        verb = action[0]
        i = p.unit_number[action[1]][1] if len(action) > 1 and action[1] in p.unit_number else -1
        match verb:
            case "take":
                return again.doing(side, hand=doing.hand | 1 << i)
            case "drop":
                hand = doing.hand & ~(1 << i)
                return again.doing(side, hand=hand, hand_moved=doing.hand_moved and hand != 0)
            case "stop":
                return put_down(again, side)
            case "step":
                return step(again, side, p.number[action[1]])
            case "sea":
                return sail(again, side, p.number[action[1]])
            case "detect":
                return stealth.search(again, side, p.number[action[1]], int(action[2]))
            case "withdraw":
                return withdraw(again, side, i)
            case "merge":
                return merge(again, side, i, p.unit_number[action[2]][1])
            case "hide":
                return stealth.enter(again, side, i)
            case "stay":
                return stealth.stay(again, side, p.number[action[1]], int(action[2]))
            case "surface":
                here, mark = p.number[action[1]], int(action[2])
                those = stealth.group(s, side, here, mark) if len(action) == 3 else (p.unit_number[action[3]][1],)
                return stealth.surface(again, side, here, mark, those)
            case "repair":
                return airfield.repair(again, side, i)
            case "reduce":
                return airfield.reduce(again, side, i, int(action[2]))
            case "top":
                here = s.armies[side].at[i]
                again = placed(again, side, i, here).doing(side, put_on_top=doing.put_on_top | 1 << i)
                return again.tell(PutOnTop(side, p.names[here], sights(again, side, here)))
        # those of the other side that were found may have had to enter a full hex
        return stealth.left_alone(s, side).push(Overstack(side), Overstack(1 - side))


def put_down(s: Position, side: int) -> Position:
    """R7.5b: the group in hand has ended its move; who only stood by while others worked has not moved."""
    doing = s.doings[side]
    idle = 0 if doing.hand_moved else doing.hand
    return s.doing(side, hand=0, hand_moved=False, moved=doing.moved | idle)


def step(s: Position, side: int, there: int) -> Position:
    """R6b, R7.1a, R7.2, R7.3c, R7.3d, R7.4a, R7.5b, Q13: the group enters a hex; whoever must stop is put down."""
    p, doing, army = s.setting, s.doings[side], s.armies[side]
    group = units_in(doing.hand)
    here = army.at[group[0]]
    left = list(doing.points_left)
    stopped, wading = 0, doing.crossing
    sneaking = bool(doing.hand & doing.in_stealth_move)
    cost, river = next((c, r) for n, c, r in steps_table(p, "rain" in s.events, easy(s, side))[here] if n == there)
    if sneaking:
        cost, river = stealth.hex_cost(s, side), 0
    used = sum(1 for i in group if wading >> i & 1)
    if used:
        total = used + next((n for place, n in s.transits if place == here), 0)
        s = s.replace(transits=tuple(sorted({**dict(s.transits), here: total}.items())))
    zone = front(s, 1 - side).zone[there]
    for i in group:
        pay = cost + surcharge(s, side, i)
        if left[i] < pay:
            stopped |= 1 << i
        left[i] = max(0, left[i] - pay)
        wading &= ~(1 << i)
        if zone:
            stopped |= 1 << i
    s = stealth.moved(s, side, group, here, there)
    if river:
        bridge = capacity(s, side, there) > 0
        for i in group:
            if unit(s, side, i).kind not in BRIDGERS:
                stopped |= 0 if bridge else 1 << i
                wading |= 1 << i if bridge else 0
    s = s.doing(side, points_left=tuple(left), moved=doing.moved | doing.hand, stepped=doing.stepped | doing.hand,
                hand_moved=doing.hand & ~stopped != 0, crossing=wading, hand=doing.hand & ~stopped)
    return settle_group(s, side)


def settle_group(s: Position, side: int) -> Position:
    """R7.5b: a group that can do nothing more is put down."""
    doing = s.doings[side]
    if not doing.hand:
        return s.doing(side, hand_moved=False) if doing.hand_moved else s
    group = units_in(doing.hand)
    here = s.armies[side].at[group[0]]
    # a slower unit may be dropped, so that others can go on: whoever has points left keeps the group in hand
    if not any(doing.points_left[i] or here == s.setting.field for i in group):
        return s if ways(s, side) else put_down(s, side)
    return s


def sail(s: Position, side: int, there: int) -> Position:
    """R7.6, R6b, Q17: the group goes by sea."""
    p, doing = s.setting, s.doings[side]
    group = units_in(doing.hand)
    start = s.armies[side].at[group[0]]
    left = list(doing.points_left)
    for i in group:
        left[i] -= p.terrain["sea"] + surcharge(s, side, i)
        s = placed(s, side, i, there)
    names, rest = tuple(unit(s, side, i).name for i in group), open_in(s, side, start)
    shows = sights(s, side, there, start)
    s = s.tell(Sailed(names, side, len(group), p.names[start], p.names[there], rest, shows))
    s = passed(s, side, group, there)
    s = s.replace(sailed=s.sailed + len(group))
    s = s.doing(side, points_left=tuple(left), moved=doing.moved | doing.hand, stepped=doing.stepped | doing.hand,
                hand_moved=True)
    return put_down(s, side) if front(s, 1 - side).zone[there] else settle_group(s, side)


# --- withdrawal and consolidation ---------------------------------------------------------------------------------


def can_withdraw(s: Position, side: int, i: int) -> bool:
    """R7.9a, Q35, Q46: whether a unit may leave the island."""
    p, doing = s.setting, s.doings[side]
    here = s.armies[side].at[i]
    if doing.began_at[i] != here or not p.village[here] or doing.began_in_zone >> i & 1:
        return False
    if side == AMERICAN:
        return unit(s, side, i).bar == "black"
    return s.turn >= p.limits["withdrawals_from"] and s.leaving < p.limits["withdrawals"]


def withdraw(s: Position, side: int, i: int) -> Position:
    """R7.9a, R7.9b: a unit leaves for good."""
    here = s.armies[side].at[i]
    s = gone(s, side, i, WITHDRAWN)
    s = s.tell(Withdrew(unit(s, side, i).name, side, s.setting.names[here], sights(s, side, here)))
    if side == JAPANESE:
        s = s.replace(leaving=s.leaving + 1, withdrawn=s.withdrawn + 1)
        if s.withdrawn % int(s.setting.points["withdrawn"]) == 0:
            s = points_for(s, AMERICAN, 1, "withdrawals")
    return s


def mergers(s: Position, side: int) -> list[tuple[int, int]]:
    """R7.10, Q35: who may be consolidated with whom: the one that is kept first."""
    army, doing, size, full = s.armies[side], s.doings[side], s.setting.hexes, s.setting.full[side]
    reduced = [
        i
        for i, here in enumerate(army.at)
        if here < size
        and army.steps[i] < full[i]
        and doing.began_at[i] == here
        and ready(s, side, i)
    ]
    found = []
    for a in reduced:
        for b in reduced:
            one, other = unit(s, side, a), unit(s, side, b)
            if (
                a != b
                and army.at[a] == army.at[b]
                and one.kind == other.kind
                and (one.bar == other.bar or s.setting.option.get("consolidated_bars") == "any")
                and army.steps[a] + army.steps[b] <= min(one.combat, other.combat)
                and (one.reach <= other.reach or s.setting.option.get("consolidated_range") != "shorter")
            ):
                found.append((a, b))
    return found


def merge(s: Position, side: int, a: int, b: int) -> Position:
    """R7.10: one counter stays with the sum of the factors."""
    army = s.armies[side]
    s = s.army(side, steps=put(put(army.steps, a, army.steps[a] + army.steps[b]), b, 0))
    s = gone(s, side, b, MERGED)
    return s.tell(Merged(unit(s, side, a).name, unit(s, side, b).name, side, sights(s, side, army.at[a])))


# --- stacking -----------------------------------------------------------------------------------------------------


def too_full(s: Position, side: int) -> int:
    """R7.5a: the first hex with more counters than may stay there; -1 if there is none."""
    most, count = s.setting.limits["stack"], front(s, side).count
    return next(here for here, n in enumerate(count) if n > most) if max(count) > most else -1


@value
class Overstack(Auto):
    """R7.5a: at the end of the movement step the excess is eliminated."""

    side: int

    def run(self, s: Position) -> Position:
        here = too_full(s, self.side)
        return s.push(Excess(self.side, here), self) if here >= 0 else s


@value
class Excess(Asked):
    """R7.5a: the owner picks a unit too many."""

    rule: ClassVar[str] = "R7.5a"
    verbs: ClassVar[tuple[str, ...]] = ("remove",)
    refused = "refused.excess"
    side: int
    hex: int

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        return tuple(("remove", unit(s, side, i).name) for i in at_hex(s, side, self.hex))

    def take(self, s: Position, side: int, action: Action) -> Position:
        i = s.setting.unit_number[action[1]][1]
        return lose_steps(s, side, i, s.armies[side].steps[i], "stack")


# --- refusals -----------------------------------------------------------------------------------------------------


def why_stopped(s: Position, side: int, i: int) -> Refusal:
    """R7.1a, R7.3c, R7.3d, R7.4a: why a unit goes no farther."""
    doing, here = s.doings[side], s.armies[side].at[i]
    if doing.stepped >> i & 1 and front(s, 1 - side).zone[here]:
        return refuse("R7.4a", "refused.in_zone")
    bridged = doing.crossing >> i & 1 or unit(s, side, i).kind in BRIDGERS
    if doing.stepped >> i & 1 and doing.points_left[i] and s.setting.river[here] and not bridged:
        return refuse("R7.3c", "refused.in_river")
    return refuse("R7.1a", "refused.has_moved")


def why_no_move(s: Position, side: int, action: Action) -> Refusal:
    """R7.1a, R7.1b, R7.3c, R7.4a, R7.6, R7.7.1, R7.7.4, R7.7.5, R7.7.6, R7.9a, R7.10, Q30: the statement that bars
    something in the movement step."""
    p, doing, enemy = s.setting, s.doings[side], front(s, 1 - side)
    verb, name = action[0], str(action[1]) if len(action) > 1 else ""
    number = p.unit_number.get(name)
    if number is not None and number[0] != side:
        return refuse("R7.1a", "refused.not_yours")
    if doing.hand and verb in ("hide", "withdraw", "merge", "stay", "surface", "top", "end"):
        return refuse("R7.5b", "refused.put_down")
    there = p.number.get(name, -1)
    if verb == "step" and there >= 0:
        if not doing.hand:
            return refuse("R7.1a", "refused.take_first")
        here = s.armies[side].at[units_in(doing.hand)[0]]
        if not p.land[there]:
            return refuse("R7.1b", "refused.sea")
        if enemy.count[there]:
            return refuse("R7.1b", "refused.enemy", hex=name)
        if there not in p.near[here] and all(there in reach(s, side, i)[0] for i in units_in(doing.hand)):
            return refuse("R7.1a", "refused.not_beside")
        if doing.hand & doing.in_stealth_move:
            return refuse("R7.7.4", "refused.stealth_step")
        if there not in p.near[here]:
            left = min(doing.points_left[i] for i in units_in(doing.hand))
            return refuse("R7.1a", "refused.too_far", hex=name, n=left)
        wet = (doing.hand & doing.crossing).bit_count()
        if wet and capacity(s, side, here) < wet:
            return refuse("R7.3d", "refused.transit")
        return refuse("R7.1a", "refused.points", hex=name)
    if verb == "sea":
        return refuse("R7.6", "refused.by_sea")
    if verb == "detect":
        return refuse("R7.7.5", "refused.detect")
    if verb == "take" and number is not None:
        i = number[1]
        at = s.armies[side].at[i]
        if at >= p.hexes:
            return refuse("R7.1a", "refused.off_map")
        if s.armies[side].marker[i]:
            return refuse("R7.7.3", "refused.in_stealth")
        if doing.moved >> i & 1:
            return why_stopped(s, side, i)
        if not ready(s, side, i):
            return refuse("R2.3b", "refused.rooted")
        if not doing.hand and doing.in_stealth_move >> i & 1 and not p.stealth_near[at]:
            return refuse("R7.7.4", "refused.stealth_step")
        if not doing.hand:
            return refuse("R7.1b", "refused.hemmed_in")
        beside = at == s.armies[side].at[units_in(doing.hand)[0]]
        if beside and (doing.hand | 1 << i) & doing.in_stealth_move:
            return refuse("R7.7.4", "refused.stealth_alone")
        return refuse("R7.5b", "refused.not_here")
    if verb == "hide":
        if side == AMERICAN and not p.option.get("us_stealth"):
            return refuse("R7.7.6", "refused.hide_american")
        return refuse("R7.7.1", "refused.hide")
    if verb == "stay" and stealth.must_surface(s, side):
        return refuse("R2.3b", "refused.must_surface")
    if verb in ("stay", "surface"):
        return refuse("R7.7.3", "refused.stay")
    if verb == "withdraw":
        return refuse("R7.9a", "refused.withdraw")
    if verb == "merge":
        return refuse("R7.10", "refused.merge")
    if verb in ("repair", "reduce") and number is not None:
        return airfield.why_no_work(s, side, verb, number[1])
    if verb == "top":
        return refuse("Q30", "refused.top")
    if verb in ("drop", "stop"):
        return refuse("R7.5b", "refused.not_in_hand")
    return refuse("R7.1a", "refused.not_now")
