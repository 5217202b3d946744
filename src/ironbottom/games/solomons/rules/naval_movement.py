"""8.0, 9.0, 11.0: how ships move: entry and exit hexes, speed, ways home, the Slot and Anti-Slot routes."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise
from typing import ClassVar

from ironbottom.games.solomons.rules.printed import (
    BASES,
    CARRIERS,
    ES,
    HOME,
    JAPAN,
    LAST,
    LETTERS,
    PORT,
    PORTS,
    RABAUL,
    TRANSPORT,
    TRANSPORTS,
    USA,
    K,
    L,
    M,
    N,
    O,
    Printed,
    fleets,
    traits,
)
from ironbottom.games.solomons.rules.state import NOBODY, Campaign, Force, pair
from ironbottom.kernel.event import Event, Later
from ironbottom.kernel.step import Auto
from ironbottom.kernel.value import value

SLOT_WAY = (K, L, M, L, K, PORT + RABAUL)
ANTI_WAY = (O, N, M, N, O, PORT + ES)


@cache
def hops_home(p: Printed, side: int, carrier: bool, hex_: int) -> int:
    """RS-067, RS-072: moves to the nearest exit hex of a base that is open to the ships."""
    return min(p.home_hops[base][hex_] for base in PORTS[side] if p.base_open(base, carrier))


def home_by(p: Printed, side: int, carrier: bool, slow: bool, hex_: int, segment: int, stay: int) -> int:
    """RS-061..RS-063, RS-066, A56: the segment in which ships that stand in a hex can be home at the earliest."""
    hops = hops_home(p, side, carrier, hex_)
    return segment + hops + 1 if not slow else segment + max(0, 2 - stay) + 1 + 2 * hops


@cache
def next_places(
    p: Printed, side: int, carrier: bool, slow: bool, pos: int, stay: int, segment: int
) -> tuple[int, ...]:
    """RS-060..RS-067, RS-072: where ships may be in a segment: in the hex, the next one, or home; so that all can be
    home by segment 14."""
    if pos >= PORT:
        return (pos, *(h for h in p.entries[pos - PORT] if home_by(p, side, carrier, slow, h, segment, 1) <= LAST))
    found = []
    if home_by(p, side, carrier, slow, pos, segment, stay + 1) <= LAST:
        found.append(pos)
    if not slow or stay >= 2:
        found += [h for h in p.near[pos] if home_by(p, side, carrier, slow, h, segment, 1) <= LAST]
        found += [PORT + b for b in PORTS[side] if p.base_open(b, carrier) and pos in p.entries[b]]
    return tuple(found)


def ends_at(force: Force) -> tuple[int, int]:
    """Where a plot ends so far, and for how many segments the ships have stood there."""
    way = force.way
    if not way:
        return force.pos, force.stay
    pos, stay = way[-1], 0
    for place in reversed(way):
        if place != pos:
            return pos, stay
        stay += 1
    return pos, stay + force.stay if force.pos == pos else stay


@cache
def ways_home(p: Printed, slow: bool, hex_: int, stay: int, base: int) -> tuple[tuple[int, ...], ...]:
    """RS-051, RS-068: every shortest way from a hex to a base, segment by segment, first by letter."""
    routes: list[tuple[int, ...]] = []

    def go(at: int, way: tuple[int, ...]) -> None:
        left = p.home_hops[base][at]
        if not left:
            routes.append((*way, PORT + base))
            return
        for n in sorted(p.near[at]):
            if p.home_hops[base][n] == left - 1:
                go(n, (*way, n))

    go(hex_, ())
    if not slow:
        return tuple(routes)
    wait = (hex_,) * max(0, 2 - stay)
    return tuple(wait + tuple(h for place in route[:-1] for h in (place, place)) + route[-1:] for route in routes)


@lru_cache(maxsize=4096)
def way_text(way: tuple[int, ...]) -> str:
    """A way as one word: `L.K.rabaul`."""
    return ".".join(LETTERS[h] if h < PORT else BASES[h - PORT] for h in way)


def make(s: Campaign, side: int, n: int) -> tuple[bool, bool]:
    """Whether a task force has carriers, and whether it moves at the speed of transports."""
    made = traits(s.p, s.at, side)[n]
    return made & CARRIERS != 0, made & TRANSPORTS != 0


Homes = tuple[tuple[int, tuple[int, ...]], ...]
"""Bases, and ways to them."""


def open_homes(s: Campaign, side: int, n: int) -> Homes:
    """RS-066, RS-068, A41: every base with every shortest way to it that ends in time."""
    force = s.forces[side][n]
    carrier, slow = make(s, side, n)
    if force.run == 1:
        return ((RABAUL, SLOT_WAY[{K: 5, L: 4, M: 3}[force.pos]:]),)
    if force.run == 2:
        return ((ES, ANTI_WAY[{O: 5, N: 4, M: 3}[force.pos]:]),)
    return _homes(s.p, side, carrier, slow, force.pos, force.stay, s.segment)


@cache
def _homes(p: Printed, side: int, carrier: bool, slow: bool, hex_: int, stay: int, segment: int) -> Homes:
    found: list[tuple[int, tuple[int, ...]]] = []
    for base in PORTS[side]:
        if p.base_open(base, carrier):
            found += [(base, way) for way in ways_home(p, slow, hex_, stay, base) if segment + len(way) <= LAST]
    return tuple(found)


@cache
def transport_in_time(p: Printed, side: int, base: int, segment: int) -> bool:
    """RS-034: whether transports that leave base in a segment can stand two segments in M and be home."""
    out = min((p.dist[h][M] for h in p.entries[base]), default=99)
    back = hops_home(p, side, False, M)
    return segment + 2 * out + 2 + 2 * back <= LAST


@value
class SegmentBegan(Event):
    """RS-002: a segment begins."""

    file_name: ClassVar[str] = "segment"
    turn: int
    segment: int
    day: bool


@value
class Movement(Auto):
    """RS-001, RS-007, RS-061, RS-065, RS-071, RS-080, A13, A25..A27, A29: all task forces go where they plotted."""

    stays: ClassVar[bool] = True

    def run(self, s: Campaign) -> Campaign:
        now = s.segment + 1
        s = _answer(s.replace(
            stack=s.stack[:-1], segment=now, shown=((), ()), attacked=(), layouts=(), owing=(0, 0), fallen=(),
            news=(*s.news, SegmentBegan(turn=s.turn, segment=now, day=now % 2 == 1)),
        ))
        return _go(_go(s, JAPAN), USA)


@value
class Answering(Event):
    """RS-080: an Anti-Slot task force sails."""

    file_name: ClassVar[str] = "answering"
    private: ClassVar[bool] = True
    force: int

    def knows(self) -> tuple[int, ...]:
        return (USA,)


@value
class TurnedBack(Event):
    """RS-080: an Anti-Slot task force has nobody to meet."""

    file_name: ClassVar[str] = "turned_back"
    private: ClassVar[bool] = True
    force: int

    def knows(self) -> tuple[int, ...]:
        return (USA,)


def _answer(s: Campaign) -> Campaign:
    """RS-080, A25, A27: Anti-Slot forces sail when the run that they answer enters K, and turn back without it."""
    runs = [f for f in s.forces[JAPAN] if f.run == 1 and f.pos >= 0]
    for n, force in enumerate(s.forces[USA]):
        if force.run == 2 and force.pos in (O, N) and M in force.way:
            mate = K if force.pos == O else L
            if not any(f.pos == mate and not f.status for f in runs):
                back = ANTI_WAY[{O: 5, N: 4}[force.pos]:]
                s = s.set_force(USA, n, force.replace(way=back, status=2))
                s = s.tell(TurnedBack(force=n))
    if any(f.pos >= PORT and f.way and f.way[0] == K for f in runs):
        s = s.replace(runs=s.runs + 1)
        for n, force in enumerate(s.forces[USA]):
            if force.run == 10 + s.runs and force.pos >= PORT and not force.status:
                s = s.set_force(USA, n, force.replace(way=ANTI_WAY, run=2))
                s = s.tell(Answering(force=n))
    return s


@value
class CameHome(Event):
    """RS-066: a task force is in port again."""

    file_name: ClassVar[str] = "home"
    private: ClassVar[bool] = True
    force: int
    base: int
    side: Later[int] = -1


def _go(s: Campaign, side: int) -> Campaign:
    """The task forces of a side go on."""
    forces, tracks, squadrons = list(s.forces[side]), list(s.tracks[side]), fleets(s.p, s.at, side)
    for n, force in enumerate(forces):
        if force.pos < 0 or not force.way:
            continue
        place, way = force.way[0], force.way[1:]
        tracks.append((n, s.segment, place))
        if place >= PORT and force.pos < PORT:
            s = s.move(squadrons[n], HOME + place - PORT).tell(CameHome(side=side, force=n, base=place - PORT))
            forces[n] = NOBODY
        else:
            stay = force.stay + 1 if place == force.pos else 1
            night = place if s.segment % 2 == 0 else force.night
            forces[n] = force.replace(pos=place, way=way, stay=stay, night=night)
    return s.replace(forces=pair(s.forces, side, tuple(forces)), tracks=pair(s.tracks, side, tuple(tracks)))


def plot_allowed(
    p: Printed, side: int, base: int, carrier: bool, slow: bool, slot: bool, path: list[tuple[int, int]]
) -> bool:
    """RS-034, RS-060..RS-067, RS-073: whether a whole plot, as (segment, place) from the first hex on, is legal."""
    if any(segment > LAST for segment, _ in path):
        return False
    if slot:
        return (
            base == RABAUL and not carrier and not slow
            and tuple(place for _, place in path) == SLOT_WAY
            and all(b[0] == a[0] + 1 for a, b in pairwise(path))
        )
    pos, stay = PORT + base, 1
    if slow and not transport_in_time(p, side, base, path[0][0]):
        return False
    for segment, place in path:
        if place not in next_places(p, side, carrier, slow, pos, stay, segment):
            return False
        stay = stay + 1 if place == pos else 1
        pos = place
    return pos >= PORT


def transport_ready(force: Force) -> bool:
    """RS-062, RS-076: two full segments in M, on a Transport mission, not going home."""
    return force.pos == M and force.mission == TRANSPORT and force.stay >= 2 and force.acts
