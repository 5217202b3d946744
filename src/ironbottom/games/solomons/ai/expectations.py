"""What the other side is taken to be at: a mission template that agrees with what it announced and what was seen, and
the courses on which its task forces may be. Asked by who deals worlds (`worlds.py`): forces at sea steer by plans."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from ironbottom.games.solomons.ai.planning import ranked
from ironbottom.games.solomons.ai.schemes import OUT, RUNS, Squadron, said, squadrons
from ironbottom.games.solomons.rules.intelligence import zone
from ironbottom.games.solomons.rules.naval_movement import SLOT_WAY, home_by, next_places
from ironbottom.games.solomons.rules.printed import BACK, DEEP, JAPAN, LAST, PORT, RABAUL, SUNK, TRUK, USA, M
from ironbottom.games.solomons.rules.printed import OUT as AWAY
from ironbottom.games.solomons.rules.state import Campaign, Sight, capitals, company, has, pair

OWN = 0.5
"""How often, of the templates that fit as well, the one that the script would choose is taken."""
LATEST = 3
"""So many segments later a task force may sail, as in the plots that are searched."""


class Course(NamedTuple):
    """Where a task force is, for how many segments it has been there, and the entries still to come."""

    pos: int
    stay: int
    way: tuple[int, ...]
    due: int = 0
    """On a run down the Slot the segment of its arrival in M."""


def numbers(s: Campaign, units: tuple[int, ...]) -> tuple[int, int, int]:
    """Units, capital ships and transports, as a sighting tells them."""
    return len(units), capitals(s, units), sum([s.p.kind[u] == "TR" for u in units])


def answers(s: Campaign, sight: Sight, squadron: Squadron) -> bool:
    """Whether a sighting may be of that task force."""
    told = (sight.total, sight.capital, sight.transports)
    return numbers(s, squadron.units) == told and set(company(s, sight.side, sight.force)) <= set(squadron.units)


def supposed(s: Campaign, foe: int, sights: list[Sight], rng: random.Random) -> list[Squadron]:
    """The task forces of a template that agrees with what was announced and explains most of these sightings. The
    other side's ships stand in port in `s`, as they did when the bases were open."""
    s = _known(s, foe)
    rows: list[tuple[int, list[Squadron]]] = []
    for scheme, _ in ranked(s, foe):
        fleet = squadrons(s, foe, scheme)
        if foe == USA or said(s, fleet) == s.said:
            rows.append((_explained(s, sights, fleet), fleet))
    if not rows:
        return []
    most = max(count for count, _ in rows)
    found = [fleet for count, fleet in rows if count == most]
    return found[0] if rng.random() < OWN else rng.choice(found)


def _explained(s: Campaign, sights: list[Sight], fleet: list[Squadron]) -> int:
    left = list(fleet)
    count = 0
    for sight in sights:
        found = next((squadron for squadron in left if answers(s, sight, squadron)), None)
        if found is not None:
            left.remove(found)
            count += 1
    return count


def _known(s: Campaign, foe: int) -> Campaign:
    """With the aircraft that all know to be aboard spread over the decks, the first ones filled, and the ground points
    that all know to be off the island in its depot: what a convoy has to bring."""
    left = max(0, s.known[foe][18])
    decks = list(s.decks)
    for u in s.p.carriers[foe]:
        n = 0 if s.at[u] in (AWAY, SUNK) or BACK <= s.at[u] < DEEP else min(left, s.p.deck[u])
        decks[u] = (n, 0, 0, 0)
        left -= n
    return s.replace(decks=tuple(decks), depot=pair(s.depot, foe, max(0, s.offshore[foe])))


def parts(s: Campaign, foe: int, units: tuple[int, ...]) -> tuple[str, ...]:
    """The courses of `OUT` on which such ships sail."""
    if has(s, units, "CV"):
        return ("carriers",) if foe == JAPAN else ("carriers", "over", "hunt")
    if has(s, units, "TR"):
        return ("convoy",)
    if foe == USA:
        return ("apd",) if all(s.p.kind[u] == "APD" for u in units) else ("guns",)
    return ("sweep",) if s.berth[units[0]] == TRUK else ("cover",)


