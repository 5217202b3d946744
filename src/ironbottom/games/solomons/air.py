"""6.2, 10.0, 14.0: aircraft: allocation, patrols, attacks step by step, landing, counter-attacks, transfers."""

from __future__ import annotations

from typing import Any, ClassVar

from ironbottom.games.solomons.intelligence import current
from ironbottom.games.solomons.missions import executed, lost_ships
from ironbottom.games.solomons.ports import cripple
from ironbottom.games.solomons.printed import (
    ANTI_SHIP,
    AUSTRALIA,
    BASES,
    BOMBARD,
    ES,
    FLEET,
    HENDERSON,
    JAPAN,
    KINDS,
    LAC,
    NAC,
    PORT,
    PORTS,
    RABAUL,
    RAW,
    SHORTLANDS,
    SIDES,
    TRUK,
    USA,
    K,
    L,
    M,
    O,
    Printed,
)
from ironbottom.games.solomons.sheets import READY, Sheet
from ironbottom.games.solomons.state import (
    FIRED,
    FLOWN,
    FRESH,
    MOVED,
    NONE,
    Campaign,
    Flight,
    Layout,
    Patrol,
    Stock,
    at_sea,
    base_room,
    deed,
    has,
    is_open,
    lose_air,
    owner_of,
    pair,
    put,
    sink,
    worth,
)
from ironbottom.kernel.action import Action, Range
from ironbottom.kernel.event import event
from ironbottom.kernel.step import Auto, Chance, Decision, Refusal, refuse
from ironbottom.kernel.value import value

DICE = tuple((("die", n), 1) for n in range(1, 7))
CARRIER = 100
GUADALCANAL = -1
Part = tuple[int, int, int, int]


def enemy_name(side: int, force: int) -> str:
    """How a task force of the other side is written."""
    return f"{SIDES[side]}:tf{force + 1}"


def target_name(side: int, target: int) -> str:
    """How the target of a side's flight is written."""
    return "guadalcanal" if target == GUADALCANAL else enemy_name(1 - side, target)


def origin_name(origin: int) -> str:
    return BASES[origin - PORT] if origin >= PORT else "ABCDEFGHIJKLMNOPQRS"[origin]


def radius(p: Printed, side: int, kind: int) -> int:
    """RS-006, RS-085: how far from its base aircraft may attack."""
    n = p.numbers["range"]
    if side == USA:
        return int(n["american"])
    return int(n["japanese_lac"] if kind == LAC else n["japanese_nac"])


def base_reach(p: Printed, side: int, base: int, kind: int, hex_: int) -> int:
    """RS-085, RS-104, A29, A36, A37: 1 if aircraft of a land base may attack in a hex, 2 at extended range, else 0."""
    if base in (TRUK, AUSTRALIA):
        return 0
    reach = radius(p, side, kind)
    if base in (HENDERSON, SHORTLANDS):
        return int(p.dist[M if base == HENDERSON else L][hex_] <= reach)
    far = p.dist[K if base == RABAUL else O][hex_] + 1
    if far <= reach:
        return 1
    return 2 if base == RABAUL and kind == LAC and hex_ == M and far <= p.numbers["range"]["extended"] else 0


def henderson_supply(p: Printed, n: int) -> int:
    """RS-107: Supply Points for so many points of an offensive or a transfer from Henderson Field."""
    each = int(p.numbers["supply"]["air_points"])
    return (n + each - 1) // each


def count(s: Campaign, base: int, what: int, cats: tuple[int, ...]) -> int:
    """Points of LAC (0) or NAC (1) at a base in some categories."""
    kinds = (LAC,) if what == 0 else (NAC, RAW)
    return sum(s.air[base][kind][cat] for kind in kinds for cat in cats)


def decks(s: Campaign, side: int, n: int, cats: tuple[int, ...]) -> int:
    """Points aboard the carriers of a task force in some categories."""
    return sum(s.decks[u][cat] for u in s.fleet(side, n) if s.p.deck[u] for cat in cats)


ATTACKERS = (FIRED, FRESH)
DEFENDERS = (FLOWN, FIRED, FRESH)


def land_bases(s: Campaign, side: int) -> list[int]:
    """A37: bases from which a side's aircraft fly missions."""
    found = [RABAUL, SHORTLANDS] if side == JAPAN else [ES]
    return [b for b in (*found, HENDERSON) if owner_of(s, b) == side and is_open(s, b)]


@value
class AllocationOfAir(Auto):
    """RS-036, RS-090: section D."""

    def run(self, s: Campaign) -> Campaign:
        return s.replace(drafts=((), ()), ready=(False, False)).push(AirSheet())


