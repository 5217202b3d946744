"""5.0: initial placement, preliminary set-up, and the allocation of ships to task forces."""

from __future__ import annotations

from typing import Any, ClassVar

from ironbottom.games.solomons.rules.intelligence import (
    SILENT,
    kept,
    ports,
    promises_hold,
    row_of,
    standing,
    unused,
)
from ironbottom.games.solomons.rules.naval_movement import home_by, make
from ironbottom.games.solomons.rules.printed import (
    ANTI_SHIP,
    BACK,
    BASES,
    BEACH,
    CARRIERS,
    DEEP,
    FLEET,
    HOME,
    JAPAN,
    LAST,
    OUT,
    PORT,
    PORTS,
    RABAUL,
    SCHOOL,
    TRANSPORT,
    TRANSPORTS,
    TRUK,
    USA,
    M,
    Printed,
    fleets,
    traits,
)
from ironbottom.games.solomons.rules.sealed import READY, Opening, Sealed, opened
from ironbottom.games.solomons.rules.state import (
    NOBODY,
    NONE,
    Campaign,
    Force,
    has,
    pair,
    put,
    survey,
)
from ironbottom.kernel.action import Action, up_to
from ironbottom.kernel.event import Event, Later
from ironbottom.kernel.step import Refusal, refuse
from ironbottom.kernel.value import value


def first_state(p: Printed) -> Campaign:
    """RS-010, RS-016, RS-198: the printed placement of Game-Turn 1, with the ships of the augmentation."""
    n = p.units
    at = []
    for u in range(n):
        here = p.turn[u] == 1 and p.arms[u] <= p.augmentation
        place = p.place[u]
        at.append(OUT if not here else BEACH if place == "M" else BASES.index(place))
    setup = p.data["setup"]
    us, jp = setup["american"], setup["japanese"]
    decks = tuple(
        (p.deck[u], 0, 0, 0) if at[u] == BEACH and p.deck[u] else NONE for u in range(n)
    )
    air = [[NONE, NONE, NONE] for _ in BASES]
    air[RABAUL][0] = (jp["lac_rabaul"], 0, 0, 0)
    air[TRUK][2] = (jp["raw_truk"], 0, 0, 0)
    air[BASES.index("espiritu_santo")][0] = (us["lac_es"], 0, 0, 0)
    s = Campaign(
        p, at=tuple(at), due=(0,) * n, dived=(0,) * n, seen=(-1,) * n, cargo=(0,) * n, decks=decks,
        air=tuple((a, b, c) for a, b, c in air),
        ground=(jp["ground_guadalcanal"], us["ground_guadalcanal"]),
        supply=(jp["supply_guadalcanal"], us["supply_guadalcanal"]),
        depot=(jp["ground_rabaul"], us["ground_es"]),
    )
    return survey(s)


@value
class Placed(Event):
    """RS-010: the first placement is done."""

    file_name: ClassVar[str] = "placed"


