"""R7..R12, R23, U10: aircraft land in Regroup: where they can, who is stranded, the aircraft in hand."""

from __future__ import annotations

from ironbottom.games.axis_allies.rules.movement import reach
from ironbottom.games.axis_allies.rules.printed import (
    BASE,
    BOM,
    CAR,
    FTR,
    KIND,
    KINDS,
    SEAS,
    SPACE,
    SPACES,
)
from ironbottom.games.axis_allies.rules.question import Question
from ironbottom.games.axis_allies.rules.state import (
    Campaign,
    most,
    upto,
)
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto, Decision, Refusal, refuse
from ironbottom.kernel.value import value


def free_places(s: Campaign, side: int, kind: int, space: int) -> tuple[tuple[int, int], ...]:
    """R7..R9, R11, R12, U10: (space, room) where an aircraft may land from here; a base has room for any number."""
    found = []
    for end in (space, *s.printed.air_reach[reach(s, side, kind)][space]):
        if end == BASE[side]:
            found.append((end, 99))
        elif end >= SEAS:
            if end < BASE[0] and (sound := s.airfields[end - SEAS][2 * side]):
                planes = s.planes(side, end)
                room = s.printed.field_room * sound - planes[2] - planes[3]
                if room > 0:
                    found.append((end, room))
        elif kind == FTR and (fleet := s.ships[side * SEAS + end]):
            room = sum([2 - len(cargo) for ship, cargo, _ in fleet if ship == CAR])
            if room:
                found.append((end, room))
    return tuple(found)


def to_land(s: Campaign, side: int) -> tuple[tuple[int, int, int], ...]:
    """R7: (space, kind, how many) aircraft still in the air."""
    at = side * 21
    return tuple([
        (space, FTR + which, planes[which])
        for space, planes in enumerate(s.air[at : at + 21]) for which in (0, 1) if planes[which]
    ])


def most_landed(s: Campaign, side: int) -> int:
    """R9, R10: how many aircraft can land at most, whatever the order."""
    rooms: dict[int, int] = {}
    reachable: list[tuple[int, ...]] = []
    for space, kind, n in to_land(s, side):
        places = free_places(s, side, kind, space)
        rooms.update(places)
        reachable += [tuple(place for place, _ in places)] * n
    landed: dict[int, list[int]] = {place: [] for place in rooms}

    def place_for(plane: int, seen: set[int]) -> bool:
        for place in reachable[plane]:
            if place in seen:
                continue
            seen.add(place)
            if len(landed[place]) < rooms[place]:
                landed[place].append(plane)
                return True
            for at, other in enumerate(landed[place]):
                if place_for(other, seen):
                    landed[place][at] = plane
                    return True
        return False

    return sum(place_for(plane, set()) for plane in range(len(reachable)))


@value
class TouchedDown(Event):
    """R7: aircraft landed."""

    file_name = "touched_down"
    side: int
    kind: int
    n: int
    start: str
    end: str


@value
class Stranded(Event):
    """R10: aircraft found no place to land and are lost."""

    file_name = "stranded"
    side: int
    space: str
    kind: int
    n: int


@value
class Landing(Auto):
    """R7, R10, R23: a side's aircraft land, group by group; when no aircraft has a place left, those in the air are
    lost."""

    side: int

    def run(self, s: Campaign) -> Campaign:
        side = self.side
        flying = to_land(s, side)
        if any(free_places(s, side, kind, space) for space, kind, _ in flying):
            return s.push(Land(side))
        for space, kind, n in flying:
            s = s.add_planes(side, space, kind - FTR, -n).lose(side, kind, n)
            s = s.tell(Stranded(side, SPACES[space], kind, n))
        air = list(s.air)
        for space in range(21):
            at = side * 21 + space
            if any(air[at]):
                air[at] = (air[at][2], air[at][3], 0, 0)
        return s.replace(air=tuple(air))


