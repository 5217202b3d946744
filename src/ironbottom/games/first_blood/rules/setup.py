"""3.0: the set-up: the Americans on the map first, then the Japanese in the boxes A and D."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.first_blood.rules.printed import AMERICAN, JAPANESE, OPERATIVE, SIDES
from ironbottom.games.first_blood.rules.state import (
    IN_THE_AIR,
    Position,
    crowd,
    piece_name,
    piece_number,
    piece_place,
    put,
    set_down,
)
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto, Decision, Refusal, refuse
from ironbottom.kernel.value import value


@value
class Placed(Event):
    """3.0a: a counter is set up."""

    file_name = "placed"
    unit: str
    side: int
    place: str


@value
class SetUp(Decision):
    """3.0a, 3.0b, 3.1a: a side sets up its at-start counters, each where it likes within its area; all of them."""

    rule: ClassVar[str] = "3.0a"
    side: int
    hand: int = -1

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        printed = s.setting
        if self.hand >= 0:
            return (*(("place", printed.names[place]) for place in places(s, self.side, self.hand)), ("drop",))
        waiting = printed.number["coming"]
        pieces = starters(s, self.side)
        offers: list[Action] = [("take", piece_name(printed, n)) for n in pieces if piece_place(s, n) == waiting]
        if not offers:
            offers.append(("done",))
        return (*offers, *(("lift", piece_name(printed, n)) for n in pieces if piece_place(s, n) != waiting))

    def take(self, s: Position, side: int, action: Action) -> Position:
        printed, verb = s.setting, action[0]
        if verb == "done":
            return s
        if verb == "drop":
            return s.push(SetUp(self.side))
        n = self.hand if verb == "place" else piece_number(printed, action[1])
        if verb == "take":
            return s.push(SetUp(self.side, n))
        place = printed.number[action[1] if verb == "place" else "coming"]
        s = set_down(s, n, place)
        if verb == "place":
            s = s.tell(Placed(piece_name(printed, n), self.side, printed.names[place]))
        return s.push(SetUp(self.side))

    def retracts(self, action: Action) -> bool:
        return action[0] in ("drop", "lift")

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        printed = s.setting
        if action[0] == "place" and len(action) == 2:
            return self._why_not_there(s, str(action[1]))
        if action == ("done",):
            return refuse("3.0a" if self.side == AMERICAN else "3.1a", "refused.all_must_be_placed")
        if action[0] == "take" and len(action) == 2:
            n = piece_number(printed, str(action[1]))
            if n in starters(s, self.side):
                return refuse(self.rule, "refused.hand_full" if self.hand >= 0 else "refused.already_placed")
            return refuse("7.0a" if n >= 0 else self.rule, "refused.not_at_start", piece=action[1])
        return refuse(self.rule, "refused.not_now")

    def _why_not_there(self, s: Position, name: str) -> Refusal:
        printed = s.setting
        if self.hand < 0:
            return refuse(self.rule, "refused.take_first")
        if self.side == JAPANESE:
            boxes = tuple(printed.names[place] for place in printed.open_boxes)
            return refuse("3.1a", "refused.setup_boxes", boxes=boxes)
        if self.hand >= IN_THE_AIR:
            return refuse("3.0b", "refused.setup_air", plane=piece_name(printed, self.hand), n=printed.air_limit)
        if printed.number.get(name, printed.hexes) >= printed.hexes:
            return refuse("3.0a", "refused.no_such_hex", hex=name)
        if printed.number[name] in printed.setup_hexes:
            return refuse("3.0a", "refused.stack_full", hex=name, n=printed.ground_limit)
        rows, columns = printed.setup_area
        return refuse("3.0a", "refused.setup_area", hex=name, rows=rows, columns=columns)


@value
class SetUpDone(Auto):
    """3.1a, 3.2a, 6.3b: both sides stand; Japan has the first turn. The boxes of the set-up count as visited, and no
    unit counts as a new arrival."""

    def run(self, s: Position) -> Position:
        return visited_start(s)


def visited_start(s: Position) -> Position:
    """6.3b: each Japanese unit has been in the box where it stands."""
    printed, visited = s.setting, s.visited
    first = printed.own[JAPANESE].start
    for u in printed.own[JAPANESE]:
        if s.at[u] in printed.boxes:
            visited = put(visited, u - first, visited[u - first] | 1 << printed.boxes.index(s.at[u]))
    return s.replace(visited=visited)


def starters(s: Position, side: int) -> tuple[int, ...]:
    """3.0a, 3.0b, 3.1a: the counters that a side begins with."""
    printed = s.setting
    ground = tuple(u for u in printed.own[side] if printed.units[u].arrives == 0)
    return ground + tuple(
        IN_THE_AIR + a for a, plane in enumerate(printed.planes) if plane.side == side and plane.arrives == 0
    )


def places(s: Position, side: int, n: int) -> tuple[int, ...]:
    """3.0a, 3.0b, 3.1a, 5.2a, 12.4a: where a counter may be set up.

    American ground units within the area, three a hex; aircraft on the operative airfield hexes, six a hex, or aloft by
    their role; the Japanese in the boxes A and D, and aircraft, where an owner's copy gives them some, in Reserve.
    """
    printed = s.setting
    if side == JAPANESE:
        return printed.open_boxes if n < IN_THE_AIR else (printed.number["ijaf_reserve"],)
    if n < IN_THE_AIR:
        count = crowd(s, side)
        return tuple(here for here in printed.setup_hexes if count[here] < printed.ground_limit)
    plane = printed.planes[n - IN_THE_AIR]
    found = [
        here
        for field, here in enumerate(printed.fields)
        if s.strips[field] == OPERATIVE and s.air.count(here) < printed.air_limit
    ]
    if plane.fighter:
        found.append(printed.number["usaf_cap"])
    if plane.bomber:
        found.append(printed.number["usaf_ground_attack"])
    return tuple(found)


def proposed_line(s: Position, side: int) -> tuple[Action, ...]:
    """3.0a: the proposed line for what still waits, as far as its places are free."""
    printed = s.setting
    ground = crowd(s, side)
    waiting = {piece_name(printed, n) for n in starters(s, side) if piece_place(s, n) == printed.number["coming"]}
    actions: list[Action] = []
    for place, names in printed.setup[f"{SIDES[side]}_line"].items():
        for name in names if place != "source" else ():
            if name not in waiting:
                continue
            here = printed.number[place]
            if name in printed.unit_number:
                if side == AMERICAN and ground[here] >= printed.ground_limit:
                    continue
                ground[here] += 1
            elif here < printed.hexes and s.air.count(here) >= printed.air_limit:
                continue
            actions += [("take", name), ("place", place)]
    return tuple(actions)
