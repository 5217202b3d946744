"""14.11, 14.41, 14.7: what flies is written in secret, and takes off."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from ironbottom.games.solomons.rules.air.attack import Strikes, launched_from
from ironbottom.games.solomons.rules.air.counter_attack import Counters
from ironbottom.games.solomons.rules.air.ground_attack import BaseLosses
from ironbottom.games.solomons.rules.air.landing import AirDone, FlightsHome, Landing
from ironbottom.games.solomons.rules.air.points import (
    ATTACKERS,
    DEFENDERS,
    GUADALCANAL,
    base_reach,
    count,
    decks,
    enemy_name,
    henderson_supply,
    land_bases,
    origin_name,
    take_base,
    take_deck,
    target_name,
)
from ironbottom.games.solomons.rules.events import StrikeLaunched, SupplySpent
from ironbottom.games.solomons.rules.intelligence import current
from ironbottom.games.solomons.rules.missions import altered, executed, why_not_altered
from ironbottom.games.solomons.rules.printed import (
    AUSTRALIA,
    BACK,
    BASES,
    BOMBARD,
    CARRIERS,
    FLEET,
    HENDERSON,
    JAPAN,
    KINDS,
    LAC,
    LAST_DAYS,
    NAC,
    PORT,
    RABAUL,
    RAW,
    SCHOOL,
    SHORTLANDS,
    SUNK,
    TRUK,
    USA,
    L,
    M,
    traits,
)
from ironbottom.games.solomons.rules.sealed import READY, Opening, Sealed, opened
from ironbottom.games.solomons.rules.state import FLOWN, Campaign, Flight, Patrol, at_sea, deed, has, pair
from ironbottom.kernel.action import Action, up_to
from ironbottom.kernel.step import Refusal, refuse
from ironbottom.kernel.value import value


@value
class AllocationOfAir(Opening):
    """RS-036, RS-090: section D."""

    def run(self, s: Campaign) -> Campaign:
        return opened(s, AirSheet())


NO_TARGET, NO_KIND = -9, -1
"""What a patrol has of a target and of a sort of aircraft, in files."""


class Mission(NamedTuple):
    """A row of the draft. `source`: a base, or FLEET + task force; `target`: an enemy task force, or GUADALCANAL;
    `what`: land aircraft (0) or naval (1)."""

    verb: str
    source: int
    target: int = NO_TARGET
    what: int = NO_KIND
    points: int = 0


def written(s: Campaign, side: int) -> list[Mission]:
    """What a side has written."""
    return [Mission(*row) for row in s.drafts[side]]


@value
class AirSheet(Sealed):
    """RS-037, RS-039, RS-086, RS-090, RS-091, RS-093, RS-095, RS-100, RS-103, RS-107, A35, A38, A40, A66: what
    flies is written: strikes, area patrols (`cap`), point patrols (`reserve`), and task forces whose strike is not
    combined with others from their hex (`apart`). The draft: a row of `Mission` for each."""

    rule: ClassVar[str] = "RS-090"
    back: ClassVar[tuple[str, ...]] = ("cancel",)
    routine: ClassVar[bool] = True

    def default(self, s: Campaign, side: int) -> Action | None:
        """Nothing flies where no ships can be attacked and no own carriers have been shown; for Guadalcanal it is asked
        on the last day of a half, if enough can fly there for any effect."""
        strikes = [action for action in self.writes(s, side) if action[0] == "strike"]
        if any(action[2] != "guadalcanal" for action in strikes):
            return None
        if s.segment in LAST_DAYS and s.p.column("bombardment", sum([action[4].high for action in strikes])) >= 0:
            return None
        shown = set(s.shown[side])
        return None if any(n in shown and has(s, s.fleet(side, n), "CV") for n in at_sea(s, side)) else READY

    def writes(self, s: Campaign, side: int) -> tuple[Action, ...]:
        draft = written(s, side)
        found: list[Action] = []
        targets = self.targets(s, side)
        taken = {(row.source, row.target, row.what) for row in draft if row.verb == "strike"}
        for base in land_bases(s, side):
            name = BASES[base]
            mine = [row for row in draft if row.source == base]
            left = count(s, base, 0, DEFENDERS) + count(s, base, 1, DEFENDERS) - sum([row.points for row in mine])
            kinds = (0, 1) if targets and left > 0 else ()
            for what in kinds:
                free = min(left, self.attackers(s, base, what, mine))
                if base == HENDERSON and side == USA:
                    free = min(free, self.paid_for(s) - sum(row.points for row in mine if row.verb == "strike"))
                if free > 0:
                    for target, hex_, immune in targets:
                        if (base_reach(s.p, side, base, what, hex_)
                                and not (immune and base == HENDERSON)
                                and (base, target, what) not in taken):
                            found.append(("strike", name, target_name(side, target), KINDS[what], up_to(free)))
            if left > 0 and (base == SHORTLANDS or (base == HENDERSON and side == JAPAN)) and not any(
                    row.verb == "cap" for row in mine):
                found.append(("cap", name, up_to(left)))
            if mine:
                found.append(("cancel", name))
        for n, made in enumerate(traits(s.p, s.at, side)):
            if made & CARRIERS and 0 <= s.forces[side][n].pos < PORT:
                found += self.carriers(s, side, n, targets, draft)
        return (*found, READY)

    def attackers(self, s: Campaign, base: int, what: int, mine: list[Mission]) -> int:
        """RS-091: points of a kind at a base that may still be sent to attack; who has attacked flies patrol first."""
        return count(s, base, what, ATTACKERS) - sum(row.points for row in mine if row.what == what)

    def paid_for(self, s: Campaign) -> int:
        return s.supply[USA] * int(s.p.numbers["supply"]["air_points"])

    def targets(self, s: Campaign, side: int) -> list[tuple[int, int, bool]]:
        """RS-088, RS-090, RS-074: what may be attacked: what was shown in this segment, and Guadalcanal."""
        found = [(GUADALCANAL, M, False)] if side == JAPAN or s.holder != USA else []
        return found + [(sight.force, sight.hex, sight.immune) for sight in current(s, 1 - side)]

    def carriers(
        self, s: Campaign, side: int, n: int, targets: list[tuple[int, int, bool]], draft: list[Mission]
    ) -> list[Action]:
        """What the aircraft of a task force's carriers may do."""
        force, name, code = s.forces[side][n], f"tf{n + 1}", FLEET + n
        mine = [row for row in draft if row.source == code]
        verbs = [row.verb for row in mine]
        found: list[Action] = []
        used = sum(row.points for row in mine)
        defend = decks(s, side, n, DEFENDERS) - used
        attack = min(decks(s, side, n, ATTACKERS), defend)
        if force.acts and attack > 0 and "strike" not in verbs:
            for target, hex_, _ in targets:
                if s.p.dist[force.pos][hex_] <= 1 and (target == GUADALCANAL) == (force.mission == BOMBARD):
                    found.append(("strike", name, target_name(side, target), "nac", up_to(attack)))
        if defend > 0:
            found += [(verb, name, up_to(defend)) for verb in ("cap", "reserve") if verb not in verbs]
        for row in mine:
            if row.verb == "strike" and "apart" not in verbs and any(
                    other.verb == "strike" and other.source >= FLEET and other.source != code
                    and other.target == row.target and s.forces[side][other.source - FLEET].pos == force.pos
                    for other in draft):
                found.append(("apart", name))
        if mine:
            found.append(("cancel", name))
        if side == JAPAN and force.mission == BOMBARD and not force.status and "strike" not in verbs:
            found.append(("alter", name))
        return found

    def refusal(self, s: Campaign, side: int, action: Action) -> Refusal:
        verb = action[0]
        if verb == "strike" and len(action) >= 4:
            source, target = str(action[1]), str(action[2])
            sights = {enemy_name(1 - side, x.force): x for x in current(s, 1 - side)}
            if target == "guadalcanal" and side == USA and s.holder == USA:
                return refuse("RS-034", "refused.holds_field")
            if target in BASES:
                return refuse("RS-088", "refused.only_guadalcanal")
            if target != "guadalcanal" and target not in sights:
                return refuse("RS-090", "refused.not_shown")
            if source in BASES:
                base = BASES.index(source)
                if base in (TRUK, AUSTRALIA):
                    return refuse("A37", "refused.no_missions_there")
                if base not in land_bases(s, side):
                    return refuse("RS-037", "refused.no_base")
                what = 0 if action[3] == "lac" else 1
                hex_ = M if target == "guadalcanal" else sights[target].hex
                if target != "guadalcanal" and sights[target].immune and base == HENDERSON:
                    return refuse("RS-074", "refused.slot_immune")
                if not base_reach(s.p, side, base, what, hex_):
                    return refuse("RS-085", "refused.out_of_range")
                if what == 1 and not count(s, base, 1, ATTACKERS) and bereft(s, side, base):
                    return refuse("RS-101", "refused.guests")
                asked = int(action[4]) if len(action) > 4 and isinstance(action[4], int) else 1
                mine = [row for row in written(s, side) if row.source == base]
                if any((row.verb, row.what) == ("strike", what) and target_name(side, row.target) == target
                       for row in mine):
                    return refuse("RS-090", "refused.written")
                if asked > self.attackers(s, base, what, mine):
                    return refuse("RS-091", "refused.no_points")
                if base == HENDERSON and side == USA:
                    return refuse("RS-107", "refused.supply_for_strike")
                return refuse("RS-091", "refused.no_points")
            if source[:2] == "tf" and source[2:].isdigit() and 0 < int(source[2:]) <= 6:
                n = int(source[2:]) - 1
                force = s.forces[side][n]
                if force.status > 1 and not any(x.decks for x in s.sights if (x.side, x.force) == (side, n)):
                    return refuse("RS-051", "refused.aborted")
                if not force.acts:
                    return refuse("RS-100", "refused.one_action")
                if (target == "guadalcanal") != (force.mission == BOMBARD):
                    return refuse("A38", "refused.mission_target")
                hex_ = M if target == "guadalcanal" else sights[target].hex
                if any(row.verb == "strike" and row.source == FLEET + n for row in written(s, side)):
                    return refuse("RS-100", "refused.one_action")
                if force.pos < PORT and s.p.dist[force.pos][hex_] <= 1:
                    return refuse("RS-091", "refused.no_points")
                return refuse("RS-085", "refused.out_of_range")
        if verb in ("cap", "reserve") and (barred := self._why_no_patrol(s, side, action)):
            return barred
        if verb == "reserve":
            return refuse("RS-093", "refused.point_cap")
        if verb == "cap" and action[1:2] == (BASES[HENDERSON],) and HENDERSON in land_bases(s, side):
            return refuse("RS-095", "refused.rises")
        if verb == "cap" and action[1:2] in ((BASES[HENDERSON],), (BASES[SHORTLANDS],)):
            return refuse("RS-037", "refused.no_base")
        if verb == "cap":
            return refuse("RS-086", "refused.cap_place")
        if verb == "alter":
            return self._why_not_altered(s, side, action)
        if verb == "apart":
            return refuse("RS-103", "refused.apart")
        return refuse("RS-090", "refused.not_now")

    def _why_no_patrol(self, s: Campaign, side: int, action: Action) -> Refusal | None:
        """RS-090, RS-091: why aircraft that may fly such a patrol do not: it is written, or they are too few."""
        verb, code = action[0], source_of(str(action[1]))
        if any(row.verb == verb and row.source == code for row in written(s, side)):
            return refuse("RS-090", "refused.written")
        afloat = FLEET <= code < FLEET + 6 and 0 <= s.forces[side][code - FLEET].pos < PORT
        if (afloat and has(s, s.fleet(side, code - FLEET), "CV")) or any(
                legal[:2] == action[:2] for legal in self.writes(s, side)):
            return refuse("RS-091", "refused.no_points")
        return None

    def _why_not_altered(self, s: Campaign, side: int, action: Action) -> Refusal:
        """RS-040, RS-090: why a task force is not turned to Anti-Ship now."""
        n = source_of(str(action[1])) - FLEET
        if 0 <= n < 6 and (barred := why_not_altered(s, side, n)):
            return barred
        if any(row.verb == "strike" and row.source == FLEET + n for row in written(s, side)):
            return refuse("RS-090", "refused.written")
        return refuse("RS-040", "refused.alter")

    def write(self, s: Campaign, side: int, action: Action) -> Campaign:
        verb, source = action[0], action[1]
        code = source_of(source)
        if verb == "cancel":
            return s.draft(side, tuple(row for row in written(s, side) if row.source != code))
        if verb == "alter":
            return altered(s, code - FLEET)
        if verb == "strike":
            target = GUADALCANAL if action[2] == "guadalcanal" else int(action[2][-1]) - 1
            row = Mission("strike", code, target, 0 if action[3] == "lac" else 1, action[4])
        else:
            row = Mission(verb, code, points=action[2] if len(action) > 2 else 0)
        return s.draft(side, (*s.drafts[side], row))

    def close(self, s: Campaign) -> Campaign:
        for side in (JAPAN, USA):
            s = launch(s, side)
        if not s.flights and not s.widows:  # nobody attacks and nobody is homeless: the patrols land
            return s.blank().push(AirDone())
        return s.blank().push(
            Strikes(JAPAN), Strikes(USA), Landing(JAPAN), Landing(USA), Counters(), FlightsHome(),
            Landing(JAPAN, True), Landing(USA, True), AirDone(), BaseLosses(JAPAN), BaseLosses(USA))