@value
class AirSheet(Sheet):
    """RS-037, RS-039, RS-086, RS-090, RS-091, RS-093, RS-095, RS-100, RS-103, RS-107, A35, A38, A40, A66: D-14, D-15.

    The draft: (verb, base or 10 + task force, target, LAC 0 or NAC 1, points); `apart`: the task force's strike is not
    combined with others from its hex."""

    rule: ClassVar[str] = "RS-090"
    back: ClassVar[tuple[str, ...]] = ("cancel",)
    routine: ClassVar[bool] = True

    def default(self, s: Campaign, side: int) -> Action | None:
        """Nothing flies where no ships can be attacked and no own carriers have been shown."""
        if any(action[0] == "strike" and action[2] != "guadalcanal" for action in self.writes(s, side)):
            return None
        shown = set(s.shown[side])
        return None if any(n in shown and has(s, s.fleet(side, n), "CV") for n in at_sea(s, side)) else READY

    def writes(self, s: Campaign, side: int) -> tuple[Action, ...]:
        draft = s.drafts[side]
        found: list[Action] = []
        targets = self.targets(s, side)
        written = {row[:4] for row in draft}
        for base in land_bases(s, side):
            name = BASES[base]
            for what in (0, 1):
                used = sum(row[4] for row in draft if row[1] == base and (row[3] == what or row[3] < 0))
                free = count(s, base, what, ATTACKERS) - used
                if base == HENDERSON and side == USA:
                    free = min(free, self.paid_for(s) - sum(r[4] for r in draft if r[1] == base and r[0] == "strike"))
                if free > 0:
                    for target, hex_, immune in targets:
                        if (base_reach(s.p, side, base, what, hex_)
                                and not (immune and base == HENDERSON)
                                and ("strike", base, target, what) not in written):
                            found.append(("strike", name, target_name(side, target), KINDS[what], Range(1, free)))
            if base == SHORTLANDS or (base == HENDERSON and side == JAPAN):
                free = sum(count(s, base, what, DEFENDERS) for what in (0, 1))
                free -= sum(row[4] for row in draft if row[1] == base)
                if free > 0 and ("cap", base, -9, -1) not in written:
                    found.append(("cap", name, Range(1, free)))
            if any(row[1] == base for row in draft):
                found.append(("cancel", name))
        for n in at_sea(s, side):
            if has(s, s.fleet(side, n), "CV"):
                found += self.carriers(s, side, n, targets)
        return (*found, READY)

    def paid_for(self, s: Campaign) -> int:
        return s.supply[USA] * int(s.p.numbers["supply"]["air_points"])

    def targets(self, s: Campaign, side: int) -> list[tuple[int, int, bool]]:
        """RS-088, RS-090, RS-074: what may be attacked: what was shown in this segment, and Guadalcanal."""
        found = [(GUADALCANAL, M, False)] if side == JAPAN or s.holder != USA else []
        return found + [(sight.force, sight.hex, sight.immune) for sight in current(s, 1 - side)]

    def carriers(self, s: Campaign, side: int, n: int, targets: list[tuple[int, int, bool]]) -> list[Action]:
        draft = s.drafts[side]
        force = s.forces[side][n]
        name, code = f"tf{n + 1}", FLEET + n
        mine = [row for row in draft if row[1] == code]
        found: list[Action] = []
        used = sum(row[4] for row in mine)
        attack = decks(s, side, n, ATTACKERS) - used
        defend = decks(s, side, n, DEFENDERS) - used
        if force.acts and attack > 0 and not any(row[0] == "strike" for row in mine):
            for target, hex_, _ in targets:
                if s.p.dist[force.pos][hex_] <= 1 and (target == GUADALCANAL) == (force.mission == BOMBARD):
                    found.append(("strike", name, target_name(side, target), "nac", Range(1, attack)))
        if defend > 0:
            if not any(row[0] == "cap" for row in mine):
                found.append(("cap", name, Range(1, defend)))
            if not any(row[0] == "reserve" for row in mine):
                found.append(("reserve", name, Range(1, defend)))
        for row in mine:
            if row[0] == "strike" and not any(r[0] == "apart" for r in mine) and any(
                    r[0] == "strike" and r[1] >= FLEET and r[1] != code and r[2] == row[2]
                    and s.forces[side][r[1] - FLEET].pos == force.pos for r in draft):
                found.append(("apart", name))
        if mine:
            found.append(("cancel", name))
        if side == JAPAN and force.mission == BOMBARD and not force.status and not any(r[0] == "strike" for r in mine):
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
                if base == HENDERSON and side == USA:
                    return refuse("RS-107", "refused.supply_for_strike")
                return refuse("RS-091", "refused.no_points")
            if source[:2] == "tf" and source[2:].isdigit() and 0 < int(source[2:]) <= 6:
                force = s.forces[side][int(source[2:]) - 1]
                if not force.acts:
                    return refuse("RS-100", "refused.one_action")
                if (target == "guadalcanal") != (force.mission == BOMBARD):
                    return refuse("A38", "refused.mission_target")
                return refuse("RS-085", "refused.out_of_range")
        if verb == "reserve":
            return refuse("RS-093", "refused.point_cap")
        if verb == "cap":
            return refuse("RS-086", "refused.cap_place")
        if verb == "alter":
            return refuse("RS-040", "refused.alter")
        if verb == "apart":
            return refuse("RS-103", "refused.apart")
        return refuse("RS-090", "refused.not_now")

    def write(self, s: Campaign, side: int, action: Action) -> Campaign:
        verb, source = action[0], action[1]
        code = BASES.index(source) if source in BASES else FLEET + int(source[2:]) - 1
        if verb == "cancel":
            return s.draft(side, tuple(row for row in s.drafts[side] if row[1] != code))
        if verb == "alter":
            force = s.forces[side][code - FLEET]
            return s.set_force(side, code - FLEET, force.replace(mission=ANTI_SHIP))
        if verb == "strike":
            target = GUADALCANAL if action[2] == "guadalcanal" else int(action[2][-1]) - 1
            row = ("strike", code, target, 0 if action[3] == "lac" else 1, action[4])
        else:
            row = (verb, code, -9, -1, action[2] if len(action) > 2 else 0)
        return s.draft(side, (*s.drafts[side], row))

    def close(self, s: Campaign) -> Campaign:
        for side in (JAPAN, USA):
            s = launch(s, side)
        drafts: tuple[Any, Any] = ((), ())
        s = s.replace(drafts=drafts)
        if not s.flights and not s.widows:  # nobody attacks and nobody is homeless: the patrols land
            return s.push(AirDone())
        return s.push(
            Strikes(JAPAN), Strikes(USA), Landing(JAPAN), Landing(USA), Counters(), FlightsHome(),
            Landing(JAPAN, True), Landing(USA, True), AirDone(), BaseLosses(JAPAN), BaseLosses(USA))


def take_base(s: Campaign, base: int, what: int, n: int, cats: tuple[int, ...]) -> tuple[Campaign, tuple[Part, ...]]:
    """Points leave a base; of naval aircraft the untrained ones first."""
    parts: list[Part] = []
    rows = list(s.air[base])
    for kind in (LAC,) if what == 0 else (RAW, NAC):
        for cat in cats:
            taken = min(n, rows[kind][cat])
            if taken:
                rows[kind] = put(rows[kind], cat, rows[kind][cat] - taken)
                parts.append((base, kind, cat, taken))
                n -= taken
    return s.replace(air=put(s.air, base, tuple(rows))), tuple(parts)


