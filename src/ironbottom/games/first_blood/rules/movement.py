"""4.0 to 6.0: ground movement, stacking, the off-map boxes; 13.6: American bombers are sent against Japanese hexes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import ClassVar

from ironbottom.games.first_blood.rules.air import fly, missions, why_no_mission
from ironbottom.games.first_blood.rules.printed import AIMED, AMERICAN, JAPANESE
from ironbottom.games.first_blood.rules.state import (
    IN_THE_AIR,
    Position,
    air_at,
    bit,
    crowd,
    occupied_field,
    put,
    units_at,
)
from ironbottom.games.first_blood.rules.zones import Front, front
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event, Later
from ironbottom.kernel.hexes import spread
from ironbottom.kernel.step import Auto, Decision, Refusal, refuse
from ironbottom.kernel.value import value

ANY_COST = 200
"""More than any way over the map costs."""


@value
class Moved(Event):
    """4.0a: a way of a unit in one go, what it cost, and the factors left; `via` are the places between, `others` the
    units that went with it."""

    file_name = "moved"
    unit: str
    side: int
    start: str
    end: str
    cost: int
    left: int
    via: Later[tuple[str, ...]] = ()
    others: Later[tuple[str, ...]] = ()


@value
class Aimed(Event):
    """13.6a: a bomber is put over a hex."""

    file_name = "aimed"
    plane: str
    hex: str


@value
class CalledBack(Event):
    """13.6a: a bomber is called back from the hex that it was put over."""

    file_name = "called_back"
    plane: str
    hex: str


@value
class BeginMovement(Auto):
    """4.0a, 4.1a: each unit has its printed movement factors, none saved and none lent."""

    side: int

    def run(self, s: Position) -> Position:
        left = tuple(unit.move if unit.side == self.side else 0 for unit in s.setting.units)
        return s.replace(left=left, acted=0).push(move_step(self.side))


@value
class Move(Decision):
    """4.0a: the units of a side move, in any order, one hex at a time. `hand` is the unit being moved (or the aircraft,
    with IN_THE_AIR added), `mates` those of its stack that go with it, `way` where they have been since they were
    taken; `over` a hex in which one unit too many stands for the moment."""

    rule: ClassVar[str] = "4.0a"
    side: int
    hand: int = -1
    walked: bool = False
    over: int = -1
    way: tuple[int, ...] = ()
    mates: tuple[int, ...] = ()

    @property
    def group(self) -> tuple[int, ...]:
        """The units in hand."""
        return (self.hand, *self.mates)

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        if self.hand >= IN_THE_AIR:
            names = s.setting.names
            return (*(("aim", names[h]) for h in targets_for_bombers(s)), ("drop",))
        if self.hand >= 0:
            steps_to = s.setting.steps_to
            steps: list[Action] = [steps_to[there] for there, _ in group_ways(s, self.side, self.group)]
            if next(stack_mates(s, self), -1) >= 0:
                steps.append(("all",))
            return (*steps, ("drop",))
        return self._pieces(s)

    def _pieces(self, s: Position) -> tuple[Action, ...]:
        """5.0a, 6.3a, 6.3.1a, 6.4.1a, 7.7a: what may be taken in hand, and whether the phase may end.

        It may not while a unit still has to enter the map or to leave its box, or while a hex is too full.
        """
        printed, side = s.setting, self.side
        takes, hexes, limit = printed.takes, printed.hexes, printed.ground_limit
        count, enemy = crowd(s, side), front(s, side)
        cheapest, steps = enemy.cheapest, enemy.steps
        offers: list[Action] = []
        closing, at, lefts = self.over < 0, s.at, s.left
        known: dict[tuple[int, int], bool] = {}
        for u in printed.own[side]:
            here = at[u]
            if here < hexes:
                left = lefts[u]
                if left < cheapest[here] or (self.over >= 0 and here != self.over):
                    continue
                can = known.get((here, left))
                if can is None:
                    for there, cost in steps[here]:
                        if cost <= left and count[there] < limit:
                            can = True
                            break
                    else:
                        can = bool(ways(s, side, u, count))
                    known[here, left] = can
                if can:
                    offers.append(takes[u])
            elif here in printed.entries and self.over < 0 and ways(s, side, u, count):
                offers.append(takes[u])
                if here in printed.entry_sides or not s.acted & bit(s, u):
                    closing = False
        if side == AMERICAN and self.over < 0:
            offers += self._bombers(s)
        elif self.over < 0:
            offers += missions(s, moving=True)
        if closing:
            offers.append(("done",))
        return tuple(offers)

    def _bombers(self, s: Position) -> list[Action]:
        """13.6a: bombers of the Ground Attack box may be put on hexes that Japanese units hold."""
        printed = s.setting
        if 1 not in front(s, AMERICAN).held:
            return []
        waiting = printed.number["usaf_ground_attack"]
        offers: list[Action] = [
            ("take", printed.planes[a].name) for a in air_at(s, waiting) if printed.planes[a].bomber
        ]
        return offers + [("recall", printed.planes[a].name) for a, place in enumerate(s.air) if place >= AIMED]

    def take(self, s: Position, side: int, action: Action) -> Position:
        printed, verb = s.setting, action[0]
        if verb == "step":
            return step(s, self.side, self.group, printed.number[action[1]], self.way)
        if verb == "all":
            return s.push(self.replace(mates=tuple(stack_mates(s, self))))
        if verb == "done":
            return s
        if verb == "fly":
            return fly(s.push(self), action[1], action[2])
        if verb == "drop":
            here = s.at[self.hand] if self.hand < IN_THE_AIR else -1
            over = here if 0 <= here < printed.hexes and s.at.count(here) > printed.ground_limit else -1
            return walked(s, self.side, self.group, self.way).push(move_step(self.side, -1, False, over))
        if verb == "aim":
            a = self.hand - IN_THE_AIR
            s = s.replace(air=put(s.air, a, AIMED + printed.number[action[1]]))
            return s.tell(Aimed(printed.planes[a].name, action[1])).push(move_step(self.side))
        if verb == "recall":
            a = printed.plane_number[action[1]]
            told = CalledBack(action[1], printed.names[s.air[a] - AIMED])
            s = s.replace(air=put(s.air, a, printed.number["usaf_ground_attack"])).tell(told)
            return s.push(move_step(self.side))
        hand = printed.unit_number.get(action[1], -1)
        if hand < 0:
            hand = IN_THE_AIR + printed.plane_number[action[1]]
        return s.push(move_step(self.side, hand, False, self.over))

    def retracts(self, action: Action) -> bool:
        return action[0] == "recall" or (action[0] == "drop" and not self.walked)

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        if action[0] == "step" and len(action) == 2:
            return self._why_no_step(s, str(action[1]))
        if action[0] == "take" and len(action) == 2:
            return self._why_not_taken(s, str(action[1]))
        if action[0] == "aim":
            if self.hand < IN_THE_AIR:
                return refuse("13.6a", "refused.take_first")
            if str(action[-1]).startswith("box_"):
                return refuse("13.2b", "refused.bomber_box")
            return refuse("13.6a", "refused.bomber_target")
        if action[0] == "fly" and len(action) == 3:
            return self._why_not_flown(s, str(action[1]), str(action[2]))
        if action == ("done",):
            return self._why_not_done(s)
        if action == ("all",):
            return refuse(self.rule, "refused.no_stack" if 0 <= self.hand < IN_THE_AIR else "refused.take_first")
        return refuse(self.rule, "refused.not_now")

    def _why_not_flown(self, s: Position, name: str, target: str) -> Refusal:
        """5.0a, 13.3a: why no aircraft flies now, or not this one."""
        if self.side == AMERICAN:
            return refuse("13.3a", "refused.only_japan_flies")
        if self.over >= 0:
            return self._why_not_done(s)
        return refuse(self.rule, "refused.hand_full") if self.hand >= 0 else why_no_mission(s, name, target, True)

    def _why_no_step(self, s: Position, name: str) -> Refusal:
        """4.0b, 5.0a, 5.1a, 6.0b, 6.0c, 6.4a, 7.2b, 7.4a, 8.2b, 8.2.1a: the statement that bars a step or a way."""
        printed, u = s.setting, self.hand
        if not 0 <= u < IN_THE_AIR:
            return refuse("4.0a", "refused.take_first")
        if name not in printed.number:
            return refuse("4.0a", "refused.no_such_hex", hex=name)
        here, there = s.at[u], printed.number[name]
        stuck = next((w for w in self.mates if there not in dict(ways(s, self.side, w))), -1)
        if stuck >= 0 and there in dict(ways(s, self.side, u)):
            return self.replace(hand=stuck, mates=())._why_no_step(s, name)
        if self.mates and all(there in dict(ways(s, self.side, w)) for w in self.group):
            return refuse("5.0a", "refused.no_room_for_all", hex=name, n=printed.ground_limit)
        unit, enemy = printed.units[u], front(s, self.side)
        if there in printed.points:
            return refuse("6.4a", "refused.to_point")
        if there in printed.boxes:
            return self._why_no_box(s, u, there)
        if there >= printed.hexes:
            return refuse("4.0a", "refused.no_such_hex", hex=name)
        if here >= printed.hexes:
            if here in printed.boxes and s.new & bit(s, u):
                return refuse("7.2b", "refused.new_in_box", unit=unit.name)
            if there not in printed.entries[here]:
                return refuse("7.5.2a", "refused.no_arrow", place=printed.names[here], hex=name)
            if enemy.held[there]:
                return refuse("7.4a", "refused.entry_held", hex=name)
            if s.left[u] < entry_cost(s, u):
                return refuse("6.2b", "refused.half_spent", unit=unit.name)
            return refuse("5.0a", "refused.full", hex=name, n=printed.ground_limit)
        if enemy.held[there]:
            return refuse("5.1a", "refused.enemy_there", hex=name)
        if there not in printed.near[here]:
            return self._why_not_so_far(s, u, there)
        if enemy.control[here] and enemy.control[there]:
            if s.at.count(there):
                return refuse("8.2.1a", "refused.zone_friend", hex=name)
            return refuse("8.2b", "refused.zone", hex=name)
        cost = dict(printed.edges[here])[there]
        if cost > s.left[u]:
            return refuse("4.0b", "refused.too_dear", hex=name, cost=cost, left=s.left[u])
        return refuse("5.0a", "refused.full", hex=name, n=printed.ground_limit)

    def _why_not_so_far(self, s: Position, u: int, there: int) -> Refusal:
        """4.0a, 4.0b, 5.0a, 8.2b: the statement that keeps a unit from a hex that is not next to it."""
        printed = s.setting
        name, limit = printed.names[there], printed.ground_limit
        cost = spread(front(s, self.side).steps, s.at[u], ANY_COST).get(there)
        if cost is None:
            return refuse("8.2b", "refused.no_way", hex=name)
        if cost > s.left[u]:
            return refuse("4.0b", "refused.too_far", hex=name, cost=cost, left=s.left[u])
        if s.at.count(there) >= limit:
            return refuse("5.0a", "refused.stack_full", hex=name, n=limit)
        return refuse("4.0a", "refused.not_adjacent", hex=name)

    def _why_no_box(self, s: Position, u: int, there: int) -> Refusal:
        """6.0a, 6.0b, 6.0c, 6.1a, 6.2b, 6.4a: the statement that bars a box."""
        printed, here, unit = s.setting, s.at[u], s.setting.units[u]
        if unit.side == AMERICAN:
            return refuse("6.0a", "refused.box_american")
        if here in printed.entry_sides:
            return refuse("6.4a", "refused.box_from_point", unit=unit.name)
        if here not in printed.boxes:
            return refuse("6.0c", "refused.box_again", unit=unit.name)
        if s.new & bit(s, u):
            return refuse("7.2b", "refused.new_in_box", unit=unit.name)
        if s.visited[u - printed.own[JAPANESE].start] >> printed.boxes.index(there) & 1:
            return refuse("6.0b", "refused.box_visited", unit=unit.name, box=printed.names[there])
        if there not in printed.next_boxes[here]:
            return refuse("6.1a", "refused.box_far", box=printed.names[there])
        return refuse("6.2b", "refused.half_spent", unit=unit.name)

    def _why_not_taken(self, s: Position, name: str) -> Refusal:
        """4.3a, 5.0a, 7.2b, 13.6a: the statement that keeps a piece where it is."""
        printed = s.setting
        if self.hand >= 0:
            return refuse(self.rule, "refused.hand_full")
        if name in printed.ship_number:
            return refuse("4.3a", "refused.no_hexes", piece=name)
        if name in printed.plane_number:
            plane = printed.planes[printed.plane_number[name]]
            if self.side == AMERICAN and plane.side == AMERICAN:
                return refuse("13.6a", "refused.not_a_bomber_there", plane=name)
            return refuse("4.3a", "refused.no_hexes", piece=name)
        if name not in printed.unit_number:
            return refuse(self.rule, "refused.no_such_piece", piece=name)
        u = printed.unit_number[name]
        if printed.units[u].side != self.side:
            return refuse(self.rule, "refused.not_yours", piece=name)
        if self.over >= 0:
            return refuse("5.0a", "refused.too_full_first", hex=printed.names[self.over], n=printed.ground_limit)
        if s.at[u] in printed.boxes and s.new & bit(s, u):
            return refuse("7.2b", "refused.new_in_box", unit=name)
        if s.at[u] >= printed.hexes and s.at[u] not in printed.entries:
            return refuse(self.rule, "refused.not_on_map", piece=name)
        return self._why_no_way(s, u)

    def _why_no_way(self, s: Position, u: int) -> Refusal:
        """4.1a, 5.0a, 5.1a, 7.4a, 8.2b: the statement that leaves a unit no step: its factors, the enemy, or full
        hexes."""
        printed, here, left = s.setting, s.at[u], s.left[u]
        unit, enemy = printed.units[u].name, front(s, self.side)
        if here < printed.hexes:
            payable = [there for there, cost in printed.edges[here] if cost <= left]
            barred = payable and all(cost > left for _, cost in enemy.steps[here])
            rule = "5.1a" if all(enemy.held[there] for there in payable) else "8.2b"
        else:
            payable = [there for there in printed.entries[here] if left >= entry_cost(s, u)]
            barred, rule = payable and all(enemy.held[there] for there in payable), "7.4a"
        if barred:
            return refuse(rule, "refused.barred", unit=unit)
        if payable:
            return refuse("5.0a", "refused.no_room", unit=unit, n=printed.ground_limit)
        return refuse("4.1a", "refused.cannot_move", unit=unit, left=left)

    def _why_not_done(self, s: Position) -> Refusal:
        """5.0a, 6.3a, 7.7a: what still has to be done before movement may end."""
        printed = s.setting
        if self.hand >= 0:
            return refuse(self.rule, "refused.hand_full")
        if self.over >= 0:
            return refuse("5.0a", "refused.too_full_first", hex=printed.names[self.over], n=printed.ground_limit)
        for u in owing(s, self.side):
            if s.at[u] in printed.entry_sides:
                return refuse("7.7a", "refused.must_enter", unit=printed.units[u].name)
            return refuse("6.3a", "refused.must_leave_box", unit=printed.units[u].name)
        return refuse(self.rule, "refused.not_now")


@lru_cache(maxsize=4096)
def move_step(side: int, hand: int = -1, walked: bool = False, over: int = -1, way: tuple[int, ...] = ()) -> Move:
    """The step of the movement phase with this in hand."""
    return Move(side, hand, walked, over, way)


def must_go_on(s: Position, u: int) -> bool:
    """6.3a, 7.7a: whether a unit still has to enter the map or to leave its box."""
    here = s.at[u]
    return here in s.setting.entry_sides or (here in s.setting.boxes and not s.acted & bit(s, u))


def owing(s: Position, side: int) -> tuple[int, ...]:
    """6.3a, 7.7a: the units that still have to go on from where they are, and can."""
    return tuple(u for u in s.setting.own[side] if must_go_on(s, u) and ways(s, side, u))


def entry_cost(s: Position, u: int) -> int:
    """6.1a, 6.2a, 7.1b, 7.3a: a Japanese unit pays half its factors for a box or for entering the map, an American
    nothing."""
    unit = s.setting.units[u]
    return unit.move // 2 if unit.side == JAPANESE else 0


def ways(s: Position, side: int, u: int, count: list[int] | None = None) -> tuple[tuple[int, int], ...]:
    """4.0b, 4.2a, 4.2b, 4.4a, 4.5a, 4.5b, 5.0b, 6.0a, 6.0b, 6.0c, 6.2b, 7.2b, 7.4a, 8.2b: one step of a unit: the
    places that it can go to now, with their costs.

    A step needs its full cost. Friends may be passed through: a full hex may be entered if the unit, or another one
    there, can still go on to a hex with room.
    """
    printed, here, left = s.setting, s.at[u], s.left[u]
    enemy = front(s, side)
    if here < printed.hexes:
        found = [way for way in enemy.steps[here] if way[1] <= left]
    elif here in printed.entries:
        cost = entry_cost(s, u)
        if left < cost or (s.new & bit(s, u) and here in printed.boxes):
            return ()
        found = []
        if here in printed.boxes:
            visited = s.visited[u - printed.own[JAPANESE].start]
            found = [(box, cost) for box in printed.next_boxes[here] if not visited >> printed.boxes.index(box) & 1]
        found += [(there, cost) for there in printed.entries[here] if not enemy.held[there]]
    else:
        return ()
    if count is None:
        own = printed.own[side]
        friends, limit = bytes(s.at[own.start : own.stop]), printed.ground_limit
        for there, _ in found:
            if friends.count(there) >= limit and there < printed.hexes:
                break
        else:
            return tuple(found)
        count = crowd(s, side)
    return tuple(way for way in found if _fits(s, enemy, u, way, count))


def _fits(s: Position, enemy: Front, u: int, way: tuple[int, int], count: list[int]) -> bool:
    """5.0a, 5.0b: whether there is room in the hex, or a way for it to be made."""
    printed, (there, cost) = s.setting, way
    limit = printed.ground_limit
    if there >= printed.hexes or count[there] < limit:
        return True
    here = s.at[u]
    movers = [s.left[u] - cost, *(s.left[w] for w in units_at(s, there))]
    most = max(movers)
    return any(
        n != there and count[n] - (n == here) < limit for n in spread(enemy.steps, there, most)
    )


def step_cost(s: Position, u: int, here: int, there: int) -> int:
    """4.2a, 4.2b, 6.1a, 6.2a: what a step of a unit costs."""
    if here < s.setting.hexes:
        for n, price in s.setting.edges[here]:
            if n == there:
                return price
    return entry_cost(s, u)


def walked(s: Position, side: int, group: tuple[int, ...], way: tuple[int, ...]) -> Position:
    """4.0a: the way of units to where they stand now is told, if they have gone one."""
    if not way or not group:
        return s
    names, units, u = s.setting.names, s.setting.units, group[0]
    cost = sum(step_cost(s, u, a, b) for a, b in pairwise((*way, s.at[u])))
    return s.tell(
        Moved(
            units[u].name, side, names[way[0]], names[s.at[u]], cost, s.left[u], tuple(names[n] for n in way[1:]),
            tuple(units[w].name for w in group[1:]),
        )
    )  # fmt: skip


def stack_mates(s: Position, step: Move) -> Iterator[int]:
    """4.0a: those of the stack that can go on together with the unit in hand, which has not moved yet; in a box those
    that can go to the same boxes."""
    here = s.at[step.hand]
    if step.walked or step.mates or step.over >= 0 or s.at.count(here) == 1:
        return
    printed, side = s.setting, step.side
    common = {there for there, _ in ways(s, side, step.hand)}
    boxes = {there for there in common if there in printed.boxes}
    count, room = crowd(s, side), printed.ground_limit - 1
    for w in printed.own[side]:
        if s.at[w] == here and w != step.hand:
            left = {n for n, _ in ways(s, side, w, count) if n in common and (n >= printed.hexes or count[n] < room)}
            if left and boxes <= left:
                common, room = left, room - 1
                yield w


def group_ways(s: Position, side: int, group: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """4.0a, 5.0a, 6.1a: one step of a unit, or of several of a stack together: where all of them can go, and all have
    room, with the cost of the dearest."""
    found = ways(s, side, group[0])
    if len(group) == 1:
        return found
    printed, costs = s.setting, [dict(ways(s, side, u)) for u in group]
    count, most = crowd(s, side), printed.ground_limit - len(group)
    return tuple(
        (there, max(one[there] for one in costs))
        for there, _ in found
        if all(there in one for one in costs) and (there >= printed.hexes or count[there] <= most)
    )


def step(s: Position, side: int, group: tuple[int, ...], there: int, way: tuple[int, ...] = ()) -> Position:
    """4.0a, 6.1a, 6.3b, 8.2d: one step of the units in hand. Those that can go on stay in hand, and tell their way when
    they are put down."""
    way = (*way, s.at[group[0]])
    s = paid(s, side, group, there)
    if side == JAPANESE and there < s.setting.hexes and s.setting.field_at[there] >= 0:
        s, way = occupied_field(walked(s, side, group, way), there), ()
    going = able_to_go_on(s, side, group, there)
    over = there if there < s.setting.hexes and not going and s.at.count(there) > s.setting.ground_limit else -1
    s = walked(s, side, tuple(u for u in group if u not in going) if going else group, way)
    return s.push(Move(side, going[0], True, -1, way, going[1:]) if going else move_step(side, -1, False, over))


def able_to_go_on(s: Position, side: int, group: tuple[int, ...], here: int) -> tuple[int, ...]:
    """4.0b: those of the units in a place that can pay the least that a step from there costs."""
    if here < s.setting.hexes:
        least = front(s, side).cheapest[here]
        return tuple([u for u in group if s.left[u] >= least])
    return tuple([u for u in group if s.left[u] >= entry_cost(s, u)])


def paid(s: Position, side: int, group: tuple[int, ...], there: int) -> Position:
    """4.1a, 6.1a, 6.3b, 11.4a: units of a stack are in the next place: they have paid, a box is marked, an engineer has
    moved."""
    printed, here = s.setting, s.at[group[0]]
    at, left, settled = list(s.at), list(s.left), s.settled
    for u in group:
        left[u] -= step_cost(s, u, here, there)
        at[u] = there
        if side == AMERICAN:
            settled &= ~(1 << u)
        elif here in printed.boxes:
            s = s.replace(acted=s.acted | bit(s, u))
        if there in printed.boxes:
            n = u - printed.own[JAPANESE].start
            s = s.replace(visited=put(s.visited, n, s.visited[n] | 1 << printed.boxes.index(there)))
    return s.moved_on(tuple(at), tuple(left), settled)


def targets_for_bombers(s: Position) -> tuple[int, ...]:
    """6.0d, 13.2a, 13.2b, 13.6a: every hex of the map that Japanese units hold; never a box."""
    held = front(s, AMERICAN).held
    return tuple(n for n in range(s.setting.hexes) if held[n])