@value
class InitialPlacement(Sealed):
    """RS-010, RS-150, A50: Japan splits the aircraft over his carriers; the Americans name the transport
    without supply."""

    rule: ClassVar[str] = "RS-010"
    back: ClassVar[tuple[str, ...]] = ("unload", "fill")

    def carriers(self, s: Campaign) -> list[int]:
        return [u for u in s.p.of_side[JAPAN] if s.p.deck[u] and s.at[u] == TRUK]

    def left(self, s: Campaign) -> int:
        return int(s.p.data["setup"]["japanese"]["aboard"] - sum(n for _, n in s.drafts[JAPAN]))

    def writes(self, s: Campaign, side: int) -> tuple[Action, ...]:
        found: list[Action] = []
        if side == JAPAN:
            aboard = dict(s.drafts[JAPAN])
            left = self.left(s)
            for u in self.carriers(s):
                room = min(s.p.deck[u] - aboard.get(u, 0), left)
                if room > 0:
                    found.append(("carry", s.p.ids[u], up_to(room)))
                if u in aboard:
                    found.append(("unload", s.p.ids[u]))
            return (*found, READY) if not left else tuple(found)
        if s.drafts[USA]:
            return (("fill", s.p.ids[s.drafts[USA][0]]), READY)
        return (*(("empty", s.p.ids[u]) for u in s.p.of_side[USA] if s.p.kind[u] == "TR"), READY)

    def refusal(self, s: Campaign, side: int, action: Action) -> Refusal:
        u = s.p.index.get(str(action[1]), -1) if action[0] == "carry" and len(action) == 3 else -1
        if side != JAPAN or u not in self.carriers(s):
            return refuse("RS-010", "refused.not_now")
        if int(action[2]) <= s.p.deck[u] - dict(s.drafts[JAPAN]).get(u, 0):
            return refuse("A50", "refused.all_aboard")
        return refuse("RS-150", "refused.deck_full")

    def write(self, s: Campaign, side: int, action: Action) -> Campaign:
        u = s.p.index[action[1]]
        if action[0] == "empty":
            return s.draft(USA, (u,))
        if action[0] == "fill":
            return s.draft(USA, ())
        aboard = dict(s.drafts[JAPAN])
        if action[0] == "carry":
            aboard[u] = aboard.get(u, 0) + action[2]
        else:
            aboard.pop(u)
        return s.draft(JAPAN, tuple(sorted(aboard.items())))

    def close(self, s: Campaign) -> Campaign:
        decks, cargo = list(s.decks), list(s.cargo)
        for u, n in s.drafts[JAPAN]:
            decks[u] = (n, 0, 0, 0)
        transports = [u for u in s.p.of_side[USA] if s.p.kind[u] == "TR"]
        empty = s.drafts[USA][0] if s.drafts[USA] else transports[-1]
        for u in transports:
            cargo[u] = 0 if u == empty else 1
        return survey(s.replace(decks=tuple(decks), cargo=tuple(cargo), drafts=((), ()))).tell(Placed())


Load = tuple[int, int, int]
"""Units that count at Rabaul, their guns, and carriers."""


def rabaul_load(s: Campaign, units: Any, load: Load = (0, 0, 0)) -> Load:
    """RS-014, RS-150: what units weigh at Rabaul, beside what is there."""
    number, guns, carriers = load
    for u in units:
        if s.p.kind[u] not in ("TR", "SS"):
            number, guns, carriers = number + 1, guns + s.p.bombardment[u], carriers + (s.p.deck[u] > 0)
    return number, guns, carriers


def rabaul_fits(s: Campaign, units: Any, load: Load = (0, 0, 0)) -> bool:
    """RS-014: at most ten units that are no transports, with 100 bombardment in all, and no carriers."""
    number, guns, carriers = rabaul_load(s, units, load)
    return number <= s.p.ship_limit and guns <= s.p.gun_limit and not carriers


@value
class Stationed(Event):
    """RS-012, RS-013: ships go to the side's other base."""

    file_name: ClassVar[str] = "stationed"
    side: int
    units: tuple[str, ...]
    base: Later[int] = -1


def stands(s: Campaign, u: int) -> int:
    """RS-015, RS-081: where a ship is when a Game-Turn begins: one that came from sea and needs no refit is ready."""
    at = s.at[u]
    rested = BACK <= at < SCHOOL and s.due[u] == s.turn and not s.dived[u] and not s.p.refit(at - BACK, s.p.kind[u])
    return at - BACK if rested else at