@value
class Land(Decision):
    """R7, R10: aircraft are taken in hand to be landed; none may be left that has a place."""

    side: int
    rule = "R7"
    routine = True

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return tuple(
            ("take", SPACES[space], KINDS[kind])
            for space, kind, _ in to_land(s, self.side) if free_places(s, self.side, kind, space)
        )

    def default(self, s: Campaign, side: int) -> Action | None:
        """R7, R23: those with the fewest places first."""
        return min(self.legal(s, side), key=lambda take: len(free_places(s, side, KIND[take[2]], SPACE[take[1]])))

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        return s.push(LandHand(side, KIND[action[2]], SPACE[action[1]]), Landing(side))

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] == "done":
            return refuse("R23", "refused.must_land")
        if action[0] != "take" or len(action) != 3 or action[1] not in SPACE:
            return refuse("R7", "refused.landing")
        if (SPACE[action[1]], KIND.get(action[2], -1)) in {(space, kind) for space, kind, _ in to_land(s, side)}:
            return refuse("R10", "refused.stranded")
        return refuse("R7", "refused.no_plane", space=action[1], kind=action[2])


@value
class LandHand(Question):
    """R7..R9, R11, U5, U10: the aircraft in hand land at a place in reach."""

    side: int
    unit: int
    space: int
    rule = "R7"
    routine = True

    def default(self, s: Campaign, side: int) -> Action | None:
        """R7, R10: at the nearest place, as many as it takes, if no aircraft is lost by it that could be saved."""
        offers = self.legal(s, side)[:-1]
        saved = most_landed(s, side)
        for verb, place, up_to in map(most, offers):
            for n in range(up_to, 0, -1):
                if n + most_landed(self.act(s, side, (verb, place, n)), side) == saved:
                    return (verb, place, n)
        return most(offers[0])

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        n = s.planes(self.side, self.space)[self.unit - FTR]
        return (
            *(
                ("land", SPACES[end], upto(min(n, room)))
                for end, room in free_places(s, self.side, self.unit, self.space)
            ),
            ("drop",),
        )

    def act(self, s: Campaign, side: int, action: Action) -> Campaign:
        end, n = SPACE[action[1]], action[2]
        s = s.add_planes(side, self.space, self.unit - FTR, -n)
        if end < SEAS:
            for _ in range(n):
                deck = min((ship for ship in s.fleet(side, end) if ship[0] == CAR), key=lambda ship: len(ship[1]))
                s = s.trade(side, end, deck, (CAR, (*deck[1], FTR), deck[2]))
        else:
            s = s.add_planes(side, end, self.unit - FTR + 2, n)
        return s.tell(TouchedDown(side, self.unit, n, SPACES[self.space], action[1]))

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] != "land" or len(action) < 2 or action[1] not in SPACE:
            return refuse("R7", "refused.landing")
        end, kind = SPACE[action[1]], self.unit
        steps = reach(s, side, kind)
        if end != self.space and end not in s.printed.air_reach[steps][self.space]:
            return refuse("R7", "refused.too_far", kind=kind, steps=steps, space=action[1])
        room, n = dict(free_places(s, side, kind, self.space)).get(end, 0), action[2] if len(action) > 2 else 0
        if room and not (isinstance(n, int) and 0 < n <= s.planes(side, self.space)[kind - FTR]):
            return refuse("R7", "refused.amount")
        if end < SEAS:
            decks = [ship for ship in s.fleet(side, end) if ship[0] == CAR]
            if kind == BOM:
                return refuse("U5", "refused.bombers_at_sea")
            if decks:
                return refuse("R9", "refused.deck_full")
            return refuse("R12" if s.yard[side][CAR] else "U10", "refused.no_carrier", zone=action[1])
        if end >= BASE[0]:
            return refuse("R7", "refused.enemy_base_landing")
        own_sound, own_damaged = s.airfields[end - SEAS][2 * side : 2 * side + 2]
        if own_sound:
            return refuse("R9", "refused.field_full", land=action[1], room=s.printed.field_room)
        if own_damaged:
            return refuse("R8", "refused.field_damaged", land=action[1])
        if any(s.airfields[end - SEAS][2 * (1 - side) : 2 * (1 - side) + 2]):
            return refuse("R8", "refused.enemy_field", land=action[1])
        return refuse("R7", "refused.no_field", land=action[1])