def _ways(s: Campaign, foe: int, units: tuple[int, ...], run: bool) -> Iterator[tuple[tuple[int, ...], int]]:
    """Whole courses of such ships in this half, segment by segment, and the segment in which a run is due."""
    if run:
        for sails in (2, 4, 6) if s.half == 1 else (8, 9):
            yield (PORT + RABAUL,) * (sails - (1 if s.half == 1 else 8)) + SLOT_WAY, sails + 2
        return
    for part in parts(s, foe, units):
        for late in range(LATEST + 1):
            yield ((PORT + s.berth[units[0]],) * late + OUT.get((foe, part, s.half), ()))[:7], 0


def under_way(s: Campaign, foe: int, units: tuple[int, ...], pos: int, stay: int, night: int) -> list[Course]:
    """The courses by which ships can be in that hex, the night before in hex `night` (-1: nobody knows)."""
    at = (s.segment - 1) % 7
    found = [(places[at - 1] if at else -1, Course(pos, stay, places[at + 1:]))
             for places, _ in _ways(s, foe, units, run=False) if at < len(places) and places[at] == pos]
    same = [course for before, course in found if before == night] or [course for _, course in found]
    return [course._replace(way=way) for course in same if (way := _legal(s, foe, units, course))]


def unseen(s: Campaign, foe: int, squadron: Squadron) -> list[Course]:
    """The courses by which nothing of a task force has been seen yet: in port still, or where nobody looks."""
    at = (s.segment - 1) % 7
    watched = zone(s) if foe == USA else frozenset(range(PORT))
    run = foe == JAPAN and squadron.part in RUNS
    found = []
    for places, due in _ways(s, foe, squadron.units, run):
        if at >= len(places):
            continue
        days = [place for k, place in enumerate(places[:at + 1]) if (s.segment - at + k) % 2]
        pos = places[at]
        if any(place in watched for place in days) or (pos == M and not s.day) or _met(s, foe, pos):
            continue
        stay = next((n for n in range(at + 1) if places[at - n] != pos), at + 1)
        if pos < PORT and not in_time(s, foe, squadron.units, pos, stay):
            continue
        if pos >= PORT and pos not in (places[0], PORT + s.berth[squadron.units[0]]):
            continue  # home again
        course = Course(pos, stay, places[at + 1:], due)
        if way := course.way if run else _legal(s, foe, squadron.units, course):
            found.append(course._replace(way=way))
    return found


def in_time(s: Campaign, foe: int, units: tuple[int, ...], pos: int, stay: int) -> bool:
    """RS-034, RS-067: whether ships in a hex can be home by the end of the Game-Turn."""
    return home_by(s.p, foe, has(s, units, "CV"), has(s, units, "TR"), pos, s.segment, stay) <= LAST


def _met(s: Campaign, foe: int, pos: int) -> bool:
    """RS-174: whether an American task force there would be shown to Japanese ships by day."""
    return foe == USA and s.day and any(
        0 <= force.pos < PORT and pos < PORT and s.p.dist[pos][force.pos] <= 1 for force in s.forces[JAPAN])


def _legal(s: Campaign, foe: int, units: tuple[int, ...], course: Course) -> tuple[int, ...]:
    """As much of a course as may be sailed; in the second half it ends at home."""
    carrier, slow = has(s, units, "CV"), has(s, units, "TR")
    pos, stay = course.pos, course.stay
    way: list[int] = []
    asked = list(course.way)
    while asked or s.half == 2:
        segment = s.segment + 1 + len(way)
        places = next_places(s.p, foe, carrier, slow, pos, stay, segment)
        if asked and asked[0] not in places:
            asked = []
            continue
        if not places or segment > LAST:
            break
        place = asked.pop(0) if asked else min(places, key=lambda h: _home(s, foe, carrier, slow, h, segment, stay))
        if place >= PORT and pos < PORT:
            return (*way, place)
        stay = stay + 1 if place == pos else 1
        pos = place
        way.append(place)
    return tuple(way)


def _home(s: Campaign, foe: int, carrier: bool, slow: bool, place: int, segment: int, stay: int) -> int:
    """When ships that go there are home at the earliest."""
    return segment if place >= PORT else home_by(s.p, foe, carrier, slow, place, segment, stay)


__all__ = ["Course", "answers", "in_time", "parts", "supposed", "under_way", "unseen"]