@value
class PreliminarySetUp(Sealed):
    """RS-010..RS-015: Available ships are placed at one base or the other."""

    rule: ClassVar[str] = "RS-013"
    back: ClassVar[tuple[str, ...]] = ("leave",)

    def movable(self, s: Campaign, side: int) -> list[int]:
        ports = PORTS[side]
        return [u for u in s.p.ships[side] if stands(s, u) in ports]

    def at_rabaul(self, s: Campaign) -> list[int]:
        moved = set(s.drafts[JAPAN])
        movable = self.movable(s, JAPAN)
        here = [u for u in movable if (stands(s, u) == RABAUL) != (u in moved)]
        return here + [u for u in s.p.of_side[JAPAN]
                       if s.at[u] == BACK + RABAUL and s.due[u] == s.turn and u not in movable]

    def writes(self, s: Campaign, side: int) -> tuple[Action, ...]:
        moved = set(s.drafts[side])
        found: list[Action] = []
        load = rabaul_load(s, self.at_rabaul(s)) if side == JAPAN else (0, 0, 0)
        for u in self.movable(s, side):
            name = s.p.ids[u]
            if u in moved:
                if side == USA or stands(s, u) == TRUK or rabaul_fits(s, (u,), load):
                    found.append(("leave", name))
                continue
            one, other = PORTS[side]
            to = other if stands(s, u) == one else one
            if to != RABAUL or s.p.kind[u] == "TR" or rabaul_fits(s, (u,), load):
                found.append(("station", name, BASES[to]))
        return (*found, READY)

    def refusal(self, s: Campaign, side: int, action: Action) -> Refusal:
        u = s.p.index.get(str(action[1]), -1) if action[0] == "station" and len(action) == 3 else -1
        if u >= 0 and s.p.kind[u] == "SS" and side == JAPAN:
            return refuse("RS-016", "refused.submarine")
        if u in self.movable(s, side) and stands(s, u) == TRUK and action[2] == "rabaul" and u not in s.drafts[side]:
            return refuse("RS-014", "refused.rabaul_full")
        if u >= 0 and s.p.side[u] == side and BACK <= stands(s, u) < DEEP:
            return refuse("RS-015", "refused.away")
        return refuse("RS-012" if side == USA else "RS-013", "refused.not_now")

    def write(self, s: Campaign, side: int, action: Action) -> Campaign:
        u = s.p.index[action[1]]
        moved = s.drafts[side]
        if action[0] == "station":
            return s.draft(side, tuple(sorted((*moved, u))))
        return s.draft(side, tuple(v for v in moved if v != u))

    def close(self, s: Campaign) -> Campaign:
        at = list(s.at)
        for side in (JAPAN, USA):
            one, other = PORTS[side]
            for u in s.drafts[side]:
                at[u] = other if stands(s, u) == one else one
            if s.drafts[side]:
                s = s.tell(*(Stationed(side=side, units=tuple(s.p.ids[u] for u in units), base=base)
                             for base in PORTS[side] if (units := [u for u in s.drafts[side] if at[u] == base])))
        return survey(s.replace(at=tuple(at), drafts=((), ())))


FRESH_AT = tuple(Force(PORT + base) for base in range(len(BASES)))
"""A new task force at each base."""
MOST_OWED = 5
"""Task forces that announcements can ask for: one for the Slot, two each from Rabaul and from Truk."""


FREE_ASHORE = frozenset((*range(4), BEACH))
"""Where ships lie that are put into task forces, beside task forces at sea."""


def default_mission(s: Campaign, units: tuple[int, ...]) -> int:
    """RS-031, RS-032: the mission that a new task force has until another is given."""
    return TRANSPORT if has(s, units, "TR") else ANTI_SHIP


@value
class AllocationOpens(Opening):
    """RS-022, RS-024, A45: from here on the ships are hidden."""

    half: int

    def run(self, s: Campaign) -> Campaign:
        if self.half == 1:
            s = survey(s)
        met = s.seen if self.half == 2 and max(s.seen) >= 0 else ()
        return opened(s, Allocation(self.half), veiled=True, shown=((), ()), seen=(-1,) * s.p.units, met=met)


