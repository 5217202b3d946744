"""Mission templates: what a side sends out in a half, and on which courses.

A scheme is a name and its parts, each of which asks for the ships that are left: a run down the Slot, a convoy and its
cover, a sweep from Truk, and so on. Announcement, task forces and plots all follow from the same scheme, so that what
was promised can be kept. Only what the side knows is used: its own ships, what was seen, and where the other side's
ships lay when the bases were last open (A45).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ironbottom.games.solomons.rules.deployment import rabaul_fits
from ironbottom.games.solomons.rules.intelligence import FROM_TRUK, HIGH, SLOT
from ironbottom.games.solomons.rules.printed import (
    AUSTRALIA,
    BACK,
    DEEP,
    ES,
    HENDERSON,
    HOME,
    JAPAN,
    PORT,
    RABAUL,
    SHORTLANDS,
    SUNK,
    TRUK,
    USA,
    C,
    G,
    K,
    L,
    M,
    N,
    O,
    Q,
    R,
    place_name,
)
from ironbottom.games.solomons.rules.state import Campaign, Force, has
from ironbottom.kernel.action import Action

Units = tuple[int, ...]


class Scheme(NamedTuple):
    """A name (a key of the texts) and the parts of which it is made."""

    name: str
    parts: tuple[str, ...]


SCHEMES: Mapping[int, tuple[Scheme, ...]] = {
    JAPAN: (
        Scheme("express", ("express",)),
        Scheme("starve", ("run",)),
        Scheme("land", ("convoy", "cover")),
        Scheme("carriers_land", ("convoy", "carriers", "cover")),
        Scheme("together", ("together",)),
        Scheme("carriers_together", ("together", "carriers")),
        Scheme("part", ("part", "cover")),
        Scheme("blockade", ("cover",)),
        Scheme("fleet", ("sweep", "express")),
        Scheme("fleet_run", ("sweep", "run")),
        Scheme("fleet_land", ("sweep", "convoy", "cover")),
        Scheme("carriers", ("carriers", "express")),
        Scheme("all_out", ("sweep", "carriers", "run")),
        Scheme("quiet", ()),
    ),
    USA: (
        Scheme("supply", ("convoy", "guard")),
        Scheme("answer", ("guns",)),
        Scheme("supply_answer", ("convoy", "guns")),
        Scheme("ambush", ("carriers", "guns")),
        Scheme("supply_ambush", ("convoy", "carriers", "guns")),
        Scheme("lone_supply", ("convoy",)),
        Scheme("part", ("part",)),
        Scheme("together", ("together",)),
        Scheme("carriers_together", ("together", "carriers")),
        Scheme("covered", ("boats", "carriers")),
        Scheme("carriers", ("carriers",)),
        Scheme("quiet", ()),
    ),
}
"""What each side may send."""


class Strength(NamedTuple):
    """Surface attack and defense."""

    attack: int
    defense: int


def strength(v: Campaign, units: Units | list[int]) -> Strength:
    """The strength of some units."""
    return Strength(sum([v.p.attack[u] for u in units]), sum([v.p.defense[u] for u in units]))


def in_port(v: Campaign, side: int, base: int, kinds: tuple[str, ...]) -> list[int]:
    """Own ships of those kinds that stand in a port and have not sailed."""
    return [u for u in v.p.of_side[side] if v.at[u] == base and v.p.kind[u] in kinds]


def enemy_in_port(v: Campaign, foe: int, base: int, kinds: tuple[str, ...]) -> list[int]:
    """The other side's ships of those kinds that may be in a port: they lay there when it was last open, and are not
    known to be lost, away or at sea."""
    return [u for u in v.p.of_side[foe] if v.berth[u] == base and v.p.kind[u] in kinds and v.seen[u] < 0
            and not (v.at[u] == SUNK or BACK <= v.at[u] < DEEP)]


ESCORT, FEW = 3, 2
"""Warships that sail among transports, and the transports of a small convoy."""
SMALL = ("CA", "DD")
HEAVY = ("B", "BB")
GUNS = ("BC", "CA", "DD", "BB", "B")


def answering(v: Campaign) -> Strength:
    """What the Americans can send at most against a run down the Slot."""
    return strength(v, enemy_in_port(v, USA, ES, GUNS))


def running(v: Campaign) -> Strength:
    """What Japan can send at most on the run that he announced, or might announce."""
    kinds = SMALL if v.said[SLOT] == 1 else ("BC", *SMALL)
    return strength(v, enemy_in_port(v, JAPAN, RABAUL, kinds))


def from_rabaul(v: Campaign) -> Strength:
    """What Japan can send at most from Rabaul beside the Slot, where he announced no transports."""
    kinds = SMALL if v.said[HIGH] == 1 else ("BC", *SMALL)
    return strength(v, enemy_in_port(v, JAPAN, RABAUL, kinds))


# --- the parts: which ships ----------------------------------------------------------------------------------------


def _run(v: Campaign, free: set[int]) -> list[Units]:
    """The strongest run down the Slot; a destroyer stays for the other half."""
    ships = [u for u in in_port(v, JAPAN, RABAUL, ("BC", *SMALL)) if u in free]
    boats = [u for u in ships if v.p.kind[u] == "DD"]
    if v.half == 1 and len(boats) > 1:
        ships.remove(boats[-1])
    return [tuple(ships)]


def _express(v: Campaign, free: set[int]) -> list[Units]:
    """One destroyer with cargo."""
    return [tuple([u for u in in_port(v, JAPAN, RABAUL, ("DD",)) if u in free][:1])]


STOCK = (3, 6)
"""Supply Points that each side wants ashore, of the Americans the one that is eaten among them: what lies there is
bombarded."""

TO_RETAKE = 2
"""Those that the Americans want with a landing for a field that they lost: one is eaten, one is for an attack."""


def lacking(v: Campaign, side: int) -> int:
    """The Supply Points that are wanted ashore, and not there."""
    stock = STOCK[side]
    if side == USA and v.holder == JAPAN:  # men first: where nobody is left, who comes first has the field
        stock = TO_RETAKE if v.ground[JAPAN] else 0
    return max(0, stock - v.supply[side])


def slow_ships(v: Campaign, side: int, base: int) -> list[int]:
    """As many transports in that port as there is something to bring for: an empty one is a target and no more."""
    ready = in_port(v, side, base, ("TR",)) if v.half == 1 else []
    room = 0
    for n, u in enumerate(ready):
        if n and room >= v.depot[side] + lacking(v, side):
            return ready[:n]
        room += v.p.cargo[u]
    return ready


def _landing(v: Campaign, free: set[int]) -> list[Units]:
    """The transports at Rabaul, with a few cruisers among them, or else destroyers."""
    slow = slow_ships(v, JAPAN, RABAUL)
    return [tuple(slow + escort(v, free))] if slow else []


def escort(v: Campaign, free: set[int]) -> list[int]:
    """Japanese cruisers to sail among transports, or else destroyers."""
    return [u for kind in SMALL for u in in_port(v, JAPAN, RABAUL, (kind,)) if u in free][:ESCORT]


def _in_one(v: Campaign, free: set[int]) -> list[Units]:
    """Transports and guns at Rabaul in one task force: who would reach the transports meets all of them."""
    return [tuple(slow_ships(v, JAPAN, RABAUL) + in_port(v, JAPAN, RABAUL, ("BC", *SMALL)))]


def _part(v: Campaign, free: set[int]) -> list[Units]:
    """Two transports, and an escort: little is risked, and the rest is there for another week."""
    slow = slow_ships(v, JAPAN, RABAUL)[:FEW]
    return [tuple(slow + escort(v, free))] if slow else []


def _cover(v: Campaign, free: set[int]) -> list[Units]:
    """All that is left at Rabaul, to meet what would attack the transports."""
    return [tuple(u for u in in_port(v, JAPAN, RABAUL, ("BC", *SMALL)) if u in free)]


def _sweep(v: Campaign, free: set[int]) -> list[Units]:
    """Battleships from Truk to bombard, as many as the last column needs, and all else to meet what comes."""
    if not v.sortie:
        return []
    big = sorted(in_port(v, JAPAN, TRUK, ("BB", "B", "BC")), key=lambda u: (v.p.bombardment[u], u))
    guns: list[int] = []
    while big and sum([v.p.bombardment[u] for u in guns]) < 80:
        guns.append(big.pop())
    return [tuple(guns), tuple(big + in_port(v, JAPAN, TRUK, SMALL))]


def _striking_force(v: Campaign, free: set[int]) -> list[Units]:
    """The carriers with aircraft aboard, and their escorts."""
    escort = [u for u in in_port(v, JAPAN, TRUK, SMALL) if u in free][:6]
    decks = decks_ready(v)
    return [tuple(decks + escort)] if decks else []


def decks_ready(v: Campaign) -> list[int]:
    """The Japanese carriers that may sail from Truk and have aircraft aboard; none where these are too few to count."""
    decks = [u for u in in_port(v, JAPAN, TRUK, ("CV",)) if v.decks[u][0] >= 3] if v.sortie else []
    return decks if sum([v.decks[u][0] for u in decks]) >= 12 else []


def _convoy(v: Campaign, free: set[int]) -> list[Units]:
    """The transports at Espiritu Santo, and guns against aircraft."""
    slow = slow_ships(v, USA, ES)
    escort = [[u for u in in_port(v, USA, ES, (kind,)) if u in free][:most] for kind, most in (("CA", 3), ("DD", 2))]
    return [tuple(slow + escort[0] + escort[1])] if slow else []


def _boats(v: Campaign, free: set[int]) -> list[Units]:
    """The transports at Espiritu Santo, and two destroyers: what aircraft over the island keep from harm."""
    slow = slow_ships(v, USA, ES)
    return [tuple(slow + [u for u in in_port(v, USA, ES, ("DD",)) if u in free][:2])]


def _few(v: Campaign, free: set[int]) -> list[Units]:
    """Two transports, and what else a convoy has."""
    rest = in_port(v, USA, ES, ("TR",))[FEW:]
    return [tuple(u for u in units if u not in rest) for units in _convoy(v, free)]


def _all(v: Campaign, free: set[int]) -> list[Units]:
    """Transports and guns at Espiritu Santo in one task force."""
    return [tuple(slow_ships(v, USA, ES) + in_port(v, USA, ES, GUNS))]


def _guns(v: Campaign, free: set[int]) -> list[Units]:
    """All that fights on the surface at Espiritu Santo."""
    return [tuple(u for u in in_port(v, USA, ES, GUNS) if u in free)]


def _guard(v: Campaign, free: set[int]) -> list[Units]:
    """Half of what fights on the surface."""
    return [tuple([u for u in in_port(v, USA, ES, SMALL) if u in free][::2])]


def _task_force(v: Campaign, free: set[int]) -> list[Units]:
    """The carriers with aircraft aboard, and cruisers and destroyers that are at Australia; battleships wait for
    Espiritu Santo, where the guns are wanted."""
    decks = flying(v)
    return [tuple(decks + in_port(v, USA, AUSTRALIA, SMALL))] if decks else []


def flying(v: Campaign) -> list[int]:
    """The American carriers in port that have aircraft to speak of."""
    return [u for u in in_port(v, USA, AUSTRALIA, ("CV",)) if v.decks[u][0] >= 4]


PARTS: Mapping[int, Mapping[str, Callable[[Campaign, set[int]], list[Units]]]] = {
    JAPAN: {"run": _run, "express": _express, "convoy": _landing, "together": _in_one, "part": _part,
            "cover": _cover, "sweep": _sweep, "carriers": _striking_force},
    USA: {"convoy": _convoy, "boats": _boats, "together": _all, "part": _few, "guns": _guns, "guard": _guard,
          "carriers": _task_force},
}


CONVOYS = ("convoy", "boats", "together", "part")
"""The parts that are nothing without transports."""


class Squadron(NamedTuple):
    """A task force to be: the part that it plays, and its units."""

    part: str
    units: Units


def squadrons(v: Campaign, side: int, scheme: Scheme) -> list[Squadron]:
    """The task forces of a scheme, made of ships in port."""
    free = {u for u in v.p.of_side[side] if 0 <= v.at[u] <= 3}
    found: list[Squadron] = []
    for part in scheme.parts:
        for units in PARTS[side][part](v, free):
            units = tuple(u for u in units if u in free)
            if units and not (part in CONVOYS and not has(v, units, "TR")):
                found.append(Squadron(part, units))
                free -= set(units)
    if side == USA and v.half == 2 and _apd_wanted(v):
        found += [Squadron("apd", (u,)) for u in in_port(v, USA, ES, ("APD",))]
    return found


def _apd_wanted(v: Campaign) -> bool:
    """Whether the fast transport has somebody to bring something to, in time and past what flies from Shortlands; or an
    empty field to take."""
    if v.holder == JAPAN and not any(v.ground):
        return v.depot[USA] > 0
    covered = v.holder == USA and sum([sum(stock) for stock in v.air[HENDERSON]]) >= PATROL
    return v.ground[USA] > 0 and v.supply[USA] < 3 * weeks_after(v) and (covered or not raided(v))


RAID = 8
"""So many aircraft strike from a Japanese base."""
PATROL = 6
"""So many on the field make a raider pay for what he strikes below them."""


def raided(v: Campaign) -> bool:
    """Whether a ship that is alone in N by day is bombed from Shortlands (docs/balance.md: how it fares)."""
    return sum(v.known[JAPAN][SHORTLANDS * 3 : SHORTLANDS * 3 + 3]) >= RAID


def weeks_after(v: Campaign) -> int:
    """The Game-Turns that come after this one: what is landed now is eaten in these, a point in each, or flown."""
    return int(v.p.numbers["time"]["turns"]) - v.turn


RUNS = ("run", "express")


def said(v: Campaign, found: list[Squadron]) -> tuple[int, int, int]:
    """What Japan must announce of those task forces, as numbers in `SAYS`."""
    word = [0, 0, 0]
    sorts: dict[int, set[str]] = {HIGH: set(), FROM_TRUK: set()}
    for squadron in found:
        capital = any(v.p.capital[u] for u in squadron.units)
        if squadron.part in RUNS:
            word[SLOT] = 2 if capital else 1
            continue
        kind = HIGH if v.at[squadron.units[0]] == RABAUL else FROM_TRUK
        sorts[kind] |= {"capital"} if capital else {"small"}
        if has(v, squadron.units, "TR"):
            sorts[kind] |= {"transports"}
    for kind, found_sorts in sorts.items():
        if found_sorts:
            slow, capital = "transports" in found_sorts, "capital" in found_sorts
            word[kind] = 4 if slow and capital else 3 if slow else 2 if capital else 1
    return word[0], word[1], word[2]


# --- courses -------------------------------------------------------------------------------------------------------

OUT: Mapping[tuple[int, str, int], tuple[int, ...]] = {
    (JAPAN, "convoy", 1): (PORT + RABAUL, K, K, L, L, M, M),
    (JAPAN, "cover", 1): (PORT + RABAUL, PORT + RABAUL, K, L, M, M, M),
    (JAPAN, "cover", 2): (K, L, M, L, K, PORT + RABAUL),
    (JAPAN, "sweep", 1): (PORT + TRUK, C, G, M, G, C, PORT + TRUK),
    (JAPAN, "sweep", 2): (C, G, M, G, C, PORT + TRUK),
    (JAPAN, "carriers", 1): (PORT + TRUK, PORT + TRUK, C, G, G, C, PORT + TRUK),
    (JAPAN, "carriers", 2): (PORT + TRUK, C, G, G, C, PORT + TRUK),
    (USA, "convoy", 1): (O, O, N, N, M, M),
    (USA, "guns", 1): (PORT + ES, O, N, M, M, N, O),
    (USA, "guns", 2): (O, N, M, M, N, O, PORT + ES),
    (USA, "carriers", 1): (*(PORT + AUSTRALIA,) * 3, R, R, R, R),
    (USA, "carriers", 2): (R, R, R, R, PORT + AUSTRALIA),
    (USA, "over", 1): (*(PORT + AUSTRALIA,) * 3, R, M, R, PORT + AUSTRALIA),
    (USA, "hunt", 1): (PORT + AUSTRALIA, R, Q, R, PORT + AUSTRALIA),
    (USA, "hunt", 2): (R, Q, R, PORT + AUSTRALIA),
    (USA, "apd", 2): (O, N, M, N, O, PORT + ES),
}
"""Courses from port: of a side and a part, in the first or second half, segment by segment. A Japanese convoy sails a
segment late: Truk's guns bombard in segment 4, before it is in reach of the field for the first time (5), and when it
is before the island by day (7), carriers beside it must be on their way home. American carriers stay at R from segment
4 to 7: whatever hour a convoy chooses, it is in their reach by day (docs/balance.md)."""


def part_of(v: Campaign, side: int, n: int) -> str:
    """The part that a task force in port plays: it follows from its ships, its base and the announcement."""
    force = v.forces[side][n]
    units = v.fleet(side, n)
    if has(v, units, "CV"):
        return "carriers" if side == JAPAN else _errand(v)
    if has(v, units, "TR"):
        return "convoy"
    if side == USA:
        return "apd" if all(v.p.kind[u] == "APD" for u in units) else "guns"
    if force.pos == PORT + TRUK:
        return "sweep"
    capital = any(v.p.capital[u] for u in units)
    barred = any(v.p.kind[u] in HEAVY for u in units)
    fits = v.said[SLOT] and not barred and capital == (v.said[SLOT] == 2)
    taken = any(v.forces[side][k].run for k in range(n))
    return "run" if fits and not taken else "cover"


def _errand(v: Campaign) -> str:
    """What American carriers sail for: over the island, while their own transports unload there; beside the Slot, where
    a run is all that was announced; else to R, from where they reach the island."""
    slow = any(force.pos >= PORT and has(v, v.fleet(USA, n), "TR") for n, force in enumerate(v.forces[USA]))
    if slow and v.half == 1:
        return "over"
    return "hunt" if v.said[SLOT] and not v.said[HIGH] and not v.said[FROM_TRUK] else "carriers"


def course(v: Campaign, side: int, n: int, part: str, wait: int = 0) -> list[Action]:
    """The course of a task force in port, after some segments of waiting; nothing where none is written for it."""
    force = v.forces[side][n]
    way = OUT.get((side, part, v.half), ())
    places = ((force.pos,) * wait + way)[:7]
    return [("plot", f"tf{n + 1}", place_name(place)) for place in places]


def berth_for(v: Campaign, side: int, n: int, bases: list[int]) -> int:
    """The base where the ships of a task force are ready again soonest, of those that they can reach."""
    units = v.fleet(side, n)
    if side == USA:
        order = (ES, AUSTRALIA)
    else:
        here = [u for u in v.p.of_side[JAPAN] if v.at[u] in (RABAUL, HOME + RABAUL)]
        order = (RABAUL, TRUK) if rabaul_fits(v, [*here, *units]) else (TRUK, RABAUL)
    return next((base for base in order if base in bases), bases[0])


def at_guadalcanal(force: Force) -> bool:
    """Whether a plot passes through M, or stands there."""
    return force.pos == M or M in force.way


__all__ = ["SCHEMES", "Scheme", "Squadron", "Strength", "answering", "at_guadalcanal", "berth_for", "course",
           "decks_ready", "flying", "from_rabaul", "lacking", "part_of", "raided", "running", "said", "squadrons",
           "strength", "weeks_after"]