def take_deck(s: Campaign, side: int, force: int, n: int, cats: tuple[int, ...]) -> tuple[Campaign, tuple[Part, ...]]:
    """Points leave the carriers of a task force, each time from the fullest deck."""
    parts: dict[tuple[int, int], int] = {}
    rows = list(s.decks)
    ships = [u for u in s.fleet(side, force) if s.p.deck[u]]
    while n > 0:
        u = max(ships, key=lambda v: (sum(rows[v][cat] for cat in cats), -v))
        for cat in cats:
            if rows[u][cat]:
                rows[u] = put(rows[u], cat, rows[u][cat] - 1)
                parts[u, cat] = parts.get((u, cat), 0) + 1
                break
        n -= 1
    return s.replace(decks=tuple(rows)), tuple((CARRIER + u, NAC, cat, k) for (u, cat), k in sorted(parts.items()))


def launch(s: Campaign, side: int) -> Campaign:
    """RS-090, RS-091, RS-095, RS-100, RS-103, RS-107: strikes and patrols take off; the field's supply is paid."""
    groups: dict[tuple[int, int, int], list[Any]] = {}
    patrols: list[Patrol] = []
    apart = {code for verb, code, *_ in s.drafts[side] if verb == "apart"}
    for verb, code, target, what, n in s.drafts[side]:
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
        s = s.tell(event("supply_spent", side=USA, n=cost, cause="air"))
    sights = {sight.force: sight for sight in current(s, 1 - side)}
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
            event("strike", side=side, origin=origin_name(origin), target=target_name(side, target), lac=lac, nac=nac,
                  where=where, number=len(s.flights)))
        for n in forces:
            s = executed(s, side, n)
            s = launched_from(s, side, n, nac)
    for origin in sorted({f.origin for f in s.flights if f.side == side and f.origin >= PORT}):
        mine = [f for f in s.flights if f.side == side and f.origin == origin]
        s = known_at_least(s, side, origin - PORT, sum(f.lac for f in mine), sum(f.nac for f in mine))
    if side == USA and s.holder == USA and s.built:
        s, parts = take_base(s, HENDERSON, 0, count(s, HENDERSON, 0, DEFENDERS), DEFENDERS)
        s, more = take_base(s, HENDERSON, 1, count(s, HENDERSON, 1, DEFENDERS), DEFENDERS)
        if parts or more:
            patrols.append(Patrol(M, -1, parts + more))
    usual = tuple((verb, code, n) for verb, code, _, _, n in s.drafts[side] if verb in ("cap", "reserve"))
    if usual and usual != s.usual[side]:
        s = s.replace(usual=pair(s.usual, side, usual))
    return s.replace(patrols=pair(s.patrols, side, tuple(patrols)))


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


def launched_from(s: Campaign, side: int, force: int, n: int) -> Campaign:
    """What a strike shows of the carriers of a task force."""
    sights = list(s.sights)
    for i in range(len(sights) - 1, -1, -1):
        if sights[i].side == side and sights[i].force == force:
            sights[i] = sights[i].replace(decks=max(sights[i].decks, n))
            break
    return s.replace(sights=tuple(sights))


@value
class Strikes(Auto):
    """RS-096, A8: section E: a side's attacks, one after the other, in the order it chooses."""

    side: int

    def run(self, s: Campaign) -> Campaign:
        left = waiting(s, self.side)
        if not left:
            return s
        return s.push(Attack(left[0]) if len(left) == 1 else NextStrike(self.side), self)


def waiting(s: Campaign, side: int) -> list[int]:
    return [i for i, f in enumerate(s.flights) if f.side == side and not f.done and not f.counter]


@value
class NextStrike(Decision):
    """RS-096: D-16. Which of the own attacks comes next."""

    rule: ClassVar[str] = "RS-096"
    side: int

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return tuple(("fly", f"strike{i + 1}") for i in waiting(s, self.side))

    def default(self, s: Campaign, side: int) -> Action | None:
        return self.legal(s, side)[0]

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        return s.push(Attack(int(action[1][6:]) - 1))


@value
class Attack(Auto):
    """RS-092, RS-094, RS-096, RS-098, A8, A62: an attack meets the area patrol over its target's hex."""

    flight: int

    def run(self, s: Campaign) -> Campaign:
        f = s.flights[self.flight]
        foe = 1 - f.side
        if f.target != GUADALCANAL:
            if not s.fleet(foe, f.target):
                return s.tell(event("no_target", side=f.side)).push(Return(self.flight))
            if f.origin < PORT and not f.counter:
                s = s.replace(attacked=(*s.attacked, *((f.target, n) for n in f.forces)))
        guard = sum(patrol.points for patrol in s.patrols[foe] if patrol.force < 0 and patrol.hex == f.where)
        column = s.p.column("flak", 2 * guard)
        if column < 0:
            return s.push(AttackOn(self.flight))
        fired = tuple(patrol.replace(fired=True) if patrol.force < 0 and patrol.hex == f.where else patrol
                      for patrol in s.patrols[foe])
        return s.replace(patrols=pair(s.patrols, foe, fired)).push(CapDie(self.flight, column, guard),
                                                               AttackOn(self.flight))


def lose_some(s: Campaign, i: int, n: int) -> Campaign:
    """RS-104: an attack loses points now, and at extended range as many again later."""
    f = s.flights[i]
    n = min(n, f.lac + f.nac)
    if f.extended:
        s = s.replace(flights=put(s.flights, i, f.replace(owed=f.owed + n)))
    return s.push(TakeLosses(i, n)) if n else s