@value
class Allocation(Sealed):
    """RS-020..RS-025, RS-033, A7, A13, A55: Ships are put into task forces: first the ship, then the force.

    The draft is (ship in hand or -1, ships already decided). Where announcements leave little room, only the last
    decision can be taken back: the position before it could keep them."""

    rule: ClassVar[str] = "RS-020"
    back: ClassVar[tuple[str, ...]] = ("dismiss",)
    half: int

    def writes(self, s: Campaign, side: int) -> tuple[Action, ...]:
        hand, done = s.drafts[side] or (-1, ())
        if hand >= 0:
            return tuple([("join", place) for place in self.places(s, side, hand)])
        p, at, ids = s.p, s.at, s.p.ids
        bound = side == JAPAN and s.said != SILENT and unused(s) < MOST_OWED
        decided = set(done)
        back = {done[-1]} if bound and done else decided
        free = FREE_ASHORE | self.free_at_sea(s, side) if self.half == 2 else FREE_ASHORE
        found = [("dismiss" if u in decided else "take", ids[u]) for u in p.ships[side]
                 if (at[u] in free and u not in decided) or u in back]
        ready = BEACH not in [at[u] for u in p.ships[side]] if side == USA else promises_hold(s, s.said, True)
        return (*found, READY) if ready else tuple(found)

    def free_at_sea(self, s: Campaign, side: int) -> set[int]:
        """RS-024, A55, A72: the task forces at sea whose ships may be combined anew."""
        return {FLEET + n for n, force in enumerate(s.forces[side])
                if force.pos < PORT and not force.status and not force.run}

    def places(self, s: Campaign, side: int, u: int) -> list[str]:
        """Where a ship in hand may go."""
        found = []
        where = s.at[u]
        beach = where == BEACH
        sea = where >= FLEET and not beach
        forces = s.forces[side]
        squadrons, made = fleets(s.p, s.at, side), traits(s.p, s.at, side)
        here = M if beach else forces[where - FLEET].pos if sea else PORT + where
        opened = False
        trait = s.p.trait[u]
        apart = CARRIERS if trait & TRANSPORTS else TRANSPORTS if trait & CARRIERS else 0
        bound = side == JAPAN and s.said != SILENT
        if bound and not sea:
            rows, left = standing(s, False), ports(s.p, s.at, (*s.drafts[side][1], u))
            numbers = unused(s)
        for n, force in enumerate(forces):
            new = force.pos < 0
            if new:
                if opened or (sea and len(squadrons[where - FLEET]) == 1):
                    continue
                opened = True
            elif (force.pos != here or force.status or force.run or n == where - FLEET or made[n] & apart):
                continue
            if beach:
                fits = self.beach_fits(self.write(s, side, ("join", f"tf{n + 1}")))
            elif sea:
                fits = self.sea_fits(self.write(s, side, ("join", f"tf{n + 1}")), side, n)
            elif bound:
                joined = row_of(s.p, made[n] | trait, FRESH_AT[where] if new else force, s.half, False)
                fits = kept(s.said, put(rows, n, joined), left, numbers - new)
            else:
                fits = True
            if fits:
                found.append(f"tf{n + 1}")
        if sea or (not beach and (not bound or kept(s.said, rows, left, numbers))):
            found.append("stay")
        return found

    def sea_fits(self, s: Campaign, side: int, n: int) -> bool:
        """RS-024, RS-066, RS-069: ships at sea, combined anew, can be home in time, and what was announced be done."""
        force, (carrier, slow) = s.forces[side][n], make(s, side, n)
        if home_by(s.p, side, carrier, slow, force.pos, 7, force.stay) > LAST:
            return False
        return side == USA or promises_hold(s, s.said, False)

    def beach_fits(self, s: Campaign) -> bool:
        """RS-025, RS-033: the rest of the landing fleet still finds room in six task forces."""
        if any(force.pos < 0 for force in s.forces[USA]):
            return True
        waiting = [u for u in s.p.of_side[USA] if s.at[u] == BEACH]
        fleets = [s.fleet(USA, n) for n in range(6)]
        return (not has(s, tuple(waiting), "CV") or any(not has(s, f, "TR") for f in fleets)) and (
            not has(s, tuple(waiting), "TR") or any(not has(s, f, "CV") for f in fleets)
        )

    def refusal(self, s: Campaign, side: int, action: Action) -> Refusal:
        hand = s.drafts[side][0] if s.drafts[side] else -1
        if action[0] == "join" and hand >= 0 and len(action) == 2 and action[1][:2] == "tf" and action[1][2:].isdigit():
            n = int(action[1][2:]) - 1
            if not 0 <= n < 6:
                return refuse("RS-025", "refused.six")
            units = s.fleet(side, n)
            kind = s.p.kind[hand]
            if (kind == "TR" and has(s, units, "CV")) or (kind == "CV" and has(s, units, "TR")):
                return refuse("RS-033", "refused.carriers_and_transports")
            force = s.forces[side][n]
            where = s.at[hand]
            here = M if where == BEACH else s.forces[side][where - FLEET].pos if where >= FLEET else PORT + where
            if force.pos >= 0 and force.pos != here:
                return refuse("RS-020" if here >= PORT else "RS-024", "refused.other_place")
            if side == JAPAN and not promises_hold(self.write(s, side, action), s.said, False):
                return refuse("RS-069", "refused.needed_for_promise")
            return refuse("RS-024" if where >= FLEET else "RS-020", "refused.not_now")
        if action[0] == "join" and hand >= 0 and action[1:] == ("stay",):
            return refuse("RS-069", "refused.needed_for_promise")
        if action == READY:
            return refuse("RS-069", "refused.promise_open") if side == JAPAN else refuse(
                "RS-010", "refused.landing_fleet")
        if action[0] == "take" and len(action) == 2 and action[1] in s.p.index:
            u = s.p.index[action[1]]
            if s.p.side[u] == side and s.p.kind[u] == "SS":
                return refuse("RS-110", "refused.submarine")
            if s.p.side[u] == side and HOME <= s.at[u] < HOME + 4:
                return refuse("RS-071", "refused.one_sortie")
            if s.p.side[u] == side and BACK <= s.at[u] < DEEP:
                return refuse("RS-049" if s.at[u] >= SCHOOL else "RS-081", "refused.away")
            if s.p.side[u] == side and s.at[u] >= FLEET:
                return refuse("RS-024" if self.half == 2 else "RS-023", "refused.at_sea")
        return refuse("RS-020", "refused.not_now")

    def write(self, s: Campaign, side: int, action: Action) -> Campaign:
        hand, done = s.drafts[side] or (-1, ())
        verb, name = action
        if verb == "take":
            return s.draft(side, (s.p.index[name], done))
        if verb == "dismiss":
            u = s.p.index[name]
            draft = (-1, tuple([v for v in done if v != u]))
            where = s.at[u]
            inside = FLEET <= where < FLEET + 6
            new = inside and (s.forces[side][where - FLEET].pos >= PORT or s.berth[u] == BEACH)
            out = (new and self.half == 1) or (inside and new and where >= FLEET and (
                s.forces[side][where - FLEET].pos >= PORT))
            return self.put_in(s, side, u, -1, draft) if out else s.draft(side, draft)
        draft = (-1, (*done, hand))
        return s.draft(side, draft) if name == "stay" else self.put_in(s, side, hand, int(name[2:]) - 1, draft)

    def put_in(self, s: Campaign, side: int, u: int, n: int, draft: tuple[Any, ...]) -> Campaign:
        """A ship joins task force n, or goes back to where it was (-1); what is written then."""
        where = s.at[u]
        old = s.forces[side][where - FLEET] if FLEET <= where < FLEET + 6 else NOBODY
        at, forces = put(s.at, u, FLEET + n if n >= 0 else s.berth[u]), s.forces[side]
        squadrons, drafts = fleets(s.p, at, side), pair(s.drafts, side, draft)
        if old.pos >= 0:
            left = squadrons[where - FLEET]
            new = old.replace(mission=default_mission(s, left)) if left and old.pos >= PORT else old
            forces = put(forces, where - FLEET, new if left else NOBODY)
        if n < 0:
            return s.replace(at=at, forces=pair(s.forces, side, forces), drafts=drafts)
        force, units = forces[n], squadrons[n]
        if force.pos < 0:
            if old.pos >= 0:
                force = old.replace(mission=default_mission(s, units), due=0)
            elif where == BEACH:
                force = Force(pos=M, mission=default_mission(s, units), stay=0, base=BASES.index("australia"))
            else:
                force = Force(pos=PORT + where, mission=default_mission(s, units), stay=1, base=where)
        else:
            slow = s.p.kind[u] == "TR"
            stay = min(force.stay, old.stay) if slow and old.pos >= 0 else force.stay
            if slow and old.pos >= 0 and not has(s, tuple(v for v in units if v != u), "TR"):
                stay = old.stay
            force = force.replace(mission=default_mission(s, units) if slow or force.pos >= PORT else force.mission,
                              stay=stay)
        return s.replace(at=at, forces=pair(s.forces, side, put(forces, n, force)), drafts=drafts)

    def close(self, s: Campaign) -> Campaign:
        return s.blank()