def source_of(name: str) -> int:
    """The source that a name means: a base, or FLEET + task force; -1 for none."""
    if name in BASES:
        return BASES.index(name)
    return FLEET + int(name[2:]) - 1 if name[:2] == "tf" and name[2:].isdigit() else -1


def bereft(s: Campaign, side: int, base: int) -> bool:
    """RS-101: whether naval aircraft at a base may have landed there without their carrier in this Game-Turn."""
    lost = [u for u in s.p.carriers[side] if s.at[u] == SUNK or BACK <= s.at[u] < SCHOOL]
    return bool(count(s, base, 1, (FLOWN,))) and any(0 <= s.berth[u] < FLEET for u in lost)


def in_turn(s: Campaign, side: int, orders: list[Mission]) -> list[Mission]:
    """RS-091: the orders as they take off: as written, but strikes first where a patrol written before one would take
    what it needs, while others could fly it."""
    for i, row in enumerate(orders):
        before = sum(other.points for other in orders[:i] if other.source == row.source
                     and other.what in (row.what, NO_KIND))
        if row.verb == "strike" and before + row.points > ready(s, side, row):
            return sorted(orders, key=lambda other: other.verb != "strike")
    return orders


def ready(s: Campaign, side: int, row: Mission) -> int:
    """Points at the source of a strike that may still attack in this Game-Turn."""
    if row.source < FLEET:
        return count(s, row.source, row.what, ATTACKERS)
    return decks(s, side, row.source - FLEET, ATTACKERS)