@value
class CapDie(Chance):
    """RS-092: Table 3, with the patrol's points doubled."""

    rule: ClassVar[str] = "RS-092"
    flight: int
    column: int
    points: int

    def outcomes(self, s: Campaign) -> tuple[tuple[Action, int], ...]:
        return DICE

    def resolve(self, s: Campaign, outcome: Action) -> Campaign:
        f = s.flights[self.flight]
        n = int(s.p.cell("flak", self.column, outcome[1]))
        s = s.tell(event("cap_die", side=1 - f.side, die=outcome[1], points=self.points, lost=min(n, f.lac + f.nac)))
        return lose_some(s, self.flight, n)


@value
class TakeLosses(Auto):
    """A39: points of an attack are lost: all, or by the owner's choice where there is one."""

    flight: int
    n: int

    def run(self, s: Campaign) -> Campaign:
        f = s.flights[self.flight]
        total = f.lac + f.nac
        if self.n >= total or (f.origin >= PORT and not (f.lac and f.nac)):
            for part in f.parts:
                n = min(self.n, total, part[3])
                if n > 0:
                    s = lose_part(s, self.flight, (part[0], part[1]), min(n, self.n))
                    left = self.n - n
                    return s.push(TakeLosses(self.flight, left)) if left > 0 else s
            return s
        return s.push(LoseAircraft(f.side, self.flight, self.n))


def lose_part(s: Campaign, i: int, where: tuple[int, int], n: int) -> Campaign:
    """Points of one place and kind leave an attack for good."""
    f = s.flights[i]
    left, parts = n, []
    for place, kind, cat, points in f.parts:
        if (place, kind) == where and left:
            taken = min(left, points)
            left -= taken
            points -= taken
        if points:
            parts.append((place, kind, cat, points))
    kind = where[1]
    lac = f.lac - (n if kind == LAC else 0)
    nac = f.nac - (n if kind != LAC else 0)
    s = s.replace(flights=put(s.flights, i, f.replace(parts=tuple(parts), lac=lac, nac=nac)))
    return lose_air(s, f.side, where[0] if where[0] < CARRIER else -1, kind, n)


@value
class LoseAircraft(Decision):
    """A39: D-19. Which points of an attack are lost."""

    rule: ClassVar[str] = "A39"
    side: int
    flight: int
    n: int

    def stocks(self, s: Campaign) -> dict[str, tuple[tuple[int, int], int]]:
        found: dict[str, tuple[tuple[int, int], int]] = {}
        for place, kind, _, points in s.flights[self.flight].parts:
            name = s.p.ids[place - CARRIER] if place >= CARRIER else KINDS[kind]
            known = found.get(name)
            found[name] = ((place, kind), points + (known[1] if known else 0))
        return found

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return tuple(("lose", name, Range(1, min(self.n, n))) for name, (_, n) in self.stocks(s).items())

    def default(self, s: Campaign, side: int) -> Action | None:
        name, (_, n) = max(self.stocks(s).items(), key=lambda item: item[1][1])
        return ("lose", name, min(self.n, n))

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        where, _ = self.stocks(s)[action[1]]
        s = lose_part(s, self.flight, where, action[2])
        return s.push(TakeLosses(self.flight, self.n - action[2])) if action[2] < self.n else s


@value
class AttackOn(Auto):
    """RS-097, RS-098, RS-099, A33: what is left of an attack reaches its target."""

    flight: int

    def run(self, s: Campaign) -> Campaign:
        f = s.flights[self.flight]
        total = f.lac + f.nac
        if not total:
            return s.push(Return(self.flight))
        if f.target == GUADALCANAL:
            column = s.p.column("bombardment", total)
            if column < 0:
                return s.tell(event("no_effect", side=f.side, points=total)).push(Return(self.flight))
            return s.push(AirSupportDie(self.flight, column), Return(self.flight))
        foe = 1 - f.side
        if any(layout.side == foe and layout.force == f.target for layout in s.layouts):
            return s.push(Division(f.side, self.flight))
        return s.push(Grouping(foe, f.target), Division(f.side, self.flight))


@value
class AirSupportDie(Chance):
    """RS-097: Table 1 for aircraft: supply at once, air points at the end of the segment."""

    rule: ClassVar[str] = "RS-097"
    flight: int
    column: int

    def outcomes(self, s: Campaign) -> tuple[tuple[Action, int], ...]:
        return DICE

    def resolve(self, s: Campaign, outcome: Action) -> Campaign:
        f = s.flights[self.flight]
        return bombard(s, f.side, self.column, outcome[1], "air", f.lac + f.nac)


def supply_loss(supply: int, result: str) -> int:
    """A32: Supply Points lost to a result: all, or half rounded down."""
    return supply if result == "all" else supply // 2 if result == "half" else 0


def bombard(s: Campaign, side: int, column: int, die: int, cause: str, strength: int) -> Campaign:
    """RS-097, RS-130, RS-131, A32: a result of Table 1 on the enemy's base and supply."""
    foe = 1 - side
    air, _, result = str(s.p.cell("bombardment", column, die)).partition("+")
    lost = supply_loss(s.supply[foe], result)
    s = s.replace(supply=pair(s.supply, foe, s.supply[foe] - lost),
              owing=pair(s.owing, foe, s.owing[foe] + int(air)))
    s = s.score(side, "supply", lost * worth(s, "supply"))
    return s.tell(event("bombarded", side=side, die=die, strength=strength, air=int(air), supply=lost, cause=cause))


