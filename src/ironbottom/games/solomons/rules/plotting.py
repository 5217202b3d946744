"""6.3, 8.0, 9.3, 13.1: missions, courses, cargo and submarines, written in secret before each half."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import Any, ClassVar

from ironbottom.games.solomons.rules.events import Boarded, Returned
from ironbottom.games.solomons.rules.intelligence import (
    SILENT,
    Row,
    Word,
    kept,
    may_leave,
    row,
    sails_no_more,
    standing,
    word_of,
)
from ironbottom.games.solomons.rules.naval_movement import (
    SLOT_WAY,
    ends_at,
    make,
    next_places,
    transport_in_time,
    ways_home,
)
from ironbottom.games.solomons.rules.printed import (
    ANTI_SHIP,
    AUSTRALIA,
    BARRED,
    BASES,
    BOMBARD,
    CAPITALS,
    CARRIERS,
    DEEP,
    ES,
    FAST_TRANSPORTS,
    FLEET,
    JAPAN,
    LAST,
    LETTERS,
    MISSIONS,
    PORT,
    PORTS,
    RABAUL,
    TRANSPORT,
    TRANSPORTS,
    TRUK,
    USA,
    Printed,
    fleets,
    place_name,
    traits,
)
from ironbottom.games.solomons.rules.sealed import READY, Opening, Sealed, opened
from ironbottom.games.solomons.rules.state import Campaign, Force, has, hold_rows, pair, put
from ironbottom.kernel.action import Action, Range, up_to
from ironbottom.kernel.step import Refusal, refuse
from ironbottom.kernel.value import value


@value
class PlottingOpens(Opening):
    """RS-060: both sides write the plots of a half."""

    half: int

    def run(self, s: Campaign) -> Campaign:
        return opened(cargo_ashore(s), Plotting(self.half), runs=0)


def cargo_ashore(s: Campaign) -> Campaign:
    """RS-075, A61: no mission begins with cargo but from Rabaul or Espiritu Santo: what ships have aboard in their
    other base returns to the depot."""
    cargo, depot = list(s.cargo), s.depot
    for side, base in ((JAPAN, TRUK), (USA, AUSTRALIA)):
        returned = [u for u in s.p.of_side[side]
                    if cargo[u] > 0 and (s.at[u] == base or in_force_at(s, u, PORT + base))]
        if returned:
            s = s.tell(Returned(side=side, holds=hold_rows(s, returned)))
        for u in returned:
            depot, cargo[u] = pair(depot, side, depot[side] + cargo[u] // 10), 0
    return s.replace(cargo=tuple(cargo), depot=depot)


def in_force_at(s: Campaign, u: int, *places: int) -> bool:
    """Whether a unit is in a task force that stands in one of those places."""
    return FLEET <= s.at[u] < FLEET + 6 and s.forces[s.p.side[u]][s.at[u] - FLEET].pos in places


def crowded(s: Campaign) -> bool:
    """RS-110: whether two submarines lie in one hex while their places are written."""
    out = [s.at[u] for u in s.p.submarines if DEEP <= s.at[u] < DEEP + 19]
    return len(set(out)) < len(out)


def mission_allowed(side: int, holder: int, made: int, mission: int) -> bool:
    """RS-031..RS-034, A30: whether a task force made of such ships may have a mission."""
    if made & TRANSPORTS:
        return mission == TRANSPORT
    if mission == TRANSPORT:
        return made & FAST_TRANSPORTS != 0 and not made & CARRIERS
    return mission != BOMBARD or side == JAPAN or holder != USA


def mission_refused(s: Campaign, side: int, n: int, mission: int) -> Refusal | None:
    """RS-030..RS-034, RS-040, A30, A31, A75: why a task force cannot have a mission."""
    units = s.fleet(side, n)
    if has(s, units, "TR") and mission != TRANSPORT:
        return refuse("RS-032", "refused.transports_transport")
    if has(s, units, "CV") and mission == TRANSPORT:
        return refuse("RS-031", "refused.carriers_mission")
    if mission == BOMBARD and side == USA and s.holder == USA:
        return refuse("RS-034", "refused.holds_field")
    if mission == TRANSPORT and not any(s.p.cargo[u] and s.p.kind[u] in ("TR", "APD") for u in units):
        return refuse("RS-034", "refused.nothing_to_carry")
    return None


FIRST = {1: 1, 2: 8}
"""The first segment of each half."""
FINAL = {1: 7, 2: LAST}
"""The last segment of each half."""
MOST_RUNS = {1: 6, 2: 3}
"""A25: the last arrival of Slot runs that can be answered: each of six task forces may enter K in a segment of its own;
in the second half two segments are left for it."""


def no_sailing(p: Printed, side: int, made: int, base: int, segment: int, word: Word) -> Refusal | None:
    """RS-034, RS-069, RS-071: why a task force may not leave port in a segment."""
    slow = made & TRANSPORTS != 0
    if slow and not transport_in_time(p, side, base, segment):
        return refuse("RS-034", "refused.too_late_for_m")
    if side == JAPAN:
        return may_leave(word, base, made & CAPITALS != 0, slow, False)
    return None


def no_slot(made: int, start: int, word: Word) -> Refusal | None:
    """RS-073, A28: why a Japanese task force cannot make a Slot run."""
    if start != PORT + RABAUL:
        return refuse("RS-073", "refused.slot_from_rabaul")
    if made & BARRED:
        return refuse("RS-073", "refused.slot_ships")
    return may_leave(word, RABAUL, made & CAPITALS != 0, False, True)


def no_answer(made: int, start: int) -> Refusal | None:
    """RS-080: why an American task force cannot be Anti-Slot."""
    if start != PORT + ES or made & (TRANSPORTS | CARRIERS):
        return refuse("RS-080", "refused.anti_slot")
    return None


@lru_cache(maxsize=65536)
def leaves(made: int, start: int, said: tuple[int, int, int], sortie: bool) -> tuple[bool, bool]:
    """Whether a Japanese task force of such ships may leave its port by what was announced: at all, for the Slot."""
    word = said, sortie, 1  # the Game-Turn decides only what is cited
    heavy, slow = made & CAPITALS != 0, made & TRANSPORTS != 0
    return not may_leave(word, start - PORT, heavy, slow, False), not no_slot(made, start, word)


Entry = tuple[Row, tuple[Action, ...]]
"""Actions, and what the task force can then do for the announcements; 0 where it has nothing to do with them."""


def entries(
    s: Campaign, side: int, half: int, n: int, made: int, force: Force, chosen: bool
) -> tuple[Entry, ...]:
    """RS-030, RS-060..RS-067, RS-073, RS-080: what may be written for task force n, made of such ships, whose mission
    may be `chosen` already."""
    start, way, run = force.pos, force.way, force.run
    if force.status or run == 2 or (run == 1 and start < PORT):
        return ()
    port = start if start >= PORT else 0
    sails, slot = leaves(made, port, s.said, s.sortie) if side == JAPAN and port else (True, False)
    end, stay = ends_at(force)
    sailed = not port or (way != () and min(way) < PORT)
    return lines(s.p, side, half, n, made, port, end, min(stay, 2), len(way), sailed, run, force.mission, chosen,
                 s.holder, sails, slot)


@lru_cache(maxsize=65536)
def lines(
    p: Printed, side: int, half: int, n: int, made: int, port: int, end: int, stay: int, written: int, sailed: bool,
    run: int, mission: int, chosen: bool, holder: int, sails: bool, slot: bool,
) -> tuple[Entry, ...]:
    """The same, of all that decides it: the port where the plot begins (0 at sea), where it ends so far and how long
    the ships have stood there, how many of its entries are written, whether the ships are out at sea or were, and by
    the announcements may sail, and run down the Slot."""
    name = f"tf{n + 1}"
    found: list[Action] = []
    if not chosen and not run:
        found += [("mission", name, MISSIONS[m]) for m in (ANTI_SHIP, BOMBARD, TRANSPORT)
                  if m != mission and mission_allowed(side, holder, made, m)]
    if written or run or chosen:
        found.append(("erase", name))
    if run:
        return ((0, tuple(found)),)

    def after(more: int, gone: bool, runs: bool = False) -> Row:
        return row(p, made, port - PORT, runs, gone, written + more, half, True) if port and side == JAPAN else 0

    groups: list[Entry] = [(0, tuple(found))]
    segment = FIRST[half] + written
    places: tuple[int, ...] = ()
    if segment > FINAL[half] or (end >= PORT and sailed):
        pass
    elif end >= PORT and (not sails or (made & TRANSPORTS and not transport_in_time(p, side, end - PORT, segment))):
        places = (end,)
    else:
        places = next_places(p, side, made & CARRIERS != 0, made & TRANSPORTS != 0, end, stay, segment)
    for _, group in groupby(places, lambda place: place >= PORT):
        there = tuple(group)
        gone = sailed or there[0] < PORT
        groups.append((after(1, gone), tuple([("plot", name, place_name(place)) for place in there])))
    if not written and slot:
        low, high = (1, 7) if half == 1 else (8, 9)
        groups.append((after(len(SLOT_WAY), True, True), (("slot", name, Range(low, high)),)))
    if not written and side == USA and not no_answer(made, port):
        groups.append((0, (("answer", name, up_to(MOST_RUNS[half])),)))
    return tuple(groups)


@lru_cache(maxsize=4096)
def diving(name: str, taken: tuple[int, ...]) -> tuple[Action, ...]:
    """RS-110: where a submarine may be put beside those that have been placed."""
    return tuple([("dive", name, LETTERS[h]) for h in range(19) if h not in taken])


@value
class Plotting(Sealed):
    """RS-060: The draft names the task forces whose mission was chosen, and submarines."""

    rule: ClassVar[str] = "RS-060"
    back: ClassVar[tuple[str, ...]] = ("erase", "unload", "recall")
    half: int

    def first(self) -> int:
        return FIRST[self.half]

    def last(self) -> int:
        return FINAL[self.half]

    def writes(self, s: Campaign, side: int) -> tuple[Action, ...]:
        half, drafted = self.half, s.drafts[side]
        bound = side == JAPAN and s.said != SILENT
        rows = standing(s, True) if bound else ()
        true = not bound or kept(s.said, rows)
        made = traits(s.p, s.at, side)
        found: list[Action] = []
        for n, force in enumerate(s.forces[side]):
            if force.pos >= 0:
                for then, actions in entries(s, side, half, n, made[n], force, n in drafted):
                    if not bound or not then or (true if then == rows[n] else kept(s.said, put(rows, n, then))):
                        found += actions
        found += self.cargo(s, side)
        if side == JAPAN and half == 1:
            found += self.dives(s)
        if (not bound or kept(s.said, sails_no_more(rows))) and not (side == JAPAN and crowded(s)):
            found.append(READY)
        return tuple(found)

    def cargo(self, s: Campaign, side: int) -> list[Action]:
        """RS-035, RS-075, RS-078, RS-079, A44, A60, A61: What may be loaded now, first the ship."""
        found: list[Action] = []
        p, port, depot = s.p, PORT + (RABAUL if side == JAPAN else ES), s.depot[side]
        for units, force in zip(fleets(p, s.at, side), s.forces[side], strict=True):
            if force.pos != port or force.status:
                continue
            run = side == JAPAN and force.run == 1
            for u in units:
                if not p.cargo[u] or (p.kind[u] == "DD" and not run):
                    continue
                load = s.cargo[u]
                free = p.cargo[u] - load // 10 - load % 10
                if load:
                    found.append(("unload", p.ids[u]))
                if free <= 0 or (p.kind[u] == "DD" and self.emergency_used(s)):
                    continue
                if depot:
                    found.append(("load", p.ids[u], "ground", up_to(min(free, depot))))
                found.append(("load", p.ids[u], "supply", up_to(free)))
        return found

    def emergency_used(self, s: Campaign) -> bool:
        """RS-078: one Emergency destroyer in each half."""
        return any(key % 10 == self.half for key in s.emergency)

    def dives(self, s: Campaign) -> list[Action]:
        """RS-110, RS-111, A22: Where submarines may be put: also where another lies that has not been placed anew
        yet, and must be then."""
        found: list[Action] = []
        drafted = s.drafts[JAPAN]
        taken = tuple([s.at[u] - DEEP for u in s.p.submarines if 100 + u in drafted])
        for u in s.p.submarines:
            if 100 + u in drafted:
                found.append(("recall", s.p.ids[u]))
            elif s.at[u] == TRUK or DEEP <= s.at[u] < DEEP + 19:
                found += diving(s.p.ids[u], taken)
                if s.p.submarine_calls and s.at[u] != TRUK:
                    found.append(("call_in", s.p.ids[u]))
        return found

    def refusal(self, s: Campaign, side: int, action: Action) -> Refusal:
        verb = action[0]
        if len(action) > 1 and ":" in str(action[1]):  # the page asks with the piece in hand
            action = (verb, action[1].rpartition(":")[2], *action[2:])
        n = int(action[1][2:]) - 1 if len(action) > 1 and str(action[1])[:2] == "tf" and action[1][2:].isdigit() else -1
        if verb in ("plot", "mission", "slot", "answer") and 0 <= n < 6 and s.forces[side][n].pos >= 0:
            return self._refused(s, side, n, action)
        if verb == "load" and len(action) == 4 and action[1] in s.p.index:
            u = s.p.index[action[1]]
            if s.p.kind[u] == "DD":
                return refuse("RS-078", "refused.emergency")
            return refuse("RS-079" if s.p.kind[u] == "APD" else "RS-075", "refused.cargo")
        if verb == "dive":
            return refuse("RS-110", "refused.submarine_hex")
        if verb == "call_in":
            return refuse("RS-111", "refused.submarine_stays")
        if action == READY and side == JAPAN and crowded(s):
            return refuse("RS-110", "refused.submarine_hex")
        if action == READY:
            return refuse("RS-069", "refused.promise_open")
        return refuse("RS-060", "refused.not_now")

    def _refused(self, s: Campaign, side: int, n: int, action: Action) -> Refusal:
        """RS-060..RS-073, A72: why a task force cannot be given that entry."""
        force, made = s.forces[side][n], traits(s.p, s.at, side)[n]
        if force.status:
            return refuse("RS-051", "refused.going_home")
        if force.run == 2 or (force.run == 1 and force.pos < PORT):
            return refuse("A72", "refused.fixed_route")
        if action[0] == "mission":
            mission = MISSIONS.index(action[2]) if len(action) == 3 and action[2] in MISSIONS else 0
            if barred := mission_refused(s, side, n, mission):
                return barred
            if force.run or n in s.drafts[side]:
                return refuse("RS-030", "refused.written")
            return refuse("RS-030", "refused.not_now")
        taken = refuse("RS-060", "refused.written") if force.way or force.run else None
        if action[0] == "slot":
            if side == USA:
                return refuse("RS-073", "refused.slot_from_rabaul")
            return no_slot(made, force.pos, word_of(s)) or taken or refuse("RS-073", "refused.slot_time")
        if action[0] == "answer":
            if side == JAPAN:
                return refuse("RS-080", "refused.anti_slot")
            return no_answer(made, force.pos) or taken or refuse("A25", "refused.arrival")
        pos, stay = ends_at(force)
        segment = self.first() + len(force.way)
        if segment > self.last() or len(action) < 3:
            return refuse("RS-060", "refused.half_full")
        place = _place(action[2])
        carrier, slow = make(s, side, n)
        if place is None:
            return refuse("RS-065", "refused.no_place")
        if force.run == 1 or (pos >= PORT and (force.pos < PORT or any(place < PORT for place in force.way))):
            return refuse("RS-071", "refused.one_sortie")
        if place >= PORT and (place - PORT not in PORTS[side] or not s.p.base_open(place - PORT, carrier)):
            return refuse("RS-067" if carrier else "RS-072", "refused.base_closed")
        if pos >= PORT and place >= PORT and place != pos:
            return refuse("RS-063", "refused.entry")
        if pos >= PORT and place < PORT:
            if place not in s.p.entries[pos - PORT]:
                return refuse("RS-064", "refused.entry")
            stopped = no_sailing(s.p, side, made, pos - PORT, segment, word_of(s))
            if stopped:
                return stopped
        if pos < PORT and place < PORT and place != pos and place not in s.p.near[pos]:
            return refuse("RS-061", "refused.too_far")
        if pos < PORT and place != pos and slow and stay < 2:
            return refuse("RS-062", "refused.two_segments")
        if pos < PORT and place >= PORT and pos not in s.p.entries[place - PORT]:
            return refuse("RS-063", "refused.exit")
        if pos >= PORT and side == JAPAN:
            return refuse("RS-069", "refused.needed_for_promise")
        return refuse("RS-066", "refused.not_home")

    def write(self, s: Campaign, side: int, action: Action) -> Campaign:
        verb = action[0]
        if verb in ("load", "unload"):
            return self._load(s, side, s.p.index[action[1]], action)
        if verb in ("dive", "recall", "call_in"):
            u = s.p.index[action[1]]
            drafted = s.drafts[JAPAN]
            if verb == "recall":
                s = s.draft(JAPAN, tuple(d for d in drafted if d != 100 + u))
                return s.replace(at=put(s.at, u, s.berth[u]))
            to = TRUK if verb == "call_in" else DEEP + LETTERS.index(action[2])
            return s.replace(at=put(s.at, u, to)).draft(JAPAN, (*drafted, 100 + u))
        n = int(action[1][2:]) - 1
        force = s.forces[side][n]
        if verb == "mission":
            return s.set_force(side, n, force.replace(mission=MISSIONS.index(action[2]))).draft(
                side, (*s.drafts[side], n))
        if verb == "plot":
            place = _place(action[2])
            assert place is not None
            return s.set_force(side, n, force.replace(way=(*force.way, place)))
        if verb == "slot":
            wait = (force.pos,) * (action[2] - self.first())
            return s.set_force(JAPAN, n, force.replace(way=wait + SLOT_WAY, run=1, due=action[2] + 2))
        if verb == "answer":
            return s.set_force(USA, n, force.replace(run=10 + action[2], mission=ANTI_SHIP, way=()))
        for u in s.fleet(side, n):
            if s.p.kind[u] == "DD" and s.cargo[u] > 0:
                s = self._load(s, side, u, ("unload", s.p.ids[u]))
        return s.set_force(side, n, force.replace(way=(), run=0, due=0)).draft(
            side, tuple(d for d in s.drafts[side] if d != n))

    def _load(self, s: Campaign, side: int, u: int, action: Action) -> Campaign:
        load = s.cargo[u]
        if action[0] == "unload":
            s = s.replace(depot=pair(s.depot, side, s.depot[side] + load // 10), cargo=put(s.cargo, u, 0))
            return s.replace(emergency=tuple(key for key in s.emergency if key != u * 10 + self.half))
        if action[2] == "ground":
            s = s.replace(depot=pair(s.depot, side, s.depot[side] - action[3]))
            load += 10 * action[3]
        else:
            load += action[3]
        s = s.replace(cargo=put(s.cargo, u, load))
        if s.p.kind[u] == "DD" and u * 10 + self.half not in s.emergency:
            s = s.replace(emergency=(*s.emergency, u * 10 + self.half))
        return s

    def filled(self, s: Campaign, side: int) -> Campaign:
        """RS-060: unwritten entries: stay in base, or the shortest way home."""
        for n in range(6):
            force = s.forces[side][n]
            if force.pos < 0 or force.status or force.run:
                continue
            s = s.set_force(side, n, self._complete(s, side, n, force))
        return s

    def _complete(self, s: Campaign, side: int, n: int, force: Force) -> Force:
        pos, stay = ends_at(force)
        left = self.last() - self.first() + 1 - len(force.way)
        if left <= 0 or pos >= PORT:
            return force
        carrier, slow = make(s, side, n)
        bases = sorted(
            (b for b in PORTS[side] if s.p.base_open(b, carrier)), key=lambda b: (s.p.home_hops[b][pos], b)
        )
        way = ways_home(s.p, slow, pos, stay, bases[0])[0]
        return force.replace(way=force.way + way[:left])

    def finish(self, s: Campaign, side: int) -> Campaign:
        # RS-034: who was parted from the transports at sea has nothing to carry
        for n, force in enumerate(s.forces[side]):
            if (0 <= force.pos < PORT and force.mission == TRANSPORT and not force.status
                    and mission_refused(s, side, n, TRANSPORT)):
                s = s.set_force(side, n, force.replace(mission=ANTI_SHIP))
        return self.filled(s, side)

    def close(self, s: Campaign) -> Campaign:
        for side in (JAPAN, USA):
            aboard = [u for u in s.p.of_side[side] if s.cargo[u] > 0 and in_force_at(
                s, u, *(PORT + base for base in PORTS[side]))]
            if aboard:
                s = s.tell(Boarded(side=side, holds=hold_rows(s, aboard)))
        return s.blank()


def _place(name: Any) -> int | None:
    if isinstance(name, str) and len(name) == 1 and name in LETTERS:
        return LETTERS.index(name)
    return PORT + BASES.index(name) if name in BASES else None

