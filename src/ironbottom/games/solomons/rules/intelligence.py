"""18.0, 19.0: what must be told: the Japanese announcements before each half, and the sightings of each segment."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar

from ironbottom.games.solomons.rules.naval_movement import next_places, transport_in_time
from ironbottom.games.solomons.rules.printed import (
    BARRED,
    CAPITALS,
    CARRIERS,
    DEEP,
    JAPAN,
    PORT,
    RABAUL,
    TRANSPORTS,
    TRUK,
    USA,
    M,
    Printed,
    fleets,
    traits,
)
from ironbottom.games.solomons.rules.state import NOBODY, Campaign, Force, Sight, at_sea, capitals, put
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto, Decision, Refusal, refuse
from ironbottom.kernel.value import value

SAYS = (("slot", ("none", "small", "capital")), ("rabaul", ("none", "small", "capital", "transports", "both")),
        ("truk", ("none", "small", "capital", "transports", "both")))
"""RS-170: for each kind of sortie, what may be said of it; `small`: without capital ships and transports."""
SLOT, HIGH, FROM_TRUK = range(3)
SILENT = (0, 0, 0)
"""Nothing is announced."""
Word = tuple[tuple[int, int, int], bool, int]
"""What decides over departures: the announcements, whether Truk may send ships, the Game-Turn."""


def says_capital(kind: int, word: int) -> bool:
    return word in ((2,) if kind == SLOT else (2, 4))


def says_transports(kind: int, word: int) -> bool:
    return kind != SLOT and word in (3, 4)


BC, CAPITAL, SMALL, SLOW = range(4)
"""Sorts of ships that an announcement can ask for: battlecruisers are capital ships too, and fit for the Slot."""


def ports(p: Printed, at: tuple[int, ...], stays: tuple[int, ...] = ()) -> tuple[int, ...]:
    """How many Japanese units that have not sailed stand at Rabaul and at Truk: base * 4 + sort."""
    found = [0] * 8
    staying = set(stays)
    for u, sort, fast in p.sailors:
        base = at[u]
        if 0 <= base <= 1 and u not in staying:
            found[base * 4 + sort] += 1
            if fast:
                found[base * 4] += 1
    return tuple(found)


Row = int
"""Of a force in port, in bits: where it is, its capital ships and transports, whether it may run down the Slot, does
so, sails, may still sail; 0 of any other."""
AT_RABAUL, AT_TRUK, HEAVY, WITH_SLOW, SLOTABLE, RUNS, GONE, STILL = (1 << bit for bit in range(8))


def row_of(p: Printed, made: int, force: Force, half: int, plotting: bool) -> Row:
    """What a Japanese task force, made of such ships, can do to make announcements true."""
    if force.pos < PORT or force.status == 3:
        return 0
    runs, way = force.run == 1, force.way
    gone = runs or (way != () and min(way) < PORT)
    return row(p, made, force.pos - PORT, runs, gone, len(way), half, plotting)


@lru_cache(maxsize=65536)
def row(
    p: Printed, made: int, base: int, runs: bool, gone: bool, written: int, half: int, plotting: bool
) -> Row:
    """The same for one that waits at a base, with so much of its plot written."""
    slow = made & TRANSPORTS != 0
    slotable = base == RABAUL and not made & BARRED
    still = not gone
    if plotting and still:
        segment = (1 if half == 1 else 8) + written
        still = (
            segment <= (7 if half == 1 else 14)
            and len(next_places(p, JAPAN, made & CARRIERS != 0, slow, PORT + base, 1, segment)) > 1
            and (not slow or transport_in_time(p, JAPAN, base, segment))
        )
        slotable = slotable and not written and segment <= 9
    return (AT_RABAUL * (base == RABAUL) | AT_TRUK * (base == TRUK) | HEAVY * (made & CAPITALS != 0)
            | WITH_SLOW * slow | SLOTABLE * slotable | RUNS * runs | GONE * gone | STILL * still)


Rows = tuple[Row, ...]
"""The rows of the six Japanese task forces."""


def standing(s: Campaign, plotting: bool) -> Rows:
    """What the Japanese task forces can do to make announcements true, while plots are written or before."""
    p, half = s.p, s.half
    return tuple([0 if force.pos < PORT else row_of(p, made, force, half, plotting)
                  for made, force in zip(traits(p, s.at, JAPAN), s.forces[JAPAN], strict=True)])


def unused(s: Campaign) -> int:
    """How many more task forces Japan may form."""
    return sum([force.pos < 0 for force in s.forces[JAPAN]])


def sails_no_more(rows: Rows) -> Rows:
    """The rows when nothing more is written."""
    return tuple([row & ~STILL for row in rows])


def promises_hold(s: Campaign, said: tuple[int, int, int], plotting: bool) -> bool:
    """RS-069, RS-170, A12, A68: whether all that was announced can still come true, and nothing else: when plots are
    written, or while task forces are formed (the draft then names the ships that are decided)."""
    if said == SILENT:
        return True
    rows = standing(s, plotting)
    if plotting:
        return kept(said, rows)
    stays = s.drafts[JAPAN][1] if s.drafts[JAPAN] else ()
    return kept(said, rows, ports(s.p, s.at, stays), unused(s))


def kept(said: tuple[int, int, int], rows: Rows, have: tuple[int, ...] = (0,) * 8, numbers: int = 0) -> bool:
    """RS-069: whether these task forces, and so many new ones of one unit each, of the ships that are left in port, can
    make all announcements true, and nothing else."""
    found = owed(said, tuple(sorted(rows)))
    if () in found:
        return True
    return numbers > 0 and any(
        len(needs) <= numbers and all(have[need] >= taken(needs, need) for need in needs) for needs in found)


def taken(needs: tuple[int, ...], need: int) -> int:
    """How many ships of a sort are needed; a battlecruiser is one of the capital ships."""
    return needs.count(need) + (needs.count(need - CAPITAL + BC) if need % 4 == CAPITAL else 0)


@lru_cache(maxsize=65536)
def owed(said: tuple[int, int, int], rows: Rows) -> tuple[tuple[int, ...], ...]:
    """RS-069: the ships (base * 4 + sort) that new task forces still need, in one way or another; the order of the rows
    does not matter."""
    slot, high, truk = said
    truk_needs = _owed(FROM_TRUK, TRUK, truk, [f for f in rows if f & AT_TRUK])
    rabaul = [f for f in rows if f & AT_RABAUL]
    choices: list[int | None] = [None]
    fit = [(f & HEAVY != 0) == (slot == 2) for f in rabaul]
    if slot and not any(f & RUNS and fit[i] for i, f in enumerate(rabaul)):
        choices += [i for i, f in enumerate(rabaul) if f & STILL and f & SLOTABLE and fit[i]]
    elif slot:
        slot = 0
    found = []
    for choice in choices:
        needs = list(truk_needs)
        if slot and choice is None:
            needs.append(RABAUL * 4 + (BC if slot == 2 else SMALL))
        rest = [f for i, f in enumerate(rabaul) if i != choice and not f & RUNS]
        needs += _owed(HIGH, RABAUL, high, rest)
        found.append(tuple(needs))
    return tuple(found)


def _owed(kind: int, base: int, word: int, forces: list[Row]) -> list[int]:
    if not word:
        return []
    capital, slow = says_capital(kind, word), says_transports(kind, word)
    can = [f for f in forces
           if f & (GONE | STILL) and (capital or not f & HEAVY) and (slow or not f & WITH_SLOW)]
    needs = []
    if capital and not any(f & HEAVY for f in can):
        needs.append(base * 4 + CAPITAL)
    if slow and not any(f & WITH_SLOW for f in can):
        needs.append(base * 4 + SLOW)
    if not capital and not slow and not can:
        needs.append(base * 4 + SMALL)
    return needs


def word_of(s: Campaign) -> Word:
    """What decides over departures now."""
    return s.said, s.sortie, s.turn


def may_leave(word: Word, base: int, capital: bool, slow: bool, slot: bool) -> Refusal | None:
    """RS-069, RS-180, A12: whether Japan has announced a departure of that sort, and may sail from there."""
    announced, sortie, turn = word
    if base == TRUK and not sortie:
        return refuse("RS-180" if turn > 1 else "RS-069", "refused.no_sortie")
    kind = SLOT if slot else HIGH if base == RABAUL else FROM_TRUK
    said = announced[kind]
    if not said:
        return refuse("RS-069", "refused.not_announced")
    if capital and not says_capital(kind, said):
        return refuse("RS-069", "refused.no_capital_announced")
    if slow and not says_transports(kind, said):
        return refuse("RS-069", "refused.no_transports_announced")
    return None


@value
class Intelligence(Auto):
    """RS-170: before each half Japan says what will leave port."""

    half: int

    def run(self, s: Campaign) -> Campaign:
        s = s.replace(half=self.half, said=SILENT, drafts=((), ()), ready=(False, False))
        for side in (JAPAN, USA):
            squadrons = fleets(s.p, s.at, side)
            for n, force in enumerate(s.forces[side]):
                if force.pos >= PORT and force.status != 3:
                    s = s.move(squadrons[n], force.pos - PORT).set_force(side, n, NOBODY)
        return s.push(Announcement())


@value
class Announced(Event):
    """RS-170: what Japan says of each kind of sortie."""

    file_name: ClassVar[str] = "announced"
    half: int
    slot: str
    rabaul: str
    truk: str


@value
class Announcement(Decision):
    """RS-170, A12, A68: What Japan announces binds his plots of this half."""

    rule: ClassVar[str] = "RS-170"
    side: int = JAPAN

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        draft = s.drafts[JAPAN] or (-1, -1, -1)
        rest = tuple([max(0, word) for word in draft])
        found: list[Action] = []
        rows, here, numbers = standing(s, False), ports(s.p, s.at), unused(s)
        for kind, (key, words) in enumerate(SAYS):
            if draft[kind] >= 0:
                found.append(("unsay", key))
                continue
            for word in range(len(words)):
                said: Any = put(rest, kind, word)
                if self.may(s, said) and kept(said, rows, here, numbers):
                    found.append(("say", key, words[word]))
        found.append(("announce",))
        return tuple(found)

    def may(self, s: Campaign, said: Any) -> bool:
        """RS-180, A12: no sortie from Truk without its die, no transports in the second half."""
        if said[FROM_TRUK] and not s.sortie:
            return False
        return s.half == 1 or not (
            says_transports(HIGH, said[HIGH]) or says_transports(FROM_TRUK, said[FROM_TRUK]))

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] == "say":
            if action[1:2] == ("truk",) and not s.sortie:
                return refuse("RS-180", "refused.no_sortie")
            if s.half == 2 and action[1:2] != ("slot",) and action[2:] in (("transports",), ("both",)):
                return refuse("RS-034", "refused.too_late_for_m")
            return refuse("RS-170", "refused.cannot_be_kept")
        return refuse("RS-170", "refused.not_now")

    def retracts(self, action: Action) -> bool:
        return bool(action[0] == "unsay")

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        draft = s.drafts[JAPAN] or (-1, -1, -1)
        if action[0] == "announce":
            said = tuple(max(0, word) for word in draft)
            s = s.replace(said=said).draft(JAPAN, ())
            return s.tell(Announced(half=s.half, slot=SAYS[0][1][said[0]], rabaul=SAYS[1][1][said[1]],
                                truk=SAYS[2][1][said[2]]))
        kind = [key for key, _ in SAYS].index(action[1])
        word = SAYS[kind][1].index(action[2]) if action[0] == "say" else -1
        return s.draft(JAPAN, tuple(word if k == kind else draft[k] for k in range(3))).push(self)


@value
class SubmarineShown(Event):
    """RS-110: where a submarine lies."""

    file_name: ClassVar[str] = "submarine"
    unit: str
    hex: int


@value
class JapaneseShown(Auto):
    """RS-171, RS-172, RS-110, A28: section A: every Japanese task force, its hex and size, its hex at night."""

    stays: ClassVar[bool] = True

    def run(self, s: Campaign) -> Campaign:
        found = at_sea(s, JAPAN)
        sights = []
        for n in found:
            force = s.forces[JAPAN][n]
            units = s.fleet(JAPAN, n)
            sights.append(Sight(
                JAPAN, n, s.segment, force.pos, len(units), capitals(s, units),
                sum(s.p.kind[u] == "TR" for u in units), force.night if s.segment >= 3 else -1,
                force.run == 1 and force.due % 2 == 0,
            ))
        s = s.replace(stack=s.stack[:-1], sights=s.sights + tuple(sights), shown=(tuple(found), s.shown[1]),
                      news=(*s.news, *map(_sighted, sights)))
        if s.segment == 1:
            for u in s.p.submarines:
                if DEEP <= s.at[u] < DEEP + 19:
                    s = s.tell(SubmarineShown(unit=s.p.ids[u], hex=s.at[u] - DEEP))
        return s


@value
class Sighted(Event):
    """RS-171, RS-174: what is told of a task force; `night` is its hex in the night before, or -1."""

    file_name: ClassVar[str] = "sighted"
    side: int
    force: int
    hex: int
    total: int
    capital: int
    transports: int
    night: int
    segment: int


def _sighted(sight: Sight) -> Sighted:
    return Sighted(side=sight.side, force=sight.force, hex=sight.hex, total=sight.total,
                 capital=sight.capital, transports=sight.transports, night=sight.night, segment=sight.segment)


def zone(s: Campaign) -> frozenset[int]:
    """RS-174, A1: the reconnaissance zone."""
    return s.p.zone_later if s.turn >= s.p.opens else s.p.zone


def spotted(s: Campaign, hex_: int, japanese: list[int]) -> bool:
    """RS-174, RS-175, A20: whether an American force in a hex is shown by day, with Japanese forces in those hexes."""
    return hex_ in zone(s) or any(s.p.dist[hex_][other] <= 1 for other in japanese)


@value
class AmericansShown(Auto):
    """RS-174, RS-175, A26: section B: American task forces in the zone, or near a Japanese one."""

    stays: ClassVar[bool] = True

    def run(self, s: Campaign) -> Campaign:
        near = [s.forces[JAPAN][n].pos for n in at_sea(s, JAPAN)]
        found, sights = [], []
        for n in at_sea(s, USA):
            force = s.forces[USA][n]
            if spotted(s, force.pos, near):
                units = s.fleet(USA, n)
                sights.append(Sight(USA, n, s.segment, force.pos, len(units), capitals(s, units),
                                    sum(s.p.kind[u] == "TR" for u in units)))
                found.append(n)
        return s.replace(stack=s.stack[:-1], sights=s.sights + tuple(sights), shown=(s.shown[0], tuple(found)),
                         news=(*s.news, *map(_sighted, sights)))


@value
class Present(Event):
    """RS-173: how many task forces of a side are in M by night."""

    file_name: ClassVar[str] = "present"
    side: int
    n: int
    hex: int


@value
class NightPresence(Auto):
    """RS-070, RS-173: by night the task forces in M are shown, and nothing else."""

    stays: ClassVar[bool] = True

    def run(self, s: Campaign) -> Campaign:
        found = tuple(tuple(n for n in at_sea(s, side) if s.forces[side][n].pos == M) for side in (JAPAN, USA))
        s = s.replace(stack=s.stack[:-1], shown=found)
        for side in (JAPAN, USA):
            if found[side]:
                s = s.tell(Present(side=side, n=len(found[side]), hex=M))
        return s


def current(s: Campaign, side: int) -> list[Sight]:
    """What is shown of a side's task forces by day, in this segment."""
    found = []
    for n in s.shown[side]:
        for sight in reversed(s.sights):
            if sight.side == side and sight.force == n:
                if sight.segment == s.segment and sight.total > 0:
                    found.append(sight)
                break
    return found