@value
class Grouping(Decision):
    """RS-093, RS-098, RS-099, A40: D-17. The defender lays out the ships in groups and assigns point patrols.

    The draft: (groups, cover, ship in hand)."""

    rule: ClassVar[str] = "RS-098"
    side: int
    force: int

    def part(self, s: Campaign) -> Any:
        return s.drafts[self.side] or ((), (), -1)

    def reserve(self, s: Campaign) -> int:
        return sum(patrol.points for patrol in s.patrols[self.side] if patrol.force == self.force)

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        groups, cover, hand = self.part(s)
        units = s.fleet(self.side, self.force)
        most = int(s.p.numbers["task_forces"]["group"])
        placed = {u for group in groups for u in group}
        if hand >= 0:
            found: list[Action] = [("put", f"group{g + 1}") for g, group in enumerate(groups) if len(group) < most]
            return (*found, ("put", f"group{len(groups) + 1}"))
        found = [("take", s.p.ids[u]) for u in units if u not in placed]
        if found:
            found.append(("standard",))
        else:
            left = self.reserve(s) - sum(cover)
            if left > 0:
                found += [("cover", f"group{g + 1}", Range(1, left)) for g in range(len(groups)) if not cover[g]]
            found.append(READY)
        if placed:
            found.append(("again",))
        return tuple(found)

    def retracts(self, action: Action) -> bool:
        return action == ("again",)

    def default(self, s: Campaign, side: int) -> Action | None:
        legal = self.legal(s, side)
        return ("standard",) if ("standard",) in legal else READY if READY in legal else legal[0]

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        return refuse("RS-098", "refused.group_of_four" if action[0] == "put" else "refused.not_now")

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        groups, cover, hand = self.part(s)
        verb = action[0]
        if verb == "take":
            return s.draft(side, (groups, cover, s.p.index[action[1]])).push(self)
        if verb == "again":
            return s.draft(side, ()).push(self)
        if verb == "standard":
            placed = {u for group in groups for u in group}
            groups = standard_groups(s, groups, [u for u in s.fleet(side, self.force) if u not in placed])
            return s.draft(side, (groups, (0,) * len(groups), -1)).push(self)
        if verb == "put":
            g = int(action[1][5:]) - 1
            groups = (*groups, (hand,)) if g == len(groups) else put(groups, g, (*groups[g], hand))
            return s.draft(side, (groups, (0,) * len(groups), -1)).push(self)
        if verb == "cover":
            return s.draft(side, (groups, put(cover, int(action[1][5:]) - 1, action[2]), -1)).push(self)
        shown = tuple((len(g), *group_flags(s.p, g), 0) for g in groups)
        s = s.replace(layouts=(*s.layouts, Layout(side, self.force, shown, groups, cover))).draft(side, ())
        return s.tell(event("laid_out", side=side, force=self.force, groups=shown))


def group_flags(p: Printed, group: tuple[int, ...]) -> tuple[int, int, int]:
    """RS-098: what the attacker is told of a group: carriers, battleships, transports, yes or no."""
    kinds = [p.kind[u] for u in group]
    return (int("CV" in kinds), int(any(k in ("BB", "B", "BC") for k in kinds)), int("TR" in kinds))


def standard_groups(s: Campaign, groups: Any, left: list[int]) -> tuple[tuple[int, ...], ...]:
    """The strongest guns around the carriers, then around the transports, four to a group."""
    p = s.p
    most = int(p.numbers["task_forces"]["group"])
    made = [list(group) for group in groups]
    weak = sorted((u for u in left if p.kind[u] in ("CV", "TR")), key=lambda u: (p.kind[u] != "CV", -p.deck[u], u))
    strong = sorted((u for u in left if u not in weak), key=lambda u: (-p.flak[u], u))
    number = (sum(map(len, made)) + len(left) + most - 1) // most
    while len(made) < number:
        made.append([])
    for u in weak + strong:
        open_ = [g for g in made if len(g) < most]
        if not open_:
            made.append([])
            open_ = made[-1:]
        if u in weak:
            best = min(open_, key=lambda g: (len(g), made.index(g)))
        else:
            need = [g for g in open_ if any(p.kind[v] in ("CV", "TR") for v in g)] or open_
            best = min(need, key=lambda g: (sum(p.flak[v] for v in g), made.index(g)))
        best.append(u)
    return tuple(tuple(g) for g in made if g)


def layout_of(s: Campaign, side: int, force: int) -> int:
    return next(i for i, lay in enumerate(s.layouts) if lay.side == side and lay.force == force)


@value
class Division(Decision):
    """RS-098, A66: D-18a. The attacker divides his points over the groups. The draft: (group, points) in order."""

    rule: ClassVar[str] = "RS-098"
    side: int
    flight: int

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        f = s.flights[self.flight]
        layout = s.layouts[layout_of(s, 1 - side, f.target)]
        sent = dict(s.drafts[side])
        left = f.lac + f.nac - sum(sent.values())
        found: list[Action] = []
        if left > 0:
            found += [("send", f"group{g + 1}", Range(1, left)) for g, row in enumerate(layout.shown)
                      if row[0] and g not in sent]
        found += [("back", f"group{g + 1}") for g in sent]
        return (*found, READY)

    def retracts(self, action: Action) -> bool:
        return bool(action[0] == "back")

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        sent = s.drafts[side]
        if action == READY:
            steps = [GroupAttack(self.flight, g, n) for g, n in sent]
            return s.draft(side, ()).push(*steps, Return(self.flight))
        g = int(action[1][5:]) - 1
        if action[0] == "send":
            return s.draft(side, (*sent, (g, action[2]))).push(self)
        return s.draft(side, tuple(row for row in sent if row[0] != g)).push(self)


@value
class GroupAttack(Auto):
    """RS-093, RS-098: one group is attacked: its guns and its point patrol fire."""

    flight: int
    group: int
    n: int

    def run(self, s: Campaign) -> Campaign:
        f = s.flights[self.flight]
        foe = 1 - f.side
        n = min(self.n, f.lac + f.nac)
        i = layout_of(s, foe, f.target)
        layout = s.layouts[i]
        units = layout.groups[self.group]
        if not n or not units:
            return s
        # RS-093: only what still flies; a lost carrier's aircraft leave the patrol in E2
        cover = min(layout.cover[self.group], sum(p.points for p in s.patrols[foe] if p.force == f.target))
        strength = sum(s.p.flak[u] for u in units) + 2 * cover
        column = s.p.column("flak", strength)
        s = s.replace(layouts=put(s.layouts, i, layout.replace(
            shown=put(layout.shown, self.group, (*layout.shown[self.group][:4], 1)))))
        if cover:
            fired = tuple(
                patrol.replace(fired=True) if patrol.force == f.target else patrol for patrol in s.patrols[foe]
            )
            s = s.replace(patrols=pair(s.patrols, foe, fired))
        if column < 0:
            return s.push(GroupShown(self.flight, self.group, n))
        return s.push(FlakDie(self.flight, self.group, n, column, strength))