def launch(s: Campaign, side: int) -> Campaign:
    """RS-090, RS-095: what was ordered takes off, and what rises by itself from the field on Guadalcanal."""
    patrols: list[Patrol] = []
    if s.drafts[side]:
        s, patrols = take_off(s, side)
    if s.holder == side and s.built:
        s, parts = take_base(s, HENDERSON, 0, count(s, HENDERSON, 0, DEFENDERS), DEFENDERS)
        s, more = take_base(s, HENDERSON, 1, count(s, HENDERSON, 1, DEFENDERS), DEFENDERS)
        if parts or more:
            patrols.append(Patrol(M, -1, parts + more))
    return s.replace(patrols=pair(s.patrols, side, tuple(patrols))) if patrols or s.patrols[side] else s


def take_off(s: Campaign, side: int) -> tuple[Campaign, list[Patrol]]:
    """RS-090, RS-091, RS-095, RS-100, RS-103, RS-107: strikes and patrols take off; the field's supply is paid."""
    groups: dict[tuple[int, int, int], list[Any]] = {}
    patrols: list[Patrol] = []
    orders = in_turn(s, side, written(s, side))
    apart = {row.source for row in orders if row.verb == "apart"}
    for verb, code, target, what, n in orders:
        if verb == "strike":
            if code < FLEET:
                s, parts = take_base(s, code, what, n, ATTACKERS)
                key = (PORT + code, target, -1)
            else:
                s, parts = take_deck(s, side, code - FLEET, n, ATTACKERS)
                key = (s.forces[side][code - FLEET].pos, target, code if code in apart else -1)
            groups.setdefault(key, []).append((code, what, n, parts))
        elif verb == "apart":
            continue
        elif code < FLEET:
            s, parts = take_base(s, code, 0, min(n, count(s, code, 0, DEFENDERS)), DEFENDERS)
            s, more = take_base(s, code, 1, n - sum(part[3] for part in parts), DEFENDERS)
            patrols.append(Patrol(M if code == HENDERSON else L, -1, parts + more))
        else:
            s, parts = take_deck(s, side, code - FLEET, n, DEFENDERS)
            force = code - FLEET
            patrols.append(Patrol(s.forces[side][force].pos, -1 if verb == "cap" else force, parts))
    paid = sum(n for (origin, _, _), rows in groups.items() if origin == PORT + HENDERSON for _, _, n, _ in rows)
    if side == USA and paid:
        cost = henderson_supply(s.p, paid)
        s = s.replace(supply=(s.supply[0], s.supply[1] - cost))
        s = s.tell(SupplySpent(side=USA, n=cost, cause="air"))
    sights = {sight.force: sight for sight in current(s, 1 - side)} if groups else {}
    for (origin, target, _), rows in groups.items():
        lac = sum(n for _, what, n, _ in rows if what == 0)
        nac = sum(n for _, what, n, _ in rows if what == 1)
        where = M if target == GUADALCANAL else sights[target].hex
        forces = tuple(sorted({code - FLEET for code, _, _, _ in rows if code >= FLEET}))
        extended = origin == PORT + RABAUL and base_reach(s.p, side, RABAUL, LAC, where) == 2
        parts = tuple(part for _, _, _, group in rows for part in group)
        s = s.replace(flights=(*s.flights, Flight(side, origin, target, where, lac, nac, extended, False, forces,
                                              parts=parts)))
        s = deed(s, side, "strikes").tell(
            StrikeLaunched(side=side, origin=origin_name(origin), target=target_name(side, target), lac=lac, nac=nac,
                  where=where, number=len(s.flights)))
        for n in forces:
            s = executed(s, side, n)
            s = launched_from(s, side, n, nac)
    for origin in sorted({f.origin for f in s.flights if f.side == side and f.origin >= PORT}):
        mine = [f for f in s.flights if f.side == side and f.origin == origin]
        s = known_at_least(s, side, origin - PORT, sum(f.lac for f in mine), sum(f.nac for f in mine))
    usual = tuple((row.verb, row.source, row.points) for row in orders if row.verb in ("cap", "reserve"))
    if usual and usual != s.usual[side]:
        s = s.replace(usual=pair(s.usual, side, usual))
    return s, patrols


def known_at_least(s: Campaign, side: int, base: int, lac: int, nac: int) -> Campaign:
    """What a strike shows of its base: at least so many points were there."""
    row = list(s.known[side])
    for kind, n in ((LAC, lac), (NAC, nac)):
        here = row[base * 3 + kind] + (row[base * 3 + RAW] if kind == NAC else 0)
        missing = n - here
        if missing > 0:
            row[base * 3 + kind] += missing
            busy = {f.origin - PORT for f in s.flights if f.side == side}
            others = sorted((b for b in range(6) if b != base), key=lambda b: (b in busy, b))
            order = [b * 3 + kind for b in others if b not in busy] + ([18] if kind == NAC else [])
            order += [b * 3 + RAW for b in others if kind == NAC] + [b * 3 + kind for b in others if b in busy]
            for slot in order:
                taken = min(missing, row[slot])
                row[slot] -= taken
                missing -= taken
    return s.replace(known=pair(s.known, side, tuple(row)))
