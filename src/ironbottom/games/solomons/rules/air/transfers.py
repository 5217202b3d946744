"""Section L: transfers of aircraft between bases and carriers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from ironbottom.games.solomons.rules.air.points import CARRIER, add, henderson_supply
from ironbottom.games.solomons.rules.events import SupplySpent
from ironbottom.games.solomons.rules.printed import (
    BACK,
    BASES,
    DEEP,
    FLEET,
    HENDERSON,
    HOME,
    JAPAN,
    KINDS,
    LAC,
    LAST_DAYS,
    NAC,
    RAW,
    SHORTLANDS,
    USA,
)
from ironbottom.games.solomons.rules.sealed import READY, Opening, Sealed, opened
from ironbottom.games.solomons.rules.state import FRESH, MOVED, Campaign, base_room, open_bases
from ironbottom.kernel.action import Action, Range, up_to
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Refusal, refuse
from ironbottom.kernel.value import value

# -- transfers --


@value
class TransfersOpen(Opening):
    """A5: section L, in every day segment."""

    def run(self, s: Campaign) -> Campaign:
        return opened(s, Transfers())


@value
class Transferred(Event):
    """RS-105: air points go to another base or carrier."""

    file_name: ClassVar[str] = "transferred"
    private: ClassVar[bool] = True
    side: int
    start: str
    end: str
    what: str
    n: int


class Move(NamedTuple):
    """A row of the draft: from where, to where, and what; a place is a base, or CARRIER + a carrier."""

    start: int
    to: int
    kind: int
    points: int


def written(s: Campaign, side: int) -> list[Move]:
    """What a side has written."""
    return [Move(*row) for row in s.drafts[side]]


@value
class Transfers(Sealed):
    """RS-003, RS-105, RS-106, RS-107, A5, A6, A34, A35, A57, A69: points that flew no
    mission move between bases and carriers.

    The draft: a row of `Move` for each."""

    rule: ClassVar[str] = "RS-105"
    back: ClassVar[tuple[str, ...]] = ("cancel",)
    routine: ClassVar[bool] = True
    staffed: ClassVar[bool] = True

    def default(self, s: Campaign, side: int) -> Action | None:
        """Nothing moves but by choice; on the last day of a Game-Turn, when what moves gives up no more flights, it is
        asked if there is room on a field at the front."""
        if s.segment != LAST_DAYS[1]:
            return READY
        forward = (BASES[HENDERSON], BASES[SHORTLANDS])
        asked = any(action[0] == "transfer" and action[2] in forward for action in self.writes(s, side))
        return None if asked else READY

    def places(self, s: Campaign, side: int) -> list[int]:
        at = s.at
        bases = open_bases(s, side)
        # 8.81: who came home from sea lies in port until the Game-Turn ends
        ships = [CARRIER + u for u in s.p.carriers[side]
                 if 0 <= at[u] <= 3 or FLEET <= at[u] < FLEET + 6 or HOME <= at[u] < HOME + 4]
        return bases + ships

    def writes(self, s: Campaign, side: int) -> tuple[Action, ...]:
        draft = s.drafts[side]
        places = self.places(s, side)
        sent: dict[tuple[int, int], int] = {}
        for start, _, kind, points in draft:
            sent[start, kind] = sent.get((start, kind), 0) + points
        goals: list[tuple[int, str, int, Range]] | None = None
        found: list[Action] = []
        for start in places:
            if start >= CARRIER:
                ready = s.decks[start - CARRIER][FRESH]
                stocks = [(NAC, ready)] if ready > 0 else []
            else:
                stocks = [(kind, stock[FRESH]) for kind, stock in enumerate(s.air[start]) if stock[FRESH] > 0]
            for kind, ready in stocks:
                free = ready - sent.get((start, kind), 0)
                if start == HENDERSON and side == USA:
                    paid = sum([sent.get((HENDERSON, other), 0) for other in (LAC, NAC, RAW)])
                    free = min(free, s.supply[USA] * int(s.p.numbers["supply"]["air_points"]) - paid)
                if free <= 0:
                    continue
                if goals is None:
                    goals = [(to, place_id(s, to), room, up_to(room))
                             for to in places if (room := self.room(s, to, draft)) > 0]
                name, word, most = place_id(s, start), KINDS[kind], up_to(free)
                taken = [start, *[to for other, to, sort, _ in draft if other == start and sort == kind]]
                found += [("transfer", name, goal, word, most if free < room else all_)
                          for to, goal, room, all_ in goals if (to < CARRIER or kind == NAC) and to not in taken]
        if draft:
            found.append(("cancel",))
        return (*found, READY)

    def fresh(self, s: Campaign, place: int, kind: int) -> int:
        if place >= CARRIER:
            return s.decks[place - CARRIER][FRESH] if kind == NAC else 0
        return s.air[place][kind][FRESH]

    def room(self, s: Campaign, to: int, draft: Iterable[tuple[int, ...]]) -> int:
        """RS-047, RS-084: how many more air points a place can take, with what leaves it and comes as written."""
        room = int(s.p.deck[to - CARRIER]) - sum(s.decks[to - CARRIER]) if to >= CARRIER else base_room(s, to)
        for start, end, _, points in draft:
            if start == to:
                room += points
            elif end == to:
                room -= points
        return room

    def refusal(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] == "transfer" and len(action) == 5:
            if action[2] in s.p.index and action[3] != "nac":
                return refuse("RS-105", "refused.not_to_carriers")
            names = {place_id(s, place): place for place in self.places(s, side)}
            for place in action[1:3]:
                if place in BASES and place not in names:
                    return refuse("RS-037", "refused.no_base")
                u = s.p.index.get(place, -1)
                if u in s.p.carriers[side] and place not in names and BACK <= s.at[u] < DEEP:
                    return refuse("RS-105", "refused.away")
            start, to = names.get(action[1]), names.get(action[2])
            if start is not None and to is not None and action[3] in KINDS and start != to:
                if (start, to, KINDS.index(action[3])) in {row[:3] for row in s.drafts[side]}:
                    return refuse("RS-105", "refused.written")
                wanted = max(1, int(action[4]))
                room = self.room(s, to, s.drafts[side])
                if room < wanted and to >= CARRIER:
                    return refuse("RS-047", "refused.deck_full")
                if room < wanted:
                    return refuse("RS-084", "refused.base_full")
                if start == HENDERSON and side == USA and self.fresh(s, start, KINDS.index(action[3])) >= wanted:
                    return refuse("RS-107", "refused.supply_for_strike")
            return refuse("RS-105", "refused.transfer")
        return refuse("RS-105", "refused.not_now")

    def write(self, s: Campaign, side: int, action: Action) -> Campaign:
        if action[0] == "cancel":
            return s.draft(side, ())
        row = Move(place_of(s, action[1]), place_of(s, action[2]), KINDS.index(action[3]), action[4])
        return s.draft(side, (*s.drafts[side], row))

    def close(self, s: Campaign) -> Campaign:
        for side in (JAPAN, USA):
            paid = sum(row.points for row in written(s, side) if row.start == HENDERSON)
            if side == USA and paid:
                cost = henderson_supply(s.p, paid)
                s = s.replace(supply=(s.supply[0], s.supply[1] - cost))
                s = s.tell(SupplySpent(side=USA, n=cost, cause="transfer"))
        if s.drafts == ((), ()):
            return s
        air, decks, told = [list(row) for row in s.air], list(s.decks), list(s.news)
        for side, draft in enumerate(s.drafts):
            for start, to, kind, n in draft:
                told.append(Transferred(
                    side=side, start=place_id(s, start), end=place_id(s, to), what=KINDS[kind], n=n))
                for place, cat, more in ((start, FRESH, -n), (to, MOVED, n)):
                    if place >= CARRIER:
                        decks[place - CARRIER] = add(decks[place - CARRIER], cat, more)
                    else:
                        air[place][kind] = add(air[place][kind], cat, more)
        return s.replace(drafts=((), ()), decks=tuple(decks), air=tuple(map(tuple, air)), news=tuple(told))


def place_id(s: Campaign, place: int) -> str:
    return s.p.ids[place - CARRIER] if place >= CARRIER else BASES[place]


def place_of(s: Campaign, name: str) -> int:
    return BASES.index(name) if name in BASES else CARRIER + s.p.index[name]