@value
class FlakDie(Chance):
    """RS-098: Table 3 for the guns of a group."""

    rule: ClassVar[str] = "RS-098"
    flight: int
    group: int
    n: int
    column: int
    strength: int

    def outcomes(self, s: Campaign) -> tuple[tuple[Action, int], ...]:
        return DICE

    def resolve(self, s: Campaign, outcome: Action) -> Campaign:
        lost = min(int(s.p.cell("flak", self.column, outcome[1])), self.n)
        f = s.flights[self.flight]
        s = s.tell(event("flak_die", side=1 - f.side, die=outcome[1], strength=self.strength, lost=lost))
        return lose_some(s.push(GroupShown(self.flight, self.group, self.n - lost)), self.flight, lost)


@value
class GroupShown(Auto):
    """RS-098: the attacked group is revealed."""

    flight: int
    group: int
    n: int

    def run(self, s: Campaign) -> Campaign:
        f = s.flights[self.flight]
        foe = 1 - f.side
        units = s.layouts[layout_of(s, foe, f.target)].groups[self.group]
        seen = list(s.seen)
        for u in units:
            seen[u] = f.target
        s = s.replace(seen=tuple(seen)).tell(
            event("revealed", side=foe, force=f.target, hex=f.where, units=tuple(s.p.ids[u] for u in units)))
        return go_on(s, self.flight, self.group, units, self.n)


