"""10.2, 14.42: how what flew lands, and where it goes without its deck."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.solomons.rules.air.losses import TakeLosses
from ironbottom.games.solomons.rules.air.points import CARRIER, add, give_back, in_the_air
from ironbottom.games.solomons.rules.missions import lost_ships
from ironbottom.games.solomons.rules.printed import (
    BASES,
    ES,
    HENDERSON,
    JAPAN,
    NAC,
    PORT,
    RABAUL,
    SHORTLANDS,
    USA,
    K,
    L,
    M,
    O,
)
from ironbottom.games.solomons.rules.state import (
    FIRED,
    FLOWN,
    FRESH,
    Campaign,
    Patrol,
    at_sea,
    base_room,
    is_open,
    lose_air,
    owner_of,
    pair,
    put,
)
from ironbottom.kernel.action import Action, up_to
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto, Decision
from ironbottom.kernel.value import value


@value
class LostOnTheWay(Event):
    """RS-104: what is lost again on the way home from extended range."""

    file_name: ClassVar[str] = "long_way"
    side: int
    n: int


@value
class Return(Auto):
    """RS-104: the survivors turn for home; at extended range as many again are lost."""

    flight: int

    def run(self, s: Campaign) -> Campaign:
        f = s.flights[self.flight]
        owed = min(f.owed, f.lac + f.nac)
        if owed:
            s = s.replace(flights=put(s.flights, self.flight, f.replace(owed=0)))
            s = s.tell(LostOnTheWay(side=f.side, n=owed))
            return s.push(TakeLosses(self.flight, owed), self)
        return s.replace(flights=put(s.flights, self.flight, f.replace(done=True)))


@value
class FlightsHome(Auto):
    """RS-087, RS-102, A8: when all attacks and counter-attacks are over, the survivors land where they came from; none
    of them was retained for a counter-attack."""

    def run(self, s: Campaign) -> Campaign:
        for i, f in enumerate(s.flights):
            if f.done and f.parts:
                hex_ = f.origin if f.origin < PORT else f.where
                s = give_back(s, f.side, f.parts, not f.counter, True, hex_)
                s = s.replace(flights=put(s.flights, i, f.replace(parts=(), lac=0, nac=0)))
            elif f.done and (f.lac or f.nac):
                s = s.replace(flights=put(s.flights, i, f.replace(lac=0, nac=0)))
        return s


@value
class Landing(Auto):
    """RS-094, RS-101, A10: sections E and F: aircraft of lost carriers look for another deck or field; at the end of F
    (`strikes`) also those that come back from attacks."""

    side: int
    strikes: bool = False

    def run(self, s: Campaign) -> Campaign:
        side = self.side
        lost = {u: h for other, u, h in s.widows if other == side}
        returned = self.strikes and any(s.p.side[u] == side for u in s.fallen) and any(
            f.side == side and f.origin < PORT for f in s.flights)
        if not lost:
            return s.push(Alight(side)) if returned else s
        patrols = []
        for patrol in s.patrols[side]:
            stay = []
            for part in patrol.parts:
                u = part[0] - CARRIER
                if u in lost:
                    flew = FIRED if (patrol.fired or bound(s, patrol)) and part[2] == FRESH else part[2]
                    s = s.replace(homeless=pair(s.homeless, side, (*s.homeless[side], (lost[u], part[3], flew))))
                else:
                    stay.append(part)
            patrols.append(patrol.replace(parts=tuple(stay)))
        s = s.replace(patrols=pair(s.patrols, side, tuple(p for p in patrols if p.parts)))
        return s.replace(widows=tuple(row for row in s.widows if row[0] != side)).push(Alight(side))


@value
class Alight(Decision):
    """RS-091, RS-101, RS-102, A11: Where homeless aircraft land. On a carrier they may still do what they have
    not done yet; on a land base they attack no more."""

    rule: ClassVar[str] = "RS-101"
    routine: ClassVar[bool] = True
    side: int

    def places(self, s: Campaign, hex_: int) -> list[tuple[str, int]]:
        found = []
        for n in at_sea(s, self.side):
            if s.p.dist[s.forces[self.side][n].pos][hex_] <= 1:
                for u in s.fleet(self.side, n):
                    room = s.p.deck[u] - sum(s.decks[u]) - self.out(s, u)
                    if room > 0:
                        found.append((s.p.ids[u], room))
        for base, at in ((RABAUL, K), (SHORTLANDS, L), (ES, O), (HENDERSON, M)):
            near = hex_ == at if base in (RABAUL, ES) else s.p.dist[hex_][at] <= 1
            if near and owner_of(s, base) == self.side and is_open(s, base):
                room = base_room(s, base) - sum(
                    part[3] for group in in_the_air(s, self.side) for part in group if part[0] == base)
                if room > 0:
                    found.append((BASES[base], room))
        return found

    def out(self, s: Campaign, u: int) -> int:
        """Points that fly from a carrier now, and need its deck."""
        return sum(part[3] for group in in_the_air(s, self.side) for part in group if part[0] == CARRIER + u)

    def first(self, s: Campaign) -> tuple[int, int] | None:
        """A hex with homeless aircraft that can land somewhere, and how many they are."""
        for hex_, n, _ in s.homeless[self.side]:
            if n and self.places(s, hex_):
                return hex_, sum(points for other, points, _ in s.homeless[self.side] if other == hex_)
        return None

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        pool = self.first(s)
        if pool is None:
            return (("done",),)
        return tuple(("land", name, up_to(min(pool[1], room))) for name, room in self.places(s, pool[0]))

    def default(self, s: Campaign, side: int) -> Action | None:
        """Where nothing can land, nothing is to be decided."""
        legal = self.legal(s, side)
        return legal[0] if legal == (("done",),) else None

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        if action == ("done",):
            n = sum(n for _, n, _ in s.homeless[side])
            s = s.replace(homeless=pair(s.homeless, side, ()))
            return lose_air(s, side, -1, (0, n))
        hex_, _ = self.first(s)  # type: ignore[misc]
        pool, landed, left = [], [], action[2]
        for h, n, cat in sorted(s.homeless[side], key=lambda row: row[2]):  # those that may still attack first
            taken = min(left, n) if h == hex_ else 0
            left -= taken
            if taken:
                landed.append((cat, taken))
            if n > taken:
                pool.append((h, n - taken, cat))
        s = s.replace(homeless=pair(s.homeless, side, tuple(pool)))
        if action[1] in BASES:
            base = BASES.index(action[1])
            if base == HENDERSON and s.owing[side]:
                # RS-097: what the bombs have destroyed is taken from those that were based there before
                guests = Patrol(-1, -1, ((HENDERSON, NAC, FLOWN, action[2]),))
                return s.replace(patrols=pair(s.patrols, side, (*s.patrols[side], guests))).push(self)
            stock = add(s.air[base][NAC], FLOWN, action[2])
            return s.replace(air=put(s.air, base, put(s.air[base], NAC, stock))).push(self)
        u = s.p.index[action[1]]
        if any(isinstance(step, AirDone) for step in s.stack):
            # guests of this segment were not retained for a counter-attack: they stand on deck when all is over
            parts = tuple((CARRIER + u, NAC, cat, n) for cat, n in landed)
            s = s.replace(patrols=pair(s.patrols, side, (*s.patrols[side], Patrol(-1, -1, parts))))
        else:
            for cat, n in landed:
                s = s.replace(decks=put(s.decks, u, add(s.decks[u], cat, n)))
        return s.push(self)


def bound(s: Campaign, patrol: Patrol) -> bool:
    """A34: whether its aircraft flew a mission though they met nobody: a patrol that was ordered, by the option."""
    return s.p.patrol_binds and patrol.hex >= 0 and all(part[0] != HENDERSON for part in patrol.parts)


@value
class AirDone(Auto):
    """RS-087, RS-094: patrols land."""

    stays: ClassVar[bool] = True

    def run(self, s: Campaign) -> Campaign:
        waiting = []
        for side in (JAPAN, USA):
            for patrol in s.patrols[side]:
                if not new_there(patrol):
                    s = give_back(s, side, patrol.parts, False, patrol.fired or bound(s, patrol), patrol.hex)
            waiting.append(tuple(patrol for patrol in s.patrols[side] if new_there(patrol)))
            s = lost_ships(s, side)
        return s.replace(stack=s.stack[:-1], patrols=tuple(waiting), flights=(), layouts=())


def new_there(patrol: Patrol) -> bool:
    """Whether these came to the field on Guadalcanal, without their carrier, in a segment in which it was bombed."""
    return patrol.hex < 0 and patrol.parts[0][0] == HENDERSON


def settled(s: Campaign, side: int) -> Campaign:
    """RS-097: when the field's losses are taken, those that came to it in the segment stand there too."""
    for patrol in s.patrols[side]:
        s = give_back(s, side, patrol.parts, False, False, patrol.hex)
    return s.replace(patrols=pair(s.patrols, side, ())) if s.patrols[side] else s
