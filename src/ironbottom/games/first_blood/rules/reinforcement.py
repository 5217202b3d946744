"""7.0: reinforcements come by the Turn Record Chart."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from ironbottom.games.first_blood.rules.printed import AMERICAN, JAPANESE, Printed
from ironbottom.games.first_blood.rules.state import (
    AT_SEA,
    IN_THE_AIR,
    Position,
    bit,
    eliminated,
    piece_name,
    piece_number,
    piece_place,
    put,
    set_down,
)
from ironbottom.games.first_blood.rules.zones import front
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto, Decision, Refusal, refuse
from ironbottom.kernel.value import value


@value
class Arrived(Event):
    """7.0a: a unit or ship arrives."""

    file_name = "arrived"
    unit: str
    side: int
    place: str


@value
class AirArrived(Event):
    """7.6a: aircraft arrive in the RESERVE box."""

    file_name = "air_arrives"
    side: int
    planes: tuple[str, ...]
    place: str


@value
class BeginReinforcement(Auto):
    """7.1c, 7.2c, 7.6a, 13.4a, 13.5a: the aircraft of the turn go to the RESERVE box of their side; ground units and
    ships are then placed by their owner."""

    side: int

    def run(self, s: Position) -> Position:
        printed = s.setting
        reserve = printed.number["usaf_reserve" if self.side == AMERICAN else "ijaf_reserve"]
        coming = [
            a for a, plane in enumerate(printed.planes) if plane.side == self.side and plane.arrives == s.turn
            and s.air[a] == printed.number["coming"]
        ]  # fmt: skip
        air = tuple(reserve if a in coming else place for a, place in enumerate(s.air))
        if coming:
            s = s.replace(air=air).tell(
                AirArrived(self.side, tuple(printed.planes[a].name for a in coming), printed.names[reserve])
            )
        return s.push(Arrive(self.side)) if due(s, self.side) or callable_ships(s, self.side) else s


@value
class Arrive(Decision):
    """7.0a, 7.7a: the owner places each ground unit and ship of the turn; none may be kept back, but the two special
    destroyers are called for when their owner likes. `called`: those called for in this step."""

    rule: ClassVar[str] = "7.0a"
    side: int
    hand: int = -1
    called: tuple[int, ...] = ()

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        printed, waiting = s.setting, s.setting.number["coming"]
        if self.hand >= 0:
            return (*(("place", printed.names[place]) for place in landings(s, self.side, self.hand)), ("drop",))
        lost = stranded(s, self.side)
        todo = [n for n in due(s, self.side) if n not in lost]
        offers: list[Action] = [("take", piece_name(printed, n)) for n in todo]
        offers += [("take", piece_name(printed, n)) for n in callable_ships(s, self.side)]
        if not todo:
            offers.append(("done",))
        placed = [n for n in charted(s, self.side) if piece_place(s, n) != waiting and self._lately(s, n)]
        return (*offers, *(("lift", piece_name(printed, n)) for n in (*placed, *self.called)))

    def _lately(self, s: Position, n: int) -> bool:
        """Whether the counter stands where it can only have been placed in this phase."""
        place = piece_place(s, n)
        return place in s.setting.entries or place in s.setting.pools

    def take(self, s: Position, side: int, action: Action) -> Position:
        printed, verb = s.setting, action[0]
        if verb == "done":
            return eliminated(s, stranded(s, self.side), "7.7b")
        if verb == "drop":
            return s.push(self.replace(hand=-1))
        if verb == "take":
            return s.push(self.replace(hand=piece_number(printed, action[1])))
        if verb == "lift":
            n = piece_number(printed, action[1])
            if n < IN_THE_AIR and self.side == JAPANESE:
                s = s.replace(
                    new=s.new & ~bit(s, n), visited=put(s.visited, n - printed.own[JAPANESE].start, 0)
                )
            s = set_down(s, n, printed.number["coming"])
            return s.push(self.replace(hand=-1, called=tuple(m for m in self.called if m != n)))
        s = arrived(s, self.side, self.hand, printed.number[action[1]])
        called = self.called
        if self.hand >= AT_SEA and printed.ships[self.hand - AT_SEA].special:
            called += (self.hand,)
        return s.push(self.replace(hand=-1, called=called))

    def retracts(self, action: Action) -> bool:
        return action[0] in ("drop", "lift")

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        printed = s.setting
        if action == ("done",):
            return refuse("7.7a", "refused.hand_full" if self.hand >= 0 else "refused.all_must_arrive")
        if action[0] == "take" and len(action) == 2:
            n = piece_number(printed, str(action[1]))
            if self.hand >= 0:
                return refuse(self.rule, "refused.hand_full")
            if n in stranded(s, self.side):
                return refuse("7.7b", "refused.no_point_left", unit=action[1])
            if n >= AT_SEA and printed.ships[n - AT_SEA].special:
                first = printed.turns[printed.ships[n - AT_SEA].arrives - 1]
                return refuse("10.1c", "refused.special_ship", first=first)
            placed = n in charted(s, self.side) and self._lately(s, n)
            return refuse("7.0a", "refused.already_placed" if placed else "refused.not_due", piece=action[1])
        if action[0] == "place" and len(action) == 2:
            return self._why_not_there(s, str(action[1]))
        return refuse(self.rule, "refused.not_now")

    def _why_not_there(self, s: Position, name: str) -> Refusal:
        """7.1a, 7.2a, 7.4a, 7.2c: the statement that closes a place to reinforcements."""
        printed = s.setting
        if self.hand < 0:
            return refuse(self.rule, "refused.take_first")
        place = printed.number.get(name, -1)
        if self.hand >= AT_SEA:
            return refuse("7.2c", "refused.ship_boxes")
        if printed.entry_sides.get(place) == self.side:
            held, full = front(s, self.side).held, s.at.count(place) >= printed.point_limit
            if not full and all(held[here] for here in printed.entries[place]):
                return refuse("7.4a", "refused.point_blocked", point=name)
            return refuse("7.1a" if self.side == AMERICAN else "7.2a", "refused.point_full", point=name,
                          n=printed.point_limit)  # fmt: skip
        ways = [place for place, side in printed.entry_sides.items() if side == self.side]
        ways += printed.open_boxes if self.side == JAPANESE else ()
        places = tuple(printed.names[one] for one in ways)
        return refuse("7.1a" if self.side == AMERICAN else "7.2a", "refused.arrival_place", places=places)


def charted(s: Position, side: int) -> tuple[int, ...]:
    """7.0a, 7.6a, 10.1a: the ground units and ships that the chart gives a side in this turn."""
    return in_chart(s.setting, side, s.turn)


@lru_cache(maxsize=1024)
def in_chart(printed: Printed, side: int, turn: int) -> tuple[int, ...]:
    """7.0a, 7.6a, 10.1a: the ground units and ships of a side in a column of the chart."""
    ground = tuple(u for u in printed.own[side] if printed.units[u].arrives == turn)
    if side == AMERICAN:
        return ground
    return ground + tuple(
        AT_SEA + n for n, ship in enumerate(printed.ships) if ship.arrives == turn and not ship.special
    )


def due(s: Position, side: int) -> tuple[int, ...]:
    """7.7a: those of them that are still to be placed."""
    waiting = s.setting.number["coming"]
    return tuple(n for n in charted(s, side) if piece_place(s, n) == waiting)


def callable_ships(s: Position, side: int) -> tuple[int, ...]:
    """10.1c: the two special destroyers, from OCT I on, once each."""
    printed, waiting = s.setting, s.setting.number["coming"]
    if side == AMERICAN:
        return ()
    return tuple(
        AT_SEA + n
        for n, ship in enumerate(printed.ships)
        if ship.special and ship.arrives <= s.turn and s.ships[n] == waiting
    )


def shut(s: Position, side: int) -> bool:
    """7.5a, 7.5.1a: whether the enemy holds every hex that the entry points of a side lead to."""
    held = front(s, side).held
    return all(held[here] for here in s.setting.ways_in[side])


def open_points(s: Position, side: int) -> tuple[int, ...]:
    """6.4a, 7.1a, 7.2a, 7.4a, 7.5a, 7.5.1a: the entry points of a side with room for one more unit.

    A point whose hexes are all held by the enemy is closed, unless that is so of all American points: then the
    Americans fight their way in.
    """
    printed, held = s.setting, front(s, side).held
    all_shut = side == AMERICAN and shut(s, side)
    return tuple(
        place
        for place in printed.points
        if printed.entry_sides[place] == side
        and s.at.count(place) < printed.point_limit
        and (all_shut or not all(held[here] for here in printed.entries[place]))
    )


def landings(s: Position, side: int, n: int) -> tuple[int, ...]:
    """7.1a, 7.2a, 7.2c, 7.5.1a, 10.1a: where an arriving counter may be placed: Japanese ground units also in Box A
    or D, ships in either box of their navy."""
    printed = s.setting
    if n >= AT_SEA:
        return (printed.number["ijn_reserve"], printed.number["ijn_attack"])
    points = open_points(s, side)
    if side == JAPANESE:
        points += printed.open_boxes
    return points


def stranded(s: Position, side: int) -> tuple[int, ...]:
    """7.7a, 7.7b: the ground units of the turn for which no entry point has room: they are lost when their owner has
    placed the others. Japan always has its boxes."""
    if side == JAPANESE or open_points(s, side):
        return ()
    return tuple(n for n in due(s, side) if n < IN_THE_AIR)


def arrived(s: Position, side: int, n: int, place: int) -> Position:
    """7.2a, 7.2b, 6.3b: a counter is placed; a unit put into a box does not move in this turn, and has been there."""
    printed = s.setting
    s = set_down(s, n, place)
    if place in printed.boxes:
        first = printed.own[JAPANESE].start
        mark = 1 << printed.boxes.index(place)
        s = s.replace(new=s.new | bit(s, n), visited=put(s.visited, n - first, mark))
    return s.tell(Arrived(piece_name(printed, n), side, printed.names[place]))