def least(p: Printed, ship: int) -> int:
    """RS-098: the fewest points that may attack a ship: one to two."""
    return max(1, int(p.defense[ship] + 1) // 2)


def best(p: Printed, ship: int) -> int:
    """RS-098: the points for three to one, the last column, against a ship."""
    return 3 * int(p.defense[ship])


def go_on(s: Campaign, flight: int, group: int, ships: tuple[int, ...], n: int) -> Campaign:
    """The next ship of the group, if points are left for one."""
    if any(least(s.p, u) <= n for u in ships):
        return s.push(ShipAttack(s.flights[flight].side, flight, group, ships, n))
    return s


@value
class ShipAttack(Decision):
    """RS-098: D-18b. One ship and the points that attack it, or enough."""

    rule: ClassVar[str] = "RS-098"
    side: int
    flight: int
    group: int
    ships: tuple[int, ...]
    n: int

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return (*(("bomb", s.p.ids[u], Range(least(s.p, u), self.n)) for u in self.ships if least(s.p, u) <= self.n),
                ("stop",))

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        return refuse("RS-098", "refused.one_to_two" if action[0] == "bomb" else "refused.not_now")

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        if action[0] == "stop":
            return s
        return s.push(BombDie(self.flight, self.group, self.ships, self.n - action[2], s.p.index[action[1]], action[2]))


@value
class BombDie(Chance):
    """RS-098, RS-127: Table 4; the result at once."""

    rule: ClassVar[str] = "RS-098"
    flight: int
    group: int
    ships: tuple[int, ...]
    n: int
    ship: int
    points: int

    def outcomes(self, s: Campaign) -> tuple[tuple[Action, int], ...]:
        return DICE

    def resolve(self, s: Campaign, outcome: Action) -> Campaign:
        column = s.p.ratio("air_naval", self.points, s.p.defense[self.ship])
        result = str(s.p.cell("air_naval", column, outcome[1]))
        f = s.flights[self.flight]
        foe = 1 - f.side
        s = s.tell(event("bomb_die", side=f.side, die=outcome[1], unit=s.p.ids[self.ship], points=self.points,
                         result=result))
        if result == "none":
            return go_on(s, self.flight, self.group, self.ships, self.n)
        ships = tuple(u for u in self.ships if u != self.ship)
        i = layout_of(s, foe, f.target)
        layout = s.layouts[i]
        shown = layout.shown[self.group]
        s = s.replace(layouts=put(s.layouts, i, layout.replace(
            groups=put(layout.groups, self.group, ships),
            shown=put(layout.shown, self.group, (len(ships), *group_flags(s.p, ships), shown[4])))))
        if result == "destroyed":
            return go_on(lost_ships(sink(s, self.ship), foe), self.flight, self.group, ships, self.n)
        s = s.push(NextShip(self.flight, self.group, ships, self.n))
        return s.push(cripple(self.ship))


@value
class NextShip(Auto):
    """RS-098: after the repair die the attack goes on."""

    flight: int
    group: int
    ships: tuple[int, ...]
    n: int

    def run(self, s: Campaign) -> Campaign:
        s = lost_ships(s, 1 - s.flights[self.flight].side)
        return go_on(s, self.flight, self.group, self.ships, self.n)


def in_the_air(s: Campaign, side: int) -> list[tuple[Part, ...]]:
    """The parts of a side's patrols and of all flights."""
    return [patrol.parts for patrol in s.patrols[side]] + [f.parts for f in s.flights]


def add(stock: Stock, cat: int, n: int) -> Stock:
    row = list(stock)
    row[cat] += n
    return (row[0], row[1], row[2], row[3])


def give_back(s: Campaign, side: int, parts: tuple[Part, ...], flown: bool, fired: bool, hex_: int) -> Campaign:
    """RS-087, RS-091, A34: points go back to where they came from; those without a deck stay in the air."""
    for place, kind, cat, n in parts:
        now = FLOWN if flown else FIRED if fired and cat == FRESH else cat
        if place < CARRIER:
            s = s.replace(air=put(s.air, place, put(s.air[place], kind, add(s.air[place][kind], now, n))))
        elif FLEET <= s.at[place - CARRIER] < FLEET + 6:
            u = place - CARRIER
            s = s.replace(decks=put(s.decks, u, add(s.decks[u], now, n)))
        else:
            at = next((h for other, u, h in s.widows if u == place - CARRIER), hex_)
            s = s.replace(homeless=pair(s.homeless, side, (*s.homeless[side], (at, n, now))))
    return s


@value
class Return(Auto):
    """RS-104: the survivors turn for home; at extended range as many again are lost."""

    flight: int

    def run(self, s: Campaign) -> Campaign:
        f = s.flights[self.flight]
        owed = min(f.owed, f.lac + f.nac)
        if owed:
            s = s.replace(flights=put(s.flights, self.flight, f.replace(owed=0)))
            s = s.tell(event("long_way", side=f.side, n=owed))
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
                    flew = FIRED if patrol.fired and part[2] == FRESH else part[2]
                    s = s.replace(homeless=pair(s.homeless, side, (*s.homeless[side], (lost[u], part[3], flew))))
                else:
                    stay.append(part)
            patrols.append(patrol.replace(parts=tuple(stay)))
        s = s.replace(patrols=pair(s.patrols, side, tuple(p for p in patrols if p.parts)))
        return s.replace(widows=tuple(row for row in s.widows if row[0] != side)).push(Alight(side))


@value
class Alight(Decision):
    """RS-091, RS-101, RS-102, A11: D-20. Where homeless aircraft land. On a carrier they may still do what they have
    not done yet; on a land base they attack no more."""

    rule: ClassVar[str] = "RS-101"
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
        return tuple(("land", name, Range(1, min(pool[1], room))) for name, room in self.places(s, pool[0]))

    def default(self, s: Campaign, side: int) -> Action | None:
        first = self.legal(s, side)[0]
        return first if first == ("done",) else ("land", first[1], first[2].high)

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        if action == ("done",):
            n = sum(n for _, n, _ in s.homeless[side])
            s = s.replace(homeless=pair(s.homeless, side, ()))
            return lose_air(s, side, -1, NAC, n) if n else s
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


@value
class Counters(Auto):
    """RS-102, A9: section F: task forces that carrier aircraft attacked may strike back at the attackers."""

    def run(self, s: Campaign) -> Campaign:
        steps = []
        for side in (JAPAN, USA):
            for f in s.flights:
                if f.side == 1 - side and f.origin < PORT and f.target != GUADALCANAL and not f.counter:
                    step = CounterAttack(side, f.target, f.forces)
                    if step not in steps and s.fleet(side, f.target):
                        steps.append(step)
        return s.push(*steps)


@value
class CounterAttack(Decision):
    """RS-102: D-21. Retained aircraft against a carrier force that attacked."""

    rule: ClassVar[str] = "RS-102"
    side: int
    force: int
    attackers: tuple[int, ...]

    def retained(self, s: Campaign) -> int:
        return decks(s, self.side, self.force, DEFENDERS)

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        n = self.retained(s)
        alive = {sight.force for sight in current(s, 1 - side)}
        found: list[Action] = [("pass",)]
        if n:
            found += [("counter", enemy_name(1 - side, a), Range(1, n)) for a in self.attackers if a in alive]
        return tuple(found)

    def default(self, s: Campaign, side: int) -> Action | None:
        return ("pass",)

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        if action[0] == "pass":
            return s
        target = int(action[1][-1]) - 1
        s, parts = take_deck(s, side, self.force, action[2], DEFENDERS)
        where = next(sight.hex for sight in current(s, 1 - side) if sight.force == target)
        origin = next(sight.hex for sight in reversed(s.sights)
                      if sight.side == side and sight.force == self.force)
        s = s.replace(flights=(*s.flights, Flight(side, origin, target, where, 0, action[2], False, True, (self.force,),
                                              parts=parts)))
        s = deed(s, side, "strikes").tell(
            event("strike", side=side, origin=origin_name(origin), target=target_name(side, target), lac=0,
                  nac=action[2], where=where, number=len(s.flights)))
        return launched_from(s, side, self.force, action[2]).push(Attack(len(s.flights) - 1))


@value
class AirDone(Auto):
    """RS-087, RS-094: patrols land."""

    def run(self, s: Campaign) -> Campaign:
        for side in (JAPAN, USA):
            for patrol in s.patrols[side]:
                s = give_back(s, side, patrol.parts, False, patrol.fired, patrol.hex)
            s = lost_ships(s, side)
        return s.replace(patrols=((), ()), flights=(), layouts=())


@value
class BaseLosses(Auto):
    """RS-097, RS-108, RS-131: what bombardment takes from the aircraft on Guadalcanal; the base itself stays."""

    side: int

    def run(self, s: Campaign) -> Campaign:
        n = s.owing[self.side]
        s = s.replace(owing=pair(s.owing, self.side, 0))
        if not n or s.holder != self.side or not s.built:
            return s
        there = [count(s, HENDERSON, what, (0, 1, 2, 3)) for what in (0, 1)]
        if all(there) and sum(there) > n:
            return s.push(LoseAtBase(self.side, n))
        return lose_at_base(s, self.side, 0 if there[0] else 1, n) if sum(there) > n else lose_at_base(
            lose_at_base(s, self.side, 0, n), self.side, 1, n)


def lose_at_base(s: Campaign, side: int, what: int, n: int) -> Campaign:
    """RS-097: LAC (0) or NAC (1) of the base on Guadalcanal are destroyed, as many as there are of so many."""
    n = min(n, count(s, HENDERSON, what, (0, 1, 2, 3)))
    s, parts = take_base(s, HENDERSON, what, n, (MOVED, FLOWN, FIRED, FRESH))
    for _, kind, _, lost in parts:
        s = lose_air(s, side, HENDERSON, kind, lost)
    return s


@value
class LoseAtBase(Decision):
    """RS-097: D-19. Which points of the base are destroyed."""

    rule: ClassVar[str] = "RS-097"
    side: int
    n: int

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        found: list[Action] = []
        for what in (0, 1):
            n = count(s, HENDERSON, what, (0, 1, 2, 3))
            if n:
                found.append(("lose", KINDS[what], Range(1, min(n, self.n))))
        return tuple(found) or (("none",),)

    def default(self, s: Campaign, side: int) -> Action | None:
        what = int(count(s, HENDERSON, 1, (0, 1, 2, 3)) > count(s, HENDERSON, 0, (0, 1, 2, 3)))
        n = min(self.n, count(s, HENDERSON, what, (0, 1, 2, 3)))
        return ("lose", KINDS[what], n) if n else ("none",)

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        if action == ("none",):
            return s
        s = lose_at_base(s, side, 0 if action[1] == "lac" else 1, action[2])
        left = self.n - action[2]
        return s.push(LoseAtBase(side, left)) if left and any(any(stock) for stock in s.air[HENDERSON]) else s


# -- transfers --


@value
class TransfersOpen(Auto):
    """A5: section L, in every day segment."""

    def run(self, s: Campaign) -> Campaign:
        return s.replace(drafts=((), ()), ready=(False, False)).push(Transfers())


@value
class Transfers(Sheet):
    """RS-003, RS-105, RS-106, RS-107, A5, A6, A34, A35, A57, A69: D-30. Points that flew no mission
    move between bases and carriers.

    The draft: (from, to, kind, points), a place being a base or 100 + carrier."""

    rule: ClassVar[str] = "RS-105"
    back: ClassVar[tuple[str, ...]] = ("cancel",)
    routine: ClassVar[bool] = True

    def default(self, s: Campaign, side: int) -> Action | None:
        """Nothing moves but by choice, on the first day of each half."""
        return READY if s.segment not in (1, 9) or self.writes(s, side) == (READY,) else None

    def places(self, s: Campaign, side: int) -> list[int]:
        bases = [b for b in range(6) if owner_of(s, b) == side and is_open(s, b)]
        ships = [CARRIER + u for u in s.p.carriers[side] if 0 <= s.at[u] <= 3 or FLEET <= s.at[u] < FLEET + 6]
        return bases + ships

    def writes(self, s: Campaign, side: int) -> tuple[Action, ...]:
        draft = s.drafts[side]
        places = self.places(s, side)
        written = {row[:3] for row in draft}
        goals: list[tuple[int, str, int]] | None = None
        found: list[Action] = []
        for start in places:
            for kind in (LAC, NAC, RAW):
                free = self.fresh(s, start, kind)
                if draft and free > 0:
                    free -= sum(row[3] for row in draft if row[0] == start and row[2] == kind)
                if start == HENDERSON and side == USA:
                    sent = sum(row[3] for row in draft if row[0] == HENDERSON)
                    free = min(free, s.supply[USA] * int(s.p.numbers["supply"]["air_points"]) - sent)
                if free <= 0:
                    continue
                if goals is None:
                    rooms = [(to, place_id(s, to), self.room(s, side, to)) for to in places]
                    goals = [row for row in rooms if row[2] > 0]
                name, word = place_id(s, start), KINDS[kind]
                for to, goal, room in goals:
                    if to != start and (to < CARRIER or kind == NAC) and (start, to, kind) not in written:
                        found.append(("transfer", name, goal, word, Range(1, free if free < room else room)))
        if draft:
            found.append(("cancel",))
        return (*found, READY)

    def fresh(self, s: Campaign, place: int, kind: int) -> int:
        if place >= CARRIER:
            return s.decks[place - CARRIER][FRESH] if kind == NAC else 0
        return s.air[place][kind][FRESH]

    def room(self, s: Campaign, side: int, to: int) -> int:
        coming = sum(row[3] for row in s.drafts[side] if row[1] == to)
        if to >= CARRIER:
            return int(s.p.deck[to - CARRIER] - sum(s.decks[to - CARRIER]) - coming)
        return int(base_room(s, to) - coming)

    def refusal(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] == "transfer" and len(action) == 5:
            if action[2] in s.p.index and action[3] != "nac":
                return refuse("RS-105", "refused.not_to_carriers")
            if action[1] == "henderson" and side == USA:
                return refuse("RS-107", "refused.supply_for_strike")
            return refuse("RS-105", "refused.transfer")
        return refuse("RS-105", "refused.not_now")

    def write(self, s: Campaign, side: int, action: Action) -> Campaign:
        if action[0] == "cancel":
            return s.draft(side, ())
        row = (place_of(s, action[1]), place_of(s, action[2]), KINDS.index(action[3]), action[4])
        return s.draft(side, (*s.drafts[side], row))

    def close(self, s: Campaign) -> Campaign:
        for side in (JAPAN, USA):
            paid = sum(row[3] for row in s.drafts[side] if row[0] == HENDERSON)
            if side == USA and paid:
                cost = henderson_supply(s.p, paid)
                s = s.replace(supply=(s.supply[0], s.supply[1] - cost))
                s = s.tell(event("supply_spent", side=USA, n=cost, cause="transfer"))
            for start, to, kind, n in s.drafts[side]:
                s = _shift(s, start, kind, FRESH, -n)
                s = _shift(s, to, kind, MOVED, n)
        return s.replace(drafts=((), ()))


def _shift(s: Campaign, place: int, kind: int, cat: int, n: int) -> Campaign:
    if place >= CARRIER:
        u = place - CARRIER
        return s.replace(decks=put(s.decks, u, add(s.decks[u], cat, n)))
    return s.replace(air=put(s.air, place, put(s.air[place], kind, add(s.air[place][kind], cat, n))))


def place_id(s: Campaign, place: int) -> str:
    return s.p.ids[place - CARRIER] if place >= CARRIER else BASES[place]


def place_of(s: Campaign, name: str) -> int:
    return BASES.index(name) if name in BASES else CARRIER + s.p.index[name]


__all__ = ["NONE", "PORTS", "AirSheet", "AllocationOfAir", "Landing", "TransfersOpen"]
